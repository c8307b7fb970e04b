/* SPDX-License-Identifier: MIT
 *
 * The search for the time at which a line enters the set M of differences of two solids, in plain
 * doubles: see space_search.c.
 */
#ifndef COLLIDE_SPACE_SEARCH_H
#define COLLIDE_SPACE_SEARCH_H

#include "solid.h"
#include "space.h"

typedef struct space_search space_search;

struct space_search {
  const space_sweep *w;
  int is_forward;
  double direction[3]; /* w->d if is_forward, else its opposite; t grows along it */
  solid_pair pair;     /* the two at the time `base` */
  double base;
  double d[3], length, most_d; /* the direction in the units of the pair, its length, and its
                                  largest component */
  double t;                    /* the two are surely apart until here, once `is_apart` */
  double most;                 /* where the search ends */
  double near;                 /* it also ends at this distance of the two, in sizes */
  simplex s;                   /* at t; the points a of it are those at `base` */
  double v[3], square, apart; /* the point of M nearest to the line's point at t, so far; the square
                                 of its distance, and this distance */
  double normal[3];           /* out of b: the normal of the plane that moved t last */
  simplex last;               /* the last simplex whose plane bounds M */
  double guess;               /* between polytopes, the time of the entry by the last plane */
  int is_apart, has_last, has_guess, is_sure;
  int steps, tilts;
  space_step ended; /* SEARCH_ON until it has ended */
};

/* Begins a search from the time 0. `sign` is 1, or -1 for a search along -d. */
void ci_space_search_begin(space_search *g, const space_sweep *w, int sign, double most);
/* Lets a search along -d, which has not stepped yet, begin from the time t. */
void ci_space_search_from(space_search *g, double t);
/* Searches until a plane separates the two at the begin. Returns 0 if doubles find none. */
int ci_space_search_apart(space_search *g);
/* Continues to the end, or until the two are `near`, in sizes; a rough search goes on there until
 * the feature seems known. SEARCH_ENDS or SEARCH_MISSES. */
space_step ci_space_search(space_search *g, double near);
/* Returns 1 if the two are at most `near` apart, so that the search has found the entry. */
int ci_space_search_is_near(const space_search *g, double near);
/* Writes a point of each of the two that the search has found to be near each other, relative to
 * the position of b. */
void ci_space_search_points(const space_search *g, double on_a[3], double on_b[3]);

#endif
