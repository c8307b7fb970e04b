/* SPDX-License-Identifier: MIT
 *
 * Targets: one shape, grid, mesh or group, or many of them, and casts at them. Part of collide.h,
 * whose opening comment applies here too.
 */
#ifndef COLLIDE_TARGET_API_H
#define COLLIDE_TARGET_API_H

#include "cast.h"
#include "grid.h"
#include "group.h"
#include "mesh.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* whatever the including file hides */
#endif

/* ---- What is cast at ------------------------------------------------------- */

typedef struct collide_world collide_world;

typedef enum collide_target_kind {
  COLLIDE_TARGET_SHAPE,
  COLLIDE_TARGET_GRID,
  COLLIDE_TARGET_MESH,
  COLLIDE_TARGET_GROUP,
  COLLIDE_TARGET_ARRAY,
  COLLIDE_TARGET_WORLD,
  COLLIDE_TARGET_KINDS /* the number of kinds */
} collide_target_kind;

/* Points to a shape, grid, mesh, group or members, which must live as long as queries read it. All
 * members have the same dimensions. An array in an array is skipped. */
typedef struct collide_target {
  collide_target_kind kind;
  int count; /* for an array: the number of members, may be 0 */
  union {
    const collide_shape *shape;
    const collide_grid *grid;
    const collide_mesh_shape *mesh;
    const collide_shape_group *group;
    const struct collide_target *members;
    collide_world *world;
  } of;
} collide_target;

collide_target collide_target_of_shape(const collide_shape *shape);
collide_target collide_target_of_grid(const collide_grid *grid);
collide_target collide_target_of_mesh(const collide_mesh_shape *mesh);
collide_target collide_target_of_group(const collide_shape_group *group);
/* One part of a group, which must exist. */
collide_target collide_target_of_part(const collide_shape_group *group, int index);
/* A world answers as the array of its members would, to the last bit; `index` is the number. See
 * world.h. A world that is a member of an array is skipped. */
collide_target collide_target_of_world(collide_world *world);
collide_target collide_target_of_array(const collide_target *members, int count);

/* 2 or 3; 0 for an empty array. */
int collide_target_dimensions(const collide_target *target);
/* The smallest box with sides along the axes that holds the target, as in collide_bounds. Returns
 * 0, and writes nothing, if the target is empty. */
int collide_target_bounds(const collide_target *target, double min[3], double max[3]);

/* ---- What is hit ----------------------------------------------------------- */

typedef struct collide_target_hit {
  collide_hit hit;       /* for a grid: t, t_exit, point, normal and inside of its hit, no face */
  collide_target member; /* the shape, grid, mesh or group that was hit */
  int index;             /* its place in the array, from 0; 0 if the target is no array */
  int triangle; /* 1 for a triangle of three dimensions, for a mesh the triangle's number from 1:
                   then hit.u and hit.v are valid; else 0 */
  int part;     /* for a group: the part that was hit, from 1; else 0 */
  int count;    /* for a grid: the number of cells of the group that are not empty. Else 0: then the
                   following fields are not written */
  unsigned value;      /* the value of the cell that was hit */
  int64_t cell[3];     /* z is 0 in the plane */
  int64_t cells[8][3]; /* the cells of the group that are not empty, in the order of the group */
} collide_target_hit;

/* ---- Casts ------------------------------------------------------------------ */

typedef enum collide_cast_kind {
  COLLIDE_CAST_RAY,
  COLLIDE_CAST_SEGMENT,
  COLLIDE_CAST_LINE
} collide_cast_kind;

/* A ray, a segment or a line, with its flags. The arguments are those of collide_raycast,
 * collide_segmentcast and collide_linecast. */
typedef struct collide_cast {
  collide_cast_kind kind;
  int flags;
  double start[3], toward[3]; /* a direction, or a segment's end */
  double max;                 /* for a ray; other kinds ignore it */
} collide_cast;

collide_cast collide_make_cast(collide_cast_kind kind, const double start[3],
                               const double toward[3], double max, int flags);

/* Returns 1 on a hit, 0 on a miss, and writes *hit only on a hit. The nearest hit is the one with
 * the least t. Among equal t the lower index comes first, then the lower part. With hit NULL the
 * first hit found ends the cast.
 *
 * A cast at a grid goes through the cells of a walk, group by group, and hits those that are not
 * empty. A segment has the cells that collide_walk_next gives, a ray those of an endless segment,
 * and a line those of a ray that starts infinitely far away. So cells are half-open, and a line
 * along the upper side of a cell does not hit it, unless COLLIDE_CELLS_CLOSED is set. Large empty
 * blocks take few steps. The ends may lie anywhere, also where cells are not distinct. */
int collide_cast_at(const collide_cast *cast, const collide_target *target,
                    collide_target_hit *hit);

/* Gives each hit to `take` until that returns 0. A shape has one hit, a grid one for each cell, a
 * mesh one for each triangle, and a group those of its parts. They come in the order of the
 * members, and within a grid or mesh in the order of t. */
void collide_cast_all(const collide_cast *cast, const collide_target *target,
                      int (*take)(void *user, const collide_target_hit *hit), void *user);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
