/* SPDX-License-Identifier: MIT
 *
 * Objects: the userdata of shapes, grids, meshes, groups and worlds. Each has a kind, a head (see
 * lua_seal.h), and a finalizer, which a script may call itself.
 *
 * The finalizer closes the object: later calls refuse it. It does nothing while a running call
 * uses the object. Memory is freed only when the collector calls, since a closed object may still
 * be a member of a world, and a call that runs in another coroutine may use it.
 */
#ifndef COLLIDE_LUA_OBJECT_H
#define COLLIDE_LUA_OBJECT_H

#include "../collide.h"
#include "lua_args.h"
#include "lua_seal.h"

/* In the order of seals. */
typedef enum object_kind {
  OBJECT_NONE,
  OBJECT_SHAPE,
  OBJECT_GRID,
  OBJECT_MESH,
  OBJECT_GROUP,
  OBJECT_WORLD
} object_kind;

typedef struct object {
  object_kind kind;
  int dimensions;        /* 0 for a world that never had a member and was given no dimensions */
  collide_target target; /* unused for a world */
  object_head *head;
} object;

/* Describes the value at the index and returns its kind. For other values, for closed objects, and
 * for meshes and worlds whose memory was released, writes only the kind OBJECT_NONE. */
object_kind ci_object_at(lua_State *L, int index, object *out);
/* The same for a userdata that LuaJIT's ffi passes, which has at least the size of a head. */
object_kind ci_object_of(void *userdata, object *out);
/* Returns only the kind. */
object_kind ci_object_kind(lua_State *L, int index);
/* The same as ci_object_at, but returns OBJECT_NONE for a world. */
object_kind ci_object_member(lua_State *L, int index, object *out);
/* The same for argument 1; raises an error for any other value. */
object ci_object_check(lua_State *L);
/* As ci_object_at for a shape, grid, mesh or group, or for a table that describes a shape, mesh or
 * group. A mesh or group replaces its description; a shape is read into *room as in
 * ci_description_get. Raises an error for any other value. */
struct described;
void ci_object_read(lua_State *L, const args_place *at, int index, struct described *room,
                    object *out);
/* "shape", ... */
const char *ci_object_name(object_kind kind);
/* The name of a member for messages: "sphere", ..., "grid", ... */
const char *ci_object_target_name(const collide_target *target);
/* The number of times that the object was changed. */
uint64_t ci_object_changes(const object *found);

/* Reads the fields `layer` and `one_way` of the table at the index. */
void ci_object_read_head(lua_State *L, const args_place *at, int index, int dimensions,
                         object_head *h);
/* Sets these fields, if they have values, in the table on top of the stack. */
void ci_object_set_fields(lua_State *L, const object_head *h, int dimensions);
/* Adds " layer=wall one_way=(0, -1)" to a text that is being built. */
void ci_object_add_text(lua_State *L, luaL_Buffer *text, const object_head *h, int dimensions);

/* The field `data`, which holds any value. An object without data has a metatable whose __index is
 * the table of methods, which is fast. An object with data has another, whose __index is a
 * function. Grids have no data. */

/* Pops a value and makes it the data of the object at the index. */
void ci_object_set_data(lua_State *L, int index);
/* Pushes the data of the value at the index; nil if it has none. */
void ci_object_push_data(lua_State *L, int index);
/* Sets up the metatables, which are among the upvalues from index `first` on, and the tables of
 * methods, which lie from `methods` on, in the order of seals. `push` pushes a function of the
 * module with its upvalues. */
typedef void (*object_push_function)(lua_State *L, int first, lua_CFunction function,
                                     const char *name);
void ci_object_set_metatables(lua_State *L, int first, int methods, object_push_function push);

/* "a closed mesh" for example; NULL if the object at the index is not closed. */
const char *ci_closed_name(lua_State *L, int index);

#endif
