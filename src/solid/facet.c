/* SPDX-License-Identifier: MIT
 *
 * Faces of the difference of two polytopes: see facet.h.
 */
#include "facet.h"

#include <string.h>

#include "../number/tier.h"
#include "decide.h"

/* ---- The plane --------------------------------------------------------------------------------
 */

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
 */

/* A point this near the plane across the nearest vector, in sizes, may lie in the face. */
#define FACET_NEAR 9.313225746154785e-10 /* 2^-30 */

/* The square of the distance of x from the point or line of the simplex. */
static double distance_from(const simplex *s, const double x[3]) {
  double d[3], e[3], n[3];
  vector_minus(x, s->point[0].w, d);
  if (s->count == 1) return vector_dot(d, d);
  vector_minus(s->point[1].w, s->point[0].w, e);
  vector_cross(d, e, n);
  return vector_dot(n, n) / vector_dot(e, e);
}

/* Finds the point that is farthest from the simplex, in which one solid has another corner than in
 * the simplex's first point, and adds it. */
static int add_farthest(const solid_pair *p, const double n[3], simplex *s) {
  double best = FACET_NEAR * FACET_NEAR * p->size * p->size, at[2][3], w[3];
  const solid_point *first = &s->point[0];
  int which, i, k, found[2] = {-1, -1};
  ci_solid_corner_rounded(&p->a, first->corner[0], at[0]);
  ci_solid_corner_rounded(&p->b, first->corner[1], at[1]);
  for (which = 0; which < 2; which++) {
    const solid_proxy *solid = which == 0 ? &p->a : &p->b;
    int count = solid_corner_count(solid);
    for (i = 0; i < count; i++) {
      double own[3], square;
      ci_solid_corner_rounded(solid, i, own);
      for (k = 0; k < 3; k++) w[k] = which == 0 ? own[k] - at[1][k] : at[0][k] - own[k];
      if (fabs(vector_dot(n, w) - vector_dot(n, first->w)) > FACET_NEAR * p->size) continue;
      square = distance_from(s, w);
      if (!(square > best)) continue;
      best = square;
      found[which] = i;
      found[1 - which] = first->corner[1 - which];
      memcpy(s->point[s->count].w, w, sizeof w);
    }
  }
  if (found[0] < 0) return 0;
  memcpy(s->point[s->count].corner, found, sizeof found);
  s->count++;
  return 1;
}

void ci_facet_complete(const solid_pair *p, simplex *s) {
  double n[3];
  int i, k, which;
  if (s->count < 1 || s->count > 2 || !ci_vector_unit(s->nearest, n)) return;
  for (i = 0; i < s->count; i++) { /* the pair may have moved */
    double at[2][3];
    for (which = 0; which < 2; which++) {
      if (s->point[i].corner[which] < 0) return;
      ci_solid_corner_rounded(which == 0 ? &p->a : &p->b, s->point[i].corner[which], at[which]);
    }
    for (k = 0; k < 3; k++) s->point[i].w[k] = at[0][k] - at[1][k];
  }
  while (s->count < 3 && add_farthest(p, n, s)) continue;
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

/* ---- The place of the origin -------------------------------------------------------------------
 *
 * Without the coordinate along which the normal is longest, the points of the face are a convex
 * polygon of the plane, and the origin, moved onto the face, is its foot. */

/* Each corner of a less each of b is a point, relative to the foot. */
typedef struct facet_plan {
  int count[2], is_exact;
  double at[2][FACET_CORNERS][2], most; /* no coordinate of a point is larger */
  double off;                           /* the error of a coordinate */
} facet_plan;

/* A coordinate of a corner is off by 5 u M, one of a difference by 11 u M, with t d by 13 u M. The
 * height of the first point over the origin is off by 32 u M, a component of the normal by 8 u of
 * it: the foot is off by less than 50 u M. */
#ifndef FACET_PLAN
#define FACET_PLAN (64 * SOLID_UNIT)
#endif

static int longest_axis(const double n[3]) {
  int axis = fabs(n[0]) > fabs(n[1]) ? 0 : 1;
  return fabs(n[2]) > fabs(n[axis]) ? 2 : axis;
}

static void make_plan(const solid_pair *p, const solid_facet *f, int at_origin, facet_plan *plan) {
  double own[2][3], w[3], foot, most[2] = {0, 0};
  const double *n = f->normal;
  int which, i, k, axis = longest_axis(n);
  ci_solid_corner_rounded(&p->a, f->corner[0][0], own[0]);
  ci_solid_corner_rounded(&p->b, f->corner[0][1], own[1]);
  vector_minus(own[0], own[1], w);
  foot = at_origin ? 0 : vector_dot(n, w);
  for (which = 0; which < 2; which++) {
    plan->count[which] = f->count[which];
    for (i = 0; i < f->count[which]; i++) {
      ci_solid_corner_rounded(which == 0 ? &p->a : &p->b, f->corners[which][i], own[0]);
      for (k = 0; k < 2; k++) {
        int j = (axis + 1 + k) % 3;
        plan->at[which][i][k] = own[0][j] - (which == 0 ? n[j] * foot : 0);
        most[which] = fmax(most[which], fabs(plan->at[which][i][k]));
      }
    }
  }
  plan->most = most[0] + most[1];
  plan->is_exact = at_origin;
  plan->off = 0;
}

static void put_point(const facet_plan *plan, int i, int k, double q[2]) {
  q[0] = plan->at[0][i][0] - plan->at[1][k][0];
  q[1] = plan->at[0][i][1] - plan->at[1][k][1];
}

/* The sign of p x q; 0 also if it is not certain. */
static int turn_of(const facet_plan *plan, const double p[2], const double q[2]) {
  double cross = p[0] * q[1] - p[1] * q[0];
  double margin = 8 * plan->off * (plan->most + plan->off) + FILTER_TINY;
  if (plan->is_exact) {
    twofold x = two_product(p[0], q[1]), y = two_product(p[1], q[0]);
    cross = x.hi != y.hi ? x.hi - y.hi : x.lo - y.lo;
    margin = 0;
  }
  return (cross > margin) - (cross < -margin);
}

/* The cone of the points seen from the origin: from `right` counterclockwise to `left`, less than a
 * half turn. */
typedef struct plan_cone {
  double right[2], left[2];
  int changes;
} plan_cone;

static int is_behind(const double p[2], const double q[2]) {
  return p[0] * q[0] + p[1] * q[1] <= 0;
}

/* Widens the cone to a point. Returns FACET_INSIDE if the origin lies between the three, and
 * FACET_BORDER if exact points show that it lies between two of them. */
static facet_place widen(const facet_plan *plan, plan_cone *c, const double q[2]) {
  int beside_right = turn_of(plan, c->right, q), beside_left = turn_of(plan, c->left, q);
  if (beside_left > 0 && beside_right < 0)
    return turn_of(plan, c->right, c->left) > 0 ? FACET_INSIDE : FACET_UNSURE;
  if (plan->is_exact && ((beside_right == 0 && is_behind(c->right, q)) ||
                         (beside_left == 0 && is_behind(c->left, q))))
    return FACET_BORDER;
  if (beside_left > 0 && beside_right > 0) {
    memcpy(c->left, q, sizeof c->left);
    c->changes = 1;
  } else if (beside_left < 0 && beside_right < 0) {
    memcpy(c->right, q, sizeof c->right);
    c->changes = 1;
  }
  return FACET_UNSURE;
}

/* Begins with the farthest point: near ones have hardly a direction. */
static void begin_cone(const facet_plan *plan, plan_cone *c) {
  double q[2], most = -1;
  int i, k;
  for (i = 0; i < plan->count[0]; i++)
    for (k = 0; k < plan->count[1]; k++) {
      put_point(plan, i, k, q);
      if (!(q[0] * q[0] + q[1] * q[1] > most)) continue;
      most = q[0] * q[0] + q[1] * q[1];
      memcpy(c->right, q, sizeof q);
      memcpy(c->left, q, sizeof q);
    }
}

/* Do all points surely lie on one side of a line through the origin? The line lies across the
 * middle of the cone. */
static int is_outside(const facet_plan *plan, const plan_cone *c) {
  double r = sqrt(c->right[0] * c->right[0] + c->right[1] * c->right[1]);
  double l = sqrt(c->left[0] * c->left[0] + c->left[1] * c->left[1]), n[2], length, q[2];
  int i, k, is_wide;
  if (!(r > 0 && l > 0)) return 0;
  is_wide = c->right[0] * c->left[0] + c->right[1] * c->left[1] < 0;
  n[0] = is_wide ? c->left[1] / l - c->right[1] / r : c->left[0] / l + c->right[0] / r;
  n[1] = is_wide ? c->right[0] / r - c->left[0] / l : c->left[1] / l + c->right[1] / r;
  length = sqrt(n[0] * n[0] + n[1] * n[1]);
  for (i = 0; i < plan->count[0]; i++)
    for (k = 0; k < plan->count[1]; k++) {
      put_point(plan, i, k, q);
      if (!(n[0] * q[0] + n[1] * q[1] > 4 * plan->off * length)) return 0;
    }
  return 1;
}

/* Exact points are seen once. Others may be unsure until a later one has widened the cone. */
static facet_place find_place(const facet_plan *plan) {
  plan_cone cone;
  facet_place place;
  double q[2];
  int i, k, pass, passes = plan->is_exact ? 1 : 4;
  begin_cone(plan, &cone);
  cone.changes = 1;
  for (pass = 0; pass < passes && cone.changes; pass++) {
    cone.changes = 0;
    for (i = 0; i < plan->count[0]; i++)
      for (k = 0; k < plan->count[1]; k++) {
        put_point(plan, i, k, q);
        place = widen(plan, &cone, q);
        if (place != FACET_UNSURE) return place;
      }
  }
  return plan->is_exact || is_outside(plan, &cone) ? FACET_OUTSIDE : FACET_UNSURE;
}

facet_place ci_facet_locate(const solid_pair *p, const solid_facet *f, double travel, double slip) {
  facet_plan plan;
  make_plan(p, f, 0, &plan);
  plan.off = FACET_PLAN * (p->size + p->radius + travel) + slip;
  return find_place(&plan);
}

/* Are all coordinates of these points exact, but for that along the axis? */
static int has_exact_points(const solid_pair *p, const solid_facet *f, int axis) {
  int i, k, needs = 7 & ~(1 << axis);
  edge_vector w;
  for (i = 0; i < f->count[0]; i++)
    for (k = 0; k < f->count[1]; k++)
      if (!ci_corner_difference(p, f->corners[0][i], f->corners[1][k], &w) ||
          (w.exact & needs) != needs)
        return 0;
  return 1;
}

/* The same for a face that touches the origin, or the ball of the radius about it, if its points
 * are exact. Then the foot is the origin, or the normal is along an axis. */
static facet_place locate_exactly(const solid_pair *p, const solid_facet *f) {
  facet_place place = ci_facet_locate(p, f, 0, 0);
  int axis = longest_axis(f->normal);
  facet_plan plan;
  if (place != FACET_UNSURE) return place;
  if (p->radius > 0 && ci_edges_axis(&f->e, &f->f) < 0) return FACET_UNSURE;
  if (!has_exact_points(p, f, axis)) return FACET_UNSURE;
  make_plan(p, f, 1, &plan);
  return find_place(&plan);
}

/* ---- Decisions ---------------------------------------------------------------------------------
 */

/* The two touch the plane of a face, on both sides of it. */
static int decide_in_plane(const solid_pair *p, const solid_facet *f) {
  facet_place place = locate_exactly(p, f);
  if (place == FACET_OUTSIDE) return SOLID_APART;
  return place == FACET_UNSURE ? SOLID_UNDECIDED : SOLID_TOUCH;
}

/* Decides by the height of the face over the origin, less the radius. */
static int decide_by_height(const solid_pair *p, const solid_facet *f) {
  int i = f->corner[0][0], k = f->corner[0][1];
  int height = f->turn * ci_edges_height(p, &f->e, &f->f, i, k);
  if (p->radius > 0 && height > 0) {
    height = ci_edges_reach(p, &f->e, &f->f, i, k);
    if (height == 2) return SOLID_UNDECIDED;
    if (height < 0) return ci_facet_locate(p, f, 0, 0) == FACET_INSIDE ? SOLID_IN : SOLID_UNDECIDED;
  } else if (p->radius > 0) {
    return SOLID_UNDECIDED;
  }
  if (height > 0) return SOLID_APART;
  return height == 0 ? decide_in_plane(p, f) : SOLID_UNDECIDED;
}

int ci_facet_decide(const solid_pair *p, const simplex *s) {
  simplex whole = *s;
  solid_facet f;
  int i, found, level;
  tier_count(TIER_FACES);
  if (p->scale != 1 || solid_is_curved(&p->a) || solid_is_curved(&p->b)) return SOLID_UNDECIDED;
  if (whole.count == 4) ci_simplex_flatten(&whole);
  ci_facet_complete(p, &whole);
  for (i = 0; (found = ci_facet_candidate(p, &whole, i, &f)) != 0; i++) {
    if (found < 0 || !ci_facet_supports(p, &f)) continue;
    level = decide_by_height(p, &f);
    if (level != SOLID_UNDECIDED) return level;
  }
  return SOLID_UNDECIDED;
}
