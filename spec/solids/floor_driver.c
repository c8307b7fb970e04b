/* SPDX-License-Identifier: MIT
 *
 * Balls, capsules, boxes, cylinders, cones and segments that touch the level plane of a triangle
 * (src/solid/axis_separation.c) against the exact decision: at rest, going into the plane, along it
 * or out of it; the foot in the triangle, on its border, or beside it. Prints how many answers are
 * wrong, and how many of those that touch the plane are left open, and fails when any is wrong, or
 * many are open.
 *
 *     floor-driver <cases>
 */
#include "collide.h"
#include "shape/shape.h"
#include "solid/decide.h"
#include "solid/axis_separation.h"
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

static double whole(int most) {
  return below(2 * most + 1) - most;
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
static void draw_round(floor_case *c, int axis, double level, double side) {
  double radius = below(8) ? (1 + below(32)) / 16.0 : draw(0.1, 2), p[2][3], at[3];
  int k, is_level = below(3) == 0;
  for (k = 0; k < 3; k++) {
    at[k] = below(3) ? whole(3) : draw(-3, 3);
    p[0][k] = below(8) ? 0 : ldexp(below(3) - 1, -60); /* no double, with the position */
    p[1][k] = p[0][k] + (below(2) ? 0 : whole(3));
  }
  p[0][axis] = 0;
  p[1][axis] = is_level ? 0 : side * (1 + below(3));
  at[axis] = c->b.position[axis] + level + side * radius;
  c->touches_plane = fabs(at[axis] - (c->b.position[axis] + level)) == radius;
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
    at[axis] = c->b.position[axis] + level;
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
  c->shift.from = below(8) ? 0 : 0.5;
  c->shift.to = below(2) ? 1 : draw(0.5, 1);
}

/* Is it said to keep out of the triangle? */
static int keeps_out(const floor_case *c, const double *d) {
  const double *corner[3];
  double n[3];
  axis_body s;
  corner[0] = c->b.a;
  corner[1] = c->b.b;
  corner[2] = c->b.of.facet.c;
  return ci_axis_body(&s, &c->a, c->b.position, d) && ci_axis_keeps_out(&s, corner, n);
}

int main(int count, char **arguments) {
  int cases = count > 1 ? atoi(arguments[1]) : 20000, i, wrong = 0, open = 0, touching = 0,
      kept_out = 0, touches = 0;
  int found_of[4] = {0, 0, 0, 0};
  for (i = 0; i < cases; i++) {
    int axis = below(3), found, other, level;
    const solid_shift *shift, *back;
    solid_shift against;
    floor_case c;
    double at = below(2) ? 0 : whole(20) / 16;
    memset(&c, 0, sizeof c);
    draw_triangle(&c, axis, at);
    draw_round(&c, axis, at, below(2) ? 1 : -1);
    draw_way(&c, axis);
    against = c.shift;
    for (level = 0; level < 3; level++) against.d[level] = -c.shift.d[level];
    shift = below(3) ? &c.shift : NULL;
    back = shift == NULL ? NULL : &against;
    level = ci_solid_decide_moved(&c.a, &c.b, shift);
    found = ci_level_triangle_decide(&c.a, &c.b, shift);
    other = ci_level_triangle_decide(&c.b, &c.a, back);
    wrong += found != other || (found != SOLID_UNDECIDED && found != level);
    if ((shift == NULL || (shift->from == 0 && shift->to == 1)) &&
        keeps_out(&c, shift == NULL ? NULL : shift->d)) {
      kept_out++;
      touches += level == SOLID_TOUCH;
      wrong += level == SOLID_IN;
    }
    if (found != SOLID_UNDECIDED) found_of[found]++;
    if (c.a.kind != COLLIDE_SPHERE && c.a.kind != COLLIDE_CAPSULE && c.a.kind != COLLIDE_BOX)
      continue;
    if (!c.touches_plane || level != SOLID_TOUCH || (shift != NULL && shift->from != 0)) continue;
    touching++;
    open += found == SOLID_UNDECIDED;
  }
  printf(
      "floor: %d wrong of %d; told to be apart %d, touch %d, in %d; of %d that touch %d open; kept "
      "out "
      "%d, of which %d touch\n",
      wrong, cases, found_of[SOLID_APART], found_of[SOLID_TOUCH], found_of[SOLID_IN], touching,
      open, kept_out, touches);
  wrong += touches < cases / 100;
  for (i = 0; i < 3; i++) wrong += found_of[i] < cases / 200;
  return wrong > 0 || open > touching / 2;
}
