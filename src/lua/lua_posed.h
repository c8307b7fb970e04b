/* SPDX-License-Identifier: MIT
 *
 * Objects with a pose: shapes, meshes and groups.
 */
#ifndef COLLIDE_LUA_POSED_H
#define COLLIDE_LUA_POSED_H

#include "lua_description.h"
#include "lua_group.h"
#include "lua_mesh.h"
#include "lua_object.h"
#include "../collide.h"
#include "lua_args.h"

typedef enum pose_part {
  POSE_POSITION,
  POSE_ROTATION,
  POSE_SCALE,
  POSE_TRANSFORM,
  POSE_PARTS
} pose_part;

/* The bit of a part in `given`. */
#define POSE_GIVEN(part) (1U << (part))

/* A pose, and the form in which it was given. */
typedef struct given_pose {
  collide_pose pose;
  unsigned given;             /* bits: the parts that were given, and their forms */
  int dimensions;             /* the dimensions of its shape */
  const collide_shape *shape; /* NULL for a mesh or group */
} given_pose;

/* "position", ... */
const char *ci_pose_part_name(pose_part part);
/* The number of numbers of a part, and the text of the error for a wrong count. */
args_size ci_pose_part_size(pose_part part, int dimensions);
/* The same for that pose. The text says how a capsule becomes one of the plane. */
args_size ci_pose_size(const given_pose *pose, pose_part part);

/* Changes a part to the value at the index. */
void ci_pose_read(lua_State *L, const args_place *at, int index, given_pose *pose, pose_part part);
/* Changes the rotation to the value at the index, in degrees. Raises an error in 3D. */
void ci_pose_read_degrees(lua_State *L, const args_place *at, int index, given_pose *pose);
/* Changes a part to `count` numbers; a scale may be one number. A transform replaces all
 * other parts, and a position given after it replaces its last column. */
void ci_pose_change(given_pose *pose, pose_part part, const double *values, int count);

typedef struct posed {
  object_kind kind; /* OBJECT_SHAPE, OBJECT_MESH or OBJECT_GROUP */
  object_head *head;
} posed;

static inline posed posed_of(object_kind kind, object_head *head) {
  posed p = {kind, head};
  return p;
}

/* Each of these functions accepts only objects of its kind. */
static inline described *posed_shape(const posed *p) {
  return (described *)(void *)p->head;
}
static inline held_mesh *posed_mesh(const posed *p) {
  return (held_mesh *)(void *)p->head;
}
static inline held_group *posed_group(const posed *p) {
  return (held_group *)(void *)p->head;
}

/* Returns a copy of the object's pose, which the caller may change. */
given_pose ci_posed_get(const posed *p);
/* Sets the pose of the object. `part` is the part that changed, or POSE_PARTS for all. Raises an
 * error if the core refuses the pose; then the object does not change. */
void ci_posed_set(lua_State *L, const args_place *at, const posed *p, pose_part part,
                  const given_pose *pose);
/* Moves a shape to a position, as ci_posed_set_numbers does: hot loops set positions. z is 0 in the
 * plane. */
static inline int posed_move_shape(described *shape, const double position[3]) {
  if (collide_set_position(&shape->shape, &shape->source, position) != COLLIDE_OK) return 0;
  if (!(shape->head.given & POSE_GIVEN(POSE_TRANSFORM)))
    shape->head.given |= POSE_GIVEN(POSE_POSITION);
  head_change(&shape->head);
  return 1;
}
/* Changes a part of the object's pose to `count` numbers, as ci_pose_change does. Returns 0 on an
 * error, such as a rotation of a shape with a transform; then the object does not change. */
int ci_posed_set_numbers(const posed *p, pose_part part, const double *values, int count);
/* Gives the object the pose in the fields of the table at the index, if it has any. A transform
 * excludes all other parts. */
void ci_posed_read(lua_State *L, const args_place *at, int index, const posed *p);

/* In lua_shape.c: pushes the shape, mesh or group that the table at the index describes, without
 * its data. If `name` is not NULL, the table must describe an object of that name, and may leave
 * out its name. The table may be replaced. */
void ci_posed_push(lua_State *L, const args_place *at, int index, const char *name);

/* Pushes a table that describes the object. With `shares`, the table of a group
 * holds meshes, which share their triangles, in place of their descriptions. */
void ci_posed_push_description(lua_State *L, const posed *p, int shares);
/* Pushes an array of numbers. */
void ci_posed_push_array(lua_State *L, const double *values, int count);
/* Pushes text such as "sphere radius=1 position=(0, 0, 5)". */
void ci_posed_push_text(lua_State *L, const posed *p);

/* ---- Shapes: lua_shape.c, and the radius in lua_corner.c ------------------------------------- */

/* The shape that is argument 1, or that it describes. The shape replaces a description. */
const described *ci_shape_get(lua_State *L);
/* Pushes the radius of the shape, as it was given. Returns 0 if it has none. */
int ci_shape_push_radius(lua_State *L, const described *shape);
/* __tostring of shapes. */
int ci_l_shape_text(lua_State *L);

#endif
