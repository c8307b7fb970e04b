/* SPDX-License-Identifier: MIT
 *
 * Cells of grids as shapes: closed boxes, or the shapes of their values.
 */
#include "../shape/hull.h"
#include "../shape/shape.h"
#include "grid_shape.h"

#include <string.h>

/* ---- Shapes of cells in space ---------------------------------------------------------------- */

/* A box, triangle or segment is made in each cell from its corners there. A hull is scaled and
 * moved, so among cells of one size only its position differs. */

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

/* ---- The given shape ------------------------------------------------------------------------- */

enum { MOST_GIVEN = 256 };

/* Reads the corners after the pose; for a hull only the points that are its corners. Returns their
 * number, 0 for other kinds, -1 if there are too many. */
static int read_corners(const collide_shape *shape, double p[MOST_GIVEN][3]) {
  int count = 0;
  if (shape_is_hull(shape)) {
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

/* ---- Faces ----------------------------------------------------------------------------------- */

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

/* ---- Making ---------------------------------------------------------------------------------- */

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

static void grid_free_solid(grid_solid *solid, collide_alloc alloc, void *user) {
  if (solid != NULL) (void)alloc(user, solid, solid->bytes, 0);
}

static void *storage_of(grid_solid *solid) {
  return (char *)solid + aligned(sizeof *solid);
}

/* Scales the hull from a cell from 0 to 1 to cells of that size. */
static collide_error scale_hull(grid_solid *solid, const double size[3]) {
  collide_pose pose = collide_identity_pose();
  collide_source source = solid->own;
  memcpy(pose.scale, size, sizeof pose.scale);
  memcpy(solid->size, size, sizeof solid->size);
  return collide_set_pose(&solid->hull, &source, &pose);
}

/* Makes a solid from the corners of a hull in a cell from 0 to 1. */
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
    grid_free_solid(solid, alloc, user);
  *made = solid;
  return error;
}

/* Makes a solid from a box, hull, triangle or segment, for cells of that size. */
static collide_error grid_make_solid(const collide_shape *shape, const double size[3],
                                     collide_alloc alloc, void *user, grid_solid **made) {
  double p[MOST_GIVEN][3];
  int count = read_corners(shape, p);
  grid_solid *solid;
  if (count == 0) return COLLIDE_ERROR_UNSUPPORTED;
  if (count < 0) return COLLIDE_ERROR_LIMIT;
  if (!is_within(p, count)) return COLLIDE_ERROR_SIZE;
  if (shape_is_hull(shape) || (count == 8 && shape->frame != COLLIDE_MOVED))
    return make_hull(p, count, size, alloc, user, made);
  solid = new_solid(0, alloc, user);
  if (solid == NULL) return COLLIDE_ERROR_MEMORY;
  solid->body.count = count;
  memcpy(solid->body.corners, p, (size_t)count * sizeof p[0]);
  if (count == 8) take_box(solid);
  *made = solid;
  return COLLIDE_OK;
}

/* Copies a solid; NULL if there is not enough memory. */
static grid_solid *grid_copy_solid(const grid_solid *solid, collide_alloc alloc, void *user) {
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

static int grid_is_whole(const grid_solid *solid) {
  int k;
  if (!solid->is_box) return 0;
  for (k = 0; k < 3; k++)
    if (solid->body.corners[0][k] != 0 || solid->body.corners[7][k] != 1) return 0;
  return 1;
}

/* ---- Placing --------------------------------------------------------------------------------- */

static collide_error place_hull(const grid_solid *solid, const double low[3], const double high[3],
                                collide_shape *shape) {
  collide_source source;
  collide_pose pose;
  int k, is_same = 1;
  *shape = solid->hull;
  for (k = 0; k < 3; k++)
    if (high[k] - low[k] != solid->size[k]) is_same = 0;
  if (is_same) {
    memcpy(shape->origin, low, sizeof shape->origin);
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

/* Writes the solid's shape in a cell from low to high. It shares the storage of the solid. */
static collide_error grid_place_solid(const grid_solid *solid, const double low[3],
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

/* ---- The list of values with shapes ---------------------------------------------------------- */

static int find_place(const collide_grid *g, unsigned value) {
  int low = 0, high = g->form_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (g->forms[middle].value < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const grid_form *ci_grid_find_form(const collide_grid *grid, unsigned value) {
  int place = find_place(grid, value);
  return place < grid->form_count && grid->forms[place].value == value ? &grid->forms[place] : NULL;
}

/* Frees the solids of `count` forms. */
static void free_solids(collide_grid *g, grid_form *forms, int count) {
  int i;
  for (i = 0; i < count; i++) grid_free_solid(forms[i].solid, g->alloc, g->user);
}

void ci_grid_free_forms(collide_grid *grid) {
  if (grid->forms == NULL) return;
  free_solids(grid, grid->forms, grid->form_count);
  grid->alloc(grid->user, grid->forms, (size_t)grid->form_room * sizeof *grid->forms, 0);
  grid->forms = NULL;
  grid->form_count = grid->form_room = 0;
}

/* Makes room for `count` forms. Returns 0 if there is not enough memory. */
static int reserve(collide_grid *g, int count) {
  size_t one = sizeof *g->forms, room = (size_t)g->form_room, more = room == 0 ? 2 : room;
  void *list;
  if (count <= g->form_room) return 1;
  while (more < (size_t)count) more *= 2;
  list = g->alloc(g->user, g->forms, room * one, more * one);
  if (list == NULL) return 0;
  g->forms = (grid_form *)list;
  g->form_room = (int)more;
  return 1;
}

/* Replaces the parts of a value, if it has any, by `count` parts that are not written yet. Returns
 * the first of them. If there is not enough memory, returns NULL and changes nothing. */
static grid_form *open_place(collide_grid *g, unsigned value, int count) {
  const grid_form *old = ci_grid_find_form(g, value);
  int first = find_place(g, value), gone = old == NULL ? 0 : old->parts;
  if (!reserve(g, g->form_count + count - gone)) return NULL;
  free_solids(g, g->forms + first, gone);
  memmove(g->forms + first + count, g->forms + first + gone,
          (size_t)(g->form_count - first - gone) * sizeof *g->forms);
  g->form_count += count - gone;
  return g->forms + first;
}

static void remove_form(collide_grid *g, unsigned value) {
  if (ci_grid_find_form(g, value) == NULL) return;
  (void)open_place(g, value, 0); /* needs no memory */
  if (g->form_count == 0) ci_grid_free_forms(g);
}

/* Returns 1 if the form is the whole cell, which needs no form. */
static int is_whole(const grid_form *form) {
  int i, axis;
  if (form->solid != NULL) return grid_is_whole(form->solid);
  for (i = 0; i < form->count; i++)
    for (axis = 0; axis < 2; axis++)
      if (form->corners[i][axis] != 0 && form->corners[i][axis] != 1) return 0;
  return form->count == 4;
}

/* ---- Setting the shapes of a value ----------------------------------------------------------- */

/* Returns 1 for a shape of the plane that is the hull of its corners: without radius, and neither a
 * circle nor a half-plane. */
static int has_corners(const collide_shape *shape) {
  return shape->kind >= COLLIDE_CIRCLE && shape->radius == 0 && shape->of.outline.given > 1;
}

static collide_error make_form(const collide_shape *shape, grid_form *form) {
  collide_corner room[4];
  const collide_corner *corners;
  int i, axis;
  if (!has_corners(shape)) return COLLIDE_ERROR_UNSUPPORTED;
  if (shape->of.outline.count < 2 || shape->of.outline.count > GRID_FORM_CORNERS)
    return COLLIDE_ERROR_LIMIT;
  memset(form, 0, sizeof *form);
  form->count = shape->of.outline.count;
  corners = outline_corners(shape, room);
  for (i = 0; i < form->count; i++) {
    for (axis = 0; axis < 2; axis++) {
      if (!(corners[i].point[axis] >= 0 && corners[i].point[axis] <= 1)) return COLLIDE_ERROR_SIZE;
      form->corners[i][axis] = corners[i].point[axis];
    }
  }
  return COLLIDE_OK;
}

/* Makes all parts of a value, or none. */
static collide_error make_parts(collide_grid *grid, const collide_shape *const *shapes, int count,
                                grid_form *parts) {
  collide_error error = COLLIDE_OK;
  int i;
  for (i = 0; i < count && error == COLLIDE_OK; i++) {
    if (grid->frame.dimensions == 2) {
      error = make_form(shapes[i], &parts[i]);
      continue;
    }
    memset(&parts[i], 0, sizeof parts[i]);
    error = grid_make_solid(shapes[i], grid->frame.size, grid->alloc, grid->user, &parts[i].solid);
  }
  if (error != COLLIDE_OK && grid->frame.dimensions == 3) free_solids(grid, parts, i - 1);
  return error;
}

collide_error collide_grid_set_shapes(collide_grid *grid, unsigned value,
                                      const collide_shape *const *shapes, int count) {
  grid_form parts[GRID_FORM_PARTS], *forms;
  collide_error error;
  int i;
  if (count < 0 || count > GRID_FORM_PARTS) return COLLIDE_ERROR_LIMIT;
  error = make_parts(grid, shapes, count, parts);
  if (error != COLLIDE_OK) return error;
  if (count == 0 || (count == 1 && is_whole(&parts[0]))) {
    free_solids(grid, parts, count);
    remove_form(grid, value);
    return COLLIDE_OK;
  }
  forms = open_place(grid, value, count);
  if (forms == NULL) {
    free_solids(grid, parts, count);
    return COLLIDE_ERROR_MEMORY;
  }
  memcpy(forms, parts, (size_t)count * sizeof *forms);
  for (i = 0; i < count; i++) {
    forms[i].value = value;
    forms[i].parts = count;
  }
  return COLLIDE_OK;
}

int ci_grid_copy_forms(collide_grid *to, const collide_grid *from) {
  int i;
  if (from->form_count == 0) return 1;
  if (!reserve(to, from->form_count)) return 0;
  for (i = 0; i < from->form_count; i++) {
    to->forms[i] = from->forms[i];
    if (from->forms[i].solid == NULL) continue;
    to->forms[i].solid = grid_copy_solid(from->forms[i].solid, to->alloc, to->user);
    if (to->forms[i].solid != NULL) continue;
    free_solids(to, to->forms, i);
    return 0;
  }
  to->form_count = from->form_count;
  return 1;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

void ci_cells_corners(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      double low[3], double high[3]) {
  const collide_grid_frame *f = &grid->frame;
  int i;
  low[2] = high[2] = 0;
  for (i = 0; i < f->dimensions; i++) {
    low[i] = cells_boundary(f->size[i], f->origin[i], (double)min[i]);
    high[i] = cells_boundary(f->size[i], f->origin[i], (double)max[i] + 1);
  }
}

/* Boxes are clipped to the range of coordinates. */
static double cut(double x) {
  return x > COLLIDE_LARGEST ? COLLIDE_LARGEST : x < -COLLIDE_LARGEST ? -COLLIDE_LARGEST : x;
}

static void make_box(int dimensions, const double low[3], const double high[3], collide_shape *box,
                     collide_source *source) {
  double min[3], max[3];
  int i;
  for (i = 0; i < 3; i++) {
    min[i] = cut(low[i]);
    max[i] = cut(high[i]);
  }
  if (dimensions == 2)
    collide_make_rect_corners(box, source, min, max);
  else
    ci_box_between(box, min, max);
}

void ci_box_shape(int dimensions, const double low[3], const double high[3], collide_shape *box) {
  make_box(dimensions, low, high, box, NULL);
}

void ci_cells_shape(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                    collide_shape *box) {
  double low[3], high[3];
  ci_cells_corners(grid, min, max, low, high);
  ci_box_shape(grid->frame.dimensions, low, high, box);
}

/* ---- Shapes of values ------------------------------------------------------------------------ */

void ci_form_corners(const collide_grid *grid, const int64_t cell[3], const grid_form *form,
                     double points[][2]) {
  double low[3], high[3];
  int i, axis;
  ci_cells_corners(grid, cell, cell, low, high);
  for (i = 0; i < form->count; i++)
    for (axis = 0; axis < 2; axis++)
      points[i][axis] = grid_place_between(low[axis], high[axis], form->corners[i][axis]);
}

static int is_upright(const grid_form *form) {
  int i;
  for (i = 0; i < 4; i++) {
    const double *p = form->corners[i], *q = form->corners[(i + 1) % 4];
    if (p[0] != q[0] && p[1] != q[1]) return 0;
  }
  return 1;
}

static void find_corners(double points[][2], int count, double low[3], double high[3]) {
  int i, axis;
  low[2] = high[2] = 0;
  for (axis = 0; axis < 2; axis++) {
    low[axis] = high[axis] = points[0][axis];
    for (i = 1; i < count; i++) {
      if (points[i][axis] < low[axis]) low[axis] = points[i][axis];
      if (points[i][axis] > high[axis]) high[axis] = points[i][axis];
    }
  }
}

/* Makes a form of the plane from its corners in a cell. `source` may be NULL. */
static collide_error make_flat(const grid_form *form, double points[][2], cell_shape *room,
                               collide_source *source) {
  double low[3], high[3];
  find_corners(points, form->count, low, high);
  if (form->count == 4 && is_upright(form)) {
    make_box(2, low, high, &room->shape, source);
    return COLLIDE_OK;
  }
  if (form->count == 2) return collide_make_segment_2d(&room->shape, source, points[0], points[1]);
  if (form->count == 3)
    return collide_make_triangle_2d(&room->shape, source, points[0], points[1], points[2]);
  return ci_polygon_of_hull(&room->shape, source, points[0], form->count, 0, room->storage);
}

static collide_error write_flat(const collide_grid *grid, const int64_t cell[3],
                                const grid_form *form, cell_shape *room) {
  double points[GRID_FORM_CORNERS][2];
  ci_form_corners(grid, cell, form, points);
  return make_flat(form, points, room, NULL);
}

static collide_error write_own_solid(const grid_solid *solid, collide_shape *shape,
                                     collide_source *source) {
  const grid_body *b = &solid->body;
  collide_pose pose = collide_identity_pose();
  if (b->count == 2) return collide_make_segment(shape, source, b->corners[0], b->corners[1]);
  if (b->count == 3)
    return collide_make_triangle(shape, source, b->corners[0], b->corners[1], b->corners[2]);
  if (solid->is_box) return collide_make_box_corners(shape, source, b->corners[0], b->corners[7]);
  *shape = solid->hull;
  *source = solid->own;
  return collide_set_pose(shape, source, &pose);
}

collide_error ci_form_shape(const grid_form *form, cell_shape *room, collide_source *source) {
  double points[GRID_FORM_CORNERS][2];
  if (form->solid != NULL) return write_own_solid(form->solid, &room->shape, source);
  memcpy(points, form->corners, sizeof points);
  return make_flat(form, points, room, source);
}

const collide_shape *ci_cell_shape(const collide_grid *grid, const int64_t cell[3], unsigned value,
                                   int part, cell_shape *room) {
  const grid_form *form = grid_form_of(grid, value);
  collide_error error = COLLIDE_OK;
  if (form == NULL) {
    ci_cells_shape(grid, cell, cell, &room->shape);
    return &room->shape;
  }
  form += part;
  if (form->solid == NULL) {
    error = write_flat(grid, cell, form, room);
  } else {
    double low[3], high[3];
    ci_cells_corners(grid, cell, cell, low, high);
    error = grid_place_solid(form->solid, low, high, &room->shape);
  }
  /* The coordinates are too large, far beyond the range of exact answers: the cell is a box. */
  if (error != COLLIDE_OK) ci_cells_shape(grid, cell, cell, &room->shape);
  return &room->shape;
}

const collide_shape *ci_block_shape(const collide_grid *grid, const int64_t min[3],
                                    const int64_t max[3], unsigned value, int part,
                                    cell_shape *room) {
  if (grid->form_count != 0 && memcmp(min, max, 3 * sizeof min[0]) == 0)
    return ci_cell_shape(grid, min, value, part, room);
  ci_cells_shape(grid, min, max, &room->shape);
  return &room->shape;
}
