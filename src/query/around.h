/* SPDX-License-Identifier: MIT
 *
 * A cell of a grid, and the cells around it: which of them are there to cover its faces?
 *
 * All that are not empty, but where a shape moves also not those that it passes: what it was let
 * into, from the side that a one-way cell leaves open, say. It is beside the face then, which is as
 * open to it as one beside an empty cell.
 */
#ifndef COLLIDE_MEET_AROUND_H
#define COLLIDE_MEET_AROUND_H

#include <string.h>

#include "../collide.h"

/* Tells whether a cell that is not empty is one of them. */
typedef struct passed_cells {
  int (*has)(const struct passed_cells *passed, const int64_t cell[3], unsigned value);
} passed_cells;

typedef struct cell_around {
  const collide_grid *grid;
  const int64_t *cell;        /* is there, since it is what is asked about */
  const passed_cells *passed; /* NULL: there are none */
} cell_around;

static inline cell_around around_cell(const collide_grid *grid, const int64_t cell[3],
                                      const passed_cells *passed) {
  cell_around a;
  a.grid = grid;
  a.cell = cell;
  a.passed = passed;
  return a;
}

/* Of another cell, which is not empty. */
static inline int around_is_passed(const cell_around *a, const int64_t cell[3], unsigned value) {
  return a->passed != NULL && a->passed->has(a->passed, cell, value);
}

/* The value of a cell; 0 of one that is passed. */
static inline unsigned around_get(const cell_around *a, const int64_t cell[3]) {
  unsigned value = collide_grid_get(a->grid, cell);
  if (value == 0 || a->passed == NULL) return value;
  if (cell[0] == a->cell[0] && cell[1] == a->cell[1] && cell[2] == a->cell[2]) return value;
  return around_is_passed(a, cell, value) ? 0 : value;
}

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

#endif
