/* SPDX-License-Identifier: MIT
 *
 * The text of each error. There is no default, so that the compiler names an error without text.
 */
#include "shape.h"

const char *collide_error_text(collide_error error) {
  switch (error) {
  case COLLIDE_OK:
    return "no error";
  case COLLIDE_ERROR_SIZE:
    return "a size is out of range, not finite, or too large";
  case COLLIDE_ERROR_MEMORY:
    return "there is not enough memory";

  case COLLIDE_ERROR_POSE_ZERO_ROTATION:
    return "a rotation of length zero";
  case COLLIDE_ERROR_POSE_ZERO_SCALE:
    return "a scale of zero has no inverse";
  case COLLIDE_ERROR_POSE_UNEVEN_SCALE:
    return "a circle or a 2D capsule takes the same scale for both axes";
  case COLLIDE_ERROR_POSE_SINGULAR:
    return "the matrix has no inverse";
  case COLLIDE_ERROR_POSE_OVERFLOW:
    return "the pose is too large or too small to work with";

  case COLLIDE_ERROR_POLYGON_FEW:
    return "a polygon has at least three points";
  case COLLIDE_ERROR_POLYGON_SIZE:
    return "a point of the polygon is not finite, or too large to work with";
  case COLLIDE_ERROR_POLYGON_REPEATED:
    return "a point of the polygon is the same as its neighbour";
  case COLLIDE_ERROR_POLYGON_NO_AREA:
    return "the points of the polygon are all in one line";
  case COLLIDE_ERROR_POLYGON_CONCAVE:
    return "the polygon is concave at a point";
  case COLLIDE_ERROR_POLYGON_TWICE:
    return "the polygon turns around more than once";

  case COLLIDE_ERROR_OUTLINE_REPEATED:
    return "two points of the outline are the same";
  case COLLIDE_ERROR_OUTLINE_TOUCHES:
    return "a point of the outline lies on an edge that does not end there";
  case COLLIDE_ERROR_OUTLINE_CROSSES:
    return "two edges of the outline cross";

  case COLLIDE_ERROR_HULL_FEW:
    return "a hull has at least four points";
  case COLLIDE_ERROR_HULL_MANY:
    return "a hull has at most 65536 points";
  case COLLIDE_ERROR_HULL_SIZE:
    return "a point of the hull is not finite, or too large to work with";
  case COLLIDE_ERROR_HULL_FLAT:
    return "the points of the hull are all in one plane";

  case COLLIDE_ERROR_GROUP_EMPTY:
    return "a group has at least one part";
  case COLLIDE_ERROR_GROUP_PLANE:
    return "a plane cannot be a part of a group";
  case COLLIDE_ERROR_GROUP_DIMENSIONS:
    return "the parts of a group have the same dimensions";

  case COLLIDE_ERROR_CODE_NO_GRID:
    return "the bytes are not an encoded grid";
  case COLLIDE_ERROR_CODE_VERSION:
    return "the grid was encoded by another version of collide";
  case COLLIDE_ERROR_CODE_TRUNCATED:
    return "the encoded grid ends too early";
  case COLLIDE_ERROR_CODE_DAMAGED:
    return "the encoded grid is damaged";

  case COLLIDE_ERROR_MESH_INDEX:
    return "a triangle of the mesh names a vertex that does not exist";
  case COLLIDE_ERROR_MESH_FINITE:
    return "a coordinate of the mesh is not finite";
  case COLLIDE_ERROR_MESH_FAR:
    return "neighbouring cells are not distinct at a vertex of the mesh";
  case COLLIDE_ERROR_MESH_NOT_CLOSED:
    return "an odd number of triangles meets at an edge of the mesh";

  case COLLIDE_ERROR_LIMIT:
    return "it would take more than a limit allows";
  case COLLIDE_ERROR_STOPPED:
    return "the caller's function stopped the work";

  case COLLIDE_ERROR_UNSUPPORTED:
    return "this query does not support these kinds of shapes";
  case COLLIDE_ERRORS:
    break;
  }
  return "unknown error";
}
