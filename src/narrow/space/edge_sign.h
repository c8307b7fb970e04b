/* SPDX-License-Identifier: MIT
 *
 * Exact signs of products of edges of polytopes. Where features are parallel these signs are 0, and
 * no filter decides them. Numbers that are 0 in a matrix, as in a turn about an axis, make them
 * cheap.
 */
#ifndef COLLIDE_SOLID_EDGE_SIGN_H
#define COLLIDE_SOLID_EDGE_SIGN_H

#include "solid.h"

/* The vector from one corner of a polytope to another. */
typedef struct solid_edge {
  const solid_proxy *solid;
  int from, to;
} solid_edge;

/* A vector off by at most EDGE_OFF of `most`, component by component. */
typedef struct edge_vector {
  twofold v[3];
  double most[3];
  int exact; /* bit k: component k is one double and not off at all */
} edge_vector;

/* The vector of an edge; for an edge of a box, times a positive number. Returns 0 if numbers are so
 * small or large that products might under- or overflow. */
int ci_edge_vector(const solid_edge *e, edge_vector *r);

/* The sign of (e x f) . g. */
int ci_edges_turn(const solid_edge *e, const solid_edge *f, const solid_edge *g);
/* The sign of (e x f) . d. */
int ci_edges_turn_to(const solid_edge *e, const solid_edge *f, const double d[3]);
/* The sign of (e x f) . w, where w leads from corner k of b to corner i of a. The pair has not been
 * moved. */
int ci_edges_height(const solid_pair *p, const solid_edge *e, const solid_edge *f, int i, int k);
/* The same with w shortened: the sign of |(e x f) . w| - radius |e x f|, for a sum of two radii. 2
 * if it is not certain. */
int ci_edges_reach(const solid_pair *p, const solid_edge *e, const solid_edge *f, int i, int k);
/* The sign of (v x w) . d, where v and w lead from b's corners [1] to a's corners [0]. */
int ci_points_turn(const solid_pair *p, const int v[2], const int w[2], const double d[3]);
/* Returns 1 if w x d is 0. */
int ci_point_is_along(const solid_pair *p, const int w[2], const double d[3]);
/* The axis of e x f if its other two components are surely 0, or -1. */
int ci_edges_axis(const solid_edge *e, const solid_edge *f);
/* Returns 1 if e x f is 0. */
int ci_edges_are_parallel(const solid_edge *e, const solid_edge *f);

#endif
