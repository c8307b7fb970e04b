/* SPDX-License-Identifier: MIT
 *
 * The nearest points of two cores in plain doubles (Ericson, "Real-Time Collision Detection",
 * 2005, 5.1). They are candidates, which quick_cores.c checks. The weight of a core without extent
 * may be NaN; then all later answers are unsure.
 */
#include <string.h>

#include "quick_pairs.h"
#include "../../number/scalar.h"

static inline double clamp01(double x) {
  return clamp(x, 0, 1);
}

/* The nearest points so far, and the square of their distance. */
typedef struct candidate {
  nearest_pair f;
  double rr;
} candidate;

static inline void minus(const double a[3], const double b[3], double r[3]) {
  r[0] = a[0] - b[0];
  r[1] = a[1] - b[1];
  r[2] = a[2] - b[2];
}

/* ---- Feature of one simplex ------------------------------------------------------------------ */

static void set_corner(core_feature *f, int i) {
  f->count = 1;
  f->index[0] = i;
}

/* The edge from corner i to corner j at `weight`, or one of the corners. The weight is NaN for an
 * edge of length 0. */
static void set_edge(core_feature *f, int i, int j, double weight) {
  if (!(weight > 0) || !(weight < 1)) {
    set_corner(f, weight >= 1 ? j : i);
    return;
  }
  f->count = 2;
  f->index[0] = i;
  f->index[1] = j;
  f->weight[0] = weight;
}

static void nearest_of_segment(const double p[3], const double a[3], const double b[3],
                               core_feature *f) {
  double ab[3], ap[3];
  minus(b, a, ab);
  minus(p, a, ap);
  set_edge(f, 0, 1, vector_dot(ap, ab) / vector_dot(ab, ab));
}

static void nearest_of_triangle(const double p[3], const double *const c[3], core_feature *f) {
  double ab[3], ac[3], v[3], d1, d2, d3, d4, d5, d6, va, vb, vc, sum;
  minus(c[1], c[0], ab);
  minus(c[2], c[0], ac);
  minus(p, c[0], v);
  d1 = vector_dot(ab, v);
  d2 = vector_dot(ac, v);
  if (d1 <= 0 && d2 <= 0) {
    set_corner(f, 0);
    return;
  }
  minus(p, c[1], v);
  d3 = vector_dot(ab, v);
  d4 = vector_dot(ac, v);
  if (d3 >= 0 && d4 <= d3) {
    set_corner(f, 1);
    return;
  }
  vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    set_edge(f, 0, 1, d1 / (d1 - d3));
    return;
  }
  minus(p, c[2], v);
  d5 = vector_dot(ab, v);
  d6 = vector_dot(ac, v);
  if (d6 >= 0 && d5 <= d6) {
    set_corner(f, 2);
    return;
  }
  vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    set_edge(f, 0, 2, d2 / (d2 - d6));
    return;
  }
  va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    set_edge(f, 1, 2, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    return;
  }
  sum = va + vb + vc;
  f->count = 3;
  f->index[0] = 0;
  f->index[1] = 1;
  f->index[2] = 2;
  f->weight[0] = vb / sum;
  f->weight[1] = vc / sum;
}

static void nearest_of_core(const double p[3], const round_core *core, core_feature *f) {
  if (core->count == 1)
    set_corner(f, 0);
  else if (core->count == 2)
    nearest_of_segment(p, core->corner[0], core->corner[1], f);
  else
    nearest_of_triangle(p, core->corner, f);
}

/* ---- Two segments ------------------------------------------------------------------------ */

/* s runs from p0 to p1 and t from q0 to q1. Segments count as parallel if the square of the sine of
 * their angle is below 2^-20. Then s is in the middle of the part that faces the other segment. */
void ci_find_nearest_on_segments(const double p0[3], const double p1[3], const double q0[3],
                                 const double q1[3], nearest_on_lines *f) {
  double r[3], rd, re, det, first, last;
  minus(p1, p0, f->d);
  minus(q1, q0, f->e);
  minus(p0, q0, r);
  f->dd = vector_dot(f->d, f->d);
  f->ee = vector_dot(f->e, f->e);
  f->de = vector_dot(f->d, f->e);
  rd = vector_dot(r, f->d);
  re = vector_dot(r, f->e);
  det = f->dd * f->ee - f->de * f->de;
  f->per_det = 1 / det;
  f->per_ee = 1 / f->ee;
  f->parallel = !(det > 9.5367431640625e-07 * (f->dd * f->ee));
  if (!f->parallel) {
    f->s = clamp01((f->de * re - rd * f->ee) * f->per_det);
  } else {
    first = -rd / f->dd;
    last = (f->de - rd) / f->dd;
    f->s = clamp01(clamp01(first) * 0.5 + clamp01(last) * 0.5);
  }
  f->t = (f->de * f->s + re) * f->per_ee;
  if (f->t > 0 && f->t < 1) return;
  f->parallel = 0;
  f->t = f->t <= 0 ? 0 : 1;
  f->s = clamp01(((f->t > 0 ? f->de : 0) - rd) / f->dd);
}

/* Segments between corners i0 and i1 of a, j0 and j1 of b. */
static void find_of_segments(const core_scene *c, int i0, int i1, int j0, int j1, nearest_pair *f) {
  nearest_on_lines l;
  ci_find_nearest_on_segments(c->p[i0], c->p[i1], c->b->corner[j0], c->b->corner[j1], &l);
  set_edge(&f->a, i0, i1, l.s);
  set_edge(&f->b, j0, j1, l.t);
  f->parallel = l.parallel && f->a.count == 2 && f->b.count == 2;
}

/* ---- Segment and triangle ---------------------------------------------------------------- */

/* Writes the vector r between the points. */
static void keep_nearer(const core_scene *c, const nearest_pair *f, double r[3], candidate *best) {
  double rr;
  core_vector(c, f, r);
  rr = vector_dot(r, r);
  if (!(rr < best->rr)) return;
  best->f = *f;
  best->rr = rr;
}

/* Takes an end of the segment and the triangle's point nearest to it. The plane through that point,
 * perpendicular to the vector between them, has the triangle on one side. If the other end is on
 * the far side, the two are the nearest points: returns 1. */
static int take_end(const core_scene *c, int end, candidate *best) {
  double r[3], along[3];
  nearest_pair f;
  f.parallel = 0;
  set_corner(&f.a, end);
  nearest_of_triangle(c->p[end], c->b->corner, &f.b);
  keep_nearer(c, &f, r, best);
  minus(c->p[1 - end], c->p[end], along);
  return vector_dot(r, along) >= 0;
}

/* The heights of the ends of the segment a above the plane of the triangle b, times a factor. */
static void find_heights(const core_scene *c, double height[2]) {
  const double *const *q = c->b->corner;
  double ab[3], ac[3], n[3], v[3];
  int i;
  minus(q[1], q[0], ab);
  minus(q[2], q[0], ac);
  vector_cross(ab, ac, n);
  for (i = 0; i < 2; i++) {
    minus(c->p[i], q[0], v);
    height[i] = vector_dot(n, v);
  }
}

static void try_crossing(const core_scene *c, const double height[2], candidate *best) {
  nearest_pair f;
  double p[3], r[3], s = height[0] / (height[0] - height[1]);
  int k;
  for (k = 0; k < 3; k++) p[k] = c->p[0][k] + s * (c->p[1][k] - c->p[0][k]);
  f.parallel = 0;
  set_edge(&f.a, 0, 1, s);
  nearest_of_triangle(p, c->b->corner, &f.b);
  keep_nearer(c, &f, r, best);
}

static void find_of_segment_and_triangle(const core_scene *c, candidate *best) {
  nearest_pair f;
  double height[2], r[3];
  int i, crosses, lower;
  find_heights(c, height);
  crosses = (height[0] > 0 && height[1] < 0) || (height[0] < 0 && height[1] > 0);
  lower = fabs(height[1]) < fabs(height[0]);
  if (take_end(c, lower, best) || take_end(c, !lower, best)) return;
  if (crosses) {
    try_crossing(c, height, best);
    if (best->f.a.count == 2 && best->f.b.count == 3) return;
  }
  for (i = 0; i < 3; i++) {
    find_of_segments(c, 0, 1, i, (i + 1) % 3, &f);
    keep_nearer(c, &f, r, best);
  }
}

/* ---- All --------------------------------------------------------------------------------- */

/* Only b may be a triangle. */
void ci_find_nearest_features(const core_scene *c, nearest_pair *found) {
  candidate best;
  if (c->a->count == 2 && c->b->count == 2) {
    find_of_segments(c, 0, 1, 0, 1, found);
    return;
  }
  found->parallel = 0;
  if (c->a->count == 1) {
    set_corner(&found->a, 0);
    nearest_of_core(c->p[0], c->b, &found->b);
  } else if (c->b->count == 1) {
    nearest_of_segment(c->b->corner[0], c->p[0], c->p[1], &found->a);
    set_corner(&found->b, 0);
  } else {
    memset(&best, 0, sizeof best);
    best.rr = HUGE_VAL;
    best.f.a.count = best.f.b.count = 1;
    find_of_segment_and_triangle(c, &best);
    *found = best.f;
  }
}
