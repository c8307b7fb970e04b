/* SPDX-License-Identifier: MIT
 *
 * The description of a shape: the table that makes an equal shape, and the text for `print`.
 */
#include "../number/fp.h"
#include "lua_description.h"

#include "lua_object.h"
#include "lua_result.h"
#include "../shape/shape.h"

/* A field of a description: a number, a vector, or an array of points. */
typedef struct told {
  const char *name;
  int rows;             /* of an array, otherwise 0 */
  int columns;          /* 1 for a number */
  const double *values; /* in `own` or in the shape */
  double own[16];
} told;

enum { MOST_TOLD = 8, MOST_POINTS_PRINTED = 8 };

static void describe_size(const described *shape, const size_field *size, told *t) {
  const collide_shape *s = &shape->shape;
  int i, dimensions = collide_dimensions(s);
  t->name = size->name;
  t->rows = 0;
  t->columns = ci_form_is_number(size) ? 1 : dimensions;
  t->values = shape->source.sizes + ci_form_at(size, dimensions);
  if (size->type == FIELD_POINTS) t->rows = shape->form->points;
  if (s->kind == COLLIDE_POLYGON) {
    t->rows = s->of.outline.given;
    t->values = shape->source.points;
  }
  if (s->kind == COLLIDE_HULL) {
    t->rows = ci_hull_point_count(s);
    t->values = shape->source.points;
  }
  if (size->type == FIELD_WHOLE) {
    for (i = 0; i < dimensions; i++) t->own[i] = 2 * t->values[i];
    t->values = t->own;
  }
}

/* Lists the parts of the pose that were given, from place n on; returns how many there are then. */
static int describe_pose(const told_pose *pose, told *list, int n) {
  int part;
  for (part = 0; part < POSE_PARTS; part++) {
    told *t = &list[n];
    t->name = ci_pose_part_name((pose_part)part);
    t->rows = 0;
    t->columns = ci_pose_read_part(pose, (pose_part)part, t->own);
    t->values = t->own;
    if (t->columns > 0) n++;
  }
  return n;
}

/* Lists the sizes and the parts of the pose that were given; returns how many there are. */
static int describe_all(const described *shape, told list[MOST_TOLD]) {
  const size_field *size = shape->form->fields;
  told_pose pose = ci_description_pose(shape);
  int n = 0;
  for (; size->name != NULL; size++) describe_size(shape, size, &list[n++]);
  return describe_pose(&pose, list, n);
}

static void push_array(lua_State *L, const double *values, int count) {
  int i;
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    result_push_number(L, values[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_told(lua_State *L, const told *t) {
  int i;
  if (t->rows > 0) {
    lua_createtable(L, t->rows, 0);
    for (i = 0; i < t->rows; i++) {
      push_array(L, t->values + t->columns * i, t->columns);
      lua_rawseti(L, -2, i + 1);
    }
  } else if (t->columns == 1) {
    result_push_number(L, t->values[0]);
  } else {
    push_array(L, t->values, t->columns);
  }
}

static void set_told(lua_State *L, const told *list, int count) {
  int i;
  for (i = 0; i < count; i++) {
    push_told(L, &list[i]);
    lua_setfield(L, -2, list[i].name);
  }
}

void ci_description_push_pose(lua_State *L, const told_pose *pose) {
  told list[POSE_PARTS + 1];
  set_told(L, list, describe_pose(pose, list, 0));
}

void ci_description_push(lua_State *L, const described *shape) {
  told list[MOST_TOLD];
  int count = describe_all(shape, list);
  lua_createtable(L, 0, count + 3);
  lua_pushstring(L, shape->form->name);
  lua_setfield(L, -2, "shape");
  set_told(L, list, count);
  if (shape->shape.hollow) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "hollow");
  }
  ci_object_set_fields(L, &shape->head, collide_dimensions(&shape->shape));
}

static void add_points(luaL_Buffer *text, const told *t) {
  int i;
  for (i = 0; i < t->rows && i < MOST_POINTS_PRINTED; i++) {
    luaL_addstring(text, i == 0 ? "(" : ", ");
    ci_result_add_vector(text, t->values + t->columns * i, t->columns);
  }
  if (t->rows > MOST_POINTS_PRINTED) {
    luaL_addstring(text, ", ... ");
    ci_result_add_number(text, t->rows - MOST_POINTS_PRINTED);
    luaL_addstring(text, " more");
  }
  luaL_addstring(text, ")");
}

static void add_told(luaL_Buffer *text, const told *t) {
  if (t->rows > 0) {
    add_points(text, t);
  } else if (t->columns == 1) {
    ci_result_add_number(text, t->values[0]);
  } else {
    ci_result_add_vector(text, t->values, t->columns);
  }
}

static void add_all_told(luaL_Buffer *text, const told *list, int count) {
  int i;
  for (i = 0; i < count; i++) {
    luaL_addstring(text, " ");
    luaL_addstring(text, list[i].name);
    luaL_addstring(text, "=");
    add_told(text, &list[i]);
  }
}

void ci_description_add_pose(luaL_Buffer *text, const told_pose *pose) {
  told list[POSE_PARTS + 1];
  add_all_told(text, list, describe_pose(pose, list, 0));
}

void ci_description_push_text(lua_State *L, const described *shape) {
  luaL_Buffer text;
  told list[MOST_TOLD];
  int count = describe_all(shape, list);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, shape->form->name);
  add_all_told(&text, list, count);
  if (shape->shape.hollow) luaL_addstring(&text, " hollow");
  ci_object_add_text(L, &text, &shape->head, collide_dimensions(&shape->shape));
  luaL_pushresult(&text);
}
