/* SPDX-License-Identifier: MIT
 *
 * The first points of the polytope: see epa.h.
 */
#include "epa.h"

#include <string.h>

static void find_support(const epa *g, const double d[3], double sign, solid_point *q) {
  static const int nowhere[2] = {-1, -1};
  double along[3];
  int i;
  for (i = 0; i < 3; i++) along[i] = d[i] * sign;
  ci_solid_support(g->pair, along, nowhere, q);
}

double ci_epa_height(const epa *g, const double unit[3], const solid_point *q) {
  const double *p = g->point[0].w;
  return unit[0] * (q->w[0] - p[0]) + unit[1] * (q->w[1] - p[1]) + unit[2] * (q->w[2] - p[2]);
}

/* Adds the support point along or against one of the directions with the largest `distance` from
 * the points so far. Returns 0 if all are within rounding. */
static int add_farthest(epa *g, const double (*directions)[3], int count,
                        double (*distance)(const epa *, const solid_point *)) {
  double most = 2 * g->level;
  solid_point q;
  int i, toward, found = 0;
  for (i = 0; i < count; i++) {
    for (toward = -1; toward <= 1; toward += 2) {
      double x;
      find_support(g, directions[i], toward, &q);
      x = distance(g, &q);
      if (!(x > most)) continue;
      most = x;
      g->point[g->points] = q;
      found = 1;
    }
  }
  g->points += found;
  return found;
}

static double from_point(const epa *g, const solid_point *q) {
  double x[3];
  int i;
  for (i = 0; i < 3; i++) x[i] = q->w[i] - g->point[0].w[i];
  return sqrt(vector_dot(x, x));
}

static double from_line(const epa *g, const solid_point *q) {
  double x[3], e[3], c[3], unit[3];
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = q->w[i] - g->point[0].w[i];
    e[i] = g->point[1].w[i] - g->point[0].w[i];
  }
  if (!ci_vector_unit(e, unit)) return 0;
  vector_cross(unit, x, c);
  return sqrt(vector_dot(c, c));
}

int ci_epa_plane(const epa *g, double unit[3]) {
  static const short three[3] = {0, 1, 2};
  double n[3];
  epa_normal(g, three, n);
  return ci_vector_unit(n, unit);
}

static double from_plane(const epa *g, const solid_point *q) {
  double unit[3];
  return ci_epa_plane(g, unit) ? fabs(ci_epa_height(g, unit, q)) : 0;
}

void ci_vectors_across(const double e[3], double two[2][3]) {
  double axis[3] = {0, 0, 0}, v[3];
  int i = fabs(e[1]) < fabs(e[0]);
  if (fabs(e[2]) < fabs(e[i])) i = 2;
  axis[i] = 1;
  vector_cross(e, axis, v);
  ci_vector_unit(v, two[0]);
  vector_cross(e, two[0], v);
  ci_vector_unit(v, two[1]);
}

static void edge_unit(const epa *g, double unit[3]) {
  double e[3];
  int i;
  for (i = 0; i < 3; i++) e[i] = g->point[1].w[i] - g->point[0].w[i];
  if (ci_vector_unit(e, unit)) return;
  unit[0] = 1;
  unit[1] = unit[2] = 0;
}

static int keep_simplex(epa *g, const simplex *s) {
  g->points = s->count < 4 ? s->count : 3;
  while (g->points > 1) {
    double x = g->points == 2 ? from_point(g, &g->point[1]) : from_line(g, &g->point[2]);
    if (x > 2 * g->level && (g->points == 2 || from_point(g, &g->point[1]) > 2 * g->level)) break;
    g->points--;
  }
  if (s->count == 4 && g->points == 3 && from_plane(g, &g->point[3]) > 2 * g->level) g->points = 4;
  return g->points;
}

int ci_epa_start(epa *g, const simplex *s, double normal[3]) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double e[3], two[2][3];
  int i;
  memcpy(g->point, s->point, (size_t)s->count * sizeof g->point[0]);
  keep_simplex(g, s);
  for (i = 0; i < 3; i++) normal[i] = -axes[0][i]; /* so that the answer's normal is that axis */
  if (g->points == 1 && !add_farthest(g, axes, 3, from_point)) return 0;
  edge_unit(g, e);
  ci_vectors_across(e, two);
  memcpy(normal, two[0], sizeof two[0]);
  if (g->points == 2 && !add_farthest(g, (const double(*)[3])two, 2, from_line)) return 1;
  if (ci_epa_plane(g, normal) == 0) memcpy(normal, two[0], sizeof two[0]);
  memcpy(two[0], normal, sizeof two[0]);
  if (g->points == 3 && !add_farthest(g, (const double(*)[3])two, 1, from_plane)) return 2;
  return 3;
}
