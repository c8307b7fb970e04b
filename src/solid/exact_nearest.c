/* SPDX-License-Identifier: MIT
 *
 * The nearest point to the origin of the hull of the differences of two polytopes, by the method of
 * P. Wolfe, "Finding the nearest point in a polytope" (1976), which in this use is known as GJK,
 * in exact numbers.
 *
 * One to four affinely independent differences are kept such that the nearest point x of the
 * simplex that they span lies in its relative interior. A difference w with x . w < x . x makes the
 * hull nearer; the new nearest point lies in the relative interior of a face of the larger simplex,
 * and w is a corner of that face, because without w nothing is nearer than x. There are finitely
 * many simplices and the distance decreases in each step, so the loop ends. Only the direction of x
 * is ever needed: the vector n below is x times a positive number.
 */
#include "exact_points.h"

#include <string.h>

enum { MOST = 4 };

typedef struct simplex {
  int count;
  exact at[MOST][3]; /* in the pool in this order, with nothing between */
} simplex;

/* The loop ends without this as long as no number was too long for the pool. */
enum { STEPS = 1000 };

/* n = x |q - p|^2 for x nearest on the line: p |e|^2 - e (p . e) */
static void line_direction(const exact p[3], const exact q[3], exact n[3]) {
  exact_pool *pool = p[0].pool;
  exact e[3], square, along;
  int i, mark = ci_exact_mark(pool);
  ci_solid_minus(e, q, p);
  ci_solid_dot(&square, e, e);
  ci_solid_dot(&along, p, e);
  for (i = 0; i < 3; i++) {
    ci_exact_mul(&n[i], &p[i], &square);
    if (exact_sign(&e[i]) != 0 && exact_sign(&along) != 0)
      ci_exact_sub_product(&n[i], &e[i], &along);
  }
  ci_exact_keep(pool, mark, n, 3);
}

static void plane_normal(const exact p[3], const exact q[3], const exact r[3], exact n[3]) {
  exact_pool *pool = p[0].pool;
  exact e[2][3];
  int mark = ci_exact_mark(pool);
  ci_solid_minus(e[0], q, p);
  ci_solid_minus(e[1], r, p);
  ci_solid_cross(n, e[0], e[1]);
  ci_exact_keep(pool, mark, n, 3);
}

/* The nearest point to the origin of the affine hull of one to three points, times a positive
 * number. Zero when that holds the origin. */
static void direction(exact (*const v[])[3], int count, exact n[3]) {
  int i, facing;
  if (count == 1) {
    memcpy(n, *v[0], 3 * sizeof n[0]);
  } else if (count == 2) {
    line_direction(*v[0], *v[1], n);
  } else {
    plane_normal(*v[0], *v[1], *v[2], n);
    facing = ci_solid_dot_sign(n, *v[0]);
    for (i = 0; i < 3; i++) n[i].sign *= facing;
  }
}

/* ---- Does the nearest point of the affine hull lie in the relative interior of the hull?
 * --------- */

static int line_holds(const exact p[3], const exact q[3]) {
  exact_pool *pool = p[0].pool;
  exact e[3];
  int holds, mark = ci_exact_mark(pool);
  ci_solid_minus(e, q, p);
  holds = ci_solid_dot_sign(p, e) < 0 && ci_solid_dot_sign(q, e) > 0;
  ci_exact_release(pool, mark);
  return holds;
}

/* The sign of n . (p x q) */
static int turn(const exact n[3], const exact p[3], const exact q[3]) {
  exact_pool *pool = p[0].pool;
  exact cross[3];
  int sign, mark = ci_exact_mark(pool);
  ci_solid_cross(cross, p, q);
  sign = ci_solid_dot_sign(n, cross);
  ci_exact_release(pool, mark);
  return sign;
}

static int plane_holds(const exact p[3], const exact q[3], const exact r[3]) {
  exact_pool *pool = p[0].pool;
  exact n[3];
  int holds, mark = ci_exact_mark(pool);
  plane_normal(p, q, r, n);
  holds = turn(n, p, q) > 0 && turn(n, q, r) > 0 && turn(n, r, p) > 0;
  ci_exact_release(pool, mark);
  return holds;
}

/* Do s and the origin lie strictly on the same side of the plane through p, q and r? */
static int same_side(const exact p[3], const exact q[3], const exact r[3], const exact s[3]) {
  exact_pool *pool = p[0].pool;
  exact n[3];
  int sign, mark = ci_exact_mark(pool);
  plane_normal(p, q, r, n);
  sign = -ci_solid_dot_sign(n, p);
  if (sign != 0 && ci_solid_level_sign(n, s, p) != sign) sign = 0;
  ci_exact_release(pool, mark);
  return sign != 0;
}

static int space_holds(exact (*const v[])[3]) {
  int i;
  for (i = 0; i < 4; i++)
    if (!same_side(*v[(i + 1) % 4], *v[(i + 2) % 4], *v[(i + 3) % 4], *v[i])) return 0;
  return 1;
}

static int holds_nearest(exact (*const v[])[3], int count) {
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

/* Is the nearest point of the simplex in the relative interior of the face whose corners are in
 * the mask? That is when it is nearest in the plane of the face, and no other corner is in front of
 * the plane that is normal to it. */
static int is_nearest_face(simplex *s, int mask) {
  exact_pool *pool = s->at[0][0].pool;
  exact(*v[MOST])[3], n[3];
  int i, count = 0, nearest = 1, mark;
  for (i = 0; i < s->count; i++)
    if (mask & (1 << i)) v[count++] = &s->at[i];
  if (!holds_nearest(v, count)) return 0;
  if (count == s->count) return 1;
  mark = ci_exact_mark(pool);
  direction(v, count, n);
  for (i = 0; i < s->count && nearest; i++)
    if (!(mask & (1 << i))) nearest = ci_solid_level_sign(n, s->at[i], *v[0]) >= 0;
  ci_exact_release(pool, mark);
  return nearest;
}

/* Leaves the face that has the nearest point in its relative interior. The newest corner belongs to
 * it, see above. */
static void reduce(simplex *s, int base) {
  int newest = 1 << (s->count - 1), mask = 2 * newest - 1;
  while (mask > newest && !is_nearest_face(s, mask)) mask--;
  s->count = ci_solid_keep_points(s->at, s->count, mask, base);
}

/* ---- The distance ------------------------------------------------------------------------ */

static int level_of(int sign) {
  return sign > 0 ? SOLID_APART : sign == 0 ? SOLID_TOUCH : SOLID_IN;
}

/* The sign of over - under radius^2. */
static int compare_square(const exact *over, const exact *under, const exact *radius) {
  exact square;
  int mark = ci_exact_mark(over->pool);
  ci_exact_mul(&square, radius, radius);
  if (under != NULL) ci_exact_mul(&square, &square, under);
  ci_exact_sub(&square, over, &square);
  ci_exact_release(over->pool, mark);
  return exact_sign(&square);
}

/* The distance of the affine hull of the simplex, which is the nearest there is. */
static int compare_radius(const simplex *s, const exact *radius) {
  exact_pool *pool = s->at[0][0].pool;
  exact e[3], n[3], over, under;
  int sign, mark = ci_exact_mark(pool);
  if (s->count == 1) {
    ci_solid_dot(&over, s->at[0], s->at[0]);
    sign = compare_square(&over, NULL, radius);
  } else if (s->count == 2) { /* |p x e|^2 / |e|^2 */
    ci_solid_minus(e, s->at[1], s->at[0]);
    ci_solid_cross(n, s->at[0], e);
    ci_solid_dot(&over, n, n);
    ci_solid_dot(&under, e, e);
    sign = compare_square(&over, &under, radius);
  } else { /* (n . p)^2 / |n|^2 */
    plane_normal(s->at[0], s->at[1], s->at[2], n);
    ci_solid_dot(&over, n, s->at[0]);
    ci_exact_mul(&over, &over, &over);
    ci_solid_dot(&under, n, n);
    sign = compare_square(&over, &under, radius);
  }
  ci_exact_release(pool, mark);
  return level_of(sign);
}

/* ---- The loop ---------------------------------------------------------------------------- */

/* Adds the difference that is farthest in front of the plane through the nearest point; returns 0
 * when there is none. */
static int advance(const solid_pair *p, simplex *s, const exact n[3], int mark) {
  int at[2];
  exact *w = s->at[s->count];
  ci_solid_least(p, n, at);
  ci_solid_difference(p, at[0], at[1], w);
  if (ci_solid_level_sign(n, w, s->at[0]) >= 0) return 0;
  ci_exact_keep(p->frame->pool, mark, w, 3);
  s->count++;
  return 1;
}

int ci_solid_near_origin(const solid_pair *p, const exact *radius) {
  exact_pool *pool = p->frame->pool;
  simplex s;
  int step, base = ci_exact_mark(pool), found = SOLID_TOUCH;
  ci_solid_difference(p, 0, 0, s.at[0]);
  s.count = 1;
  for (step = 0; step < STEPS; step++) {
    exact(*v[MOST])[3], n[3];
    int i, mark = ci_exact_mark(pool);
    for (i = 0; i < s.count; i++) v[i] = &s.at[i];
    if (s.count == MOST) {
      found = SOLID_IN;
      break;
    }
    direction(v, s.count, n);
    if (ci_solid_is_zero(n)) {
      found = exact_sign(radius) > 0 ? SOLID_IN : SOLID_TOUCH;
      break;
    }
    if (!advance(p, &s, n, mark)) {
      ci_exact_release(pool, mark);
      found = exact_sign(radius) > 0 ? compare_radius(&s, radius) : SOLID_APART;
      break;
    }
    reduce(&s, base);
  }
  ci_exact_release(pool, base);
  return found;
}
