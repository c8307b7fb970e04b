/* SPDX-License-Identifier: MIT
 *
 * Two boxes in any frames, by 15 separating axes: 0 to 2 are the normals of a's faces, 3 to 5
 * those of b's, and 6 + 3 i + j is the cross product of a's edge i and b's edge j (Gottschalk, Lin
 * and Manocha, "OBBTree", 1996). The matrices need not be rotations: only the directions of the
 * edges count.
 */
#ifndef COLLIDE_SOLID_QUICK_BOXES_H
#define COLLIDE_SOLID_QUICK_BOXES_H

#include "quick_pairs.h"

enum { BOX_AXES = 15 };

typedef struct box_pair {
  const collide_shape *a, *b;
  const double *m[2], *inverse[2]; /* linear and its inverse, row by row */
  double half[2][3], c[3];         /* half the sides; from b's centre to a's */
  double depth[BOX_AXES]; /* the overlap along each axis in the frame of a, or of b for 3 to 5:
                             times factor_of(axis) */
  double error[3];        /* the error of the depths: for 0 to 2, 3 to 5, and the rest */
  double t[3][3];         /* inverse of a times linear of b */
} box_pair;

/* Do the two boxes meet? PAIR_PARTED, PAIR_MEET or PAIR_UNSURE. */
int ci_boxes_decide(const collide_shape *a, const collide_shape *b, box_pair *pair);
/* Measures two that overlap: returns 1 and writes *gap if it is accurate, else 0. */
int ci_boxes_measure(const box_pair *pair, int overlap, pair_gap *gap);

/* Decides and measures two boxes with sides along the axes. If two axes are equally deep, the first
 * counts; if down and up are equal, down counts. */
int ci_aligned_boxes_measure(const collide_shape *a, const collide_shape *b, pair_gap *gap);

/* Writes a, b, m, inverse, half and c. */
void ci_boxes_place(const collide_shape *a, const collide_shape *b, box_pair *v);

/* Are a's edge i and b's edge j exactly parallel? */
int ci_boxes_have_parallel_edges(const box_pair *v, int i, int j);

/* Finds a point of both boxes, which overlap along the normal of this axis. Returns 0 if it finds
 * none. */
int ci_boxes_find_common(const box_pair *v, int axis, const double normal[3], double depth,
                         double common[3]);

#endif
