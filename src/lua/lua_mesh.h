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
/* Reads the fields `vertices` and `triangles` of the table at the index, of which `at` says where
 * it stands; as above. */
void ci_mesh_read_fields(lua_State *L, const args_place *at, int index, collide_mesh *mesh,
                         const mesh_watch *watch);
/* Is it the name of a field of a mesh as collide.import gives it? */
int ci_mesh_is_field(const char *key);

#endif
