/* SPDX-License-Identifier: MIT
 *
 * Shapecasts at targets: the interface that the sources of this room share.
 */
#ifndef COLLIDE_SWEEP_TARGET_H
#define COLLIDE_SWEEP_TARGET_H

#include "../collide.h"
#include "../narrow/shapecast.h"
#include "candidates.h"
#include "first.h"
#include "nearby.h"

/* `takes` returns 1 if a hit counts; it is called for every hit. A hit that does not count hides
 * nothing behind it. `passes` returns 1 if the shape passes a cell of a grid up to t. Such a cell
 * covers no face of another cell. `passes` may be NULL. */
typedef struct sweep_choice {
  int (*takes)(struct sweep_choice *choice, const collide_target_sweep *found);
  int (*passes)(const void *choice, const collide_place *cell, double t);
  /* NULL, or returns 1 if the shape surely gives no hit. Called for shapes and parts of groups. */
  int (*skips)(struct sweep_choice *choice, const collide_place *at);
} sweep_choice;

/* The moving shape. */
typedef struct sweep_mover {
  const collide_shape *shape;
  const double *d; /* the displacement */
  int flags, dimensions;
  double low[3], high[3]; /* its bounds at the start */
  double slack;           /* see ci_sweep_mover */
} sweep_mover;

/* Receives hits, the earliest first. */
typedef struct sweep_sink {
  first_answers kept;          /* collide_target_sweep */
  int any;                     /* 1: the cast ends at any hit, which is only counted */
  int index;                   /* the index of the member that is tested */
  int mover_part;              /* see collide_target_sweep */
  sweep_choice *choice;        /* NULL: every hit counts */
  mesh_candidates *candidates; /* NULL, or candidates to write */
  nearby *near;                /* NULL, or the members that the cast can meet */
  int is_near;                 /* the cast meets the bounds of the member */
} sweep_sink;

/* As collide_target_shapecast, with only the hits that `choice` takes. Its hits may have no t_exit
 * yet; ci_sweep_finish finds it. If `candidates` is not NULL, reads its size and writes the rest.
 * If `near` is not NULL, only the members in it are tested. */
int ci_sweep_chosen(const sweep_mover *m, const collide_target *target, sweep_choice *choice,
                    mesh_candidates *candidates, nearby *near, collide_target_sweep *nearest);

/* The last of the wanted hits so far; NULL if more are wanted, or if there is no room for them. */
static inline const collide_target_sweep *sweep_sink_last(const sweep_sink *sink) {
  return sink->any ? NULL : (const collide_target_sweep *)first_last(&sink->kept);
}

/* Hits beyond this t are not wanted. */
static inline double sweep_sink_latest(const sweep_sink *sink) {
  const collide_target_sweep *last = sweep_sink_last(sink);
  if (last != NULL) return last->hit.t;
  return first_is_closed(&sink->kept) ? -1 : 1;
}

/* Returns 1 if hits after some t can be skipped. */
static inline int sweep_sink_skips(const sweep_sink *sink) {
  return !sink->any && sink->kept.most < FIRST_ALL;
}

/* Keeps a hit that counts and is wanted. */
void ci_sweep_give(sweep_sink *sink, collide_target_sweep *found);

/* A t of collide_shapecast may be too late by `slack` and a unit in its last place. In two
 * dimensions `slack` is 0. In space it is below 2^-40 of the sizes over the displacement. */
sweep_mover ci_sweep_mover(const collide_shape *shape, const double displacement[3], int flags);
/* The same, with known bounds of the shape. */
sweep_mover ci_sweep_mover_within(const collide_shape *shape, const double low[3],
                                  const double high[3], const double displacement[3], int flags);

/* Finds the t_exit of a hit with that displacement if the cast left it out, unless the flags have
 * COLLIDE_SKIP_EXIT. The other flags are those of the cast. */
void ci_sweep_finish(const collide_shape *shape, const double displacement[3], int flags,
                     collide_target_sweep *hit);

/* Gives all hits with the triangles of a mesh to the sink. With `any` it ends at the first. The
 * mesh is `member`, or part `part` of that group. Returns 1 if no more hits are wanted, 0, or
 * COLLIDE_UNSUPPORTED. */
int ci_sweep_mesh(const sweep_mover *m, const collide_mesh *mesh, const collide_target *member,
                  int part, sweep_sink *sink);

#endif
