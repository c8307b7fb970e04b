/* SPDX-License-Identifier: MIT
 *
 * The penetration depth of a box and a right circular cylinder or cone.
 *
 * The difference of the two is convex, and the push leads from the origin to the nearest point of
 * its surface. A ball around the origin touches the surface there from inside. So the surface has
 * one normal there: the point is on no corner and on no ridge. Few directions remain:
 *
 * - the normals of the box's faces and of the round solid's flat ends;
 * - directions across an edge of the box: the part of the surface that the edge sweeps along a rim.
 *   Its projection along the edge is an arc of an ellipse;
 * - the normals of the round solid's side, moved to a corner of the box.
 */
#include "solid.h"

#include <string.h>

/* Below this part of the size, a side is too short. Above this relative difference, a matrix makes
 * the circle an ellipse, and axes are not parallel. The depth is off by as much. */
#define ROUND_THIN 1e-6
#define ROUND_EVEN 1e-13

/* ---- Arcs ---------------------------------------------------------------------------------------
 *
 * The difference of a box and a round solid is projected along an edge of the box. Its outline
 * consists of arcs of one ellipse, at different places, and straight parts between them. The lines
 * across the box's two other edges and the axes of the ellipse divide the normals. So on each arc
 * the corner is the same, and the ellipse's curvature rises or falls. */

/* The direction with the least extent so far. */
typedef struct least_direction {
  double depth, normal[3];
} least_direction;

/* The projection of the difference along an edge of the box. The coordinates are along `u`, the
 * part of the round solid's axis across the edge, and along v. In a direction n the height is that
 * of a corner, plus that of the rim's centre, plus sqrt((minor n_u)^2 + (major n_v)^2). */
typedef struct round_projection {
  double u[3], v[3];
  double major, minor;
  double centre[2];  /* the box's centre, from the round solid's or the apex */
  double edge[2][2]; /* half of the two other edges */
  double axis;       /* the position of the rim's centre along u */
  int both;          /* a cylinder: another rim is as far against u */
  double apex;       /* a cone: below this n_u the apex is farther along n than the rim */
} round_projection;

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

static void keep_direction(const round_projection *view, const double n[2], double depth,
                           least_direction *best) {
  int i;
  if (!(depth < best->depth)) return;
  best->depth = depth;
  for (i = 0; i < 3; i++) best->normal[i] = n[0] * view->u[i] + n[1] * view->v[i];
}

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
    keep_direction(a->view, e.n, dot2(e.n, e.at), best);
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
static void put_foremost_corner(const round_projection *v, const arc_end *from, const arc_end *to,
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
  if (under) keep_direction(view, from->n, dot2(from->n, corner), best);
  if (under && above) return 0;
  if (!under && !above) return 1;
  n[0] = view->apex;
  n[1] = sqrt((1 - n[0]) * (1 + n[0]));
  if (from->n[1] + to->n[1] < 0) n[1] = -n[1];
  keep_direction(view, n, dot2(n, corner), best);
  if (under) {
    from->n[0] = n[0];
    from->n[1] = n[1];
  } else {
    to->n[0] = n[0];
    to->n[1] = n[1];
  }
  return 1;
}

/* Finds the direction across the edge with the least extent of the difference. Keeps it if the
 * extent is less than the best. */
static void search_arcs(const round_projection *view, least_direction *best) {
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
    put_foremost_corner(view, &from, &to, a.p);
    if (!view->both && !leave_apex(view, a.p, &from, &to, best)) continue;
    a.p[0] += view->both && from.n[0] + to.n[0] < 0 ? -view->axis : view->axis;
    put_point(&a, &from);
    put_point(&a, &to);
    keep_direction(view, from.n, dot2(from.n, from.at), best);
    keep_direction(view, to.n, dot2(to.n, to.at), best);
    search_arc(&a, &from, &to, best);
  }
}

/* ---- Parallel axes ------------------------------------------------------------------------------
 *
 * The penetration depth of two solids of revolution with parallel axes: two cylinders or cones, or
 * one of them and a point or a segment along its axis. Their difference is a solid of revolution
 * about a parallel axis. In the half plane of that axis and the origin it is a convex polygon. Its
 * edges are those of both outlines, so the nearest of a few lines gives the depth. */

/* An outline: the points within `radius` of the axis from low to high; for a cone the triangle of
 * its base at `low` or `high` and its apex at 0. */
typedef struct outline {
  double radius, low, high;
  int is_cone;
  double side[2]; /* the normal of a cone's side: across the axis, and along it */
} outline;

/* Of one solid along a unit vector. Returns 0 if its axis is not parallel to that. */
static int put_outline(const solid_proxy *s, const double axis[3], outline *o) {
  round_solid round;
  double e[3], along, off[3], sign;
  memset(o, 0, sizeof *o);
  if (s->form == SOLID_POINTS && s->count <= 2) {
    if (s->count == 1) return 1;
    vector_minus(s->points[1], s->points[0], e);
    along = vector_dot(e, axis);
    memcpy(off, e, sizeof off);
    vector_add(off, -along, axis);
    o->low = along < 0 ? along : 0;
    o->high = along < 0 ? 0 : along;
    return vector_length(off) <= ROUND_EVEN * fabs(along);
  }
  if (!ci_round_of(s, &round)) return 0;
  along = vector_dot(round.axis, axis);
  vector_cross(round.axis, axis, off);
  if (!(vector_length(off) <= ROUND_EVEN)) return 0;
  sign = along < 0 ? -1 : 1;
  o->radius = round.radius;
  o->is_cone = !round.cylinder;
  o->low = round.cylinder || sign > 0 ? -round.height : 0;
  o->high = round.cylinder || sign < 0 ? round.height : 0;
  o->side[0] = o->is_cone ? round.cosine : 1;
  o->side[1] = o->is_cone ? sign * round.sine : 0;
  return 1;
}

/* The extent along (across, along), where across is not negative. */
static double extent_of(const outline *o, double across, double along) {
  double base = along * (along > 0 ? o->high : o->low) + across * o->radius;
  if (!o->is_cone) return base;
  base = along * (o->high > 0 ? o->high : o->low) + across * o->radius;
  return base > 0 ? base : 0;
}

/* The origin of the outline, relative to that of the pair. */
static const double *origin_of(const solid_proxy *s) {
  return s->form == SOLID_POINTS ? s->points[0] : s->at;
}

/* The difference: `centre` is on its axis. `across` and `along` lead from there to the origin. */
typedef struct difference {
  outline a, b;
  double axis[3], out[3]; /* unit vectors: the axis, and from it towards the origin */
  double across, along;
} difference;

static int put_difference(const solid_pair *p, difference *g) {
  const double *a = origin_of(&p->a), *b = origin_of(&p->b);
  round_solid round;
  double to[3], two[2][3];
  if (!ci_round_of(&p->b, &round) && !ci_round_of(&p->a, &round)) return 0;
  memcpy(g->axis, round.axis, sizeof g->axis);
  if (!put_outline(&p->a, g->axis, &g->a) || !put_outline(&p->b, g->axis, &g->b)) return 0;
  vector_minus(b, a, to);
  g->along = vector_dot(to, g->axis);
  vector_add(to, -g->along, g->axis);
  g->across = vector_length(to);
  memcpy(g->out, to, sizeof g->out);
  if (ci_vector_unit(g->out, g->out)) return 1;
  ci_vectors_across(g->axis, two); /* on the axis, where all directions are equal */
  memcpy(g->out, two[0], sizeof g->out);
  return 1;
}

/* How far the origin lies below the line of the difference with this normal. */
static void try_normal(const difference *g, double across, double along, penetration *push) {
  double depth = extent_of(&g->a, across, along) + extent_of(&g->b, across, -along) -
                 (across * g->across + along * g->along);
  int k;
  if (!(depth < push->depth)) return;
  push->depth = depth;
  for (k = 0; k < 3; k++) push->normal[k] = across * g->out[k] + along * g->axis[k];
}

static int find_parallel_depth(const solid_pair *p, penetration *push) {
  double thin = ROUND_THIN * p->size;
  difference g;
  if (!put_difference(p, &g)) return 0;
  if (!(g.a.radius + g.b.radius > thin) || !(g.a.high - g.a.low + (g.b.high - g.b.low) > thin))
    return 0;
  push->depth = HUGE_VAL;
  try_normal(&g, 0, -1, push);
  try_normal(&g, 0, 1, push);
  if (g.a.side[0] > 0) try_normal(&g, g.a.side[0], g.a.side[1], push);
  if (g.b.side[0] > 0) try_normal(&g, g.b.side[0], -g.b.side[1], push);
  if (!g.a.is_cone || !g.b.is_cone) try_normal(&g, 1, 0, push);
  push->count = 0;
  push->certain = 1;
  push->dimensions = 3;
  return push->depth > 0 && ci_vector_unit(push->normal, push->normal);
}

/* ---- A box and a round solid ------------------------------------------------------------- */

/* The difference of a box and a round solid: the box's half edges about a centre, relative to the
 * round solid's middle or a cone's apex; and the round solid, mirrored at that point. */
typedef struct round_pair {
  double centre[3], edge[3][3], length[3]; /* the edges' lengths */
  round_solid of; /* the round solid; when mirrored, its base is at the positive end */
} round_pair;

/* Accepts only a matrix that keeps the rim a circle across the axis. */
int ci_round_of(const solid_proxy *s, round_solid *r) {
  double x[3], y[3], z[3], xx, yy, zz, slant;
  int i;
  if (s->form != SOLID_CYLINDER && s->form != SOLID_CONE) return 0;
  solid_column(s->linear, 0, x);
  solid_column(s->linear, 1, y);
  solid_column(s->linear, 2, z);
  xx = vector_dot(x, x);
  yy = vector_dot(y, y);
  zz = vector_dot(z, z);
  if (!(fabs(xx - zz) <= ROUND_EVEN * xx) || !(fabs(vector_dot(x, z)) <= ROUND_EVEN * xx)) return 0;
  if (!(fabs(vector_dot(x, y)) <= ROUND_EVEN * xx && fabs(vector_dot(z, y)) <= ROUND_EVEN * xx))
    return 0;
  if (!(fabs(vector_dot(x, y)) <= ROUND_EVEN * yy && fabs(vector_dot(z, y)) <= ROUND_EVEN * yy))
    return 0;
  yy = sqrt(yy);
  for (i = 0; i < 3; i++) r->axis[i] = y[i] / yy;
  r->radius = s->around * sqrt(xx);
  r->height = s->height * yy;
  r->cylinder = s->form == SOLID_CYLINDER;
  slant = sqrt(r->radius * r->radius + r->height * r->height);
  if (!(slant > 0)) return 0;
  r->sine = r->radius / slant;
  r->cosine = r->height / slant;
  return 1;
}

static int put_pair(const solid_pair *p, round_pair *r) {
  double thin = ROUND_THIN * p->size;
  int i, k;
  if (p->a.form != SOLID_BOX) return 0;
  if (!ci_round_of(&p->b, &r->of)) return 0;
  for (k = 0; k < 3; k++) r->centre[k] = p->a.at[k] - p->b.at[k];
  for (i = 0; i < 3; i++) {
    for (k = 0; k < 3; k++) {
      double low = p->a.parts[i][0][k], high = p->a.parts[i][1][k];
      r->edge[i][k] = (high - low) * 0.5;
      r->centre[k] += (high + low) * 0.5;
    }
    r->length[i] = sqrt(vector_dot(r->edge[i], r->edge[i]));
    if (!(r->length[i] > thin)) return 0;
  }
  return r->of.radius > thin && r->of.height > thin;
}

/* The extent of the difference along a unit vector. */
static double height_along(const round_pair *r, const double n[3]) {
  double y = vector_dot(r->of.axis, n), rest[3], across, round;
  int i;
  for (i = 0; i < 3; i++) rest[i] = n[i] - y * r->of.axis[i]; /* 1 - y^2 would cancel */
  across = sqrt(vector_dot(rest, rest));
  round = (r->of.cylinder ? fabs(y) : y) * r->of.height + across * r->of.radius;
  if (!r->of.cylinder && round < 0) round = 0;
  return vector_dot(r->centre, n) + round + fabs(vector_dot(r->edge[0], n)) +
         fabs(vector_dot(r->edge[1], n)) + fabs(vector_dot(r->edge[2], n));
}

static void try_direction(const round_pair *r, const double n[3], least_direction *best) {
  double depth = height_along(r, n);
  if (!(depth < best->depth)) return;
  best->depth = depth;
  memcpy(best->normal, n, sizeof best->normal);
}

static void try_ends(const round_pair *r, least_direction *best) {
  double n[3];
  int i, down = r->of.cylinder && vector_dot(r->centre, r->of.axis) > 0;
  for (i = 0; i < 3; i++) n[i] = down ? -r->of.axis[i] : r->of.axis[i];
  try_direction(r, n, best);
}

/* Returns 0 if rounding leaves no projection. */
static int put_projection(const round_pair *r, int edge, round_projection *view) {
  const double *other[2];
  double e[3], along, part, square;
  int i;
  other[0] = r->edge[(edge + 1) % 3];
  other[1] = r->edge[(edge + 2) % 3];
  for (i = 0; i < 3; i++) e[i] = r->edge[edge][i] / r->length[edge];
  along = vector_dot(e, r->of.axis);
  for (i = 0; i < 3; i++) view->u[i] = r->of.axis[i] - along * e[i];
  square = vector_dot(view->u, view->u);
  if (square < 1e-20) { /* the axis lies along the edge: any direction will do */
    double two[2][3];
    ci_vectors_across(e, two);
    memcpy(view->u, two[0], sizeof two[0]);
    part = 0;
  } else {
    double rest;
    part = sqrt(square);
    for (i = 0; i < 3; i++) view->u[i] /= part;
    rest = vector_dot(view->u, e); /* if u was short, rounding turns it towards the edge */
    for (i = 0; i < 3; i++) view->u[i] -= rest * e[i];
  }
  vector_cross(e, view->u, view->v);
  view->major = r->of.radius;
  view->minor = r->of.radius * (fabs(along) < 1 ? fabs(along) : 1);
  view->axis = r->of.height * part;
  view->both = r->of.cylinder;
  view->apex = part > r->of.sine ? -r->of.sine / part : -2;
  view->centre[0] = vector_dot(r->centre, view->u);
  view->centre[1] = vector_dot(r->centre, view->v);
  for (i = 0; i < 2; i++) {
    view->edge[i][0] = vector_dot(other[i], view->u);
    view->edge[i][1] = vector_dot(other[i], view->v);
  }
  return 1;
}

/* A corner, relative to the round solid, and its part across the axis. */
static void put_corner(const round_pair *r, int corner, double p[3], double across[3]) {
  double y;
  int i, k;
  for (k = 0; k < 3; k++) {
    p[k] = r->centre[k];
    for (i = 0; i < 3; i++) p[k] += corner >> i & 1 ? r->edge[i][k] : -r->edge[i][k];
  }
  y = vector_dot(p, r->of.axis);
  for (k = 0; k < 3; k++) across[k] = p[k] - y * r->of.axis[k];
}

/* A cylinder's side moved to a corner is nearest along the line from the axis to that corner. Such
 * a part counts only if the axis is outside of the projection of the box along it. The same holds
 * for a cone's side, with a part along the axis. There the part counts if the corner's height along
 * the normal is above 0 and below the best. */
static void try_side(const round_pair *r, least_direction *best) {
  double sine = r->of.cylinder ? 0 : r->of.sine, cosine = r->of.cylinder ? 1 : r->of.cosine;
  double most = r->of.cylinder ? r->of.radius : 0;
  int corner, k;
  if (r->of.cylinder && best->depth >= HUGE_VAL) return;
  for (corner = 0; corner < 8; corner++) {
    double p[3], across[3], n[3], square, length, depth;
    put_corner(r, corner, p, across);
    square = vector_dot(across, across);
    if (!(square > 0)) continue;
    length = sqrt(square);
    depth = most - sine * vector_dot(p, r->of.axis) - cosine * length;
    if (!(depth > 0 && depth < best->depth)) continue;
    for (k = 0; k < 3; k++) n[k] = -sine * r->of.axis[k] - cosine * across[k] / length;
    try_direction(r, n, best);
  }
}

static int find_direction(const solid_pair *p, round_pair *r, least_direction *best) {
  round_projection view;
  int i;
  best->depth = HUGE_VAL;
  if (!put_pair(p, r)) return 0;
  try_ends(r, best);
  try_side(r, best);
  for (i = 0; i < 3; i++)
    if (put_projection(r, i, &view)) search_arcs(&view, best);
  return 1;
}

int ci_solid_round_depth(const solid_pair *p, penetration *push) {
  round_pair r;
  least_direction best;
  if (find_parallel_depth(p, push)) return 1;
  if (!find_direction(p, &r, &best)) return 0;
  if (!ci_vector_unit(best.normal, push->normal)) return 0;
  push->depth = height_along(&r, push->normal);
  push->count = 0;
  push->certain = 1;
  push->dimensions = 3;
  return push->depth > 0;
}
