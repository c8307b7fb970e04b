/* SPDX-License-Identifier: MIT
 *
 * The poses of shapes, meshes and groups: functions that return them, change them and read them
 * from tables.
 */
#include "../number/fp.h"
#include "lua_posed.h"

#include <string.h>

#include "../target/group.h"
#include "lua_rounded.h"

given_pose ci_posed_get(const posed *p) {
  given_pose pose;
  pose.given = p->head->given;
  pose.dimensions = 3;
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
    pose.dimensions = description_dimensions(posed_shape(p));
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
  /* so the description shows that the shape is 2D */
  if (p->kind == OBJECT_SHAPE && pose->dimensions == 2 &&
      ci_dimensions_upright(description_form(posed_shape(p))))
    p->head->given |= POSE_GIVEN(POSE_POSITION);
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

/* What to do about an uneven scale. Shapes of the plane that exist have no room for corners. */
static const char *hint_for_uneven(const posed *p, int is_flat) {
  if (!is_flat) return "; make it with other sizes";
  return p->kind == OBJECT_SHAPE
             ? "; a shape that is made with this pose becomes an ellipse or polygon"
             : "";
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
  count = ci_pose_read_part(pose, part, values);
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
  args_place where = *at;
  int has_linear = pose->pose.has_linear, is_flat = pose->dimensions == 2;
  switch (error) {
  case COLLIDE_ERROR_POSE_ZERO_ROTATION:
    where.name = "rotation";
    ci_args_fail(L, &where, " must not be zero");
    break;
  case COLLIDE_ERROR_POSE_ZERO_SCALE:
    where.name = "scale";
    ci_args_fail(L, &where, " must not be zero");
    break;
  case COLLIDE_ERROR_POSE_UNEVEN_SCALE:
    where.name = has_linear ? "transform" : "scale";
    ci_args_fail(L, &where,
                 has_linear ? ": %s stays round, it takes no shear and one scale for %s axes%s"
                            : ": %s takes one number, the same for %s axes%s",
                 push_round_name(L, p, index), is_flat ? "both" : "all",
                 hint_for_uneven(p, is_flat));
    break;
  case COLLIDE_ERROR_POSE_SINGULAR:
    where.name = "transform";
    ci_args_fail(L, &where, " must have an inverse");
    break;
  default: /* COLLIDE_ERROR_POSE_OVERFLOW */
    fail_overflow(L, at, p, part, pose);
    break;
  }
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
    args_place field = *at;
    field.name = names[i];
    lua_getfield(L, index, field.name);
    values[i] = ci_args_number(L, &field, lua_gettop(L));
    lua_pop(L, 1);
  }
  ci_pose_change(pose, POSE_POSITION, values, 2);
  return 1;
}

void ci_posed_read(lua_State *L, const args_place *at, int index, const posed *p) {
  given_pose pose = ci_posed_get(p);
  /* With a transform, a position is allowed only to show that a shape is 2D. */
  int shows_2d = p->kind == OBJECT_SHAPE && pose.dimensions == 2 &&
                 ci_dimensions_upright(description_form(posed_shape(p)));
  int any = read_place(L, at, index, p, &pose), excludes = any, part;
  collide_error error;
  for (part = 0; part < POSE_PARTS; part++) {
    args_place field = ci_args_field(at, ci_pose_part_name((pose_part)part));
    lua_getfield(L, index, field.name);
    if (!lua_isnil(L, -1)) {
      if (part == POSE_TRANSFORM && excludes)
        ci_args_fail(L, &field, " excludes position, rotation and scale");
      ci_pose_read(L, &field, lua_gettop(L), &pose, (pose_part)part);
      any = 1;
      if (part != POSE_POSITION || !shows_2d) excludes = 1;
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
