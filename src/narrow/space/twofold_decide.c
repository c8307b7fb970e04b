/* SPDX-License-Identifier: MIT
 *
 * Decides in twofolds whether two solids meet whose gap or depth is about that of rounding. The
 * solids are two polytopes, with or without radii. A move
 * leaves a shape some units in the last place away from an obstacle. This is too near for doubles,
 * but far enough for twofolds. Each answer is certain and follows from one of three facts:
 *
 * - The whole difference of the cores lies beyond a plane that is farther from the origin than the
 *   radius: the two are apart. Any vector may be the plane's normal.
 * - A point of the difference of the cores, given by weights of its corners, is nearer than the
 *   radius: the two overlap.
 * - Four corners of the difference of the cores hold the origin inside their tetrahedron: the two
 *   overlap.
 *
 * The plane, point and corners come from the simplex of GJK. So an error of the search can only
 * leave the pair undecided.
 */
#include "decide.h"
#include "solid.h"
#include "../../number/tier.h"

#include <string.h>

/* The terms of TWOFOLD_MARGIN. u = 2^-53; M bounds the coordinates of the difference and of the
 * displacement, and the radius. A coordinate of a corner consists of three exact products and exact
 * sums. Their lower parts, below 4 u M, are summed in doubles with six roundings: 24 u^2 M; with
 * those of the twofolds of the position 32 u^2 M. The coordinate of a difference of two corners is
 * off by 70 u^2 M; with t d added, by at most 80 u^2 M.
 * - A height along r, in units of M times the sum of the components of r: 80 u^2, and a product and
 *   two sums of twofolds, each 8 u^2: 110 u^2. The length of r is off by 8 u^2 of itself, the
 *   product with the radius by 8 u^2, the difference by 4 u^2: 130 u^2 in all.
 * - A point by its weights: the weights of the projection are doubles. Their last step is up
 *   to 2^-40 of an edge. Its product in doubles is off by u 2^-39 M = 2^-92 M for each of two
 * edges. Their sum has two roundings of the same size: 2^-90 M in all. The rest is less than 200
 * u^2 M. Its length is off by sqrt(3) times as much: by 2^-89 M in all. 130 u^2 is 2^-98.9. One
 * margin is enough for both.
 */

/* A plane with a at t d: the whole difference of the cores lies beyond it. */
typedef struct parting_plane {
  double from, to, d[3]; /* the displacement of a: all places from `from` d to `to` d */
  double
      size; /* M bounds the coordinates of the difference and of the displacement, and the radius */
  int is_found;   /* 0: the fields below are not set */
  twofold r[3];   /* its normal, out of b, of any length */
  double length;  /* of r */
  twofold height; /* the distance of the plane from the radius, times the length of r, */
  twofold slope;  /* and its derivative by t */
} parting_plane;

/* u = 2^-53. The least height of a certain answer, in units of M times the sum of the components
 * of r, and the least difference of a length from the radius, in units of M. */
#ifndef TWOFOLD_MARGIN
#define TWOFOLD_MARGIN 3.2311742677852644e-27 /* 2^-88 */
#endif

/* Between these no product of two lengths under- or overflows. */
#define TWOFOLD_LEAST 1e-30
#define TWOFOLD_MOST 1e30

/* Above this part of the size, the vector between the nearest points is a good normal in doubles:
 * its rounding lowers the height by a term of second order. */
#define TWOFOLD_FAR 9.5367431640625e-07 /* 2^-20 */

/* The error of the determinant of three corners of the difference, in units of M W^2, where W
 * bounds their coordinates: six terms of three factors that are off by 80 u^2 M each: 1440 u^2.
 * Evaluating it in twofolds: two products, 8 u^2 each, and five sums for each term, 3 u^2
 * each: 31 u^2 of six terms, W^3 each at most: 186 u^2. In all less than 2^11 u^2, 2^-95. */
#ifndef TWOFOLD_TETRA
#define TWOFOLD_TETRA 5.048709793414476e-29 /* 2^-94 */
#endif

/* Solids with more corners go to the exact decision. */
enum { TWOFOLD_CORNERS = 128 };

/* Weights above this certainly belong to a point of the simplex. The last step of the projection is
 * at most 2^-40, and a triangle has two. */
#define TWOFOLD_WEIGHT 1.8189894035458565e-12 /* 2^-39 */

/* ---- The plane ------------------------------------------------------------------------------- */

static int begin_plane(parting_plane *p, const solid_shift *shift, double size) {
  double most = 0;
  int i;
  p->from = shift == NULL ? 0 : shift->from;
  p->to = shift == NULL ? 0 : shift->to;
  for (i = 0; i < 3; i++) {
    p->d[i] = shift == NULL ? 0 : shift->d[i];
    if (fabs(p->d[i]) > most) most = fabs(p->d[i]);
  }
  p->size = size + 2 * most * (fabs(p->from) + fabs(p->to));
  p->is_found = 0;
  return p->size > TWOFOLD_LEAST && p->size < TWOFOLD_MOST;
}

static double margin_of(const parting_plane *p) {
  return TWOFOLD_MARGIN * p->size * (fabs(p->r[0].hi) + fabs(p->r[1].hi) + fabs(p->r[2].hi));
}

static int plane_stays(const parting_plane *p, double t) {
  double least = margin_of(p), to[2];
  int i;
  to[0] = p->from;
  to[1] = p->to;
  if (!(p->height.hi > least)) return 0;
  for (i = 0; i < 2; i++)
    if (to[i] != t && !(tf_add(p->height, tf_mul(p->slope, two_diff(to[i], t))).hi > least))
      return 0;
  return 1;
}

typedef struct twofold_pair {
  parting_plane plane;
  const solid_pair *pair;
} twofold_pair;

static int has_few_corners(const solid_proxy *s) {
  return solid_corner_count(s) <= TWOFOLD_CORNERS;
}

/* A corner may be the lowest if its height in doubles exceeds the least one by at most this. The
 * unit is M times the sum of the components of r. A coordinate of a corner is off by 5 u M, see
 * solid.h, r by u, the product by 3 u: 9 u for each of the two heights. */
#ifndef TWOFOLD_LOWEST
#define TWOFOLD_LOWEST (24 * SOLID_UNIT)
#endif

/* Writes the heights of the corners in doubles, times `sign`, and returns the least. */
static double put_heights(const solid_proxy *s, int count, const double r[3], double sign,
                          double *height) {
  double least = HUGE_VAL, corner[3];
  int i;
  for (i = 0; i < count; i++) {
    ci_solid_corner_rounded(s, i, corner);
    height[i] = sign * vector_dot(r, corner);
    least = height[i] < least ? height[i] : least;
  }
  return least;
}

/* The least height of the corners of a solid along r; the greatest if `sign` is -1. */
static twofold least_height(const solid_proxy *s, const twofold r[3], double sign) {
  int i, count = solid_corner_count(s), found = 0;
  twofold least = tf(0), h, p[3];
  double height[TWOFOLD_CORNERS], d[3], most;
  for (i = 0; i < 3; i++) d[i] = r[i].hi;
  most = put_heights(s, count, d, sign, height);
  most += TWOFOLD_LOWEST * s->size * (fabs(d[0]) + fabs(d[1]) + fabs(d[2]));
  for (i = 0; i < count; i++) {
    if (height[i] > most) continue;
    ci_solid_corner(s, i, p);
    h = tf_dot(r, p);
    if (!found || tf_sub(h, least).hi * sign < 0) least = h;
    found = 1;
  }
  return least;
}

/* The plane across r through a's lowest and b's highest corner: the whole difference lies beyond
 * it. There is no plane if r is too short. */
static void put_height(twofold_pair *g) {
  const solid_pair *p = g->pair;
  parting_plane *w = &g->plane;
  twofold length = ci_solid_length(w->r), lowest = least_height(&p->a, w->r, 1), d[3];
  int i;
  w->length = length.hi;
  w->is_found = w->length > TWOFOLD_LEAST * TWOFOLD_LEAST;
  if (!w->is_found) return;
  w->height = tf_sub(lowest, least_height(&p->b, w->r, -1));
  w->height = tf_sub(w->height, tf_mul(two_sum(p->a.radius, p->b.radius), length));
  for (i = 0; i < 3; i++) d[i] = tf(w->d[i]);
  w->slope = tf_dot(w->r, d);
}

/* The normal of a triangle. It is better than the vector to the projection of the origin if this
 * vector is short. */
static void put_normal(twofold_pair *g, twofold (*const w)[3]) {
  twofold e[2][3], n[3];
  int i;
  for (i = 0; i < 2; i++) solid_subtract(w[i + 1], w[0], e[i]);
  tf_cross(e[0], e[1], n);
  if (!(fabs(n[0].hi) + fabs(n[1].hi) + fabs(n[2].hi) > TWOFOLD_LEAST * TWOFOLD_LEAST)) return;
  if (tf_dot(n, w[0]).hi < 0)
    for (i = 0; i < 3; i++) n[i] = tf_negate(n[i]);
  memcpy(g->plane.r, n, sizeof n);
}

/* The sign of p . (q x r), or 0 if it is not certain. */
static int sign_of(const twofold_pair *g, const twofold p[3], const twofold q[3],
                   const twofold r[3]) {
  twofold n[3], value;
  double most = 0, margin;
  int i;
  for (i = 0; i < 3; i++)
    most = fmax(most, fmax(fabs(p[i].hi), fmax(fabs(q[i].hi), fabs(r[i].hi))));
  tf_cross(q, r, n);
  value = tf_dot(p, n);
  margin = TWOFOLD_TETRA * g->plane.size * most * most;
  return (value.hi > margin) - (value.hi < -margin);
}

/* The corner of the difference that is farthest from the plane across r, on either side. */
static void find_farthest(const twofold_pair *g, const solid_point *near, solid_point *found) {
  double d[3], height[2];
  solid_point q[2];
  int i, k;
  for (k = 0; k < 2; k++) {
    for (i = 0; i < 3; i++) d[i] = k == 0 ? g->plane.r[i].hi : -g->plane.r[i].hi;
    ci_solid_support(g->pair, d, near->corner, &q[k]);
    height[k] = vector_dot(d, q[k].w) - vector_dot(d, near->w);
  }
  *found = q[height[1] > height[0]];
}

/* Is the origin inside of the tetrahedron of the triangle and the corner farthest from its plane?
 * Then it is on the same side of all four faces. */
static int is_held(const twofold_pair *g, const simplex *s, twofold (*const w)[3]) {
  solid_point q;
  twofold far[3];
  int sign;
  find_farthest(g, &s->point[0], &q);
  ci_solid_corner_difference(g->pair, q.corner, far);
  sign = sign_of(g, w[0], w[1], w[2]);
  return sign != 0 && sign_of(g, w[0], w[2], far) == sign && sign_of(g, w[2], w[1], far) == sign &&
         sign_of(g, w[1], w[0], far) == sign;
}

/* Is the projection, which has these weights, a point of the simplex and nearer than the radius? */
static int is_in(const twofold_pair *g, const twofold projection[3], const double *weight,
                 int count) {
  double first = 1;
  twofold apart;
  int i;
  for (i = 0; i < count - 1; i++) {
    if (!(weight[i] > TWOFOLD_WEIGHT)) return 0;
    first -= weight[i];
  }
  if (!(first > TWOFOLD_WEIGHT)) return 0;
  apart = tf_sub(ci_solid_length(projection), two_sum(g->pair->a.radius, g->pair->b.radius));
  return apart.hi < -(TWOFOLD_MARGIN * g->plane.size);
}

/* Does the plane across r separate the two at all places of a? */
static int plane_parts_all(twofold_pair *g, double t) {
  put_height(g);
  return g->plane.is_found && plane_stays(&g->plane, t);
}

/* Decides by a simplex of three corners, or of four that seem to hold the origin. */
static int decide_by_face(twofold_pair *g, simplex *s, double t) {
  twofold w[3][3];
  int i;
  if (s->count == 4) ci_simplex_flatten(s);
  if (s->count != 3) return SOLID_UNDECIDED;
  for (i = 0; i < 3; i++) ci_solid_corner_difference(g->pair, s->point[i].corner, w[i]);
  put_normal(g, w);
  if (plane_parts_all(g, t)) return SOLID_APART;
  return is_held(g, s, w) ? SOLID_IN : SOLID_UNDECIDED;
}

/* Decides with a at t d. SOLID_IN holds at t d, SOLID_APART at all places of a. */
static int decide_at(twofold_pair *g, double t) {
  parting_plane *w = &g->plane;
  double weight[3], on_a[3];
  twofold projection[3];
  simplex s;
  int i, has_projection;
  tier_count(TIER_TWOFOLDS);
  w->is_found = 0;
  if (ci_gjk(g->pair, GJK_PAST_APART | GJK_PAST_IN, &s) == GJK_IN) return SOLID_IN;
  if (s.count < 1) return SOLID_UNDECIDED;
  if (s.count < 4 && sqrt(s.square) > TWOFOLD_FAR * w->size) {
    for (i = 0; i < 3; i++) w->r[i] = tf(s.nearest[i]);
    if (plane_parts_all(g, t)) return SOLID_APART;
  }
  for (i = 1; i < s.count; i++) weight[i - 1] = s.weight[i];
  has_projection =
      s.count < 4 && ci_solid_project(g->pair, s.point, s.count, weight, projection, on_a);
  if (has_projection && is_in(g, projection, weight, s.count)) return SOLID_IN;
  for (i = 0; i < 3; i++) w->r[i] = has_projection ? projection[i] : tf(0);
  if (s.count >= 3) return decide_by_face(g, &s, t);
  return has_projection && plane_parts_all(g, t) ? SOLID_APART : SOLID_UNDECIDED;
}

/* Returns 0 if the pair goes to the exact decision. */
static int begin_twofolds(twofold_pair *g, const solid_pair *p, const solid_shift *shift) {
  g->pair = p;
  if (solid_pair_is_curved(p)) return 0;
  return p->scale == 1 && has_few_corners(&p->a) && has_few_corners(&p->b) &&
         begin_plane(&g->plane, shift, p->size + p->radius);
}

int ci_decide_in_twofolds(const collide_shape *a, const collide_shape *b,
                          const solid_shift *shift) {
  static const double nowhere[3] = {0, 0, 0};
  twofold_pair g;
  solid_pair pair;
  int relation;
  if (a->kind == COLLIDE_PLANE || b->kind == COLLIDE_PLANE) return SOLID_UNDECIDED;
  ci_solid_pair_make_moved(&pair, a, b, shift == NULL ? nowhere : shift->d,
                           shift == NULL ? 0 : shift->from);
  if (!begin_twofolds(&g, &pair, shift)) return SOLID_UNDECIDED;
  if (g.plane.from != g.plane.to) ci_solid_pair_move(&pair, a, g.plane.d, g.plane.to);
  relation = decide_at(&g, g.plane.to);
  if (relation != SOLID_UNDECIDED || !g.plane.is_found || g.plane.from == g.plane.to)
    return relation;
  ci_solid_pair_move(&pair, a, g.plane.d, g.plane.from);
  return decide_at(&g, g.plane.from);
}
