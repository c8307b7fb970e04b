/* SPDX-License-Identifier: MIT
 *
 * Lines on the border between what the short way answers and what it leaves to
 * the exact way: there a margin that is too narrow gives a wrong answer, if it
 * does so anywhere. The border is found by asking the short way itself: between
 * two lines that it answers differently the answer changes somewhere, and
 * bisection costs some fifty of its calls.
 */
#include <float.h>
#include <string.h>

#include "cast_case.h"
#include "shape/quick.h"

typedef struct ends {
  double from[3], toward[3], max;
} ends;

static void get_ends(const cast_case *c, ends *e) {
  memcpy(e->from, c->from, sizeof e->from);
  memcpy(e->toward, c->toward, sizeof e->toward);
  e->max = c->max;
}

static void put_ends(cast_case *c, const ends *e) {
  memcpy(c->from, e->from, sizeof e->from);
  memcpy(c->toward, e->toward, sizeof e->toward);
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

/* 0 when there is no such shape. */
static int put_sizes(cast_case *c, const double sizes[9]) {
  collide_pose pose = c->source.pose;
  memcpy(c->source.sizes, sizes, sizeof c->source.sizes);
  return collide_set_pose(&c->shape, &c->source, &pose) == COLLIDE_OK;
}

/* The same with one of the shape's sizes in the line's place; roughly, for a shape costs more. */
static int approach_other_shape(rng *r, cast_case *c, cast_case *beyond) {
  double old[9], sizes[9], low = 0, high = 1, by = draw_offset(r, -2, 10);
  int axes = c->kind == COLLIDE_BOX ? 3 : c->kind == COLLIDE_RECT ? 2 : 0;
  int i, steps = 10, changed = draw_index(r, 9), answer = answer_of(c), other;
  if (c->shape.fixed || c->kind == COLLIDE_POLYGON || c->source.sizes[changed] == 0) return 0;
  memcpy(old, c->source.sizes, sizeof old);
  memcpy(sizes, old, sizeof old);
  *beyond = *c;
  while (steps-- > 0) {
    double part = steps == 9 ? 1 : 0.5 * (low + high);
    /* Never through zero: no length is negative. */
    double times = by < 0 ? 1 / (1 - part * by) : 1 + part * by;
    sizes[changed] = old[changed] * times;
    /* Boxes and rects stay centered, so that their corners stay in order. */
    for (i = 0; i < 2 * axes; i++) sizes[i] = old[i] * (i % axes == changed % axes ? times : 1);
    other = put_sizes(beyond, sizes) ? answer_of(beyond) : -1;
    if (steps == 9) {
      if (other == answer) break;
      continue;
    }
    if (other == answer) {
      low = part;
      *c = *beyond;
    } else if (other >= 0) {
      high = part;
    } else {
      break;
    }
  }
  *beyond = *c;
  return answer > 0;
}

int approach_gate(rng *r, cast_case *c, cast_case *beyond) {
  ends a, b;
  double low = 0, high = 1;
  int answer = answer_of(c), other = answer, tries = 6;
  int steps = draw_index(r, 3) ? 54 : 10 + draw_index(r, 44);
  if (draw_index(r, 6) == 0) return approach_other_shape(r, c, beyond);
  get_ends(c, &a);
  while (other == answer && tries-- > 0) {
    draw_other(r, c, &b);
    put_ends(c, &b);
    other = answer_of(c);
    put_ends(c, &a);
  }
  if (other == answer) return 0;
  while (steps-- > 0) {
    double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    put_between(c, &a, &b, middle);
    if (answer_of(c) == answer)
      low = middle;
    else
      high = middle;
  }
  put_between(c, &a, &b, low);
  *beyond = *c;
  put_between(beyond, &a, &b, high);
  return 1;
}
