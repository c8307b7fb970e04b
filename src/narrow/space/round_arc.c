/* SPDX-License-Identifier: MIT
 *
 * The difference of a box and a round solid, projected along an edge of the box: see round_depth.h.
 * Its outline consists of arcs of one ellipse, at different places, and straight parts between
 * them. The lines across the box's two other edges and the axes of the ellipse divide the normals.
 * So on each arc the corner is the same, and the ellipse's curvature rises or falls.
 */
#include "round_depth.h"

/* A direction in the projection and the farthest point of the outline along it. */
typedef struct arc_end {
  double n[2], at[2];
} arc_end;

static double dot2(const double a[2], const double b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}

static double cross2(const double a[2], const double b[2]) {
  return a[0] * b[1] - a[1] * b[0];
}

static int unit2(double x, double y, double n[2]) {
  double length = sqrt(x * x + y * y);
  n[0] = x / length;
  n[1] = y / length;
  return length > 0;
}

static void keep(const round_projection *view, const double n[2], double depth,
                 least_direction *best) {
  int i;
  if (!(depth < best->depth)) return;
  best->depth = depth;
  for (i = 0; i < 3; i++) best->normal[i] = n[0] * view->u[i] + n[1] * view->v[i];
}

/* ---- One arc ----------------------------------------------------------------------------- */

/* The part of the outline with one corner and one rim; `p` is the rim's centre there. */
typedef struct arc {
  const round_projection *view;
  double p[2];
} arc;

static double put_point(const arc *a, arc_end *e) {
  double x = a->view->minor * e->n[0], y = a->view->major * e->n[1], r = sqrt(x * x + y * y);
  e->at[0] = a->p[0] + (r > 0 ? a->view->minor * x / r : 0);
  e->at[1] = a->p[1] + (r > 0 ? a->view->major * y / r : 0);
  return r;
}

/* The derivative of the height by the angle. */
static double rise(const arc_end *e) {
  return cross2(e->n, e->at);
}

/* The height falls at the first end and rises at the second. Newton's steps find the least height,
 * within the known bounds. The second derivative of the height is the radius of curvature less the
 * height. */
static void descend(const arc *a, const arc_end *from, const arc_end *to, least_direction *best) {
  double low[2], high[2], area = a->view->major * a->view->minor;
  arc_end e;
  int i, step;
  for (i = 0; i < 2; i++) {
    low[i] = from->n[i];
    high[i] = to->n[i];
  }
  if (!unit2(to->at[1] - from->at[1], from->at[0] - to->at[0], e.n) ||
      !(cross2(low, e.n) > 0 && cross2(e.n, high) > 0))
    if (!unit2(low[0] + high[0], low[1] + high[1], e.n)) return;
  for (step = 0; step < 40; step++) {
    double r = put_point(a, &e), slope = rise(&e), second, next[2], by = 1;
    for (i = 0; i < 2; i++) {
      if (slope < 0)
        low[i] = e.n[i];
      else
        high[i] = e.n[i];
    }
    keep(a->view, e.n, dot2(e.n, e.at), best);
    second = area / r * (area / r) / r - dot2(e.n, e.at);
    if (second > 0) by = -slope / second;
    if (fabs(by) < 1e-9) return;
    if (!(second > 0) || !unit2(e.n[0] - by * e.n[1], e.n[1] + by * e.n[0], next) ||
        !(cross2(low, next) > 0 && cross2(next, high) > 0))
      if (!unit2(low[0] + high[0], low[1] + high[1], next)) return;
    if (next[0] == e.n[0] && next[1] == e.n[1]) return;
    e.n[0] = next[0];
    e.n[1] = next[1];
  }
}

/* From the end of the major axis to that of the minor one, the height may rise, fall, and rise
 * again if the origin lies below the rim's centre. Let the ellipse's points be (major cos t, minor
 * sin t), the origin (x, y) from the centre, and k the difference of the squares of the half axes.
 * The slope is sin t (major x - k cos t - minor y cot t). The second factor is least where (sin
 * t)^3 is -minor y / k. Returns 0 if there is no such place on the arc. */
static int find_lowest_slope(const arc *a, const arc_end *from, const arc_end *to, arc_end *e) {
  const round_projection *v = a->view;
  double k = v->major * v->major - v->minor * v->minor, sine, other;
  double su = from->n[0] + to->n[0] < 0 ? -1 : 1, sv = from->n[1] + to->n[1] < 0 ? -1 : 1;
  double cube = v->minor * (a->p[0] * su);
  int i;
  if (!(cube > 0 && cube < k)) return 0;
  cube /= k;
  sine = (2 + cube) / 3; /* not below the cube root */
  for (i = 0; i < 60; i++) {
    double next = (2 * sine + cube / (sine * sine)) / 3;
    if (!(next < sine)) break;
    sine = next;
  }
  other = sine < 1 ? sqrt((1 - sine) * (1 + sine)) : 0;
  if (!unit2(su * sine * v->major, sv * other * v->minor, e->n)) return 0;
  put_point(a, e);
  return cross2(from->n, e->n) > 0 && cross2(e->n, to->n) > 0;
}

/* The outline lies beyond the chord. So no direction on the arc is better than the chord's, or than
 * the arc's ends. */
static int may_be_better(const arc_end *from, const arc_end *to, const least_direction *best) {
  double x = to->at[0] - from->at[0], y = to->at[1] - from->at[1];
  double area = cross2(from->at, to->at);
  return !(area > 0 && area * area >= best->depth * best->depth * (x * x + y * y));
}

static void search_arc(const arc *a, const arc_end *from, const arc_end *to,
                       least_direction *best) {
  double first, last;
  arc_end e;
  if (!may_be_better(from, to, best)) return;
  first = rise(from);
  last = rise(to);
  if (first < 0 && last > 0) {
    descend(a, from, to, best);
  } else if (first < 0 && last < 0 && (from->n[0] + to->n[0]) * (from->n[1] + to->n[1]) > 0) {
    if (find_lowest_slope(a, from, to, &e) && rise(&e) > 0) descend(a, from, &e, best);
  } else if (first > 0 && last > 0 && (from->n[0] + to->n[0]) * (from->n[1] + to->n[1]) < 0) {
    if (find_lowest_slope(a, from, to, &e) && rise(&e) < 0) descend(a, &e, to, best);
  }
}

/* ---- All arcs ---------------------------------------------------------------------------- */

enum { LINES = 4 };

/* The ends of the lines on the upper half: u itself, and the other three by angle. */
static int put_lines(const round_projection *v, double n[LINES + 1][2]) {
  int i, k;
  n[0][0] = 1;
  n[0][1] = 0;
  n[1][0] = 0;
  n[1][1] = 1;
  for (i = 0; i < 2; i++) {
    double *m = n[2 + i], x, y;
    if (!unit2(-v->edge[i][1], v->edge[i][0], m)) return 0;
    if (m[1] < 0 || (m[1] == 0 && m[0] < 0)) {
      m[0] = -m[0];
      m[1] = -m[1];
    }
    x = m[0];
    y = m[1];
    for (k = 2 + i; k > 1 && n[k - 1][0] < x; k--) {
      n[k][0] = n[k - 1][0];
      n[k][1] = n[k - 1][1];
    }
    n[k][0] = x;
    n[k][1] = y;
  }
  n[LINES][0] = -1;
  n[LINES][1] = 0;
  return 1;
}

/* The foremost corner of the box in the middle of the arc. */
static void put_corner(const round_projection *v, const arc_end *from, const arc_end *to,
                       double p[2]) {
  double middle[2];
  int i;
  middle[0] = from->n[0] + to->n[0];
  middle[1] = from->n[1] + to->n[1];
  p[0] = v->centre[0];
  p[1] = v->centre[1];
  for (i = 0; i < 2; i++) {
    double sign = dot2(v->edge[i], middle) < 0 ? -1 : 1;
    p[0] += sign * v->edge[i][0];
    p[1] += sign * v->edge[i][1];
  }
}

/* On the part of the arc with the apex farther than the rim, all directions belong to ridges,
 * except the arc's end. Moves that end to the start of the rim; returns 0 if there is no rim. */
static int leave_apex(const round_projection *view, const double corner[2], arc_end *from,
                      arc_end *to, least_direction *best) {
  int under = from->n[0] < view->apex, above = to->n[0] < view->apex;
  double n[2];
  if (under) keep(view, from->n, dot2(from->n, corner), best);
  if (under && above) return 0;
  if (!under && !above) return 1;
  n[0] = view->apex;
  n[1] = sqrt((1 - n[0]) * (1 + n[0]));
  if (from->n[1] + to->n[1] < 0) n[1] = -n[1];
  keep(view, n, dot2(n, corner), best);
  if (under) {
    from->n[0] = n[0];
    from->n[1] = n[1];
  } else {
    to->n[0] = n[0];
    to->n[1] = n[1];
  }
  return 1;
}

void ci_round_search(const round_projection *view, least_direction *best) {
  double lines[LINES + 1][2];
  int k;
  if (!put_lines(view, lines)) return;
  for (k = 0; k < 2 * LINES; k++) {
    double sign = k < LINES ? 1 : -1;
    const double *first = lines[k % LINES], *last = lines[k % LINES + 1];
    arc_end from, to;
    arc a;
    from.n[0] = sign * first[0];
    from.n[1] = sign * first[1];
    to.n[0] = sign * last[0];
    to.n[1] = sign * last[1];
    a.view = view;
    put_corner(view, &from, &to, a.p);
    if (!view->both && !leave_apex(view, a.p, &from, &to, best)) continue;
    a.p[0] += view->both && from.n[0] + to.n[0] < 0 ? -view->axis : view->axis;
    put_point(&a, &from);
    put_point(&a, &to);
    keep(view, from.n, dot2(from.n, from.at), best);
    keep(view, to.n, dot2(to.n, to.at), best);
    search_arc(&a, &from, &to, best);
  }
}
