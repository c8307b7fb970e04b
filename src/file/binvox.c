/* SPDX-License-Identifier: MIT
 *
 * .binvox, version 1: a cube of cells, full or not, as lengths of runs.
 * https://www.patrickmin.com/binvox/binvox.html
 */
#include "file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Cells as they come, x slowest, then z, then y, told as runs of up to 255. */
typedef struct runs {
  file_out out;
  int64_t next; /* the number of the cell to come */
  int full;     /* what the run so far is of, */
  int length;   /* and how long it is */
} runs;

static void end_run(runs *r) {
  unsigned char pair[2];
  if (r->length == 0) return;
  pair[0] = (unsigned char)r->full;
  pair[1] = (unsigned char)r->length;
  ci_file_put(&r->out, pair, 2);
  r->length = 0;
}

static void add_cells(runs *r, int full, int64_t count) {
  if (count == 0) return;
  r->next += count;
  if (full != r->full) end_run(r);
  r->full = full;
  while (count > 0 && !r->out.failed) {
    int part = count < 255 - r->length ? (int)count : 255 - r->length;
    r->length += part;
    count -= part;
    if (r->length == 255) end_run(r);
  }
}

static void add_layer(runs *r, const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      int64_t x, int64_t side) {
  int64_t low[3], high[3];
  collide_grid_cells cells;
  low[0] = high[0] = x;
  low[1] = min[1];
  low[2] = min[2];
  high[1] = max[1];
  high[2] = max[2];
  collide_grid_cells_begin(&cells, low, high);
  while (collide_grid_cells_next(&cells, grid) != 0) {
    int64_t at = ((x - min[0]) * side + (cells.at[2] - min[2])) * side + cells.at[1] - min[1];
    add_cells(r, 0, at - r->next);
    add_cells(r, 1, 1);
  }
}

/* A cell (i, j, k) of n has its middle at translate + scale * (i + 0.5, ...) / n. */
static void put_header(file_out *out, const collide_grid_frame *frame, const int64_t min[3],
                       int64_t side) {
  char header[256];
  double corner[3];
  int axis;
  for (axis = 0; axis < 3; axis++)
    corner[axis] = frame->origin[axis] + (double)min[axis] * frame->size[axis];
  snprintf(header, sizeof header,
           "#binvox 1\ndim %" PRId64 " %" PRId64 " %" PRId64
           "\ntranslate %.17g %.17g %.17g\nscale %.17g\ndata\n",
           side, side, side, corner[0], corner[1], corner[2], (double)side * frame->size[0]);
  ci_file_put(out, header, strlen(header));
}

int ci_binvox_write(const collide_grid *grid, file_sink sink, void *user, char text[FILE_TEXT]) {
  const collide_grid_frame *frame = collide_grid_get_frame(grid);
  int64_t min[3], max[3], side = 1, x;
  int axis;
  runs r;
  if (frame->size[0] != frame->size[1] || frame->size[0] != frame->size[2]) {
    return ci_file_fail(text, "the cells are %.6g x %.6g x %.6g, and in .binvox they are cubes",
                        frame->size[0], frame->size[1], frame->size[2]);
  }
  if (!collide_grid_bounds(grid, min, max)) {
    for (axis = 0; axis < 3; axis++) min[axis] = max[axis] = 0;
  }
  for (axis = 0; axis < 3; axis++) {
    if (max[axis] - min[axis] + 1 > side) side = max[axis] - min[axis] + 1;
  }
  if (side > BINVOX_SIDE) {
    return ci_file_fail(text, "the grid is %" PRId64 " cells long, and a .binvox may be %d", side,
                        (int)BINVOX_SIDE);
  }
  ci_file_begin(&r.out, sink, user);
  r.next = 0;
  r.full = r.length = 0;
  put_header(&r.out, frame, min, side);
  for (x = min[0]; x <= max[0]; x++) add_layer(&r, grid, min, max, x, side);
  add_cells(&r, 0, side * side * side - r.next);
  end_run(&r);
  text[0] = '\0';
  return ci_file_end(&r.out);
}
