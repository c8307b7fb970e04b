/* SPDX-License-Identifier: MIT
 *
 * The table of pairs in space: for every two kinds the row of functions that answer. Most rows try
 * a closed form first, and the functions for all pairs (solid.h) where that is unsure.
 */
#include "../pair/pair_table.h"
#include "../pair/triangle_box.h"
#include "near.h"
#include "near_boxes.h"
#include "plane.h"
#include "solid.h"

static int decided(int found, const collide_shape *a, const collide_shape *b) {
  return found != NEAR_UNSURE ? found : ci_solids_overlap(a, b);
}

/* Where what is found is certain, two that meet are in one another. */
static int decide_cores(const collide_shape *a, const collide_shape *b, near_pair *pair) {
  int found = ci_near_decide(a, b, pair);
  pair->is_deep = 0;
  return found == NEAR_UNSURE ? ci_near_decide_in_twofolds(pair, NULL) : found;
}

/* ---- Cores ---------------------------------------------------------------------------------- */

static int cores_overlap(const collide_shape *a, const collide_shape *b) {
  near_pair pair;
  int found = ci_near_capsules(a, b);
  if (found == NEAR_UNSURE) found = ci_near_level(a, b);
  if (found != NEAR_UNSURE) return found;
  return decided(decide_cores(a, b, &pair), a, b);
}

static int cores_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  near_pair pair;
  int found = ci_near_level_gap(a, b, always, gap), in;
  if (found == PAIR_UNSURE) found = ci_near_capsules_gap(a, b, always, gap);
  if (found != PAIR_UNSURE) return found;
  if (always) {
    ci_near_place(a, b, &pair);
    if (ci_near_measure(&pair, NEAR_UNSURE, gap)) return gap->apart <= 0;
  }
  found = decide_cores(a, b, &pair);
  in = found == NEAR_MEET;
  if (in && ci_near_measure_deep(&pair, gap)) return 1;
  found = decided(found, a, b);
  if ((!found && !always) || ci_near_measure(&pair, found != 0, gap)) return found != 0;
  ci_solids_measure(a, b, in ? PAIR_DEEP : found, gap);
  return found != 0;
}

static void measure_cores(const collide_shape *a, const collide_shape *b, int overlap,
                          pair_gap *gap) {
  near_pair pair;
  ci_near_place(a, b, &pair);
  if (!ci_near_measure(&pair, overlap != 0, gap)) ci_solids_measure(a, b, overlap, gap);
}

static const pair_row cores = {cores_overlap, measure_cores, ci_solids_compare,
                               cores_gap,     NULL,          NULL};

/* ---- Spheres ----------------------------------------------------------------------------- */

static int balls_overlap(const collide_shape *a, const collide_shape *b) {
  int found = ci_near_balls(a, b);
  return decided(found == NEAR_UNSURE ? ci_near_level(a, b) : found, a, b);
}

static void measure_balls(const collide_shape *a, const collide_shape *b, int overlap,
                          pair_gap *gap) {
  if (!ci_near_measure_balls(a, b, overlap != 0, gap)) ci_solids_measure(a, b, overlap, gap);
}

/* What is left of the measure has the right sign, so that one of the two is enough. */
static int balls_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  int found;
  if (!always && ci_near_balls(a, b) == NEAR_APART) return 0;
  if (ci_near_measure_balls(a, b, NEAR_UNSURE, gap)) return gap->apart <= 0;
  found = ci_near_level_gap(a, b, always, gap);
  if (found != PAIR_UNSURE) return found;
  found = balls_overlap(a, b);
  if (found || always) ci_solids_measure(a, b, found, gap);
  return found != 0;
}

static const pair_row two_balls = {balls_overlap, measure_balls, ci_solids_compare,
                                   balls_gap,     NULL,          NULL};

static int ball_overlaps_box(const collide_shape *a, const collide_shape *b) {
  near_box pair;
  int found = ci_near_decide_box(a, b, &pair);
  return decided(found == NEAR_UNSURE ? ci_near_level(a, b) : found, a, b);
}

static int ball_box_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  near_box pair;
  int found;
  if (always) {
    ci_near_place_box(a, b, &pair);
    if (ci_near_measure_box(&pair, NEAR_UNSURE, gap)) return gap->apart <= 0;
  }
  found = ci_near_decide_box(a, b, &pair);
  if (found == NEAR_UNSURE) {
    found = ci_near_level_gap(a, b, always, gap);
    if (found != PAIR_UNSURE) return found;
    found = ci_solids_overlap(a, b);
  }
  if ((found || always) && !ci_near_measure_box(&pair, found != 0, gap))
    ci_solids_measure(a, b, found, gap);
  return found != 0;
}

static void measure_ball_box(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  near_box pair;
  ci_near_decide_box(a, b, &pair);
  if (!ci_near_measure_box(&pair, overlap != 0, gap)) ci_solids_measure(a, b, overlap, gap);
}

static const pair_row ball_box = {
    ball_overlaps_box, measure_ball_box, NULL, ball_box_gap, NULL, NULL};

/* ---- Along the axes: boxes, and segments and capsules ------------------------------------------
 */

static int level_overlap(const collide_shape *a, const collide_shape *b) {
  return decided(ci_near_level(a, b), a, b);
}

static int level_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  int found = ci_near_level_gap(a, b, always, gap);
  return found != PAIR_UNSURE ? found : ci_solids_gap(a, b, always, gap);
}

static const pair_row levels = {
    level_overlap, ci_solids_measure, ci_solids_compare, level_gap, NULL, NULL};

/* ---- Boxes ------------------------------------------------------------------------------- */

static int boxes_overlap(const collide_shape *a, const collide_shape *b) {
  near_boxes pair;
  if (a->frame == COLLIDE_MOVED && b->frame == COLLIDE_MOVED) return ci_box_overlaps_box(a, b);
  return decided(ci_near_decide_boxes(a, b, &pair), a, b);
}

static int boxes_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  near_boxes pair;
  int found;
  if (a->frame == COLLIDE_MOVED && b->frame == COLLIDE_MOVED) {
    found = ci_near_aligned(a, b, gap);
    if (found == NEAR_MEET || (found == NEAR_APART && !always)) return found;
  }
  if (always) return level_gap(a, b, always, gap);
  found = ci_near_decide_boxes(a, b, &pair);
  if (found == NEAR_UNSURE) found = boxes_overlap(a, b);
  if (found && !ci_near_measure_boxes(&pair, 1, gap)) ci_solids_measure(a, b, found, gap);
  return found != 0;
}

static const pair_row box_box = {
    boxes_overlap, ci_solids_measure, ci_solids_compare, boxes_gap, NULL, NULL};

/* ---- Solids ------------------------------------------------------------------------- */

static int box_overlaps_triangle(const collide_shape *box, const collide_shape *triangle) {
  int found = FILTER_UNSURE;
  if (box->frame == COLLIDE_MOVED) found = ci_triangle_overlaps_box(triangle, box);
  return found != FILTER_UNSURE ? found : ci_solids_overlap(box, triangle);
}

static const pair_row solids = {
    ci_solids_overlap, ci_solids_measure, ci_solids_compare, ci_solids_gap, NULL, NULL};
static const pair_row flat = {
    ci_solid_overlaps_plane, ci_solid_measure_plane, NULL, NULL, NULL, NULL};
static const pair_row flats = {
    ci_solid_planes_overlap, ci_solid_measure_planes, ci_solids_compare, NULL, NULL, NULL};
static const pair_row box_triangle = {
    box_overlaps_triangle, ci_solids_measure, NULL, NULL, NULL, NULL};

/* ---- The table ---------------------------------------------------------------------------------
 */

#define NONE NULL

/* clang-format off */
const pair_row *const ci_space_rows[SPACE_KINDS][SPACE_KINDS] = {
    /*             sphere   box   cylinder cone  capsule plane      triangle    segment hull */
    /* sphere   */ {&two_balls, &ball_box, &solids, &solids, &cores, &flat, &cores, &cores, &solids},
    /* box      */ {NONE,    &box_box,  &solids, &solids, &levels, &flat, &box_triangle, &levels, &solids},
    /* cylinder */ {NONE,    NONE,    &solids, &solids, &solids, &flat, &solids,       &solids, &solids},
    /* cone     */ {NONE,    NONE,    NONE,    &solids, &solids, &flat, &solids,       &solids, &solids},
    /* capsule  */ {NONE,    NONE,    NONE,    NONE,    &cores, &flat, &cores, &cores, &solids},
    /* plane    */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flats, NONE,         NONE,    NONE},
    /* triangle */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flat, &solids,       &solids, &solids},
    /* segment  */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flat, NONE,          &levels, &solids},
    /* hull     */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flat, NONE,          NONE,    &solids},
};
/* clang-format on */
