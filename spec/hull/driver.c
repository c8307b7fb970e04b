/* SPDX-License-Identifier: MIT
 *
 * Builds hulls for spec/hull/run.py, which says what the text is. Checks, too, what only the core
 * can see: that the lists of a hull agree with one another, and that searches find what a scan of
 * everything finds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narrow/cast.h"
#include "number/orient.h"
#include "shape/hull.h"
#include "shape/quick.h"

static void fail(const char *reason) {
  printf("broken: %s\n", reason);
}

static void check_lists(const solid_hull *p) {
  int i, k, c;
  for (i = 0; i < p->places; i++) {
    int other = p->across[i];
    if (p->across[other] != i) fail("across is not mutual");
    if (p->corner[other] != p->corner[hull_next(p, i)] ||
        p->corner[i] != p->corner[hull_next(p, other)])
      fail("across is another edge");
    if (i < p->first[p->face[i]] || i >= p->first[p->face[i] + 1]) fail("a place in another face");
  }
  for (c = 0; c < p->corners; c++)
    for (k = p->first_edge[c]; k < p->first_edge[c + 1]; k++)
      if (p->corner[p->edges[k]] != c) fail("an edge of another corner");
  if (p->first_edge[p->corners] != p->places || p->first[p->faces] != p->places)
    fail("places are lost");
}

/* The height of corners above faces by their normals, in whole units of rounding. */
static void check_planes(const solid_hull *p) {
  int i, k, c;
  for (i = 0; i < p->faces; i++) {
    const double *a = hull_at(p, p->first[i]), *n = p->planes[i].unit;
    double most = fabs(p->center[0]) + fabs(p->center[1]) + fabs(p->center[2]) + p->radius;
    for (c = 0; c < p->corners; c++) {
      double height = 0;
      for (k = 0; k < 3; k++) height += n[k] * (hull_position(p, c)[k] - a[k]);
      if (height > 16 * DBL_EPSILON * most) fail("a corner above a face's plane");
    }
  }
}

static double draw(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / 8388608.0 - 1;
}

/* Directions at random, along edges and across them, so that several corners are farthest. */
static void check_support(const solid_hull *p) {
  unsigned state = 1;
  int i, k, c;
  for (i = 0; i < 40; i++) {
    double g[3], most[3];
    int found, a = p->corner[i % p->places], b = p->corner[(7 * i) % p->places];
    for (k = 0; k < 3; k++) {
      g[k] = i % 4 == 0 ? draw(&state) : 0;
      if (i % 4 == 1) g[k] = hull_position(p, a)[k] - hull_position(p, b)[k];
      if (i % 4 == 2) g[k] = p->planes[i % p->faces].unit[k];
    }
    if (i % 4 == 3) g[i % 3] = i % 8 == 3 ? -1 : 1;
    found = ci_hull_support(p, g);
    for (k = 0; k < 3; k++) most[k] = hull_position(p, found)[k];
    for (c = 0; c < p->corners; c++) {
      const double *q = hull_position(p, c);
      twofold sum = tf(0);
      for (k = 0; k < 3; k++) {
        twofold d = two_diff(q[k], most[k]);
        sum = tf_add(sum, tf_scale(d, g[k]));
      }
      if (sum.hi > 1e-28 * p->radius) fail("a corner is farther than the support");
    }
  }
}

/* Most walks start where they end. */
static void check_starts(const solid_hull *p) {
  int i, cells = 6 * p->cells * p->cells;
  for (i = 0; i < cells; i++)
    if (p->starts[i] < 0 || p->starts[i] >= p->faces) fail("a start is no face");
}

static void show(const solid_hull *p) {
  int i, k;
  printf("%d %d\n", p->corners, p->faces);
  for (i = 0; i < p->corners; i++) printf("%d%c", p->index[i], i + 1 < p->corners ? ' ' : '\n');
  for (i = 0; i < p->faces; i++)
    for (k = p->first[i]; k < p->first[i + 1]; k++)
      printf("%d%c", p->index[p->corner[k]], k + 1 < p->first[i + 1] ? ' ' : '\n');
}

/* ---- Casts ------------------------------------------------------------------------------ */

/* How all ways answer one segment: the exact way, what is public, and the short way where it is
 * sure. */
static void cast(const collide_shape *shape, const double from[3], const double to[3]) {
  collide_hit hits[3];
  int i, found[3];
  found[0] = ci_cast_exactly(shape, from, to, 1, 1, 0, &hits[0]);
  found[1] = collide_segmentcast(shape, from, to, 0, &hits[1]);
  found[2] = is_same_point(from, to) && from[2] == to[2]
                 ? QUICK_UNSURE
                 : ci_cast_quickly(shape, from, to, 1, 1, 0, &hits[2]);
  for (i = 0; i < 3; i++) {
    const collide_hit *h = &hits[i];
    if (found[i] == 1)
      printf("%s%d %d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g", i > 0 ? ", " : "",
             h->inside, h->edge, h->t, h->t_exit, h->point[0], h->point[1], h->point[2],
             h->normal[0], h->normal[1], h->normal[2]);
    else
      printf("%s%s", i > 0 ? ", " : "", found[i] == 0 ? "miss" : "unsure");
  }
  printf("\n");
}

/* A pose, 3 and 9 doubles, and segments. */
static int read_casts(const collide_shape *made, const collide_source *source) {
  int32_t count;
  collide_pose pose = collide_identity_pose();
  collide_shape shape = *made;
  collide_source moved = *source;
  double segment[6], min[3], max[3];
  int i;
  if (fread(pose.position, 8, 3, stdin) != 3 || fread(pose.linear, 8, 9, stdin) != 9) return 0;
  pose.has_linear = 1;
  if (collide_set_pose(&shape, &moved, &pose) != COLLIDE_OK) fail("a pose was refused");
  collide_bounds(&shape, min, max);
  for (i = 0; i < 3; i++) printf("%.17g %.17g ", min[i], max[i]);
  printf("\n");
  if (fread(&count, sizeof count, 1, stdin) != 1) return 0;
  for (; count > 0; count--) {
    if (fread(segment, 8, 6, stdin) != 6) return 0;
    cast(&shape, segment, segment + 3);
  }
  return 1;
}

static void build(const double *points, int count) {
  void *work = malloc(collide_hull_work(count)), *storage;
  size_t bytes;
  int at;
  collide_error error = collide_build_hull(points, count, work, &bytes, &at);
  if (error != COLLIDE_OK) {
    printf("error %s, point %d\n", collide_error_text(error), at);
  } else {
    const solid_hull *p;
    collide_shape shape;
    collide_source source;
    int32_t poses;
    storage = malloc(bytes);
    collide_make_hull(&shape, &source, work, storage);
    p = hull_of(&shape);
    if (p->bytes != bytes) fail("the storage is of another size");
    check_lists(p);
    if (p->radius > 1e-20 && p->radius < 1e20) {
      check_planes(p);
      check_support(p);
    }
    check_starts(p);
    show(p);
    fflush(stdout);
    for (poses = 0; fread(&poses, sizeof poses, 1, stdin) == 1 && poses > 0;) {
      if (!read_casts(&shape, &source)) fail("casts end too early");
      printf("end\n");
      fflush(stdout);
    }
    free(storage);
  }
  printf("end\n");
  fflush(stdout);
  free(work);
}

int main(void) {
  int32_t count;
  while (fread(&count, sizeof count, 1, stdin) == 1) {
    size_t size = 3 * (size_t)(count > 0 ? count : 1) * sizeof(double);
    double *points = (double *)malloc(size);
    if (count > 0 && fread(points, 3 * sizeof(double), (size_t)count, stdin) != (size_t)count)
      return 1;
    build(points, (int)count);
    free(points);
  }
  return 0;
}
