/* SPDX-License-Identifier: MIT
 *
 * Faces of the difference of two polytopes: see facet.h.
 */
#include "../../number/tier.h"
#include "decide.h"
#include "facet.h"

#include <string.h>

/* A point: a corner of a, less one of b, by their places in the facet. */
typedef struct view_point {
  double at[2];
  int i, k;
} view_point;

typedef struct facet_view {
  const solid_pair *p;
  const solid_facet *f;
  const double *d;
  int axis;                             /* the longest component of d, which is left out */
  int is_exact;                         /* unsure signs are found exactly */
  double at[2][FACET_CORNERS][2], most; /* no coordinate of a point is larger */
  double off;                           /* the error of a coordinate */
} facet_view;

/* A coordinate of a corner is off by 5 u M, its product with a quotient below 1 by 7 u M, the
 * radius along the normal by 12 u R, their sums by 4 u (M + R): below 29 u (M + R). */
#ifndef FACET_VIEW
#define FACET_VIEW (64 * SOLID_UNIT)
#endif

static int longest_axis(const double d[3]) {
  int axis = fabs(d[0]) > fabs(d[1]) ? 0 : 1;
  return fabs(d[2]) > fabs(d[axis]) ? 2 : axis;
}

static void make_view(const solid_pair *p, const solid_facet *f, const double d[3], int is_exact,
                      facet_view *v) {
  double own[3], most[2] = {0, 0};
  int which, i, k, axis = longest_axis(d);
  v->p = p;
  v->f = f;
  v->d = d;
  v->axis = axis;
  v->is_exact = is_exact;
  for (which = 0; which < 2; which++)
    for (i = 0; i < f->count[which]; i++) {
      double *at = v->at[which][i];
      ci_solid_corner_rounded(which == 0 ? &p->a : &p->b, f->corners[which][i], own);
      if (which == 0) vector_add(own, -p->radius, f->normal);
      for (k = 0; k < 2; k++) {
        int j = (axis + 1 + k) % 3;
        at[k] = own[j] - own[axis] * (d[j] / d[axis]);
        most[which] = fmax(most[which], fabs(at[k]));
      }
    }
  v->most = most[0] + most[1];
  v->off = FACET_VIEW * (p->size + p->radius);
}

static void put_point(const facet_view *v, int i, int k, view_point *q) {
  q->i = i;
  q->k = k;
  q->at[0] = v->at[0][i][0] - v->at[1][k][0];
  q->at[1] = v->at[0][i][1] - v->at[1][k][1];
}

/* The sign of p x q; 0 also if it is not certain. */
static int turn_of(const facet_view *v, const view_point *p, const view_point *q) {
  double cross = p->at[0] * q->at[1] - p->at[1] * q->at[0];
  double margin = 8 * v->off * (v->most + v->off) + FILTER_TINY;
  const solid_facet *f = v->f;
  int from[2], to[2];
  if (p->i == q->i && p->k == q->k) return 0;
  if (fabs(cross) > margin) return cross > 0 ? 1 : -1;
  if (!v->is_exact) return 0;
  from[0] = f->corners[0][p->i];
  from[1] = f->corners[1][p->k];
  to[0] = f->corners[0][q->i];
  to[1] = f->corners[1][q->k];
  return ci_points_turn(v->p, from, to, v->d) * (v->d[v->axis] < 0 ? -1 : 1);
}

/* Is the point so near the line that it has no direction? */
static int is_near(const facet_view *v, const view_point *q) {
  return fabs(q->at[0]) <= 4 * v->off && fabs(q->at[1]) <= 4 * v->off;
}

/* Is it on the line, exactly? */
static int is_on_line(const facet_view *v, const view_point *q) {
  const solid_facet *f = v->f;
  int corner[2];
  corner[0] = f->corners[0][q->i];
  corner[1] = f->corners[1][q->k];
  return ci_point_is_along(v->p, corner, v->d);
}

static int is_behind(const view_point *p, const view_point *q) {
  return p->at[0] * q->at[0] + p->at[1] * q->at[1] < 0;
}

/* The cone of the points seen from the origin: from `right` counterclockwise to `left`, less than a
 * half turn. */
typedef struct view_cone {
  view_point right, left;
  view_point edge[2]; /* the line passes between these two or through them, if is_near is 1 */
  int changes, is_unsure, is_near;
} view_cone;

static void set_edge(view_cone *c, const view_point *p, const view_point *q) {
  c->edge[0] = *p;
  c->edge[1] = *q;
  c->is_near = 1;
}

/* Widens the cone to a point. Returns FACET_INSIDE if the origin lies between the three, and
 * FACET_BORDER if exact signs show that it lies between two of them. */
static facet_place widen(const facet_view *v, view_cone *c, const view_point *q) {
  int beside_right, beside_left;
  if (is_near(v, q)) {
    if (v->is_exact && is_on_line(v, q)) return FACET_BORDER;
    c->is_unsure = 1;
    set_edge(c, q, q);
    return FACET_UNSURE;
  }
  beside_right = turn_of(v, &c->right, q);
  beside_left = turn_of(v, &c->left, q);
  if (beside_left > 0 && beside_right < 0)
    return turn_of(v, &c->right, &c->left) > 0 ? FACET_INSIDE : FACET_UNSURE;
  if (beside_right == 0 && is_behind(&c->right, q)) {
    set_edge(c, &c->right, q);
    return v->is_exact ? FACET_BORDER : FACET_UNSURE;
  }
  if (beside_left == 0 && is_behind(&c->left, q)) {
    set_edge(c, &c->left, q);
    return v->is_exact ? FACET_BORDER : FACET_UNSURE;
  }
  if (beside_left > 0 && beside_right > 0) {
    c->left = *q;
    c->changes = 1;
  } else if (beside_left < 0 && beside_right < 0) {
    c->right = *q;
    c->changes = 1;
  }
  return FACET_UNSURE;
}

/* Begins with the farthest point. */
static void begin_cone(const facet_view *v, view_cone *c) {
  double most = -1;
  view_point q;
  int i, k;
  for (i = 0; i < v->f->count[0]; i++)
    for (k = 0; k < v->f->count[1]; k++) {
      put_point(v, i, k, &q);
      if (!(q.at[0] * q.at[0] + q.at[1] * q.at[1] > most)) continue;
      most = q.at[0] * q.at[0] + q.at[1] * q.at[1];
      c->right = c->left = q;
    }
}

/* Do all points surely lie on one side of a line through the origin? That line lies across the
 * middle of the cone. */
static int is_outside(const facet_view *v, const view_cone *c) {
  const double *right = c->right.at, *left = c->left.at;
  double r = sqrt(right[0] * right[0] + right[1] * right[1]);
  double l = sqrt(left[0] * left[0] + left[1] * left[1]), n[2], length;
  int i, k, is_wide = right[0] * left[0] + right[1] * left[1] < 0;
  if (!(r > 0 && l > 0)) return 0;
  n[0] = is_wide ? left[1] / l - right[1] / r : left[0] / l + right[0] / r;
  n[1] = is_wide ? right[0] / r - left[0] / l : left[1] / l + right[1] / r;
  length = sqrt(n[0] * n[0] + n[1] * n[1]);
  for (i = 0; i < v->f->count[0]; i++)
    for (k = 0; k < v->f->count[1]; k++) {
      view_point q;
      put_point(v, i, k, &q);
      if (!(n[0] * q.at[0] + n[1] * q.at[1] > 4 * v->off * length)) return 0;
    }
  return 1;
}

/* With exact signs one pass is enough. Others may be unsure until a later point has widened the
 * cone. */
static facet_place find_place(const facet_view *v, view_cone *c) {
  facet_place place;
  view_point q;
  int i, k, pass, passes = v->is_exact ? 1 : 4;
  begin_cone(v, c);
  c->changes = 1;
  c->is_unsure = c->is_near = 0;
  for (pass = 0; pass < passes && c->changes; pass++) {
    c->changes = 0;
    for (i = 0; i < v->f->count[0]; i++)
      for (k = 0; k < v->f->count[1]; k++) {
        put_point(v, i, k, &q);
        place = widen(v, c, &q);
        if (place != FACET_UNSURE) return place;
      }
  }
  if (v->is_exact) return c->is_unsure ? FACET_UNSURE : FACET_OUTSIDE;
  return is_outside(v, c) ? FACET_OUTSIDE : FACET_UNSURE;
}

static void put_corners(const facet_view *v, const view_point *q, int corner[2]) {
  corner[0] = v->f->corners[0][q->i];
  corner[1] = v->f->corners[1][q->k];
}

facet_place ci_facet_locate(const solid_pair *p, const solid_facet *f, const double d[3],
                            int edge[2][2]) {
  facet_view view;
  view_cone cone;
  facet_place place;
  make_view(p, f, d, !(p->radius > 0), &view);
  place = find_place(&view, &cone);
  put_corners(&view, cone.is_near ? &cone.edge[0] : &cone.right, edge[0]);
  put_corners(&view, cone.is_near ? &cone.edge[1] : &cone.left, edge[1]);
  return place;
}

/* Where the origin lies that touches the face, or whose ball of the radius does: seen along an
 * axis, all of it is exact. With a radius the normal must be along that axis. */
static facet_place locate_touch(const solid_pair *p, const solid_facet *f) {
  double d[3] = {0, 0, 0};
  int axis = longest_axis(f->normal);
  facet_view view;
  view_cone cone;
  if (p->radius > 0 && ci_edges_axis(&f->e, &f->f) < 0) return FACET_UNSURE;
  d[axis] = 1;
  make_view(p, f, d, 1, &view);
  return find_place(&view, &cone);
}

/* ---- The plane of a face ----------------------------------------------------------------- */

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

/* ---- All corners ---------------------------------------------------------------------------- */

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

/* The two touch the plane of a face, on both sides of it. */
static int decide_in_plane(const solid_pair *p, const solid_facet *f) {
  facet_place place = locate_touch(p, f);
  if (place == FACET_OUTSIDE) return SOLID_APART;
  return place == FACET_UNSURE ? SOLID_UNDECIDED : SOLID_TOUCH;
}

/* Decides by the height of the face over the origin, less the radius. */
static int decide_by_height(const solid_pair *p, const solid_facet *f) {
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
  return height == 0 ? decide_in_plane(p, f) : SOLID_UNDECIDED;
}

int ci_facet_decide(const solid_pair *p, const simplex *s) {
  simplex whole = *s;
  solid_facet f;
  int i, found, relation;
  tier_count(TIER_FACES);
  if (p->scale != 1 || solid_pair_is_curved(p)) return SOLID_UNDECIDED;
  if (whole.count == 4) ci_simplex_flatten(&whole);
  ci_facet_complete(p, whole.nearest, &whole);
  for (i = 0; (found = ci_facet_candidate(p, &whole, i, &f)) != 0; i++) {
    if (found < 0 || !ci_facet_supports(p, &f)) continue;
    relation = decide_by_height(p, &f);
    if (relation != SOLID_UNDECIDED) return relation;
  }
  return SOLID_UNDECIDED;
}
