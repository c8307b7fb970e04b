/* SPDX-License-Identifier: MIT
 *
 * Functions that LuaJIT's ffi calls, except casts and overlap: pairs, points, setters, cells.
 */
#include "../number/fp.h"
#include "lua_ffi_calls.h"

#include <stddef.h>

#include "../cells/cells.h"
#include "../narrow/pairs.h"
#include "../narrow/limit.h"
#include "../target/world.h"
#include "lua_move.h"
#include "lua_posed.h"

/* ---- Two shapes ------------------------------------------------------------------------------ */

/* Checks that a push is written to the fields that the script reads. */
typedef char push_is_there[offsetof(ffi_answer, depth) - offsetof(ffi_answer, mx) ==
                                       offsetof(collide_push, depth) &&
                                   offsetof(ffi_answer, qx) - offsetof(ffi_answer, mx) ==
                                       offsetof(collide_push, point)
                               ? 1
                               : -1];

/* The doubles of the answer that begin at a field. */
#define DOUBLES_AT(out, field) ((double *)(void *)((char *)(out) + offsetof(ffi_answer, field)))

static int yes_in(const described *shape) {
  if (description_dimensions(shape) == 3) return IN_SPACE;
  return YES;
}

static int contact(void *a, void *b, void *answer) {
  const described *first = shape_of(a), *second = shape_of(b);
  ffi_answer *out = begin_answer(answer);
  int found;
  if (first == NULL || second == NULL) return OTHER;
  found =
      collide_contact(&first->shape, &second->shape, (collide_push *)(void *)DOUBLES_AT(out, mx));
  if (found <= 0) return found == COLLIDE_UNSUPPORTED ? OTHER : NO;
  return yes_in(first);
}

static int distance(void *a, void *b, void *answer) {
  const described *first = shape_of(a), *second = shape_of(b);
  ffi_answer *out = begin_answer(answer);
  if (first == NULL || second == NULL) return OTHER;
  out->t =
      collide_distance(&first->shape, &second->shape, DOUBLES_AT(out, px), DOUBLES_AT(out, qx)) +
      0.0;
  return out->t >= 0 && out->t <= RANGE_SHORT ? yes_in(first) : OTHER;
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
  ffi_answer *out = begin_answer(answer);
  double point[3];
  if (shape == NULL || count != description_dimensions(shape)) return OTHER;
  if (!read_point(point, x, y, z)) return OTHER;
  out->t = collide_closest(&shape->shape, point, DOUBLES_AT(out, px)) + 0.0;
  return out->t <= RANGE_SHORT ? YES : OTHER;
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

/* Returns 1 if a part of a pose may have that many numbers. */
static int takes_count(pose_part part, int dimensions, int count) {
  if (part == POSE_ROTATION) return count == (dimensions == 2 ? 1 : 4);
  return count == dimensions || (part == POSE_SCALE && count == 1);
}

static int set_pose(void *userdata, int part, int count, double x, double y, double z, double w) {
  const described *shape = shape_of(userdata);
  double values[4];
  posed p;
  if (shape == NULL || !takes_count((pose_part)part, description_dimensions(shape), count))
    return OTHER;
  if (!read_point(values, x, y, z) || !args_in_range(w)) return OTHER;
  values[3] = w + 0.0;
  p = posed_of(OBJECT_SHAPE, (object_head *)userdata);
  return ci_posed_set_numbers(&p, (pose_part)part, values, count) ? YES : OTHER;
}

/* ---- Pairs of a world ------------------------------------------------------------------------ */

static double next_pair(void *userdata) {
  world_loop *loop = (world_loop *)userdata;
  number_pair pair;
  if (loop->sealed.self != seal_self(userdata, SEAL_LOOP) || !loop->is_pairs) return OTHER;
  if (loop->at == loop->count) return NO;
  pair = loop->pairs[loop->at];
  if (pair.first >= PAIR_FACTOR || pair.second >= PAIR_FACTOR) return OTHER;
  loop->at++;
  return (double)pair.first * (double)PAIR_FACTOR + pair.second;
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* The coordinates of a cell, by value; see grid_near.h. */
typedef struct whole_cell {
  int64_t x, y, z;
} whole_cell;

/* In two dimensions z is 0. Returns 0 for numbers that are not a cell, or a cell so far away that
 * it may not be distinct. */
static inline int read_cell(const collide_grid *grid, int count, double x, double y, double z,
                            whole_cell *cell) {
  double below = grid->distinct_below;
  if (count != grid->frame.dimensions) return 0;
  if (!(fabs(x) < below && fabs(y) < below && fabs(z) < below)) return 0;
  cell->x = (int64_t)x;
  cell->y = (int64_t)y;
  cell->z = (int64_t)z;
  return (double)cell->x == x && (double)cell->y == y && (double)cell->z == z;
}

static int grid_get(const void *userdata, int count, double x, double y, double z) {
  const held_grid *held = grid_of(userdata);
  whole_cell cell;
  if (held == NULL || !read_cell(held->grid, count, x, y, z, &cell)) return OTHER;
  if (count == 2) return (int)grid_get_in(held->grid, 2, cell.x, cell.y, 0);
  return (int)grid_get_in(held->grid, 3, cell.x, cell.y, cell.z);
}

/* Returns YES if the garbage collector must know that the grid has grown, else NO. */
static int grid_set(void *userdata, int count, double x, double y, double z, double value) {
  held_grid *held = (held_grid *)userdata;
  whole_cell cell;
  if (grid_of(userdata) == NULL || held->owner->is_released) return OTHER;
  if (!read_cell(held->grid, count, x, y, z, &cell)) return OTHER;
  if (!(value >= 0 && value <= 65535 && value == (double)(int)value)) return OTHER;
  held->head.changes++;
  if (!grid_set_at(held->grid, cell.x, cell.y, cell.z, (unsigned)(int)value)) return OTHER;
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

const ffi_functions ci_ffi_functions = {
    ci_ffi_cast, ci_ffi_cast_filtered, ci_ffi_overlap, contact,  distance,  closest,
    contains,    set_position,         translate,      set_pose, next_pair, grid_get,
    grid_set,    grid_cell_at,         walk_begin,     walk_fill};

/* A walk must fit into the doubles of a room. */
typedef char walk_fits[sizeof(collide_walk) <= 48 * sizeof(double) ? 1 : -1];
typedef char cells_fit[ROOM_CELLS * 5 + 5 <= (int)ROOM_SIZE ? 1 : -1];
