/* SPDX-License-Identifier: MIT
 *
 * Members of a world that are near something, or near one another.
 */
#include <string.h>

#include "../meet/meet.h"
#include "world.h"

/* ---- Distances ------------------------------------------------------------------------------ */

typedef struct search {
  const collide_world *world;
  collide_world_take take;
  void *user;
  const double *farthest;
} search;

static double bound(const void *asked, const double low[3], const double high[3]) {
  return ci_meet_bound((const meet *)asked, low, high);
}

static int name(void *user, int32_t item, double *latest) {
  search *s = (search *)user;
  const world_member *m = &s->world->members[item];
  if (!s->take(s->user, m->number, &m->target)) return 1;
  *latest = *s->farthest;
  return 0;
}

void collide_world_near_distance(collide_world *world, const double min[3], const double max[3],
                                 const double *farthest, collide_world_take take, void *user) {
  meet asked;
  search s;
  double latest = *farthest;
  int32_t i;
  ci_world_mend(world);
  memset(&asked, 0, sizeof asked);
  asked.dimensions = world->dimensions;
  memcpy(asked.low, min, sizeof asked.low);
  memcpy(asked.high, max, sizeof asked.high);
  s.world = world;
  s.take = take;
  s.user = user;
  s.farthest = farthest;
  for (i = 0; i < world->beside_count; i++)
    if (name(&s, world->beside[i], &latest)) return;
  ci_live_near(&world->tree, bound, &asked, latest, name, &s);
}

/* In space the pairs that collide/pair.h gives a tolerance of 1e-10 of the size of the two may be
 * told to overlap although they, and their bounds, are apart by that. No size is above `far`. */
double ci_world_margin(collide_world *world) {
  ci_world_mend(world);
  return world->dimensions == 3 ? 2e-10 * world->far : 0;
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

typedef struct pairing {
  const collide_world *world;
  collide_world_take_pair take;
  void *user;
} pairing;

static int name_pair(void *user, int32_t a, int32_t b) {
  pairing *p = (pairing *)user;
  const world_member *m = &p->world->members[a < b ? a : b], *n = &p->world->members[a < b ? b : a];
  return !p->take(p->user, m->number, &m->target, n->number, &n->target);
}

/* A member without bounds and every other; of two of these once. */
static int pair_beside(pairing *p, int32_t i) {
  const collide_world *w = p->world;
  int32_t j;
  for (j = 0; j < w->used; j++) {
    world_place place = w->members[j].place;
    if (place != WORLD_IN_TREE && (place != WORLD_BESIDE || j >= i)) continue;
    if (name_pair(p, i, j)) return 1;
  }
  return 0;
}

void collide_world_near_pairs(collide_world *world, collide_world_take_pair take, void *user) {
  pairing p;
  int32_t i;
  ci_world_mend(world);
  p.world = world;
  p.take = take;
  p.user = user;
  for (i = 0; i < world->beside_count; i++)
    if (pair_beside(&p, world->beside[i])) return;
  ci_live_pairs(&world->tree, ci_world_margin(world), name_pair, &p);
}
