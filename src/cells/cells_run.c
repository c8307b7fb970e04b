/* SPDX-License-Identifier: MIT
 *
 * The walk without its chain. Step by step, each crossing waits for the one
 * before it. But the place of a crossing in the walk is a sum: its number on
 * its own axis, and on each other axis the number of boundaries passed by then,
 * which is where the line is at that t, rounded down. So crossings are computed
 * axis by axis, each for itself and two at a time, and written where they
 * belong. That holds while no crossing is near another axis's boundary; where
 * one is, the run is given up and the walk goes on step by step.
 *
 * Times are the same quotients as step by step, so the same bits. Boundaries
 * passed are counted in fixed point, 32 bits of it fraction. A count may be
 * wrong only within `margin` of a whole number, which is where runs give up;
 * margin covers
 * - the rounding of times, rates and boundaries: less than 2^-47 of the
 *   coordinates in cells (each of some twenty roundings is 2^-53 of them);
 * - the cutting of the fixed-point slope, less than a unit for each step.
 */
#include "cells.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>

#define UNIT 4294967296.0 /* 1 in fixed point */
#define LEAST 8           /* crossings that make a run worth its setting up */
#define SLACK 8           /* cells past its end that a failing run may write */

/* 1.5 * 2^52: the bits of this plus an integer are the bits of this plus that
 * integer as an integer. */
#define MAGIC 6755399441055744.0

typedef struct run {
  const collide_walk *walk;
  double *flat;
  double rate[3];   /* boundaries passed in a unit of t */
  double offset[3]; /* boundaries passed since the run began, at t = 0 */
  int32_t count[3]; /* crossings in the run */
  int32_t margin;   /* in fixed point */
  int major;        /* the axis with the most crossings to come */
  size_t total;     /* crossings in the run */
  double t;         /* of the last along the major axis */
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

/* Boundaries that an axis has passed at t, with a fraction. */
static double place_at(const run *r, int axis, double t) {
  return t * r->rate[axis] + r->offset[axis];
}

/* How many boundaries one axis has passed at the crossings of another. */
typedef struct counter {
  __m128i place, slope; /* fixed point, the margin added to place */
  __m128i near, limit;  /* near turns nonzero where a fraction is below the limit */
  __m128i mirror;       /* all ones where the axis goes down */
  __m128d bias;         /* from the bits of a count to a cell */
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

/* Boundaries passed; then on to the next two crossings. The comparison is of
 * signed 32-bit lanes, of which the lower hold the fractions. */
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

/* An odd last crossing is written twice, to the same place. */
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

/* Do the crossings of this axis belong inside the run, or at most SLACK behind
 * it? Their places never decrease, so the first and the last tell. Whatever the
 * rest might overlook, nothing is written outside the buffer. */
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

/* Writes the crossings of axis `own`. All ints but the margin are constants
 * where this is called, so that each call is a loop of its own. Returns 0 when
 * they do not belong inside, or, if `guarded`, when one did not keep clear of
 * the other axes' boundaries by the margin. */
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
    if (left < 2) { /* one test a turn */
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

/* Fixes how the line runs through each axis's boundaries; 0 if unsure. */
static int measure(run *r) {
  const collide_walk *w = r->walk;
  double reach = 0;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    double cells;
    r->rate[axis] = 0;
    r->offset[axis] = 0.5; /* of an axis that is through: never near a boundary */
    if (fabs(w->cell[axis]) > MAGIC / 8) return 0;
    if (w->left[axis] == 0) continue;
    cells = 1 / w->size[axis];
    r->rate[axis] = w->span[axis] * cells;
    r->offset[axis] = (w->from[axis] - w->origin[axis]) * cells - (w->edge[axis] - 1);
    reach += (fabs(w->from[axis]) + fabs(w->to[axis]) + fabs(w->origin[axis])) * cells + 1;
  }
  if (!(reach < 1e10)) return 0;
  r->margin = CELLS_RUN + (int32_t)(reach * (UNIT / 140737488355328.0)); /* 2^-47 */
  r->major = w->left[1] > w->left[0];
  if (w->left[2] > w->left[r->major]) r->major = 2;
  return 1;
}

/* Counts the crossings of a run: all that the walk has left, or as many as
 * surely fit, up to one along the major axis. 0 if unsure. */
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
    /* No boundary is close behind the run's end, nor just before it: there the
     * count would be a guess, and the crossing might lie far away. */
    if (place > r->count[axis] + 1 - 3 * r->margin / UNIT) return 0;
    if (!whole && place < r->count[axis] + 3 * r->margin / UNIT) return 0;
  }
  r->total = (size_t)(r->count[0] + r->count[1] + r->count[2]);
  return r->total + SLACK <= room;
}

/* Of two crossings that are near, one of each axis, each could tell. Only the
 * minor axis is asked, and first, which is less to lose; but a cell of it is
 * many of the major one, so that it must keep as many times the margin. */
static int write_2d(const run *r) {
  const collide_walk *w = r->walk;
  int unit = w->size[0] == 1 && w->origin[0] == 0 && w->size[1] == 1 && w->origin[1] == 0;
  double wide = 3.0 * r->margin, ratio = r->rate[r->major] / r->rate[!r->major];
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
  if (w->left[0] + w->left[1] + w->left[2] < LEAST || room < CELLS_ROOM) return 0;
  if (tied || w->huge || w->index > (int64_t)1 << 50) return 0;
  for (axis = 0; axis < 3; axis++) /* a time that the one before has held up */
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
  ci_cells_look_ahead(w);
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
