/* SPDX-License-Identifier: MIT
 *
 * The door of this room: worlds. collide/world.h has what is public.
 */
#ifndef COLLIDE_WORLD_H
#define COLLIDE_WORLD_H

#include "../collide.h"
#include "../tree/crowd.h"
#include "../tree/tree.h"

typedef enum world_place {
  WORLD_REMOVED, /* its number is not given again */
  WORLD_NEW,     /* to be placed at the next query */
  WORLD_IN_TREE,
  WORLD_BESIDE, /* has no bounds, or too large ones */
  WORLD_EMPTY   /* a grid without cells: nothing meets it */
} world_place;

typedef struct world_member {
  collide_target target;
  int number;
  world_place place;
  int form;       /* a crowd_form, while it is in the tree */
  int32_t beside; /* where it is in that list */
  int32_t next;   /* in the list of those touched */
  int is_touched;
} world_member;

/* An item of the tree is the index of a member; members lie in the order of their numbers. */
struct collide_world {
  tree_memory memory;
  int dimensions, last; /* the last number given */
  world_member *members;
  int32_t *beside; /* the members beside, in no order */
  int32_t room, used, alive, beside_count;
  int32_t touched; /* the first of a list; -1 ends it */
  int32_t touched_count;
  int is_unfit; /* the tree's boxes of items are newer than what it made of them */
  double far;   /* how far from the origin any member ever reached, and its numbers; see reach_of */
  live_tree tree;
  crowd_memory crowd;
};

/* Brings the boxes of all members up to date; and the tree, too. */
void ci_world_place(collide_world *world);
void ci_world_mend(collide_world *world);
/* Room for so many more members, so that collide_world_add of them does not fail. Returns 0, and
 * the world is as it was, when there is not enough memory. */
int ci_world_reserve(collide_world *world, int32_t more);
/* How far apart the bounds of two may be that are told to overlap. */
double ci_world_margin(collide_world *world);
/* The indices of members whose bounds meet a box, and perhaps of a few more whose bounds are nearly
 * there. */
void ci_world_items(collide_world *world, const tree_box *box, live_take take, void *user);
/* As collide_world_near_box, of what may overlap something whose bounds these are: what has a
 * tolerance is taken into account. */
void ci_world_near_reach(collide_world *world, const double low[3], const double high[3],
                         collide_world_take take, void *user);
/* The numbers of the members that overlap a shape, in their order, but for the member `except`,
 * which is 0 if there is none: as collide_target_overlap tells, with these flags. Returns how many
 * there are, COLLIDE_UNSUPPORTED where there is no test for one of them, or room + 1 where there
 * are more than `room`. */
int ci_world_overlaps(collide_world *world, const collide_shape *shape, int flags, int except,
                      int *numbers, int room);
/* As collide_world_near_pairs; `is_sure` where the two certainly overlap, their insides, too. */
typedef int (*world_take_pair)(void *user, int a, const collide_target *first, int b,
                               const collide_target *second, int is_sure);
void ci_world_pairs(collide_world *world, world_take_pair take, void *user);
/* The index of a member, or -1. */
int32_t ci_world_find(const collide_world *world, int number);

#endif
