/* SPDX-License-Identifier: MIT
 *
 * Cylinders about the axis y.
 */
#include "kind.h"
#include "quadric.h"

#include <string.h>

#include "../number/scalar.h"
#include "../number/vector.h"

/* ---- Making, folding, extent ----------------------------------------------------------------- */

collide_error collide_make_cylinder(collide_shape *shape, collide_source *source, double radius,
                                    double half_height) {
  double sizes[2];
  sizes[0] = radius;
  sizes[1] = half_height;
  if (!(radius >= 0 && half_height >= 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CYLINDER, sizes, 2);
}

collide_error ci_cylinder_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  s->radius = sizes[0];
  s->height = sizes[1];
  s->reach = ci_largest(sizes, 2, 0);
  return pose->is_identity ? COLLIDE_OK : ci_pose_keep(s, pose);
}

static void cylinder_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  twofold along = two_product(fabs(g[1]), s->height);
  double across[3] = {g[0], 0, g[2]}, round = s->radius * ci_vector_length(across);
  extent[1] = tf_add(along, tf(round));
  extent[0] = tf_negate(extent[1]);
}

/* ---- Quick casts ----------------------------------------------------------------------------- */

/* The disc in the projection along the axis: w^2 <= r^2 (dx^2 + dz^2) with w = fz dx - fx dz. w^2
 * is off by 25 e F^2 D^2 and its rounding, the other side by r^2 (5 e + 3 u (2)) D^2. */
#ifndef QUICK_DISC
#define QUICK_DISC 32.0
#endif
/* dx^2 + dz^2, fx dx + fz dz and fx^2 + fz^2 - r^2: two products, 2.5 e each, and at
 * most 4 u (2) for the sums and r^2. */
#define DISC_TERMS 9.0

/* A bound on the coordinates across the axis, which are off by e of it. In a frame that is only
 * moved each coordinate is off by its own share, unless the start was brought near, which loses a
 * share of a size. */
static QUICK_INLINE double across_most(const quick *q, const double v[3], double most) {
  double x = fabs(v[0]), z = fabs(v[2]);
  if (z > x) x = z;
  return q->eps > QUICK_MOVED || q->base != 0 ? most : x; /* larger under a matrix */
}

/* The projection of the line along the axis; f and d are bounds on its coordinates. */
typedef struct disc {
  double a, b, gap, margin, f, d;
  double n[2], n_error; /* a t at both ends */
} disc;

static QUICK_INLINE int meet_disc(const quick *q, disc *c) {
  double fx = q->f[0], fz = q->f[2], dx = q->d[0], dz = q->d[2], r = q->shape->radius;
  double w = fz * dx - fx * dz;
  c->f = across_most(q, q->f, q->f_most);
  c->d = across_most(q, q->d, q->d_most);
  c->a = dx * dx + dz * dz;
  c->b = fx * dx + fz * dz;
  c->gap = r * r * c->a - w * w;
  c->margin = QUICK_DISC * q->eps * (c->f * c->f + r * r) * (c->d * c->d);
  if (!(c->d > 1e-60)) return QUICK_UNSURE; /* the margin would underflow */
  return c->gap < -c->margin ? QUICK_MISS : QUICK_HIT;
}

/* The ends are (-b -+ root) / a, with the errors of quick_roots, but all divisors are known before
 * the root: margin / root = root (margin / gap). a is off by less than a quarter of itself, since
 * r^2 a is at least the gap. */
static QUICK_INLINE int cut_disc(quick *q, disc *c) {
  double r = q->shape->radius, off = DISC_TERMS * q->eps, root, most;
  double root_share = c->margin / c->gap, a_share = off * c->d * c->d / c->a;
  if (quick_measures(q) && c->f > QUICK_SLENDER * r) return QUICK_UNSURE;
  if (!(c->gap > greater(QUICK_NO_GRAZE * (r * r * c->a), 4 * c->margin))) return QUICK_UNSURE;
  root = sqrt(c->gap);
  c->n[0] = -c->b - root;
  c->n[1] = root - c->b;
  most = fabs(c->b) + root;
  c->n_error =
      QUICK_ROOT * (off * c->f * c->d + root * root_share + most * (a_share + 4 * QUICK_UNIT));
  q->t[0] = c->n[0] / c->a;
  q->t[1] = c->n[1] / c->a;
  q->error = c->n_error / c->a;
  return QUICK_HIT;
}

/* The height of an end, times a: a f_y + d_y n. With f_y off by e F and d_y by e D it is off by
 * e (a F + |n| D), three roundings each of half of that, and 1.001 |d_y| n_error; and a h, which it
 * is compared with, by half an e a h, h <= F. */
#ifndef QUICK_ZONE
#define QUICK_ZONE 3.0
#endif

/* Finds the zones of both ends: -1 below the caps, 0 between, 1 above. Returns 0 if one is
 * uncertain. */
static QUICK_INLINE int find_zones(const quick *q, const disc *c, int zones[2]) {
  double h = c->a * q->shape->height, level = c->a * q->f[1];
  double enter = level + c->n[0] * q->d[1], leave = level + c->n[1] * q->d[1];
  double most = greater(fabs(c->n[0]), fabs(c->n[1]));
  double margin =
      QUICK_ZONE * (q->eps * (c->a * q->f_most + most * q->d_most) + fabs(q->d[1]) * c->n_error);
  zones[0] = (enter > h) - (enter < -h);
  zones[1] = (leave > h) - (leave < -h);
  return lesser(fabs(fabs(enter) - h), fabs(fabs(leave) - h)) > margin;
}

static QUICK_INLINE void measure_side(quick *q) {
  double p[3], r = q->shape->radius;
  quick_point_at(q, q->t[0], p);
  q->point[1] = p[1];
  p[1] = 0;
  quick_unit(p, r, q->normal);
  q->point[0] = r * q->normal[0];
  q->point[2] = r * q->normal[2];
}

/* Finds where a line that meets the disc is in the cylinder; *zone is the zone of its entry. */
static QUICK_INLINE int clip_cylinder(quick *q, disc *c, int *zone) {
  double h = q->shape->height, enter_off, leave_off;
  int zones[2], enter, leave, found = cut_disc(q, c);
  if (found != QUICK_HIT) return found;
  if (!find_zones(q, c, zones)) return QUICK_UNSURE;
  enter = zones[0];
  leave = zones[1];
  if (enter != 0 && enter == leave) return QUICK_MISS;
  enter_off = leave_off = q->error;
  if (enter != 0 && !quick_cross_level(q, 0, enter * h, &enter_off)) return QUICK_UNSURE;
  if (leave != 0 && !quick_cross_level(q, 1, leave * h, &leave_off)) return QUICK_UNSURE;
  q->error = greater(enter_off, leave_off);
  *zone = enter;
  return QUICK_HIT;
}

/* If a line is nearly parallel to the axis, its points between the caps lie in the rectangle that
 * its points in both caps' planes span. A coordinate x of these is off by 2 e (F + |t| D) + 1.001
 * |d_x| error, as in quick_height. The sum of two squares, the greatest that lie inside, or the
 * least that lie outside, is off by 5 u r^2, and r^2 by u of itself. Subtracting 6 u r <= 3 e F
 * from the coordinates, or adding it, covers that: the larger is at least r / 1.42, so its square
 * changes by more than 8 u r^2. */
#ifndef QUICK_STEEP
#define QUICK_STEEP 5.0
#endif

/* Returns 1 for a line nearly parallel to the axis, which cut_disc rejects. */
static QUICK_INLINE int is_steep(const quick *q) {
  double dx = q->d[0], dz = q->d[2];
  return !(dx * dx + dz * dz > QUICK_SHALLOW * QUICK_SHALLOW * q->dd);
}

/* The least and the greatest |x| for x from x0 to x1, widened by the margin. */
static QUICK_INLINE void span_of(double x0, double x1, double margin, double *least,
                                 double *greatest) {
  double a = fabs(x0), b = fabs(x1);
  *greatest = (a > b ? a : b) + margin;
  *least = (a > b ? b : a) - margin;
  if ((x0 > 0) != (x1 > 0) || *least < 0) *least = 0;
}

/* Handles a line that enters and leaves by the caps, or misses. */
static QUICK_INLINE int cross_caps(quick *q, int *zone) {
  const double *f = q->f, *d = q->d, *t = q->t;
  double h = q->shape->height, rr = q->shape->radius * q->shape->radius, enter_off, leave_off;
  double across = fabs(d[0]) > fabs(d[2]) ? fabs(d[0]) : fabs(d[2]), most, margin, x[2], z[2];
  *zone = d[1] > 0 ? -1 : 1;
  q->t[0] = quick_cross(q, 1, *zone * h, &enter_off);
  q->t[1] = quick_cross(q, 1, -*zone * h, &leave_off);
  q->error = greater(enter_off, leave_off);
  most = fabs(t[0]) > fabs(t[1]) ? fabs(t[0]) : fabs(t[1]);
  margin = QUICK_STEEP * (q->eps * (q->f_most + most * q->d_most) + across * q->error);
  span_of(f[0] + t[0] * d[0], f[0] + t[1] * d[0], margin, &x[0], &x[1]);
  span_of(f[2] + t[0] * d[2], f[2] + t[1] * d[2], margin, &z[0], &z[1]);
  if (x[1] * x[1] + z[1] * z[1] < rr) return t[0] < t[1] - 2 * q->error ? QUICK_HIT : QUICK_UNSURE;
  return x[0] * x[0] + z[0] * z[0] > rr ? QUICK_MISS : QUICK_UNSURE;
}

static QUICK_INLINE void measure_cylinder(quick *q, int zone) {
  q->face = zone == 0 ? COLLIDE_FACE_SIDE : zone > 0 ? COLLIDE_FACE_TOP : COLLIDE_FACE_BOTTOM;
  if (zone == 0)
    measure_side(q);
  else
    quick_measure_level(q, zone * q->shape->height, zone);
}

/* A line that meets the disc is in it for t within root / a of -b / a, where root^2 = gap. So it
 * misses the slab between the caps if x = |a f_y - b d_y| - a h > |d_y| root.
 *
 * With f, d the bounds across the axis, F, D those of all, h <= F, a <= 2 d^2 and b <= 2 f d: a f_y
 * is off by (9 + 2 + 1) e d^2 F, b d_y by (9 + 2 + 1) e f d D, a h by (9 + 1) e d^2 h, and the two
 * differences round off by less than 4 e d D F: x, at most 6 d D F, is off by 38 e d D F. So x^2 is
 * off by 480 e (d D F)^2, and d_y^2 gap by D^2 times the gap's margin and (2 + 2) e D^2 (2 r^2
 * d^2), both of which are below 72 e (d D)^2 (f^2 + r^2) / 2 <= 72 e (d D F)^2. */
#ifndef QUICK_CHORD
#define QUICK_CHORD 560.0
#endif

static QUICK_INLINE int meet_slab(const quick *q, const disc *c) {
  double fy = q->f[1], dy = q->d[1], most = c->d * q->d_most * q->f_most;
  double x = fabs(c->a * fy - c->b * dy) - c->a * q->shape->height;
  double apart = x * fabs(x) - dy * dy * c->gap, margin = QUICK_CHORD * q->eps * (most * most);
  if (apart > margin) return QUICK_MISS;
  return apart < -margin ? QUICK_HIT : QUICK_UNSURE;
}

/* Finds where the point at t lies on a line that meets the cylinder. A coordinate is off by e (F +
 * t D) and two roundings, in all 2 e (F + t D), and |y| - h by half an e more. */
static QUICK_INLINE quick_place place_at(const quick *q, const disc *c, double t) {
  double x = q->f[0] + t * q->d[0], y = q->f[1] + t * q->d[1], z = q->f[2] + t * q->d[2];
  double most = q->f_most + t * q->d_most, r = q->shape->radius;
  double outside = fabs(y) - q->shape->height, margin = 4 * q->eps * most;
  quick_place place = quick_place_beside(q, x * x + z * z, c->b + t * c->a, r * r, most);
  if (place == QUICK_BEFORE || place == QUICK_PAST) return place;
  if (outside > margin) return y * q->d[1] < 0 ? QUICK_BEFORE : QUICK_PAST;
  return outside < -margin ? place : QUICK_SOMEWHERE;
}

/* Answers yes or no without a division or a root. */
static QUICK_INLINE int decide_in(const quick *q, const disc *c) {
  double max = q->cast->max;
  int found = c->gap > c->margin ? meet_slab(q, c) : QUICK_UNSURE;
  if (found != QUICK_HIT || q->cast->flags & QUICK_LINE) return found;
  return quick_decide_places(q->shape, q->cast, place_at(q, c, 0),
                             max > DBL_MAX ? QUICK_PAST : place_at(q, c, max));
}

static QUICK_INLINE int quick_in(collide_frame_kind frame, const collide_shape *s,
                                 const quick_cast *cast, collide_hit *hit) {
  double r = s->radius, h = s->height;
  quick q;
  disc c;
  int zone, found;
  if (!quick_see(&q, frame, s, cast, hit, NULL, greater(r, h), r + h)) return QUICK_UNSURE;
  found = quick_approach(&q, frame, greater(r, h), r + h, greater(r, h));
  if (found != QUICK_HIT) return found;
  if (QUICK_LIKELY(!is_steep(&q))) {
    found = meet_disc(&q, &c);
    if (found != QUICK_HIT) return found;
    if (meet_slab(&q, &c) == QUICK_MISS) return QUICK_MISS;
    if (hit == NULL && q.base == 0) {
      found = decide_in(&q, &c);
      if (found != QUICK_UNSURE) return found;
    }
    found = clip_cylinder(&q, &c, &zone);
  } else {
    found = cross_caps(&q, &zone);
  }
  if (found == QUICK_HIT) found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  measure_cylinder(&q, zone);
  return quick_write(&q, frame, hit);
}

static QUICK_NOINLINE int decide_cylinder(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  (void)hit;
  return quick_in(COLLIDE_MOVED, s, &c, NULL);
}

static QUICK_NOINLINE int decide_turned_cylinder(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  (void)hit;
  return quick_in(COLLIDE_LINEAR, s, &c, NULL);
}

static int quick_cylinder(QUICK_PARAMETERS) {
  int is_turned = s->frame == COLLIDE_LINEAR;
  quick_cast c;
  if (hit == NULL)
    return (is_turned ? decide_turned_cylinder : decide_cylinder)(s, ax, ay, az, bx, by, bz, max,
                                                                  flags, hit);
  c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return is_turned ? quick_in(COLLIDE_LINEAR, s, &c, hit) : quick_in(COLLIDE_MOVED, s, &c, hit);
}

/* ---- Exact casts -----------------------------------------------------------------------------
 *
 * A line and a cylinder: the slab between the caps, and the disc in the projection along the axis
 * y. The polynomials of the disc are in quadric.h. */

static int runs_along_axis(const line *l) {
  return ci_line_direction_sign(l, 0) == 0 && ci_line_direction_sign(l, 2) == 0;
}

/* Handles a line that is perpendicular to the axis. In the plane of a cap it meets the rim, which
 * belongs to the cap. */
static int meets_level(line *l) {
  int above = ci_line_level_sign(l, 0, 1, l->shape->height);
  int below = ci_line_level_sign(l, 0, 1, -l->shape->height);
  if (below == 0) l->faces[0] = l->faces[1] = COLLIDE_FACE_BOTTOM;
  if (above == 0) l->faces[0] = l->faces[1] = COLLIDE_FACE_TOP;
  return above <= 0 && below >= 0;
}

static int cylinder_meets(line *l) {
  double h = l->shape->height, start = 0;
  int up = ci_line_direction_sign(l, 1), along = runs_along_axis(l);
  level_signs enter, leave;
  l->faces[0] = l->faces[1] = COLLIDE_FACE_SIDE;
  if (along ? line_sign(l, round_value, &start) > 0
            : line_sign_of_moment(l, round_discriminant, NULL) < 0)
    return 0;
  if (up == 0) return meets_level(l);
  if (along) {
    enter.value = leave.value = -1;
    enter.slope = leave.slope = 0;
  } else {
    enter = ci_round_signs_in_level(l, up > 0 ? -h : h);
    leave = ci_round_signs_in_level(l, up > 0 ? h : -h);
    /* The line misses if it enters the slab after it leaves the disc, or leaves the slab before it
     * enters the disc. */
    if (enter.value > 0 && enter.slope > 0) return 0;
    if (leave.value > 0 && leave.slope < 0) return 0;
  }
  if (enter.value <= 0) l->faces[0] = up > 0 ? COLLIDE_FACE_BOTTOM : COLLIDE_FACE_TOP;
  if (leave.value <= 0) l->faces[1] = up > 0 ? COLLIDE_FACE_TOP : COLLIDE_FACE_BOTTOM;
  /* If the line meets only the rim, both ends belong to the cap. */
  if (enter.value == 0 && enter.slope >= 0 && l->faces[1] == COLLIDE_FACE_SIDE)
    l->faces[1] = l->faces[0];
  if (leave.value == 0 && leave.slope <= 0 && l->faces[0] == COLLIDE_FACE_SIDE)
    l->faces[0] = l->faces[1];
  return 1;
}

static int cylinder_locate(const line *l, double t) {
  return ci_round_locate(l, t, -l->shape->height, l->shape->height);
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
    int value = line_sign(l, round_value, &t);
    if (value >= 0) s = side_intersect(s, side_of_convex(value, line_sign(l, round_slope, &t)));
  }
  return s;
}

static void measure_exact_side(const line *l, int end, measured *m) {
  double s = ci_line_nearest_axis(l, -l->shape->height, l->shape->height);
  double r = l->shape->radius, u[2];
  quadric q = ci_quadric_of(l->shape);
  twofold g[3];
  int i, k;
  ci_quadric_cut(l, &q, s, g, u);
  for (i = 0; i < 2; i++) {
    if (ci_round_crosses_flat(l, i)) continue;
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
  ci_round_measure(l, end, m, measure_exact_side);
}

static const exact_cast cylinder_exact = {cylinder_meets, cylinder_side, cylinder_locate,
                                          cylinder_measure};

/* ---- The row --------------------------------------------------------------------------------- */

const shape_kind ci_cylinder = {
    "cylinder",         /* name */
    3,                  /* dimensions */
    1.4142135623730952, /* spread */
    ci_cylinder_fold,   /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    cylinder_extent,    /* extent */
    NULL,               /* unbounded_extent */
    quick_cylinder,     /* quick */
    &cylinder_exact,    /* exact */
    0                   /* points */
};
