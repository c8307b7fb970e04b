/* SPDX-License-Identifier: MIT
 *
 * Targets: one shape, grid, mesh or group, or many of them, and casts at them. Part of collide.h,
 * whose opening comment applies here too.
 */
#ifndef COLLIDE_TARGET_API_H
#define COLLIDE_TARGET_API_H

#include "answer.h"
#include "cast.h"
#include "grid.h"
#include "group.h"
#include "mesh.h"
#include "begin.h"

/* ---- Targets --------------------------------------------------------------- */

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

/* Points to a shape, grid, mesh, group or world, or to the members of an array. The object must
 * live as long as queries read it. All members have the same dimensions. No member is an array or a
 * world: a query that reaches one returns COLLIDE_UNSUPPORTED. */
typedef struct collide_target {
  collide_target_kind kind;
  int count; /* for an array: the number of members, may be 0 */
  union {
    const collide_shape *shape;
    const collide_grid *grid;
    const collide_mesh *mesh;
    const collide_shape_group *group;
    const struct collide_target *members;
    collide_world *world;
  } of;
} collide_target;

collide_target collide_target_of_shape(const collide_shape *shape);
collide_target collide_target_of_grid(const collide_grid *grid);
collide_target collide_target_of_mesh(const collide_mesh *mesh);
collide_target collide_target_of_group(const collide_shape_group *group);
/* One part of a group, which must exist. */
collide_target collide_target_of_part(const collide_shape_group *group, int index);
/* A query of a world gives the same bits as one of the array of its members; `index` is the
 * member's number. See world.h. */
collide_target collide_target_of_world(collide_world *world);
collide_target collide_target_of_array(const collide_target *members, int count);

/* 2 or 3; 0 for an empty array. */
int collide_target_dimensions(const collide_target *target);
/* The smallest box with sides along the axes that holds the target, as in collide_bounds. Returns
 * 0, and writes nothing, if the target is empty. */
int collide_target_bounds(const collide_target *target, double min[3], double max[3]);

/* ---- Hits ------------------------------------------------------------------ */

typedef struct collide_target_hit {
  collide_hit hit;       /* for a grid: t, t_exit, point, normal and inside of its hit, no face */
  collide_target member; /* the shape, grid, mesh or group that was hit */
  int index;             /* its place in an array, from 0, or its number in a world; else 0 */
  int triangle; /* for a mesh: the triangle, from 1; 1 for a triangle of three dimensions; else 0.
                   hit.u and hit.v are valid only if it is not 0 */
  int part;     /* for a group: the part that was hit, from 1; else 0 */
  int count;    /* for a grid: the number of cells of the group that are not empty. Else 0: then the
                   fields below are not written */
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

/* Finds the nearest hit, the one with the least t. If t is equal, the lower index comes first, then
 * the lower part. Writes *hit on a hit. If `hit` is NULL, the first hit found ends the cast.
 *
 * A cast at a grid visits the cells of a walk, group by group, and hits those that are not empty. A
 * segment visits the cells that collide_walk_next gives. A ray is a walk without end, and a line is
 * a walk from infinitely far away. So cells are half-open: a line along the upper side of a cell
 * does not hit it, unless COLLIDE_CELLS_CLOSED is set or the grid has shapes. Large empty blocks
 * take few steps. The start and the end may lie anywhere, even where collide_cell_at returns 0. */
collide_answer collide_cast_at(const collide_cast *cast, const collide_target *target,
                               collide_target_hit *hit);

/* Calls `take` with each hit until it returns 0. Returns COLLIDE_YES if there was a hit. A shape
 * has one hit, a grid one for each cell, a mesh one for each triangle, and a group the hits of its
 * parts. Hits come in the order of the members, and within a grid or mesh in the order of t. */
collide_answer collide_cast_all(const collide_cast *cast, const collide_target *target,
                                int (*take)(void *user, const collide_target_hit *hit), void *user);

#include "end.h"

#endif
