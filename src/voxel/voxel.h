/* SPDX-License-Identifier: MIT
 *
 * Shared declarations of the voxel sources: the cells that one triangle touches.
 *
 * A position along an axis is encoded as an integer: 2k on boundary k, 2k + 1 between the
 * boundaries k and k + 1. Codes are exact, and all decisions use them. Plain doubles determine the
 * code if the side of a boundary is certain. Otherwise the sign of an exact polynomial determines
 * it.
 *
 * In all comments on margins u = 2^-53. A doubt is a bound on an error, in units of cells.
 */
#ifndef COLLIDE_VOXEL_H
#define COLLIDE_VOXEL_H

#include "../number/fp.h"

#include <string.h>

#include "../cells/cells.h"
#include "../collide.h"

/* A corner's place in cells is off by at most
 *   3 u |place|                    by (x - origin) * inverse: a difference and a product, and
 *                                  1 / size (6 u when that is subnormal);
 *   2 u |place| + 2 u offset       by x / size - origin / size, as both quotients are at most
 *                                  |place| + offset;
 * boundary k is off by u (2 |k| + offset), for its two roundings. So for k not 0 the side of
 * boundary k is certain if the place is farther from the boundary than 6.5 u |k| + u offset.
 * Boundary 0 is the origin itself, so its side is certain at every distance. 8 u (|k| + offset) are
 * used. */
#ifndef VOXEL_PLACE
#define VOXEL_PLACE 8.8817841970012523e-16 /* 2^-50 */
#endif

/* For a triangle in the cells low to low + w, its doubt along an axis is
 *   d = VOXEL_DOUBT * VOXEL_PLACE * (|low| + 2 w + offset) = 16 u (|low| + 2 w + offset),
 * With this d
 *   a corner's place from low on (which is at most w) is off by
 *     3 u (|low| + w) + 2 u offset + u w <= 3/16 d,
 *   a boundary's by u (2 |low| + 2 w + offset) <= 1/8 d,
 *   and one rounding of a number that is at most w is u w <= 1/32 d.
 * The margins in voxel_triangle.c are derived from this d. (Half of it would be enough with twice
 * the factors there.) */
#ifndef VOXEL_DOUBT
#define VOXEL_DOUBT 2
#endif

typedef struct voxel_axis {
  double size, origin;
  double inverse; /* 1 / size, rounded */
  double offset;  /* |origin| / size, rounded up */
  double near;    /* only coordinates nearer to the origin have a place (VOXEL_NEAR); 0: none */
} voxel_axis;

/* The rule by which the cells of a triangle are selected. */
typedef struct voxel_rule {
  voxel_axis axes[3];
  int open; /* selects cells whose open interior the triangle meets; for a triangle in a boundary
               plane, the cells behind it */
} voxel_rule;

void ci_voxel_rule_begin(voxel_rule *rule, const collide_grid_frame *frame, int open);

/* A corner of a triangle. Places are in units of cells from the frame's origin; VOXEL_PLACE bounds
 * their error. */
typedef struct voxel_point {
  double place[3];
  int64_t code[3];
} voxel_point;

/* Returns 0 if rounding might make cells equal, or if a coordinate is not finite. */
int ci_voxel_locate(const voxel_rule *rule, const double corner[3], voxel_point *point);

typedef struct voxel_windows voxel_windows;

/* Receives a triangle's cells. */
typedef struct voxel_taker {
  /* A run along x. Returns 0 to stop. */
  int (*run)(void *user, int64_t x, int64_t y, int64_t z, int64_t count);
  void *user;
  collide_voxelizer
      *v; /* the voxelizer that does the work (voxel_work.h), or NULL: it cannot be stopped */
  voxel_windows *windows; /* memory for ci_voxel_triangle_take */
} voxel_taker;

/* ---- Whole numbers --------------------------------------------------------------------------- */

/* Adding this to a double x with |x| < 2^51 rounds x to the nearest whole number. */
#define VOXEL_WHOLE 6755399441055744.0 /* 1.5 * 2^52 */

static inline double voxel_nearest(double x) {
  return (x + VOXEL_WHOLE) - VOXEL_WHOLE;
}

/* ---- A triangle and its cells ---------------------------------------------------------------- */

typedef struct voxel_triangle {
  const voxel_rule *rule;
  const double *corner[3];
  int behind;       /* the triangle lies in a boundary plane, and its cells are behind the plane */
  int64_t low[3];   /* the first cell that its bounds touch along each axis */
  int64_t width[3]; /* the number of cells that they touch along each axis */
  double at[3][3];  /* [axis][corner]: the corner's place minus low */
  int64_t code[3][3]; /* [axis][corner]: the corner's code minus 2 low */
  double doubt[3];    /* for each axis, see VOXEL_DOUBT */
} voxel_triangle;

/* Sets the fields up to `width`, that is, the bounds. Returns 0 if no cell is touched. Otherwise
 * each outermost layer of the bounds contains a touched cell. */
int ci_voxel_triangle_begin(voxel_triangle *t, const voxel_rule *rule,
                            const double *const corner[3], const voxel_point *const point[3]);
/* ci_voxel_triangle_place sets `at` and `doubt`; ci_voxel_triangle_code sets `code`. */
void ci_voxel_triangle_place(voxel_triangle *t, const voxel_point *const point[3]);
void ci_voxel_triangle_code(voxel_triangle *t, const voxel_point *const point[3]);
/* Passes each touched cell to the taker once, in the order of z and y. Call it after
 * ci_voxel_triangle_begin; it computes the places itself. Returns 0 if the taker returned 0. */
int ci_voxel_triangle_take(voxel_triangle *t, const voxel_point *const point[3],
                           const voxel_taker *taker);
/* The same, by separating axes (SAT), cell by cell. */
int ci_voxel_triangle_take_sat(voxel_triangle *t, const voxel_point *const point[3],
                               const voxel_taker *taker);

static inline double voxel_boundary(const voxel_triangle *t, int axis, int64_t line) {
  const voxel_axis *a = &t->rule->axes[axis];
  return cells_boundary(a->size, a->origin, (double)(t->low[axis] + line));
}

/* The first and the last cell touched by an interval, from the code of its lower or its upper
 * end. */
static inline int64_t voxel_first(int open, int64_t code) {
  return (open ? code : code - 1) >> 1;
}
static inline int64_t voxel_last(int open, int64_t code) {
  return (open ? code - 1 : code) >> 1;
}

enum { VOXEL_WINDOW = 512 };

/* For `count` layers of cells perpendicular to an axis, from layer `first` on: the first and the
 * last cell along another axis that the triangle's projection touches in the layer. Cells are
 * counted from the triangle's `low`. */
typedef struct voxel_slabs {
  int64_t first;
  int count;
  int64_t least[VOXEL_WINDOW], last[VOXEL_WINDOW];
} voxel_slabs;

/* Too large for the stack: 24 KB. */
struct voxel_windows {
  voxel_slabs x_by_y, x_by_z, y_by_z;
};

/* The triangle's edges in the order of their ends along axis v. */
typedef struct voxel_order {
  int v;
  int corner[3];  /* lowest, middle, highest */
  double rise[3]; /* of the edges lowest to highest, lowest to middle, middle to highest */
  double inverse[3];
  int64_t code[3];
} voxel_order;

/* The triangle's plane, seen along x. */
typedef struct voxel_plane {
  int across;            /* 1 if it is not parallel to x, so it bounds the cells of a row */
  int sign[3];           /* of the normal's components, exact */
  int down[3];           /* for y and z: 1 if the coordinate decreases as x increases */
  double start, step[3]; /* x = start + y step[1] + z step[2] in cells */
  double doubt, most;    /* doubt of such an x, see SLABS_PLANE; half a cell beyond the last one */
} voxel_plane;

void ci_voxel_plane_begin(const voxel_triangle *t, voxel_plane *p);

#endif
