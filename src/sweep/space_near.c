/* SPDX-License-Identifier: MIT
 *
 * Finds where a line enters the set of differences of two solids, in plain doubles.
 *
 * The distance of t d from M is a convex function of t. Where it is above 0, its tangent is the
 * plane through the nearest point of M, across the direction to it. No point of M lies on the near
 * side of this plane. So Newton's method, from a point of the line outside of M, approaches the
 * entry and never passes it. For a polytope it ends at once when the nearest point lies in the face
 * that the line enters through.
 */
#include "../number/fp.h"

#include <string.h>

#include "../solid/decide.h"
#include "../solid/solid.h"
#include "space_cores.h"
#include "space_feature.h"

enum { MOST_STEPS = 64 };

/* ---- Half-spaces ------------------------------------------------------------------------- */

int ci_space_has_plane(const space_sweep *w) {
  return w->a->kind == COLLIDE_PLANE || w->b->kind == COLLIDE_PLANE;
}

double ci_space_plane_gap(const space_sweep *w, double normal[3], double point[3]) {
  double on_b[3];
  collide_push push;
  int i;
  if (collide_contact(w->a, w->b, &push) == 1) {
    memcpy(normal, push.normal, sizeof push.normal);
    memcpy(point, push.point, sizeof push.point);
    return -push.depth;
  }
  if (w->b->kind == COLLIDE_PLANE) {
    memcpy(normal, w->b->b, sizeof push.normal);
  } else {
    for (i = 0; i < 3; i++) normal[i] = 0 - w->a->b[i];
  }
  return collide_distance(w->a, w->b, point, on_b);
}

static space_found enter_plane(const space_sweep *w, double *t) {
  double n[3], point[3], apart = ci_space_plane_gap(w, n, point), speed = -vector_dot(n, w->d);
  *t = speed > 0 ? apart / speed : 1;
  return SPACE_UNSURE;
}

static space_found leave_plane(const space_sweep *w, double *t) {
  double n[3], point[3], apart = ci_space_plane_gap(w, n, point), speed = vector_dot(n, w->d);
  *t = speed > 0 ? 0 - apart / speed : HUGE_VAL;
  return SPACE_UNSURE;
}

/* ---- Newton's method --------------------------------------------------------------------- */

/* A lower bound of the distance from the origin to the plane across the nearest point, less the
 * radius. */
static double sure_gap(const solid_pair *p, const simplex *s) {
  solid_point q;
  double d[3], length = sqrt(vector_dot(s->nearest, s->nearest));
  int i;
  if (s->count == 4 || !(length > 0)) return 0;
  for (i = 0; i < 3; i++) d[i] = -s->nearest[i];
  ci_solid_support(p, d, s->point[0].corner, &q);
  return vector_dot(s->nearest, q.w) / length - p->radius -
         SPACE_GAP_MARGIN * (p->size + p->radius);
}

typedef struct space_search {
  const space_sweep *w;
  double d[3], t; /* d points along the search, and t grows along d */
  double guess;   /* the time of the entry, by the last simplex */
  int steps;
  simplex last; /* the last simplex that is far enough away to have a direction */
  int has_last, has_guess, is_sure;
  int near; /* curved cores are so near that GJK_ROUGHLY is not enough */
} space_search;

/* At a smaller distance the direction between curved cores is mostly rounding. */
#define GUESS_NEAR 7.275957614183426e-12 /* 2^-37 */
/* At a smaller distance the search finds the nearest points of curved cores as accurately as
 * possible. Farther away any plane that is nearly across their direction is good enough for a
 * step. */
#define CURVED_NEAR 9.5367431640625e-07 /* 2^-20 */

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

static space_step step_on(space_search *g, solid_pair *p, simplex *s) {
  int is_rough = g->w->is_curved && !g->near;
  double gap = sure_gap(p, s), size = p->size + p->radius, speed, apart, length;
  if (!(gap > 0)) return SEARCH_ENDS;
  apart = sqrt(vector_dot(s->nearest, s->nearest));
  speed = -vector_dot(s->nearest, g->d) / apart * p->scale;
  if (apart > SPACE_CORES_NEAR * size || !g->has_last) {
    g->last = *s;
    g->has_last = 1;
  }
  if (speed > 0 && !is_rough && (gap > GUESS_NEAR * size || !g->has_guess)) {
    g->guess = g->t + (apart - p->radius) / speed;
    g->has_guess = 1;
  }
  if (g->w->is_curved && gap < GUESS_NEAR * size) return SEARCH_ENDS;
  g->near = gap < CURVED_NEAR * size;
  length = sqrt(vector_dot(g->d, g->d)) * p->scale;
  return ci_space_step(gap, speed, length, &g->t, &g->is_sure);
}

/* Searches from g->t, while t is at most `most`. *s is the last simplex. */
static space_step search_along(space_search *g, double most, solid_pair *p, simplex *s) {
  space_sweep w = *g->w;
  space_step ended = SEARCH_ON;
  memcpy(w.d, g->d, sizeof w.d);
  g->has_last = g->has_guess = g->near = 0;
  g->is_sure = 1;
  ci_solid_pair_make_moved(p, w.a, w.b, w.d, g->t);
  s->count = 0;
  for (g->steps = 0; g->steps < MOST_STEPS && ended == SEARCH_ON; g->steps++) {
    int past = GJK_PAST_APART | GJK_PAST_IN | GJK_FROM_THERE;
    if (g->steps > 0) ci_solid_pair_move(p, w.a, w.d, g->t);
    (void)ci_gjk(p, past | (w.is_curved && !g->near ? GJK_ROUGHLY : 0), s);
    ended = step_on(g, p, s);
    if (ended == SEARCH_ON && g->t > most) return SEARCH_MISSES;
  }
  if (!g->has_guess) g->guess = g->t;
  return ended == SEARCH_MISSES ? SEARCH_MISSES : SEARCH_ENDS;
}

/* Two parallel faces meet all at once, and the simplex has corners of both. Three corners of one
 * face determine their plane. Its time is a good guess for an exact decision. */
static void guess_by_face(const solid_pair *p, const double d[3], space_feature *f, double *guess) {
  double t;
  if (!ci_space_feature_face(f)) return;
  (void)ci_space_feature_time(p, d, f, &t);
  if (t > 0 && t <= DBL_MAX) *guess = t;
}

int ci_space_resolve(const space_sweep *w, const double d[3], space_feature *f, double *guess,
                     space_entry *entry) {
  solid_pair pair;
  double scaled[3], t;
  int i, there;
  ci_solid_pair_make(&pair, w->a, w->b);
  for (i = 0; i < 3; i++) scaled[i] = d[i] * pair.scale;
  if (!ci_space_feature_flat(&pair, f)) {
    guess_by_face(&pair, scaled, f, guess);
    return 0;
  }
  there = ci_space_feature_time(&pair, scaled, f, &t);
  if (there || (t > 0 && t <= DBL_MAX)) *guess = t;
  if (!there) return 0;
  ci_solid_pair_move(&pair, w->a, d, t);
  memcpy(entry->normal, f->normal, sizeof f->normal);
  entry->has_normal = 1;
  if (f->off > 0 && !(t * (1 + f->off) < 1)) return 0;
  return ci_space_feature_holds(&pair, fabs(t) * ci_largest(scaled, 3, 0), f, &entry->inside);
}

/* Finds the entry by the feature of the simplex. Returns 1 if it is sure. Sets g->guess. */
static int find_entry(space_search *g, const solid_pair *p, const simplex *s, space_entry *entry) {
  const simplex *best = g->has_last ? &g->last : s;
  space_feature f;
  if (p->radius > SPACE_CORES_NEAR * p->size && s->count < 4) best = s;
  if (solid_is_curved(&p->a) || solid_is_curved(&p->b)) return 0;
  if (!ci_space_feature_of(best, &f)) return 0;
  f.takes_early = 0;
  return ci_space_resolve(g->w, g->d, &f, &g->guess, entry);
}

space_found ci_space_enter(const space_sweep *w, space_entry *entry) {
  solid_pair p;
  simplex s;
  space_search g;
  space_step ended;
  int sure;
  entry->inside = entry->has_normal = 0;
  if (ci_space_has_plane(w)) return enter_plane(w, &entry->t);
  g.w = w;
  g.t = 0;
  memcpy(g.d, w->d, sizeof g.d);
  ended = search_along(&g, 1, &p, &s);
  entry->t = g.t;
  if (ended == SEARCH_MISSES) return g.is_sure ? SPACE_NEVER : SPACE_UNSURE;
  sure = find_entry(&g, &p, &s, entry);
  entry->t = g.guess;
  return sure ? SPACE_SURE : SPACE_UNSURE;
}

/* No coordinate of the difference is larger than the sum of the sizes and of the radii. */
space_found ci_space_leave(const space_sweep *w, double *t, double *later) {
  solid_pair p;
  simplex s;
  space_search g;
  space_entry entry;
  space_found found;
  int i, sure = 0;
  if (ci_space_has_plane(w)) {
    found = leave_plane(w, t);
    *later = *t < 1 ? 2 : *t * 2;
    return found;
  }
  if (ci_space_leave_cores(w, t, later, &found)) return found;
  ci_solid_pair_make(&p, w->a, w->b);
  *later = (p.size + p.radius) * 1.01 / p.scale / ci_largest(w->d, 3, 0);
  if (!(*later <= DBL_MAX)) *later = DBL_MAX;
  g.w = w;
  g.t = 0 - *later;
  for (i = 0; i < 3; i++) g.d[i] = -w->d[i];
  if (search_along(&g, 0, &p, &s) == SEARCH_ENDS) sure = find_entry(&g, &p, &s, &entry);
  *t = 0 - g.guess;
  return sure ? SPACE_SURE : SPACE_UNSURE;
}

/* ---- Levels ------------------------------------------------------------------------------ */

int ci_space_is_in(const space_sweep *w, double t) {
  solid_pair p;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  return ci_solid_surely_in(&p);
}

int ci_space_is_surely_in(const space_sweep *w, double t) {
  return w->is_curved && !ci_space_has_plane(w) && ci_space_is_in(w, t);
}

int ci_space_quick_level(const space_sweep *w) {
  solid_pair p;
  simplex s;
  int found;
  if (ci_space_has_plane(w)) return SOLID_UNDECIDED;
  ci_solid_pair_make(&p, w->a, w->b);
  found = ci_gjk(&p, 0, &s);
  return found == GJK_APART ? SOLID_APART : found == GJK_IN ? SOLID_IN : SOLID_UNDECIDED;
}
