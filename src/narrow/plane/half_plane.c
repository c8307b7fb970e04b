/* SPDX-License-Identifier: MIT
 *
 * Half-planes n . p <= d, against outlines with radii and against each other. The normal n is the
 * given one, of any length, so that exact signs use unrounded numbers.
 */
#include "sweep.h"

#include <string.h>

#include "../../number/orient.h"
#include "../../number/scalar.h"
#include "../../number/vector.h"

/* ---- Margin: see plane.h ---------------------------------------------------------------- */

/* The error of the least u . q - d over the corners, less the radius, in units of twice the
 * magnitude, |d| and the radius. u is the unit normal and d the distance along it.
 * - u is off by 3 u of itself: its length's square by 2 u, the root by 2 u, and the division adds
 *   u: the vector by 3 u. Products and sum add 2 u of |u| |q|, which is at most sqrt(2)
 *   magnitudes: 7.1 u of the magnitude.
 * - d is the distance over one component of n, times that of u: 5 u.
 * - Adding the radius to d rounds by u of both, subtracting that from the rest by u of all.
 * The total is 8.6 u of the magnitude, 7 u of |d| and 2 u of the radius. */
#ifndef PLANE_MARGIN
#define PLANE_MARGIN (8 * PAIR_UNIT)
#endif

/* In the same units. It only chooses the contact point. */
#define LEVEL (64 * PAIR_UNIT)

static const double origin[2] = {0, 0};

/* ---- Hull and half-plane: exact --------------------------------------------------------- */

/* n . q - d */
static void exact_beyond(exact_pool *pool, const collide_shape *plane, const double q[2],
                         exact *r) {
  exact x;
  int i, mark = ci_exact_mark(pool);
  ci_exact_set(pool, r, -plane->height);
  for (i = 0; i < 2; i++) {
    ci_exact_set(pool, &x, plane->a[i]);
    ci_exact_mul_double(&x, &x, q[i]);
    ci_exact_add(r, r, &x);
    ci_exact_keep(pool, mark, r, 1);
  }
}

/* Is q within r of the half-plane? g <= 0, or g^2 <= r^2 n^2. */
static int point_is_near(const collide_shape *plane, const double q[2], double r) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact g, limit, x;
  exact_beyond(pool, plane, q, &g);
  if (exact_sign(&g) <= 0) return 1;
  ci_exact_mul(&g, &g, &g);
  ci_exact_square_between(pool, origin, plane->a, &limit);
  ci_exact_set(pool, &x, r);
  ci_exact_mul(&x, &x, &x);
  ci_exact_mul(&limit, &limit, &x);
  ci_exact_sub(&g, &g, &limit);
  return exact_sign(&g) <= 0;
}

int ci_outline_overlaps_plane(const plane_outline *a, const collide_shape *plane) {
  const double *u = plane->b;
  double least = HUGE_VAL, error;
  int i;
  for (i = 0; i < a->count; i++) {
    const double *q = a->corners[i].point;
    double x = u[0] * q[0] + u[1] * q[1];
    if (x < least) least = x;
  }
  least -= plane->radius + a->radius;
  error = PLANE_MARGIN * (2 * a->magnitude + fabs(plane->radius) + a->radius) + FILTER_TINY;
  if (least < -error) return 1;
  if (least > error) return 0;
  for (i = 0; i < a->count; i++)
    if (point_is_near(plane, a->corners[i].point, a->radius)) return 1;
  return 0;
}

/* ---- Two half-planes: exact -------------------------------------------------------------- */

/* Do the normals of two half-planes have opposite directions? */
static int are_opposite(const collide_shape *a, const collide_shape *b) {
  return ci_cross2d(origin, a->a, origin, b->a) == 0 && ci_dot2d(origin, a->a, origin, b->a) < 0;
}

/* Writes the overlap of two opposite half-planes along their common normal, times |a| |b_i|,
 * exactly: d_a |b_i| + d_b |a_i|. Component i is not zero. */
static void planes_overlap_exactly(exact_pool *pool, const collide_shape *a, const collide_shape *b,
                                   exact *r) {
  int i = fabs(a->a[0]) < fabs(a->a[1]);
  exact x, y;
  ci_exact_set(pool, &x, a->height);
  ci_exact_mul_double(&x, &x, fabs(b->a[i]));
  ci_exact_set(pool, &y, b->height);
  ci_exact_mul_double(&y, &y, fabs(a->a[i]));
  ci_exact_add(r, &x, &y);
}

int ci_planes_overlap(const collide_shape *a, const collide_shape *b) {
  exact_small numbers;
  exact r;
  if (!are_opposite(a, b)) return 1;
  planes_overlap_exactly(EXACT_POOL_OPEN(&numbers), a, b, &r);
  return exact_sign(&r) >= 0;
}

/* ---- How much: outline and half-plane -----------------------------------------------------------
 */

/* Powers of two that bring coordinates and the normal near 1, if they are far from it. */
typedef struct scales {
  double length, normal;
} scales;

static scales find_scales(const plane_outline *a, const collide_shape *plane) {
  scales k;
  k.length = scale_near_one(greater(greater(a->magnitude, a->radius), fabs(plane->radius)));
  k.normal = scale_near_one(greater(fabs(plane->a[0]), fabs(plane->a[1])));
  return k;
}

static twofold normal_square(const collide_shape *plane, double scale) {
  double x = plane->a[0] * scale, y = plane->a[1] * scale;
  return tf_add(two_product(x, x), two_product(y, y));
}

/* (n . q - d) / |n|, scaled. */
static twofold beyond_plane(const collide_shape *plane, const double q[2], scales k) {
  twofold x = two_product(plane->a[0] * k.normal, q[0] * k.length);
  twofold y = two_product(plane->a[1] * k.normal, q[1] * k.length);
  double d = plane->height * k.normal * k.length;
  twofold rest = tf_minus(tf_add(x, y), d);
  if (fabs(rest.hi) < MEASURE_CANCEL * (fabs(x.hi) + fabs(y.hi) + fabs(d))) {
    exact_small numbers;
    exact g;
    exact_beyond(EXACT_POOL_OPEN(&numbers), plane, q, &g);
    ci_exact_mul_double(&g, &g, k.normal);
    ci_exact_mul_double(&g, &g, k.length);
    rest = ci_exact_twofold(&g);
  }
  return tf_div(rest, tf_sqrt(normal_square(plane, k.normal)));
}

/* g / |n| - r = (g^2 / n^2 - r^2) / (g / |n| + r), if the two are so close that twofolds lose
 * digits. The denominator is 2 r (1 + part / 2), with part = (g / |n| - r) / r. */
static double less_radius_exactly(const collide_shape *plane, const double q[2], double r,
                                  double part) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact g, square, radius, x;
  twofold ratio;
  exact_beyond(pool, plane, q, &g);
  ci_exact_mul(&g, &g, &g);
  ci_exact_square_between(pool, origin, plane->a, &square);
  ci_exact_set(pool, &radius, r);
  ci_exact_mul(&x, &square, &radius);
  ci_exact_sub_product(&g, &x, &radius);
  ratio.hi = ci_exact_ratio(&g, &x, &ratio.lo);
  return tf_div(ratio, two_sum(1, part * 0.5)).hi * 0.5;
}

static double less_radius(const collide_shape *plane, const double q[2], double r, twofold apart,
                          scales k) {
  twofold rest = tf_minus(apart, r * k.length);
  if (apart.hi > 0 && fabs(rest.hi) < MEASURE_CANCEL * r * k.length)
    return less_radius_exactly(plane, q, r, rest.hi / (r * k.length));
  return rest.hi / k.length;
}

/* Finds the corner that is nearest to the plane, or deepest in it. lowest[1] is the corner next to
 * it if the edge between them is parallel to the border, otherwise the same corner. Parallel means
 * exactly, or up to rounding for shapes that overlap: see PAIR_LEVEL. */
static void find_lowest_corner(const plane_outline *a, const collide_shape *plane, scales k,
                               int overlap, int lowest[2], twofold *apart) {
  double level = LEVEL * (2 * a->magnitude + fabs(plane->radius)) * k.length;
  int i;
  lowest[0] = 0;
  *apart = beyond_plane(plane, a->corners[0].point, k);
  for (i = 1; i < a->count; i++) {
    twofold x = beyond_plane(plane, a->corners[i].point, k);
    if (x.hi < apart->hi || (x.hi == apart->hi && x.lo < apart->lo)) {
      lowest[0] = i;
      *apart = x;
    }
  }
  lowest[1] = lowest[0];
  for (i = -1; i <= 1 && a->count > 1; i += 2) {
    int j = (lowest[0] + i + a->count) % a->count;
    const double *p = a->corners[lowest[0]].point, *q = a->corners[j].point;
    if (overlap ? tf_sub(beyond_plane(plane, q, k), *apart).hi <= level
                : ci_dot2d(p, q, origin, plane->a) == 0)
      lowest[1] = j;
  }
}

/* The measured value must agree with the exact answer. */
static double agree(double apart, int overlap) {
  return overlap ? (apart <= 0 ? apart : 0) : apart > 0 ? apart : nextafter(0, 1);
}

/* The point where the segment from p to q crosses the border. p is inside the half-plane by `in`, q
 * outside by `out`. */
static void crossing_between(const double p[2], double in, const double q[2], double out,
                             double point[2]) {
  double s = in / (in + out);
  int i;
  for (i = 0; i < 2; i++) point[i] = p[i] + s * (q[i] - p[i]);
}

/* The middle of the outline's part in the half-plane: the mean of its corners. Sums differences
 * from the deepest corner. */
static void find_common(const plane_outline *a, const collide_shape *plane, scales k, int lowest,
                        double common[2]) {
  const double *first = a->corners[lowest].point;
  double sum[2] = {0, 0};
  int i, j, count = 0;
  for (i = 0; i < a->count; i++) {
    const double *p = a->corners[i].point, *next = next_corner(a, i)->point;
    double in = -beyond_plane(plane, p, k).hi, out = beyond_plane(plane, next, k).hi, q[2];
    for (j = 0; in >= 0 && j < 2; j++) sum[j] += p[j] - first[j];
    count += in >= 0;
    if (!((in > 0 && out > 0) || (in < 0 && out < 0 && a->count > 2))) continue;
    crossing_between(p, in, next, out, q);
    for (j = 0; j < 2; j++) sum[j] += q[j] - first[j];
    count++;
  }
  for (j = 0; j < 2; j++) common[j] = first[j] + (count > 0 ? sum[j] / count : 0);
}

void ci_outline_measure_plane(const plane_outline *a, const collide_shape *plane, int overlap,
                              pair_gap *gap) {
  scales k = find_scales(a, plane);
  const double *p, *q, *n = plane->b;
  twofold apart;
  double s;
  int lowest[2], i;
  find_lowest_corner(a, plane, k, overlap, lowest, &apart);
  p = a->corners[lowest[0]].point;
  q = a->corners[lowest[1]].point;
  gap->apart = agree(less_radius(plane, p, a->radius, apart, k), overlap);
  s = gap->apart * -0.5 < 2 * a->radius ? gap->apart * -0.5 : 2 * a->radius;
  for (i = 0; i < 2; i++) {
    double middle = p[i] * 0.5 + q[i] * 0.5;
    gap->normal[i] = n[i];
    gap->on_a[i] = middle - n[i] * a->radius;
    gap->on_b[i] = middle - n[i] * (apart.hi / k.length);
    gap->common[i] = gap->on_a[i] + n[i] * s;
  }
  if (apart.hi < 0 && a->count > 1) find_common(a, plane, k, lowest[0], gap->common);
}

/* ---- How much: two half-planes ------------------------------------------------------- */

/* The crossing of the two borders; 0 if there is none, or it is not in range. */
static int crossing(const collide_shape *a, const collide_shape *b, double point[2]) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact x, y, over[2], under;
  double low;
  int i;
  ci_exact_set(pool, &x, a->a[0]);
  ci_exact_mul_double(&under, &x, b->a[1]);
  ci_exact_set(pool, &x, a->a[1]);
  ci_exact_mul_double(&y, &x, b->a[0]);
  ci_exact_sub(&under, &under, &y);
  if (exact_sign(&under) == 0) return 0;
  for (i = 0; i < 2; i++) { /* x: d_a b_y - d_b a_y; y: d_b a_x - d_a b_x */
    ci_exact_set(pool, &x, i == 0 ? a->height : b->height);
    ci_exact_mul_double(&over[i], &x, i == 0 ? b->a[1] : a->a[0]);
    ci_exact_set(pool, &x, i == 0 ? b->height : a->height);
    ci_exact_mul_double(&y, &x, i == 0 ? a->a[1] : b->a[0]);
    ci_exact_sub(&over[i], &over[i], &y);
    point[i] = ci_exact_ratio(&over[i], &under, &low);
  }
  return fabs(point[0]) <= COLLIDE_LARGEST && fabs(point[1]) <= COLLIDE_LARGEST;
}

/* The border's nearest point to the origin. */
static void project_onto_plane(const collide_shape *plane, double point[2]) {
  point[0] = plane->b[0] * plane->radius;
  point[1] = plane->b[1] * plane->radius;
}

/* Measures two half-planes of opposite directions along their common normal. */
static void measure_opposite(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  int i = fabs(a->a[0]) < fabs(a->a[1]);
  double k = scale_near_one(fabs(a->a[i])), other = scale_near_one(fabs(b->a[i]));
  double length = sqrt(normal_square(a, k).hi);
  exact_small numbers;
  exact common;
  planes_overlap_exactly(EXACT_POOL_OPEN(&numbers), a, b, &common);
  ci_exact_mul_double(&common, &common, k);
  ci_exact_mul_double(&common, &common, other);
  gap->apart = agree(0 - ci_exact_round(&common) / length / (fabs(b->a[i]) * other), overlap);
  project_onto_plane(a, gap->on_a);
  project_onto_plane(b, gap->on_b);
  for (i = 0; i < 2; i++) gap->common[i] = gap->on_a[i] * 0.5 + gap->on_b[i] * 0.5;
}

void ci_planes_measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap) {
  int i;
  gap->normal[0] = b->b[0];
  gap->normal[1] = b->b[1];
  if (are_opposite(a, b)) {
    measure_opposite(a, b, overlap, gap);
    return;
  }
  gap->apart = -HUGE_VAL; /* no push separates them */
  if (!crossing(a, b, gap->on_a)) project_onto_plane(a->radius < b->radius ? a : b, gap->on_a);
  for (i = 0; i < 2; i++) gap->on_b[i] = gap->common[i] = gap->on_a[i];
}

/* ---- Shapecasts ------------------------------------------------------------------------------
 *
 * With one or two half-planes. The Minkowski difference is a half-plane, too: a line
 * enters it or leaves it, once. */

/* A line: the arguments of ci_sweep_decide, and t at both ends. */
typedef struct plane_line {
  sweep_found found;
  int start, exit, end;
  double t, t_exit;
} plane_line;

/* Makes a line from the sign of its speed towards the inside, and the signs of t and t - 1. The
 * last two count for a line that enters. */
static plane_line line_of(int speed, int at_start, int at_end) {
  plane_line r;
  r.found = SWEEP_CROSS;
  r.start = speed > 0 ? at_start : -1;
  r.exit = 1;
  r.end = at_end;
  r.t = 0;
  r.t_exit = HUGE_VAL;
  return r;
}

/* ---- An outline and a half-plane ------------------------------------------------------------- */

/* Finds the corner that enters the half-plane first. */
static int find_first_corner(const plane_outline *h, const collide_shape *plane) {
  int i, best = 0;
  for (i = 1; i < h->count; i++)
    if (ci_dot2d(origin, plane->a, h->corners[best].point, h->corners[i].point) < 0) best = i;
  return best;
}

static sweep_face face_of(const plane_outline *h, int i, const collide_shape *plane,
                          const double d[2]) {
  sweep_face face;
  face.p = h->corners[i].point;
  face.q = face.from = face.to = NULL;
  face.plane = plane;
  face.r1 = h->radius;
  face.r2 = 0;
  face.d[0] = d[0];
  face.d[1] = d[1];
  return face;
}

static plane_line meet_plane(const plane_outline *h, int lowest, const collide_shape *plane,
                             const double d[2], int wants_times) {
  sweep_face face = face_of(h, lowest, plane, d);
  int speed = -ci_dot2d(origin, plane->a, origin, d), side = ci_sweep_compare_face(&face, 0);
  plane_line r = line_of(speed, side, 0);
  if (speed > 0) {
    if (side > 0) r.end = ci_sweep_compare_face(&face, 1);
    if (side > 0 && wants_times) r.t = ci_sweep_face_time(&face);
  } else if (speed == 0) {
    r.found = side < 0 ? SWEEP_CROSS : side == 0 ? SWEEP_GRAZE : SWEEP_MISS;
  } else {
    sweep_face back = face;
    back.d[0] = -d[0];
    back.d[1] = -d[1];
    r.exit = -side;
    r.t_exit = 0.0;
    if (side != 0 && wants_times) r.t_exit = 0.0 - ci_sweep_face_time(&back);
  }
  return r;
}

/* The point where the outline, moved by t d, touches the half-plane. If an edge lies along it, its
 * middle. */
static void touch_plane(const plane_outline *h, int lowest, const collide_shape *plane, double t,
                        const double d[2], double point[2]) {
  const double *p = h->corners[lowest].point, *other = p;
  int i, k;
  for (k = 0; k < h->count; k++)
    if (k != lowest && ci_dot2d(origin, plane->a, p, h->corners[k].point) == 0)
      other = h->corners[k].point;
  for (i = 0; i < 2; i++) {
    twofold way = tf_add(two_product(t, d[i]), tf(p[i] * 0.5 + other[i] * 0.5));
    point[i] = tf_add(way, tf(-h->radius * plane->b[i])).hi;
  }
}

/* ---- Two half-planes --------------------------------------------------------------------- */

/* Two half-planes that face each other overlap by (h_a |m| + h_b |n|) / (|n| |m|) along their
 * normal. n and m are the components of the two normals along one axis. Moving adds (n . d) |m| to
 * the numerator. */
static plane_line meet_opposite(const collide_shape *a, const collide_shape *b, const double d[2]) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  int i = fabs(a->a[0]) < fabs(a->a[1]), speed, at_start;
  exact over, under, x;
  plane_line r;
  double low;
  planes_overlap_exactly(pool, a, b, &over);
  ci_exact_set(pool, &under, a->a[0]);
  ci_exact_mul_double(&under, &under, d[0]);
  ci_exact_set(pool, &x, a->a[1]);
  ci_exact_mul_double(&x, &x, d[1]);
  ci_exact_add(&under, &under, &x);
  ci_exact_mul_double(&under, &under, fabs(b->a[i]));
  speed = exact_sign(&under);
  at_start = -exact_sign(&over);
  ci_exact_add(&x, &over, &under);
  r = line_of(speed, at_start, -exact_sign(&x));
  if (speed == 0) {
    r.found = at_start < 0 ? SWEEP_CROSS : at_start == 0 ? SWEEP_GRAZE : SWEEP_MISS;
    return r;
  }
  ci_exact_negate(&over);
  r.t = ci_exact_ratio(&over, &under, &low);
  r.t += low;
  if (speed < 0) {
    r.exit = -at_start;
    r.t_exit = r.t;
  }
  return r;
}

/* ---- All half-planes ------------------------------------------------------------------------ */

typedef struct plane_query {
  plane_outline outline;
  int lowest, is_swapped; /* the outline is fixed, and the half-plane moves */
  const collide_shape *plane;
  double d[2];            /* the displacement of the outline */
  collide_corner room[4]; /* of `outline` */
} plane_query;

static void begin_query(const sweep_query *w, plane_query *q) {
  q->is_swapped = w->b->kind != COLLIDE_PLANE_2D;
  q->plane = q->is_swapped ? w->a : w->b;
  q->outline = outline_of_shape(q->is_swapped ? w->b : w->a, q->room);
  q->lowest = find_first_corner(&q->outline, q->plane);
  q->d[0] = q->is_swapped ? -w->d[0] : w->d[0];
  q->d[1] = q->is_swapped ? -w->d[1] : w->d[1];
}

/* A half-plane that moves by d against a fixed outline meets it like an outline that moves by -d.
 */
static void touch_half_plane(const plane_query *q, collide_sweep_hit *hit) {
  double sign = q->is_swapped ? -1 : 1;
  static const double nowhere[2] = {0, 0};
  hit->normal[0] = sign * q->plane->b[0];
  hit->normal[1] = sign * q->plane->b[1];
  touch_plane(&q->outline, q->lowest, q->plane, q->is_swapped ? 0 : hit->t,
              q->is_swapped ? nowhere : q->d, hit->point);
}

static plane_line meet_half_plane(const sweep_query *w, plane_query *q, int are_planes,
                                  int wants_times) {
  if (!are_planes) {
    begin_query(w, q);
    return meet_plane(&q->outline, q->lowest, q->plane, q->d, wants_times);
  }
  if (are_opposite(w->a, w->b)) return meet_opposite(w->a, w->b, w->d);
  return line_of(0, 0, 0); /* they overlap everywhere along d */
}

static int sweep_plane(const sweep_query *w, collide_sweep_hit *hit) {
  int are_planes = w->a->kind == COLLIDE_PLANE_2D && w->b->kind == COLLIDE_PLANE_2D, i;
  plane_query q;
  plane_line line = meet_half_plane(w, &q, are_planes, hit != NULL);
  sweep_outcome outcome = ci_sweep_decide(w->flags, line.found, line.start, line.exit, line.end);
  collide_sweep_hit unused;
  if (outcome == SWEEP_NONE) return 0;
  if (hit == NULL) return outcome == SWEEP_INSIDE ? ci_sweep_take_start(w, 0, &unused) : 1;
  hit->t_exit = line.t_exit;
  if (outcome != SWEEP_INSIDE) {
    hit->t = outcome == SWEEP_LATER ? ci_sweep_put_time(line.t, line.end) : 0;
    if (are_planes)
      for (i = 0; i < 2; i++) {
        hit->normal[i] = w->b->b[i];
        hit->point[i] = w->b->b[i] * w->b->radius;
      }
    else
      touch_half_plane(&q, hit);
  }
  if (outcome == SWEEP_INSIDE || outcome == SWEEP_TOUCHED)
    return ci_sweep_take_start(w, outcome == SWEEP_TOUCHED, hit);
  return 1;
}

int ci_sweep_plane(const sweep_query *w, collide_sweep_hit *hit) {
  collide_sweep_hit taken;
  if (hit == NULL) return sweep_plane(w, NULL);
  memset(&taken, 0, sizeof taken);
  if (!sweep_plane(w, &taken)) return 0;
  sweep_tidy(&taken);
  *hit = taken;
  return 1;
}
