/* SPDX-License-Identifier: MIT
 *
 * A cell of a grid and its neighbours, which may cover its faces. Empty cells cover nothing, nor do
 * cells that a moving shape passes, such as a one-way cell entered from the open side.
 */
#ifndef COLLIDE_MEET_AROUND_H
#define COLLIDE_MEET_AROUND_H

#include <string.h>

#include "../collide.h"

/* The cells of a grid that a shape passes up to t. `passes` returns 1 for such a cell. */
typedef struct passed_cells {
  int (*passes)(const void *choice, const collide_place *cell, double t);
  const void *choice;
  const collide_target *grid;
  int index;
  double t;
} passed_cells;

static inline collide_place place_of_cell(const collide_target *grid, int index,
                                          const int64_t cell[3], unsigned value) {
  collide_place at;
  at.member = *grid;
  at.index = index;
  at.part = 0;
  at.triangle = 0;
  at.has_cell = 1;
  at.value = value;
  memcpy(at.cell, cell, sizeof at.cell);
  return at;
}

/* Only for cells that are not empty. NULL: the shape passes no cell. */
static inline int passed_has(const passed_cells *passed, const int64_t cell[3], unsigned value) {
  collide_place at;
  if (passed == NULL) return 0;
  at = place_of_cell(passed->grid, passed->index, cell, value);
  return passed->passes(passed->choice, &at, passed->t);
}

typedef struct cell_around {
  const collide_grid *grid;
  const int64_t *cell;
  const passed_cells *passed; /* NULL: the shape passes no cell */
} cell_around;

static inline cell_around around_cell(const collide_grid *grid, const int64_t cell[3],
                                      const passed_cells *passed) {
  cell_around a;
  a.grid = grid;
  a.cell = cell;
  a.passed = passed;
  return a;
}

/* The value of a cell, or 0 if the shape passes it. */
static inline unsigned around_get(const cell_around *a, const int64_t cell[3]) {
  unsigned value = collide_grid_get(a->grid, cell);
  if (value == 0 || a->passed == NULL) return value;
  if (cell[0] == a->cell[0] && cell[1] == a->cell[1] && cell[2] == a->cell[2]) return value;
  return passed_has(a->passed, cell, value) ? 0 : value;
}

#endif
