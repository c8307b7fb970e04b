/* SPDX-License-Identifier: MIT
 *
 * Meshes: many triangles as one shape. Part of collide.h, whose opening comment applies here too.
 */
#ifndef COLLIDE_MESH_API_H
#define COLLIDE_MESH_API_H

#include "cast.h"
#include "voxel.h"
#include "begin.h"

/* The data of a mesh: its triangles and their BVH. It never changes. Any number of meshes may
 * share it, each with a pose of its own. Several threads may query it at the same time. It takes at
 * most 100 bytes for each triangle and 24 for each vertex. */
typedef struct collide_mesh_data collide_mesh_data;

/* Welds vertices: moves each to the first vertex before it that was not moved and lies within the
 * distance, if there is one. This closes models that are made by sine and cosine. Exact. The time
 * is in proportion to `count`. Coordinates must be finite. Returns COLLIDE_OK, or
 * COLLIDE_ERROR_LIMIT if the distance is neither 0 nor from 1e-70 to 1e70, or for 2^32 vertices, or
 * COLLIDE_ERROR_MEMORY. */
collide_error collide_weld(double *vertices, size_t count, double distance, collide_alloc alloc,
                           void *user);

/* Copies the triangles, also degenerate ones. The time is O(n log n) for n triangles. During
 * the call it needs about 110 more bytes for each triangle. Memory comes from `alloc`, or from
 * realloc and free if `alloc` is NULL.
 *
 * Returns COLLIDE_OK and writes *data, or returns
 *   COLLIDE_ERROR_MESH_INDEX   and *place is the triangle, from 0,
 *   COLLIDE_ERROR_MESH_FINITE  and *place is the vertex, from 0,
 *   COLLIDE_ERROR_SIZE         if a coordinate is above 1e150, and *place is the vertex, from 0,
 *   COLLIDE_ERROR_LIMIT        if there is no triangle, or more than 2^27,
 *   COLLIDE_ERROR_MEMORY       if there is not enough memory.
 * `place` may be NULL. */
collide_error collide_mesh_data_new(collide_mesh_data **data, const collide_triangles *triangles,
                                    collide_alloc alloc, void *user, size_t *place);

/* Heights of corners in a grid: terrain. Corner (x, z), counted from 0, is at
 * (x size[0], heights[z columns + x] size[1], z size[2]). The cell at (x, z) is cut along the
 * diagonal from there to corner (x + 1, z + 1). Its number is c = z (columns - 1) + x. Its triangle
 * 2 c has the corner (x, z + 1), and 2 c + 1 has (x + 1, z). Their normals go up along y. */
typedef struct collide_heights {
  const double *heights;
  size_t columns, rows;
  double size[3];
} collide_heights;

/* The same as collide_mesh_data_new for the triangles of a terrain. Takes about 20 bytes for each
 * triangle, and the time is O(n). Returns COLLIDE_OK, or
 * COLLIDE_ERROR_SIZE if a size is not above 0, or if a coordinate is above 1e150 or not finite; for
 * a coordinate *place is the corner, from 0. Or
 * COLLIDE_ERROR_LIMIT for fewer than 2 rows or columns, or more than 2^26 cells, or
 * COLLIDE_ERROR_MEMORY. */
collide_error collide_mesh_data_new_heights(collide_mesh_data **data,
                                            const collide_heights *heights, collide_alloc alloc,
                                            void *user, size_t *place);
/* NULL is allowed. */
void collide_mesh_data_free(collide_mesh_data *data);

/* Returns COLLIDE_OK if an even number of triangles meets at every edge. Vertices with equal
 * coordinates count as one. A triangle with two equal corners does not count. Otherwise returns
 * COLLIDE_ERROR_MESH_NOT_CLOSED and writes the vertices of one open edge to `edge`, which may be
 * NULL. May return COLLIDE_ERROR_MEMORY. The first call stores the result in the data, and only
 * that call takes time and memory. */
collide_error collide_mesh_data_check_closed(collide_mesh_data *data, uint32_t edge[2]);

/* A mesh in a pose. It may be copied. The data must live as long as queries read it. A mesh is the
 * set of its posed triangles, with the same bits as collide_make_triangle and collide_set_pose
 * give. Read it freely, write only `hollow`. */
typedef struct collide_mesh {
  const collide_mesh_data *data;
  int hollow;
  collide_frame_kind frame;
  unsigned changes;
  double position[3];
  collide_turned turned; /* when frame is COLLIDE_LINEAR */
  double reach;     /* an upper bound on the coordinates of corners, relative to the position */
  double margin[3]; /* an upper bound on the rounding of corners, in the mesh's own frame */
} collide_mesh;

/* Makes a mesh without a pose. */
void collide_make_mesh(collide_mesh *mesh, const collide_mesh_data *data);
/* Gives the mesh a pose. Returns COLLIDE_OK, or one of COLLIDE_ERROR_POSE_... On an error the mesh
 * does not change. The time does not depend on the number of triangles. */
collide_error collide_mesh_set_pose(collide_mesh *mesh, const collide_pose *pose);
collide_error collide_mesh_set_position(collide_mesh *mesh, const double position[3]);

/* Triangle `number`, from 0, with the mesh's pose. */
void collide_mesh_triangle(const collide_mesh *mesh, int number, collide_shape *triangle);
/* The vertices and triangles of a mesh with its pose, in their order, as collide_surface_triangles
 * writes them. A pose that mirrors exchanges the second and third corner of each triangle, so that
 * the outside stays outside. */
collide_surface collide_mesh_surface(const collide_mesh *mesh, double *vertices,
                                     uint32_t *triangles);

#include "end.h"

#endif
