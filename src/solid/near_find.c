/* SPDX-License-Identifier: MIT
 *
 * The nearest points of two cores in plain doubles. What is found is only a candidate:
 * near_core.c checks it. Ericson, "Real-Time Collision Detection" (2005), 5.1. A core without
 * extent may make a weight NaN; then nothing that follows is certain of anything.
 */
#include <string.h>

#include "near.h"

/* Nearest points of two simplices, by the corners' own numbers in each. */
typedef struct candidate {
  near_found f;
  double rr;
} candidate;

static inline void minus(const double a[3], const double b[3], double r[3]) {
  r[0] = a[0] - b[0];
  r[1] = a[1] - b[1];
  r[2] = a[2] - b[2];
}

static double clamp01(double x) {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* ---- Feature of one simplex ------------------------------------------------------------------ */

/* The feature of a triangle or segment that is nearest to a point. */
typedef struct feature {
  int count, index[3];
  double weight[2];
} feature;

static void set_corner(feature *f, int i) {
  f->count = 1;
  f->index[0] = i;
}

/* The edge from corner i to corner j, at `weight`; or one of the two. */
static void set_edge(feature *f, int i, int j, double weight) {
  if (weight <= 0 || weight >= 1) {
    set_corner(f, weight <= 0 ? i : j);
    return;
  }
  f->count = 2;
  f->index[0] = i;
  f->index[1] = j;
  f->weight[0] = weight;
}

static void nearest_of_segment(const double p[3], const double a[3], const double b[3],
                               feature *f) {
  double ab[3], ap[3];
  minus(b, a, ab);
  minus(p, a, ap);
  set_edge(f, 0, 1, vector_dot(ap, ab) / vector_dot(ab, ab));
}

static void nearest_of_triangle(const double p[3], const double *const c[3], feature *f) {
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

static void nearest_of_core(const double p[3], const near_core *core, feature *f) {
  if (core->count == 1)
    set_corner(f, 0);
  else if (core->count == 2)
    nearest_of_segment(p, core->corner[0], core->corner[1], f);
  else
    nearest_of_triangle(p, core->corner, f);
}

static void put_feature(const feature *f, int *count, int index[3], double weight[2]) {
  int i;
  *count = f->count;
  for (i = 0; i < f->count; i++) index[i] = f->index[i];
  for (i = 0; i + 1 < f->count; i++) weight[i] = f->weight[i];
}

/* ---- Two segments ------------------------------------------------------------------------ */

/* Where s runs from p0 to p1 and t from q0 to q1. Segments count as parallel when the square of the
 * sine of their angle is below 2^-20: then s is in the middle of the part that faces the other. */
void ci_near_segments(const double p0[3], const double p1[3], const double q0[3],
                      const double q1[3], near_lines *f) {
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
static void find_of_segments(const near_scene *c, int i0, int i1, int j0, int j1, near_found *f) {
  feature x;
  near_lines l;
  ci_near_segments(c->p[i0], c->p[i1], c->b->corner[j0], c->b->corner[j1], &l);
  set_edge(&x, i0, i1, l.s);
  put_feature(&x, &f->na, f->ia, f->s);
  set_edge(&x, j0, j1, l.t);
  put_feature(&x, &f->nb, f->ib, f->t);
  f->parallel = l.parallel && f->na == 2 && f->nb == 2;
}

/* ---- Segment and triangle ---------------------------------------------------------------- */

void ci_near_between(const near_scene *c, const near_found *f, double r[3]) {
  int i, k;
  for (k = 0; k < 3; k++) {
    double x = c->p[f->ia[0]][k] - c->b->corner[f->ib[0]][k];
    for (i = 1; i < f->na; i++) x += f->s[i - 1] * (c->p[f->ia[i]][k] - c->p[f->ia[0]][k]);
    for (i = 1; i < f->nb; i++)
      x -= f->t[i - 1] * (c->b->corner[f->ib[i]][k] - c->b->corner[f->ib[0]][k]);
    r[k] = x;
  }
}

static void keep_nearer(const near_scene *c, const near_found *f, candidate *best) {
  double r[3], rr;
  ci_near_between(c, f, r);
  rr = vector_dot(r, r);
  if (!(rr < best->rr)) return;
  best->f = *f;
  best->rr = rr;
}

/* An end of the segment with the point of the triangle that is nearest to it. All of the triangle
 * lies on that side of the plane across the vector between: if the other end does not, no points
 * are nearer than these. */
static int take_end(const near_scene *c, int end, candidate *best) {
  double r[3], along[3], rr;
  near_found f;
  feature x;
  f.parallel = 0;
  f.na = 1;
  f.ia[0] = end;
  nearest_of_triangle(c->p[end], c->b->corner, &x);
  put_feature(&x, &f.nb, f.ib, f.t);
  ci_near_between(c, &f, r);
  rr = vector_dot(r, r);
  if (rr < best->rr) {
    best->f = f;
    best->rr = rr;
  }
  minus(c->p[1 - end], c->p[end], along);
  return vector_dot(r, along) >= 0;
}

/* How far the corners of the segment a are above the plane of the triangle b, times a factor. */
static void find_heights(const near_scene *c, double height[2]) {
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

static void try_crossing(const near_scene *c, const double height[2], candidate *best) {
  near_found f;
  feature x;
  double p[3], s = height[0] / (height[0] - height[1]);
  int k;
  for (k = 0; k < 3; k++) p[k] = c->p[0][k] + s * (c->p[1][k] - c->p[0][k]);
  f.parallel = 0;
  set_edge(&x, 0, 1, s);
  put_feature(&x, &f.na, f.ia, f.s);
  nearest_of_triangle(p, c->b->corner, &x);
  put_feature(&x, &f.nb, f.ib, f.t);
  keep_nearer(c, &f, best);
}

static void find_of_segment_and_triangle(const near_scene *c, candidate *best) {
  near_found f;
  double height[2];
  int i, crosses, lower;
  find_heights(c, height);
  crosses = (height[0] > 0 && height[1] < 0) || (height[0] < 0 && height[1] > 0);
  lower = fabs(height[1]) < fabs(height[0]);
  if (take_end(c, lower, best) || take_end(c, !lower, best)) return;
  if (crosses) {
    try_crossing(c, height, best);
    if (best->f.na == 2 && best->f.nb == 3) return;
  }
  for (i = 0; i < 3; i++) {
    find_of_segments(c, 0, 1, i, (i + 1) % 3, &f);
    keep_nearer(c, &f, best);
  }
}

/* ---- All --------------------------------------------------------------------------------- */

/* a is a point or a segment: a triangle is always b. */
void ci_near_find(const near_scene *c, near_found *found) {
  candidate best;
  feature x;
  if (c->a->count == 2 && c->b->count == 2) {
    find_of_segments(c, 0, 1, 0, 1, found);
    return;
  }
  memset(&x, 0, sizeof x);
  found->parallel = 0;
  if (c->a->count == 1) {
    found->na = 1;
    found->ia[0] = 0;
    nearest_of_core(c->p[0], c->b, &x);
    put_feature(&x, &found->nb, found->ib, found->t);
  } else if (c->b->count == 1) {
    nearest_of_segment(c->b->corner[0], c->p[0], c->p[1], &x);
    put_feature(&x, &found->na, found->ia, found->s);
    found->nb = 1;
    found->ib[0] = 0;
  } else {
    memset(&best, 0, sizeof best);
    best.rr = HUGE_VAL;
    best.f.na = best.f.nb = 1;
    find_of_segment_and_triangle(c, &best);
    *found = best.f;
  }
}
