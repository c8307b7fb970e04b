/* SPDX-License-Identifier: MIT
 *
 * Compact shapes: userdata that are as large as the kind of the shape needs. All kinds are stored
 * like this, except polygons and hulls. The userdata has
 * - the struct `described` up to the part of `shape` that the kind uses; an outline ends before its
 *   corners,
 * - the position and the corners of an outline, unless it is a circle: a circle has its position in
 *   `position`, and its corner in `a` and `b`, which no query of a circle reads,
 * - the sizes from which the shape was made,
 * - a `shape_extra`, if the shape was made with a pose that does more than move it, or with
 * one_way.
 *
 * If a shape gets such a pose or one_way later, its shape_extra is a userdata of its own, which the
 * shape's user value keeps.
 *
 * The position of an outline determines its corners, bounds and more, which take much longer to
 * compute than to set. So a setter of a shape outside of worlds only stores the position, and seals
 * the shape as pending. The next call that checks the seal for anything but another position
 * applies it. Until then, a running call that holds the shape finds it where it was.
 */
#ifndef COLLIDE_LUA_COMPACT_H
#define COLLIDE_LUA_COMPACT_H

#include <math.h>

#include "lua_description.h"

/* Values of is_compact in the head. A solid that was made with a matrix has room for it in place of
 * the link, which saves queries the time to follow it. */
enum { COMPACT = 1, COMPACT_TURNED };

/* What most shapes do not need: a pose that does more than move, and `one_way`. */
typedef struct shape_extra {
  double pose[9]; /* rotation, scale and angle; or, with has_linear, the matrix */
  double one_way[3];
  int has_linear;
  int is_kept; /* 1: a userdata of its own */
  union {
    collide_turned turned;     /* of a solid, which links to it if its frame is COLLIDE_LINEAR */
    collide_corner corners[4]; /* of a rect that is not aligned */
  } of;
} shape_extra;

/* Pushes a userdata with a copy of the shape, compact if its kind is. It is not sealed. The shape
 * must need no memory of its own. */
void ci_compact_push(lua_State *L, const described *made);
/* Returns 1 if the shape has no room for such a pose; with NULL, for one_way. */
int ci_compact_lacks_extra(const described *shape, const collide_pose *pose);
/* The bytes of a shape's shape_extra. */
size_t ci_compact_extra_size(const described *shape);
/* Gives the shape this userdata as its shape_extra. */
void ci_compact_set_extra(described *shape, void *extra);
/* The vector `one_way` of any shape, or NULL if it is compact and has no room for it. */
double *ci_compact_one_way(described *shape);
/* As collide_set_pose, for a compact shape that has room for the pose. */
collide_error ci_compact_set_pose(described *shape, const collide_pose *pose);
/* As collide_set_position, for any shape, also a pending one, which it applies. */
collide_error ci_compact_move(described *shape, const double position[3]);

/* Positions and sizes up to this stay in range when a position is applied. */
#define COMPACT_MOST (COLLIDE_LARGEST / 8)

/* Sets the position of an outline, and makes it pending. Returns 0, and does nothing, for other
 * shapes and positions. A corner moves by the new position minus the old one, and no other step of
 * a fold can fail: the sum of four such numbers is in range. So applying it raises no error. */
static inline int compact_postpone(described *shape, const double position[2]) {
  double *own = description_own_position(shape);
  collide_kind kind = shape->shape.kind;
  if (kind <= COLLIDE_CIRCLE || kind >= COLLIDE_PLANE_2D || shape->head.worlds.slot != 0) return 0;
  if (!(shape->shape.reach < COMPACT_MOST && fabs(own[0]) < COMPACT_MOST &&
        fabs(own[1]) < COMPACT_MOST && fabs(position[0]) < COMPACT_MOST &&
        fabs(position[1]) < COMPACT_MOST))
    return 0;
  own[0] = position[0];
  own[1] = position[1];
  shape->head.sealed.self = seal_self(shape, SEAL_PENDING);
  return 1;
}

#endif
