/* SPDX-License-Identifier: MIT
 *
 * Compares when a line enters a feature and leaves through it as plain doubles and a step of
 * Newton's method tell it (ci_sweep_quick) with what the slow way measures, in
 * cases aimed at the gates: starts that nearly touch, that are far away in units of the radius,
 * lines that graze a disk, and shallow ones at edges; and ends that nearly touch. A quarter of the
 * cases lie on a lattice of eighths or tenths. Both are within
 * 0.51 units in the last place of the truth, so that they may differ by one, but seldom. Also where
 * edges along each other meet.
 *
 *   times [TIMES]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "narrow/plane/sweep.h"
#include "../support/mutant.h"
#define RANDOM_SEED 20261125
#include "../support/random.h"
#include "shape/shape.h"

static double lattice_unit; /* an eighth or a tenth; 0: numbers are any */

static double number(void) {
  if (lattice_unit > 0) return (below(33) - 16) * lattice_unit;
  return (below(2) ? 1 : -1) * (0.25 + unit());
}

typedef struct body {
  collide_shape shape;
  collide_source source;
} body;

/* A circle, a capsule or a triangle about a point near the origin. */
static void make(body *b, int round) {
  double p[6], at[3];
  double radius = lattice_unit > 0 ? (1 + below(8)) * lattice_unit : ldexp(unit() + 0.5, -below(3));
  int i;
  for (i = 0; i < 6; i++) p[i] = number();
  at[0] = p[0];
  at[1] = p[1];
  at[2] = 0;
  if (below(6) == 0) p[2] = p[0]; /* an edge along an axis */
  if (round == 0) {
    collide_make_triangle_2d(&b->shape, &b->source, p, p + 2, p + 4);
    return;
  }
  if (round == 1) {
    collide_make_capsule_2d(&b->shape, &b->source, p, p + 2, radius);
    return;
  }
  collide_make_circle(&b->shape, &b->source, radius);
  collide_set_position(&b->shape, &b->source, at);
}

static void move(body *b, const double by[2]) {
  collide_pose pose = collide_identity_pose();
  pose.position[0] = b->shape.origin[0] + by[0];
  pose.position[1] = b->shape.origin[1] + by[1];
  collide_set_pose(&b->shape, &b->source, &pose);
}

/* The line through the middle of an edge of the difference, or past one of its corners at some
 * share of the radius: a is moved to where it touches there, and then back. */
static void aim(body *a, const body *b, double d[2]) {
  const collide_corner *ca = outline_stored(&a->shape), *cb = outline_stored(&b->shape);
  int i = below(a->shape.of.outline.count), j = below(b->shape.of.outline.count), k;
  double radius = a->shape.radius + b->shape.radius, turn = 6.2831853071795862 * unit();
  double n[2], by[2], along = ldexp(unit() + 0.5, below(4) ? -below(45) : below(36));
  double slope = ldexp(unit() + 0.5, below(2) ? 0 : -below(24));
  n[0] = cos(turn);
  n[1] = sin(turn);
  if (below(2) && b->shape.of.outline.count > 1) {
    n[0] = cb[j].normal[0];
    n[1] = cb[j].normal[1];
  }
  d[0] = -slope * n[0] + n[1];
  d[1] = -slope * n[1] - n[0];
  if (lattice_unit > 0 && below(2)) { /* along an axis, to a start on the lattice */
    n[0] = below(3) - 1;
    n[1] = n[0] == 0 ? 2 * below(2) - 1 : 0;
    along = (1 + below(16)) * lattice_unit;
    d[0] = -n[0] + below(3) * n[1];
    d[1] = -n[1] + below(3) * n[0];
  }
  if (below(4) == 0) {
    d[0] = -n[0];
    d[1] = -n[1];
  }
  for (k = 0; k < 2; k++) by[k] = cb[j].point[k] + radius * n[k] - ca[i].point[k] - along * d[k];
  move(a, by);
  for (k = 0; k < 2; k++) d[k] *= below(3) ? along : 0.25 + 2 * unit();
}

static double ulps(double x, double y) {
  int exponent;
  if (x == y) return 0;
  (void)frexp(y, &exponent);
  return fabs(x - y) / ldexp(1, exponent - 53);
}

typedef struct tally {
  long all, told, apart, wrong;
} tally;

static void compare(tally *t, double said, double truth, const char *what) {
  double off = ulps(said, truth);
  t->told++;
  t->apart += off > 0;
  if (off <= 1) return;
  if (add_failure(&t->wrong) < 3) printf("%s: %a is %.3g off %a\n", what, said, off, truth);
}

/* Each component is within 2^-49 of the truth, so they are within 2^-48 of each other. */
static void compare_normals(tally *t, const double n[2], const double m[2]) {
  double off = fmax(fabs(n[0] - m[0]), fabs(n[1] - m[1]));
  if (off > 0x1p-49 && add_failure(&t->wrong) < 3) printf("a normal is %.3g off\n", off);
  if (fabs(n[0] * n[0] + n[1] * n[1] - 1) > 1e-15 && add_failure(&t->wrong) < 3)
    printf("a normal is not of unit length\n");
}

static void check_feature(tally *t, const sweep_pair *s, const sweep_pair *back) {
  sweep_entry in, out;
  double time, n[2], m[2], point[2];
  t->all++;
  in.found = ci_sweep_enter(s, &in.feature);
  if (in.found == SWEEP_MISS) return;
  (void)ci_sweep_enter(back, &out.feature);
  if (ci_sweep_quick(s, &in.feature, 1, &time, n)) {
    double slow = ci_sweep_time(s, &in.feature);
    if (ci_sweep_compare(s, &in.feature, 0) <= 0 && add_failure(&t->wrong) < 3)
      printf("t is not above 0\n");
    compare(t, time, slow, "t");
    in.end = 1;
    (void)ci_sweep_meet(s, &in, 1, m, point);
    compare_normals(t, n, m);
  }
  if (ci_sweep_quick(s, &out.feature, -1, &time, NULL))
    compare(t, time, -ci_sweep_time(back, &out.feature), "t_exit");
}

/* Towards or past the rim, the start or the end of a disk but for rounding. */
static void nudge(sweep_pair *s) {
  int k;
  for (k = 0; k < 2; k++) {
    int steps = below(4);
    while (steps-- > 1) s->d[k] = nextafter(s->d[k], below(2) ? HUGE_VAL : -HUGE_VAL);
  }
}

/* ---- Edges along each other --------------------------------------------------------------- */

/* From `from` along e, with the third corner n away. */
static void make_edge(body *b, double from, double length, const double e[2], const double n[2]) {
  double p[6];
  int k;
  for (k = 0; k < 2; k++) {
    p[k] = from * e[k];
    p[2 + k] = (from + length) * e[k];
    p[4 + k] = from * e[k] + n[k];
  }
  collide_make_triangle_2d(&b->shape, &b->source, p, p + 2, p + 4);
}

/* Parallel edges of whole numbers, of which the normals are rounded, meet in the middle of what
 * they share. */
static void check_edges(tally *t) {
  double e[2], n[2], back[2], from = below(13) - 6, length = 1 + below(9), other = 1 + below(9);
  double low, high, point[2];
  body a, b;
  collide_corner rooms[2][4];
  sweep_pair s;
  sweep_feature f;
  int k;
  e[0] = 1 + below(30);
  e[1] = below(61) - 30;
  n[0] = e[1];
  n[1] = -e[0];
  back[0] = -n[0];
  back[1] = -n[1];
  make_edge(&a, from, length, e, n);
  make_edge(&b, 0, other, e, back);
  low = from > 0 ? from : 0;
  high = from + length < other ? from + length : other;
  move(&a, n);
  s.moving = &a.shape;
  s.fixed = &b.shape;
  s.a = outline_of_shape(&a.shape, rooms[0]);
  s.b = outline_of_shape(&b.shape, rooms[1]);
  s.d[0] = 2 * back[0];
  s.d[1] = 2 * back[1];
  if (low >= high || ci_sweep_enter(&s, &f) != SWEEP_CROSS) return;
  ci_sweep_touch(&s, &f, 0.5, n, point);
  for (k = 0; k < 2; k++)
    if (!(fabs(point[k] - 0.5 * (low + high) * e[k]) < 1e-12) && add_failure(&t->wrong) < 3)
      printf("edges meet %.3g away from the middle\n", point[k] - 0.5 * (low + high) * e[k]);
}

int main(int count, char **arguments) {
  long times = count > 1 ? atol(arguments[1]) : 1, i;
  tally t = {0, 0, 0, 0};
  for (i = 0; i < times * 400000; i++) {
    static body a, b;
    static const double units[8] = {0.125, 0.1};
    int kind = below(3);
    collide_corner rooms[2][4];
    sweep_pair s, back;
    if (below(16) == 0) check_edges(&t);
    lattice_unit = units[below(8)];
    make(&a, kind);
    make(&b, below(2) ? kind : below(3));
    aim(&a, &b, s.d);
    s.moving = &a.shape;
    s.fixed = &b.shape;
    s.a = outline_of_shape(&a.shape, rooms[0]);
    s.b = outline_of_shape(&b.shape, rooms[1]);
    nudge(&s);
    if (s.d[0] == 0 && s.d[1] == 0) continue;
    back = s;
    back.d[0] = -s.d[0];
    back.d[1] = -s.d[1];
    check_feature(&t, &s, &back);
  }
  printf("%ld cases, %ld times told, %ld differ by one, %ld wrong\n", t.all, t.told, t.apart,
         t.wrong);
  return t.wrong != 0 || t.told < t.all / 2 || t.apart > t.told / 1000;
}
