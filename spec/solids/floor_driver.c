/* SPDX-License-Identifier: MIT
 *
 * Balls, capsules, boxes, cylinders, cones and segments that touch the level plane of a triangle
 * (src/narrow/space/facet.c, gap.c and separation.c) against the exact decision: at rest,
 * going into the plane, along it or out of it; the foot in the triangle, on its border, or beside
 * it. Prints how many answers are wrong, and how many of those that touch the plane are left open,
 * and fails when any is wrong, or many are open.
 *
 *     floor-driver <cases>
 */
#include "collide.h"
#include "shape/shape.h"
#include "narrow/space/separation.h"
#include "faces.h"
#include "../support/check.h"
#define RANDOM_SEED 20261128
#include "../support/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double draw(double low, double high) {
  return low + (high - low) * unit();
}

typedef struct floor_case {
  collide_shape a, b;
  collide_source a_source, b_source;
  solid_shift shift;
  int touches_plane;
} floor_case;

static double lattice_unit = 1; /* 1 or a tenth */

static double whole(int most) {
  return (below(2 * most + 1) - most) * (below(2) ? 1 : lattice_unit);
}

/* Corners on the plane, on a lattice, so that feet lie on borders; or the last one off it. */
static void draw_triangle(floor_case *c, int axis, double level) {
  double p[3][3];
  int i, k;
  for (i = 0; i < 3; i++)
    for (k = 0; k < 3; k++) p[i][k] = k == axis ? level : whole(4);
  if (below(3) == 0) p[2][axis] += whole(2);
  check(collide_make_triangle(&c->b, &c->b_source, p[0], p[1], p[2]));
  for (k = 0; k < 3; k++) p[0][k] = below(2) ? 0 : whole(3);
  check(collide_set_position(&c->b, &c->b_source, p[0]));
}

/* The lowest point of the core is `out` out of the plane. */
static void draw_round(floor_case *c, int axis, double level, double up) {
  double radius = below(8) ? (1 + below(32)) / 16.0 : draw(0.1, 2), p[2][3], at[3];
  int k, is_level = below(3) == 0;
  for (k = 0; k < 3; k++) {
    at[k] = below(3) ? whole(3) : draw(-3, 3);
    p[0][k] = below(8) ? 0 : ldexp(below(3) - 1, -60); /* no double, with the position */
    p[1][k] = p[0][k] + (below(2) ? 0 : whole(3));
  }
  p[0][axis] = 0;
  p[1][axis] = is_level ? 0 : up * (1 + below(3));
  at[axis] = c->b.origin[axis] + level + up * radius;
  c->touches_plane = fabs(at[axis] - (c->b.origin[axis] + level)) == radius;
  switch (below(8)) {
  case 0:
  case 1:
    check(collide_make_sphere(&c->a, &c->a_source, radius));
    break;
  case 2:
  case 3:
    check(collide_make_capsule(&c->a, &c->a_source, p[below(2)], p[1], radius));
    break;
  case 4:
    check(collide_make_segment(&c->a, &c->a_source, p[0], p[1]));
    at[axis] = c->b.origin[axis] + level;
    break;
  case 5:
    check(collide_make_cylinder(&c->a, &c->a_source, radius, axis == 1 ? radius : 1));
    break;
  case 6:
    check(collide_make_cone(&c->a, &c->a_source, radius, axis == 1 ? radius : 1));
    break;
  default:
    for (k = 0; k < 3; k++) p[0][k] = k == axis ? radius : below(4) ? 1 + below(2) : draw(0.1, 3);
    check(collide_make_box(&c->a, &c->a_source, p[0]));
  }
  if (below(4) == 0) at[axis] = nextafter(at[axis], below(2) ? HUGE_VAL : -HUGE_VAL);
  check(collide_set_position(&c->a, &c->a_source, at));
}

static void draw_way(floor_case *c, int axis) {
  int k;
  for (k = 0; k < 3; k++) c->shift.d[k] = below(3) ? whole(4) : draw(-4, 4);
  if (below(2)) c->shift.d[axis] = 0;
  c->shift.from = 0;
  c->shift.to = 1;
}

/* Is it said to keep out of the triangle? */
static int keeps_out(const floor_case *c, const double *d) {
  const double *corner[3];
  double n[3];
  axis_body s;
  corner[0] = c->b.a;
  corner[1] = c->b.b;
  corner[2] = c->b.of.facet.c;
  return ci_axis_body(&s, &c->a, c->b.origin, d) && ci_axis_keeps_out(&s, corner, n);
}

typedef struct tally {
  int wrong, touching, open, kept_out, touches, found[3];
} tally;

/* By faces and flat ends, in either order. */
static void judge_faces(tally *t, const floor_case *c, int level) {
  int found = decide_by_faces(&c->a, &c->b);
  int other = decide_by_faces(&c->b, &c->a);
  t->wrong += found != SOLID_UNDECIDED && found != level;
  t->wrong += other != SOLID_UNDECIDED && other != level;
  if (found != SOLID_UNDECIDED) t->found[found]++;
  if (!c->touches_plane || level != SOLID_TOUCH) return;
  t->touching++;
  t->open += found == SOLID_UNDECIDED;
}

static void judge_way(tally *t, const floor_case *c, const solid_shift *shift) {
  int level;
  if (!keeps_out(c, shift == NULL ? NULL : shift->d)) return;
  level = ci_solid_decide(&c->a, &c->b, shift);
  t->kept_out++;
  t->touches += level == SOLID_TOUCH;
  t->wrong += level == SOLID_IN;
}

int main(int count, char **arguments) {
  int cases = count > 1 ? atoi(arguments[1]) : 20000, i;
  tally t;
  memset(&t, 0, sizeof t);
  for (i = 0; i < cases; i++) {
    int axis = below(3);
    floor_case c;
    double at;
    lattice_unit = below(2) ? 1 : 0.1;
    at = below(2) ? 0 : whole(20) / 16;
    memset(&c, 0, sizeof c);
    draw_triangle(&c, axis, at);
    draw_round(&c, axis, at, below(2) ? 1 : -1);
    draw_way(&c, axis);
    judge_faces(&t, &c, ci_solid_decide(&c.a, &c.b, NULL));
    judge_way(&t, &c, below(3) ? &c.shift : NULL);
  }
  printf(
      "floor: %d wrong of %d; told to be apart %d, touch %d; of %d that touch the plane %d open; "
      "kept out %d, of which %d touch\n",
      t.wrong, cases, t.found[SOLID_APART], t.found[SOLID_TOUCH], t.touching, t.open, t.kept_out,
      t.touches);
  if (t.touches < cases / 100 || t.found[SOLID_APART] < cases / 200) return 1;
  if (t.found[SOLID_TOUCH] < cases / 200) return 1;
  return t.wrong > 0 || t.open > t.touching / 2;
}
