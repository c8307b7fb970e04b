/* SPDX-License-Identifier: MIT */
#include "lua_grid.h"

#include "../grid/grid_shape.h"
#include "lua_cells.h"
#include "lua_grid_shapes.h"
#include "lua_select.h"
#include "lua_one_way.h"
#include "lua_result.h"
#include "lua_tiled.h"
#include "../grid/grid.h"

/* ---- Grids that Lua holds ---------------------------------------------------- */

held_grid *ci_grid_check(lua_State *L) {
  held_grid *held = grid_at(L, 1);
  if (held == NULL) ci_args_fail_self(L, "grid");
  return held;
}

static void release(owned *self) {
  ci_grid_clear(&((owned_grid *)self)->grid);
  ci_grid_free_forms(&((owned_grid *)self)->grid);
  ci_one_way_free((owned_grid *)self);
  ci_tiled_free_gids((owned_grid *)self);
}

held_grid *ci_grid_push(lua_State *L, const collide_grid_frame *frame) {
  void *user;
  lua_Alloc alloc = lua_getallocf(L, &user);
  held_grid *held = (held_grid *)lua_newuserdata(L, sizeof *held);
  head_begin(&held->head);
  held->owner = ci_owned_new(L, lua_gettop(L), sizeof(owned_grid), release);
  held->grid = &((owned_grid *)held->owner)->grid;
  held->told = 0;
  seal_close(&held->head.sealed, SEAL_GRID, seal_here(L));
  ci_grid_begin(held->grid, frame, alloc, user);
  lua_pushvalue(L, lua_upvalueindex(UP_GRID));
  lua_setmetatable(L, -2);
  return held;
}

void ci_grid_report_memory(lua_State *L, held_grid *held) {
  size_t bytes = held->grid->bytes, grown;
  if (grid_has_grown(held)) {
    grown = bytes - held->told;
    held->told = bytes;
    lua_gc(L, LUA_GCSTEP, grown >> 10 < ((size_t)1 << 30) ? (int)(grown >> 10) : 1 << 30);
  }
}

int ci_grid_retry(lua_State *L, int *tries) {
  if ((*tries)++ > 0) return 0;
  lua_gc(L, LUA_GCCOLLECT, 0);
  ci_owned_collect(L);
  return 1;
}

int ci_grid_fail_memory(lua_State *L) {
  return luaL_error(L, "not enough memory");
}

/* ---- Cells and values -------------------------------------------------------- */

args_size ci_grid_size(int dimensions) {
  static const args_size sizes[] = {{2, "a 2D grid takes 2"}, {3, "a 3D grid takes 3"}};
  return sizes[dimensions - 2];
}

/* Raises an error for component i of a cell, which was read from argument `arg` on. */
static int fail_component(lua_State *L, int arg, int in_place, const char *name, int i, double x,
                          const char *text) {
  args_place at = ci_args_at(in_place ? arg + i : arg, name);
  return ci_args_fail(L, &at, text, ci_args_number_text(L, x));
}

static void check_component(lua_State *L, int arg, int in_place, const char *name, int i, double x,
                            const collide_grid *grid) {
  if (x != floor(x)) fail_component(L, arg, in_place, name, i, x, " must be whole numbers, got %s");
  if (!(fabs(x) < 9007199254740992.0))
    fail_component(L, arg, in_place, name, i, x, " must be below 2^53, got %s");
  if (!ci_cells_distinct(grid->frame.size[i], grid->frame.origin[i], (int64_t)x))
    fail_component(L, arg, in_place, name, i, x,
                   ": cells of this size and origin are no longer distinct at %s, or exceed 1e300");
}

int ci_grid_read_cell(lua_State *L, int *arg, const char *name, const collide_grid *grid,
                      int64_t cell[3]) {
  int first = *arg, i, dimensions = grid->frame.dimensions;
  double v[3];
  int in_place = ci_args_vector(L, arg, name, ci_grid_size(dimensions), v);
  cell[2] = 0;
  for (i = 0; i < dimensions; i++) {
    check_component(L, first, in_place, name, i, v[i], grid);
    cell[i] = (int64_t)v[i];
  }
  return in_place;
}

void ci_grid_check_alive(lua_State *L, const held_grid *held) {
  args_place at = ci_args_at(1, NULL);
  if (held->owner->is_released) ci_args_fail(L, &at, "grid expected, got one that was collected");
}

/* Reads the last argument of a function, a value. */
static unsigned read_value(lua_State *L, int arg, const held_grid *held) {
  args_place at = ci_args_at(arg, "value");
  int value = ci_args_whole(L, &at, arg, 0, 65535);
  ci_args_end(L, arg + 1);
  ci_grid_check_alive(L, held);
  return (unsigned)value;
}

/* Reads a cell that is given in numbers from argument 2 on, and is followed by `more` arguments.
 * This is the quick form that loops use. Returns 0 for other forms and for errors, which the
 * general reader handles. */
static int read_plain_cell(lua_State *L, const held_grid *held, int more, int64_t cell[3]) {
  int i, dimensions = held->grid->frame.dimensions;
  double v[3], below = held->grid->distinct_below;
  if (lua_gettop(L) != 1 + dimensions + more || !args_read_numbers(L, 2, dimensions, v)) return 0;
  cell[2] = 0;
  for (i = 0; i < dimensions; i++) {
    if (!(fabs(v[i]) < below)) return 0;
    cell[i] = (int64_t)v[i];
    if ((double)cell[i] != v[i]) return 0;
  }
  return 1;
}

/* Reads the value after such a cell. Returns 0 for errors, which the general reader raises. */
static int read_plain_value(lua_State *L, const held_grid *held, unsigned *value) {
  int arg = 2 + held->grid->frame.dimensions;
  double x;
  if (lua_type(L, arg) != LUA_TNUMBER || held->owner->is_released) return 0;
  x = lua_tonumber(L, arg);
  if (!(x >= 0 && x <= 65535)) return 0;
  *value = (unsigned)(int)x;
  return (double)*value == x;
}

static int push_cell_numbers(lua_State *L, const int64_t cell[3], int dimensions) {
  int i;
  for (i = 0; i < dimensions; i++) compat_pushwhole(L, cell[i]);
  return dimensions;
}

static int l_set(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  int arg = 2, tries = 0;
  int64_t cell[3];
  unsigned value;
  if (!read_plain_cell(L, held, 1, cell) || !read_plain_value(L, held, &value)) {
    ci_grid_read_cell(L, &arg, "cell", held->grid, cell);
    value = read_value(L, arg, held);
  }
  held->head.changes++;
  while (!grid_set_at(held->grid, cell[0], cell[1], cell[2], value)) {
    if (!ci_grid_retry(L, &tries)) return ci_grid_fail_memory(L);
    ci_grid_check_alive(L, held); /* a finalizer may have released it */
  }
  touch_worlds(&held->head);
  if (grid_has_grown(held)) ci_grid_report_memory(L, held);
  return 0;
}

static int l_get(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  int arg = 2;
  int64_t cell[3];
  if (!read_plain_cell(L, held, 0, cell)) {
    ci_grid_read_cell(L, &arg, "cell", held->grid, cell);
    ci_args_end(L, arg);
  }
  lua_pushinteger(L, (lua_Integer)grid_get_at(held->grid, cell[0], cell[1], cell[2]));
  return 1;
}

/* ---- Boxes ----------------------------------------------------------------- */

/* Reads two corners from *arg on. */
static void read_box(lua_State *L, int *arg, const collide_grid *grid, int64_t min[3],
                     int64_t max[3]) {
  static const char *const names[] = {"x", "y", "z"};
  args_place at = ci_args_at(*arg, "min");
  int i;
  ci_grid_read_cell(L, arg, "min", grid, min);
  ci_grid_read_cell(L, arg, "max", grid, max);
  for (i = 0; i < grid->frame.dimensions; i++) {
    if (min[i] > max[i])
      ci_args_fail(L, &at, " must not be above max, got %s and %s along %s",
                   ci_args_number_text(L, (double)min[i]), ci_args_number_text(L, (double)max[i]),
                   names[i]);
  }
}

/* Raises an error for a fill that collide_grid_fill would refuse. */
static void check_cost(lua_State *L, const collide_grid *grid, const int64_t min[3],
                       const int64_t max[3], unsigned value) {
  double cost = ci_grid_fill_cost(grid, min, max, value), mb = 1048576;
  args_place at = ci_args_at(2, "min and max");
  if (cost <= COLLIDE_GRID_FILL_LIMIT) return;
  if (cost == HUGE_VAL)
    ci_args_fail(L, &at, ": the grid could then hold 2^53 cells or more, which is the limit");
  ci_args_fail(
      L, &at,
      ": this fill would take %s MB, more than the limit of %d MB; a box takes little where its "
      "min is a multiple of %d and its max one less than a multiple",
      ci_args_number_text(L, ceil(cost / mb)), (int)(COLLIDE_GRID_FILL_LIMIT / mb),
      grid->frame.dimensions == 2 ? (int)GRID_ALIGNED_2D : (int)GRID_ALIGNED_3D);
}

static int l_fill(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  int arg = 2, tries = 0;
  int64_t min[3], max[3];
  unsigned value;
  read_box(L, &arg, held->grid, min, max);
  value = read_value(L, arg, held);
  check_cost(L, held->grid, min, max, value);
  held->head.changes++;
  while (!collide_grid_fill(held->grid, min, max, value)) {
    if (!ci_grid_retry(L, &tries)) return ci_grid_fail_memory(L);
    ci_grid_check_alive(L, held); /* a finalizer may have released it */
  }
  touch_worlds(&held->head);
  ci_grid_report_memory(L, held);
  return 0;
}

static int l_clear(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  ci_args_end(L, 2);
  held->head.changes++;
  ci_grid_clear(held->grid);
  touch_worlds(&held->head);
  lua_settop(L, 1);
  return 1;
}

static int l_count(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  ci_args_end(L, 2);
  compat_pushwhole(L, collide_grid_count(held->grid));
  return 1;
}

static int l_bounds(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  int dimensions = held->grid->frame.dimensions;
  int64_t min[3], max[3];
  int numbers = ci_args_wants_numbers(L, 2, 0);
  ci_grid_tighten(held->grid);
  if (!collide_grid_bounds(held->grid, min, max)) {
    lua_pushnil(L);
    return 1;
  }
  if (numbers) {
    push_cell_numbers(L, min, dimensions);
    push_cell_numbers(L, max, dimensions);
    return 2 * dimensions;
  }
  ci_result_push_cell(L, min, dimensions);
  ci_result_push_cell(L, max, dimensions);
  return 2;
}

/* ---- Cells in order -------------------------------------------------------- */

/* Upvalues: the grid, and the state of the loop. */
static int l_next(lua_State *L) {
  const held_grid *held = (const held_grid *)lua_touserdata(L, lua_upvalueindex(1));
  collide_grid_cells *cells = (collide_grid_cells *)lua_touserdata(L, lua_upvalueindex(2));
  int is_closed = held->head.sealed.self != seal_self(held, SEAL_GRID), count;
  unsigned value = is_closed ? 0 : collide_grid_cells_next(cells, held->grid);
  if (value == 0) return 0;
  count = push_cell_numbers(L, cells->at, held->grid->frame.dimensions);
  lua_pushinteger(L, (lua_Integer)value);
  return count + 1;
}

static int l_each(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  collide_grid_cells cells;
  int64_t min[3], max[3];
  int arg = 2;
  collide_grid_cells_begin(&cells, NULL, NULL);
  if (!lua_isnoneornil(L, 2) || !lua_isnoneornil(L, 3)) {
    read_box(L, &arg, held->grid, min, max);
    collide_grid_cells_begin(&cells, min, max);
  }
  ci_args_end(L, arg);
  lua_pushvalue(L, 1);
  *(collide_grid_cells *)lua_newuserdata(L, sizeof cells) = cells;
  lua_pushcclosure(L, l_next, 2);
  return 1;
}

/* ---- Where cells are ----------------------------------------------------------- */

static int l_cell_at(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  int dimensions = held->grid->frame.dimensions, arg = 2, numbers;
  args_place at = ci_args_at(2, "point");
  double point[3];
  int64_t cell[3];
  numbers = lua_gettop(L) == 1 + dimensions && args_read_numbers(L, 2, dimensions, point);
  if (!numbers) {
    numbers = ci_args_vector(L, &arg, at.name, ci_grid_size(dimensions), point);
    ci_args_end(L, arg);
  }
  if (!collide_cell_at(&held->grid->frame, point, cell))
    ci_args_fail(L, &at, ": cells are no longer distinct there, or exceed 1e300");
  if (numbers) return push_cell_numbers(L, cell, dimensions);
  ci_result_push_cell(L, cell, dimensions);
  return 1;
}

static int l_cell_bounds(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  const collide_grid_frame *frame = &held->grid->frame;
  int dimensions = frame->dimensions, arg = 2, numbers, i;
  double corners[6];
  int64_t cell[3];
  numbers = ci_grid_read_cell(L, &arg, "cell", held->grid, cell);
  ci_args_end(L, arg);
  for (i = 0; i < dimensions; i++) {
    corners[i] = cells_boundary(frame->size[i], frame->origin[i], (double)cell[i]);
    corners[dimensions + i] = cells_boundary(frame->size[i], frame->origin[i], (double)cell[i] + 1);
  }
  if (!numbers) {
    ci_result_push_vector(L, corners, dimensions);
    ci_result_push_vector(L, corners + dimensions, dimensions);
    return 2;
  }
  for (i = 0; i < 2 * dimensions; i++) result_push_number(L, corners[i]);
  return 2 * dimensions;
}

/* ---- New grids --------------------------------------------------------------- */

int ci_grid_read_layer(lua_State *L) {
  args_place at = ci_args_at(1, "layer");
  int layer;
  if (!lua_istable(L, 1)) return 0;
  lua_getfield(L, 1, at.name);
  layer = ci_layer_read(L, &at, lua_gettop(L));
  lua_pop(L, 1);
  return layer;
}

int ci_l_grid(lua_State *L) {
  collide_grid_frame frame;
  held_grid *held;
  int layer;
  lua_remove(L, 1); /* collide.grid, which was called */
  if (!lua_isnoneornil(L, 2)) {
    args_place at = ci_args_at(2, NULL);
    ci_args_fail(
        L, &at, "unexpected argument, got %s; grid takes one table, for example grid{dimensions=2}",
        ci_args_type(L, 2));
  }
  ci_args_end(L, 3);
  layer = ci_grid_read_layer(L);
  frame = ci_cells_read_grid_frame(L, 1, 0, 3);
  held = ci_grid_push(L, &frame);
  held->head.layer = (uint8_t)layer;
  ci_grid_read_shapes(L, 1, held);
  ci_one_way_read_grid(L, 1, held);
  return 1;
}

static void add_axes(luaL_Buffer *text, const char *name, const double *axes, int dimensions) {
  luaL_addstring(text, name);
  if (axes[0] == axes[1] && (dimensions == 2 || axes[0] == axes[2]))
    ci_result_add_number(text, axes[0]);
  else
    ci_args_add_vector(text, axes, dimensions);
}

int ci_l_grid_text(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  const collide_grid_frame *frame = &held->grid->frame;
  int dimensions = frame->dimensions;
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  luaL_addstring(&text, dimensions == 2 ? "grid 2D" : "grid 3D");
  add_axes(&text, " size=", frame->size, dimensions);
  if (frame->origin[0] != 0 || frame->origin[1] != 0 || (dimensions == 3 && frame->origin[2] != 0))
    add_axes(&text, " origin=", frame->origin, dimensions);
  luaL_addstring(&text, " cells=");
  ci_result_add_number(&text, (double)collide_grid_count(held->grid));
  ci_grid_add_shapes(&text, held);
  ci_one_way_add_grid(&text, held);
  luaL_pushresult(&text);
  return 1;
}

const binding ci_grid_bindings[] = {{"set", l_set, IN_GRID},
                                    {"get", l_get, IN_GRID},
                                    {"fill", l_fill, IN_GRID},
                                    {"count", l_count, IN_GRID},
                                    {"clear", l_clear, IN_GRID},
                                    {"bounds", l_bounds, IN_GRID},
                                    {"each", l_each, IN_GRID},
                                    {"cell_at", l_cell_at, IN_GRID},
                                    {"cell_bounds", l_cell_bounds, IN_GRID},
                                    {"cells_in", ci_l_grid_cells_in, IN_GRID},
                                    {NULL, NULL, 0}};
