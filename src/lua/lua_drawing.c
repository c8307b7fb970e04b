/* SPDX-License-Identifier: MIT
 *
 * Outlines and surfaces of shapes, meshes and groups, to draw them. An allocation may run a
 * finalizer, which may move the shape. So after each allocation the points are counted again.
 */
#include "../number/fp.h"

#include "lua_description.h"
#include "lua_group.h"
#include "lua_mesh.h"
#include "lua_object.h"
#include "lua_posed.h"
#include "lua_result.h"
#include "../target/group.h"

/* Reads argument 2, the number of corners a turn. */
static int read_corners(lua_State *L, int most) {
  enum { DEFAULT = 32 };
  args_place at = ci_args_at(2, "corners");
  int corners =
      lua_isnoneornil(L, 2) ? (int)DEFAULT : ci_args_whole(L, &at, 2, COLLIDE_CORNERS_LEAST, most);
  ci_args_end(L, 3);
  lua_settop(L, 2);
  return corners;
}

/* Reads argument 1: a mesh, a group or a shape, or a table that describes one. */
static posed read_drawn(lua_State *L) {
  args_place at = ci_args_at(1, NULL);
  held_mesh *mesh = ci_mesh_get_argument(L);
  held_group *group = mesh != NULL ? NULL : ci_group_get(L, &at, 1);
  if (mesh != NULL) return posed_of(OBJECT_MESH, &mesh->head);
  if (group != NULL) return posed_of(OBJECT_GROUP, &group->head);
  (void)ci_shape_get(L);
  return posed_of(OBJECT_SHAPE, &description_at(L, 1)->head);
}

static int count_dimensions(const posed *p) {
  if (p->kind == OBJECT_MESH) return 3;
  return p->kind == OBJECT_GROUP ? posed_group(p)->group->dimensions
                                 : description_dimensions(posed_shape(p));
}

static const char *name_drawn(const posed *p) {
  return p->kind == OBJECT_SHAPE ? ci_description_name(posed_shape(p)) : ci_object_name(p->kind);
}

/* ---- Outlines ------------------------------------------------------------------------------- */

/* Pushes the outline as a flat array. */
static void push_outline(lua_State *L, const collide_shape *shape, int corners) {
  enum { SMALL = 128 };
  double room[2 * SMALL], *points = room;
  int top = lua_gettop(L), most = SMALL, count, i;
  luaL_checkstack(L, 4, NULL);
  lua_pushnil(L);
  while ((count = collide_outline_points(shape, corners, points, most)) > most) {
    most = count;
    points = (double *)seal_memory(L, top + 1, 2 * (uint64_t)most, sizeof *points);
  }
  lua_createtable(L, 2 * count, 0);
  for (i = 0; i < 2 * count; i++) {
    result_push_number(L, points[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_replace(L, top + 1);
}

static int l_outline(lua_State *L) {
  posed p = read_drawn(L);
  int corners = read_corners(L, COLLIDE_CORNERS_MOST), i;
  if (count_dimensions(&p) == 3)
    ci_args_fail_at(L, 1, NULL, "2D shape expected, got a 3D %s; triangles() gives its surface",
                    name_drawn(&p));
  if (p.kind == OBJECT_GROUP) {
    const collide_shape_group *group = posed_group(&p)->group;
    lua_createtable(L, collide_group_count(group), 0);
    for (i = 0; i < collide_group_count(group); i++) {
      push_outline(L, ci_group_part(group, i), corners);
      lua_rawseti(L, -2, i + 1);
    }
    return 1;
  }
  if (posed_shape(&p)->shape.kind == COLLIDE_PLANE_2D)
    ci_args_fail_at(L, 1, NULL, "shape with bounds expected, got %s", name_drawn(&p));
  push_outline(L, &posed_shape(&p)->shape, corners);
  return 1;
}

/* ---- Surfaces ------------------------------------------------------------------------------- */

/* At this number a sphere has 65,000 triangles. */
enum { MOST_CORNERS = 256, MOST_TRIANGLES = 1 << 22 };

static collide_surface find_surface(const posed *p, int corners, double *vertices,
                                    uint32_t *triangles) {
  if (p->kind == OBJECT_MESH)
    return collide_mesh_surface(&posed_mesh(p)->mesh, vertices, triangles);
  if (p->kind == OBJECT_GROUP)
    return collide_group_surface(posed_group(p)->group, corners, vertices, triangles);
  return collide_surface_triangles(&posed_shape(p)->shape, corners, vertices, triangles);
}

/* Raises for a shape without a surface, or with too large a one. */
static void check_surface(lua_State *L, const posed *p, collide_surface size) {
  args_place at = ci_args_at(2, "corners");
  if (count_dimensions(p) == 2)
    ci_args_fail_at(L, 1, NULL, "3D shape expected, got a 2D %s; outline() gives its corners",
                    name_drawn(p));
  if (size.triangles == 0)
    ci_args_fail_at(L, 1, NULL, "shape with a surface that ends expected, got %s", name_drawn(p));
  if (p->kind != OBJECT_MESH && size.triangles > (size_t)MOST_TRIANGLES)
    ci_args_fail(L, &at, ": the %s would have more than %d triangles, which is the limit",
                 name_drawn(p), (int)MOST_TRIANGLES);
}

static int l_triangles(lua_State *L) {
  enum { MEMORY = 3, ANSWER, ARRAY };
  posed p = read_drawn(L);
  int corners = read_corners(L, MOST_CORNERS);
  collide_surface size, now = find_surface(&p, corners, NULL, NULL);
  double *vertices;
  uint32_t *triangles;
  size_t i;
  lua_settop(L, MEMORY);
  do {
    size = now;
    check_surface(L, &p, size);
    vertices = (double *)seal_memory(
        L, MEMORY, 3 * (uint64_t)size.vertices + 2 * (uint64_t)size.triangles, sizeof(double));
    now = find_surface(&p, corners, NULL, NULL);
  } while (now.vertices > size.vertices || now.triangles > size.triangles);
  triangles = (uint32_t *)(void *)(vertices + 3 * size.vertices);
  size = find_surface(&p, corners, vertices, triangles);
  lua_createtable(L, 0, 2);
  lua_createtable(L, size.vertices < 1000000 ? 3 * (int)size.vertices : 0, 0);
  for (i = 0; i < 3 * size.vertices; i++) {
    result_push_number(L, vertices[i]);
    lua_rawseti(L, ARRAY, (int)i + 1);
  }
  lua_setfield(L, ANSWER, "vertices");
  lua_createtable(L, size.triangles < 1000000 ? 3 * (int)size.triangles : 0, 0);
  for (i = 0; i < 3 * size.triangles; i++) {
    compat_pushwhole(L, (double)triangles[i] + 1);
    lua_rawseti(L, ARRAY, (int)i + 1);
  }
  lua_setfield(L, ANSWER, "triangles");
  return 1;
}

const binding ci_drawing_bindings[] = {
    {"outline", l_outline, IN_MODULE | IN_SHAPE | IN_GROUP},
    {"triangles", l_triangles, IN_MODULE | IN_SHAPE | IN_MESH | IN_GROUP},
    {NULL, NULL, 0}};
