/* SPDX-License-Identifier: MIT
 *
 * Queries for LuaJIT's ffi of which the options `ignore` and `only` leave some members: casts, and
 * whether something overlaps. What an option names lies in memory that the script keeps.
 */
#include "../number/fp.h"
#include "lua_ffi_members.h"

#include <stddef.h>

#include "../world/world.h"

/* ---- What an option names ------------------------------------------------------------------- */

/* Members by their addresses, which are those of their userdata, and a bit for each layer. */
typedef struct ffi_choice {
  uint64_t layers;
  int count, room;
  const void *members[1]; /* more follow */
} ffi_choice;

static int choice_size(int room) {
  return (int)(sizeof(ffi_choice) + (size_t)room * sizeof(const void *));
}

static void choice_begin(void *memory, int room) {
  ffi_choice *c = (ffi_choice *)memory;
  c->layers = 0;
  c->count = 0;
  c->room = room;
}

static int choice_layer(void *memory, int layer) {
  ffi_choice *c = (ffi_choice *)memory;
  if (layer < 1 || layer > WORLD_LAYERS) return NO;
  c->layers |= (uint64_t)1 << (layer - 1);
  return YES;
}

static int names(const ffi_choice *c, const void *userdata) {
  int i;
  for (i = 0; c != NULL && i < c->count; i++)
    if (c->members[i] == userdata) return 1;
  return 0;
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

/* Returns whether there was room, and it is something that an option may name: a userdata with a
 * metatable of this module may be none. */
static int choice_member(void *memory, const void *userdata) {
  ffi_choice *c = (ffi_choice *)memory;
  if (c->count == c->room) return NO;
  if (membership_of(userdata) == NULL && world_of(userdata) == NULL) return NO;
  c->members[c->count++] = userdata;
  return YES;
}

static int mark_all(const owned_world *o, const ffi_choice *c, uint32_t mark) {
  int i, are = 0;
  for (i = 0; c != NULL && i < c->count; i++) {
    const membership *member = membership_of(c->members[i]);
    int number = member != NULL ? ci_roster_number(o->roster, member, o) : 0;
    if (number == 0) continue;
    ci_world_mark(o->world, number, mark);
    are = 1;
  }
  return are;
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
  out->has_marks = mark_all(o, ignore, WORLD_IGNORED) | (self != 0);
  if (out->is_only) out->has_marks |= mark_all(o, only, WORLD_CHOSEN);
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
static int overlap_some(const void *a, const void *b, const void *ignore, const void *only) {
  const described *first = shape_of(a), *second = shape_of(b);
  const ffi_choice *ignored = (const ffi_choice *)ignore, *chosen = (const ffi_choice *)only;
  const owned_world *o;
  int found;
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

int ci_ffi_cast_world(const void *userdata, const collide_cast *cast, const void *ignore,
                      const void *only, collide_target_hit *hit) {
  const owned_world *o = world_of(userdata);
  const ffi_choice *ignored = (const ffi_choice *)ignore, *chosen = (const ffi_choice *)only;
  const world_selection *select;
  world_selection some;
  if (names(ignored, userdata)) return 0;
  select = select_members(userdata, o, NULL, ignored, chosen, &some);
  return ci_world_cast(o->world, cast, select, hit);
}

/* Whether a cast at this is to be made at all. */
static int takes_target(const void *target, const void *ignore, const void *only) {
  const described *shape = shape_of(target);
  const held_grid *grid = grid_of(target);
  const held_mesh *mesh = mesh_of(target);
  const ffi_choice *ignored = (const ffi_choice *)ignore, *chosen = (const ffi_choice *)only;
  if (shape != NULL) return takes(target, shape->layer, ignored, chosen);
  if (grid != NULL) return takes(target, grid->layer, ignored, chosen);
  return mesh != NULL ? takes(target, mesh->layer, ignored, chosen) : OTHER;
}

const ffi_some ci_ffi_some = {choice_size,  choice_begin, choice_member,   choice_layer,
                              takes_target, overlap_some, ci_ffi_cast_some};
