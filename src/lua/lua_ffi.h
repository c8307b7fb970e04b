/* SPDX-License-Identifier: MIT
 *
 * Functions for LuaJIT's compiler. A call through Lua's C API ends a compiled trace; a call through
 * the ffi does not. So while the compiler is on, Lua functions of src/lua/ffi replace the functions
 * that hot loops call. They call the plain C functions of lua_ffi_calls.h. They handle the common
 * forms of a call. They pass every other form, and every error, to the function of the C API that
 * they replace.
 */
#ifndef COLLIDE_LUA_FFI_H
#define COLLIDE_LUA_FFI_H

#include "lua_compat.h"

/* The stack indices of the tables whose functions may be replaced. */
typedef struct ffi_places {
  int module, shape, grid, mesh, world;
  int upvalues; /* the first upvalue that all functions share */
} ffi_places;

/* Replaces functions if this is LuaJIT and the ffi is enabled. Sets `_WAY` in the module to "ffi"
 * or "c". */
void ci_ffi_install(lua_State *L, const ffi_places *at);

#endif
