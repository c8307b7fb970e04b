/* SPDX-License-Identifier: MIT
 *
 * The two operands of a pair. A point may take the place of a shape, as numbers or as one value.
 * The result has the form of the first point.
 */
#ifndef COLLIDE_LUA_OPERAND_H
#define COLLIDE_LUA_OPERAND_H

#include "lua_description.h"

typedef struct operand {
  collide_target target;      /* a shape, group, grid or mesh */
  const collide_shape *shape; /* of a pair; NULL for any other target */
  const char *name;           /* "circle", ..., or "point" */
  described room;             /* for a point or description */
} operand;

typedef struct pair {
  operand a, b;
  int vectors; /* the number of points */
  int numbers; /* 1: the first point is given as numbers */
} pair;

/* Returns 1 if the value at the index is more likely a vector than a shape. */
int ci_operand_is_point(lua_State *L, int index);
/* Makes the operand a point: a circle or sphere without a radius. */
void ci_operand_make_point(lua_State *L, const args_place *at, const double v[3], int dimensions,
                           operand *out);
/* Raises an error if the displacement takes a coordinate of the target beyond COLLIDE_LARGEST. */
void ci_operand_check_end(lua_State *L, const args_place *at, const collide_target *moving,
                          const double displacement[3]);
/* Reads a description of a shape into the room. Raises an error for any other value. */
const described *ci_operand_describe_shape(lua_State *L, int arg, described *room);
/* Reads a shape or a description of one. Raises an error for any other value, such as a point. */
static inline const described *operand_get_shape(lua_State *L, int arg, described *room) {
  const described *shape = description_at(L, arg);
  return shape != NULL ? shape : ci_operand_describe_shape(L, arg, room);
}
/* The same, as an operand. */
void ci_operand_read_shape(lua_State *L, int arg, operand *out);

#endif
