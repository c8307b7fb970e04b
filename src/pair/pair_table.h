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
  /* The order of two shapes of one kind, below, above or equal to 0, for the
   * answer to be the same either way round. Called where the kinds are the same. */
  int (*compare)(const collide_shape *a, const collide_shape *b);
  /* Both in one, where that is faster. Returns 1 or 0 and writes what is `wanted` of the gap (see
   * pair_quick.h); or returns PAIR_UNSURE, and then the two above are asked. NULL: they always are.
   */
  int (*gap)(const collide_shape *a, const collide_shape *b, int wanted, pair_gap *gap);
} pair_row;

/* The row at [a's kind][b's kind] takes the two in that order. If that is NULL,
 * the row at [b's kind][a's kind] takes them the other way round; of two kinds
 * one order at most has a row. */
extern const pair_row *const ci_pair_rows[COLLIDE_KINDS][COLLIDE_KINDS];

/* Of kinds of the plane that are asked most, what collide_contact and collide_distance say without
 * the detour by a gap: 1, or 0 (and then *apart); or PAIR_UNSURE, and then the row above is asked,
 * and all that was written is written again. Two of one kind may be in any order: the answer is the
 * same, mirrored. A contact is asked for only where bounds meet. NULL: there is none. */
typedef struct direct_row {
  int (*contact)(const collide_shape *a, const collide_shape *b, collide_push *push);
  int (*distance)(const collide_shape *a, const collide_shape *b, double *apart, double on_a[3],
                  double on_b[3]);
} direct_row;

enum { PLANE_KINDS = COLLIDE_KINDS - COLLIDE_CIRCLE };

/* At [a's kind - COLLIDE_CIRCLE][b's kind - COLLIDE_CIRCLE], as above; NULL: there is none. */
extern const direct_row *const ci_direct_rows[PLANE_KINDS][PLANE_KINDS];

/* A shape and a point. */
typedef struct point_row {
  int (*holds)(const collide_shape *shape, const double point[3]);
  /* How the point (a) lies to the shape (b), when that does not hold it. */
  void (*measure)(const collide_shape *shape, const double point[3], pair_gap *gap);
  /* Both in one go, or PAIR_UNSURE; NULL: never. */
  int (*quick)(const collide_shape *shape, const double point[3], pair_gap *gap);
  /* As `contact` of a pair: 1, or 0 and then *apart and the nearest point; or PAIR_UNSURE. The
   * point may lie where the nearest one is written to. */
  int (*closest)(const collide_shape *shape, const double point[3], double *apart,
                 double nearest[3]);
} point_row;

extern const point_row *const ci_point_rows[COLLIDE_KINDS];

#endif
