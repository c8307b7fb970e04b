/* SPDX-License-Identifier: MIT
 *
 * A line and a cylinder: the slab between the caps, and the disc in the projection along the axis
 * y. The polynomials of the disc are in round.h.
 */
#include "round.h"
#include "../number/vector.h"

static int runs_along_axis(const line *l) {
  return ci_line_direction_sign(l, 0) == 0 && ci_line_direction_sign(l, 2) == 0;
}

/* Handles a line that is perpendicular to the axis. In the plane of a cap it meets the rim, which
 * belongs to the cap. */
static int meets_level(line *l) {
  int above = ci_line_level_sign(l, 0, 1, l->shape->height);
  int below = ci_line_level_sign(l, 0, 1, -l->shape->height);
  if (below == 0) l->faces[0] = l->faces[1] = COLLIDE_FACE_BOTTOM;
  if (above == 0) l->faces[0] = l->faces[1] = COLLIDE_FACE_TOP;
  return above <= 0 && below >= 0;
}

static int cylinder_meets(line *l) {
  double h = l->shape->height, start = 0;
  int up = ci_line_direction_sign(l, 1), along = runs_along_axis(l);
  level_signs enter, leave;
  l->faces[0] = l->faces[1] = COLLIDE_FACE_SIDE;
  if (along ? line_sign(l, round_value, &start) > 0
            : line_sign_of_moment(l, round_discriminant, NULL) < 0)
    return 0;
  if (up == 0) return meets_level(l);
  if (along) {
    enter.value = leave.value = -1;
    enter.slope = leave.slope = 0;
  } else {
    enter = ci_round_signs_in_level(l, up > 0 ? -h : h);
    leave = ci_round_signs_in_level(l, up > 0 ? h : -h);
    /* The line misses if it enters the slab after it leaves the disc, or leaves the slab before it
     * enters the disc. */
    if (enter.value > 0 && enter.slope > 0) return 0;
    if (leave.value > 0 && leave.slope < 0) return 0;
  }
  if (enter.value <= 0) l->faces[0] = up > 0 ? COLLIDE_FACE_BOTTOM : COLLIDE_FACE_TOP;
  if (leave.value <= 0) l->faces[1] = up > 0 ? COLLIDE_FACE_TOP : COLLIDE_FACE_BOTTOM;
  /* If the line meets only the rim, both ends belong to the cap. */
  if (enter.value == 0 && enter.slope >= 0 && l->faces[1] == COLLIDE_FACE_SIDE)
    l->faces[1] = l->faces[0];
  if (leave.value == 0 && leave.slope <= 0 && l->faces[0] == COLLIDE_FACE_SIDE)
    l->faces[0] = l->faces[1];
  return 1;
}

static int cylinder_locate(const line *l, double t) {
  return ci_round_locate(l, t, -l->shape->height, l->shape->height);
}

static side cylinder_side(const line *l, double t) {
  double h = l->shape->height;
  side s = SIDE_EVERYWHERE;
  int up = ci_line_direction_sign(l, 1);
  if (up != 0) {
    int above = ci_line_level_sign(l, t, 1, h), below = ci_line_level_sign(l, t, 1, -h);
    s = up > 0 ? side_make(below, above) : side_make(-above, -below);
  }
  if (!runs_along_axis(l)) {
    int value = line_sign(l, round_value, &t);
    if (value >= 0) s = side_intersect(s, side_of_convex(value, line_sign(l, round_slope, &t)));
  }
  return s;
}

static void measure_side(const line *l, int end, measured *m) {
  double s = ci_line_nearest_axis(l, -l->shape->height, l->shape->height);
  double r = l->shape->radius, u[2];
  quadric q = ci_quadric_of(l->shape);
  twofold g[3];
  int i, k;
  ci_quadric_cut(l, &q, s, g, u);
  for (i = 0; i < 2; i++) {
    if (ci_round_crosses_flat(l, i)) continue;
    m->t[i] = s + u[i];
    if (i != end) continue;
    ci_quadric_point(l, g, u[i], m->point);
    for (k = 0; k < 3; k++) m->normal[k] = k == 1 ? 0 : m->point[k];
    vector_to_length(m->normal, r);
    m->point[0] = m->normal[0];
    m->point[2] = m->normal[2];
    if (r == 0)
      for (k = 0; k < 3; k += 2) m->normal[k] = i == 0 ? -l->d[k].hi : l->d[k].hi;
  }
}

static void cylinder_measure(const line *l, int end, measured *m) {
  ci_round_measure(l, end, m, measure_side);
}

const exact_cast ci_cylinder_exact = {cylinder_meets, cylinder_side, cylinder_locate,
                                      cylinder_measure};
