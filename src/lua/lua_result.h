/* SPDX-License-Identifier: MIT
 *
 * Results: vectors and hits as tables, hits as numbers, and their text for `print`.
 */
#ifndef COLLIDE_LUA_RESULT_H
#define COLLIDE_LUA_RESULT_H

#include "../collide.h"
#include "lua_args.h"

/* The names of the fields of results are strings in the table that is the upvalue UP_FIELDS; the
 * names of faces follow them. Pushing one allocates nothing, and takes 3 to 12 percent less time
 * than lua_setfield with a C string. */

/* The first names. From FIELD_DISTANCE on they are in the order of the rows in lua_result.c, which
 * has further ones. */
typedef enum field {
  FIELD_X = 1,
  FIELD_Y,
  FIELD_Z,
  FIELD_DISTANCE,
  FIELD_FROM,
  FIELD_NORMAL,
  FIELD_POINT,
  FIELD_T,
  FIELD_T_EXIT,
  FIELD_INSIDE,
  FIELD_DEPTH
} field;

/* Pushes the name of a field. */
static inline void field_push(lua_State *L, int name) {
  lua_rawgeti(L, lua_upvalueindex(UP_FIELDS), name);
}

/* Sets that field of the table to the number; -0.0 becomes 0. */
static inline void field_set_number(lua_State *L, int table, field name, double x) {
  field_push(L, (int)name);
  lua_pushnumber(L, x + 0.0);
  lua_rawset(L, table);
}

static inline void field_set_whole(lua_State *L, int table, field name, int64_t n) {
  field_push(L, (int)name);
  compat_pushwhole(L, n);
  lua_rawset(L, table);
}

/* The query that an answer is for. The first two have times. */
typedef enum result_kind {
  RESULT_CAST,
  RESULT_SWEEP,   /* a shapecast; with a grid, `count` is 1 and `cells` is unused, as below */
  RESULT_CONTACT, /* its depth is in `depth` */
  RESULT_DISTANCE /* it is in `depth`; the normal is the point of the shape */
} result_kind;

/* A hit, and the target that was hit. */
typedef struct result_hit {
  int index;  /* in the array of targets, from 1; the member's number in a lone world; 0 for another
                 single target */
  int number; /* the number of a member of a world that is itself in an array; else 0 */
  collide_target_hit of; /* all of it but the index */
  int dimensions;        /* of its vectors */
  int order;             /* number among the hits of one target, from 0 */
  result_kind kind;
  int mover_part; /* for a shapecast: the part of the moving group that hit, from 1; else 0 */
  double depth;   /* penetration depth, for contacts, and for shapecasts with `inside` */
} result_hit;

static inline int result_has_time(const result_hit *found) {
  return found->kind == RESULT_CAST || found->kind == RESULT_SWEEP;
}

/* Pushes a number of a result, never -0.0. */
static inline void result_push_number(lua_State *L, double x) {
  lua_pushnumber(L, x + 0.0);
}

/* Pushes the values that begin every hit in numbers: t, normal, t_exit and point. A missing point
 * gives nils. Returns the number of values. */
COMPAT_INLINE int result_push_hit(lua_State *L, const collide_hit *hit, int dimensions) {
  result_push_number(L, hit->t);
  result_push_number(L, hit->normal[0]);
  result_push_number(L, hit->normal[1]);
  if (dimensions == 3) result_push_number(L, hit->normal[2]);
  result_push_number(L, hit->t_exit);
  if (hit->has_point) {
    result_push_number(L, hit->point[0]);
    result_push_number(L, hit->point[1]);
    if (dimensions == 3) result_push_number(L, hit->point[2]);
  } else {
    lua_settop(L, lua_gettop(L) + dimensions);
  }
  return 2 + 2 * dimensions;
}
/* Pushes the values after the index of a triangle's hit: its number, u and v. Returns 3. */
int ci_result_push_place(lua_State *L, const collide_hit *hit, int triangle);

/* Pushes {x=, y=} or {x=, y=, z=}. */
void ci_result_push_vector(lua_State *L, const double *v, int dimensions);
/* Sets that field of the table to such a vector. */
void ci_result_set_vector(lua_State *L, int table, field name, const double *v, int dimensions);
/* Returns 1 if the hit names no member, part, triangle or cell. */
static inline int result_is_lone(const result_hit *found) {
  return found->index == 0 && found->of.part == 0 && found->of.triangle == 0 &&
         found->of.count == 0;
}
/* Pushes the values that follow the point in a result in numbers. First the index; then the value
 * and the cell of a grid, or the number, u and v of a triangle; then nils up to 1 + dimensions
 * values; then the part and the number. Leaves out final nils. Returns their number. */
int ci_result_push_where(lua_State *L, const result_hit *found);

/* Pushes the components, or the vector. Both functions return the number of values. */
int ci_result_push_components(lua_State *L, const double *v, int dimensions);
int ci_result_push_answer(lua_State *L, const double *v, int dimensions, int numbers);
/* The same for the two corners of bounds. Bounds are rounded outward: a coordinate that exceeds
 * COLLIDE_LARGEST by rounding becomes it. */
int ci_result_push_bounds(lua_State *L, double min[3], double max[3], int dimensions, int numbers);

/* Pushes a cell as such a vector, with whole numbers. */
void ci_result_push_cell(lua_State *L, const int64_t cell[3], int dimensions);

/* Pushes the table for the upvalue UP_FIELDS: the names of fields and faces. */
void ci_result_push_fields(lua_State *L);
/* Pushes the number, or nil for 0. */
void ci_result_push_whole(lua_State *L, int64_t x);

/* Pushes the result of a cast as numbers. Returns the number of values. */
int ci_result_push_numbers(lua_State *L, const result_hit *found);
/* Appends a hit to the flat array of `..._all`, which has `at` values so far. Every hit takes
 * result_flat values for any target: t, normal, t_exit, point; or normal, depth, point; or distance
 * and both points. Then index, part, in 3D triangle, for casts and shapecasts u and v, which are 0
 * for shapecasts, and value and cell. */
void ci_result_append_numbers(lua_State *L, int flat, int at, const result_hit *found);
static inline int result_flat(int has_time, int dimensions) {
  if (has_time) return dimensions == 3 ? 17 : 11;
  return dimensions == 3 ? 14 : 10;
}

/* Pushes the member that the index and number of a hit name. Takes no memory. */
void ci_result_push_member(lua_State *L, int targets, int index, int number);
/* Pushes a hit as a new table. The hit's index refers to the array `targets`. */
void ci_result_push_hit(lua_State *L, const result_hit *found, int targets);

/* The option `into`: these functions write an answer into tables of a script, once the whole answer
 * is known. They are plain assignments, which use the metamethods of the tables. These may raise an
 * error and leave the tables partly written. */

/* Writes a hit into the table at the index, and reuses the vectors in it. */
void ci_result_fill_hit(lua_State *L, int into, const result_hit *found, int targets);
/* Makes a hit the item i of an array. With `is_into`, reuses the table that is there. */
void ci_result_set_hit(lua_State *L, int array, int i, const result_hit *found, int targets,
                       int is_into);
/* Removes the items of an array after the first `count`. */
void ci_into_cut(lua_State *L, int into, int count);

/* Raises an error for a hit whose t or point limit_clamp_hit refuses. `at` is the place of the
 * vector that leads there, `given` that vector. NULL: no vector is to be shown. */
void ci_hits_check(lua_State *L, const args_place *at, const double *given, result_hit *hit);
/* ci_hits_at_place turns the place of a result into a hit without vectors. ci_hits_of_sweep makes
 * the hit of a shapecast. Both set index and number to 0. */
void ci_hits_at_place(const collide_place *at, int dimensions, result_hit *to);
void ci_hits_of_sweep(const collide_sweep_hit *from, const collide_place *at, int mover_part,
                      int dimensions, result_hit *to);

/* __tostring of hits, contacts, vectors, groups of cells, arrays of these, and moves. `where` is
 * the upvalue of the metatable. They check every field, because scripts may have changed it. */
extern const binding ci_result_texts[];

/* Gives the array on top of the stack the metatable with that __tostring. */
void ci_result_mark_list(lua_State *L);

/* Adds "1.5" to a text being built. */
void ci_result_add_number(luaL_Buffer *text, double x);
#endif
