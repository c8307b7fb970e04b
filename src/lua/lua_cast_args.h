/* SPDX-License-Identifier: MIT
 *
 * The arguments of casts: the target, the vectors, the options.
 */
#ifndef COLLIDE_LUA_CAST_ARGS_H
#define COLLIDE_LUA_CAST_ARGS_H

#include "../collide.h"
#include "lua_compat.h"
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

#endif
