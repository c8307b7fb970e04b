/* SPDX-License-Identifier: MIT
 *
 * Where the origin lies, in exact numbers: the distance of the origin from a convex hull, and
 * whether the hull holds the origin in its interior.
 */
#include "../../shape/shape.h"
#include "exact_points.h"

#include <string.h>

/* ---- The slab: the part of a polytope between two planes across the axis y ----------------------
 *
 * The points of the shadow have four numbers, X, 0, Z and W. A corner has W = 1. An edge from p to
 * q crosses the level L at (p |q_y - L| + q |p_y - L|) / (|p_y - L| + |q_y - L|). Degrees: X and Z
 * 8, W 4. */

/* The points have numbers: all corners, then the edges at the low plane, then those at the high
 * plane if it is another one. */
static int count_features(const solid_slab *s) {
  const solid_corners *c = s->pair->a;
  return c->count + (s->is_flat ? 1 : 2) * ci_solid_edges(c);
}

/* The corners of an edge and the level that it may cross; 0 if the number has no edge. */
static int find_edge(const solid_slab *s, int feature, int ends[2], const exact **level) {
  const solid_corners *c = s->pair->a;
  int number = feature - c->count, edges = ci_solid_edges(c);
  *level = number < edges ? &s->low : &s->high;
  return ci_solid_edge(c, number < edges ? number : number - edges, ends);
}

static approx approx_magnitude(approx a) {
  return approx_make(fabs(a.value), a.error);
}

static approx approx_mix(approx p, approx at_p, approx q, approx at_q) {
  return approx_add(approx_mul(p, at_p), approx_mul(q, at_q));
}

/* The height of a corner above a level, in doubles. */
static approx approx_height(const solid_slab *s, int corner, const approx *level) {
  return approx_sub(solid_map_at(s->map, corner, 1), *level);
}

static int approximate_edge(const solid_slab *s, int feature, const approx levels[2], approx h[3]) {
  const exact *level;
  approx a, b;
  int ends[2], sign[2], i;
  if (!find_edge(s, feature, ends, &level)) return 0;
  a = approx_height(s, ends[0], &levels[level == &s->high]);
  b = approx_height(s, ends[1], &levels[level == &s->high]);
  sign[0] = approx_sign(a);
  sign[1] = approx_sign(b);
  if (sign[0] == sign[1] && sign[0] != FILTER_UNSURE) return 0;
  a = approx_magnitude(a);
  b = approx_magnitude(b);
  for (i = 0; i < 2; i++)
    h[i] = approx_mix(solid_map_at(s->map, ends[0], 2 * i), b, solid_map_at(s->map, ends[1], 2 * i),
                      a);
  h[2] = approx_add(a, b);
  return sign[0] == FILTER_UNSURE || sign[1] == FILTER_UNSURE ? FILTER_UNSURE : 1;
}

/* In doubles with a bound on their error: does a point of this number exist (1 or 0, or
 * FILTER_UNSURE), and its place. */
static int approximate_point(const solid_slab *s, int feature, const approx levels[2],
                             approx h[3]) {
  int low, high;
  if (feature >= s->pair->a->count) return approximate_edge(s, feature, levels, h);
  low = approx_sign(approx_height(s, feature, &levels[0]));
  high = approx_sign(approx_height(s, feature, &levels[1]));
  if (low == -1 || high == 1) return 0;
  h[0] = solid_map_at(s->map, feature, 0);
  h[1] = solid_map_at(s->map, feature, 2);
  h[2] = approx_exact(1);
  return low == 1 && high == -1 ? 1 : FILTER_UNSURE;
}

static int exact_edge(const solid_slab *s, int feature, exact h[4]) {
  const exact *level;
  exact p[3], q[3], a, b;
  int ends[2];
  if (!find_edge(s, feature, ends, &level)) return 0;
  ci_solid_difference(s->pair, ends[0], 0, p);
  ci_solid_difference(s->pair, ends[1], 0, q);
  ci_exact_sub(&a, &p[1], level);
  ci_exact_sub(&b, &q[1], level);
  if (exact_sign(&a) * exact_sign(&b) >= 0) return 0;
  a.sign = b.sign = 1;
  ci_exact_mul(&h[0], &p[0], &b);
  ci_exact_add_product(&h[0], &q[0], &a);
  ci_exact_set(a.pool, &h[1], 0);
  ci_exact_mul(&h[2], &p[2], &b);
  ci_exact_add_product(&h[2], &q[2], &a);
  ci_exact_add(&h[3], &a, &b);
  return 1;
}

static int exact_corner(const solid_slab *s, int feature, exact h[4]) {
  exact p[3], height;
  ci_solid_difference(s->pair, feature, 0, p);
  ci_exact_sub(&height, &p[1], &s->low);
  if (exact_sign(&height) < 0) return 0;
  ci_exact_sub(&height, &p[1], &s->high);
  if (exact_sign(&height) > 0) return 0;
  h[0] = p[0];
  ci_exact_set(s->pair->frame->pool, &h[1], 0);
  h[2] = p[2];
  ci_exact_set(s->pair->frame->pool, &h[3], 1);
  return 1;
}

/* Writes that point, on top of the pool; returns 0 if no point has the number. */
static int find_slab_point(const solid_slab *s, int feature, exact h[4]) {
  exact_pool *pool = s->pair->frame->pool;
  int mark = ci_exact_mark(pool);
  int there = feature < s->pair->a->count ? exact_corner(s, feature, h) : exact_edge(s, feature, h);
  if (there)
    ci_exact_keep(pool, mark, h, 4);
  else
    ci_exact_release(pool, mark);
  return there;
}

/* The sign of n . p - n . q for two points by their numbers. */
static int compare_points(const solid_slab *s, const exact n[3], int p, int q) {
  exact_pool *pool = s->pair->frame->pool;
  exact h[2][4];
  int sign, mark = ci_exact_mark(pool);
  (void)find_slab_point(s, p, h[0]);
  (void)find_slab_point(s, q, h[1]);
  sign = ci_solid_height_sign(n, h[0], h[1]);
  ci_exact_release(pool, mark);
  return sign;
}

/* The number of the point of the shadow with the least n . point, or of any point if n is NULL; -1
 * if the slab is empty. */
static int find_slab_least(const solid_slab *s, const exact n[3]) {
  exact_pool *pool = s->pair->frame->pool;
  approx h[3], along[2], least[2], levels[2];
  double r[3];
  int i, best = -1, features = count_features(s);
  for (i = 0; i < 2; i++) along[i] = least[i] = approx_exact(0);
  levels[0] = ci_solid_approx(&s->low);
  levels[1] = ci_solid_approx(&s->high);
  if (n != NULL) {
    ci_solid_round(n, r);
    for (i = 0; i < 2; i++)
      along[i] = approx_make(r[2 * i], APPROX_ROUNDING * fabs(r[2 * i]) + APPROX_FLOOR);
  }
  for (i = 0; i < features; i++) {
    int there = approximate_point(s, i, levels, h), sign = 0;
    approx height;
    if (there == 0) continue;
    if (there == FILTER_UNSURE) {
      exact point[4];
      int mark = ci_exact_mark(pool);
      there = find_slab_point(s, i, point);
      ci_exact_release(pool, mark);
      if (!there) continue;
    }
    if (n == NULL) return i;
    height = approx_add(approx_mul(along[0], h[0]), approx_mul(along[1], h[1]));
    if (best >= 0) {
      sign = approx_sign(approx_sub(approx_mul(height, least[1]), approx_mul(least[0], h[2])));
      if (sign == FILTER_UNSURE) sign = compare_points(s, n, i, best);
      if (sign >= 0) continue;
    }
    best = i;
    least[0] = height;
    least[1] = h[2];
  }
  return best;
}

void ci_solid_slab_range(const exact_pair *p, const exact *level, int sign[2]) {
  exact_pool *pool = p->frame->pool;
  int i, at[2], mark = ci_exact_mark(pool);
  for (i = 0; i < 2; i++) {
    exact n[3], w[3], height;
    ci_exact_set(pool, &n[0], 0);
    ci_exact_set(pool, &n[1], i == 0 ? 1 : -1);
    ci_exact_set(pool, &n[2], 0);
    ci_solid_least(p, n, at);
    ci_solid_difference(p, at[0], 0, w);
    ci_exact_sub(&height, &w[1], level);
    sign[i] = exact_sign(&height);
    ci_exact_release(pool, mark);
  }
}

/* ---- The point of a convex hull that is nearest to the origin -----------------------------------
 *
 * The hull is that of the differences of the corners of two polytopes, or the shadow of a slab
 * along the axis. The method is that of P. Wolfe, "Finding the nearest point in a polytope" (1976),
 * which is GJK here.
 *
 * The simplex holds one to four affinely independent points of the hull. Its nearest point x lies
 * in its relative interior. A point w with x . w < x . x makes the hull nearer. The new nearest
 * point lies in the relative interior of a face of the larger simplex. That face has the corner w,
 * because nothing is nearer than x without w. There are finitely many simplices, and the distance
 * decreases in each step, so the loop ends. Only the direction of x is needed: the vector n below
 * is x times a positive number.
 *
 * A point has four numbers: it is the vector of the first three, divided by the fourth, which is
 * positive. */

enum { SIMPLEX_MOST = 4 };

typedef struct exact_simplex {
  int count;
  exact at[SIMPLEX_MOST][4]; /* in the pool in this order, with nothing between */
} exact_simplex;

/* The loop ends earlier unless a number was too long for the pool. */
enum { STEPS = 1000 };

/* The differences of corners, or the shadow of a slab: all y are 0. */
typedef struct hull {
  const exact_pair *pair;
  const solid_slab *slab; /* or NULL */
} hull;

/* Keeps the points in the mask, of `size` numbers each, which lie above `base` in the pool. Returns
 * their number. */
static int keep_points(exact *at, int size, int count, int mask, int base) {
  int i, kept = 0;
  for (i = 0; i < count; i++) {
    if (!(mask & (1 << i))) continue;
    if (i != kept) memcpy(at + kept * size, at + i * size, (size_t)size * sizeof at[0]);
    kept++;
  }
  ci_exact_keep(at[0].pool, base, at, size * kept);
  return kept;
}

/* r = v |e|^2 - e (v . e): the part of v that is perpendicular to e, times |e|^2. */
static void reject(const exact v[3], const exact e[3], exact r[3]) {
  exact_pool *pool = v[0].pool;
  exact square, along;
  int i, mark = ci_exact_mark(pool);
  ci_solid_dot(&square, e, e);
  ci_solid_dot(&along, v, e);
  for (i = 0; i < 3; i++) {
    ci_exact_mul(&r[i], &v[i], &square);
    if (exact_sign(&e[i]) != 0 && exact_sign(&along) != 0)
      ci_exact_sub_product(&r[i], &e[i], &along);
  }
  ci_exact_keep(pool, mark, r, 3);
}

/* The point x of the line from p to q that is nearest, times a positive number. */
static void direction_of_line(const exact p[4], const exact q[4], exact n[3]) {
  exact e[3];
  int mark = ci_exact_mark(p[0].pool);
  ci_solid_edge_vector(p, q, e);
  reject(p, e, n);
  ci_exact_keep(p[0].pool, mark, n, 3);
}

/* The same if all y are 0: e, turned by a quarter. */
static void flat_direction(const exact p[4], const exact q[4], exact n[3]) {
  exact e[3];
  int facing;
  ci_solid_edge_vector(p, q, e);
  n[0] = e[2];
  n[1] = e[1];
  n[2] = e[0];
  ci_exact_negate(&n[0]);
  facing = ci_solid_dot_sign(n, p);
  n[0].sign *= facing;
  n[2].sign *= facing;
}

static void plane_normal(const exact p[4], const exact q[4], const exact r[4], exact n[3]) {
  exact_pool *pool = p[0].pool;
  exact e[2][3];
  int mark = ci_exact_mark(pool);
  ci_solid_edge_vector(p, q, e[0]);
  ci_solid_edge_vector(p, r, e[1]);
  ci_solid_cross(n, e[0], e[1]);
  ci_exact_keep(pool, mark, n, 3);
}

/* The nearest point to the origin of the affine hull of one to three points, times a positive
 * number. Zero if the affine hull holds the origin. */
static void find_direction(const hull *h, exact (*const v[])[4], int count, exact n[3]) {
  int i, facing;
  if (count == 1) {
    memcpy(n, *v[0], 3 * sizeof n[0]);
  } else if (count == 2) {
    if (h->slab != NULL)
      flat_direction(*v[0], *v[1], n);
    else
      direction_of_line(*v[0], *v[1], n);
  } else {
    plane_normal(*v[0], *v[1], *v[2], n);
    facing = ci_solid_dot_sign(n, *v[0]);
    for (i = 0; i < 3; i++) n[i].sign *= facing;
  }
}

/* Does the nearest point of the affine hull lie in the relative interior of the hull? */

static int line_holds(const exact p[4], const exact q[4]) {
  exact_pool *pool = p[0].pool;
  exact e[3];
  int holds, mark = ci_exact_mark(pool);
  ci_solid_edge_vector(p, q, e);
  holds = ci_solid_dot_sign(p, e) < 0 && ci_solid_dot_sign(q, e) > 0;
  ci_exact_release(pool, mark);
  return holds;
}

static int plane_holds(const exact p[4], const exact q[4], const exact r[4]) {
  exact_pool *pool = p[0].pool;
  exact n[3];
  int holds, mark = ci_exact_mark(pool);
  plane_normal(p, q, r, n);
  holds = ci_solid_turn(n, p, q) > 0 && ci_solid_turn(n, q, r) > 0 && ci_solid_turn(n, r, p) > 0;
  ci_exact_release(pool, mark);
  return holds;
}

/* Do s and the origin lie strictly on the same side of the plane through p, q and r? */
static int same_side(const exact p[4], const exact q[4], const exact r[4], const exact s[4]) {
  exact_pool *pool = p[0].pool;
  exact n[3];
  int sign, mark = ci_exact_mark(pool);
  plane_normal(p, q, r, n);
  sign = -ci_solid_dot_sign(n, p);
  if (sign != 0 && ci_solid_height_sign(n, s, p) != sign) sign = 0;
  ci_exact_release(pool, mark);
  return sign != 0;
}

static int space_holds(exact (*const v[])[4]) {
  int i;
  for (i = 0; i < 4; i++)
    if (!same_side(*v[(i + 1) % 4], *v[(i + 2) % 4], *v[(i + 3) % 4], *v[i])) return 0;
  return 1;
}

static int holds_nearest(exact (*const v[])[4], int count) {
  switch (count) {
  case 1:
    return 1;
  case 2:
    return line_holds(*v[0], *v[1]);
  case 3:
    return plane_holds(*v[0], *v[1], *v[2]);
  default:
    return space_holds(v);
  }
}

/* Is the nearest point of the simplex in the relative interior of the face with the corners in the
 * mask? It is if it is nearest in the plane of the face, and no other corner is in front of the
 * plane that is normal to it. */
static int is_nearest_face(const hull *h, exact_simplex *s, int mask) {
  exact_pool *pool = s->at[0][0].pool;
  exact(*v[SIMPLEX_MOST])[4], n[3];
  int i, count = 0, nearest = 1, mark;
  for (i = 0; i < s->count; i++)
    if (mask & (1 << i)) v[count++] = &s->at[i];
  if (!holds_nearest(v, count)) return 0;
  if (count == s->count) return 1;
  mark = ci_exact_mark(pool);
  find_direction(h, v, count, n);
  for (i = 0; i < s->count && nearest; i++)
    if (!(mask & (1 << i))) nearest = ci_solid_height_sign(n, s->at[i], *v[0]) >= 0;
  ci_exact_release(pool, mark);
  return nearest;
}

/* Keeps the face that has the nearest point in its relative interior. The newest corner belongs to
 * it, see above. */
static void reduce(const hull *h, exact_simplex *s, int base) {
  int newest = 1 << (s->count - 1), mask = 2 * newest - 1;
  while (mask > newest && !is_nearest_face(h, s, mask)) mask--;
  s->count = keep_points(s->at[0], 4, s->count, mask, base);
}

/* Compares the radius with the distance of the affine hull of the simplex, which is the least
 * distance. The squares are |p|^2 / w^2, |p x q|^2 / |e|^2 for the edge e, and (n . p)^2 / |n|^2
 * for a plane, whose points have w = 1. */
static int compare_radius(const exact_simplex *s, const exact *radius) {
  const exact(*at)[4] = s->at;
  exact_pool *pool = at[0][0].pool;
  exact n[3], over, under, square;
  int mark = ci_exact_mark(pool);
  if (s->count == 1) {
    ci_solid_dot(&over, at[0], at[0]);
    ci_exact_mul(&under, &at[0][3], &at[0][3]);
  } else if (s->count == 2) {
    ci_solid_edge_vector(at[0], at[1], n);
    ci_solid_dot(&under, n, n);
    ci_exact_keep(pool, mark, &under, 1);
    ci_solid_cross(n, at[0], at[1]);
    ci_solid_dot(&over, n, n);
  } else {
    plane_normal(at[0], at[1], at[2], n);
    ci_solid_dot(&over, n, at[0]);
    ci_exact_mul(&over, &over, &over);
    ci_solid_dot(&under, n, n);
  }
  ci_exact_mul(&square, radius, radius);
  ci_exact_mul(&square, &square, &under);
  ci_exact_sub(&square, &over, &square);
  ci_exact_release(pool, mark);
  return exact_sign(&square) > 0 ? SOLID_APART : exact_sign(&square) == 0 ? SOLID_TOUCH : SOLID_IN;
}

/* The point of the hull with the least n . w, or any point if n is NULL; 0 if the hull is empty. */
static int find_least(const hull *h, const exact *n, exact w[4]) {
  exact_pool *pool = h->pair->frame->pool;
  int at[2] = {0, 0};
  if (h->slab != NULL) {
    int number = find_slab_least(h->slab, n);
    return number >= 0 && find_slab_point(h->slab, number, w);
  }
  if (n != NULL) ci_solid_least(h->pair, n, at);
  ci_solid_difference(h->pair, at[0], at[1], w);
  ci_exact_set(pool, &w[3], 1);
  return 1;
}

/* Adds the point that is farthest in front of the plane through the nearest point; returns 0 if
 * there is none. */
static int advance(const hull *h, exact_simplex *s, const exact n[3], int mark) {
  exact *w = s->at[s->count];
  (void)find_least(h, n, w);
  if (ci_solid_height_sign(n, w, s->at[0]) >= 0) return 0;
  ci_exact_keep(h->pair->frame->pool, mark, w, 4);
  s->count++;
  return 1;
}

static int search_hull(const hull *h, const exact *radius) {
  exact_pool *pool = h->pair->frame->pool;
  exact_simplex s;
  int step, base = ci_exact_mark(pool), found = SOLID_TOUCH;
  if (!find_least(h, NULL, s.at[0])) return SOLID_APART;
  s.count = 1;
  for (step = 0; step < STEPS; step++) {
    exact(*v[SIMPLEX_MOST])[4], n[3];
    int i, mark = ci_exact_mark(pool);
    for (i = 0; i < s.count; i++) v[i] = &s.at[i];
    if (s.count == SIMPLEX_MOST) {
      found = SOLID_IN;
      break;
    }
    find_direction(h, v, s.count, n);
    if (ci_solid_is_zero(n)) {
      found = exact_sign(radius) > 0 ? SOLID_IN : SOLID_TOUCH;
      break;
    }
    if (!advance(h, &s, n, mark)) {
      ci_exact_release(pool, mark);
      found = exact_sign(radius) > 0 ? compare_radius(&s, radius) : SOLID_APART;
      break;
    }
    reduce(h, &s, base);
  }
  ci_exact_release(pool, base);
  return found;
}

int ci_solid_locate_origin(const exact_pair *p, const exact *radius) {
  hull h;
  h.pair = p;
  h.slab = NULL;
  return search_hull(&h, radius);
}

int ci_solid_locate_axis(const solid_slab *slab, const exact *radius) {
  hull h;
  h.pair = slab->pair;
  h.slab = slab;
  return search_hull(&h, radius);
}

/* ---- The cone and the interior of a hull --------------------------------------------------------
 *
 * Is the origin in the interior of the hull C of the differences of two polytopes that meet?
 *
 * Let C span space, and let c be a point of its interior. The origin is in the interior exactly
 * when -c is in the cone of C. If the origin is in the interior, the cone is all of space. If -c =
 * f p for a p of C and f > 0, the origin lies between c and p, not at p, hence inside. The interior
 * of A - B is the set of differences of the relative interiors of A and B. So c can be made of a
 * sum of some corners of each.
 *
 * The test for a vector u in the cone is as above. It keeps up to three linearly
 * independent differences such that the point of their cone nearest to u has positive factors for
 * all of them. (C. Lawson, R. Hanson, "Solving least squares problems", 1974, chapter 23.) Let r be
 * u minus that point. A difference w with r . w > 0 makes the cone nearer; if there is none, u is
 * outside. */

enum { CONE_MOST = 3, CONE_STEPS = 1000 };

typedef struct cone {
  const exact *u;
  int count;
  exact at[CONE_MOST][3]; /* in the pool in this order, with nothing between */
} cone;

/* u minus the nearest point of the span of up to two vectors, times a positive number. */
static void find_residual(const exact u[3], exact (*const v[])[3], int count, exact r[3]) {
  int i, facing;
  if (count == 0) {
    memcpy(r, u, 3 * sizeof r[0]);
  } else if (count == 1) {
    reject(u, *v[0], r);
  } else {
    ci_solid_cross(r, *v[0], *v[1]);
    facing = ci_solid_dot_sign(r, u);
    for (i = 0; i < 3; i++) r[i].sign *= facing;
  }
}

/* Does the nearest point to u of the span have positive factors? */
static int has_positive_factors(const exact u[3], exact (*const v[])[3], int count) {
  exact_pool *pool = u[0].pool;
  int facing, mark = ci_exact_mark(pool), positive;
  exact n[3];
  if (count == 1) return ci_solid_dot_sign(u, *v[0]) > 0;
  if (count == 2) {
    ci_solid_cross(n, *v[0], *v[1]);
    positive = ci_solid_turn(n, *v[0], u) > 0 && ci_solid_turn(n, u, *v[1]) > 0;
    ci_exact_release(pool, mark);
    return positive;
  }
  facing = ci_solid_turn(*v[0], *v[1], *v[2]);
  return facing != 0 && ci_solid_turn(u, *v[1], *v[2]) == facing &&
         ci_solid_turn(*v[0], u, *v[2]) == facing && ci_solid_turn(*v[0], *v[1], u) == facing;
}

static int is_nearest_cone_face(cone *c, int mask) {
  exact_pool *pool = c->u[0].pool;
  exact(*v[CONE_MOST])[3], r[3];
  int i, count = 0, nearest = 1, mark;
  for (i = 0; i < c->count; i++)
    if (mask & (1 << i)) v[count++] = &c->at[i];
  if (!has_positive_factors(c->u, v, count)) return 0;
  if (count == c->count) return 1;
  mark = ci_exact_mark(pool);
  find_residual(c->u, v, count, r);
  for (i = 0; i < c->count && nearest; i++)
    if (!(mask & (1 << i))) nearest = ci_solid_dot_sign(r, c->at[i]) <= 0;
  ci_exact_release(pool, mark);
  return nearest;
}

static void reduce_cone(cone *c, int mark) {
  int newest = 1 << (c->count - 1), mask = 0;
  while (mask < newest && !is_nearest_cone_face(c, mask | newest)) mask++;
  if (mask == newest) mask = 0; /* only when numbers were too long */
  mask |= newest;
  c->count = keep_points(c->at[0], 3, c->count, mask, mark);
}

/* Adds the difference that is farthest along r; returns 0 if there is none. */
static int widen_cone(const exact_pair *p, cone *c, const exact r[3], int mark) {
  exact *w = c->at[c->count], back[3];
  int at[2], i;
  memcpy(back, r, sizeof back);
  for (i = 0; i < 3; i++) ci_exact_negate(&back[i]);
  ci_solid_least(p, back, at);
  ci_solid_difference(p, at[0], at[1], w);
  if (ci_solid_dot_sign(r, w) <= 0) return 0;
  ci_exact_keep(p->frame->pool, mark, w, 3);
  c->count++;
  return 1;
}

int ci_solid_cone_holds(const exact_pair *p, const exact u[3]) {
  exact_pool *pool = p->frame->pool;
  int step, base = ci_exact_mark(pool), holds = 0;
  cone c;
  c.u = u;
  c.count = 0;
  for (step = 0; step < CONE_STEPS; step++) {
    exact(*v[CONE_MOST])[3], r[3];
    int i, mark = ci_exact_mark(pool);
    for (i = 0; i < c.count; i++) v[i] = &c.at[i];
    holds = c.count == CONE_MOST;
    if (holds) break;
    find_residual(u, v, c.count, r);
    holds = ci_solid_is_zero(r);
    if (holds || !widen_cone(p, &c, r, mark)) break;
    reduce_cone(&c, base);
  }
  ci_exact_release(pool, base);
  return holds;
}

/* At most three corners whose vectors from corner 0 span the same directions as all corners at one
 * place. Returns their number. For a hull the last is a corner of the first face's neighbour,
 * outside of that face's plane. */
static int find_spanning(const solid_corners *c, int ends[3]) {
  int i, count = c->base - 1;
  if (shape_core(c->shape) == COLLIDE_HULL) {
    const solid_hull *p = hull_of(c->shape);
    int away = hull_next(p, hull_next(p, p->across[p->first[0]]));
    for (i = 0; i < 2; i++) ends[i] = p->corner[p->first[0] + 1 + i];
    ends[2] = p->corner[away];
    return 3;
  }
  if (count == 7) count = 3; /* a box: corners 1, 2 and 4 */
  for (i = 0; i < count; i++) ends[i] = c->base == 8 ? 1 << i : i + 1;
  return count;
}

/* e = linear * (corner `end` - corner 0) */
static void span(exact_pool *pool, const solid_corners *c, int end, exact e[3]) {
  const double *from = solid_corner(c, 0), *to = solid_corner(c, end);
  exact own[3];
  int i, mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++)
    ci_exact_set_diff(pool, c->shape->frame == COLLIDE_LINEAR ? &own[i] : &e[i], to[i], from[i]);
  if (c->shape->frame != COLLIDE_LINEAR) return;
  for (i = 0; i < 3; i++) ci_solid_dot_doubles(&e[i], own, shape_turned(c->shape)->linear + 3 * i);
  ci_exact_keep(pool, mark, e, 3);
}

/* The vectors e[0] to e[rank - 1] are linearly independent. Adds one more if it is independent,
 * too. */
static int add_independent(exact e[3][3], int rank) {
  exact_pool *pool = e[0][0].pool;
  exact n[3];
  int adds, mark = ci_exact_mark(pool);
  if (rank == 0) return !ci_solid_is_zero(e[0]);
  if (rank == 1) {
    ci_solid_cross(n, e[0], e[1]);
    adds = !ci_solid_is_zero(n);
  } else {
    adds = ci_solid_turn(e[2], e[0], e[1]) != 0;
  }
  ci_exact_release(pool, mark);
  return adds;
}

/* The displacement of a moving shape. */
static int add_displacement(exact_pool *pool, const solid_corners *c, exact e[3][3], int rank) {
  int i, mark = ci_exact_mark(pool);
  if (c->count == c->base || rank == 3) return rank;
  for (i = 0; i < 3; i++) ci_exact_set(pool, &e[rank][i], c->shift->d[i]);
  if (add_independent(e, rank)) return rank + 1;
  ci_exact_release(pool, mark);
  return rank;
}

int ci_solid_spans_space(const exact_pair *p) {
  exact_pool *pool = p->frame->pool;
  exact e[3][3];
  int i, which, rank = 0, base = ci_exact_mark(pool);
  for (which = 0; which < 2 && rank < 3; which++) {
    const solid_corners *c = which == 0 ? p->a : p->b;
    int ends[3], count = find_spanning(c, ends);
    if (shape_core(c->shape) == COLLIDE_HULL) rank = 3;
    for (i = 0; i < count && rank < 3; i++) {
      int mark = ci_exact_mark(pool);
      span(pool, c, ends[i], e[rank]);
      if (add_independent(e, rank))
        rank++;
      else
        ci_exact_release(pool, mark);
    }
    rank = add_displacement(pool, c, e, rank);
  }
  ci_exact_release(pool, base);
  return rank == 3;
}

/* r -= c for a point c of the interior of the differences, times a positive number. The sum of the
 * corners of a box, triangle or segment gives such a point. The sum of four corners of a hull that
 * are in no plane does, too. For a moving shape it is the sum of these at both ends of the
 * displacement. With n and m corners it is m sum(a) - n sum(b). */
static void subtract_inner_point(const exact_pair *p, exact r[3]) {
  exact_pool *pool = p->frame->pool;
  int ends[2][8], count[2], which, i, k, axis;
  int base = ci_exact_mark(pool);
  for (which = 0; which < 2; which++) {
    const solid_corners *c = which == 0 ? p->a : p->b;
    int few = shape_core(c->shape) == COLLIDE_HULL ? 4 : c->base == 8 ? 2 : c->base;
    count[which] = c->count == c->base ? few : 2 * few;
    ends[which][0] = 0;
    if (shape_core(c->shape) == COLLIDE_HULL) {
      ends[which][0] = hull_of(c->shape)->corner[hull_of(c->shape)->first[0]];
      (void)find_spanning(c, ends[which] + 1);
    } else {
      for (i = 1; i < few; i++) ends[which][i] = c->base == 8 ? 7 : i;
    }
    for (i = few; i < count[which]; i++) ends[which][i] = ends[which][i - few] + c->base;
  }
  for (axis = 0; axis < 3; axis++) ci_exact_set(pool, &r[axis], 0);
  for (i = 0; i < count[0]; i++)
    for (k = 0; k < count[1]; k++) {
      exact w[3];
      ci_solid_difference(p, ends[0][i], ends[1][k], w);
      for (axis = 0; axis < 3; axis++) ci_exact_sub(&w[axis], &r[axis], &w[axis]);
      memcpy(r, w, sizeof w);
      ci_exact_keep(pool, base, r, 3);
    }
}

int ci_solid_holds_inside(const exact_pair *p) {
  exact_pool *pool = p->frame->pool;
  exact u[3];
  int inside, mark = ci_exact_mark(pool);
  if (!ci_solid_spans_space(p)) return 0;
  subtract_inner_point(p, u);
  inside = ci_solid_cone_holds(p, u);
  ci_exact_release(pool, mark);
  return inside;
}
