/* SPDX-License-Identifier: MIT
 *
 * Reads the arguments of move, push_out and fits.
 */
#include "../number/fp.h"
#include "lua_move.h"

#include <stddef.h>
#include <string.h>

#include "../target/group.h"
#include "lua_mesh.h"
#include "lua_operand.h"
#include "lua_options.h"

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

/* Goes to the next pair of a table with layers as keys; the value is then on top of the stack.
 * Returns 0 at the end. `example` shows the form for all layers. */
static int next_layer(lua_State *L, const args_place *at, int index, const char *example) {
  int key;
  if (!lua_next(L, index)) return 0;
  key = lua_gettop(L) - 1;
  if (lua_type(L, key) != LUA_TSTRING)
    ci_args_fail(L, at, ": the names of layers expected as keys, got a %s; one %s",
                 ci_args_type(L, key), example);
  return 1;
}

/* Pops the value, and returns the layer. */
static int pop_layer(lua_State *L, const args_place *at) {
  lua_pop(L, 1);
  return ci_layer_get(L, at, lua_gettop(L));
}

/* Reads {layer = word}. A set of several layers takes the word of its first layer that has one. */
static void read_layers(lua_State *L, const args_place *at, int index, move_question *q) {
  uint64_t named = 0;
  int set, greatest = seal_here(L)->greatest_set;
  memset(q->layers, (int)q->options.response, sizeof q->layers);
  q->has_layers = 1;
  lua_pushnil(L);
  while (next_layer(L, at, index, "word for all is respond=\"slide\"")) {
    int word = read_word(L, at, lua_gettop(L)), layer = pop_layer(L, at);
    q->layers[layer] = (unsigned char)word;
    named |= (uint64_t)1 << (layer - 1);
  }
  for (set = LAYERS_MOST + 1; set <= greatest; set++)
    q->layers[set] = q->layers[ci_layers_first(L, set, named)];
}

static double read_share(lua_State *L, const args_place *at, int index) {
  double share = ci_args_number(L, at, index);
  if (!(share >= 0 && share <= 1))
    ci_args_fail(L, at, " must be from 0 to 1, got %s", ci_args_number_text(L, share));
  return share;
}

/* Reads a number, or {layer = number}. */
static void read_bounciness(lua_State *L, const args_place *at, int index, const option_row *row,
                            void *question) {
  move_question *q = (move_question *)question;
  uint64_t named = 0;
  int i, greatest = seal_here(L)->greatest_set;
  (void)row;
  if (!lua_istable(L, index)) {
    q->options.bounciness = read_share(L, at, index);
    return;
  }
  for (i = 0; i <= SETS_MOST; i++) q->bounciness[i] = 1;
  q->has_bounciness = 1;
  lua_pushnil(L);
  while (next_layer(L, at, index, "number for all is bounciness=0.5")) {
    double share = read_share(L, at, lua_gettop(L));
    int layer = pop_layer(L, at);
    q->bounciness[layer] = share;
    named |= (uint64_t)1 << (layer - 1);
  }
  for (i = LAYERS_MOST + 1; i <= greatest; i++)
    q->bounciness[i] = q->bounciness[ci_layers_first(L, i, named)];
}

/* Bounciness is for bounces. */
static void check_bounces(lua_State *L, int arg, const move_question *q) {
  int i;
  if (q->respond != 0 || q->options.response == COLLIDE_RESPOND_BOUNCE) return;
  for (i = 0; q->has_layers && i <= LAYERS_MOST; i++)
    if (q->layers[i] == COLLIDE_RESPOND_BOUNCE) return;
  if (q->has_bounciness || q->options.bounciness != 1)
    ci_args_fail_at(L, arg, "bounciness",
                    " needs a response that bounces, too: {respond=\"bounce\", bounciness=...}");
}

static void read_respond(lua_State *L, const args_place *at, int index, const option_row *row,
                         void *question) {
  move_question *q = (move_question *)question;
  (void)row;
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

/* A greater slope is probably in degrees. */
#define MOST_SLOPE 1.5707963267948968 /* the double above half of pi */

static void read_slope(lua_State *L, const args_place *at, int index, const option_row *row,
                       void *out) {
  double *slope = (double *)out;
  ci_option_size(L, at, index, row, slope);
  if (*slope > MOST_SLOPE)
    ci_args_fail(L, at,
                 " must not be above half of pi, got %s; it is in radians, as math.rad gives",
                 ci_args_number_text(L, *slope));
}

/* What a slope keeps of the displacement: its level part, or its length. */
static void read_kept(lua_State *L, const args_place *at, int index, const option_row *row,
                      void *out) {
  const char *word = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "";
  (void)row;
  if (strcmp(word, "along") != 0 && strcmp(word, "level") != 0)
    ci_args_fail(L, at, ": \"level\" or \"along\" expected, got %s",
                 *word != '\0' ? word : ci_args_type(L, index));
  *(int *)out = *word == 'a';
}

static void read_up(lua_State *L, const args_place *at, int index, const option_row *row,
                    void *question) {
  move_question *q = (move_question *)question;
  double *up = q->options.up;
  int type = lua_type(L, index);
  (void)row;
  if (type == LUA_TSTRING || type == LUA_TNUMBER)
    ci_args_fail(L, at, ": vector expected, got %s; %s, or where y points down %s",
                 ci_args_type(L, index), q->dimensions == 3 ? "{0, 1, 0}" : "{0, 1}",
                 q->dimensions == 3 ? "{0, -1, 0}" : "{0, -1}");
  up[2] = 0;
  ci_args_vector_value(L, at, index, ci_description_size(q->dimensions), up);
  if (up[0] == 0 && up[1] == 0 && up[2] == 0) ci_args_fail(L, at, " must not be zero");
  q->options.has_up = 1;
}

static void read_iterations(lua_State *L, const args_place *at, int index, const option_row *row,
                            void *out) {
  (void)row;
  *(int *)out = ci_args_whole(L, at, index, 1, 1000000);
}

/* push_out takes the first four options. Only moves that walk take the last four. */
enum { OF_PUSH_OUT = 1, OF_MOVE = 2, OF_WALKING = 4 };

static const option_row option_rows[] = {
    OPTION_ROW("ignore", OF_PUSH_OUT, ci_option_choice, move_question, select.ignore),
    OPTION_ROW("only", OF_PUSH_OUT, ci_option_choice, move_question, select.only),
    OPTION_ROW("filter", OF_PUSH_OUT, ci_option_filter, move_question, select),
    OPTION_CUSTOM("respond", OF_PUSH_OUT, read_respond),
    OPTION_CUSTOM("bounciness", OF_MOVE, read_bounciness),
    OPTION_ROW("iterations", OF_MOVE, read_iterations, move_question, options.iterations),
    OPTION_CUSTOM("up", OF_MOVE, read_up),
    OPTION_ROW("max_slope", OF_WALKING, read_slope, move_question, options.max_slope),
    OPTION_ROW("slope", OF_WALKING, read_kept, move_question, options.along_slope),
    OPTION_ROW("step", OF_WALKING, ci_option_size, move_question, options.step),
    OPTION_ROW("snap", OF_WALKING, ci_option_size, move_question, options.snap),
    OPTION_END};

/* Raises an error for a value in the place of options. The message suggests a correction; only a
 * move has a displacement. */
static void fail_options(lua_State *L, int arg, unsigned allowed) {
  const char *hint = "";
  int moves = (allowed & OF_MOVE) != 0;
  switch (lua_type(L, arg)) {
  case LUA_TNUMBER:
    if (moves)
      hint =
          "; the displacement is that of this frame, so multiply a velocity by the time yourself";
    break;
  case LUA_TSTRING:
  case LUA_TFUNCTION:
    if (!ci_args_is_numbers(L, arg))
      hint = "; the response to a hit is {respond=...}";
    else
      hint = moves ? "; the form of the displacement decides" : "; the answer is true or false";
    break;
  default:
    break;
  }
  ci_args_fail_at(L, arg, NULL, "options (table) expected, got %s%s", ci_args_type(L, arg), hint);
}

/* Raises an error for a walking option without `up`. */
static void check_walks(lua_State *L, int arg, const move_question *q) {
  args_place at = ci_args_at(arg, NULL);
  const option_row *row = option_rows;
  if (q->options.has_up) return;
  for (; row->name != NULL; row++)
    if (row->bit == OF_WALKING && ci_args_has_field(L, arg, row->name)) at.name = row->name;
  if (at.name != NULL)
    ci_args_fail(L, &at, " is for walking, and needs up, too: {up={0, 1}, %s=...}", at.name);
}

/* Reads the options of the table at `arg`, and leaves them on the stack. */
static void read_options(lua_State *L, int arg, unsigned allowed, move_question *q) {
  if (lua_isnoneornil(L, arg)) return;
  if (!lua_istable(L, arg)) fail_options(L, arg, allowed);
  q->select.arg = arg;
  ci_options_read(L, arg, option_rows, allowed, q);
  if (allowed & OF_WALKING) check_walks(L, arg, q);
  if (allowed & OF_MOVE) check_bounces(L, arg, q);
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
  return q->group->group->dimensions;
}

/* `rest` is the text of the arguments after the shape, for an error that shows a call. */
static void read_shape(lua_State *L, const char *rest, move_question *q) {
  args_place at = ci_args_at(MOVE_SHAPE, NULL);
  int dimensions = ci_members_dimensions(L, MOVE_TARGET), own = read_group(L, q);
  q->shape = description_at(L, MOVE_SHAPE);
  if (q->shape == NULL && q->group == NULL && ci_mesh_is(L, MOVE_SHAPE))
    ci_args_fail(L, &at, "shape or group expected, got a mesh%s", ci_mesh_hint());
  if (q->shape == NULL && lua_istable(L, MOVE_SHAPE) && ci_description_is(L, MOVE_SHAPE))
    ci_args_fail(L, &at,
                 "shape expected, got a table that describes one; the moving shape must be "
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
  memset(q, 0, offsetof(move_question, layers));
  q->options = collide_default_move();
  q->select = ci_select_all();
  read_shape(L, rest, q);
}

/* Raises an error if the move would end beyond COLLIDE_LARGEST if nothing stops it. */
static void check_end(lua_State *L, const move_question *q) {
  args_place at = ci_args_at(MOVE_DISPLACEMENT, "displacement");
  collide_target subject = q->group != NULL ? collide_target_of_group(q->group->group)
                                            : collide_target_of_shape(&q->shape->shape);
  ci_operand_check_end(L, &at, &subject, q->displacement);
}

void ci_move_read(lua_State *L, move_question *q) {
  int arg = MOVE_DISPLACEMENT;
  args_size size;
  begin(L, ", displacement", q);
  size = q->shape != NULL ? ci_description_size_of(&q->shape->shape)
                          : ci_description_size(q->dimensions);
  q->numbers = ci_args_vector(L, &arg, "displacement", size, q->displacement);
  ci_args_end(L, arg + 1);
  read_options(L, arg, ~0U, q);
  check_end(L, q);
}

void ci_move_read_push_out(lua_State *L, move_question *q) {
  int arg = MOVE_SHAPE + 1, has_options = lua_type(L, arg) != LUA_TSTRING;
  begin(L, "", q);
  q->is_push_out = 1;
  q->numbers = ci_args_wants_numbers(L, arg + has_options, 0);
  if (has_options) read_options(L, arg, OF_PUSH_OUT, q);
}

/* Reading an argument may run a script that changes the shape. So the new sizes get their place
 * last. */
void ci_move_read_fits(lua_State *L, move_question *q, resized *room) {
  args_place at = ci_args_at(FITS_FIELDS, NULL);
  begin(L, "", q);
  q->is_fit = q->is_push_out = q->numbers = 1;
  ci_args_end(L, FITS_OPTIONS + 1);
  lua_settop(L, FITS_OPTIONS);
  if (!lua_isnil(L, FITS_FIELDS)) {
    ci_resize_check(L, MOVE_SHAPE);
    ci_resize_read(L, &at, FITS_FIELDS, MOVE_SHAPE, room);
    q->sized = room;
  }
  read_options(L, FITS_OPTIONS, OF_PUSH_OUT, q);
  if (q->sized != NULL) ci_resize_place(L, &at, MOVE_SHAPE, room);
}
