/* SPDX-License-Identifier: MIT
 *
 * Polygons: are the points a convex one, and where are they not?
 */
#include "hull.h"

#include <string.h>

#include "../number/orient.h"

/* Larger coordinates might overflow when two are subtracted. */
#define LARGEST (DBL_MAX / 4)

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

/* Of a corner in line with its neighbours: does it turn back there? */
static int turns_back(const double *points, int count, int i) {
  const double *p = point_of(points, count, i);
  return ci_dot2d(point_of(points, count, i + count - 1), p, p, point_of(points, count, i + 1)) < 0;
}

/* The first corner that turns against the `side` that most corners turn to, or back. */
static int find_concave(const double *points, int count, int side) {
  int i;
  for (i = 0; i < count; i++) {
    int turn = turn_at(points, count, i);
    if (turn == -side || (turn == 0 && turns_back(points, count, i))) return i;
  }
  return -1;
}

/* Left turns less right turns: its sign is the polygon's way round, if it is convex but for a few.
 */
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

/* Where a second round begins, of points that all turn one way: going round
 * once, the way turns from right to left and back again, once each. */
static int find_second_round(const double *points, int count) {
  int i, turns = 0;
  for (i = 0; i < count; i++) {
    const double *p = point_of(points, count, i), *q = point_of(points, count, i + 1);
    turns += comes_before(p, q) != comes_before(q, point_of(points, count, i + 2));
    if (turns > 2) return (i + 1) % count;
  }
  return -1;
}

static collide_polygon_error check(const double *points, int count, int *corner) {
  int i, turns;
  *corner = 0;
  if (count < 3) return COLLIDE_POLYGON_FEW;
  for (i = 0; i < 2 * count; i++) {
    *corner = i / 2;
    if (!(fabs(points[i]) <= LARGEST)) return COLLIDE_POLYGON_SIZE;
  }
  *corner = find_repeated(points, count);
  if (*corner >= 0) return COLLIDE_POLYGON_REPEATED;
  *corner = 0;
  if (!has_area(points, count)) return COLLIDE_POLYGON_NO_AREA;
  turns = sum_of_turns(points, count);
  *corner = find_concave(points, count, turns < 0 ? -1 : 1);
  if (*corner >= 0) return COLLIDE_POLYGON_CONCAVE;
  *corner = find_second_round(points, count);
  return *corner >= 0 ? COLLIDE_POLYGON_TWICE : COLLIDE_POLYGON_OK;
}

/* The room: two hulls, for this pose and the next, each with the points that
 * it is the hull of; and the points as given. */
static size_t hull_room(int count) {
  return (size_t)count * (sizeof(collide_corner) + 2 * sizeof(double));
}

size_t collide_polygon_room(int count) {
  return 2 * hull_room(count) + (size_t)count * 2 * sizeof(double);
}

collide_polygon_error collide_polygon(collide_shape *shape, const double *points, int count,
                                      void *room, int *corner) {
  collide_shape fresh;
  char *rest = (char *)room;
  collide_polygon_error error = check(points, count, corner);
  if (error != COLLIDE_POLYGON_OK) return error;
  memset(&fresh, 0, sizeof fresh);
  fresh.kind = COLLIDE_POLYGON;
  fresh.pose = collide_identity_pose();
  fresh.given = count;
  fresh.hull = (collide_corner *)(void *)rest;
  fresh.spare = (collide_corner *)(void *)(rest + hull_room(count));
  fresh.points = (double *)(void *)(rest + 2 * hull_room(count));
  memmove(rest + 2 * hull_room(count), points, (size_t)count * 2 * sizeof points[0]);
  if (ci_shape_fold(&fresh) != COLLIDE_POSE_OK) return COLLIDE_POLYGON_SIZE;
  *shape = fresh;
  return COLLIDE_POLYGON_OK;
}
