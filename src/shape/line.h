/* SPDX-License-Identifier: MIT
 *
 * A line in a shape's own frame, f + t d: in twofold numbers for measuring, and in real numbers
 * (real.h) for signs.
 */
#ifndef COLLIDE_LINE_H
#define COLLIDE_LINE_H

#include "../number/real.h"
#include "../collide.h"
#include "../number/twofold.h"

/* A bound on the error of f and d in the frame, and of sums and products of them, relative
 * to the sizes below (f_size, d_size): 2^-96. With u = 2^-53, to terms of second order:
 * - A vector of the world is exact in two doubles. An entry of the inverse is off by 34 u^2
 *   (pose.c; by 9 u^2 where ci_exact_ratio made it: 3 u of the 3 u that the first quotient
 *   leaves). Their product (tf_mul) omits 1 u^2, rounds two products of u each and their sum,
 *   4 u^2, and adds them to the low part, 3 u^2; each of the two sums (tf_add) adds 3 u^2. The
 *   total is below 64 u^2 = 2^-100 of the size, the sum of |inverse_ij v_j|.
 * - f + t d - level: two such errors, 4 u^2 for t d, 3 u^2 and 2 u^2 for the sums: below 2^-98 of
 *   f_size + |t| d_size + |level|. An offset origin adds 2 u^2.
 * - f_i d_j - f_j d_i: each product is off by twice 66 u^2, by 8 u^2 of its own, and by
 *   3 u^2 of the sum: below 2^-98 of the products of the sizes.
 * The rest is margin: the sizes themselves are rounded up or down by some u. */
#define LINE_FRAME_ROUNDING 1.2621774483536189e-29
/* Underflow in the steps above. An entry of the inverse is off by up to 2^-1042 (the
 * quotient of subnormal numbers, scaled by up to 2^32), and each product of two
 * doubles in it by some 2^-1070. This is added to each entry and to each size: 2^-96
 * of it is above 2^-1030. */
#define LINE_FRAME_FLOOR 1e-280

/* Where a line enters or leaves a hull of two dimensions. */
typedef struct hull_end {
  int edge;   /* the index of the corner that the edge crossed begins at; -1 when the line runs
                 along a hull without area, or the hull is a point */
  int corner; /* the index of the corner that the line runs through; -1 for none */
  int number; /* for collide_hit.edge */
} hull_end;

/* For a shape in a linear frame: adj(linear), row by row, times the sign of det(linear), and
 * then |det(linear)|. These numbers lie at the far end of the pool. */
enum { LINE_FRAME_SCALE = 9, LINE_FRAME_NUMBERS };
typedef struct line_frame {
  int known;
  exact numbers[LINE_FRAME_NUMBERS];
} line_frame;

/* The storage of a line besides its own fields; it lies on the stack of a query. */
typedef struct line_room {
  exact_large numbers;
  line_frame frame;
} line_room;

typedef struct line {
  const collide_shape *shape;
  const double *from;   /* in the world */
  const double *toward; /* a direction, or a segment's end */
  int is_segment;
  line_room *room;
  exact_pool *pool;            /* the room's; each function releases what it takes */
  const double *offset;        /* subtracted from f in the frame; NULL for none */
  twofold f[3], d[3];          /* start and direction in the frame */
  double f_size[3], d_size[3]; /* sums of the absolute values of the terms of f and d */
  collide_face faces[2];       /* where the line enters and leaves, set by exact_cast.meets */
  hull_end ends[2];            /* the same, set only by ci_polygon_exact; else the numbers are 0 */
} line;

/* Empties the room and returns it. */
line_room *ci_line_room_open(line_room *room);
/* The line from-toward in the frame of shape. Several lines may use one room, one after another
 * or at the same time, if their shapes have the same matrix. NULL: no exact number is needed. */
void ci_line_init(line *l, const collide_shape *shape, const double from[3], const double toward[3],
                  int is_segment, line_room *room);
/* The same line relative to another origin in the frame. */
line ci_line_offset(const line *l, const double offset[3]);
/* 1 when from == to. */
int ci_line_is_point(const line *l);

/* ---- Polynomials ----------------------------------------------------------------------------- */

/* The numbers of a line, from which polynomials are made, in three precisions: doubles with bounds;
 * the same, but the moment f x d from twofold numbers, for starts far away; exact numbers, on top
 * of l->pool.
 *
 * In a linear frame, a world point p is origin + linear q for the point q of the frame, and
 * det(linear) q = adj(linear) (p - origin) is a polynomial of the given doubles. So the exact
 * numbers are those of the frame multiplied by |det(linear)|: points, directions and sizes by this
 * factor, a moment by its square. Every homogeneous polynomial of them is multiplied by a power of
 * the factor, which is positive, so neither its sign nor t changes. */
typedef enum line_precision { LINE_PLAIN, LINE_TWOFOLD, LINE_EXACT } line_precision;

real ci_line_exact_number(const line *l, double x);
real ci_line_exact_scaled(const line *l, real r);
void ci_line_exact_difference(const line *l, const double a[3], const double b[3], real x[3]);
void ci_line_exact_direction(const line *l, real d[3]);
void ci_line_exact_at(const line *l, double t, real p[3]);
void ci_line_exact_moment(const line *l, real w[3]);
void ci_line_twofold_moment(const line *l, approx w[3]);

/* A coordinate of f or d with its bound. The floor covers underflow in products of twofold numbers:
 * each of the few roundings in one may lose 2^-1075. */
static REAL_INLINE approx line_approx(twofold a, double size) {
  return approx_make(a.hi,
                     APPROX_ROUNDING * fabs(a.hi) + LINE_FRAME_ROUNDING * size + APPROX_FLOOR);
}

static REAL_INLINE real line_real(twofold a, double size) {
  return real_bounded(line_approx(a, size));
}

static REAL_INLINE real line_number(const line *l, line_precision precision, double x) {
  return precision == LINE_EXACT ? ci_line_exact_number(l, x) : real_bounded(approx_exact(x));
}

/* r times the factor |det(linear)|. */
static REAL_INLINE real line_scaled(const line *l, line_precision precision, real r) {
  return precision == LINE_EXACT ? ci_line_exact_scaled(l, r) : r;
}

/* A length of the shape, times the factor. */
static REAL_INLINE real line_size(const line *l, line_precision precision, double size) {
  return line_scaled(l, precision, line_number(l, precision, size));
}

/* b - a, and (b - a) x (c - a), without the factor. */
static REAL_INLINE void line_difference(const line *l, line_precision precision, const double a[3],
                                        const double b[3], real x[3]) {
  int i;
  if (precision == LINE_EXACT)
    ci_line_exact_difference(l, a, b, x);
  else
    for (i = 0; i < 3; i++) x[i] = real_bounded(approx_sub(approx_exact(b[i]), approx_exact(a[i])));
}

static REAL_INLINE void line_normal(const line *l, line_precision precision, const double a[3],
                                    const double b[3], const double c[3], real n[3]) {
  real e[2][3];
  line_difference(l, precision, a, b, e[0]);
  line_difference(l, precision, a, c, e[1]);
  real_cross(e[0], e[1], n);
}

static REAL_INLINE void line_direction(const line *l, line_precision precision, real d[3]) {
  int i;
  if (precision == LINE_EXACT)
    ci_line_exact_direction(l, d);
  else
    for (i = 0; i < 3; i++) d[i] = line_real(l->d[i], l->d_size[i]);
}

static REAL_INLINE void line_at(const line *l, line_precision precision, double t, real p[3]) {
  int i;
  if (precision == LINE_EXACT) {
    ci_line_exact_at(l, t, p);
    return;
  }
  for (i = 0; i < 3; i++) {
    p[i] = line_real(l->f[i], l->f_size[i]);
    if (t != 0)
      p[i] =
          real_add(p[i], real_mul(line_number(l, precision, t), line_real(l->d[i], l->d_size[i])));
  }
}

static REAL_INLINE void line_moment(const line *l, line_precision precision, real w[3]) {
  real f[3], d[3];
  if (precision == LINE_EXACT) {
    ci_line_exact_moment(l, w);
  } else if (precision == LINE_TWOFOLD) {
    approx m[3];
    int i;
    ci_line_twofold_moment(l, m);
    for (i = 0; i < 3; i++) w[i] = real_bounded(m[i]);
  } else {
    line_at(l, precision, 0, f);
    line_direction(l, precision, d);
    real_cross(f, d, w);
  }
}

/* A polynomial of these numbers and of `with`, which its caller passes. */
typedef real (*line_polynomial)(const line *l, line_precision precision, const double *with);

int ci_line_exact_sign(const line *l, line_polynomial polynomial, const double *with);
/* The value in the frame, nearly correctly rounded: divided by the factor to the given power. */
double ci_line_value(const line *l, line_polynomial polynomial, const double *with, int power);

/* The sign of a polynomial, exactly: in the first precision that is certain of it. Only polynomials
 * of the moment gain by twofold numbers. */
static REAL_INLINE int line_sign(const line *l, line_polynomial polynomial, const double *with) {
  int sign = real_sign(polynomial(l, LINE_PLAIN, with));
  return sign != FILTER_UNSURE ? sign : ci_line_exact_sign(l, polynomial, with);
}

static REAL_INLINE int line_sign_of_moment(const line *l, line_polynomial polynomial,
                                           const double *with) {
  int sign = real_sign(polynomial(l, LINE_PLAIN, with));
  if (sign == FILTER_UNSURE) sign = real_sign(polynomial(l, LINE_TWOFOLD, with));
  return sign != FILTER_UNSURE ? sign : ci_line_exact_sign(l, polynomial, with);
}

/* Exact signs of one coordinate: of d, and of f + t d - level. */
int ci_line_direction_sign(const line *l, int axis);
int ci_line_level_sign(const line *l, double t, int axis, double level);
/* The sign of (f + t d) . d: -1 for a point before the one nearest the origin, 1 behind it. */
int ci_line_slope_sign(const line *l, double t);

/* ---- Measuring ------------------------------------------------------------------------------- */

/* Returns 1 if the start is within 16 sizes of the origin, so that plain doubles measure well. */
int ci_line_starts_near(const line *l, double size);
/* A parameter where the line is near the origin, or near the axis y between
 * the planes y = low and y = high: good places to measure from. */
double ci_line_nearest(const line *l);
double ci_line_nearest_axis(const line *l, double low, double high);

/* The point at t in the frame, and for each coordinate the sum of the absolute values of its
 * terms. */
void ci_line_point(const line *l, twofold t, twofold p[3]);
void ci_line_point_size(const line *l, double t, double size[3]);

/* The position of a parameter t relative to the interval from t_enter to t_exit: the
 * signs of t - t_enter and t - t_exit. Relative to an intersection of intervals it is
 * the least `enter` and the greatest `exit`. */
typedef struct side {
  int enter, exit;
} side;

static inline side side_make(int enter, int exit) {
  side s;
  s.enter = enter;
  s.exit = exit;
  return s;
}

static inline side side_intersect(side a, side b) {
  return side_make(a.enter < b.enter ? a.enter : b.enter, a.exit > b.exit ? a.exit : b.exit);
}

/* The side relative to { t : g(t) <= 0 } for a convex g, from the signs of g and of
 * its slope at t. The line meets the set, and g is not zero along all of it. */
static inline side side_of_convex(int value, int slope) {
  if (value < 0) return side_make(1, -1);
  if (value > 0) return slope < 0 ? side_make(-1, -1) : side_make(1, 1);
  if (slope == 0) return side_make(0, 0);
  return slope < 0 ? side_make(0, -1) : side_make(1, 0);
}

#define SIDE_EVERYWHERE side_make(1, -1)

/* The measurements of a cast, in the shape's own frame. */
typedef struct measured {
  double t[2];      /* where the line enters and leaves */
  double point[3];  /* at the end that is measured */
  double normal[3]; /* at that end: outward, of any length */
  double u, v;      /* for triangles only */
} measured;

/* The exact cast at a kind of shape. */
typedef struct exact_cast {
  /* Returns 1 if the whole line meets the closed solid. Exact; sets l->faces. */
  int (*meets)(line *l);
  /* The side of t, for a line that meets the solid. Exact. */
  side (*side_at)(const line *l, double t);
  /* Locates the point at t: inside (-1), on the surface (0) or outside (1). Exact. */
  int (*locate)(const line *l, double t);
  /* For a line that meets the solid: t of both ends, and point and normal at end 0 or 1. */
  void (*measure)(const line *l, int end, measured *m);
} exact_cast;

/* The exact casts that serve several kinds. */
extern const exact_cast ci_sphere_exact, ci_box_exact, ci_capsule_exact, ci_polygon_exact,
    ci_round_polygon_exact;

/* The sign of d . ((a - f) x (b - f)): on which side the line passes the edge from a to b. Negative
 * on the left of the edge in the view from the start of the line. Exact. */
int ci_line_edge_sign(const line *l, const double a[3], const double b[3]);
/* The sign of (b - a) x (c - a) . (f + t d - a). Exact. */
int ci_line_height_sign(const line *l, double t, const double a[3], const double b[3],
                        const double c[3]);
/* Where the line crosses the plane through a, b and c, to which it is not parallel. `normal` and
 * `normal_low` are (b - a) x (c - a) in twofold numbers, `reach` is the size of the shape. */
twofold ci_line_crossing(const line *l, const double *const corners[3], const double normal[3],
                         const double normal_low[3], double reach);

/* normal = the part of -d that is perpendicular to the edge from a to b, of any length. */
void ci_line_face_across(const line *l, const double a[3], const double b[3], double normal[3]);

/* u and v of the start, for a line that starts in the triangle. */
void ci_triangle_start_coordinates(const line *l, measured *m);
/* For a line that may miss the ball: returns 0 when it does; else measures and returns 1. */
int ci_sphere_measure_if_met(line *l, int end, measured *m);

#endif
