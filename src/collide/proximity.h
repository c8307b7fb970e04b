/* SPDX-License-Identifier: MIT
 *
 * Pairs with targets: overlap, contact and distance of a shape and a grid, a mesh or many members.
 * Part of collide.h, whose opening comment applies here too.
 */
#ifndef COLLIDE_PROXIMITY_API_H
#define COLLIDE_PROXIMITY_API_H

#include "pair.h"
#include "target.h"
#include "begin.h"

/* Subject and target have the same dimensions. A target is a shape, a grid, a mesh, a group, an
 * array of these, or a world. A mesh is its surface: each triangle is tested on its own. A grid is
 * the union of its cells that are not empty, as closed boxes: each of these cells is tested on its
 * own. The parts of a group and the members of an array or a world are tested on their own, too. */

/* The member, part, triangle or cell of a target that a result is about. */
typedef struct collide_place {
  collide_target member; /* the shape, grid, mesh or group */
  int index;             /* its place in an array, from 0, or its number in a world; else 0 */
  int part;              /* for a group: the part, from 1; else 0. See collide_target_contact. */
  int triangle;          /* for a mesh: the triangle, from 1; else 0 */
  int has_cell;          /* 1 for a grid. Else 0: then the next two fields are not written */
  unsigned value;        /* the value of the cell */
  int64_t cell[3];       /* z is 0 in two dimensions */
} collide_place;

typedef struct collide_meeting {
  collide_push push; /* as in collide_contact with that member, part, triangle or cell */
  collide_place at;
} collide_meeting;

typedef struct collide_nearness {
  double distance;
  double on_shape[3], on_target[3]; /* the witness points, as in collide_distance */
  collide_place at;
} collide_nearness;

/* The subject is a shape, a mesh, or a group, whose parts are tested one by one. Overlap and
 * distance also accept two grids, and a grid as the subject beside a shape or group. The distance
 * then names no cell. The overlap of two grids does not accept COLLIDE_SKIP_TOUCHING. A grid and a
 * mesh have no test. Each function takes the flags of pairs. If a function reaches a member that
 * has no test, it returns COLLIDE_UNSUPPORTED and writes nothing. An array or a world in an array
 * has no test.
 */

/* Does the subject overlap any member? Exact. Two grids overlap if two of their cells do. */
collide_answer collide_target_overlap(const collide_target *subject, const collide_target *target,
                                      int flags);

/* Do the two overlap? Exact. Writes the deepest contact of all members, cells and triangles. If
 * depths are equal, the lower index comes first, then the lower part, then the lower triangle or
 * cell; cells are compared by z, then y, then x. If the member is a group, `part` is a part of it.
 * Else `part` is a part of the subject.
 *
 * The normal of a contact with a cell crosses only faces that no other cell covers, or the edges
 * and corners between such faces. If all faces of a cell are covered, it may cross any of them. If
 * a shape only touches a cell, and only where other cells cover it, this contact counts only if the
 * grid gives no other contact. */
collide_answer collide_target_contact(const collide_target *subject, const collide_target *target,
                                      int flags, collide_meeting *deepest);

/* The first `most` contacts with one member, in the order of collide_target_contact. Each shape,
 * cell of a grid and triangle of a mesh gives one contact. Writes their number, which may be 0, and
 * the contacts, with index 0, in no specified order. If there are more than `room`, it writes at
 * most `room` contacts, which may be any. `most` is 1 or more, and may be INT64_MAX. An array or a
 * world as the member is COLLIDE_UNSUPPORTED. */
collide_answer collide_target_contacts(const collide_target *subject, const collide_target *member,
                                       int flags, collide_meeting *list, int64_t room, int64_t most,
                                       int64_t *count);

/* Is a member of the target at most `max` away? Writes the nearest one. If distances are equal, the
 * lower index comes first, then the lower part, cell or triangle. Two cells count as equally near
 * if their distances differ by a relative 2^-40 at most. `max` may be INFINITY. An empty target is
 * never near.
 *
 * For two grids it writes the distance and the witness points of the two nearest cells, and no
 * place. Among equally near pairs it takes the one with the lowest cell of one of the grids. The
 * order of the arguments decides which grid only if both have the same frame and the same cells. */
collide_answer collide_target_distance(const collide_target *subject, const collide_target *target,
                                       double max, int flags, collide_nearness *nearest);

/* The `most` nearest distances up to `max` from one member. Each shape, cell of a grid and triangle
 * of a mesh gives one, for each part of the subject. Of equal distances the lower part, triangle or
 * cell comes first. Writes and returns as collide_target_contacts does. */
collide_answer collide_target_distances(const collide_target *subject, const collide_target *member,
                                        double max, int flags, collide_nearness *list, int64_t room,
                                        int64_t most, int64_t *count);

/* Does any member contain the point? Exact. Cells are closed boxes. A mesh must be closed. It
 * contains the points on its triangles, and each point from which a ray crosses an odd number of
 * them. */
collide_answer collide_target_contains(const collide_target *target, const double point[3]);

#include "end.h"

#endif
