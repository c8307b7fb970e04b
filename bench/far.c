/* SPDX-License-Identifier: MIT
 *
 * What distance costs: ns per cast in C from 4, 20, 100 and 10,000 sizes away, at
 * shapes as they are made and under rotation, and the ratio to the near cast.
 * Every ray differs from the last; about half of them hit.
 */
#include <math.h>

#include "collide.h"
#include "measure.h"

enum { RAYS = 4096, DISTANCES = 4 };

typedef struct aim {
  collide_shape shape;
  double rays[RAYS][6];
} aim;

static double cast_rays(const void *what, int n) {
  const aim *a = (const aim *)what;
  collide_hit hit;
  int i, k;
  for (k = 0; k < n; k++)
    for (i = 0; i < RAYS; i++)
      if (collide_raycast(&a->shape, a->rays[i], a->rays[i] + 3, HUGE_VAL, 0, &hit)) sink += hit.t;
  return (double)n * RAYS;
}

/* From that many sizes away in any direction, at a point in a box about the shape. */
static void aim_rays(aim *a, double distance) {
  int i, k;
  for (i = 0; i < RAYS; i++) {
    double *ray = a->rays[i], length = 0;
    for (k = 0; k < 3; k++) {
      ray[k] = uniform(-1, 1);
      length += ray[k] * ray[k];
    }
    length = distance / sqrt(length);
    for (k = 0; k < 3; k++) {
      ray[k] *= length;
      ray[3 + k] = uniform(-1, 1) - ray[k];
    }
  }
}

static void make(int kind, collide_shape *shape, collide_source *source) {
  static const double half[3] = {1, 0.8, 0.6}, a[3] = {0, -0.7, 0}, b[3] = {0, 0.7, 0};
  static const double corners[3][3] = {{-1, -1, 0}, {1.5, -1, 0}, {-1, 1.5, 0.5}};
  switch (kind) {
  case 0:
    collide_make_sphere(shape, source, 1);
    break;
  case 1:
    collide_make_box(shape, source, half);
    break;
  case 2:
    collide_make_cylinder(shape, source, 1, 1);
    break;
  case 3:
    collide_make_cone(shape, source, 1, 1.5);
    break;
  case 4:
    collide_make_capsule(shape, source, a, b, 0.5);
    break;
  default:
    collide_make_triangle(shape, source, corners[0], corners[1], corners[2]);
  }
}

int main(void) {
  static const char *const names[] = {"sphere", "box", "cylinder", "cone", "capsule", "triangle"};
  static const double distances[DISTANCES] = {4, 20, 100, 1e4};
  static aim a;
  int kind, turned, i;
  printf("%-24s %8s %8s %8s %8s   ratios to the first\n", "ns per cast from, sizes", "4", "20",
         "100", "10000");
  for (kind = 0; kind < 6; kind++) {
    for (turned = 0; turned < 2; turned++) {
      collide_source source;
      collide_pose pose = collide_identity_pose();
      double ns[DISTANCES];
      char name[64];
      make(kind, &a.shape, &source);
      pose.rotation[0] = 0.3;
      pose.rotation[1] = -0.4;
      pose.scale[1] = kind == 1 ? 1 : 1.25; /* a ball would stay a ball */
      if (turned) collide_set_pose(&a.shape, &source, &pose);
      snprintf(name, sizeof name, "%s%s", names[kind], turned ? ", turned" : "");
      for (i = 0; i < DISTANCES; i++) {
        aim_rays(&a, distances[i]);
        ns[i] = measure(cast_rays, &a);
      }
      printf("%-24s %8.0f %8.0f %8.0f %8.0f   %.2f %.2f %.2f\n", name, ns[0], ns[1], ns[2], ns[3],
             ns[1] / ns[0], ns[2] / ns[0], ns[3] / ns[0]);
    }
  }
  return 0;
}
