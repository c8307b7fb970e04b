/* SPDX-License-Identifier: MIT
 *
 * collide: which cells does a ray cross, what does it hit and where, do these
 * two shapes meet and how deep.
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
 * A function takes at most 32 KB of stack, voxelizing 80 KB.
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
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* whatever the including file hides */
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
  COLLIDE_SEGMENT,
  COLLIDE_CIRCLE, /* from here on in two dimensions */
  COLLIDE_RECT,
  COLLIDE_POLYGON,
  COLLIDE_TRIANGLE_2D,
  COLLIDE_SEGMENT_2D,
  COLLIDE_CAPSULE_2D,
  COLLIDE_PLANE_2D,
  COLLIDE_KINDS /* how many there are */
} collide_kind;

/* A pose as it was given: scale, then rotate, then move; or one matrix. */
typedef struct collide_pose {
  double position[3];
  double rotation[4]; /* quaternion x, y, z, w, not normalised */
  double scale[3];
  double transform[16]; /* column by column, translation at 12, 13, 14 */
  int has_transform;    /* transform rules, the three above do not */
  double angle;         /* in 2D, in place of all but position and scale: radians, from x to y */
} collide_pose;

/* How a shape's frame lies in the world. */
typedef enum collide_frame_kind {
  COLLIDE_MOVED, /* world = position + own */
  COLLIDE_LINEAR /* world = position + linear * own */
} collide_frame_kind;

/* A corner of a hull in two dimensions, and the edge from it to the next one. */
typedef struct collide_corner {
  double point[2];
  double normal[2]; /* outward; unit length but for rounding; zero if there is no other corner */
  int edge;         /* which of the edges between the points as given, from 1, the edge begins
                       with; see hull.h */
} collide_corner;

/* A convex shape: fixed in size, movable in pose. Made by the functions
 * below; read it freely, write only its `hollow`. All but `sizes` and `pose` are
 * what these were folded into, and every answer is about those doubles.
 *
 * A shape of two dimensions lies in the plane z = 0, and is asked about points
 * and directions with z = 0. All of them but the plane are one thing: the
 * points within `radius` of a convex hull, whose corners are in the world. Each
 * coordinate is rounded when the pose is folded, and a corner that rounding
 * has put inside the hull, or in line with its neighbours, is dropped. */
typedef struct collide_shape {
  collide_kind kind;
  int hollow; /* a shell for rays and segments: 0 or 1 */
  int fixed;  /* a box or rect made by its corners: takes no pose */
  collide_frame_kind frame;
  double radius; /* sphere, circle, cylinder, cone, capsule */
  double reach;  /* the largest magnitude in a, b, c, radius and height */

  /* In two dimensions alone; here in front, where a pair finds all in few cache lines. */
  double low[2], high[2];    /* bounds, rounded outward; of a plane as in collide_bounds */
  double magnitude;          /* the largest coordinate of the hull's corners, without its sign;
                                of a plane the distance, likewise */
  double center[2], inner;   /* a disk that the shape holds; of planes and thin shapes none is
                                known: then inner is negative */
  int count;                 /* corners of the hull, counterclockwise, no three in line; 1 and 2
                                are a point and a segment; 0 for planes */
  int aligned;               /* a rect whose sides lie along the axes, not mirrored: a and b are
                                its corners */
  collide_corner *hull;      /* a polygon's, in its room; of the others see collide_hull */
  collide_corner corners[4]; /* of those */
  collide_corner *spare;     /* where a polygon's next pose will put its hull, */
  const double *points;      /* its points as given, x and y of each, */
  int given;                 /* and how many those are */
  int winding;               /* 1 when the points as given go counterclockwise, else -1 */

  double position[3];
  double a[3], b[3], c[3];      /* box: min, max; capsule, segment: ends; triangle: corners;
                                   plane: normal; in two dimensions too, in the world */
  double height;                /* cylinder: half of it; cone: all; plane: distance */
  double normal[3];             /* triangle: (b - a) x (c - a), each rounded once */
  double normal_low[3];         /* and what that rounding left */
  double unit[3];               /* plane and triangle: the unit normal; zero if there is none */
  double unit_distance;         /* plane: unit . p <= unit_distance, but for rounding */
  double linear[9], inverse[9]; /* row by row; only when COLLIDE_LINEAR */

  double sizes[9]; /* as given, in the makers' order; of a box or rect min, then max */
  collide_pose pose;
} collide_shape;

/* 2 or 3. */
int collide_dimensions(const collide_shape *shape);
/* The `count` corners of a shape of two dimensions. */
const collide_corner *collide_hull(const collide_shape *shape);

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
/* Any two points. */
int collide_segment(collide_shape *shape, const double a[3], const double b[3]);

/* In two dimensions. */

/* radius >= 0, 0 is a point; centre at the origin. */
int collide_circle(collide_shape *shape, double radius);
/* half[i] >= 0; centre at the origin. */
int collide_rect(collide_shape *shape, const double half[2]);
/* min[i] <= max[i]; stands where it says and takes no pose. */
int collide_rect_corners(collide_shape *shape, const double min[2], const double max[2]);
/* Any three points, either winding, degenerate too. */
int collide_triangle_2d(collide_shape *shape, const double a[2], const double b[2],
                        const double c[2]);
/* Any two points. */
int collide_segment_2d(collide_shape *shape, const double a[2], const double b[2]);
/* radius >= 0; the points within radius of the segment from a to b. */
int collide_capsule_2d(collide_shape *shape, const double a[2], const double b[2], double radius);
/* normal not zero; the half-plane normal . p <= distance, normal as given. */
int collide_plane_2d(collide_shape *shape, const double normal[2], double distance);

/* What is wrong with the points of a polygon. */
typedef enum collide_polygon_error {
  COLLIDE_POLYGON_OK,
  COLLIDE_POLYGON_FEW,      /* fewer than three */
  COLLIDE_POLYGON_SIZE,     /* a coordinate is not finite, or too large to work with */
  COLLIDE_POLYGON_REPEATED, /* a point is where the one before it is */
  COLLIDE_POLYGON_NO_AREA,  /* all points are in one line */
  COLLIDE_POLYGON_CONCAVE,  /* it turns the other way there, or turns back */
  COLLIDE_POLYGON_TWICE     /* it goes round more than once, like a pentagram */
} collide_polygon_error;

/* A convex polygon, either winding; points may lie in line with their
 * neighbours. `points` are x and y of each of `count` points. `room` is memory of
 * collide_polygon_room(count) bytes, aligned for doubles, which the shape
 * keeps what it needs in: it has to live as long as the shape, and copies of the
 * shape share it, so give only one of them a new pose; `points` may lie anywhere in it. On an error
 * *shape is left alone and *corner says which of the points it is about, from 0. */
collide_polygon_error collide_polygon(collide_shape *shape, const double *points, int count,
                                      void *room, int *corner);
size_t collide_polygon_room(int count);

/* Why a pose was refused. */
typedef enum collide_pose_error {
  COLLIDE_POSE_OK,
  COLLIDE_POSE_FIXED,         /* a box made by its corners takes no pose */
  COLLIDE_POSE_ZERO_ROTATION, /* a quaternion of length zero */
  COLLIDE_POSE_ZERO_SCALE,    /* a scale of zero flattens: it has no inverse */
  COLLIDE_POSE_UNEVEN_SCALE,  /* a circle or capsule of two dimensions takes one number */
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
 * plane across an axis ends there. In two dimensions z is 0. */
void collide_bounds(const collide_shape *shape, double min[3], double max[3]);
/* The least and greatest of axis . p over the shape; axis need not have unit
 * length. Infinite for a plane that is not across the axis. */
void collide_project(const collide_shape *shape, const double axis[3], double *lowest,
                     double *highest);
/* Of a triangle of three dimensions: its unit normal (b - a) x (c - a) by its
 * winding; 0 when the triangle is degenerate, exactly. */
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
  int edge; /* polygon and triangle of two dimensions: the edge's number, from 1; else 0 */
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

/* ---- Pairs -------------------------------------------------------------- */

/* Do two shapes meet, and how deep? Closed sets, so touching is meeting, and
 * `hollow` does not matter. Every pair of two dimensions is there; of three
 * there are collide_contains, and collide_overlap of a box without rotation and a
 * triangle or another such box. In either order the answer is the same,
 * mirrored: to the last bit, unless the two shapes are the same in kind and every
 * double, for then nothing tells one from the other. contact and distance take time
 * in proportion to the product of the numbers of corners, overlap mostly to the sum. */

/* Is there a test for these two? If not, the functions of two shapes below must not be called. */
int collide_has_pair(const collide_shape *a, const collide_shape *b);
/* Is there one for collide_overlap, at least? */
int collide_has_overlap(const collide_shape *a, const collide_shape *b);

/* Exact: 1 or 0. */
int collide_overlap(const collide_shape *a, const collide_shape *b);

typedef struct collide_push {
  double normal[3]; /* unit length, out of b towards a */
  double depth;     /* moving a by normal * depth parts the two, so that they touch, and nothing
                       shorter does; 0 when they touch; INFINITY for half-planes that no push
                       parts */
  double point[3];  /* in both, in the middle of what they share: the mean of the corners of
                       that, or of rounded shapes halfway between the deepest points */
} collide_push;

/* Returns 1 exactly when they overlap; *push is written then alone. */
int collide_contact(const collide_shape *a, const collide_shape *b, collide_push *push);
/* The distance, 0 exactly when they overlap, and the nearest point of each: of
 * a stretch of them the middle, and when they overlap a point of both. */
double collide_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                        double on_b[3]);
/* The same from a point to a shape of two dimensions; when the shape holds it, 0
 * and the point itself. */
double collide_closest(const collide_shape *shape, const double point[3], double nearest[3]);
/* Exact: 1 or 0. Of shapes of three dimensions too. */
int collide_contains(const collide_shape *shape, const double point[3]);

/* Which of the seven regions into which its sides' lines cut the plane around
 * a triangle of two dimensions holds the point: 4, 2 and 1, added up, for being
 * on the inner side of ab, bc and ca, or on the line itself. 7 exactly when the
 * triangle holds the point. In line with a triangle that is collapsed to a segment or a
 * point, but not on it: 1, 2 or 4, as beyond b, a or c. */
int collide_triangle_region(const collide_shape *triangle, const double point[3]);
/* Triangle and rect of two dimensions, the rect without rotation, by the
 * triangle's edge functions at the rect's foremost corners, and by separating
 * axes. Both exact, so equal, and equal to collide_overlap. */
int collide_triangle_rect_pef(const collide_shape *triangle, const collide_shape *rect);
int collide_triangle_rect_sat(const collide_shape *triangle, const collide_shape *rect);

/* ---- Triangle and box ---------------------------------------------------- */

/* Does a triangle of three dimensions, degenerate ones too, meet a box without
 * rotation (its frame is COLLIDE_MOVED)? By the 13 separating axes, and by the
 * triangle's plane and its edge functions in the three projections; both exact,
 * so equal. The second is the faster one. */
int collide_triangle_box_sat(const collide_shape *triangle, const collide_shape *box);
int collide_triangle_box_pef(const collide_shape *triangle, const collide_shape *box);

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
 * rounded, the greatest of those of the axes crossed, but not less than the
 * group's before: off by 2^-51 of itself at most, never decreasing, and 1 exactly
 * at the end. */
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

/* ---- Grids -------------------------------------------------------------- */

/* Cells that hold something: a value from 1 to 65535; 0 is empty. Unbounded (cells
 * between -2^53 and 2^53, of two dimensions with z = 0) and sparse: in bricks of 8 x 8 x 8 or
 * 16 x 16 cells, and blocks that hold one value throughout take next to nothing.
 *
 * A grid may be read by many threads at once while none changes it. */
typedef struct collide_grid collide_grid;

/* As lua_Alloc: resizes `block` from old_size to new_size bytes; returns NULL
 * when it cannot, and frees when new_size is 0. `block` is NULL for a new one. */
typedef void *(*collide_alloc)(void *user, void *block, size_t old_size, size_t new_size);

/* An empty grid, or NULL when there is no memory; alloc NULL: realloc and free. */
collide_grid *collide_grid_new(const collide_grid_frame *frame, collide_alloc alloc, void *user);
void collide_grid_free(collide_grid *grid);

const collide_grid_frame *collide_grid_get_frame(const collide_grid *grid);
/* What a cell holds. */
unsigned collide_grid_get(const collide_grid *grid, const int64_t cell[3]);
/* How many cells hold something. */
int64_t collide_grid_count(const collide_grid *grid);
/* The least and greatest coordinates of such cells; 0 when there is none. */
int collide_grid_bounds(const collide_grid *grid, int64_t min[3], int64_t max[3]);

/* These return 0, and leave the grid as it was, when there is not enough memory. */

int collide_grid_set(collide_grid *grid, const int64_t cell[3], unsigned value);
/* Both corners included; min[i] <= max[i]. Also returns 0 for what
 * collide_grid_may_fill refuses. */
int collide_grid_fill(collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      unsigned value);
/* `count` cells along x from `first` on. With `keep`, those that hold something
 * stay as they are. Limits as for collide_grid_fill. */
int collide_grid_run(collide_grid *grid, const int64_t first[3], int64_t count, unsigned value,
                     int keep);

/* Whether a box is not too large to be filled with something: not more than 2^22
 * bricks that it covers in part, and not so many cells that there would be 2^53. What is
 * covered wholly costs nothing, however large. */
int collide_grid_may_fill(const collide_grid *grid, const int64_t min[3], const int64_t max[3]);

/* Steps through the cells that hold something, in the order of z, then y, then x.
 * The grid may change between steps: each finds the next cell of the grid
 * as it then is. */
typedef struct collide_grid_cells {
  int64_t min[3], max[3]; /* a box to keep to, both corners included */
  int64_t at[3];          /* the last cell */
  int begun;
} collide_grid_cells;

/* min and max may be NULL, for all cells. */
void collide_grid_cells_begin(collide_grid_cells *cells, const int64_t min[3],
                              const int64_t max[3]);
/* The value of the next cell, which is then `at`; 0 when there is none. */
unsigned collide_grid_cells_next(collide_grid_cells *cells, const collide_grid *grid);

/* A grid as a string of bytes, for a file or another thread: the same on every
 * machine, and the same for the same cells. Writes as much as there is room for;
 * returns how many bytes all of it takes. */
size_t collide_grid_encode(const collide_grid *grid, void *bytes, size_t room);

typedef enum collide_code_error {
  COLLIDE_CODE_OK,
  COLLIDE_CODE_NO_GRID,   /* it does not begin as an encoded grid does */
  COLLIDE_CODE_VERSION,   /* of another version */
  COLLIDE_CODE_TRUNCATED, /* it ends too early */
  COLLIDE_CODE_DAMAGED,   /* what stands in it cannot be */
  COLLIDE_CODE_MEMORY     /* there is not enough memory */
} collide_code_error;

/* The grid, or NULL and why. Safe with any bytes. */
collide_grid *collide_grid_decode(const void *bytes, size_t size, collide_alloc alloc, void *user,
                                  collide_code_error *error);

/* Casts on a grid see the cells that a walk yields, group by group: a segment
 * those of collide_walk_begin, a ray those of an endless segment, a line those of
 * a ray from infinitely far away. Where there is nothing for long they are passed
 * over in few steps. The ends may be anywhere. */

typedef struct collide_grid_hit {
  double t;            /* as a group's; of a ray and a line in units of direction, so from may
                          be 0 in that quotient; 0 when `inside` */
  double t_exit;       /* when the line leaves the cell, whether or not the cast goes so far; t of a
                          cell that it only touches at an edge or a corner; INFINITY if never */
  double point[3];     /* the start when `inside`; else on the boundaries that are crossed */
  double normal[3];    /* of the first axis crossed to reach the cell; zero when `inside` */
  int inside;          /* the start's cell */
  unsigned value;      /* what the cell holds */
  int64_t cell[3];     /* z is 0 in 2D */
  int count;           /* all of the group that hold something, */
  int64_t cells[7][3]; /* in the order of the group */
} collide_grid_hit;

enum {
  /* COLLIDE_SKIP_INSIDE passes over the start's cell */
  COLLIDE_CORNERS_AHEAD = 2 /* of each group, only the cell where the line goes on */
};

/* Fields are private. */
typedef struct collide_grid_axis {
  /* Mirrored, so that the line goes up. */
  double size, origin, from;
  double to, base;     /* t is (boundary - from) / (to - base) */
  double start, rate;  /* boundary k is crossed at start + k * rate, */
  double slack;        /* give or take this; */
  double pace;         /* boundaries in a unit of t */
  int64_t cell;        /* where the line stands, between the boundaries cell and cell + 1 */
  int64_t begin;       /* where it stood first */
  int64_t first, last; /* of the grid's cells */
  int64_t flip;        /* the cell itself is cell ^ flip */
} collide_grid_axis;

typedef struct collide_grid_cast {
  const collide_grid *grid;
  collide_grid_axis axes[3];
  int dimensions, flags;
  int moving; /* the axes that the line crosses boundaries of, as bits */
  int kind;   /* ray, segment or line */
  int state, huge;
  double limit;     /* the last t to be seen */
  int mask;         /* the axes that the last group crossed; none at the start */
  unsigned solid;   /* those of its cells that hold something, as bits, and */
  unsigned pending; /* those still to be told */
  int last_part;
  const void *path[32]; /* from the root's node to where the last cell looked up lies */
  uint64_t place[3];
  int level, shift; /* of the lowest node in that; of the block, all empty, that the line is in */
  const void *brick;
  uint64_t changes;
} collide_grid_cast;

/* Prepare a cast. direction not zero, max >= 0 or INFINITY. The grid must live, but may change. */
void collide_grid_cast_ray(collide_grid_cast *cast, const collide_grid *grid,
                           const double origin[3], const double direction[3], double max,
                           int flags);
void collide_grid_cast_segment(collide_grid_cast *cast, const collide_grid *grid,
                               const double from[3], const double to[3], int flags);
void collide_grid_cast_line(collide_grid_cast *cast, const collide_grid *grid,
                            const double point[3], const double direction[3], int flags);
/* The next cell that holds something; 0 when there is none. Cells of one group come one by one, in
 * its order. hit may be NULL. */
int collide_grid_cast_next(collide_grid_cast *cast, collide_grid_hit *hit);

/* The first of them at once; 1 or 0. */
int collide_grid_raycast(const collide_grid *grid, const double origin[3],
                         const double direction[3], double max, int flags, collide_grid_hit *hit);
int collide_grid_segmentcast(const collide_grid *grid, const double from[3], const double to[3],
                             int flags, collide_grid_hit *hit);
int collide_grid_linecast(const collide_grid *grid, const double point[3],
                          const double direction[3], int flags, collide_grid_hit *hit);

/* ---- Voxels --------------------------------------------------------------- */

/* A triangle made ready to be asked about many cells of a grid of three dimensions. */
typedef struct collide_cell_test {
  /* All is private. */
  collide_grid_frame frame;
  double corner[3][3];
  int64_t low[3]; /* the cells that its bounds touch */
  uint64_t width[3];
  /* Linear functions of a cell, in units of what they may be off: the plane, which reaches
   * a cell so far from its middle; of each of the three views the edges, which tell the inside by
   * their sign, and as axes, which reach so far. */
  double plane[5], edges[9][3], axes[9][4];
} collide_cell_test;

/* Any triangle. Returns 0 where cells are not distinct, as collide_cell_at, or a corner not finite.
 */
int collide_cell_test_begin(collide_cell_test *test, const collide_grid_frame *frame,
                            const double a[3], const double b[3], const double c[3]);
/* Does the closed triangle touch the closed cell? Exact, so equal. */
int collide_cell_test_pef(const collide_cell_test *test, const int64_t cell[3]);
int collide_cell_test_sat(const collide_cell_test *test, const int64_t cell[3]);

/* Triangles, as they stand in the world; any, degenerate ones too. */
typedef struct collide_mesh {
  const double *vertices; /* x, y, z of each */
  size_t vertex_count;
  const uint32_t *triangles; /* three vertices of each, from 0; NULL: 0, 1, 2, then 3, 4, 5, ... */
  size_t triangle_count;
} collide_mesh;

typedef enum collide_voxel_rule {
  COLLIDE_VOXEL_CLOSED, /* every cell that the closed triangles touch */
  COLLIDE_VOXEL_OPEN    /* the cells whose inside they meet; and for a triangle that lies in the
                           plane between two layers of cells, those behind it: on the side that
                           the normal of (b - a) x (c - a) points away from. What has no area
                           and lies in such a plane takes none. */
} collide_voxel_rule;

typedef enum collide_voxel_method {
  COLLIDE_VOXEL_PEF, /* by edge functions, layer by layer: the faster one */
  COLLIDE_VOXEL_SAT  /* by separating axes, cell by cell; the same cells */
} collide_voxel_method;

typedef struct collide_voxel_options {
  collide_voxel_rule rule;
  collide_voxel_method method;
  int solid;              /* fill the inside, too; the mesh has to be closed */
  unsigned value;         /* of the cells, from 1 to 65535 */
  const uint16_t *values; /* NULL, or one for each triangle: of those that touch a cell the
                             first one decides, and of the inside the one that is crossed
                             last on the way there along x */
} collide_voxel_options;

/* Closed, by edge functions, not solid, value 1. */
collide_voxel_options collide_voxel_defaults(void);

typedef enum collide_voxel_error {
  COLLIDE_VOXEL_OK,
  COLLIDE_VOXEL_MEMORY, /* there is not enough */
  COLLIDE_VOXEL_INDEX,  /* `triangle` has a vertex that is not there */
  COLLIDE_VOXEL_FINITE, /* a coordinate of `vertex` is not finite */
  COLLIDE_VOXEL_FAR, /* at `vertex`, or next to it, cells are not distinct; see collide_cell_at */
  COLLIDE_VOXEL_NOT_CLOSED /* solid: at `edge`, two vertices, triangles end: there are not as many
                             that go from one to the other as go back */
} collide_voxel_error;

/* Puts meshes into a grid of three dimensions, some triangles at a time. Cells
 * that hold something stay as they are. The mesh and the values have to stay
 * until the end, and the grid must not go. */
typedef struct collide_voxelizer {
  size_t done, total;      /* how far it has come */
  size_t vertex, triangle; /* what an error is about, from 0 */
  size_t edge[2];
  /* The rest is private. */
  collide_grid *grid;
  collide_mesh mesh;
  collide_voxel_options options;
  void *points, *solid;
  uint32_t *sorted;
} collide_voxelizer;

/* Looks at the whole mesh before anything is written. Takes memory as the grid
 * does. After an error there is nothing to end. */
collide_voxel_error collide_voxelize_begin(collide_voxelizer *voxelizer, collide_grid *grid,
                                           const collide_mesh *mesh,
                                           const collide_voxel_options *options);
/* Goes on for that many steps, one for a triangle or thereabouts, or up to the end. Without
 * memory for a brick it returns COLLIDE_VOXEL_MEMORY, and may be called again. */
collide_voxel_error collide_voxelize_step(collide_voxelizer *voxelizer, size_t steps);
/* Gives the memory back, before or after the last step. */
void collide_voxelize_end(collide_voxelizer *voxelizer);
/* All of it at once. The voxelizer is for what an error is about; NULL will do. */
collide_voxel_error collide_voxelize(collide_grid *grid, const collide_mesh *mesh,
                                     const collide_voxel_options *options,
                                     collide_voxelizer *voxelizer);

/* The triangles that touch a cell: some in a row of one array of all. */
typedef struct collide_cell_list {
  int64_t cell[3];
  size_t first, count;
} collide_cell_list;

typedef struct collide_cell_lists {
  size_t count; /* of cells, in the order of z, then y, then x */
  collide_cell_list *cells;
  size_t total;        /* of all triangles in them */
  uint32_t *triangles; /* from 0; those of a cell ascend */
} collide_cell_lists;

/* Lists the triangles of all cells that any touches, by the voxelizer's rule; what is inside alone
 * has none. Between begin and end; takes memory as the grid does. */
collide_voxel_error collide_voxelize_lists(collide_voxelizer *voxelizer, collide_cell_lists *lists);
/* Gives that memory back. */
void collide_cell_lists_free(collide_grid *grid, collide_cell_lists *lists);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
