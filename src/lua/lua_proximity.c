/* SPDX-License-Identifier: MIT
 *
 * Overlap, contact, distance, closest and contains; overlap_all, contact_all and distance_all; and
 * shapecasts.
 */
#include "../number/fp.h"

#include <string.h>

#include "../narrow/limit.h"
#include "../narrow/pairs.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_mesh.h"
#include "lua_query.h"

/* ---- Two operands ---------------------------------------------------------------------------- */

/* Reads the shape, mesh or group, or the point of that many dimensions, from argument *arg on.
 * Moves *arg on. */
static void read_operand(lua_State *L, int *arg, int dimensions, pair *p, operand *out) {
  args_place at = ci_args_at(*arg, NULL);
  object found;
  int is_object = ci_object_member(L, *arg, &found) != OBJECT_NONE;
  if (!is_object && ci_operand_is_point(L, *arg)) {
    double v[3];
    int numbers;
    at.name = "point";
    numbers = ci_args_vector(L, arg, at.name, ci_description_size(dimensions), v);
    if (p->vectors++ == 0) p->numbers = numbers;
    ci_operand_make_point(L, &at, v, dimensions, out);
    return;
  }
  if (!is_object && !lua_istable(L, *arg))
    ci_args_fail(L, &at, "shape or point expected, got %s%s", ci_args_type(L, *arg),
                 ci_args_colon_hint(L, *arg));
  if (!is_object) ci_object_read(L, &at, *arg, &out->room, &found);
  out->target = found.target;
  out->shape = found.kind == OBJECT_SHAPE ? found.target.of.shape : NULL;
  out->name = found.kind == OBJECT_SHAPE
                  ? ci_description_name((const described *)(const void *)found.head)
                  : ci_object_name(found.kind);
  ++*arg;
}

static const char *capsule_hint(const pair *p) {
  int is = p->a.shape->kind == COLLIDE_CAPSULE || p->b.shape->kind == COLLIDE_CAPSULE;
  return is ? "; a capsule made with dimensions=2 is 2D" : "";
}

/* Raises the error: there is no test for the two. `arg` is the argument of the second one. */
static void fail_pair(lua_State *L, int arg, const pair *p) {
  int a = collide_dimensions(p->a.shape), b = collide_dimensions(p->b.shape);
  ci_args_fail_at(L, arg, NULL, "a %dD shape expected beside a %dD %s, got a %dD %s%s", a, a,
                  p->a.name, b, p->b.name, capsule_hint(p));
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
  if (one->shape == NULL) ci_args_fail_at(L, arg, NULL, "one shape expected, got a %s", one->name);
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
  int type = lua_type(L, arg);
  const char *hint = "options are a table";
  if (type == LUA_TNUMBER && q->row->options & OPTION_MAX) hint = "the largest t is {max=...}";
  if (type == LUA_TNUMBER && lua_type(L, arg - 1) == LUA_TNUMBER) hint = "an extra number";
  if (type == LUA_TUSERDATA) hint = "pass several as an array, in place of the second";
  if (type == LUA_TNUMBER || type == LUA_TBOOLEAN || type == LUA_TUSERDATA)
    ci_args_fail_at(L, arg, NULL, "unexpected argument, got %s; %s", ci_args_type(L, arg), hint);
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
  q->target = 3 - subject;
  if (a == NULL || b == NULL || q->answer == ANSWER_ALL || !(q->row->form & QUERY_TAKES_GRIDS))
    ci_args_fail_at(
        L, 2, NULL,
        "a shape or point expected beside a grid, a mesh, a world or an array; only two "
        "grids (overlap, distance), and a mesh beside a mesh, a world or an array, have a test");
  q->dimensions = a->grid->frame.dimensions;
  if (b->grid->frame.dimensions != q->dimensions)
    ci_args_fail_at(L, 2, NULL, "a %dD grid expected beside a %dD grid, got a %dD one",
                    q->dimensions, q->dimensions, 5 - q->dimensions);
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

/* Reads two operands, and decides which of them is the target: one with many members, else a group,
 * else a shape if the query lists answers or has options. Otherwise neither is. */
static void read_pair(lua_State *L, query *q) {
  int numbers = ci_args_count_numbers(L, 1), second_arg = numbers > 0 ? 1 + numbers : 2, arg;
  operand_kind first = numbers > 0 ? OPERAND_OTHER : find_kind(L, 1);
  operand_kind second = find_kind(L, second_arg);
  int of_members = q->answer == ANSWER_ALL; /* a lone shape is a target, too */
  int has_options = of_members || lua_istable(L, second_arg + 1);
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
  if (of_members) ci_args_fail_at(L, 1, NULL, "shape, grid or array expected, got two points");
  q->options.flags = 0; /* the options of two shapes are not used */
  q->options.max = HUGE_VAL;
}

static void read_of_point(lua_State *L, query *q) {
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

/* ---- Overlap ---------------------------------------------------------------------------- */

static int find_overlap(query *q, const many_query *many, many_place *place) {
  (void)q;
  return ci_many_overlap(many, place);
}

static const query_test overlap_test = {find_overlap, NULL, 0, NULL};

/* ---- Contact ---------------------------------------------------------------------------- */

static int find_contact(query *q, const many_query *many, many_place *place) {
  return ci_many_contact(many, &q->best.contact, place);
}

static int list_contacts(const query *q, const collide_target *member, void *list, int64_t room,
                         int64_t most, int64_t *count) {
  return collide_target_contacts(q->near.subject, member, q->options.flags, (collide_meeting *)list,
                                 room, most, count);
}

static void contact_to_hit(query *q, const void *answer, result_hit *to) {
  const collide_meeting *from = (const collide_meeting *)answer;
  collide_hit *hit = &to->of.hit;
  ci_hits_at_place(&from->at, q->dimensions, to);
  to->depth = from->push.depth;
  memcpy(hit->normal, from->push.normal, sizeof hit->normal);
  memcpy(hit->point, from->push.point, sizeof hit->point);
  to->kind = RESULT_CONTACT;
}

static const query_test contact_test = {find_contact, list_contacts, sizeof(collide_meeting),
                                        contact_to_hit};

/* ---- Distance --------------------------------------------------------------------------- */

static int find_distance(query *q, const many_query *many, many_place *place) {
  return ci_many_distance(many, q->options.max, &q->best.near, place);
}

static int list_distances(const query *q, const collide_target *member, void *list, int64_t room,
                          int64_t most, int64_t *count) {
  return collide_target_distances(q->near.subject, member, q->options.max, q->options.flags,
                                  (collide_nearness *)list, room, most, count);
}

static void distance_to_hit(query *q, const void *answer, result_hit *to) {
  const collide_nearness *from = (const collide_nearness *)answer;
  ci_hits_at_place(&from->at, q->dimensions, to);
  to->depth = from->distance;
  memcpy(to->of.hit.normal, from->on_shape, sizeof from->on_shape);
  memcpy(to->of.hit.point, from->on_target, sizeof from->on_target);
  to->kind = RESULT_DISTANCE;
}

static const query_test distance_test = {find_distance, list_distances, sizeof(collide_nearness),
                                         distance_to_hit};

/* ---- Contains --------------------------------------------------------------------------- */

/* Raises an error if the member is a mesh that is not closed, or a group with one. */
static void check_closed(lua_State *L, const members *all, const collide_target *member) {
  args_place at = ci_args_at(1, NULL);
  const held_mesh *held;
  const held_group *group;
  if (member->kind != COLLIDE_TARGET_MESH && member->kind != COLLIDE_TARGET_GROUP) return;
  held = mesh_at(L, all->held);
  group = group_at(L, all->held);
  if (all->array.index != 0) {
    at.within = "target";
    at.element = all->array.element;
  }
  if (held != NULL)
    ci_mesh_check_closed(L, &at, held->owner->share.data, &held->pose);
  else if (group != NULL)
    ci_group_check_closed(L, &at, group);
}

static int find_containing(query *q, const many_query *many, many_place *place) {
  (void)place;
  return ci_many_contains(many, q->vector);
}

/* Members that may be open meshes come one by one. */
static void read_contains(lua_State *L, query *q) {
  const held_world *world;
  read_of_point(L, q);
  world = world_at(L, q->target);
  q->near.is_whole = world != NULL && world->owner->meshes == 0;
  q->near.check = check_closed;
}

static const query_test contains_test = {find_containing, NULL, 0, NULL};

/* ---- Shapecasts ------------------------------------------------------------------------- */

/* The arguments. */
enum { TARGET = 1, SHAPE, DISPLACEMENT };

/* Reads a shape or group. A group replaces its description on the stack. */
static void read_mover(lua_State *L, operand *mover) {
  args_place at = ci_args_at(SHAPE, NULL);
  const held_group *held;
  if (lua_type(L, SHAPE) == LUA_TNUMBER || (lua_istable(L, SHAPE) && ci_operand_is_point(L, SHAPE)))
    ci_args_fail(L, &at,
                 "shape expected, got %s; a shapecast takes the shape and its displacement, and "
                 "for a point call segmentcast",
                 lua_istable(L, SHAPE) ? "a point" : ci_args_type(L, SHAPE));
  if (ci_mesh_is(L, SHAPE))
    ci_args_fail(L, &at, "shape or group expected, got a mesh%s", ci_mesh_hint());
  held = ci_group_get(L, &at, SHAPE);
  if (held == NULL) {
    ci_operand_read_shape(L, SHAPE, mover);
    return;
  }
  ci_group_check_moves(L, &at, held);
  mover->target = collide_target_of_group(held->group);
  mover->name = "group";
}

/* Reads the target, the mover, the displacement and the options. */
static void read_shapecast(lua_State *L, query *q) {
  static const args_size sizes[] = {{2, "a 2D target takes 2"}, {3, "a 3D target takes 3"}};
  args_place at = ci_args_at(TARGET, NULL);
  int arg = DISPLACEMENT, dimensions = ci_members_dimensions(L, TARGET);
  q->shape = &q->p.a;
  read_mover(L, q->shape);
  q->dimensions = collide_target_dimensions(&q->shape->target);
  if (dimensions != 0 && dimensions != q->dimensions)
    ci_args_fail(L, &at, "a %dD target expected for a %dD %s, got a %dD one", q->dimensions,
                 q->dimensions, q->shape->name, dimensions);
  q->target = TARGET;
  q->self = SHAPE;
  q->toward = ci_args_at(DISPLACEMENT, "displacement");
  q->near.displacement = q->vector;
  q->vector[2] = 0;
  q->numbers = ci_args_vector(L, &arg, q->toward.name, sizes[q->dimensions - 2], q->vector);
  ci_args_end(L, arg + 1);
  at = ci_args_at(arg, NULL);
  if (lua_istable(L, arg))
    ci_options_read_query(L, arg, ci_options_of_members, ci_query_options(q), &q->options);
  else if (!lua_isnoneornil(L, arg))
    ci_args_fail(L, &at, "options (table) expected, got %s%s", ci_args_type(L, arg),
                 lua_type(L, arg) == LUA_TNUMBER ? "; a shapecast ends at its displacement" : "");
  ci_operand_check_end(L, &q->toward, &q->shape->target, q->vector);
}

static int find_first(query *q, const many_query *many, many_place *place) {
  return ci_many_shapecast(many, q->vector, q->answer == ANSWER_ANY ? NULL : &q->best.sweep, place);
}

static int list_hits(const query *q, const collide_target *member, void *list, int64_t room,
                     int64_t most, int64_t *count) {
  return collide_target_shapecasts(q->near.subject, q->vector, member, q->options.flags,
                                   (collide_target_sweep *)list, room, most, count);
}

static void sweep_to_hit(query *q, const void *answer, result_hit *hit) {
  const collide_target_sweep *found = (const collide_target_sweep *)answer;
  ci_hits_of_sweep(&found->hit, &found->at, found->mover_part, q->dimensions, hit);
}

static const query_test sweep_test = {find_first, list_hits, sizeof(collide_target_sweep),
                                      sweep_to_hit};

static const query_row shapecast = {
    &sweep_test, read_shapecast,
    OPTIONS_OF_MEMBERS | OPTION_INSIDE | OPTION_TOUCHING | OPTION_INTO | OPTION_LIMIT, 0};

/* ---- Rows ------------------------------------------------------------------------------- */

enum {
  OPTIONS = OPTIONS_OF_MEMBERS | OPTION_INTO | OPTION_LIMIT,
  OPTIONS_OF_CONTACTS = OPTIONS | OPTION_TOUCHING,
  OPTIONS_OF_DISTANCES = OPTIONS | OPTION_MAX
};

static const query_row overlap = {&overlap_test, read_pair, OPTIONS_OF_CONTACTS, QUERY_TAKES_GRIDS};
static const query_row contact = {&contact_test, read_pair, OPTIONS_OF_CONTACTS, QUERY_TAKES_WORD};
static const query_row distance = {&distance_test, read_pair, OPTIONS_OF_DISTANCES,
                                   QUERY_TAKES_WORD | QUERY_TAKES_GRIDS};
static const query_row closest = {&distance_test, read_of_point, OPTIONS_OF_DISTANCES,
                                  QUERY_OF_POINT};
static const query_row contains = {&contains_test, read_contains, OPTIONS, QUERY_OF_POINT};

/* The methods of targets answer for the shape that is passed. */
static const query_row target_contact = {&contact_test, read_pair, OPTIONS_OF_CONTACTS,
                                         QUERY_TAKES_WORD | QUERY_FOR_SECOND};
static const query_row target_distance = {&distance_test, read_pair, OPTIONS_OF_DISTANCES,
                                          QUERY_TAKES_WORD | QUERY_TAKES_GRIDS | QUERY_FOR_SECOND};

/* ---- Pairs ------------------------------------------------------------------------------
 *
 * Two shapes, or a shape and a point, without options. ci_query answers all other forms. */

/* A point with a larger coordinate is too far away to be an operand. */
#define FARTHEST 1e100

/* Reads a point in numbers below `most`. These must be all arguments after the shape. Returns 0 for
 * anything else. */
static inline int read_numbers(lua_State *L, const described *shape, double most, double point[3]) {
  int i, dimensions = description_dimensions(shape);
  if (lua_gettop(L) != 1 + dimensions || !args_read_numbers(L, 2, dimensions, point)) return 0;
  for (i = 0; i < dimensions; i++)
    if (!(fabs(point[i]) < most)) return 0;
  if (dimensions == 2) point[2] = 0;
  return 1;
}

/* Reads a point, the last argument, in numbers or as one value. Returns 0 if ci_query must read
 * the arguments. */
static int read_quick_point(lua_State *L, const described *shape, double most, double point[3],
                            int *numbers) {
  args_place at = ci_args_at(2, "point");
  *numbers = lua_type(L, 2) == LUA_TNUMBER;
  if (*numbers) return read_numbers(L, shape, most, point);
  if (lua_gettop(L) != 2) return 0;
  point[2] = 0;
  ci_args_vector_value(L, &at, 2, ci_description_size(description_dimensions(shape)), point);
  return 1;
}

/* Reads two shapes and perhaps the word "numbers", or a shape and a point in numbers. Returns 0 if
 * ci_query must read the arguments. */
static int read_quick(lua_State *L, pair *p) {
  seal_home *home = seal_here(L);
  const described *a = description_of(L, 1, home), *b = description_of(L, 2, home);
  args_place at = ci_args_at(2, "point");
  int count = lua_gettop(L);
  double point[3];
  if (a == NULL) return 0;
  p->a.shape = &a->shape;
  if (b != NULL) {
    p->b.shape = &b->shape;
    p->numbers = count == 3;
    return count == 2 || (count == 3 && ci_args_is_numbers(L, 3));
  }
  p->numbers = 1;
  if (!read_numbers(L, a, FARTHEST, point)) return 0;
  ci_operand_make_point(L, &at, point, description_dimensions(a), &p->b);
  return ci_has_pair(p->a.shape, p->b.shape);
}

typedef struct world_pair {
  const owned_world *owner;
  const described *shape;
  int own; /* the argument that is the shape */
} world_pair;

/* Reads a world and a shape, without options. Returns 0 for all other arguments. */
static int read_world_pair(lua_State *L, world_pair *p) {
  const held_world *held = world_at(L, 1);
  p->own = held != NULL ? 2 : 1;
  p->shape = description_at(L, p->own);
  if (held == NULL && p->shape != NULL) held = world_at(L, 2);
  if (lua_gettop(L) != 2 || held == NULL || p->shape == NULL) return 0;
  p->owner = held->owner;
  return p->owner->world != NULL && p->owner->world->dimensions == description_dimensions(p->shape);
}

static int find_world_overlap(lua_State *L) {
  const selection all = ci_select_all();
  collide_target subject;
  world_selection some;
  many_query many;
  world_pair p;
  if (!read_world_pair(L, &p)) return COLLIDE_UNSUPPORTED;
  subject = collide_target_of_shape(&p.shape->shape);
  many = ci_many_of_world(&subject, p.owner->world, p.own == 2 ? COLLIDE_TARGET_FIRST : 0);
  many.select = ci_world_select(L, &all, p.owner, 0, p.own, &some);
  return ci_many_overlap(&many, NULL);
}

/* Returns COLLIDE_UNSUPPORTED if ci_query must answer. */
static int find_quick_overlap(lua_State *L) {
  seal_home *home = seal_here(L);
  const described *a = description_of(L, 1, home), *b;
  double point[3];
  if (a == NULL) return COLLIDE_UNSUPPORTED;
  if (lua_gettop(L) == 2) {
    b = description_of(L, 2, home);
    return b != NULL ? collide_overlap(&a->shape, &b->shape) : COLLIDE_UNSUPPORTED;
  }
  return read_numbers(L, a, FARTHEST, point) ? collide_contains(&a->shape, point)
                                             : COLLIDE_UNSUPPORTED;
}

static int l_overlap(lua_State *L) {
  int found = find_quick_overlap(L);
  if (found == COLLIDE_UNSUPPORTED) found = find_world_overlap(L);
  if (found == COLLIDE_UNSUPPORTED) return ci_query(L, &overlap, ANSWER_ANY);
  lua_pushboolean(L, found);
  return 1;
}

static int push_contact(lua_State *L, const collide_push *push, int dimensions, int numbers) {
  int table;
  if (numbers) {
    ci_result_push_components(L, push->normal, dimensions);
    result_push_number(L, push->depth);
    ci_result_push_components(L, push->point, dimensions);
    return 1 + 2 * dimensions;
  }
  lua_createtable(L, 0, 3);
  table = lua_gettop(L);
  ci_result_set_vector(L, table, FIELD_NORMAL, push->normal, dimensions);
  field_set_number(L, table, FIELD_DEPTH, push->depth);
  ci_result_set_vector(L, table, FIELD_POINT, push->point, dimensions);
  lua_pushvalue(L, lua_upvalueindex(UP_CONTACT));
  lua_setmetatable(L, table);
  return 1;
}

static int l_contact(lua_State *L) {
  collide_push push;
  pair p;
  int found =
      read_quick(L, &p) ? collide_contact(p.a.shape, p.b.shape, &push) : COLLIDE_UNSUPPORTED;
  if (found == COLLIDE_UNSUPPORTED) return ci_query(L, &contact, ANSWER_BEST);
  if (found) return push_contact(L, &push, collide_dimensions(p.a.shape), p.numbers);
  lua_pushnil(L);
  return 1;
}

static int l_distance(lua_State *L) {
  double on_a[3], on_b[3], least;
  pair p;
  int count, dimensions;
  if (!read_quick(L, &p)) return ci_query(L, &distance, ANSWER_DISTANCE);
  if (collide_distance(p.a.shape, p.b.shape, &least, on_a, on_b) != COLLIDE_YES ||
      !(least <= RANGE_SHORT))
    return ci_query(L, &distance, ANSWER_DISTANCE);
  dimensions = collide_dimensions(p.a.shape);
  result_push_number(L, least);
  count = ci_result_push_answer(L, on_a, dimensions, p.numbers);
  return 1 + count + ci_result_push_answer(L, on_b, dimensions, p.numbers);
}

static int l_contains(lua_State *L) {
  const described *shape = description_at(L, 1);
  double point[3];
  int numbers;
  if (shape == NULL || !read_quick_point(L, shape, FARTHEST, point, &numbers))
    return ci_query(L, &contains, ANSWER_ANY);
  lua_pushboolean(L, collide_contains(&shape->shape, point));
  return 1;
}

static int l_closest(lua_State *L) {
  const described *shape = description_at(L, 1);
  double point[3], nearest[3], least;
  int numbers;
  if (shape == NULL || !read_quick_point(L, shape, HUGE_VAL, point, &numbers))
    return ci_query(L, &closest, ANSWER_DISTANCE);
  least = collide_closest(&shape->shape, point, nearest);
  if (!(least <= RANGE_SHORT)) return ci_query(L, &closest, ANSWER_DISTANCE);
  result_push_number(L, least);
  return 1 + ci_result_push_answer(L, nearest, description_dimensions(shape), numbers);
}

/* ---- All members of a world that a shape overlaps, without options ------------------------ */

enum { QUICK_MOST = 64 };

typedef struct quick_list {
  const collide_shape *shape;
  int flags;
  int self;                /* the number of the shape in the world, which is left out, or 0 */
  int count;               /* -1: the general path must answer */
  int numbers[QUICK_MOST]; /* sorted */
} quick_list;

static int take_quick(void *user, int number, const collide_target *member) {
  quick_list *list = (quick_list *)user;
  int found = COLLIDE_UNSUPPORTED, i;
  if (number == list->self) return 1;
  if (member->kind == COLLIDE_TARGET_SHAPE)
    found = list->flags & COLLIDE_TARGET_FIRST ? collide_overlap(member->of.shape, list->shape)
                                               : collide_overlap(list->shape, member->of.shape);
  if (found == 0) return 1;
  if (found == COLLIDE_UNSUPPORTED || list->count == QUICK_MOST) {
    list->count = -1;
    return 0;
  }
  for (i = list->count++; i > 0 && list->numbers[i - 1] > number; i--)
    list->numbers[i] = list->numbers[i - 1];
  list->numbers[i] = number;
  return 1;
}

/* Pushes the array and returns 1. Otherwise returns 0 and leaves the stack unchanged. */
static int overlap_all_quick(lua_State *L) {
  double low[3], high[3];
  quick_list list;
  world_pair p;
  int i;
  if (!read_world_pair(L, &p)) return 0;
  list.shape = &p.shape->shape;
  list.flags = p.own == 2 ? COLLIDE_TARGET_FIRST : 0;
  list.self = ci_roster_number(p.owner->roster, &p.shape->head.worlds, p.owner);
  list.count = 0;
  collide_bounds(list.shape, low, high);
  ci_world_near_reach(p.owner->world, low, high, NULL, take_quick, &list);
  if (list.count < 0) return 0;
  lua_createtable(L, list.count, 0); /* may run finalizers, which may remove members */
  ci_world_push_members(L, 3 - p.own);
  for (i = 0; i < list.count; i++) {
    lua_rawgeti(L, 4, list.numbers[i]);
    if (lua_isnil(L, -1)) {
      lua_settop(L, 2);
      return 0;
    }
    lua_rawseti(L, 3, i + 1);
  }
  lua_settop(L, 3);
  ci_result_mark_list(L);
  return 1;
}

/* ---- Functions for Lua ------------------------------------------------------------------ */

static int l_overlap_all(lua_State *L) {
  return overlap_all_quick(L) ? 1 : ci_query(L, &overlap, ANSWER_ALL);
}

static int l_contact_all(lua_State *L) {
  return ci_query(L, &contact, ANSWER_ALL);
}

/* The answer names the points of shape and member, so it is the same in either order. */
static int l_distance_all(lua_State *L) {
  return ci_query(L, &distance, ANSWER_ALL);
}

static int l_shapecast(lua_State *L) {
  return ci_query(L, &shapecast, ANSWER_BEST);
}

static int l_shapecast_any(lua_State *L) {
  return ci_query(L, &shapecast, ANSWER_ANY);
}

static int l_shapecast_all(lua_State *L) {
  return ci_query(L, &shapecast, ANSWER_ALL);
}

static int query_of_target(lua_State *L, const query_row *row, query_answer answer) {
  object_kind kind = ci_object_kind(L, 1);
  if (kind != OBJECT_GRID && kind != OBJECT_MESH && kind != OBJECT_WORLD)
    ci_args_fail_self(L, "target");
  return ci_query(L, row, answer);
}

static int l_target_contact(lua_State *L) {
  return query_of_target(L, &target_contact, ANSWER_BEST);
}

static int l_target_contact_all(lua_State *L) {
  return query_of_target(L, &target_contact, ANSWER_ALL);
}

static int l_target_distance(lua_State *L) {
  return query_of_target(L, &target_distance, ANSWER_DISTANCE);
}

const binding ci_proximity_bindings[] = {
    {"overlap", l_overlap, IN_MODULE | IN_TARGETS},
    {"contact", l_contact, IN_MODULE | IN_SHAPE | IN_GROUP},
    {"contact", l_target_contact, IN_GRID | IN_MESH | IN_WORLD},
    {"distance", l_distance, IN_MODULE | IN_SHAPE | IN_GROUP},
    {"distance", l_target_distance, IN_GRID | IN_MESH | IN_WORLD},
    {"closest", l_closest, IN_MODULE | IN_TARGETS},
    {"contains", l_contains, IN_MODULE | IN_TARGETS},
    {"overlap_all", l_overlap_all, IN_MODULE | IN_TARGETS},
    {"contact_all", l_contact_all, IN_MODULE | IN_SHAPE | IN_GROUP},
    {"contact_all", l_target_contact_all, IN_GRID | IN_MESH | IN_WORLD},
    {"distance_all", l_distance_all, IN_MODULE | IN_TARGETS},
    {"shapecast", l_shapecast, IN_MODULE | IN_TARGETS},
    {"shapecast_any", l_shapecast_any, IN_MODULE | IN_TARGETS},
    {"shapecast_all", l_shapecast_all, IN_MODULE | IN_TARGETS},
    {NULL, NULL, 0}};
