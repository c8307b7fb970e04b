/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two shapes: chooses the plane or space.
 */
#include "shapecast.h"

#include <string.h>

#include "pairs.h"
#include "space/core.h"
#include "space/decide.h"
#include "space/separation.h"
#include "space/space.h"
#include "plane/sweep.h"

/* ---- By bounds ----------------------------------------------------------------------------- */

/* A gap between bounds is off by u = 2^-53 of itself. Its product with this, 1 - 4 u, is off by u
 * more, and less than the gap. */
#define GAP_SHARE (1 - 2 * DBL_EPSILON)

static int bounds_stay_apart(int dimensions, const double low[], const double high[],
                             const double d[], const double low_b[], const double high_b[]) {
  int i;
  for (i = 0; i < dimensions; i++)
    if ((low[i] - high_b[i]) * GAP_SHARE > (d[i] < 0 ? -d[i] : 0) ||
        (low_b[i] - high[i]) * GAP_SHARE > (d[i] > 0 ? d[i] : 0))
      return 1;
  return 0;
}

/* ---- In the plane -------------------------------------------------------------------------- */

static sweep_query query_of(const collide_shape *shape, const double d[3],
                            const collide_shape *target, int flags) {
  sweep_query w;
  w.a = shape;
  w.b = target;
  w.d[0] = d[0];
  w.d[1] = d[1];
  w.flags = flags;
  return w;
}

static int sweep_in_plane(const collide_shape *shape, const double d[3],
                          const collide_shape *target, int flags, collide_sweep_hit *hit) {
  const collide_outline *a = &shape->of.outline, *b = &target->of.outline;
  sweep_query w = query_of(shape, d, target, flags);
  if (bounds_stay_apart(2, a->low, a->high, d, b->low, b->high)) return 0;
  if (shape->kind != COLLIDE_PLANE_2D && target->kind != COLLIDE_PLANE_2D)
    return ci_sweep_outlines(&w, hit);
  return ci_sweep_plane(&w, hit);
}

/* ---- In space ---------------------------------------------------------------------------- */

/* Returns 1 for a curved surface other than a ball's or an even capsule's. */
static int is_uneven(const collide_shape *s) {
  if (s->radius == 0) return 0;
  return s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE || core_is_uneven(s);
}

static space_sweep sweep_of(const collide_shape *shape, const double d[3],
                            const collide_shape *target, int flags) {
  space_sweep w;
  w.a = shape;
  w.b = target;
  memcpy(w.d, d, sizeof w.d);
  w.flags = flags;
  w.decides = ci_solid_decides(shape, target);
  w.is_curved = is_uneven(shape) || is_uneven(target);
  return w;
}

/* In the open query, a shape that stays on one side of another never enters it. */
static int stays_out(const space_sweep *w) {
  return (w->flags & COLLIDE_SKIP_TOUCHING) != 0 &&
         ci_axis_separate(w->a, w->b, w->d) == AXIS_STAYS;
}

/* Bounds that are known to meet are tested only for pairs without an exact decision. */
static int sweep_in_space(const collide_shape *shape, const double d[3],
                          const collide_shape *target, int flags, int is_near,
                          collide_sweep_hit *hit) {
  double low[3], high[3], low_b[3], high_b[3];
  space_sweep w = sweep_of(shape, d, target, flags);
  if (hit != NULL) memset(hit, 0, sizeof *hit);
  if (shape->kind == COLLIDE_BOX && target->kind == COLLIDE_BOX) return ci_space_shapecast(&w, hit);
  if (is_near && w.decides) return stays_out(&w) ? 0 : ci_space_shapecast(&w, hit);
  collide_bounds(shape, low, high);
  collide_bounds(target, low_b, high_b);
  if (bounds_stay_apart(3, low, high, d, low_b, high_b)) return 0;
  return stays_out(&w) ? 0 : ci_space_shapecast(&w, hit);
}

/* Without a displacement, a hit is an overlap. */
static int stay(const collide_shape *shape, const collide_shape *target, int flags,
                collide_sweep_hit *hit) {
  collide_push push;
  if (flags & (COLLIDE_SKIP_TOUCHING | COLLIDE_SKIP_INSIDE)) return 0;
  if (hit == NULL) return collide_overlap(shape, target) == 1;
  if (collide_contact(shape, target, &push) != 1) return 0;
  hit->t = 0;
  hit->t_exit = HUGE_VAL;
  hit->inside = push.depth > 0;
  hit->depth = push.depth;
  memcpy(hit->normal, push.normal, sizeof push.normal);
  memcpy(hit->point, push.point, sizeof push.point);
  return 1;
}

static int is_flat(const collide_shape *shape) {
  return shape->kind >= COLLIDE_CIRCLE;
}

static const collide_sweep_hit no_hit = {0, 0, {0, 0, 0}, {0, 0, 0}, 0, 0, COLLIDE_FACE_NONE, 0};

/* Not inlined: the plane needs a smaller stack frame. */
static PAIR_SELDOM int cast_in_space(const collide_shape *shape, const double displacement[3],
                                     const collide_shape *target, int flags, int is_near,
                                     collide_sweep_hit *hit) {
  int stays = displacement[0] == 0 && displacement[1] == 0, found;
  collide_sweep_hit taken = no_hit, *out = hit != NULL ? &taken : NULL;
  if (stays && (is_flat(shape) || displacement[2] == 0))
    found = stay(shape, target, flags, out);
  else
    found = sweep_in_space(shape, displacement, target, flags, is_near, out);
  if (!found || hit == NULL) return found;
  sweep_tidy(&taken);
  *hit = taken;
  return 1;
}

int ci_sweep_from(const collide_shape *shape, const double displacement[3],
                  const collide_shape *target, int flags, int is_near, collide_sweep_hit *hit) {
  if (is_flat(shape) != is_flat(target)) return COLLIDE_UNSUPPORTED;
  if (is_flat(shape) && (displacement[0] != 0 || displacement[1] != 0))
    return sweep_in_plane(shape, displacement, target, flags, hit);
  return cast_in_space(shape, displacement, target, flags, is_near, hit);
}

collide_answer collide_shapecast(const collide_shape *shape, const double displacement[3],
                                 const collide_shape *target, int flags, collide_sweep_hit *hit) {
  return answer_of(ci_sweep_from(shape, displacement, target, flags, 0, hit));
}

double ci_sweep_exit(const collide_shape *shape, const double displacement[3],
                     const collide_shape *target, int flags, double t) {
  double leave;
  if (collide_dimensions(shape) == 2) {
    sweep_query plane = query_of(shape, displacement, target, 0);
    leave = ci_sweep_outlines_exit(&plane);
  } else {
    space_sweep space = sweep_of(shape, displacement, target, flags);
    leave = ci_space_exit(&space, t);
  }
  return (leave >= t ? leave : t) + 0.0;
}
