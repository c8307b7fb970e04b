/* SPDX-License-Identifier: MIT
 *
 * The sort is a radix sort by bytes, the least significant byte first (Hollerith 1889). It is
 * stable.
 */
#include "voxel_items.h"

#include "voxel_work.h"

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
