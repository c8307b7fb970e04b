/* SPDX-License-Identifier: MIT
 *
 * Do two cores with radii meet that rest on each other, but for rounding? As rest.c, by the nearest
 * points of near_find.c in place of a search: the vector between these, made perpendicular to the
 * edges that they lie on, is the normal of a plane, and their weights are those of a point.
 *
 * What REST_MARGIN is for, u = 2^-53. A core is the doubles it is made of, and the difference of
 * two doubles is a twofold exactly. M is what rest_way.h says, |r| the sum of the components of r.
 * - A height along r: of the position and the way each coordinate is the sum of four twofolds, off
 *   by 3 u^2 of at most 4 M, three times: 36 u^2 M; a product of twofolds is off by 8 u^2, the two
 *   sums by 6 u^2. The length of r is off by 16 u^2 of itself, its product with the radius by 8 u^2
 *   more, two sums of heights by 3 u^2 of 4 M each: below 100 u^2 M |r| in all.
 * - A point by its weights: a coordinate is the sum of 8 terms of at most 2 M, which are off by
 *   8 u^2 of themselves, as are the sums: below 256 u^2 M, and its length by sqrt(3) times that. */
#include <string.h>

#include "near.h"
#include "rest_way.h"

typedef struct near_resting {
  rest_way way;
  near_pair *pair;       /* with a at t d */
  double at_start[3][3]; /* its corners when it was not moved, as in the scene */
  twofold away[3];       /* from b's position to a's, */
  twofold there[3];      /* and to where a is now */
  double most;           /* SOLID_IN: how far apart the two are at most */
} near_resting;

/* ---- The normal ---------------------------------------------------------------------------- */

static void set_edge(const near_core *core, const int index[3], int i, twofold e[3]) {
  int k;
  for (k = 0; k < 3; k++) e[k] = two_diff(core->corner[index[i]][k], core->corner[index[0]][k]);
}

/* The edges across which the vector between the points lies; returns how many, 4 at most. */
static int gather_edges(const near_pair *pair, twofold e[4][3]) {
  const near_found *f = &pair->found;
  int i, count = 0;
  for (i = 1; i < f->nb; i++) set_edge(&pair->b, f->ib, i, e[count++]);
  for (i = 1; i < f->na; i++) set_edge(&pair->a, f->ia, i, e[count++]);
  return count;
}

static twofold dot_double(const twofold r[3], const double v[3]) {
  return tf_add(tf_add(tf_scale(r[0], v[0]), tf_scale(r[1], v[1])), tf_scale(r[2], v[2]));
}

static double square_of(const twofold v[3]) {
  return v[0].hi * v[0].hi + v[1].hi * v[1].hi + v[2].hi * v[2].hi;
}

/* r less its part along e. What is left of that is of second order. */
static void set_across(twofold r[3], const twofold e[3]) {
  double part = tf_dot(r, e).hi / square_of(e);
  int k;
  for (k = 0; k < 3; k++) r[k] = tf_sub(r[k], tf_scale(e[k], part));
}

/* How parallel two edges may be, as the square of the sine of their angle. */
#define REST_PARALLEL 9.094947017729282e-13 /* 2^-40 */

/* r becomes the product of the two edges, turned to the side where it was. */
static void set_product(twofold r[3], const twofold e[3], const twofold f[3]) {
  twofold n[3];
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = tf_sub(tf_mul(e[j], f[k]), tf_mul(e[k], f[j]));
  }
  if (!(square_of(n) > REST_PARALLEL * square_of(e) * square_of(f))) {
    set_across(r, e);
    return;
  }
  if (r[0].hi * n[0].hi + r[1].hi * n[1].hi + r[2].hi * n[2].hi < 0)
    for (i = 0; i < 3; i++) n[i] = tf_negate(n[i]);
  memcpy(r, n, sizeof n);
}

/* Where a way comes nearest to something, as the cosine of the angle between it and the normal. */
#define REST_BESIDE 9.313225746154785e-10 /* 2^-30 */

/* Does a pass by here? Then the way counts as another edge: the plane is along it. */
static int passes_by(const rest_way *w, const double v[3], double square) {
  double along = vector_dot(v, w->d), least = REST_BESIDE * REST_BESIDE;
  return w->from != w->to && along * along <= least * square * vector_dot(w->d, w->d);
}

/* The square of d less its part along the edge, if there is one. */
static double square_across(const double d[3], twofold e[4][3], int edges) {
  double square = vector_dot(d, d), along;
  if (edges == 0) return square;
  along = d[0] * e[0][0].hi + d[1] * e[0][1].hi + d[2] * e[0][2].hi;
  return square - along * along / square_of(e[0]);
}

/* Returns 0 when the points lie too near each other, or on features that cross. */
static int put_normal(near_resting *g) {
  const rest_way *w = &g->way;
  twofold e[4][3], *r = g->way.r;
  double v[3], square;
  int k, edges;
  ci_near_vector(g->pair, v);
  square = vector_dot(v, v);
  if (!(square > REST_FAR * REST_FAR * w->size * w->size)) return 0;
  edges = gather_edges(g->pair, e);
  if (edges > 2) return 0;
  if (w->from != w->to && edges < 2) g->way.across = square_across(w->d, e, edges);
  if (edges < 2 && passes_by(w, v, square)) {
    for (k = 0; k < 3; k++) e[edges][k] = tf(w->d[k]);
    edges++;
  }
  for (k = 0; k < 3; k++) r[k] = tf(v[k]);
  if (edges == 1) set_across(r, e[0]);
  if (edges == 2) set_product(r, e[0], e[1]);
  return square_of(r) > REST_LEAST * REST_LEAST * REST_LEAST * REST_LEAST;
}

/* ---- The plane ------------------------------------------------------------------------------- */

/* A height in doubles is off by less, in units of M |r|: three roundings of a corner, one of r, and
 * five of the product. */
#ifndef REST_PLAIN
#define REST_PLAIN 1.7763568394002505e-15 /* 16 u */
#endif

/* The corners of a core that may be the lowest along r, for `sign` -1 the highest. Returns how
 * many. */
static int choose(const near_resting *g, const double (*const v)[3], int count, double sign,
                  int chosen[3]) {
  const twofold *r = g->way.r;
  double height[3], least = HUGE_VAL, most;
  int i, n = 0;
  for (i = 0; i < count; i++) {
    height[i] = sign * (r[0].hi * v[i][0] + r[1].hi * v[i][1] + r[2].hi * v[i][2]);
    if (height[i] < least) least = height[i];
  }
  most = (fabs(r[0].hi) + fabs(r[1].hi) + fabs(r[2].hi)) * g->way.size * (2 * REST_PLAIN);
  for (i = 0; i < count; i++)
    if (height[i] <= least + most) chosen[n++] = i;
  return n;
}

/* Of a where it is now. */
static twofold lowest_of_a(const near_resting *g) {
  const near_pair *pair = g->pair;
  twofold least = tf(0);
  int i, k, chosen[3],
      count = choose(g, (const double(*)[3])pair->scene.p, pair->a.count, 1, chosen);
  for (i = 0; i < count; i++) {
    twofold p[3], h;
    for (k = 0; k < 3; k++) p[k] = tf_minus(g->there[k], -pair->a.corner[chosen[i]][k]);
    h = tf_dot(g->way.r, p);
    if (i == 0 || tf_sub(h, least).hi < 0) least = h;
  }
  return least;
}

static twofold highest_of_b(const near_resting *g) {
  const near_core *b = &g->pair->b;
  twofold most = tf(0);
  double q[3][3];
  int i, chosen[3], count;
  for (i = 0; i < b->count; i++) memcpy(q[i], b->corner[i], sizeof q[i]);
  chosen[0] = 0;
  count = choose(g, (const double(*)[3])q, b->count, -1, chosen);
  for (i = 0; i < count; i++) {
    twofold h = dot_double(g->way.r, q[chosen[i]]);
    if (i == 0 || tf_sub(h, most).hi > 0) most = h;
  }
  return most;
}

static void put_plane(near_resting *g) {
  rest_way *w = &g->way;
  twofold length = tf_sqrt(tf_dot(w->r, w->r));
  twofold radius = two_sum(g->pair->a.radius, g->pair->b.radius);
  w->height = tf_sub(lowest_of_a(g), highest_of_b(g));
  w->height = tf_sub(w->height, tf_mul(radius, length));
  w->slope = w->from == w->to ? tf(0) : dot_double(w->r, w->d);
  w->length = length.hi;
  w->has_plane = 1;
}

/* ---- The point ----------------------------------------------------------------------------- */

/* Are these surely weights, with that of the first corner? Two are summed with one rounding. */
static int are_weights(const double *weight, int count) {
  if (count > 1 && !(weight[0] >= 0 && weight[0] <= 1)) return 0;
  return count < 3 || (weight[1] >= 0 && weight[0] + weight[1] <= 1 - DBL_EPSILON);
}

/* Adds the coordinate of a point of a core, relative to its position, times `sign`. */
static twofold add_point(twofold x, double sign, const near_core *core, const int index[3],
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

/* Are the two points that were found nearer than the radius? Sets how far they are from that. */
static int is_in(near_resting *g) {
  const near_core *a = &g->pair->a, *b = &g->pair->b;
  const near_found *f = &g->pair->found;
  twofold square = tf(0), x;
  int k;
  if (!are_weights(f->s, f->na) || !are_weights(f->t, f->nb)) return 0;
  for (k = 0; k < 3; k++) {
    x = add_point(g->there[k], 1, a, f->ia, f->s, f->na, k);
    x = add_point(x, -1, b, f->ib, f->t, f->nb, k);
    square = tf_add(square, tf_mul(x, x));
  }
  x = tf_sub(tf_sqrt(square), two_sum(a->radius, b->radius));
  g->most = x.hi;
  return x.hi < -(REST_MARGIN * g->way.size);
}

/* ---- Looking ------------------------------------------------------------------------------- */

/* By the points that were found at t. */
static int judge(near_resting *g, double t) {
  if (!put_normal(g)) return SOLID_UNDECIDED;
  put_plane(g);
  if (ci_rest_stays_beyond(&g->way, t)) return SOLID_APART;
  return g->way.height.hi < 0 && is_in(g) ? SOLID_IN : SOLID_UNDECIDED;
}

static int look(rest_way *w, double t) {
  near_resting *g = (near_resting *)(void *)w;
  near_scene *scene = &g->pair->scene;
  int i, k;
  for (i = 0; i < g->pair->a.count; i++)
    for (k = 0; k < 3; k++) scene->p[i][k] = g->at_start[i][k] + t * w->d[k];
  for (k = 0; k < 3; k++) g->there[k] = tf_add(g->away[k], two_product(t, w->d[k]));
  ci_near_find(scene, &g->pair->found);
  return judge(g, t);
}

/* Returns 0 when there is no answer. */
static int begin(near_resting *g, near_pair *pair, const solid_shift *shift) {
  int k;
  g->pair = pair;
  if (!ci_rest_begin(&g->way, shift, pair->scene.size, pair->a.radius + pair->b.radius)) return 0;
  for (k = 0; k < 3; k++)
    g->away[k] = g->there[k] = two_diff(pair->a.position[k], pair->b.position[k]);
  return 1;
}

static int rest(const collide_shape *a, const collide_shape *b, const solid_shift *shift) {
  near_resting g;
  near_pair pair;
  if (!ci_near_make(a, b, &pair) || !begin(&g, &pair, shift)) return SOLID_UNDECIDED;
  memcpy(g.at_start, pair.scene.p, sizeof g.at_start);
  g.way.look = look;
  return ci_rest_follow(&g.way);
}

/* A triangle is always b: moving the other one against the way is the same. */
int ci_near_rest(const collide_shape *a, const collide_shape *b, const solid_shift *shift) {
  solid_shift against;
  int i;
  if (a->kind != COLLIDE_TRIANGLE) return rest(a, b, shift);
  if (b->kind == COLLIDE_TRIANGLE) return SOLID_UNDECIDED;
  if (shift == NULL) return rest(b, a, NULL);
  against = *shift;
  for (i = 0; i < 3; i++) against.d[i] = -shift->d[i];
  return rest(b, a, &against);
}

/* How deep the two are in one another, where the plane says the same as the points, but for 2^-48
 * of it. */
#define REST_EQUAL 3.552713678800501e-15 /* 2^-48 */

static void keep_depth(const near_resting *g, near_pair *pair) {
  double apart = g->way.height.hi / g->way.length;
  int k;
  pair->is_deep = g->most - apart <= REST_EQUAL * -apart;
  pair->apart = apart;
  for (k = 0; k < 3; k++) pair->normal[k] = g->way.r[k].hi / g->way.length;
}

int ci_near_rest_found(near_pair *pair, const double *d) {
  near_resting g;
  solid_shift shift;
  int level;
  if (d != NULL) {
    memcpy(shift.d, d, sizeof shift.d);
    shift.from = 0;
    shift.to = 1;
  }
  pair->is_deep = 0;
  if (!pair->known || !begin(&g, pair, d == NULL ? NULL : &shift)) return NEAR_UNSURE;
  level = judge(&g, 0);
  if (level == SOLID_IN) {
    keep_depth(&g, pair);
    return NEAR_MEET;
  }
  if (level == SOLID_APART) return d == NULL ? NEAR_APART : NEAR_STAYS;
  return g.way.has_plane && ci_rest_is_beyond(&g.way) ? NEAR_APART : NEAR_UNSURE;
}
