/* SPDX-License-Identifier: MIT
 *
 * Iterates over the members of a target: a shape, grid, mesh, group or world, a table that
 * describes a shape, mesh or group, or an array of these. The members of a world come in the order
 * of their numbers. Members whose bounds are far from the query are left out.
 */
#ifndef COLLIDE_LUA_MEMBERS_H
#define COLLIDE_LUA_MEMBERS_H

#include "../target/target.h"
#include "../target/world.h"
#include "lua_description.h"
#include "lua_object.h"
#include "lua_select.h"
#include "lua_world.h"

typedef struct members members;

/* What a query searches. Of a world it is the part along a cast, near a subject, or near a box. */
typedef struct near_what {
  const collide_cast *cast;      /* or NULL */
  const collide_target *subject; /* or NULL: the box */
  double low[3], high[3];
  int is_whole;               /* 1: a world comes as one member, as `world` */
  const double *displacement; /* of the subject or box; or NULL */
  const double *max;          /* NULL, or members at most this far from the subject are near */
  int skips_self;             /* 1: a lone target that is `self` has no member */
  /* NULL, or raises an error for a member that the query cannot test */
  void (*check)(lua_State *L, const members *all, const collide_target *member);
} near_what;

static inline near_what ci_members_near(const collide_cast *cast, const collide_target *subject,
                                        int is_whole) {
  near_what near;
  memset(&near, 0, sizeof near);
  near.cast = cast;
  near.subject = subject;
  near.is_whole = is_whole;
  return near;
}

/* The members of a world that are still to come. */
typedef struct world_walk {
  held_world *world; /* or NULL */
  int chosen;        /* `only` names the world */
  int at, count, *numbers;
  int few[256]; /* the numbers; more lie in a userdata */
} world_walk;

struct members {
  const selection *select;
  int dimensions;
  int is_all;       /* no option and no `self` leaves out an element */
  int self;         /* the index of a value that is left out, or 0 */
  int given;        /* the index of the target, */
  int targets;      /* and of the array or its copy, or the table of a lone world's members */
  args_place at;    /* of the target, for errors */
  args_array array; /* array.index is 0 for a lone target */
  int index;  /* of the last member: its place in the array, its number in a lone world, or 0 */
  int number; /* of a member of a world in an array; else 0 */
  int held;   /* the stack index of the last member */
  const object_head *head; /* its head; NULL for a member of a world that is not a shape */
  int is_made;             /* the last member was made from a description */
  int slots;               /* the first of some places on the stack */
  const near_what *near;
  world_walk walk;
  held_world *world; /* with near->is_whole: the world, if the last member is one */
  int world_chosen;
  int has_lone;   /* the target is not an array, and has not come yet */
  uint64_t stamp; /* with a filter: how often the target was changed */
  seal_home *home;
  lua_State *L;             /* for the filter that the core calls */
  uint64_t changes;         /* of the world that the core then reads */
  world_selection selected; /* of its members */
  described room;
};

/* Returns 1 if the value at the index is an array, not a description or a vector. */
int ci_members_is_array(lua_State *L, int index);
/* The dimensions of the target at the index, which is also its argument number. For an array, those
 * of the first member; 0 if it is empty. Raises an error if the value is not a target. */
int ci_members_dimensions(lua_State *L, int index);

/* `target` is the argument's index. *select and *near must outlive the iteration. */
void ci_members_begin(lua_State *L, int target, int dimensions, const selection *select,
                      const near_what *near, int self, members *all);
/* Returns 1 if a world, or a member of one, has come so far. */
int ci_members_has_world(lua_State *L, const members *all);
/* Writes the next member that `ignore` and `only` accept, or returns 0. It is valid for one step.
 */
int ci_members_next(lua_State *L, members *all, collide_target *member);
/* Returns 1 if the filter accepts the last member, or if there is no filter. */
int ci_members_accept(lua_State *L, const members *all);
/* Call this at the end. Raises an error if the filter changed the target. */
void ci_members_finish(lua_State *L, const members *all);

/* The members as a source for the core, which calls the filter. During the query no other script
 * runs. The filter raises an error if it changes a world. */
member_source ci_members_source(members *all);

#endif
