/* SPDX-License-Identifier: MIT
 *
 * The proxies of two shapes, their corners and their support points: see solid.h.
 */
#include "../../number/scalar.h"
#include "../../shape/shape.h"
#include "core.h"
#include "solid.h"

#include <string.h>

/* ---- Making -------------------------------------------------------------------------------- */

/* A rough upper bound on the coordinates of the shape relative to its position. */
static double reach_of(const collide_shape *s) {
  double reach = s->reach * 2, most = 0;
  const double *linear = shape_turned(s)->linear;
  int i;
  if (s->frame == COLLIDE_MOVED) return reach;
  for (i = 0; i < 9; i++) most = greater(most, fabs(linear[i]));
  return 3 * reach * most;
}

/* A power of two that scales the pair to about 1 if its size is far from 1; otherwise 1. */
static double scale_for(const collide_shape *a, const collide_shape *b) {
  double most = greater(reach_of(a), reach_of(b));
  int i, exponent;
  for (i = 0; i < 3; i++)
    most = greater(most, greater(fabs(a->origin[i]), fabs(b->origin[i])) == 0
                             ? 0
                             : fabs(a->origin[i] * 0.5 - b->origin[i] * 0.5));
  if (most > 1e-25 && most < 1e25) return 1;
  if (!(most > 0)) return 1;
  if (!(most <= DBL_MAX)) return ldexp(1, -1020);
  (void)frexp(most, &exponent);
  return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

static void put_frame(solid_proxy *s, const collide_shape *shape, double scale,
                      const double *origin, const twofold *moved) {
  int i;
  s->turned = shape->frame == COLLIDE_LINEAR || scale != 1;
  if (shape->frame == COLLIDE_LINEAR) {
    memcpy(s->linear, shape_turned(shape)->linear, sizeof s->linear);
    for (i = 0; i < 9 && scale != 1; i++) s->linear[i] *= scale;
  } else {
    memset(s->linear, 0, sizeof s->linear);
    s->linear[0] = s->linear[4] = s->linear[8] = scale;
  }
  for (i = 0; i < 3; i++) {
    twofold at = two_diff(shape->origin[i] * scale, origin[i] * scale);
    if (moved != NULL) at = tf_add(at, tf_make(moved[i].hi * scale, moved[i].lo * scale));
    s->at[i] = at.hi;
    s->at_low[i] = at.lo;
  }
}

/* Sets an upper bound on the coordinates, if none of the own frame is larger than `most`. */
static void put_size(solid_proxy *s, const double most[3]) {
  const double *m = s->linear;
  int i;
  s->size = 0;
  for (i = 0; i < 3; i++) {
    double sum = s->turned ? fabs(m[3 * i]) * most[0] + fabs(m[3 * i + 1]) * most[1] +
                                 fabs(m[3 * i + 2]) * most[2]
                           : most[i];
    s->size = greater(s->size, (fabs(s->at[i]) + sum) * 1.0000001);
  }
}

static void put_points(solid_proxy *s, int count) {
  double most[3];
  int i, j;
  s->count = count;
  for (j = 0; j < 3; j++) {
    most[j] = s->around;
    for (i = 0; i < count; i++) most[j] = greater(most[j], fabs(s->own[i][j]) + s->around);
  }
  put_size(s, most);
  for (i = 0; i < count; i++) solid_pose(s, s->own[i], s->points[i]);
}

/* Points, with a radius around them in the own frame or in the world. */
static void put_round(solid_proxy *s, const collide_shape *shape, int count, double scale) {
  s->form = SOLID_POINTS;
  s->around = 0;
  if (shape->frame == COLLIDE_MOVED) {
    s->radius = shape->radius * scale;
  } else if (shape->radius > 0) {
    s->form = SOLID_ROUND;
    s->around = shape->radius;
  }
  put_points(s, count);
}

static void put_box(solid_proxy *s, const collide_shape *shape) {
  double most[3];
  int i, end;
  s->form = SOLID_BOX;
  memcpy(s->own[0], shape->a, sizeof s->own[0]);
  memcpy(s->own[1], shape->b, sizeof s->own[1]);
  for (i = 0; i < 3; i++) most[i] = greater_size(shape->a[i], shape->b[i]);
  put_size(s, most);
  if (!s->turned) memset(s->parts, 0, sizeof s->parts);
  for (i = 0; i < 3; i++)
    for (end = 0; end < 2; end++) {
      double *part = s->parts[i][end], own = s->own[end][i];
      part[i] = own;
      if (!s->turned) continue;
      part[0] = s->linear[i] * own;
      part[1] = s->linear[3 + i] * own;
      part[2] = s->linear[6 + i] * own;
    }
}

static void put_cylinder(solid_proxy *s, const collide_shape *shape) {
  double most[3];
  s->around = shape->radius;
  s->height = shape->height;
  if (shape->kind == COLLIDE_CYLINDER && shape->radius == 0) { /* a segment */
    memset(s->own, 0, sizeof s->own);
    s->own[0][1] = -shape->height;
    s->own[1][1] = shape->height;
    s->form = SOLID_POINTS;
    put_points(s, 2);
    return;
  }
  s->form = shape->kind == COLLIDE_CYLINDER ? SOLID_CYLINDER : SOLID_CONE;
  most[0] = most[2] = shape->radius;
  most[1] = shape->height;
  put_size(s, most);
}

static void put_hull(solid_proxy *s, const collide_shape *shape) {
  double most[3];
  int i;
  s->form = SOLID_HULL;
  s->hull = hull_of(shape);
  for (i = 0; i < 3; i++) most[i] = greater(fabs(s->hull->low[i]), fabs(s->hull->high[i]));
  put_size(s, most);
}

/* Takes the corners of a core; returns their number, or 0 for other shapes. */
static int take_points(solid_proxy *s, const collide_shape *shape) {
  const double *corner[3];
  int i, count = core_corners(shape, corner);
  for (i = 0; i < count; i++) memcpy(s->own[i], corner[i], sizeof s->own[i]);
  return count;
}

static void put_proxy(solid_proxy *s, const collide_shape *shape, double scale,
                      const double *origin, const twofold *moved) {
  int count = take_points(s, shape);
  put_frame(s, shape, scale, origin, moved);
  s->radius = shape_is_rounded(shape) ? shape->radius * scale : 0;
  s->around = s->height = 0;
  switch (shape_core(shape)) {
  case COLLIDE_SPHERE:
  case COLLIDE_CAPSULE:
    put_round(s, shape, count, scale);
    break;
  case COLLIDE_BOX:
    put_box(s, shape);
    break;
  case COLLIDE_HULL:
    put_hull(s, shape);
    break;
  case COLLIDE_CYLINDER:
  case COLLIDE_CONE:
    put_cylinder(s, shape);
    break;
  default:
    s->form = SOLID_POINTS;
    put_points(s, count);
  }
}

/* Puts the first shape, with its position moved by `moved` unless that is NULL. */
static void put_first(solid_pair *p, const collide_shape *a, const twofold *moved) {
  put_proxy(&p->a, a, p->scale, p->origin, moved);
  p->radius = p->a.radius + p->b.radius;
  p->size = p->a.size + p->b.size;
}

static void put_second(solid_pair *p, const collide_shape *a, const collide_shape *b) {
  p->scale = scale_for(a, b);
  p->origin = b->origin;
  put_proxy(&p->b, b, p->scale, p->origin, NULL);
}

void ci_solid_pair_make(solid_pair *p, const collide_shape *a, const collide_shape *b) {
  put_second(p, a, b);
  put_first(p, a, NULL);
}

void ci_solid_pair_move(solid_pair *p, const collide_shape *a, const double d[3], double t) {
  twofold moved[3];
  int i;
  for (i = 0; i < 3; i++) moved[i] = two_product(t, d[i]);
  put_first(p, a, moved);
}

void ci_solid_pair_make_moved(solid_pair *p, const collide_shape *a, const collide_shape *b,
                              const double d[3], double t) {
  put_second(p, a, b);
  ci_solid_pair_move(p, a, d, t);
}

/* ---- Support points ---------------------------------------------------------------------- */

/* The first of the highest of up to three points. A loop would make the search a sixth slower. */
static inline int highest_of_few(const double (*points)[3], int count, const double d[3]) {
  double most = vector_dot(points[0], d), x;
  int best = 0;
  if (count > 1 && (x = vector_dot(points[1], d)) > most) {
    most = x;
    best = 1;
  }
  return count > 2 && vector_dot(points[2], d) > most ? 2 : best;
}

/* d in the own frame. */
static inline void turn_back(const solid_proxy *s, const double d[3], double g[3]) {
  const double *m = s->linear;
  if (s->turned) {
    g[0] = m[0] * d[0] + m[3] * d[1] + m[6] * d[2];
    g[1] = m[1] * d[0] + m[4] * d[1] + m[7] * d[2];
    g[2] = m[2] * d[0] + m[5] * d[1] + m[8] * d[2];
  } else {
    memcpy(g, d, 3 * sizeof g[0]);
  }
}

/* The first of the highest points. */
static int highest_point(const double (*points)[3], int count, const double d[3]) {
  double most = vector_dot(points[0], d);
  int i, best = 0;
  for (i = 1; i < count; i++) {
    double x = vector_dot(points[i], d);
    best = x > most ? i : best;
    most = x > most ? x : most;
  }
  return best;
}

static void find_box_corner(const solid_proxy *s, int corner, double point[3]) {
  const double *x = s->parts[0][corner & 1], *y = s->parts[1][corner >> 1 & 1],
               *z = s->parts[2][corner >> 2 & 1];
  point[0] = (x[0] + y[0] + z[0]) + s->at[0];
  point[1] = (x[1] + y[1] + z[1]) + s->at[1];
  point[2] = (x[2] + y[2] + z[2]) + s->at[2];
}

static int support_box(const solid_proxy *s, const double d[3], double point[3]) {
  double g[3];
  int corner;
  turn_back(s, d, g);
  corner = (g[0] > 0) + 2 * (g[1] > 0) + 4 * (g[2] > 0);
  find_box_corner(s, corner, point);
  return corner;
}

/* Up to this many corners it is faster to compare all of them. Memory is then read in order, which
 * matters if the hull was not in use just before. */
enum { FEW_CORNERS = 256 };

/* A corner of the face that lies in the direction from the hull's middle. */
static int some_corner(const solid_hull *p, const double g[3]) {
  return p->corner[p->first[ci_hull_start(p, g)]];
}

static int support_hull(const solid_proxy *s, const double d[3], int near, double point[3]) {
  const solid_hull *p = s->hull;
  double g[3];
  int corner;
  turn_back(s, d, g);
  if (p->corners <= FEW_CORNERS)
    corner = highest_point((const double(*)[3])(const void *)p->positions, p->corners, g);
  else
    corner = ci_hull_support_from(p, g, near >= 0 ? near : some_corner(p, g));
  solid_pose(s, hull_position(p, corner), point);
  return corner;
}

/* The point of a disc of this radius across the y axis that is farthest along g. */
static void rim_point(const double g[3], double radius, double across, double own[3]) {
  double k = across > 0 ? radius / across : 0;
  own[0] = g[0] * k;
  own[2] = g[2] * k;
}

/* Scales a direction whose square might over- or underflow. Directions in the frame of a very small
 * or very large solid may be such. */
static void keep_in_range(double g[3]) {
  double most = greater(greater_size(g[0], g[1]), fabs(g[2]));
  int i, exponent;
  if ((most > 1e-100 && most < 1e100) || !(most > 0 && most <= DBL_MAX)) return;
  (void)frexp(most, &exponent);
  for (i = 0; i < 3; i++) g[i] = ldexp(ldexp(g[i], -exponent / 2), exponent / 2 - exponent);
}

static void support_curved(const solid_proxy *s, const double d[3], double point[3]) {
  double g[3], own[3], across, length;
  int i;
  turn_back(s, d, g);
  keep_in_range(g);
  across = sqrt(g[0] * g[0] + g[2] * g[2]);
  own[0] = own[1] = own[2] = 0;
  if (s->form == SOLID_CYLINDER) {
    rim_point(g, s->around, across, own);
    own[1] = g[1] < 0 ? -s->height : s->height;
  } else if (s->form == SOLID_CONE) {
    if (s->around * across > s->height * g[1]) {
      rim_point(g, s->around, across, own);
      own[1] = -s->height;
    }
  } else {
    const double *from = s->own[highest_of_few(s->points, s->count, d)];
    length = sqrt(vector_dot(g, g));
    for (i = 0; i < 3; i++) own[i] = from[i] + (length > 0 ? g[i] * (s->around / length) : 0);
  }
  solid_pose(s, own, point);
}

/* Returns the corner, or -1. */
static inline int support(const solid_proxy *s, const double d[3], int near, double point[3]) {
  int i;
  switch (s->form) {
  case SOLID_POINTS:
    i = highest_of_few(s->points, s->count, d);
    memcpy(point, s->points[i], sizeof s->points[i]);
    return i;
  case SOLID_BOX:
    return support_box(s, d, point);
  case SOLID_HULL:
    return support_hull(s, d, near, point);
  default:
    support_curved(s, d, point);
    return -1;
  }
}

void ci_solid_support(const solid_pair *p, const double d[3], const int near[2],
                      solid_point *point) {
  double back[3], b[3];
  vector_negate(d, back);
  point->corner[0] = support(&p->a, d, near != NULL ? near[0] : -1, point->a);
  point->corner[1] = support(&p->b, back, near != NULL ? near[1] : -1, b);
  vector_minus(point->a, b, point->w);
}

double ci_solid_least_height(const solid_pair *p, const double n[3]) {
  solid_point q;
  double against[3];
  vector_negate(n, against);
  ci_solid_support(p, against, NULL, &q);
  return vector_dot(n, q.w);
}

void ci_solid_corner_rounded(const solid_proxy *s, int corner, double point[3]) {
  if (s->form == SOLID_POINTS)
    memcpy(point, s->points[corner], sizeof s->points[corner]);
  else if (s->form == SOLID_HULL)
    solid_pose(s, hull_position(s->hull, corner), point);
  else
    find_box_corner(s, corner, point);
}
