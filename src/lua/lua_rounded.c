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
  if (error != COLLIDE_OK) ci_args_fail(L, at, "the sizes are too large to work with");
}

/* ---- Ellipses ---------------------------------------------------------------------------- */

static collide_error make_ellipse(lua_State *L, const double radii[2], described *out) {
  void *storage = ci_points_push_storage(L, collide_polygon_storage(COLLIDE_ELLIPSE_CORNERS));
  description_set_form(out, ci_form_first("ellipse"));
  return collide_make_ellipse(&out->shape, &out->source, radii, storage);
}

void ci_rounded_read_ellipse(lua_State *L, const args_place *at, int index, described *out) {
  double radii[2];
  int i;
  ci_points_read_vector(L, at, index, 2, 1, radii);
  for (i = 0; i < 2; i++)
    if (!(radii[i] > 0))
      ci_args_fail(L, at, " must be above 0, got %s", ci_args_number_text(L, radii[i]));
  if (make_ellipse(L, radii, out) != COLLIDE_OK)
    ci_args_fail(L, at, " are too large or too small to work with");
}

/* For more points, the polygons about them would take much memory. */
enum { MOST_FLATTENED = 4096 };

static void make_hull(lua_State *L, const double *core, int count, double radius, described *out) {
  int most = count * COLLIDE_ELLIPSE_CORNERS, found, i, *corners;
  size_t size = (size_t)most;
  double radii[2], *points = (double *)lua_newuserdata(L, 2 * size * sizeof(double)), *ordered;
  radii[0] = radii[1] = radius;
  corners = (int *)lua_newuserdata(L, (2 * size + 2) * sizeof(int));
  ci_ellipse_corners(core, count, radii, points);
  found = ci_hull_corners_2d(points, most, corners);
  ordered = (double *)ci_points_push_storage(L, collide_polygon_storage(found));
  for (i = 0; i < found; i++)
    memcpy(ordered + 2 * i, points + 2 * corners[i], 2 * sizeof points[0]);
  (void)ci_polygon_of_hull(&out->shape, &out->source, ordered, found, 0, ordered);
  description_set_form(out, ci_form_first("polygon"));
  lua_replace(L, -3);
  lua_pop(L, 1);
}

int ci_rounded_flatten(lua_State *L, described *out) {
  const double *sizes = out->source.sizes;
  int hollow = out->shape.hollow;
  double radii[2];
  if (out->shape.kind < COLLIDE_CIRCLE || !(out->shape.radius > 0)) return 0;
  if (out->shape.kind == COLLIDE_CIRCLE) {
    radii[0] = radii[1] = sizes[0];
    if (make_ellipse(L, radii, out) != COLLIDE_OK) return 0;
  } else if (out->shape.kind == COLLIDE_CAPSULE_2D) {
    double ends[4], radius = sizes[4];
    memcpy(ends, sizes, sizeof ends);
    make_hull(L, ends, 2, radius, out);
  } else {
    int count = out->shape.of.outline.given;
    if (out->shape.kind != COLLIDE_POLYGON || count > MOST_FLATTENED) return 0;
    make_hull(L, out->source.points, count, sizes[POLYGON_RADIUS], out);
  }
  out->shape.hollow = hollow;
  return 1;
}
