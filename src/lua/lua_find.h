/* SPDX-License-Identifier: MIT
 *
 * The search that overlap, contact, distance, closest, contains and shapecasts share. It tests the
 * members of a target one by one, and a world by one query of the core. It keeps the best answer,
 * or lists all answers.
 */
#ifndef COLLIDE_LUA_FIND_H
#define COLLIDE_LUA_FIND_H

#include "lua_hits.h"
#include "lua_members.h"
#include "lua_options.h"

typedef union find_answer {
  collide_meeting contact;
  collide_nearness near;
  collide_target_sweep sweep;
} find_answer;

typedef struct find find;

/* The functions of a query. */
typedef struct find_row {
  /* Returns 1 and writes f->found and f->value, or returns 0 or COLLIDE_UNSUPPORTED. */
  int (*test)(find *f, const collide_target *member);
  /* The same for the members of a world; writes the best member's number to f->found_number.
   * *untested is as in world_query. */
  int (*test_world)(find *f, const world_query *q, int *untested);
  /* Lists the first `most` answers of one member, as collide_target_contacts does. */
  int64_t (*list)(const find *f, const collide_target *member, void *list, int64_t room,
                  int64_t most);
  size_t size; /* of an item of the list */
  void (*to_hit)(const find *f, const void *answer, result_hit *hit);
  int is_near; /* 1: members that are at most options->max away count */
} find_row;

/* Raises the error for a member that has no test. */
typedef void find_fail(lua_State *L, const void *question, const collide_target *member);

struct find {
  /* The question. */
  const find_row *row;
  const void *question; /* for `fail` */
  find_fail *fail;
  const collide_target *subject;
  const double *displacement; /* of a shapecast; else NULL */
  const double *point;        /* of contains */
  int target, self;           /* arguments; self is the argument that is the subject, or 0 */
  int dimensions, is_any;
  int skips_self; /* 1: leave out a subject that is the target itself */
  const member_options *options;
  /* The last answer; the least value is the best. */
  find_answer found;
  double value;
  int found_number;
  /* The best answer. index and number are as in result_hit. */
  int has, index, number;
  double best_value;
  find_answer best;
  lua_State *L;
  near_what near;
  members all;
};

/* Begins the iteration over f->all. Without `is_whole`, members of worlds come one by one too. */
void ci_find_begin(lua_State *L, find *f, int is_whole);
/* Writes the next member to test, or returns 0. */
int ci_find_next(lua_State *L, find *f, collide_target *member);
/* Returns 1 if there is an answer. Without f->is_any, f->best is the best one. */
int ci_find_best(lua_State *L, find *f, int is_whole);
/* Writes f->best as a hit. */
void ci_find_to_hit(const find *f, result_hit *hit);
/* Adds all answers of all members to the list, sorted. */
void ci_find_all(lua_State *L, find *f, hit_list *list);

#endif
