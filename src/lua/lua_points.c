/* SPDX-License-Identifier: MIT
 *
 * Arrays of points, and what is made of them: polygons, hulls, rounded shapes, and the convex
 * pieces of an outline.
 */
#include "../number/fp.h"
#include "lua_description.h"

#include <string.h>

#include "../shape/shape.h"
#include "lua_options.h"

void ci_points_read_vector(lua_State *L, const args_place *at, int index, int dimensions, int named,
                           double *to) {
  static const args_size as_it_comes = {0, "a shape takes 2 or 3"};
  args_size size = ci_description_size(dimensions);
  double v[3];
  int count = ci_args_vector_value(L, at, index, named ? size : as_it_comes, v);
  if (count != dimensions) ci_args_fail_count(L, at, count, size);
  memcpy(to, v, (size_t)dimensions * sizeof v[0]);
}

int ci_points_are_flat(lua_State *L, int index) {
  int is_number;
  lua_rawgeti(L, index, 1);
  is_number = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  return is_number;
}

void ci_points_read_array(lua_State *L, const args_place *at, int index, int is_flat, int count,
                          int dimensions, int named, double *to) {
  int i;
  if (is_flat) count *= dimensions;
  for (i = 0; i < count; i++) {
    args_place item = ci_args_item(at, i + 1);
    lua_rawgeti(L, index, i + 1);
    if (is_flat)
      to[i] = ci_args_number(L, &item, lua_gettop(L));
    else
      ci_points_read_vector(L, &item, lua_gettop(L), dimensions, named, to + dimensions * i);
    lua_pop(L, 1);
  }
}

/* The most points. More would take gigabytes, and the number must be an int. */
enum { MOST_POINTS = 1 << 24 };

static int count_points(lua_State *L, const args_place *at, int index, int in_place,
                        const char *name, int least) {
  args_array array = ci_args_array_begin(L, index);
  array.named = in_place;
  while (ci_args_array_next(L, at, &array)) lua_pop(L, 1);
  if (array.count < least)
    ci_args_fail(L, at, ": got %d, a %s takes %d or more", (int)array.count, name, least);
  if (array.count > (double)MOST_POINTS)
    ci_args_fail(L, at, ": got %d, the limit is %d", (int)array.count, (int)MOST_POINTS);
  return (int)array.count;
}

void ci_points_read(lua_State *L, const args_place *at, int index, int in_place, const char *name,
                    int count, int dimensions, double *to) {
  int i;
  if (!lua_istable(L, index))
    ci_args_fail(L, at, ": array of %d vectors expected, got %s", count, ci_args_type(L, index));
  if (ci_points_are_flat(L, index)) {
    i = count_points(L, at, index, in_place, name, 0);
    if (i != 2 * count)
      ci_args_fail(L, at, ": got %d numbers, a %s takes %d, x and y of each point%s", i, name,
                   2 * count, i == 3 * count ? "; points of 3D are {x, y, z} each" : "");
    ci_points_read_array(L, at, index, 1, count, 2, 1, to);
    return;
  }
  if (in_place && (i = count_points(L, at, index, 1, name, 0)) != count)
    ci_args_fail(L, at, ": got %d, a %s takes %d", i, name, count);
  for (i = 0; i <= count; i++) {
    args_place item = ci_args_item(at, i + 1);
    lua_rawgeti(L, index, i + 1);
    if (lua_isnil(L, -1) != (i == count))
      ci_args_fail(L, at, ": got %d, a %s takes %d", i == count ? i + 1 : i, name, count);
    if (i < count)
      ci_points_read_vector(L, &item, lua_gettop(L), dimensions, 0, to + dimensions * i);
    lua_pop(L, 1);
  }
}

/* ---- Polygons --------------------------------------------------------------- */

static void fail_polygon(lua_State *L, const args_place *at, collide_error error, int corner,
                         int is_flat, int is_ring) {
  args_place place = ci_args_item(at, corner + 1);
  /* COLLIDE_ERROR_POLYGON_REPEATED; the number of points was checked before */
  const char *text = is_ring ? ": the last point is the first again; leave it out"
                             : ": the same point as its neighbour";
  if (is_flat) { /* then the array's items are numbers */
    place.item = 0;
    place.name = lua_pushfstring(L, "point %d", corner + 1);
  }
  if (error == COLLIDE_ERROR_POLYGON_NO_AREA)
    ci_args_fail(L, at, ": all in one line, a polygon has area");
  if (error == COLLIDE_ERROR_POLYGON_SIZE) text = " is too large to work with";
  if (error == COLLIDE_ERROR_POLYGON_CONCAVE)
    text = ": concave there; decompose cuts an outline into convex polygons";
  if (error == COLLIDE_ERROR_POLYGON_TWICE) text = ": turns around a second time there";
  ci_args_fail(L, &place, text);
}

/* Pushes a userdata: storage for a `described`, then memory for a shape to point to. Returns the
 * memory. A script that runs while vectors are read can get the userdata through the debug library,
 * so it must not have the seal of a shape. */
static void *points_push_storage(lua_State *L, size_t size) {
  char *memory = (char *)lua_newuserdata(L, sizeof(described) + size);
  seal_break(memory);
  return memory + sizeof(described);
}

void ci_points_read_polygon(lua_State *L, const args_place *at, int index, int in_place,
                            double tolerance, described *out) {
  collide_error error;
  int count, corner, is_flat, is_ring;
  double *points, *last; /* in the storage; its owner moves them away before using it */
  ci_args_check(L, at, index, LUA_TTABLE, "array of vectors");
  is_flat = ci_points_are_flat(L, index);
  count = count_points(L, at, index, in_place, "polygon", is_flat ? 0 : 3);
  if (is_flat && (count % 2 != 0 || count < 6))
    ci_args_fail(L, at, ": got %d numbers, a polygon takes x and y of each point, 6 or more",
                 count);
  if (is_flat) count /= 2;
  points = (double *)points_push_storage(L, collide_polygon_storage(count));
  ci_points_read_array(L, at, index, is_flat, count, 2, 1, points);
  last = points + 2 * count - 2;
  is_ring = points[0] == last[0] && points[1] == last[1];
  error = collide_make_polygon_within(&out->shape, &out->source, points, count, tolerance, points,
                                      &corner);
  if (error != COLLIDE_OK)
    fail_polygon(L, at, error, corner, is_flat, is_ring && corner % (count - 1) == 0);
}

/* ---- Hulls -------------------------------------------------------------------- */

static void fail_hull(lua_State *L, const args_place *at, collide_error error, int point) {
  args_place place = ci_args_item(at, point + 1);
  if (error == COLLIDE_ERROR_HULL_SIZE)
    ci_args_fail(L, &place, " is too large to work with, a hull has coordinates up to 1e100");
  if (error == COLLIDE_ERROR_HULL_FLAT)
    ci_args_fail(L, at, ": all in one plane, a 3D hull has volume");
}

/* Points of the plane: the corners of their hull, in order, become a polygon. */
static void read_flat_hull(lua_State *L, const args_place *at, int index, int in_place,
                           described *out) {
  int count = count_points(L, at, index, in_place, "hull", 3), found, i, corner;
  size_t size = (size_t)count;
  collide_error error;
  double *points = (double *)points_push_storage(L, size * 2 * sizeof(double)), *ordered;
  int *corners = (int *)points_push_storage(L, (2 * size + 2) * sizeof(int));
  ci_points_read_array(L, at, index, 0, count, 2, 0, points);
  found = ci_hull_corners_2d(points, count, corners);
  if (found < 3) ci_args_fail(L, at, ": all in one line, a 2D hull has area");
  ordered = (double *)points_push_storage(L, collide_polygon_storage(found));
  for (i = 0; i < found; i++)
    memcpy(ordered + 2 * i, points + 2 * corners[i], 2 * sizeof points[0]);
  error = collide_make_polygon(&out->shape, &out->source, ordered, found, ordered, &corner);
  if (error != COLLIDE_OK) {
    args_place place = ci_args_item(at, corners[corner] + 1);
    ci_args_fail(L, &place, " is too large to work with");
  }
  description_set_form(out, ci_form_first("polygon"));
  lua_replace(L, -3);
  lua_pop(L, 1);
}

void ci_points_read_hull(lua_State *L, const args_place *at, int index, int in_place,
                         int dimensions, described *out) {
  int count, is_flat, point;
  size_t storage = 0;
  collide_error error;
  void *work;
  ci_args_check(L, at, index, LUA_TTABLE, "array of vectors");
  if (dimensions == 2) {
    read_flat_hull(L, at, index, in_place, out);
    return;
  }
  is_flat = ci_points_are_flat(L, index);
  count = count_points(L, at, index, in_place, "hull", is_flat ? 0 : 4);
  if (is_flat && (count < 12 || count % 3 != 0))
    ci_args_fail(L, at, ": got %d numbers, a hull takes 3 a point, 12 or more", count);
  if (is_flat) count /= 3;
  if (count > COLLIDE_HULL_MOST)
    ci_args_fail(L, at, ": got %d points, the limit is %d", count, COLLIDE_HULL_MOST);
  work = points_push_storage(L, collide_hull_work(count));
  ci_points_read_array(L, at, index, is_flat, count, 3, 0, (double *)work);
  error = collide_build_hull((const double *)work, count, work, &storage, &point);
  if (error != COLLIDE_OK) fail_hull(L, at, error, point);
  collide_make_hull(&out->shape, &out->source, work, points_push_storage(L, storage));
  lua_remove(L, -2);
}

/* ---- Radius ------------------------------------------------------------------------------ */

/* Makes a polygon of the corners of a rect or triangle. The source keeps their sizes. */
static collide_error make_polygon(lua_State *L, described *out, int count, double radius) {
  double points[8], p[3], sizes[4];
  collide_error error;
  int i;
  void *storage = points_push_storage(L, collide_polygon_storage(count));
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
  collide_kind kind = out->shape.kind;
  if (kind == COLLIDE_RECT) return make_polygon(L, out, 4, radius);
  if (kind == COLLIDE_TRIANGLE_2D) return make_polygon(L, out, 3, radius);
  if (kind == COLLIDE_SEGMENT || kind == COLLIDE_SEGMENT_2D)
    return make_capsule(out, ci_form_at(field, description_dimensions(out)), radius);
  return collide_round(&out->shape, &out->source, radius);
}

void ci_rounded_read(lua_State *L, const args_place *at, int index, const shape_form *form,
                     described *out) {
  const size_field *field = ci_form_field(form, "radius");
  args_place place;
  collide_error error;
  double radius;
  if (field == NULL || field->type != FIELD_ROUND) return;
  place = ci_args_field(at, field->name);
  lua_getfield(L, index, field->name);
  radius = lua_isnil(L, -1) ? 0 : ci_args_number(L, &place, lua_gettop(L));
  lua_pop(L, 1);
  ci_args_check_not_negative(L, &place, &radius, 1);
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
  void *storage = points_push_storage(L, collide_polygon_storage(COLLIDE_ELLIPSE_CORNERS));
  collide_error error = collide_make_ellipse(&out->shape, &out->source, radii, storage);
  if (error == COLLIDE_OK) description_set_form(out, ci_form_first("ellipse"));
  return error;
}

void ci_rounded_read_ellipse(lua_State *L, const args_place *at, int index, described *out) {
  double radii[2];
  ci_points_read_vector(L, at, index, 2, 1, radii);
  ci_args_check_positive(L, at, radii, 2);
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
  ordered = (double *)points_push_storage(L, collide_polygon_storage(count));
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

static collide_error flatten(lua_State *L, described *out) {
  static const double center[2] = {0, 0};
  double sizes[9], radii[2];
  int count;
  memcpy(sizes, out->source.sizes, sizeof sizes);
  switch (out->shape.kind) {
  case COLLIDE_CIRCLE: /* the hull of the corners if the ellipse would have no area */
    radii[0] = radii[1] = sizes[0];
    if (make_ellipse(L, radii, out) == COLLIDE_OK) return COLLIDE_OK;
    return make_hull(L, center, 1, sizes[0], out);
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

/* ---- The rings --------------------------------------------------------------- */

typedef struct ring_reader {
  const args_place *at; /* of the outline */
  int outline, holes;   /* stack indices; `holes` is 0 if there are none */
  int rings, count;     /* the points of all rings */
  int *counts;          /* of each ring */
  double tolerance;
} ring_reader;

static args_place ring_place(const ring_reader *r, int ring) {
  args_place at = *r->at;
  if (ring == 0) return at;
  at = ci_args_at(r->at->arg + 1, "points");
  at.within = "holes";
  at.element = ring;
  return at;
}

/* Pushes the array of a ring, and returns its index. */
static int push_ring(lua_State *L, const ring_reader *r, int ring) {
  args_place at = ring_place(r, ring);
  if (ring == 0)
    lua_pushvalue(L, r->outline);
  else
    lua_rawgeti(L, r->holes, ring);
  ci_args_check(L, &at, lua_gettop(L), LUA_TTABLE, "array of points");
  return lua_gettop(L);
}

/* The number of values of the array, but at most one more than `most`. */
static int count_values(lua_State *L, const args_place *at, int index, int most) {
  args_array array = ci_args_array_begin(L, index);
  while (ci_args_array_next(L, at, &array)) lua_pop(L, 1);
  return array.count > (double)most ? most + 1 : (int)array.count;
}

static void count_ring(lua_State *L, ring_reader *r, int ring) {
  args_place at = ring_place(r, ring);
  int index = push_ring(L, r, ring), flat = ci_points_are_flat(L, index);
  int count = count_values(L, &at, index, 2 * COLLIDE_DECOMPOSE_MOST);
  if (flat && count % 2 != 0 && count < 2 * COLLIDE_DECOMPOSE_MOST)
    ci_args_fail(L, &at, ": x and y of each point expected, got %d numbers", count);
  if (flat) count = count / 2 + count % 2;
  if (count < 3) ci_args_fail(L, &at, ": got %d, an outline takes 3 or more", count);
  if (count > COLLIDE_DECOMPOSE_MOST - r->count)
    ci_args_fail(L, &at, ": the limit is %d points", (int)COLLIDE_DECOMPOSE_MOST);
  r->counts[ring] = count;
  r->count += count;
  lua_pop(L, 1);
}

/* Pushes a userdata with the numbers of points, and one with the points. */
static double *read_rings(lua_State *L, ring_reader *r) {
  args_place at = ci_args_at(r->at->arg + 1, "holes");
  double *points, *to;
  int i;
  r->rings = 1;
  if (r->holes != 0) r->rings += count_values(L, &at, r->holes, COLLIDE_DECOMPOSE_MOST);
  if (r->rings > COLLIDE_DECOMPOSE_MOST) /* none has 3 points */
    ci_args_fail(L, &at, ": the limit is %d points", (int)COLLIDE_DECOMPOSE_MOST);
  r->counts = (int *)lua_newuserdata(L, (size_t)r->rings * sizeof *r->counts);
  r->count = 0;
  for (i = 0; i < r->rings; i++) count_ring(L, r, i);
  to = points = (double *)lua_newuserdata(L, 2 * (size_t)r->count * sizeof *points);
  for (i = 0; i < r->rings; i++) {
    int index = push_ring(L, r, i);
    at = ring_place(r, i);
    ci_points_read_array(L, &at, index, ci_points_are_flat(L, index), r->counts[i], 2, 1, to);
    to += 2 * r->counts[i];
    lua_pop(L, 1);
  }
  return points;
}

/* ---- Errors ------------------------------------------------------------------- */

/* The ring of a point. Changes its number to that in the ring, from 1. */
static int find_ring(const ring_reader *r, int *point) {
  int ring = 0;
  for (; *point >= r->counts[ring]; ring++) *point -= r->counts[ring];
  ++*point;
  return ring;
}

/* Pushes the name of a ring of points. */
static const char *name_ring(lua_State *L, int ring) {
  return ring == 0 ? "the outline" : lua_pushfstring(L, "hole %d", ring);
}

static void fail_edges(lua_State *L, const args_place *at, const int rings[2], int a, int b,
                       const char *fault) {
  if (rings[0] == rings[1])
    ci_args_fail(L, at, ": the edges that begin at points %d and %d %s", a, b, fault);
  ci_args_fail(L, at, ": the edges that begin at point %d of %s and point %d of %s %s", a,
               name_ring(L, rings[0]), b, name_ring(L, rings[1]), fault);
}

/* Errors count points from 1, for both forms of the array. */
static void fail(lua_State *L, const ring_reader *r, collide_error error, const int places[2]) {
  int a = places[0], b = places[1], rings[2];
  args_place at, holes = ci_args_at(r->at->arg + 1, "holes");
  rings[0] = find_ring(r, &a);
  rings[1] = find_ring(r, &b);
  at = rings[0] != rings[1] && rings[0] > 0 ? holes : ring_place(r, rings[0]);
  if (error == COLLIDE_ERROR_POLYGON_SIZE)
    ci_args_fail(L, &at, ": point %d is too large to work with", a);
  if (error == COLLIDE_ERROR_OUTLINE_CROSSES) fail_edges(L, &at, rings, a, b, "cross");
  if (error == COLLIDE_ERROR_OUTLINE_WINDS)
    fail_edges(L, &at, rings, a, b, "cross at a point, or enclose an area twice");
  if (error == COLLIDE_ERROR_OUTLINE_OUTSIDE)
    ci_args_fail(L, &holes, ": hole %d is not inside the outline", rings[0]);
  if (error == COLLIDE_ERROR_OUTLINE_NESTED)
    ci_args_fail(L, &holes, ": holes %d and %d overlap", rings[0], rings[1]);
  ci_args_fail(L, &at, ": %s", collide_error_text(error)); /* the sizes were checked before */
}

/* ---- The pieces ---------------------------------------------------------------- */

static void push_piece(lua_State *L, const double *points, const int *corners, int count) {
  described *piece =
      (described *)lua_newuserdata(L, sizeof *piece + collide_polygon_storage(count));
  void *storage = piece + 1; /* the points lie there at first: see collide_make_polygon */
  double *own = (double *)storage;
  int i, corner;
  collide_error error;
  for (i = 0; i < count; i++) memcpy(own + 2 * i, points + 2 * corners[i], 2 * sizeof *own);
  head_begin(&piece->head);
  description_set_form(piece, ci_form_first("polygon"));
  error = collide_make_polygon(&piece->shape, &piece->source, own, count, storage, &corner);
  if (error != COLLIDE_OK) luaL_error(L, "%s", collide_error_text(error));
  seal_object(L, SEAL_SHAPE, UP_SHAPE);
}

enum { SMALL_STORAGE = 16384 }; /* in bytes */

/* Pushes the array of pieces. */
static void push_shapes(lua_State *L, const collide_pieces *pieces) {
  int i;
  lua_createtable(L, pieces->count, 0);
  for (i = 0; i < pieces->count; i++) {
    int first = pieces->first[i];
    push_piece(L, pieces->points, pieces->corners + first, pieces->first[i + 1] - first);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Pushes the neighbours along an edge: 0, a number, or an array of them. */
static void push_edge(lua_State *L, const collide_pieces *pieces, int edge) {
  const int *list = pieces->neighbours + pieces->begin[edge];
  int count = pieces->begin[edge + 1] - pieces->begin[edge], i;
  if (count < 2) {
    compat_pushwhole(L, count == 0 ? 0 : list[0] + 1);
    return;
  }
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    compat_pushwhole(L, list[i] + 1);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Pushes an array with a row for each piece: its neighbours by edge. */
static void push_neighbours(lua_State *L, const collide_pieces *pieces) {
  int i, k;
  lua_createtable(L, pieces->count, 0);
  for (i = 0; i < pieces->count; i++) {
    int first = pieces->first[i], count = pieces->first[i + 1] - first;
    lua_createtable(L, count, 0);
    for (k = 0; k < count; k++) {
      push_edge(L, pieces, first + k);
      lua_rawseti(L, -2, k + 1);
    }
    lua_rawseti(L, -2, i + 1);
  }
}

/* Pushes the array of pieces, and if `results` is 2 that of their neighbours. */
static void push_pieces(lua_State *L, ring_reader *r, int results) {
  /* Small outlines need no userdata, which the collector would have to free. */
  double room[SMALL_STORAGE / sizeof(double)];
  collide_pieces pieces;
  collide_error error;
  double *points;
  int places[2], top = lua_gettop(L);
  size_t size;
  void *storage = room;
  luaL_checkstack(L, 16, NULL);
  lua_pushnil(L); /* the results replace both */
  lua_pushnil(L);
  points = read_rings(L, r);
  size = collide_decompose_storage(r->count, r->rings);
  if (size > sizeof room) storage = lua_newuserdata(L, size);
  error = collide_decompose(points, r->counts, r->rings, r->tolerance, storage, &pieces, places);
  if (error != COLLIDE_OK) fail(L, r, error, places);
  push_shapes(L, &pieces);
  lua_replace(L, top + 1);
  if (results == 2) {
    push_neighbours(L, &pieces);
    lua_replace(L, top + 2);
  }
  lua_settop(L, top + results);
}

void ci_decompose_push(lua_State *L, const args_place *at, int index) {
  ring_reader r = {at, index, 0, 0, 0, NULL, 0};
  push_pieces(L, &r, 1);
}

/* Returns 1 if item 1 of the array at the index is an array of at least `count` items that begins
 * with a value of the type. */
static int begins_with(lua_State *L, int index, int type, size_t count) {
  int begins;
  lua_rawgeti(L, index, 1);
  begins = lua_istable(L, -1) && lua_rawlen(L, -1) >= count;
  if (begins) {
    lua_rawgeti(L, -1, 1);
    begins = lua_type(L, -1) == type;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return begins;
}

/* The first row of neighbours has three or more items: each is a number or an array. */
void ci_decompose_drop_neighbours(lua_State *L) {
  if (lua_gettop(L) != 2 || !lua_istable(L, 1) || !lua_istable(L, 2)) return;
  if (begins_with(L, 2, LUA_TNUMBER, 3) || begins_with(L, 2, LUA_TTABLE, 3)) lua_settop(L, 1);
}

static const option_row option_rows[] = {
    OPTION_ROW("tolerance", 1, ci_option_size, ring_reader, tolerance), OPTION_END};

/* A table with a field `tolerance` is no array of holes, but the options. */
static int is_options(lua_State *L, int arg) {
  int has;
  if (!lua_istable(L, arg)) return 0;
  lua_pushliteral(L, "tolerance");
  lua_rawget(L, arg);
  has = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

static const char *const hole_hint = "holes are an array of outlines, decompose(outline, {hole})";

/* Raises if the outline and the holes are in one table. */
static void check_outline(lua_State *L, const args_place *at) {
  if (!lua_istable(L, 1)) return;
  if (begins_with(L, 1, LUA_TTABLE, 1) || begins_with(L, 1, LUA_TNUMBER, 6))
    ci_args_fail(L, at, ": array of points expected, got an array of outlines; %s", hole_hint);
  if (ci_args_has_field(L, 1, "points") || ci_args_has_field(L, 1, "holes"))
    ci_args_fail(L, at, ": array of points expected, got a table with points and holes; %s",
                 hole_hint);
}

/* Raises if the holes are one outline. */
static void check_holes(lua_State *L, const args_place *at) {
  ci_args_check(L, at, 2, LUA_TTABLE, "array of outlines");
  if (ci_points_are_flat(L, 2) ||
      (begins_with(L, 2, LUA_TNUMBER, 2) && !begins_with(L, 2, LUA_TNUMBER, 4)))
    ci_args_fail(L, at, ": array of outlines expected, got one outline; %s", hole_hint);
}

static int l_decompose(lua_State *L) {
  args_place at = ci_args_at(1, "points"), holes = ci_args_at(2, "holes");
  int options = is_options(L, 2) ? 2 : 3;
  args_place place = ci_args_at(options, "options");
  ring_reader r = {&at, 1, 0, 0, 0, NULL, 0};
  if (!lua_isnoneornil(L, 2) && options == 3) r.holes = 2;
  check_outline(L, &at);
  if (r.holes != 0) check_holes(L, &holes);
  ci_args_end(L, options + 1);
  if (!lua_isnoneornil(L, options)) {
    ci_args_check(L, &place, options, LUA_TTABLE, "table");
    ci_options_read(L, options, option_rows, 1, &r);
  }
  lua_settop(L, options);
  push_pieces(L, &r, 2);
  return 2;
}

const binding ci_decompose_bindings[] = {{"decompose", l_decompose, IN_MODULE}, {NULL, NULL, 0}};
