/* SPDX-License-Identifier: MIT
 *
 * Reads triangles from Lua: tables with vertices and triangles, and shapes with flat faces.
 */
#ifndef COLLIDE_LUA_TRIANGLES_H
#define COLLIDE_LUA_TRIANGLES_H

#include "../collide.h"
#include "lua_args.h"

/* A function that is called periodically while triangles are read. It may raise. */
typedef struct triangles_watch {
  void (*report)(lua_State *L, void *user);
  void *user;
} triangles_watch;

/* Triangles, and the elements that a script counts: triangles, the faces of one shape, or shapes.
 */
typedef struct counted_triangles {
  collide_triangles mesh;
  const int *element_of; /* of each triangle, from 0 and ascending; NULL: each triangle is one */
  size_t elements;       /* the number of elements */
  const char *element;   /* the name of an element */
} counted_triangles;

/* Reads argument `arg`. It is {vertices=, triangles=}, each flat or nested; or a shape with flat
 * faces, or a group of such shapes; or an array of triangles and such shapes, which then share no
 * vertices. Leaves the userdata that hold the triangles on the stack. `watch` may be NULL. */
void ci_triangles_read(lua_State *L, int arg, counted_triangles *read,
                       const triangles_watch *watch);

/* Reads the fields `vertices` and `triangles` of the table at the index, as above. */
void ci_triangles_read_fields(lua_State *L, const args_place *at, int index,
                              collide_triangles *mesh, const triangles_watch *watch);

/* The number, from 1, of the triangle's element. */
static inline int triangles_element(const counted_triangles *read, size_t triangle) {
  return 1 + (read->element_of != NULL ? read->element_of[triangle] : (int)triangle);
}
/* `values` begins with a value for each element. Gives each triangle the value of its element. */
void ci_triangles_spread(const counted_triangles *read, uint16_t *values);
/* Replaces `count` ascending triangles by their elements, from 0, each once. Returns their number.
 */
size_t ci_triangles_elements(const counted_triangles *read, uint32_t *triangles, size_t count);

/* The number of elements of the array at the index. Raises for anything else. */
int ci_triangles_count(lua_State *L, const args_place *at, int index, const triangles_watch *watch);

#endif
