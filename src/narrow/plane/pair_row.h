/* SPDX-License-Identifier: MIT
 *
 * The table of pairs: the row of routines for every two kinds. NULL: no row.
 */
#ifndef COLLIDE_PAIR_TABLE_H
#define COLLIDE_PAIR_TABLE_H

#include "plane.h"

/* Two kinds in one order. Routines are never called with the two exchanged. */
typedef struct pair_row {
  /* Do they meet? Exact: PAIR_PARTED, PAIR_MEET, PAIR_TOUCH or PAIR_DEEP. */
  int (*overlap)(const collide_shape *a, const collide_shape *b);
  /* Writes the relation of a to b; `overlap` is the exact answer. */
  void (*measure)(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);
  /* The order of two shapes of one kind: below, above or equal to 0. It makes the answer
   * independent of which comes first. Called only for equal kinds. */
  int (*compare)(const collide_shape *a, const collide_shape *b);
  /* The quick path of solids. Returns 1 or 0 and writes the `wanted` part of the gap (see
   * plane_quick.h); or PAIR_TOUCH without the gap; or PAIR_UNSURE. NULL: there is none. */
  int (*gap)(const collide_shape *a, const collide_shape *b, int wanted, pair_gap *gap);
  /* The quick path of the plane: the results of collide_contact and collide_distance, or
   * PAIR_UNSURE; then the outputs are undefined. `contact` is called only if the bounds meet. Each
   * takes two shapes of one kind in any order. NULL: there is none. */
  int (*contact)(const collide_shape *a, const collide_shape *b, collide_push *push);
  int (*distance)(const collide_shape *a, const collide_shape *b, double *apart, double on_a[3],
                  double on_b[3]);
} pair_row;

enum { SPACE_KINDS = COLLIDE_CIRCLE, PLANE_KINDS = COLLIDE_KINDS - COLLIDE_CIRCLE };

/* The row at [a's kind][b's kind], less COLLIDE_CIRCLE in the plane, takes the two in that order.
 * At most one order of two kinds has a row. NULL: the row is in the other order, or there is
 * none. */
extern const pair_row *const ci_plane_rows[PLANE_KINDS][PLANE_KINDS];

/* The room of solids defines this table. */
extern const pair_row *const ci_space_rows[SPACE_KINDS][SPACE_KINDS];

static inline const pair_row *pair_row_of(const collide_shape *a, const collide_shape *b) {
  unsigned i = (unsigned)a->kind, j = (unsigned)b->kind, plane = (unsigned)SPACE_KINDS;
  if (i < plane && j < plane) return ci_space_rows[i][j];
  return i >= plane && j >= plane ? ci_plane_rows[i - plane][j - plane] : NULL;
}

/* The tie rule of solids, defined in their room. Two boxes or outlines touch in the point, with a
 * moved by `at` times d. Candidates are the faces that separate them and that a enters along d. The
 * first one of b, otherwise of a, gives the normal. d is NULL if a does not move. Without a
 * candidate, and for all other shapes, the normal stays. */
void ci_solid_prefer_face(const collide_shape *a, const collide_shape *b, const double *d,
                          double at, const double point[3], double normal[3]);

/* A shape and a point. */
typedef struct point_row {
  int (*holds)(const collide_shape *shape, const double point[3]);
  /* Writes the relation of the point (a) to the shape (b), if the shape does not contain it. */
  void (*measure)(const collide_shape *shape, const double point[3], pair_gap *gap);
  /* The quick path: 1 if the shape contains the point, 0 after writing *apart and the nearest
   * point, or PAIR_UNSURE. `point` may be `nearest`. NULL: there is none. */
  int (*closest)(const collide_shape *shape, const double point[3], double *apart,
                 double nearest[3]);
} point_row;

extern const point_row *const ci_point_rows[COLLIDE_KINDS];

#endif
