/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_compact.h"

#include <string.h>

#include "../shape/hull.h"
#include "../shape/shape.h"
#include "lua_one_way.h"

/* The sizes that a compact shape stores: from `first` on, up to but excluding `end`. Both are 0 for
 * kinds that are not compact. */
typedef struct size_range {
  int first, end;
} size_range;

/* The first vector of a symmetric form follows from the second. */
static size_range find_sizes(const described *shape) {
  static const int counts[COLLIDE_KINDS] = {1, 6, 2, 2, 7, 4, 9, 6, 0, 7, 0, 1, 4, 0, 6, 4, 5, 3};
  size_range sizes;
  int is_symmetric;
  sizes.end = counts[shape->shape.kind];
  is_symmetric = sizes.end > 0 && description_form(shape)->is_symmetric;
  sizes.first = is_symmetric ? description_dimensions(shape) : 0;
  return sizes;
}

static size_t bytes_of(size_range sizes) {
  return (size_t)(sizes.end - sizes.first) * sizeof(double);
}

/* The number of corners that every outline of this kind stores before the sizes. */
static int corners_of(collide_kind kind) {
  if (kind == COLLIDE_TRIANGLE_2D) return 3;
  return kind == COLLIDE_SEGMENT_2D || kind == COLLIDE_CAPSULE_2D ? 2 : 0;
}

/* The bytes of `described` before the sizes. */
static size_t front_of(const described *shape) {
  collide_kind kind = shape->shape.kind;
  if (kind == COLLIDE_TRIANGLE) return DESCRIBED_LEAST + sizeof(collide_facet);
  if (kind == COLLIDE_CIRCLE) return DESCRIBED_OUTLINE;
  if (kind > COLLIDE_CIRCLE)
    return DESCRIBED_OUTLINE + 2 * sizeof(double) +
           (size_t)corners_of(kind) * sizeof(collide_corner);
  if (shape->head.is_compact == COMPACT_TURNED) return DESCRIBED_LEAST + sizeof(collide_turned);
  return DESCRIBED_LEAST + sizeof(const collide_turned *);
}

static const double *sizes_of(const described *shape) {
  return (const double *)(const void *)((const char *)shape + front_of(shape));
}

/* ---- Poses ----------------------------------------------------------------------------------- */

static int only_moves(const collide_pose *pose) {
  static const double none[4] = {0, 0, 0, 1}, one[3] = {1, 1, 1};
  return !pose->has_linear && memcmp(pose->rotation, none, sizeof none) == 0 &&
         memcmp(pose->scale, one, sizeof one) == 0 &&
         memcmp(&pose->angle, none, sizeof pose->angle) == 0;
}

/* In two dimensions the sine and cosine of the angle take the place of the rotation. */
static void put_pose(shape_extra *extra, const collide_source *source, int dimensions) {
  const collide_pose *pose = &source->pose;
  extra->has_linear = pose->has_linear;
  if (pose->has_linear) {
    memcpy(extra->pose, pose->linear, sizeof extra->pose);
    return;
  }
  if (dimensions == 2)
    memcpy(extra->pose, source->turned, sizeof source->turned);
  else
    memcpy(extra->pose, pose->rotation, sizeof pose->rotation);
  memcpy(extra->pose + 4, pose->scale, sizeof pose->scale);
  extra->pose[7] = pose->angle;
}

static void get_pose(const described *shape, collide_pose *pose) {
  const shape_extra *extra = shape->extra;
  int dimensions = description_dimensions(shape);
  *pose = collide_identity_pose();
  memcpy(pose->position, description_position(shape), (size_t)dimensions * sizeof(double));
  if (extra == NULL) return;
  pose->has_linear = extra->has_linear;
  if (extra->has_linear) {
    memcpy(pose->linear, extra->pose, sizeof pose->linear);
    return;
  }
  if (dimensions == 3) memcpy(pose->rotation, extra->pose, sizeof pose->rotation);
  memcpy(pose->scale, extra->pose + 4, sizeof pose->scale);
  pose->angle = extra->pose[7];
}

/* Writes the source of a compact shape, except its pose. */
static void get_sizes(const described *shape, collide_source *source) {
  size_range sizes = find_sizes(shape);
  int i, dimensions = description_dimensions(shape);
  memset(source->sizes, 0, sizeof source->sizes);
  memcpy(source->sizes + sizes.first, sizes_of(shape), bytes_of(sizes));
  for (i = 0; i < sizes.first; i++) source->sizes[i] = 0 - source->sizes[sizes.first + i];
  source->points = NULL;
  source->spare = NULL;
  memset(source->turned, 0, sizeof source->turned);
  source->turned[1] = 1; /* the cosine of the angle 0 */
  if (dimensions == 2 && shape->extra != NULL && !shape->extra->has_linear)
    memcpy(source->turned, shape->extra->pose, sizeof source->turned);
}

void ci_description_source(const described *shape, collide_source *source) {
  if (!shape->head.is_compact) {
    *source = shape->source;
    return;
  }
  get_sizes(shape, source);
  get_pose(shape, &source->pose);
}

void ci_description_pose(const described *shape, collide_pose *pose) {
  if (shape->head.is_compact)
    get_pose(shape, pose);
  else
    *pose = shape->source.pose;
}

int ci_description_is_turned(const described *shape) {
  const collide_pose *pose = &shape->source.pose;
  collide_pose room;
  if (shape->head.is_compact) {
    if (shape->extra == NULL) return 0;
    get_pose(shape, &room);
    pose = &room;
  }
  return pose->has_linear ? pose->linear[1] != 0 || pose->linear[3] != 0 : pose->angle != 0;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The place of the corners of an outline, or NULL if it stores none. */
static collide_corner *find_corners(described *to) {
  if (to->shape.kind == COLLIDE_CIRCLE) return (collide_corner *)(void *)to->shape.a;
  if (to->shape.kind == COLLIDE_RECT)
    return to->shape.of.outline.aligned ? NULL : to->extra->of.corners;
  if (corners_of(to->shape.kind) == 0) return NULL;
  return (collide_corner *)(void *)(description_own_position(to) + 2);
}

static void put_outline(described *to, const collide_shape *shape, const collide_pose *pose) {
  to->shape.kind = shape->kind;
  to->shape.of.outline.aligned = shape->of.outline.aligned;
  ci_outline_put_compact(&to->shape, shape, find_corners(to));
  if (shape->kind > COLLIDE_CIRCLE)
    memcpy(description_own_position(to), pose->position, 2 * sizeof(double));
}

static void put_solid(described *to, const collide_shape *shape) {
  memcpy(&to->shape, shape, offsetof(collide_shape, of));
  if (shape->kind == COLLIDE_TRIANGLE) to->shape.of.facet = shape->of.facet;
  if (to->extra == NULL || shape->frame != COLLIDE_LINEAR) return;
  if (to->head.is_compact == COMPACT_TURNED) {
    to->shape.of.turned = shape->of.turned;
    return;
  }
  to->extra->of.turned = shape->of.turned;
  to->shape.is_linked = 1;
  to->shape.of.linked = &to->extra->of.turned;
}

static void put_shape(described *to, const collide_shape *shape, const collide_source *source) {
  int dimensions = shape->kind < COLLIDE_CIRCLE ? 3 : 2;
  if (to->extra != NULL) put_pose(to->extra, source, dimensions);
  if (dimensions == 2)
    put_outline(to, shape, &source->pose);
  else
    put_solid(to, shape);
}

void ci_compact_push(lua_State *L, const described *made) {
  described shape, *to;
  size_range sizes = find_sizes(made);
  int has_extra = !only_moves(&made->source.pose) || one_way_is_set(made->one_way);
  size_t front;
  if (sizes.end == 0) {
    to = (described *)lua_newuserdata(L, sizeof *to);
    *to = *made;
    return;
  }
  shape.head = made->head;
  shape.shape.kind = made->shape.kind;
  shape.head.is_compact =
      made->shape.frame == COLLIDE_LINEAR ? (uint8_t)COMPACT_TURNED : (uint8_t)COMPACT;
  front = front_of(&shape) + bytes_of(sizes);
  to = (described *)lua_newuserdata(L, front + (has_extra ? ci_compact_extra_size(&shape) : 0));
  to->head = shape.head;
  to->extra = has_extra ? (shape_extra *)(void *)((char *)to + front) : NULL;
  if (has_extra) {
    to->extra->is_kept = 0;
    memcpy(to->extra->one_way, made->one_way, sizeof made->one_way);
  }
  put_shape(to, &made->shape, &made->source);
  memcpy((char *)to + front_of(to), made->source.sizes + sizes.first, bytes_of(sizes));
}

size_t ci_compact_extra_size(const described *shape) {
  const size_t least = offsetof(shape_extra, of);
  if (shape->shape.kind == COLLIDE_RECT) return least + 4 * sizeof(collide_corner);
  if (shape->shape.kind >= COLLIDE_CIRCLE || shape->head.is_compact == COMPACT_TURNED) return least;
  return sizeof(shape_extra);
}

int ci_compact_lacks_extra(const described *shape, const collide_pose *pose) {
  return shape->head.is_compact && shape->extra == NULL && (pose == NULL || !only_moves(pose));
}

void ci_compact_set_extra(described *shape, void *extra) {
  collide_source none;
  memset(&none, 0, sizeof none);
  none.pose = collide_identity_pose();
  shape->extra = (shape_extra *)extra;
  shape->extra->is_kept = 1;
  memset(shape->extra->one_way, 0, sizeof shape->extra->one_way);
  put_pose(shape->extra, &none, description_dimensions(shape));
}

double *ci_compact_one_way(described *shape) {
  if (!shape->head.is_compact) return shape->one_way;
  return shape->extra != NULL ? shape->extra->one_way : NULL;
}

static collide_error fold(described *shape, collide_source *source) {
  collide_shape fresh;
  collide_error error;
  ci_shape_begin(&fresh, &shape->shape);
  error = ci_shape_fold_fresh(&fresh, source);
  if (error == COLLIDE_OK) put_shape(shape, &fresh, source);
  return error;
}

collide_error ci_compact_set_pose(described *shape, const collide_pose *pose) {
  collide_source source;
  get_sizes(shape, &source);
  source.pose = *pose;
  return fold(shape, &source);
}

static int move_rect(described *shape, const double position[2]) {
  const double *own = sizes_of(shape);
  double both[4];
  if (shape->extra != NULL) return 0;
  if (description_form(shape)->is_symmetric) {
    both[0] = 0 - own[0];
    both[1] = 0 - own[1];
    both[2] = own[0];
    both[3] = own[1];
    own = both;
  }
  if (!ci_outline_move_rect(&shape->shape, own, position)) return 0;
  memcpy(description_own_position(shape), position, 2 * sizeof(double));
  return 1;
}

static collide_error move_compact(described *shape, const double position[3]) {
  collide_source source;
  collide_kind kind = shape->shape.kind;
  if (kind < COLLIDE_CIRCLE) return collide_set_position(&shape->shape, NULL, position);
  if (kind == COLLIDE_CIRCLE && ci_outline_move_circle(&shape->shape, position)) return COLLIDE_OK;
  if (kind == COLLIDE_RECT && move_rect(shape, position)) return COLLIDE_OK;
  get_sizes(shape, &source);
  get_pose(shape, &source.pose);
  memcpy(source.pose.position, position, 2 * sizeof position[0]);
  return fold(shape, &source);
}

collide_error ci_compact_move(described *shape, const double position[3]) {
  collide_error error = shape->head.is_compact
                            ? move_compact(shape, position)
                            : collide_set_position(&shape->shape, &shape->source, position);
  if (error == COLLIDE_OK && description_is_pending(shape))
    seal_close(&shape->head.sealed, SEAL_SHAPE, shape->head.sealed.home);
  return error;
}

void ci_description_apply(described *shape) {
  double position[3] = {0, 0, 0};
  memcpy(position, description_position(shape), 2 * sizeof position[0]);
  (void)ci_compact_move(shape, position);
}
