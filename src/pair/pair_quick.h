/* SPDX-License-Identifier: MIT
 *
 * The quick path of two shapes of the plane: plain doubles and a few twofolds, which decide and
 * measure at once. Where they are not certain of what collide/pair.h promises, they return
 * PAIR_UNSURE, and pair_measure.c answers.
 */
#ifndef COLLIDE_PAIR_QUICK_H
#define COLLIDE_PAIR_QUICK_H

#include "../number/orient.h"
#include "pair.h"

/* QUICK_PUSH writes normal, apart and common of shapes that overlap. QUICK_NEAREST writes `common`
 * of shapes that overlap, else apart and the nearest points. */
enum { QUICK_PUSH, QUICK_NEAREST };

/* 1 when the two overlap, else 0, or PAIR_UNSURE; then *gap has no meaning. */
int ci_quick_hulls(const round_hull *a, const round_hull *b, int wanted, pair_gap *gap);
/* The same where one of them is a point. */
int ci_quick_point(const round_hull *a, const round_hull *b, int wanted, pair_gap *gap);

/* `contact`, `distance` and `closest` of pair_table.h for kinds with a formula of their own. The
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
int ci_contact_circle_hull(const collide_shape *circle, const collide_shape *shape,
                           collide_push *push);
int ci_distance_circle_hull(const collide_shape *circle, const collide_shape *shape, double *apart,
                            double on_circle[3], double on_hull[3]);
int ci_closest_hull(const collide_shape *shape, const double point[3], double *apart,
                    double nearest[3]);
int ci_closest_circle(const collide_shape *circle, const double point[3], double *apart,
                      double nearest[3]);
int ci_closest_rect(const collide_shape *rect, const double point[3], double *apart,
                    double found[3]);

/* Of terms that cancel, as much as this has to be left, as MEASURE_CANCEL: what twofolds are off by
 * is then below 2^-78 of it. */
#ifndef PAIR_CANCEL
#define PAIR_CANCEL 9.5367431640625e-07 /* 2^-20 */
#endif

/* In units of `beyond_error`: hulls whose overlap is more shallow, or so near to that that rounding
 * decides, may share no corners that could be found: see SHALLOW in pair_measure.c. */
#ifndef PAIR_SHALLOW
#define PAIR_SHALLOW 5
#endif

/* In units of `beyond_error`: edges of overlapping shapes whose corners differ by less than this
 * are parallel, so that the point of a contact is in the middle also where a rotation was rounded.
 * It only chooses which point is shown. */
#ifndef PAIR_LEVEL
#define PAIR_LEVEL 3
#endif

/* In units of `beyond_error`, E: an edge that the other hull is beyond by more is surely an edge
 * between the two, and if each edge is less than -E beyond, they surely meet. */
#ifndef PAIR_APART
#define PAIR_APART 1
#endif
/* Of edges whose depths differ by more, as computed, the less deep one gives the push: twice what
 * `beyond` is off by, 0.83 E. */
#ifndef PAIR_DEEPEST
#define PAIR_DEEPEST 2
#endif

/* ---- Edges and corners ------------------------------------------------------------------ */

/* Hulls of more corners are left to the other way. At most 32. */
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

/* Do both edges at corner i lead away from q? Then it is the point of the hull that is nearest to
 * q. */
static PAIR_INLINE int is_nearest_end(const round_hull *h, int i, const double q[2]) {
  const double *p = h->corners[i].point;
  if (h->count == 1) return 1;
  return sign_along(p, q, h->corners[corner_after(h, i)].point) < 0 &&
         (h->count == 2 || sign_along(p, q, h->corners[corner_before(h, i)].point) < 0);
}

/* On which side of the edges of one hull the corners of the other lie. Bit j of a set is corner j.
 */
typedef struct pair_sides {
  double most; /* how far the other hull is beyond the edge that it is most beyond */
  int edge;
  double beyond[QUICK_CORNERS];   /* of each edge: the least over the other's corners */
  double doubt;                   /* the least absolute value of how far a corner is beyond */
  unsigned inside[QUICK_CORNERS]; /* of each edge: the corners on its inner side */
  unsigned held;                  /* the corners that are on the inner side of all edges */
} pair_sides;

/* The corners of a hull, two by two; of an odd number the last one twice. */
typedef struct corner_lanes {
  double x[QUICK_CORNERS + 1], y[QUICK_CORNERS + 1];
  int count; /* of corners */
} corner_lanes;

void ci_spread_corners(const round_hull *h, corner_lanes *to);
void ci_measure_sides(const round_hull *h, const corner_lanes *other, pair_sides *s);

/* The mean of the corners of what two hulls without radii share, where that has an area or one of
 * them is a point or a segment, and no corner is on the line of an edge. */
void ci_take_common(const round_hull *a, const round_hull *b, const pair_sides *of_a,
                    const pair_sides *of_b, double common[2]);

/* ---- How far two features are apart --------------------------------------------------- */

/* How far two points are apart, less the radii, and the unit vector from q to p. 0 if unsure. */
int ci_quick_between(const double p[2], const double q[2], double r1, double r2, double *apart,
                     double normal[2]);
/* How far q is beyond the edge from p to next, less the radii. 0 if unsure. */
int ci_quick_beyond(const double p[2], const double next[2], const double q[2], double r1,
                    double r2, double *apart);

#endif
