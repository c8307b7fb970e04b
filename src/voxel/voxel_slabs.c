/* SPDX-License-Identifier: MIT
 *
 * The crossings of a triangle's edges and plane with the lines of a grid, as exact codes. Plain
 * doubles compute them if they are certain. Otherwise the sign of orient2d, or of the plane's
 * function, at corners of nearby cells decides. In a layer of cells, the triangle's projection
 * covers an interval. Its ends are the extremes of the corners in the layer and the crossings of
 * the edges with the two lines that bound the layer.
 *
 * In the bounds below, u and v as indices are axes, w is a width and d a doubt (VOXEL_DOUBT): a
 * corner is off by 3/16 d, a boundary by 1/8 d, a rounding is at most w / 2^53 = d / 32.
 */
#include "../number/orient.h"
#include "voxel.h"

/* The error along u of the crossing of an edge with a line j across v, in units of d_u + d_v
 * |slope|. The computed edge is that of moved corners. The point of the true edge on line j
 * corresponds to a point of the moved edge that is off by 3/16 d_u and 3/16 d_v. From there to the
 * computed place of line j the edge passes over at most (3/16 + 1/8) d_v, and |slope| times that
 * along u. The compared boundary along u is off by 1/8 d_u. The roundings: slope 4 (of at most w_u,
 * since |slope * (j - v)| <= w_u), the two products with slope 2 of w_v |slope|, their sums 1 of
 * w_v |slope| and 2 of w_u: 6/32 d_u + 3/32 d_v |slope|. Together 0.5 d_u + 0.41 d_v |slope|. 1 is
 * used: it covers the terms of second order, and doubt remains rare. */
#ifndef SLABS_EDGE
#define SLABS_EDGE 1
#endif

/* The error of a component of the normal, e_u f_v - e_v f_u. e and f are differences of corners,
 * off by (6/16 + 1/32) d each. This gives 2 * 0.41 (d_u w_v + d_v w_u), and 4 roundings of w_u w_v
 * give 4/64 (d_u w_v + d_v w_u): 0.89 in units of d_u w_v + d_v w_u. 1 is used. */
#ifndef SLABS_NORMAL
#define SLABS_NORMAL 1
#endif

/* The error of the plane's crossing with a line along x, in units of S / |n_x| with S = d_x w_y w_z
 * + d_y w_x w_z + d_z w_x w_y. At the corner p of a cell, p - a is off by (3/16 + 1/8) d. The
 * plane's function n . (p - a) is off by 2 * 0.89 S for the normal (each component is multiplied by
 * the third width at most). It is off by 5/16 S for p - a, because no component of the normal is
 * greater than w_u w_v. The roundings, 2 of each step, 1 of each of the 4 products with a step and
 * sums of at most 2, 3, 4 and 5, are 22 times w_x w_y w_z / 2^53, which is at most S / 96. Together
 * 2.4. 3 is used. */
#ifndef SLABS_PLANE
#define SLABS_PLANE 3
#endif

/* A crossing with less doubt is in one of the two cells beside the nearest boundary. */
#define SLABS_NEAR 0.5

/* ---- Edges ------------------------------------------------------------------------ */

/* An edge that goes up along v crosses line j at start + j * slope. If rounding hides that it goes
 * up, the doubt is 1. */
typedef struct ramp {
  double start, slope, doubt;
} ramp;

static CELLS_INLINE ramp ramp_of(const voxel_triangle *t, const voxel_order *o, int u, int edge) {
  int from = o->corner[edge == 2], to = o->corner[edge == 1 ? 1 : 2];
  ramp r;
  r.slope = (t->at[u][to] - t->at[u][from]) * o->inverse[edge];
  r.start = t->at[u][from] - t->at[o->v][from] * r.slope;
  r.doubt = o->rise[edge] > 0 ? SLABS_EDGE * (t->doubt[u] + t->doubt[o->v] * fabs(r.slope)) : 1;
  return r;
}

/* The sign of the crossing with line j minus boundary k. The edge goes up, so points to the
 * left of it have a smaller u than the crossing. */
static int crossing_sign(const voxel_triangle *t, const voxel_order *o, int u, int edge, int64_t j,
                         int64_t k) {
  const double *from = t->corner[o->corner[edge == 2]];
  const double *to = t->corner[o->corner[edge == 1 ? 1 : 2]];
  double p[2], q[2], c[2];
  p[0] = from[u];
  p[1] = from[o->v];
  q[0] = to[u];
  q[1] = to[o->v];
  c[0] = voxel_boundary(t, u, k);
  c[1] = voxel_boundary(t, o->v, j);
  return orient2d(p, q, c);
}

static int64_t cross_exactly(const voxel_triangle *t, const voxel_order *o, int u, int edge,
                             const ramp *r, int64_t j) {
  int64_t a = t->code[u][o->corner[edge == 2]], b = t->code[u][o->corner[edge == 1 ? 1 : 2]];
  int64_t least = a < b ? a : b, most = a < b ? b : a;
  if (r->doubt < SLABS_NEAR && least < most) {
    int64_t k = (int64_t)voxel_nearest(r->start + (double)j * r->slope);
    if (2 * k >= least && 2 * k <= most) return 2 * k + crossing_sign(t, o, u, edge, j, k);
  }
  while (least < most) {
    int64_t k = ((least + 1) / 2 + most / 2) / 2;
    int sign = crossing_sign(t, o, u, edge, j, k);
    if (sign == 0) return 2 * k;
    if (sign > 0)
      least = 2 * k + 1;
    else
      most = 2 * k - 1;
  }
  return least;
}

static CELLS_INLINE int64_t cross_line(const voxel_triangle *t, const voxel_order *o, int u,
                                       int edge, const ramp *r, int64_t j) {
  double x = r->start + (double)j * r->slope, near = voxel_nearest(x), rest = x - near;
  if (r->doubt < SLABS_NEAR && fabs(rest) > r->doubt)
    return 2 * (int64_t)near + (rest > 0 ? 1 : -1);
  return cross_exactly(t, o, u, edge, r, j);
}

/* ---- Slabs -------------------------------------------------------------------------- */

void ci_voxel_order_begin(const voxel_triangle *t, int v, voxel_order *o) {
  /* The order by three comparisons: of corners 0 and 1, 1 and 2, 0 and 2. */
  static const unsigned char orders[8][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {0, 1, 2},
                                             {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const double *at = t->at[v];
  const int64_t *code = t->code[v];
  const unsigned char *order =
      orders[(code[0] > code[1]) | (code[1] > code[2]) << 1 | (code[0] > code[2]) << 2];
  int i;
  o->v = v;
  for (i = 0; i < 3; i++) {
    o->corner[i] = order[i];
    o->code[i] = code[order[i]];
  }
  o->rise[0] = at[order[2]] - at[order[0]];
  o->rise[1] = at[order[1]] - at[order[0]];
  o->rise[2] = at[order[2]] - at[order[1]];
  for (i = 0; i < 3; i++) o->inverse[i] = 1 / o->rise[i];
}

/* A covered interval, as codes. */
typedef struct cover {
  int64_t least, most;
} cover;

static const cover nothing = {INT64_MAX, INT64_MIN};

static CELLS_INLINE void widen(cover *c, int64_t least, int64_t most) {
  c->least = least < c->least ? least : c->least;
  c->most = most > c->most ? most : c->most;
}

/* The crossings of a line between the lowest and the highest corner with two edges. For a line
 * through the middle corner it uses the edge below that corner. */
static CELLS_INLINE cover cross_both(const voxel_triangle *t, const voxel_order *o, int u,
                                     const ramp ramps[3], int64_t j) {
  int shorter = 1 + (2 * j > o->code[1]);
  int64_t a = cross_line(t, o, u, 0, &ramps[0], j);
  int64_t b = cross_line(t, o, u, shorter, &ramps[shorter], j);
  cover c;
  c.least = a < b ? a : b;
  c.most = a < b ? b : a;
  return c;
}

/* Adds a corner if the layer that begins at line `line` touches it. */
static CELLS_INLINE void add_corner(cover *c, int64_t across, int64_t along, int64_t line) {
  int touches = (uint64_t)(across - 2 * line) <= 2;
  widen(c, touches ? along : INT64_MAX, touches ? along : INT64_MIN);
}

/* A layer covers the crossings of its two lines, and the corners between them. */
void ci_voxel_slabs_fill(const voxel_triangle *t, const voxel_order *o, int u, int64_t first,
                         int64_t count, voxel_slabs *s) {
  int64_t from = (o->code[0] >> 1) + 1, to = (o->code[2] - 1) >> 1;
  int64_t corner[3], line = first, end;
  int open = t->rule->open;
  cover below = nothing;
  ramp ramps[3];
  corner[0] = t->code[u][o->corner[0]];
  corner[1] = t->code[u][o->corner[1]];
  corner[2] = t->code[u][o->corner[2]];
  ramps[0] = ramp_of(t, o, u, 0);
  ramps[1] = ramp_of(t, o, u, 1);
  ramps[2] = ramp_of(t, o, u, 2);
  s->first = first;
  s->count = count < VOXEL_WINDOW ? (int)count : (int)VOXEL_WINDOW;
  end = first + s->count;
  if (line >= from && line <= to) below = cross_both(t, o, u, ramps, line);
  for (; line < end; line++) {
    cover c = below;
    below = nothing;
    if (line + 1 >= from && line + 1 <= to) below = cross_both(t, o, u, ramps, line + 1);
    widen(&c, below.least, below.most);
    add_corner(&c, o->code[0], corner[0], line);
    add_corner(&c, o->code[1], corner[1], line);
    add_corner(&c, o->code[2], corner[2], line);
    s->least[line - first] = voxel_first(open, c.least);
    s->last[line - first] = voxel_last(open, c.most);
  }
}

/* ---- The plane ------------------------------------------------------------------------- */

int ci_voxel_winding(const voxel_triangle *t, int axis) {
  int u = (axis + 1) % 3, v = (axis + 2) % 3, i;
  double p[3][2];
  for (i = 0; i < 3; i++) {
    p[i][0] = t->corner[i][u];
    p[i][1] = t->corner[i][v];
  }
  return orient2d(p[0], p[1], p[2]);
}

void ci_voxel_plane_begin(const voxel_triangle *t, voxel_plane *p) {
  double d[2][3], normal[3], width[3], inverse;
  int i;
  for (i = 0; i < 3; i++) {
    d[0][i] = t->at[i][1] - t->at[i][0];
    d[1][i] = t->at[i][2] - t->at[i][0];
    width[i] = (double)t->width[i];
  }
  for (i = 0; i < 3; i++) {
    int j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
    normal[i] = d[0][j] * d[1][k] - d[0][k] * d[1][j];
    p->sign[i] =
        filter_sign(normal[i], SLABS_NORMAL * (t->doubt[j] * width[k] + t->doubt[k] * width[j]));
    if (p->sign[i] == FILTER_UNSURE) p->sign[i] = ci_voxel_winding(t, i);
    p->down[i] = p->sign[0] * p->sign[i] > 0;
  }
  p->across = p->sign[0] != 0;
  if (!p->across) return;
  inverse = 1 / normal[0];
  p->step[1] = -normal[1] * inverse;
  p->step[2] = -normal[2] * inverse;
  p->start = t->at[0][0] - t->at[1][0] * p->step[1] - t->at[2][0] * p->step[2];
  p->doubt = SLABS_PLANE *
             (t->doubt[0] * width[1] * width[2] + t->doubt[1] * width[0] * width[2] +
              t->doubt[2] * width[0] * width[1]) *
             fabs(inverse);
  p->most = width[0] + 0.5;
}

/* The sign of the plane's crossing with the line at y, z minus boundary k. */
static int plane_sign(const voxel_triangle *t, const voxel_plane *p, int64_t y, int64_t z,
                      int64_t k) {
  double c[3];
  c[0] = voxel_boundary(t, 0, k);
  c[1] = voxel_boundary(t, 1, y);
  c[2] = voxel_boundary(t, 2, z);
  return -p->sign[0] * ci_orient3d(t->corner[0], t->corner[1], t->corner[2], c);
}

int64_t ci_voxel_plane_cross(const voxel_triangle *t, const voxel_plane *p, int64_t y, int64_t z,
                             double x) {
  int64_t least = -1, most = 2 * t->width[0] + 1;
  if (p->doubt < SLABS_NEAR) {
    int64_t k = (int64_t)voxel_nearest(x);
    if (k >= 0 && k <= t->width[0]) return 2 * k + plane_sign(t, p, y, z, k);
  }
  while (least < most) {
    int64_t k = ((least + 1) / 2 + most / 2) / 2;
    int sign = plane_sign(t, p, y, z, k);
    if (sign == 0) return 2 * k;
    if (sign > 0)
      least = 2 * k + 1;
    else
      most = 2 * k - 1;
  }
  return least;
}
