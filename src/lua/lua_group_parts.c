/* SPDX-License-Identifier: MIT
 *
 * The parts of groups: their number, copies and descriptions.
 */
#include "../number/fp.h"
#include "lua_group.h"

#include <string.h>

#include "lua_description.h"
#include "lua_posed.h"
#include "../target/group.h"
#include "../shape/shape.h"

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
  description_begin(d);
  description_set_form(d, given->form);
  (void)ci_copy_shape(shape, source, d + 1, &d->shape, &d->source); /* never fails */
  d->head.given = (uint8_t)given_of(&d->source.pose, given->given, collide_dimensions(shape));
}

static int l_part(lua_State *L) {
  const held_group *held = check_group(L);
  args_place at = ci_args_at(2, NULL);
  int count = collide_group_count(held->group), index;
  double number = 0;
  if (lua_type(L, 2) != LUA_TNUMBER)
    ci_args_fail(L, &at, "number of a part expected, got %s", ci_args_type(L, 2));
  number = lua_tonumber(L, 2);
  if (!(number >= 1 && number <= count && number == floor(number))) {
    ci_args_fail(L, &at, "number of a part expected, 1 to %d, got %s", count,
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
  description_begin(&shape);
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
