/* SPDX-License-Identifier: MIT
 *
 * A margin may be too narrow only in a corner of what a quick cast answers: of
 * the most needle-like of shapes, from the farthest start, at the flattest angle
 * that it accepts. So these cases go as far in each of these ways as the answer
 * stays the same, one after the other, and only then to the surface.
 */
#include <float.h>
#include <string.h>

#include "cast_gates.h"

static void shift(ends *e, int is_segment, double by, const double v[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    e->from[i] += by * v[i];
    e->at[i] += by * v[i];
    if (is_segment) e->toward[i] += by * v[i];
  }
}

/* The same line from another start. */
static void draw_back(rng *r, const cast_case *c, ends *e) {
  double factor = draw_log2(r, 0, 12);
  int i;
  if (draw_index(r, 4) == 0) factor = 1 / factor;
  for (i = 0; i < 3; i++) e->from[i] = c->at[i] + factor * (c->from[i] - c->at[i]);
}

/* Along what is special about the feature: down the axis, along the edge. */
static void draw_slide(rng *r, const cast_case *c, ends *e) {
  double by = draw_sign(r) * draw_log2(r, -3, 4) * (draw_index(r, 2) ? c->large : c->small);
  shift(e, c->is_segment, by, c->along);
}

/* About the point aimed at or the start, towards the special direction or across it. */
static void draw_turn(rng *r, const cast_case *c, ends *e) {
  double v[3], back = 0, on = 0;
  int i, about_start = draw_index(r, 2);
  if (draw_index(r, 2))
    memcpy(v, c->along, sizeof v);
  else
    cross_of(c->along, c->away, v);
  if (draw_index(r, 2))
    for (i = 0; i < 3; i++) v[i] = -v[i];
  if (collide_dimensions(&c->shape) == 2) v[2] = 0;
  if (!make_unit(v)) return;
  for (i = 0; i < 3; i++) {
    double d = c->from[i] - c->at[i], o = c->is_segment ? c->toward[i] - c->at[i] : c->toward[i];
    back += d * d;
    on += o * o;
  }
  back = sqrt(back);
  on = sqrt(on);
  for (i = 0; i < 3; i++) {
    if (about_start)
      e->at[i] = c->from[i] + back * v[i];
    else
      e->from[i] = c->at[i] - back * v[i];
    e->toward[i] = c->is_segment ? e->at[i] + on * v[i] : on * v[i];
  }
}

/* A grazing line that is put so far off the surface that the quick cast answers; `off` is how far.
 */
static int draw_answered(rng *r, cast_case *c, double *off) {
  int tries = 6;
  ends e;
  while (tries-- > 0) {
    draw_grazing_line(r, c);
    *off = draw_log2(r, -12, 2) * (draw_index(r, 2) ? c->large : c->small);
    if (draw_index(r, 3) == 0) *off = -*off;
    get_ends(c, &e);
    shift(&e, c->is_segment, *off, c->away);
    put_ends(c, &e);
    if (answer_of(c) != 0) return 1;
  }
  return 0;
}

static void push(rng *r, cast_case *c, cast_case *beyond) {
  ends e;
  get_ends(c, &e);
  switch (draw_index(r, 5)) {
  case 0:
  case 1:
    draw_back(r, c, &e);
    break;
  case 2:
    draw_slide(r, c, &e);
    break;
  case 3:
    draw_turn(r, c, &e);
    break;
  default:
    (void)push_shape(r, c);
    return;
  }
  (void)push_line(c, &e, 6 + draw_index(r, 20), beyond);
}

int approach_corner(rng *r, cast_case *c, double *off) {
  static cast_case beyond;
  int pushes = 2 + draw_index(r, 6);
  if (!draw_answered(r, c, off)) return 0;
  while (pushes-- > 0) push(r, c, &beyond);
  return 1;
}

/* To a parallel that runs through a point of the surface, and a little on. */
static void shift_to_surface(rng *r, const cast_case *c, ends *e) {
  double p[3], d[3], t = 0, dd = 0, beyond = draw_index(r, 2) ? 1 : draw_between(r, 1, 1.5);
  int i;
  draw_surface_point(r, c, p);
  for (i = 0; i < 3; i++) {
    d[i] = c->is_segment ? c->toward[i] - c->from[i] : c->toward[i];
    p[i] -= c->from[i];
    t += d[i] * p[i];
    dd += d[i] * d[i];
  }
  for (i = 0; i < 3; i++) p[i] -= t / dd * d[i];
  shift(e, c->is_segment, beyond, p);
}

/* Across the line and the special direction: where they cross in space they stay as far along. */
static void shift_across(rng *r, const cast_case *c, ends *e) {
  double v[3], d[3];
  int i;
  for (i = 0; i < 3; i++) d[i] = c->is_segment ? c->toward[i] - c->from[i] : c->toward[i];
  cross_of(c->along, d, v);
  if (collide_dimensions(&c->shape) == 2 || !make_unit(v)) return;
  shift(e, c->is_segment, draw_sign(r) * draw_log2(r, -2, 7) * c->small, v);
}

int approach_surface(rng *r, cast_case *c, double off, cast_case *beyond) {
  double v[3], by, lengths[2], d[3];
  int i;
  ends e;
  for (i = 0; i < 3; i++) d[i] = c->from[i] - c->at[i];
  lengths[0] = fabs(off);
  lengths[1] = length_of(d);
  draw_direction(r, collide_dimensions(&c->shape), v);
  by = draw_offset(r, -54, -6) * lengths[draw_index(r, 2)];
  for (i = 0; i < 3; i++) c->from[i] += by * v[i];
  if (!c->is_segment) { /* the error of a direction is the same for all its lines */
    by = draw_offset(r, -54, -10) * length_of(c->toward);
    draw_direction(r, collide_dimensions(&c->shape), v);
    for (i = 0; i < 3; i++) c->toward[i] += by * v[i];
  }
  get_ends(c, &e);
  switch (draw_index(r, 3)) {
  case 0:
    shift(&e, c->is_segment, -2 * off, c->away);
    break;
  case 1:
    shift_to_surface(r, c, &e);
    break;
  default:
    shift_across(r, c, &e);
  }
  return push_line(c, &e, 54, beyond);
}
