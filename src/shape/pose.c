/* SPDX-License-Identifier: MIT
 *
 * Folding a shape's sizes and pose into the doubles that its queries use. A
 * position alone is never added to the sizes, so nothing is rounded. Where
 * scale and rotation leave the shape what it is (a ball stays a ball) they go
 * into the sizes; otherwise the shape keeps a matrix and its inverse, and
 * queries go through that.
 */
#include <string.h>

#include "hull.h"

collide_pose collide_identity_pose(void) {
  collide_pose p;
  int i;
  memset(&p, 0, sizeof p);
  p.rotation[3] = 1;
  for (i = 0; i < 3; i++) p.scale[i] = 1;
  for (i = 0; i < 16; i++) p.transform[i] = i % 5 == 0;
  return p;
}

static int is_identity(const double m[9]) {
  int i;
  for (i = 0; i < 9; i++)
    if (m[i] != (i % 4 == 0 ? 1 : 0)) return 0;
  return 1;
}

static int is_finite(const double *v, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (!(fabs(v[i]) <= DBL_MAX)) return 0;
  return 1;
}

/* The rotation of a quaternion of any length, each entry within an ulp:
 * (w^2 - v.v) I + 2 v v^T + 2 w [v]x, over |q|^2. */
static int rotation_matrix(const double rotation[4], double m[9]) {
  double q[4], most = 0;
  twofold square[4], sum;
  int i, j, exponent;
  for (i = 0; i < 4; i++)
    if (fabs(rotation[i]) > most) most = fabs(rotation[i]);
  if (!(most > 0)) return 0;
  (void)frexp(most, &exponent);
  for (i = 0; i < 4; i++) {
    q[i] = ldexp(rotation[i], -exponent);
    square[i] = two_product(q[i], q[i]);
  }
  sum = tf_add(tf_add(square[0], square[1]), tf_add(square[2], square[3]));
  for (i = 0; i < 3; i++) {
    int k = (i + 2) % 3;
    twofold diagonal;
    j = (i + 1) % 3;
    diagonal = tf_sub(tf_add(square[3], square[i]), tf_add(square[j], square[k]));
    m[4 * i] = tf_div(diagonal, sum).hi;
    {
      twofold both = two_product(q[i], q[j]), turn = two_product(q[k], q[3]);
      m[3 * i + j] = tf_div(tf_scale(tf_sub(both, turn), 2), sum).hi;
      m[3 * j + i] = tf_div(tf_scale(tf_add(both, turn), 2), sum).hi;
    }
  }
  return 1;
}

/* r = a d - b c */
static void minor_of(exact_pool *pool, double a, double b, double c, double d, exact *r) {
  exact x;
  int mark = ci_exact_mark(pool);
  ci_exact_set(pool, r, a);
  ci_exact_mul_double(r, r, d);
  ci_exact_set(pool, &x, b);
  ci_exact_mul_double(&x, &x, c);
  ci_exact_sub(r, r, &x);
  ci_exact_keep(pool, mark, r, 1);
}

/* Each entry within two ulps of the true inverse. 0 when there is none. */
static int invert(const double m[9], double inverse[9]) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact cofactor[9], determinant, term;
  double low;
  int i, j, mark;
  for (i = 0; i < 3; i++) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (j = 0; j < 3; j++) {
      int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      minor_of(pool, m[3 * i1 + j1], m[3 * i1 + j2], m[3 * i2 + j1], m[3 * i2 + j2],
               &cofactor[3 * i + j]);
    }
  }
  mark = ci_exact_mark(pool);
  ci_exact_mul_double(&determinant, &cofactor[0], m[0]);
  for (j = 1; j < 3; j++) {
    ci_exact_mul_double(&term, &cofactor[j], m[j]);
    ci_exact_add(&determinant, &determinant, &term);
    ci_exact_keep(pool, mark, &determinant, 1);
  }
  if (exact_sign(&determinant) == 0) return 0;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      inverse[3 * j + i] = ci_exact_ratio(&cofactor[3 * i + j], &determinant, &low);
  return 1;
}

/* ---- Folding ---------------------------------------------------------------- */

typedef struct folded_pose {
  double linear[9], inverse[9];
  double uniform; /* |scale| where it is the same on all axes, else 0 */
  int rotates, mirrors;
} folded_pose;

static collide_pose_error fold_matrix(const collide_pose *pose, folded_pose *f) {
  const double *t = pose->transform;
  int i, j;
  if (t[3] != 0 || t[7] != 0 || t[11] != 0 || t[15] != 1) return COLLIDE_POSE_NOT_AFFINE;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) f->linear[3 * i + j] = t[4 * j + i];
  if (!invert(f->linear, f->inverse)) return COLLIDE_POSE_SINGULAR;
  f->uniform = 0;
  f->rotates = f->mirrors = 1; /* or may: it is not taken apart */
  return COLLIDE_POSE_OK;
}

static collide_pose_error fold_parts(const collide_pose *pose, folded_pose *f) {
  const double *s = pose->scale;
  double rotation[9];
  int i, j;
  if (s[0] == 0 || s[1] == 0 || s[2] == 0) return COLLIDE_POSE_ZERO_SCALE;
  if (!rotation_matrix(pose->rotation, rotation)) return COLLIDE_POSE_ZERO_ROTATION;
  for (i = 0; i < 3; i++) {
    for (j = 0; j < 3; j++) {
      f->linear[3 * i + j] = rotation[3 * i + j] * s[j];
      f->inverse[3 * j + i] = rotation[3 * i + j] / s[j];
    }
  }
  f->uniform = fabs(s[0]) == fabs(s[1]) && fabs(s[1]) == fabs(s[2]) ? fabs(s[0]) : 0;
  f->rotates = !is_identity(rotation);
  f->mirrors = s[0] < 0 || s[1] < 0 || s[2] < 0;
  return COLLIDE_POSE_OK;
}

static void scale_box(collide_shape *s, const folded_pose *f) {
  int i;
  for (i = 0; i < 3; i++) {
    s->a[i] *= f->linear[4 * i];
    s->b[i] *= f->linear[4 * i];
  }
}

/* p = linear * p, each coordinate within an ulp. */
static void carry(const double linear[9], double p[3]) {
  double r[3];
  int i;
  for (i = 0; i < 3; i++) {
    const double *row = linear + 3 * i;
    r[i] = tf_add(tf_add(two_product(row[0], p[0]), two_product(row[1], p[1])),
                  two_product(row[2], p[2]))
               .hi;
  }
  memcpy(p, r, sizeof r);
}

/* A half-space's normal goes by the inverse transpose. */
static void carry_normal(const double inverse[9], double n[3]) {
  double transposed[9];
  int i;
  for (i = 0; i < 9; i++) transposed[i] = inverse[3 * (i % 3) + i / 3];
  carry(transposed, n);
}

/* Takes the pose into the sizes where the shape allows it. Returns 1 if so. */
static int absorb(collide_shape *s, const folded_pose *f) {
  switch (s->kind) {
  case COLLIDE_TRIANGLE:
    carry(f->linear, s->a);
    carry(f->linear, s->b);
    carry(f->linear, s->c);
    return 1;
  case COLLIDE_SEGMENT:
    carry(f->linear, s->a);
    carry(f->linear, s->b);
    return 1;
  case COLLIDE_PLANE:
    carry_normal(f->inverse, s->a);
    return 1;
  case COLLIDE_SPHERE:
    if (f->uniform == 0) return 0;
    s->radius *= f->uniform;
    return 1;
  case COLLIDE_CAPSULE:
    if (f->uniform == 0) return 0;
    carry(f->linear, s->a);
    carry(f->linear, s->b);
    s->radius *= f->uniform;
    return 1;
  case COLLIDE_BOX:
    if (f->rotates || f->mirrors) return 0; /* faces keep their names */
    scale_box(s, f);
    return 1;
  default:
    return 0;
  }
}

static void take_sizes(collide_shape *s) {
  const double *z = s->sizes;
  memset(s->a, 0, sizeof s->a);
  memset(s->b, 0, sizeof s->b);
  memset(s->c, 0, sizeof s->c);
  memset(s->normal, 0, sizeof s->normal);
  memset(s->normal_low, 0, sizeof s->normal_low);
  s->radius = s->height = 0;
  switch (s->kind) {
  case COLLIDE_SPHERE:
    s->radius = z[0];
    break;
  case COLLIDE_CYLINDER:
  case COLLIDE_CONE:
    s->radius = z[0];
    s->height = z[1];
    break;
  case COLLIDE_PLANE:
    memcpy(s->a, z, sizeof s->a);
    s->height = z[3];
    break;
  default: /* corners; and a radius for capsules */
    memcpy(s->a, z, sizeof s->a);
    memcpy(s->b, z + 3, sizeof s->b);
    if (s->kind == COLLIDE_TRIANGLE) memcpy(s->c, z + 6, sizeof s->c);
    if (s->kind == COLLIDE_CAPSULE) s->radius = z[6];
  }
}

static double largest(const collide_shape *s) {
  double most = fabs(s->height);
  int i;
  if (s->radius > most) most = s->radius;
  for (i = 0; i < 3; i++) {
    if (s->kind != COLLIDE_PLANE && fabs(s->a[i]) > most) most = fabs(s->a[i]);
    if (fabs(s->b[i]) > most) most = fabs(s->b[i]);
    if (fabs(s->c[i]) > most) most = fabs(s->c[i]);
  }
  return most;
}

/* Entries may underflow, but a row of zeros would lose an axis. */
static int keeps_axes(const double m[9]) {
  int i;
  for (i = 0; i < 9; i += 3)
    if (m[i] == 0 && m[i + 1] == 0 && m[i + 2] == 0) return 0;
  return 1;
}

static void triangle_normal(collide_shape *s) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[2][3], x;
  twofold normal;
  int i, mark;
  for (i = 0; i < 3; i++) {
    ci_exact_set_diff(pool, &e[0][i], s->b[i], s->a[i]);
    ci_exact_set_diff(pool, &e[1][i], s->c[i], s->a[i]);
  }
  mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    ci_exact_mul(&x, &e[0][j], &e[1][k]);
    ci_exact_sub_product(&x, &e[0][k], &e[1][j]);
    normal = ci_exact_twofold(&x);
    s->normal[i] = normal.hi;
    s->normal_low[i] = normal.lo;
    ci_exact_release(pool, mark);
  }
}

double ci_shape_unit_distance(const collide_shape *s) {
  int i, k = 0;
  for (i = 1; i < 3; i++)
    if (fabs(s->a[i]) > fabs(s->a[k])) k = i;
  return s->height / s->a[k] * s->unit[k];
}

static collide_pose_error fold_solid(collide_shape *s) {
  folded_pose f;
  collide_pose_error error;
  int i;
  memset(&f, 0, sizeof f);
  error = s->pose.has_transform ? fold_matrix(&s->pose, &f) : fold_parts(&s->pose, &f);
  if (error != COLLIDE_POSE_OK) return error;
  take_sizes(s);
  for (i = 0; i < 3; i++)
    s->position[i] = s->pose.has_transform ? s->pose.transform[12 + i] : s->pose.position[i];
  memset(s->linear, 0, sizeof s->linear);
  memset(s->inverse, 0, sizeof s->inverse);
  s->frame = COLLIDE_MOVED;
  if (!is_identity(f.linear) && !absorb(s, &f)) {
    s->frame = COLLIDE_LINEAR;
    memcpy(s->linear, f.linear, sizeof s->linear);
    memcpy(s->inverse, f.inverse, sizeof s->inverse);
  }
  if (s->kind == COLLIDE_TRIANGLE) triangle_normal(s);
  if (!ci_vector_unit(s->kind == COLLIDE_PLANE ? s->a : s->normal, s->unit))
    memset(s->unit, 0, sizeof s->unit);
  s->unit_distance = s->kind == COLLIDE_PLANE ? ci_shape_unit_distance(s) : 0;
  s->reach = largest(s);
  if (!(s->reach <= DBL_MAX) || !is_finite(s->a, 3) || !is_finite(s->linear, 9) ||
      !is_finite(s->inverse, 9) || !is_finite(s->position, 3) || !is_finite(s->normal, 3))
    return COLLIDE_POSE_OVERFLOW;
  if (s->frame == COLLIDE_LINEAR && !(keeps_axes(s->linear) && keeps_axes(s->inverse)))
    return COLLIDE_POSE_OVERFLOW;
  return COLLIDE_POSE_OK;
}

collide_pose_error ci_shape_fold(collide_shape *s) {
  return collide_dimensions(s) == 2 ? ci_hull_fold(s) : fold_solid(s);
}

collide_pose_error collide_set_pose(collide_shape *shape, const collide_pose *pose) {
  collide_shape moved = *shape;
  collide_pose_error error;
  if (shape->fixed) return COLLIDE_POSE_FIXED;
  moved.pose = *pose;
  error = ci_shape_fold(&moved);
  if (error == COLLIDE_POSE_OK) *shape = moved;
  return error;
}
