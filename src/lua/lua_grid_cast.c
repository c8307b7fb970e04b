/* SPDX-License-Identifier: MIT */
#include "lua_grid_cast.h"

#include <string.h>

int ci_grid_cast_next(collide_grid_cast *cast, result_hit *found) {
  collide_grid_hit hit;
  int order;
  if (found == NULL) return collide_grid_cast_next(cast, NULL);
  if (!collide_grid_cast_next(cast, &hit)) return 0;
  order = found->order;
  memset(found, 0, sizeof *found);
  found->order = order;
  found->hit.t = hit.t;
  found->hit.t_exit = hit.t_exit;
  found->hit.inside = hit.inside;
  found->hit.has_point = 1;
  found->hit.face = COLLIDE_FACE_NONE;
  memcpy(found->hit.point, hit.point, sizeof hit.point);
  memcpy(found->hit.normal, hit.normal, sizeof hit.normal);
  found->dimensions = cast->dimensions;
  found->value = hit.value;
  found->count = hit.count;
  memcpy(found->cell, hit.cell, sizeof hit.cell);
  memcpy(found->cells, hit.cells, sizeof hit.cells);
  return 1;
}
