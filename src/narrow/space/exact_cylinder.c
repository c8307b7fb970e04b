/* SPDX-License-Identifier: MIT
 *
 * A cylinder and a polytope. They meet when the part of the polytope between the planes of the
 * caps comes as near to the axis as the radius.
 *
 * A cylinder with a height has an inside, and the two are in one another exactly when the polytope
 * meets it. That holds when the polytope meets the open slab between the caps, and its part in the
 * slab comes nearer than the radius. (If a convex set meets the open slab, its part in the closed
 * slab is the closure of that in the open one, so the distances are the same.) A cylinder of height
 * 0 is a disc. The differences fill space when the polytope has different heights. Their interior
 * holds the origin when the polytope's relative interior meets the disc's: when the polytope has
 * points above and below, and its section comes nearer than the radius. Both tests of the slab are:
 * a corner lies below the upper plane and one above the lower.
 */
#include "exact_points.h"

int ci_solid_decide_cylinder(const collide_shape *other, const collide_shape *cylinder,
                             const solid_shift *shift) {
  axis_scene scene;
  solid_slab slab;
  exact radius;
  int found, below[2], above[2];
  ci_solid_see_from_axis(&scene, other, cylinder, shift);
  slab.pair = &scene.pair;
  slab.map = &scene.map;
  ci_solid_frame_size(&scene.frame, -cylinder->height, &slab.low);
  ci_solid_frame_size(&scene.frame, cylinder->height, &slab.high);
  slab.is_flat = cylinder->height == 0;
  ci_solid_frame_size(&scene.frame, cylinder->radius, &radius);
  found = ci_solid_locate_axis(&slab, &radius);
  if (found != SOLID_IN) return found;
  ci_solid_slab_range(&scene.pair, &slab.high, below);
  ci_solid_slab_range(&scene.pair, &slab.low, above);
  return below[0] < 0 && above[1] > 0 ? SOLID_IN : SOLID_TOUCH;
}

int ci_solid_crosses_caps(const collide_shape *other, const collide_shape *cylinder) {
  axis_scene scene;
  exact w[3];
  int range[2];
  ci_solid_see_from_axis(&scene, other, cylinder, NULL);
  ci_solid_difference(&scene.pair, 0, 0, w);
  ci_solid_slab_range(&scene.pair, &w[1], range);
  return range[0] < 0 || range[1] > 0;
}
