/* SPDX-License-Identifier: MIT
 *
 * Two solids that are not turned, one beside the other along an axis
 * (src/narrow/space/separation.c), against the exact decision: they are not in one another, at
 * rest, or on all of a way that does not lead nearer. They touch the plane between them, but for a
 * unit in the last place half of the time, or are anywhere. Prints how many answers are wrong, and
 * how many of those that only touch are left open, and fails when any is wrong, or many are open.
 *
 *     beside-driver <cases>
 */
#include "collide.h"
#include "shape/shape.h"
#include "narrow/space/decide.h"
#include "narrow/space/separation.h"
#include "../support/check.h"
#define RANDOM_SEED 20261129
#include "../support/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 8, CORNERS = 7 };

typedef struct solid_body {
  collide_shape shape;
  collide_source source;
  double work[4096], hull[4096];
} solid_body;

static double lattice_unit; /* an eighth or a tenth */

static double number(void) {
  return below(3) ? (below(33) - 16) * lattice_unit : 4 * unit() - 2;
}

static double size(void) {
  return below(3) ? (1 + below(16)) * lattice_unit : 0.1 + 2 * unit();
}

/* Of corners that lie in one plane there is none: a box takes its place. */
static int make_hull(solid_body *b, const double *points) {
  size_t bytes;
  int point;
  if (collide_hull_work(CORNERS) > sizeof b->work) exit(2);
  if (collide_build_hull(points, CORNERS, b->work, &bytes, &point) != COLLIDE_OK) return 0;
  if (bytes > sizeof b->hull) exit(2);
  collide_make_hull(&b->shape, &b->source, b->work, b->hull);
  return 1;
}

static void make(solid_body *b, int kind) {
  double p[3 * CORNERS], half[3];
  int i;
  for (i = 0; i < 3 * CORNERS; i++) p[i] = number();
  for (i = 0; i < 3; i++) half[i] = size();
  switch (kind) {
  case 0:
    check(collide_make_sphere(&b->shape, &b->source, half[0]));
    return;
  case 1:
    check(collide_make_capsule(&b->shape, &b->source, p, p + 3, half[0]));
    return;
  case 2:
    check(collide_make_segment(&b->shape, &b->source, p, p + 3));
    return;
  case 3:
    check(collide_make_triangle(&b->shape, &b->source, p, p + 3, p + 6));
    return;
  case 4:
    check(collide_make_cylinder(&b->shape, &b->source, half[0], half[1]));
    return;
  case 5:
    check(collide_make_cone(&b->shape, &b->source, half[0], half[1]));
    return;
  case 6:
    if (make_hull(b, p)) return;
    break;
  default:
    break;
  }
  check(collide_make_box(&b->shape, &b->source, half));
}

/* Brings a to b's upper or lower end along the axis. */
static void place(solid_body *a, const solid_body *b, int axis, int is_above) {
  double low[3], high[3], low_b[3], high_b[3], at[3];
  int i;
  for (i = 0; i < 3; i++) at[i] = below(4) ? number() : ldexp(number(), 20);
  check(collide_set_position(&a->shape, &a->source, at));
  collide_bounds(&a->shape, low, high);
  collide_bounds(&b->shape, low_b, high_b);
  for (i = 0; i < 3; i++) at[i] = b->source.pose.position[i] + number() * (i != axis);
  at[axis] = a->source.pose.position[axis];
  at[axis] += is_above ? high_b[axis] - low[axis] : low_b[axis] - high[axis];
  if (below(2)) at[axis] = nextafter(at[axis], below(2) ? HUGE_VAL : -HUGE_VAL);
  if (below(8) == 0) at[axis] += number();
  check(collide_set_position(&a->shape, &a->source, at));
}

typedef struct tally {
  long wrong, touching, open, beside, staying;
} tally;

static void judge(tally *t, const solid_body *a, const solid_body *b, const double d[3]) {
  int level = ci_solid_decide(&a->shape, &b->shape, NULL);
  axis_separation still = ci_axis_separate(&a->shape, &b->shape, NULL);
  axis_separation on_way = ci_axis_separate(&a->shape, &b->shape, d);
  solid_shift way;
  memcpy(way.d, d, sizeof way.d);
  way.from = 0;
  way.to = 1;
  t->touching += level == SOLID_TOUCH;
  t->open += level == SOLID_TOUCH && still == AXIS_UNSURE;
  t->beside += still != AXIS_UNSURE;
  t->wrong += still == AXIS_CLOSING || (still != AXIS_UNSURE && level == SOLID_IN);
  t->wrong += (on_way == AXIS_UNSURE) != (still == AXIS_UNSURE);
  if (on_way != AXIS_STAYS) return;
  t->staying++;
  t->wrong += ci_solid_decide(&a->shape, &b->shape, &way) == SOLID_IN;
}

int main(int count, char **arguments) {
  static solid_body a, b;
  int cases = count > 1 ? atoi(arguments[1]) : 20000, i, k;
  tally t = {0, 0, 0, 0, 0};
  for (i = 0; i < cases; i++) {
    int axis = below(3);
    double at[3], d[3];
    lattice_unit = below(2) ? 0.125 : 0.1;
    make(&a, below(KINDS));
    make(&b, below(KINDS));
    if (!ci_solid_decides(&a.shape, &b.shape)) continue;
    for (k = 0; k < 3; k++) at[k] = below(2) ? 0 : number();
    check(collide_set_position(&b.shape, &b.source, at));
    place(&a, &b, axis, below(2));
    for (k = 0; k < 3; k++) d[k] = below(3) ? number() : 0;
    if (below(2)) d[axis] = 0;
    judge(&t, &a, &b, d);
  }
  printf("beside: %ld wrong of %d; %ld touch, %ld of them open; %ld beside, %ld on a way\n",
         t.wrong, cases, t.touching, t.open, t.beside, t.staying);
  return t.wrong > 0 || t.open > t.touching / 4 || t.touching < cases / 100 ||
         t.staying < cases / 8;
}
