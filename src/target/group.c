/* SPDX-License-Identifier: MIT
 *
 * Groups: the parts, the pose of the whole group, and casts at the parts.
 */
#include "../mesh/mesh.h"
#include "../narrow/cast.h"
#include "../number/sincos.h"
#include "../shape/shape.h"
#include "group.h"
#include "target.h"

#include <string.h>
#include <stdint.h>

/* ---- Composing two poses --------------------------------------------------------------------- */

/* Let R and S be rotation and scale, g the group and p the part. The linear part is R_g S_g R_p
 * S_p. It is again a rotation and a scale in two cases. If R_p is the identity, it is R_g (S_g
 * S_p). If all scales of S_g have the same magnitude k, S_g is k M, where M mirrors some axes. Then
 * S_g R_p = R' S_g, where R' = M R_p M is a rotation, and the linear part is (R_g R') (S_g S_p).
 * Otherwise it may shear, so only a matrix can hold it. */

static int is_identity(const double m[9]) {
  int i;
  for (i = 0; i < 9; i++)
    if (m[i] != (i % 4 == 0 ? 1 : 0)) return 0;
  return 1;
}

static int is_even(const double *scale, int count) {
  int i;
  for (i = 1; i < count; i++)
    if (fabs(scale[i]) != fabs(scale[0])) return 0;
  return 1;
}

/* Multiplies two scales without zeros. A product that underflows to 0 is an error. */
static collide_error multiply_scales(const double *a, const double *b, int count, double *product) {
  int i;
  for (i = 0; i < count; i++) {
    product[i] = a[i] * b[i];
    if (product[i] == 0) return COLLIDE_ERROR_POSE_OVERFLOW;
  }
  return COLLIDE_OK;
}

/* ---- In three dimensions --------------------------------------------------------------------- */

static int rotates(const collide_pose *own) {
  const double *q = own->rotation;
  return q[0] != 0 || q[1] != 0 || q[2] != 0;
}

/* Brings the largest component near 1, by a power of two. */
static void scale_quaternion(double q[4]) {
  int exponent;
  double most = ci_largest(q, 4, 0);
  if (!(most > 0)) return;
  (void)frexp(most, &exponent);
  ci_rescale(q, 4, -exponent);
}

/* The product a b: the rotation b, then a. Each component is rounded once. */
static void multiply_quaternions(const double a[4], const double b[4], double product[4]) {
  static const int factor[4][4] = {{3, 2, 1, 0}, {2, 3, 0, 1}, {1, 0, 3, 2}, {0, 1, 2, 3}};
  static const int sign[4][4] = {{1, 1, -1, 1}, {-1, 1, 1, 1}, {1, -1, 1, 1}, {-1, -1, -1, 1}};
  double left[4], right[4];
  int i, k;
  memcpy(left, a, sizeof left);
  memcpy(right, b, sizeof right);
  scale_quaternion(left);
  scale_quaternion(right);
  for (i = 0; i < 4; i++) {
    twofold sum = tf(0);
    for (k = 0; k < 4; k++)
      sum = tf_add(sum, two_product(sign[i][k] * left[k], right[factor[i][k]]));
    product[i] = sum.hi + 0.0;
  }
}

/* Mirrors the rotation at the axes with negative scales. Its axis is mirrored, and reversed if the
 * mirror changes the handedness. */
static void mirror_quaternion(const double scale[3], const double q[4], double mirrored[4]) {
  double mirror = 1;
  int i;
  for (i = 0; i < 3; i++) mirror *= scale[i] < 0 ? -1 : 1;
  for (i = 0; i < 3; i++) mirrored[i] = mirror * (scale[i] < 0 ? -q[i] : q[i]);
  mirrored[3] = q[3];
}

static void multiply_matrices(const double a[9], const double b[9], double product[9]) {
  int i, j, k;
  for (i = 0; i < 3; i++) {
    for (j = 0; j < 3; j++) {
      twofold sum = tf(0);
      for (k = 0; k < 3; k++) sum = tf_add(sum, two_product(a[3 * i + k], b[3 * k + j]));
      product[3 * i + j] = sum.hi + 0.0;
    }
  }
}

static collide_error compose_solid(const collide_pose *group, const double linear[9],
                                   const collide_pose *own, int is_ball, collide_pose *world) {
  double own_linear[9], mirrored[4];
  int ball = is_ball && is_even(own->scale, 3), turns = !ball && rotates(own);
  if (group->has_linear || own->has_linear || (turns && !is_even(group->scale, 3))) {
    collide_error error = ci_pose_linear(own, own_linear);
    if (error != COLLIDE_OK) return error;
    world->has_linear = 1;
    multiply_matrices(linear, own_linear, world->linear);
    return COLLIDE_OK;
  }
  mirror_quaternion(group->scale, own->rotation, mirrored);
  if (!turns)
    memcpy(world->rotation, group->rotation, sizeof world->rotation);
  else if (!rotates(group))
    memcpy(world->rotation, mirrored, sizeof world->rotation);
  else
    multiply_quaternions(group->rotation, mirrored, world->rotation);
  return multiply_scales(group->scale, own->scale, 3, world->scale);
}

static void offset_solid(const double linear[9], const double p[3], twofold offset[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    const double *row = linear + 3 * i;
    offset[i] = tf_add(tf_add(two_product(row[0], p[0]), two_product(row[1], p[1])),
                       two_product(row[2], p[2]));
  }
}

/* ---- In two dimensions ----------------------------------------------------------------------- */

/* v = R S v */
static void scale_and_turn(const collide_pose *pose, twofold v[2]) {
  twofold cosine, sine, x, y;
  if (pose->has_linear) {
    x = tf_add(tf_scale(v[0], pose->linear[0]), tf_scale(v[1], pose->linear[1]));
    y = tf_add(tf_scale(v[0], pose->linear[3]), tf_scale(v[1], pose->linear[4]));
    v[0] = x;
    v[1] = y;
    return;
  }
  ci_sincos_precisely(pose->angle, &cosine, &sine);
  x = tf_scale(v[0], pose->scale[0]);
  y = tf_scale(v[1], pose->scale[1]);
  v[0] = tf_sub(tf_mul(cosine, x), tf_mul(sine, y));
  v[1] = tf_add(tf_mul(sine, x), tf_mul(cosine, y));
}

/* Each column is the image of an axis. */
static void compose_matrix_flat(const collide_pose *group, const collide_pose *own,
                                double linear[9]) {
  int column;
  for (column = 0; column < 2; column++) {
    twofold v[2];
    v[0] = tf(column == 0);
    v[1] = tf(column == 1);
    scale_and_turn(own, v);
    scale_and_turn(group, v);
    linear[column] = v[0].hi + 0.0;
    linear[3 + column] = v[1].hi + 0.0;
  }
}

static collide_error compose_flat(const collide_pose *group, const collide_pose *own,
                                  collide_kind kind, collide_pose *world) {
  int turns = own->angle != 0 && kind != COLLIDE_CIRCLE;
  double mirror = (group->scale[0] < 0) != (group->scale[1] < 0) ? -1 : 1;
  if (group->has_linear || own->has_linear || (turns && !is_even(group->scale, 2))) {
    world->has_linear = 1;
    compose_matrix_flat(group, own, world->linear);
    return COLLIDE_OK;
  }
  world->angle = group->angle + mirror * own->angle + 0.0;
  if (!(fabs(world->angle) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POSE_OVERFLOW;
  return multiply_scales(group->scale, own->scale, 2, world->scale);
}

/* ---- Both ------------------------------------------------------------------------------------ */

collide_error ci_group_linear(const collide_pose *pose, int dimensions, double linear[9]) {
  const collide_pose none = collide_identity_pose();
  if (dimensions == 3) return ci_pose_linear(pose, linear);
  if (!pose->has_linear && (pose->scale[0] == 0 || pose->scale[1] == 0))
    return COLLIDE_ERROR_POSE_ZERO_SCALE;
  memcpy(linear, none.linear, sizeof none.linear);
  compose_matrix_flat(pose, &none, linear);
  return COLLIDE_OK;
}

/* Computes the pose of a part in the world, except for its position. The position is the sum of the
 * group's position and `offset`. `linear` is from ci_group_linear. */
static collide_error group_compose(const collide_pose *group, const double linear[9],
                                   const collide_pose *own, collide_kind kind, collide_pose *world,
                                   twofold offset[3]) {
  int i, dimensions = kind < COLLIDE_CIRCLE ? 3 : 2;
  for (i = 0; i < 3; i++) offset[i] = tf(i < dimensions ? own->position[i] : 0);
  if (is_identity(linear)) {
    *world = *own;
    return COLLIDE_OK;
  }
  *world = collide_identity_pose();
  if (dimensions == 2) {
    scale_and_turn(group, offset);
    return compose_flat(group, own, kind, world);
  }
  offset_solid(linear, own->position, offset);
  return compose_solid(group, linear, own, kind == COLLIDE_SPHERE, world);
}
/* ---- Storage --------------------------------------------------------------------------------- */

/* Rounds up, so that each object in the storage is aligned for doubles and pointers. */
static size_t aligned(size_t bytes) {
  return (bytes + 15) / 16 * 16;
}

static size_t storage_of(const collide_part *part) {
  return aligned(part->shape != NULL ? ci_copy_storage(part->shape) : sizeof(collide_mesh));
}

size_t collide_group_storage(const collide_part *parts, int count) {
  size_t bytes;
  int i;
  if (count < 1 || count > COLLIDE_GROUP_MOST) return 0;
  bytes = aligned(sizeof(collide_shape_group)) + aligned((size_t)count * sizeof(group_part)) +
          aligned((size_t)count * sizeof(cast_ball));
  for (i = 0; i < count; i++) {
    size_t own = storage_of(&parts[i]);
    if (own > SIZE_MAX - bytes) return 0;
    bytes += own;
  }
  return bytes;
}

/* ---- Placing --------------------------------------------------------------------------------- */

static void place_of(const twofold offset[3], const double position[3], int dimensions,
                     double place[3]) {
  int i;
  place[2] = 0;
  for (i = 0; i < dimensions; i++) place[i] = tf_add(offset[i], tf(position[i])).hi + 0.0;
}

/* Computes the world pose of part i. On an error the part does not change. */
static collide_error pose_part(collide_shape_group *group, int i, const collide_pose *pose,
                               const double linear[9]) {
  group_part *part = &group->parts[i];
  twofold offset[3];
  collide_pose world;
  collide_kind kind = part->mesh != NULL ? COLLIDE_TRIANGLE : part->shape.kind;
  collide_error error = group_compose(pose, linear, &part->own, kind, &world, offset);
  if (error != COLLIDE_OK) return error;
  place_of(offset, pose->position, group->dimensions, world.position);
  if (part->mesh == NULL) {
    error = collide_set_pose(&part->shape, &part->source, &world);
  } else {
    error = collide_mesh_set_pose(part->mesh, &world);
    if (error == COLLIDE_OK) part->source.pose = world;
  }
  if (error == COLLIDE_OK) memcpy(part->offset, offset, sizeof offset);
  return error;
}

static collide_error move_part(group_part *part, const double place[3]) {
  collide_error error;
  if (part->mesh == NULL) return collide_set_position(&part->shape, &part->source, place);
  error = collide_mesh_set_position(part->mesh, place);
  if (error == COLLIDE_OK) memcpy(part->source.pose.position, place, 3 * sizeof place[0]);
  return error;
}

/* Makes a ball around a box's middle and returns the square of its radius. The middle is rounded,
 * so each half is measured from it to the farther side. Each difference, its square and the sum of
 * three together are off by at most 6 u of themselves, u = 2^-53; the factor adds 8 u. The result
 * is at least 1e-119, so underflow does not matter. */
static double bound_box(const double low[3], const double high[3], double middle[3]) {
  double sum = 0;
  int k;
  for (k = 0; k < 3; k++) {
    double below, above;
    middle[k] = 0.5 * low[k] + 0.5 * high[k];
    below = middle[k] - low[k];
    above = high[k] - middle[k];
    sum += below > above ? below * below : above * above;
  }
  sum = sum * (1 + 8.881784197001252e-16) + 1e-119;
  return sum - sum == 0 ? sum : HUGE_VAL;
}

static void bound_part(const group_part *part, cast_ball *ball, double low[3], double high[3]) {
  if (part->mesh != NULL)
    ci_mesh_bounds(part->mesh, low, high);
  else
    collide_bounds(&part->shape, low, high);
  ball->rr = part->mesh != NULL ? HUGE_VAL : ci_cast_ball(&part->shape, ball->center);
  if (ball->rr == HUGE_VAL) ball->rr = bound_box(low, high, ball->center);
}

/* Computes the bounds and the balls. All parts have their pose. */
static void bound(collide_shape_group *group) {
  double low[3], high[3];
  int i, k;
  for (i = 0; i < group->count; i++) {
    bound_part(&group->parts[i], &group->balls[i], low, high);
    for (k = 0; k < 3; k++) {
      if (i == 0 || low[k] < group->min[k]) group->min[k] = low[k];
      if (i == 0 || high[k] > group->max[k]) group->max[k] = high[k];
    }
  }
  group->rr = bound_box(group->min, group->max, group->center);
}

collide_error collide_group_set_pose(collide_shape_group *group, const collide_pose *pose,
                                     int *part) {
  double linear[9];
  collide_error error = ci_group_linear(pose, group->dimensions, linear);
  int i = -1;
  if (!ci_are_within(COLLIDE_LARGEST, pose->position, group->dimensions))
    error = COLLIDE_ERROR_POSE_OVERFLOW;
  if (error == COLLIDE_OK) {
    for (i = 0; i < group->count; i++) {
      error = pose_part(group, i, pose, linear);
      if (error != COLLIDE_OK) break;
    }
  }
  if (error == COLLIDE_OK) {
    group->pose = *pose;
    bound(group);
    return COLLIDE_OK;
  }
  if (part != NULL) *part = i;
  /* Restores the earlier poses. They were valid before, so this succeeds, with the same bits. */
  if (i > 0 && ci_group_linear(&group->pose, group->dimensions, linear) == COLLIDE_OK)
    while (i-- > 0) (void)pose_part(group, i, &group->pose, linear);
  return error;
}

/* Moves the parts one by one. On an error, moves the earlier ones back. */
collide_error collide_group_set_position(collide_shape_group *group, const double position[3]) {
  double place[3];
  collide_error error = COLLIDE_OK;
  int i, k;
  if (!ci_are_within(COLLIDE_LARGEST, position, group->dimensions))
    return COLLIDE_ERROR_POSE_OVERFLOW;
  for (i = 0; i < group->count && error == COLLIDE_OK; i++) {
    group_part *part = &group->parts[i];
    place_of(part->offset, position, group->dimensions, place);
    error = move_part(part, place);
  }
  if (error == COLLIDE_OK) {
    for (k = 0; k < group->dimensions; k++) group->pose.position[k] = position[k];
    bound(group);
    return COLLIDE_OK;
  }
  for (i--; i-- > 0;) {
    group_part *part = &group->parts[i];
    place_of(part->offset, group->pose.position, group->dimensions, place);
    (void)move_part(part, place);
  }
  return error;
}

/* ---- Making ---------------------------------------------------------------------------------- */

static int is_plane(const collide_shape *shape) {
  return shape != NULL && (shape->kind == COLLIDE_PLANE || shape->kind == COLLIDE_PLANE_2D);
}

static int dimensions_of(const collide_part *part) {
  return part->shape != NULL ? collide_dimensions(part->shape) : 3;
}

static collide_error check(const collide_part *parts, int count, int *part) {
  int i, dimensions;
  *part = 0;
  if (count < 1) return COLLIDE_ERROR_GROUP_EMPTY;
  if (count > COLLIDE_GROUP_MOST) return COLLIDE_ERROR_LIMIT;
  dimensions = dimensions_of(&parts[0]);
  for (i = 0; i < count; i++) {
    *part = i;
    if (is_plane(parts[i].shape)) return COLLIDE_ERROR_GROUP_PLANE;
    if (dimensions_of(&parts[i]) != dimensions) return COLLIDE_ERROR_GROUP_DIMENSIONS;
  }
  return COLLIDE_OK;
}

static collide_error copy_part(const collide_part *from, void *storage, group_part *part) {
  int i;
  collide_error error = COLLIDE_OK;
  part->mesh = NULL;
  if (from->shape != NULL) {
    error = ci_copy_shape(from->shape, from->source, storage, &part->shape, &part->source);
  } else {
    part->mesh = (collide_mesh *)storage;
    *part->mesh = *from->mesh;
    memset(&part->shape, 0, sizeof part->shape);
    memset(&part->source, 0, sizeof part->source);
    part->source.pose = *from->pose;
  }
  part->own = part->source.pose;
  for (i = 0; i < 3; i++) part->offset[i] = tf(part->own.position[i]);
  return error;
}

collide_error collide_make_group(collide_shape_group **group, const collide_part *parts, int count,
                                 void *storage, int *part) {
  collide_shape_group *made = (collide_shape_group *)storage;
  char *rest = (char *)storage + aligned(sizeof *made);
  int i, at;
  collide_error error = check(parts, count, &at);
  if (error == COLLIDE_OK) {
    memset(made, 0, sizeof *made);
    made->dimensions = dimensions_of(&parts[0]);
    made->pose = collide_identity_pose();
    made->parts = (group_part *)(void *)rest;
    rest += aligned((size_t)count * sizeof(group_part));
    made->count = count;
    made->balls = (cast_ball *)(void *)rest;
    rest += aligned((size_t)count * sizeof(cast_ball));
    for (i = 0; i < count && error == COLLIDE_OK; i++) {
      at = i;
      error = copy_part(&parts[i], rest, &made->parts[i]);
      made->meshes += parts[i].shape == NULL;
      rest += storage_of(&parts[i]);
    }
  }
  if (error != COLLIDE_OK) {
    if (part != NULL) *part = at;
    return error;
  }
  bound(made);
  *group = made;
  return COLLIDE_OK;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

static size_t corners_of(const collide_shape *shape) {
  return shape_core(shape) == COLLIDE_HULL ? 0 : aligned(ci_copy_storage(shape));
}

size_t ci_group_copy_storage(const collide_shape_group *group) {
  int i, count = group->count;
  size_t bytes = aligned(sizeof *group) + aligned((size_t)count * sizeof(group_part)) +
                 aligned((size_t)count * sizeof(cast_ball));
  for (i = 0; i < count; i++) bytes += corners_of(&group->parts[i].shape);
  return bytes;
}

collide_shape_group *ci_group_copy(const collide_shape_group *group, void *storage) {
  collide_shape_group *made = (collide_shape_group *)storage;
  int i, count = group->count;
  char *rest = (char *)storage + aligned(sizeof *made);
  *made = *group;
  made->parts = (group_part *)(void *)rest;
  rest += aligned((size_t)count * sizeof(group_part));
  made->balls = (cast_ball *)(void *)rest;
  rest += aligned((size_t)count * sizeof(cast_ball));
  for (i = 0; i < count; i++) {
    const group_part *from = &group->parts[i];
    group_part *to = &made->parts[i];
    *to = *from;
    if (shape_core(&from->shape) != COLLIDE_HULL)
      (void)ci_copy_shape(&from->shape, &from->source, rest, &to->shape, &to->source);
    rest += corners_of(&from->shape);
  }
  bound(made);
  return made;
}

/* ---- Queries --------------------------------------------------------------------------------- */

int collide_group_count(const collide_shape_group *group) {
  return group->count;
}

static const group_part *part_at(const collide_shape_group *group, int index) {
  return index >= 0 && index < group->count ? &group->parts[index] : NULL;
}

const collide_shape *ci_group_part(const collide_shape_group *group, int index) {
  const group_part *part = part_at(group, index);
  return part != NULL && part->mesh == NULL ? &part->shape : NULL;
}

const collide_mesh *ci_group_mesh(const collide_shape_group *group, int index) {
  const group_part *part = part_at(group, index);
  return part != NULL ? part->mesh : NULL;
}

void ci_group_set_mesh_data(collide_shape_group *group, int index, const collide_mesh_data *data) {
  if (ci_group_mesh(group, index) != NULL) group->parts[index].mesh->data = data;
}

const collide_source *ci_group_source(const collide_shape_group *group, int index) {
  const group_part *part = part_at(group, index);
  return part != NULL ? &part->source : NULL;
}

const collide_pose *ci_group_own_pose(const collide_shape_group *group, int index) {
  const group_part *part = part_at(group, index);
  return part != NULL ? &part->own : NULL;
}

void ci_group_bounds(const collide_shape_group *group, double min[3], double max[3]) {
  memcpy(min, group->min, sizeof group->min);
  memcpy(max, group->max, sizeof group->max);
}

void ci_group_project(const collide_shape_group *group, const double axis[3], double *lowest,
                      double *highest) {
  int i;
  for (i = 0; i < group->count; i++) {
    double low, high;
    if (group->parts[i].mesh != NULL)
      ci_mesh_project(group->parts[i].mesh, axis, &low, &high);
    else
      collide_project(&group->parts[i].shape, axis, &low, &high);
    if (i == 0 || low < *lowest) *lowest = low;
    if (i == 0 || high > *highest) *highest = high;
  }
}

int ci_group_contains(const collide_shape_group *group, const double point[3]) {
  int i;
  for (i = 0; i < group->count; i++) {
    const group_part *part = &group->parts[i];
    if (part->mesh != NULL ? ci_mesh_contains(part->mesh, point)
                           : collide_contains(&part->shape, point) == 1)
      return i;
  }
  return -1;
}

/* ---- Casts at groups -------------------------------------------------------------------
 *
 * Each hit names its part. Among equal t the lowest part comes first, because parts are tested in
 * their order.
 */

static int group_dimensions(const collide_target *t) {
  return t->of.group->dimensions;
}

static int group_bounds(const collide_target *t, double min[3], double max[3]) {
  ci_group_bounds(t->of.group, min, max);
  return 1;
}

/* Makes the hit of a part a hit of the group. A hit of a mesh names its triangle already. */
static void write_part(const collide_target *t, int i, collide_target_hit *hit) {
  const group_part *part = &t->of.group->parts[i];
  hit->member = *t;
  hit->part = i + 1;
  if (part->mesh == NULL) hit->triangle = part->shape.kind == COLLIDE_TRIANGLE;
  hit->count = 0;
}

/* The first part, from i on, that the cast may hit; the count if there is none. */
static int skip(const collide_cast *c, const cast_heading *heading,
                const collide_shape_group *group, int i) {
  return ci_cast_skip_balls(c, heading, group->balls, i, group->count);
}

static int passes_all(const collide_cast *c, const cast_heading *heading,
                      const collide_shape_group *group) {
  return heading->dd > 0 && ci_cast_passes_ball(c, heading, group->center, group->rr);
}

static int offer_part(nearest_hit *n, const collide_target *t, int index, int i) {
  collide_target part = collide_target_of_part(t->of.group, i);
  if (!target_kind_of(&part)->offer(n, &part, index)) return 0;
  write_part(t, i, &n->best);
  n->found = 1; /* an equal t of a later part is no longer nearer */
  n->best.index = index;
  return 1;
}

static int group_offer(nearest_hit *n, const collide_target *t, int index) {
  const collide_shape_group *group = t->of.group;
  int i, is_nearest = 0;
  if (passes_all(n->cast, &n->heading, group)) return 0;
  for (i = skip(n->cast, &n->heading, group, 0); i < group->count;
       i = skip(n->cast, &n->heading, group, i + 1))
    is_nearest |= offer_part(n, t, index, i);
  return is_nearest;
}

static int group_any(const collide_cast *c, const collide_target *t) {
  const collide_shape_group *group = t->of.group;
  cast_heading heading;
  int i;
  ci_cast_head(c, &heading);
  if (passes_all(c, &heading, group)) return 0;
  for (i = skip(c, &heading, group, 0); i < group->count; i = skip(c, &heading, group, i + 1)) {
    collide_target part = collide_target_of_part(group, i);
    if (target_kind_of(&part)->any(c, &part)) return 1;
  }
  return 0;
}

/* The next hit of the current part. For the part's row, `is_open` says whether a mesh has been hit.
 */
static int next_of_part(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  collide_target part = collide_target_of_part(t->of.group, hits->part);
  int was_open = hits->is_open, found;
  hits->is_open = hits->is_in_part;
  found = target_kind_of(&part)->next(hits, &part, hit);
  hits->is_in_part = found && part.kind == COLLIDE_TARGET_MESH;
  hits->is_open = found || was_open;
  if (found) write_part(t, hits->part, hit);
  return found;
}

static int group_next(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  const collide_shape_group *group = t->of.group;
  int i;
  if (!hits->is_open) {
    hits->part = 0;
    if (passes_all(hits->cast, &hits->heading, group)) return 0;
  }
  while ((i = skip(hits->cast, &hits->heading, group, hits->part)) < group->count) {
    int found;
    hits->part = i;
    found = next_of_part(hits, t, hit);
    if (!hits->is_in_part) hits->part++;
    if (found) return 1;
  }
  return 0;
}

const target_kind ci_group_target = {group_dimensions, group_bounds, group_any, group_offer,
                                     group_next};
