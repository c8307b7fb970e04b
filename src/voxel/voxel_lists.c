/* SPDX-License-Identifier: MIT
 *
 * Lists of the triangles that touch each cell. All pairs of a triangle and a cell are sorted by
 * cells, with a radix sort by bytes, the least significant byte first (Hollerith 1889). The sort is
 * stable, so the triangles of a cell stay in their order.
 */
#include "../grid/grid.h"
#include "voxel_limit.h"
#include "voxel_solid.h"
#include "voxel_work.h"

typedef struct touch {
  int64_t at[3];
  uint32_t triangle;
} touch;

typedef struct touches {
  collide_voxelizer *v;
  touch *all;
  size_t count, room, most; /* `most`: the largest possible count */
  int64_t low[3], high[3];
  uint32_t triangle; /* the current one */
} touches;

static void *resize(touches *t, void *block, size_t old_count, size_t new_count) {
  const collide_grid *grid = t->v->grid;
  if (new_count > (size_t)-1 / 2 / sizeof(touch)) return NULL;
  return grid->alloc(grid->user, block, old_count * sizeof(touch), new_count * sizeof(touch));
}

static int make_room(touches *t, int64_t count) {
  size_t room = t->room > 0 ? t->room : 1024;
  void *grown;
  if ((uint64_t)count > (size_t)-1 / 4 / sizeof(touch)) return 0;
  while (room < t->count + (size_t)count) room *= 2;
  if (room == t->room) return 1;
  if (room > t->most && t->most >= t->count + (size_t)count) room = t->most;
  grown = resize(t, t->all, t->room, room);
  if (grown == NULL) return 0;
  t->all = (touch *)grown;
  t->room = room;
  return 1;
}

static void widen(touches *t, int axis, int64_t least, int64_t most) {
  if (least < t->low[axis]) t->low[axis] = least;
  if (most > t->high[axis]) t->high[axis] = most;
}

static int take_run(void *user, int64_t x, int64_t y, int64_t z, int64_t count) {
  touches *t = (touches *)user;
  if (!make_room(t, count)) return 0;
  widen(t, 0, x, x + count - 1);
  widen(t, 1, y, y);
  widen(t, 2, z, z);
  for (; count > 0; count--, x++) {
    touch *next = &t->all[t->count++];
    if (!voxel_work(t->v, WORK_TOUCH, t->v->done)) return 0;
    next->at[0] = x;
    next->at[1] = y;
    next->at[2] = z;
    next->triangle = t->triangle;
  }
  return 1;
}

static int find_touches(touches *t) {
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
    t->triangle = (uint32_t)i;
    v->done = i; /* the value at the time of the writes; the caller restores it */
    if (!voxel_work(v, WORK_TRIANGLE, i)) return 0;
    if (ci_voxel_triangle_begin(&triangle, &rule, corner, point) &&
        !ci_voxel_triangle_take(&triangle, point, &taker))
      return 0;
  }
  return 1;
}

/* ---- Order ---------------------------------------------------------------------------- */

static inline unsigned byte_of(const touches *t, const touch *what, int axis, int shift) {
  return (unsigned)((uint64_t)(what->at[axis] - t->low[axis]) >> shift) & 255;
}

/* Returns 0 if the work is stopped. */
static int sort_by_byte(touches *t, int axis, int shift, touch *to) {
  size_t starts[256], total = 0, i;
  memset(starts, 0, sizeof starts);
  for (i = 0; i < t->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(t->v, WORK_BLOCK, 0)) return 0;
    starts[byte_of(t, &t->all[i], axis, shift)]++;
  }
  for (i = 0; i < 256; i++) {
    size_t own = starts[i];
    starts[i] = total;
    total += own;
  }
  for (i = 0; i < t->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(t->v, WORK_BLOCK, 0)) return 0;
    to[starts[byte_of(t, &t->all[i], axis, shift)]++] = t->all[i];
  }
  return 1;
}

static int sort_touches(touches *t) {
  touch *other = (touch *)resize(t, NULL, 0, t->room);
  int axis, shift, ok = 1;
  if (other == NULL) return 0;
  ci_voxel_phase(t->v, 0.8, 0.95, 1);
  for (axis = 0; axis < 3; axis++) {
    uint64_t range = (uint64_t)(t->high[axis] - t->low[axis]);
    for (shift = 0; ok && shift < 64 && range >> shift > 0; shift += 8) {
      touch *sorted = other;
      ok = sort_by_byte(t, axis, shift, sorted);
      other = t->all;
      t->all = sorted;
    }
  }
  resize(t, other, t->room, 0);
  return ok;
}

/* ---- Lists ------------------------------------------------------------------------------ */

static int is_same_cell(const touch *a, const touch *b) {
  return a->at[0] == b->at[0] && a->at[1] == b->at[1] && a->at[2] == b->at[2];
}

/* Makes the lists from sorted touches. */
static int make_lists(const touches *t, collide_cell_lists *lists) {
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
  touches t;
  size_t done = v->done;
  int i, ok;
  memset(&t, 0, sizeof t);
  memset(lists, 0, sizeof *lists);
  for (i = 0; i < 3; i++) {
    t.low[i] = INT64_MAX;
    t.high[i] = INT64_MIN;
  }
  t.v = v;
  if (v->mesh.triangle_count > UINT32_MAX) return COLLIDE_ERROR_MEMORY;
  v->error = COLLIDE_ERROR_MEMORY;
  if (!v->options.lists) {
    collide_error error;
    v->options.lists = 1;
    error = ci_voxel_limit_cells(v);
    if (error != COLLIDE_OK) return error;
  }
  t.most = v->cells < (double)((size_t)-1 / 2) ? (size_t)v->cells : (size_t)-1 / 2;
  ci_voxel_phase(v, 0.6, 0.8, (double)v->mesh.triangle_count);
  ok = find_touches(&t) && (t.count == 0 || sort_touches(&t)) && make_lists(&t, lists);
  if (t.all != NULL) resize(&t, t.all, t.room, 0);
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
