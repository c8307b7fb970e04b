/* SPDX-License-Identifier: MIT
 *
 * Grids from tables of rows of numbers or characters, and grids to and from strings. Also functions
 * that the files for Tiled share.
 */
#include "lua_grid_make.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lua_cells.h"
#include "lua_one_way.h"
#include "lua_grid.h"

/* ---- Repeated readings ----------------------------------------------------- */

/* Pushes the table `seen`. The limit is 2^23 values. */
static make_again begin_again(lua_State *L) {
  make_again again;
  lua_newtable(L);
  again.seen = lua_gettop(L);
  again.most = 23;
  again.values = 0;
  return again;
}

/* Called before reading `values` values from the table or string at the index. Raises an error if
 * too many values are read again. `what` names the tables or strings, in the plural. */
static void read_again(lua_State *L, const args_place *at, make_again *again, int index,
                       double values, const char *what) {
  int is_seen;
  lua_pushvalue(L, index);
  lua_rawget(L, again->seen);
  is_seen = lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (is_seen) again->values += values;
  if (again->values > ldexp(1, again->most))
    ci_args_fail(L, at,
                 "%s used in several places would be read again for more than 2^%d values; give "
                 "each place its own",
                 what, again->most);
  lua_pushvalue(L, index);
  lua_pushboolean(L, 1);
  lua_rawset(L, again->seen);
}

/* ---- Rows of characters ---------------------------------------------------------- */

/* The most bytes in a row, and in a row that may be repeated without limit. */
enum { TEXT_MOST = 1 << 24, TEXT_SHORT = 1024 };

/* The number of bytes of the first character of the text: of valid UTF-8, else one. */
static size_t character_size(const char *text, size_t length) {
  unsigned char first = (unsigned char)text[0];
  size_t i, size = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  if (size > length) return 1;
  for (i = 1; i < size; i++)
    if (((unsigned char)text[i] & 0xc0) != 0x80) return 1;
  return size;
}

static int is_value(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TNUMBER && grid_is_value(lua_tonumber(L, index));
}

/* Among wrong entries, the error names the first string in the order of strings; other keys
 * come last. So the order of the table does not matter. */
static void check_entry(lua_State *L, int key, int worst, int *wrong) {
  const char *text;
  size_t length = 0;
  int fine = 0;
  if (lua_type(L, key) == LUA_TSTRING) {
    text = lua_tolstring(L, key, &length);
    fine = length > 0 && character_size(text, length) == length && is_value(L, key + 1);
  }
  if (fine) return;
  if (*wrong && (lua_type(L, key) != LUA_TSTRING ||
                 (lua_type(L, worst) == LUA_TSTRING &&
                  strcmp(lua_tostring(L, key), lua_tostring(L, worst)) >= 0)))
    return;
  *wrong = 1;
  lua_pushvalue(L, key);
  lua_replace(L, worst);
}

/* Raises unless the value at the index is nil, or a table of characters and their values. */
static void make_check_characters(lua_State *L, int index) {
  args_place at = ci_args_at(index, NULL);
  int worst, wrong = 0;
  if (lua_isnoneornil(L, index)) return;
  if (!lua_istable(L, index))
    ci_args_fail(L, &at, "table of characters and their values expected, got %s",
                 ci_args_type(L, index));
  lua_pushnil(L);
  worst = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, index)) {
    check_entry(L, worst + 1, worst, &wrong);
    lua_pop(L, 1);
  }
  if (wrong && lua_type(L, worst) != LUA_TSTRING)
    ci_args_fail(L, &at, "a key that is not a character but a %s", ci_args_type(L, worst));
  if (wrong) {
    size_t length;
    const char *text = lua_tolstring(L, worst, &length);
    if (length == 0 || character_size(text, length) != length)
      ci_args_fail(L, &at, "'%s' is not one character; put size and origin beside the rows", text);
    lua_pushvalue(L, worst);
    lua_rawget(L, index);
    ci_args_fail(L, &at, "'%s': a whole number from 0 to 65535 expected, got %s", text,
                 ci_args_type(L, lua_gettop(L)));
  }
  lua_pop(L, 1);
}

/* The value of the character on top of the stack, which is popped. */
static unsigned value_of(lua_State *L, int values, int row, int column) {
  const char *text = lua_tostring(L, -1);
  unsigned value = 0;
  if (values != 0) {
    lua_pushvalue(L, -1);
    lua_rawget(L, values);
    if (is_value(L, lua_gettop(L))) { /* a finalizer may have changed the checked value */
      value = (unsigned)lua_tonumber(L, -1);
      lua_pop(L, 2);
      return value;
    }
    lua_pop(L, 1);
  }
  if ((text[0] != ' ' && text[0] != '.') || text[1] != '\0')
    ci_args_fail_at(
        L, 1, NULL,
        "row %d, column %d: no value for '%s'; the second argument has them: {['%s']=1}", row,
        column, text, text);
  lua_pop(L, 1);
  return value;
}

/* Sets the cells of a row, the string on top of the stack. `values` is the index of the table of
 * characters, or 0. A space or dot without a value is an empty cell. A short row may be repeated
 * without limit: the work is no more than the size of the table of rows. */
static void make_text_row(lua_State *L, held_grid *held, int row, int values, make_again *again) {
  args_place at = ci_args_at(1, NULL);
  size_t length, i = 0, size;
  const char *text = lua_tolstring(L, -1, &length);
  int column = 1, index = lua_gettop(L);
  if (length > TEXT_MOST)
    ci_args_fail(L, &at, "row %d: more than 2^24 = %d characters", row, (int)TEXT_MOST);
  if (length > TEXT_SHORT) read_again(L, &at, again, index, (double)length, "rows");
  ci_make_check_cell(L, &at, held->grid, (int64_t)length, row - 1);
  for (; i < length; i += size, column++) {
    unsigned value;
    size = character_size(text + i, length - i);
    lua_pushlstring(L, text + i, size);
    value = value_of(L, values, row, column);
    if (value != 0) ci_make_set(L, held, column - 1, row - 1, value);
  }
  ci_make_check_memory(L, &at, again, held, "rows");
}

/* ---- Cells ----------------------------------------------------------------- */

void ci_make_set(lua_State *L, held_grid *held, int64_t x, int64_t y, unsigned value) {
  int64_t cell[3];
  int tries = 0;
  cell[0] = x;
  cell[1] = y;
  cell[2] = 0;
  while (!collide_grid_set(held->grid, cell, value)) ci_grid_retry(L, &tries);
}

void ci_make_check_cell(lua_State *L, const args_place *at, const collide_grid *grid, int64_t x,
                        int64_t y) {
  const collide_grid_frame *frame = &grid->frame;
  if (!ci_cells_distinct(frame->size[0], frame->origin[0], x) ||
      !ci_cells_distinct(frame->size[1], frame->origin[1], y))
    ci_args_fail(L, at, ": cells of this size and origin are no longer distinct, or exceed 1e300");
}

void ci_make_check_memory(lua_State *L, const args_place *at, const make_again *again,
                          const held_grid *held, const char *what) {
  if (again->values > 0 && held->grid->bytes > MAKE_AGAIN_BYTES)
    ci_args_fail(L, at, "%s used in several places would make a grid of more than 128 MB", what);
}

/* ---- Keys ------------------------------------------------------------------ */

enum { MOST_ROWS = 1 << 24, VALUES = 2, SLOT_ROWS, SLOT_COLUMNS };

/* The whole numbers above 0 among the keys of a table, in order. */
typedef struct key_list {
  int slot;  /* the index of the userdata for `keys` */
  int room;  /* the number of ints that fit into it */
  int count; /* the number of keys; if they are not sparse, the greatest key */
  int *keys; /* NULL if the keys are not sparse: then 1, 2, ... are read, missing or not */
} key_list;

static key_list new_keys(int slot) {
  key_list list;
  list.slot = slot;
  list.room = list.count = 0;
  list.keys = NULL;
  return list;
}

/* Returns 1 if the key below the top of the stack is a whole number from 1 on. */
static int is_number_key(lua_State *L, double *key) {
  if (lua_type(L, -2) != LUA_TNUMBER) return 0;
  *key = lua_tonumber(L, -2);
  return *key >= 1 && *key <= INT_MAX && *key == floor(*key);
}

static int compare_keys(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

/* Takes no more keys than were counted. Allocating the userdata may have run finalizers, which may
 * have changed the table. */
static void sort_keys(lua_State *L, int index, key_list *list) {
  int most = list->count;
  double key;
  if (list->room < most) {
    lua_newuserdata(L, (size_t)most * sizeof(int));
    lua_replace(L, list->slot);
    list->room = most;
  }
  list->keys = (int *)lua_touserdata(L, list->slot);
  list->count = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (is_number_key(L, &key) && key <= (double)MOST_ROWS && list->count < most)
      list->keys[list->count++] = (int)key;
    lua_pop(L, 1);
  }
  qsort(list->keys, (size_t)list->count, sizeof(int), compare_keys);
}

/* Lists the keys of the table at the index. Skips strings if the table may be `named`. Returns 0 if
 * it has other keys. The time is proportional to the number of keys, not to the greatest key. */
static int list_keys(lua_State *L, int index, int named, key_list *list) {
  double key, last = 0, count = 0;
  int fine = 1;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (is_number_key(L, &key)) {
      if (key > last) last = key;
      count++;
    } else if (!named || lua_type(L, -2) != LUA_TSTRING) {
      fine = 0;
    }
    lua_pop(L, 1);
  }
  list->keys = NULL;
  list->count = 0;
  if (!fine) return 0;
  if (last > (double)MOST_ROWS)
    ci_args_fail_at(L, 1, NULL, "rows and columns up to 2^24 = %d expected, got %s", (int)MOST_ROWS,
                    ci_args_number_text(L, last));
  list->count = (int)(last > 2 * count + 8 ? count : last);
  if (last > 2 * count + 8) sort_keys(L, index, list);
  return 1;
}

static int key_at(const key_list *list, int i) {
  return list->keys != NULL ? list->keys[i] : i + 1;
}

/* ---- Rows ------------------------------------------------------------------ */

static void fail_value(lua_State *L, int row, int column) {
  if (lua_type(L, -1) != LUA_TNUMBER)
    ci_args_fail_at(L, 1, NULL, "row %d, column %d: number expected, got %s", row, column,
                    ci_args_type(L, lua_gettop(L)));
  ci_args_fail_at(L, 1, NULL, "row %d, column %d: a whole number from 0 to 65535 expected, got %s",
                  row, column, ci_args_number_text(L, lua_tonumber(L, -1)));
}

/* The value on top of the stack; 0 for nil and false. */
static unsigned read_value(lua_State *L, int row, int column) {
  if (is_value(L, -1)) return (unsigned)lua_tonumber(L, -1);
  if (lua_toboolean(L, -1)) fail_value(L, row, column);
  return 0;
}

/* Reads the row on top of the stack; nil and false are empty rows. */
static void read_row(lua_State *L, held_grid *held, int row, key_list *columns, make_again *again) {
  static const char *const no_names[] = {NULL};
  args_place at = ci_args_at(1, NULL);
  int index = lua_gettop(L), i;
  if (!lua_toboolean(L, index)) return;
  if (lua_type(L, index) == LUA_TSTRING) {
    make_text_row(L, held, row, lua_isnil(L, VALUES) ? 0 : VALUES, again);
    return;
  }
  if (!lua_istable(L, index))
    ci_args_fail(L, &at, "row %d: table or string expected, got %s", row, ci_args_type(L, index));
  if (!list_keys(L, index, 0, columns))
    ci_args_only(L, &at, index, "column", no_names, INT_MAX, "a row is an array");
  if (columns->count == 0) return;
  read_again(L, &at, again, index, columns->count, "rows");
  ci_make_check_cell(L, &at, held->grid, key_at(columns, columns->count - 1) - 1, row - 1);
  for (i = 0; i < columns->count; i++) {
    int column = key_at(columns, i);
    unsigned value;
    lua_rawgeti(L, index, column);
    value = read_value(L, row, column);
    lua_pop(L, 1);
    if (value != 0) ci_make_set(L, held, column - 1, row - 1, value);
  }
  ci_make_check_memory(L, &at, again, held, "rows");
}

/* Raises if a key of the rows is a single character: these keys belong in the second table. */
static void check_no_values(lua_State *L) {
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING && lua_rawlen(L, -1) == 1)
      ci_args_fail_at(
          L, 1, NULL,
          "unknown field '%s'; pass the values of characters as the second argument: {['#']=1}",
          lua_tostring(L, -1));
  }
}

static int l_from_rows(lua_State *L) {
  args_place at = ci_args_at(1, "dimensions");
  collide_grid_frame frame;
  key_list rows = new_keys(SLOT_ROWS), columns = new_keys(SLOT_COLUMNS);
  make_again again;
  held_grid *held;
  int i;
  if (!lua_istable(L, 1)) {
    at.name = NULL;
    ci_args_fail(L, &at, "table expected, got %s; for example from_rows({'#.', '##'}, {['#']=1})",
                 ci_args_type(L, 1));
  }
  if (lua_istable(L, VALUES + 1)) {
    at = ci_args_at(VALUES + 1, NULL);
    ci_args_fail(L, &at,
                 "unexpected argument, got table; put size, origin and shapes beside the rows, "
                 "as in from_rows({'#.', size=16}, {['#']=1})");
  }
  ci_args_end(L, VALUES + 1);
  check_no_values(L);
  frame = ci_cells_read_grid_frame(L, 1, INT_MAX, 2);
  make_check_characters(L, VALUES);
  if (frame.dimensions != 2) ci_args_fail(L, &at, " must be 2, rows are of 2D");
  lua_settop(L, SLOT_COLUMNS);
  again = begin_again(L);
  list_keys(L, 1, 1, &rows);
  held = ci_grid_push_options(L, &frame);
  for (i = 0; i < rows.count; i++) {
    int row = key_at(&rows, i);
    lua_rawgeti(L, 1, row);
    read_row(L, held, row, &columns, &again);
    lua_pop(L, 1);
    ci_grid_report_memory(L, held);
  }
  return 1;
}

/* ---- Strings ----------------------------------------------------------------- */

static int l_encode(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  size_t size;
  void *bytes;
  ci_args_end(L, 2);
  size = collide_grid_encode(held->grid, NULL, 0);
  bytes = lua_newuserdata(L, size); /* may run finalizers, which may change the grid */
  if (collide_grid_encode(held->grid, bytes, size) != size)
    return luaL_error(L, "the grid was changed while it was encoded");
  lua_pushlstring(L, (const char *)bytes, size);
  return 1;
}

/* Decodes a string of l_encode into the empty grid on top of the stack. */
static collide_error decode(lua_State *L, held_grid *held, const void *bytes, size_t size) {
  collide_error error;
  int tries = 0;
  do {
    error = ci_grid_decode(held->grid, bytes, size);
  } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
  return error;
}

/* Copies the cells as an encoded grid, then the fields that the encoding leaves out. */
static int l_copy(lua_State *L) {
  held_grid *held = ci_grid_check(L), *copy;
  size_t size;
  l_encode(L);
  lua_tolstring(L, -1, &size);
  copy = ci_grid_push(L, &held->grid->frame);
  if (decode(L, copy, lua_tostring(L, -2), size) != COLLIDE_OK) return ci_grid_fail_memory(L);
  ci_grid_copy_shapes(L, copy, held);
  ci_one_way_copy(L, copy, held);
  ci_tiled_copy_gids(L, lua_gettop(L), 1);
  copy->head.layers = held->head.layers;
  ci_grid_report_memory(L, copy);
  return 1;
}

static const char *code_error_text(collide_error error) {
  switch (error) {
  case COLLIDE_ERROR_CODE_NO_GRID:
    return ": this is not an encoded grid";
  case COLLIDE_ERROR_CODE_VERSION:
    return ": encoded by another version of collide";
  case COLLIDE_ERROR_CODE_TRUNCATED:
    return ": it ends too early";
  default:
    return ": it is damaged";
  }
}

static int l_decode(lua_State *L) {
  args_place at = ci_args_at(1, "string");
  collide_grid_frame unit = collide_unit_frame(3);
  collide_error error;
  const char *bytes;
  held_grid *held;
  size_t size;
  ci_args_check(L, &at, 1, LUA_TSTRING, "string");
  ci_args_end(L, 2);
  bytes = lua_tolstring(L, 1, &size);
  held = ci_grid_push(L, &unit);
  error = decode(L, held, bytes, size);
  if (error != COLLIDE_OK) ci_args_fail(L, &at, code_error_text(error));
  ci_grid_report_memory(L, held);
  return 1;
}

const binding ci_grid_make_bindings[] = {{"from_rows", l_from_rows, IN_GRIDS},
                                         {"encode", l_encode, IN_GRID},
                                         {"copy", l_copy, IN_GRID},
                                         {"decode", l_decode, IN_GRIDS},
                                         {NULL, NULL, 0}};
