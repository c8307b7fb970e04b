/* SPDX-License-Identifier: MIT
 *
 * Counts work in units of about 3 ns, measured on one machine. Every VOXEL_QUANTUM units the
 * caller's function gets the progress, and may stop the work. An exact decision counts as its
 * longest possible time.
 */
#ifndef COLLIDE_VOXEL_WORK_H
#define COLLIDE_VOXEL_WORK_H

#include "../number/fp.h"

#include "../collide.h"

/* Units until the next call, about a millisecond. spec/voxel makes it shorter. */
#ifndef VOXEL_QUANTUM
#define VOXEL_QUANTUM 262144
#endif

enum {
  VOXEL_BLOCK = 1 << 12, /* loops over plain memory report after that many elements */
  WORK_BLOCK = 1 << 14,  /* units for such a block */
  WORK_TRIANGLE = 16,    /* for a small triangle */
  WORK_VERTEX = 8,       /* for the place of a vertex */
  WORK_EDGE = 4,         /* for listing an edge */
  WORK_BRICK = 32,       /* for making or fetching a brick */
  WORK_TOUCH = 4,        /* for listing a cell */
  WORK_EXACT = 128,      /* for an exact sign */
  WORK_SIZE = 512,       /* for a triangle when another cell size is tried */
  WORK_FAR = 32          /* exact signs, if a crossing is searched for among all boundaries */
};

/* Begins a phase of the work: the parts of the whole at which it begins and ends, and its steps. */
void ci_voxel_phase(collide_voxelizer *v, double from, double to, double steps);
/* Reports that `done` steps of the phase are done. Returns 0 and sets the error if the work is
 * stopped. */
int ci_voxel_report(collide_voxelizer *v, double done);

/* Call it for each piece of work, with its units. Returns 0 if the work is stopped. */
static inline int voxel_work(collide_voxelizer *v, int64_t units, size_t done) {
  return (v->left -= units) >= 0 || ci_voxel_report(v, (double)done);
}

/* Sets the error to be returned at the end of the work, and returns 0. */
static inline int voxel_fail(collide_voxelizer *v, collide_error error) {
  v->error = error;
  return 0;
}

#endif
