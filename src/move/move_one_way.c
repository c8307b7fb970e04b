/* SPDX-License-Identifier: MIT
 *
 * What blocks from one side alone, and was gone into before.
 */
#include "move.h"

#include <string.h>

/* The cells of a layer of a grid that the shape spans at the call: all of it along the axes across
 * n, and along the others the layer of the cell. */
static int begin_layer(const move_state *m, const collide_place *at, const double n[3],
                       collide_grid_cells *cells) {
  const collide_grid_frame *frame = collide_grid_get_frame(at->member.of.grid);
  double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  int64_t min[3], max[3];
  int i;
  if (m->self.group != NULL)
    collide_group_bounds(m->self.group, low, high);
  else
    collide_bounds(m->self.shape, low, high);
  if (!collide_cell_at(frame, low, min) || !collide_cell_at(frame, high, max)) return 0;
  for (i = 0; i < 3; i++)
    if (i >= m->dimensions || n[i] != 0) min[i] = max[i] = at->cell[i];
  collide_grid_cells_begin(cells, min, max);
  return 1;
}

/* Cells beside one another that look the same way are one floor, as wide as the shape. */
static int was_in_layer(const move_state *m, const collide_place *at, const double n[3]) {
  const collide_move_options *o = m->options;
  const collide_grid *grid = at->member.of.grid;
  collide_place beside = *at;
  collide_grid_cells cells;
  if (!begin_layer(m, at, n, &cells)) return 0;
  while ((beside.value = collide_grid_cells_next(&cells, grid)) != 0) {
    double side[3] = {0, 0, 0};
    memcpy(beside.cell, cells.at, sizeof beside.cell);
    if (!o->one_way(o->user, &beside, side)) continue;
    if (side[0] != n[0] || side[1] != n[1] || side[2] != n[2]) continue;
    if (ci_move_is_deep_in(&m->self, &beside, m->rounded)) return 1;
  }
  return 0;
}

typedef struct one_way_choice {
  meet_choice base;
  move_state *m;
} one_way_choice;

static int takes_one_way(meet_choice *base, const collide_meeting *found) {
  move_state *m = ((one_way_choice *)(void *)base)->m;
  double n[3] = {0, 0, 0};
  if (m->one_way_count == MOVE_ASKED || !(found->push.depth > m->rounded)) return 0;
  if (!m->options->one_way(m->options->user, &found->at, n)) return 0;
  m->one_way[m->one_way_count++] = found->at;
  return 1;
}

void ci_move_note_one_way(move_state *m) {
  one_way_choice c;
  int i, count = move_parts(&m->self);
  if (m->options->one_way == NULL) return;
  c.base.takes = takes_one_way;
  c.base.passes = NULL;
  c.m = m;
  for (i = 0; i < count && !m->unsupported; i++) {
    meet ask = ci_move_ask(&m->self, i);
    collide_meeting deepest;
    if (ci_meet_chosen(&ask, m->target, &c.base, &deepest) == COLLIDE_UNSUPPORTED)
      m->unsupported = 1;
  }
}

/* Parts of a group, triangles of a mesh and members of a target that touch one another are one
 * floor, too, where they look the same way. */
static int was_beside(const move_state *m, const collide_place *at, const double n[3]) {
  const collide_move_options *o = m->options;
  int i;
  for (i = 0; i < m->one_way_count; i++) {
    double side[3] = {0, 0, 0};
    if (ci_move_is_same(&m->one_way[i], at)) return 1;
    if (!o->one_way(o->user, &m->one_way[i], side)) continue;
    if (side[0] != n[0] || side[1] != n[1] || side[2] != n[2]) continue;
    if (ci_move_are_near(&m->one_way[i], at, m->rounded)) return 1;
  }
  return 0;
}

/* Was the shape below what is the top of the place along n? Else it stood on it, or came down on
 * it, though it was in one beside: a stair, say. */
static int was_below(const move_state *m, const collide_place *at, const double n[3]) {
  double unit[3], length = move_length(n), least = HUGE_VAL, low, high, top;
  int i, count = move_parts(&m->self);
  for (i = 0; i < 3; i++) unit[i] = n[i] / length;
  top = ci_move_top(at, unit);
  for (i = 0; i < count; i++) {
    collide_project(move_part(&m->self, i), unit, &low, &high);
    if (low < least) least = low;
  }
  return least < top - m->rounded;
}

int ci_move_was_in(const move_state *m, const collide_place *at, const double n[3]) {
  if (!m->self_is_in) return 0;
  if (ci_move_is_deep_in(&m->self, at, m->rounded)) return 1;
  if (!was_below(m, at, n)) return 0;
  return at->has_cell ? was_in_layer(m, at, n) : was_beside(m, at, n);
}
