/* SPDX-License-Identifier: MIT
 *
 * The table of pairs in space, and the queries of two shapes by it.
 */
#ifndef COLLIDE_SPACE_PAIRS_H
#define COLLIDE_SPACE_PAIRS_H

#include "../plane/pair_row.h"

/* The row at [a's kind][b's kind] takes the two in that order. At most one order of two kinds has a
 * row. NULL: the row is in the other order. */
extern const pair_row *const ci_space_rows[SPACE_KINDS][SPACE_KINDS];

/* As the functions of collide/pair.h; ci_space_meet returns PAIR_PARTED, PAIR_MEET, PAIR_TOUCH or
 * PAIR_DEEP. The open contact returns 0 if the depth is 0. */
int ci_space_meet(const collide_shape *a, const collide_shape *b);
int ci_space_contact(const collide_shape *a, const collide_shape *b, collide_push *push);
int ci_space_open_contact(const collide_shape *a, const collide_shape *b, collide_push *push);
double ci_space_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                         double on_b[3]);

/* The tie rule. Two boxes or hulls touch in the point, with a moved by `at` times d. Candidates are
 * the faces that separate them and that a enters along d. The first one of b, otherwise of a, gives
 * the normal. d is NULL if a does not move. Without a candidate, and for all other shapes, the
 * normal stays. */
void ci_solid_prefer_face(const collide_shape *a, const collide_shape *b, const double *d,
                          double at, const double point[3], double normal[3]);

#endif
