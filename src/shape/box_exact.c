/* SPDX-License-Identifier: MIT
 *
 * A line and a box, or a rect along the axes, by slabs (Kay and Kajiya 1986),
 * without epsilons: the ends of two slabs are compared as rounded quotients only
 * when they clearly differ, else by the sign of (b_i - f_i) d_j - (b_j - f_j) d_i.
 */
#include "line.h"
#include "../number/scalar.h"

/* A crossing of the line with one face. */
typedef struct crossing {
  int axis;
  double level, t, error;
} crossing;

static double face_level(const line *l, int axis, int upper) {
  return upper ? l->shape->b[axis] : l->shape->a[axis];
}

/* Computing t = (level - f) / d rounds the two differences and the quotient, and d to one double: 4
 * u |t|, and 8 u are counted. (The first difference is exact where the second cancels it.) In a
 * turned frame, f and d are off by LINE_FRAME_ROUNDING of their sizes, and t by as much over |d|.
 * This at most doubles if d is off by less than half of itself, which the rounding's own margin of
 * 2^3 covers. Otherwise the error is infinite. */
static crossing cross_face(const line *l, int axis, int upper) {
  crossing c;
  double d = l->d[axis].hi;
  c.axis = axis;
  c.level = face_level(l, axis, upper);
  c.t = ((c.level - l->f[axis].hi) - l->f[axis].lo) / d;
  c.error = 4 * DBL_EPSILON * fabs(c.t);
  if (l->shape->frame == COLLIDE_LINEAR) {
    double f_error = LINE_FRAME_ROUNDING * l->f_size[axis];
    double d_error = LINE_FRAME_ROUNDING * l->d_size[axis];
    c.error += (f_error + fabs(c.t) * d_error) / fabs(d);
    if (!(fabs(d) > 2 * d_error)) c.error = HUGE_VAL;
  }
  return c;
}

static twofold cross_precisely(const line *l, const crossing *c) {
  return tf_div(tf_sub(tf(c->level), l->f[c->axis]), l->d[c->axis]);
}

/* (b_i - f_i) d_j - (b_j - f_j) d_i, with the signs of d_i and d_j taken out. */
static int compare_exactly(const line *l, const crossing *x, const crossing *y) {
  real f[3], d[3], over;
  int i = x->axis, j = y->axis, mark = ci_exact_mark(l->pool), sign;
  line_at(l, LINE_EXACT, 0, f);
  line_direction(l, LINE_EXACT, d);
  over = real_minor(real_sub(line_size(l, LINE_EXACT, x->level), f[i]), d[j],
                    real_sub(line_size(l, LINE_EXACT, y->level), f[j]), d[i]);
  sign = real_sign(over) * real_sign(d[i]) * real_sign(d[j]);
  ci_exact_release(l->pool, mark);
  return sign;
}

/* The sign of x.t - y.t. */
static int compare_crossings(const line *l, const crossing *x, const crossing *y) {
  int sign;
  if (x->axis == y->axis && x->level == y->level) return 0;
  sign = filter_sign(x->t - y->t, x->error + y->error + FILTER_TINY);
  return sign == FILTER_UNSURE ? compare_exactly(l, x, y) : sign;
}

static collide_face face_of(int axis, int upper) {
  return (collide_face)(COLLIDE_FACE_MINUS_X + 2 * axis + upper);
}

/* The slab entered last and the one left first; a tie takes the first axis. */
static int box_meets(line *l) {
  crossing ends[2];
  int axis, have = 0;
  for (axis = 0; axis < 3; axis++) {
    int direction = ci_line_direction_sign(l, axis), end;
    if (direction == 0) {
      if (ci_line_level_sign(l, 0, axis, l->shape->a[axis]) < 0 ||
          ci_line_level_sign(l, 0, axis, l->shape->b[axis]) > 0)
        return 0;
      continue;
    }
    for (end = 0; end < 2; end++) {
      int upper = (direction > 0) == (end == 1);
      crossing c = cross_face(l, axis, upper);
      if (!have || (end == 0 ? compare_crossings(l, &c, &ends[0]) > 0
                             : compare_crossings(l, &c, &ends[1]) < 0)) {
        ends[end] = c;
        l->faces[end] = face_of(axis, upper);
      }
    }
    have = 1;
  }
  return have && compare_crossings(l, &ends[0], &ends[1]) <= 0;
}

/* A rect is flat along z, so its z is not tested. */
static int box_locate(const line *l, double t) {
  int axis, worst = -1, axes = collide_dimensions(l->shape);
  for (axis = 0; axis < axes; axis++) {
    int below = ci_line_level_sign(l, t, axis, l->shape->a[axis]);
    int above = ci_line_level_sign(l, t, axis, l->shape->b[axis]);
    if (below < 0 || above > 0) return 1;
    if (below == 0 || above == 0) worst = 0;
  }
  return worst;
}

static side box_side(const line *l, double t) {
  side s = SIDE_EVERYWHERE;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    int direction = ci_line_direction_sign(l, axis);
    int below, above;
    if (direction == 0) continue;
    below = ci_line_level_sign(l, t, axis, l->shape->a[axis]);
    above = ci_line_level_sign(l, t, axis, l->shape->b[axis]);
    s = side_intersect(s, direction > 0 ? side_make(below, above) : side_make(-above, -below));
  }
  return s;
}

/* Computes the point at a crossing, precisely if the start is far away. */
static void crossing_point(const line *l, const crossing *c, double point[3]) {
  twofold p[3];
  int i;
  if (ci_line_starts_near(l, l->shape->reach)) {
    for (i = 0; i < 3; i++) point[i] = l->f[i].hi + c->t * l->d[i].hi;
  } else {
    ci_line_point(l, cross_precisely(l, c), p);
    for (i = 0; i < 3; i++) point[i] = p[i].hi;
  }
  for (i = 0; i < 3; i++) point[i] = clamp(point[i], l->shape->a[i], l->shape->b[i]);
  point[c->axis] = c->level;
}

static void box_measure(const line *l, int end, measured *m) {
  int i;
  for (i = 0; i < 2; i++) {
    int code = (int)l->faces[i] - COLLIDE_FACE_MINUS_X, axis = code / 2, upper = code % 2;
    crossing c = cross_face(l, axis, upper);
    m->t[i] = c.t;
    if (i != end) continue;
    crossing_point(l, &c, m->point);
    m->normal[0] = m->normal[1] = m->normal[2] = 0;
    m->normal[axis] = upper ? 1 : -1;
  }
}

const exact_cast ci_box_exact = {box_meets, box_side, box_locate, box_measure};
