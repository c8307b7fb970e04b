/* SPDX-License-Identifier: MIT
 *
 * Voxels on their way into a grid. They are gathered in chunks, and a chunk is sorted by place
 * before it is set. Without that, each voxel that is far from the previous one would cost the time
 * to fetch several nodes from memory, about ten times as much as sorting.
 */
#ifndef COLLIDE_VOX_GATHER_H
#define COLLIDE_VOX_GATHER_H

#include "file.h"

/* A cell has coordinates of at most this magnitude. */
#define GATHER_FARTHEST ((INT64_C(1) << 38) + (INT64_C(1) << 32))

/* A cell of three coordinates of 40 bits, and its value. */
typedef struct gather_voxel {
  uint64_t low, high;
} gather_voxel;

typedef struct vox_gather {
  collide_grid *grid;
  const file_limits *limits;
  const file_memory *memory;
  int keep; /* nonzero: the first of several voxels in one cell counts, else the last */
  gather_voxel *voxels, *others; /* of `most` voxels each; the second is where they are sorted */
  size_t count, most;
  char *text;
} vox_gather;

/* For up to `total` voxels; the first of them takes the memory. Must be freed. */
void ci_vox_gather_begin(vox_gather *gather, collide_grid *grid, uint64_t total, int keep,
                         const file_limits *limits, const file_memory *memory,
                         char text[FILE_TEXT]);
/* These return 0 on an error, with a message in `text`. A value is from 1 to 255. */
int ci_vox_gather_add(vox_gather *gather, const int64_t cell[3], unsigned value);
/* Sets the gathered voxels. More may follow. */
int ci_vox_gather_end(vox_gather *gather);
/* Sets a voxel at once, before the gathered ones. */
int ci_vox_gather_set(vox_gather *gather, const int64_t cell[3], unsigned value);
void ci_vox_gather_free(vox_gather *gather);

#endif
