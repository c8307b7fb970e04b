/* SPDX-License-Identifier: MIT
 *
 * Reads meshes from Lua tables, and shapes with flat faces as meshes.
 */
#ifndef COLLIDE_LUA_TRIANGLES_H
#define COLLIDE_LUA_TRIANGLES_H

#include "../collide.h"
#include "lua_args.h"

/* Is called now and then while a mesh is read; it may raise. */
typedef struct triangles_watch {
  void (*look)(lua_State *L, void *user);
  void *user;
} triangles_watch;

/* A mesh, and what a script counts in it: triangles, the faces of one shape, or shapes. */
typedef struct told_triangles {
  collide_triangles mesh;
  const int *element_of; /* of each triangle, from 0 and ascending; NULL: each triangle is one */
  size_t elements;       /* how many there are */
  const char *element;   /* what one is called */
} told_triangles;

/* Reads the mesh at argument `arg`: {vertices=, triangles=}, each flat or nested; a shape with flat
 * faces, or a group of such; or an array of triangles and such shapes, which then do not share
 * vertices. Leaves the userdata that hold the mesh on the stack. */
void ci_triangles_read(lua_State *L, int arg, told_triangles *told, const triangles_watch *watch);

/* Reads the fields `vertices` and `triangles` of the table at the index, of which `at` says where
 * it stands; as above. */
void ci_triangles_read_fields(lua_State *L, const args_place *at, int index,
                              collide_triangles *mesh, const triangles_watch *watch);

/* The number, from 1, of the element that a triangle belongs to. */
static inline int triangles_element(const told_triangles *told, size_t triangle) {
  return 1 + (told->element_of != NULL ? told->element_of[triangle] : (int)triangle);
}
/* Of an array that begins with a value for each element: gives each triangle that of its element.
 */
void ci_triangles_spread(const told_triangles *told, uint16_t *values);
/* Writes the elements, from 0, of `count` ascending triangles in place of them, each once. Returns
 * how many. */
size_t ci_triangles_elements(const told_triangles *told, uint32_t *triangles, size_t count);

/* In lua_triangles_shapes.c: is the argument a shape, a group or an array of them? Raises on what
 * is neither that nor {vertices=, triangles=}. And reads it. */
int ci_triangles_is_shapes(lua_State *L, int arg);
void ci_triangles_read_shapes(lua_State *L, int arg, told_triangles *told,
                              const triangles_watch *watch);

/* To be called for each element that is read. */
void ci_triangles_watch(lua_State *L, const triangles_watch *watch, int element);
/* How many elements the array at the index has; raises on what is no array. */
int ci_triangles_count(lua_State *L, const args_place *at, int index, const triangles_watch *watch);
/* How many components the vectors of a mesh have. */
extern const args_size ci_triangles_size;

#endif
