/* SPDX-License-Identifier: MIT
 *
 * Flat faces of solids: their normals, the tie rule of two polytopes that touch if several faces
 * separate them, and the name of the face that a shapecast meets.
 */
#include "../../number/fp.h"
#include "../../number/vector.h"
#include "../../shape/hull.h"
#include "../../shape/shape.h"
#include "solid.h"
#include "space.h"
#include "space_pairs.h"

#include <string.h>

/* ---- Normals --------------------------------------------------------------------------------- */

/* The normal of flat face i in the own frame. Returns 0 if there is no such face. */
static int own_normal(const collide_shape *s, int i, double g[3]) {
  const solid_hull *p;
  int k;
  g[0] = g[1] = g[2] = 0;
  switch (shape_core(s)) {
  case COLLIDE_BOX:
    if (i < 6) g[i >> 1] = i & 1 ? 1 : -1;
    return i < 6;
  case COLLIDE_CYLINDER:
    g[1] = i == 0 ? -1 : 1;
    return i < 2;
  case COLLIDE_CONE:
    g[1] = -1;
    return i < 1;
  case COLLIDE_TRIANGLE:
    for (k = 0; k < 3; k++) g[k] = i == 0 ? -s->of.facet.unit[k] : s->of.facet.unit[k];
    return i < 2;
  case COLLIDE_HULL:
    p = hull_of(s);
    if (i < p->faces) memcpy(g, p->planes[i].unit, 3 * sizeof g[0]);
    return i < p->faces;
  default:
    return 0;
  }
}

int ci_solid_face_normal(const collide_shape *s, int i, double n[3]) {
  double g[3];
  if (!own_normal(s, i, g)) return 0;
  shape_normal_to_world(s, g, n);
  if (s->frame == COLLIDE_LINEAR) (void)ci_vector_unit(n, n);
  return 1;
}

/* A point may lie on a face if its distance from the plane is at most this part of the reach. This
 * only saves more costly tests. */
#define FACE_NEAR 9.5367431640625e-07 /* 2^-20 */

void ci_solid_point_to_own(const collide_shape *s, const double point[3], double own[3]) {
  const double *m = shape_turned(s)->inverse;
  double x[3];
  int k;
  for (k = 0; k < 3; k++) x[k] = point[k] - s->origin[k];
  memcpy(own, x, sizeof x);
  if (s->frame != COLLIDE_LINEAR) return;
  for (k = 0; k < 3; k++) own[k] = vector_dot(m + 3 * k, x);
}

int ci_solid_may_touch_face(const collide_shape *s, int i, const double own[3]) {
  double g[3], off, near = FACE_NEAR * s->reach;
  const solid_hull *p;
  const double *q;
  int k;
  if (!own_normal(s, i, g)) return 0;
  if (shape_is_rounded(s)) return 1;
  switch (shape_core(s)) {
  case COLLIDE_BOX:
    return fabs(own[i >> 1] - (i & 1 ? s->b : s->a)[i >> 1]) <= near;
  case COLLIDE_HULL:
    p = hull_of(s);
    q = hull_at(p, p->first[i]);
    for (k = 0, off = 0; k < 3; k++) off += g[k] * (own[k] - q[k]);
    return fabs(off) <= near;
  case COLLIDE_TRIANGLE:
    return 1;
  default:
    return fabs(own[1] - (i == 0 ? -s->height : s->height)) <= near;
  }
}

/* ---- The tie rule -------------------------------------------------------------------------------
 *
 * Two polytopes that touch may have several faces that separate them. Shapecasts and contacts
 * report the same one. */

/* Two solids that touch. */
typedef struct solid_tie {
  const collide_shape *a, *b;
  const double *d; /* the displacement of a; NULL if it does not move */
  double point[3]; /* the point of contact */
  double moved[3]; /* the same point, relative to a at the start */
  solid_pair pair;
  double margin; /* the overlap along a separating normal that rounding allows */
} solid_tie;

/* Rounding, in units of the size and of the displacement: 20 u of the corners, the normal and their
 * product, and one u of t d. */
#define TIE_SIZE (64 * SOLID_UNIT)
#define TIE_MOVE (4 * SOLID_UNIT)

/* A motion against a normal, in units of |d|: see LEADS_IN_MARGIN in narrow/space/space.c. */
#define TIE_AGAINST (16 * SOLID_UNIT)

/* Is n a separating axis, except for rounding? */
static int is_parting(const solid_tie *t, const double n[3]) {
  return ci_solid_least_height(&t->pair, n) >= -t->margin;
}

/* Does a move in through a face with this normal? A degenerate face has the normal 0. */
static int is_entered(const solid_tie *t, const double n[3]) {
  double size = 0;
  int k;
  if (t->d == NULL) return vector_dot(n, n) > 0;
  for (k = 0; k < 3; k++) size += fabs(t->d[k]);
  return vector_dot(n, t->d) < -TIE_AGAINST * size;
}

static int find_first(const solid_tie *t, const collide_shape *of, double n[3]) {
  double own[3];
  int i, k, count = shape_is_hull(of) ? hull_of(of)->faces : 6;
  ci_solid_point_to_own(of, of == t->a ? t->moved : t->point, own);
  for (i = 0; i < count; i++) {
    if (!ci_solid_may_touch_face(of, i, own) || !ci_solid_face_normal(of, i, n)) continue;
    for (k = 0; k < 3 && of == t->a; k++) n[k] = 0 - n[k];
    if (is_entered(t, n) && is_parting(t, n)) return 1;
  }
  return 0;
}

static int is_flat(const collide_shape *s) {
  return s->kind == COLLIDE_BOX || shape_is_hull(s);
}

void ci_solid_prefer_face(const collide_shape *a, const collide_shape *b, const double *d,
                          double at, const double point[3], double normal[3]) {
  static const double still[3] = {0, 0, 0};
  const double *move = d != NULL ? d : still;
  solid_tie t;
  double n[3], off = 0;
  int k;
  if (!is_flat(a) || !is_flat(b)) return;
  t.a = a;
  t.b = b;
  t.d = d;
  ci_solid_pair_make_moved(&t.pair, a, b, move, at);
  t.margin = TIE_SIZE * t.pair.size;
  for (k = 0; k < 3; k++) {
    t.margin += TIE_MOVE * fabs(at * move[k]) * t.pair.scale;
    t.point[k] = point[k];
    t.moved[k] = point[k] - at * move[k];
  }
  if (!find_first(&t, b, n) && !find_first(&t, a, n)) return;
  for (k = 0; k < 3; k++) off = fmax(off, fabs(n[k] - normal[k]));
  if (off > 8 * SOLID_UNIT) memcpy(normal, n, sizeof n); /* else only rounding differs */
}

/* ---- The name of a face -------------------------------------------------------------------------
 *
 * The flat face of the target that a shapecast meets is the face whose normal is that of the hit,
 * except for rounding. A direction n of the world is linear^T n in the own frame, where normals of
 * faces become normals of faces. */

/* The largest error of a normal against that of a face, for flat shapes and for curved ones. */
#define FACE_FLAT 9.094947017729282e-13 /* 2^-40 */
#define FACE_CURVED 9.5367431640625e-07 /* 2^-20 */

/* Returns the axis of g, 1 to 3, with its sign, or 0 if g is not along an axis. */
static int axis_of(const double g[3], double off) {
  int i;
  for (i = 0; i < 3; i++)
    if (fabs(g[(i + 1) % 3]) <= off && fabs(g[(i + 2) % 3]) <= off)
      return g[i] > 0 ? i + 1 : -i - 1;
  return 0;
}

static collide_face box_face(const double g[3]) {
  int axis = axis_of(g, FACE_FLAT);
  if (axis == 0) return COLLIDE_FACE_NONE;
  return (collide_face)(axis > 0 ? COLLIDE_FACE_PLUS_X + 2 * (axis - 1)
                                 : COLLIDE_FACE_MINUS_X + 2 * (-axis - 1));
}

static collide_face cylinder_face(const double g[3]) {
  int axis = axis_of(g, FACE_CURVED);
  if (axis == 2) return COLLIDE_FACE_TOP;
  if (axis == -2) return COLLIDE_FACE_BOTTOM;
  return fabs(g[1]) <= FACE_CURVED ? COLLIDE_FACE_SIDE : COLLIDE_FACE_NONE;
}

/* The normal of the side rises with the radius over the height. */
static collide_face cone_face(const collide_shape *s, const double g[3]) {
  double across = sqrt(g[0] * g[0] + g[2] * g[2]);
  double length = sqrt(s->radius * s->radius + s->height * s->height);
  if (axis_of(g, FACE_CURVED) == -2) return COLLIDE_FACE_BASE;
  return fabs(g[1] * s->height - across * s->radius) <= FACE_CURVED * length ? COLLIDE_FACE_SIDE
                                                                             : COLLIDE_FACE_NONE;
}

static collide_face triangle_face(const collide_shape *s, const double n[3]) {
  double along = vector_dot(s->of.facet.unit, n), off[3];
  vector_cross(s->of.facet.unit, n, off);
  if (!(vector_dot(off, off) <= FACE_FLAT * FACE_FLAT) || along == 0) return COLLIDE_FACE_NONE;
  return along > 0 ? COLLIDE_FACE_FRONT : COLLIDE_FACE_BACK;
}

/* The number of the face, from 1, or 0. */
static int hull_face(const solid_hull *p, const double g[3]) {
  int i;
  for (i = 0; i < p->faces; i++) {
    double off[3];
    if (!(vector_dot(p->planes[i].unit, g) > 0)) continue;
    vector_cross(p->planes[i].unit, g, off);
    if (vector_dot(off, off) <= FACE_FLAT * FACE_FLAT) return i + 1;
  }
  return 0;
}

void ci_space_name_face(const collide_shape *target, collide_sweep_hit *hit) {
  double g[3];
  if (target->kind == COLLIDE_TRIANGLE) {
    hit->face = triangle_face(target, hit->normal);
    return;
  }
  if (target->kind == COLLIDE_PLANE || target->kind == COLLIDE_SEGMENT) return;
  shape_normal_to_own(target, hit->normal, g);
  (void)ci_vector_unit(g, g); /* if possible */
  if (target->kind == COLLIDE_BOX) hit->face = box_face(g);
  if (target->kind == COLLIDE_CYLINDER) hit->face = cylinder_face(g);
  if (target->kind == COLLIDE_CONE) hit->face = cone_face(target, g);
  if (shape_is_hull(target)) hit->edge = hull_face(hull_of(target), g);
}
