/* SPDX-License-Identifier: MIT
 *
 * Cells of a grid that are shapes instead of boxes, and boxes beside them: which of their normals
 * count?
 *
 * The solid cells are one area, so a contact may leave a cell only where the border of the area is:
 * across an edge that no other cell covers, or around a corner between two such edges. Of a corner
 * where a covered edge begins, the border goes on along an edge of another cell; when the two edges
 * make a convex corner, all normals between theirs count, else only the normal of the own edge.
 *
 * Whether an edge is covered, and where the border goes on, is decided by the corners as they were
 * given, in a cell from 0 to 1. So tiles meet when their corners there are equal.
 */
#include "meet_tile.h"

#include <string.h>

/* A normal is taken to be that of an edge when it is off by this much at most: the sine of the
 * angle between two normals of unit length, each rounded by 2 u = 2^-52 a component, is computed
 * with an error below 16 u. */
#define SAME_NORMAL 3.5527136788005009e-15 /* 2^-48: 32 u */

/* ---- Which edges are covered ------------------------------------------------------------- */

static void beside(const int64_t cell[3], int face, int64_t out[3]) {
  memcpy(out, cell, 3 * sizeof out[0]);
  out[face / 2] += face % 2 == 0 ? -1 : 1;
}

/* Which part of a face a cell of that value fills; returns 0 when it fills nothing. */
static int find_side(const collide_grid *grid, unsigned value, int face, double side[2]) {
  const grid_form *form = grid_form_of(grid, value);
  side[0] = 0;
  side[1] = value != 0;
  if (form != NULL) memcpy(side, form->sides[face], 2 * sizeof side[0]);
  return side[0] < side[1];
}

int ci_tile_covers(const collide_grid *grid, const int64_t cell[3], int face) {
  double own[2], other[2];
  int64_t beyond[3];
  beside(cell, face, beyond);
  return find_side(grid, collide_grid_get(grid, cell), face, own) &&
         find_side(grid, collide_grid_get(grid, beyond), face ^ 1, other) && other[0] <= own[0] &&
         own[1] <= other[1];
}

int ci_tile_is_near(const collide_grid *grid, const int64_t cell[3]) {
  int64_t at[3];
  int x, y;
  at[2] = 0;
  for (y = -1; y <= 1; y++)
    for (x = -1; x <= 1; x++) {
      at[0] = cell[0] + x;
      at[1] = cell[1] + y;
      if (grid_form_of(grid, collide_grid_get(grid, at)) != NULL) return 1;
    }
  return 0;
}

/* A cell by its corners: as they were given, and where they are. */
typedef struct tile {
  int64_t cell[3];
  grid_form form;
  double points[GRID_FORM_CORNERS][2];
} tile;

static tile tile_of(const collide_grid *grid, const int64_t cell[3]) {
  static const double square[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const grid_form *form = grid_form_of(grid, collide_grid_get(grid, cell));
  tile t;
  memcpy(t.cell, cell, sizeof t.cell);
  if (form != NULL) {
    t.form = *form;
  } else {
    t.form.count = 4;
    memcpy(t.form.corners, square, sizeof square);
  }
  ci_form_corners(grid, cell, &t.form, t.points);
  return t;
}

static int next_of(const tile *t, int i) {
  return (i + 1) % t->form.count;
}

static int previous_of(const tile *t, int i) {
  return (i + t->form.count - 1) % t->form.count;
}

/* The face in which edge i, from corner i to the next, lies and is covered; or -1. */
static int covered_face(const collide_grid *grid, const tile *t, int i) {
  int face;
  if (t->form.count < 3) return -1;
  face = ci_grid_form_face(t->form.corners[i], t->form.corners[next_of(t, i)]);
  return face >= 0 && ci_tile_covers(grid, t->cell, face) ? face : -1;
}

/* The outward normal of edge i. */
static void normal_of(const tile *t, int i, double n[2]) {
  const double *p = t->points[i], *q = t->points[next_of(t, i)];
  double x = q[0] - p[0], y = q[1] - p[1], most = fabs(x) > fabs(y) ? fabs(x) : fabs(y), length;
  n[0] = n[1] = 0;
  if (!(most > 0)) return;
  x /= most;
  y /= most;
  length = sqrt(x * x + y * y);
  n[0] = y / length + 0.0;
  n[1] = -x / length + 0.0;
}

/* ---- The border around a corner ------------------------------------------------------------- */

static int corner_at(const tile *t, const double p[2]) {
  int i;
  for (i = 0; i < t->form.count; i++)
    if (t->form.corners[i][0] == p[0] && t->form.corners[i][1] == p[1]) return i;
  return -1;
}

/* Edge i is covered; C is the corner where it begins, or with `at_end` where it ends. Finds the
 * normal of the edge along which the border goes on at C, in another cell, or in one of at most
 * four that meet there. Returns 0 when C lies within an edge of the cell that covers this one. */
static int find_beyond(const collide_grid *grid, const tile *from, int i, int at_end, double n[2]) {
  tile t = *from;
  int steps, face;
  for (steps = 0; steps < 4; steps++) {
    double p[2];
    int64_t cell[3];
    int k;
    face = covered_face(grid, &t, i);
    if (face < 0) {
      normal_of(&t, i, n);
      return 1;
    }
    memcpy(p, t.form.corners[at_end ? next_of(&t, i) : i], sizeof p);
    p[face / 2] = 1 - p[face / 2];
    beside(t.cell, face, cell);
    t = tile_of(grid, cell);
    k = corner_at(&t, p);
    if (k < 0) return 0;
    i = at_end ? previous_of(&t, k) : k;
  }
  return 0;
}

/* ---- Which normals count --------------------------------------------------------------------- */

/* All normals from one to the other, counterclockwise, at a corner. */
typedef struct tile_cone {
  double from[2], to[2], corner[2];
} tile_cone;

/* At each corner and each edge one, at most. */
typedef struct tile_cones {
  int count;
  tile_cone list[2 * GRID_FORM_CORNERS];
} tile_cones;

static double cross(const double a[2], const double b[2]) {
  return a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[2], const double b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}

static void add_cone(tile_cones *all, const double from[2], const double to[2],
                     const double corner[2]) {
  tile_cone *c = &all->list[all->count++];
  memcpy(c->from, from, sizeof c->from);
  memcpy(c->to, to, sizeof c->to);
  memcpy(c->corner, corner, sizeof c->corner);
}

static void find_cones(const collide_grid *grid, const tile *t, tile_cones *all) {
  int i;
  all->count = 0;
  for (i = 0; i < t->form.count; i++) {
    int before = previous_of(t, i);
    int is_open = covered_face(grid, t, i) < 0, was_open = covered_face(grid, t, before) < 0;
    double from[2], to[2];
    normal_of(t, before, from);
    normal_of(t, i, to);
    if (is_open) add_cone(all, to, to, t->points[i]);
    if (!is_open && !was_open) continue;
    if (!is_open && !find_beyond(grid, t, i, 0, to)) continue;
    if (!was_open && !find_beyond(grid, t, before, 1, from)) continue;
    if (cross(from, to) > SAME_NORMAL) add_cone(all, from, to, t->points[i]);
  }
}

static int is_in_cone(const tile_cone *c, const double n[2]) {
  if (c->from[0] == c->to[0] && c->from[1] == c->to[1])
    return fabs(cross(c->from, n)) <= SAME_NORMAL && dot(c->from, n) > 0;
  return cross(c->from, n) >= -SAME_NORMAL && cross(n, c->to) >= -SAME_NORMAL;
}

static int is_in_cones(const tile_cones *all, const double n[2]) {
  int i;
  for (i = 0; i < all->count; i++)
    if (is_in_cone(&all->list[i], n)) return 1;
  return 0;
}

/* How deep a shape of the plane, moved by `moved`, is below the line through the corner across n.
 * Differences from the corner are taken first, so that the error is that of the shape's size and
 * not of its place. */
static double depth_along(const collide_shape *shape, const double moved[2], const double corner[2],
                          const double n[2]) {
  const collide_corner *corners = collide_hull(shape);
  double least = HUGE_VAL;
  int i;
  for (i = 0; i < shape->of.outline.count; i++) {
    double x = corners[i].point[0] - corner[0] + moved[0];
    double y = corners[i].point[1] - corner[1] + moved[1];
    double height = n[0] * x + n[1] * y;
    if (height < least) least = height;
  }
  return shape->radius - least;
}

/* A displacement goes against a normal, or along its edge but for rounding: slides lead off by up
 * to 2^-39 of their length (MOST_BIASES in move/move_slide.c). */
static int goes_against(const double d[2], const double n[2]) {
  return dot(d, n) < 3.637978807091713e-12 * (fabs(d[0]) + fabs(d[1])); /* 2^-38 */
}

/* The direction of the cones that the shape is least deep along; with d only of those that it goes
 * against. Returns 0 when there is none. */
static int find_least(const tile_cones *all, const collide_shape *shape, const double moved[2],
                      const double *d, double n[2], double *depth) {
  int i, k, found = 0;
  for (i = 0; i < all->count; i++) {
    for (k = 0; k < 2; k++) {
      const tile_cone *c = &all->list[i];
      const double *to = k == 0 ? c->from : c->to;
      double deep;
      if (d != NULL && !goes_against(d, to)) continue;
      deep = depth_along(shape, moved, c->corner, to);
      if (found && !(deep < *depth)) continue;
      found = 1;
      *depth = deep;
      memcpy(n, to, 2 * sizeof n[0]);
    }
  }
  return found;
}

/* ---- Contacts ------------------------------------------------------------------------------- */

static int is_plane(const collide_shape *shape) {
  return shape->kind == COLLIDE_PLANE_2D;
}

cell_rank ci_meet_tile(const meet *m, const collide_grid *grid, const int64_t cell[3],
                       collide_push *push) {
  static const double nowhere[2] = {0, 0};
  double sign = m->flags & COLLIDE_TARGET_FIRST ? -1 : 1, n[2], depth, own = 0;
  cell_shape room;
  tile_cones cones;
  tile t;
  if (ci_meet_contact(m, ci_cell_shape(grid, cell, collide_grid_get(grid, cell), &room), push) != 1)
    return CELL_APART;
  own = push->depth;
  n[0] = sign * push->normal[0];
  n[1] = sign * push->normal[1];
  t = tile_of(grid, cell);
  find_cones(grid, &t, &cones);
  if (t.form.count < 3 || is_in_cones(&cones, n)) return CELL_PROPER;
  if (is_plane(m->shape)) return CELL_SEAM;
  if (!find_least(&cones, m->shape, nowhere, NULL, n, &depth))
    return own > 0 ? CELL_PROPER : CELL_SEAM;
  push->normal[0] = sign * n[0] + 0.0;
  push->normal[1] = sign * n[1] + 0.0;
  push->depth = depth > own ? depth : own;
  return own == 0 && push->depth > 0 ? CELL_SEAM : CELL_PROPER;
}

void ci_tile_turn(const collide_shape *shape, const double moved[2], const double d[2],
                  const collide_grid *grid, const int64_t cell[3], double normal[3]) {
  tile t = tile_of(grid, cell);
  tile_cones cones;
  double n[2], depth;
  find_cones(grid, &t, &cones);
  if (t.form.count < 3 || is_in_cones(&cones, normal) || is_plane(shape)) return;
  if (!find_least(&cones, shape, moved, d, n, &depth)) return;
  normal[0] = n[0];
  normal[1] = n[1];
}
