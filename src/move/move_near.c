/* SPDX-License-Identifier: MIT
 *
 * The convex shapes near the body: members, parts, triangles and cells whose bounds meet a box.
 */
#include "move.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "../target/group.h"
#include "../target/proximity.h"
#include "../shape/shape.h"

typedef struct visit {
  const double *low, *high;
  collide_place at;
  int (*take)(void *user, const collide_place *at);
  void *user;
  int has_ended;
} visit;

static int take(visit *v) {
  v->has_ended = !v->take(v->user, &v->at);
  return !v->has_ended;
}

static int meets_box(const visit *v, const collide_shape *shape) {
  double low[3], high[3];
  collide_bounds(shape, low, high);
  return nearby_boxes_meet(v->low, v->high, low, high);
}

static int take_triangle(void *user, int number) {
  visit *v = (visit *)user;
  v->at.triangle = number + 1;
  return take(v);
}

static void visit_mesh(visit *v, const collide_mesh *mesh) {
  ci_mesh_near_box(mesh, v->low, v->high, take_triangle, v);
  v->at.triangle = 0;
}

static void visit_group(visit *v, const collide_shape_group *group) {
  int i, count = collide_group_count(group);
  for (i = 0; i < count && !v->has_ended; i++) {
    const collide_mesh *mesh = ci_group_mesh(group, i);
    v->at.part = i + 1;
    if (mesh != NULL)
      visit_mesh(v, mesh);
    else if (meets_box(v, ci_group_part(group, i)))
      (void)take(v);
  }
  v->at.part = 0;
}

static void visit_grid(visit *v, const collide_grid *grid) {
  int64_t min[3], max[3];
  collide_grid_cells cells;
  ci_cells_range(grid, v->low, v->high, min, max);
  if (min[0] > max[0]) return;
  collide_grid_cells_begin(&cells, min, max);
  v->at.has_cell = 1;
  while (!v->has_ended && (v->at.value = collide_grid_cells_next(&cells, grid)) != 0) {
    memcpy(v->at.cell, cells.at, sizeof v->at.cell);
    (void)take(v);
  }
  v->at.has_cell = 0;
}

static void visit_member(visit *v, const collide_target *member, int index) {
  v->at.member = *member;
  v->at.index = index;
  switch (member->kind) {
  case COLLIDE_TARGET_SHAPE:
    if (meets_box(v, member->of.shape)) (void)take(v);
    return;
  case COLLIDE_TARGET_GRID:
    visit_grid(v, member->of.grid);
    return;
  case COLLIDE_TARGET_MESH:
    visit_mesh(v, member->of.mesh);
    return;
  case COLLIDE_TARGET_GROUP:
    visit_group(v, member->of.group);
    return;
  default:
    return;
  }
}

void ci_move_visit(move_state *m, const double low[3], const double high[3],
                   int (*take_place)(void *user, const collide_place *at), void *user) {
  static const double none[3] = {0, 0, 0};
  const collide_target *t = m->target;
  nearby *near = ci_move_find_nearby(m, low, high, none);
  visit v;
  int i;
  memset(&v, 0, sizeof v);
  v.low = low;
  v.high = high;
  v.take = take_place;
  v.user = user;
  m->queries++;
  if (t->kind != COLLIDE_TARGET_ARRAY) {
    visit_member(&v, t, 0);
  } else if (near == NULL) {
    for (i = 0; i < t->count && !v.has_ended; i++) visit_member(&v, &t->of.members[i], i);
  } else {
    for (i = 0; i < near->count && !v.has_ended; i++)
      visit_member(&v, &t->of.members[near->list[i].index], near->list[i].index);
  }
}
