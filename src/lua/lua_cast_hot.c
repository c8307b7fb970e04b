/* SPDX-License-Identifier: MIT
 *
 * The casts that hot loops make, and what Lua calls for a nearest or any hit.
 *
 * The geometry of a cast takes some 200 instructions, each call of Lua's API 10 to 40. So each of
 * the six functions has a copy of this path in which the kind of cast and the number of dimensions
 * are constants, and no argument is looked at twice.
 */
#include "../number/fp.h"
#include "lua_cast_hot.h"

#include "lua_cast.h"
#include "lua_description.h"
#include "lua_grid.h"
#include "lua_result.h"
#include "lua_trimesh.h"

/* ---- Arguments ------------------------------------------------------------------ */

typedef struct hot_cast {
  const collide_shape *shape; /* or NULL, and then it is the target */
  collide_target target;
  int dimensions;
  double start[3], toward[3], max;
} hot_cast;

/* Argument 1 is a shape, a grid or a mesh. */
COMPAT_INLINE int read_target(lua_State *L, hot_cast *c) {
  seal_home *home = seal_here(L);
  const described *shape = description_of(L, 1, home);
  const held_grid *held;
  const held_mesh *mesh;
  if (shape != NULL) {
    c->shape = &shape->shape;
    c->dimensions = description_dimensions(shape);
    return 1;
  }
  held = grid_by_home(L, 1, home);
  mesh = held == NULL ? mesh_at(L, 1) : NULL;
  if (held == NULL && mesh == NULL) return 0;
  c->shape = NULL;
  c->target =
      held != NULL ? collide_target_of_grid(held->grid) : collide_target_of_mesh(&mesh->mesh);
  c->dimensions = held != NULL ? held->grid->frame.dimensions : 3;
  return 1;
}

/* Finite numbers from argument `first` on, as args_read_numbers reads them. */
COMPAT_INLINE int read_vector(lua_State *L, int first, int dimensions, double v[3]) {
  if (lua_type(L, first) != LUA_TNUMBER || lua_type(L, first + 1) != LUA_TNUMBER ||
      (dimensions == 3 && lua_type(L, first + 2) != LUA_TNUMBER))
    return 0;
  v[0] = lua_tonumber(L, first) + 0.0;
  v[1] = lua_tonumber(L, first + 1) + 0.0;
  v[2] = dimensions == 3 ? lua_tonumber(L, first + 2) + 0.0 : 0;
  return (v[0] - v[0]) + (v[1] - v[1]) + (v[2] - v[2]) == 0.0; /* nan for nan and infinity */
}

COMPAT_INLINE int read_vectors(lua_State *L, collide_cast_kind kind, int dimensions, hot_cast *c) {
  if (!read_vector(L, 2, dimensions, c->start) ||
      !read_vector(L, 2 + dimensions, dimensions, c->toward))
    return 0;
  return kind == COLLIDE_CAST_SEGMENT || c->toward[0] != 0 || c->toward[1] != 0 ||
         c->toward[2] != 0;
}

/* A shape, grid or mesh, its two vectors in numbers, and of a ray perhaps `max`. Returns 0 where
 * the arguments are anything else, valid or not: the general way reads them then. */
COMPAT_INLINE int read_hot(lua_State *L, collide_cast_kind kind, hot_cast *c) {
  int count = lua_gettop(L), numbers;
  if (count < 5 || !read_target(L, c)) return 0;
  numbers = 2 * c->dimensions;
  c->max = HUGE_VAL;
  if (count != 1 + numbers) {
    if (count != 2 + numbers || kind != COLLIDE_CAST_RAY || lua_type(L, count) != LUA_TNUMBER)
      return 0;
    c->max = lua_tonumber(L, count);
    if (!(c->max >= 0)) return 0;
  }
  return c->dimensions == 2 ? read_vectors(L, kind, 2, c) : read_vectors(L, kind, 3, c);
}

/* ---- Answers ------------------------------------------------------------------------ */

COMPAT_INLINE int cast_shape(collide_cast_kind kind, const hot_cast *c, collide_hit *hit) {
  if (kind == COLLIDE_CAST_RAY)
    return collide_raycast(c->shape, c->start, c->toward, c->max, 0, hit);
  if (kind == COLLIDE_CAST_SEGMENT)
    return collide_segmentcast(c->shape, c->start, c->toward, 0, hit);
  return collide_linecast(c->shape, c->start, c->toward, hit);
}

/* At a grid or mesh. Apart, because a hit of a grid is large. */
static int cast_target(lua_State *L, collide_cast_kind kind, const hot_cast *c, int any) {
  collide_cast cast;
  result_hit found;
  int i, hit;
  cast.kind = kind;
  cast.max = c->max;
  cast.flags = 0;
  for (i = 0; i < 3; i++) {
    cast.start[i] = c->start[i];
    cast.toward[i] = c->toward[i];
  }
  hit = collide_cast_at(&cast, &c->target, any ? NULL : &found.of);
  if (any) {
    lua_pushboolean(L, hit);
    return 1;
  }
  if (!hit) {
    lua_pushnil(L);
    return 1;
  }
  found.dimensions = c->dimensions;
  found.index = 0;
  found.is_contact = found.is_sweep = 0;
  return ci_result_push_numbers(L, &found);
}

COMPAT_INLINE int cast_nearest(lua_State *L, collide_cast_kind kind) {
  collide_hit hit;
  hot_cast c;
  int count;
  if (!read_hot(L, kind, &c)) return ci_cast_nearest(L, &ci_cast_families[kind]);
  if (c.shape == NULL) return cast_target(L, kind, &c, 0);
  if (!cast_shape(kind, &c, &hit)) {
    lua_pushnil(L);
    return 1;
  }
  if (c.dimensions == 2)
    count = result_push_hit(L, &hit, 2);
  else
    count = result_push_hit(L, &hit, 3);
  lua_pushnil(L); /* the index */
  if (c.shape->kind != COLLIDE_TRIANGLE) return count + 1;
  return count + 1 + ci_result_push_place(L, &hit, 1);
}

COMPAT_INLINE int cast_any(lua_State *L, collide_cast_kind kind) {
  hot_cast c;
  if (!read_hot(L, kind, &c)) return ci_cast_any(L, &ci_cast_families[kind]);
  if (c.shape == NULL) return cast_target(L, kind, &c, 1);
  lua_pushboolean(L, cast_shape(kind, &c, NULL));
  return 1;
}

/* ---- What Lua calls -------------------------------------------------------------------- */

int ci_l_raycast(lua_State *L) {
  return cast_nearest(L, COLLIDE_CAST_RAY);
}

int ci_l_raycast_any(lua_State *L) {
  return cast_any(L, COLLIDE_CAST_RAY);
}

int ci_l_segmentcast(lua_State *L) {
  return cast_nearest(L, COLLIDE_CAST_SEGMENT);
}

int ci_l_segmentcast_any(lua_State *L) {
  return cast_any(L, COLLIDE_CAST_SEGMENT);
}

int ci_l_linecast(lua_State *L) {
  return cast_nearest(L, COLLIDE_CAST_LINE);
}

int ci_l_linecast_any(lua_State *L) {
  return cast_any(L, COLLIDE_CAST_LINE);
}
