/* SPDX-License-Identifier: MIT
 *
 * Shared declarations for whole meshes: their corners, the inside of closed ones, the triangles of
 * each cell, and the limit of cells and memory.
 */
#ifndef COLLIDE_VOXEL_SOLID_H
#define COLLIDE_VOXEL_SOLID_H

#include "voxel.h"
#include "voxel_pen.h"

/* Too large for the stack. */
typedef struct voxel_tools {
  voxel_pen pen;
  voxel_windows windows;
} voxel_tools;

/* Memory from the grid's allocator, or NULL. */
void *ci_voxel_take_memory(const collide_voxelizer *v, size_t count, size_t size);
void ci_voxel_give_memory(const collide_voxelizer *v, void *block, size_t count, size_t size);

/* The vertex that is kept for a vertex. */
static inline size_t voxel_kept(const collide_voxelizer *v, size_t vertex) {
  return v->kept != NULL ? v->kept[vertex] : vertex;
}

/* The vertex numbers of a triangle. */
static inline void voxel_corners(const collide_triangles *mesh, size_t triangle, size_t vertex[3]) {
  int i;
  for (i = 0; i < 3; i++)
    vertex[i] = mesh->triangles != NULL ? mesh->triangles[3 * triangle + (size_t)i]
                                        : 3 * triangle + (size_t)i;
}

/* The corners of a triangle. `own` has room for their places, if these are not stored. */
static inline void voxel_get_corners(const collide_voxelizer *v, const voxel_rule *rule,
                                     size_t triangle, const double *corner[3],
                                     const voxel_point *point[3], voxel_point own[3]) {
  const voxel_point *points = (const voxel_point *)v->points;
  size_t vertex[3];
  int i;
  voxel_corners(&v->mesh, triangle, vertex);
  for (i = 0; i < 3; i++) {
    size_t kept = voxel_kept(v, vertex[i]);
    corner[i] = v->mesh.vertices + 3 * kept;
    point[i] = points != NULL ? &points[kept] : &own[i];
    if (points == NULL) (void)ci_voxel_locate(rule, corner[i], &own[i]);
  }
}

/* Sets v->kept. */
collide_error ci_voxel_weld(collide_voxelizer *v);

collide_error ci_voxel_solid_begin(collide_voxelizer *v);
/* An upper bound on the bytes of the crossings of this many rows, while they are sorted. */
double ci_voxel_solid_bytes(double rows);
/* Continues until v->done is `end`. */
collide_error ci_voxel_solid_step(collide_voxelizer *v, size_t end);
void ci_voxel_solid_end(collide_voxelizer *v);

/* ---- The limit ------------------------------------------------------------------------------- */

/* An upper bound on the cells that the closed triangle touches. For a rule that is not open. */
double ci_voxel_triangle_most(const voxel_rule *rule, const double *const corner[3],
                              const voxel_point *const point[3]);

/* Returns COLLIDE_ERROR_LIMIT if the triangles touch too many cells. */
collide_error ci_voxel_limit_cells(collide_voxelizer *v);

#endif
