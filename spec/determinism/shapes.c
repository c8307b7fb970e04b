/* SPDX-License-Identifier: MIT
 *
 * Casts at shapes, what they are measured by, and pairs.
 */
#include "tally.h"
#include "target/group.h"
#include "narrow/plane/plane.h"
#include "shape/shape.h"
#include "../support/cast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Casts ----------------------------------------------------------------- */

static double positive(double x) {
  return x == 0 ? 1 : fabs(x);
}

/* Of the shape that was made last. */
static collide_source source;

/* The kinds' numbers as they were before hulls and rounded solids came, so that old hashes still
 * hold. */
static uint64_t seed_of_kind(int kind) {
  if (kind >= COLLIDE_HULL && kind <= COLLIDE_ROUND_HULL)
    return 100 + (uint64_t)(kind - COLLIDE_HULL);
  return (uint64_t)(kind > COLLIDE_HULL ? kind - 3 : kind);
}

/* Of few or many points, often several in one plane. */
static int make_hull(collide_shape *shape) {
  enum { MOST = 60 };
  static double points[3 * MOST], storage[8192];
  static void *work;
  size_t bytes;
  int i, at, count = below(8) ? 4 + below(9) : 4 + below(MOST - 3);
  if (work == NULL) work = malloc(collide_hull_work(MOST));
  if (work == NULL) abort();
  for (i = 0; i < count; i++) vector(points + 3 * i);
  if (collide_build_hull(points, count, work, &bytes, &at) != COLLIDE_OK) return 0;
  if (bytes > sizeof storage) abort();
  collide_make_hull(shape, &source, work, storage);
  return 1;
}

static int make(collide_shape *shape, int kind) {
  double a[3], b[3], c[3];
  int i;
  vector(a);
  vector(b);
  vector(c);
  switch (kind) {
  case COLLIDE_SPHERE:
    return collide_make_sphere(shape, &source, fabs(a[0])) == COLLIDE_OK;
  case COLLIDE_BOX:
    a[0] = fabs(a[0]);
    a[1] = fabs(a[1]);
    a[2] = fabs(a[2]);
    return collide_make_box(shape, &source, a) == COLLIDE_OK;
  case COLLIDE_CYLINDER:
    return collide_make_cylinder(shape, &source, fabs(a[0]), fabs(a[1])) == COLLIDE_OK;
  case COLLIDE_CONE:
    return collide_make_cone(shape, &source, positive(a[0]), positive(a[1])) == COLLIDE_OK;
  case COLLIDE_CAPSULE:
    return collide_make_capsule(shape, &source, a, b, fabs(c[0])) == COLLIDE_OK;
  case COLLIDE_PLANE:
    return collide_make_plane(shape, &source, a, b[0]) == COLLIDE_OK;
  case COLLIDE_SEGMENT:
    return collide_make_segment(shape, &source, a, b) == COLLIDE_OK;
  case COLLIDE_HULL:
    return make_hull(shape);
  case COLLIDE_ROUND_BOX:
    for (i = 0; i < 3; i++) a[i] = fabs(a[i]);
    return collide_make_box(shape, &source, a) == COLLIDE_OK &&
           collide_round(shape, &source, positive(b[0])) == COLLIDE_OK;
  case COLLIDE_ROUND_HULL:
    return make_hull(shape) && collide_round(shape, &source, positive(b[0])) == COLLIDE_OK;
  default:
    return collide_make_triangle(shape, &source, a, b, c) == COLLIDE_OK;
  }
}

/* 1 when the shape has taken a pose of this sort (0: none, 1: position, 2:
 * position, rotation and scale, 3: a matrix). */
static int place(collide_shape *shape, int sort) {
  collide_pose pose = collide_identity_pose();
  int i;
  if (sort >= 1) vector(pose.position);
  if (sort == 2) {
    for (i = 0; i < 4; i++) pose.rotation[i] = number();
    for (i = 0; i < 3; i++) pose.scale[i] = number();
    for (i = 1; i < 3 && shape_is_rounded(shape); i++) pose.scale[i] = pose.scale[0];
  }
  if (sort == 3) {
    pose.has_linear = 1;
    for (i = 0; i < 9; i++) pose.linear[3 * (i % 3) + i / 3] = number();
    vector(pose.position);
  }
  return collide_set_pose(shape, &source, &pose) == COLLIDE_OK;
}

static void add_hit(tally *t, int answer, const collide_hit *hit) {
  t->answers++;
  add(t, answer);
  if (!answer) return;
  t->hits++;
  add(t, hit->t);
  add(t, hit->t_exit);
  add_vector(t, hit->normal);
  add(t, hit->inside);
  add(t, hit->face);
  add(t, hit->has_point);
  if (hit->has_point) add_vector(t, hit->point);
}

static void add_extent(tally *t, const collide_shape *shape, const double axis[3]) {
  double min[3], max[3], low, high;
  t->answers += 2;
  collide_bounds(shape, min, max);
  add_vector(t, min);
  add_vector(t, max);
  collide_project(shape, axis, &low, &high);
  add(t, low);
  add(t, high);
}

/* Nothing else would ever be met. */
static void aim_at_segment(const collide_shape *s, double to[3]) {
  double k = below(3) / 2.0;
  int i;
  for (i = 0; i < 3; i++) to[i] = s->origin[i] + (s->a[i] + k * (s->b[i] - s->a[i]));
}

static void add_faces(tally *t, const collide_shape *hull) {
  int number, k, corners[64];
  for (number = 1; number <= collide_hull_faces(hull); number++) {
    int count = collide_hull_face(hull, number, corners, 64);
    add(t, count);
    for (k = 0; k < count; k++) add(t, corners[k]);
  }
}

static void cast(tally *t, collide_shape *shape) {
  double from[3], to[3], direction[3];
  collide_hit hit;
  int i, flags = below(2) ? COLLIDE_SKIP_INSIDE : 0;
  vector(from);
  if (below(3) == 0)
    vector(to);
  else /* at the shape, more or less */
    for (i = 0; i < 3; i++) to[i] = shape->origin[i] + (below(9) - 4) / 4.0;
  if (shape->kind == COLLIDE_SEGMENT) aim_at_segment(shape, to);
  for (i = 0; i < 3; i++) direction[i] = to[i] - from[i];
  shape->hollow = below(2);
  add_hit(t, collide_segmentcast(shape, from, to, flags, &hit), &hit);
  if (direction[0] == 0 && direction[1] == 0 && direction[2] == 0) return;
  add_hit(t, collide_raycast(shape, from, direction, below(2) ? INFINITY : 1, flags, &hit), &hit);
  add_hit(t, collide_linecast(shape, from, direction, &hit), &hit);
  if (shape->kind == COLLIDE_TRIANGLE && collide_raycast(shape, from, direction, 1, 0, &hit)) {
    add(t, hit.u);
    add(t, hit.v);
  }
  add_extent(t, shape, direction);
  if (shape->kind != COLLIDE_HULL) return;
  add_faces(t, shape);
  if (collide_raycast(shape, from, direction, INFINITY, 0, &hit)) add(t, hit.edge);
}

void casts(int kind, const char *name) {
  static const char *const sorts[] = {"", " moved", " turned", " by matrix"};
  int sort, i;
  for (sort = 0; sort < (kind > COLLIDE_HULL ? 3 : 4); sort++) {
    collide_shape shape;
    char title[64];
    tally t;
    begin(&t, seed_of_kind(kind) * 4 + (uint64_t)sort + 1);
    for (i = 0; i < CASES; i++)
      if (make(&shape, kind) && place(&shape, sort)) cast(&t, &shape);
    sprintf(title, "%s%s", name, sorts[sort]);
    show(&t, title);
  }
}

/* ---- Casts in two dimensions -------------------------------------------------- */

static void flat_vector(double v[3]) {
  v[0] = number();
  v[1] = number();
  v[2] = 0;
}

/* A diamond, with the middles of its sides in line, or not; either way round. */
static int make_polygon(collide_shape *shape) {
  static double rooms[2][512]; /* for both of a pair */
  static int next;
  double points[16], corners[4][2];
  int i, k, corner, count = below(2) ? 4 : 8, step = below(2) ? 1 : 3;
  memset(corners, 0, sizeof corners);
  for (i = 0; i < 4; i++) corners[i][i % 2] = (i < 2 ? -1 : 1) * positive(number());
  for (i = 0; i < 4; i++)
    for (k = 0; k < 2; k++) {
      const double here = corners[i * step % 4][k], there = corners[(i + 1) * step % 4][k];
      points[count / 2 * i + k] = here;
      if (count == 8) points[4 * i + 2 + k] = here / 2 + there / 2;
    }
  next = !next;
  if (collide_polygon_storage(count) > sizeof rooms[0]) abort();
  return collide_make_polygon(shape, &source, points, count, rooms[next], &corner) == COLLIDE_OK;
}

static int make_flat(collide_shape *shape, int kind) {
  double a[3], b[3], c[3];
  flat_vector(a);
  flat_vector(b);
  flat_vector(c);
  switch (kind) {
  case COLLIDE_CIRCLE:
    return collide_make_circle(shape, &source, fabs(a[0])) == COLLIDE_OK;
  case COLLIDE_RECT:
    a[0] = fabs(a[0]);
    a[1] = fabs(a[1]);
    return collide_make_rect(shape, &source, a) == COLLIDE_OK;
  case COLLIDE_POLYGON:
    return make_polygon(shape);
  case COLLIDE_TRIANGLE_2D:
    return collide_make_triangle_2d(shape, &source, a, b, c) == COLLIDE_OK;
  case COLLIDE_SEGMENT_2D:
    return collide_make_segment_2d(shape, &source, a, b) == COLLIDE_OK;
  case COLLIDE_CAPSULE_2D:
    return collide_make_capsule_2d(shape, &source, a, b, fabs(c[0])) == COLLIDE_OK;
  default:
    return collide_make_plane_2d(shape, &source, a, b[0]) == COLLIDE_OK;
  }
}

/* 0: as it is, 1: position, 2: position, angle and scale. */
static int place_flat(collide_shape *shape, int sort) {
  collide_pose pose = collide_identity_pose();
  if (sort >= 1) flat_vector(pose.position);
  if (sort == 2) {
    pose.angle = number();
    pose.scale[0] = number();
    pose.scale[1] = number();
    if (shape->kind == COLLIDE_CIRCLE || shape->kind == COLLIDE_CAPSULE_2D)
      pose.scale[1] = -pose.scale[0];
  }
  return collide_set_pose(shape, &source, &pose) == COLLIDE_OK;
}

static void add_flat_hit(tally *t, int answer, const collide_hit *hit) {
  add_hit(t, answer, hit);
  if (answer) add(t, hit->edge);
}

static void cast_flat(tally *t, collide_shape *shape) {
  double from[3], to[3], direction[3];
  collide_corner room[4];
  const collide_corner *corner = shape->of.outline.count > 0 ? outline_corners(shape, room) : NULL;
  collide_hit hit;
  int i, flags = below(2) ? COLLIDE_SKIP_INSIDE : 0;
  flat_vector(from);
  flat_vector(to);
  if (corner != NULL && below(3) > 0) /* at a corner, more or less */
    for (i = 0; i < 2; i++) to[i] = corner->point[i] + (below(9) - 4) / 4.0;
  for (i = 0; i < 3; i++) direction[i] = to[i] - from[i];
  shape->hollow = below(2);
  add_flat_hit(t, collide_segmentcast(shape, from, to, flags, &hit), &hit);
  if (direction[0] == 0 && direction[1] == 0) return;
  add_flat_hit(t, collide_raycast(shape, from, direction, below(2) ? INFINITY : 1, flags, &hit),
               &hit);
  add_flat_hit(t, collide_linecast(shape, from, direction, &hit), &hit);
  add_extent(t, shape, direction);
}

void flat_casts(int kind, const char *name) {
  static const char *const sorts[] = {"", " moved", " turned"};
  int sort, i;
  for (sort = 0; sort < 3; sort++) {
    collide_shape shape;
    char title[64];
    tally t;
    begin(&t, seed_of_kind(kind) * 4 + (uint64_t)sort + 1);
    for (i = 0; i < CASES; i++)
      if (make_flat(&shape, kind) && place_flat(&shape, sort)) cast_flat(&t, &shape);
    sprintf(title, "%s%s", name, sorts[sort]);
    show(&t, title);
  }
}

/* ---- Groups ------------------------------------------------------------------- */

enum { PARTS = 3 };

/* A group of three shapes in poses of their own, posed itself; 0 when one of these is refused. */
static int make_group(collide_shape_group **group, int dimensions, int sort) {
  static collide_shape shapes[PARTS];
  static collide_source sources[PARTS];
  static double memory[16384];
  collide_part parts[PARTS];
  collide_pose pose = collide_identity_pose();
  int i, kind;
  for (i = 0; i < PARTS; i++) {
    do
      kind = dimensions == 2 ? COLLIDE_CIRCLE + below(COLLIDE_KINDS - COLLIDE_CIRCLE)
                             : below(COLLIDE_HULL + 1);
    while (kind == COLLIDE_PLANE || kind == COLLIDE_PLANE_2D || kind == COLLIDE_HULL ||
           kind == COLLIDE_POLYGON); /* of which there may be only so many at a time */
    if (!(dimensions == 2 ? make_flat(&shapes[i], kind) : make(&shapes[i], kind))) return 0;
    if (!(dimensions == 2 ? place_flat(&shapes[i], below(3)) : place(&shapes[i], below(4))))
      return 0;
    shapes[i].hollow = below(4) == 0;
    sources[i] = source;
    parts[i].shape = &shapes[i];
    parts[i].source = &sources[i];
  }
  if (collide_group_storage(parts, PARTS) > sizeof memory) abort();
  if (collide_make_group(group, parts, PARTS, memory, NULL) != COLLIDE_OK) return 0;
  for (i = 0; i < dimensions; i++) pose.position[i] = number();
  pose.angle = sort > 0 ? number() : 0;
  for (i = 0; i < 4 && sort > 0; i++) pose.rotation[i] = number();
  for (i = 0; i < dimensions && sort > 1; i++) pose.scale[i] = number();
  pose.has_linear = sort == 3;
  for (i = 0; i < 9; i++) pose.linear[i] = number();
  return collide_group_set_pose(*group, &pose, NULL) == COLLIDE_OK;
}

void groups(int dimensions, const char *name) {
  static const char *const sorts[] = {" moved", " turned", " scaled", " by matrix"};
  int sort, i, k;
  for (sort = 0; sort < 4; sort++) {
    char title[64];
    tally t;
    begin(&t, (uint64_t)(8 * dimensions + sort) + 1000);
    for (i = 0; i < CASES; i++) {
      collide_shape_group *group;
      collide_target_hit hit;
      collide_target target;
      double min[3], max[3], from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
      int found;
      if (!make_group(&group, dimensions, sort)) continue;
      target = collide_target_of_group(group);
      ci_group_bounds(group, min, max);
      for (k = 0; k < dimensions; k++) {
        from[k] = number();
        to[k] = 0.5 * min[k] + 0.5 * max[k];
      }
      add_vector(&t, min);
      add_vector(&t, max);
      found = cast_target(COLLIDE_CAST_SEGMENT, &target, from, to, 1, 0, &hit);
      add_hit(&t, found, &hit.hit);
      if (found) add(&t, hit.part);
    }
    sprintf(title, "%s%s", name, sorts[sort]);
    show(&t, title);
  }
}

/* ---- Pairs -------------------------------------------------------------------- */

static void ask_pair(tally *t, const collide_shape *a, const collide_shape *b) {
  double on_a[3], on_b[3], point[3], distance;
  collide_push push;
  int overlap = collide_contact(a, b, &push);
  t->answers += 5;
  add(t, collide_overlap(a, b));
  add(t, overlap);
  if (overlap) {
    add_vector(t, push.normal);
    add(t, push.depth);
    add_vector(t, push.point);
  }
  collide_distance(a, b, &distance, on_a, on_b);
  add(t, distance);
  add_vector(t, on_a);
  add_vector(t, on_b);
  flat_vector(point);
  add(t, collide_contains(a, point));
  add(t, collide_closest(b, point, on_b));
  add_vector(t, on_b);
  if (a->kind != COLLIDE_TRIANGLE_2D) return;
  t->answers++;
  add(t, ci_triangle_region(a, point));
  if (b->kind != COLLIDE_RECT || !b->of.outline.aligned) return;
  t->answers += 2;
  add(t, collide_overlap(a, b));
  add(t, collide_overlap(b, a));
}

/* A shape of one kind with one of each. */
void pairs(int kind, const char *name) {
  collide_shape a, b;
  char title[64];
  tally t;
  int i, other;
  begin(&t, 200 + seed_of_kind(kind));
  for (i = 0; i < CASES / 2; i++)
    for (other = COLLIDE_CIRCLE; other <= COLLIDE_PLANE_2D; other++)
      if (make_flat(&a, kind) && place_flat(&a, below(3)) && make_flat(&b, other) &&
          place_flat(&b, below(3)))
        ask_pair(&t, &a, &b);
  sprintf(title, "%s and others", name);
  show(&t, title);
}

/* Triangles and boxes, wherever they are. */
void solids(void) {
  collide_shape triangle, box;
  tally t;
  int i;
  begin(&t, 300);
  for (i = 0; i < 4 * CASES; i++) {
    if (!make(&triangle, COLLIDE_TRIANGLE) || !place(&triangle, below(2)) ||
        !make(&box, COLLIDE_BOX) || !place(&box, below(2)))
      continue;
    t.answers += 3;
    t.hits += collide_overlap(&triangle, &box);
    add(&t, collide_overlap(&box, &triangle));
    add(&t, collide_overlap(&triangle, &box));
    add(&t, collide_overlap(&triangle, &box));
  }
  show(&t, "triangles and boxes");
}

/* Each kind of space from first to last with one of each other kind; only the first is a hull,
 * because all hulls share their memory. */
void each_space_pair(tally *t, int rounds, int first, int last, space_question *ask) {
  collide_shape a, b;
  int i, kind, other;
  for (i = 0; i < rounds; i++)
    for (kind = first; kind <= last; kind++)
      for (other = COLLIDE_SPHERE; other < COLLIDE_HULL; other++)
        if (make(&a, kind) && place(&a, below(4)) && make(&b, other) && place(&b, below(4)))
          ask(t, &a, &b);
}
