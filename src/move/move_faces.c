/* SPDX-License-Identifier: MIT
 *
 * Faces of obstacles: those through which a shape can leave, and those that another obstacle
 * covers.
 */
#include "../narrow/space/solid.h"
#include "../number/vector.h"
#include "../shape/hull.h"
#include "../shape/shape.h"
#include "move.h"
#include "move_faces.h"
#include "move_sole.h"

#include <string.h>

/* ---- The gap between pushed members ---------------------------------------------------------- */

/* Two pushed members are this part of their width apart. Without a gap, the pushes of a chain of
 * members would halve their overlaps again and again, and never end. The second part is for the
 * rounding of positions, and in space for the tolerance of curved shapes. */
#define GAP 0.00390625                 /* 2^-8 */
#define ROUNDING 3.725290298461914e-09 /* 2^-28 */

static double find_gap(const collide_target *member, int dimensions) {
  double low[3], high[3], size = 0, width = HUGE_VAL;
  int i;
  collide_target_bounds(member, low, high);
  for (i = 0; i < dimensions; i++) {
    if (high[i] - low[i] < width) width = high[i] - low[i];
    if (fabs(low[i]) > size) size = fabs(low[i]);
    if (fabs(high[i]) > size) size = fabs(high[i]);
  }
  return GAP * width + ROUNDING * size;
}

int ci_move_apart(const collide_target *first, const collide_target *second, int dimensions,
                  double along[3], double *distance) {
  collide_meeting met;
  double gap = find_gap(first, dimensions), other = find_gap(second, dimensions);
  int i;
  if (collide_target_contact(first, second, COLLIDE_SKIP_TOUCHING, &met) != 1) return 0;
  if (!(met.push.depth < HUGE_VAL)) return 0;
  *distance = met.push.depth + (gap < other ? gap : other);
  for (i = 0; i < 3; i++) along[i] = met.push.normal[i];
  return 1;
}

/* ---- Faces through which a shape can leave --------------------------------------------------- */

enum { MOST_OF_SHAPE = 32 };

typedef struct face_search {
  const collide_shape *shape, *other; /* the shape leaves the other one */
  int count;
  move_face *list;              /* in the order of depth */
  int is_near[MOVE_FACES_MOST]; /* near regardless of the least depth */
} face_search;

/* ---- One face -------------------------------------------------------------------------------- */

static int has_normal(const face_search *s, const double n[3]) {
  int i;
  for (i = 0; i < s->count; i++) {
    const double *known = s->list[i].n;
    if (known[0] == n[0] && known[1] == n[1] && known[2] == n[2]) return 1;
  }
  return 0;
}

static void insert(face_search *s, const double n[3], double depth, int is_near) {
  int i = s->count;
  if (i == MOVE_FACES_MOST && !(depth < s->list[i - 1].c)) return;
  if (i < MOVE_FACES_MOST)
    s->count++;
  else
    i--;
  for (; i > 0 && depth < s->list[i - 1].c; i--) {
    s->list[i] = s->list[i - 1];
    s->is_near[i] = s->is_near[i - 1];
  }
  memcpy(s->list[i].n, n, sizeof s->list[i].n);
  s->list[i].c = depth;
  s->is_near[i] = is_near;
}

/* The depth behind the opposite face is the sum of both widths, less the depth here. */
static void add_normal(face_search *s, const double n[3]) {
  double low, high, below, above, width, depth;
  if (has_normal(s, n)) return;
  collide_project(s->shape, n, &low, &high);
  collide_project(s->other, n, &below, &above);
  width = high - low;
  depth = above - low;
  if (!(fabs(depth) < HUGE_VAL)) return;
  insert(s, n, depth, depth <= width && depth <= width + (above - below) - depth);
}

/* v is the outward normal of a face of one of the two, of any length. */
static void add_face(face_search *s, const collide_shape *owner, const double v[3]) {
  double n[3];
  int i;
  if (!ci_vector_unit(v, n)) return;
  for (i = 0; owner == s->shape && i < 3; i++) n[i] = 0.0 - n[i];
  add_normal(s, n);
}

static void add_both(face_search *s, const collide_shape *owner, const double v[3]) {
  double back[3];
  int i;
  for (i = 0; i < 3; i++) back[i] = -v[i];
  add_face(s, owner, v);
  add_face(s, owner, back);
}

/* ---- One shape ------------------------------------------------------------------------------- */

int ci_move_face_normal(const collide_shape *s, int i, double n[3]) {
  collide_corner room[4];
  if (collide_dimensions(s) == 3) return ci_solid_face_normal(s, i, n);
  if (s->kind == COLLIDE_PLANE_2D || s->of.outline.count < 2 || i >= s->of.outline.count) return 0;
  memcpy(n, outline_corners(s, room)[i].normal, 2 * sizeof n[0]);
  n[2] = 0;
  return 1;
}

static int count_faces(const collide_shape *s) {
  if (shape_core(s) == COLLIDE_HULL) return hull_of(s)->faces;
  return collide_dimensions(s) == 2 ? s->of.outline.count : MOST_OF_SHAPE;
}

static void add_flat(face_search *s, const collide_shape *owner) {
  int i, count = owner->kind == COLLIDE_PLANE_2D ? 0 : count_faces(owner);
  for (i = 0; i < MOST_OF_SHAPE && i < count; i++) {
    double n[3];
    int k = count > MOST_OF_SHAPE ? (int)((int64_t)i * count / MOST_OF_SHAPE) : i;
    if (!ci_move_face_normal(owner, k, n)) return;
    add_face(s, owner, n);
  }
}

/* An outline of two corners is a segment or a capsule. */
static void add_ends(face_search *s, const collide_shape *owner) {
  double n[3], along[3];
  if (owner->of.outline.count != 2 || !ci_move_face_normal(owner, 0, n)) return;
  along[0] = n[1];
  along[1] = -n[0];
  along[2] = 0;
  add_both(s, owner, along);
}

/* The normals of a triangle's edges, in its plane. */
static void add_across(face_search *s, const collide_shape *owner) {
  const double *corner[3];
  double edge[3], across[3];
  int i, k;
  corner[0] = owner->a;
  corner[1] = owner->b;
  corner[2] = owner->of.facet.c;
  for (i = 0; i < 3; i++) {
    for (k = 0; k < 3; k++) edge[k] = corner[(i + 1) % 3][k] - corner[i][k];
    vector_cross(edge, owner->of.facet.unit, across);
    add_face(s, owner, across);
  }
}

/* The direction of a capsule or segment in space, in world coordinates. */
static void add_length(face_search *s, const collide_shape *owner) {
  double own[3], along[3];
  int i;
  for (i = 0; i < 3; i++) own[i] = owner->b[i] - owner->a[i];
  shape_to_world(owner, own, along);
  add_both(s, owner, along);
}

/* ---- All faces ------------------------------------------------------------------------------- */

static void add_faces(face_search *s, const collide_shape *owner) {
  add_flat(s, owner);
  switch (owner->kind) {
  case COLLIDE_PLANE:
  case COLLIDE_PLANE_2D:
    add_face(s, owner, owner->b);
    return;
  case COLLIDE_CAPSULE:
  case COLLIDE_SEGMENT:
    add_length(s, owner);
    return;
  case COLLIDE_TRIANGLE:
    add_across(s, owner);
    return;
  default:
    if (collide_dimensions(owner) == 2) add_ends(s, owner);
  }
}

static void add_between(face_search *s) {
  double low[3], high[3], below[3], above[3], v[3];
  int i;
  collide_bounds(s->shape, low, high);
  collide_bounds(s->other, below, above);
  for (i = 0; i < 3; i++) v[i] = 0.5 * (low[i] - below[i]) + 0.5 * (high[i] - above[i]);
  add_face(s, s->other, v);
}

int ci_move_faces(const collide_shape *shape, const collide_shape *other, move_face *list) {
  face_search s;
  int i, count = 0;
  s.shape = shape;
  s.other = other;
  s.count = 0;
  s.list = list;
  add_faces(&s, other);
  add_faces(&s, shape);
  add_between(&s);
  for (i = 0; i < s.count; i++)
    if (s.is_near[i] || list[i].c <= 2 * list[0].c) list[count++] = list[i];
  return count;
}

/* ---- Hidden faces ---------------------------------------------------------------------------- */

/* The normal that a hit reports. A body that meets the edge between two faces of an obstacle may
 * hit either of them. If another obstacle adjoins one of the faces there, that face is hidden, and
 * the hit is with the other one. So a body that falls on the seam between two tiles hits their
 * tops, and bounces up. One rule serves members, parts, triangles and cells: a face is hidden if
 * the point just before it, at the contact, lies in another obstacle. */

/* The point is this far before the face, as a part of the width of the body: 2^-16. */
#define BEFORE 1.52587890625e-05
/* Two normals with a cosine above 1 - SAME are one. */
#define SAME 1e-12
/* So are these for a curved contact: the angle is 2^-12. */
#define NEARLY_SAME 2.98023223876953125e-08
/* Separations that differ by this part of the tolerance are equal. */
#define FACE_ROUNDING 0.0625

typedef struct hidden_search {
  move_state *m;
  const collide_place *except;
  collide_shape point;
  int is_hidden;
} hidden_search;

static int take_cover(void *user, const collide_place *at) {
  hidden_search *s = (hidden_search *)user;
  int i, shapes = ci_move_count_shapes(at);
  if (ci_move_is_same_place(at, s->except) || ci_move_ignores(s->m, at)) return 1;
  for (i = 0; i < shapes && !s->is_hidden; i++) {
    cell_shape room;
    s->is_hidden = collide_overlap(&s->point, ci_move_get_shape(at, i, &room)) == 1;
  }
  return !s->is_hidden;
}

/* Returns 1 if another obstacle covers a face with normal n at the point of the hit. The point may
 * miss a surface by rounding, so it is a ball with the radius of the tolerance. */
static int is_hidden(move_state *m, const collide_target_sweep *met, const double n[3]) {
  double radius = ci_move_get_tolerance(m, 0), low[3], high[3], at[3];
  collide_source source;
  hidden_search s;
  memcpy(at, met->hit.point, sizeof at);
  vector_add(at, BEFORE * ci_move_get_width(move_here(m)), n);
  if (m->dimensions == 2)
    (void)collide_make_circle(&s.point, &source, radius);
  else
    (void)collide_make_sphere(&s.point, &source, radius);
  if (collide_set_position(&s.point, &source, at) != COLLIDE_OK) return 0;
  collide_bounds(&s.point, low, high);
  s.m = m;
  s.except = &met->at;
  s.is_hidden = 0;
  ci_move_visit(m, low, high, take_cover, &s);
  return s.is_hidden;
}

/* The normal of a hit with this contact: that of the cast, n, unless another one is better. At a
 * flat angle n may be that of a place farther along the way. A face comes before what differs from
 * it by the error of curved contacts. */
static const double *find_normal(const move_contact *c, const double n[3]) {
  const double *best = c->nearest;
  int i;
  for (i = 0; i < c->count; i++)
    if (move_is_equal(c->normals[i], n) &&
        c->along[i] >= c->separation - FACE_ROUNDING * c->tolerance)
      best = c->normals[i];
  for (i = 0; i < c->count; i++)
    if (vector_dot(c->normals[i], best) > 1 - NEARLY_SAME &&
        ci_move_has_face(&c->at, c->normals[i]))
      return c->normals[i];
  return best;
}

void ci_move_show_face(move_state *m, const move_contact *c, collide_target_sweep *met) {
  double own[3];
  int i;
  memcpy(own, find_normal(c, met->hit.normal), sizeof own);
  memcpy(met->hit.normal, own, sizeof own);
  for (i = 0; i < c->count && vector_dot(c->normals[i], own) > 1 - SAME; i++) continue;
  if (i == c->count || !is_hidden(m, met, own)) return;
  for (i = 0; i < c->count; i++)
    if (vector_dot(c->normals[i], own) <= 1 - SAME && !is_hidden(m, met, c->normals[i])) {
      memcpy(met->hit.normal, c->normals[i], sizeof met->hit.normal);
      return;
    }
}
