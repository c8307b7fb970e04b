/* SPDX-License-Identifier: MIT
 *
 * Casts for LuaJIT's ffi.
 */
#include "../number/fp.h"
#include "lua_ffi_members.h"

#include <stddef.h>
#include <string.h>

#include "../shape/direct.h"
#include "lua_cast_many.h"

#if defined(__GNUC__)
#define FFI_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define FFI_INLINE __forceinline
#else
#define FFI_INLINE inline
#endif

/* ---- At a shape ----------------------------------------------------------------- */

static FFI_INLINE int asked_dimensions(int what) {
  return what & WHAT_IN_3D ? 3 : 2;
}

/* Reads the vectors; returns 0 if it is not a cast that can be answered: then it is an error, most
 * likely. A sum that is finite has no term that is not; one of finite numbers that overflows is
 * left to the C API, too. Only rays take `max`. */
static FFI_INLINE int read_cast(double from[3], double toward[3], int what, double ax, double ay,
                                double az, double bx, double by, double bz, double max) {
  double sum = (ax + ay + az) + (bx + by + bz);
  int kind = what & WHAT_KIND;
  from[0] = ax + 0.0;
  from[1] = ay + 0.0;
  from[2] = az + 0.0;
  toward[0] = bx + 0.0;
  toward[1] = by + 0.0;
  toward[2] = bz + 0.0;
  if (!(sum - sum == 0)) return 0;
  if (kind != COLLIDE_CAST_SEGMENT && !(fabs(bx) + fabs(by) + fabs(bz) > 0)) return 0;
  return kind != COLLIDE_CAST_RAY || max >= 0;
}

/* The functions of the shape's kind are made for this: src/shape/direct.h. */
#define CAST_2(name, which, is_any)                                                             \
  static int name(const void *userdata, double ax, double ay, double bx, double by, double max, \
                  void *answer) {                                                               \
    const described *held = shape_of(userdata);                                                 \
    direct_2 cast;                                                                              \
    if (held == NULL) return OTHER;                                                             \
    cast = ci_kind_of(&held->shape)->in_plane[which];                                           \
    if (cast == NULL) return OTHER;                                                             \
    if (!(is_any)) begin_answer(answer);                                                        \
    return cast(&held->shape, ax, ay, bx, by, max, (collide_hit *)answer);                      \
  }
#define CAST_3(name, which, is_any)                                                            \
  static int name(const void *userdata, double ax, double ay, double az, double bx, double by, \
                  double bz, double max, void *answer) {                                       \
    const described *held = shape_of(userdata);                                                \
    direct_3 cast;                                                                             \
    if (held == NULL) return OTHER;                                                            \
    cast = ci_kind_of(&held->shape)->in_space[which];                                          \
    if (cast == NULL) return OTHER;                                                            \
    if (!(is_any)) begin_answer(answer)->value = 1; /* the number of a triangle */             \
    return cast(&held->shape, ax, ay, az, bx, by, bz, max, (collide_hit *)answer);             \
  }
CAST_2(raycast_2, DIRECT_RAY, 0)
CAST_2(raycast_any_2, DIRECT_RAY_ANY, 1)
CAST_2(segmentcast_2, DIRECT_SEGMENT, 0)
CAST_2(segmentcast_any_2, DIRECT_SEGMENT_ANY, 1)
CAST_2(linecast_2, DIRECT_LINE, 0)
CAST_2(linecast_any_2, DIRECT_LINE_ANY, 1)
CAST_3(raycast_3, DIRECT_RAY, 0)
CAST_3(raycast_any_3, DIRECT_RAY_ANY, 1)
CAST_3(segmentcast_3, DIRECT_SEGMENT, 0)
CAST_3(segmentcast_any_3, DIRECT_SEGMENT_ANY, 1)
CAST_3(linecast_3, DIRECT_LINE, 0)
CAST_3(linecast_any_3, DIRECT_LINE_ANY, 1)

/* The codes of both are the same. */
typedef char no_answer_is_other[(int)DIRECT_OTHER == (int)OTHER ? 1 : -1];
typedef char triangles_are_told[(int)DIRECT_TRIANGLE == (int)TRIANGLE ? 1 : -1];

/* ---- At a grid, mesh or world ---------------------------------------------------- */

/* What to return of a shape's hit that lies in the answer; one without a point is not common. */
static FFI_INLINE int tell_hit(const collide_shape *shape, ffi_answer *out) {
  if (!out->has_point) return OTHER;
  if (shape->kind != COLLIDE_TRIANGLE) return YES;
  out->value = 1;
  return TRIANGLE;
}

static void write_cells(const collide_target_hit *of, ffi_answer *out) {
  int i, k;
  memcpy(out, &of->hit, sizeof of->hit);
  out->value = (int)of->value;
  out->count = of->count;
  for (i = 0; i < of->count; i++)
    for (k = 0; k < 3; k++) out->cells[3 * i + k] = (double)of->cells[i][k];
  out->qx = (double)of->cell[0];
  out->qy = (double)of->cell[1];
  out->qz = (double)of->cell[2];
}

/* All but the flags, which are options. */
static void make_cast(collide_cast *cast, int what, const double from[3], const double toward[3],
                      double max) {
  cast->kind = (collide_cast_kind)(what & WHAT_KIND);
  cast->flags = 0;
  cast->max = max + 0.0;
  memcpy(cast->start, from, sizeof cast->start);
  memcpy(cast->toward, toward, sizeof cast->toward);
}

static int cast_grid(const void *userdata, int what, double ax, double ay, double az, double bx,
                     double by, double bz, double max, void *answer) {
  const held_grid *held = grid_of(userdata);
  double from[3], toward[3];
  collide_target target;
  collide_target_hit hit;
  collide_cast cast;
  ffi_answer *out;
  if (held == NULL || held->grid->frame.dimensions != asked_dimensions(what)) return OTHER;
  if (!read_cast(from, toward, what, ax, ay, az, bx, by, bz, max)) return OTHER;
  make_cast(&cast, what, from, toward, max);
  target = collide_target_of_grid(held->grid);
  if (what & WHAT_ANY) return collide_cast_at(&cast, &target, NULL);
  out = begin_answer(answer);
  if (!collide_cast_at(&cast, &target, &hit)) return NO;
  write_cells(&hit, out);
  return CELL;
}

/* ---- At a mesh ------------------------------------------------------------------ */

static int cast_mesh(const void *userdata, int what, double ax, double ay, double az, double bx,
                     double by, double bz, double max, void *answer) {
  const held_mesh *held = mesh_of(userdata);
  double from[3], toward[3];
  collide_target target;
  collide_target_hit hit;
  collide_cast cast;
  ffi_answer *out;
  if (held == NULL || asked_dimensions(what) != 3) return OTHER;
  if (!read_cast(from, toward, what, ax, ay, az, bx, by, bz, max)) return OTHER;
  make_cast(&cast, what, from, toward, max);
  target = collide_target_of_mesh(&held->mesh);
  if (what & WHAT_ANY) return collide_cast_at(&cast, &target, NULL);
  out = begin_answer(answer);
  if (!collide_cast_at(&cast, &target, &hit)) return NO;
  memcpy(out, &hit.hit, sizeof hit.hit);
  out->value = hit.triangle;
  return TRIANGLE;
}

/* ---- At a world ----------------------------------------------------------------- */

/* Only hits of shapes are common. */
static int cast_world_some(const void *userdata, int what, double ax, double ay, double az,
                           double bx, double by, double bz, double max, void *answer,
                           const ffi_choice *ignored, const ffi_choice *chosen) {
  const owned_world *owner = world_of(userdata);
  double from[3], toward[3];
  collide_target_hit hit;
  collide_cast cast;
  ffi_answer *out;
  int found;
  if (owner == NULL || owner->world == NULL) return OTHER;
  if (collide_world_dimensions(owner->world) != asked_dimensions(what)) return OTHER;
  if (!read_cast(from, toward, what, ax, ay, az, bx, by, bz, max)) return OTHER;
  make_cast(&cast, what, from, toward, max);
  if (what & WHAT_ANY) return ci_ffi_cast_world(userdata, &cast, ignored, chosen, NULL);
  out = begin_answer(answer);
  if (!ci_ffi_cast_world(userdata, &cast, ignored, chosen, &hit)) return NO;
  if (hit.member.kind != COLLIDE_TARGET_SHAPE) return OTHER;
  memcpy(out, &hit.hit, sizeof hit.hit);
  out->index = hit.index;
  found = tell_hit(hit.member.of.shape, out);
  return found == OTHER ? OTHER : found + OF_MEMBER;
}

static int cast_world(const void *userdata, int what, double ax, double ay, double az, double bx,
                      double by, double bz, double max, void *answer) {
  return cast_world_some(userdata, what, ax, ay, az, bx, by, bz, max, answer, NULL, NULL);
}

/* As the functions above of the same `what`. */
static int cast_shape(const void *shape, int what, double ax, double ay, double az, double bx,
                      double by, double bz, double max, void *answer) {
  switch (what) {
  case COLLIDE_CAST_RAY:
    return raycast_2(shape, ax, ay, bx, by, max, answer);
  case COLLIDE_CAST_RAY | WHAT_ANY:
    return raycast_any_2(shape, ax, ay, bx, by, max, answer);
  case COLLIDE_CAST_SEGMENT:
    return segmentcast_2(shape, ax, ay, bx, by, max, answer);
  case COLLIDE_CAST_SEGMENT | WHAT_ANY:
    return segmentcast_any_2(shape, ax, ay, bx, by, max, answer);
  case COLLIDE_CAST_LINE:
    return linecast_2(shape, ax, ay, bx, by, max, answer);
  case COLLIDE_CAST_LINE | WHAT_ANY:
    return linecast_any_2(shape, ax, ay, bx, by, max, answer);
  case COLLIDE_CAST_RAY | WHAT_IN_3D:
    return raycast_3(shape, ax, ay, az, bx, by, bz, max, answer);
  case COLLIDE_CAST_RAY | WHAT_ANY | WHAT_IN_3D:
    return raycast_any_3(shape, ax, ay, az, bx, by, bz, max, answer);
  case COLLIDE_CAST_SEGMENT | WHAT_IN_3D:
    return segmentcast_3(shape, ax, ay, az, bx, by, bz, max, answer);
  case COLLIDE_CAST_SEGMENT | WHAT_ANY | WHAT_IN_3D:
    return segmentcast_any_3(shape, ax, ay, az, bx, by, bz, max, answer);
  case COLLIDE_CAST_LINE | WHAT_IN_3D:
    return linecast_3(shape, ax, ay, az, bx, by, bz, max, answer);
  default:
    return linecast_any_3(shape, ax, ay, az, bx, by, bz, max, answer);
  }
}

/* Of what is not taken a cast at anything else misses, if it is one that can be answered. */
int ci_ffi_cast_some(const void *userdata, int what, double ax, double ay, double az, double bx,
                     double by, double bz, double max, void *answer, const void *ignore,
                     int ignored_layer, const void *only, int only_layer) {
  double from[3], toward[3];
  ffi_choice not_these, these;
  const ffi_choice *ignored, *chosen;
  int takes;
  if (!ci_ffi_choose(&not_these, ignore, ignored_layer, &ignored) ||
      !ci_ffi_choose(&these, only, only_layer, &chosen))
    return OTHER;
  takes = ci_ffi_takes(userdata, ignored, chosen);
  if (takes == OTHER)
    return cast_world_some(userdata, what, ax, ay, az, bx, by, bz, max, answer, ignored, chosen);
  if (!takes) {
    if (dimensions_of(userdata) != asked_dimensions(what) && mesh_of(userdata) == NULL)
      return OTHER;
    if (mesh_of(userdata) != NULL && asked_dimensions(what) != 3) return OTHER;
    return read_cast(from, toward, what, ax, ay, az, bx, by, bz, max) ? NO : OTHER;
  }
  if (shape_of(userdata) != NULL)
    return cast_shape(userdata, what, ax, ay, az, bx, by, bz, max, answer);
  if (grid_of(userdata) != NULL)
    return cast_grid(userdata, what, ax, ay, az, bx, by, bz, max, answer);
  return cast_mesh(userdata, what, ax, ay, az, bx, by, bz, max, answer);
}

/* ---- Many at once ---------------------------------------------------------------- */

/* Reads what is asked: a single target, or a world. */
static int read_target(const void *userdata, collide_target *target, collide_world **world) {
  const described *shape = shape_of(userdata);
  const held_grid *grid = grid_of(userdata);
  const held_mesh *mesh = mesh_of(userdata);
  const owned_world *owner = world_of(userdata);
  *world = NULL;
  if (shape != NULL)
    *target = collide_target_of_shape(&shape->shape);
  else if (grid != NULL)
    *target = collide_target_of_grid(grid->grid);
  else if (mesh != NULL)
    *target = collide_target_of_mesh(&mesh->mesh);
  else if (owner != NULL)
    *world = owner->world;
  return shape != NULL || grid != NULL || mesh != NULL || *world != NULL;
}

/* `rays` is 2 * dimensions numbers a cast, and may be changed; `answers` 2 + dimensions. */
static int cast_many(const void *userdata, int what, double *rays, int count, double *answers) {
  static const double nowhere[3] = {0, 0, 0};
  int dimensions = asked_dimensions(what), i, k, found;
  collide_target target;
  collide_target_hit hit;
  collide_world *world;
  collide_cast cast;
  if (!read_target(userdata, &target, &world)) return OTHER;
  make_cast(&cast, what, nowhere, nowhere, HUGE_VAL);
  for (i = 0; i < count; i++, rays += 2 * dimensions, answers += 2 + dimensions) {
    double far = 0, odd = 0;
    for (k = 0; k < dimensions; k++) {
      cast.start[k] = rays[k] + 0.0;
      cast.toward[k] = rays[dimensions + k] + 0.0;
      odd += (rays[k] - rays[k]) + (rays[dimensions + k] - rays[dimensions + k]);
      far += fabs(cast.toward[k]);
    }
    if (odd != 0 || (far == 0 && cast.kind != COLLIDE_CAST_SEGMENT)) return OTHER;
    hit.index = 0;
    found = world != NULL ? collide_world_cast(world, &cast, &hit)
                          : collide_cast_at(&cast, &target, &hit);
    cast_many_write(answers, dimensions, found, &hit, world != NULL ? hit.index : 0);
  }
  return YES;
}

const ffi_casts ci_ffi_casts = {raycast_2,     raycast_any_2,     segmentcast_2, segmentcast_any_2,
                                linecast_2,    linecast_any_2,    raycast_3,     raycast_any_3,
                                segmentcast_3, segmentcast_any_3, linecast_3,    linecast_any_3,
                                cast_grid,     cast_mesh,         cast_world,    cast_many};

/* A hit has to lie in the answer as it is. */
typedef char hit_comes_first[offsetof(ffi_answer, index) >= sizeof(collide_hit) ? 1 : -1];
typedef char normal_is_there[offsetof(ffi_answer, nx) == offsetof(collide_hit, normal) ? 1 : -1];
typedef char edge_is_there[offsetof(ffi_answer, edge) == offsetof(collide_hit, edge) ? 1 : -1];
