/* SPDX-License-Identifier: MIT
 *
 * Pairs in every form: of shapes and points, with targets, with options. What hot loops ask,
 * lua_pair.c answers before it comes here.
 */
#ifndef COLLIDE_LUA_MEET_H
#define COLLIDE_LUA_MEET_H

#include "lua_members.h"
#include "lua_operand.h"
#include "lua_options.h"
#include "lua_result.h"

/* What a pair query can be asked, and how. */
typedef struct meet_form {
  has_test has;     /* whether there is a test for two shapes */
  unsigned options; /* that it takes */
  int may_tell;     /* whether the word "numbers" may come last */
  int of_members;   /* it answers about the members of a target, if that is a lone shape, too */
  int takes_grids;  /* it answers for two grids */
  int takes_meshes; /* and for two meshes */
} meet_form;

typedef struct meet_question {
  pair p;         /* its operands, but for targets */
  operand *shape; /* the one that is asked about the target */
  int target;     /* the argument that is the target; 0 when both operands are in `p` */
  int self;       /* the argument that is the shape, if there is a target */
  int other;      /* the argument that is the other grid, when both are grids; else 0 */
  int dimensions, numbers, flags;
  double point[3]; /* of ci_query_read_point */
  double max;
  int into, limit; /* an index on the stack; 0 when they are not given */
  selection select;
} meet_question;

/* Reads all arguments. */
void ci_query_read(lua_State *L, const meet_form *form, meet_question *q);
/* Reads a target, argument 1, and a point. */
void ci_query_read_point(lua_State *L, const meet_form *form, meet_question *q);

/* In lua_meet_any.c: of a world and a shape, or of two shapes and options; COLLIDE_UNSUPPORTED
 * where ci_query_overlap has to answer. */
int ci_query_overlap_plainly(lua_State *L);
int ci_query_overlap(lua_State *L);
int ci_query_contact(lua_State *L);
int ci_query_distance(lua_State *L);
int ci_query_closest(lua_State *L);
int ci_query_contains(lua_State *L);

/* The nearest so far. */
typedef struct meet_near {
  collide_nearness found;
  double max; /* how far away it may be */
  int has, number;
} meet_near;

/* Is the member nearer than the best so far, or as near and before it? Or COLLIDE_UNSUPPORTED. */
int ci_query_near_of(const meet_question *q, const collide_target *member, int index, int number,
                     const meet_near *best, collide_nearness *found);
void ci_query_keep_near(meet_near *best, const collide_nearness *found, int index, int number);
/* In lua_meet_world.c: looks for something nearer in all->world. */
void ci_query_near_world(lua_State *L, const meet_question *q, const members *all, meet_near *best);

/* The deepest contact so far; at.index counts from 1, and is 0 of a lone target that is no world.
 */
typedef struct meet_deepest {
  collide_meeting found;
  int has, number; /* the number of a member of a world in an array, or 0 */
} meet_deepest;

/* Begins with the members of the target. A world is given itself where `is_whole` is not 0. */
void ci_query_begin(lua_State *L, const meet_question *q, int is_whole, members *all);
/* Raises: there is no test for the shape and the member of that number. */
void ci_query_fail_untested(lua_State *L, const meet_question *q, const world_query *world,
                            int number);
/* Raises: there is no test for the shape and a member. */
int ci_query_fail_no_test(lua_State *L, const meet_question *q, const collide_target *member);
/* A contact as a hit, for what writes hits. */
void ci_query_to_hit(const collide_meeting *from, int dimensions, result_hit *to);

#endif
