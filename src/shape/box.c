/* SPDX-License-Identifier: MIT
 *
 * Boxes. Rects along the axes use their casts.
 */
#include "kind.h"

#include <string.h>

#include "../number/scalar.h"

/* ---- Making, folding, extent ----------------------------------------------------------------- */

static collide_error make_box(collide_shape *shape, collide_source *source, const double min[3],
                              const double max[3]) {
  double corners[6];
  int i;
  for (i = 0; i < 3; i++) {
    if (!(min[i] <= max[i])) return COLLIDE_ERROR_SIZE;
    corners[i] = min[i];
    corners[3 + i] = max[i];
  }
  return ci_shape_make(shape, source, COLLIDE_BOX, corners, 6);
}

collide_error collide_make_box(collide_shape *shape, collide_source *source, const double half[3]) {
  double min[3];
  int i;
  for (i = 0; i < 3; i++) min[i] = -half[i];
  return make_box(shape, source, min, half);
}

collide_error collide_make_box_corners(collide_shape *shape, collide_source *source,
                                       const double min[3], const double max[3]) {
  return make_box(shape, source, min, max);
}

void ci_box_between(collide_shape *shape, const double low[3], const double high[3]) {
  /* Sets every field except `of`, which is not read for a box that is not turned. Clearing it would
   * double the cost, and grids make boxes of cells one after the other. */
  shape->kind = COLLIDE_BOX;
  shape->hollow = 0;
  shape->frame = COLLIDE_MOVED;
  shape->origin[0] = shape->origin[1] = shape->origin[2] = 0;
  shape->radius = shape->height = 0;
  memcpy(shape->a, low, sizeof shape->a);
  memcpy(shape->b, high, sizeof shape->b);
  shape->reach = ci_largest(high, 3, ci_largest(low, 3, 0));
}

/* A rotated or mirrored box keeps its own frame, because the axes of that frame name its faces. */
static collide_error box_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  int i, keeps_frame = pose->rotates || pose->mirrors;
  for (i = 0; i < 3; i++) {
    double scale = keeps_frame ? 1 : pose->turned.linear[4 * i];
    s->a[i] = sizes[i] * scale;
    s->b[i] = sizes[3 + i] * scale;
  }
  s->reach = ci_largest(s->b, 3, ci_largest(s->a, 3, 0));
  return keeps_frame ? ci_pose_keep(s, pose) : COLLIDE_OK;
}

static void box_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  int i;
  extent[0] = extent[1] = tf(0);
  for (i = 0; i < 3; i++) {
    int low = g[i] < 0;
    extent[low] = tf_add(extent[low], two_product(g[i], s->a[i]));
    extent[!low] = tf_add(extent[!low], two_product(g[i], s->b[i]));
  }
}

/* ---- Quick casts ----------------------------------------------------------------------------- */

/* The crossings of a line with the slabs between the planes of opposite faces. */
typedef struct slabs {
  double enter, leave;  /* the slab entered last, and the one left first */
  double before, after; /* the second-greatest entry and the second-least exit */
  double most, slowest; /* the farthest crossing, and the least |d_i| of the slabs crossed */
  int first, last;      /* the axes of the slab entered last and of the one left first */
} slabs;

/* Skips a slab that the line runs along: its crossing is infinitely far away. No branch depends on
 * the order, because it is unpredictable. */
static QUICK_INLINE void cross_slab(const quick *q, int i, slabs *s) {
  double x, y, near, far, d = q->d[i];
  if (!quick_crosses(q, i)) return;
  x = (q->shape->a[i] - q->f[i]) / d;
  y = (q->shape->b[i] - q->f[i]) / d;
  near = lesser(x, y);
  far = greater(x, y);
  s->first = near > s->enter ? i : s->first;
  s->last = far < s->leave ? i : s->last;
  s->before = greater(s->before, lesser(s->enter, near));
  s->after = lesser(s->after, greater(s->leave, far));
  s->enter = greater(s->enter, near);
  s->leave = lesser(s->leave, far);
  s->most = greater(s->most, greater(-near, far));
  s->slowest = lesser(s->slowest, fabs(d));
}

/* Returns 1 if the line certainly stays inside of a slab that it runs along, between the ends t; -1
 * if it certainly stays outside; else 0. */
static QUICK_INLINE int stays_inside(const quick *q, int axis) {
  double low = q->shape->a[axis], high = q->shape->b[axis], x[2], margin[2];
  int end;
  for (end = 0; end < 2; end++) x[end] = quick_height(q, axis, q->t[end], q->error, &margin[end]);
  if (x[0] > low + margin[0] && x[0] < high - margin[0] && x[1] > low + margin[1] &&
      x[1] < high - margin[1])
    return 1;
  return (x[0] < low - margin[0] && x[1] < low - margin[1]) ||
                 (x[0] > high + margin[0] && x[1] > high + margin[1])
             ? -1
             : 0;
}

/* Finds where the line is in all slabs, and the axis of the entered face in *axis. The least |d_i|
 * and the farthest crossing bound the error of every crossing. Within one slab the exit is never
 * before the entry, so only crossings of different slabs are compared. */
static QUICK_INLINE int cross_slabs(quick *q, int axes, int *axis) {
  slabs s = {-HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, 0, HUGE_VAL, 0, 0};
  double off;
  int i;
  cross_slab(q, 0, &s);
  cross_slab(q, 1, &s);
  if (axes == 3) cross_slab(q, 2, &s);
  if (!(s.slowest < HUGE_VAL)) return QUICK_UNSURE; /* d is zero */
  q->error = QUICK_SLAB * q->eps * (q->f_most + q->shape->reach + s.most * q->d_most) / s.slowest;
  off = 2 * q->error;
  if (s.enter > s.leave + off) return QUICK_MISS;
  q->t[0] = s.enter;
  q->t[1] = s.leave;
  *axis = s.first;
  /* A tie leaves the face and t uncertain. */
  if (!(s.before < s.enter - off && s.after > s.leave + off)) return QUICK_UNSURE;
  if (s.first != s.last && !(s.enter < s.leave - off)) return QUICK_UNSURE;
  if (!(fabs(q->d[s.first]) > QUICK_SHALLOW * q->d_most &&
        fabs(q->d[s.last]) > QUICK_SHALLOW * q->d_most))
    return QUICK_UNSURE;
  for (i = 0; i < axes; i++) {
    int stays = quick_crosses(q, i) ? 1 : stays_inside(q, i);
    if (stays != 1) return stays < 0 ? QUICK_MISS : QUICK_UNSURE;
  }
  return QUICK_HIT;
}

/* sqrt(3), rounded up. */
#define DIAGONAL 1.7320508075688774

static QUICK_INLINE void measure_face(quick *q, int axis) {
  const collide_shape *s = q->shape;
  int downward = q->d[axis] < 0; /* unpredictable, so no branch depends on it */
  const double *corner = downward ? s->b : s->a;
  quick_point_at(q, q->t[0], q->point);
  q->normal[0] = q->normal[1] = q->normal[2] = 0;
  q->point[axis] = corner[axis];
  q->normal[axis] = 2 * downward - 1;
  q->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * axis + downward);
}

/* The line relative to the box's centre, doubled so that nothing is halved: g = 2 f - (a + b), and
 * |g_i| <= b_i - a_i inside the box. R is the reach, and T = |t| D for the point at t. */
typedef struct centred {
  double g[3], side[3]; /* side = b - a */
} centred;

static QUICK_INLINE void centre_axis(const quick *q, int i, centred *v) {
  v->g[i] = q->f[i] + q->f[i] - (q->shape->a[i] + q->shape->b[i]);
  v->side[i] = q->shape->b[i] - q->shape->a[i];
}

static QUICK_INLINE void centre(int axes, const quick *q, centred *v) {
  centre_axis(q, 0, v);
  centre_axis(q, 1, v);
  if (axes == 3) centre_axis(q, 2, v);
}

/* The separation of line and box along the cross product of d and the third axis, not normalized:
 * |g_i d_j - g_j d_i| - (side_i |d_j| + side_j |d_i|). It is more than 0 for some pair of axes
 * exactly if the line misses the box.
 *
 * With u <= e / 2, g_i is off by 2 e F + 2 u R + 2 u (F + R) <= e (3 F + 2 R). In units of e (F +
 * R) D a product g_i d_j is off by 3 + 2 + 1, the difference of two by 14; side_i |d_j| by 1 + 2 +
 * 1, the sum of two by 10; and the difference of both, at most 8 (F + R) D, by 4 more. */
#ifndef QUICK_SIDES
#define QUICK_SIDES 32.0
#endif

static QUICK_INLINE double separation(const quick *q, const centred *v, int i, int j) {
  return fabs(v->g[i] * q->d[j] - v->g[j] * q->d[i]) -
         (v->side[i] * fabs(q->d[j]) + v->side[j] * fabs(q->d[i]));
}

static QUICK_INLINE int outcome_of(double outside, double margin) {
  if (outside > margin) return QUICK_MISS;
  return outside < -margin ? QUICK_HIT : QUICK_UNSURE;
}

/* Decides whether the line meets the box. In the plane only the axis z may separate them. */
static QUICK_INLINE int decide_line(int axes, const quick *q, const centred *v) {
  double margin = QUICK_SIDES * q->eps * (q->f_most + q->shape->reach) * q->d_most;
  double outside = separation(q, v, 0, 1);
  if (axes == 3)
    outside = greater(outside, greater(separation(q, v, 1, 2), separation(q, v, 2, 0)));
  return outcome_of(outside, margin);
}

/* Does the same for a line along an axis. The cross product of that axis and d is zero and
 * separates nothing. This holds only if d is known exactly: in a frame that is only moved. */
static QUICK_NOINLINE int decide_line_along_axis(const double d[3], double x, double y, double z,
                                                 double margin) {
  if (d[0] == 0 && d[1] == 0) return outcome_of(greater(x, y), margin);
  if (d[1] == 0 && d[2] == 0) return outcome_of(greater(y, z), margin);
  return d[2] == 0 && d[0] == 0 ? outcome_of(greater(z, x), margin) : QUICK_UNSURE;
}

/* |g_i + 2 t d_i| - side_i: with g_i as above, the product is off by 2 e T + u (2 T), the sum by u
 * (2 F + 2 R + 2 T), side_i by 2 u R and the difference by u (2 F + 2 T + 4 R): in all by 6 e (F +
 * T + R).
 *
 * So beyond the margin a point lies outside of a slab by 14 e (F + T + R) at least, doubled. If the
 * line meets the box, it does so within sqrt(3) (F + T + R) / |d| <= 7 (F + T + R) / D of t: so
 * |d_i| >= e D, and has a certain sign under a matrix, too. The line enters all slabs that the
 * point lies outside of, or has left all of them: the terms of the sum have one sign. */
#ifndef QUICK_OUTSIDE
#define QUICK_OUTSIDE 20.0
#endif

/* How far x lies outside of -limit to limit, with x's sign. */
static QUICK_INLINE double beyond_limit(double x, double limit) {
  return x - lesser(greater(x, -limit), limit);
}

static QUICK_INLINE quick_place place_at(int axes, const quick *q, const centred *v, double t) {
  double margin = QUICK_OUTSIDE * q->eps * (q->f_most + t * q->d_most + q->shape->reach);
  double x = v->g[0] + (t + t) * q->d[0], y = v->g[1] + (t + t) * q->d[1], z = 0;
  double outside = greater(fabs(x) - v->side[0], fabs(y) - v->side[1]), leaving;
  if (axes == 3) {
    z = v->g[2] + (t + t) * q->d[2];
    outside = greater(outside, fabs(z) - v->side[2]);
  }
  if (outside < -margin) return QUICK_WITHIN;
  if (!(outside > margin)) return QUICK_SOMEWHERE;
  leaving = beyond_limit(x, v->side[0] + margin) * q->d[0] +
            beyond_limit(y, v->side[1] + margin) * q->d[1];
  if (axes == 3) leaving += beyond_limit(z, v->side[2] + margin) * q->d[2];
  if (leaving < 0) return QUICK_BEFORE;
  return leaving > 0 ? QUICK_PAST : QUICK_SOMEWHERE;
}

/* Answers yes or no for a line that meets the box, or may meet it, without a division. */
static QUICK_INLINE int decide_box(int axes, collide_frame_kind frame, const quick *q,
                                   const centred *v, int found) {
  double max = q->cast->max;
  if (found == QUICK_UNSURE && axes == 3 && frame != COLLIDE_LINEAR)
    found = decide_line_along_axis(
        q->d, separation(q, v, 1, 2), separation(q, v, 2, 0), separation(q, v, 0, 1),
        QUICK_SIDES * q->eps * (q->f_most + q->shape->reach) * q->d_most);
  if (found != QUICK_HIT || q->cast->flags & QUICK_LINE) return found;
  return quick_decide_places(q->shape, q->cast, place_at(axes, q, v, 0),
                             max > DBL_MAX ? QUICK_PAST : place_at(axes, q, v, max));
}

static QUICK_INLINE int decide_box_in(int axes, collide_frame_kind frame, const collide_shape *s,
                                      const quick_cast *c) {
  quick q;
  centred v;
  if (!quick_see(&q, frame, s, c, NULL, NULL, s->reach, DIAGONAL * s->reach)) return QUICK_UNSURE;
  centre(axes, &q, &v);
  return decide_box(axes, frame, &q, &v, decide_line(axes, &q, &v));
}

static QUICK_INLINE int measure_box_in(int axes, collide_frame_kind frame, const collide_shape *s,
                                       const quick_cast *c, collide_hit *hit) {
  double reach = s->reach;
  quick q;
  centred v;
  int axis, found;
  if (!quick_see(&q, frame, s, c, hit, NULL, reach, DIAGONAL * reach)) return QUICK_UNSURE;
  centre(axes, &q, &v);
  if (decide_line(axes, &q, &v) == QUICK_MISS) return QUICK_MISS;
  found = quick_approach(&q, frame, reach, DIAGONAL * reach, reach);
  if (found != QUICK_HIT) return found;
  found = cross_slabs(&q, axes, &axis);
  if (found == QUICK_HIT) found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  measure_face(&q, axis);
  return quick_write(&q, frame, hit);
}

static QUICK_NOINLINE int quick_turned_box(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure_box_in(3, COLLIDE_LINEAR, s, &c, hit);
}

static QUICK_NOINLINE int decide_turned_box(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found = decide_box_in(3, COLLIDE_LINEAR, s, &c);
  if (found != QUICK_UNSURE) return found;
  return quick_turned_box(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

static QUICK_NOINLINE int measure_box(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure_box_in(3, COLLIDE_MOVED, s, &c, hit);
}

static QUICK_NOINLINE int measure_rect(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure_box_in(2, COLLIDE_MOVED, s, &c, hit);
}

static int quick_box(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found;
  if (s->frame == COLLIDE_LINEAR)
    return (hit == NULL ? decide_turned_box : quick_turned_box)(s, ax, ay, az, bx, by, bz, max,
                                                                flags, hit);
  found = hit == NULL ? decide_box_in(3, COLLIDE_MOVED, s, &c) : (int)QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  return measure_box(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

int ci_quick_aligned_rect(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found = hit == NULL ? decide_box_in(2, COLLIDE_MOVED, s, &c) : (int)QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  return measure_rect(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

/* ---- Exact casts -----------------------------------------------------------------------------
 *
 * A line and a box, or a rect along the axes, by slabs (Kay and Kajiya 1986),
 * without epsilons: the ends of two slabs are compared as rounded quotients only
 * when they clearly differ, else by the sign of (b_i - f_i) d_j - (b_j - f_j) d_i. */

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

/* ---- The row --------------------------------------------------------------------------------- */

const shape_kind ci_box = {
    "box",              /* name */
    3,                  /* dimensions */
    1.7320508075688774, /* spread */
    box_fold,           /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    box_extent,         /* extent */
    NULL,               /* unbounded_extent */
    quick_box,          /* quick */
    &ci_box_exact,      /* exact */
    0                   /* points */
};
