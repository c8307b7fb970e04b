/* SPDX-License-Identifier: MIT
 *
 * A line and a sphere. It is measured from the point of closest approach, so that a far start
 * loses no digits.
 */
#include "round.h"
#include "../number/vector.h"

static int sphere_meets(line *l) {
  return line_sign_of_moment(l, round_discriminant, NULL) >= 0;
}

static int sphere_locate(const line *l, double t) {
  return line_sign(l, round_value, &t);
}

static side sphere_side(const line *l, double t) {
  int value = sphere_locate(l, t);
  return value < 0 ? SIDE_EVERYWHERE : side_of_convex(value, ci_line_slope_sign(l, t));
}

static void write_ends(const line *l, double s, const twofold g[3], const double u[2], int end,
                       measured *m) {
  int i;
  for (i = 0; i < 2; i++) m->t[i] = s + u[i];
  ci_quadric_point(l, g, u[end], m->point);
  for (i = 0; i < 3; i++) m->normal[i] = m->point[i];
  vector_to_length(m->point, l->shape->radius);
  if (l->shape->radius == 0) /* the normal of a point is against the line */
    for (i = 0; i < 3; i++) m->normal[i] = end == 0 ? -l->d[i].hi : l->d[i].hi;
}

static void sphere_measure(const line *l, int end, measured *m) {
  quadric q = ci_quadric_of(l->shape);
  double s = ci_line_nearest(l), u[2];
  twofold g[3];
  ci_quadric_cut(l, &q, s, g, u);
  write_ends(l, s, g, u, end, m);
}

int ci_sphere_measure_if_met(line *l, int end, measured *m) {
  quadric q = ci_quadric_of(l->shape);
  double s = ci_line_nearest(l), u[2];
  twofold g[3];
  if (!ci_quadric_cut_near(l, &q, s, g, u) && !sphere_meets(l)) return 0;
  sphere_measure(l, end, m);
  return 1;
}

const exact_cast ci_sphere_exact = {sphere_meets, sphere_side, sphere_locate, sphere_measure};
