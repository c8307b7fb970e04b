/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_operand.h"

#include <string.h>

#include "../narrow/limit.h"
#include "../narrow/plane/plane.h"
#include "../target/group.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_mesh.h"
#include "lua_query.h"

/* ---- One operand ----------------------------------------------------------------------------- */

/* A table with [1] or x, and without the field shape, is a point. */
int ci_operand_is_point(lua_State *L, int index) {
  int type = lua_type(L, index), has;
  if (type == LUA_TNUMBER || type == COMPAT_TCDATA) return 1;
  if (type == LUA_TUSERDATA) return ci_object_kind(L, index) == OBJECT_NONE;
  if (type != LUA_TTABLE) return 0;
  lua_rawgeti(L, index, 1);
  has = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  if (!has && !ci_args_has_field(L, index, "x")) return 0;
  lua_pushliteral(L, "shape"); /* raw: an object may raise an error for a missing field */
  lua_rawget(L, index);
  has = lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

/* All sizes are 0, so a pose, or in space a position, completes the shape. */
static collide_error make_point(collide_shape *shape, collide_source *source, const double v[3],
                                int dimensions) {
  collide_pose pose;
  memset(shape, 0, sizeof *shape);
  memset(source, 0, sizeof *source);
  if (dimensions == 3) {
    shape->kind = COLLIDE_SPHERE;
    shape->frame = COLLIDE_MOVED;
    return collide_set_position(shape, NULL, v);
  }
  shape->kind = COLLIDE_CIRCLE;
  pose = collide_identity_pose();
  memcpy(pose.position, v, 2 * sizeof *v);
  return collide_set_pose(shape, source, &pose);
}

static void set_shape(operand *out, const collide_shape *shape, const char *name) {
  out->target = collide_target_of_shape(shape);
  out->shape = shape;
  out->name = name;
}

void ci_operand_make_point(lua_State *L, const args_place *at, const double v[3], int dimensions,
                           operand *out) {
  if (make_point(&out->room.shape, &out->room.source, v, dimensions) != COLLIDE_OK) {
    ci_args_fail(L, at, " is too large to work with");
  }
  set_shape(out, &out->room.shape, "point");
}

void ci_operand_check_end(lua_State *L, const args_place *at, const collide_target *moving,
                          const double displacement[3]) {
  const double *d = displacement;
  double ends[6];
  int i;
  if (fabs(d[0]) <= RANGE_SHORT && fabs(d[1]) <= RANGE_SHORT && fabs(d[2]) <= RANGE_SHORT) return;
  (void)collide_target_bounds(moving, ends, ends + 3);
  for (i = 0; i < 6; i++)
    if (fabs(ends[i]) <= DBL_MAX && !args_in_range(ends[i] + d[i % 3]))
      ci_args_fail(L, at, ": a coordinate of the shape would exceed 1e300, got %s",
                   ci_args_vector_text(L, d, collide_target_dimensions(moving)));
}

/* Raises an error for a value that is neither one shape nor its description. */
static void check_one_shape(lua_State *L, const args_place *at, int arg) {
  const char *hint = ci_args_colon_hint(L, arg);
  if (lua_istable(L, arg) && ci_operand_is_point(L, arg))
    ci_args_fail(L, at, "shape expected, got a point");
  if (hint[0] != '\0') ci_args_fail(L, at, "shape expected, got %s%s", ci_args_type(L, arg), hint);
  if (group_at(L, arg) != NULL)
    ci_args_fail(L, at, "one shape expected, got a group; query its parts one by one");
  if (mesh_at(L, arg) != NULL) ci_args_fail(L, at, "shape expected, got a mesh");
  if (world_at(L, arg) != NULL) ci_args_fail(L, at, "shape expected, got a world");
  if (grid_at(L, arg) == NULL && ci_members_is_array(L, arg))
    ci_args_fail(L, at, "one shape expected, got an array");
}

const described *ci_operand_describe_shape(lua_State *L, int arg, described *room) {
  args_place at = ci_args_at(arg, NULL);
  check_one_shape(L, &at, arg);
  return ci_description_get(L, &at, arg, room);
}

void ci_operand_read_shape(lua_State *L, int arg, operand *out) {
  const described *given = operand_get_shape(L, arg, &out->room);
  set_shape(out, &given->shape, ci_description_name(given));
}
