/* SPDX-License-Identifier: MIT
 *
 * Straight features of a sweep: edges moved outward by the radii, and borders of half-planes. Finds
 * the time at which a point that moves along d touches one.
 */
#include "sweep.h"

#include "../../number/approx.h"
#include "../../number/displacement.h"
#include "../../number/scalar.h"
#include "../../number/sum.h"

/* ---- Yes or no ------------------------------------------------------------------------- */

/* Below this the square of a length may have lost digits to underflow. */
#define LEAST_SQUARE 1e-280

/* The error of R |n|, in units of itself. u = 2^-53. The components of n are differences, off by u,
 * or given; their squares by 2 u and a rounding, the sum by another: 4 u. The root is off by half
 * of that and a rounding: 3 u. R is a sum, off by u, and the product is rounded: 5 u. */
#ifndef SWEEP_ROOT
#define SWEEP_ROOT 6.7e-16 /* 6 u */
#endif

/* The normal, g and f of sweep.h in plain doubles. */
typedef struct rough_face {
  approx n[2], g, f;
} rough_face;

static rough_face rough(const sweep_face *face) {
  approx p[2], d[2];
  rough_face r;
  int i;
  for (i = 0; i < 2; i++) {
    p[i] = approx_exact(face->p[i]);
    d[i] = approx_exact(face->d[i]);
    if (face->plane != NULL)
      r.n[i] = approx_exact(face->plane->a[i]);
    else
      p[i] = approx_sub(p[i], approx_exact(face->q[i]));
  }
  if (face->plane == NULL) {
    r.n[0] = approx_sub(approx_exact(face->to[1]), approx_exact(face->from[1]));
    r.n[1] = approx_sub(approx_exact(face->from[0]), approx_exact(face->to[0]));
  }
  r.g = approx_add(approx_mul(r.n[0], p[0]), approx_mul(r.n[1], p[1]));
  if (face->plane != NULL) r.g = approx_sub(r.g, approx_exact(face->plane->height));
  r.f = approx_add(approx_mul(r.n[0], d[0]), approx_mul(r.n[1], d[1]));
  r.f.value = -r.f.value;
  return r;
}

static int try_compare(const sweep_face *face, int at) {
  rough_face r = rough(face);
  double radius = face->r1 + face->r2, square, root;
  approx g = r.g;
  if (at > 0) g = approx_sub(g, r.f);
  if (at < 0) g = approx_add(g, r.f);
  if (radius == 0) return approx_sign(g);
  square = r.n[0].value * r.n[0].value + r.n[1].value * r.n[1].value;
  if (!(square > LEAST_SQUARE)) return FILTER_UNSURE;
  root = radius * sqrt(square);
  return approx_sign(approx_sub(g, approx_make(root, SWEEP_ROOT * root + APPROX_FLOOR)));
}

/* ---- Exactly --------------------------------------------------------------------------- */

/* The exact numbers g, f and n^2 of a face, of degree 2 each: 6 remain in the pool, and up to 10
 * are alive meanwhile. */
static void find_exactly(exact_pool *pool, const sweep_face *face, exact *g, exact *f,
                         exact *square) {
  int i, mark = ci_exact_mark(pool);
  exact left[3], n[2], w[2];
  ci_exact_set(pool, &left[0], face->plane != NULL ? -face->plane->height : 0);
  ci_exact_set(pool, &left[1], 0);
  ci_exact_set(pool, &left[2], 0);
  for (i = 0; i < 2; i++) {
    exact sum[3];
    if (face->plane != NULL) {
      ci_exact_set(pool, &n[i], face->plane->a[i]);
      ci_exact_set(pool, &w[i], face->p[i]);
    } else {
      if (i == 0)
        ci_exact_set_diff(pool, &n[i], face->to[1], face->from[1]);
      else
        ci_exact_set_diff(pool, &n[i], face->from[0], face->to[0]);
      ci_exact_set_diff(pool, &w[i], face->p[i], face->q[i]);
    }
    ci_exact_mul(&sum[0], &n[i], &w[i]);
    ci_exact_add(&sum[0], &sum[0], &left[0]);
    ci_exact_mul_double(&sum[1], &n[i], -face->d[i]);
    ci_exact_add(&sum[1], &sum[1], &left[1]);
    ci_exact_mul(&sum[2], &n[i], &n[i]);
    ci_exact_add(&sum[2], &sum[2], &left[2]);
    left[0] = sum[0];
    left[1] = sum[1];
    left[2] = sum[2];
  }
  ci_exact_keep(pool, mark, left, 3);
  *g = left[0];
  *f = left[1];
  *square = left[2];
}

int ci_sweep_sign_with_root(exact_pool *pool, const exact *p, const exact *n, double r1, double r2,
                            int root_sign) {
  exact radius, limit, square;
  int sign = exact_sign(p);
  if (r1 + r2 == 0 || exact_sign(n) == 0) return sign;
  if (sign == 0 || sign == root_sign) return root_sign;
  ci_exact_set_sum(pool, &radius, r1, r2);
  ci_exact_mul(&limit, &radius, &radius);
  ci_exact_mul(&limit, &limit, n);
  ci_exact_mul(&square, p, p);
  ci_exact_sub(&square, &square, &limit);
  return sign * exact_sign(&square);
}

static int compare_exactly(const sweep_face *face, int at) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact g, f, square;
  find_exactly(pool, face, &g, &f, &square);
  if (at > 0) ci_exact_sub(&g, &g, &f);
  if (at < 0) ci_exact_add(&g, &g, &f);
  return ci_sweep_sign_with_root(pool, &g, &square, face->r1, face->r2, -1);
}

int ci_sweep_compare_face(const sweep_face *face, int at) {
  int sign = try_compare(face, at);
  return sign != FILTER_UNSURE ? sign : compare_exactly(face, at);
}

/* ---- How much ------------------------------------------------------------------------------
 *
 * In twofolds, where products and sums are off by 2^-102 of their terms; where less than 2^-20 of
 * the terms is left (SWEEP_CANCEL, as MEASURE_CANCEL), from sums without rounding or from exact
 * numbers. So g, f and the rest g - R |n| are each off by 2^-82 of themselves, before the next such
 * difference 2^-62, and t by 2^-60 of itself: with the last rounding within 0.51 units in the last
 * place.
 */
/* Powers of two that bring coordinates, displacements and normals near 1 if they are far from
 * it. */
typedef struct face_scales {
  double length, way, normal;
} face_scales;

static face_scales scales_of(const sweep_face *face) {
  double size =
      greater_size(greater_size(face->p[0], face->p[1]), greater_size(face->r1, face->r2));
  face_scales k;
  if (face->plane != NULL) {
    size = greater_size(size, face->plane->radius);
    k.normal = scale_near_one(greater_size(face->plane->a[0], face->plane->a[1]));
  } else {
    size = greater_size(size, greater_size(greater_size(face->q[0], face->q[1]),
                                           greater_size(face->from[0], face->from[1])));
    size = greater_size(size, greater_size(face->to[0], face->to[1]));
    k.normal = 1;
  }
  k.length = scale_near_one(size);
  k.way = scale_near_one(greater_size(face->d[0], face->d[1]));
  return k;
}

/* g, f and |n| as in sweep.h, scaled by normal * length, normal * way and normal. The normal of two
 * points is scaled by length, too. |n| is 0 if there is no radius. */
typedef struct face_terms {
  twofold g, f, n;
  int is_sure;          /* g and f have kept their digits */
  displacement e, w, d; /* of an edge: to - from, p - q and d, without rounding */
} face_terms;

static int keeps(twofold x, double terms) {
  return fabs(x.hi) >= SWEEP_CANCEL * terms;
}

static face_terms edge_terms(const sweep_face *face, face_scales *k) {
  displacement e = displacement_between(face->from, face->to, k->length);
  displacement w = displacement_between(face->q, face->p, k->length), d;
  face_terms r;
  k->normal = displacement_stretch(e);
  e = displacement_stretched(e, k->normal);
  d.x = tf(face->d[0] * k->way);
  d.y = tf(face->d[1] * k->way);
  r.g = displacement_right(e, w);
  r.f = displacement_right(d, e);
  r.n = face->r1 + face->r2 == 0 ? tf(0) : tf_sqrt(displacement_dot(e, e));
  r.is_sure = keeps(r.g, fabs(e.y.hi * w.x.hi) + fabs(e.x.hi * w.y.hi)) &&
              keeps(r.f, fabs(e.y.hi * d.x.hi) + fabs(e.x.hi * d.y.hi));
  k->normal *= k->length;
  r.e = e;
  r.w = w;
  r.d = d;
  return r;
}

static face_terms plane_terms(const sweep_face *face, const face_scales *k) {
  double terms_g = fabs(face->plane->height * k->normal * k->length), terms_f = 0;
  twofold square = tf(0);
  face_terms r;
  int i;
  r.g = tf(-(face->plane->height * k->normal * k->length));
  r.f = tf(0);
  for (i = 0; i < 2; i++) {
    double n = face->plane->a[i] * k->normal;
    twofold p = two_product(n, face->p[i] * k->length), d = two_product(n, face->d[i] * k->way);
    r.g = tf_add(r.g, p);
    r.f = tf_sub(r.f, d);
    terms_g += fabs(p.hi);
    terms_f += fabs(d.hi);
    square = tf_add(square, two_product(n, n));
  }
  r.n = tf_sqrt(square);
  r.is_sure = keeps(r.g, terms_g) && keeps(r.f, terms_f);
  return r;
}

/* v x w, at most 16 terms. Returns 0 if a product may not be exact. */
static int sum_cross(exact_sum *sum, const displacement *v, const displacement *w) {
  sum->count = 0;
  return ci_sum_add_product(sum, 1, v->x, w->y) && ci_sum_add_product(sum, -1, v->y, w->x);
}

/* The rest of |n| after r->n, which is off by 2^-100 of |n|. So the rest is off by 2^-150 of it. */
static int find_rest_of_root(const face_terms *r, twofold *rest) {
  exact_sum square;
  square.count = 0;
  if (!ci_sum_add_square(&square, 1, r->e.x) || !ci_sum_add_square(&square, 1, r->e.y) ||
      !ci_sum_add_square(&square, -1, r->n))
    return 0;
  *rest = tf(ci_sum_value(&square) / (2 * r->n.hi));
  return 1;
}

/* Below this part of the root the rest may have an error of 2^-70 of itself. */
#define LEAST_REST 8.2718061255302767e-25 /* 2^-80 */

/* Finds g - R |n| and f for an edge, from sums without rounding: at most 28 terms. `root` is R |n|.
 * Returns 0 if unsure. */
static int find_rest(const face_terms *r, twofold radius, double root, twofold *rest, twofold *f) {
  exact_sum g, speed;
  twofold more;
  if (!sum_cross(&g, &r->w, &r->e) || !sum_cross(&speed, &r->e, &r->d)) return 0;
  if (root > 0 && !(find_rest_of_root(r, &more) && ci_sum_add_product(&g, -1, radius, r->n) &&
                    ci_sum_add_product(&g, -1, radius, more)))
    return 0;
  *rest = ci_sum_twofold(&g);
  *f = ci_sum_twofold(&speed);
  return fabs(rest->hi) >= LEAST_REST * root;
}

/* Computes g and f exactly. Returns (g - root) (g + root), where root is R |n|. */
static twofold remainder_exactly(const sweep_face *face, const face_scales *k, face_terms *r) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact g, f, square, radius, limit;
  find_exactly(pool, face, &g, &f, &square);
  ci_exact_set_sum(pool, &radius, face->r1, face->r2);
  ci_exact_mul(&limit, &radius, &radius);
  ci_exact_mul(&limit, &limit, &square);
  ci_exact_mul(&square, &g, &g);
  ci_exact_sub(&limit, &square, &limit);
  ci_exact_mul_double(&limit, &limit, k->normal);
  ci_exact_mul_double(&limit, &limit, k->length);
  r->g = ci_sweep_rounded(&g, k->normal, k->length);
  r->f = ci_sweep_rounded(&f, k->normal, k->way);
  return ci_sweep_rounded(&limit, k->normal, k->length);
}

twofold ci_sweep_rounded(exact *x, double k1, double k2) {
  ci_exact_mul_double(x, x, k1);
  ci_exact_mul_double(x, x, k2);
  return ci_exact_twofold(x);
}

/* g - R |n| from exact g and f. */
static twofold find_rest_exactly(const sweep_face *face, const face_scales *k, twofold root,
                                 face_terms *r) {
  twofold product = remainder_exactly(face, k, r);
  if (root.hi == 0) return r->g;
  return r->g.hi < 0 ? tf_sub(r->g, root) : tf_div(product, tf_add(r->g, root));
}

double ci_sweep_face_time(const sweep_face *face) {
  face_scales k = scales_of(face);
  face_terms r = face->plane != NULL ? plane_terms(face, &k) : edge_terms(face, &k);
  twofold radius = two_sum(face->r1 * k.length, face->r2 * k.length), root = tf_mul(r.n, radius);
  twofold rest = tf_sub(r.g, root);
  double t;
  if (!r.is_sure || (root.hi > 0 && fabs(rest.hi) < SWEEP_CANCEL * root.hi))
    if (face->plane != NULL || !find_rest(&r, radius, root.hi, &rest, &r.f))
      rest = find_rest_exactly(face, &k, root, &r);
  t = tf_div(rest, r.f).hi * (k.way / k.length);
  return t == t ? t : 0; /* both terms may underflow */
}
