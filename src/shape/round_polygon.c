/* SPDX-License-Identifier: MIT
 *
 * Quick casts at polygons with a radius. Counterclockwise, the border is an edge moved outward by
 * the radius, the arc about the edge's last corner, the next edge, and so on. The line enters where
 * the border passes from its left to its right, and leaves where it passes back.
 */
#include "kind.h"
#include "../number/scalar.h"

/* sqrt(2), rounded up. */
#define DIAGONAL 1.4142135623730952

/* The parts of the border through which the line enters and leaves: 2 i for edge i, 2 i + 1 for the
 * arc about corner i. */
typedef struct round_parts {
  int at[2];
} round_parts;

/* F, D, M and r are the largest coordinates of f, d and the corners, and the radius. e is eps,
 * which is 2 u at least.
 *
 * A point of the border is p + r n, with a corner p and a unit normal n. Each component of n is off
 * by 4.5 u (see BEYOND_MARGIN). d x (p - f) is off by 7 e D (F + M), as QUICK_SIDE says.
 * r (d x n) is off by 2 (4.5 u + e + 2 u) r D <= 8.5 e r D, and the sum of both by
 * e D (F + M + r) more. r |d| is off by 3 e r D. */
#ifndef QUICK_ROUND_SIDE
#define QUICK_ROUND_SIDE 12.0
#endif

static QUICK_INLINE double side_of(const quick *q, const collide_corner *c) {
  return q->d[0] * (c->point[1] - q->f[1]) - q->d[1] * (c->point[0] - q->f[0]);
}

static QUICK_INLINE double turn_of(const quick *q, const collide_corner *c) {
  return q->shape->radius * (q->d[0] * c->normal[1] - q->d[1] * c->normal[0]);
}

/* The line passes left of all ends of edges (`sign` 1), or right of them (-1). So it meets the arc
 * about the corner that is nearest to it, or misses. `beyond` is its distance from that corner,
 * less the radius, times |d|. */
static QUICK_INLINE int pass_beside(const quick *q, const collide_corner *c, int count, int sign,
                                    double margin, round_parts *parts) {
  double least = HUGE_VAL, beyond;
  int i, nearest = 0;
  for (i = 0; i < count; i++) {
    double at = sign * side_of(q, &c[i]);
    nearest = at < least ? i : nearest;
    least = at < least ? at : least;
  }
  parts->at[0] = parts->at[1] = 2 * nearest + 1;
  beyond = least - q->shape->radius * sqrt(q->dd);
  if (beyond > margin) return QUICK_MISS;
  return beyond < -margin ? QUICK_HIT : QUICK_UNSURE;
}

/* No branch depends on the sides, because they are unpredictable. */
static QUICK_INLINE int find_parts(const quick *q, const collide_corner *c, int count,
                                   round_parts *parts) {
  double size = q->f_most + q->shape->of.outline.magnitude + q->shape->radius;
  double margin = QUICK_ROUND_SIDE * q->eps * q->d_most * size, doubt = HUGE_VAL;
  double turn = turn_of(q, &c[count - 1]);
  int i, before = 2 * (count - 1), enters = 0, leaves = 0, meets = 0;
  int was_left = side_of(q, &c[count - 1]) + turn > 0;
  for (i = 0; i < count; i++) {
    double at = side_of(q, &c[i]), first = at + turn, last;
    int is_left = first > 0, ends_left;
    turn = turn_of(q, &c[i]);
    last = at + turn;
    ends_left = last > 0;
    doubt = lesser(doubt, lesser(fabs(first), fabs(last)));
    enters |= (before & -(was_left & !is_left)) | ((2 * i + 1) & -(is_left & !ends_left));
    leaves |= (before & -(is_left & !was_left)) | ((2 * i + 1) & -(ends_left & !is_left));
    meets |= (was_left ^ is_left) | (is_left ^ ends_left);
    was_left = ends_left;
    before = 2 * i;
  }
  if (!(doubt > margin)) return QUICK_UNSURE;
  parts->at[0] = enters;
  parts->at[1] = leaves;
  return meets ? QUICK_HIT : pass_beside(q, c, count, was_left ? 1 : -1, margin, parts);
}

/* ---- An edge ----------------------------------------------------------------------- */

/* t = (n . (p - f) + r) / (n . d). p - f is off by 1.5 e (F + M). With the error of n, the products
 * are off by 4.5 e (F + M) each, and the sums by 2 e (F + M + r): 11 e (F + M + r). n . d is off by
 * 9 e D, and at least 2^-10 D: so the quotient is off by 12 e (F + M + r + |t| D) / |n . d|. */
#ifndef QUICK_ROUND_EDGE
#define QUICK_ROUND_EDGE 12.0
#endif

static QUICK_INLINE int cross_edge(quick *q, const collide_corner *c, int end) {
  double gx = c->point[0] - q->f[0], gy = c->point[1] - q->f[1], r = q->shape->radius, size, off;
  double under = c->normal[0] * q->d[0] + c->normal[1] * q->d[1];
  if (!(fabs(under) > QUICK_SHALLOW * q->d_most)) return 0;
  q->t[end] = (c->normal[0] * gx + c->normal[1] * gy + r) / under;
  size = q->f_most + q->shape->of.outline.magnitude + r + fabs(q->t[end]) * q->d_most;
  off = QUICK_ROUND_EDGE * q->eps * size / fabs(under);
  if (off > q->error) q->error = off;
  return 1;
}

/* u divides the edge as the sides of its ends do. */
static QUICK_INLINE void measure_edge(quick *q, const collide_corner *a, const collide_corner *b) {
  double turn = turn_of(q, a), here = side_of(q, a) + turn, there = side_of(q, b) + turn;
  double u = here / (here - there), r = q->shape->radius;
  int i;
  for (i = 0; i < 2; i++) {
    q->normal[i] = a->normal[i];
    q->point[i] = a->point[i] + u * (b->point[i] - a->point[i]) + r * a->normal[i];
  }
}

/* ---- An arc ---------------------------------------------------------------------------- */

/* The disc of an arc and the line: the side of the centre, and the root of r^2 |d|^2 - side^2. */
typedef struct round_arc {
  double side, root;
} round_arc;

/* d x (p - from), from the start as given. The sum of two products of twofolds is off by 2^-100 of
 * the terms, which is negligible: so the side has the relative error of d, e. */
static QUICK_INLINE double precise_side(const quick *q, const double p[2]) {
  const double *from = q->cast->from, *to = q->cast->toward;
  int is_segment = (q->cast->flags & QUICK_SEGMENT) != 0;
  twofold dx = is_segment ? two_diff(to[0], from[0]) : tf(to[0]);
  twofold dy = is_segment ? two_diff(to[1], from[1]) : tf(to[1]);
  twofold x = two_diff(p[0], from[0]), y = two_diff(p[1], from[1]);
  return tf_sub(tf_mul(dx, y), tf_mul(dy, x)).hi;
}

/* t = (g . d -+ root) / |d|^2, with g = p - f. The square of the root is off by 6 u r^2 |d|^2, and
 * at least 2^-8 r^2 |d|^2: so the root is off by 48 u r |d|. g . d is off by 7 e D (F + M). The
 * quotient is off by 3 e of itself, which is at most 2 (F + M) D / |d|^2. With roundings, t is off
 * by 50 e D (F + M + r) / |d|^2. If the line passes beside all corners, the arc may be about
 * another corner than the nearest one, at most 16 QUICK_ROUND_SIDE e (F + M + r) away: 192 e more.
 */
#ifndef QUICK_ROUND_ARC
#define QUICK_ROUND_ARC 256.0
#endif

static QUICK_INLINE int cross_arc(quick *q, const double p[2], int end, round_arc *arc) {
  double r = q->shape->radius, most = r * r * q->dd, size, off, along;
  arc->side = precise_side(q, p);
  most -= arc->side * arc->side;
  if (!(most > 0.00390625 * (r * r * q->dd))) return 0;
  arc->root = sqrt(most);
  along = (p[0] - q->f[0]) * q->d[0] + (p[1] - q->f[1]) * q->d[1];
  q->t[end] = (end == 0 ? along - arc->root : along + arc->root) / q->dd;
  size = q->f_most + q->shape->of.outline.magnitude + r;
  off = QUICK_ROUND_ARC * q->eps * q->d_most * size / q->dd;
  if (off > q->error) q->error = off;
  return 1;
}

/* The centre is side / |d| left of the line. The line enters root / |d| before its point nearest to
 * the centre. So from the centre the entry is side / |d| to the right and root / |d| back. */
static QUICK_INLINE void measure_arc(quick *q, const double p[2], const round_arc *arc) {
  double r = q->shape->radius, under = r * q->dd;
  int i;
  q->normal[0] = (arc->side * q->d[1] - arc->root * q->d[0]) / under;
  q->normal[1] = (-arc->side * q->d[0] - arc->root * q->d[1]) / under;
  for (i = 0; i < 2; i++) q->point[i] = p[i] + r * q->normal[i];
}

/* ---- All of it ---------------------------------------------------------------------------- */

static QUICK_INLINE int cross_part(quick *q, const collide_corner *c, int part, int end,
                                   round_arc *arc) {
  const collide_corner *at = &c[part / 2];
  return part % 2 == 0 ? cross_edge(q, at, end) : cross_arc(q, at->point, end, arc);
}

int ci_quick_round_polygon(QUICK_PARAMETERS) {
  quick_cast cast = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  const collide_corner *c = outline_stored(s);
  double size = s->of.outline.magnitude + s->radius;
  double ball = DIAGONAL * s->of.outline.magnitude + s->radius;
  int found, count = s->of.outline.count;
  round_parts parts;
  round_arc arc = {0, 0}, leaves;
  quick q;
  if (count < 3 || !(s->radius > 1e-30)) return QUICK_UNSURE;
  if (!quick_see(&q, COLLIDE_MOVED, s, &cast, hit, NULL, size, ball)) return QUICK_UNSURE;
  found = quick_approach(&q, COLLIDE_MOVED, size, ball, size);
  if (found == QUICK_HIT) found = find_parts(&q, c, count, &parts);
  if (found != QUICK_HIT) return found;
  q.error = 0;
  if (!cross_part(&q, c, parts.at[0], 0, &arc)) return QUICK_UNSURE;
  if (!cross_part(&q, c, parts.at[1], 1, &leaves)) return QUICK_UNSURE;
  if (!(q.t[1] - q.t[0] > q.error)) return QUICK_UNSURE;
  found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  q.point[2] = q.normal[2] = 0;
  if (parts.at[0] % 2 == 1)
    measure_arc(&q, c[parts.at[0] / 2].point, &arc);
  else
    measure_edge(&q, &c[parts.at[0] / 2], &c[(parts.at[0] / 2 + 1) % count]);
  return quick_write(&q, COLLIDE_MOVED, hit);
}
