/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two shapes: which dimension answers, and of the plane what is decided in which
 * order.
 */
#include "sweep.h"

#include <string.h>

#include "../number/orient.h"
#include "../shape/flat.h"
#include "../solid/decide.h"
#include "space.h"
#include "sweep_plane.h"
#include "sweep_target.h"

/* ---- By bounds ----------------------------------------------------------------------------- */

/* Do the bounds stay apart along an axis? a's bounds lie above b's by a gap, of which the double is
 * off by u = 2^-53 of itself, and come nearer by no more than `way`. The product with 1 - 4 u is
 * off by u, so that what is compared is less than the gap. */
static int stays_above(double low_a, double high_b, double way) {
  return low_a > high_b && (low_a - high_b) * (1 - 2 * DBL_EPSILON) > way;
}

int ci_sweep_bounds_stay_apart(const double low[2], const double high[2], const double d[2],
                               const double low_b[2], const double high_b[2]) {
  int i;
  for (i = 0; i < 2; i++) {
    if (stays_above(low[i], high_b[i], d[i] < 0 ? -d[i] : 0)) return 1;
    if (stays_above(low_b[i], high[i], d[i] > 0 ? d[i] : 0)) return 1;
  }
  return 0;
}

/* A sum that is rounded once lies within one double of the real one. */
void collide_shapecast_bounds(const collide_shape *shape, const double displacement[3],
                              double low[3], double high[3]) {
  int i;
  collide_bounds(shape, low, high);
  for (i = 0; i < 3; i++) {
    double d = displacement[i];
    if (d < 0) low[i] = nextafter(low[i] + d, -HUGE_VAL);
    if (d > 0) high[i] = nextafter(high[i] + d, HUGE_VAL);
  }
}

/* ---- At the start -------------------------------------------------------------------------- */

/* The sign of n . d. */
static int sign_of_dot(const double n[2], const double d[2]) {
  static const double origin[2] = {0, 0};
  return ci_dot2d(origin, n, origin, d);
}

/* They overlap at the start. `touches` tells that the line enters there: then the caller has set t,
 * normal and point, which are kept when the two only touch. Returns 0 when what they are in is
 * passed over. */
static int take_start(const sweep_query *w, int touches, collide_sweep_hit *hit) {
  collide_push push;
  if (collide_contact(w->a, w->b, &push) != 1) return 0; /* they do overlap: this is exact, too */
  hit->t = 0;
  hit->inside = push.depth > 0;
  hit->depth = push.depth;
  if (hit->inside || !touches) {
    memcpy(hit->normal, push.normal, sizeof push.normal);
    memcpy(hit->point, push.point, sizeof push.point);
  }
  return !hit->inside || !(w->flags & COLLIDE_SKIP_TOUCHING) || sign_of_dot(push.normal, w->d) < 0;
}

/* ---- What was decided about a line ------------------------------------------------------- */

sweep_outcome ci_sweep_decide(int flags, sweep_found found, int start, int exit, int end) {
  int open = (flags & COLLIDE_SKIP_TOUCHING) != 0;
  if (found == SWEEP_MISS || (open && found != SWEEP_CROSS)) return SWEEP_NONE;
  if (start > 0) return (open ? end < 0 : end <= 0) ? SWEEP_LATER : SWEEP_NONE;
  if (start == 0 && open) return SWEEP_AT_START;
  if (exit < 0 || (open && exit == 0)) return SWEEP_NONE;
  if (flags & COLLIDE_SKIP_INSIDE) return SWEEP_NONE;
  return start == 0 ? SWEEP_TOUCHED : SWEEP_INSIDE;
}

/* A rounded t is put on the side of 0 and 1 that was decided. */
double ci_sweep_put_time(double t, int end) {
  if (end == 0) return 1;
  if (end > 0) return t;
  if (!(t > 0)) return nextafter(0, 1);
  return t < 1 ? t : nextafter(1, 0);
}

/* ---- Two hulls --------------------------------------------------------------------------- */

static sweep_pair pair_of(const sweep_query *w) {
  sweep_pair s;
  s.moving = w->a;
  s.fixed = w->b;
  s.a = pair_hull(w->a);
  s.b = pair_hull(w->b);
  s.d[0] = w->d[0];
  s.d[1] = w->d[1];
  return s;
}

/* The side of b that is met. */
static void take_face(const sweep_pair *s, const sweep_feature *f, collide_sweep_hit *hit) {
  const collide_shape *b = s->fixed;
  int number;
  if (f->owner != SWEEP_EDGE_OF_B || b->kind == COLLIDE_SEGMENT_2D || b->kind == COLLIDE_CAPSULE_2D)
    return;
  number = s->b.corners[f->j].edge;
  if (b->kind == COLLIDE_RECT)
    hit->face = ci_flat_face(number);
  else
    hit->edge = number;
}

/* The line leaves where it enters in the other direction. */
static sweep_pair reversed(const sweep_pair *s) {
  sweep_pair r = *s;
  r.d[0] = -s->d[0];
  r.d[1] = -s->d[1];
  return r;
}

static int is_aligned(const collide_shape *s) {
  return s->of.outline.aligned && s->of.outline.count == 4;
}

/* What the short ways need to know. */
typedef struct sweep_quick {
  int are_rects, has_sides;
  sweep_sides sides;
} sweep_quick;

/* Where it enters; of one that has entered at the start, `end` is not set. */
static void find_entry(const sweep_pair *s, int open, sweep_quick *by, sweep_entry *in) {
  by->has_sides = 0;
  by->are_rects = is_aligned(s->moving) && is_aligned(s->fixed);
  if (by->are_rects && ci_sweep_rects(s, open, in)) return;
  if (!by->are_rects) by->has_sides = ci_sweep_sides(s, &by->sides);
  if (!by->has_sides || !ci_sweep_polygons(s, &by->sides, 1, &in->found, &in->feature))
    in->found = ci_sweep_enter(s, &in->feature);
  if (in->found == SWEEP_MISS) return;
  in->start = ci_sweep_compare(s, &in->feature, 0);
  if (in->start > 0) in->end = ci_sweep_compare(s, &in->feature, 1);
}

/* Where the line leaves, which is known to meet M. `back` is the pair that goes the other way. */
static void find_exit(const sweep_pair *back, const sweep_quick *by, int wants_sign,
                      sweep_entry *out) {
  if (by->are_rects && ci_sweep_rects(back, 0, out)) return;
  if (!by->has_sides || !ci_sweep_polygons(back, &by->sides, -1, &out->found, &out->feature))
    (void)ci_sweep_enter(back, &out->feature);
  if (wants_sign) out->start = ci_sweep_compare(back, &out->feature, 0);
}

static int sweep_hulls(const sweep_query *w, collide_sweep_hit *hit) {
  sweep_pair s = pair_of(w), back;
  sweep_entry in, out;
  sweep_outcome outcome;
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0, exit = 0, tells_exit;
  sweep_quick by;
  in.start = in.end = out.start = 0;
  find_entry(&s, open, &by, &in);
  if (in.found == SWEEP_MISS || (open && in.found == SWEEP_GRAZE)) return 0;
  if (in.start > 0 && in.end > 0) return 0;
  tells_exit = hit != NULL && !(in.start > 0 && w->flags & COLLIDE_SKIP_EXIT);
  if (in.start <= 0 || tells_exit) {
    back = reversed(&s);
    find_exit(&back, &by, in.start <= 0, &out);
    exit = -out.start;
  }
  outcome = ci_sweep_decide(w->flags, in.found, in.start, exit, in.end);
  if (outcome == SWEEP_NONE) return 0;
  if (hit == NULL && (outcome != SWEEP_INSIDE || !open)) return 1;
  if (hit == NULL) {
    collide_sweep_hit unused;
    return take_start(w, 0, &unused);
  }
  hit->t_exit = tells_exit ? 0.0 - ci_sweep_time(&back, &out.feature) : SPACE_UNTOLD;
  if (outcome != SWEEP_INSIDE) {
    hit->t =
        ci_sweep_meet(&s, &in.feature, outcome == SWEEP_LATER, in.end, hit->normal, hit->point);
    take_face(&s, &in.feature, hit);
  }
  if (exit == 0 && in.start <= 0 && outcome != SWEEP_AT_START) hit->t_exit = 0;
  if (outcome == SWEEP_INSIDE || outcome == SWEEP_TOUCHED)
    if (!take_start(w, outcome == SWEEP_TOUCHED, hit)) return 0;
  if (tells_exit && !(hit->t_exit >= hit->t)) hit->t_exit = hit->t;
  return 1;
}

/* Where two that meet later part for good. */
static double exit_in_plane(const sweep_query *w) {
  sweep_pair s = pair_of(w), back = reversed(&s);
  sweep_entry out;
  sweep_quick by;
  by.are_rects = is_aligned(w->a) && is_aligned(w->b);
  by.has_sides = !by.are_rects && ci_sweep_sides(&s, &by.sides);
  find_exit(&back, &by, 0, &out);
  return 0.0 - ci_sweep_time(&back, &out.feature);
}

/* ---- All kinds ------------------------------------------------------------------------------- */

static int sweep(const sweep_query *w, collide_sweep_hit *hit) {
  if (w->a->kind != COLLIDE_PLANE_2D && w->b->kind != COLLIDE_PLANE_2D) return sweep_hulls(w, hit);
  return ci_sweep_plane(w, hit);
}

/* Whatever is left at the start, for shapes of which one is a half-plane. */
int ci_sweep_take_start(const sweep_query *w, int touches, collide_sweep_hit *hit) {
  return take_start(w, touches, hit);
}

/* No number is -0. */
static void tidy(collide_sweep_hit *hit) {
  int i;
  hit->t += 0.0;
  hit->t_exit += 0.0;
  hit->depth += 0.0;
  for (i = 0; i < 3; i++) {
    hit->normal[i] += 0.0;
    hit->point[i] += 0.0;
  }
}

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
  if (ci_sweep_bounds_stay_apart(a->low, a->high, d, b->low, b->high)) return 0;
  return sweep(&w, hit);
}

/* ---- In space ---------------------------------------------------------------------------- */

/* Has it a curved surface that is not a ball's or an even capsule's? */
static int is_uneven(const collide_shape *s) {
  if (s->radius == 0) return 0;
  return s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE ||
         (s->frame == COLLIDE_LINEAR && (s->kind == COLLIDE_SPHERE || s->kind == COLLIDE_CAPSULE));
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

/* `is_near`: their bounds meet on the way, as far as the caller knows, so that these are not looked
 * at but for those that are not decided exactly. */
static int sweep_in_space(const collide_shape *shape, const double d[3],
                          const collide_shape *target, int flags, int is_near,
                          collide_sweep_hit *hit) {
  double low[3], high[3], low_b[3], high_b[3];
  space_sweep w = sweep_of(shape, d, target, flags);
  space_found sure = ci_space_slabs(&w, hit);
  int i;
  if (sure != SPACE_UNSURE) return sure == SPACE_SURE;
  if (hit != NULL) memset(hit, 0, sizeof *hit);
  if (shape->kind == COLLIDE_BOX && target->kind == COLLIDE_BOX) return ci_space_shapecast(&w, hit);
  if (is_near && w.decides) return ci_space_shapecast(&w, hit);
  collide_bounds(shape, low, high);
  collide_bounds(target, low_b, high_b);
  for (i = 0; i < 3; i++) {
    if (stays_above(low[i], high_b[i], d[i] < 0 ? -d[i] : 0)) return 0;
    if (stays_above(low_b[i], high[i], d[i] > 0 ? d[i] : 0)) return 0;
  }
  return ci_space_shapecast(&w, hit);
}

/* Without a displacement the question is whether they overlap. */
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

static int shapecast(const collide_shape *shape, const double displacement[3],
                     const collide_shape *target, int flags, int is_near, collide_sweep_hit *hit) {
  int dimensions = collide_dimensions(shape), found;
  collide_sweep_hit taken, *out = hit != NULL ? &taken : NULL;
  if (dimensions != collide_dimensions(target)) return COLLIDE_UNSUPPORTED;
  memset(&taken, 0, sizeof taken);
  if (displacement[0] == 0 && displacement[1] == 0 && (dimensions == 2 || displacement[2] == 0))
    found = stay(shape, target, flags, out);
  else if (dimensions == 2)
    found = sweep_in_plane(shape, displacement, target, flags, out);
  else
    found = sweep_in_space(shape, displacement, target, flags, is_near, out);
  if (!found || hit == NULL) return found;
  tidy(&taken);
  *hit = taken;
  return 1;
}

int collide_shapecast(const collide_shape *shape, const double displacement[3],
                      const collide_shape *target, int flags, collide_sweep_hit *hit) {
  return shapecast(shape, displacement, target, flags, 0, hit);
}

double ci_sweep_exit(const collide_shape *shape, const double displacement[3],
                     const collide_shape *target, double t) {
  double leave;
  if (collide_dimensions(shape) == 2) {
    sweep_query plane = query_of(shape, displacement, target, 0);
    leave = exit_in_plane(&plane);
  } else {
    space_sweep space = sweep_of(shape, displacement, target, 0);
    leave = ci_space_exit(&space, t);
  }
  return (leave >= t ? leave : t) + 0.0;
}

int ci_sweep_near(const collide_shape *shape, const double displacement[3],
                  const collide_shape *target, int flags, collide_sweep_hit *hit) {
  return shapecast(shape, displacement, target, flags, 1, hit);
}
