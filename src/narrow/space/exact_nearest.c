/* SPDX-License-Identifier: MIT
 *
 * The point of a convex hull that is nearest to the origin, in exact numbers. The hull is that of
 * the differences of the corners of two polytopes, or the shadow of a slab along the axis
 * (exact_slab.c). The method is that of P. Wolfe, "Finding the nearest point in a polytope" (1976),
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
 * positive.
 */
#include "exact_points.h"

#include <string.h>

enum { MOST = 4 };

typedef struct simplex {
  int count;
  exact at[MOST][4]; /* in the pool in this order, with nothing between */
} simplex;

/* The loop ends earlier unless a number was too long for the pool. */
enum { STEPS = 1000 };

/* The differences of corners, or the shadow of a slab: all y are 0. */
typedef struct hull {
  const solid_pair *pair;
  const solid_slab *slab; /* or NULL */
} hull;

/* The point x of the line from p to q that is nearest, times a positive number. */
static void direction_of_line(const exact p[4], const exact q[4], exact n[3]) {
  exact e[3];
  int mark = ci_exact_mark(p[0].pool);
  ci_solid_edge_vector(p, q, e);
  ci_solid_reject(p, e, n);
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

/* ---- Does the nearest point of the affine hull lie in the relative interior of the hull? ---- */

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
  if (sign != 0 && ci_solid_level_sign(n, s, p) != sign) sign = 0;
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

/* ---- Reduction --------------------------------------------------------------------------- */

/* Is the nearest point of the simplex in the relative interior of the face with the corners in the
 * mask? It is if it is nearest in the plane of the face, and no other corner is in front of the
 * plane that is normal to it. */
static int is_nearest_face(const hull *h, simplex *s, int mask) {
  exact_pool *pool = s->at[0][0].pool;
  exact(*v[MOST])[4], n[3];
  int i, count = 0, nearest = 1, mark;
  for (i = 0; i < s->count; i++)
    if (mask & (1 << i)) v[count++] = &s->at[i];
  if (!holds_nearest(v, count)) return 0;
  if (count == s->count) return 1;
  mark = ci_exact_mark(pool);
  find_direction(h, v, count, n);
  for (i = 0; i < s->count && nearest; i++)
    if (!(mask & (1 << i))) nearest = ci_solid_level_sign(n, s->at[i], *v[0]) >= 0;
  ci_exact_release(pool, mark);
  return nearest;
}

/* Keeps the face that has the nearest point in its relative interior. The newest corner belongs to
 * it, see above. */
static void reduce(const hull *h, simplex *s, int base) {
  int newest = 1 << (s->count - 1), mask = 2 * newest - 1;
  while (mask > newest && !is_nearest_face(h, s, mask)) mask--;
  s->count = ci_solid_keep_points(s->at[0], 4, s->count, mask, base);
}

/* ---- The distance ------------------------------------------------------------------------ */

/* Compares the radius with the distance of the affine hull of the simplex, which is the least
 * distance. The squares are |p|^2 / w^2, |p x q|^2 / |e|^2 for the edge e, and (n . p)^2 / |n|^2
 * for a plane, whose points have w = 1. */
static int compare_radius(const simplex *s, const exact *radius) {
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

/* ---- The loop ---------------------------------------------------------------------------- */

/* The point of the hull with the least n . w, or any point if n is NULL; 0 if the hull is empty. */
static int find_least(const hull *h, const exact *n, exact w[4]) {
  exact_pool *pool = h->pair->frame->pool;
  int at[2] = {0, 0};
  if (h->slab != NULL) {
    int number = ci_solid_slab_least(h->slab, n);
    return number >= 0 && ci_solid_slab_point(h->slab, number, w);
  }
  if (n != NULL) ci_solid_least(h->pair, n, at);
  ci_solid_difference(h->pair, at[0], at[1], w);
  ci_exact_set(pool, &w[3], 1);
  return 1;
}

/* Adds the point that is farthest in front of the plane through the nearest point; returns 0 if
 * there is none. */
static int advance(const hull *h, simplex *s, const exact n[3], int mark) {
  exact *w = s->at[s->count];
  (void)find_least(h, n, w);
  if (ci_solid_level_sign(n, w, s->at[0]) >= 0) return 0;
  ci_exact_keep(h->pair->frame->pool, mark, w, 4);
  s->count++;
  return 1;
}

static int search(const hull *h, const exact *radius) {
  exact_pool *pool = h->pair->frame->pool;
  simplex s;
  int step, base = ci_exact_mark(pool), found = SOLID_TOUCH;
  if (!find_least(h, NULL, s.at[0])) return SOLID_APART;
  s.count = 1;
  for (step = 0; step < STEPS; step++) {
    exact(*v[MOST])[4], n[3];
    int i, mark = ci_exact_mark(pool);
    for (i = 0; i < s.count; i++) v[i] = &s.at[i];
    if (s.count == MOST) {
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

int ci_solid_locate_origin(const solid_pair *p, const exact *radius) {
  hull h;
  h.pair = p;
  h.slab = NULL;
  return search(&h, radius);
}

int ci_solid_locate_axis(const solid_slab *slab, const exact *radius) {
  hull h;
  h.pair = slab->pair;
  h.slab = slab;
  return search(&h, radius);
}
