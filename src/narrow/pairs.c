/* SPDX-License-Identifier: MIT
 *
 * Queries of two shapes, and of a shape and a point: chooses the plane or space. shapecast.c does
 * so for shapecasts.
 */
#include "pairs.h"

#include "../shape/quick.h"
#include "plane/plane_quick.h"
#include "space/space_pairs.h"

#include <string.h>

/* ---- Two shapes ------------------------------------------------------------------------------ */

static PAIR_INLINE int are_of_plane(const collide_shape *a, const collide_shape *b) {
  return a->kind >= COLLIDE_CIRCLE && b->kind >= COLLIDE_CIRCLE;
}

static PAIR_INLINE int are_of_space(const collide_shape *a, const collide_shape *b) {
  return a->kind < COLLIDE_CIRCLE && b->kind < COLLIDE_CIRCLE;
}

int ci_has_pair(const collide_shape *a, const collide_shape *b) {
  return are_of_plane(a, b) || are_of_space(a, b);
}

int ci_pair_meet(const collide_shape *a, const collide_shape *b) {
  if (are_of_plane(a, b)) return ci_plane_meet(a, b);
  return are_of_space(a, b) ? ci_space_meet(a, b) : COLLIDE_UNSUPPORTED;
}

collide_answer collide_overlap(const collide_shape *a, const collide_shape *b) {
  int meet = ci_pair_meet(a, b);
  return answer_of(meet == COLLIDE_UNSUPPORTED ? meet : meet != PAIR_PARTED);
}

collide_answer collide_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  if (are_of_plane(a, b)) return answer_of(ci_plane_contact(a, b, push));
  return answer_of(are_of_space(a, b) ? ci_space_contact(a, b, push) : COLLIDE_UNSUPPORTED);
}

int ci_pair_open_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  if (are_of_plane(a, b)) return ci_plane_open_contact(a, b, push);
  return are_of_space(a, b) ? ci_space_open_contact(a, b, push) : COLLIDE_UNSUPPORTED;
}

double ci_pair_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                        double on_b[3]) {
  return are_of_plane(a, b) ? ci_plane_distance(a, b, on_a, on_b)
                            : ci_space_distance(a, b, on_a, on_b);
}

collide_answer collide_distance(const collide_shape *a, const collide_shape *b, double *distance,
                                double on_a[3], double on_b[3]) {
  if (!ci_has_pair(a, b)) return COLLIDE_UNSUPPORTED;
  *distance = ci_pair_distance(a, b, on_a, on_b) + 0.0;
  return COLLIDE_YES;
}

/* ---- A shape and a point -------------------------------------------------------------- */

/* A shape and a point, for one kind. */
typedef struct point_row {
  int (*holds)(const collide_shape *shape, const double point[3]);
  /* Writes the relation of the point (a) to the shape (b), if the shape does not contain it. */
  void (*measure)(const collide_shape *shape, const double point[3], pair_gap *gap);
  /* The quick path: 1 if the shape contains the point, 0 after writing *apart and the nearest
   * point, or PAIR_UNSURE. `point` may be `nearest`. NULL: there is none. */
  int (*closest)(const collide_shape *shape, const double point[3], double *apart,
                 double nearest[3]);
} point_row;

/* Returns 1 if the solid contains the point. Exact: a segment from the point to itself hits the
 * solid. A hollow solid is filled first, because only casts treat it as a shell. */
static int holds_exactly(const collide_shape *solid, const double point[3]) {
  collide_shape filled;
  if (!solid->hollow) return collide_segmentcast(solid, point, point, 0, NULL);
  filled = *solid;
  filled.hollow = 0;
  return collide_segmentcast(&filled, point, point, 0, NULL);
}

/* For kinds with a quick path, which leaves points near the surface to the exact one. */
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
  plane_outline h = outline_of_shape(shape, room);
  return bounds_hold_point(shape, point) && ci_outline_holds(&h, point);
}

static int rect_holds(const collide_shape *rect, const double point[3]) {
  return rect->of.outline.aligned ? bounds_hold_point(rect, point) : outline_holds(rect, point);
}

static void measure_outline_point(const collide_shape *shape, const double point[3],
                                  pair_gap *gap) {
  collide_corner corner, room[4];
  plane_outline p = ci_outline_of_point(point, &corner), q = outline_of_shape(shape, room);
  ci_outlines_measure(&p, &q, 0, gap);
}

static int closest_rect(const collide_shape *rect, const double point[3], double *apart,
                        double nearest[3]) {
  return rect->of.outline.aligned ? ci_closest_rect(rect, point, apart, nearest)
                                  : ci_closest_outline(rect, point, apart, nearest);
}

static int plane_holds(const collide_shape *plane, const double point[3]) {
  collide_corner corner;
  plane_outline p = ci_outline_of_point(point, &corner);
  return ci_outline_overlaps_plane(&p, plane);
}

static void measure_plane_point(const collide_shape *plane, const double point[3], pair_gap *gap) {
  collide_corner corner;
  plane_outline p = ci_outline_of_point(point, &corner);
  ci_outline_measure_plane(&p, plane, 0, gap);
}

/* The point becomes a sphere of radius 0. */
static void measure_solid_point(const collide_shape *shape, const double point[3], pair_gap *gap) {
  collide_shape place;
  memset(&place, 0, sizeof place);
  place.kind = COLLIDE_SPHERE;
  memcpy(place.origin, point, sizeof place.origin);
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

/* Solids without a quick path share a row, and so do most outlines. */
static PAIR_INLINE const point_row *point_row_of(const collide_shape *shape) {
  switch (shape->kind) {
  case COLLIDE_SPHERE:
    return &of_sphere;
  case COLLIDE_BOX:
    return &of_box;
  case COLLIDE_CYLINDER:
    return &of_cylinder;
  case COLLIDE_CONE:
    return &of_cone;
  case COLLIDE_CAPSULE:
    return &of_capsule;
  case COLLIDE_CIRCLE:
    return &of_circle;
  case COLLIDE_RECT:
    return &of_rect;
  case COLLIDE_PLANE_2D:
    return &of_plane;
  default:
    return shape->kind < COLLIDE_CIRCLE ? &of_solid : &of_outline;
  }
}

int collide_contains(const collide_shape *shape, const double point[3]) {
  return point_row_of(shape)->holds(shape, point);
}

static double show_inside(const double point[3], double nearest[3]) {
  nearest[0] = point[0] + 0.0;
  nearest[1] = point[1] + 0.0;
  nearest[2] = 0;
  return 0;
}

/* Decides and measures separately, for points about which the quick path is unsure. */
static PAIR_SELDOM double closest_by_gap(const point_row *row, const collide_shape *shape,
                                         const double point[3], double nearest[3]) {
  pair_gap gap;
  pair_clear(&gap);
  if (row->holds(shape, point)) {
    memcpy(gap.on_b, point, (size_t)collide_dimensions(shape) * sizeof point[0]);
    gap.apart = 0;
  } else {
    row->measure(shape, point, &gap);
  }
  pair_put(gap.on_b, nearest);
  return gap.apart;
}

double collide_closest(const collide_shape *shape, const double point[3], double nearest[3]) {
  const point_row *row = point_row_of(shape);
  if (QUICK_PAIRS && row->closest != NULL) {
    double apart;
    int inside = row->closest(shape, point, &apart, nearest);
    if (inside != PAIR_UNSURE) return inside ? show_inside(point, nearest) : apart;
  }
  return closest_by_gap(row, shape, point, nearest);
}
