/* SPDX-License-Identifier: MIT
 *
 * Finding a corner or a face of a hull without visiting all of them.
 */
#include "../number/exact.h"
#include "hull.h"

/* ---- The corner farthest along a direction ------------------------------------------------- */

static int compare_exactly(const double g[3], const double *p, const double *q) {
  exact_small numbers;
  exact_pool *pool;
  exact sum, term;
  int i;
  pool = EXACT_POOL_OPEN(&numbers);
  ci_exact_set(pool, &sum, 0);
  for (i = 0; i < 3; i++) {
    int mark = ci_exact_mark(pool);
    ci_exact_set_diff(pool, &term, q[i], p[i]);
    ci_exact_mul_double(&term, &term, g[i]);
    ci_exact_add(&sum, &sum, &term);
    ci_exact_keep(pool, mark, &sum, 1);
  }
  return exact_sign(&sum);
}

/* The sign of g . (q - p). Both roundings of a term, and two of the sums, are at most 4 u of the
 * sum of the terms' sizes. If all terms are 0, as for level corners, the sign is 0. */
static int compare_along(const double g[3], const double *p, const double *q) {
  double value = 0, size = 0;
  int i, sign, is_level = 1;
  for (i = 0; i < 3; i++) {
    double x = g[i] * (q[i] - p[i]);
    value += x;
    size += fabs(x);
    is_level &= g[i] == 0 || q[i] == p[i];
  }
  if (is_level) return 0;
  sign = filter_sign(value, 4.5 * QUICK_UNIT * size + FILTER_TINY);
  return sign != FILTER_UNSURE ? sign : compare_exactly(g, p, q);
}

/* Walks from corner to neighbour, always upward. If no neighbour is higher, no corner is, because
 * the hull is convex. The signs are exact, so this never ends too early. */
int ci_hull_support_from(const solid_hull *p, const double g[3], int start) {
  int k, best = start, from = -1;
  while (from != best) {
    from = best;
    for (k = p->first_edge[from]; k < p->first_edge[from + 1]; k++) {
      int c = p->neighbours[k];
      if (compare_along(g, hull_position(p, best), hull_position(p, c)) > 0) best = c;
    }
  }
  return best;
}

/* A walk from the highest of all corners, rounded, takes one step. With more corners than this it
 * is faster from one of the extremes. */
enum { SCANNED_CORNERS = 64 };

int ci_hull_support(const solid_hull *p, const double g[3]) {
  int i, best = 0, scans = p->corners <= SCANNED_CORNERS, count = scans ? p->corners : 6;
  double most = -HUGE_VAL;
  for (i = 0; i < count; i++) {
    int c = scans ? i : p->extreme[i];
    double height = vector_dot(g, hull_position(p, c));
    if (!(height > most)) continue;
    most = height;
    best = c;
  }
  return ci_hull_support_from(p, g, best);
}

/* ---- The face in a direction from the center --------------------------------------------- */

/* Rounded, like everything below: a wrong face only makes a walk longer. */
static int cell_in(double x, int cells) {
  double at = (x + 1) * 0.5 * cells;
  if (!(at >= 0)) return 0;
  return at < cells ? (int)at : cells - 1;
}

/* The face at which walks to `v`, a direction in the zoomed frame, start. */
static int start_zoomed(const solid_hull *p, const double v[3]) {
  double most;
  int axis = fabs(v[1]) > fabs(v[0]), n = p->cells;
  if (fabs(v[2]) > fabs(v[axis])) axis = 2;
  most = fabs(v[axis]);
  if (!(most > 0 && most <= DBL_MAX)) return p->starts[0];
  return p->starts[((2 * axis + (v[axis] > 0)) * n + cell_in(v[(axis + 1) % 3] / most, n)) * n +
                   cell_in(v[(axis + 2) % 3] / most, n)];
}

int ci_hull_start(const solid_hull *p, const double direction[3]) {
  double v[3];
  int i;
  for (i = 0; i < 3; i++) v[i] = direction[i] * p->zoom[i];
  return start_zoomed(p, v);
}

/* The inverse of how far from the center the direction's ray crosses the face's plane. */
static double nearness(const solid_hull *p, int face, const double direction[3]) {
  const double *n = p->planes[face].unit, *a = hull_at(p, p->first[face]);
  double height = 0;
  int i;
  for (i = 0; i < 3; i++) height += n[i] * (a[i] - p->center[i]);
  return vector_dot(n, direction) / height;
}

/* The ray goes through the face whose plane it crosses first. The search goes from neighbour to
 * neighbour. */
static int face_toward(const solid_hull *p, const double direction[3], int face) {
  double best = nearness(p, face, direction);
  int from = -1, k;
  while (from != face) {
    from = face;
    for (k = p->first[from]; k < p->first[from + 1]; k++) {
      int other = p->face[p->across[k]];
      double near = nearness(p, other, direction);
      if (!(near > best)) continue;
      best = near;
      face = other;
    }
  }
  return face;
}

void ci_hull_fill_starts(solid_hull *p, int *starts) {
  int wall, i, j, n = p->cells, face = 0;
  for (wall = 0; wall < 6; wall++) {
    int axis = wall / 2;
    for (i = 0; i < n; i++) {
      for (j = 0; j < n; j++) {
        double v[3];
        int k = (i % 2 == 0) ? j : n - 1 - j; /* back and forth, so that steps are short */
        v[axis] = wall % 2 == 0 ? -1 : 1;
        v[(axis + 1) % 3] = (2 * i + 1.0) / n - 1;
        v[(axis + 2) % 3] = (2 * k + 1.0) / n - 1;
        for (k = 0; k < 3; k++) v[k] /= p->zoom[k];
        face = face_toward(p, v, face);
        starts[(wall * n + i) * n + (i % 2 == 0 ? j : n - 1 - j)] = face;
      }
    }
  }
}

/* Finds a better start: the face toward the point where the line crosses this one's plane. */
static int start_again(const solid_hull *p, const double f[3], const double d[3], int facing,
                       int face) {
  const double *n = p->planes[face].unit, *a = hull_at(p, p->first[face]);
  double at[3], height = 0, rate = vector_dot(n, d);
  int i;
  if (!(facing * rate > 0)) return face;
  for (i = 0; i < 3; i++) height += n[i] * (a[i] - f[i]);
  for (i = 0; i < 3; i++) at[i] = f[i] + height / rate * d[i] - p->center[i];
  i = ci_hull_start(p, at);
  return facing * vector_dot(p->planes[i].unit, d) > 0 ? i : face;
}

enum { MANY_CELLS = 16 };

void ci_hull_starts_of_line(const solid_hull *p, const double f[3], const double d[3],
                            int faces[2]) {
  double g[3], v[3], at[3], vv = 0, gv = 0, gg = 0, root, over;
  int i, end;
  for (i = 0; i < 3; i++) {
    g[i] = (f[i] - p->center[i]) * p->zoom[i];
    v[i] = d[i] * p->zoom[i];
    vv += v[i] * v[i];
    gv += g[i] * v[i];
    gg += g[i] * g[i];
  }
  /* A ball somewhat smaller than the cube's corners is near most hulls. */
  root = gv * gv - vv * (gg - 1.5);
  root = root > 0 ? sqrt(root) : 0;
  over = 1 / vv;
  for (end = 0; end < 2; end++) {
    double t = (end == 0 ? -gv - root : root - gv) * over;
    for (i = 0; i < 3; i++) at[i] = g[i] + t * v[i];
    faces[end] = start_zoomed(p, at);
    /* Walking on from a cell is faster than a better start, except for hulls of many faces. */
    for (i = MANY_CELLS; i < p->cells; i *= 4)
      faces[end] = start_again(p, f, d, 2 * end - 1, faces[end]);
  }
}
