/* SPDX-License-Identifier: MIT
 *
 * raycast, segmentcast and linecast, each with _any and _all.
 */
#ifndef COLLIDE_LUA_CAST_H
#define COLLIDE_LUA_CAST_H

#include "lua_hits.h"
#include "lua_options.h"

/* The differences between the casts. */
typedef struct cast_family {
  collide_cast_kind kind;
  const char *start, *toward; /* the names of the two vectors */
  int toward_is_point;        /* 1: a point, which may equal the start; 0: a direction, not zero */
  unsigned options;           /* as bits */
} cast_family;

extern const cast_family ci_cast_families[]; /* indexed by kind */

typedef struct cast_question {
  collide_cast cast;
  collide_target lone; /* the target, if has_lone: it is not a table */
  int has_lone;
  int has_world; /* the target is a world */
  int dimensions;
  int numbers;            /* the first vector was given as numbers */
  args_place toward;      /* the second vector */
  member_options options; /* cast.max and cast.flags come from these */
} cast_question;

/* Reads all arguments of a cast. Does not read the contents of a target that is a table. Accepts
 * only the options in `options`. */
void ci_cast_read_question(lua_State *L, const cast_family *family, unsigned options,
                           cast_question *q);

/* The same for a batch: the options are argument 3. Does not read argument 2, the rays. */
void ci_cast_read_many(lua_State *L, const cast_family *family, cast_question *q);

/* Casts in every form. lua_cast_numbers.c answers those in numbers without options. */
int ci_cast_nearest(lua_State *L, const cast_family *family);
int ci_cast_any(lua_State *L, const cast_family *family);
int ci_cast_all(lua_State *L, const cast_family *family);

/* Returns 1 for one target without options that select members. Then q->lone is the whole target,
 * and no script runs during the cast. */
static inline int cast_is_plain(const cast_question *q) {
  return q->has_lone && select_is_all(&q->options.select);
}

/* Finds the nearest hit, or with `any` any hit. Returns 1 on a hit. *targets is the stack index of
 * the array to which the hit's index refers. Leaves values on the stack. */
int ci_cast_find(lua_State *L, const cast_question *q, int any, result_hit *best, int *targets);

/* Pushes the result of a query for one hit: nil if `hit` is NULL, else its numbers, the table at
 * `into` if that is not 0, or a new table. Returns the number of values. */
int ci_cast_push(lua_State *L, const result_hit *hit, int targets, int into, int numbers);

/* Pushes the result of ..._all: an array of hits, or with `numbers` a flat array of `size` values
 * for each hit. `into` is the index of the table to fill, or 0. `targets` is that of targets. */
void ci_cast_push_all(lua_State *L, hit_list *list, int targets, int size, int into, int numbers);

#endif
