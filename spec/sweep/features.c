/* SPDX-License-Identifier: MIT
 *
 * Are the times at which solids come in through a face, an edge or a corner what they should be,
 * where the twofolds that tell them have the fewest digits left? Shapes lie far from their own
 * origins and are turned, so that no corner is a sum of two doubles; they nearly touch, and go a
 * way as short as that, or come in at a flat angle, past a rim, or to a sliver. A quarter of the
 * triangles lie on a lattice of eighths or tenths, in quarter turns. Exact decisions
 * (ci_space_relation) say of the doubles beside each time whether it is right.
 *
 *   features [TIMES]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narrow/pairs.h"
#include "narrow/space/space.h"
#include "narrow/space/decide.h"
#include "allowed.h"
#include "../support/mutant.h"
#define RANDOM_SEED 20261125
#include "../support/random.h"

static double lattice_unit; /* an eighth or a tenth; 0: numbers are any */

static double number(void) {
  double sign = below(2) ? 1 : -1;
  return sign * (lattice_unit > 0 ? (1 + below(12)) * lattice_unit : 0.25 + unit());
}

typedef struct body {
  collide_shape shape;
  collide_source source;
} body;

static void cross(const double a[3], const double b[3], double c[3]) {
  int i;
  for (i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalize(double a[3]) {
  double length = sqrt(dot(a, a));
  int i;
  for (i = 0; i < 3; i++) a[i] /= length;
}

/* Three unit vectors that are nearly perpendicular, the rows of a turn; on a lattice of a quarter
 * turn. */
static void make_turn(double m[9]) {
  int i, turn = below(3);
  if (lattice_unit > 0) {
    for (i = 0; i < 9; i++) m[i] = i % 3 == (i / 3 + turn) % 3;
    return;
  }
  for (i = 0; i < 6; i++) m[i] = number();
  normalize(m);
  cross(m, m + 3, m + 6);
  normalize(m + 6);
  cross(m + 6, m, m + 3);
}

/* What is aimed at: a triangle whose corners are `far` from its own origin. */
static void make_triangle(body *b, double far, double flat, double corner[3][3]) {
  double p[3][3], at[3];
  collide_pose pose = collide_identity_pose();
  int i, k;
  for (i = 0; i < 3; i++) at[i] = far * number();
  for (i = 0; i < 3; i++)
    for (k = 0; k < 3; k++) p[i][k] = number();
  for (k = 0; k < 3; k++) /* a sliver: the third corner near the line of the others */
    p[2][k] = p[0][k] + 0.4 * (p[1][k] - p[0][k]) + flat * p[2][k];
  for (i = 0; i < 3; i++)
    for (k = 0; k < 3; k++) p[i][k] += at[k];
  pose.has_linear = below(4) != 0;
  if (pose.has_linear) make_turn(pose.linear);
  for (i = 0; i < 3; i++) pose.position[i] = number() - dot(pose.linear + 3 * i, at);
  collide_make_triangle(&b->shape, &b->source, p[0], p[1], p[2]);
  collide_set_pose(&b->shape, &b->source, &pose);
  for (i = 0; i < 3; i++)
    for (k = 0; k < 3; k++) corner[i][k] = pose.position[k] + dot(pose.linear + 3 * k, p[i]);
}

/* A ball or a capsule whose lower end lies at a height over the point that is aimed at. */
static void make_round(body *b, double radius, const double at[3]) {
  static const double low[3] = {0, 0, 0};
  double high[3];
  int i;
  for (i = 0; i < 3; i++) high[i] = number();
  if (below(2))
    collide_make_sphere(&b->shape, &b->source, radius);
  else
    collide_make_capsule(&b->shape, &b->source, low, high, radius);
  collide_set_position(&b->shape, &b->source, at);
}

/* Moves the round one along `out` until it is `gap` away: corners in a turned frame far from its
 * origin are known no better than that by plain doubles. */
static void come_near(body *a, const body *b, const double out[3], double gap) {
  double p[3], q[3], at[3];
  int i, step;
  for (step = 0; step < 3; step++) {
    double off = ci_pair_distance(&a->shape, &b->shape, p, q) - gap;
    for (i = 0; i < 3; i++) at[i] = a->shape.origin[i] - off * out[i];
    collide_set_position(&a->shape, &a->source, at);
  }
}

/* The point of a feature and the unit vector out of it. */
static void aim(double corner[3][3], double point[3], double out[3]) {
  double e[3], f[3], n[3], s = 0.2 + 0.6 * unit();
  int i, kind = below(3);
  for (i = 0; i < 3; i++) {
    e[i] = corner[1][i] - corner[0][i];
    f[i] = corner[2][i] - corner[0][i];
  }
  cross(e, f, n);
  normalize(n);
  memcpy(out, n, sizeof n);
  for (i = 0; i < 3; i++) point[i] = corner[0][i] + (kind == 2 ? 0 : s * e[i]);
  if (kind == 0)
    for (i = 0; i < 3; i++) point[i] += (1 - s) * 0.5 * f[i] - 0.2 * s * e[i];
  if (kind == 1) {
    cross(e, n, f);
    normalize(f);
    for (i = 0; i < 3; i++) out[i] += 0.5 * f[i];
  }
  if (kind == 2)
    for (i = 0; i < 3; i++) out[i] -= 0.3 * (e[i] + f[i]);
  normalize(out);
}

static long hits, wrong, early;

/* Two doubles before t, and 2^-60, the two have not met; two doubles after it they have. What may
 * be early is not late. */
static void judge(const space_sweep *w, double t) {
  double before = t, after = t, slack = ldexp(1, -60);
  int i;
  for (i = 0; i < 2; i++) {
    before = nextafter(before, 0);
    after = nextafter(after, 2);
  }
  before = before < t - slack ? before : t - slack;
  after = after > t + slack ? after : t + slack;
  if (w->flags & SPACE_EARLY &&
      ci_space_relation(w, 0, nextafter(nextafter(t, 2), 2)) == SOLID_APART) {
    early++;
    before = t;
    after = t * (1 + ldexp(1, -18)) + allowed(w);
  }
  hits++;
  if (before > 0 && ci_space_relation(w, 0, before) != SOLID_APART) (void)add_failure(&wrong);
  if (after <= 1 && ci_space_relation(w, 0, after) == SOLID_APART) (void)add_failure(&wrong);
}

/* Where the round one begins, `gap` over the point, and its way: down to it, a little aslant, or
 * along and only a little down, so that the two meet half the way on. */
static void aim_way(const double point[3], const double out[3], double gap, double radius,
                    double at[3], double d[3]) {
  double slope = below(3) ? 1 : ldexp(1, -below(54)), along[3], side[3], length = gap / slope;
  double way = gap * ldexp(1, below(2) ? 0 : below(30));
  int i;
  if (way > 1) way = 1;
  if (length > 0.25) length = 0.25;
  for (i = 0; i < 3; i++) side[i] = number();
  cross(out, side, along);
  normalize(along);
  for (i = 0; i < 3; i++) {
    at[i] = point[i] + (radius + gap) * out[i];
    if (slope < 1) {
      d[i] = 2 * length * (along[i] - slope * out[i]);
      at[i] -= length * along[i];
    } else {
      d[i] = (gap + way * unit()) * 1.5 * (0.3 * unit() * along[i] - out[i]);
    }
  }
}

static void one(void) {
  double far = ldexp(1, below(34)), radius = ldexp(0.5 + unit(), -below(12));
  double gap = ldexp(0.5 + unit(), -below(50)) * (below(2) ? 1 : far * ldexp(1, -30));
  double flat = below(3) ? 1 : ldexp(1, -below(22)), corner[3][3], point[3], out[3], at[3];
  static const double units[8] = {0.125, 0.1};
  body a, b;
  space_sweep w;
  collide_sweep_hit hit;
  lattice_unit = units[below(8)];
  if (lattice_unit > 0) {
    far = below(40);
    radius = (1 + below(8)) * lattice_unit;
    if (below(2)) gap = lattice_unit;
    flat = 1;
  }
  if (gap > 0.25) gap = 0.25;
  make_triangle(&b, far, flat, corner);
  aim(corner, point, out);
  memset(&w, 0, sizeof w);
  aim_way(point, out, gap, radius, at, w.d);
  make_round(&a, radius, at);
  come_near(&a, &b, out, gap);
  w.a = &a.shape;
  w.b = &b.shape;
  w.flags =
      COLLIDE_SKIP_EXIT | (below(2) ? COLLIDE_SKIP_TOUCHING : 0) | (below(2) ? SPACE_EARLY : 0);
  w.decides = 1;
  memset(&hit, 0, sizeof hit);
  if (ci_space_shapecast(&w, &hit) == 1 && hit.t > 0 && hit.t < 1) judge(&w, hit.t);
}

int main(int argc, char **argv) {
  long i, times = 10000 * (argc > 1 ? atol(argv[1]) : 1);
  for (i = 0; i < times; i++) one();
  printf("%ld of %ld times are wrong, %ld are early\n", wrong, hits, early);
  return wrong != 0;
}
