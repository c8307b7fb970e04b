/* SPDX-License-Identifier: MIT
 *
 * The coordinate axes as separating axes, and level triangles, by exact signs. A triangle is
 * level if its corners have one coordinate in common. A shape that touches its plane meets it if
 * the shape's lowest part meets the triangle in the plane.
 */
#include "axis_separation.h"

#include <string.h>

#include "../number/orient.h"
#include "../number/scalar.h"
#include "../number/sum.h"
#include "core.h"
#include "decide.h"

/* Sums and products of a few such numbers neither over- nor underflow. */
static int is_ordinary(double x) {
  return x == 0 || (fabs(x) > 1e-70 && fabs(x) < 1e70);
}

int ci_axis_body(axis_body *s, const collide_shape *shape, const double position[3],
                 const double *d) {
  int k;
  if (!ci_axis_core(shape, &s->core)) return 0;
  for (k = 0; k < 3; k++) {
    s->away[k] = two_diff(shape->position[k], position[k]);
    s->d[k] = d == NULL ? 0 : d[k];
    if (!(is_ordinary(s->away[k].hi) && is_ordinary(s->d[k]))) return 0;
  }
  return is_ordinary(shape->reach) && is_ordinary(s->core.radius);
}

/* The face of the core next to a plane that it is above (toward 1) or below (-1). */
static double end_of(const axis_core *core, int axis, double toward) {
  return toward > 0 ? core->low[axis] : core->high[axis];
}

/* The gap is a sum of five doubles. It rounds five times, each by u = 2^-53 of the sum of their
 * sizes, and omits the low part of `away`: 6 u, and terms of u^2. */
#ifndef BESIDE_ERROR
#define BESIDE_ERROR 8.881784197001252e-16 /* 8 u */
#endif

/* For round numbers such as 0.25, mostly no step of the sum rounds. */
static int sign_of_sum(const double *terms, int count) {
  double plain = terms[0];
  exact_sum sum;
  int i, is_exact = 1;
  for (i = 1; i < count && is_exact; i++) {
    twofold next = two_sum(plain, terms[i]);
    is_exact = next.lo == 0;
    plain = next.hi;
  }
  if (!is_exact) {
    sum.count = 0;
    for (i = 0; i < count; i++) ci_sum_add(&sum, terms[i]);
    plain = ci_sum_value(&sum);
  }
  return (plain > 0) - (plain < 0);
}

/* The sign of the gap between the shape and a plane, less the shape's radius and one around the
 * plane. */
static int sign_of_gap(const axis_body *s, int axis, double level, double around, double toward) {
  double low = end_of(&s->core, axis, toward), away = s->away[axis].hi, terms[6], gap, size;
  gap = toward * (away - level + low) - s->core.radius - around;
  size = fabs(away) + fabs(level) + fabs(low) + s->core.radius + around;
  if (fabs(gap) > BESIDE_ERROR * size) return gap > 0 ? 1 : -1;
  terms[0] = toward * s->away[axis].lo;
  terms[1] = toward * away;
  terms[2] = -toward * level;
  terms[3] = toward * low;
  terms[4] = -s->core.radius;
  terms[5] = -around;
  return sign_of_sum(terms, 6);
}

/* A shape that reaches through a plane by more than this part of its size does not touch it. */
#define BESIDE_DEEP 1e-6

static double deep_of(const axis_core *core, int axis) {
  return BESIDE_DEEP * (core->radius + (core->high[axis] - core->low[axis]));
}

/* Finds an axis that separates the two and writes its direction, on the shape's side. */
static axis_separation find_beside(const axis_body *s, const axis_core *other, double normal[3]) {
  axis_separation found = AXIS_UNSURE;
  int axis;
  double toward;
  for (axis = 0; axis < 3; axis++)
    for (toward = -1; toward <= 1; toward += 2) {
      double level = toward > 0 ? other->high[axis] : other->low[axis];
      double height = toward * (s->away[axis].hi - level + end_of(&s->core, axis, toward));
      height -= s->core.radius + other->radius;
      if (height < -deep_of(&s->core, axis) - deep_of(other, axis)) continue;
      if (toward * s->d[axis] < 0 && found != AXIS_UNSURE) continue;
      if (sign_of_gap(s, axis, level, other->radius, toward) < 0) continue;
      found = AXIS_CLOSING;
      if (toward * s->d[axis] < 0) continue;
      normal[0] = normal[1] = normal[2] = 0;
      normal[axis] = toward;
      return AXIS_STAYS;
    }
  return found;
}

int ci_axis_keeps_out(const axis_body *s, const double *const corner[3], double normal[3]) {
  axis_core triangle;
  int k;
  triangle.radius = 0;
  for (k = 0; k < 3; k++) {
    double a = corner[0][k], b = corner[1][k], c = corner[2][k];
    triangle.low[k] = lesser(lesser(a, b), c);
    triangle.high[k] = greater(greater(a, b), c);
  }
  return find_beside(s, &triangle, normal) == AXIS_STAYS;
}

axis_separation ci_axis_separate(const collide_shape *a, const collide_shape *b, const double *d) {
  axis_body s;
  axis_core other;
  double normal[3];
  if (!ci_axis_core(b, &other) || !ci_axis_body(&s, a, b->position, d)) return AXIS_UNSURE;
  if (!(is_ordinary(b->reach) && is_ordinary(other.radius))) return AXIS_UNSURE;
  return find_beside(&s, &other, normal);
}

/* ---- A cylinder or cone and a box ------------------------------------------------------------ */

static int is_round(const collide_shape *s) {
  return s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE;
}

/* The part of an upright cylinder or cone that is farthest along an axis: a disc, a segment along
 * the axis y, or a point. *disc is the radius of the disc, else 0. */
static void put_end(const collide_shape *round, int axis, double toward, axis_core *end,
                    double *disc) {
  int k, is_cone = round->kind == COLLIDE_CONE;
  for (k = 0; k < 3; k++) end->low[k] = end->high[k] = 0;
  end->radius = 0;
  *disc = axis == 1 && !(is_cone && toward < 0) ? round->radius : 0;
  if (axis == 1) return;
  end->low[1] = -round->height;
  end->high[1] = is_cone ? -round->height : round->height;
}

/* A distance is off by 4 u of the size, the sum of two squares by 20 u of its square. A wider
 * margin costs nothing here: 2^-40 is 8192 u. */
#ifndef LEVEL_DISC
#define LEVEL_DISC 9.094947017729282e-13
#endif

/* Does the end meet the box's face? Both lie in the plane across the axis. */
static int decide_end(const axis_body *end, const axis_core *box, int axis, double disc) {
  double toward, level, out, square = 0, size = disc, most;
  int i, count = 0, sign = 0;
  for (i = 1; i < 3; i++) {
    int k = (axis + i) % 3;
    for (toward = -1; toward <= 1; toward += 2) {
      level = toward > 0 ? box->high[k] : box->low[k];
      if (sign_of_gap(end, k, level, 0, toward) <= 0) continue;
      if (disc == 0) return SOLID_APART;
      out = end->away[k].hi - level;
      square += out * out;
      size += fabs(end->away[k].hi) + fabs(level);
      sign = sign_of_gap(end, k, level, disc, toward);
      count++;
    }
  }
  if (count < 2) return sign > 0 ? SOLID_APART : SOLID_TOUCH;
  most = LEVEL_DISC * size * size;
  if (fabs(square - disc * disc) <= most) return SOLID_UNDECIDED;
  return square > disc * disc ? SOLID_APART : SOLID_TOUCH;
}

int ci_level_round_decide(const collide_shape *a, const collide_shape *b) {
  const collide_shape *box = a->kind == COLLIDE_BOX ? a : b, *round = box == a ? b : a;
  axis_body s;
  axis_core other;
  double toward, level, height, disc;
  int k, gap;
  if (box->kind != COLLIDE_BOX || !is_round(round)) return SOLID_UNDECIDED;
  if (!ci_axis_core(box, &other) || !ci_axis_body(&s, round, box->position, NULL) ||
      !is_ordinary(box->reach))
    return SOLID_UNDECIDED;
  for (k = 0; k < 3; k++)
    for (toward = -1; toward <= 1; toward += 2) {
      level = toward > 0 ? other.high[k] : other.low[k];
      height = toward * (s.away[k].hi - level + end_of(&s.core, k, toward));
      if (height < -deep_of(&s.core, k)) continue;
      gap = sign_of_gap(&s, k, level, 0, toward);
      if (gap > 0) return SOLID_APART;
      if (gap < 0) continue;
      put_end(round, k, toward, &s.core, &disc);
      return decide_end(&s, &other, k, disc);
    }
  return SOLID_UNDECIDED;
}

/* ---- A level triangle --------------------------------------------------------------------- */

/* The plane of a level triangle, and the side that the shape is on. */
typedef struct level_floor {
  int axis;
  double side; /* 1 or -1 */
  int gap;     /* the sign of the gap */
} level_floor;

/* The axis whose coordinate the corners have in common, or -1. */
static int find_axis(const double *const corner[3]) {
  int k;
  for (k = 0; k < 3; k++)
    if (corner[0][k] == corner[1][k] && corner[1][k] == corner[2][k]) return k;
  return -1;
}

/* Returns 0 if the triangle is not level, or if the shape reaches far through its plane. */
static int find_floor(const axis_body *s, const double *const corner[3], level_floor *f) {
  double height, level;
  f->axis = find_axis(corner);
  if (f->axis < 0) return 0;
  level = corner[0][f->axis];
  height = s->away[f->axis].hi - level;
  f->side = height + (s->core.low[f->axis] + s->core.high[f->axis]) * 0.5 < 0 ? -1 : 1;
  height = f->side * (height + end_of(&s->core, f->axis, f->side)) - s->core.radius;
  if (height < -deep_of(&s->core, f->axis)) return 0;
  f->gap = sign_of_gap(s, f->axis, level, 0, f->side);
  return 1;
}

/* ---- In the plane ------------------------------------------------------------------------- */

/* The base of the shape (a point, a segment or a rectangle) and the triangle, in the plane. */
typedef struct floor_plan {
  double base[4][2], corner[3][2];
  int base_count;
  int is_disc; /* the base is the middle of a disc around it */
  int turn;    /* 1 if the triangle's corners are counterclockwise, else -1; 0: no area
                */
} floor_plan;

/* The coordinates in the plane; returns 0 if one of them is not a double. */
static int place(const double position[3], const double own[3], int axis, double to[2]) {
  int i;
  for (i = 0; i < 2; i++) {
    int k = (axis + 1 + i) % 3;
    twofold at = two_sum(position[k], own[k]);
    if (at.lo != 0) return 0;
    to[i] = at.hi;
  }
  return 1;
}

/* Places the lowest ends of a sphere or capsule. */
static int place_round(const collide_shape *shape, int axis, double low, floor_plan *plan) {
  const double *end[3];
  int i, ends = core_corners(shape, end);
  if (ends == 2 && memcmp(end[0], end[1], sizeof shape->a) == 0) ends = 1;
  for (i = 0; i < ends; i++) {
    if (end[i][axis] != low) continue;
    if (!place(shape->position, end[i], axis, plan->base[plan->base_count])) return 0;
    plan->base_count++;
  }
  return 1;
}

/* Places the middle of the base of an upright cylinder or cone. */
static int place_disc(const collide_shape *round, int axis, double side, floor_plan *plan) {
  static const double middle[3] = {0, 0, 0};
  if (axis != 1 || (round->kind == COLLIDE_CONE && side < 0)) return 0;
  plan->base_count = 1;
  plan->is_disc = 1;
  return round->radius > 0 && round->height > 0 &&
         place(round->position, middle, axis, plan->base[0]);
}

/* Places the corners counterclockwise. Returns 0 for a box without width. */
static int place_box(const collide_shape *box, int axis, floor_plan *plan) {
  int i, j = (axis + 1) % 3, k = (axis + 2) % 3;
  for (i = 0; i < 4; i++) {
    double own[3] = {0, 0, 0};
    own[j] = i == 1 || i == 2 ? box->b[j] : box->a[j];
    own[k] = i >= 2 ? box->b[k] : box->a[k];
    if (!place(box->position, own, axis, plan->base[i])) return 0;
  }
  plan->base_count = 4;
  return box->a[0] < box->b[0] && box->a[1] < box->b[1] && box->a[2] < box->b[2];
}

static int place_shape(const collide_shape *shape, const axis_body *s, const level_floor *f,
                       floor_plan *plan) {
  plan->base_count = plan->is_disc = 0;
  if (shape->kind == COLLIDE_BOX) return place_box(shape, f->axis, plan);
  if (is_round(shape)) return place_disc(shape, f->axis, f->side, plan);
  return place_round(shape, f->axis, end_of(&s->core, f->axis, f->side), plan);
}

static int make_plan(const collide_shape *shape, const collide_shape *triangle, const axis_body *s,
                     const level_floor *f, floor_plan *plan) {
  const double *corner[3];
  int i;
  (void)core_corners(triangle, corner);
  if (!place_shape(shape, s, f, plan)) return 0;
  for (i = 0; i < 3; i++)
    if (!place(triangle->position, corner[i], f->axis, plan->corner[i])) return 0;
  plan->turn = orient2d(plan->corner[0], plan->corner[1], plan->corner[2]);
  return plan->turn != 0;
}

/* Are all points on the side of the line given by `sign`? With `or_on` they may also lie on it. */
static int are_beyond(const double p[2], const double q[2], int sign, int or_on,
                      const double (*points)[2], int count) {
  int i;
  for (i = 0; i < count; i++) {
    int side = orient2d(p, q, points[i]) * sign;
    if (or_on ? side < 0 : side <= 0) return 0;
  }
  return 1;
}

/* Is the base outside of this edge of the triangle? */
static int is_outside(const floor_plan *plan, int edge, int or_on) {
  return are_beyond(plan->corner[edge], plan->corner[(edge + 1) % 3], -plan->turn, or_on,
                    (const double(*)[2])plan->base, plan->base_count);
}

/* Does the base, without its border if `is_open`, meet the triangle? The separating axes are those
 * of the edges of both; a segment's line counts on both sides. */
static int base_meets(const floor_plan *plan, int is_open) {
  int i, edges = plan->base_count < 2 ? 0 : plan->base_count;
  for (i = 0; i < 3; i++)
    if (is_outside(plan, i, is_open)) return 0;
  for (i = 0; i < edges; i++)
    if (are_beyond(plan->base[i], plan->base[(i + 1) % edges], -1, is_open,
                   (const double(*)[2])plan->corner, 3))
      return 0;
  return 1;
}

/* ---- Both --------------------------------------------------------------------------------- */

/* The shape touches the plane and moves into it, along it or out of it. If it moves in, it enters
 * the triangle if its base meets the triangle. A box's base counts without its border, because the
 * box may leave the triangle in the same moment. A radius prevents that. A disc is known to meet
 * the triangle only if its middle does. */
static int decide_floor(const axis_body *s, const floor_plan *plan, const level_floor *f) {
  double out = f->side * s->d[f->axis];
  int meets = base_meets(plan, 0);
  if (plan->is_disc && !meets) return SOLID_UNDECIDED;
  if (out > 0 || (out == 0 && meets)) return meets ? SOLID_TOUCH : SOLID_APART;
  if (out == 0) return SOLID_UNDECIDED;
  if (plan->base_count == 4) meets = base_meets(plan, 1);
  return meets && (plan->base_count == 4 || plan->is_disc || s->core.radius > 0) ? SOLID_IN
                                                                                 : SOLID_UNDECIDED;
}

/* Takes the two in either order and keeps the triangle fixed: the shape gets its displacement,
 * reversed. Returns 0 if there is no such plane. */
static int make_floor(const collide_shape *a, const collide_shape *b, const double *d, axis_body *s,
                      level_floor *f) {
  const collide_shape *triangle = a->kind == COLLIDE_TRIANGLE ? a : b;
  const collide_shape *shape = triangle == a ? b : a;
  const double *corner[3];
  double against[3];
  int k;
  if (triangle->kind != COLLIDE_TRIANGLE || triangle->frame != COLLIDE_MOVED) return 0;
  if (shape->kind != COLLIDE_BOX && shape->kind != COLLIDE_SPHERE &&
      shape->kind != COLLIDE_CAPSULE && !is_round(shape))
    return 0;
  for (k = 0; k < 3 && d != NULL; k++) against[k] = triangle == a ? 0 - d[k] : d[k];
  (void)core_corners(triangle, corner);
  return ci_axis_body(s, shape, triangle->position, d == NULL ? NULL : against) &&
         find_floor(s, corner, f);
}

int ci_level_triangle_decide(const collide_shape *a, const collide_shape *b,
                             const solid_shift *shift) {
  int is_turned = a->kind == COLLIDE_TRIANGLE;
  axis_body s;
  level_floor f;
  floor_plan plan;
  if (shift != NULL && !(shift->from == 0 && shift->to > 0)) return SOLID_UNDECIDED;
  if (!make_floor(a, b, shift == NULL ? NULL : shift->d, &s, &f) || f.gap < 0)
    return SOLID_UNDECIDED;
  if (f.gap > 0) return f.side * s.d[f.axis] >= 0 ? SOLID_APART : SOLID_UNDECIDED;
  if (!make_plan(is_turned ? b : a, is_turned ? a : b, &s, &f, &plan)) return SOLID_UNDECIDED;
  return decide_floor(&s, &plan, &f);
}

int ci_level_triangle_normal(const collide_shape *a, const collide_shape *b, double normal[3]) {
  axis_body s;
  level_floor f;
  int k;
  if (is_round(a) || is_round(b)) return 0;
  if (!make_floor(a, b, NULL, &s, &f) || f.gap != 0) return 0;
  for (k = 0; k < 3; k++) normal[k] = 0;
  normal[f.axis] = a->kind == COLLIDE_TRIANGLE ? -f.side : f.side;
  return 1;
}
