/* SPDX-License-Identifier: MIT
 *
 * Cells of triangles in a list that grows: the cells that each triangle touches, or the crossings
 * of a solid.
 */
#ifndef COLLIDE_VOXEL_ITEMS_H
#define COLLIDE_VOXEL_ITEMS_H

#include "voxel_solid.h"

typedef struct voxel_item {
  int64_t at[3];
  uint32_t triangle;
  int32_t turn; /* the change of the winding number, in a solid */
} voxel_item;

typedef struct voxel_items {
  collide_voxelizer *v;
  voxel_item *all;
  size_t count, room, most; /* `most`: the largest possible count */
  int is_limited;           /* its memory counts against the limit */
  int64_t low[3], high[3];
} voxel_items;

/* The smallest capacity. It doubles as needed, and sorting needs as much again. */
enum { VOXEL_ROOM = 1024 };

static inline int voxel_is_same_row(const voxel_item *a, const voxel_item *b) {
  return a->at[1] == b->at[1] && a->at[2] == b->at[2];
}

#endif
