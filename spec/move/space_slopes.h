/* SPDX-License-Identifier: MIT
 *
 * Slides along slopes and in corners of three planes.
 */
#ifndef SPEC_MOVE_SPACE_SLOPES_H
#define SPEC_MOVE_SPACE_SLOPES_H

#include "space_legs.h"

/* Where the scenes lie. */
static const double offsets[] = {0, 1e3, 1e6};

static void shuffle(scene *s) {
  int i;
  for (i = s->count - 1; i > 0; i--) {
    int k = below(i + 1);
    collide_target t = s->members[i];
    s->members[i] = s->members[k];
    s->members[k] = t;
  }
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void draw_unit(double n[3]) {
  double length;
  int i;
  do {
    for (i = 0; i < 3; i++) n[i] = uniform(-1, 1);
    length = sqrt(dot(n, n));
  } while (!(length > 0.1 && length < 1));
  for (i = 0; i < 3; i++) n[i] /= length;
}

static void add_plane(scene *s, const double n[3], double distance) {
  body *b = add_body(s);
  must(collide_make_plane(&b->shape, &b->source, n, distance));
  b->count = 0;
}

/* One slope, a half-space: the place is where the displacement leads, projected. */
static void check_slopes(int cases) {
  static scene s;
  static body b;
  moved m;
  int i, j, k;
  for (i = 0; i < cases; i++) {
    double n[3], d[3], to[3], scale = offsets[below(3)],
                              slack = 4e-12 * (scale + 100) + 1e-8; /* twice the clearance */
    collide_move_options o = collide_default_move();
    draw_unit(n);
    add_plane(&s, n, scale);
    make_body(&b, below(KINDS), 1);
    pose_body(&b, n[0] * (scale + 5), n[1] * (scale + 5), n[2] * (scale + 5), 1);
    move_by(&s, &b, &o, -20 * n[0], -20 * n[1], -20 * n[2], &m);
    for (k = 0; k < 12; k++) {
      double into;
      draw_unit(d);
      into = dot(d, n);
      for (j = 0; j < 3; j++) d[j] -= (k % 4 == 0 ? into : into > 0 ? 2 * into : 0) * n[j];
      into = dot(d, n);
      memcpy(to, b.source.pose.position, sizeof to);
      for (j = 0; j < 3; j++) to[j] += d[j] - into * n[j];
      check_move(&s, &b, &o, d, i, &m);
      for (j = 0; j < 3; j++)
        if (fabs(b.source.pose.position[j] - to[j]) > slack)
          fail("does not slide along a slope", i, b.source.pose.position[j] - to[j]);
    }
    free(b.hull);
    clear_scene(&s);
  }
}

/* The place nearest to `wish` of those where n . p >= 0 for three normals: by all projections. */
static double find_nearest(double n[3][3], const double wish[3], double best[3]) {
  double least = 1e300, tries[8][3];
  int i, j, k, count = 0;
  memset(tries, 0, sizeof tries);
  memcpy(tries[count++], wish, sizeof *tries);
  for (i = 0; i < 3; i++, count++)
    for (k = 0; k < 3; k++) tries[count][k] = wish[k] - dot(wish, n[i]) * n[i][k];
  for (i = 0; i < 3; i++, count++) {
    const double *p = n[i], *q = n[(i + 1) % 3];
    double u[3], along;
    for (k = 0; k < 3; k++)
      u[k] = p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3];
    along = dot(wish, u) / dot(u, u);
    for (k = 0; k < 3; k++) tries[count][k] = along * u[k];
  }
  count++; /* 0 */
  for (i = 0; i < count; i++) {
    double away = 0;
    int is_out = 0;
    for (j = 0; j < 3; j++) {
      away += (tries[i][j] - wish[j]) * (tries[i][j] - wish[j]);
      if (dot(tries[i], n[j]) < -1e-13) is_out = 1;
    }
    if (is_out || away >= least) continue;
    least = away;
    memcpy(best, tries[i], sizeof *tries);
  }
  return least;
}

/* Between walls that nearly face each other there may be no place that is free of both. */
static int is_narrow(double n[3][3]) {
  return dot(n[0], n[1]) < -0.9921875 || dot(n[1], n[2]) < -0.9921875 ||
         dot(n[2], n[0]) < -0.9921875;
}

/* A ball in the corner of three walls comes to the place that is nearest to where it would go;
 * not one that push_out left farther from a wall than rounding explains, less than one of a
 * hundred. */
static void check_corners(int cases) {
  long missed = 0;
  static scene s;
  static body b;
  moved m;
  int i, j, k;
  for (i = 0; i < cases; i++) {
    double n[3][3], wish[3], best[3], away = 0, off = 0, volume;
    collide_move_options o = collide_default_move();
    for (j = 0; j < 3; j++) draw_unit(n[j]);
    volume = n[0][0] * (n[1][1] * n[2][2] - n[1][2] * n[2][1]) +
             n[0][1] * (n[1][2] * n[2][0] - n[1][0] * n[2][2]) +
             n[0][2] * (n[1][0] * n[2][1] - n[1][1] * n[2][0]);
    if (fabs(volume) < 0.05) continue;
    make_body(&b, BALL, 1);
    for (j = 0; j < 3; j++) add_plane(&s, n[j], -b.radius);
    shuffle(&s);
    pose_body(&b, 0, 0, 0, 0);
    move_by(&s, &b, &o, 0, 0, 0, &m);
    for (k = 0; k < 3; k++) off = fmax(off, fabs(m.result.position[k]));
    draw_unit(wish);
    find_nearest(n, wish, best);
    check_move(&s, &b, &o, wish, i, &m);
    for (k = 0; k < 3; k++) away = fmax(away, fabs(m.result.position[k] - best[k]));
    /* Beside a clearance the solver rarely misses a direction: in 1 of 1,000 corners at most. */
    if (away > 1e-9 && off <= 1e-14 && !is_narrow(n) && !m.result.exhausted &&
        ++missed * 1000L > i + 2000)
      fail("is not nearest in a corner", i, away);
    clear_scene(&s);
  }
}

#endif
