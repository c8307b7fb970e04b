/* SPDX-License-Identifier: MIT
 *
 * A move while it is made: what lua_move.c and lua_move_target.c share.
 */
#ifndef COLLIDE_LUA_MOVING_H
#define COLLIDE_LUA_MOVING_H

#include "lua_grid.h"
#include "lua_move.h"

#include "../move/move_reach.h"

/* What is known of a member beside what the core asks. */
typedef struct move_member {
  int index, number; /* as in members */
  int layer;
  const held_grid *grid; /* NULL where it is none; it is kept */
  double one_way[3];     /* of what is no grid */
  signed char taken;     /* what the filter said: 1 or 0, or -1 before it was asked */
} move_member;

enum { FEW = 16, FEW_HITS = 8 };

/* All that it needs lies on the C stack, or in userdata on Lua's. */
typedef struct moving {
  lua_State *L;
  move_question *q;
  members all;
  move_reach reach; /* of a world what reaches into it is gathered */
  int has_world;    /* there is one */
  /* 0: no script is run, and no memory of Lua's taken, until the move is over, so that members stay
   * as they are without help. */
  int keeps;
  int top;                     /* of the stack, above the slots */
  int room, count, kept, slot; /* of the members; a table that keeps what they lie in; a slot for
                                  the memory of many */
  int told_slot, told_count;   /* members that a filter was asked about before more were gathered */
  collide_target *targets;
  move_member *list;
  collide_target few[FEW];
  move_member few_list[FEW];
  collide_move_hit few_hits[FEW_HITS];
  int hit_slot;
  int64_t hit_room;
  uint64_t changes; /* of the shape, at the beginning */
} moving;

/* Of a world what is within w->reach. */
void ci_moving_begin(moving *w, int keeps);
void ci_moving_gather(moving *w);

#endif
