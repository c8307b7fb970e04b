/* SPDX-License-Identifier: MIT
 *
 * Shapecasts at grids of two dimensions: which cells does the moving shape meet?
 *
 * The blocks of the grid are visited nearest first. How near one is is bounded by the bounds of the
 * shape: so a way through empty space takes a step for each block that holds something near it, and
 * what lies beyond the nearest hit is not entered. A block without an empty cell is divided until
 * single cells are left. Each of these is asked exactly, as a rect.
 */
#include "../number/fp.h"

#include <string.h>

#include "../grid/grid_visit.h"
#include "../meet/meet.h"
#include "sweep_target.h"

typedef struct grid_sweep {
  grid_visitor base;
  const sweep_mover *m;
  meet start; /* the same shape, for contacts at the start */
  const collide_target *target;
  sweep_sink *sink;
} grid_sweep;

/* ---- By bounds ---------------------------------------------------------------------------------
 *
 * When do the bounds of the shape, moved by t d, meet a box? Along an axis from t = gap / d on,
 * until t = rest / d, for differences of bounds. Each difference and each quotient is off by u =
 * 2^-53 of itself, 2 u in all, and the products here by another: 8 u is 2^-50. A t that is 0 is
 * exact. The t of a hit is off by 0.51 units in the last place, at most 1.02 u of itself, or has
 * been moved by one unit, 2 u; so a bound that is too low by 5 u, as this one is, is not above the
 * t that is told for any cell of the box, and nothing is passed over that has the same t as the
 * nearest hit.
 */
#define TIME_SLACK 8.8817841970012523e-16 /* 2^-50 */

typedef struct time_range {
  double first, last; /* no earlier and no later; first > last: never */
} time_range;

/* Along one axis, the shape from low to high, the box from min to max. In the open question they
 * have to share more than an end. */
static void cut_range(double low, double high, double d, double min, double max, int open,
                      time_range *r) {
  double gap = d > 0 ? min - high : low - max, rest = d > 0 ? max - low : high - min, first, last;
  if (rest < 0 || (d == 0 && gap > 0)) r->last = -1;
  if (open && (rest == 0 || (d == 0 && gap == 0))) r->last = -1;
  if (d == 0) return;
  first = gap / fabs(d) * (1 - TIME_SLACK);
  last = rest / fabs(d) * (1 + TIME_SLACK);
  if (first > r->first) r->first = first;
  if (last < r->last) r->last = last;
}

/* Of a block that is met at `first` at the earliest: can one of its cells come before the nearest
 * so far? Where that is hit at the same time, only a cell before it can. */
static int may_be_first(const grid_sweep *v, double first, const int64_t min[3]) {
  const collide_target_sweep *best = v->sink->list;
  if (!v->sink->keeps_nearest || v->sink->count == 0 || first < best->hit.t) return 1;
  if (best->at.index != v->sink->index) return 0; /* that member comes before this grid */
  return ci_cells_before(min, best->at.cell);
}

static double bound_block(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const grid_sweep *v = (const grid_sweep *)(const void *)visitor;
  double low[3], high[3];
  time_range r;
  int i, open = (v->m->flags & COLLIDE_SKIP_TOUCHING) != 0;
  r.first = 0;
  r.last = 1;
  ci_cells_corners(v->target->of.grid, min, max, low, high);
  for (i = 0; i < 2; i++)
    cut_range(v->m->low[i], v->m->high[i], v->m->d[i], low[i], high[i], open, &r);
  if (!(r.first <= r.last) || !may_be_first(v, r.first, min)) return HUGE_VAL;
  return r.first;
}

/* ---- One cell
 * ------------------------------------------------------------------------------------ */

/* Does a normal have no component across a covered face? */
static int is_open(const double normal[3], unsigned covered) {
  int i;
  for (i = 0; i < 2; i++) {
    if (normal[i] < 0 && covered >> 2 * i & 1) return 0;
    if (normal[i] > 0 && covered >> (2 * i + 1) & 1) return 0;
  }
  return 1;
}

/* Moves the covered faces of a cell outward, far beyond all that the shape reaches: then it touches
 * none of them, nor their ends. */
static void extend(const sweep_mover *m, unsigned covered, double low[3], double high[3]) {
  int i;
  for (i = 0; i < 2; i++) {
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
  for (i = 0; i < 2; i++)
    if (!(m->low[i] > -HUGE_VAL && m->high[i] < HUGE_VAL)) return 0;
  return 1;
}

/* Gives a hit a normal of the cell's uncovered faces, see sweep.h of the public headers. */
static void take_normal(const grid_sweep *v, const int64_t cell[3], collide_sweep_hit *hit) {
  const collide_grid *grid = v->target->of.grid;
  unsigned covered = ci_meet_covered(grid, cell);
  double low[3], high[3];
  collide_shape box;
  collide_sweep_hit other;
  if (is_open(hit->normal, covered) || covered == 15 || !is_bounded(v->m)) return;
  ci_cells_corners(grid, cell, cell, low, high);
  extend(v->m, covered, low, high);
  ci_box_shape(2, low, high, &box);
  if (collide_shapecast(v->m->shape, v->m->d, &box, 0, &other) != 1) return;
  if (other.inside || !is_open(other.normal, covered)) return;
  memcpy(hit->normal, other.normal, sizeof hit->normal);
}

static double dot(const double n[3], const double d[3]) {
  return n[0] * d[0] + n[1] * d[1];
}

/* What the shape is in at the start: as the contact with that cell says. Returns 0 when it is
 * passed over. */
static int take_start(const grid_sweep *v, const int64_t cell[3], collide_sweep_hit *hit) {
  collide_push push;
  if (ci_meet_cell(&v->start, v->target->of.grid, cell, &push) == CELL_APART) return 1;
  memcpy(hit->normal, push.normal, sizeof push.normal);
  memcpy(hit->point, push.point, sizeof push.point);
  hit->depth = push.depth;
  return !(v->m->flags & COLLIDE_SKIP_TOUCHING) || dot(push.normal, v->m->d) < 0;
}

/* Of a cell that the shape is in at the start, the open question depends on the normal that
 * take_start finds: so the closed one is asked there. */
static int sweep_cell(const grid_sweep *v, const int64_t cell[3], collide_sweep_hit *hit) {
  int flags = v->m->flags;
  collide_shape box;
  ci_cells_shape(v->target->of.grid, cell, cell, &box);
  if (flags & COLLIDE_SKIP_TOUCHING && !(flags & COLLIDE_SKIP_INSIDE)) {
    if (collide_shapecast(v->m->shape, v->m->d, &box, flags | COLLIDE_SKIP_INSIDE, hit) != 1) {
      if (collide_shapecast(v->m->shape, v->m->d, &box, 0, hit) != 1 || !hit->inside) return 0;
      return take_start(v, cell, hit);
    }
  } else if (collide_shapecast(v->m->shape, v->m->d, &box, flags, hit) != 1) {
    return 0;
  }
  if (hit->inside) return take_start(v, cell, hit);
  take_normal(v, cell, hit);
  return 1;
}

/* Returns 1 when no more is wanted. */
static int take_one(grid_sweep *v, const int64_t cell[3], unsigned value) {
  collide_target_sweep found;
  if (!sweep_cell(v, cell, &found.hit)) return 0;
  found.hit.face = COLLIDE_FACE_NONE;
  if (v->sink->any) {
    v->sink->count = 1;
    return 1;
  }
  found.at.member = *v->target;
  found.at.index = v->sink->index;
  found.at.part = 0;
  found.at.has_cell = 1;
  found.at.value = value;
  memcpy(found.at.cell, cell, sizeof found.at.cell);
  ci_sweep_give(v->sink, &found);
  v->base.most = sweep_sink_latest(v->sink);
  return 0;
}

/* ---- Blocks
 * ---------------------------------------------------------------------------------------- */

/* A block in at most 8 x 8 parts. */
typedef struct block_parts {
  int64_t min[3], max[3], step[2];
  uint64_t rest; /* bit x + 8 y: the part is still to be taken */
} block_parts;

static block_parts parts_of(const int64_t min[3], const int64_t max[3]) {
  block_parts p;
  int64_t many[2], x, y;
  int i;
  memcpy(p.min, min, sizeof p.min);
  memcpy(p.max, max, sizeof p.max);
  p.rest = 0;
  for (i = 0; i < 2; i++) {
    p.step[i] = (max[i] - min[i]) / 8 + 1;
    many[i] = (max[i] - min[i]) / p.step[i] + 1;
  }
  for (y = 0; y < many[1]; y++)
    for (x = 0; x < many[0]; x++) p.rest |= UINT64_C(1) << (x + 8 * y);
  return p;
}

static void part_corners(const block_parts *p, int part, int64_t min[3], int64_t max[3]) {
  int i;
  min[2] = max[2] = 0;
  for (i = 0; i < 2; i++) {
    min[i] = p->min[i] + p->step[i] * (i == 0 ? part % 8 : part / 8);
    max[i] = min[i] + p->step[i] - 1;
    if (max[i] > p->max[i]) max[i] = p->max[i];
  }
}

/* Takes the nearest part that is left out of p->rest; of equally near ones the first. Returns -1
 * when none is near enough. */
static int next_part(const grid_sweep *v, block_parts *p) {
  double nearest = HUGE_VAL;
  int part, found = -1;
  for (part = 0; part < 64; part++) {
    int64_t min[3], max[3];
    double bound;
    if (!(p->rest >> part & 1)) continue;
    part_corners(p, part, min, max);
    bound = bound_block(&v->base, min, max);
    if (!(bound <= v->base.most)) {
      p->rest &= ~(UINT64_C(1) << part);
    } else if (bound < nearest) {
      nearest = bound;
      found = part;
    }
  }
  if (found >= 0) p->rest &= ~(UINT64_C(1) << found);
  return found;
}

/* Divides a block until single cells are left, at most 18 times: 2^53 cells are 8^17.7. */
static int take_block(grid_sweep *v, const int64_t min[3], const int64_t max[3], unsigned value) {
  block_parts p;
  int part;
  if (min[0] == max[0] && min[1] == max[1]) return take_one(v, min, value);
  p = parts_of(min, max);
  while ((part = next_part(v, &p)) >= 0) {
    int64_t low[3], high[3];
    part_corners(&p, part, low, high);
    if (take_block(v, low, high, value)) return 1;
  }
  return 0;
}

static int take(grid_visitor *visitor, const int64_t min[3], const int64_t max[3], unsigned value) {
  grid_sweep *v = (grid_sweep *)(void *)visitor;
  if (bound_block(visitor, min, max) > v->base.most) return 0;
  return take_block(v, min, max, value);
}

/* ---- A grid
 * ------------------------------------------------------------------------------------------ */

void ci_sweep_grid(const sweep_mover *m, const collide_target *target, sweep_sink *sink) {
  double low[3], high[3];
  int64_t min[3], max[3];
  grid_sweep v;
  int i;
  memset(&v, 0, sizeof v);
  v.base.bound = bound_block;
  v.base.take = take;
  v.m = m;
  v.start = ci_meet_begin(m->shape, 0);
  v.target = target;
  v.sink = sink;
  low[2] = high[2] = 0;
  /* The way, each end off by u of itself: ci_cells_range takes a cell more on either side, which
   * is more. */
  for (i = 0; i < 2; i++) {
    low[i] = m->low[i] + (m->d[i] < 0 ? m->d[i] : 0);
    high[i] = m->high[i] + (m->d[i] > 0 ? m->d[i] : 0);
    low[i] -= fabs(low[i]) * DBL_EPSILON;
    high[i] += fabs(high[i]) * DBL_EPSILON;
  }
  v.base.most = sweep_sink_latest(sink);
  ci_cells_range(target->of.grid, low, high, min, max);
  (void)ci_grid_visit(target->of.grid, min, max, &v.base);
}
