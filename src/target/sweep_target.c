/* SPDX-License-Identifier: MIT
 *
 * Shapecasts at targets: shapes and grids, groups part by part, and arrays member by member.
 * Meshes are in sweep_mesh.c, and worlds in world_proximity.c.
 */
#include "../number/fp.h"
#include "../number/scalar.h"

#include <string.h>

#include "../grid/grid_pass.h"
#include "../grid/grid_shape.h"
#include "hidden.h"
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
  int order;
  if (p->hit.t != q->hit.t) return p->hit.t < q->hit.t;
  order = ci_places_compare(&p->at, &q->at);
  if (order != 0) return order < 0;
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

void ci_sweep_finish(const collide_shape *shape, const double displacement[3], int flags,
                     collide_target_sweep *found) {
  const collide_place *at = &found->at;
  int count;
  const collide_target *part =
      target_parts(&at->member, &count) + (at->part > 0 ? at->part - 1 : 0);
  const collide_shape *met = part->of.shape;
  collide_shape triangle;
  cell_shape room;
  if (flags & COLLIDE_SKIP_EXIT || found->hit.t_exit != SWEEP_NO_EXIT) return;
  if (at->has_cell) {
    met = ci_cell_shape(part->of.grid, at->cell, at->value, 0, &room);
  } else if (part->kind == COLLIDE_TARGET_MESH) {
    const collide_mesh *mesh = part->of.mesh;
    memset(&triangle, 0, sizeof triangle);
    ci_mesh_place(mesh, ci_mesh_place_of(mesh->data, at->triangle - 1), &triangle);
    met = &triangle;
  }
  found->hit.t_exit = ci_sweep_exit(shape, displacement, met, flags, found->hit.t);
}

/* ---- Grids ----------------------------------------------------------------------------------
 *
 * The broad phase is the pass of the shape's bounds through the grid (grid/grid_pass.h). It gives
 * the cells that the bounds meet, mostly the nearest first, and skips cells beyond the nearest hit.
 * The narrow phase casts the shape at each cell exactly.
 */

/* ---- Grids: a bound for balls and capsules ------------------------------------------------
 *
 * A ball or an upright capsule that moves towards a box: a lower bound of the time at which they
 * meet. Uses plain doubles, so that most boxes near its path need no exact decision.
 */

typedef struct sweep_round {
  int is_known;           /* 0: the mover is another shape, and only this is set */
  double low[3], high[3]; /* the bounds of its core, a point or a segment: a box */
  double radius;
  double speed; /* the largest absolute component of d */
  const double *d;
  double slack; /* the slack of the mover */
} sweep_round;

/* The core of a ball is a point, that of an upright capsule a segment along an axis. So all
 * differences of a point of the box and one of the core are a box M, too. The distance of t d from
 * M is a convex function of t. A step of Newton's method from outside never passes the place where
 * the distance is the radius.
 *
 * With n from t d to the nearest corner, edge or face of M, each point of M lies at n . x >= n . c
 * for a corner c of M. So the plane across n through c is |n| away. Let u = 2^-53 and S the
 * greatest |coordinate| of the box, the core and d together along an axis. A component of n is off
 * by 2 u S for the bound of M, u S for t d, and u S for their difference; along three axes together
 * by 7 u S, and |n| rounds by 3 u of itself, which is at most 1.8 S. The rest after the radius
 * rounds by 3 u of S and of the radius: less than 16 u of (S + radius).
 *
 * The speed n . d / |n| is off by 3 u of the products and 4 u more of itself, and so by less than
 * 13 u of the greatest component of d. A step rounds by 4 u of itself, less than 4 u where it
 * counts, which is negligible beside the slack.
 */
#ifndef ROUND_DOUBT
#define ROUND_DOUBT 3.5527136788005009e-15 /* 2^-48, 32 u */
#endif

/* The most steps. A step that is shorter than ROUND_NEAR is the last one. */
enum { MOST_STEPS = 5 };
#define ROUND_NEAR 1e-4

/* Other shapes, oblique capsules, and displacements whose squares may overflow or vanish have no
 * bound. */
static sweep_round make_sweep_round(const sweep_mover *m) {
  const collide_shape *s = m->shape;
  sweep_round r;
  int i, axes = 0;
  memset(&r, 0, sizeof r);
  if (m->dimensions != 3 || s->frame != COLLIDE_MOVED || !(s->radius > 0)) return r;
  if (s->kind != COLLIDE_SPHERE && s->kind != COLLIDE_CAPSULE) return r;
  r.radius = s->radius;
  r.speed = 0;
  r.d = m->d;
  r.slack = m->slack;
  for (i = 0; i < 3; i++) {
    double a = s->kind == COLLIDE_CAPSULE ? s->a[i] : 0,
           b = s->kind == COLLIDE_CAPSULE ? s->b[i] : 0;
    axes += a != b;
    r.low[i] = s->origin[i] + (a < b ? a : b);
    r.high[i] = s->origin[i] + (a < b ? b : a);
    if (fabs(m->d[i]) > r.speed) r.speed = fabs(m->d[i]);
  }
  r.is_known = axes < 2 && r.speed > 1e-100 && r.speed < 1e100;
  return r;
}

/* Returns a time before which the mover surely does not meet the box, as collide_shapecast measures
 * times. Returns HUGE_VAL if it does not meet the box up to `most`. t is a time for which the
 * caller already knows this. */
static double sweep_round_bound(const sweep_round *r, const double low[3], const double high[3],
                                double t, double most) {
  double least[3], greatest[3], size = 0, doubt;
  int i, step;
  for (i = 0; i < 3; i++) {
    double reach =
        greater(fabs(low[i]), fabs(high[i])) + greater(fabs(r->low[i]), fabs(r->high[i]));
    size = greater(size, reach + fabs(r->d[i]));
    least[i] = low[i] - r->high[i];
    greatest[i] = high[i] - r->low[i];
  }
  doubt = ROUND_DOUBT * (size + r->radius);
  if (!(size < 1e100)) return t;
  for (step = 0; step < MOST_STEPS; step++) {
    double square = 0, along = 0, apart, gap, closing, next;
    for (i = 0; i < 3; i++) {
      double x = t * r->d[i], n = x < least[i]      ? least[i] - x
                                  : x > greatest[i] ? greatest[i] - x
                                                    : 0;
      square += n * n;
      along += n * r->d[i];
    }
    apart = sqrt(square);
    gap = apart - r->radius - doubt;
    if (!(gap > 0)) return t;
    closing = along / apart + ROUND_DOUBT * r->speed;
    if (!(gap < closing * (most + r->slack - t))) return HUGE_VAL;
    next = t + gap / closing;
    if (!(next - t > ROUND_NEAR)) return next;
    t = next;
  }
  return t;
}

/* ---- Grids: one cell ------------------------------------------------------------------------ */

/* A shapecast at a grid. */
typedef struct grid_sweep {
  grid_pass base;
  const sweep_mover *m;
  const collide_target *target;
  sweep_sink *sink;
  sweep_round round;
} grid_sweep;

/* Returns NULL if the shape passes no cells. */
static const passed_cells *begin_passed(passed_cells *p, const grid_sweep *v, double t) {
  const sweep_choice *choice = v->sink->choice;
  if (choice == NULL || choice->passes == NULL) return NULL;
  p->passes = choice->passes;
  p->choice = choice;
  p->grid = v->target;
  p->index = v->sink->index;
  p->t = t;
  return p;
}

static double dot(const sweep_mover *m, const double n[3]) {
  double sum = n[0] * m->d[0] + n[1] * m->d[1];
  return m->dimensions == 3 ? sum + n[2] * m->d[2] : sum;
}

/* For a cell that the shape overlaps at the start, the hit has the normal of the contact. Returns 0
 * if the hit does not count. A hit of a move always counts, because the move decides by all normals
 * of the contact: at a covered corner that the shape overlaps by rounding, this one normal may lead
 * across the whole cell. */
static int take_start(const grid_sweep *v, const int64_t cell[3], collide_sweep_hit *hit) {
  meet start = ci_meet_begin_within(v->m->shape, v->m->low, v->m->high, 0);
  passed_cells passed;
  collide_push push;
  start.passed = begin_passed(&passed, v, 0);
  if (ci_meet_cell(&start, v->target->of.grid, cell, &push) == CELL_APART) return 1;
  memcpy(hit->normal, push.normal, sizeof push.normal);
  memcpy(hit->point, push.point, sizeof push.point);
  hit->depth = push.depth;
  return v->sink->choice != NULL || !(v->m->flags & COLLIDE_SKIP_TOUCHING) ||
         dot(v->m, push.normal) < 0;
}

/* Casts at a part of a cell. If the shape overlaps the cell at the start, COLLIDE_SKIP_TOUCHING
 * decides by the normal from take_start whether the cell counts. So the cast there has no such
 * flag. `is_later`: the shape is certainly apart from the cell at the start. Not inlined: its stack
 * frame is large, and the search for a normal, which follows, does not need it. */
static PAIR_SELDOM int cast_at_part(const grid_sweep *v, const int64_t cell[3], unsigned value,
                                    int part, int flags, int is_later, collide_sweep_hit *hit) {
  cell_shape room;
  const collide_shape *one = ci_cell_shape(v->target->of.grid, cell, value, part, &room);
  if (!(flags & COLLIDE_SKIP_TOUCHING) || flags & COLLIDE_SKIP_INSIDE)
    return collide_shapecast(v->m->shape, v->m->d, one, flags, hit) == 1;
  if (collide_shapecast(v->m->shape, v->m->d, one, flags | COLLIDE_SKIP_INSIDE, hit) == 1) return 1;
  return !is_later && collide_shapecast(v->m->shape, v->m->d, one, 0, hit) == 1 && hit->inside;
}

/* Casts at a part of a cell, and gives the hit a normal that crosses no covered face. */
static int sweep_cell(const grid_sweep *v, const int64_t cell[3], unsigned value, int part,
                      int flags, int is_later, collide_sweep_hit *hit) {
  passed_cells passed;
  cell_around around;
  if (!cast_at_part(v, cell, value, part, flags, is_later, hit)) return 0;
  if (hit->inside) return take_start(v, cell, hit);
  around = around_cell(v->target->of.grid, cell, begin_passed(&passed, v, hit->t));
  ci_sweep_cell_normal(v->m, &around, part, hit);
  return 1;
}

/* Skips cells beyond the latest wanted hit. */
static void set_most(grid_sweep *v) {
  v->base.most = sweep_sink_latest(v->sink);
}

/* A move gets a hit for each part that the shape meets. Otherwise a cell counts once, by the part
 * that is hit first. The shape is certainly apart from the cell before t. Returns 1 to end the
 * pass. */
static int take_cell(grid_sweep *v, const int64_t cell[3], unsigned value, double t) {
  int i, parts = grid_parts_of(v->target->of.grid, value), met = 0;
  /* A hit does not name the part, so t_exit of one of several parts can be found only here. */
  int flags = parts == 1 ? v->m->flags : v->m->flags & ~COLLIDE_SKIP_EXIT;
  collide_target_sweep found;
  collide_sweep_hit one;
  passed_cells passed;
  /* A cell that the shape passes from the start gives no hit. */
  if (passed_has(begin_passed(&passed, v, 0), cell, value)) return 0;
  found.at = place_of_cell(v->target, v->sink->index, cell, value);
  for (i = 0; i < parts; i++) {
    if (!sweep_cell(v, cell, value, i, flags, t > 0, &one)) continue;
    if (v->sink->any) {
      v->sink->kept.count = 1;
      return 1;
    }
    one.face = COLLIDE_FACE_NONE;
    one.edge = 0;
    if (!met || v->sink->choice != NULL || one.t < found.hit.t) found.hit = one;
    met = 1;
    if (v->sink->choice != NULL) ci_sweep_give(v->sink, &found);
  }
  if (met && v->sink->choice == NULL) ci_sweep_give(v->sink, &found);
  set_most(v);
  return 0;
}

static int take(grid_pass *pass, const int64_t cell[3], unsigned value) {
  return take_cell((grid_sweep *)(void *)pass, cell, value, pass->now);
}

/* A block that is not skipped keeps the time of the bounds, which is no later than that of its
 * cells: the bound of a block may be later than that of a cell by rounding. */
static double delay_round(const grid_sweep *v, const double low[3], const double high[3],
                          int is_cell, double t) {
  double later = sweep_round_bound(&v->round, low, high, t > 0 ? t : 0, v->base.most);
  if (!is_cell) return later == HUGE_VAL ? HUGE_VAL : t;
  return later - v->m->slack > t ? later - v->m->slack : t;
}

/* The bounds of a large shape may meet many blocks that the shape does not. Such a block is
 * skipped, and others keep their time. */
static double delay_block(const grid_sweep *v, const double low[3], const double high[3],
                          double t) {
  collide_sweep_hit hit;
  collide_shape box;
  ci_box_shape(v->m->dimensions, low, high, &box);
  if (t <= 0 && collide_overlap(v->m->shape, &box) == 1) return t; /* takes less time */
  return collide_shapecast(v->m->shape, v->m->d, &box, COLLIDE_SKIP_EXIT, &hit) == 1 ? t : HUGE_VAL;
}

/* The `delay` of the pass: the time before which the shape does not meet a block. */
static double delay(const grid_pass *pass, const int64_t min[3], const int64_t max[3], double t) {
  const grid_sweep *v = (const grid_sweep *)(const void *)pass;
  double low[3], high[3];
  int is_cell = memcmp(min, max, 3 * sizeof *min) == 0;
  if (is_cell && !v->round.is_known) return t;
  ci_cells_corners(pass->grid, min, max, low, high);
  return v->round.is_known ? delay_round(v, low, high, is_cell, t) : delay_block(v, low, high, t);
}

/* ---- Grids: the pass ------------------------------------------------------------------------ */

/* If a block begins at the t of the last wanted hit so far, only cells before that hit's cell
 * count. */
static int wants(const grid_pass *pass, const int64_t min[3]) {
  const grid_sweep *v = (const grid_sweep *)(const void *)pass;
  const collide_target_sweep *last = sweep_sink_last(v->sink);
  if (last == NULL) return !first_is_closed(&v->sink->kept);
  /* A move wants all hits at that t: on top of a slope the floor counts, and it may be a later
   * cell. Among boxes alone the first cell is enough. */
  if (v->sink->choice != NULL && v->target->of.grid->form_count != 0) return 1;
  if (last->at.index != v->sink->index) return 0; /* that member comes before this grid */
  return ci_cells_before(min, last->at.cell);
}

/* Gives all hits with the cells of a grid to the sink. With `any` it ends at the first. */
static int sweep_grid(const sweep_mover *m, const collide_target *target, sweep_sink *sink) {
  grid_sweep v;
  if (target->of.grid->frame.dimensions != m->dimensions) return COLLIDE_UNSUPPORTED;
  memcpy(v.base.low, m->low, sizeof v.base.low);
  memcpy(v.base.high, m->high, sizeof v.base.high);
  v.base.d[0] = m->d[0];
  v.base.d[1] = m->d[1];
  v.base.d[2] = m->dimensions == 3 ? m->d[2] : 0;
  v.base.open = (m->flags & COLLIDE_SKIP_TOUCHING) != 0;
  v.base.slack = m->slack;
  v.base.wants = wants;
  v.base.take = take;
  v.m = m;
  v.target = target;
  v.sink = sink;
  set_most(&v);
  v.round.is_known = 0;
  if (m->shape->radius > 0 && target->of.grid->form_count == 0) v.round = make_sweep_round(m);
  v.base.delay = NULL;
  if (v.round.is_known || cells_count(target->of.grid, m->low, m->high) > CELLS_MANY)
    v.base.delay = delay;
  (void)ci_grid_pass(target->of.grid, &v.base);
  return sink->any && sink->kept.count > 0;
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

static int sweep_part_of(const sweep_mover *m, const collide_target *part,
                         const collide_target *member, int number, sweep_sink *sink) {
  switch (part->kind) {
  case COLLIDE_TARGET_SHAPE:
    return sweep_shape(m, part->of.shape, member, number, sink);
  case COLLIDE_TARGET_GRID:
    return sweep_grid(m, member, sink);
  default:
    if (m->dimensions != 3) return COLLIDE_UNSUPPORTED;
    return ci_sweep_mesh(m, part->of.mesh, member, number, sink);
  }
}

/* Casts at a member, or at each part of a group. An array or a world has no test. */
static int sweep_member(const sweep_mover *m, const collide_target *member, sweep_sink *sink) {
  int i, count, ended = 0;
  const collide_target *parts = target_parts(member, &count);
  if (count == 0) return COLLIDE_UNSUPPORTED;
  for (i = 0; i < count && ended == 0; i++)
    ended =
        sweep_part_of(m, &parts[i], member, member->kind == COLLIDE_TARGET_GROUP ? i + 1 : 0, sink);
  return ended;
}

/* ---- Targets ------------------------------------------------------------------------------- */

static double largest(const double v[3], double most) {
  int i;
  for (i = 0; i < 3; i++)
    if (fabs(v[i]) > most) most = fabs(v[i]);
  return most;
}

sweep_mover ci_sweep_mover_within(const collide_shape *shape, const double low[3],
                                  const double high[3], const double displacement[3], int flags) {
  sweep_mover m;
  m.shape = shape;
  m.d = displacement;
  m.flags = flags;
  m.dimensions = collide_dimensions(shape);
  memcpy(m.low, low, sizeof m.low);
  memcpy(m.high, high, sizeof m.high);
  m.slack = 0;
  if (m.dimensions == 3)
    m.slack = SLACK * (1 + largest(low, largest(high, 0)) / largest(displacement, 0));
  if (!(m.slack < 1)) m.slack = 1; /* also for a displacement of 0 */
  return m;
}

sweep_mover ci_sweep_mover(const collide_shape *shape, const double displacement[3], int flags) {
  double low[3], high[3];
  collide_bounds(shape, low, high);
  return ci_sweep_mover_within(shape, low, high, displacement, flags);
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

/* Casts one part of the mover. A cast at a shape does not need the bounds of the mover. */
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
  int i, count, ended = 0;
  const collide_target *parts = target_parts(mover, &count);
  if (count == 0) return COLLIDE_UNSUPPORTED;
  for (i = 0; i < count && ended == 0; i++) {
    if (parts[i].kind != COLLIDE_TARGET_SHAPE) return COLLIDE_UNSUPPORTED;
    sink->mover_part = mover->kind == COLLIDE_TARGET_GROUP ? i + 1 : 0;
    ended = sweep_part(parts[i].of.shape, displacement, target, flags, sink);
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
  if (target_has_members(member)) return COLLIDE_UNSUPPORTED;
  if (sweep_parts(mover, displacement, member, flags, &sink) != 0) return COLLIDE_UNSUPPORTED;
  *count = sink.kept.count;
  return answer_of(*count > 0);
}
