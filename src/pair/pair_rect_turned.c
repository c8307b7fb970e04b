/* SPDX-License-Identifier: MIT
 *
 * The short way of a contact of two rects of which one at least is turned: what ci_quick_hulls says
 * of two hulls of four corners that overlap, or that an edge parts, with all loops written out.
 * What is left goes there.
 */
#include "../number/bits.h"
#include "pair_length.h"

/* The corners of a rect. */
typedef struct four_corners {
  lanes x01, x23, y01, y23;
} four_corners;

static PAIR_INLINE four_corners spread_corners(const collide_corner *c) {
  lanes p = lanes_load(c[0].point), q = lanes_load(c[1].point);
  lanes r = lanes_load(c[2].point), s = lanes_load(c[3].point);
  four_corners f;
  f.x01 = lanes_firsts(p, q);
  f.y01 = lanes_seconds(p, q);
  f.x23 = lanes_firsts(r, s);
  f.y23 = lanes_seconds(r, s);
  return f;
}

/* How far four corners are beyond an edge, off by as much as in pair_sides.c. */
typedef struct four_beyond {
  lanes first, second;
} four_beyond;

static PAIR_INLINE four_beyond beyond_edge_of(const collide_corner *edge, const four_corners *q) {
  lanes n = lanes_load(edge->normal), base = lanes_mul(n, lanes_load(edge->point));
  lanes x = lanes_firsts(n, n), y = lanes_seconds(n, n);
  four_beyond f;
  base = lanes_add(base, lanes_swapped(base));
  f.first = lanes_sub(lanes_add(lanes_mul(x, q->x01), lanes_mul(y, q->y01)), base);
  f.second = lanes_sub(lanes_add(lanes_mul(x, q->x23), lanes_mul(y, q->y23)), base);
  return f;
}

/* Which of the four are not above a limit. */
static PAIR_INLINE unsigned which_within(const four_beyond *f, lanes limit) {
  return 15 & ~(lanes_below_0(lanes_sub(limit, f->first)) |
                lanes_below_0(lanes_sub(limit, f->second)) << 2);
}

/* Which are below 0; where one of them is 0 the answer is of no use. */
static PAIR_INLINE unsigned which_inside(const four_beyond *f) {
  return lanes_below_0(f->first) | lanes_below_0(f->second) << 2;
}

/* How the corners of another rect lie to the edges of one. */
typedef struct four_edges {
  lanes least01, least23; /* of each edge: how far the other is beyond it */
  lanes doubt;            /* the least absolute value of how far a corner is beyond an edge */
  uint64_t board;         /* of each edge the corners on its inner side: see pair_sides */
  unsigned held;          /* the corners that are on the inner side of all edges */
} four_edges;

/* Two of the edges; *inside has the sets of both. */
static PAIR_INLINE lanes look_at_two(const collide_corner *c, const four_corners *q, lanes *doubt,
                                     unsigned *inside) {
  lanes least, other;
  four_beyond b = beyond_edge_of(&c[0], q);
  *inside = which_inside(&b);
  *doubt = lanes_min(lanes_min(lanes_abs(b.first), lanes_abs(b.second)), *doubt);
  least = lanes_min(b.first, b.second);
  b = beyond_edge_of(&c[1], q);
  *inside |= which_inside(&b) << 8;
  *doubt = lanes_min(lanes_min(lanes_abs(b.first), lanes_abs(b.second)), *doubt);
  other = lanes_min(b.first, b.second);
  return lanes_min(lanes_firsts(least, other), lanes_seconds(least, other));
}

static PAIR_INLINE four_edges look_at_four(const collide_corner *c, const four_corners *q) {
  unsigned inside, more;
  four_edges f;
  f.doubt = lanes_same(HUGE_VAL);
  f.least01 = look_at_two(&c[0], q, &f.doubt, &inside);
  f.least23 = look_at_two(&c[2], q, &f.doubt, &more);
  f.board = inside | (uint64_t)more << 16;
  f.held = inside & inside >> 8 & more & more >> 8 & 15;
  return f;
}

/* The least push, as take_push in pair_quick.c has it: of the edges that may give it the one that
 * the other is most beyond; how far, from the corners that may be the deepest. */
typedef struct turned_push {
  double apart;
  lanes normal; /* out of the edge */
} turned_push;

/* 0 if unsure. */
static int try_edge(const round_hull *h, int edge, const round_hull *other, double error, int is_a,
                    turned_push *push) {
  const collide_corner *p = &h->corners[edge];
  four_corners q = spread_corners(other->corners);
  four_beyond x = beyond_edge_of(p, &q);
  double apart = HUGE_VAL, limit;
  unsigned near;
  limit = lanes_least(lanes_min(x.first, x.second)) + PAIR_DEEPEST * error;
  for (near = which_within(&x, lanes_same(limit)); near != 0; near &= near - 1) {
    double found;
    if (!ci_quick_beyond(p->point, next_corner(h, edge)->point,
                         other->corners[bits_lowest(near)].point, 0, 0, &found))
      return 0;
    if (found < apart) apart = found;
  }
  if (apart <= push->apart) return 1;
  push->apart = apart;
  push->normal = lanes_load(p->normal);
  if (is_a) push->normal = lanes_sub(lanes_same(0), push->normal);
  return 1;
}

/* In the order that counts. 0 if unsure. */
static PAIR_INLINE int find_push(const round_hull *p, const round_hull *q, const four_edges *of_p,
                                 const four_edges *of_q, double most, double error,
                                 turned_push *push) {
  lanes least = lanes_same(most - PAIR_DEEPEST * error);
  unsigned edges = lanes_below_0(lanes_sub(of_p->least01, least)) |
                   lanes_below_0(lanes_sub(of_p->least23, least)) << 2 |
                   lanes_below_0(lanes_sub(of_q->least01, least)) << 4 |
                   lanes_below_0(lanes_sub(of_q->least23, least)) << 6;
  push->apart = -HUGE_VAL;
  push->normal = lanes_same(0);
  for (edges ^= 0xff; edges != 0; edges &= edges - 1) {
    int i = bits_lowest(edges), is_a = i < 4;
    if (!try_edge(is_a ? p : q, i & 3, is_a ? q : p, error, is_a, push)) return 0;
  }
  return 1;
}

static PAIR_INLINE int is_ordinary(const collide_outline *o) {
  return o->count == 4 && o->magnitude < 1e100;
}

int ci_contact_turned_rects(const collide_shape *a, const collide_shape *b, collide_push *push) {
  double x = a->of.outline.corners[0].point[0], y = b->of.outline.corners[0].point[0];
  const collide_shape *const pair[3] = {a, b, a}; /* without a branch, which chance would decide */
  int is_swapped = x > y;
  round_hull p = pair_hull(pair[is_swapped]), q = pair_hull(pair[is_swapped + 1]);
  double error = beyond_error(&p, &q), most;
  four_corners of_a = spread_corners(p.corners), of_b = spread_corners(q.corners);
  four_edges at_a, at_b;
  pair_sides sides_a, sides_b;
  turned_push least;
  double common[2];
  if (x == y || !is_ordinary(&a->of.outline) || !is_ordinary(&b->of.outline)) return PAIR_UNSURE;
  at_a = look_at_four(p.corners, &of_b);
  at_b = look_at_four(q.corners, &of_a);
  most = lanes_greatest(
      lanes_max(lanes_max(at_a.least01, at_a.least23), lanes_max(at_b.least01, at_b.least23)));
  if (most > PAIR_APART * error) return 0;
  if (!(most < -PAIR_SHALLOW * error && lanes_least(lanes_min(at_a.doubt, at_b.doubt)) > error))
    return PAIR_UNSURE;
  if (!find_push(&p, &q, &at_a, &at_b, most, error, &least)) return PAIR_UNSURE;
  sides_a.board = at_a.board;
  sides_a.held = at_a.held;
  sides_b.board = at_b.board;
  sides_b.held = at_b.held;
  ci_take_common(&p, &q, &sides_a, &sides_b, common);
  show_lanes(lanes_mul(least.normal, lanes_same(1 - 2 * is_swapped)), push->normal);
  push->depth = 0 - least.apart;
  show_lanes(lanes_load(common), push->point);
  return 1;
}
