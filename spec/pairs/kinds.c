/* SPDX-License-Identifier: MIT
 *
 * Asks about one shape of each kind beside one of each, both ways round: shapes of the same
 * dimensions answer; a shape of two beside one of three says that there is no test, and writes
 * nothing. Prints what is wrong; exits with 1 then.
 */
#include "collide.h"
#include "narrow/pairs.h"

#include <stdio.h>
#include <string.h>

static int wrong, asked;

static void check(int holds, const char *what, const collide_shape *a, const collide_shape *b) {
  asked++;
  if (holds) return;
  wrong++;
  printf("%s of %dD %s and %dD %s\n", what, collide_dimensions(a), collide_kind_name(a->kind),
         collide_dimensions(b), collide_kind_name(b->kind));
}

/* ---- Shapes ------------------------------------------------------------------ */

enum { TURNED_BOX = COLLIDE_KINDS, TURNED_RECT, SHAPES };

static double storage[64], hull_work[2048], outline_storage[2048];

static collide_error make_hull(collide_shape *s, collide_source *source) {
  static const double points[15] = {-1, -1, -1, 3, 0, 0, 0, 3, 0, 0, 0, 3, 1, 1, 1};
  collide_error error;
  size_t bytes;
  int point;
  if (collide_hull_work(5) > sizeof hull_work) return COLLIDE_ERROR_SIZE;
  error = collide_build_hull(points, 5, hull_work, &bytes, &point);
  if (error != COLLIDE_OK || bytes > sizeof outline_storage) return COLLIDE_ERROR_SIZE;
  collide_make_hull(s, source, hull_work, outline_storage);
  return COLLIDE_OK;
}

/* All hold the origin. */
static collide_error make(collide_shape *s, int which) {
  static const double half[3] = {1, 2, 3}, normal[3] = {0, 1, 0};
  static const double a[3] = {-1, -1, 0}, b[3] = {1, 1, 0}, c[3] = {2, -1, 0};
  static const double corners[8] = {-1, -1, 1, -1, 1, 1, -1, 1};
  collide_pose pose = collide_identity_pose();
  collide_source source;
  collide_error error;
  int corner;
  switch (which) {
  case COLLIDE_SPHERE:
    return collide_make_sphere(s, NULL, 1);
  case COLLIDE_BOX:
    return collide_make_box(s, NULL, half);
  case COLLIDE_CYLINDER:
    return collide_make_cylinder(s, NULL, 1, 1);
  case COLLIDE_CONE:
    return collide_make_cone(s, NULL, 1, 1);
  case COLLIDE_CAPSULE:
    return collide_make_capsule(s, NULL, a, b, 1);
  case COLLIDE_PLANE:
    return collide_make_plane(s, NULL, normal, 1);
  case COLLIDE_TRIANGLE:
    return collide_make_triangle(s, NULL, a, b, c);
  case COLLIDE_SEGMENT:
    return collide_make_segment(s, NULL, a, b);
  case COLLIDE_HULL:
    return make_hull(s, NULL);
  case COLLIDE_ROUND_BOX:
    if (collide_make_box(s, &source, half) != COLLIDE_OK) return COLLIDE_ERROR_SIZE;
    return collide_round(s, &source, 1);
  case COLLIDE_ROUND_HULL:
    error = make_hull(s, &source);
    return error != COLLIDE_OK ? error : collide_round(s, &source, 1);
  case COLLIDE_CIRCLE:
    return collide_make_circle(s, NULL, 1);
  case COLLIDE_RECT:
    return collide_make_rect(s, NULL, half);
  case COLLIDE_POLYGON:
    if (collide_polygon_storage(4) > sizeof storage) return COLLIDE_ERROR_SIZE;
    return collide_make_polygon(s, NULL, corners, 4, storage, &corner);
  case COLLIDE_TRIANGLE_2D:
    return collide_make_triangle_2d(s, NULL, a, b, c);
  case COLLIDE_SEGMENT_2D:
    return collide_make_segment_2d(s, NULL, a, b);
  case COLLIDE_CAPSULE_2D:
    return collide_make_capsule_2d(s, NULL, a, b, 1);
  case COLLIDE_PLANE_2D:
    return collide_make_plane_2d(s, NULL, normal, 1);
  case TURNED_BOX:
    if (collide_make_box(s, &source, half) != COLLIDE_OK) return COLLIDE_ERROR_SIZE;
    pose.rotation[0] = pose.rotation[3] = 0.6;
    pose.rotation[1] = 0.1;
    return collide_set_pose(s, &source, &pose);
  default:
    if (collide_make_rect(s, &source, half) != COLLIDE_OK) return COLLIDE_ERROR_SIZE;
    pose.angle = 1;
    return collide_set_pose(s, &source, &pose);
  }
}

/* ---- Two shapes --------------------------------------------------------------------- */

static const double unwritten = -77;

static int is_unwritten(const double v[3]) {
  return v[0] == unwritten && v[1] == unwritten && v[2] == unwritten;
}

static void fill(double v[3]) {
  v[0] = v[1] = v[2] = unwritten;
}

static void ask_measures(const collide_shape *a, const collide_shape *b, int there) {
  double on_a[3], on_b[3], distance = unwritten;
  collide_push push, before;
  int contact, near;
  memset(&push, 0x55, sizeof push);
  before = push;
  fill(on_a);
  fill(on_b);
  contact = collide_contact(a, b, &push);
  near = collide_distance(a, b, &distance, on_a, on_b);
  if (there) { /* all of them hold the origin */
    check(contact == 1 && memcmp(&push, &before, sizeof push) != 0, "contact", a, b);
    check(near == COLLIDE_YES && distance == 0 && !is_unwritten(on_a) && !is_unwritten(on_b),
          "distance", a, b);
  } else {
    check(contact == COLLIDE_UNSUPPORTED, "contact must be unsupported:", a, b);
    check(memcmp(&push, &before, sizeof push) == 0, "contact must not write:", a, b);
    check(near == COLLIDE_UNSUPPORTED, "distance must be unsupported:", a, b);
    check(distance == unwritten && is_unwritten(on_a) && is_unwritten(on_b),
          "distance must not write:", a, b);
  }
}

static void ask_two(const collide_shape *a, const collide_shape *b) {
  int there = collide_dimensions(a) == collide_dimensions(b), overlap = collide_overlap(a, b);
  check(ci_has_pair(a, b) == there, "has_pair", a, b);
  check(overlap == (there ? 1 : COLLIDE_UNSUPPORTED), "overlap", a, b);
  ask_measures(a, b, there);
}

/* ---- A shape and a point --------------------------------------------------------------- */

static void ask_point(const collide_shape *s) {
  static const double origin[3] = {0, 0, 0}, far[3] = {0, 100, 0};
  int is_triangle = s->kind == COLLIDE_TRIANGLE_2D;
  double nearest[3], distance;
  check(collide_contains(s, origin) == 1, "contains", s, s);
  check(collide_contains(s, far) == 0, "contains, far away,", s, s);
  fill(nearest);
  distance = collide_closest(s, far, nearest);
  check(distance > 90 && distance < 110, "closest", s, s);
  check(!is_unwritten(nearest), "what closest writes", s, s);
  check(ci_triangle_region(s, origin) == (is_triangle ? 7 : COLLIDE_UNSUPPORTED), "triangle_region",
        s, s);
}

int main(void) {
  collide_shape shapes[SHAPES];
  int i, j;
  for (i = 0; i < SHAPES; i++) {
    if (make(&shapes[i], i) != COLLIDE_OK) {
      printf("shape %d cannot be made\n", i);
      return 1;
    }
  }
  for (i = 0; i < SHAPES; i++) {
    ask_point(&shapes[i]);
    for (j = 0; j < SHAPES; j++) ask_two(&shapes[i], &shapes[j]);
  }
  printf("%d answers about kinds, %d wrong\n", asked, wrong);
  return wrong != 0;
}
