/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two cores with radii (spheres, capsules, segments and triangles) by the closed form
 * of their nearest points: first the level at the start, then the entry of the line.
 */
#ifndef COLLIDE_SPACE_CORES_H
#define COLLIDE_SPACE_CORES_H

#include "../solid/quick_pairs.h"
#include "space.h"

typedef struct space_cores {
  int known;       /* 0: the two are other shapes, and only this is set */
  int stays;       /* they are apart for the whole displacement */
  int has_nearest; /* the nearest points at the start are known */
  /* The state of a search: */
  int is_turned; /* 1: the cores are swapped, so that a triangle is the second one; then b moves
                    against a's displacement */
  core_pair pair;
  double start[3][3]; /* corners of the first core at t = 0, in the coordinates of the scene */
  double d[3], v[3];  /* the displacement, and the vector between the nearest points at t */
  double t, length;
  double radius, size; /* no coordinate of the two, nor of the displacement so far, is larger */
  double most;         /* where the search ends */
  double guess;        /* the time of the entry, by the last nearest points */
  nearest_pair last;   /* the last nearest points that are far enough apart to have a direction */
  int has_last, has_guess, is_sure;
  int has_jumped, is_probe; /* t is the end of a jump from `safe`; */
  double safe;
  nearest_pair before; /* the nearest points before it */
} space_cores;

/* Decides the level at the start, like ci_solid_decide. SOLID_UNDECIDED if it is not certain. */
int ci_space_cores_level(const space_sweep *w, space_cores *g);
/* Continues like ci_space_enter. Requires `known`, two that are apart, and not `stays`. */
space_found ci_space_enter_cores(const space_sweep *w, space_cores *g, space_entry *entry);

/* Like ci_space_leave. Returns 0 for other shapes. */
int ci_space_leave_cores(const space_sweep *w, double *t, double *later, space_found *found);
/* Finds the point in which they touch at t, with this normal. Returns 0 for two without radii,
 * which may touch in more than one. */
int ci_space_cores_point(const space_sweep *w, space_cores *g, double t, const double normal[3],
                         double point[3]);

#endif
