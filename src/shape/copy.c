/* SPDX-License-Identifier: MIT
 *
 * Copies of shapes that share no memory with the original.
 */
#include <stddef.h>
#include <string.h>

#include "hull.h"
#include "polytope.h"
#include "shape.h"

/* The number of bytes of a solid that queries read, except those of `of.linked`. */
static size_t bytes_of(const collide_shape *s) {
  size_t front = offsetof(collide_shape, of);
  if (shape_core(s) == COLLIDE_HULL) return sizeof *s;
  if (s->kind == COLLIDE_TRIANGLE) return front + sizeof s->of.facet;
  return s->frame == COLLIDE_LINEAR && !s->is_linked ? front + sizeof s->of.turned : front;
}

static void take_outline(const collide_shape *shape, collide_shape *copy) {
  const collide_outline *o = &shape->of.outline;
  int has_corners = shape->kind != COLLIDE_POLYGON && shape->kind != COLLIDE_PLANE_2D;
  ci_outline_put_compact(copy, shape, has_corners && !o->aligned ? copy->of.outline.corners : NULL);
  if (has_corners) copy->of.outline.hull = NULL;
  if (shape->kind != COLLIDE_CIRCLE) return;
  memcpy(copy->a, copy->position, sizeof copy->a); /* a compact circle has its corner there */
  memcpy(copy->b, copy->position, sizeof copy->b);
}

void ci_shape_take(const collide_shape *shape, collide_shape *copy) {
  if (shape->kind >= COLLIDE_CIRCLE) {
    take_outline(shape, copy);
    return;
  }
  memcpy(copy, shape, bytes_of(shape));
  if (!shape->is_linked) return;
  copy->is_linked = 0;
  copy->of.turned = *shape->of.linked;
}

size_t ci_copy_storage(const collide_shape *shape) {
  if (shape_core(shape) == COLLIDE_HULL) return polytope_of(shape)->bytes;
  if (shape->kind == COLLIDE_POLYGON) return collide_polygon_storage(shape->of.outline.given);
  return 0;
}

collide_error ci_copy_shape(const collide_shape *shape, const collide_source *source, void *storage,
                            collide_shape *copy, collide_source *origin) {
  ci_shape_take(shape, copy);
  *origin = *source;
  if (shape->kind == COLLIDE_POLYGON) ci_polygon_move_storage(copy, origin, storage);
  if (shape_core(shape) == COLLIDE_HULL) {
    copy->of.solid.polytope = ci_polytope_copy(polytope_of(shape), storage);
    origin->points = copy->of.solid.polytope->points;
  }
  return COLLIDE_OK;
}
