/* SPDX-License-Identifier: MIT
 *
 * move and push_out: their arguments are read in lua_move_args.c.
 */
#ifndef COLLIDE_LUA_MOVE_H
#define COLLIDE_LUA_MOVE_H

#include "lua_group.h"
#include "lua_layer.h"
#include "lua_members.h"

extern const binding ci_move_bindings[];

enum { MOVE_TARGET = 1, MOVE_SHAPE, MOVE_DISPLACEMENT };

typedef struct move_question {
  described *shape;  /* the one that moves; or NULL, and then there is: */
  held_group *group; /* whose parts are moved as one */
  int dimensions;
  double displacement[3];
  int is_push_out; /* the displacement is zero */
  int numbers;
  int respond;                           /* the index of a function, or 0 */
  int has_layers;                        /* responses by layer: */
  unsigned char layers[LAYERS_MOST + 1]; /* for each its collide_response */
  collide_move_options options;
  selection select;
} move_question;

/* "rect", or "group". */
const char *ci_move_name(const move_question *q);

void ci_move_read(lua_State *L, move_question *q);
void ci_move_read_push_out(lua_State *L, move_question *q);
/* The response that the word at the index stands for, or -1. */
int ci_move_read_word(lua_State *L, int index);
const char *ci_move_word(collide_response response);

/* ---- lua_move_world.c ------------------------------------------------------------------------ */

/* Where the shape comes to among the members of a world, when nothing of Lua has to be asked; with
 * a displacement of NULL by push_out. Knows no Lua, and does not move the shape. Returns 0 where
 * `move` has to be asked in the way for all targets: when many members are near, or one of these is
 * more than a shape, is one-way, or has no test. */
int ci_move_in_world(const owned_world *owner, const described *shape, const double *displacement,
                     const collide_move_options *options, collide_move_result *result);

/* ---- lua_move_result.c ----------------------------------------------------------------------- */

/* Pushes the table of a hit: with a member by its index and number, as lua_result.h has them; the
 * targets are those of its members. */
void ci_move_push_hit(lua_State *L, const collide_move_hit *hit, int dimensions, int index,
                      int number, int targets);

#endif
