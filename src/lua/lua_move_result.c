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
  to->mover_part = from->mover_part;
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
