/* SPDX-License-Identifier: MIT
 *
 * move and push_out. lua_move_args.c reads their arguments.
 */
#ifndef COLLIDE_LUA_MOVE_H
#define COLLIDE_LUA_MOVE_H

#include "../move/move_reach.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_layer.h"
#include "lua_members.h"

enum { MOVE_TARGET = 1, MOVE_SHAPE, MOVE_DISPLACEMENT };

typedef struct move_question {
  described *shape;  /* the moving shape, or NULL */
  held_group *group; /* the moving group, or NULL */
  int dimensions;
  double displacement[3];
  int is_push_out; /* the displacement is zero */
  int numbers;
  int respond;                           /* the index of a function, or 0 */
  int has_layers;                        /* there are responses by layer: */
  unsigned char layers[LAYERS_MOST + 1]; /* the collide_response of each layer */
  collide_move_options options;
  selection select;
  int has_bounciness; /* there is a bounciness by layer: */
  double bounciness[LAYERS_MOST + 1];
} move_question;

/* "rect", or "group". */
const char *ci_move_name(const move_question *q);

void ci_move_read(lua_State *L, move_question *q);
void ci_move_read_push_out(lua_State *L, move_question *q);
/* Moves the shape, and writes how far it went to q->displacement. The target and the shape are
 * arguments MOVE_TARGET and MOVE_SHAPE. */
void ci_move_by(lua_State *L, move_question *q);
/* Moves the shape by the whole displacement: nothing may be in its path. */
void ci_move_freely(const move_question *q);
/* The position of the shape, and a new one. */
void ci_move_get_position(const move_question *q, double position[3]);
void ci_move_set_position_of(const move_question *q, const double position[3]);
/* The response that the word at the index stands for, or -1. */
int ci_move_read_word(lua_State *L, int index);
const char *ci_move_word(collide_response response);

/* ---- Shared by lua_move.c and lua_move_target.c ------------------------------------------------
 */

/* A gathered member. */
typedef struct move_member {
  int index, number; /* as in members */
  int layer;
  const held_grid *grid; /* or NULL */
  double one_way[3];     /* for targets that are not grids */
  signed char taken;     /* the result of the filter; -1 before the call */
} move_member;

enum { FEW = 16, FEW_HITS = 8 };

/* A move in progress. Its memory is the C stack, and userdata on Lua's stack. */
typedef struct moving {
  lua_State *L;
  move_question *q;
  members all;
  move_reach reach; /* only members of worlds within it are gathered */
  int has_world;    /* the target is a world or contains one */
  /* 0: no script runs and nothing allocates before the move ends, so members need not be kept alive
   */
  int keeps;
  int top;                     /* of the stack, above the slots */
  int room, count, kept, slot; /* of the members; a table that keeps what they lie in; a slot for
                                  the memory of many */
  int told_slot, told_count;   /* results of the filter from before more members were gathered */
  collide_target *targets;
  move_member *list;
  collide_target few[FEW];
  move_member few_list[FEW];
  collide_move_hit few_hits[FEW_HITS];
  int hit_slot;
  int64_t hit_room;
  uint64_t changes; /* how often the shape was changed before the move */
} moving;

/* Gathers the members of the target; from a world, only those within w->reach. */
void ci_moving_begin(moving *w, int keeps);
void ci_moving_gather(moving *w);

#endif
