/* SPDX-License-Identifier: MIT
 *
 * The faces by which a shape may leave another one.
 */
#ifndef COLLIDE_MOVE_FACES_H
#define COLLIDE_MOVE_FACES_H

#include "../number/fp.h"

#include "../collide.h"

enum { MOVE_FACES_MOST = 24 };

/* The outward unit normal of face i of a shape, from 0: of an outline in the plane its edges, in
 * space as ci_solid_face_normal. Returns 0 when there are no more; a plane has none. */
int ci_move_face_normal(const collide_shape *s, int i, double n[3]);

/* A face of the Minkowski difference of two shapes: when the first one has moved by y, it is out of
 * the other where n . y >= c. Of shapes that are apart c may be negative. */
typedef struct move_face {
  double n[3], c; /* n has unit length; c is rounded */
} move_face;

/* Writes the nearest faces, at most MOVE_FACES_MOST, by c, the least first, and returns how many
 * there are. The candidates are, at most 32 of each shape and spread over it where it has more:
 *   the normals of the faces as above; of a plane its normal;
 *   of a segment or capsule its direction; of a triangle in space the normals of its edges;
 *   the direction between the centres of the bounds.
 * A face is near where c is at most twice the least c; or at most the width of the shape along n,
 * and not more than c of the opposite face: so that the shape leaves a wall on the side that it is
 * on. */
int ci_move_faces(const collide_shape *shape, const collide_shape *other, move_face *list);

#endif
