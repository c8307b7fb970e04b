/* SPDX-License-Identifier: MIT
 *
 * Measures the distance, or the penetration depth, of two outlines with radii.
 *
 * plane_feature.c finds the features. They are measured in twofolds, from differences of corners
 * without rounding, or in exact numbers if twofolds lose too many digits.
 */
#include <string.h>

#include "../../number/displacement.h"
#include "../../number/orient.h"
#include "../../number/scalar.h"
#include "plane_feature.h"
#include "plane_quick.h"

/* In units of `beyond_error`. Hulls that overlap by less than this count as touching, because the
 * corners of their intersection are rounded by as much. Like PAIR_LEVEL, it only chooses the
 * contact point, never the answer, a distance or its points. */
#define SHALLOW 3

static meter meter_make(const plane_outline *a, const plane_outline *b) {
  double size = a->magnitude > b->magnitude ? a->magnitude : b->magnitude;
  meter m;
  if (a->radius > size) size = a->radius;
  if (b->radius > size) size = b->radius;
  m.a = a;
  m.b = b;
  m.scale = scale_near_one(size);
  m.error = beyond_error(a, b) * m.scale;
  return m;
}

/* ---- One feature, precisely ------------------------------------------------------------ */

static displacement edge_of(const meter *m, const plane_outline *h, int i) {
  return displacement_between(h->corners[i].point, next_corner(h, i)->point, m->scale);
}

/* The same as displacement_right, if its two terms nearly cancel. */
static twofold right_exactly(const meter *m, const double p[2], const double next[2],
                             const double q[2], double k) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[2], f[2], r;
  int i;
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &e[i], next[i] * m->scale, p[i] * m->scale);
    ci_exact_set_diff(pool, &f[i], q[i] * m->scale, p[i] * m->scale);
  }
  ci_exact_mul(&r, &e[1], &f[0]);
  ci_exact_sub_product(&r, &e[0], &f[1]);
  ci_exact_mul_double(&r, &r, k);
  return ci_exact_twofold(&r);
}

/* The distance of a corner of the other outline beyond the edge. */
twofold ci_beyond_edge(const meter *m, const plane_outline *h, int edge, int corner) {
  const double *q = meter_other(m, h)->corners[corner].point, *p = h->corners[edge].point;
  displacement e = edge_of(m, h, edge), f = displacement_between(p, q, m->scale);
  double k = displacement_stretch(e);
  twofold right;
  e = displacement_stretched(e, k);
  right = displacement_right(e, f);
  if (fabs(right.hi) < MEASURE_CANCEL * (fabs(e.x.hi * f.y.hi) + fabs(e.y.hi * f.x.hi)))
    right = right_exactly(m, p, next_corner(h, edge)->point, q, k);
  return tf_div(right, tf_sqrt(displacement_dot(e, e)));
}

/* The projection of q onto the edge from p to p + e, as a parameter: 0 to 1 on the edge. */
static twofold project_on(const meter *m, const double p[2], displacement e, const double q[2]) {
  double k = displacement_stretch(e);
  displacement along = displacement_stretched(e, k);
  return tf_stretched(tf_div(displacement_dot(along, displacement_between(p, q, m->scale)),
                             displacement_dot(along, along)),
                      k);
}

twofold ci_between_corners(const meter *m, int i, int j) {
  displacement w = displacement_between(m->b->corners[j].point, m->a->corners[i].point, m->scale);
  double k = displacement_stretch(w);
  displacement v = displacement_stretched(w, k);
  return tf_stretched(tf_sqrt(displacement_dot(v, v)), 1 / k);
}

/* ---- Normal and points ----------------------------------------------------- */

/* The normal from b to a. */
static void take_normal(const meter *m, const feature *f, double n[2]) {
  int i;
  if (f->owner != NULL) {
    double sign = f->owner == m->a ? -1 : 1;
    for (i = 0; i < 2; i++) n[i] = sign * f->owner->corners[f->edge].normal[i];
  } else {
    displacement w = displacement_between(m->b->corners[f->corner].point,
                                          m->a->corners[f->edge].point, m->scale);
    double k = displacement_stretch(w), x = w.x.hi * k, y = w.y.hi * k;
    double length = k == 1 ? f->apart.hi : sqrt(x * x + y * y);
    n[0] = x / length;
    n[1] = y / length;
  }
}

/* The middle of the part of an edge, from p to next, that faces the edge from q to r. */
static void middle_facing(const meter *m, const double p[2], const double next[2],
                          const double q[2], const double r[2], double point[2]) {
  displacement e = displacement_between(p, next, m->scale);
  twofold s = tf_clamp(project_on(m, p, e, q));
  if (q != r) s = tf_stretched(tf_add(s, tf_clamp(project_on(m, p, e, r))), 0.5);
  displacement_point(p, e, s, m->scale, point);
}

/* The corner next to the feature's corner, if the edge between them is parallel to the feature's
 * edge: all of it is equally near. Parallel means exactly, or up to rounding for shapes that
 * overlap. If there is none, the feature's own corner. */
static int other_end(const meter *m, const feature *f, int overlap) {
  const plane_outline *h = meter_other(m, f->owner);
  const collide_corner *p = &f->owner->corners[f->edge], *next = next_corner(f->owner, f->edge);
  const double *q = h->corners[f->corner].point;
  double own = beyond(p, q), least = HUGE_VAL;
  int k, found = f->corner;
  for (k = -1; k <= 1 && h->count > 1; k += 2) {
    int j = (f->corner + k + h->count) % h->count;
    double off = fabs(beyond(p, h->corners[j].point) - own) * m->scale;
    if (!(off <= PAIR_LEVEL * m->error && off < least)) continue;
    if (!overlap && ci_cross2d(p->point, next->point, q, h->corners[j].point) != 0) continue;
    least = off;
    found = j;
  }
  return found;
}

/* The nearest, or deepest, points of the two outlines without radii. */
static void take_points(const meter *m, const feature *f, int overlap, double on_a[2],
                        double on_b[2]) {
  const double *p, *next, *q, *r;
  double *on_edge, *on_other;
  if (f->owner == NULL) {
    memcpy(on_a, m->a->corners[f->edge].point, 2 * sizeof on_a[0]);
    memcpy(on_b, m->b->corners[f->corner].point, 2 * sizeof on_b[0]);
    return;
  }
  on_edge = f->owner == m->a ? on_a : on_b;
  on_other = f->owner == m->a ? on_b : on_a;
  p = f->owner->corners[f->edge].point;
  next = next_corner(f->owner, f->edge)->point;
  q = meter_other(m, f->owner)->corners[f->corner].point;
  r = meter_other(m, f->owner)->corners[other_end(m, f, overlap)].point;
  middle_facing(m, p, next, q, r, on_edge);
  if (q == r)
    memcpy(on_other, q, 2 * sizeof q[0]);
  else
    middle_facing(m, q, r, p, next, on_other);
}

/* ---- Less the radii -------------------------------------------------------- */

/* Sets over / under to the squared distance, exact and not scaled. */
static void exact_square(exact_pool *pool, const meter *m, const feature *f, exact *over,
                         exact *under) {
  exact e[2], g[2];
  const double *p, *q;
  int i;
  if (f->owner == NULL) {
    p = m->a->corners[f->edge].point;
    q = m->b->corners[f->corner].point;
    ci_exact_square_between(pool, p, q, over);
    ci_exact_set(pool, under, 1);
    return;
  }
  p = f->owner->corners[f->edge].point;
  q = meter_other(m, f->owner)->corners[f->corner].point;
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &g[i], q[i], p[i]);
    ci_exact_set_diff(pool, &e[i], next_corner(f->owner, f->edge)->point[i], p[i]);
  }
  ci_exact_mul(over, &e[1], &g[0]);
  ci_exact_sub_product(over, &e[0], &g[1]);
  ci_exact_mul(over, over, over);
  ci_exact_mul(under, &e[0], &e[0]);
  ci_exact_add_product(under, &e[1], &e[1]);
}

/* D - R = (D^2 - R^2) / (D + R), if the two are so close that twofolds lose digits. The sum D + R
 * is 2 R (1 + part / 2). part = (D - R) / R is small, so its twofold has enough digits. */
static double less_radii_exactly(const meter *m, const feature *f, double part) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact over, under, radius, square;
  twofold ratio;
  exact_square(pool, m, f, &over, &under);
  ci_exact_set_sum(pool, &radius, m->a->radius, m->b->radius);
  ci_exact_mul(&square, &radius, &radius);
  ci_exact_mul(&square, &square, &under);
  ci_exact_sub(&over, &over, &square);
  ci_exact_mul(&under, &under, &radius);
  ratio.hi = ci_exact_ratio(&over, &under, &ratio.lo);
  return tf_div(ratio, two_sum(1, part * 0.5)).hi * 0.5;
}

static double less_radii(const meter *m, const feature *f) {
  twofold radius = two_sum(m->a->radius * m->scale, m->b->radius * m->scale);
  twofold rest = tf_sub(f->apart, radius);
  if (f->apart.hi > 0 && fabs(rest.hi) < MEASURE_CANCEL * radius.hi)
    return less_radii_exactly(m, f, rest.hi / radius.hi);
  return rest.hi / m->scale;
}

/* ---- A point of both ---------------------------------------------------------- */

/* Halfway between the deepest points. If one of the shapes is too thin to contain that point, the
 * nearest point that its radius allows. */
void ci_take_common_between(const plane_outline *a, const plane_outline *b, pair_gap *gap) {
  double depth = -gap->apart, s = depth * 0.5;
  double allowed = greater(lesser(s, 2 * b->radius), depth - 2 * a->radius);
  int i;
  for (i = 0; i < 2; i++) gap->common[i] = gap->on_b[i] - gap->normal[i] * s;
  if (allowed == s || (ci_outline_holds(a, gap->common) && ci_outline_holds(b, gap->common)))
    return;
  for (i = 0; i < 2; i++) gap->common[i] = gap->on_b[i] - gap->normal[i] * allowed;
}

/* ---- All of it ------------------------------------------------------------- */

/* Two points at the same place: all pushes have the same length. */
static int are_one_point(const plane_outline *a, const plane_outline *b) {
  return a->count == 1 && b->count == 1 && a->corners[0].point[0] == b->corners[0].point[0] &&
         a->corners[0].point[1] == b->corners[0].point[1];
}

/* Converts the deepest points of the outlines alone to those of the outlines with their radii. */
static void add_radii(const plane_outline *a, const plane_outline *b, pair_gap *gap) {
  int i;
  for (i = 0; i < 2; i++) {
    gap->on_a[i] -= gap->normal[i] * a->radius;
    gap->on_b[i] += gap->normal[i] * b->radius;
  }
}

static void measure_one_point(const plane_outline *a, const plane_outline *b, pair_gap *gap) {
  gap->normal[0] = 1;
  gap->normal[1] = 0;
  gap->apart = 0 - (a->radius + b->radius);
  memcpy(gap->on_a, a->corners[0].point, 2 * sizeof gap->on_a[0]);
  memcpy(gap->on_b, a->corners[0].point, 2 * sizeof gap->on_b[0]);
  memcpy(gap->common, a->corners[0].point, 2 * sizeof gap->common[0]);
  add_radii(a, b, gap);
}

/* Beyond the magnitudes that the header names, products may overflow. The answer is then wrong, but
 * a number. */
static void make_finite(double v[2], const double otherwise[2]) {
  if (v[0] - v[0] == 0 && v[1] - v[1] == 0) return;
  v[0] = otherwise[0];
  v[1] = otherwise[1];
}

static void make_all_finite(const plane_outline *a, const plane_outline *b, int overlap,
                            pair_gap *gap) {
  static const double right[2] = {1, 0};
  make_finite(gap->normal, right);
  make_finite(gap->on_a, a->corners[0].point);
  make_finite(gap->on_b, b->corners[0].point);
  if (overlap) make_finite(gap->common, b->corners[0].point);
}

static void measure_outlines(const plane_outline *a, const plane_outline *b, int overlap,
                             pair_gap *gap) {
  meter m = meter_make(a, b);
  feature f;
  /* Without radii `overlap` is already this answer. */
  int meet = overlap && (a->radius + b->radius == 0 || ci_outline_cores_meet(a, b));
  if (are_one_point(a, b)) {
    measure_one_point(a, b, gap);
    return;
  }
  if (meet)
    ci_find_least_push(&m, &f);
  else
    ci_find_nearest(&m, &f);
  take_normal(&m, &f, gap->normal);
  gap->apart = less_radii(&m, &f);
  take_points(&m, &f, overlap, gap->on_a, gap->on_b);
  add_radii(a, b, gap);
  /* The measured value must agree with the exact answer. */
  if (overlap && !(gap->apart <= 0)) gap->apart = 0;
  if (!overlap && !(gap->apart > 0)) gap->apart = nextafter(0, 1);
  if (!overlap) return;
  if (!meet || f.apart.hi > -SHALLOW * m.error ||
      !ci_outlines_find_common(a, b, m.scale, gap->common))
    ci_take_common_between(a, b, gap);
}

void ci_outlines_measure(const plane_outline *a, const plane_outline *b, int overlap,
                         pair_gap *gap) {
  measure_outlines(a, b, overlap, gap);
  make_all_finite(a, b, overlap, gap);
}
