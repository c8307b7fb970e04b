/* SPDX-License-Identifier: MIT
 *
 * The geometry of maps of Tiled: where Tiled draws tiles and objects, and the shapes of tiles as
 * shapes of cells. y points down.
 */
#ifndef COLLIDE_FILE_TILED_H
#define COLLIDE_FILE_TILED_H

#include "../collide.h"
#include "../grid/grid_shape.h"

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

typedef struct tiled_tile {
  uint32_t gid; /* without flags */
  int id;       /* within its tileset; -1 if no tileset has it */
  /* Tiled exchanges x and y first (diagonal), then flips x and y. */
  int flip_x, flip_y, flip_diagonal;
  double size[2];   /* of the unflipped tile in pixels; 0 if no tileset has it */
  double offset[2]; /* the drawing offset of the tileset */
  int alignment;    /* TILED_UNSPECIFIED to TILED_BOTTOM_RIGHT */
  int is_stretched; /* 1: in tile layers Tiled scales it to the size of a cell */
  int keeps_aspect; /* 1: objects scale both axes by the lesser factor */
  /* If the collision editor is isometric: half of a cell's width over its height, and the place of
   * the origin of its plane in the tile. Otherwise 0. */
  double slant, origin[2];
} tiled_tile;

/* The affine map to the plane of the shapes:
 * (linear[0] * x + linear[1] * y + at[0], linear[2] * x + linear[3] * y + at[1]). */
typedef struct tiled_placing {
  double linear[4], at[2];
  double slant; /* of the plane of the objects that are placed next; see ci_tiled_project */
} tiled_placing;

/* ---- In tiled.c: where Tiled draws --------------------------------------------------------- */

/* Writes the place of a point; `out` may hold the point. */
void ci_tiled_place_point(const tiled_placing *m, double x, double y, double out[2]);
/* Writes the linear map from the plane of objects to that of the screen. In isometric maps Tiled
 * draws (x, y) at ((x - y) * slant, (x + y) / 2); slant is half of a tile's width over its height.
 * With 0, both planes are the same. */
void ci_tiled_project(double slant, double linear[4]);
/* Places a tile that is drawn in that size, with its anchor at (0, 0). Tiled scales it, exchanges
 * its axes, and flips it. Exchanged axes leave the lower left corner of the image in place. The
 * drawing offset is scaled too. With `is_whole` the placing is that of a rect of that size,
 * otherwise that of the shapes of the tile. */
void ci_tiled_place_tile(tiled_placing *m, const tiled_tile *tile, const double size[2], int anchor,
                         int is_whole);
/* Adds the position and the rotation of an object of a collision editor to the tile's placing. */
void ci_tiled_place_object(tiled_placing *m, double x, double y, double degrees);

/* Returns 1 if the placing maps circles to circles. */
int ci_tiled_keeps_circles(const tiled_placing *m);
/* How much a placing that keeps circles scales them. */
double ci_tiled_scale(const tiled_placing *m);
/* Returns 1 if the placing maps rects to rects. */
int ci_tiled_keeps_rects(const tiled_placing *m);
/* Writes `count` placed points of an ellipse, at equal steps in degrees of its parameter. */
void ci_tiled_write_arc(const tiled_placing *m, const double center[2], const double radii[2],
                        double first, double step, int count, double *corners);

/* ---- In tiled_cell.c: the shapes of a tile as shapes of a cell ------------------------------ */

typedef struct tiled_parts {
  int count;     /* of the parts of a cell */
  int is_shaped; /* 1: the tile has shapes; when they are clipped, all may lie outside the cell */
  const collide_shape *list[GRID_FORM_PARTS];
  collide_shape shapes[GRID_FORM_PARTS];
  double storage[1]; /* of polygons */
} tiled_parts;

/* The size of the struct with its storage. */
size_t ci_tiled_parts_size(void);

/* Converts points from pixels to a cell of that size, which reaches from 0 to 1. Coordinates within
 * 0.001 pixels of a side lie on it. */
void ci_tiled_convert_to_cell(double *points, int count, const double cell[2]);
/* The greatest distance in pixels of a converted point beyond the cell, 0 if all are inside, and
 * its side: 0 to 3 for left, right, top, bottom. */
double ci_tiled_measure_beyond(const double *points, int count, const double cell[2], int *side);
/* Cuts off the parts of a convex polygon or segment beyond the cell. Returns the new count, at most
 * TILED_MORE_CORNERS greater; both arrays have room for it. */
enum { TILED_MORE_CORNERS = 4 };
int ci_tiled_clip_to_cell(double *points, int count, double *spare);
/* Adds a convex polygon or a segment, in parts of at most GRID_FORM_CORNERS corners. `corners` are
 * the indices of its points. Returns COLLIDE_ERROR_LIMIT if there are too many parts. */
collide_error ci_tiled_add_convex(tiled_parts *parts, const double *points, const int *corners,
                                  int count);

#endif
