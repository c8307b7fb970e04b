/* SPDX-License-Identifier: MIT
 *
 * Queries of two shapes in space, by the table of pairs.
 */
#include "space_pairs.h"

static PAIR_INLINE matched_pair match(const collide_shape *a, const collide_shape *b) {
  return pair_match(a, b, ci_space_rows[a->kind][b->kind], ci_space_rows[b->kind][a->kind]);
}

int ci_space_meet(const collide_shape *a, const collide_shape *b) {
  matched_pair p = match(a, b);
  return pair_meet(&p);
}

int ci_space_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  matched_pair p = match(a, b);
  int found = pair_contact(&p, 0, push);
  if (found == 1 && push->depth == 0)
    ci_solid_prefer_face(a, b, NULL, 0, push->point, push->normal);
  return found;
}

int ci_space_open_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  matched_pair p = match(a, b);
  return pair_contact(&p, 1, push);
}

double ci_space_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                         double on_b[3]) {
  matched_pair p = match(a, b);
  return pair_distance(&p, on_a, on_b);
}
