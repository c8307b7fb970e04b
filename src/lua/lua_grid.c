/* SPDX-License-Identifier: MIT
 *
 * The methods of grids except casts: cells, boxes of cells, loops, and the shapes of values.
 */
#include "../number/fp.h"
#include "lua_grid.h"

#include <stdlib.h>

#include "../grid/grid.h"
#include "../grid/grid_shape.h"
#include "../target/group.h"
#include "../target/proximity.h"
#include "lua_cells.h"
#include "lua_description.h"
#include "lua_group.h"
#include "lua_select.h"
#include "lua_one_way.h"
#include "lua_operand.h"
#include "lua_posed.h"
#include "lua_result.h"

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

void ci_grid_report_bytes(lua_State *L, size_t bytes) {
  size_t kilobytes = bytes >> 10;
  enum { MOST = 1 << 30 };
  if (kilobytes > 0) lua_gc(L, LUA_GCSTEP, kilobytes < (size_t)MOST ? (int)kilobytes : (int)MOST);
}

void ci_grid_report_memory(lua_State *L, held_grid *held) {
  size_t bytes = held->grid->bytes, grown = bytes - held->told;
  if (!grid_has_grown(held)) return;
  held->told = bytes;
  ci_grid_report_bytes(L, grown);
}

int ci_grid_retry(lua_State *L, int *tries) {
  if ((*tries)++ > 0) ci_grid_fail_memory(L);
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

/* Checks component i of a cell, which was read from argument `arg` on. */
static void check_component(lua_State *L, int arg, int in_place, const char *name, int i, double x,
                            const collide_grid *grid) {
  const char *text = NULL;
  if (x != floor(x))
    text = " must be whole numbers, got %s";
  else if (!(fabs(x) < 9007199254740992.0))
    text = " must be below 2^53, got %s";
  else if (!ci_cells_distinct(grid->frame.size[i], grid->frame.origin[i], (int64_t)x))
    text = ": cells of this size and origin are no longer distinct at %s, or exceed 1e300";
  if (text != NULL)
    ci_args_fail_at(L, in_place ? arg + i : arg, name, text, ci_args_number_text(L, x));
}

/* Reads a cell from argument *arg on, given as separate numbers or as one value, and moves *arg
 * past it. Returns 1 if it was given as numbers. Raises if the grid cannot hold the cell. */
static int grid_read_cell(lua_State *L, int *arg, const char *name, const collide_grid *grid,
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
  if (held->owner->is_released)
    ci_args_fail_at(L, 1, NULL, "grid expected, got one that was collected");
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
  int dimensions = held->grid->frame.dimensions;
  double v[3] = {0, 0, 0};
  return lua_gettop(L) == 1 + dimensions + more && args_read_numbers(L, 2, dimensions, v) &&
         grid_read_numbers(held->grid, v[0], v[1], v[2], cell);
}

/* Reads the value after such a cell. Returns 0 for errors, which the general reader raises. */
static int read_plain_value(lua_State *L, const held_grid *held, unsigned *value) {
  int arg = 2 + held->grid->frame.dimensions;
  if (lua_type(L, arg) != LUA_TNUMBER || held->owner->is_released) return 0;
  if (!grid_is_value(lua_tonumber(L, arg))) return 0;
  *value = (unsigned)lua_tonumber(L, arg);
  return 1;
}

static int l_set(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  int arg = 2, tries = 0;
  int64_t cell[3];
  unsigned value;
  if (!read_plain_cell(L, held, 1, cell) || !read_plain_value(L, held, &value)) {
    grid_read_cell(L, &arg, "cell", held->grid, cell);
    value = read_value(L, arg, held);
  }
  held->head.changes++;
  while (!grid_set_at(held->grid, cell[0], cell[1], cell[2], value)) {
    ci_grid_retry(L, &tries);
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
    grid_read_cell(L, &arg, "cell", held->grid, cell);
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
  int i;
  grid_read_cell(L, arg, "min", grid, min);
  grid_read_cell(L, arg, "max", grid, max);
  for (i = 0; i < grid->frame.dimensions; i++) {
    if (min[i] > max[i])
      ci_args_fail_at(L, 2, "min", " must not be above max, got %s and %s along %s",
                      ci_args_number_text(L, (double)min[i]),
                      ci_args_number_text(L, (double)max[i]), names[i]);
  }
}

/* Raises an error for a fill that collide_grid_fill would refuse. */
static void check_cost(lua_State *L, const collide_grid *grid, const int64_t min[3],
                       const int64_t max[3], unsigned value) {
  double cost = ci_grid_fill_cost(grid, min, max, value), mb = 1048576;
  if (cost <= COLLIDE_GRID_FILL_LIMIT) return;
  if (cost == HUGE_VAL)
    ci_args_fail_at(L, 2, "min and max",
                    ": the grid could then hold 2^53 cells or more, which is the limit");
  ci_args_fail_at(
      L, 2, "min and max",
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
    ci_grid_retry(L, &tries);
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
  return ci_cells_push(L, min, dimensions, numbers) + ci_cells_push(L, max, dimensions, numbers);
}

/* ---- Cells in order -------------------------------------------------------- */

/* Upvalues: the grid, and the state of the loop. */
static int l_next(lua_State *L) {
  const held_grid *held = (const held_grid *)lua_touserdata(L, lua_upvalueindex(1));
  collide_grid_cells *cells = (collide_grid_cells *)lua_touserdata(L, lua_upvalueindex(2));
  int is_closed = held->head.sealed.self != seal_self(held, SEAL_GRID), count;
  unsigned value = is_closed ? 0 : collide_grid_cells_next(cells, held->grid);
  if (value == 0) return 0;
  count = ci_cells_push(L, cells->at, held->grid->frame.dimensions, 1);
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
  return ci_cells_push(L, cell, dimensions, numbers);
}

static int l_cell_bounds(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  const collide_grid_frame *frame = &held->grid->frame;
  int dimensions = frame->dimensions, arg = 2, numbers, i;
  double min[3], max[3];
  int64_t cell[3];
  numbers = grid_read_cell(L, &arg, "cell", held->grid, cell);
  ci_args_end(L, arg);
  for (i = 0; i < dimensions; i++) {
    min[i] = cells_boundary(frame->size[i], frame->origin[i], (double)cell[i]);
    max[i] = cells_boundary(frame->size[i], frame->origin[i], (double)cell[i] + 1);
  }
  return ci_result_push_answer(L, min, dimensions, numbers) +
         ci_result_push_answer(L, max, dimensions, numbers);
}

/* ---- Shapes of values --------------------------------------------------------- */

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
    ci_grid_retry(L, &tries);
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

void ci_grid_copy_shapes(lua_State *L, held_grid *to, const held_grid *from) {
  int tries = 0;
  while (!ci_grid_copy_forms(to->grid, from->grid)) ci_grid_retry(L, &tries);
}

/* Adds " shapes={2, 3}" if the grid has shapes. */
static void grid_add_shapes(luaL_Buffer *text, const held_grid *held) {
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

/* The form that a shape of this kind is described in: a rect or box by its corners. */
static const shape_form *form_of(const collide_shape *shape) {
  const shape_form *form = ci_form_first(collide_kind_name(shape->kind));
  if (shape->kind != COLLIDE_RECT && shape->kind != COLLIDE_BOX) return form;
  while (ci_form_field(form, "min") == NULL) form = ci_form_next(form);
  return form;
}

/* Pushes a part of the shape of a value, from 0, and returns 1; or 0 if there is none. The
 * allocation may run a finalizer, which may change the shape. */
static int push_part(lua_State *L, const held_grid *held, unsigned value, int part) {
  int top = lua_gettop(L);
  size_t size = 0, needed = 0;
  described *d = NULL;
  cell_shape room;
  collide_source source;
  do {
    const grid_form *form;
    if (needed > size || d == NULL) {
      size = needed;
      lua_settop(L, top);
      d = (described *)lua_newuserdata(L, sizeof *d + size);
    }
    form = ci_grid_find_form(held->grid, value);
    if (form == NULL || part >= form->parts) return 0;
    if (ci_form_shape(form + part, &room, &source) != COLLIDE_OK) return 0; /* never */
    needed = ci_copy_storage(&room.shape);
  } while (needed > size);
  head_begin(&d->head);
  description_set_form(d, form_of(&room.shape));
  (void)ci_copy_shape(&room.shape, &source, d + 1, &d->shape, &d->source); /* never fails */
  seal_object(L, SEAL_SHAPE, UP_SHAPE);
  return 1;
}

static int l_get_shape(lua_State *L) {
  enum { GROUP = 3 };
  const held_grid *held = ci_grid_check(L);
  args_place at = ci_args_at(1, NULL);
  unsigned value = ci_grid_read_value(L);
  const grid_form *form = ci_grid_find_form(held->grid, value);
  int part, parts = form == NULL ? 0 : form->parts;
  ci_args_end(L, 3);
  lua_settop(L, 2);
  if (parts > 1) lua_createtable(L, parts, 0);
  for (part = 0; part < parts; part++) {
    if (!push_part(L, held, value, part)) break;
    if (parts > 1) lua_rawseti(L, GROUP, part + 1);
  }
  if (part < parts || parts == 0)
    lua_pushnil(L); /* also if a finalizer removed the shape */
  else if (parts > 1)
    ci_posed_push(L, &at, GROUP, "group");
  return 1;
}

/* ---- Cells in a shape --------------------------------------------------------- */

/* The functions `..._all` have the same limit. */
enum { MOST_CELLS = 1 << 18 };

typedef struct found_cell {
  int64_t cell[3];
} found_cell;

typedef struct cell_list {
  found_cell *cells;
  int room, count; /* count goes up to MOST_CELLS + 1 */
} cell_list;

static int take_cell(void *user, const int64_t cell[3], unsigned value) {
  cell_list *list = (cell_list *)user;
  int i;
  (void)value;
  for (i = 0; i < 3 && list->count < list->room; i++) list->cells[list->count].cell[i] = cell[i];
  list->count++;
  return list->count <= MOST_CELLS;
}

/* By z, then y, then x. */
static int compare_cells(const void *a, const void *b) {
  const found_cell *p = (const found_cell *)a, *q = (const found_cell *)b;
  int axis = 2;
  while (axis > 0 && p->cell[axis] == q->cell[axis]) axis--;
  return (p->cell[axis] > q->cell[axis]) - (p->cell[axis] < q->cell[axis]);
}

/* Leaves a userdata with the cells on the stack. Its allocation may run finalizers, which may
 * change the grid. So the search is repeated until there is room for all cells. */
static void find_cells(lua_State *L, const held_grid *held, const operand *shape, cell_list *list) {
  enum { AT_FIRST = 64 };
  list->count = AT_FIRST;
  list->room = 0;
  lua_pushnil(L);
  while (list->count > list->room) {
    list->room = list->count + list->count / 4;
    list->cells =
        (found_cell *)seal_memory(L, lua_gettop(L), (uint64_t)list->room, sizeof *list->cells);
    list->count = 0;
    if (ci_grid_cells_in(held->grid, shape->shape, take_cell, list) == COLLIDE_UNSUPPORTED)
      ci_args_fail_at(L, 2, NULL, "there is no test for grid and %s yet", shape->name);
    if (list->count > MOST_CELLS)
      ci_args_fail_at(L, 2, NULL,
                      "it overlaps more than %d cells, which is the limit; use several smaller "
                      "shapes",
                      (int)MOST_CELLS);
  }
  qsort(list->cells, (size_t)list->count, sizeof *list->cells, compare_cells);
}

/* Pushes an array of cells, or with `numbers` a flat array of their coordinates. */
static void push_cells(lua_State *L, const cell_list *list, int dimensions, int numbers) {
  int i, axis;
  lua_createtable(L, (numbers ? dimensions : 1) * list->count, 0);
  for (i = 0; i < list->count; i++) {
    for (axis = 0; axis < dimensions && numbers; axis++) {
      compat_pushwhole(L, list->cells[i].cell[axis]);
      lua_rawseti(L, -2, dimensions * i + axis + 1);
    }
    if (numbers) continue;
    ci_result_push_cell(L, list->cells[i].cell, dimensions);
    lua_rawseti(L, -2, i + 1);
  }
  if (!numbers) ci_result_mark_list(L);
}

static int l_grid_cells_in(lua_State *L) {
  const held_grid *held = ci_grid_check(L);
  int dimensions = held->grid->frame.dimensions, numbers;
  operand shape;
  cell_list list;
  ci_operand_read_shape(L, 2, &shape);
  numbers = ci_args_wants_numbers(L, 3, 0);
  lua_settop(L, 2);
  if (collide_dimensions(shape.shape) != dimensions)
    ci_args_fail_at(L, 2, NULL, "a %dD shape expected beside a %dD grid, got a %dD %s", dimensions,
                    dimensions, dimensions == 2 ? 3 : 2, shape.name);
  find_cells(L, held, &shape, &list);
  push_cells(L, &list, dimensions, numbers);
  return 1;
}

/* ---- New grids --------------------------------------------------------------- */

held_grid *ci_grid_push_options(lua_State *L, const collide_grid_frame *frame) {
  held_grid *held = ci_grid_push(L, frame);
  args_place at = ci_args_at(1, "layer");
  if (!lua_istable(L, 1)) return held;
  lua_getfield(L, 1, at.name);
  held->head.layers = ci_layers_read(L, &at, lua_gettop(L));
  lua_pop(L, 1);
  ci_grid_read_by_value(L, 1, held, "shapes", "shapes", set_shape);
  ci_one_way_read_grid(L, 1, held);
  return held;
}

int ci_l_grid(lua_State *L) {
  collide_grid_frame frame;
  lua_remove(L, 1); /* collide.grid, which was called */
  if (!lua_isnoneornil(L, 2)) {
    ci_args_fail_at(
        L, 2, NULL,
        "unexpected argument, got %s; grid takes one table, for example grid{dimensions=2}",
        ci_args_type(L, 2));
  }
  ci_args_end(L, 3);
  frame = ci_cells_read_grid_frame(L, 1, 0, 3);
  ci_grid_push_options(L, &frame);
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
  grid_add_shapes(&text, held);
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
                                    {"cells_in", l_grid_cells_in, IN_GRID},
                                    {"get_shape", l_get_shape, IN_GRID},
                                    {"set_shape", l_set_shape, IN_GRID},
                                    {NULL, NULL, 0}};
