/* SPDX-License-Identifier: MIT */
#include "lua_hits.h"

#include <stdlib.h>
#include <string.h>

#include "lua_args.h"
#include "lua_seal.h"

void ci_hits_begin(lua_State *L, hit_list *list, int dimensions, int limit) {
  list->count = 0;
  list->capacity = HITS_FEW;
  list->most = limit > 0 ? limit : ARGS_LIMIT_DEFAULT;
  list->is_limited = limit > 0;
  list->is_pruned = 0;
  list->dimensions = dimensions;
  list->hits = list->few;
  lua_pushnil(L);
  list->slot = lua_gettop(L);
}

static void grow(lua_State *L, hit_list *list, int most) {
  int capacity = list->capacity < most / 2 ? list->capacity * 2 : most;
  const kept_hit *old = list->hits;
  kept_hit *hits = (kept_hit *)seal_memory(L, list->slot, (uint64_t)capacity, sizeof *hits);
  memcpy(hits, old, (size_t)list->count * sizeof *hits);
  list->hits = hits;
  list->capacity = capacity;
}

/* As the cells of a grid are told one by one. */
static int compare_cells(const int64_t p[3], const int64_t q[3]) {
  int i = 2;
  while (i > 0 && p[i] == q[i]) i--;
  return p[i] < q[i] ? -1 : p[i] > q[i];
}

static int compare_hits(const void *left, const void *right) {
  const kept_hit *a = (const kept_hit *)left, *b = (const kept_hit *)right;
  if (a->hit.t != b->hit.t) return a->hit.t < b->hit.t ? -1 : 1;
  if (a->index != b->index) return a->index < b->index ? -1 : 1;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  if ((a->is_contact || a->is_sweep) && a->part != b->part) return a->part < b->part ? -1 : 1;
  if ((a->is_contact || a->is_sweep) && a->triangle != b->triangle)
    return a->triangle < b->triangle ? -1 : 1;
  if ((a->is_contact || a->is_sweep) && a->count > 0) {
    int cells = compare_cells(a->cell, b->cell);
    if (cells != 0) return cells;
  }
  if (a->mover_part != b->mover_part) return a->mover_part < b->mover_part ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order; /* cells of one grid */
}

/* The hits of a single grid come in order. */
static int is_sorted(const hit_list *list) {
  int i;
  for (i = 1; i < list->count; i++) {
    if (compare_hits(&list->hits[i - 1], &list->hits[i]) > 0) return 0;
  }
  return 1;
}

static void sort_and_drop(hit_list *list) {
  if (!is_sorted(list)) qsort(list->hits, (size_t)list->count, sizeof *list->hits, compare_hits);
  if (list->count > list->most) list->count = list->most;
}

static void keep(kept_hit *to, const result_hit *from) {
  int i, k;
  to->hit = from->of.hit;
  to->index = from->index;
  to->number = from->number;
  to->order = from->order;
  to->count = (uint8_t)from->of.count;
  to->triangle = from->of.triangle;
  to->part = from->of.part;
  to->mover_part = result_mover_part(from);
  to->value = 0;
  to->is_contact = (uint8_t)from->is_contact;
  to->is_sweep = (uint8_t)from->is_sweep;
  if (from->of.count == 0) return;
  to->value = (uint16_t)from->of.value;
  memcpy(to->cell, from->of.cell, sizeof to->cell);
  for (i = 0; i < from->of.count; i++) {
    for (k = 0; k < 3; k++) to->beside[i][k] = (int8_t)(from->of.cells[i][k] - from->of.cell[k]);
  }
}

/* The buffer holds up to twice as many hits as are wanted before it is sorted, so that sorting
 * costs each hit a logarithm at most. */
int ci_hits_add(lua_State *L, hit_list *list, const result_hit *found) {
  int room = list->is_limited ? 2 * list->most : list->most;
  kept_hit hit;
  if (list->is_limited && !found->is_contact && !found->is_sweep && found->of.part == 0 &&
      found->order >= list->most)
    return 0;
  keep(&hit, found);
  if (list->count == room && !list->is_limited) {
    luaL_error(
        L,
        "%s: there are more than %d hits, the most without limit=; limit=n returns the first "
        "n, for n up to %d",
        lua_tostring(L, lua_upvalueindex(UP_NAME)), list->most, (int)ARGS_LIMIT_MOST);
  }
  if (list->count == room) {
    sort_and_drop(list);
    list->is_pruned = 1;
  }
  if (list->is_pruned && compare_hits(&list->hits[list->most - 1], &hit) < 0) return 0;
  if (list->count == list->capacity) grow(L, list, room);
  list->hits[list->count++] = hit;
  return 1;
}

void ci_hits_finish(hit_list *list) {
  sort_and_drop(list);
}

void ci_hits_get(const hit_list *list, int i, result_hit *found) {
  const kept_hit *from = &list->hits[i];
  int k;
  found->of.hit = from->hit;
  found->of.count = from->count;
  found->of.triangle = from->triangle;
  found->of.part = from->part;
  found->of.value = from->value;
  found->index = from->index;
  found->number = from->number;
  found->order = from->order;
  found->dimensions = list->dimensions;
  found->is_contact = from->is_contact;
  found->is_sweep = from->is_sweep;
  found->mover_part = from->mover_part;
  if (from->count == 0) return;
  memcpy(found->of.cell, from->cell, sizeof from->cell);
  for (i = 0; i < from->count; i++) {
    for (k = 0; k < 3; k++) found->of.cells[i][k] = from->cell[k] + from->beside[i][k];
  }
}

void ci_hits_at_place(const collide_place *at, int dimensions, result_hit *to) {
  memset(to, 0, sizeof *to);
  to->dimensions = dimensions;
  to->of.hit.has_point = 1;
  to->of.hit.face = COLLIDE_FACE_NONE;
  to->of.part = at->part;
  to->of.triangle = at->triangle;
  if (!at->has_cell) return;
  to->of.count = 1;
  to->of.value = at->value;
  memcpy(to->of.cell, at->cell, sizeof to->of.cell);
  memcpy(to->of.cells[0], at->cell, sizeof to->of.cell);
}

void ci_hits_of_sweep(const collide_sweep_hit *from, const collide_place *at, int mover_part,
                      int dimensions, result_hit *to) {
  collide_hit *hit = &to->of.hit;
  ci_hits_at_place(at, dimensions, to);
  hit->t = from->t;
  hit->t_exit = from->t_exit;
  memcpy(hit->normal, from->normal, sizeof hit->normal);
  memcpy(hit->point, from->point, sizeof hit->point);
  hit->u = from->depth;
  hit->inside = from->inside;
  hit->face = from->face;
  hit->edge = from->edge;
  to->is_sweep = 1;
  to->mover_part = mover_part;
}
