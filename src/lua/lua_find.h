/* SPDX-License-Identifier: MIT
 *
 * The search that overlap, contact, distance, closest, contains and shapecasts share. It finds the
 * best answer by one query of the core, or lists all answers.
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
  /* Finds the best member for the query. Writes f->best, unless f->is_any is 1. The result is that
   * of ci_many_overlap. */
  int (*find_best)(find *f, const many_query *q, many_place *place);
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
  int skips_self; /* as in near_what */
  const member_options *options;
  void (*check)(lua_State *L, const members *all, const collide_target *member); /* near_what's */
  /* The best answer. index and number are as in result_hit. */
  find_answer best;
  int index, number;
  near_what near;
  members all;
};

/* Begins the iteration over f->all. Without `is_whole`, members of worlds come one by one too. */
void ci_find_begin(lua_State *L, find *f, int is_whole);
/* Returns 1 if there is an answer. Without f->is_any, f->best is the best one. */
int ci_find_best(lua_State *L, find *f, int is_whole);
/* Writes f->best as a hit. */
void ci_find_to_hit(const find *f, result_hit *hit);
/* Adds all answers of all members to the list, sorted. */
void ci_find_all(lua_State *L, find *f, hit_list *list);

#endif
