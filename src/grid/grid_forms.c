/* SPDX-License-Identifier: MIT
 *
 * Values whose cells are shapes instead of boxes.
 */
#include "grid_forms.h"
#include "../shape/shape.h"

#include <string.h>

/* ---- The list ------------------------------------------------------------------------------ */

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
  for (i = 0; i < count; i++) ci_grid_free_solid(forms[i].solid, g->alloc, g->user);
}

void ci_grid_free_forms(collide_grid *grid) {
  if (grid->forms == NULL) return;
  free_solids(grid, grid->forms, grid->form_count);
  grid->alloc(grid->user, grid->forms, (size_t)grid->form_room * sizeof *grid->forms, 0);
  grid->forms = NULL;
  grid->form_count = grid->form_room = 0;
}

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

/* ---- The part of each face that a shape fills -------------------------------------------- */

int ci_grid_form_face(const double p[2], const double q[2]) {
  int face;
  for (face = 0; face < 4; face++)
    if (p[face / 2] == face % 2 && q[face / 2] == face % 2) return face;
  return -1;
}

/* A segment has no inside, so it fills nothing. */
static void find_sides(grid_form *form) {
  int i;
  for (i = 0; i < 4; i++) {
    form->sides[i][0] = 1;
    form->sides[i][1] = 0;
  }
  for (i = 0; i < form->count && form->count > 2; i++) {
    const double *p = form->corners[i], *q = form->corners[(i + 1) % form->count];
    int face = ci_grid_form_face(p, q), along = 1 - face / 2;
    if (face < 0) continue;
    form->sides[face][0] = p[along] < q[along] ? p[along] : q[along];
    form->sides[face][1] = p[along] < q[along] ? q[along] : p[along];
  }
}

static int is_whole(const grid_form *form) {
  if (form->solid != NULL) return ci_grid_is_whole(form->solid);
  return form->count == 4 && form->sides[0][0] == 0 && form->sides[0][1] == 1 &&
         form->sides[1][0] == 0 && form->sides[1][1] == 1;
}

/* ---- In C ----------------------------------------------------------------------------------- */

static int has_corners(const collide_shape *shape) {
  if (shape->kind == COLLIDE_POLYGON) return shape->radius == 0;
  return shape->kind == COLLIDE_RECT || shape->kind == COLLIDE_TRIANGLE_2D ||
         shape->kind == COLLIDE_SEGMENT_2D;
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
  find_sides(form);
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
    error =
        ci_grid_make_solid(shapes[i], grid->frame.size, grid->alloc, grid->user, &parts[i].solid);
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
    to->forms[i].solid = ci_grid_copy_solid(from->forms[i].solid, to->alloc, to->user);
    if (to->forms[i].solid != NULL) continue;
    free_solids(to, to->forms, i);
    return 0;
  }
  to->form_count = from->form_count;
  return 1;
}
