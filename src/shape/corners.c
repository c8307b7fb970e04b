/* SPDX-License-Identifier: MIT
 *
 * The corners of a shape in the world. surface.c has its faces.
 */
#include "outline.h"

#include <string.h>

#include "hull.h"

/* ---- Corners ---------------------------------------------------------------------------------
 *
 * The corners as they were given. */

/* Moves a point of the own frame into the world. */
static void place_point(const collide_shape *s, double point[3]) {
  int i;
  if (s->frame == COLLIDE_LINEAR) ci_pose_carry(shape_turned(s)->linear, point);
  for (i = 0; i < 3; i++) point[i] += s->origin[i] + 0.0;
}

static int capsule_point(const collide_shape *s, int index, double point[3]) {
  if (index < 0 || index > 1) return 0;
  memcpy(point, index == 0 ? s->a : s->b, sizeof s->a);
  place_point(s, point);
  return 1;
}

/* Corner `index`: its bits, from the lowest, say whether x, y and z are the greatest. */
static int box_point(const collide_shape *s, int index, double point[3]) {
  int i;
  if (index < 0 || index > 7) return 0;
  for (i = 0; i < 3; i++) point[i] = index >> i & 1 ? s->b[i] : s->a[i];
  place_point(s, point);
  return 1;
}

int ci_shape_corner(const collide_shape *shape, int index, double point[3]) {
  const shape_kind *kind = ci_kind_of(shape);
  const double *own[3];
  int i;
  point[2] = 0;
  if (kind->outline != NULL) {
    if (index < 0 || index >= shape->of.outline.given) return 0;
    ci_outline_point(shape, index, point);
    return 1;
  }
  if (shape_core(shape) == COLLIDE_BOX) return box_point(shape, index, point);
  if (shape_core(shape) == COLLIDE_HULL) return ci_hull_point(shape, index, point);
  if (shape->kind == COLLIDE_CAPSULE) return capsule_point(shape, index, point);
  if (index < 0 || index >= kind->points) return 0;
  own[0] = shape->a;
  own[1] = shape->b;
  own[2] = shape->of.facet.c;
  for (i = 0; i < 3; i++) point[i] = shape->origin[i] + own[index][i] + 0.0;
  return 1;
}
