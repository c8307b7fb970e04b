/* SPDX-License-Identifier: MIT
 *
 * The kinds of targets that have hits of their own: shapes and grids, and the table of all kinds.
 * The rows of meshes and groups are in mesh_target.c and group.c.
 */
#include <string.h>

#include "../cells/cells.h"
#include "../narrow/cast.h"
#include "target.h"
#include "tiles.h"

/* ---- Shapes -------------------------------------------------------------------------- */

static int shape_dimensions(const collide_target *t) {
  return collide_dimensions(t->of.shape);
}

static int shape_bounds(const collide_target *t, double min[3], double max[3]) {
  collide_bounds(t->of.shape, min, max);
  return 1;
}

static int shape_any(const collide_cast *c, const collide_target *t) {
  return ci_cast_shape(c, t->of.shape, NULL);
}

static void write_shape(const collide_target *t, collide_target_hit *hit) {
  hit->member = *t;
  hit->triangle = t->of.shape->kind == COLLIDE_TRIANGLE;
  hit->part = 0;
  hit->count = 0;
}

int ci_cast_at_member(const collide_cast *c, const collide_target *t, collide_target_hit *hit) {
  if (!ci_cast_shape(c, t->of.shape, &hit->hit)) return 0;
  write_shape(t, hit);
  return 1;
}

static int shape_offer(nearest_hit *n, const collide_target *t, int index) {
  collide_hit hit;
  if (!ci_cast_shape(n->cast, t->of.shape, &hit) || !ci_nearest_may_be(n, hit.t, index)) return 0;
  n->best.hit = hit;
  write_shape(t, &n->best);
  return 1;
}

static int shape_next(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  if (ci_cast_passes_by(hits->cast, &hits->heading, t->of.shape)) return 0;
  return ci_cast_at_member(hits->cast, t, hit);
}

/* ---- Grids --------------------------------------------------------------------------- */

static int grid_dimensions(const collide_target *t) {
  return collide_grid_get_frame(t->of.grid)->dimensions;
}

static int grid_bounds(const collide_target *t, double min[3], double max[3]) {
  const collide_grid_frame *frame = collide_grid_get_frame(t->of.grid);
  int64_t low[3], high[3];
  int i;
  if (!collide_grid_bounds(t->of.grid, low, high)) return 0;
  min[2] = max[2] = 0;
  for (i = 0; i < frame->dimensions; i++) {
    min[i] = cells_boundary(frame->size[i], frame->origin[i], (double)low[i]);
    max[i] = cells_boundary(frame->size[i], frame->origin[i], (double)(high[i] + 1));
  }
  return 1;
}

static int grid_any(const collide_cast *c, const collide_target *t) {
  collide_grid_cast cursor;
  if (ci_tiles_are_in(t)) return ci_tiles_any(c, t);
  ci_grid_cast_begin(&cursor, t->of.grid, c, c->max, c->flags);
  return ci_grid_cast_next(&cursor, NULL);
}

static void write_cell(const collide_target *t, const collide_grid_hit *from,
                       collide_target_hit *hit) {
  collide_hit *to = &hit->hit;
  memset(to, 0, sizeof *to);
  to->t = from->t;
  to->t_exit = from->t_exit;
  to->inside = from->inside;
  to->has_point = 1;
  to->face = COLLIDE_FACE_NONE;
  memcpy(to->point, from->point, sizeof to->point);
  memcpy(to->normal, from->normal, sizeof to->normal);
  hit->member = *t;
  hit->triangle = hit->part = 0;
  hit->count = from->count;
  hit->value = from->value;
  memcpy(hit->cell, from->cell, sizeof hit->cell);
  memcpy(hit->cells, from->cells, sizeof hit->cells);
}

static int first_tile(const collide_cast *c, const collide_target *t, double max,
                      collide_target_hit *hit) {
  tile_hits tiles;
  ci_tiles_begin(&tiles, c, t, max);
  return ci_tiles_next(&tiles, c, t, hit);
}

/* A ray at a grid stops a little beyond the best t so far. The t of a group is a quotient of a
 * difference and a component of the direction, the greatest of up to three. It is off by at most 2
 * u of itself, u = 2^-53, or 3 u where numbers are huge, or an underflow. So cells beyond 1 + 2^-49
 * = 1 + 16 u times the best t, plus an underflow, have a greater t than the best. The hits before
 * that do not depend on where the ray stops. */
#define BEYOND (1 + 1.7763568394002505e-15)

static double latest_of(const nearest_hit *n) {
  double latest = n->found ? n->best.hit.t * BEYOND + DBL_MIN : HUGE_VAL;
  return latest < n->cast->max ? latest : n->cast->max;
}

static int grid_offer(nearest_hit *n, const collide_target *t, int index) {
  collide_grid_cast cursor;
  collide_grid_hit found;
  if (ci_tiles_are_in(t)) {
    collide_target_hit tile;
    if (!first_tile(n->cast, t, latest_of(n), &tile)) return 0;
    if (!ci_nearest_may_be(n, tile.hit.t, index)) return 0;
    n->best = tile;
    return 1;
  }
  ci_grid_cast_begin(&cursor, t->of.grid, n->cast, latest_of(n), n->cast->flags);
  if (!ci_grid_cast_next(&cursor, &found)) return 0;
  if (!ci_nearest_may_be(n, found.t, index)) return 0;
  write_cell(t, &found, &n->best);
  return 1;
}

/* An iteration continues with the kind of walk that it began. A script may meanwhile remove the
 * shapes of cells from the grid, or add some. */
enum { BY_CELLS = 1, BY_TILES = 2 };

static int grid_next(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  collide_grid_hit at;
  int way = hits->is_open, found;
  if (way == 0) {
    way = ci_tiles_are_in(t) ? BY_TILES : BY_CELLS;
    if (way == BY_TILES)
      ci_tiles_begin(&hits->tiles, hits->cast, t, hits->cast->max);
    else
      ci_grid_cast_begin(&hits->grid, t->of.grid, hits->cast, hits->cast->max, hits->cast->flags);
  }
  if (way == BY_TILES) {
    found = ci_tiles_next(&hits->tiles, hits->cast, t, hit);
  } else {
    found = ci_grid_cast_next(&hits->grid, &at);
    if (found) write_cell(t, &at, hit);
  }
  hits->is_open = found ? way : 0;
  return found;
}

/* ---- The table ----------------------------------------------------------------------- */

static const target_kind shape_target = {shape_dimensions, shape_bounds, shape_any, shape_offer,
                                         shape_next};
static const target_kind grid_target = {grid_dimensions, grid_bounds, grid_any, grid_offer,
                                        grid_next};

const target_kind *const ci_target_kinds[COLLIDE_TARGET_KINDS] = {
    &shape_target, &grid_target, &ci_mesh_target, &ci_group_target, NULL, NULL};
