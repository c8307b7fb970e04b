/* SPDX-License-Identifier: MIT */
#include "plane_caliper.h"

#include "../../number/orient.h"

/* The direction of the other outline's edge that begins at `corner`, across the caliper's edge. -1:
 * inwards, to a corner that is less far beyond it. 1: outwards. 0: parallel. If the caliper follows
 * the corner that is most beyond, the signs are swapped. */
static int leads(const caliper *c, int corner) {
  const double *p = c->outline->corners[c->edge].point,
               *next = next_corner(c->outline, c->edge)->point;
  const double *q = c->other->corners[corner].point, *r = next_corner(c->other, corner)->point;
  return c->most ? ci_cross2d(p, next, q, r) : ci_cross2d(next, p, q, r);
}

/* Finds the corner where edges that lead inwards end. The outline turns by less than half a turn
 * there, so the edge that begins there leads outwards or is parallel. Exactly one corner has this
 * property. (Beyond the range of exact signs there may be none.) */
void ci_caliper_start(caliper *c, const plane_outline *outline, const plane_outline *other,
                      int most) {
  int i, before;
  c->outline = outline;
  c->other = other;
  c->edge = c->corner = c->level = 0;
  c->most = most;
  before = leads(c, other->count - 1);
  for (i = 0; i < other->count; i++) {
    int now = leads(c, i);
    if (before < 0 && now >= 0) {
      c->corner = i;
      c->level = now == 0;
      return;
    }
    before = now;
  }
}

/* From one edge to the next the outline turns by less than half a turn. The other outline's first
 * edge that did not lead inwards across the former edge is less than half a turn ahead of it. So
 * the edges that lead inwards across the next edge are those between the directions of the two
 * edges. */
void ci_caliper_next(caliper *c) {
  int steps, now = 0;
  c->edge++;
  if (c->edge == c->outline->count) return;
  for (steps = 0; steps < c->other->count; steps++) {
    now = leads(c, c->corner);
    if (now >= 0) break;
    c->corner = c->corner + 1 < c->other->count ? c->corner + 1 : 0;
  }
  c->level = now == 0;
}

/* ---- Do they meet? ------------------------------------------------------------------
 *
 * If two convex polygons are disjoint, an edge of one of them separates them.
 */

/* Does the edge from p to next separate the outline from the other, as far as plain doubles decide?
 * `error` is beyond_error. Tests the corners from *at on, and sets *at to the start for the next
 * edge. Subtracts the number of tests from *steps. */
static int is_parting(const collide_corner *p, const collide_corner *next,
                      const plane_outline *other, double error, int *at, long *steps) {
  int i = *at, looked;
  for (looked = 0; looked < other->count; looked++) {
    if (beyond(p, other->corners[i].point) < -error) break;
    i = i + 1 < other->count ? i + 1 : 0;
  }
  *at = i;
  *steps -= looked;
  if (looked < other->count) return 0;
  for (i = 0; i < other->count; i++) {
    const double *q = other->corners[i].point;
    if (beyond(p, q) <= error && orient2d(p->point, next->point, q) >= 0) return 0;
  }
  return 1;
}

/* 1 or 0, or PAIR_UNSURE if the steps run out. Plain doubles leave few edges undecided, unless a
 * outline is as thin as a rounding error. Only those edges take a full round. */
static int try_parting_edges(const plane_outline *outline, const plane_outline *other,
                             long *steps) {
  double error = beyond_error(outline, other);
  int i, at = 0;
  for (i = 0; i < outline->count; i++) {
    if (*steps <= 0) return PAIR_UNSURE;
    if (is_parting(&outline->corners[i], next_corner(outline, i), other, error, &at, steps))
      return 1;
  }
  return 0;
}

static int has_parting_edge(const plane_outline *outline, const plane_outline *other) {
  long steps = WALK_STEPS * ((long)outline->count + other->count);
  caliper c;
  int found = try_parting_edges(outline, other, &steps);
  if (found != PAIR_UNSURE) return found;
  for (ci_caliper_start(&c, outline, other, 0); c.edge < outline->count; ci_caliper_next(&c)) {
    const double *p = outline->corners[c.edge].point, *next = next_corner(outline, c.edge)->point;
    if (orient2d(p, next, other->corners[c.corner].point) < 0) return 1;
  }
  return 0;
}

int ci_large_outlines_meet(const plane_outline *a, const plane_outline *b) {
  return !has_parting_edge(a, b) && !has_parting_edge(b, a);
}

/* ---- Does an outline contain a point? -------------------------------------------------------- */

int ci_large_outline_holds(const plane_outline *h, const double q[2], int *wedge) {
  const collide_corner *c = h->corners;
  int low = 1, high = h->count - 1;
  if (orient2d(c[0].point, c[1].point, q) < 0) return 0;
  if (orient2d(c[0].point, c[high].point, q) > 0) return 0;
  while (high - low > 1) { /* q is not to the right of corner `low`, seen from corner 0 */
    int middle = low + (high - low) / 2;
    if (orient2d(c[0].point, c[middle].point, q) >= 0)
      low = middle;
    else
      high = middle;
  }
  *wedge = low;
  return orient2d(c[low].point, c[low + 1].point, q) >= 0;
}
