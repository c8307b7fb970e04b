/* SPDX-License-Identifier: MIT
 *
 * A Lua state that holds the module, linked into the program, and the cases of cases.lua.
 */
#ifndef HOSTILE_HOST_H
#define HOSTILE_HOST_H

#ifdef __cplusplus
extern "C" {
#endif
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#ifdef __cplusplus
}
#endif

/* Opens the libraries and the module of cases, which lies at index 1 then. Returns the number of
 * cases. Errors end the program. */
int host_begin(lua_State *L, const char *prefix);
/* Makes `count` cases from `first` on, and forgets all others, so that the collector has less to go
 * through. */
void host_keep(lua_State *L, int first, int count);
/* Pushes "name", "make" or "call" of the case with that number, from 1. */
void host_push_part(lua_State *L, int number, const char *name);
/* Pushes what the case's call uses. */
void host_make(lua_State *L, int number);
/* Replaces all values from `first` to the top by their text. */
void host_show(lua_State *L, int first);

#endif
