/* SPDX-License-Identifier: MIT
 *
 * The faces of a place, by which a shape may leave it.
 */
#include "move_faces.h"

#include <string.h>

#include "../number/vector.h"
#include "../shape/polytope.h"

enum { MOST_OF_SHAPE = 32 };

typedef struct face_search {
  const collide_shape *shape, *other; /* out of the other */
  int count;
  move_face *list;              /* by depth, the least first */
  int is_near[MOVE_FACES_MOST]; /* whatever the least depth is */
} face_search;

/* ---- One face ------------------------------------------------------------------------------ */

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

/* The depth behind the opposite face is what both are thick, less the depth here. */
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

/* ---- Of the plane -------------------------------------------------------------------------- */

static void add_edges(face_search *s, const collide_shape *owner) {
  const collide_corner *corners = collide_hull(owner);
  int i, count = owner->of.outline.count;
  double n[3], along[3];
  n[2] = along[2] = 0;
  for (i = 0; count > 1 && i < MOST_OF_SHAPE && i < count; i++) {
    int k = count > MOST_OF_SHAPE ? (int)((int64_t)i * count / MOST_OF_SHAPE) : i;
    memcpy(n, corners[k].normal, sizeof corners[k].normal);
    add_face(s, owner, n);
  }
  if (count != 2) return;
  along[0] = n[1];
  along[1] = -n[0];
  add_both(s, owner, along);
}

/* ---- Of space ------------------------------------------------------------------------------ */

/* From the shape's own frame into the world. */
static void turn_normal(const collide_shape *owner, const double own[3], double n[3]) {
  const double *inverse =
      owner->kind == COLLIDE_HULL ? owner->of.solid.turned.inverse : owner->of.turned.inverse;
  int i;
  memcpy(n, own, 3 * sizeof *n);
  if (owner->frame != COLLIDE_LINEAR) return;
  for (i = 0; i < 3; i++)
    n[i] = own[0] * inverse[i] + own[1] * inverse[3 + i] + own[2] * inverse[6 + i];
}

static void add_axis(face_search *s, const collide_shape *owner, const double own[3]) {
  double n[3];
  turn_normal(owner, own, n);
  add_both(s, owner, n);
}

static void add_sides(face_search *s, const collide_shape *owner) {
  double own[3];
  int i;
  for (i = 0; i < 3; i++) {
    memset(own, 0, sizeof own);
    own[i] = 1;
    if (i == 1 || owner->kind == COLLIDE_BOX) add_axis(s, owner, own);
  }
}

static void add_triangle(face_search *s, const collide_shape *owner) {
  const double *corner[3];
  double edge[3], across[3];
  int i, k;
  corner[0] = owner->a;
  corner[1] = owner->b;
  corner[2] = owner->of.facet.c;
  add_both(s, owner, owner->of.facet.unit);
  for (i = 0; i < 3; i++) {
    for (k = 0; k < 3; k++) edge[k] = corner[(i + 1) % 3][k] - corner[i][k];
    vector_cross(edge, owner->of.facet.unit, across);
    add_face(s, owner, across);
  }
}

static void add_polytope(face_search *s, const collide_shape *owner) {
  const polytope *p = polytope_of(owner);
  double n[3];
  int i;
  for (i = 0; i < MOST_OF_SHAPE && i < p->faces; i++) {
    int k = p->faces > MOST_OF_SHAPE ? (int)((int64_t)i * p->faces / MOST_OF_SHAPE) : i;
    turn_normal(owner, p->planes[k].unit, n);
    add_face(s, owner, n);
  }
}

static void add_length(face_search *s, const collide_shape *owner) {
  double own[3];
  int i;
  for (i = 0; i < 3; i++) own[i] = owner->b[i] - owner->a[i];
  add_axis(s, owner, own);
}

/* ---- All ----------------------------------------------------------------------------------- */

static void add_faces(face_search *s, const collide_shape *owner) {
  switch (owner->kind) {
  case COLLIDE_PLANE:
  case COLLIDE_PLANE_2D:
    add_face(s, owner, owner->b);
    return;
  case COLLIDE_BOX:
  case COLLIDE_CYLINDER:
  case COLLIDE_CONE:
    add_sides(s, owner);
    return;
  case COLLIDE_CAPSULE:
  case COLLIDE_SEGMENT:
    add_length(s, owner);
    return;
  case COLLIDE_TRIANGLE:
    add_triangle(s, owner);
    return;
  case COLLIDE_HULL:
    add_polytope(s, owner);
    return;
  case COLLIDE_SPHERE:
    return;
  default:
    add_edges(s, owner);
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
