/* SPDX-License-Identifier: MIT
 *
 * Shapes: their kinds, makers, poses, points, bounds and projections. Part of collide.h, whose
 * opening comment applies here too.
 */
#ifndef COLLIDE_SHAPE_API_H
#define COLLIDE_SHAPE_API_H

#include "error.h"
#include "shape_data.h"
#include "begin.h"

typedef enum collide_kind {
  COLLIDE_SPHERE,
  COLLIDE_BOX,
  COLLIDE_CYLINDER,
  COLLIDE_CONE,
  COLLIDE_CAPSULE,
  COLLIDE_PLANE,
  COLLIDE_TRIANGLE,
  COLLIDE_SEGMENT,
  COLLIDE_HULL,
  COLLIDE_ROUND_BOX,  /* a box with a radius: see collide_round */
  COLLIDE_ROUND_HULL, /* a hull with a radius */
  COLLIDE_CIRCLE,     /* the first kind of two dimensions */
  COLLIDE_RECT,
  COLLIDE_POLYGON,
  COLLIDE_TRIANGLE_2D,
  COLLIDE_SEGMENT_2D,
  COLLIDE_CAPSULE_2D,
  COLLIDE_PLANE_2D,
  COLLIDE_KINDS /* the number of kinds */
} collide_kind;

/* ---- Poses --------------------------------------------------------------- */

/* A pose scales, then rotates, then moves. Or it applies one matrix, then moves. */
typedef struct collide_pose {
  int has_linear; /* nonzero: use `linear`, ignore rotation, scale and angle */
  double position[3];
  double rotation[4]; /* 3D: quaternion x, y, z, w of any length above zero */
  double scale[3];
  double angle;     /* 2D, in place of `rotation`: radians, from x to y. The double nearest to
                     * k pi / 2, for whole k up to 65536, turns by exactly k quarters. */
  double linear[9]; /* any invertible matrix, row by row; 2D: only entries 0, 1, 3 and 4 count */
} collide_pose;

/* The identity pose. */
collide_pose collide_identity_pose(void);

/* ---- Shapes --------------------------------------------------------------- */

/* A convex shape: its sizes with its pose applied. Every query is about the doubles in this struct.
 * Make it by the functions below. It may be copied, but see collide_make_polygon and
 * collide_make_hull. A program reads `kind`, and reads and writes `hollow`. The other fields are
 * the data of queries, and may change: collide_source has the sizes and the pose as they were
 * given, collide_bounds and collide_project say where the shape is.
 *
 * The fields that queries read most come first: a sphere fits into the first 64 bytes, a box into
 * the first 112, a rotated box into the first 256. */
typedef struct collide_shape {
  collide_kind kind;
  int hollow; /* 1: a shell for rays and segments */
  collide_frame_kind frame;
  double reach;     /* the largest absolute number among the sizes below */
  double origin[3]; /* the origin of a and b: the position of a solid or circle. 0 for other shapes
                       of two dimensions, whose a and b are in the world */
  double radius;    /* sphere, circle, cylinder, cone, capsule, rounded polygon, box or hull; plane:
                       distance along b */
  double height;    /* cylinder: half the height; cone: the height; plane: distance along a */
  double a[3], b[3]; /* box: min, max, without the radius; capsule, segment: ends; triangle: two
                        corners; plane: the normal as given, and with unit length */
  union {
    collide_turned turned;    /* when frame is COLLIDE_LINEAR */
    collide_facet facet;      /* triangle of three dimensions */
    collide_solid_hull solid; /* hull of three dimensions, with or without a radius */
    collide_outline outline;  /* two dimensions */
  } of;
} collide_shape;

/* The arguments from which a shape was made. A new pose and a description of the shape need them.
 * No query reads them. */
typedef struct collide_source {
  double sizes[9]; /* in the order of the maker's arguments; for a box or rect min, then max; for
                      a polygon the fifth is its radius */
  collide_pose pose;
  const double *points;  /* polygon: its points, in its storage */
  collide_corner *spare; /* polygon: room for the hull of its next pose */
  double turned[3]; /* 2D: an angle, its cosine and its sine, stored for the next pose; all 0 if
                       there is none */
} collide_source;

/* Returns 2 or 3. */
int collide_dimensions(const collide_shape *shape);
/* The name of a kind: "sphere", "rounded box" and so on. Triangles of two and of three dimensions
 * share the name "triangle"; so do segments, capsules and planes. */
const char *collide_kind_name(collide_kind kind);

/* ---- Making -------------------------------------------------------------- */

/* The makers write *shape, not posed and not hollow, and *source, and return COLLIDE_OK. If a size
 * or coordinate exceeds COLLIDE_LARGEST, or a size is out of the range stated here, they write
 * nothing and return COLLIDE_ERROR_SIZE. `source` may be NULL for a shape that never gets a pose.
 */

/* radius >= 0, 0 is a point; centre at the origin. */
collide_error collide_make_sphere(collide_shape *shape, collide_source *source, double radius);
/* half[i] >= 0; centre at the origin. */
collide_error collide_make_box(collide_shape *shape, collide_source *source, const double half[3]);
/* min[i] <= max[i]; the corners in its own frame. */
collide_error collide_make_box_corners(collide_shape *shape, collide_source *source,
                                       const double min[3], const double max[3]);
/* radius >= 0, half_height >= 0; axis y, centre at the origin. */
collide_error collide_make_cylinder(collide_shape *shape, collide_source *source, double radius,
                                    double half_height);
/* radius > 0, height > 0; apex at the origin, base at y = -height. */
collide_error collide_make_cone(collide_shape *shape, collide_source *source, double radius,
                                double height);
/* radius >= 0; the points within radius of the segment from a to b. */
collide_error collide_make_capsule(collide_shape *shape, collide_source *source, const double a[3],
                                   const double b[3], double radius);
/* normal not zero; the half-space normal . p <= distance, normal as given. */
collide_error collide_make_plane(collide_shape *shape, collide_source *source,
                                 const double normal[3], double distance);
/* Any three points, degenerate too. */
collide_error collide_make_triangle(collide_shape *shape, collide_source *source, const double a[3],
                                    const double b[3], const double c[3]);
/* Any two points. */
collide_error collide_make_segment(collide_shape *shape, collide_source *source, const double a[3],
                                   const double b[3]);

/* Shapes of two dimensions lie in the plane z = 0. All of them but the plane become the points
 * within `radius` of a convex hull in world coordinates. A pose rounds each coordinate of a corner.
 * Corners that the rounding moves inside the hull, or in line with their neighbours, are dropped.
 */

/* radius >= 0, 0 is a point; centre at the origin. */
collide_error collide_make_circle(collide_shape *shape, collide_source *source, double radius);
/* half[i] >= 0; centre at the origin. */
collide_error collide_make_rect(collide_shape *shape, collide_source *source, const double half[2]);
/* min[i] <= max[i]; the corners in its own frame. */
collide_error collide_make_rect_corners(collide_shape *shape, collide_source *source,
                                        const double min[2], const double max[2]);
/* Any three points, either winding, degenerate too. */
collide_error collide_make_triangle_2d(collide_shape *shape, collide_source *source,
                                       const double a[2], const double b[2], const double c[2]);
/* Any two points. */
collide_error collide_make_segment_2d(collide_shape *shape, collide_source *source,
                                      const double a[2], const double b[2]);
/* radius >= 0; the points within radius of the segment from a to b. */
collide_error collide_make_capsule_2d(collide_shape *shape, collide_source *source,
                                      const double a[2], const double b[2], double radius);
/* normal not zero; the half-plane normal . p <= distance, normal as given. */
collide_error collide_make_plane_2d(collide_shape *shape, collide_source *source,
                                    const double normal[2], double distance);

/* A convex polygon, either winding; points may lie in line with their neighbours. `points` holds x
 * and y of each of `count` points.
 *
 * `storage` is memory of collide_polygon_storage(count) bytes, aligned for doubles, for data of
 * shape and source. It must live as long as they do. Copies share it, so give a new pose to only
 * one of them. `points` may lie anywhere in it.
 *
 * Returns COLLIDE_OK, or one of COLLIDE_ERROR_POLYGON_... On an error it writes only *corner, the
 * index from 0 of the invalid point. */
collide_error collide_make_polygon(collide_shape *shape, collide_source *source,
                                   const double *points, int count, void *storage, int *corner);
size_t collide_polygon_storage(int count);
/* The same, but leaves out points that are concave by at most the tolerance, for example by
 * rounding. This is the distance of a point inside the convex hull from the edge of the hull that
 * replaces it, up to rounding. A convex polygon keeps all its points. COLLIDE_ERROR_POLYGON_CONCAVE
 * names the first point that is farther. An error writes *corner and the storage. */
collide_error collide_make_polygon_within(collide_shape *shape, collide_source *source,
                                          const double *points, int count, double tolerance,
                                          void *storage, int *corner);
/* An ellipse with its centre at the origin, radii[i] > 0, as a polygon. Its border and that of the
 * ellipse are nowhere farther apart than 0.00063 times the greater radius; a pose keeps this ratio.
 * `storage` is memory of collide_polygon_storage(COLLIDE_ELLIPSE_CORNERS) bytes. */
#define COLLIDE_ELLIPSE_CORNERS 64
collide_error collide_make_ellipse(collide_shape *shape, collide_source *source,
                                   const double radii[2], void *storage);

/* The convex hull of `count` points in space, 4 to COLLIDE_HULL_MOST, in any order. Points may
 * repeat, and may lie inside the hull, on its faces or on its edges. Exact. A hull is made in
 * two steps, because the first step finds how much memory the second needs.
 *
 * The first step works in `work`, memory of collide_hull_work(count) bytes, aligned for doubles.
 * `points`, x, y and z of each, may lie at its beginning. It returns COLLIDE_OK and writes
 * *storage, the bytes that the hull needs. Or it returns one of COLLIDE_ERROR_HULL_... and writes
 * *point, the index from 0 of the invalid point, or 0 if the error is about no single point. The
 * time is O(n log n) in practice. */
#define COLLIDE_HULL_MOST 65536
size_t collide_hull_work(int count);
collide_error collide_build_hull(const double *points, int count, void *work, size_t *storage,
                                 int *point);

/* The second step. `work` comes from a successful first step. `storage` is memory of the size that
 * the first step wrote, aligned for doubles. It must live as long as shape and source. Copies share
 * it, and each may have its own pose. */
void collide_make_hull(collide_shape *shape, collide_source *source, const void *work,
                       void *storage);

/* Rounds a polygon, or a box or hull of three dimensions, without changing its pose: it becomes the
 * points within `radius`, at least 0, of the shape that it was made as. With 0 it is that shape
 * again. Hits on rounded shapes have no face or edge. The scale of a pose multiplies the radius, so
 * it must be even. Returns COLLIDE_OK, COLLIDE_ERROR_SIZE, COLLIDE_ERROR_UNSUPPORTED for other
 * shapes, or an error of collide_set_pose. On an error nothing changes. */
collide_error collide_round(collide_shape *shape, collide_source *source, double radius);

/* ---- Posing -------------------------------------------------------------- */

/* Gives the shape a pose. A negative scale mirrors. Returns COLLIDE_OK, or one of
 * COLLIDE_ERROR_POSE_... On an error shape and source do not change.
 *
 * A circle, 2D capsule or rounded polygon stays round in the world. So its matrix must scale both
 * axes by the same factor and keep them at a right angle. Each entry may be off by 2^-20 of the
 * largest one, because graphics libraries multiply matrices in single precision. The radius is
 * multiplied by the square root of the determinant.
 *
 * A rounded box or hull is the posed box or hull with a ball around each of its points. Its pose
 * must be even in the same sense, in three dimensions. A matrix multiplies the radius by the root
 * of a third of the sum of the squares of its entries. */
collide_error collide_set_pose(collide_shape *shape, collide_source *source,
                               const collide_pose *pose);
/* Changes only the position, which takes less time. z is ignored in two dimensions. */
collide_error collide_set_position(collide_shape *shape, collide_source *source,
                                   const double position[3]);

/* Gives `made`, a new shape with other sizes, the pose and `hollow` of `shape`. If `anchor` is
 * NULL, the position stays. Otherwise a point of the bounds of the posed shape keeps its place. The
 * anchor has a number for each axis, from -1 for the least coordinate to 1 for the greatest:
 * {0, -1} keeps the lowest point of a character. The place is kept up to rounding, and exactly if
 * no sum of sizes and position is rounded.
 *
 * To resize the shape itself, copy *made and *made_source over its structs, and touch its worlds.
 * Returns COLLIDE_OK, an error of collide_set_pose, COLLIDE_ERROR_POSE_UNEVEN_SCALE for a shape
 * with an uneven scale or a shear, or COLLIDE_ERROR_UNSUPPORTED for other dimensions and for planes
 * with an anchor. After an error the pose of `made` is unspecified. */
collide_error collide_resize(const collide_shape *shape, const collide_source *source,
                             const double *anchor, collide_shape *made,
                             collide_source *made_source);

/* ---- Queries ------------------------------------------------------------- */

/* The bounds of the shape: the smallest box with sides along the axes, rounded outward if it is not
 * exact. The bounds of a plane are infinite, except on the side where a plane perpendicular to an
 * axis ends. In two dimensions z is 0. */
void collide_bounds(const collide_shape *shape, double min[3], double max[3]);
/* The least and greatest of axis . p over all points p of the shape. `axis` need not have unit
 * length. Infinite for a plane whose normal is not parallel to the axis. */
void collide_project(const collide_shape *shape, const double axis[3], double *lowest,
                     double *highest);
/* The number of faces of a hull of three dimensions; 0 for other shapes. Its corners are the given
 * points that the hull needs; of equal points the first counts. A face lists its corners
 * counterclockwise as seen from outside, if the pose does not mirror. The list begins with the
 * corner of the lowest index. Faces are ordered by their lists, compared corner by corner. */
int collide_hull_faces(const collide_shape *hull);
/* The number of corners of face `number`, from 1; 0 if there is no such face. Writes the indices,
 * from 0, of at most `most` corners. */
int collide_hull_face(const collide_shape *hull, int number, int *corners, int most);

/* ---- Drawing -------------------------------------------------------------- */

/* The range of `corners`, the number of corners that a circle gets. */
enum { COLLIDE_CORNERS_LEAST = 3, COLLIDE_CORNERS_MOST = 1024 };

/* The outline of a shape of two dimensions in the world, as a polygon: counterclockwise, no point
 * equal to the next one. Without a radius these are the corners of the hull. With a radius each
 * straight side keeps its ends, and each arc is divided into equal steps, each at most a whole turn
 * divided by `corners`. So all points lie on the border of the shape, up to rounding. A point has
 * one corner, a segment two. The outline of a circle begins at its greatest x.
 *
 * Returns the number of points; 0 for a plane and for shapes of three dimensions. Writes x and y of
 * at most `most` points; `points` may be NULL if `most` is 0. */
int collide_outline_points(const collide_shape *shape, int corners, double *points, int most);

/* The numbers of vertices and triangles of a surface. */
typedef struct collide_surface {
  size_t vertices, triangles;
} collide_surface;

/* The surface of a solid in the world, or a triangle of three dimensions, as triangles that are
 * counterclockwise as seen from outside; a triangle keeps its own winding. A solid's surface is
 * closed: if vertices with equal coordinates count as one, an even number of triangles meets at
 * every edge. All vertices lie on the border of the shape, up to rounding. Circles have `corners`
 * vertices. Other arcs have equal steps, each at most a whole turn divided by `corners`. Flat faces
 * are fans. A flat solid has degenerate triangles.
 *
 * Returns the numbers; both are 0 for planes, segments and shapes of two dimensions. Writes 3
 * numbers for each vertex, and 3 indices from 0 for each triangle. Both arrays are given, or both
 * are NULL. */
collide_surface collide_surface_triangles(const collide_shape *shape, int corners, double *vertices,
                                          uint32_t *triangles);

/* ---- Concave outlines ---------------------------------------------------- */

/* Convex pieces of an outline. `corners` holds indices of points. Piece k has the entries from
 * first[k] up to but excluding first[k + 1].
 *
 * Entry e of `corners` also stands for the edge from that corner to the next one of its piece. The
 * neighbours along this edge are the entries of `neighbours` from begin[e] up to but excluding
 * begin[e + 1]: the indices of the pieces that share a part of the edge, in its direction. An edge
 * of the outline or of a hole has none. An edge may have several, because corners of pieces in line
 * with their neighbours are left out.
 *
 * `points` holds x and y of the given points, at their new places if corners were moved. */
typedef struct collide_pieces {
  int count;
  const int *corners, *first;
  const int *neighbours, *begin;
  const double *points;
} collide_pieces;

enum { COLLIDE_DECOMPOSE_MOST = 1 << 18 };

/* Cuts an outline with holes into convex pieces whose corners are points of these rings. The pieces
 * cover exactly the inside of the outline without the holes, and touch each other only along their
 * borders. They have the winding of the outline.
 *
 * Each ring may have either winding, and may touch itself and other rings at points and along
 * edges, but no edge may cross another. A ring may end with its first point. Points in line with
 * their neighbours are allowed; no piece has a corner in line with its neighbours. Edges that are
 * traversed once in both directions have no effect, so a hole may also be a part of the outline.
 *
 * There are at most 4 times as many pieces as needed. For up to 256 points without holes their
 * number is the least possible, unless very many ways to cut are equally good; holes may add a few.
 * Pieces are sorted by their first corner, then by their second. The time is O(n log n) for n
 * points. Each cluster of some 24 to 256 points takes O(r^2) more, for its r concave corners.
 *
 * Ring 0 is the outline, the others are holes. Ring k has counts[k] points. `points` holds x and y
 * of the points of all rings, at most COLLIDE_DECOMPOSE_MOST. `storage` is memory of
 * collide_decompose_storage bytes for the number of all points, aligned for doubles; *pieces points
 * into it.
 *
 * If the tolerance is above 0, points are left out first (Douglas and Peucker). Each of them is
 * within the tolerance, up to rounding, of the edge that replaces it. Points are kept where edges
 * would cross without them, and a hole keeps at least three points that are not in line.
 *
 * If edges still cross, an end of one edge that lies beyond the other edge by at most the tolerance
 * moves onto that edge: to its nearest point, up to rounding. No corner moves farther than the
 * tolerance from where it was given. If moves do not help, the error is that of the points as they
 * were given. At most some 3 million points are swept again, so a large outline may have only few
 * such corners.
 *
 * On an error it does not write *pieces. It writes two numbers from 0 to `places`, which may be
 * NULL. Returns COLLIDE_OK, or
 *   COLLIDE_ERROR_POLYGON_FEW      `places` is twice the ring with fewer than three points,
 *   COLLIDE_ERROR_LIMIT            twice the ring with too many points,
 *   COLLIDE_ERROR_POLYGON_SIZE     twice the point that is not finite or too large,
 *   COLLIDE_ERROR_OUTLINE_CROSSES  the starts of two edges that cross,
 *   COLLIDE_ERROR_OUTLINE_WINDS    the starts of two edges that cross at a point, or lie along each
 *                                  other or around each other in the same direction,
 *   COLLIDE_ERROR_OUTLINE_OUTSIDE  twice a point of a hole that is not inside the outline,
 *   COLLIDE_ERROR_OUTLINE_NESTED   a point of each of two holes that overlap,
 *   COLLIDE_ERROR_OUTLINE_FLAT     0: the outline has no area, or the holes cover it.
 * Of several crossings, the first that a sweep from left to right finds counts. Crossings come
 * before all other errors of the outline. */
collide_error collide_decompose(const double *points, const int *counts, int rings,
                                double tolerance, void *storage, collide_pieces *pieces,
                                int places[2]);
size_t collide_decompose_storage(int count, int rings);

#include "end.h"

#endif
