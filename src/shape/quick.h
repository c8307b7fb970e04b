/* SPDX-License-Identifier: MIT
 *
 * Quick casts: plain doubles, certain answers only. They answer most of a game's casts at a
 * fraction of the cost of the exact ones. Each kind has one quick function, in its file; it decides
 * and measures, and serves rays, segments and lines, with and without a hit. The kinds share this
 * header.
 *
 * Every comparison that an answer rests on is made with a margin, and every
 * margin is a proved bound, by forward error analysis in one style:
 *
 *   u = 2^-53 is the unit roundoff: a sum, product, quotient or root of doubles is
 *   off by at most u of itself. Terms of second order (u^2) are covered by rounding
 *   constants up. So is underflow: sizes are at least 1e-30 and |d| at least 1e-20,
 *   so no margin is below 1e-200, and an underflow is off by less than 1e-320
 *   a term.
 *   e = q->eps, at least 2 u, is how far rounding may have moved the line: each
 *   |f_i| <= F = q->f_most and is off by at most e F; each |d_i| <= D = q->d_most and
 *   is off by at most e D (proved in quick.c). It follows that
 *     a product f_i d_j           is off by at most (2 e + u) F D    <= 2.5 e F D
 *     a moment f_i d_j - f_j d_i  is off by at most (5 e + 2 u) F D  <= 6 e F D,
 *     its square, at most 4 F^2 D^2,                 by at most       25 e F^2 D^2
 *     f . d                       is off by at most (7.5 e + 6 u) F D <= 10.5 e F D
 *     d . d                       likewise                           <= 10.5 e D^2
 *
 * Each margin is a macro that a compiler's option can set, so that spec/quick can
 * narrow it and see that the comparison with the exact casts fails. */
#ifndef COLLIDE_QUICK_H
#define COLLIDE_QUICK_H

#include "../collide.h"
#include "../number/twofold.h"
#include "../number/vector.h"
#include "shape.h"

/* QUICK_INLINE: functions that are compiled into their callers, so that a compiler keeps a `quick`
 * in registers. Its address must not leave them. QUICK_LIKELY: casts of which this
 * holds go on without a jump. */
#if defined(__GNUC__)
#define QUICK_INLINE inline __attribute__((always_inline))
#define QUICK_NOINLINE __attribute__((noinline))
#define QUICK_LIKELY(condition) __builtin_expect(condition, 1)
#elif defined(_MSC_VER)
#define QUICK_INLINE __forceinline
#define QUICK_NOINLINE __declspec(noinline)
#define QUICK_LIKELY(condition) (condition)
#else
#define QUICK_INLINE inline
#define QUICK_NOINLINE
#define QUICK_LIKELY(condition) (condition)
#endif

/* Results of a quick function. QUICK_MEETS: the line meets the solid, but whether it does so within
 * its range is not certain. Quick functions write the hit only with QUICK_HIT. QUICK_TO_MEASURE is
 * for use inside of them: the hit is certain, and its point and normal are still to be computed. */
enum { QUICK_MISS, QUICK_HIT, QUICK_UNSURE, QUICK_MEETS, QUICK_TO_MEASURE };

/* Flags of a quick function beside COLLIDE_SKIP_INSIDE. QUICK_LINE: the line has no start and no
 * end. QUICK_SEGMENT: b is its end, and not a direction. QUICK_AGAIN: the first attempt was
 * unsure; the second costs more. Under a matrix it moves a near start nearer, too. */
enum { QUICK_LINE = 2, QUICK_SEGMENT = 8, QUICK_AGAIN = 16 };

/* The parameters of a quick function: a cast from a, along b, or to b. `max` is 1 for a segment and
 * infinite for a line; `hit` may be NULL. The numbers are passed by value, in registers: a cast at
 * a simple shape takes no longer than storing and loading them. */
#define QUICK_PARAMETERS                                                                    \
  const collide_shape *s, double ax, double ay, double az, double bx, double by, double bz, \
      double max, int flags, collide_hit *hit

typedef struct quick_cast {
  double from[3], toward[3], d[3]; /* a segment's d is toward - from, rounded */
  double max;
  int flags;
} quick_cast;

/* The direction is the same expression for every cast: a branch would cost more than a product. */
static QUICK_INLINE quick_cast quick_cast_of(double ax, double ay, double az, double bx, double by,
                                             double bz, double max, int flags) {
  double start = (flags & QUICK_SEGMENT) / QUICK_SEGMENT;
  quick_cast c;
  c.from[0] = ax;
  c.from[1] = ay;
  c.from[2] = az;
  c.toward[0] = bx;
  c.toward[1] = by;
  c.toward[2] = bz;
  c.d[0] = bx - start * ax;
  c.d[1] = by - start * ay;
  c.d[2] = bz - start * az;
  c.max = max;
  c.flags = flags;
  return c;
}

/* Whether to decide only, or also to measure the hit. */
typedef enum quick_wanted { QUICK_DECIDE, QUICK_MEASURE } quick_wanted;

#define QUICK_UNIT 1.1102230246251565e-16 /* u = 2^-53 */

/* A line in the frame of the shape, and the results of a quick cast. */
typedef struct quick {
  const collide_shape *shape;
  const quick_cast *cast;
  quick_wanted wanted;
  int comes_near;             /* under a matrix: f lies near the shape wherever the start is */
  const double *anchor;       /* the origin of f and `point`; NULL: that of the frame */
  double base;                /* f is the point of the line at this t */
  double f[3], d[3], dd;      /* dd = d . d */
  double f_most, d_most, eps; /* F, D and e */
  double more;                /* added to F for the anchor */
  double t[2], error;         /* the interval in the solid, from f on; each end is off by `error` */
  double ends[2];             /* the same from the start on */
  double point[3], normal[3]; /* where the line enters */
  collide_face face;
  int edge;
} quick;

/* ---- Starts ----------------------------------------------------------------- */

/* The start of a line that begins farther away than this many sizes is moved along it, near to the
 * shape. */
#define QUICK_NEAR 32.0

/* ---- Into the frame -------------------------------------------------------------------------- */

/* e in a frame that is only moved. f is from - origin, rounded once, or that less the anchor in
 * twofold numbers, rounded once: off by u |f_i|, and by u^2 of the cancelled terms, which are below
 * 2^41 sizes: this is below 2^-64 of F, which is at least one size; or as quick_see_start says. d
 * is exact or, a segment's, off by u |d_i|. A start that is moved near loses less than 2^-4 u
 * sizes, see quick.c. So u (1 + 2^-3) would do. */
#ifndef QUICK_MOVED
#define QUICK_MOVED (2 * QUICK_UNIT)
#endif

/* e under a matrix. The vector is off by u (1 + 2^-3) as in a frame that is moved, the entries of
 * the inverse are correctly rounded up to 2^-46 of u, three products and two sums add 3 u: in all
 * 5.2 u of F, the largest sum of |inverse_ij v_j|; and an anchor one u. */
#ifndef QUICK_TURNED
#define QUICK_TURNED (7 * QUICK_UNIT)
#endif

/* Moves a start that is far away along the line, near to the shape, whose size and ball are as
 * in quick_approach. Returns QUICK_HIT, QUICK_MISS for a line that misses the ball, or
 * QUICK_UNSURE. */
int ci_quick_come_near(quick *q, double size, double radius);

static QUICK_INLINE double quick_largest(const double v[3]) {
  double x = fabs(v[0]), y = fabs(v[1]), z = fabs(v[2]);
  if (y > x) x = y;
  return z > x ? z : x;
}

/* r = inverse v; returns the largest sum of |inverse_ij v_j|. */
static QUICK_INLINE double quick_through(const double inverse[9], const double v[3], double r[3]) {
  double x0 = inverse[0] * v[0], y0 = inverse[1] * v[1], z0 = inverse[2] * v[2];
  double x1 = inverse[3] * v[0], y1 = inverse[4] * v[1], z1 = inverse[5] * v[2];
  double x2 = inverse[6] * v[0], y2 = inverse[7] * v[1], z2 = inverse[8] * v[2];
  double terms[3];
  r[0] = x0 + y0 + z0;
  r[1] = x1 + y1 + z1;
  r[2] = x2 + y2 + z2;
  terms[0] = fabs(x0) + fabs(y0) + fabs(z0);
  terms[1] = fabs(x1) + fabs(y1) + fabs(z1);
  terms[2] = fabs(x2) + fabs(y2) + fabs(z2);
  return quick_largest(terms);
}

/* f = from - origin - anchor; returns the amount to add to F for that. Two differences, rounded
 * one after the other, are off by u |from_i - origin_i| and u |f_i|: by u (2 F + reach), since
 * anchors are points of the shape, so by e of F + reach / 2. A shape that lies farther than two
 * sizes from its origin, where that may cost too many digits, takes twofold numbers. */
static QUICK_INLINE double quick_see_start(const collide_shape *s, const double from[3],
                                           const double *anchor, double size, double f[3]) {
  const double *p = s->origin;
  int i, is_moved = fabs(p[0]) + fabs(p[1]) + fabs(p[2]) > 0;
  f[0] = from[0] - p[0];
  f[1] = from[1] - p[1];
  f[2] = from[2] - p[2];
  if (anchor == NULL) return 0;
  if (is_moved && !(s->reach <= 2 * size)) {
    for (i = 0; i < 3; i++) f[i] = tf_minus(two_diff(from[i], p[i]), anchor[i]).hi;
    return 0;
  }
  f[0] -= anchor[0];
  f[1] -= anchor[1];
  f[2] -= anchor[2];
  return is_moved ? 0.5 * s->reach : 0;
}

/* The line in a frame under a matrix: f is off by 5.2 u of its F; less the anchor, by u (F + A)
 * more, and its coordinates are below F + A. */
static QUICK_INLINE void quick_see_turned(quick *q, const double inverse[9],
                                          const double start[3]) {
  q->f_most = quick_through(inverse, start, q->f);
  if (q->anchor == NULL) return;
  q->f[0] -= q->anchor[0];
  q->f[1] -= q->anchor[1];
  q->f[2] -= q->anchor[2];
  q->more = quick_largest(q->anchor);
}

/* Brings the line into the shape's frame, relative to `anchor` (NULL: the origin). `size` and
 * `radius` are as in quick_approach; returns 0 if fourth powers could overflow or underflow. A
 * constant `frame` makes a function for that frame alone. */
static QUICK_INLINE int quick_see(quick *q, collide_frame_kind frame, const collide_shape *s,
                                  const quick_cast *c, const collide_hit *hit, const double *anchor,
                                  double size, double radius) {
  const double *d = c->d;
  q->shape = s;
  q->cast = c;
  q->wanted = hit == NULL ? QUICK_DECIDE : QUICK_MEASURE;
  q->comes_near = frame != COLLIDE_LINEAR || (c->flags & QUICK_AGAIN) != 0;
  q->anchor = anchor;
  q->base = q->more = 0;
  q->face = COLLIDE_FACE_NONE;
  q->edge = 0;
  if (!(size > 1e-30 && radius < 1e30)) return 0;
  if (frame == COLLIDE_LINEAR) {
    const double *inverse = shape_turned(s)->inverse;
    double start[3];
    (void)quick_see_start(s, c->from, NULL, 0, start);
    quick_see_turned(q, inverse, start);
    q->d_most = quick_through(inverse, d, q->d);
    q->dd = vector_dot(q->d, q->d);
    q->eps = QUICK_TURNED;
    return q->dd > 1e-40 && q->dd < 1e40 && 16 * q->dd >= q->d_most * q->d_most;
  }
  q->more = quick_see_start(s, c->from, anchor, size, q->f);
  q->d[0] = d[0];
  q->d[1] = d[1];
  q->d[2] = d[2];
  q->dd = vector_dot(d, d);
  q->f_most = quick_largest(q->f);
  q->d_most = quick_largest(d);
  q->eps = QUICK_MOVED;
  return q->dd > 1e-40 && q->dd < 1e40;
}

/* Makes sure that f lies near the shape: then F <= QUICK_NEAR sizes, or twice that under a matrix.
 * `size` is a length of the shape, which lies within `radius` of the anchor. A start is moved along
 * the line if it is farther away than QUICK_NEAR times `size`, or, in a frame that is only moved,
 * times `slim`, the thickness of the shape. QUICK_MISS: the line misses the ball of that radius.
 * With a radius of 0 no ball is tested, and F may be larger. */
static QUICK_INLINE int quick_approach(quick *q, collide_frame_kind frame, double size,
                                       double radius, double slim) {
  double near = QUICK_NEAR * (frame == COLLIDE_LINEAR ? size : slim);
  if (!QUICK_LIKELY(q->f_most <= near && !(frame == COLLIDE_LINEAR && q->comes_near))) {
    quick far = *q; /* copies, so that the addresses of q and of its cast do not escape */
    quick_cast cast = *q->cast;
    int found;
    far.cast = &cast;
    found = ci_quick_come_near(&far, size, radius);
    q->comes_near = 1;
    q->base = far.base;
    q->f[0] = far.f[0];
    q->f[1] = far.f[1];
    q->f[2] = far.f[2];
    q->f_most = far.f_most;
    return found;
  }
  if (frame == COLLIDE_LINEAR) q->f_most += q->more;
  if (q->f_most < size) q->f_most = size;
  if (frame != COLLIDE_LINEAR) q->f_most += q->more;
  if (frame == COLLIDE_LINEAR && q->anchor != NULL && !(q->f_most <= 2 * QUICK_NEAR * size))
    return QUICK_UNSURE;
  return QUICK_HIT;
}

typedef int (*quick_function)(QUICK_PARAMETERS);

/* If the line crosses a face at an angle below about 2^-10, t loses digits: left to the exact
 * casts. */
#define QUICK_SHALLOW 9.765625e-4

/* Returns 1 if the accuracy limits for t and normal apply. Under a matrix they apply to a start
 * that is not moved even if nothing is measured. So the answer does not depend on `wanted`. */
static QUICK_INLINE int quick_measures(const quick *q) {
  return q->wanted > QUICK_DECIDE || !q->comes_near;
}

/* A normal is off by about e F over the radius that it is measured at, and by more where the line
 * grazes. If it is wanted, the exact casts take lines beyond this ratio. */
#define QUICK_SLENDER 32.0

/* ---- The range ------------------------------------------------------------------------------- */

static QUICK_INLINE void quick_write_plain(collide_hit *hit, double t, double t_exit, int inside) {
  hit->t = t + 0.0;
  hit->t_exit = t_exit + 0.0;
  hit->u = hit->v = 0;
  hit->inside = inside;
  hit->has_point = 1;
  hit->face = COLLIDE_FACE_NONE;
  hit->edge = 0;
}

/* Casts from a start that lies in the solid. */
static QUICK_INLINE int quick_write_inside(const collide_shape *s, const quick_cast *c,
                                           double t_exit, collide_hit *hit) {
  if (c->flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
  if (s->hollow) return QUICK_UNSURE;
  if (hit == NULL) return QUICK_HIT;
  hit->t = 0;
  quick_write_plain(hit, 0, t_exit < 0 ? 0 : t_exit, 1);
  hit->point[0] = c->from[0] + 0.0;
  hit->point[1] = c->from[1] + 0.0;
  hit->point[2] = c->from[2] + 0.0;
  hit->normal[0] = hit->normal[1] = hit->normal[2] = 0;
  return QUICK_HIT;
}

/* Decides whether the range of a line that is in the solid between the ends holds a hit.
 * QUICK_TO_MEASURE: yes, in front of the start, and its point and normal are wanted. */
static QUICK_INLINE int quick_decide_range(quick *q, collide_hit *hit) {
  double max = q->cast->max;
  q->ends[0] = q->t[0];
  q->ends[1] = q->t[1];
  if (q->base != 0) {
    q->ends[0] += q->base;
    q->ends[1] += q->base;
    if (fabs(q->ends[0]) <= DBL_MAX) q->error += QUICK_UNIT * fabs(q->ends[0]);
    if (fabs(q->ends[1]) <= DBL_MAX) q->error += QUICK_UNIT * fabs(q->ends[1]);
  }
  if (!(q->cast->flags & QUICK_LINE)) {
    if (!(q->ends[0] > q->error)) {
      if (q->ends[1] < -q->error) return QUICK_MISS;
      if (!(q->ends[0] < -q->error && q->ends[1] > q->error)) return QUICK_MEETS;
      return quick_write_inside(q->shape, q->cast, q->ends[1], hit);
    }
    if (!(q->ends[0] < max - q->error))
      return q->ends[0] > max + q->error ? QUICK_MISS : QUICK_MEETS;
  }
  if (q->wanted == QUICK_MEASURE) return QUICK_TO_MEASURE;
  return QUICK_HIT;
}

/* Where a point lies on a line that meets the solid. QUICK_SOMEWHERE: uncertain. */
typedef enum quick_place { QUICK_BEFORE, QUICK_WITHIN, QUICK_PAST, QUICK_SOMEWHERE } quick_place;

/* Answers yes or no for a line that meets the solid, from the places of its start and end. `end` is
 * QUICK_PAST for a ray without an end. */
static QUICK_INLINE int quick_decide_places(const collide_shape *s, const quick_cast *c,
                                            quick_place start, quick_place end) {
  if (start == QUICK_BEFORE) {
    if (end == QUICK_SOMEWHERE) return QUICK_UNSURE;
    return end == QUICK_BEFORE ? QUICK_MISS : QUICK_HIT;
  }
  if (start == QUICK_PAST) return QUICK_MISS;
  if (start == QUICK_SOMEWHERE) return QUICK_UNSURE;
  if (c->flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
  return s->hollow ? QUICK_UNSURE : QUICK_HIT;
}

/* Finds where a point p lies on a line that certainly meets the shape, from c: the square of its
 * distance from the centre or axis of the shape, less r^2.
 *
 * p = f + t d; with G = F + t D its components are off by e G and two roundings, in all 2 e G. A
 * square is off by 4.5 e G^2, the sum of three by 16.5 e G^2, and c = p . p - r^2 by 18 e G^2 + e
 * r^2. So c > 32 e (G^2 + r^2) leaves |p|^2 - r^2 > 14 e G^2.
 *
 * The slope b = p . d of a point outside has a certain sign where the line meets the shape: then
 * b^2 >= (|p|^2 - r^2) |d|^2 > 14 e G^2 D^2, and b is off by 12 e G D at most. */
#ifndef QUICK_START
#define QUICK_START 32.0
#endif

static QUICK_INLINE quick_place quick_place_beside(const quick *q, double pp, double b, double rr,
                                                   double most) {
  double c = pp - rr, margin = QUICK_START * q->eps * (most * most + rr);
  if (c > margin) return b < 0 ? QUICK_BEFORE : QUICK_PAST;
  return c < -margin ? QUICK_WITHIN : QUICK_SOMEWHERE;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Writes a point and a normal of the frame in world coordinates. In a frame that is only moved the
 * normal must have unit length. */
static QUICK_INLINE void quick_write_point(const collide_shape *s, collide_frame_kind frame,
                                           const double p[3], const double n[3], collide_hit *hit) {
  if (frame == COLLIDE_LINEAR) {
    const double *linear = shape_turned(s)->linear, *inverse = shape_turned(s)->inverse;
    double x = inverse[0] * n[0] + inverse[3] * n[1] + inverse[6] * n[2];
    double y = inverse[1] * n[0] + inverse[4] * n[1] + inverse[7] * n[2];
    double z = inverse[2] * n[0] + inverse[5] * n[1] + inverse[8] * n[2];
    double k = 1 / sqrt(x * x + y * y + z * z);
    hit->point[0] = s->origin[0] + vector_dot(linear, p) + 0.0;
    hit->point[1] = s->origin[1] + vector_dot(linear + 3, p) + 0.0;
    hit->point[2] = s->origin[2] + vector_dot(linear + 6, p) + 0.0;
    hit->normal[0] = x * k + 0.0;
    hit->normal[1] = y * k + 0.0;
    hit->normal[2] = z * k + 0.0;
    return;
  }
  hit->point[0] = s->origin[0] + p[0] + 0.0;
  hit->point[1] = s->origin[1] + p[1] + 0.0;
  hit->point[2] = s->origin[2] + p[2] + 0.0;
  hit->normal[0] = n[0] + 0.0;
  hit->normal[1] = n[1] + 0.0;
  hit->normal[2] = n[2] + 0.0;
}

static QUICK_INLINE int quick_write(quick *q, collide_frame_kind frame, collide_hit *hit) {
  double t = q->ends[0], t_exit = q->ends[1];
  if (q->anchor != NULL) {
    q->point[0] = q->anchor[0] + q->point[0];
    q->point[1] = q->anchor[1] + q->point[1];
    q->point[2] = q->anchor[2] + q->point[2];
  }
  quick_write_point(q->shape, frame, q->point, q->normal, hit);
  quick_write_plain(hit, t, t_exit < t ? t : t_exit, 0);
  hit->face = q->face;
  hit->edge = q->edge;
  return QUICK_HIT;
}

/* ---- For several kinds ----------------------------------------------------------------------- */

/* Locates a point: -1 certainly in the solid's interior, 1 certainly outside, else 0. Each takes
 * shapes of its kind. */
int ci_locate_sphere(const collide_shape *s, const double point[3]);
int ci_locate_box(const collide_shape *s, const double point[3]);
int ci_locate_cylinder(const collide_shape *s, const double point[3]);
int ci_locate_cone(const collide_shape *s, const double point[3]);
int ci_locate_capsule(const collide_shape *s, const double point[3]);

/* Quick functions, see shape_kind: at a rect along the axes, and at other hulls of the plane
 * without a radius. */
int ci_quick_aligned_rect(QUICK_PARAMETERS);
int ci_quick_polygon(QUICK_PARAMETERS);

/* ---- Balls, slabs and quadratics ------------------------------------------------------------- */

/* In the plane z = 0 vectors have two components and moments one. A function that is compiled for a
 * constant `flat` of 1 leaves out terms that are zero, which changes no bit. */
static QUICK_INLINE double quick_dot(int flat, const double a[3], const double b[3]) {
  return flat ? a[0] * b[0] + a[1] * b[1] : vector_dot(a, b);
}

static QUICK_INLINE void quick_moment(int flat, const double a[3], const double b[3], double r[3]) {
  r[0] = flat ? 0 : a[1] * b[2] - a[2] * b[1];
  r[1] = flat ? 0 : a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}

static QUICK_INLINE double quick_moment_dot(int flat, const double a[3], const double b[3]) {
  return flat ? a[2] * b[2] : vector_dot(a, b);
}

/* The line misses a ball if |f x d|^2 > R^2 |d|^2. The left side is off by 3 (25 e + 4 u) + 2 u
 * (12) <= 88 e F^2 D^2, the right by 10.5 e + 3 u (3) <= 16 e R^2 D^2. */
#ifndef QUICK_BALL
#define QUICK_BALL 96.0
#endif

/* Returns R^2 |d|^2 - |f x d|^2, and a bound on its error in *margin. */
static QUICK_INLINE double quick_ball_gap(const quick *q, const double f[3], double f_most,
                                          double r, double *margin) {
  double w[3];
  vector_cross(f, q->d, w);
  *margin = QUICK_BALL * q->eps * (f_most * f_most + r * r) * (q->d_most * q->d_most);
  return r * r * q->dd - vector_dot(w, w);
}

/* A root whose square is below this share of its largest term loses digits: the exact casts take
 * it. */
#define QUICK_NO_GRAZE 0.00390625 /* 2^-8 */

/* The roots of |f + t d|^2 = r^2 are (-b -+ root) / dd with b = f . d and root^2 the
 * gap above, at least r^2 dd / 256, so root >= r D / 64 for dd >= D^2 / 16. The root is off
 * by less than margin / root <= 64 QUICK_BALL e (F^2 + r^2) D / r <= 64 QUICK_BALL e (64 F + r) D
 * for F <= 64 r; b by 10.5 e F D; the quotient adds |t| (10.5 e D^2
 * / dd + 4 u) with |t| <= (3 F D + r D) / dd and D^2 / dd <= 16. All of it is below 8192 e D
 * (64 F + r) / dd. */
#ifndef QUICK_BALL_T
#define QUICK_BALL_T 8192.0
#endif

/* Finds where the line enters and leaves the ball of radius r, whose centre is the origin of f. */
static QUICK_INLINE int quick_ball(const quick *q, const double f[3], double f_most, double r,
                                   double t[2], double *error) {
  double margin, gap = quick_ball_gap(q, f, f_most, r, &margin), b, root, over;
  if (gap < -margin) return QUICK_MISS;
  if (!(gap > QUICK_NO_GRAZE * (r * r * q->dd) && 4 * margin < gap && f_most <= 64 * r))
    return QUICK_UNSURE;
  b = vector_dot(f, q->d);
  root = sqrt(gap);
  over = 1 / q->dd;
  t[0] = (-b - root) / q->dd; /* a quotient: 168 / 400 is 0.42 */
  t[1] = (root - b) / q->dd;
  *error = QUICK_BALL_T * q->eps * q->d_most * (64 * f_most + r) * over;
  return QUICK_HIT;
}

static QUICK_INLINE void quick_point_at(const quick *q, double t, double p[3]) {
  p[0] = q->f[0] + t * q->d[0];
  p[1] = q->f[1] + t * q->d[1];
  p[2] = q->f[2] + t * q->d[2];
}

/* Measures a line that enters through the plane y = level, whose normal points up (1) or down. */
static QUICK_INLINE void quick_measure_level(quick *q, double level, int up) {
  quick_point_at(q, q->t[0], q->point);
  q->point[1] = level;
  q->normal[0] = q->normal[2] = 0;
  q->normal[1] = up;
}

/* unit = p / length for a p that has this length up to rounding. A Newton step brings it to unit
 * length without a root. */
static QUICK_INLINE void quick_unit(const double p[3], double length, double unit[3]) {
  double k = 1 / length, x = p[0] * k, y = p[1] * k, z = p[2] * k;
  k = 1.5 - 0.5 * (x * x + y * y + z * z);
  unit[0] = x * k;
  unit[1] = y * k;
  unit[2] = z * k;
}

/* Casts at the ball of the shape's radius about the anchor. */
static QUICK_INLINE int quick_ball_cast(collide_frame_kind frame, quick *q, collide_hit *hit) {
  double r = q->shape->radius;
  int found = quick_approach(q, frame, r, 0, r);
  if (found == QUICK_HIT) found = quick_ball(q, q->f, q->f_most, r, q->t, &q->error);
  if (found == QUICK_HIT) found = quick_decide_range(q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  quick_point_at(q, q->t[0], q->point);
  quick_unit(q->point, r, q->normal);
  q->point[0] = r * q->normal[0];
  q->point[1] = r * q->normal[1];
  q->point[2] = r * q->normal[2];
  return quick_write(q, frame, hit);
}

/* t = (level - f_i) / d_i. The difference is off by e F + u (F + L) <= 1.5 e (F + L),
 * with L = |level|, and d_i by e D, at most a quarter of it where |d_i| >= 4 e D: so t is
 * off by 4/3 (1.5 e (F + L) + |t| e D) / |d_i| + 2 u |t| <= 2.4 e (F + L + |t| D) / |d_i|. */
#ifndef QUICK_SLAB
#define QUICK_SLAB 2.5
#endif

/* Returns 1 if |d_i| is large enough for that. */
static inline int quick_crosses(const quick *q, int axis) {
  return fabs(q->d[axis]) > 4 * q->eps * q->d_most;
}

static QUICK_INLINE double quick_cross(const quick *q, int axis, double level, double *error) {
  double over = 1 / q->d[axis], t = (level - q->f[axis]) / q->d[axis];
  *error = QUICK_SLAB * q->eps * (q->f_most + fabs(level) + fabs(t) * q->d_most) * fabs(over);
  return t;
}

/* Sets end `end` to the crossing of the plane y = level; returns 0 if the angle is too small. */
static QUICK_INLINE int quick_cross_level(quick *q, int end, double level, double *off) {
  if (!(fabs(q->d[1]) > QUICK_SHALLOW * q->d_most)) return 0;
  q->t[end] = quick_cross(q, 1, level, off);
  return 1;
}

/* The coordinate f_i + t d_i, for a t that is off by `error`: e F + |t| e D for f and d,
 * u (F + 2 |t| D) for roundings, and (|d_i| + e D) error, the last below |d_i| error plus
 * a share of second order: at most 2 e (F + |t| D) + 1.001 |d_i| error. */
#ifndef QUICK_HEIGHT
#define QUICK_HEIGHT 2.0
#endif

static QUICK_INLINE double quick_height(const quick *q, int axis, double t, double error,
                                        double *margin) {
  *margin = QUICK_HEIGHT * q->eps * (q->f_most + fabs(t) * q->d_most) +
            QUICK_HEIGHT * fabs(q->d[axis]) * error;
  return q->f[axis] + t * q->d[axis];
}

/* A quadratic a t^2 + 2 b t + c with positive discriminant root^2, and bounds on their errors. */
typedef struct quick_quadratic {
  double a, b, root;
  double a_error, b_error, root_error;
} quick_quadratic;

/* The roots are (-b -+ root) / a. The sum is off by b_error + root_error + u (|b| +
 * root), and a by a_error, at most a quarter of it: so a root t is off by 4/3 (that sum
 * + |t| a_error) / |a| + 3 u |t|. */
#ifndef QUICK_ROOT
#define QUICK_ROOT 1.3333333333333335
#endif

/* Sets t[0] where the quadratic turns negative, and t[1] where it turns positive; returns 0 if a is
 * too uncertain. */
static QUICK_INLINE int quick_roots(const quick_quadratic *p, double t[2], double *error) {
  double over = 1 / p->a, x, y;
  if (!(fabs(p->a) >= 4 * p->a_error)) return 0;
  t[0] = (-p->b - p->root) / p->a;
  t[1] = (p->root - p->b) / p->a;
  x = fabs(t[0]);
  y = fabs(t[1]);
  if (y > x) x = y;
  *error = QUICK_ROOT * fabs(over) *
           (p->b_error + p->root_error + QUICK_UNIT * (fabs(p->b) + p->root) +
            x * (p->a_error + 3 * QUICK_UNIT * fabs(p->a)));
  return 1;
}

#endif
