/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_select.h"

#include "lua_description.h"
#include "lua_layer.h"
#include "lua_object.h"

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

void ci_select_read(lua_State *L, int arg, const char *name, int index, choice *out) {
  args_place at = ci_args_at(arg, name), item = ci_args_at(arg, NULL);
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
  item.within = name;
  array = ci_args_array_begin(L, index);
  while (ci_args_array_next(L, &at, &array)) {
    item.element = array.element;
    read_one(L, &item, out);
    lua_pop(L, 1);
  }
}

void ci_select_read_filter(lua_State *L, int arg, int index, selection *s) {
  args_place at = ci_args_at(arg, "filter");
  if (!lua_isfunction(L, index))
    ci_args_fail(L, &at, ": function expected, got %s", ci_args_type(L, index));
  s->filter = index;
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
