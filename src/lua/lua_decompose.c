/* SPDX-License-Identifier: MIT
 *
 * `decompose`: cuts a concave outline into convex polygons.
 */
#include "../number/fp.h"

#include <string.h>

#include "lua_description.h"
#include "lua_points.h"

/* ---- The outline ------------------------------------------------------------- */

/* The number of values of the array, but at most one more than is allowed. */
static int count_values(lua_State *L, const args_place *at, int index) {
  const int most = 2 * COLLIDE_DECOMPOSE_MOST;
  args_array array = ci_args_array_begin(L, index);
  while (ci_args_array_next(L, at, &array)) lua_pop(L, 1);
  if (array.count > (double)most) return most + 1;
  return (int)array.count;
}

static int count_points(lua_State *L, const args_place *at, int index, int flat) {
  int count = count_values(L, at, index);
  if (flat && count % 2 != 0 && count < 2 * COLLIDE_DECOMPOSE_MOST)
    ci_args_fail(L, at, ": x and y of each point expected, got %d numbers", count);
  if (flat) count = count / 2 + count % 2;
  if (count < 3) ci_args_fail(L, at, ": got %d, an outline takes 3 or more", count);
  if (count > COLLIDE_DECOMPOSE_MOST)
    ci_args_fail(L, at, ": the limit is %d points", (int)COLLIDE_DECOMPOSE_MOST);
  return count;
}

/* Errors count points from 1, for both forms of the array. */
static void fail(lua_State *L, const args_place *at, collide_error error, int count,
                 const int places[2]) {
  int a = places[0] + 1, b = places[1] + 1;
  switch (error) {
  case COLLIDE_ERROR_POLYGON_SIZE:
    ci_args_fail(L, at, ": point %d is too large to work with", a);
    break;
  case COLLIDE_ERROR_OUTLINE_REPEATED:
    ci_args_fail(L, at, ": point %d is the same as point %d%s", b, a,
                 a == 1 && b == count && count > 3
                     ? "; leave the last out, an outline ends where it began"
                     : "");
    break;
  case COLLIDE_ERROR_OUTLINE_TOUCHES:
    ci_args_fail(L, at, ": point %d lies on the edge that begins at point %d", a, b);
    break;
  case COLLIDE_ERROR_OUTLINE_CROSSES:
    ci_args_fail(L, at, ": the edges that begin at points %d and %d cross", a, b);
    break;
  default: /* too few or too many: checked before */
    ci_args_fail(L, at, ": %s", collide_error_text(error));
    break;
  }
}

/* ---- The pieces ---------------------------------------------------------------- */

static void push_piece(lua_State *L, const double *points, const int *corners, int count) {
  described *piece =
      (described *)lua_newuserdata(L, sizeof *piece + collide_polygon_storage(count));
  void *storage = piece + 1; /* the points lie there at first: see collide_make_polygon */
  double *own = (double *)storage;
  int i, corner;
  collide_error error;
  for (i = 0; i < count; i++) memcpy(own + 2 * i, points + 2 * corners[i], 2 * sizeof *own);
  description_begin(piece);
  description_set_form(piece, ci_form_first("polygon"));
  error = collide_make_polygon(&piece->shape, &piece->source, own, count, storage, &corner);
  if (error != COLLIDE_OK) luaL_error(L, "%s", collide_error_text(error));
  seal_object(L, SEAL_SHAPE, UP_SHAPE);
}

void ci_decompose_push(lua_State *L, const args_place *at, int index) {
  collide_pieces pieces;
  collide_error error;
  double *points;
  int count, flat, i, places[2];
  if (!lua_istable(L, index))
    ci_args_fail(L, at, ": array of points expected, got %s", ci_args_type(L, index));
  flat = ci_points_are_flat(L, index);
  count = count_points(L, at, index, flat);
  points = (double *)lua_newuserdata(L, 2 * (size_t)count * sizeof *points);
  ci_points_read_array(L, at, index, flat, count, 2, 1, points);
  error = collide_decompose(points, count, lua_newuserdata(L, collide_decompose_storage(count)),
                            &pieces, places);
  if (error != COLLIDE_OK) fail(L, at, error, count, places);
  lua_createtable(L, pieces.count, 0);
  for (i = 0; i < pieces.count; i++) {
    int first = pieces.first[i];
    push_piece(L, points, pieces.corners + first, pieces.first[i + 1] - first);
    lua_rawseti(L, -2, i + 1);
  }
  lua_replace(L, -3);
  lua_pop(L, 1);
}

static int l_decompose(lua_State *L) {
  args_place at = ci_args_at(1, "points");
  if (!lua_istable(L, 1)) ci_decompose_push(L, &at, 1);
  ci_args_end(L, 2);
  lua_settop(L, 1);
  ci_decompose_push(L, &at, 1);
  return 1;
}

const binding ci_decompose_bindings[] = {{"decompose", l_decompose, IN_MODULE}, {NULL, NULL, 0}};
