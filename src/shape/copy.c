/* SPDX-License-Identifier: MIT
 *
 * Copies of shapes that share no memory with the original.
 */
#include "hull.h"
#include "shape.h"

size_t ci_copy_storage(const collide_shape *shape) {
  if (shape_core(shape) == COLLIDE_HULL) return hull_of(shape)->bytes;
  if (shape->kind == COLLIDE_POLYGON) return collide_polygon_storage(shape->of.outline.given);
  return 0;
}

collide_error ci_copy_shape(const collide_shape *shape, const collide_source *source, void *storage,
                            collide_shape *copy, collide_source *origin) {
  *copy = *shape;
  *origin = *source;
  if (shape->kind == COLLIDE_POLYGON) ci_polygon_move_storage(copy, origin, storage);
  if (shape_core(shape) == COLLIDE_HULL) {
    copy->of.solid.hull = ci_hull_copy(hull_of(shape), storage);
    origin->points = copy->of.solid.hull->points;
  }
  return COLLIDE_OK;
}
