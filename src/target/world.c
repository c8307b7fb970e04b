/* SPDX-License-Identifier: MIT
 *
 * Worlds: their members, the updates of the tree after members change, layers and marks, and pairs
 * of members.
 */
#include "../narrow/cast.h"
#include "../number/fp.h"
#include "../shape/shape.h"
#include "group.h"
#include "world.h"

#include <string.h>

/* ---- Memory ---------------------------------------------------------------------------------- */

/* All arrays of members are in one block. */
static size_t block_size(int32_t room) {
  return (size_t)room * (sizeof(world_member) + sizeof(world_mark) + sizeof(int32_t) + 1);
}

static void free_members(collide_world *w) {
  ci_tree_free(&w->memory, w->members, block_size(w->room));
}

static void set_room(collide_world *w, void *block, int32_t room) {
  w->room = room;
  w->members = (world_member *)block;
  w->marks = (world_mark *)(void *)(w->members + room);
  w->beside = (int32_t *)(void *)(w->marks + room);
  w->sets = (uint8_t *)(void *)(w->beside + room);
}

static void begin(collide_world *world, int dimensions, const tree_memory *memory) {
  memset(world, 0, sizeof *world);
  world->memory = *memory;
  world->dimensions = dimensions;
  world->touched = -1;
  ci_world_clear_marks(world);
  ci_live_begin(&world->tree, dimensions == 2, memory);
}

collide_world *collide_world_new(int dimensions, collide_alloc alloc, void *user) {
  tree_memory memory = ci_tree_memory(alloc, user);
  collide_world *world = (collide_world *)ci_tree_resize(&memory, NULL, 0, sizeof *world);
  if (world != NULL) begin(world, dimensions, &memory);
  return world;
}

void collide_world_free(collide_world *world) {
  tree_memory memory;
  if (world == NULL) return;
  memory = world->memory;
  ci_live_end(&world->tree);
  free_members(world);
  ci_tree_free(&memory, world, sizeof *world);
}

void ci_world_clear(collide_world *world) {
  tree_memory memory = world->memory;
  int last = world->last;
  ci_live_end(&world->tree);
  free_members(world);
  begin(world, world->dimensions, &memory);
  world->last = last;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* The first member whose number is at least this one. */
static int32_t search(const collide_world *w, int number) {
  int32_t low = 0, high = w->used;
  int guess = w->used > 0 ? number - w->members[0].number : -1; /* correct if none was removed */
  if (guess >= 0 && guess < w->used && w->members[guess].number == number) return guess;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (w->members[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The index of a member, or -1. */
static int32_t world_find(const collide_world *world, int number) {
  int32_t i = search(world, number);
  if (i == world->used || world->members[i].number != number) return -1;
  return world->members[i].place != WORLD_REMOVED ? i : -1;
}

int collide_world_member(const collide_world *world, int number, collide_target *member) {
  int32_t i = world_find(world, number);
  if (i < 0) return 0;
  *member = world->members[i].target;
  return 1;
}

int ci_world_next(const collide_world *world, int number) {
  int32_t i = number < world->last ? search(world, number + 1) : world->used;
  for (; i < world->used; i++)
    if (world->members[i].place != WORLD_REMOVED) return world->members[i].number;
  return 0;
}

/* ---- Adding ---------------------------------------------------------------------------------- */

/* Adds a member to the list of those that have changed. */
static void touch(collide_world *w, int32_t i) {
  world_member *m = &w->members[i];
  if (m->is_touched) return;
  m->is_touched = 1;
  m->next = w->touched;
  w->touched = i;
  w->touched_count++;
}

/* Closes the gaps of removed members. */
static void close_gaps(collide_world *w) {
  int32_t i, count = 0;
  w->touched = -1;
  w->touched_count = 0;
  for (i = 0; i < w->used; i++) {
    world_member *m = &w->members[i];
    if (m->place == WORLD_REMOVED) continue;
    if (i != count) {
      w->members[count] = *m;
      w->sets[count] = w->sets[i];
      if (m->place == WORLD_IN_TREE) ci_live_rename(&w->tree, i, count);
      if (m->place == WORLD_BESIDE) w->beside[m->beside] = count;
      m = &w->members[count];
    }
    if (m->is_touched) {
      m->is_touched = 0;
      touch(w, count);
    }
    count++;
  }
  w->used = count;
  ci_world_clear_marks(w);
}

/* Makes room for `room` members. Without enough memory, returns 0 and nothing changes. */
static int widen_members(collide_world *w, int32_t room) {
  size_t used = (size_t)w->used;
  collide_world wider = *w;
  void *block = ci_tree_resize(&w->memory, NULL, 0, block_size(room));
  if (block == NULL) return 0;
  set_room(&wider, block, room);
  memset(wider.marks, 0, (size_t)room * sizeof *w->marks);
  if (used > 0) {
    memcpy(wider.members, w->members, used * sizeof *w->members);
    memcpy(wider.beside, w->beside, used * sizeof *w->beside);
    memcpy(wider.sets, w->sets, used * sizeof *w->sets);
  }
  free_members(w);
  *w = wider;
  ci_world_clear_marks(w);
  return 1;
}

int ci_world_reserve(collide_world *w, int32_t more) {
  int32_t room = w->room < 8 ? 8 : w->room / 2 * 3;
  if (more <= w->room - w->used) return 1;
  if (w->used - w->alive > w->used / 2) close_gaps(w);
  if (more <= w->room - w->used) return 1;
  if (more > TREE_MOST - w->used) return 0;
  if (room < w->used + more) room = w->used + more;
  if (room > TREE_MOST || !ci_live_reserve(&w->tree, room)) return 0;
  return widen_members(w, room);
}

int collide_world_add(collide_world *world, const collide_target *member) {
  world_member *m;
  if (target_has_members(member)) return 0;
  if (world->last == INT32_MAX || !ci_world_reserve(world, 1)) return 0;
  m = &world->members[world->used];
  memset(m, 0, sizeof *m);
  m->target = *member;
  m->number = ++world->last;
  m->place = WORLD_NEW;
  world->sets[world->used] = 0;
  world->marks[world->used].stamp = 0;
  world->of_set[0]++;
  touch(world, world->used++);
  world->alive++;
  return m->number;
}

/* Removes a member from the tree, or from the list of members beside it. */
static void leave(collide_world *w, int32_t i) {
  world_member *m = &w->members[i];
  if (m->place == WORLD_IN_TREE) ci_live_remove(&w->tree, i);
  if (m->place == WORLD_BESIDE) {
    int32_t last = w->beside[--w->beside_count];
    w->beside[m->beside] = last;
    w->members[last].beside = m->beside;
  }
}

int collide_world_remove(collide_world *world, int number) {
  int32_t i = world_find(world, number);
  if (i < 0) return 0;
  leave(world, i);
  world->members[i].place = WORLD_REMOVED; /* if touched, it stays in that list */
  world->of_set[world->sets[i]]--;
  world->sets[i] = WORLD_NO_SET;
  world->alive--;
  return 1;
}

void collide_world_touch(collide_world *world, int number) {
  int32_t i = world_find(world, number);
  if (i >= 0) touch(world, i);
}

/* ---- Updates of the tree --------------------------------------------------------------------- */

/* The largest of the lengths and absolute coordinates, times 4. Rounding errors are in proportion
 * to it. */
static double reach_of(const collide_target *t, const tree_box *box) {
  int i, count;
  const collide_target *parts = target_parts(t, &count);
  double most = ci_largest(box->high, 3, ci_largest(box->low, 3, 0));
  for (i = 0; i < count; i++) {
    double reach = 0;
    if (parts[i].kind == COLLIDE_TARGET_SHAPE) reach = ci_cast_reach(parts[i].of.shape);
    if (parts[i].kind == COLLIDE_TARGET_MESH)
      reach = ci_largest(parts[i].of.mesh->position, 3, parts[i].of.mesh->reach);
    if (reach > most) most = reach;
  }
  return 4 * most;
}

/* Widens the world's `far` to the reach of a member. */
static void widen(collide_world *w, const collide_target *t, const tree_box *box) {
  double reach = reach_of(t, box);
  if (reach > w->far) w->far = reach;
}

/* Finds where a member belongs, and its box. Boxes of half-spaces are not put in the tree. */
static world_place find_place(const world_member *m, tree_box *box) {
  int k;
  if (m->target.kind == COLLIDE_TARGET_SHAPE &&
      ci_shape_bounds_quickly(m->target.of.shape, box->low, box->high))
    return WORLD_IN_TREE;
  if (!collide_target_bounds(&m->target, box->low, box->high)) return WORLD_EMPTY;
  for (k = 0; k < 3; k++)
    if (!(box->low[k] >= -COLLIDE_LARGEST && box->high[k] <= COLLIDE_LARGEST)) return WORLD_BESIDE;
  return WORLD_IN_TREE;
}

static void place_beside(collide_world *w, int32_t i) {
  w->members[i].beside = w->beside_count;
  w->beside[w->beside_count++] = i;
}

/* Puts a member where it belongs now. Without `in_tree` it does not move the member in the tree,
 * but only sets its box. */
static void place_member(collide_world *w, int32_t i, int in_tree) {
  world_member *m = &w->members[i];
  tree_box box;
  world_place place = find_place(m, &box);
  if (place == WORLD_IN_TREE) widen(w, &m->target, &box);
  if (place == WORLD_IN_TREE && m->place == WORLD_IN_TREE) {
    if (in_tree)
      ci_live_move(&w->tree, i, &box);
    else
      w->tree.boxes[i] = box;
    return;
  }
  if (place == m->place) return;
  leave(w, i);
  m->place = (uint8_t)place;
  if (place == WORLD_BESIDE) place_beside(w, i);
  if (place == WORLD_IN_TREE) ci_live_put(&w->tree, i, &box);
}

static int32_t next_touched(collide_world *w) {
  int32_t i = w->touched;
  if (i < 0) return -1;
  w->touched = w->members[i].next;
  w->members[i].is_touched = 0;
  return i;
}

/* Sets the boxes of all touched members in the tree, but not the boxes of the tree's nodes. New
 * members for the tree get a box, too; returns 1 if there are any. */
static int set_boxes(collide_world *w) {
  int32_t i;
  int are_new = 0;
  for (i = w->touched; i >= 0; i = w->members[i].next) {
    world_member *m = &w->members[i];
    tree_box box;
    if (m->place == WORLD_REMOVED) continue;
    if (m->place == WORLD_NEW && find_place(m, &box) == WORLD_IN_TREE) {
      w->tree.boxes[i] = box;
      widen(w, &m->target, &box);
      are_new = 1;
    } else {
      place_member(w, i, 0);
    }
  }
  return are_new;
}

/* Builds the tree of all members that belong in it and have boxes. If there is not enough memory,
 * returns 0 and nothing changes. */
static int build(collide_world *w) {
  size_t size = (size_t)w->used * sizeof(int32_t);
  int32_t *items = (int32_t *)ci_tree_resize(&w->memory, NULL, 0, size), i, count = 0;
  int done;
  if (items == NULL) return 0;
  for (i = 0; i < w->used; i++) {
    world_place place = (world_place)w->members[i].place;
    tree_box box;
    if (place == WORLD_NEW) place = find_place(&w->members[i], &box);
    if (place == WORLD_IN_TREE) items[count++] = i;
  }
  done = ci_live_build(&w->tree, items, count);
  for (i = 0; i < count && done; i++) w->members[items[i]].place = WORLD_IN_TREE;
  if (done) w->is_unfit = 0;
  ci_tree_free(&w->memory, items, size);
  return done;
}

/* If many members moved, this sets their boxes but leaves the tree to ci_world_mend. Until then the
 * leaves hold old boxes, and the nodes above still contain these old boxes. So items can be added,
 * removed and moved in the meantime. */
void ci_world_place(collide_world *world) {
  int32_t i;
  int done = 0;
  if (world->touched < 0) return;
  if (world->touched_count > 64 && world->touched_count > world->alive / 4) {
    done = !set_boxes(world);
    if (done)
      world->is_unfit = 1;
    else
      done = build(world);
  }
  while ((i = next_touched(world)) >= 0)
    if (!done && world->members[i].place != WORLD_REMOVED) place_member(world, i, 1);
  world->touched_count = 0;
}

void ci_world_mend(collide_world *world) {
  int32_t i;
  ci_world_place(world);
  if (!world->is_unfit) return;
  world->is_unfit = 0;
  if (ci_live_refit(&world->tree) || build(world)) return;
  for (i = 0; i < world->used; i++) {
    tree_box box;
    if (world->members[i].place != WORLD_IN_TREE) continue;
    box = world->tree.boxes[i];
    ci_live_move(&world->tree, i, &box);
  }
}

int ci_world_bounds(collide_world *world, double min[3], double max[3]) {
  double low[3], high[3];
  int32_t i;
  int k, found = 0;
  for (i = 0; i < world->used; i++) {
    const world_member *m = &world->members[i];
    if (m->place == WORLD_REMOVED) continue;
    if (!collide_target_bounds(&m->target, low, high)) continue;
    for (k = 0; k < 3; k++) {
      if (!found || low[k] < min[k]) min[k] = low[k];
      if (!found || high[k] > max[k]) max[k] = high[k];
    }
    found = 1;
  }
  return found;
}

/* ---- Layers and marks ------------------------------------------------------------------------
 *
 * The sets of layers of all members are an array of bytes. A search by memchr is faster than any
 * index, which would have to be kept up to date. The world counts the members with each set, so no
 * search is in vain.
 */

void ci_world_set_layers(collide_world *world, int number, int set, uint64_t layers) {
  int32_t i = world_find(world, number);
  if (i < 0) return;
  world->layers[set] = layers;
  if (set > world->greatest_set) world->greatest_set = set;
  world->of_set[world->sets[i]]--;
  world->of_set[set]++;
  world->sets[i] = (uint8_t)set;
}

/* A stamp is used again only after all marks are cleared. */
void ci_world_clear_marks(collide_world *world) {
  world->chosen = -1;
  world->chosen_count = 0;
  world->stamp += 4;
  if (world->stamp != 0) return;
  if (world->room > 0) memset(world->marks, 0, (size_t)world->room * sizeof *world->marks);
  world->stamp = 4;
}

void ci_world_mark(collide_world *world, int number, uint32_t mark) {
  int32_t i = world_find(world, number);
  world_mark *m;
  uint32_t before;
  if (i < 0) return;
  m = &world->marks[i];
  before = m->stamp - world->stamp;
  if (before > 3) before = 0;
  if (mark & ~before & WORLD_CHOSEN) {
    m->next = world->chosen;
    world->chosen = i;
    world->chosen_count++;
  }
  m->stamp = world->stamp + (before | mark);
}

/* ---- Selected members ------------------------------------------------------------------------ */

/* Returns 1 if the members with these layers are selected, except where a mark decides. */
static int selects_layers(const world_selection *s, uint64_t layers) {
  return (s->ignored & layers) == 0 && (!s->is_only || (s->chosen & layers) != 0);
}

/* An upper bound on the number of selected members, in constant time. */
static int32_t world_selected_most(const collide_world *world, const world_selection *selection) {
  int32_t most = selection->is_only && selection->has_marks ? world->chosen_count : 0;
  int set;
  if (selection->is_only && selection->chosen == 0) return most;
  for (set = 0; set <= world->greatest_set; set++)
    if (selects_layers(selection, world->layers[set])) most += world->of_set[set];
  return most;
}

/* A loop over selected members. */
typedef struct each {
  const collide_world *world;
  const world_selection *selection; /* NULL: all members */
  live_take take;
  void *user;
} each;

static int take_selected(const each *e, int32_t i) {
  world_place place = (world_place)e->world->members[i].place;
  double ignored = HUGE_VAL;
  if (place != WORLD_IN_TREE && place != WORLD_BESIDE) return 0;
  return world_selects(e->world, e->selection, i) && e->take(e->user, i, &ignored);
}

/* Calls `take` for each selected member with a set. Returns 1 if `take` did. */
static int each_of_set(const each *e, int set) {
  const uint8_t *sets = e->world->sets, *end = sets + e->world->used, *at = sets;
  int32_t left = e->world->of_set[set];
  while (left-- > 0) {
    at = (const uint8_t *)memchr(at, set, (size_t)(end - at));
    if (at == NULL) return 0;
    if (take_selected(e, (int32_t)(at++ - sets))) return 1;
  }
  return 0;
}

/* The same for each selected member, in an unspecified order. The time is in proportion to their
 * number. */
static int each_selected(const each *e) {
  const collide_world *world = e->world;
  const world_selection *selection = e->selection;
  int by_layers = !selection->is_only || selection->chosen != 0, set;
  int32_t i;
  for (set = 0; set <= world->greatest_set && by_layers; set++) {
    if (world->of_set[set] == 0 || !selects_layers(selection, world->layers[set])) continue;
    if (each_of_set(e, set)) return 1;
  }
  if (!selection->is_only || !selection->has_marks) return 0;
  for (i = world->chosen; i >= 0; i = world->marks[i].next)
    if ((selection->chosen & world->layers[world->sets[i]]) == 0 && take_selected(e, i)) return 1;
  return 0;
}

static each each_begin(const collide_world *world, const world_selection *selection, live_take take,
                       void *user) {
  each e;
  e.world = world;
  e.selection = selection;
  e.take = take;
  e.user = user;
  return e;
}

int ci_world_few(collide_world *world, const world_selection *selection, int32_t few,
                 live_take take, void *user) {
  each e = each_begin(world, selection, take, user);
  if (selection == NULL || world_selected_most(world, selection) > few) return 0;
  ci_world_place(world);
  each_selected(&e);
  return 1;
}

/* ---- Pairs of members ------------------------------------------------------------------------ */

typedef struct pairing {
  collide_world *world;
  const world_pairs *wanted;
  double margin; /* two members are named if their boxes are at most this far apart */
  collide_world_take_pair take;
  void *user;
} pairing;

/* Returns 0 if the member's own layers or the selection exclude it from all pairs. */
static int is_wanted(const pairing *p, int32_t i) {
  const uint64_t *between = p->wanted->between;
  uint64_t layers = p->world->layers[p->world->sets[i]];
  if (between[0] != 0 && ((between[0] | between[1]) & layers) == 0) return 0;
  return world_selects(p->world, &p->wanted->select, i);
}

/* For a < b: 0 if a is in the first layer, 1 if only b is, -1 if the layers do not match. */
static int is_swapped_pair(const pairing *p, int32_t a, int32_t b) {
  const uint64_t *between = p->wanted->between;
  uint64_t of_a = p->world->layers[p->world->sets[a]], of_b = p->world->layers[p->world->sets[b]];
  if (between[0] == 0 || ((of_a & between[0]) != 0 && (of_b & between[1]) != 0)) return 0;
  return (of_b & between[0]) != 0 && (of_a & between[1]) != 0 ? 1 : -1;
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
  if (is_swapped) return !p->take(p->user, n->number, &n->target, m->number, &m->target);
  return !p->take(p->user, m->number, &m->target, n->number, &n->target);
}

/* ---- Pairs of all members -------------------------------------------------------------------- */

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

/* Names all pairs of members. Returns 1 if `take` ended the loop. */
static int pair_all(pairing *p) {
  collide_world *world = p->world;
  int32_t i;
  for (i = 0; i < world->beside_count; i++)
    if (pair_beside(p, world->beside[i])) return 1;
  ci_world_mend(world);
  return ci_live_pairs(&world->tree, p->margin, name_pair, p);
}

/* ---- Pairs of few members -------------------------------------------------------------------- */

/* Each wanted pair has a member among the few. If both are among them, the search for the first
 * member names it. */
typedef struct few {
  pairing *p;
  const world_selection *selection; /* of the few */
  int32_t one;                      /* the member whose pairs are searched */
} few;

static int name_with_one(void *user, int32_t item, double *latest) {
  const few *f = (const few *)user;
  (void)latest;
  if (item == f->one || (item < f->one && world_selects(f->p->world, f->selection, item))) return 0;
  return name_pair(f->p, f->one, item);
}

/* Finds the pairs of one of the few. ci_live_pairs compares the same boxes except for rounding,
 * which the margin covers. */
static int pair_one(void *user, int32_t i, double *latest) {
  few *f = (few *)user;
  collide_world *world = f->p->world;
  int32_t j;
  f->one = i;
  if (!is_wanted(f->p, i)) return 0;
  if (world->members[i].place == WORLD_BESIDE) {
    for (j = 0; j < world->used; j++)
      if (world->members[j].place == WORLD_IN_TREE && name_with_one(f, j, latest)) return 1;
  } else {
    tree_box box = world->tree.boxes[i];
    int k;
    for (k = 0; k < world->dimensions; k++) {
      box.low[k] -= f->p->margin;
      box.high[k] += f->p->margin;
    }
    if (ci_live_box(&world->tree, box.low, box.high, name_with_one, f)) return 1;
  }
  for (j = 0; j < world->beside_count; j++)
    if (name_with_one(f, world->beside[j], latest)) return 1;
  return 0;
}

/* A walk of the tree costs about as much as this number of members when all are paired. */
enum { WALK_COSTS_2D = 8, WALK_COSTS_3D = 6 };

/* Returns 0 or 1 as pair_all, or -1 if pair_all is faster. */
static int pair_few(pairing *p) {
  collide_world *world = p->world;
  const world_pairs *wanted = p->wanted;
  int32_t least = world_selected_most(world, &wanted->select);
  world_selection layer[2];
  few f;
  each e = each_begin(world, &wanted->select, pair_one, &f);
  int i;
  memset(layer, 0, sizeof layer);
  for (i = 0; i < 2 && wanted->between[0] != 0; i++) {
    int32_t count;
    layer[i].is_only = 1;
    layer[i].chosen = wanted->between[i];
    count = world_selected_most(world, &layer[i]);
    if (count > least) continue;
    least = count;
    e.selection = &layer[i];
  }
  if (least == 0) return 0;
  if (least > world->alive / (world->dimensions == 2 ? WALK_COSTS_2D : WALK_COSTS_3D)) return -1;
  ci_world_mend(world);
  f.p = p;
  f.selection = e.selection;
  return each_selected(&e);
}

void ci_world_pairs(collide_world *world, const world_pairs *wanted, collide_world_take_pair take,
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

void collide_world_near_pairs(collide_world *world, collide_world_take_pair take, void *user) {
  world_pairs all;
  memset(&all, 0, sizeof all);
  all.is_all = 1;
  ci_world_pairs(world, &all, take, user);
}
