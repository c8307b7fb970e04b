/* SPDX-License-Identifier: MIT
 *
 * The quick path of two outlines with radii.
 */
#include "plane_quick.h"

#include "../../number/bits.h"
#include "../../number/lanes.h"
#include "../../number/sum.h"

/* ---- Sides -----------------------------------------------------------------------------------
 *
 * In plain doubles, two corners at a time: the distance of one outline beyond each edge of another,
 * and the side of the edge on which each corner lies. */

static void spread_corners(const plane_outline *h, corner_lanes *to) {
  int i, last = h->count - 1;
  for (i = 0; i <= last; i += 2) {
    lanes p = lanes_load(h->corners[i].point);
    lanes q = lanes_load(h->corners[i < last ? i + 1 : last].point);
    lanes_store(to->x + i, lanes_firsts(p, q));
    lanes_store(to->y + i, lanes_seconds(p, q));
  }
  to->count = h->count;
}

/* The distances of two corners beyond the edge. The sum n . q - n . p has no larger error than
 * `beyond` (see BEYOND_MARGIN). Each product and each sum adds u: 2 u of the magnitudes times the
 * square root of 2. The difference is rounded, u of them. The normal is off by 4 u. Total: 7 u
 * times the square root of 2, as there. */
typedef struct edge_lanes {
  lanes x, y, base;
} edge_lanes;

static edge_lanes spread_edge(const collide_corner *c) {
  edge_lanes e;
  e.x = lanes_same(c->normal[0]);
  e.y = lanes_same(c->normal[1]);
  e.base = lanes_same(c->normal[0] * c->point[0] + c->normal[1] * c->point[1]);
  return e;
}

static inline lanes beyond_lanes(const edge_lanes *e, const corner_lanes *q, int j) {
  return lanes_sub(
      lanes_add(lanes_mul(e->x, lanes_load(q->x + j)), lanes_mul(e->y, lanes_load(q->y + j))),
      e->base);
}

/* The greatest of the edges' least values, and the first edge that has it. */
typedef struct most_beyond {
  double most;
  int edge;
} most_beyond;

/* Branchless, because a branch would often be mispredicted. */
static inline void put_beyond(most_beyond *all, int i, double least) {
  all->edge = least > all->most ? i : all->edge;
  all->most = least > all->most ? least : all->most;
}

static void measure_sides(const plane_outline *h, const corner_lanes *other, pair_sides *s) {
  int count = other->count;
  lanes doubt = lanes_same(HUGE_VAL);
  unsigned all = (2u << (other->count - 1)) - 1, held = h->count > 2 ? all : 0;
  most_beyond most = {-HUGE_VAL, 0};
  int i, j;
  for (i = 0; i < h->count && h->count > 1; i++) {
    edge_lanes e = spread_edge(&h->corners[i]);
    lanes x = beyond_lanes(&e, other, 0), least = x;
    unsigned inside = lanes_below_0(x);
    doubt = lanes_min(lanes_abs(x), doubt);
    for (j = 2; j < count; j += 2) {
      x = beyond_lanes(&e, other, j);
      least = lanes_min(x, least);
      doubt = lanes_min(lanes_abs(x), doubt);
      inside |= lanes_below_0(x) << j;
    }
    inside &= all;
    s->inside[i] = inside;
    held &= inside;
    s->beyond[i] = lanes_least(least);
    put_beyond(&most, i, s->beyond[i]);
  }
  s->held = held;
  s->most = most.most;
  s->edge = most.edge;
  s->doubt = lanes_least(doubt);
}

/* ---- How far two features are apart ---------------------------------------------------------- */

int ci_remainder_of_squares(lanes_twofold offset, twofold radius, double *rest) {
  exact_sum squares;
  squares.count = 0;
  if (!(ci_sum_add_square(&squares, 1, lanes_first_twofold(offset)) &&
        ci_sum_add_square(&squares, 1, lanes_second_twofold(offset)) &&
        ci_sum_add_square(&squares, -1, radius)))
    return 0;
  *rest = ci_sum_value(&squares);
  return 1;
}

/* The distance of two points, less the radii, and the unit vector from q to p. 0 if unsure. */
static int quick_between(const double p[2], const double q[2], double r1, double r2, double *apart,
                         double normal[2]) {
  pair_stretch s;
  if (!stretch_between(lanes_load(p), lanes_load(q), r1, r2, &s)) return 0;
  *apart = s.apart;
  lanes_store(normal, stretch_normal(&s));
  return 1;
}

/* ---- Beyond an edge ------------------------------------------------------------------------ */

/* Along an axis the distance is the difference of two coordinates. It is a twofold without
 * rounding, and so is the radius. Their difference is off by little more than u of itself. */
static int beyond_level(double sign, double from, double to, double r1, double r2, double *apart) {
  twofold off = two_diff(sign * to, sign * from), radius, rest;
  *apart = off.hi;
  if (!(is_ordinary_length(fabs(off.hi)) && r1 < MOST_LENGTH && r2 < MOST_LENGTH)) return 0;
  if (r1 + r2 == 0) return 1;
  radius = two_sum(r1, r2);
  rest = tf_sub(off, radius);
  *apart = rest.hi;
  return 1;
}

int ci_quick_beyond(const double p[2], const double next[2], const double q[2], double r1,
                    double r2, double *apart) {
  double ex = next[0] - p[0], ey = next[1] - p[1];
  pair_across x;
  if (ey == 0) return beyond_level(ex > 0 ? -1 : 1, p[1], q[1], r1, r2, apart);
  if (ex == 0) return beyond_level(ey > 0 ? 1 : -1, p[0], q[0], r1, r2, apart);
  return cross_edge(lanes_load(p), lanes_load(next), lanes_load(q), &x) &&
         length_beyond(&x, r1, r2, apart);
}

/* ---- Nearest features ------------------------------------------------------------------------
 *
 * The nearest features of two round outlines, or the features of the least push, in plain doubles.
 *
 * The differences of the points of two outlines form a convex polygon, the Minkowski difference.
 * The origin is farthest beyond one of its edges: that edge is the nearest one, or ends at the
 * nearest corner. An edge of the polygon is an edge of one outline and the corner of the other that
 * is least beyond it. So one pass over all edges and corners finds the features, up to rounding. A
 * few exact signs then prove that two features are the nearest. Hulls are convex, so a corner is
 * foremost if its two neighbours are not. */

/* ---- Apart -------------------------------------------------------------------------------- */

/* An edge of one and a corner of the other, or two corners, like `feature`. */
typedef struct quick_feature {
  const plane_outline *owner; /* of the edge; NULL for two corners */
  int edge, corner;           /* or a's corner and b's */
  int end;     /* the other's edge from the corner to this one is equally near; or the corner */
  int touches; /* the corner lies on the edge, and there are no radii */
} quick_feature;

/* The corner of the other outline that is least beyond an edge. */
static int least_beyond(const collide_corner *edge, const plane_outline *other) {
  const double *n = edge->normal;
  double least = HUGE_VAL;
  int j, found = 0;
  for (j = 0; j < other->count; j++) {
    double x = n[0] * other->corners[j].point[0] + n[1] * other->corners[j].point[1];
    found = x < least ? j : found;
    least = x < least ? x : least;
  }
  return found;
}

/* Is corner j less far beyond the edge from p to next than its neighbours? One neighbour may be
 * equally far: then *end is that one, else j. */
static int is_foremost(const double p[2], const double next[2], const plane_outline *h, int j,
                       int *end) {
  const double *q = h->corners[j].point;
  int later, earlier;
  *end = j;
  if (h->count == 1) return 1;
  later = ci_cross2d(p, next, q, next_corner(h, j)->point);
  if (later == 0) *end = corner_after(h, j);
  if (later > 0 || h->count == 2) return later <= 0;
  earlier = ci_cross2d(p, next, q, h->corners[corner_before(h, j)].point);
  if (earlier == 0) *end = corner_before(h, j);
  return earlier <= 0 && later + earlier < 0;
}

/* Corner i of h and corner j of the other. */
static int take_corners(const plane_outline *a, const plane_outline *h, int i, int j,
                        quick_feature *f) {
  f->owner = NULL;
  f->edge = h == a ? i : j;
  f->corner = f->end = h == a ? j : i;
  f->touches = 0;
  return 1;
}

static int take_edge(const plane_outline *h, int edge, int corner, int end, quick_feature *f) {
  f->owner = h;
  f->edge = edge;
  f->corner = corner;
  f->end = end;
  f->touches = 0;
  return 1;
}

/* An edge of the other outline at corner j is parallel to this edge, and no point of the other
 * outline is nearer to this edge's line. So the edges face each other in part, or two of their ends
 * are nearest. 0 if unsure. */
static int find_facing(const plane_outline *a, const plane_outline *h, int edge,
                       const plane_outline *other, int j, quick_feature *f) {
  const double *p = h->corners[edge].point, *next = next_corner(h, edge)->point, *q, *r;
  int end, i;
  if (!is_foremost(p, next, other, j, &end) || end == j) return 0;
  q = other->corners[j].point;
  r = other->corners[end].point;
  if (sign_along(p, next, q) < 0 && sign_along(p, next, r) < 0)
    i = edge;
  else if (sign_along(next, p, q) < 0 && sign_along(next, p, r) < 0)
    i = corner_after(h, edge);
  else
    return take_edge(h, edge, j, end, f);
  if (sign_along(q, r, h->corners[i].point) > 0) j = end;
  return is_nearest_end(h, i, other->corners[j].point) &&
         is_nearest_end(other, j, h->corners[i].point) && take_corners(a, h, i, j, f);
}

/* The other outline is certainly beyond this edge. 0 if unsure. */
static int find_beside_edge(const plane_outline *a, const plane_outline *h, int edge,
                            const plane_outline *other, quick_feature *f) {
  int j = least_beyond(&h->corners[edge], other), i = edge, end;
  const double *p = h->corners[edge].point, *next = next_corner(h, edge)->point,
               *q = other->corners[j].point;
  if (sign_along(next, p, q) <= 0)
    i = corner_after(h, edge);
  else if (sign_along(p, next, q) > 0)
    return is_foremost(p, next, other, j, &end) && take_edge(h, edge, j, end, f);
  if (is_nearest_end(h, i, q) && is_nearest_end(other, j, h->corners[i].point))
    return take_corners(a, h, i, j, f);
  return find_facing(a, h, edge, other, j, f);
}

/* Does the edge exactly separate the two outlines, which have no radii? Sets f->touches. */
static int is_beyond(const plane_outline *a, const plane_outline *b, quick_feature *f) {
  const plane_outline *h = f->owner;
  int sign;
  if (h == NULL || a->radius + b->radius > 0) return 0;
  sign = orient2d(h->corners[f->edge].point, next_corner(h, f->edge)->point,
                  (h == a ? b : a)->corners[f->corner].point);
  f->touches = sign == 0;
  return sign <= 0;
}

/* ---- Less the radii, and the points -------------------------------------------------------- */

/* For an edge parallel to an axis: all points of its border have the same coordinate. */
static void put_level(const collide_corner *p, const double at[2], double radius, double point[2]) {
  const double *n = p->normal;
  int i;
  for (i = 0; i < 2; i++)
    if (n[1 - i] == 0) point[i] = at[i] + n[i] * radius;
}

/* The nearest points on both borders: they lie along the edge's normal from q. */
static void take_points(const plane_outline *h, const plane_outline *other, const quick_feature *f,
                        double apart, double on_edge[2], double on_other[2]) {
  const collide_corner *p = &h->corners[f->edge];
  const double *q = other->corners[f->corner].point, *n = p->normal;
  int i;
  for (i = 0; i < 2; i++) {
    on_other[i] = q[i] - n[i] * other->radius;
    on_edge[i] = on_other[i] - n[i] * apart;
  }
  put_level(p, p->point, h->radius, on_edge);
}

/* The distance of q from p along an edge with the normal n. */
static double find_along(const double p[2], const double n[2], const double q[2]) {
  return n[0] * (q[1] - p[1]) - n[1] * (q[0] - p[0]);
}

/* The same, in the middle of the facing parts of two edges. */
static void take_middle(const plane_outline *h, const plane_outline *other, const quick_feature *f,
                        double apart, double on_edge[2], double on_other[2]) {
  const collide_corner *p = &h->corners[f->edge];
  const double *n = p->normal, *q = other->corners[f->corner].point;
  double length = find_along(p->point, n, next_corner(h, f->edge)->point),
         s = find_along(p->point, n, q);
  double t = find_along(p->point, n, other->corners[f->end].point), middle;
  double low = s < t ? s : t, high = s < t ? t : s;
  middle = ((low > 0 ? low : 0) + (high < length ? high : length)) * 0.5;
  on_edge[0] = p->point[0] - n[1] * middle + n[0] * h->radius;
  on_edge[1] = p->point[1] + n[0] * middle + n[1] * h->radius;
  put_level(p, p->point, h->radius, on_edge);
  on_other[0] = on_edge[0] + n[0] * apart;
  on_other[1] = on_edge[1] + n[1] * apart;
  put_level(p, q, -other->radius, on_other);
}

/* For outlines that overlap, an edge counts as parallel if its ends are equally far beyond, up to
 * rounding. Finds the other end of such an edge at the feature's corner, like plane_measure.c. */
static int find_level_end(const plane_outline *h, const plane_outline *other,
                          const quick_feature *f, double error) {
  const collide_corner *p = &h->corners[f->edge];
  double own = beyond(p, other->corners[f->corner].point), least = PAIR_LEVEL * error;
  int k, found = f->corner, last = other->count - 1;
  for (k = 0; k < 2 && last > 0; k++) {
    int i = k == 0 ? f->corner - 1 : f->corner + 1, j = i < 0 ? last : i > last ? 0 : i;
    double off = fabs(beyond(p, other->corners[j].point) - own);
    if (!(off <= least)) continue;
    least = off;
    found = j;
  }
  return found;
}

static int measure_edge(const plane_outline *a, const plane_outline *b, quick_feature *f,
                        pair_gap *gap) {
  const plane_outline *h = f->owner, *other = h == a ? b : a;
  const collide_corner *p = &h->corners[f->edge];
  double sign = h == a ? -1 : 1, *on_edge = h == a ? gap->on_a : gap->on_b;
  double *on_other = h == a ? gap->on_b : gap->on_a;
  gap->apart = 0;
  if (!f->touches &&
      !ci_quick_beyond(p->point, next_corner(h, f->edge)->point, other->corners[f->corner].point,
                       a->radius, b->radius, &gap->apart))
    return 0;
  gap->normal[0] = sign * p->normal[0];
  gap->normal[1] = sign * p->normal[1];
  if (f->end == f->corner && gap->apart <= 0)
    f->end = find_level_end(h, other, f, beyond_error(a, b));
  if (f->end == f->corner)
    take_points(h, other, f, gap->apart, on_edge, on_other);
  else
    take_middle(h, other, f, gap->apart, on_edge, on_other);
  return 1;
}

static int measure_corners(const plane_outline *a, const plane_outline *b, const quick_feature *f,
                           pair_gap *gap) {
  const double *p = a->corners[f->edge].point, *q = b->corners[f->corner].point;
  int i;
  if (!quick_between(p, q, a->radius, b->radius, &gap->apart, gap->normal)) return 0;
  for (i = 0; i < 2; i++) {
    gap->on_a[i] = p[i] - gap->normal[i] * a->radius;
    gap->on_b[i] = q[i] + gap->normal[i] * b->radius;
  }
  return 1;
}

/* Measures outlines that are disjoint without their radii. */
static int measure_apart(const plane_outline *a, const plane_outline *b, quick_feature *f,
                         pair_gap *gap) {
  if (!(f->owner != NULL ? measure_edge(a, b, f, gap) : measure_corners(a, b, f, gap)))
    return PAIR_UNSURE;
  if (gap->apart > 0) return 0;
  ci_take_common_between(a, b, gap);
  return 1;
}

/* ---- Meeting ------------------------------------------------------------------------------- */

/* The least distance beyond an edge, less the radii, over the other's corners that are beyond it by
 * at most `most`, as computed. The error of each distance is within its bound, so that of the least
 * is, too. */
static int measure_depth(const plane_outline *h, int edge, const plane_outline *other, double most,
                         double *apart) {
  const collide_corner *p = &h->corners[edge];
  unsigned near = 0;
  int j;
  *apart = HUGE_VAL;
  for (j = 0; j < other->count; j++)
    near |= (unsigned)!(beyond(p, other->corners[j].point) > most) << j;
  for (; near != 0; near &= near - 1) {
    const double *q = other->corners[bits_lowest(near)].point;
    double x;
    if (!ci_quick_beyond(p->point, next_corner(h, edge)->point, q, h->radius, other->radius, &x))
      return 0;
    if (x < *apart) *apart = x;
  }
  return 1;
}

/* Takes the greatest of these over the edges that may give the least push, and the first of equal
 * ones. */
static int take_push(const plane_outline *h, const plane_outline *other, const pair_sides *s,
                     double shallowest, double error, int is_a, pair_gap *gap) {
  double least = shallowest - PAIR_DEEPEST * error, sign = is_a ? -1 : 1;
  unsigned edges = 0;
  int i;
  if (h->count == 1 || s->most < least) return 1;
  for (i = 0; i < h->count; i++) edges |= (unsigned)!(s->beyond[i] < least) << i;
  for (; edges != 0; edges &= edges - 1) {
    double apart;
    i = bits_lowest(edges);
    if (!measure_depth(h, i, other, s->beyond[i] + PAIR_DEEPEST * error, &apart)) return 0;
    if (apart <= gap->apart) continue;
    gap->apart = apart;
    gap->normal[0] = sign * h->corners[i].normal[0];
    gap->normal[1] = sign * h->corners[i].normal[1];
  }
  return 1;
}

/* Measures two outlines that certainly meet without their radii. */
static int measure_meeting(const plane_outline *a, const plane_outline *b, const pair_sides *of_a,
                           const pair_sides *of_b, int wanted, pair_gap *gap) {
  double error = beyond_error(a, b);
  double shallowest = of_a->most > of_b->most ? of_a->most : of_b->most;
  gap->apart = -HUGE_VAL;
  if (wanted == QUICK_PUSH && !(take_push(a, b, of_a, shallowest, error, 1, gap) &&
                                take_push(b, a, of_b, shallowest, error, 0, gap)))
    return PAIR_UNSURE;
  if (of_a->doubt > error && of_b->doubt > error) {
    ci_take_common(a, b, of_a, of_b, gap->common);
    return 1;
  }
  return ci_outlines_find_common(a, b, 1, gap->common) ? 1 : PAIR_UNSURE;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* Does no sum or product of two overflow? */
static int is_ordinary_outline(const plane_outline *h) {
  return h->count <= QUICK_CORNERS && h->magnitude < 1e100 && h->radius < 1e100;
}

int ci_quick_outlines(const plane_outline *a, const plane_outline *b, int wanted, pair_gap *gap) {
  double error = beyond_error(a, b), enough = HUGE_VAL, most;
  pair_sides of_a, of_b;
  corner_lanes p, q;
  quick_feature f;
  int found;
  if (!is_ordinary_outline(a) || !is_ordinary_outline(b)) return PAIR_UNSURE;
  if (a->count == 1 || b->count == 1) return ci_quick_point(a, b, wanted, gap);
  if (wanted == QUICK_PUSH) enough = a->radius + b->radius + PAIR_APART * error;
  spread_corners(a, &p);
  spread_corners(b, &q);
  measure_sides(a, &q, &of_a);
  if (of_a.most > enough) return 0;
  measure_sides(b, &p, &of_b);
  if (of_b.most > enough) return 0;
  most = of_a.most > of_b.most ? of_a.most : of_b.most;
  if (most < -PAIR_SHALLOW * error) return measure_meeting(a, b, &of_a, &of_b, wanted, gap);
  found = of_a.most >= of_b.most ? find_beside_edge(a, a, of_a.edge, b, &f)
                                 : find_beside_edge(a, b, of_b.edge, a, &f);
  if (!found || !(most > PAIR_APART * error || is_beyond(a, b, &f))) return PAIR_UNSURE;
  return measure_apart(a, b, &f, gap);
}
