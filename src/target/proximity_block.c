/* SPDX-License-Identifier: MIT
 *
 * Normals of contacts with cells of a grid in space that have solids, and with boxes beside them.
 *
 * The solid cells are one body. A contact may leave a cell only at the border of that body: across
 * a face that no other part or cell covers, an edge between two such faces, or a corner with only
 * such faces. For a contact with a covered face, or an edge or corner of one, the open face with
 * the least depth gives the normal.
 *
 * The given corners, in a cell from 0 to 1, decide which faces are covered. A face is covered if
 * one face of the next cell, or of another part, holds all its corners. A face that several faces
 * cover together counts as open.
 */
#include <string.h>

#include "../number/orient.h"
#include "../number/twofold.h"
#include "../shape/shape.h"
#include "proximity_tile.h"

/* A contact is with each corner at most this far behind the foremost along the normal: 2^-40 of the
 * cell's size. This only chooses between several true normals. */
#define SAME_CORNER 9.094947017729282e-13

/* A part of a cell: its faces, and the cell's box. */
typedef struct block {
  int64_t cell[3];
  int part;
  const grid_body *body;
  double low[3], size[3];
} block;

static const grid_body *body_at(const cell_around *a, const int64_t cell[3], int part) {
  unsigned value = around_get(a, cell);
  const grid_form *form = grid_form_of(a->grid, value);
  if (value == 0) return NULL;
  return form == NULL ? &ci_grid_whole : &form[part].solid->body;
}

static int parts_at(const cell_around *a, const int64_t cell[3]) {
  unsigned value = around_get(a, cell);
  return value == 0 ? 0 : grid_parts_of(a->grid, value);
}

static block block_of(const cell_around *a, const int64_t cell[3], int part) {
  double high[3];
  block b;
  int k;
  memcpy(b.cell, cell, sizeof b.cell);
  b.part = part;
  b.body = body_at(a, cell, part);
  ci_cells_corners(a->grid, cell, cell, b.low, high);
  for (k = 0; k < 3; k++) b.size[k] = high[k] - b.low[k];
  return b;
}

/* ---- Covered faces -----------------------------------------------------------------------------
 */

static const double *corner_of(const grid_body *body, const grid_facet *f, int i) {
  return body->corners[body->place[f->first + i % f->count]];
}

/* The axis along which a face has the largest projection. */
static int axis_of(const grid_facet *f) {
  int axis = 0, k;
  for (k = 1; k < 3; k++)
    if (fabs(f->unit[k]) > fabs(f->unit[axis])) axis = k;
  return axis;
}

static void leave_out(const double p[3], int axis, double q[2]) {
  q[0] = p[axis == 0];
  q[1] = p[axis == 2 ? 1 : 2];
}

/* Returns 1 if the face contains a point of its plane. Projected along the axis the face is convex.
 * So it contains the point unless that is left of one edge and right of another. Exact. */
static int holds(const grid_body *body, const grid_facet *f, int axis, const double p[3]) {
  double q[2], from[2], to[2];
  int i, left = 0, right = 0;
  leave_out(p, axis, q);
  for (i = 0; i < f->count; i++) {
    int turn;
    leave_out(corner_of(body, f, i), axis, from);
    leave_out(corner_of(body, f, i + 1), axis, to);
    turn = orient2d(from, to, q);
    left |= turn > 0;
    right |= turn < 0;
  }
  return !(left && right);
}

static int holds_all(const grid_body *body, const grid_facet *f, int axis, const grid_body *other,
                     const grid_facet *g) {
  int i;
  for (i = 0; i < g->count; i++)
    if (!holds(body, f, axis, corner_of(other, g, i))) return 0;
  return 1;
}

/* Returns 1 if one face in that side of the cell contains the face of another cell, beyond that
 * side. */
static int side_holds(const cell_around *a, const int64_t cell[3], int side, const grid_body *other,
                      const grid_facet *g) {
  int part, i, parts = parts_at(a, cell);
  for (part = 0; part < parts; part++) {
    const grid_body *body = body_at(a, cell, part);
    for (i = 0; i < body->facets; i++)
      if (body->facet[i].side == side && holds_all(body, &body->facet[i], side / 2, other, g))
        return 1;
  }
  return 0;
}

/* Returns 1 if the two faces lie in one plane with opposite normals. Exact: in one plane, the signs
 * of one component decide the directions. */
static int is_back_to_back(const grid_body *a, const grid_facet *f, const grid_body *b,
                           const grid_facet *g) {
  int i, axis = axis_of(f);
  if (!(f->unit[axis] * g->unit[axis] < 0)) return 0;
  for (i = 0; i < g->count; i++)
    if (ci_orient3d(corner_of(a, f, 0), corner_of(a, f, 1), corner_of(a, f, 2),
                    corner_of(b, g, i)) != 0)
      return 0;
  return 1;
}

/* Returns 1 if a face of another part of the same cell contains this one. */
static int is_inner(const cell_around *a, const block *b, const grid_facet *f) {
  int part, i, parts = parts_at(a, b->cell);
  for (part = 0; part < parts; part++) {
    const grid_body *body = body_at(a, b->cell, part);
    if (part == b->part) continue;
    for (i = 0; i < body->facets; i++) {
      const grid_facet *g = &body->facet[i];
      if (is_back_to_back(b->body, f, body, g) && holds_all(body, g, axis_of(f), b->body, f))
        return 1;
    }
  }
  return 0;
}

static void beside(const int64_t cell[3], int side, int64_t out[3]) {
  memcpy(out, cell, 3 * sizeof out[0]);
  out[side / 2] += side % 2 == 0 ? -1 : 1;
}

static int is_covered(const cell_around *a, const block *b, const grid_facet *f) {
  int64_t beyond[3];
  if (f->side >= 0) {
    beside(b->cell, f->side, beyond);
    if (side_holds(a, beyond, f->side ^ 1, b->body, f)) return 1;
  }
  return is_inner(a, b, f);
}

int ci_block_covers(const cell_around *a, int side) {
  int part, i, has_side = 0, parts = parts_at(a, a->cell);
  for (part = 0; part < parts; part++) {
    block b = block_of(a, a->cell, part);
    for (i = 0; i < b.body->facets; i++) {
      if (b.body->facet[i].side != side) continue;
      if (!is_covered(a, &b, &b.body->facet[i])) return 0;
      has_side = 1;
    }
  }
  return has_side;
}

/* ---- Normals that count ---------------------------------------------------------------------- */

/* Marks each corner that takes part in a contact along n. */
static void find_foremost(const block *b, const double n[3], unsigned char is[GRID_SOLID_CORNERS]) {
  double along[GRID_SOLID_CORNERS], most = -HUGE_VAL, size = 0;
  int i, k;
  for (k = 0; k < 3; k++) size += fabs(n[k]) * b->size[k];
  for (i = 0; i < b->body->count; i++) {
    along[i] = 0;
    for (k = 0; k < 3; k++) along[i] += n[k] * b->size[k] * b->body->corners[i][k];
    if (along[i] > most) most = along[i];
  }
  for (i = 0; i < b->body->count; i++) is[i] = along[i] >= most - SAME_CORNER * size;
}

static int has_corner(const grid_body *body, const grid_facet *f, int corner) {
  int i;
  for (i = 0; i < f->count; i++)
    if (body->place[f->first + i] == corner) return 1;
  return 0;
}

/* Returns 1 if a contact along n, out of the cell, is only with open faces. */
static int is_open(const block *b, const unsigned char covered[GRID_SOLID_FACETS],
                   const double n[3]) {
  unsigned char is[GRID_SOLID_CORNERS];
  int i, k;
  find_foremost(b, n, is);
  for (i = 0; i < b->body->facets; i++) {
    if (!covered[i]) continue;
    for (k = 0; k < b->body->count; k++)
      if (is[k] && !has_corner(b->body, &b->body->facet[i], k)) break;
    if (k == b->body->count) return 0;
  }
  return 1;
}

/* The outward normal of a face in a cell whose sides may differ in length. */
static void normal_of(const block *b, const grid_facet *f, double n[3]) {
  double length, most = 0;
  int k;
  for (k = 0; k < 3; k++) {
    n[k] = f->unit[k] / b->size[k];
    if (fabs(n[k]) > most) most = fabs(n[k]);
  }
  for (k = 0; k < 3; k++) n[k] /= most;
  length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (k = 0; k < 3; k++) n[k] = n[k] / length + 0.0;
}

/* The depth of the shape, moved by `moved`, behind a face with normal n. */
static double depth_behind(const block *b, const grid_facet *f, const double n[3],
                           const collide_shape *shape, const double moved[3]) {
  const double *corner = corner_of(b->body, f, 0);
  twofold extent[2], depth;
  double doubt;
  int k;
  ci_shape_extent(shape, n, extent, &doubt);
  depth = tf_negate(extent[0]);
  for (k = 0; k < 3; k++) {
    depth = tf_add(depth, two_product(n[k], b->low[k]));
    depth = tf_add(depth, two_product(n[k], b->size[k] * corner[k]));
    depth = tf_sub(depth, two_product(n[k], moved[k]));
  }
  return depth.hi;
}

/* Returns 1 if the displacement goes against the normal, or along its face except for rounding.
 * Slides may leave a face by up to 2^-39 of their length (MOST_BIASES in move/move_slide.c). */
static int goes_against(const double d[3], const double n[3]) {
  return d[0] * n[0] + d[1] * n[1] + d[2] * n[2] <
         3.637978807091713e-12 * (fabs(d[0]) + fabs(d[1]) + fabs(d[2])); /* 2^-38 */
}

/* Finds the open face behind which the shape is least deep. If d is not NULL, only faces that d
 * goes against count. Returns 0 if there is none. */
static int find_least(const block *b, const unsigned char covered[GRID_SOLID_FACETS],
                      const collide_shape *shape, const double moved[3], const double *d,
                      double n[3], double *depth) {
  int i, found = 0;
  for (i = 0; i < b->body->facets; i++) {
    double own[3], deep;
    if (covered[i]) continue;
    normal_of(b, &b->body->facet[i], own);
    if (d != NULL && !goes_against(d, own)) continue;
    deep = depth_behind(b, &b->body->facet[i], own, shape, moved);
    if (found && !(deep < *depth)) continue;
    found = 1;
    *depth = deep;
    memcpy(n, own, sizeof own);
  }
  return found;
}

static void find_covered(const cell_around *a, const block *b,
                         unsigned char covered[GRID_SOLID_FACETS]) {
  int i;
  for (i = 0; i < b->body->facets; i++)
    covered[i] = (unsigned char)is_covered(a, b, &b->body->facet[i]);
}

static int is_plane(const collide_shape *shape) {
  return shape->kind == COLLIDE_PLANE;
}

cell_rank ci_meet_block_part(const meet *m, const cell_around *a, int part, collide_push *push) {
  static const double nowhere[3] = {0, 0, 0};
  double sign = m->flags & COLLIDE_TARGET_FIRST ? -1 : 1, n[3], depth, own;
  unsigned char covered[GRID_SOLID_FACETS];
  cell_shape room;
  block b;
  int k;
  unsigned value = around_get(a, a->cell);
  if (ci_meet_contact(m, ci_cell_shape(a->grid, a->cell, value, part, &room), push) != 1)
    return CELL_APART;
  own = push->depth;
  b = block_of(a, a->cell, part);
  if (b.body->facets == 0) return CELL_PROPER;
  for (k = 0; k < 3; k++) n[k] = sign * push->normal[k];
  find_covered(a, &b, covered);
  if (is_open(&b, covered, n)) return CELL_PROPER;
  if (is_plane(m->shape)) return CELL_SEAM;
  if (!find_least(&b, covered, m->shape, nowhere, NULL, n, &depth))
    return own > 0 ? CELL_PROPER : CELL_SEAM;
  for (k = 0; k < 3; k++) push->normal[k] = sign * n[k] + 0.0;
  push->depth = depth > own ? depth : own;
  return own == 0 && push->depth > 0 ? CELL_SEAM : CELL_PROPER;
}

void ci_block_turn(const collide_shape *shape, const double moved[3], const double d[3],
                   const cell_around *a, int part, double normal[3]) {
  unsigned char covered[GRID_SOLID_FACETS];
  block b = block_of(a, a->cell, part);
  double n[3], depth;
  if (b.body->facets == 0 || is_plane(shape)) return;
  find_covered(a, &b, covered);
  if (is_open(&b, covered, normal)) return;
  if (find_least(&b, covered, shape, moved, d, n, &depth)) memcpy(normal, n, sizeof n);
}
