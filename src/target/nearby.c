/* SPDX-License-Identifier: MIT
 *
 * The members of an array near one place.
 */
#include "nearby.h"

#include <string.h>

#include "target.h"

void ci_nearby_find(nearby *n, const collide_target *array, const double low[3],
                    const double high[3]) {
  static const double no_displacement[3] = {0, 0, 0};
  int i, count;
  const collide_target *members = target_members(array, &count);
  memcpy(n->low, low, sizeof n->low);
  memcpy(n->high, high, sizeof n->high);
  n->count = 0;
  for (i = 0; i < count; i++) {
    double least[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, most[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    nearby_member *e = &n->list[n->count];
    if (members[i].kind == COLLIDE_TARGET_ARRAY) continue;
    if (members[i].kind != COLLIDE_TARGET_GRID) {
      if (!collide_target_bounds(&members[i], least, most)) continue;
      nearby_sweep(least, most, no_displacement, least, most);
    }
    if (!nearby_boxes_meet(low, high, least, most)) continue;
    if (n->count++ == NEARBY_MOST) return;
    e->index = i;
    memcpy(e->low, least, sizeof least);
    memcpy(e->high, most, sizeof most);
  }
}
