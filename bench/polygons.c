/* SPDX-License-Identifier: MIT
 *
 * Queries of two convex polygons of many corners each. Prints ms for each number of
 * corners, and ns a corner of both: where these stay the same, the time is in proportion to the
 * number of corners.
 */
#include "collide.h"
#include "measure.h"

#include <math.h>

enum { SIZES = 5, PLACES = 4 };

static const int corners[SIZES] = {10, 100, 1000, 10000, 30000};

/* Where the second polygon stands. Both are ellipses, twice as wide as high, so that neither their
 * bounds nor disks in them tell whether they meet. */
typedef struct place {
  const char *name;
  double x, y, angle;
} place;

static const place places[PLACES] = {
    {"one in the other", 0.01, 0, 0.3},
    {"overlapping", 2.7, 1.35, 0.01},
    {"touching", 4, 0, 0},
    {"apart", 2.9, 1.45, 0.01},
};

typedef struct pair {
  collide_shape a, b;
} pair;

static void *claim(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) exit(1);
  return memory;
}

/* The corner that is farthest to the right, and the one to the left, have whole coordinates, so
 * that polygons can touch exactly. */
static double *make_points(int count) {
  double *points = (double *)claim((size_t)count * 2 * sizeof(double));
  int i;
  for (i = 0; i < count; i++) {
    double t = 6.283185307179586 * (i + uniform(-0.2, 0.2)) / count;
    points[2 * i] = i == 0 ? 2 : 2 * i == count ? -2 : 2 * cos(t);
    points[2 * i + 1] = i == 0 || 2 * i == count ? 0 : sin(t);
  }
  return points;
}

typedef struct maker {
  const double *points;
  void *storage;
  int count;
} maker;

static double make_polygons(const void *what, int n) {
  const maker *m = (const maker *)what;
  collide_shape shape;
  int i, corner;
  for (i = 0; i < n; i++)
    sink += collide_make_polygon(&shape, NULL, m->points, m->count, m->storage, &corner);
  return n;
}

static void make_pair(pair *p, const double *points, int count, const place *where) {
  collide_pose pose = collide_identity_pose();
  collide_source source;
  int corner;
  collide_make_polygon(&p->a, NULL, points, count, claim(collide_polygon_storage(count)), &corner);
  collide_make_polygon(&p->b, &source, points, count, claim(collide_polygon_storage(count)),
                       &corner);
  pose.position[0] = where->x;
  pose.position[1] = where->y;
  pose.angle = where->angle;
  collide_set_pose(&p->b, &source, &pose);
}

static double overlap(const void *what, int n) {
  const pair *p = (const pair *)what;
  int i;
  for (i = 0; i < n; i++) sink += collide_overlap(&p->a, &p->b);
  return n;
}

static double contact(const void *what, int n) {
  const pair *p = (const pair *)what;
  collide_push push;
  int i;
  for (i = 0; i < n; i++) sink += collide_contact(&p->a, &p->b, &push);
  return n;
}

static double distance(const void *what, int n) {
  const pair *p = (const pair *)what;
  double on_a[3], on_b[3], apart;
  int i;
  for (i = 0; i < n; i++)
    if (collide_distance(&p->a, &p->b, &apart, on_a, on_b) == COLLIDE_YES) sink += apart;
  return n;
}

/* At a corner of the other, which is near the border where the two touch. */
static double contains(const void *what, int n) {
  const pair *p = (const pair *)what;
  double point[3] = {0, 0, 0};
  int i;
  point[0] = p->b.of.outline.low[0];
  for (i = 0; i < n; i++) sink += collide_contains(&p->a, point);
  return n;
}

static double closest(const void *what, int n) {
  const pair *p = (const pair *)what;
  double point[3] = {2.5, 0.1, 0}, nearest[3];
  int i;
  for (i = 0; i < n; i++) sink += collide_closest(&p->a, point, nearest);
  return n;
}

static double project(const void *what, int n) {
  const pair *p = (const pair *)what;
  static const double axis[3] = {0.6, 0.8, 0};
  double low, high;
  int i;
  for (i = 0; i < n; i++) {
    collide_project(&p->a, axis, &low, &high);
    sink += low;
  }
  return n;
}

static void print_row(const char *name, const char *where, body run, const void *const *what,
                      const int *counts) {
  int i;
  printf("%-10s %-18s", name, where);
  for (i = 0; i < SIZES; i++) {
    double ns = measure(run, what[i]);
    printf(" %9.4f %5.1f", ns * 1e-6, ns / (2.0 * counts[i]));
    fflush(stdout);
  }
  printf("\n");
}

int main(void) {
  static maker makers[SIZES];
  static pair pairs[PLACES][SIZES];
  const void *what[SIZES];
  int i, k;
  printf("%-29s", "corners of each");
  for (i = 0; i < SIZES; i++) printf(" %15d", corners[i]);
  printf("\n%-29s", "");
  for (i = 0; i < SIZES; i++) printf(" %9s %5s", "ms", "ns/c");
  printf("\n");
  for (i = 0; i < SIZES; i++) {
    makers[i].count = corners[i];
    makers[i].points = make_points(corners[i]);
    makers[i].storage = claim(collide_polygon_storage(corners[i]));
    what[i] = &makers[i];
    for (k = 0; k < PLACES; k++) make_pair(&pairs[k][i], makers[i].points, corners[i], &places[k]);
  }
  print_row("polygon", "", make_polygons, what, corners);
  for (k = 0; k < PLACES; k++) {
    for (i = 0; i < SIZES; i++) what[i] = &pairs[k][i];
    print_row("overlap", places[k].name, overlap, what, corners);
    print_row("contact", places[k].name, contact, what, corners);
    print_row("distance", places[k].name, distance, what, corners);
  }
  for (i = 0; i < SIZES; i++) what[i] = &pairs[2][i];
  print_row("contains", "", contains, what, corners);
  print_row("closest", "", closest, what, corners);
  print_row("project", "", project, what, corners);
  return sink < 0;
}
