/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_meet.h"

#include <string.h>

#include "../narrow/plane/plane.h"
#include "../narrow/limit.h"
#include "../target/world.h"
#include "lua_cast.h"
#include "lua_group.h"
#include "lua_mesh.h"

/* ---- Searches ---------------------------------------------------------------------------- */

static void fail_no_test(lua_State *L, const void *question, const collide_target *member) {
  const meet_question *q = (const meet_question *)question;
  const char *name = ci_object_target_name(member);
  int target_first = (q->options.flags & COLLIDE_TARGET_FIRST) != 0;
  pair p;
  p.a.name = target_first ? name : q->shape->name;
  p.b.name = target_first ? q->shape->name : name;
  ci_operand_fail_no_test(L, q->target > q->self ? q->target : q->self, &p);
}

/* Raises an error for an answer with a point beyond COLLIDE_LARGEST. */
static void check_far(lua_State *L, const meet_question *q, double *point, double *other) {
  pair p = q->p;
  int is_near = limit_clamp_point(point, q->dimensions);
  if (is_near && (other == NULL || limit_clamp_point(other, q->dimensions))) return;
  if (q->target == 0) ci_operand_fail_far(L, 1, &p);
  p.a.name = q->shape->name;
  p.b.name = "a target";
  ci_operand_fail_far(L, q->target, &p);
}

void ci_query_check_hit(lua_State *L, const meet_question *q, result_hit *hit) {
  check_far(L, q, hit->of.hit.point, hit->kind == RESULT_DISTANCE ? hit->of.hit.normal : NULL);
}

void ci_query_begin(const meet_question *q, const find_row *row, find *f) {
  f->row = row;
  f->question = q;
  f->fail = fail_no_test;
  f->subject = &q->shape->target;
  f->displacement = NULL;
  f->point = q->point;
  f->target = q->target;
  f->self = q->self;
  f->dimensions = q->dimensions;
  f->is_any = f->skips_self = 0;
  f->check = NULL;
  f->options = &q->options;
}

static int push_nil(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

/* ---- Overlap ---------------------------------------------------------------------------- */

static int find_overlap(find *f, const many_query *q, many_place *place) {
  (void)f;
  return ci_many_overlap(q, place);
}

const find_row ci_query_overlap_row = {find_overlap, NULL, 0, NULL, 0};

int ci_query_overlap(lua_State *L) {
  static const meet_form form = {ci_has_pair, OPTIONS_OF_MEMBERS | OPTION_TOUCHING, 0, 0, 1};
  meet_question q;
  find f;
  int overlap;
  ci_query_read(L, &form, 0, &q);
  if (q.target != 0) {
    ci_query_begin(&q, &ci_query_overlap_row, &f);
    f.is_any = 1;
    overlap = ci_find_best(L, &f, 1);
  } else {
    overlap = collide_overlap(q.p.a.shape, q.p.b.shape);
  }
  lua_pushboolean(L, overlap);
  return 1;
}

/* ---- Contact ---------------------------------------------------------------------------- */

static int find_contact(find *f, const many_query *q, many_place *place) {
  return ci_many_contact(q, &f->best.contact, place);
}

static int64_t list_contacts(const find *f, const collide_target *member, void *list, int64_t room,
                             int64_t most) {
  return collide_target_contacts(f->subject, member, f->options->flags, (collide_meeting *)list,
                                 room, most);
}

static void contact_to_hit(const find *f, const void *answer, result_hit *to) {
  const collide_meeting *from = (const collide_meeting *)answer;
  collide_hit *hit = &to->of.hit;
  ci_hits_at_place(&from->at, f->dimensions, to);
  to->depth = from->push.depth;
  memcpy(hit->normal, from->push.normal, sizeof hit->normal);
  memcpy(hit->point, from->push.point, sizeof hit->point);
  to->kind = RESULT_CONTACT;
}

const find_row ci_query_contact_row = {find_contact, list_contacts, sizeof(collide_meeting),
                                       contact_to_hit, 0};

int ci_query_contact(lua_State *L, int for_second) {
  static const meet_form form = {ci_has_pair, OPTIONS_OF_MEMBERS | OPTION_TOUCHING | OPTION_INTO, 1,
                                 0, 0};
  meet_question q;
  find f;
  result_hit hit;
  ci_query_read(L, &form, for_second, &q);
  ci_query_begin(&q, &ci_query_contact_row, &f);
  f.all.targets = 0;
  if (q.target != 0) {
    if (!ci_find_best(L, &f, 1)) return push_nil(L);
  } else {
    memset(&f.best.contact.at, 0, sizeof f.best.contact.at);
    f.index = f.number = 0;
    if (collide_contact(q.p.a.shape, q.p.b.shape, &f.best.contact.push) != 1) return push_nil(L);
  }
  ci_find_to_hit(&f, &hit);
  ci_query_check_hit(L, &q, &hit);
  return ci_cast_push(L, &hit, f.all.targets, q.options.into, q.numbers);
}

/* ---- Distance --------------------------------------------------------------------------- */

static int find_distance(find *f, const many_query *q, many_place *place) {
  return ci_many_distance(q, f->options->max, &f->best.near, place);
}

static int64_t list_distances(const find *f, const collide_target *member, void *list, int64_t room,
                              int64_t most) {
  return collide_target_distances(f->subject, member, f->options->max, f->options->flags,
                                  (collide_nearness *)list, room, most);
}

static void distance_to_hit(const find *f, const void *answer, result_hit *to) {
  const collide_nearness *from = (const collide_nearness *)answer;
  ci_hits_at_place(&from->at, f->dimensions, to);
  to->depth = from->distance;
  memcpy(to->of.hit.normal, from->on_shape, sizeof from->on_shape);
  memcpy(to->of.hit.point, from->on_target, sizeof from->on_target);
  to->kind = RESULT_DISTANCE;
}

const find_row ci_query_distance_row = {find_distance, list_distances, sizeof(collide_nearness),
                                        distance_to_hit, 1};

static int find_nearest(lua_State *L, const meet_question *q, find *f) {
  ci_query_begin(q, &ci_query_distance_row, f);
  return ci_find_best(L, f, 1);
}

static void push_whole_or_nil(lua_State *L, int x) {
  if (x != 0)
    compat_pushwhole(L, x);
  else
    lua_pushnil(L);
}

/* Pushes the values after the points. With numbers, these are the same as in all results. Else they
 * are the member, its index, the cell or triangle, the value of the cell, the part and the number.
 * A lone shape gives none. */
static int push_place(lua_State *L, const meet_question *q, const find *f) {
  const collide_place *at = &f->best.near.at;
  result_hit where;
  int last = 1, i;
  ci_hits_at_place(at, q->dimensions, &where);
  where.index = f->index;
  where.number = f->number;
  where.kind = RESULT_DISTANCE;
  if (result_is_lone(&where)) return 0;
  if (q->numbers) return ci_result_push_where(L, &where);
  if (f->index != 0)
    ci_result_push_member(L, f->all.targets, f->index, f->number);
  else
    lua_pushnil(L);
  push_whole_or_nil(L, f->index);
  if (at->has_cell)
    ci_result_push_cell(L, at->cell, q->dimensions);
  else
    push_whole_or_nil(L, at->triangle);
  push_whole_or_nil(L, at->has_cell ? (int)at->value : 0);
  push_whole_or_nil(L, at->part);
  push_whole_or_nil(L, f->number);
  for (i = 2; i <= 6; i++)
    if (!lua_isnil(L, i - 7)) last = i;
  lua_settop(L, lua_gettop(L) - (6 - last));
  return last;
}

static int push_distance(lua_State *L, const meet_question *q, double distance,
                         const double on_a[3], const double on_b[3]) {
  int count = 1;
  result_push_number(L, distance);
  count += ci_result_push_answer(L, on_a, q->dimensions, q->numbers);
  return count + ci_result_push_answer(L, on_b, q->dimensions, q->numbers);
}

int ci_query_distance(lua_State *L, int for_second) {
  static const meet_form form = {ci_has_pair, OPTIONS_OF_MEMBERS | OPTION_MAX, 1, 0, 1};
  meet_question q;
  find f;
  collide_nearness *found = &f.best.near;
  int is_mirrored, count;
  ci_query_read(L, &form, for_second, &q);
  if (q.target == 0) {
    found->distance = collide_distance(q.p.a.shape, q.p.b.shape, found->on_shape, found->on_target);
    check_far(L, &q, found->on_shape, found->on_target);
    return push_distance(L, &q, found->distance, found->on_shape, found->on_target);
  }
  if (!find_nearest(L, &q, &f)) return push_nil(L);
  check_far(L, &q, found->on_shape, found->on_target);
  is_mirrored = (q.options.flags & COLLIDE_TARGET_FIRST) != 0;
  count = push_distance(L, &q, found->distance, is_mirrored ? found->on_target : found->on_shape,
                        is_mirrored ? found->on_shape : found->on_target);
  return count + push_place(L, &q, &f);
}

/* ---- A target and a point --------------------------------------------------------------- */

int ci_query_closest(lua_State *L) {
  static const meet_form form = {NULL, OPTIONS_OF_MEMBERS | OPTION_MAX, 0, 0, 0};
  args_place at = ci_args_at(2, "point");
  meet_question q;
  find f;
  int count = 1;
  ci_query_read_point(L, &form, &q);
  if (!find_nearest(L, &q, &f)) return push_nil(L);
  if (!limit_clamp_point(f.best.near.on_target, q.dimensions))
    ci_args_fail(L, &at, ": a coordinate of the nearest point would exceed 1e300, got %s",
                 ci_args_vector_text(L, q.point, q.dimensions));
  result_push_number(L, f.best.near.distance);
  count += ci_result_push_answer(L, f.best.near.on_target, q.dimensions, q.numbers);
  return count + push_place(L, &q, &f);
}

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

static int find_containing(find *f, const many_query *q, many_place *place) {
  place->index = place->number = 0;
  return ci_many_contains(q, f->point);
}

int ci_query_contains(lua_State *L) {
  static const meet_form form = {NULL, OPTIONS_OF_MEMBERS, 0, 0, 0};
  static const find_row row = {find_containing, NULL, 0, NULL, 0};
  const held_world *world;
  meet_question q;
  find f;
  ci_query_read_point(L, &form, &q);
  ci_query_begin(&q, &row, &f);
  f.is_any = 1;
  f.check = check_closed;
  world = world_at(L, q.target);
  /* Members that may be open meshes come one by one. */
  lua_pushboolean(L, ci_find_best(L, &f, world != NULL && world->owner->meshes == 0));
  return 1;
}
