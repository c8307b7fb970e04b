/* SPDX-License-Identifier: MIT
 *
 * The short way of measuring a point, which may have a radius, and a hull, which may have one, too:
 * a circle and another shape, or a shape and a point. Of all features only the edge that the point
 * is farthest beyond and its ends can be the nearest, see pair_quick.c; that it is, is proved by
 * exact signs.
 */
#include "../number/orient.h"
#include "pair_beside.h"

/* A point with a radius. */
typedef struct pair_disk {
  const double *center;
  double radius, magnitude;
} pair_disk;

static PAIR_INLINE pair_disk disk_of(const round_hull *h) {
  pair_disk d;
  d.center = h->corners[0].point;
  d.radius = h->radius;
  d.magnitude = h->magnitude;
  return d;
}

/* They are apart; the point is outside of the hull, but not by the radii; it is inside. */
enum { IS_APART, IS_BESIDE, IS_UNSURE = PAIR_UNSURE, IS_INSIDE };

static PAIR_INLINE int after(const round_hull *h, int i) {
  return i + 1 < h->count ? i + 1 : 0;
}

static PAIR_INLINE int before(const round_hull *h, int i) {
  return i > 0 ? i - 1 : h->count - 1;
}

/* See beyond_error. */
static PAIR_INLINE double error_of(const pair_disk *d, const round_hull *h) {
  return BEYOND_MARGIN * (d->magnitude + h->magnitude + (d->radius + h->radius)) + FILTER_TINY;
}

/* ---- Signs: in plain doubles where that is enough ---------------------------------------- */

/* The sign of (b - a) . (q - a). */
static PAIR_INLINE int along(const double a[2], const double b[2], const double q[2]) {
  int sign = try_along(a, b, q);
  return sign != FILTER_UNSURE ? sign : ci_dot2d(a, b, a, q);
}

/* The sign of (b - a) x (q - a). */
static PAIR_INLINE int side_of(const double a[2], const double b[2], const double q[2]) {
  int sign = try_cross(a, b, q);
  return sign != FILTER_UNSURE ? sign : orient2d(a, b, q);
}

/* Are the neighbours of corner i farther from q, and not even level with it? */
static PAIR_INLINE int is_end(const round_hull *h, int i, const double q[2]) {
  const double *p = h->corners[i].point;
  return along(p, q, h->corners[after(h, i)].point) < 0 &&
         along(p, q, h->corners[before(h, i)].point) < 0;
}

/* ---- One feature: 0 if unsure ---------------------------------------------------------------- */

static PAIR_INLINE int measure_corner(const pair_disk *d, const round_hull *h, int i,
                                      pair_beside *at) {
  return measure_points(lanes_load(d->center), lanes_load(h->corners[i].point), d->radius,
                        h->radius, at);
}

/* The edge lies along an axis: all of its border has one coordinate there. */
static int measure_level(const pair_disk *d, const round_hull *h, int edge, pair_beside *at) {
  const collide_corner *p = &h->corners[edge];
  double x[2];
  int i;
  if (!ci_quick_beyond(p->point, h->corners[after(h, edge)].point, d->center, d->radius, h->radius,
                       &at->apart))
    return 0;
  at->normal = lanes_load(p->normal);
  at->on_a = lanes_sub(lanes_load(d->center), lanes_mul(at->normal, lanes_same(d->radius)));
  lanes_store(x, lanes_sub(at->on_a, lanes_mul(at->normal, lanes_same(at->apart))));
  for (i = 0; i < 2; i++)
    if (p->normal[1 - i] == 0) x[i] = p->point[i] + p->normal[i] * h->radius;
  at->on_b = lanes_load(x);
  return 1;
}

/* The nearest points of the two: from the point, and so far along the normal. */
static PAIR_INLINE int measure_edge(const pair_disk *d, const round_hull *h, int edge,
                                    pair_beside *at) {
  const collide_corner *p = &h->corners[edge];
  lanes q = lanes_load(d->center);
  pair_across x;
  if (p->normal[0] == 0 || p->normal[1] == 0) return measure_level(d, h, edge, at);
  if (!(cross_edge(lanes_load(p->point), lanes_load(h->corners[after(h, edge)].point), q, &x) &&
        beyond_edge(&x, d->radius, h->radius, &at->apart)))
    return 0;
  at->normal = lanes_load(p->normal);
  at->on_a = lanes_sub(q, lanes_mul(at->normal, lanes_same(d->radius)));
  at->on_b = lanes_sub(at->on_a, lanes_mul(at->normal, lanes_same(at->apart)));
  return 1;
}

/* ---- The nearest feature: 0 if unsure ---------------------------------------------------- */

static int measure_segment(const pair_disk *d, const round_hull *h, pair_beside *at) {
  const double *q = d->center, *p = h->corners[0].point, *next = h->corners[1].point;
  int side;
  if (along(p, next, q) <= 0) return measure_corner(d, h, 0, at);
  if (along(next, p, q) <= 0) return measure_corner(d, h, 1, at);
  side = side_of(p, next, q);
  return side != 0 && measure_edge(d, h, side > 0, at);
}

/* The feature at the edge that the point is farthest beyond, by exact signs: the edge itself, or
 * the corner that is returned less 1, if the nearest point is surely there. 0 if unsure. */
enum { EDGE_ITSELF = -1 };
static int find_exactly(const round_hull *h, int edge, const double q[2]) {
  const double *p = h->corners[edge].point, *next = h->corners[after(h, edge)].point;
  int i = edge;
  if (along(next, p, q) <= 0)
    i = after(h, edge);
  else if (along(p, next, q) > 0)
    return EDGE_ITSELF;
  return is_end(h, i, q) ? i + 1 : 0;
}

/* The same where plain doubles are enough, and the exact signs elsewhere. Of a corner one of the
 * two neighbours is known to be farther away. */
static PAIR_INLINE int find_feature(const round_hull *h, int edge, const double q[2]) {
  int next = after(h, edge), i, beyond_it;
  const double *p = h->corners[edge].point, *r = h->corners[next].point;
  two_sums sums = sums_along(lanes_load(p), lanes_load(r), lanes_load(q));
  if (sums.above == 3) return EDGE_ITSELF;
  if (sums.below == 0) return find_exactly(h, edge, q);
  i = sums.below == 1 ? edge : next;
  beyond_it = sums.below == 1 ? before(h, edge) : after(h, next);
  if (try_along(h->corners[i].point, q, h->corners[beyond_it].point) == -1) return i + 1;
  return find_exactly(h, edge, q);
}

/* The edge is the one that the point is farthest beyond, surely beyond. */
static PAIR_INLINE int measure_beside(const pair_disk *d, const round_hull *h, int edge,
                                      pair_beside *at) {
  int found = find_feature(h, edge, d->center);
  if (found == EDGE_ITSELF) return measure_edge(d, h, edge, at);
  return found != 0 && measure_corner(d, h, found - 1, at);
}

/* How far the point is beyond the edges. */
typedef struct point_beyond {
  double most, next; /* the greatest two */
  int edge;          /* the first that it is most beyond */
} point_beyond;

/* But for rounding: see pair_sides.c. Two edges at once; of an
 * odd number of them the last one is seen twice, and `next` may then be `most`. */
static PAIR_INLINE point_beyond look_at_edges(const round_hull *h, const double q[2]) {
  static const double both[2] = {0, 1};
  lanes at = lanes_load(q), most = lanes_same(-HUGE_VAL), next = most, which = lanes_same(0);
  lanes numbers = lanes_load(both);
  point_beyond found;
  int i, last = h->count - 1;
  for (i = 0; i <= last; i += 2) {
    const collide_corner *c = &h->corners[i], *d = &h->corners[i < last ? i + 1 : last];
    lanes m = lanes_load(c->normal), n = lanes_load(d->normal);
    lanes u = lanes_mul(m, at), v = lanes_mul(n, at);
    lanes x = lanes_mul(m, lanes_load(c->point)), y = lanes_mul(n, lanes_load(d->point));
    lanes beyond = lanes_sub(lanes_add(lanes_firsts(u, v), lanes_seconds(u, v)),
                             lanes_add(lanes_firsts(x, y), lanes_seconds(x, y)));
    next = lanes_max(lanes_min(beyond, most), next);
    which = lanes_choose(most, beyond, numbers, which);
    most = lanes_max(beyond, most);
    numbers = lanes_add(numbers, lanes_same(2));
  }
  /* Both lanes have the same number then, but where two edges are equal. */
  which = lanes_choose(most, lanes_swapped(most), lanes_swapped(which), which);
  next = lanes_max(next, lanes_same(lanes_least(most)));
  found.most = lanes_greatest(most);
  found.next = lanes_greatest(next);
  found.edge = (int)lanes_least(which);
  return found;
}

/* The least push of a point that is inside of a hull, surely and not only just: out of the edge
 * that it is least inside of, the first of those that are equal. */
static int compare_pushes(const pair_disk *d, const round_hull *h, double least, pair_beside *at) {
  int i;
  at->apart = -HUGE_VAL;
  for (i = 0; i < h->count; i++) {
    double x;
    if (beyond(&h->corners[i], d->center) < least) continue;
    if (!ci_quick_beyond(h->corners[i].point, h->corners[after(h, i)].point, d->center, d->radius,
                         h->radius, &x))
      return 0;
    if (x <= at->apart) continue;
    at->apart = x;
    at->normal = lanes_load(h->corners[i].normal);
  }
  return 1;
}

static PAIR_INLINE int measure_push(const pair_disk *d, const round_hull *h,
                                    const point_beyond *edges, double error, pair_beside *at) {
  double least = edges->most - PAIR_DEEPEST * error;
  if (!(edges->next < least)) return compare_pushes(d, h, least, at);
  return measure_edge(d, h, edges->edge, at);
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* No sum or product of two overflows. */
static PAIR_INLINE int is_ordinary(const pair_disk *d, const round_hull *h) {
  return h->count <= QUICK_CORNERS && h->magnitude < 1e100 && h->radius < 1e100 &&
         d->magnitude < 1e100 && d->radius < 1e100;
}

/* IS_APART, and where that is wanted all of *at; IS_BESIDE, and all of *at; IS_INSIDE, and the
 * normal and `apart` of a push if it is wanted; or IS_UNSURE. The point is a. */
static PAIR_INLINE int look_at_point(const pair_disk *d, const round_hull *h, int wanted,
                                     pair_beside *at) {
  int is_sure;
  if (!is_ordinary(d, h)) return IS_UNSURE;
  if (h->count <= 2) {
    is_sure = h->count == 1 ? measure_corner(d, h, 0, at) : measure_segment(d, h, at);
  } else {
    double error = error_of(d, h);
    point_beyond edges = look_at_edges(h, d->center);
    if (wanted == QUICK_PUSH && edges.most > d->radius + h->radius + PAIR_APART * error)
      return IS_APART;
    if (edges.most < -PAIR_SHALLOW * error) {
      if (wanted != QUICK_PUSH) return IS_INSIDE;
      return measure_push(d, h, &edges, error, at) ? IS_INSIDE : IS_UNSURE;
    }
    is_sure = edges.most > PAIR_APART * error && measure_beside(d, h, edges.edge, at);
  }
  return !is_sure ? IS_UNSURE : at->apart > 0 ? IS_APART : IS_BESIDE;
}

/* As a gap of a and b, of which one is a point. */
int ci_quick_point(const round_hull *a, const round_hull *b, int wanted, pair_gap *gap) {
  int mirrored = a->count != 1;
  const round_hull *point = mirrored ? b : a, *h = mirrored ? a : b;
  pair_disk d = disk_of(point);
  pair_beside at;
  int found = look_at_point(&d, h, wanted, &at);
  if (found == PAIR_UNSURE) return PAIR_UNSURE;
  if (found == IS_INSIDE) {
    gap->common[0] = point->corners[0].point[0];
    gap->common[1] = point->corners[0].point[1];
    if (wanted != QUICK_PUSH) return 1;
  } else if (found == IS_BESIDE || wanted != QUICK_PUSH) {
    lanes_store(mirrored ? gap->on_b : gap->on_a, at.on_a);
    lanes_store(mirrored ? gap->on_a : gap->on_b, at.on_b);
  } else {
    return 0;
  }
  gap->apart = at.apart;
  lanes_store(gap->normal, mirrored ? lanes_sub(lanes_same(0), at.normal) : at.normal);
  if (found == IS_BESIDE) ci_take_common_between(a, b, gap);
  return found != IS_APART;
}

/* ---- What pair_table.c asks ----------------------------------------------------------------- */

/* A point of both: see ci_take_common_between, which is asked unless the middle is surely one. */
static lanes common_of(const round_hull *point, const round_hull *h, const pair_beside *at) {
  lanes middle = lanes_add(at->on_b, lanes_mul(at->normal, lanes_same(at->apart * 0.5)));
  pair_gap gap;
  lanes_store(gap.common, lanes_sub(middle, lanes_load(point->corners[0].point)));
  if (h->count > 2 && h->radius == 0 &&
      try_radius(gap.common[0] * gap.common[0] + gap.common[1] * gap.common[1], point->radius) ==
          1) {
    lanes_store(gap.common, middle);
    if (look_at_edges(h, gap.common).most < -2 * BEYOND_MARGIN * h->magnitude - FILTER_TINY)
      return middle;
  }
  gap.apart = at->apart;
  lanes_store(gap.normal, at->normal);
  lanes_store(gap.on_b, at->on_b);
  ci_take_common_between(point, h, &gap);
  return lanes_load(gap.common);
}

int ci_contact_circle_hull(const collide_shape *circle, const collide_shape *shape,
                           collide_push *push) {
  round_hull point = pair_hull(circle), h = pair_hull(shape);
  pair_disk d = disk_of(&point);
  pair_beside at;
  int found = look_at_point(&d, &h, QUICK_PUSH, &at);
  if (found == PAIR_UNSURE || found == IS_APART) return found;
  show_lanes(at.normal, push->normal);
  push->depth = 0 - at.apart;
  show_lanes(found == IS_INSIDE ? lanes_load(circle->position) : common_of(&point, &h, &at),
             push->point);
  return 1;
}

int ci_distance_circle_hull(const collide_shape *circle, const collide_shape *shape, double *apart,
                            double on_circle[3], double on_hull[3]) {
  round_hull point = pair_hull(circle), h = pair_hull(shape);
  pair_disk d = disk_of(&point);
  pair_beside at;
  int found = look_at_point(&d, &h, QUICK_NEAREST, &at);
  if (found == PAIR_UNSURE) return PAIR_UNSURE;
  if (found != IS_APART)
    at.on_a = at.on_b =
        found == IS_INSIDE ? lanes_load(circle->position) : common_of(&point, &h, &at);
  *apart = at.apart;
  show_lanes(at.on_a, on_circle);
  show_lanes(at.on_b, on_hull);
  return found != IS_APART;
}

int ci_closest_hull(const collide_shape *shape, const double point[3], double *apart,
                    double nearest[3]) {
  round_hull h = pair_hull(shape);
  pair_disk d;
  pair_beside at;
  int found;
  /* What is inside by a radius has no need to be measured. */
  if (h.radius > 0 && ci_try_hold(shape, point) == 1) return 1;
  d.center = point;
  d.radius = 0;
  d.magnitude = fabs(point[0]) > fabs(point[1]) ? fabs(point[0]) : fabs(point[1]);
  found = look_at_point(&d, &h, QUICK_NEAREST, &at);
  if (found != IS_APART) return found == PAIR_UNSURE ? PAIR_UNSURE : 1;
  *apart = at.apart;
  show_lanes(at.on_b, nearest);
  return 0;
}
