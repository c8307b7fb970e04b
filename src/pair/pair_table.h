/* SPDX-License-Identifier: MIT
 *
 * The table of pairs: for every two kinds the row of routines that answer for
 * them, or NULL, which is "unsupported".
 */
#ifndef COLLIDE_PAIR_TABLE_H
#define COLLIDE_PAIR_TABLE_H

#include "pair.h"

/* What is known of two that meet, beside PAIR_UNSURE of pair.h. */
enum {
  PAIR_MEET = 1,
  PAIR_TOUCH = 3, /* they are not in one another */
  PAIR_DEEP = 4   /* they are */
};

/* Two kinds in one order. Routines are never called with the two exchanged. */
typedef struct pair_row {
  /* Do they meet? Exact: 0, or one of the above. */
  int (*overlap)(const collide_shape *a, const collide_shape *b);
  /* How a lies to b; `overlap` is what was decided. */
  void (*measure)(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);
  /* The order of two shapes of one kind, below, above or equal to 0: the answer must not depend on
   * which of them comes first. Called where the kinds are the same. */
  int (*compare)(const collide_shape *a, const collide_shape *b);
  /* The quick path of solids. Returns 1 or 0 and writes the `wanted` part of the gap (see
   * pair_quick.h), or PAIR_UNSURE. NULL: there is none. */
  int (*gap)(const collide_shape *a, const collide_shape *b, int wanted, pair_gap *gap);
  /* The quick path of the plane: what collide_contact and collide_distance return, or PAIR_UNSURE;
   * then what they have written has no meaning. `contact` is called only where the bounds meet.
   * Each takes two shapes of one kind in any order. NULL: there is none. */
  int (*contact)(const collide_shape *a, const collide_shape *b, collide_push *push);
  int (*distance)(const collide_shape *a, const collide_shape *b, double *apart, double on_a[3],
                  double on_b[3]);
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
  /* The quick path: 1 when the shape holds the point, or 0 and then *apart and the nearest point,
   * or PAIR_UNSURE. `point` may be `nearest`. NULL: there is none. */
  int (*closest)(const collide_shape *shape, const double point[3], double *apart,
                 double nearest[3]);
} point_row;

extern const point_row *const ci_point_rows[COLLIDE_KINDS];

#endif
