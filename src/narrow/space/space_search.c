/* SPDX-License-Identifier: MIT
 *
 * The search for the time at which a line enters M, the set of differences of two solids.
 * Source: G. van den Bergen, "Ray casting against general convex objects with application to
 * continuous collision detection", 2004.
 *
 * The search keeps a simplex of points of M, as GJK does. The vector v leads from the point of the
 * line at t to the nearest point of the simplex. The plane across v through the support point of M
 * bounds M. If the point of the line lies outside of this plane, t grows to the time at which the
 * line crosses it. So t never passes the entry. For polytopes the search ends when it finds the
 * plane of the face through which the line enters.
 */
#include "../../number/fp.h"
#include "../../number/tier.h"

#include <string.h>

#include "../../number/scalar.h"
#include "space_search.h"

/* The limit only prevents endless loops. */
enum { MOST_STEPS = 256 };

/* ---- Begin ----------------------------------------------------------------------------------- */

static double travel_of(const space_search *g) {
  return fabs(g->t - g->base) * g->most_d;
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

void ci_space_search_begin(space_search *g, const space_sweep *w, int sign, double most) {
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
  g->most = most;
  g->near = 0;
  g->s.count = 0;
  g->is_apart = g->has_last = g->has_guess = g->steps = g->tilts = 0;
  g->is_sure = 1;
  g->ended = SEARCH_ON;
  put_first_direction(g);
}

void ci_space_search_from(space_search *g, double t) {
  g->t = g->guess = t;
  put_base(g);
  put_first_direction(g);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* The product n . d is off by 3 u of |n| |d|, the quotients by 3 u. */
space_step ci_space_step(double gap, double speed, double length, double *t, int *is_sure) {
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
  static const int nowhere[2] = {-1, -1};
  double against[3];
  vector_negate(g->v, against);
  ci_solid_support(&g->pair, against, g->s.count > 0 ? g->s.point[0].corner : nowhere, q);
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
  step = ci_space_step(gap, speed, g->length, &g->t, &g->is_sure);
  return step == SEARCH_MISSES ? SEARCH_MISSES : SEARCH_ON;
}

/* Below this distance, in sizes, a simplex among curved cores may be so thin that its nearest point
 * is rounding. */
#define SEARCH_THIN 3.814697265625e-06 /* 2^-18 */

static int reduce(space_search *g, double below) {
  return g->w->is_curved && ci_space_search_is_near(g, SEARCH_THIN)
             ? ci_simplex_reduce_thin(&g->s, below)
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
  return ci_space_search_is_near(g, g->near) ? SEARCH_ENDS : SEARCH_ON;
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

/* ---- The search --------------------------------------------------------------------------------
 */

int ci_space_search_apart(space_search *g) {
  while (!g->is_apart && g->ended == SEARCH_ON && g->steps++ < MOST_STEPS) g->ended = step_on(g);
  return g->is_apart;
}

space_step ci_space_search(space_search *g, double near) {
  g->near = near;
  while (g->ended == SEARCH_ON && g->steps++ < MOST_STEPS) g->ended = step_on(g);
  if (!g->has_guess) g->guess = g->t;
  return g->ended == SEARCH_MISSES ? SEARCH_MISSES : SEARCH_ENDS;
}

int ci_space_search_is_near(const space_search *g, double near) {
  double size = g->pair.size + g->pair.radius + travel_of(g);
  return g->s.count > 0 && g->apart - g->pair.radius <= near * size;
}

void ci_space_search_points(const space_search *g, double on_a[3], double on_b[3]) {
  int i, k;
  for (k = 0; k < 3; k++) {
    double moved = (g->t - g->base) * g->d[k], w = 0;
    on_a[k] = 0;
    for (i = 0; i < g->s.count; i++) {
      on_a[k] += g->s.weight[i] * g->s.point[i].a[k];
      w += g->s.weight[i] * g->s.point[i].w[k];
    }
    on_a[k] += moved;
    on_b[k] = on_a[k] - w;
  }
}
