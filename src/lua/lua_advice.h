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
/* Raises the error for pairs(value), which says what lists the contents of the value. */
int ci_advice_fail_pairs(lua_State *L, const char *of);
/* An option that the unknown name `key` may mean: suggestion number `which`, from 0, the likeliest
 * first. NULL if there are no more. */
const char *ci_advice_option(const char *key, int which);

/* For an unknown field of a shape of that kind: text that continues "a sphere takes radius", or "".
 */
const char *ci_advice_field(const char *kind, const char *key);
/* Example fields for a shape of that kind: "radius=1". */
const char *ci_advice_example(const char *kind);

/* Pushes __index of a table of functions, "collide" or "collide.grid". It raises an error for a
 * name that is misspelt, or that other libraries use for a function: Lua says nothing of use when a
 * script then calls nil. All other names give nil, so that a script can test whether a function
 * exists. */
void ci_advice_push_index(lua_State *L, const char *of);

#endif
