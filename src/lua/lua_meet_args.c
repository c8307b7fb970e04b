/* SPDX-License-Identifier: MIT
 *
 * The arguments of pair queries: two operands and the options. One operand may be a target.
 */
#include "../number/fp.h"
#include "lua_meet.h"

#include <string.h>

#include "lua_grid.h"
#include "lua_group.h"
#include "lua_object.h"
#include "lua_mesh.h"

/* Raises an error if the argument after the operands is neither options nor a word. The message
 * suggests a correction. */
static void check_rest(lua_State *L, int arg, const meet_form *form) {
  args_place at = ci_args_at(arg, NULL);
  int type = lua_type(L, arg);
  const char *hint = "options are a table";
  if (type == LUA_TNUMBER && form->options & OPTION_MAX) hint = "the largest t is {max=...}";
  if (type == LUA_TNUMBER && lua_type(L, arg - 1) == LUA_TNUMBER) hint = "an extra number";
  if (type == LUA_TUSERDATA) hint = "pass several as an array, in place of the second";
  if (type == LUA_TNUMBER || type == LUA_TBOOLEAN || type == LUA_TUSERDATA)
    ci_args_fail(L, &at, "unexpected argument, got %s; %s", ci_args_type(L, arg), hint);
}

/* Reads the arguments after the operands: options, and the word "numbers". */
static void read_last(lua_State *L, int arg, const meet_form *form, meet_question *q) {
  int options = lua_istable(L, arg) ? arg++ : 0;
  if (options == 0) check_rest(L, arg, form);
  if (options == 0 && form->may_tell && lua_isnil(L, arg) && lua_isstring(L, arg + 1)) arg++;
  if (form->may_tell && ci_args_wants_numbers(L, arg, q->p.vectors > 0)) q->p.numbers = 1;
  if (!form->may_tell) ci_args_end(L, arg);
  q->numbers = q->p.numbers;
  if (options != 0) ci_options_read_members(L, options, form->options, &q->options);
}

/* ---- Operands ---------------------------------------------------------------------------- */

static void begin(meet_question *q) {
  q->p.vectors = q->p.numbers = 0;
  q->p.a.shape = q->p.b.shape = NULL;
  q->shape = &q->p.a;
  q->target = q->self = q->dimensions = q->numbers = 0;
  q->options = ci_options_none();
}

typedef enum operand_kind {
  OPERAND_OTHER, /* a point, or no operand */
  OPERAND_SHAPE,
  OPERAND_GROUP,
  OPERAND_MANY /* a grid, a mesh, a world or an array */
} operand_kind;

/* A point may be an object that raises at a missing field, so points are tested first. */
static operand_kind find_table_kind(lua_State *L, int arg) {
  if (!lua_istable(L, arg) || ci_operand_is_point(L, arg)) return OPERAND_OTHER;
  if (!ci_description_is(L, arg)) return ci_members_is_array(L, arg) ? OPERAND_MANY : OPERAND_OTHER;
  if (ci_mesh_is(L, arg)) return OPERAND_MANY;
  return ci_group_is(L, arg) ? OPERAND_GROUP : OPERAND_SHAPE;
}

static operand_kind find_kind(lua_State *L, int arg) {
  switch (ci_object_kind(L, arg)) {
  case OBJECT_NONE:
    return find_table_kind(L, arg);
  case OBJECT_SHAPE:
    return OPERAND_SHAPE;
  case OBJECT_GROUP:
    return OPERAND_GROUP;
  default:
    return OPERAND_MANY;
  }
}

/* Returns the number of components of the point that begins at argument `arg`. */
static int count_components(lua_State *L, int arg) {
  static const args_size as_it_comes = {0, "2 or 3 are expected"};
  args_place at = ci_args_at(arg, "point");
  double v[3];
  int count = ci_args_count_numbers(L, arg);
  if (count == 0) return ci_args_vector_value(L, &at, arg, as_it_comes, v);
  return count == 3 ? 3 : 2;
}

/* Reads the target, and the shape or point that begins at argument `arg`. Returns the index of the
 * argument after that shape or point. */
static int read_beside(lua_State *L, int target, int arg, meet_question *q) {
  int dimensions = ci_members_dimensions(L, target), own, first = arg;
  args_place at = ci_args_at(target > arg ? target : arg, NULL);
  int is_point = description_at(L, arg) == NULL && ci_operand_is_point(L, arg);
  if (is_point && dimensions == 0) dimensions = count_components(L, arg);
  ci_operand_read(L, &arg, dimensions == 0 ? 2 : dimensions, &q->p, q->shape);
  own = ci_operand_dimensions(q->shape);
  if (dimensions != 0 && dimensions != own)
    ci_args_fail(L, &at, "a %dD target expected beside a %dD %s, got a %dD one", own, own,
                 q->shape->name, dimensions);
  q->dimensions = own;
  q->target = target;
  q->self = is_point ? 0 : first;
  return arg;
}

/* Two grids: the answer is for argument `subject`. */
static void read_grids(lua_State *L, const meet_form *form, int subject, meet_question *q) {
  const held_grid *a = grid_at(L, 1), *b = grid_at(L, 2);
  args_place at = ci_args_at(2, NULL);
  collide_target first;
  q->target = 3 - subject;
  if (a == NULL || b == NULL || !form->takes_grids)
    ci_args_fail(
        L, &at,
        "a shape or point expected beside a grid, a mesh, a world or an array; only two "
        "grids (overlap, distance), and a mesh beside a mesh, a world or an array, have a test");
  q->dimensions = a->grid->frame.dimensions;
  if (b->grid->frame.dimensions != q->dimensions)
    ci_args_fail(L, &at, "a %dD grid expected beside a %dD grid, got a %dD one", q->dimensions,
                 q->dimensions, 5 - q->dimensions);
  first = collide_target_of_grid(subject == 1 ? a->grid : b->grid);
  ci_operand_set_target(q->shape, &first, "grid");
}

/* Two of many: a mesh beside a mesh, a world or an array is the subject. */
static void read_two(lua_State *L, const meet_form *form, int for_second, meet_question *q) {
  int subject = for_second ? 2 : 1, given = subject;
  if (!ci_mesh_is(L, subject)) subject = 3 - subject;
  if (!ci_mesh_is(L, subject) || grid_at(L, 3 - subject) != NULL) {
    read_grids(L, form, given, q);
    return;
  }
  if (subject != given) q->options.flags = COLLIDE_TARGET_FIRST;
  read_beside(L, 3 - subject, subject, q);
}

/* Reads a target, argument 1, and the shape or point after it. */
static int read_target_first(lua_State *L, int for_second, meet_question *q) {
  q->shape = &q->p.b;
  q->options.flags = for_second ? 0 : COLLIDE_TARGET_FIRST;
  return read_beside(L, 1, 2, q);
}

void ci_query_read(lua_State *L, const meet_form *form, int for_second, meet_question *q) {
  int numbers = ci_args_count_numbers(L, 1), second_arg = numbers > 0 ? 1 + numbers : 2, arg;
  operand_kind first = numbers > 0 ? OPERAND_OTHER : find_kind(L, 1);
  operand_kind second = find_kind(L, second_arg);
  int has_options = form->of_members || lua_istable(L, second_arg + 1);
  begin(q);
  if (first == OPERAND_MANY && second == OPERAND_MANY) {
    read_two(L, form, for_second, q);
    arg = 3;
  } else if (first == OPERAND_MANY) {
    arg = read_target_first(L, for_second, q);
  } else if (second >= OPERAND_GROUP || (second == OPERAND_SHAPE && numbers < 4 && has_options)) {
    read_beside(L, second_arg, 1, q);
    arg = second_arg + 1;
  } else if (first == OPERAND_GROUP || (first == OPERAND_SHAPE && form->of_members)) {
    arg = read_target_first(L, for_second, q);
  } else {
    arg = ci_operand_read_pair(L, &q->p, form->has);
    q->dimensions = collide_dimensions(q->p.a.shape);
  }
  read_last(L, arg, form, q);
}

void ci_query_read_point(lua_State *L, const meet_form *form, meet_question *q) {
  args_place at = ci_args_at(1, NULL);
  int arg = 2;
  double point[3];
  begin(q);
  if (lua_istable(L, 1) && ci_operand_is_point(L, 1))
    ci_args_fail(L, &at,
                 "shape expected, got a point; the shape comes first, as in "
                 "shape:closest(point)");
  if (find_kind(L, 1) == OPERAND_OTHER) ci_operand_read_shape(L, 1, &q->p.a); /* raises an error */
  q->dimensions = ci_members_dimensions(L, 1);
  if (q->dimensions == 0) q->dimensions = count_components(L, 2);
  q->shape = &q->p.b;
  q->target = 1;
  q->options.flags = COLLIDE_TARGET_FIRST;
  at = ci_args_at(2, "point");
  q->p.numbers = ci_args_vector(L, &arg, at.name, ci_description_size(q->dimensions), point);
  q->p.vectors = 1;
  if (q->dimensions == 2) point[2] = 0;
  ci_operand_make_point(L, &at, point, q->dimensions, &q->p.b);
  memcpy(q->point, point, sizeof point);
  read_last(L, arg, form, q);
}
