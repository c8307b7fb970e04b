/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_points.h"
#include "../shape/shape.h"

#include <string.h>

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
    args_place item = *at;
    item.item = i + 1;
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
  if (array.count < least) {
    ci_args_fail(L, at, ": got %d, a %s takes %d or more", (int)array.count, name, least);
  }
  if (array.count > (double)MOST_POINTS) {
    ci_args_fail(L, at, ": got %d, the limit is %d", (int)array.count, (int)MOST_POINTS);
  }
  return (int)array.count;
}

/* Counts the flat points of the plane, for a shape with at least `least` points. */
static int count_flat(lua_State *L, const args_place *at, int index, int in_place, const char *name,
                      int least, int exactly) {
  int count = count_points(L, at, index, in_place, name, 0);
  if (exactly && count != 2 * least)
    ci_args_fail(L, at, ": got %d numbers, a %s takes %d, x and y of each point%s", count, name,
                 2 * least, count == 3 * least ? "; points of 3D are {x, y, z} each" : "");
  if (count % 2 != 0 || count < 2 * least)
    ci_args_fail(L, at, ": got %d numbers, a %s takes x and y of each point, %d or more", count,
                 name, 2 * least);
  return count / 2;
}

void ci_points_read(lua_State *L, const args_place *at, int index, int in_place, const char *name,
                    int count, int dimensions, double *to) {
  int i;
  if (!lua_istable(L, index)) {
    ci_args_fail(L, at, ": array of %d vectors expected, got %s", count, ci_args_type(L, index));
  }
  if (ci_points_are_flat(L, index)) {
    count_flat(L, at, index, in_place, name, count, 1);
    ci_points_read_array(L, at, index, 1, count, 2, 1, to);
    return;
  }
  if (in_place && (i = count_points(L, at, index, 1, name, 0)) != count)
    ci_args_fail(L, at, ": got %d, a %s takes %d", i, name, count);
  for (i = 0; i <= count; i++) {
    args_place item = *at;
    item.item = i + 1;
    lua_rawgeti(L, index, i + 1);
    if (lua_isnil(L, -1) != (i == count)) {
      ci_args_fail(L, at, ": got %d, a %s takes %d", i == count ? i + 1 : i, name, count);
    }
    if (i < count) {
      ci_points_read_vector(L, &item, lua_gettop(L), dimensions, 0, to + dimensions * i);
    }
    lua_pop(L, 1);
  }
}

/* ---- Polygons --------------------------------------------------------------- */

/* Returns 1 if the last point equals the first one. */
static int is_closed_ring(const double *points, int count) {
  return points[0] == points[2 * count - 2] && points[1] == points[2 * count - 1];
}

static void fail_polygon(lua_State *L, const args_place *at, collide_error error, int corner,
                         int is_flat, int is_ring) {
  args_place place = *at;
  place.item = corner + 1;
  if (is_flat) { /* then the array's items are numbers */
    place.item = 0;
    place.name = lua_pushfstring(L, "point %d", corner + 1);
  }
  switch (error) {
  case COLLIDE_ERROR_POLYGON_SIZE:
    ci_args_fail(L, &place, " is too large to work with");
    break;
  case COLLIDE_ERROR_POLYGON_REPEATED:
    ci_args_fail(L, &place,
                 is_ring ? ": the last point is the first again; leave it out"
                         : ": the same point as its neighbour");
    break;
  case COLLIDE_ERROR_POLYGON_CONCAVE:
    ci_args_fail(L, &place, ": concave there; decompose cuts an outline into convex polygons");
    break;
  case COLLIDE_ERROR_POLYGON_TWICE:
    ci_args_fail(L, &place, ": turns around a second time there");
    break;
  case COLLIDE_ERROR_POLYGON_NO_AREA:
    ci_args_fail(L, at, ": all in one line, a polygon has area");
    break;
  default: /* COLLIDE_ERROR_POLYGON_FEW: checked before */
    break;
  }
}

void *ci_points_push_storage(lua_State *L, size_t size) {
  char *memory = (char *)lua_newuserdata(L, sizeof(described) + size);
  seal_break(memory);
  return memory + sizeof(described);
}

void ci_points_read_polygon(lua_State *L, const args_place *at, int index, int in_place,
                            described *out) {
  collide_error error;
  int count, corner, is_flat, is_ring;
  double *points; /* in the storage; its owner moves them away before using it */
  if (!lua_istable(L, index)) {
    ci_args_fail(L, at, ": array of vectors expected, got %s", ci_args_type(L, index));
  }
  is_flat = ci_points_are_flat(L, index);
  count = is_flat ? count_flat(L, at, index, in_place, "polygon", 3, 0)
                  : count_points(L, at, index, in_place, "polygon", 3);
  points = (double *)ci_points_push_storage(L, collide_polygon_storage(count));
  ci_points_read_array(L, at, index, is_flat, count, 2, 1, points);
  is_ring = is_closed_ring(points, count);
  error = collide_make_polygon(&out->shape, &out->source, points, count, points, &corner);
  if (error != COLLIDE_OK)
    fail_polygon(L, at, error, corner, is_flat, is_ring && corner % (count - 1) == 0);
}

/* ---- Hulls -------------------------------------------------------------------- */

static void fail_hull(lua_State *L, const args_place *at, collide_error error, int point) {
  args_place place = *at;
  place.item = point + 1;
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
  double *points = (double *)ci_points_push_storage(L, size * 2 * sizeof(double)), *ordered;
  int *corners = (int *)ci_points_push_storage(L, (2 * size + 2) * sizeof(int));
  ci_points_read_array(L, at, index, 0, count, 2, 0, points);
  found = ci_hull_corners_2d(points, count, corners);
  if (found < 3) ci_args_fail(L, at, ": all in one line, a 2D hull has area");
  ordered = (double *)ci_points_push_storage(L, collide_polygon_storage(found));
  for (i = 0; i < found; i++)
    memcpy(ordered + 2 * i, points + 2 * corners[i], 2 * sizeof points[0]);
  error = collide_make_polygon(&out->shape, &out->source, ordered, found, ordered, &corner);
  if (error != COLLIDE_OK) {
    args_place place = *at;
    place.item = corners[corner] + 1;
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
  if (!lua_istable(L, index)) {
    ci_args_fail(L, at, ": array of vectors expected, got %s", ci_args_type(L, index));
  }
  if (dimensions == 2) {
    read_flat_hull(L, at, index, in_place, out);
    return;
  }
  is_flat = ci_points_are_flat(L, index);
  count = count_points(L, at, index, in_place, "hull", is_flat ? 0 : 4);
  if (is_flat && (count < 12 || count % 3 != 0)) {
    ci_args_fail(L, at, ": got %d numbers, a hull takes 3 a point, 12 or more", count);
  }
  if (is_flat) count /= 3;
  if (count > COLLIDE_HULL_MOST) {
    ci_args_fail(L, at, ": got %d points, the limit is %d", count, COLLIDE_HULL_MOST);
  }
  work = ci_points_push_storage(L, collide_hull_work(count));
  ci_points_read_array(L, at, index, is_flat, count, 3, 0, (double *)work);
  error = collide_build_hull((const double *)work, count, work, &storage, &point);
  if (error != COLLIDE_OK) fail_hull(L, at, error, point);
  collide_make_hull(&out->shape, &out->source, work, ci_points_push_storage(L, storage));
  lua_remove(L, -2);
}
