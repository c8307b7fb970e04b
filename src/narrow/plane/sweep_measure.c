/* SPDX-License-Identifier: MIT
 *
 * A feature of the Minkowski difference of two outlines: the time at which the line touches it, the
 * normal and the point.
 */
#include "sweep.h"

#include <string.h>

#include "../../number/approx.h"
#include "../../number/displacement.h"
#include "../../number/orient.h"
#include "../../number/scalar.h"

/* ---- Straight features -----------------------------------------------------------------------
 *
 * Straight features of a sweep: edges moved outward by the radii, and borders of half-planes. Finds
 * the time at which a point that moves along d touches one. */

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
  int is_sure; /* g and f have kept their digits */
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

/* x k1 k2, rounded to a twofold. Destroys x. */
static twofold rounded_product(exact *x, double k1, double k2) {
  ci_exact_mul_double(x, x, k1);
  ci_exact_mul_double(x, x, k2);
  return ci_exact_twofold(x);
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
  r->g = rounded_product(&g, k->normal, k->length);
  r->f = rounded_product(&f, k->normal, k->way);
  return rounded_product(&limit, k->normal, k->length);
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
    rest = find_rest_exactly(face, &k, root, &r);
  t = tf_div(rest, r.f).hi * (k.way / k.length);
  return t == t ? t : 0; /* both terms may underflow */
}

static const double origin[2] = {0, 0};

static sweep_face face_of(const sweep_pair *s, const sweep_feature *f) {
  sweep_face face;
  face.p = s->a.corners[f->i].point;
  face.q = s->b.corners[f->j].point;
  feature_ends(&s->a, &s->b, f, &face.from, &face.to);
  face.plane = NULL;
  face.r1 = s->a.radius;
  face.r2 = s->b.radius;
  memcpy(face.d, s->d, sizeof face.d);
  return face;
}

/* ---- Disks: yes or no ------------------------------------------------------------------------
 *
 * With w = v - at d, the centre of the disk seen from the point at t = at: when |w| < R, the line
 * has entered before; when |w| = R, it enters or leaves there, the first if d . w >= 0; otherwise
 * the whole disk lies ahead or behind, and d . w decides which.
 */

/* The error of the square of R: R is off by u, its square by 2 u and a rounding: 3 u. */
#define RADIUS_SQUARE 4.5e-16

static int compare_signs(int beyond, int ahead) {
  if (beyond < 0) return -1;
  if (beyond == 0) return ahead >= 0 ? 0 : -1;
  return ahead > 0 ? 1 : -1;
}

static int try_disk(const sweep_pair *s, const double p[2], const double q[2], int at) {
  double radius = s->a.radius + s->b.radius, limit = radius * radius;
  approx square = approx_make(-limit, RADIUS_SQUARE * limit + APPROX_FLOOR),
         along = approx_exact(0);
  int i, beyond, ahead;
  for (i = 0; i < 2; i++) {
    approx w = approx_sub(approx_exact(q[i]), approx_exact(p[i]));
    if (at != 0) w = approx_sub(w, approx_exact(at * s->d[i]));
    square = approx_add(square, approx_square(w));
    along = approx_add(along, approx_mul(w, approx_exact(s->d[i])));
  }
  beyond = approx_sign(square);
  if (beyond == FILTER_UNSURE) return FILTER_UNSURE;
  ahead = approx_sign(along);
  if (beyond > 0 && ahead == FILTER_UNSURE) return FILTER_UNSURE;
  return compare_signs(beyond, ahead);
}

/* w of degree 1, twice; its square 2, w . d 2, R 1 and R^2 2, and a product. */
static int disk_exactly(const sweep_pair *s, const double p[2], const double q[2], int at) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact w[2], square, along, x;
  int i;
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &w[i], q[i], p[i]);
    ci_exact_set(pool, &x, at * s->d[i]);
    ci_exact_sub(&w[i], &w[i], &x);
  }
  ci_exact_mul(&square, &w[0], &w[0]);
  ci_exact_add_product(&square, &w[1], &w[1]);
  ci_exact_mul_double(&along, &w[0], s->d[0]);
  ci_exact_set(pool, &x, s->d[1]);
  ci_exact_add_product(&along, &w[1], &x);
  ci_exact_set_sum(pool, &x, s->a.radius, s->b.radius);
  ci_exact_sub_product(&square, &x, &x);
  return compare_signs(exact_sign(&square), exact_sign(&along));
}

int ci_sweep_compare(const sweep_pair *s, const sweep_feature *f, int at) {
  const double *p = s->a.corners[f->i].point, *q = s->b.corners[f->j].point;
  int sign;
  if (f->owner != SWEEP_CORNER) {
    sweep_face face = face_of(s, f);
    return ci_sweep_compare_face(&face, at);
  }
  sign = try_disk(s, p, q, at);
  return sign != FILTER_UNSURE ? sign : disk_exactly(s, p, q, at);
}

/* ---- Disks: how much ---------------------------------------------------------------------------
 *
 * With v the centre, x = d x v, y = d . v and D = R^2 d^2 - x^2, the line enters at t = (y - root
 * of D) / d^2 = (v^2 - R^2) / (y + root of D); the one that does not cancel is used. Each of the
 * terms comes from twofolds, or from exact numbers where less than 2^-20 of it is left (see
 * "How much"). So t is within 2^-60 of itself before it is rounded.
 *
 * The normal is (t d - v) / R. It is computed from its components along d and across it, which are
 * -(root of D) and -x over R |d|. So it keeps its digits from however far away the shape comes.
 */
/* All scaled: lengths by `length`, d by `way`. */
typedef struct disk_terms {
  double length, way, d[2];
  twofold dd, x, y, root;
} disk_terms;

/* R^2 d^2 - x^2: the sum of the degrees is 2 + 2 + 2 + 4 + 4, and a product of 4. */
static twofold discriminant_exactly(const sweep_pair *s, const double p[2], const double q[2],
                                    const disk_terms *k) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact cross, square, radius, x;
  ci_sweep_cross_exactly(pool, s->d, p, q, &cross);
  ci_exact_square_between(pool, origin, s->d, &square);
  ci_exact_set_sum(pool, &x, s->a.radius, s->b.radius);
  ci_exact_mul(&radius, &x, &x);
  ci_exact_mul(&square, &square, &radius);
  ci_exact_sub_product(&square, &cross, &cross);
  ci_exact_mul_double(&square, &square, k->length);
  ci_exact_mul_double(&square, &square, k->length);
  return rounded_product(&square, k->way, k->way);
}

static twofold one_exactly(const sweep_pair *s, const double p[2], const double q[2],
                           const disk_terms *k, int is_cross) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact r;
  if (is_cross)
    ci_sweep_cross_exactly(pool, s->d, p, q, &r);
  else
    ci_sweep_dot_exactly(pool, s->d, p, q, &r);
  return rounded_product(&r, k->length, k->way);
}

static disk_terms disk_of(const sweep_pair *s, const double p[2], const double q[2]) {
  disk_terms k;
  displacement v;
  twofold radius, limit, square;
  double size = greater_size(greater_size(p[0], p[1]), greater_size(q[0], q[1]));
  k.length = scale_near_one(greater_size(size, greater_size(s->a.radius, s->b.radius)));
  k.way = scale_near_one(greater_size(s->d[0], s->d[1]));
  k.d[0] = s->d[0] * k.way;
  k.d[1] = s->d[1] * k.way;
  k.dd = tf_add(two_product(k.d[0], k.d[0]), two_product(k.d[1], k.d[1]));
  v = displacement_between(p, q, k.length);
  k.x = tf_sub(tf_scale(v.y, k.d[0]), tf_scale(v.x, k.d[1]));
  k.y = tf_add(tf_scale(v.x, k.d[0]), tf_scale(v.y, k.d[1]));
  if (fabs(k.x.hi) < SWEEP_CANCEL * (fabs(k.d[0] * v.y.hi) + fabs(k.d[1] * v.x.hi)))
    k.x = one_exactly(s, p, q, &k, 1);
  if (fabs(k.y.hi) < SWEEP_CANCEL * (fabs(k.d[0] * v.x.hi) + fabs(k.d[1] * v.y.hi)))
    k.y = one_exactly(s, p, q, &k, 0);
  radius = two_sum(s->a.radius * k.length, s->b.radius * k.length);
  limit = tf_mul(tf_mul(radius, radius), k.dd);
  square = tf_sub(limit, tf_mul(k.x, k.x));
  if (square.hi < SWEEP_CANCEL * limit.hi) square = discriminant_exactly(s, p, q, &k);
  k.root = tf_sqrt(square);
  return k;
}

/* v^2 - R^2, scaled. */
static twofold beyond_disk(const sweep_pair *s, const double p[2], const double q[2],
                           const disk_terms *k) {
  displacement v = displacement_between(p, q, k->length);
  twofold radius = two_sum(s->a.radius * k->length, s->b.radius * k->length);
  twofold limit = tf_mul(radius, radius), r = tf_sub(displacement_dot(v, v), limit);
  exact_medium numbers;
  exact_pool *pool;
  exact square, x;
  if (fabs(r.hi) >= SWEEP_CANCEL * limit.hi) return r;
  pool = EXACT_POOL_OPEN(&numbers);
  ci_exact_square_between(pool, p, q, &square);
  ci_exact_set_sum(pool, &x, s->a.radius, s->b.radius);
  ci_exact_sub_product(&square, &x, &x);
  return rounded_product(&square, k->length, k->length);
}

static double disk_time(const sweep_pair *s, const double p[2], const double q[2],
                        const disk_terms *k) {
  twofold t;
  if (k->y.hi > 0 && (k->y.hi + k->root.hi > 0))
    t = tf_div(beyond_disk(s, p, q, k), tf_add(k->y, k->root));
  else
    t = tf_div(tf_sub(k->y, k->root), k->dd);
  return t.hi * (k->way / k->length);
}

double ci_sweep_time(const sweep_pair *s, const sweep_feature *f) {
  const double *p = s->a.corners[f->i].point, *q = s->b.corners[f->j].point;
  sweep_face face;
  disk_terms k;
  if (f->owner == SWEEP_CORNER) {
    k = disk_of(s, p, q);
    return disk_time(s, p, q, &k);
  }
  face = face_of(s, f);
  return ci_sweep_face_time(&face);
}

/* ---- Normal and point -------------------------------------------------------------------- */

static void unit_of(double x, double y, double n[2]) {
  double k = 1 / greater_size(x, y), length;
  x *= k;
  y *= k;
  length = sqrt(x * x + y * y);
  n[0] = x / length;
  n[1] = y / length;
}

static void disk_normal(const sweep_pair *s, const disk_terms *k, double n[2]) {
  double dx = k->d[0], dy = k->d[1], across = -k->x.hi, along = -k->root.hi;
  double x = along * dx - across * dy, y = along * dy + across * dx;
  if (s->a.radius + s->b.radius == 0 || !(fabs(x) + fabs(y) > 0)) {
    x = -dx; /* points, or segments along d: without an inside, the normal points against d */
    y = -dy;
  }
  unit_of(x, y, n);
}

/* The nearest point of the edge from p to q to a point, moved by t d: as a part from 0 to 1. */
static double project_on(const double p[2], const double q[2], const double point[2], double t,
                         const double d[2]) {
  double e[2], w[2], s;
  int i;
  for (i = 0; i < 2; i++) {
    e[i] = q[i] - p[i];
    w[i] = tf_add(two_product(t, d[i]), two_diff(point[i], p[i])).hi;
  }
  s = (e[0] * w[0] + e[1] * w[1]) / (e[0] * e[0] + e[1] * e[1]);
  return s > 0 ? s < 1 ? s : 1 : 0;
}

/* Two edges along each other: p to q is b's, and `first` to `last` a's at t = 0. Writes the middle
 * of the part that they share. */
static void share(const sweep_pair *s, const double p[2], const double q[2], const double first[2],
                  const double last[2], double t, const double n[2], double point[2]) {
  double part = 0.5 * (project_on(p, q, first, t, s->d) + project_on(p, q, last, t, s->d));
  int i;
  if (!(part >= 0 && part <= 1)) part = 0.5; /* the squares overflow or underflow */
  for (i = 0; i < 2; i++) point[i] = p[i] * (1 - part) + q[i] * part + s->b.radius * n[i];
}

/* Are two edges certainly not parallel? The normals of parallel ones would be opposite. A component
 * of a unit normal is off by 4.5 u (see BEYOND_MARGIN). The rounding of the sum of two is as small
 * as the sum. */
#ifndef SWEEP_OPPOSITE
#define SWEEP_OPPOSITE 1.1102230246251565e-15 /* 10 u */
#endif

static int is_aslant(const double n[2], const double m[2]) {
  return fabs(n[0] + m[0]) > SWEEP_OPPOSITE || fabs(n[1] + m[1]) > SWEEP_OPPOSITE;
}

/* Finds the edge of h beside corner i that is parallel to `edge`, which ends at q, in the opposite
 * direction. Returns 0 if there is none. */
static int find_parallel(const plane_outline *h, int i, const collide_corner *edge,
                         const double q[2], const double **first, const double **last) {
  const double *p = edge->point;
  int k;
  if (h->count < 2) return 0;
  for (k = 0; k < 2; k++) {
    int from = k == 0 ? i : (i > 0 ? i : h->count) - 1;
    if (is_aslant(h->corners[from].normal, edge->normal)) continue;
    *first = h->corners[from].point;
    *last = h->corners[corner_after(h, from)].point;
    if (ci_cross2d(p, q, *first, *last) == 0 && ci_dot2d(p, q, *first, *last) < 0) return 1;
  }
  return 0;
}

void ci_sweep_touch(const sweep_pair *s, const sweep_feature *f, double t, const double n[2],
                    double point[2]) {
  const collide_corner *a = &s->a.corners[f->i], *b = &s->b.corners[f->j];
  const double *end_a = s->a.corners[corner_after(&s->a, f->i)].point, *first, *last;
  const double *end_b = s->b.corners[corner_after(&s->b, f->j)].point;
  int i;
  if (f->owner == SWEEP_EDGE_OF_B && find_parallel(&s->a, f->i, b, end_b, &first, &last)) {
    share(s, b->point, end_b, first, last, t, n, point);
  } else if (f->owner == SWEEP_EDGE_OF_A && find_parallel(&s->b, f->j, a, end_a, &first, &last)) {
    share(s, first, last, a->point, end_a, t, n, point);
  } else if (f->owner == SWEEP_EDGE_OF_B) {
    for (i = 0; i < 2; i++) point[i] = (a->point[i] + t * s->d[i]) - s->a.radius * n[i];
  } else {
    for (i = 0; i < 2; i++) point[i] = b->point[i] + s->b.radius * n[i];
  }
}

/* Computes the disk once for all three results. */
static double meet_disk(const sweep_pair *s, const sweep_feature *f, int later, double n[2]) {
  const double *p = s->a.corners[f->i].point, *q = s->b.corners[f->j].point;
  disk_terms k = disk_of(s, p, q);
  disk_normal(s, &k, n);
  return later ? disk_time(s, p, q, &k) : 0;
}

static double meet_face(const sweep_pair *s, const sweep_feature *f, int later, double n[2]) {
  sweep_face face;
  feature_normal(&s->a, &s->b, f, n);
  if (!later) return 0;
  face = face_of(s, f);
  return ci_sweep_face_time(&face);
}

double ci_sweep_meet(const sweep_pair *s, const sweep_entry *in, int later, double n[2],
                     double point[2]) {
  const sweep_feature *f = &in->feature;
  double t = (f->owner == SWEEP_CORNER ? meet_disk : meet_face)(s, f, later, n);
  if (later) t = ci_sweep_put_time(t, in->end);
  ci_sweep_touch(s, f, t, n, point);
  return t;
}
