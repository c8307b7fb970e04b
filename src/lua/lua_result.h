/* SPDX-License-Identifier: MIT
 *
 * Answers: vectors and hits as tables, hits as numbers, and how they print.
 */
#ifndef COLLIDE_LUA_RESULT_H
#define COLLIDE_LUA_RESULT_H

#include "../collide.h"
#include "lua_compat.h"

/* A hit, and of what. */
typedef struct result_hit {
  collide_target_hit of; /* all but its index, which is kept here */
  int index;             /* in the array of targets, from 1; 0 for a lone one */
  int dimensions;        /* of the vectors */
  int order;             /* among the hits of one query, as they were found */
} result_hit;

/* Pushes a number of an answer: never -0.0. */
static inline void result_push_number(lua_State *L, double x) {
  lua_pushnumber(L, x + 0.0);
}

/* Pushes {x=, y=} or {x=, y=, z=}. */
void ci_result_push_vector(lua_State *L, const double *v, int dimensions);

/* Pushes a cell: the same, of whole numbers. */
void ci_result_push_cell(lua_State *L, const int64_t cell[3], int dimensions);

/* Pushes what a cast answers in numbers; returns how many. */
int ci_result_push_numbers(lua_State *L, const result_hit *found);
/* Appends the values of `..._all` to the flat array, `at` values in: result_flat
 * of them, 7 or 9, and with `cells` the value and cell, false where it is no grid's. */
void ci_result_append_numbers(lua_State *L, int flat, int at, const result_hit *found, int cells);
static inline int result_flat(int dimensions) {
  return 3 + 2 * dimensions;
}

/* Pushes a hit as a new table. `targets` is the array that its index counts in. */
void ci_result_push_hit(lua_State *L, const result_hit *found, int targets);
/* Writes a hit over the table at the index, through the vectors it has. */
void ci_result_fill_hit(lua_State *L, int into, const result_hit *found, int targets);

/* __tostring of hits, vectors and groups of cells; they trust no field. */
int ci_l_hit_text(lua_State *L);
int ci_l_vector_text(lua_State *L);
int ci_l_group_text(lua_State *L);
/* Of arrays of hits or groups: a line each. */
int ci_l_list_text(lua_State *L);

/* Has the array on the stack's top print itself. */
void ci_result_mark_list(lua_State *L);

/* Adds "(1, 2, 3)" and "1.5" to a text being built. */
void ci_result_add_vector(luaL_Buffer *text, const double *v, int count);
void ci_result_add_number(luaL_Buffer *text, double x);
/* Adds " name=" and what the table at index 1 has there, unless that is no
 * number, or no vector. */
void ci_result_add_number_field(lua_State *L, luaL_Buffer *text, const char *name);
void ci_result_add_vector_field(lua_State *L, luaL_Buffer *text, const char *name);

#endif
