/* SPDX-License-Identifier: MIT
 *
 * The way in for LuaJIT's compiler. A call through Lua's C API ends a compiled trace; a call
 * through the ffi does not. So with the compiler on, the functions that sit in hot loops are
 * replaced by functions in Lua, of ffi.lua, which call the plain C functions of this file. They
 * answer the common forms of a call and leave every other one, and every error, to the function
 * of the C API that they replace.
 */
#ifndef COLLIDE_LUA_FFI_H
#define COLLIDE_LUA_FFI_H

#include "lua_compat.h"

/* Where on the stack the tables of functions are that may be replaced. */
typedef struct ffi_places {
  int module, shape, grid, mesh, world;
  int upvalues; /* the first upvalue that all functions share */
} ffi_places;

/* Replaces functions, if this is LuaJIT and the ffi is to be used. Sets `_WAY` in the module to
 * "ffi" or "c". */
void ci_ffi_install(lua_State *L, const ffi_places *at);

#endif
