/* SPDX-License-Identifier: MIT
 *
 * Two boxes with their sides along the axes. M is a box, too, and the line crosses it like a ray:
 * it enters and leaves the slab of each axis at some times (Kay and Kajiya, 1986).
 */
#include "../../number/fp.h"

#include <string.h>

#include "../../number/twofold.h"
#include "space.h"

/* ---- Signs ------------------------------------------------------------------------------- */

enum { UNSURE = 2 };

/* The sign of a bound of a slab: a sum of two exact twofolds. The sign is exact, and so are all but
 * the last two bits of 106, however much cancels. */
static int sign_of(twofold sum) {
  if (sum.hi > 0) return 1;
  return sum.hi < 0 ? -1 : sum.hi == 0 ? 0 : (int)UNSURE;
}

typedef struct box_slab {
  double enter, leave; /* within 0.51 units in the last place of themselves */
  int low, high;       /* signs of the bounds of M */
  int end;             /* sign of t - 1 at the entry */
  int is_still;
} box_slab;

static int divide(twofold sum, double d, double *t) {
  *t = (sum.lo == 0 ? sum.hi / d : tf_div(sum, tf(d)).hi) + 0.0;
  return fabs(*t) <= 1e300 && (fabs(*t) >= 1e-280 || sum.hi == 0);
}

/* The sign of t - 1 for t = (x + y) / d. Where t rounds to near 1, the sum decides, if it is
 * exact. */
static int compare_end(twofold x, twofold y, double d, double t) {
  twofold sum = two_sum(x.hi, y.hi);
  if (t < 1 - 4 * DBL_EPSILON) return -1;
  if (t > 1 + 4 * DBL_EPSILON) return 1;
  if (sum.lo != 0 || x.lo != 0 || y.lo != 0) return UNSURE;
  return d > 0 ? (sum.hi > d) - (sum.hi < d) : (sum.hi < d) - (sum.hi > d);
}

static int put_slab(const collide_shape *a, const collide_shape *b, int i, double d, box_slab *s) {
  twofold apart = two_diff(b->position[i], a->position[i]);
  twofold low = two_diff(b->a[i], a->b[i]), high = two_diff(b->b[i], a->a[i]);
  twofold least = tf_add(apart, low), greatest = tf_add(apart, high);
  s->low = sign_of(least);
  s->high = sign_of(greatest);
  s->is_still = d == 0;
  if (s->low == UNSURE || s->high == UNSURE) return 0;
  if (s->is_still) {
    s->enter = -HUGE_VAL;
    s->leave = HUGE_VAL;
    return 1;
  }
  if (!divide(d > 0 ? least : greatest, d, &s->enter) ||
      !divide(d > 0 ? greatest : least, d, &s->leave))
    return 0;
  s->end = compare_end(apart, d > 0 ? low : high, d, s->enter);
  return 1;
}

/* ---- The line ---------------------------------------------------------------------------- */

typedef struct box_line {
  box_slab slab[3];
  double enter, leave;
  int axis; /* the axis through which it enters */
  int only_touches;
} box_line;

/* Returns 1 if x is surely less than y. Each is off by 0.51 units in the last place. */
static int surely_less(double x, double y) {
  return x < y && y - x > 4 * DBL_EPSILON * (fabs(x) + fabs(y));
}

/* Finds where the line enters and leaves. If it enters several slabs at one time, the first axis
 * counts, as in casts. Sets *misses if it misses M. Returns 0 if it is not certain. */
static int put_line(const space_sweep *w, box_line *l, int *misses) {
  int i;
  *misses = l->only_touches = 0;
  l->axis = -1;
  l->leave = HUGE_VAL;
  for (i = 0; i < 3; i++) {
    box_slab *s = &l->slab[i];
    if (!put_slab(w->a, w->b, i, w->d[i], s)) return 0;
    if (s->is_still) {
      *misses |= s->low > 0 || s->high < 0;
      l->only_touches |= s->low == 0 || s->high == 0;
      continue;
    }
    if (s->leave < l->leave) l->leave = s->leave;
    if (l->axis < 0 || s->enter > l->enter) {
      l->enter = s->enter;
      l->axis = i;
    }
  }
  if (*misses) return 1;
  *misses = surely_less(l->leave, l->enter);
  return *misses || surely_less(l->enter, l->leave);
}

/* The sign of t - 1 at the entry: the greatest of all axes. */
static int ends_at(const box_line *l) {
  int i, end = -1;
  for (i = 0; i < 3; i++) {
    if (l->slab[i].is_still) continue;
    if (l->slab[i].end > end) end = l->slab[i].end; /* UNSURE is the greatest */
    if (l->slab[i].end == 1) return 1;
  }
  return end;
}

/* ---- The answer -------------------------------------------------------------------------- */

/* Writes the middle of the part that both boxes share at t. */
static void put_point(const space_sweep *w, const box_line *l, double t, double point[3]) {
  const collide_shape *a = w->a, *b = w->b;
  int i;
  for (i = 0; i < 3; i++) {
    double at = tf_add(two_product(t, w->d[i]), tf(a->position[i])).hi;
    double low = at + a->a[i], high = at + a->b[i];
    double least = b->position[i] + b->a[i], most = b->position[i] + b->b[i];
    if (i == l->axis) {
      point[i] = w->d[i] > 0 ? least : most;
      continue;
    }
    if (low < least) low = least;
    if (high > most) high = most;
    point[i] = low * 0.5 + high * 0.5;
  }
}

int ci_space_boxes(const space_sweep *w, collide_sweep_hit *hit) {
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0, misses, i, inside = 1, meets = 1, end;
  box_line l;
  double t;
  if (w->a->kind != COLLIDE_BOX || w->b->kind != COLLIDE_BOX || w->a->frame != COLLIDE_MOVED ||
      w->b->frame != COLLIDE_MOVED || !put_line(w, &l, &misses))
    return SPACE_BOXES_UNSURE;
  if (misses || (open && l.only_touches)) return 0;
  for (i = 0; i < 3; i++) {
    inside &= l.slab[i].low < 0 && l.slab[i].high > 0;
    meets &= l.slab[i].low <= 0 && l.slab[i].high >= 0;
  }
  if (inside) return SPACE_BOXES_UNSURE;
  if (meets && !open && (w->flags & COLLIDE_SKIP_INSIDE)) return 0;
  if (meets && (l.only_touches || l.enter < 0 || !(l.leave > 0))) {
    if (hit != NULL) hit->t_exit = l.leave;
    return open ? 0 : SPACE_BOXES_TOUCH;
  }
  if (!meets && l.enter <= 0) return 0; /* it has left before the start */
  end = ends_at(&l);
  if (end == UNSURE) return SPACE_BOXES_UNSURE;
  if (open ? end >= 0 : end > 0) return 0;
  if (hit == NULL) return 1;
  t = end == 0 ? 1 : l.enter < 1 ? l.enter : nextafter(1, 0);
  hit->t = t;
  hit->t_exit = l.leave;
  hit->normal[l.axis] = w->d[l.axis] > 0 ? -1 : 1;
  hit->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * l.axis + (w->d[l.axis] < 0));
  put_point(w, &l, t, hit->point);
  return 1;
}
