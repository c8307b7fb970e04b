/* SPDX-License-Identifier: MIT */
#include "lua_close.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_trimesh.h"
#include "lua_world.h"

/* Every kind of handle that has a finalizer. */
static const struct {
  int kind;
  size_t size;
  const char *closed;
} kinds[] = {{SEAL_GRID, sizeof(held_grid), "a closed grid"},
             {SEAL_MESH, sizeof(held_mesh), "a closed mesh"},
             {SEAL_GROUP, sizeof(held_group), "a closed group"},
             {SEAL_WORLD, sizeof(held_world), "a closed world"}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* An object, what owns its memory or NULL, and in which worlds it is or NULL. */
typedef struct closable {
  int kind;
  void *handle;
  owned *owner;
  const membership *worlds;
} closable;

/* The handle at the index, closed or not. Returns 0 if there is none. */
static int find(lua_State *L, int index, closable *c) {
  int i;
  c->handle = NULL;
  for (i = 0; i < KINDS && c->handle == NULL; i++) {
    c->kind = kinds[i].kind;
    c->handle = seal_kept(L, index, kinds[i].size, c->kind, seal_here(L));
  }
  c->owner = NULL;
  c->worlds = NULL;
  if (c->handle == NULL) return 0;
  switch (c->kind) {
  case SEAL_GRID:
    c->owner = ((held_grid *)c->handle)->owner;
    c->worlds = &((held_grid *)c->handle)->worlds;
    break;
  case SEAL_MESH:
    c->owner = &((held_mesh *)c->handle)->owner->base;
    c->worlds = &((held_mesh *)c->handle)->worlds;
    break;
  case SEAL_GROUP:
    if (((held_group *)c->handle)->owner != NULL)
      c->owner = &((held_group *)c->handle)->owner->base;
    c->worlds = &((held_group *)c->handle)->worlds;
    break;
  default:
    c->owner = &((held_world *)c->handle)->owner->base;
  }
  return 1;
}

const char *ci_closed_name(lua_State *L, int index) {
  int i;
  for (i = 0; i < KINDS; i++)
    if (seal_check(L, index, kinds[i].size, SEAL_CLOSED + kinds[i].kind, seal_here(L)) != NULL)
      return kinds[i].closed;
  return NULL;
}

/* ---- Is it in use? --------------------------------------------------------------------------- */

/* Is the value on the stack's top the object at 1, or a world with it? */
static int is_or_has(lua_State *L, const closable *c) {
  const held_world *world;
  if (lua_rawequal(L, 1, -1)) return 1;
  if (c->worlds == NULL || lua_type(L, -1) != LUA_TUSERDATA) return 0;
  if (!lua_getmetatable(L, -1)) return 0; /* memory of a call, of which nothing may be written */
  lua_pop(L, 1);
  world = (const held_world *)seal_kept(L, -1, sizeof *world, SEAL_WORLD, seal_here(L));
  return world != NULL && ci_roster_number(world->owner->roster, c->worlds, world->owner) != 0;
}

/* The same, also of an array. */
static int leads_to(lua_State *L, const closable *c) {
  int i, found = is_or_has(L, c), count = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
  for (i = 1; i <= count && !found; i++) {
    lua_rawgeti(L, -1, i);
    found = is_or_has(L, c);
    lua_pop(L, 1);
  }
  return found;
}

/* Is the function on the stack's top one of this module, in C or of the chunk that LuaJIT compiles?
 */
static int is_ours(lua_State *L, const lua_Debug *call) {
  int is;
  if (strcmp(call->what, "Lua") == 0) return strcmp(call->short_src, "collide") == 0;
  if (!lua_iscfunction(L, -1) || lua_getupvalue(L, -1, UP_HOME) == NULL) return 0;
  is = lua_touserdata(L, -1) == (void *)seal_here(L);
  lua_pop(L, 1);
  return is;
}

/* Whether a function of this module runs that has the object at 1 among its arguments or values.
 * Looks at the calls of the running coroutine. */
static int is_in_use(lua_State *L, const closable *c) {
  lua_Debug call;
  int level, i, found = 0;
  for (level = 1; !found && lua_getstack(L, level, &call); level++) {
    lua_getinfo(L, "fS", &call);
    for (i = 1; is_ours(L, &call) && !found && lua_getlocal(L, &call, i) != NULL; i++) {
      found = leads_to(L, c);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  return found;
}

/* ---- Closing ------------------------------------------------------------------------------------
 */

/* Lets go of what is about to be freed. A finalizer may still ask a world that has the object. */
static void forget(const closable *c) {
  if (c->kind == SEAL_MESH) ((held_mesh *)c->handle)->mesh.trimesh = &ci_trimesh_none;
  if (c->kind == SEAL_GROUP) ci_group_forget_meshes((held_group *)c->handle);
  if (c->worlds != NULL) touch_worlds((const seal *)c->handle, c->worlds);
}

int ci_l_close(lua_State *L) {
  closable c;
  lua_settop(L, 1);
  if (!find(L, 1, &c) || is_in_use(L, &c)) return 0;
  seal_close((seal *)c.handle, SEAL_CLOSED + c.kind, seal_here(L));
  if (c.owner == NULL || !ci_owned_is_collected(L, 1)) return 0;
  forget(&c);
  ci_owned_release(c.owner);
  return 0;
}
