/* SPDX-License-Identifier: MIT
 *
 * Lines on the border between what the quick cast answers and what it leaves to
 * the exact cast: there a margin that is too narrow gives a wrong answer, if it
 * does so anywhere. The border is found by asking the quick cast itself: between
 * two lines that it answers differently the answer changes somewhere, and
 * bisection costs some fifty of its calls.
 */
#include <float.h>
#include <string.h>

#include "cast_gates.h"
#include "narrow/cast.h"
#include "shape/quick.h"

void get_ends(const cast_case *c, ends *e) {
  memcpy(e->from, c->from, sizeof e->from);
  memcpy(e->toward, c->toward, sizeof e->toward);
  memcpy(e->at, c->at, sizeof e->at);
  e->max = c->max;
}

void put_ends(cast_case *c, const ends *e) {
  memcpy(c->from, e->from, sizeof e->from);
  memcpy(c->toward, e->toward, sizeof e->toward);
  memcpy(c->at, e->at, sizeof e->at);
  c->max = e->max;
}

int answer_of(const cast_case *c) {
  collide_hit hit;
  int found = ci_cast_quickly(&c->shape, c->from, c->toward, c->is_segment, c->max, c->flags, &hit);
  if (found == QUICK_UNSURE) return 0;
  if (found == QUICK_MISS) return 2;
  return 3 + hit.inside + 2 * (int)hit.face + 32 * hit.edge;
}

static void put_between(cast_case *c, const ends *a, const ends *b, double part) {
  int i;
  for (i = 0; i < 3; i++) {
    c->from[i] = a->from[i] + part * (b->from[i] - a->from[i]);
    c->toward[i] = a->toward[i] + part * (b->toward[i] - a->toward[i]);
    c->at[i] = a->at[i] + part * (b->at[i] - a->at[i]);
  }
  c->max = a->max == b->max ? a->max : a->max + part * (b->max - a->max);
}

/* Another line, that differs from the case's in some way. */
static void draw_other(rng *r, const cast_case *c, ends *other) {
  static cast_case fresh;
  int i, sort = draw_index(r, 11);
  double length = 0, by, v[3];
  get_ends(c, other);
  fresh = *c;
  draw_line(r, &fresh);
  for (i = 0; i < 3; i++) length += fabs(c->at[i] - c->from[i]);
  by = draw_log2(r, -40, 0) * (draw_index(r, 2) ? c->large : length);
  draw_direction(r, collide_dimensions(&c->shape), v);
  switch (sort) {
  case 0: /* parallel, at another point */
    for (i = 0; i < 3; i++) {
      other->from[i] += fresh.at[i] - c->at[i];
      if (c->is_segment) other->toward[i] += fresh.at[i] - c->at[i];
    }
    return;
  case 1:
  case 8:
  case 9:
  case 10: /* parallel, close by; often off the surface */
    if (draw_index(r, 3) && length_of(c->away) > 0)
      for (i = 0; i < 3; i++) v[i] = c->away[i];
    for (i = 0; i < 3; i++) {
      other->from[i] += by * v[i];
      if (c->is_segment) other->toward[i] += by * v[i];
    }
    return;
  case 2: /* from the same start to another point */
    for (i = 0; i < 3; i++) other->toward[i] = fresh.at[i] - (c->is_segment ? 0 : c->from[i]);
    return;
  case 3: /* from the same start, turned a little */
    by = draw_log2(r, -40, 0) * length_of(c->toward);
    for (i = 0; i < 3; i++) other->toward[i] += by * v[i];
    return;
  case 4: /* it ends elsewhere; of a segment along the same line */
    by = draw_offset(r, -30, 4);
    if (c->max <= DBL_MAX && !c->is_segment) other->max = fabs(c->max * (1 + by));
    for (i = 0; i < 3 && c->is_segment; i++) other->toward[i] += by * (c->toward[i] - c->from[i]);
    return;
  case 5: /* it starts elsewhere on the same line */
    by = draw_offset(r, -30, 4);
    for (i = 0; i < 3; i++) other->from[i] += by * (c->at[i] - c->from[i]);
    return;
  default:
    memcpy(other->from, fresh.from, sizeof fresh.from);
    for (i = 0; i < 3; i++) other->toward[i] = fresh.at[i] - (c->is_segment ? 0 : fresh.from[i]);
  }
}

int push_line(cast_case *c, const ends *other, int steps, cast_case *beyond) {
  ends a;
  double low = 0, high = 1;
  int answer = answer_of(c);
  get_ends(c, &a);
  put_ends(c, other);
  if (answer_of(c) == answer) return 0;
  while (steps-- > 0) {
    double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    put_between(c, &a, other, middle);
    if (answer_of(c) == answer)
      low = middle;
    else
      high = middle;
  }
  *beyond = *c;
  put_between(c, &a, other, low);
  put_between(beyond, &a, other, high);
  return 1;
}

/* 0 when there is no such shape. */
static int put_sizes(cast_case *c, const double sizes[9]) {
  collide_pose pose = c->source.pose;
  memcpy(c->source.sizes, sizes, sizeof c->source.sizes);
  return collide_set_pose(&c->shape, &c->source, &pose) == COLLIDE_OK;
}

/* One size times `factor`; of a box on both sides, so that they stay in order. */
static int scale_size(cast_case *c, const double old[9], int changed, double factor) {
  double sizes[9];
  memcpy(sizes, old, sizeof sizes);
  sizes[changed] *= factor;
  if (c->kind == COLLIDE_BOX) sizes[(changed + 3) % 6] *= factor;
  return put_sizes(c, sizes);
}

/* To change one of its sizes may bring the least corner above the greatest. */
static int is_made_by_corners(const cast_case *c) {
  int i, dimensions = c->kind == COLLIDE_BOX ? 3 : 2;
  if (c->kind != COLLIDE_BOX && c->kind != COLLIDE_RECT) return 0;
  for (i = 0; i < dimensions; i++)
    if (c->source.sizes[i] != -c->source.sizes[dimensions + i]) return 1;
  return 0;
}

int push_shape(rng *r, cast_case *c) {
  static cast_case tried;
  double old[9], low = 0, high = draw_index(r, 4) ? 20 : draw_between(r, 0, 20), most = high;
  int i, seen = 0, steps = 10, changed = -1, answer = answer_of(c), grows = draw_index(r, 2);
  memcpy(old, c->source.sizes, sizeof old);
  for (i = 0; i < 9; i++) /* any one that is not 0 */
    if (old[i] != 0 && draw_index(r, ++seen) == 0) changed = i;
  if (is_made_by_corners(c) || c->kind == COLLIDE_POLYGON || changed < 0) return 0;
  tried = *c;
  while (steps-- > 0) {
    double doublings = steps == 9 ? most : 0.5 * (low + high), factor;
    factor = ldexp(1 + doublings - floor(doublings), (int)doublings);
    if (scale_size(&tried, old, changed, grows ? factor : 1 / factor) &&
        answer_of(&tried) == answer) {
      *c = tried;
      if (doublings == most) break;
      low = doublings;
    } else {
      high = doublings;
    }
  }
  return 1;
}

int approach_gate(rng *r, cast_case *c, cast_case *beyond) {
  static cast_case start;
  ends other;
  int tries = 6, steps = draw_index(r, 3) ? 54 : 10 + draw_index(r, 44);
  start = *c;
  while (tries-- > 0) {
    draw_other(r, c, &other);
    if (push_line(c, &other, steps, beyond)) return 1;
    *c = start;
  }
  return 0;
}
