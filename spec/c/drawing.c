/* SPDX-License-Identifier: MIT
 *
 * Outlines and surfaces: a call that only counts agrees with one that writes, and nothing is
 * written beyond the room that was given.
 */
#include <collide.h>

#include <stdio.h>
#include <string.h>

enum { CORNERS = 8, POINTS = 64, VERTICES = 512, TRIANGLES = 1024 };

static int failures;

static void expect(size_t expected, size_t got, const char *what) {
  if (expected == got) return;
  fprintf(stderr, "%s: %lu, expected %lu\n", what, (unsigned long)got, (unsigned long)expected);
  failures++;
}

static void check_outline(const collide_shape *shape, int count, const char *what) {
  double points[2 * POINTS];
  int i, written = 0;
  for (i = 0; i < 2 * POINTS; i++) points[i] = -77;
  expect((size_t)count, (size_t)collide_outline_points(shape, CORNERS, NULL, 0), what);
  expect((size_t)count, (size_t)collide_outline_points(shape, CORNERS, points, 2), what);
  for (i = 0; i < 2 * POINTS; i++) written += points[i] != -77;
  expect(count < 2 ? 2 * (size_t)count : 4, (size_t)written, "numbers written");
}

static void check_surface(const collide_shape *shape, size_t vertices, size_t triangles,
                          const char *what) {
  double v[3 * VERTICES];
  uint32_t t[3 * TRIANGLES];
  collide_surface counted = collide_surface_triangles(shape, CORNERS, NULL, NULL);
  collide_surface made = collide_surface_triangles(shape, CORNERS, v, t);
  size_t i;
  expect(vertices, counted.vertices, what);
  expect(triangles, counted.triangles, what);
  expect(counted.vertices, made.vertices, what);
  expect(counted.triangles, made.triangles, what);
  for (i = 0; i < 3 * made.triangles; i++)
    if (t[i] >= made.vertices) failures++;
}

int main(void) {
  const double half[3] = {1, 2, 3}, a[3] = {0, 0, 0}, b[3] = {4, 0, 0}, normal[3] = {0, 1, 0};
  collide_shape shape;
  collide_source source;

  collide_make_circle(&shape, NULL, 1);
  check_outline(&shape, CORNERS, "circle");
  check_surface(&shape, 0, 0, "circle");
  collide_make_rect(&shape, NULL, half);
  check_outline(&shape, 4, "rect");
  collide_make_capsule_2d(&shape, NULL, a, b, 1);
  check_outline(&shape, CORNERS + 2, "capsule");
  collide_make_plane_2d(&shape, NULL, normal, 0);
  check_outline(&shape, 0, "half-plane");

  collide_make_sphere(&shape, NULL, 1);
  check_outline(&shape, 0, "sphere");
  check_surface(&shape, 3 * CORNERS + 2, 6 * CORNERS, "sphere");
  collide_make_cylinder(&shape, NULL, 1, 1);
  check_surface(&shape, 2 * CORNERS, 4 * CORNERS - 4, "cylinder");
  collide_make_cone(&shape, NULL, 1, 1);
  check_surface(&shape, CORNERS + 1, 2 * CORNERS - 2, "cone");
  collide_make_capsule(&shape, NULL, a, b, 1);
  check_surface(&shape, 4 * CORNERS + 2, 8 * CORNERS, "capsule");
  collide_make_box(&shape, &source, half);
  check_surface(&shape, 8, 12, "box");
  /* 6 faces; 12 strips of 2 steps; 8 corners of 3 sectors with 2 rows of 2 steps each. */
  if (collide_round(&shape, &source, 1) != COLLIDE_OK) failures++;
  check_surface(&shape, 6 * 4 + 12 * 6 + 24 * 7, 6 * 2 + 12 * 4 + 24 * 6, "rounded box");
  collide_make_plane(&shape, NULL, normal, 0);
  check_surface(&shape, 0, 0, "half-space");
  collide_make_segment(&shape, NULL, a, b);
  check_surface(&shape, 0, 0, "segment");
  return failures != 0;
}
