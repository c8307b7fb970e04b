/* SPDX-License-Identifier: MIT */
#include "lua_hits.h"

#include <stdlib.h>
#include <string.h>

#include "../narrow/limit.h"
#include "lua_seal.h"

void ci_hits_begin(lua_State *L, hit_list *list, int limit) {
  list->count = 0;
  list->capacity = HITS_FEW;
  list->most = limit > 0 ? limit : ARGS_LIMIT_DEFAULT;
  list->is_limited = limit > 0;
  list->is_pruned = 0;
  list->hits = list->few;
  lua_pushnil(L);
  list->slot = lua_gettop(L);
}

static void grow(lua_State *L, hit_list *list, int most) {
  int capacity = list->capacity < most / 2 ? list->capacity * 2 : most;
  const result_hit *old = list->hits;
  result_hit *hits = (result_hit *)seal_memory(L, list->slot, (uint64_t)capacity, sizeof *hits);
  memcpy(hits, old, (size_t)list->count * sizeof *hits);
  list->hits = hits;
  list->capacity = capacity;
}

/* The order of cells: by z, then y, then x. */
static int compare_cells(const int64_t p[3], const int64_t q[3]) {
  int i = 2;
  while (i > 0 && p[i] == q[i]) i--;
  return p[i] < q[i] ? -1 : p[i] > q[i];
}

/* The key of the order: t for casts and shapecasts; for contacts the depth, deepest first; for
 * distances the distance. */
static double sort_key(const result_hit *found) {
  if (result_has_time(found)) return found->of.hit.t;
  return found->kind == RESULT_DISTANCE ? found->depth : 0 - found->depth;
}

static int compare_hits(const void *left, const void *right) {
  const result_hit *a = (const result_hit *)left, *b = (const result_hit *)right;
  int is_cast = a->kind == RESULT_CAST;
  double x = sort_key(a), y = sort_key(b);
  if (x != y) return x < y ? -1 : 1;
  if (a->index != b->index) return a->index < b->index ? -1 : 1;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  if (!is_cast && a->of.part != b->of.part) return a->of.part < b->of.part ? -1 : 1;
  if (!is_cast && a->of.triangle != b->of.triangle) return a->of.triangle < b->of.triangle ? -1 : 1;
  if (!is_cast && a->of.count > 0) {
    int cells = compare_cells(a->of.cell, b->of.cell);
    if (cells != 0) return cells;
  }
  if (a->kind == RESULT_SWEEP && a->mover_part != b->mover_part)
    return a->mover_part < b->mover_part ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order; /* cells of one grid */
}

/* The hits of a lone grid come in order. */
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

void ci_hits_fail(lua_State *L, const hit_list *list) {
  luaL_error(L,
             "%s: there are more than %d hits, the most without limit=; limit=n returns the first "
             "n, for n up to %d",
             lua_tostring(L, lua_upvalueindex(UP_NAME)), list->most, (int)ARGS_LIMIT_MOST);
}

/* With a limit, the list holds up to twice the wanted hits before it is sorted. So the cost of a
 * hit is logarithmic. */
int ci_hits_add(lua_State *L, hit_list *list, const result_hit *found) {
  int room = list->is_limited ? 2 * list->most : list->most;
  if (list->is_limited && found->kind == RESULT_CAST && found->of.part == 0 &&
      found->order >= list->most)
    return 0;
  if (list->count == room && !list->is_limited) ci_hits_fail(L, list);
  if (list->count == room) {
    sort_and_drop(list);
    list->is_pruned = 1;
  }
  if (list->is_pruned && compare_hits(&list->hits[list->most - 1], found) < 0) return 0;
  if (list->count == list->capacity) grow(L, list, room);
  list->hits[list->count++] = *found;
  return 1;
}

void ci_hits_finish(hit_list *list) {
  sort_and_drop(list);
}

void ci_hits_check(lua_State *L, const args_place *at, const double *given, result_hit *hit) {
  const char *what = "a coordinate of a hit would exceed 1e300";
  if (limit_clamp_hit(&hit->of.hit)) return;
  if (!(fabs(hit->of.hit.t) <= DBL_MAX)) what = "the t of a hit would be infinite";
  if (given == NULL) ci_args_fail(L, at, "%s", what);
  ci_args_fail(L, at, ": %s, got %s", what, ci_args_vector_text(L, given, hit->dimensions));
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
  to->depth = from->depth;
  hit->inside = from->inside;
  hit->face = from->face;
  hit->edge = from->edge;
  to->kind = RESULT_SWEEP;
  to->mover_part = mover_part;
}
