/* SPDX-License-Identifier: MIT */
#include "feed.h"
#include "../support/cast.h"

#include <stdlib.h>
#include <string.h>

/* What takes time for each cell is asked of so many at most. */
enum { LISTED = 2000, SAVED = 20000, MOST_BYTES = 1 << 18, SHOTS = 40 };

/* ---- Cells ------------------------------------------------------------------- */

static int is_in(const int64_t cell[3], const int64_t min[3], const int64_t max[3]) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    if (cell[axis] < min[axis] || cell[axis] > max[axis]) return 0;
  }
  return 1;
}

static void list_cells(const collide_grid *grid, int has_bounds, const int64_t min[3],
                       const int64_t max[3]) {
  collide_grid_cells cells;
  int64_t count = 0, last[3] = {0, 0, 0};
  unsigned value;
  collide_grid_cells_begin(&cells, NULL, NULL);
  while (count < LISTED && (value = collide_grid_cells_next(&cells, grid)) != 0) {
    const int64_t *at = cells.at;
    if (collide_grid_get(grid, at) != value) feed_fail("a listed cell holds another value");
    if (!has_bounds || !is_in(at, min, max)) feed_fail("a listed cell lies beyond the bounds");
    if (count > 0 && (at[2] != last[2]   ? at[2] < last[2]
                      : at[1] != last[1] ? at[1] < last[1]
                                         : at[0] <= last[0])) {
      feed_fail("the cells are listed out of order");
    }
    memcpy(last, at, sizeof last);
    count++;
  }
  if (count < LISTED && count != collide_grid_count(grid)) feed_fail("the count is wrong");
  if (collide_grid_count(grid) < count) feed_fail("more cells are listed than counted");
}

/* ---- Strings ----------------------------------------------------------------- */

typedef struct code {
  unsigned char *bytes;
  size_t size;
} code;

/* As a string; of none when it takes more than MOST_BYTES. */
static code encode(const collide_grid *grid) {
  code c = {NULL, 0};
  c.size = collide_grid_encode(grid, NULL, 0);
  if (c.size > MOST_BYTES) return c;
  c.bytes = (unsigned char *)malloc(c.size);
  if (c.bytes == NULL) feed_fail("this machine has no memory left");
  if (collide_grid_encode(grid, c.bytes, c.size) != c.size)
    feed_fail("the size of a string varies");
  return c;
}

/* Whether it encodes to these bytes. */
static void expect_code(const collide_grid *grid, const code *c, const char *what) {
  code now = encode(grid);
  if (now.size != c->size || memcmp(now.bytes, c->bytes, c->size) != 0) feed_fail(what);
  free(now.bytes);
}

static void decode_again(const code *c) {
  feed_purse purse = {0, 0};
  collide_error error;
  collide_grid *copy = collide_grid_decode(c->bytes, c->size, feed_take, &purse, &error);
  if (copy == NULL) feed_fail("a string that was just encoded is refused");
  expect_code(copy, c, "a grid encodes to other bytes than its copy");
  collide_grid_free(copy);
}

/* ---- Casts ------------------------------------------------------------------- */

static void shoot(const collide_grid *grid, const int64_t min[3], const int64_t max[3]) {
  const collide_grid_frame *frame = collide_grid_get_frame(grid);
  double from[3], along[3];
  collide_grid_cast cast;
  collide_grid_hit hit;
  int axis, shots = 0;
  double t = 0;
  for (axis = 0; axis < 3; axis++) {
    double low = frame->origin[axis] + (double)min[axis] * frame->size[axis];
    double high = frame->origin[axis] + (double)(max[axis] + 1) * frame->size[axis];
    from[axis] = low - 1;
    along[axis] = high - low;
    if (axis == 2 && frame->dimensions == 2) from[axis] = along[axis] = 0;
    if (!(fabs(from[axis]) < 1e70 && along[axis] < 1e70)) return;
  }
  if (along[0] == 0 && along[1] == 0 && along[2] == 0) return;
  begin_grid_cast(&cast, COLLIDE_CAST_RAY, grid, from, along, INFINITY, 0);
  while (shots++ < SHOTS && ci_grid_cast_next(&cast, &hit)) {
    if (collide_grid_get(grid, hit.cell) != hit.value || hit.value == 0)
      feed_fail("a cast hits a cell that holds something else");
    if (!is_in(hit.cell, min, max)) feed_fail("a cast hits a cell beyond the bounds");
    if (!(hit.t >= t)) feed_fail("the hits of a cast are out of order");
    t = hit.t;
  }
}

/* ---- Changes ------------------------------------------------------------------ */

/* A cell beside the bounds is filled and emptied, and one of the grid's emptied and filled. */
static void change(collide_grid *grid, const int64_t min[3], const int64_t max[3], const code *c) {
  int64_t at[3];
  collide_grid_cells cells;
  unsigned value;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    at[axis] = max[axis] + 1;
    if (axis == 2 && collide_grid_get_frame(grid)->dimensions == 2) at[axis] = 0;
    if (at[axis] >= INT64_C(1) << 52) return;
  }
  if (!collide_grid_set(grid, at, 77)) return;
  if (!collide_grid_set(grid, at, 0)) feed_fail("emptying a cell takes memory");
  expect_code(grid, c, "a cell was filled and emptied, and the grid is another");
  collide_grid_cells_begin(&cells, min, max);
  value = collide_grid_cells_next(&cells, grid);
  if (!collide_grid_set(grid, cells.at, 0)) return;
  if (!collide_grid_set(grid, cells.at, value)) return;
  expect_code(grid, c, "a cell was emptied and filled, and the grid is another");
}

/* ---- Files ------------------------------------------------------------------- */

typedef struct page {
  unsigned char *bytes;
  size_t size;
} page;

static int put(void *user, const void *bytes, size_t count) {
  page *p = (page *)user;
  if (p->size + count > MOST_BYTES) return 0;
  memcpy(p->bytes + p->size, bytes, count);
  p->size += count;
  return 1;
}

static void save(const collide_grid *grid, const code *c) {
  feed_purse purse = {0, 0};
  file_memory memory;
  page p = {NULL, 0};
  vox_palette palette, read;
  char text[FILE_TEXT] = "";
  p.bytes = (unsigned char *)malloc(MOST_BYTES);
  if (p.bytes == NULL) feed_fail("this machine has no memory left");
  memory.alloc = feed_take;
  memory.user = &purse;
  hostile_binvox_write(grid, &memory, put, &p, text);
  p.size = 0;
  ci_vox_default_palette(&palette);
  if (hostile_vox_write(grid, &palette, &memory, put, &p, text)) {
    collide_grid *copy = collide_grid_new(collide_grid_get_frame(grid), feed_take, &purse);
    if (copy == NULL) feed_fail("this machine has no memory left");
    if (!hostile_vox_read(p.bytes, p.size, 0, &memory, copy, &read, text)) {
      if (strstr(text, "memory") == NULL) feed_fail(text);
    } else {
      if (c->bytes != NULL) expect_code(copy, c, "a .vox that was just written holds another grid");
      if (memcmp(palette.colors + 1, read.colors + 1, sizeof palette.colors - 4) != 0)
        feed_fail("a .vox that was just written has other colors");
    }
    collide_grid_free(copy);
  }
  free(p.bytes);
  if (purse.held != 0) feed_fail("memory is lost by writing");
}

void feed_grid(collide_grid *grid) {
  int64_t min[3] = {0, 0, 0}, max[3] = {0, 0, 0};
  int has_bounds = collide_grid_bounds(grid, min, max);
  code c = encode(grid);
  if (has_bounds != (collide_grid_count(grid) > 0)) feed_fail("bounds of nothing, or none");
  list_cells(grid, has_bounds, min, max);
  if (c.bytes != NULL) decode_again(&c);
  if (has_bounds) shoot(grid, min, max);
  if (has_bounds && c.bytes != NULL) change(grid, min, max, &c);
  if (collide_grid_get_frame(grid)->dimensions == 3 && collide_grid_count(grid) <= SAVED)
    save(grid, &c);
  free(c.bytes);
}
