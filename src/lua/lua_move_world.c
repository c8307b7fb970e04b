/* SPDX-License-Identifier: MIT
 *
 * Moves among the members of a world whose memory all lies on the C stack.
 */
#include "../number/fp.h"
#include "lua_move.h"

#include <stddef.h>

#include "../world/world.h"
#include "lua_one_way.h"

enum { NEAR = 32, STORAGE = 192 };

/* The members that are near, in the order of their numbers. */
typedef struct near_members {
  const collide_shape *self;
  int count, is_other; /* a member is no plain shape, or there are too many */
  int numbers[NEAR];
  collide_target list[NEAR];
} near_members;

static int is_one_way(const collide_shape *shape) {
  const char *start = (const char *)shape - offsetof(described, shape);
  return one_way_is_set(((const described *)(const void *)start)->head.one_way);
}

/* Inserts the member in the order of numbers. Most moves meet few members. */
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

/* Returns 0 if the general path has to move the shape. */
static int find_near(collide_world *world, const move_reach *reach, near_members *near) {
  near->count = near->is_other = 0;
  ci_world_near_reach(world, reach->low, reach->high, NULL, add, near);
  return !near->is_other;
}

int ci_move_in_world(const owned_world *owner, const described *shape, const double *displacement,
                     const collide_move_options *options, collide_move_result *result) {
  near_members near;
  double storage[STORAGE];
  move_reach reach;
  collide_shape moved = shape->shape;
  collide_source source = shape->source;
  collide_mover mover;
  mover.shape = &moved;
  mover.source = &source;
  mover.group = NULL;
  if (owner->world == NULL || collide_move_storage(&mover) > sizeof storage) return 0;
  if (owner->world->dimensions != collide_dimensions(&shape->shape)) return 0;
  near.self = &shape->shape;
  reach = ci_move_first_reach(&shape->shape, NULL, displacement, options);
  while (find_near(owner->world, &reach, &near)) {
    collide_target target = collide_target_of_array(near.list, near.count);
    int done;
    moved = shape->shape;
    source = shape->source;
    done = ci_move_within(&mover, &target, displacement, options, storage, &reach, result);
    if (done != MOVE_BEYOND) return done == 1;
  }
  return 0;
}
