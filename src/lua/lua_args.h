/* SPDX-License-Identifier: MIT
 *
 * Arguments: numbers, vectors in every form, tables of named fields, and what
 * is said when one of them is wrong.
 *
 * Whatever raises here raises through Lua, so callers hold no memory but
 * userdata and their own C stack. An `index` is never relative to the top.
 */
#ifndef COLLIDE_LUA_ARGS_H
#define COLLIDE_LUA_ARGS_H

#include "lua_compat.h"

/* Where a value stands, so that an error can say so:
 * "bad argument #arg to 'f' (within[element]: name[item]...". */
typedef struct args_place {
  int arg;
  const char *within; /* the argument that holds it, or NULL */
  int element;        /* which element of that, from 1, or 0 */
  const char *name;   /* its own name, or NULL */
  int item;           /* which item of it, from 1, or 0 */
} args_place;

args_place ci_args_at(int arg, const char *name);

/* Raises. The text goes on after the name: ": number expected" or
 * " must not be zero"; formats as lua_pushfstring does. */
int ci_args_fail(lua_State *L, const args_place *at, const char *format, ...);

/* Raises unless nothing but nil comes from `arg` on. */
void ci_args_end(lua_State *L, int arg);

/* "number", "nil", "shape", ... */
const char *ci_args_type(lua_State *L, int index);
/* Has what is there a field of that name, nil apart? */
int ci_args_has_field(lua_State *L, int index, const char *name);

/* %.14g, or all digits of a whole number; with "nan" and "inf" spelled alike everywhere. */
enum { ARGS_NUMBER_TEXT = 32 };
const char *ci_args_number_text(char text[ARGS_NUMBER_TEXT], double x);

/* The same userdata type as that upvalue's metatable; NULL if it is not. */
void *ci_args_userdata(lua_State *L, int index, int upvalue);

/* Neither nan nor infinite. */
static inline int args_finite(double x) {
  return x - x == 0.0;
}

/* A table, userdata or cdata: what may answer for a vector. */
int ci_args_may_hold(int type);

/* A finite number; never -0.0. */
double ci_args_number(lua_State *L, const args_place *at, int index);

/* How many components a vector has, and how a wrong count is told. */
typedef struct args_size {
  int count;         /* 2 to 4; 0: 2 or 3, as it comes */
  const char *wants; /* "a 3D target wants 3" */
} args_size;

/* Raises about a wrong count: ": got 2 numbers, a 3D target wants 3". */
int ci_args_fail_count(lua_State *L, const args_place *at, int count, args_size size);
/* Raises about what is no vector. */
int ci_args_fail_vector(lua_State *L, const args_place *at, int index);
/* A vector as one value: plain table by number or name, or anything else by
 * name alone. Returns how many components it read. */
int ci_args_vector_value(lua_State *L, const args_place *at, int index, args_size size,
                         double *out);

/* A vector from argument *arg on, in numbers in place or as one value; moves
 * *arg past it. Returns 1 when it came in numbers. The count is not 0. */
int ci_args_vector(lua_State *L, int *arg, const char *name, args_size size, double *out);

/* How many arguments from `arg` on are numbers in a row. */
int ci_args_count_numbers(lua_State *L, int arg);

/* Does the string hold no zero byte, so that strcmp sees all of it? */
int ci_args_is_word(lua_State *L, int index);

/* Raises "unknown <what> 'key'" unless every key of the table is known, or is
 * one of the integers 1 to `items`. */
typedef int (*args_known)(const void *context, const char *key);
void ci_args_only(lua_State *L, const args_place *at, int index, const char *what, args_known known,
                  const void *context, int items);

/* Steps through an array: a table without holes or other keys. Its key lies on
 * top of the stack between steps. */
typedef struct args_array {
  int index;       /* the table */
  int named;       /* other keys may be there, if they are strings: those are passed over */
  int element;     /* which one the step came to */
  double count;    /* so far */
  double greatest; /* key so far */
} args_array;

args_array ci_args_array_begin(lua_State *L, int index);
/* Pushes the next value, or returns 0 at the end with nothing left pushed. The
 * caller pops the value before the next step. Raises on what is no array. */
int ci_args_array_next(lua_State *L, const args_place *at, args_array *array);

#endif
