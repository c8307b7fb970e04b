/* SPDX-License-Identifier: MIT
 *
 * Pairs with targets: the interface that the sources of this room share. Shapes, grids and meshes
 * have a row of functions. Arrays and groups have none: their members and parts have rows. For
 * worlds see world_proximity.c.
 */
#ifndef COLLIDE_PROXIMITY_H
#define COLLIDE_PROXIMITY_H

#include "../number/fp.h"

#include "../collide.h"
#include "../grid/grid_shape.h"
#include "around.h"
#include "candidates.h"
#include "first.h"
#include "nearby.h"

/* Receives distances, the nearest first. */
typedef struct near_sink {
  first_answers kept; /* collide_nearness */
  /* NULL, or the group whose part `part` is the target; distances get these as member and part */
  const collide_target *group;
  int part;
} near_sink;

/* The shape that a query tests against a target. */
typedef struct meet {
  const collide_shape *shape;
  const collide_mesh *mesh; /* NULL, or a mesh in place of the shape: see ci_meet_begin_mesh */
  int flags, dimensions;
  int part;               /* the shape's part in a group, from 1; 0 for a shape alone */
  int has_inside;         /* the result of ci_meet_has_inside */
  double low[3], high[3]; /* its bounds */
  /* NULL, or the candidates of a cast that ended here, at t. Only these triangles of that mesh are
   * tested. */
  const mesh_candidates *candidates;
  double t;
  int is_start;               /* the shape is where that cast began, with the same bits */
  const passed_cells *passed; /* NULL, or the cells of the grid that are passed */
  nearby *near;               /* NULL, or the members of the target that the shape can meet */
  near_sink *all;             /* if set, collects every distance up to `max` */
} meet;

/* `takes` returns 1 if a contact counts. `passes` returns 1 if a cell of a grid is passed: then it
 * covers no face of another cell. `passes` may be NULL; t is 0. */
typedef struct meet_choice {
  int (*takes)(struct meet_choice *choice, const collide_meeting *found);
  int (*passes)(const void *choice, const collide_place *cell, double t);
} meet_choice;

/* Receives contacts, the deepest first. */
typedef struct meet_sink {
  first_answers kept; /* collide_meeting */
  int index;          /* the index of the member that is tested */
  /* NULL, or the group whose part `part` is tested; contacts get these as member and part */
  const collide_target *group;
  int part;
  meet_choice *choice; /* NULL: every contact counts */
} meet_sink;

typedef struct meet_kind {
  /* Returns 1, 0 or COLLIDE_UNSUPPORTED. */
  int (*overlap)(const meet *m, const collide_target *t);
  /* Gives all contacts to the sink. Returns 0, or COLLIDE_UNSUPPORTED. */
  int (*contacts)(const meet *m, const collide_target *t, meet_sink *sink);
  /* As collide_target_distance; does not write `index`. With m->all it gives the distances up to
   * `max` to this sink; then *nearest is not specified. */
  int (*distance)(const meet *m, const collide_target *t, double max, collide_nearness *nearest);
  int (*contains)(const collide_target *t, const double point[3]);
} meet_kind;

extern const meet_kind ci_meet_grid, ci_meet_mesh;

meet ci_meet_begin(const collide_shape *shape, int flags);
/* The same, with known bounds of the shape. */
meet ci_meet_begin_within(const collide_shape *shape, const double low[3], const double high[3],
                          int flags);
/* A mesh as the subject. Each shape of the target is tested against the mesh, and the result is
 * mirrored. Grids have no test with a mesh. */
meet ci_meet_begin_mesh(const collide_mesh *mesh, int flags);
/* The queries of collide/proximity.h. `target` may be an array. */
int ci_meet_overlap(const meet *m, const collide_target *target);
/* Returns 0, or COLLIDE_UNSUPPORTED. */
int ci_meet_contacts(const meet *m, const collide_target *target, meet_sink *sink);
/* As collide_target_contact, with only the contacts that `choice` takes. */
int ci_meet_chosen(const meet *m, const collide_target *target, meet_choice *choice,
                   collide_meeting *deepest);
/* A sink that keeps the `most` deepest contacts. */
meet_sink ci_meet_sink(collide_meeting *list, int64_t room, int64_t most);
void ci_meet_give(meet_sink *sink, const collide_meeting *found);
/* Contacts with a lesser depth are not wanted. */
static inline double meet_sink_least(const meet_sink *sink) {
  const collide_meeting *last = (const collide_meeting *)first_last(&sink->kept);
  if (last != NULL) return last->push.depth;
  return first_is_closed(&sink->kept) ? HUGE_VAL : 0;
}
/* Gives the distance to m->all if it is not NULL. */
void ci_meet_list_near(const meet *m, const collide_nearness *near);
/* Exchanges the two points. */
static inline void nearness_swap(collide_nearness *near) {
  int i;
  for (i = 0; i < 3; i++) {
    double on_shape = near->on_shape[i];
    near->on_shape[i] = near->on_target[i];
    near->on_target[i] = on_shape;
  }
}
/* Greater distances are not wanted. */
static inline double near_sink_most(const near_sink *sink, double max) {
  const collide_nearness *last = (const collide_nearness *)first_last(&sink->kept);
  if (last != NULL) return last->distance;
  return first_is_closed(&sink->kept) ? -1 : max;
}

/* The queries of pair.h. m->flags decide which shape is the first (COLLIDE_TARGET_FIRST). */
int ci_meet_contact(const meet *m, const collide_shape *other, collide_push *push);
/* The same, but returns 0 if the depth is 0. */
int ci_meet_open_contact(const meet *m, const collide_shape *other, collide_push *push);
double ci_meet_distance(const meet *m, const collide_shape *other, double on_shape[3],
                        double on_other[3]);

/* A lower bound on collide_distance from the shape to anything within a box. */
double ci_meet_bound(const meet *m, const double low[3], const double high[3]);
/* The same, from the gap of the two along a unit axis. ci_meet_bound subtracts 2^-48 of the
 * distance, and 2^-30 of the largest coordinate, in the plane 2^-90. This subtracts four times as
 * much, which also covers the rounding of the projections. */
double ci_meet_axis_bound(const meet *m, const double low[3], const double high[3], double gap);
/* The same bound, if ci_meet_is_flat holds for the shape, and the box holds only flat faces of
 * shapes with origin 0. Its error is mostly no larger than that of the distance. m->shape may be
 * NULL for a shape with flat faces and origin 0. */
double ci_meet_flat_bound(const meet *m, const double low[3], const double high[3]);
/* Returns 1 if the shape surely has an inside. Triangles are not examined. */
int ci_meet_has_inside(const collide_shape *shape);
/* Returns 1 for shapes with flat faces, and for spheres and capsules without a linear frame. */
int ci_meet_is_flat(const collide_shape *shape);

/* ---- Two grids ---------------------------------------------------------------------------- */

/* Returns 1 if any two cells overlap. Exact: cells are closed, and their boundaries are the doubles
 * of the frame. */
int ci_grids_overlap(const collide_grid *a, const collide_grid *b);
int ci_grids_distance(const collide_target *first, const collide_target *second, double max,
                      collide_nearness *nearest);

/* ---- Places and cells of grids ------------------------------------------------------------ */

/* Returns -1 if place p comes before q, 1 if it comes after, else 0. Compares indices, then parts,
 * triangles and cells. */
int ci_places_compare(const collide_place *p, const collide_place *q);
/* Returns 1 if cell p comes before cell q. Compares z, then y, then x. */
int ci_cells_before(const int64_t p[3], const int64_t q[3]);
/* Writes a range of cells. It includes every cell of the grid that is not empty and overlaps the
 * box, and perhaps others. min > max if there are none. */
void ci_cells_range(const collide_grid *grid, const double low[3], const double high[3],
                    int64_t min[3], int64_t max[3]);
/* Returns 0 for bounds of half-spaces. */
static inline int cells_are_bounded(int dimensions, const double low[3], const double high[3]) {
  int i;
  for (i = 0; i < dimensions; i++)
    if (!(low[i] > -HUGE_VAL && high[i] < HUGE_VAL)) return 0;
  return 1;
}
/* About the number of cells that bounds meet. */
static inline double cells_count(const collide_grid *grid, const double low[3],
                                 const double high[3]) {
  const collide_grid_frame *f = &grid->frame;
  double count = 1;
  int i;
  for (i = 0; i < f->dimensions; i++) count *= 1 + (high[i] - low[i]) / f->size[i];
  return count;
}
/* If the bounds of a shape meet more cells than this, tests of whole blocks save time. */
#define CELLS_MANY 128
/* Calls `take` with each cell that is not empty and that the shape overlaps, until it returns 0.
 * The order is not specified. Shape and grid have the same dimensions. `take` must not change the
 * grid. Exact: cells are closed. Returns 1, or COLLIDE_UNSUPPORTED as collide_overlap does. */
int ci_grid_cells_in(const collide_grid *grid, const collide_shape *shape,
                     int (*take)(void *user, const int64_t cell[3], unsigned value), void *user);

#endif
