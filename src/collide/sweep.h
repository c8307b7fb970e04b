/* SPDX-License-Identifier: MIT
 *
 * Shapecasts: the time of impact of a shape that moves without turning. Part of collide.h, whose
 * opening comment applies here too.
 */
#ifndef COLLIDE_SWEEP_API_H
#define COLLIDE_SWEEP_API_H

#include "proximity.h"
#include "begin.h"

/* A shape moves by t * displacement, t from 0 to 1, against a fixed target. Both are closed sets,
 * and `hollow` does not matter. There is a test for every two kinds with the same number of
 * dimensions. Yes and no are exact, except for the pairs in space that pair.h names. The
 * displacement may be zero: then the shape is tested at its position.
 *
 * The closed query, without flags, counts touching as overlap. Let the two overlap for t from
 * t_enter to t_exit. There is a hit if t_enter <= 1 and t_exit >= 0. Then t is t_enter, or 0 if
 * t_enter < 0.
 *
 * The open query, with COLLIDE_SKIP_TOUCHING, counts only penetration. Movement uses it. There is a
 * hit if the two penetrate at some t from 0 up to but excluding 1; t is the infimum of these times.
 * So a shape that stands on another, slides along it or leaves it does not hit it. If the two
 * penetrate at the start, there is a hit only if displacement . normal < 0, with the normal of
 * their contact. This test is exact for two balls or discs. For others, displacement . normal must
 * be below -2^-49 of the displacement, which is the rounding of the normal. Without such a hit the
 * shape misses the target for all t. */

/* The flags. COLLIDE_SKIP_INSIDE skips targets that overlap at the start; in the open query it
 * skips those that penetrate. COLLIDE_SKIP_TOUCHING selects the open query. COLLIDE_SKIP_EXIT
 * leaves out t_exit, which may then be -1; computing t_exit takes as long as the rest. */
typedef struct collide_sweep_hit {
  double t; /* the time of impact, 0 to 1; exactly 0 or 1 if they first meet at the start or at the
               end. Within 0.51 ulp; in space see below */
  double t_exit;   /* the time at which they would separate again; INFINITY if they never do, or if
                      the displacement is zero. As accurate as t */
  double point[3]; /* where they touch at t; if edges lie along each other, the middle of the common
                      part. If they penetrate at the start, the point of their contact. The error is
                      at most 2^-49 of the largest of their coordinates, their radii and the
                      displacement */
  double normal[3];  /* unit length, out of the target; each component within 2^-49. Among several
                        valid normals, a normal of a face of the target comes first, in the order of
                        its faces, as in casts. If the two penetrate at the start, or touch there
                        and do not come closer, the normal of their contact */
  double depth;      /* if `inside`, the depth of their contact, above 0; else 0 */
  int inside;        /* they penetrate at the start */
  collide_face face; /* for a rect: the side that is hit, beyond the rounding of a corner. For a
                        box, cylinder, cone or triangle in space: the face with the normal of the
                        hit, except for rounding */
  int edge; /* for a polygon or triangle in the plane: the number of the side that is hit, from 1.
               For a hull: the number of the face. Else 0 */
} collide_sweep_hit;

/* Accuracy in space. The size is the largest coordinate of the displacement, and of either shape
 * relative to the other's position. The error of t and t_exit is at most one ulp, or 2^-60 if
 * that is larger. The normal separates the two at t to within 2^-44 of the size. The point is in
 * both to within 2^-36 of the size.
 *
 * The errors are larger with a cylinder, a cone, or a sphere or capsule in a linear frame. The
 * error of t is at most 2^-30 of the size, divided by the speed along the normal. The normal
 * separates the two to within 2^-27 of the size. The point is off by at most 2^-20 of the size.
 *
 * If the two meet only with corners or edges, several normals may be valid. The hit has the one
 * with the least displacement . normal, or nearly. For boxes with sides along the axes that meet at
 * edges, it is the normal of a face. */

/* Writes *hit on a hit; `hit` may be NULL. In the plane the third component of the displacement is
 * ignored. The time is O(n), where n is the number of corners of both shapes. For shapes that
 * overlap at the start it is the time of collide_contact. */
collide_answer collide_shapecast(const collide_shape *shape, const double displacement[3],
                                 const collide_shape *target, int flags, collide_sweep_hit *hit);

/* ---- Targets ------------------------------------------------------------------------------- */

/* The same against a target: a shape, a grid, a mesh, a group, an array of these, or a world. Each
 * part, cell, triangle and member is tested on its own. A grid is the union of its cells that are
 * not empty, as closed boxes. Only the cells and triangles along the sweep are visited. Large empty
 * blocks take few steps.
 *
 * Cells. The normal has no component across a face that another cell covers, unless all faces of
 * the cell are covered. The normal is that of a larger box: the cell with its covered faces moved
 * far outward. This holds if the shape does not penetrate that box at the start. If the shape
 * penetrates a cell at the start, normal, depth and point are those of collide_target_contact. A
 * shape without area that moves along the line between two rows of cells penetrates none of them.
 *
 * Triangles of a mesh. On the side that is hit, the mesh may continue flat or concave beyond an
 * edge or corner. Then the hit does not have the normal of that edge or corner. It has the normal
 * of the triangle, or of an edge where the mesh bends away. Two triangles are neighbours if two of
 * their corners are equal, in the mesh's own frame. Such a normal exists wherever a shape that
 * penetrates nothing first meets the mesh. */
typedef struct collide_target_sweep {
  collide_sweep_hit hit; /* as in collide_shapecast with that shape, part or cell */
  collide_place at;
  int mover_part; /* the part of a moving group, from 1; 0 for a shape */
} collide_target_sweep;

/* The mover is a shape, or a group whose parts move as one. Returns COLLIDE_UNSUPPORTED if a member
 * has no test, or if a part of the mover is a mesh. Writes *nearest on a hit; `nearest` may be
 * NULL. The nearest hit has the least t, after rounding. Hits with equal t are ordered by index,
 * part, triangle or cell, and part of the mover, the lower first. Cells are compared by z, then y,
 * then x. */
collide_answer collide_target_shapecast(const collide_target *mover, const double displacement[3],
                                        const collide_target *target, int flags,
                                        collide_target_sweep *nearest);

/* The first `most` hits of one member, in the order of collide_target_shapecast. For each part of
 * the mover, a shape, group part, grid cell or mesh triangle gives at most one hit. Writes and
 * returns as collide_target_contacts does. */
collide_answer collide_target_shapecasts(const collide_target *mover, const double displacement[3],
                                         const collide_target *member, int flags,
                                         collide_target_sweep *list, int64_t room, int64_t most,
                                         int64_t *count);

#include "end.h"

#endif
