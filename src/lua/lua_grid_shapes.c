/* SPDX-License-Identifier: MIT
 *
 * Grids whose cells are shapes: the shapes of each value.
 */
#include "../number/fp.h"
#include "lua_grid_shapes.h"

#include "../grid/grid_shape.h"
#include "lua_description.h"
#include "lua_group.h"
#include "lua_result.h"
#include "../target/group.h"

/* The kinds of shapes that a cell accepts, for one shape or several. */
static const char *kinds_of_cells(const held_grid *held, int several) {
  if (held->grid->frame.dimensions == 3)
    return several ? "boxes, hulls, triangles or segments" : "box, hull, triangle or segment";
  return several ? "rects, polygons, triangles or segments" : "rect, polygon, triangle or segment";
}

/* Raises if the error is about corners. */
static void fail_corners(lua_State *L, const args_place *at, const held_grid *held,
                         collide_error error, const char *parts) {
  int most = held->grid->frame.dimensions == 3 ? (int)GRID_SOLID_CORNERS : (int)GRID_FORM_CORNERS;
  if (error == COLLIDE_ERROR_SIZE)
    ci_args_fail(L, at, " must lie within a cell, which reaches from 0 to 1 here");
  if (error == COLLIDE_ERROR_LIMIT)
    ci_args_fail(L, at, " must have%s from 2 to %d corners", parts, most);
  if (error == COLLIDE_ERROR_HULL_FLAT)
    ci_args_fail(L, at, " must not be flat, unless it is a triangle or lies along the axes");
  if (error == COLLIDE_ERROR_POSE_OVERFLOW)
    ci_args_fail(L, at, " cannot be as large or small as the grid's cells are");
}

static void fail_shape(lua_State *L, const args_place *at, const held_grid *held,
                       const described *shape, collide_error error) {
  const char *name = collide_kind_name(shape->shape.kind);
  int dimensions = held->grid->frame.dimensions, own = collide_dimensions(&shape->shape);
  if (own != dimensions)
    ci_args_fail(L, at, ": a %dD shape expected, got a %dD %s", dimensions, own, name);
  fail_corners(L, at, held, error, "");
  if (own == 2 && shape->shape.radius > 0 && shape->shape.kind == COLLIDE_POLYGON)
    ci_args_fail(L, at, " must not be rounded; a cell takes shapes without a radius");
  ci_args_fail(L, at, ": %s expected, got a %s", kinds_of_cells(held, 0), name);
}

static void fail_group(lua_State *L, const args_place *at, const held_grid *held,
                       const held_group *group, collide_error error) {
  int dimensions = held->grid->frame.dimensions, own = group->group->dimensions;
  if (own != dimensions)
    ci_args_fail(L, at, ": a %dD group expected, got a %dD one", dimensions, own);
  if (collide_group_count(group->group) > GRID_FORM_PARTS)
    ci_args_fail(L, at, " must have at most %d parts, got %d", (int)GRID_FORM_PARTS,
                 collide_group_count(group->group));
  fail_corners(L, at, held, error, " parts with");
  ci_args_fail(L, at, ": %s expected as parts of the group", kinds_of_cells(held, 1));
}

static collide_error set_group(held_grid *held, unsigned value, const held_group *group) {
  const collide_shape *parts[GRID_FORM_PARTS];
  int i, count = collide_group_count(group->group);
  if (count > GRID_FORM_PARTS) return COLLIDE_ERROR_LIMIT;
  for (i = 0; i < count; i++) {
    if (ci_group_mesh(group->group, i) != NULL) return COLLIDE_ERROR_UNSUPPORTED;
    parts[i] = ci_group_part(group->group, i);
  }
  return collide_grid_set_shapes(held->grid, value, parts, count);
}

/* Gives the value the shape or group at the index, which replaces a description. With nil the cells
 * of the value are boxes again. */
static void set_shape(lua_State *L, const args_place *at, held_grid *held, unsigned value,
                      int index) {
  described room;
  const described *shape = NULL;
  const held_group *group;
  const collide_shape *only;
  collide_error error;
  int tries = 0;
  group = ci_group_get(L, at, index);
  if (group == NULL && !lua_isnil(L, index)) shape = ci_description_get(L, at, index, &room);
  only = shape == NULL ? NULL : &shape->shape;
  for (;;) {
    ci_grid_check_alive(L, held);
    if (group != NULL)
      error = set_group(held, value, group);
    else
      error = collide_grid_set_shapes(held->grid, value, &only, only != NULL);
    if (error != COLLIDE_ERROR_MEMORY) break;
    if (!ci_grid_retry(L, &tries)) ci_grid_fail_memory(L);
  }
  if (error != COLLIDE_OK && group != NULL) fail_group(L, at, held, group, error);
  if (error != COLLIDE_OK) fail_shape(L, at, held, shape, error);
  head_change(&held->head);
}

/* ---- Values of cells ---------------------------------------------------------------------- */

unsigned ci_grid_read_value(lua_State *L) {
  args_place at = ci_args_at(2, "value");
  return (unsigned)ci_args_whole(L, &at, 2, 1, 65535);
}

void ci_grid_read_by_value(lua_State *L, int index, held_grid *held, const char *name,
                           const char *what, grid_set_value set) {
  args_place at = ci_args_at(index, name);
  int list;
  if (!lua_istable(L, index)) return;
  lua_getfield(L, index, at.name);
  list = lua_gettop(L);
  if (!lua_isnil(L, list) && !lua_istable(L, list))
    ci_args_fail(L, &at, ": table of %s by value expected, got %s", what, ci_args_type(L, list));
  luaL_checkstack(L, 8, NULL);
  lua_pushnil(L);
  while (lua_istable(L, list) && lua_next(L, list)) {
    double value = lua_type(L, list + 1) == LUA_TNUMBER ? lua_tonumber(L, list + 1) : 0;
    args_place item = at;
    if (!(value >= 1 && value <= 65535 && value == floor(value)))
      ci_args_fail(L, &at, ": values from 1 to 65535 expected as keys, got %s",
                   ci_args_type(L, list + 1));
    item.item = (int)value;
    set(L, &item, held, (unsigned)value, list + 2);
    lua_settop(L, list + 1);
  }
  lua_settop(L, list - 1);
}

void ci_grid_read_shapes(lua_State *L, int index, held_grid *held) {
  ci_grid_read_by_value(L, index, held, "shapes", "shapes", set_shape);
}

void ci_grid_copy_shapes(lua_State *L, held_grid *to, const held_grid *from) {
  int tries = 0;
  while (!ci_grid_copy_forms(to->grid, from->grid))
    if (!ci_grid_retry(L, &tries)) ci_grid_fail_memory(L);
}

void ci_grid_add_shapes(luaL_Buffer *text, const held_grid *held) {
  enum { MOST_PRINTED = 8 };
  const collide_grid *grid = held->grid;
  int i, printed = 0;
  if (grid->form_count == 0) return;
  for (i = 0; i < grid->form_count && printed < MOST_PRINTED; i += grid->forms[i].parts) {
    luaL_addstring(text, i == 0 ? " shapes={" : ", ");
    ci_result_add_number(text, grid->forms[i].value);
    printed++;
  }
  luaL_addstring(text, i < grid->form_count ? ", ...}" : "}");
}

static int l_set_shape(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  args_place shape = ci_args_at(3, "shape");
  unsigned value = ci_grid_read_value(L);
  if (lua_gettop(L) < 3) ci_args_fail(L, &shape, ": shape or nil expected, got no value");
  ci_args_end(L, 4);
  set_shape(L, &shape, held, value, 3);
  lua_settop(L, 1);
  return 1;
}

const binding ci_grid_shapes_bindings[] = {{"set_shape", l_set_shape, IN_GRID}, {NULL, NULL, 0}};
