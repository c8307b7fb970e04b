/* SPDX-License-Identifier: MIT
 *
 * Arguments: numbers, vectors in every form, tables of named fields, and the error messages for
 * wrong ones.
 *
 * These functions raise Lua errors. So a caller must hold only userdata and its own C stack. An
 * `index` is never relative to the top of the stack.
 */
#ifndef COLLIDE_LUA_ARGS_H
#define COLLIDE_LUA_ARGS_H

#include "../number/fp.h"

#include "../collide.h"
#include "lua_compat.h"

/* The place of a value, for error messages: "bad argument #arg to 'f' (within[element]:
 * name[item]...". */
typedef struct args_place {
  int arg;
  const char *within; /* the argument that holds it, or NULL */
  int element;        /* which element of that, from 1, or 0 */
  const char *name;   /* its own name, or NULL */
  int item;           /* which item of it, from 1, or 0 */
} args_place;

static inline args_place ci_args_at(int arg, const char *name) {
  args_place at = {arg, NULL, 0, name, 0};
  return at;
}

/* A field of the table at this place. */
static inline args_place ci_args_field(const args_place *at, const char *name) {
  args_place named = *at;
  named.name = name;
  return named;
}

/* An item of the array at this place, from 1. */
static inline args_place ci_args_item(const args_place *at, int item) {
  args_place place = *at;
  place.item = item;
  return place;
}

/* Raises an error. The text continues the message after the name: ": number expected" or
 * " must not be zero". The format is that of lua_pushfstring. */
int ci_args_fail(lua_State *L, const args_place *at, const char *format, ...);

/* Lua code of the module runs in a protected call. In functions with the upvalue UP_CALLER, errors
 * of ci_args_fail are tables, which hold an error of the function that the script called. If the
 * value on top of the stack is such a table, pushes the message, and returns the number of the
 * argument. Otherwise returns 0. */
int ci_args_push_failure(lua_State *L);
/* The same for an argument itself, which has the name, or NULL. */
int ci_args_fail_at(lua_State *L, int arg, const char *name, const char *format, ...);

/* Advice for an error of argument `arg`: "; a method is called with a colon", if it is argument 1
 * of a call without a colon, and neither nil nor an object nor a table. Else "". */
const char *ci_args_colon_hint(lua_State *L, int arg);
/* Raises an error: argument 1 is not an object of the kind `what`. */
int ci_args_fail_self(lua_State *L, const char *what);

/* Raises unless all arguments from `arg` on are nil. */
void ci_args_end(lua_State *L, int arg);

/* Returns 1 if argument `arg`, the last one, is the word "numbers": then a call without a vector
 * returns numbers. Raises an error for any other value but nil. With `has_vector`, raises an error
 * for the word too, because the form of the vector decides. */
int ci_args_wants_numbers(lua_State *L, int arg, int has_vector);
/* Returns 1 if the value at the index is that word. */
int ci_args_is_numbers(lua_State *L, int index);

/* "number", "nil", "shape", ... */
const char *ci_args_type(lua_State *L, int index);
/* Returns 1 if the value at the index has a field of that name that is not nil. */
int ci_args_has_field(lua_State *L, int index, const char *name);

/* Writes %.14g, or all digits of a whole number. Every platform spells "nan" and "inf" the same. */
enum { ARGS_NUMBER_TEXT = 32 };
const char *ci_args_write_number(char text[ARGS_NUMBER_TEXT], double x);
/* The same text, pushed, for a message. */
const char *ci_args_number_text(lua_State *L, double x);
/* Adds "(1, 2, 3)". */
void ci_args_add_vector(luaL_Buffer *text, const double *v, int count);
/* The same, pushed. */
const char *ci_args_vector_text(lua_State *L, const double *v, int count);

/* Neither nan nor infinite. */
static inline int args_finite(double x) {
  return x - x == 0.0;
}

/* A number that a script may pass: no answer has a larger coordinate. */
static inline int args_in_range(double x) {
  return fabs(x) <= COLLIDE_LARGEST;
}
/* Raises an error for a number that is not in range. */
int ci_args_fail_range(lua_State *L, const args_place *at, double x);
static inline void args_check_range(lua_State *L, const args_place *at, double x) {
  if (!args_in_range(x)) ci_args_fail_range(L, at, x);
}

/* Reads `count` numbers from argument `first` on, and turns -0.0 into 0. Returns 0 if an argument
 * is anything else, or the sum of their magnitudes is out of range. The caller then reads them with
 * the functions below, which raise the error. */
static inline int args_read_numbers(lua_State *L, int first, int count, double *out) {
  double sum = 0;
  int i;
  for (i = 0; i < count; i++) {
    if (lua_type(L, first + i) != LUA_TNUMBER) return 0;
    out[i] = lua_tonumber(L, first + i) + 0.0;
    sum += fabs(out[i]);
  }
  return args_in_range(sum);
}

/* Reads a plain table of `count` numbers in range, the form of most vectors, in the same way.
 * Returns 0 for any other value. */
int ci_args_read_plain(lua_State *L, int index, int count, double *out);

/* Pushes value[name]. Pushes nil if the access raises an error: a C struct raises one for a member
 * that it lacks. */
void ci_args_push_member(lua_State *L, int index, const char *name);
/* Returns 1 for the type of a table, userdata or cdata: these may be vectors. */
int ci_args_may_hold(int type);

/* Raises ": <what> expected, got ..." unless the value at the index has that type of Lua. */
void ci_args_check(lua_State *L, const args_place *at, int index, int type, const char *what);
/* Raise unless all these numbers are above 0, or not below 0. */
void ci_args_check_positive(lua_State *L, const args_place *at, const double *v, int count);
void ci_args_check_not_negative(lua_State *L, const args_place *at, const double *v, int count);

/* A number in range; never -0.0. */
double ci_args_number(lua_State *L, const args_place *at, int index);

/* A whole number from `least` to `most`. */
int ci_args_whole(lua_State *L, const args_place *at, int index, int least, int most);
/* The field `dimensions` of the table at the index, 2 or 3; 0 if it is not given. */
int ci_args_dimensions(lua_State *L, const args_place *at, int index);

/* The option `limit`, the most results that one call may return: a whole number from 1 to
 * ARGS_LIMIT_MOST. The default is ARGS_LIMIT_DEFAULT. */
enum { ARGS_LIMIT_DEFAULT = 1 << 18, ARGS_LIMIT_MOST = 1 << 26 };

/* The number of components of a vector, and the text of the error for a wrong number. */
typedef struct args_size {
  int count;         /* 2 to 4; 0: 2 or 3, as the vector has */
  const char *wants; /* "a 3D target takes 3" */
} args_size;

/* Raises the error for a wrong count: ": got 2 numbers, a 3D target takes 3". */
int ci_args_fail_count(lua_State *L, const args_place *at, int count, args_size size);
/* Raises the error for a value that is not a vector. */
int ci_args_fail_vector(lua_State *L, const args_place *at, int index);
/* Reads a vector that is one value. A plain table has its components by number or by name, any
 * other value by name. Returns the number of components read. */
int ci_args_vector_value(lua_State *L, const args_place *at, int index, args_size size,
                         double *out);

/* Reads a vector from argument *arg on, given as separate numbers or as one value, and moves *arg
 * past it. Returns 1 if it was given as numbers. size.count must not be 0. */
int ci_args_vector(lua_State *L, int *arg, const char *name, args_size size, double *out);

/* The number of consecutive arguments, from `arg` on, that are numbers. */
int ci_args_count_numbers(lua_State *L, int arg);

/* Returns 1 if the string has no zero bytes, so that strcmp compares all of it. */
int ci_args_is_word(lua_State *L, int index);

/* Raises "unknown <what> 'key'; <takes>" for a key of the table that is neither in `names` nor an
 * integer from 1 to `items`. NULL ends the names. */
void ci_args_only(lua_State *L, const args_place *at, int index, const char *what,
                  const char *const *names, int items, const char *takes);
/* Returns 1 if the caller knows this name. */
typedef int (*args_known)(const void *context, const char *key);
/* Pushes the text of the first key that is neither known nor an integer from 1 to `items`. If there
 * is none, returns NULL and pushes nothing. */
const char *ci_args_push_unknown(lua_State *L, int index, args_known known, const void *context,
                                 int items);

/* Steps through an array: a table without holes or other keys. Its key lies on
 * top of the stack between steps. */
typedef struct args_array {
  int index;       /* the table */
  int named;       /* 1: string keys are allowed, and skipped */
  int element;     /* the current element, from 1 */
  double count;    /* so far */
  double greatest; /* key so far */
} args_array;

args_array ci_args_array_begin(lua_State *L, int index);
/* The next value after lua_next returned `has`, for keys that are not in order. */
int ci_args_array_other(lua_State *L, const args_place *at, args_array *array, int has);

/* Pushes the next value. At the end, returns 0 and leaves nothing pushed. The caller pops the value
 * before the next step. Raises if the table is not an array. */
static inline int ci_args_array_next(lua_State *L, const args_place *at, args_array *array) {
  int has = lua_next(L, array->index);
  if (!has || lua_type(L, -2) != LUA_TNUMBER || lua_tonumber(L, -2) != array->count + 1)
    return ci_args_array_other(L, at, array, has);
  array->element = (int)++array->count;
  if (array->count > array->greatest) array->greatest = array->count;
  return 1;
}

#endif
