/* SPDX-License-Identifier: MIT
 *
 * Properties of shapes: sizes, corners, outlines, edges, faces and normals. Also the regions of the
 * plane around a triangle, and the named tests of triangles with boxes and rects.
 */
#include "../number/fp.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "../narrow/plane/plane.h"
#include "../narrow/space/triangle_box.h"
#include "../number/sincos.h"
#include "../number/vector.h"
#include "../shape/kind.h"
#include "../shape/shape.h"
#include "lua_description.h"
#include "lua_mesh.h"
#include "lua_operand.h"
#include "lua_result.h"
#include "lua_posed.h"

static int is_form(const described *shape, const char *name) {
  return strcmp(description_form(shape)->name, name) == 0;
}

static void fail_kind(lua_State *L, const char *wanted, const described *shape) {
  ci_args_fail_at(L, 1, NULL, "%s expected, got %s", wanted, ci_description_name(shape));
}

/* Returns the size of that name; -1 if the shape has none. */
static double find_size(const described *shape, const char *name) {
  const size_field *size = ci_form_field(description_form(shape), name);
  if (size == NULL) return -1;
  return shape->source.sizes[ci_form_at(size, description_dimensions(shape))];
}

int ci_shape_push_radius(lua_State *L, const described *shape) {
  double radius = find_size(shape, "radius");
  if (radius >= 0) result_push_number(L, radius);
  return radius >= 0;
}

static int l_get_radius(lua_State *L) {
  const described *shape = ci_shape_get(L);
  (void)ci_args_wants_numbers(L, 2, 0);
  if (!ci_shape_push_radius(L, shape)) fail_kind(L, "a shape with a radius", shape);
  return 1;
}

/* The sizes of a capsule begin with its ends. */
static double measure_half_height(const described *shape) {
  const double *sizes = shape->source.sizes;
  int i, dimensions = description_dimensions(shape);
  double height = find_size(shape, "half_height"), axis[3] = {0, 0, 0};
  if (height >= 0 || !is_form(shape, "capsule")) return height;
  for (i = 0; i < dimensions; i++) axis[i] = sizes[dimensions + i] - sizes[i];
  return ci_vector_length(axis) / 2;
}

static int l_get_half_height(lua_State *L) {
  const described *shape = ci_shape_get(L);
  double height = measure_half_height(shape);
  (void)ci_args_wants_numbers(L, 2, 0);
  if (height < 0) fail_kind(L, "capsule or cylinder", shape);
  result_push_number(L, height);
  return 1;
}

static int l_get_half(lua_State *L) {
  const described *shape = ci_shape_get(L);
  const double *sizes = shape->source.sizes;
  int numbers = ci_args_wants_numbers(L, 2, 0), dimensions = description_dimensions(shape), i;
  double half[3];
  if (!is_form(shape, "rect") && !is_form(shape, "box")) fail_kind(L, "rect or box", shape);
  for (i = 0; i < dimensions; i++) half[i] = (sizes[dimensions + i] - sizes[i]) / 2;
  return ci_result_push_answer(L, half, dimensions, numbers);
}

static int l_get_ends(lua_State *L) {
  const described *shape = ci_shape_get(L);
  int numbers = ci_args_wants_numbers(L, 2, 0), dimensions = description_dimensions(shape), i;
  int count = 0;
  if (!is_form(shape, "segment") && !is_form(shape, "capsule"))
    fail_kind(L, "capsule or segment", shape);
  for (i = 0; i < 2; i++) {
    double end[3];
    ci_shape_corner(&shape->shape, i, end);
    count += ci_result_push_answer(L, end, dimensions, numbers);
  }
  return count;
}

/* ---- Corners ----------------------------------------------------------------- */

/* The number of corners of a shape, as it was given; 0 for a shape that is round or has none. */
static int count_corners(const collide_shape *shape) {
  const shape_kind *kind = ci_kind_of(shape);
  if (shape_core(shape) == COLLIDE_BOX) return 8;
  if (shape_core(shape) == COLLIDE_HULL) return ci_hull_point_count(shape);
  if (shape->kind == COLLIDE_CIRCLE || shape->kind == COLLIDE_CAPSULE_2D) return 0;
  return kind->outline != NULL ? shape->of.outline.given : kind->points;
}

/* ---- Outlines ---------------------------------------------------------------- */

enum { MOST_POINTS = 65536 };

static int is_round(const collide_shape *shape) {
  if (shape->kind == COLLIDE_POLYGON) return shape->radius > 0;
  return shape->kind == COLLIDE_CIRCLE || shape->kind == COLLIDE_CAPSULE_2D;
}

/* Reads the number of points of an outline, argument 2. */
static int read_count(lua_State *L, const described *given) {
  const collide_shape *shape = &given->shape;
  args_place at = ci_args_at(1, NULL), number = ci_args_at(2, "count");
  int sides, least;
  if (!is_round(shape))
    ci_args_fail(L, &at, "round 2D shape expected beside a number of points, got %s%s%s",
                 collide_dimensions(shape) == 3 ? "3D " : "", ci_description_name(given),
                 count_corners(shape) > 0 ? "; points() gives its corners" : "");
  sides = shape->of.outline.count;
  least = sides == 1 ? 3 : 2 * sides;
  return ci_args_whole(L, &number, 2, least, least > MOST_POINTS ? 2 * least : (int)MOST_POINTS);
}

/* ---- Points ------------------------------------------------------------------ */

/* Pushes the corners of a shape, or as many points of its outline as argument 2 says. */
static int push_points(lua_State *L, const described *given) {
  const collide_shape *shape = &given->shape;
  int is_outline = lua_type(L, 2) == LUA_TNUMBER, dimensions = description_dimensions(given);
  int k, sides, count = is_outline ? read_count(L, given) : count_corners(shape);
  int numbers = ci_args_wants_numbers(L, is_outline ? 3 : 2, 0);
  if (count == 0)
    ci_args_fail_at(L, 1, NULL, "shape with corners expected, got %s%s", ci_description_name(given),
                    dimensions == 2 && shape->kind != COLLIDE_PLANE_2D
                        ? "; points(32) gives 32 points of its outline"
                        : "");
  if (numbers && !lua_checkstack(L, count * dimensions + 4))
    ci_args_fail_at(L, 1, NULL,
                    "%d %s are too many to return as numbers; without 'numbers' the answer is "
                    "an array",
                    count, is_outline ? "points" : "corners");
  if (!numbers) lua_createtable(L, count, 0);
  sides = shape->of.outline.count;
  for (k = 0; k < count; k++) {
    double point[3] = {0, 0, 0};
    if (is_outline && (!is_round(shape) || shape->of.outline.count != sides))
      return luaL_error(L, "a finalizer resized the shape");
    if (is_outline)
      ci_outline_point_of(shape, k, count, point);
    else
      ci_shape_corner(shape, k, point);
    ci_result_push_answer(L, point, dimensions, numbers);
    if (!numbers) lua_rawseti(L, -2, k + 1);
  }
  if (numbers) return count * dimensions;
  ci_result_mark_list(L);
  return 1;
}

/* Pushes the vertices of a posed mesh, as a flat array with `numbers`. A push may run finalizers,
 * which may release or move the mesh. So each vertex is read just before it is pushed. */
static int push_vertices(lua_State *L, const held_mesh *held, int numbers) {
  size_t i, count = held->mesh.data->vertices;
  int k, table;
  lua_createtable(L, (int)count * (numbers ? 3 : 1), 0);
  table = lua_gettop(L);
  for (i = 0; i < count && i < held->mesh.data->vertices; i++) {
    double point[3];
    ci_mesh_vertex(&held->mesh, i, point);
    if (!numbers) {
      ci_result_push_vector(L, point, 3);
      lua_rawseti(L, table, (int)i + 1);
      continue;
    }
    for (k = 0; k < 3; k++) {
      result_push_number(L, point[k]);
      lua_rawseti(L, table, 3 * (int)i + k + 1);
    }
  }
  if (!numbers) ci_result_mark_list(L);
  return 1;
}

static int l_points(lua_State *L) {
  const held_mesh *mesh = ci_mesh_get_argument(L);
  if (mesh != NULL) return push_vertices(L, mesh, ci_args_wants_numbers(L, 2, 0));
  return push_points(L, ci_shape_get(L));
}
/* ---- Triangles ------------------------------------------------------------- */

/* Reads argument 1, a triangle. `dimensions` is 0 if both are allowed. `instead` names the function
 * for the other dimensions. The word "numbers" may follow the triangle. */
static const collide_shape *get_triangle(lua_State *L, int dimensions, const char *instead,
                                         int *numbers) {
  const described *shape = ci_shape_get(L);
  int count = collide_dimensions(&shape->shape);
  if (shape->shape.kind != COLLIDE_TRIANGLE && shape->shape.kind != COLLIDE_TRIANGLE_2D) {
    ci_args_fail_at(L, 1, NULL, "triangle expected, got %s%s", ci_description_name(shape),
                    count_corners(&shape->shape) > 0 ? "; points() gives its corners" : "");
  }
  if (dimensions != 0 && count != dimensions) {
    ci_args_fail_at(L, 1, NULL, "a %dD triangle expected, got a %dD one; that has %s", dimensions,
                    count, instead);
  }
  *numbers = ci_args_wants_numbers(L, 2, 0);
  return &shape->shape;
}

static int l_normal(lua_State *L) {
  double normal[3];
  int numbers;
  if (!ci_triangle_normal(get_triangle(L, 3, "edge_normals", &numbers), normal)) {
    lua_pushnil(L);
    return 1;
  }
  return ci_result_push_answer(L, normal, 3, numbers);
}

/* The vector from corner k to the next one. For a 3D triangle it is the difference of its own
 * doubles, which the position does not round. */
static int push_edge(lua_State *L, const collide_shape *triangle, int k, int dimensions,
                     int numbers) {
  double edge[3], flat[2][3];
  const double *corner[3];
  int i, next = (k + 1) % 3;
  corner[0] = triangle->a;
  corner[1] = triangle->b;
  corner[2] = triangle->of.facet.c;
  if (dimensions == 2) {
    ci_shape_corner(triangle, k, flat[0]);
    ci_shape_corner(triangle, next, flat[1]);
    corner[k] = flat[0];
    corner[next] = flat[1];
  }
  for (i = 0; i < dimensions; i++) {
    edge[i] = corner[next][i] - corner[k][i];
    if (!args_in_range(edge[i]))
      ci_args_fail_at(L, 1, NULL, "a coordinate of an edge would exceed 1e300, got %s",
                      ci_args_number_text(L, edge[i]));
  }
  return ci_result_push_answer(L, edge, dimensions, numbers);
}

static int l_edges(lua_State *L) {
  int numbers;
  const collide_shape *triangle = get_triangle(L, 0, NULL, &numbers);
  int dimensions = collide_dimensions(triangle);
  int k, count = 0;
  for (k = 0; k < 3; k++) count += push_edge(L, triangle, k, dimensions, numbers);
  return count;
}

/* A triangle without area has no outside, and its hull has fewer corners. */
static int l_edge_normals(lua_State *L) {
  int numbers;
  const collide_shape *triangle = get_triangle(L, 2, "normal", &numbers);
  const collide_corner *hull = outline_stored(triangle);
  int edge, i, count = 0;
  if (triangle->of.outline.count < 3) {
    lua_pushnil(L);
    return 1;
  }
  for (edge = 1; edge <= 3; edge++) {
    for (i = 0; i < 3; i++) {
      if (hull[i].edge == edge) count += ci_result_push_answer(L, hull[i].normal, 2, numbers);
    }
  }
  return count;
}

/* Corners in one line have no winding. Any other hull has the winding of the given corners. */
static int l_winding(lua_State *L) {
  int numbers;
  const collide_shape *triangle = get_triangle(L, 2, "normal", &numbers);
  const collide_outline *o = &triangle->of.outline;
  lua_pushinteger(L, o->count < 3 ? 0 : o->winding);
  return 1;
}

/* ---- Hulls ------------------------------------------------------------------- */

/* Pushes an array of the numbers of the points at the corners of a face. `corners` has room for
 * them. */
static void push_face(lua_State *L, const collide_shape *hull, int number, int *corners) {
  int k, count = collide_hull_face(hull, number, corners, ci_hull_point_count(hull));
  lua_createtable(L, count, 0);
  for (k = 0; k < count; k++) {
    compat_pushwhole(L, corners[k] + 1);
    lua_rawseti(L, -2, k + 1);
  }
}

static int l_faces(lua_State *L) {
  const described *shape = ci_shape_get(L);
  const collide_shape *hull = &shape->shape;
  int *corners, number, count = collide_hull_faces(hull);
  if (count == 0)
    ci_args_fail_at(L, 1, NULL, "3D hull expected, got %s", ci_description_name(shape));
  ci_args_end(L, 2);
  corners = (int *)lua_newuserdata(L, (size_t)ci_hull_point_count(hull) * sizeof(int));
  seal_break(corners);
  lua_createtable(L, count, 0);
  for (number = 1; number <= count; number++) {
    push_face(L, hull, number, corners);
    lua_rawseti(L, -2, number);
  }
  return 1;
}

/* Raises an error for a shape of another kind. */
static void fail_operand(lua_State *L, int arg, const described *shape, collide_kind kind,
                         const char *wanted) {
  int dimensions = description_dimensions(shape);
  if (dimensions == (kind >= COLLIDE_CIRCLE ? 2 : 3))
    ci_args_fail_at(L, arg, NULL, "%s expected, got %s", wanted,
                    collide_kind_name(shape->shape.kind));
  ci_args_fail_at(L, arg, NULL, "%s expected, got a %dD %s", wanted, dimensions,
                  ci_description_name(shape));
}

static int l_triangle_region(lua_State *L) {
  described room;
  const described *triangle = operand_get_shape(L, 1, &room);
  double point[3];
  int arg = 2;
  if (triangle->shape.kind != COLLIDE_TRIANGLE_2D)
    fail_operand(L, 1, triangle, COLLIDE_TRIANGLE_2D, "2D triangle");
  if (lua_gettop(L) != 3 || !args_read_numbers(L, 2, 2, point)) {
    ci_args_vector(L, &arg, "point", ci_description_size(2), point);
    ci_args_end(L, arg);
  }
  compat_pushwhole(L, ci_triangle_region(&triangle->shape, point));
  return 1;
}

/* Returns 1 if the sides of a box or rect do not lie along the axes. */
static int is_turned(const described *shape) {
  const collide_pose *pose = &shape->source.pose;
  if (shape->shape.kind == COLLIDE_BOX) return shape->shape.frame == COLLIDE_LINEAR;
  return pose->has_linear ? pose->linear[1] != 0 || pose->linear[3] != 0 : pose->angle != 0;
}

/* A named test of a triangle and a box, or in the plane a rect, which must not be turned. */
static int run_test(lua_State *L, int is_flat,
                    int (*test)(const collide_shape *triangle, const collide_shape *other)) {
  collide_kind first = is_flat ? COLLIDE_TRIANGLE_2D : COLLIDE_TRIANGLE;
  collide_kind second = is_flat ? COLLIDE_RECT : COLLIDE_BOX;
  described rooms[2];
  const described *triangle = operand_get_shape(L, 1, &rooms[0]);
  const described *other = operand_get_shape(L, 2, &rooms[1]);
  ci_args_end(L, 3);
  if (triangle->shape.kind != first)
    fail_operand(L, 1, triangle, first, is_flat ? "2D triangle" : "3D triangle");
  if (other->shape.kind != second) fail_operand(L, 2, other, second, is_flat ? "rect" : "box");
  if (is_turned(other))
    ci_args_fail_at(L, 2, NULL, "%s without rotation expected%s", is_flat ? "rect" : "box",
                    is_flat ? "; overlap takes any" : "");
  lua_pushboolean(L, test(&triangle->shape, &other->shape));
  return 1;
}

/* collide_overlap, as a test that returns an int. */
static int find_overlap(const collide_shape *triangle, const collide_shape *other) {
  return collide_overlap(triangle, other);
}

static int l_triangle_box_pef(lua_State *L) {
  return run_test(L, 0, find_overlap);
}

static int l_triangle_box_sat(lua_State *L) {
  return run_test(L, 0, ci_triangle_box_sat);
}

static int l_triangle_rect_pef(lua_State *L) {
  return run_test(L, 1, find_overlap);
}

static int l_triangle_rect_sat(lua_State *L) {
  return run_test(L, 1, ci_triangle_rect_sat);
}

const binding ci_corner_bindings[] = {
    {"points", l_points, IN_MODULE | IN_SHAPE | IN_MESH},
    {"normal", l_normal, IN_MODULE | IN_SHAPE},
    {"edges", l_edges, IN_MODULE | IN_SHAPE},
    {"edge_normals", l_edge_normals, IN_MODULE | IN_SHAPE},
    {"winding", l_winding, IN_MODULE | IN_SHAPE},
    {"faces", l_faces, IN_MODULE | IN_SHAPE},
    {"get_radius", l_get_radius, IN_SHAPE},
    {"get_half", l_get_half, IN_SHAPE},
    {"get_half_height", l_get_half_height, IN_SHAPE},
    {"get_ends", l_get_ends, IN_SHAPE},

    {"triangle_region", l_triangle_region, IN_MODULE | IN_SHAPE},
    {"triangle_box_pef", l_triangle_box_pef, IN_MODULE | IN_SHAPE},
    {"triangle_box_sat", l_triangle_box_sat, IN_MODULE | IN_SHAPE},
    {"triangle_rect_pef", l_triangle_rect_pef, IN_MODULE | IN_SHAPE},
    {"triangle_rect_sat", l_triangle_rect_sat, IN_MODULE | IN_SHAPE},
    {NULL, NULL, 0}};
