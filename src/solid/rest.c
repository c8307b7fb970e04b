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
 *   - Four corners of the difference of the cores hold the origin in the inside of their
 *     tetrahedron: then the two are in one another, with or without a radius.
 *
 * All are taken from the simplex with which the search in doubles ends. So an error of the search
 * can only leave an answer open. Points, segments and triangles have a closed form: near_rest.c.
 */
#include "rest_way.h"
#include "solid.h"

#include <string.h>

/* What REST_MARGIN is for. u = 2^-53; M is what no coordinate of the difference, of the way or of
 * the radius is larger than. A coordinate of a corner is made of three exact products and exact
 * sums, of which the lower parts, below 4 u M, are summed in doubles with six roundings: 24 u^2 M;
 * with those of the twofolds that the position is made of 32 u^2 M. That of a difference of two is
 * off by 70 u^2 M, and by no more than 80 u^2 M when t d is added.
 * - A height along r, in units of M times the sum of the components of r: 80 u^2, and a product and
 *   two sums of twofolds, each 8 u^2: 110 u^2. The length of r is off by 8 u^2 of itself, the
 *   product with the radius by 8 u^2, the difference by 4 u^2: 130 u^2 in all.
 * - A point by its weights: those of the foot are doubles, and its last step of up to 2^-40 of an
 *   edge is multiplied in doubles, which is off by u 2^-39 M = 2^-92 M for each of two edges, and
 *   summed with two roundings of as much: 2^-90 M. The rest is less than 200 u^2 M. Its length is
 *   off by sqrt(3) times as much, so by 2^-89 M in all.
 * 130 u^2 is 2^-98.9. One margin is enough for both. */

/* What the determinant of three corners of the difference may be off by, in units of M W^2, where
 * no coordinate of the three is larger than W: six terms of three factors that are off by 80 u^2 M
 * each: 1440 u^2. Evaluating it in twofolds: two products, 8 u^2 each, and sums, 3 u^2 each, of
 * which a term passes five: 31 u^2 of six terms, W^3 each at most: 186 u^2. In all less than 2^11
 * u^2, 2^-95. */
#ifndef REST_TETRA
#define REST_TETRA 5.048709793414476e-29 /* 2^-94 */
#endif

/* Corners are looked at one by one. */
enum { REST_CORNERS = 32 };

/* Weights are certainly those of a point of the simplex when they are not nearer to their ends than
 * the last step of the foot may be: 2^-40, and the two of a triangle. */
#define REST_WEIGHT 1.8189894035458565e-12 /* 2^-39 */

typedef struct resting {
  rest_way way;
  const collide_shape *a;
  solid_pair pair;
  simplex last; /* with which the search ended where they were looked at before */
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
 * None for a vector that is too short. */
static void put_height(resting *g) {
  const solid_pair *p = &g->pair;
  rest_way *w = &g->way;
  twofold length = ci_solid_length(w->r), lowest = least_height(&p->a, w->r, 1), d[3];
  int i;
  w->length = length.hi;
  w->has_plane = w->length > REST_LEAST * REST_LEAST;
  if (!w->has_plane) return;
  w->height = tf_sub(lowest, least_height(&p->b, w->r, -1));
  w->height = tf_sub(w->height, tf_mul(two_sum(p->a.radius, p->b.radius), length));
  for (i = 0; i < 3; i++) d[i] = tf(w->d[i]);
  w->slope = tf_dot(w->r, d);
}

static void put_corner(const resting *g, const int corner[2], twofold w[3]) {
  twofold a[3], b[3];
  int k;
  ci_solid_corner(&g->pair.a, corner[0], a);
  ci_solid_corner(&g->pair.b, corner[1], b);
  for (k = 0; k < 3; k++) w[k] = tf_sub(a[k], b[k]);
}

static void cross(const twofold p[3], const twofold q[3], twofold r[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r[i] = tf_sub(tf_mul(p[j], q[k]), tf_mul(p[k], q[j]));
  }
}

/* The normal of a triangle, which is better than the way to its foot where that is short. */
static void put_normal(resting *g, twofold (*const w)[3]) {
  twofold e[2][3], n[3];
  int i, k;
  for (i = 0; i < 2; i++)
    for (k = 0; k < 3; k++) e[i][k] = tf_sub(w[i + 1][k], w[0][k]);
  cross(e[0], e[1], n);
  if (!(fabs(n[0].hi) + fabs(n[1].hi) + fabs(n[2].hi) > REST_LEAST * REST_LEAST)) return;
  if (tf_dot(n, w[0]).hi < 0)
    for (i = 0; i < 3; i++) n[i] = tf_negate(n[i]);
  memcpy(g->way.r, n, sizeof n);
}

/* The sign of p . (q x r), or 0 where it is not certain. */
static int sign_of(const resting *g, const twofold p[3], const twofold q[3], const twofold r[3]) {
  twofold n[3], value;
  double most = 0, margin;
  int i;
  for (i = 0; i < 3; i++)
    most = fmax(most, fmax(fabs(p[i].hi), fmax(fabs(q[i].hi), fabs(r[i].hi))));
  cross(q, r, n);
  value = tf_dot(p, n);
  margin = REST_TETRA * g->way.size * most * most;
  return (value.hi > margin) - (value.hi < -margin);
}

/* The corner of the difference that is farthest from the plane across r, on whichever side. */
static void find_farthest(const resting *g, const solid_point *near, solid_point *found) {
  double d[3], height[2];
  solid_point q[2];
  int i, k;
  for (k = 0; k < 2; k++) {
    for (i = 0; i < 3; i++) d[i] = k == 0 ? g->way.r[i].hi : -g->way.r[i].hi;
    ci_solid_support(&g->pair, d, near->corner, &q[k]);
    height[k] = vector_dot(d, q[k].w) - vector_dot(d, near->w);
  }
  *found = q[height[1] > height[0]];
}

/* Is the origin inside of the tetrahedron of the triangle and the corner that is farthest from its
 * plane? Then it is on the same side of all four triangles. */
static int is_held(const resting *g, const simplex *s, twofold (*const w)[3]) {
  solid_point q;
  twofold far[3];
  int sign;
  find_farthest(g, &s->point[0], &q);
  put_corner(g, q.corner, far);
  sign = sign_of(g, w[0], w[1], w[2]);
  return sign != 0 && sign_of(g, w[0], w[2], far) == sign && sign_of(g, w[2], w[1], far) == sign &&
         sign_of(g, w[1], w[0], far) == sign;
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
  return apart.hi < -(REST_MARGIN * g->way.size);
}

/* Is all of the difference beyond the plane across r, all along the way? */
static int stays_beyond(resting *g, double t) {
  put_height(g);
  return g->way.has_plane && ci_rest_stays_beyond(&g->way, t);
}

/* Of a simplex of three corners, or of four that seem to hold the origin. */
static int look_at_face(resting *g, simplex *s, double t) {
  twofold w[3][3];
  int i;
  if (s->count == 4) ci_simplex_flatten(s);
  if (s->count != 3) return SOLID_UNDECIDED;
  for (i = 0; i < 3; i++) put_corner(g, s->point[i].corner, w[i]);
  put_normal(g, w);
  if (stays_beyond(g, t)) return SOLID_APART;
  return is_held(g, s, w) ? SOLID_IN : SOLID_UNDECIDED;
}

static int look(rest_way *w, double t) {
  const int past = GJK_PAST_APART | GJK_PAST_IN | GJK_FROM_THERE;
  resting *g = (resting *)(void *)w;
  double weight[3], on_a[3];
  twofold foot[3];
  simplex *s = &g->last;
  int i, has_foot;
  ci_solid_pair_move(&g->pair, g->a, w->d, t);
  if (ci_gjk(&g->pair, past, s) == GJK_IN) return SOLID_IN;
  if (s->count < 1) return SOLID_UNDECIDED;
  if (s->count < 4 && sqrt(s->square) > REST_FAR * w->size) {
    for (i = 0; i < 3; i++) w->r[i] = tf(s->nearest[i]);
    if (stays_beyond(g, t)) return SOLID_APART;
  }
  for (i = 1; i < s->count; i++) weight[i - 1] = s->weight[i];
  has_foot = s->count < 4 && ci_solid_foot(&g->pair, s->point, s->count, weight, foot, on_a);
  if (has_foot && is_in(g, foot, weight, s->count)) return SOLID_IN;
  for (i = 0; i < 3; i++) w->r[i] = has_foot ? foot[i] : tf(0);
  if (s->count >= 3) return look_at_face(g, s, t);
  return has_foot && stays_beyond(g, t) ? SOLID_APART : SOLID_UNDECIDED;
}

int ci_solid_rest(const collide_shape *a, const collide_shape *b, const solid_shift *shift) {
  static const double nowhere[3] = {0, 0, 0};
  resting g;
  if (a->kind == COLLIDE_PLANE || b->kind == COLLIDE_PLANE) return SOLID_UNDECIDED;
  g.a = a;
  ci_solid_pair_make_moved(&g.pair, a, b, shift == NULL ? nowhere : shift->d,
                           shift == NULL ? 0 : shift->from);
  if (g.pair.scale != 1 || !can_rest(&g.pair.a) || !can_rest(&g.pair.b)) return SOLID_UNDECIDED;
  if (!ci_rest_begin(&g.way, shift, g.pair.size + g.pair.radius, g.pair.radius))
    return SOLID_UNDECIDED;
  g.way.look = look;
  g.last.count = 0;
  return ci_rest_follow(&g.way);
}
