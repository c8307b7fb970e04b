/* SPDX-License-Identifier: MIT
 *
 * The quick path of a cast through a brick, in plain doubles. It stops where these are not certain
 * of what the line crosses next (CAST_UNSURE); the caller then takes that crossing by exact
 * comparisons. For the slack see CAST_ROUNDINGS in grid_cast.h.
 */
#include "grid_cast.h"

/* The index of a cell in its brick (word and bit) is one number that interleaves the bits of the
 * three coordinates. To add 1 to one coordinate, all bits of the others are set, so that the carry
 * passes through them. */
static CELLS_INLINE unsigned advance(unsigned at, unsigned bits) {
  return (((at | ~bits) + 1) & bits) | (at & ~bits);
}

static CELLS_INLINE unsigned cell_bits(int dimensions, int axis) {
  if (dimensions == 2) return axis == 0 ? 0x47U : axis == 1 ? 0xb8U : 0;
  return axis == 0 ? 0x43U : axis == 1 ? 0x8cU : 0x130U;
}

static CELLS_INLINE unsigned flipped(const collide_grid_cast *c, unsigned x, unsigned y,
                                     unsigned z) {
  return (c->axes[0].flip ? x : 0) | (c->axes[1].flip ? y : 0) | (c->axes[2].flip ? z : 0);
}

static CELLS_INLINE void find_place(const collide_grid_cast *c, int dimensions, uint64_t place[3]) {
  int64_t cell[3];
  int axis;
  for (axis = 0; axis < 3; axis++) cell[axis] = c->axes[axis].cell ^ c->axes[axis].flip;
  grid_place(dimensions, cell, place);
}

static CELLS_INLINE cast_end walk_brick(collide_grid_cast *c, int dimensions) {
  const unsigned x_bits = cell_bits(dimensions, 0), y_bits = cell_bits(dimensions, 1),
                 z_bits = cell_bits(dimensions, 2);
  const grid_brick *brick = (const grid_brick *)c->brick;
  const collide_grid_axis *x = &c->axes[0], *y = &c->axes[1], *z = &c->axes[2];
  const double xy = x->slack + y->slack, xz = x->slack + z->slack, yz = y->slack + z->slack;
  const double x_stop = c->limit - x->slack, y_stop = c->limit - y->slack,
               z_stop = c->limit - z->slack;
  const unsigned flip = flipped(c, x_bits, y_bits, z_bits);
  double ex = (double)(x->cell + 1), ey = (double)(y->cell + 1), ez = (double)(z->cell + 1);
  double tx = x->start + ex * x->rate, ty = y->start + ey * y->rate, tz = z->start + ez * z->rate;
  unsigned at, real, left;
  int mask = 0;
  cast_end end = CAST_UNSURE;
  uint64_t place[3];
  find_place(c, dimensions, place);
  at = (64 * grid_word_of(dimensions, place) + grid_slot_of(dimensions, place, 0)) ^ flip;
  do {
    if (tx + xy < ty && (dimensions == 2 || tx + xz < tz)) {
      if (!(tx < x_stop)) break;
      ex += 1;
      tx = x->start + ex * x->rate;
      at = advance(at, x_bits);
      mask = 1;
      left = !(at & x_bits);
    } else if (ty + xy < tx && (dimensions == 2 || ty + yz < tz)) {
      if (!(ty < y_stop)) break;
      ey += 1;
      ty = y->start + ey * y->rate;
      at = advance(at, y_bits);
      mask = 2;
      left = !(at & y_bits);
    } else if (dimensions == 3 && tz + xz < tx && tz + yz < ty) {
      if (!(tz < z_stop)) break;
      ez += 1;
      tz = z->start + ez * z->rate;
      at = advance(at, z_bits);
      mask = 4;
      left = !(at & z_bits);
    } else {
      break;
    }
    real = at ^ flip;
    if (left)
      end = CAST_LEFT;
    else if (brick->words[real >> 6] >> (real & 63) & 1)
      end = CAST_HIT;
  } while (end == CAST_UNSURE);
  c->axes[0].cell = (int64_t)ex - 1;
  c->axes[1].cell = (int64_t)ey - 1;
  c->axes[2].cell = (int64_t)ez - 1;
  c->mask = mask;
  return end;
}

cast_end ci_cast_run(collide_grid_cast *c) {
  return c->dimensions == 2 ? walk_brick(c, 2) : walk_brick(c, 3);
}
