/* SPDX-License-Identifier: MIT
 *
 * What a value is: a shape, grid, mesh, group or world; and where it keeps what all of them have.
 */
#ifndef COLLIDE_LUA_OBJECT_H
#define COLLIDE_LUA_OBJECT_H

#include "../collide.h"
#include "lua_seal.h"

typedef enum object_kind {
  OBJECT_NONE,
  OBJECT_SHAPE,
  OBJECT_GRID,
  OBJECT_MESH,
  OBJECT_GROUP,
  OBJECT_WORLD
} object_kind;

/* Pointers are NULL where an object has nothing of that kind. */
typedef struct object {
  object_kind kind;
  int dimensions;        /* 0 of a world that has never had a member, and was not told */
  collide_target target; /* not of a world */
  int *layer;            /* the number of its layer, or 0; not of a world */
  membership *worlds;    /* the worlds that it is in; not of a world */
  double *one_way;       /* from which side it blocks moves; not of a world or a grid */
  uint64_t *changes;     /* how often it was changed */
} object;

/* Describes the value at the index and returns its kind. Of other values, and of closed objects,
 * only the kind OBJECT_NONE is written. */
object_kind ci_object_at(lua_State *L, int index, object *out);
/* The kind alone. */
object_kind ci_object_kind(lua_State *L, int index);
/* The same as ci_object_at of what can be a member of a world; else returns OBJECT_NONE. */
object_kind ci_object_member(lua_State *L, int index, object *out);
/* "shape", ... */
const char *ci_object_name(object_kind kind);

#endif
