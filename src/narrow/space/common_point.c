/* SPDX-License-Identifier: MIT
 *
 * A common point of two solids that touch, or nearly, and at least one of which is curved. Near the
 * contact their distance grows with the square of the distance from it. The search for the nearest
 * points ends when rounding hides that square, and leaves its points somewhat apart. There are two
 * better methods:
 *
 * - The direction between the solids is more accurate than the points. The support point of a
 *   smooth solid along it is as accurate as the direction.
 * - Newton's method finds the point of an edge that touches a rim (round_gap.c).
 *
 * The method that leaves the points nearest to each other counts. If the solids are apart by
 * rounding, each point is also projected onto the other solid.
 */
#include "round_depth.h"

#include <string.h>

/* Points of the search that are nearer than this, in units of the pair's size, count as one. */
#define TOUCH_LEVEL (4 * SOLID_UNIT)

/* A point of a's core, and the vector to it from the corresponding point of b's core. */
typedef struct shared_point {
  double a[3], w[3];
} shared_point;

static void put_found(const simplex *s, shared_point *to) {
  int i, k;
  for (k = 0; k < 3; k++) {
    to->a[k] = to->w[k] = 0;
    for (i = 0; i < s->count; i++) {
      to->a[k] += s->weight[i] * s->point[i].a[k];
      to->w[k] += s->weight[i] * s->point[i].w[k];
    }
  }
}

/* The proxy of a single point. */
static void put_point(solid_proxy *s, const double at[3]) {
  int i;
  memset(s, 0, sizeof *s);
  s->form = SOLID_POINTS;
  s->count = 1;
  memcpy(s->at, at, sizeof s->at);
  memcpy(s->points[0], at, sizeof s->points[0]);
  for (i = 0; i < 3; i++) s->size = fabs(at[i]) > s->size ? fabs(at[i]) : s->size;
  s->size *= 1.0000001;
}

/* x in the own frame; 0 if the frame is flat. */
static int to_own(const solid_proxy *s, const double x[3], double own[3]) {
  double column[3][3], across[3], d[3], det;
  int i, k;
  for (k = 0; k < 3; k++) {
    d[k] = x[k] - s->at[k];
    for (i = 0; i < 3; i++) column[i][k] = s->linear[3 * k + i];
  }
  vector_cross(column[1], column[2], across);
  det = vector_dot(column[0], across);
  if (!(fabs(det) > 0)) return 0;
  for (i = 0; i < 3; i++) {
    vector_cross(column[(i + 1) % 3], column[(i + 2) % 3], across);
    own[i] = vector_dot(d, across) / det;
  }
  return 1;
}

/* Moves a point of the own frame of a cylinder or a cone into it. */
static void keep_in_solid(const solid_proxy *s, double own[3]) {
  int is_cone = s->form == SOLID_CONE;
  double top = is_cone ? 0 : s->height, around = sqrt(own[0] * own[0] + own[2] * own[2]), most;
  own[1] = own[1] > top ? top : own[1] < -s->height ? -s->height : own[1];
  most = is_cone ? s->around * (-own[1] / s->height) : s->around;
  if (!(around > most)) return;
  own[0] *= most / around;
  own[2] *= most / around;
}

/* A point of an unevenly scaled cylinder or cone that is near x if x is near the solid. It is
 * farther than the nearest one by at most the stretch of the matrix. */
static int find_near(const solid_proxy *s, const double x[3], double y[3]) {
  double own[3];
  int k;
  if (s->form != SOLID_CYLINDER && s->form != SOLID_CONE) return 0;
  if (!to_own(s, x, own)) return 0;
  keep_in_solid(s, own);
  for (k = 0; k < 3; k++) y[k] = vector_dot(s->linear + 3 * k, own) + s->at[k];
  return 1;
}

/* The point of the other solid nearest to x, or a near one. Returns 0 if none was found. */
static int find_nearest(const solid_proxy *other, const double x[3], double y[3]) {
  solid_pair p;
  shared_point found;
  simplex s;
  int k;
  if (solid_is_curved(other))
    return ci_round_nearest(other, x, y) < HUGE_VAL || find_near(other, x, y);
  memset(&p, 0, sizeof p);
  put_point(&p.a, x);
  p.b = *other;
  p.scale = 1;
  p.size = p.a.size + p.b.size;
  (void)ci_gjk(&p, GJK_PAST_APART | GJK_PAST_IN, &s);
  put_found(&s, &found);
  for (k = 0; k < 3; k++) y[k] = found.a[k] - found.w[k];
  return 1;
}

static void keep_nearer(const double on_a[3], const double on_b[3], shared_point *best) {
  shared_point x;
  int k;
  for (k = 0; k < 3; k++) {
    x.a[k] = on_a[k];
    x.w[k] = on_a[k] - on_b[k];
  }
  if (vector_length(x.w) < vector_length(best->w)) *best = x;
}

/* Tries the support point of each curved solid along the direction, with the other solid's nearest
 * point. */
static void try_supports(const solid_pair *p, const double normal[3], shared_point *best) {
  static const int nowhere[2] = {-1, -1};
  solid_point q;
  double d[3], b[3], other[3];
  int k;
  for (k = 0; k < 3; k++) d[k] = -normal[k];
  ci_solid_support(p, d, nowhere, &q);
  for (k = 0; k < 3; k++) b[k] = q.a[k] - q.w[k];
  if (solid_is_curved(&p->a) && find_nearest(&p->b, q.a, other)) keep_nearer(q.a, other, best);
  if (solid_is_curved(&p->b) && find_nearest(&p->a, b, other)) keep_nearer(other, b, best);
}

/* The common point: the point of the polytope, which is in it except for rounding, or the middle
 * between two curved solids. */
static void put_common(const solid_pair *p, const shared_point *from, double common[3]) {
  double part = !solid_is_curved(&p->a) ? 0 : solid_is_curved(&p->b) ? 0.5 : 1;
  int k;
  for (k = 0; k < 3; k++) common[k] = from->a[k] - part * from->w[k];
}

/* The corners of a polytope that the search has found. */
static void try_corners(const solid_pair *p, const simplex *s, shared_point *best) {
  int is_a = !solid_is_curved(&p->a), i, k;
  if (!is_a && solid_is_curved(&p->b)) return;
  for (i = 0; i < s->count; i++) {
    double corner[3], other[3];
    for (k = 0; k < 3; k++)
      corner[k] = is_a ? s->point[i].a[k] : s->point[i].a[k] - s->point[i].w[k];
    if (find_nearest(is_a ? &p->b : &p->a, corner, other))
      keep_nearer(is_a ? corner : other, is_a ? other : corner, best);
  }
}

/* The point of an edge that touches a rim. */
static void try_edges(const solid_pair *p, const simplex *flat, shared_point *best) {
  int is_a = !solid_is_curved(&p->a);
  double edge[3], other[3];
  put_common(p, best, edge);
  if (!(ci_round_find_contact(p, flat, edge) < vector_length(best->w))) return;
  if (!find_nearest(is_a ? &p->b : &p->a, edge, other)) return;
  keep_nearer(is_a ? edge : other, is_a ? other : edge, best);
}

enum { MOST_PROJECTIONS = 32 };

/* Projects a's point onto b, and from there onto a. */
static void project(const solid_pair *p, const double from[3], shared_point *best) {
  double b[3], a[3];
  if (!find_nearest(&p->b, from, b)) return;
  keep_nearer(from, b, best);
  if (find_nearest(&p->a, b, a)) keep_nearer(a, b, best);
}

/* Projects from each solid onto the other in turn, as long as the points come nearer. If they come
 * nearer slowly, a longer step in that direction may be better. */
static void project_in_turn(const solid_pair *p, shared_point *best) {
  double step = 1, from[3], ahead[3], on_a[3];
  int i, k;
  for (i = 0; i < MOST_PROJECTIONS; i++) {
    double before = vector_length(best->w);
    memcpy(from, best->a, sizeof from);
    project(p, best->a, best);
    for (k = 0; k < 3; k++) ahead[k] = best->a[k] + step * (best->a[k] - from[k]);
    if (find_nearest(&p->a, ahead, on_a)) project(p, on_a, best);
    step *= 2;
    if (!(vector_length(best->w) < before)) return;
  }
}

/* *best holds a known pair of points, with the simplex and the direction from b to a. */
static void find_best(const solid_pair *p, const simplex *s, const double normal[3],
                      shared_point *best) {
  simplex flat = *s;
  shared_point found;
  ci_simplex_flatten(&flat);
  put_found(&flat, &found);
  if (vector_length(found.w) < vector_length(best->w)) *best = found;
  try_edges(p, &flat, best);
  try_supports(p, normal, best);
  try_corners(p, s, best);
  project_in_turn(p, best);
}

void ci_solid_find_common(const solid_pair *p, const simplex *s, const double normal[3],
                          double common[3]) {
  shared_point best;
  put_found(s, &best);
  memcpy(common, best.a, sizeof best.a);
  if (!solid_is_curved(&p->a) && !solid_is_curved(&p->b)) return;
  if (!(vector_length(best.w) > TOUCH_LEVEL * p->size)) return;
  find_best(p, s, normal, &best);
  put_common(p, &best, common);
}

void ci_solid_improve_points(const solid_pair *p, const simplex *s, finding *out) {
  shared_point best;
  int k;
  for (k = 0; k < 3; k++) {
    best.a[k] = out->on_a[k];
    best.w[k] = out->on_a[k] - out->on_b[k];
  }
  find_best(p, s, out->normal, &best);
  for (k = 0; k < 3; k++) {
    out->on_a[k] = best.a[k];
    out->on_b[k] = best.a[k] - best.w[k];
  }
  out->between = tf(vector_length(best.w));
}
