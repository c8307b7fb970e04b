/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_options.h"

#include <string.h>

#include "../collide.h"
#include "lua_advice.h"

/* ---- The options of queries ----------------------------------------------------------------- */

#define MEMBER_ROW(name, bit, read, field) OPTION_ROW(name, bit, read, member_options, field)
#define FLAG_ROW(name, bit, word, flag) \
  OPTION_WORD(name, bit, member_options, flags, word, NULL, flag)

const option_row ci_options_of_casts[] = {
    MEMBER_ROW("max", OPTION_MAX, ci_option_max, max),
    MEMBER_ROW("ignore", OPTION_IGNORE, ci_option_choice, select.ignore),
    FLAG_ROW("inside", OPTION_INSIDE, "skip", COLLIDE_SKIP_INSIDE),
    FLAG_ROW("corners", OPTION_CORNERS, "ahead", COLLIDE_CORNERS_AHEAD),
    MEMBER_ROW("into", OPTION_INTO, ci_option_table, into),
    MEMBER_ROW("limit", OPTION_LIMIT, ci_option_limit, limit),
    MEMBER_ROW("only", OPTION_ONLY, ci_option_choice, select.only),
    MEMBER_ROW("filter", OPTION_FILTER, ci_option_filter, select),
    FLAG_ROW("rule", OPTION_RULE, "closed", COLLIDE_CELLS_CLOSED),
    FLAG_ROW("faces", OPTION_FACES, "front", COLLIDE_FRONT_FACES),
    MEMBER_ROW("count", OPTION_COUNT, ci_option_limit, count),
    OPTION_END};

const option_row ci_options_of_members[] = {
    MEMBER_ROW("ignore", OPTION_IGNORE, ci_option_choice, select.ignore),
    MEMBER_ROW("only", OPTION_ONLY, ci_option_choice, select.only),
    MEMBER_ROW("filter", OPTION_FILTER, ci_option_filter, select),
    FLAG_ROW("inside", OPTION_INSIDE, "skip", COLLIDE_SKIP_INSIDE),
    FLAG_ROW("touching", OPTION_TOUCHING, "skip", COLLIDE_SKIP_TOUCHING),
    MEMBER_ROW("max", OPTION_MAX, ci_option_max, max),
    MEMBER_ROW("into", OPTION_INTO, ci_option_table, into),
    MEMBER_ROW("limit", OPTION_LIMIT, ci_option_limit, limit),
    OPTION_END};

/* ---- Unknown names -------------------------------------------------------------------------- */

/* Pushes "a, b and c". */
static const char *push_names(lua_State *L, const option_row *rows, unsigned allowed) {
  const option_row *row;
  luaL_Buffer text;
  int left = 0;
  for (row = rows; row->name != NULL; row++) left += (row->bit & allowed) != 0;
  luaL_buffinit(L, &text);
  for (row = rows; row->name != NULL; row++) {
    if (!(row->bit & allowed)) continue;
    luaL_addstring(&text, row->name);
    left--;
    if (left > 0) luaL_addstring(&text, left == 1 ? " and " : ", ");
  }
  luaL_pushresult(&text);
  return lua_tostring(L, -1);
}

/* The allowed option that an unknown name, in quotes, probably means; or NULL. */
static const char *find_meant(lua_State *L, const char *quoted, const option_row *rows,
                              unsigned allowed) {
  const char *key, *meant;
  int which;
  if (quoted[0] != '\'') return NULL;
  lua_pushlstring(L, quoted + 1, strlen(quoted) - 2);
  key = lua_tostring(L, -1);
  for (which = 0; (meant = ci_advice_option(key, which)) != NULL; which++) {
    const option_row *row = rows;
    for (; row->name != NULL; row++)
      if (row->bit & allowed && strcmp(row->name, meant) == 0) return meant;
  }
  return NULL;
}

static void fail_unknown(lua_State *L, int arg, const char *key, const option_row *rows,
                         unsigned allowed) {
  args_place at = ci_args_at(arg, NULL);
  const char *meant;
  if (lua_getmetatable(L, arg)) {
    if (lua_rawequal(L, -1, lua_upvalueindex(UP_VECTOR)))
      ci_args_fail(L, &at, ": options (table) expected, got a vector; bounds() returns two");
    lua_pop(L, 1);
  }
  meant = find_meant(L, key, rows, allowed);
  ci_args_fail(L, &at, ": unknown option %s; %s takes %s%s%s", key,
               lua_tostring(L, lua_upvalueindex(UP_NAME)), push_names(L, rows, allowed),
               meant != NULL ? "; did you mean " : "", meant != NULL ? meant : "");
}

/* ---- Reading -------------------------------------------------------------------------------- */

typedef struct known_rows {
  const option_row *rows;
  unsigned allowed;
  unsigned *given; /* a bit for each row that the table has itself */
} known_rows;

static int is_known(const void *context, const char *key) {
  const known_rows *known = (const known_rows *)context;
  int i;
  for (i = 0; known->rows[i].name != NULL; i++) {
    if (strcmp(known->rows[i].name, key) != 0) continue;
    *known->given |= 1U << i;
    return (known->rows[i].bit & known->allowed) != 0;
  }
  return 0;
}

/* Reads the rows with an allowed bit that have a bit in `given`. */
static void read_given(lua_State *L, const args_place *table_at, int index, const option_row *rows,
                       unsigned allowed, unsigned given, void *out) {
  const option_row *row = rows;
  for (; row->name != NULL; row++, given >>= 1) {
    args_place at = ci_args_field(table_at, row->name);
    if (!(given & 1U) || !(row->bit & allowed) || row->read == NULL) continue;
    lua_getfield(L, index, row->name);
    if (!lua_isnil(L, -1)) row->read(L, &at, lua_gettop(L), row, (char *)out + row->field);
  }
}

void ci_options_read_fields(lua_State *L, const args_place *at, int index, const option_row *rows,
                            void *out) {
  int top = lua_gettop(L);
  read_given(L, at, index, rows, ~0U, ~0U, out);
  lua_settop(L, top);
}

void ci_options_read_known(lua_State *L, int arg, const option_row *rows, unsigned allowed,
                           void *out) {
  args_place at = ci_args_at(arg, NULL);
  read_given(L, &at, arg, rows, allowed, ~0U, out);
}

void ci_options_read(lua_State *L, int arg, const option_row *rows, unsigned allowed, void *out) {
  args_place at = ci_args_at(arg, NULL);
  unsigned given = 0;
  known_rows known = {rows, allowed, &given};
  const char *key = ci_args_push_unknown(L, arg, is_known, &known, 0);
  if (key != NULL) fail_unknown(L, arg, key, rows, allowed);
  if (lua_getmetatable(L, arg)) { /* options may be inherited */
    lua_pop(L, 1);
    given = ~0U;
  }
  read_given(L, &at, arg, rows, allowed, given, out);
}

void ci_options_read_query(lua_State *L, int arg, const option_row *rows, unsigned allowed,
                           member_options *o) {
  o->select.arg = arg;
  ci_options_read(L, arg, rows, allowed, o);
}

/* ---- Readers -------------------------------------------------------------------------------- */

/* A number, which may be infinite or nan. */
static double read_number(lua_State *L, const args_place *at, int index) {
  ci_args_check(L, at, index, LUA_TNUMBER, "number");
  return lua_tonumber(L, index);
}

double ci_options_max(lua_State *L, const args_place *at, int index) {
  double max = read_number(L, at, index);
  if (!(max >= 0))
    ci_args_fail(L, at, max != max ? " must be a number, got %s" : " must not be negative, got %s",
                 ci_args_number_text(L, max));
  return max;
}

void ci_option_max(lua_State *L, const args_place *at, int index, const option_row *row,
                   void *field) {
  (void)row;
  *(double *)field = ci_options_max(L, at, index);
}

void ci_option_size(lua_State *L, const args_place *at, int index, const option_row *row,
                    void *field) {
  (void)row;
  *(double *)field = ci_args_number(L, at, index);
  (void)ci_options_max(L, at, index);
}

void ci_option_word(lua_State *L, const args_place *at, int index, const option_row *row,
                    void *field) {
  const char *text = NULL, *words;
  if (lua_type(L, index) == LUA_TSTRING) text = lua_tostring(L, index);
  if (text != NULL && ci_args_is_word(L, index)) {
    if (strcmp(text, row->word) == 0) {
      *(int *)field |= row->flag;
      return;
    }
    if (row->other != NULL && strcmp(text, row->other) == 0) return;
  }
  words = row->other != NULL ? lua_pushfstring(L, "'%s' or '%s'", row->other, row->word)
                             : lua_pushfstring(L, "'%s'", row->word);
  ci_args_check(L, at, index, LUA_TSTRING, words);
  ci_args_fail(L, at, ": %s expected, got '%s'", words, text);
}

void ci_option_boolean(lua_State *L, const args_place *at, int index, const option_row *row,
                       void *field) {
  (void)row;
  ci_args_check(L, at, index, LUA_TBOOLEAN, "boolean");
  *(int *)field = lua_toboolean(L, index);
}

void ci_option_table(lua_State *L, const args_place *at, int index, const option_row *row,
                     void *field) {
  (void)row;
  ci_args_check(L, at, index, LUA_TTABLE, "table");
  *(int *)field = index;
}

void ci_option_limit(lua_State *L, const args_place *at, int index, const option_row *row,
                     void *field) {
  double limit = read_number(L, at, index);
  (void)row;
  if (!(limit >= 1 && limit <= (int)ARGS_LIMIT_MOST && limit == floor(limit)))
    ci_args_fail(L, at, " must be a whole number from 1 to %d, got %s", (int)ARGS_LIMIT_MOST,
                 ci_args_number_text(L, limit));
  *(int *)field = (int)limit;
}

void ci_option_weld(lua_State *L, const args_place *at, int index, const option_row *row,
                    void *field) {
  double weld = read_number(L, at, index);
  (void)row;
  if (!(weld == 0 || (weld >= 1e-70 && weld <= 1e70)))
    ci_args_fail(L, at, " must be 0, or from 1e-70 to 1e70, got %s", ci_args_number_text(L, weld));
  *(double *)field = weld;
}

void ci_option_work(lua_State *L, const args_place *at, int index, const option_row *row,
                    void *field) {
  const double most = 9007199254740992.0; /* 2^53 */
  double limit = read_number(L, at, index);
  (void)row;
  if (limit > DBL_MAX) limit = most;
  if (!(limit >= 1 && limit <= most && limit == floor(limit)))
    ci_args_fail(L, at, " must be a whole number from 1 to 2^53, or math.huge, got %s",
                 ci_args_number_text(L, limit));
  *(double *)field = limit;
}
