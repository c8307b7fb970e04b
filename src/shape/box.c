/* SPDX-License-Identifier: MIT
 *
 * Boxes.
 */
#include <string.h>

#include "box_decide.h"
#include "direct.h"
#include "kind.h"
#include "../number/scalar.h"

/* ---- Making, folding, extent --------------------------------------------------- */

static collide_error make(collide_shape *shape, collide_source *source, const double min[3],
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
  return make(shape, source, min, half);
}

collide_error collide_make_box_corners(collide_shape *shape, collide_source *source,
                                       const double min[3], const double max[3]) {
  return make(shape, source, min, max);
}

void ci_box_between(collide_shape *shape, const double low[3], const double high[3]) {
  /* All but `of`, which tells nothing of a box that is not turned: cells of grids are made into
   * boxes one after the other, and to clear all of it takes as long as the rest. */
  shape->kind = COLLIDE_BOX;
  shape->hollow = 0;
  shape->frame = COLLIDE_MOVED;
  shape->position[0] = shape->position[1] = shape->position[2] = 0;
  shape->radius = shape->height = 0;
  memcpy(shape->a, low, sizeof shape->a);
  memcpy(shape->b, high, sizeof shape->b);
  shape->reach = ci_largest(high, 3, ci_largest(low, 3, 0));
}

/* Rotated or mirrored it keeps its own frame, in which faces have their names. */
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

static void box_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  ci_rescale(s->a, 3, exponent);
  ci_rescale(s->b, 3, exponent);
}

/* ---- The short way --------------------------------------------------------------- */

/* Where a line crosses the slabs between the planes of opposite faces. */
typedef struct slabs {
  double enter, leave;  /* the slab entered last, and the one left first */
  double before, after; /* the second in both orders */
  double most, slowest; /* the farthest crossing, and the least |d_i| of the slabs crossed */
  int first, last;      /* the axes of the slab entered last and of the one left first */
} slabs;

/* A slab that the line runs along is crossed infinitely far away, and is left out here. No branch
 * depends on the order, which cannot be foreseen. */
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

/* Between the ends t the line certainly stays inside of a slab that it runs along
 * (1), or outside (-1), or neither is certain (0). */
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

/* Where the line is in all slabs, and in *axis that of the face entered. Each crossing is off by at
 * most that of the slowest and the farthest. Within one slab the exit is never before the entry,
 * so only crossings of different slabs are compared. */
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
  /* Ties: which face is it, and whose is t? */
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
  int downward = q->d[axis] < 0; /* which cannot be foreseen: no branch depends on it */
  const double *corner = downward ? s->b : s->a;
  quick_point_at(q, q->t[0], q->point);
  q->normal[0] = q->normal[1] = q->normal[2] = 0;
  q->point[axis] = corner[axis];
  q->normal[axis] = 2 * downward - 1;
  q->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * axis + downward);
}

int ci_quick_box(quick *q) {
  double reach = q->shape->reach;
  int axis, found = quick_enter(q, NULL, reach, DIAGONAL * reach);
  if (found == QUICK_HIT) found = cross_slabs(q, q->shape->kind == COLLIDE_BOX ? 3 : 2, &axis);
  if (found == QUICK_HIT) measure_face(q, axis);
  return found;
}

/* ---- The direct path ---------------------------------------------------------------- */

/* The box seen from its centre: g = f - (a + b) / 2, and half its sides. With R = reach and u <= e
 * / 2 each half is off by 2 u R, and each g_i, with f_i off by e F and three roundings, by
 * 1.5 e (F + R) + u R <= 2 e (F + R). */
typedef struct centred {
  double g[3], half[3];
} centred;

static QUICK_INLINE void centre(int axes, const collide_shape *s, const double f[3], centred *c) {
  c->g[0] = f[0] - 0.5 * (s->a[0] + s->b[0]);
  c->g[1] = f[1] - 0.5 * (s->a[1] + s->b[1]);
  c->half[0] = 0.5 * (s->b[0] - s->a[0]);
  c->half[1] = 0.5 * (s->b[1] - s->a[1]);
  if (axes == 2) return;
  c->g[2] = f[2] - 0.5 * (s->a[2] + s->b[2]);
  c->half[2] = 0.5 * (s->b[2] - s->a[2]);
}

/* The line passes the box by when |g_i d_j - g_j d_i| > half_i |d_j| + half_j |d_i| for some two
 * axes, and only then: those are the axes d x x, d x y and d x z that may separate them. In units
 * of e (F + R) D a product g_i d_j is off by 2 + 1 + 0.5, the difference of two by 8; a product
 * half_i |d_j| by 2.5, the sum of two by 6; and their difference by 1 more. */
#ifndef QUICK_PASSES
#define QUICK_PASSES 16.0
#endif

static QUICK_INLINE int passes_sides(const collide_shape *s, const quick *l, const centred *c) {
  const double *g = c->g, *half = c->half, *d = l->d;
  double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
  double along_x = fabs(g[1] * d[2] - g[2] * d[1]) - (half[1] * z + half[2] * y);
  double along_y = fabs(g[2] * d[0] - g[0] * d[2]) - (half[2] * x + half[0] * z);
  double along_z = fabs(g[0] * d[1] - g[1] * d[0]) - (half[0] * y + half[1] * x);
  double margin = QUICK_PASSES * l->eps * (l->f_most + s->reach) * l->d_most;
  return greater(greater(along_x, along_y), along_z) > margin;
}

/* In two dimensions the axis z alone may separate them. */
static QUICK_INLINE int passes_rect(const collide_shape *s, const quick *l, const centred *c) {
  const double *g = c->g, *half = c->half, *d = l->d;
  double margin = QUICK_PASSES * l->eps * (l->f_most + s->reach) * l->d_most;
  return fabs(g[0] * d[1] - g[1] * d[0]) - (half[0] * fabs(d[1]) + half[1] * fabs(d[0])) > margin;
}

/* cross_slabs in space of a line that runs along no slab, in fewer operations. */
static QUICK_INLINE int cross_box(quick *l, int *axis) {
  const collide_shape *s = l->shape;
  const double *a = s->a, *b = s->b, *f = l->f, *d = l->d;
  double x[2], y[2], z[2], x_near, x_far, y_near, y_far, z_near, z_far, enter, leave;
  double before, after, off, most, slowest;
  int first, last;
  slowest = lesser(lesser(fabs(d[0]), fabs(d[1])), fabs(d[2]));
  if (!(slowest > 4 * l->eps * l->d_most)) return cross_slabs(l, 3, axis);
  x[0] = (a[0] - f[0]) / d[0];
  x[1] = (b[0] - f[0]) / d[0];
  y[0] = (a[1] - f[1]) / d[1];
  y[1] = (b[1] - f[1]) / d[1];
  z[0] = (a[2] - f[2]) / d[2];
  z[1] = (b[2] - f[2]) / d[2];
  x_near = lesser(x[0], x[1]);
  x_far = greater(x[0], x[1]);
  y_near = lesser(y[0], y[1]);
  y_far = greater(y[0], y[1]);
  z_near = lesser(z[0], z[1]);
  z_far = greater(z[0], z[1]);
  enter = greater(greater(x_near, y_near), z_near);
  leave = lesser(lesser(x_far, y_far), z_far);
  most = greater(greater(greater(x_far, y_far), z_far), -lesser(lesser(x_near, y_near), z_near));
  off = QUICK_SLAB * l->eps * (l->f_most + s->reach + most * l->d_most) / slowest;
  if (enter > leave + 2 * off) return QUICK_MISS;
  before = greater(lesser(x_near, y_near), lesser(greater(x_near, y_near), z_near));
  after = lesser(greater(x_far, y_far), greater(lesser(x_far, y_far), z_far));
  /* The first axis of the extreme, without a branch: it cannot be foreseen. */
  first = (x_near < enter) * (1 + (y_near < enter));
  last = (x_far > leave) * (1 + (y_far > leave));
  if (!(before < enter - 2 * off && after > leave + 2 * off)) return QUICK_UNSURE;
  if (!(enter < leave - 2 * off || first == last)) return QUICK_UNSURE;
  if (!(fabs(d[first]) > QUICK_SHALLOW * l->d_most && fabs(d[last]) > QUICK_SHALLOW * l->d_most))
    return QUICK_UNSURE;
  l->t[0] = enter;
  l->t[1] = leave;
  l->error = off;
  *axis = first;
  return QUICK_HIT;
}

static QUICK_INLINE int shoot_in(collide_frame_kind frame, const collide_shape *s,
                                 const double from[3], const double d[3], double max, int flags,
                                 quick_wanted wanted, collide_hit *hit) {
  quick l;
  centred c;
  int found, axis;
  if (!shoot_see(s, frame, from, d, s->reach, DIAGONAL * s->reach, &l)) return QUICK_UNSURE;
  centre(3, s, l.f, &c);
  if (passes_sides(s, &l, &c)) return QUICK_MISS;
  found = cross_box(&l, &axis);
  if (found != QUICK_HIT) return found;
  l.wanted = wanted;
  found = shoot_decide(&l, from, max, flags, hit);
  if (found != SHOOT_MEASURE) return found;
  measure_face(&l, axis);
  return shoot_write(&l, frame, hit);
}

static SHOOT_INLINE int measure_box_cast(const collide_shape *s, const double from[3],
                                         const double d[3], double max, int flags,
                                         quick_wanted wanted, collide_hit *hit) {
  if (s->frame == COLLIDE_LINEAR)
    return shoot_in(COLLIDE_LINEAR, s, from, d, max, flags, wanted, hit);
  return shoot_in(COLLIDE_MOVED, s, from, d, max, flags, wanted, hit);
}

static int shoot_box(const collide_shape *s, const double from[3], const double d[3], double max,
                     int flags, collide_hit *hit, shoot_otherwise otherwise) {
  int found = hit == NULL ? ci_box_decide(s, from, d, max, flags) : QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  found = measure_box_cast(s, from, d, max, flags, hit == NULL ? QUICK_DECIDE : shoot_wanted(flags),
                           hit);
  return found != QUICK_UNSURE ? found : otherwise(s, from, d, max, flags, hit);
}

/* The same in the plane. */
static QUICK_INLINE int cross_rect(quick *l, int *axis) {
  const collide_shape *s = l->shape;
  const double *a = s->a, *b = s->b, *f = l->f, *d = l->d;
  double x[2], y[2], x_near, x_far, y_near, y_far, enter, leave, off, most, slowest;
  int first, last;
  slowest = lesser(fabs(d[0]), fabs(d[1]));
  if (!(slowest > 4 * l->eps * l->d_most)) return cross_slabs(l, 2, axis);
  x[0] = (a[0] - f[0]) / d[0];
  x[1] = (b[0] - f[0]) / d[0];
  y[0] = (a[1] - f[1]) / d[1];
  y[1] = (b[1] - f[1]) / d[1];
  x_near = lesser(x[0], x[1]);
  x_far = greater(x[0], x[1]);
  y_near = lesser(y[0], y[1]);
  y_far = greater(y[0], y[1]);
  enter = greater(x_near, y_near);
  leave = lesser(x_far, y_far);
  most = greater(greater(x_far, y_far), -lesser(x_near, y_near));
  off = QUICK_SLAB * l->eps * (l->f_most + s->reach + most * l->d_most) / slowest;
  if (enter > leave + 2 * off) return QUICK_MISS;
  first = y_near > x_near;
  last = y_far < x_far;
  if (!((fabs(x_near - y_near) > 2 * off) & (fabs(x_far - y_far) > 2 * off))) return QUICK_UNSURE;
  if (!(enter < leave - 2 * off || first == last)) return QUICK_UNSURE;
  if (!(slowest > QUICK_SHALLOW * l->d_most) &&
      !(fabs(d[first]) > QUICK_SHALLOW * l->d_most && fabs(d[last]) > QUICK_SHALLOW * l->d_most))
    return QUICK_UNSURE;
  l->t[0] = enter;
  l->t[1] = leave;
  l->error = off;
  *axis = first;
  return QUICK_HIT;
}

/* Of a rect whose sides lie along the axes. */
static QUICK_INLINE int shoot_in_rect(const collide_shape *s, const double from[3],
                                      const double d[3], double max, int flags, quick_wanted wanted,
                                      collide_hit *hit) {
  quick l;
  centred c;
  int axis, found;
  if (!shoot_see(s, COLLIDE_MOVED, from, d, s->reach, DIAGONAL * s->reach, &l)) return QUICK_UNSURE;
  centre(2, s, l.f, &c);
  if (passes_rect(s, &l, &c)) return QUICK_MISS;
  l.wanted = wanted;
  found = cross_rect(&l, &axis);
  if (found == QUICK_HIT) found = shoot_decide(&l, from, max, flags, hit);
  if (found != SHOOT_MEASURE) return found;
  measure_face(&l, axis);
  return shoot_write(&l, COLLIDE_MOVED, hit);
}

static SHOOT_INLINE int measure_rect_cast(const collide_shape *s, const double from[3],
                                          const double d[3], double max, int flags,
                                          collide_hit *hit) {
  return shoot_in_rect(s, from, d, max, flags, hit == NULL ? QUICK_DECIDE : shoot_wanted(flags),
                       hit);
}

int ci_shoot_rect(const collide_shape *s, const double from[3], const double d[3], double max,
                  int flags, collide_hit *hit, shoot_otherwise otherwise) {
  int found = hit == NULL ? ci_rect_decide(s, from, d, max, flags) : QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  found = measure_rect_cast(s, from, d, max, flags, hit);
  return found != QUICK_UNSURE ? found : otherwise(s, from, d, max, flags, hit);
}

static int measure_box(const collide_shape *s, const double from[3], const double d[3], double max,
                       int flags, collide_hit *hit) {
  return measure_box_cast(s, from, d, max, flags, QUICK_MEASURE, hit);
}

DIRECT_MEASURED_3(box, DIRECT_FINITE_3, DIRECT_FINITE_3, 1, measure_box)

const shape_kind ci_box = {
    "box",              /* name */
    3,                  /* dimensions */
    1.7320508075688774, /* spread */
    box_fold,           /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    box_extent,         /* extent */
    NULL,               /* unbounded_extent */
    ci_quick_box,       /* look: the short way */
    shoot_box,          /* shoot: its direct path */
    DIRECT_ROW_3(box),  /* casts by value */
    &ci_box_exact,      /* exact: the exact way */
    box_rescale,        /* rescale */
    NULL,               /* leaves */
    NULL,               /* start_coordinates */
    0                   /* points */
};
