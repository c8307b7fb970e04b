/* SPDX-License-Identifier: MIT
 *
 * One-way places that the body entered before.
 */
#include "move.h"
#include "../target/group.h"

#include <string.h>

/* The cells of a layer of a grid that the body spans at the call. Along the axes perpendicular to n
 * it is all of the body; along the others it is the layer of the cell. */
static int begin_layer(const move_state *m, const collide_place *at, const double n[3],
                       collide_grid_cells *cells) {
  const collide_grid_frame *frame = collide_grid_get_frame(at->member.of.grid);
  int64_t min[3], max[3];
  int i;
  if (!collide_cell_at(frame, m->self.low, min) || !collide_cell_at(frame, m->self.high, max))
    return 0;
  for (i = 0; i < 3; i++)
    if (i >= m->dimensions || n[i] != 0) min[i] = max[i] = at->cell[i];
  collide_grid_cells_begin(cells, min, max);
  return 1;
}

/* Adjacent cells with the same direction are one floor, as wide as the body. */
static int overlapped_layer(const move_state *m, const collide_place *at, const double n[3]) {
  const collide_move_options *o = m->options;
  const collide_grid *grid = at->member.of.grid;
  collide_place neighbour = *at;
  collide_grid_cells cells;
  if (!begin_layer(m, at, n, &cells)) return 0;
  while ((neighbour.value = collide_grid_cells_next(&cells, grid)) != 0) {
    double side[3] = {0, 0, 0};
    memcpy(neighbour.cell, cells.at, sizeof neighbour.cell);
    if (!o->one_way(o->user, &neighbour, side)) continue;
    if (side[0] != n[0] || side[1] != n[1] || side[2] != n[2]) continue;
    if (ci_move_overlaps_by(&m->self, &neighbour, m->rounding)) return 1;
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
  if (m->one_way_count == MOVE_PLACES || !(found->push.depth > m->rounding)) return 0;
  if (!m->options->one_way(m->options->user, &found->at, n)) return 0;
  m->one_way[m->one_way_count++] = found->at;
  return 0;
}

void ci_move_record_one_way(move_state *m) {
  one_way_choice c;
  if (m->options->one_way == NULL) return;
  c.base.takes = takes_one_way;
  c.base.passes = NULL;
  c.m = m;
  ci_move_collect(m, &m->self, &c.base, NULL);
}

/* Parts of a group, triangles of a mesh and members of a target that touch are one floor, too, if
 * they have the same direction. */
static int overlapped_neighbour(const move_state *m, const collide_place *at, const double n[3]) {
  const collide_move_options *o = m->options;
  int i;
  for (i = 0; i < m->one_way_count; i++) {
    double side[3] = {0, 0, 0};
    if (ci_move_is_same_place(&m->one_way[i], at)) return 1;
    if (!o->one_way(o->user, &m->one_way[i], side)) continue;
    if (side[0] != n[0] || side[1] != n[1] || side[2] != n[2]) continue;
    if (ci_move_are_within(&m->one_way[i], at, m->rounding)) return 1;
  }
  return 0;
}

/* Returns 1 if the body reached below the top of the place along n. Otherwise it stood on it or
 * came down on it, although it overlapped a neighbour, such as a stair. */
static int was_below(const move_state *m, const collide_place *at, const double n[3]) {
  double unit[3], length = move_length(n), least = HUGE_VAL, low, high, top;
  int i, count = move_parts(&m->self);
  for (i = 0; i < 3; i++) unit[i] = n[i] / length;
  top = ci_move_find_top(at, unit);
  for (i = 0; i < count; i++) {
    collide_project(move_part(&m->self, i), unit, &low, &high);
    if (low < least) least = low;
  }
  return least < top - m->rounding;
}

int ci_move_overlapped_one_way(const move_state *m, const collide_place *at, const double n[3]) {
  if (!m->call_overlaps) return 0;
  if (ci_move_overlaps_by(&m->self, at, m->rounding)) return 1;
  if (!was_below(m, at, n)) return 0;
  return at->has_cell ? overlapped_layer(m, at, n) : overlapped_neighbour(m, at, n);
}
