/* SPDX-License-Identifier: MIT
 *
 * Lists of hits, nearest first, for ..._all.
 */
#ifndef COLLIDE_LUA_HITS_H
#define COLLIDE_LUA_HITS_H

#include "lua_result.h"

/* The hits lie in a userdata that grows, so an error leaks no memory. */
typedef struct hit_list {
  int slot; /* the index of the userdata on the stack */
  int count, capacity;
  result_hit *hits;
} hit_list;

/* Pushes the userdata of an empty list. */
void ci_hits_begin(lua_State *L, hit_list *list);
/* Appends a hit; of its fields only `order` is set. */
result_hit *ci_hits_append(lua_State *L, hit_list *list);
/* Sorts by t, then by index, then by the order in which the hits were found. */
void ci_hits_sort(hit_list *list);

/* Writes the hits into an array; unless the array is fresh, reuses the tables in it. */
void ci_hits_write(lua_State *L, int table, const hit_list *list, int fresh);
/* Removes the items of an array after the first `count`. */
void ci_hits_cut(lua_State *L, int table, int count);

#endif
