/* SPDX-License-Identifier: MIT
 *
 * The flags of all queries. Each function says which of them it takes.
 */
#ifndef COLLIDE_FLAGS_H
#define COLLIDE_FLAGS_H

typedef enum collide_flags {
  /* Casts: a shape whose closed solid contains the start is not hit. In a grid, the cell that
   * contains the start is not hit. */
  COLLIDE_SKIP_INSIDE = 1,
  /* Casts at grids: only the last cell of each group can be hit. The line continues in that cell.
   * No effect with COLLIDE_CELLS_CLOSED, and at grids with shapes. */
  COLLIDE_CORNERS_AHEAD = 2,
  /* Pairs and shapecasts: shapes that only touch, at depth 0, do not meet. */
  COLLIDE_SKIP_TOUCHING = 4,
  /* Pairs: the target is the first of the pair and the shape is the second. Normals then point out
   * of the shape, towards the target. */
  COLLIDE_TARGET_FIRST = 8,
  /* Casts at grids: cells are closed boxes. The hits are those of an array with a box for
   * each cell that is not empty. Grids with shapes need no flag: see collide_grid_set_shapes. A
   * group holds the cells that are touched at one t, in the order of
   * z, then y, then x. `inside` means t_enter < 0 <= t_exit of that box, and
   * COLLIDE_SKIP_INSIDE skips all cells that contain the start. */
  COLLIDE_CELLS_CLOSED = 16,
  /* Casts at targets: triangles in space, and those of a mesh, are not hit from behind (`face`
   * COLLIDE_FACE_BACK). A triangle has no face, and is hit, if it has no area or if the line lies
   * in its plane. */
  COLLIDE_FRONT_FACES = 32,
  /* Shapecasts: t_exit is not computed and may be -1. Computing it takes as long as the rest of the
   * shapecast. */
  COLLIDE_SKIP_EXIT = 64,
  COLLIDE_FLAGS_END = 128 /* the core's own flags begin here */
} collide_flags;

/* No two flags share a bit, so their sum is all bits below the end. Otherwise the array has a
 * negative size, which does not compile. */
typedef char collide_flags_are_distinct[COLLIDE_SKIP_INSIDE + COLLIDE_CORNERS_AHEAD +
                                                    COLLIDE_SKIP_TOUCHING + COLLIDE_TARGET_FIRST +
                                                    COLLIDE_CELLS_CLOSED + COLLIDE_FRONT_FACES +
                                                    COLLIDE_SKIP_EXIT ==
                                                COLLIDE_FLAGS_END - 1
                                            ? 1
                                            : -1];

#endif
