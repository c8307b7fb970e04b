/* SPDX-License-Identifier: MIT
 *
 * move, push_out and fits. The members of the target are gathered before the core runs: from a
 * world, only those within reach of the move.
 */
#include "../number/fp.h"
#include "lua_move.h"

#include <string.h>

#include "../narrow/limit.h"
#include "../target/group.h"
#include "lua_object.h"
#include "lua_one_way.h"
#include "lua_posed.h"
#include "lua_result.h"

/* ---- The members ---------------------------------------------------------------------------- */

/* A gathered member. */
typedef struct move_member {
  int index, number;     /* as in members */
  int layers;            /* their set */
  const held_grid *grid; /* or NULL */
  double one_way[3];     /* for targets that are not grids */
  signed char taken;     /* the result of the filter; -1 before the call */
} move_member;

enum { FEW = 16, FEW_HITS = 8 };

/* A move in progress. Its memory is the C stack, and userdata on Lua's stack. */
typedef struct moving {
  lua_State *L;
  move_question *q;
  members all;
  move_reach reach; /* only members of worlds within it are gathered */
  int has_world;    /* the target is a world or contains one */
  /* 0: no script runs and nothing allocates before the move ends, so members need not be kept alive
   */
  int keeps;
  int top;                     /* of the stack, above the slots */
  int room, count, kept, slot; /* of the members; a table that keeps what they lie in; a slot for
                                  the memory of many */
  int told_slot, told_count;   /* filter results, kept across a retry */
  collide_target *targets;
  move_member *list;
  collide_target few[FEW];
  move_member few_list[FEW];
  collide_move_hit few_hits[FEW_HITS];
  int hit_slot, storage_slot;
  int64_t hit_room;
  uint64_t changes; /* how often the shape was changed before the move */
} moving;

enum { MEMBER_SIZE = sizeof(collide_target) + sizeof(move_member) };

/* Moves the members to the userdata on top of the stack, which has room for so many. */
static void widen_to(moving *w, int room) {
  collide_target *targets = (collide_target *)lua_touserdata(w->L, -1);
  move_member *list = (move_member *)(void *)(targets + room);
  memcpy(targets, w->targets, (size_t)w->count * sizeof *targets);
  memcpy(list, w->list, (size_t)w->count * sizeof *list);
  lua_replace(w->L, w->slot);
  w->room = room;
  w->targets = targets;
  w->list = list;
}

/* Moves the members to memory that an earlier move has kept. Returns 0 if there is none. */
static int widen_to_kept(moving *w) {
  if (w->room != FEW) return 0;
  ci_scratch_take(w->L, SCRATCH_MEMBERS);
  if (lua_touserdata(w->L, -1) == NULL) {
    lua_pop(w->L, 1);
    return 0;
  }
  widen_to(w, (int)(lua_rawlen(w->L, -1) / MEMBER_SIZE));
  return 1;
}

static void widen(moving *w) {
  int room = 4 * w->room;
  if (widen_to_kept(w)) return;
  lua_pushnil(w->L);
  (void)seal_memory(w->L, lua_gettop(w->L), (uint64_t)room, MEMBER_SIZE);
  widen_to(w, room);
}

/* Keeps the memory of the move for a later one. */
static void keep_memory(const moving *w) {
  if (lua_touserdata(w->L, w->storage_slot) != NULL)
    ci_scratch_keep(w->L, SCRATCH_STORAGE, w->storage_slot);
  if (w->room != FEW) ci_scratch_keep(w->L, SCRATCH_MEMBERS, w->slot);
}

/* Records the layers of the last member, and its one-way side. */
static void note_member(const moving *w, const collide_target *member, move_member *noted) {
  const object_head *head = w->all.head;
  object found;
  noted->grid = member->kind == COLLIDE_TARGET_GRID ? grid_at(w->L, w->all.held) : NULL;
  if (head == NULL) head = ci_object_member(w->L, w->all.held, &found) ? found.head : NULL;
  noted->layers = head != NULL ? head->layers : 0;
  memset(noted->one_way, 0, sizeof noted->one_way);
  if (head != NULL) memcpy(noted->one_way, head->one_way, sizeof noted->one_way);
}

/* Keeps the member alive. Copies a described shape, because the next one overwrites its room. */
static void keep(moving *w, collide_target *member) {
  lua_State *L = w->L;
  if (w->all.array.index == 0 && w->all.index == 0) return; /* a lone member stays on the stack */
  if (lua_isnil(L, w->kept)) {
    lua_newtable(L);
    lua_replace(L, w->kept);
  }
  lua_pushvalue(L, w->all.held);
  lua_rawseti(L, w->kept, 2 * w->count + 1);
  if (member->kind != COLLIDE_TARGET_SHAPE || member->of.shape != &w->all.room.shape) return;
  {
    collide_shape *copy = (collide_shape *)lua_newuserdata(L, sizeof *copy);
    seal_break(copy);
    *copy = w->all.room.shape;
    member->of.shape = copy;
    lua_rawseti(L, w->kept, 2 * w->count + 2);
  }
}

/* Returns 1 if the last member allocates memory of Lua, now or when it is kept. */
static int takes_memory(moving *w) {
  const world_walk *walk = &w->all.walk;
  return (w->count == w->room && !widen_to_kept(w)) || w->all.is_made ||
         (walk->world != NULL && walk->numbers != walk->few);
}

static void add_member(moving *w, collide_target *member) {
  if (w->count == w->room) widen(w);
  if (w->keeps) keep(w, member);
  w->targets[w->count] = *member;
  w->list[w->count].index = w->all.index;
  w->list[w->count].number = w->all.number;
  note_member(w, member, &w->list[w->count]);
  w->list[w->count].taken = -1;
  w->count++;
}

/* A callback: inserts a shape by its number. Any other member ends the search. */
static int take_shape(void *user, int number, const collide_target *member) {
  moving *w = (moving *)user;
  const object_head *head;
  int i = w->count;
  if (member->kind != COLLIDE_TARGET_SHAPE || i == FEW) {
    w->has_world = 0;
    return 0;
  }
  head = &description_around(member->of.shape)->head;
  if (w->q->shape != NULL && head == &w->q->shape->head) return 1;
  for (; i > 0 && w->list[i - 1].number > number; i--) {
    w->targets[i] = w->targets[i - 1];
    w->list[i] = w->list[i - 1];
  }
  w->targets[i] = *member;
  w->list[i].index = w->list[i].number = number;
  w->list[i].grid = NULL;
  w->list[i].layers = head->layers;
  memcpy(w->list[i].one_way, head->one_way, sizeof w->list[i].one_way);
  w->count++;
  return 1;
}

/* Gathers a small number of shapes of a world in one query of the core, without a call of Lua for
 * each. Returns 0 if it cannot. */
static int gather_quick(moving *w) {
  const held_world *held = world_at(w->L, MOVE_TARGET);
  collide_world *world = held != NULL ? held->owner->world : NULL;
  if (w->keeps || world == NULL || !select_is_all(&w->q->select)) return 0;
  if (world->dimensions != w->q->dimensions) return 0;
  w->count = 0;
  w->has_world = 1;
  w->all.select = &w->q->select;
  ci_world_near_reach(world, w->reach.low, w->reach.high, NULL, take_shape, w);
  return w->has_world;
}

/* Returns 0 if members must be kept alive. */
static int gather(moving *w, const near_what *near) {
  lua_State *L = w->L;
  collide_target member;
  lua_settop(L, w->top);
  lua_pushnil(L);
  lua_replace(L, w->kept);
  w->count = 0;
  ci_members_begin(L, MOVE_TARGET, w->q->dimensions, &w->q->select, near, MOVE_SHAPE, &w->all);
  while (ci_members_next(L, &w->all, &member)) {
    int is_lone = w->all.array.index == 0 && w->all.index == 0;
    if (!w->keeps && !is_lone && takes_memory(w)) return 0;
    add_member(w, &member);
  }
  w->has_world = ci_members_has_world(L, &w->all);
  return 1;
}

/* The filter is called at most once for each member. So its results are kept when more members are
 * gathered. The earlier members come again, in the same order. */
static void remember(moving *w) {
  size_t count = (size_t)w->count;
  if (w->q->select.filter == 0 || count == 0) return;
  lua_pushnil(w->L);
  memcpy(seal_memory(w->L, lua_gettop(w->L), count, sizeof *w->list), w->list,
         count * sizeof *w->list);
  lua_replace(w->L, w->told_slot);
  w->told_count = w->count;
}

static void recall(moving *w) {
  const move_member *told = (const move_member *)lua_touserdata(w->L, w->told_slot);
  int i, k = 0;
  for (i = 0; i < w->count && k < w->told_count; i++) {
    if (told[k].index != w->list[i].index || told[k].number != w->list[i].number) continue;
    w->list[i].taken = told[k++].taken;
  }
}

/* Gathers the members of the target; from a world, only those within w->reach. */
static void gather_members(moving *w) {
  near_what near = ci_members_near(NULL, NULL, 0);
  if (gather_quick(w)) return;
  near.skips_self = 1;
  memcpy(near.low, w->reach.low, sizeof near.low);
  memcpy(near.high, w->reach.high, sizeof near.high);
  remember(w);
  while (!gather(w, &near)) w->keeps = 1;
  recall(w);
}

static int add_slot(lua_State *L) {
  lua_pushnil(L);
  return lua_gettop(L);
}

/* The shape that the core tests, or NULL for a group. */
static const described *get_body(const move_question *q) {
  if (q->group != NULL) return NULL;
  return q->sized != NULL ? &q->sized->made : q->shape;
}

static void begin_gathering(moving *w, int keeps) {
  lua_State *L = w->L;
  const move_question *q = w->q;
  const described *body = get_body(q);
  luaL_checkstack(L, 40, NULL);
  w->kept = add_slot(L); /* a table once a member is kept */
  w->slot = add_slot(L);
  w->hit_slot = add_slot(L);
  w->told_slot = add_slot(L);
  w->storage_slot = add_slot(L);
  w->top = lua_gettop(L);
  w->keeps = keeps;
  w->count = w->told_count = 0;
  w->room = FEW;
  w->targets = w->few;
  w->list = w->few_list;
  w->reach = ci_move_first_reach(body == NULL ? NULL : &body->shape,
                                 q->group != NULL ? q->group->group : NULL,
                                 q->is_push_out ? NULL : q->displacement, &q->options);
}

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
  int word;
  luaL_checkstack(L, 16, NULL);
  lua_pushvalue(L, w->q->respond);
  push_hit(w, hit, 0);
  lua_call(L, 1, 1);
  word = lua_type(L, -1) == LUA_TSTRING ? ci_move_read_word(L, lua_gettop(L)) : -1;
  if (word < 0)
    ci_args_fail_at(
        L, w->q->select.arg, "respond",
        " must return \"slide\", \"stop\", \"bounce\" or \"pass\", got %s",
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : ci_args_type(L, lua_gettop(L)));
  lua_pop(L, 1);
  check_unmoved(w, "respond");
  return (collide_response)word;
}

static collide_response respond(void *user, const collide_move_hit *hit) {
  moving *w = (moving *)user;
  if (w->q->respond != 0) return call_respond(w, hit);
  return (collide_response)w->q->layers[w->list[hit->at.index].layers];
}

static double get_bounciness(void *user, const collide_move_hit *hit) {
  const moving *w = (const moving *)user;
  return w->q->bounciness[w->list[hit->at.index].layers];
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

static void fail_no_test(lua_State *L, const move_question *q) {
  ci_args_fail_at(L, MOVE_TARGET, NULL,
                  "there is no test for a moving %s and a member of the target", ci_move_name(q));
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
    shape = get_body(q)->shape;
    source = get_body(q)->source;
  } else {
    memcpy(position, q->group->group->pose.position, sizeof position);
  }
  if (q->is_fit) return (int)collide_fits(&mover, &target, &q->options);
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

/* Returns memory for the copies of the mover: `few`, that of an earlier move, or new memory. An
 * allocation may run a finalizer that resizes the mover. */
static void *get_storage(moving *w, double few[GROUP_STORAGE]) {
  lua_State *L = w->L;
  size_t size;
  while (!w->q->is_fit && (size = storage_of(w->q)) > GROUP_STORAGE * sizeof few[0]) {
    luaL_checkstack(L, 4, NULL);
    if (lua_isnil(L, w->storage_slot)) {
      ci_scratch_take(L, SCRATCH_STORAGE);
      lua_replace(L, w->storage_slot);
    }
    if (lua_touserdata(L, w->storage_slot) != NULL && lua_rawlen(L, w->storage_slot) >= size)
      return lua_touserdata(L, w->storage_slot);
    (void)seal_memory(L, w->storage_slot, size, 1);
  }
  return few;
}

/* The core moves a copy. set_position moves the shape itself at the end. Returns 0 only if a shape
 * does not fit. */
static int run(moving *w, collide_move_result *result) {
  move_question *q = w->q;
  double few[GROUP_STORAGE];
  int done, plain = is_plain(q);
  w->changes = count_changes(q);
  q->options.user = w;
  if (q->select.filter != 0) q->options.takes = takes;
  if (q->respond != 0 || q->has_layers) q->options.respond = respond;
  if (q->has_bounciness) q->options.get_bounciness = get_bounciness;
  q->options.hits = w->few_hits;
  q->options.room = w->hit_room = FEW_HITS;
  q->options.grow = plain ? NULL : grow;
  begin_gathering(w, !plain);
  do {
    gather_members(w);
    done = call_once(w, get_storage(w, few), result);
  } while (done == MOVE_BEYOND);
  if (done == COLLIDE_UNSUPPORTED) fail_no_test(w->L, q);
  ci_members_finish(w->L, &w->all);
  return done;
}

posed ci_move_get_mover(const move_question *q) {
  return q->group != NULL ? posed_of(OBJECT_GROUP, &q->group->head)
                          : posed_of(OBJECT_SHAPE, &q->shape->head);
}

/* The position comes from the core, so this cannot fail. */
static void set_position(const moving *w, const collide_move_result *r) {
  posed mover = ci_move_get_mover(w->q);
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
  int n = q->dimensions;
  if (limit_clamp_point(r->position, n) && limit_clamp_point(r->displacement, n) &&
      limit_clamp_point(r->remainder, n) && (r->bounces == 0 || limit_clamp_point(r->direction, n)))
    return;
  ci_args_fail_at(L, MOVE_SHAPE, NULL, "a coordinate of the result would exceed 1e300, got %s",
                  ci_args_vector_text(L, q->displacement, n));
}

/* Every step that may raise an error comes before the shape is moved. */
static int answer(lua_State *L, move_question *q) {
  collide_move_result result;
  moving w;
  w.L = L;
  w.q = q;
  q->options.skips_exit = q->numbers && q->respond == 0;
  (void)run(&w, &result);
  check_result(L, q, &result);
  luaL_checkstack(L, 16, NULL);
  if (!q->numbers) push_table(&w, &result);
  set_position(&w, &result);
  keep_memory(&w);
  return q->numbers ? push_numbers(L, q, &result) : 1;
}

void ci_move_by(lua_State *L, move_question *q) {
  collide_move_result result;
  moving w;
  int top = lua_gettop(L);
  w.L = L;
  w.q = q;
  (void)run(&w, &result);
  set_position(&w, &result);
  memcpy(q->displacement, result.displacement, sizeof q->displacement);
  keep_memory(&w);
  lua_settop(L, top);
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

static int l_fits(lua_State *L) {
  collide_move_result unused;
  move_question q;
  resized room;
  moving w;
  ci_move_read_fits(L, &q, &room);
  w.L = L;
  w.q = &q;
  lua_pushboolean(L, run(&w, &unused));
  return 1;
}

const binding ci_move_bindings[] = {{"move", l_move, IN_MODULE | IN_TARGETS},
                                    {"push_out", l_push_out, IN_MODULE | IN_TARGETS},
                                    {"fits", l_fits, IN_MODULE | IN_TARGETS},
                                    {NULL, NULL, 0}};
