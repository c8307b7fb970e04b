/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_move.h"

#include <string.h>

#include "lua_group.h"

/* ---- Responses ----------------------------------------------------------------------------- */

static const char *const words[] = {"slide", "stop", "bounce", "pass"};

const char *ci_move_word(collide_response response) {
  return words[response];
}

int ci_move_read_word(lua_State *L, int index) {
  int i;
  if (!ci_args_is_word(L, index)) return -1;
  for (i = 0; i < 4; i++)
    if (strcmp(words[i], lua_tostring(L, index)) == 0) return i;
  return -1;
}

static int read_word(lua_State *L, const args_place *at, int index) {
  int word = lua_type(L, index) == LUA_TSTRING ? ci_move_read_word(L, index) : -1;
  if (word >= 0) return word;
  return ci_args_fail(L, at, ": \"slide\", \"stop\", \"bounce\" or \"pass\" expected, got %s",
                      lua_type(L, index) == LUA_TSTRING
                          ? lua_pushfstring(L, "'%s'", lua_tostring(L, index))
                          : ci_args_type(L, index));
}

/* {layer = word}; of a layer that nothing has there is nothing to keep. */
static void read_layers(lua_State *L, args_place *at, int index, move_question *q) {
  memset(q->layers, (int)q->options.response, sizeof q->layers);
  q->has_layers = 1;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    int value = lua_gettop(L), layer, word;
    if (lua_type(L, value - 1) != LUA_TSTRING)
      ci_args_fail(L, at,
                   ": the names of layers expected as keys, got a %s; one word for all is "
                   "respond=\"slide\"",
                   ci_args_type(L, value - 1));
    word = read_word(L, at, value);
    layer = ci_layer_find(L, value - 1);
    if (layer > 0) q->layers[layer] = (unsigned char)word;
    lua_pop(L, 1);
  }
}

static void read_respond(lua_State *L, args_place *at, int index, move_question *q) {
  switch (lua_type(L, index)) {
  case LUA_TSTRING:
    q->options.response = (collide_response)read_word(L, at, index);
    break;
  case LUA_TFUNCTION:
    q->respond = index;
    break;
  case LUA_TTABLE:
    read_layers(L, at, index, q);
    break;
  default:
    ci_args_fail(L, at, ": word, table of words by layer or function expected, got %s",
                 ci_args_type(L, index));
  }
}

/* ---- Options ------------------------------------------------------------------------------- */

/* In the order of what push_out takes, what it takes from move alone, and what is of walking. */
enum { IGNORE, ONLY, FILTER, RESPOND, ITERATIONS, UP, MAX_SLOPE, STEP, SNAP };

static const char *const option_names[] = {"ignore", "only",      "filter", "respond", "iterations",
                                           "up",     "max_slope", "step",   "snap",    NULL};

static int known_option(const void *context, const char *key) {
  int i, count = *(const int *)context;
  for (i = 0; i < count; i++)
    if (strcmp(option_names[i], key) == 0) return 1;
  return 0;
}

static double read_size(lua_State *L, const args_place *at, int index) {
  double x = ci_args_number(L, at, index);
  char text[ARGS_NUMBER_TEXT];
  if (x < 0) ci_args_fail(L, at, " must not be negative, got %s", ci_args_number_text(text, x));
  return x;
}

/* What is above this was meant in degrees. */
#define MOST_SLOPE 1.5707963267948968 /* the double above half of pi */

static double read_slope(lua_State *L, const args_place *at, int index) {
  double x = read_size(L, at, index);
  char text[ARGS_NUMBER_TEXT];
  if (x > MOST_SLOPE)
    ci_args_fail(L, at,
                 " must not be above half of pi, got %s; it is in radians, as math.rad gives",
                 ci_args_number_text(text, x));
  return x;
}

static void read_up(lua_State *L, const args_place *at, int index, move_question *q) {
  double *up = q->options.up;
  int type = lua_type(L, index);
  if (type == LUA_TSTRING || type == LUA_TNUMBER)
    ci_args_fail(L, at, ": vector expected, got %s; %s, or where y points down %s",
                 ci_args_type(L, index), q->dimensions == 3 ? "{0, 1, 0}" : "{0, 1}",
                 q->dimensions == 3 ? "{0, -1, 0}" : "{0, -1}");
  up[2] = 0;
  ci_args_vector_value(L, at, index, ci_description_size(q->dimensions), up);
  if (up[0] == 0 && up[1] == 0 && up[2] == 0) ci_args_fail(L, at, " must not be zero");
  q->options.has_up = 1;
}

static void read_iterations(lua_State *L, const args_place *at, int index, move_question *q) {
  double x = ci_args_number(L, at, index);
  char text[ARGS_NUMBER_TEXT];
  if (x != floor(x) || x < 1 || x > 1e6)
    ci_args_fail(L, at, " must be a whole number from 1 to 1000000, got %s",
                 ci_args_number_text(text, x));
  q->options.iterations = (int)x;
}

static void read_option(lua_State *L, int arg, int index, int option, move_question *q) {
  args_place at = ci_args_at(arg, option_names[option]);
  switch (option) {
  case IGNORE:
    ci_select_read(L, arg, "ignore", index, &q->select.ignore);
    break;
  case ONLY:
    ci_select_read(L, arg, "only", index, &q->select.only);
    break;
  case FILTER:
    ci_select_read_filter(L, arg, index, &q->select);
    break;
  case RESPOND:
    read_respond(L, &at, index, q);
    break;
  case ITERATIONS:
    read_iterations(L, &at, index, q);
    break;
  case UP:
    read_up(L, &at, index, q);
    break;
  case MAX_SLOPE:
    q->options.max_slope = read_slope(L, &at, index);
    break;
  case STEP:
    q->options.step = read_size(L, &at, index);
    break;
  default:
    q->options.snap = read_size(L, &at, index);
  }
}

/* What stands in the place of the options says what it is likely to be meant for. */
static void fail_options(lua_State *L, int arg) {
  args_place at = ci_args_at(arg, NULL);
  const char *hint = "";
  switch (lua_type(L, arg)) {
  case LUA_TNUMBER:
    hint = "; the displacement is that of this frame, so multiply a velocity by the time yourself";
    break;
  case LUA_TSTRING:
  case LUA_TFUNCTION:
    hint = ci_args_is_numbers(L, arg) ? "; the form of the displacement decides"
                                      : "; what to do about a hit is {respond=...}";
    break;
  default:
    break;
  }
  ci_args_fail(L, &at, "options (table) expected, got %s%s", ci_args_type(L, arg), hint);
}

/* The options of the table at `arg`; leaves them on the stack. */
static void read_options(lua_State *L, int arg, int count, move_question *q) {
  args_place at = ci_args_at(arg, NULL);
  int i, walks = -1;
  if (lua_isnoneornil(L, arg)) return;
  if (!lua_istable(L, arg)) fail_options(L, arg);
  ci_args_only_options(L, &at, arg, known_option, &count, option_names, (1U << count) - 1);
  q->select.arg = arg;
  luaL_checkstack(L, 16, NULL);
  for (i = 0; i < count; i++) {
    lua_getfield(L, arg, option_names[i]);
    if (lua_isnil(L, -1)) continue;
    if (i > UP) walks = i;
    read_option(L, arg, lua_gettop(L), i, q);
  }
  if (walks < 0 || q->options.has_up) return;
  at.name = option_names[walks];
  ci_args_fail(L, &at, " is for those who walk, and wants up, too: {up={0, 1}, %s=...}", at.name);
}

/* ---- The shape ------------------------------------------------------------------------------- */

const char *ci_move_name(const move_question *q) {
  return q->group != NULL ? "group" : ci_description_name(q->shape);
}

static int read_group(lua_State *L, move_question *q) {
  args_place at = ci_args_at(MOVE_SHAPE, NULL);
  q->group = group_at(L, MOVE_SHAPE);
  if (q->group == NULL) return 0;
  ci_group_check_moves(L, &at, q->group);
  return collide_group_dimensions(q->group->group);
}

/* `rest` is what comes behind the shape, for the error that shows a call. */
static void read_shape(lua_State *L, const char *rest, move_question *q) {
  args_place at = ci_args_at(MOVE_SHAPE, NULL);
  int dimensions = ci_members_dimensions(L, MOVE_TARGET), own = read_group(L, q);
  q->shape = description_at(L, MOVE_SHAPE);
  if (q->shape == NULL && lua_istable(L, MOVE_SHAPE) && ci_description_is(L, MOVE_SHAPE))
    ci_args_fail(L, &at,
                 "shape expected, got a table that describes one; what is moved has to be "
                 "made first");
  if (q->shape == NULL && q->group == NULL)
    ci_args_fail(L, &at, "shape expected, got %s; the target comes first, as in target:%s(shape%s)",
                 ci_args_type(L, MOVE_SHAPE), lua_tostring(L, lua_upvalueindex(UP_NAME)), rest);
  if (q->shape != NULL) own = collide_dimensions(&q->shape->shape);
  if (dimensions != 0 && dimensions != own) {
    at = ci_args_at(MOVE_TARGET, NULL);
    ci_args_fail(L, &at, "a %dD target expected for a %dD %s, got a %dD one", own, own,
                 ci_move_name(q), dimensions);
  }
  q->dimensions = own;
}

static void begin(lua_State *L, const char *rest, move_question *q) {
  memset(q, 0, sizeof *q);
  q->options = collide_default_move();
  q->select = ci_select_all();
  read_shape(L, rest, q);
}

void ci_move_read(lua_State *L, move_question *q) {
  int arg = MOVE_DISPLACEMENT;
  begin(L, ", displacement", q);
  q->numbers =
      ci_args_vector(L, &arg, "displacement", ci_description_size(q->dimensions), q->displacement);
  ci_args_end(L, arg + 1);
  read_options(L, arg, SNAP + 1, q);
}

void ci_move_read_push_out(lua_State *L, move_question *q) {
  int arg = MOVE_SHAPE + 1, has_options = lua_type(L, arg) != LUA_TSTRING;
  begin(L, "", q);
  q->is_push_out = 1;
  q->numbers = ci_args_wants_numbers(L, arg + has_options, 0);
  if (has_options) read_options(L, arg, RESPOND + 1, q);
}
