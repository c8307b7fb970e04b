/* SPDX-License-Identifier: MIT
 *
 * Planes that keep two solids apart: by the nearest points of the two, or given by the caller.
 */
#include "apart.h"

#include <string.h>

/* The gap along a unit normal is the height of the difference above the plane through the origin.
 * The support point may be lower by SOLID_SUPPORT_MARGIN for the sum of the components, which is
 * below 1.74. The length of the normal is off by 4 u. */
#ifndef APART_GAP_MARGIN
#define APART_GAP_MARGIN (60 * SOLID_UNIT)
#endif

double ci_solid_pair_gap(const solid_pair *p, const double normal[3]) {
  static const int nowhere[2] = {-1, -1};
  solid_point q;
  double against[3], gap;
  int i;
  for (i = 0; i < 3; i++) against[i] = -normal[i];
  ci_solid_support(p, against, nowhere, &q);
  gap = vector_dot(normal, q.w) - p->radius - APART_GAP_MARGIN * (p->size + p->radius);
  return gap / p->scale;
}

double ci_solid_plane_gap(const collide_shape *a, const collide_shape *b, const double normal[3]) {
  solid_pair p;
  ci_solid_pair_make(&p, a, b);
  return ci_solid_pair_gap(&p, normal);
}

/* At a larger distance, as a part of the size, the nearest points of a search in doubles give a
 * good normal: 2^-20. */
#define APART_FAR 9.5367431640625e-07

double ci_solid_find_plane(const collide_shape *a, const collide_shape *b, double normal[3]) {
  solid_pair p;
  simplex s;
  finding f;
  ci_solid_pair_make(&p, a, b);
  if (ci_gjk(&p, GJK_PAST_APART | GJK_PAST_IN, &s) != GJK_APART || s.count == 4) return -1;
  if (vector_length(s.nearest) - p.radius > APART_FAR * p.size && ci_vector_unit(s.nearest, normal))
    return ci_solid_pair_gap(&p, normal);
  ci_solid_measure_apart(&p, &s, &f);
  memcpy(normal, f.normal, sizeof f.normal);
  return ci_solid_pair_gap(&p, normal);
}
