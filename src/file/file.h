/* SPDX-License-Identifier: MIT
 *
 * Grids as files: MagicaVoxel's .vox, both ways, and .binvox. The readers read from memory, and the
 * writers write to a sink that takes bytes; the binding opens files.
 *
 * In .vox z is up, in grids y. Both are right-handed, so one is rotated into the other and nothing
 * is mirrored. Cell (x, y, z) of a grid is (x, -z - 1, y) in the file. The side towards the viewer
 * (+z in grids, -y in files) stays there.
 */
#ifndef COLLIDE_FILE_H
#define COLLIDE_FILE_H

#include "../number/fp.h"

#include "../collide.h"
#include "../grid/grid.h"

enum {
  FILE_TEXT = 160, /* a message with its final zero; empty if a sink refused */
  VOX_COLORS = 256 /* index 0 means an empty cell */
};

/* Red, green, blue and alpha of each index. */
typedef struct vox_palette {
  unsigned char colors[VOX_COLORS][4];
} vox_palette;

/* Receives bytes; returns 0 if it cannot take them. */
typedef int (*file_sink)(void *user, const void *bytes, size_t count);

/* The allocator, as for grids. */
typedef struct file_memory {
  collide_alloc alloc;
  void *user;
} file_memory;

/* The limits of one file, which follow from the caller's limit on cells. `nodes` and `bytes` are
 * never less than for FILE_LIMIT. */
#define FILE_LIMIT 16777216.0 /* 2^24 */
typedef struct file_limits {
  double limit;   /* the caller's limit, but at most 2^53 */
  uint64_t cells; /* a model that is placed twice counts twice; .binvox has no such limit */
  uint64_t nodes; /* the scene's nodes, counted alike, or models, or layers; 1 for 16 cells */
  uint64_t bytes; /* the size of the file, and of the grid that is read; 16 for each cell */
} file_limits;

/* limit >= 1; INFINITY is allowed. */
file_limits ci_file_limits(double limit);

/* These functions return 1, or 0 with a message in `text`. */

/* Writes a grid of three dimensions, with values 1 to 255 as indices into the palette. Its models
 * have at most 256 x 256 x 256 cells. */
int ci_vox_write(const collide_grid *grid, const vox_palette *palette, const file_limits *limits,
                 const file_memory *memory, file_sink sink, void *user, char text[FILE_TEXT]);

enum { VOX_HIDDEN = 1 /* also models that are hidden in MagicaVoxel */ };

/* Adds the visible voxels of the file to a grid of three dimensions. After an error some of them
 * may have been added, but none if there are more cells or nodes than the limits allow. Reads the
 * first frame of an animation. Where models overlap, the one that MagicaVoxel shows counts. */
int ci_vox_read(const unsigned char *data, size_t size, int flags, const file_limits *limits,
                const file_memory *memory, collide_grid *grid, vox_palette *palette,
                char text[FILE_TEXT]);

/* MagicaVoxel's palette for files that have none. */
void ci_vox_default_palette(vox_palette *palette);

enum { BINVOX_SIDE = 4096 /* the most cells along a side */ };

/* Writes a grid of three dimensions with cubes as cells. Values are lost: cells are full or
 * empty. */
int ci_binvox_write(const collide_grid *grid, const file_limits *limits, const file_memory *memory,
                    file_sink sink, void *user, char text[FILE_TEXT]);

/* ---- Output ---------------------------------------------------------------------------------- */

typedef struct file_out {
  file_sink sink; /* NULL: only counts */
  void *user;
  uint64_t count; /* bytes so far */
  int failed;
  size_t used;
  unsigned char buffer[4096];
} file_out;

void ci_file_begin(file_out *out, file_sink sink, void *user);
void ci_file_put(file_out *out, const void *bytes, size_t count);
/* Puts a number in four bytes, the lowest first. */
void ci_file_put_number(file_out *out, uint32_t number);
/* Passes on the rest. Returns 1 if the sink took everything. */
int ci_file_end(file_out *out);

/* Formats a text as snprintf does, and returns 0. */
int ci_file_fail(char text[FILE_TEXT], const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Takes `count` items of `size` bytes each, all zero. Returns NULL if there is not enough
 * memory. */
void *ci_file_take(const file_memory *memory, size_t count, size_t size);
void ci_file_give_back(const file_memory *memory, void *block, size_t count, size_t size);

/* ---- The cells of a grid, block by block ----------------------------------------------------- */

/* A block of cells in three dimensions. Part of it may lie outside of the requested box. */
typedef struct file_block {
  int64_t corner[3]; /* the cell with the least coordinates */
  int64_t side;
  unsigned value;          /* the value of all its cells; 0 if there is a brick */
  const grid_brick *brick; /* of side 8, or NULL */
} file_block;

/* Returns 0 to stop. */
typedef int (*file_visit)(void *user, const file_block *block);

/* Calls `visit` for each block that is not empty and meets the box from min to max. Blocks of one
 * value that are larger than `most`, which is 8 times a power of 4, come in parts of that side. The
 * order depends only on the cells. Returns 0 if `visit` did. */
int ci_file_blocks(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                   int64_t most, file_visit visit, void *user);

#endif
