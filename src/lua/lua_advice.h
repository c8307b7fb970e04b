/* SPDX-License-Identifier: MIT
 *
 * What to write instead, for those who ask for a field or a method that is not there.
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

/* What the module does at a key that it has not: raises at names that other libraries have for what
 * it does have, and is nil at all others, so that a script may ask what there is. */
int ci_l_module_index(lua_State *L);

#endif
