/* SPDX-License-Identifier: MIT */
#include "fp.h"
#include "lua_description.h"

#include <string.h>

#include "lua_pose.h"
#include "lua_result.h"

/* ---- The forms of each shape --------------------------------------------- */

typedef enum field_type {
  FIELD_NUMBER,
  FIELD_LENGTH,   /* a number not below 0 */
  FIELD_POSITIVE, /* a number above 0 */
  FIELD_VECTOR,
  FIELD_EXTENT,    /* a vector, no component below 0 */
  FIELD_WHOLE,     /* the same, twice what is kept */
  FIELD_DIRECTION, /* a vector that is not zero */
  FIELD_POINTS     /* three vectors; may stand in place */
} field_type;

typedef struct size_field {
  const char *name;
  field_type type;
  int at; /* where collide_shape.sizes has it */
} size_field;

/* One way to tell the sizes of one kind of shape. */
struct shape_form {
  const char *name;
  int (*make)(collide_shape *shape, double *sizes);
  size_field fields[4]; /* in the order that they print in; the last has no name */
};

static int make_sphere(collide_shape *shape, double *s) {
  return collide_sphere(shape, s[0]);
}

static int make_box(collide_shape *shape, double *s) {
  return collide_box(shape, s + 3);
}

static int make_box_corners(collide_shape *shape, double *s) {
  return collide_box_corners(shape, s, s + 3);
}

static int make_cylinder(collide_shape *shape, double *s) {
  return collide_cylinder(shape, s[0], s[1]);
}

static int make_cone(collide_shape *shape, double *s) {
  return collide_cone(shape, s[0], s[1]);
}

static int make_capsule(collide_shape *shape, double *s) {
  return collide_capsule(shape, s, s + 3, s[6]);
}

static int make_capsule_upright(collide_shape *shape, double *s) {
  s[1] = 0 - s[4];
  return collide_capsule(shape, s, s + 3, s[6]);
}

static int make_plane(collide_shape *shape, double *s) {
  return collide_plane(shape, s, s[3]);
}

static int make_triangle(collide_shape *shape, double *s) {
  return collide_triangle(shape, s, s + 3, s + 6);
}

#define NO_FIELD \
  { NULL, FIELD_NUMBER, 0 }

/* Forms of one shape stand together. */
static const shape_form forms[] = {
    {"sphere", make_sphere, {{"radius", FIELD_LENGTH, 0}, NO_FIELD}},
    {"box", make_box, {{"half", FIELD_EXTENT, 3}, NO_FIELD}},
    {"box", make_box, {{"size", FIELD_WHOLE, 3}, NO_FIELD}},
    {"box", make_box_corners, {{"min", FIELD_VECTOR, 0}, {"max", FIELD_VECTOR, 3}, NO_FIELD}},
    {"cylinder",
     make_cylinder,
     {{"radius", FIELD_LENGTH, 0}, {"half_height", FIELD_LENGTH, 1}, NO_FIELD}},
    {"cone", make_cone, {{"radius", FIELD_POSITIVE, 0}, {"height", FIELD_POSITIVE, 1}, NO_FIELD}},
    {"capsule",
     make_capsule_upright,
     {{"radius", FIELD_LENGTH, 6}, {"half_height", FIELD_LENGTH, 4}, NO_FIELD}},
    {"capsule",
     make_capsule,
     {{"a", FIELD_VECTOR, 0}, {"b", FIELD_VECTOR, 3}, {"radius", FIELD_LENGTH, 6}, NO_FIELD}},
    {"plane",
     make_plane,
     {{"normal", FIELD_DIRECTION, 0}, {"distance", FIELD_NUMBER, 3}, NO_FIELD}},
    {"triangle", make_triangle, {{"points", FIELD_POINTS, 0}, NO_FIELD}},
    {NULL, NULL, {NO_FIELD, NO_FIELD, NO_FIELD, NO_FIELD}}};

static const args_size vector_size = {3, "a 3D shape wants 3"};

static const size_field *find_field(const shape_form *form, const char *name) {
  const size_field *field = form->fields;
  for (; field->name != NULL; field++) {
    if (strcmp(field->name, name) == 0) return field;
  }
  return NULL;
}

static const shape_form *first_form(const char *name) {
  const shape_form *form = forms;
  while (form->name != NULL && strcmp(form->name, name) != 0) form++;
  return form->name == NULL ? NULL : form;
}

/* The next form of the same shape, or NULL. */
static const shape_form *next_form(const shape_form *form) {
  const shape_form *next = form + 1;
  return next->name != NULL && strcmp(form->name, next->name) == 0 ? next : NULL;
}

const char *description_name(const described *shape) {
  return shape->form->name;
}

/* ---- Reading ------------------------------------------------------------- */

/* Reads what the description says of the pose. */
static void read_poses(lua_State *L, const args_place *at, int index, described *out) {
  int part, any = 0;
  for (part = 0; part < POSE_PARTS; part++) {
    args_place field = *at;
    field.name = pose_part_name((pose_part)part);
    lua_getfield(L, index, field.name);
    if (!lua_isnil(L, -1)) {
      if (out->shape.fixed) args_fail(L, &field, ": a box made by min and max takes no pose");
      if (part == POSE_TRANSFORM && any) {
        args_fail(L, &field, " excludes position, rotation and scale");
      }
      pose_read(L, &field, lua_gettop(L), &out->shape.pose, &out->given, (pose_part)part);
      any = 1;
    }
    lua_pop(L, 1);
  }
  if (any) pose_fold(L, at, &out->shape);
}

static int is_zero(const double v[3]) {
  return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static void check_not_below_zero(lua_State *L, const args_place *at, const double *v, int count) {
  char text[ARGS_NUMBER_TEXT];
  int i;
  for (i = 0; i < count; i++) {
    if (v[i] < 0) {
      args_fail(L, at, " must not be negative, got %s", args_number_text(text, v[i]));
    }
  }
}

/* Three vectors, in the array at the index. */
static void read_points(lua_State *L, const args_place *at, int index, double *sizes) {
  int i;
  if (!lua_istable(L, index)) {
    args_fail(L, at, ": array of 3 vectors expected, got %s", args_type(L, index));
  }
  for (i = 0; i <= 3; i++) {
    args_place item = *at;
    item.item = i + 1;
    lua_rawgeti(L, index, i + 1);
    if (lua_isnil(L, -1) != (i == 3)) {
      args_fail(L, at, ": got %d, a triangle wants 3", i == 3 ? 4 : i);
    }
    if (i < 3) args_vector_value(L, &item, lua_gettop(L), vector_size, sizes + 3 * i);
    lua_pop(L, 1);
  }
}

/* Reads the field that lies on top of the stack. */
static void read_size(lua_State *L, const args_place *at, const size_field *field, double *sizes) {
  char text[ARGS_NUMBER_TEXT];
  double *to = sizes + field->at;
  int index = lua_gettop(L), i;
  switch (field->type) {
  case FIELD_NUMBER:
  case FIELD_LENGTH:
  case FIELD_POSITIVE:
    *to = args_number(L, at, index);
    if (field->type == FIELD_LENGTH) check_not_below_zero(L, at, to, 1);
    if (field->type == FIELD_POSITIVE && !(*to > 0)) {
      args_fail(L, at, " must be above 0, got %s", args_number_text(text, *to));
    }
    break;
  case FIELD_POINTS:
    read_points(L, at, index, to);
    break;
  default:
    args_vector_value(L, at, index, vector_size, to);
    if (field->type == FIELD_EXTENT || field->type == FIELD_WHOLE) {
      check_not_below_zero(L, at, to, 3);
    }
    if (field->type == FIELD_WHOLE) {
      for (i = 0; i < 3; i++) to[i] *= 0.5;
    }
    if (field->type == FIELD_DIRECTION && is_zero(to)) args_fail(L, at, " must not be zero");
  }
}

static int known_field(const void *context, const char *key) {
  const shape_form *form = (const shape_form *)context;
  int part;
  for (; form != NULL; form = next_form(form)) {
    if (find_field(form, key) != NULL) return 1;
  }
  for (part = 0; part < POSE_PARTS; part++) {
    if (strcmp(key, pose_part_name((pose_part)part)) == 0) return 1;
  }
  return strcmp(key, "hollow") == 0 || strcmp(key, "shape") == 0;
}

/* A field of this form that is given and that no other form of the shape has. */
static const size_field *telling_field(lua_State *L, int index, const shape_form *form) {
  const size_field *field = form->fields;
  for (; field->name != NULL; field++) {
    const shape_form *other = first_form(form->name);
    int given, shared = 0;
    for (; other != NULL; other = next_form(other)) {
      if (other != form && find_field(other, field->name) != NULL) shared = 1;
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
  for (; form != NULL; form = next_form(form)) {
    const size_field *field = form->fields;
    for (; field->name != NULL; field++) {
      if (field != form->fields) luaL_addstring(&text, " and ");
      luaL_addstring(&text, field->name);
    }
    if (next_form(form) != NULL) luaL_addstring(&text, next_form(next_form(form)) ? ", " : ", or ");
  }
  luaL_pushresult(&text);
  return lua_tostring(L, -1);
}

/* The form that the table's fields tell. */
static const shape_form *choose_form(lua_State *L, const args_place *at, int index,
                                     const shape_form *first) {
  const shape_form *form = first, *chosen = NULL;
  const size_field *told = NULL;
  if (next_form(first) == NULL) return first;
  for (; form != NULL; form = next_form(form)) {
    const size_field *field = telling_field(L, index, form);
    if (field == NULL) continue;
    if (told != NULL) args_fail(L, at, "%s and %s exclude each other", told->name, field->name);
    told = field;
    chosen = form;
  }
  if (chosen == NULL) args_fail(L, at, "%s expected", push_choices(L, first));
  return chosen;
}

/* Pushes what the table says of a size; points may stand in place. */
static void push_size(lua_State *L, const args_place *at, int index, const size_field *field) {
  lua_getfield(L, index, field->name);
  if (field->type != FIELD_POINTS) return;
  lua_rawgeti(L, index, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
  } else {
    if (!lua_isnil(L, -2)) args_fail(L, at, " and points in place exclude each other");
    lua_pop(L, 2);
    lua_pushvalue(L, index);
  }
}

static void check_corners(lua_State *L, const args_place *at, const double *sizes) {
  static const char *const names[] = {"x", "y", "z"};
  char low[ARGS_NUMBER_TEXT], high[ARGS_NUMBER_TEXT];
  int i;
  for (i = 0; i < 3; i++) {
    if (sizes[i] <= sizes[3 + i]) continue;
    args_number_text(low, sizes[i]);
    args_number_text(high, sizes[3 + i]);
    args_fail(L, at, "min.%s must not be above max.%s, got %s and %s", names[i], names[i], low,
              high);
  }
}

static void read_sizes(lua_State *L, const args_place *at, int index, described *out) {
  double sizes[9];
  const size_field *field = out->form->fields;
  memset(sizes, 0, sizeof sizes);
  for (; field->name != NULL; field++) {
    args_place place = *at;
    place.name = field->name;
    push_size(L, &place, index, field);
    read_size(L, &place, field, sizes);
    lua_pop(L, 1);
  }
  if (out->form->make == make_box_corners) check_corners(L, at, sizes);
  if (!out->form->make(&out->shape, sizes))
    args_fail(L, at, "the sizes are too large to work with");
}

static void read_hollow(lua_State *L, const args_place *at, int index, described *out) {
  args_place field = *at;
  field.name = "hollow";
  lua_getfield(L, index, field.name);
  if (!lua_isnil(L, -1) && !lua_isboolean(L, -1)) {
    args_fail(L, &field, ": boolean expected, got %s", args_type(L, lua_gettop(L)));
  }
  out->shape.hollow = lua_toboolean(L, -1);
  lua_pop(L, 1);
}

/* The form that `shape` names first; it has to be `name` where that is given. */
static const shape_form *read_name(lua_State *L, const args_place *at, int index,
                                   const char *name) {
  const shape_form *form;
  args_place field = *at;
  field.name = "shape";
  lua_getfield(L, index, field.name);
  if (name == NULL || !lua_isnil(L, -1)) {
    if (lua_type(L, -1) != LUA_TSTRING) {
      args_fail(L, &field, ": string expected, got %s", args_type(L, lua_gettop(L)));
    }
    form = args_is_word(L, -1) ? first_form(lua_tostring(L, -1)) : NULL;
    if (form == NULL) args_fail(L, at, "unknown shape '%s'", lua_tostring(L, -1));
    if (name != NULL && strcmp(form->name, name) != 0) {
      args_fail(L, &field, ": '%s' expected, got '%s'", name, form->name);
    }
  } else {
    form = first_form(name);
  }
  lua_pop(L, 1);
  return form;
}

void description_read(lua_State *L, const args_place *at, int index, const char *name,
                      described *out) {
  const shape_form *first;
  if (!lua_istable(L, index)) {
    args_fail(L, at, ": table expected, got %s", args_type(L, index));
  }
  luaL_checkstack(L, 8, NULL);
  first = read_name(L, at, index, name);
  args_only(L, at, index, "field", known_field, first,
            first->fields[0].type == FIELD_POINTS ? 3 : 0);
  out->given = 0;
  out->form = choose_form(L, at, index, first);
  read_sizes(L, at, index, out);
  read_hollow(L, at, index, out);
  read_poses(L, at, index, out);
}

int description_is(lua_State *L, int index) {
  int is;
  lua_getfield(L, index, "shape");
  is = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return is;
}

const described *description_get(lua_State *L, const args_place *at, int index, described *room) {
  const described *shape = (const described *)args_userdata(L, index, UP_SHAPE);
  if (shape != NULL) return shape;
  if (!lua_istable(L, index)) {
    args_fail(L, at, ": shape expected, got %s", args_type(L, index));
  }
  description_read(L, at, index, NULL, room);
  return room;
}

/* ---- Telling ------------------------------------------------------------- */

/* Something that was given: a number, a vector, or three of them. */
typedef struct told {
  const char *name;
  int count;
  double values[16];
} told;

enum { MOST_TOLD = 8 };

static int field_count(field_type type) {
  switch (type) {
  case FIELD_NUMBER:
  case FIELD_LENGTH:
  case FIELD_POSITIVE:
    return 1;
  case FIELD_POINTS:
    return 9;
  default:
    return 3;
  }
}

/* Lists what was given of the sizes and the pose; returns how many. */
static int tell_all(const described *shape, told list[MOST_TOLD]) {
  const size_field *field = shape->form->fields;
  int part, i, n = 0;
  for (; field->name != NULL; field++) {
    told *t = &list[n++];
    t->name = field->name;
    t->count = field_count(field->type);
    memcpy(t->values, shape->shape.sizes + field->at, (size_t)t->count * sizeof t->values[0]);
    for (i = 0; field->type == FIELD_WHOLE && i < 3; i++) t->values[i] *= 2;
  }
  for (part = 0; part < POSE_PARTS; part++) {
    told *t = &list[n];
    t->name = pose_part_name((pose_part)part);
    t->count = pose_tell(&shape->shape.pose, shape->given, (pose_part)part, t->values);
    if (t->count > 0) n++;
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

static void push_told(lua_State *L, const told *t) {
  int i;
  if (t->count == 1) {
    result_push_number(L, t->values[0]);
  } else if (t->count == 9) {
    lua_createtable(L, 3, 0);
    for (i = 0; i < 3; i++) {
      push_array(L, t->values + 3 * i, 3);
      lua_rawseti(L, -2, i + 1);
    }
  } else {
    push_array(L, t->values, t->count);
  }
}

void description_push(lua_State *L, const described *shape) {
  told list[MOST_TOLD];
  int i, count = tell_all(shape, list);
  lua_createtable(L, 0, count + 2);
  lua_pushstring(L, shape->form->name);
  lua_setfield(L, -2, "shape");
  for (i = 0; i < count; i++) {
    push_told(L, &list[i]);
    lua_setfield(L, -2, list[i].name);
  }
  if (!shape->shape.hollow) return;
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, "hollow");
}

static void add_told(luaL_Buffer *text, const told *t) {
  int i;
  if (t->count == 1) {
    result_add_number(text, t->values[0]);
  } else if (t->count == 9) {
    for (i = 0; i < 3; i++) {
      luaL_addstring(text, i == 0 ? "(" : ", ");
      result_add_vector(text, t->values + 3 * i, 3);
    }
    luaL_addstring(text, ")");
  } else {
    result_add_vector(text, t->values, t->count);
  }
}

void description_push_text(lua_State *L, const described *shape) {
  luaL_Buffer text;
  told list[MOST_TOLD];
  int i, count = tell_all(shape, list);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, shape->form->name);
  for (i = 0; i < count; i++) {
    luaL_addstring(&text, " ");
    luaL_addstring(&text, list[i].name);
    luaL_addstring(&text, "=");
    add_told(&text, &list[i]);
  }
  if (shape->shape.hollow) luaL_addstring(&text, " hollow");
  luaL_pushresult(&text);
}
