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

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* even where the including file hides its names */
#endif

/* A grid: each cell has a value from 1 to 65535, or 0, which means that it is empty. Coordinates of
 * cells lie between -2^53 and 2^53, both excluded; in two dimensions z = 0. A brick of 8 x 8 x 8 or
 * 16 x 16 cells takes memory if not all of its cells are empty. A large block of one value takes
 * next to none.
 *
 * Several threads may read a grid at the same time, as long as none changes it. */
typedef struct collide_grid collide_grid;

/* Resizes `block` from old_size to new_size bytes and returns it, or NULL if there is not enough
 * memory. Frees the block if new_size is 0. `block` is NULL for a new one. This is the type of
 * lua_Alloc. */
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
/* The least and greatest coordinates of the cells that are not empty. Returns 0 if all are. */
int collide_grid_bounds(const collide_grid *grid, int64_t min[3], int64_t max[3]);

/* The next functions return 1. If there is not enough memory, or a fill is refused, they return 0
 * and the grid does not change. A value of 0 empties cells. */

int collide_grid_set(collide_grid *grid, const int64_t cell[3], unsigned value);
/* All cells from min to max, both included; min[i] <= max[i]. Refused if it costs more than
 * COLLIDE_GRID_FILL_LIMIT. */
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
/* Puts the next cell into cells->at and returns its value; returns 0 when there is none. */
unsigned collide_grid_cells_next(collide_grid_cells *cells, const collide_grid *grid);

/* Encodes a grid as bytes, for a file or another thread. The same cells give the same bytes, on
 * every machine. Writes at most `room` bytes, and returns how many bytes the whole grid takes. */
size_t collide_grid_encode(const collide_grid *grid, void *bytes, size_t room);

/* Decodes a grid. Returns NULL and writes *error if the bytes are not valid. Safe with any bytes.
 */
collide_grid *collide_grid_decode(const void *bytes, size_t size, collide_alloc alloc, void *user,
                                  collide_error *error);

/* Gives the cells of a value, 1 to 65535, these shapes in place of boxes: for pairs, shapecasts,
 * movement, and casts with COLLIDE_CELLS_CLOSED. Other casts see boxes. With `count` 0 they are
 * boxes again. collide_grid_encode does not store shapes.
 *
 * A shape is given in a cell that reaches from 0 to 1 along each axis. Its coordinate c becomes low
 * + c (high - low), rounded, for the cell's boundaries low and high; 0 and 1 become exactly these.
 *
 * Grids of two dimensions accept rects, polygons, triangles and segments in any pose, those of
 * three boxes, hulls, triangles and segments. The hull of their corners is stored. A hull in a cell
 * is the same hull, scaled by high - low, rounded, and moved to low.
 *
 * Returns COLLIDE_OK, or changes nothing: COLLIDE_ERROR_UNSUPPORTED for other kinds, _SIZE if a
 * corner is not within the cell, _LIMIT if it has fewer than 2 or more than 16 corners, or 32,
 * _HULL_FLAT for a box that is flat and turned, _POSE_OVERFLOW for a hull that cannot be scaled,
 * _MEMORY.
 *
 * `count` is at most 64. Parts that meet edge to edge, or face to face in space, have no seam. A
 * cell counts once, by its first or deepest part. */
collide_error collide_grid_set_shapes(collide_grid *grid, unsigned value,
                                      const collide_shape *const *shapes, int count);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
