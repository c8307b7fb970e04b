/* SPDX-License-Identifier: MIT
 *
 * Normals of contacts with cells of a plane grid that have shapes, and with boxes beside them.
 *
 * The solid cells are one area. A contact may leave a cell only at the border of the area: across
 * an edge that no other cell covers, or around a corner between two such edges. At a corner where a
 * covered edge begins, the border continues along an edge of another cell. If the two edges make a
 * convex corner, all normals between theirs count, else only the normal of its own edge.
 *
 * The given corners, in a cell from 0 to 1, decide which edges are covered and where the border
 * continues. So two tiles meet if their corners there are equal.
 */
#include "proximity_tile.h"

#include <string.h>

#include "../number/orient.h"
#include "../shape/shape.h"

/* A normal counts as that of an edge if the sine of their angle is at most this. Both are unit
 * vectors, each rounded by 2 u = 2^-52 a component. The computed sine is off by less than 16 u. */
#define SAME_NORMAL 3.5527136788005009e-15 /* 2^-48: 32 u */

/* ---- Covered edges ----------------------------------------------------------------------- */

static void beside(const int64_t cell[3], int face, int64_t out[3]) {
  memcpy(out, cell, 3 * sizeof out[0]);
  out[face / 2] += face % 2 == 0 ? -1 : 1;
}

/* An interval; `at` moves up while a search covers it. */
typedef struct tile_reach {
  double at, to;
} tile_reach;

/* If the interval from low to high contains `at`, moves `at` to its end and returns 1. */
static int reach_on(tile_reach *r, double low, double high) {
  if (!(low <= r->at && r->at < high)) return 0;
  r->at = high;
  return 1;
}

/* Returns 1 if the parts of a cell together fill that part of a face. */
static int is_filled(const cell_around *a, const int64_t cell[3], int face, const double side[2]) {
  unsigned value = around_get(a, cell);
  const grid_form *form = grid_form_of(a->grid, value);
  tile_reach r = {side[0], side[1]};
  int i;
  if (form == NULL) return value != 0;
  for (i = 0; i < form->parts && r.at < r.to; i++)
    if (reach_on(&r, form[i].sides[face][0], form[i].sides[face][1])) i = -1;
  return !(r.at < r.to);
}

int ci_tile_covers(const cell_around *a, int face) {
  static const double whole[2] = {0, 1};
  unsigned value = around_get(a, a->cell);
  const grid_form *form = grid_form_of(a->grid, value);
  int64_t beyond[3];
  int i, has_side = 0;
  if (a->grid->frame.dimensions == 3) return ci_block_covers(a, face);
  beside(a->cell, face, beyond);
  if (form == NULL) return value != 0 && is_filled(a, beyond, face ^ 1, whole);
  for (i = 0; i < form->parts; i++) {
    const double *side = form[i].sides[face];
    if (!(side[0] < side[1])) continue;
    if (!is_filled(a, beyond, face ^ 1, side)) return 0;
    has_side = 1;
  }
  return has_side;
}

int ci_tile_is_near(const collide_grid *grid, const int64_t cell[3]) {
  int x, y, z, deep = grid->frame.dimensions == 3;
  for (z = -deep; z <= deep; z++)
    for (y = -1; y <= 1; y++)
      for (x = -1; x <= 1; x++) {
        int64_t at[3];
        at[0] = cell[0] + x;
        at[1] = cell[1] + y;
        at[2] = cell[2] + z;
        if (grid_form_of(grid, collide_grid_get(grid, at)) != NULL) return 1;
      }
  return 0;
}

/* A part of a cell: its given corners, and their points in the world. */
typedef struct tile {
  int64_t cell[3];
  int part;
  grid_form form;
  double points[GRID_FORM_CORNERS][2];
} tile;

static tile tile_of(const cell_around *a, const int64_t cell[3], int part) {
  static const double square[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const grid_form *form = grid_form_of(a->grid, around_get(a, cell));
  tile t;
  memcpy(t.cell, cell, sizeof t.cell);
  t.part = part;
  if (form != NULL) {
    t.form = form[part];
  } else {
    t.form.parts = 1;
    t.form.count = 4;
    memcpy(t.form.corners, square, sizeof square);
  }
  ci_form_corners(a->grid, cell, &t.form, t.points);
  return t;
}

static int next_of(const tile *t, int i) {
  return (i + 1) % t->form.count;
}

static int previous_of(const tile *t, int i) {
  return (i + t->form.count - 1) % t->form.count;
}

/* Returns 1 if the edges p q and u v lie in one line and have opposite directions. Exact. */
static int is_opposite(const double p[2], const double q[2], const double u[2], const double v[2]) {
  int axis = p[0] == q[0];
  return orient2d(p, q, u) == 0 && orient2d(p, q, v) == 0 &&
         (p[axis] < q[axis]) != (u[axis] < v[axis]);
}

/* Continues the interval along p q by an opposite edge of the form. Returns 0 if there is none. */
static int reach_along(tile_reach *r, const double p[2], const double q[2], const grid_form *form) {
  int axis = p[0] == q[0], sign = p[axis] < q[axis] ? 1 : -1, i;
  for (i = 0; i < form->count && form->count > 2; i++) {
    const double *u = form->corners[i], *v = form->corners[(i + 1) % form->count];
    if (is_opposite(p, q, u, v) && reach_on(r, sign * v[axis], sign * u[axis])) return 1;
  }
  return 0;
}

/* Returns 1 if other parts of the cell cover all of edge i. */
static int is_inner(const cell_around *a, const tile *t, int i) {
  const grid_form *form = grid_form_of(a->grid, around_get(a, t->cell));
  const double *p = t->form.corners[i], *q = t->form.corners[next_of(t, i)];
  int axis = p[0] == q[0], sign = p[axis] < q[axis] ? 1 : -1, k;
  tile_reach r;
  if (form == NULL || form->parts == 1) return 0;
  r.at = sign * p[axis];
  r.to = sign * q[axis];
  for (k = 0; k < form->parts && r.at < r.to; k++)
    if (k != t->part && reach_along(&r, p, q, &form[k])) k = -1;
  return !(r.at < r.to);
}

enum { UNCOVERED = -1, COVERED_WITHIN = 4 };

/* Returns the cover of edge i, from corner i to the next: the number of the face to the covering
 * cell, COVERED_WITHIN if other parts of the cell cover it, or UNCOVERED. */
static int covered_face(const cell_around *a, const tile *t, int i) {
  const double *p = t->form.corners[i], *q;
  double side[2];
  int64_t beyond[3];
  int face, along;
  if (t->form.count < 3) return UNCOVERED;
  q = t->form.corners[next_of(t, i)];
  face = ci_grid_form_face(p, q);
  if (face < 0) return is_inner(a, t, i) ? COVERED_WITHIN : UNCOVERED;
  along = 1 - face / 2;
  side[0] = p[along] < q[along] ? p[along] : q[along];
  side[1] = p[along] < q[along] ? q[along] : p[along];
  beside(t->cell, face, beyond);
  return is_filled(a, beyond, face ^ 1, side) ? face : UNCOVERED;
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

/* Finds a part of a cell, other than `but`, with an edge along p q in the opposite direction. The
 * edge ends at p, or with `at_end` begins at q. Returns the number of that corner, or -1. */
static int find_part(const cell_around *a, const int64_t cell[3], int but, const double p[2],
                     const double q[2], int at_end, tile *t) {
  int part, parts = grid_parts_of(a->grid, around_get(a, cell));
  for (part = 0; part < parts; part++) {
    int k;
    if (part == but) continue;
    *t = tile_of(a, cell, part);
    k = t->form.count < 3 ? -1 : corner_at(t, at_end ? q : p);
    if (k < 0) continue;
    if (at_end ? is_opposite(p, q, q, t->form.corners[next_of(t, k)])
               : is_opposite(p, q, t->form.corners[previous_of(t, k)], p))
      return k;
  }
  return -1;
}

/* More parts than can meet at a corner without overlap. */
enum { MOST_AROUND = 4 * GRID_FORM_PARTS };

/* Edge i is covered; C is the corner where it begins, or with `at_end` where it ends. Finds the
 * normal of the edge along which the border continues at C. Several parts and cells may meet at C.
 * Returns 0 if C lies within an edge of the cover, or if there is no border at C. */
static int find_beyond(const cell_around *a, const tile *from, int i, int at_end, double n[2]) {
  tile t = *from;
  int steps, face;
  for (steps = 0; steps < MOST_AROUND; steps++) {
    double p[2], q[2];
    int64_t cell[3];
    int k, but = t.part;
    face = covered_face(a, &t, i);
    if (face == UNCOVERED) {
      normal_of(&t, i, n);
      return 1;
    }
    memcpy(p, t.form.corners[i], sizeof p);
    memcpy(q, t.form.corners[next_of(&t, i)], sizeof q);
    memcpy(cell, t.cell, sizeof cell);
    if (face != COVERED_WITHIN) {
      p[face / 2] = q[face / 2] = 1 - p[face / 2];
      beside(t.cell, face, cell);
      but = -1;
    }
    k = find_part(a, cell, but, p, q, at_end, &t);
    if (k < 0) return 0;
    i = at_end ? previous_of(&t, k) : k;
    if (t.part == from->part && memcmp(t.cell, from->cell, sizeof t.cell) == 0) return 0;
  }
  return 0;
}

/* ---- Normals that count ---------------------------------------------------------------------- */

/* All normals at a corner from one to the other, counterclockwise. */
typedef struct tile_cone {
  double from[2], to[2], corner[2];
} tile_cone;

/* At most one for each corner and each edge. */
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

static void find_cones(const cell_around *a, const tile *t, tile_cones *all) {
  int i;
  all->count = 0;
  for (i = 0; i < t->form.count; i++) {
    int before = previous_of(t, i);
    int is_open = covered_face(a, t, i) == UNCOVERED;
    int was_open = covered_face(a, t, before) == UNCOVERED;
    double from[2], to[2];
    normal_of(t, before, from);
    normal_of(t, i, to);
    if (is_open) add_cone(all, to, to, t->points[i]);
    if (!is_open && !was_open) continue;
    if (!is_open && !find_beyond(a, t, i, 0, to)) continue;
    if (!was_open && !find_beyond(a, t, before, 1, from)) continue;
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

/* The depth of a plane shape, moved by `moved`, below the line through the corner with normal n.
 * Subtracts the corner first, so the error is relative to the shape's size, not its coordinates. */
static double depth_along(const collide_shape *shape, const double moved[2], const double corner[2],
                          const double n[2]) {
  collide_corner room[4];
  const collide_corner *corners = outline_corners(shape, room);
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

/* Returns 1 if the displacement goes against the normal, or along its edge except for rounding.
 * Slides may leave an edge by up to 2^-39 of their length (MOST_BIASES in move/move_slide.c). */
static int goes_against(const double d[2], const double n[2]) {
  return dot(d, n) < 3.637978807091713e-12 * (fabs(d[0]) + fabs(d[1])); /* 2^-38 */
}

/* Finds the direction of the cones along which the shape is least deep. If d is not NULL, only
 * directions that d goes against count. Returns 0 if there is none. */
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

static cell_rank meet_flat_part(const meet *m, const cell_around *a, int part, collide_push *push) {
  static const double nowhere[2] = {0, 0};
  double sign = m->flags & COLLIDE_TARGET_FIRST ? -1 : 1, n[2], depth, own = 0;
  unsigned value = around_get(a, a->cell);
  cell_shape room;
  tile_cones cones;
  tile t;
  if (ci_meet_contact(m, ci_cell_shape(a->grid, a->cell, value, part, &room), push) != 1)
    return CELL_APART;
  own = push->depth;
  n[0] = sign * push->normal[0];
  n[1] = sign * push->normal[1];
  t = tile_of(a, a->cell, part);
  find_cones(a, &t, &cones);
  if (t.form.count < 3 || is_in_cones(&cones, n)) return CELL_PROPER;
  if (is_plane(m->shape)) return CELL_SEAM;
  if (!find_least(&cones, m->shape, nowhere, NULL, n, &depth))
    return own > 0 ? CELL_PROPER : CELL_SEAM;
  push->normal[0] = sign * n[0] + 0.0;
  push->normal[1] = sign * n[1] + 0.0;
  push->depth = depth > own ? depth : own;
  return own == 0 && push->depth > 0 ? CELL_SEAM : CELL_PROPER;
}

static cell_rank meet_part(const meet *m, const cell_around *a, int part, collide_push *push) {
  return m->dimensions == 3 ? ci_meet_block_part(m, a, part, push)
                            : meet_flat_part(m, a, part, push);
}

/* Keeps the deepest contact of all parts. Contacts with seams count only if there are no others.
 * For equal depths the first part counts. */
cell_rank ci_meet_tile(const meet *m, const cell_around *a, collide_push *push) {
  int i, parts = grid_parts_of(a->grid, around_get(a, a->cell));
  cell_rank best = meet_part(m, a, 0, push);
  for (i = 1; i < parts; i++) {
    collide_push one;
    cell_rank rank = meet_part(m, a, i, &one);
    if (rank == CELL_APART || (best == CELL_PROPER && rank == CELL_SEAM)) continue;
    if (rank == best && !(one.depth > push->depth)) continue;
    best = rank;
    *push = one;
  }
  return best;
}

void ci_tile_turn(const collide_shape *shape, const double moved[2], const double d[2],
                  const cell_around *a, int part, double normal[3]) {
  tile t = tile_of(a, a->cell, part);
  tile_cones cones;
  double n[2], depth;
  find_cones(a, &t, &cones);
  if (t.form.count < 3 || is_in_cones(&cones, normal) || is_plane(shape)) return;
  if (!find_least(&cones, shape, moved, d, n, &depth)) return;
  normal[0] = n[0];
  normal[1] = n[1];
}
