/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_rounded.h"

#include <string.h>

#include "lua_points.h"

/* ---- Radius ------------------------------------------------------------------------------ */

/* Makes a polygon of the corners of a rect or triangle. The source keeps their sizes. */
static collide_error make_polygon(lua_State *L, described *out, int count, double radius) {
  double points[8], p[3], sizes[4];
  collide_error error;
  int i;
  void *storage = ci_points_push_storage(L, collide_polygon_storage(count));
  for (i = 0; i < count; i++) {
    ci_shape_corner(&out->shape, i, p);
    memcpy(points + 2 * i, p, 2 * sizeof p[0]);
  }
  memcpy(sizes, out->source.sizes, sizeof sizes);
  error = ci_polygon_of_hull(&out->shape, &out->source, points, count, radius, storage);
  memcpy(out->source.sizes, sizes, sizeof sizes);
  return error;
}

static collide_error make_capsule(described *out, int radius_at, double radius) {
  collide_kind kind = out->shape.kind == COLLIDE_SEGMENT ? COLLIDE_CAPSULE : COLLIDE_CAPSULE_2D;
  double sizes[9];
  memcpy(sizes, out->source.sizes, sizeof sizes);
  sizes[radius_at] = radius;
  description_set_form(out, ci_form_next(ci_form_first("capsule")));
  return ci_shape_make(&out->shape, &out->source, kind, sizes, 9);
}

static collide_error round_shape(lua_State *L, const size_field *field, double radius,
                                 described *out) {
  switch (out->shape.kind) {
  case COLLIDE_RECT:
    return make_polygon(L, out, 4, radius);
  case COLLIDE_TRIANGLE_2D:
    return make_polygon(L, out, 3, radius);
  case COLLIDE_SEGMENT:
  case COLLIDE_SEGMENT_2D:
    return make_capsule(out, ci_form_at(field, description_dimensions(out)), radius);
  default:
    return collide_round(&out->shape, &out->source, radius);
  }
}

void ci_rounded_read(lua_State *L, const args_place *at, int index, const shape_form *form,
                     described *out) {
  const size_field *field = ci_form_round(form);
  args_place place;
  collide_error error;
  double radius;
  if (field == NULL) return;
  place = ci_args_field(at, field->name);
  lua_getfield(L, index, field->name);
  radius = lua_isnil(L, -1) ? 0 : ci_args_number(L, &place, lua_gettop(L));
  lua_pop(L, 1);
  if (radius < 0)
    ci_args_fail(L, &place, " must not be negative, got %s", ci_args_number_text(L, radius));
  if (radius == 0) return;
  error = round_shape(L, field, radius, out);
  if (error == COLLIDE_ERROR_UNSUPPORTED)
    ci_args_fail(L, &place,
                 " does not round a 3D %s; a hull of its points and one off its plane has a radius",
                 form->name);
  if (error != COLLIDE_OK)
    ci_args_fail(L, &place, ": a coordinate of the shape would exceed 1e300, got %s",
                 ci_args_number_text(L, radius));
}

/* ---- Ellipses ---------------------------------------------------------------------------- */

static collide_error make_ellipse(lua_State *L, const double radii[2], described *out) {
  void *storage = ci_points_push_storage(L, collide_polygon_storage(COLLIDE_ELLIPSE_CORNERS));
  collide_error error = collide_make_ellipse(&out->shape, &out->source, radii, storage);
  if (error == COLLIDE_OK) description_set_form(out, ci_form_first("ellipse"));
  return error;
}

void ci_rounded_read_ellipse(lua_State *L, const args_place *at, int index, described *out) {
  double radii[2];
  int i;
  ci_points_read_vector(L, at, index, 2, 1, radii);
  for (i = 0; i < 2; i++)
    if (!(radii[i] > 0))
      ci_args_fail(L, at, " must be above 0, got %s", ci_args_number_text(L, radii[i]));
  if (make_ellipse(L, radii, out) != COLLIDE_OK)
    ci_args_fail(L, at, " are too large or too small to work with, got %s",
                 ci_args_vector_text(L, radii, 2));
}

/* For more points, the polygons about them would take much memory. */
enum { MOST_FLATTENED = 4096 };

/* Makes the polygon of the corners of a hull. A radius may be so small that rounding leaves no area
 * around the points of the core. One or two corners make a segment. */
static collide_error make_outline(lua_State *L, const double *points, const int *corners, int count,
                                  described *out) {
  const double *first = points + 2 * corners[0], *last = points + 2 * corners[count - 1];
  collide_error error;
  double *ordered;
  int i;
  if (count < 3) {
    error = collide_make_segment_2d(&out->shape, &out->source, first, last);
    if (error == COLLIDE_OK) description_set_form(out, ci_form_first("segment"));
    return error;
  }
  ordered = (double *)ci_points_push_storage(L, collide_polygon_storage(count));
  for (i = 0; i < count; i++)
    memcpy(ordered + 2 * i, points + 2 * corners[i], 2 * sizeof points[0]);
  error = ci_polygon_of_hull(&out->shape, &out->source, ordered, count, 0, ordered);
  if (error == COLLIDE_OK) description_set_form(out, ci_form_first("polygon"));
  return error;
}

/* Leaves the storage of a polygon on the stack, below it the points. */
static collide_error make_hull(lua_State *L, const double *core, int count, double radius,
                               described *out) {
  int most = count * COLLIDE_ELLIPSE_CORNERS, *corners;
  size_t size = (size_t)most;
  double radii[2], *points = (double *)lua_newuserdata(L, 2 * size * sizeof(double));
  radii[0] = radii[1] = radius;
  corners = (int *)lua_newuserdata(L, (2 * size + 2) * sizeof(int));
  ci_ellipse_corners(core, count, radii, points);
  return make_outline(L, points, corners, ci_hull_corners_2d(points, most, corners), out);
}

/* If an ellipse would have no area, makes the hull of its corners. */
static collide_error flatten_circle(lua_State *L, double radius, described *out) {
  static const double center[2] = {0, 0};
  double radii[2];
  radii[0] = radii[1] = radius;
  if (make_ellipse(L, radii, out) == COLLIDE_OK) return COLLIDE_OK;
  return make_hull(L, center, 1, radius, out);
}

static collide_error flatten(lua_State *L, described *out) {
  double sizes[9];
  int count;
  memcpy(sizes, out->source.sizes, sizeof sizes);
  switch (out->shape.kind) {
  case COLLIDE_CIRCLE:
    return flatten_circle(L, sizes[0], out);
  case COLLIDE_CAPSULE_2D:
    return make_hull(L, sizes, 2, sizes[4], out);
  case COLLIDE_POLYGON:
    count = out->shape.of.outline.given;
    if (count > MOST_FLATTENED) return COLLIDE_ERROR_POSE_UNEVEN_SCALE;
    return make_hull(L, out->source.points, count, sizes[POLYGON_RADIUS], out);
  default:
    return COLLIDE_ERROR_POSE_UNEVEN_SCALE;
  }
}

collide_error ci_rounded_flatten(lua_State *L, described *out) {
  int hollow = out->shape.hollow;
  collide_error error = flatten(L, out);
  out->shape.hollow = hollow;
  return error;
}
