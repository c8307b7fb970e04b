/* SPDX-License-Identifier: MIT
 *
 * Each sign of src/narrow/space/facet.h against the same product in exact numbers. Edges are of
 * boxes, hulls, triangles and segments: on a lattice, level, turned about the vertical or in any
 * way, both in one frame or each in its own, so that many products are 0; or random; or tiny and
 * huge. Prints how many are wrong for each function, how many are 0, and fails when any is wrong.
 *
 *     edge-driver <cases>
 */
#include "collide.h"
#include "number/exact.h"
#include "narrow/space/facet.h"
#include "../support/check.h"
#define RANDOM_SEED 20261201
#include "../support/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Exact numbers --------------------------------------------------------------------------- */

static uint32_t limbs[1 << 20];
static exact_pool pool;

typedef struct vector {
  exact x[3];
} vector;

/* at + linear * own, for a corner. */
static vector corner_of(const solid_proxy *s, int corner) {
  double room[3];
  const double *own = solid_own_corner(s, corner, room);
  vector r;
  int i, k;
  for (k = 0; k < 3; k++) {
    ci_exact_set_sum(&pool, &r.x[k], s->at[k], s->at_low[k]);
    for (i = 0; i < 3; i++) {
      exact term, sum;
      ci_exact_set(&pool, &term, own[i]);
      ci_exact_mul_double(&term, &term, s->turned ? s->linear[3 * k + i] : i == k);
      ci_exact_add(&sum, &r.x[k], &term);
      r.x[k] = sum;
    }
  }
  return r;
}

static vector minus(const vector *a, const vector *b) {
  vector r;
  int k;
  for (k = 0; k < 3; k++) ci_exact_sub(&r.x[k], &a->x[k], &b->x[k]);
  return r;
}

static vector edge_of(const solid_edge *e) {
  vector from = corner_of(e->solid, e->from), to = corner_of(e->solid, e->to);
  return minus(&to, &from);
}

static vector between(const solid_pair *p, int i, int k) {
  vector a = corner_of(&p->a, i), b = corner_of(&p->b, k);
  return minus(&a, &b);
}

static vector doubles(const double d[3]) {
  vector r;
  int k;
  for (k = 0; k < 3; k++) ci_exact_set(&pool, &r.x[k], d[k]);
  return r;
}

static vector cross(const vector *a, const vector *b) {
  vector r;
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    exact x, y;
    ci_exact_mul(&x, &a->x[j], &b->x[k]);
    ci_exact_mul(&y, &a->x[k], &b->x[j]);
    ci_exact_sub(&r.x[i], &x, &y);
  }
  return r;
}

static exact dot(const vector *a, const vector *b) {
  exact sum, product, r;
  int i;
  ci_exact_set(&pool, &r, 0);
  for (i = 0; i < 3; i++) {
    ci_exact_mul(&product, &a->x[i], &b->x[i]);
    ci_exact_add(&sum, &r, &product);
    r = sum;
  }
  return r;
}

static int is_zero(const vector *a) {
  return exact_sign(&a->x[0]) == 0 && exact_sign(&a->x[1]) == 0 && exact_sign(&a->x[2]) == 0;
}

static int sign_of_triple(const vector *a, const vector *b, const vector *c) {
  vector n = cross(a, b);
  exact value = dot(&n, c);
  return exact_sign(&value);
}

/* Of |n . w| - radius |n|, by the squares. */
static int sign_of_reach(const solid_pair *p, const vector *n, const vector *w) {
  exact over = dot(n, w), length = dot(n, n), square, radius, reach, r;
  ci_exact_set_sum(&pool, &radius, p->a.radius, p->b.radius);
  ci_exact_mul(&square, &over, &over);
  ci_exact_mul(&reach, &radius, &radius);
  ci_exact_mul(&r, &reach, &length);
  ci_exact_sub(&reach, &square, &r);
  return exact_sign(&reach);
}

/* ---- Cases ----------------------------------------------------------------------------------- */

enum { CORNERS = 7 };

typedef struct solid_body {
  collide_shape shape;
  collide_source source;
  double work[4096], hull[4096];
} solid_body;

typedef struct manner {
  double unit, scale; /* 0: random */
  int is_wide;        /* each number is tiny or huge on its own */
} manner;

static double number(const manner *m) {
  double x = m->unit == 0 || below(12) == 0 ? 2 * unit() - 1 : (below(25) - 12) * m->unit;
  if (m->is_wide) x = ldexp(x, below(397) - 198);
  return x * m->scale;
}

static double size(const manner *m) {
  double x = fabs(number(m));
  return x > 0 ? x : m->scale;
}

static void draw_manner(manner *m) {
  static const double units[3] = {0.125, 0.1, 0};
  int kind = below(16);
  m->unit = units[below(3)];
  m->scale = kind == 0 ? ldexp(1, below(390) - 195) : kind == 1 ? ldexp(1, below(60) - 30) : 1;
  m->is_wide = kind == 2;
}

static void draw_pose(const manner *m, collide_pose *pose) {
  int i, kind = below(5);
  double angle = below(2) ? below(24) * 0.26179938779914946 : 6.3 * unit();
  *pose = collide_identity_pose();
  if (kind == 1 || kind == 2) {
    pose->rotation[1] = sin(angle / 2);
    pose->rotation[3] = cos(angle / 2);
  }
  if (kind == 3)
    for (i = 0; i < 4; i++) pose->rotation[i] = 2 * unit() - 1;
  if (kind == 4) {
    pose->has_linear = 1;
    for (i = 0; i < 9; i++)
      pose->linear[i] = below(3) ? (below(9) - 4) * 0.25 : below(2) ? 0.1 * below(9) : unit();
  }
  for (i = 0; i < 3; i++) pose->position[i] = number(m) * (below(4) ? 1 : 1000);
}

static int make_hull(const manner *m, solid_body *b, double *p) {
  size_t bytes;
  int point, i, k = below(3);
  for (i = 0; i < 4 && below(2); i++) p[3 * i + k] = p[k];
  (void)m;
  if (collide_hull_work(CORNERS) > sizeof b->work) exit(2);
  if (collide_build_hull(p, CORNERS, b->work, &bytes, &point) != COLLIDE_OK) return 0;
  if (bytes > sizeof b->hull) exit(2);
  collide_make_hull(&b->shape, &b->source, b->work, b->hull);
  return 1;
}

/* Returns 0 if the numbers make no shape, or one that is not a polytope. */
static int make_body(const manner *m, const collide_pose *pose, solid_body *b) {
  double p[3 * CORNERS], half[3];
  int i, kind = below(6);
  collide_error error;
  for (i = 0; i < 3 * CORNERS; i++) p[i] = number(m);
  for (i = 0; i < 3; i++) half[i] = size(m);
  if (kind == 0)
    error = collide_make_segment(&b->shape, &b->source, p, p + 3);
  else if (kind == 1)
    error = collide_make_triangle(&b->shape, &b->source, p, p + 3, p + 6);
  else if (kind == 2)
    error = collide_make_capsule(&b->shape, &b->source, p, p + 3, half[0]);
  else if (kind < 5 && make_hull(m, b, p))
    error = COLLIDE_OK;
  else
    error = collide_make_box(&b->shape, &b->source, half);
  if (error == COLLIDE_OK && kind > 2 && below(2))
    error = collide_round(&b->shape, &b->source, half[1]);
  return error == COLLIDE_OK && collide_set_pose(&b->shape, &b->source, pose) == COLLIDE_OK;
}

static solid_edge draw_edge(const solid_proxy *s) {
  solid_edge e;
  int count = solid_corner_count(s);
  e.solid = s;
  e.from = below(count);
  e.to = below(8) ? (e.from + 1 + below(count)) % count : e.from;
  if (s->form == SOLID_BOX && below(3)) e.to = e.from ^ 1 << below(3);
  return e;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

enum { TURN, TURN_TO, HEIGHT, REACH, POINTS, ALONG, AXIS, PARALLEL, VECTOR, CHECKS };

typedef struct tally {
  long wrong, asked, zero, unsure;
} tally;

static tally tallies[CHECKS];

static void count(int which, int found, int truth) {
  tally *t = &tallies[which];
  t->asked++;
  t->zero += truth == 0;
  t->unsure += found == 2;
  if (found == truth || (which == REACH && found == 2)) return;
  t->wrong++;
}

static int has_axis_direction(const solid_edge *e) {
  int bits = e->from ^ e->to;
  return e->solid->form == SOLID_BOX && (bits & (bits - 1)) == 0;
}

/* The vector is off by 2^-98 of `most`, whatever the margin is, and exact where it says so. */
static void judge_vector(const solid_edge *e) {
  edge_vector r;
  vector truth = edge_of(e);
  int k, good = 1;
  if (!ci_edge_vector(e, &r)) return;
  if (has_axis_direction(e)) return; /* only its direction counts */
  for (k = 0; k < 3; k++) {
    exact value, off;
    ci_exact_set_sum(&pool, &value, r.v[k].hi, r.v[k].lo);
    ci_exact_sub(&off, &truth.x[k], &value);
    good &= fabs(ci_exact_round(&off)) <= ldexp(r.most[k], -98);
    if (r.exact >> k & 1) good &= exact_sign(&off) == 0 && r.v[k].lo == 0;
  }
  count(VECTOR, good, 1);
}

static void draw_direction(const manner *m, double d[3]) {
  int k;
  for (k = 0; k < 3; k++) d[k] = below(3) ? number(m) : 0;
}

static void judge_turns(const manner *m, const solid_edge *e, const solid_edge *f,
                        const solid_edge *g) {
  vector x = edge_of(e), y = edge_of(f), z = edge_of(g), d_exactly, n = cross(&x, &y);
  double d[3];
  int axis = ci_edges_axis(e, f);
  draw_direction(m, d);
  d_exactly = doubles(d);
  count(TURN, ci_edges_turn(e, f, g), sign_of_triple(&x, &y, &z));
  count(TURN_TO, ci_edges_turn_to(e, f, d), sign_of_triple(&x, &y, &d_exactly));
  count(PARALLEL, ci_edges_are_parallel(e, f), is_zero(&n));
  if (axis >= 0)
    count(AXIS, 1, exact_sign(&n.x[(axis + 1) % 3]) == 0 && exact_sign(&n.x[(axis + 2) % 3]) == 0);
  judge_vector(e);
}

static void judge_points(const manner *m, const solid_pair *p, const solid_edge *e,
                         const solid_edge *f) {
  vector x = edge_of(e), y = edge_of(f), v, w, d_exactly, n = cross(&x, &y);
  int from[2], to[2], k;
  double d[3], at[3];
  from[0] = below(solid_corner_count(&p->a));
  from[1] = below(solid_corner_count(&p->b));
  to[0] = below(solid_corner_count(&p->a));
  to[1] = below(solid_corner_count(&p->b));
  draw_direction(m, d);
  w = between(p, to[0], to[1]);
  v = between(p, from[0], from[1]);
  for (k = 0; k < 3; k++) at[k] = ci_exact_round(&w.x[k]);
  if (below(4) == 0) memcpy(d, at, sizeof d);
  d_exactly = doubles(d);
  count(HEIGHT, ci_edges_height(p, e, f, to[0], to[1]), sign_of_triple(&x, &y, &w));
  if (!is_zero(&n)) /* they span a plane */
    count(REACH, ci_edges_reach(p, e, f, to[0], to[1]), sign_of_reach(p, &n, &w));
  count(POINTS, ci_points_turn(p, from, to, d), sign_of_triple(&v, &w, &d_exactly));
  n = cross(&w, &d_exactly);
  count(ALONG, ci_point_is_along(p, to, d), is_zero(&n));
}

static void one(void) {
  static solid_body a, b;
  solid_pair p;
  manner m;
  collide_pose pose;
  solid_edge e, f, g;
  draw_manner(&m);
  draw_pose(&m, &pose);
  if (!make_body(&m, &pose, &a)) return;
  if (below(3) == 0) draw_pose(&m, &pose);
  if (!make_body(&m, &pose, &b)) return;
  ci_solid_pair_make(&p, &a.shape, &b.shape);
  if (solid_is_curved(&p.a) || solid_is_curved(&p.b)) return;
  ci_exact_pool_init(&pool, limbs, (int)(sizeof limbs / sizeof limbs[0]));
  e = draw_edge(below(2) ? &p.a : &p.b);
  f = draw_edge(below(2) ? &p.a : &p.b);
  g = draw_edge(below(2) ? &p.a : &p.b);
  judge_turns(&m, &e, &f, &g);
  judge_points(&m, &p, &e, &f);
  if (pool.lost) exit(2);
}

int main(int argc, char **argv) {
  static const char *const names[CHECKS] = {"turn",  "turn to", "height",   "reach", "points",
                                            "along", "axis",    "parallel", "vector"};
  int cases = argc > 1 ? atoi(argv[1]) : 20000, i, failed = 0;
  for (i = 0; i < cases; i++) one();
  for (i = 0; i < CHECKS; i++) {
    const tally *t = &tallies[i];
    printf("%s: %ld wrong of %ld, %ld are 0, %ld unsure\n", names[i], t->wrong, t->asked, t->zero,
           t->unsure);
    failed += t->wrong > 0 || t->asked == 0;
  }
  return failed > 0;
}
