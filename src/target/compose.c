/* SPDX-License-Identifier: MIT
 *
 * Composes two poses into one: a part's own pose, then its group's.
 *
 * Let R and S be rotation and scale, g the group and p the part. The linear part is R_g S_g R_p
 * S_p. It is again a rotation and a scale in two cases. If R_p is the identity, it is R_g (S_g
 * S_p). If all scales of S_g have the same magnitude k, S_g is k M, where M mirrors some axes. Then
 * S_g R_p = R' S_g, where R' = M R_p M is a rotation, and the linear part is (R_g R') (S_g S_p).
 * Otherwise it may shear, so only a matrix can hold it.
 */
#include <string.h>

#include "../number/sincos.h"
#include "../shape/shape.h"
#include "group.h"

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

/* ---- In three dimensions ------------------------------------------------------------ */

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

/* ---- In two dimensions --------------------------------------------------------------- */

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

/* ---- Both ----------------------------------------------------------------------------- */

collide_error ci_group_linear(const collide_pose *pose, int dimensions, double linear[9]) {
  const collide_pose none = collide_identity_pose();
  if (dimensions == 3) return ci_pose_linear(pose, linear);
  if (!pose->has_linear && (pose->scale[0] == 0 || pose->scale[1] == 0))
    return COLLIDE_ERROR_POSE_ZERO_SCALE;
  memcpy(linear, none.linear, sizeof none.linear);
  compose_matrix_flat(pose, &none, linear);
  return COLLIDE_OK;
}

collide_error ci_group_compose(const collide_pose *group, const double linear[9],
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
