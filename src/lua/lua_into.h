/* SPDX-License-Identifier: MIT
 *
 * The option `into`: writes answers into tables of a script, wholly or not at all.
 *
 * A value that is there already, in the table itself, is written over by raw access, which cannot
 * raise an error. Everything else can: a field that is missing needs memory, and the vectors of a
 * script may be objects whose __index and __newindex do as they please. Such writes are planned
 * first, each with the value that it replaces; then they are made in protected mode, and taken back
 * if one of them raises. Only then comes what cannot fail.
 */
#ifndef COLLIDE_LUA_INTO_H
#define COLLIDE_LUA_INTO_H

#include "lua_hits.h"
#include "lua_result.h"

/* Writes a hit into the table at the index, and reuses the vectors in it. `targets` is the array
 * of targets, to which the hit's index refers. */
void ci_into_fill(lua_State *L, int into, const result_hit *found, int targets);
/* Writes the hits into the array at the index, and reuses the tables in it. */
void ci_into_fill_list(lua_State *L, int into, hit_list *list, int targets);

/* Makes sure that the items 1 to `count` of the array at the index can be set by lua_rawseti
 * without an error. The caller then sets them all, and anything but raw access may only happen
 * after that. */
void ci_into_reserve(lua_State *L, int into, int count);
/* Removes the items of an array after the first `count`. */
void ci_into_cut(lua_State *L, int into, int count);

/* Pushes the values for the upvalues UP_FIELDS and UP_ASSIGN. */
void ci_into_push_upvalues(lua_State *L);

#endif
