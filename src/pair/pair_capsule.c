/* SPDX-License-Identifier: MIT
 *
 * The short way of measuring a capsule or segment beside a circle, a point, or another one. A
 * segment has two edges, there and back; of two that do not cross, the nearest points are an end of
 * one and a point of the other, and of two that do, an end gives the least push. Answers are those
 * of pair_point.c and pair_quick.c, which are asked wherever these are not certain: also where
 * edges are parallel but for rounding.
 */
#include "pair_beside.h"

/* A segment that is no point. */
typedef struct pair_segment {
  const collide_corner *corners; /* two */
  lanes p, next;
  double radius;
} pair_segment;

static PAIR_INLINE int is_ordinary(const collide_shape *s) {
  return s->of.outline.magnitude < 1e100 && s->radius < 1e100;
}

/* 0 if it is left to others. */
static PAIR_INLINE int view_segment(const collide_shape *shape, pair_segment *s) {
  s->corners = shape->of.outline.corners;
  s->p = lanes_load(s->corners[0].point);
  s->next = lanes_load(s->corners[1].point);
  s->radius = shape->radius;
  return shape->of.outline.count == 2 && is_ordinary(shape);
}

/* ---- A point and an edge: 0 if unsure ---------------------------------------------------------
 */

/* The segment lies along an axis: then its border has one coordinate there. */
static int measure_level(const pair_segment *s, const double q[2], double radius, pair_beside *at) {
  int side = try_cross(s->corners[0].point, s->corners[1].point, q), edge = side > 0, axis;
  const collide_corner *c = &s->corners[edge];
  double border[2];
  if (side == FILTER_UNSURE ||
      !ci_quick_beyond(c->point, s->corners[1 - edge].point, q, radius, s->radius, &at->apart))
    return 0;
  axis = c->normal[0] == 0;
  at->normal = lanes_load(c->normal);
  at->on_a = lanes_sub(lanes_load(q), lanes_mul(at->normal, lanes_same(radius)));
  lanes_store(border, lanes_sub(at->on_a, lanes_mul(at->normal, lanes_same(at->apart))));
  border[axis] = c->point[axis] + c->normal[axis] * s->radius;
  at->on_b = lanes_load(border);
  return 1;
}

/* A point with a radius, which is a, beside an edge of the segment: of the two edges the one on
 * that side, which plain doubles tell unless `across` says otherwise. The nearest points are so far
 * from the point along the normal. */
static PAIR_INLINE int measure_edge(const pair_segment *s, const double q[2], double radius,
                                    pair_beside *at) {
  const double *p = s->corners[0].point, *next = s->corners[1].point;
  int edge = (next[0] - p[0]) * (q[1] - p[1]) > (next[1] - p[1]) * (q[0] - p[0]);
  const collide_corner *c = &s->corners[edge];
  lanes point = lanes_load(q);
  pair_across x;
  if (c->normal[0] == 0 || c->normal[1] == 0) return measure_level(s, q, radius, at);
  if (!cross_edge(lanes_load(c->point), lanes_load(s->corners[1 - edge].point), point, &x))
    return 0;
  if (!(x.across.hi > 0 && beyond_edge(&x, radius, s->radius, &at->apart))) return 0;
  at->normal = lanes_load(c->normal);
  at->on_a = lanes_sub(point, lanes_mul(at->normal, lanes_same(radius)));
  at->on_b = lanes_sub(at->on_a, lanes_mul(at->normal, lanes_same(at->apart)));
  return 1;
}

/* ---- Signs --------------------------------------------------------------------------------- */

/* How two points lie to a segment: on which side of its line (above 0 is the left one), behind its
 * first end along it, and before its second one. */
typedef struct two_beside {
  two_sums side, behind, before;
} two_beside;

static PAIR_INLINE void look_along(const pair_segment *s, lanes x, lanes y, two_beside *to) {
  lanes e = lanes_sub(s->next, s->p), ex = lanes_firsts(e, e), ey = lanes_seconds(e, e);
  lanes fx = lanes_sub(x, lanes_firsts(s->p, s->p)), fy = lanes_sub(y, lanes_seconds(s->p, s->p));
  lanes gx = lanes_sub(lanes_firsts(s->next, s->next), x);
  lanes gy = lanes_sub(lanes_seconds(s->next, s->next), y), u, v;
  u = lanes_mul(ex, fx);
  v = lanes_mul(ey, fy);
  to->behind = sums_of(lanes_add(u, v), u, v);
  u = lanes_mul(ex, gx);
  v = lanes_mul(ey, gy);
  to->before = sums_of(lanes_add(u, v), u, v);
  u = lanes_mul(ex, fy);
  v = lanes_mul(ey, fx);
  to->side = sums_of(lanes_sub(u, v), u, v);
}

/* ---- A point and a segment --------------------------------------------------------------------
 */

/* The point, which is a, beside the segment. 0 if unsure. */
static PAIR_INLINE int measure_beside(const pair_segment *s, const double point[2], double radius,
                                      pair_beside *at) {
  lanes q = lanes_load(point);
  two_sums along = sums_along(s->p, s->next, q);
  if (along.above == 3) return measure_edge(s, point, radius, at);
  if ((along.above | along.below) != 3) return 0;
  return measure_points(q, along.below == 1 ? s->p : s->next, radius, s->radius, at);
}

/* A point of both, halfway between the deepest points unless one is too thin for that: see
 * ci_take_common_between, which is asked then. */
static PAIR_INLINE lanes common_of(const collide_shape *a, const collide_shape *b,
                                   const pair_beside *at) {
  double depth = -at->apart, s = depth * 0.5;
  if (s >= depth - 2 * a->radius && s <= 2 * b->radius) {
    return lanes_sub(at->on_b, lanes_mul(at->normal, lanes_same(s)));
  } else {
    round_hull p = pair_hull(a), q = pair_hull(b);
    pair_gap gap;
    gap.apart = at->apart;
    lanes_store(gap.normal, at->normal);
    lanes_store(gap.on_b, at->on_b);
    ci_take_common_between(&p, &q, &gap);
    return lanes_load(gap.common);
  }
}

int ci_contact_circle_capsule(const collide_shape *circle, const collide_shape *capsule,
                              collide_push *push) {
  pair_segment s;
  pair_beside at;
  if (!(view_segment(capsule, &s) && is_ordinary(circle) &&
        measure_beside(&s, circle->position, circle->radius, &at)))
    return PAIR_UNSURE;
  if (at.apart > 0) return 0;
  show_lanes(at.normal, push->normal);
  push->depth = 0 - at.apart;
  show_lanes(common_of(circle, capsule, &at), push->point);
  return 1;
}

int ci_distance_circle_capsule(const collide_shape *circle, const collide_shape *capsule,
                               double *apart, double on_circle[3], double on_capsule[3]) {
  pair_segment s;
  pair_beside at;
  if (!(view_segment(capsule, &s) && is_ordinary(circle) &&
        measure_beside(&s, circle->position, circle->radius, &at)))
    return PAIR_UNSURE;
  if (at.apart <= 0) at.on_a = at.on_b = common_of(circle, capsule, &at);
  *apart = at.apart;
  show_lanes(at.on_a, on_circle);
  show_lanes(at.on_b, on_capsule);
  return at.apart <= 0;
}

/* Is the point inside by a radius, and not only just? What rounding takes of squares is far less
 * than what is left of 1 here; LINE_CROSS is what it takes of the cross product. */
#ifndef CLEARLY_INSIDE
#define CLEARLY_INSIDE 0.99
#endif
static PAIR_INLINE int is_clearly_inside(const pair_segment *s, lanes q) {
  lanes e = lanes_sub(s->next, s->p), f = lanes_sub(q, s->p), g = lanes_sub(q, s->next);
  lanes squares = lanes_mul(e, e), terms = lanes_mul(e, lanes_swapped(f)), along, end;
  double x = lanes_first(terms), y = lanes_second(terms), limit, off;
  two_sums sums = sums_along(s->p, s->next, q);
  limit = CLEARLY_INSIDE * (s->radius * s->radius);
  if (sums.above == 3) {
    off = fabs(x - y) + LINE_CROSS * (fabs(x) + fabs(y));
    return off * off < limit * (lanes_first(squares) + lanes_second(squares)) - FILTER_TINY;
  }
  if (sums.below == 0) return 0;
  along = sums.below == 1 ? f : g;
  end = lanes_mul(along, along);
  return lanes_first(end) + lanes_second(end) < limit - FILTER_TINY;
}

int ci_closest_capsule(const collide_shape *capsule, const double point[3], double *apart,
                       double nearest[3]) {
  pair_segment s;
  pair_beside at;
  if (!(view_segment(capsule, &s) && fabs(point[0]) < 1e100 && fabs(point[1]) < 1e100))
    return PAIR_UNSURE;
  if (is_clearly_inside(&s, lanes_load(point))) return 1;
  if (!measure_beside(&s, point, 0, &at)) return PAIR_UNSURE;
  if (at.apart <= 0) return 1;
  *apart = at.apart;
  show_lanes(at.on_b, nearest);
  return 0;
}

/* ---- Two segments ------------------------------------------------------------------------------
 *
 * What is nearest is known by the signs of how the distance changes when a point moves along its
 * segment: where none of these makes it less, no other two points are nearer, as the distance is a
 * convex function of the two places. */

/* The end that is surely nearer to the other's line, on the same side of it, and beside the other:
 * bit 0 or 1, or neither. *is_slanted: the two are surely not parallel. */
static PAIR_INLINE unsigned nearer_end(const two_beside *ends, int *is_slanted) {
  lanes c = ends->side.sum, off = lanes_sub(lanes_swapped(c), c);
  lanes error = lanes_add(ends->side.error, lanes_swapped(ends->side.error));
  unsigned more, less;
  /* By how much the other end is more to the left: the errors of both, and u for the difference, of
   * which the two terms are what LINE_CROSS has left. */
  more = lanes_below_0(lanes_sub(error, off));
  less = lanes_below_0(lanes_add(error, off));
  *is_slanted = (more | less) != 0;
  return ((ends->side.above & more) | (ends->side.below & less)) & ends->behind.above &
         ends->before.above;
}

/* Of an end of each, bit 2 i + j for end i of a and j of b: neither comes nearer when it moves
 * along its segment. */
static PAIR_INLINE unsigned nearest_ends(const two_beside *of_a, const two_beside *of_b) {
  unsigned first = of_b->behind.below, second = of_b->before.below;
  unsigned b = (first & 1) | (first & 2) << 1 | (second & 1) << 1 | (second & 2) << 2;
  return (of_a->behind.below | of_a->before.below << 2) & b;
}

static PAIR_INLINE void swap_sides(pair_beside *at) {
  lanes on_a = at->on_a;
  at->on_a = at->on_b;
  at->on_b = on_a;
  at->normal = lanes_sub(lanes_same(0), at->normal);
}

/* See beyond_error. */
static PAIR_INLINE double error_of(const collide_shape *a, const collide_shape *b) {
  double size = a->of.outline.magnitude + b->of.outline.magnitude + (a->radius + b->radius);
  return BEYOND_MARGIN * size + FILTER_TINY;
}

/* How far one end of the other is more beyond an edge than the other one. */
static PAIR_INLINE double slope_of(const pair_segment *s, const pair_segment *other) {
  const double *n = s->corners[0].normal, *q = other->corners[0].point;
  const double *r = other->corners[1].point;
  return fabs(n[0] * (r[0] - q[0]) + n[1] * (r[1] - q[1]));
}

/* An end of one beside the other. Shapes that overlap, whose edges are parallel but for rounding,
 * show the middle of what faces the other: that is left to find_level_end in pair_quick.c, with a
 * unit of the error more for what is rounded otherwise there. */
static PAIR_INLINE int measure_end(const pair_segment *s, const pair_segment *other, unsigned end,
                                   double error, pair_beside *at) {
  if (!measure_edge(s, other->corners[end].point, other->radius, at)) return 0;
  return at->apart > 0 || slope_of(s, other) > (PAIR_LEVEL + 1) * error;
}

/* ---- Two segments that cross ------------------------------------------------------------------
 */

/* Each end of one lies on one side of the other. */
static PAIR_INLINE int is_crossed(const two_sums *side) {
  return (side->above ^ side->below) == 3 && side->above != 0 && side->below != 0;
}

/* The point where they cross. */
static lanes find_common(const collide_shape *a, const collide_shape *b) {
  round_hull p = pair_hull(a), q = pair_hull(b);
  pair_sides one_each; /* of each edge one end of the other is on the inner side */
  double common[2];
  one_each.held = 0;
  one_each.board = 1 | 2 << 8;
  ci_take_common(&p, &q, &one_each, &one_each, common);
  return lanes_load(common);
}

/* As measure_meeting in pair_quick.c: of both, the end that is least beyond the other's line gives
 * the push, out of the edge that it is on the inner side of. 0 if unsure. */
static int measure_crossed(const collide_shape *a, const collide_shape *b, int wanted, double error,
                           pair_beside *at) {
  const collide_corner *p = a->of.outline.corners, *q = b->of.outline.corners, *c;
  double off[4], most = -HUGE_VAL;
  int i, least = 0, near = 0, edge;
  for (i = 0; i < 4; i++) {
    off[i] = i < 2 ? beyond(p, q[i].point) : beyond(q, p[i - 2].point);
    least = -fabs(off[i]) > most ? i : least;
    most = -fabs(off[i]) > most ? -fabs(off[i]) : most;
  }
  for (i = 0; i < 4; i++) near += !(-fabs(off[i]) < most - PAIR_DEEPEST * error);
  if (!(most < -PAIR_SHALLOW * error)) return 0;
  at->on_a = at->on_b = find_common(a, b);
  at->apart = most;
  if (wanted != QUICK_PUSH) return 1;
  edge = off[least] > 0;
  c = least < 2 ? &p[edge] : &q[edge];
  at->normal = lanes_mul(lanes_load(c->normal), lanes_same(least < 2 ? -1 : 1));
  return near == 1 && ci_quick_beyond(c->point, (least < 2 ? p : q)[1 - edge].point,
                                      least < 2 ? q[least].point : p[least - 2].point, a->radius,
                                      b->radius, &at->apart);
}

/* ---- All of it ----------------------------------------------------------------------------------
 */

enum { IS_UNSURE, IS_BESIDE, IS_CROSSED };

/* IS_BESIDE, and all of *at. IS_CROSSED, and the points; and the normal and `apart` of a push if it
 * is wanted. Or IS_UNSURE, as where segments nearly touch without their radii. */
static PAIR_INLINE int measure_segments(const collide_shape *a, const collide_shape *b, int wanted,
                                        pair_beside *at) {
  pair_segment p, q;
  two_beside of_a, of_b; /* how the other's ends lie to these */
  unsigned end_of_a, end_of_b, both;
  double error = error_of(a, b);
  int is_slanted;
  if (!(view_segment(a, &p) & view_segment(b, &q))) return IS_UNSURE;
  look_along(&p, lanes_firsts(q.p, q.next), lanes_seconds(q.p, q.next), &of_a);
  look_along(&q, lanes_firsts(p.p, p.next), lanes_seconds(p.p, p.next), &of_b);
  end_of_b = nearer_end(&of_a, &is_slanted);
  end_of_a = nearer_end(&of_b, &is_slanted);
  both = nearest_ends(&of_a, &of_b);
  if (end_of_a | end_of_b) {
    const pair_segment *s = end_of_b ? &p : &q, *other = end_of_b ? &q : &p;
    if (!measure_end(s, other, (end_of_b ? end_of_b : end_of_a) >> 1, error, at)) return IS_UNSURE;
    if (end_of_b) swap_sides(at);
  } else if (both == 0) {
    if (!(is_crossed(&of_a.side) && is_crossed(&of_b.side))) return IS_UNSURE;
    return measure_crossed(a, b, wanted, error, at) ? IS_CROSSED : IS_UNSURE;
  } else if (!is_slanted || !measure_points(both & 3 ? p.p : p.next, both & 5 ? q.p : q.next,
                                            p.radius, q.radius, at)) {
    return IS_UNSURE;
  }
  return at->apart + (p.radius + q.radius) > PAIR_SHALLOW * error ? IS_BESIDE : IS_UNSURE;
}

/* Of two of one kind the order counts, as compare_hulls has it: 1 where b comes first. -1 if that
 * is left to others. */
static PAIR_INLINE int find_order(const collide_shape *a, const collide_shape *b) {
  double x = a->of.outline.corners[0].point[0], y = b->of.outline.corners[0].point[0];
  int is_one_kind = a->kind == b->kind;
  return is_one_kind && x == y ? -1 : is_one_kind & (x > y);
}

int ci_contact_capsules(const collide_shape *a, const collide_shape *b, collide_push *push) {
  const collide_shape *const pair[3] = {a, b, a}; /* without a branch, which chance would decide */
  int order = find_order(a, b), found;
  pair_beside at;
  if (order < 0) return PAIR_UNSURE;
  found = measure_segments(pair[order], pair[order + 1], QUICK_PUSH, &at);
  if (found == IS_UNSURE) return PAIR_UNSURE;
  if (at.apart > 0) return 0;
  if (found == IS_BESIDE) at.on_a = common_of(pair[order], pair[order + 1], &at);
  show_lanes(lanes_mul(at.normal, lanes_same(1 - 2 * order)), push->normal);
  push->depth = 0 - at.apart;
  show_lanes(at.on_a, push->point);
  return 1;
}

int ci_distance_capsules(const collide_shape *a, const collide_shape *b, double *apart,
                         double on_a[3], double on_b[3]) {
  const collide_shape *const pair[3] = {a, b, a};
  double *const on[3] = {on_a, on_b, on_a};
  int order = find_order(a, b), found;
  pair_beside at;
  if (order < 0) return PAIR_UNSURE;
  found = measure_segments(pair[order], pair[order + 1], QUICK_NEAREST, &at);
  if (found == IS_UNSURE) return PAIR_UNSURE;
  if (at.apart <= 0 && found == IS_BESIDE)
    at.on_a = at.on_b = common_of(pair[order], pair[order + 1], &at);
  *apart = at.apart;
  show_lanes(at.on_a, on[order]);
  show_lanes(at.on_b, on[order + 1]);
  return at.apart <= 0;
}
