/* SPDX-License-Identifier: MIT
 *
 * The faces of an obstacle through which a shape can leave it.
 */
#include "move_faces.h"

#include <string.h>

#include "../number/vector.h"
#include "../shape/hull.h"
#include "../narrow/space/solid.h"
#include "../shape/shape.h"

enum { MOST_OF_SHAPE = 32 };

typedef struct face_search {
  const collide_shape *shape, *other; /* the shape leaves the other one */
  int count;
  move_face *list;              /* in the order of depth */
  int is_near[MOVE_FACES_MOST]; /* near regardless of the least depth */
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

/* ---- One shape ----------------------------------------------------------------------------- */

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

/* ---- All faces ----------------------------------------------------------------------------- */

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
