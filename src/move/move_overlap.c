/* SPDX-License-Identifier: MIT
 *
 * Overlaps of a shape with members, parts, cells and triangles.
 */
#include "move.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "../target/proximity_tile.h"
#include "../narrow/pairs.h"
#include "../target/group.h"

/* The mesh of a place, or NULL. */
static const collide_mesh *mesh_at(const collide_place *at) {
  if (at->member.kind == COLLIDE_TARGET_MESH) return at->member.of.mesh;
  if (at->member.kind != COLLIDE_TARGET_GROUP) return NULL;
  return ci_group_mesh(at->member.of.group, at->part - 1);
}

int ci_move_count_shapes(const collide_place *at) {
  return at->has_cell ? grid_parts_of(at->member.of.grid, at->value) : 1;
}

/* One of the shapes of a place; that of a cell or triangle is written to *room. */
const collide_shape *ci_move_get_shape(const collide_place *at, int part, cell_shape *room) {
  const collide_mesh *mesh = mesh_at(at);
  if (at->has_cell) return ci_cell_shape(at->member.of.grid, at->cell, at->value, part, room);
  if (mesh != NULL) {
    memset(&room->shape, 0, sizeof room->shape);
    ci_mesh_place(mesh, ci_mesh_place_of(mesh->data, at->triangle - 1), &room->shape);
    return &room->shape;
  }
  if (at->member.kind == COLLIDE_TARGET_GROUP)
    return ci_group_part(at->member.of.group, at->part - 1);
  return at->member.of.shape;
}

/* A shape without area in the seam of two cells overlaps neither of them, but it overlaps the grid.
 * `contact` returns such cells if there are no others. */
static int is_in_seam(const collide_shape *shape, const collide_place *at) {
  meet m = ci_meet_begin(shape, 0);
  collide_meeting one;
  collide_push push;
  if (ci_meet_cell(&m, at->member.of.grid, at->cell, &push) != CELL_SEAM) return 0;
  m.flags = COLLIDE_SKIP_TOUCHING;
  if (ci_meet_chosen(&m, &at->member, NULL, &one) != 1) return 0;
  m.flags = 0;
  return ci_meet_cell(&m, at->member.of.grid, one.at.cell, &push) == CELL_SEAM;
}

/* Returns 1 if the shape penetrates a shape of the place deeper than `depth`; 0 if it overlaps one;
 * -1 if it overlaps none. Not inlined: it needs a large stack frame, and is_in_seam does not. */
static PAIR_SELDOM int overlaps_deeper(const collide_shape *shape, const collide_place *at,
                                       double depth) {
  int i, parts = ci_move_count_shapes(at), found = -1;
  for (i = 0; i < parts; i++) {
    cell_shape room;
    collide_push push;
    const collide_shape *one = ci_move_get_shape(at, i, &room);
    if (depth == 0) {
      int relation = ci_pair_meet(shape, one);
      if (relation == PAIR_DEEP) return 1;
      if (relation == PAIR_PARTED) continue;
    }
    if (collide_contact(shape, one, &push) != 1) continue;
    if (push.depth > depth) return 1;
    found = 0;
  }
  return found;
}

int ci_move_shape_overlaps(const collide_shape *shape, const collide_place *at, double depth) {
  int found = overlaps_deeper(shape, at, depth);
  if (found != 0) return found > 0;
  return at->has_cell && !ci_meet_has_inside(shape) && is_in_seam(shape, at);
}

int ci_move_overlaps_by(const move_body *body, const collide_place *at, double depth) {
  int i, count = move_parts(body);
  for (i = 0; i < count; i++)
    if (ci_move_shape_overlaps(move_part(body, i), at, depth)) return 1;
  return 0;
}

int ci_move_are_within(const collide_place *p, const collide_place *q, double far) {
  int i, k, count = ci_move_count_shapes(p), other = ci_move_count_shapes(q);
  for (i = 0; i < count; i++) {
    for (k = 0; k < other; k++) {
      cell_shape room, more;
      double on_p[3], on_q[3];
      if (collide_distance(ci_move_get_shape(p, i, &room), ci_move_get_shape(q, k, &more), on_p,
                           on_q) <= far)
        return 1;
    }
  }
  return 0;
}

double ci_move_find_top(const collide_place *at, const double unit[3]) {
  double top = -HUGE_VAL, low, high;
  int i, count = ci_move_count_shapes(at);
  for (i = 0; i < count; i++) {
    cell_shape room;
    collide_project(ci_move_get_shape(at, i, &room), unit, &low, &high);
    if (high > top) top = high;
  }
  return top;
}

double ci_move_find_exit(const collide_shape *shape, const double d[3], const collide_place *at) {
  collide_sweep_hit hit;
  double leaves = 0;
  int i, parts = ci_move_count_shapes(at);
  for (i = 0; i < parts; i++) {
    cell_shape room;
    if (collide_shapecast(shape, d, ci_move_get_shape(at, i, &room), 0, &hit) != 1 || !hit.inside)
      continue;
    if (hit.t_exit > leaves) leaves = hit.t_exit;
  }
  return leaves;
}

int ci_move_is_lower_place(const collide_place *p, const collide_place *q) {
  if (p->index != q->index) return p->index < q->index;
  if (p->part != q->part) return p->part < q->part;
  if (p->triangle != q->triangle) return p->triangle < q->triangle;
  return p->has_cell && ci_cells_before(p->cell, q->cell);
}

int ci_move_is_same_place(const collide_place *p, const collide_place *q) {
  if (p->index != q->index || p->part != q->part || p->has_cell != q->has_cell) return 0;
  if (p->triangle != q->triangle) return 0;
  return !p->has_cell || memcmp(p->cell, q->cell, sizeof p->cell) == 0;
}
