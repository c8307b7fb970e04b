/* SPDX-License-Identifier: MIT
 *
 * Casts at targets: the interface that the sources of this room share.
 */
#ifndef COLLIDE_TARGET_H
#define COLLIDE_TARGET_H

#include "../collide.h"
#include "../grid/grid_cast.h"
#include "../narrow/cast.h"

/* The nearest hit of members that the caller offers one by one. */
typedef struct nearest_hit {
  const collide_cast *cast;
  cast_heading heading;
  int is_any; /* 1: any hit is enough, and `best` is not written */
  int found;
  collide_target_hit best;
} nearest_hit;

struct world_selection;

/* *cast must live until ci_nearest_finish. Sets is_any to 0. */
void ci_nearest_begin(nearest_hit *nearest, const collide_cast *cast);
/* Returns 1 if the member has the nearest hit so far, and `select` accepts it, else 0. Members may
 * be offered in any order of their indices. */
int ci_nearest_offer(nearest_hit *nearest, const collide_target *member, int index,
                     const struct world_selection *select);
/* Returns 1 and writes *hit, or returns 0 if there is no hit. With is_any, `hit` may be NULL. */
int ci_nearest_finish(nearest_hit *nearest, collide_target_hit *hit);

/* The most hits that wait; see take_cell in target.c. */
enum { TILES_WAIT = 16 };

/* The hit of a cell that has shapes. */
typedef struct tile_hit {
  double t;
  int64_t cell[3];
  unsigned value;
} tile_hit;

/* An iteration over the hits of a grid, sorted by t. Only the walk is used if no cell has a shape.
 */
typedef struct tile_hits {
  collide_grid_cast walk;
  int has_next, has_ended; /* the fields below hold a cell not tested yet; the walk is over */
  double touched;          /* the t at which the line first touches that cell */
  int64_t cell[3];
  unsigned value;
  int count; /* the number of hits in `list`, which wait until no earlier hit can come */
  tile_hit list[TILES_WAIT];
} tile_hits;

/* An iteration over all hits, as collide_cast_all gives them. */
typedef struct target_hits {
  const collide_cast *cast;
  cast_heading heading;
  const collide_target *target;
  int next;    /* the index of the current member */
  int part;    /* its current part */
  int is_open; /* nonzero: the current part may have more hits; for a grid, BY_CELLS or BY_TILES */
  double latest; /* hits after this t are not wanted */
  tile_hits tiles;
  double t; /* for a mesh: the t and triangle of the last hit */
  int triangle;
} target_hits;

/* *cast and *target must live until the last call of ci_target_hits_next. */
void ci_target_hits_begin(target_hits *hits, const collide_cast *cast,
                          const collide_target *target);
/* Writes the next hit and returns 1, or returns 0 if there is none. */
int ci_target_hits_next(target_hits *hits, collide_target_hit *hit);

/* Returns 1 if a member of the target is an array or a world. */
int ci_target_is_nested(const collide_target *target);

/* The members of an array. Any other target is its only member. */
static inline const collide_target *target_members(const collide_target *t, int *count) {
  *count = t->kind == COLLIDE_TARGET_ARRAY ? t->count : 1;
  return t->kind == COLLIDE_TARGET_ARRAY ? t->of.members : t;
}

#endif
