/* SPDX-License-Identifier: MIT
 *
 * The C functions that LuaJIT calls through its ffi, and the structs that they share with the Lua
 * text in src/lua/ffi. They take userdata and numbers, and know no Lua.
 */
#ifndef COLLIDE_LUA_FFI_CALLS_H
#define COLLIDE_LUA_FFI_CALLS_H

#include "lua_description.h"
#include "lua_grid.h"
#include "lua_mesh.h"
#include "lua_world.h"

/* The declarations that C and the ffi share are written once: these macros are C, and their text is
 * declared to the ffi. */
#define TEXT(...) TEXT_OF(__VA_ARGS__)
#define TEXT_OF(...) #__VA_ARGS__

/* The result of a call. It begins with a collide_hit, and has a collide_push at `mx`. All fields
 * are plain: in code that is not compiled, LuaJIT makes garbage when it reads an array in a struct.
 * `calls` counts the calls that got this struct to write. `value` is the value of a cell, the
 * number of a triangle, or 0. */
#define ANSWER                                      \
  struct {                                          \
    double t, t_exit, px, py, pz, nx, ny, nz, u, v; \
    int inside, has_point, face, edge;              \
    int index, value;                               \
    double mx, my, mz, depth, qx, qy, qz, calls;    \
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

/* The bits of a cast's `what`: WHAT_ANY if any hit is enough, QUICK_LINE, the dimensions, and
 * QUICK_SEGMENT. */
enum { WHAT_ANY = 1, WHAT_LINE = 2, WHAT_IN_3D = 4, WHAT_SEGMENT = 8 };

/* Results. OTHER: the call is not supported here, and nothing was done. NO: a miss. YES: a hit.
 * UNSURE and MEETS: plain doubles do not decide a cast; cast_filtered decides it. CELL: the hit of
 * a cast is a cell. OF_MEMBER is added if the hit is of a member of a world. */
enum { OTHER = -1, NO, YES, UNSURE, MEETS, CELL, OF_MEMBER = 8 };

/* Replaces YES in contact and distance if the shapes are of three dimensions. */
enum { IN_SPACE = 2 };

/* `count` is the number of components of a point, or of numbers in a part of a pose. `part` is a
 * pose_part. `ignore` and `only` each name a member or NULL, and a layer or 0. next_pair returns
 * the first number of the next pair times PAIR_FACTOR, plus the second one; NO at the end. */
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
    int (*set_pose)(void *shape, int part, int count, double x, double y, double z, double w);     \
    double (*next_pair)(void *loop);                                                               \
    int (*grid_get)(const void *grid, int count, double x, double y, double z);                    \
    int (*grid_set)(void *grid, int count, double x, double y, double z, double value);            \
    int (*grid_cell_at)(const void *grid, int count, double x, double y, double z, void *answer);  \
    int (*walk_begin)(void *rooms, void *walk);                                                    \
    int (*walk_fill)(void *rooms, void *walk);                                                     \
  }
typedef FUNCTIONS ffi_functions;

extern const ffi_functions ci_ffi_functions; /* lua_ffi_calls.c */

/* lua_ffi_casts.c: functions of ffi_functions. */
int ci_ffi_cast(void *target, int what, double ax, double ay, double az, double bx, double by,
                double bz, double max, void *answer);
int ci_ffi_cast_filtered(void *target, int what, double ax, double ay, double az, double bx,
                         double by, double bz, double max, void *answer, void *ignore,
                         int ignored_layer, void *only, int only_layer);
int ci_ffi_overlap(void *a, void *b, void *ignore, int ignored_layer, void *only, int only_layer);

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

#endif
