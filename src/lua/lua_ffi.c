/* SPDX-License-Identifier: MIT
 *
 * The C functions that LuaJIT calls through its ffi, the structs that they share with the Lua text
 * in src/lua/ffi, and the installation of both. The C functions take userdata and numbers, and know
 * no Lua.
 */
#include "../number/fp.h"
#include "lua_ffi.h"

#if LUA_VERSION_NUM == 501

#include <stddef.h>
#include <string.h>

#include "../cells/cells.h"
#include "../narrow/limit.h"
#include "../shape/kind.h"
#include "../target/world.h"
#include "lua_move.h"
#include "lua_posed.h"
#include "lua_world.h"

/* The declarations that C and the ffi share are written once: these macros are C, and their text is
 * declared to the ffi. */
#define TEXT(...) TEXT_OF(__VA_ARGS__)
#define TEXT_OF(...) #__VA_ARGS__

/* The result of a call. It begins with a collide_hit, or with the numbers of a contact or distance.
 * All fields are plain: in code that is not compiled, LuaJIT makes garbage when it reads an array
 * in a struct. `calls` counts the calls that got this struct to write. `value` is the value of a
 * cell, the number of a triangle, or 0. */
#define ANSWER                                      \
  struct {                                          \
    double t, t_exit, px, py, pz, nx, ny, nz, u, v; \
    int inside, has_point, face, edge;              \
    int index, value;                               \
    double qx, qy, qz, calls;                       \
  }
typedef ANSWER ffi_answer;

/* Rooms for the cells that walks read ahead. The cells of room k begin at double k * ROOM_SIZE. A
 * step may read a cell that begins at the last double of a room. `owner` has the number of the walk
 * in each room. `begun` is the number of the last walk. */
enum { ROOMS_COUNT = 16, ROOM_CELLS = 64, ROOM_SIZE = 328 };
#define ROOMS              \
  struct {                 \
    double begun;          \
    double owner[16];      \
    double cell[16 * 328]; \
    double walk[16 * 48];  \
  }
typedef ROOMS ffi_rooms;

/* A walk as a script holds it. `at` is the index in `cell` of the next cell, `limit` the end of the
 * cells read so far. `stride` is the number of doubles for each cell. `number` is the number of the
 * walk. `done` counts the cells before those in the room. */
#define WALK(constant)                                    \
  struct {                                                \
    int at;                                               \
    constant int limit, room, stride;                     \
    constant double ax, ay, az, bx, by, bz, size, origin; \
    constant double number, done;                         \
  }
typedef WALK() ffi_walk;

/* The bits of a cast's `what`: WHAT_ANY if any hit is enough, WHAT_LINE for a line, WHAT_IN_3D, and
 * WHAT_SEGMENT for a segment. */
enum { WHAT_ANY = 1, WHAT_LINE = 2, WHAT_IN_3D = 4, WHAT_SEGMENT = 8 };

/* Results. OTHER: the call is not supported here, and nothing was done. NO: a miss. YES: a hit.
 * UNSURE and MEETS: plain doubles do not decide a cast; cast_filtered decides it. CELL: the hit of
 * a cast is a cell. OF_MEMBER is added if the hit is of a member of a world. */
enum { OTHER = -1, NO, YES, UNSURE, MEETS, CELL, OF_MEMBER = 8 };

/* Replaces YES in contact and distance if the shapes are of three dimensions. */
enum { IN_SPACE = 2 };

/* `count` is the number of components of a point. `ignore` and `only` each name a member or NULL,
 * and a layer or 0. next_pair returns the first number of the next pair times PAIR_FACTOR, plus the
 * second one; NO at the end. */
enum { PAIR_FACTOR = 1 << 26 };
#define FUNCTIONS                                                                                  \
  struct {                                                                                         \
    int (*cast)(void *target, int what, double ax, double ay, double az, double bx, double by,     \
                double bz, double max, void *answer);                                              \
    int (*cast_filtered)(void *target, int what, double ax, double ay, double az, double bx,       \
                         double by, double bz, double max, void *answer, void *ignore,             \
                         int ignored_layer, void *only, int only_layer);                           \
    int (*overlap)(void *a, void *b, void *ignore, int ignored_layer, void *only, int only_layer); \
    int (*contact)(void *a, void *b, void *answer);                                                \
    int (*distance)(void *a, void *b, void *answer);                                               \
    int (*closest)(void *shape, int count, double x, double y, double z, void *answer);            \
    int (*contains)(void *shape, int count, double x, double y, double z);                         \
    int (*set_position)(void *shape, int count, double x, double y, double z);                     \
    int (*translate)(void *shape, int count, double x, double y, double z);                        \
    double (*next_pair)(void *loop);                                                               \
    int (*grid_get)(const void *grid, int count, double x, double y, double z);                    \
    int (*grid_set)(void *grid, int count, double x, double y, double z, double value);            \
    int (*grid_cell_at)(const void *grid, int count, double x, double y, double z, void *answer);  \
    int (*walk_begin)(void *rooms, void *walk);                                                    \
    int (*walk_fill)(void *rooms, void *walk);                                                     \
  }
typedef FUNCTIONS ffi_functions;

/* ---- Shared by the functions ----------------------------------------------------------------- */

/* NULL if the userdata is not a shape. */
static inline described *shape_of(void *userdata) {
  described *shape = (described *)userdata;
  return shape->head.sealed.self == seal_self(userdata, SEAL_SHAPE) ? shape : NULL;
}

/* NULL if the userdata is not a grid. */
static inline const held_grid *grid_of(const void *userdata) {
  const held_grid *held = (const held_grid *)userdata;
  return held->head.sealed.self == seal_self(userdata, SEAL_GRID) ? held : NULL;
}

/* Counts a call that will write the answer. */
static inline ffi_answer *begin_answer(void *answer) {
  ffi_answer *out = (ffi_answer *)answer;
  out->calls += 1;
  return out;
}

/* ---- Filters --------------------------------------------------------------------------------- */

/* The value that `ignore` or `only` names: a userdata or NULL, and a bit for a layer. */
typedef struct named {
  uint64_t layers;
  const object_head *member;
} named;

typedef struct filter {
  named ignore, only;
  int is_only; /* `only` is given */
} filter;

/* Returns 0 for an option that is not supported here. The layer is checked first: for a userdata of
 * another library the Lua side passes -1, and the userdata may be too small to read. */
static int read_named(named *out, void *member, int layer) {
  object found;
  if (layer < 0 || layer > WORLD_LAYERS) return 0;
  if (member != NULL && ci_object_of(member, &found) == OBJECT_NONE) return 0;
  out->member = (const object_head *)member;
  out->layers = layer > 0 ? (uint64_t)1 << (layer - 1) : 0;
  return 1;
}

static int read_filter(filter *f, void *ignore, int ignored_layer, void *only, int only_layer) {
  f->is_only = only != NULL || only_layer != 0;
  return read_named(&f->ignore, ignore, ignored_layer) && read_named(&f->only, only, only_layer);
}

/* Returns 1 if the filter accepts a target that is not a member of a world. */
static int accepts(const filter *f, const object_head *target) {
  uint64_t layers = head_layers(target->sealed.home, target);
  if (f->ignore.member == target || (f->ignore.layers & layers) != 0) return 0;
  return !f->is_only || f->only.member == target || (f->only.layers & layers) != 0;
}

/* Marks a member of the world. Returns 0 if it is not a member. */
static int mark(const owned_world *o, const object_head *member, uint32_t as) {
  int number = member != NULL ? ci_roster_number(o->roster, &member->worlds, o) : 0;
  if (number != 0) ci_world_mark(o->world, number, as);
  return number != 0;
}

/* Returns the selection of members that the filter accepts, or NULL for all. `self` is the subject
 * of the query, which is left out, or NULL. */
static const world_selection *select_members(const held_world *world, const object_head *self,
                                             const filter *f, world_selection *out) {
  const owned_world *o = world->owner;
  const named *ignore = &f->ignore, *only = &f->only;
  int is_only = f->is_only && only->member != &world->head, has_marks = 0;
  if (self != NULL || ignore->member != NULL || (is_only && only->member != NULL)) {
    ci_world_clear_marks(o->world);
    has_marks = mark(o, self, WORLD_IGNORED) | mark(o, ignore->member, WORLD_IGNORED);
    if (is_only) has_marks |= mark(o, only->member, WORLD_CHOSEN);
  }
  if (ignore->layers == 0 && !is_only && !has_marks) return NULL;
  out->is_only = is_only;
  out->has_marks = has_marks;
  out->ignored = ignore->layers;
  out->chosen = only->layers;
  out->accepts = NULL;
  return out;
}

/* ---- Casts ----------------------------------------------------------------------------------- */

static collide_cast_kind kind_of(int what) {
  if (what & WHAT_SEGMENT) return COLLIDE_CAST_SEGMENT;
  return what & WHAT_LINE ? COLLIDE_CAST_LINE : COLLIDE_CAST_RAY;
}

/* Returns 0 for numbers that are not valid for a cast. Only rays have `max`. */
static int read_cast(collide_cast *cast, int what, double ax, double ay, double az, double bx,
                     double by, double bz, double max) {
  cast->kind = kind_of(what);
  cast->flags = 0;
  cast->max = max + 0.0;
  cast->start[0] = ax + 0.0;
  cast->start[1] = ay + 0.0;
  cast->start[2] = az + 0.0;
  cast->toward[0] = bx + 0.0;
  cast->toward[1] = by + 0.0;
  cast->toward[2] = bz + 0.0;
  if (!limit_holds_cast(ax, ay, az, bx, by, bz)) return 0;
  if (cast->kind != COLLIDE_CAST_SEGMENT && bx == 0 && by == 0 && bz == 0) return 0;
  return cast->kind != COLLIDE_CAST_RAY || max >= 0;
}

/* Returns the code of the hit. */
static int write_hit(collide_target_hit *hit, int is_member, void *answer) {
  ffi_answer *out = (ffi_answer *)answer;
  int code = YES;
  if (!hit->hit.has_point || !limit_clamp_hit(&hit->hit)) return OTHER;
  memcpy(out, &hit->hit, sizeof hit->hit);
  out->index = hit->index;
  out->value = hit->triangle;
  if (hit->member.kind == COLLIDE_TARGET_GRID) {
    out->value = (int)hit->value;
    out->qx = (double)hit->cell[0];
    out->qy = (double)hit->cell[1];
    out->qz = (double)hit->cell[2];
    code = CELL;
  }
  return is_member ? code + OF_MEMBER : code;
}

/* In worlds, only hits of shapes are supported here. */
static int cast_world(const held_world *world, const collide_cast *cast, const filter *f,
                      collide_target_hit *hit, void *answer) {
  const world_selection *select;
  world_selection some;
  if (f->ignore.member == &world->head) return NO;
  select = select_members(world, NULL, f, &some);
  if (!ci_world_cast(world->owner->world, cast, select, hit)) return NO;
  if (hit == NULL) return YES;
  return hit->member.kind == COLLIDE_TARGET_SHAPE ? write_hit(hit, 1, answer) : OTHER;
}

/* A cast at a target that the filter rejects is a miss. */
static int cast_target(void *userdata, int what, const collide_cast *cast, const filter *f,
                       void *answer) {
  collide_target_hit found, *hit = what & WHAT_ANY ? NULL : &found;
  object target;
  if (hit != NULL) begin_answer(answer);
  ci_object_of(userdata, &target);
  if (target.kind == OBJECT_NONE || target.kind == OBJECT_GROUP) return OTHER;
  if (target.dimensions != (what & WHAT_IN_3D ? 3 : 2)) return OTHER;
  if (target.kind == OBJECT_WORLD)
    return cast_world((const held_world *)(void *)target.head, cast, f, hit, answer);
  if (!accepts(f, target.head) || collide_cast_at(cast, &target.target, hit) != COLLIDE_YES)
    return NO;
  return hit != NULL ? write_hit(hit, 0, answer) : YES;
}

static int cast_filtered(void *target, int what, double ax, double ay, double az, double bx,
                         double by, double bz, double max, void *answer, void *ignore,
                         int ignored_layer, void *only, int only_layer) {
  collide_cast cast;
  filter f;
  if (!read_filter(&f, ignore, ignored_layer, only, only_layer)) return OTHER;
  if (!read_cast(&cast, what, ax, ay, az, bx, by, bz, max)) return OTHER;
  return cast_target(target, what, &cast, &f, answer);
}

/* Checks that the flags and codes of both enums are equal. */
typedef char segments_agree[(int)WHAT_SEGMENT == (int)QUICK_SEGMENT ? 1 : -1];
typedef char misses_agree[(int)NO == (int)QUICK_MISS && (int)YES == (int)QUICK_HIT ? 1 : -1];
typedef char
    doubts_agree[(int)UNSURE == (int)QUICK_UNSURE && (int)MEETS == (int)QUICK_MEETS ? 1 : -1];

/* Without a filter. A ray or segment at a shape is a tail call with all arguments in registers. A
 * cast at a sphere takes no longer than storing and loading them would. */
static int cast(void *target, int what, double ax, double ay, double az, double bx, double by,
                double bz, double max, void *answer) {
  const described *shape = shape_of(target);
  const shape_kind *kind;
  if (shape == NULL || what & WHAT_LINE)
    return cast_filtered(target, what, ax, ay, az, bx, by, bz, max, answer, NULL, 0, NULL, 0);
  kind = ci_kind_of(&shape->shape);
  if (kind->dimensions != (what & WHAT_IN_3D ? 3 : 2)) return OTHER;
  if (!limit_holds_cast(ax, ay, az, bx, by, bz) || !(max >= 0)) return OTHER;
  if (what & WHAT_ANY)
    return kind->quick(&shape->shape, ax, ay, az, bx, by, bz, max, what & WHAT_SEGMENT, NULL);
  begin_answer(answer)->value = shape->shape.kind == COLLIDE_TRIANGLE;
  return kind->quick(&shape->shape, ax, ay, az, bx, by, bz, max, what & WHAT_SEGMENT,
                     (collide_hit *)answer);
}

/* A collide_hit is the first part of the answer, with the same fields. */
typedef char hit_comes_first[offsetof(ffi_answer, index) >= sizeof(collide_hit) ? 1 : -1];
typedef char normal_is_there[offsetof(ffi_answer, nx) == offsetof(collide_hit, normal) ? 1 : -1];
typedef char edge_is_there[offsetof(ffi_answer, edge) == offsetof(collide_hit, edge) ? 1 : -1];

/* ---- Overlap --------------------------------------------------------------------------------- */

static int overlap_world(void *userdata, const described *shape, int flags, const filter *f) {
  const held_world *world;
  collide_target subject;
  world_selection some;
  object target;
  many_query q;
  if (ci_object_of(userdata, &target) != OBJECT_WORLD || shape == NULL) return OTHER;
  if (target.dimensions != description_dimensions(shape)) return OTHER;
  if (f->ignore.member == target.head) return NO;
  world = (const held_world *)(void *)target.head;
  subject = collide_target_of_shape(&shape->shape);
  q = ci_many_of_world(&subject, world->owner->world, flags);
  q.select = select_members(world, &shape->head, f, &some);
  return ci_many_overlap(&q, NULL);
}

/* Two shapes, the second of which is the target; or a world and a shape in either order. */
static int overlap(void *a, void *b, void *ignore, int ignored_layer, void *only, int only_layer) {
  const described *first = shape_of(a), *second = shape_of(b);
  filter f;
  int found;
  if (!read_filter(&f, ignore, ignored_layer, only, only_layer)) return OTHER;
  if (first == NULL) return overlap_world(a, second, COLLIDE_TARGET_FIRST, &f);
  if (second == NULL) return overlap_world(b, first, 0, &f);
  if (description_dimensions(first) != description_dimensions(second)) return OTHER;
  if (!accepts(&f, &second->head)) return NO;
  found = collide_overlap(&first->shape, &second->shape);
  return found == COLLIDE_UNSUPPORTED ? OTHER : found;
}

/* ---- Two shapes ------------------------------------------------------------------------------ */

/* A result of two shapes is the first seven numbers of the answer: a collide_push, or the distance
 * and two points. */
typedef char push_fits[sizeof(collide_push) == 7 * sizeof(double) ? 1 : -1];

static int yes_in(const described *shape) {
  if (description_dimensions(shape) == 3) return IN_SPACE;
  return YES;
}

static int contact(void *a, void *b, void *answer) {
  const described *first = shape_of(a), *second = shape_of(b);
  int found;
  begin_answer(answer);
  if (first == NULL || second == NULL) return OTHER;
  found = collide_contact(&first->shape, &second->shape, (collide_push *)answer);
  if (found <= 0) return found == COLLIDE_UNSUPPORTED ? OTHER : NO;
  return yes_in(first);
}

static int distance(void *a, void *b, void *answer) {
  const described *first = shape_of(a), *second = shape_of(b);
  double *to = (double *)(void *)begin_answer(answer);
  if (first == NULL || second == NULL) return OTHER;
  if (collide_distance(&first->shape, &second->shape, to, to + 1, to + 4) != COLLIDE_YES)
    return OTHER;
  return *to <= RANGE_SHORT ? yes_in(first) : OTHER;
}

/* ---- A shape and a point --------------------------------------------------------------------- */

/* Returns 0 if a number is out of range, or the sum of all. One test takes less time than three,
 * and the C API reads such numbers. */
static int read_point(double point[3], double x, double y, double z) {
  point[0] = x + 0.0;
  point[1] = y + 0.0;
  point[2] = z + 0.0;
  return fabs(x) + fabs(y) + fabs(z) <= COLLIDE_LARGEST;
}

static int closest(void *userdata, int count, double x, double y, double z, void *answer) {
  const described *shape = shape_of(userdata);
  double *to = (double *)(void *)begin_answer(answer), point[3];
  if (shape == NULL || count != description_dimensions(shape)) return OTHER;
  if (!read_point(point, x, y, z)) return OTHER;
  *to = collide_closest(&shape->shape, point, to + 1) + 0.0;
  return *to <= RANGE_SHORT ? YES : OTHER;
}

static int contains(void *userdata, int count, double x, double y, double z) {
  const described *shape = shape_of(userdata);
  double point[3];
  if (shape == NULL || count != description_dimensions(shape)) return OTHER;
  if (!read_point(point, x, y, z)) return OTHER;
  return collide_contains(&shape->shape, point);
}

/* ---- Setters --------------------------------------------------------------------------------- */

/* Numbers that cause an error change nothing, so the C API may then be called. */

static int set_position(void *userdata, int count, double x, double y, double z) {
  described *shape = shape_of(userdata);
  double position[3];
  if (shape == NULL || count != description_dimensions(shape)) return OTHER;
  if (!read_point(position, x, y, z)) return OTHER;
  return posed_move_shape(shape, position) ? YES : OTHER;
}

static int translate(void *userdata, int count, double x, double y, double z) {
  const described *shape = shape_of(userdata);
  const double *from;
  if (shape == NULL) return OTHER;
  from = shape->source.pose.position;
  return set_position(userdata, count, from[0] + x, from[1] + y, count == 3 ? from[2] + z : 0);
}

/* ---- Pairs of a world ------------------------------------------------------------------------ */

static double next_pair(void *userdata) {
  world_loop *loop = (world_loop *)userdata;
  number_pair pair;
  if (loop->sealed.self != seal_self(userdata, SEAL_LOOP) || !loop->is_pairs) return OTHER;
  if (loop->at == loop->count) return NO;
  pair = world_pair_at(loop, loop->at);
  if (pair.first >= PAIR_FACTOR || pair.second >= PAIR_FACTOR) return OTHER;
  loop->at++;
  return (double)pair.first * (double)PAIR_FACTOR + pair.second;
}

/* ---- Grids ----------------------------------------------------------------------------------- */

static int read_cell(const held_grid *held, int count, double x, double y, double z,
                     int64_t cell[3]) {
  return count == held->grid->frame.dimensions && grid_read_numbers(held->grid, x, y, z, cell);
}

static int grid_get(const void *userdata, int count, double x, double y, double z) {
  const held_grid *held = grid_of(userdata);
  int64_t cell[3];
  if (held == NULL || !read_cell(held, count, x, y, z, cell)) return OTHER;
  if (count == 2) return (int)grid_get_in(held->grid, 2, cell[0], cell[1], 0);
  return (int)grid_get_in(held->grid, 3, cell[0], cell[1], cell[2]);
}

/* Returns YES if the garbage collector must know that the grid has grown, else NO. */
static int grid_set(void *userdata, int count, double x, double y, double z, double value) {
  held_grid *held = (held_grid *)userdata;
  int64_t cell[3];
  if (grid_of(userdata) == NULL || held->owner->is_released) return OTHER;
  if (!read_cell(held, count, x, y, z, cell)) return OTHER;
  if (!grid_is_value(value)) return OTHER;
  held->head.changes++;
  if (!grid_set_at(held->grid, cell[0], cell[1], cell[2], (unsigned)(int)value)) return OTHER;
  touch_worlds(&held->head);
  return grid_has_grown(held);
}

/* Writes the cell of a coordinate; returns 0 if there is none. */
static int locate(const collide_grid_frame *frame, int axis, double x, double *out) {
  int64_t cell;
  if (!args_in_range(x) || !cells_locate(frame->size[axis], frame->origin[axis], x + 0.0, &cell))
    return 0;
  *out = (double)cell;
  return 1;
}

static int grid_cell_at(const void *userdata, int count, double x, double y, double z,
                        void *answer) {
  const held_grid *held = grid_of(userdata);
  ffi_answer *out = begin_answer(answer);
  const collide_grid_frame *frame;
  if (held == NULL || count != held->grid->frame.dimensions) return OTHER;
  frame = &held->grid->frame;
  if (!locate(frame, 0, x, &out->qx) || !locate(frame, 1, y, &out->qy)) return OTHER;
  return count == 2 || locate(frame, 2, z, &out->qz) ? YES : OTHER;
}

/* ---- Walks ----------------------------------------------------------------------------------- */

static collide_walk *walk_in(ffi_rooms *rooms, int room) {
  return (collide_walk *)(void *)(rooms->walk + 48 * room);
}

/* Reads the next cells of a walk that has its room, at most `most`. Returns their number. */
static int walk_continue(ffi_rooms *rooms, ffi_walk *walk, int most) {
  const int first = ROOM_SIZE * walk->room;
  const int cells =
      (int)ci_walk_fill(walk_in(rooms, walk->room), rooms->cell + first, (size_t)most);
  walk->done += (walk->limit - first) / walk->stride;
  walk->at = first;
  walk->limit = first + cells * walk->stride;
  return cells;
}

/* Begins a walk in the next room, and reads its first cells. Returns NO if the C API must refuse
 * the arguments. */
static int walk_begin(void *at, void *of) {
  ffi_rooms *rooms = (ffi_rooms *)at;
  ffi_walk *walk = (ffi_walk *)of;
  const double size = walk->size, origin = walk->origin + 0.0;
  double from[3], to[3];
  collide_grid_frame frame;
  if (!read_point(from, walk->ax, walk->ay, walk->az)) return NO;
  if (!read_point(to, walk->bx, walk->by, walk->bz)) return NO;
  if (!(size > 0 && args_in_range(size) && args_in_range(origin))) return NO;
  frame.dimensions = walk->stride - 2;
  frame.size[0] = frame.size[1] = frame.size[2] = size;
  frame.origin[0] = frame.origin[1] = frame.origin[2] = origin;
  walk->number = ++rooms->begun;
  walk->room = (int)((uint64_t)(int64_t)walk->number % ROOMS_COUNT);
  rooms->owner[walk->room] = walk->number;
  walk->at = walk->limit = ROOM_SIZE * walk->room;
  walk->done = 0;
  if (!collide_walk_begin(walk_in(rooms, walk->room), &frame, from, to)) return NO;
  walk_continue(rooms, walk, ROOM_CELLS / 2); /* a walk that ends early has cost little */
  return YES;
}

/* The number of cells that were returned. A script may have changed `at`. */
static double count_returned(const ffi_walk *walk) {
  int first = ROOM_SIZE * walk->room, at = walk->at;
  if (at < first) at = first;
  if (at > walk->limit) at = walk->limit;
  return walk->done + (at - first) / walk->stride;
}

/* Reads the next cells. Returns 0 at the end. A walk that has lost its room begins again, and skips
 * the cells that were returned. */
static int walk_fill(void *at, void *of) {
  ffi_rooms *rooms = (ffi_rooms *)at;
  ffi_walk *walk = (ffi_walk *)of;
  double returned;
  int cells;
  if (rooms->owner[walk->room] == walk->number) return walk_continue(rooms, walk, ROOM_CELLS) > 0;
  returned = count_returned(walk);
  if (walk_begin(rooms, walk) != YES) return 0;
  do {
    cells = (walk->limit - walk->at) / walk->stride;
    if (walk->done + cells > returned) {
      walk->at += (int)(returned - walk->done) * walk->stride;
      return 1;
    }
  } while (walk_continue(rooms, walk, ROOM_CELLS) > 0);
  return 0;
}

static const ffi_functions functions = {
    cast,      cast_filtered, overlap,  contact,  distance,     closest,    contains, set_position,
    translate, next_pair,     grid_get, grid_set, grid_cell_at, walk_begin, walk_fill};

/* A walk must fit into the doubles of a room. */
typedef char walk_fits[sizeof(collide_walk) <= 48 * sizeof(double) ? 1 : -1];
typedef char cells_fit[ROOM_CELLS * 5 + 5 <= (int)ROOM_SIZE ? 1 : -1];

/* ---- Lua text -------------------------------------------------------------------------------- */

/* Each line of these files is a line of Lua. */
static const char *const host_text[] = {
#include "ffi/host.h"
    NULL};
static const char *const casts_text[] = {
#include "ffi/casts.h"
    NULL};
static const char *const shapes_text[] = {
#include "ffi/shapes.h"
    NULL};
static const char *const cells_text[] = {
#include "ffi/cells.h"
    NULL};

/* ---- Functions for Lua ----------------------------------------------------------------------- */

/* Returns the members of the world of a loop over pairs; nil for other values. */
static int l_members_of(lua_State *L) {
  const world_loop *loop =
      (world_loop *)seal_check(L, 1, sizeof(world_loop), SEAL_LOOP, seal_here(L));
  if (loop == NULL || !loop->is_pairs)
    lua_pushnil(L);
  else
    world_push_own(L, 1);
  return 1;
}

/* Called for a grid that has grown, when grid_set returns YES. May run finalizers. */
static int l_report_memory(lua_State *L) {
  held_grid *held = grid_at(L, 1);
  if (held != NULL) ci_grid_report_memory(L, held);
  return 0;
}

/* Returns 1 if every key of the table at 1 is also a key of the table at 2. This is in C because
 * LuaJIT before April 2022 may compile `next` wrongly (its issue 829). */
static int l_has_only(lua_State *L) {
  int is = 1;
  lua_settop(L, 2);
  lua_pushnil(L);
  while (is && lua_next(L, 1)) {
    lua_pushvalue(L, -2);
    lua_rawget(L, 2);
    is = !lua_isnil(L, -1);
    lua_pop(L, 2);
  }
  lua_pushboolean(L, is);
  return 1;
}

/* ---- Installation ---------------------------------------------------------------------------- */

static void set_value(lua_State *L, const char *name, int index) {
  lua_pushvalue(L, index);
  lua_setfield(L, -2, name);
}

static void set_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static void set_function(lua_State *L, const char *name, lua_CFunction function, int upvalues) {
  int i;
  for (i = UP_SHAPE; i < UP_NAME; i++) lua_pushvalue(L, upvalues + i - UP_SHAPE);
  lua_pushcclosure(L, function, UP_NAME - 1);
  lua_setfield(L, -2, name);
}

/* Pushes the host table, which has all values that the Lua text needs. */
static void push_host(lua_State *L, int module, int upvalues) {
  static const struct {
    const char *name;
    int upvalue;
  } shared[] = {{"SHAPE", UP_SHAPE},
                {"SHAPE_DATA", UP_SHAPE_DATA},
                {"GRID", UP_GRID},
                {"MESH", UP_MESH},
                {"MESH_DATA", UP_MESH_DATA},
                {"COMPOUND", UP_COMPOUND},
                {"COMPOUND_DATA", UP_COMPOUND_DATA},
                {"WORLD", UP_WORLD},
                {"WORLD_DATA", UP_WORLD_DATA},
                {"layers", UP_LAYERS},
                {"next_of_loop", UP_LOOP}};
  static const char *const tables[] = {"module", "shape", "grid", "mesh", "group", "world"};
  const void *address = &functions;
  size_t i;
  lua_newtable(L);
  for (i = 0; i < sizeof tables / sizeof tables[0]; i++) set_value(L, tables[i], module + (int)i);
  for (i = 0; i < sizeof shared / sizeof shared[0]; i++)
    set_value(L, shared[i].name, upvalues + shared[i].upvalue - UP_SHAPE);
  /* a string, because a pointer may not fit into LuaJIT's light userdata */
  lua_pushlstring(L, (const char *)&address, sizeof address);
  lua_setfield(L, -2, "address");
  set_text(L, "FUNCTIONS", TEXT(FUNCTIONS));
  set_text(L, "ANSWER", TEXT(ANSWER));
  set_text(L, "ROOMS", TEXT(ROOMS));
  set_text(L, "WALK", TEXT(WALK(const)));
  lua_pushcfunction(L, l_has_only);
  lua_setfield(L, -2, "has_only");
  set_function(L, "report_memory", l_report_memory, upvalues);
  set_function(L, "members_of", l_members_of, upvalues);
}

/* Makes `pairs` of worlds return the iterator of src/lua/ffi/shapes.h. */
static void set_pairs_iterator(lua_State *L, int host, int world) {
  lua_getfield(L, world, "pairs");
  lua_getfield(L, host, "next_pair");
  (void)lua_setupvalue(L, -2, UP_LOOP);
}

/* Runs a text with the host table, and the name and number of a cast. Pushes its result. */
static void run(lua_State *L, int host, const char *name, const char *const *text, int cast) {
  static const char *const casts[] = {"raycast", "segmentcast", "linecast"};
  luaL_Buffer buffer;
  const char *whole;
  size_t length;
  luaL_buffinit(L, &buffer);
  for (; *text != NULL; text++) {
    luaL_addstring(&buffer, *text);
    luaL_addstring(&buffer, "\n");
  }
  luaL_pushresult(&buffer);
  whole = lua_tolstring(L, -1, &length);
  if (luaL_loadbuffer(L, whole, length, name) != 0) lua_error(L);
  lua_pushvalue(L, host);
  lua_pushstring(L, casts[cast]);
  lua_pushinteger(L, cast);
  lua_call(L, 3, 1);
}

void ci_ffi_install(lua_State *L, int module, int upvalues) {
  int host = lua_gettop(L) + 1, cast;
  push_host(L, module, upvalues);
  lua_pushvalue(L, host);
  lua_setfenv(L, upvalues + UP_HOME - UP_SHAPE); /* so it lives as long as any function */
  run(L, host, "=collide/ffi/host.h", host_text, 0);
  if (lua_toboolean(L, -1)) {
    run(L, host, "=collide/ffi/shapes.h", shapes_text, 0);
    set_pairs_iterator(L, host, module + 1 + SEAL_WORLD);
    run(L, host, "=collide/ffi/cells.h", cells_text, 0);
    for (cast = 0; cast < 3; cast++) run(L, host, "=collide/ffi/casts.h", casts_text, cast);
  }
  lua_settop(L, host - 1);
}

#else

void ci_ffi_install(lua_State *L, int module, int upvalues) {
  (void)upvalues;
  lua_pushliteral(L, "c");
  lua_setfield(L, module, "_WAY");
}

#endif
