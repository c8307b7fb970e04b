/* SPDX-License-Identifier: MIT
 *
 * Random worlds for movement, and what must hold of a leg, asked in another way than by shapecasts:
 * the hull of the shape at both ends, which is all that it passes over, against each obstacle.
 */
#ifndef SPEC_MOVE_SCENE_H
#define SPEC_MOVE_SCENE_H

#include "collide.h"
#include "narrow/pairs.h"
#include "shape/shape.h"
#include "../support/splitmix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS_MOST = 400, CORNERS_MOST = 16 };

typedef struct body {
  collide_shape shape;
  collide_source source;
  double storage[256];
} body;

typedef struct scene {
  body bodies[MEMBERS_MOST];
  collide_target members[MEMBERS_MOST];
  int count;
  collide_grid *grid; /* or NULL; it is a member, too */
} scene;

static void pose_body(body *b, double x, double y, double angle) {
  collide_pose pose = collide_identity_pose();
  pose.position[0] = x;
  pose.position[1] = y;
  pose.angle = angle;
  if (collide_set_pose(&b->shape, &b->source, &pose) != COLLIDE_OK) abort();
}

static void make_polygon(body *b, int corners, double radius) {
  double points[2 * CORNERS_MOST];
  int i, at;
  for (i = 0; i < corners; i++) {
    double angle = 6.283185307179586 * (i + uniform(0, 0.5)) / corners;
    points[2 * i] = radius * cos(angle);
    points[2 * i + 1] = radius * sin(angle);
  }
  if (collide_make_polygon(&b->shape, &b->source, points, corners, b->storage, &at) != COLLIDE_OK)
    abort();
}

/* kind: 0 rect, 1 circle, 2 capsule, 3 polygon, 4 triangle, 5 segment */
static void make_body(body *b, int kind, double size) {
  double v[6];
  int i;
  for (i = 0; i < 6; i++) v[i] = uniform(-size, size);
  switch (kind) {
  case 0:
    v[0] = uniform(0.2, 1) * size;
    v[1] = uniform(0.2, 1) * size;
    collide_make_rect(&b->shape, &b->source, v);
    break;
  case 1:
    collide_make_circle(&b->shape, &b->source, uniform(0.3, 1) * size);
    break;
  case 2:
    collide_make_capsule_2d(&b->shape, &b->source, v, v + 2, uniform(0.1, 0.5) * size);
    break;
  case 3:
    make_polygon(b, 3 + below(6), size);
    break;
  case 4:
    collide_make_triangle_2d(&b->shape, &b->source, v, v + 2, v + 4);
    break;
  default:
    collide_make_segment_2d(&b->shape, &b->source, v, v + 2);
  }
}

static body *add_body(scene *s) {
  body *b = &s->bodies[s->count];
  s->members[s->count++] = collide_target_of_shape(&b->shape);
  return b;
}

static void add_rect(scene *s, double x0, double y0, double x1, double y1) {
  body *b = add_body(s);
  double min[2], max[2];
  min[0] = x0;
  min[1] = y0;
  max[0] = x1;
  max[1] = y1;
  if (collide_make_rect_corners(&b->shape, &b->source, min, max) != COLLIDE_OK) abort();
}

static void add_triangle(scene *s, double ax, double ay, double bx, double by, double cx,
                         double cy) {
  body *b = add_body(s);
  double v[6];
  v[0] = ax;
  v[1] = ay;
  v[2] = bx;
  v[3] = by;
  v[4] = cx;
  v[5] = cy;
  if (collide_make_triangle_2d(&b->shape, &b->source, v, v + 2, v + 4) != COLLIDE_OK) abort();
}

static void add_grid(scene *s, double size, double origin) {
  collide_grid_frame frame;
  memset(&frame, 0, sizeof frame);
  frame.dimensions = 2;
  frame.size[0] = frame.size[1] = frame.size[2] = size;
  frame.origin[0] = frame.origin[1] = origin;
  s->grid = collide_grid_new(&frame, NULL, NULL);
  if (s->grid == NULL) abort();
  s->members[s->count++] = collide_target_of_grid(s->grid);
}

static void set_cell(scene *s, int64_t x, int64_t y) {
  int64_t cell[3];
  cell[0] = x;
  cell[1] = y;
  cell[2] = 0;
  if (collide_grid_set(s->grid, cell, 1) != 1) abort();
}

static void clear_scene(scene *s) {
  if (s->grid != NULL) collide_grid_free(s->grid);
  s->grid = NULL;
  s->count = 0;
}

/* ---- Single obstacles ----------------------------------------------------------------------- */

typedef void obstacle_visit(void *user, const collide_shape *obstacle, int number);

/* All obstacles, cells as rects, each with a number. */
static void each_obstacle(const scene *s, obstacle_visit *visit, void *user) {
  int i, number = 0;
  for (i = 0; i < s->count; i++) {
    const collide_target *t = &s->members[i];
    if (t->kind == COLLIDE_TARGET_SHAPE) {
      visit(user, t->of.shape, number++);
    } else {
      const collide_grid_frame *f = collide_grid_get_frame(t->of.grid);
      collide_grid_cells cells;
      collide_grid_cells_begin(&cells, NULL, NULL);
      while (collide_grid_cells_next(&cells, t->of.grid)) {
        double min[2], max[2];
        collide_shape box;
        int k;
        for (k = 0; k < 2; k++) {
          double product = (double)cells.at[k] * f->size[k];
          double next = (double)(cells.at[k] + 1) * f->size[k];
          min[k] = f->origin[k] + product;
          max[k] = f->origin[k] + next;
        }
        collide_make_rect_corners(&box, NULL, min, max);
        visit(user, &box, number++);
      }
    }
  }
}

typedef struct in_visit {
  const collide_shape *shape;
  char *in;
  int count;
} in_visit;

static void visit_in(void *user, const collide_shape *obstacle, int number) {
  in_visit *v = (in_visit *)user;
  collide_push push;
  int is_in = collide_contact(v->shape, obstacle, &push) == 1 && push.depth > 0;
  v->in[number] = (char)is_in;
  v->count += is_in;
}

/* Which obstacles is the shape in? Returns how many. */
static int find_in(const scene *s, const collide_shape *shape, char *in) {
  in_visit v;
  v.shape = shape;
  v.in = in;
  v.count = 0;
  each_obstacle(s, visit_in, &v);
  return v.count;
}

/* ---- Legs -------------------------------------------------------------------------------------
 */

/* What a shape passes over on a straight leg: the points within `radius` of the hull of its corners
 * at both ends. */
typedef struct passed_over {
  body hull;
  double radius;
} passed_over;

static void pass_over(const collide_shape *from, const collide_shape *to, passed_over *p) {
  double points[4 * CORNERS_MOST], hull[4 * CORNERS_MOST];
  collide_corner rooms[2][4];
  const collide_corner *a = outline_corners(from, rooms[0]), *b = outline_corners(to, rooms[1]);
  int i, at, count = 0, corners[4 * CORNERS_MOST + 2], found;
  p->radius = from->radius;
  for (i = 0; i < from->of.outline.count; i++, count++)
    memcpy(points + 2 * count, a[i].point, 2 * sizeof(double));
  for (i = 0; i < to->of.outline.count; i++, count++)
    memcpy(points + 2 * count, b[i].point, 2 * sizeof(double));
  found = ci_hull_corners_2d(points, count, corners);
  for (i = 0; i < found; i++) memcpy(hull + 2 * i, points + 2 * corners[i], 2 * sizeof(double));
  if (found >= 3) {
    if (collide_make_polygon(&p->hull.shape, &p->hull.source, hull, found, p->hull.storage, &at) ==
        COLLIDE_OK)
      return;
    found = 2;
  }
  if (found == 2)
    collide_make_segment_2d(&p->hull.shape, &p->hull.source, hull, hull + 2);
  else
    collide_make_segment_2d(&p->hull.shape, &p->hull.source, points, points);
}

/* How deep an obstacle is in that. */
static double depth_in(const passed_over *p, const collide_shape *obstacle) {
  double on_a[3], on_b[3];
  collide_push push;
  if (collide_contact(&p->hull.shape, obstacle, &push) == 1) return push.depth + p->radius;
  return p->radius - ci_pair_distance(&p->hull.shape, obstacle, on_a, on_b);
}

#endif
