/* SPDX-License-Identifier: MIT
 *
 * Pairs: which question two shapes come down to, and in which order. The
 * order is the shapes' own, not the caller's, so that the answers mirror.
 */
#include "pair.h"

#include <string.h>

#include "../number/orient.h"
#include "triangle_box.h"

round_hull ci_pair_point(const double point[2], collide_corner *corner) {
  round_hull h;
  memset(corner, 0, sizeof *corner);
  corner->point[0] = point[0];
  corner->point[1] = point[1];
  h.corners = corner;
  h.count = 1;
  h.radius = 0;
  h.magnitude = fabs(point[0]) > fabs(point[1]) ? fabs(point[0]) : fabs(point[1]);
  return h;
}

static int is_flat(const collide_shape *s) {
  return s->kind >= COLLIDE_CIRCLE;
}

int collide_has_pair(const collide_shape *a, const collide_shape *b) {
  return is_flat(a) && is_flat(b);
}

int collide_has_overlap(const collide_shape *a, const collide_shape *b) {
  return collide_has_pair(a, b) || ci_solids_have_overlap(a, b);
}

/* ---- Overlap --------------------------------------------------------------------- */

/* Do disks that the two hold meet, beyond doubt? */
static int inner_disks_meet(const collide_shape *a, const collide_shape *b) {
  double x = a->of.outline.center[0] - b->of.outline.center[0],
         y = a->of.outline.center[1] - b->of.outline.center[1];
  double reach = a->of.outline.inner + b->of.outline.inner;
  return a->of.outline.inner >= 0 && b->of.outline.inner >= 0 &&
         x * x + y * y < reach * reach * (1 - 4e-15);
}

/* How far x is outside of the range. */
static double outside(double x, double low, double high) {
  return x < low ? low - x : x > high ? x - high : 0;
}

static int circle_overlaps_aligned_rect(const collide_shape *circle, const collide_shape *rect) {
  double x = outside(circle->position[0], rect->of.outline.low[0], rect->of.outline.high[0]);
  double y = outside(circle->position[1], rect->of.outline.low[1], rect->of.outline.high[1]);
  int found = try_radius(x * x + y * y, circle->radius);
  round_hull p, q;
  if (found != PAIR_UNSURE) return found;
  p = pair_hull(circle);
  q = pair_hull(rect);
  return ci_hulls_overlap(&p, &q);
}

/* a's kind is not above b's; some kinds have a way of their own. */
static int overlap_in_order(const collide_shape *a, const collide_shape *b) {
  round_hull p, q;
  if (b->kind == COLLIDE_TRIANGLE_2D) {
    if (a->kind == COLLIDE_CIRCLE) return ci_circle_overlaps_triangle(a, b);
    if (a->of.outline.aligned) return ci_triangle_overlaps_rect(b, a);
  }
  if (a->kind == COLLIDE_CIRCLE && b->of.outline.aligned) return circle_overlaps_aligned_rect(a, b);
  if (a->of.outline.aligned && b->of.outline.aligned) return 1; /* the bounds are the rects */
  p = pair_hull(a);
  q = pair_hull(b);
  return ci_hulls_overlap(&p, &q);
}

static int overlap_with_plane(const collide_shape *a, const collide_shape *plane) {
  round_hull p;
  if (pair_is_plane(a)) return ci_planes_overlap(a, plane);
  p = pair_hull(a);
  return ci_hull_overlaps_plane(&p, plane);
}

static int overlap_of_flat(const collide_shape *a, const collide_shape *b) {
  if (pair_is_plane(b)) return overlap_with_plane(a, b);
  return inner_disks_meet(a, b) || overlap_in_order(a, b);
}

int collide_overlap(const collide_shape *a, const collide_shape *b) {
  if (!is_flat(a)) return ci_solids_overlap(a, b);
  if (!pair_bounds_meet(a, b)) return 0;
  return a->kind > b->kind ? overlap_of_flat(b, a) : overlap_of_flat(a, b);
}

int collide_contains(const collide_shape *shape, const double point[3]) {
  collide_corner corner;
  round_hull p, q;
  if (collide_dimensions(shape) == 3) return collide_segmentcast(shape, point, point, 0, NULL);
  p = ci_pair_point(point, &corner);
  if (pair_is_plane(shape)) return ci_hull_overlaps_plane(&p, shape);
  if (shape->kind == COLLIDE_TRIANGLE_2D) return collide_triangle_region(shape, point) == 7;
  q = pair_hull(shape);
  return ci_hulls_overlap(&p, &q);
}

/* ---- Order ------------------------------------------------------------------------- */

static int compare_hulls(const round_hull *a, const round_hull *b) {
  int i, order = a->count - b->count;
  for (i = 0; i < a->count && order == 0; i++) {
    order = compare_doubles(a->corners[i].point[0], b->corners[i].point[0]);
    if (order == 0) order = compare_doubles(a->corners[i].point[1], b->corners[i].point[1]);
  }
  return order != 0 ? order : compare_doubles(a->radius, b->radius);
}

static int compare_shapes(const collide_shape *a, const collide_shape *b) {
  round_hull p, q;
  int order;
  if (a->kind != b->kind) return (int)a->kind - (int)b->kind;
  if (pair_is_plane(a)) {
    order = compare_doubles(a->a[0], b->a[0]);
    if (order == 0) order = compare_doubles(a->a[1], b->a[1]);
    return order != 0 ? order : compare_doubles(a->height, b->height);
  }
  p = pair_hull(a);
  q = pair_hull(b);
  return compare_hulls(&p, &q);
}

/* ---- Measuring ----------------------------------------------------------------------- */

static void measure_in_order(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  round_hull p, q;
  if (pair_is_plane(a)) {
    ci_planes_measure(a, b, overlap, gap);
    return;
  }
  p = pair_hull(a);
  if (pair_is_plane(b)) {
    ci_hull_measure_plane(&p, b, overlap, gap);
    return;
  }
  q = pair_hull(b);
  ci_hulls_measure(&p, &q, overlap, gap);
}

static void mirror(pair_gap *gap) {
  double swap[2];
  memcpy(swap, gap->on_a, sizeof swap);
  memcpy(gap->on_a, gap->on_b, sizeof swap);
  memcpy(gap->on_b, swap, sizeof swap);
  gap->normal[0] = -gap->normal[0];
  gap->normal[1] = -gap->normal[1];
}

static void measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap) {
  if (compare_shapes(a, b) <= 0) {
    measure_in_order(a, b, overlap, gap);
  } else {
    measure_in_order(b, a, overlap, gap);
    mirror(gap);
  }
}

static void put(const double from[2], double to[3]) {
  to[0] = from[0] + 0.0;
  to[1] = from[1] + 0.0;
  to[2] = 0;
}

int collide_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  pair_gap gap;
  if (!collide_overlap(a, b)) return 0;
  measure(a, b, 1, &gap);
  put(gap.normal, push->normal);
  push->depth = 0 - gap.apart;
  put(gap.common, push->point);
  return 1;
}

double collide_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                        double on_b[3]) {
  int overlap = collide_overlap(a, b);
  pair_gap gap;
  measure(a, b, overlap, &gap);
  if (overlap) {
    put(gap.common, on_a);
    put(gap.common, on_b);
    return 0;
  }
  put(gap.on_a, on_a);
  put(gap.on_b, on_b);
  return gap.apart;
}

double collide_closest(const collide_shape *shape, const double point[3], double nearest[3]) {
  collide_corner corner;
  round_hull p, q;
  pair_gap gap;
  if (collide_contains(shape, point)) {
    put(point, nearest);
    return 0;
  }
  p = ci_pair_point(point, &corner);
  if (pair_is_plane(shape)) {
    ci_hull_measure_plane(&p, shape, 0, &gap);
  } else {
    q = pair_hull(shape);
    ci_hulls_measure(&p, &q, 0, &gap);
  }
  put(gap.on_b, nearest);
  return gap.apart;
}
