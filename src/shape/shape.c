/* SPDX-License-Identifier: MIT
 *
 * Making shapes. Sizes and pose are folded, once, into the doubles that every
 * query then answers for; see pose.c.
 */
#include "shape.h"

#include <string.h>

static int all_finite(const double *v, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (!(fabs(v[i]) <= DBL_MAX)) return 0;
  return 1;
}

/* Checks the sizes, starts *shape afresh and folds it with the identity pose. */
static int make(collide_shape *shape, collide_kind kind, const double *sizes, int count) {
  collide_shape fresh;
  if (!all_finite(sizes, count)) return 0;
  memset(&fresh, 0, sizeof fresh);
  fresh.kind = kind;
  memcpy(fresh.sizes, sizes, (size_t)count * sizeof sizes[0]);
  fresh.pose = collide_identity_pose();
  if (ci_shape_fold(&fresh) != COLLIDE_POSE_OK) return 0;
  *shape = fresh;
  return 1;
}

int collide_sphere(collide_shape *shape, double radius) {
  return radius >= 0 && make(shape, COLLIDE_SPHERE, &radius, 1);
}

int collide_box(collide_shape *shape, const double half[3]) {
  double corners[6];
  int i;
  for (i = 0; i < 3; i++) {
    if (!(half[i] >= 0)) return 0;
    corners[i] = -half[i];
    corners[3 + i] = half[i];
  }
  return make(shape, COLLIDE_BOX, corners, 6);
}

int collide_box_corners(collide_shape *shape, const double min[3], const double max[3]) {
  double corners[6];
  int i;
  for (i = 0; i < 3; i++) {
    if (!(min[i] <= max[i])) return 0;
    corners[i] = min[i];
    corners[3 + i] = max[i];
  }
  if (!make(shape, COLLIDE_BOX, corners, 6)) return 0;
  shape->fixed = 1;
  return 1;
}

int collide_cylinder(collide_shape *shape, double radius, double half_height) {
  double sizes[2];
  sizes[0] = radius;
  sizes[1] = half_height;
  return radius >= 0 && half_height >= 0 && make(shape, COLLIDE_CYLINDER, sizes, 2);
}

int collide_cone(collide_shape *shape, double radius, double height) {
  double sizes[2];
  sizes[0] = radius;
  sizes[1] = height;
  return radius > 0 && height > 0 && make(shape, COLLIDE_CONE, sizes, 2);
}

int collide_capsule(collide_shape *shape, const double a[3], const double b[3], double radius) {
  double sizes[7];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  sizes[6] = radius;
  return radius >= 0 && make(shape, COLLIDE_CAPSULE, sizes, 7);
}

int collide_plane(collide_shape *shape, const double normal[3], double distance) {
  double sizes[4];
  if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0) return 0;
  memcpy(sizes, normal, 3 * sizeof normal[0]);
  sizes[3] = distance;
  return make(shape, COLLIDE_PLANE, sizes, 4);
}

int collide_triangle(collide_shape *shape, const double a[3], const double b[3],
                     const double c[3]) {
  double sizes[9];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  memcpy(sizes + 6, c, 3 * sizeof c[0]);
  return make(shape, COLLIDE_TRIANGLE, sizes, 9);
}

int collide_segment(collide_shape *shape, const double a[3], const double b[3]) {
  double sizes[6];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  return make(shape, COLLIDE_SEGMENT, sizes, 6);
}

/* ---- In two dimensions ------------------------------------------------------ */

int collide_circle(collide_shape *shape, double radius) {
  return radius >= 0 && make(shape, COLLIDE_CIRCLE, &radius, 1);
}

int collide_rect(collide_shape *shape, const double half[2]) {
  double corners[4];
  int i;
  for (i = 0; i < 2; i++) {
    if (!(half[i] >= 0)) return 0;
    corners[i] = -half[i];
    corners[2 + i] = half[i];
  }
  return make(shape, COLLIDE_RECT, corners, 4);
}

int collide_rect_corners(collide_shape *shape, const double min[2], const double max[2]) {
  double corners[4];
  int i;
  for (i = 0; i < 2; i++) {
    if (!(min[i] <= max[i])) return 0;
    corners[i] = min[i];
    corners[2 + i] = max[i];
  }
  if (!make(shape, COLLIDE_RECT, corners, 4)) return 0;
  shape->fixed = 1;
  return 1;
}

int collide_triangle_2d(collide_shape *shape, const double a[2], const double b[2],
                        const double c[2]) {
  double sizes[6];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  memcpy(sizes + 4, c, 2 * sizeof c[0]);
  return make(shape, COLLIDE_TRIANGLE_2D, sizes, 6);
}

int collide_segment_2d(collide_shape *shape, const double a[2], const double b[2]) {
  double sizes[4];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  return make(shape, COLLIDE_SEGMENT_2D, sizes, 4);
}

int collide_capsule_2d(collide_shape *shape, const double a[2], const double b[2], double radius) {
  double sizes[5];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  sizes[4] = radius;
  return radius >= 0 && make(shape, COLLIDE_CAPSULE_2D, sizes, 5);
}

int collide_plane_2d(collide_shape *shape, const double normal[2], double distance) {
  double sizes[3];
  if (normal[0] == 0 && normal[1] == 0) return 0;
  memcpy(sizes, normal, 2 * sizeof normal[0]);
  sizes[2] = distance;
  return make(shape, COLLIDE_PLANE_2D, sizes, 3);
}

int collide_dimensions(const collide_shape *shape) {
  return shape->kind >= COLLIDE_CIRCLE ? 2 : 3;
}

const collide_corner *collide_hull(const collide_shape *shape) {
  return shape->kind == COLLIDE_POLYGON ? shape->hull : shape->corners;
}

/* ---- Bounds ---------------------------------------------------------------- */

static double length2(double x, double y) {
  return sqrt(x * x + y * y);
}

/* Lowest and highest of g . p over the shape in its own frame. */
static void own_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  const double *ends[3];
  double r = 0;
  int i, j, count = 0;
  extent[0] = extent[1] = tf(0);
  ends[0] = s->a;
  ends[1] = s->b;
  ends[2] = s->c;
  switch (s->kind) {
  case COLLIDE_BOX:
    for (i = 0; i < 3; i++) {
      int low = g[i] < 0;
      extent[low] = tf_add(extent[low], two_product(g[i], s->a[i]));
      extent[!low] = tf_add(extent[!low], two_product(g[i], s->b[i]));
    }
    return;
  case COLLIDE_SPHERE:
    r = s->radius * length2(length2(g[0], g[1]), g[2]);
    break;
  case COLLIDE_CYLINDER:
    extent[1] = two_product(fabs(g[1]), s->height);
    extent[0] = tf_negate(extent[1]);
    r = s->radius * length2(g[0], g[2]);
    break;
  case COLLIDE_CONE: {
    twofold base = two_product(-g[1], s->height), rim = tf(s->radius * length2(g[0], g[2]));
    twofold low = tf_sub(base, rim), high = tf_add(base, rim);
    if (low.hi < 0) extent[0] = low; /* the apex is at 0 */
    if (high.hi > 0) extent[1] = high;
    return;
  }
  case COLLIDE_CAPSULE:
    count = 2;
    r = s->radius * length2(length2(g[0], g[1]), g[2]);
    break;
  case COLLIDE_SEGMENT:
    count = 2;
    break;
  case COLLIDE_TRIANGLE:
    count = 3;
    break;
  default:
    break;
  }
  for (i = 0; i < count; i++) {
    twofold dot = tf(0);
    for (j = 0; j < 3; j++) dot = tf_add(dot, two_product(g[j], ends[i][j]));
    if (i == 0 || tf_sub(dot, extent[0]).hi < 0) extent[0] = dot;
    if (i == 0 || tf_sub(dot, extent[1]).hi > 0) extent[1] = dot;
  }
  extent[0] = tf_sub(extent[0], tf(r));
  extent[1] = tf_add(extent[1], tf(r));
}

/* A half-space is bounded along its normal alone. */
static void plane_extent(const collide_shape *s, const double axis[3], double *lowest,
                         double *highest) {
  const double *n = s->a;
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  twofold offset = tf(0);
  double most = 0, factor;
  int i, k = 0;
  *lowest = -HUGE_VAL;
  *highest = HUGE_VAL;
  for (i = 0; i < 3; i++) {
    if (fabs(n[i]) > most) {
      most = fabs(n[i]);
      k = i;
    }
    offset = tf_add(offset, two_product(axis[i], s->position[i]));
  }
  for (i = 0; i < 3; i++) {
    exact left, right;
    ci_exact_set(pool, &left, axis[i]);
    ci_exact_mul_double(&left, &left, n[k]);
    ci_exact_set(pool, &right, axis[k]);
    ci_exact_mul_double(&right, &right, n[i]);
    ci_exact_sub(&left, &left, &right);
    ci_exact_release(pool, 0);
    if (exact_sign(&left) != 0) return;
  }
  factor = axis[k] / n[k];
  if (factor > 0) *highest = tf_add(offset, two_product(factor, s->height)).hi;
  if (factor < 0) *lowest = tf_add(offset, two_product(factor, s->height)).hi;
}

static void extent_along(const collide_shape *s, const double axis[3], twofold extent[2],
                         double *doubt) {
  double g[3];
  int i, j;
  *doubt = 0;
  for (i = 0; i < 3; i++) g[i] = axis[i];
  if (s->frame == COLLIDE_LINEAR) {
    for (j = 0; j < 3; j++) {
      g[j] = 0;
      for (i = 0; i < 3; i++) g[j] += axis[i] * s->linear[3 * i + j];
    }
  }
  own_extent(s, g, extent);
  if (s->frame == COLLIDE_LINEAR)
    *doubt = 16 * DBL_EPSILON * s->reach * (fabs(g[0]) + fabs(g[1]) + fabs(g[2]));
  for (i = 0; i < 3; i++) {
    twofold moved = two_product(axis[i], s->position[i]);
    extent[0] = tf_add(extent[0], moved);
    extent[1] = tf_add(extent[1], moved);
  }
}

/* In two dimensions. */
static void project_hull(const collide_shape *s, const double axis[3], double *lowest,
                         double *highest) {
  const collide_corner *c = collide_hull(s);
  twofold low = tf(0), high = tf(0), round = tf(s->radius * length2(axis[0], axis[1]));
  int i;
  for (i = 0; i < s->count; i++) {
    twofold dot = tf_add(two_product(axis[0], c[i].point[0]), two_product(axis[1], c[i].point[1]));
    if (i == 0 || tf_sub(dot, low).hi < 0) low = dot;
    if (i == 0 || tf_sub(dot, high).hi > 0) high = dot;
  }
  *lowest = tf_sub(low, round).hi;
  *highest = tf_add(high, round).hi;
}

static void project(const collide_shape *shape, const double axis[3], double *lowest,
                    double *highest) {
  twofold extent[2];
  double doubt;
  if (shape->kind == COLLIDE_PLANE_2D) {
    double flat[3] = {0, 0, 0};
    flat[0] = axis[0];
    flat[1] = axis[1];
    plane_extent(shape, flat, lowest, highest);
    return;
  }
  if (collide_dimensions(shape) == 2) {
    project_hull(shape, axis, lowest, highest);
    return;
  }
  if (shape->kind == COLLIDE_PLANE) {
    plane_extent(shape, axis, lowest, highest);
    return;
  }
  extent_along(shape, axis, extent, &doubt);
  *lowest = extent[0].hi;
  *highest = extent[1].hi;
}

/* An axis so long or short that squares would leave the range is brought near
 * unit length by a power of two. */
void collide_project(const collide_shape *shape, const double axis[3], double *lowest,
                     double *highest) {
  double most = fabs(axis[0]), near[3];
  int i, exponent = 0;
  if (fabs(axis[1]) > most) most = fabs(axis[1]);
  if (collide_dimensions(shape) == 3 && fabs(axis[2]) > most) most = fabs(axis[2]);
  if (most > 0 && (most < 1e-100 || most > 1e100)) (void)frexp(most, &exponent);
  for (i = 0; i < 3; i++) near[i] = ldexp(axis[i], -exponent);
  project(shape, near, lowest, highest);
  *lowest = ldexp(*lowest, exponent);
  *highest = ldexp(*highest, exponent);
}

void collide_bounds(const collide_shape *shape, double min[3], double max[3]) {
  int i;
  if (collide_dimensions(shape) == 2) {
    memcpy(min, shape->low, 2 * sizeof min[0]);
    memcpy(max, shape->high, 2 * sizeof max[0]);
    min[2] = max[2] = 0;
    return;
  }
  for (i = 0; i < 3; i++) {
    double axis[3] = {0, 0, 0}, doubt;
    twofold extent[2];
    axis[i] = 1;
    if (shape->kind == COLLIDE_PLANE) {
      plane_extent(shape, axis, &min[i], &max[i]);
      continue;
    }
    extent_along(shape, axis, extent, &doubt);
    min[i] = extent[0].hi - doubt;
    max[i] = extent[1].hi + doubt;
    if (extent[0].lo < 0) min[i] = nextafter(min[i], -HUGE_VAL);
    if (extent[1].lo > 0) max[i] = nextafter(max[i], HUGE_VAL);
  }
}

int collide_triangle_normal(const collide_shape *triangle, double normal[3]) {
  return ci_vector_unit(triangle->normal, normal);
}
