/* SPDX-License-Identifier: MIT
 *
 * Has memory run out at any turn while a mesh is put into a grid, goes on from there, and looks
 * whether the grid was sound in between, whether it ends up the same, and whether all
 * memory is given back. Prints a line and returns 0, or says what went wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide.h"

enum { PARTS = 8, SIDES = 6, VERTICES = SIDES * (PARTS + 1) * (PARTS + 1) };

static double vertices[3 * VERTICES];
static uint32_t triangles[6 * SIDES * PARTS * PARTS];
static uint16_t values[2 * SIDES * PARTS * PARTS];
static long budget; /* allocations that still succeed */
static size_t held;

static void fail(const char *what, long at) {
  printf("voxels: %s, with %ld allocations\n", what, at);
  exit(1);
}

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  void *got;
  (void)user;
  if (new_size == 0) {
    held -= old_size;
    free(block);
    return NULL;
  }
  if (budget == 0) return NULL;
  budget--;
  got = realloc(block, new_size);
  if (got == NULL) fail("this machine has no memory left", budget);
  held += new_size - old_size;
  return got;
}

/* Zeros of both signs are the same place. */
static void change_zeros(double v[3]) {
  int k;
  for (k = 0; k < 3; k++)
    if (v[k] == 0) v[k] = -0.0;
}

/* A closed cube of many triangles. */
static collide_triangles make_cube(void) {
  const double half = 12.3;
  uint32_t count = 0, *t = triangles;
  collide_triangles mesh;
  int side, i, k;
  memset(&mesh, 0, sizeof mesh);
  for (side = 0; side < SIDES; side++) {
    for (i = 0; i <= PARTS; i++) {
      for (k = 0; k <= PARTS; k++, count++) {
        uint32_t next = count + PARTS + 1, own[6];
        double *v = vertices + 3 * count;
        v[side % 3] = side < 3 ? half : -half;
        v[(side + 1) % 3] = -half + 2 * half * i / PARTS;
        v[(side + 2) % 3] = -half + 2 * half * k / PARTS;
        if (side % 2 == 1) change_zeros(v);
        if (i == PARTS || k == PARTS) continue;
        own[0] = own[3] = count;
        own[1] = next;
        own[2] = own[4] = next + 1;
        own[5] = count + 1;
        memcpy(t, own, sizeof own);
        t += 6;
      }
    }
  }
  mesh.vertices = vertices;
  mesh.vertex_count = count;
  mesh.triangles = triangles;
  mesh.triangle_count = 2 * SIDES * PARTS * PARTS;
  return mesh;
}

/* Its count and bounds are those of its cells. */
static void check(const collide_grid *grid, long at) {
  int64_t low[3] = {INT64_MAX, INT64_MAX, INT64_MAX}, high[3] = {INT64_MIN, INT64_MIN, INT64_MIN};
  int64_t min[3], max[3], count = 0;
  collide_grid_cells cells;
  int axis;
  collide_grid_cells_begin(&cells, NULL, NULL);
  for (; collide_grid_cells_next(&cells, grid); count++) {
    for (axis = 0; axis < 3; axis++) {
      if (cells.at[axis] < low[axis]) low[axis] = cells.at[axis];
      if (cells.at[axis] > high[axis]) high[axis] = cells.at[axis];
    }
  }
  if (count != collide_grid_count(grid)) fail("the count is wrong", at);
  if (collide_grid_bounds(grid, min, max) != (count > 0)) fail("bounds of nothing", at);
  if (count > 0 && (memcmp(min, low, sizeof low) != 0 || memcmp(max, high, sizeof high) != 0))
    fail("the bounds are wrong", at);
}

/* Returns how often memory ran out. */
static int voxelize(collide_grid *grid, const collide_triangles *mesh,
                    const collide_voxel_options *options, long at) {
  collide_voxelizer v;
  collide_error error;
  size_t before = held;
  int failures = 0;
  budget = at;
  error = collide_voxelize_begin(&v, grid, mesh, options);
  while (error != COLLIDE_OK) {
    if (error != COLLIDE_ERROR_MEMORY) fail("another error", at);
    if (held != before) fail("a beginning that failed keeps memory", at);
    failures++;
    budget = at + failures;
    error = collide_voxelize_begin(&v, grid, mesh, options);
  }
  while (v.done < v.total) {
    error = collide_voxelize_step(&v, 500);
    if (error == COLLIDE_OK) continue;
    if (error != COLLIDE_ERROR_MEMORY) fail("another error", at);
    check(grid, at);
    failures++;
    budget = at + failures;
  }
  collide_voxelize_end(&v);
  return failures;
}

static int starve(const collide_triangles *mesh, const collide_voxel_options *options) {
  collide_grid_frame frame = collide_unit_frame(3);
  int64_t cells = 0;
  int starved = 0, failures;
  long at = 1000000;
  do {
    collide_grid *grid;
    budget = 1;
    grid = collide_grid_new(&frame, allocate, NULL);
    failures = voxelize(grid, mesh, options, at);
    starved += failures;
    check(grid, at);
    if (cells == 0) cells = collide_grid_count(grid);
    if (collide_grid_count(grid) != cells) fail("it ends up with other cells", at);
    collide_grid_free(grid);
    if (held != 0) fail("memory is not given back", at);
    at = at == 1000000 ? 0 : at + (at < 40 ? 1 : 11);
  } while (failures > 0 || at < 40);
  return starved;
}

/* Makes a terrain while memory runs out at any allocation. */
static void starve_heights(void) {
  static const double rows[] = {0, 1, 0, 2, 0, 1, 3, 1, 0, 1, 0, 1, 0, 2, 0, 5, 5, 5};
  collide_mesh_data *data = NULL;
  collide_heights heights;
  collide_error error;
  long at = 0;
  heights.heights = rows;
  heights.columns = 6;
  heights.rows = 3;
  heights.size[0] = heights.size[1] = heights.size[2] = 0.5;
  do {
    budget = at++;
    error = collide_mesh_data_new_heights(&data, &heights, allocate, NULL, NULL);
    if (error == COLLIDE_OK) collide_mesh_data_free(data);
    if (held != 0) fail("a terrain keeps memory", at);
  } while (error == COLLIDE_ERROR_MEMORY);
  if (error != COLLIDE_OK || at < 4) fail("a terrain ends with another error", at);
}

int main(void) {
  collide_triangles mesh = make_cube();
  collide_voxel_options options = collide_voxel_defaults();
  int starved, i;
  for (i = 0; i < 2 * SIDES * PARTS * PARTS; i++) values[i] = (uint16_t)(1 + i % 3);
  starved = starve(&mesh, &options);
  options.solid = 1;
  starved += starve(&mesh, &options);
  options.weld = 1e-9;
  starved += starve(&mesh, &options);
  for (budget = 0; budget < 3;) {
    long at = budget;
    if (collide_weld(vertices, mesh.vertex_count, 1e-9, allocate, NULL) != COLLIDE_ERROR_MEMORY)
      fail("welding needs no memory", at);
    if (held != 0) fail("welding keeps memory", at);
    budget = at + 1;
  }
  if (collide_weld(vertices, mesh.vertex_count, 1e-9, allocate, NULL) != COLLIDE_OK || held != 0)
    fail("welding fails", 3);
  starve_heights();
  options.values = values;
  starved += starve(&mesh, &options);
  printf("voxels: out of memory %d times\n", starved);
  return starved == 0;
}
