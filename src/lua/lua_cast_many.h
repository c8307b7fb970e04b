/* SPDX-License-Identifier: MIT
 *
 * What batches of casts answer, however they are called.
 */
#ifndef COLLIDE_LUA_CAST_MANY_H
#define COLLIDE_LUA_CAST_MANY_H

#include "../collide.h"
#include "../number/fp.h"

enum { MOST_RAYS = 1 << 26 };

/* Writes t, the normal and the index of one cast; of a miss infinity and zeros. */
static inline void cast_many_write(double *answer, int dimensions, int found,
                                   const collide_target_hit *hit, int index) {
  int k;
  answer[0] = found ? hit->hit.t : HUGE_VAL;
  for (k = 0; k < dimensions; k++) answer[1 + k] = found ? hit->hit.normal[k] : 0;
  answer[1 + dimensions] = !found ? 0 : index > 0 ? index : 1;
}

#endif
