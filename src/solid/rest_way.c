/* SPDX-License-Identifier: MIT
 *
 * Two solids that rest on each other, but for rounding, while one moves: from what is seen at
 * single times to all of the way.
 */
#include "rest_way.h"

#include <string.h>

enum { REST_STEPS = 9 };

/* Where two tangents of the distance cross, in units of M. Each height and slope is off by 3 u, the
 * time of the crossing so that the height there changes by 12 u, and the height is summed with 8 u:
 * below 32 u. */
#ifndef REST_CROSSING
#define REST_CROSSING 5.684341886080802e-14 /* 2^-44 */
#endif

int ci_rest_begin(rest_way *w, const solid_shift *shift, double size, double radius) {
  double way = 0;
  int i;
  w->from = shift == NULL ? 0 : shift->from;
  w->to = shift == NULL ? 0 : shift->to;
  for (i = 0; i < 3; i++) {
    w->d[i] = shift == NULL ? 0 : shift->d[i];
    if (fabs(w->d[i]) > way) way = fabs(w->d[i]);
  }
  w->size = size + 2 * way * (fabs(w->from) + fabs(w->to));
  w->radius = radius;
  w->has_plane = 0;
  return w->size > REST_LEAST && w->size < REST_MOST;
}

static double margin_of(const rest_way *w) {
  return REST_MARGIN * w->size * (fabs(w->r[0].hi) + fabs(w->r[1].hi) + fabs(w->r[2].hi));
}

int ci_rest_is_beyond(const rest_way *w) {
  return w->height.hi > margin_of(w);
}

int ci_rest_stays_beyond(const rest_way *w, double t) {
  double least = margin_of(w), to[2];
  int i;
  to[0] = w->from;
  to[1] = w->to;
  if (!(w->height.hi > least)) return 0;
  for (i = 0; i < 2; i++)
    if (to[i] != t && !(tf_add(w->height, tf_mul(w->slope, two_diff(to[i], t))).hi > least))
      return 0;
  return 1;
}

/* The height of a plane above the radius, and its slope, as plain lengths; and where the distance
 * is least, if the nearest points stay on the same features: its square is one of t then. */
typedef struct rest_line {
  double t, height, slope, bottom;
} rest_line;

static rest_line line_of(const rest_way *w, double t) {
  rest_line l;
  l.t = t;
  l.height = w->height.hi / w->length;
  l.slope = w->slope.hi / w->length;
  l.bottom = w->across > 0 ? t - (l.height + w->radius) * l.slope / w->across : HUGE_VAL;
  return l;
}

/* The distance is a convex function of t, and not below either line. So where they cross is below
 * the least distance; if that is surely more than the radius, the two stay apart. */
static double crossing_of(const rest_line *p, const rest_line *q, double size, int *apart) {
  double t =
      ((p->height - p->slope * p->t) - (q->height - q->slope * q->t)) / (q->slope - p->slope);
  double height = p->height + p->slope * (t - p->t);
  *apart = p->slope < 0 && q->slope > 0 && height > REST_CROSSING * size;
  return t;
}

static int is_between(double t, const rest_line *low, const rest_line *high) {
  return t > low->t && t < high->t;
}

/* Where to look next: where the distance may be least by one of the two; or, where both know
 * nothing, if it were of the same features at both, as its product with the slope is linear then.
 */
static double bottom_of(const rest_line *low, const rest_line *high, double radius) {
  double f = (low->height + radius) * low->slope, g = (high->height + radius) * high->slope;
  if (is_between(low->bottom, low, high)) return low->bottom;
  if (is_between(high->bottom, low, high)) return high->bottom;
  return low->t + (high->t - low->t) * (f / (f - g));
}

static int look(rest_way *w, double t) {
  w->has_plane = 0;
  w->across = 0;
  return w->look(w, t);
}

/* Looks at both ends of the way, then between. */
int ci_rest_follow(rest_way *w) {
  rest_line low, high;
  int i, level = look(w, w->to);
  if (level != SOLID_UNDECIDED || !w->has_plane || w->from == w->to) return level;
  high = line_of(w, w->to);
  level = look(w, w->from);
  if (level != SOLID_UNDECIDED || !w->has_plane) return level;
  low = line_of(w, w->from);
  for (i = 0; i < REST_STEPS && low.slope < 0 && high.slope > 0; i++) {
    int apart;
    double t = crossing_of(&low, &high, w->size, &apart);
    if (apart) return SOLID_APART;
    if (i % 3 != 2) t = bottom_of(&low, &high, w->radius);
    if (!is_between(t, &low, &high)) return SOLID_UNDECIDED;
    level = look(w, t);
    if (level != SOLID_UNDECIDED || !w->has_plane) return level;
    if (w->slope.hi < 0)
      low = line_of(w, t);
    else
      high = line_of(w, t);
  }
  return SOLID_UNDECIDED;
}
