/* SPDX-License-Identifier: MIT
 *
 * Casts: the hits of rays, segments and lines. Part of collide.h, whose opening comment applies
 * here too.
 */
#ifndef COLLIDE_CAST_API_H
#define COLLIDE_CAST_API_H

#include "flags.h"
#include "shape.h"
#include "begin.h"

typedef enum collide_face {
  COLLIDE_FACE_NONE,
  COLLIDE_FACE_SIDE,
  COLLIDE_FACE_TOP,
  COLLIDE_FACE_BOTTOM,
  COLLIDE_FACE_BASE,
  COLLIDE_FACE_MINUS_X,
  COLLIDE_FACE_PLUS_X,
  COLLIDE_FACE_MINUS_Y,
  COLLIDE_FACE_PLUS_Y,
  COLLIDE_FACE_MINUS_Z,
  COLLIDE_FACE_PLUS_Z,
  COLLIDE_FACE_FRONT,
  COLLIDE_FACE_BACK
} collide_face;

/* The name of a face: "side", "-x" and so on; NULL for COLLIDE_FACE_NONE. */
const char *collide_face_name(collide_face face);

typedef struct collide_hit {
  /* In units of the direction; from 0 to 1 along a segment. For a line it may be negative. It is
   * -INFINITY if the line comes from infinitely far away inside a plane's half-space. */
  double t;
  double t_exit;    /* where the line leaves the closed solid; INFINITY if it never does */
  double point[3];  /* on the surface; the start if `inside` and the shape is not hollow */
  double normal[3]; /* unit length. Zero in three cases: `inside` and the shape is not hollow; a
                       segment with from == to; t is -INFINITY */
  double u, v;      /* triangle: point = a + u (b - a) + v (c - a) */
  int inside;       /* the start is in the solid and t_enter < 0 */
  int has_point;    /* 0 only if t is -INFINITY */
  collide_face face;
  int edge; /* polygon and triangle of two dimensions: the number of the edge, from 1; hull: the
               number of the face, from 1; else 0 */
} collide_hit;

/* Each function returns 1 on a hit and 0 on a miss. It writes *hit only on a hit; `hit` may be
 * NULL. It never writes -0.0.
 *
 * Let the line be in the closed solid from t_enter to t_exit. If t_enter < 0 <= t_exit, the solid
 * contains the start: then t = 0 and `inside` is set. Otherwise t = t_enter. A hollow shape is hit
 * at the first of t_enter and t_exit that is not negative.
 *
 * Yes and no are exact. Measured values are rounded. Let eps = 2^-52, and let the size S of the
 * shape be its largest length or coordinate.
 *
 * t is off by at most 8 eps (|start - position| + |t d| + S) / |d . normal|. t == 0 if and only if
 * the hit is at the start. t == max if and only if the hit is at the end. The point lies off the
 * surface by at most 8 eps (|point| + S), times the condition of the pose's matrix. The normal has
 * unit length to 1e-14 and is within 1e-13 of the true one, times that condition. spec/accuracy
 * checks these bounds for every kind.
 *
 * t does not depend on max or flags, but is never rounded to more than max. On one line, a ray and
 * collide_linecast return the same bits if both hit the same surface. */

/* The first hit with 0 <= t <= max. The direction must not be zero. max >= 0, and may be INFINITY.
 */
int collide_raycast(const collide_shape *shape, const double origin[3], const double direction[3],
                    double max, int flags, collide_hit *hit);
/* The same along the segment, with t from 0 at `from` to 1 at `to`. If from == to, the segment is a
 * point. It hits a shape that contains it, with t = 0 and t_exit = INFINITY. */
int collide_segmentcast(const collide_shape *shape, const double from[3], const double to[3],
                        int flags, collide_hit *hit);
/* The same along the whole line: the hit with the least t, which may be negative. `hollow` makes no
 * difference, and a hit is never `inside`. */
int collide_linecast(const collide_shape *shape, const double point[3], const double direction[3],
                     collide_hit *hit);

#include "end.h"

#endif
