/* SPDX-License-Identifier: MIT
 *
 * Writes the runs of cells of many triangles into a grid, and caches bricks. While all cells get
 * one value, it only sets bits in the bricks. It stores the values when a brick leaves the cache.
 */
#ifndef COLLIDE_VOXEL_PEN_H
#define COLLIDE_VOXEL_PEN_H

#include "../grid/grid.h"

enum { PEN_BRICKS = 1024 };

typedef struct pen_brick {
  grid_brick *brick; /* or NULL */
  int64_t at[3];     /* the brick's position, in bricks */
} pen_brick;

typedef struct voxel_pen {
  collide_voxelizer *v; /* the voxelizer: its limit holds, and `proceed` is called */
  collide_grid *grid;
  unsigned value;
  int bits_only;           /* the value stays the same */
  grid_brick *here;        /* the brick of all following runs, or NULL */
  int64_t low[3], high[3]; /* the bounds of all boxes */
  pen_brick bricks[PEN_BRICKS];
} voxel_pen;

/* Between begin and end nothing else may use the grid. `ok` is 1 if everything was written. */
void ci_voxel_pen_begin(voxel_pen *pen, collide_voxelizer *v);
void ci_voxel_pen_end(voxel_pen *pen, int ok);

/* The following cells lie in this box, at least one of them in each outermost layer. */
void ci_voxel_pen_box(voxel_pen *pen, const int64_t low[3], const int64_t width[3]);

/* For a voxel_taker: cells that are not empty keep their value. Returns 0 and sets the voxelizer's
 * error if there is no memory, if the limit is exceeded, or if the work is stopped. */
int ci_voxel_pen_run(void *pen, int64_t x, int64_t y, int64_t z, int64_t count);

#endif
