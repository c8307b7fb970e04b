/* SPDX-License-Identifier: MIT
 *
 * Shapes at rest on one another: level edges and corners that face each other, touching or nearly,
 * along an axis, along a lattice, or turned by an angle that is rounded. Lengths are multiples of a
 * sixteenth or a tenth of a power of two.
 */
#include "pair_cases.h"

/* From the origin on, `along` and `out` at right angles. */
typedef struct ground {
  double origin[2], along[2], out[2], size, part;
  int is_level;
} ground;

static double lattice(const ground *g, int most) {
  return g->size * (below(most) * g->part);
}

static ground draw_ground(int is_turned) {
  static const double ways[6][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {3, 4}, {-5, 12}};
  const double *way = ways[below(6)];
  ground g;
  double t = uniform(-4, 4);
  g.size = ldexp(1, below(9) - 4);
  g.part = below(2) ? 1.0 / 16 : 0.1;
  g.is_level = !is_turned && way[0] * way[1] == 0;
  g.along[0] = is_turned ? cos(t) : way[0];
  g.along[1] = is_turned ? sin(t) : way[1];
  g.out[0] = g.along[1];
  g.out[1] = -g.along[0];
  g.origin[0] = lattice(&g, 2000) - 60 * g.size;
  g.origin[1] = below(2) ? lattice(&g, 2000) - 60 * g.size : uniform(-60, 60) * g.size;
  return g;
}

static void put(const ground *g, double along, double out, double p[2]) {
  int i;
  for (i = 0; i < 2; i++) p[i] = g->origin[i] + along * g->along[i] + out * g->out[i];
}

/* A shape whose core ends level, `at` out of the line, between two places along it, and lies on the
 * side of `side`. */
static void make(const ground *g, collide_shape *s, double from, double to, double at, double side,
                 double radius) {
  static collide_source source;
  collide_pose pose = collide_identity_pose();
  double p[4][2], deep = at + side * (g->size + lattice(g, 32));
  int corner;
  put(g, from, at, p[0]);
  put(g, to, at, p[1]);
  put(g, to, deep, p[2]);
  put(g, from, deep, p[3]);
  switch (radius > 0 ? below(3) : 3 + below(4)) {
  case 0:
    collide_make_circle(s, &source, radius);
    pose.position[0] = p[0][0];
    pose.position[1] = p[0][1];
    collide_set_pose(s, &source, &pose);
    break;
  case 1:
    collide_make_capsule_2d(s, NULL, p[0], p[1], radius);
    break;
  case 2:
    collide_make_capsule_2d(s, NULL, p[0], p[3], radius);
    break;
  case 3:
    collide_make_segment_2d(s, NULL, p[0], p[1]);
    break;
  case 4:
    collide_make_triangle_2d(s, NULL, p[0], p[1], p[2 + below(2)]);
    break;
  default:
    if (below(2) && g->is_level) {
      double low[2], high[2];
      int i;
      for (i = 0; i < 2; i++) {
        low[i] = fmin(p[0][i], p[2][i]);
        high[i] = fmax(p[0][i], p[2][i]);
      }
      collide_make_rect_corners(s, NULL, low, high);
    } else if (collide_make_polygon(s, &source, p[0], 4, level_storage(side > 0), &corner) !=
               COLLIDE_OK) {
      collide_make_triangle_2d(s, NULL, p[0], p[1], p[2]);
    }
  }
}

/* 0, roundings, a little, or much more or less than touching. */
static double draw_gap(const ground *g) {
  switch (below(4)) {
  case 0:
    return 0;
  case 1:
    return nudged(60 * g->size, 2) - 60 * g->size;
  case 2:
    return uniform(-1, 1) * ldexp(g->size, -below(50));
  default:
    return lattice(g, 32) - g->size;
  }
}

static void rest(pair_case *c, int is_turned) {
  ground g = draw_ground(is_turned);
  double r = below(2) ? g.size / 16 + lattice(&g, 20) : 0,
         s = below(2) ? g.size / 16 + lattice(&g, 20) : 0;
  double from = lattice(&g, 32), length = g.size / 16 + lattice(&g, 32);
  double start = below(3) ? lattice(&g, 64) - g.size : below(2) ? from : from + length;
  double width = below(3) ? g.size / 16 + lattice(&g, 32) : length;
  make(&g, &c->b, from, from + length, 0, -1, r);
  make(&g, &c->a, start + width, start, r + s + draw_gap(&g), 1, s);
}

void level_rest(pair_case *c) {
  rest(c, 0);
}

void turned_rest(pair_case *c) {
  rest(c, 1);
}
