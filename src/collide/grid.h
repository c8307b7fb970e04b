/* SPDX-License-Identifier: MIT
 *
 * Grids: cells that hold a value, and casts at them. Part of collide.h, whose opening comment
 * applies here too.
 */
#ifndef COLLIDE_GRID_API_H
#define COLLIDE_GRID_API_H

#include "cells.h"
#include "error.h"
#include "flags.h"
#include "shape.h"
#include "begin.h"

/* A grid: each cell has a value from 1 to 65535, or 0 if it is empty. Coordinates of cells lie
 * between -2^53 and 2^53, both excluded; in two dimensions z = 0. A brick has 8 x 8 x 8 cells, or
 * 16 x 16 in two dimensions. Only bricks that are not empty take memory. A large block of one value
 * takes next to none.
 *
 * Several threads may read a grid at the same time, as long as none changes it. */
typedef struct collide_grid collide_grid;

/* Resizes `block` from old_size to new_size bytes and returns it, or NULL if there is not enough
 * memory. Frees the block if new_size is 0. If `block` is NULL, allocates a new one. The
 * type is that of lua_Alloc. */
typedef void *(*collide_alloc)(void *user, void *block, size_t old_size, size_t new_size);

/* An empty grid, or NULL if there is not enough memory. If alloc is NULL, realloc and free
 * are used. */
collide_grid *collide_grid_new(const collide_grid_frame *frame, collide_alloc alloc, void *user);
/* NULL is allowed. */
void collide_grid_free(collide_grid *grid);

const collide_grid_frame *collide_grid_get_frame(const collide_grid *grid);
/* The value of a cell; 0 if it is empty. */
unsigned collide_grid_get(const collide_grid *grid, const int64_t cell[3]);
/* The number of cells that are not empty. */
int64_t collide_grid_count(const collide_grid *grid);
/* The least and greatest coordinates of the cells that are not empty. Returns 0 if the grid is
 * empty. */
int collide_grid_bounds(const collide_grid *grid, int64_t min[3], int64_t max[3]);

/* The next two functions return 1. If there is not enough memory, or a fill is refused, they return
 * 0 and the grid does not change. A value of 0 empties cells. */

int collide_grid_set(collide_grid *grid, const int64_t cell[3], unsigned value);
/* Sets all cells from min to max, both included; min[i] <= max[i]. A fill that takes more memory
 * than COLLIDE_GRID_FILL_LIMIT is refused. */
int collide_grid_fill(collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      unsigned value);

/* The most memory, in bytes, that one fill may take. */
#define COLLIDE_GRID_FILL_LIMIT 268435456.0 /* 2^28, 256 MB */

/* An iteration over the cells that are not empty, in the order of z, then y, then x. The grid may
 * change between two steps: each step searches the grid in its present state. */
typedef struct collide_grid_cells {
  int64_t min[3], max[3]; /* only cells of this box are visited; both corners are included */
  int64_t at[3];          /* the cell that the last step found */
  int begun;
} collide_grid_cells;

/* If min or max is NULL, the box has no limit on that side. */
void collide_grid_cells_begin(collide_grid_cells *cells, const int64_t min[3],
                              const int64_t max[3]);
/* Writes the next cell to cells->at and returns its value. Returns 0 if there is none. */
unsigned collide_grid_cells_next(collide_grid_cells *cells, const collide_grid *grid);

/* Encodes a grid as bytes, for a file or another thread. The same cells give the same bytes, on
 * every machine. Writes at most `room` bytes, and returns how many bytes the whole grid takes. */
size_t collide_grid_encode(const collide_grid *grid, void *bytes, size_t room);

/* Decodes a grid. Returns NULL and writes *error if the bytes are not valid. Safe for any bytes. */
collide_grid *collide_grid_decode(const void *bytes, size_t size, collide_alloc alloc, void *user,
                                  collide_error *error);

/* Gives the cells of a value, 1 to 65535, these shapes in place of boxes. All queries use the
 * shapes. A cast at a grid that has shapes is by closed cells: its hits are those of an array with
 * the shape or box of each cell, and COLLIDE_CORNERS_AHEAD has no effect. With `count` 0 the cells
 * are boxes again. collide_grid_encode does not store shapes.
 *
 * A shape is given in a unit cell, from 0 to 1 along each axis. In a cell with the boundaries low
 * and high, its coordinate c becomes low + c (high - low), rounded. 0 becomes exactly low, and 1
 * exactly high.
 *
 * Grids of two dimensions accept rects, polygons, triangles and segments in any pose. Grids of
 * three dimensions accept boxes, hulls, triangles and segments in any pose. The grid stores the
 * convex hull of their corners. It may have from 2 to 16 corners, or in three dimensions 32. A
 * COLLIDE_HULL in a cell is the same hull, scaled by high - low, rounded, and moved to low.
 *
 * Returns COLLIDE_OK, or changes nothing and returns
 *   COLLIDE_ERROR_UNSUPPORTED    for other kinds,
 *   COLLIDE_ERROR_SIZE           if a corner is not within the cell,
 *   COLLIDE_ERROR_LIMIT          if a hull has too many or too few corners, or `count` is above 64,
 *   COLLIDE_ERROR_HULL_FLAT      for a box that is flat and turned,
 *   COLLIDE_ERROR_POSE_OVERFLOW  for a hull that cannot be scaled,
 *   COLLIDE_ERROR_MEMORY         if there is not enough memory.
 *
 * Between parts that meet edge to edge, or in space face to face, there is no seam. A cell gives
 * one hit or contact, that of its first or deepest part. */
collide_error collide_grid_set_shapes(collide_grid *grid, unsigned value,
                                      const collide_shape *const *shapes, int count);

#include "end.h"

#endif
