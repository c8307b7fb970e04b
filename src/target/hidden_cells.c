/* SPDX-License-Identifier: MIT
 *
 * Hidden faces of cells. The solid cells of a grid are one body, and a contact may leave a cell
 * only at the border of that body. The rule is in hidden.h.
 *
 * A cell that has shapes consists of parts. Their given corners, in a cell from 0 to 1, decide
 * which faces are covered. So two parts meet if their corners there are equal.
 */
#include <string.h>

#include "../number/orient.h"
#include "../number/twofold.h"
#include "../number/vector.h"
#include "../shape/shape.h"
#include "hidden.h"

/* ---- Neighbours --------------------------------------------------------------------------- */

/* Moves from a cell to the one beyond a face: 2 i is the lower face along axis i, 2 i + 1 the upper
 * face. */
static void go_beyond(int64_t cell[3], int face) {
  cell[face / 2] += face % 2 == 0 ? -1 : 1;
}

static int count_parts(const cell_around *a, const int64_t cell[3]) {
  unsigned value = around_get(a, cell);
  return value == 0 ? 0 : grid_parts_of(a->grid, value);
}

/* Returns 1 if the cell or a cell around it has a shape. */
static int is_near_form(const collide_grid *grid, const int64_t cell[3]) {
  int x, y, z, deep = grid->frame.dimensions == 3;
  if (grid->form_count == 0) return 0;
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

/* ---- Directions out of a part ------------------------------------------------------------- */

/* Finds the direction out of a part in which the shape is least deep. It replaces a hidden normal.
 * The shape has moved by `moved`. */
typedef struct exit_search {
  const collide_shape *shape;
  int is_moving; /* only directions that `d` goes against count */
  double moved[3], d[3];
  double normal[3]; /* out of the part; the direction if `found` */
  double depth;
  int found;
} exit_search;

/* Returns 1 if the displacement goes against the normal, or along its face except for rounding.
 * Slides may leave a face by up to 2^-39 of their length (MOST_BIASES in move/move_slide.c). */
static int is_wanted(const exit_search *s, const double n[3]) {
  const double *d = s->d, slack = 3.637978807091713e-12; /* 2^-38 */
  return !s->is_moving || vector_dot(d, n) < slack * (fabs(d[0]) + fabs(d[1]) + fabs(d[2]));
}

static void offer(exit_search *s, const double n[3], double depth) {
  if (s->found && !(depth < s->depth)) return;
  s->found = 1;
  s->depth = depth;
  memcpy(s->normal, n, sizeof s->normal);
}

static int is_half_space(const collide_shape *shape) {
  return shape->kind == COLLIDE_PLANE || shape->kind == COLLIDE_PLANE_2D;
}

/* Scales a normal to length 1; zero stays zero. */
static void scale_normal(double n[3]) {
  double most = 0, length;
  int k;
  for (k = 0; k < 3; k++)
    if (fabs(n[k]) > most) most = fabs(n[k]);
  if (!(most > 0)) return;
  for (k = 0; k < 3; k++) n[k] /= most;
  length = vector_length(n);
  for (k = 0; k < 3; k++) n[k] = n[k] / length + 0.0;
}

/* ---- Tiles: parts in the plane ------------------------------------------------------------
 *
 * Several neighbours may cover an edge together. At a corner where a covered edge begins, the
 * border continues along an edge of another part. If the two edges make a convex corner, all
 * normals between theirs count, else only the normal of the tile's own edge.
 */

/* A normal counts as that of an edge if the sine of their angle is at most this. Both are unit
 * vectors, each rounded by 2 u = 2^-52 a component. The computed sine is off by less than 16 u. */
#define SAME_NORMAL 3.5527136788005009e-15 /* 2^-48: 32 u */

/* Corners in a cell from 0 to 1, and their points in the world. */
typedef struct tile {
  int64_t cell[3];
  int part;
  const grid_form *form;
  double points[GRID_FORM_CORNERS][2];
} tile;

static const grid_form whole_tile = {0, 1, 4, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, NULL};

static const grid_form *form_at(const cell_around *a, const int64_t cell[3], int part) {
  const grid_form *form = grid_form_of(a->grid, around_get(a, cell));
  return form == NULL ? &whole_tile : &form[part];
}

static tile tile_at(const cell_around *a, const int64_t cell[3], int part) {
  tile t;
  memcpy(t.cell, cell, sizeof t.cell);
  t.part = part;
  t.form = form_at(a, cell, part);
  ci_form_corners(a->grid, cell, t.form, t.points);
  return t;
}

static int next_of(const grid_form *form, int i) {
  return (i + 1) % form->count;
}

static int previous_of(const grid_form *form, int i) {
  return (i + form->count - 1) % form->count;
}

/* The outward normal of edge i, from corner i to the next. */
static void find_edge_normal(const tile *t, int i, double n[3]) {
  const double *p = t->points[i], *q = t->points[next_of(t->form, i)];
  n[0] = q[1] - p[1];
  n[1] = -(q[0] - p[0]);
  n[2] = 0;
  scale_normal(n);
}

/* An edge from p to q in the cell where its neighbours lie. */
typedef struct tile_edge {
  int64_t cell[3];
  int part; /* its own part, if that lies in the cell, or -1 */
  double p[2], q[2];
} tile_edge;

static tile_edge edge_of(const tile *t, int i) {
  tile_edge e;
  int face;
  memcpy(e.cell, t->cell, sizeof e.cell);
  memcpy(e.p, t->form->corners[i], sizeof e.p);
  memcpy(e.q, t->form->corners[next_of(t->form, i)], sizeof e.q);
  e.part = t->part;
  for (face = 0; face < 4; face++) {
    int axis = face / 2, at = face % 2;
    if (e.p[axis] != at || e.q[axis] != at) continue;
    go_beyond(e.cell, face);
    e.p[axis] = e.q[axis] = 1 - at;
    e.part = -1;
    break;
  }
  return e;
}

/* Returns 1 if u and v lie in the line of the edge, and in the opposite direction. Exact. */
static int is_opposite(const tile_edge *e, const double u[2], const double v[2]) {
  int axis = e->p[0] == e->q[0];
  return orient2d(e->p, e->q, u) == 0 && orient2d(e->p, e->q, v) == 0 &&
         (e->p[axis] < e->q[axis]) != (u[axis] < v[axis]);
}

/* Finds an opposite edge of another part that passes `at` and goes on, and moves `at` to its end.
 * Returns 0 if there is none. */
static int cover_on(const cell_around *a, const tile_edge *e, double *at) {
  int part, i, axis = e->p[0] == e->q[0], parts = count_parts(a, e->cell);
  double sign = e->p[axis] < e->q[axis] ? 1 : -1;
  for (part = 0; part < parts; part++) {
    const grid_form *form = form_at(a, e->cell, part);
    for (i = 0; i < form->count && form->count > 2 && part != e->part; i++) {
      const double *u = form->corners[i], *v = form->corners[next_of(form, i)];
      if (!(sign * v[axis] <= *at && *at < sign * u[axis]) || !is_opposite(e, u, v)) continue;
      *at = sign * u[axis];
      return 1;
    }
  }
  return 0;
}

/* Returns 1 if other parts together cover all of edge i. */
static int is_edge_covered(const cell_around *a, const tile *t, int i) {
  tile_edge e = edge_of(t, i);
  int axis = e.p[0] == e.q[0];
  double sign = e.p[axis] < e.q[axis] ? 1 : -1, at = sign * e.p[axis];
  while (at < sign * e.q[axis])
    if (!cover_on(a, &e, &at)) return 0;
  return 1;
}

/* Finds a part with an edge opposite to a covered edge, and makes it *t. Both edges have one corner
 * where the covered edge begins, or with `at_end` where it ends. Returns the part's other edge at
 * that corner, or -1. */
static int find_next(const cell_around *a, const tile_edge *e, int at_end, tile *t) {
  int part, i, parts = count_parts(a, e->cell);
  for (part = 0; part < parts; part++) {
    const grid_form *form = form_at(a, e->cell, part);
    for (i = 0; i < form->count && form->count > 2 && part != e->part; i++) {
      const double *u = form->corners[i], *v = form->corners[next_of(form, i)];
      if (!(at_end ? is_same_point(u, e->q) : is_same_point(v, e->p))) continue;
      if (!is_opposite(e, u, v)) continue;
      *t = tile_at(a, e->cell, part);
      return at_end ? previous_of(form, i) : next_of(form, i);
    }
  }
  return -1;
}

/* More parts than can meet at a corner without overlap. */
enum { MOST_AROUND = 4 * GRID_FORM_PARTS };

/* Edge i is covered; C is the corner where it begins, or with `at_end` where it ends. Finds the
 * normal of the edge along which the border continues at C. Several parts and cells may meet at C.
 * Returns 0 if C lies within an edge of the cover, or if there is no border at C. */
static int follow_border(const cell_around *a, const tile *from, int i, int at_end, double n[3]) {
  tile t = *from;
  int steps;
  for (steps = 0; steps < MOST_AROUND; steps++) {
    tile_edge e;
    if (!is_edge_covered(a, &t, i)) {
      find_edge_normal(&t, i, n);
      return 1;
    }
    e = edge_of(&t, i);
    i = find_next(a, &e, at_end, &t);
    if (i < 0 || (t.part == from->part && memcmp(t.cell, from->cell, sizeof t.cell) == 0)) return 0;
  }
  return 0;
}

/* All normals at a corner from one to the other, counterclockwise. */
typedef struct tile_cone {
  double from[3], to[3];
  const double *corner;
} tile_cone;

static double cross(const double a[3], const double b[3]) {
  return a[0] * b[1] - a[1] * b[0];
}

/* Writes the normals that count: at most two cones for each corner. Returns their number. */
static int find_cones(const cell_around *a, const tile *t, tile_cone cones[2 * GRID_FORM_CORNERS]) {
  int i, count = 0;
  for (i = 0; i < t->form->count; i++) {
    int before = previous_of(t->form, i), is_open = !is_edge_covered(a, t, i);
    int was_open = !is_edge_covered(a, t, before);
    tile_cone c;
    c.corner = t->points[i];
    find_edge_normal(t, i, c.to);
    memcpy(c.from, c.to, sizeof c.from);
    if (is_open) cones[count++] = c;
    find_edge_normal(t, before, c.from);
    if (!is_open && (!was_open || !follow_border(a, t, i, 0, c.to))) continue;
    if (!was_open && !follow_border(a, t, before, 1, c.from)) continue;
    if (cross(c.from, c.to) > SAME_NORMAL) cones[count++] = c;
  }
  return count;
}

static int is_in_cone(const tile_cone *c, const double n[3]) {
  if (c->from[0] == c->to[0] && c->from[1] == c->to[1])
    return fabs(cross(c->from, n)) <= SAME_NORMAL && vector_dot(c->from, n) > 0;
  return cross(c->from, n) >= -SAME_NORMAL && cross(n, c->to) >= -SAME_NORMAL;
}

/* The depth below the line through the corner with normal n. Subtracts the corner first, so the
 * error is relative to the shape's size, not its coordinates. */
static double depth_at(const exit_search *s, const double corner[2], const double n[3]) {
  collide_corner room[4];
  const collide_corner *corners = outline_corners(s->shape, room);
  double least = HUGE_VAL;
  int i;
  for (i = 0; i < s->shape->of.outline.count; i++) {
    double x = corners[i].point[0] - corner[0] + s->moved[0];
    double y = corners[i].point[1] - corner[1] + s->moved[1];
    double height = n[0] * x + n[1] * y;
    if (height < least) least = height;
  }
  return s->shape->radius - least;
}

static int replace_at_tile(exit_search *s, const cell_around *a, int part) {
  tile t = tile_at(a, a->cell, part);
  tile_cone cones[2 * GRID_FORM_CORNERS];
  int i, count;
  if (t.form->count < 3) return 0;
  count = find_cones(a, &t, cones);
  for (i = 0; i < count; i++)
    if (is_in_cone(&cones[i], s->normal)) return 0;
  for (i = 0; i < 2 * count && !is_half_space(s->shape); i++) {
    const double *n = i % 2 == 0 ? cones[i / 2].from : cones[i / 2].to;
    if (is_wanted(s, n)) offer(s, n, depth_at(s, cones[i / 2].corner, n));
  }
  return 1;
}

/* ---- Solids: parts in space ---------------------------------------------------------------
 *
 * A face is covered if one face of the next cell, or of another part, holds all its corners. A face
 * that several faces cover together counts as open.
 */

static const grid_body *body_at(const cell_around *a, const int64_t cell[3], int part) {
  const grid_form *form = grid_form_of(a->grid, around_get(a, cell));
  return form == NULL ? &ci_grid_whole : &form[part].solid->body;
}

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

/* Returns 1 if face g of another part covers face f, which may lie in a side of its cell. */
static int covers(const grid_body *other, const grid_facet *g, const grid_body *body,
                  const grid_facet *f) {
  int i, axis = axis_of(f);
  if (f->side >= 0 ? g->side != (f->side ^ 1) : !is_back_to_back(body, f, other, g)) return 0;
  for (i = 0; i < f->count; i++)
    if (!holds(other, g, axis, corner_of(body, f, i))) return 0;
  return 1;
}

static int is_face_covered(const cell_around *a, const grid_body *body, const grid_facet *f) {
  int64_t cell[3];
  int part, i, parts;
  memcpy(cell, a->cell, sizeof cell);
  if (f->side >= 0) go_beyond(cell, f->side);
  parts = count_parts(a, cell);
  for (part = 0; part < parts; part++) {
    const grid_body *other = body_at(a, cell, part);
    for (i = 0; i < other->facets; i++)
      if (covers(other, &other->facet[i], body, f)) return 1;
  }
  return 0;
}

/* Returns 1 if the normal is hidden, in a cell of that size. */
static int is_solid_hidden(const cell_around *a, const grid_body *body, const double size[3],
                           const double normal[3]) {
  double n[3], slack = 0;
  unsigned corners;
  int i, k;
  for (k = 0; k < 3; k++) {
    n[k] = normal[k] * size[k];
    slack += HIDDEN_SAME * fabs(n[k]);
  }
  corners = hidden_corners(body->corners[0], body->count, n, slack);
  for (i = 0; i < body->facets; i++) {
    const grid_facet *f = &body->facet[i];
    unsigned face = 0;
    for (k = 0; k < f->count; k++) face |= 1U << body->place[f->first + k];
    if (hidden_by(face, corners) && is_face_covered(a, body, f)) return 1;
  }
  return 0;
}

/* The depth of the shape behind the face with normal n through `corner`, of a cell that begins at
 * `low`. */
static double depth_behind(const exit_search *s, const double low[3], const double size[3],
                           const double corner[3], const double n[3]) {
  twofold extent[2], depth;
  double doubt;
  int k;
  ci_shape_extent(s->shape, n, extent, &doubt);
  depth = tf_negate(extent[0]);
  for (k = 0; k < 3; k++) {
    depth = tf_add(depth, two_product(n[k], low[k]));
    depth = tf_add(depth, two_product(n[k], size[k] * corner[k]));
    depth = tf_sub(depth, two_product(n[k], s->moved[k]));
  }
  return depth.hi;
}

static int replace_at_solid(exit_search *s, const cell_around *a, int part) {
  const grid_body *body = body_at(a, a->cell, part);
  double low[3], size[3];
  int i, k;
  ci_cells_corners(a->grid, a->cell, a->cell, low, size);
  for (k = 0; k < 3; k++) size[k] -= low[k];
  if (!is_solid_hidden(a, body, size, s->normal)) return 0;
  for (i = 0; i < body->facets && !is_half_space(s->shape); i++) {
    const grid_facet *f = &body->facet[i];
    double n[3];
    if (is_face_covered(a, body, f)) continue;
    for (k = 0; k < 3; k++) n[k] = f->unit[k] / size[k];
    scale_normal(n);
    if (is_wanted(s, n)) offer(s, n, depth_behind(s, low, size, corner_of(body, f, 0), n));
  }
  return 1;
}

/* ---- Cells with shapes, and boxes beside them --------------------------------------------- */

/* Returns 1 if the normal is hidden, and finds the direction that replaces it. Half-spaces keep
 * their normal, because no other direction leads out of them. */
static int replace_at_part(exit_search *s, const cell_around *a, int part) {
  return a->grid->frame.dimensions == 3 ? replace_at_solid(s, a, part)
                                        : replace_at_tile(s, a, part);
}

static cell_rank meet_part(const meet *m, const cell_around *a, int part, collide_push *push) {
  double sign = m->flags & COLLIDE_TARGET_FIRST ? -1 : 1, own;
  cell_shape room;
  exit_search s;
  int k;
  if (ci_meet_contact(m, ci_cell_shape(a->grid, a->cell, around_get(a, a->cell), part, &room),
                      push) != 1)
    return CELL_APART;
  own = push->depth;
  memset(&s, 0, sizeof s);
  s.shape = m->shape;
  for (k = 0; k < m->dimensions; k++) s.normal[k] = sign * push->normal[k];
  if (!replace_at_part(&s, a, part)) return CELL_PROPER;
  if (!s.found) return own > 0 && !is_half_space(m->shape) ? CELL_PROPER : CELL_SEAM;
  for (k = 0; k < m->dimensions; k++) push->normal[k] = sign * s.normal[k] + 0.0;
  push->depth = s.depth > own ? s.depth : own;
  return own == 0 && push->depth > 0 ? CELL_SEAM : CELL_PROPER;
}

/* Keeps the deepest contact of all parts. Contacts with seams count only if there are no others.
 * For equal depths the first part counts. */
static cell_rank meet_parts(const meet *m, const cell_around *a, collide_push *push) {
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

static void turn_at_part(const sweep_mover *m, const cell_around *a, int part,
                         collide_sweep_hit *hit) {
  exit_search s;
  int k;
  memset(&s, 0, sizeof s);
  s.shape = m->shape;
  s.is_moving = 1;
  for (k = 0; k < m->dimensions; k++) {
    s.d[k] = m->d[k];
    s.moved[k] = hit->t * m->d[k];
    s.normal[k] = hit->normal[k];
  }
  if (replace_at_part(&s, a, part) && s.found)
    memcpy(hit->normal, s.normal, (size_t)m->dimensions * sizeof s.normal[0]);
}

/* ---- Boxes --------------------------------------------------------------------------------
 *
 * Whole cells whose neighbours have no shapes. The covered faces go far outward, and the contact or
 * hit with the resulting box has the normal.
 */

static int is_side_covered(const cell_around *a, int face) {
  int64_t beyond[3];
  memcpy(beyond, a->cell, sizeof beyond);
  go_beyond(beyond, face);
  return around_get(a, beyond) != 0;
}

/* The covered faces as bits. */
static unsigned find_covered(const cell_around *a) {
  unsigned covered = 0;
  int face;
  for (face = 0; face < 2 * a->grid->frame.dimensions; face++)
    covered |= (unsigned)is_side_covered(a, face) << face;
  return covered;
}

/* Returns 1 if a component of the normal crosses a covered face. */
static int is_box_hidden(const cell_around *a, const double n[3]) {
  int i;
  for (i = 0; i < a->grid->frame.dimensions; i++)
    if (n[i] != 0 && is_side_covered(a, 2 * i + (n[i] > 0))) return 1;
  return 0;
}

/* Moves the covered faces of a cell outward, beyond the bounds of a shape by twice the greatest sum
 * of widths along an axis. The least push out of the resulting box is the least push out of the
 * cell without a component across a covered face.
 *
 * Let D be the least depth of those pushes. An uncovered face shows that D is at most the sum of
 * the cell's and the shape's widths along its axis. The covered faces go to M beyond the bounds of
 * the shape. Take any other unit direction n = p + c, where c are the components across covered
 * faces. Let q be the point of the shape that is deepest along p. The box reaches M beyond q along
 * each c_i, so the depth along n is at least |p| D + sum |c_i| M. As |p| + sum |c_i| >= |n| = 1,
 * this is at least D if M >= D, and more if M > D, because c is not 0. M is twice the greatest sum
 * of widths. */
static void extend(const meet *m, unsigned covered, double low[3], double high[3]) {
  double beyond = 0;
  int i;
  for (i = 0; i < m->dimensions; i++) {
    double widths = (high[i] - low[i]) + (m->high[i] - m->low[i]);
    if (2 * widths > beyond) beyond = 2 * widths;
  }
  for (i = 0; i < m->dimensions; i++) {
    if (covered >> 2 * i & 1) low[i] = (m->low[i] < low[i] ? m->low[i] : low[i]) - beyond;
    if (covered >> (2 * i + 1) & 1)
      high[i] = (m->high[i] > high[i] ? m->high[i] : high[i]) + beyond;
  }
}

/* Finds depth and normal of the contact with the box between two corners. */
static void take_normal(const meet *m, const double low[3], const double high[3],
                        collide_push *push) {
  collide_shape box;
  collide_push other;
  ci_box_shape(m->dimensions, low, high, &box);
  if (ci_meet_contact(m, &box, &other) != 1) return;
  push->depth = other.depth;
  memcpy(push->normal, other.normal, sizeof push->normal);
}

/* All faces are covered. A contact with depth 0 lies in a seam. No push leads out of the cell
 * alone, so the block of cells around it replaces the cell. */
static cell_rank meet_buried(const meet *m, const collide_grid *grid, const int64_t cell[3],
                             collide_push *push) {
  int64_t min[3], max[3];
  double low[3], high[3];
  int i;
  if (push->depth > 0) return CELL_PROPER;
  for (i = 0; i < 3; i++) {
    min[i] = cell[i] - (i < m->dimensions);
    max[i] = cell[i] + (i < m->dimensions);
  }
  ci_cells_corners(grid, min, max, low, high);
  take_normal(m, low, high, push);
  return CELL_SEAM;
}

/* The contact with a cell alone. If touching does not count, skips contacts with depth 0, which the
 * visit drops anyway. This is for solids with an inside. In a seam they penetrate another cell, so
 * no cell has to count as a seam for them. */
static int meet_box(const meet *m, const collide_shape *box, collide_push *push) {
  if (m->flags & COLLIDE_SKIP_TOUCHING && m->dimensions == 3 && m->has_inside)
    return ci_meet_open_contact(m, box, push);
  return ci_meet_contact(m, box, push);
}

cell_rank ci_meet_cell(const meet *m, const collide_grid *grid, const int64_t cell[3],
                       collide_push *push) {
  unsigned covered, all = (1U << 2 * m->dimensions) - 1;
  cell_around around = around_cell(grid, cell, m->passed);
  double low[3], high[3], depth, n[3];
  collide_shape box;
  if (is_near_form(grid, cell)) return meet_parts(m, &around, push);
  ci_cells_corners(grid, cell, cell, low, high);
  ci_box_shape(m->dimensions, low, high, &box);
  if (meet_box(m, &box, push) != 1) return CELL_APART;
  covered = find_covered(&around);
  if (covered == 0) return CELL_PROPER;
  if (covered == all) return meet_buried(m, grid, cell, push);
  if (!cells_are_bounded(m->dimensions, m->low, m->high)) {
    vector_scale(m->flags & COLLIDE_TARGET_FIRST ? -1 : 1, push->normal, n);
    return is_box_hidden(&around, n) ? CELL_SEAM : CELL_PROPER;
  }
  depth = push->depth;
  extend(m, covered, low, high);
  take_normal(m, low, high, push);
  return depth == 0 && push->depth > 0 ? CELL_SEAM : CELL_PROPER;
}

/* ---- Hits --------------------------------------------------------------------------------- */

/* 2^-44: more than all rounding up to a face. It only chooses between several true normals. */
#define FACE_SLACK 5.684341886080802e-14

/* Takes the normal of an uncovered face that the shape is in front of at t, except for rounding,
 * and moves against. Prefers the face most against the displacement. Returns 0 if there is none. */
static int take_face(const sweep_mover *m, unsigned covered, const double low[3],
                     const double high[3], collide_sweep_hit *hit) {
  double most = 0;
  int i, axis = -1;
  for (i = 0; i < 3; i++) {
    double d = m->d[i], near = d < 0 ? m->low[i] : m->high[i], face = d < 0 ? high[i] : low[i];
    double slack = FACE_SLACK * (fabs(near) + fabs(face) + fabs(d));
    double gap = d < 0 ? near + hit->t * d - face : face - near - hit->t * d;
    if (covered >> (2 * i + (d < 0)) & 1 || gap < -slack || fabs(d) <= most) continue;
    most = fabs(d);
    axis = i;
  }
  if (axis < 0) return 0;
  for (i = 0; i < 3; i++) hit->normal[i] = 0;
  hit->normal[axis] = m->d[axis] < 0 ? 1 : -1;
  return 1;
}

/* Moves the covered faces of a cell outward, so far that the shape does not reach them. */
static void extend_beyond_path(const sweep_mover *m, unsigned covered, double low[3],
                               double high[3]) {
  int i;
  for (i = 0; i < m->dimensions; i++) {
    double least = m->low[i] + (m->d[i] < 0 ? m->d[i] : 0), far;
    double greatest = m->high[i] + (m->d[i] > 0 ? m->d[i] : 0);
    if (low[i] < least) least = low[i];
    if (high[i] > greatest) greatest = high[i];
    far = 2 * (greatest - least);
    if (covered >> 2 * i & 1) low[i] = least - far;
    if (covered >> (2 * i + 1) & 1) high[i] = greatest + far;
  }
}

void ci_sweep_cell_normal(const sweep_mover *m, const cell_around *a, int part,
                          collide_sweep_hit *hit) {
  unsigned covered, all = (1U << 2 * m->dimensions) - 1;
  double low[3], high[3];
  collide_shape box;
  collide_sweep_hit other;
  if (is_near_form(a->grid, a->cell)) {
    turn_at_part(m, a, part, hit);
    return;
  }
  if (!is_box_hidden(a, hit->normal)) return;
  covered = find_covered(a);
  if (covered == all || !cells_are_bounded(m->dimensions, m->low, m->high)) return;
  ci_cells_corners(a->grid, a->cell, a->cell, low, high);
  if (m->dimensions == 3 && take_face(m, covered, low, high, hit)) return;
  extend_beyond_path(m, covered, low, high);
  ci_box_shape(m->dimensions, low, high, &box);
  if (collide_shapecast(m->shape, m->d, &box, COLLIDE_SKIP_EXIT, &other) != 1) return;
  if (other.inside || is_box_hidden(a, other.normal)) return;
  memcpy(hit->normal, other.normal, sizeof hit->normal);
}
