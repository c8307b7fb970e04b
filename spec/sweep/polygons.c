/* SPDX-License-Identifier: MIT
 *
 * Compares what plain doubles tell of two polygons, circles or capsules (ci_sweep_polygons) with
 * what the exact way tells, in cases aimed at the margins: lines through corners of their
 * difference, through those moved outward by the radius, that touch its arcs, and along edges of
 * both, but for rounding; coordinates of which products are rounded by as much as they can be.
 *
 *   polygons [TIMES]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "narrow/plane/sweep.h"
#include "../support/mutant.h"
#define RANDOM_SEED 20261123
#include "../support/random.h"
#include "shape/shape.h"

static double lattice_unit; /* 1, an eighth or a tenth */

/* Multiples of the unit; numbers of all lengths; and numbers of which products are just above a
 * power of two, where a rounding is largest in units of the number. */
static double number(int mode) {
  double sign = below(2) ? 1 : -1;
  if (mode == 0) return (below(9) - 4) * (below(2) ? 1 : lattice_unit);
  if (mode == 1) return sign * ldexp(unit(), below(4) - 2);
  return sign * (1 + ldexp(unit(), -4 - below(12)));
}

typedef struct body {
  collide_shape shape;
  collide_source source;
  double storage[256];
} body;

static int make_round(int mode, double scale, body *b) {
  double p[4], pose[3];
  int i;
  double radius = fabs(number(mode)) * scale;
  for (i = 0; i < 4; i++) p[i] = number(mode) * scale;
  if (below(2))
    return collide_make_capsule_2d(&b->shape, &b->source, p, p + 2, radius) == COLLIDE_OK;
  pose[0] = p[0];
  pose[1] = p[1];
  pose[2] = 0;
  return collide_make_circle(&b->shape, &b->source, radius) == COLLIDE_OK &&
         collide_set_position(&b->shape, &b->source, pose) == COLLIDE_OK;
}

/* A square of the lattice, in a quarter turn. */
static int make_tile(double scale, body *b) {
  static const double corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  double p[8], at[2];
  int i, corner, turn = below(4), is_ramp = below(3) == 0;
  at[0] = number(0);
  at[1] = number(0);
  for (i = 0; i < 8; i++) p[i] = (at[i % 2] + corners[(i / 2 + turn) % 4][i % 2]) * scale;
  if (is_ramp)
    return collide_make_triangle_2d(&b->shape, &b->source, p, p + 2, p + 4) == COLLIDE_OK;
  return collide_make_polygon(&b->shape, &b->source, p, 4, b->storage, &corner) == COLLIDE_OK;
}

/* A tile, a triangle, or a polygon about the origin. Edges of some triangles are parallel to those
 * of the one before, but for the rounding of normals. */
static int make(int mode, double scale, body *b) {
  static double before[6];
  double p[16], turn = 6.28 * unit();
  int i, corner, count = 4 + below(5);
  if (below(3) == 0) return make_round(mode, scale, b);
  if (mode == 0 && below(2)) return make_tile(scale, b);
  if (below(8) > 0) {
    int is_parallel = below(4) == 0;
    for (i = 0; i < 6; i++) before[i] = p[i] = is_parallel ? -3 * before[i] : number(mode) * scale;
    return collide_make_triangle_2d(&b->shape, &b->source, p, p + 2, p + 4) == COLLIDE_OK;
  }
  for (i = 0; i < count; i++) {
    p[2 * i] = cos(turn + 6.2831853071795862 * i / count) * 1.5 * scale;
    p[2 * i + 1] = sin(turn + 6.2831853071795862 * i / count) * 1.5 * scale;
  }
  return collide_make_polygon(&b->shape, &b->source, p, count, b->storage, &corner) == COLLIDE_OK;
}

static const double *corner_of(const body *b) {
  return outline_stored(&b->shape)[below(b->shape.of.outline.count)].point;
}

/* The normal of an edge of the difference, out of it; 0 of a circle. */
static void draw_normal(const body *a, const body *b, double n[2]) {
  const body *of = below(2) ? a : b;
  const double *normal = outline_stored(&of->shape)[below(of->shape.of.outline.count)].normal;
  n[0] = of == b ? normal[0] : -normal[0];
  n[1] = of == b ? normal[1] : -normal[1];
}

/* From the corner v on, to where a line from the origin touches the circle about it. */
static void touch_arc(const double v[2], double radius, double d[2]) {
  double square = v[0] * v[0] + v[1] * v[1], along = square - radius * radius;
  double across = radius * sqrt(along) * (below(2) ? 1 : -1);
  if (!(along > 0 && square > 0)) return;
  d[0] = (v[0] * along - v[1] * across) / square;
  d[1] = (v[1] * along + v[0] * across) / square;
}

static void aim(const body *a, const body *b, double d[2]) {
  const body *of = below(2) ? a : b;
  int is_edge = below(8) == 0, how = below(3);
  const double *p = corner_of(is_edge ? of : a), *q = corner_of(is_edge ? of : b);
  double by = below(4) ? number(2) : 1, radius = a->shape.radius + b->shape.radius, v[2], n[2];
  int i;
  v[0] = d[0] = q[0] - p[0];
  v[1] = d[1] = q[1] - p[1];
  draw_normal(a, b, n);
  for (i = 0; i < 2 && how == 1; i++) d[i] = v[i] + radius * n[i];
  if (how == 2) touch_arc(v, radius, d);
  for (i = 0; i < 2; i++) {
    int steps = below(4);
    d[i] *= by;
    while (steps-- > 1) d[i] = nextafter(d[i], below(2) ? HUGE_VAL : -HUGE_VAL);
  }
}

static int differs(const sweep_pair *s, sweep_found quick, const sweep_feature *edge) {
  sweep_feature f;
  sweep_found found = ci_sweep_enter(s, &f);
  if (found != quick) return 1;
  if (found == SWEEP_MISS) return 0;
  return f.owner != edge->owner || f.i != edge->i || f.j != edge->j ? 2 : 0;
}

int main(int count, char **arguments) {
  /* With 2^-515 products are partly subnormal. */
  static const double scales[] = {1, 1, 1, 1, 1e-100, 0x1p-515, 1e90, 1e153};
  long times = count > 1 ? atol(arguments[1]) : 1, i, told = 0, wrong = 0, all = 0;
  static body a, b;
  for (i = 0; i < times * 400000; i++) {
    static const double units[3] = {1, 0.125, 0.1};
    int mode = below(8) < 5 ? 2 : below(3) % 2, sign = below(2) ? 1 : -1, said;
    double scale = scales[below(8)];
    collide_corner rooms[2][4];
    sweep_pair s;
    sweep_sides sides;
    sweep_found quick;
    sweep_feature edge = {SWEEP_CORNER, 0, 0};
    lattice_unit = units[below(3)];
    if (!make(mode, scale, &a) || !make(mode, scale, &b)) continue;
    s.moving = &a.shape;
    s.fixed = &b.shape;
    s.a = outline_of_shape(&a.shape, rooms[0]);
    s.b = outline_of_shape(&b.shape, rooms[1]);
    aim(&a, &b, s.d);
    if ((s.d[0] == 0 && s.d[1] == 0) || !(fabs(s.d[0]) + fabs(s.d[1]) < HUGE_VAL)) continue;
    all++;
    if (!ci_sweep_sides(&s, &sides)) continue;
    quick = ci_sweep_polygons(&s, &sides, sign, &edge);
    if (quick == SWEEP_UNSURE) continue;
    told++;
    s.d[0] *= sign;
    s.d[1] *= sign;
    said = differs(&s, quick, &edge);
    if (said != 0 && add_failure(&wrong) < 3) printf("%d: case %ld\n", said, i);
  }
  printf("%ld cases, %ld told, %ld wrong\n", all, told, wrong);
  return wrong != 0 || told < all / 5;
}
