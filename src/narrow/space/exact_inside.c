/* SPDX-License-Identifier: MIT
 *
 * Is the origin in the interior of the hull C of the differences of two polytopes that meet?
 *
 * Let C span space, and let c be a point of its interior. The origin is in the interior exactly
 * when -c is in the cone of C. If the origin is in the interior, the cone is all of space. If -c =
 * f p for a p of C and f > 0, the origin lies between c and p, not at p, hence inside. The interior
 * of A - B is the set of differences of the relative interiors of A and B. So c can be made of a
 * sum of some corners of each.
 *
 * The test for a vector u in the cone is as in exact_nearest.c. It keeps up to three linearly
 * independent differences such that the point of their cone nearest to u has positive factors for
 * all of them. (C. Lawson, R. Hanson, "Solving least squares problems", 1974, chapter 23.) Let r be
 * u minus that point. A difference w with r . w > 0 makes the cone nearer; if there is none, u is
 * outside.
 */
#include "exact_points.h"
#include "../../shape/shape.h"

#include <string.h>

enum { MOST = 3, STEPS = 1000 };

typedef struct cone {
  const exact *u;
  int count;
  exact at[MOST][3]; /* in the pool in this order, with nothing between */
} cone;

/* u minus the nearest point of the span of up to two vectors, times a positive number. */
static void find_residual(const exact u[3], exact (*const v[])[3], int count, exact r[3]) {
  int i, facing;
  if (count == 0) {
    memcpy(r, u, 3 * sizeof r[0]);
  } else if (count == 1) {
    ci_solid_reject(u, *v[0], r);
  } else {
    ci_solid_cross(r, *v[0], *v[1]);
    facing = ci_solid_dot_sign(r, u);
    for (i = 0; i < 3; i++) r[i].sign *= facing;
  }
}

/* Does the nearest point to u of the span have positive factors? */
static int has_positive_factors(const exact u[3], exact (*const v[])[3], int count) {
  exact_pool *pool = u[0].pool;
  int facing, mark = ci_exact_mark(pool), positive;
  exact n[3];
  if (count == 1) return ci_solid_dot_sign(u, *v[0]) > 0;
  if (count == 2) {
    ci_solid_cross(n, *v[0], *v[1]);
    positive = ci_solid_turn(n, *v[0], u) > 0 && ci_solid_turn(n, u, *v[1]) > 0;
    ci_exact_release(pool, mark);
    return positive;
  }
  facing = ci_solid_turn(*v[0], *v[1], *v[2]);
  return facing != 0 && ci_solid_turn(u, *v[1], *v[2]) == facing &&
         ci_solid_turn(*v[0], u, *v[2]) == facing && ci_solid_turn(*v[0], *v[1], u) == facing;
}

static int is_nearest_face(cone *c, int mask) {
  exact_pool *pool = c->u[0].pool;
  exact(*v[MOST])[3], r[3];
  int i, count = 0, nearest = 1, mark;
  for (i = 0; i < c->count; i++)
    if (mask & (1 << i)) v[count++] = &c->at[i];
  if (!has_positive_factors(c->u, v, count)) return 0;
  if (count == c->count) return 1;
  mark = ci_exact_mark(pool);
  find_residual(c->u, v, count, r);
  for (i = 0; i < c->count && nearest; i++)
    if (!(mask & (1 << i))) nearest = ci_solid_dot_sign(r, c->at[i]) <= 0;
  ci_exact_release(pool, mark);
  return nearest;
}

static void reduce(cone *c, int mark) {
  int newest = 1 << (c->count - 1), mask = 0;
  while (mask < newest && !is_nearest_face(c, mask | newest)) mask++;
  if (mask == newest) mask = 0; /* only when numbers were too long */
  mask |= newest;
  c->count = ci_solid_keep_points(c->at[0], 3, c->count, mask, mark);
}

/* Adds the difference that is farthest along r; returns 0 if there is none. */
static int advance(const solid_pair *p, cone *c, const exact r[3], int mark) {
  exact *w = c->at[c->count], back[3];
  int at[2], i;
  memcpy(back, r, sizeof back);
  for (i = 0; i < 3; i++) ci_exact_negate(&back[i]);
  ci_solid_least(p, back, at);
  ci_solid_difference(p, at[0], at[1], w);
  if (ci_solid_dot_sign(r, w) <= 0) return 0;
  ci_exact_keep(p->frame->pool, mark, w, 3);
  c->count++;
  return 1;
}

int ci_solid_cone_holds(const solid_pair *p, const exact u[3]) {
  exact_pool *pool = p->frame->pool;
  int step, base = ci_exact_mark(pool), holds = 0;
  cone c;
  c.u = u;
  c.count = 0;
  for (step = 0; step < STEPS; step++) {
    exact(*v[MOST])[3], r[3];
    int i, mark = ci_exact_mark(pool);
    for (i = 0; i < c.count; i++) v[i] = &c.at[i];
    holds = c.count == MOST;
    if (holds) break;
    find_residual(u, v, c.count, r);
    holds = ci_solid_is_zero(r);
    if (holds || !advance(p, &c, r, mark)) break;
    reduce(&c, base);
  }
  ci_exact_release(pool, base);
  return holds;
}

/* ---- The span of the two ----------------------------------------------------------------- */

/* e = linear * (corner `end` - corner 0) */
static void span(exact_pool *pool, const solid_corners *c, int end, exact e[3]) {
  const double *from = solid_corner(c, 0), *to = solid_corner(c, end);
  exact own[3];
  int i, mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++)
    ci_exact_set_diff(pool, c->shape->frame == COLLIDE_LINEAR ? &own[i] : &e[i], to[i], from[i]);
  if (c->shape->frame != COLLIDE_LINEAR) return;
  for (i = 0; i < 3; i++) ci_solid_dot_doubles(&e[i], own, shape_turned(c->shape)->linear + 3 * i);
  ci_exact_keep(pool, mark, e, 3);
}

/* The vectors e[0] to e[rank - 1] are linearly independent. Adds one more if it is independent,
 * too. */
static int add_independent(exact e[3][3], int rank) {
  exact_pool *pool = e[0][0].pool;
  exact n[3];
  int adds, mark = ci_exact_mark(pool);
  if (rank == 0) return !ci_solid_is_zero(e[0]);
  if (rank == 1) {
    ci_solid_cross(n, e[0], e[1]);
    adds = !ci_solid_is_zero(n);
  } else {
    adds = ci_solid_turn(e[2], e[0], e[1]) != 0;
  }
  ci_exact_release(pool, mark);
  return adds;
}

/* The displacement of a moving shape. */
static int add_displacement(exact_pool *pool, const solid_corners *c, exact e[3][3], int rank) {
  int i, mark = ci_exact_mark(pool);
  if (c->count == c->base || rank == 3) return rank;
  for (i = 0; i < 3; i++) ci_exact_set(pool, &e[rank][i], c->shift->d[i]);
  if (add_independent(e, rank)) return rank + 1;
  ci_exact_release(pool, mark);
  return rank;
}

int ci_solid_spans_space(const solid_pair *p) {
  exact_pool *pool = p->frame->pool;
  exact e[3][3];
  int i, which, rank = 0, base = ci_exact_mark(pool);
  for (which = 0; which < 2 && rank < 3; which++) {
    const solid_corners *c = which == 0 ? p->a : p->b;
    int ends[3], count = ci_solid_spanning(c, ends);
    if (shape_core(c->shape) == COLLIDE_HULL) rank = 3;
    for (i = 0; i < count && rank < 3; i++) {
      int mark = ci_exact_mark(pool);
      span(pool, c, ends[i], e[rank]);
      if (add_independent(e, rank))
        rank++;
      else
        ci_exact_release(pool, mark);
    }
    rank = add_displacement(pool, c, e, rank);
  }
  ci_exact_release(pool, base);
  return rank == 3;
}

/* r -= c for a point c of the interior of the differences, times a positive number. The sum of the
 * corners of a box, triangle or segment gives such a point. The sum of four corners of a hull that
 * are in no plane does, too. For a moving shape it is the sum of these at both ends of the
 * displacement. With n and m corners it is m sum(a) - n sum(b). */
static void subtract_inner_point(const solid_pair *p, exact r[3]) {
  exact_pool *pool = p->frame->pool;
  int ends[2][8], count[2], which, i, k, axis;
  int base = ci_exact_mark(pool);
  for (which = 0; which < 2; which++) {
    const solid_corners *c = which == 0 ? p->a : p->b;
    int few = shape_core(c->shape) == COLLIDE_HULL ? 4 : c->base == 8 ? 2 : c->base;
    count[which] = c->count == c->base ? few : 2 * few;
    ends[which][0] = 0;
    if (shape_core(c->shape) == COLLIDE_HULL) {
      ends[which][0] = hull_of(c->shape)->corner[hull_of(c->shape)->first[0]];
      (void)ci_solid_spanning(c, ends[which] + 1);
    } else {
      for (i = 1; i < few; i++) ends[which][i] = c->base == 8 ? 7 : i;
    }
    for (i = few; i < count[which]; i++) ends[which][i] = ends[which][i - few] + c->base;
  }
  for (axis = 0; axis < 3; axis++) ci_exact_set(pool, &r[axis], 0);
  for (i = 0; i < count[0]; i++)
    for (k = 0; k < count[1]; k++) {
      exact w[3];
      ci_solid_difference(p, ends[0][i], ends[1][k], w);
      for (axis = 0; axis < 3; axis++) ci_exact_sub(&w[axis], &r[axis], &w[axis]);
      memcpy(r, w, sizeof w);
      ci_exact_keep(pool, base, r, 3);
    }
}

int ci_solid_holds_inside(const solid_pair *p) {
  exact_pool *pool = p->frame->pool;
  exact u[3];
  int inside, mark = ci_exact_mark(pool);
  if (!ci_solid_spans_space(p)) return 0;
  subtract_inner_point(p, u);
  inside = ci_solid_cone_holds(p, u);
  ci_exact_release(pool, mark);
  return inside;
}
