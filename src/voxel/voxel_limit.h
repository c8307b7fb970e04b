/* SPDX-License-Identifier: MIT
 *
 * The limit of a voxelizer: an upper bound on the cells that triangles touch, found in advance, and
 * a bound on memory.
 */
#ifndef COLLIDE_VOXEL_LIMIT_H
#define COLLIDE_VOXEL_LIMIT_H

#include "voxel.h"

/* An upper bound on the cells that the closed triangle touches. For a rule that is not open. */
double ci_voxel_triangle_most(const voxel_rule *rule, const double *const corner[3],
                              const voxel_point *const point[3]);

/* Call it after the vertices are placed. Estimates all triangles or a sample. For a sample, v->room
 * is the number of cells that the bounds of further triangles may have; when it is used up, call
 * ci_voxel_make_room. */
collide_error ci_voxel_limit_begin(collide_voxelizer *v);
/* Estimates all triangles. Returns 0 and sets the error if they touch too many cells, or if the
 * work is stopped. */
int ci_voxel_make_room(collide_voxelizer *v);
/* Call it after COLLIDE_ERROR_LIMIT. If the memory reached its limit, it finds cell sizes that keep
 * within it. Returns the error, which differs if the work is stopped. */
collide_error ci_voxel_limit_explain(collide_voxelizer *v);

/* The number of cells in a triangle's bounds, or an upper bound if they are many. */
static inline int64_t voxel_bounds_count(const voxel_triangle *t) {
  if ((t->width[0] | t->width[1] | t->width[2]) >= 1 << 20) return INT64_MAX;
  return t->width[0] * t->width[1] * t->width[2];
}

#endif
