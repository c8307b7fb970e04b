/* SPDX-License-Identifier: MIT
 *
 * The door of this room: meshes of triangles with a tree. collide/mesh.h has what is public.
 *
 * A triangle has a number, as given, and a place, in the order of the tree.
 */
#ifndef COLLIDE_MESH_H
#define COLLIDE_MESH_H

#include "../collide.h"
#include "../tree/tree.h"

/* What belongs to a triangle, side by side in memory because a cast that hits it reads all of it.
 */
typedef struct mesh_face {
  double unit[3]; /* the normal, as collide_facet has it */
  uint32_t corners[3];
  int32_t number;
} mesh_face;

struct collide_trimesh {
  tree_memory memory;
  size_t vertices;
  double *points;    /* x, y and z of each vertex */
  int32_t triangles; /* how many */
  mesh_face *faces;  /* by place */
  float *floats;     /* corners in the tree's coordinates, see mesh_sift.c */
  int32_t *place;    /* by number */
  double reach[3];   /* the largest absolute coordinate along each axis */
  wide_tree tree;
  int closed; /* 1 or -1 when that is known, else 0; then `edge` is where it is not */
  uint32_t edge[2];
};

static inline const double *ci_mesh_corner(const collide_trimesh *t, const mesh_face *face, int k) {
  return t->points + 3 * (size_t)face->corners[k];
}

/* A trimesh without triangles, which nothing meets: what takes the place of one that was freed. */
extern const collide_trimesh ci_trimesh_none;

/* Writes a triangle whose corners and unit normal are right: enough for what the short way of casts
 * reads, and for exact decisions. To measure in the exact way, call ci_triangle_set_normal. */
void ci_mesh_place(const collide_mesh_shape *mesh, int32_t place, collide_shape *triangle);
/* Has the shape a test with triangles? */
int ci_mesh_has_test(const collide_shape *shape);

/* A vertex in the world, as collide_point has a corner there. */
void ci_mesh_vertex(const collide_mesh_shape *mesh, size_t index, double point[3]);

/* A box that holds the mesh, in constant time: of a turned mesh that of its turned box. */
void ci_mesh_box(const collide_mesh_shape *mesh, double min[3], double max[3]);

/* The cast in the mesh's own frame. */
void ci_mesh_line(const collide_mesh_shape *mesh, const collide_cast *cast, tree_line *line);
/* Names triangles, by place, that the cast may hit. For `view` see ci_wide_line. */
int ci_mesh_walk(const collide_mesh_shape *mesh, const tree_line *line, double latest,
                 wide_take take, void *user, wide_view *view);

/* ---- Sieves ------------------------------------------------------------------------------ */

/* Looking along a line at a mesh: what ci_mesh_sift needs. */
typedef struct mesh_sieve {
  int axis[3];        /* the line goes farthest along the last one */
  float shear[2];     /* the point p is seen at p[axis[i]] - shear[i] p[axis[2]] - base[i] */
  float base[2];      /* where the line itself is seen at 0, 0 */
  float by_size, add; /* of the margin */
} mesh_sieve;

/* Floats in all; see ci_mesh_float. */
size_t ci_mesh_floats(int32_t triangles);
/* Writes the floats of triangles from `first` on, which lie in one leaf. */
void ci_mesh_set_floats(collide_trimesh *t, int32_t first, int32_t count);
/* The view is known. Returns 0 where the sieve would hold nothing back. */
int ci_mesh_make_sieve(mesh_sieve *sieve, const wide_view *view);
/* A bit for each triangle of a leaf, from its first on, that the line may meet. */
unsigned ci_mesh_sift(const mesh_sieve *sieve, const float *floats, int32_t count);

/* Across which edges of a triangle, named by its place, the mesh goes on flat or hollow: bit k for
 * edge k, from corner k to the next, as seen from the side where the own corners are
 * counterclockwise; bit 3 + k as seen from the other side. A neighbour has two corners at the same
 * places. 0 for a triangle without area. */
unsigned ci_mesh_seams(const collide_trimesh *mesh, int32_t place);

/* What a cast hits: written to *hit are hit, triangle, `count` and `number`; see target.h. */
typedef struct mesh_hit {
  collide_hit hit;
  int32_t number;
} mesh_hit;

int ci_mesh_any(const collide_mesh_shape *mesh, const collide_cast *cast);
/* The nearest with t <= latest, ties to the lower number; with `after` not NULL, of those that come
 * after that one in the order of t, then of numbers. Only t and number of `after` are read. */
int ci_mesh_nearest(const collide_mesh_shape *mesh, const collide_cast *cast, double latest,
                    const mesh_hit *after, mesh_hit *best);

#endif
