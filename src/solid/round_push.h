/* SPDX-License-Identifier: MIT
 *
 * The least push of a box and a right circular cylinder or cone that are in one another.
 *
 * The difference of the two is convex, and the push goes from the origin to the nearest point of
 * its surface. There a ball around the origin touches the surface from inside, so that the surface
 * has one normal there: it is no corner and no ridge. What remains are few directions:
 *
 *   - the normals of the box's faces and of the round solid's flat ends;
 *   - directions across an edge of the box: the edge moved along a rim sweeps such a part. Seen
 * along the edge it is an arc of an ellipse;
 *   - the normals of the round solid's side, of which the side moved to a corner of the box has
 * all.
 *
 * round_push.c goes through these; round_arc.c finds the nearest points of arcs. A point instead of
 * the box leaves the flat ends, and the side where it is nearest to the point.
 */
#ifndef COLLIDE_SOLID_ROUND_PUSH_H
#define COLLIDE_SOLID_ROUND_PUSH_H

#include "solid.h"

/* A right circular cylinder or cone. */
typedef struct round_solid {
  double axis[3];        /* unit, the own frame's y */
  double radius, height; /* of a cylinder half of it */
  int cylinder;
  double sine, cosine; /* of the angle between a cone's axis and its side */
} round_solid;

/* Returns 0 when the solid is no such one. */
int ci_round_of(const solid_proxy *s, round_solid *r);

/* The best direction so far. */
typedef struct round_best {
  double depth, normal[3];
} round_best;

/* The difference seen along an edge of the box. The coordinates are along `u`, which is the axis of
 * the round solid as far as it is across the edge, and along v. In a direction n the height is that
 * of a corner, plus that of the rim's centre, plus sqrt((minor n_u)^2 + (major n_v)^2). */
typedef struct round_projection {
  double u[3], v[3];
  double major, minor;
  double centre[2];  /* of the box, from that of the round solid or the apex */
  double edge[2][2]; /* half of the two other edges */
  double axis;       /* the rim's centre lies so far along u */
  int both;          /* a cylinder: and as far against it */
  double apex;       /* a cone: below this n_u the apex is farther along n than the rim */
} round_projection;

/* Of all directions across the edge the one along which the difference reaches least far; keeps it
 * when it is better than the best. */
void ci_round_search(const round_projection *view, round_best *best);

/* Writes normal and depth; returns 0 when the pair is not of that kind, or too thin for the way
 * that this is computed. The origin must be inside of the difference. */
int ci_solid_round_push(const solid_pair *p, least_push *push);

/* How far apart a polytope and a round solid are, by Newton's method on the features of the
 * polytope that a search has found, even if that is not at its end. Returns 0 when the pair is not
 * of that kind, or when it is not certain that the points are the nearest. */
int ci_solid_round_gap(const solid_pair *p, const simplex *s, finding *out);

/* A polytope and a round solid that touch: of the edges that a search has found the point that is
 * nearest to the round solid. Replaces `point`, a point of the polytope from which to begin, and
 * returns how far from the round solid it is; HUGE_VAL when the pair is not of that kind. */
double ci_solid_round_touch(const solid_pair *p, const simplex *s, double point[3]);

/* The nearest point of a round solid, and how far it is; HUGE_VAL when the solid is no such one. */
double ci_round_nearest(const solid_proxy *round, const double x[3], double y[3]);

#endif
