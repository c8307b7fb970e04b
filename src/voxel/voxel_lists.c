/* SPDX-License-Identifier: MIT
 *
 * Lists of the triangles that touch each cell. All pairs of a triangle and a cell are sorted by
 * cells. The sort is stable, so the triangles of a cell stay in their order.
 */
#include "voxel_items.h"
#include "voxel_limit.h"
#include "voxel_work.h"

/* The current triangle is v->done. */
static int take_run(void *user, int64_t x, int64_t y, int64_t z, int64_t count) {
  voxel_items *t = (voxel_items *)user;
  for (; count > 0; count--, x++)
    if (!voxel_work(t->v, WORK_TOUCH, t->v->done) || !ci_voxel_items_add(t, x, y, z, t->v->done, 0))
      return 0;
  return 1;
}

static int find_touches(voxel_items *t) {
  collide_voxelizer *v = t->v;
  voxel_rule rule;
  voxel_taker taker;
  size_t i;
  ci_voxel_rule_begin(&rule, &v->grid->frame, v->options.rule == COLLIDE_VOXEL_OPEN);
  taker.run = take_run;
  taker.user = t;
  taker.v = v;
  taker.windows = &((voxel_tools *)v->tools)->windows;
  for (i = 0; i < v->mesh.triangle_count; i++) {
    const double *corner[3];
    const voxel_point *point[3];
    voxel_point own[3];
    voxel_triangle triangle;
    voxel_get_corners(v, &rule, i, corner, point, own);
    v->done = i; /* the value at the time of the writes; the caller restores it */
    if (!voxel_work(v, WORK_TRIANGLE, i)) return 0;
    if (ci_voxel_triangle_begin(&triangle, &rule, corner, point) &&
        !ci_voxel_triangle_take(&triangle, point, &taker))
      return 0;
  }
  return 1;
}

/* ---- Lists ------------------------------------------------------------------------------ */

static int is_same_cell(const voxel_item *a, const voxel_item *b) {
  return a->at[0] == b->at[0] && voxel_is_same_row(a, b);
}

/* Makes the lists from sorted touches. */
static int make_lists(const voxel_items *t, collide_cell_lists *lists) {
  size_t i, cells = 0;
  ci_voxel_phase(t->v, 0.95, 1, 1);
  for (i = 0; i < t->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(t->v, WORK_BLOCK, 0)) return 0;
    cells += i == 0 || !is_same_cell(&t->all[i - 1], &t->all[i]);
  }
  lists->cells = (collide_cell_list *)ci_voxel_take_memory(t->v, cells, sizeof *lists->cells);
  lists->triangles = (uint32_t *)ci_voxel_take_memory(t->v, t->count, sizeof *lists->triangles);
  lists->count = cells;
  lists->total = t->count;
  if (lists->cells == NULL || lists->triangles == NULL) return 0;
  cells = 0;
  for (i = 0; i < t->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(t->v, WORK_BLOCK, 0)) return 0;
    lists->triangles[i] = t->all[i].triangle;
    if (i == 0 || !is_same_cell(&t->all[i - 1], &t->all[i])) {
      collide_cell_list *list = &lists->cells[cells++];
      memcpy(list->cell, t->all[i].at, sizeof list->cell);
      list->first = i;
      list->count = 0;
    }
    lists->cells[cells - 1].count++;
  }
  return 1;
}

collide_error collide_voxelize_lists(collide_voxelizer *v, collide_cell_lists *lists) {
  voxel_items t;
  size_t done = v->done;
  int ok;
  memset(lists, 0, sizeof *lists);
  if (v->mesh.triangle_count > UINT32_MAX) return COLLIDE_ERROR_MEMORY;
  v->error = COLLIDE_ERROR_MEMORY;
  if (!v->options.lists) {
    collide_error error;
    v->options.lists = 1;
    error = ci_voxel_limit_cells(v);
    if (error != COLLIDE_OK) return error;
  }
  ci_voxel_items_begin(&t, v,
                       v->cells < (double)((size_t)-1 / 2) ? (size_t)v->cells : (size_t)-1 / 2, 0);
  ci_voxel_phase(v, 0.6, 0.8, (double)v->mesh.triangle_count);
  ok = find_touches(&t);
  ci_voxel_phase(v, 0.8, 0.95, 1);
  ok = ok && ci_voxel_items_sort(&t, 0) && make_lists(&t, lists);
  ci_voxel_items_free(&t);
  if (!ok) collide_cell_lists_free(v->grid, lists);
  v->done = done;
  if (ok) v->part = 1;
  return ok ? COLLIDE_OK : v->error;
}

void collide_cell_lists_free(collide_grid *grid, collide_cell_lists *lists) {
  collide_voxelizer v;
  v.grid = grid;
  ci_voxel_give_memory(&v, lists->cells, lists->count, sizeof *lists->cells);
  ci_voxel_give_memory(&v, lists->triangles, lists->total, sizeof *lists->triangles);
  memset(lists, 0, sizeof *lists);
}
