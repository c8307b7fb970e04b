/* SPDX-License-Identifier: MIT
 *
 * Hulls of many corners. The routines for small outlines test every edge against every corner. For
 * large outlines each edge is tested only against the other outline's corner that is least beyond
 * it. From edge to edge that corner goes round the other outline once ("rotating calipers",
 * Toussaint 1983). Exact signs find it, so it is correct even for outlines as thin as a needle.
 */
#ifndef COLLIDE_PAIR_CALIPER_H
#define COLLIDE_PAIR_CALIPER_H

#include "plane.h"

/* Hulls with at most this many corners use the loops over all pairs, which are faster there. The
 * same holds for pairs whose product of counts is at most its square. spec/quick sets it to 2, the
 * minimum, and to a number that no outline has, and compares the answers. */
#ifndef LARGE_HULL
#define LARGE_HULL 20
#endif

/* The quick search for a separating edge stops after this many times the corners of both outlines.
 * Exact signs then decide alone. */
#ifndef WALK_STEPS
#define WALK_STEPS 4
#endif

static inline int are_large(const plane_outline *a, const plane_outline *b) {
  if (a->count <= LARGE_HULL && b->count <= LARGE_HULL) return 0;
  return a->count > 2 && b->count > 2 &&
         (double)a->count * b->count > (double)LARGE_HULL * LARGE_HULL;
}

/* An edge of one outline, and a corner of the other. */
typedef struct caliper {
  const plane_outline *outline, *other;
  int edge;   /* of `outline`; equal to its count when all edges are done */
  int corner; /* of `other`, the least beyond the edge, or the most; the first of two */
  int level;  /* Are there two? Then the edge between them is parallel to `edge`. */
  int most;
} caliper;

/* Starts at the first edge, with the other outline's corner that is least or most beyond it. Both
 * outlines have more than two corners. */
void ci_caliper_start(caliper *c, const plane_outline *outline, const plane_outline *other,
                      int most);
/* Moves to the next edge. A pass over all edges takes time proportional to the corners of both. */
void ci_caliper_next(caliper *c);

/* Do two large outlines meet, ignoring their radii? Exact. */
int ci_large_outlines_meet(const plane_outline *a, const plane_outline *b);

/* Does an outline of more than two corners contain q? Exact, in time logarithmic in its corners.
 * The diagonals from corner 0 cut the outline into wedges. If q is in one, *wedge is its second
 * corner, and the next corner is its third. A corner of the outline gets a wedge that it is a
 * corner of. */
int ci_large_outline_holds(const plane_outline *h, const double q[2], int *wedge);

#endif
