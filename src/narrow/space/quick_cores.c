/* SPDX-License-Identifier: MIT
 *
 * Quick answers for two cores with radii: yes or no in doubles, distance and depth in twofolds.
 */
#include <string.h>

#include "witness.h"
#include "../../number/scalar.h"

/* ---- Cores ------------------------------------------------------------------------------ */

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

/* ---- Yes or no ---------------------------------------------------------------------------- */

static PAIR_INLINE int make(const collide_shape *a, const collide_shape *b, core_pair *pair) {
  pair->known = core_make(a, &pair->a) && core_make(b, &pair->b);
  if (pair->known) make_scene(&pair->a, &pair->b, &pair->scene);
  return pair->known;
}

void ci_cores_find_nearest(const collide_shape *a, const collide_shape *b, core_pair *pair) {
  if (make(a, b, pair)) ci_find_nearest_features(&pair->scene, &pair->found);
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

int ci_cores_decide(const collide_shape *a, const collide_shape *b, core_pair *pair) {
  double r[3];
  if (!make(a, b, pair)) return PAIR_UNSURE;
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

int ci_cores_measure(core_pair *pair, int overlap, pair_gap *gap) {
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

int ci_spheres_decide(const collide_shape *a, const collide_shape *b) {
  double d[3], rr, radius = a->radius + b->radius, size;
  int k;
  for (k = 0; k < 3; k++) d[k] = a->position[k] - b->position[k];
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

int ci_spheres_measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap) {
  witness_pair s;
  int k;
  if (a->frame != COLLIDE_MOVED || b->frame != COLLIDE_MOVED) return 0;
  for (k = 0; k < 3; k++) {
    s.r[k] = two_diff(a->position[k], b->position[k]);
    s.from_a[k] = a->position[k];
    s.from_b[k] = b->position[k];
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
