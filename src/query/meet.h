/* SPDX-License-Identifier: MIT
 *
 * Pairs with targets: what the sources of this room share. A kind of target has a row of routines
 * here, as it has one for casts in cast/target.h; an array has none, for its members have.
 */
#ifndef COLLIDE_MEET_H
#define COLLIDE_MEET_H

#include "../number/fp.h"

#include "../collide.h"
#include "../grid/grid_shape.h"
#include "around.h"
#include "candidates.h"

/* The shape that a query is about. */
typedef struct meet {
  const collide_shape *shape;
  int flags, dimensions;
  int part;               /* which part of a group it is, from 1; 0 for a shape alone */
  int is_round;           /* a ball or an even capsule, which has an inside */
  double low[3], high[3]; /* its bounds */
  /* NULL, or what a cast found that ended here, at t: then only that is asked of that mesh. */
  const mesh_candidates *candidates;
  double t;
  int is_start;               /* it is where the cast began, to the bit */
  const passed_cells *passed; /* NULL, or those of the grid that is asked */
} meet;

/* Tells whether a contact counts; and, unless that is NULL, whether a cell of a grid is passed, so
 * that it covers no face of another. */
typedef struct meet_choice {
  int (*takes)(struct meet_choice *choice, const collide_meeting *found);
  int (*passes)(const struct meet_choice *choice, const collide_place *cell);
} meet_choice;

/* Where contacts go: into a list, or only the deepest of them is kept. */
typedef struct meet_sink {
  collide_meeting *list; /* the deepest alone: of length 1 */
  int64_t room, count;
  int keeps_deepest;
  int index; /* of the member that is asked */
  /* Where a part of a group is asked in its place: what all its contacts tell as member and part.
   */
  const collide_target *group;
  int part;
  meet_choice *choice; /* NULL: every contact counts */
} meet_sink;

typedef struct meet_kind {
  /* 1, 0 or COLLIDE_UNSUPPORTED */
  int (*overlap)(const meet *m, const collide_target *t);
  /* Gives all contacts to the sink; returns 0, or COLLIDE_UNSUPPORTED. */
  int (*contacts)(const meet *m, const collide_target *t, meet_sink *sink);
  /* As collide_target_distance, but for `index`. */
  int (*distance)(const meet *m, const collide_target *t, double max, collide_nearness *nearest);
  int (*contains)(const collide_target *t, const double point[3]);
} meet_kind;

/* Its row; NULL of an array. */
const meet_kind *ci_meet_kind_of(const collide_target *target);

extern const meet_kind ci_meet_shape, ci_meet_grid, ci_meet_mesh, ci_meet_group;

meet ci_meet_begin(const collide_shape *shape, int flags);
/* The same where the bounds of the shape are known. */
meet ci_meet_begin_within(const collide_shape *shape, const double low[3], const double high[3],
                          int flags);
/* The queries of collide/meet.h. `target` may be an array. */
int ci_meet_overlap(const meet *m, const collide_target *target);
/* Returns 0, or COLLIDE_UNSUPPORTED. */
int ci_meet_contacts(const meet *m, const collide_target *target, meet_sink *sink);
/* With `found`, *nearest is the nearest so far, to be replaced only by what is nearer. */
int ci_meet_nearest(const meet *m, const collide_target *target, double max, int found,
                    collide_nearness *nearest);
/* As collide_target_contact, of the contacts that count. */
int ci_meet_chosen(const meet *m, const collide_target *target, meet_choice *choice,
                   collide_meeting *deepest);
meet_sink ci_meet_deepest(collide_meeting *deepest);
meet_sink ci_meet_list(collide_meeting *list, int64_t room);
void ci_meet_give(meet_sink *sink, const collide_meeting *found);

/* ci_meet_contact of a triangle of a mesh, named by its place (meet_seam.c): where the mesh goes on
 * flat or hollow beyond its edges, without a seam's normal. */
int ci_meet_triangle(const meet *m, const collide_mesh_shape *mesh, int32_t place,
                     const collide_shape *triangle, collide_push *push);

/* The queries of two shapes, in the order that the flags say. */
int ci_meet_contact(const meet *m, const collide_shape *other, collide_push *push);
/* The same where the depth is above 0, else 0. */
int ci_meet_open_contact(const meet *m, const collide_shape *other, collide_push *push);
double ci_meet_distance(const meet *m, const collide_shape *other, double on_shape[3],
                        double on_other[3]);

/* A bound below which collide_distance of the shape and anything between two corners does not
 * fall. */
double ci_meet_bound(const meet *m, const double low[3], const double high[3]);
/* The same of a shape that is flat and anything that has flat faces alone, at a position of 0: then
 * it is mostly as near to the distance as that is measured. m->shape may be NULL for such things.
 */
double ci_meet_flat_bound(const meet *m, const double low[3], const double high[3]);
/* Has it flat faces, or is it round without a linear frame? */
int ci_meet_is_flat(const collide_shape *shape);

/* ---- Two of a kind -------------------------------------------------------------------------- */

/* Do any two cells meet? Exact: cells are closed, and their boundaries are the doubles that the
 * frame gives. */
int ci_grids_overlap(const collide_grid *a, const collide_grid *b);
int ci_grids_distance(const collide_target *first, const collide_target *second, double max,
                      collide_nearness *nearest);
/* Do any two triangles meet? With COLLIDE_SKIP_TOUCHING, do they overlap by more than touching? */
int ci_meshes_overlap(const collide_mesh_shape *a, const collide_mesh_shape *b, int flags);

/* ---- meet_asked.c: a mesh, part `part` of a group, in place of the shape --------------------- */

/* Shapes and groups of shapes are asked about the mesh, so that the answers are mirrored. There is
 * no test with grids; and of two meshes only whether they meet. */
int ci_meet_mesh_overlap(const collide_mesh_shape *mesh, const collide_target *target, int flags);
/* Returns 0, or COLLIDE_UNSUPPORTED. */
int ci_meet_mesh_contacts(const collide_mesh_shape *mesh, int part, const collide_target *target,
                          int flags, meet_sink *sink);
/* As ci_meet_nearest. */
int ci_meet_mesh_nearest(const collide_mesh_shape *mesh, int part, const collide_target *target,
                         double max, int flags, int found, collide_nearness *nearest);
int ci_meet_is_nearer(const collide_nearness *p, const collide_nearness *q);
/* ---- meet_grid.c -------------------------------------------------------------------------- */

/* How the contact with a cell counts. */
typedef enum cell_rank {
  CELL_APART,
  CELL_PROPER, /* across faces, edges or corners that no other cell covers, */
  CELL_SEAM    /* or only touched, and only where other cells cover it */
} cell_rank;

/* Which of the faces of a cell others cover: bit 2 i for the lower face along axis i, 2 i + 1 for
 * the upper one. */
unsigned ci_meet_covered(const cell_around *a);
/* The contact with one cell, as collide_target_contact gives it. */
cell_rank ci_meet_cell(const meet *m, const collide_grid *grid, const int64_t cell[3],
                       collide_push *push);

/* ---- meet_cells.c: cells of grids as boxes ------------------------------------------ */

/* Is cell p before cell q? z counts first, then y, then x. */
int ci_cells_before(const int64_t p[3], const int64_t q[3]);
/* A range of cells that holds all cells of the grid that are not empty and meet the box between the
 * two corners, and perhaps others. min > max when there are none. */
void ci_cells_range(const collide_grid *grid, const double low[3], const double high[3],
                    int64_t min[3], int64_t max[3]);

/* ---- meet_near.c ------------------------------------------------------------------------- */

/* A range of cells that holds all that are at most `max` away from the shape, or from its bounds
 * where m->shape is NULL, and perhaps others. */
void ci_meet_near_range(const meet *m, const collide_grid *grid, double max, int64_t min[3],
                        int64_t most[3]);
/* Cells are equally near when their distances differ by this much of themselves at most. */
#define MEET_TIE 9.094947017729282e-13 /* 2^-40 */

int ci_meet_grid_distance(const meet *m, const collide_target *t, double max,
                          collide_nearness *nearest);

/* Calls `take` with each cell that is not empty and that the shape overlaps, in no stated order,
 * until it returns 0. The shape has as many dimensions as the grid, which must not change
 * meanwhile. Exact: cells are closed. Returns 1, or COLLIDE_UNSUPPORTED as collide_overlap does. */
int ci_grid_cells_in(const collide_grid *grid, const collide_shape *shape,
                     int (*take)(void *user, const int64_t cell[3], unsigned value), void *user);

#endif
