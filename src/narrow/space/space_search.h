/* SPDX-License-Identifier: MIT
 *
 * The search for the time at which a line enters the set M of differences of two solids, in plain
 * doubles: see space_search.c.
 */
#ifndef COLLIDE_SPACE_SEARCH_H
#define COLLIDE_SPACE_SEARCH_H

#include "solid.h"
#include "space.h"

/* What a step of the search or the whole search shows: it goes on, it is near enough, or the line
 * misses M. */
typedef enum space_step { SEARCH_ON, SEARCH_ENDS, SEARCH_MISSES } space_step;

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
void ci_space_search_begin(space_search *g, const space_sweep *w, int sign);
/* Searches until a plane separates the two at the begin. Returns 0 if doubles find none. */
int ci_space_search_apart(space_search *g);
/* Writes a point of each of the two that the search has found to be near each other, relative to
 * the position of b. */
void ci_space_search_points(const space_search *g, double on_a[3], double on_b[3]);

/* ---- space_feature.c ----------------------------------------------------------------------------
 *
 * A feature of the difference of two polytopes: a corner, an edge or a face. Each polytope may have
 * a radius. */

typedef struct space_feature {
  int count;        /* the number of points: 1 for a corner, 2 for an edge, 3 for a face */
  int corner[3][2]; /* the corner of a and the corner of b, for each point */
  double normal[3]; /* unit length, out of b */
  int any_sign;     /* allows a time near 0 whose sign is not certain */
  twofold time;     /* set with the time, in units of the power of two `scale` */
  double scale;
} space_feature;

/* Finds the t at which the line from the origin along -d enters through the feature. `start` is the
 * pair at t = 0, and `d` is in the units of the pair. The error of t is at most 0.51 units in its
 * last place, or 2^-60. Returns 0 if t is less accurate, or if its sign is not certain. Then *t is
 * near the true time, or 0. Sets the normal. */
int ci_space_feature_time(const solid_pair *start, const double d[3], space_feature *f, double *t);

/* Returns 1 if the line surely enters through one of the features that a simplex of corners shows:
 * its own, or a face about it. Sets *guess to the time, and the normal and `inside` of the entry.
 * Moves the pair from t = 0 to this time. On 0, it may have improved *guess and moved the pair. The
 * line goes along -d, where d is w->d or its opposite. On entry f->any_sign is set, on
 * exit the feature. */
int ci_space_resolve(const space_sweep *w, solid_pair *pair, const double d[3], const simplex *s,
                     space_feature *f, double *guess, space_entry *entry);

#endif
