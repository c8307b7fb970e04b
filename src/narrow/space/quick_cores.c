/* SPDX-License-Identifier: MIT
 *
 * Quick answers for two cores with radii: yes or no in doubles, distance and depth in twofolds. The
 * nearest points of two cores (Ericson, "Real-Time Collision Detection", 2005, 5.1) are found in
 * plain doubles, and then checked. The weight of a core without extent may be NaN; then all later
 * answers are unsure.
 */
#include "quick_pairs.h"
#include "solid.h"

#include <string.h>

/* The nearest points so far, and the square of their distance. */
typedef struct candidate {
  nearest_pair f;
  double rr;
} candidate;

/* ---- The nearest point of one core ---------------------------------------------------------- */

static void set_corner(core_feature *f, int i) {
  f->count = 1;
  f->index[0] = i;
}

/* The edge from corner i to corner j at `weight`, or one of the corners. The weight is NaN for an
 * edge of length 0. */
static void set_edge(core_feature *f, int i, int j, double weight) {
  if (!(weight > 0) || !(weight < 1)) {
    set_corner(f, weight >= 1 ? j : i);
    return;
  }
  f->count = 2;
  f->index[0] = i;
  f->index[1] = j;
  f->weight[0] = weight;
}

static void nearest_of_segment(const double p[3], const double a[3], const double b[3],
                               core_feature *f) {
  double ab[3], ap[3];
  vector_minus(b, a, ab);
  vector_minus(p, a, ap);
  set_edge(f, 0, 1, vector_dot(ap, ab) / vector_dot(ab, ab));
}

static void nearest_of_triangle(const double p[3], const double *const c[3], core_feature *f) {
  double ab[3], ac[3], v[3], d1, d2, d3, d4, d5, d6, va, vb, vc, sum;
  vector_minus(c[1], c[0], ab);
  vector_minus(c[2], c[0], ac);
  vector_minus(p, c[0], v);
  d1 = vector_dot(ab, v);
  d2 = vector_dot(ac, v);
  if (d1 <= 0 && d2 <= 0) {
    set_corner(f, 0);
    return;
  }
  vector_minus(p, c[1], v);
  d3 = vector_dot(ab, v);
  d4 = vector_dot(ac, v);
  if (d3 >= 0 && d4 <= d3) {
    set_corner(f, 1);
    return;
  }
  vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    set_edge(f, 0, 1, d1 / (d1 - d3));
    return;
  }
  vector_minus(p, c[2], v);
  d5 = vector_dot(ab, v);
  d6 = vector_dot(ac, v);
  if (d6 >= 0 && d5 <= d6) {
    set_corner(f, 2);
    return;
  }
  vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    set_edge(f, 0, 2, d2 / (d2 - d6));
    return;
  }
  va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    set_edge(f, 1, 2, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    return;
  }
  sum = va + vb + vc;
  f->count = 3;
  f->index[0] = 0;
  f->index[1] = 1;
  f->index[2] = 2;
  f->weight[0] = vb / sum;
  f->weight[1] = vc / sum;
}

static void nearest_of_core(const double p[3], const round_core *core, core_feature *f) {
  if (core->count == 1)
    set_corner(f, 0);
  else if (core->count == 2)
    nearest_of_segment(p, core->corner[0], core->corner[1], f);
  else
    nearest_of_triangle(p, core->corner, f);
}

/* ---- Two segments ------------------------------------------------------------------------ */

/* The nearest points of two segments in plain doubles: their parameters s and t, 0 to 1, and
 * d = p1 - p0 and e = q1 - q0. */
typedef struct nearest_on_lines {
  double s, t, d[3], e[3];
  int parallel;
} nearest_on_lines;

/* s runs from p0 to p1 and t from q0 to q1. Segments count as parallel if the square of the sine of
 * their angle is below 2^-20. Then s is in the middle of the part that faces the other segment. The
 * quotients are computed early so that no later step waits for a division. */
static void find_nearest_on_segments(const double p0[3], const double p1[3], const double q0[3],
                                     const double q1[3], nearest_on_lines *f) {
  double r[3], dd, ee, de, rd, re, det, per_ee, per_det, first, last;
  vector_minus(p1, p0, f->d);
  vector_minus(q1, q0, f->e);
  vector_minus(p0, q0, r);
  dd = vector_dot(f->d, f->d);
  ee = vector_dot(f->e, f->e);
  de = vector_dot(f->d, f->e);
  rd = vector_dot(r, f->d);
  re = vector_dot(r, f->e);
  det = dd * ee - de * de;
  per_det = 1 / det;
  per_ee = 1 / ee;
  f->parallel = !(det > 9.5367431640625e-07 * (dd * ee));
  if (!f->parallel) {
    f->s = clamp_unit((de * re - rd * ee) * per_det);
  } else {
    first = -rd / dd;
    last = (de - rd) / dd;
    f->s = clamp_unit(clamp_unit(first) * 0.5 + clamp_unit(last) * 0.5);
  }
  f->t = (de * f->s + re) * per_ee;
  if (f->t > 0 && f->t < 1) return;
  f->parallel = 0;
  f->t = f->t <= 0 ? 0 : 1;
  f->s = clamp_unit(((f->t > 0 ? de : 0) - rd) / dd);
}

/* Segments between corners i0 and i1 of a, j0 and j1 of b. */
static void find_of_segments(const core_scene *c, int i0, int i1, int j0, int j1, nearest_pair *f) {
  nearest_on_lines l;
  find_nearest_on_segments(c->p[i0], c->p[i1], c->b->corner[j0], c->b->corner[j1], &l);
  set_edge(&f->a, i0, i1, l.s);
  set_edge(&f->b, j0, j1, l.t);
  f->parallel = l.parallel && f->a.count == 2 && f->b.count == 2;
}

/* ---- Segment and triangle ---------------------------------------------------------------- */

/* Writes the vector r between the points. */
static void keep_nearer(const core_scene *c, const nearest_pair *f, double r[3], candidate *best) {
  double rr;
  core_vector(c, f, r);
  rr = vector_dot(r, r);
  if (!(rr < best->rr)) return;
  best->f = *f;
  best->rr = rr;
}

/* Takes an end of the segment and the triangle's point nearest to it. The plane through that point,
 * perpendicular to the vector between them, has the triangle on one side. If the other end is on
 * the far side, the two are the nearest points: returns 1. */
static int take_end(const core_scene *c, int end, candidate *best) {
  double r[3], along[3];
  nearest_pair f;
  f.parallel = 0;
  set_corner(&f.a, end);
  nearest_of_triangle(c->p[end], c->b->corner, &f.b);
  keep_nearer(c, &f, r, best);
  vector_minus(c->p[1 - end], c->p[end], along);
  return vector_dot(r, along) >= 0;
}

/* The heights of the ends of the segment a above the plane of the triangle b, times a factor. */
static void find_heights(const core_scene *c, double height[2]) {
  const double *const *q = c->b->corner;
  double ab[3], ac[3], n[3], v[3];
  int i;
  vector_minus(q[1], q[0], ab);
  vector_minus(q[2], q[0], ac);
  vector_cross(ab, ac, n);
  for (i = 0; i < 2; i++) {
    vector_minus(c->p[i], q[0], v);
    height[i] = vector_dot(n, v);
  }
}

static void try_crossing(const core_scene *c, const double height[2], candidate *best) {
  nearest_pair f;
  double p[3], r[3], s = height[0] / (height[0] - height[1]);
  int k;
  for (k = 0; k < 3; k++) p[k] = c->p[0][k] + s * (c->p[1][k] - c->p[0][k]);
  f.parallel = 0;
  set_edge(&f.a, 0, 1, s);
  nearest_of_triangle(p, c->b->corner, &f.b);
  keep_nearer(c, &f, r, best);
}

static void find_of_segment_and_triangle(const core_scene *c, candidate *best) {
  nearest_pair f;
  double height[2], r[3];
  int i, crosses, lower;
  find_heights(c, height);
  crosses = (height[0] > 0 && height[1] < 0) || (height[0] < 0 && height[1] > 0);
  lower = fabs(height[1]) < fabs(height[0]);
  if (take_end(c, lower, best) || take_end(c, !lower, best)) return;
  if (crosses) {
    try_crossing(c, height, best);
    if (best->f.a.count == 2 && best->f.b.count == 3) return;
  }
  for (i = 0; i < 3; i++) {
    find_of_segments(c, 0, 1, i, (i + 1) % 3, &f);
    keep_nearer(c, &f, r, best);
  }
}

/* ---- Two cores ------------------------------------------------------------------------------ */

/* Only b may be a triangle. */
void ci_find_nearest_features(const core_scene *c, nearest_pair *found) {
  candidate best;
  if (c->a->count == 2 && c->b->count == 2) {
    find_of_segments(c, 0, 1, 0, 1, found);
    return;
  }
  found->parallel = 0;
  if (c->a->count == 1) {
    set_corner(&found->a, 0);
    nearest_of_core(c->p[0], c->b, &found->b);
  } else if (c->b->count == 1) {
    nearest_of_segment(c->b->corner[0], c->p[0], c->p[1], &found->a);
    set_corner(&found->b, 0);
  } else {
    memset(&best, 0, sizeof best);
    best.rr = HUGE_VAL;
    best.f.a.count = best.f.b.count = 1;
    find_of_segment_and_triangle(c, &best);
    *found = best.f;
  }
}

/* ---- Yes or no: two cores ------------------------------------------------------------------- */

/* Two shapes with cores. Only b may be a triangle. */
typedef struct core_pair {
  round_core a, b;
  core_scene scene;
  nearest_pair found;
  int known; /* 0: a shape has no core, and nothing else is set */
} core_pair;

static PAIR_INLINE void make_scene(const round_core *a, const round_core *b, core_scene *scene) {
  double d[3];
  int i;
  scene->a = a;
  scene->b = b;
  d[0] = a->position[0] - b->position[0];
  d[1] = a->position[1] - b->position[1];
  d[2] = a->position[2] - b->position[2];
  for (i = 0; i < a->count; i++) {
    scene->p[i][0] = d[0] + a->corner[i][0];
    scene->p[i][1] = d[1] + a->corner[i][1];
    scene->p[i][2] = d[2] + a->corner[i][2];
  }
  scene->size = greater(greater(fabs(d[0]), fabs(d[1])), fabs(d[2])) + (a->reach + b->reach);
}

static PAIR_INLINE int make_core_pair(const collide_shape *a, const collide_shape *b,
                                      core_pair *pair) {
  pair->known = core_make(a, &pair->a) && core_make(b, &pair->b);
  if (pair->known) make_scene(&pair->a, &pair->b, &pair->scene);
  return pair->known;
}

/* Finds the nearest points, for measure_core_pair. */
static void find_nearest_of_cores(const collide_shape *a, const collide_shape *b, core_pair *pair) {
  if (make_core_pair(a, b, pair)) ci_find_nearest_features(&pair->scene, &pair->found);
}

/* Does the plane of the triangle b separate it from the segment a? The normal may be rounded: the
 * separation along it decides. Its square must not underflow, as that of a tiny triangle may.
 * Writes the normal, on a's side. */
#define LEAST_NORMAL 1e-280

static PAIR_INLINE int are_parted_by_plane(const core_pair *pair, double n[3]) {
  const double *const *q = pair->b.corner;
  const double *p = pair->scene.p[0];
  double e[3], f[3], g[3], square;
  int k;
  for (k = 0; k < 3; k++) {
    e[k] = q[1][k] - q[0][k];
    f[k] = q[2][k] - q[0][k];
    g[k] = p[k] - q[0][k];
  }
  vector_cross(e, f, n);
  if (vector_dot(g, n) < 0)
    for (k = 0; k < 3; k++) n[k] = -n[k];
  square = vector_dot(n, n);
  return square > LEAST_NORMAL &&
         quick_are_apart(square, core_separation(&pair->scene, n), pair->a.radius + pair->b.radius,
                         pair->scene.size);
}

/* The point of the segment nearest to p: t is 0 to 1, or NaN for a segment without length. */
static PAIR_INLINE void find_nearest_to_point(const double p[3], const double q0[3],
                                              const double q1[3], nearest_on_lines *found) {
  double f[3], t;
  int k;
  for (k = 0; k < 3; k++) {
    found->d[k] = 0;
    found->e[k] = q1[k] - q0[k];
    f[k] = p[k] - q0[k];
  }
  t = vector_dot(f, found->e) / vector_dot(found->e, found->e);
  found->s = 0;
  found->t = t < 0 ? 0 : t > 1 ? 1 : t;
}

/* Decides for a segment b, and a point or segment a, without features: in two thirds of the time.
 * For any s and t, r joins two points of the cores, except for rounding, and the separation along r
 * is one of the two. So the answers do not depend on the accuracy of s and t, and NaN makes them
 * unsure. A coordinate of r is off by 2 u M for the rounding of p, 5 u M for each of the two points
 * and 2 u M for their difference: 14 u M, within QUICK_MARGIN. */
static PAIR_INLINE int decide_by_lines(const core_pair *pair) {
  const double(*p)[3] = (const double(*)[3])pair->scene.p;
  const double *q = pair->b.corner[0];
  nearest_on_lines l;
  double r[3];
  int k;
  if (pair->a.count == 1)
    find_nearest_to_point(p[0], q, pair->b.corner[1], &l);
  else
    find_nearest_on_segments(p[0], p[1], q, pair->b.corner[1], &l);
  for (k = 0; k < 3; k++) r[k] = (p[0][k] + l.s * l.d[k]) - (q[k] + l.t * l.e[k]);
  return quick_decide(vector_dot(r, r), core_separation(&pair->scene, r),
                      pair->a.radius + pair->b.radius, pair->scene.size);
}

/* Finds the nearest points and the vector r between them. */
static PAIR_INLINE int decide_by_points(core_pair *pair, double r[3]) {
  int points = pair->a.count + pair->b.count == 2;
  double rr;
  ci_find_nearest_features(&pair->scene, &pair->found);
  core_vector(&pair->scene, &pair->found, r);
  rr = vector_dot(r, r);
  return quick_decide(rr, points ? rr : core_separation(&pair->scene, r),
                      pair->a.radius + pair->b.radius, pair->scene.size);
}

/* Do the two shapes meet? PAIR_PARTED, PAIR_MEET or PAIR_UNSURE. Also finds the nearest points,
 * unless the plane of a triangle separates the two: then measure_core_pair returns 0. */
static int decide_cores(core_pair *pair) {
  double r[3];
  if (pair->a.count == 2 && pair->b.count == 3 && are_parted_by_plane(pair, r)) {
    pair->known = 0;
    return PAIR_PARTED;
  }
  return decide_by_points(pair, r);
}

/* ---- The vector between the nearest points ----------------------------------------------- */

/* The edges along which the nearest points may still move: r = w + sum of u_i e_i. Each is stored
 * as two halves of twofolds and as doubles. */
typedef struct edges {
  int count;
  lanes_twofold half[4][2];
  double e[4][4], *u[4];
} edges;

static PAIR_INLINE void add_edge(edges *all, const double from[3], const double to[3], double *u) {
  int half, i = all->count++;
  for (half = 0; half < 2; half++) {
    all->half[i][half] = lanes_two_diff(lanes_of(to, half), lanes_of(from, half));
    lanes_store(all->e[i] + 2 * half, all->half[i][half].hi);
  }
  all->u[i] = u;
}

static void gather_edges(const core_scene *c, nearest_pair *f, edges *all) {
  int i;
  all->count = 0;
  for (i = 1; i < f->b.count; i++)
    add_edge(all, c->b->corner[f->b.index[i]], c->b->corner[f->b.index[0]], &f->b.weight[i - 1]);
  for (i = 1; i < f->a.count; i++)
    add_edge(all, c->a->corner[f->a.index[0]], c->a->corner[f->a.index[i]], &f->a.weight[i - 1]);
}

/* Each coordinate is a sum of doubles and products. Their roundings are summed in doubles: within
 * 2^-100 of the terms, as in twofolds, with fewer operations. */
static void vector_of_edges(const core_scene *c, const nearest_pair *f, const edges *all,
                            twofold r[3]) {
  const double *at = c->a->position, *other = c->b->position;
  const double *p = c->a->corner[f->a.index[0]], *q = c->b->corner[f->b.index[0]];
  lanes_factor u[4];
  int i, half;
  for (i = 0; i < all->count; i++) u[i] = lanes_split(lanes_same(*all->u[i]));
  for (half = 0; half < 2; half++) {
    lanes_twofold w = lanes_two_diff(lanes_of(at, half), lanes_of(other, half));
    lanes low = w.lo;
    w = lanes_two_sum(w.hi, lanes_of(p, half));
    low = lanes_add(low, w.lo);
    w = lanes_two_diff(w.hi, lanes_of(q, half));
    low = lanes_add(low, w.lo);
    for (i = 0; i < all->count; i++) {
      const lanes_twofold *e = &all->half[i][half];
      lanes_twofold x = lanes_two_product(e->hi, u[i]);
      w = lanes_two_sum(w.hi, x.hi);
      low = lanes_add(low, lanes_add(w.lo, lanes_add(x.lo, lanes_mul(e->lo, u[i].whole))));
    }
    lanes_put(lanes_two_sum_ordered(w.hi, low), half, r);
  }
}

static PAIR_INLINE double along(const twofold r[3], const double e[3]) {
  return r[0].hi * e[0] + r[1].hi * e[1] + r[2].hi * e[2];
}

/* The change of the first `free` weights, one or two, that makes r perpendicular to their edges.
 * Returns 0 if the edges are nearly parallel. */
static int solve(const edges *all, int free, const twofold r[3], double du[2]) {
  double g = along(r, all->e[0]), aa = vector_dot(all->e[0], all->e[0]), h, ab, bb, det;
  if (free == 1) {
    du[0] = -g / aa;
    return aa > 0;
  }
  h = along(r, all->e[1]);
  ab = vector_dot(all->e[0], all->e[1]);
  bb = vector_dot(all->e[1], all->e[1]);
  det = aa * bb - ab * ab;
  du[0] = (ab * h - bb * g) / det;
  du[1] = (ab * g - aa * h) / det;
  return det > 9.5367431640625e-07 * (aa * bb); /* 2^-20 */
}

/* A step may leave the feature if another feature is the nearest one. */
static int are_weights(const double *u, int count) {
  double sum = 0;
  int i;
  for (i = 1; i < count; i++) {
    if (!(u[i - 1] >= -4 * DBL_EPSILON)) return 0;
    sum += u[i - 1];
  }
  return sum <= 1 + 4 * DBL_EPSILON;
}

/* Makes r perpendicular to the edges of the features. The weights are doubles; their last step is
 * added only to r, so r has the digits of a twofold. */
static int refine(const core_scene *c, nearest_pair *f, twofold r[3]) {
  edges all;
  double du[2] = {0, 0};
  int i, k, step, free;
  gather_edges(c, f, &all);
  free = f->parallel ? 1 : all.count;
  if (free > 2) return 0;
  for (step = 0; step < 4; step++) {
    vector_of_edges(c, f, &all, r);
    if (free == 0) return 1;
    if (!solve(&all, free, r, du)) return 0;
    if (fabs(du[0]) <= NEAREST_STEP && fabs(du[1]) <= NEAREST_STEP) break;
    for (i = 0; i < free; i++) *all.u[i] += du[i];
  }
  if (step == 4 || !are_weights(f->a.weight, f->a.count) || !are_weights(f->b.weight, f->b.count))
    return 0;
  for (k = 0; k < 3; k++) {
    double rest = r[k].lo;
    for (i = 0; i < free; i++) rest += du[i] * all.e[i][k];
    r[k] = two_sum(r[k].hi, rest);
  }
  return 1;
}

/* ---- Distance and depth ------------------------------------------------------------------ */

/* The nearest point of a, in the world. */
static void place_point(const round_core *a, const nearest_pair *f, double point[3]) {
  int i, k;
  for (k = 0; k < 3; k++) {
    const double first = a->corner[f->a.index[0]][k];
    double x = first;
    for (i = 1; i < f->a.count; i++)
      x += f->a.weight[i - 1] * (a->corner[f->a.index[i]][k] - first);
    point[k] = a->position[k] + x;
  }
}

/* Are the points nearest? If not, the separation along r is clearly less than |r|. */
static PAIR_INLINE int are_nearest(const core_scene *c, const twofold r[3]) {
  double v[3];
  int k;
  for (k = 0; k < 3; k++) v[k] = r[k].hi;
  return quick_are_nearest(vector_dot(v, v), core_separation(c, v), c->size);
}

/* Returns 1 and writes *gap if it is accurate, else 0. If `overlap` is PAIR_UNSURE, the gap's sign
 * decides. */
static int measure_core_pair(core_pair *pair, int overlap, pair_gap *gap) {
  core_scene *c = &pair->scene;
  nearest_pair *f = &pair->found;
  witness_pair s;
  int k, points;
  if (!pair->known || !refine(c, f, s.r)) return 0;
  points = pair->a.count + pair->b.count == 2;
  if (!points && !are_nearest(c, s.r)) return 0;
  place_point(&pair->a, f, s.from_a);
  for (k = 0; k < 3; k++) s.from_b[k] = s.from_a[k] - s.r[k].hi;
  s.radius_a = pair->a.radius;
  s.radius_b = pair->b.radius;
  s.size = c->size;
  s.spread = points ? 0 : WITNESS_SPREAD * c->size;
  return witness_measure(&s, overlap, gap);
}

/* ---- Two spheres ------------------------------------------------------------------------- */

static int decide_spheres(const collide_shape *a, const collide_shape *b) {
  double d[3], rr, radius = a->radius + b->radius, size;
  int k;
  for (k = 0; k < 3; k++) d[k] = a->origin[k] - b->origin[k];
  size = greater(greater(fabs(d[0]), fabs(d[1])), fabs(d[2])) + radius;
  rr = vector_dot(d, d);
  if (a->frame != COLLIDE_MOVED || b->frame != COLLIDE_MOVED) return PAIR_UNSURE;
  return quick_decide(rr, rr, radius, size);
}

/* The depth is the same along all directions; takes the axis x. */
static int measure_concentric(witness_pair *s, int overlap, pair_gap *gap) {
  gap->normal[0] = 1;
  gap->normal[1] = gap->normal[2] = 0;
  return witness_put_gap(s, 0, 0 - (s->radius_a + s->radius_b), overlap, gap);
}

/* As measure_core_pair. */
static int measure_sphere_pair(const collide_shape *a, const collide_shape *b, int overlap,
                               pair_gap *gap) {
  witness_pair s;
  int k;
  if (a->frame != COLLIDE_MOVED || b->frame != COLLIDE_MOVED) return 0;
  for (k = 0; k < 3; k++) {
    s.r[k] = two_diff(a->origin[k], b->origin[k]);
    s.from_a[k] = a->origin[k];
    s.from_b[k] = b->origin[k];
  }
  s.radius_a = a->radius;
  s.radius_b = b->radius;
  s.size =
      greater(greater(fabs(s.r[0].hi), fabs(s.r[1].hi)), fabs(s.r[2].hi)) + (a->radius + b->radius);
  s.spread = 0;
  if (s.r[0].hi == 0 && s.r[1].hi == 0 && s.r[2].hi == 0)
    return measure_concentric(&s, overlap, gap);
  return witness_measure(&s, overlap, gap);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static int cores_overlap(const collide_shape *a, const collide_shape *b) {
  core_pair pair;
  int found = PAIR_UNSURE;
  if (make_core_pair(a, b, &pair))
    found = pair.b.count == 2 ? decide_by_lines(&pair) : decide_cores(&pair);
  if (found == PAIR_UNSURE) found = ci_aligned_decide(a, b);
  return found != PAIR_UNSURE ? found : ci_solids_overlap(a, b);
}

static void measure_cores(const collide_shape *a, const collide_shape *b, int overlap,
                          pair_gap *gap) {
  core_pair pair;
  find_nearest_of_cores(a, b, &pair);
  if (!measure_core_pair(&pair, overlap != 0, gap)) ci_solids_measure(a, b, overlap, gap);
}

static int cores_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  core_pair pair;
  int found = ci_aligned_gap(a, b, always, gap), in;
  if (found != PAIR_UNSURE) return found;
  if (always) {
    find_nearest_of_cores(a, b, &pair);
    if (measure_core_pair(&pair, PAIR_UNSURE, gap)) return gap->apart <= 0;
  }
  found = make_core_pair(a, b, &pair) ? decide_cores(&pair) : (int)PAIR_UNSURE;
  in = found == PAIR_MEET; /* then they are in one another */
  if (found == PAIR_UNSURE) found = ci_solids_overlap(a, b);
  if ((!found && !always) || measure_core_pair(&pair, found != 0, gap)) return found != 0;
  ci_solids_measure(a, b, in ? PAIR_DEEP : found, gap);
  return found != 0;
}

const pair_row ci_cores_row = {cores_overlap, measure_cores, ci_solids_compare,
                               cores_gap,     NULL,          NULL};

static int spheres_overlap(const collide_shape *a, const collide_shape *b) {
  int found = decide_spheres(a, b);
  if (found == PAIR_UNSURE) found = ci_aligned_decide(a, b);
  return found != PAIR_UNSURE ? found : ci_solids_overlap(a, b);
}

static void measure_spheres(const collide_shape *a, const collide_shape *b, int overlap,
                            pair_gap *gap) {
  if (!measure_sphere_pair(a, b, overlap != 0, gap)) ci_solids_measure(a, b, overlap, gap);
}

/* A measured gap has the right sign, so no decision is needed. */
static int spheres_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  int found;
  if (!always && decide_spheres(a, b) == PAIR_PARTED) return 0;
  if (measure_sphere_pair(a, b, PAIR_UNSURE, gap)) return gap->apart <= 0;
  found = ci_aligned_gap(a, b, always, gap);
  if (found != PAIR_UNSURE) return found;
  found = spheres_overlap(a, b);
  if (found || always) ci_solids_measure(a, b, found, gap);
  return found != 0;
}

const pair_row ci_spheres_row = {
    spheres_overlap, measure_spheres, ci_solids_compare, spheres_gap, NULL, NULL};
