/* SPDX-License-Identifier: MIT
 *
 * Reads meshes from Lua tables.
 */
#ifndef COLLIDE_LUA_MESH_H
#define COLLIDE_LUA_MESH_H

#include "../collide.h"
#include "lua_args.h"

/* Is called now and then while a mesh is read; it may raise. */
typedef struct mesh_watch {
  void (*look)(lua_State *L, void *user);
  void *user;
} mesh_watch;

/* Reads the mesh at argument `arg`: {vertices=, triangles=}, each flat or nested, or an
 * array of triangles, which then do not share vertices. Leaves the userdata that hold the
 * mesh on the stack. */
void ci_mesh_read(lua_State *L, int arg, collide_mesh *mesh, const mesh_watch *watch);

#endif
