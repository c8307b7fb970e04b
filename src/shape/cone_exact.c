/* SPDX-License-Identifier: MIT
 *
 * A line and a cone: the apex is the origin, y is from -h to 0, r is the radius of the base. The
 * solid is the lower half of the double cone h^2 (x^2 + z^2) - r^2 y^2 <= 0, above the base. Along
 * the line this value is least at
 *   y = h^2 (dz wx - dx wz) / a,
 * with the moment w = f x d and the value a of the direction: that does not depend on the start.
 */
#include "round.h"

/* ---- Signs of the line ------------------------------------------------------ */

/* h^2 (dx^2 + dz^2) - r^2 dy^2: positive when the line is flatter than the side. */
static int direction_sign(const line *l) {
  return line_sign(l, round_direction, NULL);
}

/* dz wx - dx wz: negative when a line that is not steeper than the side meets
 * the lower half, if any; 0 when its vertex lies at the apex's height. */
static REAL_INLINE real height_of_vertex(const line *l, line_precision precision,
                                         const double *with) {
  real d[3], w[3];
  (void)with;
  line_direction(l, precision, d);
  line_moment(l, precision, w);
  return real_minor(d[2], w[0], d[0], w[2]);
}

static REAL_INLINE real square_of_moment(const line *l, line_precision precision,
                                         const double *with) {
  real w[3];
  (void)with;
  line_moment(l, precision, w);
  return real_dot(w, w);
}

static int passes_apex(const line *l) {
  return line_sign_of_moment(l, square_of_moment, NULL) == 0;
}

/* Returns 1 if the line meets the lower half of the double cone, above or below the base. */
static int meets_half(const line *l, int flat) {
  if (flat < 0) return 1;
  if (flat > 0 && line_sign_of_moment(l, round_discriminant, NULL) < 0) return 0;
  return line_sign_of_moment(l, height_of_vertex, NULL) < 0 || passes_apex(l);
}

/* ---- The base ---------------------------------------------------------------- */

static int cone_meets(line *l) {
  int up = ci_line_direction_sign(l, 1), flat = direction_sign(l);
  double bottom = -l->shape->height;
  level_signs base;
  l->faces[0] = l->faces[1] = COLLIDE_FACE_SIDE;
  if (!meets_half(l, flat)) return 0;
  if (up == 0) {
    int height = ci_line_level_sign(l, 0, 1, bottom);
    if (height == 0)
      l->faces[0] = l->faces[1] = COLLIDE_FACE_BASE; /* the rim belongs to the base */
    return height >= 0;
  }
  base = ci_round_signs_in_level(l, bottom);
  if (base.value > 0) {
    /* Outside the base disc: the line may still pass above it, unless it is so
     * steep that it does not leave the half again. */
    if (flat <= 0) return 0;
    return up > 0 ? base.slope < 0 : base.slope > 0;
  }
  l->faces[up > 0 ? 0 : 1] = COLLIDE_FACE_BASE;
  /* If the line meets only the rim, both ends belong to the base. */
  if (base.value == 0 && (base.slope == 0 ? flat > 0 : (base.slope > 0) == (up > 0)))
    l->faces[0] = l->faces[1] = COLLIDE_FACE_BASE;
  return 1;
}

/* ---- A point of the line ------------------------------------------------------ */

static int value_sign(const line *l, double t) {
  return line_sign(l, round_value, &t);
}

static int slope_sign(const line *l, double t) {
  return line_sign(l, round_slope, &t);
}

/* Relative to the lower half, for a line that meets it. */
static side half_side(const line *l, double t) {
  int height = ci_line_level_sign(l, t, 1, 0), value = height > 0 ? 1 : value_sign(l, t);
  int flat, up;
  if (height < 0 && value < 0) return SIDE_EVERYWHERE;
  flat = direction_sign(l);
  if (flat > 0) return side_of_convex(value, slope_sign(l, t));
  /* From here on downwards the line stays in the half. */
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
  return ci_round_locate(l, t, -l->shape->height, 0);
}

/* ---- Measuring ------------------------------------------------------------------ */

/* Uses x and z alone, which are most precise near the apex. The point is on the side, so y = -(h /
 * r) |(x, z)|. */
static void side_normal(const collide_shape *s, measured *m) {
  double x = m->point[0], z = m->point[2], across = sqrt(x * x + z * z);
  m->normal[0] = s->height * x;
  m->normal[1] = s->radius * across;
  m->normal[2] = s->height * z;
  if (across == 0) m->normal[1] = 1; /* it rounds to the apex */
}

/* Computes y from x and z if that rounds less than the line does: near the apex, not on a steep
 * side. */
static void side_height(const line *l, const twofold g[3], double u, measured *m) {
  double slope = l->shape->height / l->shape->radius, x = m->point[0], z = m->point[2];
  double along = fabs(g[1].hi) + fabs(u * l->d[1].hi);
  double across = fabs(g[0].hi) + fabs(u * l->d[0].hi) + fabs(g[2].hi) + fabs(u * l->d[2].hi);
  if (slope * across < along) m->point[1] = -slope * sqrt(x * x + z * z);
}

static void measure_whole_side(const line *l, int end, measured *m) {
  double s = ci_line_nearest_axis(l, -l->shape->height, 0), u[2];
  quadric q = ci_quadric_of(l->shape);
  twofold g[3];
  int i;
  ci_quadric_cut(l, &q, s, g, u);
  for (i = 0; i < 2; i++) {
    if (ci_round_crosses_flat(l, i)) continue;
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
    if (ci_round_crosses_flat(l, i)) continue;
    m->t[i] = t;
    if (i != end) continue;
    for (k = 0; k < 3; k++) m->point[k] = m->normal[k] = 0;
    m->normal[1] = 1;
  }
}

static void measure_side(const line *l, int end, measured *m) {
  (passes_apex(l) ? measure_apex : measure_whole_side)(l, end, m);
}

static void cone_measure(const line *l, int end, measured *m) {
  ci_round_measure(l, end, m, measure_side);
}

const exact_cast ci_cone_exact = {cone_meets, cone_side, cone_locate, cone_measure};
