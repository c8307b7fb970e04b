/* SPDX-License-Identifier: MIT
 *
 * Shapecasts: the time of impact of a shape that moves without turning. Part of collide.h, whose
 * opening comment applies here too.
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

/* A shape moves by t * displacement, t from 0 to 1, and a target is fixed. Both are closed sets,
 * and `hollow` does not matter. There is a test for every two kinds with the same number of
 * dimensions. Yes and no are exact, except for the pairs in space that pair.h names. The
 * displacement may be zero: then the shape is tested at its position.
 *
 * Let the two overlap for t from t_enter to t_exit. The closed question, without flags, has a hit
 * if t_enter <= 1 and t_exit >= 0. If t_enter < 0, or t_enter = 0 and they touch, they overlap at
 * the start: t is 0.
 *
 * COLLIDE_SKIP_TOUCHING asks the open question, which is that of movement. There is a hit if the
 * two penetrate at some t from 0 up to but excluding 1; t is the infimum of these times. So a shape
 * that stands on another, slides along it or leaves it does not hit it. If the two penetrate at the
 * start, there is a hit only if the displacement goes against the normal of their contact
 * (displacement . normal < 0). This is exact for two balls or discs. For others it must exceed what
 * the rounding of the normal explains, 2^-49 of the displacement. Without such a hit the shape
 * passes the target for all t. */

/* The flags: COLLIDE_SKIP_INSIDE skips targets that overlap at the start, for the open question
 * those that penetrate. COLLIDE_SKIP_TOUCHING asks the open question. COLLIDE_SKIP_EXIT leaves out
 * t_exit, which may then be -1; it takes as long as the rest. */
typedef struct collide_sweep_hit {
  double t; /* 0 to 1; it is exactly 0 or 1 if they first meet at the start or at the end. Within
               0.51 units in the last place of itself; in space see below */
  double t_exit;   /* where they would separate again; INFINITY if they never do, or if the
                      displacement is zero. As accurate as t */
  double point[3]; /* where they touch at t; if edges lie along each other, the middle of the common
                      part. Within 2^-49 of the largest of their coordinates and radii, and of the
                      displacement. If they penetrate at the start, the point of their contact */
  double normal[3]; /* unit length, out of the target; each component within 2^-49. Of several valid
                       normals that of the target counts, then the first in the order of its faces,
                       as in casts. If the two penetrate at the start, or touch there and do not
                       come closer, that of their contact */
  double depth;     /* if `inside`, the depth of their contact, above 0; else 0 */
  int inside;       /* they penetrate at the start */
  collide_face face; /* for a rect: the side that is hit with more than a corner's rounding; for a
                        box, cylinder, cone or triangle of space the face whose normal is that of
                        the hit, except for rounding */
  int edge; /* for a polygon or triangle of the plane: the number of that side, from 1; for a hull:
               that of the face; else 0 */
} collide_sweep_hit;

/* Accuracy in space. The size is the largest coordinate of either shape, relative to the other's
 * position, and of the displacement. t and t_exit are within one unit in the last place of
 * themselves, or 2^-60. The normal separates the two at t to within 2^-44 of the size, and the
 * point is in both to within 2^-36 of it.
 *
 * With a cylinder, a cone, or a sphere or capsule in a linear frame, t is within 2^-30 of the size
 * over the speed along the normal. The normal separates the two to within 2^-27 of the size, and
 * the point is off by at most 2^-20 of the size.
 *
 * If the two meet only with corners or edges, several normals may be valid. The hit has the one
 * that is most against the displacement, or nearly. For boxes with sides along the axes that meet
 * at edges, it is that of a face. */

/* Returns 1 on a hit, 0 on a miss, or COLLIDE_UNSUPPORTED. Writes *hit only on a hit; `hit` may be
 * NULL. In the plane the third component of the displacement is ignored. The time is in proportion
 * to the sum of the numbers of corners; for shapes that overlap at the start it is that of
 * collide_contact. */
int collide_shapecast(const collide_shape *shape, const double displacement[3],
                      const collide_shape *target, int flags, collide_sweep_hit *hit);

/* ---- Targets ------------------------------------------------------------------------------- */

/* The same against a target: another shape, a grid, a mesh, a group, or an array of these, which
 * answer like their parts, cells, triangles and members, one by one. A grid is the union of its
 * cells that are not empty, as closed boxes. Only the cells and triangles along the sweep are
 * visited, and large empty blocks take few steps.
 *
 * Cells. The normal has no component across a face that another cell covers, unless all faces of
 * the cell are covered. It is that of the cell with its covered faces moved far outward, if the
 * shape does not penetrate that at the start. If the shape penetrates a cell at the start, normal,
 * depth and point are those of collide_target_contact. A shape without area that moves along the
 * line between two rows of cells penetrates none of them.
 *
 * Triangles of a mesh. The normal is not that of an edge or corner from which the mesh continues
 * flat or hollow on the side that is hit. The triangles that have two corners at the same places,
 * in the mesh's own frame, decide this. In that case the normal is that of the triangle, or of an
 * edge where the mesh bends away. There is such a normal wherever a shape that penetrates nothing
 * first meets the mesh. */
typedef struct collide_target_sweep {
  collide_sweep_hit hit; /* as in collide_shapecast with that shape, part or cell */
  collide_place at;
  int mover_part; /* the part of a moving group, from 1; 0 for a shape */
} collide_target_sweep;

/* The mover is a shape, or a group whose parts move as one. Returns 1 on a hit, 0 on a miss, or
 * COLLIDE_UNSUPPORTED if a member has no test, or a part of the mover is a mesh. Writes *nearest
 * only on a hit; `nearest` may be NULL. The nearest hit has the least t, as it is rounded. Of equal
 * t the lower index comes first, then the lower part, then the lower triangle or cell (by z, then
 * y, then x), then the lower part of the mover. */
int collide_target_shapecast(const collide_target *mover, const double displacement[3],
                             const collide_target *target, int flags,
                             collide_target_sweep *nearest);

/* All hits of one member, which is no array. A shape gives one, and so does each part of a group,
 * cell of a grid and triangle of a mesh, for each part of the mover, in no stated order. Writes at
 * most `room` of them, with index 0, and returns their number, or COLLIDE_UNSUPPORTED. */
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
