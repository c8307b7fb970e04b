/* SPDX-License-Identifier: MIT
 *
 * Meshes as scripts have them.
 */
#ifndef COLLIDE_LUA_MESH_H
#define COLLIDE_LUA_MESH_H

#include "../collide.h"
#include "lua_args.h"

/* Reads the mesh at argument `arg`: {vertices=, triangles=}, each flat or nested, or an
 * array of triangles, which then do not share vertices. Leaves on the stack the
 * userdata that hold it. */
void ci_mesh_read(lua_State *L, int arg, collide_mesh *mesh);

#endif
