/* SPDX-License-Identifier: MIT
 *
 * Overlap, contact, distance, closest and contains, in every form of their arguments. lua_pair.c
 * answers the forms of hot loops first.
 */
#ifndef COLLIDE_LUA_MEET_H
#define COLLIDE_LUA_MEET_H

#include "lua_find.h"
#include "lua_operand.h"

/* The arguments that a query takes. */
typedef struct meet_form {
  has_test has;     /* is there a test for two shapes? */
  unsigned options; /* their bits */
  int may_tell;     /* 1: the word "numbers" may come last */
  int of_members;   /* 1: a lone shape is a target, too */
  int takes_grids;  /* 1: two grids are allowed */
} meet_form;

typedef struct meet_question {
  pair p;         /* the operands that are not targets */
  operand *shape; /* the one that is tested against the target */
  int target;     /* the argument that is the target; 0 if both operands are in `p` */
  int self;       /* the argument that is the shape, or 0 */
  int dimensions, numbers;
  double point[3]; /* of ci_query_read_point */
  member_options options;
} meet_question;

/* Reads all arguments. The answer is for the first operand, or for the second one. */
void ci_query_read(lua_State *L, const meet_form *form, int for_second, meet_question *q);
/* Reads a target, argument 1, and a point. */
void ci_query_read_point(lua_State *L, const meet_form *form, meet_question *q);

/* Overlap of a world and a shape, without options. Returns COLLIDE_UNSUPPORTED for any other
 * arguments. */
int ci_query_overlap_quick(lua_State *L);
int ci_query_overlap(lua_State *L);
int ci_query_contact(lua_State *L, int for_second);
int ci_query_distance(lua_State *L, int for_second);
int ci_query_closest(lua_State *L);
int ci_query_contains(lua_State *L);

extern const find_row ci_query_overlap_row, ci_query_contact_row, ci_query_distance_row;
/* Raises an error for an answer with a point beyond COLLIDE_LARGEST. */
void ci_query_check_hit(lua_State *L, const meet_question *q, result_hit *hit);
/* Fills in the question of a search. */
void ci_query_begin(const meet_question *q, const find_row *row, find *f);

#endif
