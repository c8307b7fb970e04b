/* SPDX-License-Identifier: MIT
 *
 * Half-spaces, and half-planes in two dimensions: normal . p <= distance.
 */
#include "kind.h"

#include <string.h>

#include "outline.h"
#include "../number/vector.h"

/* ---- Making and folding ---------------------------------------------------------------------- */

collide_error collide_make_plane(collide_shape *shape, collide_source *source,
                                 const double normal[3], double distance) {
  double sizes[4];
  memcpy(sizes, normal, 3 * sizeof normal[0]);
  sizes[3] = distance;
  if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_PLANE, sizes, 4);
}

collide_error collide_make_plane_2d(collide_shape *shape, collide_source *source,
                                    const double normal[2], double distance) {
  double sizes[3];
  memcpy(sizes, normal, 2 * sizeof normal[0]);
  sizes[2] = distance;
  if (normal[0] == 0 && normal[1] == 0) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_PLANE_2D, sizes, 3);
}

/* Sets height / |a| and the unit normal without over- or underflow. */
static collide_error set_unit(collide_shape *s) {
  int i, k = 0;
  if (!ci_vector_unit(s->a, s->b)) return COLLIDE_ERROR_POSE_OVERFLOW;
  for (i = 1; i < 3; i++)
    if (fabs(s->a[i]) > fabs(s->a[k])) k = i;
  s->radius = s->height / s->a[k] * s->b[k];
  if (!(fabs(s->radius) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POSE_OVERFLOW;
  s->reach = fabs(s->height);
  return COLLIDE_OK;
}

/* A half-space's normal is transformed by the inverse transpose. */
static collide_error plane_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  double transposed[9];
  int i;
  memcpy(s->a, sizes, sizeof s->a);
  s->height = sizes[3];
  if (!pose->is_identity) {
    for (i = 0; i < 9; i++) transposed[i] = pose->turned.inverse[3 * (i % 3) + i / 3];
    ci_pose_carry(transposed, s->a);
  }
  return set_unit(s);
}

/* Transforms the normal by the inverse transpose; then normal . (p - origin) <= distance. */
static void put_plane(collide_shape *s, const double sizes[3], const turned_pose *f) {
  twofold moved;
  if (f->moves_only) {
    s->a[0] = sizes[0];
    s->a[1] = sizes[1];
  } else if (f->has_linear) {
    const double *m = f->inverse;
    s->a[0] = turned_sum(m[0], tf(sizes[0]), m[3], tf(sizes[1]), 0);
    s->a[1] = turned_sum(m[1], tf(sizes[0]), m[4], tf(sizes[1]), 0);
  } else {
    twofold x = tf_div(tf(sizes[0]), tf(f->scale[0]));
    twofold y = tf_div(tf(sizes[1]), tf(f->scale[1]));
    s->a[0] = turned_sum(f->cosine, x, -f->sine, y, 0);
    s->a[1] = turned_sum(f->sine, x, f->cosine, y, 0);
  }
  moved = tf_add(two_product(s->a[0], f->position[0]), two_product(s->a[1], f->position[1]));
  s->height = tf_add(moved, tf(sizes[2])).hi + 0.0;
  if (f->position[0] == 0 && f->position[1] == 0) s->height = sizes[2];
}

/* A half-plane across an axis ends there; otherwise it has no bounds. */
static void set_bounds(collide_shape *s) {
  int axis;
  s->of.outline.count = 0;
  s->of.outline.magnitude = fabs(s->height);
  s->of.outline.inner = -1;
  for (axis = 0; axis < 2; axis++) {
    double n = s->a[axis], end;
    twofold back;
    int rounded;
    s->of.outline.low[axis] = -HUGE_VAL;
    s->of.outline.high[axis] = HUGE_VAL;
    if (s->a[1 - axis] != 0) continue;
    end = s->height / n + 0.0;
    back = two_product(end, n);
    rounded = back.hi != s->height || back.lo != 0;
    if (n > 0) s->of.outline.high[axis] = rounded ? nextafter(end, HUGE_VAL) : end;
    if (n < 0) s->of.outline.low[axis] = rounded ? nextafter(end, -HUGE_VAL) : end;
  }
}

static collide_error plane_fold_2d(collide_shape *s, collide_source *source, const turned_pose *f) {
  collide_error error;
  put_plane(s, source->sizes, f);
  if (!(fabs(s->height) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POSE_OVERFLOW;
  error = set_unit(s);
  set_bounds(s);
  return error;
}

/* ---- Extent ---------------------------------------------------------------------------------- */

/* Rounds the end outward. */
static void put_end(twofold end, int is_lowest, double *lowest, double *highest) {
  if (end.hi != end.hi) return;
  if (is_lowest)
    *lowest = end.lo < 0 ? nextafter(end.hi, -HUGE_VAL) : end.hi;
  else
    *highest = end.lo > 0 ? nextafter(end.hi, HUGE_VAL) : end.hi;
}

/* A half-space is bounded along its normal alone. A product of an axis and a position may overflow,
 * and the sum be nan: then that end is unknown. */
static void plane_extent(const collide_shape *s, const double axis[3], double *lowest,
                         double *highest) {
  const double *n = s->a;
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  twofold offset = tf(0);
  double most = 0;
  int i, k = 0;
  *lowest = -HUGE_VAL;
  *highest = HUGE_VAL;
  for (i = 0; i < 3; i++) {
    if (fabs(n[i]) > most) {
      most = fabs(n[i]);
      k = i;
    }
    offset = tf_add(offset, two_product(axis[i], s->origin[i]));
  }
  for (i = 0; i < 3; i++) {
    exact left, right;
    ci_exact_set(pool, &left, axis[i]);
    ci_exact_mul_double(&left, &left, n[k]);
    ci_exact_set(pool, &right, axis[k]);
    ci_exact_mul_double(&right, &right, n[i]);
    ci_exact_sub(&left, &left, &right);
    ci_exact_release(pool, 0);
    if (exact_sign(&left) != 0) return;
  }
  if (axis[k] == 0) return;
  offset = tf_add(offset, tf_div(two_product(axis[k], s->height), tf(n[k])));
  put_end(offset, (axis[k] < 0) != (n[k] < 0), lowest, highest);
}

/* ---- Quick casts ----------------------------------------------------------------------------- */

/* n . d and h - n . f, and sums of the absolute values of their terms. d_i of a segment and f_i are
 * off by u of themselves, products by u, sums by 2 u, and h - n . f by a difference's u more: both
 * are off by at most 5 u of these sums. 1e-300 in each sum covers underflow, and is negligible
 * beside sums above 1e-280. Then h - n . (f + t d) is off by 5 u of the sum at t, u of the product
 * and u of the difference: by 7 u of it. */
#ifndef QUICK_SIGN
#define QUICK_SIGN 7.0
#endif
#define LEAST 1e-300

typedef struct signs {
  double rate, over, rates, overs;
} signs;

static QUICK_INLINE signs view_line(const collide_shape *s, const double f[3], const double d[3]) {
  const double *n = s->a;
  double x = n[0] * f[0], y = n[1] * f[1], z = n[2] * f[2];
  signs c;
  c.over = s->height - (x + y + z);
  c.overs = fabs(s->height) + fabs(x) + fabs(y) + fabs(z) + LEAST;
  x = n[0] * d[0];
  y = n[1] * d[1];
  z = n[2] * d[2];
  c.rate = x + y + z;
  c.rates = fabs(x) + fabs(y) + fabs(z) + LEAST;
  return c;
}

/* Returns 1 if t and the point of the crossing keep their digits. */
static QUICK_INLINE int keeps_digits(const collide_shape *s, const signs *c, double f_most,
                                     double d_most) {
  double norm = fabs(s->a[0]) + fabs(s->a[1]) + fabs(s->a[2]);
  return 1024 * fabs(c->rate) > norm * d_most && 1024 * fabs(c->over) > c->overs && norm > 1e-40 &&
         norm < 1e40 && f_most > 1e-30 && f_most < 1e30 && d_most > 1e-20 && d_most < 1e20 &&
         s->reach < 1e30;
}

/* Finds the point at t, where the line enters. Returns 0 if it is so near to the plane's position,
 * compared with the start, that it may have lost digits. No part of a plane is nearest, so the
 * start may be far. */
static QUICK_INLINE int find_point(const collide_shape *s, const double f[3], const double d[3],
                                   double f_most, double t, double point[3]) {
  point[0] = f[0] + t * d[0];
  point[1] = f[1] + t * d[1];
  point[2] = f[2] + t * d[2];
  vector_onto_plane(point, s->b, s->radius);
  return quick_largest(point) * 1024 >= f_most;
}

/* Returns 1 for a point certainly in the half-space, -1 for one certainly outside, else 0, also if
 * the numbers are not finite. */
static QUICK_INLINE int side_of(double over, double overs) {
  double margin = QUICK_SIGN * QUICK_UNIT * overs;
  return (over > margin) - (over < -margin);
}

/* Decides whether the line meets the half-space within its range, and on a hit sets *inside. */
static QUICK_INLINE int decide_plane(const collide_shape *s, const signs *v, const quick_cast *c,
                                     int *inside) {
  int start, end;
  *inside = 0;
  if (c->flags & QUICK_LINE) return side_of(v->rate, v->rates) != 0 ? QUICK_HIT : QUICK_UNSURE;
  start = side_of(v->over, v->overs);
  if (start > 0) {
    if (!(v->rates > 2 * LEAST)) return QUICK_UNSURE; /* no direction */
    *inside = 1;
    if (c->flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
    return s->hollow ? QUICK_UNSURE : QUICK_HIT;
  }
  if (start == 0) return QUICK_UNSURE;
  end = side_of(v->rate, v->rates);
  if (end > 0) return QUICK_MISS;
  if (end == 0) return QUICK_UNSURE;
  if (c->max > DBL_MAX) return QUICK_HIT;
  end = side_of(v->over - c->max * v->rate, v->overs + c->max * v->rates);
  if (end == 0) return QUICK_UNSURE;
  return end > 0 ? QUICK_HIT : QUICK_MISS;
}

/* Writes the hit at t. A line that leaves the half-space enters it infinitely far back. */
static QUICK_INLINE void write_hit(const collide_shape *s, const quick_cast *c, double t,
                                   const double point[3], int leaves, collide_hit *hit) {
  if (!leaves && t > c->max) t = c->max; /* it was decided that t is at most max */
  hit->t = leaves ? -HUGE_VAL : t + 0.0;
  quick_write_plain(hit, hit->t, leaves ? t : HUGE_VAL, 0);
  quick_write_point(s, COLLIDE_MOVED, point, s->b, hit);
}

static QUICK_NOINLINE int measure_plane(QUICK_PARAMETERS) {
  quick_cast cast = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  const quick_cast *c = &cast;
  signs v;
  double f[3], point[3] = {0, 0, 0}, t, f_most;
  int found, inside;
  (void)quick_see_start(s, c->from, NULL, 0, f);
  v = view_line(s, f, c->d);
  found = decide_plane(s, &v, c, &inside);
  if (found == QUICK_MISS) return found;
  f_most = quick_largest(f);
  if (!keeps_digits(s, &v, f_most, quick_largest(c->d))) return QUICK_UNSURE;
  t = v.over / v.rate;
  if (found == QUICK_HIT && inside) return quick_write_inside(s, c, v.rate > 0 ? t : HUGE_VAL, hit);
  if (v.rate < 0 && !find_point(s, f, c->d, f_most, t, point)) return QUICK_UNSURE;
  if (found == QUICK_UNSURE) return QUICK_MEETS;
  write_hit(s, c, t, point, v.rate > 0, hit);
  return QUICK_HIT;
}

static int quick_plane(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  double f[3];
  signs v;
  int inside;
  if (hit != NULL) return measure_plane(s, ax, ay, az, bx, by, bz, max, flags, hit);
  (void)quick_see_start(s, c.from, NULL, 0, f);
  v = view_line(s, f, c.d);
  return decide_plane(s, &v, &c, &inside);
}

/* ---- Exact casts -----------------------------------------------------------------------------
 *
 * A line and a half-space n . p <= distance; n has any length. */

static void find_normal(const line *l, line_precision precision, real n[3]) {
  int i;
  for (i = 0; i < 3; i++) n[i] = line_number(l, precision, l->shape->a[i]);
}

/* n . p - distance at t */
static REAL_INLINE real find_height(const line *l, line_precision precision, const double *t) {
  real n[3], p[3];
  find_normal(l, precision, n);
  line_at(l, precision, *t, p);
  return real_sub(real_dot(n, p), line_number(l, precision, l->shape->height));
}

/* n . d */
static REAL_INLINE real find_slope(const line *l, line_precision precision, const double *with) {
  real n[3], d[3];
  (void)with;
  find_normal(l, precision, n);
  line_direction(l, precision, d);
  return real_dot(n, d);
}

static int plane_locate(const line *l, double t) {
  return line_sign(l, find_height, &t);
}

static int slope_sign(const line *l) {
  return line_sign(l, find_slope, NULL);
}

static int plane_meets(line *l) {
  return slope_sign(l) != 0 || plane_locate(l, 0) <= 0;
}

static side plane_side(const line *l, double t) {
  int slope = slope_sign(l);
  if (slope == 0) return SIDE_EVERYWHERE;
  return slope < 0 ? side_make(-plane_locate(l, t), -1) : side_make(1, plane_locate(l, t));
}

/* Measures in plain doubles. Returns 0 if they do not suffice: the line is nearly parallel to the
 * plane, the start is nearly on it relative to the terms, or the point is much nearer than the
 * start. */
static int measure_near(const line *l, double *t, double p[3]) {
  const double *n = l->shape->a;
  double over = l->shape->height, rate = 0, terms = 0, far = 0, size = 0, parts = fabs(over);
  int i;
  for (i = 0; i < 3; i++) {
    over -= n[i] * l->f[i].hi;
    parts += fabs(n[i] * l->f[i].hi);
    rate += n[i] * l->d[i].hi;
    terms += fabs(n[i] * l->d[i].hi);
    if (l->f_size[i] > far) far = l->f_size[i];
  }
  *t = over / rate;
  for (i = 0; i < 3; i++) {
    p[i] = l->f[i].hi + *t * l->d[i].hi;
    if (fabs(p[i]) > size) size = fabs(p[i]);
  }
  return 1024 * fabs(rate) >= terms && 1024 * fabs(over) >= parts && 4 * size >= far;
}

static void measure_far(const line *l, double *t, double p[3]) {
  static const double start = 0;
  int i, mark = ci_exact_mark(l->pool);
  real height = find_height(l, LINE_EXACT, &start), slope = find_slope(l, LINE_EXACT, NULL);
  twofold root, q[3];
  ci_exact_negate(&height.whole);
  root.hi = ci_exact_ratio(&height.whole, &slope.whole, &root.lo);
  ci_exact_release(l->pool, mark);
  *t = root.hi;
  ci_line_point(l, root, q);
  for (i = 0; i < 3; i++) p[i] = q[i].hi;
}

static void plane_measure(const line *l, int end, measured *m) {
  int slope = slope_sign(l), own = slope > 0, i;
  double t, p[3];
  m->t[0] = -HUGE_VAL;
  m->t[1] = HUGE_VAL;
  for (i = 0; i < 3; i++) m->point[i] = m->normal[i] = 0;
  if (slope == 0) return;
  if (!measure_near(l, &t, p)) measure_far(l, &t, p);
  m->t[own] = t;
  if (end != own) return;
  vector_onto_plane(p, l->shape->b, l->shape->radius);
  for (i = 0; i < 3; i++) {
    m->point[i] = p[i];
    m->normal[i] = l->shape->a[i];
  }
}

static const exact_cast plane_exact = {plane_meets, plane_side, plane_locate, plane_measure};

/* ---- The rows -------------------------------------------------------------------------------- */

const shape_kind ci_plane = {
    "plane",      /* name */
    3,            /* dimensions */
    0,            /* spread */
    plane_fold,   /* fold */
    NULL,         /* fold_2d */
    NULL,         /* outline */
    NULL,         /* extent */
    plane_extent, /* unbounded_extent */
    quick_plane,  /* quick */
    &plane_exact, /* exact */
    0             /* points */
};

const shape_kind ci_plane_2d = {
    "plane",       /* name */
    2,             /* dimensions */
    0,             /* spread */
    NULL,          /* fold */
    plane_fold_2d, /* fold_2d */
    NULL,          /* outline */
    NULL,          /* extent */
    plane_extent,  /* unbounded_extent */
    quick_plane,   /* quick */
    &plane_exact,  /* exact */
    0              /* points */
};
