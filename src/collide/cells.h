/* SPDX-License-Identifier: MIT
 *
 * Cells: which cells of a grid does a segment cross? Part of collide.h, whose opening comment
 * applies here too.
 */
#ifndef COLLIDE_CELLS_API_H
#define COLLIDE_CELLS_API_H

#include "begin.h"

/* Places the boundaries between cells. Boundary k along axis i is the double
 * origin[i] + k * size[i], with the product rounded first and then the sum. Cell k contains the
 * coordinates x with boundary k <= x < boundary k + 1. size[i] > 0. */
typedef struct collide_grid_frame {
  int dimensions; /* 2 or 3 */
  double size[3], origin[3];
} collide_grid_frame;

/* Cells of size 1, with cell 0 at the origin. */
collide_grid_frame collide_unit_frame(int dimensions);

/* Writes the cell that contains the point and returns 1. Returns 0 where neighbouring boundaries
 * may no longer be distinct doubles, or exceed COLLIDE_LARGEST. If the origin is 0 and the size a
 * power of two, that begins at cell 2^53. In other frames it begins where the origin, the product
 * or the sum reaches 2^51 times the size. */
int collide_cell_at(const collide_grid_frame *frame, const double point[3], int64_t cell[3]);

/* A group: the cells that the walk enters at the same t, equal in exact arithmetic. The first
 * group is the cell of the start. A later group has 1 cell where the walk crosses one boundary, 3
 * where it crosses two at once, and 7 where it crosses three. The cells are ordered by the axes
 * crossed to reach them: x, y, xy, z, xz, yz, xyz. Combinations that do not occur are left out. The
 * walk continues in the last cell.
 *
 * A boundary through the end of the segment is crossed, at t = 1. A boundary through the start is
 * crossed if the walk goes down along that axis: the second group is then at t = 0 too.
 *
 * t is the quotient (boundary - from) / (to - from), with each difference rounded. If the
 * walk crosses several axes, t is the greatest of their quotients. It is at least the t of the
 * group before. Its relative error is at most 2^-51. It never decreases, and it is exactly 1 at the
 * end. */
typedef struct collide_cell_group {
  double t, t_exit;    /* t_exit: the t of the next group; 1 for the last group */
  int64_t index;       /* from 1 */
  int count;           /* 1, 3 or 7; 1 to 8 in a closed walk */
  int64_t cells[8][3]; /* z is 0 in 2D */
} collide_cell_group;

/* A walk from cell to cell along a segment. The fields are private. A walk holds no other memory,
 * so it may be dropped at any time. Cells that are not visited cost nothing. */
typedef struct collide_walk {
  int dimensions;
  /* The fields up to `edge` are mirrored, so that the walk goes up along every axis. */
  double size[3], origin[3], from[3], to[3];
  double span[3];  /* to - from */
  double edge[3];  /* the number of the next boundary on each axis */
  double step[3];  /* -1, 0 or 1 */
  double cell[3];  /* the cell in which the walk continues */
  int64_t left[3]; /* the crossings still to come */
  int64_t index;   /* the index of the next group */
  double t_next;   /* the t of the next group if that is known, else of the last one */
  int mask;        /* the axes that the next group crosses, as bits; 0 if they are unknown */
  int major;       /* the axis along which the line crosses the most boundaries */
  uint64_t place[3], slope[3], margin; /* in fixed point: decide which axis comes first */
  int lattice; /* 1 if a place near a boundary is on it, 0 if it may be beside it, -1 if unknown */
  int closed;  /* 1 for a closed walk, which uses the next two fields */
  int both;    /* the axes along which the segment stays on a boundary, as bits */
  int behind;  /* the other axes along which it starts on a boundary, as bits */
} collide_walk;

/* Returns 0 and leaves *walk as it was if collide_cell_at returns 0 for either end. */
int collide_walk_begin(collide_walk *walk, const collide_grid_frame *frame, const double from[3],
                       const double to[3]);
/* Writes the next group and returns 1, or returns 0 when the walk has ended. */
int collide_walk_next(collide_walk *walk, collide_cell_group *group);

#include "end.h"

#endif
