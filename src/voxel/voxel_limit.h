/* SPDX-License-Identifier: MIT
 *
 * The limit of a voxelizer: on the cells that triangles touch, by a bound that is found in advance,
 * and on memory.
 */
#ifndef COLLIDE_VOXEL_LIMIT_H
#define COLLIDE_VOXEL_LIMIT_H

#include "voxel.h"

/* At least as many as the closed triangle touches. For a rule that is not open. */
double ci_voxel_triangle_most(const voxel_rule *rule, const double *const corner[3],
                              const voxel_point *const point[3]);

/* To be called when vertices are placed. Estimates all triangles, or a sample of them: then
 * v->room becomes how many cells their bounds may have, and ci_voxel_make_room has to be called
 * when these are used up. */
collide_error ci_voxel_limit_begin(collide_voxelizer *v);
/* Estimates all triangles. Returns 0 and sets the error if they touch too many cells, or the work
 * is to stop. */
int ci_voxel_make_room(collide_voxelizer *v);
/* To be called after COLLIDE_ERROR_LIMIT: if it was memory that reached its limit, finds the sizes
 * with which it would do. Returns the error, which is another one if the work is to stop. */
collide_error ci_voxel_limit_explain(collide_voxelizer *v);

/* How many cells there are in a triangle's bounds, or more if these are many. */
static inline int64_t voxel_bounds_count(const voxel_triangle *t) {
  if ((t->width[0] | t->width[1] | t->width[2]) >= 1 << 20) return INT64_MAX;
  return t->width[0] * t->width[1] * t->width[2];
}

#endif
