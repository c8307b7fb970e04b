/* SPDX-License-Identifier: MIT
 *
 * In two dimensions: hulls and capsules. Their corners are in the world, so
 * what is near is near to them, and not to the origin.
 */
#include "quick.h"

#include "flat.h"

/* ---- Hulls ------------------------------------------------------------------------- */

/* Where the line is beside the corners, see polygon_exact.c: clearly to the left
 * of corner `in` and to the right of the next one, and so on. */
typedef struct sides {
  int in, out;             /* the edges that it enters and leaves through */
  double in_here, in_next; /* d x (p - f) of the corners of the edge that it enters through */
} sides;

/* d x (p - f): p - f is off by e F + u (F + M) <= 1.5 e (F + M), with M the largest coordinate;
 * each product by 1.5 e + e + u <= 3 e of D (F + M), and the difference of two by 7 e. */
#ifndef QUICK_SIDE
#define QUICK_SIDE 7.0
#endif

static int look_at_sides(const quick *q, const collide_corner *c, sides *r) {
  double fx = q->f[0], fy = q->f[1], dx = q->d[0], dy = q->d[1], first, here;
  double margin = QUICK_SIDE * q->eps * q->d_most * (q->f_most + q->shape->of.outline.magnitude);
  int i, count = q->shape->of.outline.count;
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
    }
    here = next;
  }
  return r->in < 0 ? QUICK_MISS : QUICK_HIT;
}

/* t = e x g / e x d for the edge e from a and g = a - f. With E the largest component of e,
 * which is off by u E: e x g is off by 6 e E (F + M), e x d by 5 e E D. Where |e x d| is at least
 * 20 e E D the quotient is off by 4/3 (6 e E (F + M) + 5 e |t| E D) / |e x d| + u |t|. */
#ifndef QUICK_CROSSING
#define QUICK_CROSSING 8.0
#endif

/* t where the line crosses a-b; 0 when it is all but parallel. */
static int cross_edge(quick *q, const double a[2], const double b[2], double *t) {
  double ex = b[0] - a[0], ey = b[1] - a[1], gx = a[0] - q->f[0], gy = a[1] - q->f[1];
  double under = ex * q->d[1] - ey * q->d[0], most = fabs(ex) > fabs(ey) ? fabs(ex) : fabs(ey);
  double off;
  if (!(fabs(under) > QUICK_SHALLOW * most * q->d_most)) return 0; /* above 20 e E D */
  *t = (ex * gy - ey * gx) / under;
  off = QUICK_CROSSING * q->eps * most *
        (q->f_most + q->shape->of.outline.magnitude + fabs(*t) * q->d_most) / fabs(under);
  if (off > q->error) q->error = off;
  return 1;
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
  const outline_kind *kind = ci_kind_of(s)->outline;
  int number;
  if (kind->is_surface) return;
  number = find_number(q, i);
  if (kind->names_sides)
    q->face = ci_flat_face(number);
  else
    q->edge = number;
}

static const collide_corner *next_of(const collide_shape *s, const collide_corner *c, int i) {
  return &c[i + 1 < s->of.outline.count ? i + 1 : 0];
}

static void measure(quick *q, const collide_corner *c, const sides *r) {
  const collide_corner *a = &c[r->in], *b = next_of(q->shape, c, r->in);
  double u = r->in_here / (r->in_here - r->in_next);
  int i;
  for (i = 0; i < 2; i++) {
    q->point[i] = a->point[i] + u * (b->point[i] - a->point[i]);
    q->normal[i] = a->normal[i];
  }
  q->point[2] = q->normal[2] = 0;
  name_edge(q, r->in);
}

int ci_quick_polygon(quick *q) {
  const collide_shape *s = q->shape;
  const collide_corner *c = collide_hull(s);
  double size = s->of.outline.magnitude;
  int found, is_surface = ci_kind_of(s)->outline->is_surface;
  sides r;
  if (s->of.outline.count < (is_surface ? 2 : 3)) return QUICK_UNSURE;
  /* sqrt(2), rounded up. */
  found = quick_enter(q, NULL, size, 1.4142135623730952 * size);
  if (found != QUICK_HIT) return found;
  found = look_at_sides(q, c, &r);
  if (found != QUICK_HIT) return found;
  q->error = 0;
  if (!cross_edge(q, c[r.in].point, next_of(s, c, r.in)->point, &q->t[0])) return QUICK_UNSURE;
  q->t[1] = q->t[0];
  if (!is_surface && !cross_edge(q, c[r.out].point, next_of(s, c, r.out)->point, &q->t[1]))
    return QUICK_UNSURE;
  /* So shallow that the ends are not in order. */
  if (!is_surface && !(q->t[1] - q->t[0] > q->error)) return QUICK_UNSURE;
  measure(q, c, &r);
  return QUICK_HIT;
}
