/* SPDX-License-Identifier: MIT
 *
 * move and push_out. separate makes such moves, too.
 */
#ifndef COLLIDE_LUA_MOVE_H
#define COLLIDE_LUA_MOVE_H

#include "../move/move_reach.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_select.h"
#include "lua_members.h"
#include "lua_posed.h"
#include "lua_resize.h"

enum { MOVE_TARGET = 1, MOVE_SHAPE, MOVE_DISPLACEMENT };
enum { FITS_FIELDS = MOVE_DISPLACEMENT, FITS_OPTIONS };

typedef struct move_question {
  described *shape;  /* the moving shape, or NULL */
  held_group *group; /* the moving group, or NULL */
  int dimensions;
  double displacement[3];
  int is_push_out; /* the displacement is zero */
  int is_fit;      /* of `fits`: nothing moves */
  resized *sized;  /* of `fits`: the shape with other sizes; NULL for its own */
  int numbers;
  int respond;        /* the index of a function, or 0 */
  int has_layers;     /* there are responses by layer, in `layers` */
  int has_bounciness; /* there is a bounciness by layer, in `bounciness` */
  collide_move_options options;
  selection select;
  unsigned char layers[SETS_MOST + 1]; /* the collide_response of each set of layers */
  double bounciness[SETS_MOST + 1];
} move_question;

/* "rect", or "group". */
const char *ci_move_name(const move_question *q);
/* The response that the word at the index stands for, or -1. */
int ci_move_read_word(lua_State *L, int index);
const char *ci_move_word(collide_response response);
/* Read all arguments. */
void ci_move_read(lua_State *L, move_question *q);
void ci_move_read_push_out(lua_State *L, move_question *q);
/* Uses *room for the shape with other sizes. */
void ci_move_read_fits(lua_State *L, move_question *q, resized *room);

/* Moves the shape, and writes how far it went to q->displacement. The target and the shape are
 * arguments MOVE_TARGET and MOVE_SHAPE. */
void ci_move_by(lua_State *L, move_question *q);
/* The moving shape or group. */
posed ci_move_get_mover(const move_question *q);

#endif
