/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_points.h"

#include <string.h>

void ci_points_read_vector(lua_State *L, const args_place *at, int index, int dimensions, int named,
                           double *to) {
  static const args_size as_it_comes = {0, "a shape wants 2 or 3"};
  args_size size = ci_description_size(dimensions);
  double v[3];
  int count = ci_args_vector_value(L, at, index, named ? size : as_it_comes, v);
  if (count != dimensions) ci_args_fail_count(L, at, count, size);
  memcpy(to, v, (size_t)dimensions * sizeof v[0]);
}

void ci_points_read(lua_State *L, const args_place *at, int index, const char *name, int count,
                    int dimensions, double *to) {
  int i;
  if (!lua_istable(L, index)) {
    ci_args_fail(L, at, ": array of %d vectors expected, got %s", count, ci_args_type(L, index));
  }
  for (i = 0; i <= count; i++) {
    args_place item = *at;
    item.item = i + 1;
    lua_rawgeti(L, index, i + 1);
    if (lua_isnil(L, -1) != (i == count)) {
      ci_args_fail(L, at, ": got %d, a %s wants %d", i == count ? i + 1 : i, name, count);
    }
    if (i < count) {
      ci_points_read_vector(L, &item, lua_gettop(L), dimensions, 0, to + dimensions * i);
    }
    lua_pop(L, 1);
  }
}

/* ---- Polygons --------------------------------------------------------------- */

/* More would only be a way to ask for gigabytes; and their number is an int. */
enum { MOST_POINTS = 1 << 24 };

static int count_points(lua_State *L, const args_place *at, int index, int in_place) {
  args_array array = ci_args_array_begin(L, index);
  array.named = in_place;
  while (ci_args_array_next(L, at, &array)) lua_pop(L, 1);
  if (array.count < 3) {
    ci_args_fail(L, at, ": got %d, a polygon wants 3 or more", (int)array.count);
  }
  if (array.count > (double)MOST_POINTS) {
    ci_args_fail(L, at, ": got %d, the limit is %d", (int)array.count, (int)MOST_POINTS);
  }
  return (int)array.count;
}

static void fail_polygon(lua_State *L, const args_place *at, collide_error error, int corner) {
  args_place place = *at;
  place.item = corner + 1;
  switch (error) {
  case COLLIDE_ERROR_POLYGON_SIZE:
    ci_args_fail(L, &place, " is too large to work with");
    break;
  case COLLIDE_ERROR_POLYGON_REPEATED:
    ci_args_fail(L, &place, ": the same point as its neighbour");
    break;
  case COLLIDE_ERROR_POLYGON_CONCAVE:
    ci_args_fail(L, &place, ": concave there");
    break;
  case COLLIDE_ERROR_POLYGON_TWICE:
    ci_args_fail(L, &place, ": goes round a second time there");
    break;
  case COLLIDE_ERROR_POLYGON_NO_AREA:
    ci_args_fail(L, at, ": all in one line, a polygon has area");
    break;
  default: /* COLLIDE_ERROR_POLYGON_FEW: counted before */
    break;
  }
}

void ci_points_read_polygon(lua_State *L, const args_place *at, int index, int in_place,
                            described *out) {
  collide_error error;
  int count, i, corner;
  size_t size;
  char *memory;
  double *points; /* read into the room, where collide_polygon moves them away first */
  if (!lua_istable(L, index)) {
    ci_args_fail(L, at, ": array of vectors expected, got %s", ci_args_type(L, index));
  }
  count = count_points(L, at, index, in_place);
  size = sizeof(described) + collide_polygon_storage(count);
  memory = (char *)lua_newuserdata(L, size);
  seal_break(memory);
  memory += sizeof(described);
  points = (double *)(void *)memory;
  for (i = 0; i < count; i++) {
    args_place item = *at;
    item.item = i + 1;
    lua_rawgeti(L, index, i + 1);
    ci_points_read_vector(L, &item, lua_gettop(L), 2, 1, points + 2 * i);
    lua_pop(L, 1);
  }
  error = collide_make_polygon(&out->shape, &out->source, points, count, memory, &corner);
  if (error != COLLIDE_OK) fail_polygon(L, at, error, corner);
}
