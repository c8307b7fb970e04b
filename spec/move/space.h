/* SPDX-License-Identifier: MIT
 *
 * Random worlds of solids for movement. Each body keeps the points that it was made from, so that a
 * program in another language can be told what it is.
 */
#ifndef SPEC_MOVE_SPACE_H
#define SPEC_MOVE_SPACE_H

#include "../support/turn.h"
#include "collide.h"
#include "mesh/mesh.h"
#include "target/group.h"
#include "../support/splitmix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 8, BODIES_MOST = 2 * SIDE * SIDE + 20 };

/* The points within `radius` of origin + linear * p, for the p of the convex hull of the points.
 */
typedef struct body {
  collide_shape shape;
  collide_source source;
  double points[8][3], linear[9], radius;
  int count;    /* of the points; 0: it is curved in another way */
  double *hull; /* storage */
} body;

typedef struct scene {
  body bodies[BODIES_MOST];
  body parts[4]; /* of the group */
  collide_target members[BODIES_MOST + 3];
  int body_count, count;
  collide_grid *grid; /* or NULL, like the following; each is a member, too */
  collide_mesh_data *data;
  collide_mesh mesh;
  collide_shape_group *group;
  void *group_storage;
} scene;

static void *allocate(size_t size) {
  void *memory = malloc(size + 1);
  if (memory == NULL) abort();
  return memory;
}

static void must(collide_error error) {
  if (error != COLLIDE_OK) abort();
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static void set_points(body *b, int count, const double *points, double radius) {
  static const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  b->count = count;
  b->radius = radius;
  memcpy(b->points, points, (size_t)count * sizeof *b->points);
  memcpy(b->linear, same, sizeof same);
}

static void make_box(body *b, const double half[3]) {
  double points[8][3];
  int i, k;
  for (i = 0; i < 8; i++)
    for (k = 0; k < 3; k++) points[i][k] = i >> k & 1 ? half[k] : -half[k];
  must(collide_make_box(&b->shape, &b->source, half));
  set_points(b, 8, points[0], 0);
}

static void make_hull(body *b, const double *points, int count) {
  void *work = allocate(collide_hull_work(count));
  size_t storage;
  int point;
  if (collide_build_hull(points, count, work, &storage, &point) != COLLIDE_OK) abort();
  b->hull = (double *)allocate(storage);
  collide_make_hull(&b->shape, &b->source, work, b->hull);
  free(work);
  set_points(b, count, points, 0);
}

enum { BOX, BALL, CAPSULE, TRIANGLE, HULL, SEGMENT, CYLINDER, CONE, KINDS };

static void make_body(body *b, int kind, double size) {
  double v[18];
  int i;
  for (i = 0; i < 18; i++) v[i] = uniform(-size, size);
  b->hull = NULL;
  switch (kind) {
  case BOX:
    for (i = 0; i < 3; i++) v[i] = uniform(0.2, 1) * size;
    make_box(b, v);
    break;
  case BALL:
    v[0] = v[1] = v[2] = 0;
    v[3] = uniform(0.3, 1) * size;
    must(collide_make_sphere(&b->shape, &b->source, v[3]));
    set_points(b, 1, v, v[3]);
    break;
  case CAPSULE:
    v[6] = uniform(0.1, 0.5) * size;
    must(collide_make_capsule(&b->shape, &b->source, v, v + 3, v[6]));
    set_points(b, 2, v, v[6]);
    break;
  case TRIANGLE:
    must(collide_make_triangle(&b->shape, &b->source, v, v + 3, v + 6));
    set_points(b, 3, v, 0);
    break;
  case HULL:
    make_hull(b, v, 4 + below(3));
    break;
  case SEGMENT:
    must(collide_make_segment(&b->shape, &b->source, v, v + 3));
    set_points(b, 2, v, 0);
    break;
  case CYLINDER:
    must(collide_make_cylinder(&b->shape, &b->source, uniform(0.2, 1) * size,
                               uniform(0.2, 1) * size));
    set_points(b, 0, v, 0);
    break;
  default:
    must(collide_make_cone(&b->shape, &b->source, uniform(0.2, 1) * size, uniform(0.3, 2) * size));
    set_points(b, 0, v, 0);
  }
}

/* At a place, turned about a random axis; a ball and a capsule are not, for a matrix that is
 * rounded would stretch them. */
static void pose_body(body *b, double x, double y, double z, int is_turned) {
  collide_pose pose = collide_identity_pose();
  pose.position[0] = x;
  pose.position[1] = y;
  pose.position[2] = z;
  if (is_turned && b->radius == 0 && b->count > 0) {
    double q[4];
    int i;
    for (i = 0; i < 4; i++) q[i] = uniform(-1, 1);
    pose.has_linear = 1;
    write_rotation(q, pose.linear);
    memcpy(b->linear, pose.linear, sizeof b->linear);
  }
  must(collide_set_pose(&b->shape, &b->source, &pose));
}

/* ---- Members --------------------------------------------------------------------------------- */

static body *add_body(scene *s) {
  body *b = &s->bodies[s->body_count++];
  b->hull = NULL;
  s->members[s->count++] = collide_target_of_shape(&b->shape);
  return b;
}

static body *add_box(scene *s, double x, double y, double z, double hx, double hy, double hz) {
  body *b = add_body(s);
  double half[3];
  half[0] = hx;
  half[1] = hy;
  half[2] = hz;
  make_box(b, half);
  pose_body(b, x, y, z, 0);
  return b;
}

static void add_triangle(scene *s, const double *corners) {
  body *b = add_body(s);
  must(collide_make_triangle(&b->shape, &b->source, corners, corners + 3, corners + 6));
  set_points(b, 3, corners, 0);
  pose_body(b, 0, 0, 0, 0);
}

static void add_grid(scene *s, double size, double origin) {
  collide_grid_frame frame;
  int i;
  memset(&frame, 0, sizeof frame);
  frame.dimensions = 3;
  for (i = 0; i < 3; i++) {
    frame.size[i] = size;
    frame.origin[i] = origin;
  }
  s->grid = collide_grid_new(&frame, NULL, NULL);
  if (s->grid == NULL) abort();
  s->members[s->count++] = collide_target_of_grid(s->grid);
}

static void set_cell(scene *s, int64_t x, int64_t y, int64_t z) {
  int64_t cell[3];
  cell[0] = x;
  cell[1] = y;
  cell[2] = z;
  if (collide_grid_set(s->grid, cell, 1) != 1) abort();
}

static void add_mesh(scene *s, const double *corners, int triangles) {
  collide_triangles mesh;
  mesh.vertices = corners;
  mesh.vertex_count = (size_t)triangles * 3;
  mesh.triangles = NULL;
  mesh.triangle_count = (size_t)triangles;
  must(collide_mesh_data_new(&s->data, &mesh, NULL, NULL, NULL));
  collide_make_mesh(&s->mesh, s->data);
  s->members[s->count++] = collide_target_of_mesh(&s->mesh);
}

/* A group of the parts, `count` of which have been made. */
static void add_group(scene *s, int count) {
  collide_part parts[4];
  int i;
  for (i = 0; i < count; i++) {
    parts[i].shape = &s->parts[i].shape;
    parts[i].source = &s->parts[i].source;
    parts[i].mesh = NULL;
    parts[i].pose = &s->parts[i].source.pose;
  }
  s->group_storage = allocate(collide_group_storage(parts, count));
  must(collide_make_group(&s->group, parts, count, s->group_storage, NULL));
  s->members[s->count++] = collide_target_of_group(s->group);
}

static void clear_scene(scene *s) {
  int i;
  for (i = 0; i < s->body_count; i++) free(s->bodies[i].hull);
  if (s->group != NULL)
    for (i = 0; i < collide_group_count(s->group); i++) free(s->parts[i].hull);
  if (s->grid != NULL) collide_grid_free(s->grid);
  collide_mesh_data_free(s->data);
  free(s->group_storage);
  s->grid = NULL;
  s->data = NULL;
  s->group = NULL;
  s->group_storage = NULL;
  s->count = s->body_count = 0;
}

/* ---- Single obstacles ------------------------------------------------------------------------ */

/* `from` is NULL for cells and triangles of a mesh, of which the shape tells all. */
typedef void obstacle_visit(void *user, const collide_shape *obstacle, const body *from,
                            int number);

static int each_cell(const scene *s, obstacle_visit *visit, void *user, int number) {
  const collide_grid_frame *f = collide_grid_get_frame(s->grid);
  collide_grid_cells cells;
  collide_grid_cells_begin(&cells, NULL, NULL);
  while (collide_grid_cells_next(&cells, s->grid)) {
    double min[3], max[3];
    collide_shape box;
    int k;
    for (k = 0; k < 3; k++) {
      double product = (double)cells.at[k] * f->size[k];
      double next = (double)(cells.at[k] + 1) * f->size[k];
      min[k] = f->origin[k] + product;
      max[k] = f->origin[k] + next;
    }
    must(collide_make_box_corners(&box, NULL, min, max));
    visit(user, &box, NULL, number++);
  }
  return number;
}

/* All obstacles, each with a number. */
static void each_obstacle(const scene *s, obstacle_visit *visit, void *user) {
  int i, number = 0;
  for (i = 0; i < s->body_count; i++) visit(user, &s->bodies[i].shape, &s->bodies[i], number++);
  if (s->group != NULL)
    for (i = 0; i < collide_group_count(s->group); i++)
      visit(user, ci_group_part(s->group, i), &s->parts[i], number++);
  if (s->data != NULL)
    for (i = 0; i < ci_mesh_data_count(s->data); i++) {
      collide_shape triangle;
      collide_mesh_triangle(&s->mesh, i, &triangle);
      visit(user, &triangle, NULL, number++);
    }
  if (s->grid != NULL) number = each_cell(s, visit, user, number);
}

enum { NUMBERS_MOST = 2000 };

typedef struct in_visit {
  const collide_shape *shape;
  char *in;
  int count;
} in_visit;

static void visit_in(void *user, const collide_shape *obstacle, const body *from, int number) {
  in_visit *v = (in_visit *)user;
  collide_push push;
  int is_in = collide_contact(v->shape, obstacle, &push) == 1 && push.depth > 0;
  (void)from;
  if (number >= NUMBERS_MOST) abort();
  v->in[number] = (char)is_in;
  v->count += is_in;
}

/* Which obstacles is the shape in? Returns how many. */
static int find_in(const scene *s, const collide_shape *shape, char *in) {
  in_visit v;
  memset(in, 0, NUMBERS_MOST);
  v.shape = shape;
  v.in = in;
  v.count = 0;
  each_obstacle(s, visit_in, &v);
  return v.count;
}

#endif
