/* SPDX-License-Identifier: MIT
 *
 * Groups: shapes that move as one. Part of collide.h, whose opening comment applies here too.
 */
#ifndef COLLIDE_GROUP_API_H
#define COLLIDE_GROUP_API_H

#include "mesh.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* whatever the including file hides */
#endif

/* The union of its parts, which are copies of shapes of the same dimensions: all kinds but planes;
 * in space also meshes. Parts may overlap. Each part keeps its own pose, which places it in the
 * group, and its `hollow`. The group has a pose too, which places it in the world.
 *
 * A part in the world is a shape like any other: setting the group's pose computes its numbers and
 * rounds them once. From then on every answer about the group is the answer about these shapes. A
 * part whose own pose is the identity has the same bits as the shape in the group's pose. So parts
 * that share corners still share them. */
typedef struct collide_shape_group collide_shape_group;

/* A shape or a mesh that becomes a part of a group. */
typedef struct collide_part {
  const collide_shape *shape;
  const collide_source *source;   /* the source of the shape */
  const collide_mesh_shape *mesh; /* used if `shape` is NULL */
  const collide_pose *pose;       /* Its pose. Its trimesh has to live as long as the group */
} collide_part;

/* The most parts of a group. */
enum { COLLIDE_GROUP_MOST = 1 << 20 };

/* The bytes that a group of these parts needs; 0 for more than COLLIDE_GROUP_MOST parts, or if the
 * number overflows. */
size_t collide_group_storage(const collide_part *parts, int count);
/* Makes a group without a pose of its own in `storage`, memory of collide_group_storage(parts,
 * count) bytes, aligned for doubles, and writes *group, which points there. The shapes are copied.
 * Returns COLLIDE_OK, or
 *   COLLIDE_ERROR_GROUP_EMPTY       there are no parts,
 *   COLLIDE_ERROR_LIMIT             there are more than COLLIDE_GROUP_MOST,
 *   COLLIDE_ERROR_GROUP_PLANE       a part is a plane,
 *   COLLIDE_ERROR_GROUP_DIMENSIONS  a part has other dimensions than the first;
 * then *part is the index from 0 of the part at fault, and nothing else is written but `storage`.
 * `part` may be NULL. */
collide_error collide_make_group(collide_shape_group **group, const collide_part *parts, int count,
                                 void *storage, int *part);

/* Gives the group a pose. Returns COLLIDE_OK, or one of COLLIDE_ERROR_POSE_...; then the group is
 * as it was, and *part is the index from 0 of the part that cannot be posed so, or -1 where that is
 * not about one part. `part` may be NULL.
 *
 * A part is scaled, turned and moved by its own pose first, then by the group's. Where the outcome
 * is a scale, a rotation and a position again, the part is given these: so a ball stays a ball.
 * Otherwise, which needs an uneven scale of the group after a rotation of the part, or a matrix, it
 * is given one matrix, each number within an ulp. In two dimensions rects, polygons, triangles and
 * segments take that, circles and capsules do not: COLLIDE_ERROR_POSE_UNEVEN_SCALE. Positions are
 * within an ulp; angles of two dimensions are added. */
collide_error collide_group_set_pose(collide_shape_group *group, const collide_pose *pose,
                                     int *part);
/* Changes only the position, which takes less time. z is ignored in two dimensions. */
collide_error collide_group_set_position(collide_shape_group *group, const double position[3]);

/* ---- Asking ----------------------------------------------------------------- */

/* The number of its parts. */
int collide_group_count(const collide_shape_group *group);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
