/* SPDX-License-Identifier: MIT
 *
 * raycast, segmentcast, linecast, each with _any and _all.
 */
#ifndef COLLIDE_LUA_CAST_H
#define COLLIDE_LUA_CAST_H

#include "lua_cast_args.h"
#include "lua_hits.h"

extern const binding ci_cast_bindings[];      /* in lua_cast_numbers.c */
extern const binding ci_cast_many_bindings[]; /* in lua_cast_many.c */

/* Casts in every form. Those in numbers without options are answered in lua_cast_numbers.c. */
int ci_cast_nearest(lua_State *L, const cast_family *family);
int ci_cast_any(lua_State *L, const cast_family *family);
int ci_cast_all(lua_State *L, const cast_family *family);

/* One target, and nothing that says which members count: then q->lone is what is asked, and no
 * script runs meanwhile. */
static inline int cast_is_plain(const cast_question *q) {
  return q->has_lone && select_is_all(&q->options.select);
}

/* The nearest hit, or with `any` only whether there is a hit; returns that. *targets is where on
 * the stack the array lies to which the index refers. Leaves values on the stack. */
int ci_cast_find(lua_State *L, const cast_question *q, int any, result_hit *best, int *targets);

/* Pushes the answer of a query for one hit: nil if `hit` is NULL, else its numbers, the table at
 * `into` if that is not 0, or a new table. Returns how many values these are. */
int ci_cast_push(lua_State *L, const result_hit *hit, int targets, int into, int numbers);

/* Pushes the answer of ..._all: the hits as an array, or with `numbers` a flat one of `size` values
 * for each, in the table at `into` if that is not 0. `targets` is the array of targets. */
void ci_cast_push_all(lua_State *L, hit_list *list, int targets, int size, int into, int numbers);

#endif
