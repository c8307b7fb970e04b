/* SPDX-License-Identifier: MIT
 *
 * Errors: every function that can fail returns one of these. Each has a text. Part of
 * collide.h.
 */
#ifndef COLLIDE_ERROR_API_H
#define COLLIDE_ERROR_API_H

#include "begin.h"

/* The largest absolute number that makers and setters accept as a size or coordinate, in the
 * shape's frame and in the world. Queries expect no larger one. So differences and sums of
 * coordinates do not overflow. */
#define COLLIDE_LARGEST 1e300

typedef enum collide_error {
  COLLIDE_OK,
  COLLIDE_ERROR_SIZE,   /* a size is out of range, or a coordinate exceeds COLLIDE_LARGEST */
  COLLIDE_ERROR_MEMORY, /* there is not enough memory */

  /* Errors in a pose. */
  COLLIDE_ERROR_POSE_ZERO_ROTATION, /* a quaternion of length zero */
  COLLIDE_ERROR_POSE_ZERO_SCALE,    /* a scale of zero has no inverse */
  COLLIDE_ERROR_POSE_UNEVEN_SCALE,  /* a circle or capsule of two dimensions takes one number */
  COLLIDE_ERROR_POSE_SINGULAR,      /* the matrix has no inverse, exactly */
  COLLIDE_ERROR_POSE_OVERFLOW,      /* a coordinate exceeds COLLIDE_LARGEST, or an axis is lost */

  /* Errors in the points of a polygon. */
  COLLIDE_ERROR_POLYGON_FEW,      /* fewer than three */
  COLLIDE_ERROR_POLYGON_SIZE,     /* a coordinate is not finite, or too large to work with */
  COLLIDE_ERROR_POLYGON_REPEATED, /* a point equals the point before it */
  COLLIDE_ERROR_POLYGON_NO_AREA,  /* all points are in one line */
  COLLIDE_ERROR_POLYGON_CONCAVE,  /* the outline turns the other way at this point, or turns back */
  COLLIDE_ERROR_POLYGON_TWICE,    /* the outline winds more than once, like a pentagram */

  /* Errors in an outline with holes. collide_decompose says which edges. */
  COLLIDE_ERROR_OUTLINE_CROSSES, /* two edges cross */
  COLLIDE_ERROR_OUTLINE_WINDS,   /* a ring crosses itself at a point, or encloses an area twice */
  COLLIDE_ERROR_OUTLINE_OUTSIDE, /* a hole is not inside the outline */
  COLLIDE_ERROR_OUTLINE_NESTED,  /* two holes overlap */
  COLLIDE_ERROR_OUTLINE_FLAT,    /* there is no area */

  /* Errors in the points of a hull. */
  COLLIDE_ERROR_HULL_FEW,  /* fewer than four */
  COLLIDE_ERROR_HULL_MANY, /* more than COLLIDE_HULL_MOST */
  COLLIDE_ERROR_HULL_SIZE, /* a coordinate is not finite, or too large to work with */
  COLLIDE_ERROR_HULL_FLAT, /* all points are in one plane */

  /* Errors in the parts of a group. */
  COLLIDE_ERROR_GROUP_EMPTY,      /* the group has no parts */
  COLLIDE_ERROR_GROUP_PLANE,      /* a plane cannot be a part */
  COLLIDE_ERROR_GROUP_DIMENSIONS, /* a part has other dimensions than the first */

  /* Errors in an encoded grid. */
  COLLIDE_ERROR_CODE_NO_GRID,   /* the magic number of an encoded grid is missing */
  COLLIDE_ERROR_CODE_VERSION,   /* the format has another version */
  COLLIDE_ERROR_CODE_TRUNCATED, /* the bytes end too early */
  COLLIDE_ERROR_CODE_DAMAGED,   /* no encoder writes these bytes */

  /* Errors in a mesh. The voxelizer says which vertex, triangle or edge. */
  COLLIDE_ERROR_MESH_INDEX,      /* `triangle` names a vertex that does not exist */
  COLLIDE_ERROR_MESH_FINITE,     /* a coordinate of `vertex` is not finite */
  COLLIDE_ERROR_MESH_FAR,        /* at `vertex` or next to it, neighbouring cells are not distinct;
                                    see collide_cell_at */
  COLLIDE_ERROR_MESH_NOT_CLOSED, /* an odd number of triangles meets at `edge`, so there is no
                                    inside to fill */

  COLLIDE_ERROR_LIMIT,   /* the work exceeds a limit: of cells, memory or steps */
  COLLIDE_ERROR_STOPPED, /* the caller's function stopped the work */

  COLLIDE_ERROR_UNSUPPORTED, /* this query does not support these kinds of shapes */

  COLLIDE_ERRORS /* the number of errors */
} collide_error;

/* "a scale of zero has no inverse", ...; "no error" for COLLIDE_OK. */
const char *collide_error_text(collide_error error);

#include "end.h"

#endif
