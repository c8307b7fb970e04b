/* SPDX-License-Identifier: MIT
 *
 * The table of pairs: for every two kinds the row of routines that answer for
 * them, or NULL, which is "unsupported".
 */
#ifndef COLLIDE_PAIR_TABLE_H
#define COLLIDE_PAIR_TABLE_H

#include "pair.h"

/* Two kinds in one order. Routines are never called with the two exchanged. */
typedef struct pair_row {
  /* Do they meet? Exact: 1 or 0. */
  int (*overlap)(const collide_shape *a, const collide_shape *b);
  /* How a lies to b; `overlap` is what was decided. */
  void (*measure)(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);
  /* The order of two shapes of one kind, below, above or equal to 0, for the
   * answer to be the same either way round. Called where the kinds are the same. */
  int (*compare)(const collide_shape *a, const collide_shape *b);
  /* Both in one, where that is faster: 1 or 0, and of what is `wanted` (see pair_quick.h) the gap
   * is written; or PAIR_UNSURE, and then the two above are asked. NULL: they always are. */
  int (*gap)(const collide_shape *a, const collide_shape *b, int wanted, pair_gap *gap);
} pair_row;

/* The row at [a's kind][b's kind] takes the two in that order. If that is NULL,
 * the row at [b's kind][a's kind] takes them the other way round; of two kinds
 * one order at most has a row. */
extern const pair_row *const ci_pair_rows[COLLIDE_KINDS][COLLIDE_KINDS];

/* A shape and a point. */
typedef struct point_row {
  int (*holds)(const collide_shape *shape, const double point[3]);
  /* How the point (a) lies to the shape (b), when that does not hold it. */
  void (*measure)(const collide_shape *shape, const double point[3], pair_gap *gap);
  /* Both in one go, or PAIR_UNSURE; NULL: never. */
  int (*quick)(const collide_shape *shape, const double point[3], pair_gap *gap);
} point_row;

extern const point_row *const ci_point_rows[COLLIDE_KINDS];

#endif
