/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_move.h"

#include "lua_hits.h"

void ci_move_push_hit(lua_State *L, const collide_move_hit *hit, int dimensions, int index,
                      int number, int targets) {
  result_hit result;
  ci_hits_of_sweep(&hit->hit, &hit->at, hit->mover_part, dimensions, &result);
  result.index = index;
  result.number = number;
  ci_result_push_hit(L, &result, targets);
  lua_pushstring(L, "position");
  ci_result_push_vector(L, hit->position, dimensions);
  lua_rawset(L, -3);
}
