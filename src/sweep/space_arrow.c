/* SPDX-License-Identifier: MIT
 *
 * A point or a segment that surely hits a face of a box along the axes, as an arrow does that flies
 * into a block world: the order in which slabs are entered and left (space_slabs.c) is told by
 * plain doubles, nearly without branches, and twofolds tell no more than the two times.
 */
#include "../number/fp.h"
#include "../number/scalar.h"

#include "space_slabs.h"

/* Let u = 2^-53, and R the sum of both reaches, within which all ends are of their positions p and
 * q, so that the size along an axis is |p| + |q| + 2 R.
 *
 * `middle`, from the middle of what moves to that of the box: the sums of ends, their difference,
 * that of positions and the sum of both are off by u (2 (|p| + |q|) + 3 R). `half`, of both
 * lengths: by 2 u R. Their sum rounds by u of the size: together less than 4 u of it. A time, by 1
 * / d and a product, is off by 2.01 u of itself more, that is in all by less than 6.1 u of size /
 * |d|.
 *
 * space_slabs.c finds times within 4 u of themselves and asks that they are 32 u of both apart
 * (SLABS_APART). So of each of two times 42.1 u of size / |d| are needed, that it tells the same
 * order. The doubt itself and its sums round by less than 10 u of it and 2 u of the times.
 */
#ifndef ARROW_DOUBT
#define ARROW_DOUBT 7.1054273576010019e-15 /* 2^-47, 64 u */
#endif

/* The slabs along the segment and axis k, see space_slabs.c: with n = s x e_k, n . b for points b
 * of the box is at most side = |s_j| h_i + |s_i| h_j away from what it is at its middle, where h is
 * half of the box. So the line is in the slab while n . (middle - t d) is no farther from 0 than
 * that. Products with s are off by 6 u of |s| and the size, their sums and differences by 2 u:
 * `middle`, `side` and the doubt together by less than 20 u of `sizes` = |s_j| size_i + |s_i|
 * size_j.
 *
 * It must be so certain that stays_within of space_slabs.c tells the same: that takes off 16 u of
 * sizes that are at most twice these, is itself off by 6 u of them, and rounds by 10 u: by 64 u of
 * `sizes`, so 84 u are needed. Of |n . d| the same difference of the same products is taken, and a
 * doubt that is larger.
 */
#ifndef ARROW_CROSS
#define ARROW_CROSS 1.4210854715202004e-14 /* 2^-46, 128 u */
#endif

typedef struct arrow_axis {
  double d, s, size;   /* the displacement, of a segment what it is long, */
  double middle, half; /* from the middle of what moves to that of the box, whose side is halved */
  double enter_least, enter_most, leave_least, leave_most;
} arrow_axis;

/* Ends of a point. */
static const double nothing[3] = {0, 0, 0};

typedef struct arrow_ends {
  const double *from, *to; /* of what moves */
} arrow_ends;

static inline arrow_ends ends_of(const collide_shape *a) {
  arrow_ends e;
  e.from = a->kind == COLLIDE_SEGMENT ? a->a : nothing;
  e.to = a->kind == COLLIDE_SEGMENT ? a->b : nothing;
  return e;
}

/* Returns 0 for what is not ordinary. Where it does not move along the axis, and stays within the
 * slab, it enters at -infinity and leaves at infinity. */
static inline int find_axis(const space_sweep *w, const arrow_ends *e, double reach, int i,
                            arrow_axis *x) {
  const collide_shape *a = w->a, *b = w->b;
  double d = w->d[i], from = e->from[i], to = e->to[i], inverse = 1 / d, low, high, all, first;
  double second, doubt, length = b->b[i] - b->a[i];
  x->d = d;
  x->s = to - from;
  x->size = fabs(b->position[i]) + fabs(a->position[i]) + 2 * reach;
  x->middle = (b->position[i] - a->position[i]) + 0.5 * ((b->a[i] + b->b[i]) - (from + to));
  x->half = 0.5 * length;
  all = 0.5 * (length + fabs(x->s));
  low = x->middle - all;
  high = x->middle + all;
  first = low * inverse;
  second = high * inverse;
  doubt = d != 0 ? ARROW_DOUBT * x->size * fabs(inverse) : 0;
  x->enter_least = lesser(first, second) - doubt;
  x->enter_most = lesser(first, second) + doubt;
  x->leave_least = greater(first, second) - doubt;
  x->leave_most = greater(first, second) + doubt;
  /* Of a smaller gap the twofold is not certain, see slabs_subtract: it is at most `size`. */
  return (lesser(fabs(low), fabs(high)) > 2 * SLABS_LEAST * x->size) & (x->size < 1e100) &
         (fabs(d) < 1e100) & ((fabs(inverse) < 1e100) | ((d == 0) & (low < 0) & (high > 0)));
}

/* Is the line surely within the slab along the segment and the third axis from t = 0 up to 1 and to
 * `leave`? Where the segment lies across an axis, that axis says the same. */
static inline int stays(const arrow_axis *x, const arrow_axis *y, double leave) {
  double left = y->s * x->d, right = x->s * y->d;
  double reach = fabs(left - right) + ARROW_CROSS * (fabs(left) + fabs(right));
  double middle = y->s * x->middle - x->s * y->middle;
  double side = fabs(y->s) * x->half + fabs(x->s) * y->half;
  double doubt = ARROW_CROSS * (fabs(y->s) * x->size + fabs(x->s) * y->size);
  return ((fabs(middle) + reach * greater(leave, 1) + doubt < side) & (doubt > 1e-200)) |
         (x->s == 0) | (y->s == 0);
}

/* When the line enters the slab across an axis, or leaves it; of which the gap is certain. */
static double find_time(const space_sweep *w, const arrow_ends *e, int i, int leaves) {
  const collide_shape *a = w->a, *b = w->b;
  int is_low = (w->d[i] > 0) != leaves;
  double from = e->from[i], to = e->to[i];
  twofold gap;
  (void)slabs_subtract(two_sum(b->position[i], is_low ? b->a[i] : b->b[i]),
                       two_sum(a->position[i], is_low ? greater(to, from) : lesser(from, to)),
                       &gap);
  return tf_div(gap, tf(w->d[i])).hi;
}

int ci_space_touch_face(const space_sweep *w, int axis, collide_sweep_hit *hit) {
  const collide_shape *a = w->a, *b = w->b;
  const arrow_ends e = ends_of(a);
  const double *d = w->d, *tip = (e.to[axis] > e.from[axis]) == (d[axis] > 0) ? e.to : e.from;
  int j;
  if (a->kind == COLLIDE_SEGMENT && e.to[axis] == e.from[axis]) return 0;
  for (j = 0; j < 3; j++) hit->point[j] = a->position[j] + tip[j] + hit->t * d[j];
  hit->point[axis] = b->position[axis] + (d[axis] > 0 ? b->a : b->b)[axis];
  hit->normal[0] = hit->normal[1] = hit->normal[2] = 0;
  hit->normal[axis] = d[axis] > 0 ? -1 : 1;
  hit->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * axis + (d[axis] < 0));
  return 1;
}

int ci_space_arrow(const space_sweep *w, collide_sweep_hit *hit) {
  const arrow_ends e = ends_of(w->a);
  double reach = w->a->reach + w->b->reach, enter, leave, entered, left;
  arrow_axis x, y, z;
  int is_sure, last, first;
  is_sure = find_axis(w, &e, reach, 0, &x) & find_axis(w, &e, reach, 1, &y) &
            find_axis(w, &e, reach, 2, &z) & (reach > 1e-100);
  if (!is_sure) return 0;
  enter = greater(greater(x.enter_least, y.enter_least), z.enter_least);
  leave = lesser(lesser(x.leave_most, y.leave_most), z.leave_most);
  /* One axis alone may be entered last, and one be left first. */
  if ((x.enter_most >= enter) + (y.enter_most >= enter) + (z.enter_most >= enter) != 1) return 0;
  if ((x.leave_least <= leave) + (y.leave_least <= leave) + (z.leave_least <= leave) != 1) return 0;
  last = (y.enter_most >= enter) + 2 * (z.enter_most >= enter);
  first = (y.leave_least <= leave) + 2 * (z.leave_least <= leave);
  entered = greater(greater(x.enter_most, y.enter_most), z.enter_most);
  left = lesser(lesser(x.leave_least, y.leave_least), z.leave_least);
  if (!((enter > 0) & (entered < 1) & (entered < left))) return 0;
  if (w->a->kind == COLLIDE_SEGMENT &&
      !(stays(&y, &z, leave) & stays(&z, &x, leave) & stays(&x, &y, leave)))
    return 0;
  if (hit == NULL) return 1;
  hit->t = find_time(w, &e, last, 0);
  hit->t_exit = find_time(w, &e, first, 1);
  return ci_space_touch_face(w, last, hit);
}
