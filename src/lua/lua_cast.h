/* SPDX-License-Identifier: MIT
 *
 * raycast, segmentcast, linecast, each with _any and _all.
 */
#ifndef COLLIDE_LUA_CAST_H
#define COLLIDE_LUA_CAST_H

#include "lua_hits.h"
#include "lua_options.h"

/* The differences between the casts. */
typedef struct cast_family {
  collide_cast_kind kind;
  const char *start, *toward; /* the names of their two vectors */
  int toward_is_point;        /* 1: a point, which may equal the start; 0: a direction, not zero */
  unsigned options;           /* as bits */
} cast_family;

extern const cast_family ci_cast_families[]; /* indexed by kind */

typedef struct cast_question {
  collide_cast cast;
  collide_target lone; /* with has_lone, the target: not a table */
  int has_lone;
  int has_world; /* the target is a world */
  int dimensions;
  int numbers;            /* the first vector was given as numbers */
  member_options options; /* cast.max and cast.flags are those of these */
} cast_question;

/* Reads all arguments of a cast. If the target is a table, does not read its contents. Accepts only
 * the options in `options`. */
void ci_cast_read_question(lua_State *L, const cast_family *family, unsigned options,
                           cast_question *q);

/* The same of a batch: the options are argument 3. The rays, argument 2, are not read. */
void ci_cast_read_many(lua_State *L, const cast_family *family, cast_question *q);

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
