/* SPDX-License-Identifier: MIT
 *
 * Half-spaces, in plain doubles.
 */
#include "decide.h"
#include "plane.h"
#include "solid.h"

#include <string.h>

static void measure(const collide_shape *a, const collide_shape *plane, pair_gap *gap) {
  static const int nowhere[2] = {-1, -1};
  collide_shape point;
  solid_pair p;
  solid_point q;
  double down[3], height;
  int i;
  memset(&point, 0, sizeof point);
  point.kind = COLLIDE_SPHERE;
  memcpy(point.position, plane->position, sizeof point.position);
  ci_solid_pair_make(&p, a, &point);
  for (i = 0; i < 3; i++) down[i] = -plane->b[i];
  ci_solid_support(&p, down, nowhere, &q);
  height = vector_dot(plane->b, q.a) / p.scale - plane->radius;
  gap->apart = height - a->radius * (p.a.radius > 0);
  for (i = 0; i < 3; i++) {
    gap->normal[i] = plane->b[i];
    gap->on_a[i] = plane->position[i] + (q.a[i] - p.a.radius * plane->b[i]) / p.scale;
    gap->on_b[i] = gap->on_a[i] - gap->apart * plane->b[i];
    gap->common[i] = gap->on_a[i];
  }
}

int ci_solid_overlaps_plane(const collide_shape *a, const collide_shape *plane) {
  pair_gap gap;
  int level = ci_solid_decide(a, plane);
  if (level != SOLID_UNDECIDED) return level != SOLID_APART;
  measure(a, plane, &gap);
  return gap.apart <= 0;
}

void ci_solid_measure_plane(const collide_shape *a, const collide_shape *plane, int overlap,
                            pair_gap *gap) {
  measure(a, plane, gap);
  if (overlap && gap->apart > 0) gap->apart = 0;
  if (!overlap && !(gap->apart > 0)) gap->apart = nextafter(0, 1);
}

int ci_solid_planes_overlap(const collide_shape *a, const collide_shape *b) {
  int level = ci_solid_decide(a, b);
  return level != SOLID_APART;
}

void ci_solid_measure_planes(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  (void)overlap;
  memset(gap, 0, sizeof *gap);
  memcpy(gap->normal, b->b, sizeof gap->normal);
  memcpy(gap->common, a->position, sizeof gap->common);
  gap->apart = -HUGE_VAL;
}
