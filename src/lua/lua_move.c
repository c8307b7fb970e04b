/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_move.h"

#include <string.h>

#include "lua_group.h"
#include "lua_one_way.h"
#include "lua_posed.h"
#include "lua_result.h"
#include "../target/group.h"
#include "../narrow/limit.h"
#include "../shape/shape.h"

/* ---- Callbacks --------------------------------------------------------------------------- */

static uint64_t count_changes(const move_question *q) {
  return q->group != NULL ? q->group->head.changes : q->shape->head.changes;
}

/* Raises an error if the callback moved the shape. */
static void check_unmoved(const moving *w, const char *option) {
  args_place at = ci_args_at(w->q->select.arg, option);
  if (count_changes(w->q) != w->changes) ci_args_fail(w->L, &at, " must not move the shape");
}

/* The filter: returns 1 if it accepts the member. It must not change the target, which the core is
 * reading. So the target is checked after each call. */
static int takes(void *user, const collide_place *at) {
  moving *w = (moving *)user;
  move_member *member = &w->list[at->index];
  if (member->taken < 0) {
    w->all.array.element = w->all.index = member->index;
    w->all.number = member->number;
    if (member->index != 0) {
      lua_rawgeti(w->L, w->kept, 2 * at->index + 1);
      lua_replace(w->L, w->all.held);
    }
    member->taken = (signed char)ci_members_accept(w->L, &w->all);
    ci_members_finish(w->L, &w->all);
    check_unmoved(w, "filter");
  }
  return member->taken;
}

/* Writes the normal of the only side from which the member or cell blocks. Returns 0 for all sides.
 */
static int one_way(void *user, const collide_place *at, double *n) {
  const moving *w = (const moving *)user;
  const move_member *member = &w->list[at->index];
  const double *from = member->one_way;
  if (member->grid != NULL) from = ci_one_way_of_value(member->grid, at->value);
  if (from == NULL || !one_way_is_set(from)) return 0;
  memcpy(n, from, (size_t)w->q->dimensions * sizeof *n);
  return 1;
}

static int has_one_way(const moving *w) {
  int i;
  for (i = 0; i < w->count; i++) {
    const move_member *member = &w->list[i];
    if (member->grid != NULL ? ci_one_way_has_any(member->grid) : one_way_is_set(member->one_way))
      return 1;
  }
  return 0;
}

static void set_vector(const moving *w, int table, const char *name, const double *v) {
  lua_pushstring(w->L, name);
  ci_result_push_vector(w->L, v, w->q->dimensions);
  lua_rawset(w->L, table);
}

static void push_hit(const moving *w, const collide_move_hit *hit, int has_response) {
  args_place at = ci_args_at(MOVE_SHAPE, NULL);
  const move_member *member = &w->list[hit->at.index];
  lua_State *L = w->L;
  result_hit result;
  ci_hits_of_sweep(&hit->hit, &hit->at, hit->mover_part, w->q->dimensions, &result);
  result.index = member->index;
  result.number = member->number;
  ci_hits_check(L, &at, NULL, &result);
  ci_result_push_hit(L, &result, w->all.targets);
  set_vector(w, lua_gettop(L), "position", hit->position);
  if (!has_response) return;
  lua_pushstring(L, "response");
  lua_pushstring(L, ci_move_word(hit->response));
  lua_rawset(L, -3);
}

static collide_response call_respond(moving *w, const collide_move_hit *hit) {
  lua_State *L = w->L;
  args_place at = ci_args_at(w->q->select.arg, "respond");
  int word;
  luaL_checkstack(L, 16, NULL);
  lua_pushvalue(L, w->q->respond);
  push_hit(w, hit, 0);
  lua_call(L, 1, 1);
  word = lua_type(L, -1) == LUA_TSTRING ? ci_move_read_word(L, lua_gettop(L)) : -1;
  if (word < 0)
    ci_args_fail(
        L, &at, " must return \"slide\", \"stop\", \"bounce\" or \"pass\", got %s",
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : ci_args_type(L, lua_gettop(L)));
  lua_pop(L, 1);
  check_unmoved(w, "respond");
  return (collide_response)word;
}

static collide_response respond(void *user, const collide_move_hit *hit) {
  moving *w = (moving *)user;
  if (w->q->respond != 0) return call_respond(w, hit);
  return (collide_response)w->q->layers[w->list[hit->at.index].layer];
}

static double get_bounciness(void *user, const collide_move_hit *hit) {
  const moving *w = (const moving *)user;
  return w->q->bounciness[w->list[hit->at.index].layer];
}

static collide_move_hit *grow(void *user, collide_move_hit *hits, int64_t *room) {
  moving *w = (moving *)user;
  int64_t more = 4 * *room;
  collide_move_hit *to;
  if (more > ARGS_LIMIT_DEFAULT) return NULL;
  luaL_checkstack(w->L, 4, NULL);
  lua_pushnil(w->L);
  to = (collide_move_hit *)seal_memory(w->L, lua_gettop(w->L), (uint64_t)more, sizeof *to);
  memcpy(to, hits, (size_t)*room * sizeof *to);
  lua_replace(w->L, w->hit_slot);
  w->hit_room = *room = more;
  return to;
}

/* ---- Moves ------------------------------------------------------------------------------- */

/* The number of doubles of storage: enough for shapes, and for groups of few parts. */
enum { GROUP_STORAGE = 1536 };

/* Returns memory of that many bytes: `few` if that is large enough, else a new userdata. */
static void *find_storage(lua_State *L, size_t bytes, void *few, size_t size) {
  void *storage;
  if (bytes <= size) return few;
  luaL_checkstack(L, 4, NULL);
  storage = lua_newuserdata(L, bytes);
  seal_break(storage);
  return storage;
}

static void fail_no_test(lua_State *L, const move_question *q) {
  args_place at = ci_args_at(MOVE_TARGET, NULL);
  ci_args_fail(L, &at, "there is no test for a moving %s and a member of the target",
               ci_move_name(q));
}

/* Moves a copy of a shape among the gathered members. A group itself moves, and is moved back until
 * no error is possible any more. Returns MOVE_BEYOND if more members are needed. */
static int call_once(moving *w, void *storage, collide_move_result *result) {
  collide_target target = collide_target_of_array(w->targets, w->count);
  move_reach *reach = w->has_world ? &w->reach : NULL;
  move_question *q = w->q;
  collide_shape shape;
  collide_source source;
  collide_mover mover;
  double position[3];
  int done;
  q->options.one_way = has_one_way(w) ? one_way : NULL;
  mover.shape = q->group == NULL ? &shape : NULL;
  mover.source = &source;
  mover.group = q->group != NULL ? q->group->group : NULL;
  if (q->group == NULL) {
    q->shape = description_at(w->L, MOVE_SHAPE); /* a script may have moved it */
    shape = q->shape->shape;
    source = q->shape->source;
  } else {
    memcpy(position, q->group->group->pose.position, sizeof position);
  }
  done = ci_move_within(&mover, &target, q->is_push_out ? NULL : q->displacement, &q->options,
                        storage, reach, result);
  if (done == 1 && q->group != NULL) (void)collide_group_set_position(q->group->group, position);
  return done;
}

/* Returns 1 if the move calls no script and returns only numbers. "pass" needs the hits. */
static int is_plain(const move_question *q) {
  return q->numbers && q->select.filter == 0 && q->respond == 0 && !q->has_layers &&
         q->options.response != COLLIDE_RESPOND_PASS;
}

static size_t storage_of(const move_question *q) {
  collide_mover mover;
  mover.shape = q->group == NULL ? &q->shape->shape : NULL;
  mover.source = NULL;
  mover.group = q->group != NULL ? q->group->group : NULL;
  return collide_move_storage(&mover);
}

/* The core moves a copy. set_position moves the shape itself at the end. */
static void run(moving *w, collide_move_result *result) {
  move_question *q = w->q;
  double few[GROUP_STORAGE];
  void *storage = find_storage(w->L, storage_of(q), few, sizeof few);
  int done, plain = is_plain(q);
  w->changes = count_changes(q);
  q->options.user = w;
  if (q->select.filter != 0) q->options.takes = takes;
  if (q->respond != 0 || q->has_layers) q->options.respond = respond;
  if (q->has_bounciness) q->options.get_bounciness = get_bounciness;
  q->options.hits = w->few_hits;
  q->options.room = w->hit_room = FEW_HITS;
  q->options.grow = plain ? NULL : grow;
  ci_moving_begin(w, !plain);
  do {
    ci_moving_gather(w);
    done = call_once(w, storage, result);
  } while (done == MOVE_BEYOND);
  if (done == COLLIDE_UNSUPPORTED) fail_no_test(w->L, q);
  ci_members_finish(w->L, &w->all);
}

static posed get_mover(const move_question *q) {
  return q->group != NULL ? posed_of(OBJECT_GROUP, &q->group->head)
                          : posed_of(OBJECT_SHAPE, &q->shape->head);
}

/* The position comes from the core, so this cannot fail. */
static void set_position(const moving *w, const collide_move_result *r) {
  posed mover = get_mover(w->q);
  if (r->displacement[0] == 0 && r->displacement[1] == 0 && r->displacement[2] == 0) return;
  (void)ci_posed_set_numbers(&mover, POSE_POSITION, r->position, w->q->dimensions);
}

static int push_numbers(lua_State *L, const move_question *q, const collide_move_result *r) {
  int i, count = q->dimensions;
  for (i = 0; i < count; i++) result_push_number(L, r->position[i]);
  compat_pushwhole(L, r->count);
  for (i = 0; i < q->dimensions && q->options.has_up; i++, count++)
    result_push_number(L, r->has_ground ? r->ground.hit.normal[i] : 0);
  for (i = 0; i < q->dimensions && r->bounces > 0; i++, count++)
    result_push_number(L, r->direction[i]);
  return count + 1;
}

static void push_table(moving *w, const collide_move_result *r) {
  lua_State *L = w->L;
  int table;
  int64_t i;
  lua_createtable(L, 0, 6);
  table = lua_gettop(L);
  set_vector(w, table, "position", r->position);
  set_vector(w, table, "displacement", r->displacement);
  set_vector(w, table, "remainder", r->remainder);
  if (r->bounces > 0) set_vector(w, table, "direction", r->direction);
  lua_pushstring(L, "hits");
  lua_newtable(L);
  for (i = 0; i < r->count && i < w->hit_room; i++) {
    push_hit(w, &r->hits[i], 1);
    lua_rawseti(L, -2, (int)i + 1);
  }
  ci_result_mark_list(L);
  lua_rawset(L, table);
  if (r->has_ground) {
    lua_pushstring(L, "ground");
    push_hit(w, &r->ground, 0);
    lua_rawset(L, table);
  }
  lua_pushstring(L, "inside");
  lua_pushboolean(L, r->inside);
  lua_rawset(L, table);
  if (r->exhausted) {
    lua_pushstring(L, "exhausted");
    lua_pushboolean(L, 1);
    lua_rawset(L, table);
  }
  lua_pushvalue(L, lua_upvalueindex(UP_MOVED));
  lua_setmetatable(L, table);
}

/* Raises an error if a vector of the result is out of range: reflections and projections may have a
 * larger coordinate than the displacement. */
static void check_result(lua_State *L, const move_question *q, collide_move_result *r) {
  args_place at = ci_args_at(MOVE_SHAPE, NULL);
  int n = q->dimensions;
  if (limit_clamp_point(r->position, n) && limit_clamp_point(r->displacement, n) &&
      limit_clamp_point(r->remainder, n) && (r->bounces == 0 || limit_clamp_point(r->direction, n)))
    return;
  ci_args_fail(L, &at, "a coordinate of the result would exceed 1e300, got %s",
               ci_args_vector_text(L, q->displacement, n));
}

/* Every step that may raise an error comes before the shape is moved. */
static int answer(lua_State *L, move_question *q) {
  collide_move_result result;
  moving w;
  w.L = L;
  w.q = q;
  q->options.skips_exit = q->numbers && q->respond == 0;
  run(&w, &result);
  check_result(L, q, &result);
  luaL_checkstack(L, 16, NULL);
  if (!q->numbers) push_table(&w, &result);
  set_position(&w, &result);
  return q->numbers ? push_numbers(L, q, &result) : 1;
}

void ci_move_by(lua_State *L, move_question *q) {
  collide_move_result result;
  moving w;
  int top = lua_gettop(L);
  w.L = L;
  w.q = q;
  run(&w, &result);
  set_position(&w, &result);
  memcpy(q->displacement, result.displacement, sizeof q->displacement);
  lua_settop(L, top);
}

void ci_move_freely(const move_question *q) {
  posed mover = get_mover(q);
  given_pose pose = ci_posed_get(&mover);
  int i;
  for (i = 0; i < q->dimensions; i++) pose.pose.position[i] += q->displacement[i];
  (void)ci_posed_set_numbers(&mover, POSE_POSITION, pose.pose.position, q->dimensions);
}

void ci_move_get_position(const move_question *q, double position[3]) {
  posed mover = get_mover(q);
  given_pose pose = ci_posed_get(&mover);
  memcpy(position, pose.pose.position, 3 * sizeof *position);
}

void ci_move_set_position_of(const move_question *q, const double position[3]) {
  posed mover = get_mover(q);
  (void)ci_posed_set_numbers(&mover, POSE_POSITION, position, q->dimensions);
}

static int l_move(lua_State *L) {
  move_question q;
  ci_move_read(L, &q);
  return answer(L, &q);
}

static int l_push_out(lua_State *L) {
  move_question q;
  ci_move_read_push_out(L, &q);
  return answer(L, &q);
}

const binding ci_move_bindings[] = {{"move", l_move, IN_MODULE | IN_TARGETS},
                                    {"push_out", l_push_out, IN_MODULE | IN_TARGETS},
                                    {NULL, NULL, 0}};
