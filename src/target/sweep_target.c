/* SPDX-License-Identifier: MIT
 *
 * Shapecasts at targets: shapes, groups part by part, and arrays member by member.
 */
#include "../number/fp.h"

#include <string.h>

#include "../grid/grid_shape.h"
#include "proximity.h"
#include "../mesh/mesh.h"
#include "../narrow/pairs.h"
#include "../narrow/space/space.h"
#include "world.h"
#include "sweep_target.h"
#include "target.h"
#include "group.h"

/* A t in space may be too late by 2^-40 of 1, and of the sizes over the displacement. */
#define SLACK 9.094947017729282e-13

/* ---- The sink ------------------------------------------------------------------------------- */

static int comes_first(const void *left, const void *right) {
  const collide_target_sweep *p = (const collide_target_sweep *)left;
  const collide_target_sweep *q = (const collide_target_sweep *)right;
  if (p->hit.t != q->hit.t) return p->hit.t < q->hit.t;
  if (p->at.index != q->at.index) return p->at.index < q->at.index;
  if (p->at.part != q->at.part) return p->at.part < q->at.part;
  if (p->at.triangle != q->at.triangle) return p->at.triangle < q->at.triangle;
  if (p->at.has_cell && q->at.has_cell && memcmp(p->at.cell, q->at.cell, sizeof p->at.cell) != 0)
    return ci_cells_before(p->at.cell, q->at.cell);
  return p->mover_part < q->mover_part;
}

static sweep_sink make_sink(collide_target_sweep *list, int64_t room, int64_t most) {
  sweep_sink sink;
  memset(&sink, 0, sizeof sink);
  sink.kept.items = list;
  sink.kept.size = sizeof *list;
  sink.kept.room = room;
  sink.kept.most = most;
  sink.kept.comes_first = comes_first;
  return sink;
}

void ci_sweep_give(sweep_sink *sink, collide_target_sweep *found) {
  found->mover_part = sink->mover_part;
  if (sink->choice != NULL && !sink->choice->takes(sink->choice, found)) return;
  ci_first_add(&sink->kept, found);
}

static const collide_mesh *mesh_of(const collide_place *at) {
  if (at->member.kind == COLLIDE_TARGET_MESH) return at->member.of.mesh;
  return ci_group_mesh(at->member.of.group, at->part - 1);
}

void ci_sweep_finish(const collide_shape *shape, const double displacement[3], int flags,
                     collide_target_sweep *found) {
  const collide_place *at = &found->at;
  const collide_shape *met = at->member.of.shape;
  collide_shape triangle;
  cell_shape room;
  if (flags & COLLIDE_SKIP_EXIT || found->hit.t_exit != SWEEP_NO_EXIT) return;
  if (at->has_cell) {
    met = ci_cell_shape(at->member.of.grid, at->cell, at->value, 0, &room);
  } else if (at->triangle != 0) {
    const collide_mesh *mesh = mesh_of(at);
    memset(&triangle, 0, sizeof triangle);
    ci_mesh_place(mesh, ci_mesh_place_of(mesh->data, at->triangle - 1), &triangle);
    met = &triangle;
  } else if (at->member.kind == COLLIDE_TARGET_GROUP) {
    met = ci_group_part(at->member.of.group, at->part - 1);
  }
  found->hit.t_exit = ci_sweep_exit(shape, displacement, met, flags, found->hit.t);
}

/* ---- Shapes and groups --------------------------------------------------------------------- */

/* Returns 1 if no more hits are wanted, 0, or COLLIDE_UNSUPPORTED. */
static int sweep_shape(const sweep_mover *m, const collide_shape *shape,
                       const collide_target *member, int part, sweep_sink *sink) {
  collide_target_sweep found;
  sweep_choice *choice = sink->choice;
  int hit;
  found.at.member = *member;
  found.at.index = sink->index;
  found.at.part = part;
  found.at.has_cell = found.at.triangle = 0;
  if (choice != NULL && choice->skips != NULL && choice->skips(choice, &found.at)) return 0;
  hit =
      ci_sweep_from(m->shape, m->d, shape, m->flags, sink->is_near, sink->any ? NULL : &found.hit);
  if (hit != 1) return hit;
  if (sink->any) {
    sink->kept.count = 1;
    return 1;
  }
  ci_sweep_give(sink, &found);
  return 0;
}

static int sweep_group(const sweep_mover *m, const collide_target *member, sweep_sink *sink) {
  const collide_shape_group *group = member->of.group;
  int i, count = collide_group_count(group), ended = 0;
  for (i = 0; i < count && ended == 0; i++) {
    const collide_mesh *mesh = ci_group_mesh(group, i);
    if (mesh != NULL)
      ended = ci_sweep_mesh(m, mesh, member, i + 1, sink);
    else
      ended = sweep_shape(m, ci_group_part(group, i), member, i + 1, sink);
  }
  return ended;
}

static int sweep_grid(const sweep_mover *m, const collide_target *member, sweep_sink *sink) {
  if (collide_grid_get_frame(member->of.grid)->dimensions != m->dimensions)
    return COLLIDE_UNSUPPORTED;
  ci_sweep_grid(m, member, sink);
  return sink->any && sink->kept.count > 0;
}

static int sweep_member(const sweep_mover *m, const collide_target *member, sweep_sink *sink) {
  switch (member->kind) {
  case COLLIDE_TARGET_SHAPE:
    return sweep_shape(m, member->of.shape, member, 0, sink);
  case COLLIDE_TARGET_GROUP:
    return sweep_group(m, member, sink);
  case COLLIDE_TARGET_GRID:
    return sweep_grid(m, member, sink);
  case COLLIDE_TARGET_MESH:
    if (m->dimensions != 3) return COLLIDE_UNSUPPORTED;
    return ci_sweep_mesh(m, member->of.mesh, member, 0, sink);
  default:
    return COLLIDE_UNSUPPORTED; /* an array or a world */
  }
}

/* ---- Targets ------------------------------------------------------------------------------- */

static double largest(const double v[3], double most) {
  int i;
  for (i = 0; i < 3; i++)
    if (fabs(v[i]) > most) most = fabs(v[i]);
  return most;
}

/* Sets all fields but the bounds, which are known. */
static inline void begin_mover(sweep_mover *m, const collide_shape *shape,
                               const double displacement[3], int flags) {
  m->shape = shape;
  m->d = displacement;
  m->flags = flags;
  m->dimensions = collide_dimensions(shape);
  m->slack = 0;
  if (m->dimensions == 3)
    m->slack = SLACK * (1 + largest(m->low, largest(m->high, 0)) / largest(displacement, 0));
  if (!(m->slack < 1)) m->slack = 1; /* also for a displacement of 0 */
}

sweep_mover ci_sweep_mover(const collide_shape *shape, const double displacement[3], int flags) {
  sweep_mover m;
  collide_bounds(shape, m.low, m.high);
  begin_mover(&m, shape, displacement, flags);
  return m;
}

sweep_mover ci_sweep_mover_within(const collide_shape *shape, const double low[3],
                                  const double high[3], const double displacement[3], int flags) {
  sweep_mover m;
  memcpy(m.low, low, sizeof m.low);
  memcpy(m.high, high, sizeof m.high);
  begin_mover(&m, shape, displacement, flags);
  return m;
}

/* Casts at the listed members whose bounds meet those of the path. */
static int sweep_near(const sweep_mover *m, const collide_target *members, sweep_sink *sink) {
  nearby *near = sink->near;
  nearby_member *e;
  double low[3], high[3];
  int k = 0, ended = 0;
  nearby_sweep(m->low, m->high, m->d, low, high);
  while (ended == 0 && (e = nearby_next(near, &k, low, high)) != NULL) {
    const collide_target *member = &members[e->index];
    sink->index = e->index;
    near->tests += nearby_counts(member);
    sink->is_near = m->dimensions == 3 && member->kind == COLLIDE_TARGET_SHAPE;
    ended = sweep_member(m, member, sink);
    sink->is_near = 0;
  }
  return ended;
}

static int sweep_all(const sweep_mover *m, const collide_target *target, sweep_sink *sink) {
  int count, ended = 0;
  const collide_target *members = target_members(target, &count);
  if (sink->near != NULL) return sweep_near(m, members, sink);
  for (sink->index = 0; sink->index < count && ended == 0; sink->index++)
    ended = sweep_member(m, &members[sink->index], sink);
  return ended;
}

int ci_sweep_chosen(const sweep_mover *m, const collide_target *target, sweep_choice *choice,
                    mesh_candidates *candidates, nearby *near, collide_target_sweep *nearest) {
  collide_target_sweep best;
  sweep_sink sink = make_sink(&best, 1, 1);
  sink.any = nearest == NULL;
  sink.choice = choice;
  sink.candidates = candidates;
  sink.near = near;
  if (candidates != NULL) candidates_begin(candidates, largest(m->low, largest(m->high, 0)));
  if (sweep_all(m, target, &sink) == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  if (sink.kept.count == 0) return 0;
  if (nearest != NULL) *nearest = best;
  return 1;
}

/* At a shape the bounds of the mover are not needed. */
static int sweep_part(const collide_shape *part, const double displacement[3],
                      const collide_target *target, int flags, sweep_sink *sink) {
  sweep_mover m = {part, displacement, flags, 0, {0, 0, 0}, {0, 0, 0}, 0};
  if (target->kind == COLLIDE_TARGET_SHAPE)
    return sweep_shape(&m, target->of.shape, target, 0, sink);
  m = ci_sweep_mover(part, displacement, flags);
  return sweep_all(&m, target, sink);
}

/* Casts the mover, or each of its parts, into the sink. Returns 0, or COLLIDE_UNSUPPORTED. */
static int sweep_parts(const collide_target *mover, const double displacement[3],
                       const collide_target *target, int flags, sweep_sink *sink) {
  int is_group = mover->kind == COLLIDE_TARGET_GROUP, i, ended = 0;
  int count = is_group ? collide_group_count(mover->of.group) : 1;
  if (!is_group && mover->kind != COLLIDE_TARGET_SHAPE) return COLLIDE_UNSUPPORTED;
  for (i = 0; i < count && ended == 0; i++) {
    const collide_shape *part = is_group ? ci_group_part(mover->of.group, i) : mover->of.shape;
    if (part == NULL) return COLLIDE_UNSUPPORTED;
    sink->mover_part = is_group ? i + 1 : 0;
    ended = sweep_part(part, displacement, target, flags, sink);
  }
  return ended == COLLIDE_UNSUPPORTED ? ended : 0;
}

collide_answer collide_target_shapecast(const collide_target *mover, const double displacement[3],
                                        const collide_target *target, int flags,
                                        collide_target_sweep *nearest) {
  /* For one shape the cast finds t_exit at once; for many, only the nearest hit gets it. */
  int is_pair = mover->kind == COLLIDE_TARGET_SHAPE && target->kind == COLLIDE_TARGET_SHAPE;
  collide_target_sweep best;
  sweep_sink sink = make_sink(&best, 1, 1);
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(mover, target->of.world, flags);
    return answer_of(ci_many_shapecast(&q, displacement, nearest, NULL));
  }
  sink.any = nearest == NULL;
  if (sweep_parts(mover, displacement, target, is_pair ? flags : flags | COLLIDE_SKIP_EXIT,
                  &sink) != 0)
    return COLLIDE_UNSUPPORTED;
  if (sink.kept.count == 0) return COLLIDE_NO;
  if (nearest == NULL) return COLLIDE_YES;
  if (!(flags & COLLIDE_SKIP_EXIT)) {
    const collide_shape *shape = mover->of.shape;
    if (best.mover_part > 0) shape = ci_group_part(mover->of.group, best.mover_part - 1);
    ci_sweep_finish(shape, displacement, 0, &best);
  }
  *nearest = best;
  return COLLIDE_YES;
}

collide_answer collide_target_shapecasts(const collide_target *mover, const double displacement[3],
                                         const collide_target *member, int flags,
                                         collide_target_sweep *list, int64_t room, int64_t most,
                                         int64_t *count) {
  sweep_sink sink = make_sink(list, room, most);
  if (member->kind == COLLIDE_TARGET_ARRAY) return COLLIDE_UNSUPPORTED;
  if (sweep_parts(mover, displacement, member, flags, &sink) != 0) return COLLIDE_UNSUPPORTED;
  *count = sink.kept.count;
  return answer_of(*count > 0);
}
