/* SPDX-License-Identifier: MIT
 *
 * A feature of the difference of two polytopes, each maybe with an even radius: a corner, an edge
 * or a triangle of a face. When does a line come in through it, and is it surely the one through
 * which it comes in?
 */
#ifndef COLLIDE_SPACE_FEATURE_H
#define COLLIDE_SPACE_FEATURE_H

#include "../solid/solid.h"
#include "space.h"

typedef struct space_feature {
  int count;              /* of the points: a corner, an edge, a triangle */
  int corner[3][2];       /* of a and of b, for each point */
  int own[2], used[2][3]; /* which corners of a and of b these are, each once, and how many */
  int flat;         /* axes, as bits, in which the used corners of a are equal, and those of b:
                       then the feature is all of what is equal, too. 0 where these are not
                       enough to tell its normal */
  double normal[3]; /* unit, out of b */
  int takes_early;  /* the time may be told earlier than it is, see SPACE_EARLY: */
  double off;       /* then by at most this much of itself; set with the time */
} space_feature;

/* The feature of a simplex, but for `flat`; 0 when its points are not all corners. */
int ci_space_feature_of(const simplex *s, space_feature *f);
/* Sets `flat`, and returns 0 where the corners do not determine a normal. */
int ci_space_feature_flat(const solid_pair *p, space_feature *f);
/* Of one that was refused: makes it a face of one of the two solids, by three of its corners, and a
 * corner of the other. Returns 0 when there are no three. */
int ci_space_feature_face(space_feature *f);

/* The t at which the line from the origin along -d comes in through the feature, when `start` is
 * the pair at t = 0. Within 0.51 units in the last place of itself, or 2^-60; or earlier, by
 * f->off. Returns 0 where it would not be so accurate, or where its sign is not certain: then *t is
 * near it, or 0. `d` is in the units of the pair. Sets the normal. */
int ci_space_feature_time(const solid_pair *start, const double d[3], space_feature *f, double *t);

/* Does the line surely come in through the inside of the feature? `at` is the pair at the time
 * that was found, which may be early by f->off, `way` the largest component of t d. May put the
 * points in another order. Sets *inside to 1 when something of the difference surely lies beneath
 * the feature's plane. */
int ci_space_feature_holds(const solid_pair *at, double way, space_feature *f, int *inside);

/* Where the line comes in through the feature, of which `flat` is not set yet: returns whether that
 * is sure, and then sets *guess
 * to the time, with the normal and `inside` of the entry. Otherwise *guess may be a better one. The
 * line goes along -d, which is w->d or against it (space_near.c). */
int ci_space_resolve(const space_sweep *w, const double d[3], space_feature *f, double *guess,
                     space_entry *entry);

#endif
