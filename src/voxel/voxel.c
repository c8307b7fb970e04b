/* SPDX-License-Identifier: MIT
 *
 * Meshes into grids: checks the mesh, sorts its triangles so that memory is accessed
 * locally, and writes their cells.
 */
#include "voxel.h"

#include "voxel_limit.h"
#include "voxel_solid.h"
#include "voxel_work.h"
#include "../number/prefetch.h"

/* The number of triangles by which the prefetch of vertices is ahead. */
enum { AHEAD = 12 };

collide_voxel_options collide_voxel_defaults(void) {
  collide_voxel_options options;
  memset(&options, 0, sizeof options);
  options.rule = COLLIDE_VOXEL_CLOSED;
  options.method = COLLIDE_VOXEL_PEF;
  options.value = 1;
  options.limit = COLLIDE_VOXEL_LIMIT;
  return options;
}

/* ---- Memory ------------------------------------------------------------------------ */

void *ci_voxel_take_memory(const collide_voxelizer *v, size_t count, size_t size) {
  if (count > (size_t)-1 / 2 / size) return NULL;
  return v->grid->alloc(v->grid->user, NULL, 0, (count > 0 ? count : 1) * size);
}

void ci_voxel_give_memory(const collide_voxelizer *v, void *block, size_t count, size_t size) {
  if (block != NULL) v->grid->alloc(v->grid->user, block, (count > 0 ? count : 1) * size, 0);
}

static collide_error fail(collide_voxelizer *v, collide_error error) {
  collide_voxelize_end(v);
  return error;
}

/* ---- Progress ---------------------------------------------------------------------- */

void ci_voxel_phase(collide_voxelizer *v, double from, double to, double steps) {
  v->from = from;
  v->to = to;
  v->steps = steps > 0 ? steps : 1;
}

static void reach(collide_voxelizer *v, double done) {
  double part = v->from + (v->to - v->from) * (done / v->steps);
  if (part > v->to) part = v->to;
  if (part > v->part) v->part = part;
}

int ci_voxel_report(collide_voxelizer *v, double done) {
  v->left = VOXEL_QUANTUM;
  if (v->options.proceed == NULL) return 1;
  reach(v, done);
  return v->options.proceed(v->options.user, v->part) || voxel_fail(v, COLLIDE_ERROR_STOPPED);
}

/* The parts of the whole at which the steps begin and end. The part before them is larger if edges
 * have to be counted. */
static double steps_begin(const collide_voxelizer *v) {
  return v->options.solid ? 0.2 : 0.05;
}

static double steps_end(const collide_voxelizer *v) {
  return v->options.lists ? 0.6 : 1;
}

/* ---- The mesh ----------------------------------------------------------------------- */

static collide_error check_triangles(collide_voxelizer *v) {
  const collide_triangles *mesh = &v->mesh;
  size_t i;
  if (mesh->triangles == NULL) {
    v->triangle = mesh->vertex_count / 3;
    return mesh->triangle_count > v->triangle ? COLLIDE_ERROR_MESH_INDEX : COLLIDE_OK;
  }
  for (i = 0; i < 3 * mesh->triangle_count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(v, WORK_BLOCK, i)) return v->error;
    if (mesh->triangles[i] < mesh->vertex_count) continue;
    v->triangle = i / 3;
    return COLLIDE_ERROR_MESH_INDEX;
  }
  return COLLIDE_OK;
}

/* Computes the places of all vertices; stores them when triangles share vertices. Finds
 * the bounds of their codes. */
static collide_error place_vertices(collide_voxelizer *v) {
  const collide_triangles *mesh = &v->mesh;
  voxel_point own, *points = (voxel_point *)v->points;
  voxel_rule rule;
  size_t i;
  int axis;
  ci_voxel_rule_begin(&rule, &v->grid->frame, 0);
  for (i = 0; i < mesh->vertex_count; i++) {
    const double *vertex = mesh->vertices + 3 * i;
    voxel_point *point = points != NULL ? &points[i] : &own;
    if (!voxel_work(v, WORK_VERTEX, i)) return v->error;
    v->vertex = i;
    for (axis = 0; axis < 3; axis++)
      if (!(fabs(vertex[axis]) <= DBL_MAX)) return COLLIDE_ERROR_MESH_FINITE;
    if (!ci_voxel_locate(&rule, vertex, point)) return COLLIDE_ERROR_MESH_FAR;
    for (axis = 0; axis < 3; axis++) {
      if (i == 0 || point->code[axis] < v->low[axis]) v->low[axis] = point->code[axis];
      if (i == 0 || point->code[axis] > v->high[axis]) v->high[axis] = point->code[axis];
    }
  }
  return COLLIDE_OK;
}

/* ---- Order --------------------------------------------------------------------------- */

/* If the triangles of a mesh are in no spatial order, accesses to bricks jump all over
 * memory. So the triangles are sorted brick by brick, unless their order matters. */
typedef struct buckets {
  int64_t low[3]; /* codes */
  int shift;
  size_t width[3], count; /* widths in blocks of 4 x 4 x 4 buckets, which fit the pen's cache;
                             how many buckets */
} buckets;

static void set_buckets(buckets *b, const int64_t low[3], const int64_t high[3], size_t triangles) {
  double most = 1024 + 4 * (double)triangles, count;
  int i;
  b->shift = 3; /* from codes to bricks of 8 cells it is 4 */
  do {
    b->shift++;
    for (i = 0, count = 64; i < 3; i++) count *= (double)((high[i] - low[i]) >> (b->shift + 2)) + 1;
  } while (count > most);
  b->count = 64;
  for (i = 0; i < 3; i++) {
    b->low[i] = low[i];
    b->width[i] = (size_t)((high[i] - low[i]) >> (b->shift + 2)) + 1;
    b->count *= b->width[i];
  }
}

static inline uint32_t bucket_of(const buckets *b, const voxel_point *point) {
  size_t x = (size_t)(point->code[0] - b->low[0]) >> b->shift;
  size_t y = (size_t)(point->code[1] - b->low[1]) >> b->shift;
  size_t z = (size_t)(point->code[2] - b->low[2]) >> b->shift;
  size_t block = ((z >> 2) * b->width[1] + (y >> 2)) * b->width[0] + (x >> 2);
  return (uint32_t)(block << 6 | (z & 3) << 4 | (y & 3) << 2 | (x & 3));
}

static int sort_by_bucket(collide_voxelizer *v, const buckets *b, uint32_t *keys,
                          uint32_t *starts) {
  const voxel_point *points = (const voxel_point *)v->points;
  const uint32_t *triangles = v->mesh.triangles;
  size_t i, count = v->mesh.triangle_count;
  uint32_t total = 0;
  memset(starts, 0, (b->count + 1) * sizeof *starts);
  for (i = 0; i < count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(v, WORK_BLOCK, i)) return 0;
    keys[i] = bucket_of(b, &points[triangles[3 * i]]);
    starts[keys[i]]++;
  }
  for (i = 0; i < b->count; i++) {
    uint32_t own = starts[i];
    starts[i] = total;
    total += own;
  }
  for (i = 0; i < count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(v, WORK_BLOCK, i)) return 0;
    memcpy(v->sorted + 3 * (size_t)starts[keys[i]]++, triangles + 3 * i, 3 * sizeof *triangles);
  }
  return 1;
}

/* Sorts the triangles. If there is no memory for it, the order stays unchanged. */
static collide_error find_order(collide_voxelizer *v) {
  size_t count = v->mesh.triangle_count;
  uint32_t *keys, *starts;
  int ok = 1;
  buckets b;
  if (v->points == NULL || v->options.values != NULL || count < 64 || count > UINT32_MAX / 8)
    return COLLIDE_OK;
  set_buckets(&b, v->low, v->high, count);
  v->sorted = (uint32_t *)ci_voxel_take_memory(v, count, 3 * sizeof *v->sorted);
  keys = (uint32_t *)ci_voxel_take_memory(v, count, sizeof *keys);
  starts = (uint32_t *)ci_voxel_take_memory(v, b.count + 1, sizeof *starts);
  if (v->sorted != NULL && keys != NULL && starts != NULL) {
    ok = sort_by_bucket(v, &b, keys, starts);
  } else {
    ci_voxel_give_memory(v, v->sorted, count, 3 * sizeof *v->sorted);
    v->sorted = NULL;
  }
  ci_voxel_give_memory(v, keys, count, sizeof *keys);
  ci_voxel_give_memory(v, starts, b.count + 1, sizeof *starts);
  return ok ? COLLIDE_OK : v->error;
}

/* ---- Cells ----------------------------------------------------------------------------- */

/* Vertices may be scattered in memory; without prefetching, waiting for them would take as
 * long as everything else. */
static inline void fetch(const voxel_point *point) {
  PREFETCH(&point->place[0]);
  PREFETCH(&point->code[2]);
}

static inline int write_triangle(collide_voxelizer *v, const voxel_rule *rule,
                                 const double *const corner[3], const voxel_point *const point[3],
                                 const voxel_taker *taker, voxel_pen *pen) {
  voxel_triangle t;
  if (!voxel_work(v, WORK_TRIANGLE, v->done)) return 0;
  if (!ci_voxel_triangle_begin(&t, rule, corner, point)) return 1;
  if ((v->room -= voxel_bounds_count(&t)) < 0 && !ci_voxel_make_room(v)) return 0;
  ci_voxel_pen_box(pen, t.low, t.width);
  if (v->options.method == COLLIDE_VOXEL_SAT) return ci_voxel_triangle_take_sat(&t, point, taker);
  return ci_voxel_triangle_take(&t, point, taker);
}

static int write_sorted(collide_voxelizer *v, const voxel_rule *rule, size_t end,
                        const voxel_taker *taker, voxel_pen *pen) {
  const voxel_point *points = (const voxel_point *)v->points;
  const double *vertices = v->mesh.vertices;
  size_t count = v->mesh.triangle_count;
  for (; v->done < end; v->done++) {
    const uint32_t *vertex = v->sorted + 3 * v->done;
    const double *corner[3];
    const voxel_point *point[3];
    corner[0] = vertices + 3 * (size_t)vertex[0];
    corner[1] = vertices + 3 * (size_t)vertex[1];
    corner[2] = vertices + 3 * (size_t)vertex[2];
    point[0] = &points[vertex[0]];
    point[1] = &points[vertex[1]];
    point[2] = &points[vertex[2]];
    if (v->done + AHEAD < count) {
      fetch(&points[vertex[3 * AHEAD]]);
      fetch(&points[vertex[3 * AHEAD + 1]]);
      fetch(&points[vertex[3 * AHEAD + 2]]);
    }
    if (!write_triangle(v, rule, corner, point, taker, pen)) return 0;
  }
  return 1;
}

static int write_in_order(collide_voxelizer *v, const voxel_rule *rule, size_t end,
                          const voxel_taker *taker, voxel_pen *pen) {
  for (; v->done < end; v->done++) {
    const double *corner[3];
    const voxel_point *point[3];
    voxel_point own[3];
    voxel_get_corners(v, rule, v->done, corner, point, own);
    if (v->options.values != NULL) pen->value = v->options.values[v->done];
    if (!write_triangle(v, rule, corner, point, taker, pen)) return 0;
  }
  return 1;
}

static collide_error write_triangles(collide_voxelizer *v, size_t end) {
  voxel_tools *tools = (voxel_tools *)v->tools;
  voxel_pen *pen = &tools->pen;
  voxel_rule rule;
  voxel_taker taker;
  int ok;
  if (end > v->mesh.triangle_count) end = v->mesh.triangle_count;
  ci_voxel_rule_begin(&rule, &v->grid->frame, v->options.rule == COLLIDE_VOXEL_OPEN);
  ci_voxel_pen_begin(pen, v);
  taker.run = ci_voxel_pen_run;
  taker.octants = ci_voxel_pen_octants;
  taker.user = pen;
  taker.v = v;
  taker.windows = &tools->windows;
  ok = v->sorted != NULL ? write_sorted(v, &rule, end, &taker, pen)
                         : write_in_order(v, &rule, end, &taker, pen);
  ci_voxel_pen_end(pen, ok);
  return ok ? COLLIDE_OK : v->error;
}

/* ---- Public functions -------------------------------------------------------------------- */

/* The work before the first step, after the voxelizer was set. */
static collide_error prepare(collide_voxelizer *v) {
  double end = steps_begin(v), count = (double)v->mesh.triangle_count;
  collide_error error;
  v->tools = ci_voxel_take_memory(v, 1, sizeof(voxel_tools));
  if (v->tools == NULL) return COLLIDE_ERROR_MEMORY;
  ci_voxel_phase(v, 0, 0.1 * end, 3 * count);
  error = check_triangles(v);
  if (error != COLLIDE_OK) return error;
  if (v->mesh.triangles != NULL) {
    v->points = ci_voxel_take_memory(v, v->mesh.vertex_count, sizeof(voxel_point));
    if (v->points == NULL) return COLLIDE_ERROR_MEMORY;
  }
  ci_voxel_phase(v, 0.1 * end, 0.3 * end, (double)v->mesh.vertex_count);
  error = place_vertices(v);
  if (error != COLLIDE_OK) return error;
  ci_voxel_phase(v, 0.3 * end, 0.4 * end, count);
  error = ci_voxel_limit_begin(v);
  if (error != COLLIDE_OK) return error;
  if (v->options.solid) {
    ci_voxel_phase(v, 0.4 * end, 0.9 * end, 2 * count + (double)v->mesh.vertex_count);
    error = ci_voxel_solid_begin(v);
    if (error != COLLIDE_OK) return error;
  }
  ci_voxel_phase(v, 0.9 * end, end, count);
  return find_order(v);
}

collide_error collide_voxelize_begin(collide_voxelizer *v, collide_grid *grid,
                                     const collide_triangles *mesh,
                                     const collide_voxel_options *options) {
  collide_error error;
  memset(v, 0, sizeof *v);
  v->grid = grid;
  v->mesh = *mesh;
  v->options = *options;
  v->total = (options->solid ? 3 : 1) * mesh->triangle_count;
  v->left = VOXEL_QUANTUM;
  v->error = COLLIDE_ERROR_MEMORY;
  error = prepare(v);
  return error == COLLIDE_OK ? error : fail(v, error);
}

collide_error collide_voxelize_step(collide_voxelizer *v, size_t steps) {
  size_t end = steps < v->total - v->done ? v->done + steps : v->total;
  collide_error error = COLLIDE_OK;
  v->error = COLLIDE_ERROR_MEMORY;
  ci_voxel_phase(v, steps_begin(v), steps_end(v), (double)v->total);
  if (v->done < v->mesh.triangle_count) error = write_triangles(v, end);
  if (error == COLLIDE_OK && v->done < end) error = ci_voxel_solid_step(v, end);
  if (error == COLLIDE_ERROR_LIMIT) error = ci_voxel_limit_explain(v);
  reach(v, (double)v->done);
  if (v->done == v->total) v->part = steps_end(v);
  return error;
}

void collide_voxelize_end(collide_voxelizer *v) {
  ci_voxel_give_memory(v, v->points, v->mesh.vertex_count, sizeof(voxel_point));
  ci_voxel_give_memory(v, v->sorted, v->mesh.triangle_count, 3 * sizeof *v->sorted);
  ci_voxel_give_memory(v, v->tools, 1, sizeof(voxel_tools));
  ci_voxel_solid_end(v);
  v->points = NULL;
  v->sorted = NULL;
  v->tools = NULL;
}

collide_error collide_voxelize(collide_grid *grid, const collide_triangles *mesh,
                               const collide_voxel_options *options, collide_voxelizer *voxelizer) {
  collide_voxelizer own, *v = voxelizer != NULL ? voxelizer : &own;
  collide_error error = collide_voxelize_begin(v, grid, mesh, options);
  if (error != COLLIDE_OK) return error;
  error = collide_voxelize_step(v, v->total);
  collide_voxelize_end(v);
  return error;
}
