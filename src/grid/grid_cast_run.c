/* SPDX-License-Identifier: MIT
 *
 * The quick path of a cast through the bricks of a node, in plain doubles. It stops if they are not
 * certain of the next crossing (CAST_UNSURE); the caller then takes that crossing by exact
 * comparisons. The line crosses a brick in one step if the box of cells from its entry to its exit
 * is empty, and otherwise cell by cell. In sparse grids most boxes are empty: the step saves half
 * to three quarters of a long ray. For the slack see CAST_ROUNDINGS in grid_cast.h.
 */
#include "grid_box.h"
#include "grid_cast.h"

/* The index of a cell in its brick (word and bit) interleaves the bits of its three coordinates; so
 * does the slot of a brick in its node. To add 1 to one coordinate, all bits of the others are set,
 * so that the carry passes through them. */
static CELLS_INLINE unsigned advance(unsigned at, unsigned bits) {
  return (((at | ~bits) + 1) & bits) | (at & ~bits);
}

/* ---- From cell to cell ----------------------------------------------------------------------- */

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

/* ---- From brick to brick --------------------------------------------------------------------- */

/* The state of an axis while the line is in one node. */
typedef struct track {
  double start, rate, pace, slack, stop;
  double edge, t; /* the brick's last boundary, and the time of its crossing */
  int in, out;    /* the cells, in the brick and mirrored, where the line comes in and goes out */
  int flip;       /* in the brick, the cell itself is the mirrored one ^ flip */
  unsigned bits;  /* the bits of the axis in a slot */
} track;

/* A copy of the changing parts of a cast, without arrays, so that the compiler can keep it in
 * registers. */
typedef struct run {
  const grid_node *node;
  track x, y, z;
  unsigned at, flip; /* the brick's slot, mirrored */
  int mask;
} run;

static CELLS_INLINE track begin_track(const collide_grid_cast *c, int dimensions, int axis) {
  const collide_grid_axis *a = &c->axes[axis];
  const int side = 1 << grid_brick_shift(dimensions);
  track k;
  k.start = a->start;
  k.rate = a->rate;
  k.pace = a->pace;
  k.slack = a->slack;
  k.stop = c->limit - a->slack;
  k.flip = (int)a->flip & (side - 1);
  k.in = (int)(((uint64_t)(a->cell ^ a->flip) + grid_bias(dimensions)) & (uint64_t)(side - 1));
  k.in ^= k.flip;
  k.out = k.in;
  k.edge = (double)(a->cell - k.in + side);
  k.t = k.start + k.edge * k.rate;
  k.bits = dimensions == 2 ? 7U << 3 * axis : 3U << 2 * axis;
  return k;
}

static CELLS_INLINE void begin_run(run *r, const collide_grid_cast *c, int dimensions) {
  uint64_t place[3];
  r->node = (const grid_node *)c->path[1];
  r->mask = c->mask;
  r->x = begin_track(c, dimensions, 0);
  r->y = begin_track(c, dimensions, 1);
  if (dimensions == 3) r->z = begin_track(c, dimensions, 2);
  find_place(c, dimensions, place);
  r->flip = (r->x.flip ? r->x.bits : 0) | (r->y.flip ? r->y.bits : 0);
  if (dimensions == 3) r->flip |= r->z.flip ? r->z.bits : 0;
  r->at = grid_slot_of(dimensions, place, grid_brick_shift(dimensions)) ^ r->flip;
}

/* Finds the cell of an axis at the time when the axis `by` leaves the brick; 0 if it is uncertain.
 * (An axis that does not move has pace 0; it stays in `out`.) */
static CELLS_INLINE int find_out(track *k, const track *by, int side) {
  double place = (by->t - k->start) * k->pace - (k->edge - side);
  double doubt = (k->slack + by->slack) * k->pace, rest;
  if (k->pace == 0) return 1;
  if (!(place >= 0 && place < side)) return 0;
  k->out = (int)place;
  rest = place - k->out;
  return (rest > doubt) & (rest < 1 - doubt) & (k->out >= k->in);
}

static CELLS_INLINE int is_first(const track *k, const track *other) {
  return k->t + (k->slack + other->slack) < other->t;
}

static CELLS_INLINE int least(const track *k) {
  return k->flip ? k->out ^ k->flip : k->in;
}

static CELLS_INLINE int most(const track *k) {
  return k->flip ? k->in ^ k->flip : k->out;
}

/* Moves to the next brick across the axis that leaves this one first. */
static CELLS_INLINE cast_end leave_brick(run *r, int dimensions, track *k, track *one, track *two,
                                         int mask) {
  const int side = 1 << grid_brick_shift(dimensions);
  unsigned slot = r->at ^ r->flip;
  if (!(k->t < k->stop) || !find_out(one, k, side)) return CAST_UNSURE;
  if (dimensions == 3 && !find_out(two, k, side)) return CAST_UNSURE;
  k->out = side - 1;
  if (r->node->children >> slot & 1) {
    const grid_brick *brick = r->node->slots[slot].brick;
    int low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    low[0] = least(&r->x);
    low[1] = least(&r->y);
    high[0] = most(&r->x);
    high[1] = most(&r->y);
    if (dimensions == 3) low[2] = least(&r->z);
    if (dimensions == 3) high[2] = most(&r->z);
    if (grid_is_taken(dimensions, brick, low, high)) return CAST_UNSURE;
  }
  k->in = 0;
  k->edge += side;
  k->t = k->start + k->edge * k->rate;
  one->in = one->out;
  if (dimensions == 3) two->in = two->out;
  r->at = advance(r->at, k->bits);
  r->mask = mask;
  return r->at & k->bits ? CAST_ON : CAST_LEFT;
}

/* Is the line in a cell that is not empty? */
static CELLS_INLINE int has_hit(const run *r, int dimensions) {
  unsigned slot = r->at ^ r->flip;
  uint64_t place[3] = {0, 0, 0};
  const grid_brick *brick;
  if (r->node->full >> slot & 1) return 1;
  if (!(r->node->children >> slot & 1)) return 0;
  place[0] = (uint64_t)(r->x.in ^ r->x.flip);
  place[1] = (uint64_t)(r->y.in ^ r->y.flip);
  if (dimensions == 3) place[2] = (uint64_t)(r->z.in ^ r->z.flip);
  brick = r->node->slots[slot].brick;
  return (int)(brick->words[grid_word_of(dimensions, place)] >> grid_slot_of(dimensions, place, 0) &
               1);
}

static CELLS_INLINE void end_run(const run *r, collide_grid_cast *c, int dimensions) {
  const int shift = grid_brick_shift(dimensions), side = 1 << shift;
  unsigned slot = r->at ^ r->flip;
  c->axes[0].cell = (int64_t)r->x.edge - side + r->x.in;
  c->axes[1].cell = (int64_t)r->y.edge - side + r->y.in;
  if (dimensions == 3) c->axes[2].cell = (int64_t)r->z.edge - side + r->z.in;
  c->mask = r->mask;
  c->brick = r->node->children >> slot & 1 ? r->node->slots[slot].brick : NULL;
  c->shift = c->brick != NULL || r->node->full >> slot & 1 ? 0 : shift;
}

static CELLS_INLINE cast_end walk_node(collide_grid_cast *c, int dimensions) {
  cast_end end;
  run r;
  begin_run(&r, c, dimensions);
  do {
    if (is_first(&r.x, &r.y) && (dimensions == 2 || is_first(&r.x, &r.z)))
      end = leave_brick(&r, dimensions, &r.x, &r.y, &r.z, 1);
    else if (is_first(&r.y, &r.x) && (dimensions == 2 || is_first(&r.y, &r.z)))
      end = leave_brick(&r, dimensions, &r.y, &r.x, &r.z, 2);
    else if (dimensions == 3 && is_first(&r.z, &r.x) && is_first(&r.z, &r.y))
      end = leave_brick(&r, dimensions, &r.z, &r.x, &r.y, 4);
    else
      end = CAST_UNSURE;
    if (end == CAST_ON && has_hit(&r, dimensions)) end = CAST_HIT;
  } while (end == CAST_ON);
  end_run(&r, c, dimensions);
  return end;
}

cast_end ci_cast_run(collide_grid_cast *c) {
  cast_end end = c->dimensions == 2 ? walk_node(c, 2) : walk_node(c, 3);
  if (end != CAST_UNSURE || c->brick == NULL) return end;
  return c->dimensions == 2 ? walk_brick(c, 2) : walk_brick(c, 3);
}
