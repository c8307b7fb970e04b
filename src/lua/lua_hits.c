/* SPDX-License-Identifier: MIT */
#include "lua_hits.h"

#include <stdlib.h>
#include <string.h>

void ci_hits_begin(lua_State *L, hit_list *list) {
  list->count = 0;
  list->capacity = 8;
  list->hits = (result_hit *)lua_newuserdata(L, (size_t)list->capacity * sizeof *list->hits);
  list->slot = lua_gettop(L);
}

result_hit *ci_hits_append(lua_State *L, hit_list *list) {
  if (list->count == list->capacity) {
    int capacity = list->capacity * 2;
    result_hit *hits = (result_hit *)lua_newuserdata(L, (size_t)capacity * sizeof *hits);
    memcpy(hits, list->hits, (size_t)list->count * sizeof *hits);
    lua_replace(L, list->slot);
    list->hits = hits;
    list->capacity = capacity;
  }
  list->hits[list->count].order = list->count;
  return &list->hits[list->count++];
}

static int compare_hits(const void *left, const void *right) {
  const result_hit *a = (const result_hit *)left, *b = (const result_hit *)right;
  if (a->of.hit.t != b->of.hit.t) return a->of.hit.t < b->of.hit.t ? -1 : 1;
  if (a->index != b->index) return a->index < b->index ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order; /* cells of one group */
}

void ci_hits_sort(hit_list *list) {
  if (list->count < 2) return;
  qsort(list->hits, (size_t)list->count, sizeof *list->hits, compare_hits);
}

void ci_hits_write(lua_State *L, int table, const hit_list *list, int fresh) {
  int i;
  for (i = 0; i < list->count; i++) {
    if (!fresh) lua_rawgeti(L, table, i + 1);
    if (!fresh && lua_istable(L, -1)) {
      ci_result_fill_hit(L, lua_gettop(L), &list->hits[i], 1);
    } else {
      ci_result_push_hit(L, &list->hits[i], 1);
      lua_rawseti(L, table, i + 1);
    }
    if (!fresh) lua_pop(L, 1);
  }
}

void ci_hits_cut(lua_State *L, int table, int count) {
  int i = (int)lua_rawlen(L, table);
  for (; i > count; i--) {
    lua_pushnil(L);
    lua_rawseti(L, table, i);
  }
}
