/* SPDX-License-Identifier: MIT
 *
 * A ball or capsule on a floor, at a wall or beneath a ceiling: beside a triangle whose corners
 * have one coordinate in common. How far it is beside that plane is a sum of five doubles, whose
 * sign is known exactly; where it touches the plane, it touches the triangle if the foot of it, a
 * point or a segment, does so in the plane, which is told by a few exact signs. What rests on level
 * ground mostly does so exactly, and all else would ask exact numbers then.
 */
#include "../number/orient.h"
#include "../number/sum.h"
#include "../shape/shape.h"
#include "decide.h"
#include "near_apart.h"

/* The plane, and on which side of it the shape is. */
typedef struct level_floor {
  int axis;
  double side; /* 1 or -1 */
  int gap;     /* the sign of how far they are apart, less the radius */
} level_floor;

static int find_axis(const double *const corner[3]) {
  int k;
  for (k = 0; k < 3; k++)
    if (corner[0][k] == corner[1][k] && corner[1][k] == corner[2][k]) return k;
  return -1;
}

/* Of balls the two ends are the same. */
static double lowest_end(const near_body *s, int axis, double side) {
  double p = s->end[0][axis], q = s->end[1][axis];
  return (side * p < side * q) ? p : q;
}

static int sign_of_gap(const near_body *s, int axis, double level, double side) {
  exact_sum sum;
  double gap;
  sum.count = 0;
  ci_sum_add(&sum, side * s->away[axis].lo);
  ci_sum_add(&sum, side * lowest_end(s, axis, side));
  ci_sum_add(&sum, -side * level);
  ci_sum_add(&sum, side * s->away[axis].hi);
  ci_sum_add(&sum, -s->core.radius);
  gap = ci_sum_value(&sum);
  return (gap > 0) - (gap < 0);
}

/* Far in one another by more than this part of the radius: not what is asked for here. */
#define FLOOR_DEEP 1e-6

/* Returns 0 where there is no level plane, or the shape reaches far through it. */
static int find_floor(const near_body *s, const double *const corner[3], level_floor *f) {
  double height, level, radius = s->core.radius;
  f->axis = find_axis(corner);
  if (f->axis < 0) return 0;
  level = corner[0][f->axis];
  height = s->away[f->axis].hi - level;
  f->side = height + (s->end[0][f->axis] + s->end[1][f->axis]) * 0.5 < 0 ? -1 : 1;
  height = f->side * (height + lowest_end(s, f->axis, f->side));
  if (height < radius * (1 - FLOOR_DEEP) - FLOOR_DEEP * s->core.reach) return 0;
  f->gap = sign_of_gap(s, f->axis, level, f->side);
  return 1;
}

int ci_near_keeps_out(const near_body *s, const double *const corner[3], double normal[3]) {
  level_floor f;
  int k;
  if (!find_floor(s, corner, &f) || f.gap < 0 || f.side * s->d[f.axis] < 0) return 0;
  for (k = 0; k < 3; k++) normal[k] = k == f.axis ? f.side : 0;
  return 1;
}

/* ---- In the plane ------------------------------------------------------------------------------
 */

/* The foot of the shape, and the triangle. */
typedef struct floor_plan {
  double foot[2][2], corner[3][2];
  int feet;
  int turn; /* which way the triangle's corners go round; 0: it has no area */
} floor_plan;

/* Both axes across; 0 where a coordinate is no double. */
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

static int make_plan(const near_body *s, const collide_shape *triangle, const level_floor *f,
                     floor_plan *plan) {
  const double *corner[3];
  double low = lowest_end(s, f->axis, f->side);
  int i;
  corner[0] = triangle->a;
  corner[1] = triangle->b;
  corner[2] = triangle->of.facet.c;
  plan->feet = 0;
  for (i = 0; i < s->core.count; i++)
    if (s->end[i][f->axis] == low &&
        !place(s->core.position, s->end[i], f->axis, plan->foot[plan->feet++]))
      return 0;
  for (i = 0; i < 3; i++)
    if (!place(triangle->position, corner[i], f->axis, plan->corner[i])) return 0;
  plan->turn = orient2d(plan->corner[0], plan->corner[1], plan->corner[2]);
  return plan->turn != 0;
}

/* Is all of the foot strictly outside of this edge? */
static int is_outside(const floor_plan *plan, int edge) {
  const double *p = plan->corner[edge], *q = plan->corner[(edge + 1) % 3];
  int i;
  for (i = 0; i < plan->feet; i++)
    if (orient2d(p, q, plan->foot[i]) != -plan->turn) return 0;
  return 1;
}

/* By separating axes: those of the edges, and of the foot where that is a segment. Not all corners
 * lie on its line. */
static int foot_meets(const floor_plan *plan) {
  int i, first;
  for (i = 0; i < 3; i++)
    if (is_outside(plan, i)) return 0;
  if (plan->feet < 2) return 1;
  first = orient2d(plan->foot[0], plan->foot[1], plan->corner[0]);
  for (i = 1; i < 3; i++)
    if (orient2d(plan->foot[0], plan->foot[1], plan->corner[i]) != first) return 1;
  return 0;
}

/* Does it stay outside of an edge on its way in the plane? */
static int stays_outside(const floor_plan *plan, const double d[3], int axis) {
  static const double origin[2] = {0, 0};
  double way[2];
  int i;
  way[0] = d[(axis + 1) % 3];
  way[1] = d[(axis + 2) % 3];
  for (i = 0; i < 3; i++)
    if (is_outside(plan, i) &&
        ci_cross2d(plan->corner[i], plan->corner[(i + 1) % 3], origin, way) != plan->turn)
      return 1;
  return 0;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* They touch the plane at the start of a way, which leads into it, along it or out of it. */
static int decide_way(const near_body *s, const floor_plan *plan, const level_floor *f) {
  double out = f->side * s->d[f->axis];
  int meets = foot_meets(plan);
  if (out > 0 || (out == 0 && meets)) return meets ? SOLID_TOUCH : SOLID_APART;
  if (meets) return s->core.radius > 0 ? SOLID_IN : SOLID_UNDECIDED;
  return out == 0 && stays_outside(plan, s->d, f->axis) ? SOLID_APART : SOLID_UNDECIDED;
}

/* The two in either order, the triangle made to stay: moving it is moving the other one against the
 * way. 0 where there is no such plane. */
static int make(const collide_shape *a, const collide_shape *b, const double *d, near_body *s,
                level_floor *f) {
  const collide_shape *triangle = a->kind == COLLIDE_TRIANGLE ? a : b;
  const double *corner[3];
  double against[3];
  int k;
  if (triangle->kind != COLLIDE_TRIANGLE || triangle->frame != COLLIDE_MOVED) return 0;
  for (k = 0; k < 3 && d != NULL; k++) against[k] = triangle == a ? 0 - d[k] : d[k];
  corner[0] = triangle->a;
  corner[1] = triangle->b;
  corner[2] = triangle->of.facet.c;
  return ci_near_body(s, triangle == a ? b : a, triangle->position, d == NULL ? NULL : against) &&
         find_floor(s, corner, f);
}

int ci_near_floor(const collide_shape *a, const collide_shape *b, const solid_shift *shift) {
  near_body s;
  level_floor f;
  floor_plan plan;
  if (shift != NULL && !(shift->from == 0 && shift->to > 0)) return SOLID_UNDECIDED;
  if (!make(a, b, shift == NULL ? NULL : shift->d, &s, &f) || f.gap < 0) return SOLID_UNDECIDED;
  if (f.gap > 0) return f.side * s.d[f.axis] >= 0 ? SOLID_APART : SOLID_UNDECIDED;
  if (!make_plan(&s, a->kind == COLLIDE_TRIANGLE ? a : b, &f, &plan)) return SOLID_UNDECIDED;
  return decide_way(&s, &plan, &f);
}

int ci_near_floor_normal(const collide_shape *a, const collide_shape *b, double normal[3]) {
  near_body s;
  level_floor f;
  int k;
  if (!make(a, b, NULL, &s, &f) || f.gap != 0) return 0;
  for (k = 0; k < 3; k++) normal[k] = 0;
  normal[f.axis] = a->kind == COLLIDE_TRIANGLE ? -f.side : f.side;
  return 1;
}
