/* SPDX-License-Identifier: MIT
 *
 * Changes the sizes of a shape, given by the fields of its maker.
 */
#ifndef COLLIDE_LUA_RESIZE_H
#define COLLIDE_LUA_RESIZE_H

#include "lua_description.h"

/* A shape with new sizes, before it replaces the old one. */
typedef struct resized {
  described made;
  int has_anchor;
  double anchor[3];
} resized;

/* Reads the sizes and the anchor in the table at the index, for the shape that is argument `self`.
 * Sizes that are not given stay. Leaves the storage of a polygon on the stack. */
void ci_resize_read(lua_State *L, const args_place *at, int index, int self, resized *out);
/* Gives the shape that was read the pose that argument `self` has now, and keeps the anchor. Raises
 * an error if that is not possible. */
void ci_resize_place(lua_State *L, const args_place *at, int self, resized *out);
/* Raises an error unless argument `self` has sizes that can change. */
void ci_resize_check(lua_State *L, int self);

#endif
