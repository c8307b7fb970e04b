/* SPDX-License-Identifier: MIT
 *
 * The members of a target, one after the other: of a shape, a grid, a mesh, a group, the
 * table that describes a shape, mesh or group, a world, or an array of these. Of a world they come
 * in the order of their numbers, and only those come that are near what is asked.
 */
#ifndef COLLIDE_LUA_MEMBERS_H
#define COLLIDE_LUA_MEMBERS_H

#include "../query/target.h"
#include "../world/world.h"
#include "lua_description.h"
#include "lua_select.h"
#include "lua_world.h"

/* What says which members of a world are near: a cast, or a box. */
typedef struct near_what {
  const collide_cast *cast; /* or NULL, and then the box */
  double low[3], high[3];
  int is_whole;               /* 1: a world is not looked into, but given itself, as `world` */
  const double *displacement; /* of the box; NULL when that stays */
} near_what;

/* The members of a world that are yet to come. */
typedef struct world_walk {
  held_world *world; /* NULL when there is none under way */
  int chosen;        /* `only` names the world */
  int at, count, *numbers;
  int few[256]; /* their numbers, when they are no more; else they lie in a userdata */
} world_walk;

typedef struct members {
  const selection *select;
  nearest_hit *nearest; /* what they are offered to, or NULL */
  int dimensions;
  int is_plain; /* the elements of the array that came so far are shapes, and all count */
  int key;      /* where on the stack the key of the array lies, with is_plain */
  seal_home *home;
  int self;         /* the index of a value that is passed over, or 0 */
  int targets;      /* the index of the array, or of a copy of it */
  int given;        /* and of the target itself */
  args_array array; /* array.index is 0 for a lone one; array.element tells which is the last one */
  int held;         /* where on the stack the last one is kept */
  int index;  /* of the last one: its place in the array, or of a lone world its number, or 0 */
  int number; /* of a member of a world in an array, or 0 */
  int slots;  /* MEMBERS_SLOTS places on the stack; see lua_members_world.c */
  near_what near;
  world_walk walk;
  lua_State *L;      /* of the filter, while the core reads a world */
  uint64_t changes;  /* of that world */
  held_world *world; /* with near.is_whole: the last one is this world, and no member */
  int world_chosen;
  held_world *lone_world; /* with near.is_whole: the target, until it was given */
  int stamps;     /* with a filter: where what is known of the members of an array is kept */
  uint64_t stamp; /* or of a lone one */
  int has_grid;   /* one of them is a grid, as far as is known */
  int has_mesh;   /* likewise a mesh */
  int has_lone;
  int is_made; /* the last one is a shape, mesh or group made from a description */
  collide_target lone;
  described room;
} members;

/* Is the value at the index an array rather than a description or a vector? */
int ci_members_is_array(lua_State *L, int index);
/* The dimensions of the target at the index, which is argument `arg`: of an array those of its
 * first member, 0 if it is empty. Raises for what is no target. */
int ci_members_dimensions(lua_State *L, int index);

/* `target` is the argument and its index on the stack. *select has to stay. */
void ci_members_begin(lua_State *L, int target, int dimensions, const selection *select,
                      const near_what *near, nearest_hit *nearest, int self, members *all);
/* Where on the stack the table of the members of all->world lies. */
int ci_members_table(const members *all);
/* Is one of the members that were given so far a world, near or not? */
int ci_members_has_world(lua_State *L, const members *all);
/* The next one that `ignore` and `only` let count; 0 when there is none. It stays valid until the
 * next step. */
int ci_members_next(lua_State *L, members *all, collide_target *member);
/* Whether the filter takes the member that was given last; 1 without a filter. */
int ci_members_accept(lua_State *L, const members *all);
/* To be called at the end: raises when the filter changed the target. */
void ci_members_finish(lua_State *L, const members *all);

/* Writes the query of the core about those members of all->world that the options select; *some
 * holds the selection. Returns 0 for a world that never had a member. During the query only the
 * filter runs. It raises an error if it changes the world. */
int ci_members_query(lua_State *L, members *all, const collide_target *subject, int flags,
                     world_query *q, world_selection *some);

/* ---- lua_members_world.c: between the files of members ----------------------------------- */

enum { MEMBERS_SLOTS = 3 };

/* Begins with the world on the stack's top, which is the target or in it. */
void ci_members_begin_world(lua_State *L, members *all, held_world *held);
/* The next member of the world that is under way; 0 at its end. */
int ci_members_next_of_world(lua_State *L, members *all, collide_target *member);

#endif
