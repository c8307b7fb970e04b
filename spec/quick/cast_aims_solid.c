/* SPDX-License-Identifier: MIT
 *
 * What a line can be aimed at on a shape of three dimensions: faces, edges,
 * corners, rims, seams and silhouettes, in the shape's own frame.
 */
#include <string.h>

#include "cast_case.h"

static const double axis_y[3] = {0, 1, 0};

static void set(double v[3], double x, double y, double z) {
  v[0] = x;
  v[1] = y;
  v[2] = z;
}

/* A part from 0 to 1, often close to one of the two or to the middle, or some of the shape's least
 * sizes away from one of these. */
static double draw_part(rng *r, const cast_case *c) {
  int sort = draw_index(r, 9);
  double part = draw_log2(r, -8, 6) * c->small / c->large;
  if (sort > 7 && part < 1)
    return draw_index(r, 2) ? part : draw_index(r, 2) ? 1 - part : 0.5 + 0.5 * part;
  if (sort < 4) return draw_unit(r);
  if (sort > 5) return 0.5 + 0.5 * draw_offset(r, -40, 0);
  return sort == 4 ? draw_log2(r, -40, -1) : 1 - draw_log2(r, -40, -1);
}

/* On the unit circle of the plane y = 0; now and then on an axis or close to one. */
static void draw_azimuth(rng *r, double v[3]) {
  double swap;
  draw_direction(r, 2, v);
  if (draw_index(r, 6) == 0) {
    v[1] = draw_offset(r, -60, -2);
    v[0] = draw_sign(r) * sqrt(1 - v[1] * v[1]);
    if (draw_index(r, 2)) {
      swap = v[0];
      v[0] = v[1];
      v[1] = swap;
    }
  }
  v[2] = v[1];
  v[1] = 0;
}

static void sphere_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  int i;
  f->name = "silhouette";
  draw_direction(r, 3, f->n);
  for (i = 0; i < 3; i++) f->p[i] = s->radius * f->n[i];
  draw_across(r, 3, f->n, f->along);
}

static void box_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  static const char *const names[] = {"inside", "face", "edge", "corner"};
  int i, first = draw_index(r, 3), fixed = 1 + draw_index(r, 3);
  f->name = names[fixed];
  for (i = 0; i < 3; i++) {
    int axis = (first + i) % 3, high = draw_index(r, 2);
    double part = draw_part(r, c);
    if (i < fixed) {
      f->p[axis] = high ? s->b[axis] : s->a[axis];
      if (i == 0) f->n[axis] = high ? 1 : -1;
    } else {
      f->p[axis] = s->a[axis] + part * (s->b[axis] - s->a[axis]);
      f->along[axis] = f->along[(axis + 1) % 3] == 0 && f->along[(axis + 2) % 3] == 0;
    }
  }
  if (fixed == 3) f->along[first] = 1;
}

static void cylinder_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  static const char *const names[] = {"side", "rim", "cap", "axis"};
  double u[3], end = draw_sign(r) * s->height, part = draw_part(r, c);
  int sort = draw_index(r, 4);
  draw_azimuth(r, u);
  f->name = names[sort];
  if (sort < 2) {
    double y = sort == 0 ? (2 * part - 1) * s->height : end;
    set(f->p, s->radius * u[0], y, s->radius * u[2]);
    memcpy(f->n, u, sizeof u);
    memcpy(f->along, axis_y, sizeof axis_y);
    if (sort == 1 && draw_index(r, 2)) set(f->n, 0, end > 0 ? 1 : -1, 0);
    if (draw_index(r, 2)) cross_of(axis_y, u, f->along);
    return;
  }
  if (sort == 3) part *= draw_log2(r, -40, 0);
  set(f->p, part * s->radius * u[0], end, part * s->radius * u[2]);
  set(f->n, 0, end > 0 ? 1 : -1, 0);
  memcpy(f->along, sort == 3 ? axis_y : u, sizeof u);
}

/* The direction from the apex to the rim, by azimuth u. */
static void generatrix(const collide_shape *s, const double u[3], double v[3]) {
  set(v, s->radius * u[0], -s->height, s->radius * u[2]);
  make_unit(v);
}

static void cone_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  static const char *const names[] = {"side",          "rim",           "base",
                                      "near the apex", "near the apex", "apex"};
  double u[3], v[3], part = draw_part(r, c);
  int sort = draw_index(r, 6);
  draw_azimuth(r, u);
  draw_azimuth(r, v);
  f->name = names[sort];
  if (sort == 1) part = 1;
  if (sort == 3 || sort == 4) part = draw_log2(r, -8, 6) * c->small / s->height;
  if (part > 1) part = draw_log2(r, -30, 0);
  if (sort == 5) part = 0;
  generatrix(s, draw_index(r, 3) ? u : v, f->along);
  if (sort == 2 || (sort == 1 && draw_index(r, 2))) {
    set(f->p, part * s->radius * u[0], -s->height, part * s->radius * u[2]);
    set(f->n, 0, -1, 0);
    if (sort == 1) cross_of(axis_y, u, f->along);
    return;
  }
  set(f->p, part * s->radius * u[0], -s->height * part, part * s->radius * u[2]);
  set(f->n, s->height * u[0], s->radius, s->height * u[2]);
  make_unit(f->n);
  if (draw_index(r, 2)) cross_of(axis_y, u, f->along);
}

static void capsule_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  static const char *const names[] = {"side", "ball", "seam", "end"};
  double x[3], part = draw_part(r, c);
  int i, sort = draw_index(r, 4);
  for (i = 0; i < 3; i++) x[i] = s->b[i] - s->a[i];
  memcpy(f->along, x, sizeof x);
  if (!make_unit(f->along)) sort = 1;
  f->name = names[sort];
  if (sort > 0) part = draw_index(r, 2);
  if (sort == 1)
    draw_direction(r, 3, f->n);
  else if (sort == 3)
    for (i = 0; i < 3; i++) f->n[i] = part > 0 ? f->along[i] : -f->along[i];
  else
    draw_across(r, 3, f->along, f->n);
  for (i = 0; i < 3; i++) f->p[i] = s->a[i] + part * x[i] + s->radius * f->n[i];
  if (sort % 2 == 0 && draw_index(r, 2)) {
    memcpy(x, f->along, sizeof x);
    cross_of(x, f->n, f->along);
  }
}

static void plane_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  double across[3], far = draw_index(r, 2) ? draw_between(r, 0, 4) : draw_log2(r, -20, 30);
  int i;
  f->name = "plane";
  memcpy(f->n, s->b, sizeof f->n);
  draw_across(r, 3, f->n, across);
  memcpy(f->along, across, sizeof across);
  for (i = 0; i < 3; i++) f->p[i] = s->radius * f->n[i] + far * c->large * across[i];
}

static void triangle_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  static const char *const names[] = {"face", "edge", "corner"};
  const double *corner[3], *p, *q, *o;
  double u = draw_part(r, c), v = draw_part(r, c);
  int i, first = draw_index(r, 3), sort = draw_index(r, 3);
  corner[0] = s->a;
  corner[1] = s->b;
  corner[2] = s->of.facet.c;
  p = corner[first];
  q = corner[(first + 1) % 3];
  o = corner[(first + 2) % 3];
  f->name = names[sort];
  if (sort == 2) u = 0;
  if (sort > 0) v = 0;
  for (i = 0; i < 3; i++) {
    f->p[i] = p[i] + u * (q[i] - p[i]) + v * (1 - u) * (o[i] - p[i]);
    f->n[i] = s->of.facet.normal[i];
    f->along[i] = q[i] - p[i];
  }
  (void)make_unit(f->along);
  if (!make_unit(f->n) || draw_index(r, 3) == 0) draw_across(r, 3, f->along, f->n);
}

static void segment_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  double part = draw_part(r, c);
  int i, is_end = draw_index(r, 3) == 0;
  f->name = is_end ? "end" : "segment";
  if (is_end) part = draw_index(r, 2);
  for (i = 0; i < 3; i++) {
    f->along[i] = s->b[i] - s->a[i];
    f->p[i] = s->a[i] + part * f->along[i];
  }
  (void)make_unit(f->along);
  draw_across(r, 3, f->along, f->n);
}

void draw_solid_feature(rng *r, const cast_case *c, feature *f) {
  const collide_shape *s = &c->shape;
  double part;
  memset(f, 0, sizeof *f);
  switch (s->kind) {
  case COLLIDE_SPHERE:
    sphere_feature(r, c, f);
    return;
  case COLLIDE_BOX:
    box_feature(r, c, f);
    return;
  case COLLIDE_CYLINDER:
    cylinder_feature(r, c, f);
    return;
  case COLLIDE_CONE:
    cone_feature(r, c, f);
    return;
  case COLLIDE_CAPSULE:
    capsule_feature(r, c, f);
    return;
  case COLLIDE_PLANE:
    plane_feature(r, c, f);
    return;
  case COLLIDE_TRIANGLE:
    triangle_feature(r, c, f);
    return;
  case COLLIDE_HULL:
    part = draw_part(r, c);
    draw_hull_feature(r, c, part, draw_part(r, c), f);
    return;
  default:
    segment_feature(r, c, f);
  }
}
