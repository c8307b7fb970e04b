/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two solids in space: the order of the decisions.
 */
#include "../../number/fp.h"
#include "../../number/twofold.h"
#include "../../shape/shape.h"
#include "decide.h"
#include "separation.h"
#include "solid.h"
#include "space.h"
#include "space_pairs.h"
#include "space_search.h"

#include <string.h>

/* ---- The contact of a hit -------------------------------------------------------------------- */

/* The normal and the point with which two solids in space touch, where the line enters. */

/* Measures the cores at t; returns 0 if they are not apart. */
static int measure_at(const space_sweep *w, double t, finding *out) {
  solid_pair p;
  simplex s;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  (void)ci_gjk(&p, GJK_PAST_APART | GJK_PAST_IN, &s);
  if (s.count == 4 || !(vector_dot(s.nearest, s.nearest) > 0)) return 0;
  ci_solid_measure_apart(&p, &s, out);
  return 1;
}

/* ---- The normal ------------------------------------------------------------------------------ */

/* The distance of the difference from the plane across n through the origin. */
static double height_of(const solid_pair *p, const double n[3]) {
  return ci_solid_least_height(p, n) - p->radius;
}

/* The same at t, in units of the pair's size: 0, except for rounding, for a normal with which the
 * two touch, and below 0 for others. */
static double quality_of(const space_sweep *w, double t, const double n[3]) {
  solid_pair p;
  if (!(vector_dot(n, w->d) <= 0)) return -HUGE_VAL;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  return height_of(&p, n) / (p.size + p.radius);
}

/* A normal whose quality is better than this is off only by rounding. */
#define NORMAL_GOOD 2.842170943040401e-14 /* 2^-45 */

/* A normal may point along the displacement by rounding alone, as for a shape that slides on a
 * face. Then it is turned against the displacement by 2^-50, far less than its own error. */
#define NORMAL_ALONG 1.4551915228366852e-11 /* 2^-36 */
#define NORMAL_LEAN 8.881784197001252e-16   /* 2^-50 */

static void lean_against(const double d[3], double n[3]) {
  double unit[3], along;
  int i;
  if (!(vector_dot(n, d) > 0) || !ci_vector_unit(d, unit)) return;
  along = vector_dot(n, unit);
  if (along > NORMAL_ALONG) return;
  for (i = 0; i < 3; i++) n[i] -= (along + NORMAL_LEAN) * unit[i];
}

/* The best normal so far with which two touch. */
typedef struct space_touch {
  double t, best; /* the quality of that normal */
  double normal[3];
} space_touch;

/* Takes a normal that is better than the best so far. The normal of a degenerate face is 0, and is
 * rejected. */
static void offer_normal(const space_sweep *w, space_touch *touch, const double n[3]) {
  double quality = quality_of(w, touch->t, n);
  if (!(quality > touch->best && vector_dot(n, n) > 0)) return;
  touch->best = quality;
  memcpy(touch->normal, n, sizeof touch->normal);
}

/* For a shape that rests on a face, or slides along it, the face's own normal is exact. The nearest
 * points are so near there that their direction is rounding. */
static void offer_faces(const space_sweep *w, space_touch *touch) {
  double n[3];
  int i, k;
  for (i = 0; ci_solid_face_normal(w->b, i, n); i++) {
    lean_against(w->d, n);
    offer_normal(w, touch, n);
  }
  for (i = 0; ci_solid_face_normal(w->a, i, n); i++) {
    for (k = 0; k < 3; k++) n[k] = 0 - n[k];
    lean_against(w->d, n);
    offer_normal(w, touch, n);
  }
}

/* The normal of the contact of two that touch at the start. */
static int direction_of_contact(const space_sweep *w, double normal[3]) {
  collide_push push;
  if (ci_space_contact(w->a, w->b, &push) != 1) return 0;
  memcpy(normal, push.normal, sizeof push.normal);
  lean_against(w->d, normal);
  return 1;
}

static void offer_direction(const space_sweep *w, space_touch *touch, double t) {
  finding f;
  if (!measure_at(w, t, &f)) return;
  lean_against(w->d, f.normal);
  offer_normal(w, touch, f.normal);
}

static int is_good(const space_touch *touch) {
  return touch->best > -NORMAL_GOOD;
}

/* Faces give their own normals, and radii a direction at t itself. Other pairs need the direction
 * at a time shortly before: from 2^-42 of the size on ever farther back, until one is good, or all
 * are tried. A shape that slides is no farther away there, so at the start the contact's normal is
 * tried, too. */
static void find_normal(const space_sweep *w, space_touch *touch) {
  solid_pair p;
  double back, found[3];
  int i;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, touch->t);
  if (p.radius > 0) offer_direction(w, touch, touch->t);
  if (!is_good(touch)) offer_faces(w, touch);
  if (!is_good(touch) && !(p.radius > 0)) offer_direction(w, touch, touch->t);
  back = 2.2737367544323206e-13 * (p.size + p.radius) / p.scale / ci_largest(w->d, 3, 0);
  for (i = 0; i < 8 && !is_good(touch); i++, back *= 16) offer_direction(w, touch, touch->t - back);
  if (touch->t == 0 && !is_good(touch) && direction_of_contact(w, found))
    offer_normal(w, touch, found);
}

/* Finds the normal with which they touch at t, where the line enters. With has_normal, `normal`
 * holds a first candidate. */
static void space_normal(const space_sweep *w, double t, int has_normal, double normal[3]) {
  space_touch touch;
  double point[3];
  int i;
  if (ci_space_has_plane(w)) {
    (void)ci_space_plane_gap(w, normal, point);
    return;
  }
  touch.t = t;
  touch.best = -HUGE_VAL;
  for (i = 0; i < 3; i++) touch.normal[i] = -w->d[i];
  (void)ci_vector_unit(touch.normal, touch.normal);
  if (has_normal) offer_normal(w, &touch, normal);
  if (!is_good(&touch)) find_normal(w, &touch);
  memcpy(normal, touch.normal, sizeof touch.normal);
}

/* ---- A refined entry ------------------------------------------------------------------------- */

/* A plane that separates the pair at t, and for how long after t. */
typedef struct space_plane {
  double normal[3], later;
} space_plane;

/* A normal counts only if the shape moves against it. */
static space_plane plane_of(const space_sweep *w, const solid_pair *p, const double n[3]) {
  double speed = -vector_dot(n, w->d) * p->scale, height = height_of(p, n);
  space_plane plane;
  memcpy(plane.normal, n, sizeof plane.normal);
  plane.later = speed > 0 ? height / speed : -HUGE_VAL;
  return plane;
}

static void keep_later(const space_plane *other, space_plane *best) {
  if (other->later > best->later) *best = *other;
}

/* Finds the face's plane that separates the two for longest, among the faces near the point. */
static space_plane best_face(const space_sweep *w, const solid_pair *p, double t,
                             const double point[3]) {
  double n[3], own[3], moved[3];
  space_plane best, other;
  int i, k, is_a;
  best.later = -HUGE_VAL;
  for (is_a = 0; is_a < 2; is_a++) {
    const collide_shape *s = is_a ? w->a : w->b;
    int count = shape_core(s) == COLLIDE_HULL ? hull_of(s)->faces : 6;
    for (k = 0; k < 3; k++) moved[k] = is_a ? point[k] - t * w->d[k] : point[k];
    ci_solid_point_to_own(s, moved, own);
    for (i = 0; i < count; i++) {
      if (!ci_solid_may_touch_face(s, i, own) || !ci_solid_face_normal(s, i, n)) continue;
      for (k = 0; k < 3 && is_a; k++) n[k] = 0 - n[k];
      other = plane_of(w, p, n);
      if (vector_dot(n, n) > 0) keep_later(&other, &best);
    }
  }
  return best;
}

/* Except for faces, t is earlier by the error of the height, so that the two are apart there. Times
 * that differ by less than `slack` count as equal. */
static void space_refine(const space_sweep *w, const space_search *found, const double point[3],
                         double *t, double normal[3]) {
  double size, slack, margin;
  space_plane best, face;
  solid_pair p;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, *t);
  size = (p.size + p.radius) / found->length;
  best = plane_of(w, &p, normal);
  margin = SPACE_GAP_MARGIN * (p.size + p.radius) / (-vector_dot(best.normal, w->d) * p.scale);
  slack = NORMAL_GOOD * size;
  face = best_face(w, &p, *t, point);
  if (face.later > best.later - slack) {
    best = face;
    margin = 0;
  }
  memcpy(normal, best.normal, sizeof best.normal);
  if (best.later > margin && *t + (best.later - margin) < 1) *t += best.later - margin;
}

/* ---- The point ------------------------------------------------------------------------------- */

/* Shortly before t the nearest points of curved solids are accurate, and are off by little more
 * than the distance left. They replace `common` if the search at t has found another place. */
static void check_point(const space_sweep *w, const solid_pair *p, double t, double common[3]) {
  finding f;
  double off[3];
  if (!measure_at(w, t - SPACE_CORES_NEAR * p->size / p->scale / ci_largest(w->d, 3, 0), &f))
    return;
  vector_minus(f.on_b, common, off);
  if (ci_largest(off, 3, 0) > 64 * SPACE_CORES_NEAR * p->size)
    memcpy(common, f.on_b, sizeof f.on_b);
}

/* Returns 1 if the shape is a ball with a radius. */
static int is_ball(const collide_shape *s) {
  return s->kind == COLLIDE_SPHERE && s->frame != COLLIDE_LINEAR && s->radius > 0;
}

/* Finds the common point of a pair that touches at t, relative to the position of b. */
static void find_common(const space_sweep *w, const solid_pair *p, double t, const double normal[3],
                        double common[3]) {
  simplex s;
  int i;
  if (is_ball(w->a)) {
    memcpy(common, p->a.at, sizeof p->a.at);
    vector_add(common, -p->a.radius, normal);
    return;
  }
  (void)ci_gjk(p, GJK_PAST_APART | GJK_PAST_IN, &s);
  ci_simplex_flatten(&s);
  if (p->radius > 0) {
    vector_scale(-p->a.radius, normal, common);
    for (i = 0; i < s.count; i++) vector_add(common, s.weight[i], s.point[i].a);
  } else {
    ci_solid_find_common(p, &s, normal, common);
    if (w->is_curved) check_point(w, p, t, common);
  }
}

/* Twofolds near the end of the range may overflow. The point is finite even then. */
static void keep_finite(const space_sweep *w, double point[3]) {
  int k;
  for (k = 0; k < 3; k++)
    if (!(fabs(point[k]) < HUGE_VAL)) point[k] = w->b->origin[k];
}

static void space_pair_point(const space_sweep *w, const solid_pair *p, double t,
                             const double normal[3], double point[3]) {
  double common[3];
  int k;
  find_common(w, p, t, normal, common);
  for (k = 0; k < 3; k++) point[k] = p->origin[k] + common[k] / p->scale;
  keep_finite(w, point);
}

static void find_point_of_plane(const space_sweep *w, double t, double point[3]) {
  double unused[3];
  int i;
  (void)ci_space_plane_gap(w, unused, point);
  for (i = 0; i < 3; i++) point[i] = tf_add(two_product(t, w->d[i]), tf(point[i])).hi;
  keep_finite(w, point);
}

/* Finds the point in which they touch. */
static void space_point(const space_sweep *w, double t, const double normal[3], double point[3]) {
  solid_pair p;
  if (ci_space_has_plane(w)) {
    find_point_of_plane(w, t, point);
    return;
  }
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  space_pair_point(w, &p, t, normal, point);
}

/* The point of the polytope, or the middle between two curved solids. A core with a radius has its
 * point along the normal. */
static void space_found_point(const space_sweep *w, const space_search *g, const double normal[3],
                              double point[3]) {
  const solid_pair *p = &g->pair;
  double on_a[3], on_b[3];
  int k;
  ci_space_search_points(g, on_a, on_b);
  for (k = 0; k < 3; k++) {
    on_a[k] -= p->a.radius * normal[k];
    on_b[k] += p->b.radius * normal[k];
    if (!solid_is_curved(&p->b))
      point[k] = on_b[k];
    else
      point[k] = solid_is_curved(&p->a) ? 0.5 * on_a[k] + 0.5 * on_b[k] : on_a[k];
    point[k] = p->origin[k] + point[k] / p->scale;
  }
  keep_finite(w, point);
}
/* ---- Two boxes with their sides along the axes --------------------------------------------------
 *
 * M is a box, too, and the line crosses it like a ray:
 * it enters and leaves the slab of each axis at some times (Kay and Kajiya, 1986). */

enum { UNSURE = 2 };

/* Answers of cast_boxes besides 1 and 0. SPACE_BOXES_UNSURE: the two are other shapes, or penetrate
 * at the start, or twofolds are not certain. SPACE_BOXES_TOUCH: they touch at the start and do not
 * come closer. Then t_exit is set, and the caller finds the contact. */
enum { SPACE_BOXES_UNSURE = -1, SPACE_BOXES_TOUCH = 2 };

/* The sign of a bound of a slab: a sum of two exact twofolds. The sign is exact, and so are all but
 * the last two bits of 106, however much cancels. */
static int sign_of(twofold sum) {
  if (sum.hi > 0) return 1;
  return sum.hi < 0 ? -1 : sum.hi == 0 ? 0 : (int)UNSURE;
}

typedef struct box_slab {
  double enter, leave; /* within 0.51 units in the last place of themselves */
  int low, high;       /* signs of the bounds of M */
  int end;             /* sign of t - 1 at the entry */
  int is_still;
} box_slab;

static int divide(twofold sum, double d, double *t) {
  *t = (sum.lo == 0 ? sum.hi / d : tf_div(sum, tf(d)).hi) + 0.0;
  return fabs(*t) <= 1e300 && (fabs(*t) >= 1e-280 || sum.hi == 0);
}

/* The sign of t - 1 for t = (x + y) / d. Where t rounds to near 1, the sum decides, if it is
 * exact. */
static int compare_end(twofold x, twofold y, double d, double t) {
  twofold sum = two_sum(x.hi, y.hi);
  if (t < 1 - 4 * DBL_EPSILON) return -1;
  if (t > 1 + 4 * DBL_EPSILON) return 1;
  if (sum.lo != 0 || x.lo != 0 || y.lo != 0) return UNSURE;
  return d > 0 ? (sum.hi > d) - (sum.hi < d) : (sum.hi < d) - (sum.hi > d);
}

static int put_slab(const collide_shape *a, const collide_shape *b, int i, double d, box_slab *s) {
  twofold apart = two_diff(b->origin[i], a->origin[i]);
  twofold low = two_diff(b->a[i], a->b[i]), high = two_diff(b->b[i], a->a[i]);
  twofold least = tf_add(apart, low), greatest = tf_add(apart, high);
  s->low = sign_of(least);
  s->high = sign_of(greatest);
  s->is_still = d == 0;
  if (s->low == UNSURE || s->high == UNSURE) return 0;
  if (s->is_still) {
    s->enter = -HUGE_VAL;
    s->leave = HUGE_VAL;
    return 1;
  }
  if (!divide(d > 0 ? least : greatest, d, &s->enter) ||
      !divide(d > 0 ? greatest : least, d, &s->leave))
    return 0;
  s->end = compare_end(apart, d > 0 ? low : high, d, s->enter);
  return 1;
}

typedef struct box_line {
  box_slab slab[3];
  double enter, leave;
  int axis; /* the axis through which it enters */
  int only_touches;
} box_line;

/* Returns 1 if x is surely less than y. Each is off by 0.51 units in the last place. */
static int surely_less(double x, double y) {
  return x < y && y - x > 4 * DBL_EPSILON * (fabs(x) + fabs(y));
}

/* Finds where the line enters and leaves. If it enters several slabs at one time, the first axis
 * counts, as in casts. Sets *misses if it misses M. Returns 0 if it is not certain. */
static int put_line(const space_sweep *w, box_line *l, int *misses) {
  int i;
  *misses = l->only_touches = 0;
  l->axis = -1;
  l->leave = HUGE_VAL;
  for (i = 0; i < 3; i++) {
    box_slab *s = &l->slab[i];
    if (!put_slab(w->a, w->b, i, w->d[i], s)) return 0;
    if (s->is_still) {
      *misses |= s->low > 0 || s->high < 0;
      l->only_touches |= s->low == 0 || s->high == 0;
      continue;
    }
    if (s->leave < l->leave) l->leave = s->leave;
    if (l->axis < 0 || s->enter > l->enter) {
      l->enter = s->enter;
      l->axis = i;
    }
  }
  if (*misses) return 1;
  *misses = surely_less(l->leave, l->enter);
  return *misses || surely_less(l->enter, l->leave);
}

/* The sign of t - 1 at the entry: the greatest of all axes. */
static int ends_at(const box_line *l) {
  int i, end = -1;
  for (i = 0; i < 3; i++) {
    if (l->slab[i].is_still) continue;
    if (l->slab[i].end > end) end = l->slab[i].end; /* UNSURE is the greatest */
    if (l->slab[i].end == 1) return 1;
  }
  return end;
}

/* Writes the middle of the part that both boxes share at t. */
static void put_point(const space_sweep *w, const box_line *l, double t, double point[3]) {
  const collide_shape *a = w->a, *b = w->b;
  int i;
  for (i = 0; i < 3; i++) {
    double at = tf_add(two_product(t, w->d[i]), tf(a->origin[i])).hi;
    double low = at + a->a[i], high = at + a->b[i];
    double least = b->origin[i] + b->a[i], most = b->origin[i] + b->b[i];
    if (i == l->axis) {
      point[i] = w->d[i] > 0 ? least : most;
      continue;
    }
    if (low < least) low = least;
    if (high > most) high = most;
    point[i] = low * 0.5 + high * 0.5;
  }
}

/* Like ci_space_shapecast, for two boxes with sides along the axes: by the times at which their
 * sides meet. */
static int cast_boxes(const space_sweep *w, collide_sweep_hit *hit) {
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0, misses, i, inside = 1, meets = 1, end;
  box_line l;
  double t;
  if (w->a->kind != COLLIDE_BOX || w->b->kind != COLLIDE_BOX || w->a->frame != COLLIDE_MOVED ||
      w->b->frame != COLLIDE_MOVED || !put_line(w, &l, &misses))
    return SPACE_BOXES_UNSURE;
  if (misses || (open && l.only_touches)) return 0;
  for (i = 0; i < 3; i++) {
    inside &= l.slab[i].low < 0 && l.slab[i].high > 0;
    meets &= l.slab[i].low <= 0 && l.slab[i].high >= 0;
  }
  if (inside) return SPACE_BOXES_UNSURE;
  if (meets && !open && (w->flags & COLLIDE_SKIP_INSIDE)) return 0;
  if (meets && (l.only_touches || l.enter < 0 || !(l.leave > 0))) {
    if (hit != NULL) hit->t_exit = l.leave;
    return open ? 0 : SPACE_BOXES_TOUCH;
  }
  if (!meets && l.enter <= 0) return 0; /* it has left before the start */
  end = ends_at(&l);
  if (end == UNSURE) return SPACE_BOXES_UNSURE;
  if (open ? end >= 0 : end > 0) return 0;
  if (hit == NULL) return 1;
  t = end == 0 ? 1 : l.enter < 1 ? l.enter : nextafter(1, 0);
  hit->t = t;
  hit->t_exit = l.leave;
  hit->normal[l.axis] = w->d[l.axis] > 0 ? -1 : 1;
  hit->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * l.axis + (w->d[l.axis] < 0));
  put_point(w, &l, t, hit->point);
  return 1;
}

/* ---- The relation at the start --------------------------------------------------------------- */

/* Finds the relation at the start. If t may be early, a touch may count as apart: then the search
 * meets the target at once, or not at all. */
static int relation_at_start(const space_sweep *w, space_search *g) {
  const int open = COLLIDE_SKIP_TOUCHING | SPACE_EARLY;
  int relation;
  collide_push push;
  if (!ci_space_has_plane(w)) {
    ci_space_search_begin(g, w, 1);
    if (ci_space_search_apart(g)) return SOLID_APART;
  }
  relation = ci_space_quick_relation(w);
  if (relation != SOLID_UNDECIDED) return relation;
  if (w->decides && (w->flags & open) == open && ci_axis_separate(w->a, w->b, NULL) != AXIS_UNSURE)
    return SOLID_APART;
  if (w->decides) return ci_solid_relation(w->a, w->b, NULL);
  if (ci_space_contact(w->a, w->b, &push) != 1) return SOLID_APART;
  return push.depth > 0 ? SOLID_IN : SOLID_TOUCH;
}

/* The time from which on two are apart for good, if they overlap at the start or later. */
static double time_of_leaving(const space_sweep *w, space_entry *entry) {
  if (entry->leaving == SPACE_UNKNOWN)
    entry->leaving = ci_space_leave(w, &entry->leave, &entry->later);
  if (entry->leaving == SPACE_SURE || entry->leave == HUGE_VAL || !w->decides ||
      (w->is_curved && entry->leave > 0))
    return entry->leave > 0 ? entry->leave : 0;
  return ci_space_leave_exactly(w, entry->leave, entry->later);
}

static double leave_at_once(const space_sweep *w) {
  space_entry entry;
  entry.leaving = SPACE_UNKNOWN;
  return time_of_leaving(w, &entry);
}

/* The t_exit, unless the caller skips it. */
static double exit_of(const space_sweep *w, space_entry *entry) {
  return w->flags & COLLIDE_SKIP_EXIT ? SWEEP_NO_EXIT : time_of_leaving(w, entry);
}

static double exit_at_once(const space_sweep *w) {
  return w->flags & COLLIDE_SKIP_EXIT ? SWEEP_NO_EXIT : leave_at_once(w);
}

double ci_space_exit(const space_sweep *w, double t) {
  space_sweep whole = *w;
  space_entry entry;
  double leave;
  whole.flags &= ~COLLIDE_SKIP_EXIT;
  if (ci_space_axes(&whole, &entry) != SPACE_SURE) entry.leaving = SPACE_UNKNOWN;
  leave = time_of_leaving(w, &entry);
  return leave >= t ? leave : t;
}

/* ---- Hits at the start ----------------------------------------------------------------------- */

/* Writes the contact of two that overlap at the start. */
static int take_contact(const space_sweep *w, collide_sweep_hit *hit) {
  collide_push push;
  if (ci_space_contact(w->a, w->b, &push) != 1) return 0;
  hit->t = 0;
  hit->inside = push.depth > 0;
  hit->depth = push.depth;
  memcpy(hit->normal, push.normal, sizeof push.normal);
  memcpy(hit->point, push.point, sizeof push.point);
  return 1;
}

static int hit_inside(const space_sweep *w, collide_sweep_hit *hit) {
  collide_sweep_hit taken;
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0;
  if (w->flags & COLLIDE_SKIP_INSIDE) return 0;
  if (hit == NULL && !open) return 1;
  memset(&taken, 0, sizeof taken);
  if (!take_contact(w, &taken)) return 0;
  if (open && !(w->flags & SPACE_REPORT_INSIDE) &&
      !ci_pair_leads_in(w->a, w->b, taken.normal, w->d))
    return 0;
  if (hit == NULL) return 1;
  *hit = taken;
  hit->t_exit = exit_at_once(w);
  return 1;
}

/* Returns 1 if two that meet at entry->t surely overlap later, by more than rounding. */
static int surely_comes_in(const space_sweep *w, space_entry *entry) {
  double enter = entry->t, leave;
  if (enter >= 0 && enter < 1 && ci_space_is_in(w, enter + (1 - enter) * 0.5)) return 1;
  entry->leaving = ci_space_leave(w, &entry->leave, &entry->later);
  leave = entry->leave;
  if (!(enter >= 0 && enter < 1) || !(leave > enter)) return 0;
  if (leave > 1) leave = 1;
  return ci_space_is_in(w, enter + (leave - enter) * 0.5);
}

/* The same, exactly, for two that do not overlap at the start. */
static int comes_in(const space_sweep *w) {
  space_entry entry;
  entry.t = 0;
  if (!w->decides) return surely_comes_in(w, &entry);
  if (ci_axis_separate(w->a, w->b, w->d) == AXIS_STAYS) return 0;
  if (!ci_space_has_plane(w) && surely_comes_in(w, &entry)) return 1;
  return ci_space_relation(w, 0, 1) == SOLID_IN && ci_solid_has_inside(w->a, w->b);
}

/* If t may be early, the two do not touch yet, and there is no tie. */
static void resolve_tie(const space_sweep *w, collide_sweep_hit *hit) {
  if (!(w->flags & SPACE_EARLY))
    ci_solid_prefer_face(w->a, w->b, w->d, hit->t, hit->point, hit->normal);
}

/* The hit of two that touch at the start. For the open query they must then penetrate. */
static int hit_touching(const space_sweep *w, collide_sweep_hit *hit) {
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0, in;
  if (!open && (w->flags & COLLIDE_SKIP_INSIDE)) return 0;
  if (hit == NULL && !open) return 1;
  in = comes_in(w);
  if (open && !in) return 0;
  if (hit == NULL) return 1;
  hit->t = 0;
  if (in) {
    space_normal(w, 0, 0, hit->normal);
    space_point(w, 0, hit->normal, hit->point);
    resolve_tie(w, hit);
    ci_space_name_face(w->b, hit);
  } else {
    (void)take_contact(w, hit);
  }
  hit->inside = 0;
  hit->depth = 0;
  hit->t_exit = exit_at_once(w);
  return 1;
}

/* ---- Hits later ------------------------------------------------------------------------------ */

/* Finds the first time at which the two meet. The caller knows that they meet by t = 1. */
static double time_exactly(const space_sweep *w, double guess) {
  return ci_space_enter_exactly(w, guess < 1 ? guess : nextafter(1, 0));
}

static int hit_exactly(const space_sweep *w, space_entry *entry) {
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0, is_in = ci_space_is_surely_in(w, 1);
  int relation = is_in ? SOLID_IN : ci_space_relation(w, 0, 1);
  if (relation == SOLID_APART) return 0;
  if (open && !is_in && (relation != SOLID_IN || !ci_solid_has_inside(w->a, w->b))) return 0;
  if (!w->is_curved || !(entry->t > 0 && entry->t < 1)) entry->t = time_exactly(w, entry->t);
  return 1;
}

/* The answer without exact decisions, to the tolerance that pair.h names. */
static int hit_roughly(const space_sweep *w, space_entry *entry) {
  if (!(entry->t <= 1)) return 0;
  if (!(entry->t > 0)) entry->t = nextafter(0, 1);
  return !(w->flags & COLLIDE_SKIP_TOUCHING) || surely_comes_in(w, entry);
}

/* Returns 1 if the result of doubles is certain. ci_space_is_in does not support half-spaces. In
 * the open query, crossing a face proves no penetration if A - B is flat. */
static int is_enough(const space_sweep *w, space_found found, space_entry *entry) {
  if (!(entry->t > 0 && entry->t < 1)) return 0;
  if (w->is_curved) return !ci_space_has_plane(w) && surely_comes_in(w, entry);
  return found == SPACE_SURE && (!(w->flags & COLLIDE_SKIP_TOUCHING) || entry->inside);
}

/* Returns 1 if the two normals are equal except for rounding. */
static int is_normal(const double n[3], const double normal[3]) {
  int i;
  for (i = 0; i < 3; i++)
    if (!(fabs(n[i] - normal[i]) <= 8 * SOLID_UNIT)) return 0;
  return 1;
}

/* The largest error of the time of a search, as a part of the coordinates along the normal. */
#define FACE_NEAR 5.6843418860808015e-14 /* 2^-44 */

/* Where a flat face of one meets the other, the distance along the face's normal falls linearly to
 * 0. So the time is a quotient. *t is the time of the search, which is near. */
static int find_time_of_face(const space_sweep *w, const double n[3], double *t) {
  double low, high, unused, speed = -vector_dot(n, w->d), time;
  collide_project(w->a, n, &low, &unused);
  collide_project(w->b, n, &unused, &high);
  time = (low - high) / speed;
  if (!(fabs(time - *t) * speed <= FACE_NEAR * (fabs(low) + fabs(high) + speed))) return 0;
  if (!(time > 0 && time < 1)) return 0;
  *t = time;
  return 1;
}

static void take_face_normal(const space_sweep *w, collide_sweep_hit *hit) {
  double n[3];
  int i, k, found = 0;
  for (i = 0; !found && ci_solid_face_normal(w->b, i, n); i++)
    found = is_normal(n, hit->normal) && find_time_of_face(w, n, &hit->t);
  for (i = 0; !found && ci_solid_face_normal(w->a, i, n); i++) {
    for (k = 0; k < 3; k++) n[k] = -n[k];
    found = is_normal(n, hit->normal) && find_time_of_face(w, n, &hit->t);
  }
}

/* Writes the touch that a search has found among curved shapes. */
static void touch_curved(const space_sweep *w, const space_search *g, collide_sweep_hit *hit) {
  space_found_point(w, g, hit->normal, hit->point);
  space_refine(w, g, hit->point, &hit->t, hit->normal);
  if (!(w->flags & SPACE_EARLY)) take_face_normal(w, hit);
}

/* Writes the touch of other shapes. If a search between polytopes is sure, its pair is at the
 * entry. */
static void put_touch(const space_sweep *w, const space_search *g, space_found found,
                      const space_entry *entry, collide_sweep_hit *hit) {
  if (found != SPACE_SURE) space_normal(w, hit->t, entry->has_normal, hit->normal);
  if (found == SPACE_SURE && g->base == hit->t)
    space_pair_point(w, &g->pair, hit->t, hit->normal, hit->point);
  else
    space_point(w, hit->t, hit->normal, hit->point);
}

static int hit_at(const space_sweep *w, space_search *g, space_found found, space_entry *entry,
                  collide_sweep_hit *hit) {
  int sure;
  if (found == SPACE_NEVER || (found == SPACE_SURE && entry->t > 1)) return 0;
  sure = is_enough(w, found, entry);
  if (!sure && !(w->decides ? hit_exactly : hit_roughly)(w, entry)) return 0;
  if (hit == NULL) return 1;
  hit->t = entry->t;
  memcpy(hit->normal, entry->normal, sizeof entry->normal);
  if (w->is_curved && entry->has_normal)
    touch_curved(w, g, hit);
  else
    put_touch(w, g, found, entry, hit);
  resolve_tie(w, hit);
  ci_space_name_face(w->b, hit);
  hit->t_exit = exit_of(w, entry);
  return 1;
}

static int hit_later(const space_sweep *w, space_search *g, collide_sweep_hit *hit) {
  space_entry entry;
  space_found found = ci_space_enter(w, g, &entry);
  return hit_at(w, g, found, &entry, hit);
}

/* Casts two that do not penetrate at the start. For two that do, writes only the relation. Not
 * inlined: it needs a large stack frame, and so does the contact of two that penetrate. */
static PAIR_SELDOM int cast_from_outside(const space_sweep *w, int *start, collide_sweep_hit *hit) {
  space_search search;
  space_entry entry;
  space_found found;
  *start = SOLID_APART;
  found = ci_space_axes(w, &entry);
  if (found == SPACE_NEVER) return 0;
  if (found == SPACE_SURE) {
    if (hit != NULL) ci_solid_pair_make_moved(&search.pair, w->a, w->b, w->d, entry.t);
    search.base = entry.t;
    return hit_at(w, &search, SPACE_SURE, &entry, hit);
  }
  *start = relation_at_start(w, &search);
  if (*start == SOLID_IN) return 0;
  return *start == SOLID_TOUCH ? hit_touching(w, hit) : hit_later(w, &search, hit);
}

int ci_space_shapecast(const space_sweep *w, collide_sweep_hit *hit) {
  int found = cast_boxes(w, hit), start;
  if (found == SPACE_BOXES_TOUCH) return hit == NULL || take_contact(w, hit);
  if (found != SPACE_BOXES_UNSURE) return found;
  found = cast_from_outside(w, &start, hit);
  if (start == SOLID_IN) found = hit_inside(w, hit);
  if (!found || hit == NULL || (w->flags & COLLIDE_SKIP_EXIT && hit->t_exit == SWEEP_NO_EXIT))
    return found;
  if (!(hit->t_exit >= hit->t)) hit->t_exit = hit->t;
  return found;
}
