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

/* The subject is a shape or a group, whose parts are tested one by one. Overlap takes meshes and
 * grids on either side, too; distance takes two grids. Each function takes the flags of pairs. It
 * returns COLLIDE_UNSUPPORTED, and writes nothing, when it comes to a member that has no test. */

/* Returns 1 when the subject overlaps any member, else 0. Exact. Two grids overlap when two of
 * their cells do. */
int collide_target_overlap(const collide_target *subject, const collide_target *target, int flags);

/* Returns 1 exactly when the two overlap, and then writes the deepest contact of all members, cells
 * and triangles. Among equal depths the lower index comes first, then the lower part, then the
 * lower triangle or cell: cells are compared by z, then y, then x. `part` is that of the member if
 * this is a group, else that of the subject.
 *
 * A cell of a grid gives contacts only across faces that no other cell covers, and across the edges
 * and corners between such faces. A cell whose faces are all covered gives contacts across all of
 * them. If the shape only touches a cell, and only where other cells cover it, that cell gives a
 * contact only if no cell of the grid gives another. */
int collide_target_contact(const collide_target *subject, const collide_target *target, int flags,
                           collide_meeting *deepest);

/* All contacts with one member, which is no array. A shape gives one, and so does each cell of a
 * grid and each triangle of a mesh. Their order is not specified. Writes at most `room` of them,
 * with index 0, and returns how many there are. */
int64_t collide_target_contacts(const collide_target *subject, const collide_target *member,
                                int flags, collide_meeting *list, int64_t room);

/* Returns 1 when something of the target is at most `max` away, and then writes the nearest. Among
 * equal distances the lower index comes first, then the lower part, cell or triangle. Cells whose
 * distances differ by at most 2^-40 of themselves count as equally near. `max` may be INFINITY. An
 * empty target is never near.
 *
 * Of two grids it writes the distance and points of the two nearest cells, and no place. Of equally
 * near pairs it takes that with the lowest cell of one of the grids. The order of the arguments
 * does not choose which grid, unless the two have the same frame and the same cells. */
int collide_target_distance(const collide_target *subject, const collide_target *target, double max,
                            int flags, collide_nearness *nearest);

/* Returns 1 when the point is in any member, else 0. Exact. Cells are closed boxes. A mesh has to
 * be closed: it holds the points on its triangles, and those from which a ray leaves it through an
 * odd number of them. */
int collide_target_contains(const collide_target *target, const double point[3]);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
