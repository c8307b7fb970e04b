/* SPDX-License-Identifier: MIT
 *
 * How much work was done. The sources of voxels count it in units, of about 3 ns on the machine
 * on which they were measured, and whenever VOXEL_QUANTUM units are done the caller's function is
 * told how far the work is, and may stop it. What can take long because it is decided
 * exactly counts for as many units as it may take.
 */
#ifndef COLLIDE_VOXEL_WORK_H
#define COLLIDE_VOXEL_WORK_H

#include "../number/fp.h"

#include "../collide.h"

/* Units until the next call, about a millisecond. spec/voxel lets it be shorter. */
#ifndef VOXEL_QUANTUM
#define VOXEL_QUANTUM 262144
#endif

enum {
  VOXEL_BLOCK = 1 << 12, /* loops over plain memory look up after that many elements */
  WORK_BLOCK = 1 << 14,  /* units: for such a block, */
  WORK_TRIANGLE = 16,    /* a small triangle, */
  WORK_VERTEX = 8,       /* one's place, */
  WORK_EDGE = 32,        /* an access to a hash table, */
  WORK_BRICK = 32,       /* a brick that is made or fetched, */
  WORK_CROSSING = 4,     /* a crossing that is moved while sorting, */
  WORK_TOUCH = 4,        /* a cell that is listed, */
  WORK_EXACT = 128,      /* a sign by an exact polynomial, */
  WORK_TEST = 32,        /* a cell that is tested by separating axes, exactly at worst, */
  WORK_SIZE = 512,       /* and a triangle when another size of cells is tried */
  WORK_FAR = 32          /* exact signs, where a crossing is searched for among all boundaries */
};

/* Begins a phase of the work: the part of the whole at which it begins and ends, and its steps. */
void ci_voxel_phase(collide_voxelizer *v, double from, double to, double steps);
/* Asks the caller's function. `done`: how many steps of the phase are done. Returns 0 if the work
 * is to stop, and sets the error. */
int ci_voxel_ask(collide_voxelizer *v, double done);

/* To be called for each piece of work, with its units. Returns 0 if the work is to stop. */
static inline int voxel_work(collide_voxelizer *v, int64_t units, size_t done) {
  return (v->left -= units) >= 0 || ci_voxel_ask(v, (double)done);
}

/* Sets the error to be returned where the work has ended, and returns 0. */
static inline int voxel_fail(collide_voxelizer *v, collide_error error) {
  v->error = error;
  return 0;
}

#endif
