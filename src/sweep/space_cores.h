/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two cores with radii, spheres, capsules, segments and triangles, by the closed form
 * of their nearest points: how they lie at the start, then where the line comes in.
 */
#ifndef COLLIDE_SPACE_CORES_H
#define COLLIDE_SPACE_CORES_H

#include "../solid/quick_pairs.h"
#include "space.h"

typedef struct space_cores {
  int known;     /* 0: the two are others, and only this is set */
  int stays;     /* they are apart all the way */
  int is_looked; /* the nearest points at the start are known */
  /* The rest is what a search goes by. */
  int is_turned; /* a triangle is always the second core: then it is b's against a's way */
  core_pair pair;
  double start[3][3]; /* corners of the first core at t = 0, as in the scene */
  double d[3], v[3];  /* the way, and the vector between the nearest points at t */
  double t, length;
  double radius, size; /* no coordinate of the two and of the way so far is larger */
  double most;         /* where the search ends */
  double guess;        /* where the line comes in, by the last points */
  nearest_pair last;   /* the nearest that are far enough apart to have a direction */
  int has_last, has_guess, is_sure;
  int has_jumped, is_probe; /* t is where it has jumped to, from `safe`, */
  double safe;
  nearest_pair before; /* by these points */
} space_cores;

/* As ci_solid_decide of the start; SOLID_UNDECIDED where it is not certain. */
int ci_space_cores_level(const space_sweep *w, space_cores *g);
/* As ci_space_enter, after that, for two that are known, apart, and may not stay so. */
space_found ci_space_enter_cores(const space_sweep *w, space_cores *g, space_entry *entry);

/* As ci_space_leave; returns 0 for others. */
int ci_space_leave_cores(const space_sweep *w, double *t, double *later, space_found *found);
/* The point in which they touch at t, with this normal; returns 0 for two without radii, which may
 * touch in more than one. */
int ci_space_cores_point(const space_sweep *w, space_cores *g, double t, const double normal[3],
                         double point[3]);

#endif
