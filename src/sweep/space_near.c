/* SPDX-License-Identifier: MIT
 *
 * Where a line comes into the set of differences of two solids, in plain doubles.
 *
 * The distance of t d from M is a convex function of t. Where it is above 0, its tangent is the
 * plane through the nearest point of M, across the way there: nothing of M lies on this side of it.
 * So Newton's method, from a point of the line outside of M, comes nearer to the place where the
 * line enters and never passes it; of a polytope it ends at once when the nearest point lies in the
 * face that the line goes through.
 */
#include "../number/fp.h"

#include <string.h>

#include "../solid/decide.h"
#include "../solid/solid.h"
#include "space.h"

enum { MOST_STEPS = 64 };

/* Cores nearer than this, in units of the pair's size, count as touching. */
#define CORES_MEET (32 * SOLID_UNIT)

static double largest(const double v[3]) {
  double most = fabs(v[0]);
  if (fabs(v[1]) > most) most = fabs(v[1]);
  return fabs(v[2]) > most ? fabs(v[2]) : most;
}

static double dot_unit(const double v[3], const double d[3]) {
  double unit[3];
  if (!ci_vector_unit(v, unit)) return 0;
  return vector_dot(unit, d);
}

/* ---- Half-spaces ------------------------------------------------------------------------------
 */

static int is_plane_pair(const space_sweep *w) {
  return w->a->kind == COLLIDE_PLANE || w->b->kind == COLLIDE_PLANE;
}

/* How far they are apart at the start, a depth if negative, the normal, and a point of a. */
static double plane_gap(const space_sweep *w, double normal[3], double point[3]) {
  double on_b[3];
  collide_push push;
  int i;
  if (collide_contact(w->a, w->b, &push) == 1) {
    memcpy(normal, push.normal, sizeof push.normal);
    memcpy(point, push.point, sizeof push.point);
    return -push.depth;
  }
  if (w->b->kind == COLLIDE_PLANE) {
    memcpy(normal, w->b->b, sizeof push.normal);
  } else {
    for (i = 0; i < 3; i++) normal[i] = 0 - w->a->b[i];
  }
  return collide_distance(w->a, w->b, point, on_b);
}

static space_found enter_plane(const space_sweep *w, double *t) {
  double n[3], point[3], apart = plane_gap(w, n, point), speed = -vector_dot(n, w->d);
  if (!(speed > 0)) return SPACE_NEVER;
  *t = apart / speed;
  return SPACE_FOUND;
}

static space_found leave_plane(const space_sweep *w, double *t) {
  double n[3], point[3], apart = plane_gap(w, n, point), speed = vector_dot(n, w->d);
  *t = speed > 0 ? 0 - apart / speed : HUGE_VAL;
  return SPACE_FOUND;
}

static void touch_plane(const space_sweep *w, double t, double normal[3], double point[3]) {
  int i;
  (void)plane_gap(w, normal, point);
  for (i = 0; i < 3; i++) point[i] = tf_add(two_product(t, w->d[i]), tf(point[i])).hi;
}

/* ---- Newton's method ---------------------------------------------------------------------------
 */

static void look(const space_sweep *w, double t, solid_pair *p, simplex *s, int *found) {
  ci_solid_pair_make_moved(p, w->a, w->b, w->d, t);
  *found = ci_gjk(p, GJK_PAST_APART | GJK_PAST_IN, s);
}

static space_found approach(const space_sweep *w, double t, int way, double *out) {
  solid_pair p;
  simplex s;
  int step, found;
  *out = t;
  for (step = 0; step < MOST_STEPS; step++) {
    double apart, speed;
    look(w, t, &p, &s, &found);
    apart = s.count == 4 ? 0 : sqrt(vector_dot(s.nearest, s.nearest)) - p.radius;
    if (!(apart > CORES_MEET * (p.size + p.radius))) return SPACE_FOUND;
    speed = -way * dot_unit(s.nearest, w->d) * p.scale;
    if (!(speed > 0)) return SPACE_NEVER;
    t += way * (apart / speed);
    if (!(fabs(t) <= DBL_MAX)) return SPACE_NEVER;
    if (t == *out) return SPACE_FOUND;
    *out = t;
  }
  return SPACE_FOUND;
}

space_found ci_space_enter(const space_sweep *w, double *t) {
  return is_plane_pair(w) ? enter_plane(w, t) : approach(w, 0, 1, t);
}

/* No coordinate of the difference is larger than the sum of the sizes and of the radii. */
space_found ci_space_leave(const space_sweep *w, double *t, double *later) {
  solid_pair p;
  if (is_plane_pair(w)) {
    space_found found = leave_plane(w, t);
    *later = *t < 1 ? 2 : *t * 2;
    return found;
  }
  ci_solid_pair_make(&p, w->a, w->b);
  *later = (p.size + p.radius) * 1.01 / p.scale / largest(w->d);
  if (!(*later <= DBL_MAX)) *later = DBL_MAX;
  return approach(w, *later, -1, t);
}

/* ---- What touches ------------------------------------------------------------------------------
 */

/* How far back, in units of the pair's size, the direction between the cores is looked for. */
#define STEP_BACK 9.5367431640625e-07 /* 2^-20 */

static int normal_at(const space_sweep *w, double t, double normal[3]) {
  solid_pair p;
  simplex s;
  finding f;
  int found;
  look(w, t, &p, &s, &found);
  if (s.count == 4 || !(vector_dot(s.nearest, s.nearest) > 0)) return 0;
  ci_solid_measure_apart(&p, &s, &f);
  if (!(vector_dot(f.normal, w->d) < 0)) return 0;
  memcpy(normal, f.normal, sizeof f.normal);
  return 1;
}

static void put_normal(const space_sweep *w, double t, double normal[3]) {
  solid_pair p;
  double back;
  int i;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  if (p.radius > STEP_BACK * p.size && normal_at(w, t, normal)) return;
  back = STEP_BACK * (p.size + p.radius) / p.scale / largest(w->d);
  for (i = 0; i < 4; i++, back *= 32)
    if (normal_at(w, t - back, normal)) return;
  for (i = 0; i < 3; i++) normal[i] = -w->d[i];
  (void)ci_vector_unit(normal, normal);
}

static void put_point(const space_sweep *w, double t, const double normal[3], double point[3]) {
  solid_pair p;
  simplex s;
  int i, k, found;
  look(w, t, &p, &s, &found);
  for (k = 0; k < 3; k++) {
    double sum = 0;
    for (i = 0; i < s.count; i++) sum += s.weight[i] * s.point[i].a[k];
    sum -= normal[k] * p.a.radius;
    point[k] = p.origin[k] + sum / p.scale;
  }
}

void ci_space_touch(const space_sweep *w, double t, double normal[3], double point[3]) {
  if (is_plane_pair(w)) {
    touch_plane(w, t, normal, point);
    return;
  }
  put_normal(w, t, normal);
  put_point(w, t, normal, point);
}

int ci_space_is_in(const space_sweep *w, double t) {
  solid_pair p;
  simplex s;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  return ci_gjk(&p, 0, &s) == GJK_IN;
}

int ci_space_quick_level(const space_sweep *w) {
  solid_pair p;
  simplex s;
  int found;
  if (is_plane_pair(w)) return SOLID_UNDECIDED;
  ci_solid_pair_make(&p, w->a, w->b);
  found = ci_gjk(&p, 0, &s);
  return found == GJK_APART ? SOLID_APART : found == GJK_IN ? SOLID_IN : SOLID_UNDECIDED;
}
