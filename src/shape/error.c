/* SPDX-License-Identifier: MIT
 *
 * The message of each error.
 */
#include "shape.h"

/* In the order of collide_error. This does not compile if one is missing. */
static const char *const texts[] = {
    "no error",                                                         /* OK */
    "a size is out of range, not finite, or too large",                 /* SIZE */
    "there is not enough memory",                                       /* MEMORY */
    "a rotation of length zero",                                        /* POSE_ZERO_ROTATION */
    "a scale of zero has no inverse",                                   /* POSE_ZERO_SCALE */
    "a round shape takes the same scale for all axes",                  /* POSE_UNEVEN_SCALE */
    "the matrix has no inverse",                                        /* POSE_SINGULAR */
    "the pose is too large or too small to work with",                  /* POSE_OVERFLOW */
    "a polygon has at least three points",                              /* POLYGON_FEW */
    "a point of the polygon is not finite, or too large to work with",  /* POLYGON_SIZE */
    "a point of the polygon is the same as its neighbour",              /* POLYGON_REPEATED */
    "the points of the polygon are all in one line",                    /* POLYGON_NO_AREA */
    "the polygon is concave at a point",                                /* POLYGON_CONCAVE */
    "the polygon turns around more than once",                          /* POLYGON_TWICE */
    "two edges of the outline cross",                                   /* OUTLINE_CROSSES */
    "the outline crosses itself at a point, or encloses an area twice", /* OUTLINE_WINDS */
    "a hole is not inside the outline",                                 /* OUTLINE_OUTSIDE */
    "two holes overlap",                                                /* OUTLINE_NESTED */
    "the outline has no area outside its holes",                        /* OUTLINE_FLAT */
    "a hull has at least four points",                                  /* HULL_FEW */
    "a hull has at most 65536 points",                                  /* HULL_MANY */
    "a point of the hull is not finite, or too large to work with",     /* HULL_SIZE */
    "the points of the hull are all in one plane",                      /* HULL_FLAT */
    "a group has at least one part",                                    /* GROUP_EMPTY */
    "a plane cannot be a part of a group",                              /* GROUP_PLANE */
    "the parts of a group have the same dimensions",                    /* GROUP_DIMENSIONS */
    "the bytes are not an encoded grid",                                /* CODE_NO_GRID */
    "the grid was encoded by another version of collide",               /* CODE_VERSION */
    "the encoded grid ends too early",                                  /* CODE_TRUNCATED */
    "the encoded grid is damaged",                                      /* CODE_DAMAGED */
    "a triangle of the mesh names a vertex that does not exist",        /* MESH_INDEX */
    "a coordinate of the mesh is not finite",                           /* MESH_FINITE */
    "neighbouring cells are not distinct at a vertex of the mesh",      /* MESH_FAR */
    "an odd number of triangles meets at an edge of the mesh",          /* MESH_NOT_CLOSED */
    "it would take more than a limit allows",                           /* LIMIT */
    "the caller's function stopped the work",                           /* STOPPED */
    "this query does not support these kinds of shapes"                 /* UNSUPPORTED */
};

typedef char every_error_has_a_text[sizeof texts / sizeof texts[0] == COLLIDE_ERRORS ? 1 : -1];

const char *collide_error_text(collide_error error) {
  return (unsigned)error < COLLIDE_ERRORS ? texts[error] : "unknown error";
}
