/* SPDX-License-Identifier: MIT
 *
 * The nearest way out of rects in whole numbers, found by trying all places in whole numbers.
 */
#ifndef SPEC_MOVE_WAYS_H
#define SPEC_MOVE_WAYS_H

#include "legs.h"
#include "../support/cast.h"

enum { RECTS_MOST = 4 };

/* Rects in whole numbers: lowest x and y, then the highest. */
typedef struct rect {
  int low[2], high[2];
} rect;

static rect draw_rect(int reach, int least, int most) {
  rect r;
  int i;
  for (i = 0; i < 2; i++) {
    r.low[i] = below(2 * reach + 1) - reach;
    r.high[i] = r.low[i] + least + below(most - least + 1);
  }
  return r;
}

static int is_apart(const rect *a, const rect *b, int x, int y) {
  return a->low[0] + x >= b->high[0] || a->high[0] + x <= b->low[0] ||
         a->low[1] + y >= b->high[1] || a->high[1] + y <= b->low[1];
}

/* Is a side of b that the mover is beyond at the start one that it is beyond here, too? */
static int keeps_side(const rect *a, const rect *b, int x, int y) {
  int i, by[2];
  by[0] = x;
  by[1] = y;
  for (i = 0; i < 2; i++) {
    if (a->low[i] >= b->high[i] && a->low[i] + by[i] >= b->high[i]) return 1;
    if (a->high[i] <= b->low[i] && a->high[i] + by[i] <= b->low[i]) return 1;
  }
  return 0;
}

/* Is it a place that collide_push_out promises to find? */
static int is_promised(const rect *mover, const rect *list, int count, int x, int y) {
  int i;
  for (i = 0; i < count; i++) {
    if (!is_apart(mover, &list[i], x, y)) return 0;
    if (is_apart(mover, &list[i], 0, 0) && !keeps_side(mover, &list[i], x, y)) return 0;
  }
  return 1;
}

/* The square of the way to the nearest such place within half the mover's least width; else -1. All
 * places in whole numbers are tried. */
static int find_least_way(const rect *mover, const rect *list, int count) {
  int wide = mover->high[0] - mover->low[0], high = mover->high[1] - mover->low[1];
  int half = (wide < high ? wide : high) / 2, least = -1, x, y;
  for (x = -half; x <= half; x++)
    for (y = -half; y <= half; y++) {
      int square = x * x + y * y;
      if (square > half * half || (least >= 0 && square >= least)) continue;
      if (is_promised(mover, list, count, x, y)) least = square;
    }
  return least;
}

static void make_whole_rect(body *b, const rect *r) {
  double low[2], high[2];
  int i;
  for (i = 0; i < 2; i++) {
    low[i] = r->low[i];
    high[i] = r->high[i];
  }
  if (collide_make_rect_corners(&b->shape, &b->source, low, high) != COLLIDE_OK) abort();
}

static void check_nearest_way(int cases) {
  static scene s;
  static body b;
  int i, k, ways = 0;
  for (i = 0; i < cases; i++) {
    rect mover = draw_rect(4, 4, 12), list[RECTS_MOST];
    int count = 1 + below(RECTS_MOST), least;
    collide_move_options o = collide_default_move();
    collide_target target;
    double storage[1024], way;
    moved m;
    s.count = 0;
    for (k = 0; k < count; k++) {
      list[k] = draw_rect(12, 1, 16);
      make_whole_rect(&s.bodies[k], &list[k]);
      s.members[k] = collide_target_of_shape(&s.bodies[k].shape);
    }
    make_whole_rect(&b, &mover);
    target = collide_target_of_array(s.members, count);
    least = find_least_way(&mover, list, count);
    if (least <= 0) continue;
    ways++;
    if (push_shape_out(&b.shape, &b.source, &target, &o, storage, &m.result) != 1) abort();
    way = sqrt(m.result.displacement[0] * m.result.displacement[0] +
               m.result.displacement[1] * m.result.displacement[1]);
    if (m.result.inside) fail("has a way out, and stays in something", i, count);
    if (way > sqrt((double)least) * (1 + 1e-12)) fail("does not go the nearest way out", i, count);
  }
  printf("push_out: %d rects have a near way out\n", ways);
}

#endif
