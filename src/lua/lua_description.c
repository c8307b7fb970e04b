/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_description.h"

#include <limits.h>
#include <string.h>

#include "lua_points.h"

const char ci_seals[SEAL_KINDS] = {0};

void ci_description_seal(lua_State *L, int index) {
  described *shape = (described *)lua_touserdata(L, index);
  seal_close(&shape->sealed, SEAL_SHAPE, seal_here(L));
}

const char *ci_description_name(const described *shape) {
  return shape->form->name;
}

args_size ci_description_size(int dimensions) {
  static const args_size sizes[] = {{2, "a 2D shape wants 2"}, {3, "a 3D shape wants 3"}};
  return sizes[dimensions - 2];
}

told_pose ci_description_pose(const described *shape) {
  told_pose pose;
  pose.pose = shape->source.pose;
  pose.given = shape->given;
  pose.dimensions = collide_dimensions(&shape->shape);
  return pose;
}

collide_error ci_description_set_pose(described *shape, pose_part part, const double *values,
                                      int count) {
  told_pose pose;
  collide_error error;
  shape->sealed.home->changes++;
  if (part == POSE_POSITION) { /* costs less than the rest of the pose */
    double position[3] = {0, 0, 0};
    memcpy(position, values, (size_t)count * sizeof *values);
    error = collide_set_position(&shape->shape, &shape->source, position);
    if (error == COLLIDE_OK && !shape->source.pose.has_linear)
      shape->given |= POSE_GIVEN(POSE_POSITION);
    return error;
  }
  if (part != POSE_TRANSFORM && shape->source.pose.has_linear) return COLLIDE_ERROR_POSE_FIXED;
  pose = ci_description_pose(shape);
  ci_pose_change(&pose, part, values, count);
  error = collide_set_pose(&shape->shape, &shape->source, &pose.pose);
  if (error == COLLIDE_OK) shape->given = pose.given;
  return error;
}

/* ---- Reading ------------------------------------------------------------- */

/* Does the form have no vector, so that the pose determines its dimensions? */
static int is_upright(const shape_form *form) {
  const size_field *field = form->fields;
  if (form->dimensions != 0) return 0;
  while (field->name != NULL && ci_form_is_number(field)) field++;
  return field->name == NULL;
}

/* Reads the pose's parts from the description. */
static void read_poses(lua_State *L, const args_place *at, int index, described *out) {
  told_pose pose = ci_description_pose(out);
  int part, any = 0;
  if (pose.dimensions == 2 &&
      is_upright(
          out->form)) { /* a description then always has it, as it shows that the shape is 2D */
    ci_pose_change(&pose, POSE_POSITION, pose.pose.position, 2);
  }
  for (part = 0; part < POSE_PARTS; part++) {
    args_place field = *at;
    field.name = ci_pose_part_name((pose_part)part);
    lua_getfield(L, index, field.name);
    if (!lua_isnil(L, -1)) {
      if (part == POSE_TRANSFORM && any && pose.dimensions == 3) {
        ci_args_fail(L, &field, " excludes position, rotation and scale");
      }
      ci_pose_read(L, &field, lua_gettop(L), &pose, (pose_part)part);
      any = 1;
    }
    lua_pop(L, 1);
  }
  if (any) ci_pose_fold(L, at, &out->shape, &out->source, &pose.pose);
  out->given = pose.given;
}

static int is_zero(const double *v, int count) {
  int i = 0;
  while (i < count && v[i] == 0) i++;
  return i == count;
}

static void check_not_below_zero(lua_State *L, const args_place *at, const double *v, int count) {
  char text[ARGS_NUMBER_TEXT];
  int i;
  for (i = 0; i < count; i++) {
    if (v[i] < 0) {
      ci_args_fail(L, at, " must not be negative, got %s", ci_args_number_text(text, v[i]));
    }
  }
}

static void read_number(lua_State *L, const args_place *at, int index, field_type type,
                        double *to) {
  char text[ARGS_NUMBER_TEXT];
  *to = ci_args_number(L, at, index);
  if (type == FIELD_LENGTH) check_not_below_zero(L, at, to, 1);
  if (type == FIELD_POSITIVE && !(*to > 0)) {
    ci_args_fail(L, at, " must be above 0, got %s", ci_args_number_text(text, *to));
  }
}

/* Reads the field that lies on top of the stack. */
static void read_size(lua_State *L, const args_place *at, const shape_form *form,
                      const size_field *field, int dimensions, double *sizes) {
  double *to = sizes + ci_form_at(field, dimensions);
  int index = lua_gettop(L), i;
  if (ci_form_is_number(field)) {
    read_number(L, at, index, field->type, to);
    return;
  }
  if (field->type == FIELD_POINTS) {
    ci_points_read(L, at, index, form->name, form->points, dimensions, to);
    return;
  }
  ci_points_read_vector(L, at, index, dimensions, form->dimensions != 0, to);
  if (field->type == FIELD_EXTENT || field->type == FIELD_WHOLE) {
    check_not_below_zero(L, at, to, dimensions);
  }
  if (field->type == FIELD_WHOLE) {
    for (i = 0; i < dimensions; i++) to[i] *= 0.5;
  }
  if (field->type == FIELD_DIRECTION && is_zero(to, dimensions)) {
    ci_args_fail(L, at, " must not be zero");
  }
}

static int known_field(const void *context, const char *key) {
  const shape_form *form = (const shape_form *)context;
  int part;
  for (; form != NULL; form = ci_form_next(form)) {
    if (ci_form_field(form, key) != NULL) return 1;
  }
  for (part = 0; part < POSE_PARTS; part++) {
    if (strcmp(key, ci_pose_part_name((pose_part)part)) == 0) return 1;
  }
  return strcmp(key, "hollow") == 0 || strcmp(key, "shape") == 0;
}

/* A field that is given, and that no other form of the shape has; it identifies the form. */
static const size_field *telling_field(lua_State *L, int index, const shape_form *form) {
  const size_field *field = form->fields;
  for (; field->name != NULL; field++) {
    const shape_form *other = ci_form_first(form->name);
    int given, shared = 0;
    for (; other != NULL; other = ci_form_next(other)) {
      if (other != form && ci_form_field(other, field->name) != NULL) shared = 1;
    }
    if (shared) continue;
    lua_getfield(L, index, field->name);
    given = !lua_isnil(L, -1);
    lua_pop(L, 1);
    if (given) return field;
  }
  return NULL;
}

/* Pushes "half, size, or min and max". */
static const char *push_choices(lua_State *L, const shape_form *form) {
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (; form != NULL; form = ci_form_next(form)) {
    const size_field *field = form->fields;
    for (; field->name != NULL; field++) {
      if (field != form->fields) luaL_addstring(&text, " and ");
      luaL_addstring(&text, field->name);
    }
    if (ci_form_next(form) != NULL)
      luaL_addstring(&text, ci_form_next(ci_form_next(form)) ? ", " : ", or ");
  }
  luaL_pushresult(&text);
  return lua_tostring(L, -1);
}

/* The form that the table's fields identify. */
static const shape_form *choose_form(lua_State *L, const args_place *at, int index,
                                     const shape_form *first) {
  const shape_form *form = first, *chosen = NULL;
  const size_field *told = NULL;
  if (ci_form_next(first) == NULL) return first;
  for (; form != NULL; form = ci_form_next(form)) {
    const size_field *field = telling_field(L, index, form);
    if (field == NULL) continue;
    if (told != NULL) ci_args_fail(L, at, "%s and %s exclude each other", told->name, field->name);
    told = field;
    chosen = form;
  }
  if (chosen == NULL) ci_args_fail(L, at, "%s expected", push_choices(L, first));
  return chosen;
}

/* Pushes the value of a size from the table. If points are items of the table itself, pushes
 * the table and returns 1. */
static int push_size(lua_State *L, const args_place *at, int index, const size_field *field) {
  lua_getfield(L, index, field->name);
  if (field->type != FIELD_POINTS) return 0;
  lua_rawgeti(L, index, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  if (!lua_isnil(L, -2)) ci_args_fail(L, at, " and points in place exclude each other");
  lua_pop(L, 2);
  lua_pushvalue(L, index);
  return 1;
}

/* ---- Two or three dimensions ------------------------------------------------ */

/* The number of components of the vector at the index, 3 if it has .z. Returns 0 for a value
 * that is not a vector; reading it later raises the error. */
static int count_components(lua_State *L, const args_place *at, int index) {
  static const args_size as_it_comes = {0, "a shape wants 2 or 3"};
  double v[3];
  if (!ci_args_may_hold(lua_type(L, index))) return 0;
  return ci_args_vector_value(L, at, index, as_it_comes, v);
}

static int count_first_point(lua_State *L, const args_place *at, int index) {
  args_place item = *at;
  int count = 0;
  item.item = 1;
  if (!lua_istable(L, index)) return 0;
  lua_rawgeti(L, index, 1);
  count = count_components(L, &item, lua_gettop(L));
  lua_pop(L, 1);
  return count;
}

/* The dimensions according to the first given part of the pose, or 0. A scale that is one
 * number fits both dimensions. */
static int count_in_pose(lua_State *L, const args_place *at, int index) {
  static const pose_part telling[] = {POSE_POSITION, POSE_ROTATION, POSE_SCALE};
  int i, count = 0;
  for (i = 0; i < 3 && count == 0; i++) {
    args_place field = *at;
    field.name = ci_pose_part_name(telling[i]);
    lua_getfield(L, index, field.name);
    if (telling[i] != POSE_ROTATION) {
      count = count_components(L, &field, lua_gettop(L));
    } else if (!lua_isnil(L, -1)) {
      count = lua_type(L, -1) == LUA_TNUMBER ? 2 : 3;
    }
    lua_pop(L, 1);
  }
  return count;
}

/* The dimensions of the form, else those of the first vector; 3 if there is none. */
static int find_dimensions(lua_State *L, const args_place *at, int index, const shape_form *form) {
  args_place place = *at;
  const size_field *first = &form->fields[0];
  int count;
  if (form->dimensions != 0) return form->dimensions;
  if (is_upright(form)) {
    count = count_in_pose(L, at, index);
  } else {
    place.name = first->name;
    push_size(L, &place, index, first);
    count = first->type == FIELD_POINTS ? count_first_point(L, &place, lua_gettop(L))
                                        : count_components(L, &place, lua_gettop(L));
    lua_pop(L, 1);
  }
  return count == 0 ? 3 : count;
}

/* ---- All of it --------------------------------------------------------------- */

static void check_corners(lua_State *L, const args_place *at, const double *sizes, int dimensions) {
  static const char *const names[] = {"x", "y", "z"};
  char low[ARGS_NUMBER_TEXT], high[ARGS_NUMBER_TEXT];
  int i;
  for (i = 0; i < dimensions; i++) {
    if (sizes[i] <= sizes[dimensions + i]) continue;
    ci_args_number_text(low, sizes[i]);
    ci_args_number_text(high, sizes[dimensions + i]);
    ci_args_fail(L, at, "min.%s must not be above max.%s, got %s and %s", names[i], names[i], low,
                 high);
  }
}

/* Of a polygon or hull; leaves its userdata on the stack. */
static void read_many_points(lua_State *L, const args_place *at, int index, described *out) {
  args_place place = *at;
  int in_place;
  place.name = out->form->fields[0].name;
  in_place = push_size(L, &place, index, &out->form->fields[0]);
  if (out->form->dimensions == 2) {
    ci_points_read_polygon(L, &place, lua_gettop(L), in_place, out);
  } else {
    ci_points_read_hull(L, &place, lua_gettop(L), in_place,
                        find_dimensions(L, at, index, out->form), out);
  }
  lua_remove(L, -2);
}

static void read_sizes(lua_State *L, const args_place *at, int index, described *out) {
  double sizes[9];
  const shape_form *form = out->form;
  const size_field *field = form->fields;
  int dimensions = find_dimensions(L, at, index, form);
  memset(sizes, 0, sizeof sizes);
  for (; field->name != NULL; field++) {
    args_place place = *at;
    place.name = field->name;
    push_size(L, &place, index, field);
    read_size(L, &place, form, field, dimensions, sizes);
    lua_pop(L, 1);
  }
  if (ci_form_field(form, "min") != NULL) check_corners(L, at, sizes, dimensions);
  if (form->make(&out->shape, &out->source, dimensions, sizes) != COLLIDE_OK) {
    ci_args_fail(L, at, "the sizes are too large to work with");
  }
}

static void read_hollow(lua_State *L, const args_place *at, int index, described *out) {
  args_place field = *at;
  field.name = "hollow";
  lua_getfield(L, index, field.name);
  if (!lua_isnil(L, -1) && !lua_isboolean(L, -1)) {
    ci_args_fail(L, &field, ": boolean expected, got %s", ci_args_type(L, lua_gettop(L)));
  }
  out->shape.hollow = lua_toboolean(L, -1);
  lua_pop(L, 1);
}

/* The first form of the shape that the field `shape` names. If `name` is not NULL, the field may be
 * missing; if it is there, it must be that name. */
static const shape_form *read_name(lua_State *L, const args_place *at, int index,
                                   const char *name) {
  const shape_form *form;
  args_place field = *at;
  field.name = "shape";
  lua_getfield(L, index, field.name);
  if (name == NULL || !lua_isnil(L, -1)) {
    if (lua_type(L, -1) != LUA_TSTRING) {
      ci_args_fail(L, &field, ": string expected, got %s", ci_args_type(L, lua_gettop(L)));
    }
    form = ci_args_is_word(L, -1) ? ci_form_first(lua_tostring(L, -1)) : NULL;
    if (form == NULL && strcmp(lua_tostring(L, -1), "group") == 0)
      ci_args_fail(L, at, "one shape expected, got a group");
    if (form == NULL) ci_args_fail(L, at, "unknown shape '%s'", lua_tostring(L, -1));
    if (name != NULL && strcmp(form->name, name) != 0) {
      ci_args_fail(L, &field, ": '%s' expected, got '%s'", name, form->name);
    }
  } else {
    form = ci_form_first(name);
  }
  lua_pop(L, 1);
  return form;
}

/* Checks the table's fields, and returns the form that they have. */
static const shape_form *read_form(lua_State *L, const args_place *at, int index,
                                   const char *name) {
  const shape_form *first;
  int items = 0;
  if (!lua_istable(L, index)) {
    ci_args_fail(L, at, ": table expected, got %s", ci_args_type(L, index));
  }
  luaL_checkstack(L, 12, NULL);
  first = read_name(L, at, index, name);
  if (first->fields[0].type == FIELD_POINTS) items = first->points > 0 ? first->points : INT_MAX;
  ci_args_only(L, at, index, "field", known_field, first, items);
  return choose_form(L, at, index, first);
}

void ci_description_read(lua_State *L, const args_place *at, int index, const char *name,
                         described *out) {
  int has_storage;
  out->given = 0;
  seal_break(out);
  out->form = read_form(L, at, index, name);
  has_storage = out->form->make == NULL;
  if (has_storage) {
    read_many_points(L, at, index, out);
  } else {
    read_sizes(L, at, index, out);
  }
  read_hollow(L, at, index, out);
  read_poses(L, at, index, out);
  if (has_storage) lua_replace(L, index);
}

int ci_description_is(lua_State *L, int index) {
  return ci_args_has_field(L, index, "shape");
}

const described *ci_description_get(lua_State *L, const args_place *at, int index,
                                    described *room) {
  const described *shape = description_at(L, index);
  if (shape != NULL) return shape;
  if (!lua_istable(L, index)) {
    ci_args_fail(L, at, ": shape expected, got %s", ci_args_type(L, index));
  }
  ci_description_read(L, at, index, NULL, room);
  return room;
}

int ci_description_dimensions(lua_State *L, const args_place *at, int index) {
  const described *shape = description_at(L, index);
  if (shape != NULL) return collide_dimensions(&shape->shape);
  if (!lua_istable(L, index)) {
    ci_args_fail(L, at, ": shape expected, got %s", ci_args_type(L, index));
  }
  return find_dimensions(L, at, index, read_form(L, at, index, NULL));
}

void ci_description_check(lua_State *L, const args_place *at, const described *shape,
                          int dimensions) {
  int count = collide_dimensions(&shape->shape);
  if (count == dimensions) return;
  ci_args_fail(L, at, ": a %dD shape expected, got a %dD %s", dimensions, count,
               ci_description_name(shape));
}
