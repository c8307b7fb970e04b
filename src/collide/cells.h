/* SPDX-License-Identifier: MIT
 *
 * Cells: which cells of a grid does a segment cross? Part of collide.h, which says what holds
 * for all of it.
 */
#ifndef COLLIDE_CELLS_API_H
#define COLLIDE_CELLS_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* whatever the including file hides */
#endif

/* A grid's lines: boundary k along axis i is the double
 * origin[i] + k * size[i] (product rounded, then sum), and cell k holds
 * boundary k <= x < boundary k + 1. size[i] > 0. */
typedef struct collide_grid_frame {
  int dimensions; /* 2 or 3 */
  double size[3], origin[3];
} collide_grid_frame;

/* Unit cells at the origin. */
collide_grid_frame collide_unit_frame(int dimensions);

/* The cell that holds the point. Returns 0 where neighbouring cells are no
 * longer surely distinct doubles: from 2^53 on for origin 0 and a size that is
 * a power of two, from 2^51 cells on (of the origin, the product or the sum)
 * for other frames. */
int collide_cell_at(const collide_grid_frame *frame, const double point[3], int64_t cell[3]);

/* The cells entered at one instant, equal in exact arithmetic: the start's, then
 * 1 where the walk crosses one boundary, 3 at a corner or an edge, 7 at a corner
 * in 3D. Those beside come first, in the order x, y, xy, z, xz, yz, xyz with
 * those left out that do not occur; so the cell where the walk goes on is last.
 * A boundary at the end is crossed, at t = 1, and one at the start too, at t = 0
 * by a second group, when the walk goes down.
 *
 * t is the quotient of the differences (boundary - from) / (to - from), each
 * rounded, the greatest of those of the axes crossed, but not less than the
 * group's before: off by 2^-51 of itself at most, never decreasing, and 1 exactly
 * at the end. */
typedef struct collide_group {
  double t, t_exit;    /* t_exit: the next group's t; 1 for the last */
  int64_t index;       /* from 1 */
  int count;           /* 1, 3 or 7 */
  int64_t cells[7][3]; /* z is 0 in 2D */
} collide_group;

/* A walk from cell to cell along from-to. Fields are private. O(1) memory,
 * and each step costs what it yields: leave it whenever you like. */
typedef struct collide_walk {
  int dimensions;
  int huge; /* differences of coordinates may overflow */
  /* Up to `edge` mirrored, so that every axis goes up. */
  double size[3], origin[3], from[3], to[3];
  double span[3];  /* to - from */
  double edge[3];  /* the next boundary's number on each axis */
  double next[3];  /* its t; INFINITY when none is left */
  double step[3];  /* -1, 0 or 1 */
  double cell[3];  /* where the walk stands */
  int64_t left[3]; /* crossings still to come */
  int64_t index;   /* of the group to come */
  double t_next;   /* its t */
  int mask;        /* the axes that it crosses, as bits; none at the start and the end */
  int ties;        /* how often it met with ties of late; decides speed alone */
} collide_walk;

/* Returns 0, as collide_cell_at, when the cells at either end are not distinct,
 * and leaves the walk alone. */
int collide_walk_begin(collide_walk *walk, const collide_grid_frame *frame, const double from[3],
                       const double to[3]);
/* The next group; 0 when the walk has ended, and ever after. */
int collide_walk_next(collide_walk *walk, collide_group *group);
/* The same groups, to the last bit, but many a call and flat: index, t, x, y[, z]
 * for each cell, so 4 or 5 doubles. Returns how many cells, whole groups only and
 * at most `capacity`, which is at least 7; 0 when the walk has ended. What is in
 * `flat` beyond them is lost. Cells are below 2^53, so exact. Fastest with room
 * for some hundred cells and more. */
size_t collide_walk_fill(collide_walk *walk, double *flat, size_t capacity);
/* How many crossings are still to come, and the start: at least the groups. */
int64_t collide_walk_left(const collide_walk *walk);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
