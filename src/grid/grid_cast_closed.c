/* SPDX-License-Identifier: MIT
 *
 * Where a cast begins that takes cells as closed.
 */
#include "grid_cast.h"

int ci_cast_stand_closed(collide_grid_cast *c, int axis, double from, int *before) {
  collide_grid_axis *a = &c->axes[axis];
  const collide_grid_frame *frame = &c->grid->frame;
  int is_moving = c->moving >> axis & 1, is_on;
  int64_t cell;
  *before = 0;
  if ((c->kind == CAST_LINE && is_moving) || a->from < cast_boundary(a, a->first)) {
    a->cell = a->begin = a->first - 1;
    *before = 1 << axis;
    return is_moving;
  }
  if (a->from > cast_boundary(a, a->last + 1)) return 0;
  if (a->from == cast_boundary(a, a->last + 1)) {
    a->cell = a->last + 1;
    is_on = 1;
  } else {
    if (!cells_locate(frame->size[axis], frame->origin[axis], from, &cell)) return 0;
    is_on = cells_boundary(frame->size[axis], frame->origin[axis], (double)cell) == from;
    a->cell = (is_on && a->flip ? cell - 1 : cell) ^ a->flip;
  }
  a->begin = a->cell;
  if (is_on && is_moving) c->behind |= 1 << axis;
  if (is_on && !is_moving) c->both |= 1 << axis;
  return 1;
}
