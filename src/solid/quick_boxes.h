/* SPDX-License-Identifier: MIT
 *
 * What quick_boxes.c and box_depth.c share: two boxes, in any frames, in plain doubles. An
 * axis is a direction along which the two are compared; there are 15 that matter: 0 to 2 are the
 * normals of a's faces, 3 to 5 those of b's, 6 + 3 i + j is a's edge i times b's edge j
 * (Gottschalk, Lin and Manocha, "OBBTree", 1996). Matrices need not be rotations: what counts is
 * only which directions the edges have.
 */
#ifndef COLLIDE_SOLID_QUICK_BOXES_H
#define COLLIDE_SOLID_QUICK_BOXES_H

#include "quick_pairs.h"

enum { BOX_AXES = 15 };

typedef struct box_pair {
  const collide_shape *a, *b;
  const double *m[2], *inverse[2]; /* linear and its inverse, row by row */
  double half[2][3], c[3];         /* half the sides; from b's centre to a's */
  double depth[BOX_AXES];          /* how far the two overlap, in the frame of a, or of b for
                                      3 to 5: times a factor for each axis; see box_factor */
  double error[3];                 /* what that may be off by: for 0 to 2, 3 to 5, and the rest */
  double t[3][3];                  /* inverse of a times linear of b */
} box_pair;

/* Do the two boxes meet? PAIR_PARTED, PAIR_MEET or PAIR_UNSURE. */
int ci_boxes_decide(const collide_shape *a, const collide_shape *b, box_pair *pair);
/* Of two that overlap: returns 1 and writes *gap when it is accurate, else 0. */
int ci_boxes_measure(const box_pair *pair, int overlap, pair_gap *gap);

/* The same and how far they overlap, in one, of two boxes with sides along the axes. Along two axes
 * as deep, the first counts; as deep down and up, down. */
int ci_aligned_boxes_measure(const collide_shape *a, const collide_shape *b, pair_gap *gap);

/* Writes a, b, m, inverse, half and c. */
void ci_boxes_place(const collide_shape *a, const collide_shape *b, box_pair *v);

/* a's edge i and b's edge j are exactly parallel. */
int ci_boxes_have_parallel_edges(const box_pair *v, int i, int j);

/* A point of two boxes that overlap along a normal; returns 0 when none was found. `axis` is the
 * one the normal belongs to. */
int ci_boxes_find_common(const box_pair *v, int axis, const double normal[3], double depth,
                         double common[3]);

#endif
