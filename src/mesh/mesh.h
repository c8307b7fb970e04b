/* SPDX-License-Identifier: MIT
 *
 * Meshes of triangles with a BVH: the interface of this room. collide/mesh.h is the public part.
 *
 * A triangle has a number, in the order of the caller, and a place, in the order of the tree.
 */
#ifndef COLLIDE_MESH_H
#define COLLIDE_MESH_H

#include "../collide.h"
#include "../number/sort.h"
#include "../tree/tree.h"
#include "../shape/shape.h"

/* A triangle. Its fields lie together in memory because a cast that hits it reads all of them. */
typedef struct mesh_face {
  double unit[3]; /* the normal, as in collide_facet; of terrain it is not set */
  uint32_t corners[3];
  int32_t number;
} mesh_face;

struct collide_mesh_data {
  tree_memory memory;
  size_t vertices;
  double *points;        /* x, y and z of each vertex */
  int32_t triangles;     /* the number of triangles */
  mesh_face *faces;      /* by place. NULL for terrain, see mesh_cast.c, as are the next two */
  float *floats;         /* corners in the tree's coordinates, see mesh_cast.c */
  int32_t *place;        /* by number */
  int32_t columns, rows; /* of terrain: the numbers of corners along x and z */
  double reach[3];       /* the largest absolute coordinate along each axis */
  wide_tree tree;
  int closed; /* 1 if closed, -1 if not, 0 if unknown; for -1 `edge` is an open edge */
  uint32_t edge[2];
};

/* Larger coordinates would overflow normals. */
#define MESH_LARGEST 1e150

/* ---- Terrain --------------------------------------------------------------------------------- */

/* Computes the triangle at a place, without its normal. */
void ci_mesh_heights_face(const collide_mesh_data *data, int32_t place, mesh_face *face);

/* ---- Triangles ------------------------------------------------------------------------------- */

/* The triangle at a place. `room` is for a triangle of terrain. */
static inline const mesh_face *ci_mesh_face(const collide_mesh_data *t, int32_t place,
                                            mesh_face *room) {
  if (t->faces != NULL) return &t->faces[place];
  ci_mesh_heights_face(t, place, room);
  return room;
}

static inline int32_t ci_mesh_place_of(const collide_mesh_data *t, int32_t number) {
  return t->faces != NULL ? t->place[number] : number;
}

/* Sets `reach`, when the tree is made. */
void ci_mesh_measure_reach(collide_mesh_data *data);

static inline const double *ci_mesh_corner(const collide_mesh_data *t, const mesh_face *face,
                                           int k) {
  return t->points + 3 * (size_t)face->corners[k];
}

/* The unit normal of a triangle that ci_mesh_face returned. */
static inline const double *ci_mesh_unit(const collide_mesh_data *t, const mesh_face *face,
                                         mesh_face *room) {
  if (face == room)
    ci_triangle_unit(ci_mesh_corner(t, face, 0), ci_mesh_corner(t, face, 1),
                     ci_mesh_corner(t, face, 2), room->unit);
  return face->unit;
}

/* The number of triangles. */
int ci_mesh_data_count(const collide_mesh_data *data);

/* The data of a mesh without triangles. It replaces data that was freed. */
extern const collide_mesh_data ci_mesh_data_none;

/* Writes a triangle with its corners and unit normal: enough for the quick path of casts and for
 * exact decisions. Before an exact measurement, call ci_triangle_set_normal. */
void ci_mesh_place(const collide_mesh *mesh, int32_t place, collide_shape *triangle);
/* A vertex in world coordinates, with the same rounding as ci_shape_corner. */
void ci_mesh_vertex(const collide_mesh *mesh, size_t index, double point[3]);

/* A box that holds the mesh, in constant time. For a turned mesh it holds the turned box. */
void ci_mesh_box(const collide_mesh *mesh, double min[3], double max[3]);

/* ---- Sieves ---------------------------------------------------------------------------------- */

/* A sieve rejects triangles that a line surely misses, in floats; see mesh_cast.c. */
typedef struct mesh_sieve {
  int axis[3];        /* the last one is the axis along which the line goes farthest */
  float shear[2];     /* a point p is projected to p[axis[i]] - shear[i] p[axis[2]] - base[i] */
  float base[2];      /* the line itself is projected to 0, 0 */
  float by_size, add; /* the terms of the margin */
} mesh_sieve;

/* The number of floats for so many triangles. */
size_t ci_mesh_floats(int32_t triangles);
/* Writes the floats of triangles from `first` on, which lie in one leaf, to `floats`. */
void ci_mesh_set_floats(const collide_mesh_data *t, int32_t first, int32_t count, float *floats);

/* The hit of a cast, with the number of the triangle. */
typedef struct mesh_hit {
  collide_hit hit;
  int32_t number;
} mesh_hit;

int ci_mesh_any(const collide_mesh *mesh, const collide_cast *cast);
/* Finds the nearest hit with t <= latest; ties go to the lower number. With `after` not NULL, only
 * hits after that one count, in the order of t, then of numbers. Only t and number of `after` are
 * read. */
int ci_mesh_nearest(const collide_mesh *mesh, const collide_cast *cast, double latest,
                    const mesh_hit *after, mesh_hit *best);

/* ---- Welding --------------------------------------------------------------------------------- */

/* The least and the greatest distance, except 0. */
#define WELD_LEAST 1e-70
#define WELD_MOST 1e70

enum { WELD_WORK = 32 }; /* units for a vertex */

/* Sets kept[i] to the first kept vertex within the distance of vertex i, or to i, which is then
 * kept itself. Exact for differences that are 0 or from 1e-70 to 1e70. Coordinates are finite.
 * `work` gets the number of finished vertices; it may be NULL. Returns 0 if there is not enough
 * memory, or if the work is stopped. */
int ci_mesh_weld(const double *points, size_t count, double distance, uint32_t *kept,
                 const tree_memory *memory, sort_work work, void *user);
/* As collide_mesh_data_check_closed, for the vertices within this distance of one another as one.
 * The result is not stored. */
collide_error ci_mesh_check_welded(const collide_mesh_data *data, double distance,
                                   uint32_t edge[2]);

/* ---- Properties ------------------------------------------------------------------------------ */

/* The memory of the data in bytes. */
size_t ci_mesh_data_bytes(const collide_mesh_data *data);
/* The indices of the corners of triangle `number`, from 0, and the vertices themselves. */
void ci_mesh_data_corners(const collide_mesh_data *data, int number, uint32_t corners[3]);
const double *ci_mesh_data_vertex(const collide_mesh_data *data, uint32_t index);
/* Writes 9 numbers for each triangle: its corners in the world, ready for collide_voxelize, as a
 * mesh whose `triangles` are NULL. In a pose that mirrors, the second and third corner of each are
 * exchanged, so the outside stays outside. */
void ci_mesh_corners(const collide_mesh *mesh, double *corners);
/* The smallest box with sides along the axes that holds the bounds of all triangles, as
 * collide_bounds. For a turned mesh this searches the BVH, and visits the triangles near the sides
 * of the box. */
void ci_mesh_bounds(const collide_mesh *mesh, double min[3], double max[3]);
/* The least and greatest axis . p over all triangles, as collide_project, by the same search. */
void ci_mesh_project(const collide_mesh *mesh, const double axis[3], double *lowest,
                     double *highest);
/* Returns 1 if the point is on a triangle, or if a ray from it leaves the mesh through an odd
 * number of triangles. Exact. The data must be closed; the caller checks that. */
int ci_mesh_contains(const collide_mesh *mesh, const double point[3]);
/* Calls `take` with the number of each triangle that overlaps a shape of three dimensions, in no
 * stated order, until it returns 0. Returns 1, or COLLIDE_UNSUPPORTED as collide_overlap does. */
int ci_mesh_triangles_in(const collide_mesh *mesh, const collide_shape *shape,
                         int (*take)(void *user, int number), void *user);
/* As above, for each triangle that may overlap the box, and perhaps others near it. */
void ci_mesh_near_box(const collide_mesh *mesh, const double min[3], const double max[3],
                      int (*take)(void *user, int number), void *user);
/* Calls `take` with each triangle whose bound is at most `latest`, mostly nearer ones first, until
 * it returns 0. `bound` gives a lower bound on the distance to a box of the world. `take` may lower
 * *latest. */
void ci_mesh_near(const collide_mesh *mesh, tree_bound bound, double latest,
                  int (*take)(void *user, int number, double *latest), void *user);

#endif
