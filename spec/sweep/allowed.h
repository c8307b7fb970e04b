/* SPDX-License-Identifier: MIT
 *
 * What SPACE_EARLY allows, see src/narrow/space/space.h.
 */
#ifndef SPEC_SWEEP_ALLOWED_H
#define SPEC_SWEEP_ALLOWED_H

#include <math.h>

#include "narrow/space/space.h"

/* As a time: the least in which the moving one goes 2^-50 of how far the two reach together, or
 * 2^-40 of what is curved. */
static double allowed(const space_sweep *w) {
  double low[2][3], high[2][3], size = 0, d = 0;
  int i;
  collide_bounds(w->a, low[0], high[0]);
  collide_bounds(w->b, low[1], high[1]);
  for (i = 0; i < 3; i++) {
    size = fmax(size, fmax(high[0][i], high[1][i]) - fmin(low[0][i], low[1][i]));
    d = fmax(d, fabs(w->d[i]));
  }
  return size * ldexp(1, w->is_curved ? -40 : -50) / d;
}

#endif
