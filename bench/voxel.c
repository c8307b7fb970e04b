/* SPDX-License-Identifier: MIT
 *
 * Triangles against boxes in ns, large triangles in ns a cell, and meshes into grids in
 * microseconds: a torus of our own, and the scanned bunny where Debian's libcgal-demo is installed.
 * Prints rows for bench/table.lua, beside those of voxel.lua.
 */
#define _POSIX_C_SOURCE 200809L /* popen */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "collide.h"
#include "measure.h"
#include "narrow/space/triangle_box.h"
#include "voxel/voxel.h"

enum { PAIRS = 512, LARGE = 6, SIDES = 250, RINGS = 150 };

#define BUNNY "tar xzOf /usr/share/doc/libcgal-dev/data.tar.gz data/meshes/bunny00.off 2>/dev/null"

/* ---- Triangle and box -------------------------------------------------------- */

typedef struct pairs {
  collide_shape triangles[PAIRS], boxes[PAIRS];
} pairs;

static pairs both;

/* About half of them overlap. */
static void set_up_pairs(void) {
  int i, k;
  for (i = 0; i < PAIRS; i++) {
    double corner[3][3], min[3], max[3];
    for (k = 0; k < 9; k++) corner[k / 3][k % 3] = uniform(-1, 1);
    for (k = 0; k < 3; k++) {
      min[k] = uniform(-0.8, 0.6);
      max[k] = min[k] + uniform(0.1, 0.6);
    }
    collide_make_triangle(&both.triangles[i], NULL, corner[0], corner[1], corner[2]);
    collide_make_box_corners(&both.boxes[i], NULL, min, max);
  }
}

static double ask_pairs(const void *what, int n) {
  const pairs *p = (const pairs *)what;
  int i, k, met = 0;
  for (k = 0; k < n; k++)
    for (i = 0; i < PAIRS; i++) met += collide_overlap(&p->triangles[i], &p->boxes[i]);
  sink += met;
  return (double)n * PAIRS;
}

static double ask_axes(const void *what, int n) {
  const pairs *p = (const pairs *)what;
  int i, k, met = 0;
  for (k = 0; k < n; k++)
    for (i = 0; i < PAIRS; i++) met += ci_triangle_box_sat(&p->triangles[i], &p->boxes[i]);
  sink += met;
  return (double)n * PAIRS;
}

/* ---- Meshes ---------------------------------------------------------------------- */

typedef struct model {
  collide_triangles mesh;
  collide_grid_frame frame;
  int cells; /* what counts is the cells, not the meshes */
  collide_voxel_method method;
} model;

static double voxelize(const void *what, int n) {
  const model *m = (const model *)what;
  collide_voxel_options options = collide_voxel_defaults();
  double units = 0;
  options.method = m->method;
  for (; n > 0; n--) {
    collide_grid *grid = collide_grid_new(&m->frame, NULL, NULL);
    if (grid == NULL || collide_voxelize(grid, &m->mesh, &options, NULL) != COLLIDE_OK) abort();
    units += m->cells ? (double)collide_grid_count(grid) : 1;
    collide_grid_free(grid);
  }
  return units;
}

/* The largest side from the middle of the first cell to that of the last. */
static void fit(model *m, int side) {
  double low[3], high[3], most = 0;
  size_t i;
  int k;
  for (k = 0; k < 3; k++) low[k] = high[k] = m->mesh.vertices[k];
  for (i = 0; i < 3 * m->mesh.vertex_count; i++) {
    double x = m->mesh.vertices[i];
    if (x < low[i % 3]) low[i % 3] = x;
    if (x > high[i % 3]) high[i % 3] = x;
  }
  for (k = 0; k < 3; k++) most = high[k] - low[k] > most ? high[k] - low[k] : most;
  m->frame = collide_unit_frame(3);
  for (k = 0; k < 3; k++) {
    double size = most / (side - 1);
    m->frame.size[k] = size;
    m->frame.origin[k] = (low[k] + high[k]) / 2 - size * side / 2;
  }
}

static void bench_model(const char *name, model *m) {
  int side;
  m->cells = 0;
  m->method = COLLIDE_VOXEL_PEF;
  for (side = 128; side <= 512; side *= 2) {
    char text[64];
    collide_grid *grid;
    collide_voxel_options options = collide_voxel_defaults();
    fit(m, side);
    snprintf(text, sizeof text, "%s at %d, us", name, side);
    row(text, voxelize, m, 1e-3);
    if (side == 256) {
      m->method = COLLIDE_VOXEL_SAT;
      snprintf(text, sizeof text, "%s at %d, SAT, us", name, side);
      row(text, voxelize, m, 1e-3);
      m->method = COLLIDE_VOXEL_PEF;
    }
    grid = collide_grid_new(&m->frame, NULL, NULL);
    if (collide_voxelize(grid, &m->mesh, &options, NULL) != COLLIDE_OK) abort();
    printf("%s at %d, cells\t%.0f\n", name, side, (double)collide_grid_count(grid));
    collide_grid_free(grid);
  }
}

/* Around the y axis, 2 x SIDES x RINGS triangles. */
static void make_torus(model *m) {
  static double vertices[3 * SIDES * RINGS];
  static uint32_t triangles[6 * SIDES * RINGS];
  uint32_t *t = triangles;
  int i, k;
  for (i = 0; i < SIDES; i++) {
    for (k = 0; k < RINGS; k++) {
      double a = 6.283185307179586 * i / SIDES, b = 6.283185307179586 * k / RINGS;
      double *v = vertices + 3 * (i * RINGS + k), r = 3 + cos(b);
      uint32_t next = (uint32_t)((i + 1) % SIDES * RINGS), own = (uint32_t)(i * RINGS);
      uint32_t up = (uint32_t)((k + 1) % RINGS), here = (uint32_t)k;
      v[0] = r * cos(a);
      v[1] = sin(b);
      v[2] = r * sin(a);
      *t++ = own + here;
      *t++ = own + up;
      *t++ = next + here;
      *t++ = next + here;
      *t++ = own + up;
      *t++ = next + up;
    }
  }
  m->mesh.vertices = vertices;
  m->mesh.vertex_count = SIDES * RINGS;
  m->mesh.triangles = triangles;
  m->mesh.triangle_count = 2 * SIDES * RINGS;
}

/* An OFF file of triangles; 0: there is none. */
static int read_off(FILE *file, model *m) {
  unsigned long vertices, triangles, i;
  double *v;
  uint32_t *t;
  if (fscanf(file, "OFF %lu %lu %*u", &vertices, &triangles) != 2) return 0;
  v = (double *)malloc(3 * vertices * sizeof *v);
  t = (uint32_t *)malloc(3 * triangles * sizeof *t);
  if (v == NULL || t == NULL) return 0;
  for (i = 0; i < 3 * vertices; i++)
    if (fscanf(file, "%lf", &v[i]) != 1) return 0;
  for (i = 0; i < triangles; i++) {
    unsigned long a, b, c;
    if (fscanf(file, " 3 %lu %lu %lu", &a, &b, &c) != 3) return 0;
    t[3 * i] = (uint32_t)a;
    t[3 * i + 1] = (uint32_t)b;
    t[3 * i + 2] = (uint32_t)c;
  }
  m->mesh.vertices = v;
  m->mesh.vertex_count = vertices;
  m->mesh.triangles = t;
  m->mesh.triangle_count = triangles;
  return 1;
}

static void bench_bunny(void) {
  model m;
  FILE *file = popen(BUNNY, "r");
  int is = file != NULL && read_off(file, &m);
  if (file != NULL) pclose(file);
  if (is) bench_model("bunny", &m);
}

static int count_run(void *user, int64_t x, int64_t y, int64_t z, int64_t count) {
  (void)x;
  (void)y;
  (void)z;
  *(double *)user += (double)count;
  return 1;
}

/* The cells of a mesh whose triangles share nothing, found and put nowhere. */
static double find_cells(const void *what, int n) {
  const model *m = (const model *)what;
  static voxel_windows windows;
  double cells = 0;
  voxel_rule rule;
  voxel_taker taker;
  taker.run = count_run;
  taker.user = &cells;
  taker.v = NULL;
  taker.windows = &windows;
  ci_voxel_rule_begin(&rule, &m->frame, 0);
  for (; n > 0; n--) {
    size_t i, k;
    for (i = 0; i < m->mesh.triangle_count; i++) {
      voxel_triangle triangle;
      voxel_point points[3];
      const voxel_point *point[3];
      const double *corner[3];
      for (k = 0; k < 3; k++) {
        corner[k] = m->mesh.vertices + 9 * i + 3 * k;
        point[k] = &points[k];
        if (!ci_voxel_locate(&rule, corner[k], &points[k])) abort();
      }
      if (!ci_voxel_triangle_begin(&triangle, &rule, corner, point)) continue;
      if (!ci_voxel_triangle_take(&triangle, point, &taker)) abort();
    }
  }
  return cells;
}

/* A few triangles across 1024 cells, in any direction. */
static void bench_large(void) {
  static double vertices[9 * LARGE];
  model m;
  int i;
  for (i = 0; i < 9 * LARGE; i++) vertices[i] = uniform(0, 1024);
  memset(&m.mesh, 0, sizeof m.mesh);
  m.mesh.vertices = vertices;
  m.mesh.vertex_count = 3 * LARGE;
  m.mesh.triangle_count = LARGE;
  m.frame = collide_unit_frame(3);
  m.cells = 1;
  m.method = COLLIDE_VOXEL_PEF;
  row("large triangles, finding a cell", find_cells, &m, 1);
  row("large triangles, a cell", voxelize, &m, 1);
}

int main(void) {
  model torus;
  set_up_pairs();
  row("triangle and box", ask_pairs, &both, 1);
  row("triangle and box, SAT", ask_axes, &both, 1);
  bench_large();
  make_torus(&torus);
  bench_model("torus", &torus);
  bench_bunny();
  return sink > 1e300; /* so that nothing is optimised away */
}
