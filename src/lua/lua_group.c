/* SPDX-License-Identifier: MIT
 *
 * Groups: makes them from the shapes and meshes in a table; the number of their parts, copies and
 * descriptions of parts.
 */
#include "../number/fp.h"
#include "lua_group.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "../shape/shape.h"
#include "lua_description.h"
#include "lua_mesh.h"
#include "lua_posed.h"
#include "../target/group.h"

/* ---- Reading parts --------------------------------------------------------------- */

/* The parts of a group that is being made. */
typedef struct reading {
  int list; /* the index of the table that holds them, one after another */
  int count;
  int meshes; /* the number of parts that are meshes */
  int dimensions;
} reading;

int ci_group_is(lua_State *L, int index) {
  return group_at(L, index) != NULL || ci_description_has_name(L, index, "group");
}

/* Pops the value on top of the stack, which becomes that part. Parts may come in any order. */
static void read_part(lua_State *L, const args_place *at, int element, reading *r) {
  int top = lua_gettop(L);
  if (ci_group_is(L, top))
    ci_args_fail(L, at, ": one shape expected, got a group; put its parts in its place");
  if (lua_istable(L, top)) {
    ci_posed_push(L, at, top, NULL);
    lua_replace(L, top);
  }
  if (mesh_at(L, top) != NULL) {
    if (r->dimensions == 0) r->dimensions = 3;
    if (r->dimensions != 3) ci_args_fail(L, at, ": a 2D shape expected, got a mesh");
    r->meshes++;
  } else {
    const described *shape = ci_description_get(L, at, top, NULL);
    if (shape->shape.kind == COLLIDE_PLANE || shape->shape.kind == COLLIDE_PLANE_2D)
      ci_args_fail(L, at, ": a plane cannot be a part of a group");
    if (r->dimensions == 0) r->dimensions = collide_dimensions(&shape->shape);
    ci_description_check(L, at, shape, r->dimensions);
  }
  lua_rawseti(L, r->list, element);
  r->count++;
}

/* Pushes the array of parts: the field `parts`, or else the table itself. Returns 1 for the table
 * itself, whose string keys are not parts. */
static int push_parts(lua_State *L, const args_place *at, int index) {
  args_place field = *at;
  int in_place;
  field.name = "parts";
  lua_rawgeti(L, index, 1);
  in_place = !lua_isnil(L, -1);
  lua_pop(L, 1);
  lua_getfield(L, index, "parts");
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushvalue(L, index);
    return 1;
  }
  if (in_place) ci_args_fail(L, &field, " and parts in place exclude each other");
  if (!lua_istable(L, -1))
    ci_args_fail(L, &field, ": array of shapes expected, got %s", ci_args_type(L, lua_gettop(L)));
  return 0;
}

/* The place of an element of the group that is argument `at->arg`, or of an inner one. */
static args_place element_of(const args_place *at, int element) {
  args_place place = *at;
  if (at->within == NULL && at->name == NULL) {
    place.within = "parts";
    place.element = element;
  } else {
    place.name = "parts";
    place.item = element;
  }
  return place;
}

static void check_table(lua_State *L, const args_place *at, int index) {
  static const char *const fields[] = {"shape",   "parts",     "position", "rotation",
                                       "scale",   "transform", "degrees",  "layer",
                                       "one_way", "data",      NULL};
  if (!lua_istable(L, index))
    ci_args_fail(L, at, ": array of shapes expected, got %s; for example group{a, b}",
                 ci_args_type(L, index));
  luaL_checkstack(L, 12, NULL);
  ci_description_check_name(L, at, index, "group");
  ci_args_only(L, at, index, "field", fields, COLLIDE_GROUP_MOST,
               "a group takes parts, position, rotation, degrees, scale, transform, layer, one_way "
               "and data");
}

/* Pushes the table that holds the parts. */
static void read_parts(lua_State *L, const args_place *at, int index, reading *r) {
  args_array array;
  int in_place;
  r->count = r->dimensions = r->meshes = 0;
  lua_newtable(L);
  r->list = lua_gettop(L);
  in_place = push_parts(L, at, index);
  array = ci_args_array_begin(L, lua_gettop(L));
  array.named = in_place;
  while (ci_args_array_next(L, at, &array)) {
    args_place place = element_of(at, array.element);
    if (r->count == COLLIDE_GROUP_MOST)
      ci_args_fail(L, at, ": the limit is %d parts", (int)COLLIDE_GROUP_MOST);
    read_part(L, &place, array.element, r);
  }
  lua_pop(L, 1);
  if (r->count == 0) ci_args_fail(L, at, "a group needs at least one shape");
}

/* ---- Making ------------------------------------------------------------------------ */

/* Pushes a userdata with the parts for the core, followed by the forms in which they were
 * described. A finalizer may free the triangles of a mesh meanwhile. The core still accepts the
 * mesh; share_meshes checks for this. */
static collide_part *push_parts_of_core(lua_State *L, const reading *r,
                                        const given_part **given_parts) {
  size_t count = (size_t)r->count, i;
  size_t size = count * (sizeof(collide_part) + sizeof(given_part));
  collide_part *parts = (collide_part *)lua_newuserdata(L, size);
  given_part *given = (given_part *)(void *)(parts + count);
  memset(parts, 0, size);
  for (i = 0; i < count; i++) {
    const described *shape;
    const held_mesh *mesh;
    lua_rawgeti(L, r->list, (int)i + 1);
    mesh = ci_mesh_kept(L, -1);
    shape = description_at(L, -1);
    if (mesh != NULL) {
      parts[i].mesh = &mesh->mesh;
      parts[i].pose = &mesh->pose;
      given[i].given = mesh->head.given;
    } else {
      parts[i].shape = &shape->shape;
      parts[i].source = &shape->source;
      given[i].form = description_form(shape);
      given[i].given = shape->head.given;
    }
    lua_pop(L, 1);
  }
  *given_parts = given;
  return parts;
}

static void release_shares(owned *self) {
  owned_shares *owner = (owned_shares *)self;
  int i;
  for (i = 0; i < owner->count; i++) ci_mesh_leave(&owner->shares[i]);
}

/* Makes the group on top of the stack an owner of the triangles of its meshes. */
static void share_meshes(lua_State *L, const reading *r, held_group *held) {
  owned_shares *owner;
  int i, count = 0;
  if (r->meshes == 0) return;
  owner = (owned_shares *)ci_owned_new(
      L, lua_gettop(L), sizeof *owner + (size_t)r->meshes * sizeof(mesh_share), release_shares);
  owner->count = r->meshes;
  for (i = 0; i < r->count; i++) {
    held_mesh *mesh;
    lua_rawgeti(L, r->list, i + 1);
    mesh = ci_mesh_kept(L, -1);
    lua_pop(L, 1);
    if (mesh == NULL) continue;
    if (mesh->owner->base.is_released) luaL_error(L, "a mesh of the group was collected");
    ci_mesh_join(&owner->shares[count++], &mesh->owner->share);
  }
  held->owner = owner;
}

held_group *ci_group_forget_meshes(held_group *held) {
  int i;
  for (i = 0; i < collide_group_count(held->group); i++)
    ci_group_set_mesh_data(held->group, i, &ci_mesh_data_none);
  return held;
}

/* Pushes the group of the parts. It has no pose of its own yet and is not sealed. */
static held_group *push_group(lua_State *L, const args_place *at, const reading *r) {
  const given_part *given;
  collide_part *parts = push_parts_of_core(L, r, &given);
  size_t front = sizeof(held_group) + (size_t)r->count * sizeof(given_part);
  size_t storage = collide_group_storage(parts, r->count);
  held_group *held;
  int part = 0;
  collide_error error;
  front = (front + 15) / 16 * 16;
  if (storage == 0 || storage > (size_t)-1 - front) luaL_error(L, "not enough memory");
  held = (held_group *)lua_newuserdata(L, front + storage);
  head_begin(&held->head);
  held->owner = NULL;
  held->parts = (given_part *)(void *)(held + 1);
  memcpy(held->parts, given, (size_t)r->count * sizeof *given);
  share_meshes(L, r, held);
  if (collide_group_storage(parts, r->count) > storage)
    luaL_error(L, "a finalizer resized a part of the group");
  error = collide_make_group(&held->group, parts, r->count, (char *)held + front, &part);
  if (error != COLLIDE_OK) {
    args_place place = element_of(at, part + 1);
    ci_args_fail(L, &place, ": %s", collide_error_text(error));
  }
  return held;
}

held_group *ci_group_push(lua_State *L, const args_place *at, int index) {
  int top = lua_gettop(L);
  held_group *held;
  posed own;
  reading r;
  check_table(L, at, index);
  read_parts(L, at, index, &r);
  held = push_group(L, at, &r);
  ci_object_read_head(L, at, index, held->group->dimensions, &held->head);
  own = posed_of(OBJECT_GROUP, &held->head);
  ci_posed_read(L, at, index, &own);
  seal_object(L, SEAL_GROUP, UP_COMPOUND);
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
  return held;
}

held_group *ci_group_get(lua_State *L, const args_place *at, int index) {
  held_group *held = group_at(L, index);
  if (held != NULL || !ci_group_is(L, index)) return held;
  held = ci_group_push(L, at, index);
  lua_replace(L, index);
  return held;
}

void ci_group_check_moves(lua_State *L, const args_place *at, const held_group *held) {
  int i;
  for (i = 0; i < collide_group_count(held->group); i++)
    if (ci_group_mesh(held->group, i) != NULL)
      ci_args_fail(L, at, "a group of shapes expected, got one with a mesh%s", ci_mesh_hint());
}

int ci_group_read_dimensions(lua_State *L, const args_place *at, int index) {
  const held_group *held = group_at(L, index);
  args_place first = element_of(at, 1);
  int dimensions;
  if (held != NULL) return held->group->dimensions;
  if (!ci_group_is(L, index)) return 0;
  push_parts(L, at, index);
  lua_rawgeti(L, -1, 1);
  if (lua_isnil(L, -1)) ci_args_fail(L, at, "a group needs at least one shape");
  if (ci_group_is(L, lua_gettop(L)))
    ci_args_fail(L, &first, ": one shape expected, got a group; put its parts in its place");
  dimensions =
      ci_mesh_is(L, lua_gettop(L)) ? 3 : ci_description_dimensions(L, &first, lua_gettop(L));
  lua_pop(L, 2);
  return dimensions;
}

/* ---- Parts ----------------------------------------------------------------------------- */

static const held_group *check_group(lua_State *L) {
  args_place at = ci_args_at(1, NULL);
  held_group *held = ci_group_get(L, &at, 1);
  if (held == NULL) ci_args_fail_self(L, "group");
  return held;
}

static int l_count(lua_State *L) {
  const held_group *held = check_group(L);
  ci_args_end(L, 2);
  compat_pushwhole(L, collide_group_count(held->group));
  return 1;
}

/* The parts of a pose that have an effect, or that were given before. */
static unsigned given_of(const collide_pose *pose, unsigned before, int dimensions) {
  const double *p = pose->position, *q = pose->rotation, *s = pose->scale;
  int is_even = s[0] == s[1] && (dimensions == 2 || s[1] == s[2]);
  given_pose given;
  given.pose = *pose;
  given.dimensions = dimensions;
  given.given = before & POSE_GIVEN(POSE_POSITION);
  if (pose->has_linear) return POSE_GIVEN(POSE_TRANSFORM);
  if (p[0] != 0 || p[1] != 0 || (dimensions == 3 && p[2] != 0))
    ci_pose_change(&given, POSE_POSITION, p, dimensions);
  if (dimensions == 2 && pose->angle != 0) ci_pose_change(&given, POSE_ROTATION, &pose->angle, 1);
  if (dimensions == 3 && (q[0] != 0 || q[1] != 0 || q[2] != 0))
    ci_pose_change(&given, POSE_ROTATION, q, 4);
  if (!is_even || s[0] != 1) ci_pose_change(&given, POSE_SCALE, s, is_even ? 1 : dimensions);
  return given.given;
}

/* The share in the data of a part that is a mesh. */
static mesh_share *share_of(const held_group *held, int index) {
  int i, count = 0;
  for (i = 0; i < index; i++) count += ci_group_mesh(held->group, i) != NULL;
  return &held->owner->shares[count];
}

static held_mesh *push_mesh(lua_State *L, const held_group *held, int index,
                            const collide_pose *pose, unsigned given) {
  return ci_mesh_push_shared(L, &held->owner->base, share_of(held, index), pose, given);
}

void ci_group_check_closed(lua_State *L, const args_place *at, const held_group *held) {
  int i, count = collide_group_count(held->group);
  if (held->owner == NULL || held->owner->base.is_released) return;
  for (i = 0; i < count; i++) {
    if (ci_group_mesh(held->group, i) == NULL) continue;
    ci_mesh_check_closed(L, at, share_of(held, i)->data, &ci_group_source(held->group, i)->pose);
  }
}

static void push_copy(lua_State *L, const held_group *held, int index) {
  const collide_shape *shape = ci_group_part(held->group, index);
  const collide_source *source = ci_group_source(held->group, index);
  const given_part *given = &held->parts[index];
  size_t storage = ci_copy_storage(shape);
  described *d = (described *)lua_newuserdata(L, sizeof *d + storage);
  head_begin(&d->head);
  description_set_form(d, given->form);
  (void)ci_copy_shape(shape, source, d + 1, &d->shape, &d->source); /* never fails */
  d->head.given = (uint8_t)given_of(&d->source.pose, given->given, collide_dimensions(shape));
}

static int l_part(lua_State *L) {
  const held_group *held = check_group(L);
  int count = collide_group_count(held->group), index;
  double number = 0;
  if (lua_type(L, 2) != LUA_TNUMBER)
    ci_args_fail_at(L, 2, NULL, "number of a part expected, got %s", ci_args_type(L, 2));
  number = lua_tonumber(L, 2);
  if (!(number >= 1 && number <= count && number == floor(number))) {
    ci_args_fail_at(L, 2, NULL, "number of a part expected, 1 to %d, got %s", count,
                    ci_args_number_text(L, number));
  }
  ci_args_end(L, 3);
  index = (int)number - 1;
  if (ci_group_mesh(held->group, index) != NULL) {
    const collide_pose *pose = &ci_group_source(held->group, index)->pose;
    push_mesh(L, held, index, pose, given_of(pose, held->parts[index].given, 3));
    return 1;
  }
  push_copy(L, held, index);
  seal_object(L, SEAL_SHAPE, UP_SHAPE);
  return 1;
}

/* ---- Descriptions ------------------------------------------------------------------------ */

/* Pushes a description of a part, in the form in which it was given. */
static void push_part_description(lua_State *L, const held_group *held, int index, int shares) {
  described shape;
  posed own;
  if (ci_group_mesh(held->group, index) != NULL) {
    held_mesh *mesh =
        push_mesh(L, held, index, ci_group_own_pose(held->group, index), held->parts[index].given);
    if (shares) return;
    own = posed_of(OBJECT_MESH, &mesh->head);
    ci_posed_push_description(L, &own, 0);
    lua_remove(L, -2);
    return;
  }
  head_begin(&shape.head);
  shape.shape = *ci_group_part(held->group, index);
  shape.source = *ci_group_source(held->group, index);
  shape.source.pose = *ci_group_own_pose(held->group, index);
  description_set_form(&shape, held->parts[index].form);
  shape.head.given = (uint8_t)held->parts[index].given;
  own = posed_of(OBJECT_SHAPE, &shape.head);
  ci_posed_push_description(L, &own, 0);
}

void ci_group_set_parts(lua_State *L, const held_group *held, int shares) {
  int i, count = collide_group_count(held->group);
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    push_part_description(L, held, i, shares);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "parts");
}

const binding ci_group_bindings[] = {
    {"count", l_count, IN_GROUP}, {"part", l_part, IN_GROUP}, {NULL, NULL, 0}};
