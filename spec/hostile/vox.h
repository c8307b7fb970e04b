/* SPDX-License-Identifier: MIT
 *
 * .vox and .binvox as these programs read and write them, with the limits that a script has.
 */
#ifndef HOSTILE_VOX_H
#define HOSTILE_VOX_H

#include "file/file.h"

static inline int hostile_vox_read(const unsigned char *bytes, size_t size, int flags,
                                   const file_memory *memory, collide_grid *grid,
                                   vox_palette *palette, char text[FILE_TEXT]) {
  file_limits limits = ci_file_limits(FILE_LIMIT);
  return ci_vox_read(bytes, size, flags, &limits, memory, grid, palette, text);
}

static inline int hostile_vox_write(const collide_grid *grid, const vox_palette *palette,
                                    const file_memory *memory, file_sink sink, void *user,
                                    char text[FILE_TEXT]) {
  file_limits limits = ci_file_limits(FILE_LIMIT);
  return ci_vox_write(grid, palette, &limits, memory, sink, user, text);
}

static inline int hostile_binvox_write(const collide_grid *grid, const file_memory *memory,
                                       file_sink sink, void *user, char text[FILE_TEXT]) {
  file_limits limits = ci_file_limits(FILE_LIMIT);
  return ci_binvox_write(grid, &limits, memory, sink, user, text);
}

#endif
