/* SPDX-License-Identifier: MIT
 *
 * The coordinates u and v of a point on a triangle: the point is a + u (b - a) + v (c - a).
 */
#include "line.h"
#include "../number/scalar.h"
#include "../number/vector.h"

/* Handles a degenerate triangle: measures along the edge from a that has the direction of q and is
 * at least as long. */
static void barycentric_flat(const double e1[3], const double e2[3], const double q[3],
                             measured *m) {
  double e11 = vector_dot(e1, e1), e22 = vector_dot(e2, e2), k1 = vector_dot(q, e1),
         k2 = vector_dot(q, e2);
  m->u = m->v = 0;
  if (k1 > 0 && (k2 <= 0 || e11 >= e22))
    m->u = clamp_unit(k1 / e11);
  else if (k2 > 0)
    m->v = clamp_unit(k2 / e22);
}

/* The square of twice the area. */
static double area_of(const collide_shape *s) {
  return vector_dot(s->of.facet.normal, s->of.facet.normal);
}

int ci_triangle_has_area(const collide_shape *s) {
  return area_of(s) > 0;
}

void ci_triangle_coordinates(const collide_shape *s, const double q[3], measured *m) {
  double e1[3], e2[3], c[3], nn = area_of(s);
  int i;
  for (i = 0; i < 3; i++) {
    e1[i] = s->b[i] - s->a[i];
    e2[i] = s->of.facet.c[i] - s->a[i];
  }
  if (nn > 0) {
    vector_cross(q, e2, c);
    m->u = clamp_unit(vector_dot(c, s->of.facet.normal) / nn);
    vector_cross(e1, q, c);
    m->v = clamp_unit(vector_dot(c, s->of.facet.normal) / nn);
  } else {
    barycentric_flat(e1, e2, q, m);
  }
  if (m->u + m->v > 1) m->v = 1 - m->u;
}

/* u = (q x e2) . n / n . n and v = (e1 x q) . n / n . n of the start a + q, each rounded once. */
static void start_coordinates_exactly(const line *from_a, measured *m) {
  const collide_shape *s = from_a->shape;
  real q[3], e[2][3], n[3], c[3], over, under;
  double low, weight[2];
  int i, mark = ci_exact_mark(from_a->pool);
  line_at(from_a, LINE_EXACT, 0, q);
  line_difference(from_a, LINE_EXACT, s->a, s->b, e[0]);
  line_difference(from_a, LINE_EXACT, s->a, s->of.facet.c, e[1]);
  real_cross(e[0], e[1], n);
  under = real_dot(n, n);
  for (i = 0; i < 2; i++) {
    real_cross(i == 0 ? q : e[0], i == 0 ? e[1] : q, c);
    over = real_dot(c, n);
    weight[i] = clamp_unit(ci_exact_ratio(&over.whole, &under.whole, &low));
  }
  ci_exact_release(from_a->pool, mark);
  m->u = weight[0];
  m->v = m->u + weight[1] > 1 ? 1 - m->u : weight[1];
}

void ci_triangle_start_coordinates(const line *l, measured *m) {
  line from_a = ci_line_offset(l, l->shape->a);
  double q[3];
  int i;
  if (ci_triangle_has_area(l->shape)) {
    start_coordinates_exactly(&from_a, m);
    return;
  }
  for (i = 0; i < 3; i++) q[i] = from_a.f[i].hi;
  ci_triangle_coordinates(l->shape, q, m);
}
