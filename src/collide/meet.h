/* SPDX-License-Identifier: MIT
 *
 * Pairs with targets: overlap, contact and distance of a shape and a grid, a mesh or many members.
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

/* Shape and target have the same dimensions. A target is a shape, a grid, a mesh, a group, or an
 * array of these. A mesh is its surface, and each of its triangles is a part. A grid is the union
 * of its cells that are not empty, as closed boxes; in answers each of these cells is a part. A
 * group answers like its parts, and an array like its members, one by one. */

/* The place in a target that an answer is about. */
typedef struct collide_place {
  collide_target member; /* the shape, grid, mesh or group */
  int index;             /* its place in the array, from 0; 0 if the target is no array */
  int part;              /* for a group: the part, from 1; else 0. See below. */
  int triangle;          /* for a mesh: the triangle, from 1; else 0 */
  int has_cell;          /* 1 for a grid; 0 for others: then the rest is not written */
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

/* The subject is a shape or a group, whose parts are tested one by one. Overlap also accepts meshes
 * and grids on either side; distance accepts two grids. Each function takes the flags of pairs. If
 * it reaches a member that has no test, it returns COLLIDE_UNSUPPORTED and writes nothing. */

/* Returns 1 if the subject overlaps any member, else 0. Exact. Two grids overlap if two of their
 * cells do. */
int collide_target_overlap(const collide_target *subject, const collide_target *target, int flags);

/* Returns 1 exactly if the two overlap, and then writes the deepest contact of all members, cells
 * and triangles. Of equal depths the lower index comes first, then the lower part, then the lower
 * triangle or cell; cells are compared by z, then y, then x. `part` is that of the member if this
 * is a group, else that of the subject.
 *
 * A cell of a grid gives contacts only across faces that no other cell covers, and across the edges
 * and corners between such faces. If all faces of a cell are covered, it gives contacts across all
 * of them. A cell that the shape only touches, and only where other cells cover it, gives a contact
 * only if no cell of the grid gives another. */
int collide_target_contact(const collide_target *subject, const collide_target *target, int flags,
                           collide_meeting *deepest);

/* All contacts with one member, which is no array. A shape gives one, and so does each cell of a
 * grid and each triangle of a mesh, in no stated order. Writes at most `room` of them, with index
 * 0, and returns their number. */
int64_t collide_target_contacts(const collide_target *subject, const collide_target *member,
                                int flags, collide_meeting *list, int64_t room);

/* Returns 1 if a member of the target is at most `max` away, and then writes the nearest. Of equal
 * distances the lower index comes first, then the lower part, cell or triangle. Cells whose
 * distances differ by at most 2^-40 of themselves count as equally near. `max` may be INFINITY. An
 * empty target is never near.
 *
 * For two grids it writes the distance and the witness points of the two nearest cells, and no
 * place. Of equally near pairs it takes the one with the lowest cell of one of the grids. The order
 * of the arguments does not decide which grid, unless the two have the same frame and the same
 * cells. */
int collide_target_distance(const collide_target *subject, const collide_target *target, double max,
                            int flags, collide_nearness *nearest);

/* Returns 1 if any member contains the point, else 0. Exact. Cells are closed boxes. A mesh must be
 * closed: it contains the points on its triangles, and those from which a ray leaves it through an
 * odd number of them. */
int collide_target_contains(const collide_target *target, const double point[3]);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
