/* SPDX-License-Identifier: MIT
 *
 * Shapecasts at targets: what the sources about them share.
 */
#ifndef COLLIDE_SWEEP_TARGET_H
#define COLLIDE_SWEEP_TARGET_H

#include "../collide.h"

/* Tells whether a hit counts. Asked about every hit that comes up; what does not count hides
 * nothing behind it. */
typedef struct sweep_choice {
  int (*takes)(struct sweep_choice *choice, const collide_target_sweep *found);
} sweep_choice;

/* The moving shape. */
typedef struct sweep_mover {
  const collide_shape *shape;
  const double *d;
  int flags;
  double low[3], high[3]; /* its bounds at the start */
} sweep_mover;

/* Where hits go: into a list, or only the nearest is kept, or only whether there is one counts. */
typedef struct sweep_sink {
  collide_target_sweep *list; /* the nearest alone: of length 1 */
  int64_t room, count;
  int keeps_nearest, any;
  int index;            /* of the member that is asked */
  sweep_choice *choice; /* NULL: every hit counts */
} sweep_sink;

/* As collide_target_shapecast, of the hits that count. */
int ci_sweep_chosen(const collide_shape *shape, const double displacement[3],
                    const collide_target *target, int flags, sweep_choice *choice,
                    collide_target_sweep *nearest);

/* No hit beyond this t is wanted. */
static inline double sweep_sink_latest(const sweep_sink *sink) {
  return sink->keeps_nearest && sink->count > 0 ? sink->list[0].hit.t : 1;
}

void ci_sweep_give(sweep_sink *sink, const collide_target_sweep *found);

/* Gives all hits with the cells of a grid to the sink, or with `any` stops at the first. */
void ci_sweep_grid(const sweep_mover *m, const collide_target *target, sweep_sink *sink);

#endif
