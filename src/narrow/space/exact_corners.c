/* SPDX-License-Identifier: MIT
 *
 * Corners and edges of polytopes, still or moving.
 */
#include "core.h"
#include "exact_points.h"

/* ---- Corners -------------------------------------------------------------------------------- */

static void add_corner(solid_corners *c, double x, double y, double z) {
  double *at = c->few + 3 * c->base++;
  at[0] = x;
  at[1] = y;
  at[2] = z;
}

static void find_most(solid_corners *c) {
  int i, k;
  for (k = 0; k < 3; k++) c->most[k] = 0;
  for (i = 0; i < c->base; i++)
    for (k = 0; k < 3; k++)
      if (fabs(c->few[3 * i + k]) > c->most[k]) c->most[k] = fabs(c->few[3 * i + k]);
}

static void take_hull(solid_corners *c) {
  const solid_hull *p = hull_of(c->shape);
  int k;
  c->base = p->corners;
  for (k = 0; k < 3; k++)
    c->most[k] = fabs(p->low[k]) > fabs(p->high[k]) ? fabs(p->low[k]) : fabs(p->high[k]);
}

static void take_few(solid_corners *c) {
  const collide_shape *s = c->shape;
  const double *corner[3];
  int i, count;
  switch (shape_core(s)) {
  case COLLIDE_BOX:
    for (i = 0; i < 8; i++)
      add_corner(c, (i & 1 ? s->b : s->a)[0], (i & 2 ? s->b : s->a)[1], (i & 4 ? s->b : s->a)[2]);
    break;
  case COLLIDE_CYLINDER:
    add_corner(c, 0, s->height, 0);
    add_corner(c, 0, -s->height, 0);
    break;
  case COLLIDE_CONE:
    add_corner(c, 0, 0, 0);
    add_corner(c, 0, -s->height, 0);
    break;
  default:
    count = core_corners(s, corner);
    for (i = 0; i < count; i++) add_corner(c, corner[i][0], corner[i][1], corner[i][2]);
    break;
  }
  find_most(c);
}

/* If the shape moves, its corners are counted again at the end. */
static solid_corners complete(solid_corners c) {
  c.count = c.shift != NULL && c.shift->from != c.shift->to ? 2 * c.base : c.base;
  return c;
}

solid_corners ci_solid_corners(const collide_shape *s, const solid_shift *shift) {
  solid_corners c;
  c.shape = s;
  c.shift = shift;
  c.base = 0;
  if (shape_core(s) == COLLIDE_HULL)
    take_hull(&c);
  else
    take_few(&c);
  return complete(c);
}

solid_corners ci_solid_axis_point(const collide_shape *shape, double y) {
  solid_corners c;
  c.shape = shape;
  c.shift = NULL;
  c.base = 0;
  add_corner(&c, 0, y, 0);
  find_most(&c);
  return complete(c);
}

/* The number of edges at one place. */
static int count_edges(const solid_corners *c) {
  if (shape_core(c->shape) == COLLIDE_HULL) return hull_of(c->shape)->places;
  return c->base == 8 ? 12 : c->base == 3 ? 3 : 1;
}

int ci_solid_edges(const solid_corners *c) {
  return c->count == c->base ? count_edges(c) : 2 * count_edges(c) + c->base;
}

static int edge_at_start(const solid_corners *c, int number, int ends[2]) {
  if (shape_core(c->shape) == COLLIDE_HULL) {
    const solid_hull *p = hull_of(c->shape);
    ends[0] = p->corner[number];
    ends[1] = p->corner[hull_next(p, number)];
    return number < p->across[number];
  }
  if (c->base == 8) { /* along axis number / 4, from the corner with the other two bits */
    int axis = number / 4, bits = number % 4;
    int low = bits & ((1 << axis) - 1);
    ends[0] = low | ((bits - low) << 1);
    ends[1] = ends[0] | (1 << axis);
    return 1;
  }
  ends[0] = number;
  ends[1] = (number + 1) % c->base;
  return 1;
}

int ci_solid_edge(const solid_corners *c, int number, int ends[2]) {
  int edges = count_edges(c), there;
  if (number < edges) return edge_at_start(c, number, ends);
  if (number < 2 * edges) {
    there = edge_at_start(c, number - edges, ends);
    ends[0] += c->base;
    ends[1] += c->base;
    return there;
  }
  ends[0] = number - 2 * edges;
  ends[1] = ends[0] + c->base;
  return 1;
}

/* For a hull the last is a corner of the first face's neighbour, outside of that face's plane. */
int ci_solid_spanning(const solid_corners *c, int ends[3]) {
  int i, count = c->base - 1;
  if (shape_core(c->shape) == COLLIDE_HULL) {
    const solid_hull *p = hull_of(c->shape);
    int away = hull_next(p, hull_next(p, p->across[p->first[0]]));
    for (i = 0; i < 2; i++) ends[i] = p->corner[p->first[0] + 1 + i];
    ends[2] = p->corner[away];
    return 3;
  }
  if (count == 7) count = 3; /* a box: corners 1, 2 and 4 */
  for (i = 0; i < count; i++) ends[i] = c->base == 8 ? 1 << i : i + 1;
  return count;
}
