/* SPDX-License-Identifier: MIT
 *
 * Copies of shapes that share no memory with the original.
 */
#include <stddef.h>
#include <string.h>

#include "polytope.h"
#include "shape.h"

/* See ci_circle_put_compact. */
static int is_compact_circle(const collide_shape *s) {
  return s->kind == COLLIDE_CIRCLE && s->of.outline.hull != NULL;
}

/* The number of bytes of a shape that queries read, except those of `of.linked`. */
static size_t bytes_of(const collide_shape *s) {
  size_t front = offsetof(collide_shape, of);
  if (is_compact_circle(s)) return front + offsetof(collide_outline, corners);
  if (s->kind == COLLIDE_HULL || s->kind >= COLLIDE_CIRCLE) return sizeof *s;
  if (s->kind == COLLIDE_TRIANGLE) return front + sizeof s->of.facet;
  return s->frame == COLLIDE_LINEAR && !s->is_linked ? front + sizeof s->of.turned : front;
}

void ci_shape_take(const collide_shape *shape, collide_shape *copy) {
  memcpy(copy, shape, bytes_of(shape));
  if (is_compact_circle(shape)) {
    copy->of.outline.corners[0] = *shape->of.outline.hull;
    copy->of.outline.hull = NULL;
    memcpy(copy->a, copy->position, sizeof copy->a);
    memcpy(copy->b, copy->position, sizeof copy->b);
  }
  if (!shape->is_linked) return;
  copy->is_linked = 0;
  copy->of.turned = *shape->of.linked;
}

size_t ci_copy_storage(const collide_shape *shape) {
  if (shape->kind == COLLIDE_HULL) return polytope_of(shape)->bytes;
  if (shape->kind == COLLIDE_POLYGON) return collide_polygon_storage(shape->of.outline.given);
  return 0;
}

collide_error ci_copy_shape(const collide_shape *shape, const collide_source *source, void *storage,
                            collide_shape *copy, collide_source *origin) {
  ci_shape_take(shape, copy);
  *origin = *source;
  if (shape->kind == COLLIDE_POLYGON) ci_polygon_move_storage(copy, origin, storage);
  if (shape->kind == COLLIDE_HULL) {
    copy->of.solid.polytope = ci_polytope_copy(polytope_of(shape), storage);
    origin->points = copy->of.solid.polytope->points;
  }
  return COLLIDE_OK;
}
