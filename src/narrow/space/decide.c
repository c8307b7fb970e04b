/* SPDX-License-Identifier: MIT
 *
 * Selects the exact decision for two shapes.
 */
#include "exact_points.h"
#include "../../number/tier.h"

typedef enum surface {
  SURFACE_FLAT,   /* a polytope: a point, a segment, ... */
  SURFACE_ROUND,  /* the points within a radius of a polytope */
  SURFACE_UNEVEN, /* such a shape in a linear frame */
  SURFACE_CYLINDER,
  SURFACE_CONE,
  SURFACE_PLANE
} surface;

static surface surface_of(const collide_shape *s) {
  switch (s->kind) {
  case COLLIDE_SPHERE:
  case COLLIDE_CAPSULE:
    if (s->radius == 0) return SURFACE_FLAT;
    return s->frame == COLLIDE_LINEAR ? SURFACE_UNEVEN : SURFACE_ROUND;
  case COLLIDE_ROUND_BOX:
  case COLLIDE_ROUND_HULL:
    return s->radius == 0 ? SURFACE_FLAT : SURFACE_ROUND;
  case COLLIDE_CYLINDER:
    return s->radius == 0 ? SURFACE_FLAT : SURFACE_CYLINDER;
  case COLLIDE_CONE:
    return SURFACE_CONE;
  case COLLIDE_PLANE:
    return SURFACE_PLANE;
  default:
    return SURFACE_FLAT;
  }
}

static int has_radius(surface s) {
  return s == SURFACE_ROUND || s == SURFACE_UNEVEN;
}

/* Decides two polytopes with or without radii. A shape with a radius in a linear frame is decided
 * in that frame; then the other shape must have no radius. */
static int decide_corners(const collide_shape *a, const collide_shape *b,
                          const solid_shift *shift) {
  exact_solid numbers;
  exact_pool *pool = exact_solid_open(&numbers);
  solid_corners p = ci_solid_corners(a, shift), q = ci_solid_corners(b, NULL);
  surface s = surface_of(a), t = surface_of(b);
  solid_frame frame;
  solid_pair pair;
  exact radius;
  int found;
  pair.a = &p;
  pair.b = &q;
  pair.frame = &frame;
  if (s == SURFACE_UNEVEN || t == SURFACE_UNEVEN) {
    const collide_shape *uneven = s == SURFACE_UNEVEN ? a : b;
    ci_solid_frame_of(&frame, uneven, pool);
    ci_solid_frame_size(&frame, uneven->radius, &radius);
    return ci_solid_locate_origin(&pair, &radius);
  }
  ci_solid_frame_of_world(&frame, pool);
  ci_exact_set_sum(pool, &radius, has_radius(s) ? a->radius : 0, has_radius(t) ? b->radius : 0);
  found = ci_solid_locate_origin(&pair, &radius);
  if (found == SOLID_TOUCH && exact_sign(&radius) == 0 && ci_solid_holds_inside(&pair))
    found = SOLID_IN;
  return found;
}

int ci_solid_decides(const collide_shape *a, const collide_shape *b) {
  surface s = surface_of(a), t = surface_of(b);
  if (s == SURFACE_PLANE || t == SURFACE_PLANE) return 1;
  if (s == SURFACE_FLAT || t == SURFACE_FLAT) return 1;
  return s == SURFACE_ROUND && t == SURFACE_ROUND;
}

int ci_solid_decide(const collide_shape *a, const collide_shape *b) {
  return ci_solid_decide_moved(a, b, NULL);
}

/* Moving a by d is the same as moving b by -d. */
int ci_solid_decide_moved(const collide_shape *a, const collide_shape *b,
                          const solid_shift *shift) {
  surface s = surface_of(a), t = surface_of(b);
  solid_shift against;
  const solid_shift *back = NULL;
  tier_count(TIER_EXACT);
  if (!ci_solid_decides(a, b)) return SOLID_UNDECIDED;
  if (shift != NULL) {
    int i;
    against = *shift;
    for (i = 0; i < 3; i++) against.d[i] = -shift->d[i];
    back = &against;
  }
  if (t == SURFACE_PLANE) return ci_solid_decide_plane(a, b, shift);
  if (s == SURFACE_PLANE) return ci_solid_decide_plane(b, a, back);
  if (t == SURFACE_CYLINDER) return ci_solid_decide_cylinder(a, b, shift);
  if (s == SURFACE_CYLINDER) return ci_solid_decide_cylinder(b, a, back);
  if (t == SURFACE_CONE) return ci_solid_decide_cone(a, b, shift);
  if (s == SURFACE_CONE) return ci_solid_decide_cone(b, a, back);
  return decide_corners(a, b, shift);
}

int ci_solid_level(const collide_shape *a, const collide_shape *b, const solid_shift *shift) {
  int found = ci_decide_in_twofolds(a, b, shift);
  return found != SOLID_UNDECIDED ? found : ci_solid_decide_moved(a, b, shift);
}

/* ---- Is there an interior? --------------------------------------------------------------- */

static int span_space(const collide_shape *a, const collide_shape *b) {
  exact_solid numbers;
  exact_pool *pool = exact_solid_open(&numbers);
  solid_corners p = ci_solid_corners(a, NULL), q = ci_solid_corners(b, NULL);
  solid_frame frame;
  solid_pair pair;
  pair.a = &p;
  pair.b = &q;
  pair.frame = &frame;
  ci_solid_frame_of_world(&frame, pool);
  return ci_solid_spans_space(&pair);
}

int ci_solid_has_inside(const collide_shape *a, const collide_shape *b) {
  surface s = surface_of(a), t = surface_of(b);
  if (s == SURFACE_FLAT && t == SURFACE_FLAT) return span_space(a, b);
  if (s == SURFACE_FLAT && t == SURFACE_CYLINDER)
    return b->height > 0 || ci_solid_crosses_caps(a, b);
  if (t == SURFACE_FLAT && s == SURFACE_CYLINDER)
    return a->height > 0 || ci_solid_crosses_caps(b, a);
  return 1;
}
