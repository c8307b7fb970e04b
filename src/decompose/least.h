/* SPDX-License-Identifier: MIT
 *
 * The dynamic program of least.c, and what it is told by look.c: which corners see which.
 */
#ifndef COLLIDE_LEAST_H
#define COLLIDE_LEAST_H

#include "decompose.h"

/* Does the diagonal from i to k lie inside, and does it pass through corners? */
enum {
  VIEW_NONE,  /* no */
  VIEW_FREE,  /* yes, and it meets no corner but its ends */
  VIEW_TOUCH, /* yes, and it passes through other corners, of part (i, k) or not */
};

enum { COST_NONE = 1 << 20 };

/* If a cluster needs more pairs than that, its pieces stay as they are. */
enum { PAIRS_PER_PART = 2 };

typedef unsigned short least_index;

typedef struct least_pair {
  least_index first, last; /* the corners of the base after i and before k */
  short chosen;            /* the pair of the part whose base this one is united with, or NONE */
} least_pair;

typedef struct least_part {
  int view;
  int cost;         /* the fewest diagonals inside it */
  int start, count; /* its pairs */
} least_part;

typedef struct least_task {
  int a, b, c;
} least_task;

struct least {
  outline_mesh *mesh;
  const char *inner; /* of each diagonal: is it inside a cluster? */
  int width, limit;  /* how many corners and pairs there is memory for */
  int *local;        /* of a corner of the outline, its number in the cluster */
  int count;         /* corners of the cluster, and of each: */
  int *corner;       /* its number in the outline, */
  int *outside;      /* the half-edge of the border that leaves it, */
  int *inside;
  int *is_concave;
  int *removed, *added;
  int tasks, trials, used;
  least_task *stack;
  least_pair *trial; /* the pairs of the part that is being computed */
  least_part *parts;
  least_pair *pairs;
};

/* Writes `view` of all parts, and clears the rest of them. */
void ci_least_look(least *l);

#endif
