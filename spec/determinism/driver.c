/* SPDX-License-Identifier: MIT
 *
 * Asks the core more than a million questions, easy and hard, and prints a hash of
 * the bits of the answers for each family of them, and of all. The same lines must
 * come out of every compiler, at every level of optimisation, on every platform: see
 * tools/determinism. Its own arithmetic rounds as the core's does: fp.h first. */
#include "number/fp.h"

#include "collide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 4000, WALKS = 1500, MESHES = 12 };

/* ---- Chance ---------------------------------------------------------------- */

static uint64_t state;

/* splitmix64 */
static uint64_t bits(void) {
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static int below(int n) {
  return (int)(bits() % (uint64_t)n);
}

/* Quarters, where ties live; thirds and general numbers, where rounding does;
 * now and then zero, or a magnitude far from the others. */
static double number(void) {
  double general = ldexp((double)(int64_t)(bits() >> 10), -50) - 8; /* -8 to 8 */
  switch (below(12)) {
  case 0:
    return 0;
  case 1:
  case 2:
  case 3:
  case 4:
    return (below(65) - 32) / 4.0;
  case 5:
  case 6:
    return (below(49) - 24) / 3.0;
  case 7:
    return ldexp(general, 24);
  case 8:
    return ldexp(general, -30);
  default:
    return general;
  }
}

static void vector(double v[3]) {
  int i;
  for (i = 0; i < 3; i++) v[i] = number();
}

/* ---- Hashes ---------------------------------------------------------------- */

typedef struct tally {
  uint64_t hash; /* FNV-1a over words */
  int hits, not_numbers;
  long answers; /* a query each, or a group or cell of a walk or a mesh */
} tally;

static void add_word(tally *t, uint64_t word) {
  t->hash = (t->hash ^ word) * UINT64_C(0x100000001b3);
  t->hash ^= t->hash >> 29;
}

static void add(tally *t, double x) {
  uint64_t word;
  if (x != x) {
    t->not_numbers++;
    return;
  }
  memcpy(&word, &x, sizeof word);
  add_word(t, word);
}

static void add_vector(tally *t, const double v[3]) {
  int i;
  for (i = 0; i < 3; i++) add(t, v[i]);
}

static void begin(tally *t, uint64_t seed) {
  memset(t, 0, sizeof *t);
  t->hash = UINT64_C(0xcbf29ce484222325);
  state = seed;
}

static tally all;

static void show(const tally *t, const char *name) {
  add_word(&all, t->hash);
  all.answers += t->answers;
  printf("%-20s %08lx%08lx  %d hits, %d not numbers\n", name, (unsigned long)(t->hash >> 32),
         (unsigned long)(t->hash & 0xffffffffu), t->hits, t->not_numbers);
}

/* ---- Casts ----------------------------------------------------------------- */

static double positive(double x) {
  return x == 0 ? 1 : fabs(x);
}

/* Of the shape that was made last. */
static collide_source source;

static int make(collide_shape *shape, int kind) {
  double a[3], b[3], c[3];
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
  for (i = 0; i < 3; i++) to[i] = s->position[i] + (s->a[i] + k * (s->b[i] - s->a[i]));
}

static void cast(tally *t, collide_shape *shape) {
  double from[3], to[3], direction[3];
  collide_hit hit;
  int i, flags = below(2) ? COLLIDE_SKIP_INSIDE : 0;
  vector(from);
  if (below(3) == 0)
    vector(to);
  else /* at the shape, more or less */
    for (i = 0; i < 3; i++) to[i] = shape->position[i] + (below(9) - 4) / 4.0;
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
}

static void casts(int kind, const char *name) {
  static const char *const sorts[] = {"", " moved", " turned", " by matrix"};
  int sort, i;
  for (sort = 0; sort < 4; sort++) {
    collide_shape shape;
    char title[64];
    tally t;
    begin(&t, (uint64_t)(kind * 4 + sort + 1));
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
  const collide_corner *corner = shape->of.outline.count > 0 ? collide_hull(shape) : NULL;
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

static void flat_casts(int kind, const char *name) {
  static const char *const sorts[] = {"", " moved", " turned"};
  int sort, i;
  for (sort = 0; sort < 3; sort++) {
    collide_shape shape;
    char title[64];
    tally t;
    begin(&t, (uint64_t)(kind * 4 + sort + 1));
    for (i = 0; i < CASES; i++)
      if (make_flat(&shape, kind) && place_flat(&shape, sort)) cast_flat(&t, &shape);
    sprintf(title, "%s%s", name, sorts[sort]);
    show(&t, title);
  }
}

/* ---- Pairs -------------------------------------------------------------------- */

static void ask_pair(tally *t, const collide_shape *a, const collide_shape *b) {
  double on_a[3], on_b[3], point[3];
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
  add(t, collide_distance(a, b, on_a, on_b));
  add_vector(t, on_a);
  add_vector(t, on_b);
  flat_vector(point);
  add(t, collide_contains(a, point));
  add(t, collide_closest(b, point, on_b));
  add_vector(t, on_b);
  if (a->kind != COLLIDE_TRIANGLE_2D) return;
  t->answers++;
  add(t, collide_triangle_region(a, point));
  if (b->kind != COLLIDE_RECT || !b->of.outline.aligned) return;
  t->answers += 2;
  add(t, collide_triangle_rect_pef(a, b));
  add(t, collide_triangle_rect_sat(a, b));
}

/* A shape of one kind with one of each. */
static void pairs(int kind, const char *name) {
  collide_shape a, b;
  char title[64];
  tally t;
  int i, other;
  begin(&t, (uint64_t)(200 + kind));
  for (i = 0; i < CASES / 2; i++)
    for (other = COLLIDE_CIRCLE; other <= COLLIDE_PLANE_2D; other++)
      if (make_flat(&a, kind) && place_flat(&a, below(3)) && make_flat(&b, other) &&
          place_flat(&b, below(3)))
        ask_pair(&t, &a, &b);
  sprintf(title, "%s and others", name);
  show(&t, title);
}

/* Triangles and boxes, wherever they are. */
static void solids(void) {
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
    add(&t, collide_triangle_box_pef(&triangle, &box));
    add(&t, collide_triangle_box_sat(&triangle, &box));
  }
  show(&t, "triangles and boxes");
}

/* ---- Cells ----------------------------------------------------------------- */

static void walk(tally *t, const collide_grid_frame *frame) {
  double from[3], to[3];
  int64_t cell[3];
  collide_walk w;
  collide_group group;
  int i, k, most = 300;
  vector(from);
  vector(to);
  t->answers++;
  add(t, collide_cell_at(frame, from, cell));
  if (!collide_walk_begin(&w, frame, from, to)) return;
  t->hits++;
  while (most-- > 0 && collide_walk_next(&w, &group)) {
    t->answers++;
    add(t, group.t);
    add(t, group.t_exit);
    for (i = 0; i < group.count; i++)
      for (k = 0; k < frame->dimensions; k++) add_word(t, (uint64_t)group.cells[i][k]);
  }
}

static void walks(int dimensions, double size, const char *name) {
  collide_grid_frame frame = collide_unit_frame(dimensions);
  tally t;
  int i;
  begin(&t, (uint64_t)dimensions);
  for (i = 0; i < 3 && size > 0; i++) {
    frame.size[i] = size;
    frame.origin[i] = 0.1 * i;
  }
  for (i = 0; i < WALKS; i++) walk(&t, &frame);
  show(&t, name);
}

/* ---- Grids ----------------------------------------------------------------- */

static void set_some(collide_grid *grid, int dimensions) {
  int i, k;
  for (i = 0; i < 400; i++) {
    int64_t cell[3];
    for (k = 0; k < 3; k++) cell[k] = below(33) - 16;
    if (dimensions == 2) cell[2] = 0;
    collide_grid_set(grid, cell, (unsigned)i + 1);
  }
}

static void grid_cast(tally *t, collide_grid_cast *cast) {
  collide_grid_hit hit;
  int i, k, most = 60;
  while (most-- > 0 && collide_grid_cast_next(cast, &hit)) {
    t->hits++;
    t->answers++;
    add(t, hit.t);
    add(t, hit.t_exit);
    add_vector(t, hit.point);
    add_vector(t, hit.normal);
    add_word(t, hit.value);
    for (i = 0; i < hit.count; i++)
      for (k = 0; k < 3; k++) add_word(t, (uint64_t)hit.cells[i][k]);
  }
}

static void grid_casts(int dimensions, double size, const char *name) {
  collide_grid_frame frame = collide_unit_frame(dimensions);
  collide_grid *grid;
  tally t;
  int i;
  begin(&t, (uint64_t)dimensions);
  for (i = 0; i < 3 && size > 0; i++) {
    frame.size[i] = size;
    frame.origin[i] = 0.1 * i;
  }
  grid = collide_grid_new(&frame, NULL, NULL);
  set_some(grid, dimensions);
  for (i = 0; i < WALKS; i++) {
    collide_grid_cast cast;
    double from[3], to[3], max;
    int flags;
    vector(from);
    vector(to);
    if (dimensions == 2) from[2] = to[2] = 0;
    flags = below(4);
    max = below(2) ? INFINITY : fabs(number());
    collide_grid_cast_segment(&cast, grid, from, to, flags);
    grid_cast(&t, &cast);
    if (to[0] == 0 && to[1] == 0 && to[2] == 0) continue;
    collide_grid_cast_ray(&cast, grid, from, to, max, flags);
    grid_cast(&t, &cast);
    collide_grid_cast_line(&cast, grid, from, to, 0);
    grid_cast(&t, &cast);
  }
  collide_grid_free(grid);
  show(&t, name);
}

/* ---- Voxels ---------------------------------------------------------------- */

/* Four corners, none far away, and the four faces between them. */
static void tetrahedron(double vertices[12]) {
  int i;
  for (i = 0; i < 12; i++) {
    double x = number();
    vertices[i] = fabs(x) <= 8 ? x : x / 16777216;
  }
}

static void add_cells(tally *t, const collide_grid *grid) {
  collide_grid_cells cells;
  unsigned value;
  int k;
  collide_grid_cells_begin(&cells, NULL, NULL);
  while ((value = collide_grid_cells_next(&cells, grid)) != 0) {
    t->answers++;
    t->hits++;
    for (k = 0; k < 3; k++) add_word(t, (uint64_t)cells.at[k]);
    add_word(t, value);
  }
}

static void voxels(int solid, collide_voxel_rule rule, const char *name) {
  static const uint32_t faces[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3};
  static const uint16_t values[4] = {1, 2, 3, 4};
  tally t;
  int i, k;
  begin(&t, (uint64_t)(400 + 2 * solid + (int)rule));
  for (i = 0; i < MESHES; i++) {
    collide_voxel_options options = collide_voxel_defaults();
    collide_grid_frame frame = collide_unit_frame(3);
    double vertices[12];
    collide_mesh mesh = {NULL, 4, NULL, 4};
    collide_grid *grid;
    mesh.vertices = vertices;
    mesh.triangles = faces;
    tetrahedron(vertices);
    options.rule = rule;
    options.method = below(2) ? COLLIDE_VOXEL_PEF : COLLIDE_VOXEL_SAT;
    options.solid = solid;
    options.values = values;
    for (k = 0; k < 3 && i % 2 == 1; k++) {
      frame.size[k] = 0.3;
      frame.origin[k] = 0.1 * k;
    }
    grid = collide_grid_new(&frame, NULL, NULL);
    add(&t, collide_voxelize(grid, &mesh, &options, NULL));
    add_cells(&t, grid);
    collide_grid_free(grid);
  }
  show(&t, name);
}

int main(void) {
  static const char *const flat[] = {"circle",     "rect",       "polygon", "triangle 2D",
                                     "segment 2D", "capsule 2D", "plane 2D"};
  int i;
  begin(&all, 0);
  casts(COLLIDE_SPHERE, "sphere");
  casts(COLLIDE_BOX, "box");
  casts(COLLIDE_CYLINDER, "cylinder");
  casts(COLLIDE_CONE, "cone");
  casts(COLLIDE_CAPSULE, "capsule");
  casts(COLLIDE_PLANE, "plane");
  casts(COLLIDE_TRIANGLE, "triangle");
  walks(2, 0, "cells 2D");
  walks(3, 0, "cells 3D");
  walks(2, 0.3, "cells 2D, framed");
  walks(3, 0.7, "cells 3D, framed");
  casts(COLLIDE_SEGMENT, "segment");
  for (i = 0; i < 7; i++) flat_casts(COLLIDE_CIRCLE + i, flat[i]);
  for (i = 0; i < 7; i++) pairs(COLLIDE_CIRCLE + i, flat[i]);
  grid_casts(2, 0, "grids 2D");
  grid_casts(3, 0, "grids 3D");
  grid_casts(2, 0.3, "grids 2D, framed");
  grid_casts(3, 0.7, "grids 3D, framed");
  solids();
  voxels(0, COLLIDE_VOXEL_CLOSED, "voxels");
  voxels(0, COLLIDE_VOXEL_OPEN, "voxels, open");
  voxels(1, COLLIDE_VOXEL_CLOSED, "voxels, solid");
  printf("%-20s %08lx%08lx  %ld answers\n", "all", (unsigned long)(all.hash >> 32),
         (unsigned long)(all.hash & 0xffffffffu), all.answers);
  return 0;
}
