/* SPDX-License-Identifier: MIT
 *
 * The normals of flat faces of solids, and the tie rule of two polytopes that touch if several
 * faces separate them. Shapecasts and contacts report the same normal.
 */
#include "solid.h"
#include "space_pairs.h"

#include <string.h>

#include "../../number/vector.h"
#include "../../shape/shape.h"

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
  for (k = 0; k < 3; k++) x[k] = point[k] - s->position[k];
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
  switch (s->kind) {
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

/* ---- The rule -------------------------------------------------------------------------------- */

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
  static const int nowhere[2] = {-1, -1};
  solid_point q;
  double back[3];
  int k;
  for (k = 0; k < 3; k++) back[k] = 0 - n[k];
  ci_solid_support(&t->pair, back, nowhere, &q);
  return vector_dot(n, q.w) >= -t->margin;
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
  int i, k, count = of->kind == COLLIDE_HULL ? hull_of(of)->faces : 6;
  ci_solid_point_to_own(of, of == t->a ? t->moved : t->point, own);
  for (i = 0; i < count; i++) {
    if (!ci_solid_may_touch_face(of, i, own) || !ci_solid_face_normal(of, i, n)) continue;
    for (k = 0; k < 3 && of == t->a; k++) n[k] = 0 - n[k];
    if (is_entered(t, n) && is_parting(t, n)) return 1;
  }
  return 0;
}

static int is_flat(const collide_shape *s) {
  return s->kind == COLLIDE_BOX || s->kind == COLLIDE_HULL;
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
