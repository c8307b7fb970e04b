/* SPDX-License-Identifier: MIT
 *
 * A line and a polygon with a radius: the union of the polygon and the capsules about its edges. A
 * line that meets it crosses its border, which is part of the capsules' borders. So the line is in
 * it from where it first enters a capsule to where it last leaves one.
 */
#include <string.h>

#include "kind.h"

void ci_polygon_round_edge(const collide_shape *s, int i, collide_shape *capsule) {
  const collide_corner *c = outline_stored(s);
  memset(capsule, 0, sizeof *capsule);
  capsule->kind = COLLIDE_CAPSULE_2D;
  capsule->radius = s->radius;
  capsule->reach = s->reach;
  memcpy(capsule->a, c[i].point, sizeof c[i].point);
  memcpy(capsule->b, c[(i + 1) % s->of.outline.count].point, sizeof c[i].point);
}

/* The line at the capsule of edge i. */
static line line_at_edge(const line *l, int i, collide_shape *capsule) {
  line at_edge = *l;
  ci_polygon_round_edge(l->shape, i, capsule);
  at_edge.shape = capsule;
  return at_edge;
}

static int round_meets(line *l) {
  int i, count = polygon_round_edges(l->shape);
  for (i = 0; i < count; i++) {
    collide_shape capsule;
    line at_edge = line_at_edge(l, i, &capsule);
    if (ci_capsule_exact.meets(&at_edge)) return 1;
  }
  return 0;
}

static side round_side(const line *l, double t) {
  int i, count = polygon_round_edges(l->shape);
  side all = side_make(-1, 1);
  for (i = 0; i < count; i++) {
    collide_shape capsule;
    line at_edge = line_at_edge(l, i, &capsule);
    side one;
    if (!ci_capsule_exact.meets(&at_edge)) continue;
    one = ci_capsule_exact.side_at(&at_edge, t);
    if (one.enter > all.enter) all.enter = one.enter;
    if (one.exit < all.exit) all.exit = one.exit;
  }
  return all;
}

/* Points of the polygon without the radius are inside. */
static int round_locate(const line *l, double t) {
  int i, count = polygon_round_edges(l->shape), where = 1;
  if (count > 1 && ci_polygon_exact.locate(l, t) <= 0) return -1;
  for (i = 0; i < count; i++) {
    collide_shape capsule;
    line at_edge = line_at_edge(l, i, &capsule);
    int one = ci_capsule_exact.locate(&at_edge, t);
    if (one < where) where = one;
  }
  return where;
}

const exact_cast ci_round_polygon_exact = {round_meets, round_side, round_locate, NULL};
