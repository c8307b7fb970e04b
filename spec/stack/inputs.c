/* SPDX-License-Identifier: MIT */
#include "inputs.h"

#include <math.h>
#include <stdlib.h>

static uint64_t state;
static collide_source source;

void draw_begin(int seed) {
  state = (uint64_t)seed + 1;
}

collide_source *draw_source(void) {
  return &source;
}

int draw_below(int n) {
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (int)((z ^ (z >> 31)) % (uint64_t)n);
}

double draw_number(void) {
  static const double odd[] = {5e-324, 1e-300, 1e-70, 1e70, 1e-20, 1e20, 0.1, 1 / 3.0};
  if (draw_below(12) == 0) return (draw_below(2) ? 1 : -1) * odd[draw_below(8)];
  return (draw_below(9) - 4) / (draw_below(3) ? 1.0 : 2.0);
}

double draw_size(void) {
  double x = fabs(draw_number());
  return x == 0 ? 1 : x;
}

void draw_vector(double v[3], int dimensions) {
  int i;
  for (i = 0; i < 3; i++) v[i] = i < dimensions ? draw_number() : 0;
}

void draw_direction(double v[3], int dimensions) {
  do draw_vector(v, dimensions);
  while (v[0] == 0 && v[1] == 0 && v[2] == 0);
}

/* Eight points that may be in one plane: their coordinates are of all magnitudes. */
static int make_hull(collide_shape *s) {
  static double work[1024], room[2][1024];
  static int next;
  double points[24];
  size_t bytes;
  int i, at;
  for (i = 0; i < 8; i++) draw_vector(points + 3 * i, 3);
  if (collide_build_hull(points, 8, work, &bytes, &at) != COLLIDE_OK) return 0;
  if (collide_hull_work(8) > sizeof work || bytes > sizeof room[0]) abort();
  next = !next;
  collide_make_hull(s, &source, work, room[next]);
  return 1;
}

int draw_shape(collide_shape *s, int kind) {
  static double room[2][512];
  static int next;
  double a[3], b[3], c[3], points[8] = {-1, -1, 1, -1, 1, 1, -1, 1};
  int i, corner, dimensions = kind < COLLIDE_CIRCLE ? 3 : 2;
  draw_vector(a, dimensions);
  draw_vector(b, dimensions);
  draw_vector(c, dimensions);
  switch (kind) {
  case COLLIDE_SPHERE:
    return collide_make_sphere(s, &source, draw_size()) == COLLIDE_OK;
  case COLLIDE_BOX:
    for (i = 0; i < 3; i++) a[i] = draw_size();
    return collide_make_box(s, &source, a) == COLLIDE_OK;
  case COLLIDE_CYLINDER:
    return collide_make_cylinder(s, &source, draw_size(), draw_size()) == COLLIDE_OK;
  case COLLIDE_CONE:
    return collide_make_cone(s, &source, draw_size(), draw_size()) == COLLIDE_OK;
  case COLLIDE_CAPSULE:
    return collide_make_capsule(s, &source, a, b, draw_size()) == COLLIDE_OK;
  case COLLIDE_PLANE:
    return collide_make_plane(s, &source, a, draw_number()) == COLLIDE_OK;
  case COLLIDE_TRIANGLE:
    return collide_make_triangle(s, &source, a, b, c) == COLLIDE_OK;
  case COLLIDE_SEGMENT:
    return collide_make_segment(s, &source, a, b) == COLLIDE_OK;
  case COLLIDE_HULL:
    return make_hull(s);
  case COLLIDE_ROUND_BOX:
    for (i = 0; i < 3; i++) a[i] = draw_size();
    return collide_make_box(s, &source, a) == COLLIDE_OK &&
           collide_round(s, &source, draw_size()) == COLLIDE_OK;
  case COLLIDE_ROUND_HULL:
    return make_hull(s) && collide_round(s, &source, draw_size()) == COLLIDE_OK;
  case COLLIDE_CIRCLE:
    return collide_make_circle(s, &source, draw_size()) == COLLIDE_OK;
  case COLLIDE_RECT:
    a[0] = draw_size();
    a[1] = draw_size();
    return collide_make_rect(s, &source, a) == COLLIDE_OK;
  case COLLIDE_POLYGON:
    next = !next;
    for (i = 0; i < 8; i++) points[i] *= draw_size();
    if (collide_make_polygon(s, &source, points, 4, room[next], &corner) != COLLIDE_OK) return 0;
    return !draw_below(2) || collide_round(s, &source, draw_size()) == COLLIDE_OK;
  case COLLIDE_TRIANGLE_2D:
    return collide_make_triangle_2d(s, &source, a, b, c) == COLLIDE_OK;
  case COLLIDE_SEGMENT_2D:
    return collide_make_segment_2d(s, &source, a, b) == COLLIDE_OK;
  case COLLIDE_CAPSULE_2D:
    return collide_make_capsule_2d(s, &source, a, b, draw_size()) == COLLIDE_OK;
  default:
    return collide_make_plane_2d(s, &source, a, draw_number()) == COLLIDE_OK;
  }
}

int draw_pose(collide_shape *s, int kind) {
  collide_pose pose = collide_identity_pose();
  int i, sort = draw_below(4), dimensions = kind < COLLIDE_CIRCLE ? 3 : 2;
  draw_vector(pose.position, dimensions);
  if (dimensions == 2) {
    pose.angle = sort == 0 ? draw_number() : 0;
    if (sort == 1) pose.scale[0] = pose.scale[1] = draw_size();
  } else if (sort == 1) {
    for (i = 0; i < 4; i++) pose.rotation[i] = draw_number();
  } else if (sort == 2) {
    pose.has_linear = 1;
    for (i = 0; i < 9; i++) pose.linear[i] = draw_number();
  }
  return sort > 0 && collide_set_pose(s, &source, &pose) == COLLIDE_OK;
}
