/* SPDX-License-Identifier: MIT
 *
 * What the sources of voxels share: the cells that one triangle touches.
 *
 * A position along an axis is encoded as a whole number: 2k on boundary k, 2k + 1
 * between the boundaries k and k + 1. Codes are exact, and all decisions are made
 * with them. Plain doubles make the code where it is certain on which side of a boundary
 * something lies; elsewhere the sign of an exact polynomial does.
 *
 * In all comments on margins u = 2^-53, and doubts are in units of cells.
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
 * boundary k, which is two roundings from the true one, by u (2 |k| + offset). So it is certain
 * on which side of boundary k, k not 0, a place is whose distance from it is more than
 * 6.5 u |k| + u offset; of boundary 0, which is the origin itself, any distance is right.
 * 8 u (|k| + offset) are used. */
#ifndef VOXEL_PLACE
#define VOXEL_PLACE 8.8817841970012523e-16 /* 2^-50 */
#endif

/* A triangle's doubt along an axis is, with the cells low to low + w,
 *   d = VOXEL_DOUBT * VOXEL_PLACE * (|low| + 2 w + offset) = 16 u (|low| + 2 w + offset),
 * so that there
 *   a corner's place from low on (which is at most w) is off by
 *     3 u (|low| + w) + 2 u offset + u w <= 3/16 d,
 *   a boundary's by u (2 |low| + 2 w + offset) <= 1/8 d,
 *   and one rounding of a number that is at most w is u w <= 1/32 d.
 * What is derived from these in voxel_slabs.c, voxel_test.c and voxel_small.c is derived from
 * this d; half of it would do with twice the factors there. */
#ifndef VOXEL_DOUBT
#define VOXEL_DOUBT 2
#endif

typedef struct voxel_axis {
  double size, origin;
  double inverse; /* 1 / size, rounded */
  double offset;  /* |origin| / size, rounded up */
  double near;    /* coordinates nearer to the origin have a place (VOXEL_NEAR); 0: none has */
} voxel_axis;

/* How triangles are to be taken. */
typedef struct voxel_rule {
  voxel_axis axes[3];
  int open; /* the cells whose open inside is met; of triangles in a boundary plane those behind */
} voxel_rule;

void ci_voxel_rule_begin(voxel_rule *rule, const collide_grid_frame *frame, int open);

/* A corner. Places are in units of cells, counted from the frame's origin; for their
 * error see VOXEL_PLACE. */
typedef struct voxel_point {
  double place[3];
  int64_t code[3];
} voxel_point;

/* Returns 0 where cells are not surely distinct, or a coordinate is not finite. */
int ci_voxel_locate(const voxel_rule *rule, const double corner[3], voxel_point *point);

/* What takes a triangle's cells; both return 0 to stop. */
typedef struct voxel_taker {
  /* A run along x. */
  int (*run)(void *user, int64_t x, int64_t y, int64_t z, int64_t count);
  /* Up to eight cells from `low` on, as ci_voxel_octants has them. */
  int (*octants)(void *user, const int64_t low[3], unsigned cells);
  void *user;
} voxel_taker;

/* Implements `octants` by `run`. */
int ci_voxel_take_octants(const voxel_taker *taker, const int64_t low[3], unsigned cells);

/* ---- Whole numbers ------------------------------------------------------------ */

/* Adding it to a double below 2^51 in size rounds that to the nearest whole number. */
#define VOXEL_WHOLE 6755399441055744.0 /* 1.5 * 2^52 */

static inline double voxel_nearest(double x) {
  return (x + VOXEL_WHOLE) - VOXEL_WHOLE;
}

/* ---- A triangle and its cells ------------------------------------------------ */

typedef struct voxel_triangle {
  const voxel_rule *rule;
  const double *corner[3];
  int behind;         /* it lies in a boundary plane, and its cells behind it */
  int64_t low[3];     /* the first cells that its bounds touch, */
  int64_t width[3];   /* and how many there are */
  double at[3][3];    /* of each axis, each corner's place, from low on */
  int64_t code[3][3]; /* and its code */
  double doubt[3];    /* of each axis, see VOXEL_DOUBT */
} voxel_triangle;

/* Finds the bounds, so up to `width`; returns 0 when nothing is touched. Otherwise some cell is
 * in each outermost layer of them. */
int ci_voxel_triangle_begin(voxel_triangle *t, const voxel_rule *rule,
                            const double *const corner[3], const voxel_point *const point[3]);
/* Finds the places in doubles, and with these the codes. */
void ci_voxel_triangle_place(voxel_triangle *t, const voxel_point *const point[3]);
void ci_voxel_triangle_code(voxel_triangle *t, const voxel_point *const point[3]);
/* Hands out the cells, each once, in the order of z and y; after begin, and places itself.
 * Returns 0 when the taker did. */
int ci_voxel_triangle_take(voxel_triangle *t, const voxel_point *const point[3],
                           const voxel_taker *taker);
/* The same by separating axes. */
int ci_voxel_triangle_take_sat(voxel_triangle *t, const voxel_point *const point[3],
                               const voxel_taker *taker);

/* The sign of the normal along an axis, exact. */
int ci_voxel_winding(const voxel_triangle *t, int axis);

/* The tests of cells, of a closed triangle and closed or open cells within its bounds; frame is the
 * caller's. */
void ci_voxel_test_begin(const voxel_triangle *t, collide_cell_test *test);
int ci_voxel_test_sat(const collide_cell_test *test, const int64_t cell[3], int open);

static inline double voxel_boundary(const voxel_triangle *t, int axis, int64_t line) {
  const voxel_axis *a = &t->rule->axes[axis];
  return cells_boundary(a->size, a->origin, (double)(t->low[axis] + line));
}

/* The first and last cell that what lies from one code to another touches. */
static inline int64_t voxel_first(int open, int64_t code) {
  return (open ? code : code - 1) >> 1;
}
static inline int64_t voxel_last(int open, int64_t code) {
  return (open ? code - 1 : code) >> 1;
}

enum { VOXEL_WINDOW = 512 };

/* For `count` layers of cells across an axis, from `first` on: the cells along another axis
 * that the triangle's projection touches in that layer, counted from low. */
typedef struct voxel_slabs {
  int64_t first;
  int count;
  int64_t least[VOXEL_WINDOW], last[VOXEL_WINDOW];
} voxel_slabs;

/* The triangle's edges in the order of their ends along axis v. */
typedef struct voxel_order {
  int v;
  int corner[3];  /* lowest, middle, highest */
  double rise[3]; /* of the edges: lowest to highest, lowest to middle, middle to highest; */
  double inverse[3];
  int64_t code[3];
} voxel_order;

void ci_voxel_order_begin(const voxel_triangle *t, int v, voxel_order *o);
/* Along axis u, in layers across the axis of the order. */
void ci_voxel_slabs_fill(const voxel_triangle *t, const voxel_order *o, int u, int64_t first,
                         int64_t count, voxel_slabs *s);

/* Of a triangle whose bounds touch at most two layers of cells along each axis: the cells
 * that it touches as bits, 1 for the first one, 2 for the next along x, 4 and 8 for those along y,
 * and so on; 0 in doubt. Needs no codes. */
unsigned ci_voxel_octants(const voxel_triangle *t);

/* The triangle's plane, seen along x. */
typedef struct voxel_plane {
  int across;            /* it is not parallel to x, so it bounds the cells of a row */
  int sign[3];           /* of the normal, exact */
  int down[3];           /* where it goes down along y, z as x goes up */
  double start, step[3]; /* x = start + y step[1] + z step[2] in cells */
  double doubt, most;    /* of such an x, see SLABS_PLANE; half a cell beyond the last one */
} voxel_plane;

void ci_voxel_plane_begin(const voxel_triangle *t, voxel_plane *p);
/* The code of its crossing with the line through y, z, where x, what plain doubles say, is
 * in doubt. From -1, below all cells, to one above them. */
int64_t ci_voxel_plane_cross(const voxel_triangle *t, const voxel_plane *p, int64_t y, int64_t z,
                             double x);

#endif
