/* SPDX-License-Identifier: MIT
 *
 * The dynamic program of least.c, and the visibility of its corners, which visibility.c computes.
 */
#ifndef COLLIDE_LEAST_H
#define COLLIDE_LEAST_H

#include "decompose.h"

/* Is the diagonal from i to k inside the cluster, and does it pass through corners? */
enum {
  SIGHT_NONE,    /* it does not lie inside */
  SIGHT_FREE,    /* it lies inside and meets only its end corners */
  SIGHT_TOUCHES, /* it lies inside and passes through other corners, of part (i, k) or not */
};

enum { COST_NONE = 1 << 20 };

/* A cluster that needs more pairs keeps its pieces. */
enum { PAIRS_PER_PART = 2 };

typedef unsigned short least_index;

typedef struct least_pair {
  least_index first, last; /* the corners of the base after i and before k */
  short chosen;            /* the base joins the base of a part: this pair of that part, or NONE */
} least_pair;

typedef struct least_part {
  int sight;
  int cost;         /* the fewest diagonals inside it */
  int start, count; /* its pairs */
} least_part;

typedef struct least_task {
  int a, b, c;
} least_task;

struct least {
  outline_mesh *mesh;
  const char *inner; /* for each diagonal: 1 if it is inside a cluster */
  int limit;         /* the largest number of pairs that fit */
  int *local;        /* for each half-edge inside, the number of its first corner in the cluster */
  int count;         /* the corners of the cluster */
  int *corner;       /* for each corner, its number in the mesh */
  int *outside;      /* for each corner, the half-edge of the border that leaves it */
  int *inside;
  int *is_concave;
  int *removed, *added;
  int tasks, trials, used;
  least_task *stack;
  least_pair *trial; /* the pairs of the current part */
  least_part *parts;
  least_pair *pairs;
};

/* Corner 0 counts as concave, so that the whole cluster is a part. */
static inline int computes_last(const least *l, int i) {
  return i == 0 || l->is_concave[i];
}

/* Writes the visibility of all parts, and clears their other fields. */
void ci_least_find_sight(least *l);

#endif
