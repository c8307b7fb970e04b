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

#include "edge_sign.h"

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
/* Where the origin lies that touches the face, or whose ball of the radius does. Exact, except with
 * a radius and a normal that is along no axis: then FACET_UNSURE. */
facet_place ci_facet_locate_touch(const solid_pair *p, const solid_facet *f);

/* What two that touch do when a moves by d: `into` is 1 if it enters b, 0 if they only touch, at
 * least at first, or part. */
typedef struct facet_touch {
  const double *d;
  int known, into;
  double normal[3];
} facet_touch;

/* Decides two polytopes, with or without radii, by the faces that the simplex of GJK shows:
 * SOLID_APART, SOLID_TOUCH, SOLID_IN or SOLID_UNDECIDED; see decide.h. The pair has not been moved.
 * `touch` is NULL, or known in some cases of SOLID_TOUCH. */
int ci_facet_decide(const solid_pair *p, const simplex *s, facet_touch *touch);

#endif
