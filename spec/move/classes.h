/* SPDX-License-Identifier: MIT
 *
 * Movers and levels for classes.c, in the plane and in space. Each body is a shape of the core and
 * a solid of apart.h that is the same set of points.
 */
#ifndef SPEC_MOVE_CLASSES_H
#define SPEC_MOVE_CLASSES_H

#include "../support/turn.h"
#include "apart.h"
#include "collide.h"
#include "shape/shape.h"
#include "../support/splitmix.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BODIES_MOST = 40, OBSTACLES_MOST = 1024 };

typedef struct body {
  collide_shape shape;
  collide_source source;
  solid is;
  double storage[256];
  double *hull; /* storage, or NULL */
} body;

/* A mesh or chain, a grid, or bodies. All lengths are multiplied by `size`, and `far` is added to
 * all coordinates. */
typedef struct terrain {
  int dimensions, body_count, obstacle_count;
  double size, far;
  body bodies[BODIES_MOST];
  collide_target members[BODIES_MOST], target;
  collide_grid *grid;
  collide_mesh_data *data;
  collide_mesh mesh;
  solid obstacles[OBSTACLES_MOST];
  double low[OBSTACLES_MOST][3], high[OBSTACLES_MOST][3];
} terrain;

static void must(collide_error error) {
  if (error != COLLIDE_OK) abort();
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

enum { BOX, SPHERE, CAPSULE, CYLINDER, CONE, HULL, TRIANGLE, KINDS };
enum { RECT, CIRCLE, CAPSULE_2D, POLYGON, TURNED_RECT, TRIANGLE_2D, SEGMENT_2D, KINDS_2D };

static void make_hull(body *b, int count, double size) {
  double points[POINTS_MOST][3];
  void *work = malloc(collide_hull_work(count));
  size_t storage;
  int i, point;
  if (work == NULL) abort();
  for (i = 0; i < count; i++) {
    points[i][0] = uniform(-0.5, 0.5) * size;
    points[i][1] = uniform(-0.9, 0.9) * size;
    points[i][2] = uniform(-0.5, 0.5) * size;
  }
  must(collide_build_hull(points[0], count, work, &storage, &point));
  b->hull = (double *)malloc(storage);
  if (b->hull == NULL) abort();
  collide_make_hull(&b->shape, &b->source, work, b->hull);
  free(work);
  b->is.count = count;
  memcpy(b->is.points, points, (size_t)count * sizeof *points);
}

static void set_points(solid *s, int count, const double *points) {
  s->count = count;
  memcpy(s->points, points, 3 * (size_t)count * sizeof *points);
}

static void make_body(body *b, int kind, double size) {
  double v[9];
  int i, k;
  for (i = 0; i < 9; i++) v[i] = uniform(-1, 1) * size;
  b->hull = NULL;
  make_solid(&b->is);
  if (kind == BOX) {
    double half[3];
    for (k = 0; k < 3; k++) half[k] = (k == 1 ? 0.9 : 0.4) * size;
    must(collide_make_box(&b->shape, &b->source, half));
    b->is.count = 8;
    for (i = 0; i < 8; i++)
      for (k = 0; k < 3; k++) b->is.points[i][k] = i >> k & 1 ? half[k] : -half[k];
  } else if (kind == SPHERE) {
    b->is.count = 1;
    b->is.radius = 0.4 * size;
    must(collide_make_sphere(&b->shape, &b->source, b->is.radius));
  } else if (kind == CAPSULE) {
    memset(v, 0, sizeof v);
    v[1] = -0.5 * size;
    v[4] = 0.5 * size;
    set_points(&b->is, 2, v);
    b->is.radius = 0.4 * size;
    must(collide_make_capsule(&b->shape, &b->source, v, v + 3, b->is.radius));
  } else if (kind == CYLINDER) {
    b->is.discs = 2;
    b->is.disc_radius = 0.4 * size;
    b->is.disc_y[0] = -0.9 * size;
    b->is.disc_y[1] = 0.9 * size;
    must(collide_make_cylinder(&b->shape, &b->source, b->is.disc_radius, b->is.disc_y[1]));
  } else if (kind == CONE) {
    b->is.count = b->is.discs = 1;
    b->is.disc_radius = 0.5 * size;
    b->is.disc_y[0] = -1.5 * size;
    must(collide_make_cone(&b->shape, &b->source, b->is.disc_radius, 1.5 * size));
  } else if (kind == HULL) {
    make_hull(b, 6 + below(POINTS_MOST - 5), size);
  } else {
    set_points(&b->is, 3, v);
    must(collide_make_triangle(&b->shape, &b->source, v, v + 3, v + 6));
  }
}

static void make_polygon(body *b, int corners, double size) {
  double points[2 * POINTS_MOST];
  int i, at;
  for (i = 0; i < corners; i++) {
    double angle = 6.283185307179586 * (i + uniform(0, 0.5)) / corners;
    points[2 * i] = 0.6 * size * cos(angle);
    points[2 * i + 1] = 0.6 * size * sin(angle);
  }
  must(collide_make_polygon(&b->shape, &b->source, points, corners, b->storage, &at));
}

static void make_body_2d(body *b, int kind, double size) {
  double v[6];
  int i;
  for (i = 0; i < 6; i++) v[i] = uniform(-1, 1) * size;
  b->hull = NULL;
  make_solid(&b->is);
  if (kind == RECT || kind == TURNED_RECT) {
    v[0] = 0.4 * size;
    v[1] = 0.9 * size;
    must(collide_make_rect(&b->shape, &b->source, v));
  } else if (kind == CIRCLE) {
    must(collide_make_circle(&b->shape, &b->source, 0.4 * size));
  } else if (kind == CAPSULE_2D) {
    v[0] = v[2] = 0;
    v[1] = -0.5 * size;
    v[3] = 0.5 * size;
    must(collide_make_capsule_2d(&b->shape, &b->source, v, v + 2, 0.4 * size));
  } else if (kind == POLYGON) {
    make_polygon(b, 3 + below(8), size);
  } else if (kind == TRIANGLE_2D) {
    must(collide_make_triangle_2d(&b->shape, &b->source, v, v + 2, v + 4));
  } else {
    must(collide_make_segment_2d(&b->shape, &b->source, v, v + 2));
  }
}

/* The points of a shape of the plane where it is: its corners are the doubles that define it. */
static void copy_outline(body *b) {
  collide_corner room[4];
  const collide_corner *corners = outline_corners(&b->shape, room);
  int i;
  make_solid(&b->is);
  b->is.count = b->shape.of.outline.count;
  b->is.radius = b->shape.radius;
  if (b->is.count > POINTS_MOST) abort();
  for (i = 0; i < b->is.count; i++) memcpy(b->is.points[i], corners[i].point, 2 * sizeof(double));
}

/* The solid follows the shape. */
static void follow(body *b, int dimensions) {
  if (dimensions == 2)
    copy_outline(b);
  else
    memcpy(b->is.position, b->source.pose.position, sizeof b->is.position);
}

/* At a place, turned if that is wanted. In space a ball and a capsule are not turned, because a
 * rounded matrix would stretch them. */
static void pose_body(body *b, int dimensions, const double at[3], int is_turned) {
  collide_pose pose = collide_identity_pose();
  memcpy(pose.position, at, sizeof pose.position);
  if (dimensions == 2 && is_turned) pose.angle = uniform(-3, 3);
  if (dimensions == 3 && is_turned && b->is.radius == 0) {
    double q[4];
    int i;
    for (i = 0; i < 4; i++) q[i] = uniform(-1, 1);
    pose.has_linear = 1;
    write_rotation(q, pose.linear);
    memcpy(b->is.linear, pose.linear, sizeof b->is.linear);
    b->is.is_level = 0;
  }
  must(collide_set_pose(&b->shape, &b->source, &pose));
  follow(b, dimensions);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

/* From LATTICE on, all coordinates are round numbers, except those of ROOM, which is turned by any
 * angle about the vertical. */
enum { HILLS, BLOCKS, SOLIDS, LATTICE, RAMPS, STAIRS, DIPS, ROOM, LEVELS };

static inline int is_round_level(int kind) {
  return kind >= LATTICE;
}

static void add_obstacle(terrain *l, const solid *s) {
  int i = l->obstacle_count++;
  if (i == OBSTACLES_MOST) abort();
  l->obstacles[i] = *s;
  find_box(s, l->low[i], l->high[i]);
}

static void add_body(terrain *l, body *b) {
  l->members[l->body_count++] = collide_target_of_shape(&b->shape);
  add_obstacle(l, &b->is);
}

/* Triangles between random heights. */
static void make_hills(terrain *l) {
  enum { WIDE = 10 };
  static const int at[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
  double corners[WIDE * WIDE * 18], heights[WIDE + 1][WIDE + 1], steep = uniform(0, 1.5);
  collide_triangles mesh;
  solid s;
  int i, j, k, count = 0;
  for (i = 0; i <= WIDE; i++)
    for (j = 0; j <= WIDE; j++) heights[i][j] = uniform(-steep, 0);
  for (i = 0; i < WIDE; i++)
    for (j = 0; j < WIDE; j++)
      for (k = 0; k < 6; k++) {
        int x = i + at[k][0], z = j + at[k][1];
        corners[count++] = l->far + (x - WIDE / 2) * l->size;
        corners[count++] = l->far + heights[x][z] * l->size;
        corners[count++] = l->far + (z - WIDE / 2) * l->size;
      }
  mesh.vertices = corners;
  mesh.vertex_count = (size_t)count / 3;
  mesh.triangles = NULL;
  mesh.triangle_count = (size_t)count / 9;
  must(collide_mesh_data_new(&l->data, &mesh, NULL, NULL, NULL));
  collide_make_mesh(&l->mesh, l->data);
  l->members[0] = collide_target_of_mesh(&l->mesh);
  l->body_count = 1;
  make_solid(&s);
  for (i = 0; i < count; i += 9) {
    set_points(&s, 3, corners + i);
    add_obstacle(l, &s);
  }
}

/* A chain of segments between random heights. */
static void make_chain(terrain *l) {
  double v[4], steep = uniform(0, 1.5), height = uniform(-steep, 0);
  int i;
  for (i = 0; i < 20; i++) {
    body *b = &l->bodies[l->body_count];
    v[0] = l->far + (i - 10) * l->size;
    v[1] = l->far + height * l->size;
    height = uniform(-steep, 0);
    v[2] = l->far + (i - 9) * l->size;
    v[3] = l->far + height * l->size;
    must(collide_make_segment_2d(&b->shape, &b->source, v, v + 2));
    copy_outline(b);
    add_body(l, b);
  }
}

/* Columns of cells of random heights. */
static void make_blocks(terrain *l) {
  collide_grid_frame frame;
  solid s;
  int i, j, k, wide = l->dimensions == 3 ? 4 : 10, high = 1 + below(3);
  memset(&frame, 0, sizeof frame);
  frame.dimensions = l->dimensions;
  for (k = 0; k < 3; k++) {
    frame.size[k] = l->size;
    frame.origin[k] = l->far;
  }
  l->grid = collide_grid_new(&frame, NULL, NULL);
  if (l->grid == NULL) abort();
  make_solid(&s);
  s.count = l->dimensions == 3 ? 8 : 4;
  for (i = -wide; i <= wide; i++)
    for (j = -wide; j <= wide; j++) {
      int y, top = -1 - below(high);
      if (l->dimensions == 2 && j != 0) continue;
      for (y = top; y >= -4; y--) {
        int64_t cell[3];
        cell[0] = i;
        cell[1] = y;
        cell[2] = j;
        if (collide_grid_set(l->grid, cell, 1) != 1) abort();
        if (y < top - high) continue; /* all cells around it are full */
        for (k = 0; k < s.count; k++) {
          s.points[k][0] = l->far + (double)(i + (k & 1)) * l->size;
          s.points[k][1] = l->far + (double)(y + (k >> 1 & 1)) * l->size;
          if (l->dimensions == 3) s.points[k][2] = l->far + (double)(j + (k >> 2)) * l->size;
        }
        add_obstacle(l, &s);
      }
    }
  l->members[0] = collide_target_of_grid(l->grid);
  l->body_count = 1;
}

static void make_solids(terrain *l) {
  int i, k;
  for (i = 0; i < BODIES_MOST; i++) {
    body *b = &l->bodies[i];
    double at[3] = {0, 0, 0}, size = uniform(0.3, 1.2) * l->size;
    for (k = 0; k < l->dimensions; k++)
      at[k] = l->far + uniform(-1, 1) * (k == 1 ? 1 : l->dimensions == 3 ? 3 : 9) * l->size;
    if (l->dimensions == 3)
      make_body(b, below(KINDS), size);
    else
      make_body_2d(b, below(KINDS_2D), size);
    pose_body(b, l->dimensions, at, 1);
    add_body(l, b);
  }
}

/* ---- Levels of round numbers
 * ---------------------------------------------------------------------
 */

/* The turn of the level about the vertical: cosine and sine. */
static double level_turn[2] = {1, 0};

static void turn_level(double v[3]) {
  double x = v[0], z = v[2];
  if (level_turn[1] == 0) return;
  v[0] = level_turn[0] * x - level_turn[1] * z;
  v[2] = level_turn[1] * x + level_turn[0] * z;
}

/* The convex hull of points in units of the size. In the plane the points have z = 0. */
static void add_block(terrain *l, int count, double points[][3]) {
  body *b = &l->bodies[l->body_count];
  double flat[2 * POINTS_MOST];
  void *work = malloc(collide_hull_work(count));
  size_t storage;
  int i, k, point;
  b->hull = NULL;
  make_solid(&b->is);
  for (i = 0; i < count; i++) {
    if (l->dimensions == 3) turn_level(points[i]);
    for (k = 0; k < l->dimensions; k++) points[i][k] = l->far + points[i][k] * l->size;
    memcpy(flat + 2 * i, points[i], 2 * sizeof *flat);
  }
  if (l->dimensions == 2) {
    must(collide_make_polygon(&b->shape, &b->source, flat, count, b->storage, &point));
    copy_outline(b);
  } else {
    if (work == NULL) abort();
    must(collide_build_hull(points[0], count, work, &storage, &point));
    b->hull = (double *)malloc(storage);
    if (b->hull == NULL) abort();
    collide_make_hull(&b->shape, &b->source, work, b->hull);
    b->is.count = count;
    memcpy(b->is.points, points, (size_t)count * sizeof *points);
  }
  free(work);
  add_body(l, b);
}

/* A block from x0 to x1 whose top rises from y0 to y1. */
static void add_ramp(terrain *l, double x0, double x1, double bottom, double y0, double y1,
                     const double z[2]) {
  double points[8][3];
  int i, wide = l->dimensions == 3 ? 2 : 1;
  for (i = 0; i < 4 * wide; i++) {
    int corner = i % 4, is_right = corner == 1 || corner == 2, is_top = corner >= 2;
    points[i][0] = is_right ? x1 : x0;
    points[i][1] = !is_top ? bottom : is_right ? y1 : y0;
    points[i][2] = l->dimensions == 3 ? z[i / 4] : 0;
  }
  add_block(l, 4 * wide, points);
}

/* Unit boxes, and a wall beside them. */
static void make_lattice(terrain *l) {
  double z[2];
  int x, k, deep = l->dimensions == 3 ? 2 : 0;
  for (k = -deep; k <= deep; k++)
    for (x = -2 - (deep == 0) * 4; x < 3 + (deep == 0) * 4; x++) {
      z[0] = k;
      z[1] = k + 1;
      add_ramp(l, x, x + 1, -1, 0, 0, z);
    }
  for (k = -deep; k <= deep; k++) {
    z[0] = k;
    z[1] = k + 1;
    add_ramp(l, 2, 3, 0, 1, 1, z);
    if (deep > 0) add_ramp(l, 2, 3, 1, 2, 2, z);
  }
}

/* A corridor of ramps with corners at whole numbers. */
static void make_ramps(terrain *l) {
  static const double inside[2] = {-1, 1}, left[2] = {-2, -1}, right[2] = {1, 2};
  double height = 0;
  int x;
  for (x = -6; x < 6; x++) {
    double next = below(3) - 1;
    add_ramp(l, x, x + 1, -3, height, next, inside);
    height = next;
  }
  if (l->dimensions == 2) return;
  add_ramp(l, -6, 6, -3, 4, 4, left);
  add_ramp(l, -6, 6, -3, 4, 4, right);
}

/* Stairs up, or down into a dip and up again. */
static void make_stairs(terrain *l, int is_dip) {
  static const double rises[] = {0.125, 0.25, 0.2, 0.1}, treads[] = {0.5, 0.25, 0.3, 1};
  static const double z[2] = {-4, 4};
  double rise = rises[below(4)], tread = treads[below(4)];
  int i, steps = 8;
  add_ramp(l, -6, -2, -3, 0, 0, z);
  for (i = 0; i < steps; i++) {
    int level = is_dip ? (i < steps / 2 ? -i - 1 : i - steps) : i + 1;
    add_ramp(l, -2 + i * tread, -2 + (i + 1) * tread, -3, level * rise, level * rise, z);
  }
  add_ramp(l, -2 + steps * tread, 8, -3, is_dip ? 0 : steps * rise, is_dip ? 0 : steps * rise, z);
}

/* A room with a pillar and a low ceiling. */
static void make_room(terrain *l) {
  static const double all[2] = {-3, 3}, near[2] = {-4, -3}, far[2] = {3, 4},
                      middle[2] = {-0.5, 0.5};
  add_ramp(l, -4, 4, -1, 0, 0, all);
  add_ramp(l, -4, -3, 0, 3, 3, all);
  add_ramp(l, 3, 4, 0, 3, 3, all);
  add_ramp(l, -0.5, 0.5, 0, 3, 3, middle);
  add_ramp(l, 1, 3, 2, 3, 3, all);
  add_ramp(l, -2, -1, 0, 0.25, 0.25, all);
  if (l->dimensions == 2) return;
  add_ramp(l, -4, 4, 0, 3, 3, near);
  add_ramp(l, -4, 4, 0, 3, 3, far);
}

static void make_level(terrain *l, int kind, int dimensions, double size, double far) {
  double angle = kind == ROOM ? uniform(-3, 3) : 0;
  level_turn[0] = kind == ROOM ? cos(angle) : 1;
  level_turn[1] = kind == ROOM ? sin(angle) : 0;
  l->dimensions = dimensions;
  l->size = size;
  l->far = far;
  l->grid = NULL;
  l->data = NULL;
  l->body_count = l->obstacle_count = 0;
  if (kind == HILLS && dimensions == 3) make_hills(l);
  if (kind == HILLS && dimensions == 2) make_chain(l);
  if (kind == BLOCKS) make_blocks(l);
  if (kind == SOLIDS) make_solids(l);
  if (kind == LATTICE) make_lattice(l);
  if (kind == RAMPS) make_ramps(l);
  if (kind == STAIRS || kind == DIPS) make_stairs(l, kind == DIPS);
  if (kind == ROOM) make_room(l);
  l->target = collide_target_of_array(l->members, l->body_count);
}

static void clear_level(terrain *l, int kind) {
  int i;
  for (i = 0; i < l->body_count && kind >= SOLIDS; i++) free(l->bodies[i].hull);
  if (l->grid != NULL) collide_grid_free(l->grid);
  collide_mesh_data_free(l->data);
}

#endif
