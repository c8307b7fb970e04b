/* SPDX-License-Identifier: MIT
 *
 * Queries of targets: casts, shapecasts, overlap, contact, distance, closest and contains. A query
 * is a row: how its arguments are read, which options it takes, and how it searches members. One
 * function answers all forms of all rows.
 */
#ifndef COLLIDE_LUA_QUERY_H
#define COLLIDE_LUA_QUERY_H

#include "lua_members.h"
#include "lua_operand.h"
#include "lua_options.h"
#include "lua_result.h"

typedef struct query query;

/* How a query searches members. */
typedef struct query_test {
  /* Finds the best member. Writes its answer to q->best, or of a cast to q->hit.of, unless
   * q->answer is ANSWER_ANY. Returns as ci_many_overlap. *place has zeros before. */
  int (*find)(query *q, const many_query *many, many_place *place);
  /* Lists the first `most` answers of one member, as collide_target_contacts does; NULL for casts,
   * and for queries whose answer is only that a member counts. */
  int (*list)(const query *q, const collide_target *member, void *list, int64_t room, int64_t most,
              int64_t *count);
  size_t size; /* of an item of the list */
  /* Writes an answer to *hit, without its index and number. NULL if the answer is not a hit. */
  void (*to_hit)(query *q, const void *answer, result_hit *hit);
} query_test;

typedef struct query_row {
  const query_test *test;
  void (*read)(lua_State *L, query *q); /* reads all arguments but the members of a target */
  unsigned options;                     /* of all forms; a form without hits has no `into` */
  unsigned form;                        /* the kind of a cast, or the bits below */
} query_row;

enum {
  QUERY_TAKES_WORD = 1,  /* the word "numbers" may come last */
  QUERY_TAKES_GRIDS = 2, /* two grids are allowed */
  QUERY_FOR_SECOND = 4,  /* the answer is for the second operand */
  QUERY_OF_POINT = 8     /* a target and a point */
};

/* The forms of an answer. */
typedef enum query_answer {
  ANSWER_ANY,      /* a boolean */
  ANSWER_BEST,     /* the best hit, or nil */
  ANSWER_DISTANCE, /* the least distance, its points and its place as values, or nil */
  ANSWER_ALL       /* an array of all hits or members */
} query_answer;

typedef union query_found {
  collide_meeting contact;
  collide_nearness near;
  collide_target_sweep sweep;
} query_found;

struct query {
  const query_row *row;
  query_answer answer;
  /* The question. */
  int target;             /* the argument that is the target; 0 if both operands are in `p` */
  int self;               /* the argument that is the subject, or 0 */
  int dimensions;         /* of all vectors */
  int numbers;            /* 1: the answer consists of numbers */
  pair p;                 /* the operands that are not targets */
  operand *shape;         /* the one that is tested against the target; NULL for casts */
  double vector[3];       /* the displacement of a shapecast, or the point of contains */
  collide_cast cast;      /* of a cast */
  args_place toward;      /* of the vector that leads to hits, for errors */
  collide_target lone;    /* of a cast: the target, if has_lone */
  int has_lone;           /* 1: the target is a shape, grid, mesh or group, and not a table */
  member_options options; /* cast.max and cast.flags come from these */
  /* The best answer. index and number are as in result_hit. */
  int index, number;
  query_found best;
  result_hit hit; /* the best answer as a hit, after ci_query_find_hit */
  int targets;    /* the stack index of the array to which its index refers */
  near_what near;
  members all;
};

/* Answers a call. */
int ci_query(lua_State *L, const query_row *row, query_answer answer);
/* Begins a call: the question has no arguments yet. */
void ci_query_begin(query *q, const query_row *row, query_answer answer);
/* The options that the form of the answer takes. */
unsigned ci_query_options(const query *q);
/* Writes q->hit and returns 1, or returns 0 for a miss. Leaves values on the stack. */
int ci_query_find_hit(lua_State *L, query *q);

#endif
