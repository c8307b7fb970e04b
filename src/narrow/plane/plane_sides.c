/* SPDX-License-Identifier: MIT
 *
 * In plain doubles, two corners at a time: the distance of one outline beyond each edge of another,
 * and the side of the edge on which each corner lies.
 */
#include "plane_quick.h"

#include "../../number/lanes.h"

void ci_spread_corners(const plane_outline *h, corner_lanes *to) {
  int i, last = h->count - 1;
  for (i = 0; i <= last; i += 2) {
    lanes p = lanes_load(h->corners[i].point);
    lanes q = lanes_load(h->corners[i < last ? i + 1 : last].point);
    lanes_store(to->x + i, lanes_firsts(p, q));
    lanes_store(to->y + i, lanes_seconds(p, q));
  }
  to->count = h->count;
}

/* The distances of two corners beyond the edge. The sum n . q - n . p has no larger error than
 * `beyond` (see BEYOND_MARGIN). Each product and each sum adds u: 2 u of the magnitudes times the
 * square root of 2. The difference is rounded, u of them. The normal is off by 4 u. Total: 7 u
 * times the square root of 2, as there. */
typedef struct edge_lanes {
  lanes x, y, base;
} edge_lanes;

static edge_lanes spread_edge(const collide_corner *c) {
  edge_lanes e;
  e.x = lanes_same(c->normal[0]);
  e.y = lanes_same(c->normal[1]);
  e.base = lanes_same(c->normal[0] * c->point[0] + c->normal[1] * c->point[1]);
  return e;
}

static inline lanes beyond_lanes(const edge_lanes *e, const corner_lanes *q, int j) {
  return lanes_sub(
      lanes_add(lanes_mul(e->x, lanes_load(q->x + j)), lanes_mul(e->y, lanes_load(q->y + j))),
      e->base);
}

/* The greatest of the edges' least values, and the first edge that has it. */
typedef struct most_beyond {
  double most;
  int edge;
} most_beyond;

/* Branchless, because a branch would often be mispredicted. */
static inline void put_beyond(most_beyond *all, int i, double least) {
  all->edge = least > all->most ? i : all->edge;
  all->most = least > all->most ? least : all->most;
}

/* `count`, the number of the other's corners, is a constant in each inlined copy. The loop over
 * them is then unrolled, and they stay in registers. */
static PAIR_INLINE void measure_sides(const plane_outline *h, const corner_lanes *other, int count,
                                      pair_sides *s) {
  lanes doubt = lanes_same(HUGE_VAL);
  unsigned all = (2u << (other->count - 1)) - 1, held = h->count > 2 ? all : 0;
  most_beyond most = {-HUGE_VAL, 0};
  int i, j;
  for (i = 0; i < h->count && h->count > 1; i++) {
    edge_lanes e = spread_edge(&h->corners[i]);
    lanes x = beyond_lanes(&e, other, 0), least = x;
    unsigned inside = lanes_below_0(x);
    doubt = lanes_min(lanes_abs(x), doubt);
    for (j = 2; j < count; j += 2) {
      x = beyond_lanes(&e, other, j);
      least = lanes_min(x, least);
      doubt = lanes_min(lanes_abs(x), doubt);
      inside |= lanes_below_0(x) << j;
    }
    inside &= all;
    s->inside[i] = inside;
    held &= inside;
    s->beyond[i] = lanes_least(least);
    put_beyond(&most, i, s->beyond[i]);
  }
  s->held = held;
  s->most = most.most;
  s->edge = most.edge;
  s->doubt = lanes_least(doubt);
}

void ci_measure_sides(const plane_outline *h, const corner_lanes *other, pair_sides *s) {
  measure_sides(h, other, other->count, s);
}
