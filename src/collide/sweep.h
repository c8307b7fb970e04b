/* SPDX-License-Identifier: MIT
 *
 * Shapecasts: a shape that moves without turning; what does it meet first? Part of collide.h,
 * whose opening comment applies here too.
 */
#ifndef COLLIDE_SWEEP_API_H
#define COLLIDE_SWEEP_API_H

#include "meet.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* even where the including file hides its names */
#endif

/* A shape moves by t * displacement, t from 0 to 1, and a target stays. Both are closed sets, and
 * `hollow` does not matter. Every kind is answered against every kind of the same number of
 * dimensions; yes and no are exact, but for the pairs in space that pair.h names. The displacement
 * may be zero: then the question is what the shape meets where it is.
 *
 * Let the two overlap for t from t_enter to t_exit. The closed question, without flags, is answered
 * with a hit when t_enter <= 1 and t_exit >= 0. When t_enter < 0, or t_enter = 0 and they touch,
 * they overlap at the start: t is 0.
 *
 * COLLIDE_SKIP_TOUCHING asks the open question, which is that of movement: there is a hit when the
 * two are in one another, so that a push that is small enough does not part them, at some t from
 * 0 up to but excluding 1; t is then the infimum of these times. So a shape that stands on another,
 * slides along it or leaves it does not hit it. What the shape is in at the start is hit only when
 * the displacement goes against the normal of their contact (displacement . normal < 0): exactly so
 * of two balls or discs, of others by more than what the rounding of the normal explains, 2^-49 of
 * the displacement. Otherwise it is passed over all the way. */

/* The flags:
 *   COLLIDE_SKIP_INSIDE    passes over what overlaps at the start; of the open question, what the
 *                          shape is in at the start;
 *   COLLIDE_SKIP_TOUCHING  asks the open question;
 *   COLLIDE_SKIP_EXIT      leaves out t_exit, which takes as long as the rest: it may be -1 then.
 */
typedef struct collide_sweep_hit {
  double t;        /* 0 to 1; it is 0 or 1 exactly where they meet first at the start or at the end.
                      Within 0.51 units in the last place of itself; in space see below */
  double t_exit;   /* where they part again if the shape went on; INFINITY if it never does, or the
                      displacement is zero. As accurate as t */
  double point[3]; /* where they touch at t, of edges that lie along each other the middle of what
                      they share: within 2^-49 of the largest of their coordinates and radii, and of
                      the displacement. When they are in one another at the start, the point of
                      their contact */
  double normal[3];  /* unit length, out of the target: each component within 2^-49. Where several
                        will do, that of the target, then the first in the order of its faces, as
                        casts have it. When the two are in one
                        another at the start, or touch there and do not come closer, that of their
                        contact */
  double depth;      /* when `inside`, that of their contact, above 0; else 0 */
  int inside;        /* they are in one another at the start */
  collide_face face; /* of a rect: the side that is met with more than a corner's rounding; of a
                        box, cylinder, cone or triangle of space the face of which the normal is
                        that of the hit, but for rounding */
  int edge;          /* of a polygon or triangle of the plane: the number of that side, from 1; of a
                        hull: that of the face; else 0 */
} collide_sweep_hit;

/* In space t and t_exit are within one unit in the last place of themselves, or 2^-60; the
 * normal parts the two at t but for 2^-44 of the size, and the point is in both but for 2^-36 of
 * it; the size is the largest coordinate of either shape, seen from the other's position, and of
 * the displacement.
 * Where a cylinder, a cone, or a sphere or capsule in a linear frame takes part, t is within 2^-30
 * of the size over the speed along the normal, the normal parts them but for 2^-27 of the size, and
 * the point is off by at most 2^-20 of the size. Where the two meet with corners or edges alone,
 * and several normals would do, it is the one that is most against the displacement, or nearly; of
 * boxes with sides along the axes, which meet at edges, a face's. */

/* Returns 1 on a hit, 0 on a miss, or COLLIDE_UNSUPPORTED. *hit is written only on a hit; `hit` may
 * be NULL if only the answer is of interest. In the plane the third component of the
 * displacement is ignored. The time is in proportion to the sum of the numbers of corners, and for
 * shapes that overlap at the start that of collide_contact. */
int collide_shapecast(const collide_shape *shape, const double displacement[3],
                      const collide_shape *target, int flags, collide_sweep_hit *hit);

/* ---- Targets ------------------------------------------------------------------------------- */

/* The same against a target: another shape, a grid, a mesh, a group, or an array of these, which
 * answer as their parts, cells, triangles and members do, one by one. A grid is the union of its
 * cells that are not empty, as closed boxes. Only the cells and triangles along the way are looked
 * at, and large empty blocks are passed in few steps.
 *
 * The normal of a cell is one that has no component across a face that another cell covers, unless
 * all of its faces are covered: that of the cell with its covered faces moved far outward, where
 * the shape is not in that at the start. Of a cell that the shape is in at the start, normal, depth
 * and point are as of collide_target_contact. A shape without area that moves along the line
 * between two rows of cells is not in any of them.
 *
 * The normal of a hit with a triangle of a mesh is not that of an edge or corner from which the
 * mesh goes on flat or hollow on the side that is met, which is told by the triangles that have two
 * corners at the same places, in the mesh's own frame: then it is that of the triangle, or of an
 * edge where the mesh bends away. Where a shape that is in nothing meets the mesh first there is
 * such a normal. */
typedef struct collide_target_sweep {
  collide_sweep_hit hit; /* as of collide_shapecast with that shape, part or cell */
  collide_place at;
  int mover_part; /* which part of the group that moves, from 1; 0 of a shape */
} collide_target_sweep;

/* The mover is a shape, or a group whose parts move as one. Returns 1 on a hit, 0 on a miss, or
 * COLLIDE_UNSUPPORTED when there is no test for a member, or a part of the mover is a mesh. Writes
 * *nearest only on a hit. The nearest hit has the least t, as it is rounded. Among equal t the
 * lower index comes first, then the lower part, then the lower triangle or cell (by z, then y, then
 * x), then the lower part of the mover. With `nearest` NULL only the answer counts. */
int collide_target_shapecast(const collide_target *mover, const double displacement[3],
                             const collide_target *target, int flags,
                             collide_target_sweep *nearest);

/* All hits of one member, which is no array. A shape gives one, and so does each part of a group,
 * cell of a grid and triangle of a mesh, for each part of the mover. Their order is not specified.
 * Writes at most `room` of them, with index 0, and returns how many there are, or
 * COLLIDE_UNSUPPORTED. */
int64_t collide_target_shapecasts(const collide_target *mover, const double displacement[3],
                                  const collide_target *member, int flags,
                                  collide_target_sweep *list, int64_t room);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
