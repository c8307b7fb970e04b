/* SPDX-License-Identifier: MIT
 *
 * Casts at arrays against the same casts at each member alone: the nearest hit must be, to the last
 * bit, the one with the least t of those, of equal t that of the lower index and part; a part of a
 * group is asked as a shape. The cases are random shapes, grids and groups on a lattice, where ties
 * and touches abound; anywhere; and balls and rects that a cast touches but for rounding, which is
 * what pruning is most likely to lose. With an argument, that many times as many cases.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aims.h"
#include "collide.h"
#include "members.h"
#include "../support/mutant.h"
#include "target/group.h"
#include "../support/cast.h"
#include "target/target.h"

enum { CASES = 20000 };

static long failures, hits, ties, cases;

/* ---- The reference: each member alone ------------------------------------------------ */

static int ask_shape(const collide_cast *c, const collide_shape *s, collide_hit *hit) {
  int flags = c->flags & COLLIDE_SKIP_INSIDE;
  if (c->kind == COLLIDE_CAST_RAY)
    return collide_raycast(s, c->start, c->toward, c->max, flags, hit);
  if (c->kind == COLLIDE_CAST_SEGMENT)
    return collide_segmentcast(s, c->start, c->toward, flags, hit);
  return collide_linecast(s, c->start, c->toward, hit);
}

static int ask_grid(const collide_cast *c, const collide_grid *g, collide_grid_hit *hit) {
  if (c->kind == COLLIDE_CAST_RAY)
    return cast_grid(COLLIDE_CAST_RAY, g, c->start, c->toward, c->max, c->flags, hit);
  if (c->kind == COLLIDE_CAST_SEGMENT)
    return cast_grid(COLLIDE_CAST_SEGMENT, g, c->start, c->toward, 1, c->flags, hit);
  return cast_grid(COLLIDE_CAST_LINE, g, c->start, c->toward, HUGE_VAL, c->flags, hit);
}

typedef struct alone {
  int index, part, count; /* of the nearest; how many members are hit, */
  int parts;              /* and how many shapes and parts */
  double t;
  collide_hit hit;
  collide_grid_hit cell;
} alone;

/* Counts a hit of the member at that index, and returns 1 if it is the nearest so far. */
static int is_nearer(alone *r, double t, int index, int part) {
  if (r->index >= 0 && t == r->t) ties++;
  if (r->index >= 0 && !(t < r->t)) return 0;
  r->index = index;
  r->part = part;
  r->t = t;
  return 1;
}

static int ask_parts(const collide_cast *c, const collide_shape_group *group, int index, alone *r) {
  int i, count = collide_group_count(group), found = 0;
  for (i = 0; i < count; i++) {
    collide_hit hit;
    if (!ask_shape(c, ci_group_part(group, i), &hit)) continue;
    found = 1;
    r->parts++;
    if (is_nearer(r, hit.t, index, i + 1)) r->hit = hit;
  }
  return found;
}

static alone ask_each(const collide_cast *c, int count) {
  alone r;
  int i;
  memset(&r, 0, sizeof r);
  r.index = -1;
  for (i = 0; i < count; i++) {
    collide_hit hit;
    collide_grid_hit cell;
    if (members[i].kind == COLLIDE_TARGET_GROUP) {
      r.count += ask_parts(c, members[i].of.group, i, &r);
    } else if (members[i].kind == COLLIDE_TARGET_SHAPE) {
      if (!ask_shape(c, members[i].of.shape, &hit)) continue;
      r.count++;
      r.parts++;
      if (is_nearer(&r, hit.t, i, 0)) r.hit = hit;
    } else {
      if (!ask_grid(c, members[i].of.grid, &cell)) continue;
      r.count++;
      if (is_nearer(&r, cell.t, i, 0)) r.cell = cell;
    }
  }
  return r;
}

/* ---- Comparing ------------------------------------------------------------------------ */

/* The same bits, but that a NaN is never right. */
static int same(const double *a, const double *b, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (a[i] != a[i]) return 0;
  return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static int same_hit(const collide_target_hit *h, const alone *r) {
  const collide_hit *a = &h->hit, *b = &r->hit;
  const collide_grid_hit *g = &r->cell;
  const collide_shape *shape = h->member.of.shape;
  if (h->index != r->index || h->member.kind != members[r->index].kind) return 0;
  if (h->part != r->part) return 0;
  if (h->member.kind == COLLIDE_TARGET_GRID)
    return h->member.of.grid == members[r->index].of.grid && same(&a->t, &g->t, 1) &&
           same(&a->t_exit, &g->t_exit, 1) && same(a->point, g->point, 3) &&
           same(a->normal, g->normal, 3) && a->inside == g->inside && h->value == g->value &&
           h->count == g->count && memcmp(h->cell, g->cell, sizeof g->cell) == 0 &&
           memcmp(h->cells, g->cells, (size_t)g->count * sizeof g->cells[0]) == 0;
  if (h->member.kind == COLLIDE_TARGET_GROUP) {
    if (h->member.of.group != members[r->index].of.group) return 0;
    shape = ci_group_part(h->member.of.group, h->part - 1);
  } else if (h->member.of.shape != members[r->index].of.shape) {
    return 0;
  }
  return same(&a->t, &b->t, 1) && same(&a->t_exit, &b->t_exit, 1) && same(a->point, b->point, 3) &&
         same(a->normal, b->normal, 3) && same(&a->u, &b->u, 1) && same(&a->v, &b->v, 1) &&
         a->inside == b->inside && a->has_point == b->has_point && a->face == b->face &&
         a->edge == b->edge && h->count == 0 && h->triangle == (shape->kind == COLLIDE_TRIANGLE);
}

static void fail(const char *what, const collide_cast *c, int count) {
  int i;
  if (add_failure(&failures) > 5) return;
  printf("%s: %d members, cast %d, flags %d, max %.17g\n", what, count, c->kind, c->flags, c->max);
  for (i = 0; i < 3; i++) printf("  %.17g %.17g\n", c->start[i], c->toward[i]);
}

/* Offers all members in a random order. */
static int offer_all(const collide_cast *c, int count, collide_target_hit *hit) {
  nearest_hit nearest;
  int i, k, order[MOST];
  ci_nearest_begin(&nearest, c);
  for (i = 0; i < count; i++) {
    k = (int)below((unsigned)i + 1);
    order[i] = order[k];
    order[k] = i;
  }
  for (i = 0; i < count; i++) {
    ci_nearest_offer(&nearest, &members[order[i]], order[i], NULL);
  }
  return ci_nearest_finish(&nearest, hit);
}

/* Whether all hits of one member are those of an array of it alone. */
static int same_alone(const collide_cast *c, const collide_target_hit *h) {
  collide_hit hit;
  if (h->member.kind != COLLIDE_TARGET_GROUP) return h->part == 0;
  return ask_shape(c, ci_group_part(h->member.of.group, h->part - 1), &hit) &&
         same(&hit.t, &h->hit.t, 1) && same(hit.normal, h->hit.normal, 3) &&
         same(&hit.t_exit, &h->hit.t_exit, 1) && same(hit.point, h->hit.point, 3);
}

/* How many members have hits, and *parts shapes and parts; -1 unless all hits are in order. */
static int count_members(const collide_cast *c, const collide_target *target, int *parts) {
  target_hits all;
  collide_target_hit hit;
  int last = -1, part = 0, count = 0;
  *parts = 0;
  ci_target_hits_begin(&all, c, target);
  while (ci_target_hits_next(&all, &hit)) {
    if (hit.index < last || !same_alone(c, &hit)) return -1;
    if (hit.index == last && hit.member.kind == COLLIDE_TARGET_SHAPE) return -1;
    if (hit.index == last && hit.part > 0 && hit.part <= part) return -1;
    count += hit.index != last;
    *parts += hit.member.kind != COLLIDE_TARGET_GRID;
    last = hit.index;
    part = hit.part;
  }
  return count;
}

/* A miss writes nothing. */
static int keeps_hit(const collide_cast *c, const collide_target *target) {
  collide_target_hit hit, before;
  memset(&before, 0xa5, sizeof before);
  hit = before;
  return collide_cast_at(c, target, &hit) || memcmp(&hit, &before, sizeof hit) == 0;
}

static void compare(const collide_cast *c, int count) {
  collide_target target = collide_target_of_array(members, count);
  collide_target_hit hit;
  alone r = ask_each(c, count);
  int found = r.index >= 0, parts;
  cases++;
  hits += found;
  if (collide_cast_at(c, &target, &hit) != found || (found && !same_hit(&hit, &r)))
    fail("nearest", c, count);
  if (offer_all(c, count, &hit) != found || (found && !same_hit(&hit, &r)))
    fail("offered", c, count);
  if (collide_cast_at(c, &target, NULL) != found) fail("any", c, count);
  if (count_members(c, &target, &parts) != r.count || parts != r.parts) fail("all", c, count);
  if (!keeps_hit(c, &target) || (count > 0 && !keeps_hit(c, &members[0]))) fail("a miss", c, count);
  if (!found) return;
  members[0] = members[r.index];
  r.index = 0;
  found = collide_cast_at(c, &members[0], &hit);
  if (collide_cast_at(c, &members[0], NULL) != found) fail("lone, any", c, 1);
  if (!found || !same_hit(&hit, &r)) fail("lone", c, 1);
}

/* ---- Cases ---------------------------------------------------------------------------- */

/* Whether a part is the same in both groups, by what a cast and its bounds tell. */
static int same_part(const collide_shape *a, const collide_shape *b, const collide_cast *c) {
  collide_hit first, second;
  double min[2][3], max[2][3];
  int found = ask_shape(c, a, &first);
  collide_bounds(a, min[0], max[0]);
  collide_bounds(b, min[1], max[1]);
  if (!same(min[0], min[1], 3) || !same(max[0], max[1], 3)) return 0;
  if (ask_shape(c, b, &second) != found) return 0;
  return !found || (same(&first.t, &second.t, 1) && same(first.normal, second.normal, 3) &&
                    same(first.point, second.point, 3) && same(&first.t_exit, &second.t_exit, 1));
}

/* To move a group is to pose it elsewhere; a pose that is refused changes nothing; and with an
 * identity pose all parts are where they were before they were in the group. */
static void check_moves(void) {
  int dimensions = 2 + (int)below(2), i, at = -2;
  collide_shape_group *group = make_group(dimensions);
  collide_shape before[PARTS], lone[PARTS];
  collide_pose pose = make_pose(dimensions, (int)below(6)), refused = pose;
  double place[3];
  collide_cast c;
  draw_lattice();
  make_cast(&c, dimensions);
  cases++;
  if (collide_group_set_pose(group, &pose, NULL) == COLLIDE_OK) {
    vector(place, dimensions);
    collide_group_set_position(group, place);
    for (i = 0; i < collide_group_count(group); i++) before[i] = *ci_group_part(group, i);
    memcpy(pose.position, place, sizeof place);
    for (i = 0; i < collide_group_count(group); i++) { /* polygons are not among them */
      if (before[i].kind == COLLIDE_POLYGON) abort();
    }
    refused.scale[0] = refused.scale[1] = DBL_MAX;
    refused.position[0] = DBL_MAX;
    if (collide_group_set_pose(group, &refused, &at) == COLLIDE_OK || at < -1) at = -2;
    for (i = 0; i < collide_group_count(group); i++)
      if (at == -2 || !same_part(&before[i], ci_group_part(group, i), &c))
        fail("a group whose pose was refused", &c, i);
    if (collide_group_set_pose(group, &pose, NULL) != COLLIDE_OK) fail("posed again", &c, 0);
    for (i = 0; i < collide_group_count(group); i++)
      if (!same_part(&before[i], ci_group_part(group, i), &c))
        fail("a group that was moved", &c, i);
  }
  pose = collide_identity_pose();
  if (collide_group_set_pose(group, &pose, NULL) != COLLIDE_OK) fail("identity", &c, 0);
  for (i = 0; i < collide_group_count(group); i++) {
    collide_source source = *ci_group_source(group, i);
    lone[i] = *ci_group_part(group, i);
    if (collide_set_pose(&lone[i], &source, ci_group_own_pose(group, i)) != COLLIDE_OK ||
        !same_part(&lone[i], ci_group_part(group, i), &c))
      fail("a group without a pose", &c, i);
  }
  free(group);
}

/* The bounds of an array hold those of its members and no more. */
static void check_bounds(void) {
  double low[3], high[3], min[3], max[3], least[3], most[3];
  int i, k, dimensions = 2 + (int)below(2), count = make_members(dimensions), found;
  collide_target target = collide_target_of_array(members, count);
  found = collide_target_bounds(&target, min, max);
  for (k = 0; k < 3; k++) {
    least[k] = HUGE_VAL;
    most[k] = -HUGE_VAL;
  }
  for (i = 0; i < count; i++) {
    if (members[i].kind == COLLIDE_TARGET_SHAPE)
      collide_bounds(members[i].of.shape, low, high);
    else if (members[i].kind == COLLIDE_TARGET_GROUP)
      ci_group_bounds(members[i].of.group, low, high);
    else
      collide_target_bounds(&members[i], low, high);
    for (k = 0; k < 3; k++) {
      if (low[k] < least[k]) least[k] = low[k];
      if (high[k] > most[k]) most[k] = high[k];
    }
  }
  cases++;
  if (found != (count > 0) || (found && (!same(min, least, 3) || !same(max, most, 3))) ||
      collide_target_dimensions(&target) != (count > 0 ? dimensions : 0)) {
    add_failure(&failures);
    puts("bounds or dimensions");
  }
}

int main(int argc, char **argv) {
  long n, times = CASES * (argc > 1 ? atol(argv[1]) : 1);
  make_grids();
  for (n = 0; n < times; n++) {
    cast_at_random();
    cast_at_random();
    cast_at_touch();
    cast_at_touch();
    cast_at_sieve();
    if (n % 4 == 1) cast_at_same_time();
    if (n % 16 == 0) check_bounds();
    if (n % 4 == 2) check_moves();
  }
  for (n = 0; n < MOST; n++) free(groups[n]);
  collide_grid_free(grids[0]);
  collide_grid_free(grids[1]);
  printf("%ld cases, %ld hits, %ld ties, %ld failures\n", cases, hits, ties, failures);
  return failures > 0;
}
