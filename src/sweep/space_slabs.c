/* SPDX-License-Identifier: MIT
 *
 * The quick path of a point or a segment that moves against an axis-parallel box, like an arrow
 * through a block world. (Two boxes: space_box.c.)
 *
 * M, the set of all differences b - a, is the intersection of slabs: three between the planes of
 * opposite faces, and for a segment three more, each parallel to an edge of the box and to the
 * segment. A line is in M while it is in all slabs. (Kay and Kajiya, "Ray tracing complex scenes",
 * 1986.) Where the slabs are not certain, space.c answers.
 */
#include "../number/fp.h"

#include <string.h>

#include "../number/twofold.h"
#include "space.h"

enum { SLABS = 6 };

/* Bounds are sums of a position and a size, exact as twofolds. Their difference is off by 2^-100 of
 * the largest of the four doubles. So it is certain if it is at least this part of them. Bounds
 * that are plain doubles have an exact difference. */
#define SLABS_LEAST 9.094947017729282e-13 /* 2^-40 */

/* Rounded times are off by 2^-51 of themselves. So times that differ by 2^-48 of both are in the
 * right order. */
#define SLABS_APART 3.552713678800501e-15 /* 2^-48 */

/* The line is in the slab while low <= t rate <= high. */
typedef struct slab {
  twofold low, high, rate;
  double enter, leave; /* rounded: off by at most 2^-51 of themselves */
  double normal[3];    /* of unit length except for a segment's slab, with either sign */
} slab;

typedef struct slab_query {
  const space_sweep *w;
  twofold a_low[3], a_high[3]; /* the bounds of the mover, exactly */
  twofold b_low[3], b_high[3];
  twofold along[3]; /* for a segment: from its first end to the second */
  int has_along;    /* the mover is a segment */
  slab slabs[SLABS];
  int count;
} slab_query;

/* ---- Slabs -------------------------------------------------------------------------------- */

/* Returns 0 when the difference is too small to be certain. */
static int subtract(twofold x, twofold y, twofold *r) {
  if (x.lo == 0 && y.lo == 0) {
    *r = two_diff(x.hi, y.hi);
    return 1;
  }
  /* If one of the twofolds is a double, these sums take half the time and give the same bits. */
  if (x.lo == 0)
    *r = tf_negate(tf_minus(y, x.hi));
  else
    *r = y.lo == 0 ? tf_minus(x, y.hi) : tf_sub(x, y);
  return fabs(r->hi) > SLABS_LEAST * (fabs(x.hi) + fabs(y.hi));
}

/* Sets the times at which the line is in the slab. The rate is certain, and not 0. */
static void find_times(slab *s) {
  s->enter = (s->rate.hi > 0 ? s->low.hi : s->high.hi) / s->rate.hi;
  s->leave = (s->rate.hi > 0 ? s->high.hi : s->low.hi) / s->rate.hi;
}

typedef enum slab_answer { SLAB_MISS, SLAB_CROSSED, SLAB_ALONG, SLAB_UNSURE } slab_answer;

/* The line runs along the slab. The answer is certain if the line is inside or outside. In the open
 * query it is certain on a side, too. */
static slab_answer run_along(const slab *s, int open) {
  if (s->low.hi > 0 || s->high.hi < 0) return SLAB_MISS;
  if (s->low.hi < 0 && s->high.hi > 0) return SLAB_ALONG;
  return open ? SLAB_MISS : SLAB_UNSURE;
}

static slab_answer add_axis(slab_query *q, int i) {
  double d = q->w->d[i];
  slab *s = &q->slabs[q->count];
  slab_answer answer = SLAB_CROSSED;
  if (!subtract(q->b_low[i], q->a_high[i], &s->low)) return SLAB_UNSURE;
  if (!subtract(q->b_high[i], q->a_low[i], &s->high)) return SLAB_UNSURE;
  s->rate = tf(d);
  memset(s->normal, 0, sizeof s->normal);
  s->normal[i] = 1;
  if (d == 0)
    answer = run_along(s, (q->w->flags & COLLIDE_SKIP_TOUCHING) != 0);
  else
    find_times(s);
  if (answer == SLAB_CROSSED) q->count++;
  return answer;
}

/* A segment moves along itself except for rounding: |rate| is at most `most`. Up to t = leave the
 * line stays inside the slab, or outside. */
static slab_answer run_nearly_along(const slab *s, double most, double leave) {
  if (s->low.hi > most || s->high.hi < -most) return SLAB_MISS;
  if (leave > 1) most *= leave;
  return s->low.hi < -most && s->high.hi > most ? SLAB_ALONG : SLAB_UNSURE;
}

/* x p - y q. Each product is off by 2^-100 of itself. So the difference is off by 2^-60 of itself,
 * unless it is smaller than 2^-40 of the products: then returns 0. */
static int cross(twofold x, twofold p, twofold y, twofold q, twofold *r) {
  twofold left = tf_mul(x, p), right = tf_mul(y, q);
  *r = tf_sub(left, right);
  return fabs(r->hi) > SLABS_LEAST * (fabs(left.hi) + fabs(right.hi)) ||
         (left.hi == 0 && right.hi == 0);
}

/* Returns 1 for 0, and for a twofold so far from the ends of the range that products are exact. */
static int is_ordinary(twofold x) {
  return (x.hi == 0 && x.lo == 0) || (fabs(x.hi) > 1e-120 && fabs(x.hi) < 1e120);
}

/* Returns 1 if the line is surely inside the slab along the segment and the third axis, from t = 0
 * to 1 and to `leave`. Then this slab does not matter. Uses plain doubles, with u = 2^-53. The
 * distance of a bound of the box from the segment is off by 2.01 u of both. The product with s is
 * off by 2 u more, and the difference of two products by u: together by less than 6 u of `sizes`.
 * The rate is off by 3.01 u of its products. The sums below round by 5 u of both. */
#ifndef CROSS_DOUBT
#define CROSS_DOUBT 1.7763568394002505e-15 /* 2^-49, 16 u */
#endif

static int stays_within(const slab_query *q, const twofold first[3], int i, int j, double leave) {
  double si = q->along[i].hi, sj = q->along[j].hi, pi = first[i].hi, pj = first[j].hi;
  double low_i = q->b_low[i].hi, high_i = q->b_high[i].hi;
  double low_j = q->b_low[j].hi, high_j = q->b_high[j].hi;
  double left = sj * q->w->d[i], right = si * q->w->d[j], reach, sizes, low, high;
  low = sj * ((sj > 0 ? low_i : high_i) - pi) - si * ((si > 0 ? high_j : low_j) - pj);
  high = sj * ((sj > 0 ? high_i : low_i) - pi) - si * ((si > 0 ? low_j : high_j) - pj);
  sizes = fabs(sj) * (fabs(low_i) + fabs(high_i) + fabs(pi)) +
          fabs(si) * (fabs(low_j) + fabs(high_j) + fabs(pj));
  reach = fabs(left - right) + CROSS_DOUBT * (fabs(left) + fabs(right));
  reach = reach * (leave > 1 ? leave : 1) + CROSS_DOUBT * sizes;
  return sizes > 1e-250 && low + reach < 0 && high - reach > 0;
}

/* The slab along axis k and the segment. Let n = s x e_k, which is (s_j, -s_i) along the axes i and
 * j. The slab goes from the least to the greatest n . (b - p) over the corners b of the box. */
static slab_answer add_cross(slab_query *q, const twofold first[3], int k, double leave) {
  int i = (k + 1) % 3, j = (k + 2) % 3, found = 1, m;
  twofold si = q->along[i], sj = q->along[j], low[2], high[2];
  slab *s = &q->slabs[q->count];
  if (si.hi == 0 && sj.hi == 0) return SLAB_ALONG; /* the axes have the same slabs */
  if (si.hi == 0 || sj.hi == 0) return SLAB_ALONG; /* one axis has the same slab */
  if (stays_within(q, first, i, j, leave)) return SLAB_ALONG;
  for (m = 0; m < 2; m++) {
    int axis = m == 0 ? i : j;
    found &= subtract(q->b_low[axis], first[axis], &low[m]);
    found &= subtract(q->b_high[axis], first[axis], &high[m]);
    found &= is_ordinary(low[m]) && is_ordinary(high[m]) && is_ordinary(tf(q->w->d[axis]));
  }
  if (!found || !is_ordinary(si) || !is_ordinary(sj)) return SLAB_UNSURE;
  found = cross(sj, sj.hi > 0 ? low[0] : high[0], si, si.hi > 0 ? high[1] : low[1], &s->low) &&
          cross(sj, sj.hi > 0 ? high[0] : low[0], si, si.hi > 0 ? low[1] : high[1], &s->high);
  if (!found) return SLAB_UNSURE;
  if (!cross(sj, tf(q->w->d[i]), si, tf(q->w->d[j]), &s->rate) || s->rate.hi == 0) {
    double most = fabs(sj.hi * q->w->d[i]) + fabs(si.hi * q->w->d[j]);
    return run_nearly_along(s, 2 * SLABS_LEAST * most, leave);
  }
  memset(s->normal, 0, sizeof s->normal);
  s->normal[i] = sj.hi;
  s->normal[j] = -si.hi;
  find_times(s);
  q->count++;
  return SLAB_CROSSED;
}

/* ---- The two shapes ---------------------------------------------------------------------- */

static void read_mover(slab_query *q, twofold first[3]) {
  const collide_shape *a = q->w->a;
  int i;
  q->has_along = a->kind == COLLIDE_SEGMENT;
  for (i = 0; i < 3; i++) {
    double from = a->kind == COLLIDE_SPHERE ? 0 : a->a[i];
    double to = a->kind == COLLIDE_SPHERE ? 0 : a->b[i];
    first[i] = two_sum(a->position[i], from);
    q->along[i] = two_diff(to, from);
    q->a_low[i] = two_sum(a->position[i], from < to ? from : to);
    q->a_high[i] = two_sum(a->position[i], from < to ? to : from);
  }
}

static void read_box(slab_query *q) {
  const collide_shape *b = q->w->b;
  int i;
  for (i = 0; i < 3; i++) {
    q->b_low[i] = two_sum(b->position[i], b->a[i]);
    q->b_high[i] = two_sum(b->position[i], b->b[i]);
  }
}

/* Fills in the slabs. Never returns SLAB_ALONG. */
static slab_answer find_slabs(slab_query *q) {
  twofold first[3];
  slab_answer answer;
  double leave = HUGE_VAL;
  int i, unsure = 0;
  q->count = 0;
  read_box(q);
  read_mover(q, first);
  for (i = 0; i < 3; i++) {
    answer = add_axis(q, i);
    if (answer == SLAB_MISS) return SLAB_MISS;
    unsure |= answer == SLAB_UNSURE;
  }
  for (i = 0; i < q->count; i++)
    if (q->slabs[i].leave < leave) leave = q->slabs[i].leave;
  for (i = 0; i < 3 && q->has_along; i++) {
    answer = add_cross(q, first, i, leave);
    if (answer == SLAB_MISS) return SLAB_MISS;
    unsure |= answer == SLAB_UNSURE;
  }
  return unsure ? SLAB_UNSURE : SLAB_CROSSED;
}

/* ---- Decisions ---------------------------------------------------------------------------- */

static int is_surely_less(double x, double y) {
  return y - x > SLABS_APART * (fabs(x) + fabs(y));
}

/* Finds the slab that is entered last. Writes the time at which the first one is left. */
static const slab *find_last(const slab_query *q, double *leave) {
  const slab *last = &q->slabs[0];
  int i;
  *leave = last->leave;
  for (i = 1; i < q->count; i++) {
    if (q->slabs[i].enter > last->enter) last = &q->slabs[i];
    if (q->slabs[i].leave < *leave) *leave = q->slabs[i].leave;
  }
  return last;
}

/* Returns 1 if this slab is surely entered after all others. */
static int is_surely_last(const slab_query *q, const slab *last) {
  int i;
  for (i = 0; i < q->count; i++)
    if (&q->slabs[i] != last && !is_surely_less(q->slabs[i].enter, last->enter)) return 0;
  return 1;
}

/* Computes the time `leave`, which find_last found, in twofold. */
static double find_leave(const slab_query *q, double leave) {
  double exact = HUGE_VAL;
  int i;
  for (i = 0; i < q->count; i++) {
    const slab *s = &q->slabs[i];
    twofold t;
    if (is_surely_less(leave, s->leave)) continue;
    t = tf_div(s->rate.hi > 0 ? s->high : s->low, s->rate);
    if (t.hi < exact) exact = t.hi;
  }
  return exact;
}

/* ---- The hit ----------------------------------------------------------------------------- */

/* At hit->t the mover touches the face of the box across an axis. Returns 0 if a segment lies along
 * the face. */
static int touch_face(const space_sweep *w, int axis, collide_sweep_hit *hit) {
  static const double no_end[3] = {0, 0, 0};
  const collide_shape *a = w->a, *b = w->b;
  int is_segment = a->kind == COLLIDE_SEGMENT, j;
  const double *from = is_segment ? a->a : no_end, *to = is_segment ? a->b : no_end;
  const double *d = w->d, *tip = (to[axis] > from[axis]) == (d[axis] > 0) ? to : from;
  if (is_segment && to[axis] == from[axis]) return 0;
  for (j = 0; j < 3; j++) hit->point[j] = a->position[j] + tip[j] + hit->t * d[j];
  hit->point[axis] = b->position[axis] + (d[axis] > 0 ? b->a : b->b)[axis];
  hit->normal[0] = hit->normal[1] = hit->normal[2] = 0;
  hit->normal[axis] = d[axis] > 0 ? -1 : 1;
  hit->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * axis + (d[axis] < 0));
  return 1;
}

/* At hit->t a segment touches the edge of the box along axis k. */
static int touch_edge(const slab_query *q, const slab *s, int k, collide_sweep_hit *hit) {
  double along[3], from[3], length, part;
  int i, j = (k + 1) % 3, m = (k + 2) % 3, sign = s->rate.hi > 0 ? -1 : 1, by;
  length = sqrt(s->normal[j] * s->normal[j] + s->normal[m] * s->normal[m]);
  for (i = 0; i < 3; i++) {
    along[i] = q->along[i].hi;
    from[i] = (along[i] > 0 ? q->a_low[i].hi : q->a_high[i].hi) + hit->t * q->w->d[i];
    hit->normal[i] = sign * s->normal[i] / length;
  }
  by = fabs(along[j]) > fabs(along[m]) ? j : m;
  if (fabs(along[k]) > 2 * fabs(along[by])) return 0;
  for (i = 0; i < 3; i++)
    if (i != k) hit->point[i] = hit->normal[i] > 0 ? q->b_high[i].hi : q->b_low[i].hi;
  part = (hit->point[by] - from[by]) / along[by];
  hit->point[k] = from[k] + part * along[k];
  return 1;
}

/* Returns 0 if space.c has to compute the hit. */
static int take_hit(const slab_query *q, const slab *s, double leave, collide_sweep_hit *hit) {
  int k, axes = (s->normal[0] != 0) + (s->normal[1] != 0) + (s->normal[2] != 0);
  hit->t = tf_div(s->rate.hi > 0 ? s->low : s->high, s->rate).hi;
  hit->t_exit = find_leave(q, leave);
  for (k = 0; k < 3; k++) {
    if (axes == 1 && s->normal[k] != 0) return touch_face(q->w, k, hit);
    if (axes == 2 && s->normal[k] == 0) return touch_edge(q, s, k, hit);
  }
  return 0;
}

static int is_known_pair(const space_sweep *w) {
  const collide_shape *a = w->a, *b = w->b;
  if (b->kind != COLLIDE_BOX || b->frame != COLLIDE_MOVED || a->frame != COLLIDE_MOVED) return 0;
  return a->kind == COLLIDE_SEGMENT || (a->kind == COLLIDE_SPHERE && a->radius == 0);
}

space_found ci_space_slabs(const space_sweep *w, collide_sweep_hit *hit) {
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0;
  const slab *last;
  slab_query q;
  slab_answer answer;
  double leave;
  if (!is_known_pair(w)) return SPACE_UNSURE;
  q.w = w;
  answer = find_slabs(&q);
  if (answer == SLAB_MISS) return SPACE_NEVER;
  if (q.count == 0) return SPACE_UNSURE;
  last = find_last(&q, &leave);
  if (leave < 0 || (open && leave == 0)) return SPACE_NEVER;
  if (is_surely_less(1, last->enter) || is_surely_less(leave, last->enter)) return SPACE_NEVER;
  if (answer == SLAB_UNSURE || !is_surely_last(&q, last)) return SPACE_UNSURE;
  if (last->enter < 0 || !is_surely_less(last->enter, 1) || !is_surely_less(last->enter, leave))
    return SPACE_UNSURE;
  if (last->enter == 0 && !open && (w->flags & COLLIDE_SKIP_INSIDE)) return SPACE_NEVER;
  if (hit != NULL && !take_hit(&q, last, leave, hit)) return SPACE_UNSURE;
  return SPACE_SURE;
}
