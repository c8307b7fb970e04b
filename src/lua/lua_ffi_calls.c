/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_ffi_members.h"

#include <stddef.h>
#include <string.h>

#include "../cells/cells.h"
#include "../pair/pair_table.h"
#include "../world/world.h"
#include "lua_move.h"

/* ---- Pairs --------------------------------------------------------------------- */

static int overlap(const void *a, const void *b) {
  const described *first = shape_of(a), *second = shape_of(b);
  int found;
  if (first == NULL || second == NULL) return OTHER;
  found = collide_overlap(&first->shape, &second->shape);
  return found == COLLIDE_UNSUPPORTED ? OTHER : found;
}

/* What a query finds is written where the script reads it: the core shows no -0. */
typedef char push_is_there[offsetof(ffi_answer, depth) - offsetof(ffi_answer, mx) ==
                                       offsetof(collide_push, depth) &&
                                   offsetof(ffi_answer, qx) - offsetof(ffi_answer, mx) ==
                                       offsetof(collide_push, point)
                               ? 1
                               : -1];

/* Of the answer, the three doubles that begin at a field. */
#define THREE_AT(out, field) ((double *)(void *)((char *)(out) + offsetof(ffi_answer, field)))

static int in_dimensions(const described *shape) {
  if (dimensions_of_kind(shape->shape.kind) == 3) return IN_SPACE;
  return YES;
}

static int contact(const void *a, const void *b, void *answer) {
  const described *first = shape_of(a), *second = shape_of(b);
  ffi_answer *out = begin_answer(answer);
  int found;
  if (first == NULL || second == NULL) return OTHER;
  found = collide_contact(&first->shape, &second->shape, (collide_push *)(void *)THREE_AT(out, mx));
  if (found <= 0) return found == COLLIDE_UNSUPPORTED ? OTHER : NO;
  return in_dimensions(first);
}

static int distance(const void *a, const void *b, void *answer) {
  const described *first = shape_of(a), *second = shape_of(b);
  ffi_answer *out = begin_answer(answer);
  if (first == NULL || second == NULL) return OTHER;
  out->t =
      collide_distance(&first->shape, &second->shape, THREE_AT(out, px), THREE_AT(out, qx)) + 0.0;
  if (out->t < 0) return OTHER;
  return in_dimensions(first);
}

/* Reads a point; returns 0 if it is not finite. */
static int read_point(double point[3], double x, double y, double z) {
  point[0] = x + 0.0;
  point[1] = y + 0.0;
  point[2] = z + 0.0;
  return (x - x) + (y - y) + (z - z) == 0;
}

static int closest(const void *userdata, int count, double x, double y, double z, void *answer) {
  const described *shape = shape_of(userdata);
  ffi_answer *out = begin_answer(answer);
  double point[3];
  if (shape == NULL || count != dimensions_of_kind(shape->shape.kind)) return OTHER;
  if (!read_point(point, x, y, z)) return OTHER;
  out->t = collide_closest(&shape->shape, point, THREE_AT(out, px)) + 0.0;
  return YES;
}

/* A sum that is finite has no term that is not; one of finite numbers that overflows is left to the
 * C API. */
static int contains_2(const void *userdata, double x, double y) {
  const described *held = shape_of(userdata);
  double point[3];
  if (held == NULL || held->shape.kind < COLLIDE_CIRCLE || !(fabs(x + y) <= DBL_MAX)) return OTHER;
  point[0] = x;
  point[1] = y;
  point[2] = 0;
  return ci_point_rows[held->shape.kind]->holds(&held->shape, point);
}

static int contains_3(const void *userdata, double x, double y, double z) {
  const described *held = shape_of(userdata);
  double point[3];
  if (held == NULL || held->shape.kind >= COLLIDE_CIRCLE || !(fabs(x + y + z) <= DBL_MAX))
    return OTHER;
  point[0] = x;
  point[1] = y;
  point[2] = z;
  return ci_point_rows[held->shape.kind]->holds(&held->shape, point);
}

static int project(const void *userdata, int count, double x, double y, double z, void *answer) {
  const described *shape = shape_of(userdata);
  ffi_answer *out = begin_answer(answer);
  double axis[3], lowest, highest;
  if (shape == NULL || count != dimensions_of_kind(shape->shape.kind)) return OTHER;
  if (!read_point(axis, x, y, z) || (x == 0 && y == 0 && z == 0)) return OTHER;
  collide_project(&shape->shape, axis, &lowest, &highest);
  out->t = lowest + 0.0;
  out->t_exit = highest + 0.0;
  return YES;
}

static int triangle_region(const void *userdata, double x, double y) {
  const described *shape = shape_of(userdata);
  double point[3];
  if (shape == NULL || !read_point(point, x, y, 0)) return OTHER;
  return collide_triangle_region(&shape->shape, point);
}

/* Rects and boxes that are rotated are an error, which the function of the C API raises. */
static int triangle_test(const void *triangle, const void *other, int what) {
  const described *a = shape_of(triangle), *b = shape_of(other);
  int found;
  if (a == NULL || b == NULL) return OTHER;
  if (what & WHAT_BOX) {
    if (a->shape.kind != COLLIDE_TRIANGLE || b->shape.kind != COLLIDE_BOX) return OTHER;
    found = what & WHAT_SAT ? collide_triangle_box_sat(&a->shape, &b->shape)
                            : collide_triangle_box_pef(&a->shape, &b->shape);
  } else {
    if (a->shape.kind != COLLIDE_TRIANGLE_2D || b->shape.kind != COLLIDE_RECT) return OTHER;
    if (description_is_turned(b)) return OTHER;
    found = what & WHAT_SAT ? collide_triangle_rect_sat(&a->shape, &b->shape)
                            : collide_triangle_rect_pef(&a->shape, &b->shape);
  }
  return found == COLLIDE_UNSUPPORTED ? OTHER : found;
}

/* ---- Setters ----------------------------------------------------------------------- */

/* A call that raises an error changes nothing, so it may be made again. */
static int set_pose(void *userdata, pose_part part, const double *values, int count) {
  described *shape = (described *)userdata;
  int i;
  if (shape_of(userdata) == NULL) return OTHER;
  for (i = 0; i < count; i++)
    if (values[i] - values[i] != 0) return OTHER;
  return ci_description_set_pose(shape, part, values, count) ? YES : OTHER;
}

static int set_position(void *userdata, int count, double x, double y, double z) {
  double values[3];
  if (count != dimensions_of(userdata) || !read_point(values, x, y, z)) return OTHER;
  return set_pose(userdata, POSE_POSITION, values, count);
}

static int set_rotation(void *userdata, int count, double x, double y, double z, double w) {
  double values[4];
  if (count != (dimensions_of(userdata) == 2 ? 1 : 4) || !read_point(values, x, y, z)) return OTHER;
  values[3] = w + 0.0;
  return set_pose(userdata, POSE_ROTATION, values, count);
}

static int set_scale(void *userdata, int count, double x, double y, double z) {
  double values[3];
  if ((count != 1 && count != dimensions_of(userdata)) || !read_point(values, x, y, z))
    return OTHER;
  return set_pose(userdata, POSE_SCALE, values, count);
}

/* ---- Grids ----------------------------------------------------------------------------- */

/* A cell as its coordinates, which are not written into an array; see grid_near.h. */
typedef struct whole_cell {
  int64_t x, y, z;
} whole_cell;

static int is_distinct(const collide_grid *grid, int axis, int64_t k) {
  return ci_cells_distinct(grid->frame.size[axis], grid->frame.origin[axis], k);
}

/* Where it is not known that all cells are distinct. */
static int check_far_cell(const collide_grid *grid, double x, double y, double z) {
  if (!(fabs(x) < CELLS_MOST && fabs(y) < CELLS_MOST && fabs(z) < CELLS_MOST)) return 0;
  if (!is_distinct(grid, 0, (int64_t)x) || !is_distinct(grid, 1, (int64_t)y)) return 0;
  return grid->frame.dimensions == 2 || is_distinct(grid, 2, (int64_t)z);
}

/* In two dimensions z is 0. Returns 0 if it is no cell of the grid. */
static inline int read_cell(const collide_grid *grid, int count, double x, double y, double z,
                            whole_cell *cell) {
  double below = grid->distinct_below;
  if (count != grid->frame.dimensions) return 0;
  if (!(fabs(x) < below && fabs(y) < below && fabs(z) < below) && !check_far_cell(grid, x, y, z))
    return 0;
  cell->x = (int64_t)x;
  cell->y = (int64_t)y;
  cell->z = (int64_t)z;
  return (double)cell->x == x && (double)cell->y == y && (double)cell->z == z;
}

static int grid_get_2(const void *userdata, double x, double y) {
  const held_grid *held = grid_of(userdata);
  whole_cell cell;
  if (held == NULL || !read_cell(held->grid, 2, x, y, 0, &cell)) return OTHER;
  return (int)grid_get_in(held->grid, 2, cell.x, cell.y, 0);
}

static int grid_get_3(const void *userdata, double x, double y, double z) {
  const held_grid *held = grid_of(userdata);
  whole_cell cell;
  if (held == NULL || !read_cell(held->grid, 3, x, y, z, &cell)) return OTHER;
  return (int)grid_get_in(held->grid, 3, cell.x, cell.y, cell.z);
}

/* Returns NO if it was done, and YES if the garbage collector is to be told that the grid has
 * grown. */
static int grid_set(void *userdata, int count, double x, double y, double z, double value) {
  held_grid *held = (held_grid *)userdata;
  whole_cell cell;
  if (grid_of(userdata) == NULL || held->owner->is_released) return OTHER;
  if (!read_cell(held->grid, count, x, y, z, &cell)) return OTHER;
  if (!(value >= 0 && value <= 65535 && value == (double)(int)value)) return OTHER;
  held->changes++;
  if (!grid_set_at(held->grid, cell.x, cell.y, cell.z, (unsigned)(int)value)) return OTHER;
  touch_worlds(&held->sealed, &held->worlds);
  return grid_has_grown(held);
}

/* Writes the cell of a coordinate; returns 0 if there is none. */
static inline int tell_cell(double size, double origin, double x, double *out) {
  int64_t cell;
  if (!(x - x == 0) || !cells_locate(size, origin, x + 0.0, &cell)) return 0;
  *out = (double)cell;
  return 1;
}

static int grid_cell_at(const void *userdata, int count, double x, double y, double z,
                        void *answer) {
  const held_grid *held = grid_of(userdata);
  const collide_grid_frame *frame;
  ffi_answer *out = begin_answer(answer);
  if (held == NULL || count != held->grid->frame.dimensions) return OTHER;
  frame = &held->grid->frame;
  if (!tell_cell(frame->size[0], frame->origin[0], x, &out->qx)) return OTHER;
  if (!tell_cell(frame->size[1], frame->origin[1], y, &out->qy)) return OTHER;
  if (count == 3 && !tell_cell(frame->size[2], frame->origin[2], z, &out->qz)) return OTHER;
  return YES;
}

typedef struct each_cell {
  double x, y, z, is_begun;
  collide_grid_cells cells;
} each_cell;

typedef EACH_CELL ffi_each;
typedef char each_fits[sizeof(each_cell) <= sizeof(ffi_each) ? 1 : -1];

/* Begins a loop over the cells from one corner to the other; in two dimensions their z is 0. */
static int grid_limit(const void *userdata, void *loop, double ax, double ay, double az, double bx,
                      double by, double bz) {
  const held_grid *held = grid_of(userdata);
  each_cell *each = (each_cell *)loop;
  whole_cell low, high;
  int64_t min[3], max[3];
  int count;
  if (held == NULL) return OTHER;
  count = held->grid->frame.dimensions;
  if (!read_cell(held->grid, count, ax, ay, az, &low)) return OTHER;
  if (!read_cell(held->grid, count, bx, by, bz, &high)) return OTHER;
  if (low.x > high.x || low.y > high.y || low.z > high.z) return OTHER;
  min[0] = low.x;
  min[1] = low.y;
  min[2] = low.z;
  max[0] = high.x;
  max[1] = high.y;
  max[2] = high.z;
  collide_grid_cells_begin(&each->cells, min, max);
  each->is_begun = 1;
  return YES;
}

/* Returns the value of the next cell, or 0 behind the last one. */
static int grid_each(const void *userdata, void *loop) {
  const held_grid *held = grid_of(userdata);
  each_cell *each = (each_cell *)loop;
  unsigned value;
  if (held == NULL) return 0;
  if (each->is_begun == 0) collide_grid_cells_begin(&each->cells, NULL, NULL);
  each->is_begun = 1;
  value = collide_grid_cells_next(&each->cells, held->grid);
  each->x = (double)each->cells.at[0];
  each->y = (double)each->cells.at[1];
  each->z = (double)each->cells.at[2];
  return (int)value;
}

/* Returns 0 if the frame has to be refused. */
static int make_frame(collide_grid_frame *frame, int dimensions, double size, double origin) {
  int i;
  if (!(size > 0 && size - size == 0 && origin - origin == 0)) return 0;
  *frame = collide_unit_frame(dimensions);
  for (i = 0; i < dimensions; i++) {
    frame->size[i] = size;
    frame->origin[i] = origin + 0.0;
  }
  return 1;
}

/* The frame is the same along all axes. */
static int cell_at(int dimensions, double x, double y, double z, double size, double origin,
                   void *answer) {
  ffi_answer *out = begin_answer(answer);
  if (!(size > 0 && size - size == 0 && origin - origin == 0)) return OTHER;
  if (!tell_cell(size, origin, x, &out->qx) || !tell_cell(size, origin, y, &out->qy)) return OTHER;
  return dimensions == 2 || tell_cell(size, origin, z, &out->qz) ? YES : OTHER;
}

/* ---- Worlds ------------------------------------------------------------------------------ */

/* Returns how many numbers it wrote. */
static int world_overlaps(const void *world, const void *shape, int is_world_first, void *answer,
                          void *numbers) {
  const owned_world *owner = world_of(world);
  const described *asked = shape_of(shape);
  int count;
  if (owner == NULL || owner->world == NULL || asked == NULL) return OTHER;
  if (collide_world_dimensions(owner->world) != dimensions_of_kind(asked->shape.kind)) return OTHER;
  begin_answer(answer);
  count = ci_world_overlaps(owner->world, &asked->shape, is_world_first ? COLLIDE_TARGET_FIRST : 0,
                            ci_roster_number(owner->roster, &asked->worlds, owner), (int *)numbers,
                            NUMBERS_ROOM);
  return count >= 0 && count <= NUMBERS_ROOM ? count : OTHER;
}

/* Tells where the shape comes to, and how many things it meets; it is left where it is. */
static int world_move(const void *world, const void *userdata, int count, double x, double y,
                      double z, void *answer) {
  const owned_world *owner = world_of(world);
  const described *shape = shape_of(userdata);
  ffi_answer *out = begin_answer(answer);
  collide_move_options options = collide_default_move();
  collide_move_result result;
  double d[3];
  if (owner == NULL || shape == NULL || count != dimensions_of_kind(shape->shape.kind))
    return OTHER;
  if (!read_point(d, x, y, z)) return OTHER;
  if (!ci_move_in_world(owner, shape, d, &options, &result)) return OTHER;
  out->px = result.position[0];
  out->py = result.position[1];
  out->pz = result.position[2];
  out->t = (double)result.count;
  d[0] = result.displacement[0];
  d[1] = result.displacement[1];
  d[2] = result.displacement[2];
  return d[0] != 0 || d[1] != 0 || d[2] != 0 ? YES : NO;
}

/* NULL if the userdata is no loop over pairs. */
static const world_loop *loop_of(const void *userdata) {
  const world_loop *loop = (const world_loop *)userdata;
  return loop->sealed.self == seal_self(userdata, SEAL_LOOP) && loop->is_pairs ? loop : NULL;
}

static int loop_count(const void *userdata) {
  const world_loop *loop = loop_of(userdata);
  return loop != NULL ? loop->count : OTHER;
}

static const int *loop_pairs(const void *userdata) {
  const world_loop *loop = loop_of(userdata);
  return loop != NULL ? &loop->pairs[0].first : NULL;
}

/* ---- Walks ------------------------------------------------------------------------------- */

static collide_walk *walk_in(ffi_rooms *rooms, int room) {
  return (collide_walk *)(void *)(rooms->walk + 48 * room);
}

/* Whether `before` may be told that its room is taken: it is the walk that has it, or nobody has. A
 * script that a finalizer interrupted may have looked that up before others took the room. */
static int is_owner(const ffi_rooms *rooms, const ffi_walk *before, int room) {
  if (before == NULL) return rooms->owner[room] == 0;
  return before->room == room && before->number == rooms->owner[room];
}

/* Takes the room of the walk `before`, which may be none. Returns NO if the room was taken in vain,
 * since the question has to be refused. */
static int walk_begin(void *at, void *of, void *old) {
  ffi_rooms *rooms = (ffi_rooms *)at;
  ffi_walk *walk = (ffi_walk *)of, *before = (ffi_walk *)old;
  int room = walk->room;
  collide_grid_frame frame;
  double from[3], to[3];
  if (!is_owner(rooms, before, room)) return OTHER;
  if (!read_point(from, walk->ax, walk->ay, walk->az)) return OTHER;
  if (!read_point(to, walk->bx, walk->by, walk->bz)) return OTHER;
  if (!make_frame(&frame, walk->stride - 2, walk->size, walk->origin)) return OTHER;
  if (before != NULL) before->limit = 0;
  walk->number = rooms->owner[room] = ++rooms->begun;
  walk->at = walk->limit = ROOM_SIZE * room;
  walk->asked = ROOM_CELLS / 2 + 1; /* the first cell, and then room for a run */
  return collide_walk_begin(walk_in(rooms, room), &frame, from, to) ? YES : NO;
}

/* Returns how many cells it wrote, or OTHER if the walk has lost its room. It asks for more each
 * time, so that a walk which is left early has not cost much. */
static int walk_fill(void *at, void *of) {
  ffi_rooms *rooms = (ffi_rooms *)at;
  ffi_walk *walk = (ffi_walk *)of;
  int room = walk->room, first = ROOM_SIZE * room, cells;
  if (walk->number == 0 || rooms->owner[room] != walk->number) return OTHER;
  walk->done += (walk->limit - first) / walk->stride;
  cells = (int)collide_walk_fill(walk_in(rooms, room), rooms->cell + first, (size_t)walk->asked);
  walk->at = first;
  walk->limit = first + cells * walk->stride;
  walk->asked = ROOM_CELLS;
  return cells;
}

const ffi_functions ci_ffi_functions = {
    dimensions_of, overlap,    contact,         distance,      closest,      contains_2,
    contains_3,    project,    triangle_region, triangle_test, set_position, set_rotation,
    set_scale,     grid_get_2, grid_get_3,      grid_set,      grid_cell_at, grid_limit,
    grid_each,     cell_at,    world_overlaps,  world_move,    loop_count,   loop_pairs,
    walk_begin,    walk_fill};

/* A walk has to fit into the field that the Lua files see as numbers. */
typedef char walk_fits[sizeof(collide_walk) <= 48 * sizeof(double) ? 1 : -1];
typedef char pairs_are_numbers[sizeof(number_pair) == 2 * sizeof(int) ? 1 : -1];
typedef char cells_fit[ROOM_CELLS * 5 + 5 <= (int)ROOM_SIZE ? 1 : -1];
