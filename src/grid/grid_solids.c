/* SPDX-License-Identifier: MIT
 *
 * Shapes of cells in space.
 *
 * A box, triangle or segment is made in each cell from its corners there. A hull is scaled and
 * moved, so among cells of one size only its position differs.
 */
#include "grid_solids.h"

#include <string.h>

#include "../shape/hull.h"
#include "grid_shape.h"
#include "../shape/shape.h"

/* Corner i of a box lies at bit k of i along axis k. */
const grid_body ci_grid_whole = {
    {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}},
    8,
    {{{-1, 0, 0}, 0, 0, 4},
     {{1, 0, 0}, 1, 4, 4},
     {{0, -1, 0}, 2, 8, 4},
     {{0, 1, 0}, 3, 12, 4},
     {{0, 0, -1}, 4, 16, 4},
     {{0, 0, 1}, 5, 20, 4}},
    6,
    {0, 2, 6, 4, 1, 3, 7, 5, 0, 1, 5, 4, 2, 3, 7, 6, 0, 1, 3, 2, 4, 5, 7, 6}};

/* ---- The given shape ------------------------------------------------------------------------ */

enum { MOST_GIVEN = 256 };

/* Reads the corners after the pose; for a hull only the points that are its corners. Returns their
 * number, 0 for other kinds, -1 if there are too many. */
static int read_corners(const collide_shape *shape, double p[MOST_GIVEN][3]) {
  int count = 0;
  if (shape->kind == COLLIDE_HULL) {
    const solid_hull *hull = shape->of.solid.hull;
    if (hull->corners > MOST_GIVEN) return -1;
    for (; count < hull->corners; count++)
      (void)ci_shape_corner(shape, hull->index[count], p[count]);
  } else if (shape->kind == COLLIDE_BOX || shape->kind == COLLIDE_TRIANGLE ||
             shape->kind == COLLIDE_SEGMENT) {
    while (count < 8 && ci_shape_corner(shape, count, p[count])) count++;
  }
  return count;
}

static int is_within(double p[][3], int count) {
  int i, k;
  for (i = 0; i < count; i++)
    for (k = 0; k < 3; k++)
      if (!(p[i][k] >= 0 && p[i][k] <= 1)) return 0;
  return 1;
}

/* ---- Faces ------------------------------------------------------------------------------------
 */

/* The side of the cell that all corners of a facet lie in, or -1. */
static int find_side(const grid_body *body, const grid_facet *f) {
  int bit, i;
  for (bit = 0; bit < 6; bit++) {
    for (i = 0; i < f->count; i++)
      if (body->corners[body->place[f->first + i]][bit / 2] != bit % 2) break;
    if (i == f->count) return bit;
  }
  return -1;
}

static void find_sides(grid_body *body) {
  int i;
  for (i = 0; i < body->facets; i++) body->facet[i].side = find_side(body, &body->facet[i]);
}

/* A flat box has no inside. */
static void take_box(grid_solid *solid) {
  grid_body *b = &solid->body;
  int k, is_flat = 0;
  solid->is_box = 1;
  for (k = 0; k < 3; k++)
    if (!(b->corners[0][k] < b->corners[7][k])) is_flat = 1;
  if (is_flat) return;
  memcpy(b->facet, ci_grid_whole.facet, sizeof b->facet);
  memcpy(b->place, ci_grid_whole.place, sizeof b->place);
  b->facets = ci_grid_whole.facets;
  find_sides(b);
}

static void take_hull(grid_solid *solid) {
  const solid_hull *hull = solid->hull.of.solid.hull;
  grid_body *b = &solid->body;
  int i;
  b->count = hull->corners;
  memcpy(b->corners, hull->positions, (size_t)b->count * sizeof b->corners[0]);
  memcpy(b->place, hull->corner, (size_t)hull->places * sizeof b->place[0]);
  b->facets = hull->faces;
  for (i = 0; i < b->facets; i++) {
    memcpy(b->facet[i].unit, hull->planes[i].unit, sizeof b->facet[i].unit);
    b->facet[i].first = hull->first[i];
    b->facet[i].count = hull->first[i + 1] - hull->first[i];
  }
  find_sides(b);
}

/* ---- Making -------------------------------------------------------------------------------------
 */

static size_t aligned(size_t bytes) {
  return (bytes + 15) / 16 * 16;
}

static grid_solid *new_solid(size_t storage, collide_alloc alloc, void *user) {
  size_t bytes = aligned(sizeof(grid_solid)) + storage;
  grid_solid *solid = (grid_solid *)alloc(user, NULL, 0, bytes);
  if (solid == NULL) return NULL;
  memset(solid, 0, sizeof *solid);
  solid->bytes = bytes;
  return solid;
}

static void *storage_of(grid_solid *solid) {
  return (char *)solid + aligned(sizeof *solid);
}

static collide_error scale_hull(grid_solid *solid, const double size[3]) {
  collide_pose pose = collide_identity_pose();
  collide_source source = solid->own;
  memcpy(pose.scale, size, sizeof pose.scale);
  memcpy(solid->size, size, sizeof solid->size);
  return collide_set_pose(&solid->hull, &source, &pose);
}

static collide_error make_hull(double p[][3], int count, const double size[3], collide_alloc alloc,
                               void *user, grid_solid **made) {
  size_t needed = collide_hull_work(count), storage = 0;
  void *work = alloc(user, NULL, 0, needed);
  grid_solid *solid = NULL;
  collide_error error;
  int point;
  if (work == NULL) return COLLIDE_ERROR_MEMORY;
  error = collide_build_hull(p[0], count, work, &storage, &point);
  if (error == COLLIDE_OK) {
    solid = new_solid(storage, alloc, user);
    error = solid == NULL ? COLLIDE_ERROR_MEMORY : COLLIDE_OK;
  }
  if (error == COLLIDE_OK) {
    collide_make_hull(&solid->hull, &solid->own, work, storage_of(solid));
    error = solid->hull.of.solid.hull->corners > GRID_SOLID_CORNERS ? COLLIDE_ERROR_LIMIT
                                                                    : scale_hull(solid, size);
  }
  (void)alloc(user, work, needed, 0);
  if (error == COLLIDE_OK)
    take_hull(solid);
  else if (solid != NULL)
    ci_grid_free_solid(solid, alloc, user);
  *made = solid;
  return error;
}

collide_error ci_grid_make_solid(const collide_shape *shape, const double size[3],
                                 collide_alloc alloc, void *user, grid_solid **made) {
  double p[MOST_GIVEN][3];
  int count = read_corners(shape, p);
  grid_solid *solid;
  if (count == 0) return COLLIDE_ERROR_UNSUPPORTED;
  if (count < 0) return COLLIDE_ERROR_LIMIT;
  if (!is_within(p, count)) return COLLIDE_ERROR_SIZE;
  if (shape->kind == COLLIDE_HULL || (count == 8 && shape->frame != COLLIDE_MOVED))
    return make_hull(p, count, size, alloc, user, made);
  solid = new_solid(0, alloc, user);
  if (solid == NULL) return COLLIDE_ERROR_MEMORY;
  solid->body.count = count;
  memcpy(solid->body.corners, p, (size_t)count * sizeof p[0]);
  if (count == 8) take_box(solid);
  *made = solid;
  return COLLIDE_OK;
}

grid_solid *ci_grid_copy_solid(const grid_solid *solid, collide_alloc alloc, void *user) {
  size_t storage = solid->bytes - aligned(sizeof *solid);
  grid_solid *copy = new_solid(storage, alloc, user);
  if (copy == NULL) return NULL;
  *copy = *solid;
  if (storage > 0) {
    const solid_hull *hull = ci_hull_copy(solid->hull.of.solid.hull, storage_of(copy));
    copy->hull.of.solid.hull = hull;
    copy->own.points = hull->points;
  }
  return copy;
}

void ci_grid_free_solid(grid_solid *solid, collide_alloc alloc, void *user) {
  if (solid != NULL) (void)alloc(user, solid, solid->bytes, 0);
}

int ci_grid_is_whole(const grid_solid *solid) {
  int k;
  if (!solid->is_box) return 0;
  for (k = 0; k < 3; k++)
    if (solid->body.corners[0][k] != 0 || solid->body.corners[7][k] != 1) return 0;
  return 1;
}

/* ---- Placing ------------------------------------------------------------------------------------
 */

static collide_error place_hull(const grid_solid *solid, const double low[3], const double high[3],
                                collide_shape *shape) {
  collide_source source;
  collide_pose pose;
  int k, is_same = 1;
  *shape = solid->hull;
  for (k = 0; k < 3; k++)
    if (high[k] - low[k] != solid->size[k]) is_same = 0;
  if (is_same) {
    memcpy(shape->position, low, sizeof shape->position);
    return fabs(low[0]) + fabs(low[1]) + fabs(low[2]) < HUGE_VAL ? COLLIDE_OK
                                                                 : COLLIDE_ERROR_POSE_OVERFLOW;
  }
  source = solid->own;
  pose = collide_identity_pose();
  for (k = 0; k < 3; k++) {
    pose.position[k] = low[k];
    pose.scale[k] = high[k] - low[k];
  }
  return collide_set_pose(shape, &source, &pose);
}

collide_error ci_grid_place_solid(const grid_solid *solid, const double low[3],
                                  const double high[3], collide_shape *shape) {
  const grid_body *b = &solid->body;
  double p[8][3];
  int i, k;
  if (b->count > 3 && !solid->is_box) return place_hull(solid, low, high, shape);
  for (i = 0; i < b->count; i++)
    for (k = 0; k < 3; k++) p[i][k] = grid_place_between(low[k], high[k], b->corners[i][k]);
  if (b->count == 2) return collide_make_segment(shape, NULL, p[0], p[1]);
  if (b->count == 3) return collide_make_triangle(shape, NULL, p[0], p[1], p[2]);
  ci_box_shape(3, p[0], p[7], shape);
  return COLLIDE_OK;
}
