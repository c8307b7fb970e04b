/* SPDX-License-Identifier: MIT
 *
 * Convex hulls in space: how long it takes to build one of points on a sphere and in a ball, and
 * what a cast at one costs beside a cast at a box. Inputs change from call to call.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "collide.h"
#include "shape/shape.h"

#include <math.h>

static unsigned state = 1;

static double draw(void) {
  state = state * 1664525u + 1013904223u;
  return (double)(state >> 8) / 8388608.0 - 1;
}

static double now(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

static void draw_point(int on_sphere, double p[3]) {
  double square;
  do {
    p[0] = draw();
    p[1] = draw();
    p[2] = draw();
    square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
  } while (!(square > 1e-4 && square < 1));
  if (on_sphere) {
    double k = 1 / sqrt(square);
    p[0] *= k;
    p[1] *= k;
    p[2] *= k;
  }
}

/* The best of some times; leaves the last hull in *shape. The memory is never freed. */
static double build(int count, int on_sphere, collide_shape *shape) {
  double *points = (double *)malloc(3 * (size_t)count * sizeof(double)), best = HUGE_VAL;
  void *work = malloc(collide_hull_work(count)), *storage;
  int i, round, at;
  for (round = 0; round < 5; round++) {
    size_t bytes;
    double begin;
    for (i = 0; i < count; i++) draw_point(on_sphere, points + 3 * i);
    begin = now();
    if (collide_build_hull(points, count, work, &bytes, &at) != COLLIDE_OK) exit(1);
    storage = malloc(bytes);
    collide_make_hull(shape, NULL, work, storage);
    if (now() - begin < best) best = now() - begin;
  }
  free(points);
  free(work);
  return best;
}

enum { LINES = 4096 };
static double lines[LINES][6];

static double cast(const collide_shape *shape, int *hits) {
  double best = HUGE_VAL;
  int round, i;
  collide_hit hit;
  for (round = 0; round < 20; round++) {
    double begin = now();
    *hits = 0;
    for (i = 0; i < LINES; i++)
      *hits += collide_raycast(shape, lines[i], lines[i] + 3, HUGE_VAL, 0, &hit);
    if (now() - begin < best) best = now() - begin;
  }
  return best / LINES * 1e9;
}

int main(void) {
  static const int counts[] = {8, 32, 200, 1000, 10000, 60000};
  collide_shape hull, box;
  double half[3] = {0.7, 0.7, 0.7}, of_box;
  int i, k, hits;
  for (i = 0; i < LINES; i++) {
    double to[3];
    draw_point(1, lines[i]);
    draw_point(0, to);
    for (k = 0; k < 3; k++) {
      lines[i][k] *= 3;
      lines[i][3 + k] = to[k] - lines[i][k];
    }
  }
  if (collide_make_box(&box, NULL, half) != COLLIDE_OK) return 1;
  of_box = cast(&box, &hits);
  printf("a cast at a box: %.0f ns, %d of %d hit\n", of_box, hits, LINES);
  for (i = 0; i < 6; i++) {
    double on_sphere, in_ball = build(counts[i], 0, &hull), time;
    on_sphere = build(counts[i], 1, &hull);
    time = cast(&hull, &hits);
    printf(
        "%5d points: built in %.3f ms on a sphere, %.3f ms in a ball; %4d faces; a cast %.0f ns, "
        "%.1f times the box's, %d hit\n",
        counts[i], 1e3 * on_sphere, 1e3 * in_ball, collide_hull_faces(&hull), time, time / of_box,
        hits);
  }
  return 0;
}
