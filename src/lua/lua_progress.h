/* SPDX-License-Identifier: MIT
 *
 * The option `progress`: a function that is told how far a long call has come, and may stop it.
 */
#ifndef COLLIDE_LUA_PROGRESS_H
#define COLLIDE_LUA_PROGRESS_H

#include <time.h>

#include "lua_args.h"

/* How often it is told, when nothing takes long; a look at the clock follows after a few
 * milliseconds at most. */
#define PROGRESS_SECONDS 0.02

typedef struct progress_listener {
  int index;    /* where the function is, or nil, on the stack */
  int stopped;  /* it returned false */
  clock_t last; /* when it was told last, */
  double told;  /* and what part of the whole */
} progress_listener;

/* Pushes the function that the options at `arg` name, or nil. */
progress_listener ci_progress_push(lua_State *L, int arg);
/* Is it time to tell it again? */
int ci_progress_is_due(const progress_listener *to);
/* Tells the function, which is at the index, what part of the whole is done, unless it has said to
 * stop. Returns 0 if it has. */
int ci_progress_tell(lua_State *L, progress_listener *to, int index, double part);
/* A mesh_watch's `look`, of a listener: while the arguments are read, which goes on even when it is
 * to stop. */
void ci_progress_look(lua_State *L, void *user);

#endif
