/* SPDX-License-Identifier: MIT
 *
 * Capsules: the points within a radius of a segment. A capsule in two dimensions is the cut of
 * one in three by the plane z = 0, which contains the axis.
 */
#include <string.h>

#include "capsule_quick.h"
#include "hull.h"
#include "quick_bounds.h"
#include "../number/scalar.h"

/* ---- Making, folding, extent --------------------------------------------------- */

collide_error collide_make_capsule(collide_shape *shape, collide_source *source, const double a[3],
                                   const double b[3], double radius) {
  double sizes[7];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  sizes[6] = radius;
  if (!(radius >= 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CAPSULE, sizes, 7);
}

collide_error collide_make_capsule_2d(collide_shape *shape, collide_source *source,
                                      const double a[2], const double b[2], double radius) {
  double sizes[5];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  sizes[4] = radius;
  if (!(radius >= 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CAPSULE_2D, sizes, 5);
}

static collide_error capsule_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  memcpy(s->a, sizes, sizeof s->a);
  memcpy(s->b, sizes + 3, sizeof s->b);
  s->radius = sizes[6];
  if (pose->uniform > 0 && !pose->is_identity) {
    ci_pose_carry(pose->turned.linear, s->a);
    ci_pose_carry(pose->turned.linear, s->b);
    s->radius *= pose->uniform;
  }
  s->reach = ci_largest(s->b, 3, ci_largest(s->a, 3, s->radius));
  return pose->uniform > 0 ? COLLIDE_OK : ci_pose_keep(s, pose);
}

static void capsule_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  const double *points[3];
  points[0] = s->a;
  points[1] = s->b;
  points[2] = NULL;
  ci_extent_of_points(points, 2, s->radius, g, extent);
}

static const outline_kind capsule_outline = {2, 4, ci_outline_sizes, 0, 0};

/* ---- Quick casts --------------------------------------------------------------- */

/* A line and the axis x = b - a of a capsule, relative to a. X is the largest component of x, which
 * is off by u X. */
typedef struct tube {
  double x[3], x_most, xx;
  double along, rate, slope; /* f . x, d . x and f . d */
  double n[3], w[3];         /* d x x and f x d */
  double nn, gap;            /* |n|^2, and r^2 |n|^2 - (x . w)^2, */
  double margin;             /* which is off by at most that */
  double ball[2];            /* r^2 |d|^2 less the square of the moment about a, and about b, */
  double ball_margin;        /* which are off by at most that */
  double m[2], m_error;      /* t |n|^2 where the line crosses the side */
} tube;

/* With n = d x x: r^2 |n|^2 >= (x . (f x d))^2 when the line meets the cylinder about the
 * axis. n_i, at most 2 D X, is off by 5 e D X, so |n|^2 by 80 e D^2 X^2; x . (f x d), at most
 * 6 F D X, by 30 e F D X, and its square by 380 e F^2 D^2 X^2. */
#ifndef QUICK_TUBE
#define QUICK_TUBE 384.0
#endif
/* |d x x|^2, (f x x) . (d x x) and |f x x|^2 - r^2 |x|^2: 80 e as above, and 11 e r^2 X^2. */
#define TUBE_TERMS 92.0
/* The height of an end along the axis, times |n|^2: |n|^2 (f . x) + m (d . x) for t = m / |n|^2. f
 * . x is off by three products of 2 e each and roundings of 3 u (3), likewise d . x, x . x by 7.5 e
 * X^2, and the products, their sum and the comparison by 1.5 e each: below 16 e X (F |n|^2 + |m| D
 * + X |n|^2), and |d . x| times the error of m. This factor scales the margin, and only decides
 * which lines are left to the exact cast. A crossing in the wrong zone lies so near to the seam
 * that tube and ball differ by the square of that distance. This is negligible beside its error. */
#ifndef QUICK_GATE_ALONG
#define QUICK_GATE_ALONG 1.0
#endif

static QUICK_INLINE int meet_tube(const quick *q, tube *v) {
  double f = q->f_most, d = q->d_most, xm = v->x_most, r = q->shape->radius, det;
  vector_cross(q->d, v->x, v->n);
  vector_cross(q->f, q->d, v->w);
  det = vector_dot(v->x, v->w);
  v->nn = vector_dot(v->n, v->n);
  v->gap = r * r * v->nn - det * det;
  v->margin = QUICK_TUBE * q->eps * (f * f + r * r) * (d * d) * (xm * xm);
  return v->gap < -v->margin ? QUICK_MISS : QUICK_HIT;
}

/* At an angle of less than about 1 / 16 to the axis, n loses digits of d to rounding. Then t = (-b
 * -+ root) / |n|^2 keeps its digits only if all of these come from the same n. The gap does not, so
 * the root is computed from r^2 |x|^2 |n|^2 - |m x n|^2 with m = f x x, which is |x|^2 times the
 * gap.
 *
 * m_i, at most 2 F X, is off by 6 e F X, so a product m_i n_j by 24 e F D X^2, the difference of
 * two, at most 8 F D X^2, by 52 e, and the sum of three squares by 2600 e F^2 D^2 X^4. r^2 |x|^2
 * |n|^2 is off by 384 e r^2 D^2 X^4. All of it is below 8 X^2 times the gap's margin. */
#define TUBE_AXIAL 0.00390625 /* 2^-8 */

/* Returns |x|^2 times the gap, and its relative error in *share; 0 if that is too large. */
static QUICK_INLINE double square_of_root(const quick *q, const tube *v, const double m[3],
                                          double *share) {
  double c[3], square, margin, r = q->shape->radius;
  *share = v->margin / v->gap;
  int is_flat = q->shape->kind == COLLIDE_CAPSULE_2D && q->base == 0; /* m x n is 0 */
  if (is_flat || v->nn > TUBE_AXIAL * (q->dd * v->xx)) return v->xx * v->gap;
  vector_cross(m, v->n, c);
  square = v->xx * (r * r * v->nn) - vector_dot(c, c);
  margin = 8 * (v->x_most * v->x_most) * v->margin;
  *share = margin / square;
  return square > 4 * margin ? square : 0;
}

/* The ends are (-b -+ root) / a, with the errors of quick_roots, but all divisors are known before
 * the root. */
static QUICK_INLINE int cut_tube(quick *q, tube *v) {
  double m[3], b, square, root, most, f = q->f_most, d = q->d_most, xm = v->x_most;
  double r = q->shape->radius, root_share;
  double off = TUBE_TERMS * q->eps * xm * xm, a_share = off * d * d / v->nn;
  if (quick_measures(q) && f > QUICK_SLENDER * r) return QUICK_UNSURE;
  if (!(v->gap > QUICK_NO_GRAZE * (r * r * v->nn) && v->gap > 4 * v->margin)) return QUICK_UNSURE;
  if (!(a_share <= 0.25)) return QUICK_UNSURE;
  /* The equal (f . d) (x . x) - (f . x) (d . x) would lose digits near the axis' direction. */
  vector_cross(q->f, v->x, m);
  b = vector_dot(m, v->n);
  square = square_of_root(q, v, m, &root_share);
  if (!(square > 0)) return QUICK_UNSURE;
  root = sqrt(square);
  v->m[0] = -b - root;
  v->m[1] = root - b;
  most = fabs(b) + root;
  v->m_error = QUICK_ROOT *
               (off * f * d + root * (root_share + 8 * q->eps) + most * (a_share + 4 * QUICK_UNIT));
  return QUICK_HIT;
}

/* The zone along the axis where the line crosses the side: -1 before a, 0 between, 1 behind b, 2 if
 * it is uncertain. */
static QUICK_INLINE int zone_of(const quick *q, const tube *v, int end) {
  double m = v->m[end], y = v->along * v->nn + m * v->rate, top = v->xx * v->nn, xm = v->x_most;
  double margin =
      QUICK_GATE_ALONG * (16 * q->eps * xm * ((q->f_most + xm) * v->nn + fabs(m) * q->d_most) +
                          1.1 * fabs(v->rate) * v->m_error);
  if (!(fabs(y) > margin && fabs(y - top) > margin)) return 2;
  return (y > top) - (y < 0);
}

/* The moment about b is w + n. It is off by 7 e D (F + X), its square by 29 e D^2 (F + X)^2 and a
 * rounding: as QUICK_BALL, but 3 (29 e + 4 u) + 2 u (12) + 16 e. */
#ifndef QUICK_END
#define QUICK_END 144.0
#endif

static QUICK_INLINE void see_balls(const quick *q, tube *v) {
  double f = q->f_most + v->x_most, r = q->shape->radius, moment[3];
  moment[0] = v->w[0] + v->n[0];
  moment[1] = v->w[1] + v->n[1];
  moment[2] = v->w[2] + v->n[2];
  v->xx = vector_dot(v->x, v->x);
  v->along = vector_dot(q->f, v->x);
  v->rate = vector_dot(q->d, v->x);
  v->slope = vector_dot(q->f, q->d);
  v->ball[0] = r * r * q->dd - vector_dot(v->w, v->w);
  v->ball[1] = r * r * q->dd - vector_dot(moment, moment);
  v->ball_margin = QUICK_END * q->eps * (f * f + r * r) * (q->d_most * q->d_most);
}

/* As QUICK_BALL_T, with QUICK_END in the place of QUICK_BALL: the root is off by 64 (144) e (64 F +
 * r) D, (f - x) . d by 20 e (F + X) D. */
#ifndef QUICK_END_T
#define QUICK_END_T 12288.0
#endif

/* A line that crosses the side before a meets the capsule only through the ball about a, and
 * likewise behind b. */
static QUICK_INLINE int ball_end(quick *q, const tube *v, int zone, int end, double *off) {
  int at_b = zone > 0; /* unpredictable, so no branch depends on it */
  double f = q->f_most + v->x_most, r = q->shape->radius, gap = v->ball[at_b], root;
  if (gap < -v->ball_margin) return QUICK_MISS;
  if (!(gap > QUICK_NO_GRAZE * (r * r * q->dd) && 4 * v->ball_margin < gap && f <= 64 * r))
    return QUICK_UNSURE;
  root = sqrt(gap);
  q->t[end] = ((2 * end - 1) * root - (v->slope - at_b * v->rate)) / q->dd;
  *off = QUICK_END_T * q->eps * q->d_most * (64 * f + r) / q->dd;
  return QUICK_HIT;
}

/* Beyond an end the nearest point of the axis is the end. */
static QUICK_INLINE void measure(quick *q, const tube *v, int zone) {
  double r = q->shape->radius, k = zone > 0, p[3];
  if (zone == 0) {
    k = (v->along + q->t[0] * v->rate) / v->xx;
    k = k > 0 ? k : 0;
    k = k < 1 ? k : 1;
  }
  quick_point_at(q, q->t[0], p);
  p[0] -= k * v->x[0];
  p[1] -= k * v->x[1];
  p[2] -= k * v->x[2];
  quick_unit(p, r, q->normal);
  q->point[0] = k * v->x[0] + r * q->normal[0];
  q->point[1] = k * v->x[1] + r * q->normal[1];
  q->point[2] = k * v->x[2] + r * q->normal[2];
}

static QUICK_INLINE void see_axis(const collide_shape *s, tube *v) {
  v->x[0] = s->b[0] - s->a[0];
  v->x[1] = s->b[1] - s->a[1];
  v->x[2] = s->b[2] - s->a[2];
  v->x_most = quick_largest(v->x);
}

static QUICK_INLINE int cut_end(quick *q, const tube *v, int zone, int end, double *off) {
  if (zone != 0) return ball_end(q, v, zone, end, off);
  q->t[end] = v->m[end] / v->nn;
  *off = v->m_error / v->nn;
  return QUICK_HIT;
}

/* Finds where a line that meets the tube is in the capsule. *zone is the zone of its entry. */
static QUICK_INLINE int clip(quick *q, tube *v, int *zone) {
  double enter_off, leave_off;
  int leave, found = cut_tube(q, v);
  if (found != QUICK_HIT) return found;
  *zone = zone_of(q, v, 0);
  leave = zone_of(q, v, 1);
  if (*zone == 2 || leave == 2) return QUICK_UNSURE;
  found = cut_end(q, v, *zone, 0, &enter_off);
  if (found == QUICK_HIT) found = cut_end(q, v, leave, 1, &leave_off);
  if (found != QUICK_HIT) return found;
  q->error = greater(enter_off, leave_off);
  return QUICK_HIT;
}

/* A line at an angle of less than about 2^-10 to the axis is not cut with the tube. It enters and
 * leaves through the balls, or misses, or is left to the exact cast. */
#define NOT_PARALLEL 9.5367431640625e-7 /* 2^-20 */

static QUICK_INLINE int is_parallel(const quick *q, const tube *v) {
  return !(v->nn > NOT_PARALLEL * q->dd * v->xx);
}

/* The moment about the point a + k x of the axis is w + k n. So the line misses the whole capsule
 * if |w| > r |d| + |n|. The square of that sum is at most (1 + 1 / 1024) r^2 |d|^2 + (1 + 1024)
 * |n|^2, which needs no root. |w|^2 is off by 88 e F^2 D^2, as in QUICK_BALL, r^2 |d|^2 by 16 e r^2
 * D^2; |n|, at most 0.003 D X, by 9 e D X, and 1025 |n|^2 by 60 e D^2 X^2: in all by less than the
 * margin of an end. */
static QUICK_INLINE int passes_axis(const quick *q, const tube *v) {
  double r = q->shape->radius;
  double limit = 1.0009765625 * (r * r * q->dd) + 1025 * v->nn;
  return vector_dot(v->w, v->w) - limit > v->ball_margin;
}

/* Finds where a line nearly parallel to the axis is in the capsule. A line that does not graze a
 * ball enters it at least r / 16 before the point nearest to the ball's centre. That point lies
 * within r / 1024 of the plane through the axis' end. So the line enters beyond that plane, where
 * the ball is the capsule's surface. */
static QUICK_INLINE int cross_balls(quick *q, const tube *v, int *zone) {
  double enter_off, leave_off;
  *zone = v->rate > 0 ? -1 : 1;
  if (passes_axis(q, v)) return QUICK_MISS;
  if (quick_measures(q) && q->f_most > QUICK_SLENDER * q->shape->radius) return QUICK_UNSURE;
  if (ball_end(q, v, *zone, 0, &enter_off) != QUICK_HIT) return QUICK_UNSURE;
  if (ball_end(q, v, -*zone, 1, &leave_off) != QUICK_HIT) return QUICK_UNSURE;
  q->error = greater(enter_off, leave_off);
  return QUICK_HIT;
}

static QUICK_INLINE int quick_in(collide_frame_kind frame, const collide_shape *s,
                                 const quick_cast *c, collide_hit *hit) {
  double r = s->radius, size, ball;
  quick q;
  tube v;
  int zone, found;
  see_axis(s, &v);
  /* The capsule lies within |x| + r of a, and |x| <= sqrt(3) X. */
  size = v.x_most + r;
  ball = v.x_most > 0 ? 1.7320508075688774 * v.x_most + r : 0;
  if (!quick_see(&q, frame, s, c, hit, s->a, size, ball)) return QUICK_UNSURE;
  if (v.x_most == 0) return quick_ball_cast(frame, &q, hit); /* it has no axis */
  found = quick_approach(&q, frame, size, ball, r);
  if (found == QUICK_HIT) found = meet_tube(&q, &v);
  if (found != QUICK_HIT) return found;
  see_balls(&q, &v);
  found = is_parallel(&q, &v) ? cross_balls(&q, &v, &zone) : clip(&q, &v, &zone);
  if (found == QUICK_HIT) found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  measure(&q, &v, zone);
  return quick_write(&q, frame, hit);
}

int ci_quick_tube(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return quick_in(s->frame, s, &c, hit);
}

const shape_kind ci_capsule = {
    "capsule",          /* name */
    3,                  /* dimensions */
    2.7320508075688776, /* spread */
    capsule_fold,       /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    capsule_extent,     /* extent */
    NULL,               /* unbounded_extent */
    ci_quick_capsule,   /* quick */
    &ci_capsule_exact,  /* exact */
    0                   /* points */
};
const shape_kind ci_capsule_2d = {
    "capsule",           /* name */
    2,                   /* dimensions */
    0,                   /* spread */
    NULL,                /* fold */
    ci_outline_fold,     /* fold_2d */
    &capsule_outline,    /* outline */
    ci_outline_extent,   /* extent */
    NULL,                /* unbounded_extent */
    ci_quick_capsule_2d, /* quick */
    &ci_capsule_exact,   /* exact */
    0                    /* points */
};
