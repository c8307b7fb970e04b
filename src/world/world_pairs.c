/* SPDX-License-Identifier: MIT
 *
 * Pairs of members of a world that may overlap.
 */
#include <stddef.h>
#include <string.h>

#include "world.h"
#include "../number/prefetch.h"

/* Pairs come in an order unrelated to where members lie in memory. Waiting for memory would be most
 * of a pair's cost. So a new pair prefetches its members, AHEAD pairs later their shapes, and is
 * taken after another AHEAD pairs. */
enum { AHEAD = 8, WAITING = 2 * AHEAD };

typedef struct waiting_pair {
  int32_t a, b;
  int told;
} waiting_pair;

typedef struct pairing {
  collide_world *world;
  const world_pairs *wanted;
  double margin; /* two members are named if their boxes are at most this far apart */
  world_take_pair take;
  void *user;
  waiting_pair waiting[WAITING]; /* a ring: pair i is at i modulo WAITING */
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
  return !p->take(p->user, m->number, &m->target, n->number, &n->target, pair->told);
}

/* Returns 0 if the member's own layer or the selection excludes it from all pairs. */
static int is_wanted(const pairing *p, int32_t i) {
  const int *between = p->wanted->between;
  int layer = p->world->layers[i];
  if (between[0] >= 0 && layer != between[0] && layer != between[1]) return 0;
  return world_selects(p->world, &p->wanted->select, i);
}

/* For a < b, returns PAIR_IS_SWAPPED or 0, or -1 if the layers do not match. If both orders match,
 * the lower number comes first. */
static int order_of(const pairing *p, int32_t a, int32_t b) {
  const int *between = p->wanted->between;
  int of_a = p->world->layers[a], of_b = p->world->layers[b];
  if (between[0] < 0 || (of_a == between[0] && of_b == between[1])) return 0;
  return of_b == between[0] && of_a == between[1] ? PAIR_IS_SWAPPED : -1;
}

static int name_pair(void *user, int32_t a, int32_t b, int is_sure) {
  pairing *p = (pairing *)user;
  const world_member *members = p->world->members;
  int32_t low = a < b ? a : b, high = a < b ? b : a;
  int told = is_sure ? PAIR_IS_SURE : 0;
  waiting_pair *pair;
  if (!p->wanted->is_all) {
    int order = order_of(p, low, high);
    if (order < 0 || !is_wanted(p, a) || !is_wanted(p, b)) return 0;
    told |= order;
  }
  if (p->named - p->taken == WAITING && take_pair(p)) return 1;
  pair = &p->waiting[p->named % WAITING];
  pair->a = low;
  pair->b = high;
  pair->told = told;
  PREFETCH(&members[a]);
  PREFETCH(&members[b]);
  if (p->named - p->taken >= AHEAD) {
    const waiting_pair *earlier = &p->waiting[(p->named - AHEAD) % WAITING];
    if (!(earlier->told & PAIR_IS_SURE)) {
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

/* ---- All members --------------------------------------------------------------------------- */

/* Pairs a member without bounds with every other member; two such members once. */
static int pair_beside(pairing *p, int32_t i) {
  const collide_world *w = p->world;
  int32_t j;
  for (j = 0; j < w->used; j++) {
    world_place place = (world_place)w->members[j].place;
    if (place != WORLD_IN_TREE && (place != WORLD_BESIDE || j >= i)) continue;
    if (name_pair(p, i, j, 0)) return 1;
  }
  return 0;
}

/* A measured distance is too small by at most 2^-48 of itself and 2^-30 of the largest bound, which
 * is w->far / 4 (ci_meet_bound). Twice that is added, which also covers the rounding of the boxes.
 */
static double find_margin(collide_world *w, double within) {
  double margin = ci_world_margin(w);
  return within > 0 ? margin + within * (1 + 7.105427357601002e-15) + 1e-9 * w->far : margin;
}

/* Finds the pairs by cells, without the tree, or returns CROWD_UNSUITED. Leaves out members that
 * are not wanted. */
static int pair_crowd(pairing *p, collide_world *w) {
  crowd_item *to, *first;
  int is_all = p->wanted->is_all;
  double half = 0.5 * p->margin;
  int32_t i;
  if (w->dimensions != 2 || w->tree.count < CROWD_LEAST || !(half < 1e100)) return CROWD_UNSUITED;
  to = first = ci_crowd_reserve(&w->crowd, w->tree.count, &w->memory);
  if (to == NULL) return CROWD_UNSUITED;
  for (i = 0; i < w->used; i++) {
    const tree_box *box = &w->tree.boxes[i];
    if (w->members[i].place != WORLD_IN_TREE || (!is_all && !is_wanted(p, i))) continue;
    to->low[0] = box->low[0] - half;
    to->low[1] = box->low[1] - half;
    to->high[0] = box->high[0] + half;
    to->high[1] = box->high[1] + half;
    to->item = i;
    to->form = half > 0 ? (int32_t)CROWD_ANY : w->members[i].form;
    to++;
  }
  if (to == first) return 0;
  return ci_crowd_pairs(&w->crowd, (int32_t)(to - first), name_pair, p);
}

static int pair_all(pairing *p) {
  collide_world *world = p->world;
  int32_t i;
  int ended;
  for (i = 0; i < world->beside_count; i++)
    if (pair_beside(p, world->beside[i])) return 1;
  ended = pair_crowd(p, world);
  if (ended != CROWD_UNSUITED) return ended;
  ci_world_mend(world);
  return ci_live_pairs(&world->tree, p->margin, name_near, p);
}

/* ---- Few members --------------------------------------------------------------------------- */

/* Each wanted pair has a member among the few. If both are among them, the search for the first
 * member names it. */
typedef struct few {
  pairing *p;
  int32_t one; /* the member whose pairs are searched */
  int are_both;
} few;

static int name_with_one(void *user, int32_t item, double *latest) {
  const few *f = (const few *)user;
  (void)latest;
  if (item == f->one || (f->are_both && item < f->one)) return 0;
  return name_pair(f->p, f->one, item, 0);
}

/* Finds the pairs of one of the few. ci_live_pairs compares the same boxes except for rounding,
 * which the margin covers. */
static int pair_one(void *user, int32_t i) {
  few *f = (few *)user;
  collide_world *world = f->p->world;
  double ignored = HUGE_VAL;
  int32_t j;
  f->one = i;
  if (!is_wanted(f->p, i)) return 0;
  if (world->members[i].place == WORLD_BESIDE) {
    for (j = 0; j < world->used; j++)
      if (world->members[j].place == WORLD_IN_TREE && name_with_one(f, j, &ignored)) return 1;
  } else if (world->members[i].place == WORLD_IN_TREE) {
    tree_box box = world->tree.boxes[i];
    int k;
    for (k = 0; k < world->dimensions; k++) {
      box.low[k] -= f->p->margin;
      box.high[k] += f->p->margin;
    }
    if (ci_live_box(&world->tree, box.low, box.high, name_with_one, f)) return 1;
  } else {
    return 0;
  }
  for (j = 0; j < world->beside_count; j++)
    if (name_with_one(f, world->beside[j], &ignored)) return 1;
  return 0;
}

/* A walk of the tree costs about as much as this number of members when all are paired. */
enum { WALK_COSTS_2D = 8, WALK_COSTS_3D = 6 };

/* Returns 0 or 1 as pair_all, or -1 if pair_all is faster. */
static int pair_few(pairing *p) {
  collide_world *world = p->world;
  const world_pairs *wanted = p->wanted;
  int32_t least = ci_world_selected_most(world, &wanted->select);
  int layer = -1, i;
  few f;
  for (i = 0; i < 2 && wanted->between[0] >= 0; i++) {
    int32_t count = wanted->between[i] > 0 ? world->of_layer[wanted->between[i]] : 0;
    if (count > least) continue;
    least = count;
    layer = wanted->between[i];
  }
  if (least == 0) return 0;
  if (least > world->alive / (world->dimensions == 2 ? WALK_COSTS_2D : WALK_COSTS_3D)) return -1;
  ci_world_mend(world);
  f.p = p;
  f.are_both = layer < 0 || wanted->between[0] == wanted->between[1];
  return layer < 0 ? ci_world_each_selected(world, &wanted->select, pair_one, &f)
                   : ci_world_each_of_layer(world, layer, pair_one, &f);
}

void ci_world_pairs(collide_world *world, const world_pairs *wanted, world_take_pair take,
                    void *user) {
  pairing p;
  int ended = -1;
  ci_world_place(world);
  p.world = world;
  p.wanted = wanted;
  p.margin = find_margin(world, wanted->within);
  p.take = take;
  p.user = user;
  p.named = p.taken = 0;
  if (!wanted->is_all) ended = pair_few(&p);
  if (ended < 0) ended = pair_all(&p);
  if (ended) return;
  while (p.taken != p.named)
    if (take_pair(&p)) return;
}

typedef struct plain_pairing {
  collide_world_take_pair take;
  void *user;
} plain_pairing;

static int take_plain(void *user, int a, const collide_target *first, int b,
                      const collide_target *second, int told) {
  const plain_pairing *p = (const plain_pairing *)user;
  (void)told;
  return p->take(p->user, a, first, b, second);
}

void collide_world_near_pairs(collide_world *world, collide_world_take_pair take, void *user) {
  world_pairs all;
  plain_pairing p;
  memset(&all, 0, sizeof all);
  all.is_all = 1;
  p.take = take;
  p.user = user;
  ci_world_pairs(world, &all, take_plain, &p);
}
