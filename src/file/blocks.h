/* SPDX-License-Identifier: MIT
 *
 * Visits the cells of a grid block by block, in the order of the tree. Unlike collide_grid_cells it
 * searches nothing, so its time is proportional to the number of blocks.
 */
#ifndef COLLIDE_FILE_BLOCKS_H
#define COLLIDE_FILE_BLOCKS_H

#include "file.h"

#include "../grid/grid.h"

/* A block of cells in three dimensions. Part of it may lie outside of the requested box. */
typedef struct file_block {
  int64_t corner[3]; /* the cell with the least coordinates */
  int64_t side;
  unsigned value;          /* the value of all its cells; 0 if there is a brick */
  const grid_brick *brick; /* of side 8, or NULL */
} file_block;

/* Returns 0 to stop. */
typedef int (*file_visit)(void *user, const file_block *block);

/* Calls `visit` for each block that is not empty and meets the box from min to max. Blocks of one
 * value that are larger than `most`, which is 8 times a power of 4, come in parts of that side. The
 * order depends only on the cells. Returns 0 if `visit` did. */
int ci_file_blocks(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                   int64_t most, file_visit visit, void *user);

#endif
