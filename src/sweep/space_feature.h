/* SPDX-License-Identifier: MIT
 *
 * A feature of the difference of two polytopes: a corner, an edge or a triangle of a face. Each
 * polytope may have a radius. These functions find the time at which a line enters through a
 * feature, and test whether the line surely enters there.
 */
#ifndef COLLIDE_SPACE_FEATURE_H
#define COLLIDE_SPACE_FEATURE_H

#include "../solid/solid.h"
#include "space.h"

typedef struct space_feature {
  int count;              /* the number of points: 1 for a corner, 2 for an edge, 3 for a
                             triangle */
  int corner[3][2];       /* the corner of a and the corner of b, for each point */
  int own[2], used[2][3]; /* the different corners of a and of b, and their numbers */
  int flat;               /* bits of the axes in which the used corners of each solid are equal. The
                             feature contains all other points that are equal there. 0 if the axes are
                             too few for a normal */
  double normal[3];       /* unit length, out of b */
  int takes_early;        /* allows a time that is too early, see SPACE_EARLY */
  double off; /* the most by which it is early, as a part of itself; set with the time */
} space_feature;

/* Makes the feature of a simplex, without `flat`. Returns 0 if not all points are corners. */
int ci_space_feature_of(const simplex *s, space_feature *f);
/* The same for the feature of an earlier cast. */
void ci_space_feature_again(const space_memory *memory, space_feature *f);
/* Sets `flat`. Returns 0 if the corners do not determine a normal. */
int ci_space_feature_flat(const solid_pair *p, space_feature *f);
/* Turns a feature without `flat` into a face of one solid, by three of its corners, and a corner of
 * the other. Returns 0 if there are no three. */
int ci_space_feature_face(space_feature *f);

/* Finds the t at which the line from the origin along -d enters through the feature. `start` is the
 * pair at t = 0, and `d` is in the units of the pair. The error of t is at most 0.51 units in its
 * last place, or 2^-60; t may also be early by f->off. Returns 0 if t is less accurate, or if its
 * sign is not certain. Then *t is near the true time, or 0. Sets the normal. */
int ci_space_feature_time(const solid_pair *start, const double d[3], space_feature *f, double *t);

/* Returns 1 if the line surely enters through the inside of the feature. `at` is the pair at the
 * time that was found, which may be early by f->off. `travel` is the largest component of t d. May
 * reorder the points. Sets *inside to 1 if a part of the difference surely lies beneath the
 * feature's plane. */
int ci_space_feature_holds(const solid_pair *at, double travel, space_feature *f, int *inside);

/* Returns 1 if the line surely enters through the feature, whose `flat` is not set yet. Then sets
 * *guess to the time, and the normal and `inside` of the entry. Moves the pair from t = 0 to this
 * time. On 0, it may have improved *guess and moved the pair. The line goes along -d, where d is
 * w->d or its opposite. */
int ci_space_resolve(const space_sweep *w, solid_pair *pair, const double d[3], space_feature *f,
                     double *guess, space_entry *entry);

#endif
