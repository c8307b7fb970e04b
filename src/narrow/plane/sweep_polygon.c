/* SPDX-License-Identifier: MIT
 *
 * Two outlines of few corners, with radii or without. Finds the edge of the difference Q of their
 * corners, moved outward by the radius R, or the arc, through which a line enters or leaves. Works
 * like sweep_enter.c, in plain doubles, unless these are unsure.
 *
 * The side of a corner b[j] - a[i] of Q is d x b[j] - d x a[i], and an edge is entered where the
 * side falls along it. So the sides of all corners, computed once, serve both the entry and the
 * exit.
 */
#include "sweep.h"

#include "../../number/bits.h"
#include "../../number/orient.h"
#include "../../number/scalar.h"

static const double origin[2] = {0, 0};

/* A side d x p is off by u = 2^-53 of each of its two products, and of itself. That is 2 u of the
 * sum of their sizes, which is at most |dx| + |dy| times the largest coordinate. The difference of
 * two sides is off by twice that, and by its own rounding, which does not change its sign: 4 u and
 * terms of u^2. */
#ifndef SWEEP_SIDES
#define SWEEP_SIDES 4.9960036108132044e-16 /* 4.5 u */
#endif
#ifndef SWEEP_SIDES_FLOOR
#define SWEEP_SIDES_FLOOR 1e-290 /* far above what underflow takes from four products */
#endif

/* R moves a side by R (d x n) for the unit normal n of an edge, or by R |d|. The errors are in
 * units of R (|dx| + |dy|). Each component of n is off by 4.5 u (see BEYOND_MARGIN) and its product
 * by u, their difference by u, R and the product by u each: 8.5 u. |d| is off by 2 u, and its
 * product with R by 2 u. */
#ifndef SWEEP_ROUND
#define SWEEP_ROUND 9.992007221626409e-16 /* 9 u */
#endif

/* Finds the edges along which the side rises, and those along which it falls; the others lie along
 * d. `sides` holds the side of each corner, and ends with the first one again. */
static void find_runs(const plane_outline *h, const double d[2], const double *sides, double error,
                      sweep_runs *runs) {
  int i;
  runs->rise = runs->fall = 0;
  for (i = 0; i < h->count; i++) {
    double by = sides[i + 1] - sides[i];
    int rises = by > error, falls = by < -error;
    if (!(rises | falls)) {
      int sign = ci_cross2d(origin, d, h->corners[i].point, next_corner(h, i)->point);
      rises = sign > 0;
      falls = sign < 0;
    }
    runs->rise |= (unsigned)rises << i;
    runs->fall |= (unsigned)falls << i;
  }
}

static void find_sides(const plane_outline *h, const double d[2], double *sides, double error,
                       sweep_runs *runs) {
  int i;
  for (i = 0; i < h->count; i++)
    sides[i] = d[0] * h->corners[i].point[1] - d[1] * h->corners[i].point[0];
  runs->rise = runs->fall = 0;
  runs->foremost = 0;
  if (h->count == 1) return;
  sides[h->count] = sides[0];
  find_runs(h, d, sides, error, runs);
  if (!(runs->rise | runs->fall))
    runs->foremost = ci_dot2d(origin, d, h->corners[0].point, h->corners[1].point) > 0;
}

/* The corner at which a run of edges begins. Its edges are adjacent, since the outline is convex. A
 * point, or a segment along d, has no such edges: then the corner `only`. */
static int first_of(unsigned run, int count, int only) {
  unsigned after = (run << 1) | (run >> (count - 1));
  return run == 0 ? only : bits_lowest(run & ~after);
}

/* Sets the radius and its error. Returns 0 if the square of |d| may underflow or overflow. Without
 * a radius, returns 0 for fewer than 5 corners in all. */
static int set_radius(const sweep_pair *s, sweep_sides *sides) {
  const double *d = s->d;
  double sum = fabs(d[0]) + fabs(d[1]), square = d[0] * d[0] + d[1] * d[1];
  sides->radius = s->a.radius + s->b.radius;
  sides->reach = 0;
  if (sides->radius == 0) return s->a.count + s->b.count >= 5;
  if (!(square > 1e-280 && square < 1e280)) return 0;
  sides->reach = sides->radius * sqrt(square);
  sides->error += SWEEP_ROUND * (sides->radius * sum);
  return sides->error < HUGE_VAL;
}

int ci_sweep_sides(const sweep_pair *s, sweep_sides *sides) {
  double size = greater(s->moving->of.outline.magnitude, s->fixed->of.outline.magnitude);
  if (s->a.count > SWEEP_SIDES_MOST || s->b.count > SWEEP_SIDES_MOST) return 0;
  sides->d[0] = s->d[0];
  sides->d[1] = s->d[1];
  sides->error = SWEEP_SIDES * ((fabs(s->d[0]) + fabs(s->d[1])) * size) + SWEEP_SIDES_FLOOR;
  if (!set_radius(s, sides)) return 0;
  find_sides(&s->a, s->d, sides->of_a, sides->error, &sides->runs_a);
  find_sides(&s->b, s->d, sides->of_b, sides->error, &sides->runs_b);
  return 1;
}

/* The error of the cross product of two unit normals. Each component is off by 4.5 u (see
 * BEYOND_MARGIN): 9 u and a rounding in each product, and u. */
#ifndef SWEEP_TURN
#define SWEEP_TURN 2.6645352591003757e-15 /* 24 u */
#endif

/* Both edges are entered. Returns 1 if that of b comes first. */
static int is_b_first(const sweep_pair *s, int i, int j) {
  const collide_corner *a = s->a.corners, *b = s->b.corners;
  const double *n = b[j].normal, *m = a[i].normal;
  double turn = n[1] * m[0] - n[0] * m[1]; /* a's edges go the other way in M */
  if (fabs(turn) > SWEEP_TURN) return turn > 0;
  return ci_cross2d(b[j].point, next_corner(&s->b, j)->point, next_corner(&s->a, i)->point,
                    a[i].point) >= 0;
}

static sweep_found write_feature(sweep_owner owner, int i, int j, sweep_feature *feature) {
  feature->owner = owner;
  feature->i = i;
  feature->j = j;
  return SWEEP_CROSS;
}

/* Walks from the corner b[j] - a[i], which has the greatest side, to the place where the side
 * becomes 0. This is an edge, or the arc of a corner. by_a and by_b: the edges that are entered.
 * With sign -1 all sides are negated. */
static sweep_found walk(const sweep_pair *s, const sweep_sides *sides, int sign, unsigned by_a,
                        unsigned by_b, int i, int j, sweep_feature *feature) {
  double error = sides->error, side = sign * (sides->of_b[j] - sides->of_a[i]);
  double radius = sign * sides->radius;
  for (;;) {
    int is_a = (int)(by_a >> i & 1), is_b = (int)(by_b >> j & 1), k = i, l = j;
    const double *n;
    double by;
    if (!(is_a | is_b)) break;
    if (is_a && is_b) is_b = is_b_first(s, i, j);
    if (is_b) {
      n = s->b.corners[j].normal;
      by = radius * (sides->d[0] * n[1] - sides->d[1] * n[0]);
      l = corner_after(&s->b, j);
    } else {
      n = s->a.corners[i].normal;
      by = radius * (sides->d[1] * n[0] - sides->d[0] * n[1]);
      k = corner_after(&s->a, i);
    }
    if (side + by < -error) return write_feature(SWEEP_CORNER, i, j, feature);
    if (!(side + by > error)) return SWEEP_UNSURE;
    side = sign * (sides->of_b[l] - sides->of_a[k]);
    if (side + by < -error)
      return write_feature(is_b ? SWEEP_EDGE_OF_B : SWEEP_EDGE_OF_A, i, j, feature);
    if (!(side + by > error)) return SWEEP_UNSURE;
    i = k;
    j = l;
  }
  if (side - sides->reach > error) return SWEEP_MISS;
  return side - sides->reach < -error ? write_feature(SWEEP_CORNER, i, j, feature) : SWEEP_UNSURE;
}

sweep_found ci_sweep_polygons(const sweep_pair *s, const sweep_sides *sides, int sign,
                              sweep_feature *edge) {
  const sweep_runs *a = &sides->runs_a, *b = &sides->runs_b;
  unsigned by_a = sign > 0 ? a->rise : a->fall, by_b = sign > 0 ? b->fall : b->rise;
  int i = first_of(by_a, s->a.count, sign > 0 ? a->foremost : s->a.count - 1 - a->foremost);
  int j = first_of(by_b, s->b.count, sign > 0 ? s->b.count - 1 - b->foremost : b->foremost);
  double top = sign * (sides->of_b[j] - sides->of_a[i]) + sides->reach;
  if (top < -sides->error) return SWEEP_MISS;
  return top > sides->error ? walk(s, sides, sign, by_a, by_b, i, j, edge) : SWEEP_UNSURE;
}
