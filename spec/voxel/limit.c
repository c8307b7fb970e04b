/* SPDX-License-Identifier: MIT
 *
 * The limits of the voxelizer, for spec/voxel/run.py: that the estimate of a triangle's cells is
 * never below their number, that the work is reported in small pieces and can end and go on after
 * each of them, and that nothing takes more memory than its limit. Built with a VOXEL_QUANTUM
 * that makes the core report far more often. Prints a line for each check; the exit status
 * is 1 if one of them failed. */
#include <stdio.h>
#include <stdlib.h>

#include "grid/grid.h"
#include "voxel/voxel_solid.h"
#include "voxel/voxel_work.h"

static int failures;

static void fail(const char *what, double a, double b) {
  if (failures++ < 5) printf("  %s: %.17g, %.17g\n", what, a, b);
}

static uint64_t state = 20261122;

static double uniform(double low, double high) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return low + (high - low) * ((double)(state >> 11) / 9007199254740992.0);
}

static int below(int count) {
  return (int)uniform(0, count);
}

/* ---- Memory --------------------------------------------------------------------------- */

static double held, most_held;

static void *count_memory(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  held += (double)new_size - (double)(block != NULL ? old_size : 0);
  most_held = held > most_held ? held : most_held;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

/* ---- The estimate ---------------------------------------------------------------------- */

static int count_run(void *user, int64_t x, int64_t y, int64_t z, int64_t count) {
  (void)x;
  (void)y;
  (void)z;
  *(double *)user += (double)count;
  return 1;
}

enum { KINDS = 8 };
static const char *const kinds[KINDS] = {"any",   "thin",  "on lines", "on a plane",
                                         "small", "large", "point",    "far"};

/* About `width` cells wide, by kind. */
static double draw_triangle(int kind, collide_grid_frame *frame, double c[3][3]) {
  double width = kind == 4 ? uniform(0, 4) : kind == 5 ? uniform(500, 2000) : uniform(1, 120);
  int i, k, axis = below(3);
  if (kind == 3 && below(64) == 0) width = uniform(500, 2000);
  *frame = collide_unit_frame(3);
  for (i = 0; i < 3; i++) {
    double base = kind == 7 ? floor(uniform(-1, 1) * ldexp(1, below(46))) : below(40) - 20;
    if (kind != 2 && kind != 3 && below(2)) {
      frame->size[i] = uniform(0.1, 3);
      frame->origin[i] = below(2) ? uniform(-9, 9) : 0;
    }
    for (k = 0; k < 3; k++) {
      double place = base + (below(3) ? uniform(0, width) : floor(uniform(0, width)));
      c[k][i] = frame->origin[i] + frame->size[i] * place;
    }
  }
  for (i = 0; i < 3; i++) {
    double t = below(3) ? uniform(-1, 2) : below(2);
    if (kind == 1) c[2][i] = c[0][i] + t * (c[1][i] - c[0][i]);
    if (kind == 1 && below(4) == 0) c[1][i] = c[0][i] + uniform(0, 1e-3);
    if (kind == 2 && i != axis) c[0][i] = c[1][i] = c[2][i] = floor(c[0][i]);
    if (kind == 3 && i == axis) c[0][i] = c[1][i] = c[2][i] = floor(c[0][i]);
    if (kind == 6) c[1][i] = c[2][i] = c[0][i] = below(2) ? c[0][i] : frame->origin[i];
  }
  return width;
}

static void check_estimate(int kind, int cases) {
  static voxel_windows windows;
  double ratios = 0, least = 1e300, counted = 0;
  int n, k, done = 0;
  for (n = 0; n < cases; n++) {
    collide_grid_frame frame;
    double c[3][3], cells = 0, most;
    const double *corner[3];
    voxel_point points[3];
    const voxel_point *point[3];
    voxel_rule rule;
    voxel_triangle t;
    voxel_taker taker;
    int fine = 1;
    draw_triangle(kind, &frame, c);
    ci_voxel_rule_begin(&rule, &frame, 0);
    for (k = 0; k < 3; k++) {
      corner[k] = c[k];
      point[k] = &points[k];
      fine &= ci_voxel_locate(&rule, c[k], &points[k]);
    }
    if (!fine) continue;
    taker.run = count_run;
    taker.user = &cells;
    taker.v = NULL;
    taker.windows = &windows;
    most = ci_voxel_triangle_most(&rule, corner, point);
    ci_voxel_triangle_begin(&t, &rule, corner, point);
    ci_voxel_triangle_take(&t, point, &taker);
    if (!(cells <= most)) fail("more cells than estimated", cells, most);
    if (cells < 1) fail("no cells", cells, most);
    ratios += most / cells;
    least = most / cells < least ? most / cells : least;
    counted += cells;
    done++;
  }
  printf("estimate %-10s %6d triangles, %10.0f cells, %.2f of these on average, %.3f at least\n",
         kinds[kind], done, counted, ratios / done, least);
}

/* ---- Meshes --------------------------------------------------------------------------------- */

enum { ROUND = 16, RINGS = 2 * ROUND * ROUND };

static double vertices[3 * ROUND * ROUND];
static uint32_t triangles[3 * RINGS];
static uint16_t values[RINGS];

/* A closed mesh, a torus with square corners. */
static collide_triangles make_torus(double size) {
  collide_triangles mesh;
  uint32_t *t = triangles;
  int i, k;
  for (i = 0; i < ROUND; i++)
    for (k = 0; k < ROUND; k++) {
      double *v = vertices + 3 * (i * ROUND + k);
      double a = i < ROUND / 2 ? i : ROUND - i, b = k < ROUND / 2 ? k : ROUND - k;
      uint32_t next = (uint32_t)((i + 1) % ROUND * ROUND), own = (uint32_t)(i * ROUND);
      uint32_t up = (uint32_t)((k + 1) % ROUND), here = (uint32_t)k;
      double r = 12 + b;
      v[0] = size * r * (a - ROUND / 4.0);
      v[1] = size * (k % (ROUND / 2)) * 3 * (k < ROUND / 2 ? 1 : -1);
      v[2] = size * r * (i < ROUND / 2 ? 1 : -1) * (ROUND / 4.0 - fabs(a - ROUND / 4.0) + 0.25);
      *t++ = own + here;
      *t++ = own + up;
      *t++ = next + here;
      *t++ = next + here;
      *t++ = own + up;
      *t++ = next + up;
    }
  mesh.vertices = vertices;
  mesh.vertex_count = ROUND * ROUND;
  mesh.triangles = triangles;
  mesh.triangle_count = RINGS;
  for (i = 0; i < RINGS; i++) values[i] = (uint16_t)(1 + i % 5);
  return mesh;
}

/* Triangles that are points, corners of bricks, far apart. */
static collide_triangles make_points(double size) {
  collide_triangles mesh = make_torus(1);
  int i;
  for (i = 0; i < ROUND * ROUND; i++) {
    vertices[3 * i] = floor(1 + size) * 512 * (i % 8);
    vertices[3 * i + 1] = floor(1 + size) * 512 * (i / 8 % 8);
    vertices[3 * i + 2] = floor(1 + size) * 512 * (i / 64);
  }
  for (i = 0; i < 3 * RINGS; i++) triangles[i] = (uint32_t)(i / 3 % (ROUND * ROUND));
  return mesh;
}

/* ---- Stopping ------------------------------------------------------------------------------ */

typedef struct caller {
  long calls, stop_at;
  double part;
} caller;

static int proceed(void *user, double part) {
  caller *c = (caller *)user;
  if (!(part >= c->part && part <= 1)) fail("the part goes back", part, c->part);
  c->part = part;
  return ++c->calls != c->stop_at;
}

/* What does not depend on the order in which cells were written. */
static uint64_t hash_of(const collide_grid *grid) {
  uint64_t hash = (uint64_t)collide_grid_count(grid);
  collide_grid_cells cells;
  unsigned value;
  collide_grid_cells_begin(&cells, NULL, NULL);
  while ((value = collide_grid_cells_next(&cells, grid)) != 0) {
    uint64_t one = (uint64_t)cells.at[0] * 73856093 ^ (uint64_t)cells.at[1] * 19349663 ^
                   (uint64_t)cells.at[2] * 83492791 ^ value;
    hash += one * UINT64_C(0x9e3779b97f4a7c15);
  }
  return hash;
}

/* Stops at the call `c->stop_at`, then goes on to the end. Returns whether it was stopped. */
static int run_stopped(const collide_triangles *mesh, collide_voxel_options *options, caller *c,
                       uint64_t *hash) {
  collide_grid_frame frame = collide_unit_frame(3);
  collide_grid *grid = collide_grid_new(&frame, count_memory, NULL);
  collide_voxelizer v;
  collide_cell_lists lists;
  collide_error error;
  double before = held;
  int stopped = 0;
  c->calls = 0;
  c->part = 0;
  options->user = c;
  while ((error = collide_voxelize_begin(&v, grid, mesh, options)) == COLLIDE_ERROR_STOPPED) {
    stopped++;
    c->part = 0;
    if (held != before) fail("a beginning that was stopped keeps memory", held, before);
  }
  while (error == COLLIDE_OK && v.done < v.total) {
    error = collide_voxelize_step(&v, 1 << 20);
    if (error != COLLIDE_ERROR_STOPPED) continue;
    stopped++;
    error = COLLIDE_OK;
  }
  if (error == COLLIDE_OK && options->lists) {
    while ((error = collide_voxelize_lists(&v, &lists)) == COLLIDE_ERROR_STOPPED) stopped++;
    if (error == COLLIDE_OK) collide_cell_lists_free(grid, &lists);
  }
  if (error != COLLIDE_OK) fail("another error", error, (double)c->stop_at);
  if (v.part != 1) fail("the last part is not 1", v.part, (double)c->stop_at);
  collide_voxelize_end(&v);
  *hash = hash_of(grid);
  collide_grid_free(grid);
  if (held != 0) fail("memory is not given back", held, (double)c->stop_at);
  return stopped;
}

static void check_stops(const char *name, const collide_triangles *mesh,
                        collide_voxel_options options, int rounds) {
  caller c;
  uint64_t whole, hash;
  long all, step;
  int stops = 0;
  options.proceed = proceed;
  c.stop_at = 0;
  run_stopped(mesh, &options, &c, &whole);
  all = c.calls;
  step = all / rounds + 1;
  for (c.stop_at = 1; c.stop_at <= all; c.stop_at += step) {
    if (run_stopped(mesh, &options, &c, &hash) != 1) fail("not stopped once", 0, (double)c.stop_at);
    if (hash != whole) fail("other cells after a stop", 0, (double)c.stop_at);
    stops++;
  }
  printf("stops    %-10s %6ld calls, stopped at %d of them\n", name, all, stops);
}

/* ---- Pieces of work ------------------------------------------------------------------------ */

typedef struct piece {
  double cells, before, most; /* counted, then, and the most in between */
  long calls;
} piece;

static int note_piece(void *user, double part) {
  piece *p = (piece *)user;
  (void)part;
  p->most = p->cells - p->before > p->most ? p->cells - p->before : p->most;
  p->before = p->cells;
  p->calls++;
  return 1;
}

static int count_piece(void *user, int64_t x, int64_t y, int64_t z, int64_t count) {
  (void)x;
  (void)y;
  (void)z;
  ((piece *)user)->cells += (double)count;
  return 1;
}

/* One triangle, whose cells are counted between two calls. A row has no more than `row` cells. */
static void check_pieces(const char *name, const double c[3][3], double row) {
  static voxel_windows windows;
  collide_grid_frame frame = collide_unit_frame(3);
  const double *corner[3];
  voxel_point points[3];
  const voxel_point *point[3];
  collide_voxelizer v;
  voxel_rule rule;
  voxel_triangle t;
  voxel_taker taker;
  piece p;
  int k;
  memset(&v, 0, sizeof v);
  memset(&p, 0, sizeof p);
  v.options.proceed = note_piece;
  v.options.user = &p;
  ci_voxel_phase(&v, 0, 1, 1);
  v.left = VOXEL_QUANTUM;
  ci_voxel_rule_begin(&rule, &frame, 0);
  for (k = 0; k < 3; k++) {
    corner[k] = c[k];
    point[k] = &points[k];
    if (!ci_voxel_locate(&rule, c[k], &points[k])) fail("no place", k, 0);
  }
  taker.run = count_piece;
  taker.user = &p;
  taker.v = &v;
  taker.windows = &windows;
  ci_voxel_triangle_begin(&t, &rule, corner, point);
  ci_voxel_triangle_take(&t, point, &taker);
  note_piece(&p, 1);
  /* In a piece there are a quantum of rows and 1024 more, which are reported together. */
  if (p.most > row * (VOXEL_QUANTUM + 1024.0)) fail("too long a piece", p.most, row);
  if (p.calls < p.cells / row / (VOXEL_QUANTUM + 1024.0))
    fail("few calls", (double)p.calls, p.cells);
  printf("pieces   %-10s %6ld calls, %10.0f cells, at most %.0f in between\n", name, p.calls,
         p.cells, p.most);
}

/* ---- Memory --------------------------------------------------------------------------------- */

/* Grids never take more than the limit; what is estimated as enough is. */
static void check_memory(const char *name, collide_triangles (*make)(double size),
                         collide_voxel_options options, int lists) {
  int limited = 0, n, most_tries = 0;
  for (n = 0; n < 40; n++) {
    double size = uniform(0.1, 4);
    collide_triangles mesh = make(size);
    collide_grid_frame frame = collide_unit_frame(3);
    int tries = 0, axis;
    collide_error error;
    /* In lists each triangle may touch eight cells, which count for 64. */
    options.limit = floor(lists ? uniform(64 * RINGS, 4e5) : uniform(2000, 60000));
    options.lists = lists;
    options.values = n % 2 ? values : NULL;
    do {
      collide_grid *grid = collide_grid_new(&frame, count_memory, NULL);
      double before = held, own;
      collide_voxelizer v;
      error = collide_voxelize_begin(&v, grid, &mesh, &options);
      own = held - before; /* in proportion to the mesh */
      most_held = held;
      if (error == COLLIDE_OK) error = collide_voxelize_step(&v, v.total);
      if (error == COLLIDE_OK && lists) {
        collide_cell_lists l;
        error = collide_voxelize_lists(&v, &l);
        if (error == COLLIDE_OK) collide_cell_lists_free(grid, &l);
      }
      if (most_held - own - before > 1048576 + 16 * options.limit + 8192 + (lists ? 80 * 1024 : 0))
        fail("more memory than the limit", most_held - own - before, options.limit);
      if (error == COLLIDE_ERROR_LIMIT) {
        limited++;
        for (axis = 0; axis < 3; axis++) {
          if (tries > 0 || !(v.size[axis] > frame.size[axis]))
            fail("the size that would do does not", v.size[axis], options.limit);
          frame.size[axis] = v.size[axis];
        }
      } else if (error != COLLIDE_OK) {
        fail("another error", error, options.limit);
      }
      collide_voxelize_end(&v);
      collide_grid_free(grid);
      tries++;
    } while (error == COLLIDE_ERROR_LIMIT && tries < 3);
    most_tries = tries > most_tries ? tries : most_tries;
  }
  printf("limit    %-10s %6d times reached, then the size that would do: %d tries at most\n", name,
         limited, most_tries);
  if (limited == 0) fail("never reached", 0, 0);
}

int main(int count, char **arguments) {
  static const double wall[3][3] = {{0.5, 0.25, 0.5}, {0.5, 900.5, 3.5}, {0.5, 30.5, 1200.25}};
  static const double floor_[3][3] = {{0.5, 0.5, 0.5}, {0.5, 9000.5, 0.5}, {8.5, 30.5, 0.5}};
  static const double steep[3][3] = {{0.1, 0.2, 0.3}, {40.7, 1500.5, 33.5}, {9.5, 30.5, 1900.25}};
  static const double boundary[3][3] = {{0, 0, 0}, {700, 0, 700}, {0, 700, 0}};
  static const double needle[3][3] = {{0, 0, 0}, {1e5, 1.1e5, 0.9e5}, {0, 0, 0}};
  collide_voxel_options options = collide_voxel_defaults();
  collide_triangles mesh = make_torus(0.11);
  int cases = count > 1 ? atoi(arguments[1]) : 1000, kind, k;
  for (kind = 0; kind < KINDS; kind++) check_estimate(kind, kind == 5 ? cases / 50 + 1 : cases);
  check_pieces("wall", wall, 1);
  check_pieces("floor", floor_, 9);
  check_pieces("steep", steep, 40);
  check_pieces("boundary", boundary, 700);
  check_pieces("needle", needle, 8);
  for (k = 0; k < 7; k++) {
    static const char *const names[7] = {"triangles",   "solid",        "lists",    "both",
                                         "with values", "solid values", "soup, sat"};
    collide_triangles soup = mesh;
    options = collide_voxel_defaults();
    options.solid = k & 1;
    options.lists = k == 2 || k == 3;
    options.values = k == 4 || k == 5 ? values : NULL;
    if (k == 6) options.method = COLLIDE_VOXEL_SAT;
    if (k == 6) soup.triangles = NULL, soup.triangle_count = ROUND * ROUND / 3;
    check_stops(names[k], k == 6 ? &soup : &mesh, options, cases < 2000 ? 40 : 400);
  }
  options = collide_voxel_defaults();
  check_memory("surface", make_torus, options, 0);
  check_memory("scattered", make_points, options, 0);
  check_memory("lists", make_torus, options, 1);
  options.solid = 1;
  check_memory("solid", make_torus, options, 0);
  printf("%d failures\n", failures);
  return failures > 0;
}
