/* SPDX-License-Identifier: MIT
 *
 * The interface of this room for worlds. collide/world.h is the public part.
 */
#ifndef COLLIDE_WORLD_H
#define COLLIDE_WORLD_H

#include "../collide.h"
#include "../tree/tree.h"

typedef enum world_place {
  WORLD_REMOVED, /* its number is not given again */
  WORLD_NEW,     /* to be placed at the next query */
  WORLD_IN_TREE,
  WORLD_BESIDE, /* not in the tree: it has no bounds, or too large ones */
  WORLD_EMPTY   /* a grid without cells: nothing meets it */
} world_place;

typedef struct world_member {
  collide_target target;
  int number;
  int32_t beside; /* its index in collide_world's `beside` */
  int32_t next;   /* the next touched member */
  uint8_t place;  /* a world_place */
  uint8_t is_touched;
} world_member;

/* A member has a set of layers; there are WORLD_LAYERS layers. Each set that a member has had has a
 * number from 1 to WORLD_SETS; 0 is the empty set. The integer of a set has a bit for each of its
 * layers. */
enum { WORLD_LAYERS = 64, WORLD_SETS = 254, WORLD_NO_SET = 255 };

/* A query marks members by number. A mark counts while its stamp is that of the world, except for
 * the lowest two bits, which are WORLD_IGNORED and WORLD_CHOSEN. */
typedef struct world_mark {
  uint32_t stamp;
  int32_t next; /* the next chosen member; -1 ends the list */
} world_mark;

/* An item of the tree is the index of a member; members lie in the order of their numbers. */
struct collide_world {
  tree_memory memory;
  int dimensions, last;  /* the last number given */
  world_member *members; /* the block of all arrays */
  int32_t *beside;       /* the members with place WORLD_BESIDE, in no order */
  uint8_t *sets;         /* the set of layers of each member; WORLD_NO_SET if it was removed */
  world_mark *marks;
  uint64_t layers[WORLD_NO_SET + 1]; /* the layers of each set; none of WORLD_NO_SET */
  int32_t of_set[WORLD_SETS + 1];    /* the number of members with each set */
  int greatest_set;                  /* the greatest number of a set so far */
  int32_t chosen, chosen_count;      /* the list of chosen members */
  uint32_t stamp;                    /* a multiple of 4 */
  int32_t room, used, alive, beside_count;
  int32_t touched; /* the first of a list; -1 ends it */
  int32_t touched_count;
  int is_unfit; /* 1 if the boxes of items have changed since the tree was fitted to them */
  double far;   /* the largest reach of any member so far; see reach_of */
  live_tree tree;
};

/* Updates the boxes of all touched members, but perhaps not the tree. ci_world_mend also updates
 * the tree. */
void ci_world_place(collide_world *world);
void ci_world_mend(collide_world *world);
/* As collide_target_bounds. */
int ci_world_bounds(collide_world *world, double min[3], double max[3]);
/* Makes room for this number of additional members, so that adding them does not fail. If there is
 * not enough memory, returns 0 and the world does not change. */
int ci_world_reserve(collide_world *world, int32_t more);
/* Two members may count as overlapping although their bounds are this far apart. */
double ci_world_margin(collide_world *world);

/* ---- Selections --------------------------------------------------------------------------- */

/* Sets the set of layers of a member, at most WORLD_SETS, and says which layers are in the set. A
 * new member has none. */
void ci_world_set_layers(collide_world *world, int number, int set, uint64_t layers);

/* Selects members. It rejects those that are ignored, and with `is_only` those that are not chosen.
 * A member is ignored or chosen by any of its layers, or by a mark at its number.
 * Queries call `accepts`, if it is not NULL, once for each member that would be the best so far. It
 * may query the world, and must not change it. */
typedef struct world_selection {
  uint64_t ignored, chosen;
  int is_only, has_marks;
  int (*accepts)(void *user, int number);
  void *user;
} world_selection;

static inline int world_accepts(const world_selection *s, int number) {
  return s == NULL || s->accepts == NULL || s->accepts(s->user, number);
}

/* A member of a target. The target is that of a shape, grid, mesh, group or world. */
typedef struct given_member {
  collide_target target;
  int index;
  /* Selects members of a world. Of another target only `accepts` counts, which gets the index. */
  const world_selection *select;
} given_member;

/* The members of a target, which the caller gives one by one. */
typedef struct member_source {
  /* Writes the next member and returns 1, or returns 0 at the end. The member is read until the
   * next call. */
  int (*next)(void *user, given_member *given);
  void *user;
} member_source;

/* Clears all marks. */
void ci_world_clear_marks(collide_world *world);
enum { WORLD_IGNORED = 1, WORLD_CHOSEN = 2 };
/* Does nothing if the number has no member. */
void ci_world_mark(collide_world *world, int number, uint32_t mark);

/* If `s` is NULL, all members count. */
static inline int world_selects(const collide_world *w, const world_selection *s, int32_t i) {
  uint64_t layers;
  uint32_t mark;
  if (s == NULL) return 1;
  layers = w->layers[w->sets[i]];
  mark = s->has_marks ? w->marks[i].stamp - w->stamp : 0;
  if (mark > 3) mark = 0;
  if (mark & WORLD_IGNORED || (s->ignored & layers) != 0) return 0;
  return !s->is_only || mark & WORLD_CHOSEN || (s->chosen & layers) != 0;
}

/* Calls `take` for the selected members one by one, without the tree, and returns 1. Returns 0 and
 * does nothing if `selection` is NULL, or if more than `few` may be selected. */
int ci_world_few(collide_world *world, const world_selection *selection, int32_t few,
                 live_take take, void *user);

/* ---- Broad phase: world_near.c --------------------------------------------------------------- */

/* These functions call `take` for selected members; if the selection is NULL, for all. */

/* As collide_world_near_box, for members that may overlap a shape with these bounds. Allows for the
 * tolerance of some pairs. */
void ci_world_near_reach(collide_world *world, const double low[3], const double high[3],
                         const world_selection *selection, collide_world_take take, void *user);
/* The nearest hit of the selected members, as collide_cast_at finds it. hit->index is the number.
 */
int ci_world_cast(collide_world *world, const collide_cast *cast, const world_selection *selection,
                  collide_target_hit *hit);
/* For members that a line, or a box that moves by d, may meet, and for members near a box. Members
 * beyond *latest or *farthest are skipped; `take` may lower it. `latest` may be NULL. */
void ci_world_near_cast(collide_world *world, const collide_cast *cast,
                        const world_selection *selection, collide_world_take take, void *user);
void ci_world_near_sweep(collide_world *world, const double min[3], const double max[3],
                         const double d[3], const double *latest, const world_selection *selection,
                         collide_world_take take, void *user);
void ci_world_near_distance(collide_world *world, const double min[3], const double max[3],
                            const double *farthest, const world_selection *selection,
                            collide_world_take take, void *user);

/* ---- Members that the caller gives: target.c ------------------------------------------------- */

/* The nearest hit of all members that the source gives. hit->index is that of the member or world;
 * *number is that of a world's member, else 0. If `hit` is NULL, the first hit found ends the cast.
 */
int ci_cast_given(const collide_cast *cast, const member_source *source, collide_target_hit *hit,
                  int *number);

/* ---- Pairs and shapecasts with many members: world_proximity.c ------------------------------- */

/* A query of a shape or a group for many members: for the selected members of a world, or if
 * `source` is not NULL, for those that it gives. */
typedef struct many_query {
  collide_world *world;
  const world_selection *select; /* NULL: all members of the world */
  const member_source *source;
  const collide_target *subject;
  int flags;
} many_query;

/* The place of a member. */
typedef struct many_place {
  int index;               /* that its source gave for it or for its world; else 0 */
  int number;              /* of a world's member, else 0 */
  collide_target untested; /* only of a member without a test */
} many_place;

/* The query for all members of a world. */
many_query ci_many_of_world(const collide_target *subject, collide_world *world, int flags);

/* As the functions for targets; the index in an answer is the number. They write the place of the
 * best member. If they return COLLIDE_UNSUPPORTED, it is that of the first member without a test.
 * `place` may be NULL. */
int ci_many_overlap(const many_query *q, many_place *place);
int ci_many_contact(const many_query *q, collide_meeting *deepest, many_place *place);
int ci_many_distance(const many_query *q, double max, collide_nearness *nearest, many_place *place);
/* The time of impact. If `nearest` is NULL, it only returns whether there is a hit. */
int ci_many_shapecast(const many_query *q, const double displacement[3],
                      collide_target_sweep *nearest, many_place *place);
int ci_many_contains(const many_query *q, const double point[3]);

/* ---- Pairs of members: world.c --------------------------------------------------------------- */

/* The wanted pairs: both members are selected. If between[0] is not 0, one member has a layer of
 * between[0] and the other one of between[1]. */
typedef struct world_pairs {
  world_selection select;
  int is_all; /* 1: all pairs; `select` and `between` are not read */
  uint64_t between[2];
  double within; /* 0 for pairs that may overlap, or the largest distance of a pair */
} world_pairs;

/* As collide_world_near_pairs, for the wanted pairs. The lower number is the first, unless only the
 * other order matches `between`. The time depends only on the members that may be in such a pair.
 */
void ci_world_pairs(collide_world *world, const world_pairs *wanted, collide_world_take_pair take,
                    void *user);

/* ---- Numbers: world.c ------------------------------------------------------------------------ */

/* Removes all members. Their numbers are not used again. */
void ci_world_clear(collide_world *world);

/* The least number of a member above this one; 0 if there is none. */
int ci_world_next(const collide_world *world, int number);

#endif
