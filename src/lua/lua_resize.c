/* SPDX-License-Identifier: MIT
 *
 * resize, and the sizes that `fits` takes.
 *
 * The new shape is made from a description: the sizes of the old shape, replaced by the fields of
 * the call. So the errors are those of the makers.
 *
 * A polygon points to memory that holds its points. At first the userdata of the shape has it.
 * If it is too small for the new points, they are in a further userdata, which lives as long as the
 * shape: the table at the upvalue UP_STORE has an array of them for each shape. Earlier memory
 * stays, because a running call may read it. Each userdata has at least twice the size of the one
 * before.
 */
#include "../number/fp.h"
#include "lua_resize.h"

#include <string.h>

#include "lua_object.h"
#include "lua_posed.h"

/* ---- What can be resized --------------------------------------------------------------------- */

void ci_resize_check(lua_State *L, int self) {
  const described *shape = description_at(L, self);
  if (shape != NULL && shape_core(&shape->shape) == COLLIDE_HULL)
    ci_args_fail_at(L, self, NULL, "a hull keeps its points; make another, or call set_scale");
  if (group_at(L, self) != NULL)
    ci_args_fail_at(L, self, NULL, "a group keeps its parts; make another, or call set_scale");
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* The first form of the shape that has a field of that name, or NULL. */
static const shape_form *find_form(const shape_form *first, const char *name) {
  const shape_form *form = first;
  while (form != NULL && ci_form_field(form, name) == NULL) form = ci_form_next(form);
  return form;
}

static int known_field(const void *context, const char *key) {
  return strcmp(key, "anchor") == 0 || find_form((const shape_form *)context, key) != NULL;
}

/* Pushes "half, radius, size": the fields of all forms. */
static const char *push_names(lua_State *L, const shape_form *first) {
  const shape_form *form = first;
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (; form != NULL; form = ci_form_next(form)) {
    const size_field *field = form->fields;
    for (; field->name != NULL; field++) {
      if (find_form(first, field->name) != form) continue;
      if (form != first || field != form->fields) luaL_addstring(&text, ", ");
      luaL_addstring(&text, field->name);
    }
  }
  luaL_pushresult(&text);
  return lua_tostring(L, -1);
}

static void check_fields(lua_State *L, const args_place *at, int index, int self,
                         const shape_form *first) {
  const char *key;
  ci_args_check(L, at, index, LUA_TTABLE, "table of sizes");
  key = ci_args_push_unknown(L, index, known_field, first, 0);
  if (key == NULL) return;
  ci_args_fail(L, at, "unknown field %s; the sizes of %s %s are %s, and anchor keeps a place%s",
               key, ci_description_article(first->name), first->name, push_names(L, first),
               self == 1 ? "" : "; options come after the sizes, or after nil");
}

/* The form of the given fields: the present one, if it has them all. */
static const shape_form *choose_form(lua_State *L, int index, const shape_form *present) {
  const shape_form *first = ci_form_first(present->name), *form = first;
  for (; form != NULL; form = ci_form_next(form)) {
    const size_field *field = form->fields;
    for (; field->name != NULL; field++)
      if (ci_form_field(present, field->name) == NULL && ci_args_has_field(L, index, field->name))
        return form;
  }
  return present;
}

/* Copies the fields that both forms have, unless they are nil, from the table at one index to that
 * at another. */
static void copy_fields(lua_State *L, int from, int to, const shape_form *form,
                        const shape_form *also) {
  const size_field *field = form->fields;
  for (; field->name != NULL; field++) {
    if (ci_form_field(also, field->name) == NULL) continue;
    lua_getfield(L, from, field->name);
    if (lua_isnil(L, -1))
      lua_pop(L, 1);
    else
      lua_setfield(L, to, field->name);
  }
}

/* Pushes the description of the new shape, without a pose. */
static void push_sizes(lua_State *L, int index, described *shape) {
  const shape_form *present = description_form(shape), *chosen, *form;
  posed p = posed_of(OBJECT_SHAPE, &shape->head);
  int sizes, before;
  chosen = choose_form(L, index, present);
  form = ci_form_first(present->name);
  lua_createtable(L, 0, 4);
  sizes = lua_gettop(L);
  if (ci_dimensions_upright(form)) {
    lua_pushinteger(L, description_dimensions(shape));
    lua_setfield(L, sizes, "dimensions");
  }
  ci_posed_push_description(L, &p, 0);
  before = lua_gettop(L);
  copy_fields(L, before, sizes, present, chosen);
  for (; form != NULL; form = ci_form_next(form)) copy_fields(L, index, sizes, form, form);
  lua_settop(L, sizes);
}

static void read_anchor(lua_State *L, const args_place *at, int index, int dimensions,
                        resized *out) {
  args_place field = ci_args_field(at, "anchor");
  int i;
  memset(out->anchor, 0, sizeof out->anchor);
  lua_getfield(L, index, field.name);
  out->has_anchor = !lua_isnil(L, -1);
  if (out->has_anchor)
    ci_args_vector_value(L, &field, lua_gettop(L), ci_description_size(dimensions), out->anchor);
  lua_pop(L, 1);
  for (i = 0; i < dimensions; i++)
    if (!(fabs(out->anchor[i]) <= 1))
      ci_args_fail(L, &field, " must be from -1 to 1 along each axis, got %s",
                   ci_args_vector_text(L, out->anchor, dimensions));
}

void ci_resize_read(lua_State *L, const args_place *at, int index, int self, resized *out) {
  described *shape = description_at(L, self);
  const char *name = ci_description_name(shape);
  int dimensions = description_dimensions(shape);
  luaL_checkstack(L, 16, NULL);
  check_fields(L, at, index, self, ci_form_first(name));
  read_anchor(L, at, index, dimensions, out);
  push_sizes(L, index, shape);
  ci_description_read(L, at, lua_gettop(L), name, &out->made);
  ci_description_check(L, at, &out->made, dimensions);
}

/* ---- The place ------------------------------------------------------------------------------- */

static void fail_place(lua_State *L, const args_place *at, int self, const described *shape,
                       collide_error error) {
  args_place where = ci_args_at(self, NULL), anchor = ci_args_field(at, "anchor");
  const char *name = ci_description_name(shape);
  if (error == COLLIDE_ERROR_UNSUPPORTED)
    ci_args_fail(L, &anchor, ": a plane has no bounds, so no point of them keeps its place");
  if (error == COLLIDE_ERROR_POSE_UNEVEN_SCALE)
    ci_args_fail(
        L, &where,
        "%s %s with an uneven scale or a shear cannot be resized; make another, or call %s",
        ci_description_article(name), name,
        shape->source.pose.has_linear ? "set_transform" : "set_scale with one number");
  ci_args_fail(L, at, "a coordinate of the shape would exceed 1e300");
}

void ci_resize_place(lua_State *L, const args_place *at, int self, resized *out) {
  const described *shape = description_at(L, self);
  collide_error error =
      collide_resize(&shape->shape, &shape->source, out->has_anchor ? out->anchor : NULL,
                     &out->made.shape, &out->made.source);
  if (error != COLLIDE_OK) fail_place(L, at, self, shape, error);
}

/* ---- resize ---------------------------------------------------------------------------------- */

enum { SELF = 1, FIELDS };

/* Pushes the array of the further memory of the shape. */
static void push_array(lua_State *L) {
  lua_pushvalue(L, SELF);
  lua_rawget(L, lua_upvalueindex(UP_STORE));
  if (lua_istable(L, -1)) return;
  lua_newtable(L); /* a finalizer may have resized the shape */
  lua_pushvalue(L, SELF);
  lua_rawget(L, lua_upvalueindex(UP_STORE));
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_pushvalue(L, SELF);
  lua_pushvalue(L, -2);
  lua_rawset(L, lua_upvalueindex(UP_STORE));
}

/* Returns that many bytes of further memory. */
static void *add_storage(lua_State *L, size_t size) {
  int array, count;
  size_t have = 0;
  push_array(L);
  array = lua_gettop(L);
  lua_rawgeti(L, array, (int)lua_rawlen(L, array));
  if (!lua_isnil(L, -1)) have = (size_t)lua_rawlen(L, -1);
  if (have >= size) return lua_touserdata(L, -1);
  (void)seal_memory(L, array + 1, size > 2 * have ? size : 2 * have, 1);
  count = (int)lua_rawlen(L, array); /* a finalizer may have added some */
  lua_pushvalue(L, array + 1);
  lua_rawseti(L, array, count + 1);
  return lua_touserdata(L, array + 1);
}

/* Memory for the points of a polygon, which lives as long as the shape; NULL for other kinds. */
static void *find_room(lua_State *L, const described *made) {
  size_t size = ci_copy_storage(&made->shape), own;
  described *shape = description_at(L, SELF);
  if (size == 0) return NULL;
  own = (size_t)lua_rawlen(L, SELF) - sizeof *shape;
  if (own >= size) return shape + 1;
  return add_storage(L, size);
}

/* Nothing here runs a script or allocates. */
static void replace(described *shape, described *made, void *room) {
  const double *from = shape->source.pose.position, *to = made->source.pose.position;
  int has_moved = from[0] != to[0] || from[1] != to[1] || from[2] != to[2];
  if (room != NULL) ci_polygon_move_storage(&made->shape, &made->source, room);
  shape->shape = made->shape;
  shape->source = made->source;
  shape->head.form = made->head.form;
  if (has_moved && !(shape->head.given & POSE_GIVEN(POSE_TRANSFORM)))
    shape->head.given |= POSE_GIVEN(POSE_POSITION);
  head_change(&shape->head);
}

static int l_resize(lua_State *L) {
  args_place at = ci_args_at(FIELDS, NULL);
  resized r;
  void *room;
  ci_resize_check(L, SELF);
  if (description_at(L, SELF) == NULL) ci_args_fail_self(L, "shape");
  ci_args_check(L, &at, FIELDS, LUA_TTABLE, "table of sizes");
  ci_args_end(L, FIELDS + 1);
  ci_resize_read(L, &at, FIELDS, SELF, &r);
  room = find_room(L, &r.made);
  ci_resize_place(L, &at, SELF, &r);
  replace(description_at(L, SELF), &r.made, room);
  lua_settop(L, SELF);
  return 1;
}

const binding ci_resize_bindings[] = {{"resize", l_resize, IN_SHAPE}, {NULL, NULL, 0}};
