/* SPDX-License-Identifier: MIT
 *
 * The C functions that LuaJIT calls through its ffi, and the structs that they share with the files
 * in src/lua/ffi. They take userdata and numbers, and know no Lua.
 */
#ifndef COLLIDE_LUA_FFI_CALLS_H
#define COLLIDE_LUA_FFI_CALLS_H

/* What the Lua files have to know of C is written once, here: these macros are C, and their text is
 * what is declared to the ffi. */
#define TEXT(...) TEXT_OF(__VA_ARGS__)
#define TEXT_OF(...) #__VA_ARGS__

/* What a call answers. It begins as collide_hit does, which is written there. Plain fields, since
 * reading an array in a struct would make garbage where the call is not compiled. `calls` tells how
 * many calls were given this answer to write, so that a script sees whether another one came before
 * it had read what its own wrote. Of a triangle or mesh `value` is the number of the triangle. From
 * `mx` on lies a collide_push: the normal, the depth, the point. */
#define ANSWER                                      \
  struct {                                          \
    double t, t_exit, px, py, pz, nx, ny, nz, u, v; \
    int inside, has_point, face, edge;              \
    int index, value, count, unused;                \
    double mx, my, mz, depth, qx, qy, qz, calls;    \
    double cells[21];                               \
  }
typedef ANSWER ffi_answer;

/* Where walks read cells ahead. Of room k, from 1, the cells begin at double k * ROOM_SIZE. Behind
 * the cells of a room, a step still has room that begins at the last double. `owner` is the number
 * of the walk that has the room, or 0. */
enum { ROOM_CELLS = 64, ROOM_SIZE = 328 };
#define ROOMS              \
  struct {                 \
    double begun;          \
    double owner[16];      \
    double cell[16 * 328]; \
    double walk[16 * 48];  \
  }
typedef ROOMS ffi_rooms;

/* What a script holds of a walk: which double of `cell` it is at, and where those end that were
 * read; its room, and how many doubles a cell takes; its question; its number, how many cells were
 * returned before those in the room, and how many are read next. A walk whose room was taken keeps
 * all but `limit`, which is 0 then, so that what was returned can still be told. */
#define WALK(constant)                                    \
  struct {                                                \
    int at;                                               \
    constant int limit, room, stride;                     \
    constant double ax, ay, az, bx, by, bz, size, origin; \
    constant double number, done;                         \
    constant int asked;                                   \
  }
typedef WALK() ffi_walk;

/* What goes on through the cells of a grid: the cell that was found last, and in `cells` how far it
 * is. All is 0 before the first. */
#define EACH_CELL     \
  struct {            \
    double x, y, z;   \
    double is_begun;  \
    double cells[10]; \
  }

/* The bits of `what`: a kind of cast, and what is asked. */
enum { WHAT_KIND = 3, WHAT_ANY = 4, WHAT_IN_3D = 8 };

/* What functions return: that the call is not theirs to answer, or not as it was made, and nothing
 * was done; a miss or no; a hit or yes; and for casts, of what, in a single target or in a
 * world. */
enum { OTHER = -1, NO = 0, YES = 1, TRIANGLE = 2, CELL = 3, OF_MEMBER = 4 };

/* Of contact and distance in place of YES, where the shapes are of three dimensions. */
enum { IN_SPACE = 2 };

/* So many members may be told by their numbers at once. */
enum { NUMBERS_ROOM = 1024 };

/* Of triangle_test: by edge functions or by separating axes, a rect or a box. */
enum { WHAT_SAT = 1, WHAT_BOX = 2 };

#define CAST_IN_2D(name)                                                                 \
  int (*name)(const void *shape, double ax, double ay, double bx, double by, double max, \
              void *answer);
#define CAST_IN_3D(name)                                                                           \
  int (*name)(const void *shape, double ax, double ay, double az, double bx, double by, double bz, \
              double max, void *answer);

#define CASTS                                                                                  \
  struct {                                                                                     \
    CAST_IN_2D(raycast_2)                                                                      \
    CAST_IN_2D(raycast_any_2)                                                                  \
    CAST_IN_2D(segmentcast_2)                                                                  \
    CAST_IN_2D(segmentcast_any_2)                                                              \
    CAST_IN_2D(linecast_2)                                                                     \
    CAST_IN_2D(linecast_any_2)                                                                 \
    CAST_IN_3D(raycast_3)                                                                      \
    CAST_IN_3D(raycast_any_3)                                                                  \
    CAST_IN_3D(segmentcast_3)                                                                  \
    CAST_IN_3D(segmentcast_any_3)                                                              \
    CAST_IN_3D(linecast_3)                                                                     \
    CAST_IN_3D(linecast_any_3)                                                                 \
    int (*cast_grid)(const void *grid, int what, double ax, double ay, double az, double bx,   \
                     double by, double bz, double max, void *answer);                          \
    int (*cast_mesh)(const void *mesh, int what, double ax, double ay, double az, double bx,   \
                     double by, double bz, double max, void *answer);                          \
    int (*cast_world)(const void *world, int what, double ax, double ay, double az, double bx, \
                      double by, double bz, double max, void *answer);                         \
    int (*cast_many)(const void *target, int what, double *rays, int count, double *answers);  \
  }
typedef CASTS ffi_casts;

#define FUNCTIONS                                                                                 \
  struct {                                                                                        \
    int (*dimensions)(const void *member);                                                        \
    int (*overlap)(const void *a, const void *b);                                                 \
    int (*contact)(const void *a, const void *b, void *answer);                                   \
    int (*distance)(const void *a, const void *b, void *answer);                                  \
    int (*closest)(const void *shape, int count, double x, double y, double z, void *answer);     \
    int (*contains_2)(const void *shape, double x, double y);                                     \
    int (*contains_3)(const void *shape, double x, double y, double z);                           \
    int (*project)(const void *shape, int count, double x, double y, double z, void *answer);     \
    int (*triangle_region)(const void *shape, double x, double y);                                \
    int (*triangle_test)(const void *triangle, const void *other, int what);                      \
    int (*set_position)(void *shape, int count, double x, double y, double z);                    \
    int (*set_rotation)(void *shape, int count, double x, double y, double z, double w);          \
    int (*set_scale)(void *shape, int count, double x, double y, double z);                       \
    int (*grid_get_2)(const void *grid, double x, double y);                                      \
    int (*grid_get_3)(const void *grid, double x, double y, double z);                            \
    int (*grid_set)(void *grid, int count, double x, double y, double z, double value);           \
    int (*grid_cell_at)(const void *grid, int count, double x, double y, double z, void *answer); \
    int (*grid_limit)(const void *grid, void *loop, double ax, double ay, double az, double bx,   \
                      double by, double bz);                                                      \
    int (*grid_each)(const void *grid, void *loop);                                               \
    int (*cell_at)(int dimensions, double x, double y, double z, double size, double origin,      \
                   void *answer);                                                                 \
    int (*world_overlaps)(const void *world, const void *shape, int is_world_first, void *answer, \
                          void *numbers);                                                         \
    int (*world_move)(const void *world, const void *shape, int count, double x, double y,        \
                      double z, void *answer);                                                    \
    int (*loop_count)(const void *loop);                                                          \
    const int *(*loop_pairs)(const void *loop);                                                   \
    int (*walk_begin)(void *rooms, void *walk, void *before);                                     \
    int (*walk_fill)(void *rooms, void *walk);                                                    \
  }
typedef FUNCTIONS ffi_functions;

/* Of what options leave: `ignore` and `only` each name a member or NULL, and a layer or 0. */
#define SOME                                                                                   \
  struct {                                                                                     \
    int (*overlap_some)(const void *a, const void *b, const void *ignore, int ignored_layer,   \
                        const void *only, int only_layer);                                     \
    int (*cast_some)(const void *target, int what, double ax, double ay, double az, double bx, \
                     double by, double bz, double max, void *answer, const void *ignore,       \
                     int ignored_layer, const void *only, int only_layer);                     \
  }
typedef SOME ffi_some;

extern const ffi_some ci_ffi_some;           /* lua_ffi_some.c */
extern const ffi_casts ci_ffi_casts;         /* lua_ffi_casts.c */
extern const ffi_functions ci_ffi_functions; /* lua_ffi_calls.c */

#endif
