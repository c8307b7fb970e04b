/* SPDX-License-Identifier: MIT
 *
 * Changes the sizes of a shape.
 */
#include <string.h>

#include "kind.h"
#include "../number/scalar.h"
#include "../number/sincos.h"
#include "shape.h"

/* Returns 1 for a pose without shear and uneven scale: circles and rounded boxes refuse others. */
static int is_even(int dimensions, const collide_pose *pose) {
  static const double half[3] = {0, 0, 0};
  collide_shape probe;
  collide_source source;
  if (dimensions == 2) {
    (void)collide_make_circle(&probe, &source, 0);
  } else {
    (void)collide_make_box(&probe, &source, half);
    (void)collide_round(&probe, &source, 1);
  }
  return collide_set_pose(&probe, &source, pose) != COLLIDE_ERROR_POSE_UNEVEN_SCALE;
}

/* The linear part of a pose of two dimensions, row by row. */
static void find_linear(const collide_source *source, double m[4]) {
  const collide_pose *pose = &source->pose;
  double cosine = source->turned[1], sine = source->turned[2];
  if (pose->has_linear) {
    memcpy(m, pose->linear, 2 * sizeof m[0]);
    memcpy(m + 2, pose->linear + 3, 2 * sizeof m[0]);
    return;
  }
  if (source->turned[0] != pose->angle || (cosine == 0 && sine == 0))
    ci_turn(pose->angle, &cosine, &sine);
  m[0] = cosine * pose->scale[0];
  m[1] = -sine * pose->scale[1];
  m[2] = sine * pose->scale[0];
  m[3] = cosine * pose->scale[1];
}

/* Finds the bounds as if the position were the origin. There opposite sides round equally, so a
 * centre keeps its place. */
static void find_bounds(const collide_shape *shape, const collide_source *source, double low[3],
                        double high[3]) {
  const outline_kind *outline = ci_kind_of(shape)->outline;
  double m[4];
  int i, j;
  if (outline == NULL) {
    collide_shape centered = *shape;
    memset(centered.origin, 0, sizeof centered.origin);
    collide_bounds(&centered, low, high);
    return;
  }
  find_linear(source, m);
  low[2] = high[2] = 0;
  for (i = 0; i < shape->of.outline.given; i++) {
    double p[2];
    outline->own_point(source, i, p);
    for (j = 0; j < 2; j++) {
      double at = m[2 * j] * p[0] + m[2 * j + 1] * p[1];
      low[j] = i == 0 ? at : lesser(at, low[j]);
      high[j] = i == 0 ? at : greater(at, high[j]);
    }
  }
  for (j = 0; j < 2; j++) {
    low[j] -= shape->radius;
    high[j] += shape->radius;
  }
}

/* Moves the shape `made` so that the point `anchor` of its bounds is that of the other shape. */
static collide_error keep_anchor(const collide_shape *shape, const collide_source *source,
                                 const double anchor[3], collide_shape *made,
                                 collide_source *made_source) {
  double low[3], high[3], new_low[3], new_high[3], position[3] = {0, 0, 0};
  int i, dimensions = collide_dimensions(shape);
  find_bounds(shape, source, low, high);
  find_bounds(made, made_source, new_low, new_high);
  for (i = 0; i < dimensions; i++) {
    double before = ((1 - anchor[i]) * low[i] + (1 + anchor[i]) * high[i]) / 2;
    double after = ((1 - anchor[i]) * new_low[i] + (1 + anchor[i]) * new_high[i]) / 2;
    position[i] = source->pose.position[i] + (before - after) + 0.0;
  }
  return collide_set_position(made, made_source, position);
}

static int is_plane(const collide_shape *shape) {
  return shape->kind == COLLIDE_PLANE || shape->kind == COLLIDE_PLANE_2D;
}

collide_error collide_resize(const collide_shape *shape, const collide_source *source,
                             const double *anchor, collide_shape *made,
                             collide_source *made_source) {
  int dimensions = collide_dimensions(shape);
  collide_error error;
  if (collide_dimensions(made) != dimensions) return COLLIDE_ERROR_UNSUPPORTED;
  if (anchor != NULL && (is_plane(shape) || is_plane(made))) return COLLIDE_ERROR_UNSUPPORTED;
  if (!is_even(dimensions, &source->pose)) return COLLIDE_ERROR_POSE_UNEVEN_SCALE;
  memcpy(made_source->turned, source->turned, sizeof source->turned);
  error = collide_set_pose(made, made_source, &source->pose);
  if (error != COLLIDE_OK) return error;
  made->hollow = shape->hollow;
  return anchor == NULL ? COLLIDE_OK : keep_anchor(shape, source, anchor, made, made_source);
}
