/* SPDX-License-Identifier: MIT
 *
 * Shapes of two dimensions: poses, convex hulls of the posed points, bounds and folding.
 */
#include "outline.h"

#include <string.h>

#include "../number/lanes_twofold.h"
#include "../number/scalar.h"
#include "../number/sincos.h"
#include "../number/orient.h"

/* ---- The pose -------------------------------------------------------------------------------- */

/* A matrix that only scales is taken as a scale. */
static collide_error take_matrix(const double m[9], turned_pose *f) {
  double whole[9] = {0, 0, 0, 0, 0, 0, 0, 0, 1}, low[9];
  int row, column;
  for (row = 0; row < 2; row++) {
    for (column = 0; column < 2; column++) {
      double entry = m[3 * row + column];
      if (!(fabs(entry) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POSE_OVERFLOW;
      whole[3 * row + column] = f->linear[2 * row + column] = entry;
    }
    f->scale[row] = m[4 * row];
  }
  f->cosine = 1;
  f->has_linear = m[1] != 0 || m[3] != 0;
  if (!ci_pose_invert(whole, f->inverse, low)) return COLLIDE_ERROR_POSE_SINGULAR;
  for (row = 0; row < 9; row++)
    if (!(fabs(f->inverse[row]) <= DBL_MAX)) return COLLIDE_ERROR_POSE_OVERFLOW;
  f->moves_only = !f->has_linear && m[0] == 1 && m[4] == 1;
  return COLLIDE_OK;
}

/* Sets the angle's cosine and sine. They are slow to compute, and most poses have the last one's
 * angle, so they are kept. */
static void take_angle(collide_source *source, turned_pose *f) {
  double *known = source->turned, angle = source->pose.angle;
  if (known[0] != angle || (known[1] == 0 && known[2] == 0)) {
    ci_turn(angle, &known[1], &known[2]);
    known[0] = angle;
  }
  f->cosine = known[1];
  f->sine = known[2];
}

static collide_error take_pose(collide_source *source, turned_pose *f) {
  const collide_pose *pose = &source->pose;
  int i;
  memset(f, 0, sizeof *f);
  memcpy(f->position, pose->position, sizeof f->position);
  if (!ci_are_within(COLLIDE_LARGEST, f->position, 2)) return COLLIDE_ERROR_POSE_OVERFLOW;
  if (pose->has_linear) return take_matrix(pose->linear, f);
  for (i = 0; i < 2; i++) {
    f->scale[i] = pose->scale[i];
    if (f->scale[i] == 0) return COLLIDE_ERROR_POSE_ZERO_SCALE;
    if (!(fabs(f->scale[i]) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POSE_OVERFLOW;
  }
  take_angle(source, f);
  f->moves_only = f->sine == 0 && f->cosine == 1 && f->scale[0] == 1 && f->scale[1] == 1;
  return COLLIDE_OK;
}

/* Scales, turns and moves a point; or transforms it by the matrix and moves it. */
static void put(const turned_pose *f, const double own[2], double world[2]) {
  twofold x, y;
  if (f->moves_only) {
    world[0] = f->position[0] + own[0] + 0.0;
    world[1] = f->position[1] + own[1] + 0.0;
    return;
  }
  if (f->has_linear) {
    world[0] = turned_sum(f->linear[0], tf(own[0]), f->linear[1], tf(own[1]), f->position[0]);
    world[1] = turned_sum(f->linear[2], tf(own[0]), f->linear[3], tf(own[1]), f->position[1]);
    return;
  }
  if (f->sine == 0 && f->cosine == 1) {
    world[0] = tf_add(two_product(f->scale[0], own[0]), tf(f->position[0])).hi + 0.0;
    world[1] = tf_add(two_product(f->scale[1], own[1]), tf(f->position[1])).hi + 0.0;
    return;
  }
  x = two_product(f->scale[0], own[0]);
  y = two_product(f->scale[1], own[1]);
  world[0] = turned_sum(f->cosine, x, -f->sine, y, f->position[0]);
  world[1] = turned_sum(f->sine, x, f->cosine, y, f->position[1]);
}

/* Does the same for all corners of a rect turned by an angle, in the order of rect_point: the
 * corners share their products. */
static void put_turned_rect(const turned_pose *f, const double *sizes, collide_corner *c) {
  twofold x[2][2], y[2][2]; /* the terms of the least and greatest coordinates */
  int i;
  for (i = 0; i < 2; i++) {
    twofold own_x = two_product(f->scale[0], sizes[2 * i]);
    twofold own_y = two_product(f->scale[1], sizes[2 * i + 1]);
    x[i][0] = tf_scale(own_x, f->cosine);
    x[i][1] = tf_scale(own_x, f->sine);
    y[i][0] = tf_scale(own_y, -f->sine);
    y[i][1] = tf_scale(own_y, f->cosine);
  }
  for (i = 0; i < 4; i++) {
    const twofold *of_x = x[i == 1 || i == 2], *of_y = y[i >= 2];
    c[i].point[0] = tf_add(tf_add(of_x[0], of_y[0]), tf(f->position[0])).hi + 0.0;
    c[i].point[1] = tf_add(tf_add(of_x[1], of_y[1]), tf(f->position[1])).hi + 0.0;
  }
}

/* ---- Bounds and sizes ------------------------------------------------------------------------ */

static void set_bounds(collide_outline *o, double radius, const collide_corner *c) {
  int i, axis;
  o->magnitude = 0;
  for (axis = 0; axis < 2; axis++) {
    double low = c[0].point[axis], high = low;
    for (i = 1; i < o->count; i++) {
      if (c[i].point[axis] < low) low = c[i].point[axis];
      if (c[i].point[axis] > high) high = c[i].point[axis];
    }
    if (-low > o->magnitude) o->magnitude = -low;
    if (high > o->magnitude) o->magnitude = high;
    o->low[axis] = tf_round_down(two_diff(low, radius));
    o->high[axis] = tf_round_up(two_sum(high, radius));
  }
}

/* A disk about the mean of the corners that certainly lies inside the shape, for
 * pairs that overlap deeply. It may be smaller than the largest such disk, never larger. */
static void set_inner(collide_outline *o, double radius, const collide_corner *c) {
  double least = HUGE_VAL, error = 1e-14 * o->magnitude;
  int i, axis;
  for (axis = 0; axis < 2; axis++) {
    double sum = 0;
    if (o->count == 4) /* the same bits as a division by 4 */
      for (i = 0; i < 4; i++) sum += c[i].point[axis] * 0.25;
    else
      for (i = 0; i < o->count; i++) sum += c[i].point[axis] / o->count;
    o->center[axis] = sum;
  }
  for (i = 0; i < o->count && o->count > 2; i++) {
    const double *n = c[i].normal, *p = c[i].point;
    double inside = n[0] * (p[0] - o->center[0]) + n[1] * (p[1] - o->center[1]);
    if (inside < least) least = inside;
  }
  if (o->count < 3) least = 0;
  o->inner = (least > error ? least - error : 0) + radius;
  if (o->count > 1 && !(least > error) && o->inner > error)
    o->inner -= error; /* the centre is rounded, so it may be outside the hull */
  if (o->inner <= error && o->count > 1) o->inner = -1;
}

/* ---- The hull of the points ------------------------------------------------------------------
 *
 * The convex hull of the corners of an outline, its normals and the numbers of its edges. */

/* Returns 1 for a convex polygon, counterclockwise, with no three corners in line. Then every
 * corner turns left, and on one trip around it the order by x, then y, changes direction exactly
 * twice; a polygon that winds several times changes more often. Most input passes this test, which
 * is cheaper than a hull. */
static int is_hull(const collide_corner *c, int count) {
  int i, turns = 0;
  if (count < 3) return 0;
  for (i = 0; i < count; i++) {
    const double *a = c[i].point, *b = c[(i + 1) % count].point, *d = c[(i + 2) % count].point;
    if (orient2d(a, b, d) <= 0) return 0;
    turns += comes_before(a, b) != comes_before(b, d);
  }
  return turns == 2;
}

static void swap(collide_corner *a, collide_corner *b) {
  collide_corner t = *a;
  *a = *b;
  *b = t;
}

/* The order from left to right, or from right to left if `sign` is -1. Equal points are ordered by
 * their numbers, so that the order is unique. */
static int is_sorted(const collide_corner *a, const collide_corner *b, int sign) {
  if (!is_same_point(a->point, b->point)) return comes_before(a->point, b->point) == (sign > 0);
  return a->edge < b->edge;
}

static void sift(collide_corner *c, int i, int count, int sign) {
  for (;;) {
    int last = i, k;
    for (k = 2 * i + 1; k <= 2 * i + 2 && k < count; k++)
      if (is_sorted(&c[last], &c[k], sign)) last = k;
    if (last == i) return;
    swap(&c[i], &c[last]);
    i = last;
  }
}

/* Heapsort: in place, and O(n log n) for every input. */
static void sort(collide_corner *c, int count, int sign) {
  int i;
  for (i = count / 2; i-- > 0;) sift(c, i, count, sign);
  for (i = count; i-- > 1;) {
    swap(&c[0], &c[i]);
    sift(c, 0, i, sign);
  }
}

/* Extends a chain of `done` corners, which turns left everywhere, through the sorted
 * points that follow it in the array. Its first `kept` corners are never dropped.
 * Dropped points end up behind the chain. Returns the new number of corners. */
static int chain(collide_corner *c, int done, int kept, int count) {
  int i;
  for (i = done; i < count; i++) {
    if (is_same_point(c[done - 1].point, c[i].point)) continue;
    while (done > kept && orient2d(c[done - 2].point, c[done - 1].point, c[i].point) <= 0) done--;
    swap(&c[done++], &c[i]);
  }
  return done;
}

/* The hull of the points, in place: its corners come first, all other points follow.
 * Goes along the lower side to the right, then back along the upper side (Andrew 1979).
 * Returns the number of corners. */
static int wrap(collide_corner *c, int count) {
  int right, done;
  sort(c, count, 1);
  right = done = chain(c, 1, 1, count);
  sort(c + done, count - done, -1);
  done = chain(c, done, right, count);
  while (done > right && orient2d(c[done - 2].point, c[done - 1].point, c[0].point) <= 0) done--;
  return done;
}

/* Half of the edge from a to b, turned outward: halves do not overflow. */
static inline void take_across(const double a[2], const double b[2], double across[3]) {
  across[0] = b[1] * 0.5 - a[1] * 0.5;
  across[1] = a[0] * 0.5 - b[0] * 0.5;
  across[2] = 0;
}

/* Sets a normal whose square could leave the range. */
static void set_far_normal(const double a[2], const double b[2], double normal[2]) {
  double across[3], unit[3] = {0, 0, 0};
  take_across(a, b, across);
  if (fabs(across[0]) < 1e-300 && fabs(across[1]) < 1e-300) {
    across[0] = b[1] - a[1];
    across[1] = a[0] - b[0];
  }
  ci_vector_unit(across, unit);
  normal[0] = unit[0] + 0.0;
  normal[1] = unit[1] + 0.0;
}

/* Gives the results of ci_vector_unit where that scales nothing. */
static void set_normals(collide_corner *c, int count) {
  int i;
  for (i = 0; i < count; i++) {
    const double *a = c[i].point, *b = c[i + 1 < count ? i + 1 : 0].point;
    double across[3], x, y, length;
    take_across(a, b, across);
    x = fabs(across[0]);
    y = fabs(across[1]);
    if (!((x >= 1e-100 || y >= 1e-100) && x <= 1e100 && y <= 1e100)) {
      set_far_normal(a, b, c[i].normal);
      continue;
    }
    length = sqrt(across[0] * across[0] + across[1] * across[1]);
    c[i].normal[0] = across[0] / length + 0.0;
    c[i].normal[1] = across[1] / length + 0.0;
  }
}

static void reverse(collide_corner *c, int count) {
  int i;
  for (i = 0; i < count / 2; i++) swap(&c[i], &c[count - 1 - i]);
}

/* Replaces the indices of the points by the numbers of the edges (see outline.h). Returns
 * -1 when the given points go around the hull clockwise, else 1. */
static int number_edges(collide_corner *c, int count, int given) {
  int i, falls = 0, winding = 1;
  for (i = 0; i < count; i++) falls += c[i].edge > c[(i + 1) % count].edge;
  if (count > 2 && falls > 1) winding = -1;
  for (i = 0; i < count; i++) {
    int index = c[i].edge;
    c[i].edge = winding > 0 ? index + 1 : index == 0 ? given : index;
  }
  return winding;
}

/* Computes the hull of the outline's given points, which are in `corners`. Leaves it there, and
 * sets `count` and `winding` in the outline. */
static void outline_take(collide_outline *o, collide_corner *c) {
  int given = o->given, count = given;
  if (given > 2) {
    if (!is_hull(c, given)) {
      reverse(c, given);
      if (!is_hull(c, given)) count = wrap(c, given);
    }
  } else if (given == 2 && is_same_point(c[0].point, c[1].point)) {
    count = 1;
  }
  o->count = count;
  o->winding = number_edges(c, count, given);
  set_normals(c, count);
}

/* ---- Folding --------------------------------------------------------------------------------- */

static const outline_kind *outline_of(const collide_shape *s) {
  return ci_kind_of(s)->outline;
}

int ci_outline_given(const collide_shape *s) {
  return s->of.outline.given;
}

void ci_outline_sizes(const collide_source *source, int index, double p[2]) {
  memcpy(p, source->sizes + 2 * index, 2 * sizeof p[0]);
}

/* For a polygon: the posed points in their given order, stored behind the corners of
 * its hull. NULL for other shapes. */
static double *posed_points(const collide_outline *o, collide_corner *corners) {
  return o->hull != NULL ? (double *)(void *)(corners + o->given) : NULL;
}

/* The other shapes find a given point among the corners: `edge` of a corner of the hull
 * holds the number of the edge that begins there; `edge` of the points behind those
 * holds their index. */
void ci_outline_point(const collide_shape *s, int index, double point[2]) {
  const collide_outline *o = &s->of.outline;
  collide_corner room[4];
  const collide_corner *c = outline_corners(s, room);
  int i = 0;
  if (s->kind == COLLIDE_POLYGON) {
    memcpy(point, posed_points(o, o->hull) + 2 * index, 2 * sizeof point[0]);
    return;
  }
  for (; o->given > 1; i++) {
    int edge = c[i].edge;
    int own = i >= o->count ? edge : o->winding > 0 ? edge - 1 : edge % o->given;
    if (own == index) break;
  }
  memcpy(point, c[i].point, 2 * sizeof point[0]);
}

/* Casts read these fields: `origin` is a circle's centre; `a` and `b` are the ends of a
 * segment or capsule, or the least and greatest corner of a rect. */
static void set_ends(collide_shape *s, const collide_corner *given) {
  const collide_outline *o = &s->of.outline;
  int other = o->given == 4 ? 2 : o->given - 1;
  if (o->hull != NULL) return;
  memcpy(s->a, given[0].point, 2 * sizeof s->a[0]);
  memcpy(s->b, given[other].point, 2 * sizeof s->b[0]);
  if (o->given == 1) memcpy(s->origin, given[0].point, 2 * sizeof s->origin[0]);
}

static int are_in_range(const collide_corner *c, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (!ci_are_within(COLLIDE_LARGEST, c[i].point, 2)) return 0;
  return 1;
}

static int has_bounds_in_range(const collide_outline *o) {
  return -o->low[0] <= COLLIDE_LARGEST && -o->low[1] <= COLLIDE_LARGEST &&
         o->high[0] <= COLLIDE_LARGEST && o->high[1] <= COLLIDE_LARGEST;
}

/* The factor of the pose for a radius, or -1 if the pose is uneven; collide_set_pose states which
 * matrices are even. Its entries are brought near 1 first, so that products neither over- nor
 * underflow. */
static double round_scale(const turned_pose *f) {
  const double slack = 9.5367431640625e-7; /* 2^-20 */
  double m[4], most, turned, mirrored;
  int exponent;
  if (!f->has_linear) return fabs(f->scale[0]) == fabs(f->scale[1]) ? fabs(f->scale[0]) : -1;
  most = ci_largest(f->linear, 4, 0);
  (void)frexp(most, &exponent);
  memcpy(m, f->linear, sizeof m);
  ci_rescale(m, 4, -exponent);
  most = ldexp(most, -exponent);
  turned = fabs(m[0] - m[3]) > fabs(m[1] + m[2]) ? fabs(m[0] - m[3]) : fabs(m[1] + m[2]);
  mirrored = fabs(m[0] + m[3]) > fabs(m[1] - m[2]) ? fabs(m[0] + m[3]) : fabs(m[1] - m[2]);
  if (!(turned <= slack * most || mirrored <= slack * most)) return -1;
  return ldexp(sqrt(fabs(m[0] * m[3] - m[1] * m[2])), exponent);
}

static collide_error fold_radius(collide_shape *s, const collide_source *source,
                                 const turned_pose *f) {
  double scale;
  int at = outline_of(s)->radius_at;
  if (at < 0 || (s->kind == COLLIDE_POLYGON && source->sizes[at] == 0)) return COLLIDE_OK;
  scale = round_scale(f);
  if (scale < 0) return COLLIDE_ERROR_POSE_UNEVEN_SCALE;
  s->radius = source->sizes[at] * scale;
  return COLLIDE_OK;
}

collide_error ci_outline_fold(collide_shape *s, collide_source *source, const turned_pose *f) {
  const outline_kind *kind = outline_of(s);
  collide_outline *o = &s->of.outline;
  collide_corner *c = o->hull != NULL ? source->spare : o->corners;
  double *posed;
  int i, is_put;
  collide_error error = fold_radius(s, source, f);
  if (error != COLLIDE_OK) return error;
  if (kind->points > 0) o->given = kind->points;
  posed = posed_points(o, c);
  is_put = s->kind == COLLIDE_RECT && !f->has_linear && (f->sine != 0 || f->cosine != 1);
  if (is_put) put_turned_rect(f, source->sizes, c);
  for (i = 0; i < o->given; i++) {
    double own[2];
    kind->own_point(source, i, own);
    if (!is_put) put(f, own, c[i].point);
    c[i].edge = i;
    if (posed != NULL) memcpy(posed + 2 * i, c[i].point, 2 * sizeof posed[0]);
  }
  if (!are_in_range(c, o->given)) return COLLIDE_ERROR_POSE_OVERFLOW;
  set_ends(s, c);
  outline_take(o, c);
  set_bounds(o, s->radius, c);
  if (!has_bounds_in_range(o)) return COLLIDE_ERROR_POSE_OVERFLOW;
  set_inner(o, s->radius, c);
  /* A circle is measured from its centre. */
  s->reach = o->given > 1 && o->magnitude > s->radius ? o->magnitude : s->radius;
  if (o->hull != NULL) {
    source->spare = o->hull;
    o->hull = c;
  }
  return COLLIDE_OK;
}

/* Do what tf_round_down and tf_round_up do, for numbers that are exact or not small. */

static inline lanes round_down(lanes_twofold v) {
  lanes step = lanes_mul(lanes_abs(v.hi), lanes_same(TF_BEFORE)), zero = lanes_same(0);
  return lanes_sub(lanes_add(v.hi, zero), lanes_choose(v.lo, zero, step, zero));
}

static inline lanes round_up(lanes_twofold v) {
  lanes step = lanes_mul(lanes_abs(v.hi), lanes_same(TF_BEFORE)), zero = lanes_same(0);
  return lanes_add(lanes_add(v.hi, zero), lanes_choose(zero, v.lo, step, zero));
}

/* A circle's only corner is its centre, which is its position. set_bounds and set_inner would write
 * the same values. A rounded sum with the radius is at least half the radius, so it is not small.
 */
int ci_outline_move_circle(collide_shape *s, const double position[2]) {
  collide_outline *o = &s->of.outline;
  lanes at = lanes_add(lanes_load(position), lanes_same(0)), radius = lanes_same(s->radius);
  lanes_twofold low = lanes_two_diff(at, radius), high = lanes_two_sum(at, radius);
  double most = lanes_greatest(lanes_abs(at));
  if (!((position[0] - position[0]) + (position[1] - position[1]) == 0)) return 0;
  if (!(s->radius >= 1e-250 && most + s->radius <= COLLIDE_LARGEST / 2)) return 0;
  lanes_store(s->origin, at);
  lanes_store(o->center, at);
  lanes_store(o->corners[0].point, at);
  lanes_store(s->a, at);
  lanes_store(s->b, at);
  lanes_store(o->low, round_down(low));
  lanes_store(o->high, round_up(high));
  o->magnitude = most;
  return 1;
}

/* The sum of 1/4 of each corner, in the order of set_inner: x0 + x1 + x1 + x0, y0 + y0 + y1 + y1.
 */
static inline lanes rect_center(lanes low, lanes high) {
  lanes quarter = lanes_same(0.25), a = lanes_mul(low, quarter), b = lanes_mul(high, quarter);
  lanes second = lanes_firsts(b, lanes_swapped(a)), last = lanes_firsts(a, lanes_swapped(b));
  return lanes_add(lanes_add(lanes_add(a, second), b), last);
}

/* For a rect that rounding has made a segment or a point. */
static void take_thin_corners(collide_corner corners[4]) {
  collide_outline hull;
  int i;
  hull.given = 4;
  for (i = 0; i < 4; i++) corners[i].edge = i;
  outline_take(&hull, corners);
}

void ci_aligned_corners(const collide_outline *o, collide_corner corners[4]) {
  static const double normals[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  lanes low = lanes_load(o->low), high = lanes_load(o->high);
  int i;
  lanes_store(corners[0].point, low);
  lanes_store(corners[1].point, lanes_firsts(high, lanes_swapped(low)));
  lanes_store(corners[2].point, high);
  lanes_store(corners[3].point, lanes_firsts(low, lanes_swapped(high)));
  for (i = 0; i < 4; i++) {
    lanes_store(corners[i].normal, lanes_load(normals[i]));
    corners[i].edge = i + 1;
  }
  if (o->count < 4) take_thin_corners(corners);
}

/* Unless rounding takes away its area, a rect whose sides lie along the axes keeps its normals and
 * edges. So only the position is added. set_bounds and set_inner would write the same values,
 * because their products with the normals are exact. */
int ci_outline_move_rect(collide_shape *s, const double sizes[4], const double position[2]) {
  collide_outline *o = &s->of.outline;
  lanes at = lanes_load(position), zero = lanes_same(0), most, center;
  lanes low = lanes_add(lanes_add(at, lanes_load(sizes)), zero);
  lanes high = lanes_add(lanes_add(at, lanes_load(sizes + 2)), zero);
  double inside, error;
  if (!(o->aligned && o->count == 4)) return 0;
  if (!((position[0] - position[0]) + (position[1] - position[1]) == 0)) return 0;
  most = lanes_max(lanes_abs(low), lanes_abs(high));
  if (!(lanes_greatest(most) < 1e100 && lanes_least(lanes_sub(high, low)) > 1e-100)) return 0;
  lanes_store(s->a, low);
  lanes_store(s->b, high);
  lanes_store(o->low, low);
  lanes_store(o->high, high);
  center = rect_center(low, high);
  lanes_store(o->center, center);
  s->reach = o->magnitude = lanes_greatest(most);
  inside = lanes_least(lanes_min(lanes_sub(center, low), lanes_sub(high, center)));
  error = 1e-14 * o->magnitude;
  o->inner = inside > error ? inside - error : 0;
  if (o->inner <= error) o->inner = -1;
  return 1;
}

/* The position of a corner along an axis, in doubles, is two products and a sum, off by 2 u of |x
 * c_x| + |y c_y|. The least or greatest is compared with another that is off by as much. */
#ifndef OUTLINE_NEAR
#define OUTLINE_NEAR 8.8817841970012523e-16 /* 8 u */
#endif

static double project_corner(const collide_corner *c, const double axis[2]) {
  return axis[0] * c->point[0] + axis[1] * c->point[1];
}

/* Only corners that may be the ends are projected precisely. */
void ci_outline_extent(const collide_shape *s, const double axis[3], twofold extent[2]) {
  const collide_outline *o = &s->of.outline;
  collide_corner room[4];
  const collide_corner *c = outline_corners(s, room);
  double least = HUGE_VAL, greatest = -HUGE_VAL, size = 0;
  int i, has_low = 0, has_high = 0;
  for (i = 0; i < o->count; i++) {
    double at = project_corner(&c[i], axis);
    size = greater(fabs(axis[0] * c[i].point[0]) + fabs(axis[1] * c[i].point[1]), size);
    least = lesser(at, least);
    greatest = greater(at, greatest);
  }
  least += OUTLINE_NEAR * size;
  greatest -= OUTLINE_NEAR * size;
  for (i = 0; i < o->count; i++) {
    double at = project_corner(&c[i], axis);
    twofold dot;
    if (at > least && at < greatest) continue;
    dot = tf_add(two_product(axis[0], c[i].point[0]), two_product(axis[1], c[i].point[1]));
    if (!(at > least) && (!has_low || tf_sub(dot, extent[0]).hi < 0)) {
      extent[0] = dot;
      has_low = 1;
    }
    if (!(at < greatest) && (!has_high || tf_sub(dot, extent[1]).hi > 0)) {
      extent[1] = dot;
      has_high = 1;
    }
  }
  if (s->radius > 0) {
    twofold round = tf(s->radius * sqrt(axis[0] * axis[0] + axis[1] * axis[1]));
    extent[0] = tf_sub(extent[0], round);
    extent[1] = tf_add(extent[1], round);
  }
}

collide_error ci_outline_find_corners(collide_shape *s, collide_source *source) {
  turned_pose f;
  collide_error error = take_pose(source, &f);
  return error != COLLIDE_OK ? error : ci_kind_of(s)->fold_2d(s, source, &f);
}
