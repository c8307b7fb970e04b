/* SPDX-License-Identifier: MIT
 *
 * Poses of shapes, meshes and groups: reading, changing and returning them. Also descriptions: a
 * table that makes an equal object, and text for `print`.
 */
#include "../number/fp.h"
#include "lua_posed.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "../number/sincos.h"
#include "../shape/shape.h"
#include "../target/group.h"
#include "lua_result.h"
#include "lua_description.h"

#define GIVEN_UNIFORM_SCALE POSE_GIVEN(POSE_PARTS)

#define PLACE(member) offsetof(collide_pose, member)

/* In two and three dimensions: the size of each part, and the offset of its numbers in a pose. */
static const struct {
  const char *name;
  args_size sizes[2];
  size_t places[2];
} parts[POSE_PARTS] = {
    {"position",
     {{2, "a 2D shape takes 2"}, {3, "a 3D shape takes 3"}},
     {PLACE(position), PLACE(position)}},
    {"rotation",
     {{1, "a 2D shape takes 1, in radians"},
      {4, "a quaternion takes 4; a turn by a about z is {0, 0, sin(a / 2), cos(a / 2)}"}},
     {PLACE(angle), PLACE(rotation)}},
    {"scale",
     {{2, "a 2D shape takes 1 or 2"}, {3, "a 3D shape takes 1 or 3"}},
     {PLACE(scale), PLACE(scale)}},
    {"transform", {{16, "a matrix takes 16"}, {16, "a matrix takes 16"}}, {0, 0}}};

const char *ci_pose_part_name(pose_part part) {
  return parts[part].name;
}

args_size ci_pose_part_size(pose_part part, int dimensions) {
  return parts[part].sizes[dimensions - 2];
}

args_size ci_pose_size(const given_pose *pose, pose_part part) {
  if (part == POSE_POSITION && pose->shape != NULL) return ci_description_size_of(pose->shape);
  return ci_pose_part_size(part, pose->dimensions);
}

static double *part_values(given_pose *given, pose_part part) {
  return (double *)(void *)((char *)&given->pose + parts[part].places[given->dimensions - 2]);
}

/* Sets the linear part and the position from a matrix of 16 numbers, column by column. */
static void take_matrix(collide_pose *pose, const double m[16], int dimensions) {
  int row, column;
  *pose = collide_identity_pose();
  pose->has_linear = 1;
  for (row = 0; row < dimensions; row++) {
    pose->position[row] = m[12 + row];
    for (column = 0; column < dimensions; column++)
      pose->linear[3 * row + column] = m[4 * column + row];
  }
}

static void write_matrix(const collide_pose *pose, double m[16]) {
  int row, column;
  for (column = 0; column < 4; column++) {
    for (row = 0; row < 3; row++)
      m[4 * column + row] = column < 3 ? pose->linear[3 * row + column] : pose->position[row];
    m[4 * column + 3] = column == 3;
  }
}

void ci_pose_change(given_pose *pose, pose_part part, const double *values, int count) {
  int i, full = ci_pose_part_size(part, pose->dimensions).count;
  double *to;
  if (part == POSE_TRANSFORM) {
    take_matrix(&pose->pose, values, pose->dimensions);
    pose->given = POSE_GIVEN(part);
    return;
  }
  to = part_values(pose, part);
  for (i = 0; i < full; i++) to[i] = values[count == 1 ? 0 : i];
  if (pose->pose.has_linear) return;
  pose->given |= POSE_GIVEN(part);
  if (part != POSE_SCALE) return;
  pose->given &= ~GIVEN_UNIFORM_SCALE;
  if (count == 1) pose->given |= GIVEN_UNIFORM_SCALE;
}

/* Writes the numbers of a part as they were given. Returns their count; 0 for a part that was not
 * given. */
static int pose_read_part(const given_pose *pose, pose_part part, double values[16]) {
  given_pose copy = *pose;
  int i, count = ci_pose_part_size(part, pose->dimensions).count;
  if (!(pose->given & POSE_GIVEN(part))) return 0;
  if (part == POSE_TRANSFORM) {
    write_matrix(&pose->pose, values);
    return count;
  }
  for (i = 0; i < count; i++) values[i] = part_values(&copy, part)[i];
  return part == POSE_SCALE && (pose->given & GIVEN_UNIFORM_SCALE) ? 1 : count;
}

/* Reads an array of exactly 16 numbers, column by column. */
static void read_matrix(lua_State *L, const args_place *at, int index, double *m) {
  args_size size = ci_pose_part_size(POSE_TRANSFORM, 3);
  int count;
  for (count = 0; count <= size.count; count++) {
    args_place item = ci_args_item(at, count + 1);
    lua_rawgeti(L, index, count + 1);
    if (lua_isnil(L, -1)) break;
    if (count == 0 && lua_istable(L, -1))
      ci_args_fail(L, at, ": 16 numbers in one array expected, column by column, got tables in it");
    if (count < size.count) m[count] = ci_args_number(L, &item, lua_gettop(L));
    lua_pop(L, 1);
  }
  if (count != size.count) ci_args_fail_count(L, at, count, size);
  lua_pop(L, 1);
}

/* Calls the method getMatrix on top of the stack. It returns 16 numbers row by row, as the method
 * of LÖVE's Transform does. */
static void call_get_matrix(lua_State *L, const args_place *at, int index, double *m) {
  args_place place = *at;
  int i, first = lua_gettop(L);
  place.name = lua_pushfstring(L, "%s:getMatrix()", at->name);
  lua_insert(L, first++);
  luaL_checkstack(L, 24, NULL);
  lua_pushvalue(L, index);
  lua_call(L, 1, 16);
  for (i = 0; i < 16; i++) {
    place.item = i + 1;
    m[i % 4 * 4 + i / 4] = ci_args_number(L, &place, first + i);
  }
  lua_settop(L, first - 2);
}

static void read_transform(lua_State *L, const args_place *at, int index, int dimensions,
                           double *m) {
  int i;
  if (!ci_args_may_hold(lua_type(L, index)) || description_at(L, index) != NULL) {
    ci_args_fail(L, at, ": array of 16 numbers expected, got %s%s", ci_args_type(L, index),
                 lua_type(L, index) == LUA_TNUMBER ? "; pass the Transform itself" : "");
  }
  ci_args_push_member(L, index, "getMatrix");
  if (!lua_isnil(L, -1)) {
    call_get_matrix(L, at, index, m);
  } else {
    lua_pop(L, 1);
    ci_args_check(L, at, index, LUA_TTABLE, "array of 16 numbers");
    read_matrix(L, at, index, m);
  }
  for (i = 0; i < 16 && dimensions == 2; i++) {
    if ((i % 4 == 2 || i / 4 == 2) && m[i] != (i == 10))
      ci_args_fail(L, at,
                   ": in 2D z stays as it is, with 0 at 3, 7, 9, 10, 12 and 15, and 1 at 11");
  }
  if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
    ci_args_fail(
        L, at,
        ": the last row, at 4, 8, 12 and 16, must be 0 0 0 1; the translation is at 13, 14 "
        "and 15");
  }
}

void ci_pose_read(lua_State *L, const args_place *at, int index, given_pose *pose, pose_part part) {
  double values[16];
  args_size size = ci_pose_size(pose, part);
  int type = lua_type(L, index);
  if (part == POSE_TRANSFORM) {
    read_transform(L, at, index, pose->dimensions, values);
  } else if (part == POSE_ROTATION && pose->dimensions == 2 && type != LUA_TNUMBER) {
    ci_args_fail(L, at, ": number (radians) expected, got %s%s", ci_args_type(L, index),
                 ci_args_may_hold(type) ? "; quaternions are for 3D" : "");
  } else if (type == LUA_TNUMBER && (part == POSE_SCALE || size.count == 1)) {
    values[0] = ci_args_number(L, at, index);
    size.count = 1;
  } else if (part == POSE_SCALE && !ci_args_may_hold(type)) {
    ci_args_fail(L, at, ": number or vector expected, got %s", ci_args_type(L, index));
  } else {
    ci_args_vector_value(L, at, index, size, values);
  }
  ci_pose_change(pose, part, values, size.count);
}

/* Returns 1 for a shape whose description always has a position, to show that it is 2D. */
static int shows_2d(const posed *p, int dimensions) {
  return p->kind == OBJECT_SHAPE && dimensions == 2 &&
         ci_dimensions_upright(description_form(posed_shape(p)));
}

given_pose ci_posed_get(const posed *p) {
  given_pose pose;
  pose.given = p->head->given;
  pose.dimensions = 3;
  pose.shape = NULL;
  switch (p->kind) {
  case OBJECT_MESH:
    pose.pose = posed_mesh(p)->pose;
    break;
  case OBJECT_GROUP:
    pose.pose = posed_group(p)->group->pose;
    pose.dimensions = posed_group(p)->group->dimensions;
    break;
  default:
    pose.pose = posed_shape(p)->source.pose;
    pose.shape = &posed_shape(p)->shape;
    pose.dimensions = description_dimensions(posed_shape(p));
    if (shows_2d(p, pose.dimensions)) pose.given |= POSE_GIVEN(POSE_POSITION);
    break;
  }
  return pose;
}

/* ---- Changing ---------------------------------------------------------------------------- */

/* Setting a position alone takes less time than setting a pose. */
static collide_error set_core_pose(const posed *p, int position_only, const collide_pose *pose,
                                   int *part) {
  described *shape = posed_shape(p);
  collide_error error;
  switch (p->kind) {
  case OBJECT_MESH:
    error = position_only ? collide_mesh_set_position(&posed_mesh(p)->mesh, pose->position)
                          : collide_mesh_set_pose(&posed_mesh(p)->mesh, pose);
    if (error == COLLIDE_OK) posed_mesh(p)->pose = *pose;
    return error;
  case OBJECT_GROUP:
    return position_only ? collide_group_set_position(posed_group(p)->group, pose->position)
                         : collide_group_set_pose(posed_group(p)->group, pose, part);
  default:
    return position_only ? collide_set_position(&shape->shape, &shape->source, pose->position)
                         : collide_set_pose(&shape->shape, &shape->source, pose);
  }
}

/* If one part of a group causes an error, *index is that part. */
static collide_error set_pose(const posed *p, pose_part part, const given_pose *pose, int *index) {
  collide_error error = set_core_pose(p, part == POSE_POSITION, &pose->pose, index);
  if (error != COLLIDE_OK) return error;
  p->head->given = (uint8_t)pose->given;
  head_change(p->head);
  return COLLIDE_OK;
}

int ci_posed_set_numbers(const posed *p, pose_part part, const double *values, int count) {
  given_pose pose;
  int ignored;
  if (p->kind == OBJECT_SHAPE && part == POSE_POSITION) {
    double position[3] = {0, 0, 0};
    memcpy(position, values, (size_t)count * sizeof *values);
    return posed_move_shape(posed_shape(p), position);
  }
  pose = ci_posed_get(p);
  if ((part == POSE_ROTATION || part == POSE_SCALE) && pose.pose.has_linear) return 0;
  ci_pose_change(&pose, part, values, count);
  return set_pose(p, part, &pose, &ignored) == COLLIDE_OK;
}

/* Pushes the name of the shape that accepts no uneven scale. */
static const char *push_round_name(lua_State *L, const posed *p, int index) {
  int is_part = p->kind == OBJECT_GROUP;
  collide_kind kind =
      is_part ? ci_group_part(posed_group(p)->group, index)->kind : posed_shape(p)->shape.kind;
  const char *name = collide_kind_name(kind), *before = "";
  if (kind == COLLIDE_CAPSULE_2D) before = "2D ";
  if (kind == COLLIDE_POLYGON) before = "rounded ";
  if (kind == COLLIDE_POLYGON && !is_part) name = ci_description_name(posed_shape(p));
  if (is_part) return lua_pushfstring(L, "part %d, a %s%s,", index + 1, before, name);
  return lua_pushfstring(L, "a %s%s", before, name);
}

/* The part of the pose that makes the shape too large. If all parts are new, that is the position
 * if the shape fits at the origin, where this poses it. Else it is the scale if one is given. */
static pose_part find_overflow(const posed *p, pose_part part, const given_pose *pose) {
  given_pose trial = *pose;
  int ignored;
  if (part != POSE_PARTS) return part;
  if (pose->pose.has_linear) return POSE_TRANSFORM;
  memset(trial.pose.position, 0, sizeof trial.pose.position);
  if (set_core_pose(p, 0, &trial.pose, &ignored) == COLLIDE_OK) return POSE_POSITION;
  return pose->given & POSE_GIVEN(POSE_SCALE) ? POSE_SCALE : POSE_ROTATION;
}

static void fail_overflow(lua_State *L, const args_place *at, const posed *p, pose_part part,
                          const given_pose *pose) {
  args_place where = *at;
  const char *small = ", or its size be too small to work with", *got = "";
  double values[16];
  int count;
  part = find_overflow(p, part, pose);
  where.name = ci_pose_part_name(part);
  count = pose_read_part(pose, part, values);
  if (part == POSE_POSITION || part == POSE_ROTATION) small = "";
  if (count > 0 && count <= 4)
    got = lua_pushfstring(
        L, ", got %s",
        count > 1 ? ci_args_vector_text(L, values, count) : ci_args_number_text(L, values[0]));
  ci_args_fail(L, &where, ": a coordinate of the shape would exceed 1e300%s%s", small, got);
}

/* Raises the error of set_pose. */
static void fail_pose(lua_State *L, const args_place *at, const posed *p, pose_part part,
                      const given_pose *pose, collide_error error, int index) {
  const char *hint = "; make it with other sizes";
  int has_linear = pose->pose.has_linear, is_flat = pose->dimensions == 2;
  args_place where = ci_args_field(at, has_linear ? "transform" : "scale");
  if (error == COLLIDE_ERROR_POSE_ZERO_ROTATION) where.name = "rotation";
  if (error == COLLIDE_ERROR_POSE_ZERO_ROTATION || error == COLLIDE_ERROR_POSE_ZERO_SCALE)
    ci_args_fail(L, &where, " must not be zero");
  if (error == COLLIDE_ERROR_POSE_SINGULAR) ci_args_fail(L, &where, " must have an inverse");
  if (is_flat) /* shapes of the plane that exist have no room for corners */
    hint = p->kind == OBJECT_SHAPE
               ? "; a shape that is made with this pose becomes an ellipse or polygon"
               : "";
  if (error == COLLIDE_ERROR_POSE_UNEVEN_SCALE)
    ci_args_fail(L, &where,
                 has_linear ? ": %s stays round, it takes no shear and one scale for %s axes%s"
                            : ": %s takes one number, the same for %s axes%s",
                 push_round_name(L, p, index), is_flat ? "both" : "all", hint);
  fail_overflow(L, at, p, part, pose); /* COLLIDE_ERROR_POSE_OVERFLOW */
}

void ci_posed_set(lua_State *L, const args_place *at, const posed *p, pose_part part,
                  const given_pose *pose) {
  int index = -1;
  collide_error error = set_pose(p, part, pose, &index);
  if (error != COLLIDE_OK) fail_pose(L, at, p, part, pose, error, index);
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* Reads x and y, which stand for the position. Returns 0 if they are missing. */
static int read_place(lua_State *L, const args_place *at, int index, const posed *p,
                      given_pose *pose) {
  static const char *const names[] = {"x", "y"};
  double values[2];
  int i;
  if (p->kind != OBJECT_SHAPE) return 0;
  if (!ci_args_has_field(L, index, "x") && !ci_args_has_field(L, index, "y")) return 0;
  if (!ci_form_has_place(description_form(posed_shape(p))))
    ci_args_fail(L, at, "x and y need width and height");
  if (ci_args_has_field(L, index, "position"))
    ci_args_fail(L, at, "x and y are the position; they exclude position");
  for (i = 0; i < 2; i++) {
    args_place named = *at;
    named.name = names[i];
    lua_getfield(L, index, named.name);
    values[i] = ci_args_number(L, &named, lua_gettop(L));
    lua_pop(L, 1);
  }
  ci_pose_change(pose, POSE_POSITION, values, 2);
  return 1;
}

void ci_pose_read_degrees(lua_State *L, const args_place *at, int index, given_pose *pose) {
  double angle;
  if (pose->dimensions != 2)
    ci_args_fail(L, at,
                 " are for 2D; in 3D rotation is a quaternion, a turn by a about z is {0, 0, sin(a "
                 "/ 2), cos(a / 2)}");
  angle = ci_radians(ci_args_number(L, at, index));
  ci_pose_change(pose, POSE_ROTATION, &angle, 1);
}

/* Reads the rotation in degrees. Returns 0 if it is missing. */
static int read_degrees(lua_State *L, const args_place *at, int index, given_pose *pose) {
  args_place named = ci_args_field(at, "degrees");
  int is_given;
  lua_getfield(L, index, named.name);
  is_given = !lua_isnil(L, -1);
  if (is_given && ci_args_has_field(L, index, "rotation"))
    ci_args_fail(L, &named, " and rotation exclude each other");
  if (is_given) ci_pose_read_degrees(L, &named, lua_gettop(L), pose);
  lua_pop(L, 1);
  return is_given;
}

void ci_posed_read(lua_State *L, const args_place *at, int index, const posed *p) {
  given_pose pose = ci_posed_get(p);
  int any = read_place(L, at, index, p, &pose), excludes, part;
  collide_error error;
  any |= read_degrees(L, at, index, &pose);
  excludes = any;
  for (part = 0; part < POSE_PARTS; part++) {
    args_place named = ci_args_field(at, ci_pose_part_name((pose_part)part));
    lua_getfield(L, index, named.name);
    if (!lua_isnil(L, -1)) {
      if (part == POSE_TRANSFORM && excludes)
        ci_args_fail(L, &named, " excludes position, rotation and scale");
      ci_pose_read(L, &named, lua_gettop(L), &pose, (pose_part)part);
      any = 1;
      /* With a transform, a position is allowed only to show that a shape is 2D. */
      if (part != POSE_POSITION || !shows_2d(p, pose.dimensions)) excludes = 1;
    }
    lua_pop(L, 1);
  }
  if (!any) return;
  error = set_pose(p, POSE_PARTS, &pose, &part);
  if (error == COLLIDE_ERROR_POSE_UNEVEN_SCALE && p->kind == OBJECT_SHAPE) {
    error = ci_rounded_flatten(L, posed_shape(p));
    if (error == COLLIDE_OK) error = set_pose(p, POSE_PARTS, &pose, &part);
  }
  if (error != COLLIDE_OK) fail_pose(L, at, p, POSE_PARTS, &pose, error, part);
}

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
  if (size->type == FIELD_POINTS && description_has_storage(shape)) {
    t->rows = s->kind == COLLIDE_POLYGON ? s->of.outline.given : ci_hull_point_count(s);
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
    t->columns = pose_read_part(pose, (pose_part)part, t->own);
    t->values = t->own;
    if (t->columns > 0) n++;
  }
  return n;
}

void ci_posed_push_array(lua_State *L, const double *values, int count) {
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
      ci_posed_push_array(L, t->values + t->columns * i, t->columns);
      lua_rawseti(L, -2, i + 1);
    }
  } else if (t->columns == 1) {
    result_push_number(L, t->values[0]);
  } else {
    ci_posed_push_array(L, t->values, t->columns);
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
  int i, count = list_sizes(p, &name, list);
  count = list_pose(&pose, list, count);
  lua_createtable(L, 0, 8);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "shape");
  if (p->kind == OBJECT_MESH) ci_mesh_set_arrays(L, posed_mesh(p));
  if (p->kind == OBJECT_GROUP) ci_group_set_parts(L, posed_group(p), shares);
  for (i = 0; i < count; i++) {
    push_shown(L, &list[i]);
    lua_setfield(L, -2, list[i].name);
  }
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
  luaL_addstring(text, " ");
  luaL_addstring(text, t->name);
  luaL_addstring(text, "=");
  if (t->rows > 0)
    add_points(text, t);
  else if (t->columns == 1)
    ci_result_add_number(text, t->values[0]);
  else
    ci_args_add_vector(text, t->values, t->columns);
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
  int i, count = list_sizes(p, &name, list);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, name);
  if (p->kind == OBJECT_MESH) {
    const collide_mesh_data *data = posed_mesh(p)->mesh.data;
    add_count(&text, " vertices=", (double)data->vertices);
    add_count(&text, " triangles=", ci_mesh_data_count(data));
  }
  if (p->kind == OBJECT_GROUP)
    add_count(&text, " parts=", collide_group_count(posed_group(p)->group));
  count = list_pose(&pose, list, count);
  for (i = 0; i < count; i++) add_shown(&text, &list[i]);
  if (is_hollow(p)) luaL_addstring(&text, " hollow");
  ci_object_add_text(L, &text, p->head, pose.dimensions);
  luaL_pushresult(&text);
}
