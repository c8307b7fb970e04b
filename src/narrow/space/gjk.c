/* SPDX-License-Identifier: MIT
 *
 * GJK: the point of a simplex that is nearest to the origin, and the search for the simplex of the
 * difference that is nearest to the origin.
 */
#include "../../number/tier.h"
#include "solid.h"

#include <string.h>

/* The feature of the simplex that contains the nearest point. */
typedef struct part {
  int count, index[4];
  double weight[4], nearest[3], square;
} part;

static void on_point(const simplex *s, int i, part *out) {
  out->count = 1;
  out->index[0] = i;
  out->weight[0] = 1;
  memcpy(out->nearest, s->point[i].w, sizeof out->nearest);
  out->square = vector_dot(out->nearest, out->nearest);
}

/* The points' sum with these weights. */
static void sum_points(const simplex *s, const part *p, double sum[3]) {
  int i;
  vector_scale(p->weight[0], s->point[p->index[0]].w, sum);
  for (i = 1; i < p->count; i++) vector_add(sum, p->weight[i], s->point[p->index[i]].w);
}

static void combine(const simplex *s, part *out) {
  sum_points(s, out, out->nearest);
  out->square = vector_dot(out->nearest, out->nearest);
}

static void on_edge(const simplex *s, int i, int j, part *out) {
  const double *p = s->point[i].w, *q = s->point[j].w;
  double e[3], from_p, from_q;
  vector_minus(q, p, e);
  from_p = -vector_dot(p, e);
  from_q = vector_dot(q, e);
  if (!(from_p > 0)) {
    on_point(s, i, out);
  } else if (!(from_q > 0)) {
    on_point(s, j, out);
  } else {
    out->count = 2;
    out->index[0] = i;
    out->index[1] = j;
    out->weight[0] = from_q / (from_p + from_q);
    out->weight[1] = from_p / (from_p + from_q);
    combine(s, out);
  }
}

static void keep_nearer(const part *other, part *best) {
  if (other->square < best->square) *best = *other;
}

/* The normal is used up to this square of a distance, in units of the squares of edges. */
#define NEAR_PLANE (1.0 / 1048576)

/* The weight of a corner is the area that the projection of the origin spans with the opposite
 * edge, as a part of the triangle's. If weights are not positive, the nearest point lies on one of
 * the opposite edges. */
static void on_triangle(const simplex *s, int i, int j, int k, part *out) {
  const double *p = s->point[i].w, *q = s->point[j].w, *r = s->point[k].w;
  double e[3], f[3], g[3], n[3], x[3], area[3], sum, height;
  part other;
  int c;
  vector_minus(q, p, e);
  vector_minus(r, p, f);
  vector_cross(e, f, n);
  /* q x r, r x p and p x q, from the edges: short edges keep more digits. */
  vector_minus(r, q, g);
  vector_cross(q, g, x);
  area[0] = vector_dot(x, n);
  vector_cross(f, p, x);
  area[1] = vector_dot(x, n);
  vector_cross(p, e, x);
  area[2] = vector_dot(x, n);
  if (area[0] > 0 && area[1] > 0 && area[2] > 0) {
    out->count = 3;
    out->index[0] = i;
    out->index[1] = j;
    out->index[2] = k;
    sum = area[0] + area[1] + area[2];
    out->weight[0] = area[0] / sum;
    out->weight[1] = area[1] / sum;
    out->weight[2] = area[2] / sum;
    combine(s, out);
    /* Near the origin the normal is the better direction. The corner with the largest weight scales
     * it, because a needle's normal is least wrong there. Farther away the rounding of a needle's
     * normal matters more than that of the weights. */
    if (out->square > NEAR_PLANE * (vector_dot(e, e) + vector_dot(f, f))) return;
    sum = vector_dot(n, n);
    c = area[1] > area[0] ? 1 : 0;
    if (area[2] > area[c]) c = 2;
    height = vector_dot(n, s->point[out->index[c]].w) / sum;
    vector_scale(height, n, out->nearest);
    out->square = vector_dot(out->nearest, out->nearest);
    return;
  }
  out->square = HUGE_VAL;
  out->count = 0;
  if (!(area[0] > 0)) {
    on_edge(s, j, k, &other);
    keep_nearer(&other, out);
  }
  if (!(area[1] > 0)) {
    on_edge(s, i, k, &other);
    keep_nearer(&other, out);
  }
  if (!(area[2] > 0)) {
    on_edge(s, i, j, &other);
    keep_nearer(&other, out);
  }
  if (out->count == 0) on_point(s, i, out); /* not numbers */
}

/* The origin is inside if the volumes that it spans with the four faces all have the sign of the
 * tetrahedron's volume. */
static int on_tetrahedron(const simplex *s, part *out) {
  static const int faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  const double *p = s->point[0].w;
  double e[3], f[3], g[3], x[3], y[3], whole, part_of[4], sum = 0;
  part other;
  int i, inside = 1;
  vector_minus(s->point[1].w, p, e);
  vector_minus(s->point[2].w, p, f);
  vector_minus(s->point[3].w, p, g);
  vector_cross(e, f, x);
  whole = vector_dot(g, x);
  /* With a corner p of the tetrahedron, p x q is p x (q - p): edges keep more digits. */
  vector_cross(s->point[2].w, s->point[3].w, y);
  part_of[0] = vector_dot(s->point[1].w, y);
  vector_cross(f, g, y);
  part_of[1] = -vector_dot(p, y);
  vector_cross(e, g, y);
  part_of[2] = vector_dot(p, y);
  part_of[3] = -vector_dot(p, x);
  out->square = HUGE_VAL;
  out->count = 0;
  for (i = 0; i < 4; i++) {
    const int *face = faces[i];
    sum += part_of[i];
    if ((whole > 0 && part_of[i] > 0) || (whole < 0 && part_of[i] < 0)) continue;
    inside = 0;
    on_triangle(s, face[0], face[1], face[2], &other);
    keep_nearer(&other, out);
  }
  if (inside) {
    out->count = 4;
    for (i = 0; i < 4; i++) {
      out->index[i] = i;
      out->weight[i] = part_of[i] / sum;
      if (i < 3) out->nearest[i] = 0;
    }
    out->square = 0;
  }
  if (out->count == 0) on_point(s, 0, out);
  return inside;
}

/* The features list their points in ascending order, so they can be moved one after the other. */
static void keep_part(simplex *s, const part *found) {
  int i;
  s->count = found->count;
  for (i = 0; i < found->count; i++) {
    if (found->index[i] != i) s->point[i] = s->point[found->index[i]];
    s->weight[i] = found->weight[i];
  }
  memcpy(s->nearest, found->nearest, sizeof s->nearest);
  s->square = found->square;
}

/* Finds the feature that contains the nearest point. Returns 1 if the origin is inside. */
static inline int find_part(const simplex *s, part *found) {
  if (s->count == 4) return on_tetrahedron(s, found);
  if (s->count == 1)
    on_point(s, 0, found);
  else if (s->count == 2)
    on_edge(s, 0, 1, found);
  else
    on_triangle(s, 0, 1, 2, found);
  return 0;
}

int ci_simplex_reduce(simplex *s, double below) {
  part found;
  int inside = find_part(s, &found);
  if (s->count > 1 && !inside && !(found.square < below)) return SIMPLEX_NO_NEARER;
  keep_part(s, &found);
  return inside ? SIMPLEX_INSIDE : SIMPLEX_NEARER;
}

/* In a thin simplex the points' sum with these weights may be much longer than `nearest`, which is
 * the projection onto a plane. */
static int is_thin(const simplex *s, const part *found) {
  double sum[3];
  sum_points(s, found, sum);
  return !(vector_dot(sum, sum) <= 2 * found->square);
}

/* Tries all edges and faces, and compares the sums with their weights. */
static void find_thin_part(const simplex *s, part *best) {
  part other;
  int i, k, m;
  on_point(s, 0, best);
  for (i = 0; i < s->count; i++) {
    for (k = i + 1; k < s->count; k++) {
      on_edge(s, i, k, &other);
      keep_nearer(&other, best);
      for (m = k + 1; m < s->count; m++) {
        on_triangle(s, i, k, m, &other);
        combine(s, &other);
        keep_nearer(&other, best);
      }
    }
  }
}

int ci_simplex_reduce_thin(simplex *s, double below) {
  part found;
  int inside = find_part(s, &found);
  if (inside || (s->count > 1 && !(found.square < below)) || is_thin(s, &found)) {
    find_thin_part(s, &found);
    if (!(found.square < below)) return SIMPLEX_NO_NEARER;
  }
  keep_part(s, &found);
  return SIMPLEX_NEARER;
}

void ci_simplex_flatten(simplex *s) {
  simplex best = *s, x;
  double least = HUGE_VAL;
  int i;
  for (i = 0; s->count == 4 && i < 4; i++) {
    x = *s;
    x.count = 3;
    x.point[i] = x.point[3];
    (void)ci_simplex_reduce(&x, HUGE_VAL);
    if (!(x.square < least)) continue;
    least = x.square;
    best = x;
  }
  *s = best;
}

void ci_simplex_weigh(const simplex *s, double a[3], double w[3]) {
  int i, k;
  for (k = 0; k < 3; k++) {
    a[k] = w[k] = 0;
    for (i = 0; i < s->count; i++) {
      a[k] += s->weight[i] * s->point[i].a[k];
      w[k] += s->weight[i] * s->point[i].w[k];
    }
  }
}

/* ---- The search ---------------------------------------------------------------------------------
 *
 * Its certain answers follow from the last support point or the last simplex by the margins of
 * solid.h. So an error of the search can only make an answer uncertain. */

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
  int i, is_curved = solid_pair_is_curved(p);
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

/* The support point along d, and its height against d, times |d|. */
static double find_support(const search *g, solid_point *q) {
  ci_solid_support(g->pair, g->d, NULL, q);
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

int ci_gjk(const solid_pair *p, int past, simplex *s) {
  int step, reduced, result = GJK_UNSURE;
  search g;
  tier_count(TIER_GJK);
  g.pair = p;
  g.s = s;
  g.square = HUGE_VAL;
  first_direction(p, g.d);
  s->count = 0;
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
