/* SPDX-License-Identifier: MIT
 *
 * Two shapes of the plane. Every one of them is a hull with a radius around it
 * or a half-plane, so three questions serve all pairs: hull and hull, hull and
 * half-plane, two half-planes. A circle is a point with a radius, a capsule a
 * segment with one. Beside them stand special cases, for speed alone but for the
 * first: circle and triangle by regions, triangle and rect without rotation by
 * edge functions (pair_triangle.c), circle and such a rect, two such rects, which
 * are their bounds, and shapes whose inner disks meet (pair.c).
 */
#ifndef COLLIDE_PAIR_H
#define COLLIDE_PAIR_H

#include "../collide.h"
#include "../number/exact.h"
#include "../number/twofold.h"

/* The points within `radius` of a convex hull. */
typedef struct round_hull {
  const collide_corner *corners;
  int count; /* 1 or more */
  double radius;
  double magnitude; /* the largest coordinate, without its sign */
} round_hull;

static inline round_hull pair_hull(const collide_shape *s) {
  round_hull h;
  h.corners = collide_hull(s);
  h.count = s->of.outline.count;
  h.radius = s->radius;
  h.magnitude = s->of.outline.magnitude;
  return h;
}

static inline int pair_is_plane(const collide_shape *s) {
  return s->kind == COLLIDE_PLANE_2D;
}

/* A point; `corner` is its memory. */
round_hull ci_pair_point(const double point[2], collide_corner *corner);

static inline const collide_corner *next_corner(const round_hull *h, int i) {
  return &h->corners[i + 1 < h->count ? i + 1 : 0];
}

/* n . (q - p), how far q is beyond the edge at p. */
static inline double beyond(const collide_corner *p, const double q[2]) {
  return p->normal[0] * (q[0] - p->point[0]) + p->normal[1] * (q[1] - p->point[1]);
}

/* What `beyond`, and a distance found with it, may be off by: the normal is
 * within 5 units of rounding, differences and products add 4, and a difference
 * is at most 1.5 times the sum of the magnitudes. */
static inline double beyond_error(const round_hull *a, const round_hull *b) {
  return 4e-15 * (a->magnitude + b->magnitude + (a->radius + b->radius)) + FILTER_TINY;
}

/* Is a distance within the radius? The square is of differences of doubles, each
 * rounded once, so off by 4 units of rounding at most, and the radius may be a sum: 3
 * more. 1 or 0, or PAIR_UNSURE. */
enum { PAIR_UNSURE = 2 };
static inline int try_radius(double square, double radius) {
  double limit = radius * radius, error = 2e-15 * limit + FILTER_TINY;
  if (!(limit < 1e300)) return PAIR_UNSURE;
  return square < limit - error ? 1 : square > limit + error ? 0 : PAIR_UNSURE;
}

/* ---- Yes or no: exact --------------------------------------------------------- */

int ci_hulls_overlap(const round_hull *a, const round_hull *b);
/* Without radii: do the two meet; does the hull hold the point? */
int ci_hulls_meet(const round_hull *a, const round_hull *b);
int ci_hull_holds(const round_hull *h, const double q[2]);
/* Do two segments cross, at a point that is no end of either? */
int ci_segments_cross(const double a[2], const double b[2], const double c[2], const double d[2]);
int ci_hull_overlaps_plane(const round_hull *a, const collide_shape *plane);
int ci_planes_overlap(const collide_shape *a, const collide_shape *b);

/* Is q within r of the segment from a to b? r is r1 + r2. Exact. */
int ci_point_near_segment(const double q[2], const double a[2], const double b[2], double r1,
                          double r2);

/* What meets has bounds that do; a rect without rotation is its bounds. */
static inline int pair_bounds_meet(const collide_shape *a, const collide_shape *b) {
  return !(a->of.outline.low[0] > b->of.outline.high[0] ||
           b->of.outline.low[0] > a->of.outline.high[0] ||
           a->of.outline.low[1] > b->of.outline.high[1] ||
           b->of.outline.low[1] > a->of.outline.high[1]);
}

/* Circle and triangle; triangle and rect without rotation. Exact. */
int ci_circle_overlaps_triangle(const collide_shape *circle, const collide_shape *triangle);
int ci_triangle_overlaps_rect(const collide_shape *triangle, const collide_shape *rect);

/* ---- How much ------------------------------------------------------------------- */

/* How a lies to b: the least push that parts them, or the gap to close. */
typedef struct pair_gap {
  double normal[2];        /* unit, from b to a */
  double apart;            /* the gap; as a depth, when negative */
  double on_a[2], on_b[2]; /* the nearest points, or the deepest; the middle of stretches */
  double common[2];        /* when they overlap, a point of both, in the middle */
} pair_gap;

/* A point of both hulls without their radii, the mean of the corners of what
 * they share; 0 where they share none. scale: a power of two that brings
 * coordinates near 1. */
int ci_hulls_find_common(const round_hull *a, const round_hull *b, double scale, double common[2]);

/* `overlap` says what was decided; what is measured will agree. */
void ci_hulls_measure(const round_hull *a, const round_hull *b, int overlap, pair_gap *gap);
/* The plane is b. */
void ci_hull_measure_plane(const round_hull *a, const collide_shape *plane, int overlap,
                           pair_gap *gap);
void ci_planes_measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);

#endif
