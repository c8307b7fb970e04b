/* SPDX-License-Identifier: MIT
 *
 * The short way of casts: plain doubles, certain answers only. It answers most
 * of a game's casts at a fraction of the cost of deciding exactly, and leaves
 * what is not certain to the exact way. Each kind's function lies in its file;
 * here is what they share.
 *
 * Every comparison that an answer rests on is made with a margin, and every
 * margin is a proved bound, by forward error analysis in one style:
 *
 *   u = 2^-53 is the unit roundoff: a sum, product, quotient or root of doubles is
 *   off by at most u of itself. Terms of second order (u^2) are covered by rounding
 *   constants up. So is underflow: sizes are at least 1e-30 and |d| at least 1e-20,
 *   so no margin is below 1e-200, and what underflows is off by less than 1e-320
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
 * narrow it and see that the comparison with the exact way fails. */
#ifndef COLLIDE_QUICK_H
#define COLLIDE_QUICK_H

#include "../collide.h"
#include "../number/twofold.h"
#include "../number/vector.h"

/* Of functions that are to be compiled into their callers, so that a `quick` whose address goes
 * nowhere else stays in registers. */
#if defined(__GNUC__)
#define QUICK_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define QUICK_INLINE __forceinline
#else
#define QUICK_INLINE inline
#endif

enum { QUICK_MISS = 0, QUICK_HIT = 1, QUICK_UNSURE = 2 };

/* What a caller wants to know: whether the line hits; t, too, the same as with all; all. */
typedef enum quick_wanted { QUICK_DECIDE, QUICK_TIME, QUICK_MEASURE } quick_wanted;

/* Of a kind's `shoot`, beside COLLIDE_SKIP_INSIDE: the line has no start and no end, and max is
 * infinite; of a hit only t is wanted. */
enum { SHOOT_LINE = 2, SHOOT_TIME = 4 };

/* What is asked when a kind's `shoot` is not certain. `shoot` passes its own arguments on as its
 * last act, so that a cast is one jump from the public function. */
typedef int (*shoot_otherwise)(const collide_shape *s, const double from[3], const double d[3],
                               double max, int flags, collide_hit *hit);

#define QUICK_UNIT 1.1102230246251565e-16 /* u = 2^-53 */

/* A line in the shape's frame, and what is found of it. */
typedef struct quick {
  const collide_shape *shape;
  const double *from, *toward;
  int is_segment;
  quick_wanted wanted;
  const double *anchor;       /* where f and the point are seen from; NULL: the origin */
  double base;                /* f is the point at this t, which lies near the shape */
  int comes_near;             /* under a matrix: base is to be near whatever the start is */
  double f[3], d[3], dd;      /* dd = d . d */
  double f_most, d_most, eps; /* F, D and e */
  double t[2], error;         /* the interval in the solid, and what either end may be off by */
  double point[3], normal[3]; /* where it enters */
  double uv[2];               /* triangles */
  int is_unit;                /* the normal has unit length already */
  collide_face face;
  int edge;
} quick;

/* Asks about the whole line: QUICK_MISS, QUICK_UNSURE, or QUICK_HIT and q. */
int ci_quick_look(quick *q, const collide_shape *shape, const double from[3],
                  const double toward[3], int is_segment, quick_wanted wanted);
/* Of a line that hits: writes what it found where the line enters, in the world. */
void ci_quick_write(const quick *q, collide_hit *hit);

/* ---- For the kinds ------------------------------------------------------------ */

/* Starts farther away than this many sizes are brought near first. */
#define QUICK_NEAR 32.0

/* Brings the line into the shape's frame, seen from `anchor` (NULL: the origin), and its
 * start near: then F <= QUICK_NEAR sizes, or twice that under a matrix. `size` is a
 * length of the shape, and all of it lies within `radius` of the anchor. QUICK_MISS when
 * the line certainly passes that ball by. With a radius of 0 nobody looks whether it
 * does, and F may be larger. */
static inline int quick_enter(quick *q, const double *anchor, double size, double radius);
/* The same of a shape that is thinner than its size: `slim` is how thin. Starts are brought
 * near that are more than QUICK_NEAR of that away. */
static inline int quick_enter_slim(quick *q, const double *anchor, double size, double radius,
                                   double slim);

/* |f x d|^2 > R^2 |d|^2: the line passes a ball by. The left side is off by 3 (25 e
 * + 4 u) + 2 u (12) <= 88 e F^2 D^2, the right by 10.5 e + 3 u (3) <= 16 e R^2 D^2. */
#ifndef QUICK_BALL
#define QUICK_BALL 96.0
#endif

/* R^2 |d|^2 - |f x d|^2, and in *margin what it may be off by. */
static QUICK_INLINE double quick_ball_gap(const quick *q, const double f[3], double f_most,
                                          double r, double *margin) {
  double w[3];
  vector_cross(f, q->d, w);
  *margin = QUICK_BALL * q->eps * (f_most * f_most + r * r) * (q->d_most * q->d_most);
  return r * r * q->dd - vector_dot(w, w);
}

/* A root whose square is below this share of its largest term loses digits: left
 * to the exact way. */
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

/* Where the line enters and leaves the ball of radius r, seen from f. */
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

/* unit = p / length for a p that has this length but for rounding: a step of
 * Newton's brings it to unit length without a root. */
static QUICK_INLINE void quick_unit(const double p[3], double length, double unit[3]) {
  double k = 1 / length, x = p[0] * k, y = p[1] * k, z = p[2] * k;
  k = 1.5 - 0.5 * (x * x + y * y + z * z);
  unit[0] = x * k;
  unit[1] = y * k;
  unit[2] = z * k;
}

/* t = (level - f_i) / d_i. The difference is off by e F + u (F + L) <= 1.5 e (F + L),
 * with L = |level|, and d_i by e D, at most a quarter of it where |d_i| >= 4 e D: so t is
 * off by 4/3 (1.5 e (F + L) + |t| e D) / |d_i| + 2 u |t| <= 2.4 e (F + L + |t| D) / |d_i|. */
#ifndef QUICK_SLAB
#define QUICK_SLAB 2.5
#endif

/* Whether |d_i| is large enough for that. */
static inline int quick_crosses(const quick *q, int axis) {
  return fabs(q->d[axis]) > 4 * q->eps * q->d_most;
}

static QUICK_INLINE double quick_cross(const quick *q, int axis, double level, double *error) {
  double over = 1 / q->d[axis], t = (level - q->f[axis]) / q->d[axis];
  *error = QUICK_SLAB * q->eps * (q->f_most + fabs(level) + fabs(t) * q->d_most) * fabs(over);
  return t;
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

/* A quadratic a t^2 + 2 b t + c with positive discriminant root^2, and what each may be
 * off by. */
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

/* t[0] where the quadratic turns negative, and t[1] where it turns positive; 0 when a is
 * not known well enough. */
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

/* ---- Into the frame ------------------------------------------------------------- */

/* e in a frame that is only moved. f is from - position, rounded once, or that less the
 * anchor in twofold numbers, rounded once: off by u |f_i|, and by u^2 of what cancels,
 * which is below 2^41 sizes, so below 2^-64 of F, which is at least one size; or what quick_see
 * says. d is exact
 * or, a segment's, off by u |d_i|. What a start loses that is brought near is below 2^-4 u
 * sizes, see quick.c. So u (1 + 2^-3) would do. */
#ifndef QUICK_MOVED
#define QUICK_MOVED (2 * QUICK_UNIT)
#endif

/* e under a matrix. The vector is off by u (1 + 2^-3) as in a frame that is moved, the
 * entries of the inverse are correctly rounded but for 2^-46 of u, three products and two
 * sums add 3 u: in all 5.2 u of F, the largest sum of |inverse_ij v_j|; and an anchor one u. */
#ifndef QUICK_TURNED
#define QUICK_TURNED (7 * QUICK_UNIT)
#endif

/* Far starts, and frames under a matrix. */
int ci_quick_come_near(quick *q, const double *anchor, double size, double radius);
int ci_quick_enter_turned(quick *q, const double *anchor, double size, double radius);

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

/* Squares of squares stay in range. */
static QUICK_INLINE int quick_is_in_range(const quick *q, double size, double radius) {
  return size > 1e-30 && radius < 1e30 && q->dd > 1e-40 && q->dd < 1e40;
}

/* f = from - position - anchor, and what has to be added to F for that. Two differences, rounded
 * one after the other, are off by u |from_i - position_i| and u |f_i|: by u (2 F + reach), since
 * anchors are points of the shape, so by e of F + reach / 2. A shape that lies farther than two
 * sizes from its position, where that may cost too many digits, takes twofold numbers. */
static QUICK_INLINE double quick_see(quick *q, const double *anchor, double size) {
  const double *p = q->shape->position;
  double reach = q->shape->reach;
  int i;
  if (anchor != NULL && (p[0] != 0 || p[1] != 0 || p[2] != 0)) {
    if (!(reach <= 2 * size)) {
      for (i = 0; i < 3; i++) q->f[i] = tf_minus(two_diff(q->from[i], p[i]), anchor[i]).hi;
      return 0;
    }
    q->f[0] = q->from[0] - p[0] - anchor[0];
    q->f[1] = q->from[1] - p[1] - anchor[1];
    q->f[2] = q->from[2] - p[2] - anchor[2];
    return 0.5 * reach;
  }
  if (anchor != NULL) p = anchor;
  q->f[0] = q->from[0] - p[0];
  q->f[1] = q->from[1] - p[1];
  q->f[2] = q->from[2] - p[2];
  return 0;
}

static inline void quick_aim(quick *q) {
  const double *from = q->from, *toward = q->toward;
  if (q->is_segment) {
    q->d[0] = toward[0] - from[0];
    q->d[1] = toward[1] - from[1];
    q->d[2] = toward[2] - from[2];
  } else {
    q->d[0] = toward[0];
    q->d[1] = toward[1];
    q->d[2] = toward[2];
  }
  q->dd = vector_dot(q->d, q->d);
}

static inline int quick_enter_slim(quick *q, const double *anchor, double size, double radius,
                                   double slim) {
  double more;
  if (q->shape->frame == COLLIDE_LINEAR) return ci_quick_enter_turned(q, anchor, size, radius);
  q->anchor = anchor;
  more = quick_see(q, anchor, size);
  quick_aim(q);
  q->f_most = quick_largest(q->f);
  q->d_most = quick_largest(q->d);
  q->eps = QUICK_MOVED;
  if (!quick_is_in_range(q, size, radius)) return QUICK_UNSURE;
  if (q->f_most > QUICK_NEAR * slim) return ci_quick_come_near(q, anchor, size, radius);
  if (q->f_most < size) q->f_most = size;
  q->f_most += more;
  return QUICK_HIT;
}

static inline int quick_enter(quick *q, const double *anchor, double size, double radius) {
  return quick_enter_slim(q, anchor, size, radius, size);
}

/* An end where the line crosses a face at a smaller angle than some 2^-10 loses digits of t:
 * left to the exact way. */
#define QUICK_SHALLOW 9.765625e-4

/* Whether the line has to be seen from near enough to measure, which gates that are for measuring
 * alone ask. A start under a matrix that is seen as it is has to pass them even when nothing is
 * measured: then what is answered does not depend on what is wanted. */
static QUICK_INLINE int quick_measures(const quick *q) {
  return q->wanted > QUICK_DECIDE || !q->comes_near;
}

/* A normal is off by some e F over the radius that it is measured at, and more where the
 * line grazes: beyond this ratio it is left to the exact way when it is wanted. */
#define QUICK_SLENDER 32.0

/* Where a point certainly lies: -1 in the solid's interior, 1 outside; 0 when that is not certain.
 * Each takes shapes of its kind. */
int ci_locate_sphere(const collide_shape *s, const double point[3]);
int ci_locate_box(const collide_shape *s, const double point[3]);
int ci_locate_cylinder(const collide_shape *s, const double point[3]);
int ci_locate_cone(const collide_shape *s, const double point[3]);
int ci_locate_capsule(const collide_shape *s, const double point[3]);

/* For several kinds. */
int ci_quick_box(quick *q);
int ci_quick_polygon(quick *q);

#endif
