/* SPDX-License-Identifier: MIT
 *
 * Two grids, which ci_grid_compare compares block by block, against all of their cells one by one.
 * Prints a line and returns 0, or says what went wrong.
 */
#include "grid/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4000 };

static uint64_t state = 88172645463325252u;

static void fail(const char *what) {
  printf("compare: %s\n", what);
  exit(1);
}

static int64_t below(int64_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int64_t)(state % (uint64_t)n);
}

/* Near the origin, in blocks of 4 to 512 cells beside it, or far away. */
static void draw_cell(int dimensions, int64_t cell[3]) {
  int64_t side = (int64_t)4 << below(8);
  int axis;
  cell[2] = 0;
  for (axis = 0; axis < dimensions; axis++) cell[axis] = below(side) - below(2) * side / 2;
  if (below(12) == 0) cell[below(dimensions)] += ((int64_t)1 << below(40)) * (below(2) ? 1 : -1);
}

static void change(collide_grid *grid, int dimensions) {
  int64_t low[3], high[3];
  int axis;
  draw_cell(dimensions, low);
  memcpy(high, low, sizeof low);
  if (below(4) == 0)
    for (axis = 0; axis < dimensions; axis++) high[axis] += below(9);
  if (!collide_grid_fill(grid, low, high, (unsigned)below(3))) fail("no memory");
}

static int by_cells(const collide_grid *a, const collide_grid *b) {
  collide_grid_cells p, q;
  collide_grid_cells_begin(&p, NULL, NULL);
  collide_grid_cells_begin(&q, NULL, NULL);
  for (;;) {
    int left = collide_grid_cells_next(&p, a) != 0, right = collide_grid_cells_next(&q, b) != 0, k;
    if (!left || !right) return left != right ? right - left : 0;
    for (k = 2; k >= 0; k--)
      if (p.at[k] != q.at[k]) return p.at[k] < q.at[k] ? -1 : 1;
  }
}

static void run(int dimensions) {
  collide_grid_frame frame = collide_unit_frame(dimensions);
  collide_grid *grids[2];
  int i, k, one, other;
  for (k = 0; k < 2; k++) {
    grids[k] = collide_grid_new(&frame, NULL, NULL);
    if (grids[k] == NULL) fail("no memory");
  }
  for (i = (int)below(20); i >= 0; i--) { /* the same cells in both */
    uint64_t before = state;
    change(grids[0], dimensions);
    state = before;
    change(grids[1], dimensions);
  }
  for (i = (int)below(4); i > 0; i--) change(grids[below(2)], dimensions);
  one = ci_grid_compare(grids[0], grids[1]);
  other = ci_grid_compare(grids[1], grids[0]);
  if (one != by_cells(grids[0], grids[1])) fail("another answer than cell by cell");
  if (other != -one || ci_grid_compare(grids[0], grids[0]) != 0) fail("the other order");
  for (k = 0; k < 2; k++) collide_grid_free(grids[k]);
}

int main(void) {
  int i;
  for (i = 0; i < ROUNDS; i++) run(2 + i % 2);
  printf("%d pairs of grids compare as their cells do\n", ROUNDS);
  return 0;
}
