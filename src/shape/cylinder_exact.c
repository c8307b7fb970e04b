/* SPDX-License-Identifier: MIT
 *
 * Ray and cylinder: the slab between the caps, and the disc that the axis, y,
 * sees. With the moment w = f x d, which does not depend on the start:
 *   discriminant of the disc    r^2 (dx^2 + dz^2) - wy^2
 *   where the line meets y = h  (x, z) dy = (wz + h dx, -wx + h dz)
 */
#include "quadric.h"
#include "../number/vector.h"

static void exact_discriminant(const line *l, exact *r) {
  exact d[3], w[3], radius;
  int mark = ci_exact_mark(l->pool);
  ci_line_exact_direction(l, d);
  ci_line_exact_moment(l, w);
  ci_line_exact_size(l, l->shape->radius, &radius);
  ci_exact_mul(r, &d[0], &d[0]);
  ci_exact_add_product(r, &d[2], &d[2]);
  ci_exact_mul(r, r, &radius);
  ci_exact_mul(r, r, &radius);
  ci_exact_sub_product(r, &w[1], &w[1]);
  ci_exact_keep(l->pool, mark, r, 1);
}

static int discriminant_sign(const line *l) {
  approx d[3], w[3], across;
  exact e;
  int precision, sign, mark;
  ci_line_approx_direction(l, d);
  across = approx_add(approx_square(d[0]), approx_square(d[2]));
  across = approx_mul(across, approx_square(approx_exact(l->shape->radius)));
  for (precision = LINE_PLAIN; precision < LINE_PRECISIONS; precision++) {
    ci_line_approx_moment(l, precision, w);
    sign = approx_sign(approx_sub(across, approx_square(w[1])));
    if (sign != FILTER_UNSURE) return sign;
  }
  mark = ci_exact_mark(l->pool);
  exact_discriminant(l, &e);
  ci_exact_release(l->pool, mark);
  return exact_sign(&e);
}

/* x^2 + z^2 - r^2 at t */
static int disc_sign(const line *l, double t) {
  approx p[3], value;
  exact e[3], x, r;
  int sign, mark;
  ci_line_approx_at(l, t, p);
  value = approx_sub(approx_add(approx_square(p[0]), approx_square(p[2])),
                     approx_square(approx_exact(l->shape->radius)));
  sign = approx_sign(value);
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_at(l, t, e);
  ci_exact_mul(&x, &e[0], &e[0]);
  ci_exact_add_product(&x, &e[2], &e[2]);
  ci_line_exact_size(l, l->shape->radius, &r);
  ci_exact_sub_product(&x, &r, &r);
  ci_exact_release(l->pool, mark);
  return exact_sign(&x);
}

/* Half its slope, x dx + z dz. */
static int disc_slope_sign(const line *l, double t) {
  approx p[3], d[3];
  exact e[3], v[3], x;
  int sign, mark;
  ci_line_approx_at(l, t, p);
  ci_line_approx_direction(l, d);
  sign = approx_sign(approx_add(approx_mul(p[0], d[0]), approx_mul(p[2], d[2])));
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_at(l, t, e);
  ci_line_exact_direction(l, v);
  ci_exact_mul(&x, &e[0], &v[0]);
  ci_exact_add_product(&x, &e[2], &v[2]);
  ci_exact_release(l->pool, mark);
  return exact_sign(&x);
}

/* Where the line meets the plane y = level: the sign of x^2 + z^2 - r^2, and
 * that of its slope. */
typedef struct cap_signs {
  int value, slope;
} cap_signs;

static cap_signs exact_cap_signs(const line *l, double level) {
  int mark = ci_exact_mark(l->pool);
  level_point p;
  exact slope;
  cap_signs s;
  ci_quadric_exact_level(l, level, &p);
  s.value = exact_sign(&p.value);
  ci_exact_mul(&slope, &p.x, &p.d[0]);
  ci_exact_add_product(&slope, &p.z, &p.d[2]);
  s.slope = exact_sign(&slope) * exact_sign(&p.d[1]);
  ci_exact_release(l->pool, mark);
  return s;
}

static cap_signs cap_signs_at(const line *l, double level) {
  approx d[3], w[3], x, z, h = approx_exact(level), r = approx_exact(l->shape->radius);
  cap_signs s;
  int precision;
  ci_line_approx_direction(l, d);
  for (precision = LINE_PLAIN; precision < LINE_PRECISIONS; precision++) {
    ci_line_approx_moment(l, precision, w);
    x = approx_add(w[2], approx_mul(h, d[0]));
    z = approx_sub(approx_mul(h, d[2]), w[0]);
    s.value = approx_sign(approx_sub(approx_add(approx_square(x), approx_square(z)),
                                     approx_square(approx_mul(r, d[1]))));
    if (s.value == FILTER_UNSURE) continue;
    s.slope = 0;
    if (s.value < 0) return s;
    s.slope = approx_sign(approx_add(approx_mul(x, d[0]), approx_mul(z, d[2])));
    if (s.slope == FILTER_UNSURE) continue;
    s.slope *= ci_line_direction_sign(l, 1);
    return s;
  }
  return exact_cap_signs(l, level);
}

static int runs_along_axis(const line *l) {
  return ci_line_direction_sign(l, 0) == 0 && ci_line_direction_sign(l, 2) == 0;
}

/* A line across the axis, in a cap's plane perhaps: then it meets the rim,
 * which is the cap's. */
static int meets_level(line *l) {
  int above = ci_line_level_sign(l, 0, 1, l->shape->height);
  int below = ci_line_level_sign(l, 0, 1, -l->shape->height);
  if (below == 0) l->faces[0] = l->faces[1] = COLLIDE_FACE_BOTTOM;
  if (above == 0) l->faces[0] = l->faces[1] = COLLIDE_FACE_TOP;
  return above <= 0 && below >= 0;
}

static int cylinder_meets(line *l) {
  double h = l->shape->height;
  int up = ci_line_direction_sign(l, 1), along = runs_along_axis(l);
  cap_signs enter, leave;
  l->faces[0] = l->faces[1] = COLLIDE_FACE_SIDE;
  if (along ? disc_sign(l, 0) > 0 : discriminant_sign(l) < 0) return 0;
  if (up == 0) return meets_level(l);
  if (along) {
    enter.value = leave.value = -1;
    enter.slope = leave.slope = 0;
  } else {
    enter = cap_signs_at(l, up > 0 ? -h : h);
    leave = cap_signs_at(l, up > 0 ? h : -h);
    /* Into the slab behind the disc, or out of it before the disc. */
    if (enter.value > 0 && enter.slope > 0) return 0;
    if (leave.value > 0 && leave.slope < 0) return 0;
  }
  if (enter.value <= 0) l->faces[0] = up > 0 ? COLLIDE_FACE_BOTTOM : COLLIDE_FACE_TOP;
  if (leave.value <= 0) l->faces[1] = up > 0 ? COLLIDE_FACE_TOP : COLLIDE_FACE_BOTTOM;
  /* Where the rim is all that is met, both ends are the cap's. */
  if (enter.value == 0 && enter.slope >= 0 && l->faces[1] == COLLIDE_FACE_SIDE)
    l->faces[1] = l->faces[0];
  if (leave.value == 0 && leave.slope <= 0 && l->faces[0] == COLLIDE_FACE_SIDE)
    l->faces[0] = l->faces[1];
  return 1;
}

static int cylinder_locate(const line *l, double t) {
  double h = l->shape->height;
  int above = ci_line_level_sign(l, t, 1, h), below = ci_line_level_sign(l, t, 1, -h), disc;
  if (above > 0 || below < 0) return 1;
  disc = disc_sign(l, t);
  return disc > 0 ? 1 : disc == 0 || above == 0 || below == 0 ? 0 : -1;
}

static side cylinder_side(const line *l, double t) {
  double h = l->shape->height;
  side s = SIDE_EVERYWHERE;
  int up = ci_line_direction_sign(l, 1);
  if (up != 0) {
    int above = ci_line_level_sign(l, t, 1, h), below = ci_line_level_sign(l, t, 1, -h);
    s = up > 0 ? side_make(below, above) : side_make(-above, -below);
  }
  if (!runs_along_axis(l)) {
    int value = disc_sign(l, t);
    if (value >= 0) s = side_intersect(s, side_of_convex(value, disc_slope_sign(l, t)));
  }
  return s;
}

/* 1 for the top, -1 for the bottom. */
static int cap_of(const line *l, int at) {
  return l->faces[at] == COLLIDE_FACE_TOP ? 1 : -1;
}

/* Does the line cross a cap's plane there, and not the side? */
static int crosses_cap(const line *l, int at) {
  return l->faces[at] != COLLIDE_FACE_SIDE && ci_line_direction_sign(l, 1) != 0;
}

static void measure_side(const line *l, int end, measured *m) {
  double s = ci_line_nearest_axis(l, -l->shape->height, l->shape->height);
  double r = l->shape->radius, u[2];
  quadric q;
  twofold g[3];
  int i, k;
  q.q[0] = q.q[2] = tf(1);
  q.q[1] = tf(0);
  q.level = two_product(r, r);
  q.size = r;
  q.discriminant = exact_discriminant;
  ci_quadric_cut(l, &q, s, g, u);
  for (i = 0; i < 2; i++) {
    if (crosses_cap(l, i)) continue;
    m->t[i] = s + u[i];
    if (i != end) continue;
    ci_quadric_point(l, g, u[i], m->point);
    for (k = 0; k < 3; k++) m->normal[k] = k == 1 ? 0 : m->point[k];
    vector_to_length(m->normal, r);
    m->point[0] = m->normal[0];
    m->point[2] = m->normal[2];
    if (r == 0)
      for (k = 0; k < 3; k += 2) m->normal[k] = i == 0 ? -l->d[k].hi : l->d[k].hi;
  }
}

static void cylinder_measure(const line *l, int end, measured *m) {
  int cap[2], i;
  for (i = 0; i < 2; i++) cap[i] = crosses_cap(l, i);
  if (!cap[0] || !cap[1]) measure_side(l, end, m);
  for (i = 0; i < 2; i++)
    if (cap[i])
      ci_quadric_measure_level(l, cap_of(l, i) * l->shape->height, cap_of(l, i), i, end, m);
  if (l->faces[end] == COLLIDE_FACE_SIDE || cap[end]) return;
  m->normal[0] = m->normal[2] = 0;
  m->normal[1] = cap_of(l, end);
}

const exact_cast ci_cylinder_exact = {cylinder_meets, cylinder_side, cylinder_locate,
                                      cylinder_measure};
