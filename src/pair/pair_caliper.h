/* SPDX-License-Identifier: MIT
 *
 * Hulls of many corners. The routines for small hulls ask every edge about every corner. Of
 * large hulls an edge is asked only about the other's corner that is least beyond it: going round
 * the edges, that corner goes round the other hull once ("rotating calipers", Toussaint 1983). It
 * is found by exact signs, so it is the right one, also of hulls as thin as a needle.
 */
#ifndef COLLIDE_PAIR_CALIPER_H
#define COLLIDE_PAIR_CALIPER_H

#include "pair.h"

/* Hulls of so many corners each, and pairs with as many corners times corners, are left to the
 * loops over all pairs, which are faster there. spec/quick sets it to 2, the least that is
 * possible, and to a number that no hull has, and compares the answers. */
#ifndef LARGE_HULL
#define LARGE_HULL 20
#endif

/* How many times the corners of both a search for an edge between the hulls may look at, before
 * it goes by exact signs alone. */
#ifndef WALK_STEPS
#define WALK_STEPS 4
#endif

/* One with a radius has two corners at most. */
static inline int are_large(const round_hull *a, const round_hull *b) {
  if (a->count <= LARGE_HULL && b->count <= LARGE_HULL) return 0;
  return a->count > 2 && b->count > 2 &&
         (double)a->count * b->count > (double)LARGE_HULL * LARGE_HULL;
}

/* An edge of one hull, and a corner of the other. */
typedef struct caliper {
  const round_hull *hull, *other;
  int edge;   /* of `hull`; equal to its count when all edges are done */
  int corner; /* of `other`, the least beyond the edge, or the most; of two the first */
  int level;  /* are there two? Then the edge between them is parallel to `edge`. */
  int most;
} caliper;

/* At the first edge, with the other's corner that is least beyond it, or most. Both hulls have
 * more than two corners. */
void ci_caliper_start(caliper *c, const round_hull *hull, const round_hull *other, int most);
/* At the next edge. All edges take time in proportion to the corners of both. */
void ci_caliper_next(caliper *c);

/* Do two large hulls meet? Exact. */
int ci_large_hulls_meet(const round_hull *a, const round_hull *b);

/* Whether a hull of more than two corners holds q, exactly, in time in proportion to the
 * logarithm of its corners. If q is in a wedge with its point at corner 0, *wedge is the corner
 * that begins it, and the next one ends it; a corner is in a wedge that it begins, ends or is the
 * point of. */
int ci_large_hull_holds(const round_hull *h, const double q[2], int *wedge);

#endif
