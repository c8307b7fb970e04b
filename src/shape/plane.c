/* SPDX-License-Identifier: MIT
 *
 * Half-spaces, and half-planes in two dimensions: normal . p <= distance.
 */
#include <string.h>

#include "kind.h"
#include "hull.h"
#include "direct.h"
#include "../number/vector.h"

/* ---- Making and folding ---------------------------------------------------------- */

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

/* height / |a| and the unit normal, in a way that neither over- nor underflows. */
static collide_error set_unit(collide_shape *s) {
  int i, k = 0;
  if (!ci_vector_unit(s->a, s->b)) return COLLIDE_ERROR_POSE_OVERFLOW;
  for (i = 1; i < 3; i++)
    if (fabs(s->a[i]) > fabs(s->a[k])) k = i;
  s->radius = s->height / s->a[k] * s->b[k];
  if (!(fabs(s->radius) <= DBL_MAX)) return COLLIDE_ERROR_POSE_OVERFLOW;
  s->reach = fabs(s->height);
  return COLLIDE_OK;
}

/* A half-space's normal goes by the inverse transpose. */
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

/* A normal goes by the inverse transpose; then normal . (p - position) <= distance. */
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
  if (!(fabs(s->height) <= DBL_MAX)) return COLLIDE_ERROR_POSE_OVERFLOW;
  error = set_unit(s);
  set_bounds(s);
  return error;
}

/* ---- Extent ------------------------------------------------------------------------ */

/* A half-space is bounded along its normal alone. Sums of doubles beyond 1e300 overflow and may be
 * nan: then nothing is known of that end. */
static void plane_extent(const collide_shape *s, const double axis[3], double *lowest,
                         double *highest) {
  const double *n = s->a;
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  twofold offset = tf(0);
  double most = 0, factor, end;
  int i, k = 0;
  *lowest = -HUGE_VAL;
  *highest = HUGE_VAL;
  for (i = 0; i < 3; i++) {
    if (fabs(n[i]) > most) {
      most = fabs(n[i]);
      k = i;
    }
    offset = tf_add(offset, two_product(axis[i], s->position[i]));
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
  factor = axis[k] / n[k];
  end = tf_add(offset, two_product(factor, s->height)).hi;
  if (factor > 0 && end == end) *highest = end;
  if (factor < 0 && end == end) *lowest = end;
}

static void plane_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  s->radius = ldexp(s->radius, exponent);
  s->height = ldexp(s->height, exponent);
}

/* ---- The short way --------------------------------------------------------------- */

/* n . d and h - n . f, and sums of the absolute values of their terms. d_i of a segment and f_i are
 * off by u of themselves, products by u, sums by 2 u, and h - n . f by a difference's u more: both
 * are off by at most 5 u of these sums. 1e-300 in each sum covers underflow, and is nothing beside
 * sums above 1e-280. Then h - n . (f + t d) is off by 5 u of the sum at t, u of the product and u
 * of the difference: by 7 u of it. */
#ifndef QUICK_SIGN
#define QUICK_SIGN 7.0
#endif
#define LEAST 1e-300

typedef struct signs {
  double rate, over, rates, overs;
} signs;

static QUICK_INLINE signs view(const collide_shape *s, const double f[3], const double d[3]) {
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

/* Whether the plane is crossed so that t and the point keep their digits. */
static QUICK_INLINE int keeps_digits(const collide_shape *s, const signs *c, double f_most,
                                     double d_most) {
  double norm = fabs(s->a[0]) + fabs(s->a[1]) + fabs(s->a[2]);
  return 1024 * fabs(c->rate) > norm * d_most && 1024 * fabs(c->over) > c->overs && norm > 1e-40 &&
         norm < 1e40 && f_most > 1e-30 && f_most < 1e30 && d_most > 1e-20 && d_most < 1e20 &&
         s->reach < 1e30;
}

/* Where the line enters, at t; 0 when that lies so near to the plane's position, beside the start,
 * that it may have lost its digits. There is no part of the plane that is nearest: so the start may
 * be far. */
static QUICK_INLINE int find_point(const collide_shape *s, const double f[3], const double d[3],
                                   double f_most, double t, double point[3]) {
  point[0] = f[0] + t * d[0];
  point[1] = f[1] + t * d[1];
  point[2] = f[2] + t * d[2];
  vector_onto_plane(point, s->b, s->radius);
  return quick_largest(point) * 1024 >= f_most;
}

/* A line's point n . (f + t d) = h. Both are off by 5 u of their sums, overs and rates. Where |n .
 * d| is at least N D / 1024 and so rates / 1024, with N the sum of |n_i|, the quotient is off
 * by 1.001 (5 u overs + 5 u |t| rates) / |n . d|, and its rounding is u |t| <= u |t| rates / |n .
 * d|: that is 3.1 e of the sums, for e = 2 u. */
#ifndef QUICK_PLANE
#define QUICK_PLANE 3.5
#endif

static int quick_plane(quick *q) {
  const collide_shape *s = q->shape;
  signs c;
  double t;
  quick_aim(q);
  q->anchor = NULL;
  q->eps = 2 * QUICK_UNIT;
  (void)quick_see(q, NULL, 0);
  q->f_most = quick_largest(q->f);
  c = view(s, q->f, q->d);
  if (!keeps_digits(s, &c, q->f_most, quick_largest(q->d))) return QUICK_UNSURE;
  t = c.over / c.rate;
  q->t[0] = -HUGE_VAL;
  q->t[1] = HUGE_VAL;
  q->t[c.rate > 0] = t;
  q->error = QUICK_PLANE * q->eps * (c.overs + fabs(t) * c.rates) / fabs(c.rate);
  memset(q->point, 0, sizeof q->point);
  memset(q->normal, 0, sizeof q->normal);
  if (c.rate > 0) return QUICK_HIT;
  memcpy(q->normal, s->b, sizeof q->normal);
  return find_point(s, q->f, q->d, q->f_most, t, q->point) ? QUICK_HIT : QUICK_UNSURE;
}

/* ---- The direct path ---------------------------------------------------------------- */

/* 1, -1 or 0, when it is not certain or not finite, for a point in the half-space, outside of it
 * and neither. */
static QUICK_INLINE int side_of(double over, double overs) {
  double margin = QUICK_SIGN * QUICK_UNIT * overs;
  return (over > margin) - (over < -margin);
}

/* Whether the line meets the half-space within its range; of a hit, whether its start is inside. */
static QUICK_INLINE int decide(const collide_shape *s, const signs *c, double max, int flags,
                               int *inside) {
  int start, end;
  *inside = 0;
  if (flags & SHOOT_LINE) return side_of(c->rate, c->rates) != 0 ? QUICK_HIT : QUICK_UNSURE;
  start = side_of(c->over, c->overs);
  if (start > 0) {
    /* Casts of direct.h do not know yet whether d is finite, and not zero. */
    if (!(c->rates > 2 * LEAST && c->rates <= DBL_MAX)) return QUICK_UNSURE;
    *inside = 1;
    if (flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
    return s->hollow ? QUICK_UNSURE : QUICK_HIT;
  }
  if (start == 0) return QUICK_UNSURE;
  end = side_of(c->rate, c->rates);
  if (end > 0) return QUICK_MISS;
  if (end == 0) return QUICK_UNSURE;
  if (max > DBL_MAX) return QUICK_HIT;
  end = side_of(c->over - max * c->rate, c->overs + max * c->rates);
  if (end == 0) return QUICK_UNSURE;
  return end > 0 ? QUICK_HIT : QUICK_MISS;
}

/* The hit that is decided. */
static QUICK_INLINE int measure(const collide_shape *s, const signs *c, const double f[3],
                                const double from[3], const double d[3], double max, int flags,
                                int inside, collide_hit *hit) {
  double t, point[3], f_most = quick_largest(f);
  if (!keeps_digits(s, c, f_most, quick_largest(d))) return QUICK_UNSURE;
  t = c->over / c->rate;
  if (inside) {
    if (flags & SHOOT_TIME)
      hit->t = 0;
    else
      shoot_write_inside(from, c->rate > 0 ? t : HUGE_VAL, hit);
    return QUICK_HIT;
  }
  /* A line out of the half-space comes from infinitely far. */
  if (c->rate > 0 || !find_point(s, f, d, f_most, t, point)) return QUICK_UNSURE;
  if (t > max) t = max; /* that it is not beyond is decided */
  if (flags & SHOOT_TIME) {
    hit->t = t + 0.0;
    return QUICK_HIT;
  }
  shoot_write_point(s, COLLIDE_MOVED, point, s->b, hit);
  shoot_write_plain(hit, t, HUGE_VAL, 0);
  hit->face = COLLIDE_FACE_NONE;
  return QUICK_HIT;
}

static QUICK_INLINE int shoot_in(const collide_shape *s, const double from[3], const double d[3],
                                 double max, int flags, quick_wanted wanted, collide_hit *hit) {
  signs c;
  double f[3];
  int found, inside;
  if (s->frame != COLLIDE_MOVED) return QUICK_UNSURE;
  f[0] = from[0] - s->position[0];
  f[1] = from[1] - s->position[1];
  f[2] = from[2] - s->position[2];
  c = view(s, f, d);
  found = decide(s, &c, max, flags, &inside);
  if (found != QUICK_HIT || wanted == QUICK_DECIDE) return found;
  return measure(s, &c, f, from, d, max, flags, inside, hit);
}

static SHOOT_INLINE int decide_plane_cast(const collide_shape *s, const double from[3],
                                          const double d[3], double max, int flags) {
  return shoot_in(s, from, d, max, flags, QUICK_DECIDE, NULL);
}

static SHOOT_INLINE int measure_plane_cast(const collide_shape *s, const double from[3],
                                           const double d[3], double max, int flags,
                                           collide_hit *hit) {
  return shoot_in(s, from, d, max, flags, shoot_wanted(flags), hit);
}

static int shoot_plane(const collide_shape *s, const double from[3], const double d[3], double max,
                       int flags, collide_hit *hit, shoot_otherwise otherwise) {
  int found = hit == NULL ? decide_plane_cast(s, from, d, max, flags)
                          : measure_plane_cast(s, from, d, max, flags, hit);
  return found != QUICK_UNSURE ? found : otherwise(s, from, d, max, flags, hit);
}

DIRECT_MEASURED_3(plane, DIRECT_ASKED_LATER, DIRECT_FINITE_3, 1, measure_plane_cast)
DIRECT_DECIDED_3(plane, DIRECT_ASKED_LATER, DIRECT_FINITE_3, decide_plane_cast)
DIRECT_MEASURED_2(plane_2d, DIRECT_ASKED_LATER, DIRECT_FINITE_2, measure_plane_cast)
DIRECT_DECIDED_2(plane_2d, DIRECT_ASKED_LATER, DIRECT_FINITE_2, decide_plane_cast)

const shape_kind ci_plane = {
    "plane",             /* name */
    3,                   /* dimensions */
    0,                   /* spread */
    plane_fold,          /* fold */
    NULL,                /* fold_2d */
    NULL,                /* outline */
    NULL,                /* extent */
    plane_extent,        /* unbounded_extent */
    quick_plane,         /* look: the short way */
    shoot_plane,         /* shoot: its direct path */
    DIRECT_ROW_3(plane), /* casts by value */
    &ci_plane_exact,     /* exact: the exact way */
    plane_rescale,       /* rescale */
    ci_plane_leaves,     /* leaves */
    NULL,                /* start_coordinates */
    0                    /* points */
};

const shape_kind ci_plane_2d = {
    "plane",                /* name */
    2,                      /* dimensions */
    0,                      /* spread */
    NULL,                   /* fold */
    plane_fold_2d,          /* fold_2d */
    NULL,                   /* outline */
    NULL,                   /* extent */
    plane_extent,           /* unbounded_extent */
    quick_plane,            /* look: the short way */
    shoot_plane,            /* shoot: its direct path */
    DIRECT_ROW_2(plane_2d), /* casts by value */
    &ci_plane_exact,        /* exact: the exact way */
    plane_rescale,          /* rescale */
    ci_plane_leaves,        /* leaves */
    NULL,                   /* start_coordinates */
    0                       /* points */
};
