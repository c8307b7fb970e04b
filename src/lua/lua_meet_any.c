/* SPDX-License-Identifier: MIT
 *
 * overlap of a world and a shape, or of two shapes and options, without the general reader.
 */
#include "../number/fp.h"
#include "lua_meet.h"

/* A world and a shape, one of which is argument `target` and the other `own`, and perhaps options.
 */
static int overlap_world_plainly(lua_State *L, int target, int own, const member_options *o) {
  const held_world *held = world_at(L, target);
  const described *shape = description_at(L, own);
  collide_target subject;
  world_selection some;
  world_query q;
  int untested;
  if (held == NULL || held->owner->world == NULL || shape == NULL || o->select.filter != 0)
    return COLLIDE_UNSUPPORTED;
  if (ci_select_names(L, &o->select.ignore, target)) return 0;
  subject = collide_target_of_shape(&shape->shape);
  q.world = held->owner->world;
  q.subject = &subject;
  q.flags = o->flags | (target == 1 ? COLLIDE_TARGET_FIRST : 0);
  q.select = ci_world_select(L, &o->select, held->owner,
                             ci_select_names(L, &o->select.only, target), own, &some);
  return ci_world_overlap(&q, &untested);
}

/* Two shapes and options, of which the second is the target. */
static int overlap_shapes_plainly(lua_State *L, const member_options *o) {
  const described *a = description_at(L, 1), *b = description_at(L, 2);
  collide_target subject, target;
  if (a == NULL || b == NULL || o->select.filter != 0) return COLLIDE_UNSUPPORTED;
  if (!select_takes(&o->select, ci_select_names(L, &o->select.ignore, 2),
                    ci_select_names(L, &o->select.only, 2), b->head.layer))
    return 0;
  subject = collide_target_of_shape(&a->shape);
  target = collide_target_of_shape(&b->shape);
  return collide_target_overlap(&subject, &target, o->flags);
}

int ci_query_overlap_quick(lua_State *L) {
  seal_home *home = seal_here(L);
  int count = lua_gettop(L), dimensions[2], are_shapes = 1, i, overlap;
  member_options o = ci_options_none();
  if (count != 2 && !(count == 3 && lua_istable(L, 3))) return COLLIDE_UNSUPPORTED;
  for (i = 0; i < 2; i++) {
    const described *shape = description_of(L, i + 1, home);
    const held_world *held = shape == NULL ? world_at(L, i + 1) : NULL;
    if (shape == NULL && (held == NULL || !are_shapes)) return COLLIDE_UNSUPPORTED;
    are_shapes = are_shapes && shape != NULL;
    dimensions[i] = shape != NULL ? description_dimensions(shape) : ci_world_dimensions(held);
  }
  if (dimensions[0] != dimensions[1]) return COLLIDE_UNSUPPORTED;
  if (count == 3) ci_options_read_members(L, 3, OPTIONS_OF_MEMBERS | OPTION_TOUCHING, &o);
  if (are_shapes)
    overlap = overlap_shapes_plainly(L, &o);
  else
    overlap = world_at(L, 1) != NULL ? overlap_world_plainly(L, 1, 2, &o)
                                     : overlap_world_plainly(L, 2, 1, &o);
  lua_settop(L, count);
  return overlap;
}
