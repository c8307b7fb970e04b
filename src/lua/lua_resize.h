/* SPDX-License-Identifier: MIT
 *
 * New sizes of a shape, by the fields of its maker.
 */
#ifndef COLLIDE_LUA_RESIZE_H
#define COLLIDE_LUA_RESIZE_H

#include "lua_description.h"

/* What a shape will be. */
typedef struct resized {
  described made;
  int has_anchor;
  double anchor[3];
} resized;

/* Reads the sizes and the anchor in the table at the index, for the shape that is argument `self`.
 * Sizes that are not named stay. Leaves the storage of a polygon on the stack. */
void ci_resize_read(lua_State *L, const args_place *at, int index, int self, resized *out);
/* Gives the shape that was read the place of argument `self`, as it is now. Raises an error if it
 * cannot. */
void ci_resize_place(lua_State *L, const args_place *at, int self, resized *out);
/* Raises an error unless argument `self` has sizes that can change. */
void ci_resize_check(lua_State *L, int self);

#endif
