/* SPDX-License-Identifier: MIT
 *
 * Cells of grids as shapes: closed boxes, or the shapes of their values. These are convex polygons
 * and segments of the plane, or solids in space, one or several for each value. They are stored by
 * their corners, in a cell from 0 to 1.
 */
#ifndef COLLIDE_GRID_SHAPE_H
#define COLLIDE_GRID_SHAPE_H

#include "../collide.h"
#include "grid.h"

/* ---- Solids of a cell ------------------------------------------------------------------------ */

enum { GRID_SOLID_CORNERS = 32, GRID_SOLID_FACETS = 2 * GRID_SOLID_CORNERS - 4 };

/* A flat face of a part: its outward unit normal, its corners in their order around it, and the
 * side of the cell that it lies in: 2 i is the lower side along axis i, 2 i + 1 the upper side, -1
 * none. */
typedef struct grid_facet {
  double unit[3];
  int side;
  int first, count; /* in `place` */
} grid_facet;

typedef struct grid_body {
  double corners[GRID_SOLID_CORNERS][3];
  int count;
  grid_facet facet[GRID_SOLID_FACETS];
  int facets; /* 0: it has no inside */
  int place[6 * GRID_SOLID_CORNERS];
} grid_body;

typedef struct grid_solid {
  grid_body body;
  size_t bytes;       /* the size of its memory */
  int is_box;         /* sides along the axes; the first and the last corner define it */
  double size[3];     /* only for a hull: the size of a cell; */
  collide_shape hull; /* the hull in a cell of that size, at the origin; */
  collide_source own; /* the hull in a cell from 0 to 1 */
} grid_solid;

/* A whole cell. */
extern const grid_body ci_grid_whole;

/* ---- Shapes of values ------------------------------------------------------------------------ */

enum { GRID_FORM_CORNERS = 16, GRID_FORM_PARTS = 64 };

struct grid_form {
  unsigned value;
  int parts; /* the number of the value's forms, which are consecutive */
  int count; /* corners, counterclockwise, no three in line; 2: a segment */
  double corners[GRID_FORM_CORNERS][2];
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
void ci_grid_free_forms(collide_grid *grid);
/* Adds all forms to a grid that has none. Returns 0 if there is not enough memory. */
int ci_grid_copy_forms(collide_grid *to, const collide_grid *from);

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The least and greatest corner of the cells from min to max. */
void ci_cells_corners(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      double low[3], double high[3]);
/* The same as a rect or a box. */
void ci_cells_shape(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                    collide_shape *box);
void ci_box_shape(int dimensions, const double low[3], const double high[3], collide_shape *box);

/* Interpolates a coordinate from 0 to 1 between two boundaries. */
static inline double grid_place_between(double low, double high, double c) {
  double x;
  if (c == 0) return low;
  if (c == 1) return high;
  x = low + c * (high - low);
  return x < low ? low : x > high ? high : x;
}

/* The shape of one cell: a rect, box, polygon, hull, triangle or segment. It may keep its corners
 * in `storage` or in the grid, so it must not be copied. A polygon takes 128 bytes a corner. */
typedef struct cell_shape {
  collide_shape shape;
  double storage[16 * GRID_FORM_CORNERS];
} cell_shape;

/* Writes one part, from 0, of the shape of a cell with that value; see grid_parts_of for their
 * number. */
const collide_shape *ci_cell_shape(const collide_grid *grid, const int64_t cell[3], unsigned value,
                                   int part, cell_shape *room);
/* The same for a block that a visit gives: a block larger than one cell is a box. */
const collide_shape *ci_block_shape(const collide_grid *grid, const int64_t min[3],
                                    const int64_t max[3], unsigned value, int part,
                                    cell_shape *room);

/* The shape of one form in a cell from 0 to 1, with its source. */
collide_error ci_form_shape(const grid_form *form, cell_shape *room, collide_source *source);

/* Writes the corners of a form in a cell. */
void ci_form_corners(const collide_grid *grid, const int64_t cell[3], const grid_form *form,
                     double points[][2]);

#endif
