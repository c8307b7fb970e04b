/* SPDX-License-Identifier: MIT
 *
 * The possible directions of the penetration depth of a box and a round solid: see round_depth.h.
 */
#include "round_depth.h"
#include "epa.h"

#include <string.h>

/* The difference of a box and a round solid: the box's half edges about a centre, relative to the
 * round solid's middle or a cone's apex; and the round solid, mirrored at that point. */
typedef struct round_pair {
  double centre[3], edge[3][3], length[3]; /* the edges' lengths */
  round_solid of; /* the round solid; when mirrored, its base is at the positive end */
} round_pair;

static void column(const double m[9], int i, double r[3]) {
  r[0] = m[i];
  r[1] = m[3 + i];
  r[2] = m[6 + i];
}

/* Accepts only a matrix that keeps the rim a circle across the axis. */
int ci_round_of(const solid_proxy *s, round_solid *r) {
  double x[3], y[3], z[3], xx, yy, zz, slant;
  int i;
  if (s->form != SOLID_CYLINDER && s->form != SOLID_CONE) return 0;
  column(s->linear, 0, x);
  column(s->linear, 1, y);
  column(s->linear, 2, z);
  xx = vector_dot(x, x);
  yy = vector_dot(y, y);
  zz = vector_dot(z, z);
  if (!(fabs(xx - zz) <= ROUND_EVEN * xx) || !(fabs(vector_dot(x, z)) <= ROUND_EVEN * xx)) return 0;
  if (!(fabs(vector_dot(x, y)) <= ROUND_EVEN * xx && fabs(vector_dot(z, y)) <= ROUND_EVEN * xx))
    return 0;
  if (!(fabs(vector_dot(x, y)) <= ROUND_EVEN * yy && fabs(vector_dot(z, y)) <= ROUND_EVEN * yy))
    return 0;
  yy = sqrt(yy);
  for (i = 0; i < 3; i++) r->axis[i] = y[i] / yy;
  r->radius = s->around * sqrt(xx);
  r->height = s->height * yy;
  r->cylinder = s->form == SOLID_CYLINDER;
  slant = sqrt(r->radius * r->radius + r->height * r->height);
  if (!(slant > 0)) return 0;
  r->sine = r->radius / slant;
  r->cosine = r->height / slant;
  return 1;
}

static int put_pair(const solid_pair *p, round_pair *r) {
  double thin = ROUND_THIN * p->size;
  int i, k;
  if (p->a.form != SOLID_BOX) return 0;
  if (!ci_round_of(&p->b, &r->of)) return 0;
  for (k = 0; k < 3; k++) r->centre[k] = p->a.at[k] - p->b.at[k];
  for (i = 0; i < 3; i++) {
    for (k = 0; k < 3; k++) {
      double low = p->a.parts[i][0][k], high = p->a.parts[i][1][k];
      r->edge[i][k] = (high - low) * 0.5;
      r->centre[k] += (high + low) * 0.5;
    }
    r->length[i] = sqrt(vector_dot(r->edge[i], r->edge[i]));
    if (!(r->length[i] > thin)) return 0;
  }
  return r->of.radius > thin && r->of.height > thin;
}

/* The extent of the difference along a unit vector. */
static double height_along(const round_pair *r, const double n[3]) {
  double y = vector_dot(r->of.axis, n), rest[3], across, round;
  int i;
  for (i = 0; i < 3; i++) rest[i] = n[i] - y * r->of.axis[i]; /* 1 - y^2 would cancel */
  across = sqrt(vector_dot(rest, rest));
  round = (r->of.cylinder ? fabs(y) : y) * r->of.height + across * r->of.radius;
  if (!r->of.cylinder && round < 0) round = 0;
  return vector_dot(r->centre, n) + round + fabs(vector_dot(r->edge[0], n)) +
         fabs(vector_dot(r->edge[1], n)) + fabs(vector_dot(r->edge[2], n));
}

static void try_direction(const round_pair *r, const double n[3], least_direction *best) {
  double depth = height_along(r, n);
  if (!(depth < best->depth)) return;
  best->depth = depth;
  memcpy(best->normal, n, sizeof best->normal);
}

static void try_ends(const round_pair *r, least_direction *best) {
  double n[3];
  int i, down = r->of.cylinder && vector_dot(r->centre, r->of.axis) > 0;
  for (i = 0; i < 3; i++) n[i] = down ? -r->of.axis[i] : r->of.axis[i];
  try_direction(r, n, best);
}

/* ---- Along the edges ----------------------------------------------------------------------- */

/* Returns 0 if rounding leaves no projection. */
static int put_projection(const round_pair *r, int edge, round_projection *view) {
  const double *other[2];
  double e[3], along, part, square;
  int i;
  other[0] = r->edge[(edge + 1) % 3];
  other[1] = r->edge[(edge + 2) % 3];
  for (i = 0; i < 3; i++) e[i] = r->edge[edge][i] / r->length[edge];
  along = vector_dot(e, r->of.axis);
  for (i = 0; i < 3; i++) view->u[i] = r->of.axis[i] - along * e[i];
  square = vector_dot(view->u, view->u);
  if (square < 1e-20) { /* the axis lies along the edge: any direction will do */
    double two[2][3];
    ci_vectors_across(e, two);
    memcpy(view->u, two[0], sizeof two[0]);
    part = 0;
  } else {
    double rest;
    part = sqrt(square);
    for (i = 0; i < 3; i++) view->u[i] /= part;
    rest = vector_dot(view->u, e); /* if u was short, rounding turns it towards the edge */
    for (i = 0; i < 3; i++) view->u[i] -= rest * e[i];
  }
  vector_cross(e, view->u, view->v);
  view->major = r->of.radius;
  view->minor = r->of.radius * (fabs(along) < 1 ? fabs(along) : 1);
  view->axis = r->of.height * part;
  view->both = r->of.cylinder;
  view->apex = part > r->of.sine ? -r->of.sine / part : -2;
  view->centre[0] = vector_dot(r->centre, view->u);
  view->centre[1] = vector_dot(r->centre, view->v);
  for (i = 0; i < 2; i++) {
    view->edge[i][0] = vector_dot(other[i], view->u);
    view->edge[i][1] = vector_dot(other[i], view->v);
  }
  return 1;
}

/* ---- The side ------------------------------------------------------------------------------ */

/* A corner, relative to the round solid, and its part across the axis. */
static void put_corner(const round_pair *r, int corner, double p[3], double across[3]) {
  double y;
  int i, k;
  for (k = 0; k < 3; k++) {
    p[k] = r->centre[k];
    for (i = 0; i < 3; i++) p[k] += corner >> i & 1 ? r->edge[i][k] : -r->edge[i][k];
  }
  y = vector_dot(p, r->of.axis);
  for (k = 0; k < 3; k++) across[k] = p[k] - y * r->of.axis[k];
}

/* A cylinder's side moved to a corner is nearest along the line from the axis to that corner. Such
 * a part counts only if the axis is outside of the projection of the box along it. The same holds
 * for a cone's side, with a part along the axis. There the part counts if the corner's height along
 * the normal is above 0 and below the best. */
static void try_side(const round_pair *r, least_direction *best) {
  double sine = r->of.cylinder ? 0 : r->of.sine, cosine = r->of.cylinder ? 1 : r->of.cosine;
  double most = r->of.cylinder ? r->of.radius : 0;
  int corner, k;
  if (r->of.cylinder && best->depth >= HUGE_VAL) return;
  for (corner = 0; corner < 8; corner++) {
    double p[3], across[3], n[3], square, length, depth;
    put_corner(r, corner, p, across);
    square = vector_dot(across, across);
    if (!(square > 0)) continue;
    length = sqrt(square);
    depth = most - sine * vector_dot(p, r->of.axis) - cosine * length;
    if (!(depth > 0 && depth < best->depth)) continue;
    for (k = 0; k < 3; k++) n[k] = -sine * r->of.axis[k] - cosine * across[k] / length;
    try_direction(r, n, best);
  }
}

static int find_direction(const solid_pair *p, round_pair *r, least_direction *best) {
  round_projection view;
  int i;
  best->depth = HUGE_VAL;
  if (!put_pair(p, r)) return 0;
  try_ends(r, best);
  try_side(r, best);
  for (i = 0; i < 3; i++)
    if (put_projection(r, i, &view)) ci_round_search(&view, best);
  return 1;
}

int ci_solid_round_depth(const solid_pair *p, penetration *push) {
  round_pair r;
  least_direction best;
  if (ci_parallel_depth(p, push)) return 1;
  if (!find_direction(p, &r, &best)) return 0;
  if (!ci_vector_unit(best.normal, push->normal)) return 0;
  push->depth = height_along(&r, push->normal);
  push->count = 0;
  push->certain = 1;
  push->dimensions = 3;
  return push->depth > 0;
}
