/* SPDX-License-Identifier: MIT
 *
 * The operands of a query, and the arguments of queries of two operands.
 */
#include "../number/fp.h"
#include "lua_operand.h"

#include <string.h>

#include "../narrow/limit.h"
#include "../narrow/plane/plane.h"
#include "../target/group.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_mesh.h"
#include "lua_query.h"

/* ---- One operand ----------------------------------------------------------------------------- */

/* A table with [1] or x, and without the field shape, is a point. */
int ci_operand_is_point(lua_State *L, int index) {
  int type = lua_type(L, index), has;
  if (type == LUA_TNUMBER || type == COMPAT_TCDATA) return 1;
  if (type == LUA_TUSERDATA) return ci_object_kind(L, index) == OBJECT_NONE;
  if (type != LUA_TTABLE) return 0;
  lua_rawgeti(L, index, 1);
  has = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  if (!has && !ci_args_has_field(L, index, "x")) return 0;
  lua_pushliteral(L, "shape"); /* raw: an object may raise an error for a missing field */
  lua_rawget(L, index);
  has = lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

/* All sizes are 0, so a pose, or in space a position, completes the shape. */
static collide_error make_point(collide_shape *shape, collide_source *source, const double v[3],
                                int dimensions) {
  collide_pose pose;
  memset(shape, 0, sizeof *shape);
  memset(source, 0, sizeof *source);
  if (dimensions == 3) {
    shape->kind = COLLIDE_SPHERE;
    shape->frame = COLLIDE_MOVED;
    return collide_set_position(shape, NULL, v);
  }
  shape->kind = COLLIDE_CIRCLE;
  pose = collide_identity_pose();
  memcpy(pose.position, v, 2 * sizeof *v);
  return collide_set_pose(shape, source, &pose);
}

static void set_shape(operand *out, const collide_shape *shape, const char *name) {
  out->target = collide_target_of_shape(shape);
  out->shape = shape;
  out->name = name;
}

void ci_operand_make_point(lua_State *L, const args_place *at, const double v[3], int dimensions,
                           operand *out) {
  if (make_point(&out->room.shape, &out->room.source, v, dimensions) != COLLIDE_OK) {
    ci_args_fail(L, at, " is too large to work with");
  }
  set_shape(out, &out->room.shape, "point");
}

void ci_operand_check_end(lua_State *L, const args_place *at, const collide_target *moving,
                          const double displacement[3]) {
  const double *d = displacement;
  double ends[6];
  int i;
  if (fabs(d[0]) <= RANGE_SHORT && fabs(d[1]) <= RANGE_SHORT && fabs(d[2]) <= RANGE_SHORT) return;
  (void)collide_target_bounds(moving, ends, ends + 3);
  for (i = 0; i < 6; i++)
    if (fabs(ends[i]) <= DBL_MAX && !args_in_range(ends[i] + d[i % 3]))
      ci_args_fail(L, at, ": a coordinate of the shape would exceed 1e300, got %s",
                   ci_args_vector_text(L, d, collide_target_dimensions(moving)));
}

int ci_operand_is_turned_box(const collide_shape *s) {
  return s->kind == COLLIDE_BOX && s->frame == COLLIDE_LINEAR;
}

void ci_operand_read_shape(lua_State *L, int arg, operand *out) {
  args_place at = ci_args_at(arg, NULL);
  const described *given;
  if (lua_istable(L, arg) && ci_operand_is_point(L, arg))
    ci_args_fail(L, &at, "shape expected, got a point");
  if (group_at(L, arg) != NULL)
    ci_args_fail(L, &at, "one shape expected, got a group; query its parts one by one");
  if (mesh_at(L, arg) != NULL) ci_args_fail(L, &at, "shape expected, got a mesh");
  if (world_at(L, arg) != NULL) ci_args_fail(L, &at, "shape expected, got a world");
  if (grid_at(L, arg) == NULL && ci_members_is_array(L, arg))
    ci_args_fail(L, &at, "one shape expected, got an array");
  given = ci_description_get(L, &at, arg, &out->room);
  set_shape(out, &given->shape, ci_description_name(given));
  out->is_turned = ci_description_is_turned(given);
}

/* ---- Two operands ---------------------------------------------------------------------------- */

/* Reads the shape, mesh or group, or the point of that many dimensions, from argument *arg on.
 * Moves *arg on. */
static void read_operand(lua_State *L, int *arg, int dimensions, pair *p, operand *out) {
  args_place at = ci_args_at(*arg, NULL);
  object found;
  if (ci_object_member(L, *arg, &found) == OBJECT_NONE && ci_operand_is_point(L, *arg)) {
    double v[3];
    int numbers;
    at.name = "point";
    numbers = ci_args_vector(L, arg, at.name, ci_description_size(dimensions), v);
    if (p->vectors++ == 0) p->numbers = numbers;
    ci_operand_make_point(L, &at, v, dimensions, out);
    return;
  }
  if (found.kind == OBJECT_NONE && !lua_istable(L, *arg))
    ci_args_fail(L, &at, "shape or point expected, got %s", ci_args_type(L, *arg));
  ci_object_read(L, &at, *arg, &out->room, &found);
  out->target = found.target;
  out->shape = NULL;
  out->name = ci_object_name(found.kind);
  if (found.kind == OBJECT_SHAPE)
    set_shape(out, found.target.of.shape,
              ci_description_name((const described *)(void *)found.head));
  ++*arg;
}

static const char *capsule_hint(const pair *p) {
  int is = p->a.shape->kind == COLLIDE_CAPSULE || p->b.shape->kind == COLLIDE_CAPSULE;
  return is ? "; a capsule whose position has 2 numbers is 2D" : "";
}

/* Raises the error: there is no test for the two. `arg` is the argument of the second one. */
static void fail_pair(lua_State *L, int arg, const pair *p) {
  int a = collide_dimensions(p->a.shape), b = collide_dimensions(p->b.shape);
  args_place at = ci_args_at(arg, NULL);
  ci_args_fail(L, &at, "a %dD shape expected beside a %dD %s, got a %dD %s%s", a, a, p->a.name, b,
               p->b.name, capsule_hint(p));
}

static int is_point_of_three(lua_State *L, int index) {
  int has;
  if (!lua_istable(L, index)) return 0;
  lua_rawgeti(L, index, 3);
  has = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  return has || ci_args_has_field(L, index, "z");
}

/* The dimensions of a point in argument 1: those of the shape after it. For two points, the number
 * of numbers decides. */
static int first_point_dimensions(lua_State *L) {
  int numbers = ci_args_count_numbers(L, 1), second = numbers > 0 ? 1 + numbers : 2;
  args_place at = ci_args_at(second, NULL);
  if (description_at(L, second) != NULL || (lua_istable(L, second) && ci_description_is(L, second)))
    return ci_description_dimensions(L, &at, second);
  return numbers == 6 || (numbers == 0 && is_point_of_three(L, 1)) ? 3 : 2;
}

/* A metamethod may turn a description into that of a group between two reads. */
static void check_one_shape(lua_State *L, int arg, const operand *one) {
  args_place at = ci_args_at(arg, NULL);
  if (one->shape == NULL) ci_args_fail(L, &at, "one shape expected, got a %s", one->name);
}

/* Reads the two shapes or points from argument 1 on, and returns the argument after them. */
static int read_shapes(lua_State *L, pair *p) {
  int arg = 1, second;
  read_operand(L, &arg, ci_operand_is_point(L, 1) ? first_point_dimensions(L) : 2, p, &p->a);
  check_one_shape(L, 1, &p->a);
  second = arg;
  read_operand(L, &arg, collide_dimensions(p->a.shape), p, &p->b);
  check_one_shape(L, second, &p->b);
  if (!ci_has_pair(p->a.shape, p->b.shape)) fail_pair(L, second, p);
  return arg;
}

/* ---- The arguments of queries ---------------------------------------------------------------- */

/* Raises an error if the argument after the operands is neither options nor a word. The message
 * suggests a correction. */
static void check_rest(lua_State *L, int arg, const query *q) {
  args_place at = ci_args_at(arg, NULL);
  int type = lua_type(L, arg);
  const char *hint = "options are a table";
  if (type == LUA_TNUMBER && q->row->options & OPTION_MAX) hint = "the largest t is {max=...}";
  if (type == LUA_TNUMBER && lua_type(L, arg - 1) == LUA_TNUMBER) hint = "an extra number";
  if (type == LUA_TUSERDATA) hint = "pass several as an array, in place of the second";
  if (type == LUA_TNUMBER || type == LUA_TBOOLEAN || type == LUA_TUSERDATA)
    ci_args_fail(L, &at, "unexpected argument, got %s; %s", ci_args_type(L, arg), hint);
}

/* Reads the arguments after the operands: options, and the word "numbers". */
static void read_last(lua_State *L, int arg, query *q) {
  int takes_word = q->answer == ANSWER_ALL || q->row->form & QUERY_TAKES_WORD;
  int options = lua_istable(L, arg) ? arg++ : 0;
  if (options == 0) check_rest(L, arg, q);
  if (options == 0 && takes_word && lua_isnil(L, arg) && lua_isstring(L, arg + 1)) arg++;
  if (!takes_word) ci_args_end(L, arg);
  q->numbers = takes_word && ci_args_wants_numbers(L, arg, q->p.vectors > 0) ? 1 : q->p.numbers;
  if (options != 0)
    ci_options_read_query(L, options, ci_options_of_members, ci_query_options(q), &q->options);
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
static int read_beside(lua_State *L, int target, int arg, query *q) {
  int dimensions = ci_members_dimensions(L, target), own, first = arg;
  args_place at = ci_args_at(target > arg ? target : arg, NULL);
  int is_point = description_at(L, arg) == NULL && ci_operand_is_point(L, arg);
  if (is_point && dimensions == 0) dimensions = count_components(L, arg);
  read_operand(L, &arg, dimensions == 0 ? 2 : dimensions, &q->p, q->shape);
  own = collide_target_dimensions(&q->shape->target);
  if (dimensions != 0 && dimensions != own)
    ci_args_fail(L, &at, "a %dD target expected beside a %dD %s, got a %dD one", own, own,
                 q->shape->name, dimensions);
  q->dimensions = own;
  q->target = target;
  q->self = is_point ? 0 : first;
  return arg;
}

/* Two grids: the answer is for argument `subject`. */
static void read_grids(lua_State *L, int subject, query *q) {
  const held_grid *a = grid_at(L, 1), *b = grid_at(L, 2);
  args_place at = ci_args_at(2, NULL);
  q->target = 3 - subject;
  if (a == NULL || b == NULL || q->answer == ANSWER_ALL || !(q->row->form & QUERY_TAKES_GRIDS))
    ci_args_fail(
        L, &at,
        "a shape or point expected beside a grid, a mesh, a world or an array; only two "
        "grids (overlap, distance), and a mesh beside a mesh, a world or an array, have a test");
  q->dimensions = a->grid->frame.dimensions;
  if (b->grid->frame.dimensions != q->dimensions)
    ci_args_fail(L, &at, "a %dD grid expected beside a %dD grid, got a %dD one", q->dimensions,
                 q->dimensions, 5 - q->dimensions);
  q->shape->target = collide_target_of_grid(subject == 1 ? a->grid : b->grid);
  q->shape->name = "grid";
}

/* Two of many: a mesh beside a mesh, a world or an array is the subject. */
static void read_two(lua_State *L, query *q) {
  int subject = q->row->form & QUERY_FOR_SECOND ? 2 : 1, given = subject;
  if (!ci_mesh_is(L, subject)) subject = 3 - subject;
  if (!ci_mesh_is(L, subject) || grid_at(L, 3 - subject) != NULL) {
    read_grids(L, given, q);
    return;
  }
  if (subject != given) q->options.flags = COLLIDE_TARGET_FIRST;
  read_beside(L, 3 - subject, subject, q);
}

/* Reads a target, argument 1, and the shape or point after it. */
static int read_target_first(lua_State *L, query *q) {
  q->shape = &q->p.b;
  q->options.flags = q->row->form & QUERY_FOR_SECOND ? 0 : COLLIDE_TARGET_FIRST;
  return read_beside(L, 1, 2, q);
}

void ci_query_read_pair(lua_State *L, query *q) {
  int numbers = ci_args_count_numbers(L, 1), second_arg = numbers > 0 ? 1 + numbers : 2, arg;
  operand_kind first = numbers > 0 ? OPERAND_OTHER : find_kind(L, 1);
  operand_kind second = find_kind(L, second_arg);
  int of_members = q->answer == ANSWER_ALL; /* a lone shape is a target, too */
  int has_options = of_members || lua_istable(L, second_arg + 1);
  args_place at = ci_args_at(1, NULL);
  q->shape = &q->p.a;
  if (first == OPERAND_MANY && second == OPERAND_MANY) {
    read_two(L, q);
    arg = 3;
  } else if (first == OPERAND_MANY) {
    arg = read_target_first(L, q);
  } else if (second >= OPERAND_GROUP || (second == OPERAND_SHAPE && numbers < 4 && has_options)) {
    read_beside(L, second_arg, 1, q);
    arg = second_arg + 1;
  } else if (first == OPERAND_GROUP || (first == OPERAND_SHAPE && of_members)) {
    arg = read_target_first(L, q);
  } else {
    arg = read_shapes(L, &q->p);
    q->dimensions = collide_dimensions(q->p.a.shape);
  }
  read_last(L, arg, q);
  if (q->target != 0) return;
  if (of_members) ci_args_fail(L, &at, "shape, grid or array expected, got two points");
  q->options.flags = 0; /* the options of two shapes are not used */
  q->options.max = HUGE_VAL;
}

void ci_query_read_point(lua_State *L, query *q) {
  args_place at = ci_args_at(1, NULL);
  int arg = 2;
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
  q->vector[2] = 0;
  q->p.numbers = ci_args_vector(L, &arg, at.name, ci_description_size(q->dimensions), q->vector);
  q->p.vectors = 1;
  ci_operand_make_point(L, &at, q->vector, q->dimensions, q->shape);
  read_last(L, arg, q);
}
