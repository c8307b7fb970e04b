/* SPDX-License-Identifier: MIT
 *
 * Compares what plain doubles tell of two rects along the axes (ci_sweep_rects) with what the exact
 * way of all hulls tells, in cases aimed at the margins: lines through corners of the difference,
 * and through the points where the edges of the two rects meet on its border; starts in touch,
 * ends in touch; coordinates of which the differences are rounded by as much as they can be.
 *
 *   rects [TIMES]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "narrow/plane/sweep.h"
#include "../support/mutant.h"
#define RANDOM_SEED 20261122
#include "../support/random.h"
#include "shape/shape.h"

static double lattice_unit; /* 1, an eighth or a tenth */

/* Multiples of the unit, which tie; numbers of all lengths; and numbers of which sums and products
 * are just above a power of two, where a rounding is largest in units of the number. */
static double number(int mode) {
  double sign = below(2) ? 1 : -1;
  if (mode == 0) return (below(9) - 4) * (below(2) ? 1 : lattice_unit);
  if (mode == 1) return sign * ldexp(unit(), below(8) - 4);
  return sign * (ldexp(1, below(3)) + ldexp(unit(), -6 - below(30)));
}

/* On a lattice, every other rect is a unit square. */
static int make(int mode, double scale, collide_shape *shape, collide_source *source) {
  double low[2], high[2];
  int i, is_tile = mode == 0 && below(2);
  for (i = 0; i < 2; i++) {
    double x = number(mode), y = is_tile ? x + 1 : number(mode);
    if (x == y) return 0;
    low[i] = (x < y ? x : y) * scale;
    high[i] = (x < y ? y : x) * scale;
  }
  return collide_make_rect_corners(shape, source, low, high) == COLLIDE_OK;
}

/* A place that the line is aimed at: a corner of the difference, or a point of its border where an
 * edge of a and one of b meet. */
static void aim(const collide_shape *a, const collide_shape *b, double d[2]) {
  collide_corner rooms[2][4];
  const double *p = outline_corners(a, rooms[0])[below(4)].point;
  const double *q = outline_corners(b, rooms[1])[below(4)].point;
  int i, k = below(2);
  for (i = 0; i < 2; i++) d[i] = q[i] - p[i];
  switch (below(4)) {
  case 0: /* to it, or from it */
    if (below(2)) break;
    d[0] = -d[0];
    d[1] = -d[1];
    break;
  case 1: /* past it, along a direction that is rounded */
  case 2: {
    double by = number(2);
    d[0] *= by;
    d[1] *= by;
    break;
  }
  default:
    d[k] = below(3) - 1;
  }
  for (i = 0; i < 2; i++) {
    int steps = below(4);
    while (steps-- > 1) d[i] = nextafter(d[i], below(2) ? HUGE_VAL : -HUGE_VAL);
  }
  if (below(16) == 0) d[k] = 0;
}

static int differs(const sweep_pair *s, int open, const sweep_entry *quick) {
  sweep_feature f;
  sweep_found found = ci_sweep_enter(s, &f);
  int start;
  if (open && found == SWEEP_GRAZE) found = SWEEP_MISS;
  if (found != quick->found) return 1;
  if (found == SWEEP_MISS) return 0;
  if (f.owner != quick->feature.owner || f.i != quick->feature.i || f.j != quick->feature.j)
    return 2;
  start = ci_sweep_compare(s, &f, 0);
  if (start != quick->start) return 3;
  return start > 0 && ci_sweep_compare(s, &f, 1) != quick->end ? 4 : 0;
}

static void print_rect(const collide_shape *s) {
  printf("%a %a %a %a; ", s->a[0], s->a[1], s->b[0], s->b[1]);
}

int main(int count, char **arguments) {
  /* With 2^-515 products are partly subnormal. */
  static const double scales[] = {1, 1, 1, 1e-100, 0x1p-515, 1e90, 1e150, 1e298};
  long times = count > 1 ? atol(arguments[1]) : 1, i, sure = 0, wrong = 0, all = 0;
  for (i = 0; i < times * 400000; i++) {
    static const double units[3] = {1, 0.125, 0.1};
    int mode = below(3), open = below(2), said;
    double scale = scales[below(8)];
    collide_shape a, b;
    collide_source from_a, from_b;
    collide_corner rooms[2][4];
    sweep_pair s;
    sweep_entry quick;
    lattice_unit = units[below(3)];
    if (!make(mode, scale, &a, &from_a) || !make(below(2) ? 2 : mode, scale, &b, &from_b)) continue;
    s.moving = &a;
    s.fixed = &b;
    s.a = outline_of_shape(&a, rooms[0]);
    s.b = outline_of_shape(&b, rooms[1]);
    aim(&a, &b, s.d);
    if ((s.d[0] == 0 && s.d[1] == 0) || !(fabs(s.d[0]) + fabs(s.d[1]) < HUGE_VAL)) continue;
    all++;
    if (!ci_sweep_rects(&s, open, &quick)) continue;
    sure++;
    said = differs(&s, open, &quick);
    if (said == 0) continue;
    if (add_failure(&wrong) > 2) continue;
    printf("%d: ", said);
    print_rect(&a);
    print_rect(&b);
    printf("%a %a\n", s.d[0], s.d[1]);
  }
  printf("%ld cases, %ld told, %ld wrong\n", all, sure, wrong);
  return wrong != 0 || sure < all / 4;
}
