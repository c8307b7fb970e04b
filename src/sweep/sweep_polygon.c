/* SPDX-License-Identifier: MIT
 *
 * Two hulls of few corners, maybe with radii: through which edge of the difference Q of their
 * corners, moved outward by the radius R, or through which arc does a line enter, and through which
 * does it leave? As sweep_enter.c finds it, in plain doubles, where these tell.
 *
 * The side of a corner b[j] - a[i] of Q is d x b[j] - d x a[i], and an edge is entered where the
 * side falls along it. So the sides of all corners, once computed, tell both ways along the border.
 */
#include "sweep.h"

#include "../number/orient.h"

/* A side d x p is off by u = 2^-53 of each of its two products, and of itself: by 2 u of the sum of
 * their sizes, which is at most |dx| + |dy| times the largest coordinate. Of two sides the
 * difference is off by twice that, and by its own rounding, which does not change its sign: 4 u and
 * terms of u^2. */
#ifndef SWEEP_SIDES
#define SWEEP_SIDES 4.9960036108132044e-16 /* 4.5 u */
#endif
#ifndef SWEEP_SIDES_FLOOR
#define SWEEP_SIDES_FLOOR 1e-290 /* far above what underflow takes from four products */
#endif

/* What R moves a side by is R (d x n) for the unit normal n of an edge, or R |d|, in units of
 * R (|dx| + |dy|): each component of n is off by 4.5 u (SWEEP_NORMAL) and its product by u, their
 * difference by u, R and the product by u each: 8.5 u. |d| is off by 2 u, and its product with R by
 * 2 u. */
#ifndef SWEEP_ROUND
#define SWEEP_ROUND 9.992007221626409e-16 /* 9 u */
#endif

static void find_sides(const round_hull *h, const double d[2], double *sides) {
  int i;
  for (i = 0; i < h->count; i++)
    sides[i] = d[0] * h->corners[i].point[1] - d[1] * h->corners[i].point[0];
}

/* The first corner with the least side and the first with the greatest; -1 where another may be it.
 */
static void find_extremes(const double *sides, int count, double error, int extremes[2]) {
  int sign, i;
  for (sign = 1; sign >= -1; sign -= 2) {
    double least = sign * sides[0], next = HUGE_VAL;
    int best = 0;
    for (i = 1; i < count; i++) {
      double x = sign * sides[i], rest = x < least ? least : x;
      best = x < least ? i : best;
      least = x < least ? x : least;
      next = rest < next ? rest : next;
    }
    extremes[sign < 0] = next - least > error ? best : -1;
  }
}

static double larger(double x, double y) {
  return x > y ? x : y;
}

/* The square of |d| neither underflows nor overflows. */
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
  double size = larger(s->moving->of.outline.magnitude, s->fixed->of.outline.magnitude);
  if (s->a.count > SWEEP_SIDES_MOST || s->b.count > SWEEP_SIDES_MOST) return 0;
  sides->d[0] = s->d[0];
  sides->d[1] = s->d[1];
  sides->error = SWEEP_SIDES * ((fabs(s->d[0]) + fabs(s->d[1])) * size) + SWEEP_SIDES_FLOOR;
  if (!set_radius(s, sides)) return 0;
  find_sides(&s->a, s->d, sides->of_a);
  find_sides(&s->b, s->d, sides->of_b);
  find_extremes(sides->of_a, s->a.count, sides->error, sides->extremes_a);
  find_extremes(sides->of_b, s->b.count, sides->error, sides->extremes_b);
  return sides->extremes_a[0] >= 0 && sides->extremes_a[1] >= 0 && sides->extremes_b[0] >= 0 &&
         sides->extremes_b[1] >= 0;
}

static int next_of(int i, int count) {
  return i + 1 < count ? i + 1 : 0;
}

/* Is the vector surely below 0, or surely above? */
static int sign_beyond(double x, double error) {
  return x < -error ? -1 : x > error ? 1 : FILTER_UNSURE;
}

/* Both edges are entered: does that of b come first? */
static int is_b_first(const sweep_pair *s, int i, int j) {
  const collide_corner *a = s->a.corners, *b = s->b.corners;
  return ci_cross2d(b[j].point, b[next_of(j, s->b.count)].point, a[next_of(i, s->a.count)].point,
                    a[i].point) >= 0;
}

enum { EDGE_NONE, EDGE_NEXT };

/* The edge that is entered next from the corner b[j] - a[i] on, or that there is none;
 * FILTER_UNSURE. */
static int next_edge(const sweep_pair *s, const sweep_sides *sides, int sign, int i, int j,
                     sweep_feature *edge) {
  int k = next_of(i, s->a.count), l = next_of(j, s->b.count), by_a = 1, by_b = 1;
  if (s->a.count > 1) by_a = sign_beyond(sign * (sides->of_a[i] - sides->of_a[k]), sides->error);
  if (s->b.count > 1) by_b = sign_beyond(sign * (sides->of_b[l] - sides->of_b[j]), sides->error);
  if (by_a == FILTER_UNSURE || by_b == FILTER_UNSURE) return FILTER_UNSURE;
  if (by_a > 0 && by_b > 0) return EDGE_NONE;
  edge->owner = by_a > 0 || (by_b < 0 && is_b_first(s, i, j)) ? SWEEP_EDGE_OF_B : SWEEP_EDGE_OF_A;
  edge->i = i;
  edge->j = j;
  return EDGE_NEXT;
}

/* By how much R moves the sides of an edge's ends. */
static double moved_by(const sweep_pair *s, const sweep_sides *sides, int sign,
                       const sweep_feature *edge) {
  const double *n =
      edge->owner == SWEEP_EDGE_OF_B ? s->b.corners[edge->j].normal : s->a.corners[edge->i].normal;
  double across = sides->d[0] * n[1] - sides->d[1] * n[0];
  if (edge->owner == SWEEP_EDGE_OF_A) across = -across;
  return sign * (sides->radius * across);
}

/* From the corner b[j] - a[i], which has the greatest side, to the edge along which it becomes 0,
 * or the corner about the arc of which it does. */
static int walk(const sweep_pair *s, const sweep_sides *sides, int sign, int i, int j,
                sweep_feature *feature) {
  for (;;) {
    sweep_feature edge;
    double by = 0;
    int found = next_edge(s, sides, sign, i, j, &edge), begin = 1, end;
    if (found == FILTER_UNSURE || (found == EDGE_NONE && sides->radius == 0)) return 0;
    if (found == EDGE_NEXT && sides->radius > 0) {
      by = moved_by(s, sides, sign, &edge);
      begin = sign_beyond(sign * (sides->of_b[j] - sides->of_a[i]) + by, sides->error);
    }
    if (begin == FILTER_UNSURE) return 0;
    if (found == EDGE_NONE || begin < 0) {
      feature->owner = SWEEP_CORNER;
      feature->i = i;
      feature->j = j;
      return 1;
    }
    if (edge.owner == SWEEP_EDGE_OF_B)
      j = next_of(j, s->b.count);
    else
      i = next_of(i, s->a.count);
    end = sign_beyond(sign * (sides->of_b[j] - sides->of_a[i]) + by, sides->error);
    *feature = edge;
    if (end != 1) return end == -1;
  }
}

int ci_sweep_polygons(const sweep_pair *s, const sweep_sides *sides, int sign, sweep_found *found,
                      sweep_feature *edge) {
  int i = sides->extremes_a[sign < 0], k = sides->extremes_a[sign > 0];
  int j = sides->extremes_b[sign > 0], l = sides->extremes_b[sign < 0];
  int top = sign_beyond(sign * (sides->of_b[j] - sides->of_a[i]) + sides->reach, sides->error);
  int low = sign_beyond(sign * (sides->of_b[l] - sides->of_a[k]) - sides->reach, sides->error);
  *found = top < 0 || low == 1 ? SWEEP_MISS : SWEEP_CROSS;
  if (*found == SWEEP_MISS) return 1;
  return top == 1 && low == -1 && walk(s, sides, sign, i, j, edge);
}
