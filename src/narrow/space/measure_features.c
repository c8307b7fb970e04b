/* SPDX-License-Identifier: MIT
 *
 * Distance and depth in twofolds, from the features that plain doubles have found.
 */
#include "../../number/lanes_twofold.h"
#include "solid.h"

#include <string.h>

/* ---- Corners with twice the digits ------------------------------------------------------- */

/* A vector of twofolds: see lanes_twofold.h. */
typedef struct precise_corner {
  lanes_twofold half[2];
} precise_corner;

/* Sums the roundings in doubles. */
static inline void find_corner(const solid_proxy *s, int corner, precise_corner *point) {
  double picked[3];
  const double *own = solid_own_corner(s, corner, picked);
  lanes_factor factor[3];
  int i, half;
  for (i = 0; i < 3 && s->turned; i++) factor[i] = lanes_split(lanes_same(own[i]));
  for (half = 0; half < 2; half++) {
    lanes high = lanes_of(s->at, half), low = lanes_of(s->at_low, half);
    lanes_twofold x, sum;
    for (i = 0; i < 3 && s->turned; i++) {
      x = lanes_two_product(lanes_column(s->linear, half, i), factor[i]);
      sum = lanes_two_sum(high, x.hi);
      high = sum.hi;
      low = lanes_add(low, lanes_add(x.lo, sum.lo));
    }
    if (!s->turned) {
      sum = lanes_two_sum(high, lanes_of(own, half));
      high = sum.hi;
      low = lanes_add(low, sum.lo);
    }
    point->half[half] = lanes_two_sum(high, low);
  }
}

void ci_solid_corner(const solid_proxy *s, int corner, twofold point[3]) {
  precise_corner found;
  int half;
  find_corner(s, corner, &found);
  for (half = 0; half < 2; half++) lanes_put(found.half[half], half, point);
}

void ci_solid_corner_difference(const solid_pair *p, const int corner[2], twofold w[3]) {
  twofold a[3], b[3];
  ci_solid_corner(&p->a, corner[0], a);
  ci_solid_corner(&p->b, corner[1], b);
  solid_subtract(a, b, w);
}

/* a - b, except for 2^-104 of both. */
static inline void subtract_corners(const precise_corner *a, const precise_corner *b,
                                    precise_corner *r) {
  int half;
  for (half = 0; half < 2; half++) {
    const lanes_twofold *p = &a->half[half], *q = &b->half[half];
    lanes_twofold w = lanes_two_diff(p->hi, q->hi);
    r->half[half] = lanes_two_sum(w.hi, lanes_add(w.lo, lanes_sub(p->lo, q->lo)));
  }
}

/* The coordinates as doubles; `v` has room for four. */
static inline void put_doubles(const precise_corner *r, double v[4]) {
  lanes_store(v, r->half[0].hi);
  lanes_store(v + 2, r->half[1].hi);
}

/* ---- The projection of the origin onto a feature ------------------------------------------------
 *
 * If the feature is not nearly degenerate, the projection is as accurate as the nearest point
 * below, at a fraction of the cost. The weights are doubles. Their last step changes only the
 * vector, so the vector has the digits of a twofold. */

/* The least square of the sine of the angle of two edges, and the largest last step of a weight.
 * The rounding of a step is 2^-50 of it, times 2^20 for nearly parallel edges: 2^-70 of an edge. */
#define PROJECT_ANGLE 9.5367431640625e-07  /* 2^-20 */
#define PROJECT_STEP 9.094947017729282e-13 /* 2^-40 */
/* The vector must be longer than this, in units of the size: each coordinate is off by 2^-100 of
 * it. */
#define PROJECT_LEFT 8.673617379884035e-19 /* 2^-60 */
/* Coordinates below this, in the same units, become 0. So a push along an axis is exactly along it:
 * rounding pushes nothing into a floor. */
#define PROJECT_NOTHING 1.5777218104420236e-30 /* 2^-99 */

/* The product of two vectors that are nearly perpendicular: off by 2^-100 of the lengths' product,
 * and u of itself. */
static inline double precise_dot(const precise_corner *r, const precise_corner *e) {
  double high[4], low[4];
  twofold sum, next;
  int half;
  for (half = 0; half < 2; half++) {
    const lanes_twofold *a = &r->half[half], *b = &e->half[half];
    lanes_twofold x = lanes_two_product(a->hi, lanes_split(b->hi));
    lanes rest = lanes_add(lanes_mul(a->hi, b->lo), lanes_mul(a->lo, b->hi));
    lanes_store(high + 2 * half, x.hi);
    lanes_store(low + 2 * half, lanes_add(x.lo, rest));
  }
  sum = two_sum(high[0], high[1]);
  next = two_sum(sum.hi, high[2]);
  return next.hi + (next.lo + (sum.lo + (low[0] + (low[1] + low[2]))));
}

/* The change of the weights that makes r perpendicular to the edges. Returns 0 if these are nearly
 * parallel. With products in doubles a far corner of the feature would lie beyond the end of r, and
 * measure_projection in measure_features.c would fail. */
static inline int solve(const precise_corner e[2], double edge[2][4], int count,
                        const precise_corner *r, double step[2]) {
  double g = precise_dot(r, &e[0]), aa = vector_dot(edge[0], edge[0]), h, ab, bb, det;
  step[1] = 0;
  if (count == 1) {
    step[0] = -g / aa;
    return aa > 0;
  }
  h = precise_dot(r, &e[1]);
  ab = vector_dot(edge[0], edge[1]);
  bb = vector_dot(edge[1], edge[1]);
  det = aa * bb - ab * ab;
  step[0] = (ab * h - bb * g) / det;
  step[1] = (ab * g - aa * h) / det;
  return det > PROJECT_ANGLE * (aa * bb);
}

/* Sums the roundings in doubles: within 2^-100 of the terms, as in twofolds, with fewer
 * operations. */
static inline void put_vector(const precise_corner *w, const precise_corner e[2], int count,
                              const double *weight, precise_corner *r) {
  int i, half;
  for (half = 0; half < 2; half++) {
    lanes high = w->half[half].hi, low = w->half[half].lo;
    for (i = 0; i < count; i++) {
      lanes_factor u = lanes_split(lanes_same(weight[i]));
      lanes_twofold x = lanes_two_product(e[i].half[half].hi, u);
      lanes_twofold sum = lanes_two_sum(high, x.hi);
      high = sum.hi;
      x.lo = lanes_add(x.lo, lanes_mul(e[i].half[half].lo, u.whole));
      low = lanes_add(low, lanes_add(sum.lo, x.lo));
    }
    r->half[half] = lanes_two_sum(high, low);
  }
}

/* The length of r; sums the roundings in doubles. */
twofold ci_solid_length(const twofold r[3]) {
  twofold x = two_product(r[0].hi, r[0].hi), y = two_product(r[1].hi, r[1].hi);
  twofold z = two_product(r[2].hi, r[2].hi), sum = two_sum(x.hi, y.hi), square;
  double low = 2 * (r[0].hi * r[0].lo + r[1].hi * r[1].lo + r[2].hi * r[2].lo), root;
  low += sum.lo + (x.lo + y.lo);
  sum = two_sum(sum.hi, z.hi);
  low += sum.lo + z.lo;
  root = sqrt(sum.hi);
  if (!(root > 0)) return tf(0);
  square = two_product(root, root);
  return two_sum(root, ((sum.hi - square.hi) - square.lo + low) / (2 * root));
}

/* The corners of one solid, each computed once: points of a feature often share them. */
static inline void find_corners(const solid_proxy *s, const solid_point *q, int count, int which,
                                precise_corner corner[3]) {
  int i, j;
  for (i = 0; i < count; i++) {
    for (j = 0; j < i && q[j].corner[which] != q[i].corner[which]; j++) continue;
    if (j < i)
      corner[i] = corner[j];
    else
      find_corner(s, q[i].corner[which], &corner[i]);
  }
}

/* The point of a's feature that belongs to the projection. */
static inline void put_point(const precise_corner a[3], int edges, const double *weight,
                             double on_a[3]) {
  double first[4], other[4];
  int i, k;
  put_doubles(&a[0], first);
  for (k = 0; k < 3; k++) on_a[k] = first[k];
  for (i = 0; i < edges; i++) {
    put_doubles(&a[i + 1], other);
    for (k = 0; k < 3; k++) on_a[k] += weight[i] * (other[k] - first[k]);
  }
}

int ci_solid_project(const solid_pair *p, const solid_point *q, int count, double *weight,
                     twofold r[3], double on_a[3]) {
  precise_corner w[3], a[3], b[3], e[2], projection;
  double step[2] = {0, 0}, most, edge[2][4];
  int i, k, tries, edges = count - 1;
  for (i = 0; i < count; i++)
    if (q[i].corner[0] < 0 || q[i].corner[1] < 0) return 0;
  find_corners(&p->a, q, count, 0, a);
  find_corners(&p->b, q, count, 1, b);
  for (i = 0; i < count; i++) subtract_corners(&a[i], &b[i], &w[i]);
  for (i = 0; i < edges; i++) {
    subtract_corners(&w[i + 1], &w[0], &e[i]);
    put_doubles(&e[i], edge[i]);
  }
  for (tries = 0; tries < 3; tries++) {
    put_vector(&w[0], e, edges, weight, &projection);
    if (edges == 0) break;
    if (!solve(e, edge, edges, &projection, step)) return 0;
    if (fabs(step[0]) <= PROJECT_STEP && fabs(step[1]) <= PROJECT_STEP) break;
    for (i = 0; i < edges; i++) weight[i] += step[i];
  }
  if (tries == 3) return 0;
  for (i = 0; i < 2; i++) lanes_put(projection.half[i], i, r);
  for (k = 0; k < 3; k++) {
    double rest = r[k].lo;
    for (i = 0; i < edges; i++) rest += edge[i][k] * step[i];
    r[k] = two_sum(r[k].hi, rest);
    if (fabs(r[k].hi) <= PROJECT_NOTHING * p->size) r[k] = tf(0);
  }
  put_point(a, edges, weight, on_a);
  most = fabs(r[0].hi) + fabs(r[1].hi) + fabs(r[2].hi);
  return most > PROJECT_LEFT * p->size;
}

/* A point of a difference with twice the digits, and the point of a that it belongs to. */
typedef struct precise_point {
  twofold w[3], a[3];
} precise_point;

/* The points whose feature contains the nearest point, and its weights. */
typedef struct precise_simplex {
  int count;
  precise_point point[3];
  twofold weight[3], nearest[3], square;
} precise_simplex;

static void refine(const solid_pair *p, const solid_point *q, precise_point *out) {
  twofold b[3];
  int i;
  for (i = 0; i < 3; i++) {
    out->w[i] = tf(q->w[i]);
    out->a[i] = tf(q->a[i]);
  }
  if (q->corner[0] < 0 || q->corner[1] < 0) return;
  ci_solid_corner(&p->a, q->corner[0], out->a);
  ci_solid_corner(&p->b, q->corner[1], b);
  solid_subtract(out->a, b, out->w);
}

/* ---- The nearest point of a simplex ------------------------------------------------------ */

static void on_point(precise_simplex *f) {
  f->count = 1;
  f->weight[0] = tf(1);
  memcpy(f->nearest, f->point[0].w, sizeof f->nearest);
}

static void on_edge(precise_simplex *f) {
  twofold e[3], from, to, sum;
  int i;
  solid_subtract(f->point[1].w, f->point[0].w, e);
  from = tf_negate(tf_dot(f->point[0].w, e));
  to = tf_dot(f->point[1].w, e);
  if (!(from.hi > 0) || !(to.hi > 0)) {
    if (from.hi > 0) f->point[0] = f->point[1];
    on_point(f);
    return;
  }
  sum = tf_dot(e, e);
  f->count = 2;
  f->weight[0] = tf_div(to, sum);
  f->weight[1] = tf_div(from, sum);
  for (i = 0; i < 3; i++) f->nearest[i] = tf_add(f->point[0].w[i], tf_mul(f->weight[1], e[i]));
}

/* The normal of the plane through three points, and the square of its length. */
static twofold normal_of(const precise_point *f, twofold n[3]) {
  twofold x[3], y[3];
  solid_subtract(f[1].w, f[0].w, x);
  solid_subtract(f[2].w, f[0].w, y);
  tf_cross(x, y, n);
  return tf_dot(n, n);
}

/* The weights of the projection of the origin: the parts of the triangle's area. Returns the index
 * of the least weight. */
static int weigh(const precise_point *f, const twofold n[3], twofold nn, twofold weight[3]) {
  twofold x[3];
  int i, least = 0;
  for (i = 0; i < 3; i++) {
    tf_cross(f[(i + 1) % 3].w, f[(i + 2) % 3].w, x);
    weight[i] = tf_div(tf_dot(x, n), nn);
    if (weight[i].hi < weight[least].hi) least = i;
  }
  return least;
}

static int is_nearer(const precise_simplex *f, const precise_simplex *g) {
  return tf_sub(f->square, g->square).hi < 0;
}

/* Projects onto the nearest of the edges opposite to corners with a weight that is not positive, or
 * of all edges if the triangle has no plane. */
static void on_edges(precise_simplex *f, int any) {
  precise_simplex best = *f, x;
  int i, tried = 0;
  for (i = 0; i < 3; i++) {
    if (!any && f->weight[i].hi > 0) continue;
    x = *f;
    x.point[i] = x.point[2];
    on_edge(&x);
    x.square = tf_dot(x.nearest, x.nearest);
    if (!tried || is_nearer(&x, &best)) best = x;
    tried = 1;
  }
  *f = best;
}

static void on_triangle(precise_simplex *f) {
  twofold n[3], nn = normal_of(f->point, n), height;
  int i, flat = !(nn.hi > 0);
  if (!flat && f->weight[weigh(f->point, n, nn, f->weight)].hi > 0) {
    height = tf_div(tf_dot(n, f->point[0].w), nn);
    for (i = 0; i < 3; i++) f->nearest[i] = tf_mul(n[i], height);
    f->count = 3;
    return;
  }
  on_edges(f, flat);
}

static void find_nearest(precise_simplex *f) {
  if (f->count == 1) on_point(f);
  if (f->count == 2) on_edge(f);
  if (f->count == 3) on_triangle(f);
  f->square = tf_dot(f->nearest, f->nearest);
}

/* Replaces each of the points in turn by q and keeps the nearest simplex. Returns 0 if none is
 * nearer than before. */
static int improve(precise_simplex *f, const precise_point *q) {
  precise_simplex best = *f, x;
  int i, nearer = 0, count = f->count;
  for (i = 0; i < (count < 3 ? 1 : 3); i++) {
    x = *f;
    if (count < 3)
      x.point[x.count++] = *q;
    else
      x.point[i] = *q;
    find_nearest(&x);
    if (!is_nearer(&x, &best)) continue;
    best = x;
    nearer = 1;
  }
  *f = best;
  return nearer;
}

/* The support corner of a triangle along d, or against it. The corners of a thin triangle may
 * differ in height by less than rounding and yet change a small distance. */
static int triangle_support(const solid_proxy *s, const twofold d[3], double sign) {
  twofold most = tf(0), corner[3];
  int i, best = 0;
  for (i = 0; i < 3; i++) {
    twofold height;
    ci_solid_corner(s, i, corner);
    height = tf_scale(tf_dot(corner, d), sign);
    if (i > 0 && !(tf_sub(height, most).hi > 0)) continue;
    most = height;
    best = i;
  }
  return best;
}

static int is_triangle(const solid_proxy *s) {
  return s->form == SOLID_POINTS && s->count == 3;
}

/* Refines the support point along r, or against it, that doubles have found. Returns its height
 * beyond the end of r, times |r|. */
static twofold support_beyond(const solid_pair *p, const twofold r[3], double sign, solid_point *q,
                              precise_point *fine) {
  int corners = q->corner[0] >= 0 && q->corner[1] >= 0;
  if (corners && is_triangle(&p->a)) q->corner[0] = triangle_support(&p->a, r, sign);
  if (corners && is_triangle(&p->b)) q->corner[1] = triangle_support(&p->b, r, -sign);
  refine(p, q, fine);
  return tf_scale(tf_sub(tf_dot(r, fine->w), tf_dot(r, r)), sign);
}

/* Does the result of support_beyond change the distance as a double? */
static int is_significant(const solid_pair *p, twofold beyond, double length) {
  return beyond.hi > SOLID_UNIT * length * (length + SOLID_UNIT * p->size);
}

/* Adds support points that are nearer than the point found, as long as they change the distance as
 * a double. Corners take one step, curved surfaces several: an apex before a cylinder's side took
 * 15. */
enum { POLISH_STEPS = 48 };

static void polish(const solid_pair *p, precise_simplex *f) {
  int step, i;
  for (step = 0; step < POLISH_STEPS; step++) {
    double d[3], length = sqrt(f->square.hi);
    solid_point q;
    precise_point fine;
    for (i = 0; i < 3; i++) d[i] = -f->nearest[i].hi;
    ci_solid_support(p, d, NULL, &q);
    if (!is_significant(p, support_beyond(p, f->nearest, -1, &q, &fine), length)) return;
    if (!improve(f, &fine)) return;
  }
}

/* ---- Distance and depth ------------------------------------------------------------------ */

static void put_points(const precise_point *f, const twofold *weight, int count, finding *out) {
  int i, j;
  for (j = 0; j < 3; j++) {
    twofold sum = tf(0), gap = tf(0);
    for (i = 0; i < count; i++) {
      sum = tf_add(sum, tf_mul(weight[i], f[i].a[j]));
      gap = tf_add(gap, tf_mul(weight[i], f[i].w[j]));
    }
    out->on_a[j] = sum.hi;
    out->on_b[j] = tf_sub(sum, gap).hi;
  }
}

/* Measures by the projection onto the feature, if the whole difference lies beyond it. */
static int measure_projection(const solid_pair *p, const simplex *s, finding *out) {
  double weight[2] = {0, 0}, d[3], last = 1;
  twofold r[3];
  solid_point q;
  precise_point fine;
  int i;
  if (s->count < 1 || s->count > 3) return 0;
  for (i = 1; i < s->count; i++) weight[i - 1] = s->weight[i];
  if (!ci_solid_project(p, s->point, s->count, weight, r, out->on_a)) return 0;
  for (i = 1; i < s->count; i++) {
    if (!(weight[i - 1] >= 0)) return 0;
    last -= weight[i - 1];
  }
  if (!(last >= 0)) return 0;
  for (i = 0; i < 3; i++) d[i] = -r[i].hi;
  ci_solid_support(p, d, s->point[0].corner, &q);
  for (i = 0; i < s->count; i++)
    if (q.corner[0] == s->point[i].corner[0] && q.corner[1] == s->point[i].corner[1]) break;
  /* Another corner may have the same height, such as the fourth corner of a box's face. */
  if ((i == s->count || is_triangle(&p->a) || is_triangle(&p->b)) &&
      is_significant(p, support_beyond(p, r, -1, &q, &fine), ci_solid_length(r).hi))
    return 0;
  for (i = 0; i < 3; i++) d[i] = r[i].hi;
  if (!ci_vector_unit(d, out->normal)) return 0;
  for (i = 0; i < 3; i++) out->on_b[i] = out->on_a[i] - d[i];
  out->between = ci_solid_length(r);
  return 1;
}

void ci_solid_measure_apart(const solid_pair *p, const simplex *s, finding *out) {
  precise_simplex f;
  double w[3];
  int i;
  if (measure_projection(p, s, out)) return;
  f.count = s->count;
  for (i = 0; i < f.count; i++) refine(p, &s->point[i], &f.point[i]);
  find_nearest(&f);
  polish(p, &f);
  for (i = 0; i < 3; i++) w[i] = f.nearest[i].hi;
  out->between = tf_sqrt(f.square);
  if (!ci_vector_unit(w, out->normal) && !ci_vector_unit(s->nearest, out->normal)) {
    out->normal[0] = 1;
    out->normal[1] = out->normal[2] = 0;
  }
  put_points(f.point, f.weight, f.count, out);
}

/* The witness points: the projection of the origin onto the face, clamped to it. */
static void put_deepest(const precise_point *f, const twofold n[3], twofold nn, finding *out) {
  twofold weight[3], sum = tf(0);
  int i;
  (void)weigh(f, n, nn, weight);
  for (i = 0; i < 3; i++) {
    if (!(weight[i].hi > 0)) weight[i] = tf(0);
    sum = tf_add(sum, weight[i]);
  }
  for (i = 0; i < 3; i++) weight[i] = sum.hi > 0 ? tf_div(weight[i], sum) : tf(i == 0);
  put_points(f, weight, 3, out);
}

/* The weights of the second and third point at the projection of the origin, in doubles. Returns 0
 * if the three have no plane. */
static int weigh_face(const solid_point *q, double weight[2]) {
  double n[3], x[3], e[3], f[3], nn;
  int i;
  for (i = 0; i < 3; i++) {
    e[i] = q[1].w[i] - q[0].w[i];
    f[i] = q[2].w[i] - q[0].w[i];
  }
  vector_cross(e, f, n);
  nn = vector_dot(n, n);
  if (!(nn > 0)) return 0;
  vector_cross(f, q[0].w, x);
  weight[0] = vector_dot(x, n) / nn;
  vector_cross(q[0].w, e, x);
  weight[1] = vector_dot(x, n) / nn;
  return 1;
}

/* Replaces the corner whose replacement puts the projection of the origin deepest in the face. */
static void replace_corner(solid_point *face, const solid_point *q) {
  double weight[2], most = -HUGE_VAL;
  solid_point old;
  int i, best = 0;
  for (i = 0; i < 3; i++) {
    double least = -HUGE_VAL;
    old = face[i];
    face[i] = *q;
    if (weigh_face(face, weight)) {
      least = weight[0] < weight[1] ? weight[0] : weight[1];
      if (1 - weight[0] - weight[1] < least) least = 1 - weight[0] - weight[1];
    }
    face[i] = old;
    if (!(least > most)) continue;
    most = least;
    best = i;
  }
  face[best] = *q;
}

/* A face of a thin triangle may lie below a face of the difference by less than rounding, which
 * changes a small depth. A point above it replaces a corner. */
static int raise_face(const solid_pair *p, const twofold r[3], solid_point *face) {
  solid_point q;
  precise_point fine;
  double d[3];
  int i;
  if (!is_triangle(&p->a) && !is_triangle(&p->b)) return 0;
  for (i = 0; i < 3; i++) d[i] = r[i].hi;
  ci_solid_support(p, d, face[0].corner, &q);
  if (!is_significant(p, support_beyond(p, r, 1, &q, &fine), ci_solid_length(r).hi)) return 0;
  for (i = 0; i < 3; i++) {
    q.a[i] = fine.a[i].hi;
    q.w[i] = fine.w[i].hi;
  }
  replace_corner(face, &q);
  return 1;
}

enum { MOST_RAISES = 4 };

/* Measures only depth and normal. */
static int measure_face_projection(const solid_pair *p, const penetration *push, finding *out) {
  double weight[2], d[3], x[3];
  solid_point face[3];
  twofold r[3];
  int i, tries = 0;
  memcpy(face, push->face, sizeof face);
  do {
    if (!weigh_face(face, weight) || !ci_solid_project(p, face, 3, weight, r, x)) return 0;
  } while (tries++ < MOST_RAISES && raise_face(p, r, face));
  for (i = 0; i < 3; i++) d[i] = -r[i].hi;
  if (!(vector_dot(d, push->normal) < 0) || !ci_vector_unit(d, out->normal)) return 0;
  out->between = tf_negate(ci_solid_length(r));
  return 1;
}

void ci_solid_measure_face(const solid_pair *p, const penetration *push, int points, finding *out) {
  precise_point f[3];
  twofold n[3], nn;
  double w[3];
  int i, curved = solid_pair_is_curved(p);
  if (!points && (curved || measure_face_projection(p, push, out))) return;
  for (i = 0; i < 3; i++) refine(p, &push->face[i], &f[i]);
  nn = normal_of(f, n);
  if (!(nn.hi > 0)) return;
  put_deepest(f, n, nn, out);
  /* For curved cores the depth comes from a support point; the face's depth is less. */
  if (curved) return;
  for (i = 0; i < 3; i++) w[i] = -n[i].hi;
  if (!ci_vector_unit(w, out->normal)) return;
  out->between = tf_negate(tf_div(tf_dot(n, f[0].w), tf_sqrt(nn)));
}
