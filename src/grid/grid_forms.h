/* SPDX-License-Identifier: MIT
 *
 * Values whose cells have shapes: convex polygons and segments of the plane, or solids in space,
 * one or several for each value. They are stored by their corners, in a cell from 0 to 1.
 */
#ifndef COLLIDE_GRID_FORMS_H
#define COLLIDE_GRID_FORMS_H

#include "grid.h"
#include "grid_solids.h"

enum { GRID_FORM_CORNERS = 16, GRID_FORM_PARTS = 64 };

struct grid_form {
  unsigned value;
  int parts; /* the number of the value's forms, which are consecutive */
  int count; /* corners, counterclockwise, no three in line; 2: a segment */
  double corners[GRID_FORM_CORNERS][2];
  /* The part of each face that it fills, from and to; from > to: nothing. Faces are numbered as the
   * bits of ci_meet_covered. */
  double sides[4][2];
  grid_solid *solid; /* the whole form in space; NULL in the plane */
};

/* The first form of a value; NULL if its cells are boxes. */
const grid_form *ci_grid_find_form(const collide_grid *grid, unsigned value);
static inline const grid_form *grid_form_of(const collide_grid *grid, unsigned value) {
  return grid->form_count == 0 ? NULL : ci_grid_find_form(grid, value);
}
/* The number of shapes of a cell with that value. */
static inline int grid_parts_of(const collide_grid *grid, unsigned value) {
  const grid_form *form = grid_form_of(grid, value);
  return form == NULL ? 1 : form->parts;
}
/* The face that holds the edge between two corners, or -1. */
int ci_grid_form_face(const double p[2], const double q[2]);
void ci_grid_free_forms(collide_grid *grid);
/* Adds all forms to a grid that has none. Returns 0 if there is not enough memory. */
int ci_grid_copy_forms(collide_grid *to, const collide_grid *from);

#endif
