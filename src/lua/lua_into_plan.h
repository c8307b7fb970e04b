/* SPDX-License-Identifier: MIT
 *
 * What lua_into.c and lua_into_plan.c share: the names of fields, and the writes that may fail.
 */
#ifndef COLLIDE_LUA_INTO_PLAN_H
#define COLLIDE_LUA_INTO_PLAN_H

#include "lua_field.h"
#include "lua_result.h"

/* A table that a hit is written into. These are indices on the stack. */
typedef struct filling {
  lua_State *L;
  int names;                      /* the table of names; the first few of them lie above it, */
  int ahead;                      /* this many: to push them from there is faster */
  int into;                       /* the table */
  int normal, point, cell, cells; /* the tables in it, once find_tables has pushed them */
} filling;

static inline void push_name(const filling *f, field name) {
  if ((int)name <= f->ahead)
    lua_pushvalue(f->L, f->names + (int)name);
  else
    lua_rawgeti(f->L, f->names, (int)name);
}

/* Pushes the table's own field. */
static inline void push_own(const filling *f, int table, field name) {
  push_name(f, name);
  lua_rawget(f->L, table);
}

static inline int has_face(const result_hit *found) {
  return found->of.hit.edge > 0 || found->of.hit.face != COLLIDE_FACE_NONE;
}

static inline void push_face(const filling *f, const result_hit *found) {
  if (found->of.hit.edge > 0)
    compat_pushwhole(f->L, found->of.hit.edge);
  else
    lua_rawgeti(f->L, f->names, FIELD_COUNT + (int)found->of.hit.face);
}

/* Calls the function for each field that an earlier hit may have left and this one does not have.
 * Those that always come together are not looked for one by one: without `cell` there is neither
 * `cells` nor `value`. */
typedef int (*field_call)(const filling *f, field name);

void ci_into_for_stale(const filling *f, const result_hit *found, field_call call);

/* ---- Writes that may fail ------------------------------------------------------ */

/* A planned write is four values on the stack: a table or another object, its key, the value that
 * is there, and the value that is to be there. A whole number as the key means raw access. Pushes
 * the writes that put a hit into the table, and returns how many. */
int ci_into_plan_hit(const filling *f, const result_hit *found, int targets);
/* Likewise the writes that remove what an earlier hit left. They have to be made after all others:
 * a collection that comes when memory runs out forgets keys without a value, and to write such a
 * key again would need memory. */
int ci_into_plan_stale(const filling *f, const result_hit *found);
/* Makes the writes on the stack from that index on. When one of them raises, takes them all back
 * and raises the same error. */
void ci_into_carry_out(lua_State *L, int writes, int count);

/* Where in an array the planned writes of many hits are kept, and how many there are. */
typedef struct into_plan {
  int index, count;
} into_plan;

/* Moves the values from `first` on from the stack to the plan. */
void ci_into_store(lua_State *L, into_plan *p, int first);
/* As ci_into_carry_out. */
void ci_into_carry_out_plan(lua_State *L, const into_plan *p);

/* Pushes the values for the upvalues UP_ASSIGN and UP_DONE. */
void ci_into_push_assign(lua_State *L);

#endif
