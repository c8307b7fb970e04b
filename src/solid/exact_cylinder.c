/* SPDX-License-Identifier: MIT
 *
 * A cylinder and a polytope. They meet when the part of the polytope between the planes of the
 * caps comes as near to the axis as the radius.
 *
 * A cylinder with a height has an inside, and the two are in one another exactly when the polytope
 * meets that: when it meets the open slab between the caps, and the part in the slab comes nearer
 * than the radius. (If a convex set meets the open slab, its part in the closed slab is the closure
 * of that in the open one, so that the distances are the same.) A cylinder of height 0 is a disc:
 * the differences fill space when the polytope has different heights, and then their interior
 * holds the origin when the relative interior of the polytope meets that of the disc: when the
 * polytope goes on both above and below, and its section comes nearer than the radius. Both are: a
 * corner below the upper plane and one above the lower.
 */
#include "exact_points.h"

int ci_solid_decide_cylinder(const collide_shape *other, const collide_shape *cylinder,
                             const solid_shift *shift) {
  exact_solid numbers;
  exact_pool *pool = exact_solid_open(&numbers);
  solid_corners a = ci_solid_corners(other, shift), b = ci_solid_axis_point(cylinder, 0);
  solid_frame frame;
  solid_pair pair;
  solid_slab slab;
  solid_map map;
  exact radius;
  int found, below[2], above[2];
  ci_solid_frame_of(&frame, cylinder, pool);
  pair.a = &a;
  pair.b = &b;
  pair.frame = &frame;
  ci_solid_map(&pair, &map);
  slab.pair = &pair;
  slab.map = &map;
  ci_solid_frame_size(&frame, -cylinder->height, &slab.low);
  ci_solid_frame_size(&frame, cylinder->height, &slab.high);
  slab.is_flat = cylinder->height == 0;
  ci_solid_frame_size(&frame, cylinder->radius, &radius);
  found = ci_solid_slab_near_axis(&slab, &radius);
  if (found != SOLID_IN) return found;
  ci_solid_slab_range(&pair, &slab.high, below);
  ci_solid_slab_range(&pair, &slab.low, above);
  return below[0] < 0 && above[1] > 0 ? SOLID_IN : SOLID_TOUCH;
}

int ci_solid_crosses_caps(const collide_shape *other, const collide_shape *cylinder) {
  exact_solid numbers;
  exact_pool *pool = exact_solid_open(&numbers);
  solid_corners a = ci_solid_corners(other, NULL), b = ci_solid_axis_point(cylinder, 0);
  solid_frame frame;
  solid_pair pair;
  exact w[3];
  int range[2];
  ci_solid_frame_of(&frame, cylinder, pool);
  pair.a = &a;
  pair.b = &b;
  pair.frame = &frame;
  ci_solid_difference(&pair, 0, 0, w);
  ci_solid_slab_range(&pair, &w[1], range);
  return range[0] < 0 || range[1] > 0;
}
