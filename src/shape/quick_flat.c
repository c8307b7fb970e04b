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
  double margin = 1e-13 * (fabs(dx) + fabs(dy)) * (q->f_size + q->shape->of.outline.magnitude);
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
  *error +=
      1e-13 * (fabs(ex) + fabs(ey)) *
      (q->f_size + q->shape->of.outline.magnitude + fabs(t) * (fabs(q->d[0]) + fabs(q->d[1]))) /
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
  const outline_kind *kind = ci_kind_of(s)->outline;
  int number;
  if (kind->is_surface) return;
  number = s->of.outline.count == s->of.outline.given ? collide_hull(s)[i].edge : find_number(q, i);
  if (kind->names_sides)
    q->face = ci_flat_face(number);
  else
    q->edge = number;
}

int ci_quick_polygon(quick *q) {
  const collide_shape *s = q->shape;
  const collide_corner *c = collide_hull(s), *a, *b;
  int found, i, is_segment = ci_kind_of(s)->outline->is_surface;
  double u;
  sides r;
  if (s->of.outline.count < (is_segment ? 2 : 3)) return QUICK_UNSURE;
  if (!(q->f_size <= QUICK_NEAR * s->of.outline.magnitude && s->of.outline.magnitude > 1e-30))
    return QUICK_UNSURE;
  found = look_at_sides(q, c, &r);
  if (found != QUICK_HIT) return found;
  a = &c[r.in];
  b = &c[r.in + 1 < s->of.outline.count ? r.in + 1 : 0];
  q->error = 0;
  q->t[0] = q->t[1] = cross_edge(q, a->point, b->point, &q->error);
  if (!is_segment) {
    q->t[1] = cross_edge(q, c[r.out].point,
                         c[r.out + 1 < s->of.outline.count ? r.out + 1 : 0].point, &q->error);
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
