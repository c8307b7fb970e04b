/* SPDX-License-Identifier: MIT
 *
 * The limit of a voxelizer: an upper bound, found in advance, on the cells that triangles touch,
 * and a bound on memory.
 */
#ifndef COLLIDE_VOXEL_LIMIT_H
#define COLLIDE_VOXEL_LIMIT_H

#include "voxel.h"

/* An upper bound on the cells that the closed triangle touches. For a rule that is not open. */
double ci_voxel_triangle_most(const voxel_rule *rule, const double *const corner[3],
                              const voxel_point *const point[3]);

/* Returns COLLIDE_ERROR_LIMIT if the triangles touch too many cells. */
collide_error ci_voxel_limit_cells(collide_voxelizer *v);

#endif
