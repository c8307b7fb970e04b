/* SPDX-License-Identifier: MIT
 *
 * A test for a ball or capsule that surely stays on one side of the plane of a mesh's triangle.
 */
#ifndef COLLIDE_MESH_BESIDE_H
#define COLLIDE_MESH_BESIDE_H

#include "../number/fp.h"

#include "mesh.h"

/* In units of the sum of all lengths, u = 2^-53 for each rounding: the difference of an end and a
 * corner is off by 4 u, the unit normal by 8 u, their product by 3 u, and the product with the
 * displacement by as much. Together that is below 40 u, which is less than 2^-47. A triangle in the
 * world is rounded by one u more. 2^-40 is far more than enough, and less than any height that
 * matters. */
#ifndef BESIDE_SLACK
#define BESIDE_SLACK 9.094947017729282e-13
#endif

typedef struct mesh_beside {
  double p[2][3]; /* the ends of the core, in the mesh's own frame */
  double radius, slack;
} mesh_beside;

/* Returns 0 for shapes and meshes that the test does not support. */
int ci_mesh_beside(mesh_beside *s, const collide_mesh *mesh, const collide_shape *shape);

/* The heights of the two ends over the plane. */
static inline void mesh_heights(const mesh_beside *s, const double corner[3], const double n[3],
                                double *low, double *high) {
  double h = 0, k = 0;
  int i;
  for (i = 0; i < 3; i++) {
    h += n[i] * (s->p[0][i] - corner[i]);
    k += n[i] * (s->p[1][i] - corner[i]);
  }
  *low = h < k ? h : k;
  *high = h < k ? k : h;
}

/* Tests the shape at the start, and after a displacement by which its heights grow by `way`. The
 * unit normal of a triangle without area is 0, which separates nothing. */
static inline int mesh_is_beside(const mesh_beside *s, const double corner[3], const double n[3],
                                 double way) {
  double low, high, least = s->radius + s->slack;
  mesh_heights(s, corner, n, &low, &high);
  if (way < 0 ? low + way > least : low > least) return 1;
  return way > 0 ? high + way < -least : high < -least;
}

/* Returns 1 if, at the start, the shape reaches to both sides of the plane by more than `least`,
 * except for rounding. */
static inline int mesh_reaches_through(const mesh_beside *s, const double corner[3],
                                       const double n[3], double least) {
  double low, high;
  mesh_heights(s, corner, n, &low, &high);
  return low - s->radius < -least && high + s->radius > least;
}

#endif
