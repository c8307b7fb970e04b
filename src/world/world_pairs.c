/* SPDX-License-Identifier: MIT
 *
 * Members of a world that may overlap one another.
 */
#include <stddef.h>

#include "world.h"

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* Pairs are named in an order that has little to do with where members lie in memory, and to wait
 * for memory is most of what a pair would cost. So a pair is asked for its members when it is
 * named, for their shapes AHEAD pairs later, and taken as many later again. */
enum { AHEAD = 8, WAITING = 2 * AHEAD };

typedef struct waiting_pair {
  int32_t a, b;
  int is_sure;
} waiting_pair;

typedef struct pairing {
  const collide_world *world;
  world_take_pair take;
  void *user;
  waiting_pair waiting[WAITING]; /* of pair i that was named: i modulo WAITING */
  uint32_t named, taken;
} pairing;

static void prefetch_target(const world_member *m) {
  const char *shape = (const char *)m->target.of.shape;
  if (m->target.kind != COLLIDE_TARGET_SHAPE) return;
  PREFETCH(shape);
  PREFETCH(shape + offsetof(collide_shape, of));
}

static int take_pair(pairing *p) {
  const waiting_pair *pair = &p->waiting[p->taken++ % WAITING];
  const world_member *m = &p->world->members[pair->a], *n = &p->world->members[pair->b];
  return !p->take(p->user, m->number, &m->target, n->number, &n->target, pair->is_sure);
}

static int name_pair(void *user, int32_t a, int32_t b, int is_sure) {
  pairing *p = (pairing *)user;
  const world_member *members = p->world->members;
  waiting_pair *pair;
  if (p->named - p->taken == WAITING && take_pair(p)) return 1;
  pair = &p->waiting[p->named % WAITING];
  pair->a = a < b ? a : b;
  pair->b = a < b ? b : a;
  pair->is_sure = is_sure;
  PREFETCH(&members[a]);
  PREFETCH(&members[b]);
  if (p->named - p->taken >= AHEAD) {
    const waiting_pair *earlier = &p->waiting[(p->named - AHEAD) % WAITING];
    if (!earlier->is_sure) {
      prefetch_target(&members[earlier->a]);
      prefetch_target(&members[earlier->b]);
    }
  }
  p->named++;
  return 0;
}

static int name_near(void *user, int32_t a, int32_t b) {
  return name_pair(user, a, b, 0);
}

/* A member without bounds and every other; of two of these once. */
static int pair_beside(pairing *p, int32_t i) {
  const collide_world *w = p->world;
  int32_t j;
  for (j = 0; j < w->used; j++) {
    world_place place = w->members[j].place;
    if (place != WORLD_IN_TREE && (place != WORLD_BESIDE || j >= i)) continue;
    if (name_pair(p, i, j, 0)) return 1;
  }
  return 0;
}

/* By cells, without the tree; or returns CROWD_UNSUITED. */
static int pair_crowd(pairing *p, collide_world *w) {
  crowd_item *to;
  int32_t i;
  if (w->dimensions != 2 || w->tree.count < CROWD_LEAST) return CROWD_UNSUITED;
  to = ci_crowd_reserve(&w->crowd, w->tree.count, &w->memory);
  if (to == NULL) return CROWD_UNSUITED;
  for (i = 0; i < w->used; i++) {
    const tree_box *box = &w->tree.boxes[i];
    if (w->members[i].place != WORLD_IN_TREE) continue;
    to->low[0] = box->low[0];
    to->low[1] = box->low[1];
    to->high[0] = box->high[0];
    to->high[1] = box->high[1];
    to->item = i;
    to->form = w->members[i].form;
    to++;
  }
  return ci_crowd_pairs(&w->crowd, w->tree.count, name_pair, p);
}

void ci_world_pairs(collide_world *world, world_take_pair take, void *user) {
  pairing p;
  int32_t i;
  int ended;
  ci_world_place(world);
  p.world = world;
  p.take = take;
  p.user = user;
  p.named = p.taken = 0;
  for (i = 0; i < world->beside_count; i++)
    if (pair_beside(&p, world->beside[i])) return;
  ended = pair_crowd(&p, world);
  if (ended == CROWD_UNSUITED) {
    ci_world_mend(world);
    ended = ci_live_pairs(&world->tree, ci_world_margin(world), name_near, &p);
  }
  if (ended) return;
  while (p.taken != p.named)
    if (take_pair(&p)) return;
}

typedef struct plain_pairing {
  collide_world_take_pair take;
  void *user;
} plain_pairing;

static int take_plain(void *user, int a, const collide_target *first, int b,
                      const collide_target *second, int is_sure) {
  const plain_pairing *p = (const plain_pairing *)user;
  (void)is_sure;
  return p->take(p->user, a, first, b, second);
}

void collide_world_near_pairs(collide_world *world, collide_world_take_pair take, void *user) {
  plain_pairing p;
  p.take = take;
  p.user = user;
  ci_world_pairs(world, take_plain, &p);
}
