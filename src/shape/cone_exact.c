/* SPDX-License-Identifier: MIT
 *
 * Ray and cone: apex at the origin, y from -h to 0, radius r at the base. The
 * solid is the lower half of the double cone q(p) = h^2 (x^2 + z^2) - r^2 y^2 <= 0,
 * above the base. By Lagrange's identity, with the moment w = f x d:
 *   discriminant of q     h^2 (r^2 (wx^2 + wz^2) - h^2 wy^2)
 *   q of the direction    a = h^2 (dx^2 + dz^2) - r^2 dy^2
 *   y where q is least    h^2 (dz wx - dx wz) / a
 * so all that decides is free of where on the line the ray starts. Where r and h come in
 * as a ratio, exact numbers take them as they are, and not times |det(linear)|.
 */
#include "quadric.h"

/* ---- Signs of the line ------------------------------------------------------ */

/* r^2 (wx^2 + wz^2) - h^2 wy^2 */
static void exact_core(const line *l, exact *r) {
  exact w[3], x;
  int mark = ci_exact_mark(l->pool);
  ci_line_exact_moment(l, w);
  ci_exact_mul(r, &w[0], &w[0]);
  ci_exact_add_product(r, &w[2], &w[2]);
  ci_exact_mul_double(r, r, l->shape->radius);
  ci_exact_mul_double(r, r, l->shape->radius);
  ci_exact_mul_double(&x, &w[1], l->shape->height);
  ci_exact_sub_product(r, &x, &x);
  ci_exact_keep(l->pool, mark, r, 1);
}

static void exact_discriminant(const line *l, exact *r) {
  exact_core(l, r);
  ci_exact_mul_double(r, r, l->shape->height);
  ci_exact_mul_double(r, r, l->shape->height);
}

static int discriminant_sign(const line *l) {
  approx w[3], r = approx_exact(l->shape->radius), h = approx_exact(l->shape->height), round;
  exact e;
  int precision, sign, mark;
  for (precision = LINE_PLAIN; precision < LINE_PRECISIONS; precision++) {
    ci_line_approx_moment(l, precision, w);
    round = approx_add(approx_square(approx_mul(r, w[0])), approx_square(approx_mul(r, w[2])));
    sign = approx_sign(approx_sub(round, approx_square(approx_mul(h, w[1]))));
    if (sign != FILTER_UNSURE) return sign;
  }
  mark = ci_exact_mark(l->pool);
  exact_core(l, &e);
  ci_exact_release(l->pool, mark);
  return exact_sign(&e);
}

/* h^2 (x^2 + z^2) - r^2 y^2 */
static int approx_form_sign(const collide_shape *s, const approx v[3]) {
  approx x = approx_mul(approx_exact(s->height), v[0]);
  approx y = approx_mul(approx_exact(s->radius), v[1]);
  approx z = approx_mul(approx_exact(s->height), v[2]);
  return approx_sign(approx_sub(approx_add(approx_square(x), approx_square(z)), approx_square(y)));
}

static int exact_form_sign(const collide_shape *s, const exact v[3]) {
  exact form, y;
  int mark = ci_exact_mark(v[0].pool);
  ci_exact_mul(&form, &v[0], &v[0]);
  ci_exact_add_product(&form, &v[2], &v[2]);
  ci_exact_mul_double(&form, &form, s->height);
  ci_exact_mul_double(&form, &form, s->height);
  ci_exact_mul_double(&y, &v[1], s->radius);
  ci_exact_sub_product(&form, &y, &y);
  ci_exact_release(v[0].pool, mark);
  return exact_sign(&form);
}

/* h^2 (dx^2 + dz^2) - r^2 dy^2: positive when the line is flatter than the side. */
static int direction_sign(const line *l) {
  approx d[3];
  exact e[3];
  int sign, mark;
  ci_line_approx_direction(l, d);
  sign = approx_form_sign(l->shape, d);
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_direction(l, e);
  sign = exact_form_sign(l->shape, e);
  ci_exact_release(l->pool, mark);
  return sign;
}

/* dz wx - dx wz: negative when a line that is not steeper than the side meets
 * the lower half, if any; 0 when its vertex lies at the apex's height. */
static int half_sign(const line *l) {
  approx d[3], w[3];
  exact e[3], m[3], x;
  int precision, sign, mark;
  ci_line_approx_direction(l, d);
  for (precision = LINE_PLAIN; precision < LINE_PRECISIONS; precision++) {
    ci_line_approx_moment(l, precision, w);
    sign = approx_sign(approx_sub(approx_mul(d[2], w[0]), approx_mul(d[0], w[2])));
    if (sign != FILTER_UNSURE) return sign;
  }
  mark = ci_exact_mark(l->pool);
  ci_line_exact_direction(l, e);
  ci_line_exact_moment(l, m);
  ci_exact_mul(&x, &e[2], &m[0]);
  ci_exact_sub_product(&x, &e[0], &m[2]);
  ci_exact_release(l->pool, mark);
  return exact_sign(&x);
}

static int passes_apex(const line *l) {
  approx w[3];
  exact e[3];
  int i, sign, mark = ci_exact_mark(l->pool);
  ci_line_approx_moment(l, LINE_TWOFOLD, w);
  for (i = 0; i < 3; i++) {
    sign = approx_sign(w[i]);
    if (sign != FILTER_UNSURE) return 0;
  }
  ci_line_exact_moment(l, e);
  ci_exact_release(l->pool, mark);
  return exact_sign(&e[0]) == 0 && exact_sign(&e[1]) == 0 && exact_sign(&e[2]) == 0;
}

/* Does the line meet the lower half of the double cone, base or no base? */
static int meets_half(const line *l, int flat) {
  if (flat < 0) return 1;
  if (flat > 0 && discriminant_sign(l) < 0) return 0;
  return half_sign(l) < 0 || passes_apex(l);
}

/* ---- The base ---------------------------------------------------------------- */

/* Where the line meets y = -h, (x, z) dy = (wz - h dx, -wx - h dz): the sign of
 * x^2 + z^2 - r^2, and that of the slope of q there,
 * (h (x dx + z dz) dy + r^2 dy^2) / dy. */
typedef struct base_signs {
  int value, slope;
} base_signs;

static base_signs exact_base_signs(const line *l) {
  int mark = ci_exact_mark(l->pool);
  level_point p;
  exact slope;
  base_signs s;
  ci_quadric_exact_level(l, -l->shape->height, &p);
  s.value = exact_sign(&p.value);
  ci_exact_mul(&slope, &p.x, &p.d[0]);
  ci_exact_add_product(&slope, &p.z, &p.d[2]);
  ci_exact_mul(&slope, &slope, &p.level);
  ci_exact_sub_product(&slope, &p.radius, &p.radius);
  ci_exact_negate(&slope);
  s.slope = exact_sign(&slope) * exact_sign(&p.d[1]);
  ci_exact_release(l->pool, mark);
  return s;
}

static base_signs base_signs_of(const line *l) {
  approx d[3], w[3], x, z, h = approx_exact(l->shape->height), rd;
  base_signs s;
  int precision;
  ci_line_approx_direction(l, d);
  rd = approx_square(approx_mul(approx_exact(l->shape->radius), d[1]));
  for (precision = LINE_PLAIN; precision < LINE_PRECISIONS; precision++) {
    ci_line_approx_moment(l, precision, w);
    x = approx_sub(w[2], approx_mul(h, d[0]));
    z = approx_sub(approx_sub(approx_exact(0), w[0]), approx_mul(h, d[2]));
    s.value = approx_sign(approx_sub(approx_add(approx_square(x), approx_square(z)), rd));
    if (s.value == FILTER_UNSURE) continue;
    s.slope = 0;
    if (s.value < 0) return s;
    s.slope = approx_sign(
        approx_add(approx_mul(h, approx_add(approx_mul(x, d[0]), approx_mul(z, d[2]))), rd));
    if (s.slope == FILTER_UNSURE) continue;
    s.slope *= ci_line_direction_sign(l, 1);
    return s;
  }
  return exact_base_signs(l);
}

static int cone_meets(line *l) {
  int up = ci_line_direction_sign(l, 1), flat = direction_sign(l);
  base_signs base;
  l->faces[0] = l->faces[1] = COLLIDE_FACE_SIDE;
  if (!meets_half(l, flat)) return 0;
  if (up == 0) {
    int height = ci_line_level_sign(l, 0, 1, -l->shape->height);
    if (height == 0) l->faces[0] = l->faces[1] = COLLIDE_FACE_BASE; /* the rim is the base's */
    return height >= 0;
  }
  base = base_signs_of(l);
  if (base.value > 0) {
    /* Outside the base disc: the line may still pass above it, unless it is so
     * steep that it does not leave the half again. */
    if (flat <= 0) return 0;
    return up > 0 ? base.slope < 0 : base.slope > 0;
  }
  l->faces[up > 0 ? 0 : 1] = COLLIDE_FACE_BASE;
  /* Where the rim is all that is met, both ends are the base's. */
  if (base.value == 0 && (base.slope == 0 ? flat > 0 : (base.slope > 0) == (up > 0)))
    l->faces[0] = l->faces[1] = COLLIDE_FACE_BASE;
  return 1;
}

/* ---- A point of the line ------------------------------------------------------ */

/* q at t */
static int value_sign(const line *l, double t) {
  approx p[3];
  exact e[3];
  int sign, mark;
  ci_line_approx_at(l, t, p);
  sign = approx_form_sign(l->shape, p);
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_at(l, t, e);
  sign = exact_form_sign(l->shape, e);
  ci_exact_release(l->pool, mark);
  return sign;
}

/* Half the slope of q at t: h^2 (x dx + z dz) - r^2 y dy */
static int slope_sign(const line *l, double t) {
  approx p[3], d[3], r = approx_exact(l->shape->radius), h = approx_exact(l->shape->height), x;
  exact e[3], v[3], a, b;
  int sign, mark;
  ci_line_approx_at(l, t, p);
  ci_line_approx_direction(l, d);
  x = approx_mul(approx_square(h), approx_add(approx_mul(p[0], d[0]), approx_mul(p[2], d[2])));
  sign = approx_sign(approx_sub(x, approx_mul(approx_square(r), approx_mul(p[1], d[1]))));
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_at(l, t, e);
  ci_line_exact_direction(l, v);
  ci_exact_mul(&a, &e[0], &v[0]);
  ci_exact_add_product(&a, &e[2], &v[2]);
  ci_exact_mul_double(&a, &a, l->shape->height);
  ci_exact_mul_double(&a, &a, l->shape->height);
  ci_exact_mul(&b, &e[1], &v[1]);
  ci_exact_mul_double(&b, &b, l->shape->radius);
  ci_exact_mul_double(&b, &b, l->shape->radius);
  ci_exact_sub(&a, &a, &b);
  ci_exact_release(l->pool, mark);
  return exact_sign(&a);
}

/* Against the lower half, of a line that meets it. */
static side half_side(const line *l, double t) {
  int height = ci_line_level_sign(l, t, 1, 0), value = height > 0 ? 1 : value_sign(l, t);
  int flat, up;
  if (height < 0 && value < 0) return SIDE_EVERYWHERE;
  flat = direction_sign(l);
  if (flat > 0) return side_of_convex(value, slope_sign(l, t));
  /* The half holds all of the line from here on, downwards. */
  up = ci_line_direction_sign(l, 1);
  if (value > 0) return up < 0 ? side_make(-1, -1) : side_make(1, 1);
  if (height < 0 && slope_sign(l, t) == 0) return SIDE_EVERYWHERE; /* along the side */
  return up < 0 ? side_make(0, -1) : side_make(1, 0);
}

static side cone_side(const line *l, double t) {
  side s = half_side(l, t);
  int up = ci_line_direction_sign(l, 1), base;
  if (up == 0) return s;
  base = ci_line_level_sign(l, t, 1, -l->shape->height);
  return side_intersect(s, up > 0 ? side_make(base, -1) : side_make(1, -base));
}

static int cone_locate(const line *l, double t) {
  int base = ci_line_level_sign(l, t, 1, -l->shape->height), apex = ci_line_level_sign(l, t, 1, 0);
  int value;
  if (base < 0 || apex > 0) return 1;
  value = value_sign(l, t);
  return value > 0 ? 1 : value == 0 || base == 0 || apex == 0 ? 0 : -1;
}

/* ---- Measuring ------------------------------------------------------------------ */

/* Does the line cross the base's plane there, and not the side? */
static int crosses_base(const line *l, int at) {
  return l->faces[at] == COLLIDE_FACE_BASE && ci_line_direction_sign(l, 1) != 0;
}

/* From x and z alone, which are known best near the apex: the point is on the
 * side, so y = -(h / r) |(x, z)|. */
static void side_normal(const collide_shape *s, measured *m) {
  double x = m->point[0], z = m->point[2], across = sqrt(x * x + z * z);
  m->normal[0] = s->height * x;
  m->normal[1] = s->radius * across;
  m->normal[2] = s->height * z;
  if (across == 0) m->normal[1] = 1; /* it rounds to the apex */
}

/* y itself comes from the line or from x and z, whichever rounds off less: by
 * the apex the second, on a steep side the first. */
static void side_height(const line *l, const twofold g[3], double u, measured *m) {
  double slope = l->shape->height / l->shape->radius, x = m->point[0], z = m->point[2];
  double along = fabs(g[1].hi) + fabs(u * l->d[1].hi);
  double across = fabs(g[0].hi) + fabs(u * l->d[0].hi) + fabs(g[2].hi) + fabs(u * l->d[2].hi);
  if (slope * across < along) m->point[1] = -slope * sqrt(x * x + z * z);
}

static void measure_side(const line *l, int end, measured *m) {
  double h = l->shape->height, r = l->shape->radius, s = ci_line_nearest_axis(l, -h, 0), u[2];
  quadric q;
  twofold g[3];
  int i;
  q.q[0] = q.q[2] = two_product(h, h);
  q.q[1] = tf_negate(two_product(r, r));
  q.level = tf(0);
  q.size = r < h ? r : h;
  q.discriminant = exact_discriminant;
  ci_quadric_cut(l, &q, s, g, u);
  for (i = 0; i < 2; i++) {
    if (crosses_base(l, i)) continue;
    m->t[i] = s + u[i];
    if (i != end) continue;
    ci_quadric_point(l, g, u[i], m->point);
    side_normal(l->shape, m);
    side_height(l, g, u[i], m);
  }
}

/* At the apex itself the normal is the axis. */
static void measure_apex(const line *l, int end, measured *m) {
  double t = -tf_div(tf_dot(l->f, l->d), tf_dot(l->d, l->d)).hi;
  int i, k;
  for (i = 0; i < 2; i++) {
    if (crosses_base(l, i)) continue;
    m->t[i] = t;
    if (i != end) continue;
    for (k = 0; k < 3; k++) m->point[k] = m->normal[k] = 0;
    m->normal[1] = 1;
  }
}

static void cone_measure(const line *l, int end, measured *m) {
  int base[2], i;
  for (i = 0; i < 2; i++) base[i] = crosses_base(l, i);
  if (!base[0] || !base[1]) {
    if (passes_apex(l))
      measure_apex(l, end, m);
    else
      measure_side(l, end, m);
  }
  for (i = 0; i < 2; i++)
    if (base[i]) ci_quadric_measure_level(l, -l->shape->height, -1, i, end, m);
  if (l->faces[end] != COLLIDE_FACE_BASE || base[end]) return;
  m->normal[0] = m->normal[2] = 0;
  m->normal[1] = -1;
}

const exact_cast ci_cone_exact = {cone_meets, cone_side, cone_locate, cone_measure};
