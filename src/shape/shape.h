/* SPDX-License-Identifier: MIT
 *
 * The interface of this folder: shapes and their poses. kind.h has the table of kinds, line.h a
 * line in a shape's frame, quick.h the quick casts.
 */
#ifndef COLLIDE_SHAPE_H
#define COLLIDE_SHAPE_H

#include "../number/exact.h"
#include "../collide.h"
#include "../number/twofold.h"
#include "../number/vector.h"

typedef struct shape_kind shape_kind;

/* ---- Poses, folded --------------------------------------------------------------------------- */

/* The folded pose of a shape of three dimensions. */
typedef struct folded_pose {
  collide_turned turned;
  double uniform; /* |scale| where it is the same on all axes, else 0 */
  double sum;     /* of the magnitudes of the entries of the matrix */
  int is_identity, rotates, mirrors;
} folded_pose;

/* The folded pose of a shape of two dimensions. */
typedef struct turned_pose {
  double position[2], scale[2];
  double cosine, sine;
  int moves_only;
  int has_linear;    /* use `linear`, ignore scale, cosine and sine */
  double linear[4];  /* row by row */
  double inverse[9]; /* of a matrix of three dimensions that keeps z */
} turned_pose;

/* The adjugate of a matrix, row by row, and its determinant, on top of the pool in
 * this order: their quotient is the inverse. */
void ci_pose_adjugate(exact_pool *pool, const double m[9], exact adjugate[9], exact *determinant);
/* The inverse as twofold numbers, each off by at most 34 u^2 of itself, where u = 2^-53. So
 * `inverse` is the nearest double up to 2^-46 of half a unit in its last place. Returns 0 if there
 * is none. */
int ci_pose_invert(const double m[9], double inverse[9], double inverse_low[9]);
/* The two ways to do so, for spec/quick: by exact numbers, each entry off by 9 u^2 of itself; by
 * two doubles, off by 34 u^2, which returns 0 if the error may be larger, or if there is no
 * inverse. */
int ci_exact_inverse(const double m[9], double inverse[9], double inverse_low[9]);
int ci_quick_inverse(const double m[9], double inverse[9], double inverse_low[9]);
/* The linear part of a pose of three dimensions, row by row, as the fold of a shape computes it.
 * Refuses the same poses, except a matrix without an inverse. */
collide_error ci_pose_linear(const collide_pose *pose, double linear[9]);
/* p = linear * p, each coordinate within an ulp. */
void ci_pose_carry(const double linear[9], double p[3]);
/* The linear part of a pose. */
collide_error ci_pose_fold_linear(const collide_pose *pose, folded_pose *folded);
/* Keeps the pose's matrix beside the sizes. */
collide_error ci_pose_keep(collide_shape *s, const folded_pose *pose);

/* ---- Making ---------------------------------------------------------------------------------- */

/* Checks that the sizes are finite, folds them with the identity pose, and writes
 * shape and source. */
collide_error ci_shape_make(collide_shape *shape, collide_source *source, collide_kind kind,
                            const double *sizes, int count);

/* Makes the same box as collide_make_box_corners, for finite corners, low no greater than high.
 * Queries call it for each cell that they meet. */
void ci_box_between(collide_shape *shape, const double low[3], const double high[3]);
/* A polygon that is the hull of the points, with a radius. `storage` is memory of
 * collide_polygon_storage(count) bytes; `source` may be NULL. Returns COLLIDE_OK, or
 * COLLIDE_ERROR_POLYGON_SIZE if the numbers are too large. */
collide_error ci_polygon_of_hull(collide_shape *shape, collide_source *source, const double *points,
                                 int count, double radius, void *storage);
/* Writes the corners of one polygon about each point: that of an ellipse with these radii, as
 * collide_make_ellipse makes it. Their hull is the outline of the points' hull and the ellipse, to
 * the tolerance stated there. `corners` has room for COLLIDE_ELLIPSE_CORNERS for each point. */
void ci_ellipse_corners(const double *points, int count, const double radii[2], double *corners);
/* The index in collide_source.sizes of the radius of a polygon. */
enum { POLYGON_RADIUS = 4 };
/* Writes *shape from `source`; kind and hollow stay. On an error the shape does not change. */
collide_error ci_shape_fold(collide_shape *shape, collide_source *source);
/* Finds a box that holds that of collide_bounds, a little larger, at a tenth of the cost. Returns 0
 * for kinds that have no quick bounds. */
int ci_shape_bounds_quickly(const collide_shape *shape, double min[3], double max[3]);

/* Adding less than this to a coordinate in range leaves it in range: it is below half a unit in the
 * last place of COLLIDE_LARGEST. */
#define RANGE_SHORT 7e283

/* Multiplies numbers by 2^exponent. */
void ci_rescale(double *v, int count, int exponent);
/* Multiplies the lengths of a shape by 2^exponent, for its exact cast. Returns 0, and changes
 * nothing, if that cast measures correctly at any magnitude. */
int ci_shape_rescale(collide_shape *shape, int exponent);

/* Sets the exact normal and the unit normal of a triangle whose corners are set. */
void ci_triangle_set_normal(collide_shape *s);
/* Computes that unit normal, to the last bit, at less cost. */
void ci_triangle_unit(const double a[3], const double b[3], const double c[3], double unit[3]);

/* Folds cylinders and cones. */
collide_error ci_cylinder_fold(collide_shape *s, const double *sizes, const folded_pose *pose);

/* ---- Directions of a solid's frame ----------------------------------------------------------- */

/* The linear part of a shape whose frame is COLLIDE_LINEAR. */
static inline const collide_turned *shape_turned(const collide_shape *s) {
  return &s->of.turned;
}

static inline void shape_copy_or_turn(const collide_shape *s,
                                      void (*turn)(const double *, const double *, double *),
                                      const double *m, const double v[3], double r[3]) {
  if (s->frame == COLLIDE_LINEAR) {
    turn(m, v, r);
  } else {
    r[0] = v[0];
    r[1] = v[1];
    r[2] = v[2];
  }
}

/* A vector of the frame in world coordinates, and a world vector in the frame. r is not v. */
static inline void shape_to_world(const collide_shape *s, const double own[3], double r[3]) {
  shape_copy_or_turn(s, vector_turn, shape_turned(s)->linear, own, r);
}

static inline void shape_to_own(const collide_shape *s, const double v[3], double r[3]) {
  shape_copy_or_turn(s, vector_turn, shape_turned(s)->inverse, v, r);
}

/* The same for normals of faces; their lengths change. */
static inline void shape_normal_to_world(const collide_shape *s, const double own[3], double r[3]) {
  shape_copy_or_turn(s, vector_turn_back, shape_turned(s)->inverse, own, r);
}

static inline void shape_normal_to_own(const collide_shape *s, const double n[3], double r[3]) {
  shape_copy_or_turn(s, vector_turn_back, shape_turned(s)->linear, n, r);
}

/* ---- Rounded solids -------------------------------------------------------------------------- */

/* The kind of the core of a rounded box or hull. Other kinds are their own cores. */
static inline collide_kind shape_core(const collide_shape *s) {
  if (s->kind == COLLIDE_ROUND_BOX) return COLLIDE_BOX;
  return s->kind == COLLIDE_ROUND_HULL ? COLLIDE_HULL : s->kind;
}

static inline int shape_is_rounded(const collide_shape *s) {
  return s->kind == COLLIDE_ROUND_BOX || s->kind == COLLIDE_ROUND_HULL;
}

/* A shape with the data of a hull, and without a radius around it. */
static inline int shape_is_hull(const collide_shape *s) {
  return shape_core(s) == COLLIDE_HULL && !shape_is_rounded(s);
}

/* ---- Extents that several kinds share -------------------------------------------------------- */

/* The least and greatest of axis . p over a shape of three dimensions that has bounds; `doubt` is
 * how far rounding in a frame may have moved an end. */
void ci_shape_extent(const collide_shape *s, const double axis[3], twofold extent[2],
                     double *doubt);

/* The least and greatest of g . p over all points within the radius of the `count` points. */
void ci_extent_of_points(const double *const points[3], int count, double radius, const double g[3],
                         twofold extent[2]);

/* The `of.outline.count` corners of a shape of two dimensions, and after them the given points that
 * are no corners. Not for an aligned rect, which stores none. */
static inline const collide_corner *outline_stored(const collide_shape *s) {
  return s->of.outline.hull != NULL ? s->of.outline.hull : s->of.outline.corners;
}

/* Writes these points of an aligned rect, which follow from its bounds. */
void ci_aligned_corners(const collide_outline *rect, collide_corner corners[4]);

/* The same points of any shape of two dimensions. Those of an aligned rect are written to `room`.
 */
static inline const collide_corner *outline_corners(const collide_shape *s,
                                                    collide_corner room[4]) {
  if (!s->of.outline.aligned) return outline_stored(s);
  ci_aligned_corners(&s->of.outline, room);
  return room;
}

/* The corners of the convex hull of any points in the plane, fewer than 2^29. Writes their indices
 * into `corners`, counterclockwise from the lowest one, and returns their number. Of equal points
 * the first counts, and no three are in a line. There are fewer than three if all points are in one
 * line. `corners` has room for 2 count + 2. Exact. */
int ci_hull_corners_2d(const double *points, int count, int *corners);
/* A copy that shares no memory with the shape, in the same pose and with the same bits. `storage`
 * is memory of ci_copy_storage(shape) bytes, 0 for all kinds but polygons and hulls, aligned
 * for doubles. It must live as long as the copy. Returns COLLIDE_OK for every shape whose pose was
 * set successfully. */
size_t ci_copy_storage(const collide_shape *shape);
/* Copies the corners and points of a polygon to `storage`, which it uses from now on. */
void ci_polygon_move_storage(collide_shape *polygon, collide_source *source, void *storage);
collide_error ci_copy_shape(const collide_shape *shape, const collide_source *source, void *storage,
                            collide_shape *copy, collide_source *copy_source);
/* Point `index`, from 0, of a segment, triangle, rect, polygon, hull, box, capsule (an end of its
 * axis) or circle (its centre) in the world, in the order of the maker; 0 if there is none. For a
 * box the bits of the index, from the lowest, say whether x, y and z are the greatest. */
int ci_shape_corner(const collide_shape *shape, int index, double point[3]);
/* Turns a vector counterclockwise by part / parts of a turn. Quarters are exact. */
void ci_turn_by_share(double v[2], int part, int parts);
/* The angle, from 0 to pi, with about this cosine and sine, within some ulps of pi. */
double ci_angle_of(double cosine, double sine);
/* The least number of equal steps, at least 1, into which an angle is divided, so that none is
 * greater than a turn over `corners`, up to rounding. */
int ci_arc_steps(double angle, int corners);
/* Point k of `count` on the outline of a shape of the plane with a radius, counterclockwise. Each
 * arc has both its ends and equal steps, so `count` is at least twice the number of the corners;
 * for a circle 1 or more. */
void ci_outline_point_of(const collide_shape *shape, int k, int count, double point[2]);
/* The number of points from which the hull was made; 0 for other shapes. */
int ci_hull_point_count(const collide_shape *hull);
/* The flat faces of a box, hull or triangle of three dimensions as triangles in the world, ready
 * for collide_voxelize: a mesh whose `triangles` are NULL. Their corners are the points of
 * ci_shape_corner, which a pose may round. They are counterclockwise as seen from outside, in a
 * pose that mirrors too; a triangle keeps its own winding. A face of k corners becomes k - 2
 * triangles about its first corner. Returns the number of triangles; 0 for other shapes.
 *
 * Writes, if they are not NULL: 9 numbers for each triangle to `corners`, and the number of its
 * face, from 1, to `faces`. A box's faces are numbered by axis, the least side first. */
int ci_shape_triangles(const collide_shape *shape, double *corners, int *faces);
/* The unit normal (b - a) x (c - a) of a triangle of three dimensions. Returns 0 exactly if the
 * triangle is degenerate. */
int ci_triangle_normal(const collide_shape *triangle, double normal[3]);

#endif
