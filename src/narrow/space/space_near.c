/* SPDX-License-Identifier: MIT
 *
 * The times at which a line enters and leaves the set of differences of two solids, in plain
 * doubles. A search finds them (space_search.c). Between polytopes, the feature that it ends at
 * gives a time that is certain.
 */
#include "../../number/fp.h"

#include <string.h>

#include "../../number/sum.h"
#include "decide.h"
#include "facet.h"
#include "solid.h"
#include "space_pairs.h"
#include "space_feature.h"
#include "space_search.h"

/* ---- Half-spaces ------------------------------------------------------------------------- */

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

/* ---- The feature ------------------------------------------------------------------------- */

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

/* ---- Entry and exit ----------------------------------------------------------------------------
 */

/* At this distance, in sizes, the search among curved cores has found the entry. */
#define ENTRY_NEAR 3.637978807091713e-12 /* 2^-38 */
/* The same for the exit. */
#define EXIT_NEAR 5.8207660913467407e-11 /* 2^-34 */

/* Takes the entry of curved cores from the search. Two that are apart at the start by less than the
 * margins meet at once. */
static space_found take_curved(const space_search *g, space_entry *entry) {
  entry->t = g->t;
  if (!g->is_apart && ci_space_search_is_near(g, EXIT_NEAR)) entry->t = SPACE_LEAST_TIME;
  if (!g->is_apart || !ci_space_search_is_near(g, EXIT_NEAR)) return SPACE_UNSURE;
  entry->has_normal = ci_vector_unit(g->normal, entry->normal);
  return SPACE_UNSURE;
}

/* Returns 1 in `sure` if the entry is that of a feature. */
static space_step search_hulls(space_search *g, space_entry *entry, int *sure) {
  space_step ended = ci_space_search(g, SPACE_GAP_MARGIN);
  *sure = ended == SEARCH_ENDS && find_entry(g, entry);
  return ended;
}

space_found ci_space_enter(const space_sweep *w, space_search *g, space_entry *entry) {
  space_step ended;
  int sure = 0;
  entry->inside = entry->has_normal = 0;
  entry->leaving = SPACE_NEVER;
  if (ci_space_has_plane(w)) return enter_plane(w, &entry->t);
  ended = w->is_curved ? ci_space_search(g, ENTRY_NEAR) : search_hulls(g, entry, &sure);
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
  ci_space_search_begin(&g, w, -1, 0);
  *later = (g.pair.size + g.pair.radius) * 1.01 / g.pair.scale / ci_largest(w->d, 3, 0);
  if (!(*later <= DBL_MAX)) *later = DBL_MAX;
  ci_space_search_from(&g, 0 - *later);
  if (w->is_curved)
    (void)ci_space_search(&g, EXIT_NEAR);
  else
    (void)search_hulls(&g, &entry, &sure);
  *t = 0 - (w->is_curved ? g.t : g.guess);
  return sure ? SPACE_SURE : SPACE_UNSURE;
}

/* ---- Levels ------------------------------------------------------------------------------ */

int ci_space_is_in(const space_sweep *w, double t) {
  solid_pair p;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  return ci_solid_is_in(&p, w->decides);
}

int ci_space_is_surely_in(const space_sweep *w, double t) {
  return w->is_curved && !ci_space_has_plane(w) && ci_space_is_in(w, t);
}

int ci_space_quick_level(const space_sweep *w, facet_touch *touch) {
  solid_pair p;
  simplex s;
  int found, seems;
  touch->known = 0;
  touch->d = w->d;
  if (ci_space_has_plane(w)) return SOLID_UNDECIDED;
  ci_solid_pair_make(&p, w->a, w->b);
  found = ci_gjk(&p, 0, &s);
  return ci_solid_decide_by_search(&p, &s, found, &seems, touch);
}
