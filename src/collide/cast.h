/* SPDX-License-Identifier: MIT
 *
 * Casts: what does a ray, a segment or a line hit, and where? Part of collide.h, which says what
 * holds for all of it.
 */
#ifndef COLLIDE_CAST_API_H
#define COLLIDE_CAST_API_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* whatever the including file hides */
#endif

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

/* "side", "-x", ...; NULL for COLLIDE_FACE_NONE. */
const char *collide_face_name(collide_face face);

typedef struct collide_hit {
  double t;         /* in units of direction; 0 to 1 of a segment; of a line it may be
                       negative, or -INFINITY in a plane that the line never enters */
  double t_exit;    /* where the line leaves the closed solid; INFINITY if it never does */
  double point[3];  /* on the surface; the start when `inside` and not hollow */
  double normal[3]; /* unit length; zero when `inside` and solid, when from == to, or when t is
                       -INFINITY */
  double u, v;      /* triangle: point = a + u (b - a) + v (c - a) */
  int inside;       /* the start is in the solid and t_enter < 0 */
  int has_point;    /* 0 only when t is -INFINITY */
  collide_face face;
  int edge; /* polygon and triangle of two dimensions: the edge's number, from 1; else 0 */
} collide_hit;

enum {
  COLLIDE_SKIP_INSIDE = 1 /* no hit of a shape whose closed solid holds the start */
};

/* Each returns 1 on a hit, 0 on a miss; *hit is written on a hit alone, and
 * may be NULL when only the answer counts.
 *
 * Let t_enter to t_exit be the line's interval in the closed solid. A solid
 * with t_enter < 0 <= t_exit holds the start: t = 0 and `inside`. Otherwise
 * t = t_enter. A hollow shape is hit at the first of the two ends that is not
 * negative. */

/* First point with 0 <= t <= max; direction not zero, max >= 0 or INFINITY. */
int collide_raycast(const collide_shape *shape, const double origin[3], const double direction[3],
                    double max, int flags, collide_hit *hit);
/* The same along from-to, t from 0 to 1. from == to asks about that point:
 * then a hit has t = 0 and t_exit = INFINITY. */
int collide_segmentcast(const collide_shape *shape, const double from[3], const double to[3],
                        int flags, collide_hit *hit);
/* The whole line: least t, may be negative. Ignores hollow; never `inside`. */
int collide_linecast(const collide_shape *shape, const double point[3], const double direction[3],
                     collide_hit *hit);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
