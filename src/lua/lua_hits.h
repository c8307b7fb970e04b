/* SPDX-License-Identifier: MIT
 *
 * Lists of hits, nearest first, for ..._all.
 */
#ifndef COLLIDE_LUA_HITS_H
#define COLLIDE_LUA_HITS_H

#include "lua_result.h"

enum { HITS_FEW = 8 };

/* A few hits lie in the list itself, which must not be copied, and make no garbage; more in a
 * userdata that grows, so an error leaks no memory. */
typedef struct hit_list {
  int slot; /* where on the stack the userdata lies, or nil */
  int count, capacity;
  int most;       /* how many hits are wanted */
  int is_limited; /* 1: only the first of them are wanted; 0: more are an error */
  int is_pruned;  /* the first `most` hits are in order, and what comes after the last of them is
                     not wanted */
  result_hit *hits;
  result_hit few[HITS_FEW];
} hit_list;

/* Pushes a value for the slot of an empty list. `limit` is that of the script, or 0. */
void ci_hits_begin(lua_State *L, hit_list *list, int limit);
/* Adds a hit. A target's hits have to come nearest first, with `order` from 0 on, or be those of a
 * group, in the order of its parts; contacts, and those of shapecasts, may come in any order.
 * Returns 0 when this hit is not wanted, nor are, except of a group, the later ones of its target.
 * Raises when the hits are more than one call returns. */
int ci_hits_add(lua_State *L, hit_list *list, const result_hit *found);
/* Sorts by t, then by index, number and order, and drops what is not wanted. To be called last. */
void ci_hits_finish(hit_list *list);

/* Turns what a query found at a place into a hit, but for its vectors; and the hit of a moving
 * shape into a whole one. The index and the number are 0. */
void ci_hits_at_place(const collide_place *at, int dimensions, result_hit *to);
void ci_hits_of_sweep(const collide_sweep_hit *from, const collide_place *at, int mover_part,
                      int dimensions, result_hit *to);

#endif
