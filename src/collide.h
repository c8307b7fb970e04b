/* SPDX-License-Identifier: MIT
 *
 * collide: which cells does a ray cross, what does it hit and where.
 *
 * This header is the whole contract of the core, without Lua. It is C99 and
 * C++11 at once. No function here allocates, prints, keeps global state or
 * changes its arguments unless it says so; all are reentrant.
 *
 * Yes/no answers are exact: they are what real arithmetic gives for the
 * doubles passed and those that a shape keeps, and all sets are closed, so
 * touching counts. Measured values (t, points, normals) are rounded, each
 * within the bound given where it is described. The same bits come out on
 * every platform.
 *
 * Every double passed must be finite unless a comment allows otherwise.
 * Exactness holds for magnitudes from 1e-70 to 1e70; outside of it the
 * functions are safe and deterministic, but may answer wrongly.
 */
#ifndef COLLIDE_H
#define COLLIDE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define COLLIDE_VERSION "0.1.0"

/* ---- Shapes ------------------------------------------------------------ */

typedef enum collide_kind {
  COLLIDE_SPHERE,
  COLLIDE_BOX,
  COLLIDE_CYLINDER,
  COLLIDE_CONE,
  COLLIDE_CAPSULE,
  COLLIDE_PLANE,
  COLLIDE_TRIANGLE,
  COLLIDE_KINDS /* how many there are */
} collide_kind;

/* A pose as it was given: scale, then rotate, then move; or one matrix. */
typedef struct collide_pose {
  double position[3];
  double rotation[4]; /* quaternion x, y, z, w, not normalised */
  double scale[3];
  double transform[16]; /* column by column, translation at 12, 13, 14 */
  int has_transform;    /* transform rules, the three above do not */
} collide_pose;

/* How a shape's frame lies in the world. */
typedef enum collide_frame_kind {
  COLLIDE_MOVED, /* world = position + own */
  COLLIDE_LINEAR /* world = position + linear * own */
} collide_frame_kind;

/* A convex shape: fixed in size, movable in pose. Made by the functions
 * below; read it freely, write only its `hollow`. The fields after `pose` are
 * the doubles that the pose was folded into, and every answer is about those. */
typedef struct collide_shape {
  collide_kind kind;
  int hollow;      /* a shell for rays and segments: 0 or 1 */
  int fixed;       /* a box made by its corners: takes no pose */
  double sizes[9]; /* as given, in the makers' order; of a box min, then max */
  collide_pose pose;

  collide_frame_kind frame;
  double position[3];
  double linear[9], inverse[9]; /* row by row; only when COLLIDE_LINEAR */
  double a[3], b[3], c[3];      /* box: min, max; capsule: ends; triangle: corners;
                                   plane: normal */
  double radius;                /* sphere, cylinder, cone, capsule */
  double height;                /* cylinder: half of it; cone: all; plane: distance */
  double normal[3];             /* triangle: (b - a) x (c - a), each rounded once */
  double normal_low[3];         /* and what that rounding left */
  double unit[3];               /* plane and triangle: the unit normal; zero if there is none */
  double unit_distance;         /* plane: unit . p <= unit_distance, but for rounding */
  double reach;                 /* the largest magnitude in a, b, c, radius and height */
} collide_shape;

/* The makers write *shape, unposed and solid, and return 1; or return 0 and
 * leave it alone when the sizes are not what is said here. */

/* radius >= 0, 0 is a point; centre at the origin. */
int collide_sphere(collide_shape *shape, double radius);
/* half[i] >= 0; centre at the origin. */
int collide_box(collide_shape *shape, const double half[3]);
/* min[i] <= max[i]; stands where it says and takes no pose. */
int collide_box_corners(collide_shape *shape, const double min[3], const double max[3]);
/* radius >= 0, half_height >= 0; axis y, centre at the origin. */
int collide_cylinder(collide_shape *shape, double radius, double half_height);
/* radius > 0, height > 0; apex at the origin, base at y = -height. */
int collide_cone(collide_shape *shape, double radius, double height);
/* radius >= 0; the points within radius of the segment from a to b. */
int collide_capsule(collide_shape *shape, const double a[3], const double b[3], double radius);
/* normal not zero; the half-space normal . p <= distance, normal as given. */
int collide_plane(collide_shape *shape, const double normal[3], double distance);
/* Any three points, degenerate too. */
int collide_triangle(collide_shape *shape, const double a[3], const double b[3], const double c[3]);

/* Why a pose was refused. */
typedef enum collide_pose_error {
  COLLIDE_POSE_OK,
  COLLIDE_POSE_FIXED,         /* a box made by its corners takes no pose */
  COLLIDE_POSE_ZERO_ROTATION, /* a quaternion of length zero */
  COLLIDE_POSE_ZERO_SCALE,    /* a scale of zero flattens: it has no inverse */
  COLLIDE_POSE_NOT_AFFINE,    /* the matrix's last row is not 0 0 0 1 */
  COLLIDE_POSE_SINGULAR,      /* the matrix has no inverse, exactly */
  COLLIDE_POSE_OVERFLOW       /* the folded pose is not finite */
} collide_pose_error;

/* Gives the shape a pose; on an error the shape is left as it was.
 * A negative scale mirrors. */
collide_pose_error collide_set_pose(collide_shape *shape, const collide_pose *pose);
/* The pose that moves nothing. */
collide_pose collide_identity_pose(void);

/* The smallest box with sides along the axes that holds the shape, rounded
 * outward where it is not exact. A plane's has infinite sides, except that a
 * plane across an axis ends there. */
void collide_bounds(const collide_shape *shape, double min[3], double max[3]);
/* The least and greatest of axis . p over the shape; axis need not have unit
 * length. Infinite for a plane that is not across the axis. */
void collide_project(const collide_shape *shape, const double axis[3], double *lowest,
                     double *highest);
/* A triangle's unit normal (b - a) x (c - a) by its winding; 0 when the
 * triangle is degenerate, exactly. */
int collide_triangle_normal(const collide_shape *triangle, double normal[3]);

/* ---- Casts -------------------------------------------------------------- */

typedef enum collide_face {
  COLLIDE_FACE_NONE,
  COLLIDE_FACE_SIDE,
  COLLIDE_FACE_TOP,
  COLLIDE_FACE_BOTTOM,
  COLLIDE_FACE_BASE,
  COLLIDE_FACE_MINUS_X,
  COLLIDE_FACE_PLUS_X,
  COLLIDE_FACE_MINUS_Y,
  COLLIDE_FACE_PLUS_Y,
  COLLIDE_FACE_MINUS_Z,
  COLLIDE_FACE_PLUS_Z,
  COLLIDE_FACE_FRONT,
  COLLIDE_FACE_BACK
} collide_face;

/* "side", "-x", ...; NULL for COLLIDE_FACE_NONE. */
const char *collide_face_name(collide_face face);

typedef struct collide_hit {
  double t;         /* in units of direction; 0 to 1 of a segment; of a line it may be
                       negative, or -INFINITY in a plane that the line never enters */
  double t_exit;    /* where the line leaves the closed solid; INFINITY if it never does */
  double point[3];  /* on the surface; the start when `inside` and not hollow */
  double normal[3]; /* unit length; zero when `inside` and solid, when from == to, or when t is
                       -INFINITY */
  double u, v;      /* triangle: point = a + u (b - a) + v (c - a) */
  int inside;       /* the start is in the solid and t_enter < 0 */
  int has_point;    /* 0 only when t is -INFINITY */
  collide_face face;
} collide_hit;

enum {
  COLLIDE_SKIP_INSIDE = 1 /* no hit of a shape whose closed solid holds the start */
};

/* Each returns 1 on a hit, 0 on a miss; *hit is written on a hit alone, and
 * may be NULL when only the answer counts.
 *
 * Let t_enter to t_exit be the line's interval in the closed solid. A solid
 * with t_enter < 0 <= t_exit holds the start: t = 0 and `inside`. Otherwise
 * t = t_enter. A hollow shape is hit at the first of the two ends that is not
 * negative. */

/* First point with 0 <= t <= max; direction not zero, max >= 0 or INFINITY. */
int collide_raycast(const collide_shape *shape, const double origin[3], const double direction[3],
                    double max, int flags, collide_hit *hit);
/* The same along from-to, t from 0 to 1. from == to asks about that point:
 * then a hit has t = 0 and t_exit = INFINITY. */
int collide_segmentcast(const collide_shape *shape, const double from[3], const double to[3],
                        int flags, collide_hit *hit);
/* The whole line: least t, may be negative. Ignores hollow; never `inside`. */
int collide_linecast(const collide_shape *shape, const double point[3], const double direction[3],
                     collide_hit *hit);

/* ---- Cells -------------------------------------------------------------- */

/* A grid's lines: boundary k along axis i is the double
 * origin[i] + k * size[i] (product rounded, then sum), and cell k holds
 * boundary k <= x < boundary k + 1. size[i] > 0. */
typedef struct collide_grid_frame {
  int dimensions; /* 2 or 3 */
  double size[3], origin[3];
} collide_grid_frame;

/* Unit cells at the origin. */
collide_grid_frame collide_unit_frame(int dimensions);

/* The cell that holds the point. Returns 0 where neighbouring cells are no
 * longer surely distinct doubles: from 2^53 on for origin 0 and a size that is
 * a power of two, from 2^51 cells on (of the origin, the product or the sum)
 * for other frames. */
int collide_cell_at(const collide_grid_frame *frame, const double point[3], int64_t cell[3]);

/* The cells entered at one instant, equal in exact arithmetic: the start's, then
 * 1 where the walk crosses one boundary, 3 at a corner or an edge, 7 at a corner
 * in 3D. Those beside come first, in the order x, y, xy, z, xz, yz, xyz with
 * those left out that do not occur; so the cell where the walk goes on is last.
 * A boundary at the end is crossed, at t = 1, and one at the start too, at t = 0
 * by a second group, when the walk goes down.
 *
 * t is the quotient of the differences (boundary - from) / (to - from), each
 * rounded, of the first axis crossed, but not less than the group's before: off
 * by 2^-51 of itself at most, never decreasing, and 1 exactly at the end. */
typedef struct collide_group {
  double t, t_exit;    /* t_exit: the next group's t; 1 for the last */
  int64_t index;       /* from 1 */
  int count;           /* 1, 3 or 7 */
  int64_t cells[7][3]; /* z is 0 in 2D */
} collide_group;

/* A walk from cell to cell along from-to. Fields are private. O(1) memory,
 * and each step costs what it yields: leave it whenever you like. */
typedef struct collide_walk {
  int dimensions;
  int huge; /* differences of coordinates may overflow */
  /* Up to `edge` mirrored, so that every axis goes up. */
  double size[3], origin[3], from[3], to[3];
  double span[3];  /* to - from */
  double edge[3];  /* the next boundary's number on each axis */
  double next[3];  /* its t; INFINITY when none is left */
  double step[3];  /* -1, 0 or 1 */
  double cell[3];  /* where the walk stands */
  int64_t left[3]; /* crossings still to come */
  int64_t index;   /* of the group to come */
  double t_next;   /* its t */
  int mask;        /* the axes that it crosses, as bits; none at the start and the end */
  int ties;        /* how often it met with ties of late; decides speed alone */
} collide_walk;

/* Returns 0, as collide_cell_at, when the cells at either end are not distinct,
 * and leaves the walk alone. */
int collide_walk_begin(collide_walk *walk, const collide_grid_frame *frame, const double from[3],
                       const double to[3]);
/* The next group; 0 when the walk has ended, and ever after. */
int collide_walk_next(collide_walk *walk, collide_group *group);
/* The same groups, to the last bit, but many a call and flat: index, t, x, y[, z]
 * for each cell, so 4 or 5 doubles. Returns how many cells, whole groups only and
 * at most `capacity`, which is at least 7; 0 when the walk has ended. What is in
 * `flat` beyond them is lost. Cells are below 2^53, so exact. Fastest with room
 * for some hundred cells and more. */
size_t collide_walk_fill(collide_walk *walk, double *flat, size_t capacity);
/* How many crossings are still to come, and the start: at least the groups. */
int64_t collide_walk_left(const collide_walk *walk);

#ifdef __cplusplus
}
#endif

#endif
