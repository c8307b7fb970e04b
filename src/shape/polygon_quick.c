/* SPDX-License-Identifier: MIT
 *
 * Hulls and capsules in two dimensions. Their corners are in world coordinates, so a start is
 * near if it is near to them, not to the origin.
 */
#include "flat.h"
#include "outline.h"
#include "shape.h"

/* ---- Hulls ------------------------------------------------------------------------- */

/* The edges whose ends certainly lie on different sides of the line; see polygon_exact.c. */
typedef struct sides {
  int in, out; /* the edges that it enters and leaves through */
} sides;

/* d x (p - f): p - f is off by e F + u (F + M) <= 1.5 e (F + M), with M the largest coordinate;
 * each product by 1.5 e + e + u <= 3 e of D (F + M), and the difference of two by 7 e. */
#ifndef QUICK_SIDE
#define QUICK_SIDE 7.0
#endif

static QUICK_INLINE double side_of(const quick *q, const collide_corner *c) {
  return q->d[0] * (c->point[1] - q->f[1]) - q->d[1] * (c->point[0] - q->f[0]);
}

/* If any edge goes from the left to the right, exactly one does, and exactly one goes back. No
 * branch depends on the signs, because they are unpredictable. */
static QUICK_INLINE int find_sides(const quick *q, const collide_corner *c, int count, sides *r) {
  double margin = QUICK_SIDE * q->eps * q->d_most * (q->f_most + q->shape->of.outline.magnitude);
  int i, from = count - 1, meets = 0;
  double at = side_of(q, &c[from]), least = fabs(at);
  int was_left = at > 0;
  r->in = r->out = 0;
  for (i = 0; i < count; i++) {
    int left, enters, leaves;
    at = side_of(q, &c[i]);
    least = fabs(at) < least ? fabs(at) : least;
    left = at > 0;
    enters = was_left & !left;
    leaves = left & !was_left;
    r->in |= from & -enters;
    r->out |= from & -leaves;
    meets |= enters;
    was_left = left;
    from = i;
  }
  if (!(least > margin)) return QUICK_UNSURE;
  return meets ? QUICK_HIT : QUICK_MISS;
}

/* t = e x g / e x d for the edge e from a and g = a - f. With E the largest component of e,
 * which is off by u E: e x g is off by 6 e E (F + M), e x d by 5 e E D. Where |e x d| is at least
 * 20 e E D the quotient is off by 4/3 (6 e E (F + M) + 5 e |t| E D) / |e x d| + u |t|. */
#ifndef QUICK_CROSSING
#define QUICK_CROSSING 8.0
#endif

/* Finds t where the line crosses a-b; returns 0 if they are nearly parallel. */
static QUICK_INLINE int cross_edge(quick *q, const double a[2], const double b[2], double *t) {
  double ex = b[0] - a[0], ey = b[1] - a[1], gx = a[0] - q->f[0], gy = a[1] - q->f[1];
  double under = ex * q->d[1] - ey * q->d[0], most = fabs(ex) > fabs(ey) ? fabs(ex) : fabs(ey);
  double off;
  if (!(fabs(under) > QUICK_SHALLOW * most * q->d_most)) return 0; /* above 20 e E D */
  *t = (ex * gy - ey * gx) / under;
  off = QUICK_CROSSING * q->eps * most *
        (q->f_most + q->shape->of.outline.magnitude + fabs(*t) * q->d_most) / fabs(under);
  if (off > q->error) q->error = off;
  return 1;
}

static QUICK_INLINE const collide_corner *next_of(const collide_shape *s, const collide_corner *c,
                                                  int i) {
  return &c[i + 1 < s->of.outline.count ? i + 1 : 0];
}

static QUICK_INLINE void measure(quick *q, const collide_corner *c, const sides *r) {
  const collide_corner *a = &c[r->in], *b = next_of(q->shape, c, r->in);
  double here = side_of(q, a), u = here / (here - side_of(q, b));
  q->point[0] = a->point[0] + u * (b->point[0] - a->point[0]);
  q->point[1] = a->point[1] + u * (b->point[1] - a->point[1]);
  q->normal[0] = a->normal[0];
  q->normal[1] = a->normal[1];
  q->point[2] = q->normal[2] = 0;
}

/* Finds where a line that meets the hull enters and leaves it. */
static QUICK_INLINE int cross_hull(quick *q, const collide_corner *c, const sides *r,
                                   int is_surface) {
  const collide_shape *s = q->shape;
  q->error = 0;
  if (!cross_edge(q, c[r->in].point, next_of(s, c, r->in)->point, &q->t[0])) return QUICK_UNSURE;
  q->t[1] = q->t[0];
  if (is_surface) return QUICK_HIT;
  if (!cross_edge(q, c[r->out].point, next_of(s, c, r->out)->point, &q->t[1])) return QUICK_UNSURE;
  /* At a shallow angle the ends may be out of order. */
  return q->t[1] - q->t[0] > q->error ? QUICK_HIT : QUICK_UNSURE;
}

/* sqrt(2), rounded up. */
#define DIAGONAL 1.4142135623730952

/* e x g for the edge e from a and g = f + t d - a: how far the point at t lies inside of the edge.
 * With G = F + |t| D + M, g is off by e (F + |t| D), by u |t| D of the product and by 2 u G of the
 * sums: by less than 2.5 e G. Each product is off by 2.5 e + 2 u of E G, and their difference by
 * twice that and 2 u: by less than 8.1 e E G. */
#ifndef QUICK_INSIDE
#define QUICK_INSIDE 8.5
#endif

/* Returns 1 for a point certainly inside of the edge from corner i, -1 for one certainly outside,
 * else 0. */
static QUICK_INLINE int inside_of(const quick *q, const collide_corner *c, int i, double t) {
  const double *a = c[i].point, *b = next_of(q->shape, c, i)->point;
  double ex = b[0] - a[0], ey = b[1] - a[1], most = fabs(ex) > fabs(ey) ? fabs(ex) : fabs(ey);
  double gx = q->f[0] + t * q->d[0] - a[0], gy = q->f[1] + t * q->d[1] - a[1];
  double inside = ex * gy - ey * gx;
  double margin =
      QUICK_INSIDE * q->eps * most * (q->f_most + t * q->d_most + q->shape->of.outline.magnitude);
  return (inside > margin) - (inside < -margin);
}

/* Finds where t lies on a line that meets the hull. A point outside of the entered edge lies before
 * the hull, a point outside of the other one past it. */
static QUICK_INLINE quick_place place_at(const quick *q, const collide_corner *c, const sides *r,
                                         double t) {
  int entered = inside_of(q, c, r->in, t), left;
  if (entered < 0) return QUICK_BEFORE;
  left = inside_of(q, c, r->out, t);
  if (left < 0) return QUICK_PAST;
  return entered > 0 && left > 0 ? QUICK_WITHIN : QUICK_SOMEWHERE;
}

/* Answers yes or no without a division. */
static QUICK_INLINE int decide(const quick *q, const collide_corner *c, int count) {
  double max = q->cast->max;
  sides r;
  int found = find_sides(q, c, count, &r);
  if (found != QUICK_HIT || q->cast->flags & QUICK_LINE) return found;
  return quick_decide_places(q->shape, q->cast, place_at(q, c, &r, 0),
                             max > DBL_MAX ? QUICK_PAST : place_at(q, c, &r, max));
}

/* Finds the number of edge i exactly. The edge may stand for several given ones. */
static int find_number(const collide_shape *s, quick_cast c, int i) {
  line l;
  l.shape = s;
  l.from = c.from;
  l.toward = c.toward;
  l.is_segment = (c.flags & QUICK_SEGMENT) != 0;
  return ci_flat_edge_number(&l, 0, i);
}

static QUICK_INLINE void name_edge(quick *q, const collide_corner *c, int i) {
  const collide_shape *s = q->shape;
  int number = c[i].edge;
  if (ci_flat_following(s, number) != next_of(s, c, i)->edge) number = find_number(s, *q->cast, i);
  if (ci_kind_of(s)->outline->names_sides)
    q->face = ci_flat_face(number);
  else
    q->edge = number;
}

static QUICK_INLINE int decide_hull(const collide_shape *s, const quick_cast *c) {
  double size = s->of.outline.magnitude;
  int count = s->of.outline.count;
  quick q;
  if (count < 3) return QUICK_UNSURE;
  if (!quick_see(&q, COLLIDE_MOVED, s, c, NULL, NULL, size, DIAGONAL * size)) return QUICK_UNSURE;
  return decide(&q, outline_stored(s), count);
}

/* Decides whether a line meets a segment within its range: its ends lie on both sides, by
 * QUICK_SIDE, and the line's start and end do. The latter sides are e x g for e from one end to the
 * other and g = f - c0, and at t more by t (e x d): with E, F, D, M and T = |t| D as above e x g is
 * off by 8 u E (F + M), and the sum by 10 u of t (e x d) and by 2 u E (F + T + M): by less than
 * QUICK_INSIDE allows. e x d is the difference of the sides of both ends, so it has the sign of the
 * first. */
static QUICK_INLINE int decide_segment(const collide_shape *s, const quick_cast *c) {
  const double *from = c->from, *d = c->d;
  const double *a = outline_stored(s)[0].point, *b = outline_stored(s)[1].point;
  double f_most = fabs(from[0]) > fabs(from[1]) ? fabs(from[0]) : fabs(from[1]);
  double d_most = fabs(d[0]) > fabs(d[1]) ? fabs(d[0]) : fabs(d[1]);
  double gx = a[0] - from[0], gy = a[1] - from[1], ex = b[0] - a[0], ey = b[1] - a[1];
  double e_most = fabs(ex) > fabs(ey) ? fabs(ex) : fabs(ey), far = f_most + s->of.outline.magnitude;
  double first = d[0] * gy - d[1] * gx;
  double second = d[0] * (b[1] - from[1]) - d[1] * (b[0] - from[0]);
  double margin = QUICK_SIDE * QUICK_MOVED * d_most * far, ahead;
  if (s->of.outline.count != 2 ||
      !(e_most > 1e-30 && far < 1e30 && d_most > 1e-20 && d_most < 1e20))
    return QUICK_UNSURE;
  if (!(fabs(first) > margin && fabs(second) > margin)) return QUICK_UNSURE;
  if ((first > 0) == (second > 0)) return QUICK_MISS;
  if (c->flags & QUICK_LINE) return QUICK_HIT;
  margin = QUICK_INSIDE * QUICK_MOVED * e_most;
  ahead = ex * gy - ey * gx; /* as seen from the start: -e x g */
  if (first < 0) ahead = -ahead;
  if (!(fabs(ahead) > margin * far)) return QUICK_UNSURE;
  if (ahead < 0) return QUICK_MISS;
  if (c->max > DBL_MAX) return QUICK_HIT;
  ahead -= c->max * fabs(ex * d[1] - ey * d[0]);
  if (!(fabs(ahead) > margin * (far + c->max * d_most))) return QUICK_UNSURE;
  return ahead < 0 ? QUICK_HIT : QUICK_MISS;
}

/* Compiled for hulls and for segments, which are surfaces. */
static QUICK_INLINE int measure_in(int is_surface, const collide_shape *s, const quick_cast *c,
                                   collide_hit *hit) {
  const collide_corner *corners = outline_stored(s);
  double size = s->of.outline.magnitude;
  int found, count = s->of.outline.count;
  sides r;
  quick q;
  if (count < (is_surface ? 2 : 3)) return QUICK_UNSURE;
  if (is_surface) count = 2;
  if (!quick_see(&q, COLLIDE_MOVED, s, c, hit, NULL, size, DIAGONAL * size)) return QUICK_UNSURE;
  found = quick_approach(&q, COLLIDE_MOVED, size, DIAGONAL * size, size);
  if (found != QUICK_HIT) return found;
  found = find_sides(&q, corners, count, &r);
  if (found == QUICK_HIT) found = cross_hull(&q, corners, &r, is_surface);
  if (found == QUICK_HIT) found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  measure(&q, corners, &r);
  if (!is_surface) name_edge(&q, corners, r.in);
  return quick_write(&q, COLLIDE_MOVED, hit);
}

static QUICK_NOINLINE int measure_polygon(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure_in(0, s, &c, hit);
}

static QUICK_NOINLINE int measure_segment(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure_in(1, s, &c, hit);
}

int ci_quick_polygon(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found = hit == NULL ? decide_hull(s, &c) : (int)QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  return measure_polygon(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

int ci_quick_segment_2d(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found = hit == NULL ? decide_segment(s, &c) : (int)QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  return measure_segment(s, ax, ay, az, bx, by, bz, max, flags, hit);
}
