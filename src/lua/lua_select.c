/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_select.h"

#include <string.h>

#include "../target/world.h"
#include "lua_description.h"
#include "lua_object.h"
#include "lua_options.h"

/* ---- Names of layers ------------------------------------------------------------------------ */

static int count_layers(lua_State *L) {
  return (int)lua_rawlen(L, lua_upvalueindex(UP_LAYERS));
}

/* The number of the name at the index, or 0 if it is unknown. */
static int find_layer(lua_State *L, int index) {
  int layer;
  lua_pushvalue(L, index);
  lua_rawget(L, lua_upvalueindex(UP_LAYERS));
  layer = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return layer;
}

static void push_name(lua_State *L, int layer) {
  lua_rawgeti(L, lua_upvalueindex(UP_LAYERS), layer);
}

static void fail_unknown(lua_State *L, const args_place *at, const char *name) {
  int i, count = count_layers(L);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  luaL_addstring(&text, count > 0 ? "known layers: '" : "no object has had a layer yet");
  for (i = 1; i <= count; i++) {
    push_name(L, i);
    luaL_addvalue(&text);
    luaL_addstring(&text, i < count ? "', '" : "'");
  }
  luaL_pushresult(&text);
  ci_args_fail(L, at,
               ": unknown layer '%s'; %s; collide.layers{'%s'} declares a name before an object "
               "has it",
               name, lua_tostring(L, -1), name);
}

int ci_layer_get(lua_State *L, const args_place *at, int index) {
  int layer = find_layer(L, index);
  if (layer == 0) fail_unknown(L, at, lua_tostring(L, index));
  return layer;
}

/* The number of the name at the index, which may be new. */
static int declare_layer(lua_State *L, const args_place *at, int index) {
  int layer;
  if (lua_type(L, index) != LUA_TSTRING)
    ci_args_fail(L, at, ": string or array of strings expected, got %s", ci_args_type(L, index));
  layer = find_layer(L, index);
  if (layer != 0) return layer;
  layer = 1 + count_layers(L);
  if (layer > LAYERS_MOST)
    ci_args_fail(L, at, ": there are %d layers already, '%s' would be one too many",
                 (int)LAYERS_MOST, lua_tostring(L, index));
  seal_here(L)->layers[layer] = (uint64_t)1 << (layer - 1);
  lua_pushvalue(L, index);
  lua_rawseti(L, lua_upvalueindex(UP_LAYERS), layer);
  lua_pushvalue(L, index);
  lua_pushinteger(L, layer);
  lua_rawset(L, lua_upvalueindex(UP_LAYERS));
  return layer;
}

/* Checks the array of names at the index, and returns their number. A name that it has twice counts
 * twice. */
static int check_names(lua_State *L, const args_place *at, int index) {
  int known = count_layers(L), fresh = 0;
  args_array array = ci_args_array_begin(L, index);
  while (ci_args_array_next(L, at, &array)) {
    args_place item = ci_args_item(at, array.element);
    if (lua_type(L, -1) != LUA_TSTRING)
      ci_args_fail(L, &item, ": string expected, got %s", ci_args_type(L, lua_gettop(L)));
    fresh += find_layer(L, lua_gettop(L)) == 0;
    lua_pop(L, 1);
  }
  if (known + fresh > LAYERS_MOST)
    ci_args_fail(L, at, ": there are %d layers already, and at most %d may be; got %d more", known,
                 (int)LAYERS_MOST, fresh);
  return (int)array.count;
}

/* ---- Sets of layers -------------------------------------------------------------------------- */

/* The numbers of the layers of a set, in its order. Returns how many there are. */
static int list_layers(lua_State *L, int set, unsigned char list[LAYERS_MOST]) {
  size_t count;
  const char *numbers;
  list[0] = (unsigned char)set;
  if (set <= LAYERS_MOST) return set > 0;
  lua_rawgeti(L, lua_upvalueindex(UP_LAYERS), -set);
  numbers = lua_tolstring(L, -1, &count);
  memcpy(list, numbers, count);
  lua_pop(L, 1);
  return (int)count;
}

/* The set of several layers, which may be new. */
static int declare_set(lua_State *L, const args_place *at, const unsigned char *list, int count,
                       uint64_t layers) {
  seal_home *home = seal_here(L);
  unsigned char other[LAYERS_MOST];
  int set = LAYERS_MOST + 1;
  for (; set <= home->greatest_set; set++)
    if (home->layers[set] == layers && list_layers(L, set, other) == count &&
        memcmp(list, other, (size_t)count) == 0)
      return set;
  if (set > SETS_MOST)
    ci_args_fail(L, at,
                 ": there are %d different arrays of layers already, at most that many may be",
                 (int)(SETS_MOST - LAYERS_MOST));
  lua_pushlstring(L, (const char *)list, (size_t)count);
  lua_rawseti(L, lua_upvalueindex(UP_LAYERS), -set);
  home->layers[set] = layers;
  home->greatest_set = set;
  return set;
}

/* Reads an array of names. A name that it has twice counts once, at its first place. */
static int read_names(lua_State *L, const args_place *at, int index) {
  unsigned char list[LAYERS_MOST];
  uint64_t layers = 0;
  int i, count = 0, given = check_names(L, at, index);
  for (i = 1; i <= given; i++) {
    int layer;
    lua_rawgeti(L, index, i);
    layer = declare_layer(L, at, lua_gettop(L));
    lua_pop(L, 1);
    if (layers >> (layer - 1) & 1) continue;
    layers |= (uint64_t)1 << (layer - 1);
    list[count++] = (unsigned char)layer;
  }
  if (count < 2) return count > 0 ? list[0] : 0;
  return declare_set(L, at, list, count, layers);
}

uint8_t ci_layers_read(lua_State *L, const args_place *at, int index) {
  if (lua_isnil(L, index)) return 0;
  if (lua_istable(L, index)) return (uint8_t)read_names(L, at, index);
  return (uint8_t)declare_layer(L, at, index);
}

/* Pushes an array of the names. */
static void push_all(lua_State *L, int set) {
  unsigned char list[LAYERS_MOST];
  int i, count = list_layers(L, set, list);
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    push_name(L, list[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

void ci_layers_push(lua_State *L, int set) {
  if (set == 0)
    lua_pushnil(L);
  else if (set <= LAYERS_MOST)
    push_name(L, set);
  else
    push_all(L, set);
}

void ci_layers_add(lua_State *L, luaL_Buffer *text, int set) {
  unsigned char list[LAYERS_MOST];
  int i, count = list_layers(L, set, list);
  luaL_addstring(text, count > 1 ? " layer=(" : " layer=");
  for (i = 0; i < count; i++) {
    if (i > 0) luaL_addstring(text, ", ");
    push_name(L, list[i]);
    luaL_addvalue(text);
  }
  if (count > 1) luaL_addstring(text, ")");
}

int ci_layers_first(lua_State *L, int set, uint64_t layers) {
  unsigned char list[LAYERS_MOST];
  int i, count = list_layers(L, set, list);
  for (i = 0; i < count; i++)
    if (layers >> (list[i] - 1) & 1) return list[i];
  return 0;
}

/* ---- Methods of shapes, grids, meshes and groups ------------------------------------------- */

static int l_set_layer(lua_State *L) {
  object found = ci_object_check(L);
  args_place at = ci_args_at(2, "layer");
  if (lua_gettop(L) < 2)
    ci_args_fail(L, &at, ": string, array of strings or nil expected, got no value");
  ci_args_end(L, 3);
  found.head->layers = ci_layers_read(L, &at, 2);
  ci_roster_set_layers(seal_here(L)->roster, &found.head->worlds, found.head->layers,
                       head_layers(seal_here(L), found.head));
  lua_settop(L, 1);
  return 1;
}

static int l_get_layer(lua_State *L) {
  object found = ci_object_check(L);
  int first;
  ci_args_end(L, 2);
  first = ci_layers_first(L, found.head->layers, ~(uint64_t)0);
  if (first != 0)
    push_name(L, first);
  else
    lua_pushnil(L);
  return 1;
}

static int l_get_layers(lua_State *L) {
  object found = ci_object_check(L);
  ci_args_end(L, 2);
  push_all(L, found.head->layers);
  return 1;
}

/* ---- Declaring names ------------------------------------------------------------------------- */

static int l_layers(lua_State *L) {
  args_place at = ci_args_at(1, "names");
  int i, count;
  if (!lua_istable(L, 1))
    ci_args_fail(L, &at, ": array of strings expected, got %s", ci_args_type(L, 1));
  ci_args_end(L, 2);
  count = check_names(L, &at, 1);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, i);
    (void)declare_layer(L, &at, lua_gettop(L));
    lua_pop(L, 1);
  }
  return 1; /* the array */
}

/* ---- The options ---------------------------------------------------------------------------- */

/* Reads a member, or the name of a layer, on top of the stack. */
static void read_one(lua_State *L, const args_place *at, choice *out) {
  int index = lua_gettop(L);
  described room;
  object found;
  if (ci_object_kind(L, index) != OBJECT_NONE) return;
  if (lua_type(L, index) == LUA_TSTRING) {
    out->layers |= (uint64_t)1 << (ci_layer_get(L, at, index) - 1);
    return;
  }
  if (!lua_istable(L, index))
    ci_args_fail(L, at, ": shape, grid or layer expected, got %s", ci_args_type(L, index));
  ci_object_read(L, at, index, &room, &found);
}

void ci_option_choice(lua_State *L, const args_place *place, int index, const option_row *row,
                      void *field) {
  choice *out = (choice *)field;
  args_place at = *place, item = ci_args_at(at.arg, NULL);
  args_array array;
  out->index = index;
  if (!lua_istable(L, index) || ci_description_is(L, index)) {
    if (lua_istable(L, index)) {
      at.within = at.name;
      at.name = NULL;
    }
    lua_pushvalue(L, index); /* reading a polygon replaces it */
    read_one(L, &at, out);
    lua_pop(L, 1);
    return;
  }
  item.within = row->name;
  array = ci_args_array_begin(L, index);
  while (ci_args_array_next(L, &at, &array)) {
    item.element = array.element;
    read_one(L, &item, out);
    lua_pop(L, 1);
  }
}

void ci_option_filter(lua_State *L, const args_place *at, int index, const option_row *row,
                      void *field) {
  (void)row;
  ci_args_check(L, at, index, LUA_TFUNCTION, "function");
  ((selection *)field)->filter = index;
}

int ci_select_names(lua_State *L, const choice *c, int index) {
  int i, found = 0, count;
  if (c->index == 0) return 0;
  if (lua_rawequal(L, index, c->index)) return 1;
  if (!lua_istable(L, c->index)) return 0;
  count = (int)lua_rawlen(L, c->index);
  for (i = 1; i <= count && !found; i++) {
    lua_rawgeti(L, c->index, i);
    found = lua_rawequal(L, index, -1);
    lua_pop(L, 1);
  }
  return found;
}

/* ---- Members of a world ---------------------------------------------------------------------- */

/* Marks the object at the index if it is a member of the world. Returns 1 if it is. */
static int mark_member(lua_State *L, int index, const owned_world *o, uint32_t mark) {
  object found;
  int number;
  if (!lua_isuserdata(L, index) || !ci_object_member(L, index, &found)) return 0;
  number = ci_roster_number(o->roster, &found.head->worlds, o);
  if (number != 0) ci_world_mark(o->world, number, mark);
  return number != 0;
}

/* Marks all members that the option names. Returns 1 if there are any. */
static int mark_all(lua_State *L, const choice *c, const owned_world *o, uint32_t mark) {
  int i, count, are = 0;
  if (c->index == 0) return 0;
  if (!lua_istable(L, c->index)) return mark_member(L, c->index, o, mark);
  count = (int)lua_rawlen(L, c->index);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, c->index, i);
    are |= mark_member(L, lua_gettop(L), o, mark);
    lua_pop(L, 1);
  }
  return are;
}

const world_selection *ci_world_select(lua_State *L, const selection *select, const owned_world *o,
                                       int chosen, int self, world_selection *out) {
  out->ignored = select->ignore.layers;
  out->chosen = select->only.layers;
  out->is_only = select->only.index != 0 && !chosen;
  out->has_marks = 0;
  out->accepts = NULL;
  if (select->ignore.index == 0 && !out->is_only && self == 0) return NULL;
  ci_world_clear_marks(o->world);
  if (self != 0) out->has_marks = mark_member(L, self, o, WORLD_IGNORED);
  out->has_marks |= mark_all(L, &select->ignore, o, WORLD_IGNORED);
  if (out->is_only) out->has_marks |= mark_all(L, &select->only, o, WORLD_CHOSEN);
  return out->ignored != 0 || out->is_only || out->has_marks ? out : NULL;
}

const binding ci_layer_bindings[] = {
    {"layers", l_layers, IN_MODULE},
    {"set_layer", l_set_layer, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {"get_layer", l_get_layer, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {"get_layers", l_get_layers, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {NULL, NULL, 0}};
