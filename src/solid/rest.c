/* SPDX-License-Identifier: MIT
 *
 * Do two solids meet that rest on each other, but for rounding? A move leaves a shape some units in
 * the last place away from what it met: too near for doubles, and far enough for twofolds. What is
 * said here is certain, and follows from two things alone:
 *
 *   - All of the difference of the cores lies beyond a plane that is farther away than the radius:
 *     then the two are apart. Any vector may be the plane's normal.
 *   - A point of the difference of the cores, given by weights of its corners, is nearer than the
 *     radius: then the two are in one another.
 *
 * Both are taken from the simplex with which the search in doubles ends. So an error of the search
 * can only leave an answer open.
 */
#include "decide.h"
#include "solid.h"

#include <string.h>

/* u = 2^-53; M is what no coordinate of the difference, of the way or of the radius is larger than.
 * A coordinate of a corner is made of three exact products and exact sums, of which the lower
 * parts, below 4 u M, are summed in doubles with six roundings: 24 u^2 M; with those of the
 * twofolds that the position is made of 32 u^2 M. That of a difference of two is off by 70 u^2 M,
 * and by no more than 80 u^2 M when t d is added.
 * - A height along r, in units of M times the sum of the components of r: 80 u^2, and a product and
 *   two sums of twofolds, each 8 u^2: 110 u^2. The length of r is off by 8 u^2 of itself, the
 *   product with the radius by 8 u^2, the difference by 4 u^2: 130 u^2 in all.
 * - A point by its weights: those of the foot are doubles, and its last step of up to 2^-40 of an
 *   edge is multiplied in doubles, which is off by u 2^-39 M = 2^-92 M for each of two edges, and
 *   summed with two roundings of as much: 2^-90 M. The rest is less than 200 u^2 M. Its length is
 *   off by sqrt(3) times as much, so by 2^-89 M in all.
 * 130 u^2 is 2^-98.9. One margin is enough for both. */
#ifndef REST_MARGIN
#define REST_MARGIN 3.2311742677852644e-27 /* 2^-88 */
#endif

/* Lengths between these: no product of two that counts underflows or overflows. */
#define REST_LEAST 1e-30
#define REST_MOST 1e30

/* Corners are looked at one by one. */
enum { REST_CORNERS = 32, REST_STEPS = 6 };

/* Weights are certainly those of a point of the simplex when they are not nearer to their ends than
 * the last step of the foot may be: 2^-40, and the two of a triangle. */
#define REST_WEIGHT 1.8189894035458565e-12 /* 2^-39 */

/* Where two tangents of the distance cross, in units of M. Each height and slope is off by 3 u, the
 * time of the crossing so that the height there changes by 12 u, and the height is summed with 8 u:
 * below 32 u. */
#ifndef REST_CROSSING
#define REST_CROSSING 5.684341886080802e-14 /* 2^-44 */
#endif

/* The two while a is at t d, and what was found there. */
typedef struct resting {
  const collide_shape *a, *b;
  twofold d[3];
  double from, to, size; /* M */
  solid_pair pair;
  simplex last;   /* with which the search ended where they were looked at before */
  twofold r[3];   /* out of b, */
  double length;  /* of r */
  twofold height; /* how far the plane across r is beyond the radius, times the length of r, */
  double slope;   /* and by how much that grows with t */
} resting;

static int can_rest(const solid_view *s) {
  return !solid_is_curved(s) && solid_corner_count(s) <= REST_CORNERS;
}

/* The least height of the corners of one solid along r, for `sign` -1 the greatest. */
static twofold least_height(const solid_view *s, const twofold r[3], double sign) {
  int i, count = solid_corner_count(s);
  twofold least = tf(0), h, p[3];
  for (i = 0; i < count; i++) {
    ci_solid_corner(s, i, p);
    h = tf_dot(r, p);
    if (i == 0 || tf_sub(h, least).hi * sign < 0) least = h;
  }
  return least;
}

/* Beyond the plane across r through a's lowest and b's highest corner lies all of the difference.
 * Returns 0 for a vector that is too short. */
static int put_height(resting *g) {
  const solid_pair *p = &g->pair;
  twofold length = ci_solid_length(g->r), lowest = least_height(&p->a, g->r, 1);
  g->length = length.hi;
  if (!(g->length > REST_LEAST * REST_LEAST)) return 0;
  g->height = tf_sub(lowest, least_height(&p->b, g->r, -1));
  g->height = tf_sub(g->height, tf_mul(two_sum(p->a.radius, p->b.radius), length));
  g->slope = tf_dot(g->r, g->d).hi;
  return 1;
}

static double margin_of(const resting *g) {
  double sum = fabs(g->r[0].hi) + fabs(g->r[1].hi) + fabs(g->r[2].hi);
  return REST_MARGIN * g->size * sum;
}

/* Is the plane farther away than the radius at both ends of the way? */
static int is_apart(const resting *g, double t) {
  double least = margin_of(g), to[2];
  int i;
  to[0] = g->from;
  to[1] = g->to;
  if (!(g->height.hi > least)) return 0;
  for (i = 0; i < 2; i++) {
    twofold way = tf_mul(tf_dot(g->r, g->d), two_diff(to[i], t));
    if (to[i] != t && !(tf_add(g->height, way).hi > least)) return 0;
  }
  return 1;
}

/* The normal of a triangle, which is better than the way to its foot where that is short. */
static void put_normal(resting *g, const simplex *s) {
  twofold w[3][3], a[3], b[3], n[3];
  int i, k;
  for (i = 0; i < 3; i++) {
    ci_solid_corner(&g->pair.a, s->point[i].corner[0], a);
    ci_solid_corner(&g->pair.b, s->point[i].corner[1], b);
    for (k = 0; k < 3; k++) w[i][k] = tf_sub(a[k], b[k]);
  }
  for (k = 0; k < 3; k++) {
    w[1][k] = tf_sub(w[1][k], w[0][k]);
    w[2][k] = tf_sub(w[2][k], w[0][k]);
  }
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    k = (i + 2) % 3;
    n[i] = tf_sub(tf_mul(w[1][j], w[2][k]), tf_mul(w[1][k], w[2][j]));
  }
  if (!(fabs(n[0].hi) + fabs(n[1].hi) + fabs(n[2].hi) > REST_LEAST * REST_LEAST)) return;
  if (tf_dot(n, w[0]).hi < 0)
    for (i = 0; i < 3; i++) n[i] = tf_negate(n[i]);
  memcpy(g->r, n, sizeof n);
}

/* Is the foot, which has these weights beside that of the first corner, nearer than the radius? */
static int is_in(const resting *g, const twofold foot[3], const double *weight, int count) {
  double first = 1;
  twofold apart;
  int i;
  for (i = 0; i < count - 1; i++) {
    if (!(weight[i] > REST_WEIGHT)) return 0;
    first -= weight[i];
  }
  if (!(first > REST_WEIGHT)) return 0;
  apart = tf_sub(ci_solid_length(foot), two_sum(g->pair.a.radius, g->pair.b.radius));
  return apart.hi < -(REST_MARGIN * g->size);
}

/* Is all of the difference beyond the plane across g->r, all along the way? */
static int stays_beyond(resting *g, double t, int *found) {
  *found = put_height(g);
  return *found && is_apart(g, t);
}

/* Above this part of the size, the way to the nearest point is as good a normal in doubles as any:
 * what its rounding takes off the height is of second order. */
#define REST_FAR 9.5367431640625e-07 /* 2^-20 */

/* How they lie at t: SOLID_IN; SOLID_APART, on all of the way; or SOLID_UNDECIDED. `*found` tells
 * whether there is a plane, with its height and slope. */
static int look(resting *g, double t, double d[3], int *found) {
  const int past = GJK_PAST_APART | GJK_PAST_IN | GJK_FROM_THERE;
  double weight[3], on_a[3];
  twofold foot[3];
  simplex *s = &g->last;
  int i;
  *found = 0;
  ci_solid_pair_move(&g->pair, g->a, d, t);
  if (ci_gjk(&g->pair, past, s) == GJK_IN) return SOLID_IN;
  if (s->count < 1 || s->count > 3) return SOLID_UNDECIDED;
  if (sqrt(s->square) > REST_FAR * g->size) {
    for (i = 0; i < 3; i++) g->r[i] = tf(s->nearest[i]);
    if (stays_beyond(g, t, found)) return SOLID_APART;
  }
  for (i = 1; i < s->count; i++) weight[i - 1] = s->weight[i];
  if (!ci_solid_foot(&g->pair, s->point, s->count, weight, foot, on_a)) return SOLID_UNDECIDED;
  if (is_in(g, foot, weight, s->count)) return SOLID_IN;
  memcpy(g->r, foot, sizeof foot);
  if (s->count == 3) put_normal(g, s);
  return stays_beyond(g, t, found) ? SOLID_APART : SOLID_UNDECIDED;
}

/* The height of a plane above the radius, and its slope, as plain lengths. */
typedef struct rest_line {
  double t, height, slope;
} rest_line;

static rest_line line_of(const resting *g, double t) {
  rest_line l;
  l.t = t;
  l.height = g->height.hi / g->length;
  l.slope = g->slope / g->length;
  return l;
}

/* The distance is a convex function of t, and not below either line. So where they cross is below
 * the least distance; if that is surely more than the radius, the two stay apart. */
static double crossing_of(const rest_line *p, const rest_line *q, double size, int *apart) {
  double t =
      ((p->height - p->slope * p->t) - (q->height - q->slope * q->t)) / (q->slope - p->slope);
  double height = p->height + p->slope * (t - p->t);
  *apart = p->slope < 0 && q->slope > 0 && height > REST_CROSSING * size;
  return t;
}

/* Looks at both ends of the way, then between. */
static int follow(resting *g, double d[3]) {
  rest_line low, high;
  int i, found, level = look(g, g->to, d, &found);
  if (level != SOLID_UNDECIDED || !found || g->from == g->to) return level;
  high = line_of(g, g->to);
  level = look(g, g->from, d, &found);
  if (level != SOLID_UNDECIDED || !found) return level;
  low = line_of(g, g->from);
  for (i = 0; i < REST_STEPS && low.slope < 0 && high.slope > 0; i++) {
    int apart;
    double t = crossing_of(&low, &high, g->size, &apart);
    if (apart) return SOLID_APART;
    if (!(t > low.t && t < high.t)) return SOLID_UNDECIDED;
    level = look(g, t, d, &found);
    if (level != SOLID_UNDECIDED || !found) return level;
    if (g->slope < 0)
      low = line_of(g, t);
    else
      high = line_of(g, t);
  }
  return SOLID_UNDECIDED;
}

int ci_solid_rest(const collide_shape *a, const collide_shape *b, const solid_shift *shift) {
  double d[3] = {0, 0, 0}, way = 0;
  resting g;
  int i;
  if (a->kind == COLLIDE_PLANE || b->kind == COLLIDE_PLANE) return SOLID_UNDECIDED;
  g.a = a;
  g.b = b;
  g.from = shift == NULL ? 0 : shift->from;
  g.to = shift == NULL ? 0 : shift->to;
  for (i = 0; i < 3; i++) {
    if (shift != NULL) d[i] = shift->d[i];
    g.d[i] = tf(d[i]);
    if (fabs(d[i]) > way) way = fabs(d[i]);
  }
  ci_solid_pair_make_moved(&g.pair, a, b, d, g.from);
  g.size = g.pair.size + g.pair.radius + 2 * way * (fabs(g.from) + fabs(g.to));
  if (g.pair.scale != 1 || !can_rest(&g.pair.a) || !can_rest(&g.pair.b)) return SOLID_UNDECIDED;
  if (!(g.size > REST_LEAST && g.size < REST_MOST)) return SOLID_UNDECIDED;
  g.last.count = 0;
  return follow(&g, d);
}
