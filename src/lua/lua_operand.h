/* SPDX-License-Identifier: MIT
 *
 * The two operands of a pair. A point will do wherever a shape does, in
 * numbers or as one value, and then it decides the form of the answer. A group
 * is an operand where lua_meet_args.c says so.
 */
#ifndef COLLIDE_LUA_OPERAND_H
#define COLLIDE_LUA_OPERAND_H

#include "lua_description.h"

typedef struct operand {
  collide_target target;      /* a shape or a group */
  const collide_shape *shape; /* NULL for a group */
  const char *name;           /* "circle", ..., or "point" */
  int is_turned;  /* of a rect that read_shape read: its sides may lie across the axes */
  described room; /* for what is no shape yet */
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
/* Makes the operand a group, grid or mesh. */
void ci_operand_set_target(operand *out, const collide_target *target, const char *name);
void ci_operand_set_group(operand *out, const collide_shape_group *group);
/* The dimensions of what was read. */
int ci_operand_dimensions(const operand *one);
/* Reads the shape or group, or the point of so many dimensions, from argument *arg on, and moves
 * *arg past it. */
void ci_operand_read(lua_State *L, int *arg, int dimensions, pair *p, operand *out);

/* Is there a test for two shapes? */
typedef int (*has_test)(const collide_shape *, const collide_shape *);

/* Reads the two shapes or points from argument 1 on, and returns which argument comes behind them.
 * Raises where `has` knows no test. */
int ci_operand_read_pair(lua_State *L, pair *p, has_test has);
/* Raises "there is no test for sphere and circle". */
void ci_operand_fail_no_test(lua_State *L, int arg, const pair *p);
/* Reads a shape; raises for a point. */
void ci_operand_read_shape(lua_State *L, int arg, operand *out);

/* Is it a box whose sides do not lie along the axes? */
int ci_operand_is_turned_box(const collide_shape *s);

#endif
