/* SPDX-License-Identifier: MIT
 *
 * What a cast through a mesh says that it came near, against all triangles: at the end of the way,
 * on it, at its start, and as far beside as a move may put a place. Triangles lie so that the shape
 * passes them by some units in the last place. With an argument, that many cases.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collide.h"
#include "target/proximity.h"
#include "narrow/space/space.h"
#include "target/sweep_target.h"

#define RANDOM_SEED 20261125
#include "../support/mutant.h"
#include "../support/random.h"

/* Mostly few triangles, and now and then more than there is room for. */
enum { FEW = 6, MANY = MOST_CANDIDATES + 6, PLACES = 12 };

typedef struct scene {
  collide_shape shape;
  collide_source source;
  collide_mesh_data *data;
  collide_mesh mesh;
  double from[3], d[3];
  double size; /* the largest of all coordinates */
  int count;   /* of triangles */
} scene;

static long failures, casts, unknown, asked, skipped, contacts, inside;

static double between(double low, double high) {
  return low + (high - low) * unit();
}

static void draw_direction(double v[3]) {
  double length;
  int i;
  do {
    for (i = 0; i < 3; i++) v[i] = between(-1, 1);
    if (below(4) == 0) v[below(3)] = 0;
    length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  } while (length < 0.1);
  for (i = 0; i < 3; i++) v[i] /= length;
}

/* ---- Scenes --------------------------------------------------------------------------------- */

enum { BALL, CAPSULE, BOX, TURNED_BOX, KINDS };

/* Returns how far the end `at` of its core is from its position, which is where triangles lie. */
static double make_shape(scene *s, int kind, double at[3]) {
  static const double turn[4] = {0.4, 0.2, 0.1, 0.89};
  double radius = between(0.2, 1), a[3], b[3];
  collide_pose pose = collide_identity_pose();
  int i;
  for (i = 0; i < 3; i++) {
    a[i] = at[i] = kind == BALL ? 0 : between(-1, 1);
    b[i] = kind == BALL ? 0 : between(-1, 1);
  }
  if (kind == BALL) collide_make_sphere(&s->shape, &s->source, radius);
  if (kind == CAPSULE) collide_make_capsule(&s->shape, &s->source, a, b, radius);
  if (kind >= BOX) {
    double half[3];
    for (i = 0; i < 3; i++) half[i] = fabs(a[i]) + 0.1;
    collide_make_box(&s->shape, &s->source, half);
    for (i = 0; i < 3; i++) at[i] = (a[i] < 0 ? -half[i] : half[i]);
  }
  memcpy(pose.position, s->from, sizeof pose.position);
  if (kind == TURNED_BOX) memcpy(pose.rotation, turn, sizeof turn);
  collide_set_pose(&s->shape, &s->source, &pose);
  return kind >= BOX ? 0 : radius;
}

/* A triangle that the shape's end at q, of that radius, is `gap` away from: with a point of its
 * face, of an edge, or with a corner. */
static void put_triangle(double corners[9], const double q[3], double radius, const double n[3],
                         double gap) {
  enum { FACE, EDGE, CORNER, FEATURES };
  static const double at[FEATURES][3][2] = {
      {{1, 0}, {-0.6, 1}, {-0.6, -1}}, {{1, 0}, {0, 1}, {0, -1}}, {{0, 0}, {1, 1}, {1, -1}}};
  double u[3], v[3], foot[3];
  int i, k, kind = below(FEATURES);
  draw_direction(u);
  for (i = 0; i < 3; i++) {
    v[i] = n[(i + 1) % 3] * u[(i + 2) % 3] - n[(i + 2) % 3] * u[(i + 1) % 3];
    foot[i] = q[i] + (radius + gap) * n[i];
  }
  for (i = 0; i < 3; i++) u[i] = v[(i + 1) % 3] * n[(i + 2) % 3] - v[(i + 2) % 3] * n[(i + 1) % 3];
  for (k = 0; k < 3; k++) {
    double far = between(0.5, 2), x = far * at[kind][k][0], y = far * at[kind][k][1];
    double lean = kind == FACE ? 0 : 0.3 * fabs(x) * unit();
    for (i = 0; i < 3; i++) corners[3 * k + i] = foot[i] + x * u[i] + y * v[i] + lean * n[i];
  }
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* About the third axis, by the angle of which the cosine is 0.28; the corners are turned back. */
static void turn_mesh(collide_pose *pose, double *corners, int count) {
  int i;
  pose->rotation[2] = 0.6;
  pose->rotation[3] = 0.8;
  for (i = 0; i < count; i++) {
    double *p = corners + 3 * i, x = p[0], y = p[1];
    p[0] = 0.28 * x + 0.96 * y;
    p[1] = 0.28 * y - 0.96 * x;
  }
}

/* The first is met at about t; the others are then as near as rounding. */
static void make_scene(scene *s, int kind) {
  static const double offsets[] = {0, 1, 1e3, 1e6};
  double corners[9 * MANY], at[3], q[3], n[3], t = unit(), radius, length = between(0.01, 3);
  uint32_t indices[3 * MANY];
  double offset = offsets[below(4)];
  collide_pose pose = collide_identity_pose();
  collide_triangles mesh;
  int i, k;
  draw_direction(s->d);
  s->size = 0;
  s->count = below(20) == 0 ? MANY : FEW;
  for (i = 0; i < 3; i++) {
    s->from[i] = between(-1, 1) + offset * between(-1, 1);
    s->d[i] *= length;
    s->size = fmax(s->size, fmax(fabs(s->from[i]), fabs(s->from[i] + s->d[i])));
  }
  radius = make_shape(s, kind, at);
  for (k = 0; k < s->count; k++) {
    double gap = k == 0 ? 0 : ldexp((s->size + 2) * between(-1, 1), -42 - below(10));
    draw_direction(n);
    if (k == 0 && dot(n, s->d) < 0)
      for (i = 0; i < 3; i++) n[i] = -n[i];
    if (k > 0 && below(2)) { /* what is passed by */
      double along = dot(n, s->d) / (length * length);
      for (i = 0; i < 3; i++) n[i] -= along * s->d[i];
      along = sqrt(dot(n, n));
      if (along < 0.01)
        draw_direction(n);
      else
        for (i = 0; i < 3; i++) n[i] /= along;
    }
    for (i = 0; i < 3; i++) q[i] = s->from[i] + t * s->d[i] + at[i];
    put_triangle(corners + 9 * k, q, radius, n, gap);
  }
  for (i = 0; i < 3; i++) pose.position[i] = below(2) ? 0 : offset * between(-1, 1);
  for (i = 0; i < 9 * s->count; i++) corners[i] -= pose.position[i % 3];
  if (below(4) == 0) turn_mesh(&pose, corners, 3 * s->count);
  for (i = 0; i < 3 * s->count; i++) indices[i] = (uint32_t)i;
  mesh.vertices = corners;
  mesh.vertex_count = 3 * (size_t)s->count;
  mesh.triangles = indices;
  mesh.triangle_count = (size_t)s->count;
  if (collide_mesh_data_new(&s->data, &mesh, NULL, NULL, NULL) != COLLIDE_OK) abort();
  collide_make_mesh(&s->mesh, s->data);
  if (collide_mesh_set_pose(&s->mesh, &pose) != COLLIDE_OK) abort();
}

/* ---- Questions ------------------------------------------------------------------------------ */

static void fail(const char *what) {
  if (add_failure(&failures) < 10) printf("%s\n", what);
}

static int64_t ask(const meet *m, const collide_target *target, collide_meeting *list) {
  meet_sink sink = ci_meet_sink(list, MANY, FIRST_ALL);
  ci_meet_contacts(m, target, &sink);
  return sink.kept.count;
}

static int is_same(const collide_meeting *p, const collide_meeting *q) {
  return p->at.triangle == q->at.triangle && p->push.depth == q->push.depth &&
         memcmp(p->push.normal, q->push.normal, sizeof p->push.normal) == 0;
}

/* All contacts at a place, by the candidates and by all triangles. */
static void check_place(scene *s, const collide_target *target, const mesh_candidates *c, double t,
                        int is_start, const double place[3]) {
  collide_meeting all[MANY], near[MANY];
  int64_t i, k, count;
  meet m;
  collide_set_position(&s->shape, &s->source, place);
  m = ci_meet_begin(&s->shape, COLLIDE_SKIP_TOUCHING);
  count = ask(&m, target, all);
  if (ci_meet_overlap(&m, target) != (count > 0)) fail("all: another overlap");
  m.candidates = c;
  m.t = t;
  m.is_start = is_start;
  contacts += (long)count;
  if (ask(&m, target, near) != count) fail("another number of contacts");
  if (ci_meet_overlap(&m, target) != (count > 0)) fail("another overlap");
  for (i = 0; i < count; i++) {
    for (k = 0; k < count && !is_same(&all[i], &near[k]);) k++;
    if (k == count) fail("another contact");
  }
}

static void check(int kind) {
  static scene s;
  mesh_candidates c;
  collide_target target;
  collide_target_sweep hit;
  sweep_mover mover;
  double until, own = 0, place[3], beside[3];
  int i, k, found;
  make_scene(&s, kind);
  target = collide_target_of_mesh(&s.mesh);
  mover = ci_sweep_mover(&s.shape, s.d, COLLIDE_SKIP_TOUCHING | COLLIDE_SKIP_EXIT | SPACE_EARLY);
  c.size = c.beside = 0;
  for (i = 0; i < 3; i++) {
    c.size += fabs(s.from[i]) + fabs(s.d[i]);
    own = fmax(own, fmax(fabs(mover.low[i]), fabs(mover.high[i])));
    own = fmax(own, fmax(fabs(mover.low[i] + s.d[i]), fabs(mover.high[i] + s.d[i])));
  }
  if (own > s.size) s.size = own;
  found = ci_sweep_chosen(&mover, &target, NULL, &c, NULL, &hit);
  until = found == 1 ? hit.hit.t : 1;
  inside += found == 1 && hit.hit.inside;
  casts++;
  unknown += !candidates_know(&c, &s.mesh);
  if (s.count == FEW && !candidates_know(&c, &s.mesh)) fail("no candidates");
  for (k = 0; k < PLACES; k++) {
    double t = k == 0 ? 0 : k < 8 ? until : until * unit();
    double far = k == 0 ? 0 : ldexp(s.size, -48) * between(0.9, 1);
    draw_direction(beside);
    for (i = 0; i < 3; i++) place[i] = s.from[i] + t * s.d[i] + far * beside[i];
    asked += s.count;
    if (candidates_know(&c, &s.mesh)) {
      for (i = 0; i < c.count; i++) skipped += !candidates_may_touch(&c, i, t);
      skipped += s.count - c.count;
    }
    check_place(&s, &target, &c, t, k == 0, place);
  }
  collide_mesh_data_free(s.data);
}

int main(int argc, char **argv) {
  long i, cases = argc > 1 && atol(argv[1]) > 0 ? atol(argv[1]) : 20000;
  for (i = 0; i < cases; i++) check((int)(i % KINDS));
  printf(
      "%ld casts, %ld began in something, %ld came near too much; of %ld triangles %ld need not be "
      "asked; %ld contacts; %ld wrong\n",
      casts, inside, unknown, asked, skipped, contacts, failures);
  if (skipped == 0 || contacts == 0 || unknown == 0) fail("nothing was asked");
  return failures > 0;
}
