/* SPDX-License-Identifier: MIT
 *
 * Hidden faces: the normals of contacts and hits with one element of a target.
 *
 * An element is a cell of a grid, a part of a cell, or a triangle of a mesh. Its neighbours
 * continue the target beyond some of its faces, or beyond some edges of a triangle: these are
 * covered. The corners that lie farthest along a normal are the place of the contact.
 *
 * One rule: a normal counts unless one covered face holds all these corners. A normal that does not
 * count crosses a neighbour, so a direction between faces that are not covered replaces it.
 *
 * Each kind of element says which of its faces are covered and in which directions a shape may
 * leave it: boxes, tiles of the plane and solids in hidden_cells.c, triangles in hidden_edges.c.
 */
#ifndef COLLIDE_HIDDEN_H
#define COLLIDE_HIDDEN_H

#include "../number/vector.h"
#include "proximity.h"
#include "sweep_target.h"

/* The corners of one place differ by at most this part of the element's size. The margin only
 * chooses between several true normals. */
#define HIDDEN_SAME 9.094947017729282e-13 /* 2^-40 */

/* The corners that lie farthest along n, as bits. Each has three coordinates. */
static inline unsigned hidden_corners(const double *corners, int count, const double n[3],
                                      double slack) {
  double along, most = -HUGE_VAL;
  unsigned found = 0;
  int i;
  for (i = 0; i < count; i++) {
    along = vector_dot(n, corners + 3 * i);
    if (along > most) most = along;
  }
  for (i = 0; i < count; i++) {
    along = vector_dot(n, corners + 3 * i);
    if (along >= most - slack) found |= 1U << i;
  }
  return found;
}

/* The rule for one covered face. Both are corners as bits. */
static inline int hidden_by(unsigned face, unsigned corners) {
  return (corners & ~face) == 0;
}

/* ---- Cells of grids ----------------------------------------------------------------------- */

/* The rank of a contact with a cell. */
typedef enum cell_rank {
  CELL_APART,
  CELL_PROPER, /* across faces, edges or corners that no other cell covers */
  CELL_SEAM    /* the shape only touches the cell, and only where other cells cover it */
} cell_rank;

/* The contact with one cell, as collide_target_contact gives it. */
cell_rank ci_meet_cell(const meet *m, const collide_grid *grid, const int64_t cell[3],
                       collide_push *push);
/* Gives a hit with a part of a cell a normal of the cell's uncovered faces: see collide/sweep.h. */
void ci_sweep_cell_normal(const sweep_mover *m, const cell_around *a, int part,
                          collide_sweep_hit *hit);

/* ---- Triangles of meshes ------------------------------------------------------------------ */

/* ci_meet_contact with a triangle of a mesh; `place` is its place in the mesh. */
int ci_meet_triangle(const meet *m, const collide_mesh *mesh, int32_t place,
                     const collide_shape *triangle, collide_push *push);
/* Gives a hit with a triangle whose normal is hidden the normal of a face or of another edge. */
void ci_sweep_triangle_normal(const sweep_mover *m, const collide_mesh *mesh, int32_t place,
                              const collide_shape *triangle, collide_sweep_hit *hit);

#endif
