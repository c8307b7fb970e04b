/* SPDX-License-Identifier: MIT
 *
 * The options of queries about the members of a target: pairs and shapecasts.
 */
#ifndef COLLIDE_LUA_OPTIONS_H
#define COLLIDE_LUA_OPTIONS_H

#include "lua_select.h"

/* As bits, in the order in which messages name them. */
enum {
  OPTION_IGNORE = 1,
  OPTION_ONLY = 2,
  OPTION_FILTER = 4,
  OPTION_INSIDE = 8,
  OPTION_TOUCHING = 16,
  OPTION_MAX = 32,
  OPTION_INTO = 64,
  OPTION_LIMIT = 128,
  OPTIONS_OF_MEMBERS = OPTION_IGNORE | OPTION_ONLY | OPTION_FILTER
};

typedef struct member_options {
  selection select;
  int flags;       /* COLLIDE_SKIP_INSIDE, COLLIDE_SKIP_TOUCHING */
  double max;      /* HUGE_VAL when it is not given */
  int into, limit; /* an index on the stack, and the number; 0 when they are not given */
} member_options;

/* No option is given. */
member_options ci_options_none(void);
/* Reads the table of options at `arg`, of which those in `allowed` may be given; leaves them on the
 * stack. */
void ci_options_read(lua_State *L, int arg, unsigned allowed, member_options *o);

#endif
