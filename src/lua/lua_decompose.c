/* SPDX-License-Identifier: MIT
 *
 * `decompose`: cuts a concave outline into convex polygons.
 */
#include "../number/fp.h"

#include <string.h>

#include "lua_description.h"
#include "lua_options.h"
#include "lua_points.h"

/* ---- The rings --------------------------------------------------------------- */

typedef struct ring_reader {
  const args_place *at; /* of the outline */
  int outline, holes;   /* stack indices; `holes` is 0 if there are none */
  int rings, count;     /* the points of all rings */
  int *counts;          /* of each ring */
  double tolerance;
} ring_reader;

static args_place ring_place(const ring_reader *r, int ring) {
  args_place at = *r->at;
  if (ring == 0) return at;
  at = ci_args_at(r->at->arg + 1, "points");
  at.within = "holes";
  at.element = ring;
  return at;
}

/* Pushes the array of a ring, and returns its index. */
static int push_ring(lua_State *L, const ring_reader *r, int ring) {
  args_place at = ring_place(r, ring);
  if (ring == 0)
    lua_pushvalue(L, r->outline);
  else
    lua_rawgeti(L, r->holes, ring);
  if (!lua_istable(L, -1))
    ci_args_fail(L, &at, ": array of points expected, got %s", ci_args_type(L, lua_gettop(L)));
  return lua_gettop(L);
}

/* The number of values of the array, but at most one more than `most`. */
static int count_values(lua_State *L, const args_place *at, int index, int most) {
  args_array array = ci_args_array_begin(L, index);
  while (ci_args_array_next(L, at, &array)) lua_pop(L, 1);
  return array.count > (double)most ? most + 1 : (int)array.count;
}

static void count_ring(lua_State *L, ring_reader *r, int ring) {
  args_place at = ring_place(r, ring);
  int index = push_ring(L, r, ring), flat = ci_points_are_flat(L, index);
  int count = count_values(L, &at, index, 2 * COLLIDE_DECOMPOSE_MOST);
  if (flat && count % 2 != 0 && count < 2 * COLLIDE_DECOMPOSE_MOST)
    ci_args_fail(L, &at, ": x and y of each point expected, got %d numbers", count);
  if (flat) count = count / 2 + count % 2;
  if (count < 3) ci_args_fail(L, &at, ": got %d, an outline takes 3 or more", count);
  if (count > COLLIDE_DECOMPOSE_MOST - r->count)
    ci_args_fail(L, &at, ": the limit is %d points", (int)COLLIDE_DECOMPOSE_MOST);
  r->counts[ring] = count;
  r->count += count;
  lua_pop(L, 1);
}

/* Pushes a userdata with the numbers of points, and one with the points. */
static double *read_rings(lua_State *L, ring_reader *r) {
  args_place at = ci_args_at(r->at->arg + 1, "holes");
  double *points, *to;
  int i;
  r->rings = 1;
  if (r->holes != 0) r->rings += count_values(L, &at, r->holes, COLLIDE_DECOMPOSE_MOST);
  if (r->rings > COLLIDE_DECOMPOSE_MOST) /* none has 3 points */
    ci_args_fail(L, &at, ": the limit is %d points", (int)COLLIDE_DECOMPOSE_MOST);
  r->counts = (int *)lua_newuserdata(L, (size_t)r->rings * sizeof *r->counts);
  r->count = 0;
  for (i = 0; i < r->rings; i++) count_ring(L, r, i);
  to = points = (double *)lua_newuserdata(L, 2 * (size_t)r->count * sizeof *points);
  for (i = 0; i < r->rings; i++) {
    int index = push_ring(L, r, i);
    at = ring_place(r, i);
    ci_points_read_array(L, &at, index, ci_points_are_flat(L, index), r->counts[i], 2, 1, to);
    to += 2 * r->counts[i];
    lua_pop(L, 1);
  }
  return points;
}

/* ---- Errors ------------------------------------------------------------------- */

/* The ring of a point. Changes its number to that in the ring, from 1. */
static int find_ring(const ring_reader *r, int *point) {
  int ring = 0;
  for (; *point >= r->counts[ring]; ring++) *point -= r->counts[ring];
  ++*point;
  return ring;
}

/* Pushes the name of a ring of points. */
static const char *name_ring(lua_State *L, int ring) {
  return ring == 0 ? "the outline" : lua_pushfstring(L, "hole %d", ring);
}

static void fail_edges(lua_State *L, const args_place *at, const int rings[2], int a, int b,
                       const char *fault) {
  if (rings[0] == rings[1])
    ci_args_fail(L, at, ": the edges that begin at points %d and %d %s", a, b, fault);
  ci_args_fail(L, at, ": the edges that begin at point %d of %s and point %d of %s %s", a,
               name_ring(L, rings[0]), b, name_ring(L, rings[1]), fault);
}

/* Errors count points from 1, for both forms of the array. */
static void fail(lua_State *L, const ring_reader *r, collide_error error, const int places[2]) {
  int a = places[0], b = places[1], rings[2];
  args_place at, holes = ci_args_at(r->at->arg + 1, "holes");
  rings[0] = find_ring(r, &a);
  rings[1] = find_ring(r, &b);
  at = rings[0] != rings[1] && rings[0] > 0 ? holes : ring_place(r, rings[0]);
  switch (error) {
  case COLLIDE_ERROR_POLYGON_SIZE:
    ci_args_fail(L, &at, ": point %d is too large to work with", a);
    break;
  case COLLIDE_ERROR_OUTLINE_CROSSES:
    fail_edges(L, &at, rings, a, b, "cross");
    break;
  case COLLIDE_ERROR_OUTLINE_WINDS:
    fail_edges(L, &at, rings, a, b, "cross at a point, or enclose an area twice");
    break;
  case COLLIDE_ERROR_OUTLINE_OUTSIDE:
    ci_args_fail(L, &holes, ": hole %d is not inside the outline", rings[0]);
    break;
  case COLLIDE_ERROR_OUTLINE_NESTED:
    ci_args_fail(L, &holes, ": holes %d and %d overlap", rings[0], rings[1]);
    break;
  default: /* the sizes were checked before */
    ci_args_fail(L, &at, ": %s", collide_error_text(error));
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

enum { SMALL_STORAGE = 16384 }; /* in bytes */

/* Pushes the array of pieces. */
static void push_pieces(lua_State *L, ring_reader *r) {
  /* Small outlines need no userdata, which the collector would have to free. */
  double room[SMALL_STORAGE / sizeof(double)];
  collide_pieces pieces;
  collide_error error;
  double *points;
  int i, places[2], top = lua_gettop(L);
  size_t size;
  void *storage = room;
  luaL_checkstack(L, 16, NULL);
  points = read_rings(L, r);
  size = collide_decompose_storage(r->count, r->rings);
  if (size > sizeof room) storage = lua_newuserdata(L, size);
  error = collide_decompose(points, r->counts, r->rings, r->tolerance, storage, &pieces, places);
  if (error != COLLIDE_OK) fail(L, r, error, places);
  lua_createtable(L, pieces.count, 0);
  for (i = 0; i < pieces.count; i++) {
    int first = pieces.first[i];
    push_piece(L, points, pieces.corners + first, pieces.first[i + 1] - first);
    lua_rawseti(L, -2, i + 1);
  }
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
}

void ci_decompose_push(lua_State *L, const args_place *at, int index) {
  ring_reader r;
  r.at = at;
  r.outline = index;
  r.holes = 0;
  r.tolerance = 0;
  push_pieces(L, &r);
}

static const option_row option_rows[] = {
    OPTION_ROW("tolerance", 1, ci_option_size, ring_reader, tolerance), OPTION_END};

/* A table with a field `tolerance` is no array of holes, but the options. */
static int is_options(lua_State *L, int arg) {
  int has;
  if (!lua_istable(L, arg)) return 0;
  lua_pushliteral(L, "tolerance");
  lua_rawget(L, arg);
  has = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

static int l_decompose(lua_State *L) {
  args_place at = ci_args_at(1, "points"), holes = ci_args_at(2, "holes");
  ring_reader r;
  int options = is_options(L, 2) ? 2 : 3;
  r.at = &at;
  r.outline = 1;
  r.tolerance = 0;
  r.holes = lua_isnoneornil(L, 2) || options == 2 ? 0 : 2;
  if (r.holes != 0 && !lua_istable(L, 2))
    ci_args_fail(L, &holes, ": array of outlines expected, got %s", ci_args_type(L, 2));
  ci_args_end(L, options + 1);
  if (!lua_isnoneornil(L, options)) {
    args_place place = ci_args_at(options, "options");
    if (!lua_istable(L, options))
      ci_args_fail(L, &place, ": table expected, got %s", ci_args_type(L, options));
    ci_options_read(L, options, option_rows, 1, &r);
  }
  lua_settop(L, options);
  push_pieces(L, &r);
  return 1;
}

const binding ci_decompose_bindings[] = {{"decompose", l_decompose, IN_MODULE}, {NULL, NULL, 0}};
