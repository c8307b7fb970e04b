/* SPDX-License-Identifier: MIT
 *
 * Functions for LuaJIT's compiler. A call through Lua's C API ends a compiled trace; a call through
 * the ffi does not. So while the compiler is on, Lua functions of src/lua/ffi replace the functions
 * that hot loops call. They call plain C functions. They handle the common
 * forms of a call. They pass every other form, and every error, to the function of the C API that
 * they replace.
 */
#ifndef COLLIDE_LUA_FFI_H
#define COLLIDE_LUA_FFI_H

#include "lua_compat.h"

/* Replaces functions if this is LuaJIT and the ffi is enabled. Sets `_WAY` in the module to "ffi"
 * or "c". The module lies at that index, the tables of methods after it in the order of seals; the
 * upvalues that all functions share lie from `upvalues` on. */
void ci_ffi_install(lua_State *L, int module, int upvalues);

#endif
