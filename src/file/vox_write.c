/* SPDX-License-Identifier: MIT
 *
 * Writes .vox: version 150, which every reader supports, with a scene of models side by side.
 * https://github.com/ephtracy/voxel-model describes the format.
 */
#include "file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256 };

/* The cells of a future model, in the file's axes: those in one of the cubes that divide the
 * grid. */
typedef struct piece {
  int64_t cube[3];
  int64_t min[3], max[3];
  int64_t count; /* the number of cells that are not empty */
} piece;

typedef struct pieces {
  const file_limits *limits;
  const file_memory *memory;
  piece *list;
  size_t count, room;
  int64_t corner[3];  /* the corner of the first cube */
  int64_t too_far[3]; /* the first cell whose value is not an index, in the order of z, y and x */
  unsigned too_high;  /* the value of that cell, or 0 */
  char *text;
} pieces;

static void to_file(const int64_t cell[3], int64_t at[3]) {
  at[0] = cell[0];
  at[1] = -cell[2] - 1;
  at[2] = cell[1];
}

/* ---- Bricks ---------------------------------------------------------------------------------- */

/* Called for each cell that is not empty; returns 0 to stop. */
typedef int (*visit_cell)(void *user, const int64_t cell[3], unsigned value);

typedef struct cell_visit {
  const int64_t *min, *max;
  visit_cell visit;
  void *user;
} cell_visit;

/* Visits the cells of a brick, or of a block of one value that is as large. The order is the same
 * for both, so equal cells give equal files. */
static int visit_brick(void *user, const file_block *block) {
  const cell_visit *v = (const cell_visit *)user;
  uint64_t low[3], high[3], corner[3], at[3];
  unsigned word;
  int axis;
  grid_place(3, v->min, low);
  grid_place(3, v->max, high);
  grid_place(3, block->corner, corner);
  for (word = 0; word < GRID_WORDS; word++) {
    uint64_t bits;
    for (axis = 0; axis < 3; axis++) at[axis] = corner[axis] + 4 * (word >> axis & 1);
    bits = ci_grid_box_mask(3, at, 0, low, high);
    if (block->brick != NULL) bits &= block->brick->words[word];
    for (; bits != 0; bits &= bits - 1) {
      unsigned slot = grid_lowest_bit(bits), value = block->value;
      int64_t cell[3];
      for (axis = 0; axis < 3; axis++) {
        cell[axis] =
            block->corner[axis] + 4 * (int64_t)(word >> axis & 1) + (int64_t)(slot >> 2 * axis & 3);
      }
      if (block->brick != NULL) value = grid_brick_get(block->brick, word, slot);
      if (!v->visit(v->user, cell, value)) return 0;
    }
  }
  return 1;
}

static int visit_cells(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                       visit_cell visit, void *user) {
  cell_visit v;
  v.min = min;
  v.max = max;
  v.visit = visit;
  v.user = user;
  return ci_file_blocks(grid, min, max, 8, visit_brick, &v);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static void from_file(const int64_t at[3], int64_t cell[3]) {
  cell[0] = at[0];
  cell[1] = at[2];
  cell[2] = -at[1] - 1;
}

static int compare_pieces(const void *left, const void *right) {
  const piece *a = (const piece *)left, *b = (const piece *)right;
  int axis;
  for (axis = 2; axis >= 0; axis--) {
    if (a->cube[axis] != b->cube[axis]) return a->cube[axis] < b->cube[axis] ? -1 : 1;
  }
  return 0;
}

static void add_to_piece(piece *p, const piece *more) {
  int axis;
  p->count += more->count;
  for (axis = 0; axis < 3; axis++) {
    if (more->min[axis] < p->min[axis]) p->min[axis] = more->min[axis];
    if (more->max[axis] > p->max[axis]) p->max[axis] = more->max[axis];
  }
}

/* Unites pieces of one cube into one piece. */
static void unite(pieces *all) {
  size_t i, kept = 0;
  if (all->count == 0) return;
  qsort(all->list, all->count, sizeof(piece), compare_pieces);
  for (i = 1; i < all->count; i++) {
    if (compare_pieces(&all->list[kept], &all->list[i]) == 0) {
      add_to_piece(&all->list[kept], &all->list[i]);
    } else {
      all->list[++kept] = all->list[i];
    }
  }
  all->count = kept + 1;
}

static size_t most_pieces(const pieces *all) {
  return (size_t)(all->limits->nodes / 4);
}

static int check_pieces(const pieces *all) {
  if (all->count <= most_pieces(all)) return 1;
  return ci_file_fail(all->text, "it takes more than the %.0f models that limit=%.0f allows",
                      (double)most_pieces(all), all->limits->limit);
}

/* Makes room for one more piece. It unites pieces before it takes more memory, so it takes at most
 * four times what the pieces need. */
static int make_room(pieces *all) {
  size_t room;
  piece *list;
  if (all->count < all->room) return 1;
  unite(all);
  if (!check_pieces(all)) return 0;
  if (all->count <= all->room / 2 && all->room > 0) return 1;
  room = all->room == 0 ? 64 : 2 * all->room;
  list = (piece *)ci_file_take(all->memory, room, sizeof(piece));
  if (list == NULL) return ci_file_fail(all->text, "not enough memory");
  if (all->count > 0) memcpy(list, all->list, all->count * sizeof(piece));
  ci_file_give_back(all->memory, all->list, all->room, sizeof(piece));
  all->list = list;
  all->room = room;
  return 1;
}

static int is_in_cube(const pieces *all, const piece *p, const int64_t at[3]) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    int64_t inside = at[axis] - all->corner[axis] - SIDE * p->cube[axis];
    if (inside < 0 || inside >= SIDE) return 0;
  }
  return 1;
}

static int comes_before(const int64_t a[3], const int64_t b[3]) {
  if (a[2] != b[2]) return a[2] < b[2];
  return a[1] != b[1] ? a[1] < b[1] : a[0] < b[0];
}

static int add_cell(void *user, const int64_t cell[3], unsigned value) {
  pieces *all = (pieces *)user;
  piece one;
  int axis;
  if (value > 255 && (all->too_high == 0 || comes_before(cell, all->too_far))) {
    all->too_high = value;
    memcpy(all->too_far, cell, sizeof all->too_far);
  }
  to_file(cell, one.min);
  to_file(cell, one.max);
  one.count = 1;
  if (all->count > 0 && is_in_cube(all, &all->list[all->count - 1], one.min)) {
    add_to_piece(&all->list[all->count - 1], &one);
    return 1;
  }
  for (axis = 0; axis < 3; axis++) one.cube[axis] = (one.min[axis] - all->corner[axis]) / SIDE;
  if (!make_room(all)) return 0;
  all->list[all->count++] = one;
  return 1;
}

/* Returns 0 if positions do not fit the 32 bits of the file. */
static int is_near(const int64_t min[3], const int64_t max[3], char text[FILE_TEXT]) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    if (min[axis] < -INT32_MAX || max[axis] > INT32_MAX - 1) {
      return ci_file_fail(text,
                          "cells from %" PRId64 " to %" PRId64 " along %c are too far out for .vox",
                          min[axis], max[axis], "xyz"[axis]);
    }
  }
  return 1;
}

/* A file that is saved with a limit can be loaded with the same limit. The loaded grid may take
 * more memory than this one. It may need bricks and nodes for large blocks of one value: less than
 * 1/4 byte for each cell. */
static int check_load(const collide_grid *grid, const file_limits *limits, char text[FILE_TEXT]) {
  double bytes = (double)grid->bytes + floor((double)grid->count / 4);
  double most = (double)limits->bytes;
  if (bytes <= most) return 1;
  return ci_file_fail(text,
                      "it would take %.0f bytes of memory when it is loaded, more than the %.0f "
                      "that limit=%.0f allows",
                      bytes, most, limits->limit);
}

static int cut(pieces *all, const collide_grid *grid) {
  int64_t min[3], max[3], corner[3];
  if (!collide_grid_bounds(grid, min, max)) return 1;
  if (!is_near(min, max, all->text)) return 0;
  corner[0] = min[0];
  corner[1] = min[1];
  corner[2] = max[2];
  to_file(corner, all->corner);
  if (!visit_cells(grid, min, max, add_cell, all)) return 0;
  if (all->too_high != 0) {
    return ci_file_fail(all->text,
                        "cell (%" PRId64 ", %" PRId64 ", %" PRId64
                        ") holds %u, and a .vox has the palette indices 1 to 255",
                        all->too_far[0], all->too_far[1], all->too_far[2], all->too_high);
  }
  unite(all);
  return check_pieces(all) && check_load(grid, all->limits, all->text);
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

static void put_chunk(file_out *out, const char *name, uint64_t content, uint64_t children) {
  ci_file_put(out, name, 4);
  ci_file_put_number(out, (uint32_t)content);
  ci_file_put_number(out, (uint32_t)children);
}

static void put_text(file_out *out, const char *text) {
  ci_file_put_number(out, (uint32_t)strlen(text));
  ci_file_put(out, text, strlen(text));
}

typedef struct voxel_out {
  file_out *out;
  const int64_t *min; /* the minimum of the piece */
} voxel_out;

static int put_cell(void *user, const int64_t cell[3], unsigned value) {
  voxel_out *to = (voxel_out *)user;
  unsigned char voxel[4];
  int64_t at[3];
  int axis;
  to_file(cell, at);
  for (axis = 0; axis < 3; axis++) voxel[axis] = (unsigned char)(at[axis] - to->min[axis]);
  voxel[3] = (unsigned char)value;
  ci_file_put(to->out, voxel, 4);
  return !to->out->failed;
}

static void put_cells(file_out *out, const collide_grid *grid, const piece *p) {
  int64_t low[3], high[3], from[3], to[3];
  voxel_out voxels;
  int axis;
  if (p->count == 0) return;
  from_file(p->min, from);
  from_file(p->max, to);
  for (axis = 0; axis < 3; axis++) {
    low[axis] = from[axis] < to[axis] ? from[axis] : to[axis];
    high[axis] = from[axis] < to[axis] ? to[axis] : from[axis];
  }
  voxels.out = out;
  voxels.min = p->min;
  visit_cells(grid, low, high, put_cell, &voxels);
}

static void put_model(file_out *out, const collide_grid *grid, const piece *p) {
  int axis;
  put_chunk(out, "SIZE", 12, 0);
  for (axis = 0; axis < 3; axis++)
    ci_file_put_number(out, (uint32_t)(p->max[axis] - p->min[axis] + 1));
  put_chunk(out, "XYZI", 4 + 4 * (uint64_t)p->count, 0);
  ci_file_put_number(out, (uint32_t)p->count);
  if (out->sink != NULL) {
    put_cells(out, grid, p);
  } else {
    out->count += 4 * (uint64_t)p->count;
  }
}

/* A transform without a rotation; `place` may be NULL. */
static void put_transform(file_out *out, uint32_t node, uint32_t child, uint32_t layer,
                          const char *place) {
  put_chunk(out, "nTRN", 28 + (place == NULL ? 0 : 10 + strlen(place)), 0);
  ci_file_put_number(out, node);
  ci_file_put_number(out, 0); /* attributes */
  ci_file_put_number(out, child);
  ci_file_put_number(out, UINT32_MAX);
  ci_file_put_number(out, layer);
  ci_file_put_number(out, 1); /* frame, */
  ci_file_put_number(out, place != NULL);
  if (place == NULL) return;
  put_text(out, "_t");
  put_text(out, place);
}

/* A model's position is that of its pivot, at half its size, rounded down. */
static void put_shape(file_out *out, const piece *p, uint32_t node, uint32_t model) {
  char place[80];
  int64_t at[3];
  int axis;
  for (axis = 0; axis < 3; axis++) at[axis] = p->min[axis] + (p->max[axis] - p->min[axis] + 1) / 2;
  snprintf(place, sizeof place, "%" PRId64 " %" PRId64 " %" PRId64, at[0], at[1], at[2]);
  put_transform(out, node, node + 1, 0, place);
  put_chunk(out, "nSHP", 20, 0);
  ci_file_put_number(out, node + 1);
  ci_file_put_number(out, 0); /* attributes */
  ci_file_put_number(out, 1); /* model, */
  ci_file_put_number(out, model);
  ci_file_put_number(out, 0); /* and its attributes */
}

static void put_all(file_out *out, const collide_grid *grid, const pieces *all,
                    const vox_palette *palette) {
  size_t i;
  for (i = 0; i < all->count; i++) put_model(out, grid, &all->list[i]);
  put_transform(out, 0, 1, UINT32_MAX, NULL);
  put_chunk(out, "nGRP", 12 + 4 * (uint64_t)all->count, 0);
  ci_file_put_number(out, 1);
  ci_file_put_number(out, 0); /* attributes */
  ci_file_put_number(out, (uint32_t)all->count);
  for (i = 0; i < all->count; i++) ci_file_put_number(out, (uint32_t)(2 + 2 * i));
  for (i = 0; i < all->count; i++)
    put_shape(out, &all->list[i], (uint32_t)(2 + 2 * i), (uint32_t)i);
  put_chunk(out, "RGBA", 4 * VOX_COLORS, 0);
  ci_file_put(out, palette->colors[1], 4 * (VOX_COLORS - 1));
  ci_file_put(out, palette->colors[0], 4);
}

/* Adds a model without cells, because a file without a model is invalid. */
static int add_nothing(pieces *all) {
  if (all->count > 0) return 1;
  if (!make_room(all)) return 0;
  memset(&all->list[all->count++], 0, sizeof(piece));
  return 1;
}

static int fail_size(const collide_grid *grid, char text[FILE_TEXT]) {
  return ci_file_fail(text,
                      "%" PRId64 " cells are too many for a .vox, whose sizes are 32-bit numbers",
                      collide_grid_count(grid));
}

/* Checks the size before any cell is visited. */
static int check_cells(const collide_grid *grid, const file_limits *limits, char text[FILE_TEXT]) {
  int64_t count = collide_grid_count(grid);
  if (count > INT32_MAX / 4) return fail_size(grid, text);
  if ((uint64_t)count <= limits->cells) return 1;
  return ci_file_fail(text, "it has %" PRId64 " cells, more than limit=%.0f", count, limits->limit);
}

static int write_pieces(const collide_grid *grid, pieces *all, const vox_palette *palette,
                        file_sink sink, void *user) {
  file_out out;
  uint64_t size;
  if (!check_cells(grid, all->limits, all->text)) return 0;
  if (!cut(all, grid) || !add_nothing(all)) return 0;
  ci_file_begin(&out, NULL, NULL);
  put_all(&out, grid, all, palette);
  size = out.count;
  if (size > INT32_MAX) return fail_size(grid, all->text);
  ci_file_begin(&out, sink, user);
  ci_file_put(&out, "VOX ", 4);
  ci_file_put_number(&out, 150);
  put_chunk(&out, "MAIN", 0, size);
  put_all(&out, grid, all, palette);
  all->text[0] = '\0';
  return ci_file_end(&out);
}

int ci_vox_write(const collide_grid *grid, const vox_palette *palette, const file_limits *limits,
                 const file_memory *memory, file_sink sink, void *user, char text[FILE_TEXT]) {
  pieces all;
  int done;
  memset(&all, 0, sizeof all);
  all.limits = limits;
  all.memory = memory;
  all.text = text;
  done = write_pieces(grid, &all, palette, sink, user);
  ci_file_give_back(memory, all.list, all.room, sizeof(piece));
  return done;
}

/* A cube of six shades along each axis without its black corner, then ten shades each of
 * red, green, blue and grey. */
void ci_vox_default_palette(vox_palette *palette) {
  static const unsigned char shades[10] = {0xee, 0xdd, 0xbb, 0xaa, 0x88,
                                           0x77, 0x55, 0x44, 0x22, 0x11};
  int i;
  memset(palette, 0, sizeof *palette);
  for (i = 0; i < VOX_COLORS - 1; i++) {
    unsigned char *color = palette->colors[i + 1];
    color[3] = 255;
    if (i < 215) {
      color[0] = (unsigned char)(255 - 51 * (i / 36));
      color[1] = (unsigned char)(255 - 51 * (i / 6 % 6));
      color[2] = (unsigned char)(255 - 51 * (i % 6));
    } else {
      int ramp = (i - 215) / 10;
      unsigned char shade = shades[(i - 215) % 10];
      if (ramp == 0 || ramp == 3) color[0] = shade;
      if (ramp == 1 || ramp == 3) color[1] = shade;
      if (ramp == 2 || ramp == 3) color[2] = shade;
    }
  }
}
