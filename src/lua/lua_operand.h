/* SPDX-License-Identifier: MIT
 *
 * The two operands of a pair. A point may take the place of a shape, as numbers or as one value.
 * The result has the form of the first point. lua_meet_args.c decides where a group may be an
 * operand.
 */
#ifndef COLLIDE_LUA_OPERAND_H
#define COLLIDE_LUA_OPERAND_H

#include "lua_description.h"

typedef struct operand {
  collide_target target;      /* a shape, group, grid or mesh */
  const collide_shape *shape; /* or NULL */
  const char *name;           /* "circle", ..., or "point" */
  int is_turned;  /* for a rect that read_shape read: 1 if its sides may not lie along the axes */
  described room; /* for a point or description */
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
/* Makes the operand a group, grid or mesh. */
void ci_operand_set_target(operand *out, const collide_target *target, const char *name);
void ci_operand_set_group(operand *out, const collide_shape_group *group);
/* The dimensions of the operand. */
int ci_operand_dimensions(const operand *one);
/* Raises an error if the displacement takes a coordinate of the target beyond COLLIDE_LARGEST. */
void ci_operand_check_end(lua_State *L, const args_place *at, const collide_target *moving,
                          const double displacement[3]);
/* Reads the shape or group, or the point of that many dimensions, from argument *arg on. Moves *arg
 * on. */
void ci_operand_read(lua_State *L, int *arg, int dimensions, pair *p, operand *out);

/* Returns 1 if there is a test for two shapes. */
typedef int (*has_test)(const collide_shape *, const collide_shape *);

/* Reads the two shapes or points from argument 1 on, and returns the argument after them. Raises an
 * error if `has` returns 0 for them. */
int ci_operand_read_pair(lua_State *L, pair *p, has_test has);
/* Raises "there is no test for sphere and circle". */
void ci_operand_fail_no_test(lua_State *L, int arg, const pair *p);
/* Raises an error: a point of the answer lies beyond COLLIDE_LARGEST. */
void ci_operand_fail_far(lua_State *L, int arg, const pair *p);
/* Reads a shape; raises an error for a point. */
void ci_operand_read_shape(lua_State *L, int arg, operand *out);

/* Returns 1 for a box whose sides do not lie along the axes. */
int ci_operand_is_turned_box(const collide_shape *s);

#endif
