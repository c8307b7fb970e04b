/* SPDX-License-Identifier: MIT
 *
 * A face of the difference of two polytopes: the differences of the corners of a that are lowest
 * along its normal and the corners of b that are highest. Parallel features are one: where a face
 * or an edge of a is parallel to one of b, by an exact sign, all their corners count. Points of the
 * difference are w = a - b, and the normal points out of b, so that the difference lies above the
 * face.
 */
#ifndef COLLIDE_SOLID_FACET_H
#define COLLIDE_SOLID_FACET_H

#include "solid.h"

/* ---- Edges: edge_sign.c -------------------------------------------------------------------------
 *
 * Exact signs of products of edges of polytopes. Where features are parallel these signs are 0, and
 * no filter decides them. Numbers that are 0 in a matrix, as in a turn about an axis, make them
 * cheap. */

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

/* ---- Faces ------------------------------------------------------------------------------- */

/* A face with more corners of one solid goes to the exact search. */
enum { FACET_CORNERS = 64 };

typedef struct solid_facet {
  int corner[3][2]; /* three points that span its plane: a corner of a and one of b for each */
  solid_edge e, f;  /* two edges that span it */
  double normal[3]; /* unit, off by at most 8 u in each component */
  int turn;         /* the sign of (e x f) . normal */
  int count[2], corners[2][FACET_CORNERS]; /* all corners of a and of b in the plane */
  int has_more; /* a corner surely lies above the plane: the difference has an inside */
} solid_facet;

/* Adds points to a simplex of one or two, until they span a plane with the whole difference above,
 * which is found by turning that across s->nearest towards a vector. */
void ci_facet_complete(const solid_pair *p, const double towards[3], simplex *s);
/* Makes the plane of candidate `number`, from 0, of the three points of a simplex. Sets the fields
 * up to the normal. Returns 1, or 0 if there is no such candidate, or -1 if its edges are nearly
 * parallel. */
int ci_facet_candidate(const solid_pair *p, const simplex *s, int number, solid_facet *f);
/* Returns 1 if the whole difference lies in the plane or above it, exactly. Then sets the other
 * fields. */
int ci_facet_supports(const solid_pair *p, solid_facet *f);

/* Where the line along d through the origin meets the plane of the face, moved by the radius:
 * surely in the inside of the face, on its border, outside of it, or none of these. Without a
 * radius it is exact, except where the line passes a corner. If it is none of these, `edge` holds
 * two points of the border, one on each side of the line. The pair has not been moved. */
typedef enum facet_place { FACET_UNSURE, FACET_INSIDE, FACET_BORDER, FACET_OUTSIDE } facet_place;
facet_place ci_facet_locate(const solid_pair *p, const solid_facet *f, const double d[3],
                            int edge[2][2]);

/* Decides two polytopes, with or without radii, by the faces that the simplex of GJK shows:
 * SOLID_APART, SOLID_TOUCH, SOLID_IN or SOLID_UNDECIDED; see decide.h. The pair has not been moved.
 */
int ci_facet_decide(const solid_pair *p, const simplex *s);

/* ---- Flat ends of round solids: gap.c ------------------------------------------------------- */

/* Decides a polytope, with or without a radius, and a cylinder or cone whose axis is exactly along
 * y, by the heights of the ends of the axis: SOLID_APART, SOLID_TOUCH or SOLID_UNDECIDED. The pair
 * has not been moved. */
int ci_cap_decide(const solid_pair *p);

#endif
