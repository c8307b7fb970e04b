/* SPDX-License-Identifier: MIT
 *
 * separate: pushes the members of a crowd apart. The pairs come in the order of their numbers. In
 * each pair that penetrates, the first moves by half of the distance, and the second by the rest:
 * if an obstacle blocks one, the other goes farther. The moves are those of `move`, among the
 * members that are not in the crowd.
 */
#include "../number/fp.h"

#include <limits.h>
#include <string.h>

#include "../move/move_faces.h"
#include "../target/group.h"
#include "../target/world.h"
#include "lua_group.h"
#include "lua_move.h"
#include "lua_options.h"
#include "lua_world.h"

typedef struct separation {
  const held_world *held;
  int members;     /* the index of the table of the world's members */
  int pairs;       /* the index of the list of pairs */
  move_question q; /* of the moves */
  /* The moves since the fewest pairs of this call penetrated, in a userdata at index `log`. If
   * obstacles leave more pairs at the end, these moves are taken back. So the number of pairs does
   * not grow from call to call. */
  int log, is_blocked, count, room;
  struct logged_move *moves;
} separation;

typedef struct logged_move {
  int number;
  double position[3]; /* before the move */
} logged_move;

typedef struct separate_options {
  selection select;
  int iterations;
} separate_options;

static void read_iterations(lua_State *L, const args_place *at, int index, const option_row *row,
                            void *out) {
  (void)row;
  *(int *)out = ci_args_whole(L, at, index, 1, 1000);
}

static void read_options(lua_State *L, separate_options *o) {
  static const option_row rows[] = {
      OPTION_ROW("only", 1, ci_option_choice, separate_options, select.only),
      OPTION_ROW("ignore", 1, ci_option_choice, separate_options, select.ignore),
      OPTION_ROW("iterations", 1, read_iterations, separate_options, iterations), OPTION_END};
  o->select = ci_select_all();
  o->iterations = 8;
  ci_args_end(L, 3);
  if (lua_istable(L, 2)) ci_options_read(L, 2, rows, ~0U, o);
  if (o->select.only.index == 0)
    ci_args_fail_at(L, 2, NULL,
                    "{only=...} expected, the layer or the members that are pushed apart");
}

/* Appends what an option names to the array on top of the stack. */
static void append_names(lua_State *L, int index) {
  int i, to = lua_gettop(L), count = (int)lua_rawlen(L, to);
  if (index != 0 && lua_istable(L, index)) {
    for (i = 1; i <= (int)lua_rawlen(L, index); i++) {
      lua_rawgeti(L, index, i);
      lua_rawseti(L, to, count + i);
    }
  } else if (index != 0) {
    lua_pushvalue(L, index);
    lua_rawseti(L, to, count + 1);
  }
}

/* Pushes an array without items. */
static void push_names(lua_State *L) {
  ci_scratch_take(L, SCRATCH_NAMES);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
}

/* Empties the array and keeps it for a later call. */
static void keep_names(lua_State *L, int index) {
  int i;
  for (i = (int)lua_rawlen(L, index); i > 0; i--) {
    lua_pushnil(L);
    lua_rawseti(L, index, i);
  }
  ci_scratch_keep(L, SCRATCH_NAMES, index);
}

/* Prepares the moves, which ignore the crowd and all that `ignore` names. */
static void begin_moves(lua_State *L, const selection *select, move_question *q) {
  memset(q, 0, sizeof *q);
  q->options = collide_default_move();
  q->options.skips_exit = 1;
  q->numbers = 1;
  q->select = ci_select_all();
  push_names(L);
  append_names(L, select->only.index);
  append_names(L, select->ignore.index);
  q->select.ignore.index = lua_gettop(L);
  q->select.ignore.layers = select->only.layers | select->ignore.layers;
}

static void get_position(const move_question *q, double position[3]) {
  posed mover = ci_move_get_mover(q);
  given_pose pose = ci_posed_get(&mover);
  memcpy(position, pose.pose.position, 3 * sizeof *position);
}

static void set_position(const move_question *q, const double position[3]) {
  posed mover = ci_move_get_mover(q);
  (void)ci_posed_set_numbers(&mover, POSE_POSITION, position, q->dimensions);
}

/* Moves the shape by the whole displacement: nothing may be in its path. */
static void move_freely(const move_question *q) {
  double position[3];
  int i;
  get_position(q, position);
  for (i = 0; i < q->dimensions; i++) position[i] += q->displacement[i];
  set_position(q, position);
}

/* Puts a member in the place of the moving shape. Returns 0 if it was removed, or cannot move. */
static int select_mover(lua_State *L, separation *s, int number, collide_target *member) {
  const collide_world *world = s->held->owner->world;
  if (world == NULL || !collide_world_member(world, number, member)) return 0;
  lua_rawgeti(L, s->members, number);
  lua_replace(L, MOVE_SHAPE);
  s->q.shape = description_at(L, MOVE_SHAPE);
  s->q.group = group_at(L, MOVE_SHAPE);
  s->q.dimensions = world->dimensions;
  if (s->q.group != NULL) return s->q.group->group->meshes == 0;
  return s->q.shape != NULL && s->q.shape->shape.kind != COLLIDE_PLANE &&
         s->q.shape->shape.kind != COLLIDE_PLANE_2D;
}

static int take_any(void *user, int number, const collide_target *member) {
  (void)number;
  (void)member;
  *(int *)user = 1;
  return 0;
}

/* Returns 1 if no obstacle is near the path. A full move then costs several times as much. */
static int is_path_free(lua_State *L, const separation *s) {
  const move_question *q = &s->q;
  move_reach reach =
      ci_move_first_reach(q->group != NULL ? NULL : &q->shape->shape,
                          q->group != NULL ? q->group->group : NULL, q->displacement, &q->options);
  const owned_world *owner = s->held->owner;
  world_selection some;
  int is_met = 0;
  const world_selection *obstacles = ci_world_select(L, &q->select, owner, 0, 0, &some);
  ci_world_near_reach(owner->world, reach.low, reach.high, obstacles, take_any, &is_met);
  return !is_met;
}

static void log_move(lua_State *L, separation *s, int number) {
  if (s->count == s->room) {
    int room = 2 * s->room + 64;
    logged_move *more = (logged_move *)lua_newuserdata(L, (size_t)room * sizeof *more);
    if (s->count > 0) memcpy(more, s->moves, (size_t)s->count * sizeof *more);
    lua_replace(L, s->log);
    s->moves = more;
    s->room = room;
  }
  s->moves[s->count].number = number;
  get_position(&s->q, s->moves[s->count].position);
  s->count++;
}

static void take_back_moves(lua_State *L, separation *s) {
  collide_target member;
  while (s->count > 0) {
    const logged_move *last = &s->moves[--s->count];
    if (select_mover(L, s, last->number, &member)) set_position(&s->q, last->position);
  }
}

/* Moves a member by a distance along a unit vector. Returns how far it went along it. */
static double push(lua_State *L, separation *s, int number, const double along[3],
                   double distance) {
  collide_target member;
  double moved = 0;
  int i;
  if (!select_mover(L, s, number, &member)) return 0;
  log_move(L, s, number);
  for (i = 0; i < 3; i++) s->q.displacement[i] = distance * along[i];
  if (is_path_free(L, s)) {
    move_freely(&s->q);
  } else {
    s->is_blocked = 1;
    ci_move_by(L, &s->q);
  }
  for (i = 0; i < 3; i++) moved += along[i] * s->q.displacement[i];
  return moved;
}

/* After the first round, pushes are longer by this factor. Otherwise a push would pass slowly
 * through a chain of members. */
#define LONGER 2.25

/* Pushes two members apart. The second one goes as far as the first one, even if that has gone far
 * enough alone: a member between two others would move to and fro, and push neither away. */
static void push_apart(lua_State *L, separation *s, number_pair pair, int round) {
  collide_target first, second;
  double along[3], back[3], distance, moved = 0;
  int i, can_first = select_mover(L, s, pair.first, &first),
         can_second = select_mover(L, s, pair.second, &second);
  const collide_world *world = s->held->owner->world;
  if (world == NULL || !collide_world_member(world, pair.first, &first) ||
      !collide_world_member(world, pair.second, &second) ||
      !ci_move_apart(&first, &second, s->q.dimensions, along, &distance))
    return;
  if (round > 0) distance *= LONGER;
  for (i = 0; i < 3; i++) back[i] = -along[i];
  if (can_first) moved = push(L, s, pair.first, along, can_second ? 0.5 * distance : distance);
  if (can_second && moved < distance) push(L, s, pair.second, back, distance - moved);
}

/* Takes memory that an earlier call has kept. */
static void take_memory(lua_State *L, separation *s) {
  ci_scratch_take(L, SCRATCH_PAIRS);
  s->pairs = lua_gettop(L);
  ci_scratch_take(L, SCRATCH_MOVES);
  s->log = lua_gettop(L);
  s->moves = (logged_move *)lua_touserdata(L, s->log);
  s->room = s->moves != NULL ? (int)(lua_rawlen(L, s->log) / sizeof *s->moves) : 0;
}

static void keep_memory(lua_State *L, const separation *s) {
  ci_scratch_keep(L, SCRATCH_PAIRS, s->pairs);
  if (s->moves != NULL) ci_scratch_keep(L, SCRATCH_MOVES, s->log);
  keep_names(L, s->q.select.ignore.index);
}

/* Each round pushes every pair apart once. The last round only counts the pairs that are left. */
static int l_separate(lua_State *L) {
  held_world *held = ci_world_check(L);
  separate_options o;
  separation s;
  int round, i, top, fewest = INT_MAX;
  read_options(L, &o);
  luaL_checkstack(L, 16, NULL);
  s.held = held;
  ci_world_push_members(L, 1);
  s.members = lua_gettop(L);
  begin_moves(L, &o.select, &s.q);
  s.count = s.is_blocked = 0;
  take_memory(L, &s);
  top = lua_gettop(L);
  for (round = 0;; round++) {
    const world_loop *pairs = ci_world_list_pairs(L, held, &o.select, s.members, s.pairs);
    int count = pairs->count;
    if (count <= fewest) {
      fewest = count;
      s.count = 0;
    } else if (round == o.iterations && s.is_blocked) {
      take_back_moves(L, &s);
    }
    for (i = 0; i < count && round < o.iterations; i++)
      push_apart(L, &s, world_pair_at(pairs, i), round);
    lua_settop(L, top);
    if (count == 0 || round == o.iterations) {
      keep_memory(L, &s);
      compat_pushwhole(L, s.is_blocked && count > fewest ? fewest : count);
      return 1;
    }
  }
}

const binding ci_separate_bindings[] = {{"separate", l_separate, IN_MODULE | IN_WORLD},
                                        {NULL, NULL, 0}};
