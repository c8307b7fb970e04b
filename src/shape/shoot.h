/* SPDX-License-Identifier: MIT
 *
 * The direct path of the short way: a ray or segment that starts near the shape. A kind's
 * `shoot` does in one function what ci_quick_look, the decision about the range and the writing
 * of the hit do for every kind and every line. `quick` is a local variable of that function
 * whose address goes to inlined functions alone, so that a compiler keeps its fields in
 * registers. What it cannot answer goes on to the general functions.
 *
 * It computes t, point and normal by the same operations as the general functions, and answers
 * only where these answer by the short way, too: so of one line a ray, a segment of the same
 * direction and linecast have the same bits. */
#ifndef COLLIDE_SHOOT_H
#define COLLIDE_SHOOT_H

#include <string.h>

#include "quick.h"

/* Of what a kind's `shoot` asks before it hands its question on: compiled into it, but not without
 * optimisation, where the variables would take stack while the exact way runs. */
#if defined(__OPTIMIZE__) || defined(_MSC_VER)
#define SHOOT_INLINE QUICK_INLINE
#else
#define SHOOT_INLINE inline
#endif

/* ---- Where the line's stretch in the solid lies --------------------------------------- */

typedef enum shoot_range {
  SHOOT_PASSES, /* behind the start, or beyond max */
  SHOOT_ENTERS, /* it begins between the start and max */
  SHOOT_INSIDE, /* the start lies in it */
  SHOOT_UNSURE
} shoot_range;

/* What is certain of a line that is in the solid from t[0] to t[1], each off by at most `error`. */
static QUICK_INLINE shoot_range shoot_range_of(const double t[2], double error, double max) {
  if (t[0] > error) {
    if (t[0] < max - error) return SHOOT_ENTERS;
    return t[0] > max + error ? SHOOT_PASSES : SHOOT_UNSURE;
  }
  if (t[1] < -error) return SHOOT_PASSES;
  return t[0] < -error && t[1] > error ? SHOOT_INSIDE : SHOOT_UNSURE;
}

/* Where a point of a line that meets the solid lies; the last means that it is not certain. */
typedef enum shoot_place { SHOOT_BEFORE, SHOOT_WITHIN, SHOOT_PAST, SHOOT_SOMEWHERE } shoot_place;

/* ---- Writing ------------------------------------------------------------------------------ */

/* All that is the same wherever the surface is hit. */
static QUICK_INLINE void shoot_write_plain(collide_hit *hit, double t, double t_exit, int inside) {
  hit->t = t + 0.0;
  hit->t_exit = t_exit + 0.0;
  hit->u = hit->v = 0;
  hit->inside = inside;
  hit->has_point = 1;
  hit->edge = 0;
}

/* The start lies in the solid. */
static QUICK_INLINE void shoot_write_inside(const double from[3], double t_exit, collide_hit *hit) {
  shoot_write_plain(hit, 0, t_exit < 0 ? 0 : t_exit, 1);
  hit->point[0] = from[0] + 0.0;
  hit->point[1] = from[1] + 0.0;
  hit->point[2] = from[2] + 0.0;
  hit->normal[0] = hit->normal[1] = hit->normal[2] = 0;
  hit->face = COLLIDE_FACE_NONE;
}

/* What becomes of that; t_exit is only looked at when the hit is measured. */
static QUICK_INLINE int shoot_inside(const collide_shape *s, const double from[3], double t_exit,
                                     int flags, quick_wanted wanted, collide_hit *hit) {
  if (flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
  if (s->hollow) return QUICK_UNSURE;
  if (wanted == QUICK_TIME) hit->t = 0;
  if (wanted == QUICK_MEASURE) shoot_write_inside(from, t_exit, hit);
  return QUICK_HIT;
}

/* What of a hit is wanted. */
static QUICK_INLINE quick_wanted shoot_wanted(int flags) {
  return flags & SHOOT_TIME ? QUICK_TIME : QUICK_MEASURE;
}

/* The end at t[0], which is decided to lie in front of the start. */
static QUICK_INLINE void shoot_write_ends(const double t[2], collide_hit *hit) {
  shoot_write_plain(hit, t[0], t[1] < t[0] ? t[0] : t[1], 0);
}

/* ---- Into the frame ------------------------------------------------------------------- */

/* As quick_enter without an anchor; 0 when the line is not near or out of range. `frame` is the
 * shape's; a caller that passes a constant is compiled for that frame alone. */
static QUICK_INLINE int shoot_see(const collide_shape *s, collide_frame_kind frame,
                                  const double from[3], const double d[3], double size,
                                  double radius, quick *l) {
  double v[3], dd = vector_dot(d, d);
  l->shape = s;
  l->anchor = NULL;
  l->base = 0;
  l->comes_near = frame != COLLIDE_LINEAR;
  v[0] = from[0] - s->position[0];
  v[1] = from[1] - s->position[1];
  v[2] = from[2] - s->position[2];
  if (!(size > 1e-30 && radius < 1e30 && dd > 1e-40 && dd < 1e40)) return 0;
  if (frame == COLLIDE_LINEAR) {
    const double *inverse = s->of.turned.inverse;
    l->f_most = quick_through(inverse, v, l->f);
    l->d_most = quick_through(inverse, d, l->d);
    l->dd = vector_dot(l->d, l->d);
    l->eps = QUICK_TURNED;
    if (!(l->dd > 1e-40 && l->dd < 1e40 && 16 * l->dd >= l->d_most * l->d_most)) return 0;
  } else {
    l->f[0] = v[0];
    l->f[1] = v[1];
    l->f[2] = v[2];
    l->d[0] = d[0];
    l->d[1] = d[1];
    l->d[2] = d[2];
    l->f_most = quick_largest(v);
    l->d_most = quick_largest(d);
    l->dd = dd;
    l->eps = QUICK_MOVED;
  }
  if (!(l->f_most <= QUICK_NEAR * size)) return 0;
  if (l->f_most < size) l->f_most = size;
  return 1;
}

/* As quick_enter_slim of a frame that is only moved. */
static QUICK_INLINE int shoot_see_from(const collide_shape *s, const double *anchor,
                                       const double from[3], const double d[3], double size,
                                       double radius, double slim, quick *l) {
  double more;
  l->shape = s;
  l->anchor = anchor;
  l->base = 0;
  l->comes_near = 1;
  l->from = from;
  more = quick_see(l, anchor, size);
  l->d[0] = d[0];
  l->d[1] = d[1];
  l->d[2] = d[2];
  l->dd = vector_dot(d, d);
  l->f_most = quick_largest(l->f);
  l->d_most = quick_largest(d);
  l->eps = QUICK_MOVED;
  if (!quick_is_in_range(l, size, radius) || !(l->f_most <= QUICK_NEAR * slim)) return 0;
  if (l->f_most < size) l->f_most = size;
  l->f_most += more;
  return 1;
}

/* A point and a unit normal of the frame, in the world. */
static QUICK_INLINE void shoot_write_point(const collide_shape *s, collide_frame_kind frame,
                                           const double p[3], const double n[3], collide_hit *hit) {
  if (frame == COLLIDE_LINEAR) {
    const double *linear = s->of.turned.linear, *inverse = s->of.turned.inverse;
    double x = inverse[0] * n[0] + inverse[3] * n[1] + inverse[6] * n[2];
    double y = inverse[1] * n[0] + inverse[4] * n[1] + inverse[7] * n[2];
    double z = inverse[2] * n[0] + inverse[5] * n[1] + inverse[8] * n[2];
    double k = 1 / sqrt(x * x + y * y + z * z);
    hit->point[0] = s->position[0] + vector_dot(linear, p) + 0.0;
    hit->point[1] = s->position[1] + vector_dot(linear + 3, p) + 0.0;
    hit->point[2] = s->position[2] + vector_dot(linear + 6, p) + 0.0;
    hit->normal[0] = x * k + 0.0;
    hit->normal[1] = y * k + 0.0;
    hit->normal[2] = z * k + 0.0;
    return;
  }
  hit->point[0] = s->position[0] + p[0] + 0.0;
  hit->point[1] = s->position[1] + p[1] + 0.0;
  hit->point[2] = s->position[2] + p[2] + 0.0;
  hit->normal[0] = n[0] + 0.0;
  hit->normal[1] = n[1] + 0.0;
  hit->normal[2] = n[2] + 0.0;
}

/* As ci_quick_write of a normal of any length in a frame that is only moved. */
static QUICK_INLINE void shoot_normalise(double n[3]) {
  double k = 1 / sqrt(vector_dot(n, n));
  n[0] *= k;
  n[1] *= k;
  n[2] *= k;
}

/* What becomes of a line that is in the solid between the ends that q has: QUICK_MISS,
 * QUICK_UNSURE or QUICK_HIT, or SHOOT_MEASURE where the end at t[0] is still to be measured and
 * written. */
enum { SHOOT_MEASURE = QUICK_UNSURE + 1 };

static QUICK_INLINE int shoot_decide(const quick *q, const double from[3], double max, int flags,
                                     collide_hit *hit) {
  switch (flags & SHOOT_LINE ? SHOOT_ENTERS : shoot_range_of(q->t, q->error, max)) {
  case SHOOT_PASSES:
    return QUICK_MISS;
  case SHOOT_ENTERS:
    if (q->wanted == QUICK_MEASURE) return SHOOT_MEASURE;
    if (q->wanted == QUICK_TIME) hit->t = q->t[0] + 0.0;
    return QUICK_HIT;
  case SHOOT_INSIDE:
    return shoot_inside(q->shape, from, q->t[1], flags, q->wanted, hit);
  default:
    return QUICK_UNSURE;
  }
}

/* The same of a yes or no, from where the start lies and where the end does; `end` is
 * SHOOT_PAST for a ray without one. */
static QUICK_INLINE int shoot_decide_places(const collide_shape *s, shoot_place start,
                                            shoot_place end, int flags) {
  if (start == SHOOT_BEFORE) {
    if (end == SHOOT_SOMEWHERE) return QUICK_UNSURE;
    return end == SHOOT_BEFORE ? QUICK_MISS : QUICK_HIT;
  }
  if (start == SHOOT_PAST) return QUICK_MISS;
  if (start == SHOOT_SOMEWHERE) return QUICK_UNSURE;
  if (flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
  return s->hollow ? QUICK_UNSURE : QUICK_HIT;
}

static QUICK_INLINE int shoot_write(quick *q, collide_frame_kind frame, collide_hit *hit) {
  if (q->anchor != NULL) {
    q->point[0] = q->anchor[0] + q->point[0];
    q->point[1] = q->anchor[1] + q->point[1];
    q->point[2] = q->anchor[2] + q->point[2];
  }
  shoot_write_point(q->shape, frame, q->point, q->normal, hit);
  shoot_write_ends(q->t, hit);
  hit->face = q->face;
  return QUICK_HIT;
}

/* ---- Round shapes ------------------------------------------------------------------------ */

/* A point p of the line seen from the shape and the square of its distance from what the shape
 * is round about, less r^2. Where the line certainly meets the shape, that tells where p lies.
 *
 * pp = p . p is off by 5 u |p|^2 for p_i off by u |p_i|, and r^2 by u of itself; the difference by
 * u of it: c is off by 6 u |p|^2 + 2 u r^2 <= 8 u S for S = |p|^2 + r^2. A point p = f + max d has
 * p_i off by 3 u G, G = |f| + max |d|, so pp is off by 11 u G^2, and G^2 <= 2 (|f|^2 + max^2
 * |d|^2): c is off by 24 u S for S = |f|^2 + max^2 |d|^2 + r^2. Then c > 32 u S leaves |p|^2 - r^2
 * > 8 u S.
 *
 * The slope b = p . d of a point outside has a certain sign where the line meets the shape: then
 * b^2 >= (|p|^2 - r^2) |d|^2 > 8 u S |d|^2 >= 4 u G^2 |d|^2, and b is off by 9 u G |d| at most.
 * Where nothing is known of the line and b >= 0, what is ahead of p is at least |p|^2 (1 - (9 u)^2)
 * away, which is more than r^2. */
#ifndef QUICK_START
#define QUICK_START 32.0
#endif

/* Where the point lies; for SHOOT_BEFORE the line has to meet the shape. */
static QUICK_INLINE shoot_place shoot_place_of(double pp, double b, double rr, double scale) {
  double c = pp - rr, margin = QUICK_START * QUICK_UNIT * (scale + rr);
  if (c > margin) return b < 0 ? SHOOT_BEFORE : SHOOT_PAST;
  return c < -margin ? SHOOT_WITHIN : SHOOT_SOMEWHERE;
}

/* ---- For several kinds -------------------------------------------------------------------- */

int ci_shoot_rect(const collide_shape *s, const double from[3], const double d[3], double max,
                  int flags, collide_hit *hit, shoot_otherwise otherwise);
int ci_shoot_polygon(const collide_shape *s, const double from[3], const double d[3], double max,
                     int flags, collide_hit *hit, shoot_otherwise otherwise);
int ci_shoot_segment_2d(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags, collide_hit *hit, shoot_otherwise otherwise);

#endif
