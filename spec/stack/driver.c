/* SPDX-License-Identifier: MIT
 *
 * Measures how much stack each query of the core takes. Each runs thousands of
 * times on a stack of its own, which was filled with a pattern before: what is
 * no longer the pattern has been used. The inputs are few whole numbers, halves,
 * tiny and huge ones, so that most lines graze, run along something or meet a
 * corner, which the exact ways have to decide.
 *
 * It fails when a query takes more than src/collide.h says. */
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE
#include "collide.h"
#include "narrow/space/decide.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "inputs.h"
#include "movers.h"
#include "grid/grid.h"
#include "target/group.h"
#include "mesh/mesh.h"
#include "narrow/plane/plane.h"
#include "narrow/space/triangle_box.h"
#include "shape/shape.h"
#include "voxel/voxel.h"
#include "../support/cast.h"
#include "target/target.h"
#include "target/world.h"
#include "cells/cells.h"

/* What src/collide.h says, in bytes. */
enum { QUERY = 40 * 1024 };
enum { STACK = 1 << 18, PATTERN = 0xa7 };

static unsigned char stack[STACK];
static ucontext_t outside, inside;
static void (*job)(int);
static int job_argument;
static int rounds = 4000; /* or the argument of the program */
static long answers;      /* of all, so that nothing is left out */

/* ---- Queries ------------------------------------------------------------------ */

static void do_nothing(int kind) {
  answers += kind;
}

static void do_make(int kind) {
  static collide_shape s;
  if (draw_shape(&s, kind)) answers += draw_pose(&s, kind);
}

static void do_extent(int kind) {
  static collide_shape s;
  double low[3], high[3], axis[3];
  if (!draw_shape(&s, kind)) return;
  answers += draw_pose(&s, kind);
  collide_bounds(&s, low, high);
  draw_direction(axis, collide_dimensions(&s));
  collide_project(&s, axis, low, high);
  if (kind == COLLIDE_TRIANGLE) answers += ci_triangle_normal(&s, axis);
}

static void do_cast(int kind) {
  static collide_shape s;
  collide_hit hit;
  double from[3], to[3];
  int flags = draw_below(4) == 0 ? COLLIDE_SKIP_INSIDE : 0;
  if (!draw_shape(&s, kind)) return;
  answers += draw_pose(&s, kind);
  s.hollow = draw_below(2);
  draw_vector(from, collide_dimensions(&s));
  draw_vector(to, collide_dimensions(&s));
  answers += collide_segmentcast(&s, from, to, flags, &hit);
  draw_direction(to, collide_dimensions(&s));
  answers += collide_raycast(&s, from, to, draw_below(2) ? HUGE_VAL : draw_size(), flags, &hit);
  answers += collide_linecast(&s, from, to, &hit);
  answers += collide_contains(&s, from);
}

static void do_target(int kind) {
  static collide_shape s;
  static collide_target members[2];
  static target_hits hits;
  static collide_target_hit hit;
  collide_target target = collide_target_of_array(members, 2);
  double from[3], to[3];
  int flags = draw_below(4) == 0 ? COLLIDE_SKIP_INSIDE : 0;
  static collide_cast cast;
  if (!draw_shape(&s, kind)) return;
  answers += draw_pose(&s, kind);
  s.hollow = draw_below(2);
  members[0] = members[1] = collide_target_of_shape(&s);
  draw_vector(from, collide_dimensions(&s));
  draw_vector(to, collide_dimensions(&s));
  answers += cast_target(COLLIDE_CAST_SEGMENT, &target, from, to, 1, flags, &hit);
  draw_direction(to, collide_dimensions(&s));
  answers += cast_target(COLLIDE_CAST_RAY, &target, from, to,
                         draw_below(2) ? HUGE_VAL : draw_size(), flags, &hit);
  answers += cast_target(COLLIDE_CAST_LINE, &target, from, to, HUGE_VAL, flags, &hit);
  cast.kind = COLLIDE_CAST_RAY;
  memcpy(cast.start, from, sizeof from);
  memcpy(cast.toward, to, sizeof to);
  cast.max = 2;
  ci_target_hits_begin(&hits, &cast, &target);
  while (ci_target_hits_next(&hits, &hit)) answers++;
}

/* A turned mesh in a world: casts that run in the planes of its triangles, and far ones. */
static void do_world(int sort) {
  static const double points[] = {-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, 0, 1};
  static const uint32_t corners[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
  static collide_mesh_data *data;
  static collide_mesh shape;
  static collide_world *world;
  collide_target member;
  collide_target_hit hit;
  collide_cast cast;
  if (world == NULL) {
    collide_pose pose = collide_identity_pose();
    collide_triangles mesh;
    mesh.vertices = points;
    mesh.vertex_count = mesh.triangle_count = 4;
    mesh.triangles = corners;
    if (collide_mesh_data_new(&data, &mesh, NULL, NULL, NULL) != COLLIDE_OK) return;
    collide_make_mesh(&shape, data);
    pose.scale[0] = 1e-3;
    pose.position[1] = 1;
    collide_mesh_set_pose(&shape, &pose);
    world = collide_world_new(3, NULL, NULL);
    member = collide_target_of_mesh(&shape);
    if (world == NULL || collide_world_add(world, &member) == 0) return;
  }
  cast.kind = (collide_cast_kind)(sort % 3);
  cast.flags = 0;
  cast.max = 1e9;
  cast.start[0] = sort < 3 ? 0 : 1e5;
  cast.start[1] = 1;
  cast.start[2] = 0;
  cast.toward[0] = sort < 3 ? 1e-3 : -1e5;
  cast.toward[1] = sort < 3 ? 1 : 0;
  cast.toward[2] = 0;
  answers += ci_world_cast(world, &cast, NULL, &hit) + ci_mesh_contains(&shape, cast.start);
}

/* A group of two, posed, moved and cast at in an array. */
static void do_group(int kind) {
  static collide_shape s;
  static double memory[1 << 16];
  static target_hits hits;
  static collide_target_hit hit;
  static collide_cast cast;
  static collide_meeting meeting;
  static collide_nearness nearness;
  collide_shape_group *group;
  collide_part parts[2];
  collide_target subject, member, target;
  collide_pose pose = collide_identity_pose();
  double from[3], min[3], max[3];
  int i;
  if (kind == COLLIDE_PLANE || kind == COLLIDE_PLANE_2D || !draw_shape(&s, kind)) return;
  answers += draw_pose(&s, kind);
  parts[0].shape = parts[1].shape = &s;
  parts[0].source = parts[1].source = draw_source();
  if (collide_group_storage(parts, 2) > sizeof memory) abort();
  if (collide_make_group(&group, parts, 2, memory, NULL) != COLLIDE_OK) abort();
  draw_vector(pose.position, collide_dimensions(&s));
  for (i = 0; i < 4; i++) pose.rotation[i] = draw_size();
  pose.angle = draw_size();
  for (i = 0; i < 3; i++) pose.scale[i] = draw_size();
  answers += collide_group_set_pose(group, &pose, NULL) == COLLIDE_OK;
  answers += collide_group_set_position(group, pose.position) == COLLIDE_OK;
  draw_vector(from, collide_dimensions(&s));
  answers += ci_group_contains(group, from);
  ci_group_project(group, from, &min[0], &max[0]);
  member = collide_target_of_group(group);
  target = collide_target_of_array(&member, 1);
  answers += collide_target_overlap(&member, &target, 0);
  answers += collide_target_contact(&member, &target, 0, &meeting);
  answers += collide_target_distance(&member, &target, HUGE_VAL, 0, &nearness);
  answers += contact_target(&s, &target, 0, &meeting);
  subject = collide_target_of_shape(&s);
  answers += collide_target_distance(&subject, &target, HUGE_VAL, 0, &nearness);
  answers += cast_target(COLLIDE_CAST_SEGMENT, &target, from, pose.position, 1, 0, &hit);
  cast.kind = COLLIDE_CAST_SEGMENT;
  memcpy(cast.start, from, sizeof from);
  memcpy(cast.toward, pose.position, sizeof from);
  ci_target_hits_begin(&hits, &cast, &target);
  while (ci_target_hits_next(&hits, &hit)) answers++;
}

static void do_moves(int kind) {
  answers += ask_moves(kind);
}

/* In space one of these takes as long as many others. */
static void do_sweeps_in_space(int kind) {
  static collide_shape a, b;
  if (draw_below(120) > 0 || !draw_shape(&a, kind)) return;
  answers += draw_pose(&a, kind);
  if (!draw_shape(&b, draw_below(COLLIDE_CIRCLE))) return;
  answers += ask_sweeps(&a, &b);
}

static void do_moves_in_space(int kind) {
  if (draw_below(24) == 0) answers += ask_moves(kind);
}

static void do_pair(int kind) {
  static collide_shape a, b;
  collide_push push;
  double p[3], q[3], distance;
  int other = COLLIDE_CIRCLE + draw_below(COLLIDE_KINDS - COLLIDE_CIRCLE);
  if (!draw_shape(&a, kind)) return;
  answers += draw_pose(&a, kind);
  if (!draw_shape(&b, other)) return;
  answers += draw_pose(&b, other);
  answers += collide_overlap(&a, &b) + collide_contact(&a, &b, &push);
  answers += collide_distance(&a, &b, &distance, p, q);
  answers += ask_sweeps(&a, &b);
  draw_vector(p, 2);
  answers += collide_closest(&a, p, q) > 0;
  answers += collide_contains(&a, p);
  if (kind != COLLIDE_TRIANGLE_2D) return;
  answers += ci_triangle_region(&a, p);
}

static void do_solids(int kind) {
  static collide_shape a, b;
  collide_push push;
  double p[3], q[3], distance;
  if (!draw_shape(&a, kind)) return;
  answers += draw_pose(&a, kind);
  if (!draw_shape(&b, draw_below(COLLIDE_CIRCLE))) return;
  answers += draw_pose(&b, (int)b.kind);
  answers +=
      collide_overlap(&a, &b) + collide_contact(&a, &b, &push) + ci_solid_decide(&a, &b, NULL);
  answers += collide_distance(&a, &b, &distance, p, q);
  draw_vector(p, 3);
  answers += collide_closest(&a, p, q) > 0;
}

static void do_triangle_box(int kind) {
  static collide_shape triangle, box, other;
  double half[3];
  collide_pose pose = collide_identity_pose();
  int i;
  for (i = 0; i < 3; i++) half[i] = draw_size();
  if (!draw_shape(&triangle, kind) || collide_make_box(&box, draw_source(), half) != COLLIDE_OK)
    return;
  draw_vector(pose.position, 3);
  if (collide_set_position(&box, NULL, pose.position) != COLLIDE_OK) return;
  draw_vector(pose.position, 3);
  if (collide_set_position(&triangle, NULL, pose.position) != COLLIDE_OK) return;
  answers += collide_overlap(&triangle, &box) + ci_triangle_box_sat(&triangle, &box);
  if (collide_make_box(&other, draw_source(), half) != COLLIDE_OK ||
      collide_set_position(&other, NULL, pose.position) != COLLIDE_OK)
    return;
  answers += ci_triangle_box_sat(&triangle, &box);
  answers += collide_overlap(&triangle, &box) + collide_overlap(&other, &box);
}

static void do_walk(int dimensions) {
  collide_grid_frame frame = collide_unit_frame(dimensions);
  static collide_walk walk;
  static collide_cell_group group;
  static double flat[1024];
  double from[3], to[3];
  int64_t cell[3];
  int i;
  for (i = 0; i < dimensions; i++) frame.size[i] = draw_below(2) ? 1 : 1 / 3.0;
  draw_vector(from, dimensions);
  draw_vector(to, dimensions);
  answers += collide_cell_at(&frame, from, cell);
  if (!collide_walk_begin(&walk, &frame, from, to)) return;
  for (i = 0; i < 20 && collide_walk_next(&walk, &group); i++) answers++;
  answers += (long)ci_walk_fill(&walk, flat, 64);
}

static void do_grid(int dimensions) {
  collide_grid_frame frame = collide_unit_frame(dimensions);
  collide_grid *grid = collide_grid_new(&frame, NULL, NULL), *copy;
  collide_grid_cells cells;
  collide_error error;
  collide_grid_hit hit;
  static char bytes[4096];
  double from[3], to[3];
  int64_t low[3] = {0, 0, 0}, high[3] = {2, 2, 2};
  int i;
  if (grid == NULL) abort();
  for (i = 0; i < 3; i++) low[i] = draw_below(3) - 1;
  if (dimensions == 2) low[2] = high[2] = 0;
  answers += collide_grid_set(grid, high, 3) + (int)collide_grid_get(grid, low);
  answers += collide_grid_fill(grid, low, high, 1);
  collide_grid_cells_begin(&cells, NULL, NULL);
  while (collide_grid_cells_next(&cells, grid)) answers++;
  for (i = 0; i < 8; i++) {
    draw_vector(from, dimensions);
    draw_direction(to, dimensions);
    answers += cast_grid(COLLIDE_CAST_RAY, grid, from, to, HUGE_VAL, 0, &hit);
    answers += cast_grid(COLLIDE_CAST_LINE, grid, from, to, HUGE_VAL, 0, &hit);
    answers += cast_grid(COLLIDE_CAST_SEGMENT, grid, from, to, 1, 0, &hit);
  }
  copy = collide_grid_decode(bytes, collide_grid_encode(grid, bytes, sizeof bytes), NULL, NULL,
                             &error);
  if (copy != NULL) collide_grid_free(copy);
  collide_grid_free(grid);
}

/* A tetrahedron with corners on the grid's lines, or nearly. */
static void do_voxelize(int method) {
  static const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  collide_grid_frame frame = collide_unit_frame(3);
  collide_grid *grid = collide_grid_new(&frame, NULL, NULL);
  collide_voxel_options options = collide_voxel_defaults();
  collide_voxelizer voxelizer;
  collide_cell_lists lists;
  collide_triangles mesh;
  double vertices[12];
  int i;
  if (grid == NULL) abort();
  for (i = 0; i < 12; i++) vertices[i] = (draw_below(17) - 8) / (draw_below(2) ? 1.0 : 4.0);
  if (draw_below(4) == 0) vertices[draw_below(12)] = draw_number() * 1e-20;
  memset(&mesh, 0, sizeof mesh);
  mesh.vertices = vertices;
  mesh.vertex_count = 4;
  mesh.triangles = triangles;
  mesh.triangle_count = 4;
  options.method = method ? COLLIDE_VOXEL_SAT : COLLIDE_VOXEL_PEF;
  options.solid = draw_below(2);
  options.rule = draw_below(2) ? COLLIDE_VOXEL_OPEN : COLLIDE_VOXEL_CLOSED;
  answers += collide_voxelize(grid, &mesh, &options, NULL) == COLLIDE_OK;
  options.solid = 0;
  if (collide_voxelize_begin(&voxelizer, grid, &mesh, &options) == COLLIDE_OK) {
    if (collide_voxelize_lists(&voxelizer, &lists) == COLLIDE_OK)
      collide_cell_lists_free(grid, &lists);
    collide_voxelize_end(&voxelizer);
  }
  collide_grid_free(grid);
}

/* ---- Measuring --------------------------------------------------------------------- */

static void run_job(void) {
  int i;
  for (i = 0; i < rounds; i++) job(job_argument);
}

/* The bytes of stack that the job takes in its deepest moment. */
static int measure(void (*what)(int), int argument) {
  int unused = 0;
  job = what;
  job_argument = argument;
  draw_begin(argument);
  memset(stack, PATTERN, sizeof stack);
  if (getcontext(&inside) != 0) abort();
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &outside;
  makecontext(&inside, run_job, 0);
  if (swapcontext(&outside, &inside) != 0) abort();
  while (unused < STACK && stack[unused] == PATTERN) unused++;
  return STACK - unused;
}

typedef struct row {
  const char *name;
  void (*what)(int);
  int first, last, most;
} row;

int main(int argc, char **argv) {
  static const row rows[] = {
      {"making and posing", do_make, 0, COLLIDE_KINDS - 1, QUERY},
      {"bounds and projections", do_extent, 0, COLLIDE_KINDS - 1, QUERY},
      {"casts and contains", do_cast, 0, COLLIDE_KINDS - 1, QUERY},
      {"targets", do_target, 0, COLLIDE_KINDS - 1, QUERY},
      {"meshes and worlds", do_world, 0, 5, QUERY},
      {"groups", do_group, 0, COLLIDE_KINDS - 1, QUERY},
      {"pairs", do_pair, COLLIDE_CIRCLE, COLLIDE_KINDS - 1, QUERY},
      {"moves", do_moves, COLLIDE_CIRCLE, COLLIDE_KINDS - 1, 144 * 1024},
      {"pairs in space", do_solids, 0, COLLIDE_CIRCLE - 1, QUERY},
      {"shapecasts in space", do_sweeps_in_space, 0, COLLIDE_CIRCLE - 1, 48 * 1024},
      {"moves in space", do_moves_in_space, 0, COLLIDE_CIRCLE - 1, 144 * 1024},
      {"triangle and box", do_triangle_box, COLLIDE_TRIANGLE, COLLIDE_TRIANGLE, QUERY},
      {"walks", do_walk, 2, 3, QUERY},
      {"grids", do_grid, 2, 3, QUERY},
      {"voxels", do_voxelize, 0, 1, QUERY}};
  int failed = 0, none;
  size_t i;
  if (argc > 1) rounds = atoi(argv[1]);
  none = measure(do_nothing, 0);
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    int k, deepest = 0, at = 0;
    for (k = rows[i].first; k <= rows[i].last; k++) {
      int used = measure(rows[i].what, k) - none;
      if (used > deepest) {
        deepest = used;
        at = k;
      }
    }
    failed += deepest > rows[i].most;
    printf("%s stack, %s: %d bytes (%d)\n", deepest > rows[i].most ? "not ok" : "ok", rows[i].name,
           deepest, at);
  }
  printf("%ld answers\n", answers);
  return failed > 0;
}
