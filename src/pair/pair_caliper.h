/* SPDX-License-Identifier: MIT
 *
 * Hulls of many corners. The routines for small hulls test every edge against every corner. For
 * large hulls each edge is tested only against the other hull's corner that is least beyond it.
 * From edge to edge that corner goes round the other hull once ("rotating calipers", Toussaint
 * 1983). Exact signs find it, so it is correct even for hulls as thin as a needle.
 */
#ifndef COLLIDE_PAIR_CALIPER_H
#define COLLIDE_PAIR_CALIPER_H

#include "pair.h"

/* Hulls with at most this many corners use the loops over all pairs, which are faster there. The
 * same holds for pairs whose product of counts is at most its square. spec/quick sets it to 2, the
 * minimum, and to a number that no hull has, and compares the answers. */
#ifndef LARGE_HULL
#define LARGE_HULL 20
#endif

/* The quick search for a separating edge stops after this many times the corners of both hulls.
 * Exact signs then decide alone. */
#ifndef WALK_STEPS
#define WALK_STEPS 4
#endif

static inline int are_large(const round_hull *a, const round_hull *b) {
  if (a->count <= LARGE_HULL && b->count <= LARGE_HULL) return 0;
  return a->count > 2 && b->count > 2 &&
         (double)a->count * b->count > (double)LARGE_HULL * LARGE_HULL;
}

/* An edge of one hull, and a corner of the other. */
typedef struct caliper {
  const round_hull *hull, *other;
  int edge;   /* of `hull`; equal to its count when all edges are done */
  int corner; /* of `other`, the least beyond the edge, or the most; the first of two */
  int level;  /* Are there two? Then the edge between them is parallel to `edge`. */
  int most;
} caliper;

/* Starts at the first edge, with the other hull's corner that is least or most beyond it. Both
 * hulls have more than two corners. */
void ci_caliper_start(caliper *c, const round_hull *hull, const round_hull *other, int most);
/* Moves to the next edge. A pass over all edges takes time proportional to the corners of both. */
void ci_caliper_next(caliper *c);

/* Do two large hulls meet, ignoring their radii? Exact. */
int ci_large_hulls_meet(const round_hull *a, const round_hull *b);

/* Does a hull of more than two corners contain q? Exact, in time logarithmic in its corners. The
 * diagonals from corner 0 cut the hull into wedges. If q is in one, *wedge is its second corner,
 * and the next corner is its third. A corner of the hull gets a wedge that it is a corner of. */
int ci_large_hull_holds(const round_hull *h, const double q[2], int *wedge);

#endif
