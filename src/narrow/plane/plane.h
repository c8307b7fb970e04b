/* SPDX-License-Identifier: MIT
 *
 * Narrow phase in the plane. A shape is a half-plane, or a convex hull with a radius: a circle is a
 * point with a radius, a capsule a segment with one. So three routines answer all pairs: outline
 * and outline, outline and half-plane, two half-planes. Routines for certain kinds only save time.
 * plane_rows.c says which routine answers which pair.
 */
#ifndef COLLIDE_PLANE_H
#define COLLIDE_PLANE_H

#include "../../collide.h"
#include "../../number/exact.h"
#include "../../number/lanes.h"
#include "../../number/twofold.h"
#include "../../shape/shape.h"

/* A rare path is not inlined: that keeps the hot path from spilling registers. */
#if defined(__GNUC__)
#define PAIR_INLINE inline __attribute__((always_inline))
#define PAIR_SELDOM __attribute__((noinline))
#else
#define PAIR_INLINE inline
#define PAIR_SELDOM
#endif

/* How two shapes are related. */
enum {
  PAIR_PARTED = 0,
  PAIR_MEET = 1,
  PAIR_UNSURE = 2,
  PAIR_TOUCH = 3, /* the boundaries meet, the interiors do not */
  PAIR_DEEP = 4   /* the interiors meet */
};

/* The points within `radius` of a convex hull. */
typedef struct plane_outline {
  const collide_corner *corners;
  int count; /* 1 or more */
  double radius;
  double magnitude; /* the largest absolute coordinate */
} plane_outline;

/* `room` must outlive the outline: see outline_corners. */
static inline plane_outline outline_of_shape(const collide_shape *s, collide_corner room[4]) {
  plane_outline h;
  h.corners = outline_corners(s, room);
  h.count = s->of.outline.count;
  h.radius = s->radius;
  h.magnitude = s->of.outline.magnitude;
  return h;
}

/* Makes an outline of one point. `corner` holds that point and must outlive the outline. */
plane_outline ci_outline_of_point(const double point[2], collide_corner *corner);

/* Corners go round counterclockwise. */
static PAIR_INLINE int corner_after(const plane_outline *h, int i) {
  return i + 1 < h->count ? i + 1 : 0;
}

static PAIR_INLINE int corner_before(const plane_outline *h, int i) {
  return i > 0 ? i - 1 : h->count - 1;
}

static inline const collide_corner *next_corner(const plane_outline *h, int i) {
  return &h->corners[corner_after(h, i)];
}

/* n . (q - p): the signed distance of q from the edge at p, positive outside. */
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

/* The error of `beyond`, in units of the magnitudes of both outlines:
 * - Normal: rounding the edge's two differences turns it by u at most. The square of the length is
 *   off by 2 u, its root by 2 u, and the division adds u. The normal is off by 4 u.
 * - The difference q - p, the products and the sum: 3 u of |n| |q - p|.
 * The total is 7 u |q - p|. |q - p| is at most sqrt(2) times the sum of the magnitudes: 9.9 u. The
 * margin also covers rounding the sum of the radii, and that sum plus the error. */
#ifndef BEYOND_MARGIN
#define BEYOND_MARGIN (12 * PAIR_UNIT)
#endif

static inline double beyond_error(const plane_outline *a, const plane_outline *b) {
  return BEYOND_MARGIN * (a->magnitude + b->magnitude + (a->radius + b->radius)) + FILTER_TINY;
}

/* The error of comparing the square of a distance with that of a radius, in units of the latter:
 * - The square is the sum of two squares of differences: 2 u + u, and u for the sum.
 * - The radius may be the sum of two: u, so 2 u in the square, and u for squaring. The radius of an
 *   inner disk may be too large by u (see disks_meet): 2 u for two.
 * - Subtracting the margin from the square: u.
 * The total is 10 u. */
#ifndef RADIUS_MARGIN
#define RADIUS_MARGIN (11 * PAIR_UNIT)
#endif

/* Is a distance within the radius? 1 or 0, or PAIR_UNSURE. PAIR_UNSURE for a radius above 1e150,
 * because its square might overflow. */
static inline int try_radius(double square, double radius) {
  double limit = radius * radius, error = RADIUS_MARGIN * limit + FILTER_TINY;
  if (!(limit < 1e300)) return PAIR_UNSURE;
  return square < limit - error ? 1 : square > limit + error ? 0 : PAIR_UNSURE;
}

/* The error of a dot or cross product of rounded differences, in units of its terms: a little over
 * 4 u, like TWO_TERMS in orient.c. An error x in `cross` becomes 2 x |cross| + x^2 in its
 * square. */
#ifndef LINE_CROSS
#define LINE_CROSS (5 * PAIR_UNIT)
#endif
/* The sign of (b - a) . (q - a), or FILTER_UNSURE. Each difference is off by u of itself, each
 * product by 3 u, and their sum by u more. */
static PAIR_INLINE int try_along(const double a[2], const double b[2], const double q[2]) {
  double x = (b[0] - a[0]) * (q[0] - a[0]), y = (b[1] - a[1]) * (q[1] - a[1]);
  return filter_sign(x + y, LINE_CROSS * (fabs(x) + fabs(y)) + FILTER_TINY);
}

/* The sign of (b - a) x (q - a), or FILTER_UNSURE. */
static PAIR_INLINE int try_cross(const double a[2], const double b[2], const double q[2]) {
  double x = (b[0] - a[0]) * (q[1] - a[1]), y = (b[1] - a[1]) * (q[0] - a[0]);
  return filter_sign(x - y, LINE_CROSS * (fabs(x) + fabs(y)) + FILTER_TINY);
}

/* ---- Ties -------------------------------------------------------------------------
 *
 * Two outlines, and the shapes that number their edges. */
typedef struct outline_order {
  const collide_shape *of_a, *of_b;
  plane_outline a, b;
} outline_order;

typedef enum sweep_owner { SWEEP_CORNER, SWEEP_EDGE_OF_A, SWEEP_EDGE_OF_B } sweep_owner;

/* A feature of the Minkowski difference b - a. It is the corner b[j] - a[i], or an edge: that of a
 * from corner i, or of b from corner j, with the corner of the other. `i` and `j` are always set,
 * and b[j] - a[i] is an end of the edge. */
typedef struct sweep_feature {
  sweep_owner owner;
  int i, j;
} sweep_feature;

/* The ends of an edge of the difference, without the corner of the other outline. The difference
 * lies to the left of the edge, seen from *from to *to. */
static inline void feature_ends(const plane_outline *a, const plane_outline *b,
                                const sweep_feature *f, const double **from, const double **to) {
  int of_b = f->owner == SWEEP_EDGE_OF_B;
  *from = of_b ? b->corners[f->j].point : next_corner(a, f->i)->point;
  *to = of_b ? next_corner(b, f->j)->point : a->corners[f->i].point;
}

/* Writes the unit normal of an edge, out of the difference, without -0. */
static inline void feature_normal(const plane_outline *a, const plane_outline *b,
                                  const sweep_feature *f, double normal[2]) {
  const double *n = f->owner == SWEEP_EDGE_OF_B ? b->corners[f->j].normal : a->corners[f->i].normal;
  double sign = f->owner == SWEEP_EDGE_OF_B ? 1 : -1;
  normal[0] = sign * n[0] + 0.0;
  normal[1] = sign * n[1] + 0.0;
}

/* Two edges end at one corner of the difference. Returns 1 if e wins the tie over f. The order is
 * that of casts: the faces of b come first, then normals that only a has. */
int ci_prefers_edge(const outline_order *o, const sweep_feature *e, const sweep_feature *f);

/* ---- Yes or no: exact --------------------------------------------------------- */

int ci_outlines_overlap(const plane_outline *a, const plane_outline *b);
/* Ignoring the radii: do the two outlines meet; does the outline contain the point? */
int ci_outline_cores_meet(const plane_outline *a, const plane_outline *b);
/* With its radius: does the outline contain the point? */
int ci_outline_holds(const plane_outline *h, const double q[2]);
int ci_outline_overlaps_plane(const plane_outline *a, const collide_shape *plane);
int ci_planes_overlap(const collide_shape *a, const collide_shape *b);

/* Does a shape other than a half-plane contain the point? In plain doubles: 1 or 0, or
 * PAIR_UNSURE. */
int ci_try_hold(const collide_shape *shape, const double q[2]);

/* Do an outline and an axis-parallel rect overlap (1), or does an edge of the outline separate them
 * (0)? Their bounds meet. Tests, for each edge, the rect's corner that is least beyond it. The
 * signs of the normal select that corner, and rounding cannot change them. Quick: PAIR_UNSURE near
 * a touch.
 */
int ci_try_edges(const collide_shape *outline, const collide_shape *rect);

/* Is q within the radius of the segment from a to b? The radius may be the sum of two. In plain
 * doubles: 1 or 0, or PAIR_UNSURE. */
int ci_try_near_segment(const double q[2], const double a[2], const double b[2], double radius);
/* Is q within r1 + r2 of the point a; of the segment from a to b? Exact. */
int ci_point_near_point(const double q[2], const double a[2], double r1, double r2);

static inline int bounds_hold_point(const collide_shape *s, const double q[2]) {
  const double *low = s->of.outline.low, *high = s->of.outline.high;
  return (low[0] <= q[0]) & (q[0] <= high[0]) & (low[1] <= q[1]) & (q[1] <= high[1]);
}

/* Shapes that meet have bounds that meet. A rect without rotation equals its bounds. */
static inline int pair_bounds_meet(const collide_shape *a, const collide_shape *b) {
  return lanes_meet(lanes_load(a->of.outline.low), lanes_load(a->of.outline.high),
                    lanes_load(b->of.outline.low), lanes_load(b->of.outline.high)) == 3;
}

/* ---- How much ------------------------------------------------------------------- */

/* The relation of a to b: the least push that separates them, or their distance. Routines of two
 * dimensions do not write the third coordinates: the caller sets them to 0. */
typedef struct pair_gap {
  double normal[3];        /* unit, from b to a */
  double apart;            /* the distance, or minus the depth */
  double on_a[3], on_b[3]; /* the nearest points, or the deepest; the middle of stretches */
  double common[3];        /* when they overlap, a point of both, in the middle */
} pair_gap;

/* QUICK_PUSH writes normal, apart and common of shapes that overlap. QUICK_NEAREST writes `common`
 * of shapes that overlap, else apart and the nearest points. */
enum { QUICK_PUSH, QUICK_NEAREST };

/* A measured difference is computed from twofolds if it is at least this times its terms, otherwise
 * from exact numbers. A product of twofolds is off by 8 u^2, a sum of two by 6 u^2 of the terms:
 * 2^-102 of them. If 2^-20 of the terms remains, this is 2^-82 of the value. If a distance is
 * computed from that value, and 2^-20 of it remains after subtracting the radii, the error is
 * 2^-61: far below that of the double that is returned. */
#ifndef MEASURE_CANCEL
#define MEASURE_CANCEL 9.5367431640625e-07 /* 2^-20 */
#endif

/* Writes a point of both outlines without their radii: the mean of the corners of their
 * intersection. Returns 0 if it is empty. scale: a power of two that brings coordinates near 1. */
int ci_outlines_find_common(const plane_outline *a, const plane_outline *b, double scale,
                            double common[2]);

/* For outlines that meet only by their radii, with known normal, apart and on_b: writes common. */
void ci_take_common_between(const plane_outline *a, const plane_outline *b, pair_gap *gap);
/* `overlap` is the exact answer. The measured values agree with it. */
void ci_outlines_measure(const plane_outline *a, const plane_outline *b, int overlap,
                         pair_gap *gap);
/* The plane is b. */
void ci_outline_measure_plane(const plane_outline *a, const collide_shape *plane, int overlap,
                              pair_gap *gap);
void ci_planes_measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);

/* ---- Hulls of many corners -------------------------------------------------------------------
 *
 * Hulls of many corners. The routines for small outlines test every edge against every corner. For
 * large outlines each edge is tested only against the other outline's corner that is least beyond
 * it. From edge to edge that corner goes round the other outline once ("rotating calipers",
 * Toussaint 1983). Exact signs find it, so it is correct even for outlines as thin as a needle. */

/* Hulls with at most this many corners use the loops over all pairs, which are faster there. The
 * same holds for pairs whose product of counts is at most its square. spec/quick sets it to 2, the
 * minimum, and to a number that no outline has, and compares the answers. */
#ifndef LARGE_HULL
#define LARGE_HULL 20
#endif

static inline int are_large(const plane_outline *a, const plane_outline *b) {
  if (a->count <= LARGE_HULL && b->count <= LARGE_HULL) return 0;
  return a->count > 2 && b->count > 2 &&
         (double)a->count * b->count > (double)LARGE_HULL * LARGE_HULL;
}

/* An edge of one outline, and a corner of the other. */
typedef struct caliper {
  const plane_outline *outline, *other;
  int edge;   /* of `outline`; equal to its count when all edges are done */
  int corner; /* of `other`, the least beyond the edge, or the most; the first of two */
  int level;  /* Are there two? Then the edge between them is parallel to `edge`. */
  int most;
} caliper;

/* Starts at the first edge, with the other outline's corner that is least or most beyond it. Both
 * outlines have more than two corners. */
void ci_caliper_start(caliper *c, const plane_outline *outline, const plane_outline *other,
                      int most);
/* Moves to the next edge. A pass over all edges takes time proportional to the corners of both. */
void ci_caliper_next(caliper *c);

/* ---- Regions --------------------------------------------------------------------------------- */

/* The region of a point. The lines through the sides of a triangle of two dimensions cut the plane
 * into seven regions. The number is the sum of 4, 2 and 1 for being on the inner side of ab, bc and
 * ca, or on the line itself. It is 7 exactly if the triangle contains the point. If the triangle is
 * collapsed and the point is in line with it but not on it, the number is 1, 2 or 4: beyond b, a or
 * c. COLLIDE_UNSUPPORTED for shapes of other kinds. */
int ci_triangle_region(const collide_shape *triangle, const double point[3]);

#endif
