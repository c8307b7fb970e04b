/* SPDX-License-Identifier: MIT
 *
 * Does to grids what no script can: has memory run out at any allocation, and checks that the
 * grid is then as it was before and that all memory is given back. Everything is done to a plain
 * array as well, which has to hold the same. What a fill allocates is compared with what it was
 * said to cost. Prints a line and returns 0, or says what went wrong.
 * Built by make grid, of itself and the sources of grid, cells and number.
 */
#include "grid/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REACH = 40, SIDE = 2 * REACH, ROUNDS = 200, CHANGES = 60 };

static unsigned short cells[SIDE][SIDE][SIDE]; /* by z, y, x */
static long budget;                            /* allocations that still succeed; -1: all */
static size_t held;
static double spent; /* what was allocated, as ci_grid_fill_cost counts it */
static uint64_t state = 88172645463325252u;
static const char *doing = "nothing";

static unsigned short *cell_of(const int64_t cell[3]) {
  return &cells[cell[2] + REACH][cell[1] + REACH][cell[0] + REACH];
}

static void fail(const char *what) {
  printf("grid: %s, after %s\n", what, doing);
  exit(1);
}

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  void *got;
  if (user != &held) fail("another user came to the allocator");
  if (new_size == 0) {
    held -= old_size;
    free(block);
    return NULL;
  }
  if (budget == 0) return NULL;
  if (budget > 0) budget--;
  got = realloc(block, new_size);
  if (got == NULL) fail("this machine has no memory left");
  held += new_size - old_size;
  spent += new_size == sizeof(grid_node) ? 544 : new_size == sizeof(grid_brick) ? 96 : 0;
  spent += new_size == 1024 ? 1040 : new_size == 512 ? 528 : 0;
  return got;
}

/* 0 to n - 1; xorshift64, Marsaglia 2003. */
static int below(int n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int)((state >> 11) % (uint64_t)n);
}

/* ---- Looking -------------------------------------------------------------- */

static int next_cell(int dimensions, int64_t cell[3]) {
  if (++cell[0] < REACH) return 1;
  cell[0] = -REACH;
  if (++cell[1] < REACH) return 1;
  cell[1] = -REACH;
  return dimensions == 3 && ++cell[2] < REACH;
}

static void check(const collide_grid *grid, int dimensions) {
  int64_t cell[3] = {-REACH, -REACH, 0}, count = 0, low[3], high[3], min[3], max[3];
  collide_grid_cells walk;
  int axis;
  if (dimensions == 3) cell[2] = -REACH;
  for (axis = 0; axis < 3; axis++) {
    low[axis] = REACH;
    high[axis] = -REACH;
  }
  collide_grid_cells_begin(&walk, NULL, NULL);
  do {
    unsigned value = *cell_of(cell);
    if (collide_grid_get(grid, cell) != value) fail("a cell holds something else");
    if (value == 0) continue;
    if (collide_grid_cells_next(&walk, grid) != value || memcmp(walk.at, cell, sizeof cell) != 0)
      fail("the cells come in another order");
    count++;
    for (axis = 0; axis < 3; axis++) {
      if (cell[axis] < low[axis]) low[axis] = cell[axis];
      if (cell[axis] > high[axis]) high[axis] = cell[axis];
    }
  } while (next_cell(dimensions, cell));
  if (collide_grid_cells_next(&walk, grid) != 0) fail("there are more cells");
  if (collide_grid_count(grid) != count) fail("the count is wrong");
  if (collide_grid_bounds(grid, min, max) != (count > 0)) fail("bounds of nothing");
  if (count > 0 && (memcmp(min, low, sizeof min) != 0 || memcmp(max, high, sizeof max) != 0))
    fail("the bounds are wrong");
  if (grid->bytes + sizeof *grid != held) fail("memory was lost, or not counted");
  if (count == 0 && grid->bytes != 0) fail("an empty grid keeps memory");
}

/* ---- States ---------------------------------------------------------------- */

/* A grid, so that another state of it can be compared. */
typedef struct state_of {
  unsigned char *bytes; /* its string */
  size_t size, memory;
  int64_t min[3], max[3], count;
  int nodes, bricks, level;
} state_of;

static void count_blocks(const grid_node *node, int level, state_of *s) {
  uint64_t rest = node->children;
  s->nodes++;
  for (; rest != 0; rest &= rest - 1) {
    if (level == 1)
      s->bricks++;
    else
      count_blocks(node->slots[grid_lowest_bit(rest)].node, level - 1, s);
  }
}

static state_of look(const collide_grid *grid) {
  state_of s;
  memset(&s, 0, sizeof s);
  s.size = collide_grid_encode(grid, NULL, 0);
  s.bytes = (unsigned char *)malloc(s.size);
  if (s.bytes == NULL || collide_grid_encode(grid, s.bytes, s.size) != s.size) fail("no string");
  s.memory = grid->bytes;
  s.count = collide_grid_count(grid);
  collide_grid_bounds(grid, s.min, s.max);
  if (grid->root != NULL) count_blocks(grid->root, grid->level, &s);
  if (grid->root != NULL) s.level = grid->level;
  return s;
}

static void check_same(const state_of *s, const collide_grid *grid) {
  state_of now = look(grid);
  if (now.size != s->size || memcmp(now.bytes, s->bytes, s->size) != 0) fail("the string changed");
  if (now.memory != s->memory || now.memory + sizeof *grid != held) fail("the memory changed");
  if (memcmp(now.min, s->min, sizeof now.min) != 0 || memcmp(now.max, s->max, sizeof now.max) != 0)
    fail("the bounds changed");
  if (now.count != s->count) fail("the count changed");
  if (now.nodes != s->nodes || now.bricks != s->bricks || now.level != s->level)
    fail("the tree changed");
  free(now.bytes);
}

/* ---- Changing -------------------------------------------------------------- */

typedef struct change {
  int64_t low[3], high[3];
  unsigned value;
} change;

static change make_change(int dimensions) {
  change c;
  int axis, reach = below(2) ? REACH : 6;
  for (axis = 0; axis < 3; axis++) {
    int64_t a = below(2 * reach) - reach, b = below(2 * reach) - reach;
    c.low[axis] = a < b ? a : b;
    c.high[axis] = a < b ? b : a;
    if (axis >= dimensions) c.low[axis] = c.high[axis] = 0;
  }
  c.value = below(3) ? 1 + (unsigned)below(3) : 0;
  return c;
}

static void change_array(const change *c) {
  int64_t cell[3];
  for (cell[2] = c->low[2]; cell[2] <= c->high[2]; cell[2]++)
    for (cell[1] = c->low[1]; cell[1] <= c->high[1]; cell[1]++)
      for (cell[0] = c->low[0]; cell[0] <= c->high[0]; cell[0]++)
        *cell_of(cell) = (unsigned short)c->value;
}

enum { SET, FILL, KINDS };

static change make_kind(int dimensions, int kind) {
  change c = make_change(dimensions);
  int axis;
  for (axis = 0; kind == SET && axis < 3; axis++) c.high[axis] = c.low[axis];
  return c;
}

static int do_change(collide_grid *grid, const change *c, int kind) {
  static const char *const names[] = {"a set", "a fill"};
  doing = names[kind];
  if (kind == SET) return collide_grid_set(grid, c->low, c->value);
  return collide_grid_fill(grid, c->low, c->high, c->value);
}

/* Returns whether there was memory for it. */
static int make_one(collide_grid *grid, int dimensions) {
  int kind = below(10) < 6 ? SET : FILL;
  change c = make_kind(dimensions, kind);
  double cost = ci_grid_fill_cost(grid, c.low, c.high, c.value);
  spent = 0;
  if (!do_change(grid, &c, kind)) return 0;
  if (kind == FILL && spent != cost) fail("it was said to cost something else");
  change_array(&c);
  return 1;
}

/* The same change, with memory for one allocation more each time, until it is enough. */
static int make_starved(collide_grid *grid, int dimensions) {
  int kind = below(KINDS), enough = 0;
  change c = make_kind(dimensions, kind);
  state_of before = look(grid);
  for (;; enough++) {
    int done;
    budget = enough;
    done = do_change(grid, &c, kind);
    budget = -1;
    if (done) break;
    check_same(&before, grid);
  }
  free(before.bytes);
  change_array(&c);
  return enough;
}

/* Through a string and back, with memory running out on the way. */
static collide_grid *carry(collide_grid *grid) {
  size_t size = collide_grid_encode(grid, NULL, 0);
  void *bytes = malloc(size);
  collide_grid *copy = NULL;
  collide_error error;
  long enough;
  doing = "a string";
  if (bytes == NULL || collide_grid_encode(grid, bytes, size) != size) fail("no string");
  collide_grid_free(grid);
  for (enough = 0; copy == NULL; enough++) {
    if (held != 0) fail("memory was lost");
    budget = enough;
    copy = collide_grid_decode(bytes, size, allocate, &held, &error);
    if (copy == NULL && error != COLLIDE_ERROR_MEMORY) fail("its own string was refused");
  }
  budget = -1;
  free(bytes);
  return copy;
}

static int play(collide_grid *grid, int dimensions) {
  int i, failures = 0;
  for (i = 0; i < CHANGES; i++) {
    int done;
    if (below(6) == 0) {
      failures += make_starved(grid, dimensions);
      continue;
    }
    budget = below(3) == 0 ? below(30) : -1;
    done = make_one(grid, dimensions);
    if (!done && budget != 0) fail("it failed with memory left");
    failures += !done;
    budget = -1;
    if (i % 20 == 19 || !done) check(grid, dimensions);
  }
  return failures;
}

/* ROUNDS of them, unless told. */
int main(int count, char **arguments) {
  int round, failures = 0, rounds = count > 1 ? atoi(arguments[1]) : ROUNDS;
  for (round = 0; round < rounds; round++) {
    int dimensions = 2 + round % 2;
    collide_grid_frame frame = collide_unit_frame(dimensions);
    collide_grid *grid;
    memset(cells, 0, sizeof cells);
    budget = -1;
    grid = collide_grid_new(&frame, allocate, &held);
    failures += play(grid, dimensions);
    check(grid, dimensions);
    grid = carry(grid);
    check(grid, dimensions);
    collide_grid_free(grid);
    if (held != 0) fail("memory was lost");
  }
  printf("grid: %d rounds of %d changes, %d times without memory\n", rounds, CHANGES, failures);
  return failures < 10 * rounds;
}
