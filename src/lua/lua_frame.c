/* SPDX-License-Identifier: MIT
 *
 * Frames: the places of the boundaries between cells.
 */
#include "../number/fp.h"
#include "lua_cells.h"

const args_size ci_frame_sizes[] = {
    {0, "2 or 3 are expected"}, {0, NULL}, {2, "a 2D grid takes 2"}, {3, "a 3D grid takes 3"}};

int ci_frame_dimensions(lua_State *L, int arg, int items, int is_grid) {
  static const char *const names[] = {"limit",  "into", "rule", "dimensions",
                                      "origin", "size", NULL};
  static const char *const grid_names[] = {"layer",      "shapes", "one_way", "limit", "into",
                                           "dimensions", "origin", "size",    NULL};
  args_place at = ci_args_at(arg, "frame");
  if (lua_isnoneornil(L, arg)) return 0;
  if (!lua_istable(L, arg))
    ci_args_fail(L, &at, ": table expected, got %s; for example {size=16}", ci_args_type(L, arg));
  at.name = NULL;
  ci_args_only(
      L, &at, arg, "field", is_grid ? grid_names : names, items,
      is_grid
          ? "a grid takes dimensions, size, origin, shapes, one_way and layer, and has no bounds"
          : "a frame takes size, origin, dimensions and rule, in trace also limit and "
            "into");
  return ci_args_dimensions(L, arg);
}

/* Reads a number for all axes, or a vector. Does nothing if the field is nil. */
static void read_axes(lua_State *L, int arg, const char *name, int dimensions, double *axes) {
  args_place at = ci_args_at(arg, name);
  int i, index;
  lua_getfield(L, arg, name);
  index = lua_gettop(L);
  if (lua_type(L, index) == LUA_TNUMBER) {
    axes[0] = ci_args_number(L, &at, index);
    for (i = 1; i < dimensions; i++) axes[i] = axes[0];
  } else if (!lua_isnil(L, index)) {
    ci_args_vector_value(L, &at, index, ci_frame_sizes[dimensions], axes);
  }
  lua_pop(L, 1);
}

collide_grid_frame ci_cells_read_frame(lua_State *L, int arg, int dimensions) {
  collide_grid_frame frame = collide_unit_frame(dimensions);
  int i;
  if (lua_isnoneornil(L, arg)) return frame;
  read_axes(L, arg, "size", dimensions, frame.size);
  read_axes(L, arg, "origin", dimensions, frame.origin);
  for (i = 0; i < dimensions; i++) {
    args_place at = ci_args_at(arg, "size");
    if (!(frame.size[i] > 0)) {
      ci_args_fail(L, &at, " must be above 0, got %s", ci_args_number_text(L, frame.size[i]));
    }
  }
  return frame;
}

/* The number of components of the vector in a field; 0 if there is no vector. */
static int count_axes(lua_State *L, int arg, const char *name) {
  args_place at = ci_args_at(arg, name);
  double axes[3];
  int count = 0;
  lua_getfield(L, arg, name);
  if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TNUMBER)
    count = ci_args_vector_value(L, &at, lua_gettop(L), ci_frame_sizes[0], axes);
  lua_pop(L, 1);
  return count;
}

collide_grid_frame ci_cells_read_grid_frame(lua_State *L, int arg, int items, int dimensions) {
  args_place at = ci_args_at(arg, NULL);
  int told;
  if (lua_isnoneornil(L, arg)) return collide_unit_frame(dimensions);
  if (!lua_istable(L, arg))
    ci_args_fail(L, &at, "table expected, got %s; for example grid{dimensions=2}",
                 ci_args_type(L, arg));
  told = ci_frame_dimensions(L, arg, items, 1);
  if (told == 0) told = count_axes(L, arg, "size");
  if (told == 0) told = count_axes(L, arg, "origin");
  return ci_cells_read_frame(L, arg, told != 0 ? told : dimensions);
}
