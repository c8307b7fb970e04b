/* SPDX-License-Identifier: MIT */
#include "lua_object.h"

#include "lua_description.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_trimesh.h"
#include "lua_world.h"

const char *ci_object_name(object_kind kind) {
  static const char *const names[] = {"value", "shape", "grid", "mesh", "group", "world"};
  return names[kind];
}

/* The kind by the seal, which is read once. The caller checks the size. */
static object_kind read_seal(lua_State *L, int index) {
  static const object_kind kinds[] = {OBJECT_SHAPE, OBJECT_GRID, OBJECT_MESH, OBJECT_GROUP,
                                      OBJECT_WORLD};
  const seal *sealed = (const seal *)lua_touserdata(L, index);
  uintptr_t kind;
  if (sealed == NULL || (size_t)lua_rawlen(L, index) < sizeof *sealed) return OBJECT_NONE;
  if (sealed->home != seal_here(L)) return OBJECT_NONE;
  kind = (sealed->self ^ (uintptr_t)sealed) - (uintptr_t)ci_seals;
  return kind < sizeof kinds / sizeof kinds[0] ? kinds[kind] : OBJECT_NONE;
}

static object_kind take_shape(described *shape, object *out) {
  if (shape == NULL) return OBJECT_NONE;
  out->dimensions = description_dimensions(shape);
  out->target = collide_target_of_shape(&shape->shape);
  out->layer = &shape->layer;
  out->worlds = &shape->worlds;
  out->one_way = shape->one_way;
  out->changes = &shape->changes;
  return OBJECT_SHAPE;
}

static object_kind take_grid(held_grid *held, object *out) {
  if (held == NULL) return OBJECT_NONE;
  out->dimensions = held->grid->frame.dimensions;
  out->target = collide_target_of_grid(held->grid);
  out->layer = &held->layer;
  out->worlds = &held->worlds;
  out->one_way = NULL;
  out->changes = &held->changes;
  return OBJECT_GRID;
}

static object_kind take_mesh(held_mesh *held, object *out) {
  if (held == NULL) return OBJECT_NONE;
  out->dimensions = 3;
  out->target = collide_target_of_mesh(&held->mesh);
  out->layer = &held->layer;
  out->worlds = &held->worlds;
  out->one_way = held->one_way;
  out->changes = &held->changes;
  return OBJECT_MESH;
}

static object_kind take_group(held_group *held, object *out) {
  if (held == NULL) return OBJECT_NONE;
  out->dimensions = collide_group_dimensions(held->group);
  out->target = collide_target_of_group(held->group);
  out->layer = &held->layer;
  out->worlds = &held->worlds;
  out->one_way = held->one_way;
  out->changes = &held->changes;
  return OBJECT_GROUP;
}

static object_kind take_world(held_world *held, object *out) {
  if (held == NULL) return OBJECT_NONE;
  out->dimensions = ci_world_dimensions(held);
  out->layer = NULL;
  out->worlds = NULL;
  out->one_way = NULL;
  out->changes = &held->owner->changes;
  return OBJECT_WORLD;
}

object_kind ci_object_at(lua_State *L, int index, object *out) {
  switch (read_seal(L, index)) {
  case OBJECT_SHAPE:
    return out->kind = take_shape(description_at(L, index), out);
  case OBJECT_GRID:
    return out->kind = take_grid(grid_at(L, index), out);
  case OBJECT_MESH:
    return out->kind = take_mesh(mesh_at(L, index), out);
  case OBJECT_GROUP:
    return out->kind = take_group(group_at(L, index), out);
  case OBJECT_WORLD:
    return out->kind = take_world(world_at(L, index), out);
  default:
    return out->kind = OBJECT_NONE;
  }
}

object_kind ci_object_kind(lua_State *L, int index) {
  object unused;
  return ci_object_at(L, index, &unused);
}

object_kind ci_object_member(lua_State *L, int index, object *out) {
  object_kind kind = ci_object_at(L, index, out);
  return kind == OBJECT_WORLD ? OBJECT_NONE : kind;
}
