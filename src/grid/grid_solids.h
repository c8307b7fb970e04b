/* SPDX-License-Identifier: MIT
 *
 * Shapes of cells in space: one convex part of such a cell, by its corners in a cell from 0 to 1.
 */
#ifndef COLLIDE_GRID_SOLIDS_H
#define COLLIDE_GRID_SOLIDS_H

#include "../collide.h"

enum { GRID_SOLID_CORNERS = 32, GRID_SOLID_FACETS = 2 * GRID_SOLID_CORNERS - 4 };

/* A flat face of a part: its outward unit normal, its corners in their order around it, and the
 * side of the cell that it lies in. Sides are numbered as the bits of ci_meet_covered; -1: none. */
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

/* Makes a solid from a box, hull, triangle or segment, for cells of that size. */
collide_error ci_grid_make_solid(const collide_shape *shape, const double size[3],
                                 collide_alloc alloc, void *user, grid_solid **solid);
/* Copies a solid; NULL if there is not enough memory. */
grid_solid *ci_grid_copy_solid(const grid_solid *solid, collide_alloc alloc, void *user);
void ci_grid_free_solid(grid_solid *solid, collide_alloc alloc, void *user);

/* Writes the solid's shape in a cell from low to high. It shares the storage of the solid. */
collide_error ci_grid_place_solid(const grid_solid *solid, const double low[3],
                                  const double high[3], collide_shape *shape);
int ci_grid_is_whole(const grid_solid *solid);

#endif
