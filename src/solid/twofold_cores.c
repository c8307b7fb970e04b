/* SPDX-License-Identifier: MIT
 *
 * Decides in twofolds whether two cores with radii meet if their gap or depth is about that of
 * rounding. Works as twofold_decide.c, with the nearest points of nearest_features.c in place of
 * GJK, in a third of the time. The vector between the points, made perpendicular to their edges, is
 * the normal of a separating plane. The weights of the points prove that the cores are near.
 *
 * The terms of TWOFOLD_MARGIN, u = 2^-53. The corners of a core are exact, and the difference of
 * two doubles is exactly a twofold. M is the size of a parting_plane, |r| the sum of the components
 * of r.
 * - A height along r: each coordinate of the position and the displacement is the sum of four
 *   twofolds, off by 3 u^2 of at most 4 M, three times: 36 u^2 M. A product of twofolds is off by 8
 *   u^2, the two sums by 6 u^2. The length of r is off by 16 u^2 of itself, its product with the
 *   radius by 8 u^2 more, two sums of heights by 3 u^2 of 4 M each: below 100 u^2 M |r| in all.
 * - A point by its weights: a coordinate is the sum of 8 terms of at most 2 M. The terms and sums
 * are off by 8 u^2 of themselves: below 256 u^2 M. Its length is off by sqrt(3) times that.
 */
#include <string.h>

#include "quick_pairs.h"
#include "twofold_decide.h"

typedef struct twofold_cores {
  parting_plane plane;
  core_pair *pair;
  twofold away[3]; /* from b's position to a's */
  double most;     /* SOLID_IN: an upper bound on the gap of the two */
} twofold_cores;

/* ---- The normal ---------------------------------------------------------------------------- */

static void set_edge(const round_core *core, const int index[3], int i, twofold e[3]) {
  int k;
  for (k = 0; k < 3; k++) e[k] = two_diff(core->corner[index[i]][k], core->corner[index[0]][k]);
}

/* The edges that contain the nearest points; returns their number, at most 4. */
static int gather_edges(const core_pair *pair, twofold e[4][3]) {
  const nearest_pair *f = &pair->found;
  int i, count = 0;
  for (i = 1; i < f->b.count; i++) set_edge(&pair->b, f->b.index, i, e[count++]);
  for (i = 1; i < f->a.count; i++) set_edge(&pair->a, f->a.index, i, e[count++]);
  return count;
}

static double square_of(const twofold v[3]) {
  return v[0].hi * v[0].hi + v[1].hi * v[1].hi + v[2].hi * v[2].hi;
}

/* Makes r perpendicular to e, except for terms of second order. */
static void set_across(twofold r[3], const twofold e[3]) {
  double part = tf_dot(r, e).hi / square_of(e);
  int k;
  for (k = 0; k < 3; k++) r[k] = tf_sub(r[k], tf_scale(e[k], part));
}

/* Edges below this are parallel: the square of the sine of their angle. */
#define TWOFOLD_PARALLEL 9.094947017729282e-13 /* 2^-40 */

/* r becomes the cross product of the two edges, on the same side as before. */
static void set_product(twofold r[3], const twofold e[3], const twofold f[3]) {
  twofold n[3];
  int i;
  tf_cross(e, f, n);
  if (!(square_of(n) > TWOFOLD_PARALLEL * square_of(e) * square_of(f))) {
    set_across(r, e);
    return;
  }
  if (r[0].hi * n[0].hi + r[1].hi * n[1].hi + r[2].hi * n[2].hi < 0)
    for (i = 0; i < 3; i++) n[i] = tf_negate(n[i]);
  memcpy(r, n, sizeof n);
}

/* Returns 0 if the points are too near each other, or on features that cross. */
static int put_normal(twofold_cores *g) {
  const parting_plane *w = &g->plane;
  twofold e[4][3], *r = g->plane.r;
  double v[3], square;
  int k, edges;
  core_vector(&g->pair->scene, &g->pair->found, v);
  square = vector_dot(v, v);
  if (!(square > TWOFOLD_FAR * TWOFOLD_FAR * w->size * w->size)) return 0;
  edges = gather_edges(g->pair, e);
  if (edges > 2) return 0;
  for (k = 0; k < 3; k++) r[k] = tf(v[k]);
  if (edges == 1) set_across(r, e[0]);
  if (edges == 2) set_product(r, e[0], e[1]);
  return square_of(r) > TWOFOLD_LEAST * TWOFOLD_LEAST * TWOFOLD_LEAST * TWOFOLD_LEAST;
}

/* ---- The plane ------------------------------------------------------------------------------- */

static twofold least_height(const round_core *core, const twofold away[3], const twofold r[3]) {
  twofold least = tf(0), p[3], h;
  int i, k;
  for (i = 0; i < core->count; i++) {
    for (k = 0; k < 3; k++) p[k] = tf_minus(away[k], -core->corner[i][k]);
    h = tf_dot(r, p);
    if (i == 0 || tf_sub(h, least).hi < 0) least = h;
  }
  return least;
}

static twofold greatest_height(const round_core *core, const twofold r[3]) {
  twofold most = tf(0), h;
  int i;
  for (i = 0; i < core->count; i++) {
    h = tf_dot_doubles(r, core->corner[i]);
    if (i == 0 || tf_sub(h, most).hi > 0) most = h;
  }
  return most;
}

twofold ci_separation_in_twofolds(const round_core *a, const round_core *b, const twofold away[3],
                                  const twofold r[3]) {
  twofold apart = tf_sub(least_height(a, away, r), greatest_height(b, r));
  return tf_sub(apart, tf_mul(two_sum(a->radius, b->radius), tf_sqrt(tf_dot(r, r))));
}

static void put_plane(twofold_cores *g) {
  parting_plane *w = &g->plane;
  w->height = ci_separation_in_twofolds(&g->pair->a, &g->pair->b, g->away, w->r);
  w->slope = tf(0);
  w->length = tf_sqrt(tf_dot(w->r, w->r)).hi;
  w->is_found = 1;
}

/* ---- The point ----------------------------------------------------------------------------- */

/* Are these weights and that of the first corner certainly not negative? The sum of two rounds
 * once. */
static int are_weights(const double *weight, int count) {
  if (count > 1 && !(weight[0] >= 0 && weight[0] <= 1)) return 0;
  return count < 3 || (weight[1] >= 0 && weight[0] + weight[1] <= 1 - DBL_EPSILON);
}

/* Adds the coordinate of a point of a core, relative to its position, times `sign`. */
static twofold add_point(twofold x, double sign, const round_core *core, const int index[3],
                         const double *weight, int count, int k) {
  double first = core->corner[index[0]][k];
  int i;
  x = tf_minus(x, -sign * first);
  for (i = 1; i < count; i++) {
    twofold e = two_diff(core->corner[index[i]][k], first);
    x = tf_add(x, tf_scale(e, sign * weight[i - 1]));
  }
  return x;
}

/* Are the nearest points nearer than the radius? Sets `most`, their distance less the radius. */
static int is_in(twofold_cores *g) {
  const round_core *a = &g->pair->a, *b = &g->pair->b;
  const nearest_pair *f = &g->pair->found;
  twofold square = tf(0), x;
  int k;
  if (!are_weights(f->a.weight, f->a.count) || !are_weights(f->b.weight, f->b.count)) return 0;
  for (k = 0; k < 3; k++) {
    x = add_point(g->away[k], 1, a, f->a.index, f->a.weight, f->a.count, k);
    x = add_point(x, -1, b, f->b.index, f->b.weight, f->b.count, k);
    square = tf_add(square, tf_mul(x, x));
  }
  x = tf_sub(tf_sqrt(square), two_sum(a->radius, b->radius));
  g->most = x.hi;
  return x.hi < -(TWOFOLD_MARGIN * g->plane.size);
}

/* ---- All ------------------------------------------------------------------------------------- */

static int decide(twofold_cores *g) {
  if (!put_normal(g)) return SOLID_UNDECIDED;
  put_plane(g);
  if (ci_plane_parts(&g->plane)) return SOLID_APART;
  return g->plane.height.hi < 0 && is_in(g) ? SOLID_IN : SOLID_UNDECIDED;
}

/* Returns 0 if the size is out of range. */
static int begin(twofold_cores *g, core_pair *pair) {
  int k;
  g->pair = pair;
  if (!ci_plane_begin(&g->plane, NULL, pair->scene.size)) return 0;
  for (k = 0; k < 3; k++) g->away[k] = two_diff(pair->a.position[k], pair->b.position[k]);
  return 1;
}

/* The depth counts as accurate if the plane and the points agree to this part of it. */
#define TWOFOLD_EQUAL 3.552713678800501e-15 /* 2^-48 */

static void keep_depth(const twofold_cores *g, core_pair *pair) {
  double apart = g->plane.height.hi / g->plane.length;
  int k;
  pair->is_deep = g->most - apart <= TWOFOLD_EQUAL * -apart;
  pair->apart = apart;
  for (k = 0; k < 3; k++) pair->normal[k] = g->plane.r[k].hi / g->plane.length;
}

int ci_cores_decide_in_twofolds(core_pair *pair) {
  twofold_cores g;
  int level;
  pair->is_deep = 0;
  if (!pair->known || !begin(&g, pair)) return PAIR_UNSURE;
  level = decide(&g);
  if (level == SOLID_IN) keep_depth(&g, pair);
  return level == SOLID_IN ? PAIR_MEET : level == SOLID_APART ? PAIR_PARTED : PAIR_UNSURE;
}
