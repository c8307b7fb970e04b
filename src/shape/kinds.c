/* SPDX-License-Identifier: MIT
 *
 * The table of kinds, and the functions of all kinds: making, projection, bounds.
 */
#include <string.h>

#include "kind.h"
#include "../number/scalar.h"
#include "../number/vector.h"
#include "shape.h"

/* In the order of collide_kind. This does not compile if one is missing. */
const shape_kind *const ci_kinds[] = {
    &ci_sphere,   &ci_box,     &ci_cylinder,    &ci_cone,       &ci_capsule,    &ci_plane,
    &ci_triangle, &ci_segment, &ci_hull,        &ci_round_box,  &ci_round_hull, &ci_circle,
    &ci_rect,     &ci_polygon, &ci_triangle_2d, &ci_segment_2d, &ci_capsule_2d, &ci_plane_2d};

typedef char every_kind_has_a_row[sizeof ci_kinds / sizeof ci_kinds[0] == COLLIDE_KINDS ? 1 : -1];

int collide_dimensions(const collide_shape *shape) {
  return ci_kind_of(shape)->dimensions;
}

const char *collide_kind_name(collide_kind kind) {
  return ci_kinds[kind]->name;
}

/* ---- Making ---------------------------------------------------------------------------------- */

void ci_rescale(double *v, int count, int exponent) {
  int i;
  for (i = 0; i < count; i++) v[i] = ldexp(v[i], exponent);
}

int ci_shape_rescale(collide_shape *s, int exponent) {
  const outline_kind *outline = ci_kind_of(s)->outline;
  int is_plane = s->kind == COLLIDE_PLANE || s->kind == COLLIDE_PLANE_2D;
  if (s->kind == COLLIDE_SEGMENT || shape_is_hull(s) || s->kind == COLLIDE_POLYGON ||
      shape_is_rounded(s))
    return 0;
  if (outline != NULL && outline->radius_at < 0) return 0;
  ci_rescale(s->origin, 3, exponent);
  s->radius = ldexp(s->radius, exponent);
  s->height = ldexp(s->height, exponent);
  if (is_plane) return 1; /* a and b are normals */
  ci_rescale(s->a, 3, exponent);
  ci_rescale(s->b, 3, exponent);
  if (s->kind != COLLIDE_TRIANGLE) return 1;
  ci_rescale(s->of.facet.c, 3, exponent);
  ci_rescale(s->of.facet.normal, 3, 2 * exponent);
  ci_rescale(s->of.facet.normal_low, 3, 2 * exponent);
  return 1;
}

collide_error ci_shape_make(collide_shape *shape, collide_source *source, collide_kind kind,
                            const double *sizes, int count) {
  collide_shape fresh;
  collide_source made;
  int i;
  for (i = 0; i < count; i++)
    if (!(fabs(sizes[i]) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_SIZE;
  memset(&made, 0, sizeof made);
  memcpy(made.sizes, sizes, (size_t)count * sizeof sizes[0]);
  made.pose = collide_identity_pose();
  memset(&fresh, 0, sizeof fresh);
  fresh.kind = kind;
  if (ci_shape_fold(&fresh, &made) != COLLIDE_OK) return COLLIDE_ERROR_SIZE;
  *shape = fresh;
  if (source != NULL) *source = made;
  return COLLIDE_OK;
}

/* ---- Extents --------------------------------------------------------------------------------- */

/* Moves both ends outward by the radius times the length of g. */
static void extent_add_radius(double radius, const double g[3], twofold extent[2]) {
  double round = radius * ci_vector_length(g);
  if (round == 0) return;
  extent[0] = tf_sub(extent[0], tf(round));
  extent[1] = tf_add(extent[1], tf(round));
}

void ci_extent_of_points(const double *const points[3], int count, double radius, const double g[3],
                         twofold extent[2]) {
  int i, j;
  for (i = 0; i < count; i++) {
    twofold dot = tf(0);
    for (j = 0; j < 3; j++)
      if (g[j] != 0) dot = tf_add(dot, two_product(g[j], points[i][j]));
    if (i == 0 || tf_sub(dot, extent[0]).hi < 0) extent[0] = dot;
    if (i == 0 || tf_sub(dot, extent[1]).hi > 0) extent[1] = dot;
  }
  extent_add_radius(radius, g, extent);
}

void ci_shape_extent(const collide_shape *s, const double axis[3], twofold extent[2],
                     double *doubt) {
  double g[3];
  int i, j;
  *doubt = 0;
  for (i = 0; i < 3; i++) g[i] = axis[i];
  if (s->frame == COLLIDE_LINEAR) {
    for (j = 0; j < 3; j++) {
      g[j] = 0;
      for (i = 0; i < 3; i++) g[j] += axis[i] * shape_turned(s)->linear[3 * i + j];
    }
  }
  ci_kinds[shape_core(s)]->extent(s, g, extent);
  if (shape_is_rounded(s)) extent_add_radius(s->radius, axis, extent);
  if (s->frame == COLLIDE_LINEAR)
    *doubt = 16 * DBL_EPSILON * s->reach * (fabs(g[0]) + fabs(g[1]) + fabs(g[2]));
  for (i = 0; i < 3; i++) {
    twofold moved;
    if (axis[i] == 0) continue;
    moved = two_product(axis[i], s->origin[i]);
    extent[0] = tf_add(extent[0], moved);
    extent[1] = tf_add(extent[1], moved);
  }
}

/* A product of an axis and a position may overflow, and the sum be nan: then that end counts as
 * infinite. */
static double lower_end(double x) {
  return x == x ? x : -HUGE_VAL;
}

static double upper_end(double x) {
  return x == x ? x : HUGE_VAL;
}

static void project(const collide_shape *shape, const double axis[3], double *lowest,
                    double *highest) {
  const shape_kind *kind = ci_kind_of(shape);
  twofold extent[2];
  double doubt;
  if (kind->unbounded_extent != NULL) {
    kind->unbounded_extent(shape, axis, lowest, highest);
    return;
  }
  if (kind->dimensions == 2)
    kind->extent(shape, axis, extent); /* corners lie in the world */
  else
    ci_shape_extent(shape, axis, extent, &doubt);
  *lowest = lower_end(extent[0].hi);
  *highest = upper_end(extent[1].hi);
}

/* An axis so long or short that squares would leave the range is brought near
 * unit length by a power of two. */
static void project_scaled(const collide_shape *shape, const double axis[3], double most,
                           double *lowest, double *highest) {
  double near[3] = {0, 0, 0};
  int i, exponent, dimensions = collide_dimensions(shape);
  (void)frexp(most, &exponent);
  for (i = 0; i < dimensions; i++) near[i] = ldexp(axis[i], -exponent);
  project(shape, near, lowest, highest);
  *lowest = ldexp(*lowest, exponent);
  *highest = ldexp(*highest, exponent);
}

void collide_project(const collide_shape *shape, const double axis[3], double *lowest,
                     double *highest) {
  double near[3], most = fabs(axis[0]) > fabs(axis[1]) ? fabs(axis[0]) : fabs(axis[1]);
  near[0] = axis[0];
  near[1] = axis[1];
  near[2] = shape->kind < COLLIDE_CIRCLE ? axis[2] : 0;
  if (fabs(near[2]) > most) most = fabs(near[2]);
  if (!(most > 0) || (most >= 1e-100 && most <= 1e100))
    project(shape, near, lowest, highest);
  else
    project_scaled(shape, axis, most, lowest, highest);
}

/* Below this extents do not overflow. */
#define PLAIN 1e290

/* Both bounds along an axis, rounded outward, of the sums of a position and a size. */
static inline void put_bounds(double at, double least, double greatest, double *min, double *max) {
  *min = tf_round_down(two_sum(at, least));
  *max = tf_round_up(two_sum(at, greatest));
}

/* The same with a radius around both ends. */
static void put_round(double at, double least, double greatest, double radius, double *min,
                      double *max) {
  *min = tf_round_down(tf_minus(two_diff(least, radius), -at));
  *max = tf_round_up(tf_minus(two_sum(greatest, radius), -at));
}

/* Computes the bounds of solids that are not turned: the same bits as from their extents, at a
 * twentieth of the cost. A moving world has thousands of them. Their ends are sums of two doubles,
 * or three, rounded outward. Returns 0 for all others. */
static int find_plain_bounds(const collide_shape *s, double min[3], double max[3]) {
  const double *at = s->origin;
  int i;
  if (s->frame != COLLIDE_MOVED) return 0;
  if (!(fabs(at[0]) < PLAIN && fabs(at[1]) < PLAIN && fabs(at[2]) < PLAIN && s->reach < PLAIN))
    return 0;
  for (i = 0; i < 3; i++) {
    double a = s->a[i], b = s->b[i], least = lesser(a, b), greatest = greater(a, b);
    switch (s->kind) {
    case COLLIDE_SPHERE:
      put_bounds(at[i], -s->radius, s->radius, &min[i], &max[i]);
      break;
    case COLLIDE_BOX:
    case COLLIDE_SEGMENT:
      put_bounds(at[i], least, greatest, &min[i], &max[i]);
      break;
    case COLLIDE_CAPSULE:
    case COLLIDE_ROUND_BOX:
      put_round(at[i], least, greatest, s->radius, &min[i], &max[i]);
      break;
    case COLLIDE_TRIANGLE:
      least = s->of.facet.c[i] < least ? s->of.facet.c[i] : least;
      greatest = s->of.facet.c[i] > greatest ? s->of.facet.c[i] : greatest;
      put_bounds(at[i], least, greatest, &min[i], &max[i]);
      break;
    default:
      return 0;
    }
  }
  return 1;
}

/* With S = reach (|g_0| + |g_1| + |g_2|), where g is a row of the matrix, and u = 2^-53: an end is
 * a sum of the position p and of three products, in all at most |p| + S. Three sums and the
 * roundings of the products put it off by at most 4 u S + 3 u |p|. collide_bounds moves an end
 * outward by a doubt of 32 u S, and by roundings of at most 4 u (|p| + S). The margin itself is
 * subtracted with an error of u (|p| + 2 S), and so is a radius, which S contains. So 48 u S + 12 u
 * |p| covers all of it. */
#ifndef BOX_TURNED                       /* spec/bounds narrows these */
#define BOX_TURNED 5.329070518200751e-15 /* 48 u */
#endif
#ifndef BOX_POSITION
#define BOX_POSITION 1.3322676295501878e-15 /* 12 u */
#endif

int ci_shape_bounds_quickly(const collide_shape *s, double min[3], double max[3]) {
  const double *row;
  int i, j;
  if (shape_core(s) != COLLIDE_BOX || s->frame != COLLIDE_LINEAR) return 0;
  row = shape_turned(s)->linear;
  for (i = 0; i < 3; i++, row += 3) {
    double low = s->origin[i], high = s->origin[i], sum = 0, margin;
    for (j = 0; j < 3; j++) {
      double a = row[j] * s->a[j], b = row[j] * s->b[j];
      low += a < b ? a : b;
      high += a < b ? b : a;
      sum += fabs(row[j]);
    }
    margin = BOX_TURNED * s->reach * sum + BOX_POSITION * fabs(s->origin[i]);
    if (!(margin < 1e270 && margin > 1e-280)) return 0;
    min[i] = low - s->radius - margin;
    max[i] = high + s->radius + margin;
  }
  return 1;
}

void collide_bounds(const collide_shape *shape, double min[3], double max[3]) {
  const shape_kind *kind = ci_kind_of(shape);
  int i;
  if (kind->dimensions == 2) {
    memcpy(min, shape->of.outline.low, 2 * sizeof min[0]);
    memcpy(max, shape->of.outline.high, 2 * sizeof max[0]);
    min[2] = max[2] = 0;
    return;
  }
  if (find_plain_bounds(shape, min, max)) return;
  for (i = 0; i < 3; i++) {
    double axis[3] = {0, 0, 0}, doubt;
    twofold extent[2];
    axis[i] = 1;
    if (kind->unbounded_extent != NULL) {
      kind->unbounded_extent(shape, axis, &min[i], &max[i]);
      continue;
    }
    ci_shape_extent(shape, axis, extent, &doubt);
    min[i] = lower_end(extent[0].hi - doubt);
    max[i] = upper_end(extent[1].hi + doubt);
    if (extent[0].lo < 0) min[i] = nextafter(min[i], -HUGE_VAL);
    if (extent[1].lo > 0) max[i] = nextafter(max[i], HUGE_VAL);
  }
}
