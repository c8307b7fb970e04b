/* SPDX-License-Identifier: MIT
 *
 * The plane of round_plane.c, and a common point, in twofolds. The terms of TWOFOLD_MARGIN are in
 * twofold_decide.c.
 */
#include "round_plane.h"
#include "twofold_decide.h"

#include "../number/scalar.h"

#include <string.h>

/* ---- The normal ---------------------------------------------------------------------------- */

static void put_column(const solid_proxy *s, int i, double column[3]) {
  int k;
  for (k = 0; k < 3; k++) column[k] = s->linear[3 * k + i];
}

/* The line's vector in doubles, and how far the normal is from being perpendicular to it. For a
 * cone's side this is the separation of the rim from the apex along the normal. */
static double residual(const round_scene *c, const plane_line *of, const twofold r[3],
                       double v[3]) {
  twofold p[3], q[3], g[3], far;
  double column[3][3];
  int k;
  if (of->kind == LINE_COLUMN) {
    put_column(c->round, of->from, v);
    return tf_dot_doubles(r, v).hi;
  }
  if (of->kind == LINE_EDGE) {
    ci_solid_corner(c->flat, of->from, p);
    ci_solid_corner(c->flat, of->to, q);
    for (k = 0; k < 3; k++) {
      p[k] = tf_sub(q[k], p[k]);
      v[k] = p[k].hi;
    }
    return tf_dot(r, p).hi;
  }
  for (k = 0; k < 3; k++) {
    put_column(c->round, k, column[k]);
    g[k] = tf_dot_doubles(r, column[k]);
    if (c->which != 0) g[k] = tf_negate(g[k]);
  }
  far = tf_sqrt(tf_add(tf_mul(g[0], g[0]), tf_mul(g[2], g[2])));
  for (k = 0; k < 3; k++) {
    double out = far.hi > 0 ? (g[0].hi * column[0][k] + g[2].hi * column[2][k]) / far.hi : 0;
    v[k] = c->round->around * out - c->round->height * column[1][k];
  }
  far = tf_sub(tf_scale(far, c->round->around), tf_scale(g[1], c->round->height));
  return c->which == 0 ? far.hi : -far.hi;
}

/* Two lines are parallel if the square of the sine of their angle is below this. */
#define LINES_PARALLEL 9.094947017729282e-13 /* 2^-40 */

/* One step of Newton's method: the normal is off by the rounding of doubles before, and by its
 * square after it. */
int ci_round_refine_normal(const round_scene *c, twofold r[3]) {
  double v[2][3], off[2] = {0, 0}, part[2] = {0, 0}, aa, ab, bb, det;
  int i, k;
  if (!(c->best.apart > -HUGE_VAL)) return 0;
  for (k = 0; k < 3; k++) r[k] = tf(c->best.r[k]);
  if (c->best.count == 0) return 1;
  for (i = 0; i < c->best.count; i++) off[i] = residual(c, &c->best.line[i], r, v[i]);
  aa = vector_dot(v[0], v[0]);
  if (c->best.count == 1) {
    if (!(aa > 0)) return 0;
    part[0] = off[0] / aa;
  } else {
    ab = vector_dot(v[0], v[1]);
    bb = vector_dot(v[1], v[1]);
    det = aa * bb - ab * ab;
    if (!(det > LINES_PARALLEL * aa * bb)) return 0;
    part[0] = (off[0] * bb - off[1] * ab) / det;
    part[1] = (off[1] * aa - off[0] * ab) / det;
  }
  for (i = 0; i < c->best.count; i++)
    for (k = 0; k < 3; k++) r[k] = tf_sub(r[k], two_product(part[i], v[i][k]));
  return 1;
}

/* ---- A common point ------------------------------------------------------------------------ */

/* A point of the polytope: the first corner plus weights times the edges to the others. The weights
 * are not negative, and their sum is at most 1. */
typedef struct common_point {
  int count, corner[3];
  double weight[3];
  double depth; /* in the round solid, in the own frame, except for rounding */
} common_point;

/* The depth of a point in the round solid: its least distance to the ends and the side. */
static double depth_of(const round_scene *c, const double y[3]) {
  double radius = c->round->around, height = c->round->height,
         far = sqrt(y[0] * y[0] + y[2] * y[2]);
  if (c->round->form == SOLID_CYLINDER) return lesser(radius - far, height - fabs(y[1]));
  return lesser(lesser(height + y[1], -y[1]),
                (-radius * y[1] - height * far) / sqrt(radius * radius + height * height));
}

static void keep_deeper(const round_scene *c, const double y[3], int count, const int *corner,
                        const double *weight, common_point *best) {
  double depth = depth_of(c, y);
  int i;
  if (!(depth > best->depth)) return;
  best->depth = depth;
  best->count = count;
  for (i = 0; i < count; i++) {
    best->corner[i] = corner[i];
    best->weight[i] = weight[i];
  }
}

/* Cuts an interval of t to where p + t e <= most. */
static void cut_interval(double p, double e, double most, double t[2]) {
  double at = (most - p) / e;
  if (e > 0 && at < t[1]) t[1] = at;
  if (e < 0 && at > t[0]) t[0] = at;
}

/* Cuts an interval of t to where a t^2 + 2 b t + c <= 0 holds. For a < 0, a cone, this is only the
 * part above the greater root if `down` is set, else that below the least root. */
static void cut_quadratic(double a, double b, double c, int down, double t[2]) {
  double disc = b * b - a * c, root = disc > 0 ? sqrt(disc) : 0, q, low, high;
  if (a == 0) {
    cut_interval(c, 2 * b, 0, t);
    return;
  }
  q = b > 0 ? -b - root : root - b;
  low = lesser(q / a, q != 0 ? c / q : 0);
  high = greater(q / a, q != 0 ? c / q : 0);
  if (a > 0) {
    t[0] = greater(t[0], low);
    t[1] = lesser(t[1], high);
  } else if (down) {
    t[0] = greater(t[0], high);
  } else {
    t[1] = lesser(t[1], low);
  }
}

/* Tries the middle of the part of an edge that lies in the round solid. */
static void try_edge(const round_scene *c, const int ends[2], const double p[3], const double q[3],
                     common_point *best) {
  double radius = c->round->around, height = c->round->height, t[2] = {0, 1}, e[3], y[3], weight[2];
  double aa, ab, bb;
  int k, is_cone = c->round->form == SOLID_CONE;
  for (k = 0; k < 3; k++) e[k] = q[k] - p[k];
  cut_interval(p[1], e[1], is_cone ? 0 : height, t);
  cut_interval(-p[1], -e[1], height, t);
  aa = e[0] * e[0] + e[2] * e[2];
  ab = e[0] * p[0] + e[2] * p[2];
  bb = p[0] * p[0] + p[2] * p[2] - radius * radius;
  if (is_cone) {
    double k2 = radius / height * (radius / height);
    aa -= k2 * e[1] * e[1];
    ab -= k2 * e[1] * p[1];
    bb = p[0] * p[0] + p[2] * p[2] - k2 * p[1] * p[1];
  }
  cut_quadratic(aa, ab, bb, e[1] < 0, t);
  weight[0] = 0;
  weight[1] = clamp_unit(0.5 * (t[0] + t[1]));
  for (k = 0; k < 3; k++) y[k] = p[k] + weight[1] * e[k];
  keep_deeper(c, y, 2, ends, weight, best);
}

/* Tries the point where a face crosses a line: from the round solid's point farthest along the
 * normal to its middle. */
static void try_face(const round_scene *c, const int known[3], common_point *best) {
  const double *p = c->p[known[0]], *q = c->p[known[1]], *r = c->p[known[2]];
  const double *m = c->round->linear;
  double e[3], f[3], n[3], x[3], y[3], to[3], g[3], far, nn, part, weight[3];
  int i, k, corner[3], is_cone = c->round->form == SOLID_CONE;
  for (k = 0; k < 3; k++) {
    const double *w = c->best.r;
    e[k] = q[k] - p[k];
    f[k] = r[k] - p[k];
    g[k] = m[k] * w[0] + m[3 + k] * w[1] + m[6 + k] * w[2];
    if (c->which != 0) g[k] = -g[k];
  }
  far = sqrt(g[0] * g[0] + g[2] * g[2]);
  y[0] = far > 0 ? c->round->around * g[0] / far : 0;
  y[2] = far > 0 ? c->round->around * g[2] / far : 0;
  y[1] = is_cone || g[1] < 0 ? -c->round->height : c->round->height;
  if (is_cone && vector_dot(g, y) < 0) y[0] = y[1] = y[2] = 0;
  vector_cross(e, f, n);
  nn = vector_dot(n, n);
  for (k = 0; k < 3; k++) to[k] = (is_cone && k == 1 ? -0.75 * c->round->height : 0) - y[k];
  part = vector_dot(n, to);
  if (!(nn > 0) || part == 0) return;
  part = (vector_dot(n, p) - vector_dot(n, y)) / part;
  if (!(part < 1)) return;
  for (k = 0; k < 3; k++) x[k] = y[k] + part * to[k] - p[k];
  vector_cross(x, f, g);
  weight[1] = vector_dot(g, n) / nn;
  vector_cross(e, x, g);
  weight[2] = vector_dot(g, n) / nn;
  weight[0] = 0;
  if (!(weight[1] >= 0 && weight[2] >= 0 && weight[1] + weight[2] < 1)) return;
  for (k = 0; k < 3; k++) y[k] = p[k] + weight[1] * e[k] + weight[2] * f[k];
  for (i = 0; i < 3; i++) corner[i] = c->corner[known[i]];
  keep_deeper(c, y, 3, corner, weight, best);
}

/* The corner at the end of edge number i of a corner, or -1. */
static int find_neighbour(const solid_proxy *s, int corner, int i) {
  if (s->form == SOLID_HULL) {
    const polytope *p = s->hull;
    int edge = p->first_edge[corner] + i;
    return edge < p->first_edge[corner + 1] ? p->neighbours[edge] : -1;
  }
  if (s->form == SOLID_BOX) return i < 3 ? corner ^ (1 << i) : -1;
  return i < s->count - 1 ? (corner + 1 + i) % s->count : -1;
}

static void find_common(const round_scene *c, common_point *best) {
  static const double none[3] = {0, 0, 0};
  int i, j, k, known[3], ends[2];
  double x[3], q[3];
  best->depth = -HUGE_VAL;
  best->count = 0;
  for (i = 0; i < c->count; i++) {
    ends[0] = c->corner[i];
    keep_deeper(c, c->p[i], 1, ends, none, best);
    for (k = 0; (ends[1] = find_neighbour(c->flat, ends[0], k)) >= 0; k++) {
      ci_solid_corner_rounded(c->flat, ends[1], x);
      ci_round_to_own(c, x, q);
      try_edge(c, ends, c->p[i], q, best);
    }
    for (j = 0; j < i; j++)
      for (k = 0; k < j; k++) {
        known[0] = i;
        known[1] = j;
        known[2] = k;
        try_face(c, known, best);
      }
  }
}

/* ---- The common point in twofolds ---------------------------------------------------------- */

/* The point, relative to the round solid's position. Returns 0 if a weight is not certainly one. */
static int put_point(const round_scene *c, const common_point *at, twofold x[3]) {
  twofold first[3], other[3];
  double sum = 0;
  int i, k;
  ci_solid_corner(c->flat, at->corner[0], first);
  memcpy(x, first, sizeof first);
  for (i = 1; i < at->count; i++) {
    if (!(at->weight[i] >= 0)) return 0;
    sum += at->weight[i];
    ci_solid_corner(c->flat, at->corner[i], other);
    for (k = 0; k < 3; k++)
      x[k] = tf_add(x[k], tf_scale(tf_sub(other[k], first[k]), at->weight[i]));
  }
  for (k = 0; k < 3; k++) x[k] = tf_sub(x[k], tf_make(c->round->at[k], c->round->at_low[k]));
  return at->count < 2 ? 1 : sum <= (at->count == 2 ? 1 : 1 - DBL_EPSILON);
}

/* Returns 1 if the point is in the round solid. Its coordinates in the own frame are n . x / det,
 * where n is the cross product of two columns. */
static int is_in(const round_scene *c, const twofold x[3], double size) {
  const solid_proxy *s = c->round;
  twofold n[3], y[3], det = tf(0), far;
  double column[3][3], most = 0, margin, down;
  int i;
  for (i = 0; i < 3; i++) put_column(s, i, column[i]);
  for (i = 0; i < 3; i++) {
    two_cross(column[(i + 1) % 3], column[(i + 2) % 3], n);
    y[i] = tf_dot(n, x);
    if (i == 0) det = tf_dot_doubles(n, column[0]);
    most = greater(most, fabs(n[0].hi) + fabs(n[1].hi) + fabs(n[2].hi));
  }
  margin = TWOFOLD_MARGIN * size * most;
  if (det.hi < 0) {
    det = tf_negate(det);
    y[1] = tf_negate(y[1]);
  }
  far = tf_sqrt(tf_add(tf_mul(y[0], y[0]), tf_mul(y[2], y[2])));
  down = tf_add(tf_scale(det, s->height), y[1]).hi;
  if (!(down > margin)) return 0;
  if (s->form == SOLID_CYLINDER)
    return tf_sub(tf_scale(det, s->height), y[1]).hi > margin &&
           tf_sub(tf_scale(det, s->around), far).hi > margin;
  far = tf_add(tf_scale(far, s->height), tf_scale(y[1], s->around));
  return y[1].hi < -margin && far.hi < -margin * (s->around + s->height);
}

int ci_round_have_common(const round_scene *c, double size) {
  common_point at;
  twofold x[3];
  if (c->count == 0) return 0;
  find_common(c, &at);
  return at.count > 0 && put_point(c, &at, x) && is_in(c, x, size);
}
