/* SPDX-License-Identifier: MIT
 *
 * Casts at targets: a table of functions with one row for each kind of target. Arrays and worlds
 * have no row; their members have rows.
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
  int found;
  collide_target_hit best;
} nearest_hit;

/* *cast must live until ci_nearest_finish. */
void ci_nearest_begin(nearest_hit *nearest, const collide_cast *cast);
/* Returns 1 if the member has the nearest hit so far, and `select` accepts it, else 0. Members may
 * be offered in any order of their indices. */
struct world_selection;
int ci_nearest_offer(nearest_hit *nearest, const collide_target *member, int index,
                     const struct world_selection *select);
/* Returns 1 and writes *hit, or returns 0 if there is no hit. */
int ci_nearest_finish(nearest_hit *nearest, collide_target_hit *hit);

/* An iteration over the hits of a grid in which some cells have shapes, sorted by t. */
enum { TILES_WAIT = 16 };
typedef struct tile_hit {
  double t;
  int64_t cell[3];
  unsigned value;
} tile_hit;
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
  int is_open; /* nonzero: the current member may have more hits; for a grid, 1 if `grid`
                  iterates and 2 if `tiles` does */
  int part;    /* for a group: the part at which to continue */
  collide_grid_cast grid;
  tile_hits tiles;
  double t; /* for a mesh: the t and triangle of the last hit */
  int triangle;
  int is_in_part; /* for a group: the current part is a mesh and may have more hits */
} target_hits;

/* *cast and *target must live until the last call of ci_target_hits_next. */
void ci_target_hits_begin(target_hits *hits, const collide_cast *cast,
                          const collide_target *target);
/* Writes the next hit and returns 1, or returns 0 if there is none. */
int ci_target_hits_next(target_hits *hits, collide_target_hit *hit);

typedef struct target_kind {
  int (*dimensions)(const collide_target *t);
  int (*bounds)(const collide_target *t, double min[3], double max[3]);
  int (*any)(const collide_cast *c, const collide_target *t);
  /* Returns 1 if the nearest hit comes before the best so far, and writes it to n->best without
   * `index`. */
  int (*offer)(nearest_hit *n, const collide_target *t, int index);
  /* Finds the next hit; writes all fields but `index`. Sets hits->is_open if there may be more. */
  int (*next)(target_hits *hits, const collide_target *t, collide_target_hit *hit);
} target_kind;

extern const target_kind ci_mesh_target;  /* mesh_target.c */
extern const target_kind ci_group_target; /* group.c */
extern const target_kind *const ci_target_kinds[COLLIDE_TARGET_KINDS];

/* The members of an array. Any other target is its only member. */
static inline const collide_target *target_members(const collide_target *t, int *count) {
  *count = t->kind == COLLIDE_TARGET_ARRAY ? t->count : 1;
  return t->kind == COLLIDE_TARGET_ARRAY ? t->of.members : t;
}

/* NULL for an array or a world. */
static inline const target_kind *target_kind_of(const collide_target *t) {
  return ci_target_kinds[t->kind];
}

/* Returns 0 if a member of the target is an array or a world, which queries do not support. */
int ci_target_has_rows(const collide_target *target);
/* Casts at a target that is a shape; writes all fields but `index`. */
int ci_cast_at_member(const collide_cast *c, const collide_target *t, collide_target_hit *hit);
/* Returns 1 if a hit at t of the member at `index` would be the best so far. */
int ci_nearest_may_be(const nearest_hit *n, double t, int index);
/* As ci_nearest_offer, for a member that pruning (ci_cast_skip) has not excluded. */
int ci_nearest_consider(nearest_hit *nearest, const collide_target *member, int index,
                        const struct world_selection *select);

#endif
