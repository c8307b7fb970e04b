/* SPDX-License-Identifier: MIT
 *
 * Casts by their arguments, for drivers.
 */
#ifndef SPEC_CAST_H
#define SPEC_CAST_H

#include "collide.h"
#include "grid/grid_cast.h"

static inline int cast_target(collide_cast_kind kind, const collide_target *target,
                              const double start[3], const double toward[3], double max, int flags,
                              collide_target_hit *hit) {
  collide_cast cast = collide_make_cast(kind, start, toward, max, flags);
  return collide_cast_at(&cast, target, hit);
}

static inline void begin_grid_cast(collide_grid_cast *cursor, collide_cast_kind kind,
                                   const collide_grid *grid, const double start[3],
                                   const double toward[3], double max, int flags) {
  collide_cast cast = collide_make_cast(kind, start, toward, max, flags);
  ci_grid_cast_begin(cursor, grid, &cast, max, flags);
}

/* Pairs and shapecasts of a shape and a target. */
static inline int contact_target(const collide_shape *shape, const collide_target *target,
                                 int flags, collide_meeting *deepest) {
  collide_target subject = collide_target_of_shape(shape);
  return collide_target_contact(&subject, target, flags, deepest);
}

static inline int sweep_target(const collide_shape *shape, const double displacement[3],
                               const collide_target *target, int flags,
                               collide_target_sweep *nearest) {
  collide_target mover = collide_target_of_shape(shape);
  return collide_target_shapecast(&mover, displacement, target, flags, nearest);
}

/* Moves of a shape. */
static inline collide_mover mover_of(collide_shape *shape, collide_source *source) {
  collide_mover mover;
  mover.shape = shape;
  mover.source = source;
  mover.group = NULL;
  return mover;
}

static inline int move_shape(collide_shape *shape, collide_source *source,
                             const collide_target *target, const double displacement[3],
                             const collide_move_options *options, void *storage,
                             collide_move_result *result) {
  collide_mover mover = mover_of(shape, source);
  return collide_move(&mover, target, displacement, options, storage, result);
}

static inline int push_shape_out(collide_shape *shape, collide_source *source,
                                 const collide_target *target, const collide_move_options *options,
                                 void *storage, collide_move_result *result) {
  collide_mover mover = mover_of(shape, source);
  return collide_push_out(&mover, target, options, storage, result);
}

static inline size_t shape_move_storage(const collide_shape *shape) {
  collide_shape copy = *shape;
  collide_mover mover = mover_of(&copy, NULL);
  return collide_move_storage(&mover);
}

/* The first hit with a grid. */
static inline int cast_grid(collide_cast_kind kind, const collide_grid *grid, const double start[3],
                            const double toward[3], double max, int flags, collide_grid_hit *hit) {
  collide_grid_cast cursor;
  begin_grid_cast(&cursor, kind, grid, start, toward, max, flags);
  return ci_grid_cast_next(&cursor, hit);
}

#endif
