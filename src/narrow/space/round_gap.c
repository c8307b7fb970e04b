/* SPDX-License-Identifier: MIT
 *
 * The distance between a polytope and a right circular cylinder or cone. A formula gives the
 * nearest point of the round solid to a point. The search for nearest points has found the
 * polytope's corners that matter. On the edge or face between them the square of the distance is
 * convex. Newton's method ends where the search would need many steps. The result counts only if no
 * part of either solid is nearer along the line between the two points.
 */
#include "../../number/scalar.h"
#include "solid.h"

#include <string.h>

/* The margin by which a part may seem nearer, in units of the size. The direction of a short line
 * is rounded more than its length; distances of curved solids may be off by ten times as much. */
#define ROUND_GAP 1e-13

enum { MOST_STEPS = 24 };

typedef struct place {
  double x[3], y[3]; /* of the polytope and of the round solid */
  double r[3];       /* from y to x */
  double bend;       /* along the edge: the second derivative of half of r . r */
} place;

typedef struct round_scene {
  const solid_pair *pair;
  round_solid of;
  double from[3]; /* the origin of the round solid's frame */
  int side;       /* 1: the polytope is a; -1: it is b */
  int count;
  double corner[3][3];
} round_scene;

/* Puts y, which is `high` along the axis and `out` of it, in the direction `rim`. */
static void put_place(const round_scene *c, double high, double out, const double rim[3],
                      place *at) {
  int k;
  for (k = 0; k < 3; k++) {
    at->y[k] = c->from[k] + (high * c->of.axis[k] + out * rim[k]);
    at->r[k] = at->x[k] - at->y[k];
  }
}

/* The point of the round solid that is nearest to x. If y moves along a direction like x, the
 * edge's part along it does not bend the distance. Around the axis y moves by a fraction of x's
 * motion. Returns 0 if x is inside. */
static int find_nearest_of_round(const round_scene *c, const double e[3], place *at) {
  const round_solid *s = &c->of;
  double d[3], rim[3], around[3], high, out, along, turned, straight = 0, far, near;
  int k;
  for (k = 0; k < 3; k++) d[k] = at->x[k] - c->from[k];
  high = vector_dot(d, s->axis);
  for (k = 0; k < 3; k++) rim[k] = d[k] - high * s->axis[k];
  out = sqrt(vector_dot(rim, rim));
  for (k = 0; k < 3; k++) rim[k] = out > 0 ? rim[k] / out : 0;
  vector_cross(s->axis, rim, around);
  along = vector_dot(e, s->axis);
  turned = vector_dot(e, around);
  at->bend = vector_dot(e, e);
  near = out;
  far = high;
  if (s->cylinder) {
    if (out > s->radius) near = s->radius;
    if (high > s->height) far = s->height;
    if (high < -s->height) far = -s->height;
    if (near == out && far == high) return 0;
    if (far == high) straight = along;
  } else if (high < -s->height && out <= s->radius) {
    far = -s->height;
  } else {
    double t = out * s->sine - high * s->cosine,
           slant = s->radius * s->sine + s->height * s->cosine;
    /* Beyond the rim a point below the base may lie within the side, continued. */
    if (high >= -s->height && !(out * s->cosine + high * s->sine > 0)) return 0;
    if (t > slant)
      t = slant;
    else if (t > 0)
      straight = vector_dot(e, rim) * s->sine - along * s->cosine;
    else
      t = 0;
    near = t < slant ? t * s->sine : s->radius;
    far = t < slant ? -t * s->cosine : -s->height;
  }
  if (near == out) { /* below or above a flat end */
    at->bend = along * along;
  } else {
    at->bend -= straight * straight + turned * turned * (near / out);
  }
  put_place(c, far, near, rim, at);
  return 1;
}

static void on_edge(const double p[3], const double e[3], double t, place *at) {
  int k;
  for (k = 0; k < 3; k++) at->x[k] = p[k] + t * e[k];
}

/* The nearest point of the edge from p to q; the search begins at t. The slope rises with t. */
static int search_edge(const round_scene *c, const double p[3], const double q[3], double t,
                       place *at) {
  double e[3], low = -1, high = 2, before = 1;
  int i, k;
  for (k = 0; k < 3; k++) e[k] = q[k] - p[k];
  for (i = 0; i < MOST_STEPS; i++) {
    double slope, next, by;
    on_edge(p, e, t, at);
    if (!find_nearest_of_round(c, e, at)) return 0;
    slope = vector_dot(at->r, e);
    if (slope == 0 || (t == 0 && slope > 0) || (t == 1 && slope < 0)) return 1;
    if (slope > 0)
      high = t;
    else
      low = t;
    next = at->bend > 0 ? t - slope / at->bend : slope > 0 ? 0 : 1;
    next = next < 0 ? 0 : next > 1 ? 1 : next;
    if (fabs(next - t) <= 4 * SOLID_UNIT) return 1;
    if (!(next > low && next < high)) next = (greater(low, 0) + lesser(high, 1)) * 0.5;
    by = fabs(next - t);
    if (by < 1e-10 && by > before * 0.5) return 1;
    before = by;
    t = next;
  }
  return 1;
}

/* Searches inside of the face, along its normal. Returns 0 if the nearest points are not there. */
static int search_face(const round_scene *c, place *at) {
  const double *p = c->corner[0], *q = c->corner[1], *r = c->corner[2];
  double e[3], f[3], n[3], d[3], x[3], w[3], nn, height, u, v;
  solid_point found;
  int k;
  for (k = 0; k < 3; k++) {
    e[k] = q[k] - p[k];
    f[k] = r[k] - p[k];
  }
  vector_cross(e, f, n);
  nn = vector_dot(n, n);
  if (!(nn > 0)) return 0;
  for (k = 0; k < 3; k++) d[k] = c->from[k] - p[k];
  if (vector_dot(d, n) < 0)
    for (k = 0; k < 3; k++) n[k] = -n[k];
  for (k = 0; k < 3; k++)
    d[k] = c->side * n[k]; /* the polytope's foremost, so the other's lowest */
  ci_solid_support(c->pair, d, NULL, &found);
  for (k = 0; k < 3; k++) {
    at->y[k] = c->side > 0 ? found.a[k] - found.w[k] : found.a[k];
    w[k] = at->y[k] - p[k];
  }
  height = vector_dot(w, n) / nn;
  for (k = 0; k < 3; k++) {
    at->x[k] = at->y[k] - height * n[k];
    at->r[k] = at->x[k] - at->y[k];
    w[k] = at->x[k] - p[k];
  }
  vector_cross(e, f, n);
  vector_cross(w, f, x);
  u = vector_dot(x, n) / nn;
  vector_cross(e, w, x);
  v = vector_dot(x, n) / nn;
  return height > 0 && u >= 0 && v >= 0 && u + v <= 1;
}

/* Is no part of the two nearer along r? */
static int is_certain(const round_scene *c, const place *at) {
  double n[3], rr = vector_dot(at->r, at->r);
  vector_scale(c->side, at->r, n);
  return rr > 0 && rr - ci_solid_least_height(c->pair, n) <= ROUND_GAP * c->pair->size * sqrt(rr);
}

static int search_edges(const round_scene *c, place *at) {
  int i;
  for (i = 0; i < 3; i++)
    if (search_edge(c, c->corner[i], c->corner[(i + 1) % 3], 0.5, at) && is_certain(c, at))
      return 1;
  return 0;
}

/* The distinct corners of the simplex. */
static int put_scene(const solid_pair *p, const simplex *s, round_scene *c, double *weight) {
  const solid_proxy *round;
  int i, k, known[3];
  c->pair = p;
  c->side = solid_is_curved(&p->b) ? 1 : -1;
  round = c->side > 0 ? &p->b : &p->a;
  if (solid_is_curved(c->side > 0 ? &p->a : &p->b) || !ci_round_of(round, &c->of)) return 0;
  memcpy(c->from, round->at, sizeof c->from);
  c->count = 0;
  *weight = 0;
  for (i = 0; i < s->count && i < 3; i++) {
    const solid_point *q = &s->point[i];
    int corner = q->corner[c->side > 0 ? 0 : 1];
    for (k = 0; k < c->count && known[k] != corner; k++) continue;
    if (k == 1) *weight += s->weight[i];
    if (k < c->count) continue;
    known[c->count] = corner;
    for (k = 0; k < 3; k++) c->corner[c->count][k] = c->side > 0 ? q->a[k] : q->a[k] - q->w[k];
    c->count++;
  }
  return 1;
}

int ci_solid_round_gap(const solid_pair *p, const simplex *s, finding *out) {
  static const double none[3] = {0, 0, 0};
  round_scene c;
  place at;
  double weight, length;
  int found, k;
  if (s->count > 3 || !put_scene(p, s, &c, &weight)) return 0;
  if (c.count == 1) {
    memcpy(at.x, c.corner[0], sizeof at.x);
    found = find_nearest_of_round(&c, none, &at) && is_certain(&c, &at);
  } else if (c.count == 2) {
    found = search_edge(&c, c.corner[0], c.corner[1], weight, &at) && is_certain(&c, &at);
  } else {
    found = search_face(&c, &at) ? is_certain(&c, &at) : search_edges(&c, &at);
  }
  if (!found) return 0;
  for (k = 0; k < 3; k++) at.r[k] *= c.side;
  if (!ci_vector_unit(at.r, out->normal)) return 0;
  length = sqrt(vector_dot(at.r, at.r));
  out->between = tf(length);
  memcpy(out->on_a, c.side > 0 ? at.x : at.y, sizeof at.x);
  memcpy(out->on_b, c.side > 0 ? at.y : at.x, sizeof at.x);
  return 1;
}

/* Searches one edge of the simplex, from its point nearest to `near`. */
static void touch_edge(const round_scene *c, int i, int j, const double near[3], place *best,
                       double *least) {
  const double *p = c->corner[i], *q = c->corner[j];
  double e[3], d[3], ee, t, length;
  place at;
  int k;
  for (k = 0; k < 3; k++) {
    e[k] = q[k] - p[k];
    d[k] = near[k] - p[k];
  }
  ee = vector_dot(e, e);
  t = ee > 0 ? vector_dot(d, e) / ee : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  length = search_edge(c, p, q, t, &at) ? sqrt(vector_dot(at.r, at.r)) : 0; /* 0: x is inside */
  if (!(length < *least)) return;
  *least = length;
  *best = at;
}

/* For a polytope and a round solid that touch: the point nearest to the round solid on the edges
 * that a search has found. `point` is the polytope's point to begin from, and the result. Returns
 * its distance; HUGE_VAL for other pairs. */
static double find_contact(const solid_pair *p, const simplex *s, double point[3]) {
  round_scene c;
  place at;
  double weight, least = HUGE_VAL;
  int i;
  const solid_proxy *other;
  if (s->count > 3 || !put_scene(p, s, &c, &weight)) return HUGE_VAL;
  other = c.side > 0 ? &p->a : &p->b;
  if (other->form == SOLID_POINTS) { /* takes all corners, because there are few */
    c.count = other->count;
    memcpy(c.corner, other->points, sizeof c.corner);
  }
  for (i = 0; i < c.count; i++) touch_edge(&c, i, (i + 1) % c.count, point, &at, &least);
  if (least < HUGE_VAL) memcpy(point, at.x, sizeof at.x);
  return least;
}

/* The nearest point of a round solid, and its distance; HUGE_VAL for other solids. */
static double find_nearest_point(const solid_proxy *round, const double x[3], double y[3]) {
  static const double none[3] = {0, 0, 0};
  round_scene c;
  place at;
  memset(&c, 0, sizeof c);
  if (!ci_round_of(round, &c.of)) return HUGE_VAL;
  memcpy(c.from, round->at, sizeof c.from);
  memcpy(at.x, x, sizeof at.x);
  memcpy(y, x, 3 * sizeof y[0]);
  if (!find_nearest_of_round(&c, none, &at)) return 0;
  memcpy(y, at.y, sizeof at.y);
  return sqrt(vector_dot(at.r, at.r));
}

/* ---- A common point -----------------------------------------------------------------------------
 *
 * A common point of two solids that touch, or nearly, and at least one of which is curved. Near the
 * contact their distance grows with the square of the distance from it. The search for the nearest
 * points ends when rounding hides that square, and leaves its points somewhat apart. There are two
 * better methods:
 *
 * - The direction between the solids is more accurate than the points. The support point of a
 *   smooth solid along it is as accurate as the direction.
 * - Newton's method finds the point of an edge that touches a rim.
 *
 * The method that leaves the points nearest to each other counts. If the solids are apart by
 * rounding, each point is also projected onto the other solid. */

/* Points of the search that are nearer than this, in units of the pair's size, count as one. */
#define TOUCH_LEVEL (4 * SOLID_UNIT)

/* A point of a's core, and the vector to it from the corresponding point of b's core. */
typedef struct shared_point {
  double a[3], w[3];
} shared_point;

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
    return find_nearest_point(other, x, y) < HUGE_VAL || find_near(other, x, y);
  memset(&p, 0, sizeof p);
  put_point(&p.a, x);
  p.b = *other;
  p.scale = 1;
  p.size = p.a.size + p.b.size;
  (void)ci_gjk(&p, GJK_PAST_APART | GJK_PAST_IN, &s);
  ci_simplex_weigh(&s, found.a, found.w);
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
  solid_point q;
  double d[3], b[3], other[3];
  int k;
  for (k = 0; k < 3; k++) d[k] = -normal[k];
  ci_solid_support(p, d, NULL, &q);
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
  if (!(find_contact(p, flat, edge) < vector_length(best->w))) return;
  if (!find_nearest(is_a ? &p->b : &p->a, edge, other)) return;
  keep_nearer(is_a ? edge : other, is_a ? other : edge, best);
}

enum { MOST_PROJECTIONS = 32 };

/* Projects a's point onto b, and from there onto a. */
static void project_onto_both(const solid_pair *p, const double from[3], shared_point *best) {
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
    project_onto_both(p, best->a, best);
    for (k = 0; k < 3; k++) ahead[k] = best->a[k] + step * (best->a[k] - from[k]);
    if (find_nearest(&p->a, ahead, on_a)) project_onto_both(p, on_a, best);
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
  ci_simplex_weigh(&flat, found.a, found.w);
  if (vector_length(found.w) < vector_length(best->w)) *best = found;
  try_edges(p, &flat, best);
  try_supports(p, normal, best);
  try_corners(p, s, best);
  project_in_turn(p, best);
}

void ci_solid_find_common(const solid_pair *p, const simplex *s, const double normal[3],
                          double common[3]) {
  shared_point best;
  ci_simplex_weigh(s, best.a, best.w);
  memcpy(common, best.a, sizeof best.a);
  if (!solid_pair_is_curved(p)) return;
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
