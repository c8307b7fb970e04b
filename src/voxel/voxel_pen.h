/* SPDX-License-Identifier: MIT
 *
 * Writes the runs of cells of many triangles into a grid. What it adds to
 * collide_grid_run is that it keeps bricks at hand, and, as long as all cells get
 * one value, sets no more than bits in them: the values follow when a
 * brick is put away.
 */
#ifndef COLLIDE_VOXEL_PEN_H
#define COLLIDE_VOXEL_PEN_H

#include "../grid/grid.h"

enum { PEN_BRICKS = 1024 };

typedef struct pen_brick {
  grid_brick *brick; /* or NULL */
  int64_t at[3];     /* its place, in bricks */
} pen_brick;

typedef struct voxel_pen {
  collide_voxelizer *v; /* whose work it is: its limit holds, and `proceed` is called */
  collide_grid *grid;
  unsigned value;
  int bits_only;           /* the value stays the same */
  grid_brick *here;        /* that the next runs are all in, or NULL */
  int64_t low[3], high[3]; /* of all boxes */
  pen_brick bricks[PEN_BRICKS];
} voxel_pen;

/* In between nothing else may use the grid. `fine`: whether all that was to be written was. */
void ci_voxel_pen_begin(voxel_pen *pen, collide_voxelizer *v);
void ci_voxel_pen_end(voxel_pen *pen, int fine);

/* What is written next is in this box of cells, and some of it in each outermost layer. */
void ci_voxel_pen_box(voxel_pen *pen, const int64_t low[3], const int64_t width[3]);

/* For a voxel_taker: cells that hold something stay as they are. They return 0 and set the
 * voxelizer's error when there is no memory, or more than the limit allows, or the work is to
 * stop. */
int ci_voxel_pen_run(void *pen, int64_t x, int64_t y, int64_t z, int64_t count);
int ci_voxel_pen_octants(void *pen, const int64_t low[3], unsigned cells);

#endif
