/* SPDX-License-Identifier: MIT
 *
 * Descriptions of shapes, meshes and groups: a table that makes an equal object, and text for
 * `print`.
 */
#include "../number/fp.h"
#include "lua_description.h"

#include "lua_posed.h"
#include "lua_result.h"
#include "../mesh/mesh.h"
#include "../shape/shape.h"

/* A field of a description: a number, a vector, or an array of points. */
typedef struct shown {
  const char *name;
  int rows;             /* the number of rows of an array, else 0 */
  int columns;          /* 1 for a number */
  const double *values; /* in `own` or in the shape */
  double own[16];
} shown;

enum { MOST_SHOWN = 8, MOST_POINTS_PRINTED = 8 };

static void list_size(const described *shape, const size_field *size, shown *t) {
  const collide_shape *s = &shape->shape;
  int i, dimensions = collide_dimensions(s);
  t->name = size->name;
  t->rows = 0;
  t->columns = ci_form_is_number(size) ? 1 : dimensions;
  t->values = shape->source.sizes + ci_form_at(size, dimensions);
  if (size->type == FIELD_POINTS) t->rows = description_form(shape)->points;
  if (s->kind == COLLIDE_POLYGON && size->type == FIELD_POINTS) {
    t->rows = s->of.outline.given;
    t->values = shape->source.points;
  }
  if (shape_core(s) == COLLIDE_HULL && size->type == FIELD_POINTS) {
    t->rows = ci_hull_point_count(s);
    t->values = shape->source.points;
  }
  if (size->type == FIELD_WHOLE) {
    for (i = 0; i < dimensions; i++) t->own[i] = 2 * t->values[i];
    t->values = t->own;
  }
}

/* Lists the parts of the pose that were given, from list[n] on. Returns the new length. */
static int list_pose(const given_pose *pose, shown *list, int n) {
  int part;
  for (part = 0; part < POSE_PARTS; part++) {
    shown *t = &list[n];
    t->name = ci_pose_part_name((pose_part)part);
    t->rows = 0;
    t->columns = ci_pose_read_part(pose, (pose_part)part, t->own);
    t->values = t->own;
    if (t->columns > 0) n++;
  }
  return n;
}

static void push_array(lua_State *L, const double *values, int count) {
  int i;
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    result_push_number(L, values[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_shown(lua_State *L, const shown *t) {
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

static void set_shown(lua_State *L, const shown *list, int count) {
  int i;
  for (i = 0; i < count; i++) {
    push_shown(L, &list[i]);
    lua_setfield(L, -2, list[i].name);
  }
}

/* Writes the name for the field `shape`, and lists the sizes of a shape. Returns their number. */
static int list_sizes(const posed *p, const char **name, shown *list) {
  const described *shape = posed_shape(p);
  const size_field *size;
  int n = 0, is_rounded; /* others have other sizes in the place of the radius */
  *name = ci_object_name(p->kind);
  if (p->kind != OBJECT_SHAPE) return 0;
  is_rounded = shape_is_rounded(&shape->shape) || shape->shape.kind == COLLIDE_POLYGON;
  *name = ci_description_name(shape);
  for (size = description_form(shape)->fields; size->name != NULL; size++)
    if (size->type != FIELD_ROUND ||
        (is_rounded && shape->source.sizes[ci_form_at(size, description_dimensions(shape))] > 0))
      list_size(shape, size, &list[n++]);
  return n;
}

static int is_hollow(const posed *p) {
  return p->kind == OBJECT_SHAPE && posed_shape(p)->shape.hollow;
}

void ci_posed_push_description(lua_State *L, const posed *p, int shares) {
  shown list[MOST_SHOWN];
  given_pose pose = ci_posed_get(p);
  const char *name;
  int count = list_sizes(p, &name, list);
  lua_createtable(L, 0, 8);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "shape");
  if (p->kind == OBJECT_MESH) ci_mesh_set_arrays(L, posed_mesh(p));
  if (p->kind == OBJECT_GROUP) ci_group_set_parts(L, posed_group(p), shares);
  set_shown(L, list, list_pose(&pose, list, count));
  if (is_hollow(p)) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "hollow");
  }
  ci_object_set_fields(L, p->head, pose.dimensions);
}

static void add_points(luaL_Buffer *text, const shown *t) {
  int i;
  for (i = 0; i < t->rows && i < MOST_POINTS_PRINTED; i++) {
    luaL_addstring(text, i == 0 ? "(" : ", ");
    ci_args_add_vector(text, t->values + t->columns * i, t->columns);
  }
  if (t->rows > MOST_POINTS_PRINTED) {
    luaL_addstring(text, ", ... ");
    ci_result_add_number(text, t->rows - MOST_POINTS_PRINTED);
    luaL_addstring(text, " more");
  }
  luaL_addstring(text, ")");
}

static void add_shown(luaL_Buffer *text, const shown *t) {
  if (t->rows > 0) {
    add_points(text, t);
  } else if (t->columns == 1) {
    ci_result_add_number(text, t->values[0]);
  } else {
    ci_args_add_vector(text, t->values, t->columns);
  }
}

static void add_all_shown(luaL_Buffer *text, const shown *list, int count) {
  int i;
  for (i = 0; i < count; i++) {
    luaL_addstring(text, " ");
    luaL_addstring(text, list[i].name);
    luaL_addstring(text, "=");
    add_shown(text, &list[i]);
  }
}

static void add_count(luaL_Buffer *text, const char *name, double count) {
  luaL_addstring(text, name);
  ci_result_add_number(text, count);
}

void ci_posed_push_text(lua_State *L, const posed *p) {
  luaL_Buffer text;
  shown list[MOST_SHOWN];
  given_pose pose = ci_posed_get(p);
  const char *name;
  int count = list_sizes(p, &name, list);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, name);
  if (p->kind == OBJECT_MESH) {
    const collide_mesh_data *data = posed_mesh(p)->mesh.data;
    add_count(&text, " vertices=", (double)data->vertices);
    add_count(&text, " triangles=", ci_mesh_data_count(data));
  }
  if (p->kind == OBJECT_GROUP)
    add_count(&text, " parts=", collide_group_count(posed_group(p)->group));
  add_all_shown(&text, list, list_pose(&pose, list, count));
  if (is_hollow(p)) luaL_addstring(&text, " hollow");
  ci_object_add_text(L, &text, p->head, pose.dimensions);
  luaL_pushresult(&text);
}
