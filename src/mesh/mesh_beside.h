/* SPDX-License-Identifier: MIT
 *
 * Does a ball or capsule surely stay on one side of the plane of a mesh's triangle?
 */
#ifndef COLLIDE_MESH_BESIDE_H
#define COLLIDE_MESH_BESIDE_H

#include "../number/fp.h"

#include "mesh.h"

/* In units of the sum of all lengths, u = 2^-53 each of whose roundings counts: a coordinate of an
 * end less a corner is off by 4 u, the unit normal by 8 u, their product by 3 u, and that of the
 * way by as much; together below 40 u, which is 2^-47. A triangle in the world is rounded by one u
 * more. 2^-40 is far more than enough, and less than any height that matters. */
#ifndef BESIDE_SLACK
#define BESIDE_SLACK 9.094947017729282e-13
#endif

typedef struct mesh_beside {
  double p[2][3]; /* the ends of the core, in the mesh's own frame */
  double radius, slack;
} mesh_beside;

/* Returns 0 for shapes and meshes that this is not about. */
int ci_mesh_beside(mesh_beside *s, const collide_mesh_shape *mesh, const collide_shape *shape);

/* Of the ends over the plane. */
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

/* At the start, and after it has moved so that its heights grow by `way`. The unit normal of a
 * triangle without area is 0, which is beside nothing. */
static inline int mesh_is_beside(const mesh_beside *s, const double corner[3], const double n[3],
                                 double way) {
  double low, high, least = s->radius + s->slack;
  mesh_heights(s, corner, n, &low, &high);
  if (way < 0 ? low + way > least : low > least) return 1;
  return way > 0 ? high + way < -least : high < -least;
}

/* At the start, does it reach to both sides of the plane by more than `least`, but for rounding? */
static inline int mesh_reaches_through(const mesh_beside *s, const double corner[3],
                                       const double n[3], double least) {
  double low, high;
  mesh_heights(s, corner, n, &low, &high);
  return low - s->radius < -least && high + s->radius > least;
}

#endif
