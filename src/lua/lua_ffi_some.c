/* SPDX-License-Identifier: MIT
 *
 * Queries for LuaJIT's ffi of which the options `ignore` and `only` leave some members: casts, and
 * whether something overlaps. An option names one member or one layer: the script passes the member
 * itself, which the call keeps alive. Lists are for the C API.
 */
#include "../number/fp.h"
#include "lua_ffi_members.h"

#include "../world/world.h"

/* ---- What an option names ------------------------------------------------------------------- */

static int names(const ffi_choice *c, const void *userdata) {
  return c != NULL && c->member == userdata;
}

/* Whether a lone target counts. */
static int takes(const void *userdata, int layer, const ffi_choice *ignore,
                 const ffi_choice *only) {
  if (ignore != NULL && (names(ignore, userdata) || world_has_layer(ignore->layers, layer)))
    return 0;
  return only == NULL || names(only, userdata) || world_has_layer(only->layers, layer);
}

/* What it is a member of worlds by, or NULL. */
static const membership *membership_of(const void *userdata) {
  const described *shape = shape_of(userdata);
  const held_grid *grid = grid_of(userdata);
  const held_mesh *mesh = mesh_of(userdata);
  const held_group *group = group_of(userdata);
  if (shape != NULL) return &shape->worlds;
  if (grid != NULL) return &grid->worlds;
  if (mesh != NULL) return &mesh->worlds;
  return group != NULL ? &group->worlds : NULL;
}

/* A userdata with a metatable of this module may be none. */
static int is_member(const void *userdata) {
  return membership_of(userdata) != NULL || world_of(userdata) != NULL;
}

int ci_ffi_choose(ffi_choice *c, const void *member, int layer, const ffi_choice **chosen) {
  *chosen = NULL;
  if (member == NULL && layer == 0) return 1;
  if (member != NULL && !is_member(member)) return 0;
  if (layer < 0 || layer > WORLD_LAYERS) return 0;
  c->member = member;
  c->layers = layer > 0 ? (uint64_t)1 << (layer - 1) : 0;
  *chosen = c;
  return 1;
}

static int mark(const owned_world *o, const ffi_choice *c, uint32_t as) {
  const membership *member = c != NULL && c->member != NULL ? membership_of(c->member) : NULL;
  int number = member != NULL ? ci_roster_number(o->roster, member, o) : 0;
  if (number != 0) ci_world_mark(o->world, number, as);
  return number != 0;
}

/* Which members of the world count, NULL for all; without the shape that is asked, if there is
 * one. */
static const world_selection *select_members(const void *world, const owned_world *o,
                                             const described *asked, const ffi_choice *ignore,
                                             const ffi_choice *only, world_selection *out) {
  int self = asked != NULL ? ci_roster_number(o->roster, &asked->worlds, o) : 0;
  out->is_only = only != NULL && !names(only, world);
  if (ignore == NULL && !out->is_only && self == 0) return NULL;
  out->ignored = ignore != NULL ? ignore->layers : 0;
  out->chosen = only != NULL ? only->layers : 0;
  ci_world_clear_marks(o->world);
  if (self != 0) ci_world_mark(o->world, self, WORLD_IGNORED);
  out->has_marks = mark(o, ignore, WORLD_IGNORED) | (self != 0);
  if (out->is_only) out->has_marks |= mark(o, only, WORLD_CHOSEN);
  return out->ignored != 0 || out->is_only || out->has_marks ? out : NULL;
}

/* ---- Overlap --------------------------------------------------------------------------------- */

typedef struct overlap_search {
  const collide_shape *shape;
  int flags, found;
} overlap_search;

static int take_overlap(void *user, int number, const collide_target *member) {
  overlap_search *s = (overlap_search *)user;
  (void)number;
  s->found = collide_target_overlap(s->shape, member, s->flags);
  return s->found == 0;
}

static int overlap_world(const void *world, const owned_world *o, const described *shape, int flags,
                         const ffi_choice *ignore, const ffi_choice *only) {
  const world_selection *select;
  world_selection some;
  overlap_search s;
  double low[3], high[3];
  if (o->world == NULL || shape == NULL) return OTHER;
  if (collide_world_dimensions(o->world) != dimensions_of_kind(shape->shape.kind)) return OTHER;
  if (names(ignore, world)) return NO;
  s.shape = &shape->shape;
  s.flags = flags;
  s.found = 0;
  select = select_members(world, o, shape, ignore, only, &some);
  collide_bounds(s.shape, low, high);
  ci_world_near_reach(o->world, low, high, select, take_overlap, &s);
  return s.found == COLLIDE_UNSUPPORTED ? OTHER : s.found;
}

/* A world and a shape in either order, or two shapes, of which the second is the target. */
static int overlap_some(const void *a, const void *b, const void *ignore, int ignored_layer,
                        const void *only, int only_layer) {
  const described *first = shape_of(a), *second = shape_of(b);
  ffi_choice not_these, these;
  const ffi_choice *ignored, *chosen;
  const owned_world *o;
  int found;
  if (!ci_ffi_choose(&not_these, ignore, ignored_layer, &ignored) ||
      !ci_ffi_choose(&these, only, only_layer, &chosen))
    return OTHER;
  if (first != NULL && second != NULL) {
    if (dimensions_of_kind(first->shape.kind) != dimensions_of_kind(second->shape.kind))
      return OTHER;
    if (!takes(b, second->layer, ignored, chosen)) return NO;
    found = collide_overlap(&first->shape, &second->shape);
    return found == COLLIDE_UNSUPPORTED ? OTHER : found;
  }
  o = first == NULL ? world_of(a) : world_of(b);
  if (o == NULL) return OTHER;
  return first == NULL ? overlap_world(a, o, second, COLLIDE_TARGET_FIRST, ignored, chosen)
                       : overlap_world(b, o, first, 0, ignored, chosen);
}

/* ---- Casts ------------------------------------------------------------------------------------
 */

int ci_ffi_cast_world(const void *userdata, const collide_cast *cast, const ffi_choice *ignored,
                      const ffi_choice *chosen, collide_target_hit *hit) {
  const owned_world *o = world_of(userdata);
  const world_selection *select;
  world_selection some;
  if (names(ignored, userdata)) return 0;
  select = select_members(userdata, o, NULL, ignored, chosen, &some);
  return ci_world_cast(o->world, cast, select, hit);
}

int ci_ffi_takes(const void *target, const ffi_choice *ignored, const ffi_choice *chosen) {
  const described *shape = shape_of(target);
  const held_grid *grid = grid_of(target);
  const held_mesh *mesh = mesh_of(target);
  if (shape != NULL) return takes(target, shape->layer, ignored, chosen);
  if (grid != NULL) return takes(target, grid->layer, ignored, chosen);
  return mesh != NULL ? takes(target, mesh->layer, ignored, chosen) : OTHER;
}

const ffi_some ci_ffi_some = {overlap_some, ci_ffi_cast_some};
