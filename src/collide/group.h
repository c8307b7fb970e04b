/* SPDX-License-Identifier: MIT
 *
 * Groups: shapes that move as one. Part of collide.h, whose opening comment applies here too.
 */
#ifndef COLLIDE_GROUP_API_H
#define COLLIDE_GROUP_API_H

#include "mesh.h"
#include "begin.h"

/* A group is the union of its parts. Parts are copies of shapes of the same dimensions: all kinds
 * but planes, and in space also meshes. Parts may overlap. Each part keeps its `hollow` and its own
 * pose, which places it in the group. The pose of the group places the group in the world.
 *
 * Setting the group's pose computes each part as a shape in the world, rounded once. Every query of
 * the group is answered for these shapes. A part whose own pose is the identity has the same bits
 * as the shape in the group's pose. So parts that share corners still share them. */
typedef struct collide_shape_group collide_shape_group;

/* A shape or a mesh that becomes a part of a group. */
typedef struct collide_part {
  const collide_shape *shape;
  const collide_source *source; /* the source of the shape */
  const collide_mesh *mesh;     /* used if `shape` is NULL */
  const collide_pose *pose; /* the pose of the mesh, whose data must live as long as the group */
} collide_part;

/* The most parts of a group. */
enum { COLLIDE_GROUP_MOST = 1 << 20 };

/* The bytes that a group of these parts needs. 0 if there are more than COLLIDE_GROUP_MOST parts,
 * or if the number overflows. */
size_t collide_group_storage(const collide_part *parts, int count);
/* Makes a group without a pose in `storage`, and writes *group, which points there. `storage` has
 * collide_group_storage(parts, count) bytes and is aligned for doubles. The shapes are copied.
 * Returns COLLIDE_OK, or
 *   COLLIDE_ERROR_GROUP_EMPTY       there are no parts,
 *   COLLIDE_ERROR_LIMIT             there are more than COLLIDE_GROUP_MOST,
 *   COLLIDE_ERROR_GROUP_PLANE       a part is a plane,
 *   COLLIDE_ERROR_GROUP_DIMENSIONS  a part has other dimensions than the first.
 * On an error it writes only `storage` and *part, the index from 0 of the part at fault. `part` may
 * be NULL. */
collide_error collide_make_group(collide_shape_group **group, const collide_part *parts, int count,
                                 void *storage, int *part);

/* Gives the group a pose. Returns COLLIDE_OK, or one of COLLIDE_ERROR_POSE_... On an error the
 * group does not change. Then *part is the index from 0 of the part that cannot have this pose, or
 * -1 if the error is about no single part. `part` may be NULL.
 *
 * A part's own pose applies first, then the group's. If the product is a scale, a rotation and a
 * position, the part gets these, so a ball stays a ball. Otherwise the part gets one matrix, each
 * entry within an ulp. That happens only if the group has an uneven scale and the part a rotation,
 * or if a pose has a matrix. In two dimensions circles and capsules do not accept such a matrix
 * (COLLIDE_ERROR_POSE_UNEVEN_SCALE); all other kinds do. Positions are within an ulp. Angles of two
 * dimensions are added. */
collide_error collide_group_set_pose(collide_shape_group *group, const collide_pose *pose,
                                     int *part);
/* Changes only the position, which takes less time. z is ignored in two dimensions. */
collide_error collide_group_set_position(collide_shape_group *group, const double position[3]);

/* ---- Queries ---------------------------------------------------------------- */

/* The number of its parts. */
int collide_group_count(const collide_shape_group *group);
/* The surfaces of the parts of a group of three dimensions, one after the other, as
 * collide_surface_triangles and collide_mesh_surface write them. Stops after the part that brings
 * the sum above COLLIDE_SURFACE_MOST triangles. */
#define COLLIDE_SURFACE_MOST ((size_t)1 << 28)
collide_surface collide_group_surface(const collide_shape_group *group, int corners,
                                      double *vertices, uint32_t *triangles);

#include "end.h"

#endif
