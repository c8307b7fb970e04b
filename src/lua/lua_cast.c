/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_cast.h"

#include <string.h>

#include "lua_description.h"
#include "lua_grid_cast.h"
#include "lua_hits.h"

/* ---- Questions ----------------------------------------------------------- */

enum { OPTION_MAX = 1, OPTION_IGNORE = 2, OPTION_INSIDE = 4, OPTION_CORNERS = 8, OPTION_INTO = 16 };

static const char *const option_names[] = {"max", "ignore", "inside", "corners", "into", NULL};

/* What the casts differ in. */
typedef struct cast_family {
  const char *start, *toward; /* their two vectors */
  int toward_is_point;        /* it may equal the start; else it may not be zero */
  unsigned options;
} cast_family;

enum { OPTIONS_OF_ALL = OPTION_IGNORE | OPTION_CORNERS | OPTION_INTO };

static const cast_family ray = {"origin", "direction", 0,
                                OPTION_MAX | OPTION_INSIDE | OPTIONS_OF_ALL};
static const cast_family segment = {"from", "to", 1, OPTION_INSIDE | OPTIONS_OF_ALL};
static const cast_family whole_line = {"point", "direction", 0, OPTIONS_OF_ALL};

/* What is asked: the one or the other is NULL. */
typedef struct aim {
  const collide_shape *shape;
  const held_grid *grid; /* on the stack, or surely held otherwise */
} aim;

typedef struct question {
  const cast_family *kind;
  aim lone; /* the target, if it is no table */
  int dimensions;
  double start[3], toward[3], max;
  int flags;
  int numbers; /* the first vector came so */
  int ignore;  /* where on the stack, or 0 */
  int into;
} question;

static int ask_shape(const question *q, const collide_shape *shape, collide_hit *hit) {
  int flags = q->flags & COLLIDE_SKIP_INSIDE;
  if (q->kind == &ray) return collide_raycast(shape, q->start, q->toward, q->max, flags, hit);
  if (q->kind == &segment) return collide_segmentcast(shape, q->start, q->toward, flags, hit);
  return collide_linecast(shape, q->start, q->toward, hit);
}

static void begin_grid(const question *q, const held_grid *held, collide_grid_cast *cast) {
  if (q->kind == &ray)
    collide_grid_cast_ray(cast, &held->grid, q->start, q->toward, q->max, q->flags);
  else if (q->kind == &segment)
    collide_grid_cast_segment(cast, &held->grid, q->start, q->toward, q->flags);
  else
    collide_grid_cast_line(cast, &held->grid, q->start, q->toward, q->flags);
}

/* Asks for the nearest hit; found may be NULL. */
static int ask(const question *q, const aim *target, result_hit *found) {
  collide_grid_cast cast;
  if (target->shape != NULL) {
    if (found == NULL) return ask_shape(q, target->shape, NULL);
    found->dimensions = q->dimensions;
    found->triangle = target->shape->kind == COLLIDE_TRIANGLE;
    found->count = 0;
    return ask_shape(q, target->shape, &found->hit);
  }
  begin_grid(q, target->grid, &cast);
  return ci_grid_cast_next(&cast, found);
}

/* ---- Options ------------------------------------------------------------- */

static int known_option(const void *context, const char *key) {
  unsigned options = *(const unsigned *)context;
  int i;
  for (i = 0; option_names[i] != NULL; i++) {
    if (strcmp(option_names[i], key) == 0) return (options & (1U << i)) != 0;
  }
  return 0;
}

/* A number not below 0, or infinity. */
static double read_max(lua_State *L, int arg, int index) {
  args_place at = ci_args_at(arg, "max");
  char text[ARGS_NUMBER_TEXT];
  double max;
  if (lua_type(L, index) != LUA_TNUMBER) {
    ci_args_fail(L, &at, ": number expected, got %s", ci_args_type(L, index));
  }
  max = lua_tonumber(L, index);
  if (!(max >= 0)) {
    ci_args_fail(L, &at, max != max ? " must be a number, got %s" : " must not be negative, got %s",
                 ci_args_number_text(text, max));
  }
  return max;
}

/* An option that is one word or not there. */
static void read_word(lua_State *L, int arg, int index, const char *name, const char *word) {
  args_place at = ci_args_at(arg, name);
  if (lua_type(L, index) != LUA_TSTRING) {
    ci_args_fail(L, &at, ": '%s' expected, got %s", word, ci_args_type(L, index));
  }
  if (!ci_args_is_word(L, index) || strcmp(lua_tostring(L, index), word) != 0) {
    ci_args_fail(L, &at, ": '%s' expected, got '%s'", word, lua_tostring(L, index));
  }
}

/* The shape or grid, or the array of them, whose index is on the stack's top. */
static void check_ignore(lua_State *L, int arg, int index) {
  args_place at = ci_args_at(arg, "ignore");
  described room;
  args_array array;
  if (ci_grid_at(L, index) != NULL) return;
  if (!lua_istable(L, index) || ci_description_is(L, index)) {
    at.within = at.name;
    at.name = NULL;
    lua_pushvalue(L, index); /* reading a polygon replaces it */
    ci_description_get(L, &at, lua_gettop(L), &room);
    lua_pop(L, 1);
    return;
  }
  array = ci_args_array_begin(L, index);
  while (ci_args_array_next(L, &at, &array)) {
    args_place item = ci_args_at(arg, NULL);
    item.within = "ignore";
    item.element = array.element;
    if (ci_grid_at(L, lua_gettop(L)) == NULL) ci_description_get(L, &item, lua_gettop(L), &room);
    lua_pop(L, 1);
  }
}

/* The options of the table at `arg`; leaves those that are tables on the stack. */
static void read_options(lua_State *L, int arg, unsigned options, question *q) {
  args_place at = ci_args_at(arg, NULL);
  int i;
  ci_args_only(L, &at, arg, "option", known_option, &options, 0);
  for (i = 0; option_names[i] != NULL; i++) {
    int index;
    if (!(options & (1U << i))) continue;
    lua_getfield(L, arg, option_names[i]);
    index = lua_gettop(L);
    if (lua_isnil(L, index)) continue;
    switch (1U << i) {
    case OPTION_MAX:
      q->max = read_max(L, arg, index);
      break;
    case OPTION_IGNORE:
      check_ignore(L, arg, index);
      q->ignore = index;
      break;
    case OPTION_INSIDE:
      read_word(L, arg, index, "inside", "skip");
      q->flags |= COLLIDE_SKIP_INSIDE;
      break;
    case OPTION_CORNERS:
      read_word(L, arg, index, "corners", "ahead");
      q->flags |= COLLIDE_CORNERS_AHEAD;
      break;
    default:
      at.name = "into";
      if (!lua_istable(L, index)) {
        ci_args_fail(L, &at, ": table expected, got %s", ci_args_type(L, index));
      }
      q->into = index;
    }
  }
}

/* What may come after the vectors: options, and of a ray `max` instead. */
static void read_rest(lua_State *L, int arg, unsigned options, question *q) {
  args_place at = ci_args_at(arg, NULL);
  int type = lua_type(L, arg);
  ci_args_end(L, arg + 1);
  if (type == LUA_TNUMBER && (options & OPTION_MAX)) {
    q->max = read_max(L, arg, arg);
  } else if (type == LUA_TTABLE) {
    read_options(L, arg, options, q);
  } else if (type != LUA_TNIL && type != LUA_TNONE) {
    ci_args_fail(L, &at, "%s expected, got %s",
                 options & OPTION_MAX ? "max (number) or options (table)" : "options (table)",
                 ci_args_type(L, arg));
  }
}

/* ---- The target and the vectors --------------------------------------------- */

/* Of the shape or grid at the index. */
static int read_dimensions(lua_State *L, const args_place *at, int index) {
  const held_grid *held = ci_grid_at(L, index);
  if (held != NULL) return held->grid.frame.dimensions;
  return ci_description_dimensions(L, at, index);
}

/* The dimensions of the first target in the array that is argument 1; 0 if it is
 * empty. Raises on what is no array. */
static int find_first_dimensions(lua_State *L) {
  args_place at = ci_args_at(1, "target"), first = ci_args_at(1, NULL);
  args_array array;
  int type, dimensions;
  lua_rawgeti(L, 1, 1);
  type = lua_type(L, -1);
  if (type == LUA_TNUMBER) { /* a dot for a colon, or arguments in another order */
    ci_args_fail(L, &at, ": shape, grid or array of them expected, got an array of numbers");
  }
  if (type != LUA_TNIL) {
    first.within = "target";
    first.element = 1;
    dimensions = read_dimensions(L, &first, lua_gettop(L));
    lua_pop(L, 1);
    return dimensions;
  }
  lua_pop(L, 1);
  array = ci_args_array_begin(L, 1);
  while (ci_args_array_next(L, &at, &array))
    lua_pop(L, 1); /* there is a hole, if there is anything */
  return 0;
}

/* Looks at the target: a shape or grid, or a table, which is read later. */
static void check_target(lua_State *L, question *q) {
  const described *shape = (const described *)ci_args_userdata(L, 1, UP_SHAPE);
  args_place at = ci_args_at(1, "target");
  q->lone.shape = NULL;
  q->lone.grid = NULL;
  if (shape != NULL) {
    q->lone.shape = &shape->shape;
    q->dimensions = collide_dimensions(q->lone.shape);
    return;
  }
  q->lone.grid = ci_grid_at(L, 1);
  if (q->lone.grid != NULL) {
    q->dimensions = q->lone.grid->grid.frame.dimensions;
    return;
  }
  if (!lua_istable(L, 1)) {
    ci_args_fail(L, &at, ": shape, grid or array expected, got %s", ci_args_type(L, 1));
  }
  if (!ci_description_is(L, 1)) {
    q->dimensions = find_first_dimensions(L);
    return;
  }
  at.within = at.name;
  at.name = NULL;
  q->dimensions = ci_description_dimensions(L, &at, 1);
}

/* Of an empty target, as the vectors have it: the first one's length; or how
 * many numbers stand in place, where there may be max behind them. */
static int count_dimensions(lua_State *L, const cast_family *kind) {
  static const args_size as_it_comes = {0, "2 or 3 are wanted"};
  args_place at = ci_args_at(2, kind->start);
  int count = ci_args_count_numbers(L, 2);
  double v[3];
  if (count == 0) return ci_args_vector_value(L, &at, 2, as_it_comes, v);
  if (count > 3 && count < 8) return count < 6 ? 2 : 3;
  if ((count == 2 || count == 3) && ci_args_may_hold(lua_type(L, 2 + count))) return count;
  return ci_args_fail(L, &at, " and %s: got %d number%s, 4 are wanted in 2D, 6 in 3D", kind->toward,
                      count, count == 1 ? "" : "s");
}

static void read_vectors(lua_State *L, const cast_family *kind, question *q, int *arg) {
  static const args_size sizes[] = {{2, "a 2D target wants 2"}, {3, "a 3D target wants 3"}};
  args_size size = sizes[q->dimensions - 2];
  int toward;
  q->numbers = ci_args_vector(L, arg, kind->start, size, q->start);
  toward = *arg;
  if (q->dimensions == 2) {
    int count = q->numbers && lua_type(L, 7) == LUA_TNUMBER ? ci_args_count_numbers(L, 2) : 0;
    if (count > 5) {
      args_place at = ci_args_at(2, kind->start);
      ci_args_fail(L, &at, " and %s: got %d numbers, a 2D target wants 4", kind->toward, count);
    }
    q->start[2] = q->toward[2] = 0;
  }
  ci_args_vector(L, arg, kind->toward, size, q->toward);
  if (!kind->toward_is_point && q->toward[0] == 0 && q->toward[1] == 0 && q->toward[2] == 0) {
    args_place at = ci_args_at(toward, kind->toward);
    ci_args_fail(L, &at, " must not be zero");
  }
}

static void read_question(lua_State *L, const cast_family *kind, unsigned options, question *q) {
  int arg = 2;
  q->kind = kind;
  q->max = HUGE_VAL;
  q->flags = q->ignore = q->into = 0;
  check_target(L, q);
  if (q->dimensions == 0) q->dimensions = count_dimensions(L, kind);
  read_vectors(L, kind, q, &arg);
  if (lua_gettop(L) >= arg) read_rest(L, arg, kind->options & options, q);
}

/* ---- Targets ------------------------------------------------------------- */

/* The shapes and grids of argument 1, one after the other. */
typedef struct targets {
  const question *asked;
  args_array array; /* array.index is 0 for a lone one */
  int held;         /* where on the stack the last grid of an array is kept */
  int has_grid;     /* one of them is a grid, as far as is known */
  aim lone;
  described room;
} targets;

static int is_ignored(lua_State *L, const question *q, int index) {
  int i, ignored = 0, count;
  if (q->ignore == 0) return 0;
  if (lua_rawequal(L, index, q->ignore)) return 1;
  if (!lua_istable(L, q->ignore)) return 0;
  count = (int)lua_rawlen(L, q->ignore);
  for (i = 1; i <= count && !ignored; i++) {
    lua_rawgeti(L, q->ignore, i);
    ignored = lua_rawequal(L, index, -1);
    lua_pop(L, 1);
  }
  return ignored;
}

static int has_lone(const question *q) {
  return q->lone.shape != NULL || q->lone.grid != NULL;
}

static void targets_begin(lua_State *L, const question *q, targets *all) {
  int ignored;
  all->asked = q;
  all->array.index = all->array.element = 0;
  all->lone = q->lone;
  all->has_grid = q->lone.grid != NULL;
  if (!has_lone(q) && !ci_description_is(L, 1)) {
    lua_pushnil(L);
    all->held = lua_gettop(L);
    all->array = ci_args_array_begin(L, 1);
    return;
  }
  ignored = is_ignored(L, q, 1); /* asked first: reading a polygon replaces it */
  if (!has_lone(q)) {
    args_place at = ci_args_at(1, NULL);
    at.within = "target";
    ci_description_read(L, &at, 1, NULL, &all->room);
    ci_description_check(L, &at, &all->room, q->dimensions);
    all->lone.shape = &all->room.shape;
  }
  if (ignored) all->lone.shape = NULL;
  if (ignored) all->lone.grid = NULL;
}

/* Reads element all->array.element, which lies on the stack's top. */
static void read_element(lua_State *L, targets *all, aim *target) {
  int top = lua_gettop(L), dimensions = all->asked->dimensions;
  const described *shape = (const described *)ci_args_userdata(L, top, UP_SHAPE);
  args_place at = ci_args_at(1, NULL);
  at.within = "target";
  at.element = all->array.element;
  target->shape = NULL;
  target->grid = ci_grid_at(L, top);
  if (target->grid != NULL) {
    all->has_grid = 1;
    if (target->grid->grid.frame.dimensions != dimensions)
      ci_args_fail(L, &at, ": a %dD shape expected, got a %dD grid", dimensions, 5 - dimensions);
    return;
  }
  if (shape == NULL || collide_dimensions(&shape->shape) != dimensions) {
    shape = ci_description_get(L, &at, top, &all->room);
    ci_description_check(L, &at, shape, dimensions);
  }
  target->shape = &shape->shape;
}

/* The next one that is not ignored; 0 when there is none. A grid is held until the
 * next step, a shape stays valid until something is allocated. */
static int targets_next(lua_State *L, targets *all, aim *target) {
  args_place array_at = ci_args_at(1, "target");
  if (all->array.index == 0) {
    *target = all->lone;
    all->lone.shape = NULL;
    all->lone.grid = NULL;
    return target->shape != NULL || target->grid != NULL;
  }
  while (ci_args_array_next(L, &array_at, &all->array)) {
    int ignored = is_ignored(L, all->asked, lua_gettop(L));
    read_element(L, all, target);
    if (target->grid != NULL)
      lua_replace(L, all->held);
    else
      lua_pop(L, 1);
    if (!ignored) return 1;
  }
  return 0;
}

/* One target and nothing to ignore: the common case, which takes no detours. */
static int is_plain(const question *q) {
  return has_lone(q) && q->ignore == 0;
}

/* ---- The nearest hit ------------------------------------------------------ */

/* Every shape is asked with the full `max`, not with the best t so far: which
 * of two hits a rounding apart is nearest would then depend on their order, and
 * the answer might not be the first of `..._all`. */
static int find_nearest(lua_State *L, const question *q, result_hit *best) {
  targets all;
  aim target;
  result_hit hit;
  int found = 0;
  if (is_plain(q)) {
    best->index = 0;
    return ask(q, &q->lone, best);
  }
  targets_begin(L, q, &all);
  while (targets_next(L, &all, &target)) {
    if (!ask(q, &target, &hit)) continue;
    hit.index = all.array.element;
    if (found && (hit.hit.t > best->hit.t || (hit.hit.t == best->hit.t && hit.index > best->index)))
      continue;
    found = 1;
    *best = hit;
  }
  return found;
}

static int cast_nearest(lua_State *L, const cast_family *kind) {
  question q;
  result_hit best;
  read_question(L, kind, ~0U, &q);
  if (!find_nearest(L, &q, &best)) {
    lua_pushnil(L);
    return 1;
  }
  if (q.into != 0) {
    ci_result_fill_hit(L, q.into, &best, 1);
    lua_pushvalue(L, q.into);
    return 1;
  }
  if (q.numbers) return ci_result_push_numbers(L, &best);
  ci_result_push_hit(L, &best, 1);
  return 1;
}

/* ---- Any hit -------------------------------------------------------------- */

static int cast_any(lua_State *L, const cast_family *kind) {
  question q;
  targets all;
  aim target;
  int found = 0;
  read_question(L, kind, ~(unsigned)OPTION_INTO, &q);
  if (is_plain(&q)) {
    lua_pushboolean(L, ask(&q, &q.lone, NULL));
    return 1;
  }
  targets_begin(L, &q, &all);
  while (!found && targets_next(L, &all, &target)) found = ask(&q, &target, NULL);
  lua_pushboolean(L, found);
  return 1;
}

/* ---- All hits ------------------------------------------------------------- */

static void append_shape(lua_State *L, const question *q, const aim *target, int index,
                         hit_list *list) {
  /* Growing the list may collect, and a finalizer may take the shape out of the
   * array: it is not looked at again. */
  result_hit hit, *found;
  int order;
  if (!ask(q, target, &hit)) return;
  found = ci_hits_append(L, list);
  order = found->order;
  *found = hit;
  found->index = index;
  found->order = order;
}

static void append_grid(lua_State *L, const question *q, const aim *target, int index,
                        hit_list *list) {
  collide_grid_cast cast;
  result_hit *found = ci_hits_append(L, list);
  begin_grid(q, target->grid, &cast);
  while (ci_grid_cast_next(&cast, found)) {
    found->index = index;
    found = ci_hits_append(L, list);
  }
  list->count--;
}

/* Returns whether there was a grid among the targets. */
static int find_all(lua_State *L, const question *q, hit_list *list) {
  targets all;
  aim target;
  ci_hits_begin(L, list);
  targets_begin(L, q, &all);
  while (targets_next(L, &all, &target)) {
    if (target.grid != NULL)
      append_grid(L, q, &target, all.array.element, list);
    else
      append_shape(L, q, &target, all.array.element, list);
  }
  ci_hits_sort(list);
  return all.has_grid;
}

static int cast_all(lua_State *L, const cast_family *kind) {
  question q;
  hit_list list;
  int table, i, fields, flat, cells;
  read_question(L, kind, ~0U, &q);
  cells = find_all(L, &q, &list);
  flat = result_flat(q.dimensions) + (cells ? 1 + q.dimensions : 0);
  fields = q.numbers ? flat * list.count : list.count;
  if (q.into != 0) {
    lua_pushvalue(L, q.into);
  } else {
    lua_createtable(L, fields, 0);
    if (!q.numbers) ci_result_mark_list(L);
  }
  table = lua_gettop(L);
  for (i = 0; q.numbers && i < list.count; i++) {
    ci_result_append_numbers(L, table, flat * i, &list.hits[i], cells);
  }
  if (!q.numbers) ci_hits_write(L, table, &list, q.into == 0);
  if (q.into != 0) ci_hits_cut(L, table, fields);
  return 1;
}

/* ---- What Lua calls -------------------------------------------------------- */

static int l_raycast(lua_State *L) {
  return cast_nearest(L, &ray);
}

static int l_raycast_any(lua_State *L) {
  return cast_any(L, &ray);
}

static int l_raycast_all(lua_State *L) {
  return cast_all(L, &ray);
}

static int l_segmentcast(lua_State *L) {
  return cast_nearest(L, &segment);
}

static int l_segmentcast_any(lua_State *L) {
  return cast_any(L, &segment);
}

static int l_segmentcast_all(lua_State *L) {
  return cast_all(L, &segment);
}

static int l_linecast(lua_State *L) {
  return cast_nearest(L, &whole_line);
}

static int l_linecast_any(lua_State *L) {
  return cast_any(L, &whole_line);
}

static int l_linecast_all(lua_State *L) {
  return cast_all(L, &whole_line);
}

const binding ci_cast_bindings[] = {
    {"raycast", l_raycast, IN_MODULE | IN_SHAPE | IN_GRID},
    {"raycast_any", l_raycast_any, IN_MODULE | IN_SHAPE | IN_GRID},
    {"raycast_all", l_raycast_all, IN_MODULE | IN_SHAPE | IN_GRID},
    {"segmentcast", l_segmentcast, IN_MODULE | IN_SHAPE | IN_GRID},
    {"segmentcast_any", l_segmentcast_any, IN_MODULE | IN_SHAPE | IN_GRID},
    {"segmentcast_all", l_segmentcast_all, IN_MODULE | IN_SHAPE | IN_GRID},
    {"linecast", l_linecast, IN_MODULE | IN_SHAPE | IN_GRID},
    {"linecast_any", l_linecast_any, IN_MODULE | IN_SHAPE | IN_GRID},
    {"linecast_all", l_linecast_all, IN_MODULE | IN_SHAPE | IN_GRID},
    {NULL, NULL, 0}};
