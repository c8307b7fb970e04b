/* SPDX-License-Identifier: MIT
 *
 * A triangle of a mesh and its seams, for the normals of contacts: see mesh_edges.c.
 */
#ifndef COLLIDE_MESH_EDGES_H
#define COLLIDE_MESH_EDGES_H

#include "mesh.h"

/* Lengths that differ by less than this part of the sizes count as equal. */
#define SEAM_EQUAL 9.094947017729282e-13 /* 2^-40 */

typedef struct mesh_edges {
  const collide_shape *triangle;
  double corners[3][3]; /* relative to the triangle's position */
  const double *unit;
  unsigned open; /* the edges that are not seams, on the contact's side */
} mesh_edges;

/* Returns 0 for a triangle without area. No edge is a seam yet. */
int ci_mesh_edges_begin(mesh_edges *edges, const collide_shape *triangle);
/* `seams` is from ci_mesh_seams. `side` is above 0 where the triangle's corners are
 * counterclockwise. */
void ci_mesh_edges_open(mesh_edges *edges, const collide_mesh *mesh, unsigned seams, double side);
/* The side of a shape with the contact normal n, 1 or -1 as above. If n does not decide, the side
 * of `middle` counts, a point in the shape. */
double ci_mesh_side(const mesh_edges *edges, const double n[3], const double middle[3]);
/* The sum of the sides of a box around the triangle and the box between two corners. */
double ci_mesh_edges_size(const mesh_edges *edges, const double low[3], const double high[3]);
/* The corners that lie farthest along n, as bits. */
unsigned ci_mesh_farthest(const mesh_edges *edges, const double n[3]);
/* Returns 1 if the normal belongs to the face, to an edge that is not a seam, or to a corner
 * between two such edges. */
int ci_mesh_is_proper(const mesh_edges *edges, const double n[3]);
/* Makes the triangle that extends by `far` beyond its seams. Returns 0 if all edges are seams, or
 * none. */
int ci_mesh_extend(const mesh_edges *edges, double far, collide_shape *triangle);

#endif
