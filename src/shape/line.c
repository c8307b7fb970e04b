/* SPDX-License-Identifier: MIT
 *
 * Lines in the frame of a shape: making them, exact signs, and measurements.
 */
#include "line.h"
#include "shape.h"

/* ---- Into the frame -------------------------------------------------------------------------- */

static void apply_inverse(const collide_turned *turned, const twofold v[3], twofold r[3],
                          double r_size[3]) {
  int i, j;
  for (i = 0; i < 3; i++) {
    r_size[i] = LINE_FRAME_FLOOR;
    for (j = 0; j < 3; j++) {
      twofold entry = tf_make(turned->inverse[3 * i + j], turned->inverse_low[3 * i + j]);
      twofold term = tf_mul(v[j], entry);
      r[i] = j == 0 ? term : tf_add(r[i], term);
      r_size[i] += (fabs(entry.hi) + LINE_FRAME_FLOOR) * fabs(v[j].hi);
    }
  }
}

line_room *ci_line_room_open(line_room *room) {
  (void)EXACT_POOL_OPEN(&room->numbers);
  room->frame.known = 0;
  return room;
}

void ci_line_init(line *l, const collide_shape *shape, const double from[3], const double toward[3],
                  int is_segment, line_room *room) {
  twofold f[3], d[3];
  int i;
  l->shape = shape;
  l->from = from;
  l->toward = toward;
  l->is_segment = is_segment;
  l->room = room;
  l->pool = room != NULL ? &room->numbers.pool : NULL;
  l->offset = NULL;
  l->faces[0] = l->faces[1] = COLLIDE_FACE_NONE;
  l->ends[0].number = l->ends[1].number = 0;
  for (i = 0; i < 3; i++) {
    f[i] = two_diff(from[i], shape->origin[i]);
    d[i] = is_segment ? two_diff(toward[i], from[i]) : tf(toward[i]);
  }
  if (shape->frame == COLLIDE_LINEAR) {
    apply_inverse(shape_turned(shape), f, l->f, l->f_size);
    apply_inverse(shape_turned(shape), d, l->d, l->d_size);
    return;
  }
  for (i = 0; i < 3; i++) {
    l->f[i] = f[i];
    l->d[i] = d[i];
    l->f_size[i] = fabs(f[i].hi);
    l->d_size[i] = fabs(d[i].hi);
  }
}

line ci_line_offset(const line *l, const double offset[3]) {
  line r = *l;
  int i;
  r.offset = offset;
  for (i = 0; i < 3; i++) {
    r.f[i] = tf_minus(l->f[i], offset[i]);
    r.f_size[i] += fabs(offset[i]);
  }
  return r;
}

int ci_line_is_point(const line *l) {
  int i;
  if (!l->is_segment) return 0;
  for (i = 0; i < 3; i++)
    if (l->from[i] != l->toward[i]) return 0;
  return 1;
}

/* ---- Real numbers ---------------------------------------------------------------------------- */

/* The numbers stay on top of the pool if its far end has too little space. */
static const exact *frame_of(const line *l) {
  line_frame *frame = &l->room->frame;
  exact *numbers = frame->numbers, *scale = &numbers[LINE_FRAME_SCALE];
  int i, mark = ci_exact_mark(l->pool);
  if (frame->known) return numbers;
  ci_pose_adjugate(l->pool, shape_turned(l->shape)->linear, numbers, scale);
  if (exact_sign(scale) < 0)
    for (i = 0; i < LINE_FRAME_NUMBERS; i++) ci_exact_negate(&numbers[i]);
  frame->known = ci_exact_set_aside(l->pool, mark, numbers, LINE_FRAME_NUMBERS);
  return numbers;
}

/* Transforms the difference v of world points, made since the mark, into the frame. */
static void put_into_frame(const line *l, int mark, const exact v[3], real r[3]) {
  exact e[3];
  int i;
  for (i = 0; i < 3; i++) {
    const exact *row;
    e[i] = v[i];
    if (l->shape->frame != COLLIDE_LINEAR) continue;
    row = frame_of(l) + 3 * i;
    ci_exact_mul(&e[i], &row[0], &v[0]);
    ci_exact_add_product(&e[i], &row[1], &v[1]);
    ci_exact_add_product(&e[i], &row[2], &v[2]);
  }
  ci_exact_keep(l->pool, mark, e, 3);
  for (i = 0; i < 3; i++) r[i] = real_whole(e[i]);
}

real ci_line_exact_number(const line *l, double x) {
  exact e;
  ci_exact_set(l->pool, &e, x);
  return real_whole(e);
}

real ci_line_exact_scaled(const line *l, real r) {
  exact e;
  if (l->shape->frame != COLLIDE_LINEAR) return r;
  ci_exact_mul(&e, &r.whole, frame_of(l) + LINE_FRAME_SCALE);
  return real_whole(e);
}

void ci_line_exact_difference(const line *l, const double a[3], const double b[3], real x[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    exact e;
    ci_exact_set_diff(l->pool, &e, b[i], a[i]);
    x[i] = real_whole(e);
  }
}

void ci_line_exact_direction(const line *l, real d[3]) {
  exact v[3];
  int i, mark = ci_exact_mark(l->pool);
  for (i = 0; i < 3; i++) {
    if (l->is_segment)
      ci_exact_set_diff(l->pool, &v[i], l->toward[i], l->from[i]);
    else
      ci_exact_set(l->pool, &v[i], l->toward[i]);
  }
  put_into_frame(l, mark, v, d);
}

/* Releases the numbers made since the mark, except the vector v. */
static void keep_vector(const line *l, int mark, real v[3]) {
  exact e[3];
  int i;
  for (i = 0; i < 3; i++) e[i] = v[i].whole;
  ci_exact_keep(l->pool, mark, e, 3);
  for (i = 0; i < 3; i++) v[i].whole = e[i];
}

void ci_line_exact_at(const line *l, double t, real p[3]) {
  exact v[3];
  real d[3], time;
  int i, mark = ci_exact_mark(l->pool);
  for (i = 0; i < 3; i++) ci_exact_set_diff(l->pool, &v[i], l->from[i], l->shape->origin[i]);
  put_into_frame(l, mark, v, p);
  if (l->offset != NULL)
    for (i = 0; i < 3; i++) p[i] = real_sub(p[i], line_size(l, LINE_EXACT, l->offset[i]));
  if (t != 0) {
    ci_line_exact_direction(l, d);
    time = ci_line_exact_number(l, t);
    for (i = 0; i < 3; i++) p[i] = real_add(p[i], real_mul(time, d[i]));
  }
  keep_vector(l, mark, p);
}

void ci_line_exact_moment(const line *l, real w[3]) {
  real f[3], d[3];
  int mark = ci_exact_mark(l->pool);
  ci_line_exact_at(l, 0, f);
  ci_line_exact_direction(l, d);
  real_cross(f, d, w);
  keep_vector(l, mark, w);
}

void ci_line_twofold_moment(const line *l, approx w[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    twofold m = tf_sub(tf_mul(l->f[j], l->d[k]), tf_mul(l->f[k], l->d[j]));
    w[i] = line_approx(m, l->f_size[j] * l->d_size[k] + l->f_size[k] * l->d_size[j]);
  }
}

/* ---- Signs ----------------------------------------------------------------------------------- */

int ci_line_exact_sign(const line *l, line_polynomial polynomial, const double *with) {
  int mark = ci_exact_mark(l->pool), sign = real_sign(polynomial(l, LINE_EXACT, with));
  ci_exact_release(l->pool, mark);
  return sign;
}

double ci_line_value(const line *l, line_polynomial polynomial, const double *with, int power) {
  int i, mark = ci_exact_mark(l->pool);
  real r = polynomial(l, LINE_EXACT, with), under = ci_line_exact_number(l, 1);
  double value, low;
  if (l->shape->frame != COLLIDE_LINEAR) {
    value = ci_exact_round(&r.whole);
  } else {
    for (i = 0; i < power; i++) under = ci_line_exact_scaled(l, under);
    value = ci_exact_ratio(&r.whole, &under.whole, &low);
  }
  ci_exact_release(l->pool, mark);
  return value;
}

static real coordinate_of_direction(const line *l, line_precision precision, const double *axis) {
  real d[3];
  line_direction(l, precision, d);
  return d[(int)*axis];
}

int ci_line_direction_sign(const line *l, int axis) {
  double d = l->d[axis].hi, with = axis;
  int sign;
  if (l->shape->frame != COLLIDE_LINEAR) return (d > 0) - (d < 0);
  sign = filter_sign(d, LINE_FRAME_ROUNDING * l->d_size[axis] + FILTER_TINY);
  return sign != FILTER_UNSURE ? sign : ci_line_exact_sign(l, coordinate_of_direction, &with);
}

/* `with` holds t, the axis and the level. */
static real height_above_level(const line *l, line_precision precision, const double *with) {
  real p[3];
  line_at(l, precision, with[0], p);
  return real_sub(p[(int)with[1]], line_size(l, precision, with[2]));
}

int ci_line_level_sign(const line *l, double t, int axis, double level) {
  twofold p = l->f[axis];
  double size = l->f_size[axis], with[3];
  int sign;
  if (t != 0) {
    p = tf_add(p, tf_scale(l->d[axis], t));
    size += fabs(t) * l->d_size[axis];
  } else if (l->shape->frame != COLLIDE_LINEAR && !l->offset && p.lo == 0) {
    return (p.hi > level) - (p.hi < level);
  }
  p = tf_minus(p, level);
  sign = filter_sign(p.hi, LINE_FRAME_ROUNDING * (size + fabs(level)) + FILTER_TINY);
  if (sign != FILTER_UNSURE) return sign;
  with[0] = t;
  with[1] = axis;
  with[2] = level;
  return ci_line_exact_sign(l, height_above_level, with);
}

static real slope_at(const line *l, line_precision precision, const double *t) {
  real p[3], d[3];
  line_at(l, precision, *t, p);
  line_direction(l, precision, d);
  return real_dot(p, d);
}

int ci_line_slope_sign(const line *l, double t) {
  return line_sign(l, slope_at, &t);
}

/* ---- Measuring ------------------------------------------------------------------------------- */

void ci_line_point(const line *l, twofold t, twofold p[3]) {
  double scale = fabs(t.hi) <= 1e290 ? 1 : 1.2676506002282294e30; /* 2^100: no product overflows */
  int i;
  t = tf_make(t.hi / scale, t.lo / scale);
  for (i = 0; i < 3; i++)
    p[i] = tf_add(l->f[i], tf_mul(t, tf_make(l->d[i].hi * scale, l->d[i].lo * scale)));
}

void ci_line_point_size(const line *l, double t, double size[3]) {
  int i;
  for (i = 0; i < 3; i++) size[i] = l->f_size[i] + fabs(t) * l->d_size[i];
}

int ci_line_starts_near(const line *l, double size) {
  double near = 16 * size;
  return l->f_size[0] <= near && l->f_size[1] <= near && l->f_size[2] <= near;
}

/* Any parameter near the point will do, so plain doubles suffice. */
double ci_line_nearest(const line *l) {
  double dd = 0, fd = 0;
  int i;
  for (i = 0; i < 3; i++) {
    dd += l->d[i].hi * l->d[i].hi;
    fd += l->f[i].hi * l->d[i].hi;
  }
  return -fd / dd;
}

static double clamp_between(double x, double a, double b) {
  double low = a < b ? a : b, high = a < b ? b : a;
  return x < low ? low : x > high ? high : x;
}

double ci_line_nearest_axis(const line *l, double low, double high) {
  double dx = l->d[0].hi, dy = l->d[1].hi, dz = l->d[2].hi, across = dx * dx + dz * dz;
  double s = across > 0 ? -(l->f[0].hi * dx + l->f[2].hi * dz) / across : 0, clamped;
  if (dy == 0) return s;
  clamped = clamp_between(s, (low - l->f[1].hi) / dy, (high - l->f[1].hi) / dy);
  return fabs(clamped) <= DBL_MAX ? clamped : s; /* nearly parallel to the planes */
}

static twofold crossing_exactly(const line *from_a, const double *const corners[3]) {
  real n[3], f[3], d[3], over, rate;
  twofold t;
  int mark = ci_exact_mark(from_a->pool);
  line_normal(from_a, LINE_EXACT, corners[0], corners[1], corners[2], n);
  line_at(from_a, LINE_EXACT, 0, f);
  line_direction(from_a, LINE_EXACT, d);
  over = real_dot(n, f);
  ci_exact_negate(&over.whole);
  rate = real_dot(n, d);
  t.hi = ci_exact_ratio(&over.whole, &rate.whole, &t.lo);
  ci_exact_release(from_a->pool, mark);
  return t;
}

/* -d, made perpendicular to the edge e from a to b: (d . e) e - (e . e) d. Computed exactly,
 * because the line may be nearly parallel to the edge. */
void ci_line_face_across(const line *l, const double a[3], const double b[3], double normal[3]) {
  real d[3], e[3], de, ee;
  int i, mark = ci_exact_mark(l->pool);
  line_direction(l, LINE_EXACT, d);
  line_difference(l, LINE_EXACT, a, b, e);
  de = real_dot(d, e);
  ee = real_dot(e, e);
  for (i = 0; i < 3; i++) {
    real x = real_minor(de, e[i], ee, d[i]);
    normal[i] = ci_exact_round(&x.whole);
  }
  ci_exact_release(l->pool, mark);
}

/* Finds where the line crosses the plane: in plain doubles if it starts near, in twofold numbers if
 * it starts far away, in exact ones if it is nearly parallel to the plane.
 *
 * Trees of many shapes need a bound on the error of t that holds for every line (mesh_cast.c). With
 * u = 2^-53, and N, F and D the largest components of normal, start and direction, n . f is off by
 * at most 15 u N F in plain doubles, and by 2^-95 N F in twofold ones. So where n . d is at least
 * 2^-30 N D, or 2^-60 N D, t is off by less than 2^-18 F / D, besides some 2^-40 of itself. */
twofold ci_line_crossing(const line *l, const double *const corners[3], const double normal[3],
                         const double normal_low[3], double reach) {
  line from_a = ci_line_offset(l, corners[0]);
  twofold n[3], rate;
  double over = 0, plain = 0, terms = 0, n_most = 0, d_most = 0, most;
  int i;
  for (i = 0; i < 3; i++) {
    n[i] = tf_make(normal[i], normal_low[i]);
    if (fabs(normal[i]) > n_most) n_most = fabs(normal[i]);
    if (fabs(l->d[i].hi) > d_most) d_most = fabs(l->d[i].hi);
    over -= normal[i] * from_a.f[i].hi;
    plain += normal[i] * l->d[i].hi;
    terms += fabs(normal[i] * l->d[i].hi);
  }
  most = n_most * d_most;
  if (1024 * fabs(plain) >= terms && 1073741824.0 * fabs(plain) >= most &&
      ci_line_starts_near(&from_a, reach))
    return tf(over / plain);
  rate = tf_dot(n, l->d);
  if (!(fabs(rate.hi) > 9.094947017729282e-13 * terms) ||
      !(fabs(rate.hi) > 8.673617379884035e-19 * most))
    return crossing_exactly(&from_a, corners);
  return tf_negate(tf_div(tf_dot(n, from_a.f), rate));
}
