/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_move.h"

#include <string.h>

#include "lua_result.h"

static void to_result(const collide_move_hit *from, result_hit *to) {
  collide_hit *hit = &to->of.hit;
  memset(to, 0, sizeof *to);
  hit->t = from->hit.t;
  hit->t_exit = from->hit.t_exit;
  memcpy(hit->normal, from->hit.normal, sizeof hit->normal);
  memcpy(hit->point, from->hit.point, sizeof hit->point);
  hit->u = from->hit.depth;
  hit->inside = from->hit.inside;
  hit->has_point = 1;
  hit->face = from->hit.face;
  hit->edge = from->hit.edge;
  to->of.part = from->at.part;
  to->of.triangle = from->at.triangle;
  to->is_sweep = 1;
  if (!from->at.has_cell) return;
  to->of.count = 1;
  to->of.value = from->at.value;
  memcpy(to->of.cell, from->at.cell, sizeof to->of.cell);
  memcpy(to->of.cells[0], from->at.cell, sizeof to->of.cell);
}

void ci_move_push_hit(lua_State *L, const collide_move_hit *hit, int dimensions, int index,
                      int number, int targets) {
  result_hit result;
  to_result(hit, &result);
  result.dimensions = dimensions;
  result.index = index;
  result.number = number;
  ci_result_push_hit(L, &result, targets);
  lua_pushstring(L, "position");
  ci_result_push_vector(L, hit->position, dimensions);
  lua_rawset(L, -3);
}

void ci_move_mark(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(UP_MOVED));
  lua_setmetatable(L, -2);
}

/* How many hits the table at index 1 holds, or -1 when a script has made it something else. */
static int count_hits(lua_State *L) {
  int count = -1;
  lua_pushstring(L, "hits");
  lua_rawget(L, 1);
  if (lua_istable(L, -1)) count = (int)lua_rawlen(L, -1);
  lua_pop(L, 1);
  return count;
}

/* Is there something that counts as true under this name? */
static int has_field(lua_State *L, const char *name) {
  int has;
  lua_pushstring(L, name);
  lua_rawget(L, 1);
  has = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return has;
}

/* As of a hit: each field is read before anything is added. */
int ci_l_move_text(lua_State *L) {
  luaL_Buffer text;
  int hits, has_ground, is_inside;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  hits = count_hits(L);
  has_ground = has_field(L, "ground");
  is_inside = has_field(L, "inside");
  luaL_buffinit(L, &text);
  luaL_addstring(&text, "moved");
  ci_result_add_vector_field(L, &text, "position");
  ci_result_add_vector_field(L, &text, "displacement");
  ci_result_add_vector_field(L, &text, "remainder");
  if (hits >= 0) {
    luaL_addstring(&text, " hits=");
    ci_result_add_number(&text, hits);
  }
  if (has_ground) luaL_addstring(&text, " on ground");
  if (is_inside) luaL_addstring(&text, " inside");
  luaL_pushresult(&text);
  return 1;
}
