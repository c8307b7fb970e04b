/* SPDX-License-Identifier: MIT
 *
 * The flags of all queries. Each function says which of them it takes.
 */
#ifndef COLLIDE_FLAGS_H
#define COLLIDE_FLAGS_H

typedef enum collide_flags {
  /* Casts: a shape whose closed solid contains the start is not hit, nor is the cell of the start.
   */
  COLLIDE_SKIP_INSIDE = 1,
  /* Casts at grids: only the last cell of each group can be hit: the cell in which the line
   * continues. No effect with COLLIDE_CELLS_CLOSED. */
  COLLIDE_CORNERS_AHEAD = 2,
  /* Pairs and shapecasts: what touches the shape, with depth 0, does not meet it. */
  COLLIDE_SKIP_TOUCHING = 4,
  /* Pairs: the target is the first of the pair and the shape the second: so normals point out of
   * the shape towards the target. */
  COLLIDE_TARGET_FIRST = 8,
  /* Casts at grids: cells are closed boxes, as shapes are: the cast hits what it would hit of an
   * array with a box for each cell that is not empty. Groups are those of
   * collide_walk_begin_closed, and so is the order of their cells. `inside` then means
   * t_enter < 0 <= t_exit of that box, and COLLIDE_SKIP_INSIDE passes over all cells that contain
   * the start. */
  COLLIDE_CELLS_CLOSED = 16,
  /* Casts at targets: a triangle of three dimensions, also one of a mesh, is not hit where the line
   * meets it from behind, so that `face` would be COLLIDE_FACE_BACK. One that the line lies in the
   * plane of, or that has no area, has no face and is hit. */
  COLLIDE_FRONT_FACES = 32,
  /* Shapecasts: t_exit, which takes as long as the rest, is left out; it may be -1 then. */
  COLLIDE_SKIP_EXIT = 64,
  COLLIDE_FLAGS_END = 128 /* the core's own flags begin here */
} collide_flags;

/* No two flags share a bit: their sum is all bits below the end. A negative size does not compile.
 */
typedef char collide_flags_are_distinct[COLLIDE_SKIP_INSIDE + COLLIDE_CORNERS_AHEAD +
                                                    COLLIDE_SKIP_TOUCHING + COLLIDE_TARGET_FIRST +
                                                    COLLIDE_CELLS_CLOSED + COLLIDE_FRONT_FACES +
                                                    COLLIDE_SKIP_EXIT ==
                                                COLLIDE_FLAGS_END - 1
                                            ? 1
                                            : -1];

#endif
