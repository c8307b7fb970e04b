/* SPDX-License-Identifier: MIT
 *
 * Asks the core more than a million questions, easy and hard, and prints a hash of
 * the bits of the answers for each family of them, and of all. The same lines must
 * come out of every compiler, at every level of optimisation, on every platform: see
 * tools/determinism. Its own arithmetic rounds as the core's does: fp.h first. */
#include "tally.h"
#include "../support/cast.h"

/* ---- Cells ----------------------------------------------------------------- */

static void walk(tally *t, const collide_grid_frame *frame) {
  double from[3], to[3];
  int64_t cell[3];
  collide_walk w;
  collide_cell_group group;
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
  while (most-- > 0 && ci_grid_cast_next(cast, &hit)) {
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
    begin_grid_cast(&cast, COLLIDE_CAST_SEGMENT, grid, from, to, 1, flags);
    grid_cast(&t, &cast);
    if (to[0] == 0 && to[1] == 0 && to[2] == 0) continue;
    begin_grid_cast(&cast, COLLIDE_CAST_RAY, grid, from, to, max, flags);
    grid_cast(&t, &cast);
    begin_grid_cast(&cast, COLLIDE_CAST_LINE, grid, from, to, HUGE_VAL, 0);
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
    collide_triangles mesh = {NULL, 4, NULL, 4};
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
  casts(COLLIDE_HULL, "hull");
  space_pairs();
  space_sweeps();
  groups(2, "groups 2D");
  groups(3, "groups 3D");
  casts(COLLIDE_ROUND_BOX, "rounded box");
  casts(COLLIDE_ROUND_HULL, "rounded hull");
  rounded_pairs();
  show_all();
  return 0;
}
