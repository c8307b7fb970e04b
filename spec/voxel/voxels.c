/* SPDX-License-Identifier: MIT
 *
 * Puts meshes into grids for spec/voxel/run.py. All in doubles on standard input: rule, method,
 * solid, whether there are values, whether vertices are shared, steps at a time, how many
 * vertices and triangles, the frame's size and origin, the vertices, the triangles if vertices
 * are shared, the values. Out go: error, vertex, triangle, edge, whether the grid has bounds,
 * these, how many cells, and x, y, z and value of each; at last what memory was not given back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide.h"

static double held;

static void *count_memory(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  held += (double)new_size - (double)(block != NULL ? old_size : 0);
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static double *read_doubles(size_t count) {
  double *d = (double *)malloc((count > 0 ? count : 1) * sizeof *d);
  if (d == NULL || fread(d, sizeof *d, count, stdin) != count) exit(2);
  return d;
}

static void put(double x) {
  fwrite(&x, sizeof x, 1, stdout);
}

static void put_grid(const collide_grid *grid) {
  int64_t low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  collide_grid_cells cells;
  unsigned value;
  int i;
  put(collide_grid_bounds(grid, low, high));
  for (i = 0; i < 3; i++) put((double)low[i]);
  for (i = 0; i < 3; i++) put((double)high[i]);
  put((double)collide_grid_count(grid));
  collide_grid_cells_begin(&cells, NULL, NULL);
  while ((value = collide_grid_cells_next(&cells, grid)) != 0) {
    for (i = 0; i < 3; i++) put((double)cells.at[i]);
    put(value);
  }
  put(-1e300);
}

/* The index of an error in ERRORS of meshes.py. */
static double number_of(collide_error error) {
  const collide_error errors[6] = {COLLIDE_OK,
                                   COLLIDE_ERROR_MEMORY,
                                   COLLIDE_ERROR_MESH_INDEX,
                                   COLLIDE_ERROR_MESH_FINITE,
                                   COLLIDE_ERROR_MESH_FAR,
                                   COLLIDE_ERROR_MESH_NOT_CLOSED};
  int i = 0;
  while (i < 6 && errors[i] != error) i++;
  return i;
}

/* In steps when there are any, else at once. */
static collide_error voxelize(collide_voxelizer *v, collide_grid *grid,
                              const collide_triangles *mesh, const collide_voxel_options *options,
                              size_t steps) {
  collide_error error;
  if (steps == 0) return collide_voxelize(grid, mesh, options, v);
  error = collide_voxelize_begin(v, grid, mesh, options);
  if (error != COLLIDE_OK) return error;
  while (error == COLLIDE_OK && v->done < v->total) error = collide_voxelize_step(v, steps);
  collide_voxelize_end(v);
  return error;
}

static void run_one(const double *head) {
  size_t vertices = (size_t)head[6], count = (size_t)head[7], i;
  double *points = read_doubles(3 * vertices);
  double *numbers = read_doubles(head[4] != 0 ? 3 * count : 0);
  double *values = read_doubles(head[3] != 0 ? count : 0);
  uint32_t *triangles = (uint32_t *)malloc((3 * count + 1) * sizeof *triangles);
  uint16_t *own = (uint16_t *)malloc((count + 1) * sizeof *own);
  collide_voxel_options options = collide_voxel_defaults();
  collide_grid_frame frame = collide_unit_frame(3);
  collide_grid *grid;
  collide_voxelizer v;
  collide_triangles mesh;
  memcpy(frame.size, head + 8, sizeof frame.size);
  memcpy(frame.origin, head + 11, sizeof frame.origin);
  grid = collide_grid_new(&frame, count_memory, NULL);
  if (triangles == NULL || own == NULL || grid == NULL) exit(2);
  for (i = 0; head[4] != 0 && i < 3 * count; i++) triangles[i] = (uint32_t)numbers[i];
  for (i = 0; head[3] != 0 && i < count; i++) own[i] = (uint16_t)values[i];
  options.rule = head[0] != 0 ? COLLIDE_VOXEL_OPEN : COLLIDE_VOXEL_CLOSED;
  options.method = head[1] != 0 ? COLLIDE_VOXEL_SAT : COLLIDE_VOXEL_PEF;
  options.solid = head[2] != 0;
  options.value = 7;
  options.values = head[3] != 0 ? own : NULL;
  mesh.vertices = points;
  mesh.vertex_count = vertices;
  mesh.triangles = head[4] != 0 ? triangles : NULL;
  mesh.triangle_count = count;
  put(number_of(voxelize(&v, grid, &mesh, &options, (size_t)head[5])));
  put((double)v.vertex);
  put((double)v.triangle);
  put((double)v.edge[0]);
  put((double)v.edge[1]);
  put_grid(grid);
  collide_grid_free(grid);
  put(held);
  free(points);
  free(numbers);
  free(values);
  free(triangles);
  free(own);
}

int main(void) {
  double head[14];
  while (fread(head, sizeof head[0], 14, stdin) == 14) run_one(head);
  return 0;
}
