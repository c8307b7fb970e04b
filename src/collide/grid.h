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

/* A grid: each cell has a value from 1 to 65535, or 0, which means that it is empty. Coordinates
 * of cells lie between -2^53 and 2^53, both excluded; in two dimensions z = 0. Memory is taken for
 * bricks of 8 x 8 x 8 or 16 x 16 cells that are not all empty; a large block with one value
 * throughout takes next to none: see collide_grid_fill_cost.
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

/* The next three functions return 1, or 0 if there is not enough memory, or if a fill or run is
 * refused; then the grid is as it was before. A value of 0 empties cells. */

int collide_grid_set(collide_grid *grid, const int64_t cell[3], unsigned value);
/* All cells from min to max, both included; min[i] <= max[i]. Refused if it costs more than
 * COLLIDE_GRID_FILL_LIMIT. */
int collide_grid_fill(collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      unsigned value);
/* `count` cells along x, beginning with `first`. If `keep` is nonzero, cells that are not empty
 * keep their value. Refused as a fill is. */
int collide_grid_run(collide_grid *grid, const int64_t first[3], int64_t count, unsigned value,
                     int keep);

/* The most memory, in bytes, that one fill may take. */
#define COLLIDE_GRID_FILL_LIMIT 268435456.0 /* 2^28, 256 MB */

/* How many bytes of memory a fill would take before it frees any. A brick that the box covers in
 * part takes 96 bytes, 1040 more in three dimensions (528 in two) if it will hold several values,
 * and each larger block that is covered in part takes 544. Blocks that are covered completely take
 * none, whatever their size. Blocks of 8 x 8 x 8 or 16 x 16 cells are bricks; larger ones have 4
 * or 8 times the side, again and again. Up to a side of COLLIDE_GRID_ALIGNED_3D or _2D, blocks
 * begin at multiples of their side. The value 0 takes memory where cells that a large block holds
 * in common are emptied in part. HUGE_VAL if the grid could hold 2^53 cells or more afterwards.
 *
 * The time is that of going through what the grid holds already at the border of the box; nothing
 * is made, and the size of the box does not matter. */
double collide_grid_fill_cost(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                              unsigned value);

enum { COLLIDE_GRID_ALIGNED_2D = 1024, COLLIDE_GRID_ALIGNED_3D = 512 };

/* An iteration over the cells that are not empty, in the order of z, then y, then x. The grid may
 * change between two steps: each step looks for the next cell in the grid as it is then. */
typedef struct collide_grid_cells {
  int64_t min[3], max[3]; /* only cells of this box are given; both corners are included */
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

/* The grid, or NULL; *error says why. Safe with any bytes. */
collide_grid *collide_grid_decode(const void *bytes, size_t size, collide_alloc alloc, void *user,
                                  collide_error *error);

/* Cells of that value, 1 to 65535, are this shape from now on, and not boxes: in pairs, shapecasts,
 * movement, and casts at targets (collide_target_raycast and so on) with COLLIDE_CELLS_CLOSED.
 * Other casts at grids, those below among them, see their cells as before. The shape
 * is given in a cell that reaches from 0 to 1 along each axis, and is placed and sized as the cell
 * is: a coordinate c becomes low + c (high - low), rounded, for the cell's boundaries low and high,
 * and exactly these for 0 and 1. With NULL they are boxes again. Bytes of collide_grid_encode do
 * not hold shapes.
 *
 * Grids of two dimensions take rects, polygons, triangles and segments in any pose, those of three
 * boxes, hulls, triangles and segments; what is kept is the hull of their corners. A hull in a cell
 * is the same hull, scaled by high - low, rounded, and moved to low. Returns COLLIDE_OK, or changes
 * nothing: COLLIDE_ERROR_UNSUPPORTED for other kinds, _SIZE when a corner is not within the cell,
 * _LIMIT when it has fewer than 2 or more than 16 corners, or 32, _HULL_FLAT for a box that is flat
 * and turned, _POSE_OVERFLOW for a hull that cannot be scaled so, _MEMORY. */
collide_error collide_grid_set_shape(collide_grid *grid, unsigned value,
                                     const collide_shape *shape);
/* The same of a cell that is several such shapes at once, `count` from 0, for boxes, to 64. Parts
 * that meet edge to edge, or face to face in space, have no seam; a cell counts once, by its first
 * or deepest part. */
collide_error collide_grid_set_shapes(collide_grid *grid, unsigned value,
                                      const collide_shape *const *shapes, int count);

/* A cast at a grid goes through the cells of a walk, group by group, and hits those that are not
 * empty: for a segment the cells that collide_walk_next gives, for a ray those of an endless
 * segment, for a line those of a ray that starts infinitely far away. So cells are half-open, and a
 * line along the upper side of a cell does not hit it, unless COLLIDE_CELLS_CLOSED is set. Large
 * empty blocks are crossed in few steps. The ends may lie anywhere, also where cells are not
 * distinct. */

typedef struct collide_grid_hit {
  double t;            /* as the t of a group; for a ray and a line in units of the direction:
                          (boundary - start) / direction, rounded likewise; 0 if `inside` */
  double t_exit;       /* where the line leaves the cell, even if the cast ends before; equal to t
                          if the line only touches the cell at an edge or a corner; INFINITY if the
                          line never leaves it */
  double point[3];     /* the start if `inside`; otherwise on the boundaries that are crossed */
  double normal[3];    /* along the first axis crossed to reach the cell; zero if `inside` */
  int inside;          /* the cell contains the start (of closed cells see below) */
  unsigned value;      /* the value of the cell */
  int64_t cell[3];     /* z is 0 in 2D */
  int count;           /* the number of cells of the group that are not empty, */
  int64_t cells[8][3]; /* and those cells, in the order of the group */
} collide_grid_hit;

/* The fields are private. */
typedef struct collide_grid_axis {
  /* Mirrored where needed, so that the line goes up along every axis. */
  double size, origin, from;
  double to, base;     /* t is (boundary - from) / (to - base) */
  double start, rate;  /* boundary k is crossed at t = start + k * rate, */
  double slack;        /* with an error of at most this */
  double pace;         /* boundaries in one unit of t */
  int64_t cell;        /* the line is between the boundaries cell and cell + 1 */
  int64_t begin;       /* the first value of `cell` */
  int64_t first, last; /* bounds of the grid's cells that are not empty */
  int64_t flip;        /* not mirrored, the coordinate is cell ^ flip */
} collide_grid_axis;

/* A cast in progress. The fields are private. */
typedef struct collide_grid_cast {
  const collide_grid *grid;
  collide_grid_axis axes[3];
  int dimensions, flags;
  int moving; /* the axes along which the line crosses boundaries, as bits */
  int kind;   /* ray, segment or line */
  int state, huge;
  double limit;     /* the greatest t of a hit */
  int mask;         /* the axes that the last group crossed, as bits; 0 at the start */
  int both;         /* of closed cells: the axes along which the line stays on a boundary, */
  int behind;       /* and those along which it starts on one; 0 after the start */
  unsigned solid;   /* the cells of that group that are not empty, as bits, */
  unsigned pending; /* and those of them that were not given yet */
  int last_part;
  const void *path[32]; /* the nodes from the root down to the last cell that was looked up */
  uint64_t place[3];
  int level, shift; /* of the lowest node in `path`; of the empty block that the line is in */
  const void *brick;
  uint64_t changes;
} collide_grid_cast;

/* These begin a cast. The direction must not be zero; max >= 0, INFINITY included. Until
 * the last step the grid must not be freed, but it may be changed. */
void collide_grid_cast_ray(collide_grid_cast *cast, const collide_grid *grid,
                           const double origin[3], const double direction[3], double max,
                           int flags);
void collide_grid_cast_segment(collide_grid_cast *cast, const collide_grid *grid,
                               const double from[3], const double to[3], int flags);
void collide_grid_cast_line(collide_grid_cast *cast, const collide_grid *grid,
                            const double point[3], const double direction[3], int flags);
/* Writes the next cell that is hit and returns 1; returns 0 when there is none. The cells of one
 * group are given one by one, in the order of the group. `hit` may be NULL. */
int collide_grid_cast_next(collide_grid_cast *cast, collide_grid_hit *hit);

/* The same for the first hit only, in one call. `hit` may be NULL. */
int collide_grid_raycast(const collide_grid *grid, const double origin[3],
                         const double direction[3], double max, int flags, collide_grid_hit *hit);
int collide_grid_segmentcast(const collide_grid *grid, const double from[3], const double to[3],
                             int flags, collide_grid_hit *hit);
int collide_grid_linecast(const collide_grid *grid, const double point[3],
                          const double direction[3], int flags, collide_grid_hit *hit);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
