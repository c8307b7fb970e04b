/* SPDX-License-Identifier: MIT
 *
 * Reads meshes from Lua tables.
 */
#ifndef COLLIDE_LUA_MESH_H
#define COLLIDE_LUA_MESH_H

#include "../collide.h"
#include "lua_args.h"

/* Reads the mesh at argument `arg`: {vertices=, triangles=}, each flat or nested, or an
 * array of triangles, which then do not share vertices. Leaves the userdata that hold the
 * mesh on the stack. */
void ci_mesh_read(lua_State *L, int arg, collide_mesh *mesh);

#endif
