/* SPDX-License-Identifier: MIT
 *
 * Triangles in three dimensions.
 */
#include <string.h>

#include "kind.h"
#include "quick_bounds.h"
#include "../number/vector.h"
#include "shape.h"

/* ---- Making, folding, extent --------------------------------------------------- */

collide_error collide_make_triangle(collide_shape *shape, collide_source *source, const double a[3],
                                    const double b[3], const double c[3]) {
  double sizes[9];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  memcpy(sizes + 6, c, 3 * sizeof c[0]);
  return ci_shape_make(shape, source, COLLIDE_TRIANGLE, sizes, 9);
}

static collide_error triangle_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  collide_facet *facet = &s->of.facet;
  memcpy(s->a, sizes, sizeof s->a);
  memcpy(s->b, sizes + 3, sizeof s->b);
  memcpy(facet->c, sizes + 6, sizeof facet->c);
  if (!pose->is_identity) {
    ci_pose_carry(pose->turned.linear, s->a);
    ci_pose_carry(pose->turned.linear, s->b);
    ci_pose_carry(pose->turned.linear, facet->c);
  }
  s->reach = ci_largest(facet->c, 3, ci_largest(s->b, 3, ci_largest(s->a, 3, 0)));
  if (!(s->reach <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POSE_OVERFLOW;
  ci_triangle_set_normal(s);
  if (!(ci_largest(facet->normal, 3, 0) <= DBL_MAX)) return COLLIDE_ERROR_POSE_OVERFLOW;
  return COLLIDE_OK;
}

static void triangle_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  const double *points[3];
  points[0] = s->a;
  points[1] = s->b;
  points[2] = s->of.facet.c;
  ci_extent_of_points(points, 3, 0, g, extent);
}

int ci_triangle_normal(const collide_shape *triangle, double normal[3]) {
  return ci_vector_unit(triangle->of.facet.normal, normal);
}

/* ---- Quick casts --------------------------------------------------------------- */

/* Moeller and Trumbore 1997, where the three edge functions have certain signs. Edges
 * are off by u X, with X their largest component. u = f . (d x e2) and v = d . (f x e1)
 * are off by 30 e F D X, their sum's complement w = e1 . (d x e2) - u - v by 60 e F D X, 27 e X^2 D
 * and the roundings of its two differences, 2 u (6 X^2 + 12 F X) D: none by more than 72 e D X
 * (F + X). */
#ifndef QUICK_EDGE
#define QUICK_EDGE 72.0
#endif
/* t = -(n . f) / (n . d) by the unit normal, whose components are off by 3 u: both products
 * are off by 3 (e + 4 u) + 2 u (3) <= 12 e of F and D. Where |n . d| >= D / 128 the quotient is
 * off by 1.001 (12 e (F + |t| D)) / |n . d| + 2 u |t|, and |n . d| <= 3 D. */
#ifndef QUICK_FACET
#define QUICK_FACET 16.0
#endif

/* sqrt(3), rounded up. */
#define SPREAD 1.7320508075688774

typedef struct edges {
  double e1[3], e2[3], most;
} edges;

static QUICK_INLINE edges view_edges(const collide_shape *s) {
  const double *a = s->a, *b = s->b, *c = s->of.facet.c;
  edges e;
  double most;
  e.e1[0] = b[0] - a[0];
  e.e1[1] = b[1] - a[1];
  e.e1[2] = b[2] - a[2];
  e.e2[0] = c[0] - a[0];
  e.e2[1] = c[1] - a[1];
  e.e2[2] = c[2] - a[2];
  e.most = quick_largest(e.e1);
  most = quick_largest(e.e2);
  if (most > e.most) e.most = most;
  return e;
}

static QUICK_INLINE int cross_facet(quick *q) {
  const double *n = q->shape->of.facet.unit;
  double rate = vector_dot(n, q->d), over = 1 / rate, t = -vector_dot(n, q->f) / rate;
  if (!(128 * fabs(rate) > q->d_most)) return 0;
  q->t[0] = q->t[1] = t;
  q->error = QUICK_FACET * q->eps * (q->f_most + fabs(t) * q->d_most) * fabs(over);
  return 1;
}

/* The edge functions. */
typedef struct places {
  double u, v, w;
} places;

static QUICK_INLINE int meet_edges(const quick *q, const edges *e, places *p) {
  double h[3], g[3], u, v, w, least, greatest, margin;
  vector_cross(q->d, e->e2, h);
  vector_cross(q->f, e->e1, g);
  p->u = u = vector_dot(q->f, h);
  p->v = v = vector_dot(q->d, g);
  p->w = w = vector_dot(e->e1, h) - u - v;
  margin = QUICK_EDGE * q->eps * q->d_most * e->most * (q->f_most + e->most);
  least = u < v ? u : v;
  least = w < least ? w : least;
  greatest = u > v ? u : v;
  greatest = w > greatest ? w : greatest;
  if (greatest > margin && least < -margin) return QUICK_MISS;
  return least > margin || greatest < -margin ? QUICK_HIT : QUICK_UNSURE;
}

static QUICK_INLINE void measure(quick *q, const places *p) {
  const double *n = q->shape->of.facet.unit;
  double sign = p->u + p->v + p->w < 0 ? -1 : 1;
  quick_point_at(q, q->t[0], q->point);
  vector_onto_plane(q->point, n, 0);
  q->normal[0] = sign * n[0];
  q->normal[1] = sign * n[1];
  q->normal[2] = sign * n[2];
  q->face = p->u < 0 ? COLLIDE_FACE_BACK : COLLIDE_FACE_FRONT;
}

static QUICK_INLINE int quick_in(const collide_shape *s, const quick_cast *c, collide_hit *hit) {
  edges e = view_edges(s);
  places p;
  quick q;
  double over;
  int found;
  /* The triangle lies within the longer edge of a. */
  if (!quick_see(&q, COLLIDE_MOVED, s, c, hit, s->a, e.most, SPREAD * e.most)) return QUICK_UNSURE;
  found = quick_approach(&q, COLLIDE_MOVED, e.most, SPREAD * e.most, e.most);
  if (found == QUICK_HIT) found = meet_edges(&q, &e, &p);
  if (found != QUICK_HIT) return found;
  if (!cross_facet(&q)) return QUICK_UNSURE;
  found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  measure(&q, &p);
  (void)quick_write(&q, COLLIDE_MOVED, hit);
  over = 1 / (p.u + p.v + p.w);
  hit->u = p.u * over;
  hit->v = p.v * over;
  return QUICK_HIT;
}

static int quick_triangle(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return quick_in(s, &c, hit);
}

const shape_kind ci_triangle = {
    "triangle",         /* name */
    3,                  /* dimensions */
    1.7320508075688774, /* spread */
    triangle_fold,      /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    triangle_extent,    /* extent */
    NULL,               /* unbounded_extent */
    quick_triangle,     /* quick */
    &ci_triangle_exact, /* exact */
    3                   /* points */
};
