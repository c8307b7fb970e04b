/* SPDX-License-Identifier: MIT
 *
 * The pushes that separate two members of a crowd.
 */
#include "move_apart.h"

/* Two pushed members are this part of their width apart. Without a gap, the pushes of a chain of
 * members would halve their overlaps again and again, and never end. The second part is for the
 * rounding of positions, and in space for the tolerance of curved shapes. */
#define GAP 0.00390625                 /* 2^-8 */
#define ROUNDING 3.725290298461914e-09 /* 2^-28 */

static double find_gap(const collide_target *member, int dimensions) {
  double low[3], high[3], size = 0, width = HUGE_VAL;
  int i;
  collide_target_bounds(member, low, high);
  for (i = 0; i < dimensions; i++) {
    if (high[i] - low[i] < width) width = high[i] - low[i];
    if (fabs(low[i]) > size) size = fabs(low[i]);
    if (fabs(high[i]) > size) size = fabs(high[i]);
  }
  return GAP * width + ROUNDING * size;
}

int ci_move_apart(const collide_target *first, const collide_target *second, int dimensions,
                  double along[3], double *distance) {
  collide_meeting met;
  double gap = find_gap(first, dimensions), other = find_gap(second, dimensions);
  int i;
  if (collide_target_contact(first, second, COLLIDE_SKIP_TOUCHING, &met) != 1) return 0;
  if (!(met.push.depth < HUGE_VAL)) return 0;
  *distance = met.push.depth + (gap < other ? gap : other);
  for (i = 0; i < 3; i++) along[i] = met.push.normal[i];
  return 1;
}
