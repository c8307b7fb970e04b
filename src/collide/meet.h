/* SPDX-License-Identifier: MIT
 *
 * Pairs with targets: does a shape meet a grid or any of many, how deep, how far apart are they?
 * Part of collide.h, whose opening comment applies here too.
 */
#ifndef COLLIDE_MEET_API_H
#define COLLIDE_MEET_API_H

#include "pair.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* even where the including file hides its names */
#endif

/* A shape is asked about a target of the same dimensions: another shape, a grid, a mesh, a group,
 * or an array of these. A mesh is its surface, and each of its triangles is a part. A grid is the
 * union of its cells that are not empty, as closed boxes; for the answers each of these cells is a
 * part. A group answers as its parts do, one by one. An array answers as its members do, one by
 * one. */

/* Where in a target an answer was found. */
typedef struct collide_place {
  collide_target member; /* the shape, grid, mesh or group */
  int index;             /* its place in the array, from 0; 0 when the target is no array */
  int part;              /* of a group: which of its parts, from 1; else 0. See below. */
  int triangle;          /* of a mesh: which one, from 1; else 0 */
  int has_cell;          /* 1 for a grid, 0 for others, and then the rest is not written: */
  unsigned value;        /* the value of the cell */
  int64_t cell[3];       /* z is 0 in two dimensions */
} collide_place;

typedef struct collide_meeting {
  collide_push push; /* as of collide_contact with that member, or with that cell */
  collide_place at;
} collide_meeting;

typedef struct collide_nearness {
  double distance;
  double on_shape[3], on_target[3]; /* the nearest points, as of collide_distance */
  collide_place at;
} collide_nearness;

/* In all of these, `flags` are of the enumeration above. Each returns COLLIDE_UNSUPPORTED, and
 * writes nothing, as soon as a member comes up for which there is no test. */

/* 1 when the shape meets any member, else 0. Exact. */
int collide_target_overlap(const collide_shape *shape, const collide_target *target, int flags);

/* Returns 1 exactly when the two meet, and then writes the deepest contact of all members, or of
 * all cells of a grid, or of all triangles of a mesh; of equal depth that of the lower index, then
 * that of the lower triangle or cell, where z counts first, then y, then x.
 *
 * A cell of a grid gives contacts only across those of its faces that no other cell covers, and
 * across the edges and corners between these. A cell all of whose faces are covered gives contacts
 * across all of them. A cell that the shape only touches, and only where other cells cover it,
 * gives a contact only if no cell of the grid gives another. */
int collide_target_contact(const collide_shape *shape, const collide_target *target, int flags,
                           collide_meeting *deepest);

/* All contacts with one member, which is no array: one with a shape, one for each cell of a grid
 * or triangle of a mesh that gives one, in no certain order. Writes at most `room` of them, with
 * index 0, and returns how many there are. */
int64_t collide_target_contacts(const collide_shape *shape, const collide_target *member, int flags,
                                collide_meeting *list, int64_t room);

/* Returns 1 when something of the target is at most `max` away, and then writes the nearest; of
 * equal distance that of the lower index, then cell or triangle. Cells whose distances differ by
 * 2^-40 of themselves at most count as equally near. `max` may be INFINITY; an empty target is
 * nowhere. */
int collide_target_distance(const collide_shape *shape, const collide_target *target, double max,
                            int flags, collide_nearness *nearest);

/* The same of a group in place of the shape: of all its parts, the deepest contact, the nearest
 * distance, every contact. Of equal ones that with the lower index comes first, then that with the
 * lower part. `part` of a place is that of the member where this is a group, else that of the group
 * which is asked. */
int collide_group_overlap(const collide_shape_group *group, const collide_target *target,
                          int flags);
int collide_group_contact(const collide_shape_group *group, const collide_target *target, int flags,
                          collide_meeting *deepest);
int64_t collide_group_contacts(const collide_shape_group *group, const collide_target *member,
                               int flags, collide_meeting *list, int64_t room);
int collide_group_distance(const collide_shape_group *group, const collide_target *target,
                           double max, int flags, collide_nearness *nearest);

/* 1 when the point is in any member, cells being closed boxes; else 0. Exact. Of a mesh as
 * collide_mesh_contains says. */
int collide_target_contains(const collide_target *target, const double point[3]);

/* Two grids of the same dimensions: do any two of their cells meet? Exact: cells are closed, and
 * their boundaries the doubles that collide_grid_frame says. */
int collide_grid_overlap(const collide_grid *a, const collide_grid *b);
/* As collide_distance, of the two nearest cells. Returns 1 when these are at most `max` away; 0
 * when they are not, or a grid is empty; or COLLIDE_UNSUPPORTED. Of pairs of cells that are equally
 * near, that with the lowest cell of one of the grids, which the order of the arguments does not
 * determine unless the grids have the same frame and the same cells. */
int collide_grid_distance(const collide_grid *a, const collide_grid *b, double max,
                          double *distance, double on_a[3], double on_b[3]);

/* Calls `take` with each cell that is not empty and that the shape overlaps, in no stated order,
 * until it returns 0. The shape has as many dimensions as the grid, which must not change
 * meanwhile. Exact: cells are closed. Returns 1, or COLLIDE_UNSUPPORTED as collide_overlap does. */
int collide_grid_cells_in(const collide_grid *grid, const collide_shape *shape,
                          int (*take)(void *user, const int64_t cell[3], unsigned value),
                          void *user);

/* Do any two triangles of two meshes meet? Exact. With COLLIDE_SKIP_TOUCHING, are any two in one
 * another? */
int collide_mesh_overlap(const collide_mesh_shape *a, const collide_mesh_shape *b, int flags);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
