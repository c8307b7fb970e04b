/* SPDX-License-Identifier: MIT
 *
 * Values whose cells are shapes instead of boxes.
 */
#include "grid_forms.h"

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

void ci_grid_free_forms(collide_grid *grid) {
  if (grid->forms == NULL) return;
  grid->alloc(grid->user, grid->forms, (size_t)grid->form_room * sizeof *grid->forms, 0);
  grid->forms = NULL;
  grid->form_count = grid->form_room = 0;
}

static int widen(collide_grid *g) {
  size_t one = sizeof *g->forms, room = (size_t)g->form_room, more = room == 0 ? 2 : 2 * room;
  void *list = g->alloc(g->user, g->forms, room * one, more * one);
  if (list == NULL) return 0;
  g->forms = (grid_form *)list;
  g->form_room = (int)more;
  return 1;
}

static void remove_form(collide_grid *g, unsigned value) {
  int place = find_place(g, value);
  if (ci_grid_find_form(g, value) == NULL) return;
  g->form_count--;
  memmove(g->forms + place, g->forms + place + 1,
          (size_t)(g->form_count - place) * sizeof *g->forms);
  if (g->form_count == 0) ci_grid_free_forms(g);
}

static int add_form(collide_grid *g, const grid_form *form) {
  int place = find_place(g, form->value);
  if (ci_grid_find_form(g, form->value) == NULL) {
    if (g->form_count == g->form_room && !widen(g)) return 0;
    memmove(g->forms + place + 1, g->forms + place,
            (size_t)(g->form_count - place) * sizeof *g->forms);
    g->form_count++;
  }
  g->forms[place] = *form;
  return 1;
}

/* ---- What a shape fills of the faces ----------------------------------------------------- */

int ci_grid_form_face(const double p[2], const double q[2]) {
  int face;
  for (face = 0; face < 4; face++)
    if (p[face / 2] == face % 2 && q[face / 2] == face % 2) return face;
  return -1;
}

/* A segment fills nothing, for it has no inside. */
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

static int is_box(const grid_form *form) {
  return form->count == 4 && form->sides[0][0] == 0 && form->sides[0][1] == 1 &&
         form->sides[1][0] == 0 && form->sides[1][1] == 1;
}

/* ---- In C ----------------------------------------------------------------------------------- */

static int has_corners(const collide_shape *shape) {
  return shape->kind == COLLIDE_RECT || shape->kind == COLLIDE_POLYGON ||
         shape->kind == COLLIDE_TRIANGLE_2D || shape->kind == COLLIDE_SEGMENT_2D;
}

collide_error collide_grid_set_shape(collide_grid *grid, unsigned value,
                                     const collide_shape *shape) {
  const collide_corner *corners;
  grid_form form;
  int i, axis;
  if (shape == NULL) {
    remove_form(grid, value);
    return COLLIDE_OK;
  }
  if (grid->frame.dimensions != 2 || !has_corners(shape)) return COLLIDE_ERROR_UNSUPPORTED;
  if (shape->of.outline.count < 2 || shape->of.outline.count > GRID_FORM_CORNERS)
    return COLLIDE_ERROR_LIMIT;
  memset(&form, 0, sizeof form);
  form.value = value;
  form.count = shape->of.outline.count;
  corners = collide_hull(shape);
  for (i = 0; i < form.count; i++) {
    for (axis = 0; axis < 2; axis++) {
      if (!(corners[i].point[axis] >= 0 && corners[i].point[axis] <= 1)) return COLLIDE_ERROR_SIZE;
      form.corners[i][axis] = corners[i].point[axis];
    }
  }
  find_sides(&form);
  if (is_box(&form)) {
    remove_form(grid, value);
    return COLLIDE_OK;
  }
  return add_form(grid, &form) ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
}

int ci_grid_copy_forms(collide_grid *to, const collide_grid *from) {
  int i;
  for (i = 0; i < from->form_count; i++)
    if (!add_form(to, &from->forms[i])) return 0;
  return 1;
}
