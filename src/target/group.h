/* SPDX-License-Identifier: MIT
 *
 * The interface of this room for groups: sets of shapes and meshes that move as one.
 */
#ifndef COLLIDE_GROUP_H
#define COLLIDE_GROUP_H

#include "target.h"
#include "../collide.h"
#include "../number/twofold.h"
#include "../mesh/mesh.h"

typedef struct group_part {
  collide_mesh *mesh;    /* NULL if the part is a shape; else `shape` is not used */
  collide_shape shape;   /* in the world */
  collide_source source; /* for a mesh, only its pose is used; the pose is in the world */
  collide_pose own;      /* the pose in the group */
  twofold offset[3];     /* the part's position minus the group's, in the world */
} group_part;

/* The start of the group's storage; the arrays follow it. */
struct collide_shape_group {
  int dimensions;
  int meshes; /* the number of parts that are meshes */
  int count;
  collide_pose pose;
  double min[3], max[3]; /* bounds */
  double center[3], rr;  /* a ball around all parts; rr: the radius squared, or infinite */
  group_part *parts;
  collide_target *members; /* the parts as targets */
  cast_ball *balls;        /* of each part, in the world */
};

/* Makes a copy that can move while the group does not. It shares the corners of hulls with the
 * group, which must have no meshes. `storage` has as many bytes as the first function returns, and
 * is aligned for doubles. That size is a multiple of 16. */
size_t ci_group_copy_storage(const collide_shape_group *group);
collide_shape_group *ci_group_copy(const collide_shape_group *group, void *storage);

/* Part `index`, from 0, in the world; NULL if there is none. It belongs to the group, and changes
 * with the group's pose. A part is either a shape or a mesh; the other function returns NULL. */
const collide_shape *ci_group_part(const collide_shape_group *group, int index);
const collide_mesh *ci_group_mesh(const collide_shape_group *group, int index);
/* Replaces the data of a part that is a mesh, in the same pose, for example before the old one
 * is freed. Bounds do not change. */
void ci_group_set_mesh_data(collide_shape_group *group, int index, const collide_mesh_data *data);
/* The source of the part, with its pose in the world, and the part's pose in the group. NULL if
 * there is no such part. */
const collide_source *ci_group_source(const collide_shape_group *group, int index);
const collide_pose *ci_group_own_pose(const collide_shape_group *group, int index);
/* The smallest box with sides along the axes that holds the bounds of all parts. */
void ci_group_bounds(const collide_shape_group *group, double min[3], double max[3]);
/* The least and greatest of axis . p over all parts. */
void ci_group_project(const collide_shape_group *group, const double axis[3], double *lowest,
                      double *highest);

/* Returns 1 for an array or a world. No query supports one as a subject or as a member. */
static inline int target_has_members(const collide_target *t) {
  return t->kind == COLLIDE_TARGET_ARRAY || t->kind == COLLIDE_TARGET_WORLD;
}

/* The shapes, grids and meshes of a target in an array: the parts of a group, or the target itself.
 * None of an array or a world. */
static inline const collide_target *target_parts(const collide_target *t, int *count) {
  *count = !target_has_members(t);
  if (t->kind != COLLIDE_TARGET_GROUP) return t;
  *count = t->of.group->count;
  return t->of.group->members;
}

#endif
