/* SPDX-License-Identifier: MIT
 *
 * Narrow phase in the plane. A shape is a half-plane, or a convex hull with a radius: a circle is a
 * point with a radius, a capsule a segment with one. So three routines answer all pairs: hull and
 * hull, hull and half-plane, two half-planes. Routines for certain kinds only save time.
 * pair_table.c says which routine answers which pair.
 */
#ifndef COLLIDE_PAIR_H
#define COLLIDE_PAIR_H

#include "../collide.h"
#include "../number/exact.h"
#include "../number/lanes.h"
#include "../number/twofold.h"

/* A rare path is not inlined: the frequent path then saves fewer registers. */
#if defined(__GNUC__)
#define PAIR_INLINE inline __attribute__((always_inline))
#define PAIR_SELDOM __attribute__((noinline))
#else
#define PAIR_INLINE inline
#define PAIR_SELDOM
#endif

/* What is known of two shapes. */
enum {
  PAIR_PARTED = 0,
  PAIR_MEET = 1,
  PAIR_UNSURE = 2,
  PAIR_TOUCH = 3,       /* they meet, but are not in one another */
  PAIR_DEEP = 4,        /* they are in one another */
  PAIR_STAYS_PARTED = 5 /* they do not meet at any place of the one that moves */
};

/* The points within `radius` of a convex hull. */
typedef struct round_hull {
  const collide_corner *corners;
  int count; /* 1 or more */
  double radius;
  double magnitude; /* the largest absolute coordinate */
} round_hull;

static inline round_hull pair_hull(const collide_shape *s) {
  round_hull h;
  h.corners = s->of.outline.hull != NULL ? s->of.outline.hull : s->of.outline.corners;
  h.count = s->of.outline.count;
  h.radius = s->radius;
  h.magnitude = s->of.outline.magnitude;
  return h;
}

/* As collide_contact, but returns 0 if the depth is 0. This takes less time for shapes that touch.
 */
int ci_pair_open_contact(const collide_shape *a, const collide_shape *b, collide_push *push);

/* A point; `corner` is its memory. */
round_hull ci_pair_point(const double point[2], collide_corner *corner);

/* Corners go round counterclockwise. */
static PAIR_INLINE int corner_after(const round_hull *h, int i) {
  return i + 1 < h->count ? i + 1 : 0;
}

static PAIR_INLINE int corner_before(const round_hull *h, int i) {
  return i > 0 ? i - 1 : h->count - 1;
}

static inline const collide_corner *next_corner(const round_hull *h, int i) {
  return &h->corners[corner_after(h, i)];
}

/* n . (q - p), how far q is beyond the edge at p. */
static inline double beyond(const collide_corner *p, const double q[2]) {
  return p->normal[0] * (q[0] - p->point[0]) + p->normal[1] * (q[1] - p->point[1]);
}

/* ---- Margins ------------------------------------------------------------------
 *
 * In all derivations u = 2^-53 is the unit roundoff, and terms of u^2 are covered
 * by rounding the sum of the others up. FILTER_TINY (1e-160) is above all that
 * underflow can lose. Each margin can be defined on the command line, so that
 * spec/quick can switch the quick path off (INFINITY) or show that a narrower
 * margin gives wrong answers.
 */
#define PAIR_UNIT (DBL_EPSILON / 2)

/* What `beyond` may be off by, in units of the magnitudes of both hulls.
 * - A normal: the differences that it is made of are rounded, which turns it by u
 *   at most; the length's square is off by 2 u, its root by 2 u, and the division
 *   adds u. So the normal is off by 4 u.
 * - The difference q - p, the products and the sum: 3 u of |n| |q - p|.
 * So 7 u |q - p|, and |q - p| is at most sqrt(2) times the sum of the magnitudes:
 * 9.9 u. What is left of the margin covers the radii: their sum is rounded, and
 * so is the sum of that and the error. */
#ifndef BEYOND_MARGIN
#define BEYOND_MARGIN (12 * PAIR_UNIT)
#endif

static inline double beyond_error(const round_hull *a, const round_hull *b) {
  return BEYOND_MARGIN * (a->magnitude + b->magnitude + (a->radius + b->radius)) + FILTER_TINY;
}

/* The square of a distance against that of a radius, in units of the latter:
 * - The square is the sum of two squares of differences: 2 u + u, and u for the sum.
 * - The radius may be the sum of two: u, so 2 u in the square, and u for squaring.
 *   If they are inner disks, each may be too large by u (see disks_meet): 2 u.
 * - Taking the margin from the square: u.
 * That is 10 u. */
#ifndef RADIUS_MARGIN
#define RADIUS_MARGIN (11 * PAIR_UNIT)
#endif

/* Is a distance within the radius? 1 or 0, or PAIR_UNSURE; the square of a radius
 * above 1e150 might overflow, and is left to others. */
static inline int try_radius(double square, double radius) {
  double limit = radius * radius, error = RADIUS_MARGIN * limit + FILTER_TINY;
  if (!(limit < 1e300)) return PAIR_UNSURE;
  return square < limit - error ? 1 : square > limit + error ? 0 : PAIR_UNSURE;
}

/* A dot or cross product of rounded differences, in units of its terms: as TWO_TERMS in
 * orient.c, 4 u and a little. If it is off by x, its square is by 2 x |cross| + x^2. */
#ifndef LINE_CROSS
#define LINE_CROSS (5 * PAIR_UNIT)
#endif
/* The sign of (b - a) . (q - a), or FILTER_UNSURE; each difference is off by u of itself, so each
 * product by 3 u and their sum by u more. */
static PAIR_INLINE int try_along(const double a[2], const double b[2], const double q[2]) {
  double x = (b[0] - a[0]) * (q[0] - a[0]), y = (b[1] - a[1]) * (q[1] - a[1]);
  return filter_sign(x + y, LINE_CROSS * (fabs(x) + fabs(y)) + FILTER_TINY);
}

/* The sign of (b - a) x (q - a), likewise. */
static PAIR_INLINE int try_cross(const double a[2], const double b[2], const double q[2]) {
  double x = (b[0] - a[0]) * (q[1] - a[1]), y = (b[1] - a[1]) * (q[0] - a[0]);
  return filter_sign(x - y, LINE_CROSS * (fabs(x) + fabs(y)) + FILTER_TINY);
}

/* ---- Ties -------------------------------------------------------------------------
 *
 * Two hulls, and the shapes that number their edges. */
typedef struct hull_order {
  const collide_shape *of_a, *of_b;
  round_hull a, b;
} hull_order;

/* An edge of the difference b - a: that of b from corner j less the corner i of a, or the corner j
 * of b less the edge of a from corner i. */
typedef struct hull_edge {
  int of_b, i, j;
} hull_edge;

/* Two edges end at one corner of the difference: is e reported, not f? As casts have it, by the
 * order of the faces of b; what a has alone comes after these. */
int ci_prefers_edge(const hull_order *o, const hull_edge *e, const hull_edge *f);

/* Two shapes of the plane touch: if they do so corner on corner, the push takes the normal that is
 * preferred there. */
void ci_resolve_tie(const collide_shape *a, const collide_shape *b, collide_push *push);

/* ---- Yes or no: exact --------------------------------------------------------- */

int ci_hulls_overlap(const round_hull *a, const round_hull *b);
/* Without radii: do the two meet; does the hull hold the point? */
int ci_hulls_meet(const round_hull *a, const round_hull *b);
int ci_hull_holds(const round_hull *h, const double q[2]);
/* With its radius: does the hull hold the point? */
int ci_round_hull_holds(const round_hull *h, const double q[2]);
/* Do the normals of two half-planes have opposite directions? */
int ci_are_opposite(const collide_shape *a, const collide_shape *b);
/* Do two segments cross, at a point that is no end of either? */
int ci_segments_cross(const double a[2], const double b[2], const double c[2], const double d[2]);
int ci_hull_overlaps_plane(const round_hull *a, const collide_shape *plane);
int ci_planes_overlap(const collide_shape *a, const collide_shape *b);
/* How far two opposite half-planes overlap along their one normal, times its length and that of the
 * other one's component i: d_a |b_i| + d_b |a_i|, for a component i that is not zero. */
void ci_planes_overlap_exactly(exact_pool *pool, const collide_shape *a, const collide_shape *b,
                               exact *r);

/* Does a shape that is no half-plane hold the point? In plain doubles: 1 or 0, or PAIR_UNSURE. */
int ci_try_hold(const collide_shape *shape, const double q[2]);

/* Do the edges of a hull separate it from an axis-parallel rect (0), or do the two overlap (1),
 * whose bounds meet? Tests the corner of the rect that is least beyond each edge. The signs of the
 * normal tell which, and rounding cannot change them. Quick: PAIR_UNSURE near a touch. */
int ci_try_edges(const collide_shape *hull, const collide_shape *rect);

/* Is q within the radius, which may be the sum of two, of the segment from a to b? In plain
 * doubles: 1 or 0, or PAIR_UNSURE. */
int ci_try_near_segment(const double q[2], const double a[2], const double b[2], double radius);
/* Is q within r of the point a; of the segment from a to b? r is r1 + r2. Exact. */
int ci_point_near_point(const double q[2], const double a[2], double r1, double r2);
int ci_point_near_segment(const double q[2], const double a[2], const double b[2], double r1,
                          double r2);

static inline int pair_bounds_hold(const collide_shape *s, const double q[2]) {
  const double *low = s->of.outline.low, *high = s->of.outline.high;
  return (low[0] <= q[0]) & (q[0] <= high[0]) & (low[1] <= q[1]) & (q[1] <= high[1]);
}

/* What meets has bounds that do; a rect without rotation is its bounds. */
static inline int pair_bounds_meet(const collide_shape *a, const collide_shape *b) {
  return lanes_meet(lanes_load(a->of.outline.low), lanes_load(a->of.outline.high),
                    lanes_load(b->of.outline.low), lanes_load(b->of.outline.high)) == 3;
}

/* ---- How much ------------------------------------------------------------------- */

/* How a lies to b: the least push that parts them, or the gap to close. Routines
 * of two dimensions leave the third coordinates alone: they are 0 before. */
typedef struct pair_gap {
  double normal[3];        /* unit, from b to a */
  double apart;            /* the gap; as a depth, when negative */
  double on_a[3], on_b[3]; /* the nearest points, or the deepest; the middle of stretches */
  double common[3];        /* when they overlap, a point of both, in the middle */
} pair_gap;

/* A measured value that is a difference of terms is taken from twofolds as long
 * as it is not smaller than this times the terms, else from exact numbers. A
 * product of twofolds is off by 8 u^2, a sum of two by 6 u^2 of the terms: 2^-102
 * of them. Where 2^-20 of the terms is left that is 2^-82 of the value. If the
 * value then is what a distance is taken from, and 2^-20 of that is left when the
 * radii are taken off, it is 2^-61: far below the double that is shown. */
#ifndef MEASURE_CANCEL
#define MEASURE_CANCEL 9.5367431640625e-07 /* 2^-20 */
#endif

/* A point of both hulls without their radii, the mean of the corners of what
 * they share; 0 where they share none. scale: a power of two that brings
 * coordinates near 1. */
int ci_hulls_find_common(const round_hull *a, const round_hull *b, double scale, double common[2]);

/* Of hulls that meet by their radii alone, whose normal, apart and on_b are known: writes common.
 */
void ci_take_common_between(const round_hull *a, const round_hull *b, pair_gap *gap);
/* `overlap` says what was decided; what is measured will agree. */
void ci_hulls_measure(const round_hull *a, const round_hull *b, int overlap, pair_gap *gap);
/* The plane is b. */
void ci_hull_measure_plane(const round_hull *a, const collide_shape *plane, int overlap,
                           pair_gap *gap);
void ci_planes_measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);

/* Have the two the same number of dimensions? Then every query has a test for them. */
int ci_has_pair(const collide_shape *a, const collide_shape *b);
/* The region of a point. The lines through the sides of a triangle of two dimensions cut the plane
 * into seven regions. The number is the sum of 4, 2 and 1 for being on the inner side of ab, bc and
 * ca, or on the line itself. It is 7 exactly if the triangle contains the point. For a triangle
 * that is collapsed to a segment or a point, a point in line with it but not on it is 1, 2 or 4, as
 * beyond b, a or c. COLLIDE_UNSUPPORTED for shapes of other kinds. */
int ci_triangle_region(const collide_shape *triangle, const double point[3]);

#endif
