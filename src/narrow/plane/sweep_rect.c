/* SPDX-License-Identifier: MIT
 *
 * Two rects with sides along the axes. Their Minkowski difference is such a rect, too. Finds the
 * side through which a line enters it, in plain doubles, unless these are unsure.
 *
 * Along each axis the line enters at t = gap / way and leaves at past / way. A side of the
 * difference is as long as those of both rects together. So it consists of an edge that b makes and
 * one that a makes. Counterclockwise that of b comes first, as in sweep_enter.c.
 */
#include "sweep.h"

#include "../../number/twofold.h"

/* A difference of two coordinates is rounded by u = 2^-53 of itself, and so is its product with a
 * component of d: the product is off by less than 2 u + u^2 of itself. The sum of the sizes of two
 * such products, their difference and the product with the margin are off by u each, so 2.5 u is
 * enough. */
#ifndef SWEEP_RECT
#define SWEEP_RECT 2.7755575615628914e-16 /* 2.5 u */
#endif
#ifndef SWEEP_RECT_FLOOR
#define SWEEP_RECT_FLOOR 1e-290 /* far above what underflow takes from two products */
#endif

/* The sign of p q - r s, or FILTER_UNSURE. p and r are differences. An overflow is unsure, too:
 * then the difference is at most its margin, or NaN. */
static int compare_products(double p, double q, double r, double s) {
  double x = p * q, y = r * s;
  double margin = SWEEP_RECT * (fabs(x) + fabs(y)) + SWEEP_RECT_FLOOR;
  if (x - y > margin) return 1;
  return y - x > margin ? -1 : FILTER_UNSURE;
}

typedef struct rect_line {
  const collide_outline *a, *b;
  const double *d;
  double way[2];  /* |d| */
  twofold gap[2]; /* from a to b along d, exact */
  double past[2]; /* the distance along d until a has left b */
} rect_line;

static void read_axis(rect_line *l, int i) {
  const collide_outline *a = l->a, *b = l->b;
  int back = l->d[i] < 0;
  l->way[i] = fabs(l->d[i]);
  l->gap[i] = back ? two_diff(a->low[i], b->high[i]) : two_diff(b->low[i], a->high[i]);
  l->past[i] = back ? a->high[i] - b->low[i] : b->high[i] - a->low[i];
}

/* The line runs along axis 1 - i. Returns 1 if it runs inside the difference, 0 if it is on the
 * border, else -1. */
static int run_along(const rect_line *l, int i) {
  double gap = l->gap[i].hi, past = l->past[i];
  if (gap > 0 || past < 0) return -1;
  return gap < 0 && past > 0;
}

/* Finds the axis along which the line enters last. -1 if it misses, or FILTER_UNSURE. */
static int find_last_axis(const rect_line *l) {
  const double *way = l->way, *past = l->past;
  int last = 0, order, i;
  if (way[0] == 0) last = 1;
  if (way[0] != 0 && way[1] != 0) {
    order = compare_products(l->gap[0].hi, way[1], l->gap[1].hi, way[0]);
    if (order == FILTER_UNSURE) return FILTER_UNSURE;
    last = order < 0;
  }
  i = 1 - last;
  if (way[i] == 0) return last;
  order = compare_products(l->gap[last].hi, way[i], past[i], way[last]);
  if (order == FILTER_UNSURE) return FILTER_UNSURE;
  return order < 0 ? last : -1;
}

/* Returns 1 if the line enters the edge that b makes, on the side along axis k. This edge is the
 * first one, counterclockwise. It ends at the difference of both low ends, or of both high ends. */
static int enters_edge_of_b(const rect_line *l, int side, int k) {
  const collide_outline *a = l->a, *b = l->b;
  int i = 1 - k, uses_low = side >= 2, order;
  double end = uses_low ? b->low[i] - a->low[i] : b->high[i] - a->high[i];
  if (l->d[i] == 0)
    order = end > 0 ? -1 : end < 0;
  else
    order = compare_products(l->gap[k].hi, l->d[i], end, l->way[k]);
  if (order == FILTER_UNSURE) return FILTER_UNSURE;
  return uses_low ? order >= 0 : order <= 0;
}

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

/* The sign of t - 1. Rounding never moves a number past a double. */
static int compare_end(twofold gap, double way) {
  return gap.hi != way ? sign_of(gap.hi - way) : sign_of(gap.lo);
}

/* t = gap / way. A quotient in plain doubles is off by u. Its remainder is exact except for the
 * rounding of a sum, each term of which is at most u of gap. So t is within 2^-104 of itself before
 * it is rounded, as long as nothing underflows or overflows. */
static void find_time(const rect_line *l, int k, sweep_entry *entry) {
  double way = l->way[k], size = fabs(l->gap[k].hi), first;
  twofold product;
  entry->has_time = way > 1e-100 && way < 1e100 && size > 1e-100 && size < 1e100;
  if (!entry->has_time) return;
  first = l->gap[k].hi / way;
  product = two_product(first, way);
  entry->t = first + (((l->gap[k].hi - product.hi) - product.lo) + l->gap[k].lo) / way;
  entry->normal[1 - k] = 0;
  entry->normal[k] = l->d[k] > 0 ? -1 : 1;
}

void ci_sweep_rects_touch(const sweep_pair *s, const sweep_entry *in, double t, double point[2]) {
  const collide_outline *a = &s->moving->of.outline, *b = &s->fixed->of.outline;
  int k = in->normal[0] == 0, i = 1 - k;
  double low = a->low[i] + t * s->d[i], high = a->high[i] + t * s->d[i];
  if (low < b->low[i]) low = b->low[i];
  if (high > b->high[i]) high = b->high[i];
  point[i] = 0.5 * low + 0.5 * high;
  point[k] = in->normal[k] < 0 ? b->low[k] : b->high[k];
}

int ci_sweep_rects(const sweep_pair *s, int open, sweep_entry *entry) {
  rect_line l;
  int i, k, side, of_b;
  l.a = &s->moving->of.outline;
  l.b = &s->fixed->of.outline;
  l.d = s->d;
  for (i = 0; i < 2; i++) {
    read_axis(&l, i);
    if (l.way[i] != 0) continue;
    entry->found = SWEEP_MISS;
    k = run_along(&l, i);
    if (k < 0 || (k == 0 && open)) return 1;
    if (k == 0) return 0;
  }
  k = find_last_axis(&l);
  if (k == FILTER_UNSURE) return 0;
  entry->found = k < 0 ? SWEEP_MISS : SWEEP_CROSS;
  if (k < 0) return 1;
  side = k == 0 ? (s->d[0] > 0 ? 3 : 1) : (s->d[1] > 0 ? 0 : 2);
  of_b = enters_edge_of_b(&l, side, k);
  if (of_b == FILTER_UNSURE) return 0;
  entry->feature.owner = of_b ? SWEEP_EDGE_OF_B : SWEEP_EDGE_OF_A;
  entry->feature.i = (side + 2) % 4;
  entry->feature.j = of_b ? side : (side + 1) % 4;
  entry->start = sign_of(l.gap[k].hi);
  entry->end = compare_end(l.gap[k], l.way[k]);
  find_time(&l, k, entry);
  return 1;
}
