/* SPDX-License-Identifier: MIT
 *
 * Targets: one shape, grid or group, or many of them, and casts at them. Part of collide.h, which
 * says what holds for all of it.
 */
#ifndef COLLIDE_TARGET_API_H
#define COLLIDE_TARGET_API_H

#include "cast.h"
#include "grid.h"
#include "group.h"
#include "mesh.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* whatever the including file hides */
#endif

/* ---- What is cast at ------------------------------------------------------- */

typedef enum collide_target_kind {
  COLLIDE_TARGET_SHAPE,
  COLLIDE_TARGET_GRID,
  COLLIDE_TARGET_MESH,
  COLLIDE_TARGET_GROUP,
  COLLIDE_TARGET_ARRAY,
  COLLIDE_TARGET_KINDS /* how many there are */
} collide_target_kind;

/* Points to what it is made of, which has to live as long as it is asked. Its members all have
 * the same dimensions. An array that is a member of an array is passed over. */
typedef struct collide_target {
  collide_target_kind kind;
  int count; /* of an array: how many members, may be 0 */
  union {
    const collide_shape *shape;
    const collide_grid *grid;
    const collide_mesh_shape *mesh;
    const collide_shape_group *group;
    const struct collide_target *members;
  } of;
} collide_target;

collide_target collide_target_of_shape(const collide_shape *shape);
collide_target collide_target_of_grid(const collide_grid *grid);
collide_target collide_target_of_mesh(const collide_mesh_shape *mesh);
collide_target collide_target_of_group(const collide_shape_group *group);
/* Part `index` of the group, which there has to be, alone. */
collide_target collide_target_of_part(const collide_shape_group *group, int index);
collide_target collide_target_of_array(const collide_target *members, int count);

/* 2 or 3; 0 for an array that holds nothing. */
int collide_target_dimensions(const collide_target *target);
/* The smallest box with sides along the axes that holds the target, as collide_bounds has it; 0
 * when there is nothing in it, and then nothing is written. */
int collide_target_bounds(const collide_target *target, double min[3], double max[3]);

/* ---- What is hit ----------------------------------------------------------- */

typedef struct collide_target_hit {
  collide_hit hit;       /* of a grid: t, t_exit, point, normal and inside of its hit, no face */
  collide_target member; /* the shape, grid, mesh or group that was hit */
  int index;             /* its place in the array, from 0; 0 when the target is no array */
  int triangle;          /* 1 for a triangle of three dimensions, of a mesh the triangle's number
                            from 1: then hit.u and hit.v count; else 0 */
  int part;              /* of a group: which of its parts was hit, from 1; else 0 */
  int count;             /* of a grid, as in collide_grid_hit; 0 for others, */
  unsigned value;        /* and then nothing of these is written */
  int64_t cell[3];
  int64_t cells[8][3];
} collide_target_hit;

/* Each returns 1 on a hit, 0 on a miss, and writes *hit on a hit alone. It is the nearest: the one
 * with the least t as each member alone has it, a member being a shape, a grid or a part of a
 * group; of equal t that of the lower index, and then of the lower part. With hit NULL only the
 * answer counts, which the first member that is hit gives. Arguments and flags are those of
 * collide_raycast and collide_grid_raycast, and so on. */
int collide_target_raycast(const collide_target *target, const double origin[3],
                           const double direction[3], double max, int flags,
                           collide_target_hit *hit);
int collide_target_segmentcast(const collide_target *target, const double from[3],
                               const double to[3], int flags, collide_target_hit *hit);
int collide_target_linecast(const collide_target *target, const double point[3],
                            const double direction[3], int flags, collide_target_hit *hit);

/* ---- The same in steps -------------------------------------------------------- */

typedef enum collide_cast_kind {
  COLLIDE_CAST_RAY,
  COLLIDE_CAST_SEGMENT,
  COLLIDE_CAST_LINE
} collide_cast_kind;

/* A ray, a segment or a line, and all that is asked with it. */
typedef struct collide_cast {
  collide_cast_kind kind;
  int flags;
  double start[3], toward[3]; /* a direction, or a segment's end */
  double max;                 /* of a ray; of the others it is not looked at */
} collide_cast;

/* The nearest hit, or with hit NULL whether there is any. */
int collide_cast_at(const collide_cast *cast, const collide_target *target,
                    collide_target_hit *hit);

/* What a cast at many finds out beforehand. Fields are private. */
typedef struct collide_heading {
  double d[3], dd, most; /* the direction, its square and its largest component */
  double dd_slack;
  double dd_low, dd_high; /* its square less and more what rounding may move a bound by */
  double max;
} collide_heading;

/* The nearest of members that come one by one, for those who keep them in a way of their own. An
 * offer decides no more than it must, and of a shape only t is found: the rest of the best hit is
 * measured by collide_nearest_measure or collide_nearest_finish, and a shape that was offered has
 * to stay there, unchanged, until then. Fields are private. */
typedef struct collide_nearest {
  const collide_cast *cast;
  collide_heading heading;
  int found;
  int is_measured; /* `best` is whole; else only its t, member and index are */
  collide_target_hit best;
} collide_nearest;

/* *cast has to stay until the end. */
void collide_nearest_begin(collide_nearest *nearest, const collide_cast *cast);
/* Returns 1 when the member is the nearest so far; so the first 1 tells that there is a hit. The
 * order of the offers and their indices does not matter. */
int collide_nearest_offer(collide_nearest *nearest, const collide_target *member, int index);
/* Measures the best so far, so that nothing that was offered has to stay any longer. */
void collide_nearest_measure(collide_nearest *nearest);
/* Returns 1 and writes *hit, or returns 0 when nothing was hit. */
int collide_nearest_finish(collide_nearest *nearest, collide_target_hit *hit);

/* The hits with a grid of which some cells are shapes. Fields are private. */
enum { COLLIDE_TILES_WAIT = 16 };
typedef struct collide_tile_hit {
  double t;
  int64_t cell[3];
  unsigned value;
} collide_tile_hit;
typedef struct collide_tile_hits {
  collide_grid_cast walk;
  int has_next, has_ended; /* the walk has come to a cell that was not looked at, or to its end */
  double touched;          /* when that cell is touched */
  int64_t cell[3];
  unsigned value;
  int count; /* of hits that wait until no earlier one can come */
  collide_tile_hit list[COLLIDE_TILES_WAIT];
} collide_tile_hits;

/* All hits, in the order of the members, one of each shape, one for each cell of a grid and one for
 * each triangle of a mesh and one for each part of a group; sorted by t only within a grid or mesh.
 * Fields are private. */
typedef struct collide_hits {
  const collide_cast *cast;
  collide_heading heading;
  const collide_target *target;
  int next;    /* the member whose hits are to come */
  int is_open; /* some of them have come, and there may be more: of a grid, 1 by
                  `grid` and 2 by `tiles`, */
  int part;    /* and of a group, from this part on */
  collide_grid_cast grid;
  collide_tile_hits tiles;
  double t; /* of a mesh: its last hit */
  int triangle;
  int is_in_part; /* of a group: there may be more hits of a part that is a mesh */
} collide_hits;

/* *cast and *target have to stay until the end. */
void collide_hits_begin(collide_hits *hits, const collide_cast *cast, const collide_target *target);
/* Writes the next one and returns 1, or returns 0 when there is none. */
int collide_hits_next(collide_hits *hits, collide_target_hit *hit);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
