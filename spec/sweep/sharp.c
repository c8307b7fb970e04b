/* SPDX-License-Identifier: MIT
 *
 * The normal with which the side or the rim of a cylinder or cone meets an edge of a box, or the
 * side its corner, as a move asks for it (SPACE_EARLY). Each case is made from the normal: a place
 * on the curved one, and a box whose edge or corner comes to it, with the normal between the faces
 * there. So what is told has to be that, within rounding.
 *
 *   sharp [TIMES]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number/vector.h"
#include "sweep/space.h"
#include "solid/decide.h"
#include "../support/mutant.h"
#define RANDOM_SEED 20261127
#include "../support/random.h"

/* An edge tells the normal of a side wherever it meets that. A corner, and an edge at a rim, tell
 * it by where they are, and the time of what is curved is off by 2^-40 of the size. */
#define MOST_OFF 1e-12
#define MOST_OFF_PLACE 4e-9

static long asked, wrong;
static double most;

static double spread(void) {
  return 2 * unit() - 1;
}

static void draw_unit(double v[3]) {
  int i;
  do {
    for (i = 0; i < 3; i++) v[i] = spread();
  } while (!(vector_dot(v, v) > 0.01 && ci_vector_unit(v, v)));
}

/* A unit vector across n. */
static void draw_across(const double n[3], double v[3]) {
  double any[3], r[3];
  do {
    draw_unit(any);
    vector_cross(n, any, r);
  } while (!(vector_dot(r, r) > 0.1));
  (void)ci_vector_unit(r, v);
}

/* A place on the curved shape in its own frame, and a normal there; of the rim, one between that of
 * the side and that of the base. */
static void draw_place(const collide_shape *s, int on_rim, double x[3], double n[3]) {
  double angle = 6.283185307179586 * unit(), c = cos(angle), z = sin(angle), share = unit();
  double rise = s->kind == COLLIDE_CONE ? s->radius / s->height : 0, along, radius;
  if (s->kind == COLLIDE_CONE) {
    along = on_rim ? -s->height : -s->height * (0.2 + 0.6 * share);
    radius = -along * rise;
  } else {
    along = on_rim ? -s->height : s->height * 0.8 * (2 * share - 1);
    radius = s->radius;
  }
  x[0] = radius * c;
  x[1] = along;
  x[2] = radius * z;
  n[0] = c;
  n[1] = on_rim ? rise * 0.2 - 0.2 - unit() : rise;
  n[2] = z;
  (void)ci_vector_unit(n, n);
}

static void turn(const collide_shape *s, const double v[3], double r[3]) {
  int i;
  for (i = 0; i < 3; i++) r[i] = vector_dot(s->of.turned.linear + 3 * i, v);
}

/* A box with an edge (or, with a corner, three of its faces) at x, into which n points. */
static void make_box(collide_shape *b, collide_source *source, const double x[3], const double n[3],
                     const double tangent[3], int at_corner) {
  static const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1};
  double e[3], u[3], v[3], share, *m;
  collide_pose pose = collide_identity_pose();
  int i;
  if (tangent != NULL) { /* not along the rim */
    double other[3], k = spread();
    vector_cross(n, tangent, other);
    for (i = 0; i < 3; i++) e[i] = other[i] + k * tangent[i];
    (void)ci_vector_unit(e, e);
  } else {
    draw_across(n, e);
  }
  vector_cross(n, e, v);
  share = 0.3 + 0.4 * unit(); /* n = share u + root(1 - share^2) v, turned about e */
  for (i = 0; i < 3; i++) {
    double across = v[i];
    u[i] = share * n[i] + sqrt(1 - share * share) * across;
    v[i] = sqrt(1 - share * share) * n[i] - share * across;
  }
  pose.has_linear = 1;
  m = pose.linear;
  for (i = 0; i < 3; i++) {
    m[3 * i] = e[i];
    m[3 * i + 1] = u[i];
    m[3 * i + 2] = v[i];
    pose.position[i] = x[i] - (at_corner ? 0 : 0.5 * e[i]);
  }
  for (i = 0; i < 3 && at_corner; i++) m[3 * i] += 0.4 * n[i]; /* n goes into it there, too */
  collide_make_box_corners(b, source, low, high);
  if (collide_set_pose(b, source, &pose) != COLLIDE_OK) abort();
}

static void one(void) {
  collide_shape a, b;
  collide_source a_source, b_source;
  collide_pose pose = collide_identity_pose();
  collide_sweep_hit hit;
  space_sweep w;
  double x[3], n[3], own_x[3], own_n[3], t[3] = {0, 0, 0}, tangent[3], off = 0;
  int i, on_rim = below(2), at_corner = !on_rim && below(2), is_cone = below(2);
  if (is_cone)
    collide_make_cone(&a, &a_source, 0.3 + unit(), 0.5 + unit());
  else
    collide_make_cylinder(&a, &a_source, 0.3 + unit(), 0.3 + unit());
  for (i = 0; i < 4; i++) pose.rotation[i] = spread();
  collide_set_pose(&a, &a_source, &pose);
  draw_place(&a, on_rim, own_x, own_n);
  turn(&a, own_x, x);
  turn(&a, own_n, n);
  t[0] = -own_x[2];
  t[2] = own_x[0];
  (void)ci_vector_unit(t, t);
  turn(&a, t, tangent);
  make_box(&b, &b_source, x, n, on_rim ? tangent : NULL, at_corner);
  memset(&w, 0, sizeof w);
  w.a = &a;
  w.b = &b;
  w.flags = SPACE_EARLY | COLLIDE_SKIP_TOUCHING | COLLIDE_SKIP_EXIT;
  w.decides = 1;
  w.is_curved = 1;
  w.apart = -1;
  draw_across(n, t);
  for (i = 0; i < 3; i++) w.d[i] = 2 * n[i] + spread() * t[i];
  for (i = 0; i < 3; i++) pose.position[i] = -0.25 * w.d[i];
  collide_set_position(&a, &a_source, pose.position);
  memset(&hit, 0, sizeof hit);
  if (ci_space_shapecast(&w, &hit) != 1 || !(fabs(hit.t - 0.25) < 1e-6)) return;
  asked++;
  for (i = 0; i < 3; i++) off = fmax(off, fabs(hit.normal[i] + n[i]));
  most = fmax(most, off);
  if (off > (on_rim || at_corner ? MOST_OFF_PLACE : MOST_OFF)) (void)add_failure(&wrong);
}

int main(int argc, char **argv) {
  long i, times = 500 * (argc > 1 ? atol(argv[1]) : 1);
  for (i = 0; i < times; i++) one();
  printf("%ld wrong of %ld normals, off by %.1e at most\n", wrong, asked, most);
  return wrong != 0 || asked < times / 2;
}
