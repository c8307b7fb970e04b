/* SPDX-License-Identifier: MIT
 *
 * The table of pairs in space. Most rows try a quick closed form (quick_pairs.h), then the
 * functions for all pairs (solid.h).
 */
#include "space_pairs.h"
#include "triangle_box.h"
#include "quick_pairs.h"
#include "quick_boxes.h"
#include "half_space.h"
#include "solid.h"

static int decided(int found, const collide_shape *a, const collide_shape *b) {
  return found != PAIR_UNSURE ? found : ci_solids_overlap(a, b);
}

/* The same if the cores may lie along the axes. */
static int decided_aligned(int found, const collide_shape *a, const collide_shape *b) {
  return decided(found != PAIR_UNSURE ? found : ci_aligned_decide(a, b), a, b);
}

/* ---- Cores ---------------------------------------------------------------------------------- */

static int cores_overlap(const collide_shape *a, const collide_shape *b) {
  core_pair pair;
  int found = ci_capsules_decide(a, b);
  if (found == PAIR_UNSURE) found = ci_aligned_decide(a, b);
  if (found != PAIR_UNSURE) return found;
  return decided(ci_cores_decide(a, b, &pair), a, b);
}

static int cores_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  core_pair pair;
  int found = ci_aligned_gap(a, b, always, gap), in;
  if (found != PAIR_UNSURE) return found;
  if (always) {
    ci_cores_find_nearest(a, b, &pair);
    if (ci_cores_measure(&pair, PAIR_UNSURE, gap)) return gap->apart <= 0;
  }
  found = ci_cores_decide(a, b, &pair);
  in = found == PAIR_MEET; /* then they are in one another */
  found = decided(found, a, b);
  if ((!found && !always) || ci_cores_measure(&pair, found != 0, gap)) return found != 0;
  ci_solids_measure(a, b, in ? PAIR_DEEP : found, gap);
  return found != 0;
}

static void measure_cores(const collide_shape *a, const collide_shape *b, int overlap,
                          pair_gap *gap) {
  core_pair pair;
  ci_cores_find_nearest(a, b, &pair);
  if (!ci_cores_measure(&pair, overlap != 0, gap)) ci_solids_measure(a, b, overlap, gap);
}

static const pair_row cores = {cores_overlap, measure_cores, ci_solids_compare,
                               cores_gap,     NULL,          NULL};

/* ---- Spheres ----------------------------------------------------------------------------- */

static int spheres_overlap(const collide_shape *a, const collide_shape *b) {
  return decided_aligned(ci_spheres_decide(a, b), a, b);
}

static void measure_spheres(const collide_shape *a, const collide_shape *b, int overlap,
                            pair_gap *gap) {
  if (!ci_spheres_measure(a, b, overlap != 0, gap)) ci_solids_measure(a, b, overlap, gap);
}

/* A measured gap has the right sign, so no decision is needed. */
static int spheres_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  int found;
  if (!always && ci_spheres_decide(a, b) == PAIR_PARTED) return 0;
  if (ci_spheres_measure(a, b, PAIR_UNSURE, gap)) return gap->apart <= 0;
  found = ci_aligned_gap(a, b, always, gap);
  if (found != PAIR_UNSURE) return found;
  found = spheres_overlap(a, b);
  if (found || always) ci_solids_measure(a, b, found, gap);
  return found != 0;
}

static const pair_row two_spheres = {
    spheres_overlap, measure_spheres, ci_solids_compare, spheres_gap, NULL, NULL};

static int sphere_overlaps_box(const collide_shape *a, const collide_shape *b) {
  sphere_box pair;
  return decided_aligned(ci_sphere_box_decide(a, b, &pair), a, b);
}

static int sphere_box_gap(const collide_shape *a, const collide_shape *b, int always,
                          pair_gap *gap) {
  sphere_box pair;
  int found;
  if (always) {
    ci_sphere_box_place(a, b, &pair);
    if (ci_sphere_box_measure(&pair, PAIR_UNSURE, gap)) return gap->apart <= 0;
  }
  found = ci_sphere_box_decide(a, b, &pair);
  if (found == PAIR_UNSURE) {
    found = ci_aligned_gap(a, b, always, gap);
    if (found != PAIR_UNSURE) return found;
    found = ci_solids_overlap(a, b);
  }
  if ((found || always) && !ci_sphere_box_measure(&pair, found != 0, gap))
    ci_solids_measure(a, b, found, gap);
  return found != 0;
}

static void measure_sphere_box(const collide_shape *a, const collide_shape *b, int overlap,
                               pair_gap *gap) {
  sphere_box pair;
  ci_sphere_box_place(a, b, &pair);
  if (!ci_sphere_box_measure(&pair, overlap != 0, gap)) ci_solids_measure(a, b, overlap, gap);
}

static const pair_row sphere_and_box = {
    sphere_overlaps_box, measure_sphere_box, NULL, sphere_box_gap, NULL, NULL};

/* ---- Along the axes: boxes, and segments and capsules ------------------------------------- */

static int aligned_overlap(const collide_shape *a, const collide_shape *b) {
  return decided_aligned(PAIR_UNSURE, a, b);
}

static int aligned_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  int found = ci_aligned_gap(a, b, always, gap);
  return found != PAIR_UNSURE ? found : ci_solids_gap(a, b, always, gap);
}

static const pair_row aligned = {
    aligned_overlap, ci_solids_measure, ci_solids_compare, aligned_gap, NULL, NULL};

/* ---- Boxes ------------------------------------------------------------------------------- */

static int boxes_overlap(const collide_shape *a, const collide_shape *b) {
  box_pair pair;
  if (a->frame == COLLIDE_MOVED && b->frame == COLLIDE_MOVED) return ci_box_overlaps_box(a, b);
  return decided(ci_boxes_decide(a, b, &pair), a, b);
}

static int boxes_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  box_pair pair;
  int found;
  if (a->frame == COLLIDE_MOVED && b->frame == COLLIDE_MOVED) {
    found = ci_aligned_boxes_measure(a, b, gap);
    if (found == PAIR_MEET || (found == PAIR_PARTED && !always)) return found;
  }
  if (always) return aligned_gap(a, b, always, gap);
  found = decided(ci_boxes_decide(a, b, &pair), a, b);
  if (found && !ci_boxes_measure(&pair, found, gap)) ci_solids_measure(a, b, found, gap);
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
    box_overlaps_triangle, ci_solids_measure, NULL, ci_solids_gap, NULL, NULL};

/* ---- The table ---------------------------------------------------------------------------- */

#define NONE NULL

/* clang-format off */
const pair_row *const ci_space_rows[SPACE_KINDS][SPACE_KINDS] = {
    /*             sphere   box   cylinder cone  capsule plane      triangle    segment hull, rounded box, rounded hull */
    /* sphere */ {&two_spheres, &sphere_and_box, &solids, &solids, &cores, &flat, &cores, &cores, &solids, &aligned, &solids},
    /* box */ {NONE,    &box_box,  &solids, &solids, &aligned, &flat, &box_triangle, &aligned, &solids, &aligned, &solids},
    /* cylinder */ {NONE,    NONE,    &solids, &solids, &solids, &flat, &solids,       &solids, &solids, &solids, &solids},
    /* cone */ {NONE,    NONE,    NONE,    &solids, &solids, &flat, &solids,       &solids, &solids, &solids, &solids},
    /* capsule  */ {NONE,    NONE,    NONE,    NONE,    &cores, &flat, &cores, &cores, &solids, &aligned, &solids},
    /* plane */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flats, NONE,         NONE,    NONE, NONE, NONE},
    /* triangle */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flat, &solids,       &solids, &solids, &solids, &solids},
    /* segment */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flat, NONE,          &aligned, &solids, &aligned, &solids},
    /* hull */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flat, NONE,          NONE,    &solids, &solids, &solids},
    /* rounded box */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flat, NONE,          NONE,    NONE, &aligned, &solids},
    /* rounded hull */ {NONE,    NONE,    NONE,    NONE,    NONE,    &flat, NONE,          NONE,    NONE, NONE, &solids},
};
/* clang-format on */
