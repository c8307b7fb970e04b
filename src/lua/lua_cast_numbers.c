/* SPDX-License-Identifier: MIT
 *
 * Casts in numbers without options, at one object; and the bindings of all casts.
 *
 * The geometry of a cast takes about 200 instructions, and a call of Lua's API takes 10 to 40. So
 * six functions each have a copy of this code. In each copy the kind of cast and the number of
 * dimensions are constants, and each argument is read once.
 */
#include "../number/fp.h"
#include "../target/world.h"
#include "lua_cast.h"

#include "../narrow/cast_numbers.h"
#include "lua_description.h"
#include "lua_object.h"
#include "lua_result.h"
#include "lua_world.h"

/* ---- Arguments ------------------------------------------------------------------ */

typedef struct number_cast {
  const collide_shape *shape; /* NULL: the target is `target` or `world` */
  collide_target target;
  collide_world *world; /* or NULL */
  int dimensions;
  double start[3], toward[3], max;
} number_cast;

/* Reads argument 1: a shape, grid, mesh or world. Returns 0 for any other value. */
COMPAT_INLINE int read_target(lua_State *L, number_cast *c) {
  seal_home *home = seal_here(L);
  const described *shape = description_of(L, 1, home);
  object target;
  if (shape != NULL) {
    c->shape = &shape->shape;
    c->dimensions = description_dimensions(shape);
    return 1;
  }
  c->shape = NULL;
  c->world = NULL;
  switch (ci_object_at(L, 1, &target)) {
  case OBJECT_NONE:
  case OBJECT_GROUP:
    return 0;
  case OBJECT_WORLD:
    c->world = world_at(L, 1)->owner->world;
    if (c->world == NULL) return 0;
    break;
  default:
    c->target = target.target;
  }
  c->dimensions = target.dimensions;
  return 1;
}

/* Reads numbers from argument `first` on, like args_read_numbers. */
COMPAT_INLINE int read_vector(lua_State *L, int first, int dimensions, double v[3]) {
  if (lua_type(L, first) != LUA_TNUMBER || lua_type(L, first + 1) != LUA_TNUMBER ||
      (dimensions == 3 && lua_type(L, first + 2) != LUA_TNUMBER))
    return 0;
  v[0] = lua_tonumber(L, first) + 0.0;
  v[1] = lua_tonumber(L, first + 1) + 0.0;
  v[2] = dimensions == 3 ? lua_tonumber(L, first + 2) + 0.0 : 0;
  return 1;
}

COMPAT_INLINE int read_vectors(lua_State *L, int dimensions, number_cast *c) {
  return read_vector(L, 2, dimensions, c->start) &&
         read_vector(L, 2 + dimensions, dimensions, c->toward);
}

/* Returns 1 if the numbers are valid for a cast. cast_numbers makes this check itself. */
static int is_cast(collide_cast_kind kind, const number_cast *c) {
  const double *a = c->start, *b = c->toward;
  if (!limit_holds_cast(a[0], a[1], a[2], b[0], b[1], b[2]) || !(c->max >= 0)) return 0;
  return kind == COLLIDE_CAST_SEGMENT || b[0] != 0 || b[1] != 0 || b[2] != 0;
}

/* Reads a shape, grid, mesh or world, two vectors in numbers, and for a ray perhaps `max`. Returns
 * 0 for all other arguments, valid or not: lua_cast.c then reads them. */
COMPAT_INLINE int read_arguments(lua_State *L, collide_cast_kind kind, number_cast *c) {
  int count = lua_gettop(L), numbers;
  if (count < 5 || !read_target(L, c)) return 0;
  numbers = 2 * c->dimensions;
  c->max = HUGE_VAL;
  if (count != 1 + numbers) {
    if (count != 2 + numbers || kind != COLLIDE_CAST_RAY || lua_type(L, count) != LUA_TNUMBER)
      return 0;
    c->max = lua_tonumber(L, count);
  }
  if (!(c->dimensions == 2 ? read_vectors(L, 2, c) : read_vectors(L, 3, c))) return 0;
  return c->shape != NULL || is_cast(kind, c);
}

/* ---- Answers ------------------------------------------------------------------------ */

COMPAT_INLINE int cast_shape(collide_cast_kind kind, const number_cast *c, collide_hit *hit) {
  const double *a = c->start, *b = c->toward;
  return cast_numbers(c->shape, kind, a[0], a[1], a[2], b[0], b[1], b[2], c->max, hit);
}

/* Casts at a grid, mesh or world. Not inlined: a hit of a grid needs a large stack frame. */
static int cast_target(lua_State *L, collide_cast_kind kind, const number_cast *c, int any) {
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
  hit = c->world != NULL ? ci_world_cast(c->world, &cast, NULL, any ? NULL : &found.of)
                         : collide_cast_at(&cast, &c->target, any ? NULL : &found.of);
  if (any) {
    lua_pushboolean(L, hit);
    return 1;
  }
  if (!hit) {
    lua_pushnil(L);
    return 1;
  }
  if (!limit_clamp_hit(&found.of.hit)) return ci_cast_nearest(L, &ci_cast_families[kind]);
  found.dimensions = c->dimensions;
  found.index = c->world != NULL ? found.of.index : 0;
  found.number = 0;
  found.kind = RESULT_CAST;
  return ci_result_push_numbers(L, &found);
}

COMPAT_INLINE int cast_nearest(lua_State *L, collide_cast_kind kind) {
  collide_hit hit;
  number_cast c;
  int count, found;
  if (!read_arguments(L, kind, &c)) return ci_cast_nearest(L, &ci_cast_families[kind]);
  if (c.shape == NULL) return cast_target(L, kind, &c, 0);
  found = cast_shape(kind, &c, &hit);
  if (found == CAST_OTHER) return ci_cast_nearest(L, &ci_cast_families[kind]);
  if (!found) {
    lua_pushnil(L);
    return 1;
  }
  if (c.dimensions == 2)
    count = result_push_hit(L, &hit, 2);
  else
    count = result_push_hit(L, &hit, 3);
  lua_pushnil(L); /* the index */
  if (found != CAST_TRIANGLE) return count + 1;
  return count + 1 + ci_result_push_place(L, &hit, 1);
}

COMPAT_INLINE int cast_any(lua_State *L, collide_cast_kind kind) {
  number_cast c;
  int found;
  if (!read_arguments(L, kind, &c)) return ci_cast_any(L, &ci_cast_families[kind]);
  if (c.shape == NULL) return cast_target(L, kind, &c, 1);
  found = cast_shape(kind, &c, NULL);
  if (found == CAST_OTHER) return ci_cast_any(L, &ci_cast_families[kind]);
  lua_pushboolean(L, found);
  return 1;
}

/* ---- Functions for Lua ----------------------------------------------------------------- */

static int l_raycast(lua_State *L) {
  return cast_nearest(L, COLLIDE_CAST_RAY);
}

static int l_raycast_any(lua_State *L) {
  return cast_any(L, COLLIDE_CAST_RAY);
}

static int l_raycast_all(lua_State *L) {
  return ci_cast_all(L, &ci_cast_families[COLLIDE_CAST_RAY]);
}

static int l_segmentcast(lua_State *L) {
  return cast_nearest(L, COLLIDE_CAST_SEGMENT);
}

static int l_segmentcast_any(lua_State *L) {
  return cast_any(L, COLLIDE_CAST_SEGMENT);
}

static int l_segmentcast_all(lua_State *L) {
  return ci_cast_all(L, &ci_cast_families[COLLIDE_CAST_SEGMENT]);
}

static int l_linecast(lua_State *L) {
  return cast_nearest(L, COLLIDE_CAST_LINE);
}

static int l_linecast_any(lua_State *L) {
  return cast_any(L, COLLIDE_CAST_LINE);
}

static int l_linecast_all(lua_State *L) {
  return ci_cast_all(L, &ci_cast_families[COLLIDE_CAST_LINE]);
}

const binding ci_cast_bindings[] = {{"raycast", l_raycast, IN_MODULE | IN_TARGETS},
                                    {"raycast_any", l_raycast_any, IN_MODULE | IN_TARGETS},
                                    {"raycast_all", l_raycast_all, IN_MODULE | IN_TARGETS},
                                    {"segmentcast", l_segmentcast, IN_MODULE | IN_TARGETS},
                                    {"segmentcast_any", l_segmentcast_any, IN_MODULE | IN_TARGETS},
                                    {"segmentcast_all", l_segmentcast_all, IN_MODULE | IN_TARGETS},
                                    {"linecast", l_linecast, IN_MODULE | IN_TARGETS},
                                    {"linecast_any", l_linecast_any, IN_MODULE | IN_TARGETS},
                                    {"linecast_all", l_linecast_all, IN_MODULE | IN_TARGETS},
                                    {NULL, NULL, 0}};
