/* SPDX-License-Identifier: MIT
 *
 * Overlap, contact, distance, closest and contains, and overlap_all, contact_all and distance_all.
 */
#include "../number/fp.h"

#include <string.h>

#include "../narrow/limit.h"
#include "../narrow/plane/plane.h"
#include "lua_group.h"
#include "lua_mesh.h"
#include "lua_query.h"

/* ---- Overlap ---------------------------------------------------------------------------- */

static int test_overlap(query *q, const collide_target *member, const world_query *w,
                        int *untested) {
  if (w != NULL) return ci_world_overlap(w, untested);
  return collide_target_overlap(q->near.subject, member, q->options.flags);
}

static const query_test overlap_test = {test_overlap, NULL, NULL, 0, NULL};

/* ---- Contact ---------------------------------------------------------------------------- */

static int test_contact(query *q, const collide_target *member, const world_query *w,
                        int *untested) {
  collide_meeting *found = &q->found.contact;
  int has = w != NULL ? ci_world_contact(w, found, untested)
                      : collide_target_contact(q->near.subject, member, q->options.flags, found);
  q->value = -found->push.depth;
  q->found_number = found->at.index;
  return has;
}

static int64_t list_contacts(const query *q, const collide_target *member, void *list, int64_t room,
                             int64_t most) {
  return collide_target_contacts(q->near.subject, member, q->options.flags, (collide_meeting *)list,
                                 room, most);
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

static const query_test contact_test = {test_contact, NULL, list_contacts, sizeof(collide_meeting),
                                        contact_to_hit};

/* ---- Distance --------------------------------------------------------------------------- */

static int test_distance(query *q, const collide_target *member, const world_query *w,
                         int *untested) {
  double max = q->has ? q->best_value : q->options.max;
  collide_nearness *found = &q->found.near;
  int has = w != NULL
                ? ci_world_distance(w, max, found, untested)
                : collide_target_distance(q->near.subject, member, max, q->options.flags, found);
  q->value = found->distance;
  q->found_number = found->at.index;
  return has;
}

static int64_t list_distances(const query *q, const collide_target *member, void *list,
                              int64_t room, int64_t most) {
  return collide_target_distances(q->near.subject, member, q->options.max, q->options.flags,
                                  (collide_nearness *)list, room, most);
}

static void distance_to_hit(query *q, const void *answer, result_hit *to) {
  const collide_nearness *from = (const collide_nearness *)answer;
  ci_hits_at_place(&from->at, q->dimensions, to);
  to->depth = from->distance;
  memcpy(to->of.hit.normal, from->on_shape, sizeof from->on_shape);
  memcpy(to->of.hit.point, from->on_target, sizeof from->on_target);
  to->kind = RESULT_DISTANCE;
}

static const query_test distance_test = {test_distance, NULL, list_distances,
                                         sizeof(collide_nearness), distance_to_hit};

/* ---- Contains --------------------------------------------------------------------------- */

/* Raises an error if the member is a mesh that is not closed, or a group with one. */
static void check_closed(lua_State *L, const members *all) {
  args_place at = ci_args_at(1, NULL);
  const held_mesh *held = mesh_at(L, all->held);
  const held_group *group = group_at(L, all->held);
  if (all->array.index != 0) {
    at.within = "target";
    at.element = all->array.element;
  }
  if (held != NULL)
    ci_mesh_check_closed(L, &at, held->owner->share.data, &held->pose);
  else if (group != NULL)
    ci_group_check_closed(L, &at, group);
}

static int test_contains(query *q, const collide_target *member, const world_query *w,
                         int *untested) {
  (void)untested;
  if (w != NULL) return ci_world_contains(w->world, w->select, q->vector);
  if (member->kind == COLLIDE_TARGET_MESH || member->kind == COLLIDE_TARGET_GROUP)
    check_closed(q->L, &q->all);
  return collide_target_contains(member, q->vector);
}

/* Members that may be open meshes come one by one. */
static void read_contains(lua_State *L, query *q) {
  const held_world *world;
  ci_query_read_point(L, q);
  world = world_at(L, q->target);
  q->near.is_whole = world != NULL && world->owner->meshes == 0;
}

static const query_test contains_test = {test_contains, NULL, NULL, 0, NULL};

/* ---- Rows ------------------------------------------------------------------------------- */

enum {
  OPTIONS = OPTIONS_OF_MEMBERS | OPTION_INTO | OPTION_LIMIT,
  OPTIONS_OF_CONTACTS = OPTIONS | OPTION_TOUCHING,
  OPTIONS_OF_DISTANCES = OPTIONS | OPTION_MAX
};

static const query_row overlap = {&overlap_test, ci_query_read_pair, OPTIONS_OF_CONTACTS,
                                  QUERY_TAKES_GRIDS};
static const query_row contact = {&contact_test, ci_query_read_pair, OPTIONS_OF_CONTACTS,
                                  QUERY_TAKES_WORD};
static const query_row distance = {&distance_test, ci_query_read_pair, OPTIONS_OF_DISTANCES,
                                   QUERY_TAKES_WORD | QUERY_TAKES_GRIDS};
static const query_row closest = {&distance_test, ci_query_read_point, OPTIONS_OF_DISTANCES,
                                  QUERY_OF_POINT};
static const query_row contains = {&contains_test, read_contains, OPTIONS, QUERY_OF_POINT};

/* The methods of targets answer for the shape that is passed. */
static const query_row target_contact = {&contact_test, ci_query_read_pair, OPTIONS_OF_CONTACTS,
                                         QUERY_TAKES_WORD | QUERY_FOR_SECOND};
static const query_row target_distance = {&distance_test, ci_query_read_pair, OPTIONS_OF_DISTANCES,
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
static int read_point(lua_State *L, const described *shape, double most, double point[3],
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
static int read_pair(lua_State *L, pair *p) {
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
  world_query w;
  world_pair p;
  int untested;
  if (!read_world_pair(L, &p)) return COLLIDE_UNSUPPORTED;
  subject = collide_target_of_shape(&p.shape->shape);
  w.world = p.owner->world;
  w.subject = &subject;
  w.flags = p.own == 2 ? COLLIDE_TARGET_FIRST : 0;
  w.select = ci_world_select(L, &all, p.owner, 0, p.own, &some);
  return ci_world_overlap(&w, &untested);
}

/* Returns COLLIDE_UNSUPPORTED if ci_query must answer. */
static int find_overlap(lua_State *L) {
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
  int found = find_overlap(L);
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
  int found = read_pair(L, &p) ? collide_contact(p.a.shape, p.b.shape, &push) : COLLIDE_UNSUPPORTED;
  if (found == COLLIDE_UNSUPPORTED) return ci_query(L, &contact, ANSWER_BEST);
  if (found) return push_contact(L, &push, collide_dimensions(p.a.shape), p.numbers);
  lua_pushnil(L);
  return 1;
}

static int l_distance(lua_State *L) {
  double on_a[3], on_b[3], least;
  pair p;
  int count, dimensions;
  if (!read_pair(L, &p)) return ci_query(L, &distance, ANSWER_DISTANCE);
  least = collide_distance(p.a.shape, p.b.shape, on_a, on_b);
  dimensions = collide_dimensions(p.a.shape);
  if (!(least >= 0 && least <= RANGE_SHORT)) return ci_query(L, &distance, ANSWER_DISTANCE);
  result_push_number(L, least);
  count = ci_result_push_answer(L, on_a, dimensions, p.numbers);
  return 1 + count + ci_result_push_answer(L, on_b, dimensions, p.numbers);
}

static int l_contains(lua_State *L) {
  const described *shape = description_at(L, 1);
  double point[3];
  int numbers;
  if (shape == NULL || !read_point(L, shape, FARTHEST, point, &numbers))
    return ci_query(L, &contains, ANSWER_ANY);
  lua_pushboolean(L, collide_contains(&shape->shape, point));
  return 1;
}

static int l_closest(lua_State *L) {
  const described *shape = description_at(L, 1);
  double point[3], nearest[3], least;
  int numbers;
  if (shape == NULL || !read_point(L, shape, HUGE_VAL, point, &numbers))
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
    {NULL, NULL, 0}};
