/* SPDX-License-Identifier: MIT
 *
 * Voxels: the cells of a grid that a mesh touches or encloses. Part of collide.h, whose opening
 * comment applies here too.
 */
#ifndef COLLIDE_VOXEL_API_H
#define COLLIDE_VOXEL_API_H

#include "grid.h"
#include "begin.h"

/* Arrays of vertices and triangles, in world coordinates. Degenerate triangles are allowed. */
typedef struct collide_triangles {
  const double *vertices; /* x, y and z of each vertex */
  size_t vertex_count;
  const uint32_t *triangles; /* the indices, from 0, of three vertices for each triangle; if NULL,
                                the triangles are 0, 1, 2, then 3, 4, 5, and so on */
  size_t triangle_count;
} collide_triangles;

typedef enum collide_voxel_rule {
  COLLIDE_VOXEL_CLOSED, /* every cell that the closed triangles touch */
  COLLIDE_VOXEL_OPEN    /* every cell whose interior a triangle meets. A triangle in the plane
                           between two layers of cells gives the cells behind it. Its normal
                           (b - a) x (c - a) points away from them. A triangle without area in
                           such a plane gives no cells. */
} collide_voxel_rule;

typedef enum collide_voxel_method {
  COLLIDE_VOXEL_PEF, /* edge functions, solved for a row of cells at a time: the faster method */
  COLLIDE_VOXEL_SAT  /* separating axes, cell by cell: gives the same cells */
} collide_voxel_method;

typedef struct collide_voxel_options {
  collide_voxel_rule rule;
  collide_voxel_method method;
  int solid;              /* nonzero: also fill the inside; the mesh must be closed */
  int lists;              /* nonzero: collide_voxelize_lists will be called */
  double weld;            /* vertices within this distance of one another count as one, as after
                             collide_weld; 0, or from 1e-70 to 1e70 */
  unsigned value;         /* the value that cells get, from 1 to 65535 */
  const uint16_t *values; /* NULL, or one value for each triangle, in place of `value`. A cell gets
                             the value of the first triangle that touches it. A cell inside
                             gets the value of the last triangle that a ray along +x crosses
                             before it reaches the cell */
  double limit;           /* a bound on time and memory; see COLLIDE_VOXEL_LIMIT */
  /* NULL, or a function that is called every few milliseconds of work, also within one triangle. It
   * gets the fraction of the work that is done, from 0 to 1, which never decreases. If it returns
   * 0, the work stops with COLLIDE_ERROR_STOPPED. It must not use the grid or the voxelizer. */
  int (*proceed)(void *user, double part);
  void *user;
} collide_voxel_options;

/* The default of `limit`, a number of cells. Work beyond the limit ends with COLLIDE_ERROR_LIMIT.
 *
 * Time. The sum, over all triangles, of the cells that a triangle touches must not exceed the
 * limit. An upper bound of about twice the sum replaces the sum. With COLLIDE_VOXEL_SAT, each cell
 * in a triangle's bounds is tested, and counts for at least 1/16. With `lists`, each cell counts
 * for 8.
 *
 * Memory. The cells and the inside take at most a megabyte, plus 16 bytes for each cell of the
 * limit. All other memory is in proportion to the mesh. */
#define COLLIDE_VOXEL_LIMIT 16777216.0

/* COLLIDE_VOXEL_CLOSED, COLLIDE_VOXEL_PEF, not solid, value 1, COLLIDE_VOXEL_LIMIT. */
collide_voxel_options collide_voxel_defaults(void);

/* Voxelizes a mesh into a grid of three dimensions, a number of steps at a time. Cells that are not
 * empty keep their value. Until collide_voxelize_end, do not change the arrays of mesh and
 * options, and do not free the grid. */
typedef struct collide_voxelizer {
  size_t done, total;      /* the number of finished steps, and of all steps */
  size_t vertex, triangle; /* the vertex or triangle of an error, from 0 */
  size_t edge[2];          /* the two vertices of the edge of an error */
  double part;             /* the fraction of the work that is done, as `proceed` gets it */
  /* After COLLIDE_ERROR_LIMIT. `cells` is an upper bound on the cells that the triangles touch;
   * `triangle` touches the most. `cells` is 0 if the memory reached its limit instead. `size` is a
   * cell size, with three digits for each axis, that keeps the same mesh within the limit, or 0 if
   * none was found. `is_wild` is 1 if `vertex` is an outlier that makes the mesh so large. Its
   * distance from all other vertices is more than 1,000 times their distance from each other. Then
   * `size` is 0. */
  double cells, size[3];
  int is_wild;
  /* The other fields are private. */
  collide_grid *grid;
  collide_triangles mesh;
  collide_voxel_options options;
  void *points, *solid, *tools;
  uint32_t *kept; /* NULL, or the vertex that is kept for each vertex */
  int64_t left;
  double from, to, steps;
  size_t most_bytes;
  collide_error error;
} collide_voxelizer;

/* Checks the whole mesh before any cell is written. Memory comes from the grid's allocator. After
 * an error, collide_voxelize_end need not be called.
 *
 * Refuses a mesh that touches too many cells with COLLIDE_ERROR_LIMIT. */
collide_error collide_voxelize_begin(collide_voxelizer *voxelizer, collide_grid *grid,
                                     const collide_triangles *mesh,
                                     const collide_voxel_options *options);
/* Does the next `steps` steps, or the rest. A step is a triangle, or about as much work. Returns
 * COLLIDE_ERROR_MEMORY if there is not enough memory, COLLIDE_ERROR_LIMIT if it would exceed the
 * limit, and COLLIDE_ERROR_STOPPED if `proceed` returned 0. After an error the grid holds a part of
 * the cells. After COLLIDE_ERROR_MEMORY and COLLIDE_ERROR_STOPPED it may be called again. */
collide_error collide_voxelize_step(collide_voxelizer *voxelizer, size_t steps);
/* Frees the voxelizer's memory. May be called before the last step. */
void collide_voxelize_end(collide_voxelizer *voxelizer);
/* Does everything in one call. `voxelizer` may be NULL; otherwise it describes an error. */
collide_error collide_voxelize(collide_grid *grid, const collide_triangles *mesh,
                               const collide_voxel_options *options, collide_voxelizer *voxelizer);

/* The triangles that touch a cell: `count` entries of the common array, from `first` on. */
typedef struct collide_cell_list {
  int64_t cell[3];
  size_t first, count;
} collide_cell_list;

typedef struct collide_cell_lists {
  size_t count;             /* the number of cells */
  collide_cell_list *cells; /* in the order of z, then y, then x */
  size_t total;             /* the number of entries in `triangles` */
  uint32_t *triangles;      /* the common array: indices of triangles, from 0, ascending within
                               each cell */
} collide_cell_lists;

/* Lists the triangles that touch each cell, by the voxelizer's rule. Cells that are only inside the
 * mesh are not listed. Call it between collide_voxelize_begin and
 * collide_voxelize_end. Memory comes from the grid's allocator. Set `lists` in the options, so that
 * collide_voxelize_begin finds COLLIDE_ERROR_LIMIT. Otherwise this call may return it. */
collide_error collide_voxelize_lists(collide_voxelizer *voxelizer, collide_cell_lists *lists);
/* Frees the memory of the lists. */
void collide_cell_lists_free(collide_grid *grid, collide_cell_lists *lists);

#include "end.h"

#endif
