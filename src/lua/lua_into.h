/* SPDX-License-Identifier: MIT
 *
 * The option `into`: writes an answer into tables of a script, once the whole answer is known.
 *
 * These are plain assignments. They use the metamethods of the tables, which may raise an error and
 * leave the tables partly written.
 */
#ifndef COLLIDE_LUA_INTO_H
#define COLLIDE_LUA_INTO_H

#include "lua_hits.h"
#include "lua_result.h"

/* Writes a hit into the table at the index, and reuses the vectors in it. `targets` is the array
 * of targets, to which the hit's index refers. */
void ci_into_fill(lua_State *L, int into, const result_hit *found, int targets);
/* Writes the hits into the array at the index, and reuses the tables in it. */
void ci_into_fill_list(lua_State *L, int into, const hit_list *list, int targets);
/* Removes the items of an array after the first `count`. */
void ci_into_cut(lua_State *L, int into, int count);

#endif
