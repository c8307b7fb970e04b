/* SPDX-License-Identifier: MIT
 *
 * Lists of hits, nearest first, for ..._all.
 */
#ifndef COLLIDE_LUA_HITS_H
#define COLLIDE_LUA_HITS_H

#include "lua_result.h"

/* In a userdata that grows, so that an error leaks nothing. */
typedef struct hit_list {
  int slot; /* of the userdata on the stack */
  int count, capacity;
  result_hit *hits;
} hit_list;

/* Pushes the userdata of an empty list. */
void ci_hits_begin(lua_State *L, hit_list *list);
/* One more, of which only `order` is set. */
result_hit *ci_hits_append(lua_State *L, hit_list *list);
/* By t, then by index, then as they were found. */
void ci_hits_sort(hit_list *list);

/* Writes the hits into an array; unless it is a fresh one, over the tables there. */
void ci_hits_write(lua_State *L, int table, const hit_list *list, int fresh);
/* Removes what an array has in excess of `count`. */
void ci_hits_cut(lua_State *L, int table, int count);

#endif
