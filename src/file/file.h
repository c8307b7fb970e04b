/* SPDX-License-Identifier: MIT
 *
 * Grids as files of others: MagicaVoxel's .vox, both ways, and .binvox. From
 * memory and into whatever takes bytes; opening files is for others.
 *
 * In .vox z is up, and here it is y. Both are right-handed, so the one is turned
 * into the other and nothing is mirrored: cell (x, y, z) here is (x, -z - 1, y)
 * there, and what faces the viewer (+z here, -y there) still does.
 */
#ifndef COLLIDE_FILE_H
#define COLLIDE_FILE_H

#include "../number/fp.h"

#include "../collide.h"

enum {
  FILE_TEXT = 160, /* what went wrong, with its final zero; empty: a sink refused */
  VOX_COLORS = 256 /* index 0 is of no use: it is an empty cell's */
};

/* Red, green, blue, alpha of each index. */
typedef struct vox_palette {
  unsigned char colors[VOX_COLORS][4];
} vox_palette;

/* Takes bytes as they come; 0: it cannot take them. */
typedef int (*file_sink)(void *user, const void *bytes, size_t count);

/* Where memory comes from, as for grids. */
typedef struct file_memory {
  collide_alloc alloc;
  void *user;
} file_memory;

/* What one file may take. A caller gives one number, the limit on cells, and the others follow
 * from it; they are never less than they are for FILE_LIMIT. */
#define FILE_LIMIT 16777216.0 /* 2^24 */
typedef struct file_limits {
  double limit;   /* as it was given, but at most 2^53 */
  uint64_t cells; /* of a model that is placed twice, twice; for .binvox there is no such limit */
  uint64_t nodes; /* of the scene, counted likewise; as many models and layers; 1 for 16 cells */
  uint64_t bytes; /* of the file, and of the grid that is read; 16 for each cell */
} file_limits;

/* limit >= 1; INFINITY is allowed. */
file_limits ci_file_limits(double limit);

/* These return 1, or 0 with the reason in `text`. */

/* A grid of three dimensions, values 1 to 255 as indices into the palette. In pieces of
 * 256 x 256 x 256 cells at most, each in its place. */
int ci_vox_write(const collide_grid *grid, const vox_palette *palette, const file_limits *limits,
                 const file_memory *memory, file_sink sink, void *user, char text[FILE_TEXT]);

enum { VOX_HIDDEN = 1 /* what is hidden in MagicaVoxel counts too */ };

/* Adds what the file shows to a grid of three dimensions; on an error some of it may have been
 * added, but nothing if there are more cells or nodes than the limits allow. Of an animation that
 * is the first frame. Where models overlap, the one that MagicaVoxel shows counts. */
int ci_vox_read(const unsigned char *data, size_t size, int flags, const file_limits *limits,
                const file_memory *memory, collide_grid *grid, vox_palette *palette,
                char text[FILE_TEXT]);

/* MagicaVoxel's palette for files that have none. */
void ci_vox_default_palette(vox_palette *palette);

enum { BINVOX_SIDE = 4096 /* cells at most */ };

/* A grid of three dimensions whose cells are cubes. Values are lost: a cell is full or not. */
int ci_binvox_write(const collide_grid *grid, const file_limits *limits, const file_memory *memory,
                    file_sink sink, void *user, char text[FILE_TEXT]);

/* ---- For those that write ------------------------------------------------ */

typedef struct file_out {
  file_sink sink; /* NULL: only count */
  void *user;
  uint64_t count; /* bytes so far */
  int failed;
  size_t used;
  unsigned char buffer[4096];
} file_out;

void ci_file_begin(file_out *out, file_sink sink, void *user);
void ci_file_put(file_out *out, const void *bytes, size_t count);
/* In four bytes, the lowest first. */
void ci_file_put_number(file_out *out, uint32_t number);
/* Passes on what is left; 1 when all has been taken. */
int ci_file_end(file_out *out);

/* Writes a text that snprintf makes, and returns 0. */
int ci_file_fail(char text[FILE_TEXT], const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* `count` items of `size` bytes each, all zero; NULL: no memory. */
void *ci_file_take(const file_memory *memory, size_t count, size_t size);
void ci_file_give_back(const file_memory *memory, void *block, size_t count, size_t size);

#endif
