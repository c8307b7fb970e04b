/* SPDX-License-Identifier: MIT
 *
 * One row for each kind of target: all that casts have to know of it. An array has none: its
 * members have.
 */
#ifndef COLLIDE_TARGET_H
#define COLLIDE_TARGET_H

#include "../collide.h"
#include "../grid/grid_cast.h"
#include "cast.h"

/* The nearest of members that come one by one, for those who keep them in a way of their own. An
 * offer decides no more than it must, and of a shape only t is found: the rest of the best hit is
 * measured by ci_nearest_measure or ci_nearest_finish, and a shape that was offered has
 * to stay there, unchanged, until then. */
typedef struct nearest_hit {
  const collide_cast *cast;
  cast_heading heading;
  int found;
  int is_measured; /* `best` is whole; else only its t, member and index are */
  collide_target_hit best;
} nearest_hit;

/* *cast has to stay until the end. */
void ci_nearest_begin(nearest_hit *nearest, const collide_cast *cast);
/* Returns 1 when the member is the nearest so far; so the first 1 tells that there is a hit. The
 * order of the offers and their indices does not matter. */
int ci_nearest_offer(nearest_hit *nearest, const collide_target *member, int index);
/* Measures the best so far, so that nothing that was offered has to stay any longer. */
void ci_nearest_measure(nearest_hit *nearest);
/* Returns 1 and writes *hit, or returns 0 when nothing was hit. */
int ci_nearest_finish(nearest_hit *nearest, collide_target_hit *hit);

/* The hits with a grid of which some cells are shapes. */
enum { TILES_WAIT = 16 };
typedef struct tile_hit {
  double t;
  int64_t cell[3];
  unsigned value;
} tile_hit;
typedef struct tile_hits {
  collide_grid_cast walk;
  int has_next, has_ended; /* the walk has come to a cell that was not looked at, or to its end */
  double touched;          /* when that cell is touched */
  int64_t cell[3];
  unsigned value;
  int count; /* of hits that wait until no earlier one can come */
  tile_hit list[TILES_WAIT];
} tile_hits;

/* All hits, in the order of the members, one of each shape, one for each cell of a grid and one for
 * each triangle of a mesh and one for each part of a group; sorted by t only within a grid or mesh.
 * */
typedef struct target_hits {
  const collide_cast *cast;
  cast_heading heading;
  const collide_target *target;
  int next;    /* the member whose hits are to come */
  int is_open; /* some of them have come, and there may be more: of a grid, 1 by
                  `grid` and 2 by `tiles`, */
  int part;    /* and of a group, from this part on */
  collide_grid_cast grid;
  tile_hits tiles;
  double t; /* of a mesh: its last hit */
  int triangle;
  int is_in_part; /* of a group: there may be more hits of a part that is a mesh */
} target_hits;

/* *cast and *target have to stay until the end. */
void ci_target_hits_begin(target_hits *hits, const collide_cast *cast,
                          const collide_target *target);
/* Writes the next one and returns 1, or returns 0 when there is none. */
int ci_target_hits_next(target_hits *hits, collide_target_hit *hit);

typedef struct target_kind {
  int (*dimensions)(const collide_target *t);
  int (*bounds)(const collide_target *t, double min[3], double max[3]);
  int (*any)(const collide_cast *c, const collide_target *t);
  /* The nearest hit: writes all of it but `index`. */
  int (*nearest)(const collide_cast *c, const collide_target *t, collide_target_hit *hit);
  /* Whether its nearest hit comes before the best so far: then writes that into n->best, all but
   * `index`, or t and what tells the member and part alone; and n->is_measured. */
  int (*offer)(nearest_hit *n, const collide_target *t, int index);
  /* Measures the hit whose t an offer has written alone; NULL where offers write all of it. */
  void (*measure)(const collide_cast *c, collide_target_hit *hit);
  /* The next hit: writes all of it but `index`, and sets hits->is_open when there may be more. */
  int (*next)(target_hits *hits, const collide_target *t, collide_target_hit *hit);
} target_kind;

extern const target_kind ci_mesh_target;  /* mesh/mesh_target.c */
extern const target_kind ci_group_target; /* in src/group */
extern const target_kind *const ci_target_kinds[COLLIDE_TARGET_KINDS];

/* NULL for an array. */
static inline const target_kind *target_kind_of(const collide_target *t) {
  return ci_target_kinds[t->kind];
}

/* Whether a hit at t of the member at `index` would be the best so far. */
int ci_nearest_may_be(const nearest_hit *n, double t, int index);
/* As ci_nearest_offer, of a member that is not certain to be passed by. */
int ci_nearest_consider(nearest_hit *nearest, const collide_target *member, int index);

#endif
