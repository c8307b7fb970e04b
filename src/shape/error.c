/* SPDX-License-Identifier: MIT */
#include "shape.h"

const char *collide_error_text(collide_error error) {
  static const char *const texts[COLLIDE_ERRORS] = {
      "no error",
      "a size is out of its range, not finite, or too large to work with",
      "a box or rect made by its corners takes no pose",
      "a rotation of length zero",
      "a scale of zero has no inverse",
      "a circle or a 2D capsule takes the same scale for both axes",
      "the matrix has no inverse",
      "the pose is too large or too small to work with",
      "a polygon has at least three points",
      "a point of the polygon is not finite, or too large to work with",
      "a point of the polygon is the same as its neighbour",
      "the points of the polygon are all in one line",
      "the polygon is concave at a point",
      "the polygon goes round more than once",
      "this query does not support these kinds of shapes"};
  return (int)error >= 0 && error < COLLIDE_ERRORS ? texts[error] : "unknown error";
}
