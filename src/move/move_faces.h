/* SPDX-License-Identifier: MIT
 *
 * The faces through which a shape can leave another one, and pushes that separate two members.
 */
#ifndef COLLIDE_MOVE_FACES_H
#define COLLIDE_MOVE_FACES_H

#include "../number/fp.h"

#include "../collide.h"

enum { MOVE_FACES_MOST = 24 };

/* The outward unit normal of face i of a shape, from 0. The faces of an outline in the plane are
 * its edges; in space see ci_solid_face_normal. Returns 0 if there are no more. A plane has none.
 */
int ci_move_face_normal(const collide_shape *s, int i, double n[3]);

/* A face of the Minkowski difference of two shapes. When the first shape has moved by y, it is
 * outside of the other one if n . y >= c. c may be negative if the shapes are apart. */
typedef struct move_face {
  double n[3], c; /* n has unit length; c is rounded */
} move_face;

/* Writes the nearest faces in the order of c, at most MOVE_FACES_MOST, and returns their number.
 * The candidates are at most 32 of each shape, spread over it if it has more.
 *
 * They are the face normals above, the normal of a plane, the direction of a segment or capsule,
 * the normals of the edges of a triangle in space, and the direction between the centres of the
 * bounds.
 *
 * A face is near if c is at most twice the least c. It is also near if c is at most the width of
 * the shape along n and at most the c of the opposite face. So the shape leaves a wall on its own
 * side. */
int ci_move_faces(const collide_shape *shape, const collide_shape *other, move_face *list);

/* Writes the unit vector along which the first member moves out of the second, and the distance
 * after which they are a small gap apart. Returns 0 if they do not penetrate. */
int ci_move_apart(const collide_target *first, const collide_target *second, int dimensions,
                  double along[3], double *distance);

#endif
