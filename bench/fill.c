/* SPDX-License-Identifier: MIT
 *
 * What fills of grids take: boxes from 2^4 to 2^20 cells a side, memory and time. A fill that
 * costs more than the limit is refused, and then only counting it takes time. Prints a table: what
 * it was said to cost, what it allocated at most (without what an allocator adds), and the
 * processor's time; in the end the most of each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "collide.h"
#include "grid/grid.h"

typedef struct ledger {
  size_t held, peak;
} ledger;

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  ledger *l = (ledger *)user;
  if (block == NULL) old_size = 0;
  if (new_size == 0) {
    free(block);
    l->held -= old_size;
    return NULL;
  }
  block = realloc(block, new_size);
  if (block == NULL) return NULL;
  l->held += new_size - old_size;
  if (l->held > l->peak) l->peak = l->held;
  return block;
}

typedef struct box {
  int64_t low[3], high[3];
} box;

static double most_peak, most_ms;

static double now_ms(void) {
  return (double)clock() * 1000 / CLOCKS_PER_SEC;
}

/* One fill, after another one of `before` if that is not NULL. */
static void fill(const char *name, int exponent, int dimensions, const box *before, const box *b,
                 unsigned value) {
  collide_grid_frame frame = collide_unit_frame(dimensions);
  ledger l = {0, 0};
  collide_grid *grid = collide_grid_new(&frame, allocate, &l);
  double cost, start, ms;
  size_t held;
  int done;
  if (grid == NULL) abort();
  if (before != NULL && !collide_grid_fill(grid, before->low, before->high, 1)) {
    collide_grid_free(grid);
    return;
  }
  held = l.peak = l.held;
  cost = ci_grid_fill_cost(grid, b->low, b->high, value);
  start = now_ms();
  done = collide_grid_fill(grid, b->low, b->high, value);
  ms = now_ms() - start;
  printf("%-34s 2^%-2d %14.3f %14.3f %10.3f%s\n", name, exponent, cost / 1048576,
         (double)(l.peak - held) / 1048576, ms, done ? "" : "  refused");
  if ((double)(l.peak - held) > most_peak) most_peak = (double)(l.peak - held);
  if (ms > most_ms) most_ms = ms;
  collide_grid_free(grid);
}

static box make_box(int64_t corner, int64_t x, int64_t y, int64_t z) {
  box b;
  int i;
  for (i = 0; i < 3; i++) b.low[i] = corner;
  b.high[0] = corner + x - 1;
  b.high[1] = corner + y - 1;
  b.high[2] = corner + z - 1;
  return b;
}

static box flat(box b) {
  b.low[2] = b.high[2] = 0;
  return b;
}

static void row_of(int exponent) {
  int64_t side = (int64_t)1 << exponent;
  box cube = make_box(0, side, side, side), odd = make_box(3, side, side, side);
  box inner = make_box(1, side - 2, side - 2, side - 2), slab = make_box(0, side, 8, side);
  box thin = make_box(3, side, 4, side), rod = make_box(0, side, 8, 8);
  box line = make_box(3, side, 1, 1), square = flat(make_box(0, side, side, 1));
  box odd_square = flat(make_box(3, side, side, 1)), row = flat(make_box(3, side, 1, 1));
  fill("cube, aligned", exponent, 3, NULL, &cube, 1);
  fill("cube, unaligned", exponent, 3, NULL, &odd, 1);
  fill("erase inside a cube", exponent, 3, &cube, &inner, 0);
  fill("another value inside a cube", exponent, 3, &cube, &inner, 2);
  fill("slab of 8 layers, aligned", exponent, 3, NULL, &slab, 1);
  fill("slab of 4 layers, unaligned", exponent, 3, NULL, &thin, 1);
  fill("rod of 8 x 8, aligned", exponent, 3, NULL, &rod, 1);
  fill("rod of 1 x 1, unaligned", exponent, 3, NULL, &line, 1);
  fill("square, aligned", exponent, 2, NULL, &square, 1);
  fill("square, unaligned", exponent, 2, NULL, &odd_square, 1);
  fill("row, unaligned", exponent, 2, NULL, &row, 1);
}

int main(void) {
  box floor_box = make_box(-5000, 10001, 4, 10001);
  int exponent;
  floor_box.low[1] = 0;
  floor_box.high[1] = 3;
  printf("%-34s %-4s %14s %14s %10s\n", "fill", "side", "cost, MB", "peak, MB", "ms");
  for (exponent = 4; exponent <= 20; exponent++) row_of(exponent);
  fill("a floor of 10001 x 4 x 10001", 13, 3, NULL, &floor_box, 1);
  printf("most: %.1f MB of the limit of %.0f MB, %.0f ms\n", most_peak / 1048576,
         COLLIDE_GRID_FILL_LIMIT / 1048576, most_ms);
  return 0;
}
