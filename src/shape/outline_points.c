/* SPDX-License-Identifier: MIT
 *
 * Points of the outline of a shape in the plane, to draw it. The outline of a shape with a radius
 * has an arc about each corner of its hull, from the normal of one edge to that of the next.
 */
#include "outline.h"

#include <string.h>

#include "../number/sincos.h"

#define QUARTER 1.5707963267948966 /* pi / 2 */

/* ---- Turning --------------------------------------------------------------------------------- */

void ci_turn_by_share(double v[2], int part, int parts) {
  int quarters = (int)(4 * (int64_t)part / parts);
  double rest = (double)(4 * (int64_t)part % parts) / parts, x = v[0], y = v[1], cosine, sine;
  ci_sincos(rest * QUARTER, &cosine, &sine);
  for (; quarters > 0; quarters--) {
    double old = cosine;
    cosine = -sine;
    sine = old;
  }
  v[0] = x * cosine - y * sine;
  v[1] = x * sine + y * cosine;
}

/* Newton's method: the error e of an angle becomes e - sin e, about e^3 / 6. It is at most pi / 2
 * at first. */
double ci_angle_of(double cosine, double sine) {
  enum { STEPS = 6 };
  double angle = QUARTER;
  int i;
  for (i = 0; i < STEPS; i++) {
    double c, s;
    ci_sincos(angle, &c, &s);
    angle += sine * c - cosine * s;
  }
  return angle > 0 ? angle : 0;
}

int ci_arc_steps(double angle, int corners) {
  const double slack = 1e-6; /* an angle that rounding has moved above a multiple */
  double steps = ceil(angle / (4 * QUARTER) * corners - slack);
  return steps > 1 ? (int)steps : 1;
}

/* ---- Arcs ------------------------------------------------------------------------------------ */

static int edge_before(const collide_outline *o, int i) {
  return i > 0 ? i - 1 : o->count - 1;
}

/* The angle between the normals of the edges before and after corner i; the hull has area. */
static double arc_angle(const collide_outline *o, const collide_corner *corners, int i) {
  const double *a = corners[edge_before(o, i)].normal, *b = corners[i].normal;
  return ci_angle_of(a[0] * b[0] + a[1] * b[1], a[0] * b[1] - a[1] * b[0]);
}

/* The unit normal at step k of `steps` of the arc about corner i. If the hull is a point, the arc
 * is a whole turn that begins at the side of x; if it is a segment, half a turn. */
static void find_arc_normal(const collide_outline *o, const collide_corner *corners, int i, int k,
                            int steps, double normal[2]) {
  const double *from = corners[edge_before(o, i)].normal;
  memcpy(normal, from, 2 * sizeof normal[0]);
  if (o->count == 1) {
    normal[0] = 1;
    normal[1] = 0;
    ci_turn_by_share(normal, k, steps);
  } else if (o->count == 2) {
    ci_turn_by_share(normal, k, 2 * steps);
  } else if (k == steps) {
    memcpy(normal, corners[i].normal, 2 * sizeof normal[0]);
  } else {
    double c, s;
    ci_sincos(arc_angle(o, corners, i) * k / steps, &c, &s);
    normal[0] = from[0] * c - from[1] * s;
    normal[1] = from[0] * s + from[1] * c;
  }
}

static int count_arc_steps(const collide_outline *o, const collide_corner *corners, int i,
                           int turn) {
  if (o->count == 1) return turn;
  return o->count == 2 ? (turn + 1) / 2 : ci_arc_steps(arc_angle(o, corners, i), turn);
}

static void find_arc_point(const collide_shape *s, const collide_corner *corners, int i, int k,
                           int steps, double point[2]) {
  double normal[2];
  int axis;
  find_arc_normal(&s->of.outline, corners, i, k, steps, normal);
  for (axis = 0; axis < 2; axis++)
    point[axis] = corners[i].point[axis] + s->radius * normal[axis] + 0.0;
}

/* All arcs have equally many points, or the first arcs have one more. */
void ci_outline_point_of(const collide_shape *s, int k, int count, double point[2]) {
  const collide_corner *corners = outline_stored(s);
  int sides = s->of.outline.count, each = count / sides, longer = count % sides, arc;
  if (k < longer * (each + 1)) {
    arc = k / ++each;
    k %= each;
  } else {
    k -= longer * (each + 1);
    arc = longer + k / each;
    k %= each;
  }
  find_arc_point(s, corners, (arc + 1) % sides, k, sides > 1 ? each - 1 : each, point);
}

/* ---- The outline ----------------------------------------------------------------------------- */

typedef struct point_list {
  double *points;
  int most, count;
  double first[2], last[2];
} point_list;

/* Adds a point, unless it is the last one again. */
static void add_point(point_list *list, const double point[2]) {
  if (list->count > 0 && point[0] == list->last[0] && point[1] == list->last[1]) return;
  if (list->count == 0) memcpy(list->first, point, sizeof list->first);
  memcpy(list->last, point, sizeof list->last);
  if (list->count < list->most) memcpy(list->points + 2 * list->count, point, 2 * sizeof point[0]);
  list->count++;
}

int collide_outline_points(const collide_shape *shape, int corners, double *points, int most) {
  const collide_outline *o = &shape->of.outline;
  collide_corner room[4];
  const collide_corner *hull;
  point_list list;
  int i, k;
  if (ci_kind_of(shape)->outline == NULL) return 0;
  memset(&list, 0, sizeof list);
  list.points = points;
  list.most = most;
  hull = outline_corners(shape, room);
  for (i = 0; i < o->count; i++) {
    int steps = shape->radius > 0 ? count_arc_steps(o, hull, i, corners) : 0;
    if (steps == 0) add_point(&list, hull[i].point);
    for (k = 0; k <= steps && steps > 0; k++) {
      double point[2];
      find_arc_point(shape, hull, i, k, steps, point);
      add_point(&list, point);
    }
  }
  if (list.count > 1 && list.first[0] == list.last[0] && list.first[1] == list.last[1])
    list.count--;
  return list.count;
}
