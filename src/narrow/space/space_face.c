/* SPDX-License-Identifier: MIT
 *
 * The flat face of the target that a shapecast in space meets: the face whose normal is that of the
 * hit, except for rounding. A direction n of the world is linear^T n in the own frame, where
 * normals of faces become normals of faces.
 */
#include "../../number/fp.h"

#include "../../number/vector.h"
#include "../../shape/hull.h"
#include "space.h"

/* The largest error of a normal against that of a face, for flat shapes and for curved ones. */
#define FACE_FLAT 9.094947017729282e-13 /* 2^-40 */
#define FACE_CURVED 9.5367431640625e-07 /* 2^-20 */

/* Returns the axis of g, 1 to 3, with its sign, or 0 if g is not along an axis. */
static int axis_of(const double g[3], double off) {
  int i;
  for (i = 0; i < 3; i++)
    if (fabs(g[(i + 1) % 3]) <= off && fabs(g[(i + 2) % 3]) <= off)
      return g[i] > 0 ? i + 1 : -i - 1;
  return 0;
}

static collide_face box_face(const double g[3]) {
  int axis = axis_of(g, FACE_FLAT);
  if (axis == 0) return COLLIDE_FACE_NONE;
  return (collide_face)(axis > 0 ? COLLIDE_FACE_PLUS_X + 2 * (axis - 1)
                                 : COLLIDE_FACE_MINUS_X + 2 * (-axis - 1));
}

static collide_face cylinder_face(const double g[3]) {
  int axis = axis_of(g, FACE_CURVED);
  if (axis == 2) return COLLIDE_FACE_TOP;
  if (axis == -2) return COLLIDE_FACE_BOTTOM;
  return fabs(g[1]) <= FACE_CURVED ? COLLIDE_FACE_SIDE : COLLIDE_FACE_NONE;
}

/* The normal of the side rises with the radius over the height. */
static collide_face cone_face(const collide_shape *s, const double g[3]) {
  double across = sqrt(g[0] * g[0] + g[2] * g[2]);
  double length = sqrt(s->radius * s->radius + s->height * s->height);
  if (axis_of(g, FACE_CURVED) == -2) return COLLIDE_FACE_BASE;
  return fabs(g[1] * s->height - across * s->radius) <= FACE_CURVED * length ? COLLIDE_FACE_SIDE
                                                                             : COLLIDE_FACE_NONE;
}

static collide_face triangle_face(const collide_shape *s, const double n[3]) {
  double along = vector_dot(s->of.facet.unit, n), off[3];
  vector_cross(s->of.facet.unit, n, off);
  if (!(vector_dot(off, off) <= FACE_FLAT * FACE_FLAT) || along == 0) return COLLIDE_FACE_NONE;
  return along > 0 ? COLLIDE_FACE_FRONT : COLLIDE_FACE_BACK;
}

/* The number of the face, from 1, or 0. */
static int hull_face(const solid_hull *p, const double g[3]) {
  int i;
  for (i = 0; i < p->faces; i++) {
    double off[3];
    if (!(vector_dot(p->planes[i].unit, g) > 0)) continue;
    vector_cross(p->planes[i].unit, g, off);
    if (vector_dot(off, off) <= FACE_FLAT * FACE_FLAT) return i + 1;
  }
  return 0;
}

void ci_space_name_face(const collide_shape *target, collide_sweep_hit *hit) {
  double g[3];
  if (target->kind == COLLIDE_TRIANGLE) {
    hit->face = triangle_face(target, hit->normal);
    return;
  }
  if (target->kind == COLLIDE_PLANE || target->kind == COLLIDE_SEGMENT) return;
  shape_normal_to_own(target, hit->normal, g);
  (void)ci_vector_unit(g, g); /* if possible */
  if (target->kind == COLLIDE_BOX) hit->face = box_face(g);
  if (target->kind == COLLIDE_CYLINDER) hit->face = cylinder_face(g);
  if (target->kind == COLLIDE_CONE) hit->face = cone_face(target, g);
  if (target->kind == COLLIDE_HULL) hit->edge = hull_face(hull_of(target), g);
}
