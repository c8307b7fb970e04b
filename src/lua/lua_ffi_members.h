/* SPDX-License-Identifier: MIT
 *
 * What the files of the ffi's functions share.
 */
#ifndef COLLIDE_LUA_FFI_MEMBERS_H
#define COLLIDE_LUA_FFI_MEMBERS_H

#include "lua_description.h"
#include "lua_ffi_calls.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_trimesh.h"
#include "lua_world.h"

/* NULL if the userdata is no shape. */
static inline const described *shape_of(const void *userdata) {
  const described *shape = (const described *)userdata;
  return shape->sealed.self == seal_self(userdata, SEAL_SHAPE) ? shape : NULL;
}

/* NULL if the userdata is no grid. */
static inline const held_grid *grid_of(const void *userdata) {
  const held_grid *held = (const held_grid *)userdata;
  return held->sealed.self == seal_self(userdata, SEAL_GRID) ? held : NULL;
}

/* NULL if the userdata is no mesh, or one whose triangles were freed. */
static inline const held_mesh *mesh_of(const void *userdata) {
  const held_mesh *held = (const held_mesh *)userdata;
  if (held->sealed.self != seal_self(userdata, SEAL_MESH)) return NULL;
  return held->owner->base.is_released ? NULL : held;
}

/* NULL if the userdata is no group. */
static inline const held_group *group_of(const void *userdata) {
  const held_group *held = (const held_group *)userdata;
  return held->sealed.self == seal_self(userdata, SEAL_GROUP) ? held : NULL;
}

/* NULL if the userdata is no world, or one that was freed. */
static inline owned_world *world_of(const void *userdata) {
  const held_world *held = (const held_world *)userdata;
  if (held->sealed.self != seal_self(userdata, SEAL_WORLD)) return NULL;
  return held->owner->base.is_released ? NULL : held->owner;
}

/* Kinds of three dimensions come first. */
static inline int dimensions_of_kind(collide_kind kind) {
  return kind < COLLIDE_CIRCLE ? 3 : 2;
}

static inline int dimensions_of(const void *userdata) {
  const described *shape = shape_of(userdata);
  const held_grid *held = grid_of(userdata);
  const owned_world *owner = world_of(userdata);
  if (shape != NULL) return dimensions_of_kind(shape->shape.kind);
  if (owner != NULL && owner->world != NULL) return collide_world_dimensions(owner->world);
  return held != NULL ? held->grid->frame.dimensions : OTHER;
}

/* What `ignore` or `only` names: a userdata or NULL, and a bit for a layer. */
typedef struct ffi_choice {
  uint64_t layers;
  const void *member;
} ffi_choice;

/* lua_ffi_some.c. Makes *chosen of an option: NULL where it names nothing. Returns 0 for what is no
 * member. */
int ci_ffi_choose(ffi_choice *c, const void *member, int layer, const ffi_choice **chosen);
/* Does a lone target count? OTHER for worlds. */
int ci_ffi_takes(const void *target, const ffi_choice *ignored, const ffi_choice *chosen);
/* A cast at a world, which there is; `hit` may be NULL. */
int ci_ffi_cast_world(const void *userdata, const collide_cast *cast, const ffi_choice *ignored,
                      const ffi_choice *chosen, collide_target_hit *hit);
/* lua_ffi_casts.c: a function of ffi_some, of any target. */
int ci_ffi_cast_some(const void *userdata, int what, double ax, double ay, double az, double bx,
                     double by, double bz, double max, void *answer, const void *ignore,
                     int ignored_layer, const void *only, int only_layer);

/* Counts the call that is about to write the answer. */
static inline ffi_answer *begin_answer(void *answer) {
  ffi_answer *out = (ffi_answer *)answer;
  out->calls += 1;
  return out;
}

#endif
