/* SPDX-License-Identifier: MIT
 *
 * The times at which a line enters and leaves M, the set of differences of two solids: a search in
 * plain doubles, and the exact double by exact decisions.
 */
#include "../../number/fp.h"
#include "../../number/scalar.h"
#include "../../number/sum.h"
#include "../../number/tier.h"
#include "decide.h"
#include "solid.h"
#include "space_pairs.h"
#include "space.h"
#include "space_search.h"

#include <string.h>

/* The limit only prevents endless loops. */
enum { MOST_STEPS = 256 };

static double travel_of(const space_search *g) {
  return fabs(g->t - g->base) * g->most_d;
}

/* Returns 1 if the two are at most `near` apart, so that the search has found the entry. */
static int is_near(const space_search *g, double near) {
  double size = g->pair.size + g->pair.radius + travel_of(g);
  return g->s.count > 0 && g->apart - g->pair.radius <= near * size;
}

/* Puts the pair at t, without a simplex. */
static void put_base(space_search *g) {
  ci_solid_pair_move(&g->pair, g->w->a, g->direction, g->t);
  g->base = g->t;
  g->s.count = 0;
}

static double middle_of(const solid_proxy *s, int axis) {
  double sum = 0;
  int i;
  if (s->form != SOLID_POINTS) return s->at[axis];
  for (i = 0; i < s->count; i++) sum += s->points[i][axis];
  return sum / s->count;
}

/* The first direction is between the middles, or along an axis if these are equal. */
static void put_first_direction(space_search *g) {
  int i;
  for (i = 0; i < 3; i++) g->v[i] = middle_of(&g->pair.a, i) - middle_of(&g->pair.b, i);
  if (!(ci_largest(g->v, 3, 0) > SOLID_POINT_MARGIN * g->pair.size)) {
    g->v[0] = 1;
    g->v[1] = g->v[2] = 0;
  }
  g->square = vector_dot(g->v, g->v);
  g->apart = sqrt(g->square);
}

void ci_space_search_begin(space_search *g, const space_sweep *w, int sign) {
  int i;
  tier_count(TIER_RAY);
  g->w = w;
  g->is_forward = sign > 0;
  for (i = 0; i < 3; i++) g->direction[i] = sign < 0 ? 0 - w->d[i] : w->d[i];
  ci_solid_pair_make(&g->pair, w->a, w->b);
  for (i = 0; i < 3; i++) g->d[i] = g->direction[i] * g->pair.scale;
  g->length = sqrt(vector_dot(g->d, g->d));
  g->most_d = ci_largest(g->d, 3, 0);
  g->base = g->t = g->guess = 0;
  g->most = g->is_forward ? 1 : 0;
  g->near = 0;
  g->s.count = 0;
  g->is_apart = g->has_last = g->has_guess = g->steps = g->tilts = 0;
  g->is_sure = 1;
  g->ended = SEARCH_ON;
  put_first_direction(g);
}

/* Lets a search along -d, which has not stepped yet, begin from the time t. */
static void search_from(space_search *g, double t) {
  g->t = g->guess = t;
  put_base(g);
  put_first_direction(g);
}

/* Takes one step of Newton's method from *t. The line approaches a plane at `speed`, and the plane
 * is surely `gap` away. `length` is that of d, in the same units. The line is surely outside of M
 * during the step. On a miss, *is_sure says whether the miss is sure. The product n . d is off by
 * 3 u of |n| |d|, the quotients by 3 u. */
static space_step step_to_plane(double gap, double speed, double length, double *t, int *is_sure) {
  double closing = speed + 8 * SOLID_UNIT * length, next;
  if (!(closing > 16 * SOLID_UNIT * length)) {
    /* Except for rounding, it does not approach within a displacement of this length. */
    *is_sure = gap > 24 * SOLID_UNIT * length;
    return SEARCH_MISSES;
  }
  next = *t + gap / closing * (1 - 8 * SOLID_UNIT);
  next -= fabs(next) * SOLID_UNIT; /* never too late */
  if (!(next > *t)) return SEARCH_ENDS;
  *t = next;
  return SEARCH_ON;
}

/* The support point of M against v, at t. */
static void find_support(const space_search *g, solid_point *q) {
  double against[3];
  vector_negate(g->v, against);
  ci_solid_support(&g->pair, against, g->s.count > 0 ? g->s.point[0].corner : NULL, q);
  vector_add(q->w, g->t - g->base, g->d);
}

/* Is the point a corner that the simplex has? */
static int is_known(const simplex *s, const solid_point *q) {
  int i;
  if (q->corner[0] < 0 || q->corner[1] < 0) return 0;
  for (i = 0; i < s->count; i++)
    if (s->point[i].corner[0] == q->corner[0] && s->point[i].corner[1] == q->corner[1]) return 1;
  return 0;
}

/* The plane across v is `gap` away from the two and `height` without margin. */
static space_step pass_plane(space_search *g, double height, double gap, double apart) {
  double speed = -vector_dot(g->v, g->d) / apart;
  space_step step;
  g->is_apart = 1;
  memcpy(g->normal, g->v, sizeof g->normal);
  if (!g->w->is_curved && speed > 0) {
    g->guess = g->t + height / speed;
    g->has_guess = 1;
  }
  step = step_to_plane(gap, speed, g->length, &g->t, &g->is_sure);
  return step == SEARCH_MISSES ? SEARCH_MISSES : SEARCH_ON;
}

/* Below this distance, in sizes, a simplex among curved cores may be so thin that its nearest point
 * is rounding. */
#define SEARCH_THIN 3.814697265625e-06 /* 2^-18 */

static int reduce(space_search *g, double below) {
  return g->w->is_curved && is_near(g, SEARCH_THIN) ? ci_simplex_reduce_thin(&g->s, below)
                                                    : ci_simplex_reduce(&g->s, below);
}

/* The side of a cylinder has two ends at nearly the same height. Rounding has chosen q, the far
 * end, which brings the simplex no nearer. Tilts v, so that the other end is below q. */
#define TILT 1.4901161193847656e-08 /* 2^-26 */
enum { MOST_TILTS = 4 };

static space_step tilt(space_search *g, const solid_point *q) {
  double to[3], part;
  int i;
  if (!g->w->is_curved || g->s.count == 0 || g->tilts++ >= MOST_TILTS) return SEARCH_ENDS;
  for (i = 0; i < 3; i++) to[i] = q->w[i] - g->s.nearest[i];
  part = TILT * sqrt(g->square / vector_dot(to, to));
  if (!(part <= 1)) return SEARCH_ENDS;
  for (i = 0; i < 3; i++) g->v[i] = g->s.nearest[i] + part * to[i];
  g->apart = vector_length(g->v);
  return SEARCH_ON;
}

/* Adds the point to the simplex and moves all of it from the time `before` to t. */
static space_step renew_simplex(space_search *g, const solid_point *q, int is_new, double before) {
  simplex *s = &g->s;
  double moved = g->t - before;
  int k, reduced, count = s->count;
  if (is_new) s->point[s->count++] = *q;
  for (k = 0; k < s->count; k++) vector_add(s->point[k].w, moved, g->d);
  reduced = reduce(g, moved > 0 || count == 0 ? HUGE_VAL : g->square);
  if (reduced == SIMPLEX_NO_NEARER) {
    s->count = count;
    return tilt(g, q);
  }
  if (reduced == SIMPLEX_INSIDE) ci_simplex_flatten(s);
  memcpy(g->v, s->nearest, sizeof g->v);
  g->square = s->square;
  g->apart = sqrt(g->square);
  if (reduced == SIMPLEX_INSIDE) return SEARCH_ENDS; /* it cannot come nearer */
  return is_near(g, g->near) ? SEARCH_ENDS : SEARCH_ON;
}

/* An offset between the two that is far larger than they are costs digits. Then the pair is put at
 * t. */
static int is_far(const space_search *g) {
  return g->pair.a.size > 32 * (g->pair.b.size + g->pair.radius) &&
         travel_of(g) > 0.5 * g->pair.a.size;
}

/* SPACE_GAP_MARGIN contains 48.5 u for the support point and 4 u for the quotient; t d is off by 3
 * u in each coordinate. */
static space_step step_on(space_search *g) {
  solid_point q;
  double apart = g->apart, size = g->pair.size + g->pair.radius + travel_of(g);
  double height, gap, before = g->t;
  space_step step = SEARCH_ON;
  int is_new;
  if (!(apart > 0)) return SEARCH_ENDS;
  find_support(g, &q);
  height = vector_dot(g->v, q.w) / apart;
  gap = height - g->pair.radius - SPACE_GAP_MARGIN * size;
  is_new = !is_known(&g->s, &q);
  if (g->s.count > 0 && (!is_new || !(apart - height > 2 * SOLID_UNIT * apart))) {
    g->last = g->s;
    g->has_last = 1;
  }
  if (gap > 0) step = pass_plane(g, height - g->pair.radius, gap, apart);
  if (step != SEARCH_ON) return step;
  if (g->t > g->most) return SEARCH_MISSES;
  if (!is_new && !(g->t > before)) return SEARCH_ENDS;
  if (!is_far(g)) return renew_simplex(g, &q, is_new, before);
  put_base(g);
  return SEARCH_ON;
}

/* ---- The search ----------------------------------------------------------------------------- */

int ci_space_search_apart(space_search *g) {
  while (!g->is_apart && g->ended == SEARCH_ON && g->steps++ < MOST_STEPS) g->ended = step_on(g);
  return g->is_apart;
}

/* Continues to the end, or until the two are `near`, in sizes; a rough search goes on there until
 * the feature seems known. SEARCH_ENDS or SEARCH_MISSES. */
static space_step run_search(space_search *g, double near) {
  g->near = near;
  while (g->ended == SEARCH_ON && g->steps++ < MOST_STEPS) g->ended = step_on(g);
  if (!g->has_guess) g->guess = g->t;
  return g->ended == SEARCH_MISSES ? SEARCH_MISSES : SEARCH_ENDS;
}

void ci_space_search_points(const space_search *g, double on_a[3], double on_b[3]) {
  double w[3];
  ci_simplex_weigh(&g->s, on_a, w);
  vector_add(on_a, g->t - g->base, g->d);
  vector_minus(on_a, w, on_b);
}

/* ---- Entry and exit, in plain doubles -----------------------------------------------------------
 *
 * Between polytopes, the feature at which the search ends gives a time that is certain. */

int ci_space_has_plane(const space_sweep *w) {
  return w->a->kind == COLLIDE_PLANE || w->b->kind == COLLIDE_PLANE;
}

double ci_space_plane_gap(const space_sweep *w, double normal[3], double point[3]) {
  double on_b[3];
  collide_push push;
  int i;
  if (ci_space_contact(w->a, w->b, &push) == 1) {
    memcpy(normal, push.normal, sizeof push.normal);
    memcpy(point, push.point, sizeof push.point);
    return -push.depth;
  }
  if (w->b->kind == COLLIDE_PLANE) {
    memcpy(normal, w->b->b, sizeof push.normal);
  } else {
    for (i = 0; i < 3; i++) normal[i] = 0 - w->a->b[i];
  }
  return ci_space_distance(w->a, w->b, point, on_b);
}

static space_found enter_plane(const space_sweep *w, double *t) {
  double n[3], point[3], apart = ci_space_plane_gap(w, n, point), speed = -vector_dot(n, w->d);
  *t = speed > 0 ? apart / speed : 1;
  return SPACE_UNSURE;
}

/* Does a leave b, if one of them is a half-space? Exact, but for numbers beyond those of sum.h. */
static int leaves_plane(const space_sweep *w, double speed) {
  const double *n = w->b->kind == COLLIDE_PLANE ? w->b->a : w->a->a;
  double sign = w->b->kind == COLLIDE_PLANE ? 1 : -1;
  exact_sum sum;
  int i;
  sum.count = 0;
  for (i = 0; i < 3; i++)
    if (!ci_sum_add_product(&sum, sign, tf(n[i]), tf(w->d[i]))) return speed > 0;
  return ci_sum_value(&sum) > 0;
}

static void leave_plane(const space_sweep *w, double *t) {
  double n[3], point[3], apart = ci_space_plane_gap(w, n, point), speed = vector_dot(n, w->d);
  *t = apart > -HUGE_VAL && leaves_plane(w, speed) ? 0 - apart / speed : HUGE_VAL;
  if (!(*t >= -DBL_MAX)) *t = 0; /* rounding hides the speed */
}

/* Finds the entry by the feature of the simplex. Sets g->guess. Returns 1 if the entry is sure.
 * Then the pair is at the guess. */
static int find_entry(space_search *g, space_entry *entry) {
  int is_round = g->pair.radius > SPACE_CORES_NEAR * g->pair.size;
  const simplex *best = g->has_last && !is_round ? &g->last : &g->s;
  space_feature f;
  f.any_sign = !g->is_forward; /* an exit before 0 counts as one at 0 */
  if (g->base != 0) ci_solid_pair_move(&g->pair, g->w->a, g->direction, 0);
  if (ci_space_resolve(g->w, &g->pair, g->direction, best, &f, &g->guess, entry)) {
    g->base = g->guess;
    return 1;
  }
  ci_solid_pair_move(&g->pair, g->w->a, g->direction, g->base);
  return 0;
}

/* At this distance, in sizes, the search among curved cores has found the entry. */
#define ENTRY_NEAR 3.637978807091713e-12 /* 2^-38 */
/* The same for the exit. */
#define EXIT_NEAR 5.8207660913467407e-11 /* 2^-34 */

/* Takes the entry of curved cores from the search. Two that are apart at the start by less than the
 * margins meet at once. */
static space_found take_curved(const space_search *g, space_entry *entry) {
  entry->t = g->t;
  if (!g->is_apart && is_near(g, EXIT_NEAR)) entry->t = SPACE_LEAST_TIME;
  if (!g->is_apart || !is_near(g, EXIT_NEAR)) return SPACE_UNSURE;
  entry->has_normal = ci_vector_unit(g->normal, entry->normal);
  return SPACE_UNSURE;
}

/* Returns 1 in `sure` if the entry is that of a feature. */
static space_step search_hulls(space_search *g, space_entry *entry, int *sure) {
  space_step ended = run_search(g, SPACE_GAP_MARGIN);
  *sure = ended == SEARCH_ENDS && find_entry(g, entry);
  return ended;
}

space_found ci_space_enter(const space_sweep *w, space_search *g, space_entry *entry) {
  space_step ended;
  int sure = 0;
  entry->inside = entry->has_normal = 0;
  entry->leaving = SPACE_UNKNOWN;
  if (ci_space_has_plane(w)) return enter_plane(w, &entry->t);
  ended = w->is_curved ? run_search(g, ENTRY_NEAR) : search_hulls(g, entry, &sure);
  entry->t = g->t;
  if (ended == SEARCH_MISSES) return g->is_sure ? SPACE_NEVER : SPACE_UNSURE;
  if (w->is_curved) return take_curved(g, entry);
  entry->t = g->guess;
  return sure ? SPACE_SURE : SPACE_UNSURE;
}

/* No coordinate of the difference is larger than the sum of the sizes and of the radii. */
space_found ci_space_leave(const space_sweep *w, double *t, double *later) {
  space_search g;
  space_entry entry;
  int sure = 0;
  if (ci_space_has_plane(w)) {
    leave_plane(w, t);
    *later = *t < 1 ? 2 : *t * 2;
    return SPACE_UNSURE;
  }
  ci_space_search_begin(&g, w, -1);
  *later = (g.pair.size + g.pair.radius) * 1.01 / g.pair.scale / ci_largest(w->d, 3, 0);
  if (!(*later <= DBL_MAX)) *later = DBL_MAX;
  search_from(&g, 0 - *later);
  if (w->is_curved)
    (void)run_search(&g, EXIT_NEAR);
  else
    (void)search_hulls(&g, &entry, &sure);
  *t = 0 - (w->is_curved ? g.t : g.guess);
  return sure ? SPACE_SURE : SPACE_UNSURE;
}

/* ---- Relations --------------------------------------------------------------------------- */

int ci_space_is_in(const space_sweep *w, double t) {
  solid_pair p;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  return ci_solid_is_in(&p, w->decides);
}

int ci_space_is_surely_in(const space_sweep *w, double t) {
  return w->is_curved && !ci_space_has_plane(w) && ci_space_is_in(w, t);
}

int ci_space_quick_relation(const space_sweep *w) {
  solid_pair p;
  simplex s;
  int found, seems;
  if (ci_space_has_plane(w)) return SOLID_UNDECIDED;
  ci_solid_pair_make(&p, w->a, w->b);
  found = ci_gjk(&p, 0, &s);
  return ci_solid_decide_by_search(&p, &s, found, &seems);
}

/* ---- Entry and exit, exactly --------------------------------------------------------------------
 *
 * For every double t, an exact decision says
 * if the shapes have met up to t. The answer changes only once. */

int ci_space_relation(const space_sweep *w, double from, double to) {
  solid_shift shift;
  memcpy(shift.d, w->d, sizeof shift.d);
  shift.from = from;
  shift.to = to;
  return ci_solid_relation(w->a, w->b, &shift);
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
  if (q->leaves) return ci_space_relation(q->w, t, q->later) == SOLID_APART;
  if (ci_space_is_surely_in(q->w, t)) return 1;
  return ci_space_relation(q->w, 0, t) != SOLID_APART;
}

/* Finds the first number above `low` that is past the place; `high` is past it. Steps away from the
 * guess and doubles each step, then halves the interval. */
static int64_t search_time(const time_question *q, double guess, int64_t low, int64_t high) {
  int64_t next = number_of(guess > SPACE_LEAST_TIME ? guess : SPACE_LEAST_TIME), step = 1;
  int toward = 0;
  while (high - low > 1) {
    int past;
    if (next <= low || next >= high) next = low + (high - low) / 2;
    past = is_past(q, next);
    if (past)
      high = next;
    else
      low = next;
    if (toward != 0 && toward != (past ? -1 : 1)) step = INT64_MAX; /* the place lies between two */
    toward = past ? -1 : 1;
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
static double middle_time(double low, double high) {
  return high > 4 * low ? sqrt(low) * sqrt(high) : 0.5 * (low + high);
}

/* A time between `low` and `high`. If both are on one side of the guess, and `high` is above half
 * of it, distances are measured from the guess; otherwise from 0. Times below half of `least` count
 * as 0. */
static double time_between(double guess, double least, double low, double high) {
  double next;
  if (low > guess)
    next = guess + middle_time(low - guess, high - guess);
  else if (high < guess && high > 0.5 * guess)
    next = guess - middle_time(guess - high, guess - low);
  else
    next = middle_time(fmax(low, 0.5 * least), high);
  return next > low && next < high ? next : 0.5 * (low + high);
}

/* Narrows the interval from *low to *high, which contains the place, until it is short enough. Only
 * exact numbers could search between closer doubles. Tests both sides of the guess first, which is
 * usually good. Then steps away from it, each step longer by a growing factor. A shape that slides
 * along a face, but for rounding, may meet it at any time from 2^-40 to 1, and an exact decision
 * costs much. */
static void narrow(const time_question *q, double guess, double near, double *low, double *high) {
  double step = near, grows = 2, next = guess;
  int toward = 0;
  while (*high - *low > near && *high - *low > EARLY_CLOSE * *low) {
    int past;
    if (!(next > *low && next < *high)) next = time_between(guess, near, *low, *high);
    past = is_past(q, number_of(next));
    if (past)
      *high = next;
    else
      *low = next;
    if (toward != 0 && toward != (past ? -1 : 1)) step = HUGE_VAL; /* the place lies between two */
    toward = past ? -1 : 1;
    next = step < HUGE_VAL ? next + toward * step : time_between(guess, near, *low, *high);
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
  return double_of(search_time(&q, guess, number_of(SPACE_LEAST_TIME), number_of(1)));
}

double ci_space_leave_exactly(const space_sweep *w, double guess, double later) {
  time_question q;
  int64_t least = number_of(SPACE_LEAST_TIME);
  q.w = w;
  q.leaves = 1;
  q.later = later;
  if (w->flags & SPACE_EARLY) return leave_late(&q, guess);
  if (is_past(&q, least)) return 0;
  return double_of(search_time(&q, guess, least, number_of(later)) - 1);
}
