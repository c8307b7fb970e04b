/* SPDX-License-Identifier: MIT
 *
 * Makes the proxies of two shapes: see solid.h.
 */
#include "core.h"
#include "solid.h"
#include "../../number/scalar.h"
#include "../../shape/shape.h"

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
    most = greater(most, greater(fabs(a->position[i]), fabs(b->position[i])) == 0
                             ? 0
                             : fabs(a->position[i] * 0.5 - b->position[i] * 0.5));
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
    twofold at = two_diff(shape->position[i] * scale, origin[i] * scale);
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

static void put(solid_proxy *s, const collide_shape *shape, double scale, const double *origin,
                const twofold *moved) {
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
