/* SPDX-License-Identifier: MIT
 *
 * The shapes of a tile, from Tiled's collision editor, as the shapes of a cell.
 */
#include "../number/fp.h"
#include "lua_tiled.h"

#include <math.h>
#include <string.h>

#include "../shape/shape.h"
#include "lua_description.h"

/* In pixels. Files of Tiled have six digits, and a corner is the sum of two such numbers. */
#define SNAP 0.001

/* ---- Parts ---------------------------------------------------------------------------------- */

tiled_parts *ci_tiled_push_parts(lua_State *L) {
  size_t storage = collide_polygon_storage(GRID_FORM_CORNERS);
  return (tiled_parts *)lua_newuserdata(L, sizeof(tiled_parts) + GRID_FORM_PARTS * storage);
}

/* Adds the convex polygon or segment. */
static void add_part(lua_State *L, const args_place *at, tiled_parts *parts, const double *corners,
                     int count) {
  size_t storage = collide_polygon_storage(GRID_FORM_CORNERS);
  collide_shape *shape = parts->shapes + parts->count;
  collide_source source;
  collide_error error;
  int corner;
  if (parts->count == GRID_FORM_PARTS)
    ci_args_fail(L, at, "the tile has more than %d convex parts; draw it with fewer corners",
                 (int)GRID_FORM_PARTS);
  if (count == 2)
    error = collide_make_segment_2d(shape, &source, corners, corners + 2);
  else
    error = collide_make_polygon(shape, &source, corners, count,
                                 (char *)parts->storage + (size_t)parts->count * storage, &corner);
  if (error != COLLIDE_OK) luaL_error(L, "%s", collide_error_text(error));
  parts->list[parts->count++] = shape;
}

/* Adds convex parts of at most GRID_FORM_CORNERS corners, which all have corner 0. */
static void add_fan(lua_State *L, const args_place *at, tiled_parts *parts, const double *points,
                    const int *corners, int count) {
  double part[2 * GRID_FORM_CORNERS];
  int i = 1, k;
  do {
    int more = count - i < GRID_FORM_CORNERS - 1 ? count - i : (int)GRID_FORM_CORNERS - 1;
    memcpy(part, points + 2 * corners[0], 2 * sizeof part[0]);
    for (k = 0; k < more; k++)
      memcpy(part + 2 * k + 2, points + 2 * corners[i + k], 2 * sizeof part[0]);
    add_part(L, at, parts, part, more + 1);
    i += more - 1;
  } while (i + 1 < count);
}

/* ---- Clipping ------------------------------------------------------------------------------- */

/* The point of the edge from p to q at which a coordinate is `bound`. The edge from q to p gives
 * the same point, so neighbours still share it. */
static void find_crossing(const double *p, const double *q, int axis, double bound, double out[2]) {
  int other = 1 - axis;
  double t;
  if (q[axis] < p[axis]) {
    const double *swap = p;
    p = q;
    q = swap;
  }
  t = (bound - p[axis]) / (q[axis] - p[axis]);
  out[axis] = bound;
  out[other] = p[other] + t * (q[other] - p[other]);
  out[other] = fmin(fmax(out[other], fmin(p[other], q[other])), fmax(p[other], q[other]));
}

/* Sutherland and Hodgman: cuts off the part of the polygon beyond one side of the cell. */
static int clip_side(const double *points, int count, int axis, int side, double *out) {
  int i, kept = 0;
  for (i = 0; i < count; i++) {
    const double *p = points + 2 * i, *q = points + 2 * ((i + 1) % count);
    int p_inside = side ? p[axis] <= 1 : p[axis] >= 0,
        q_inside = side ? q[axis] <= 1 : q[axis] >= 0;
    if (p_inside) memcpy(out + 2 * kept++, p, 2 * sizeof p[0]);
    if (p_inside != q_inside) find_crossing(p, q, axis, side, out + 2 * kept++);
  }
  return kept;
}

/* Each side of the cell adds at most one corner. */
enum { MORE_CORNERS = 4 };

static int clip_to_cell(double *points, int count, double *spare) {
  int side;
  for (side = 0; side < 4; side++) {
    count = clip_side(points, count, side / 2, side % 2, spare);
    memcpy(points, spare, (size_t)count * 2 * sizeof points[0]);
  }
  return count;
}

/* ---- Pieces --------------------------------------------------------------------------------- */

typedef struct part_reader {
  args_place at; /* of the object */
  const double *cell;
  int clip;
  tiled_parts *parts;
} part_reader;

/* Converts a coordinate from pixels to cells. */
static double to_cell(double x, double size) {
  if (fabs(x) <= SNAP) return 0;
  if (fabs(x - size) <= SNAP) return 1;
  return x / size;
}

static void check_inside(lua_State *L, const part_reader *r, const double *points, int count) {
  static const char *const sides[] = {"left", "right", "top", "bottom"};
  double beyond = 0, most = 0;
  int i, side, worst = 0;
  for (i = 0; i < count; i++) {
    for (side = 0; side < 4; side++) {
      double x = points[2 * i + side / 2];
      beyond = (side % 2 == 0 ? 0 - x : x - 1) * r->cell[side / 2];
      if (!(beyond > most)) continue;
      most = beyond;
      worst = side;
    }
  }
  if (most > 0)
    ci_args_fail(L, &r->at,
                 "reaches %s pixels beyond the %s side of its cell; draw it inside, or pass "
                 "clip=true to cut it there",
                 ci_args_number_text(L, most), sides[worst]);
}

/* Adds the parts of a convex shape in pixels. */
static void add_piece(lua_State *L, const part_reader *r, const collide_shape *shape) {
  collide_corner room[4];
  const collide_corner *given = outline_corners(shape, room);
  int count = shape->of.outline.count, is_segment = count == 2, i, *corners;
  size_t most = (size_t)count + MORE_CORNERS;
  double *points =
      (double *)lua_newuserdata(L, 4 * most * sizeof *points + (2 * most + 2) * sizeof *corners);
  for (i = 0; i < 2 * count; i++) points[i] = to_cell(given[i / 2].point[i % 2], r->cell[i % 2]);
  if (r->clip)
    count = clip_to_cell(points, count, points + 2 * most);
  else
    check_inside(L, r, points, count);
  corners = (int *)(void *)(points + 4 * most);
  count = ci_hull_corners_2d(points, count, corners);
  if (count >= (is_segment ? 2 : 3)) add_fan(L, &r->at, r->parts, points, corners, count);
  lua_pop(L, 1);
}

static void add_pieces(lua_State *L, part_reader *r, int pieces, int count) {
  int i;
  for (i = 1; i <= count; i++) {
    described room;
    lua_rawgeti(L, pieces, i);
    add_piece(L, r, &ci_description_get(L, &r->at, lua_gettop(L), &room)->shape);
    lua_pop(L, 1);
  }
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

/* Maps the plane of the tile to that of the cell, in pixels. Tiled exchanges x and y, then flips
 * the tile, then aligns it at the bottom left of the cell and adds the offset. */
static tiled_placing place_tile(const tiled_tile *tile, const double cell[2]) {
  double size[2], sign[2];
  tiled_placing placing;
  int axis, diagonal = tile->flip_diagonal;
  memset(&placing, 0, sizeof placing);
  size[diagonal] = tile->width > 0 ? tile->width : cell[0];
  size[1 - diagonal] = tile->height > 0 ? tile->height : cell[1];
  sign[0] = tile->flip_x ? -1 : 1;
  sign[1] = tile->flip_y ? -1 : 1;
  for (axis = 0; axis < 2; axis++) {
    placing.linear[2 * axis + (diagonal ? 1 - axis : axis)] = sign[axis];
    placing.at[axis] = sign[axis] < 0 ? size[axis] : 0;
    placing.at[axis] += tile->offset[axis];
  }
  placing.at[1] += cell[1] - size[1];
  placing.ellipse = GRID_FORM_CORNERS;
  ci_tiled_set_plane(&placing, tile);
  return placing;
}

double ci_tiled_count_values(lua_State *L) {
  static const char *const names[] = {"polygon", "polyline"};
  double count = 1;
  int i;
  for (i = 0; i < 2; i++) {
    ci_tiled_push_field(L, lua_gettop(L), names[i]);
    if (lua_istable(L, -1)) count += (double)lua_rawlen(L, -1);
    lua_pop(L, 1);
  }
  return count;
}

static void check_size(lua_State *L, const tiled_tile *tile, const double cell[2]) {
  args_place at = ci_args_at(1, "map");
  if (tile->is_stretched && (tile->width != cell[0] || tile->height != cell[1]))
    ci_args_fail(L, &at,
                 ": gid %d has shapes, and its tileset draws tiles in the size of cells; in Tiled "
                 "set its Tile Render Size to Tile Size",
                 (int)tile->gid);
}

void ci_tiled_read_parts(lua_State *L, int objects, const tiled_tile *tile, const double cell[2],
                         int clip, make_again *again, tiled_parts *parts) {
  tiled_placing placing = place_tile(tile, cell);
  int top = lua_gettop(L), i, count = (int)lua_rawlen(L, objects);
  part_reader r;
  parts->count = parts->is_shaped = 0;
  check_size(L, tile, cell);
  r.at = ci_args_at(1, NULL);
  r.at.within = lua_pushfstring(L, "map: gid %d: objects", (int)tile->gid);
  r.cell = cell;
  r.clip = clip;
  r.parts = parts;
  for (i = 1; i <= count; i++) {
    int pieces;
    r.at.element = i;
    lua_newtable(L);
    lua_rawgeti(L, objects, i);
    if (!lua_istable(L, -1))
      ci_args_fail(L, &r.at, "table expected, got %s", ci_args_type(L, lua_gettop(L)));
    ci_make_read_again(L, &r.at, again, lua_gettop(L), ci_tiled_count_values(L), "objects");
    pieces = ci_tiled_add_pieces(L, &r.at, lua_gettop(L), &placing, top + 2, 0);
    if (pieces > 0) parts->is_shaped = 1;
    add_pieces(L, &r, top + 2, pieces);
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
}
