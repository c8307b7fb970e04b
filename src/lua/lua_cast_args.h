/* SPDX-License-Identifier: MIT
 *
 * The arguments of casts: the target, the vectors, the options.
 */
#ifndef COLLIDE_LUA_CAST_ARGS_H
#define COLLIDE_LUA_CAST_ARGS_H

#include "../collide.h"
#include "lua_compat.h"
#include "lua_select.h"

/* The options of casts, as bits. */
enum {
  CAST_OPTION_MAX = 1,
  CAST_OPTION_IGNORE = 2,
  CAST_OPTION_INSIDE = 4,
  CAST_OPTION_CORNERS = 8,
  CAST_OPTION_INTO = 16,
  CAST_OPTION_LIMIT = 32,
  CAST_OPTION_ONLY = 64,
  CAST_OPTION_FILTER = 128,
  CAST_OPTION_RULE = 256,
  CAST_OPTION_FACES = 512
};

/* The differences between the casts. */
typedef struct cast_family {
  collide_cast_kind kind;
  const char *start, *toward; /* the names of their two vectors */
  int toward_is_point;        /* 1: a point, which may equal the start; 0: a direction, not zero */
  unsigned options;
} cast_family;

extern const cast_family ci_cast_families[]; /* indexed by kind */

typedef struct cast_question {
  collide_cast cast;
  collide_target lone; /* with has_lone, the target: not a table */
  int has_lone;
  int dimensions;
  int numbers; /* the first vector was given as numbers */
  int into;    /* the option's index on the stack, or 0 */
  int limit;   /* 0: not given */
  selection select;
} cast_question;

/* Reads the option `max`: a number not below 0, or infinity. */
double ci_cast_read_max(lua_State *L, int arg, int index);

/* Reads all arguments of a cast. If the target is a table, does not read its contents. Accepts only
 * the options in `options`. */
void ci_cast_read_question(lua_State *L, const cast_family *family, unsigned options,
                           cast_question *q);

#endif
