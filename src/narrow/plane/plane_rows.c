/* SPDX-License-Identifier: MIT
 *
 * The routine for every two kinds of the plane, and rules that complete the answers: ties, and
 * whether a shape moves into another. A new pair is a row, or a name in the table at the end.
 */
#include "../../number/exact.h"
#include "../../number/orient.h"
#include "../../number/vector.h"
#include "../../shape/outline.h"
#include "../../shape/quick.h"
#include "pair_row.h"
#include "plane_quick.h"

#include <string.h>

/* ---- Rects along the axes -------------------------------------------------------------------- */

/* The quick path of axis-parallel rects, which equal their bounds. The answers agree with
 * plane_measure.c up to rounding. The code chooses the same one of several equally short pushes,
 * and the same points of edges that face each other.
 *
 * The distance beyond a side is a difference of two coordinates. Rounding keeps the order: if two
 * differences differ as doubles, the greater one is greater exactly. If two are equal as doubles,
 * their exact twofolds decide.
 *
 * Sides have the numbers of the corners where they begin: lower, right, upper, left. */

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
static PAIR_INLINE void show_normal(int number, double normal[3]) {
  normal[0] = outward[number & 3][0];
  normal[1] = outward[number & 3][1];
  normal[2] = 0;
}

/* ---- Two rects ------------------------------------------------------------------------------- */

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
  int number;
  sides[0] = two_diff(a->low[1], b->high[1]);
  sides[1] = two_diff(b->low[0], a->high[0]);
  sides[2] = two_diff(b->low[1], a->high[1]);
  sides[3] = two_diff(a->low[0], b->high[0]);
  number = most_beyond_exactly(sides, most);
  return a == p ? number : (number + 2) & 3;
}

/* The middle of the intersection. */
static PAIR_INLINE lanes middle_shared(const collide_outline *p, const collide_outline *q) {
  lanes low = lanes_max(lanes_load(p->low), lanes_load(q->low));
  lanes high = lanes_min(lanes_load(p->high), lanes_load(q->high));
  return lanes_mul(lanes_add(low, high), lanes_same(0.5));
}

static int contact_aligned_rects(const collide_shape *a, const collide_shape *b,
                                 collide_push *push) {
  const collide_outline *p = &a->of.outline, *q = &b->of.outline;
  side_lanes beyond;
  double most;
  int number;
  if (!(is_ordinary(p) && is_ordinary(q))) return PAIR_UNSURE;
  beyond.below = lanes_sub(lanes_load(p->low), lanes_load(q->high));
  beyond.above = lanes_sub(lanes_load(q->low), lanes_load(p->high));
  number = most_beyond_side(beyond, &most);
  if (number < 0) number = break_tie(p, q, &most);
  show_normal(number + 2, push->normal);
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

static int distance_aligned_rects(const collide_shape *a, const collide_shape *b, double *apart,
                                  double on_a[3], double on_b[3]) {
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

/* ---- A circle and a rect --------------------------------------------------------------------- */

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
  int number;
  beyond.below = lanes_sub(lanes_load(o->low), center);
  beyond.above = lanes_sub(center, lanes_load(o->high));
  number = most_beyond_side(beyond, most);
  return number < 0 ? break_circle_tie(o, c, most) : number;
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
  lanes c = lanes_load(circle->origin), offset;
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

static int contact_aligned_circle_rect(const collide_shape *circle, const collide_shape *rect,
                                       collide_push *push) {
  const collide_outline *o = &rect->of.outline;
  circle_beside at;
  if (!find_beside(circle, o, &at)) return PAIR_UNSURE;
  if (at.is_inside) {
    double most;
    int number = nearest_side(o, circle->origin, &most);
    if (!is_deep(circle, o, most)) return PAIR_UNSURE;
    show_normal(number, push->normal);
    push->depth = 0 - (most - circle->radius);
    show_lanes(lanes_load(circle->origin), push->point);
    return 1;
  }
  if (at.apart > 0) return 0;
  show_lanes(at.normal, push->normal);
  push->depth = 0 - at.apart;
  show_lanes(common_of(o, &at), push->point);
  return 1;
}

static int distance_aligned_circle_rect(const collide_shape *circle, const collide_shape *rect,
                                        double *apart, double on_circle[3], double on_rect[3]) {
  const collide_outline *o = &rect->of.outline;
  lanes c = lanes_load(circle->origin), common = c;
  circle_beside at;
  if (!find_beside(circle, o, &at)) return PAIR_UNSURE;
  if (at.is_inside) {
    double most;
    (void)nearest_side(o, circle->origin, &most);
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

/* ---- Ties ------------------------------------------------------------------------------------
 *
 * The tie rule of two outlines that touch corner on corner. Two edges of the difference b - a end
 * there, and both of their normals separate the outlines. Casts, shapecasts and contacts report the
 * same one. */

/* ---- The order of edges --------------------------------------------------------------------- */

/* The number of the edge of b with this normal. For an edge of a, it is the parallel edge of b
 * before it on the border. 0 if there is none. */
static int number_in_b(const outline_order *o, const sweep_feature *e) {
  int before = corner_before(&o->b, e->j);
  const double *from, *to, *p = o->b.corners[before].point, *q = o->b.corners[e->j].point;
  if (e->owner == SWEEP_EDGE_OF_B) return o->b.corners[e->j].edge;
  if (o->b.count < 2) return 0;
  feature_ends(&o->a, &o->b, e, &from, &to);
  if (ci_cross2d(p, q, from, to) != 0 || ci_dot2d(p, q, from, to) < 0) return 0;
  return o->b.corners[before].edge;
}

int ci_prefers_edge(const outline_order *o, const sweep_feature *e, const sweep_feature *f) {
  int x = number_in_b(o, e), y = number_in_b(o, f);
  if (x == y && x != 0) return e->owner == SWEEP_EDGE_OF_B;
  if (x != 0 && y != 0) return ci_outline_prefers(o->of_b, x, y);
  if (x != 0 || y != 0) return x != 0;
  return ci_outline_prefers(o->of_a, o->a.corners[e->i].edge, o->a.corners[f->i].edge);
}

/* ---- Ties of contacts ------------------------------------------------------------------------ */

/* Corner k of h is an end of h's edge from corner i, and the other outline has a corner at the same
 * place. Is the other outline beyond that edge or on its line? */
static int parts_at(const plane_outline *h, int i, const plane_outline *other, int k) {
  const double *p = h->corners[i].point, *next = next_corner(h, i)->point;
  if (h->count < 2) return 0;
  return other->count < 2 ||
         (orient2d(p, next, next_corner(other, k)->point) <= 0 &&
          orient2d(p, next, other->corners[corner_before(other, k)].point) <= 0);
}

/* The edge of the difference that begins at the corner b[j] - a[i], or ends there with `back`, and
 * that separates the outlines. If a's and b's edges are parallel, b's comes first on the border. */
static int find_parting(const outline_order *o, int i, int j, int back, sweep_feature *edge) {
  sweep_feature of_a, of_b;
  int a, b;
  of_a.owner = SWEEP_EDGE_OF_A;
  of_b.owner = SWEEP_EDGE_OF_B;
  of_a.i = of_b.i = i;
  of_a.j = of_b.j = j;
  if (back) {
    of_a.i = corner_before(&o->a, i);
    of_b.j = corner_before(&o->b, j);
  }
  a = parts_at(&o->a, of_a.i, &o->b, j);
  b = parts_at(&o->b, of_b.j, &o->a, i);
  *edge = b && !(a && back) ? of_b : of_a;
  return a || b;
}

static void resolve_at(const outline_order *o, int i, int j, collide_push *push) {
  sweep_feature e, f;
  if (!find_parting(o, i, j, 1, &e) || !find_parting(o, i, j, 0, &f)) return;
  feature_normal(&o->a, &o->b, ci_prefers_edge(o, &e, &f) ? &e : &f, push->normal);
}

/* The corner of h at this point, or -1. */
static int find_corner(const plane_outline *h, const double p[2]) {
  int i;
  for (i = 0; i < h->count; i++)
    if (is_same_point(h->corners[i].point, p)) return i;
  return -1;
}

/* A corner of a near the point that is also a corner of b, or -1. The point may be off by
 * rounding. */
static int find_shared(const outline_order *o, const double point[2], int *j) {
  double error = 4 * beyond_error(&o->a, &o->b);
  int i;
  for (i = 0; i < o->a.count; i++) {
    const double *p = o->a.corners[i].point;
    if (!(fabs(p[0] - point[0]) <= error && fabs(p[1] - point[1]) <= error)) continue;
    *j = find_corner(&o->b, p);
    if (*j >= 0) return i;
  }
  return -1;
}

/* For two touching shapes of the plane: if they touch corner on corner, sets the push to the
 * preferred normal there. */
static void resolve_tie(const collide_shape *a, const collide_shape *b, collide_push *push) {
  collide_corner rooms[2][4];
  outline_order o;
  int i, j;
  if (a->of.outline.count == 0 || b->of.outline.count == 0) return;
  if (a->of.outline.aligned && b->of.outline.aligned) return;
  o.of_a = a;
  o.of_b = b;
  o.a = outline_of_shape(a, rooms[0]);
  o.b = outline_of_shape(b, rooms[1]);
  if (o.a.radius + o.b.radius > 0) return;
  i = find_shared(&o, push->point, &j);
  if (i >= 0) resolve_at(&o, i, j, push);
}

/* ---- Moving into an overlap ------------------------------------------------------------------ */

/* A unit normal is off by 5 u in each component, u = 2^-53; products and sums add 3 u. */
#define LEADS_IN_MARGIN 1.7763568394002505e-15 /* 16 u */

/* The centre of a ball or disc, or NULL. */
static const double *centre_of(const collide_shape *s) {
  if (s->kind == COLLIDE_SPHERE && s->frame != COLLIDE_LINEAR) return s->origin;
  return s->kind == COLLIDE_CIRCLE && s->of.outline.count == 1 ? outline_stored(s)[0].point : NULL;
}

/* The sign of (p - q) . d, exactly. */
static int sign_exactly(const double *p, const double *q, const double *d, int dimensions) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact sum, x;
  int i;
  ci_exact_set(pool, &sum, 0);
  for (i = 0; i < dimensions; i++) {
    ci_exact_set_diff(pool, &x, p[i], q[i]);
    ci_exact_mul_double(&x, &x, d[i]);
    ci_exact_add(&sum, &sum, &x);
  }
  return exact_sign(&sum);
}

int ci_pair_leads_in(const collide_shape *a, const collide_shape *b, const double *normal,
                     const double *d) {
  const double *p = centre_of(a), *q = centre_of(b);
  int i, dimensions = collide_dimensions(a);
  double sum = 0, size = 0;
  if (p != NULL && q != NULL && memcmp(p, q, (size_t)dimensions * sizeof *p) != 0)
    return sign_exactly(p, q, d, dimensions) < 0;
  for (i = 0; i < dimensions; i++) {
    sum += normal[i] * d[i];
    size += fabs(d[i]); /* a component that should be 0 may be off, too */
  }
  return sum < -LEADS_IN_MARGIN * size;
}

/* ---- Rows of hulls --------------------------------------------------------------------------- */

/* Do the disks that the two shapes contain certainly meet? A shape contains the disk `inner` up to
 * a unit of rounding. Folding the shape (outline.c) subtracts the errors of the centre and of the
 * edges' distances. Then it adds the radius or subtracts the margin, which rounds once more. */
static int disks_meet(const collide_shape *a, const collide_shape *b) {
  const collide_outline *p = &a->of.outline, *q = &b->of.outline;
  double x = p->center[0] - q->center[0], y = p->center[1] - q->center[1];
  double reach = p->inner + q->inner, limit = reach * reach;
  return p->inner >= 0 && q->inner >= 0 && limit < 1e300 &&
         x * x + y * y < limit * (1 - RADIUS_MARGIN) - FILTER_TINY;
}

static int outlines_overlap(const collide_shape *a, const collide_shape *b) {
  collide_corner rooms[2][4];
  plane_outline p = outline_of_shape(a, rooms[0]), q = outline_of_shape(b, rooms[1]);
  return ci_outlines_overlap(&p, &q);
}

/* A point or a circle, and a segment or a capsule. An aligned rect stores no corners. */
static int try_segment(const collide_shape *point, const collide_shape *segment) {
  const collide_corner *ends = outline_stored(segment);
  if (segment->of.outline.aligned) return PAIR_UNSURE;
  return ci_try_near_segment(outline_stored(point)[0].point, ends[0].point, ends[1].point,
                             point->radius + segment->radius);
}

/* If a is an axis-parallel rect, only the edges of b remain as separating axes once the bounds
 * meet. */
static int near_outlines_overlap(const collide_shape *a, const collide_shape *b) {
  int found = PAIR_UNSURE;
  if (!pair_bounds_meet(a, b)) return 0;
  if (disks_meet(a, b)) return 1;
  if (a->of.outline.aligned)
    found = ci_try_edges(b, a);
  else if (a->of.outline.count == 1 && b->of.outline.count == 2)
    found = try_segment(a, b);
  return found != PAIR_UNSURE ? found : outlines_overlap(a, b);
}

static void measure_outlines(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  collide_corner rooms[2][4];
  plane_outline p = outline_of_shape(a, rooms[0]), q = outline_of_shape(b, rooms[1]);
  ci_outlines_measure(&p, &q, overlap, gap);
}

static int compare_outlines(const collide_shape *a, const collide_shape *b) {
  collide_corner rooms[2][4];
  plane_outline p = outline_of_shape(a, rooms[0]), q = outline_of_shape(b, rooms[1]);
  int i, order = p.count - q.count;
  for (i = 0; i < p.count && order == 0; i++) {
    order = compare_doubles(p.corners[i].point[0], q.corners[i].point[0]);
    if (order == 0) order = compare_doubles(p.corners[i].point[1], q.corners[i].point[1]);
  }
  return order != 0 ? order : compare_doubles(p.radius, q.radius);
}

/* Two shapes of one kind in their order. */
typedef struct outline_pair {
  plane_outline a, b;
  int is_swapped;
} outline_pair;

static outline_pair order_outlines(const collide_shape *a, const collide_shape *b,
                                   collide_corner rooms[2][4]) {
  outline_pair p;
  p.is_swapped = a->kind == b->kind && compare_outlines(a, b) > 0;
  p.a = outline_of_shape(p.is_swapped ? b : a, rooms[0]);
  p.b = outline_of_shape(p.is_swapped ? a : b, rooms[1]);
  return p;
}

static int contact_outlines(const collide_shape *a, const collide_shape *b, collide_push *push) {
  collide_corner rooms[2][4];
  outline_pair p = order_outlines(a, b, rooms);
  pair_gap gap;
  int found = ci_quick_outlines(&p.a, &p.b, QUICK_PUSH, &gap);
  if (found != 1) return found;
  show_lanes(lanes_mul(lanes_load(gap.normal), lanes_same(p.is_swapped ? -1 : 1)), push->normal);
  show_lanes(lanes_load(gap.common), push->point);
  push->depth = 0 - gap.apart;
  return 1;
}

static int distance_outlines(const collide_shape *a, const collide_shape *b, double *apart,
                             double on_a[3], double on_b[3]) {
  collide_corner rooms[2][4];
  outline_pair p = order_outlines(a, b, rooms);
  pair_gap gap;
  int found = ci_quick_outlines(&p.a, &p.b, QUICK_NEAREST, &gap);
  if (found == PAIR_UNSURE) return PAIR_UNSURE;
  if (found) {
    show_lanes(lanes_load(gap.common), on_a);
    show_lanes(lanes_load(gap.common), on_b);
    return 1;
  }
  *apart = gap.apart;
  show_lanes(lanes_load(gap.on_a), p.is_swapped ? on_b : on_a);
  show_lanes(lanes_load(gap.on_b), p.is_swapped ? on_a : on_b);
  return 0;
}

static const pair_row outlines = {near_outlines_overlap, measure_outlines, compare_outlines, NULL,
                                  contact_outlines,      distance_outlines};

/* ---- Hulls with a faster routine ------------------------------------------------------------- */

/* The nearest point of the range to x. */
static double nearest(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

static int circles_overlap(const collide_shape *a, const collide_shape *b) {
  return ci_point_near_point(a->origin, b->origin, a->radius, b->radius);
}

static int circle_overlaps_rect(const collide_shape *circle, const collide_shape *rect) {
  const collide_outline *o = &rect->of.outline;
  double witness[2];
  if (!pair_bounds_meet(circle, rect)) return 0;
  if (disks_meet(circle, rect)) return 1;
  if (!o->aligned) return outlines_overlap(circle, rect);
  witness[0] = nearest(circle->origin[0], o->low[0], o->high[0]);
  witness[1] = nearest(circle->origin[1], o->low[1], o->high[1]);
  return ci_point_near_point(circle->origin, witness, circle->radius, 0);
}

/* Axis-parallel rects equal their bounds. */
static int rects_overlap(const collide_shape *a, const collide_shape *b) {
  return a->of.outline.aligned && b->of.outline.aligned ? pair_bounds_meet(a, b)
                                                        : near_outlines_overlap(a, b);
}

static int contact_circle_rect(const collide_shape *circle, const collide_shape *rect,
                               collide_push *push) {
  return rect->of.outline.aligned ? contact_aligned_circle_rect(circle, rect, push)
                                  : ci_contact_circle_outline(circle, rect, push);
}

static int distance_circle_rect(const collide_shape *circle, const collide_shape *rect,
                                double *apart, double on_circle[3], double on_rect[3]) {
  return rect->of.outline.aligned
             ? distance_aligned_circle_rect(circle, rect, apart, on_circle, on_rect)
             : ci_distance_circle_outline(circle, rect, apart, on_circle, on_rect);
}

static int contact_rects(const collide_shape *a, const collide_shape *b, collide_push *push) {
  return a->of.outline.aligned && b->of.outline.aligned ? contact_aligned_rects(a, b, push)
                                                        : contact_outlines(a, b, push);
}

static int distance_rects(const collide_shape *a, const collide_shape *b, double *apart,
                          double on_a[3], double on_b[3]) {
  return a->of.outline.aligned && b->of.outline.aligned
             ? distance_aligned_rects(a, b, apart, on_a, on_b)
             : distance_outlines(a, b, apart, on_a, on_b);
}

static const pair_row circles = {circles_overlap,    measure_outlines,   compare_outlines, NULL,
                                 ci_contact_circles, ci_distance_circles};
static const pair_row circle_rect = {circle_overlaps_rect, measure_outlines,    NULL, NULL,
                                     contact_circle_rect,  distance_circle_rect};
static const pair_row circle_outline = {
    near_outlines_overlap,     measure_outlines,          NULL, NULL,
    ci_contact_circle_outline, ci_distance_circle_outline};
static const pair_row rects = {rects_overlap, measure_outlines, compare_outlines,
                               NULL,          contact_rects,    distance_rects};

/* ---- Half-planes ----------------------------------------------------------------------------- */

static int outline_overlaps_plane(const collide_shape *a, const collide_shape *plane) {
  collide_corner room[4];
  plane_outline p;
  if (!pair_bounds_meet(a, plane)) return 0;
  p = outline_of_shape(a, room);
  return ci_outline_overlaps_plane(&p, plane);
}

static void measure_outline_plane(const collide_shape *a, const collide_shape *plane, int overlap,
                                  pair_gap *gap) {
  collide_corner room[4];
  plane_outline p = outline_of_shape(a, room);
  ci_outline_measure_plane(&p, plane, overlap, gap);
}

static int planes_overlap(const collide_shape *a, const collide_shape *b) {
  return pair_bounds_meet(a, b) && ci_planes_overlap(a, b);
}

static int compare_planes(const collide_shape *a, const collide_shape *b) {
  int order = compare_doubles(a->a[0], b->a[0]);
  if (order == 0) order = compare_doubles(a->a[1], b->a[1]);
  return order != 0 ? order : compare_doubles(a->height, b->height);
}

static const pair_row outline_plane = {
    outline_overlaps_plane, measure_outline_plane, NULL, NULL, NULL, NULL};
static const pair_row planes = {
    planes_overlap, ci_planes_measure, compare_planes, NULL, NULL, NULL};

/* ---- Two shapes ------------------------------------------------------------------------------ */

/* The tables here and below list the kinds in the order of collide_kind. A new kind does not
 * compile until it is counted here and has an entry in each of them. Each pair has an entry on one
 * side of the diagonal; NONE is on the other side. space_pairs.c has the table of solids. */
typedef char every_kind_of_the_plane_has_a_row[PLANE_KINDS == 7 ? 1 : -1];

#define NONE NULL

/* clang-format off */
static const pair_row *const rows[PLANE_KINDS][PLANE_KINDS] = {
    /*                         circle    rect          polygon triangle        segment capsule plane */
    /* circle   */ {&circles, &circle_rect, &circle_outline, &circle_outline, &circle_outline, &circle_outline, &outline_plane},
    /* rect     */ {NONE,     &rects,       &outlines, &outlines,           &outlines, &outlines, &outline_plane},
    /* polygon  */ {NONE,     NONE,         &outlines, &outlines,           &outlines, &outlines, &outline_plane},
    /* triangle */ {NONE,     NONE,         NONE,   &outlines,           &outlines, &outlines, &outline_plane},
    /* segment  */ {NONE,     NONE,         NONE,   NONE,             &outlines, &outlines, &outline_plane},
    /* capsule  */ {NONE,     NONE,         NONE,   NONE,             NONE,   &outlines, &outline_plane},
    /* plane    */ {NONE,     NONE,         NONE,   NONE,             NONE,   NONE,   &planes},
};
/* clang-format on */

/* ---- Queries of two shapes ------------------------------------------------------------------- */

static PAIR_INLINE matched_pair match(const collide_shape *a, const collide_shape *b) {
  int i = (int)a->kind - SPACE_KINDS, j = (int)b->kind - SPACE_KINDS;
  return pair_match(a, b, rows[i][j], rows[j][i]);
}

int ci_plane_meet(const collide_shape *a, const collide_shape *b) {
  matched_pair p = match(a, b);
  return pair_meet(&p);
}

static PAIR_INLINE int quick_contact(const collide_shape *a, const collide_shape *b,
                                     collide_push *push) {
  matched_pair p;
  int found;
  if (!pair_bounds_meet(a, b)) return 0;
  p = match(a, b);
  if (!QUICK_PAIRS || p.row->contact == NULL) return PAIR_UNSURE;
  found = p.row->contact(p.a, p.b, push);
  if (found == 1 && p.mirrored) {
    push->normal[0] = 0 - push->normal[0];
    push->normal[1] = 0 - push->normal[1];
  }
  return found;
}

static PAIR_SELDOM int contact_by_gap(const collide_shape *a, const collide_shape *b, int open,
                                      collide_push *push) {
  matched_pair p = match(a, b);
  return pair_contact(&p, open, push);
}

int ci_plane_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  int found = quick_contact(a, b, push);
  if (found == PAIR_UNSURE) found = contact_by_gap(a, b, 0, push);
  if (found == 1 && push->depth == 0) resolve_tie(a, b, push);
  return found;
}

int ci_plane_open_contact(const collide_shape *a, const collide_shape *b, collide_push *push) {
  collide_push found;
  int is_found = quick_contact(a, b, &found);
  if (is_found == PAIR_UNSURE) return contact_by_gap(a, b, 1, push);
  if (is_found == 0 || !(found.depth > 0)) return 0;
  *push = found;
  return 1;
}

static PAIR_SELDOM double distance_by_gap(matched_pair *p, double on_a[3], double on_b[3]) {
  return pair_distance(p, on_a, on_b);
}

double ci_plane_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                         double on_b[3]) {
  matched_pair p = match(a, b);
  if (QUICK_PAIRS && p.row->distance != NULL) {
    double apart;
    int found =
        p.row->distance(p.a, p.b, &apart, p.mirrored ? on_b : on_a, p.mirrored ? on_a : on_b);
    if (found != PAIR_UNSURE) return found ? 0 : apart;
  }
  return distance_by_gap(&p, on_a, on_b);
}
