/* SPDX-License-Identifier: MIT
 *
 * Rows of the table of pairs that try a closed form first, and ask the routines for all pairs
 * (solid.h) for what that leaves open.
 */
#include "near_rows.h"

#include "../pair/triangle_box.h"
#include "near.h"
#include "solid.h"

static int cores_overlap(const collide_shape *a, const collide_shape *b) {
  int found = ci_near_overlap(a, b);
  return found != NEAR_UNSURE ? found : ci_solids_overlap(a, b);
}

static void measure_cores(const collide_shape *a, const collide_shape *b, int overlap,
                          pair_gap *gap) {
  if (!ci_near_measure(a, b, overlap, gap)) ci_solids_measure(a, b, overlap, gap);
}

const pair_row ci_near_cores = {cores_overlap, measure_cores, ci_solids_compare};

static int sphere_overlaps_box(const collide_shape *a, const collide_shape *b) {
  int found = ci_near_sphere_box(a, b);
  return found != NEAR_UNSURE ? found : ci_solids_overlap(a, b);
}

static void measure_sphere_box(const collide_shape *a, const collide_shape *b, int overlap,
                               pair_gap *gap) {
  if (!ci_near_measure_sphere_box(a, b, overlap, gap)) ci_solids_measure(a, b, overlap, gap);
}

const pair_row ci_near_ball_box = {sphere_overlaps_box, measure_sphere_box, NULL};

static int boxes_overlap(const collide_shape *a, const collide_shape *b) {
  int found;
  if (a->frame == COLLIDE_MOVED && b->frame == COLLIDE_MOVED) return ci_box_overlaps_box(a, b);
  found = ci_near_boxes(a, b);
  return found != NEAR_UNSURE ? found : ci_solids_overlap(a, b);
}

static void measure_boxes(const collide_shape *a, const collide_shape *b, int overlap,
                          pair_gap *gap) {
  if (!ci_near_measure_boxes(a, b, overlap, gap)) ci_solids_measure(a, b, overlap, gap);
}

const pair_row ci_near_box_box = {boxes_overlap, measure_boxes, ci_solids_compare};
