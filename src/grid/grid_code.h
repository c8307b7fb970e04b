/* SPDX-License-Identifier: MIT
 *
 * Grids as strings of bytes, the same on every machine: the tree, node by node. Each stored count
 * is followed by at least as many bytes; see GRID_CODE_NODE_LEAST.
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
 * lowest first, and 128 is added to all bytes but the last, which is 0 only in the number 0; a
 * coordinate n is stored as 2 n, or as -2 n - 1 if it is negative.
 *
 * The same cells make the same bytes, and no other bytes are decoded. A block that holds one value
 * is stored as a full slot, and the root is at the lowest level possible. If all cells are in one
 * block with one value, the root has 64 full slots, or at level 1 one. Only words that are neither
 * empty nor full have state 1. Only bricks with two values or more begin with 0. Two runs that
 * follow one another have different values.
 */
#ifndef COLLIDE_GRID_CODE_H
#define COLLIDE_GRID_CODE_H

#include "grid.h"

#define GRID_CODE_MAGIC "cgrid"

enum { GRID_CODE_MAGIC_SIZE = 5, GRID_CODE_VERSION = 2 };

/* The least bytes of a node, a brick, and the values of a brick that holds several: two masks and a
 * child; the byte for "same", the states of the words and a value; two runs. A decoder allocates
 * nothing for which fewer bytes are left. So a byte costs at most the following memory, with
 * pointers of 8 bytes and without the overhead of an allocator:
 *
 *   a node of 528 bytes for 17                                     31
 *   a brick of 80 bytes, 4 bytes long (3 in two dimensions)        20 (27)
 *   with values, 80 + 1024 for 7 (80 + 512 for 6)                  158 (99)
 *
 * Decoding takes at most 158 bytes of memory for each byte of the string. Grids with that many
 * values exist, for example ground whose bricks all hold stone below and grass above. Bricks of one
 * value are far more common. */
enum { GRID_CODE_NODE_LEAST = 17, GRID_CODE_BRICK_LEAST = 3, GRID_CODE_VALUES_LEAST = 4 };

/* The state of a word of a brick. */
enum { WORD_EMPTY = 0, WORD_MIXED = 1, WORD_FULL = 2 };

#endif
