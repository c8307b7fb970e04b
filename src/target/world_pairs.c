/* SPDX-License-Identifier: MIT
 *
 * Pairs of members of a world that may overlap.
 */
#include <string.h>

#include "world.h"

typedef struct pairing {
  collide_world *world;
  const world_pairs *wanted;
  double margin; /* two members are named if their boxes are at most this far apart */
  world_take_pair take;
  void *user;
} pairing;

/* Returns 0 if the member's own layer or the selection excludes it from all pairs. */
static int is_wanted(const pairing *p, int32_t i) {
  const int *between = p->wanted->between;
  int layer = p->world->layers[i];
  if (between[0] >= 0 && layer != between[0] && layer != between[1]) return 0;
  return world_selects(p->world, &p->wanted->select, i);
}

/* For a < b: 1 if b is in the first layer, 0 if a is, -1 if the layers do not match. If both orders
 * match, the lower number comes first. */
static int is_swapped_pair(const pairing *p, int32_t a, int32_t b) {
  const int *between = p->wanted->between;
  int of_a = p->world->layers[a], of_b = p->world->layers[b];
  if (between[0] < 0 || (of_a == between[0] && of_b == between[1])) return 0;
  return of_b == between[0] && of_a == between[1] ? 1 : -1;
}

/* Returns 1 to end. */
static int name_pair(void *user, int32_t a, int32_t b) {
  pairing *p = (pairing *)user;
  int32_t low = a < b ? a : b, high = a < b ? b : a;
  const world_member *m = &p->world->members[low], *n = &p->world->members[high];
  int is_swapped = 0;
  if (!p->wanted->is_all) {
    is_swapped = is_swapped_pair(p, low, high);
    if (is_swapped < 0 || !is_wanted(p, a) || !is_wanted(p, b)) return 0;
  }
  return !p->take(p->user, m->number, &m->target, n->number, &n->target, is_swapped);
}

/* ---- All members --------------------------------------------------------------------------- */

/* Pairs a member without bounds with every other member; two such members once. */
static int pair_beside(pairing *p, int32_t i) {
  const collide_world *w = p->world;
  int32_t j;
  for (j = 0; j < w->used; j++) {
    world_place place = (world_place)w->members[j].place;
    if (place != WORLD_IN_TREE && (place != WORLD_BESIDE || j >= i)) continue;
    if (name_pair(p, i, j)) return 1;
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

static int pair_all(pairing *p) {
  collide_world *world = p->world;
  int32_t i;
  for (i = 0; i < world->beside_count; i++)
    if (pair_beside(p, world->beside[i])) return 1;
  ci_world_mend(world);
  return ci_live_pairs(&world->tree, p->margin, name_pair, p);
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
  return name_pair(f->p, f->one, item);
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
  if (!wanted->is_all) ended = pair_few(&p);
  if (ended < 0) (void)pair_all(&p);
}

typedef struct plain_pairing {
  collide_world_take_pair take;
  void *user;
} plain_pairing;

static int take_plain(void *user, int a, const collide_target *first, int b,
                      const collide_target *second, int is_swapped) {
  const plain_pairing *p = (const plain_pairing *)user;
  (void)is_swapped;
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
