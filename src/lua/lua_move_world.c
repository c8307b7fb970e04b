/* SPDX-License-Identifier: MIT
 *
 * The short way of a move among the members of a world: all that it needs lies on the C stack.
 */
#include "../number/fp.h"
#include "lua_move.h"

#include <stddef.h>

#include "../world/world.h"
#include "lua_one_way.h"

enum { NEAR = 32, STORAGE = 192 };

/* A leg is never longer than what is left of the displacement, and a climb lifts it by `step` each
 * time; the margin of 2^-20 is far more than what is rounded. */
void ci_move_reach(const double displacement[3], const collide_move_options *o, double low[3],
                   double high[3]) {
  const double *d = displacement;
  double far = fabs(d[0]) + fabs(d[1]) + fabs(d[2]);
  int i;
  if (o->has_up) far += o->snap + (o->iterations + 1.0) * o->step;
  for (i = 0; i < 3; i++) {
    double size = fabs(low[i]) > fabs(high[i]) ? fabs(low[i]) : fabs(high[i]);
    double more = far + 9.5367431640625e-07 * (far + size); /* 2^-20 */
    low[i] -= more;
    high[i] += more;
  }
}

/* The members that are near, in the order of their numbers. */
typedef struct near_members {
  const collide_shape *self;
  int count, is_other; /* one of them is not for this way, or there are too many */
  int numbers[NEAR];
  collide_target list[NEAR];
} near_members;

static int is_one_way(const collide_shape *shape) {
  const char *start = (const char *)shape - offsetof(described, shape);
  return one_way_is_set(((const described *)(const void *)start)->one_way);
}

/* Few are the rule, so each is put in its place when it comes. */
static int add(void *user, int number, const collide_target *member) {
  near_members *near = (near_members *)user;
  int i;
  if (member->kind == COLLIDE_TARGET_SHAPE && member->of.shape == near->self) return 1;
  near->is_other =
      near->count == NEAR || member->kind != COLLIDE_TARGET_SHAPE || is_one_way(member->of.shape);
  if (near->is_other) return 0;
  for (i = near->count++; i > 0 && near->numbers[i - 1] > number; i--) {
    near->numbers[i] = near->numbers[i - 1];
    near->list[i] = near->list[i - 1];
  }
  near->numbers[i] = number;
  near->list[i] = *member;
  return 1;
}

int ci_move_in_world(const owned_world *owner, const described *shape, const double displacement[3],
                     const collide_move_options *options, collide_move_result *result) {
  near_members near;
  collide_target target;
  collide_shape moved = shape->shape;
  collide_source source = shape->source;
  double low[3], high[3], storage[STORAGE];
  if (owner->world == NULL || collide_move_storage(&moved) > sizeof storage) return 0;
  if (collide_world_dimensions(owner->world) != collide_dimensions(&moved)) return 0;
  near.self = &shape->shape;
  near.count = near.is_other = 0;
  collide_bounds(&moved, low, high);
  ci_move_reach(displacement, options, low, high);
  ci_world_near_reach(owner->world, low, high, add, &near);
  if (near.is_other) return 0;
  target = collide_target_of_array(near.list, near.count);
  if (collide_target_overlap(&moved, &target, COLLIDE_SKIP_TOUCHING) != 0) return 0;
  return collide_move(&moved, &source, &target, displacement, options, storage, result) == 1;
}
