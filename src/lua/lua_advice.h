/* SPDX-License-Identifier: MIT
 *
 * Errors for fields, methods and functions that do not exist. They name what to write instead.
 */
#ifndef COLLIDE_LUA_ADVICE_H
#define COLLIDE_LUA_ADVICE_H

#include "lua_compat.h"

/* Raises. `of` is "shape", "grid", "mesh", "group" or "world"; the key lies at an index. `reads` is
 * 0 where the field was to be set. */
int ci_advice_fail(lua_State *L, int key, const char *of, int reads);
/* The options that are likely to be meant by an unknown one, number `which` from 0, the likeliest
 * first; NULL when there are no more. */
const char *ci_advice_option(const char *key, int which);

/* Of an unknown field of a shape of that kind: text that continues "a sphere takes radius", or "".
 */
const char *ci_advice_field(const char *kind, const char *key);
/* Fields of a shape of that kind: "radius=1". */
const char *ci_advice_example(const char *kind);

/* __index of the module. Raises for a name that other libraries use for one of its functions. All
 * other names give nil, so that a script can test whether a function exists. */
int ci_l_module_index(lua_State *L);

#endif
