/* SPDX-License-Identifier: MIT
 *
 * Cones: the apex at the origin, the base at y = -height.
 */
#include "kind.h"

#include <string.h>

#include "quadric.h"
#include "../number/scalar.h"
#include "../number/vector.h"

/* ---- Making, folding, extent ----------------------------------------------------------------- */

collide_error collide_make_cone(collide_shape *shape, collide_source *source, double radius,
                                double height) {
  double sizes[2];
  sizes[0] = radius;
  sizes[1] = height;
  if (!(radius > 0 && height > 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CONE, sizes, 2);
}

/* The apex is at 0. */
static void cone_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  twofold base = two_product(-g[1], s->height);
  double across[3] = {g[0], 0, g[2]};
  twofold rim = tf(s->radius * ci_vector_length(across));
  twofold low = tf_sub(base, rim), high = tf_add(base, rim);
  extent[0] = low.hi < 0 ? low : tf(0);
  extent[1] = high.hi > 0 ? high : tf(0);
}

/* ---- Quick casts ----------------------------------------------------------------------------- */

/* With the moment w = f x d (see "Exact casts") the line meets the double cone when
 * r^2 (wx^2 + wz^2) >= h^2 wy^2. The left side is off by r^2 (50 e + 4 u (8)) F^2 D^2, the
 * right by h^2 (25 e + 4 u (4)) F^2 D^2. */
#ifndef QUICK_CONE
#define QUICK_CONE 66.0
#endif
/* h^2 (x x' + z z') - r^2 y y' for x, y, z and x', y', z' of f or d: h^2 times two products,
 * 5 e and roundings of 4 u (2), less r^2 times one, and a rounding of all. */
#define CONE_TERMS 10.0
/* Nearer to the apex than this share of the height, the normal needs more digits of the point: the
 * exact cast measures it. */
#define NEAR_APEX 1e-3

static QUICK_INLINE int cut_cone(quick *q) {
  const double *f = q->f, *d = q->d;
  double r = q->shape->radius, h = q->shape->height, rr = r * r, hh = h * h, w[3], left, right;
  double off = CONE_TERMS * q->eps * (rr + hh), margin, across;
  quick_quadratic p;
  if (quick_measures(q) && q->f_most > QUICK_SLENDER * (r < h ? r : h)) return QUICK_UNSURE;
  vector_cross(f, d, w);
  left = rr * (w[0] * w[0] + w[2] * w[2]);
  right = hh * (w[1] * w[1]);
  margin = QUICK_CONE * q->eps * (rr + hh) * (q->f_most * q->f_most) * (q->d_most * q->d_most);
  across = hh * (d[0] * d[0] + d[2] * d[2]);
  p.a = across - rr * (d[1] * d[1]);
  p.a_error = off * q->d_most * q->d_most;
  /* Only lines flatter than the side can pass both halves by. */
  if (left - right < -margin && p.a > p.a_error) return QUICK_MISS;
  if (!(left - right > QUICK_NO_GRAZE * (left + right) && left - right > 4 * margin))
    return QUICK_UNSURE;
  if (!(fabs(p.a) > 4 * p.a_error && 32 * fabs(p.a) > across)) return QUICK_UNSURE;
  p.b = hh * (f[0] * d[0] + f[2] * d[2]) - rr * (f[1] * d[1]);
  p.b_error = off * q->f_most * q->d_most;
  p.root = h * sqrt(left - right);
  p.root_error = p.root * (margin / (left - right) + 4 * QUICK_UNIT);
  return quick_roots(&p, q->t, &q->error) ? QUICK_HIT : QUICK_UNSURE;
}

/* The zone along the axis of the point at t: 1 above the apex, 0 between apex and base, -1 below
 * the base; 2 if it is uncertain. */
static QUICK_INLINE int zone_of(const quick *q, double t, double *y) {
  double h = q->shape->height, margin;
  *y = quick_height(q, 1, t, q->error, &margin);
  if (*y > margin) return 1;
  if (*y < -h - margin) return -1;
  return *y<-margin && * y> - h + margin ? 0 : 2;
}

/* A line steeper than the side crosses each half once: the upper half is no part of
 * the cone, so the base is the other end. */
static QUICK_INLINE int clip_steep(quick *q, int zone[2], double y[2]) {
  int up = q->d[1] > 0, at = up ? 1 : 0;
  zone[at] = zone_of(q, q->t[at], &y[at]);
  if (zone[at] == 1 || zone[at] == 2) return QUICK_UNSURE;
  if (zone[at] < 0) return QUICK_MISS;
  zone[1 - at] = -1;
  return QUICK_HIT;
}

static QUICK_INLINE int clip_flat(quick *q, int zone[2], double y[2]) {
  int end;
  for (end = 0; end < 2; end++) {
    zone[end] = zone_of(q, q->t[end], &y[end]);
    if (zone[end] == 2) return QUICK_UNSURE;
  }
  if (zone[0] == zone[1] && zone[0] != 0) return QUICK_MISS;
  return zone[0] <= 0 && zone[1] <= 0 ? QUICK_HIT : QUICK_UNSURE;
}

/* Corrects one end of the interval by a step of Newton's method. For a distant start the error of
 * the root exceeds the error allowed for the point. The slope is not 0, because cut_cone rejects
 * grazing lines. For the entry, writes the point. */
static QUICK_INLINE void refine_end(quick *q, int end) {
  const double *d = q->d;
  double r = q->shape->radius, h = q->shape->height, rr = r * r, hh = h * h, p[3];
  double value, slope, by;
  quick_point_at(q, q->t[end], p);
  value = hh * (p[0] * p[0] + p[2] * p[2]) - rr * (p[1] * p[1]);
  slope = hh * (p[0] * d[0] + p[2] * d[2]) - rr * (p[1] * d[1]);
  by = -0.5 * value / slope;
  q->ends[end] += by;
  if (end > 0) return;
  q->point[0] = p[0] + by * d[0];
  q->point[1] = p[1] + by * d[1];
  q->point[2] = p[2] + by * d[2];
}

static QUICK_INLINE void measure_side(quick *q) {
  double r = q->shape->radius, h = q->shape->height, across;
  across = sqrt(q->point[0] * q->point[0] + q->point[2] * q->point[2]);
  if (h < r) q->point[1] = -h / r * across; /* whichever rounds off less */
  q->normal[0] = h * q->point[0];
  q->normal[1] = r * across;
  q->normal[2] = h * q->point[2];
}

/* Finds where the line is in the cone; zone[0] is the zone of its entry. */
static QUICK_INLINE int clip_cone(quick *q, int zone[2]) {
  double r = q->shape->radius, h = q->shape->height, off[2], y[2] = {0, 0}, steep;
  int end, found = cut_cone(q);
  if (found != QUICK_HIT) return found;
  /* cut_cone accepts a line only if this sign is certain. */
  steep = h * h * (q->d[0] * q->d[0] + q->d[2] * q->d[2]) - r * r * (q->d[1] * q->d[1]);
  found = steep < 0 ? clip_steep(q, zone, y) : clip_flat(q, zone, y);
  if (found != QUICK_HIT) return found;
  for (end = 0; end < 2; end++) {
    off[end] = q->error;
    if (zone[end] < 0 && !quick_cross_level(q, end, -h, &off[end])) return QUICK_UNSURE;
  }
  q->error = off[0] > off[1] ? off[0] : off[1];
  return zone[0] == 0 && !(y[0] < -NEAR_APEX * h) ? QUICK_UNSURE : QUICK_HIT;
}

/* In a frame that is only moved the normal gets unit length. */
static QUICK_INLINE void measure_cone(quick *q, collide_frame_kind frame, const int zone[2]) {
  double k;
  int end;
  for (end = 0; end < 2; end++)
    if (zone[end] == 0) refine_end(q, end);
  q->face = zone[0] < 0 ? COLLIDE_FACE_BASE : COLLIDE_FACE_SIDE;
  if (zone[0] < 0) {
    quick_measure_level(q, -q->shape->height, -1);
    return;
  }
  measure_side(q);
  if (frame == COLLIDE_LINEAR) return;
  k = 1 / sqrt(vector_dot(q->normal, q->normal));
  q->normal[0] *= k;
  q->normal[1] *= k;
  q->normal[2] *= k;
}

static QUICK_INLINE int quick_in(collide_frame_kind frame, const collide_shape *s,
                                 const quick_cast *c, collide_hit *hit) {
  double r = s->radius, h = s->height;
  quick q;
  int zone[2], found;
  if (!quick_see(&q, frame, s, c, hit, NULL, greater(r, h), r + h)) return QUICK_UNSURE;
  found = quick_approach(&q, frame, greater(r, h), r + h, lesser(r, h));
  if (found == QUICK_HIT) found = clip_cone(&q, zone);
  if (found == QUICK_HIT) found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  measure_cone(&q, frame, zone);
  return quick_write(&q, frame, hit);
}

static QUICK_NOINLINE int quick_turned_cone(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return quick_in(COLLIDE_LINEAR, s, &c, hit);
}

static int quick_cone(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  if (s->frame == COLLIDE_LINEAR)
    return quick_turned_cone(s, ax, ay, az, bx, by, bz, max, flags, hit);
  return quick_in(COLLIDE_MOVED, s, &c, hit);
}

/* ---- Exact casts -----------------------------------------------------------------------------
 *
 * A line and a cone: the apex is the origin, y is from -h to 0, r is the radius of the base. The
 * solid is the lower half of the double cone h^2 (x^2 + z^2) - r^2 y^2 <= 0, above the base. Along
 * the line this value is least at
 *   y = h^2 (dz wx - dx wz) / a,
 * with the moment w = f x d and the value a of the direction: that does not depend on the start. */

/* ---- Signs of the line ----------------------------------------------------------------------- */

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

/* ---- The base -------------------------------------------------------------------------------- */

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

/* ---- A point of the line --------------------------------------------------------------------- */

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

/* ---- Measuring ------------------------------------------------------------------------------- */

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

static void measure_exact_side(const line *l, int end, measured *m) {
  (passes_apex(l) ? measure_apex : measure_whole_side)(l, end, m);
}

static void cone_measure(const line *l, int end, measured *m) {
  ci_round_measure(l, end, m, measure_exact_side);
}

static const exact_cast cone_exact = {cone_meets, cone_side, cone_locate, cone_measure};

/* ---- The row --------------------------------------------------------------------------------- */

const shape_kind ci_cone = {
    "cone",             /* name */
    3,                  /* dimensions */
    1.4142135623730952, /* spread */
    ci_cylinder_fold,   /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    cone_extent,        /* extent */
    NULL,               /* unbounded_extent */
    quick_cone,         /* quick */
    &cone_exact,        /* exact */
    0                   /* points */
};
