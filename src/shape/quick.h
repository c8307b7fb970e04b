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

/* How much of a hit to compute: nothing, t, or all. */
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

/* ---- Functions for the kinds -------------------------------------------------- */

/* The start of a line that begins farther away than this many sizes is moved along it, near to the
 * shape. */
#define QUICK_NEAR 32.0

/* ---- Into the frame ------------------------------------------------------------- */

/* e in a frame that is only moved. f is from - position, rounded once, or that less the anchor in
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

/* f = from - position - anchor; returns the amount to add to F for that. Two differences, rounded
 * one after the other, are off by u |from_i - position_i| and u |f_i|: by u (2 F + reach), since
 * anchors are points of the shape, so by e of F + reach / 2. A shape that lies farther than two
 * sizes from its position, where that may cost too many digits, takes twofold numbers. */
static QUICK_INLINE double quick_see_start(const collide_shape *s, const double from[3],
                                           const double *anchor, double size, double f[3]) {
  const double *p = s->position;
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
 * `radius` are as in quick_approach; returns 0 if squares of squares might leave their range. A
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

/* Returns 1 if the gates of measuring apply. Under a matrix they apply to a start that is not moved
 * even if nothing is measured. So the answer does not depend on `wanted`. */
static QUICK_INLINE int quick_measures(const quick *q) {
  return q->wanted > QUICK_DECIDE || !q->comes_near;
}

/* A normal is off by about e F over the radius that it is measured at, and by more where the line
 * grazes. If it is wanted, the exact casts take lines beyond this ratio. */
#define QUICK_SLENDER 32.0

/* ---- The range ------------------------------------------------------------------ */

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

/* ---- Writing -------------------------------------------------------------------- */

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
    hit->point[0] = s->position[0] + vector_dot(linear, p) + 0.0;
    hit->point[1] = s->position[1] + vector_dot(linear + 3, p) + 0.0;
    hit->point[2] = s->position[2] + vector_dot(linear + 6, p) + 0.0;
    hit->normal[0] = x * k + 0.0;
    hit->normal[1] = y * k + 0.0;
    hit->normal[2] = z * k + 0.0;
    return;
  }
  hit->point[0] = s->position[0] + p[0] + 0.0;
  hit->point[1] = s->position[1] + p[1] + 0.0;
  hit->point[2] = s->position[2] + p[2] + 0.0;
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

/* ---- For several kinds ---------------------------------------------------------- */

/* Locates a point: -1 certainly in the solid's interior, 1 certainly outside, else 0. Each takes
 * shapes of its kind. */
int ci_locate_sphere(const collide_shape *s, const double point[3]);
int ci_locate_box(const collide_shape *s, const double point[3]);
int ci_locate_cylinder(const collide_shape *s, const double point[3]);
int ci_locate_cone(const collide_shape *s, const double point[3]);
int ci_locate_capsule(const collide_shape *s, const double point[3]);

/* Quick functions, see shape_kind. */
int ci_decide_capsule(QUICK_PARAMETERS); /* without a hit */
int ci_decide_capsule_2d(QUICK_PARAMETERS);
int ci_quick_aligned_rect(QUICK_PARAMETERS);
int ci_quick_polygon(QUICK_PARAMETERS);
int ci_quick_round_polygon(QUICK_PARAMETERS);
int ci_quick_segment_2d(QUICK_PARAMETERS);

#endif
