/* SPDX-License-Identifier: MIT
 *
 * The bounds that worlds take of turned boxes (ci_shape_bounds_quickly) must hold the box, and what
 * collide_bounds says of it. Sizes, matrices and positions are whole numbers, of so many bits that
 * their sums round in doubles and are exact in integers of 128 bits: those tell where a box ends.
 * Half of the matrices are quarter turns or turns about the vertical, and a scale.
 * And the ends of a flat outline along an axis that is nearly perpendicular to all of it, where
 * doubles do not tell which corner is first; and the ends of solids that are not turned. Circles
 * and rects of any magnitude that collide_set_position moves have the bits that collide_set_pose
 * gives. With an argument, that many times as many cases.
 */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide.h"
#include "shape/shape.h"
#include "../support/mutant.h"

__extension__ typedef __int128 wide;

enum { CASES = 200000, FACTOR_BITS = 30, SMALL_BITS = 4, POSITION_BITS = 52, FAR_BITS = 10 };

static long failures, quick;

static uint64_t state = 88172645463325252u;

/* A whole number of at most `bits` bits, less often of all of them. */
static int64_t whole(int bits) {
  int64_t size;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  size = (int64_t)(state >> (64 - bits + (int)(state % 4) * bits / 8));
  return state & 16 ? size : -size;
}

typedef struct box_case {
  int64_t position[3], linear[9], half[3];
} box_case;

static void draw(box_case *c) {
  int i, far = (int)(state & 1), bits = far && (state & 2) ? SMALL_BITS : FACTOR_BITS;
  int turn = (int)(state >> 8 & 7);
  for (i = 0; i < 3; i++)
    c->position[i] = far ? whole(POSITION_BITS) * (1 << FAR_BITS) : whole(POSITION_BITS / 2);
  for (i = 0; i < 9; i++) {
    c->linear[i] = whole(bits);
    if (turn < 3 && i % 3 != (i / 3 + turn) % 3) c->linear[i] = 0;   /* quarter turns */
    if (turn == 3 && (i / 3 == 1) != (i % 3 == 1)) c->linear[i] = 0; /* about the vertical */
  }
  for (i = 0; i < 3; i++) {
    c->half[i] = whole(bits);
    if (c->half[i] < 0) c->half[i] = -c->half[i];
  }
}

/* The greatest coordinate along axis i; the least with a sign of -1. */
static wide end_of(const box_case *c, int i, int sign) {
  wide sum = c->position[i];
  int j;
  for (j = 0; j < 3; j++) {
    wide product = (wide)c->linear[3 * i + j] * c->half[j];
    sum += (product < 0 ? -product : product) * sign;
  }
  return sum;
}

static int make(const box_case *c, collide_shape *shape) {
  collide_pose pose = collide_identity_pose();
  collide_source source;
  double half[3];
  int i;
  pose.has_linear = 1;
  for (i = 0; i < 9; i++) pose.linear[i] = (double)c->linear[i];
  for (i = 0; i < 3; i++) {
    pose.position[i] = (double)c->position[i];
    half[i] = (double)c->half[i];
  }
  return collide_make_box(shape, &source, half) == COLLIDE_OK &&
         collide_set_pose(shape, &source, &pose) == COLLIDE_OK;
}

static void fail(const char *what, const box_case *c, int i) {
  if (add_failure(&failures) < 5)
    printf("%s along %d, position %.17g\n", what, i, (double)c->position[i]);
}

static void check(const box_case *c) {
  collide_shape shape;
  double low[3], high[3], min[3], max[3];
  int i;
  if (!make(c, &shape) || !ci_shape_bounds_quickly(&shape, low, high)) return;
  quick++;
  collide_bounds(&shape, min, max);
  for (i = 0; i < 3; i++) {
    /* The end is whole: a double is not above it exactly when the next whole number is not. */
    if ((wide)ceil(low[i]) > end_of(c, i, -1) || (wide)floor(high[i]) < end_of(c, i, 1))
      fail("the box sticks out", c, i);
    if (low[i] > min[i] || high[i] < max[i]) fail("collide_bounds is not within", c, i);
  }
}

/* ---- Outlines along an axis ---------------------------------------------------------------- */

enum { AXIS_BITS = 20, ALONG_BITS = 32, CORNERS = 3 };

static long outlines;

/* Corners m (b, -a) and a few units: along the axis (a, b) the large terms cancel, and what is left
 * is exact in doubles. */
static void check_outline(void) {
  int64_t axis[2], along[CORNERS], little[CORNERS][2], least = INT64_MAX, greatest = INT64_MIN;
  double points[2 * CORNERS], storage[64], wanted[3] = {0, 0, 0}, low, high;
  collide_shape shape;
  collide_source source;
  int i, k, corner;
  for (k = 0; k < 2; k++) axis[k] = whole(AXIS_BITS) | 1;
  for (i = 0; i < CORNERS; i++) {
    int64_t at;
    along[i] = whole(ALONG_BITS);
    for (k = 0; k < 2; k++) little[i][k] = whole(2);
    points[2 * i] = (double)(along[i] * axis[1] + little[i][0]);
    points[2 * i + 1] = (double)(-along[i] * axis[0] + little[i][1]);
    at = little[i][0] * axis[0] + little[i][1] * axis[1];
    if (at < least) least = at;
    if (at > greatest) greatest = at;
  }
  if (collide_make_polygon(&shape, &source, points, CORNERS, storage, &corner) != COLLIDE_OK)
    return;
  outlines++;
  for (k = 0; k < 2; k++) wanted[k] = (double)axis[k];
  collide_project(&shape, wanted, &low, &high);
  if (low == (double)least && high == (double)greatest) return;
  if (add_failure(&failures) < 5) printf("an outline ends at %.17g and %.17g\n", low, high);
}

/* ---- Solids that are not turned ------------------------------------------------------------- */

static long solids;

/* Is it the whole number, rounded outward and no farther? The next double lies beyond that. */
static int is_end(double x, wide end, double outward) {
  double inward = nextafter(x, -outward * HUGE_VAL);
  if (outward < 0) return (wide)ceil(x) <= end && (wide)ceil(inward) > end;
  return (wide)floor(x) >= end && (wide)floor(inward) < end;
}

/* Whose corners are `count` points within a radius; positions are so large that sums round. */
static void check_solid(int kind) {
  enum { POINTS = 3 };
  double corners[POINTS][3], at[3], low[3], high[3], radius;
  int64_t points[POINTS][3], position[3], around = kind == 1 ? llabs(whole(FACTOR_BITS)) : 0;
  collide_shape shape;
  collide_source source;
  collide_error error;
  int i, k, count = kind == 2 ? 3 : 2;
  for (i = 0; i < 3; i++) {
    position[i] = whole(POSITION_BITS) * (1 << FAR_BITS);
    at[i] = (double)position[i];
    for (k = 0; k < POINTS; k++) corners[k][i] = (double)(points[k][i] = whole(FACTOR_BITS));
  }
  radius = (double)around;
  if (kind == 0)
    error = collide_make_segment(&shape, &source, corners[0], corners[1]);
  else if (kind == 1)
    error = collide_make_capsule(&shape, &source, corners[0], corners[1], radius);
  else
    error = collide_make_triangle(&shape, &source, corners[0], corners[1], corners[2]);
  if (error != COLLIDE_OK || collide_set_position(&shape, &source, at) != COLLIDE_OK) return;
  solids++;
  collide_bounds(&shape, low, high);
  for (i = 0; i < 3; i++) {
    int64_t least = points[0][i], greatest = least;
    for (k = 1; k < count; k++) {
      if (points[k][i] < least) least = points[k][i];
      if (points[k][i] > greatest) greatest = points[k][i];
    }
    if (is_end(low[i], (wide)position[i] + least - around, -1) &&
        is_end(high[i], (wide)position[i] + greatest + around, 1))
      continue;
    if (add_failure(&failures) < 5)
      printf("bounds of kind %d at %.17g: %.17g, %.17g\n", kind, at[i], low[i], high[i]);
  }
}

/* ---- Circles and rects that move ---------------------------------------------------------------
 */

static long moved;

/* A number of any magnitude; seldom one that is not finite. */
static double any_number(void) {
  int64_t significand = whole(53);
  unsigned choice = (unsigned)(state >> 20) % 64;
  if (choice == 0) return HUGE_VAL;
  if (choice == 1) return HUGE_VAL - HUGE_VAL;
  if (choice < 8) return (double)whole(3);
  if (choice < 40) return ldexp((double)significand, (int)(state >> 30 & 15) - 58);
  return ldexp((double)significand, (int)(state >> 30) % 2100 - 1126);
}

/* Compares what queries read: all fields up to the corners, and the corners. */
static int is_same_outline(const collide_shape *p, const collide_shape *q) {
  collide_corner rooms[2][4];
  const collide_corner *a = outline_corners(p, rooms[0]), *b = outline_corners(q, rooms[1]);
  int i;
  if (memcmp(p, q, offsetof(collide_shape, of) + offsetof(collide_outline, corners)) != 0) return 0;
  for (i = 0; i < p->of.outline.given; i++) {
    if (memcmp(a[i].point, b[i].point, sizeof a->point) != 0) return 0;
    if (p->of.outline.count < 2) continue;
    if (memcmp(a[i].normal, b[i].normal, sizeof a->normal) != 0 || a[i].edge != b[i].edge) return 0;
  }
  return 1;
}

static void check_moved(int is_rect) {
  double sizes[2], to[3] = {0, 0, 0};
  collide_shape shape, expected;
  collide_source source, expected_source;
  collide_pose pose;
  collide_error error;
  memset(&shape, 0, sizeof shape);
  memset(&source, 0, sizeof source);
  to[0] = any_number();
  to[1] = any_number();
  sizes[0] = state & 32 ? fabs(any_number()) : fabs(to[0]); /* then an end is at or near 0 */
  sizes[1] = fabs(any_number());
  error = is_rect ? collide_make_rect(&shape, &source, sizes)
                  : collide_make_circle(&shape, &source, sizes[0]);
  if (error != COLLIDE_OK) return;
  expected = shape;
  expected_source = source;
  pose = source.pose;
  memcpy(pose.position, to, sizeof to);
  error = collide_set_pose(&expected, &expected_source, &pose);
  moved += error == COLLIDE_OK;
  if (collide_set_position(&shape, &source, to) == error && is_same_outline(&shape, &expected) &&
      memcmp(&source.pose, &expected_source.pose, sizeof source.pose) == 0)
    return;
  if (add_failure(&failures) < 5)
    printf("a %s of %.17g, %.17g moved to %.17g, %.17g\n", is_rect ? "rect" : "circle", sizes[0],
           sizes[1], to[0], to[1]);
}

int main(int argc, char **argv) {
  long count = CASES * (argc > 1 ? atol(argv[1]) : 1), i;
  box_case c;
  for (i = 0; i < count; i++) {
    draw(&c);
    check(&c);
    check_outline();
    check_solid((int)(i % 3));
    check_moved((int)(i % 2));
  }
  if (solids < count / 2) {
    printf("only %ld of %ld solids are made\n", solids, count);
    add_failure(&failures);
  }
  if (moved < count / 2) {
    printf("only %ld of %ld circles and rects move\n", moved, count);
    add_failure(&failures);
  }
  if (outlines < count / 2) {
    printf("only %ld of %ld outlines are polygons\n", outlines, count);
    add_failure(&failures);
  }
  if (quick < count / 2) {
    printf("only %ld of %ld boxes have quick bounds\n", quick, count);
    add_failure(&failures);
  }
  printf("%ld boxes, %ld outlines, %ld solids, %ld moved, %ld failures\n", quick, outlines, solids,
         moved, failures);
  return failures != 0;
}
