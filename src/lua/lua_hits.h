/* SPDX-License-Identifier: MIT
 *
 * Lists of hits, nearest first, for ..._all.
 */
#ifndef COLLIDE_LUA_HITS_H
#define COLLIDE_LUA_HITS_H

#include "lua_args.h"
#include "lua_result.h"

enum { HITS_FEW = 8 };

/* A few hits lie in the list itself, and make no garbage. So a list must not be copied. More hits
 * lie in a userdata that grows, so an error leaks no memory. */
typedef struct hit_list {
  int slot; /* the stack index of the userdata, or of nil */
  int count, capacity;
  int most;       /* the most hits that are returned */
  int is_limited; /* 1: only the first `most` hits are returned; 0: more are an error */
  int is_pruned;  /* the first `most` hits are in order, and later hits are dropped */
  result_hit *hits;
  result_hit few[HITS_FEW];
} hit_list;

/* Pushes a value for the slot of an empty list. `limit` is the script's option, or 0. */
void ci_hits_begin(lua_State *L, hit_list *list, int limit);
/* Adds a hit. The hits of a cast at one target come nearest first, with `order` from 0 on; those of
 * a group come in the order of its parts. Contacts, and hits of shapecasts, come in any order.
 * Returns 0 if the list does not need this hit. Then it also needs no later hit of the same target,
 * unless that is a group. Raises if there are more hits than one call returns. */
int ci_hits_add(lua_State *L, hit_list *list, const result_hit *found);
/* Raises the error for more hits than one call returns. */
void ci_hits_fail(lua_State *L, const hit_list *list);
/* Sorts by t, then by index, number and order, and drops the hits that are not returned. Call this
 * last. */
void ci_hits_finish(hit_list *list);

/* Raises an error for a hit whose t or point limit_clamp_hit refuses. `at` is the place of the
 * vector that leads there, `given` that vector. NULL: no vector is to be shown. */
void ci_hits_check(lua_State *L, const args_place *at, const double *given, result_hit *hit);

/* ci_hits_at_place turns the place of a result into a hit without vectors. ci_hits_of_sweep makes
 * the hit of a shapecast. Both set index and number to 0. */
void ci_hits_at_place(const collide_place *at, int dimensions, result_hit *to);
void ci_hits_of_sweep(const collide_sweep_hit *from, const collide_place *at, int mover_part,
                      int dimensions, result_hit *to);

#endif
