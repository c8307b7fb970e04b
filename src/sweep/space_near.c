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
#include "space_feature.h"

enum { MOST_STEPS = 64 };

static double largest(const double v[3]) {
  double most = fabs(v[0]);
  if (fabs(v[1]) > most) most = fabs(v[1]);
  return fabs(v[2]) > most ? fabs(v[2]) : most;
}

/* ---- Half-spaces ------------------------------------------------------------------------- */

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
  *t = speed > 0 ? apart / speed : 1;
  return SPACE_UNSURE;
}

static space_found leave_plane(const space_sweep *w, double *t) {
  double n[3], point[3], apart = plane_gap(w, n, point), speed = vector_dot(n, w->d);
  *t = speed > 0 ? 0 - apart / speed : HUGE_VAL;
  return SPACE_UNSURE;
}

/* ---- Newton's method --------------------------------------------------------------------- */

static int look(const space_sweep *w, double t, solid_pair *p, simplex *s) {
  ci_solid_pair_make_moved(p, w->a, w->b, w->d, t);
  return ci_gjk(p, GJK_PAST_APART | GJK_PAST_IN, s);
}

/* How far the plane across the way to the nearest point surely is from the origin, less the
 * radius. The support point may be lower by SOLID_SUPPORT_MARGIN for the sum of the components,
 * which is at most sqrt(3) times the length: 48.5 u. The height is divided by the length, 4 u of
 * it, and the radius taken off. */
#define GAP_MARGIN (60 * SOLID_UNIT)

static double sure_gap(const solid_pair *p, const simplex *s) {
  solid_point q;
  double d[3], length = sqrt(vector_dot(s->nearest, s->nearest));
  int i;
  if (s->count == 4 || !(length > 0)) return 0;
  for (i = 0; i < 3; i++) d[i] = -s->nearest[i];
  ci_solid_support(p, d, s->point[0].corner, &q);
  return vector_dot(s->nearest, q.w) / length - p->radius - GAP_MARGIN * (p->size + p->radius);
}

/* A search along the line. */
typedef struct space_search {
  const space_sweep *w;
  double d[3], t; /* d points the way that is searched along, and t grows that way */
  double guess;   /* where the line comes in, by the last simplex */
  int steps;
  simplex last; /* the nearest simplex that is far enough to have a direction */
  int has_last, has_guess, is_sure;
  int near; /* curved cores are so near that roughly does not do */
} space_search;

/* Beneath this distance, in sizes, the direction between cores is not worth keeping. */
#define CORES_NEAR 1.4901161193847656e-08 /* 2^-26 */

/* Beneath this the direction between curved cores is mostly rounding. */
#define GUESS_NEAR 7.275957614183426e-12 /* 2^-37 */
/* From here on the nearest points of curved cores are found as well as can be. Farther away any
 * plane that is nearly across the way to them brings the search on. */
#define CURVED_NEAR 9.5367431640625e-07 /* 2^-20 */

enum { SEARCH_ON, SEARCH_ENDS, SEARCH_MISSES };

/* One step of Newton's method. All that is passed is surely outside of M. */
static int step_on(space_search *g, solid_pair *p, simplex *s) {
  int is_rough = g->w->is_curved && !g->near;
  double gap = sure_gap(p, s), size = p->size + p->radius, speed, apart, length, next;
  if (!(gap > 0)) return SEARCH_ENDS;
  apart = sqrt(vector_dot(s->nearest, s->nearest));
  speed = -vector_dot(s->nearest, g->d) / apart * p->scale;
  if (apart > CORES_NEAR * size || !g->has_last) {
    g->last = *s;
    g->has_last = 1;
  }
  if (speed > 0 && !is_rough && (gap > GUESS_NEAR * size || !g->has_guess)) {
    g->guess = g->t + (apart - p->radius) / speed;
    g->has_guess = 1;
  }
  if (g->w->is_curved && gap < GUESS_NEAR * size) return SEARCH_ENDS;
  g->near = gap < CURVED_NEAR * size;
  /* The product is off by 3 u of |n| |d|, the quotients by 3 u. */
  length = sqrt(vector_dot(g->d, g->d)) * p->scale;
  speed += 8 * SOLID_UNIT * length;
  if (!(speed > 16 * SOLID_UNIT * length)) {
    /* It does not come nearer, but for rounding, within a way that is as long. */
    g->is_sure = gap > 24 * SOLID_UNIT * length;
    return SEARCH_MISSES;
  }
  next = g->t + gap / speed * (1 - 8 * SOLID_UNIT);
  if (next > g->t) next = next - fabs(next) * SOLID_UNIT; /* never later than it should be */
  if (!(next > g->t)) return SEARCH_ENDS;
  g->t = next;
  return SEARCH_ON;
}

/* From g->t on, as long as t is at most `most`. *s is the last simplex. */
static int search_along(space_search *g, double most, solid_pair *p, simplex *s) {
  space_sweep w = *g->w;
  int ended = SEARCH_ON;
  memcpy(w.d, g->d, sizeof w.d);
  g->has_last = g->has_guess = g->near = 0;
  g->is_sure = 1;
  ci_solid_pair_make_moved(p, w.a, w.b, w.d, g->t);
  s->count = 0;
  for (g->steps = 0; g->steps < MOST_STEPS && ended == SEARCH_ON; g->steps++) {
    int past = GJK_PAST_APART | GJK_PAST_IN | GJK_FROM_THERE;
    if (g->steps > 0) ci_solid_pair_move(p, w.a, w.d, g->t);
    (void)ci_gjk(p, past | (w.is_curved && !g->near ? GJK_ROUGHLY : 0), s);
    ended = step_on(g, p, s);
    if (ended == SEARCH_ON && g->t > most) return SEARCH_MISSES;
  }
  if (!g->has_guess) g->guess = g->t;
  return ended == SEARCH_MISSES ? SEARCH_MISSES : SEARCH_ENDS;
}

/* Two faces that are parallel meet all at once, and the simplex is made of corners of both: three
 * of one of them tell the plane in which they do. A guess of the time, which an exact decision
 * takes from there in a few steps. */
static void guess_by_face(space_search *g, const solid_pair *p, const double d[3],
                          space_feature *f) {
  double t;
  if (!ci_space_feature_face(f)) return;
  (void)ci_space_feature_time(p, d, f, &t);
  if (t > 0 && t <= DBL_MAX) g->guess = t;
}

/* What the search has come to: by the feature of the simplex, where that is sure. Sets g->guess. */
static int settle(space_search *g, const solid_pair *p, const simplex *s, space_entry *entry) {
  const simplex *best = g->has_last ? &g->last : s;
  space_sweep w = *g->w;
  solid_pair pair;
  space_feature f;
  double d[3], t;
  int i, is_feature;
  if (p->radius > CORES_NEAR * p->size && s->count < 4) best = s;
  if (solid_is_curved(&p->a) || solid_is_curved(&p->b)) return 0;
  is_feature = ci_space_feature_of(best, &f);
  ci_solid_pair_make(&pair, w.a, w.b);
  for (i = 0; i < 3; i++) d[i] = g->d[i] * pair.scale;
  if (!is_feature) {
    guess_by_face(g, &pair, d, &f);
    return 0;
  }
  i = ci_space_feature_time(&pair, d, &f, &t);
  if (i || (t > 0 && t <= DBL_MAX)) g->guess = t;
  if (!i) return 0;
  ci_solid_pair_make_moved(&pair, w.a, w.b, g->d, t);
  memcpy(entry->normal, f.normal, sizeof f.normal);
  entry->has_normal = 1;
  return ci_space_feature_holds(&pair, fabs(t) * largest(d), &f, &entry->inside);
}

space_found ci_space_enter(const space_sweep *w, space_entry *entry) {
  solid_pair p;
  simplex s;
  space_search g;
  int ended;
  entry->inside = entry->has_normal = 0;
  if (is_plane_pair(w)) return enter_plane(w, &entry->t);
  g.w = w;
  g.t = 0;
  memcpy(g.d, w->d, sizeof g.d);
  ended = search_along(&g, 1, &p, &s);
  entry->t = g.t;
  if (ended == SEARCH_MISSES) return g.is_sure ? SPACE_NEVER : SPACE_UNSURE;
  ended = settle(&g, &p, &s, entry);
  entry->t = g.guess;
  return ended ? SPACE_SURE : SPACE_UNSURE;
}

/* No coordinate of the difference is larger than the sum of the sizes and of the radii. */
space_found ci_space_leave(const space_sweep *w, double *t, double *later) {
  solid_pair p;
  simplex s;
  space_search g;
  space_entry entry;
  int i, sure = 0;
  if (is_plane_pair(w)) {
    space_found found = leave_plane(w, t);
    *later = *t < 1 ? 2 : *t * 2;
    return found;
  }
  ci_solid_pair_make(&p, w->a, w->b);
  *later = (p.size + p.radius) * 1.01 / p.scale / largest(w->d);
  if (!(*later <= DBL_MAX)) *later = DBL_MAX;
  g.w = w;
  g.t = 0 - *later;
  for (i = 0; i < 3; i++) g.d[i] = -w->d[i];
  if (search_along(&g, 0, &p, &s) == SEARCH_ENDS) sure = settle(&g, &p, &s, &entry);
  *t = 0 - g.guess;
  return sure ? SPACE_SURE : SPACE_UNSURE;
}

/* ---- What touches ------------------------------------------------------------------------ */

/* How far the plane across n through the origin is from the difference at t, in units of the pair's
 * size: 0 for a normal with which the two touch, but for rounding, and below 0 for others. */
static double quality_of(const space_sweep *w, double t, const double n[3]) {
  static const int nowhere[2] = {-1, -1};
  solid_pair p;
  solid_point q;
  double d[3];
  int i;
  if (!(vector_dot(n, w->d) <= 0)) return -HUGE_VAL;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  for (i = 0; i < 3; i++) d[i] = -n[i];
  ci_solid_support(&p, d, nowhere, &q);
  return (vector_dot(n, q.w) - p.radius) / (p.size + p.radius);
}

/* A normal that is off by no more than rounding. */
#define NORMAL_GOOD 2.842170943040401e-14 /* 2^-45 */

/* A direction that leads along the displacement by rounding alone, as of a shape that slides on a
 * face, is leaned against it: by 2^-50, far less than what the normal may be off by. */
#define NORMAL_ALONG 9.094947017729282e-13 /* 2^-40 */
#define NORMAL_LEAN 8.881784197001252e-16  /* 2^-50 */

static void lean_against(const double d[3], double n[3]) {
  double unit[3], along;
  int i;
  if (!(vector_dot(n, d) > 0) || !ci_vector_unit(d, unit)) return;
  along = vector_dot(n, unit);
  if (along > NORMAL_ALONG) return;
  for (i = 0; i < 3; i++) n[i] -= (along + NORMAL_LEAN) * unit[i];
}

/* The direction between the cores at t, where they are apart. */
static int direction_at(const space_sweep *w, double t, double normal[3]) {
  solid_pair p;
  simplex s;
  finding f;
  (void)look(w, t, &p, &s);
  if (s.count == 4 || !(vector_dot(s.nearest, s.nearest) > 0)) return 0;
  ci_solid_measure_apart(&p, &s, &f);
  memcpy(normal, f.normal, sizeof f.normal);
  return 1;
}

/* That of their contact, of two that touch at the start. */
static int direction_of_contact(const space_sweep *w, double normal[3]) {
  collide_push push;
  if (collide_contact(w->a, w->b, &push) != 1) return 0;
  memcpy(normal, push.normal, sizeof push.normal);
  lean_against(w->d, normal);
  return 1;
}

/* Radii leave a direction at t itself. Else it is that of a place shortly before: from 2^-42 of the
 * size on ever farther back, until the normal is good, or that which is best. What slides on a face
 * is no farther away there: so at the start their contact is asked, too. */
void ci_space_normal(const space_sweep *w, double t, int has_normal, double normal[3]) {
  solid_pair p;
  double back, best, found[3], point[3];
  int i;
  if (is_plane_pair(w)) {
    (void)plane_gap(w, normal, point);
    return;
  }
  best = has_normal ? quality_of(w, t, normal) : -HUGE_VAL;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  back = 2.2737367544323206e-13 * (p.size + p.radius) / p.scale / largest(w->d);
  for (i = 0; i < 9 && !(best > -NORMAL_GOOD); i++) {
    double quality;
    if (i > 0) back *= i == 1 ? 1 : 16;
    if (!direction_at(w, i == 0 ? t : t - back, found)) continue;
    lean_against(w->d, found);
    quality = quality_of(w, t, found);
    if (!(quality > best)) continue;
    best = quality;
    memcpy(normal, found, sizeof found);
  }
  if (t == 0 && !(best > -NORMAL_GOOD) && direction_of_contact(w, found) &&
      quality_of(w, t, found) > best) {
    memcpy(normal, found, sizeof found);
    return;
  }
  if (best > -HUGE_VAL) return;
  for (i = 0; i < 3; i++) found[i] = -w->d[i];
  (void)ci_vector_unit(found, normal);
}

/* Shortly before t the nearest points of curved solids are found well, and are off by little more
 * than the way that is left. Where the search at t has come to something else they count. */
static void check_point(const space_sweep *w, double t, double common[3]) {
  solid_pair p;
  simplex s;
  finding f;
  double size, off[3];
  int i;
  ci_solid_pair_make_moved(&p, w->a, w->b, w->d, t);
  size = p.size;
  (void)look(w, t - CORES_NEAR * size / p.scale / largest(w->d), &p, &s);
  if (s.count == 4 || !(vector_dot(s.nearest, s.nearest) > 0)) return;
  ci_solid_measure_apart(&p, &s, &f);
  for (i = 0; i < 3; i++) off[i] = f.on_b[i] - common[i];
  if (largest(off) > 64 * CORES_NEAR * size) memcpy(common, f.on_b, sizeof f.on_b);
}

/* Of four points that seem to hold the origin, where the two only touch, the weights may be mostly
 * rounding: then the nearest of the four triangles counts. */
static void flatten(simplex *s) {
  simplex best = *s, x;
  double least = HUGE_VAL;
  int i;
  for (i = 0; s->count == 4 && i < 4; i++) {
    x = *s;
    x.count = 3;
    x.point[i] = x.point[3];
    (void)ci_simplex_reduce(&x, HUGE_VAL);
    if (!(x.square < least)) continue;
    least = x.square;
    best = x;
  }
  *s = best;
}

static void find_point(const space_sweep *w, double t, const double normal[3], double point[3]) {
  solid_pair p;
  simplex s;
  double common[3];
  int i, k;
  if (is_plane_pair(w)) {
    double unused[3];
    (void)plane_gap(w, unused, point);
    for (i = 0; i < 3; i++) point[i] = tf_add(two_product(t, w->d[i]), tf(point[i])).hi;
    return;
  }
  (void)look(w, t, &p, &s);
  flatten(&s);
  if (p.radius > 0) {
    for (k = 0; k < 3; k++) {
      common[k] = -normal[k] * p.a.radius;
      for (i = 0; i < s.count; i++) common[k] += s.weight[i] * s.point[i].a[k];
    }
  } else {
    ci_solid_touch(&p, &s, normal, common);
    if (w->is_curved) check_point(w, t, common);
  }
  for (k = 0; k < 3; k++) point[k] = p.origin[k] + common[k] / p.scale;
}

/* Twofolds of numbers near the end of the range may overflow; answers are numbers there, too. */
void ci_space_point(const space_sweep *w, double t, const double normal[3], double point[3]) {
  int k;
  find_point(w, t, normal, point);
  for (k = 0; k < 3; k++)
    if (!(fabs(point[k]) < HUGE_VAL)) point[k] = w->b->position[k];
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
