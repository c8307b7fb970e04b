/* SPDX-License-Identifier: MIT
 *
 * Asks about triangles and boxes for spec/voxel/run.py: each case comes as 30 doubles on
 * standard input: a triangle's position and corners, a box's position, min and max, and
 * position, min and max of another. Goes out as one line of digits. */
#include <stdio.h>
#include <string.h>

#include "collide.h"
#include "narrow/space/triangle_box.h"
#include "narrow/plane/plane.h"

enum { IN = 30 };

static void put(int answer) {
  putchar(answer == 0 || answer == 1 ? '0' + answer : '?');
}

static int make_box(collide_shape *box, const double *position, const double *sides) {
  collide_pose pose = collide_identity_pose();
  int i;
  memcpy(pose.position, position, sizeof pose.position);
  if (collide_make_box_corners(box, NULL, sides, sides + 3) != COLLIDE_OK) return 0;
  /* A box by its corners takes no pose, one by its halves has its middle at its position;
   * the core's tests read a, b and position of both alike. */
  for (i = 0; i < 3; i++) box->origin[i] = pose.position[i];
  return 1;
}

int main(void) {
  double in[IN];
  while (fread(in, sizeof in[0], IN, stdin) == IN) {
    collide_shape triangle, box, other;
    collide_pose pose = collide_identity_pose();
    const double *corner[3];
    int i, at_origin = 1, full = 1;
    if (collide_make_triangle(&triangle, NULL, in + 3, in + 6, in + 9) != COLLIDE_OK) return 1;
    memcpy(pose.position, in, sizeof pose.position);
    if (collide_set_position(&triangle, NULL, pose.position) != COLLIDE_OK) return 1;
    if (!make_box(&box, in + 12, in + 15) || !make_box(&other, in + 21, in + 24)) return 1;
    for (i = 0; i < 3; i++) {
      corner[i] = in + 3 + 3 * i;
      at_origin &= in[i] == 0 && in[12 + i] == 0;
      full &= in[15 + i] < in[18 + i];
    }
    put(collide_overlap(&triangle, &box));
    put(at_origin ? ci_triangle_meets_box(corner, in + 15, in + 18)
                  : collide_overlap(&triangle, &box));
    put(ci_triangle_box_sat(&triangle, &box));
    put(at_origin ? ci_triangle_cell_sat(corner, in + 15, in + 18, 0)
                  : ci_triangle_box_sat(&triangle, &box));
    if (at_origin && full) {
      put(ci_triangle_cell_sat(corner, in + 15, in + 18, 1));
    } else {
      putchar('-');
    }
    put(ci_box_overlaps_box(&box, &other));
    put(ci_box_overlaps_box(&other, &box));
    putchar('\n');
  }
  return 0;
}
