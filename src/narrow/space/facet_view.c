/* SPDX-License-Identifier: MIT
 *
 * Does a line meet a face of the difference of two polytopes? Seen along the line, the points of
 * the face are a convex polygon of the plane, and the line is the origin. See facet.h.
 */
#include "facet.h"

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
facet_place ci_facet_locate_touch(const solid_pair *p, const solid_facet *f) {
  double d[3] = {0, 0, 0};
  int axis = longest_axis(f->normal);
  facet_view view;
  view_cone cone;
  if (p->radius > 0 && ci_edges_axis(&f->e, &f->f) < 0) return FACET_UNSURE;
  d[axis] = 1;
  make_view(p, f, d, 1, &view);
  return find_place(&view, &cone);
}
