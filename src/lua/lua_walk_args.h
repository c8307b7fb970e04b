/* SPDX-License-Identifier: MIT
 *
 * The arguments of `cells` and `trace`: two points and a frame.
 */
#ifndef COLLIDE_LUA_WALK_ARGS_H
#define COLLIDE_LUA_WALK_ARGS_H

#include "../collide.h"
#include "lua_args.h"

typedef struct walk_question {
  double from[3], to[3];
  collide_grid_frame frame;
  int numbers; /* the first vector came so */
  int to_arg, frame_arg;
  int closed; /* the frame has rule="closed" */
  int limit;  /* how many groups are wanted, 0 if that is not told */
  int into;   /* where on the stack the table to fill lies, or 0 */
} walk_question;

/* Reads all arguments, and with `traces` the fields `limit` and `into` of the frame; the latter
 * is left on the stack. */
void ci_walk_read(lua_State *L, walk_question *q, int traces);
/* Raises where cells are no longer distinct. */
void ci_walk_begin(lua_State *L, const walk_question *q, collide_walk *walk);

/* Raises: argument arg + count ends a row of numbers at the wrong place. */
int ci_walk_fail_count(lua_State *L, int arg, int count, const char *name, const char *wants);
/* Raises: at the point that is argument `arg` cells are no longer distinct. */
int ci_walk_fail_indistinct(lua_State *L, int arg, const char *name, int frame_arg);

#endif
