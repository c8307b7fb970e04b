/* SPDX-License-Identifier: MIT
 *
 * Grids: cells that hold something, and casts at them. Part of collide.h, which says what holds
 * for all of it.
 */
#ifndef COLLIDE_GRID_API_H
#define COLLIDE_GRID_API_H

#include "cells.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* whatever the including file hides */
#endif

/* Cells that hold something: a value from 1 to 65535; 0 is empty. Unbounded (cells
 * between -2^53 and 2^53, of two dimensions with z = 0) and sparse: in bricks of 8 x 8 x 8 or
 * 16 x 16 cells, and blocks that hold one value throughout take next to nothing.
 *
 * A grid may be read by many threads at once while none changes it. */
typedef struct collide_grid collide_grid;

/* As lua_Alloc: resizes `block` from old_size to new_size bytes; returns NULL
 * when it cannot, and frees when new_size is 0. `block` is NULL for a new one. */
typedef void *(*collide_alloc)(void *user, void *block, size_t old_size, size_t new_size);

/* An empty grid, or NULL when there is no memory; alloc NULL: realloc and free. */
collide_grid *collide_grid_new(const collide_grid_frame *frame, collide_alloc alloc, void *user);
void collide_grid_free(collide_grid *grid);

const collide_grid_frame *collide_grid_get_frame(const collide_grid *grid);
/* What a cell holds. */
unsigned collide_grid_get(const collide_grid *grid, const int64_t cell[3]);
/* How many cells hold something. */
int64_t collide_grid_count(const collide_grid *grid);
/* The least and greatest coordinates of such cells; 0 when there is none. */
int collide_grid_bounds(const collide_grid *grid, int64_t min[3], int64_t max[3]);

/* These return 0, and leave the grid as it was, when there is not enough memory. */

int collide_grid_set(collide_grid *grid, const int64_t cell[3], unsigned value);
/* Both corners included; min[i] <= max[i]. Also returns 0 for what
 * collide_grid_may_fill refuses. */
int collide_grid_fill(collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      unsigned value);
/* `count` cells along x from `first` on. With `keep`, those that hold something
 * stay as they are. Limits as for collide_grid_fill. */
int collide_grid_run(collide_grid *grid, const int64_t first[3], int64_t count, unsigned value,
                     int keep);

/* Whether a box is not too large to be filled with something: not more than 2^22
 * bricks that it covers in part, and not so many cells that there would be 2^53. What is
 * covered wholly costs nothing, however large. */
int collide_grid_may_fill(const collide_grid *grid, const int64_t min[3], const int64_t max[3]);

/* Steps through the cells that hold something, in the order of z, then y, then x.
 * The grid may change between steps: each finds the next cell of the grid
 * as it then is. */
typedef struct collide_grid_cells {
  int64_t min[3], max[3]; /* a box to keep to, both corners included */
  int64_t at[3];          /* the last cell */
  int begun;
} collide_grid_cells;

/* min and max may be NULL, for all cells. */
void collide_grid_cells_begin(collide_grid_cells *cells, const int64_t min[3],
                              const int64_t max[3]);
/* The value of the next cell, which is then `at`; 0 when there is none. */
unsigned collide_grid_cells_next(collide_grid_cells *cells, const collide_grid *grid);

/* A grid as a string of bytes, for a file or another thread: the same on every
 * machine, and the same for the same cells. Writes as much as there is room for;
 * returns how many bytes all of it takes. */
size_t collide_grid_encode(const collide_grid *grid, void *bytes, size_t room);

typedef enum collide_code_error {
  COLLIDE_CODE_OK,
  COLLIDE_CODE_NO_GRID,   /* it does not begin as an encoded grid does */
  COLLIDE_CODE_VERSION,   /* of another version */
  COLLIDE_CODE_TRUNCATED, /* it ends too early */
  COLLIDE_CODE_DAMAGED,   /* what stands in it cannot be */
  COLLIDE_CODE_MEMORY     /* there is not enough memory */
} collide_code_error;

/* The grid, or NULL and why. Safe with any bytes. */
collide_grid *collide_grid_decode(const void *bytes, size_t size, collide_alloc alloc, void *user,
                                  collide_code_error *error);

/* Casts on a grid see the cells that a walk yields, group by group: a segment
 * those of collide_walk_begin, a ray those of an endless segment, a line those of
 * a ray from infinitely far away. Where there is nothing for long they are passed
 * over in few steps. The ends may be anywhere. */

typedef struct collide_grid_hit {
  double t;            /* as a group's; of a ray and a line in units of direction, so from may
                          be 0 in that quotient; 0 when `inside` */
  double t_exit;       /* when the line leaves the cell, whether or not the cast goes so far; t of a
                          cell that it only touches at an edge or a corner; INFINITY if never */
  double point[3];     /* the start when `inside`; else on the boundaries that are crossed */
  double normal[3];    /* of the first axis crossed to reach the cell; zero when `inside` */
  int inside;          /* the start's cell */
  unsigned value;      /* what the cell holds */
  int64_t cell[3];     /* z is 0 in 2D */
  int count;           /* all of the group that hold something, */
  int64_t cells[7][3]; /* in the order of the group */
} collide_grid_hit;

enum {
  /* COLLIDE_SKIP_INSIDE passes over the start's cell */
  COLLIDE_CORNERS_AHEAD = 2 /* of each group, only the cell where the line goes on */
};

/* Fields are private. */
typedef struct collide_grid_axis {
  /* Mirrored, so that the line goes up. */
  double size, origin, from;
  double to, base;     /* t is (boundary - from) / (to - base) */
  double start, rate;  /* boundary k is crossed at start + k * rate, */
  double slack;        /* give or take this; */
  double pace;         /* boundaries in a unit of t */
  int64_t cell;        /* where the line stands, between the boundaries cell and cell + 1 */
  int64_t begin;       /* where it stood first */
  int64_t first, last; /* of the grid's cells */
  int64_t flip;        /* the cell itself is cell ^ flip */
} collide_grid_axis;

typedef struct collide_grid_cast {
  const collide_grid *grid;
  collide_grid_axis axes[3];
  int dimensions, flags;
  int moving; /* the axes that the line crosses boundaries of, as bits */
  int kind;   /* ray, segment or line */
  int state, huge;
  double limit;     /* the last t to be seen */
  int mask;         /* the axes that the last group crossed; none at the start */
  unsigned solid;   /* those of its cells that hold something, as bits, and */
  unsigned pending; /* those still to be told */
  int last_part;
  const void *path[32]; /* from the root's node to where the last cell looked up lies */
  uint64_t place[3];
  int level, shift; /* of the lowest node in that; of the block, all empty, that the line is in */
  const void *brick;
  uint64_t changes;
} collide_grid_cast;

/* Prepare a cast. direction not zero, max >= 0 or INFINITY. The grid must live, but may change. */
void collide_grid_cast_ray(collide_grid_cast *cast, const collide_grid *grid,
                           const double origin[3], const double direction[3], double max,
                           int flags);
void collide_grid_cast_segment(collide_grid_cast *cast, const collide_grid *grid,
                               const double from[3], const double to[3], int flags);
void collide_grid_cast_line(collide_grid_cast *cast, const collide_grid *grid,
                            const double point[3], const double direction[3], int flags);
/* The next cell that holds something; 0 when there is none. Cells of one group come one by one, in
 * its order. hit may be NULL. */
int collide_grid_cast_next(collide_grid_cast *cast, collide_grid_hit *hit);

/* The first of them at once; 1 or 0. */
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
