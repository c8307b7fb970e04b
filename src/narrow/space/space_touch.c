/* SPDX-License-Identifier: MIT
 *
 * The normal and the point with which two solids in space touch, where the line enters.
 */
#include "../../number/fp.h"

#include <string.h>

#include "solid.h"
#include "space_pairs.h"
#include "space_search.h"

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

/* ---- The normal -------------------------------------------------------------------------- */

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

void ci_space_normal(const space_sweep *w, double t, int has_normal, double normal[3]) {
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

/* ---- A refined entry --------------------------------------------------------------------- */

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
void ci_space_refine(const space_sweep *w, const space_search *found, const double point[3],
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

/* ---- The point --------------------------------------------------------------------------- */

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
    if (!(fabs(point[k]) < HUGE_VAL)) point[k] = w->b->position[k];
}

void ci_space_pair_point(const space_sweep *w, const solid_pair *p, double t,
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

void ci_space_point(const space_sweep *w, double t, const double normal[3], double point[3]) {
  solid_pair p;
  if (ci_space_has_plane(w)) {
    find_point_of_plane(w, t, point);
    return;
  }
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  ci_space_pair_point(w, &p, t, normal, point);
}

/* The point of the polytope, or the middle between two curved solids. A core with a radius has its
 * point along the normal. */
void ci_space_found_point(const space_sweep *w, const space_search *g, const double normal[3],
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
