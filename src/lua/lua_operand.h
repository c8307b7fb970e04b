/* SPDX-License-Identifier: MIT
 *
 * The two operands of a pair. A point may stand for a shape, in numbers or as one value; the form
 * of the first point is that of the answer. lua_meet_args.c decides where a group is an operand.
 */
#ifndef COLLIDE_LUA_OPERAND_H
#define COLLIDE_LUA_OPERAND_H

#include "lua_description.h"

typedef struct operand {
  collide_target target;      /* a shape, group, grid or mesh */
  const collide_shape *shape; /* or NULL */
  const char *name;           /* "circle", ..., or "point" */
  int is_turned;  /* of a rect that read_shape read: its sides may lie across the axes */
  described room; /* for a point or description */
} operand;

typedef struct pair {
  operand a, b;
  int vectors; /* the number of points; */
  int numbers; /* 1: the first of them is in numbers */
} pair;

/* Does the value at the index look like a vector rather than like a shape? */
int ci_operand_is_point(lua_State *L, int index);
/* Makes the operand a point: a circle or sphere without a radius. */
void ci_operand_make_point(lua_State *L, const args_place *at, const double v[3], int dimensions,
                           operand *out);
/* Makes the operand a group, grid or mesh. */
void ci_operand_set_target(operand *out, const collide_target *target, const char *name);
void ci_operand_set_group(operand *out, const collide_shape_group *group);
/* The dimensions of the operand. */
int ci_operand_dimensions(const operand *one);
/* Reads the shape or group, or the point of so many dimensions, from argument *arg on, and moves
 * *arg past it. */
void ci_operand_read(lua_State *L, int *arg, int dimensions, pair *p, operand *out);

/* Is there a test for two shapes? */
typedef int (*has_test)(const collide_shape *, const collide_shape *);

/* Reads the two shapes or points from argument 1 on, and returns the argument after them. Raises an
 * error if `has` knows no test. */
int ci_operand_read_pair(lua_State *L, pair *p, has_test has);
/* Raises "there is no test for sphere and circle". */
void ci_operand_fail_no_test(lua_State *L, int arg, const pair *p);
/* Reads a shape; raises an error for a point. */
void ci_operand_read_shape(lua_State *L, int arg, operand *out);

/* Is it a box whose sides do not lie along the axes? */
int ci_operand_is_turned_box(const collide_shape *s);

#endif
