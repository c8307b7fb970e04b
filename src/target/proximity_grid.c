/* SPDX-License-Identifier: MIT
 *
 * A shape and a grid: the contacts with cells.
 */
#include <string.h>

#include "hidden.h"
#include "proximity_cells.h"

/* ---- Bounds of depths ------------------------------------------------------------------------
 *
 * The normal of a proper contact leads out of its cell through a face that is not covered, or
 * through any face if all are. So its depth is at most that of the shape's bounds along that face's
 * axis. The slack, 2^-30 of the coordinates, exceeds all rounding and the tolerances in pair.h.
 */
#define DEPTH_SLACK 9.3132257461547852e-10

/* The depth of the shape's bounds in a block: the greatest along an axis, or the least if all faces
 * are covered. */
static double bound_along_axes(const meet *m, const double low[3], const double high[3],
                               int is_covered) {
  double greatest = -HUGE_VAL, least = HUGE_VAL;
  int i;
  for (i = 0; i < m->dimensions; i++) {
    double below = m->high[i] - low[i], above = high[i] - m->low[i];
    if (below > greatest) greatest = below;
    if (above > greatest) greatest = above;
    if (below < least) least = below;
    if (above < least) least = above;
  }
  return is_covered ? least : greatest;
}

/* Returns 1 if other cells cover all faces of the cells of a block. */
static int are_covered(const meet *m, const collide_grid *grid, const int64_t min[3],
                       const int64_t max[3]) {
  int64_t least[3] = {0, 0, 0}, most[3] = {0, 0, 0};
  int i;
  for (i = 0; i < m->dimensions; i++) {
    least[i] = min[i] - 1;
    most[i] = max[i] + 1;
  }
  return m->passed == NULL && ci_grid_is_full(grid, least, most);
}

/* A bound on the depth of proper contacts with the cells of a block; below 0 if there are none. */
static double bound_depth(const meet *m, const collide_grid *grid, const int64_t min[3],
                          const int64_t max[3]) {
  double low[3], high[3], most = 0, depth;
  int i;
  ci_cells_corners(grid, min, max, low, high);
  for (i = 0; i < m->dimensions; i++) most += fabs(low[i]) + fabs(high[i]);
  if (cells_are_bounded(m->dimensions, m->low, m->high)) {
    for (i = 0; i < m->dimensions; i++) most += fabs(m->low[i]) + fabs(m->high[i]);
    depth = bound_along_axes(m, low, high, are_covered(m, grid, min, max));
  } else {
    collide_shape box;
    collide_push push;
    ci_box_shape(m->dimensions, low, high, &box);
    if (ci_meet_contact(m, &box, &push) != 1) return -1;
    depth = push.depth;
  }
  return depth + DEPTH_SLACK * (most + fabs(depth));
}

/* ---- Contacts with all cells ----------------------------------------------------------------- */

typedef struct contact_visit {
  cells_visit base;
  const meet *m;
  const collide_target *target;
  meet_sink *sink;
  cell_rank wanted; /* the rank of the contacts to give */
  int any;          /* 1: the visit ends at the first such contact with depth > 0 */
  int has_proper, has_seam;
} contact_visit;

/* The deepest blocks come first. */
static double bound_contacts(const grid_visitor *visitor, const int64_t min[3],
                             const int64_t max[3]) {
  const contact_visit *v = (const contact_visit *)(const void *)visitor;
  return -bound_depth(v->m, v->base.grid, min, max);
}

static int take_contact(grid_visitor *visitor, const int64_t cell[3], const int64_t max[3],
                        unsigned value) {
  contact_visit *v = (contact_visit *)(void *)visitor;
  collide_meeting found;
  cell_rank rank = ci_meet_cell(v->m, v->base.grid, cell, &found.push);
  (void)max;
  v->has_proper |= rank == CELL_PROPER;
  v->has_seam |= rank == CELL_SEAM;
  if (rank != v->wanted) return 0;
  if (found.push.depth == 0 && v->m->flags & COLLIDE_SKIP_TOUCHING) return 0;
  if (v->any) return 1;
  found.at = place_of_cell(v->target, v->sink->index, cell, value);
  found.at.part = v->m->part;
  ci_meet_give(v->sink, &found);
  if (v->wanted == CELL_PROPER) v->base.base.most = -meet_sink_least(v->sink);
  return 0;
}

/* Returns 1 if `any` ended the visit. */
static int visit_contacts(const meet *m, const collide_target *t, meet_sink *sink, int any) {
  contact_visit v;
  int has_forms = t->of.grid->form_count != 0, is_large;
  double count = cells_count(t->of.grid, m->low, m->high);
  is_large = count > CELLS_MANY;
  memset(&v, 0, sizeof v);
  v.base.base.take = take_contact;
  v.base.base.is_single = 1;
  /* If all contacts fit into the list, none can be skipped. */
  if (is_large && !has_forms && sink != NULL && count > (double)sink->kept.most)
    v.base.base.bound = bound_contacts;
  if (has_forms || (is_large && cells_are_bounded(m->dimensions, m->low, m->high)))
    v.base.base.enter = ci_enter_overlapped;
  v.base.grid = t->of.grid;
  v.base.shape = m->shape;
  v.m = m;
  v.target = t;
  v.sink = sink;
  v.wanted = CELL_PROPER;
  v.any = any;
  if (ci_cells_visit(&v.base, m->low, m->high)) return 1;
  if (v.has_proper || !v.has_seam) return 0;
  v.wanted = CELL_SEAM; /* whose depth is not bounded */
  v.base.base.bound = NULL;
  return ci_cells_visit(&v.base, m->low, m->high);
}

static int grid_contacts(const meet *m, const collide_target *t, meet_sink *sink) {
  meet choosing = *m;
  passed_cells passed;
  if (m->mesh != NULL) return COLLIDE_UNSUPPORTED;
  if (sink->choice != NULL && sink->choice->passes != NULL) {
    passed.passes = sink->choice->passes;
    passed.choice = sink->choice;
    passed.grid = t;
    passed.index = sink->index;
    passed.t = 0;
    choosing.passed = &passed;
  }
  visit_contacts(&choosing, t, sink, 0);
  return 0;
}

static int grid_overlap(const meet *m, const collide_target *t) {
  if (m->mesh != NULL) return COLLIDE_UNSUPPORTED;
  if (m->flags & COLLIDE_SKIP_TOUCHING) return visit_contacts(m, t, NULL, 1);
  return ci_cells_overlap(t->of.grid, m->shape, m->low, m->high);
}

static int grid_contains(const collide_target *t, const double point[3]) {
  return ci_cells_contain(t->of.grid, point);
}

const meet_kind ci_meet_grid = {grid_overlap, grid_contacts, ci_meet_grid_distance, grid_contains};
