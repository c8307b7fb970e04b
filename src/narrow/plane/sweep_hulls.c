/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two outlines in the plane: quick times, and the order of the decisions.
 */
#include "sweep.h"

#include <string.h>

#include "../../number/lanes_twofold.h"
#include "../../shape/outline.h"
#include "pair_row.h"

/* ---- Quick times -----------------------------------------------------------------------------
 *
 * The time and normal at which a line enters a feature of the Minkowski difference, or leaves
 * through it, in nearly all cases. Computes a first t in plain doubles. Then takes one step of
 * Newton's method with the remainder at this t, which has twice the digits.
 * sweep_measure.c handles features that are farther away, nearer or shallower than the gates allow.
 *
 * In all derivations u = 2^-53, V = |v_x| + |v_y| for v = q - p, from the corner of a to that of b,
 * and L = |d_x| + |d_y|, which is at most 1.42 |d|. v = v_h + v_l exactly, with |v_l| at most u
 * |v|. The rest of v at t0, w = v - t0 d, is a twofold, too: t0 d is a product without error, the
 * difference of the upper parts has none, and the sum of the three lower parts is off by 2 u of
 * them. So each component of w is off by at most 4 u^2 (|v| + t0 |d|). */

/* Within these bounds no square of a square underflows or overflows. The underflow of a product is
 * far below u^2 of the terms that it is added to. */
#define QUICK_LEAST 1e-60
#define QUICK_MOST 1e60

static PAIR_INLINE int is_in_range(double x) {
  return x > QUICK_LEAST && x < QUICK_MOST;
}

/* Loads two numbers one by one: just written numbers are slow to load as a pair. */
static PAIR_INLINE lanes both_of(const double v[2]) {
  return lanes_firsts(lanes_one(v[0]), lanes_one(v[1]));
}

/* w at t. */
static PAIR_INLINE lanes_twofold remainder_of_length(lanes_twofold v, const double d[2], double t) {
  lanes_twofold way = lanes_two_product(both_of(d), lanes_split(lanes_same(t)));
  lanes_twofold w = lanes_two_diff(v.hi, way.hi);
  w.lo = lanes_sub(lanes_add(w.lo, v.lo), way.lo);
  return w;
}

static PAIR_INLINE lanes swapped(lanes x) {
  return lanes_firsts(lanes_seconds(x, x), x);
}

static PAIR_INLINE double second_of(lanes x) {
  return lanes_first(lanes_seconds(x, x));
}

static PAIR_INLINE double sum_of_lanes(lanes x) {
  return lanes_first(x) + second_of(x);
}

/* ---- Disks -------------------------------------------------------------------------------
 *
 * With x = d x v, y = d . v and D = R^2 d^2 - x^2 the line enters the disk of radius R about v at
 * t = (y - root of D) / d^2, and leaves it at (y + root of D) / d^2.
 *
 * In plain doubles x and y are off by 3 u |d| V, R by u and d^2 by 2 u of itself. So where x^2 is
 * less than R^2 d^2, D is off by at most 9 u R d^2 (R + V): where R + V is at most QUICK_FAR R, by
 * less than 2^-30 of R^2 d^2. Where D is at least QUICK_GRAZE of that, the line crosses, the root
 * is at least R |d| / 8 and off by less than 38 u |d| (R + V), and t0, which is at most (R + V) /
 * |d|, by less than e = 50 u (R + V) / |d|.
 *
 * F = w^2 - R^2 at t0 is 2 root (t - t0) + d^2 (t - t0)^2; with -root for the exit. A step of
 * F / (2 root) has these errors, in units of u^2 (R + V)^2 / (R |d|):
 *   e times the error of the root, in units of itself               15,300
 *   the second term, over 2 root                                    10,250
 *   F, over 2 root: 2 R times the error of w; the squares of the lower parts of w and R, which are
 *   left out; and six roundings of lower parts of at most 18 u R (R + V)  700
 * in all less than 2^15. Where (R + V)^2 is at most QUICK_DISK R t0 L, that is less than
 * 2^(15 - 106 + 28 + 0.5) t0: t is within 2^-62 of itself before it is rounded. It follows that
 * R + V is at most 2^28.5 t0 |d|, so that t0 is off by less than 2^-18 of itself, and t is above 0.
 *
 * The normal is -w / |w| at t. w is off by u R, its correction and lower part by u of themselves,
 * and by the error of t, which is 2^15 u^2 (R + V)^2 / R, at most u R where R + V is at most
 * QUICK_FAR R. The length is off by 2 u, and the quotient by u: each component is off by 6 u.
 */
#ifndef QUICK_GRAZE
#define QUICK_GRAZE 0.015625 /* 2^-6 */
#endif
#ifndef QUICK_DISK
#define QUICK_DISK 268435456.0 /* 2^28 */
#endif
#ifndef QUICK_FAR
#define QUICK_FAR 524288.0 /* 2^19 */
#endif

/* w^2 - R^2. */
static PAIR_INLINE double beyond_disk(lanes_twofold w, double r1, double r2) {
  twofold radius = two_sum(r1, r2), limit = two_product(radius.hi, radius.hi), sum;
  lanes_twofold square = lanes_two_product(w.hi, lanes_split(w.hi));
  lanes low = lanes_mul(w.hi, w.lo);
  low = lanes_add(square.lo, lanes_add(low, low));
  sum = two_sum(lanes_first(square.hi), second_of(square.hi));
  limit.lo += 2 * (radius.hi * radius.lo);
  return (sum.hi - limit.hi) + ((sum.lo + sum_of_lanes(low)) - limit.lo);
}

/* -w / |w| at the second t: w is given at the first t, and `step` leads on from there. */
static PAIR_INLINE void normal_of_disk(const lanes_twofold *w, const double d[2], double step,
                                       double n[2]) {
  double at[2], length;
  lanes_store(at, lanes_add(w->hi, lanes_sub(w->lo, lanes_mul(both_of(d), lanes_same(step)))));
  length = sqrt(at[0] * at[0] + at[1] * at[1]);
  n[0] = -at[0] / length;
  n[1] = -at[1] / length;
}

/* The terms of a disk that both times share. */
typedef struct quick_disk {
  const double *p, *q, *d;
  double r1, r2, radius, along, dd, reach, square, rest, limit;
} quick_disk;

static PAIR_INLINE quick_disk see_disk(const double p[2], const double q[2], double r1, double r2,
                                       const double d[2]) {
  double vx = q[0] - p[0], vy = q[1] - p[1], across = d[0] * vy - d[1] * vx;
  quick_disk k;
  k.p = p;
  k.q = q;
  k.d = d;
  k.r1 = r1;
  k.r2 = r2;
  k.radius = r1 + r2;
  k.along = d[0] * vx + d[1] * vy;
  k.dd = d[0] * d[0] + d[1] * d[1];
  k.reach = k.radius + (fabs(vx) + fabs(vy));
  k.square = k.radius * k.radius * k.dd;
  k.rest = k.square - across * across;
  k.limit = QUICK_DISK * (k.radius * (fabs(d[0]) + fabs(d[1])));
  return k;
}

static PAIR_INLINE int is_clear(const quick_disk *k) {
  return is_in_range(k->radius) && is_in_range(k->dd) && k->reach < QUICK_FAR * k->radius &&
         k->rest >= QUICK_GRAZE * k->square;
}

/* Finds the time, for `root` with its sign, and the normal unless n is NULL. */
static int meet_disk(const quick_disk *k, double root, double *t, double n[2]) {
  double first = (k->along - root) / k->dd, step;
  lanes_twofold w;
  if (!(k->reach * k->reach <= k->limit * first)) return 0;
  w = remainder_of_length(lanes_two_diff(lanes_load(k->q), lanes_load(k->p)), k->d, first);
  step = beyond_disk(w, k->r1, k->r2) * (0.5 / root);
  *t = first + step;
  if (n != NULL) normal_of_disk(&w, k->d, step, n);
  return 1;
}

/* ---- Faces -------------------------------------------------------------------------------
 *
 * Let an edge e have the normal n = (e_y, -e_x) out of M. The line meets its face at
 * t = (g - R |n|) / f, with g = -n . v and f = -n . d. It enters where f > 0, and leaves where f
 * and g - R |n| are below 0. Let m be the unit normal of the corner, each component off by 4.5 u
 * (see BEYOND_MARGIN), and c = |m . d|, which is at most L.
 *
 * In plain doubles -m . v - R is off by at most 8.5 u (R + V), and m . d by 6.5 u L. So t0, their
 * quotient, is off by less than 15.3 u (R + V) L / c^2, since t0 c is at most 1.01 (R + V).
 *
 * The rest h = -n . w - R |n| at t0 is f (t - t0). A step of h / f is off by
 *   that times the error of f, in units of it, 6.5 u L / c, and 4 u      161 u^2 (R + V) L^2 / c^3
 *   the error of h, over f                                              402 u^2 (R + V) L / c^2
 * in all by less than 2^10 u^2 (R + V) L^2 / c^3. Where (R + V) L^2 is at most QUICK_FACE t0 c^3
 * that is less than 2^(10 - 106 + 34) t0 = 2^-62 t0.
 *
 * It follows that c is at least 2^-18 L, and that t0 is off by less than 2^-14 of itself, so that t
 * is above 0. */
#ifndef QUICK_FACE
#define QUICK_FACE 17179869184.0 /* 2^34 */
#endif

/* Without radii, -n . w = e x w. Its products of upper parts have no error. w is off by 4 u^2 (V +
 * t0 L) in all. The products with lower parts, which are 3 u, are rounded twice. Those of two lower
 * parts are left out, 2 u^2; and three sums of lower parts are off by u of 5 u. That is 30 u^2 |n|
 * (V + t0 L), and V + t0 L is at most 2.1 (R + V) L / c. */
static PAIR_INLINE double beyond_edge(lanes_twofold e, lanes_twofold w) {
  lanes_twofold product = lanes_two_product(e.hi, lanes_split(swapped(w.hi)));
  lanes low = lanes_add(lanes_mul(e.hi, swapped(w.lo)), lanes_mul(e.lo, swapped(w.hi)));
  twofold sum = two_diff(lanes_first(product.hi), second_of(product.hi));
  low = lanes_add(product.lo, low);
  return sum.hi + (sum.lo + (lanes_first(low) - second_of(low)));
}

/* h / |n| with radii, from m. The unit normal along n is m + r. r has the component -(m . e) / e^2
 * along e and (1 - m^2) / 2 along m, except for products of the two and squares, which are at most
 * 90 u^2 together. m . e is at most 7 u |e|. The sum of its upper parts is exact, since they
 * cancel, and its lower parts are off by 14 u^2 |e|. e . w is off by 3 u |e| |w|, and the quotient
 * by 4 u of itself: 63 u^2 |w| in all. 1 - m^2 is at most 13 u and off by 5 u^2: 15 u^2 |w|. With
 * the errors of m . w, 25 u^2 (V + t0 L), and of R it is off by 200 u^2 (R + V + t0 L), which is at
 * most 402 u^2 (R + V) L / c. */
static PAIR_INLINE double beyond_round(lanes m, lanes_twofold e, lanes_twofold w, double r1,
                                       double r2) {
  lanes_factor by = lanes_split(m);
  lanes_twofold mw = lanes_two_product(w.hi, by), me = lanes_two_product(e.hi, by);
  lanes_twofold mm = lanes_two_product(m, by);
  twofold sum = two_sum(lanes_first(mw.hi), second_of(mw.hi)), radius = two_sum(r1, r2);
  twofold square = two_sum(lanes_first(mm.hi), second_of(mm.hi));
  double along = sum_of_lanes(me.hi) + sum_of_lanes(lanes_add(me.lo, lanes_mul(m, e.lo)));
  double excess = (square.hi - 1) + (square.lo + sum_of_lanes(mm.lo));
  double turn = along * sum_of_lanes(lanes_mul(e.hi, w.hi)) / sum_of_lanes(lanes_mul(e.hi, e.hi));
  double low = sum.lo + sum_of_lanes(lanes_add(mw.lo, lanes_mul(m, w.lo)));
  return -(sum.hi + radius.hi) - ((low + radius.lo) - (turn + 0.5 * (sum.hi * excess)));
}

/* The normal of an edge along an axis is along the other axis, k. So t = (v_k + R) / d_k, or with
 * -R where the normal points down. The difference and the sum have twice the digits. t is within
 * 2^-100 of itself before it is rounded. */
static int meet_level(const sweep_pair *s, const sweep_feature *f, int k, double n, double *t) {
  double p = s->a.corners[f->i].point[k], q = s->b.corners[f->j].point[k], d = s->d[k], first;
  twofold radius = two_sum(s->a.radius, s->b.radius), rest, product;
  rest = tf_add(two_diff(q, p), n < 0 ? tf_negate(radius) : radius);
  if (!(is_in_range(fabs(rest.hi)) && is_in_range(fabs(d)))) return 0;
  first = rest.hi / d;
  if (!(first > 0)) return 0;
  product = two_product(first, d);
  *t = first + (((rest.hi - product.hi) - product.lo) + rest.lo) / d;
  return 1;
}

static int meet_slope(const sweep_pair *s, const sweep_feature *f, const double n[2],
                      const double *from, const double *to, double *t) {
  const double *p = s->a.corners[f->i].point, *q = s->b.corners[f->j].point, *d = s->d;
  double vx = q[0] - p[0], vy = q[1] - p[1], radius = s->a.radius + s->b.radius;
  double ex = to[0] - from[0], ey = to[1] - from[1], slope = ex * d[1] - ey * d[0];
  double length = fabs(d[0]) + fabs(d[1]), reach = radius + (fabs(vx) + fabs(vy));
  double speed = -(n[0] * d[0] + n[1] * d[1]), c = fabs(speed);
  double first = (-(n[0] * vx + n[1] * vy) - radius) / speed;
  lanes_twofold e, w;
  if (!(is_in_range(length) && is_in_range(reach) && is_in_range(fabs(slope)))) return 0;
  if (!(reach * (length * length) <= QUICK_FACE * (first * (c * c * c)))) return 0;
  e = lanes_two_diff(lanes_load(to), lanes_load(from));
  w = remainder_of_length(lanes_two_diff(lanes_load(q), lanes_load(p)), d, first);
  if (radius == 0)
    *t = first + beyond_edge(e, w) / slope;
  else
    *t = first + beyond_round(both_of(n), e, w, s->a.radius, s->b.radius) / speed;
  return 1;
}

static int meet_face(const sweep_pair *s, const sweep_feature *f, double *t, double n[2]) {
  const double *from, *to;
  feature_ends(&s->a, &s->b, f, &from, &to);
  feature_normal(&s->a, &s->b, f, n);
  if (from[0] == to[0]) return meet_level(s, f, 0, n[0], t);
  if (from[1] == to[1]) return meet_level(s, f, 1, n[1], t);
  return meet_slope(s, f, n, from, to, t);
}

int ci_sweep_quick(const sweep_pair *s, const sweep_feature *f, int sign, double *t, double n[2]) {
  quick_disk k;
  double unused[2];
  if (f->owner != SWEEP_CORNER) return meet_face(s, f, t, n != NULL ? n : unused);
  k = see_disk(s->a.corners[f->i].point, s->b.corners[f->j].point, s->a.radius, s->b.radius, s->d);
  return is_clear(&k) && meet_disk(&k, sign * sqrt(k.rest), t, n);
}

/* ---- Shapecasts of outlines ------------------------------------------------------------------
 *
 * Shapecasts of two outlines in the plane: the order of the decisions. */

/* ---- At the start -------------------------------------------------------------------------- */

int ci_sweep_take_start(const sweep_query *w, int touches, collide_sweep_hit *hit) {
  collide_push push;
  if (ci_plane_contact(w->a, w->b, &push) != 1) return 0; /* they overlap, and this is exact, too */
  hit->t = 0;
  hit->inside = push.depth > 0;
  hit->depth = push.depth;
  if (hit->inside || !touches) {
    memcpy(hit->normal, push.normal, sizeof push.normal);
    memcpy(hit->point, push.point, sizeof push.point);
  }
  return !hit->inside || !(w->flags & COLLIDE_SKIP_TOUCHING) ||
         ci_pair_leads_in(w->a, w->b, push.normal, w->d);
}

/* ---- The decision about a line ------------------------------------------------------------- */

sweep_outcome ci_sweep_decide(int flags, sweep_found found, int start, int exit, int end) {
  int open = (flags & COLLIDE_SKIP_TOUCHING) != 0;
  if (found == SWEEP_MISS || (open && found != SWEEP_CROSS)) return SWEEP_NONE;
  if (start > 0) return (open ? end < 0 : end <= 0) ? SWEEP_LATER : SWEEP_NONE;
  if (start == 0 && open) return SWEEP_AT_START;
  if (exit < 0 || (open && exit == 0)) return SWEEP_NONE;
  if (flags & COLLIDE_SKIP_INSIDE) return SWEEP_NONE;
  return start == 0 ? SWEEP_TOUCHED : SWEEP_INSIDE;
}

/* Moves a rounded t to the side of 0 and 1 that was decided. */
double ci_sweep_put_time(double t, int end) {
  if (end == 0) return 1;
  if (end > 0) return t;
  if (!(t > 0)) return nextafter(0, 1);
  return t < 1 ? t : nextafter(1, 0);
}

/* ---- Where the line enters and leaves ------------------------------------------------------ */

static sweep_pair pair_of(const sweep_query *w, collide_corner rooms[2][4]) {
  sweep_pair s;
  s.moving = w->a;
  s.fixed = w->b;
  s.a = outline_of_shape(w->a, rooms[0]);
  s.b = outline_of_shape(w->b, rooms[1]);
  s.d[0] = w->d[0];
  s.d[1] = w->d[1];
  return s;
}

/* The line leaves where it enters in the opposite direction. */
static sweep_pair reversed(const sweep_pair *s) {
  sweep_pair r = *s;
  r.d[0] = -s->d[0];
  r.d[1] = -s->d[1];
  return r;
}

static int has_level_sides(const collide_shape *s) {
  return s->of.outline.aligned && s->of.outline.count == 4;
}

typedef struct sweep_quick {
  int are_rects, has_sides;
  sweep_sides sides;
} sweep_quick;

static void begin_quick(const sweep_pair *s, sweep_quick *by) {
  by->are_rects = has_level_sides(s->moving) && has_level_sides(s->fixed);
  by->has_sides = 0;
}

static void find_sides(const sweep_pair *s, sweep_quick *by) {
  by->has_sides = !by->are_rects && ci_sweep_sides(s, &by->sides);
}

/* Finds the time of the entry, and its side of 0 and 1. */
static int find_time(const sweep_pair *s, sweep_entry *in) {
  if (!ci_sweep_quick(s, &in->feature, 1, &in->t, in->normal) || in->t == 1) return 0;
  in->has_time = 1;
  in->start = 1;
  in->end = in->t < 1 ? -1 : 1;
  return 1;
}

/* Finds the entry. `end` is meaningless if the line has entered at the start. */
static void find_entry(const sweep_pair *s, int open, sweep_quick *by, sweep_entry *in) {
  in->has_time = in->end = 0;
  if (by->are_rects && ci_sweep_rects(s, open, in)) {
    in->has_time = in->found == SWEEP_CROSS && in->has_time && in->start > 0;
    return;
  }
  find_sides(s, by);
  in->found = by->has_sides ? ci_sweep_polygons(s, &by->sides, 1, &in->feature) : SWEEP_UNSURE;
  if (in->found == SWEEP_UNSURE) in->found = ci_sweep_enter(s, &in->feature);
  if (in->found == SWEEP_MISS || find_time(s, in)) return;
  in->start = ci_sweep_compare(s, &in->feature, 0);
  if (in->start > 0) in->end = ci_sweep_compare(s, &in->feature, 1);
}

/* Finds the exit of a line that meets M. */
static void find_exit(const sweep_pair *s, const sweep_quick *by, sweep_entry *out) {
  sweep_pair back;
  out->has_time = 0;
  if (by->has_sides && ci_sweep_polygons(s, &by->sides, -1, &out->feature) == SWEEP_CROSS) return;
  back = reversed(s);
  if (by->are_rects && ci_sweep_rects(&back, 0, out)) return;
  (void)ci_sweep_enter(&back, &out->feature);
}

static double time_of_exit(const sweep_pair *s, const sweep_entry *out) {
  sweep_pair back;
  double t;
  if (out->has_time) return 0.0 - out->t;
  if (ci_sweep_quick(s, &out->feature, -1, &t, NULL)) return t;
  back = reversed(s);
  return 0.0 - ci_sweep_time(&back, &out->feature);
}

double ci_sweep_outlines_exit(const sweep_query *w) {
  collide_corner rooms[2][4];
  sweep_pair s = pair_of(w, rooms);
  sweep_entry out;
  sweep_quick by;
  begin_quick(&s, &by);
  find_sides(&s, &by);
  find_exit(&s, &by, &out);
  return time_of_exit(&s, &out);
}

/* ---- Hits ---------------------------------------------------------------------------------- */

/* Writes the side of b that is met. */
static void take_face(const sweep_pair *s, const sweep_feature *f, collide_sweep_hit *hit) {
  const collide_shape *b = s->fixed;
  int number;
  if (f->owner != SWEEP_EDGE_OF_B || b->radius > 0) return;
  if (b->kind == COLLIDE_SEGMENT_2D || b->kind == COLLIDE_CAPSULE_2D) return;
  number = s->b.corners[f->j].edge;
  if (b->kind == COLLIDE_RECT)
    hit->face = ci_outline_face(number);
  else
    hit->edge = number;
}

/* Decides if the quick paths do not. */
static int decide_slowly(const sweep_query *w, const sweep_pair *s, const sweep_quick *by,
                         const sweep_entry *in, collide_sweep_hit *hit) {
  sweep_entry out;
  sweep_outcome outcome;
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0, exit = 0, tells_exit;
  collide_sweep_hit taken;
  if (in->start > 0 && in->end > 0) return 0;
  tells_exit = hit != NULL && !(in->start > 0 && w->flags & COLLIDE_SKIP_EXIT);
  if (in->start <= 0 || tells_exit) find_exit(s, by, &out);
  if (in->start <= 0) {
    sweep_pair back = reversed(s);
    exit = -ci_sweep_compare(&back, &out.feature, 0);
  }
  outcome = ci_sweep_decide(w->flags, in->found, in->start, exit, in->end);
  if (outcome == SWEEP_NONE) return 0;
  if (hit == NULL && (outcome != SWEEP_INSIDE || !open)) return 1;
  memset(&taken, 0, sizeof taken);
  if (hit == NULL) return ci_sweep_take_start(w, 0, &taken);
  taken.t_exit = tells_exit ? time_of_exit(s, &out) : SWEEP_NO_EXIT;
  if (outcome != SWEEP_INSIDE) {
    taken.t = ci_sweep_meet(s, in, outcome == SWEEP_LATER, taken.normal, taken.point);
    take_face(s, &in->feature, &taken);
  }
  if (exit == 0 && in->start <= 0 && outcome != SWEEP_AT_START) taken.t_exit = 0;
  if (outcome == SWEEP_INSIDE || outcome == SWEEP_TOUCHED)
    if (!ci_sweep_take_start(w, outcome == SWEEP_TOUCHED, &taken)) return 0;
  if (tells_exit && !(taken.t_exit >= taken.t)) taken.t_exit = taken.t;
  sweep_tidy(&taken);
  *hit = taken;
  return 1;
}

/* Writes a hit at t > 0 whose time a quick path has found. */
static void write_hit(double t, double t_exit, const double n[2], const double point[2],
                      collide_sweep_hit *hit) {
  hit->t = t;
  hit->t_exit = t_exit >= t || t_exit == SWEEP_NO_EXIT ? t_exit : t;
  hit->point[0] = point[0] + 0.0;
  hit->point[1] = point[1] + 0.0;
  hit->normal[0] = n[0] + 0.0;
  hit->normal[1] = n[1] + 0.0;
  hit->point[2] = hit->normal[2] = hit->depth = 0;
  hit->inside = hit->edge = 0;
  hit->face = COLLIDE_FACE_NONE;
}

static void take_hit(const sweep_query *w, const sweep_pair *s, const sweep_quick *by,
                     const sweep_entry *in, collide_sweep_hit *hit) {
  double point[2], t = in->t, t_exit = SWEEP_NO_EXIT;
  if (by->are_rects) {
    t = ci_sweep_put_time(t, in->end);
    ci_sweep_rects_touch(s, in, t, point);
  } else {
    ci_sweep_touch(s, &in->feature, t, in->normal, point);
  }
  if (!(w->flags & COLLIDE_SKIP_EXIT)) {
    sweep_entry out;
    find_exit(s, by, &out);
    t_exit = time_of_exit(s, &out);
  }
  write_hit(t, t_exit, in->normal, point, hit);
  take_face(s, &in->feature, hit);
}

int ci_sweep_outlines(const sweep_query *w, collide_sweep_hit *hit) {
  collide_corner rooms[2][4];
  sweep_pair s = pair_of(w, rooms);
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0;
  sweep_quick by;
  sweep_entry in;
  begin_quick(&s, &by);
  find_entry(&s, open, &by, &in);
  if (in.found == SWEEP_MISS || (open && in.found == SWEEP_GRAZE)) return 0;
  if (!in.has_time) return decide_slowly(w, &s, &by, &in, hit);
  if (in.end > 0 || (open && in.end == 0)) return 0;
  if (hit != NULL) take_hit(w, &s, &by, &in, hit);
  return 1;
}
