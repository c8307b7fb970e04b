/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_compact.h"

#include <string.h>

#include "../shape/shape.h"
#include "lua_one_way.h"

/* The sizes that a compact shape stores: from `first` on, up to but excluding `end`. Both are 0 for
 * kinds that are not compact. */
typedef struct size_range {
  int first, end;
} size_range;

/* The first vector of a symmetric form follows from the second. */
static size_range find_sizes(const described *shape) {
  static const int counts[COLLIDE_KINDS] = {1, 6, 2, 2, 7, 4, 9, 6, 0, 0, 0, 0, 0, 0, 0, 0};
  size_range sizes;
  sizes.end = counts[shape->shape.kind];
  sizes.first = sizes.end > 0 && description_form(shape)->is_symmetric ? 3 : 0;
  return sizes;
}

static size_t bytes_of(size_range sizes) {
  return (size_t)(sizes.end - sizes.first) * sizeof(double);
}

/* The bytes of `described` before the sizes. */
static size_t front_of(collide_kind kind) {
  size_t of = kind == COLLIDE_TRIANGLE ? sizeof(collide_facet) : sizeof(const collide_turned *);
  return DESCRIBED_LEAST + of;
}

static const double *sizes_of(const described *shape) {
  return (const double *)(const void *)((const char *)shape + front_of(shape->shape.kind));
}

/* ---- Poses ----------------------------------------------------------------------------------- */

static int only_moves(const collide_pose *pose) {
  static const double none[4] = {0, 0, 0, 1}, one[3] = {1, 1, 1};
  return !pose->has_linear && memcmp(pose->rotation, none, sizeof none) == 0 &&
         memcmp(pose->scale, one, sizeof one) == 0;
}

static void put_pose(shape_rest *rest, const collide_pose *pose) {
  rest->has_linear = pose->has_linear;
  if (pose->has_linear) {
    memcpy(rest->pose, pose->linear, sizeof rest->pose);
    return;
  }
  memcpy(rest->pose, pose->rotation, sizeof pose->rotation);
  memcpy(rest->pose + 4, pose->scale, sizeof pose->scale);
}

static void get_pose(const described *shape, collide_pose *pose) {
  const shape_rest *rest = shape->rest;
  *pose = collide_identity_pose();
  memcpy(pose->position, shape->shape.position, sizeof pose->position);
  if (rest == NULL) return;
  pose->has_linear = rest->has_linear;
  if (rest->has_linear) {
    memcpy(pose->linear, rest->pose, sizeof pose->linear);
    return;
  }
  memcpy(pose->rotation, rest->pose, sizeof pose->rotation);
  memcpy(pose->scale, rest->pose + 4, sizeof pose->scale);
}

void ci_description_source(const described *shape, collide_source *source) {
  size_range sizes;
  int i;
  if (!shape->head.is_compact) {
    *source = shape->source;
    return;
  }
  memset(source, 0, sizeof *source);
  sizes = find_sizes(shape);
  memcpy(source->sizes + sizes.first, sizes_of(shape), bytes_of(sizes));
  for (i = 0; i < sizes.first; i++) source->sizes[i] = 0 - source->sizes[sizes.first + i];
  get_pose(shape, &source->pose);
}

int ci_description_is_turned(const described *shape) {
  const collide_pose *pose = &shape->source.pose;
  collide_pose room;
  if (shape->head.is_compact) {
    if (shape->rest == NULL) return 0;
    get_pose(shape, &room);
    pose = &room;
  }
  return pose->has_linear ? pose->linear[1] != 0 || pose->linear[3] != 0 : pose->angle != 0;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static void put_shape(described *to, const collide_shape *shape, const collide_pose *pose) {
  memcpy(&to->shape, shape, offsetof(collide_shape, of));
  if (shape->kind == COLLIDE_TRIANGLE) to->shape.of.facet = shape->of.facet;
  if (to->rest == NULL) return;
  put_pose(to->rest, pose);
  if (shape->frame != COLLIDE_LINEAR) return;
  to->rest->turned = shape->of.turned;
  to->shape.is_linked = 1;
  to->shape.of.linked = &to->rest->turned;
}

void ci_compact_push(lua_State *L, const described *shape) {
  size_range sizes = find_sizes(shape);
  int has_rest = !only_moves(&shape->source.pose) || one_way_is_set(shape->one_way);
  size_t front = front_of(shape->shape.kind) + bytes_of(sizes);
  described *to;
  if (sizes.end == 0) {
    to = (described *)lua_newuserdata(L, sizeof *to);
    *to = *shape;
    return;
  }
  to = (described *)lua_newuserdata(L, front + (has_rest ? sizeof(shape_rest) : 0));
  to->head = shape->head;
  to->head.is_compact = 1;
  to->rest = has_rest ? (shape_rest *)(void *)((char *)to + front) : NULL;
  if (has_rest) {
    to->rest->is_kept = 0;
    memcpy(to->rest->one_way, shape->one_way, sizeof shape->one_way);
  }
  put_shape(to, &shape->shape, &shape->source.pose);
  memcpy((char *)to + front_of(shape->shape.kind), shape->source.sizes + sizes.first,
         bytes_of(sizes));
}

int ci_compact_lacks_rest(const described *shape, const collide_pose *pose) {
  return shape->head.is_compact && shape->rest == NULL && (pose == NULL || !only_moves(pose));
}

void ci_compact_set_rest(described *shape, void *rest) {
  collide_pose none = collide_identity_pose();
  shape->rest = (shape_rest *)rest;
  shape->rest->is_kept = 1;
  memset(shape->rest->one_way, 0, sizeof shape->rest->one_way);
  put_pose(shape->rest, &none);
}

double *ci_compact_one_way(described *shape) {
  if (!shape->head.is_compact) return shape->one_way;
  return shape->rest != NULL ? shape->rest->one_way : NULL;
}

collide_error ci_compact_set_pose(described *shape, const collide_pose *pose) {
  collide_shape fresh;
  collide_source source;
  collide_error error;
  ci_description_source(shape, &source);
  source.pose = *pose;
  fresh.kind = shape->shape.kind;
  fresh.hollow = shape->shape.hollow;
  error = ci_shape_fold(&fresh, &source);
  if (error == COLLIDE_OK) put_shape(shape, &fresh, pose);
  return error;
}
