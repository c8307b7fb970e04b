/* SPDX-License-Identifier: MIT
 *
 * Shapecasts at grids: which cells does the moving shape meet?
 *
 * The grid names the cells that the bounds of the shape meet, nearest first (grid/grid_pass.h): so
 * a way through empty space takes a step for each block that holds something near it, and what lies
 * beyond the nearest hit is not looked at. Each cell is asked exactly, as a rect or box.
 */
#include "../number/fp.h"
#include "../number/scalar.h"

#include <string.h>

#include "../grid/grid_pass.h"
#include "meet_tile.h"
#include "../sweep/space.h"
#include "../sweep/sweep_round.h"
#include "sweep_target.h"

/* What is rounded on the way to a face, by far: 2^-44. It is about which of several true normals is
 * told, and about nothing else. */
#define FACE_SLACK 5.684341886080802e-14

/* See begin_thin: 8 u. */
#ifndef THIN_PAD
#define THIN_PAD 8.8817841970012523e-16 /* 2^-50 */
#endif

/* Cells that are met at `at` at the earliest wait until the walk has come there: so those that are
 * met first are asked first. */
enum { WAITING = 16 };
typedef struct waiting_cell {
  int64_t cell[3];
  unsigned value;
  double at;
} waiting_cell;

typedef struct grid_sweep {
  grid_pass base;
  double lead; /* see begin_thin: the box of `base` is at 1 when the shape is at 1, but it moves by
                  1 + lead displacements */
  const sweep_mover *m;
  const collide_target *target;
  sweep_sink *sink;
  sweep_round round;
  waiting_cell waiting[WAITING]; /* those that are met first come last */
  int count;
} grid_sweep;

/* ---- One cell ------------------------------------------------------------------------------ */

/* Moves the covered faces of a cell outward, far beyond all that the shape reaches: then it touches
 * none of them, nor their ends. */
static void extend(const sweep_mover *m, unsigned covered, double low[3], double high[3]) {
  int i;
  for (i = 0; i < m->dimensions; i++) {
    double least = m->low[i] + (m->d[i] < 0 ? m->d[i] : 0), far;
    double greatest = m->high[i] + (m->d[i] > 0 ? m->d[i] : 0);
    if (low[i] < least) least = low[i];
    if (high[i] > greatest) greatest = high[i];
    far = 2 * (greatest - least);
    if (covered >> 2 * i & 1) low[i] = least - far;
    if (covered >> (2 * i + 1) & 1) high[i] = greatest + far;
  }
}

static int is_bounded(const sweep_mover *m) {
  int i;
  for (i = 0; i < m->dimensions; i++)
    if (!(m->low[i] > -HUGE_VAL && m->high[i] < HUGE_VAL)) return 0;
  return 1;
}

/* Does another cell cover the face that lies along a component of the normal? */
static int crosses_cover(const cell_around *a, const double normal[3]) {
  int i;
  for (i = 0; i < a->grid->frame.dimensions; i++) {
    unsigned value;
    int64_t beside[3];
    if (normal[i] == 0) continue;
    memcpy(beside, a->cell, sizeof beside);
    beside[i] += normal[i] < 0 ? -1 : 1;
    value = collide_grid_get(a->grid, beside);
    if (value != 0 && !around_is_passed(a, beside, value)) return 1;
  }
  return 0;
}

/* Of the uncovered faces that the shape is in front of at t, but for rounding, and moves against:
 * takes the normal of the one that is the most against the displacement. Returns 0 where there is
 * none. */
static int take_face(const sweep_mover *m, unsigned covered, const double low[3],
                     const double high[3], collide_sweep_hit *hit) {
  double most = 0;
  int i, axis = -1;
  for (i = 0; i < 3; i++) {
    double d = m->d[i], near = d < 0 ? m->low[i] : m->high[i], face = d < 0 ? high[i] : low[i];
    double slack = FACE_SLACK * (fabs(near) + fabs(face) + fabs(d));
    double gap = d < 0 ? near + hit->t * d - face : face - near - hit->t * d;
    if (covered >> (2 * i + (d < 0)) & 1 || gap < -slack || fabs(d) <= most) continue;
    most = fabs(d);
    axis = i;
  }
  if (axis < 0) return 0;
  for (i = 0; i < 3; i++) hit->normal[i] = 0;
  hit->normal[axis] = m->d[axis] < 0 ? 1 : -1;
  return 1;
}

/* The cells that the shape passes on its way to t. */
typedef struct chosen_cells {
  passed_cells base;
  const grid_sweep *v;
  double t;
} chosen_cells;

static int has_chosen(const passed_cells *base, const int64_t cell[3], unsigned value) {
  const chosen_cells *c = (const chosen_cells *)(const void *)base;
  const sweep_choice *choice = c->v->sink->choice;
  collide_place at = place_of_cell(c->v->target, c->v->sink->index, cell, value);
  return choice->passes(choice, &at, c->t);
}

/* NULL when there are none. */
static const passed_cells *begin_chosen(chosen_cells *c, const grid_sweep *v, double t) {
  const sweep_choice *choice = v->sink->choice;
  c->base.has = has_chosen;
  c->v = v;
  c->t = t;
  return choice != NULL && choice->passes != NULL ? &c->base : NULL;
}

/* No hit counts of a cell that the shape passes from where it begins. */
static int is_passed_at_once(const grid_sweep *v, const int64_t cell[3], unsigned value) {
  chosen_cells c;
  const passed_cells *passed = begin_chosen(&c, v, 0);
  return passed != NULL && passed->has(passed, cell, value);
}

/* Gives a hit a normal of the cell's uncovered faces, see sweep.h of the public headers. */
static void take_normal(const grid_sweep *v, const int64_t cell[3], int part,
                        collide_sweep_hit *hit) {
  const collide_grid *grid = v->target->of.grid;
  unsigned covered, all = (1U << 2 * v->m->dimensions) - 1;
  chosen_cells chosen;
  cell_around around = around_cell(grid, cell, begin_chosen(&chosen, v, hit->t));
  double low[3], high[3];
  collide_shape box;
  collide_sweep_hit other;
  if (grid->form_count != 0 && ci_tile_is_near(grid, cell)) {
    double moved[3];
    int i;
    for (i = 0; i < 3; i++) moved[i] = i < v->m->dimensions ? hit->t * v->m->d[i] : 0;
    if (v->m->dimensions == 3) {
      ci_block_turn(v->m->shape, moved, v->m->d, &around, part, hit->normal);
      return;
    }
    ci_tile_turn(v->m->shape, moved, v->m->d, &around, part, hit->normal);
    return;
  }
  if (!crosses_cover(&around, hit->normal)) return;
  covered = ci_meet_covered(&around);
  if (covered == all || !is_bounded(v->m)) return;
  ci_cells_corners(grid, cell, cell, low, high);
  if (v->m->dimensions == 3 && take_face(v->m, covered, low, high, hit)) return;
  extend(v->m, covered, low, high);
  ci_box_shape(v->m->dimensions, low, high, &box);
  if (collide_shapecast(v->m->shape, v->m->d, &box, COLLIDE_SKIP_EXIT, &other) != 1) return;
  if (other.inside || crosses_cover(&around, other.normal)) return;
  memcpy(hit->normal, other.normal, sizeof hit->normal);
}

static double dot(const sweep_mover *m, const double n[3]) {
  double sum = n[0] * m->d[0] + n[1] * m->d[1];
  return m->dimensions == 3 ? sum + n[2] * m->d[2] : sum;
}

/* What the shape is in at the start: as the contact with that cell says. Returns 0 when it is
 * passed over. */
static int take_start(const grid_sweep *v, const int64_t cell[3], collide_sweep_hit *hit) {
  meet start = ci_meet_begin_within(v->m->shape, v->m->low, v->m->high, 0);
  chosen_cells chosen;
  collide_push push;
  start.passed = begin_chosen(&chosen, v, 0);
  if (ci_meet_cell(&start, v->target->of.grid, cell, &push) == CELL_APART) return 1;
  memcpy(hit->normal, push.normal, sizeof push.normal);
  memcpy(hit->point, push.point, sizeof push.point);
  hit->depth = push.depth;
  return !(v->m->flags & COLLIDE_SKIP_TOUCHING) || dot(v->m, push.normal) < 0;
}

/* Of a cell that the shape is in at the start, the open question depends on the normal that
 * take_start finds: so the closed one is asked there. `is_later`: it is surely not met at the
 * start.
 */
static int sweep_cell(const grid_sweep *v, const int64_t cell[3], unsigned value, int part,
                      int flags, int is_later, collide_sweep_hit *hit) {
  cell_shape room;
  const collide_shape *one = ci_cell_shape(v->target->of.grid, cell, value, part, &room);
  if (flags & COLLIDE_SKIP_TOUCHING && !(flags & COLLIDE_SKIP_INSIDE)) {
    if (collide_shapecast(v->m->shape, v->m->d, one, flags | COLLIDE_SKIP_INSIDE, hit) != 1) {
      if (is_later || collide_shapecast(v->m->shape, v->m->d, one, 0, hit) != 1 || !hit->inside)
        return 0;
      return take_start(v, cell, hit);
    }
  } else if (collide_shapecast(v->m->shape, v->m->d, one, flags, hit) != 1) {
    return 0;
  }
  if (hit->inside) return take_start(v, cell, hit);
  take_normal(v, cell, part, hit);
  return 1;
}

/* Passes over what is not met before the latest hit that is wanted. */
static void set_most(grid_sweep *v) {
  double latest = sweep_sink_latest(v->sink);
  v->base.most = v->lead == 0 ? latest : (latest + v->lead) / (1 + v->lead);
}

/* A move asks for every part that is met; else a cell counts once, by the part that is met first.
 * The cell is surely not met before t. Returns 1 when no more is wanted. */
static int take_cell(grid_sweep *v, const int64_t cell[3], unsigned value, double t) {
  int i, parts = grid_parts_of(v->target->of.grid, value), met = 0;
  /* Of several parts it is not told which was hit, so that only here its t_exit can be found. */
  int flags = parts == 1 ? v->m->flags : v->m->flags & ~COLLIDE_SKIP_EXIT;
  collide_target_sweep found;
  collide_sweep_hit one;
  if (is_passed_at_once(v, cell, value)) return 0;
  found.at = place_of_cell(v->target, v->sink->index, cell, value);
  for (i = 0; i < parts; i++) {
    if (!sweep_cell(v, cell, value, i, flags, t > 0, &one)) continue;
    if (v->sink->any) {
      v->sink->count = 1;
      return 1;
    }
    one.face = COLLIDE_FACE_NONE;
    one.edge = 0;
    if (!met || v->sink->choice != NULL || one.t < found.hit.t) found.hit = one;
    met = 1;
    if (v->sink->choice != NULL) (void)ci_sweep_give(v->sink, &found);
  }
  if (met && v->sink->choice == NULL) (void)ci_sweep_give(v->sink, &found);
  set_most(v);
  return 0;
}

/* ---- Cells that wait ------------------------------------------------------------------------- */

/* Takes those that may be met by t. Returns 1 when no more is wanted. */
static int take_waiting(grid_sweep *v, double t) {
  while (v->count > 0 && v->waiting[v->count - 1].at <= t) {
    const waiting_cell *first = &v->waiting[--v->count];
    if (first->at - v->m->slack > v->base.most) continue;
    if (take_cell(v, first->cell, first->value, first->at)) return 1;
  }
  return 0;
}

static void add_waiting(grid_sweep *v, const int64_t cell[3], unsigned value, double at) {
  int i;
  for (i = v->count; i > 0 && v->waiting[i - 1].at <= at; i--) v->waiting[i] = v->waiting[i - 1];
  memcpy(v->waiting[i].cell, cell, sizeof v->waiting[i].cell);
  v->waiting[i].value = value;
  v->waiting[i].at = at;
  v->count++;
}

static int take(grid_pass *pass, const int64_t cell[3], unsigned value) {
  grid_sweep *v = (grid_sweep *)(void *)pass;
  double low[3], high[3], at = pass->now * (1 + v->lead) - v->lead;
  if (!v->round.is_known) return take_cell(v, cell, value, at);
  ci_cells_corners(pass->grid, cell, cell, low, high);
  at = ci_sweep_round_bound(&v->round, low, high, at > 0 ? at : 0, pass->most);
  if (at - v->m->slack > pass->most) return 0;
  if (!v->sink->keeps_nearest || v->sink->choice != NULL) return take_cell(v, cell, value, at);
  if (take_waiting(v, pass->now)) return 1;
  if (v->count == WAITING && take_waiting(v, v->waiting[WAITING - 1].at)) return 1;
  add_waiting(v, cell, value, at);
  return 0;
}

/* ---- A grid -------------------------------------------------------------------------------- */

/* Of blocks that are met when the nearest hit so far is: only cells before that one count. */
static int wants(const grid_pass *pass, const int64_t min[3]) {
  const grid_sweep *v = (const grid_sweep *)(const void *)pass;
  const collide_target_sweep *best = v->sink->list;
  if (!v->sink->keeps_nearest || v->sink->count == 0) return 1;
  /* A move looks at all that is met at once: on top of a slope the floor counts, which may be of a
   * later cell. Among boxes alone the first cell tells enough. */
  if (v->sink->choice != NULL && v->target->of.grid->form_count != 0) return 1;
  if (best->at.index != v->sink->index) return 0; /* that member comes before this grid */
  return ci_cells_before(min, best->at.cell);
}

/* A segment from p to p + s goes along d, of which s has as much as lead * d; let e be the rest, s
 * - lead * d. Its point p + a s, at the time b, is p + a e + (a lead + b) d, for a and b from 0
 * to 1. So all that it meets is met by the box around p and p + e that moves by (1 + lead) d, and
 * not before (a lead + b) / (1 + lead), which is at most (lead + b) / (1 + lead). For an arrow,
 * which flies along itself, that box is hardly more than a point.
 *
 * Whichever number `lead` is, all this holds. With u = 2^-53: p rounds by u |p|, e by 2 u (|s| +
 * |lead d|), the displacement by 2.01 u of itself, which is (1 + lead) d, and the ends of the box
 * by 2 u (|p| + |e|): together by less than 8 u (|p| + |s| + (1 + lead) |d|). A time rounds by 4 u,
 * which is nothing beside the slack, 2^-40 or more.
 *
 * Of what is no such segment, or may have lost its direction by underflow, the bounds are taken. */
static void begin_thin(grid_sweep *v) {
  const sweep_mover *m = v->m;
  const collide_shape *shape = m->shape;
  double s[3], square = 0, along = 0, lead, more, sign;
  const double *from;
  int i;
  if (shape->kind != COLLIDE_SEGMENT || shape->frame != COLLIDE_MOVED) return;
  for (i = 0; i < 3; i++) {
    s[i] = shape->b[i] - shape->a[i];
    square += m->d[i] * m->d[i];
    along += s[i] * m->d[i];
  }
  lead = fabs(along) / square;
  if (!(square > 1e-280 && lead > 0 && lead < 1e6)) return;
  from = along < 0 ? shape->b : shape->a;
  sign = along < 0 ? -1 : 1;
  more = 1 + lead;
  for (i = 0; i < 3; i++) {
    double p = shape->position[i] + from[i], way = more * m->d[i], e = sign * s[i] - lead * m->d[i];
    double pad = THIN_PAD * (fabs(p) + fabs(s[i]) + fabs(way));
    if (s[i] == 0 && m->d[i] == 0) continue; /* as its bounds are */
    v->base.low[i] = p + lesser(e, 0) - pad;
    v->base.high[i] = p + greater(e, 0) + pad;
    v->base.d[i] = way;
  }
  v->lead = lead;
  v->base.slack = 2 * m->slack;
}

void ci_sweep_grid(const sweep_mover *m, const collide_target *target, sweep_sink *sink) {
  grid_sweep v;
  v.lead = 0;
  v.count = 0;
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
  begin_thin(&v);
  set_most(&v);
  v.round.is_known = 0;
  if (m->shape->radius > 0 && target->of.grid->form_count == 0) v.round = ci_sweep_round(m);
  if (!ci_grid_pass(target->of.grid, &v.base)) (void)take_waiting(&v, HUGE_VAL);
}
