/* SPDX-License-Identifier: MIT
 *
 * Grids as strings of bytes, the same on every machine: the tree, node by node.
 * No count is stored that is not followed by as much, so a decoder never takes much more
 * memory than the bytes that it was given justify.
 *
 *   grid    "cgrid", version, dimensions, sizes, origins, level of the root or 0,
 *           and unless it is 0: the root's least cell, along each axis, and node
 *   node    mask of children, mask of full slots; for each slot of either, in
 *           order: the value that fills it, or a node, or at level 1 a brick
 *   brick   1 when all values are the same, else 0; for each word two bits, from
 *           the lowest of as many bytes as that takes: 0 empty, 1 as follows, 2
 *           full; the words that follow; the values: one, or runs of length and
 *           value over the cells that hold something
 *
 * Doubles and masks are 8 bytes, lowest first; other numbers have 7 bits a byte,
 * lowest first, and 128 is added to all bytes but the last; a coordinate n is stored as 2 n, or
 * as -2 n - 1 if it is negative. A block that holds one value is always stored as a full
 * slot, and the root is at the lowest level possible, so the same cells make the same bytes.
 */
#ifndef COLLIDE_GRID_CODE_H
#define COLLIDE_GRID_CODE_H

#include "grid.h"

#define GRID_CODE_MAGIC "cgrid"

enum { GRID_CODE_MAGIC_SIZE = 5, GRID_CODE_VERSION = 1 };

/* The state of a word of a brick. */
enum { WORD_EMPTY = 0, WORD_MIXED = 1, WORD_FULL = 2 };

/* How many words a brick has. */
static inline int grid_code_words(int dimensions) {
  return dimensions == 3 ? GRID_WORDS : GRID_WORDS / 2;
}

#endif
