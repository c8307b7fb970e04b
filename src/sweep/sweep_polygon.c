/* SPDX-License-Identifier: MIT
 *
 * Two hulls without radii, of few corners: through which edge of the difference Q of their corners
 * does a line enter, and through which does it leave? As sweep_enter.c finds it, in plain doubles,
 * where these tell.
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

int ci_sweep_sides(const sweep_pair *s, sweep_sides *sides) {
  double size = larger(s->moving->of.outline.magnitude, s->fixed->of.outline.magnitude);
  if (s->a.radius + s->b.radius != 0 || s->a.count + s->b.count < 5) return 0;
  if (s->a.count > SWEEP_SIDES_MOST || s->b.count > SWEEP_SIDES_MOST) return 0;
  find_sides(&s->a, s->d, sides->of_a);
  find_sides(&s->b, s->d, sides->of_b);
  sides->error = SWEEP_SIDES * ((fabs(s->d[0]) + fabs(s->d[1])) * size) + SWEEP_SIDES_FLOOR;
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

/* From the corner b[j] - a[i], which has the greatest side, to the edge along which it becomes 0.
 */
static int walk(const sweep_pair *s, const sweep_sides *sides, int sign, int i, int j,
                sweep_feature *edge) {
  for (;;) {
    int k = next_of(i, s->a.count), l = next_of(j, s->b.count), by_a = 1, by_b = 1, end;
    if (s->a.count > 1) by_a = sign_beyond(sign * (sides->of_a[i] - sides->of_a[k]), sides->error);
    if (s->b.count > 1) by_b = sign_beyond(sign * (sides->of_b[l] - sides->of_b[j]), sides->error);
    if (by_a == FILTER_UNSURE || by_b == FILTER_UNSURE || (by_a > 0 && by_b > 0)) return 0;
    edge->owner = by_a > 0 || (by_b < 0 && is_b_first(s, i, j)) ? SWEEP_EDGE_OF_B : SWEEP_EDGE_OF_A;
    edge->i = i;
    edge->j = j;
    if (edge->owner == SWEEP_EDGE_OF_B)
      j = l;
    else
      i = k;
    end = sign_beyond(sign * (sides->of_b[j] - sides->of_a[i]), sides->error);
    if (end != 1) return end == -1;
  }
}

int ci_sweep_polygons(const sweep_pair *s, const sweep_sides *sides, int sign, sweep_found *found,
                      sweep_feature *edge) {
  int i = sides->extremes_a[sign < 0], k = sides->extremes_a[sign > 0];
  int j = sides->extremes_b[sign > 0], l = sides->extremes_b[sign < 0];
  int top = sign_beyond(sign * (sides->of_b[j] - sides->of_a[i]), sides->error);
  int low = sign_beyond(sign * (sides->of_b[l] - sides->of_a[k]), sides->error);
  *found = top < 0 || low == 1 ? SWEEP_MISS : SWEEP_CROSS;
  if (*found == SWEEP_MISS) return 1;
  return top == 1 && low == -1 && walk(s, sides, sign, i, j, edge);
}
