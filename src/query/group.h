/* SPDX-License-Identifier: MIT
 *
 * The door of this room: groups, shapes that are moved as one. compose.c makes one pose of a part's
 * and its group's; group.c keeps the parts; group_cast.c is the row of groups among the targets.
 */
#ifndef COLLIDE_GROUP_H
#define COLLIDE_GROUP_H

#include "target.h"
#include "../collide.h"
#include "../number/twofold.h"
#include "../mesh/mesh.h"

typedef struct group_part {
  collide_mesh *mesh;    /* where it is a mesh; then there is no shape */
  collide_shape shape;   /* in the world, */
  collide_source source; /* and so is the pose in here, also of a mesh */
  collide_pose own;      /* the pose in the group */
  twofold offset[3];     /* of the part's position from the group's, in the world */
} group_part;

/* At the beginning of the group's storage; the arrays lie behind it. */
struct collide_shape_group {
  int dimensions;
  int meshes; /* how many parts are meshes */
  int count;
  collide_pose pose;
  double min[3], max[3]; /* bounds */
  double center[3], rr;  /* a ball that holds all parts, by the square of its radius; infinite where
                            none is known */
  group_part *parts;
  cast_ball *balls; /* of each part in the world */
};

/* The matrix of a group's pose, row by row, from which the parts are placed: in two dimensions its
 * first two rows and columns. */
collide_error ci_group_linear(const collide_pose *pose, int dimensions, double linear[9]);
/* The pose of a part in the world, but for the position, which is the group's and `offset`
 * together. `linear` is what ci_group_linear writes. */
collide_error ci_group_compose(const collide_pose *group, const double linear[9],
                               const collide_pose *own, collide_kind kind, collide_pose *world,
                               twofold offset[3]);

/* A copy that is given positions while the group stays as it is. It shares the corners of hulls
 * with the group, which has no meshes. `storage` is memory of so many bytes, aligned for doubles;
 * and that many are a multiple of what they are aligned by. */
size_t ci_group_copy_storage(const collide_shape_group *group);
collide_shape_group *ci_group_copy(const collide_shape_group *group, void *storage);

/* Part `index`, from 0, in the world; NULL if there is none. It lies in the group, and changes with
 * the group's pose. A part is either a shape or a mesh: the other function returns NULL. */
const collide_shape *ci_group_part(const collide_shape_group *group, int index);
const collide_mesh *ci_group_mesh(const collide_shape_group *group, int index);
/* Replaces the data of a part that is a mesh, in the same pose, for example before the old one
 * is freed. Bounds do not change. */
void ci_group_set_mesh_data(collide_shape_group *group, int index, const collide_mesh_data *data);
/* The source of the part, with the pose that places it in the world; and the pose that places it in
 * the group. NULL if there is no such part. */
const collide_source *ci_group_source(const collide_shape_group *group, int index);
const collide_pose *ci_group_own_pose(const collide_shape_group *group, int index);
/* The smallest box with sides along the axes that holds the bounds of all parts. */
void ci_group_bounds(const collide_shape_group *group, double min[3], double max[3]);
/* The least and greatest of axis . p over all parts. */
void ci_group_project(const collide_shape_group *group, const double axis[3], double *lowest,
                      double *highest);
/* The index from 0 of the first part that contains the point, or -1. Exact. For meshes see
 * collide_mesh_contains. */
int ci_group_contains(const collide_shape_group *group, const double point[3]);

#endif
