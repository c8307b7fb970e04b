/* SPDX-License-Identifier: MIT
 *
 * Faces of the difference of two polytopes: see facet.h.
 */
#include "facet.h"

#include <string.h>

#include "../../number/tier.h"
#include "decide.h"

/* ---- The plane ----------------------------------------------------------------------------- */

/* The different corners of one solid in the points of a simplex. */
typedef struct corner_set {
  int count, index[3];
} corner_set;

static corner_set corners_of(const simplex *s, int which) {
  corner_set set;
  int i, k, found;
  set.count = 0;
  for (i = 0; i < s->count; i++) {
    for (k = found = 0; k < set.count; k++) found |= set.index[k] == s->point[i].corner[which];
    if (!found) set.index[set.count++] = s->point[i].corner[which];
  }
  return set;
}

static void set_point(solid_facet *f, int i, int a, int b) {
  f->corner[i][0] = a;
  f->corner[i][1] = b;
}

static solid_edge edge_of(const solid_proxy *s, int from, int to) {
  solid_edge e;
  e.solid = s;
  e.from = from;
  e.to = to;
  return e;
}

/* Three corners of one solid. */
static void take_face(const solid_pair *p, int which, const corner_set *own, int other,
                      solid_facet *f) {
  const solid_proxy *s = which == 0 ? &p->a : &p->b;
  int i;
  for (i = 0; i < 3; i++)
    set_point(f, i, which == 0 ? own->index[i] : other, which == 0 ? other : own->index[i]);
  f->e = edge_of(s, own->index[0], own->index[1]);
  f->f = edge_of(s, own->index[0], own->index[2]);
}

static void take_edges(const solid_pair *p, const corner_set *a, const corner_set *b,
                       solid_facet *f) {
  set_point(f, 0, a->index[0], b->index[0]);
  set_point(f, 1, a->index[1], b->index[0]);
  set_point(f, 2, a->index[0], b->index[1]);
  f->e = edge_of(&p->a, a->index[0], a->index[1]);
  f->f = edge_of(&p->b, b->index[0], b->index[1]);
}

/* In units of the lengths of both edges: below this the cross product has too few digits. */
#define FACET_FLAT 9.5367431640625e-07 /* 2^-20 */

/* An edge is off by 2^-98 of its terms. They are at most 2^40 times as large as the edge, and the
 * cross product of the edges is at least 2^-20 of their lengths: it is off by 2^-36 u of itself.
 * Scaling it to unit length rounds each component by less than 8 u. */
#define FACET_TERMS 1099511627776.0 /* 2^40 */

static int put_normal(const double towards[3], solid_facet *f) {
  edge_vector e, g;
  twofold n[3];
  double lengths = 1, terms = 1, x[3], y[3], z[3];
  int i;
  if (!ci_edge_vector(&f->e, &e) || !ci_edge_vector(&f->f, &g)) return 0;
  tf_cross(e.v, g.v, n);
  for (i = 0; i < 3; i++) {
    x[i] = e.v[i].hi;
    y[i] = g.v[i].hi;
    z[i] = n[i].hi;
  }
  lengths = vector_length(x) * vector_length(y);
  terms = vector_length(e.most) * vector_length(g.most);
  if (!(vector_length(z) > FACET_FLAT * lengths) || !(terms < FACET_TERMS * lengths)) return 0;
  if (!ci_vector_unit(z, f->normal)) return 0;
  f->turn = vector_dot(f->normal, towards) < 0 ? -1 : 1;
  for (i = 0; i < 3; i++) f->normal[i] *= f->turn;
  return 1;
}

int ci_facet_candidate(const solid_pair *p, const simplex *s, int number, solid_facet *f) {
  corner_set a = corners_of(s, 0), b = corners_of(s, 1);
  if (s->count != 3) return 0;
  if (b.count == 3 && number-- == 0)
    take_face(p, 1, &b, a.index[0], f);
  else if (a.count == 3 && number-- == 0)
    take_face(p, 0, &a, b.index[0], f);
  else if (a.count >= 2 && b.count >= 2 && number-- == 0)
    take_edges(p, &a, &b, f);
  else
    return 0;
  return put_normal(s->nearest, f) ? 1 : -1;
}

/* ---- More points ------------------------------------------------------------------------------
 *
 * A plane that holds a point or an edge of the difference, and has all of it above, is turned about
 * the edge until it meets another point: gift wrapping. */

/* Points that are nearer to the axis, in sizes, are on it. */
#define FACET_NEAR 9.313225746154785e-10 /* 2^-30 */

/* A plane across r that is turned about the axis e towards t: three unit vectors at right angles.
 */
typedef struct turning_plane {
  double r[3], e[3], t[3];
} turning_plane;

/* Makes v perpendicular to two unit vectors and scales it. Returns 0 if nothing is left. */
static int make_across(const double x[3], const double y[3], double v[3]) {
  vector_add(v, -vector_dot(v, x), x);
  vector_add(v, -vector_dot(v, y), y);
  return vector_length(v) > 1e-6 && ci_vector_unit(v, v);
}

/* Any vector perpendicular to two others will do for `towards`, if that has no such part. */
static int set_towards(const double towards[3], turning_plane *plane) {
  memcpy(plane->t, towards, sizeof plane->t);
  if (make_across(plane->r, plane->e, plane->t)) return 1;
  vector_cross(plane->r, plane->e, plane->t);
  return ci_vector_unit(plane->t, plane->t);
}

/* An axis across r and `towards`, or across r alone. */
static int set_axis(const double towards[3], turning_plane *plane) {
  double axis[3] = {0, 0, 0};
  vector_cross(plane->r, towards, plane->e);
  if (vector_length(plane->e) > 1e-6 * vector_length(towards))
    return ci_vector_unit(plane->e, plane->e);
  axis[fabs(plane->r[0]) > 0.5 ? 1 : 0] = 1;
  vector_cross(plane->r, axis, plane->e);
  return ci_vector_unit(plane->e, plane->e);
}

/* Turns the plane to the next corner of either solid, and adds the point that differs from the
 * first one by that corner. Returns 0 if there is none within a half turn. */
static int turn_to_next(const solid_pair *p, turning_plane *plane, simplex *s) {
  double first[2][3], own[3], x[3], best = -1, least = FACET_NEAR * p->size;
  const int *corner = s->point[0].corner;
  int which, i, found[2] = {-1, -1};
  ci_solid_corner_rounded(&p->a, corner[0], first[0]);
  ci_solid_corner_rounded(&p->b, corner[1], first[1]);
  for (which = 0; which < 2; which++) {
    const solid_proxy *solid = which == 0 ? &p->a : &p->b;
    int count = solid_corner_count(solid);
    for (i = 0; i < count; i++) {
      double height, along, away, cosine;
      ci_solid_corner_rounded(solid, i, own);
      vector_minus(own, first[which], x);
      if (which == 1) vector_negate(x, x);
      height = fmax(vector_dot(plane->r, x), 0);
      along = vector_dot(plane->t, x);
      away = sqrt(height * height + along * along);
      if (!(away > least)) continue;
      cosine = 0 - along / away;
      if (!(cosine > best)) continue;
      best = cosine;
      found[which] = i;
      found[1 - which] = corner[1 - which];
    }
  }
  if (found[0] < 0) return 0;
  for (i = 0; i < 3; i++)
    plane->r[i] = best * plane->r[i] + sqrt(fmax(1 - best * best, 0)) * plane->t[i];
  memcpy(s->point[s->count++].corner, found, sizeof found);
  return 1;
}

/* The vector from the first point to the second, of unit length. */
static int put_edge(const solid_pair *p, const simplex *s, double e[3]) {
  double at[2][2][3];
  int i;
  for (i = 0; i < 2; i++) {
    ci_solid_corner_rounded(&p->a, s->point[i].corner[0], at[i][0]);
    ci_solid_corner_rounded(&p->b, s->point[i].corner[1], at[i][1]);
  }
  for (i = 0; i < 3; i++) e[i] = (at[1][0][i] - at[1][1][i]) - (at[0][0][i] - at[0][1][i]);
  return ci_vector_unit(e, e);
}

void ci_facet_complete(const solid_pair *p, const double towards[3], simplex *s) {
  turning_plane plane;
  if (s->count < 1 || s->count > 2 || !ci_vector_unit(s->nearest, plane.r)) return;
  if (s->count == 1) {
    vector_cross(plane.r, towards, plane.e);
    if (!set_axis(towards, &plane) || !set_towards(towards, &plane)) return;
    if (!turn_to_next(p, &plane, s)) return;
  }
  if (!put_edge(p, s, plane.e) || !make_across(plane.e, plane.e, plane.r)) return;
  if (!set_towards(towards, &plane) || !turn_to_next(p, &plane, s)) return;
  memcpy(s->nearest, plane.r, sizeof plane.r);
}

/* ---- All corners ------------------------------------------------------------------------------
 */

/* The height of a corner over another of the same solid: their difference is off by 20 u M, |n| by
 * 14 u of a length below 3.5 M, and the products and sums by 4 u of it: below 98 u M. */
#ifndef FACET_HEIGHT
#define FACET_HEIGHT (128 * SOLID_UNIT)
#endif

/* Adds the corners of one solid that lie in the plane. Returns 0 if one lies beneath it. */
static int gather(const solid_pair *p, int which, solid_facet *f) {
  const solid_proxy *s = which == 0 ? &p->a : &p->b;
  double first[3], own[3], v[3], margin = FACET_HEIGHT * p->size + FILTER_TINY;
  int i, count = solid_corner_count(s), up = which == 0 ? 1 : -1, *in = f->corners[which];
  ci_solid_corner_rounded(s, f->corner[0][which], first);
  f->count[which] = 0;
  for (i = 0; i < count; i++) {
    solid_edge g = edge_of(s, f->corner[0][which], i);
    double height;
    int above;
    ci_solid_corner_rounded(s, i, own);
    vector_minus(own, first, v);
    height = up * vector_dot(f->normal, v);
    if (i == f->corner[0][which])
      above = 0;
    else if (fabs(height) > margin)
      above = height > 0 ? 1 : -1;
    else
      above = up * f->turn * ci_edges_turn(&f->e, &f->f, &g);
    if (above < 0 || (above == 0 && f->count[which] == FACET_CORNERS)) return 0;
    f->has_more |= above > 0;
    if (above == 0) in[f->count[which]++] = i;
  }
  return 1;
}

int ci_facet_supports(const solid_pair *p, solid_facet *f) {
  f->has_more = 0;
  return gather(p, 0, f) && gather(p, 1, f);
}

/* ---- Decisions ----------------------------------------------------------------------------- */

/* They enter each other if the displacement leads through the inside of the face. They do not, for
 * all t, if it does not lead through its plane. */
static void put_touch(const solid_facet *f, facet_place place, facet_touch *touch) {
  int along = f->turn * ci_edges_turn_to(&f->e, &f->f, touch->d);
  touch->known = along >= 0 || place == FACET_INSIDE;
  touch->into = along < 0;
  memcpy(touch->normal, f->normal, sizeof f->normal);
}

/* The two touch the plane of a face, on both sides of it. */
static int decide_in_plane(const solid_pair *p, const solid_facet *f, facet_touch *touch) {
  facet_place place = ci_facet_locate_touch(p, f);
  if (place == FACET_OUTSIDE) return SOLID_APART;
  if (place == FACET_UNSURE) return SOLID_UNDECIDED;
  if (touch != NULL && (f->has_more || p->radius > 0)) put_touch(f, place, touch);
  return SOLID_TOUCH;
}

/* Decides by the height of the face over the origin, less the radius. */
static int decide_by_height(const solid_pair *p, const solid_facet *f, facet_touch *touch) {
  int i = f->corner[0][0], k = f->corner[0][1], edge[2][2];
  int height = f->turn * ci_edges_height(p, &f->e, &f->f, i, k);
  if (p->radius > 0 && height > 0) {
    height = ci_edges_reach(p, &f->e, &f->f, i, k);
    if (height == 2) return SOLID_UNDECIDED;
    if (height < 0)
      return ci_facet_locate(p, f, f->normal, edge) == FACET_INSIDE ? SOLID_IN : SOLID_UNDECIDED;
  } else if (p->radius > 0) {
    return SOLID_UNDECIDED;
  }
  if (height > 0) return SOLID_APART;
  return height == 0 ? decide_in_plane(p, f, touch) : SOLID_UNDECIDED;
}

int ci_facet_decide(const solid_pair *p, const simplex *s, facet_touch *touch) {
  simplex whole = *s;
  solid_facet f;
  int i, found, level;
  tier_count(TIER_FACES);
  if (touch != NULL) touch->known = 0;
  if (p->scale != 1 || solid_is_curved(&p->a) || solid_is_curved(&p->b)) return SOLID_UNDECIDED;
  if (whole.count == 4) ci_simplex_flatten(&whole);
  ci_facet_complete(p, whole.nearest, &whole);
  for (i = 0; (found = ci_facet_candidate(p, &whole, i, &f)) != 0; i++) {
    if (found < 0 || !ci_facet_supports(p, &f)) continue;
    level = decide_by_height(p, &f, touch);
    if (level != SOLID_UNDECIDED) return level;
  }
  return SOLID_UNDECIDED;
}
