/* SPDX-License-Identifier: MIT
 *
 * Fills of boxes that are far too large for an array, one over another: what they cost must be
 * what they allocate, and the cells, their count and their bounds are compared with the list of
 * boxes. Fills that cost too much must be refused, and leave the grid as it was; so must fills
 * whose memory runs out. Prints a line and returns 0, or says what went wrong.
 * Built by make grid, of itself and the sources of grid, cells and number.
 */
#include "grid/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 120, BOXES = 8, POINTS = 100 };

typedef struct box {
  int64_t low[3], high[3];
  unsigned value;
} box;

static box boxes[BOXES]; /* the later ones lie over those before */
static int count_boxes;
static long budget; /* allocations that still succeed; -1: all */
static long taken;
static double spent; /* what was allocated, as ci_grid_fill_cost counts it */
static uint64_t state = 88172645463325252u;

static void fail(const char *what) {
  printf("vast: %s\n", what);
  exit(1);
}

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  if (budget == 0) return NULL;
  if (budget > 0) budget--;
  taken++;
  spent += new_size == sizeof(grid_node) ? 544 : new_size == sizeof(grid_brick) ? 96 : 0;
  spent += new_size == 1024 ? 1040 : new_size == 512 ? 528 : 0;
  return realloc(block, new_size);
}

/* 0 to n - 1; xorshift64, Marsaglia 2003. */
static int64_t below(int64_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int64_t)((state >> 11) % (uint64_t)n);
}

/* ---- What the list of boxes says ---------------------------------------------- */

static unsigned value_at(const int64_t cell[3]) {
  int i;
  for (i = count_boxes - 1; i >= 0; i--) {
    const box *b = &boxes[i];
    if (cell[0] >= b->low[0] && cell[0] <= b->high[0] && cell[1] >= b->low[1] &&
        cell[1] <= b->high[1] && cell[2] >= b->low[2] && cell[2] <= b->high[2])
      return b->value;
  }
  return 0;
}

static int ascending(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* Between two neighbouring edges, along every axis, all cells are alike. */
static void check(const collide_grid *grid) {
  int64_t edges[3][2 * BOXES], min[3], max[3], low[3], high[3], count = 0;
  int axis, i, at[3], n = 2 * count_boxes;
  for (axis = 0; axis < 3; axis++) {
    for (i = 0; i < count_boxes; i++) {
      edges[axis][2 * i] = boxes[i].low[axis];
      edges[axis][2 * i + 1] = boxes[i].high[axis] + 1;
    }
    qsort(edges[axis], (size_t)n, sizeof edges[axis][0], ascending);
    low[axis] = INT64_MAX;
    high[axis] = INT64_MIN;
  }
  for (at[2] = 0; at[2] < n - 1; at[2]++)
    for (at[1] = 0; at[1] < n - 1; at[1]++)
      for (at[0] = 0; at[0] < n - 1; at[0]++) {
        int64_t cell[3], cells = 1;
        for (axis = 0; axis < 3; axis++) {
          cell[axis] = edges[axis][at[axis]];
          if (edges[axis][at[axis] + 1] == cell[axis]) cells = 0;
        }
        if (cells == 0 || value_at(cell) == 0) continue;
        for (axis = 0; axis < 3; axis++) cells *= edges[axis][at[axis] + 1] - cell[axis];
        count += cells;
        for (axis = 0; axis < 3; axis++) {
          int64_t last = edges[axis][at[axis] + 1] - 1;
          if (cell[axis] < low[axis]) low[axis] = cell[axis];
          if (last > high[axis]) high[axis] = last;
        }
      }
  if (collide_grid_count(grid) != count) fail("the count is wrong");
  if (collide_grid_bounds(grid, min, max) != (count > 0)) fail("bounds of nothing");
  if (count > 0 && (memcmp(min, low, sizeof min) != 0 || memcmp(max, high, sizeof max) != 0))
    fail("the bounds are wrong");
}

/* Cells at the faces of boxes and of blocks, and anywhere. */
static void check_cells(const collide_grid *grid, int dimensions) {
  int i, axis;
  for (i = 0; i < POINTS; i++) {
    const box *b = &boxes[below(count_boxes)];
    int64_t cell[3] = {0, 0, 0};
    for (axis = 0; axis < dimensions; axis++) {
      int64_t width = b->high[axis] - b->low[axis] + 1;
      cell[axis] = below(2) ? b->low[axis] + below(width) : below(2) ? b->low[axis] : b->high[axis];
      if (below(3) == 0) cell[axis] += below(3) - 1;
    }
    if (collide_grid_get(grid, cell) != value_at(cell)) fail("a cell holds something else");
  }
}

/* ---- Fills -------------------------------------------------------------------- */

/* Edges of all sizes: at multiples of powers of 2, at edges of other boxes, or next to them. */
static int64_t make_edge(int axis) {
  int shift = (int)below(19);
  int64_t edge = (below(64) - 32) * ((int64_t)1 << shift) + (below(2) ? 0 : below(5) - 2);
  if (count_boxes > 0 && below(3) == 0) {
    const box *b = &boxes[below(count_boxes)];
    edge = (below(2) ? b->low[axis] : b->high[axis]) + below(3) - 1;
  }
  return edge;
}

static box make_box(int dimensions) {
  box b;
  int axis;
  memset(&b, 0, sizeof b);
  for (axis = 0; axis < dimensions; axis++) {
    int64_t one = make_edge(axis), other = below(4) ? make_edge(axis) : one + below(9);
    b.low[axis] = one < other ? one : other;
    b.high[axis] = one < other ? other : one;
  }
  b.value = (unsigned)below(4);
  return b;
}

static unsigned char *encode(const collide_grid *grid, size_t *size) {
  unsigned char *bytes;
  *size = collide_grid_encode(grid, NULL, 0);
  bytes = (unsigned char *)malloc(*size);
  if (bytes == NULL || collide_grid_encode(grid, bytes, *size) != *size) fail("no string");
  return bytes;
}

/* A fill that is expected to fail, and to change nothing. */
static void fill_in_vain(collide_grid *grid, const box *b) {
  size_t memory = grid->bytes, before_size, size;
  unsigned char *before = encode(grid, &before_size), *after;
  int64_t count = grid->count;
  if (collide_grid_fill(grid, b->low, b->high, b->value)) fail("a fill was done that cannot be");
  budget = -1;
  after = encode(grid, &size);
  if (size != before_size || memcmp(before, after, size) != 0) fail("the string changed");
  if (grid->bytes != memory || grid->count != count) fail("memory or count changed");
  free(before);
  free(after);
}

static void check_string(const collide_grid *grid) {
  size_t size, again;
  collide_error error;
  unsigned char *bytes = encode(grid, &size), *other;
  collide_grid *copy = collide_grid_decode(bytes, size, allocate, NULL, &error);
  if (copy == NULL) fail("its own string was refused");
  if (copy->count != grid->count) fail("its string has another count");
  other = encode(copy, &again);
  if (size != again || memcmp(bytes, other, size) != 0) fail("its string has another string");
  collide_grid_free(copy);
  free(bytes);
  free(other);
}

static void play(collide_grid *grid, int dimensions, int *refused) {
  const double most = 1 << 22; /* of which the rest need no more time than it is worth */
  int tries;
  for (tries = 0; count_boxes < BOXES && tries < 40; tries++) {
    box b = make_box(dimensions);
    double cost = ci_grid_fill_cost(grid, b.low, b.high, b.value);
    if (cost > COLLIDE_GRID_FILL_LIMIT) {
      fill_in_vain(grid, &b);
      ++*refused;
    }
    if (cost > most) continue;
    if (cost > 0) {
      budget = below((int64_t)(cost / 1040) + 1);
      fill_in_vain(grid, &b);
    }
    spent = 0;
    if (!collide_grid_fill(grid, b.low, b.high, b.value)) fail("it failed with memory left");
    if (spent != cost) fail("it was said to cost something else");
    boxes[count_boxes++] = b;
    check(grid);
    check_cells(grid, dimensions);
  }
  check_string(grid);
}

/* ROUNDS of them, unless told. */
int main(int count, char **arguments) {
  int round, refused = 0, filled = 0, rounds = count > 1 ? atoi(arguments[1]) : ROUNDS;
  for (round = 0; round < rounds; round++) {
    int dimensions = 2 + round % 2;
    collide_grid_frame frame = collide_unit_frame(dimensions);
    collide_grid *grid;
    budget = -1;
    count_boxes = 0;
    grid = collide_grid_new(&frame, allocate, NULL);
    play(grid, dimensions, &refused);
    filled += count_boxes;
    collide_grid_free(grid);
  }
  printf("vast: %d boxes filled, %d refused, %ld allocations\n", filled, refused, taken);
  return refused < rounds / 4 || filled < 4 * rounds;
}
