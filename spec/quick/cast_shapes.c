/* SPDX-License-Identifier: MIT
 *
 * Shapes for the cast comparison: ordinary, thin, needle-like, far from their
 * origin, tiny and huge, under every sort of pose.
 */
#include <string.h>

#include "cast_case.h"
#include "shape/shape.h"

/* ---- Sizes --------------------------------------------------------------------- */

static double draw_extent(rng *r, const cast_case *c) {
  int sort = draw_index(r, 100);
  if (c->on_lattice) return draw_index(r, 4) ? c->unit * (1 + draw_index(r, 8)) : 0.5;
  if (sort < 55) return draw_between(r, 0.25, 4);
  if (sort < 80) return draw_log2(r, -10, 10);
  if (sort < 90) return draw_log2(r, -20, 20);
  if (sort < 97) return draw_log2(r, -47, -13);
  return 1;
}

/* Beside another size: often so that the shape is a plate or a needle. */
static double draw_beside(rng *r, const cast_case *c, double extent) {
  if (c->on_lattice || draw_index(r, 2)) return draw_extent(r, c);
  return extent * (draw_index(r, 2) ? draw_log2(r, 0, 21) : 1 / draw_log2(r, 0, 21));
}

/* Where something lies that need not lie at the origin. */
static void draw_center(rng *r, const cast_case *c, int dimensions, double p[3]) {
  int i, sort = draw_index(r, 10);
  for (i = 0; i < 3; i++) {
    p[i] = 0;
    if (i >= dimensions || sort < 3) continue;
    if (c->on_lattice)
      p[i] = (draw_index(r, 41) - 20) * (draw_index(r, 2) ? 1 : c->unit);
    else if (sort < 6)
      p[i] = draw_between(r, -4, 4);
    else if (sort < 9)
      p[i] = draw_sign(r) * draw_log2(r, 3, 21);
    else
      p[i] = draw_sign(r) * draw_log2(r, -20, 45);
  }
}

/* Often along an axis, or nearly. */
static void draw_axis(rng *r, int dimensions, double v[3]) {
  int i, sort = draw_index(r, 4);
  double w[3], tilt = sort == 1 ? draw_log2(r, -55, 0) : 0;
  draw_direction(r, dimensions, w);
  if (sort > 1) {
    memcpy(v, w, sizeof w);
    return;
  }
  for (i = 0; i < 3; i++) v[i] = tilt * w[i];
  v[draw_index(r, dimensions)] = draw_sign(r);
}

static void note_size(cast_case *c, double size) {
  size = fabs(size);
  if (size > c->large) c->large = size;
  if (size > 0 && (c->small == 0 || size < c->small)) c->small = size;
}

static int draw_corners(rng *r, const cast_case *c, int dimensions, double corners[6]) {
  double center[3], first = draw_extent(r, c);
  int i, by_half = draw_index(r, 3) != 0;
  draw_center(r, c, dimensions, center);
  for (i = 0; i < dimensions; i++) {
    double half = i == 0 ? first : draw_beside(r, c, first);
    if (draw_index(r, 40) == 0) half = 0;
    corners[i] = by_half ? half : center[i] - half;
    corners[dimensions + i] = center[i] + half;
  }
  return by_half;
}

/* Two or three points about one another. The third is often close to the line of the others. */
static void draw_points(rng *r, const cast_case *c, int dimensions, int count, double *z) {
  double center[3], axis[3], p[3][3], extent = draw_extent(r, c), other = draw_beside(r, c, extent);
  int i, j, sliver = draw_index(r, 4) == 0;
  double part = sliver ? draw_between(r, -0.5, 1.5) : 0;
  draw_center(r, c, dimensions, center);
  for (j = 0; j < 3; j++) {
    draw_axis(r, dimensions, axis);
    for (i = 0; i < 3; i++) p[j][i] = axis[i] * (j == 2 ? other : extent);
  }
  for (i = 0; i < 3; i++) {
    p[0][i] = center[i];
    p[2][i] += center[i] + part * p[1][i];
    p[1][i] += center[i];
  }
  for (j = 0; j < count; j++)
    for (i = 0; i < dimensions; i++) {
      double x = p[j][i];
      z[dimensions * j + i] = c->on_lattice ? on_unit(c, x) : x;
    }
}

/* Points of an ellipse in order of their angle, by the tangent of its half. */
static int draw_polygon(rng *r, const cast_case *c, double *points) {
  double angles[MOST_POINTS], center[3], a = draw_extent(r, c), b = draw_beside(r, c, a);
  int i, j, count = 3 + draw_index(r, MOST_POINTS - 2);
  draw_center(r, c, 2, center);
  for (i = 0; i < count; i++) {
    double angle = draw_between(r, 0, 4);
    for (j = i; j > 0 && angles[j - 1] > angle; j--) angles[j] = angles[j - 1];
    angles[j] = angle;
  }
  for (i = 0; i < count; i++) {
    int quarter = (int)angles[i];
    double t = angles[i] - quarter, x = (1 - t * t) / (1 + t * t), y = 2 * t / (1 + t * t), swap;
    for (j = 0; j < quarter; j++) {
      swap = x;
      x = -y;
      y = swap;
    }
    points[2 * i] = center[0] + a * x;
    points[2 * i + 1] = center[1] + b * y;
  }
  return count;
}

/* ---- Making -------------------------------------------------------------------- */

static void scale_all(double *z, int count, double scale) {
  int i;
  for (i = 0; i < count; i++) z[i] *= scale;
}

static collide_error make_round(rng *r, cast_case *c, double scale) {
  double z[7], v[3];
  int i;
  z[0] = draw_extent(r, c);
  z[1] = draw_beside(r, c, z[0]) * scale;
  z[0] *= scale;
  switch (c->kind) {
  case COLLIDE_SPHERE:
    return collide_make_sphere(&c->shape, &c->source, z[0]);
  case COLLIDE_CIRCLE:
    return collide_make_circle(&c->shape, &c->source, z[0]);
  case COLLIDE_CYLINDER:
    return collide_make_cylinder(&c->shape, &c->source, z[0], z[1]);
  case COLLIDE_CONE:
    return collide_make_cone(&c->shape, &c->source, z[0], z[1]);
  case COLLIDE_CAPSULE_2D:
    draw_points(r, c, 2, 2, z);
    z[4] = draw_index(r, 20) ? draw_beside(r, c, fabs(z[2] - z[0]) + fabs(z[3] - z[1])) : 0;
    scale_all(z, 5, scale);
    return collide_make_capsule_2d(&c->shape, &c->source, z, z + 2, z[4]);
  default:
    if (draw_index(r, 2)) { /* about the origin, along an axis, as characters are */
      double half = draw_extent(r, c);
      draw_axis(r, 3, v);
      for (i = 0; i < 3; i++) {
        z[i] = -half * v[i];
        z[3 + i] = half * v[i];
      }
    } else {
      draw_points(r, c, 3, 2, z);
    }
    z[6] = fabs(z[3] - z[0]) + fabs(z[4] - z[1]) + fabs(z[5] - z[2]);
    z[6] = draw_index(r, 20) ? draw_beside(r, c, z[6]) : 0;
    scale_all(z, 7, scale);
    return collide_make_capsule(&c->shape, &c->source, z, z + 3, z[6]);
  }
}

static collide_error make_plane(rng *r, cast_case *c, double scale) {
  double n[3], length = draw_index(r, 2) ? 1 : draw_log2(r, -10, 10), distance = 0;
  int flat = c->kind == COLLIDE_PLANE_2D, i;
  draw_axis(r, flat ? 2 : 3, n);
  for (i = 0; i < 3; i++) n[i] *= length;
  if (draw_index(r, 4)) distance = draw_sign(r) * draw_extent(r, c);
  if (flat) return collide_make_plane_2d(&c->shape, &c->source, n, distance * scale);
  return collide_make_plane(&c->shape, &c->source, n, distance * scale);
}

static collide_error make_hull(rng *r, cast_case *c, double scale) {
  double center[3], axes[3];
  draw_center(r, c, 3, center);
  axes[0] = draw_extent(r, c);
  axes[1] = draw_beside(r, c, axes[0]);
  axes[2] = draw_beside(r, c, axes[0]);
  return draw_hull(r, c, axes, center, scale);
}

static collide_error make(rng *r, cast_case *c, double scale) {
  double z[9];
  int by_half, count, corner;
  switch (c->kind) {
  case COLLIDE_BOX:
    by_half = draw_corners(r, c, 3, z);
    scale_all(z, 6, scale);
    if (by_half) return collide_make_box(&c->shape, &c->source, z);
    return collide_make_box_corners(&c->shape, &c->source, z, z + 3);
  case COLLIDE_RECT:
    by_half = draw_corners(r, c, 2, z);
    scale_all(z, 4, scale);
    if (by_half) return collide_make_rect(&c->shape, &c->source, z);
    return collide_make_rect_corners(&c->shape, &c->source, z, z + 2);
  case COLLIDE_TRIANGLE:
    draw_points(r, c, 3, 3, z);
    scale_all(z, 9, scale);
    return collide_make_triangle(&c->shape, &c->source, z, z + 3, z + 6);
  case COLLIDE_SEGMENT:
    draw_points(r, c, 3, 2, z);
    scale_all(z, 6, scale);
    return collide_make_segment(&c->shape, &c->source, z, z + 3);
  case COLLIDE_TRIANGLE_2D:
    draw_points(r, c, 2, 3, z);
    scale_all(z, 6, scale);
    return collide_make_triangle_2d(&c->shape, &c->source, z, z + 2, z + 4);
  case COLLIDE_SEGMENT_2D:
    draw_points(r, c, 2, 2, z);
    scale_all(z, 4, scale);
    return collide_make_segment_2d(&c->shape, &c->source, z, z + 2);
  case COLLIDE_POLYGON:
    count = draw_polygon(r, c, c->points);
    z[0] = draw_index(r, 2) ? draw_beside(r, c, fabs(c->points[2] - c->points[0])) : 0;
    scale_all(z, 1, scale);
    scale_all(c->points, 2 * count, scale);
    if (collide_make_polygon(&c->shape, &c->source, c->points, count, c->storage, &corner) !=
        COLLIDE_OK)
      return COLLIDE_ERROR_SIZE;
    return collide_round(&c->shape, &c->source, z[0]);
  case COLLIDE_HULL:
    return make_hull(r, c, scale);
  case COLLIDE_PLANE:
  case COLLIDE_PLANE_2D:
    return make_plane(r, c, scale);
  default:
    return make_round(r, c, scale);
  }
}

/* ---- Poses --------------------------------------------------------------------- */

static void draw_rotation(rng *r, double q[4]) {
  int i, sort = draw_index(r, 5);
  double size = sort == 0 ? draw_log2(r, -55, 0) : 1;
  for (i = 0; i < 4; i++) q[i] = draw_between(r, -1, 1);
  if (sort == 0)
    for (i = 0; i < 3; i++) q[i] *= size;
  if (sort == 1) { /* quarter turns and the like */
    for (i = 0; i < 4; i++) q[i] = draw_index(r, 3) - 1;
    if (q[0] == 0 && q[1] == 0 && q[2] == 0) q[3] = 1;
  }
}

/* A quarter turn, or a turn about the vertical. */
static void draw_level_rotation(rng *r, collide_pose *pose) {
  int i, axis = draw_index(r, 4);
  for (i = 0; i < 4; i++) pose->rotation[i] = i == axis || i == 3 ? 1 : 0;
  if (axis == 3) pose->rotation[1] = draw_index(r, 7) - 3;
  pose->angle = draw_index(r, 2) ? 0.26179938779914946 * draw_index(r, 24) /* of 15 degrees */
                                 : 1.5707963267948966 * draw_index(r, 4);
}

/* Columns that are long, short, and nearly dependent. */
static void draw_matrix(rng *r, double m[9], const char **name) {
  double v[3], size = 1;
  int i, j, sort = draw_index(r, 4);
  static const char *const names[] = {"sheared", "stretched", "near-singular", "sheared a little"};
  *name = names[sort];
  for (j = 0; j < 3; j++) {
    draw_direction(r, 3, v);
    if (sort == 1) size = draw_log2(r, -20, 20);
    for (i = 0; i < 3; i++)
      m[3 * i + j] = sort == 3 ? (i == j) + v[i] * draw_log2(r, -50, -2)
                               : size * v[i] * draw_between(r, 0.5, 3);
  }
  if (sort == 2) {
    double near = draw_log2(r, -40, -2), a = draw_between(r, -2, 2), b = draw_between(r, -2, 2);
    for (i = 0; i < 3; i++) m[3 * i + 2] = a * m[3 * i] + b * m[3 * i + 1] + near * m[3 * i + 2];
  }
}

static void draw_scale(rng *r, collide_pose *pose, int sort) {
  int i, mirror = sort == 2;
  double same = draw_log2(r, -4, 5);
  for (i = 0; i < 3; i++) {
    pose->scale[i] = sort == 0          ? same
                     : draw_index(r, 4) ? draw_log2(r, -3, 4)
                                        : draw_log2(r, -20, 20);
    if (mirror && draw_index(r, 2)) pose->scale[i] = -pose->scale[i];
  }
}

static const char *draw_pose(rng *r, cast_case *c, collide_pose *pose) {
  static const char *const scaled[] = {"scaled evenly", "scaled", "mirrored"};
  const char *name = "moved";
  int flat = collide_dimensions(&c->shape) == 2, sort = draw_index(r, 20), scale;
  *pose = collide_identity_pose();
  draw_center(r, c, flat ? 2 : 3, pose->position);
  if (sort < 4) return name;
  if (c->on_lattice) sort = 4;
  draw_rotation(r, pose->rotation);
  pose->angle = draw_index(r, 3) ? draw_between(r, -4, 4) : draw_offset(r, -55, 0);
  if (c->on_lattice && draw_index(r, 2)) draw_level_rotation(r, pose);
  if (sort < 10) return "rotated";
  if (sort < 15) {
    scale = draw_index(r, 3);
    draw_scale(r, pose, scale);
    return scaled[scale];
  }
  pose->has_linear = 1;
  draw_matrix(r, pose->linear, &name);
  return name;
}

/* ---- All of it ------------------------------------------------------------------- */

/* What the lines' distances and offsets are relative to. */
static void note_sizes(cast_case *c) {
  const collide_shape *s = &c->shape;
  int i, j;
  c->large = c->small = 0;
  note_size(c, s->radius);
  if (s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE) note_size(c, s->height);
  if (s->kind == COLLIDE_TRIANGLE || s->kind == COLLIDE_BOX || s->kind == COLLIDE_CAPSULE ||
      s->kind == COLLIDE_SEGMENT)
    for (i = 0; i < 3; i++) {
      note_size(c, s->b[i] - s->a[i]);
      if (s->kind == COLLIDE_TRIANGLE) note_size(c, s->of.facet.c[i] - s->a[i]);
    }
  if (s->kind == COLLIDE_HULL) note_hull_sizes(c, note_size);
  if (collide_dimensions(s) == 2 && s->of.outline.count > 0) {
    collide_corner room[4];
    const collide_corner *corners = outline_corners(s, room);
    for (i = 0; i + 1 < s->of.outline.count; i++)
      for (j = 0; j < 2; j++) note_size(c, corners[i + 1].point[j] - corners[i].point[j]);
  }
  if (c->large == 0) c->large = c->small = s->reach > 0 ? s->reach : 1;
}

void draw_shape(rng *r, collide_kind kind, cast_case *c) {
  static const double units[3] = {0.5, 0.125, 0.1};
  collide_error error;
  collide_pose pose;
  do {
    int sort = draw_index(r, 20);
    double scale = sort == 0 ? draw_log2(r, -83, 84) : sort == 1 ? draw_log2(r, -130, 131) : 1;
    c->kind = kind;
    c->on_lattice = draw_index(r, 5) == 0;
    c->unit = units[draw_index(r, 3)];
    c->pose = "not posed";
    memset(&c->shape, 0, sizeof c->shape);
    error = make(r, c, c->on_lattice ? 1 : scale);
    if (error != COLLIDE_OK || draw_index(r, 5) == 0) continue;
    c->pose = draw_pose(r, c, &pose);
    if (!c->on_lattice) scale_all(pose.position, 3, scale);
    error = collide_set_pose(&c->shape, &c->source, &pose);
  } while (error != COLLIDE_OK);
  c->shape.hollow = draw_index(r, 4) == 0;
  note_sizes(c);
}

void draw_plain_shape(rng *r, collide_kind kind, int rotated, cast_case *c) {
  collide_pose pose = collide_identity_pose();
  int i;
  do {
    c->kind = kind;
    c->on_lattice = 1; /* sizes from a half to four */
    c->unit = 0.5;
    memset(&c->shape, 0, sizeof c->shape);
  } while (make(r, c, 1) != COLLIDE_OK);
  for (i = 0; i < 4 && rotated; i++) pose.rotation[i] = draw_between(r, -1, 1);
  if (rotated) pose.angle = draw_between(r, -3, 3);
  (void)collide_set_pose(&c->shape, &c->source, &pose);
  note_sizes(c);
}
