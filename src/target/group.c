/* SPDX-License-Identifier: MIT
 *
 * Groups: their parts, the poses of the parts, which are composed with that of the group, and
 * copies that can move.
 */
#include "../mesh/mesh.h"
#include "../narrow/cast.h"
#include "../number/sincos.h"
#include "../shape/shape.h"
#include "group.h"

#include <string.h>
#include <stdint.h>

/* ---- Composing two poses ---------------------------------------------------------------------
 *
 * Let R and S be rotation and scale, g the group and p the part. The linear part is R_g S_g R_p
 * S_p. It is again a rotation and a scale in two cases. If R_p is the identity, it is R_g (S_g
 * S_p). If all scales of S_g have the same magnitude k, S_g is k M, where M mirrors some axes. Then
 * S_g R_p = R' S_g, where R' = M R_p M is a rotation, and the linear part is (R_g R') (S_g S_p).
 * Otherwise it may shear, so only a matrix can hold it.
 */

static int is_identity(const double m[9]) {
  int i;
  for (i = 0; i < 9; i++)
    if (m[i] != (i % 4 == 0 ? 1 : 0)) return 0;
  return 1;
}

/* Returns 1 if all scales have the same magnitude. */
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

/* Composes by rotation and scale if that is possible, else by matrices. A ball that is scaled
 * evenly looks the same in any rotation, so its own rotation does not count. */
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

/* offset = linear p */
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
  ci_turn_precisely(pose->angle, &cosine, &sine);
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

/* ---- In two or three dimensions -------------------------------------------------------------- */

/* Writes the matrix of a group's pose, row by row. The parts are placed with it. In two dimensions
 * only its first two rows and columns count. */
static collide_error get_linear(const collide_pose *pose, int dimensions, double linear[9]) {
  const collide_pose none = collide_identity_pose();
  if (dimensions == 3) return ci_pose_linear(pose, linear);
  if (!pose->has_linear && (pose->scale[0] == 0 || pose->scale[1] == 0))
    return COLLIDE_ERROR_POSE_ZERO_SCALE;
  memcpy(linear, none.linear, sizeof none.linear);
  compose_matrix_flat(pose, &none, linear);
  return COLLIDE_OK;
}

/* Computes the pose of a part in the world, except for its position. The position is the sum of the
 * group's position and `offset`. `linear` is from get_linear. */
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

/* The bytes of the group and its arrays, which the parts follow. */
static size_t arrays_of(int count) {
  return aligned(sizeof(collide_shape_group)) + aligned((size_t)count * sizeof(group_part)) +
         aligned((size_t)count * sizeof(collide_target)) +
         aligned((size_t)count * sizeof(cast_ball));
}

static void set_arrays(collide_shape_group *group) {
  size_t count = (size_t)group->count;
  char *rest = (char *)group + aligned(sizeof *group);
  group->parts = (group_part *)(void *)rest;
  rest += aligned(count * sizeof(group_part));
  group->members = (collide_target *)(void *)rest;
  rest += aligned(count * sizeof(collide_target));
  group->balls = (cast_ball *)(void *)rest;
}

size_t collide_group_storage(const collide_part *parts, int count) {
  size_t bytes;
  int i;
  if (count < 1 || count > COLLIDE_GROUP_MOST) return 0;
  bytes = arrays_of(count);
  for (i = 0; i < count; i++) {
    size_t own = storage_of(&parts[i]);
    if (own > SIZE_MAX - bytes) return 0;
    bytes += own;
  }
  return bytes;
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* The sum of an offset and a position, rounded once. */
static void place_of(const twofold offset[3], const double position[3], int dimensions,
                     double place[3]) {
  int i;
  place[2] = 0;
  for (i = 0; i < dimensions; i++) place[i] = tf_add(offset[i], tf(position[i])).hi + 0.0;
}

/* Computes part i for a pose of the group. If `linear` is NULL, only the position of that pose is
 * new. On an error the part does not change. */
static collide_error place_part(collide_shape_group *group, int i, const collide_pose *pose,
                                const double *linear) {
  group_part *part = &group->parts[i];
  twofold offset[3];
  collide_pose world = part->source.pose;
  collide_kind kind = part->mesh != NULL ? COLLIDE_TRIANGLE : part->shape.kind;
  collide_error error = COLLIDE_OK;
  memcpy(offset, part->offset, sizeof offset);
  if (linear != NULL) error = group_compose(pose, linear, &part->own, kind, &world, offset);
  if (error != COLLIDE_OK) return error;
  place_of(offset, pose->position, group->dimensions, world.position);
  if (part->mesh == NULL)
    error = linear != NULL ? collide_set_pose(&part->shape, &part->source, &world)
                           : collide_set_position(&part->shape, &part->source, world.position);
  else
    error = linear != NULL ? collide_mesh_set_pose(part->mesh, &world)
                           : collide_mesh_set_position(part->mesh, world.position);
  if (error != COLLIDE_OK) return error;
  if (part->mesh != NULL) part->source.pose = world;
  memcpy(part->offset, offset, sizeof offset);
  return COLLIDE_OK;
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

/* Computes the bounds and the balls. All parts have their pose. */
static void bound(collide_shape_group *group) {
  collide_target all = collide_target_of_array(group->members, group->count);
  double low[3], high[3];
  int i;
  for (i = 0; i < group->count; i++) {
    const collide_target *part = &group->members[i];
    cast_ball *ball = &group->balls[i];
    ball->rr = HUGE_VAL;
    if (part->kind == COLLIDE_TARGET_SHAPE) ball->rr = ci_cast_ball(part->of.shape, ball->center);
    if (ball->rr < HUGE_VAL) continue;
    collide_target_bounds(part, low, high);
    ball->rr = bound_box(low, high, ball->center);
  }
  collide_target_bounds(&all, group->min, group->max);
  group->rr = bound_box(group->min, group->max, group->center);
}

/* Places all parts. On an error the group does not change, and *at is the index of that part. */
static collide_error place_parts(collide_shape_group *group, const collide_pose *pose,
                                 const double *linear, int *at) {
  double before[9];
  collide_error error = COLLIDE_OK;
  int i;
  for (i = 0; i < group->count && error == COLLIDE_OK; i++)
    error = place_part(group, i, pose, linear);
  if (error == COLLIDE_OK) {
    group->pose = *pose;
    bound(group);
    return COLLIDE_OK;
  }
  *at = --i;
  /* Restores the earlier poses. They were valid before, so this succeeds, with the same bits. */
  if (linear != NULL) (void)get_linear(&group->pose, group->dimensions, before);
  while (i-- > 0) (void)place_part(group, i, &group->pose, linear != NULL ? before : NULL);
  return error;
}

collide_error collide_group_set_pose(collide_shape_group *group, const collide_pose *pose,
                                     int *part) {
  double linear[9];
  collide_error error = get_linear(pose, group->dimensions, linear);
  int at = -1;
  if (!ci_are_within(COLLIDE_LARGEST, pose->position, group->dimensions))
    error = COLLIDE_ERROR_POSE_OVERFLOW;
  if (error == COLLIDE_OK) error = place_parts(group, pose, linear, &at);
  if (error != COLLIDE_OK && part != NULL) *part = at;
  return error;
}

collide_error collide_group_set_position(collide_shape_group *group, const double position[3]) {
  collide_pose pose = group->pose;
  int at;
  if (!ci_are_within(COLLIDE_LARGEST, position, group->dimensions))
    return COLLIDE_ERROR_POSE_OVERFLOW;
  memcpy(pose.position, position, (size_t)group->dimensions * sizeof *position);
  return place_parts(group, &pose, NULL, &at);
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

/* Makes the part a target. It may have been copied to another address. */
static void set_member(collide_shape_group *group, int i) {
  const group_part *part = &group->parts[i];
  group->members[i] = part->mesh != NULL ? collide_target_of_mesh(part->mesh)
                                         : collide_target_of_shape(&part->shape);
}

collide_error collide_make_group(collide_shape_group **group, const collide_part *parts, int count,
                                 void *storage, int *part) {
  collide_shape_group *made = (collide_shape_group *)storage;
  int i, at;
  collide_error error = check(parts, count, &at);
  if (error == COLLIDE_OK) {
    char *rest = (char *)storage + arrays_of(count);
    memset(made, 0, sizeof *made);
    made->dimensions = dimensions_of(&parts[0]);
    made->pose = collide_identity_pose();
    made->count = count;
    set_arrays(made);
    for (i = 0; i < count && error == COLLIDE_OK; i++) {
      at = i;
      error = copy_part(&parts[i], rest, &made->parts[i]);
      set_member(made, i);
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

/* The bytes that a copy of a part needs beside it. A hull shares its corners with the original. */
static size_t corners_of(const collide_shape *shape) {
  return shape_core(shape) == COLLIDE_HULL ? 0 : aligned(ci_copy_storage(shape));
}

size_t ci_group_copy_storage(const collide_shape_group *group) {
  int i;
  size_t bytes = arrays_of(group->count);
  for (i = 0; i < group->count; i++) bytes += corners_of(&group->parts[i].shape);
  return bytes;
}

collide_shape_group *ci_group_copy(const collide_shape_group *group, void *storage) {
  collide_shape_group *made = (collide_shape_group *)storage;
  int i;
  char *rest = (char *)storage + arrays_of(group->count);
  *made = *group;
  set_arrays(made);
  for (i = 0; i < group->count; i++) {
    const group_part *from = &group->parts[i];
    group_part *to = &made->parts[i];
    *to = *from;
    if (shape_core(&from->shape) != COLLIDE_HULL)
      (void)ci_copy_shape(&from->shape, &from->source, rest, &to->shape, &to->source);
    set_member(made, i);
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

/* Moves the indices of the triangles of a part, which begin at 0, to those of its vertices. */
static void shift_indices(uint32_t *triangles, size_t count, size_t by) {
  size_t i;
  for (i = 0; i < 3 * count; i++) triangles[i] += (uint32_t)by;
}

collide_surface collide_group_surface(const collide_shape_group *group, int corners,
                                      double *vertices, uint32_t *triangles) {
  collide_surface all = {0, 0};
  int i;
  for (i = 0; i < group->count && all.triangles <= COLLIDE_SURFACE_MOST; i++) {
    const collide_mesh *mesh = group->parts[i].mesh;
    double *to = vertices != NULL ? vertices + 3 * all.vertices : NULL;
    uint32_t *indices = vertices != NULL ? triangles + 3 * all.triangles : NULL;
    collide_surface one =
        mesh != NULL ? collide_mesh_surface(mesh, to, indices)
                     : collide_surface_triangles(&group->parts[i].shape, corners, to, indices);
    if (vertices != NULL) shift_indices(indices, one.triangles, all.vertices);
    all.vertices += one.vertices;
    all.triangles += one.triangles;
  }
  return all;
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
