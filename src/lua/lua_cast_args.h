/* SPDX-License-Identifier: MIT
 *
 * The arguments of casts: the target, the vectors, the options.
 */
#ifndef COLLIDE_LUA_CAST_ARGS_H
#define COLLIDE_LUA_CAST_ARGS_H

#include "../collide.h"
#include "lua_compat.h"

/* The options of casts, as bits. */
enum {
  CAST_OPTION_MAX = 1,
  CAST_OPTION_IGNORE = 2,
  CAST_OPTION_INSIDE = 4,
  CAST_OPTION_CORNERS = 8,
  CAST_OPTION_INTO = 16
};

/* What the casts differ in. */
typedef struct cast_family {
  collide_cast_kind kind;
  const char *start, *toward; /* the names of their two vectors */
  int toward_is_point;        /* it may equal the start; else it may not be zero */
  unsigned options;
} cast_family;

extern const cast_family ci_cast_families[]; /* by their kind */

typedef struct cast_question {
  collide_cast cast;
  collide_target lone; /* the target, if has_lone: a shape or grid, no table */
  int has_lone;
  int dimensions;
  int numbers; /* the first vector came in numbers */
  int ignore;  /* where on the stack the option is, or 0 */
  int into;
} cast_question;

/* Reads all arguments of a cast but what a table in place of the target holds. Of its options it
 * takes those in `options`. */
void ci_cast_read_question(lua_State *L, const cast_family *family, unsigned options,
                           cast_question *q);

#endif
