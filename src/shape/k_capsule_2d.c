/* SPDX-License-Identifier: MIT
 *
 * Capsules in two dimensions: the strip between two discs.
 */
#include <string.h>

#include "kind.h"
#include "hull.h"

collide_error collide_make_capsule_2d(collide_shape *shape, collide_source *source,
                                      const double a[2], const double b[2], double radius) {
  double sizes[5];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  sizes[4] = radius;
  if (!(radius >= 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CAPSULE_2D, sizes, 5);
}

static void capsule_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->a, 3, exponent);
  ci_rescale(s->b, 3, exponent);
  s->radius = ldexp(s->radius, exponent);
}

static const outline_kind capsule_outline = {2, 4, ci_outline_sizes, 0, 0};

/* ---- The short way --------------------------------------------------------------- */

/* A capsule seen from the line: f from a; x is b - a. */
typedef struct strip {
  double f[2], x[2], xx, length;
  double off, rate; /* x x f and x x d: how far off the axis, times its length */
} strip;

/* The disc about c, which f is seen from; see ball in quick.c. */
static int disc(const quick *q, const double f[2], double t[2]) {
  double over = 1 / q->dd, s = -(f[0] * q->d[0] + f[1] * q->d[1]) * over, r = q->shape->radius;
  double x = f[0] + s * q->d[0], y = f[1] + s * q->d[1], rr = r * r, gg = x * x + y * y, half;
  if (gg > rr * (1 + QUICK_CLEAR)) return QUICK_MISS;
  if (!(rr - gg > rr * QUICK_NO_GRAZE)) return QUICK_UNSURE;
  half = sqrt((rr - gg) * over);
  t[0] = s - half;
  t[1] = s + half;
  return QUICK_HIT;
}

static int view_strip(const quick *q, strip *v) {
  const double *a = q->shape->a, *b = q->shape->b;
  double near = QUICK_NEAR * q->shape->radius;
  int i;
  for (i = 0; i < 2; i++) {
    v->f[i] = q->f[i] - a[i];
    v->x[i] = b[i] - a[i];
    if (!(fabs(v->f[i]) <= near && fabs(v->x[i]) <= near)) return 0;
  }
  v->xx = v->x[0] * v->x[0] + v->x[1] * v->x[1];
  v->length = sqrt(v->xx);
  v->off = v->x[0] * v->f[1] - v->x[1] * v->f[0];
  v->rate = v->x[0] * q->d[1] - v->x[1] * q->d[0];
  return q->shape->radius > 1e-30 && v->xx > 1e-6 * q->shape->radius * q->shape->radius;
}

/* Clearly beside the strip, of a line along it; or perhaps not. */
static int misses_along(const quick *q, const strip *v) {
  return fabs(v->off) > q->shape->radius * v->length * (1 + QUICK_CLEAR);
}

/* Where end 0 or 1 lies along the axis: -1 before a, 0 between, 1 behind b, or 2
 * for not clear; t is where the line crosses the strip's border. */
static int zone_of(const quick *q, const strip *v, int end, double *t, double *error,
                   double *along) {
  double border = q->shape->radius * v->length, xd = v->x[0] * q->d[0] + v->x[1] * q->d[1], y, e;
  if (v->rate == 0) {
    if (!(fabs(v->off) < border * (1 - QUICK_CLEAR))) return 2;
    return (xd > 0) == (end == 0) ? -1 : 1;
  }
  if ((v->rate > 0) == (end == 0)) border = -border;
  *t = (border - v->off) / v->rate;
  *error = QUICK_CLEAR * (fabs(border) + fabs(v->off)) / fabs(v->rate);
  y = v->x[0] * v->f[0] + v->x[1] * v->f[1] + *t * xd;
  e = QUICK_CLEAR * v->xx + *error * fabs(xd);
  *along = y / v->xx;
  return y < -e ? -1 : y > v->xx + e ? 1 : y > e && y < v->xx - e ? 0 : 2;
}

/* The side that is crossed: on which side of the axis, and where along it. */
static void enter_side(quick *q, const strip *v, double along) {
  const double *a = q->shape->a;
  double k = (v->rate > 0 ? 1 : -1) / v->length, r = q->shape->radius;
  q->normal[0] = v->x[1] * k;
  q->normal[1] = -v->x[0] * k;
  q->point[0] = a[0] + along * v->x[0] + r * q->normal[0];
  q->point[1] = a[1] + along * v->x[1] + r * q->normal[1];
}

static void enter_disc(quick *q, const double f[2], const double center[2]) {
  double p[3], r = q->shape->radius;
  p[0] = f[0] + q->t[0] * q->d[0];
  p[1] = f[1] + q->t[0] * q->d[1];
  p[2] = 0;
  quick_unit(p, r, q->normal);
  q->point[0] = center[0] + r * q->normal[0];
  q->point[1] = center[1] + r * q->normal[1];
}

static int capsule_end(quick *q, const strip *v, int end) {
  double t = 0, error = 0, along = 0, f[2], both[2];
  int found, zone = zone_of(q, v, end, &t, &error, &along);
  if (zone == 2) return QUICK_UNSURE;
  if (zone == 0) {
    q->t[end] = t;
    q->error += error;
    if (end == 0) enter_side(q, v, along);
    return QUICK_HIT;
  }
  f[0] = zone < 0 ? v->f[0] : v->f[0] - v->x[0];
  f[1] = zone < 0 ? v->f[1] : v->f[1] - v->x[1];
  found = disc(q, f, both);
  if (found != QUICK_HIT) return found;
  q->t[end] = both[end];
  q->error += 10 * QUICK_CLEAR * (fabs(both[0]) + fabs(both[1]));
  if (end == 0) enter_disc(q, f, zone < 0 ? q->shape->a : q->shape->b);
  return QUICK_HIT;
}

/* The strip between two discs. A line that enters the strip before a meets the
 * capsule by the disc about a, or not at all; and so on. */
static int quick_capsule_2d(quick *q) {
  strip v;
  int end, found;
  if (!view_strip(q, &v)) return QUICK_UNSURE;
  if (v.rate == 0 && misses_along(q, &v)) return QUICK_MISS;
  q->error = 0;
  for (end = 0; end < 2; end++) {
    found = capsule_end(q, &v, end);
    if (found != QUICK_HIT) return found;
  }
  q->point[2] = q->normal[2] = 0;
  q->is_unit = 1;
  return q->t[1] - q->t[0] > q->error ? QUICK_HIT : QUICK_UNSURE;
}

const shape_kind ci_capsule_2d = {"capsule",
                                  2,
                                  NULL,
                                  ci_outline_fold,
                                  &capsule_outline,
                                  ci_outline_extent,
                                  NULL,
                                  quick_capsule_2d,
                                  &ci_capsule_exact,
                                  capsule_rescale,
                                  NULL,
                                  NULL,
                                  0};
