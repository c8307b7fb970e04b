/* SPDX-License-Identifier: MIT */
#include "hull.h"

#include <string.h>

#include "../number/orient.h"
#include "../number/sincos.h"

/* ---- The points given ------------------------------------------------------------ */

int ci_hull_given(const collide_shape *s) {
  switch (s->kind) {
  case COLLIDE_CIRCLE:
    return 1;
  case COLLIDE_SEGMENT_2D:
  case COLLIDE_CAPSULE_2D:
    return 2;
  case COLLIDE_TRIANGLE_2D:
    return 3;
  case COLLIDE_RECT:
    return 4;
  case COLLIDE_POLYGON:
    return s->given;
  default:
    return 0;
  }
}

static void own_point(const collide_shape *s, int index, double p[2]) {
  const double *z = s->sizes;
  switch (s->kind) {
  case COLLIDE_CIRCLE:
    p[0] = p[1] = 0;
    return;
  case COLLIDE_RECT: /* min x, min y, max x, max y */
    p[0] = z[index == 1 || index == 2 ? 2 : 0];
    p[1] = z[index >= 2 ? 3 : 1];
    return;
  case COLLIDE_POLYGON:
    z = s->points;
    break;
  default:
    break;
  }
  p[0] = z[2 * index];
  p[1] = z[2 * index + 1];
}

/* ---- The pose ------------------------------------------------------------------------ */

typedef struct turned_pose {
  double position[2], scale[2];
  double cosine, sine;
  int moves_only;
} turned_pose;

static collide_pose_error take_pose(const collide_pose *pose, turned_pose *f) {
  int i;
  for (i = 0; i < 2; i++) {
    f->position[i] = pose->position[i];
    f->scale[i] = pose->scale[i];
    if (f->scale[i] == 0) return COLLIDE_POSE_ZERO_SCALE;
  }
  ci_sincos(pose->angle, &f->cosine, &f->sine);
  f->moves_only = f->sine == 0 && f->cosine == 1 && f->scale[0] == 1 && f->scale[1] == 1;
  return COLLIDE_POSE_OK;
}

/* c x + s y + offset, rounded once but for some 2^-100 of the terms. */
static double turned(double c, twofold x, double s, twofold y, double offset) {
  twofold sum = tf_add(tf_scale(x, c), tf_scale(y, s));
  return tf_add(sum, tf(offset)).hi + 0.0;
}

/* Scaled, then turned, then moved. */
static void put(const turned_pose *f, const double own[2], double world[2]) {
  twofold x, y;
  if (f->moves_only) {
    world[0] = f->position[0] + own[0] + 0.0;
    world[1] = f->position[1] + own[1] + 0.0;
    return;
  }
  if (f->sine == 0 && f->cosine == 1) {
    world[0] = tf_add(two_product(f->scale[0], own[0]), tf(f->position[0])).hi + 0.0;
    world[1] = tf_add(two_product(f->scale[1], own[1]), tf(f->position[1])).hi + 0.0;
    return;
  }
  x = two_product(f->scale[0], own[0]);
  y = two_product(f->scale[1], own[1]);
  world[0] = turned(f->cosine, x, -f->sine, y, f->position[0]);
  world[1] = turned(f->sine, x, f->cosine, y, f->position[1]);
}

/* A normal goes by the inverse transpose; then normal . (p - position) <= distance. */
static void put_plane(collide_shape *s, const turned_pose *f) {
  twofold x = tf_div(tf(s->sizes[0]), tf(f->scale[0]));
  twofold y = tf_div(tf(s->sizes[1]), tf(f->scale[1]));
  twofold moved;
  if (f->moves_only) {
    s->a[0] = s->sizes[0];
    s->a[1] = s->sizes[1];
  } else {
    s->a[0] = turned(f->cosine, x, -f->sine, y, 0);
    s->a[1] = turned(f->sine, x, f->cosine, y, 0);
  }
  moved = tf_add(two_product(s->a[0], f->position[0]), two_product(s->a[1], f->position[1]));
  s->height = tf_add(moved, tf(s->sizes[2])).hi + 0.0;
  if (f->position[0] == 0 && f->position[1] == 0) s->height = s->sizes[2];
}

/* ---- The hull -------------------------------------------------------------------------- */

/* Is it a convex polygon, counterclockwise and once round, with no three corners
 * in line? Then every corner turns left, and going round it turns from up to
 * down once: what almost always is so. */
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

/* From left to right, and from right to left when `sign` is -1; points in one
 * place by their numbers, so that there is but one order. */
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

/* Heapsort: in place, and n log n whatever the points. */
static void sort(collide_corner *c, int count, int sign) {
  int i;
  for (i = count / 2; i-- > 0;) sift(c, i, count, sign);
  for (i = count; i-- > 1;) {
    swap(&c[0], &c[i]);
    sift(c, 0, i, sign);
  }
}

/* Goes on with a chain of `done` corners that turns left, through the sorted
 * points behind it; its first `kept` corners stay. Those dropped end up behind. */
static int chain(collide_corner *c, int done, int kept, int count) {
  int i;
  for (i = done; i < count; i++) {
    if (is_same_point(c[done - 1].point, c[i].point)) continue;
    while (done > kept && orient2d(c[done - 2].point, c[done - 1].point, c[i].point) <= 0) done--;
    swap(&c[done++], &c[i]);
  }
  return done;
}

/* The hull of the points, in their own room: corners in front, the rest behind.
 * Along the lower side to the right, and back along the upper (Andrew 1979). */
static int wrap(collide_corner *c, int count) {
  int right, done;
  sort(c, count, 1);
  right = done = chain(c, 1, 1, count);
  sort(c + done, count - done, -1);
  done = chain(c, done, right, count);
  while (done > right && orient2d(c[done - 2].point, c[done - 1].point, c[0].point) <= 0) done--;
  return done;
}

static void set_normals(collide_corner *c, int count) {
  int i;
  for (i = 0; i < count; i++) {
    const double *a = c[i].point, *b = c[(i + 1) % count].point;
    double across[3] = {0, 0, 0}, unit[3] = {0, 0, 0};
    across[0] = b[1] * 0.5 - a[1] * 0.5; /* halves do not overflow */
    across[1] = a[0] * 0.5 - b[0] * 0.5;
    if (fabs(across[0]) < 1e-300 && fabs(across[1]) < 1e-300) {
      across[0] = b[1] - a[1];
      across[1] = a[0] - b[0];
    }
    ci_vector_unit(across, unit);
    c[i].normal[0] = unit[0] + 0.0;
    c[i].normal[1] = unit[1] + 0.0;
  }
}

static void reverse(collide_corner *c, int count) {
  int i;
  for (i = 0; i < count / 2; i++) swap(&c[i], &c[count - 1 - i]);
}

/* Numbers the edges from the indices of the points, see hull.h, and finds which
 * way they go round. */
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

static void take_hull(collide_shape *s, collide_corner *c, int given) {
  int count = given;
  if (given > 2) {
    if (!is_hull(c, given)) {
      reverse(c, given);
      if (!is_hull(c, given)) count = wrap(c, given);
    }
  } else if (given == 2 && is_same_point(c[0].point, c[1].point)) {
    count = 1;
  }
  s->count = count;
  s->winding = number_edges(c, count, given);
  set_normals(c, count);
}

/* ---- Bounds and sizes --------------------------------------------------------------------- */

static double least(double sum, twofold parts) {
  return parts.lo < 0 ? nextafter(sum, -HUGE_VAL) : sum;
}

static double most(double sum, twofold parts) {
  return parts.lo > 0 ? nextafter(sum, HUGE_VAL) : sum;
}

static void set_bounds(collide_shape *s, const collide_corner *c) {
  int i, axis;
  s->magnitude = 0;
  for (axis = 0; axis < 2; axis++) {
    double low = c[0].point[axis], high = low;
    twofold sum;
    for (i = 1; i < s->count; i++) {
      if (c[i].point[axis] < low) low = c[i].point[axis];
      if (c[i].point[axis] > high) high = c[i].point[axis];
    }
    if (-low > s->magnitude) s->magnitude = -low;
    if (high > s->magnitude) s->magnitude = high;
    sum = two_diff(low, s->radius);
    s->low[axis] = least(sum.hi, sum);
    sum = two_sum(high, s->radius);
    s->high[axis] = most(sum.hi, sum);
  }
}

/* A disk about the mean of the corners that the shape surely holds, for pairs
 * that meet deeply. It may be smaller than it could be, never larger. */
static void set_inner(collide_shape *s, const collide_corner *c) {
  double least = HUGE_VAL, error = 1e-14 * s->magnitude;
  int i, axis;
  for (axis = 0; axis < 2; axis++) {
    double sum = 0;
    for (i = 0; i < s->count; i++) sum += c[i].point[axis] / s->count;
    s->center[axis] = sum;
  }
  for (i = 0; i < s->count && s->count > 2; i++) {
    const double *n = c[i].normal, *p = c[i].point;
    double inside = n[0] * (p[0] - s->center[0]) + n[1] * (p[1] - s->center[1]);
    if (inside < least) least = inside;
  }
  if (s->count < 3) least = 0;
  s->inner = (least > error ? least - error : 0) + s->radius;
  if (s->count == 2 && s->inner > error) s->inner -= error; /* the middle is rounded */
  if (s->inner <= error && s->count > 1) s->inner = -1;
}

/* A half-plane across an axis ends there; otherwise it has no bounds. */
static void set_plane(collide_shape *s) {
  int axis;
  s->count = 0;
  s->magnitude = fabs(s->height);
  s->inner = -1;
  for (axis = 0; axis < 2; axis++) {
    double n = s->a[axis], end;
    twofold back;
    int rounded;
    s->low[axis] = -HUGE_VAL;
    s->high[axis] = HUGE_VAL;
    if (s->a[1 - axis] != 0) continue;
    end = s->height / n + 0.0;
    back = two_product(end, n);
    rounded = back.hi != s->height || back.lo != 0;
    if (n > 0) s->high[axis] = rounded ? nextafter(end, HUGE_VAL) : end;
    if (n < 0) s->low[axis] = rounded ? nextafter(end, -HUGE_VAL) : end;
  }
}

/* ---- Folding --------------------------------------------------------------------------------- */

/* The points, posed and in order, where ci_hull_point finds them. */
static double *posed_points(const collide_shape *s, collide_corner *corners) {
  return s->kind == COLLIDE_POLYGON ? (double *)(corners + s->given) : NULL;
}

void ci_hull_point(const collide_shape *s, int index, double p[2]) {
  turned_pose f;
  double own[2];
  if (s->kind == COLLIDE_POLYGON) {
    memcpy(p, posed_points(s, s->hull) + 2 * index, 2 * sizeof p[0]);
    return;
  }
  take_pose(&s->pose, &f);
  own_point(s, index, own);
  put(&f, own, p);
}

/* What casts, made for three dimensions, look for in a, b, c and radius. */
static void fill_three(collide_shape *s, const collide_corner *given, int count) {
  double *to[3];
  int i;
  to[0] = s->a;
  to[1] = s->b;
  to[2] = s->c;
  if (s->kind == COLLIDE_CIRCLE) {
    s->position[0] = given[0].point[0];
    s->position[1] = given[0].point[1];
    s->reach = s->radius;
    return;
  }
  if (s->kind == COLLIDE_RECT) {
    memcpy(s->a, given[0].point, 2 * sizeof s->a[0]);
    memcpy(s->b, given[2].point, 2 * sizeof s->b[0]);
  } else {
    for (i = 0; i < count && i < 3; i++) memcpy(to[i], given[i].point, 2 * sizeof s->a[0]);
  }
}

static int all_finite(const collide_corner *c, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (!(fabs(c[i].point[0]) <= DBL_MAX && fabs(c[i].point[1]) <= DBL_MAX)) return 0;
  return 1;
}

static collide_pose_error fold_hull(collide_shape *s, const turned_pose *f) {
  int i, given = ci_hull_given(s), is_polygon = s->kind == COLLIDE_POLYGON;
  collide_corner *c = is_polygon ? s->spare : s->corners;
  double *posed = posed_points(s, c);
  for (i = 0; i < given; i++) {
    double own[2];
    own_point(s, i, own);
    put(f, own, c[i].point);
    c[i].edge = i;
    if (posed != NULL) memcpy(posed + 2 * i, c[i].point, 2 * sizeof posed[0]);
  }
  if (!all_finite(c, given)) return COLLIDE_POSE_OVERFLOW;
  if (!is_polygon) fill_three(s, c, given);
  take_hull(s, c, given);
  set_bounds(s, c);
  set_inner(s, c);
  s->aligned = s->kind == COLLIDE_RECT && f->sine == 0 && f->cosine == 1 && f->scale[0] > 0 &&
               f->scale[1] > 0;
  if (s->kind != COLLIDE_CIRCLE) s->reach = s->magnitude > s->radius ? s->magnitude : s->radius;
  if (is_polygon) {
    s->spare = s->hull;
    s->hull = c;
  }
  return COLLIDE_POSE_OK;
}

static collide_pose_error take_radius(collide_shape *s, const turned_pose *f) {
  double scale = fabs(f->scale[0]);
  if (s->kind != COLLIDE_CIRCLE && s->kind != COLLIDE_CAPSULE_2D) return COLLIDE_POSE_OK;
  if (scale != fabs(f->scale[1])) return COLLIDE_POSE_UNEVEN_SCALE;
  s->radius = s->sizes[s->kind == COLLIDE_CIRCLE ? 0 : 4] * scale;
  return s->radius <= DBL_MAX ? COLLIDE_POSE_OK : COLLIDE_POSE_OVERFLOW;
}

static collide_pose_error fold_plane(collide_shape *s, const turned_pose *f) {
  put_plane(s, f);
  if (!(fabs(s->a[0]) <= DBL_MAX && fabs(s->a[1]) <= DBL_MAX && fabs(s->height) <= DBL_MAX) ||
      !ci_vector_unit(s->a, s->unit))
    return COLLIDE_POSE_OVERFLOW;
  s->unit_distance = ci_shape_unit_distance(s);
  s->reach = fabs(s->height);
  set_plane(s);
  return COLLIDE_POSE_OK;
}

collide_pose_error ci_hull_fold(collide_shape *s) {
  turned_pose f;
  collide_pose_error error = take_pose(&s->pose, &f);
  if (error != COLLIDE_POSE_OK) return error;
  memset(s->a, 0, sizeof s->a);
  memset(s->b, 0, sizeof s->b);
  memset(s->c, 0, sizeof s->c);
  memset(s->position, 0, sizeof s->position);
  s->radius = s->height = 0;
  error = take_radius(s, &f);
  if (error != COLLIDE_POSE_OK) return error;
  return s->kind == COLLIDE_PLANE_2D ? fold_plane(s, &f) : fold_hull(s, &f);
}
