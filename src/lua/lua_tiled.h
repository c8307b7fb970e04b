/* SPDX-License-Identifier: MIT
 *
 * Maps of Tiled: its export to Lua, or its JSON after decoding.
 */
#ifndef COLLIDE_LUA_TILED_H
#define COLLIDE_LUA_TILED_H

#include "../file/tiled.h"
#include "lua_grid_make.h"

/* ---- In lua_tiled.c: layers ----------------------------------------------------------------- */

/* Checks arguments 1 to 3: a map, a layer, and a table of options or nil. Pushes the layer, which
 * must have that type. Writes its offset, which includes those of the groups around it. Leaves
 * other values below it. */
void ci_tiled_find(lua_State *L, const char *type, double offset[2]);
/* The place of the layer in errors, and that of a field of it, for ci_tiled_read. */
extern const args_place ci_tiled_layer, ci_tiled_layer_field;

/* ---- In lua_tiled.c: fields ----------------------------------------------------------------- */

/* Pushes the field, or nil instead of a value that stands for null after decoding JSON. */
void ci_tiled_push_field(lua_State *L, int index, const char *name);
/* Returns 1 if the field is present. */
int ci_tiled_has(lua_State *L, int index, const char *name);
/* Returns 1 if the field is this word. */
int ci_tiled_has_word(lua_State *L, int index, const char *name, const char *word);
/* The field, a number; `otherwise` if it is missing. */
double ci_tiled_read(lua_State *L, const args_place *at, int index, const char *name,
                     double otherwise);
/* The field of the map, a number above 0; `otherwise` if it is missing. */
double ci_tiled_read_map_size(lua_State *L, const char *name, double otherwise);
/* Raises an error unless the value on top of the stack is a table. */
void ci_tiled_check_table(lua_State *L, const args_place *at);

/* ---- In lua_tiled_data.c: the tiles of a layer ---------------------------------------------- */

/* The tiles of a layer or of a chunk of it, row by row, as the map stores them. */
typedef struct tiled_block {
  double x, y, width, height;
  uint32_t gids[1];
} tiled_block;

typedef struct tiled_data {
  const collide_grid *grid; /* must have a cell for each tile */
  int inflate;              /* index of a function that decompresses; 0: none */
  make_again again;
  int blocks, count; /* index of an array of userdata, the blocks, and its length */
  uint32_t greatest; /* gid of a tile, without flags; 0 if there is none */
} tiled_data;

/* Adds the blocks of the layer at the index. */
void ci_tiled_read_data(lua_State *L, int layer, tiled_data *data);

/* ---- In lua_tiled_sets.c: the tiles of the tilesets ---------------------------------------- */

/* The four highest bits of a gid are flags; 65535 is the greatest gid that a cell can hold. */
#define TILED_GID UINT32_C(0x0fffffff)
#define TILED_FLIP_X UINT32_C(0x80000000)
#define TILED_FLIP_Y UINT32_C(0x40000000)
#define TILED_FLIP_DIAGONAL UINT32_C(0x20000000)

/* Pushes the index of the tilesets of the map, a table, and returns its place on the stack. Writes
 * the greatest gid of the tilesets, 0 if there is none. */
int ci_tiled_push_sets(lua_State *L, int map, double *last);
/* Finds the tile of a gid with its flags. `sets` is the index of the tilesets. Pushes the table of
 * the tile in its tileset, or nil if it has none. Raises an error at `at` for a value that is no
 * gid, and if the tileset is in a file of its own. A map without `tilesets` has plain tiles. */
void ci_tiled_push_tile(lua_State *L, int sets, double gid, const args_place *at, tiled_tile *tile);
/* Pushes the array of objects in the collision editor of such a table, or nil. */
void ci_tiled_push_objects(lua_State *L, int tile);

/* ---- In lua_tiled_shapes.c: the shapes of an object ------------------------------------------ */

/* An object, and how its shapes are made. */
typedef struct tiled_object {
  args_place at;
  int index; /* of its table */
  double width, height;
  tiled_placing placing;
  int ellipse; /* the number of corners for an ellipse, at least 3 */
  /* 1: the shapes get this position and rotation (in radians), and circles and capsules stay round
   * if the placing allows it. 0: the shapes have no pose, and are polygons, rects and segments. */
  int is_posed;
  double position[2], angle;
  int data;          /* index of the data of the shapes; 0: none */
  int shapes, count; /* index of the array of shapes, and its length */
} tiled_object;

/* Checks an object of the collision editor, and reads its size. Adds its own x, y and rotation to
 * its placing, and the projection of its plane. */
void ci_tiled_place(lua_State *L, tiled_object *o);
/* Reads width and height of the object. */
void ci_tiled_read_size(lua_State *L, tiled_object *o);
/* Adds the shapes of the object, whose position, rotation and size were read, to the array. */
void ci_tiled_add_shapes(lua_State *L, tiled_object *o);

/* ---- In lua_tiled_cells.c: the shapes of a tile as shapes of a cell -------------------------- */

/* The number of values in the object on top of the stack, for ci_make_read_again: 1, and its
 * points, which are `ellipse` for a round one. */
double ci_tiled_count_values(lua_State *L, int ellipse);
/* Reads the array of objects of the tile, in its orientation, into parts of a cell of that size in
 * pixels, which reaches from 0 to 1. Corners within 0.001 pixels of a side lie on it. Raises an
 * error for a shape that reaches beyond the cell, unless `clip` is set. */
void ci_tiled_read_parts(lua_State *L, int objects, const tiled_tile *tile, const double cell[2],
                         int clip, make_again *again, tiled_parts *parts);

/* ---- In lua_tiled_layer.c: grids ------------------------------------------------------------- */

/* Copies the gids of values to a grid that has none. */
void ci_tiled_copy_gids(lua_State *L, held_grid *to, const held_grid *from);
void ci_tiled_free_gids(owned_grid *owner);

#endif
