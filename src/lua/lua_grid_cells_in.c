/* SPDX-License-Identifier: MIT
 *
 * The cells of a grid that a shape overlaps.
 */
#include "lua_grid.h"

#include <stdlib.h>

#include "lua_operand.h"
#include "lua_result.h"
#include "../target/proximity.h"

/* The functions `..._all` have the same limit. */
enum { MOST_CELLS = 1 << 18 };

typedef struct found_cell {
  int64_t cell[3];
} found_cell;

typedef struct cell_list {
  found_cell *cells;
  int room, count; /* count goes up to MOST_CELLS + 1 */
} cell_list;

static int take_cell(void *user, const int64_t cell[3], unsigned value) {
  cell_list *list = (cell_list *)user;
  int i;
  (void)value;
  for (i = 0; i < 3 && list->count < list->room; i++) list->cells[list->count].cell[i] = cell[i];
  list->count++;
  return list->count <= MOST_CELLS;
}

/* By z, then y, then x. */
static int compare_cells(const void *a, const void *b) {
  const found_cell *p = (const found_cell *)a, *q = (const found_cell *)b;
  int axis = 2;
  while (axis > 0 && p->cell[axis] == q->cell[axis]) axis--;
  return (p->cell[axis] > q->cell[axis]) - (p->cell[axis] < q->cell[axis]);
}

/* Leaves a userdata with the cells on the stack. Its allocation may run finalizers, which may
 * change the grid. So the search is repeated until there is room for all cells. */
static void find_cells(lua_State *L, const held_grid *held, const operand *shape, cell_list *list) {
  args_place at = ci_args_at(2, NULL);
  enum { AT_FIRST = 64 };
  list->count = AT_FIRST;
  list->room = 0;
  lua_pushnil(L);
  while (list->count > list->room) {
    list->room = list->count + list->count / 4;
    list->cells =
        (found_cell *)seal_memory(L, lua_gettop(L), (uint64_t)list->room, sizeof *list->cells);
    list->count = 0;
    if (ci_grid_cells_in(held->grid, shape->shape, take_cell, list) == COLLIDE_UNSUPPORTED)
      ci_args_fail(L, &at, "there is no test for grid and %s yet", shape->name);
    if (list->count > MOST_CELLS)
      ci_args_fail(L, &at,
                   "it overlaps more than %d cells, which is the limit; use several smaller "
                   "shapes",
                   (int)MOST_CELLS);
  }
  qsort(list->cells, (size_t)list->count, sizeof *list->cells, compare_cells);
}

static void push_tables(lua_State *L, const cell_list *list, int dimensions) {
  int i;
  lua_createtable(L, list->count, 0);
  for (i = 0; i < list->count; i++) {
    ci_result_push_cell(L, list->cells[i].cell, dimensions);
    lua_rawseti(L, -2, i + 1);
  }
  ci_result_mark_list(L);
}

static void push_flat(lua_State *L, const cell_list *list, int dimensions) {
  int i, axis;
  lua_createtable(L, dimensions * list->count, 0);
  for (i = 0; i < list->count; i++) {
    for (axis = 0; axis < dimensions; axis++) {
      compat_pushwhole(L, list->cells[i].cell[axis]);
      lua_rawseti(L, -2, dimensions * i + axis + 1);
    }
  }
}

int ci_l_grid_cells_in(lua_State *L) {
  const held_grid *held = ci_grid_check(L);
  int dimensions = held->grid->frame.dimensions, numbers;
  args_place at = ci_args_at(2, NULL);
  operand shape;
  cell_list list;
  ci_operand_read_shape(L, 2, &shape);
  numbers = ci_args_wants_numbers(L, 3, 0);
  lua_settop(L, 2);
  if (collide_dimensions(shape.shape) != dimensions)
    ci_args_fail(L, &at, "a %dD shape expected beside a %dD grid, got a %dD %s", dimensions,
                 dimensions, dimensions == 2 ? 3 : 2, shape.name);
  find_cells(L, held, &shape, &list);
  if (numbers)
    push_flat(L, &list, dimensions);
  else
    push_tables(L, &list, dimensions);
  return 1;
}
