/* SPDX-License-Identifier: MIT
 *
 * In two dimensions: hulls and capsules. Their corners are in the world, so
 * what is near is near to them, and not to the origin.
 */
#include "quick.h"

#include "flat.h"

/* ---- Hulls ------------------------------------------------------------------------- */

/* Where the line is beside the corners, see cast_polygon.c: clearly to the left
 * of corner `in` and to the right of the next one, and so on. */
typedef struct sides {
  int in, out;             /* the edges that it enters and leaves through */
  double in_here, in_next; /* d x (p - f) of that edge's corners */
  double out_here, out_next;
} sides;

static int look_at_sides(const quick *q, const collide_corner *c, sides *r) {
  double fx = q->f[0], fy = q->f[1], dx = q->d[0], dy = q->d[1], first, here;
  double margin = 1e-13 * (fabs(dx) + fabs(dy)) * (q->f_size + q->shape->magnitude);
  int i, count = q->shape->count;
  r->in = r->out = -1;
  here = first = dx * (c[0].point[1] - fy) - dy * (c[0].point[0] - fx);
  if (!(fabs(first) > margin)) return QUICK_UNSURE;
  for (i = 0; i < count; i++) {
    double next = first;
    if (i + 1 < count) {
      next = dx * (c[i + 1].point[1] - fy) - dy * (c[i + 1].point[0] - fx);
      if (!(fabs(next) > margin)) return QUICK_UNSURE;
    }
    if (here > 0 && next < 0) {
      r->in = i;
      r->in_here = here;
      r->in_next = next;
    } else if (here < 0 && next > 0) {
      r->out = i;
      r->out_here = here;
      r->out_next = next;
    }
    here = next;
  }
  return r->in < 0 ? QUICK_MISS : QUICK_HIT;
}

/* t where the line crosses a-b, and what it may be off by. */
static double cross_edge(const quick *q, const double a[2], const double b[2], double *error) {
  double ex = b[0] - a[0], ey = b[1] - a[1], gx = a[0] - q->f[0], gy = a[1] - q->f[1];
  double under = ex * q->d[1] - ey * q->d[0], t = (ex * gy - ey * gx) / under;
  *error += 1e-13 * (fabs(ex) + fabs(ey)) *
            (q->f_size + q->shape->magnitude + fabs(t) * (fabs(q->d[0]) + fabs(q->d[1]))) /
            fabs(under);
  return t;
}

/* Of a hull edge that may stand for several of those given, exactly. */
static int find_number(const quick *q, int i) {
  line l;
  l.shape = q->shape;
  l.from = q->from;
  l.toward = q->toward;
  l.is_segment = q->is_segment;
  return ci_flat_edge_number(&l, 0, i);
}

static void name_edge(quick *q, int i) {
  const collide_shape *s = q->shape;
  int given = s->kind == COLLIDE_POLYGON ? s->given : s->kind == COLLIDE_RECT ? 4 : 3, number;
  if (s->kind == COLLIDE_SEGMENT_2D) return;
  number = s->count == given ? collide_hull(s)[i].edge : find_number(q, i);
  if (s->kind == COLLIDE_RECT)
    q->face = ci_flat_face(number);
  else
    q->edge = number;
}

int ci_quick_polygon(quick *q) {
  const collide_shape *s = q->shape;
  const collide_corner *c = collide_hull(s), *a, *b;
  int found, i, is_segment = s->kind == COLLIDE_SEGMENT_2D;
  double u;
  sides r;
  if (s->count < (is_segment ? 2 : 3)) return QUICK_UNSURE;
  if (!(q->f_size <= QUICK_NEAR * s->magnitude && s->magnitude > 1e-30)) return QUICK_UNSURE;
  found = look_at_sides(q, c, &r);
  if (found != QUICK_HIT) return found;
  a = &c[r.in];
  b = &c[r.in + 1 < s->count ? r.in + 1 : 0];
  q->error = 0;
  q->t[0] = q->t[1] = cross_edge(q, a->point, b->point, &q->error);
  if (!is_segment) {
    q->t[1] =
        cross_edge(q, c[r.out].point, c[r.out + 1 < s->count ? r.out + 1 : 0].point, &q->error);
    if (!(q->t[1] - q->t[0] > q->error)) return QUICK_UNSURE;
  }
  u = r.in_here / (r.in_here - r.in_next);
  for (i = 0; i < 2; i++) {
    q->point[i] = a->point[i] + u * (b->point[i] - a->point[i]);
    q->normal[i] = a->normal[i];
  }
  q->point[2] = q->normal[2] = 0;
  q->is_unit = 1;
  name_edge(q, r.in);
  return QUICK_HIT;
}

/* ---- Capsules ------------------------------------------------------------------------ */

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
int ci_quick_capsule_2d(quick *q) {
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
