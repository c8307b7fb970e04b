/* SPDX-License-Identifier: MIT
 *
 * The shapes of a tile, from Tiled's collision editor, as the shapes of a cell.
 */
#include "../number/fp.h"
#include "lua_tiled.h"

#include <string.h>

#include "../shape/shape.h"
#include "lua_description.h"

/* ---- Pieces --------------------------------------------------------------------------------- */

typedef struct part_reader {
  args_place at; /* of the object */
  const double *cell;
  int clip;
  tiled_parts *parts;
} part_reader;

static void check_inside(lua_State *L, const part_reader *r, const double *points, int count) {
  static const char *const sides[] = {"left", "right", "top", "bottom"};
  int side = 0;
  double beyond = ci_tiled_measure_beyond(points, count, r->cell, &side);
  if (beyond > 0)
    ci_args_fail(L, &r->at,
                 "reaches %s pixels beyond the %s side of its cell; draw it inside, or pass "
                 "clip=true to cut it there",
                 ci_args_number_text(L, beyond), sides[side]);
}

/* Adds the parts of a convex shape in pixels. */
static void add_piece(lua_State *L, const part_reader *r, const collide_shape *shape) {
  collide_corner room[4];
  const collide_corner *given = outline_corners(shape, room);
  int count = shape->of.outline.count, is_segment = count == 2, i, *corners;
  size_t most = (size_t)count + TILED_MORE_CORNERS;
  double *points =
      (double *)lua_newuserdata(L, 4 * most * sizeof *points + (2 * most + 2) * sizeof *corners);
  collide_error error = COLLIDE_OK;
  for (i = 0; i < 2 * count; i++) points[i] = given[i / 2].point[i % 2];
  ci_tiled_convert_to_cell(points, count, r->cell);
  if (r->clip)
    count = ci_tiled_clip_to_cell(points, count, points + 2 * most);
  else
    check_inside(L, r, points, count);
  corners = (int *)(void *)(points + 4 * most);
  count = ci_hull_corners_2d(points, count, corners);
  if (count >= (is_segment ? 2 : 3)) error = ci_tiled_add_convex(r->parts, points, corners, count);
  if (error == COLLIDE_ERROR_LIMIT)
    ci_args_fail(L, &r->at, "the tile has more than %d convex parts; draw it with fewer corners",
                 (int)GRID_FORM_PARTS);
  if (error != COLLIDE_OK) luaL_error(L, "%s", collide_error_text(error));
  lua_pop(L, 1);
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

/* Maps the plane of the tile to that of the cell, in pixels. Tile layers ignore the anchor: the
 * lower left corner of the tile is that of the cell. */
static tiled_placing place_in_cell(const tiled_tile *tile, const double cell[2]) {
  tiled_tile sized = *tile;
  tiled_placing placing;
  int axis;
  for (axis = 0; axis < 2; axis++)
    if (!(sized.size[axis] > 0)) sized.size[axis] = cell[axis];
  ci_tiled_place_tile(&placing, &sized, sized.size, TILED_BOTTOM_LEFT, 0);
  placing.at[1] += cell[1];
  return placing;
}

double ci_tiled_count_values(lua_State *L, int ellipse) {
  static const char *const lists[] = {"polygon", "polyline"};
  static const char *const rounds[] = {"ellipse", "capsule"};
  double count = 1;
  int object = lua_gettop(L), i;
  for (i = 0; i < 2; i++) {
    ci_tiled_push_field(L, object, lists[i]);
    if (lua_istable(L, -1)) count += (double)lua_rawlen(L, -1);
    lua_pop(L, 1);
    if (ci_tiled_has(L, object, rounds[i]) || ci_tiled_has_word(L, object, "shape", rounds[i]))
      count += ellipse;
  }
  return count;
}

static void check_size(lua_State *L, const tiled_tile *tile, const double cell[2]) {
  args_place at = ci_args_at(1, "map");
  if (tile->is_stretched && (tile->size[0] != cell[0] || tile->size[1] != cell[1]))
    ci_args_fail(L, &at,
                 ": gid %d has shapes, and its tileset draws tiles in the size of cells; in Tiled "
                 "set its Tile Render Size to Tile Size",
                 (int)tile->gid);
}

void ci_tiled_read_parts(lua_State *L, int objects, const tiled_tile *tile, const double cell[2],
                         int clip, make_again *again, tiled_parts *parts) {
  int top = lua_gettop(L), i, k, count = (int)lua_rawlen(L, objects);
  tiled_object object;
  part_reader r;
  parts->count = parts->is_shaped = 0;
  check_size(L, tile, cell);
  r.at = ci_args_at(1, NULL);
  r.at.within = lua_pushfstring(L, "map: gid %d: objects", (int)tile->gid);
  r.cell = cell;
  r.clip = clip;
  r.parts = parts;
  for (i = 1; i <= count; i++) {
    r.at.element = i;
    lua_newtable(L);
    lua_rawgeti(L, objects, i);
    memset(&object, 0, sizeof object);
    object.at = r.at;
    object.shapes = top + 2;
    object.index = top + 3;
    object.placing = place_in_cell(tile, cell);
    object.ellipse = GRID_FORM_CORNERS;
    ci_tiled_place(L, &object);
    ci_make_read_again(L, &r.at, again, object.index, ci_tiled_count_values(L, object.ellipse),
                       "objects");
    ci_tiled_add_shapes(L, &object);
    if (object.count > 0) parts->is_shaped = 1;
    for (k = 1; k <= object.count; k++) {
      described described_room;
      lua_rawgeti(L, object.shapes, k);
      add_piece(L, &r, &ci_description_get(L, &r.at, lua_gettop(L), &described_room)->shape);
      lua_settop(L, object.index);
    }
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
}
