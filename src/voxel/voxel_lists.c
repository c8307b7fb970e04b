/* SPDX-License-Identifier: MIT
 *
 * Lists of the triangles that touch each cell. All pairs of a triangle and a cell are sorted by
 * cells. The sort is stable, so the triangles of a cell stay in their order.
 */
#include "voxel_items.h"
#include "voxel_limit.h"
#include "voxel_work.h"

/* ---- Items ----------------------------------------------------------------------------------- */

/* The sort is a radix sort by bytes, the least significant byte first (Hollerith 1889). It is
 * stable. */

void ci_voxel_items_begin(voxel_items *items, collide_voxelizer *v, size_t most, int is_limited) {
  int i;
  memset(items, 0, sizeof *items);
  items->v = v;
  items->most = most;
  items->is_limited = is_limited;
  for (i = 0; i < 3; i++) {
    items->low[i] = INT64_MAX;
    items->high[i] = INT64_MIN;
  }
}

void ci_voxel_items_free(voxel_items *items) {
  if (items->room > 0) ci_voxel_give_memory(items->v, items->all, items->room, sizeof *items->all);
  items->all = NULL;
  items->room = 0;
}

static int grow(voxel_items *items) {
  const collide_grid *grid = items->v->grid;
  size_t room = items->room > 0 ? 2 * items->room : (size_t)VOXEL_ROOM, bytes = sizeof *items->all;
  void *grown = NULL;
  if (room > items->most && items->most > items->count) room = items->most;
  if (room <= (size_t)-1 / 4 / bytes) {
    if (items->is_limited && grid->bytes + 2 * room * bytes > items->v->most_bytes)
      return voxel_fail(items->v, COLLIDE_ERROR_LIMIT);
    grown = grid->alloc(grid->user, items->all, items->room * bytes, room * bytes);
  }
  if (grown == NULL) return voxel_fail(items->v, COLLIDE_ERROR_MEMORY);
  items->all = (voxel_item *)grown;
  items->room = room;
  return 1;
}

int ci_voxel_items_add(voxel_items *items, int64_t x, int64_t y, int64_t z, size_t triangle,
                       int turn) {
  voxel_item *item;
  int i;
  if (items->count == items->room && !grow(items)) return 0;
  item = &items->all[items->count++];
  item->at[0] = x;
  item->at[1] = y;
  item->at[2] = z;
  item->triangle = (uint32_t)triangle;
  item->turn = turn;
  for (i = 0; i < 3; i++) {
    if (item->at[i] < items->low[i]) items->low[i] = item->at[i];
    if (item->at[i] > items->high[i]) items->high[i] = item->at[i];
  }
  return 1;
}

static inline unsigned byte_of(const voxel_items *items, const voxel_item *item, int axis,
                               int shift) {
  return (unsigned)((uint64_t)(item->at[axis] - items->low[axis]) >> shift) & 255;
}

static int sort_by_byte(const voxel_items *items, int axis, int shift, voxel_item *to,
                        size_t done) {
  size_t starts[256], total = 0, i;
  memset(starts, 0, sizeof starts);
  for (i = 0; i < items->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(items->v, WORK_BLOCK, done)) return 0;
    starts[byte_of(items, &items->all[i], axis, shift)]++;
  }
  for (i = 0; i < 256; i++) {
    size_t own = starts[i];
    starts[i] = total;
    total += own;
  }
  for (i = 0; i < items->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(items->v, WORK_BLOCK, done)) return 0;
    to[starts[byte_of(items, &items->all[i], axis, shift)]++] = items->all[i];
  }
  return 1;
}

int ci_voxel_items_sort(voxel_items *items, size_t done) {
  voxel_item *other;
  int axis, shift, ok = 1;
  if (items->count == 0) return 1;
  other = (voxel_item *)ci_voxel_take_memory(items->v, items->room, sizeof *other);
  if (other == NULL) return voxel_fail(items->v, COLLIDE_ERROR_MEMORY);
  for (axis = 0; axis < 3; axis++) {
    uint64_t range = (uint64_t)(items->high[axis] - items->low[axis]);
    for (shift = 0; ok && shift < 64 && range >> shift > 0; shift += 8) {
      voxel_item *sorted = other;
      ok = sort_by_byte(items, axis, shift, sorted, done);
      if (!ok) break; /* items->all still has all of them */
      other = items->all;
      items->all = sorted;
    }
  }
  ci_voxel_give_memory(items->v, other, items->room, sizeof *other);
  return ok;
}
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

/* ---- Lists ----------------------------------------------------------------------------------- */

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
