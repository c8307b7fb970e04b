/* SPDX-License-Identifier: MIT
 *
 * Casts at grids in which some cells have shapes. The walk, by closed cells, finds the cells that
 * the line touches, and the cast tests the shape of each.
 */
#include "tiles.h"

#include <string.h>

#include "../cells/cells.h"
#include "../grid/grid_shape.h"
#include "../narrow/cast.h"

/* Cells that contain the start are visited, since a shape in such a cell need not contain it. */
enum { WALK_FLAGS = COLLIDE_CELLS_CLOSED };

int ci_tiles_are_in(const collide_target *target) {
  return target->of.grid->form_count != 0;
}

/* The nearest hit of the parts of a cell. For equal t the first part counts. */
static int cast_at(const collide_cast *c, const collide_grid *grid, const int64_t cell[3],
                   unsigned value, collide_hit *hit) {
  int i, parts = grid_parts_of(grid, value), found = 0;
  for (i = 0; i < parts; i++) {
    cell_shape room;
    collide_hit one;
    const collide_shape *shape = ci_cell_shape(grid, cell, value, i, &room);
    if (!ci_cast_shape(c, shape, hit == NULL ? NULL : &one)) continue;
    if (hit == NULL) return 1;
    if (found && !(one.t < hit->t)) continue;
    found = 1;
    *hit = one;
  }
  return found;
}

int ci_tiles_any(const collide_cast *cast, const collide_target *target) {
  collide_grid_cast walk;
  collide_grid_hit at;
  ci_grid_cast_begin(&walk, target->of.grid, cast, cast->max, WALK_FLAGS);
  while (ci_grid_cast_next(&walk, &at))
    if (cast_at(cast, target->of.grid, at.cell, at.value, NULL)) return 1;
  return 0;
}

/* ---- In order -------------------------------------------------------------------------------- */

void ci_tiles_begin(tile_hits *tiles, const collide_cast *cast, const collide_target *target,
                    double max) {
  memset(tiles, 0, sizeof *tiles);
  ci_grid_cast_begin(&tiles->walk, target->of.grid, cast, max, WALK_FLAGS);
}

static int is_before(const int64_t p[3], const int64_t q[3]) {
  if (p[2] != q[2]) return p[2] < q[2];
  return p[1] != q[1] ? p[1] < q[1] : p[0] < q[0];
}

/* The first of the waiting hits. For equal t, z counts first, then y, then x. */
static int find_first(const tile_hits *tiles) {
  int i, first = 0;
  for (i = 1; i < tiles->count; i++) {
    const tile_hit *p = &tiles->list[i], *q = &tiles->list[first];
    if (p->t > q->t) continue;
    if (p->t == q->t && is_before(q->cell, p->cell)) continue;
    first = i;
  }
  return first;
}

/* The t at which the line touches a cell is a quotient, off by at most 3 u of itself, or an
 * underflow (see target_kinds.c). A shape in the cell is hit then or later, and its measured t is
 * off by some u too. So a shape in a cell that is touched 2^-49 = 16 u after a hit is hit later. */
static int comes_before(const tile_hit *hit, double touched) {
  return hit->t + fabs(hit->t) * 1.7763568394002505e-15 + DBL_MIN < touched;
}

/* Adds the current cell to the waiting hits if it is hit. The waiting cells were touched no earlier
 * than the last cell but one. A line touches at most eight cells at once in space, and four in the
 * plane, so at most sixteen wait. */
static void take_cell(tile_hits *tiles, const collide_cast *cast, const collide_target *target) {
  tile_hit *wait = &tiles->list[tiles->count];
  collide_hit hit;
  tiles->has_next = 0;
  if (tiles->count == TILES_WAIT) return;
  if (!cast_at(cast, target->of.grid, tiles->cell, tiles->value, &hit)) return;
  wait->t = hit.t;
  wait->value = tiles->value;
  memcpy(wait->cell, tiles->cell, sizeof wait->cell);
  tiles->count++;
}

static void step(tile_hits *tiles) {
  collide_grid_hit at;
  if (tiles->has_next || tiles->has_ended) return;
  tiles->has_ended = !ci_grid_cast_next(&tiles->walk, &at);
  if (tiles->has_ended) return;
  tiles->has_next = 1;
  tiles->touched = at.t;
  tiles->value = at.value;
  memcpy(tiles->cell, at.cell, sizeof tiles->cell);
}

static void write_hit(const collide_cast *cast, const collide_target *target, const tile_hit *from,
                      collide_target_hit *hit) {
  memset(&hit->hit, 0, sizeof hit->hit);
  hit->hit.t = from->t; /* if a script has changed the shape since then */
  (void)cast_at(cast, target->of.grid, from->cell, from->value, &hit->hit);
  hit->hit.face = COLLIDE_FACE_NONE;
  hit->hit.edge = 0;
  hit->member = *target;
  hit->triangle = hit->part = 0;
  hit->count = 1;
  hit->value = from->value;
  memcpy(hit->cell, from->cell, sizeof hit->cell);
  memcpy(hit->cells[0], from->cell, sizeof hit->cells[0]);
}

int ci_tiles_next(tile_hits *tiles, const collide_cast *cast, const collide_target *target,
                  collide_target_hit *hit) {
  for (;;) {
    int first = find_first(tiles);
    step(tiles);
    if (tiles->count > 0 &&
        (tiles->has_ended || comes_before(&tiles->list[first], tiles->touched))) {
      write_hit(cast, target, &tiles->list[first], hit);
      tiles->list[first] = tiles->list[--tiles->count];
      return 1;
    }
    if (tiles->has_ended) return 0;
    take_cell(tiles, cast, target);
  }
}
