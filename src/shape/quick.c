/* SPDX-License-Identifier: MIT */
#include "quick.h"

#include <string.h>

#include "kind.h"

/* ---- Into the frame and out again --------------------------------------------------- */

/* f and d through the inverse; 0 when d cancels. */
static int through_inverse(quick *q, const double inverse[9], const double f[3],
                           const double d[3]) {
  double d_size = 0, d_left = 0;
  int i, j;
  for (i = 0; i < 3; i++) {
    double size = 0;
    q->f[i] = q->d[i] = 0;
    for (j = 0; j < 3; j++) {
      double m = inverse[3 * i + j];
      q->f[i] += m * f[j];
      q->d[i] += m * d[j];
      size += fabs(m * f[j]);
      d_size += fabs(m * d[j]);
    }
    if (size > q->f_size) q->f_size = size;
    d_left += fabs(q->d[i]);
  }
  return d_size <= 4 * d_left;
}

/* 0 when the magnitudes are so far from 1 that squares might leave the range,
 * or taking the line into the frame costs too many digits. */
static int enter_frame(quick *q, const double from[3], const double toward[3], int is_segment) {
  const collide_shape *s = q->shape;
  int i;
  q->f_size = 0;
  for (i = 0; i < 3; i++) {
    q->f[i] = from[i] - s->position[i];
    q->d[i] = is_segment ? toward[i] - from[i] : toward[i];
    if (fabs(q->f[i]) > q->f_size) q->f_size = fabs(q->f[i]);
  }
  if (s->frame == COLLIDE_LINEAR) {
    double f[3], d[3];
    memcpy(f, q->f, sizeof f);
    memcpy(d, q->d, sizeof d);
    q->f_size = 0;
    if (!through_inverse(q, s->of.turned.inverse, f, d)) return 0;
  }
  q->dd = vector_dot(q->d, q->d);
  return q->dd > 1e-40 && q->dd < 1e40 && s->reach < 1e30 && q->f_size < 1e30;
}

static void normalise(const double n[3], int is_unit, double unit[3]) {
  double k = is_unit ? 1 : 1 / sqrt(vector_dot(n, n));
  unit[0] = n[0] * k + 0.0;
  unit[1] = n[1] * k + 0.0;
  unit[2] = n[2] * k + 0.0;
}

static void leave_frame(const quick *q, collide_hit *hit) {
  const collide_shape *s = q->shape;
  double n[3];
  int i;
  if (s->frame == COLLIDE_LINEAR) {
    for (i = 0; i < 3; i++) {
      hit->point[i] = s->position[i] + vector_dot(s->of.turned.linear + 3 * i, q->point) + 0.0;
      n[i] = s->of.turned.inverse[i] * q->normal[0] + s->of.turned.inverse[3 + i] * q->normal[1] +
             s->of.turned.inverse[6 + i] * q->normal[2];
    }
    normalise(n, 0, hit->normal);
    return;
  }
  for (i = 0; i < 3; i++) hit->point[i] = s->position[i] + q->point[i] + 0.0;
  normalise(q->normal, q->is_unit, hit->normal);
}

static void write_hit(const quick *q, int inside, const double from[3], collide_hit *hit) {
  hit->t_exit = q->t[1];
  hit->u = q->uv[0];
  hit->v = q->uv[1];
  hit->inside = inside;
  hit->has_point = 1;
  if (inside) {
    int i;
    hit->t = 0;
    hit->edge = 0;
    hit->face = COLLIDE_FACE_NONE;
    for (i = 0; i < 3; i++) {
      hit->point[i] = from[i] + 0.0;
      hit->normal[i] = 0;
    }
    return;
  }
  hit->t = q->t[0];
  hit->face = q->face;
  hit->edge = q->edge;
  leave_frame(q, hit);
}

int ci_quick_cast(const collide_shape *shape, const double from[3], const double toward[3],
                  int is_segment, double max, int flags, collide_hit *hit) {
  quick q;
  int found, inside;
  q.shape = shape;
  q.from = from;
  q.toward = toward;
  q.is_segment = is_segment;
  q.face = COLLIDE_FACE_NONE;
  q.edge = 0;
  q.uv[0] = q.uv[1] = 0;
  if (!enter_frame(&q, from, toward, is_segment)) return QUICK_UNSURE;
  found = ci_kind_of(shape)->look(&q);
  if (found != QUICK_HIT) return found;
  if (q.t[1] < -q.error || q.t[0] > max + q.error) return QUICK_MISS;
  inside = q.t[0] < -q.error && q.t[1] > q.error;
  if (inside) {
    if (flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
    if (shape->hollow) return QUICK_UNSURE;
  } else if (!(q.t[0] > q.error && q.t[0] < max - q.error)) {
    return QUICK_UNSURE;
  }
  if (hit) write_hit(&q, inside, from, hit);
  return QUICK_HIT;
}
