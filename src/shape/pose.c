/* SPDX-License-Identifier: MIT
 *
 * Folding a pose of three dimensions into the doubles that queries use. A position alone is
 * never added to the sizes, so nothing is rounded. Where scale and rotation keep the kind of the
 * shape (a ball stays a ball) they go into the sizes; otherwise the shape keeps the matrix and
 * its inverse.
 */
#include "outline.h"

#include <stddef.h>
#include <string.h>

#include "kind.h"
#include "../number/twofold.h"
#include "hull.h"

collide_pose collide_identity_pose(void) {
  collide_pose p;
  int i;
  memset(&p, 0, sizeof p);
  p.rotation[3] = 1;
  for (i = 0; i < 3; i++) p.scale[i] = p.linear[4 * i] = 1;
  return p;
}

static int is_identity(const double m[9]) {
  int i;
  for (i = 0; i < 9; i++)
    if (m[i] != (i % 4 == 0 ? 1 : 0)) return 0;
  return 1;
}

static double sum_of(const double m[9]) {
  return (fabs(m[0]) + fabs(m[1]) + fabs(m[2])) + (fabs(m[3]) + fabs(m[4]) + fabs(m[5])) +
         (fabs(m[6]) + fabs(m[7]) + fabs(m[8]));
}

/* Detects the identity, the rotation of most shapes. The sums below give the same matrix to the
 * bit, but take two thirds of the time of making a shape. */
static int is_no_rotation(const double q[4]) {
  static const double none[3] = {0, 0, 0};
  return q[3] > 0 && q[3] <= DBL_MAX && memcmp(q, none, sizeof none) == 0;
}

/* ((a + b) - (c + d)) over */
static inline double diagonal_of(twofold a, twofold b, twofold c, twofold d, twofold over) {
  return tf_mul(tf_sub(tf_add(a, b), tf_add(c, d)), over).hi;
}

/* The two entries on either side of the diagonal. */
static inline void put_beside(twofold both, twofold turn, twofold over, double *less,
                              double *more) {
  *less = tf_mul(tf_sub(both, turn), over).hi;
  *more = tf_mul(tf_add(both, turn), over).hi;
}

/* The rotation of a quaternion of any length, each entry within an ulp:
 * (w^2 - v.v) I + 2 v v^T + 2 w [v]x, over |q|^2. */
static int rotation_matrix(const double rotation[4], double m[9]) {
  double q[4], most = 0;
  twofold square[4], sum, over;
  int i, exponent = 0;
  if (is_no_rotation(rotation)) {
    for (i = 0; i < 9; i++) m[i] = i % 4 == 0 ? 1 : 0;
    return 1;
  }
  for (i = 0; i < 4; i++)
    if (fabs(rotation[i]) > most) most = fabs(rotation[i]);
  if (!(most > 0)) return 0;
  if (!(most > 1e-9 && most < 1e9)) (void)frexp(most, &exponent);
  for (i = 0; i < 4; i++) {
    q[i] = exponent != 0 ? ldexp(rotation[i], -exponent) : rotation[i];
    square[i] = two_product(q[i], q[i]);
  }
  sum = tf_add(tf_add(square[0], square[1]), tf_add(square[2], square[3]));
  over = tf_div(tf(1), sum);
  m[0] = diagonal_of(square[3], square[0], square[1], square[2], over);
  m[4] = diagonal_of(square[3], square[1], square[2], square[0], over);
  m[8] = diagonal_of(square[3], square[2], square[0], square[1], over);
  put_beside(two_product(2 * q[0], q[1]), two_product(2 * q[2], q[3]), over, &m[1], &m[3]);
  put_beside(two_product(2 * q[1], q[2]), two_product(2 * q[0], q[3]), over, &m[5], &m[7]);
  put_beside(two_product(2 * q[2], q[0]), two_product(2 * q[1], q[3]), over, &m[6], &m[2]);
  return 1;
}

/* ---- Inverses --------------------------------------------------------------------------------
 *
 * The inverse of a matrix, the adjugate over the determinant, in few doubles.
 *
 * It is computed in numbers of two doubles if no sum cancels, as for rotations and scales, which
 * most poses are. Other matrices are inverted by exact numbers. */

#if defined(__GNUC__)
#define INVERSE_INLINE inline __attribute__((always_inline))
#else
#define INVERSE_INLINE inline
#endif

/* Entries are 0 or between these: then products of four, and the remainders of two_product, stay in
 * the range. */
#define LEAST_ENTRY 1e-30
#define MOST_ENTRY 1e30

static int are_ordinary(const double m[9]) {
  int i;
  for (i = 0; i < 9; i++)
    if (m[i] != 0 && !(fabs(m[i]) > LEAST_ENTRY && fabs(m[i]) < MOST_ENTRY)) return 0;
  return 1;
}

/* a d - b c. The products, s, t, v and the sum of s.hi and v.hi are exact; the parts of w are below
 * 4 u^2 of the products. If a quarter of the larger product is left, w is off by 32 u^3 of the
 * value, and the last addend to s.hi by u of itself, u^2 of the value. If less is left, the
 * products are nearly equal. Then both are multiples of some G above 2^-107 of the larger, as each
 * has 106 digits at most, and so are all parts. w is at most 2^-103 of it, and the last addend
 * 2^-55, so these have fewer than 53 digits, and nothing is rounded. */
static INVERSE_INLINE twofold quick_minor(double a, double b, double c, double d) {
  twofold p = two_product(a, d), q = two_product(b, c), s = two_diff(p.hi, q.hi);
  twofold t = two_diff(p.lo, q.lo), v = two_sum(s.lo, t.hi);
  double w = v.lo + t.lo;
  s = two_sum(s.hi, v.hi);
  return two_sum(s.hi, s.lo + w);
}

/* The sizes of the determinant's terms, in units of the determinant. */
#ifndef INVERSE_SPREAD
#define INVERSE_SPREAD 1.25
#endif

/* With u = 2^-53, to terms of second order, in units of the number itself:
 * - An entry of the adjugate is off by u^2.
 * - A product with an entry of the matrix (tf_scale) rounds two products and their sum: 3 u^2, 4
 *   with the error of the entry. Each of the two sums (tf_add) adds 3 u^2 of the terms, and these
 *   are at most INVERSE_SPREAD of the determinant, which is off by 10 INVERSE_SPREAD = 12.5 u^2.
 * - Its inverse: the product with the first quotient is off by 3 u^2, and the difference from 1 by
 *   2 u^2. That difference is at most 2 u, so that rounding it to a double, taking the divisor for
 *   a double and rounding the quotient are 2 u^2 each: 11 u^2, 23.5 with the determinant's.
 * - Their product (tf_mul) adds 8 u^2 (see LINE_FRAME_ROUNDING in line.h): 32.5 u^2. So an entry is
 *   off by less than 34 u^2, also with all terms of third order. */
int ci_quick_inverse(const double m[9], double inverse[9], double inverse_low[9]) {
  twofold adjugate[9], term[3], determinant, over;
  int i;
  if (!are_ordinary(m)) return 0;
  adjugate[0] = quick_minor(m[4], m[5], m[7], m[8]);
  adjugate[1] = quick_minor(m[7], m[8], m[1], m[2]);
  adjugate[2] = quick_minor(m[1], m[2], m[4], m[5]);
  adjugate[3] = quick_minor(m[5], m[3], m[8], m[6]);
  adjugate[4] = quick_minor(m[8], m[6], m[2], m[0]);
  adjugate[5] = quick_minor(m[2], m[0], m[5], m[3]);
  adjugate[6] = quick_minor(m[3], m[4], m[6], m[7]);
  adjugate[7] = quick_minor(m[6], m[7], m[0], m[1]);
  adjugate[8] = quick_minor(m[0], m[1], m[3], m[4]);
  for (i = 0; i < 3; i++) term[i] = tf_scale(adjugate[3 * i], m[i]);
  determinant = tf_add(tf_add(term[0], term[1]), term[2]);
  if (!(fabs(term[0].hi) + fabs(term[1].hi) + fabs(term[2].hi) <
        INVERSE_SPREAD * fabs(determinant.hi)))
    return 0;
  over = tf_div(tf(1), determinant);
  for (i = 0; i < 9; i++) {
    twofold entry = tf_mul(adjugate[i], over);
    inverse[i] = entry.hi;
    inverse_low[i] = entry.lo;
  }
  return 1;
}

/* r = a d - b c */
static void minor_of(exact_pool *pool, double a, double b, double c, double d, exact *r) {
  exact x;
  int mark = ci_exact_mark(pool);
  ci_exact_set(pool, r, a);
  ci_exact_mul_double(r, r, d);
  ci_exact_set(pool, &x, b);
  ci_exact_mul_double(&x, &x, c);
  ci_exact_sub(r, r, &x);
  ci_exact_keep(pool, mark, r, 1);
}

void ci_pose_adjugate(exact_pool *pool, const double m[9], exact adjugate[9], exact *determinant) {
  exact term;
  int i, j, mark;
  for (i = 0; i < 3; i++) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (j = 0; j < 3; j++) {
      int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      minor_of(pool, m[3 * j1 + i1], m[3 * j1 + i2], m[3 * j2 + i1], m[3 * j2 + i2],
               &adjugate[3 * i + j]);
    }
  }
  mark = ci_exact_mark(pool);
  ci_exact_mul_double(determinant, &adjugate[0], m[0]);
  for (j = 1; j < 3; j++) {
    ci_exact_mul_double(&term, &adjugate[3 * j], m[j]);
    ci_exact_add(determinant, determinant, &term);
    ci_exact_keep(pool, mark, determinant, 1);
  }
}

int ci_exact_inverse(const double m[9], double inverse[9], double inverse_low[9]) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact adjugate[9], determinant;
  int i;
  ci_pose_adjugate(pool, m, adjugate, &determinant);
  if (exact_sign(&determinant) == 0) return 0;
  for (i = 0; i < 9; i++) {
    twofold entry;
    entry.hi = ci_exact_ratio(&adjugate[i], &determinant, &entry.lo);
    if (fabs(entry.hi) <= DBL_MAX) entry = two_sum_ordered(entry.hi, entry.lo);
    inverse[i] = entry.hi;
    inverse_low[i] = entry.lo;
  }
  return 1;
}

int ci_pose_invert(const double m[9], double inverse[9], double inverse_low[9]) {
  return ci_quick_inverse(m, inverse, inverse_low) || ci_exact_inverse(m, inverse, inverse_low);
}

/* ---- Folding --------------------------------------------------------------------------------- */

/* Entries may underflow, but a row of zeros would lose an axis. */
static int keeps_axes(const double m[9]) {
  int i;
  for (i = 0; i < 9; i += 3)
    if (m[i] == 0 && m[i + 1] == 0 && m[i + 2] == 0) return 0;
  return 1;
}

static collide_error fold_parts(const collide_pose *pose, folded_pose *f) {
  const double *s = pose->scale;
  double rotation[9];
  int i, j;
  if (s[0] == 0 || s[1] == 0 || s[2] == 0) return COLLIDE_ERROR_POSE_ZERO_SCALE;
  if (!rotation_matrix(pose->rotation, rotation)) return COLLIDE_ERROR_POSE_ZERO_ROTATION;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) f->turned.linear[3 * i + j] = rotation[3 * i + j] * s[j];
  f->uniform = fabs(s[0]) == fabs(s[1]) && fabs(s[1]) == fabs(s[2]) ? fabs(s[0]) : 0;
  f->rotates = !is_identity(rotation);
  f->mirrors = s[0] < 0 || s[1] < 0 || s[2] < 0;
  return COLLIDE_OK;
}

collide_error ci_pose_linear(const collide_pose *pose, double linear[9]) {
  folded_pose f;
  collide_error error;
  if (pose->has_linear) {
    memcpy(linear, pose->linear, 9 * sizeof linear[0]);
  } else {
    error = fold_parts(pose, &f);
    if (error != COLLIDE_OK) return error;
    memcpy(linear, f.turned.linear, 9 * sizeof linear[0]);
  }
  return ci_are_within(COLLIDE_LARGEST, linear, 9) ? COLLIDE_OK : COLLIDE_ERROR_POSE_OVERFLOW;
}

collide_error ci_pose_fold_linear(const collide_pose *pose, folded_pose *f) {
  collide_error error;
  memset(f, 0, sizeof *f);
  if (pose->has_linear) {
    memcpy(f->turned.linear, pose->linear, sizeof f->turned.linear);
    f->rotates = f->mirrors = 1; /* unknown: a matrix is not decomposed */
  } else {
    error = fold_parts(pose, f);
    if (error != COLLIDE_OK) return error;
  }
  f->is_identity = is_identity(f->turned.linear);
  if (f->is_identity) {
    f->uniform = 1;
    f->rotates = f->mirrors = 0;
    memcpy(f->turned.inverse, f->turned.linear, sizeof f->turned.inverse);
    return COLLIDE_OK;
  }
  f->sum = sum_of(f->turned.linear);
  if (!(f->sum <= COLLIDE_LARGEST) && !ci_are_within(COLLIDE_LARGEST, f->turned.linear, 9))
    return COLLIDE_ERROR_POSE_OVERFLOW;
  if (ci_pose_invert(f->turned.linear, f->turned.inverse, f->turned.inverse_low)) return COLLIDE_OK;
  /* A scale and a rotation lose the inverse only by rounding. */
  return pose->has_linear ? COLLIDE_ERROR_POSE_SINGULAR : COLLIDE_ERROR_POSE_OVERFLOW;
}

void ci_pose_carry(const double linear[9], double p[3]) {
  double r[3];
  int i;
  for (i = 0; i < 3; i++) {
    const double *row = linear + 3 * i;
    r[i] = tf_add(tf_add(two_product(row[0], p[0]), two_product(row[1], p[1])),
                  two_product(row[2], p[2]))
               .hi;
  }
  memcpy(p, r, sizeof r);
}

collide_error ci_pose_keep(collide_shape *s, const folded_pose *pose) {
  const collide_turned *turned = &pose->turned;
  if (!ci_are_within(DBL_MAX, turned->inverse, 9) || !keeps_axes(turned->linear) ||
      !keeps_axes(turned->inverse))
    return COLLIDE_ERROR_POSE_OVERFLOW;
  s->frame = COLLIDE_LINEAR;
  s->of.turned = *turned;
  return COLLIDE_OK;
}

/* The bounds of a half-space may be infinite. */
static int has_bounds_in_range(const collide_shape *s) {
  double bounds[6];
  int i, is_plane = s->kind == COLLIDE_PLANE;
  collide_bounds(s, bounds, bounds + 3);
  for (i = 0; i < 6; i++)
    if (!(fabs(bounds[i]) <= COLLIDE_LARGEST || (is_plane && fabs(bounds[i]) > DBL_MAX))) return 0;
  return !is_plane || fabs(s->radius) <= COLLIDE_LARGEST;
}

static QUICK_NOINLINE int place_far(collide_shape *s, const double position[3]) {
  double before[3];
  if (!ci_are_within(COLLIDE_LARGEST, position, 3)) return 0;
  memcpy(before, s->origin, sizeof before);
  memcpy(s->origin, position, sizeof s->origin);
  if (has_bounds_in_range(s)) return 1;
  memcpy(s->origin, before, sizeof before);
  return 0;
}

/* Sets the position, or returns 0 if a coordinate then exceeds COLLIDE_LARGEST. */
static inline int place_solid(collide_shape *s, const double position[3]) {
  if (!(fabs(position[0]) + fabs(position[1]) + fabs(position[2]) <= RANGE_SHORT))
    return place_far(s, position);
  memcpy(s->origin, position, sizeof s->origin);
  return 1;
}

static collide_error fold_solid(collide_shape *s, const collide_source *source) {
  folded_pose f;
  double most;
  collide_error error = ci_pose_fold_linear(&source->pose, &f);
  if (error != COLLIDE_OK) return error;
  memset(s->origin, 0, sizeof s->origin);
  error = ci_kind_of(s)->fold(s, source->sizes, &f);
  if (error != COLLIDE_OK) return error;
  /* No coordinate relative to the position exceeds twice this. */
  most = s->frame == COLLIDE_LINEAR ? s->reach * f.sum : s->reach;
  if (s->kind == COLLIDE_PLANE) most += fabs(s->radius);
  if (!(s->reach <= COLLIDE_LARGEST && most <= 1e6 * COLLIDE_LARGEST)) /* no bounds overflow */
    return COLLIDE_ERROR_POSE_OVERFLOW;
  if (most > COLLIDE_LARGEST / 4 && !has_bounds_in_range(s)) return COLLIDE_ERROR_POSE_OVERFLOW;
  return place_solid(s, source->pose.position) ? COLLIDE_OK : COLLIDE_ERROR_POSE_OVERFLOW;
}

/* ---- Functions of the header ----------------------------------------------------------------- */

/* Copies the fields that a new pose does not change, and clears the others. */
static void begin_fold(collide_shape *fresh, const collide_shape *s) {
  size_t front = offsetof(collide_shape, of) + offsetof(collide_outline, corners);
  memset(fresh, 0, s->kind < COLLIDE_CIRCLE ? sizeof *fresh : front);
  fresh->kind = s->kind;
  fresh->hollow = s->hollow;
  if (shape_core(s) == COLLIDE_HULL) fresh->of.solid.hull = s->of.solid.hull;
  if (s->kind != COLLIDE_POLYGON) return;
  fresh->of.outline.hull = s->of.outline.hull;
  fresh->of.outline.given = s->of.outline.given;
}

collide_error ci_shape_fold(collide_shape *s, collide_source *source) {
  collide_shape fresh;
  collide_error error;
  begin_fold(&fresh, s);
  error = ci_kind_of(&fresh)->dimensions == 2 ? ci_outline_find_corners(&fresh, source)
                                              : fold_solid(&fresh, source);
  if (error == COLLIDE_OK) *s = fresh;
  return error;
}

collide_error collide_set_pose(collide_shape *shape, collide_source *source,
                               const collide_pose *pose) {
  collide_pose before = source->pose;
  collide_error error;
  source->pose = *pose;
  error = ci_shape_fold(shape, source);
  if (error != COLLIDE_OK) source->pose = before;
  return error;
}

static int only_moves_2d(const collide_pose *pose) {
  return !pose->has_linear && pose->scale[0] == 1 && pose->scale[1] == 1 && pose->angle == 0;
}

/* In three dimensions no other folded value depends on the position. */
collide_error collide_set_position(collide_shape *shape, collide_source *source,
                                   const double position[3]) {
  double before[2];
  collide_error error;
  if (shape->kind < COLLIDE_CIRCLE) {
    if (!place_solid(shape, position)) return COLLIDE_ERROR_POSE_OVERFLOW;
    if (source != NULL) memcpy(source->pose.position, position, sizeof source->pose.position);
    return COLLIDE_OK;
  }
  memcpy(before, source->pose.position, sizeof before);
  source->pose.position[0] = position[0];
  source->pose.position[1] = position[1];
  if ((shape->kind == COLLIDE_CIRCLE && ci_outline_move_circle(shape, position)) ||
      (shape->kind == COLLIDE_RECT && only_moves_2d(&source->pose) &&
       ci_outline_move_rect(shape, source->sizes, position)))
    return COLLIDE_OK;
  error = ci_shape_fold(shape, source);
  if (error != COLLIDE_OK) memcpy(source->pose.position, before, sizeof before);
  return error;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

size_t ci_copy_storage(const collide_shape *shape) {
  if (shape_core(shape) == COLLIDE_HULL) return hull_of(shape)->bytes;
  if (shape->kind == COLLIDE_POLYGON) return collide_polygon_storage(shape->of.outline.given);
  return 0;
}

collide_error ci_copy_shape(const collide_shape *shape, const collide_source *source, void *storage,
                            collide_shape *copy, collide_source *origin) {
  *copy = *shape;
  *origin = *source;
  if (shape->kind == COLLIDE_POLYGON) ci_polygon_move_storage(copy, origin, storage);
  if (shape_core(shape) == COLLIDE_HULL) {
    copy->of.solid.hull = ci_hull_copy(hull_of(shape), storage);
    origin->points = copy->of.solid.hull->points;
  }
  return COLLIDE_OK;
}
