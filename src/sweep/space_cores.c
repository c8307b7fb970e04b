/* SPDX-License-Identifier: MIT
 *
 * Finds where a line enters the set of differences of two cores with radii: spheres, capsules,
 * segments and triangles. Works like space_near.c, but computes nearest points by a closed form,
 * not by a search. The nearest points give the feature, too.
 */
#include "../number/fp.h"

#include <string.h>

#include "../solid/decide.h"
#include "../solid/solid.h"
#include "space_cores.h"
#include "space_feature.h"

enum { MOST_STEPS = 64 };

/* Returns 0 for two shapes that are not cores. */
static int begin(const space_sweep *w, space_cores *g) {
  int i;
  g->is_turned = w->a->kind == COLLIDE_TRIANGLE;
  if (g->is_turned && w->b->kind == COLLIDE_TRIANGLE) return 0;
  if (!ci_cores_make(g->is_turned ? w->b : w->a, g->is_turned ? w->a : w->b, &g->pair)) return 0;
  for (i = 0; i < 3; i++) g->d[i] = g->is_turned ? 0 - w->d[i] : w->d[i];
  g->size = g->pair.scene.size;
  g->length = sqrt(vector_dot(g->d, g->d));
  return g->size > 1e-70 && g->size < 1e70 && g->length > 1e-70 && g->length < 1e70;
}

int ci_space_cores_level(const space_sweep *w, space_cores *g) {
  int found;
  g->known = begin(w, g);
  g->stays = 0;
  g->has_nearest = 0;
  if (!g->known) return SOLID_UNDECIDED;
  if (w->apart >= 0) return SOLID_APART;
  g->has_nearest = 1;
  found = ci_cores_decide_along(&g->pair, g->d, g->v);
  if (found == PAIR_UNSURE) {
    int level = ci_level_triangle_decide(w->a, w->b, NULL);
    if (level != SOLID_UNDECIDED) return level;
    found = ci_cores_decide_in_twofolds(&g->pair, g->d);
  }
  g->stays = found == PAIR_STAYS_PARTED;
  return found == PAIR_UNSURE ? SOLID_UNDECIDED : found == PAIR_MEET ? SOLID_IN : SOLID_APART;
}

/* Computes the vector between the nearest points at t. */
static void find_nearest_points(space_cores *g) {
  core_scene *scene = &g->pair.scene;
  double most = 0;
  int i, k;
  for (i = 0; i < g->pair.a.count; i++)
    for (k = 0; k < 3; k++) scene->p[i][k] = g->start[i][k] + g->t * g->d[k];
  for (k = 0; k < 3; k++)
    if (fabs(g->t * g->d[k]) > most) most = fabs(g->t * g->d[k]);
  g->size = scene->size + most;
  ci_find_nearest_features(scene, &g->pair.found);
  core_vector(scene, &g->pair.found, g->v);
}

/* The square of the component of d across the edge of the nearest points; 0 for a face, or two
 * edges. */
static double square_across(const space_cores *g) {
  const nearest_pair *f = &g->pair.found;
  const round_core *core = f->a.count == 2 ? &g->pair.a : &g->pair.b;
  const int *index = f->a.count == 2 ? f->a.index : f->b.index;
  double square = g->length * g->length, e[3], along;
  int k;
  if (f->a.count + f->b.count == 2) return square;
  if (f->a.count + f->b.count != 3) return 0;
  for (k = 0; k < 3; k++) e[k] = core->corner[index[1]][k] - core->corner[index[0]][k];
  along = vector_dot(e, g->d);
  return square - along * along / vector_dot(e, e);
}

/* If the nearest points stay on a corner or an edge, one step finds the entry: a root of the square
 * of their distance. Jumps there, and the next step tests whether they have stayed. If not, the
 * search continues from `next`. */
static int jump(space_cores *g, double apart, double speed, double next) {
  double across = square_across(g), b = apart * speed, t;
  double rest = (apart - g->radius) * (apart + g->radius), root = b * b - across * rest;
  g->has_jumped = 1;
  if (!(across > 0 && root > 0 && g->radius > 0)) return 0;
  t = g->t + rest / (b + sqrt(root));
  if (!(t > next && t <= g->most)) return 0;
  g->is_probe = 1;
  g->safe = next;
  g->before = g->pair.found;
  g->t = t;
  return 1;
}

static int has_stayed(const space_cores *g) {
  const nearest_pair *f = &g->before, *found = &g->pair.found;
  int i;
  if (f->a.count != found->a.count || f->b.count != found->b.count) return 0;
  for (i = 0; i < f->a.count; i++)
    if (f->a.index[i] != found->a.index[i]) return 0;
  for (i = 0; i < f->b.count; i++)
    if (f->b.index[i] != found->b.index[i]) return 0;
  return 1;
}

/* A jump gives only a guess. */
static space_step end_jump(space_cores *g) {
  g->is_probe = 0;
  if (has_stayed(g)) {
    g->guess = g->t;
    g->has_guess = 1;
    return SEARCH_ENDS;
  }
  g->t = g->safe;
  return SEARCH_ON;
}

/* SPACE_GAP_MARGIN is enough for the height of the plane across v. An extent is off by 18 u of the
 * size, see QUICK_MARGIN, and t d by 4 u more. The quotient and the difference are off by 4 u. */
static space_step step_on(space_cores *g) {
  const double *v = g->v;
  double apart = sqrt(vector_dot(v, v)), gap, speed, next = g->t;
  space_step step;
  if (g->is_probe) return end_jump(g);
  if (!(apart > 0)) return SEARCH_ENDS;
  gap = core_separation(&g->pair.scene, v) / apart - g->radius - SPACE_GAP_MARGIN * g->size;
  if (!(gap > 0)) return SEARCH_ENDS;
  speed = -vector_dot(v, g->d) / apart;
  if (apart > SPACE_CORES_NEAR * g->size || !g->has_last) g->last = g->pair.found;
  g->has_last = 1;
  if (speed > 0) g->guess = g->t + (apart - g->radius) / speed;
  if (speed > 0) g->has_guess = 1;
  step = ci_space_step(gap, speed, g->length, &next, &g->is_sure);
  if (step != SEARCH_ON) return step;
  if (next <= g->most && !g->has_jumped && jump(g, apart, speed, next)) return SEARCH_ON;
  g->t = next;
  return next > g->most ? SEARCH_MISSES : SEARCH_ON;
}

/* Searches from g->t to `most`. `has_nearest`: the nearest points at g->t are known. */
static space_step search(space_cores *g, double most, int has_nearest) {
  space_step ended = SEARCH_ON;
  int step;
  memcpy(g->start, g->pair.scene.p, sizeof g->start); /* not moved yet */
  g->radius = g->pair.a.radius + g->pair.b.radius;
  g->guess = g->t;
  g->most = most;
  g->has_last = g->has_guess = g->has_jumped = g->is_probe = 0;
  g->is_sure = 1;
  for (step = 0; step < MOST_STEPS && ended == SEARCH_ON; step++) {
    if (step > 0 || !has_nearest) find_nearest_points(g);
    ended = step_on(g);
  }
  if (ended == SEARCH_MISSES) return SEARCH_MISSES;
  if (!g->has_guess) g->guess = g->t;
  return SEARCH_ENDS;
}

static void add_point(const space_cores *g, int a, int b, space_feature *f) {
  f->corner[f->count][g->is_turned] = a;
  f->corner[f->count][!g->is_turned] = b;
  f->count++;
}

/* Makes the feature of the difference that the two nearest features span. Returns 0 if its corners
 * do not determine a normal. */
static int feature_of(const space_cores *g, const nearest_pair *found, space_feature *f) {
  int i;
  if (found->parallel || found->a.count + found->b.count > 4) return 0;
  f->count = 0;
  add_point(g, found->a.index[0], found->b.index[0], f);
  for (i = 1; i < found->a.count; i++) add_point(g, found->a.index[i], found->b.index[0], f);
  for (i = 1; i < found->b.count; i++) add_point(g, found->a.index[0], found->b.index[i], f);
  f->own[g->is_turned] = found->a.count;
  f->own[!g->is_turned] = found->b.count;
  memcpy(f->used[g->is_turned], found->a.index, sizeof found->a.index);
  memcpy(f->used[!g->is_turned], found->b.index, sizeof found->b.index);
  return 1;
}

/* Finds the entry by the feature of the last nearest points. Returns 1 if it is sure. Sets
 * g->guess. */
static int resolve_entry(const space_sweep *w, const double d[3], int takes_early, space_cores *g,
                         space_entry *entry) {
  int is_near = !(g->radius > SPACE_CORES_NEAR * g->size) && g->has_last;
  space_feature f;
  solid_pair pair;
  f.takes_early = takes_early;
  if (!feature_of(g, is_near ? &g->last : &g->pair.found, &f)) return 0;
  ci_solid_pair_make(&pair, w->a, w->b);
  return ci_space_resolve(w, &pair, d, &f, &g->guess, entry);
}

space_found ci_space_enter_cores(const space_sweep *w, space_cores *g, space_entry *entry) {
  space_step ended;
  int sure;
  entry->inside = entry->has_normal = 0;
  g->t = w->apart > 0 ? w->apart : 0;
  ended = search(g, 1, g->has_nearest && g->t == 0);
  entry->t = g->t;
  if (ended == SEARCH_MISSES) return g->is_sure ? SPACE_NEVER : SPACE_UNSURE;
  sure = resolve_entry(w, w->d, (w->flags & SPACE_EARLY) != 0, g, entry);
  entry->t = g->guess;
  return sure ? SPACE_SURE : SPACE_UNSURE;
}

/* Like ci_space_leave: a search from the other end, along -d. No coordinate of the difference of
 * the cores is larger than the size. */
int ci_space_leave_cores(const space_sweep *w, double *t, double *later, space_found *found) {
  space_sweep back = *w;
  space_cores g;
  space_entry entry;
  double largest = 0;
  int i, sure = 0;
  for (i = 0; i < 3; i++) {
    back.d[i] = 0 - w->d[i];
    if (fabs(w->d[i]) > largest) largest = fabs(w->d[i]);
  }
  if (!begin(&back, &g)) return 0;
  *later = (g.size + g.pair.a.radius + g.pair.b.radius) * 1.01 / largest;
  if (!(*later <= DBL_MAX)) return 0;
  g.t = 0 - *later;
  if (search(&g, 0, 0) == SEARCH_ENDS) sure = resolve_entry(w, back.d, 0, &g, &entry);
  *t = 0 - g.guess;
  *found = sure ? SPACE_SURE : SPACE_UNSURE;
  return 1;
}

/* The nearest point of the first core, moved by its radius towards the other one. If the cores are
 * swapped, the first core is b, which moves against a's displacement. */
int ci_space_cores_point(const space_sweep *w, space_cores *g, double t, const double normal[3],
                         double point[3]) {
  const nearest_pair *f = &g->pair.found;
  const core_scene *scene = &g->pair.scene;
  double radius = g->is_turned ? g->pair.a.radius : 0 - g->pair.a.radius;
  int i, k;
  if (!(g->radius > 0)) return 0;
  g->t = t;
  find_nearest_points(g);
  for (k = 0; k < 3; k++) {
    double first = scene->p[f->a.index[0]][k], x = first;
    for (i = 1; i < f->a.count; i++) x += f->a.weight[i - 1] * (scene->p[f->a.index[i]][k] - first);
    point[k] = g->pair.b.position[k] + (x + radius * normal[k]);
    if (g->is_turned) point[k] += t * w->d[k];
  }
  return 1;
}
