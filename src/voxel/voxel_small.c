/* SPDX-License-Identifier: MIT
 *
 * Triangles whose bounds touch at most two layers of cells along each axis, as most
 * triangles of a fine mesh do. Let p be the point where the boundaries between these layers
 * cross. The other boundaries of the cells are beyond the triangle, so the cells may be
 * taken for the octants around p, and their projections for the quadrants around p, both
 * unbounded. An edge separates the triangle from exactly one quadrant if p is on the outer side of
 * the edge, the quadrant that its outer normal points into, and from none otherwise; the plane
 * separates it from exactly one octant. So 9 + 1 signs and the bounds decide all.
 */
#include "voxel.h"
#include "../number/scalar.h"

/* What these signs are taken of must exceed this many doubts (VOXEL_DOUBT): a side
 * 1 * (d_u + d_v), an area 4 * (d_u + d_v), the height of the plane 8 * (d_x + d_y + d_z) times it.
 *
 * A coordinate from p is at most 1 and off by 3/16 d + 1/8 d and a rounding, which is here
 * d / 64 of 1: 0.33 d. A component of an edge is at most 2 and off by 6/16 d + 4/64 d = 0.44 d. So
 * a side, e_v u - e_u v, is off by (0.44 + 2 * 0.33) (d_u + d_v) and by roundings of 8 u
 * <= (d_u + d_v) / 16: 1.17. An area, the sum of three sides, is off by 3.7; the height, n . p,
 * where a component of n is at most 4, by 2 * 3.7 + 4 * 0.33 and roundings, 8.9. These ask
 * for 1.17, 0.93 and 1.12.
 *
 * A side needs more, because the quadrant is chosen by the signs of e_u and e_v, which may be
 * wrong where that component is within 0.44 d of 0. If it is wrong for e_v, say, and the true
 * side is more than 0.44 d_v >= |e_v|, then the line of the edge remains on one side of p's
 * boundary across v, over all of the two cells along u; so the triangle, on the far side of
 * it, does not touch one of the two layers along v, which contradicts its bounds: this does not
 * happen. So 1.17 + 0.44 = 1.61 is needed. 2 is used. */
#ifndef SMALL_SIDE
#define SMALL_SIDE 2
#endif

/* One edge in a view, from p. */
typedef struct edge {
  double u, v; /* its displacement */
  double side; /* 2 x the area with p, positive when p is to the left */
} edge;

static CELLS_INLINE edge edge_of(double u, double v, double next_u, double next_v) {
  edge e;
  e.u = next_u - u;
  e.v = next_v - v;
  e.side = e.v * u - e.u * v;
  return e;
}

/* The quadrant that the edge separates from the triangle, as a bit: 1 for low u and low v, 2 for
 * high u, 4 and 8 for high v; 0 if p is inside. `left`: the inside is to the left. */
static CELLS_INLINE unsigned parted(const edge *e, unsigned left) {
  unsigned outside = (unsigned)(e->side > 0) ^ left;
  unsigned high_u = (unsigned)(e->v > 0) ^ left ^ 1, high_v = (unsigned)(e->u > 0) ^ left;
  return outside << (high_u + 2 * high_v);
}

/* The projection along an axis: the separated quadrants, and the normal's component along it.
 * *least becomes the least value compared with SMALL_SIDE, if it is smaller. */
static CELLS_INLINE unsigned project_along(const double u[3], const double v[3], double *normal,
                                           double *least) {
  edge a = edge_of(u[0], v[0], u[1], v[1]), b = edge_of(u[1], v[1], u[2], v[2]);
  edge c = edge_of(u[2], v[2], u[0], v[0]);
  double area = a.side + b.side + c.side;
  unsigned left = area > 0;
  *normal = area;
  *least = lesser(
      *least, lesser(lesser(fabs(a.side), fabs(b.side)), lesser(fabs(c.side), 0.25 * fabs(area))));
  return parted(&a, left) | parted(&b, left) | parted(&c, left);
}

/* The octants in given quadrants of the three projections, of y and z, z and x, x and y. */
static CELLS_INLINE unsigned spread(unsigned along_x, unsigned along_y, unsigned along_z) {
  static const unsigned char x[16] = {0x00, 0x03, 0x0c, 0x0f, 0x30, 0x33, 0x3c, 0x3f,
                                      0xc0, 0xc3, 0xcc, 0xcf, 0xf0, 0xf3, 0xfc, 0xff};
  static const unsigned char y[16] = {0x00, 0x05, 0x50, 0x55, 0x0a, 0x0f, 0x5a, 0x5f,
                                      0xa0, 0xa5, 0xf0, 0xf5, 0xaa, 0xaf, 0xfa, 0xff};
  return x[along_x] | (unsigned)y[along_y] | along_z * 0x11;
}

/* Two layers along u and v, one along the third axis. */
static inline unsigned quadrants(const voxel_triangle *t, int u, int v) {
  double at[2][3], normal, least = 1e300;
  unsigned gone;
  int k;
  for (k = 0; k < 3; k++) {
    at[0][k] = t->at[u][k] - 1;
    at[1][k] = t->at[v][k] - 1;
  }
  gone = project_along(at[0], at[1], &normal, &least);
  return least > SMALL_SIDE * (t->doubt[u] + t->doubt[v]) ? 15 & ~gone : 0;
}

/* Two layers along all axes. */
static inline unsigned octants(const voxel_triangle *t) {
  double at[3][3], normal[3], least = 1e300, height;
  unsigned gone, above, i;
  for (i = 0; i < 3; i++) {
    at[i][0] = t->at[i][0] - 1;
    at[i][1] = t->at[i][1] - 1;
    at[i][2] = t->at[i][2] - 1;
  }
  gone = spread(project_along(at[1], at[2], &normal[0], &least),
                project_along(at[2], at[0], &normal[1], &least),
                project_along(at[0], at[1], &normal[2], &least));
  height = -(normal[0] * at[0][0] + normal[1] * at[1][0] + normal[2] * at[2][0]);
  if (!(lesser(least, fabs(height) / 8) > SMALL_SIDE * (t->doubt[0] + t->doubt[1] + t->doubt[2])))
    return 0;
  above = height > 0;
  for (i = 0; i < 3; i++) above |= ((unsigned)(normal[i] > 0) ^ (above & 1) ^ 1) << (i + 1);
  return 255 & ~(gone | 1U << (above >> 1));
}

unsigned ci_voxel_octants(const voxel_triangle *t) {
  /* For quadrants of y and z, and of x and z, the octants whose third coordinate is low. */
  static const unsigned char yz[16] = {0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15,
                                       0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55};
  static const unsigned char xz[16] = {0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x12, 0x13,
                                       0x20, 0x21, 0x22, 0x23, 0x30, 0x31, 0x32, 0x33};
  switch ((t->width[0] - 1) | (t->width[1] - 1) << 1 | (t->width[2] - 1) << 2) {
  case 0:
    return 0x01;
  case 1:
    return 0x03;
  case 2:
    return 0x05;
  case 3:
    return quadrants(t, 0, 1);
  case 4:
    return 0x11;
  case 5:
    return xz[quadrants(t, 0, 2)];
  case 6:
    return yz[quadrants(t, 1, 2)];
  default:
    return octants(t);
  }
}
