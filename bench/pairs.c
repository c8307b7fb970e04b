/* SPDX-License-Identifier: MIT
 *
 * ns per pair in C, over the same shapes as pairs.lua: one of each kind at the
 * origin, beside one of each in many places around it, of which about half
 * meet it. Prints rows for bench/table.lua: query, ns, the median of several rounds.
 */
#include "collide.h"
#include "measure.h"

enum { KINDS = 7, PLACES = 256, CORNERS = 6 };

static const char *const names[KINDS] = {"circle",  "rect",    "polygon", "triangle",
                                         "segment", "capsule", "plane"};
static collide_shape standing[KINDS], around[KINDS][PLACES];

/* Of the shape that was made last. */
static collide_source source;

static void make(collide_shape *shape, int kind) {
  static const double half[2] = {1, 0.7}, a[2] = {-1, -0.8}, b[2] = {1.2, -0.3}, c[2] = {0, 1.1};
  static const double normal[2] = {0.6, 0.8};
  static const double polygon[2 * CORNERS] = {1,  0, 0.5,  0.9,  -0.5, 0.9,
                                              -1, 0, -0.5, -0.9, 0.5,  -0.9};
  int corner;
  switch (kind) {
  case 0:
    collide_make_circle(shape, &source, 1);
    break;
  case 1:
    collide_make_rect(shape, &source, half);
    break;
  case 2:
    collide_make_polygon(shape, &source, polygon, CORNERS, malloc(collide_polygon_storage(CORNERS)),
                         &corner);
    break;
  case 3:
    collide_make_triangle_2d(shape, &source, a, b, c);
    break;
  case 4:
    collide_make_segment_2d(shape, &source, a, b);
    break;
  case 5:
    collide_make_capsule_2d(shape, &source, a, b, 0.4);
    break;
  default:
    collide_make_plane_2d(shape, &source, normal, 0);
  }
}

/* Turned by hand and moved: where pairs.lua puts them, too. */
static void place(collide_shape *shape) {
  collide_pose pose = collide_identity_pose();
  pose.position[0] = uniform(-2.4, 2.4);
  pose.position[1] = uniform(-2.4, 2.4);
  pose.angle = uniform(-3, 3);
  collide_set_pose(shape, &source, &pose);
}

static void set_up(void) {
  int kind, i;
  for (kind = 0; kind < KINDS; kind++) {
    make(&standing[kind], kind);
    for (i = 0; i < PLACES; i++) {
      make(&around[kind][i], kind);
      place(&around[kind][i]);
    }
  }
}

typedef double (*query)(const collide_shape *a, const collide_shape *b);

static double overlap(const collide_shape *a, const collide_shape *b) {
  return collide_overlap(a, b);
}

static double contact(const collide_shape *a, const collide_shape *b) {
  collide_push push;
  return collide_contact(a, b, &push) ? push.depth < 1 : 0;
}

static double distance(const collide_shape *a, const collide_shape *b) {
  double on_a[3], on_b[3];
  return collide_distance(a, b, on_a, on_b);
}

typedef struct question {
  query ask;
  int a, b;
} question;

static double ask_around(const void *what, int n) {
  const question *q = (const question *)what;
  double sum = 0;
  int i, k;
  for (k = 0; k < n; k++)
    for (i = 0; i < PLACES; i++) sum += q->ask(&standing[q->a], &around[q->b][i]);
  sink += sum;
  return (double)n * PLACES;
}

static void bench(const char *what, query ask, int a, int b) {
  char name[64];
  question q;
  q.ask = ask;
  q.a = a;
  q.b = b;
  snprintf(name, sizeof name, "%s %s %s", what, names[a], names[b]);
  row(name, ask_around, &q, 1);
}

int main(void) {
  int a, b;
  set_up();
  for (a = 0; a < KINDS; a++)
    for (b = a; b < KINDS; b++) bench("overlap", overlap, a, b);
  for (a = 0; a < KINDS; a++) bench("contact", contact, a, a);
  for (a = 0; a < KINDS; a++) bench("distance", distance, a, a);
  return sink < 0;
}
