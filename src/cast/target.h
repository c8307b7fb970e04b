/* SPDX-License-Identifier: MIT
 *
 * One row for each kind of target: all that casts have to know of it. An array has none: its
 * members have.
 */
#ifndef COLLIDE_TARGET_H
#define COLLIDE_TARGET_H

#include "../collide.h"

typedef struct target_kind {
  int (*dimensions)(const collide_target *t);
  int (*bounds)(const collide_target *t, double min[3], double max[3]);
  int (*any)(const collide_cast *c, const collide_target *t);
  /* The nearest hit: writes all of it but `index`. */
  int (*nearest)(const collide_cast *c, const collide_target *t, collide_target_hit *hit);
  /* Whether its nearest hit comes before the best so far: then writes that into n->best, all but
   * `index`, or t and what tells the member and part alone; and n->is_measured. */
  int (*offer)(collide_nearest *n, const collide_target *t, int index);
  /* Measures the hit whose t an offer has written alone; NULL where offers write all of it. */
  void (*measure)(const collide_cast *c, collide_target_hit *hit);
  /* The next hit: writes all of it but `index`, and sets hits->is_open when there may be more. */
  int (*next)(collide_hits *hits, const collide_target *t, collide_target_hit *hit);
} target_kind;

extern const target_kind ci_mesh_target;  /* mesh/mesh_target.c */
extern const target_kind ci_group_target; /* in src/group */
extern const target_kind *const ci_target_kinds[COLLIDE_TARGET_KINDS];

/* NULL for an array. */
static inline const target_kind *target_kind_of(const collide_target *t) {
  return ci_target_kinds[t->kind];
}

/* Whether a hit at t of the member at `index` would be the best so far. */
int ci_nearest_may_be(const collide_nearest *n, double t, int index);
/* As collide_nearest_offer, of a member that is not certain to be passed by. */
int ci_nearest_consider(collide_nearest *nearest, const collide_target *member, int index);

#endif
