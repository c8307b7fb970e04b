/* SPDX-License-Identifier: MIT
 *
 * What the sources of voxels share: the cells that one triangle touches.
 *
 * Along an axis, where something lies is told by a code: 2k is boundary k
 * itself, 2k + 1 what is between it and the next one. Codes are exact, and
 * whatever decides is done with them. Where plain doubles leave no doubt on which side
 * of a boundary something is, they make the code.
 */
#ifndef COLLIDE_VOXEL_H
#define COLLIDE_VOXEL_H

#include "../number/fp.h"

#include <string.h>

#include "../cells/cells.h"
#include "../collide.h"

typedef struct voxel_axis {
  double size, origin;
  double inverse; /* 1 / size, rounded */
  double offset;  /* |origin| / size, rounded up */
  double near;    /* as far from the origin doubles tell cells apart */
} voxel_axis;

/* How triangles are to be taken. */
typedef struct voxel_rule {
  voxel_axis axes[3];
  int open; /* the cells whose open inside is met; of triangles in a boundary plane those behind */
} voxel_rule;

void ci_voxel_rule_begin(voxel_rule *rule, const collide_grid_frame *frame, int open);

/* A corner. Places are in units of cells, off by at most 2^-50 (|place| + offset). */
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

/* Octants for who takes runs alone. */
int ci_voxel_take_octants(const voxel_taker *taker, const int64_t low[3], unsigned cells);

/* ---- Whole numbers ------------------------------------------------------------ */

/* Added to a double below 2^50 it leaves the nearest whole number in the lowest bits. */
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
  double doubt[3];    /* what `at` may be off by, and the boundaries' places too */
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

/* In each of some layers of cells across an axis, `count` from `first` on, the cells
 * along another axis that the triangle's projection touches there, from low on. */
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
  int across;            /* it is not along x: there is something to tell */
  int sign[3];           /* of the normal, exact */
  int down[3];           /* where it goes down along y, z as x goes up */
  double start, step[3]; /* x = start + y step[1] + z step[2] in cells */
  double doubt, most;    /* most: half a cell beyond the last one */
} voxel_plane;

void ci_voxel_plane_begin(const voxel_triangle *t, voxel_plane *p);
/* The code of its crossing with the line through y, z, where plain doubles leave a doubt; x is what
 * they say. From -1, below all cells, to one above them. */
int64_t ci_voxel_plane_cross(const voxel_triangle *t, const voxel_plane *p, int64_t y, int64_t z,
                             double x);

#endif
