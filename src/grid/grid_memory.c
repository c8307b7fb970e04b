/* SPDX-License-Identifier: MIT
 *
 * The memory of a grid: its nodes, its bricks, their arrays of values, and lists of these that
 * are allocated before a change begins.
 */
#include "grid_forms.h"

#include <stdlib.h>
#include <string.h>

static void *default_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static unsigned count_cells(int dimensions) {
  return dimensions == 3 ? GRID_CELLS : GRID_CELLS / 2;
}

static size_t array_size(const collide_grid *g) {
  return count_cells(g->frame.dimensions) * sizeof(uint16_t);
}

/* Memory of all zeros, or NULL. */
static void *take(collide_grid *g, size_t size) {
  void *block = g->alloc(g->user, NULL, 0, size);
  if (block == NULL) return NULL;
  memset(block, 0, size);
  g->bytes += size;
  g->changes++;
  return block;
}

static void give_back(collide_grid *g, void *block, size_t size) {
  g->alloc(g->user, block, size, 0);
  g->bytes -= size;
  g->changes++;
}

/* ---- Grids ----------------------------------------------------------------- */

void ci_grid_begin(collide_grid *grid, const collide_grid_frame *frame, collide_alloc alloc,
                   void *user) {
  memset(grid, 0, sizeof *grid);
  grid->frame = *frame;
  grid->distinct_below = ci_cells_distinct_below(frame);
  grid->alloc = alloc != NULL ? alloc : default_alloc;
  grid->user = user;
  ci_grid_clear(grid);
}

collide_grid *collide_grid_new(const collide_grid_frame *frame, collide_alloc alloc, void *user) {
  collide_alloc function = alloc != NULL ? alloc : default_alloc;
  collide_grid *grid = (collide_grid *)function(user, NULL, 0, sizeof *grid);
  if (grid != NULL) ci_grid_begin(grid, frame, alloc, user);
  return grid;
}

void collide_grid_free(collide_grid *grid) {
  if (grid == NULL) return;
  ci_grid_clear(grid);
  ci_grid_free_forms(grid);
  grid->alloc(grid->user, grid, sizeof *grid, 0);
}

/* ---- Stocks ---------------------------------------------------------------- */

/* A list links its blocks through their first bytes. */
static void *pop(void **list) {
  void *block = *list;
  memcpy(list, block, sizeof *list);
  memset(block, 0, sizeof *list);
  return block;
}

static int push_new(collide_grid *g, void **list, double count, size_t size) {
  for (; count >= 1; count--) {
    void *block = take(g, size);
    if (block == NULL) return 0;
    memcpy(block, list, sizeof *list);
    *list = block;
  }
  return 1;
}

static void give_back_list(collide_grid *g, void **list, size_t size) {
  while (*list != NULL) give_back(g, pop(list), size);
}

int ci_grid_stock_take(collide_grid *grid, const grid_need *need, grid_stock *stock) {
  stock->nodes = stock->bricks = stock->arrays = NULL;
  if (push_new(grid, &stock->nodes, need->nodes, sizeof(grid_node)) &&
      push_new(grid, &stock->bricks, need->bricks, sizeof(grid_brick)) &&
      push_new(grid, &stock->arrays, need->arrays, array_size(grid)))
    return 1;
  give_back_list(grid, &stock->nodes, sizeof(grid_node));
  give_back_list(grid, &stock->bricks, sizeof(grid_brick));
  give_back_list(grid, &stock->arrays, array_size(grid));
  return 0;
}

/* ---- Nodes and bricks -------------------------------------------------------- */

grid_node *ci_grid_make_node(collide_grid *grid, unsigned value, grid_stock *stock) {
  int i;
  grid_node *node =
      (grid_node *)(stock != NULL ? pop(&stock->nodes) : take(grid, sizeof(grid_node)));
  if (node == NULL || value == 0) return node;
  node->full = ~UINT64_C(0);
  for (i = 0; i < 64; i++) node->slots[i].value = value;
  return node;
}

grid_brick *ci_grid_make_brick(collide_grid *grid, unsigned value, grid_stock *stock) {
  unsigned i, cells = count_cells(grid->frame.dimensions);
  grid_brick *brick =
      (grid_brick *)(stock != NULL ? pop(&stock->bricks) : take(grid, sizeof(grid_brick)));
  if (brick == NULL || value == 0) return brick;
  brick->count = (int)cells;
  brick->value = value;
  for (i = 0; i < cells / 64; i++) brick->words[i] = ~UINT64_C(0);
  return brick;
}

int ci_grid_brick_spread(collide_grid *grid, grid_brick *brick, grid_stock *stock) {
  unsigned i, cells = count_cells(grid->frame.dimensions);
  uint16_t *values =
      (uint16_t *)(stock != NULL ? pop(&stock->arrays) : take(grid, array_size(grid)));
  if (values == NULL) return 0;
  for (i = 0; i < cells; i++) values[i] = (uint16_t)grid_brick_get(brick, i / 64, i % 64);
  brick->values = values;
  return 1;
}

void ci_grid_free_node(collide_grid *grid, grid_node *node) {
  if (grid->near_node == node) grid->near_node = NULL;
  give_back(grid, node, sizeof *node);
}

void ci_grid_free_brick(collide_grid *grid, grid_brick *brick) {
  if (brick->values != NULL) give_back(grid, brick->values, array_size(grid));
  give_back(grid, brick, sizeof *brick);
}

int ci_grid_brick_admit(collide_grid *grid, grid_brick *brick, unsigned value) {
  if (value == 0 || brick->values != NULL) return 1;
  if (brick->count > 0 && brick->value != value) return ci_grid_brick_spread(grid, brick, NULL);
  brick->value = value;
  return 1;
}
