/* SPDX-License-Identifier: MIT
 *
 * The corners and flat faces of a shape in the world.
 */
#include "outline.h"

#include <string.h>

#include "hull.h"
#include "../number/orient.h"

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

/* ---- Triangles -------------------------------------------------------------------------------
 *
 * The surface of a shape with flat faces, as triangles in the world. */

/* The arrays that triangles are written to; either may be NULL. */
typedef struct surface {
  const collide_shape *shape;
  int mirrors; /* 1 if the pose mirrors, so that triangles wind the other way in the own frame */
  int count;
  double *corners;
  int *faces;
} surface;

static int pose_mirrors(const collide_shape *s) {
  static const double origin[3] = {0, 0, 0};
  const double *m;
  if ((!shape_is_hull(s) && s->kind != COLLIDE_BOX) || s->frame != COLLIDE_LINEAR) return 0;
  m = shape_turned(s)->linear;
  return ci_orient3d(origin, m, m + 3, m + 6) < 0; /* the sign of the determinant */
}

/* Adds a triangle of the shape's points, counterclockwise from outside in the own frame. */
static void add_triangle(surface *to, int face, int a, int b, int c) {
  if (to->corners != NULL) {
    double *corner = to->corners + 9 * (size_t)to->count;
    (void)ci_shape_corner(to->shape, a, corner);
    (void)ci_shape_corner(to->shape, to->mirrors ? c : b, corner + 3);
    (void)ci_shape_corner(to->shape, to->mirrors ? b : c, corner + 6);
  }
  if (to->faces != NULL) to->faces[to->count] = face;
  to->count++;
}

/* A box's corner has bit i where it is the greatest along axis i. */
static void add_box_face(surface *to, int axis, int is_high) {
  int least = is_high << axis, j = 1 << (axis + 1) % 3, k = 1 << (axis + 2) % 3;
  int second = is_high ? j : k, last = is_high ? k : j, face = 2 * axis + is_high + 1;
  add_triangle(to, face, least, least | second, least | j | k);
  add_triangle(to, face, least, least | j | k, least | last);
}

static void add_hull(surface *to) {
  const solid_hull *p = hull_of(to->shape);
  int face, place;
  for (face = 0; face < p->faces; face++) {
    const int *at = p->corner + p->first[face];
    int count = p->first[face + 1] - p->first[face];
    for (place = 2; place < count; place++)
      add_triangle(to, face + 1, p->index[at[0]], p->index[at[place - 1]], p->index[at[place]]);
  }
}

int ci_shape_triangles(const collide_shape *shape, double *corners, int *faces) {
  surface to;
  int axis;
  to.shape = shape;
  to.mirrors = pose_mirrors(shape);
  to.count = 0;
  to.corners = corners;
  to.faces = faces;
  if (shape->kind == COLLIDE_TRIANGLE) add_triangle(&to, 1, 0, 1, 2);
  if (shape_is_hull(shape)) add_hull(&to);
  for (axis = 0; axis < 3 && shape->kind == COLLIDE_BOX; axis++) {
    add_box_face(&to, axis, 0);
    add_box_face(&to, axis, 1);
  }
  return to.count;
}
