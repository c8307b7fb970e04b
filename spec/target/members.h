/* SPDX-License-Identifier: MIT
 *
 * Random members of an array of targets, for spec/target/driver.c and spec/world/driver.c: shapes,
 * grids and groups, on a lattice of whole numbers, eighths or tenths, or anywhere. On a lattice
 * half of the turns are quarter turns or about the vertical.
 */
#ifndef COLLIDE_TARGET_MEMBERS_H
#define COLLIDE_TARGET_MEMBERS_H

#include <stdlib.h>
#include <string.h>

#include "collide.h"

#ifndef MEMBERS_MOST
#define MEMBERS_MOST 12
#endif
enum { MOST = MEMBERS_MOST, PARTS = 6, HULL_ROOM = 1024 };

static collide_shape shapes[MOST];
static collide_target members[MOST];
static collide_grid *grids[2]; /* of two and of three dimensions */
static collide_shape_group *groups[MOST];

/* ---- Random numbers ------------------------------------------------------------- */

static unsigned long long state = 88172645463325252ULL;

static unsigned below(unsigned n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 33) % n;
}

static double uniform(double low, double high) {
  return low + (high - low) * ((double)below(1U << 30) / (1U << 30));
}

static int on_lattice;
static double lattice_unit = 1; /* of the numbers on a lattice */

/* On a lattice, or anywhere: at random. */
static void draw_lattice(void) {
  static const double units[] = {1, 1, 0.125, 0.1};
  on_lattice = below(2) != 0;
  lattice_unit = units[below(4)];
}

static double number(void) {
  if (!on_lattice) return uniform(-4, 4);
  return below(2) ? (double)below(9) - 4 : ((double)below(9) - 4) * lattice_unit;
}

static double size(void) {
  if (!on_lattice) return uniform(0, 2);
  return below(2) ? 0.5 * below(3) : below(17) * lattice_unit;
}

static void vector(double v[3], int dimensions) {
  int i;
  for (i = 0; i < 3; i++) v[i] = i < dimensions ? number() : 0;
}

static void direction(double v[3], int dimensions) {
  do vector(v, dimensions);
  while (v[0] == 0 && v[1] == 0 && v[2] == 0);
}

/* ---- Members --------------------------------------------------------------------- */

/* Each hull keeps its storage while its array is used: there are never more hulls than members and
 * parts of members. */
static collide_error make_hull(collide_shape *s, collide_source *source) {
  enum { POINTS = 10, HULLS = MOST * (1 + PARTS) };
  static double storage[HULLS][HULL_ROOM], points[3 * POINTS];
  static void *work;
  static int next;
  collide_error error;
  size_t bytes;
  int i, at, count = 4 + (int)below(POINTS - 3);
  if (work == NULL) work = malloc(collide_hull_work(POINTS));
  if (work == NULL) abort();
  for (i = 0; i < count; i++) vector(points + 3 * i, 3);
  error = collide_build_hull(points, count, work, &bytes, &at);
  if (error != COLLIDE_OK) return error;
  if (bytes > sizeof storage[0]) abort();
  next = (next + 1) % HULLS;
  collide_make_hull(s, source, work, storage[next]);
  return COLLIDE_OK;
}

static collide_error make(collide_shape *s, collide_source *source, int kind) {
  double a[3], b[3], c[3], half[3];
  int i, dimensions = kind < COLLIDE_CIRCLE ? 3 : 2;
  for (i = 0; i < 3; i++) half[i] = size();
  vector(a, dimensions);
  vector(b, dimensions);
  vector(c, dimensions);
  switch (kind) {
  case COLLIDE_SPHERE:
    return collide_make_sphere(s, source, size());
  case COLLIDE_BOX:
    for (i = 0; i < 3; i++) b[i] = a[i] + half[i];
    if (below(4) == 0) return collide_make_box_corners(s, source, a, b);
    return collide_make_box(s, source, half);
  case COLLIDE_CYLINDER:
    return collide_make_cylinder(s, source, size(), size());
  case COLLIDE_CONE:
    return collide_make_cone(s, source, size(), size());
  case COLLIDE_CAPSULE:
    return collide_make_capsule(s, source, a, b, size());
  case COLLIDE_PLANE:
    return collide_make_plane(s, source, a, number());
  case COLLIDE_TRIANGLE:
    return collide_make_triangle(s, source, a, b, c);
  case COLLIDE_SEGMENT:
    return collide_make_segment(s, source, a, b);
  case COLLIDE_HULL:
    return make_hull(s, source);
  case COLLIDE_ROUND_BOX:
    (void)collide_make_box(s, source, half);
    return collide_round(s, source, size());
  case COLLIDE_ROUND_HULL:
    return make_hull(s, source) == COLLIDE_OK ? collide_round(s, source, size())
                                              : COLLIDE_ERROR_SIZE;
  case COLLIDE_CIRCLE:
    return collide_make_circle(s, source, size());
  case COLLIDE_RECT:
    return collide_make_rect(s, source, half);
  case COLLIDE_TRIANGLE_2D:
    return collide_make_triangle_2d(s, source, a, b, c);
  case COLLIDE_SEGMENT_2D:
    return collide_make_segment_2d(s, source, a, b);
  case COLLIDE_CAPSULE_2D:
    return collide_make_capsule_2d(s, source, a, b, size());
  case COLLIDE_PLANE_2D:
    return collide_make_plane_2d(s, source, a, number());
  default:
    return COLLIDE_ERROR_SIZE; /* polygons are made of hulls, as triangles are */
  }
}

/* A quarter turn, or a turn about the vertical. */
static void turn_level(collide_pose *pose) {
  unsigned axis = below(4);
  pose->angle = 1.5707963267948966 * ((double)below(4) - 1);
  if (axis < 3)
    pose->rotation[axis] = below(2) ? 1 : -1;
  else
    pose->rotation[1] = (double)below(7) - 3;
}

static void turn_any(collide_pose *pose, int dimensions) {
  int i;
  if (dimensions == 2) pose->angle = uniform(-4, 4);
  for (i = 0; i < 4; i++) pose->rotation[i] = uniform(-1, 1);
}

static void turn_pose(collide_pose *pose, int dimensions) {
  if (on_lattice && below(2))
    turn_level(pose);
  else
    turn_any(pose, dimensions);
}

static collide_pose make_pose(int dimensions, int sort) {
  collide_pose pose = collide_identity_pose();
  int i;
  vector(pose.position, dimensions);
  if (sort == 0) turn_pose(&pose, dimensions);
  for (i = 0; sort == 1 && i < 3; i++) pose.scale[i] = uniform(0.5, 2);
  return pose;
}

static void make_source(collide_shape *s, collide_source *source, int dimensions) {
  collide_pose pose;
  int sort = (int)below(6);
  for (;;) {
    int kind = dimensions == 3 ? (int)below(COLLIDE_CIRCLE)
                               : COLLIDE_CIRCLE + (int)below(COLLIDE_KINDS - COLLIDE_CIRCLE);
    if (make(s, source, kind) == COLLIDE_OK) break;
  }
  pose = make_pose(dimensions, sort);
  if (sort < 4) collide_set_pose(s, source, &pose);
}

static void make_any(collide_shape *s, int dimensions) {
  collide_source source;
  make_source(s, &source, dimensions);
}

/* A group of some shapes, posed, in memory of its own. */
static collide_shape_group *make_group(int dimensions) {
  static collide_shape parts[PARTS];
  static collide_source sources[PARTS];
  collide_part given[PARTS];
  collide_shape_group *group;
  collide_pose pose = make_pose(dimensions, (int)below(6));
  void *memory;
  int i, count = 1 + (int)below(PARTS);
  for (i = 0; i < count; i++) {
    given[i].shape = &parts[i];
    given[i].source = &sources[i];
    if (i > 0 && below(4) == 0) {
      given[i] = given[i - 1];
      continue;
    }
    do make_source(&parts[i], &sources[i], dimensions);
    while (parts[i].kind == COLLIDE_PLANE || parts[i].kind == COLLIDE_PLANE_2D);
    parts[i].hollow = below(4) == 0;
  }
  memory = malloc(collide_group_storage(given, count));
  if (memory == NULL) abort();
  if (collide_make_group(&group, given, count, memory, NULL) != COLLIDE_OK) abort();
  for (i = 0; i < count; i++) /* of which nothing is needed any more */
    if (given[i].shape->kind == COLLIDE_HULL)
      memset((void *)(size_t)given[i].shape->of.solid.hull, 0xff, HULL_ROOM * sizeof(double));
  if (below(2)) collide_group_set_pose(group, &pose, NULL); /* which circles may refuse */
  if (below(2)) collide_group_set_position(group, pose.position);
  return group;
}

static int make_members(int dimensions) {
  int i, count = (int)below(MOST + 1);
  for (i = 0; i < count; i++) {
    if (below(8) == 0) {
      members[i] = collide_target_of_grid(grids[dimensions - 2]);
      continue;
    }
    if (below(5) == 0) {
      free(groups[i]); /* a group is what its memory begins with */
      groups[i] = make_group(dimensions);
      members[i] = collide_target_of_group(groups[i]);
      continue;
    }
    if (i > 0 && below(4) == 0 && members[i - 1].kind == COLLIDE_TARGET_SHAPE)
      shapes[i] = shapes[i - 1];
    else
      make_any(&shapes[i], dimensions);
    shapes[i].hollow = below(4) == 0;
    members[i] = collide_target_of_shape(&shapes[i]);
  }
  return count;
}

static void make_grids(void) {
  int dimensions, i, k;
  for (dimensions = 2; dimensions <= 3; dimensions++) {
    collide_grid_frame frame = collide_unit_frame(dimensions);
    collide_grid *grid = collide_grid_new(&frame, NULL, NULL);
    if (grid == NULL) abort();
    for (i = 0; i < 6; i++) {
      int64_t cell[3] = {0, 0, 0};
      for (k = 0; k < dimensions; k++) cell[k] = (int64_t)below(9) - 4;
      if (!collide_grid_set(grid, cell, 1 + below(9))) abort();
    }
    grids[dimensions - 2] = grid;
  }
}

#endif
