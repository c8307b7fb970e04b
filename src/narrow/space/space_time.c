/* SPDX-License-Identifier: MIT
 *
 * The time of a shapecast in space, by exact decisions. For every double t, an exact decision says
 * if the shapes have met up to t. The answer changes only once.
 */
#include "../../number/fp.h"
#include "../../number/tier.h"

#include <string.h>

#include "../../shape/shape.h"
#include "decide.h"
#include "space.h"

int ci_space_level(const space_sweep *w, double from, double to) {
  solid_shift shift;
  memcpy(shift.d, w->d, sizeof shift.d);
  shift.from = from;
  shift.to = to;
  return ci_solid_level(w->a, w->b, &shift);
}

/* Doubles that are not negative have the same order as these numbers. */
static int64_t number_of(double t) {
  int64_t number;
  memcpy(&number, &t, sizeof number);
  return number;
}

static double double_of(int64_t number) {
  double t;
  memcpy(&t, &number, sizeof t);
  return t;
}

/* On entry: have the two met up to this time? On exit: are they apart from this time up to `later`,
 * which is surely after the exit? */
typedef struct time_question {
  const space_sweep *w;
  int leaves;
  double later;
} time_question;

static int is_past(const time_question *q, int64_t number) {
  double t = double_of(number);
  tier_count(TIER_TIME);
  if (q->leaves) return ci_space_level(q->w, t, q->later) == SOLID_APART;
  if (ci_space_is_surely_in(q->w, t)) return 1;
  return ci_space_level(q->w, 0, t) != SOLID_APART;
}

/* Finds the first number above `low` that is past the place; `high` is past it. Steps away from the
 * guess and doubles each step, then halves the interval. */
static int64_t search(const time_question *q, double guess, int64_t low, int64_t high) {
  int64_t next = number_of(guess > SPACE_LEAST_TIME ? guess : SPACE_LEAST_TIME), step = 1;
  int side = 0;
  while (high - low > 1) {
    int past;
    if (next <= low || next >= high) next = low + (high - low) / 2;
    past = is_past(q, next);
    if (past)
      high = next;
    else
      low = next;
    if (side != 0 && side != (past ? -1 : 1)) step = INT64_MAX; /* the place lies between two */
    side = past ? -1 : 1;
    if (step > (high - low) / 2) {
      step = INT64_MAX;
      next = low + (high - low) / 2;
    } else {
      next = past ? high - step : low + step;
      step *= 2;
    }
  }
  return high;
}

/* Times that differ by no more than this part of them count as equal, if they may be early. */
#ifndef EARLY_CLOSE
#define EARLY_CLOSE 9.313225746154785e-10 /* 2^-30 */
#endif

/* The same for times between which it moves at most this part of the size: see SPACE_EARLY. */
#ifndef EARLY_SHORT
#define EARLY_SHORT 8.881784197001252e-16 /* 2^-50 */
#endif
#ifndef EARLY_CURVED
#define EARLY_CURVED 9.094947017729282e-13 /* 2^-40 */
#endif

/* The extent of both shapes together; beside a half-space, that of the other one alone. */
static double size_of(const space_sweep *w) {
  double low[3], high[3], low_b[3], high_b[3], size = 0;
  int i;
  if (w->a->kind == COLLIDE_PLANE) return w->b->reach;
  if (w->b->kind == COLLIDE_PLANE) return w->a->reach;
  collide_bounds(w->a, low, high);
  collide_bounds(w->b, low_b, high_b);
  for (i = 0; i < 3; i++) size = fmax(size, fmax(high[i], high_b[i]) - fmin(low[i], low_b[i]));
  return size;
}

/* A time in which the shape moves that far. */
static double short_time(const space_sweep *w) {
  double part = w->is_curved ? EARLY_CURVED : EARLY_SHORT;
  double least = size_of(w) * part / ci_largest(w->d, 3, 0);
  if (!(least > SPACE_LEAST_TIME)) return 2 * SPACE_LEAST_TIME;
  return least < 0.5 ? least : 0.5;
}

/* The middle of two positive numbers: the geometric mean if their magnitudes differ. */
static double middle_of(double low, double high) {
  return high > 4 * low ? sqrt(low) * sqrt(high) : 0.5 * (low + high);
}

/* A time between `low` and `high`. If both are on one side of the guess, and `high` is above half
 * of it, distances are measured from the guess; otherwise from 0. Times below half of `least` count
 * as 0. */
static double time_between(double guess, double least, double low, double high) {
  double next;
  if (low > guess)
    next = guess + middle_of(low - guess, high - guess);
  else if (high < guess && high > 0.5 * guess)
    next = guess - middle_of(guess - high, guess - low);
  else
    next = middle_of(fmax(low, 0.5 * least), high);
  return next > low && next < high ? next : 0.5 * (low + high);
}

/* Narrows the interval from *low to *high, which contains the place, until it is short enough. Only
 * exact numbers could search between closer doubles. Tests both sides of the guess first, which is
 * usually good. Then steps away from it, each step longer by a growing factor. A shape that slides
 * along a face, but for rounding, may meet it at any time from 2^-40 to 1, and an exact decision
 * costs much. */
static void narrow(const time_question *q, double guess, double near, double *low, double *high) {
  double step = near, grows = 2, next = guess;
  int side = 0;
  while (*high - *low > near && *high - *low > EARLY_CLOSE * *low) {
    int past;
    if (!(next > *low && next < *high)) next = time_between(guess, near, *low, *high);
    past = is_past(q, number_of(next));
    if (past)
      *high = next;
    else
      *low = next;
    if (side != 0 && side != (past ? -1 : 1)) step = HUGE_VAL; /* the place lies between two */
    side = past ? -1 : 1;
    next = step < HUGE_VAL ? next + side * step : time_between(guess, near, *low, *high);
    step *= grows;
    grows *= 2;
  }
}

/* Returns the guess if it is exactly the time, as for a level landing. Otherwise returns a time
 * shortly before the entry, at which the two are surely apart. */
static double enter_early(const time_question *q, double guess) {
  double near = short_time(q->w), low = 0, high = 1;
  if (guess > near && guess < 1 && is_past(q, number_of(guess))) {
    if (!is_past(q, number_of(guess) - 1)) return guess;
    high = guess;
    guess -= near;
  }
  narrow(q, guess > near ? guess : near, near, &low, &high);
  return low;
}

/* The same for the exit: a time shortly after it. Needs no test at 0: if the two are apart from
 * there, both ends of the interval go to 0. */
static double leave_late(const time_question *q, double guess) {
  double near = short_time(q->w), low = 0, high = q->later;
  if (guess > low && guess < high && !is_past(q, number_of(guess))) {
    if (is_past(q, number_of(guess) + 1)) return guess;
    low = guess;
    guess += near;
  }
  narrow(q, guess > near ? guess : near, near, &low, &high);
  return high;
}

/* The caller handles an entry at t = 0. */
double ci_space_enter_exactly(const space_sweep *w, double guess) {
  time_question q;
  q.w = w;
  q.leaves = 0;
  q.later = 0;
  if (w->flags & SPACE_EARLY) return enter_early(&q, guess);
  return double_of(search(&q, guess, number_of(SPACE_LEAST_TIME), number_of(1)));
}

double ci_space_leave_exactly(const space_sweep *w, double guess, double later) {
  time_question q;
  int64_t least = number_of(SPACE_LEAST_TIME);
  q.w = w;
  q.leaves = 1;
  q.later = later;
  if (w->flags & SPACE_EARLY) return leave_late(&q, guess);
  if (is_past(&q, least)) return 0;
  return double_of(search(&q, guess, least, number_of(later)) - 1);
}
