/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_object.h"

#include <stddef.h>
#include <string.h>

#include "../mesh/mesh.h"
#include "../target/group.h"
#include "lua_advice.h"
#include "lua_description.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_select.h"
#include "lua_one_way.h"
#include "lua_mesh.h"
#include "lua_posed.h"
#include "lua_world.h"

/* ---- Kinds ----------------------------------------------------------------------------------- */

/* Indexed by the kinds of seals. `owner` is the offset of the pointer to the owner, or 0. */
static const struct {
  const char *name, *closed;
  size_t size, owner;
  int plain, data; /* the upvalues of the metatables without and with data; 0 if there is none */
} kinds[] = {
    {"shape", "a closed shape", sizeof(described), 0, UP_SHAPE, UP_SHAPE_DATA},
    {"grid", "a closed grid", sizeof(held_grid), offsetof(held_grid, owner), UP_GRID, 0},
    {"mesh", "a closed mesh", sizeof(held_mesh), offsetof(held_mesh, owner), UP_MESH, UP_MESH_DATA},
    {"group", "a closed group", sizeof(held_group), offsetof(held_group, owner), UP_COMPOUND,
     UP_COMPOUND_DATA},
    {"world", "a closed world", sizeof(held_world), offsetof(held_world, owner), UP_WORLD,
     UP_WORLD_DATA}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The head of the object at the index, closed or not, and its kind without SEAL_CLOSED. */
COMPAT_INLINE object_head *find_head(lua_State *L, int index, int *kind, int *is_closed) {
  object_head *h = (object_head *)lua_touserdata(L, index);
  size_t size = h != NULL ? (size_t)lua_rawlen(L, index) : 0;
  if (size < sizeof *h) return NULL;
  *kind = seal_kind(h);
  *is_closed = *kind >= SEAL_CLOSED;
  if (*is_closed) *kind -= SEAL_CLOSED;
  if (*kind < 0 || *kind >= KINDS || h->sealed.home != seal_here(L)) return NULL;
  return size >= kinds[*kind].size ? h : NULL;
}

static owned *find_owner(const object_head *h, int kind) {
  owned *owner = NULL;
  if (kinds[kind].owner != 0) memcpy(&owner, (const char *)h + kinds[kind].owner, sizeof owner);
  return owner;
}

/* Returns NULL if the memory of the object was released. */
static object_head *check_released(object_head *h, int kind) {
  const owned *owner;
  if (kind == SEAL_SHAPE) return h;
  owner = find_owner(h, kind);
  if (owner == NULL || !owner->is_released || kind == SEAL_GRID) return h;
  return kind == SEAL_GROUP ? &ci_group_forget_meshes((held_group *)(void *)h)->head : NULL;
}

COMPAT_INLINE object_head *find_open(lua_State *L, int index, int *kind) {
  int is_closed;
  object_head *h = find_head(L, index, kind, &is_closed);
  return h != NULL && !is_closed ? check_released(h, *kind) : NULL;
}

static collide_target target_of(const void *handle, int kind) {
  if (kind == SEAL_GRID) return collide_target_of_grid(((const held_grid *)handle)->grid);
  if (kind == SEAL_MESH) return collide_target_of_mesh(&((const held_mesh *)handle)->mesh);
  return collide_target_of_group(((const held_group *)handle)->group);
}

COMPAT_INLINE object_kind describe(object_head *h, int kind, object *out) {
  out->kind = OBJECT_NONE;
  out->head = h;
  if (h == NULL) return OBJECT_NONE;
  out->kind = (object_kind)(OBJECT_SHAPE + kind);
  if (kind == SEAL_SHAPE) {
    const described *shape = (const described *)(const void *)h;
    out->target = collide_target_of_shape(&shape->shape);
    out->dimensions = description_dimensions(shape);
  } else if (kind == SEAL_WORLD) {
    out->dimensions = ci_world_dimensions((const held_world *)(const void *)h);
  } else {
    out->target = target_of(h, kind);
    out->dimensions = collide_target_dimensions(&out->target);
  }
  return out->kind;
}

object_kind ci_object_at(lua_State *L, int index, object *out) {
  int kind;
  object_head *h = find_open(L, index, &kind);
  return describe(h, kind, out);
}

object_kind ci_object_of(void *userdata, object *out) {
  object_head *h = (object_head *)userdata;
  int kind = seal_kind(h);
  return describe(kind >= 0 && kind < KINDS ? check_released(h, kind) : NULL, kind, out);
}

object_kind ci_object_kind(lua_State *L, int index) {
  int kind;
  return find_open(L, index, &kind) != NULL ? (object_kind)(OBJECT_SHAPE + kind) : OBJECT_NONE;
}

object_kind ci_object_member(lua_State *L, int index, object *out) {
  object_kind kind = ci_object_at(L, index, out);
  return kind == OBJECT_WORLD ? OBJECT_NONE : kind;
}

object ci_object_check(lua_State *L) {
  object found;
  if (!ci_object_member(L, 1, &found)) ci_args_fail_self(L, "shape");
  return found;
}

void ci_object_read(lua_State *L, const args_place *at, int index, described *room, object *out) {
  if (ci_object_member(L, index, out) != OBJECT_NONE) return;
  if (ci_mesh_get(L, at, index) != NULL || ci_group_get(L, at, index) != NULL) {
    ci_object_at(L, index, out);
    return;
  }
  ci_description_get(L, at, index, room);
  out->kind = OBJECT_SHAPE;
  out->dimensions = collide_dimensions(&room->shape);
  out->target = collide_target_of_shape(&room->shape);
  out->head = &room->head;
}

const char *ci_object_name(object_kind kind) {
  return kinds[kind - OBJECT_SHAPE].name;
}

const char *ci_object_target_name(const collide_target *target) {
  static const char *const names[COLLIDE_TARGET_KINDS] = {"shape", "grid",  "mesh",
                                                          "group", "array", "world"};
  if (target->kind == COLLIDE_TARGET_SHAPE) return collide_kind_name(target->of.shape->kind);
  return names[target->kind];
}

uint64_t ci_object_changes(const object *found) {
  if (found->kind != OBJECT_WORLD) return found->head->changes;
  return ((const held_world *)(const void *)found->head)->owner->changes;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

void ci_object_read_head(lua_State *L, const args_place *at, int index, int dimensions,
                         object_head *h) {
  args_place field = ci_args_field(at, "layer");
  lua_getfield(L, index, field.name);
  h->layers = ci_layers_read(L, &field, lua_gettop(L));
  lua_pop(L, 1);
  ci_one_way_read(L, at, index, dimensions, h->one_way);
}

void ci_object_set_fields(lua_State *L, const object_head *h, int dimensions) {
  if (h->layers != 0) {
    ci_layers_push(L, h->layers);
    lua_setfield(L, -2, "layer");
  }
  ci_one_way_set_field(L, h->one_way, dimensions);
}

void ci_object_add_text(lua_State *L, luaL_Buffer *text, const object_head *h, int dimensions) {
  if (h->layers != 0) ci_layers_add(L, text, h->layers);
  ci_one_way_add(text, h->one_way, dimensions);
}

const char *ci_closed_name(lua_State *L, int index) {
  int kind, is_closed;
  return find_head(L, index, &kind, &is_closed) != NULL && is_closed ? kinds[kind].closed : NULL;
}

/* ---- Objects in use -------------------------------------------------------------------------- */

/* Returns 1 if the value on top of the stack is the object at 1, or a world that contains it. */
static int is_or_has(lua_State *L, const object_head *h) {
  const held_world *world;
  if (lua_rawequal(L, 1, -1)) return 1;
  if (h->worlds.slot == 0 || lua_type(L, -1) != LUA_TUSERDATA) return 0;
  if (!lua_getmetatable(L, -1)) return 0; /* memory of a call, which may be uninitialized */
  lua_pop(L, 1);
  world = (const held_world *)seal_kept(L, -1, sizeof *world, SEAL_WORLD, seal_here(L));
  return world != NULL && ci_roster_number(world->owner->roster, &h->worlds, world->owner) != 0;
}

/* The same, also for an array of such values. */
static int leads_to(lua_State *L, const object_head *h) {
  int i, found = is_or_has(L, h), count = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
  for (i = 1; i <= count && !found; i++) {
    lua_rawgeti(L, -1, i);
    found = is_or_has(L, h);
    lua_pop(L, 1);
  }
  return found;
}

/* Returns 1 if the function on top of the stack belongs to this module: a C function, or one of the
 * chunk that LuaJIT compiles. */
static int is_ours(lua_State *L, const lua_Debug *call) {
  int is;
  if (strcmp(call->what, "Lua") == 0) return strcmp(call->short_src, "collide") == 0;
  if (!lua_iscfunction(L, -1) || lua_getupvalue(L, -1, UP_HOME) == NULL) return 0;
  is = lua_touserdata(L, -1) == (void *)seal_here(L);
  lua_pop(L, 1);
  return is;
}

/* To reach a level, Lua passes all levels above it, so a search costs the square of the depth. */
enum { MOST_LEVELS = 1000 };

/* Returns 1 if a running function of this module has the object at 1 among its arguments or values,
 * or if the stack is too deep to search. Then the object stays open, and its memory is freed by a
 * later search of the handles (lua_owned.h). Checks only the calls of the running coroutine. */
static int is_in_use(lua_State *L, const object_head *h) {
  lua_Debug call;
  int level, i, found = lua_getstack(L, MOST_LEVELS, &call);
  for (level = 1; !found && lua_getstack(L, level, &call); level++) {
    lua_getinfo(L, "fS", &call);
    for (i = 1; is_ours(L, &call) && !found && lua_getlocal(L, &call, i) != NULL; i++) {
      found = leads_to(L, h);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  return found;
}

/* ---- Closing --------------------------------------------------------------------------------- */

/* Clears the pointers to memory that is about to be freed. A finalizer may still query a world that
 * contains the object. */
static void forget(object_head *h, int kind) {
  if (kind == SEAL_MESH) ((held_mesh *)(void *)h)->mesh.data = &ci_mesh_data_none;
  if (kind == SEAL_GROUP) ci_group_forget_meshes((held_group *)(void *)h);
  touch_worlds(h);
}

static int l_close(lua_State *L) {
  int kind, is_closed;
  owned *owner;
  object_head *h;
  lua_settop(L, 1);
  h = find_head(L, 1, &kind, &is_closed);
  if (h == NULL || kind == SEAL_SHAPE || is_in_use(L, h)) return 0;
  seal_close(&h->sealed, SEAL_CLOSED + kind, seal_here(L));
  owner = find_owner(h, kind);
  if (owner == NULL || !ci_owned_is_collected(L, 1)) return 0;
  forget(h, kind);
  ci_owned_release(owner);
  return 0;
}

/* ---- Data ---------------------------------------------------------------------- */

/* The data of an object is its user value. In Lua 5.1, LuaJIT and 5.2 that value is a table, and
 * the data is its item 1. */
enum { DATA = 1, IN_TABLE = LUA_VERSION_NUM < 503 };
#if LUA_VERSION_NUM < 502
#define get_own(L, index) lua_getfenv(L, index)
#define set_own(L, index) ((void)lua_setfenv(L, index))
#else
#define get_own(L, index) ((void)lua_getuservalue(L, index))
#define set_own(L, index) ((void)lua_setuservalue(L, index))
#endif

/* The upvalue of the metatable with data; 0 for values that have none. */
static int data_upvalue(lua_State *L, int index) {
  object_kind kind = ci_object_kind(L, index);
  return kind != OBJECT_NONE ? kinds[kind - OBJECT_SHAPE].data : 0;
}

/* Returns 1 if the object was ever given data: then it has the metatable with data. */
static int has_data(lua_State *L, int index) {
  int upvalue = data_upvalue(L, index), has;
  if (upvalue == 0 || !lua_getmetatable(L, index)) return 0;
  has = lua_rawequal(L, -1, lua_upvalueindex(upvalue));
  lua_pop(L, 1);
  return has;
}

/* Pushes the data of the value at the index; nil if it has none. */
void ci_object_push_data(lua_State *L, int index) {
  if (!has_data(L, index)) {
    lua_pushnil(L);
    return;
  }
  get_own(L, index);
  if (world_at(L, index) != NULL) {
    lua_pushliteral(L, "data");
    lua_rawget(L, -2);
    lua_remove(L, -2);
    return;
  }
  if (!IN_TABLE) return;
  lua_rawgeti(L, -1, DATA);
  lua_remove(L, -2);
}

void ci_object_set_data(lua_State *L, int index) {
  int value = lua_gettop(L), upvalue = data_upvalue(L, index);
  if (upvalue == UP_WORLD_DATA) { /* its user value is the table of its members */
    get_own(L, index);
    lua_pushliteral(L, "data");
    lua_pushvalue(L, value);
    lua_rawset(L, -3);
  } else {
    if (IN_TABLE) {
      lua_createtable(L, 1, 0);
      lua_pushvalue(L, value);
      lua_rawseti(L, -2, DATA);
    }
    set_own(L, index);
  }
  lua_settop(L, value - 1);
  if (has_data(L, index)) return;
  lua_pushvalue(L, lua_upvalueindex(upvalue));
  lua_setmetatable(L, index);
}

/* ---- Methods and fields ------------------------------------------------------------ */

/* Returns 1 if argument 2 is the key "data". */
static int is_data(lua_State *L) {
  return lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "data") == 0;
}

/* __index of the tables of methods of shapes, meshes, groups, worlds and grids. The function has
 * the name of the kind. */
static int l_no_method(lua_State *L) {
  const char *of = lua_tostring(L, lua_upvalueindex(UP_NAME));
  if (!is_data(L)) return ci_advice_fail(L, 2, of, 1);
  lua_pushnil(L);
  return 1;
}

static int l_grid_newindex(lua_State *L) {
  return ci_advice_fail(L, 2, "grid", 0);
}

/* The name for error messages of the value at the index, which may be of any type. */
static const char *kind_at(lua_State *L, int index) {
  object_kind kind = ci_object_kind(L, index);
  return kind == OBJECT_NONE || kind == OBJECT_GRID ? "shape" : ci_object_name(kind);
}

/* __index of objects with data. The function has the name of the kind. */
static int l_index(lua_State *L) {
  const char *of = lua_tostring(L, lua_upvalueindex(UP_NAME));
  const described *shape = description_at(L, 1);
  int kind = 0;
  if (is_data(L)) {
    ci_object_push_data(L, 1);
    return 1;
  }
  if (shape != NULL && lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "radius") == 0 &&
      ci_shape_push_radius(L, shape))
    return 1;
  while (strcmp(kinds[kind].name, of) != 0) kind++;
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(kinds[kind].data));
  lua_pushliteral(L, "methods");
  lua_rawget(L, 3);
  lua_pushvalue(L, 2);
  lua_rawget(L, 4);
  return lua_isnil(L, -1) ? ci_advice_fail(L, 2, of, 1) : 1;
}

static int l_newindex(lua_State *L) {
  if (data_upvalue(L, 1) == 0 || !is_data(L)) return ci_advice_fail(L, 2, kind_at(L, 1), 0);
  lua_settop(L, 3);
  ci_object_set_data(L, 1);
  return 0;
}

/* __len: calls the method `count`, which is its upvalue, with the object alone. */
static int l_length(lua_State *L) {
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

/* __pairs, which Lua 5.1 and LuaJIT do not call. The function has the name of the kind. */
static int l_pairs(lua_State *L) {
  return ci_advice_fail_pairs(L, lua_tostring(L, lua_upvalueindex(UP_NAME)));
}

/* ---- Metatables ------------------------------------------------------------------------------ */

/* Sets a field of the table at the index to a function of the module. */
static void set_function(lua_State *L, int first, object_push_function push, int table,
                         const char *field, lua_CFunction function, const char *name) {
  push(L, first, function, name);
  lua_setfield(L, table, field);
}

/* Makes the metatable with data from the one without. */
static void set_data_meta(lua_State *L, int plain, int data, int methods) {
  static const char *const shared[] = {"__tostring", "__name", "__gc",
                                       "__newindex", "__len",  "__pairs"};
  size_t i;
  lua_pushvalue(L, methods);
  lua_setfield(L, data, "methods");
  for (i = 0; i < sizeof shared / sizeof shared[0]; i++) {
    lua_getfield(L, plain, shared[i]);
    lua_setfield(L, data, shared[i]);
  }
}

void ci_object_set_metatables(lua_State *L, int first, int methods, object_push_function push) {
  int kind;
  for (kind = 0; kind < KINDS; kind++) {
    int plain = first + kinds[kind].plain - UP_SHAPE, data = first + kinds[kind].data - UP_SHAPE;
    const char *name = kinds[kind].name;
    lua_pushvalue(L, methods + kind);
    lua_setfield(L, plain, "__index");
    lua_pushfstring(L, "collide.%s", name);
    lua_setfield(L, plain, "__name");
    if (kind != SEAL_SHAPE) set_function(L, first, push, plain, "__gc", l_close, "close");
    set_function(L, first, push, plain, "__newindex",
                 kinds[kind].data == 0 ? l_grid_newindex : l_newindex, "newindex");
    set_function(L, first, push, plain, "__pairs", l_pairs, name);
    if (kind != SEAL_SHAPE) {
      lua_getfield(L, methods + kind, "count");
      lua_pushcclosure(L, l_length, 1);
      lua_setfield(L, plain, "__len");
    }
    if (kinds[kind].data != 0) {
      set_data_meta(L, plain, data, methods + kind);
      set_function(L, first, push, data, "__index", l_index, name);
    }
    lua_newtable(L);
    set_function(L, first, push, lua_gettop(L), "__index", l_no_method, name);
    lua_setmetatable(L, methods + kind);
  }
}
