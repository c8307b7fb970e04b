/* SPDX-License-Identifier: MIT
 *
 * The two operands of a pair. A point will do wherever a shape does, in
 * numbers or as one value, and then it decides the form of the answer.
 */
#ifndef COLLIDE_LUA_OPERAND_H
#define COLLIDE_LUA_OPERAND_H

#include "lua_description.h"

typedef struct operand {
  const collide_shape *shape;
  const char *name; /* "circle", ..., or "point" */
  double angle;     /* of what read_shape read */
  described room;   /* for what is no shape yet */
} operand;

typedef struct pair {
  operand a, b;
  int vectors; /* points among the two, */
  int numbers; /* and whether the first of them came in numbers */
} pair;

/* Does the value at the index look like a vector rather than like a shape? */
int ci_operand_is_point(lua_State *L, int index);
/* Makes the operand a point: a circle or sphere without a radius. */
void ci_operand_make_point(lua_State *L, const args_place *at, const double v[3], int dimensions,
                           operand *out);

/* Is there a test for two shapes? */
typedef int (*has_test)(const collide_shape *, const collide_shape *);

/* Reads the two shapes or points from argument 1 on. If `may_tell`, and neither is a point, the
 * word "numbers" may follow them; nothing else may. Raises where `has` knows no test. */
void ci_operand_read_pair(lua_State *L, pair *p, has_test has, int may_tell);
/* Reads a shape; raises for a point. */
void ci_operand_read_shape(lua_State *L, int arg, operand *out);

/* Is it a box whose sides do not lie along the axes? */
int ci_operand_is_turned_box(const collide_shape *s);

#endif
