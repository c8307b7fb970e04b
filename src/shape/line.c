/* SPDX-License-Identifier: MIT */
#include "line.h"

#include "shape.h"

/* ---- Into the frame ------------------------------------------------------ */

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
  l->pool = &room->numbers.pool;
  l->offset = NULL;
  l->faces[0] = l->faces[1] = COLLIDE_FACE_NONE;
  l->ends[0].number = l->ends[1].number = 0;
  for (i = 0; i < 3; i++) {
    f[i] = two_diff(from[i], shape->position[i]);
    d[i] = is_segment ? two_diff(toward[i], from[i]) : tf(toward[i]);
  }
  if (shape->frame == COLLIDE_LINEAR) {
    apply_inverse(&shape->of.turned, f, l->f, l->f_size);
    apply_inverse(&shape->of.turned, d, l->d, l->d_size);
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

/* ---- Filters -------------------------------------------------------------- */

/* The floor covers underflow in products of twofold numbers: each of the few roundings
 * in one may lose 2^-1075. */
static approx approx_from(twofold a, double size) {
  return approx_make(a.hi,
                     APPROX_ROUNDING * fabs(a.hi) + LINE_FRAME_ROUNDING * size + APPROX_FLOOR);
}

void ci_line_approx_start(const line *l, approx f[3]) {
  int i;
  for (i = 0; i < 3; i++) f[i] = approx_from(l->f[i], l->f_size[i]);
}

void ci_line_approx_direction(const line *l, approx d[3]) {
  int i;
  for (i = 0; i < 3; i++) d[i] = approx_from(l->d[i], l->d_size[i]);
}

void ci_line_approx_at(const line *l, double t, approx p[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    p[i] = approx_from(l->f[i], l->f_size[i]);
    if (t != 0)
      p[i] = approx_add(p[i], approx_mul(approx_exact(t), approx_from(l->d[i], l->d_size[i])));
  }
}

void ci_line_approx_moment(const line *l, int precision, approx w[3]) {
  approx f[3], d[3];
  int i;
  if (precision == LINE_PLAIN) {
    ci_line_approx_start(l, f);
    ci_line_approx_direction(l, d);
    approx_cross(f, d, w);
    return;
  }
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    twofold m = tf_sub(tf_mul(l->f[j], l->d[k]), tf_mul(l->f[k], l->d[j]));
    w[i] = approx_from(m, l->f_size[j] * l->d_size[k] + l->f_size[k] * l->d_size[j]);
  }
}

/* ---- Exactly --------------------------------------------------------------- */

void ci_exact_dot(exact *r, const exact a[3], const exact b[3]) {
  ci_exact_mul(r, &a[0], &b[0]);
  ci_exact_add_product(r, &a[1], &b[1]);
  ci_exact_add_product(r, &a[2], &b[2]);
}

void ci_exact_cross(exact r[3], const exact a[3], const exact b[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    ci_exact_mul(&r[i], &a[j], &b[k]);
    ci_exact_sub_product(&r[i], &a[k], &b[j]);
  }
}

/* The numbers stay on top of the pool where there is not enough space at its far end. */
static const exact *frame_of(const line *l) {
  line_frame *frame = &l->room->frame;
  exact *numbers = frame->numbers, *scale = &numbers[LINE_FRAME_SCALE];
  int i, mark = ci_exact_mark(l->pool);
  if (frame->known) return numbers;
  ci_pose_adjugate(l->pool, l->shape->of.turned.linear, numbers, scale);
  if (exact_sign(scale) < 0)
    for (i = 0; i < LINE_FRAME_NUMBERS; i++) ci_exact_negate(&numbers[i]);
  frame->known = ci_exact_set_aside(l->pool, mark, numbers, LINE_FRAME_NUMBERS);
  return numbers;
}

/* r = coordinate `axis` in the frame of a difference v of world vectors. */
static void exact_into_frame(const line *l, const exact v[3], int axis, exact *r) {
  if (l->shape->frame == COLLIDE_LINEAR)
    ci_exact_dot(r, frame_of(l) + 3 * axis, v);
  else
    *r = v[axis];
}

void ci_line_exact_scale(const line *l, exact *r) {
  if (l->shape->frame == COLLIDE_LINEAR) ci_exact_mul(r, r, frame_of(l) + LINE_FRAME_SCALE);
}

void ci_line_exact_size(const line *l, double size, exact *r) {
  int mark = ci_exact_mark(l->pool);
  ci_exact_set(l->pool, r, size);
  ci_line_exact_scale(l, r);
  ci_exact_keep(l->pool, mark, r, 1);
}

double ci_line_exact_value(const line *l, const exact *r, int power) {
  exact under;
  double value, low;
  int i, mark = ci_exact_mark(l->pool);
  if (l->shape->frame != COLLIDE_LINEAR) return ci_exact_round(r);
  ci_exact_set(l->pool, &under, 1);
  for (i = 0; i < power; i++) ci_line_exact_scale(l, &under);
  value = ci_exact_ratio(r, &under, &low);
  ci_exact_release(l->pool, mark);
  return value;
}

static void exact_world_start(const line *l, exact v[3]) {
  int i;
  for (i = 0; i < 3; i++) ci_exact_set_diff(l->pool, &v[i], l->from[i], l->shape->position[i]);
}

static void exact_world_direction(const line *l, exact v[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    if (l->is_segment)
      ci_exact_set_diff(l->pool, &v[i], l->toward[i], l->from[i]);
    else
      ci_exact_set(l->pool, &v[i], l->toward[i]);
  }
}

static void subtract_offset(const line *l, int axis, exact *f) {
  exact offset;
  if (!l->offset) return;
  ci_line_exact_size(l, l->offset[axis], &offset);
  ci_exact_sub(f, f, &offset);
}

void ci_line_exact_start(const line *l, exact f[3]) {
  exact v[3];
  int i, mark = ci_exact_mark(l->pool);
  exact_world_start(l, v);
  for (i = 0; i < 3; i++) {
    exact_into_frame(l, v, i, &f[i]);
    subtract_offset(l, i, &f[i]);
  }
  ci_exact_keep(l->pool, mark, f, 3);
}

void ci_line_exact_direction(const line *l, exact d[3]) {
  exact v[3];
  int i, mark = ci_exact_mark(l->pool);
  exact_world_direction(l, v);
  for (i = 0; i < 3; i++) exact_into_frame(l, v, i, &d[i]);
  ci_exact_keep(l->pool, mark, d, 3);
}

void ci_line_exact_start_along(const line *l, int axis, exact *f) {
  exact v[3];
  int mark = ci_exact_mark(l->pool);
  exact_world_start(l, v);
  exact_into_frame(l, v, axis, f);
  subtract_offset(l, axis, f);
  ci_exact_keep(l->pool, mark, f, 1);
}

void ci_line_exact_direction_along(const line *l, int axis, exact *d) {
  exact v[3];
  int mark = ci_exact_mark(l->pool);
  exact_world_direction(l, v);
  exact_into_frame(l, v, axis, d);
  ci_exact_keep(l->pool, mark, d, 1);
}

void ci_line_exact_at(const line *l, double t, exact p[3]) {
  exact d[3], term;
  int i, mark = ci_exact_mark(l->pool);
  ci_line_exact_start(l, p);
  if (t == 0) return;
  ci_line_exact_direction(l, d);
  for (i = 0; i < 3; i++) {
    ci_exact_mul_double(&term, &d[i], t);
    ci_exact_add(&p[i], &p[i], &term);
  }
  ci_exact_keep(l->pool, mark, p, 3);
}

void ci_line_exact_moment(const line *l, exact w[3]) {
  exact f[3], d[3];
  int mark = ci_exact_mark(l->pool);
  ci_line_exact_start(l, f);
  ci_line_exact_direction(l, d);
  ci_exact_cross(w, f, d);
  ci_exact_keep(l->pool, mark, w, 3);
}

int ci_line_direction_sign(const line *l, int axis) {
  double d = l->d[axis].hi;
  exact e;
  int sign, mark;
  if (l->shape->frame != COLLIDE_LINEAR) return (d > 0) - (d < 0);
  sign = filter_sign(d, LINE_FRAME_ROUNDING * l->d_size[axis] + FILTER_TINY);
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_direction_along(l, axis, &e);
  ci_exact_release(l->pool, mark);
  return exact_sign(&e);
}

int ci_line_level_sign(const line *l, double t, int axis, double level) {
  twofold p = l->f[axis];
  exact e, d, x;
  double size = l->f_size[axis];
  int sign, mark;
  if (t != 0) {
    p = tf_add(p, tf_scale(l->d[axis], t));
    size += fabs(t) * l->d_size[axis];
  } else if (l->shape->frame != COLLIDE_LINEAR && !l->offset && p.lo == 0) {
    return (p.hi > level) - (p.hi < level);
  }
  p = tf_minus(p, level);
  sign = filter_sign(p.hi, LINE_FRAME_ROUNDING * (size + fabs(level)) + FILTER_TINY);
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_start_along(l, axis, &e);
  ci_line_exact_size(l, level, &x);
  ci_exact_sub(&e, &e, &x);
  if (t != 0) {
    ci_line_exact_direction_along(l, axis, &d);
    ci_exact_mul_double(&d, &d, t);
    ci_exact_add(&e, &e, &d);
  }
  ci_exact_release(l->pool, mark);
  return exact_sign(&e);
}

int ci_line_slope_sign(const line *l, double t) {
  approx p[3], d[3];
  exact e[3], v[3], dot;
  int sign, mark;
  ci_line_approx_at(l, t, p);
  ci_line_approx_direction(l, d);
  sign = approx_sign(approx_dot(p, d));
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_at(l, t, e);
  ci_line_exact_direction(l, v);
  ci_exact_dot(&dot, e, v);
  ci_exact_release(l->pool, mark);
  return exact_sign(&dot);
}

/* ---- Measuring -------------------------------------------------------------- */

void ci_line_point(const line *l, twofold t, twofold p[3]) {
  int i;
  for (i = 0; i < 3; i++) p[i] = tf_add(l->f[i], tf_mul(t, l->d[i]));
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
