/* SPDX-License-Identifier: MIT
 *
 * The table of pairs in space. Most rows try a quick closed form (quick_pairs.h), then the
 * functions for all pairs (solid.h).
 */
#include "solid.h"

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
