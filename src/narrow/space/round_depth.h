/* SPDX-License-Identifier: MIT
 *
 * The penetration depth of a box and a right circular cylinder or cone.
 *
 * The difference of the two is convex, and the push leads from the origin to the nearest point of
 * its surface. A ball around the origin touches the surface there from inside. So the surface has
 * one normal there: the point is on no corner and on no ridge. Few directions remain:
 *
 * - the normals of the box's faces and of the round solid's flat ends;
 * - directions across an edge of the box: the part of the surface that the edge sweeps along a rim.
 *   Its projection along the edge is an arc of an ellipse;
 * - the normals of the round solid's side, moved to a corner of the box.
 *
 * round_depth.c tries these, and round_arc.c finds the nearest points of arcs. parallel_depth.c has
 * pairs of round solids, points and segments with parallel axes.
 */
#ifndef COLLIDE_SOLID_ROUND_DEPTH_H
#define COLLIDE_SOLID_ROUND_DEPTH_H

#include "solid.h"

/* Below this part of the size, a side is too short. Above this relative difference, a matrix makes
 * the circle an ellipse, and axes are not parallel. The depth is off by as much. */
#define ROUND_THIN 1e-6
#define ROUND_EVEN 1e-13

/* A right circular cylinder or cone. */
typedef struct round_solid {
  double axis[3];        /* unit, the own frame's y */
  double radius, height; /* half the height for a cylinder */
  int cylinder;
  double sine, cosine; /* of the angle between a cone's axis and its side */
} round_solid;

/* Returns 0 for other solids. */
int ci_round_of(const solid_proxy *s, round_solid *r);

/* The direction with the least extent so far. */
typedef struct least_direction {
  double depth, normal[3];
} least_direction;

/* The projection of the difference along an edge of the box. The coordinates are along `u`, the
 * part of the round solid's axis across the edge, and along v. In a direction n the height is that
 * of a corner, plus that of the rim's centre, plus sqrt((minor n_u)^2 + (major n_v)^2). */
typedef struct round_projection {
  double u[3], v[3];
  double major, minor;
  double centre[2];  /* the box's centre, from the round solid's or the apex */
  double edge[2][2]; /* half of the two other edges */
  double axis;       /* the position of the rim's centre along u */
  int both;          /* a cylinder: another rim is as far against u */
  double apex;       /* a cone: below this n_u the apex is farther along n than the rim */
} round_projection;

/* Finds the direction across the edge with the least extent of the difference. Keeps it if the
 * extent is less than the best. */
void ci_round_search(const round_projection *view, least_direction *best);

/* Writes normal and depth. Returns 0 for other pairs, and if a side is too short for this method.
 * The origin must be inside of the difference. */
int ci_solid_round_depth(const solid_pair *p, penetration *push);
int ci_parallel_depth(const solid_pair *p, penetration *push);

/* The distance of a polytope and a round solid, by Newton's method on the features that a search
 * has found, even if the search has not ended. Returns 0 for other pairs, or if the points are not
 * certainly nearest. */
int ci_solid_round_gap(const solid_pair *p, const simplex *s, finding *out);

/* For a polytope and a round solid that touch: the point nearest to the round solid on the edges
 * that a search has found. `point` is the polytope's point to begin from, and the result. Returns
 * its distance; HUGE_VAL for other pairs. */
double ci_round_find_contact(const solid_pair *p, const simplex *s, double point[3]);

/* The nearest point of a round solid, and its distance; HUGE_VAL for other solids. */
double ci_round_nearest(const solid_proxy *round, const double x[3], double y[3]);

#endif
