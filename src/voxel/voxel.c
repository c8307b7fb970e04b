/* SPDX-License-Identifier: MIT
 *
 * Meshes into grids: checks the mesh, and writes the cells of its triangles.
 */
#include "voxel.h"

#include "voxel_limit.h"
#include "voxel_solid.h"
#include "voxel_work.h"

collide_voxel_options collide_voxel_defaults(void) {
  collide_voxel_options options;
  memset(&options, 0, sizeof options);
  options.rule = COLLIDE_VOXEL_CLOSED;
  options.method = COLLIDE_VOXEL_PEF;
  options.value = 1;
  options.limit = COLLIDE_VOXEL_LIMIT;
  return options;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

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

/* ---- Progress -------------------------------------------------------------------------------- */

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

/* The parts of the whole at which the steps begin and end. The part before the steps is larger if
 * edges must be counted. */
static double steps_begin(const collide_voxelizer *v) {
  return v->options.solid ? 0.2 : 0.05;
}

static double steps_end(const collide_voxelizer *v) {
  return v->options.lists ? 0.6 : 1;
}

/* ---- The mesh -------------------------------------------------------------------------------- */

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

/* Computes the places of all vertices. Stores them if triangles share vertices. */
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
  }
  return COLLIDE_OK;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static int write_triangle(collide_voxelizer *v, const voxel_rule *rule, const voxel_taker *taker,
                          voxel_pen *pen) {
  const double *corner[3];
  const voxel_point *point[3];
  voxel_point own[3];
  voxel_triangle t;
  voxel_get_corners(v, rule, v->done, corner, point, own);
  if (v->options.values != NULL) pen->value = v->options.values[v->done];
  if (!voxel_work(v, WORK_TRIANGLE, v->done)) return 0;
  if (!ci_voxel_triangle_begin(&t, rule, corner, point)) return 1;
  ci_voxel_pen_box(pen, t.low, t.width);
  if (v->options.method == COLLIDE_VOXEL_SAT) return ci_voxel_triangle_take_sat(&t, point, taker);
  return ci_voxel_triangle_take(&t, point, taker);
}

static collide_error write_triangles(collide_voxelizer *v, size_t end) {
  voxel_tools *tools = (voxel_tools *)v->tools;
  voxel_rule rule;
  voxel_taker taker;
  int ok = 1;
  if (end > v->mesh.triangle_count) end = v->mesh.triangle_count;
  ci_voxel_rule_begin(&rule, &v->grid->frame, v->options.rule == COLLIDE_VOXEL_OPEN);
  ci_voxel_pen_begin(&tools->pen, v);
  taker.run = ci_voxel_pen_run;
  taker.user = &tools->pen;
  taker.v = v;
  taker.windows = &tools->windows;
  for (; ok && v->done < end; v->done += (size_t)ok)
    ok = write_triangle(v, &rule, &taker, &tools->pen);
  ci_voxel_pen_end(&tools->pen, ok);
  return ok ? COLLIDE_OK : v->error;
}

/* ---- Public functions ------------------------------------------------------------------------ */

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
  if (v->options.solid || v->options.weld > 0) {
    ci_voxel_phase(v, 0.3 * end, 0.5 * end, (double)v->mesh.vertex_count);
    error = ci_voxel_weld(v);
    if (error != COLLIDE_OK) return error;
  }
  ci_voxel_phase(v, 0.5 * end, (v->options.solid ? 0.6 : 1) * end, count);
  error = ci_voxel_limit_begin(v);
  if (error != COLLIDE_OK) return error;
  if (!v->options.solid) return COLLIDE_OK;
  ci_voxel_phase(v, 0.6 * end, end, 2 * count);
  return ci_voxel_solid_begin(v);
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
  ci_voxel_give_memory(v, v->tools, 1, sizeof(voxel_tools));
  ci_voxel_give_memory(v, v->kept, v->mesh.vertex_count, sizeof *v->kept);
  ci_voxel_solid_end(v);
  v->points = NULL;
  v->tools = NULL;
  v->kept = NULL;
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
