/* SPDX-License-Identifier: MIT
 *
 * One row for each kind of shape: everything that the core knows about it. A new kind is a file
 * with its row, and a line in the table of kinds.c.
 */
#ifndef COLLIDE_KIND_H
#define COLLIDE_KIND_H

#include "line.h"
#include "quick.h"
#include "shape.h"

/* Kinds of two dimensions that are hulls. */
typedef struct outline_kind {
  int points;    /* how many points the hull is made from; 0: as many as were given */
  int radius_at; /* the index of the radius in the sizes; -1 for none */
  /* Point `index` of those, in the shape's own frame. */
  void (*own_point)(const collide_source *source, int index, double p[2]);
  int names_sides; /* edges 1 to 4 are the faces -y, +x, +y, -x; a tie takes the first axis */
  int is_surface;  /* no inside: an end shows its normal to where the line came from */
} outline_kind;

struct shape_kind {
  const char *name;
  int dimensions;
  /* The shape lies within this many times `reach` of its origin, rounded up, in a frame that is
   * only moved: sqrt(2) for a cylinder, sqrt(3) for corners. 0: not known; in two dimensions the
   * bounds are tighter then. */
  double spread;

  /* Folding. In three dimensions: writes radius, height, a, b, reach and `of` from the sizes and
   * the pose's linear part. In two: all of the shape. */
  collide_error (*fold)(collide_shape *s, const double *sizes, const folded_pose *pose);
  collide_error (*fold_2d)(collide_shape *s, collide_source *source, const turned_pose *pose);
  const outline_kind *outline; /* NULL in three dimensions, and of planes */

  /* The least and greatest of g . p over the shape in its own frame. The second gives the same
   * along a world axis for kinds without bounds; it is NULL for others. For three dimensions and
   * planes. */
  void (*extent)(const collide_shape *s, const double g[3], twofold extent[2]);
  void (*unbounded_extent)(const collide_shape *s, const double axis[3], double *lowest,
                           double *highest);

  /* A cast in plain doubles: QUICK_MISS, QUICK_HIT, QUICK_MEETS or QUICK_UNSURE. Writes *hit only
   * on QUICK_HIT; `hit` may be NULL. See quick.h. */
  quick_function quick;

  const exact_cast *exact; /* for rects whose sides lie along the axes; see ci_exact_of */

  int points; /* how many of a, b and c are corners or ends, in three dimensions */
};

/* ---- Polygons with a radius ------------------------------------------------------------------ */

static inline int polygon_is_round(const collide_shape *s) {
  return s->kind == COLLIDE_POLYGON && s->radius > 0;
}

/* The border of a polygon with a radius is that of the union of these capsules: its edges with the
 * radius. ci_round_polygon_exact cannot measure; it lets its callers measure at the capsules. */
static inline int polygon_round_edges(const collide_shape *s) {
  return s->of.outline.count > 2 ? s->of.outline.count : 1;
}
/* Writes the capsule of edge i. */
void ci_polygon_round_edge(const collide_shape *polygon, int i, collide_shape *capsule);

extern const shape_kind ci_sphere, ci_box, ci_cylinder, ci_cone, ci_capsule, ci_plane, ci_triangle,
    ci_segment, ci_hull, ci_round_box, ci_round_hull, ci_circle, ci_rect, ci_polygon,
    ci_triangle_2d, ci_segment_2d, ci_capsule_2d, ci_plane_2d;

/* The rows in the order of collide_kind, and the row of a shape's kind. */
extern const shape_kind *const ci_kinds[];

static inline const shape_kind *ci_kind_of(const collide_shape *shape) {
  return ci_kinds[shape->kind];
}

static inline const exact_cast *ci_exact_of(const collide_shape *s) {
  int is_turned = s->kind == COLLIDE_RECT && !s->of.outline.aligned;
  if (polygon_is_round(s)) return &ci_round_polygon_exact;
  return is_turned ? &ci_polygon_exact : ci_kind_of(s)->exact;
}

#endif
