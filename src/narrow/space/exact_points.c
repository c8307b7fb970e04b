/* SPDX-License-Identifier: MIT
 *
 * Polytopes as corners and edges, still or moving, and the differences of their corners in exact
 * numbers.
 */
#include "../../shape/shape.h"
#include "core.h"
#include "exact_points.h"

#include <limits.h>
#include <string.h>

/* ---- Corners -------------------------------------------------------------------------------- */

static void add_corner(solid_corners *c, double x, double y, double z) {
  double *at = c->few + 3 * c->base++;
  at[0] = x;
  at[1] = y;
  at[2] = z;
}

static void find_most(solid_corners *c) {
  int i, k;
  for (k = 0; k < 3; k++) c->most[k] = 0;
  for (i = 0; i < c->base; i++)
    for (k = 0; k < 3; k++)
      if (fabs(c->few[3 * i + k]) > c->most[k]) c->most[k] = fabs(c->few[3 * i + k]);
}

static void take_hull(solid_corners *c) {
  const solid_hull *p = hull_of(c->shape);
  int k;
  c->base = p->corners;
  for (k = 0; k < 3; k++)
    c->most[k] = fabs(p->low[k]) > fabs(p->high[k]) ? fabs(p->low[k]) : fabs(p->high[k]);
}

static void take_few(solid_corners *c) {
  const collide_shape *s = c->shape;
  const double *corner[3];
  int i, count;
  switch (shape_core(s)) {
  case COLLIDE_BOX:
    for (i = 0; i < 8; i++)
      add_corner(c, (i & 1 ? s->b : s->a)[0], (i & 2 ? s->b : s->a)[1], (i & 4 ? s->b : s->a)[2]);
    break;
  case COLLIDE_CYLINDER:
    add_corner(c, 0, s->height, 0);
    add_corner(c, 0, -s->height, 0);
    break;
  case COLLIDE_CONE:
    add_corner(c, 0, 0, 0);
    add_corner(c, 0, -s->height, 0);
    break;
  default:
    count = core_corners(s, corner);
    for (i = 0; i < count; i++) add_corner(c, corner[i][0], corner[i][1], corner[i][2]);
    break;
  }
  find_most(c);
}

/* If the shape moves, its corners are counted again at the end. */
static solid_corners complete(solid_corners c) {
  c.count = c.shift != NULL && c.shift->from != c.shift->to ? 2 * c.base : c.base;
  return c;
}

solid_corners ci_solid_corners(const collide_shape *s, const solid_shift *shift) {
  solid_corners c;
  c.shape = s;
  c.shift = shift;
  c.base = 0;
  if (shape_core(s) == COLLIDE_HULL)
    take_hull(&c);
  else
    take_few(&c);
  return complete(c);
}

/* One corner: the origin of the shape's own frame, or a point of its axis y. */
static solid_corners take_axis_point(const collide_shape *shape, double y) {
  solid_corners c;
  c.shape = shape;
  c.shift = NULL;
  c.base = 0;
  add_corner(&c, 0, y, 0);
  find_most(&c);
  return complete(c);
}

/* The number of edges at one place. */
static int count_edges(const solid_corners *c) {
  if (shape_core(c->shape) == COLLIDE_HULL) return hull_of(c->shape)->places;
  return c->base == 8 ? 12 : c->base == 3 ? 3 : 1;
}

int ci_solid_edges(const solid_corners *c) {
  return c->count == c->base ? count_edges(c) : 2 * count_edges(c) + c->base;
}

static int edge_at_start(const solid_corners *c, int number, int ends[2]) {
  if (shape_core(c->shape) == COLLIDE_HULL) {
    const solid_hull *p = hull_of(c->shape);
    ends[0] = p->corner[number];
    ends[1] = p->corner[hull_next(p, number)];
    return number < p->across[number];
  }
  if (c->base == 8) { /* along axis number / 4, from the corner with the other two bits */
    int axis = number / 4, bits = number % 4;
    int low = bits & ((1 << axis) - 1);
    ends[0] = low | ((bits - low) << 1);
    ends[1] = ends[0] | (1 << axis);
    return 1;
  }
  ends[0] = number;
  ends[1] = (number + 1) % c->base;
  return 1;
}

int ci_solid_edge(const solid_corners *c, int number, int ends[2]) {
  int edges = count_edges(c), there;
  if (number < edges) return edge_at_start(c, number, ends);
  if (number < 2 * edges) {
    there = edge_at_start(c, number - edges, ends);
    ends[0] += c->base;
    ends[1] += c->base;
    return there;
  }
  ends[0] = number - 2 * edges;
  ends[1] = ends[0] + c->base;
  return 1;
}

/* ---- Exact numbers -------------------------------------------------------------------------- */

/* r += a * b, for r that lies on top of the pool. */
static void accumulate(exact *r, const exact *a, const exact *b) {
  if (exact_sign(a) != 0 && exact_sign(b) != 0) ci_exact_add_product(r, a, b);
}

void ci_solid_dot(exact *r, const exact a[3], const exact b[3]) {
  int i;
  ci_exact_mul(r, &a[0], &b[0]);
  for (i = 1; i < 3; i++) accumulate(r, &a[i], &b[i]);
}

void ci_solid_dot_doubles(exact *r, const exact a[3], const double b[3]) {
  exact_pool *pool = a[0].pool;
  exact term;
  int i, mark = ci_exact_mark(pool);
  ci_exact_mul_double(r, &a[0], b[0]);
  for (i = 1; i < 3; i++) {
    if (b[i] == 0) continue;
    ci_exact_mul_double(&term, &a[i], b[i]);
    ci_exact_add(r, r, &term);
    ci_exact_keep(pool, mark, r, 1);
  }
}

void ci_solid_cross(exact r[3], const exact a[3], const exact b[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    ci_exact_mul(&r[i], &a[j], &b[k]);
    if (exact_sign(&a[k]) != 0 && exact_sign(&b[j]) != 0) ci_exact_sub_product(&r[i], &a[k], &b[j]);
  }
}

void ci_solid_minus(exact r[3], const exact a[3], const exact b[3]) {
  int i;
  for (i = 0; i < 3; i++) ci_exact_sub(&r[i], &a[i], &b[i]);
}

int ci_solid_dot_sign(const exact a[3], const exact b[3]) {
  exact dot;
  int mark = ci_exact_mark(a[0].pool);
  ci_solid_dot(&dot, a, b);
  ci_exact_release(a[0].pool, mark);
  return exact_sign(&dot);
}

int ci_solid_turn(const exact n[3], const exact p[3], const exact q[3]) {
  exact_pool *pool = p[0].pool;
  exact cross[3];
  int sign, mark = ci_exact_mark(pool);
  ci_solid_cross(cross, p, q);
  sign = ci_solid_dot_sign(n, cross);
  ci_exact_release(pool, mark);
  return sign;
}

static int is_one(const exact *a) {
  return a->count == 1 && a->exponent == 0 && a->limbs[0] == 1;
}

void ci_solid_edge_vector(const exact p[4], const exact q[4], exact e[3]) {
  int i;
  if (is_one(&p[3]) && is_one(&q[3])) {
    ci_solid_minus(e, q, p);
    return;
  }
  for (i = 0; i < 3; i++) {
    ci_exact_mul(&e[i], &q[i], &p[3]);
    if (exact_sign(&p[i]) != 0) ci_exact_sub_product(&e[i], &p[i], &q[3]);
  }
}

int ci_solid_height_sign(const exact n[3], const exact p[4], const exact q[4]) {
  exact e[3];
  int sign, mark = ci_exact_mark(n[0].pool);
  ci_solid_edge_vector(q, p, e);
  sign = ci_solid_dot_sign(n, e);
  ci_exact_release(n[0].pool, mark);
  return sign;
}

int ci_solid_is_zero(const exact v[3]) {
  return exact_sign(&v[0]) == 0 && exact_sign(&v[1]) == 0 && exact_sign(&v[2]) == 0;
}

void ci_solid_round(const exact v[3], double r[3]) {
  int i, top = INT_MIN;
  for (i = 0; i < 3; i++)
    if (exact_sign(&v[i]) != 0 && v[i].exponent + v[i].count > top)
      top = v[i].exponent + v[i].count;
  for (i = 0; i < 3; i++) {
    exact shifted = v[i];
    if (exact_sign(&v[i]) != 0) shifted.exponent -= top;
    r[i] = shifted.exponent + shifted.count > -40 ? ci_exact_round(&shifted) : 0;
  }
}

/* ---- Frames --------------------------------------------------------------------------------- */

void ci_solid_frame_of_world(solid_frame *frame, exact_pool *pool) {
  frame->pool = pool;
  frame->linear = NULL;
}

void ci_solid_frame_of(solid_frame *frame, const collide_shape *shape, exact_pool *pool) {
  int i, mark = ci_exact_mark(pool);
  ci_solid_frame_of_world(frame, pool);
  if (shape->frame != COLLIDE_LINEAR) return;
  frame->linear = shape_turned(shape)->linear;
  ci_pose_adjugate(pool, frame->linear, frame->numbers, &frame->numbers[SOLID_FRAME_SCALE]);
  if (exact_sign(&frame->numbers[SOLID_FRAME_SCALE]) < 0)
    for (i = 0; i <= SOLID_FRAME_SCALE; i++) ci_exact_negate(&frame->numbers[i]);
  for (i = 0; i < SOLID_FRAME_SCALE; i++)
    frame->approximate[i] = ci_solid_approx(&frame->numbers[i]);
  (void)ci_exact_set_aside(pool, mark, frame->numbers, SOLID_FRAME_SCALE + 1);
}

void ci_solid_frame_size(const solid_frame *frame, double size, exact *r) {
  if (frame->linear != NULL)
    ci_exact_mul_double(r, &frame->numbers[SOLID_FRAME_SCALE], size);
  else
    ci_exact_set(frame->pool, r, size);
}

/* ---- Differences ----------------------------------------------------------------------------- */

/* r = one coordinate of origin + linear * own. */
static void pose_own(exact_pool *pool, const collide_shape *s, const double own[3], int axis,
                     exact *r) {
  const double *row = shape_turned(s)->linear + 3 * axis;
  exact term;
  int k, mark = ci_exact_mark(pool);
  if (s->frame != COLLIDE_LINEAR) {
    ci_exact_set_sum(pool, r, s->origin[axis], own[axis]);
    return;
  }
  ci_exact_set(pool, r, s->origin[axis]);
  for (k = 0; k < 3; k++) {
    if (row[k] == 0 || own[k] == 0) continue;
    ci_exact_set(pool, &term, row[k]);
    ci_exact_mul_double(&term, &term, own[k]);
    ci_exact_add(r, r, &term);
    ci_exact_keep(pool, mark, r, 1);
  }
}

/* r = one coordinate of corner i, including the displacement; degree 2. */
static void pose(exact_pool *pool, const solid_corners *c, int i, int axis, exact *r) {
  double factor = solid_corner_shift(c, i);
  exact term;
  int mark = ci_exact_mark(pool);
  pose_own(pool, c->shape, solid_corner(c, i), axis, r);
  if (factor == 0 || c->shift->d[axis] == 0) return;
  ci_exact_set(pool, &term, factor);
  ci_exact_mul_double(&term, &term, c->shift->d[axis]);
  ci_exact_add(r, r, &term);
  ci_exact_keep(pool, mark, r, 1);
}

void ci_solid_difference(const exact_pair *p, int i, int k, exact w[3]) {
  exact_pool *pool = p->frame->pool;
  exact v[3], other;
  int axis, mark = ci_exact_mark(pool);
  for (axis = 0; axis < 3; axis++) {
    int base = ci_exact_mark(pool);
    pose(pool, p->a, i, axis, &v[axis]);
    pose(pool, p->b, k, axis, &other);
    ci_exact_sub(&v[axis], &v[axis], &other);
    ci_exact_keep(pool, base, &v[axis], 1);
  }
  if (p->frame->linear == NULL) {
    memcpy(w, v, sizeof v);
    return;
  }
  for (axis = 0; axis < 3; axis++) ci_solid_dot(&w[axis], p->frame->numbers + 3 * axis, v);
  ci_exact_keep(pool, mark, w, 3);
}

approx ci_solid_approx(const exact *a) {
  double value = ci_exact_round(a);
  return approx_make(value, APPROX_ROUNDING * fabs(value) + APPROX_FLOOR);
}

/* Subtracts the positions first: if they are near one another, that is exact. */
static approx approx_apart(const collide_shape *a, const collide_shape *b, int axis) {
  return approx_sub(approx_exact(a->origin[axis]), approx_exact(b->origin[axis]));
}

/* One coordinate of a world vector in the frame. */
static approx approx_turn(const solid_frame *frame, const approx v[3], int axis) {
  return frame->linear != NULL ? approx_dot(frame->approximate + 3 * axis, v) : v[axis];
}

static approx approx_shift(const solid_corners *c, int corner, int axis) {
  double factor = solid_corner_shift(c, corner);
  if (factor == 0) return approx_exact(0);
  return approx_mul(approx_exact(factor), approx_exact(c->shift->d[axis]));
}

static void find_map(const exact_pair *p, solid_map *map) {
  const collide_shape *a = p->a->shape, *b = p->b->shape;
  approx v[3], entry;
  int axis, i, k;
  map->corners = p->a;
  for (k = 0; k < 5; k++) { /* columns, then the offsets */
    for (i = 0; i < 3; i++) {
      if (k >= 3)
        v[i] = approx_add(approx_apart(a, b, i), approx_shift(p->a, (k - 3) * p->a->base, i));
      else
        v[i] =
            approx_exact(a->frame == COLLIDE_LINEAR ? shape_turned(a)->linear[3 * i + k] : i == k);
    }
    for (axis = 0; axis < 3; axis++) {
      entry = approx_turn(p->frame, v, axis);
      *(k < 3 ? &map->linear[3 * axis + k] : &map->offset[k - 3][axis]) = entry;
    }
  }
}

void ci_solid_see_from_axis(axis_scene *s, const collide_shape *other, const collide_shape *round,
                            const solid_shift *shift) {
  s->pool = exact_solid_open(&s->numbers);
  s->a = ci_solid_corners(other, shift);
  s->b = take_axis_point(round, 0);
  ci_solid_frame_of(&s->frame, round, s->pool);
  s->pair.a = &s->a;
  s->pair.b = &s->b;
  s->pair.frame = &s->frame;
  find_map(&s->pair, &s->map);
}

/* r = m^T v for a matrix of exact numbers. */
static void transpose(exact r[3], const exact m[9], const exact v[3]) {
  int i, k;
  for (k = 0; k < 3; k++) {
    ci_exact_mul(&r[k], &v[0], &m[k]);
    for (i = 1; i < 3; i++) accumulate(&r[k], &v[i], &m[3 * i + k]);
  }
}

void ci_solid_pull_back(const collide_shape *s, const exact n[3], exact g[3]) {
  const double *m = shape_turned(s)->linear;
  double column[3];
  int i, k;
  if (s->frame != COLLIDE_LINEAR) {
    memcpy(g, n, 3 * sizeof n[0]);
    return;
  }
  for (k = 0; k < 3; k++) {
    for (i = 0; i < 3; i++) column[i] = m[3 * i + k];
    ci_solid_dot_doubles(&g[k], n, column);
  }
}

/* The sign of g . (p - q). */
static int compare_corners(const exact g[3], const double p[3], const double q[3]) {
  exact_pool *pool = g[0].pool;
  exact d[3];
  int i, sign, mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++) ci_exact_set_diff(pool, &d[i], p[i], q[i]);
  sign = ci_solid_dot_sign(g, d);
  ci_exact_release(pool, mark);
  return sign;
}

/* r = linear^T n in doubles. Returns a bound on the error of a sum r . corner. An r_k is off by its
 * error. In the sum the product and the two sums are rounded, 3 u = 1.5 DBL_EPSILON of the absolute
 * values of the terms, which are at most |r_k| most_k. Underflow of the products is far below
 * APPROX_FLOOR. Returns infinity if sums may overflow: then all corners are compared exactly. */
#define LEAST_MARGIN (2 * DBL_EPSILON)

/* Sums of four products below this do not overflow. */
#define SUM_MOST 1e300

static double round_direction(const solid_corners *c, const exact n[3], double r[3]) {
  const collide_shape *s = c->shape;
  approx v[3], g;
  double error = APPROX_FLOOR;
  int i, k;
  ci_solid_round(n, r);
  for (k = 0; k < 3; k++) v[k] = approx_make(r[k], DBL_EPSILON * fabs(r[k]) + APPROX_FLOOR);
  for (k = 0; k < 3; k++) {
    g = v[k];
    if (s->frame == COLLIDE_LINEAR) {
      approx column[3];
      for (i = 0; i < 3; i++) column[i] = approx_exact(shape_turned(s)->linear[3 * i + k]);
      g = approx_dot(column, v);
    }
    r[k] = g.value;
    if (!(fabs(g.value) * c->most[k] < SUM_MOST)) return HUGE_VAL;
    error += (LEAST_MARGIN * fabs(g.value) + g.error) * c->most[k];
  }
  return error;
}

/* The least corner at one place. */
static int least_at_start(const solid_corners *c, const exact n[3]) {
  exact_pool *pool = n[0].pool;
  exact g[3];
  double r[3], least = 0, margin;
  int i, at = 0, known = 0, mark = ci_exact_mark(pool);
  if (c->base == 1) return 0;
  margin = 2.001 * round_direction(c, n, r);
  for (i = 0; i < c->base; i++) {
    const double *p = solid_corner(c, i);
    double value = r[0] * p[0] + r[1] * p[1] + r[2] * p[2];
    if (i > 0) {
      if (value - least > margin) continue;
      if (!(least - value > margin)) {
        if (!known) ci_solid_pull_back(c->shape, n, g);
        known = 1;
        if (compare_corners(g, p, solid_corner(c, at)) >= 0) continue;
      }
    }
    at = i;
    least = value;
  }
  ci_exact_release(pool, mark);
  return at;
}

/* The two ends of the displacement differ by (to - from) d for all corners. */
int ci_solid_least_corner(const solid_corners *c, const exact n[3]) {
  exact along;
  int at = least_at_start(c, n), turn, mark = ci_exact_mark(n[0].pool);
  if (c->count == c->base) return at;
  ci_solid_dot_doubles(&along, n, c->shift->d);
  ci_exact_release(n[0].pool, mark);
  turn = c->shift->to > c->shift->from ? exact_sign(&along) : -exact_sign(&along);
  return turn < 0 ? at + c->base : at;
}

void ci_solid_least(const exact_pair *p, const exact n[3], int at[2]) {
  const solid_frame *frame = p->frame;
  exact m[3];
  int i, mark = ci_exact_mark(frame->pool);
  if (frame->linear != NULL)
    transpose(m, frame->numbers, n);
  else
    memcpy(m, n, sizeof m);
  at[0] = ci_solid_least_corner(p->a, m);
  for (i = 0; i < 3; i++) ci_exact_negate(&m[i]);
  at[1] = ci_solid_least_corner(p->b, m);
  ci_exact_release(frame->pool, mark);
}
