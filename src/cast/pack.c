/* SPDX-License-Identifier: MIT
 *
 * Packs: their balls. pack_cast.c casts at them.
 */
#include "../shape/kind.h"
#include "pack.h"

#include "cast.h"
#include "pack_sift.h"

#define LEAST 1e-119 /* of the square of a radius */

static size_t padded(int count) {
  return ((size_t)count + PACK_STEP - 1) / PACK_STEP * PACK_STEP;
}

size_t ci_pack_size(int count) {
  return padded(count) *
         (4 * sizeof(double) + PACK_FLOATS / PACK_STEP * sizeof(float) + sizeof(collide_shape *));
}

static void set_floats(cast_pack *pack, size_t i, const double seen[3], float radius) {
  float *ball = pack->balls + i / PACK_STEP * PACK_FLOATS + i % PACK_STEP;
  ball[0] = (float)seen[0];
  ball[PACK_STEP] = (float)seen[1];
  ball[2 * PACK_STEP] = (float)seen[2];
  ball[3 * PACK_STEP] = radius;
}

void ci_pack_begin(cast_pack *pack, void *memory, int count) {
  static const double nowhere[3] = {0, 0, 0};
  size_t i, n = padded(count);
  pack->count = count;
  pack->is_flat = 1;
  pack->has_middle = 0;
  pack->middle[0] = pack->middle[1] = pack->middle[2] = pack->reach = 0;
  pack->x = (double *)memory;
  pack->y = pack->x + n;
  pack->z = pack->y + n;
  pack->rr = pack->z + n;
  pack->shapes = (const collide_shape **)(void *)(pack->rr + n);
  pack->balls = (float *)(void *)(pack->shapes + n);
  for (i = 0; i < n; i++) {
    pack->x[i] = pack->y[i] = pack->z[i] = 0;
    pack->rr[i] = HUGE_VAL;
    set_floats(pack, i, nowhere, (float)HUGE_VAL);
  }
}

/* A ball about the middle of bounds, which contain what is bounded. The middle is rounded, so each
 * half is measured from it to the farther side; that difference, its square and the sum of three
 * round by at most 6 u of what they are, u = 2^-53, and the factor adds 8 u. */
static double bound_box(const double low[3], const double high[3], double middle[3]) {
  double sum = 0;
  int i;
  for (i = 0; i < 3; i++) {
    double below, above;
    middle[i] = 0.5 * low[i] + 0.5 * high[i];
    below = middle[i] - low[i];
    above = high[i] - middle[i];
    sum += below > above ? below * below : above * above;
  }
  return sum * (1 + 8.881784197001252e-16);
}

/* A ball that floats do not hold has an infinite radius there, which no line passes by. */
static void see_from_middle(cast_pack *pack, int i, const double center[3], double r) {
  double seen[3], far, radius;
  int k;
  for (k = 0; k < 3; k++) seen[k] = center[k] - pack->middle[k];
  far = fabs(seen[0]) + fabs(seen[1]) + fabs(seen[2]);
  radius = PACK_LEAST + (r + PACK_FAR * far) * (1 + PACK_NEAR);
  if (!(far < PACK_MOST && radius < PACK_MOST)) {
    seen[0] = seen[1] = seen[2] = 0;
    radius = HUGE_VAL;
  }
  set_floats(pack, (size_t)i, seen, (float)radius);
}

static void set_ball(cast_pack *pack, int i, const double middle[3], double rr) {
  static const double nowhere[3] = {0, 0, 0};
  const double *center;
  double r;
  int k, fine;
  if (rr < LEAST) rr = LEAST;
  fine = rr - rr == 0; /* else it has no bounds, or they are too large */
  center = fine ? middle : nowhere;
  r = fine ? sqrt(rr) : HUGE_VAL;
  pack->x[i] = center[0];
  pack->y[i] = center[1];
  pack->z[i] = center[2];
  pack->rr[i] = fine ? rr : HUGE_VAL;
  for (k = 0; k < 3; k++) {
    if (fine && !pack->has_middle) pack->middle[k] = center[k];
    if (fine && fabs(center[k]) + r > pack->reach) pack->reach = fabs(center[k]) + r;
  }
  pack->has_middle |= fine;
  see_from_middle(pack, i, center, r);
}

void ci_pack_set(cast_pack *pack, int i, const collide_shape *shape) {
  double low[3], high[3], middle[3], rr = ci_cast_ball(shape, middle), reach;
  if (rr == HUGE_VAL) {
    collide_bounds(shape, low, high);
    rr = bound_box(low, high, middle);
  }
  reach = ci_cast_reach(shape);
  if (reach > pack->reach) pack->reach = reach;
  pack->is_flat &= shape->kind >= COLLIDE_CIRCLE;
  pack->shapes[i] = shape;
  set_ball(pack, i, middle, rr);
}

void ci_pack_set_box(cast_pack *pack, int i, const double low[3], const double high[3]) {
  double middle[3], rr = bound_box(low, high, middle);
  pack->is_flat = 0;
  pack->shapes[i] = NULL;
  set_ball(pack, i, middle, rr);
}
