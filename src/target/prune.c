/* SPDX-License-Identifier: MIT
 *
 * Pruning: a few plain operations prove for most shapes of an array that a cast does not hit them.
 * A ball or box bounds the shape. The proof shows that all of it lies beside the line, behind the
 * start, or beyond the last t of the cast. narrow/cast.h declares these functions.
 *
 * The bound is never compared with the t of another hit: a measured t has an error, which a quick
 * cast knows only late.
 *
 * The errors, in the style of shape/quick.h: u = 2^-53 is the unit roundoff, and the constants are
 * rounded up to cover terms of second order. With o the start, each v_i = c_i - o_i is off by at
 * most u |v_i|, each d_i by u |d_i|. So v . d, with five roundings in each product, is off by 5 u
 * |v| |d|, and |v|^2 and |d|^2 by 5 u of themselves. Squares underflow by less than 1e-320 a term.
 * This is covered if |d|^2 is at least 1e-40 and |v|^2 at least 1e-120. An overflow gives an
 * infinity on both sides of a comparison, or a NaN. Neither is greater than anything.
 */
#include "../shape/kind.h"
#include "../narrow/cast.h"
#include "../shape/shape.h"

#define UNIT 1.1102230246251565e-16 /* u = 2^-53 */

/* ---- By a ball ------------------------------------------------------------------- */

/* Let R be the radius. The ball lies
 *   beside the line       if |v|^2 |d|^2 - (v . d)^2 > R^2 |d|^2,
 *   behind the start      if -v . d > R |d|,
 *   beyond t = max        if v . d - max |d|^2 > R |d|.
 * The left side of the first is off by 11 u |v|^2 |d|^2 for either term, and u for their
 * difference. The right side is off by 14 u R^2 |d|^2, 6 u of them if R^2 is a product with the
 * square of a matrix. The third has x = v . d - max |d|^2. A positive x means that max |d|^2 is
 * less than |v| |d|, so x is off by (5 + 6 + 1) u |v| |d|, and x^2 by at most 25 u |v|^2 |d|^2.
 * 32 u (|v|^2 + R^2) |d|^2 covers each of these errors, with the roundings of this sum itself, or
 * of |d|^2 (1 -+ 32 u) in its place. */
#ifndef PRUNE_BALL
#define PRUNE_BALL 32.0
#endif

void ci_cast_head(const collide_cast *cast, cast_heading *h) {
  int i, is_segment = cast->kind == COLLIDE_CAST_SEGMENT;
  h->dd = h->most = 0;
  for (i = 0; i < 3; i++) {
    h->d[i] = is_segment ? cast->toward[i] - cast->start[i] : cast->toward[i];
    h->dd += h->d[i] * h->d[i];
    if (fabs(h->d[i]) > h->most) h->most = fabs(h->d[i]);
  }
  if (!(h->dd > 1e-40 && h->dd < 1e40)) h->dd = 0; /* then nothing is pruned */
  h->dd_low = (1 - PRUNE_BALL * UNIT) * h->dd;
  h->dd_high = (1 + PRUNE_BALL * UNIT) * h->dd;
  h->dd_slack = PRUNE_BALL * UNIT * h->dd;
  h->max = is_segment ? 1 : cast->max;
}

/* h->dd must not be 0. */
static inline int passes_ball(const collide_cast *cast, const cast_heading *h,
                              const double center[3], double rr) {
  const double *d = h->d;
  double x = center[0] - cast->start[0], y = center[1] - cast->start[1];
  double z = center[2] - cast->start[2];
  double vv = x * x + y * y + z * z, along = x * d[0] + y * d[1] + z * d[2], least, beyond;
  if (!(vv > 1e-120)) return 0;
  if (vv * h->dd_low - along * along > rr * h->dd_high) return 1;
  if (cast->kind == COLLIDE_CAST_LINE) return 0;
  least = rr * h->dd_high + h->dd_slack * vv;
  if (along < 0) return along * along > least;
  beyond = along - h->max * h->dd;
  return beyond > 0 && beyond * beyond > least;
}

int ci_cast_passes_ball(const collide_cast *cast, const cast_heading *heading,
                        const double center[3], double rr) {
  return passes_ball(cast, heading, center, rr);
}

/* ---- By a box, in two dimensions --------------------------------------------------- */

/* Let a and b be the box's corners less the start, M the largest of |a_i| and |b_i|, and D that of
 * |d_i|. The greatest and least of d x p and of d . p over the box are sums of two of the products
 * d_i a_j and d_i b_j. Each product is at most M D and off by 3 u M D; each sum is off by 8 u M D.
 * If the least of d . p is greater than max |d|^2, the latter is below 2 M D and off by 6 u of
 * that, and the difference by 8 + 12 + 2. */
#ifndef PRUNE_BOX
#define PRUNE_BOX 32.0
#endif

/* Adds the least of k x over a <= x <= b to *least, and the greatest to *greatest. */
static void add_range(double k, double a, double b, double *least, double *greatest) {
  *least += k < 0 ? k * b : k * a;
  *greatest += k < 0 ? k * a : k * b;
}

/* As passes_ball, for a box of the plane. */
static int passes_box(const collide_cast *cast, const cast_heading *h, const double low[2],
                      const double high[2]) {
  double ax = low[0] - cast->start[0], ay = low[1] - cast->start[1];
  double bx = high[0] - cast->start[0], by = high[1] - cast->start[1];
  double dx = h->d[0], dy = h->d[1], least = 0, greatest = 0, margin, most;
  most = fabs(ax) > fabs(bx) ? fabs(ax) : fabs(bx);
  if (fabs(ay) > most) most = fabs(ay);
  if (fabs(by) > most) most = fabs(by);
  if (!(most > 1e-60)) return 0;
  margin = PRUNE_BOX * UNIT * most * h->most;
  add_range(dx, ay, by, &least, &greatest);
  add_range(-dy, ax, bx, &least, &greatest);
  if (least > margin || -greatest > margin) return 1;
  if (cast->kind == COLLIDE_CAST_LINE) return 0;
  least = greatest = 0;
  add_range(dx, ax, bx, &least, &greatest);
  add_range(dy, ay, by, &least, &greatest);
  return -greatest > margin || least - h->max * h->dd > margin;
}

/* ---- Sizes ------------------------------------------------------------------------------ */

/* A bound on how much the shape's matrix stretches a length. */
static double spread_of(const collide_shape *s) {
  double sum = 0;
  int i;
  if (s->frame != COLLIDE_LINEAR) return 1;
  for (i = 0; i < 9; i++) sum += fabs(shape_turned(s)->linear[i]);
  return sum;
}

double ci_cast_reach(const collide_shape *s) {
  double most = s->reach * spread_of(s);
  int k;
  for (k = 0; k < 3; k++)
    if (fabs(s->origin[k]) > most) most = fabs(s->origin[k]);
  return most;
}

/* ---- Members --------------------------------------------------------------------------- */

/* The square of the radius of a ball around the origin that contains the shape. The sum of the
 * squares of a matrix's entries is at least the square of its largest stretch. */
static inline double ball_of(const collide_shape *shape, double spread) {
  double r = spread * shape->reach, sum = 0;
  int i;
  if (shape->frame == COLLIDE_MOVED) return r * r;
  for (i = 0; i < 9; i++) sum += shape_turned(shape)->linear[i] * shape_turned(shape)->linear[i];
  return sum * (r * r);
}

/* Returns 1 if the bounding ball or box proves that the cast misses the shape. */
static inline int passes_by(const collide_cast *cast, const cast_heading *h,
                            const collide_shape *shape) {
  double spread = ci_kind_of(shape)->spread;
  if (spread > 0) return passes_ball(cast, h, shape->origin, ball_of(shape, spread));
  if (ci_kind_of(shape)->dimensions == 3) return 0;
  return passes_box(cast, h, shape->of.outline.low, shape->of.outline.high);
}

double ci_cast_ball(const collide_shape *shape, double center[3]) {
  double spread = ci_kind_of(shape)->spread;
  center[0] = shape->origin[0];
  center[1] = shape->origin[1];
  center[2] = shape->origin[2];
  return spread > 0 ? ball_of(shape, spread) : HUGE_VAL;
}

int ci_cast_skip(const collide_cast *cast, const cast_heading *heading,
                 const collide_target *members, int i, int count) {
  const collide_cast c = *cast; /* copies, which stay in registers */
  const cast_heading h = *heading;
  if (h.dd == 0) return i;
  while (i < count && members[i].kind == COLLIDE_TARGET_SHAPE &&
         passes_by(&c, &h, members[i].of.shape))
    i++;
  return i;
}

int ci_cast_skip_balls(const collide_cast *cast, const cast_heading *heading,
                       const cast_ball *balls, int i, int count) {
  const collide_cast c = *cast; /* copies, which stay in registers */
  const cast_heading h = *heading;
  if (h.dd == 0) return i;
  while (i < count && passes_ball(&c, &h, balls[i].center, balls[i].rr)) i++;
  return i;
}
