/* SPDX-License-Identifier: MIT
 *
 * Maps of Tiled: its export to Lua, or its JSON after decoding.
 */
#ifndef COLLIDE_LUA_TILED_H
#define COLLIDE_LUA_TILED_H

#include "lua_grid_make.h"

/* ---- In lua_tiled_sets.c: the tiles of the tilesets ---------------------------------------- */

/* The point of a tile that lies at the position of its object: `objectalignment` of a tileset. */
enum {
  TILED_UNSPECIFIED, /* for an orthogonal map the bottom left, for an isometric one the bottom */
  TILED_TOP_LEFT,
  TILED_TOP,
  TILED_TOP_RIGHT,
  TILED_LEFT,
  TILED_CENTER,
  TILED_RIGHT,
  TILED_BOTTOM_LEFT,
  TILED_BOTTOM,
  TILED_BOTTOM_RIGHT
};

/* The four highest bits of a gid are flags; 65535 is the greatest gid that a cell can hold. */
#define TILED_GID UINT32_C(0x0fffffff)
#define TILED_FLIP_X UINT32_C(0x80000000)
#define TILED_FLIP_Y UINT32_C(0x40000000)
#define TILED_FLIP_DIAGONAL UINT32_C(0x20000000)

typedef struct tiled_tile {
  uint32_t gid; /* without flags */
  int id;       /* within its tileset; -1 if no tileset has it */
  /* Tiled exchanges x and y first (diagonal), then flips x and y. */
  int flip_x, flip_y, flip_diagonal;
  double width, height; /* of the unflipped tile in pixels; 0 if no tileset has it */
  double offset[2];     /* the drawing offset of the tileset; y points down */
  int alignment;        /* TILED_UNSPECIFIED to TILED_BOTTOM_RIGHT */
} tiled_tile;

/* Pushes the field, or nil instead of a value that stands for null after decoding JSON. */
void ci_tiled_push_field(lua_State *L, int index, const char *name);

/* Pushes the index of the tilesets of the map, a table, and returns its place on the stack. */
int ci_tiled_push_sets(lua_State *L, int map);
/* Finds the tile of a gid with its flags. `sets` is the index of the tilesets. Pushes the table of
 * the tile in its tileset, or nil if it has none. Raises an error at `at` for a value that is no
 * gid, and if the tileset is in a file of its own. A map without `tilesets` has plain tiles. */
void ci_tiled_push_tile(lua_State *L, int sets, double gid, const args_place *at, tiled_tile *tile);
/* The same, but pushes the array of objects in the tile's collision editor, or nil. */
void ci_tiled_find_tile(lua_State *L, int sets, double gid, const args_place *at, tiled_tile *tile);

/* ---- In lua_tiled_shapes.c: the shapes of an object ------------------------------------------ */

/* The affine map from the plane of an object's group to that of its shapes:
 * (linear[0] * x + linear[1] * y + at[0], linear[2] * x + linear[3] * y + at[1]). */
typedef struct tiled_placing {
  double linear[4], at[2];
  int ellipse; /* the number of corners for an ellipse, at least 3 */
} tiled_placing;

/* An object, and how its shapes are made. */
typedef struct tiled_object {
  args_place at;
  int index; /* of its table */
  tiled_placing placing;
  /* 1: the shapes get this position and rotation (in radians), a point becomes a circle of radius
   * 0, and circles and capsules stay round if the placing allows it. 0: the shapes have no pose,
   * and are polygons, rects and segments. */
  int is_posed;
  double position[2], angle;
  int data;          /* index of the data of the shapes; 0: none */
  int shapes, count; /* index of the array of shapes, and its length */
} tiled_object;

/* Returns 1 if the field is present. */
int ci_tiled_has(lua_State *L, int index, const char *name);
/* The field, a number; 0 if it is missing. */
double ci_tiled_read(lua_State *L, const args_place *at, int index, const char *name);
/* Adds the object's own x, y and rotation to its placing. */
void ci_tiled_place(lua_State *L, tiled_object *o);
/* Adds the shapes of the object to the array. Does not read its x, y and rotation. */
void ci_tiled_add_shapes(lua_State *L, tiled_object *o);

/* Reads the object, a table at that stack index. Appends its convex shapes (rects, polygons and
 * segments without a pose) to the array at `shapes`, which has `count` elements. They are placed by
 * the object's x, y and rotation, then by `placing`. Concave polygons are decomposed; points and
 * text add nothing. The polygon of an ellipse has points of the ellipse as corners, at equal steps
 * of its parameter; its distance from the ellipse is at most (1 - cos(pi / placing->ellipse)) of
 * the longer radius. Returns the new count. */
int ci_tiled_add_pieces(lua_State *L, const args_place *at, int index, const tiled_placing *placing,
                        int shapes, int count);

#endif
