/* SPDX-License-Identifier: MIT
 *
 * Reads terrain: rows of heights, the distances between corners, and the first corner's position.
 */
#include "../number/fp.h"
#include "lua_mesh.h"

#include "../tree/tree.h"
#include "lua_triangles.h"

/* ---- Rows ---------------------------------------------------------------------------------- */

static void read_row(lua_State *L, const args_place *at, int row, int columns, double *to) {
  int index = lua_gettop(L), x;
  if (!lua_istable(L, index))
    ci_args_fail(L, at, "[%d]: array of heights expected, got %s", row, ci_args_type(L, index));
  for (x = 1; x <= columns + 1; x++) {
    lua_rawgeti(L, index, x);
    if (lua_isnil(L, -1) != (x > columns))
      ci_args_fail(L, at, "[%d]: %d heights expected, as in the first row, got %s", row, columns,
                   x > columns ? "more" : "fewer");
    if (x <= columns) {
      if (lua_type(L, -1) != LUA_TNUMBER)
        ci_args_fail(L, at, "[%d][%d]: number expected, got %s", row, x,
                     ci_args_type(L, lua_gettop(L)));
      to[x - 1] = lua_tonumber(L, -1);
      if (!args_in_range(to[x - 1])) {
        args_place height = *at;
        height.name = lua_pushfstring(L, "%s[%d][%d]", at->name, row, x);
        ci_args_fail_range(L, &height, to[x - 1]);
      }
    }
    lua_pop(L, 1);
  }
}

/* Leaves the heights on the stack. */
static void read_rows(lua_State *L, const args_place *heights_at, int table, collide_heights *h) {
  args_place at = ci_args_field(heights_at, "rows");
  int index, rows, columns, z;
  double *to;
  lua_getfield(L, table, at.name);
  index = lua_gettop(L);
  if (!lua_istable(L, index))
    ci_args_fail(L, &at, ": array of rows expected, got %s", ci_args_type(L, index));
  rows = ci_triangles_count(L, &at, index, NULL);
  lua_rawgeti(L, index, 1);
  columns = lua_istable(L, -1) ? ci_triangles_count(L, &at, lua_gettop(L), NULL) : 2;
  lua_pop(L, 1);
  if (rows < 2 || columns < 2)
    ci_args_fail(L, &at, ": at least 2 rows of 2 heights expected, got %d of %d", rows, columns);
  if (rows - 1 > TREE_MOST / 2 / (columns - 1))
    ci_args_fail(L, &at, ": at most 2^26 cells expected, got %d rows of %d heights", rows, columns);
  to = (double *)lua_newuserdata(L, (size_t)rows * (size_t)columns * sizeof *to);
  for (z = 0; z < rows; z++) {
    lua_rawgeti(L, index, z + 1);
    read_row(L, &at, z + 1, columns, to + (size_t)z * (size_t)columns);
    lua_pop(L, 1);
  }
  h->heights = to;
  h->rows = (size_t)rows;
  h->columns = (size_t)columns;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* The distance between corners: a number, {x, z}, or {x, y, z} with a factor for heights. */
static void read_size(lua_State *L, const args_place *heights_at, int table, double size[3]) {
  static const args_size two = {2, "{x, z} takes 2"}, three = {3, "{x, y, z} takes 3"};
  args_place at = ci_args_field(heights_at, "size");
  int index, k;
  lua_getfield(L, table, at.name);
  index = lua_gettop(L);
  size[0] = size[1] = size[2] = 1;
  if (lua_type(L, index) == LUA_TNUMBER) {
    size[0] = size[2] = ci_args_number(L, &at, index);
  } else if (lua_istable(L, index) && lua_rawlen(L, index) == 2) {
    ci_args_vector_value(L, &at, index, two, size);
    size[2] = size[1];
    size[1] = 1;
  } else if (!lua_isnil(L, index)) {
    ci_args_vector_value(L, &at, index, three, size);
  }
  for (k = 0; k < 3; k++)
    if (!(size[k] > 0))
      ci_args_fail(L, &at, " must be above 0, got %s", ci_args_number_text(L, size[k]));
}

int ci_heights_read(lua_State *L, const args_place *heights_at, int index, collide_heights *h,
                    double origin[3]) {
  static const args_size size = {3, "a terrain takes 3"};
  args_place at = ci_args_field(heights_at, "origin");
  int has_origin;
  read_size(L, heights_at, index, h->size);
  lua_getfield(L, index, at.name);
  has_origin = !lua_isnil(L, -1);
  if (has_origin) ci_args_vector_value(L, &at, lua_gettop(L), size, origin);
  read_rows(L, heights_at, index, h);
  return has_origin;
}
