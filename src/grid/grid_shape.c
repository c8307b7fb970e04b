/* SPDX-License-Identifier: MIT
 *
 * Cells of grids as shapes: closed boxes, or the shapes of their values.
 */
#include "grid_shape.h"

#include <string.h>

#include "../shape/shape.h"

/* ---- Boxes ---------------------------------------------------------------------------------- */

void ci_cells_corners(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      double low[3], double high[3]) {
  const collide_grid_frame *f = &grid->frame;
  int i;
  low[2] = high[2] = 0;
  for (i = 0; i < f->dimensions; i++) {
    low[i] = cells_boundary(f->size[i], f->origin[i], (double)min[i]);
    high[i] = cells_boundary(f->size[i], f->origin[i], (double)max[i] + 1);
  }
}

/* Boxes are clipped to the range of coordinates. */
static double cut(double x) {
  return x > COLLIDE_LARGEST ? COLLIDE_LARGEST : x < -COLLIDE_LARGEST ? -COLLIDE_LARGEST : x;
}

void ci_box_shape(int dimensions, const double low[3], const double high[3], collide_shape *box) {
  double min[3], max[3];
  int i;
  for (i = 0; i < 3; i++) {
    min[i] = cut(low[i]);
    max[i] = cut(high[i]);
  }
  if (dimensions == 2)
    collide_make_rect_corners(box, NULL, min, max);
  else
    ci_box_between(box, min, max);
}

void ci_cells_shape(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                    collide_shape *box) {
  double low[3], high[3];
  ci_cells_corners(grid, min, max, low, high);
  ci_box_shape(grid->frame.dimensions, low, high, box);
}

/* ---- Shapes of values ----------------------------------------------------------------------- */

void ci_form_corners(const collide_grid *grid, const int64_t cell[3], const grid_form *form,
                     double points[][2]) {
  double low[3], high[3];
  int i, axis;
  ci_cells_corners(grid, cell, cell, low, high);
  for (i = 0; i < form->count; i++)
    for (axis = 0; axis < 2; axis++)
      points[i][axis] = grid_place_between(low[axis], high[axis], form->corners[i][axis]);
}

static int is_upright(const grid_form *form) {
  int i;
  for (i = 0; i < 4; i++) {
    const double *p = form->corners[i], *q = form->corners[(i + 1) % 4];
    if (p[0] != q[0] && p[1] != q[1]) return 0;
  }
  return 1;
}

static void find_corners(double points[][2], int count, double low[3], double high[3]) {
  int i, axis;
  low[2] = high[2] = 0;
  for (axis = 0; axis < 2; axis++) {
    low[axis] = high[axis] = points[0][axis];
    for (i = 1; i < count; i++) {
      if (points[i][axis] < low[axis]) low[axis] = points[i][axis];
      if (points[i][axis] > high[axis]) high[axis] = points[i][axis];
    }
  }
}

static collide_error write_flat(const collide_grid *grid, const int64_t cell[3],
                                const grid_form *form, cell_shape *room) {
  double points[GRID_FORM_CORNERS][2], low[3], high[3];
  collide_error error = COLLIDE_OK;
  ci_form_corners(grid, cell, form, points);
  find_corners(points, form->count, low, high);
  if (form->count == 4 && is_upright(form))
    ci_box_shape(2, low, high, &room->shape);
  else if (form->count == 2)
    error = collide_make_segment_2d(&room->shape, NULL, points[0], points[1]);
  else if (form->count == 3)
    error = collide_make_triangle_2d(&room->shape, NULL, points[0], points[1], points[2]);
  else
    error = ci_polygon_of_hull(&room->shape, NULL, points[0], form->count, 0, room->storage);
  return error;
}

const collide_shape *ci_cell_shape(const collide_grid *grid, const int64_t cell[3], unsigned value,
                                   int part, cell_shape *room) {
  const grid_form *form = grid_form_of(grid, value);
  collide_error error = COLLIDE_OK;
  if (form == NULL) {
    ci_cells_shape(grid, cell, cell, &room->shape);
    return &room->shape;
  }
  form += part;
  if (form->solid == NULL) {
    error = write_flat(grid, cell, form, room);
  } else {
    double low[3], high[3];
    ci_cells_corners(grid, cell, cell, low, high);
    error = ci_grid_place_solid(form->solid, low, high, &room->shape);
  }
  /* The coordinates are too large, far beyond the range of exact answers: the cell is a box. */
  if (error != COLLIDE_OK) ci_cells_shape(grid, cell, cell, &room->shape);
  return &room->shape;
}

const collide_shape *ci_block_shape(const collide_grid *grid, const int64_t min[3],
                                    const int64_t max[3], unsigned value, int part,
                                    cell_shape *room) {
  if (grid->form_count != 0 && memcmp(min, max, 3 * sizeof min[0]) == 0)
    return ci_cell_shape(grid, min, value, part, room);
  ci_cells_shape(grid, min, max, &room->shape);
  return &room->shape;
}
