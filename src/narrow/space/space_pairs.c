/* SPDX-License-Identifier: MIT
 *
 * The table of pairs in space, and the queries of two shapes by it. Most rows try a quick closed
 * form (quick_pairs.h), then the functions for all pairs (solid.h).
 */
#include "solid.h"
#include "space_pairs.h"

/* The table lists the kinds in the order of collide_kind. Each pair has an entry on one side of the
 * diagonal; NONE is on the other side. A new kind does not compile until it is counted here. */
typedef char every_kind_of_space_has_a_row[SPACE_KINDS == 11 ? 1 : -1];

#define NONE NULL

/* clang-format off */
const pair_row *const ci_space_rows[SPACE_KINDS][SPACE_KINDS] = {
    /*             sphere   box   cylinder cone  capsule plane      triangle    segment hull, rounded box, rounded hull */
    /* sphere */ {&ci_spheres_row, &ci_sphere_box_row, &ci_solids_row, &ci_solids_row, &ci_cores_row, &ci_plane_row, &ci_cores_row, &ci_cores_row, &ci_solids_row, &ci_aligned_row, &ci_solids_row},
    /* box */ {NONE,    &ci_boxes_row,  &ci_solids_row, &ci_solids_row, &ci_aligned_row, &ci_plane_row, &ci_box_triangle_row, &ci_aligned_row, &ci_solids_row, &ci_aligned_row, &ci_solids_row},
    /* cylinder */ {NONE,    NONE,    &ci_solids_row, &ci_solids_row, &ci_solids_row, &ci_plane_row, &ci_solids_row,       &ci_solids_row, &ci_solids_row, &ci_solids_row, &ci_solids_row},
    /* cone */ {NONE,    NONE,    NONE,    &ci_solids_row, &ci_solids_row, &ci_plane_row, &ci_solids_row,       &ci_solids_row, &ci_solids_row, &ci_solids_row, &ci_solids_row},
    /* capsule  */ {NONE,    NONE,    NONE,    NONE,    &ci_cores_row, &ci_plane_row, &ci_cores_row, &ci_cores_row, &ci_solids_row, &ci_aligned_row, &ci_solids_row},
    /* plane */ {NONE,    NONE,    NONE,    NONE,    NONE,    &ci_planes_row, NONE,         NONE,    NONE, NONE, NONE},
    /* triangle */ {NONE,    NONE,    NONE,    NONE,    NONE,    &ci_plane_row, &ci_solids_row,       &ci_solids_row, &ci_solids_row, &ci_solids_row, &ci_solids_row},
    /* segment */ {NONE,    NONE,    NONE,    NONE,    NONE,    &ci_plane_row, NONE,          &ci_aligned_row, &ci_solids_row, &ci_aligned_row, &ci_solids_row},
    /* hull */ {NONE,    NONE,    NONE,    NONE,    NONE,    &ci_plane_row, NONE,          NONE,    &ci_solids_row, &ci_solids_row, &ci_solids_row},
    /* rounded box */ {NONE,    NONE,    NONE,    NONE,    NONE,    &ci_plane_row, NONE,          NONE,    NONE, &ci_aligned_row, &ci_solids_row},
    /* rounded hull */ {NONE,    NONE,    NONE,    NONE,    NONE,    &ci_plane_row, NONE,          NONE,    NONE, NONE, &ci_solids_row},
};
/* clang-format on */

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
