/* SPDX-License-Identifier: MIT
 *
 * Features of the difference of two polytopes: see space_feature.h. Points of the difference are
 * w = a - b. When a moves by t d, they become w + t d, and the two touch at the origin.
 */
#include "space_feature.h"

#include <string.h>

#include "../../shape/shape.h"
#include "facet.h"

/* ---- A corner or an edge -----------------------------------------------------------------------
 *
 * u = 2^-53. M is a bound of the radius, of the coordinates of either solid, of t d and of w + t d.
 * L is the length of the edge, and R the radius. The errors of the coordinates:
 * - of a corner: 5 u M;
 * - of a point w: 10 u M, and 11 u M with the rounding of t;
 * - of an edge between two points: 20 u M, and 22 u M with the rounding of t.
 *
 * The difference with a radius is smooth: where the line enters on the border of two features, both
 * give its time and normal. Round numbers often lead there. Then twofolds, off by about 2^-98 M,
 * tell that the place is inside of the feature, or on its border except for 2^-80 M. So far from it
 * the normal turns by 2^-80 M over R, which is at most 2^-54. */

/* The feature at the entry. */
typedef struct entered {
  const solid_pair *at;
  const space_feature *f;
  const double *d;           /* in the units of the pair */
  double size;               /* M */
  double e[3];               /* the edge */
  double r[3];               /* out of the feature, from the origin to the nearest point */
  double error;              /* of r */
  double low, high;          /* the least and greatest product of e with a point of the edge, */
  double part;               /* their error, */
  int lowest[2], highest[2]; /* and the corners of these points */
} entered;

#ifndef BORDER_NEAR
#define BORDER_NEAR 8.271806125530277e-25 /* 2^-80 */
#endif

static void put_point(const entered *g, const int corner[2], double w[3]) {
  double a[3], b[3];
  ci_solid_corner_rounded(&g->at->a, corner[0], a);
  ci_solid_corner_rounded(&g->at->b, corner[1], b);
  vector_minus(a, b, w);
}

/* Projects the origin onto the line of the edge. e . w is off by 38 u M (L + R) and 19 u M L, e^2
 * by 76 u M L; so the weight is off by (133 L + 38 R) u M / L^2. */
static int project(entered *g) {
  double w[2][3], ee, length, weight;
  int i;
  put_point(g, g->f->corner[0], w[0]);
  memcpy(g->r, w[0], sizeof w[0]);
  g->error = 19 * SOLID_UNIT * g->size;
  if (g->f->count == 1) return 1;
  put_point(g, g->f->corner[1], w[1]);
  for (i = 0; i < 3; i++) g->e[i] = w[1][i] - w[0][i];
  ee = vector_dot(g->e, g->e);
  if (!(ee > 0)) return 0;
  length = sqrt(ee);
  weight = -vector_dot(g->e, w[0]) / ee;
  g->part = 256 * SOLID_UNIT * g->size * (length + g->at->radius);
  vector_add(g->r, weight, g->e);
  /* w: 19 u M; the weight's error times L; the weight times 38 u M, and rounding. */
  g->error = 64 * SOLID_UNIT * g->size + g->part / length;
  g->low = g->high = vector_dot(g->e, w[0]);
  for (i = 0; i < 2; i++) g->lowest[i] = g->highest[i] = g->f->corner[0][i];
  return 1;
}

/* Is corner i of one solid on the line of the edge? Exact. */
static int is_on_edge(const entered *g, int which, int i) {
  const space_feature *f = g->f;
  solid_edge e, to;
  int owner;
  if (f->count != 2) return 0;
  owner = f->corner[0][0] != f->corner[1][0] ? 0 : 1;
  e.solid = owner == 0 ? &g->at->a : &g->at->b;
  e.from = f->corner[0][owner];
  e.to = f->corner[1][owner];
  to.solid = which == 0 ? &g->at->a : &g->at->b;
  to.from = f->corner[0][which];
  to.to = i;
  return ci_edges_are_parallel(&e, &to);
}

/* A point at the exact entry. */
static void put_precisely(const entered *g, const int corner[2], twofold w[3]) {
  twofold a[3], b[3];
  int k;
  ci_solid_corner(&g->at->a, corner[0], a);
  ci_solid_corner(&g->at->b, corner[1], b);
  for (k = 0; k < 3; k++)
    w[k] = tf_add(tf_sub(a[k], b[k]), tf(g->f->time.lo * g->f->scale * g->d[k]));
}

static void edge_precisely(const entered *g, twofold first[3], twofold e[3]) {
  twofold last[3];
  int k;
  put_precisely(g, g->f->corner[0], first);
  put_precisely(g, g->f->corner[1], last);
  for (k = 0; k < 3; k++) e[k] = tf_sub(last[k], first[k]);
}

/* Is the point not farther than BORDER_NEAR beyond the plane across the nearest vector? */
static int is_above_precisely(const entered *g, const int corner[2]) {
  twofold w[3], r[3], e[3], part, height;
  int k;
  put_precisely(g, g->f->corner[0], r);
  if (g->f->count == 2) {
    edge_precisely(g, r, e);
    part = tf_div(tf_dot(e, r), tf_dot(e, e));
    for (k = 0; k < 3; k++) r[k] = tf_sub(r[k], tf_mul(part, e[k]));
  }
  put_precisely(g, corner, w);
  for (k = 0; k < 3; k++) w[k] = tf_sub(w[k], r[k]);
  height = tf_dot(r, w);
  return height.hi > -BORDER_NEAR * g->size * g->at->radius;
}

/* The product of the edge with a point of it. */
static double along_precisely(const entered *g, const int corner[2]) {
  twofold w[3], first[3], e[3];
  edge_precisely(g, first, e);
  put_precisely(g, corner, w);
  return tf_dot(e, w).hi;
}

static void take_end(entered *g, int which, int corner, double along, double *low, double *high) {
  if (along < *low) {
    *low = along;
    g->lowest[which] = corner;
  }
  if (along > *high) {
    *high = along;
    g->highest[which] = corner;
  }
}

/* Returns 1 if all corners of one solid lie beyond the feature or on the line of its edge. r points
 * out of b, so a's corners are above. Adds the extent of those on the line.
 * A height: the difference v of two corners is off by 19 u M. Its product with r is off by 3 u |r|
 * |v|, and |v| is at most 3.5 M. The error of r adds its product with |v|. */
static int is_foremost(entered *g, int which, double margin) {
  const solid_proxy *s = which == 0 ? &g->at->a : &g->at->b;
  double first[3], p[3], v[3], low = 0, high = 0;
  int i, count = solid_corner_count(s), corner[2];
  memcpy(corner, g->f->corner[0], sizeof corner);
  ci_solid_corner_rounded(s, corner[which], first);
  for (i = 0; i < count; i++) {
    double height;
    if (i == g->f->corner[0][which]) continue;
    ci_solid_corner_rounded(s, i, p);
    vector_minus(p, first, v);
    if (which == 1) vector_negate(v, v);
    height = vector_dot(g->r, v);
    corner[which] = i;
    if (height > margin) continue;
    if (height < -margin) return 0;
    if (is_on_edge(g, which, i))
      take_end(g, which, i, vector_dot(g->e, v), &low, &high);
    else if (!is_above_precisely(g, corner))
      return 0;
  }
  g->low += low;
  g->high += high;
  return 1;
}

/* Is the nearest point between the ends of the edge? */
static int is_between_ends(const entered *g) {
  double near = BORDER_NEAR * g->size * g->size;
  if (g->low < -g->part && g->high > g->part) return 1;
  if (!(g->low < g->part && g->high > -g->part)) return 0;
  return along_precisely(g, g->lowest) < near && along_precisely(g, g->highest) > -near;
}

/* Returns 1 if the line surely enters through a corner or an edge with a radius. `at` is the pair
 * at the time that was found. `travel` is the largest component of t
 * d. */
static int enters_at(const solid_pair *at, const space_feature *f, const double d[3],
                     double travel) {
  entered g;
  double length, margin;
  g.at = at;
  g.f = f;
  g.d = d;
  g.size = at->size + at->radius + travel;
  if (!(at->radius > SPACE_CORES_NEAR * g.size) || !project(&g)) return 0;
  length = sqrt(vector_dot(g.r, g.r));
  if (!(length > 4 * g.error)) return 0;
  margin = 64 * SOLID_UNIT * g.size * length + 4 * g.error * g.size + FILTER_TINY;
  if (!is_foremost(&g, 0, margin) || !is_foremost(&g, 1, margin)) return 0;
  return f->count == 1 || is_between_ends(&g);
}

/* ---- The entry ---------------------------------------------------------------------------------
 */

/* A line and a pair that is at t = 0 before, and at the entry after. */
typedef struct entering {
  const space_sweep *w;
  solid_pair *pair;
  const double *d;
  double scaled[3]; /* d in the units of the pair */
  double *guess;
  space_entry *entry;
} entering;

/* Finds the time of the feature and moves the pair there. */
static int move_to(entering *g, space_feature *f, double *travel) {
  double t;
  int there = ci_space_feature_time(g->pair, g->scaled, f, &t);
  if (there || ((f->any_sign ? -t : t) > 0 && fabs(t) <= DBL_MAX)) *g->guess = t;
  if (!there) return 0;
  ci_solid_pair_move(g->pair, g->w->a, g->d, t);
  memcpy(g->entry->normal, f->normal, sizeof f->normal);
  g->entry->has_normal = 1;
  *travel = fabs(t) * ci_largest(g->scaled, 3, 0);
  return 1;
}

static int enter_at_feature(entering *g, space_feature *f) {
  double travel;
  if (!(g->pair->radius > 0) || !move_to(g, f, &travel)) return 0;
  g->entry->inside = 1;
  return enters_at(g->pair, f, g->scaled, travel);
}

/* A point, or an edge of one solid between two points: where both corners differ, the edges are
 * parallel, and one of them is enough. */
static void take_edge(int corner[2][2], space_feature *f) {
  int is_point = corner[0][0] == corner[1][0] && corner[0][1] == corner[1][1];
  f->count = is_point ? 1 : 2;
  memcpy(f->corner, corner, 2 * sizeof f->corner[0]);
  if (corner[0][0] != corner[1][0]) f->corner[1][1] = corner[0][1];
}

static int enter_face(entering *g, solid_facet *face, space_feature *f) {
  facet_place place;
  double travel;
  int edge[2][2];
  f->count = 3;
  memcpy(f->corner, face->corner, sizeof f->corner);
  if (!(vector_dot(face->normal, g->d) < 0)) return 0;
  if (!ci_facet_supports(g->pair, face)) {
    (void)move_to(g, f, &travel); /* its time may be a guess */
    return 0;
  }
  place = ci_facet_locate(g->pair, face, g->d, edge);
  if (place == FACET_UNSURE && g->pair->radius > 0) {
    take_edge(edge, f);
    return enter_at_feature(g, f);
  }
  if ((place != FACET_INSIDE && place != FACET_BORDER) || !move_to(g, f, &travel)) return 0;
  g->entry->inside = place == FACET_INSIDE && (g->pair->radius > 0 || face->has_more);
  return 1;
}

static int is_hull(const simplex *s) {
  int i;
  for (i = 0; i < s->count; i++)
    if (s->point[i].corner[0] < 0 || s->point[i].corner[1] < 0) return 0;
  return s->count >= 1 && s->count <= 3;
}

static void take_points(const simplex *s, space_feature *f) {
  int i;
  f->count = s->count;
  for (i = 0; i < s->count; i++) memcpy(f->corner[i], s->point[i].corner, sizeof f->corner[i]);
  if (f->count == 2) take_edge(f->corner, f);
}

static void begin(entering *g, const space_sweep *w, solid_pair *pair, const double d[3],
                  double *guess, space_entry *entry) {
  int i;
  g->w = w;
  g->pair = pair;
  g->d = d;
  g->guess = guess;
  g->entry = entry;
  for (i = 0; i < 3; i++) g->scaled[i] = d[i] * pair->scale;
}

/* Tries the faces that three points show. */
static int enter_faces(entering *g, const simplex *s, space_feature *f) {
  solid_facet face;
  int i, found;
  for (i = 0; (found = ci_facet_candidate(g->pair, s, i, &face)) != 0; i++) {
    if (found > 0 && enter_face(g, &face, f)) return 1;
    ci_solid_pair_move(g->pair, g->w->a, g->d, 0);
  }
  return 0;
}

int ci_space_resolve(const space_sweep *w, solid_pair *pair, const double d[3], const simplex *s,
                     space_feature *f, double *guess, space_entry *entry) {
  entering g;
  int way;
  begin(&g, w, pair, d, guess, entry);
  if (!is_hull(s)) return 0;
  if (s->count == 3) return enter_faces(&g, s, f);
  take_points(s, f);
  if (enter_at_feature(&g, f)) return 1;
  ci_solid_pair_move(pair, w->a, d, 0);
  for (way = 1; way >= -1; way -= 2) { /* a face on either side; the line moves towards the first */
    simplex whole = *s;
    double towards[3] = {0, 0, 0};
    if (ci_vector_unit(d, towards)) vector_scale(way, towards, towards);
    ci_facet_complete(pair, towards, &whole);
    if (enter_faces(&g, &whole, f)) return 1;
  }
  return 0;
}
