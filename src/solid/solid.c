/* SPDX-License-Identifier: MIT
 *
 * The view of a shape that queries of pairs in space use: see solid.h.
 */
#include "solid.h"

#include "../number/lanes.h"

#include <string.h>

/* ---- Making -------------------------------------------------------------------------------- */

static const double *linear_of(const collide_shape *s) {
  return s->kind == COLLIDE_HULL ? s->of.solid.turned.linear : s->of.turned.linear;
}

static double larger(double x, double y) {
  return x > y ? x : y;
}

/* No coordinate of the shape relative to its position is larger; roughly. */
static double reach_of(const collide_shape *s) {
  double reach = s->reach * 2, most = 0;
  const double *linear = linear_of(s);
  int i;
  if (s->frame == COLLIDE_MOVED) return reach;
  for (i = 0; i < 9; i++) most = larger(most, fabs(linear[i]));
  return 3 * reach * most;
}

/* A power of two that brings the pair near 1, if it is far from it: 1 otherwise. */
static double scale_for(const collide_shape *a, const collide_shape *b) {
  double most = larger(reach_of(a), reach_of(b));
  int i, exponent;
  for (i = 0; i < 3; i++)
    most = larger(most, larger(fabs(a->position[i]), fabs(b->position[i])) == 0
                            ? 0
                            : fabs(a->position[i] * 0.5 - b->position[i] * 0.5));
  if (most > 1e-25 && most < 1e25) return 1;
  if (!(most > 0)) return 1;
  if (!(most <= DBL_MAX)) return ldexp(1, -1020);
  (void)frexp(most, &exponent);
  return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

static void put_frame(solid_view *s, const collide_shape *shape, double scale, const double *origin,
                      const twofold *moved) {
  int i;
  s->turned = shape->frame == COLLIDE_LINEAR || scale != 1;
  if (shape->frame == COLLIDE_LINEAR) {
    const double *linear = linear_of(shape);
    for (i = 0; i < 9; i++) s->linear[i] = linear[i] * scale;
  } else {
    for (i = 0; i < 9; i++) s->linear[i] = i % 4 == 0 ? scale : 0;
  }
  for (i = 0; i < 3; i++) {
    twofold at = two_diff(shape->position[i] * scale, origin[i] * scale);
    if (moved != NULL) at = tf_add(at, tf_make(moved[i].hi * scale, moved[i].lo * scale));
    s->at[i] = at.hi;
    s->at_low[i] = at.lo;
  }
}

/* own, posed; each coordinate off by 5 u of the size. */
static void pose_point(const solid_view *s, const double own[3], double point[3]) {
  const double *m = s->linear;
  if (s->turned) {
    point[0] = (m[0] * own[0] + m[1] * own[1] + m[2] * own[2]) + s->at[0];
    point[1] = (m[3] * own[0] + m[4] * own[1] + m[5] * own[2]) + s->at[1];
    point[2] = (m[6] * own[0] + m[7] * own[1] + m[8] * own[2]) + s->at[2];
  } else {
    point[0] = own[0] + s->at[0];
    point[1] = own[1] + s->at[1];
    point[2] = own[2] + s->at[2];
  }
}

/* The largest coordinate, when none of the own frame is larger than `most`; rounded up. */
static void put_size(solid_view *s, const double most[3]) {
  const double *m = s->linear;
  int i;
  s->size = 0;
  for (i = 0; i < 3; i++) {
    double sum = s->turned ? fabs(m[3 * i]) * most[0] + fabs(m[3 * i + 1]) * most[1] +
                                 fabs(m[3 * i + 2]) * most[2]
                           : most[i];
    s->size = larger(s->size, (fabs(s->at[i]) + sum) * 1.0000001);
  }
}

static void put_points(solid_view *s, int count) {
  double most[3];
  int i, j;
  s->count = count;
  for (j = 0; j < 3; j++) {
    most[j] = s->around;
    for (i = 0; i < count; i++) most[j] = larger(most[j], fabs(s->own[i][j]) + s->around);
  }
  put_size(s, most);
  for (i = 0; i < count; i++) pose_point(s, s->own[i], s->points[i]);
}

/* Points, with a radius around them in the own frame or in the world. */
static void put_round(solid_view *s, const collide_shape *shape, int count, double scale) {
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

static void put_box(solid_view *s, const collide_shape *shape) {
  double most[3];
  int i, j, end;
  s->form = SOLID_BOX;
  memcpy(s->own[0], shape->a, sizeof s->own[0]);
  memcpy(s->own[1], shape->b, sizeof s->own[1]);
  for (i = 0; i < 3; i++) most[i] = larger(fabs(shape->a[i]), fabs(shape->b[i]));
  put_size(s, most);
  for (i = 0; i < 3; i++)
    for (end = 0; end < 2; end++)
      for (j = 0; j < 3; j++)
        s->parts[i][end][j] =
            s->turned ? s->linear[3 * j + i] * s->own[end][i] : (i == j ? s->own[end][i] : 0);
}

static void put_cylinder(solid_view *s, const collide_shape *shape) {
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

static void put_hull(solid_view *s, const collide_shape *shape) {
  double most[3];
  int i;
  s->form = SOLID_HULL;
  s->hull = polytope_of(shape);
  for (i = 0; i < 3; i++) most[i] = larger(fabs(s->hull->low[i]), fabs(s->hull->high[i]));
  put_size(s, most);
}

static void put(solid_view *s, const collide_shape *shape, double scale, const double *origin,
                const twofold *moved) {
  put_frame(s, shape, scale, origin, moved);
  s->radius = s->around = s->height = 0;
  switch (shape->kind) {
  case COLLIDE_SPHERE:
    memset(s->own[0], 0, sizeof s->own[0]);
    put_round(s, shape, 1, scale);
    break;
  case COLLIDE_CAPSULE:
    memcpy(s->own[0], shape->a, sizeof s->own[0]);
    memcpy(s->own[1], shape->b, sizeof s->own[1]);
    put_round(s, shape, 2, scale);
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
    memcpy(s->own[0], shape->a, sizeof s->own[0]);
    memcpy(s->own[1], shape->b, sizeof s->own[1]);
    if (shape->kind == COLLIDE_TRIANGLE) memcpy(s->own[2], shape->of.facet.c, sizeof s->own[2]);
    s->form = SOLID_POINTS;
    put_points(s, shape->kind == COLLIDE_TRIANGLE ? 3 : 2);
  }
}

/* The first shape, its position moved by `moved`, unless that is NULL. */
static void put_first(solid_pair *p, const collide_shape *a, const twofold *moved) {
  put(&p->a, a, p->scale, p->origin, moved);
  p->radius = p->a.radius + p->b.radius;
  p->size = p->a.size + p->b.size;
}

static void put_second(solid_pair *p, const collide_shape *a, const collide_shape *b) {
  p->scale = scale_for(a, b);
  p->origin = b->position;
  put(&p->b, b, p->scale, p->origin, NULL);
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

/* d in the own frame. */
static void turn_back(const solid_view *s, const double d[3], double g[3]) {
  const double *m = s->linear;
  if (s->turned) {
    g[0] = m[0] * d[0] + m[3] * d[1] + m[6] * d[2];
    g[1] = m[1] * d[0] + m[4] * d[1] + m[7] * d[2];
    g[2] = m[2] * d[0] + m[5] * d[1] + m[8] * d[2];
  } else {
    memcpy(g, d, 3 * sizeof g[0]);
  }
}

/* The greatest heights of points i and i + 1 and of points i + 2 and i + 3; each height is that of
 * vector_dot to the bit. */
static inline lanes four_heights(const double (*points)[3], const lanes d[3]) {
  lanes a = lanes_load(points[0]), b = lanes_load(points[0] + 2), c = lanes_load(points[1] + 1);
  lanes e = lanes_load(points[2]), f = lanes_load(points[2] + 2), g = lanes_load(points[3] + 1);
  lanes even = lanes_add(
      lanes_add(lanes_mul(lanes_firsts(a, e), d[0]), lanes_mul(lanes_seconds(a, e), d[1])),
      lanes_mul(lanes_firsts(b, f), d[2]));
  lanes odd = lanes_add(
      lanes_add(lanes_mul(lanes_seconds(b, f), d[0]), lanes_mul(lanes_firsts(c, g), d[1])),
      lanes_mul(lanes_seconds(c, g), d[2]));
  return lanes_max(odd, even);
}

/* From so many points on blocks of four cost less than one point after the other. */
enum { MANY_POINTS = 16 };

/* The first of the highest. Many of them four at a time: these are computed side by side, and
 * seldom is one the highest so far. */
static int highest_point(const double (*points)[3], int count, const double d[3]) {
  double most = vector_dot(points[0], d);
  lanes wide[3];
  int i = 0, k, best = 0, block = -1;
  for (k = 0; k < 3; k++) wide[k] = lanes_same(d[k]);
  for (; count >= MANY_POINTS && i + 3 < count; i += 4) {
    double p = lanes_greatest(four_heights(points + i, wide));
    if (!(p > most)) continue;
    most = p;
    block = i;
  }
  for (k = 3; block >= 0 && k >= 0; k--)
    if (vector_dot(points[block + k], d) == most) best = block + k;
  for (; i < count; i++) {
    double x = vector_dot(points[i], d);
    best = x > most ? i : best;
    most = x > most ? x : most;
  }
  return best;
}

static int support_box(const solid_view *s, const double d[3], double point[3]) {
  const double *x, *y, *z;
  double g[3];
  int i, corner;
  turn_back(s, d, g);
  corner = (g[0] > 0) + 2 * (g[1] > 0) + 4 * (g[2] > 0);
  x = s->parts[0][g[0] > 0];
  y = s->parts[1][g[1] > 0];
  z = s->parts[2][g[2] > 0];
  for (i = 0; i < 3; i++) point[i] = (x[i] + y[i] + z[i]) + s->at[i];
  return corner;
}

/* Up to so many corners it is faster to look at all of them: memory is then read in order, which
 * counts where the hull was not in use just before. */
enum { FEW_CORNERS = 256 };

/* A corner of the face that lies in the direction from the hull's middle. */
static int some_corner(const polytope *p, const double g[3]) {
  return p->corner[p->first[ci_polytope_start(p, g)]];
}

/* From corner to neighbour, always upward, by rounded heights. *above: how much higher the corner
 * is than each of its neighbours. */
static int climb(const polytope *p, const double g[3], int start, double *above) {
  double most = vector_dot(g, polytope_position(p, start)), rest = 0;
  int k, best = start, from = -1;
  while (from != best) {
    from = best;
    rest = -HUGE_VAL;
    for (k = p->first_edge[from]; k < p->first_edge[from + 1]; k++) {
      int c = p->neighbours[k];
      double x = vector_dot(g, polytope_position(p, c));
      rest = x > rest ? x : rest;
      best = x > most ? c : best;
      most = x > most ? x : most;
    }
  }
  *above = most - rest;
  return best;
}

/* A height is three products, off by u each, and two sums: 5 u of the terms' sizes, which are not
 * larger than the sizes of g times the largest coordinate; of two heights 10 u. */
static int is_clearly(const polytope *p, const double g[3], double above) {
  double size = 0;
  int i;
  for (i = 0; i < 3; i++) {
    double low = fabs(p->low[i]), high = fabs(p->high[i]);
    size += fabs(g[i]) * (low > high ? low : high);
  }
  return above > 12 * SOLID_UNIT * size + FILTER_TINY;
}

/* ROUGH: rounding may end the search too early. Where it may have done so *rough is UNCLEAR. */
enum { CERTAIN, ROUGH, UNCLEAR };

static int support_hull(const solid_view *s, const double d[3], int near, int *rough,
                        double point[3]) {
  const polytope *p = s->hull;
  double g[3], above;
  int corner;
  turn_back(s, d, g);
  if (p->corners <= FEW_CORNERS) {
    corner = highest_point((const double(*)[3])(const void *)p->positions, p->corners, g);
  } else {
    corner = climb(p, g, near >= 0 ? near : some_corner(p, g), &above);
    if (!is_clearly(p, g, above)) {
      if (*rough != CERTAIN)
        *rough = UNCLEAR;
      else
        corner = ci_polytope_support_from(p, g, corner);
    }
  }
  pose_point(s, polytope_position(p, corner), point);
  return corner;
}

/* The point of a disc of this radius across the y axis that is farthest along g. */
static void rim_point(const double g[3], double radius, double across, double own[3]) {
  double k = across > 0 ? radius / across : 0;
  own[0] = g[0] * k;
  own[2] = g[2] * k;
}

/* A direction whose square might over- or underflow, which one in the frame of a very small or very
 * large solid does, is scaled. */
static void keep_in_range(double g[3]) {
  double most = ci_largest(g, 3, 0);
  int i, exponent;
  if ((most > 1e-100 && most < 1e100) || !(most > 0 && most <= DBL_MAX)) return;
  (void)frexp(most, &exponent);
  for (i = 0; i < 3; i++) g[i] = ldexp(ldexp(g[i], -exponent / 2), exponent / 2 - exponent);
}

static void support_curved(const solid_view *s, const double d[3], double point[3]) {
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
    const double *from = s->own[highest_point(s->points, s->count, d)];
    length = sqrt(vector_dot(g, g));
    for (i = 0; i < 3; i++) own[i] = from[i] + (length > 0 ? g[i] * (s->around / length) : 0);
  }
  pose_point(s, own, point);
}

/* Returns the corner, or -1. */
static inline int support(const solid_view *s, const double d[3], int near, int *rough,
                          double point[3]) {
  int i;
  switch (s->form) {
  case SOLID_POINTS:
    i = highest_point(s->points, s->count, d);
    memcpy(point, s->points[i], sizeof s->points[i]);
    return i;
  case SOLID_BOX:
    return support_box(s, d, point);
  case SOLID_HULL:
    return support_hull(s, d, near, rough, point);
  default:
    support_curved(s, d, point);
    return -1;
  }
}

static inline void support_both(const solid_pair *p, const double d[3], const int near[2],
                                int *rough, solid_point *point) {
  double back[3], b[3];
  int i;
  for (i = 0; i < 3; i++) back[i] = -d[i];
  point->corner[0] = support(&p->a, d, near[0], rough, point->a);
  point->corner[1] = support(&p->b, back, near[1], rough, b);
  for (i = 0; i < 3; i++) point->w[i] = point->a[i] - b[i];
}

void ci_solid_support(const solid_pair *p, const double d[3], const int near[2],
                      solid_point *point) {
  int rough = CERTAIN;
  support_both(p, d, near, &rough, point);
}

int ci_solid_reach(const solid_pair *p, const double d[3], const int near[2], solid_point *point) {
  int rough = ROUGH;
  support_both(p, d, near, &rough, point);
  return rough == ROUGH;
}

void ci_solid_corner_rounded(const solid_view *s, int corner, double point[3]) {
  int i;
  if (s->form == SOLID_POINTS)
    memcpy(point, s->points[corner], sizeof s->points[corner]);
  else if (s->form == SOLID_HULL)
    pose_point(s, polytope_position(s->hull, corner), point);
  else
    for (i = 0; i < 3; i++)
      point[i] = (s->parts[0][corner & 1][i] + s->parts[1][corner >> 1 & 1][i] +
                  s->parts[2][corner >> 2 & 1][i]) +
                 s->at[i];
}
