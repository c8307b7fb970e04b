/* SPDX-License-Identifier: MIT
 *
 * ns a cell for rays through grids in C, over the same worlds and rays as grid.lua.
 * A cell is one that a walk comes to, passed over or not. Prints rows for
 * bench/table.lua.
 */
#include <math.h>

#include "collide.h"
#include "measure.h"

enum { RAYS = 128 };

typedef struct world {
  collide_grid *grid;
  int dimensions, side;
  double rays[RAYS][2][3], max;
  double cells; /* that all rays come to, once each */
} world;

static void set(world *w, int x, int y, int z) {
  int64_t cell[3];
  cell[0] = x;
  cell[1] = y;
  cell[2] = z;
  if (!collide_grid_set(w->grid, cell, 1)) abort();
}

static world begin(int dimensions, int side) {
  collide_grid_frame frame = collide_unit_frame(dimensions);
  world w;
  w.grid = collide_grid_new(&frame, NULL, NULL);
  w.dimensions = dimensions;
  w.side = side;
  w.max = side / 4;
  return w;
}

static world make_empty(int dimensions, int side) {
  world w = begin(dimensions, side);
  int x, y, z, last = side - 1;
  for (z = 0; z <= (dimensions == 3 ? last : 0); z += last)
    for (y = 0; y <= last; y += last)
      for (x = 0; x <= last; x += last) set(&w, x, y, z);
  return w;
}

static world make_sparse(int dimensions, int side, int one_of) {
  world w = begin(dimensions, side);
  double count = (dimensions == 3 ? (double)side * side * side : (double)side * side) / one_of, i;
  for (i = 1; i <= count; i++) {
    int x = (int)uniform(0, side), y = (int)uniform(0, side);
    set(&w, x, y, dimensions == 3 ? (int)uniform(0, side) : 0);
  }
  return w;
}

static world make_full(int dimensions, int side) {
  world w = begin(dimensions, side);
  int x, y, z;
  for (z = 0; z < (dimensions == 3 ? 16 : 1); z++)
    for (y = 0; y < (dimensions == 3 ? side : 16); y++)
      for (x = 0; x < side; x++)
        if ((dimensions == 3 ? z : y) % 8 < 4) set(&w, x, y, z);
  return w;
}

static void make_rays(world *w, int flat) {
  double middle = w->side / 2;
  int i, k, last = w->dimensions - 1;
  for (i = 0; i < RAYS; i++) {
    double *origin = w->rays[i][0], *direction = w->rays[i][1], square = 0;
    for (k = 0; k < 3; k++) origin[k] = direction[k] = 0;
    for (k = 0; k <= last; k++) {
      origin[k] = middle + uniform(-middle / 2, middle / 2);
      direction[k] = uniform(-1, 1);
      if (flat && k == last) {
        origin[k] = uniform(5, 7);
        direction[k] = uniform(-0.7, 0.7) / w->side;
      }
      square += direction[k] * direction[k];
    }
    for (k = 0; k <= last; k++) direction[k] /= sqrt(square);
  }
}

/* Boundaries that a ray crosses up to t, and its first cell. */
static double count_cells(const world *w, int ray, double t) {
  double count = 1;
  int k;
  for (k = 0; k < w->dimensions; k++) {
    double from = w->rays[ray][0][k];
    count += fabs(floor(from + t * w->rays[ray][1][k]) - floor(from));
  }
  return count;
}

static double cast(const void *what, int n) {
  const world *w = (const world *)what;
  collide_grid_hit hit;
  int i, k;
  for (k = 0; k < n; k++)
    for (i = 0; i < RAYS; i++)
      if (collide_grid_raycast(w->grid, w->rays[i][0], w->rays[i][1], w->max, 0, &hit))
        sink += hit.t;
  return n * w->cells;
}

static void bench(const char *name, world w, int flat) {
  int i;
  make_rays(&w, flat);
  w.cells = 0;
  for (i = 0; i < RAYS; i++) {
    collide_grid_hit hit;
    int met = collide_grid_raycast(w.grid, w.rays[i][0], w.rays[i][1], w.max, 0, &hit);
    w.cells += count_cells(&w, i, met ? hit.t : w.max);
  }
  row(name, cast, &w, 1);
  collide_grid_free(w.grid);
}

int main(void) {
  bench("grid 2D, empty", make_empty(2, 4096), 0);
  bench("grid 2D, sparse", make_sparse(2, 4096, 2000), 0);
  bench("grid 2D, full", make_full(2, 4096), 1);
  bench("grid 3D, empty", make_empty(3, 4096), 0);
  bench("grid 3D, sparse", make_sparse(3, 512, 2000), 0);
  bench("grid 3D, full", make_full(3, 512), 1);
  return 0;
}
