/* SPDX-License-Identifier: MIT
 *
 * Long runs of the walk, without the chain of dependences of a loop over crossings. The place of a
 * crossing in the walk is a sum. It adds its number on its own axis and, for each other axis, the
 * number of boundaries passed by then. The latter is the position of the line at that t, rounded
 * down. So crossings are computed axis by axis, independently and two at a time, and each is
 * written to its place. If a crossing is too near a boundary of another axis for a certain number,
 * the run fails, and the walk continues step by step.
 *
 * Times are the same quotients as step by step, so the same bits. The numbers of boundaries passed
 * are in fixed point, with 32 bits of fraction.
 */
#include "cells.h"

#if (defined(__SSE2__) || defined(_M_X64)) && !defined(NO_SSE2)
#include <emmintrin.h>

#define UNIT 4294967296.0 /* 1 in fixed point */

/* A run of fewer crossings costs more than it saves. */
#ifndef RUN_LEAST
#define RUN_LEAST 8
#endif

/* A run that fails writes at most this many cells past its end: `stays_inside` guarantees it. */
#define SLACK 8

/* 1.5 * 2^52. The bits of MAGIC plus an integer, added as doubles, equal the bits of MAGIC plus
 * that integer, added as integers. */
#define MAGIC 6755399441055744.0

/* No position nearer to a boundary than the margin is counted. The margin of a run is
 *
 *   RUN_ROUNDINGS * reach + RUN_STEPS units of fixed point,
 *
 * where reach is the sum over the axes of C + 1, with C = (|from| + |to| + |origin|) / size.
 *
 * The position of axis y at crossings of axis x, with r = rate[y] / rate[x], is off by
 * - 3 u C_y (rate), 3 u C_y (offset, and u (C_y + 1) for its last subtraction), 3 u C_y
 *   (time of the first crossing), u C_y (their product), u (C_y + 1) (the sum);
 * - 7 u (C_y + 1): r is off by 7 roundings. Times the crossings since the first one, r is at most
 *   the number of cells that the line passes along y;
 * - 2 u C_y: a boundary of y is two roundings away from k * size + origin;
 * - 4 u C_x r: the same holds for two boundaries of x, of the first crossing and of this one, which
 *   are assumed to be a whole number of cells apart;
 * - a unit for each crossing since the first one, because r is truncated to fixed point, and a unit
 *   because the first position is;
 * together E_yx = 21 u (C_y + 1) + 4 u r C_x + (n_x + 1) units, where n_x is the number of
 * crossings of x. Let x be the axis with r >= 1, so that y is the faster one. Positions of y are
 * compared with boundaries at crossings of x, and those of x at crossings of y. A margin of at
 * least E_xy + E_yx / r is then enough. If the count of y is wrong at a crossing of x, a boundary
 * of y is crossed within E_yx cells of y from it, thus within E_yx / r cells of x. At that crossing
 * the position of x is computed within E_xy + E_yx / r of a boundary: the run fails. Because r >= 1
 * and n_x + n_y + 2 <= RUN_STEPS,
 *   E_xy + E_yx / r <= 25 u (C_x + C_y + 2) + RUN_STEPS units.
 * Lastly, the rounding of the times must not swap two crossings that the margin keeps apart. It is
 * 6.02 u in t (cells.h), which is at most 6.02 u * rate <= 6.1 u C in cells. So 32 u is a bound for
 * RUN_ROUNDINGS. 64 u is used. It covers the small terms in u^2 and the rounding of `reach` itself.
 * About one run in 2^20 more fails because of this.
 *
 * In two dimensions only the slower axis x is tested, with r times the margin. A wrong count of x
 * at a crossing of y shows there too, within r E_xy + E_yx of a boundary. */
#ifndef RUN_ROUNDINGS
#define RUN_ROUNDINGS 7.1054273576010019e-15 /* 2^-47 */
#endif
#ifndef RUN_STEPS
#define RUN_STEPS CELLS_RUN
#endif

/* At a run's end no boundary of another axis may be nearer than this many margins. A crossing there
 * might be counted although it is not in the run, or the reverse. The position at the end is off by
 * 14 u (C + 1). The position in fixed point is off by E_xy + E_yx / r, less than the margin, and is
 * also raised by the margin. So 2 margins and 14 u (C + 1), less than 2.3 margins, are needed. */
#ifndef RUN_END
#define RUN_END 3
#endif

/* A run must lie within this many cells of 0 and of the frame's origin, so that the margin stays
 * small: 2^-47 * 1e10 cells are 7e-5 cells. */
#define RUN_REACH 1e10

typedef struct run {
  const collide_walk *walk;
  double *flat;
  double rate[3];   /* boundaries passed in a unit of t */
  double offset[3]; /* boundaries passed since the run began, at t = 0 */
  int32_t count[3]; /* crossings in the run */
  int32_t margin;   /* in fixed point */
  int major;        /* the axis with the most crossings to come */
  size_t total;     /* crossings in the run */
  double t;         /* of the last crossing along the major axis */
} run;

static CELLS_INLINE __m128d as_doubles(__m128i a) {
  return _mm_castsi128_pd(a);
}

static CELLS_INLINE __m128i as_integers(__m128d a) {
  return _mm_castpd_si128(a);
}

static CELLS_INLINE __m128i twice(int64_t a) {
  return _mm_set1_epi64x(a);
}

/* The number of boundaries that an axis has passed at t, with a fraction. */
static double place_at(const run *r, int axis, double t) {
  return t * r->rate[axis] + r->offset[axis];
}

/* Counts the boundaries that one axis has passed at the crossings of another. */
typedef struct counter {
  __m128i place, slope; /* fixed point, the margin added to place */
  __m128i near, limit;  /* near becomes nonzero if a fraction is below the limit */
  __m128i mirror;       /* all ones if the axis goes down */
  __m128d bias;         /* converts the bits of a count to a cell */
} counter;

static CELLS_INLINE counter counter_begin(const run *r, int own, int other, int32_t margin) {
  counter c;
  int down = r->walk->step[other] < 0;
  int64_t first = (int64_t)(place_at(r, other, r->walk->next[own]) * UNIT) + margin, slope = 0;
  if (r->count[own] > 1) slope = (int64_t)(r->rate[other] / r->rate[own] * UNIT);
  c.place = _mm_set_epi64x(first + slope, first);
  c.slope = twice(2 * slope);
  c.near = _mm_setzero_si128();
  c.limit = _mm_set1_epi32(INT32_MIN + 2 * margin);
  c.mirror = twice(down ? -1 : 0);
  c.bias = _mm_set1_pd(MAGIC - r->walk->cell[other] - down);
  return c;
}

/* Returns the boundaries passed, and advances to the next two crossings. Compares signed 32-bit
 * lanes, of which the lower ones hold the fractions. */
static CELLS_INLINE __m128i counter_pass(counter *c) {
  __m128i fraction = _mm_xor_si128(c->place, _mm_set1_epi32(INT32_MIN));
  __m128i passed = _mm_srli_epi64(c->place, 32);
  c->near = _mm_or_si128(c->near, _mm_cmpgt_epi32(c->limit, fraction));
  c->place = _mm_add_epi64(c->place, c->slope);
  return passed;
}

/* The cell of an axis that has passed `passed` boundaries: cell + passed, or
 * cell - passed as cell + 1 + ~passed. */
static CELLS_INLINE __m128d counter_cell(const counter *c, __m128i passed) {
  __m128i bits = _mm_add_epi64(_mm_xor_si128(passed, c->mirror), as_integers(_mm_set1_pd(MAGIC)));
  return _mm_sub_pd(as_doubles(bits), c->bias);
}

static int counter_is_clear(const counter *c) {
  return _mm_cvtsi128_si32(_mm_or_si128(c->near, _mm_unpackhi_epi64(c->near, c->near))) == 0;
}

/* Two crossings of the axis that is written. */
typedef struct crossings {
  __m128d edge, cell;
  __m128i number; /* on this axis, from 0, plus MAGIC */
} crossings;

static CELLS_INLINE crossings crossings_begin(const collide_walk *w, int own) {
  double edge = w->edge[own], cell = w->cell[own] + w->step[own];
  crossings c;
  c.edge = _mm_set_pd(edge + 1, edge);
  c.cell = _mm_set_pd(cell + w->step[own], cell);
  c.number = _mm_add_epi64(as_integers(_mm_set1_pd(MAGIC)), _mm_set_epi64x(1, 0));
  return c;
}

static CELLS_INLINE void crossings_advance(crossings *c, __m128d step) {
  c->edge = _mm_add_pd(c->edge, _mm_set1_pd(2));
  c->cell = _mm_add_pd(c->cell, step);
  c->number = _mm_add_epi64(c->number, twice(2));
}

/* For an odd number of crossings, writes the last one twice to one place. */
static CELLS_INLINE void repeat_last(crossings *c, counter *a, counter *b) {
  c->edge = _mm_unpacklo_pd(c->edge, c->edge);
  c->cell = _mm_unpacklo_pd(c->cell, c->cell);
  c->number = _mm_unpacklo_epi64(c->number, c->number);
  a->place = _mm_unpacklo_epi64(a->place, a->place);
  b->place = _mm_unpacklo_epi64(b->place, b->place);
}

static CELLS_INLINE void store_both(double *first, double *second, __m128d a, __m128d b) {
  _mm_storeu_pd(first, _mm_unpacklo_pd(a, b));
  _mm_storeu_pd(second, _mm_unpackhi_pd(a, b));
}

static CELLS_INLINE void store_each(double *first, double *second, __m128d a) {
  _mm_storel_pd(first, a);
  _mm_storeh_pd(second, a);
}

/* Are the crossings of this axis inside the run, or at most SLACK behind it? Their places never
 * decrease, so the first and the last decide. This test alone guarantees that nothing is written
 * outside the buffer, independent of the margins. A place in fixed point exceeds that in doubles by
 * at most the margin, which is less than 1/16 for each of two axes. `last + 1` leaves a whole
 * place. */
static int stays_inside(const run *r, int own, int32_t margin) {
  double n = r->count[own], last = n - 1;
  int other;
  for (other = 0; other < 3; other++) {
    double first = place_at(r, other, r->walk->next[own]);
    if (other == own) continue;
    if (!(first * UNIT + margin >= 0)) return 0;
    last += first + (n > 1 ? (n - 1) * (r->rate[other] / r->rate[own]) : 0);
  }
  return last + 1 < (double)(r->total + SLACK);
}

/* Writes the crossings of axis `own`. All ints but the margin are constants in each call, so that
 * the compiler makes a loop for each. Returns 0 if crossings are not inside or, if `guarded`, if
 * one is within the margin of a boundary of another axis. */
static CELLS_INLINE int write_axis(const run *r, int own, int dimensions, int unit, int guarded,
                                   int32_t margin) {
  const collide_walk *w = r->walk;
  const int one = own == 0 ? 1 : 0, two = own == 2 ? 1 : 2;
  const size_t stride = 2 + (size_t)dimensions;
  const __m128d size = _mm_set1_pd(w->size[own]), origin = _mm_set1_pd(w->origin[own]);
  const __m128d from = _mm_set1_pd(w->from[own]), span = _mm_set1_pd(w->span[own]);
  const __m128d step = _mm_set1_pd(2 * w->step[own]);
  const __m128d index_bias = _mm_set1_pd(MAGIC - (double)w->index);
  double *flat = r->flat;
  crossings c = crossings_begin(w, own);
  counter a, b;
  int left = r->count[own];
  if (left == 0) return 1;
  if (!stays_inside(r, own, margin)) return 0;
  a = b = counter_begin(r, own, one, margin);
  if (dimensions == 3) b = counter_begin(r, own, two, margin);
  for (;; left -= 2) {
    __m128i rank, passed;
    __m128d t, index, cell_a, cell_b;
    double *first, *second;
    if (left < 2) { /* one test for both, in each turn */
      if (left <= 0) break;
      repeat_last(&c, &a, &b);
    }
    t = unit ? c.edge : _mm_add_pd(_mm_mul_pd(c.edge, size), origin);
    t = _mm_div_pd(_mm_sub_pd(t, from), span);
    passed = counter_pass(&a);
    rank = _mm_add_epi64(c.number, passed);
    cell_a = cell_b = counter_cell(&a, passed);
    if (dimensions == 3) {
      passed = counter_pass(&b);
      rank = _mm_add_epi64(rank, passed);
      cell_b = counter_cell(&b, passed);
    }
    index = _mm_sub_pd(as_doubles(rank), index_bias);
    first = flat + stride * (uint32_t)_mm_cvtsi128_si32(rank);
    second = flat + stride * (uint32_t)_mm_cvtsi128_si32(_mm_unpackhi_epi64(rank, rank));
    store_both(first, second, index, t);
    if (dimensions == 2) {
      store_both(first + 2, second + 2, own == 0 ? c.cell : cell_a, own == 0 ? cell_a : c.cell);
    } else {
      store_each(first + 2 + own, second + 2 + own, c.cell);
      store_each(first + 2 + one, second + 2 + one, cell_a);
      store_each(first + 2 + two, second + 2 + two, cell_b);
    }
    crossings_advance(&c, step);
  }
  if (!guarded) return 1;
  return counter_is_clear(&a) && (dimensions == 2 || counter_is_clear(&b));
}

/* Finds the rates and offsets of the line through the boundaries of each axis. Returns 0 if a run
 * is not possible. */
static int measure(run *r) {
  const collide_walk *w = r->walk;
  double reach = 0;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    double cells;
    r->rate[axis] = 0;
    r->offset[axis] = 0.5; /* an axis without crossings is never near a boundary */
    if (fabs(w->cell[axis]) > MAGIC / 8) return 0;
    if (w->left[axis] == 0) continue;
    cells = 1 / w->size[axis];
    r->rate[axis] = w->span[axis] * cells;
    r->offset[axis] = (w->from[axis] - w->origin[axis]) * cells - (w->edge[axis] - 1);
    reach += (fabs(w->from[axis]) + fabs(w->to[axis]) + fabs(w->origin[axis])) * cells + 1;
  }
  if (!(reach < RUN_REACH)) return 0;
  r->margin = RUN_STEPS + (int32_t)(reach * (UNIT * RUN_ROUNDINGS));
  r->major = w->left[1] > w->left[0];
  if (w->left[2] > w->left[r->major]) r->major = 2;
  return 1;
}

/* Counts the crossings of a run: all that the walk has left, or as many as certainly fit. The last
 * of them is along the major axis. Returns 0 if a count is uncertain. */
static int count_crossings(run *r, size_t room) {
  const collide_walk *w = r->walk;
  const int64_t all = w->left[0] + w->left[1] + w->left[2];
  const int major = r->major;
  const double share = r->rate[major] / (r->rate[0] + r->rate[1] + r->rate[2]);
  const int whole = all <= (int64_t)(room - SLACK);
  int axis;
  r->count[major] = (int32_t)(whole ? (double)w->left[major] : (double)(room - 2 * SLACK) * share);
  if (r->count[major] < 1 || r->count[major] > w->left[major]) return 0;
  r->t = cells_time(w, major, w->edge[major] + (r->count[major] - 1));
  for (axis = 0; axis < 3; axis++) {
    double place = place_at(r, axis, r->t);
    if (axis == major) continue;
    if (!(place > -1 && place < CELLS_RUN)) return 0;
    r->count[axis] = (int32_t)(whole ? w->left[axis] : (int64_t)place);
    if (place > r->count[axis] + 1 - RUN_END * r->margin / UNIT) return 0;
    if (!whole && place < r->count[axis] + RUN_END * r->margin / UNIT) return 0;
  }
  r->total = (size_t)(r->count[0] + r->count[1] + r->count[2]);
  return r->total + SLACK <= room;
}

/* Tests only the minor axis, which comes first because its crossings are fewer. Its margin is in
 * cells of the major axis, and `ratio` of these make one cell of its own. (See RUN_ROUNDINGS.) */
static int write_2d(const run *r) {
  const collide_walk *w = r->walk;
  int unit = w->size[0] == 1 && w->origin[0] == 0 && w->size[1] == 1 && w->origin[1] == 0;
  double wide = r->margin, ratio = r->rate[r->major] / r->rate[!r->major];
  if (r->count[!r->major] > 0 && ratio > 1) wide *= ratio;
  if (!(wide < UNIT / 16)) return 0;
  switch (2 * r->major + unit) {
  case 0:
    return write_axis(r, 1, 2, 0, 1, (int32_t)wide) && write_axis(r, 0, 2, 0, 0, r->margin);
  case 1:
    return write_axis(r, 1, 2, 1, 1, (int32_t)wide) && write_axis(r, 0, 2, 1, 0, r->margin);
  case 2:
    return write_axis(r, 0, 2, 0, 1, (int32_t)wide) && write_axis(r, 1, 2, 0, 0, r->margin);
  default:
    return write_axis(r, 0, 2, 1, 1, (int32_t)wide) && write_axis(r, 1, 2, 1, 0, r->margin);
  }
}

static int write_3d(const run *r) {
  return write_axis(r, 0, 3, 0, 1, r->margin) && write_axis(r, 1, 3, 0, 1, r->margin) &&
         write_axis(r, 2, 3, 0, 1, r->margin);
}

static int is_worth_while(const collide_walk *w, size_t room) {
  int tied = w->mask & (w->mask - 1), axis;
  if (w->left[0] + w->left[1] + w->left[2] < RUN_LEAST || room < CELLS_ROOM) return 0;
  if (tied || w->huge || w->index > (int64_t)1 << 50) return 0;
  for (axis = 0; axis < 3; axis++) /* no rounded time may be before that of the last group */
    if (w->next[axis] < w->t_next) return 0;
  return 1;
}

static int write_run(run *r, size_t room) {
  return measure(r) && count_crossings(r, room) &&
         (r->walk->dimensions == 2 ? write_2d(r) : write_3d(r));
}

size_t ci_cells_run(collide_walk *w, double *flat, size_t room) {
  run r;
  int axis;
  size_t most = (size_t)CELLS_RUN >> w->ties;
  if (!is_worth_while(w, room)) return 0;
  r.walk = w;
  r.flat = flat;
  if (!write_run(&r, room < most ? room : most)) {
    w->ties = w->ties < 5 ? w->ties + 2 : 6;
    return 0;
  }
  if (w->ties > 0) w->ties--;
  for (axis = 0; axis < 3; axis++) {
    w->edge[axis] += r.count[axis];
    w->cell[axis] += r.count[axis] * w->step[axis];
    w->left[axis] -= r.count[axis];
  }
  w->index += (int64_t)r.total;
  w->t_next = r.t;
  ci_cells_find_times(w);
  return r.total;
}

#else

size_t ci_cells_run(collide_walk *w, double *flat, size_t room) {
  (void)w;
  (void)flat;
  (void)room;
  return 0;
}

#endif
