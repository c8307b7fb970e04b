/* SPDX-License-Identifier: MIT
 *
 * Meshes: many triangles as one shape. Part of collide.h, whose opening comment applies here too.
 */
#ifndef COLLIDE_MESH_API_H
#define COLLIDE_MESH_API_H

#include "cast.h"
#include "voxel.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* even where the including file hides its names */
#endif

/* The triangles of a mesh and what finds them quickly. It never changes, and any number of
 * collide_mesh_shape may use it, each with a pose of its own. Several threads may ask it at the
 * same time. It takes at most 100 bytes a triangle beside 24 for each vertex. */
typedef struct collide_trimesh collide_trimesh;

/* Copies the mesh; degenerate triangles stay. Takes n log n time, and while it works some 110 bytes
 * a triangle more. Memory comes from `alloc`, or realloc and free if that is NULL. Returns
 * COLLIDE_OK and writes *trimesh; or COLLIDE_ERROR_MESH_INDEX, and *place is the triangle, from 0;
 * COLLIDE_ERROR_MESH_FINITE or COLLIDE_ERROR_SIZE (a coordinate above 1e150), and *place is the
 * vertex; COLLIDE_ERROR_LIMIT for no triangle or more than 2^27; COLLIDE_ERROR_MEMORY. `place` may
 * be NULL. */
collide_error collide_trimesh_new(collide_trimesh **trimesh, const collide_mesh *mesh,
                                  collide_alloc alloc, void *user, size_t *place);
/* NULL is allowed. */
void collide_trimesh_free(collide_trimesh *trimesh);

int collide_trimesh_count(const collide_trimesh *trimesh);
/* The bytes that it takes. */
size_t collide_trimesh_bytes(const collide_trimesh *trimesh);
/* The indices of the corners of triangle `number`, from 0, and the vertices themselves. */
void collide_trimesh_corners(const collide_trimesh *trimesh, int number, uint32_t corners[3]);
const double *collide_trimesh_vertex(const collide_trimesh *trimesh, uint32_t index);

/* COLLIDE_OK when an even number of triangles meets at every edge; vertices at the same place are
 * one here. Else COLLIDE_ERROR_MESH_NOT_CLOSED, and edge has the indices of the two vertices of one
 * edge (NULL is allowed); or COLLIDE_ERROR_MEMORY. A triangle with two corners at one place counts
 * for nothing. What is found is kept, so that only the first call takes time and memory; so that
 * call changes the trimesh. */
collide_error collide_trimesh_check_closed(collide_trimesh *trimesh, uint32_t edge[2]);

/* A mesh in a pose. It may be copied; trimesh has to live as long as it is asked. A posed mesh is
 * the set of its triangles, each with that pose: as collide_make_triangle and collide_set_pose make
 * them, to the last bit. Read it freely, write only `hollow`. */
typedef struct collide_mesh_shape {
  const collide_trimesh *trimesh;
  int hollow;
  collide_frame_kind frame;
  unsigned changes;
  double position[3];
  collide_turned turned; /* when frame is COLLIDE_LINEAR */
  double reach;          /* no coordinate of a corner less the position is greater */
  double margin[3];      /* how far the rounding of corners may move them in the own frame */
} collide_mesh_shape;

/* Unposed. */
void collide_make_mesh(collide_mesh_shape *mesh, const collide_trimesh *trimesh);
/* COLLIDE_OK, or one of COLLIDE_ERROR_POSE_...; then the mesh is as it was. Takes no time in
 * proportion to the triangles. */
collide_error collide_mesh_set_pose(collide_mesh_shape *mesh, const collide_pose *pose);
collide_error collide_mesh_set_position(collide_mesh_shape *mesh, const double position[3]);

/* Triangle `number`, from 0, with the mesh's pose. */
void collide_mesh_triangle(const collide_mesh_shape *mesh, int number, collide_shape *triangle);
/* Writes 9 numbers for each triangle: all of them as they stand in the world, ready for
 * collide_voxelize, a mesh whose `triangles` are NULL. In a pose that mirrors, the second and third
 * corner of each change places, so that what was outside stays outside. */
void collide_mesh_corners(const collide_mesh_shape *mesh, double *corners);
/* The smallest box with sides along the axes that holds the bounds of all triangles, as
 * collide_bounds has them. Of a turned mesh that takes a search in its tree, for as many triangles
 * as are near the sides of the box. */
void collide_mesh_bounds(const collide_mesh_shape *mesh, double min[3], double max[3]);
/* The least and the greatest of axis . p over all triangles, as collide_project has them, by such a
 * search. */
void collide_mesh_project(const collide_mesh_shape *mesh, const double axis[3], double *lowest,
                          double *highest);

/* Is the point on a triangle, or does a ray from it leave the mesh through an odd number of them?
 * Exact. Only for a trimesh that is closed; the caller makes sure of that. */
int collide_mesh_contains(const collide_mesh_shape *mesh, const double point[3]);

/* Calls `take` with the number of each triangle that overlaps a shape of three dimensions, in no
 * stated order, until it returns 0. Returns 1, or COLLIDE_UNSUPPORTED as collide_overlap does. */
int collide_mesh_triangles_in(const collide_mesh_shape *mesh, const collide_shape *shape,
                              int (*take)(void *user, int number), void *user);

/* Calls `take` with each triangle that may overlap the box, and perhaps with others that are near;
 * as above. */
void collide_mesh_near_box(const collide_mesh_shape *mesh, const double min[3], const double max[3],
                           int (*take)(void *user, int number), void *user);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
