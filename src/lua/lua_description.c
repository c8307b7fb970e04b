/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_description.h"

#include <limits.h>
#include <string.h>

#include "../shape/shape.h"
#include "lua_advice.h"
#include "lua_object.h"
#include "lua_options.h"
#include "lua_posed.h"

/* clang-format off */
#define END {NULL, FIELD_NUMBER, 0, 0}
#define ROUND {"radius", FIELD_ROUND, 2, 0}

/* Forms of one shape are adjacent. Errors name the shapes in this order. */
static const shape_form forms[] = {
    {"sphere", "radius=1", 3, 0, {COLLIDE_SPHERE, COLLIDE_SPHERE}, 0,
     {{"radius", FIELD_LENGTH, 0, 0}, END}},
    {"box", "half={1, 1, 1}", 3, 0, {COLLIDE_BOX, COLLIDE_BOX}, 1,
     {{"half", FIELD_EXTENT, 1, 0}, ROUND, END}},
    {"box", NULL, 3, 0, {COLLIDE_BOX, COLLIDE_BOX}, 1,
     {{"size", FIELD_WHOLE, 1, 0}, ROUND, END}},
    {"box", NULL, 3, 0, {COLLIDE_BOX, COLLIDE_BOX}, 0,
     {{"min", FIELD_VECTOR, 0, 0}, {"max", FIELD_VECTOR, 1, 0}, ROUND, END}},
    {"cylinder", "radius=1, half_height=1", 3, 0, {COLLIDE_CYLINDER, COLLIDE_CYLINDER}, 0,
     {{"radius", FIELD_LENGTH, 0, 0}, {"half_height", FIELD_LENGTH, 0, 1}, END}},
    {"cone", "radius=1, height=1", 3, 0, {COLLIDE_CONE, COLLIDE_CONE}, 0,
     {{"radius", FIELD_POSITIVE, 0, 0}, {"height", FIELD_POSITIVE, 0, 1}, END}},
    {"capsule", "radius=1, half_height=1", 0, 0, {COLLIDE_CAPSULE_2D, COLLIDE_CAPSULE}, 1, /* half_height is the y of b */
     {{"radius", FIELD_LENGTH, 2, 0}, {"half_height", FIELD_LENGTH, 1, 1}, END}},
    {"capsule", NULL, 0, 0, {COLLIDE_CAPSULE_2D, COLLIDE_CAPSULE}, 0,
     {{"a", FIELD_VECTOR, 0, 0}, {"b", FIELD_VECTOR, 1, 0}, {"radius", FIELD_LENGTH, 2, 0}, END}},
    {"plane", "normal={0, 1, 0}, distance=0", 0, 0, {COLLIDE_PLANE_2D, COLLIDE_PLANE}, 0,
     {{"normal", FIELD_DIRECTION, 0, 0}, {"distance", FIELD_NUMBER, 1, 0}, END}},
    {"triangle", "{0, 0}, {1, 0}, {0, 1}", 0, 3, {COLLIDE_TRIANGLE_2D, COLLIDE_TRIANGLE}, 0,
     {{"points", FIELD_POINTS, 0, 0}, ROUND, END}},
    {"segment", "{0, 0}, {1, 0}", 0, 2, {COLLIDE_SEGMENT_2D, COLLIDE_SEGMENT}, 0,
     {{"points", FIELD_POINTS, 0, 0}, ROUND, END}},
    {"hull", "{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}", 0, 0, {COLLIDE_POLYGON, COLLIDE_HULL}, 0,
     {{"points", FIELD_POINTS, 0, 0}, ROUND, END}},
    {"circle", "radius=1", 2, 0, {COLLIDE_CIRCLE, COLLIDE_CIRCLE}, 0,
     {{"radius", FIELD_LENGTH, 0, 0}, END}},
    {"rect", "half={1, 1}", 2, 0, {COLLIDE_RECT, COLLIDE_RECT}, 1,
     {{"half", FIELD_EXTENT, 1, 0}, ROUND, END}},
    {"rect", NULL, 2, 0, {COLLIDE_RECT, COLLIDE_RECT}, 1,
     {{"size", FIELD_WHOLE, 1, 0}, ROUND, END}},
    {"rect", NULL, 2, 0, {COLLIDE_RECT, COLLIDE_RECT}, 0,
     {{"min", FIELD_VECTOR, 0, 0}, {"max", FIELD_VECTOR, 1, 0}, ROUND, END}},
    {"rect", NULL, 2, 0, {COLLIDE_RECT, COLLIDE_RECT}, 0,
     {{"width", FIELD_LENGTH, 1, 0}, {"height", FIELD_LENGTH, 1, 1}, ROUND, END}},
    {"polygon", "{0, 0}, {1, 0}, {0, 1}", 2, 0, {COLLIDE_POLYGON, COLLIDE_POLYGON}, 0,
     {{"points", FIELD_POINTS, 0, 0}, ROUND, END}},
    {"ellipse", "radii={2, 1}", 2, 0, {COLLIDE_POLYGON, COLLIDE_POLYGON}, 0,
     {{"radii", FIELD_RADII, 0, 0}, END}},
    {NULL, NULL, 0, 0, {COLLIDE_SPHERE, COLLIDE_SPHERE}, 0, {END, END, END, END}}};
/* clang-format on */

uint8_t ci_form_number(const shape_form *form) {
  return (uint8_t)(form - forms);
}

const shape_form *ci_form_of(int number) {
  return &forms[number];
}

const shape_form *ci_form_first(const char *name) {
  const shape_form *form = forms;
  while (form->name != NULL && strcmp(form->name, name) != 0) form++;
  return form->name == NULL ? NULL : form;
}

const shape_form *ci_form_next(const shape_form *form) {
  const shape_form *next = form + 1;
  return next->name != NULL && strcmp(form->name, next->name) == 0 ? next : NULL;
}

const size_field *ci_form_field(const shape_form *form, const char *name) {
  const size_field *field = form->fields;
  for (; field->name != NULL; field++) {
    if (strcmp(field->name, name) == 0) return field;
  }
  return NULL;
}

int ci_form_has_place(const shape_form *form) {
  return form->dimensions == 2 && form->fields[0].type == FIELD_LENGTH;
}

int ci_form_is_number(const size_field *field) {
  return field->type == FIELD_NUMBER || field->type == FIELD_LENGTH || field->type == FIELD_ROUND ||
         field->type == FIELD_POSITIVE;
}

int ci_form_at(const size_field *field, int dimensions) {
  return field->vectors * dimensions + field->numbers;
}

int ci_dimensions_upright(const shape_form *form) {
  const size_field *field = form->fields;
  if (form->dimensions != 0) return 0;
  while (field->name != NULL && ci_form_is_number(field)) field++;
  return field->name == NULL;
}

/* Pushes the value of a size from the table. If the points are items of the table itself, pushes
 * the table and returns 1. */
static int dimensions_push_size(lua_State *L, const args_place *at, int index,
                                const size_field *field) {
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

/* The number of components of the vector at the index, 3 if it has .z. Returns 0 for a value that
 * is not a vector. Reading that value later raises the error. */
static int count_components(lua_State *L, const args_place *at, int index) {
  static const args_size as_it_comes = {0, "a shape takes 2 or 3"};
  double v[3];
  if (!ci_args_may_hold(lua_type(L, index))) return 0;
  return ci_args_vector_value(L, at, index, as_it_comes, v);
}

/* Flat points have two dimensions, but those of a hull have three. */
static int count_first_point(lua_State *L, const args_place *at, int index,
                             const shape_form *form) {
  args_place item = *at;
  int count = 0;
  item.item = 1;
  if (!lua_istable(L, index)) return 0;
  if (ci_points_are_flat(L, index)) return form->points > 0 ? 2 : 3;
  lua_rawgeti(L, index, 1);
  count = count_components(L, &item, lua_gettop(L));
  lua_pop(L, 1);
  return count;
}

/* The dimensions that the first given part of the pose determines, or 0. A scale that is one number
 * fits both dimensions. */
static int count_in_pose(lua_State *L, const args_place *at, int index) {
  static const pose_part parts[] = {POSE_POSITION, POSE_ROTATION, POSE_SCALE};
  int i, count = 0;
  for (i = 0; i < 3 && count == 0; i++) {
    args_place field = *at;
    field.name = ci_pose_part_name(parts[i]);
    if (parts[i] == POSE_ROTATION && ci_args_has_field(L, index, "degrees")) return 2;
    lua_getfield(L, index, field.name);
    if (parts[i] != POSE_ROTATION) {
      count = count_components(L, &field, lua_gettop(L));
    } else if (!lua_isnil(L, -1)) {
      count = lua_type(L, -1) == LUA_TNUMBER ? 2 : 3;
    }
    lua_pop(L, 1);
  }
  return count;
}

/* The dimensions of the form; else those of its first vector, or of the pose; else 3. */
static int dimensions_find(lua_State *L, const args_place *at, int index, const shape_form *form) {
  args_place place = *at;
  const size_field *first = &form->fields[0];
  int count, given;
  if (form->dimensions != 0) return form->dimensions;
  given = ci_args_dimensions(L, at, index);
  if (ci_dimensions_upright(form)) {
    count = given > 0 ? given : count_in_pose(L, at, index);
  } else {
    place.name = first->name;
    dimensions_push_size(L, &place, index, first);
    count = first->type == FIELD_POINTS ? count_first_point(L, &place, lua_gettop(L), form)
                                        : count_components(L, &place, lua_gettop(L));
    lua_pop(L, 1);
  }
  place.name = "dimensions";
  if (given > 0 && count > 0 && given != count)
    ci_args_fail(L, &place, ": got %d, but the %s's vectors have %d components", given, form->name,
                 count);
  return count == 0 ? 3 : count;
}

const char ci_seals[SEALS] = {0};

const char *ci_description_name(const described *shape) {
  return description_form(shape)->name;
}

args_size ci_description_size(int dimensions) {
  return ci_pose_part_size(POSE_POSITION, dimensions);
}

args_size ci_description_size_of(const collide_shape *shape) {
  args_size size = ci_description_size(collide_dimensions(shape));
  if (shape->kind == COLLIDE_CAPSULE)
    size.wants = "a 3D shape takes 3; a capsule made with dimensions=2 is 2D";
  return size;
}

const char *ci_description_article(const char *name) {
  return name[0] == 'e' ? "an" : "a";
}

/* ---- Reading ------------------------------------------------------------- */

/* Reads the field that lies on top of the stack. */
static void read_size(lua_State *L, const args_place *at, const shape_form *form,
                      const size_field *field, int in_place, int dimensions, double *sizes) {
  double *to = sizes + ci_form_at(field, dimensions);
  field_type type = field->type;
  int index = lua_gettop(L), is_number = ci_form_is_number(field), i;
  if (type == FIELD_POINTS) {
    ci_points_read(L, at, index, in_place, form->name, form->points, dimensions, to);
    return;
  }
  if (is_number)
    *to = ci_args_number(L, at, index);
  else
    ci_points_read_vector(L, at, index, dimensions, form->dimensions != 0, to);
  if (type == FIELD_LENGTH || type == FIELD_EXTENT || type == FIELD_WHOLE)
    ci_args_check_not_negative(L, at, to, is_number ? 1 : dimensions);
  if (type == FIELD_POSITIVE) ci_args_check_positive(L, at, to, 1);
  if (type == FIELD_DIRECTION && ci_largest(to, dimensions, 0) == 0)
    ci_args_fail(L, at, " must not be zero");
  for (i = 0; i < dimensions && type == FIELD_WHOLE; i++) to[i] *= 0.5;
}

/* Returns 1 for a polygon, whose corners may be concave by a tolerance. */
static int form_has_tolerance(const shape_form *form) {
  return form->dimensions == 2 && form->fields[0].type == FIELD_POINTS;
}

/* Returns 1 if the key is "x" or "y", and one of the forms may have these. */
static int is_place(const shape_form *form, const char *key) {
  if (strcmp(key, "x") != 0 && strcmp(key, "y") != 0) return 0;
  while (form != NULL && !ci_form_has_place(form)) form = ci_form_next(form);
  return form != NULL;
}

static int known_field(const void *context, const char *key) {
  static const char *const others[] = {"degrees", "hollow", "shape", "layer", "one_way", "data"};
  const shape_form *first = (const shape_form *)context, *form = first;
  size_t i;
  for (; form != NULL; form = ci_form_next(form)) {
    if (ci_form_field(form, key) != NULL) return 1;
    if (ci_dimensions_upright(form) && strcmp(key, "dimensions") == 0) return 1;
    if (form_has_tolerance(form) && strcmp(key, "tolerance") == 0) return 1;
  }
  for (i = 0; i < POSE_PARTS; i++)
    if (strcmp(key, ci_pose_part_name((pose_part)i)) == 0) return 1;
  for (i = 0; i < sizeof others / sizeof others[0]; i++)
    if (strcmp(key, others[i]) == 0) return 1;
  return is_place(first, key);
}

/* The given field that no other form has, which identifies the form; NULL if there is none. */
static const size_field *find_unique_field(lua_State *L, int index, const shape_form *form) {
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
      if (field->type == FIELD_ROUND) continue;
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
  const size_field *unique = NULL;
  if (ci_form_next(first) == NULL) return first;
  for (; form != NULL; form = ci_form_next(form)) {
    const size_field *field = find_unique_field(L, index, form);
    if (field == NULL) continue;
    if (unique != NULL)
      ci_args_fail(L, at, "%s and %s exclude each other", unique->name, field->name);
    unique = field;
    chosen = form;
  }
  if (chosen == NULL) ci_args_fail(L, at, "%s expected", push_choices(L, first));
  return chosen;
}

/* ---- All of it --------------------------------------------------------------- */

static void check_corners(lua_State *L, const args_place *at, const double *sizes, int dimensions) {
  static const char *const names[] = {"x", "y", "z"};
  int i;
  for (i = 0; i < dimensions; i++) {
    if (sizes[i] <= sizes[dimensions + i]) continue;
    ci_args_fail(L, at, "min.%s must not be above max.%s, got %s and %s", names[i], names[i],
                 ci_args_number_text(L, sizes[i]), ci_args_number_text(L, sizes[dimensions + i]));
  }
}

typedef struct tolerance_field {
  double tolerance;
} tolerance_field;

static double read_tolerance(lua_State *L, const args_place *at, int index,
                             const shape_form *form) {
  static const option_row row[] = {
      OPTION_ROW("tolerance", 1, ci_option_size, tolerance_field, tolerance), OPTION_END};
  tolerance_field read = {0};
  if (form_has_tolerance(form)) ci_options_read_fields(L, at, index, row, &read);
  return read.tolerance;
}

/* Reads the points of a polygon or hull, or an ellipse. Leaves its userdata on the stack. */
static void read_many_points(lua_State *L, const args_place *at, int index, described *out) {
  const shape_form *form = description_form(out);
  double tolerance = read_tolerance(L, at, index, form);
  args_place place = *at;
  int in_place;
  place.name = form->fields[0].name;
  in_place = dimensions_push_size(L, &place, index, &form->fields[0]);
  if (form->fields[0].type == FIELD_RADII) {
    ci_rounded_read_ellipse(L, &place, lua_gettop(L), out);
  } else if (form->dimensions == 2) {
    ci_points_read_polygon(L, &place, lua_gettop(L), in_place, tolerance, out);
  } else {
    ci_points_read_hull(L, &place, lua_gettop(L), in_place, dimensions_find(L, at, index, form),
                        out);
  }
  lua_remove(L, -2);
}

/* Raises an error with the sizes that the core refused. */
static void fail_sizes(lua_State *L, const args_place *at, int dimensions, const double sizes[9],
                       described *out) {
  posed own = posed_of(OBJECT_SHAPE, &out->head);
  out->shape.kind = description_form(out)->kinds[dimensions - 2];
  out->shape.hollow = 0;
  memset(&out->source, 0, sizeof out->source);
  memcpy(out->source.sizes, sizes, 9 * sizeof sizes[0]);
  ci_posed_push_text(L, &own);
  ci_args_fail(L, at, "%s is too large to work with, %s", lua_tostring(L, -1),
               out->shape.kind == COLLIDE_TRIANGLE ? "make its sides at most 1e150"
                                                   : "no coordinate may exceed 1e300");
}

static void read_sizes(lua_State *L, const args_place *at, int index, described *out) {
  double sizes[9];
  const shape_form *form = description_form(out);
  const size_field *field = form->fields;
  int dimensions = dimensions_find(L, at, index, form), i;
  memset(sizes, 0, sizeof sizes);
  for (; field->name != NULL; field++) {
    args_place place = *at;
    int in_place;
    place.name = field->name;
    if (field->type == FIELD_ROUND) continue;
    in_place = dimensions_push_size(L, &place, index, field);
    read_size(L, &place, form, field, in_place, dimensions, sizes);
    lua_pop(L, 1);
  }
  if (ci_form_field(form, "min") != NULL) check_corners(L, at, sizes, dimensions);
  for (i = 0; form->is_symmetric && i < dimensions; i++) sizes[i] = 0 - sizes[dimensions + i];
  if (ci_shape_make(&out->shape, &out->source, form->kinds[dimensions - 2], sizes, 9) != COLLIDE_OK)
    fail_sizes(L, at, dimensions, sizes, out);
}

/* Raises the error for a table without a shape's name, and suggests a correction. */
static void fail_no_name(lua_State *L, const args_place *at, int index) {
  int type;
  lua_rawgeti(L, index, 1);
  type = lua_type(L, -1);
  lua_pop(L, 1);
  if (type == LUA_TTABLE || type == LUA_TUSERDATA)
    ci_args_fail(L, at, ": shape expected, got an array; an array within an array is no shape");
  if (ci_args_has_field(L, index, "vertices"))
    ci_args_fail(L, at,
                 ": shape expected, got the table of a mesh; collide.mesh makes a mesh of it");
  ci_args_fail(L, at,
               ": shape expected, got a table without a name under shape, as in {shape='sphere', "
               "radius=1}");
}

/* Pushes "sphere, box, cylinder", ... */
static const char *push_names(lua_State *L) {
  const shape_form *form = forms;
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (; form->name != NULL; form++) {
    if (form->example == NULL) continue;
    if (form != forms) luaL_addstring(&text, ", ");
    luaL_addstring(&text, form->name);
  }
  luaL_pushresult(&text);
  return lua_tostring(L, -1);
}

/* The first form of the shape that the field `shape` names. If `name` is not NULL, the field may be
 * missing or must be that name. */
static const shape_form *read_name(lua_State *L, const args_place *at, int index,
                                   const char *name) {
  const shape_form *form;
  args_place field = ci_args_field(at, "shape");
  int top = lua_gettop(L);
  lua_getfield(L, index, field.name);
  if (name == NULL && lua_isnil(L, -1)) fail_no_name(L, at, index);
  if (name == NULL || !lua_isnil(L, -1)) {
    ci_args_check(L, &field, lua_gettop(L), LUA_TSTRING, "string");
    form = ci_args_is_word(L, -1) ? ci_form_first(lua_tostring(L, -1)) : NULL;
    if (form == NULL && strcmp(lua_tostring(L, -1), "group") == 0)
      ci_args_fail(L, at, "one shape expected, got a group");
    if (form == NULL)
      ci_args_fail(L, at, "unknown shape '%s'; there are %s and group", lua_tostring(L, top + 1),
                   push_names(L));
    if (name != NULL && strcmp(form->name, name) != 0)
      ci_args_fail(L, &field, ": '%s' expected, got '%s'", name, form->name);
  } else {
    form = ci_form_first(name);
  }
  lua_pop(L, 1);
  return form;
}

/* Checks the table's fields, and returns the form that they identify. */
static const shape_form *read_form(lua_State *L, const args_place *at, int index,
                                   const char *name) {
  const shape_form *first;
  const char *key;
  int items = 0;
  if (!lua_istable(L, index)) {
    ci_args_fail(L, at, ": table expected, got %s; for example %s{%s}", ci_args_type(L, index),
                 name, ci_advice_example(name));
  }
  luaL_checkstack(L, 12, NULL);
  first = read_name(L, at, index, name);
  if (first->fields[0].type == FIELD_POINTS) items = INT_MAX; /* checked later */
  key = ci_args_push_unknown(L, index, known_field, first, items);
  if (key != NULL) {
    const char *choices = push_choices(L, first), *hint;
    lua_pushlstring(L, key + 1, strlen(key) - 2); /* without the quotes */
    hint = ci_advice_field(first->name, lua_tostring(L, -1));
    if (hint[0] == '\0' && (items > 0 || key[0] == '['))
      hint =
          lua_pushfstring(L, "; for example %s{%s}", first->name, ci_advice_example(first->name));
    ci_args_fail(L, at, ": unknown field %s; %s %s takes %s%s", key,
                 ci_description_article(first->name), first->name, choices, hint);
  }
  return choose_form(L, at, index, first);
}

void ci_description_read(lua_State *L, const args_place *at, int index, const char *name,
                         described *out) {
  static const option_row hollow[] = {
      OPTION_ROW("hollow", 1, ci_option_boolean, described, shape.hollow), OPTION_END};
  const shape_form *form;
  int top = lua_gettop(L);
  posed own = posed_of(OBJECT_SHAPE, &out->head);
  head_begin(&out->head);
  form = read_form(L, at, index, name);
  description_set_form(out, form);
  if (form->kinds[0] == COLLIDE_POLYGON)
    read_many_points(L, at, index, out);
  else
    read_sizes(L, at, index, out);
  ci_rounded_read(L, at, index, form, out);
  ci_options_read_fields(L, at, index, hollow, out);
  ci_posed_read(L, at, index, &own);
  ci_object_read_head(L, at, index, collide_dimensions(&out->shape), &out->head);
  if (description_has_storage(out)) lua_replace(L, index); /* by the userdata on top */
  lua_settop(L, top);
}

int ci_description_has_name(lua_State *L, int index, const char *name) {
  int has;
  if (!lua_istable(L, index)) return 0;
  lua_getfield(L, index, "shape");
  has = lua_type(L, -1) == LUA_TSTRING && ci_args_is_word(L, -1) &&
        strcmp(lua_tostring(L, -1), name) == 0;
  lua_pop(L, 1);
  return has;
}

void ci_description_check_name(lua_State *L, const args_place *at, int index, const char *name) {
  args_place field = ci_args_field(at, "shape");
  lua_getfield(L, index, field.name);
  if (!lua_isnil(L, -1) && !ci_description_has_name(L, index, name)) {
    ci_args_check(L, &field, lua_gettop(L), LUA_TSTRING, "string");
    ci_args_fail(L, &field, ": '%s' expected, got '%s'", name, lua_tostring(L, -1));
  }
  lua_pop(L, 1);
}

int ci_description_is(lua_State *L, int index) {
  return ci_args_has_field(L, index, "shape");
}

const described *ci_description_get(lua_State *L, const args_place *at, int index,
                                    described *room) {
  const described *shape = description_at(L, index);
  if (shape != NULL) return shape;
  ci_args_check(L, at, index, LUA_TTABLE, "shape");
  ci_description_read(L, at, index, NULL, room);
  return room;
}

int ci_description_dimensions(lua_State *L, const args_place *at, int index) {
  const described *shape = description_at(L, index);
  if (shape != NULL) return collide_dimensions(&shape->shape);
  ci_args_check(L, at, index, LUA_TTABLE, "shape");
  return dimensions_find(L, at, index, read_form(L, at, index, NULL));
}

void ci_description_check(lua_State *L, const args_place *at, const described *shape,
                          int dimensions) {
  int count = collide_dimensions(&shape->shape);
  if (count == dimensions) return;
  ci_args_fail(L, at, ": a %dD shape expected, got a %dD %s%s", dimensions, count,
               ci_description_name(shape),
               dimensions == 2 && ci_dimensions_upright(description_form(shape))
                   ? "; made with dimensions=2 it is 2D"
                   : "");
}
