/* SPDX-License-Identifier: MIT
 *
 * Tables of options. Each call lists its options in rows, and one function reads any table by them.
 */
#ifndef COLLIDE_LUA_OPTIONS_H
#define COLLIDE_LUA_OPTIONS_H

#include <math.h>
#include <stddef.h>

#include "lua_select.h"

typedef struct option_row option_row;
/* Reads the value at the index into `field`. Raises an error if the value is wrong. */
typedef void option_reader(lua_State *L, const args_place *at, int index, const option_row *row,
                           void *field);

/* One option. Messages name options in the order of their rows. */
struct option_row {
  const char *name;    /* NULL ends the rows */
  unsigned bit;        /* this option in the mask of those that a call takes */
  option_reader *read; /* NULL: the caller reads the option itself */
  size_t field;        /* offset of the field in the caller's struct */
  const char *word;    /* for ci_option_word: the word that sets `flag` in an int */
  const char *other;   /* another word, which sets nothing; or NULL */
  int flag;
};

/* A row without words. */
#define OPTION_ROW(name, bit, read, type, field) \
  { name, bit, read, offsetof(type, field), NULL, NULL, 0 }
/* A row whose reader gets the whole struct. */
#define OPTION_CUSTOM(name, bit, read) \
  { name, bit, read, 0, NULL, NULL, 0 }
/* A row of ci_option_word. */
#define OPTION_WORD(name, bit, type, field, word, other, flag) \
  { name, bit, ci_option_word, offsetof(type, field), word, other, flag }
#define OPTION_END \
  { NULL, 0, NULL, 0, NULL, NULL, 0 }

/* The bits of the options of queries. */
enum {
  OPTION_IGNORE = 1,
  OPTION_ONLY = 2,
  OPTION_FILTER = 4,
  OPTION_INSIDE = 8,
  OPTION_TOUCHING = 16,
  OPTION_MAX = 32,
  OPTION_INTO = 64,
  OPTION_LIMIT = 128,
  OPTION_CORNERS = 256,
  OPTION_RULE = 512,
  OPTION_FACES = 1024,
  OPTION_COUNT = 2048,
  OPTIONS_OF_MEMBERS = OPTION_IGNORE | OPTION_ONLY | OPTION_FILTER
};

/* The options that queries about the members of a target share. */
typedef struct member_options {
  selection select;
  int flags;  /* those of src/collide/flags.h */
  double max; /* HUGE_VAL if it is not given */
  int into;   /* a stack index; 0 if it is not given */
  int limit;  /* 0 if it is not given */
  int count;  /* the number of rays in a batch; 0 if it is not given */
} member_options;

extern const option_row ci_options_of_casts[], ci_options_of_members[];

/* No option is given. */
static inline member_options ci_options_none(void) {
  member_options o;
  o.select = ci_select_all();
  o.flags = o.into = o.limit = o.count = 0;
  o.max = HUGE_VAL;
  return o;
}

/* Reads the table at argument `arg` into the struct `out`, by the rows whose bit is in `allowed`.
 * Leaves the values on the stack. Raises an error for a key that no such row names. */
void ci_options_read(lua_State *L, int arg, const option_row *rows, unsigned allowed, void *out);
/* The same without a check of the names. */
void ci_options_read_known(lua_State *L, int arg, const option_row *rows, unsigned allowed,
                           void *out);
/* The same for the options of a query. */
void ci_options_read_query(lua_State *L, int arg, const option_row *rows, unsigned allowed,
                           member_options *o);
/* Reads the fields of the table at the index that the rows name, in the same way, and leaves
 * nothing on the stack. `at` is the place of the table. */
void ci_options_read_fields(lua_State *L, const args_place *at, int index, const option_row *rows,
                            void *out);

/* Readers. The comment names the type of the field. The first two are in lua_select.c. */
option_reader ci_option_choice;  /* choice; valid as long as the option stays on the stack */
option_reader ci_option_filter;  /* selection */
option_reader ci_option_max;     /* double, not below 0 or infinite */
option_reader ci_option_size;    /* double, not below 0 */
option_reader ci_option_word;    /* int, for row->flag */
option_reader ci_option_boolean; /* int */
option_reader ci_option_table;   /* int, the index */
option_reader ci_option_weld;    /* double, the distance of welded vertices */
option_reader ci_option_limit;   /* int, how much a call may return */
option_reader ci_option_work;    /* double, how much work a call may do */

/* Reads `max`: a number not below 0, or infinity. */
double ci_options_max(lua_State *L, const args_place *at, int index);

#endif
