/* SPDX-License-Identifier: MIT
 *
 * The routine for every two kinds. A new pair is a row, or a name in the table at the end.
 */
#include "pair_row.h"

#include "../../number/orient.h"
#include "../../shape/quick.h"
#include "plane_length.h"
#include "plane.h"

#include <string.h>

/* ---- Hulls ----------------------------------------------------------------------- */

/* Do the disks that the two shapes contain certainly meet? A shape contains the disk `inner` up to
 * a unit of rounding. Folding the shape (outline.c) subtracts the errors of the centre and of the
 * edges' distances. Then it adds the radius or subtracts the margin, which rounds once more. */
static int disks_meet(const collide_shape *a, const collide_shape *b) {
  const collide_outline *p = &a->of.outline, *q = &b->of.outline;
  double x = p->center[0] - q->center[0], y = p->center[1] - q->center[1];
  double reach = p->inner + q->inner, limit = reach * reach;
  return p->inner >= 0 && q->inner >= 0 && limit < 1e300 &&
         x * x + y * y < limit * (1 - RADIUS_MARGIN) - FILTER_TINY;
}

static int outlines_overlap(const collide_shape *a, const collide_shape *b) {
  collide_corner rooms[2][4];
  plane_outline p = pair_outline(a, rooms[0]), q = pair_outline(b, rooms[1]);
  return ci_outlines_overlap(&p, &q);
}

static int near_outlines_overlap(const collide_shape *a, const collide_shape *b) {
  return pair_bounds_meet(a, b) && (disks_meet(a, b) || outlines_overlap(a, b));
}

static void measure_outlines(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  collide_corner rooms[2][4];
  plane_outline p = pair_outline(a, rooms[0]), q = pair_outline(b, rooms[1]);
  ci_outlines_measure(&p, &q, overlap, gap);
}

static int compare_outlines(const collide_shape *a, const collide_shape *b) {
  collide_corner rooms[2][4];
  plane_outline p = pair_outline(a, rooms[0]), q = pair_outline(b, rooms[1]);
  int i, order = p.count - q.count;
  for (i = 0; i < p.count && order == 0; i++) {
    order = compare_doubles(p.corners[i].point[0], q.corners[i].point[0]);
    if (order == 0) order = compare_doubles(p.corners[i].point[1], q.corners[i].point[1]);
  }
  return order != 0 ? order : compare_doubles(p.radius, q.radius);
}

/* Two shapes of one kind in their order. */
typedef struct outline_pair {
  plane_outline a, b;
  int is_swapped;
} outline_pair;

static outline_pair order_outlines(const collide_shape *a, const collide_shape *b,
                                   collide_corner rooms[2][4]) {
  outline_pair p;
  p.is_swapped = a->kind == b->kind && compare_outlines(a, b) > 0;
  p.a = pair_outline(p.is_swapped ? b : a, rooms[0]);
  p.b = pair_outline(p.is_swapped ? a : b, rooms[1]);
  return p;
}

static int contact_outlines(const collide_shape *a, const collide_shape *b, collide_push *push) {
  collide_corner rooms[2][4];
  outline_pair p = order_outlines(a, b, rooms);
  pair_gap gap;
  int found = ci_quick_outlines(&p.a, &p.b, QUICK_PUSH, &gap);
  if (found != 1) return found;
  show_lanes(lanes_mul(lanes_load(gap.normal), lanes_same(p.is_swapped ? -1 : 1)), push->normal);
  show_lanes(lanes_load(gap.common), push->point);
  push->depth = 0 - gap.apart;
  return 1;
}

static int distance_outlines(const collide_shape *a, const collide_shape *b, double *apart,
                             double on_a[3], double on_b[3]) {
  collide_corner rooms[2][4];
  outline_pair p = order_outlines(a, b, rooms);
  pair_gap gap;
  int found = ci_quick_outlines(&p.a, &p.b, QUICK_NEAREST, &gap);
  if (found == PAIR_UNSURE) return PAIR_UNSURE;
  if (found) {
    show_lanes(lanes_load(gap.common), on_a);
    show_lanes(lanes_load(gap.common), on_b);
    return 1;
  }
  *apart = gap.apart;
  show_lanes(lanes_load(gap.on_a), p.is_swapped ? on_b : on_a);
  show_lanes(lanes_load(gap.on_b), p.is_swapped ? on_a : on_b);
  return 0;
}

static const pair_row outlines = {near_outlines_overlap, measure_outlines, compare_outlines, NULL,
                                  contact_outlines,      distance_outlines};

/* ---- Hulls with a faster routine ----------------------------------------------------- */

/* The nearest point of the range to x. */
static double nearest(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

static int circles_overlap(const collide_shape *a, const collide_shape *b) {
  return ci_point_near_point(a->position, b->position, a->radius, b->radius);
}

static int circle_overlaps_rect(const collide_shape *circle, const collide_shape *rect) {
  const collide_outline *o = &rect->of.outline;
  double witness[2];
  if (!pair_bounds_meet(circle, rect)) return 0;
  if (disks_meet(circle, rect)) return 1;
  if (!o->aligned) return outlines_overlap(circle, rect);
  witness[0] = nearest(circle->position[0], o->low[0], o->high[0]);
  witness[1] = nearest(circle->position[1], o->low[1], o->high[1]);
  return ci_point_near_point(circle->position, witness, circle->radius, 0);
}

/* A capsule or a segment. */
static int circle_overlaps_capsule(const collide_shape *circle, const collide_shape *capsule) {
  const collide_corner *ends = outline_stored(capsule);
  int found;
  if (!pair_bounds_meet(circle, capsule)) return 0;
  if (capsule->of.outline.count == 2) {
    found = ci_try_near_segment(circle->position, ends[0].point, ends[1].point,
                                circle->radius + capsule->radius);
    if (found != PAIR_UNSURE) return found;
  }
  return outlines_overlap(circle, capsule);
}

/* Axis-parallel rects equal their bounds. */
static int rects_overlap(const collide_shape *a, const collide_shape *b) {
  if (!pair_bounds_meet(a, b)) return 0;
  return (a->of.outline.aligned && b->of.outline.aligned) || disks_meet(a, b) ||
         outlines_overlap(a, b);
}

/* For an outline and an axis-parallel rect whose bounds meet, only the outline's edges remain as
 * separating axes. */
static int rect_overlaps_outline(const collide_shape *rect, const collide_shape *outline) {
  int found = PAIR_UNSURE;
  if (!pair_bounds_meet(rect, outline)) return 0;
  if (disks_meet(rect, outline)) return 1;
  if (rect->of.outline.aligned) found = ci_try_edges(outline, rect);
  return found != PAIR_UNSURE ? found : outlines_overlap(rect, outline);
}

static int contact_circle_rect(const collide_shape *circle, const collide_shape *rect,
                               collide_push *push) {
  return rect->of.outline.aligned ? ci_contact_circle_rect(circle, rect, push)
                                  : ci_contact_circle_outline(circle, rect, push);
}

static int distance_circle_rect(const collide_shape *circle, const collide_shape *rect,
                                double *apart, double on_circle[3], double on_rect[3]) {
  return rect->of.outline.aligned
             ? ci_distance_circle_rect(circle, rect, apart, on_circle, on_rect)
             : ci_distance_circle_outline(circle, rect, apart, on_circle, on_rect);
}

static int contact_rects(const collide_shape *a, const collide_shape *b, collide_push *push) {
  return a->of.outline.aligned && b->of.outline.aligned ? ci_contact_rects(a, b, push)
                                                        : contact_outlines(a, b, push);
}

static int distance_rects(const collide_shape *a, const collide_shape *b, double *apart,
                          double on_a[3], double on_b[3]) {
  return a->of.outline.aligned && b->of.outline.aligned
             ? ci_distance_rects(a, b, apart, on_a, on_b)
             : distance_outlines(a, b, apart, on_a, on_b);
}

static const pair_row circles = {circles_overlap,    measure_outlines,   compare_outlines, NULL,
                                 ci_contact_circles, ci_distance_circles};
static const pair_row circle_rect = {circle_overlaps_rect, measure_outlines,    NULL, NULL,
                                     contact_circle_rect,  distance_circle_rect};
static const pair_row circle_capsule = {
    circle_overlaps_capsule,   measure_outlines,          NULL, NULL,
    ci_contact_circle_outline, ci_distance_circle_outline};
static const pair_row circle_outline = {
    near_outlines_overlap,     measure_outlines,          NULL, NULL,
    ci_contact_circle_outline, ci_distance_circle_outline};
static const pair_row rects = {rects_overlap, measure_outlines, compare_outlines,
                               NULL,          contact_rects,    distance_rects};
static const pair_row rect_outline = {rect_overlaps_outline, measure_outlines, NULL, NULL,
                                      contact_outlines,      distance_outlines};

/* ---- Half-planes ------------------------------------------------------------------- */

static int outline_overlaps_plane(const collide_shape *a, const collide_shape *plane) {
  collide_corner room[4];
  plane_outline p;
  if (!pair_bounds_meet(a, plane)) return 0;
  p = pair_outline(a, room);
  return ci_outline_overlaps_plane(&p, plane);
}

static void measure_outline_plane(const collide_shape *a, const collide_shape *plane, int overlap,
                                  pair_gap *gap) {
  collide_corner room[4];
  plane_outline p = pair_outline(a, room);
  ci_outline_measure_plane(&p, plane, overlap, gap);
}

static int planes_overlap(const collide_shape *a, const collide_shape *b) {
  return pair_bounds_meet(a, b) && ci_planes_overlap(a, b);
}

static int compare_planes(const collide_shape *a, const collide_shape *b) {
  int order = compare_doubles(a->a[0], b->a[0]);
  if (order == 0) order = compare_doubles(a->a[1], b->a[1]);
  return order != 0 ? order : compare_doubles(a->height, b->height);
}

static const pair_row outline_plane = {
    outline_overlaps_plane, measure_outline_plane, NULL, NULL, NULL, NULL};
static const pair_row planes = {
    planes_overlap, ci_planes_measure, compare_planes, NULL, NULL, NULL};

/* ---- Two shapes ---------------------------------------------------------------------- */

/* The tables here and below list the kinds in the order of collide_kind. A new kind does not
 * compile until it is counted here and has an entry in each of them, which may be NULL.
 * solid_rows.c has the table of solids. */
typedef char every_kind_has_a_row[COLLIDE_CIRCLE == 11 && COLLIDE_KINDS == 18 ? 1 : -1];

#define NONE NULL

/* clang-format off */
const pair_row *const ci_plane_rows[PLANE_KINDS][PLANE_KINDS] = {
    /*                         circle    rect          polygon triangle        segment capsule plane */
    /* circle   */ {&circles, &circle_rect, &circle_outline, &circle_outline, &circle_capsule, &circle_capsule, &outline_plane},
    /* rect     */ {NONE,     &rects,       &rect_outline, &rect_outline,   &rect_outline, &rect_outline, &outline_plane},
    /* polygon  */ {NONE,     NONE,         &outlines, &outlines,           &outlines, &outlines, &outline_plane},
    /* triangle */ {NONE,     NONE,         NONE,   &outlines,           &outlines, &outlines, &outline_plane},
    /* segment  */ {NONE,     NONE,         NONE,   NONE,             &outlines, &outlines, &outline_plane},
    /* capsule  */ {NONE,     NONE,         NONE,   NONE,             NONE,   &outlines, &outline_plane},
    /* plane    */ {NONE,     NONE,         NONE,   NONE,             NONE,   NONE,   &planes},
};
/* clang-format on */

/* ---- A shape and a point -------------------------------------------------------------- */

/* Does the solid contain the point? Exact. Fills a solid with `hollow`, which only casts treat as a
 * shell. */
static int holds_exactly(const collide_shape *solid, const double point[3]) {
  collide_shape filled;
  if (!solid->hollow) return collide_segmentcast(solid, point, point, 0, NULL);
  filled = *solid;
  filled.hollow = 0;
  return collide_segmentcast(&filled, point, point, 0, NULL);
}

/* For kinds with a quick path. */
#define HOLDS(kind)                                                            \
  static int kind##_holds(const collide_shape *solid, const double point[3]) { \
    int where = ci_locate_##kind(solid, point);                                \
    return where != 0 ? where < 0 : holds_exactly(solid, point);               \
  }
HOLDS(sphere)
HOLDS(box)
HOLDS(cylinder)
HOLDS(cone)
HOLDS(capsule)

static int outline_holds(const collide_shape *shape, const double point[3]) {
  collide_corner room[4];
  plane_outline h = pair_outline(shape, room);
  return pair_bounds_hold(shape, point) && ci_outline_holds(&h, point);
}

static int rect_holds(const collide_shape *rect, const double point[3]) {
  return rect->of.outline.aligned ? pair_bounds_hold(rect, point) : outline_holds(rect, point);
}

static void measure_outline_point(const collide_shape *shape, const double point[3],
                                  pair_gap *gap) {
  collide_corner corner, room[4];
  plane_outline p = ci_pair_point(point, &corner), q = pair_outline(shape, room);
  ci_outlines_measure(&p, &q, 0, gap);
}

static int closest_rect(const collide_shape *rect, const double point[3], double *apart,
                        double nearest[3]) {
  return rect->of.outline.aligned ? ci_closest_rect(rect, point, apart, nearest)
                                  : ci_closest_outline(rect, point, apart, nearest);
}

static int plane_holds(const collide_shape *plane, const double point[3]) {
  collide_corner corner;
  plane_outline p = ci_pair_point(point, &corner);
  return ci_outline_overlaps_plane(&p, plane);
}

static void measure_plane_point(const collide_shape *plane, const double point[3], pair_gap *gap) {
  collide_corner corner;
  plane_outline p = ci_pair_point(point, &corner);
  ci_outline_measure_plane(&p, plane, 0, gap);
}

/* The point becomes a sphere of radius 0. */
static void measure_solid_point(const collide_shape *shape, const double point[3], pair_gap *gap) {
  collide_shape place;
  memset(&place, 0, sizeof place);
  place.kind = COLLIDE_SPHERE;
  memcpy(place.position, point, sizeof place.position);
  ci_space_rows[COLLIDE_SPHERE][shape->kind]->measure(&place, shape, 0, gap);
}

static const point_row of_sphere = {sphere_holds, measure_solid_point, NULL};
static const point_row of_box = {box_holds, measure_solid_point, NULL};
static const point_row of_cylinder = {cylinder_holds, measure_solid_point, NULL};
static const point_row of_cone = {cone_holds, measure_solid_point, NULL};
static const point_row of_capsule = {capsule_holds, measure_solid_point, NULL};
static const point_row of_solid = {holds_exactly, measure_solid_point, NULL};
static const point_row of_outline = {outline_holds, measure_outline_point, ci_closest_outline};
static const point_row of_circle = {outline_holds, measure_outline_point, ci_closest_circle};
static const point_row of_rect = {rect_holds, measure_outline_point, closest_rect};
static const point_row of_plane = {plane_holds, measure_plane_point, NULL};

const point_row *const ci_point_rows[COLLIDE_KINDS] = {
    &of_sphere,   /* sphere */
    &of_box,      /* box */
    &of_cylinder, /* cylinder */
    &of_cone,     /* cone */
    &of_capsule,  /* capsule */
    &of_solid,    /* plane */
    &of_solid,    /* triangle */
    &of_solid,    /* segment */
    &of_solid,    /* outline */
    &of_solid,    /* rounded box */
    &of_solid,    /* rounded outline */
    &of_circle,   /* in two dimensions: circle */
    &of_rect,     /* rect */
    &of_outline,  /* polygon */
    &of_outline,  /* triangle */
    &of_outline,  /* segment */
    &of_outline,  /* capsule */
    &of_plane,
};
