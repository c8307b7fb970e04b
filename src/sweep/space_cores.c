/* SPDX-License-Identifier: MIT
 *
 * Where a line comes into the set of differences of two cores with radii: spheres, capsules,
 * segments and triangles. As space_near.c, with nearest points from a closed form in place of a
 * search: these tell the feature, too.
 */
#include "../number/fp.h"

#include <string.h>

#include "../solid/decide.h"
#include "../solid/solid.h"
#include "space_cores.h"
#include "space_feature.h"

enum { MOST_STEPS = 64 };

enum { SEARCH_ON, SEARCH_ENDS, SEARCH_MISSES };

/* Returns 0 for two that are no cores. */
static int begin(const space_sweep *w, space_cores *g) {
  int i;
  g->is_turned = w->a->kind == COLLIDE_TRIANGLE;
  if (g->is_turned && w->b->kind == COLLIDE_TRIANGLE) return 0;
  if (!ci_near_make(g->is_turned ? w->b : w->a, g->is_turned ? w->a : w->b, &g->pair)) return 0;
  for (i = 0; i < 3; i++) g->d[i] = g->is_turned ? 0 - w->d[i] : w->d[i];
  g->size = g->pair.scene.size;
  g->length = sqrt(vector_dot(g->d, g->d));
  return g->size > 1e-70 && g->size < 1e70 && g->length > 1e-70 && g->length < 1e70;
}

int ci_space_cores_level(const space_sweep *w, space_cores *g) {
  int found;
  g->known = begin(w, g);
  g->stays = 0;
  if (!g->known) return SOLID_UNDECIDED;
  found = ci_near_look_along(&g->pair, g->d, g->v);
  if (found == NEAR_UNSURE) found = ci_near_rest_found(&g->pair, g->d);
  g->stays = found == NEAR_STAYS;
  return found == NEAR_UNSURE ? SOLID_UNDECIDED : found == NEAR_MEET ? SOLID_IN : SOLID_APART;
}

/* The vector between the nearest points at t. */
static void look(space_cores *g) {
  near_scene *scene = &g->pair.scene;
  double most = 0;
  int i, k;
  for (i = 0; i < g->pair.a.count; i++)
    for (k = 0; k < 3; k++) scene->p[i][k] = g->start[i][k] + g->t * g->d[k];
  for (k = 0; k < 3; k++)
    if (fabs(g->t * g->d[k]) > most) most = fabs(g->t * g->d[k]);
  g->size = scene->size + most;
  ci_near_find(scene, &g->pair.found);
  ci_near_vector(&g->pair, g->v);
}

/* One step of Newton's method, see step_on in space_near.c. SPACE_GAP_MARGIN is enough for the
 * height of the plane across v: an extent is off by 18 u of the size, see NEAR_MARGIN, and by 4 u
 * more for t d; the quotient and the difference by 4 u. */
static int step_on(space_cores *g) {
  const double *v = g->v;
  double apart = sqrt(vector_dot(v, v)), gap, speed, next;
  if (!(apart > 0)) return SEARCH_ENDS;
  gap = ci_near_extent(&g->pair, v) / apart - g->radius - SPACE_GAP_MARGIN * g->size;
  if (!(gap > 0)) return SEARCH_ENDS;
  speed = -vector_dot(v, g->d) / apart;
  if (apart > SPACE_CORES_NEAR * g->size || !g->has_last) g->last = g->pair.found;
  g->has_last = 1;
  if (speed > 0) g->guess = g->t + (apart - g->radius) / speed;
  if (speed > 0) g->has_guess = 1;
  /* As there: the product is off by 3 u of |n| |d|, the quotients by 3 u. */
  speed += 8 * SOLID_UNIT * g->length;
  if (!(speed > 16 * SOLID_UNIT * g->length)) {
    g->is_sure = gap > 24 * SOLID_UNIT * g->length;
    return SEARCH_MISSES;
  }
  next = g->t + gap / speed * (1 - 8 * SOLID_UNIT);
  next -= next * SOLID_UNIT; /* never later than it should be */
  if (!(next > g->t)) return SEARCH_ENDS;
  g->t = next;
  return next > 1 ? SEARCH_MISSES : SEARCH_ON;
}

static void add_point(const space_cores *g, int a, int b, space_feature *f) {
  f->corner[f->count][g->is_turned] = a;
  f->corner[f->count][!g->is_turned] = b;
  f->count++;
}

/* The corners of the difference that span the two features; 0 where these do not determine a
 * normal. */
static int feature_of(const space_cores *g, const near_found *found, space_feature *f) {
  int i;
  if (found->parallel || found->na + found->nb > 4) return 0;
  f->count = 0;
  add_point(g, found->ia[0], found->ib[0], f);
  for (i = 1; i < found->na; i++) add_point(g, found->ia[i], found->ib[0], f);
  for (i = 1; i < found->nb; i++) add_point(g, found->ia[0], found->ib[i], f);
  f->own[g->is_turned] = found->na;
  f->own[!g->is_turned] = found->nb;
  memcpy(f->used[g->is_turned], found->ia, sizeof found->ia);
  memcpy(f->used[!g->is_turned], found->ib, sizeof found->ib);
  return 1;
}

space_found ci_space_enter_cores(const space_sweep *w, space_cores *g, space_entry *entry) {
  space_feature f;
  int step, ended = SEARCH_ON, is_near;
  entry->inside = entry->has_normal = 0;
  memcpy(g->start, g->pair.scene.p, sizeof g->start);
  g->radius = g->pair.a.radius + g->pair.b.radius;
  g->t = g->guess = 0;
  g->has_last = g->has_guess = 0;
  g->is_sure = 1;
  for (step = 0; step < MOST_STEPS && ended == SEARCH_ON; step++) {
    if (step > 0) look(g);
    ended = step_on(g);
  }
  entry->t = g->t;
  if (ended == SEARCH_MISSES) return g->is_sure ? SPACE_NEVER : SPACE_UNSURE;
  if (!g->has_guess) g->guess = g->t;
  is_near = !(g->radius > SPACE_CORES_NEAR * g->size) && g->has_last;
  entry->t = g->guess;
  if (!feature_of(g, is_near ? &g->last : &g->pair.found, &f)) return SPACE_UNSURE;
  step = ci_space_settle(w, w->d, &f, &g->guess, entry);
  entry->t = g->guess;
  return step ? SPACE_SURE : SPACE_UNSURE;
}

/* The point of the first core, and from there by its radius towards the other one. When the two are
 * turned it is b, which goes against the way of a. */
int ci_space_cores_point(const space_sweep *w, space_cores *g, double t, const double normal[3],
                         double point[3]) {
  const near_found *f = &g->pair.found;
  const near_scene *scene = &g->pair.scene;
  double radius = g->is_turned ? g->pair.a.radius : 0 - g->pair.a.radius;
  int i, k;
  if (!(g->radius > 0)) return 0;
  g->t = t;
  look(g);
  for (k = 0; k < 3; k++) {
    double first = scene->p[f->ia[0]][k], x = first;
    for (i = 1; i < f->na; i++) x += f->s[i - 1] * (scene->p[f->ia[i]][k] - first);
    point[k] = g->pair.b.position[k] + (x + radius * normal[k]);
    if (g->is_turned) point[k] += t * w->d[k];
  }
  return 1;
}
