/* SPDX-License-Identifier: MIT
 *
 * Errors for fields, methods and functions that do not exist. Each message suggests a valid name.
 */
#ifndef COLLIDE_LUA_ADVICE_H
#define COLLIDE_LUA_ADVICE_H

#include "lua_compat.h"

/* Raises the error for an unknown key. `of` is "shape", "grid", "mesh", "group" or "world". `key`
 * is the index of the key. `reads` is 0 if the script tried to set the field. */
int ci_advice_fail(lua_State *L, int key, const char *of, int reads);
/* An option that the unknown name `key` may mean: suggestion number `which`, from 0, the likeliest
 * first. NULL if there are no more. */
const char *ci_advice_option(const char *key, int which);

/* For an unknown field of a shape of that kind: text that continues "a sphere takes radius", or "".
 */
const char *ci_advice_field(const char *kind, const char *key);
/* Example fields for a shape of that kind: "radius=1". */
const char *ci_advice_example(const char *kind);

/* __index of the module. Raises for a name that other libraries use for one of its functions. All
 * other names give nil, so that a script can test whether a function exists. */
int ci_l_module_index(lua_State *L);

#endif
