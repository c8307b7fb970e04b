/* SPDX-License-Identifier: MIT
 *
 * Voxels: meshes into grids. Part of collide.h, which says what holds
 * for all of it.
 */
#ifndef COLLIDE_VOXEL_API_H
#define COLLIDE_VOXEL_API_H

#include "grid.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* whatever the including file hides */
#endif

/* A triangle made ready to be asked about many cells of a grid of three dimensions. */
typedef struct collide_cell_test {
  /* All is private. */
  collide_grid_frame frame;
  double corner[3][3];
  int64_t low[3]; /* the cells that its bounds touch */
  uint64_t width[3];
  /* Linear functions of a cell, in units of what they may be off: the plane, which reaches
   * a cell so far from its middle; of each of the three views the edges, which tell the inside by
   * their sign, and as axes, which reach so far. */
  double plane[5], edges[9][3], axes[9][4];
} collide_cell_test;

/* Any triangle. Returns 0 where cells are not distinct, as collide_cell_at, or a corner not finite.
 */
int collide_cell_test_begin(collide_cell_test *test, const collide_grid_frame *frame,
                            const double a[3], const double b[3], const double c[3]);
/* Does the closed triangle touch the closed cell? Exact, so equal. */
int collide_cell_test_pef(const collide_cell_test *test, const int64_t cell[3]);
int collide_cell_test_sat(const collide_cell_test *test, const int64_t cell[3]);

/* Triangles, as they stand in the world; any, degenerate ones too. */
typedef struct collide_mesh {
  const double *vertices; /* x, y, z of each */
  size_t vertex_count;
  const uint32_t *triangles; /* three vertices of each, from 0; NULL: 0, 1, 2, then 3, 4, 5, ... */
  size_t triangle_count;
} collide_mesh;

typedef enum collide_voxel_rule {
  COLLIDE_VOXEL_CLOSED, /* every cell that the closed triangles touch */
  COLLIDE_VOXEL_OPEN    /* the cells whose inside they meet; and for a triangle that lies in the
                           plane between two layers of cells, those behind it: on the side that
                           the normal of (b - a) x (c - a) points away from. What has no area
                           and lies in such a plane takes none. */
} collide_voxel_rule;

typedef enum collide_voxel_method {
  COLLIDE_VOXEL_PEF, /* by edge functions, layer by layer: the faster one */
  COLLIDE_VOXEL_SAT  /* by separating axes, cell by cell; the same cells */
} collide_voxel_method;

typedef struct collide_voxel_options {
  collide_voxel_rule rule;
  collide_voxel_method method;
  int solid;              /* fill the inside, too; the mesh has to be closed */
  unsigned value;         /* of the cells, from 1 to 65535 */
  const uint16_t *values; /* NULL, or one for each triangle: of those that touch a cell the
                             first one decides, and of the inside the one that is crossed
                             last on the way there along x */
} collide_voxel_options;

/* Closed, by edge functions, not solid, value 1. */
collide_voxel_options collide_voxel_defaults(void);

typedef enum collide_voxel_error {
  COLLIDE_VOXEL_OK,
  COLLIDE_VOXEL_MEMORY, /* there is not enough */
  COLLIDE_VOXEL_INDEX,  /* `triangle` has a vertex that is not there */
  COLLIDE_VOXEL_FINITE, /* a coordinate of `vertex` is not finite */
  COLLIDE_VOXEL_FAR, /* at `vertex`, or next to it, cells are not distinct; see collide_cell_at */
  COLLIDE_VOXEL_NOT_CLOSED /* solid: at `edge`, two vertices, triangles end: there are not as many
                             that go from one to the other as go back */
} collide_voxel_error;

/* Puts meshes into a grid of three dimensions, some triangles at a time. Cells
 * that hold something stay as they are. The mesh and the values have to stay
 * until the end, and the grid must not go. */
typedef struct collide_voxelizer {
  size_t done, total;      /* how far it has come */
  size_t vertex, triangle; /* what an error is about, from 0 */
  size_t edge[2];
  /* The rest is private. */
  collide_grid *grid;
  collide_mesh mesh;
  collide_voxel_options options;
  void *points, *solid;
  uint32_t *sorted;
} collide_voxelizer;

/* Looks at the whole mesh before anything is written. Takes memory as the grid
 * does. After an error there is nothing to end. */
collide_voxel_error collide_voxelize_begin(collide_voxelizer *voxelizer, collide_grid *grid,
                                           const collide_mesh *mesh,
                                           const collide_voxel_options *options);
/* Goes on for that many steps, one for a triangle or thereabouts, or up to the end. Without
 * memory for a brick it returns COLLIDE_VOXEL_MEMORY, and may be called again. */
collide_voxel_error collide_voxelize_step(collide_voxelizer *voxelizer, size_t steps);
/* Gives the memory back, before or after the last step. */
void collide_voxelize_end(collide_voxelizer *voxelizer);
/* All of it at once. The voxelizer is for what an error is about; NULL will do. */
collide_voxel_error collide_voxelize(collide_grid *grid, const collide_mesh *mesh,
                                     const collide_voxel_options *options,
                                     collide_voxelizer *voxelizer);

/* The triangles that touch a cell: some in a row of one array of all. */
typedef struct collide_cell_list {
  int64_t cell[3];
  size_t first, count;
} collide_cell_list;

typedef struct collide_cell_lists {
  size_t count; /* of cells, in the order of z, then y, then x */
  collide_cell_list *cells;
  size_t total;        /* of all triangles in them */
  uint32_t *triangles; /* from 0; those of a cell ascend */
} collide_cell_lists;

/* Lists the triangles of all cells that any touches, by the voxelizer's rule; what is inside alone
 * has none. Between begin and end; takes memory as the grid does. */
collide_voxel_error collide_voxelize_lists(collide_voxelizer *voxelizer, collide_cell_lists *lists);
/* Gives that memory back. */
void collide_cell_lists_free(collide_grid *grid, collide_cell_lists *lists);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
