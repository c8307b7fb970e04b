/* SPDX-License-Identifier: MIT
 *
 * Rows of grids as strings, with a table that has the values of their characters.
 */
#include "lua_grid_make.h"

#include <string.h>

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
  double value = lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : -1;
  return value >= 0 && value <= 65535 && value == floor(value);
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

void ci_make_check_characters(lua_State *L, int index) {
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
  args_place at = ci_args_at(1, NULL);
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
    ci_args_fail(L, &at,
                 "row %d, column %d: no value for '%s'; the second argument has them: {['%s']=1}",
                 row, column, text, text);
  lua_pop(L, 1);
  return value;
}

void ci_make_text_row(lua_State *L, held_grid *held, int row, int values, make_again *again) {
  args_place at = ci_args_at(1, NULL);
  size_t length, i = 0, size;
  const char *text = lua_tolstring(L, -1, &length);
  int column = 1, index = lua_gettop(L);
  if (length > MAKE_TEXT_MOST)
    ci_args_fail(L, &at, "row %d: more than 2^24 = %d characters", row, (int)MAKE_TEXT_MOST);
  if (length > MAKE_TEXT_SHORT) ci_make_read_again(L, &at, again, index, (double)length, "rows");
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
