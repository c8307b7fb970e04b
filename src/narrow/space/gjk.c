/* SPDX-License-Identifier: MIT
 *
 * GJK: the search for the simplex of the difference that is nearest to the origin. Its certain
 * answers follow from the last support point or the last simplex by the margins of solid.h. So an
 * error of the search can only make an answer uncertain.
 */
#include "solid.h"
#include "../../number/tier.h"

#include <string.h>

/* For polytopes the search ends when no support point is new, for curved cores when rounding hides
 * all progress. The limit only prevents endless loops. */
enum { MOST_STEPS = 256 };

/* GJK_ROUGHLY ends when a support point can be nearer by at most this part of the distance. */
#define ROUGHLY 1e-2

static double sum_of_sizes(const double d[3]) {
  return fabs(d[0]) + fabs(d[1]) + fabs(d[2]);
}

/* Is the difference, with its radius, beyond the plane across d through the support point? `height`
 * is that plane's distance from the origin, times |d|. */
static int is_apart(const solid_pair *p, const double d[3], double height, double length) {
  double margin = SOLID_SUPPORT_MARGIN * (p->size + p->radius) * sum_of_sizes(d) + FILTER_TINY;
  return height - p->radius * length > margin;
}

/* The nearest point of a triangle comes from its normal. The margin holds only for weighted sums of
 * the corners, so the sum is computed again. */
static int is_within_radius(const solid_pair *p, const simplex *s) {
  double reach = p->radius - (SOLID_BALL_MARGIN * (p->size + p->radius) + FILTER_TINY);
  double sum[3] = {0, 0, 0};
  int i;
  if (!(reach > 0 && vector_dot(s->nearest, s->nearest) < reach * reach)) return 0;
  for (i = 0; i < s->count; i++) vector_add(sum, s->weight[i], s->point[i].w);
  return sqrt(vector_dot(sum, sum)) < reach;
}

/* Do the four volumes have one sign, each beyond its error? Then the volumes of the exact points
 * have it, too, and the origin is inside of their tetrahedron. */
static int holds_origin(const solid_pair *p, const simplex *s) {
  static const int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  double most = 0, margin, x[3];
  int i, sign = 0;
  for (i = 0; i < 4; i++) most = ci_largest(s->point[i].w, 3, most);
  margin = SOLID_TETRA_MARGIN * p->size * most * most + FILTER_TINY;
  for (i = 0; i < 4; i++) {
    double v;
    int turn;
    vector_cross(s->point[faces[i][1]].w, s->point[faces[i][2]].w, x);
    v = vector_dot(s->point[faces[i][0]].w, x);
    turn = v > margin ? 1 : v < -margin ? -1 : 0;
    if (turn == 0 || (i > 0 && turn != sign)) return 0;
    sign = turn;
  }
  return 1;
}

static int is_known(const simplex *s, const solid_point *q) {
  int i;
  for (i = 0; i < s->count; i++) {
    const solid_point *p = &s->point[i];
    if (q->corner[0] >= 0 && q->corner[1] >= 0 && p->corner[0] == q->corner[0] &&
        p->corner[1] == q->corner[1])
      return 1;
    if (p->w[0] == q->w[0] && p->w[1] == q->w[1] && p->w[2] == q->w[2]) return 1;
  }
  return 0;
}

/* A point roughly in the middle of the core: the origin of its own frame, except for segments and
 * triangles, which may be far from it. */
static double middle_of(const solid_proxy *s, int axis) {
  double sum;
  if (s->form != SOLID_POINTS || s->count < 2) return s->at[axis];
  sum = s->points[0][axis] + s->points[1][axis];
  return s->count == 2 ? 0.5 * sum : (sum + s->points[2][axis]) * (1.0 / 3);
}

/* The first direction, between the middles, or for curved cores between the origins of their
 * frames. If these are so near that its square would underflow, an axis is taken. */
static void first_direction(const solid_pair *p, double d[3]) {
  int i, is_curved = solid_is_curved(&p->a) || solid_is_curved(&p->b);
  for (i = 0; i < 3; i++)
    d[i] = is_curved ? p->b.at[i] - p->a.at[i] : middle_of(&p->b, i) - middle_of(&p->a, i);
  if (ci_largest(d, 3, 0) > SOLID_POINT_MARGIN * p->size) return;
  d[0] = 1;
  d[1] = d[2] = 0;
}

/* The search goes opposite to the nearest point so far. */
typedef struct search {
  const solid_pair *pair;
  simplex *s;
  double d[3], square; /* of the nearest point so far */
} search;

static const int nowhere[2] = {-1, -1};

/* The support point along d, and its height against d, times |d|. */
static double find_support(const search *g, solid_point *q) {
  ci_solid_support(g->pair, g->d, nowhere, q);
  return -vector_dot(g->d, q->w);
}

static int is_last(const search *g, const solid_point *q, double height) {
  if (g->s->count == 0) return 0;
  return !(g->square - height > 2 * SOLID_UNIT * g->square) || is_known(g->s, q);
}

static int is_beyond(const search *g, double height) {
  double length = g->pair->radius > 0 ? sqrt(vector_dot(g->d, g->d)) : 0;
  return is_apart(g->pair, g->d, height, length);
}

/* Is the distance of the nearest point larger than its rounding? */
static int is_far(const solid_pair *p, double square) {
  return sqrt(square) > SOLID_POINT_MARGIN * p->size + FILTER_TINY;
}

/* Begins with the corners of a simplex from another place. Returns 0 if there are none, or if they
 * give no direction. */
static int begin_there(search *g) {
  simplex *s = g->s;
  int k;
  if (s->count < 1 || s->count > 3) return 0;
  for (k = 0; k < s->count; k++) {
    solid_point *q = &s->point[k];
    double b[3];
    if (q->corner[0] < 0 || q->corner[1] < 0) return 0;
    ci_solid_corner_rounded(&g->pair->a, q->corner[0], q->a);
    ci_solid_corner_rounded(&g->pair->b, q->corner[1], b);
    vector_minus(q->a, b, q->w);
  }
  if (ci_simplex_reduce(s, HUGE_VAL) != SIMPLEX_NEARER || !is_far(g->pair, s->square)) return 0;
  g->square = s->square;
  vector_negate(s->nearest, g->d);
  return 1;
}

int ci_gjk(const solid_pair *p, int past, simplex *s) {
  int step, reduced, result = GJK_UNSURE;
  search g;
  tier_count(TIER_GJK);
  g.pair = p;
  g.s = s;
  if (!(past & GJK_FROM_THERE) || !begin_there(&g)) {
    g.square = HUGE_VAL;
    first_direction(p, g.d);
    s->count = 0;
  } else if (p->radius > 0 && is_within_radius(p, s)) {
    result = GJK_IN;
    if (!(past & GJK_PAST_IN)) return result;
  }
  for (step = 0; step < MOST_STEPS; step++) {
    solid_point *q = &s->point[s->count];
    double height = find_support(&g, q);
    if (result == GJK_UNSURE && is_beyond(&g, height)) {
      result = GJK_APART;
      if (!(past & GJK_PAST_APART)) return result;
    }
    if ((past & GJK_ROUGHLY) && result == GJK_APART && g.square - height < ROUGHLY * g.square)
      break;
    if (is_last(&g, q, height)) break;
    s->count++;
    reduced = ci_simplex_reduce(s, g.square);
    if (reduced == SIMPLEX_INSIDE) return holds_origin(p, s) ? GJK_IN : result;
    if (reduced == SIMPLEX_NO_NEARER) { /* rounding hides what is left */
      s->count--;
      break;
    }
    g.square = s->square;
    if (result == GJK_UNSURE && p->radius > 0 && is_within_radius(p, s)) {
      result = GJK_IN;
      if (!(past & GJK_PAST_IN)) return result;
    }
    if (!is_far(p, g.square)) break;
    vector_negate(s->nearest, g.d);
  }
  return result;
}
