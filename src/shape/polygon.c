/* SPDX-License-Identifier: MIT
 *
 * Polygons: checks that their points are convex, and finds where they are not. Also the other
 * kinds of two dimensions that casts treat as polygons: triangles and segments.
 */
#include "flat.h"
#include "outline.h"
#include "kind.h"

#include <string.h>

#include "../number/orient.h"

static const double *point_of(const double *points, int count, int i) {
  return points + 2 * (i % count);
}

static int find_repeated(const double *points, int count) {
  int i;
  for (i = 0; i < count; i++) {
    const double *p = point_of(points, count, i), *q = point_of(points, count, i + 1);
    if (p[0] == q[0] && p[1] == q[1]) return i + 1 < count ? i + 1 : count - 1;
  }
  return -1;
}

static int turn_at(const double *points, int count, int i) {
  return orient2d(point_of(points, count, i + count - 1), point_of(points, count, i),
                  point_of(points, count, i + 1));
}

/* Returns 1 if a corner in line with its neighbours turns back. */
static int turns_back(const double *points, int count, int i) {
  const double *p = point_of(points, count, i);
  return ci_dot2d(point_of(points, count, i + count - 1), p, p, point_of(points, count, i + 1)) < 0;
}

/* The first corner that turns back, or against `winding`, the turn of most corners. */
static int find_concave(const double *points, int count, int winding) {
  int i;
  for (i = 0; i < count; i++) {
    int turn = turn_at(points, count, i);
    if (turn == -winding || (turn == 0 && turns_back(points, count, i))) return i;
  }
  return -1;
}

/* Left turns less right turns. The sign is the polygon's winding if all but a few corners are
 * convex. */
static int sum_of_turns(const double *points, int count) {
  int i, sum = 0;
  for (i = 0; i < count; i++) sum += turn_at(points, count, i);
  return sum;
}

static int has_area(const double *points, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (turn_at(points, count, i) != 0) return 1;
  return 0;
}

/* Finds where a second round begins, for points that all turn one way. In one round the order by x,
 * then y, changes direction exactly twice. */
static int find_second_round(const double *points, int count) {
  int i, turns = 0;
  for (i = 0; i < count; i++) {
    const double *p = point_of(points, count, i), *q = point_of(points, count, i + 1);
    turns += comes_before(p, q) != comes_before(q, point_of(points, count, i + 2));
    if (turns > 2) return (i + 1) % count;
  }
  return -1;
}

static collide_error check(const double *points, int count, int *corner) {
  int i, turns;
  *corner = 0;
  if (count < 3) return COLLIDE_ERROR_POLYGON_FEW;
  for (i = 0; i < 2 * count; i++) {
    *corner = i / 2;
    if (!(fabs(points[i]) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POLYGON_SIZE;
  }
  *corner = find_repeated(points, count);
  if (*corner >= 0) return COLLIDE_ERROR_POLYGON_REPEATED;
  *corner = 0;
  if (!has_area(points, count)) return COLLIDE_ERROR_POLYGON_NO_AREA;
  turns = sum_of_turns(points, count);
  *corner = find_concave(points, count, turns < 0 ? -1 : 1);
  if (*corner >= 0) return COLLIDE_ERROR_POLYGON_CONCAVE;
  *corner = find_second_round(points, count);
  return *corner >= 0 ? COLLIDE_ERROR_POLYGON_TWICE : COLLIDE_OK;
}

/* The storage: two hulls, for this pose and the next, each with its posed points; and the points as
 * given. */
static size_t outline_storage(int count) {
  return (size_t)count * (sizeof(collide_corner) + 2 * sizeof(double));
}

size_t collide_polygon_storage(int count) {
  return 2 * outline_storage(count) + (size_t)count * 2 * sizeof(double);
}

static void use_storage(collide_shape *shape, collide_source *source, int count, void *storage) {
  char *rest = (char *)storage;
  shape->of.outline.hull = (collide_corner *)(void *)rest;
  source->spare = (collide_corner *)(void *)(rest + outline_storage(count));
  source->points = (double *)(void *)(rest + 2 * outline_storage(count));
}

void ci_polygon_move_storage(collide_shape *shape, collide_source *source, void *storage) {
  const collide_corner *hull = shape->of.outline.hull;
  const double *points = source->points;
  int count = shape->of.outline.given;
  use_storage(shape, source, count, storage);
  memcpy(storage, hull, outline_storage(count));
  memcpy((char *)storage + 2 * outline_storage(count), points,
         (size_t)count * 2 * sizeof points[0]);
}

collide_error ci_polygon_of_hull(collide_shape *shape, collide_source *source, const double *points,
                                 int count, double radius, void *storage) {
  collide_shape fresh;
  collide_source made;
  memset(&made, 0, sizeof made);
  memset(&fresh, 0, sizeof fresh);
  fresh.kind = COLLIDE_POLYGON;
  fresh.of.outline.given = count;
  made.pose = collide_identity_pose();
  made.sizes[POLYGON_RADIUS] = radius;
  use_storage(&fresh, &made, count, storage);
  memmove((char *)storage + 2 * outline_storage(count), points,
          (size_t)count * 2 * sizeof points[0]);
  if (ci_shape_fold(&fresh, &made) != COLLIDE_OK) return COLLIDE_ERROR_POLYGON_SIZE;
  *shape = fresh;
  if (source != NULL) *source = made;
  return COLLIDE_OK;
}

collide_error collide_make_polygon(collide_shape *shape, collide_source *source,
                                   const double *points, int count, void *storage, int *corner) {
  collide_error error = check(points, count, corner);
  if (error != COLLIDE_OK) return error;
  return ci_polygon_of_hull(shape, source, points, count, 0, storage);
}

static int quick_polygon(QUICK_PARAMETERS) {
  return (s->radius > 0 ? ci_quick_round_polygon : ci_quick_polygon)(s, ax, ay, az, bx, by, bz, max,
                                                                     flags, hit);
}

static void polygon_point(const collide_source *source, int index, double p[2]) {
  memcpy(p, source->points + 2 * index, 2 * sizeof p[0]);
}

/* ---- Triangles and segments -------------------------------------------------------- */

collide_error collide_make_triangle_2d(collide_shape *shape, collide_source *source,
                                       const double a[2], const double b[2], const double c[2]) {
  double sizes[6];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  memcpy(sizes + 4, c, 2 * sizeof c[0]);
  return ci_shape_make(shape, source, COLLIDE_TRIANGLE_2D, sizes, 6);
}

collide_error collide_make_segment_2d(collide_shape *shape, collide_source *source,
                                      const double a[2], const double b[2]) {
  double sizes[4];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  return ci_shape_make(shape, source, COLLIDE_SEGMENT_2D, sizes, 4);
}

static const outline_kind polygon_outline = {0, POLYGON_RADIUS, polygon_point, 0, 0};
static const outline_kind triangle_outline = {3, -1, ci_outline_sizes, 0, 0};
static const outline_kind segment_outline = {2, -1, ci_outline_sizes, 0, 1};

const shape_kind ci_polygon = {
    "polygon",         /* name */
    2,                 /* dimensions */
    0,                 /* spread */
    NULL,              /* fold */
    ci_outline_fold,   /* fold_2d */
    &polygon_outline,  /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    quick_polygon,     /* quick */
    &ci_polygon_exact, /* exact */
    0                  /* points */
};

const shape_kind ci_triangle_2d = {
    "triangle",        /* name */
    2,                 /* dimensions */
    0,                 /* spread */
    NULL,              /* fold */
    ci_outline_fold,   /* fold_2d */
    &triangle_outline, /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    ci_quick_polygon,  /* quick */
    &ci_polygon_exact, /* exact */
    0                  /* points */
};

const shape_kind ci_segment_2d = {
    "segment",           /* name */
    2,                   /* dimensions */
    0,                   /* spread */
    NULL,                /* fold */
    ci_outline_fold,     /* fold_2d */
    &segment_outline,    /* outline */
    ci_outline_extent,   /* extent */
    NULL,                /* unbounded_extent */
    ci_quick_segment_2d, /* quick */
    &ci_polygon_exact,   /* exact */
    0                    /* points */
};
