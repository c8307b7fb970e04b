/* SPDX-License-Identifier: MIT
 *
 * Casts at arrays, drawn and aimed, for spec/target/driver.c: at random members, and at balls and
 * rects that a cast touches but for rounding.
 */
#ifndef COLLIDE_TARGET_AIMS_H
#define COLLIDE_TARGET_AIMS_H

#include "members.h"

/* Asks about so many members. */
static void compare(const collide_cast *c, int count);

static void make_cast(collide_cast *c, int dimensions) {
  c->kind = (collide_cast_kind)below(3);
  c->flags = (int)below(4);
  c->max = below(2) ? HUGE_VAL : size();
  vector(c->start, dimensions);
  if (c->kind == COLLIDE_CAST_SEGMENT)
    vector(c->toward, dimensions);
  else
    direction(c->toward, dimensions);
}

static void cast_at_random(void) {
  collide_cast c;
  int i, count, dimensions = 2 + (int)below(2);
  draw_lattice();
  count = make_members(dimensions);
  make_cast(&c, dimensions);
  for (i = 0; i < 3 && below(4) == 0; i++) /* from far away, at the origin */
    if (c.kind != COLLIDE_CAST_SEGMENT) c.start[i] -= 1000 * c.toward[i];
  compare(&c, count);
}

/* A ball or a rect which the line, the start or the end touches, but for rounding: `reach` from a
 * point of the line, to the side, backward or forward. */
static void cast_at_touch(void) {
  collide_source source;
  collide_cast c;
  double d[3], n[3] = {0, 0, 0}, center[3], half[2], t, length, r, along = 0;
  int i, where = (int)below(3), dimensions = 2 + (int)below(2);
  on_lattice = 0;
  make_cast(&c, dimensions);
  for (i = 0; i < 3; i++) {
    c.start[i] *= ldexp(1, (int)below(20) - 8);
    if (c.kind == COLLIDE_CAST_SEGMENT) c.toward[i] += c.start[i];
    d[i] = c.kind == COLLIDE_CAST_SEGMENT ? c.toward[i] - c.start[i] : c.toward[i];
  }
  c.max = c.kind == COLLIDE_CAST_SEGMENT ? 1 : ldexp(uniform(1, 2), (int)below(8) - 4);
  t = where == 0 ? uniform(0, c.max) : where == 1 ? 0 : c.max;
  length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  r = length * ldexp(uniform(1, 2), (int)below(8) - 6);
  direction(n, dimensions);
  for (i = 0; i < 3; i++) along += n[i] * d[i] / length;
  for (i = 0; i < 3; i++) n[i] = where == 0 ? n[i] - along * d[i] / length : d[i];
  length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(length > 1e-3)) return;
  for (i = 0; i < 3; i++) n[i] *= (where == 1 ? -1 : 1) / length;
  if (dimensions == 3 || below(2)) {
    for (i = 0; i < 3; i++) center[i] = c.start[i] + t * d[i] + r * n[i];
    if (dimensions == 3)
      collide_make_sphere(&shapes[0], &source, r);
    else
      collide_make_circle(&shapes[0], &source, r);
  } else {
    double low[2], high[2];
    for (i = 0; i < 2; i++) half[i] = r * uniform(0.2, 1);
    for (i = 0; i < 2; i++) { /* the corner that lies back along n */
      double corner = c.start[i] + t * d[i];
      low[i] = n[i] < 0 ? corner - half[i] : corner;
      high[i] = n[i] < 0 ? corner : corner + half[i];
    }
    if (collide_make_rect_corners(&shapes[0], &source, low, high) != COLLIDE_OK) return;
  }
  if (shapes[0].kind != COLLIDE_RECT) collide_set_position(&shapes[0], &source, center);
  shapes[0].hollow = 0;
  members[0] = collide_target_of_shape(&shapes[0]);
  compare(&c, 1);
}

/* Two balls of which the line touches the second but for rounding. What packs see in floats is seen
 * from the first one, which is far from it, or near, or in its place; the start is up to 2^36 away,
 * where the direction's own rounding is what counts. */
static void cast_at_sieve(void) {
  collide_source source;
  collide_cast c;
  double n[3] = {0, 0, 0}, center[3], along = 0, length, back = ldexp(1, (int)below(37)), r;
  int i, dimensions = 2 + (int)below(2), far = (int)below(12) - 4;
  on_lattice = 0;
  make_cast(&c, dimensions);
  c.kind = below(2) ? COLLIDE_CAST_RAY : COLLIDE_CAST_LINE;
  c.flags = 0;
  c.max = HUGE_VAL;
  direction(c.toward, dimensions);
  direction(n, dimensions);
  length = sqrt(c.toward[0] * c.toward[0] + c.toward[1] * c.toward[1] + c.toward[2] * c.toward[2]);
  for (i = 0; i < 3; i++) along += n[i] * c.toward[i] / length;
  for (i = 0; i < 3; i++) n[i] -= along * c.toward[i] / length;
  length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(length > 1e-3)) return;
  r = uniform(0.5, 1);
  for (i = 0; i < 3; i++) {
    center[i] = c.start[i] + r * n[i] / length;
    c.start[i] -= back * c.toward[i];
  }
  for (i = 0; i < 2; i++) {
    double place[3];
    vector(place, dimensions);
    place[0] = center[0] + ldexp(place[0], far);
    place[1] = center[1] + ldexp(place[1], far);
    place[2] = center[2] + (dimensions == 3 ? ldexp(place[2], far) : 0);
    if (dimensions == 3)
      collide_make_sphere(&shapes[i], &source, r);
    else
      collide_make_circle(&shapes[i], &source, r);
    collide_set_position(&shapes[i], &source, i == 0 ? place : center);
    members[i] = collide_target_of_shape(&shapes[i]);
  }
  if (below(4) == 0) members[0] = members[1];
  compare(&c, 2);
}

/* Balls of all sizes that the line enters at the same t, where the centre that comes first is of no
 * help, and others beside and behind it. */
static void cast_at_same_time(void) {
  collide_source source;
  collide_cast c;
  int i, axis, dimensions = 2 + (int)below(2), count = 2 + (int)below(MOST - 1);
  double sign = below(2) ? 1 : -1;
  on_lattice = 1;
  lattice_unit = 1;
  make_cast(&c, dimensions);
  c.kind = COLLIDE_CAST_RAY;
  c.max = HUGE_VAL;
  c.flags = 0;
  axis = (int)below((unsigned)dimensions);
  for (i = 0; i < 3; i++) c.toward[i] = i == axis ? sign * ldexp(1, (int)below(9) - 4) : 0;
  for (i = 0; i < count; i++) {
    double r = ldexp(1 + below(7), -2), center[3];
    memcpy(center, c.start, sizeof center);
    center[axis] += sign * (3 + r + (below(4) == 0 ? ldexp(1, -40) : 0));
    if (dimensions == 3)
      collide_make_sphere(&shapes[i], &source, r);
    else
      collide_make_circle(&shapes[i], &source, r);
    collide_set_position(&shapes[i], &source, center);
    members[i] = collide_target_of_shape(&shapes[i]);
  }
  compare(&c, count);
}

#endif
