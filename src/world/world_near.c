/* SPDX-License-Identifier: MIT
 *
 * Members of a world that are near something, or near one another.
 */
#include <stddef.h>
#include <stdlib.h>
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

/* What is asked has size, too: by how much more its bounds may be apart from a member's that it is
 * told to overlap. */
#define MARGIN_OF_SIZE 8e-10

void ci_world_near_reach(collide_world *world, const double low[3], const double high[3],
                         collide_world_take take, void *user) {
  double min[3], max[3], margin = ci_world_margin(world), most = 0;
  int k;
  for (k = 0; k < 3; k++) {
    if (fabs(low[k]) > most) most = fabs(low[k]);
    if (fabs(high[k]) > most) most = fabs(high[k]);
  }
  if (most < HUGE_VAL && world->dimensions == 3) margin += MARGIN_OF_SIZE * most;
  for (k = 0; k < 3; k++) {
    min[k] = low[k] - margin;
    max[k] = high[k] + margin;
  }
  collide_world_near_box(world, min, max, take, user);
}

typedef struct overlaps {
  const collide_shape *shape;
  int flags, except, count, room;
  int *numbers;
} overlaps;

static int take_overlap(void *user, int number, const collide_target *member) {
  overlaps *o = (overlaps *)user;
  int overlap;
  if (number == o->except) return 1;
  overlap = collide_target_overlap(o->shape, member, o->flags);
  if (overlap == COLLIDE_UNSUPPORTED) {
    o->count = COLLIDE_UNSUPPORTED;
    return 0;
  }
  if (!overlap) return 1;
  if (o->count == o->room) {
    o->count++;
    return 0;
  }
  o->numbers[o->count++] = number;
  return 1;
}

static int compare_numbers(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

/* Few are the rule. */
static void sort_numbers(int *numbers, int count) {
  int i, j;
  if (count > 24) {
    qsort(numbers, (size_t)count, sizeof numbers[0], compare_numbers);
    return;
  }
  for (i = 1; i < count; i++) {
    int number = numbers[i];
    for (j = i; j > 0 && numbers[j - 1] > number; j--) numbers[j] = numbers[j - 1];
    numbers[j] = number;
  }
}

int ci_world_overlaps(collide_world *world, const collide_shape *shape, int flags, int except,
                      int *numbers, int room) {
  overlaps o;
  double low[3], high[3];
  o.shape = shape;
  o.flags = flags;
  o.except = except;
  o.count = 0;
  o.room = room;
  o.numbers = numbers;
  collide_bounds(shape, low, high);
  ci_world_near_reach(world, low, high, take_overlap, &o);
  if (o.count > 1 && o.count <= room) sort_numbers(numbers, o.count);
  return o.count;
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* The tree names pairs in an order that has nothing to do with where members lie in memory, and to
 * wait for memory is most of what a pair would cost. So a pair is asked for its members when it is
 * named, for their shapes AHEAD pairs later, and taken as many later again. */
enum { AHEAD = 8, WAITING = 2 * AHEAD };

typedef struct pairing {
  const collide_world *world;
  collide_world_take_pair take;
  void *user;
  int32_t waiting[WAITING][2]; /* of pair i that was named: i modulo WAITING */
  uint32_t named, taken;
} pairing;

static void prefetch_target(const world_member *m) {
  const char *shape = (const char *)m->target.of.shape;
  if (m->target.kind != COLLIDE_TARGET_SHAPE) return;
  PREFETCH(shape);
  PREFETCH(shape + offsetof(collide_shape, of));
}

static int take_pair(pairing *p) {
  const int32_t *pair = p->waiting[p->taken++ % WAITING];
  const world_member *m = &p->world->members[pair[0]], *n = &p->world->members[pair[1]];
  return !p->take(p->user, m->number, &m->target, n->number, &n->target);
}

static int name_pair(void *user, int32_t a, int32_t b) {
  pairing *p = (pairing *)user;
  const world_member *members = p->world->members;
  int32_t *pair;
  if (p->named - p->taken == WAITING && take_pair(p)) return 1;
  pair = p->waiting[p->named % WAITING];
  pair[0] = a < b ? a : b;
  pair[1] = a < b ? b : a;
  PREFETCH(&members[a]);
  PREFETCH(&members[b]);
  if (p->named - p->taken >= AHEAD) {
    const int32_t *earlier = p->waiting[(p->named - AHEAD) % WAITING];
    prefetch_target(&members[earlier[0]]);
    prefetch_target(&members[earlier[1]]);
  }
  p->named++;
  return 0;
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
  p.named = p.taken = 0;
  for (i = 0; i < world->beside_count; i++)
    if (pair_beside(&p, world->beside[i])) return;
  if (ci_live_pairs(&world->tree, ci_world_margin(world), name_pair, &p)) return;
  while (p.taken != p.named)
    if (take_pair(&p)) return;
}
