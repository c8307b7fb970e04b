/* SPDX-License-Identifier: MIT
 *
 * The quick path of axis-parallel rects, which equal their bounds. The answers agree with
 * plane_measure.c up to rounding. The code chooses the same one of several equally short pushes,
 * and the same points of edges that face each other.
 *
 * The distance beyond a side is a difference of two coordinates. Rounding keeps the order: if two
 * differences differ as doubles, the greater one is greater exactly. If two are equal as doubles,
 * their exact twofolds decide.
 *
 * Sides have the numbers of the corners where they begin: lower, right, upper, left.
 */
#include "plane_quick.h"

/* Does no sum or product of two overflow? */
static PAIR_INLINE int is_ordinary(const collide_outline *o) {
  return o->aligned && o->count == 4 && o->magnitude < 1e100;
}

/* The distances beyond the four sides. x of `above` is for the right side, x of `below` for the
 * left. */
typedef struct side_lanes {
  lanes below, above;
} side_lanes;

/* A side is the most beyond if it is ahead by more than this, as doubles. 0 is enough: see
 * above. */
#ifndef SIDE_MARGIN
#define SIDE_MARGIN 0
#endif

/* The side with the greatest distance, which *most gets; -1 if two are equal as doubles. */
static PAIR_INLINE int most_beyond_side(side_lanes s, double *most) {
  lanes greatest = lanes_max(s.below, s.above), other = lanes_min(s.below, s.above);
  double x = lanes_first(greatest), y = lanes_second(greatest);
  unsigned is_above = lanes_below_0(lanes_sub(s.below, s.above));
  *most = x > y ? x : y;
  if (x - y > SIDE_MARGIN && x - lanes_first(other) > SIDE_MARGIN) return is_above & 1 ? 1 : 3;
  if (y - x > SIDE_MARGIN && y - lanes_second(other) > SIDE_MARGIN) return is_above & 2 ? 2 : 0;
  return -1;
}

/* The side with the greatest exact distance. Among equal ones, the first across the x axis, like
 * casts. */
static int most_beyond_exactly(const twofold sides[4], double *most) {
  static const int order[] = {1, 3, 0, 2};
  int i, found = order[0];
  for (i = 1; i < 4; i++) {
    twofold x = sides[order[i]], y = sides[found];
    if (x.hi != y.hi ? x.hi > y.hi : x.lo > y.lo) found = order[i];
  }
  *most = sides[found].hi;
  return found;
}

static const double outward[4][3] = {{0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}};

/* Writes the outward normal of a side. The side plus 2 gives the inward one. */
static PAIR_INLINE void show_normal(int side, double normal[3]) {
  normal[0] = outward[side & 3][0];
  normal[1] = outward[side & 3][1];
  normal[2] = 0;
}

/* ---- Two rects ------------------------------------------------------------------------------ */

/* Does p come first in the order of compare_outlines? */
static int comes_first(const collide_outline *p, const collide_outline *q) {
  if (p->low[0] != q->low[0]) return p->low[0] < q->low[0];
  if (p->low[1] != q->low[1]) return p->low[1] < q->low[1];
  if (p->high[0] != q->high[0]) return p->high[0] < q->high[0];
  return !(p->high[1] > q->high[1]);
}

/* The side of p that q is most beyond. Among equal sides, the first one of the rect that comes
 * first, so that the answer is the same in either order. */
static int break_tie(const collide_outline *p, const collide_outline *q, double *most) {
  const collide_outline *a = comes_first(p, q) ? p : q, *b = a == p ? q : p;
  twofold sides[4];
  int side;
  sides[0] = two_diff(a->low[1], b->high[1]);
  sides[1] = two_diff(b->low[0], a->high[0]);
  sides[2] = two_diff(b->low[1], a->high[1]);
  sides[3] = two_diff(a->low[0], b->high[0]);
  side = most_beyond_exactly(sides, most);
  return a == p ? side : (side + 2) & 3;
}

/* The middle of the intersection. */
static PAIR_INLINE lanes middle_shared(const collide_outline *p, const collide_outline *q) {
  lanes low = lanes_max(lanes_load(p->low), lanes_load(q->low));
  lanes high = lanes_min(lanes_load(p->high), lanes_load(q->high));
  return lanes_mul(lanes_add(low, high), lanes_same(0.5));
}

int ci_contact_rects(const collide_shape *a, const collide_shape *b, collide_push *push) {
  const collide_outline *p = &a->of.outline, *q = &b->of.outline;
  side_lanes beyond;
  double most;
  int side;
  if (!(is_ordinary(p) && is_ordinary(q))) return PAIR_UNSURE;
  beyond.below = lanes_sub(lanes_load(p->low), lanes_load(q->high));
  beyond.above = lanes_sub(lanes_load(q->low), lanes_load(p->high));
  side = most_beyond_side(beyond, &most);
  if (side < 0) side = break_tie(p, q, &most);
  show_normal(side + 2, push->normal);
  push->depth = 0 - most;
  show_lanes(middle_shared(p, q), push->point);
  return 1;
}

/* Along one axis: the distance of the two, and the nearest coordinates of both. These are the
 * borders that face each other, or the middle of the intersection. */
static PAIR_INLINE double take_axis(const collide_outline *a, const collide_outline *b, int axis,
                                    double *on_a, double *on_b) {
  double low, high;
  if (b->low[axis] > a->high[axis]) {
    *on_a = a->high[axis];
    *on_b = b->low[axis];
    return *on_b - *on_a;
  }
  if (a->low[axis] > b->high[axis]) {
    *on_a = a->low[axis];
    *on_b = b->high[axis];
    return *on_a - *on_b;
  }
  low = a->low[axis] > b->low[axis] ? a->low[axis] : b->low[axis];
  high = a->high[axis] < b->high[axis] ? a->high[axis] : b->high[axis];
  *on_a = *on_b = (low + high) * 0.5;
  return 0;
}

int ci_distance_rects(const collide_shape *a, const collide_shape *b, double *apart, double on_a[3],
                      double on_b[3]) {
  const collide_outline *p = &a->of.outline, *q = &b->of.outline;
  double x, y, from[2], to[2];
  if (!(is_ordinary(p) && is_ordinary(q))) return PAIR_UNSURE;
  x = take_axis(p, q, 0, &from[0], &to[0]);
  y = take_axis(p, q, 1, &from[1], &to[1]);
  *apart = x + y; /* one of them is 0 */
  if (x != 0 && y != 0) {
    *apart = sqrt(x * x + y * y); /* like stretch_between without radii */
    if (!is_ordinary_length(*apart)) return PAIR_UNSURE;
  }
  show_lanes(lanes_load(from), on_a);
  show_lanes(lanes_load(to), on_b);
  return x == 0 && y == 0;
}

/* ---- A circle and a rect ----------------------------------------------------------------- */

/* The exact distances of the centre beyond each side; they are negative. */
static int break_circle_tie(const collide_outline *o, const double c[2], double *most) {
  twofold sides[4];
  sides[0] = two_diff(o->low[1], c[1]);
  sides[1] = two_diff(c[0], o->high[0]);
  sides[2] = two_diff(c[1], o->high[1]);
  sides[3] = two_diff(o->low[0], c[0]);
  return most_beyond_exactly(sides, most);
}

/* The nearest side to the centre; the first of equally near ones. */
static PAIR_INLINE int nearest_side(const collide_outline *o, const double c[2], double *most) {
  lanes center = lanes_load(c);
  side_lanes beyond;
  int side;
  beyond.below = lanes_sub(lanes_load(o->low), center);
  beyond.above = lanes_sub(center, lanes_load(o->high));
  side = most_beyond_side(beyond, most);
  return side < 0 ? break_circle_tie(o, c, most) : side;
}

/* The circle's centre relative to the rect. */
typedef struct circle_beside {
  lanes witness; /* the nearest point of the rect */
  int is_inside; /* the rect contains the centre; the fields below are then undefined */
  double apart;
  lanes normal; /* out of the rect */
} circle_beside;

/* The nearest point of the rect to q. */
static PAIR_INLINE lanes project_point(const collide_outline *o, lanes q) {
  return lanes_min(lanes_load(o->high), lanes_max(lanes_load(o->low), q));
}

/* The centre is beside one side of the rect, along an axis, or beside a corner. Along an axis, adds
 * the rounding error of the difference back. Returns 0 if unsure. */
static PAIR_INLINE int measure_beside(lanes c, double radius, int is_level, circle_beside *at) {
  lanes_twofold offset = lanes_two_diff(c, at->witness);
  lanes squares = lanes_mul(offset.hi, offset.hi), zero = lanes_same(0);
  double length = sqrt(lanes_first(squares) + lanes_second(squares));
  twofold excess = two_diff(length, radius);
  /* Signed towards the circle; a difference of 0 was not rounded. */
  lanes lost = lanes_choose(offset.hi, zero, lanes_sub(zero, offset.lo), offset.lo);
  at->normal = lanes_div(offset.hi, lanes_same(length));
  at->apart = excess.hi + (excess.lo + (lanes_first(lost) + lanes_second(lost)));
  if (!(is_ordinary_length(length) && radius < MOST_LENGTH)) return 0;
  if (is_level) return 1;
  at->apart = excess.hi;
  return is_plain(BETWEEN_ERROR, length, radius) ||
         difference_by_squares(c, at->witness, radius, 0, &at->apart);
}

/* 0 if unsure. */
static PAIR_INLINE int find_beside(const collide_shape *circle, const collide_outline *o,
                                   circle_beside *at) {
  lanes c = lanes_load(circle->position), offset;
  unsigned level;
  if (!(is_ordinary(o) && circle->of.outline.magnitude < 1e100 && circle->radius < 1e100)) return 0;
  at->witness = project_point(o, c);
  offset = lanes_abs(lanes_sub(c, at->witness));
  level = 3 & ~lanes_below_0(lanes_sub(lanes_same(0), offset)); /* where the two are equal */
  at->is_inside = level == 3;
  return at->is_inside || measure_beside(c, circle->radius, level != 0, at);
}

/* Is the overlap certain? Near the border rounding decides: see PAIR_SHALLOW. The centre is inside
 * the rect. */
static PAIR_INLINE int is_deep(const collide_shape *circle, const collide_outline *o, double most) {
  return most < -PAIR_SHALLOW * BEYOND_MARGIN * (2 * o->magnitude + circle->radius);
}

/* Halfway between the deepest points, if the rect contains that point. */
static PAIR_INLINE lanes common_of(const collide_outline *o, const circle_beside *at) {
  lanes witness = at->witness, low = lanes_load(o->low), high = lanes_load(o->high);
  lanes middle = lanes_add(witness, lanes_mul(at->normal, lanes_same(at->apart * 0.5)));
  return lanes_meet(low, high, middle, middle) == 3 ? middle : witness;
}

int ci_contact_circle_rect(const collide_shape *circle, const collide_shape *rect,
                           collide_push *push) {
  const collide_outline *o = &rect->of.outline;
  circle_beside at;
  if (!find_beside(circle, o, &at)) return PAIR_UNSURE;
  if (at.is_inside) {
    double most;
    int side = nearest_side(o, circle->position, &most);
    if (!is_deep(circle, o, most)) return PAIR_UNSURE;
    show_normal(side, push->normal);
    push->depth = 0 - (most - circle->radius);
    show_lanes(lanes_load(circle->position), push->point);
    return 1;
  }
  if (at.apart > 0) return 0;
  show_lanes(at.normal, push->normal);
  push->depth = 0 - at.apart;
  show_lanes(common_of(o, &at), push->point);
  return 1;
}

int ci_distance_circle_rect(const collide_shape *circle, const collide_shape *rect, double *apart,
                            double on_circle[3], double on_rect[3]) {
  const collide_outline *o = &rect->of.outline;
  lanes c = lanes_load(circle->position), common = c;
  circle_beside at;
  if (!find_beside(circle, o, &at)) return PAIR_UNSURE;
  if (at.is_inside) {
    double most;
    (void)nearest_side(o, circle->position, &most);
    if (!is_deep(circle, o, most)) return PAIR_UNSURE;
  } else if (at.apart > 0) {
    *apart = at.apart;
    show_lanes(lanes_sub(c, lanes_mul(at.normal, lanes_same(circle->radius))), on_circle);
    show_lanes(at.witness, on_rect);
    return 0;
  } else {
    common = common_of(o, &at);
  }
  show_lanes(common, on_circle);
  show_lanes(common, on_rect);
  return 1;
}

/* Computes like a circle of radius 0, so that both give the same answer. */
int ci_closest_rect(const collide_shape *rect, const double point[3], double *apart,
                    double found[3]) {
  const collide_outline *o = &rect->of.outline;
  lanes q = lanes_load(point), witness = project_point(o, q), offset = lanes_sub(q, witness),
        squares;
  if (!(is_ordinary(o) && fabs(point[0]) < 1e100 && fabs(point[1]) < 1e100)) return PAIR_UNSURE;
  squares = lanes_mul(offset, offset);
  if (lanes_greatest(lanes_abs(offset)) == 0) return 1;
  *apart = sqrt(lanes_first(squares) + lanes_second(squares));
  if (!is_ordinary_length(*apart)) return PAIR_UNSURE;
  show_lanes(witness, found);
  return 0;
}
