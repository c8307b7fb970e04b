/* SPDX-License-Identifier: MIT
 *
 * The quick path of two shapes of the plane: decides and measures at once, in plain doubles and a
 * few twofolds. Returns PAIR_UNSURE if it cannot guarantee the bounds of collide/pair.h. Then
 * plane_measure.c answers.
 */
#ifndef COLLIDE_PAIR_QUICK_H
#define COLLIDE_PAIR_QUICK_H

#include "../../number/orient.h"
#include "plane.h"

/* QUICK_PUSH writes normal, apart and common of shapes that overlap. QUICK_NEAREST writes `common`
 * of shapes that overlap, else apart and the nearest points. */
enum { QUICK_PUSH, QUICK_NEAREST };

/* 1 if the two overlap, 0 if not, or PAIR_UNSURE; then *gap is undefined. */
int ci_quick_outlines(const plane_outline *a, const plane_outline *b, int wanted, pair_gap *gap);
/* The same if one of them is a point. */
int ci_quick_point(const plane_outline *a, const plane_outline *b, int wanted, pair_gap *gap);

/* `contact`, `distance` and `closest` of pair_row.h for kinds with a formula of their own. The
 * rects are axis-parallel. */
int ci_contact_circles(const collide_shape *a, const collide_shape *b, collide_push *push);
int ci_distance_circles(const collide_shape *a, const collide_shape *b, double *apart,
                        double on_a[3], double on_b[3]);
int ci_contact_rects(const collide_shape *a, const collide_shape *b, collide_push *push);
int ci_distance_rects(const collide_shape *a, const collide_shape *b, double *apart, double on_a[3],
                      double on_b[3]);
int ci_contact_circle_rect(const collide_shape *circle, const collide_shape *rect,
                           collide_push *push);
int ci_distance_circle_rect(const collide_shape *circle, const collide_shape *rect, double *apart,
                            double on_circle[3], double on_rect[3]);
int ci_contact_circle_outline(const collide_shape *circle, const collide_shape *shape,
                              collide_push *push);
int ci_distance_circle_outline(const collide_shape *circle, const collide_shape *shape,
                               double *apart, double on_circle[3], double on_outline[3]);
int ci_closest_outline(const collide_shape *shape, const double point[3], double *apart,
                       double nearest[3]);
int ci_closest_circle(const collide_shape *circle, const double point[3], double *apart,
                      double nearest[3]);
int ci_closest_rect(const collide_shape *rect, const double point[3], double *apart,
                    double found[3]);

/* Twofolds are used if at least this part of the terms remains, like MEASURE_CANCEL. Their error is
 * then below 2^-78 of the result. */
#ifndef PAIR_CANCEL
#define PAIR_CANCEL 9.5367431640625e-07 /* 2^-20 */
#endif

/* In units of `beyond_error`: outlines that overlap by less than this may share no corners that can
 * be found, because rounding decides. See SHALLOW in plane_measure.c. */
#ifndef PAIR_SHALLOW
#define PAIR_SHALLOW 5
#endif

/* In units of `beyond_error`: an edge of overlapping shapes is parallel if its ends differ by less
 * than this. The contact point is then in the middle even if a rotation was rounded. This only
 * chooses the point that is returned. */
#ifndef PAIR_LEVEL
#define PAIR_LEVEL 3
#endif

/* In units of `beyond_error`, E: an edge that the other outline is beyond by more than this surely
 * separates the two. If each edge is less than -E beyond, they surely meet. */
#ifndef PAIR_APART
#define PAIR_APART 1
#endif
/* If the computed depths of two edges differ by more, the shallower edge gives the push: twice the
 * error of `beyond`, 0.83 E. */
#ifndef PAIR_DEEPEST
#define PAIR_DEEPEST 2
#endif

/* ---- Edges and corners ------------------------------------------------------------------ */

/* Hulls with more corners use plane_measure.c. At most 32. */
#ifndef QUICK_CORNERS
#define QUICK_CORNERS 16
#endif

/* The sign of (b - a) . (q - a), exactly. */
static PAIR_INLINE int sign_along(const double a[2], const double b[2], const double q[2]) {
  int sign = try_along(a, b, q);
  return sign != FILTER_UNSURE ? sign : ci_dot2d(a, b, a, q);
}

/* The sign of (b - a) x (q - a), exactly. */
static PAIR_INLINE int sign_beside(const double a[2], const double b[2], const double q[2]) {
  int sign = try_cross(a, b, q);
  return sign != FILTER_UNSURE ? sign : orient2d(a, b, q);
}

/* Do both edges at corner i lead away from q? Then this corner is the outline's nearest point to q.
 */
static PAIR_INLINE int is_nearest_end(const plane_outline *h, int i, const double q[2]) {
  const double *p = h->corners[i].point;
  if (h->count == 1) return 1;
  return sign_along(p, q, h->corners[corner_after(h, i)].point) < 0 &&
         (h->count == 2 || sign_along(p, q, h->corners[corner_before(h, i)].point) < 0);
}

/* The sides of one outline's edges on which the other's corners lie. Bit j of a set is corner j. */
typedef struct pair_sides {
  double most; /* the largest value of `beyond`, that of `edge` */
  int edge;
  double beyond[QUICK_CORNERS];   /* for each edge: the least over the other's corners */
  double doubt;                   /* the least absolute distance of a corner from an edge's line */
  unsigned inside[QUICK_CORNERS]; /* for each edge: the corners on its inner side */
  unsigned held;                  /* the corners that are on the inner side of all edges */
} pair_sides;

/* The corners of an outline, in pairs; an odd number repeats the last one. */
typedef struct corner_lanes {
  double x[QUICK_CORNERS + 1], y[QUICK_CORNERS + 1];
  int count; /* the number of corners */
} corner_lanes;

void ci_spread_corners(const plane_outline *h, corner_lanes *to);
void ci_measure_sides(const plane_outline *h, const corner_lanes *other, pair_sides *s);

/* The mean of the corners of the intersection of two outlines without radii. The intersection has
 * an area, or one outline is a point or a segment. No corner is on the line of an edge. */
void ci_take_common(const plane_outline *a, const plane_outline *b, const pair_sides *of_a,
                    const pair_sides *of_b, double common[2]);

/* ---- How far two features are apart --------------------------------------------------- */

/* The distance of two points, less the radii, and the unit vector from q to p. 0 if unsure. */
int ci_quick_between(const double p[2], const double q[2], double r1, double r2, double *apart,
                     double normal[2]);
/* The distance of q beyond the edge from p to next, less the radii. 0 if unsure. */
int ci_quick_beyond(const double p[2], const double next[2], const double q[2], double r1,
                    double r2, double *apart);

#endif
