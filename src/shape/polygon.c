/* SPDX-License-Identifier: MIT
 *
 * Polygons, with a radius or without: making, quick casts and the rows. Also ellipses, which are
 * polygons, and triangles and segments in two dimensions, which casts treat as polygons.
 * polygon_exact.c has the exact casts.
 */
#include "outline.h"

#include <string.h>

#include "kind.h"
#include "../number/orient.h"
#include "../collide.h"
#include "../number/sincos.h"
#include "../number/scalar.h"
#include "../number/vector.h"

static const double *point_of(const double *points, int count, int i) {
  return points + 2 * (i % count);
}

static int find_repeated(const double *points, int count) {
  int i;
  for (i = 0; i < count; i++) {
    const double *p = point_of(points, count, i), *q = point_of(points, count, i + 1);
    if (p[0] == q[0] && p[1] == q[1]) return i + 1 < count ? i + 1 : count - 1;
  }
  return -1;
}

static int turn_at(const double *points, int count, int i) {
  return orient2d(point_of(points, count, i + count - 1), point_of(points, count, i),
                  point_of(points, count, i + 1));
}

/* Returns 1 if a corner in line with its neighbours turns back. */
static int turns_back(const double *points, int count, int i) {
  const double *p = point_of(points, count, i);
  return ci_dot2d(point_of(points, count, i + count - 1), p, p, point_of(points, count, i + 1)) < 0;
}

/* The first corner that turns back, or against `winding`, the turn of most corners. */
static int find_concave(const double *points, int count, int winding) {
  int i;
  for (i = 0; i < count; i++) {
    int turn = turn_at(points, count, i);
    if (turn == -winding || (turn == 0 && turns_back(points, count, i))) return i;
  }
  return -1;
}

/* Left turns less right turns. The sign is the polygon's winding if all but a few corners are
 * convex. */
static int sum_of_turns(const double *points, int count) {
  int i, sum = 0;
  for (i = 0; i < count; i++) sum += turn_at(points, count, i);
  return sum;
}

static int has_area(const double *points, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (turn_at(points, count, i) != 0) return 1;
  return 0;
}

/* Finds where a second round begins, for points that all turn one way. In one round the order by x,
 * then y, changes direction exactly twice. */
static int find_second_round(const double *points, int count) {
  int i, turns = 0;
  for (i = 0; i < count; i++) {
    const double *p = point_of(points, count, i), *q = point_of(points, count, i + 1);
    turns += comes_before(p, q) != comes_before(q, point_of(points, count, i + 2));
    if (turns > 2) return (i + 1) % count;
  }
  return -1;
}

static collide_error check_points(const double *points, int count, int *corner) {
  int i, turns;
  *corner = 0;
  if (count < 3) return COLLIDE_ERROR_POLYGON_FEW;
  for (i = 0; i < 2 * count; i++) {
    *corner = i / 2;
    if (!(fabs(points[i]) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POLYGON_SIZE;
  }
  *corner = find_repeated(points, count);
  if (*corner >= 0) return COLLIDE_ERROR_POLYGON_REPEATED;
  *corner = 0;
  if (!has_area(points, count)) return COLLIDE_ERROR_POLYGON_NO_AREA;
  turns = sum_of_turns(points, count);
  *corner = find_concave(points, count, turns < 0 ? -1 : 1);
  if (*corner >= 0) return COLLIDE_ERROR_POLYGON_CONCAVE;
  *corner = find_second_round(points, count);
  return *corner >= 0 ? COLLIDE_ERROR_POLYGON_TWICE : COLLIDE_OK;
}

/* The storage: two hulls, for this pose and the next, each with its posed points; and the points as
 * given. */
static size_t outline_storage(int count) {
  return (size_t)count * (sizeof(collide_corner) + 2 * sizeof(double));
}

size_t collide_polygon_storage(int count) {
  return 2 * outline_storage(count) + (size_t)count * 2 * sizeof(double);
}

static void use_storage(collide_shape *shape, collide_source *source, int count, void *storage) {
  char *rest = (char *)storage;
  shape->of.outline.hull = (collide_corner *)(void *)rest;
  source->spare = (collide_corner *)(void *)(rest + outline_storage(count));
  source->points = (double *)(void *)(rest + 2 * outline_storage(count));
}

void ci_polygon_move_storage(collide_shape *shape, collide_source *source, void *storage) {
  const collide_corner *hull = shape->of.outline.hull;
  const double *points = source->points;
  int count = shape->of.outline.given;
  use_storage(shape, source, count, storage);
  memcpy(storage, hull, outline_storage(count));
  memcpy((char *)storage + 2 * outline_storage(count), points,
         (size_t)count * 2 * sizeof points[0]);
}

collide_error ci_polygon_of_hull(collide_shape *shape, collide_source *source, const double *points,
                                 int count, double radius, void *storage) {
  collide_shape fresh;
  collide_source made;
  memset(&made, 0, sizeof made);
  memset(&fresh, 0, sizeof fresh);
  fresh.kind = COLLIDE_POLYGON;
  fresh.of.outline.given = count;
  made.pose = collide_identity_pose();
  made.sizes[POLYGON_RADIUS] = radius;
  use_storage(&fresh, &made, count, storage);
  memmove((char *)storage + 2 * outline_storage(count), points,
          (size_t)count * 2 * sizeof points[0]);
  if (ci_shape_fold(&fresh, &made) != COLLIDE_OK) return COLLIDE_ERROR_POLYGON_SIZE;
  *shape = fresh;
  if (source != NULL) *source = made;
  return COLLIDE_OK;
}

collide_error collide_make_polygon(collide_shape *shape, collide_source *source,
                                   const double *points, int count, void *storage, int *corner) {
  collide_error error = check_points(points, count, corner);
  if (error != COLLIDE_OK) return error;
  return ci_polygon_of_hull(shape, source, points, count, 0, storage);
}

/* ---- Corners that are concave by rounding ---------------------------------------------------- */

/* Returns 1 if p is on the segment from a to b, between the point `last` there and b. */
static int is_between(const double p[2], const double a[2], const double b[2],
                      const double last[2]) {
  int ahead = comes_before(a, b);
  return orient2d(a, p, b) == 0 && comes_before(last, p) == ahead && comes_before(p, b) == ahead &&
         !is_same_point(last, p) && !is_same_point(p, b);
}

/* Marks the points to keep after corner a of the hull and before the next corner b: those in line
 * that lead from a to b. Returns the first point that is too far from this edge, or -1. */
static int mark_edge(const double *points, int count, int a, int b, double tolerance, int *marks) {
  const double *from = points + 2 * a, *to = points + 2 * b, *last = from;
  int i;
  marks[a] = 1;
  for (i = (a + 1) % count; i != b; i = (i + 1) % count) {
    const double *p = points + 2 * i;
    marks[i] = is_between(p, from, to, last);
    if (marks[i])
      last = p;
    else if (!(ci_segment_distance_2d(p, from, to) <= tolerance))
      return i;
  }
  return -1;
}

/* Marks the points to keep. The corners of the hull must follow each other in the order of the
 * points, or all in the other order. Returns the first point that is too far from its edge, or -1.
 */
static int mark_hull(const double *points, int count, double tolerance, int *corners) {
  int n = ci_hull_corners_2d(points, count, corners), *marks = corners + count + 2, i, k;
  int is_clockwise = corners[1] > corners[n - 1];
  for (i = 0; i < n; i++) {
    int a = corners[is_clockwise ? n - 1 - i : i];
    int b = corners[is_clockwise ? (2 * n - 2 - i) % n : (i + 1) % n];
    if (b < a && b != corners[0]) return b; /* out of order */
    k = mark_edge(points, count, a, b, tolerance, marks);
    if (k >= 0) return k;
  }
  return -1;
}

collide_error collide_make_polygon_within(collide_shape *shape, collide_source *source,
                                          const double *points, int count, double tolerance,
                                          void *storage, int *corner) {
  collide_error error = check_points(points, count, corner);
  double *own = (double *)storage; /* then scratch space for the hull */
  int *corners = (int *)(void *)(own + 2 * count), kept = 0, i;
  if (error != COLLIDE_ERROR_POLYGON_CONCAVE || !(tolerance > 0)) {
    if (error != COLLIDE_OK) return error;
    return ci_polygon_of_hull(shape, source, points, count, 0, storage);
  }
  memmove(own, points, 2 * (size_t)count * sizeof *own);
  i = mark_hull(own, count, tolerance, corners);
  if (i >= 0) {
    *corner = i;
    return error;
  }
  for (i = 0; i < count; i++) {
    if (!corners[count + 2 + i]) continue;
    memmove(own + 2 * kept, own + 2 * i, 2 * sizeof *own);
    kept++;
  }
  return ci_polygon_of_hull(shape, source, own, kept, 0, storage);
}

/* ---- Ellipses --------------------------------------------------------------------------------
 *
 * Ellipses, as polygons. A corner lies on each axis, at the radius. The other corners lie as far
 * outside of the ellipse as the middles of their edges lie inside: for the unit circle a corner is
 * at k = 2 / (1 + c), with c the cosine of half the angle between two corners, and the middle of an
 * edge at k c = 2 - k. So both are off by (1 - c) / (1 + c). The edges at the axes, whose corners
 * are at 1 and k, are shorter, so that they lie inside as far: with 64 corners the angles are
 * 0.0854 there and 0.1 elsewhere, and all are off by less than 0.00063. A linear map multiplies no
 * distance by more than the greater radius. */

#define PI 3.14159265358979323846
#define ELLIPSE_STEP 0.1

/* Corner i of the unit circle. The four quarters have the same bits, and so have both halves of
 * each, which are counted from their common corner. */
static void unit_corner(int i, double p[2]) {
  const int quarter = COLLIDE_ELLIPSE_CORNERS / 4;
  int k = i % quarter, j = k > quarter / 2 ? quarter - k : k;
  double c = 1, s, x = 1, y = 0, unused;
  if (j > 0) {
    ci_sincos(ELLIPSE_STEP / 2, &c, &unused);
    c = 2 / (1 + c);
    ci_sincos(PI / 4 - ELLIPSE_STEP * (quarter / 2 - j), &x, &y);
  }
  s = c * (j == k ? y : x);
  c *= j == k ? x : y;
  i /= quarter;
  p[0] = i == 0 ? c : i == 1 ? -s : i == 2 ? -c : s;
  p[1] = i == 0 ? s : i == 1 ? c : i == 2 ? -s : -c;
}

void ci_ellipse_corners(const double *points, int count, const double radii[2], double *corners) {
  int i, k;
  for (i = 0; i < COLLIDE_ELLIPSE_CORNERS; i++) {
    double u[2];
    unit_corner(i, u);
    for (k = 0; k < count; k++) {
      double *to = corners + 2 * (k * COLLIDE_ELLIPSE_CORNERS + i);
      to[0] = points[2 * k] + radii[0] * u[0];
      to[1] = points[2 * k + 1] + radii[1] * u[1];
    }
  }
}

collide_error collide_make_ellipse(collide_shape *shape, collide_source *source,
                                   const double radii[2], void *storage) {
  static const double center[2] = {0, 0};
  double corners[2 * COLLIDE_ELLIPSE_CORNERS];
  collide_error error;
  int unused;
  if (!(radii[0] > 0 && radii[1] > 0)) return COLLIDE_ERROR_SIZE;
  ci_ellipse_corners(center, 1, radii, corners);
  error = collide_make_polygon(shape, source, corners, COLLIDE_ELLIPSE_CORNERS, storage, &unused);
  if (error != COLLIDE_OK) return COLLIDE_ERROR_SIZE;
  if (source != NULL) memcpy(source->sizes, radii, 2 * sizeof radii[0]);
  return COLLIDE_OK;
}

/* ---- Triangles and segments ------------------------------------------------------------------ */

collide_error collide_make_triangle_2d(collide_shape *shape, collide_source *source,
                                       const double a[2], const double b[2], const double c[2]) {
  double sizes[6];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  memcpy(sizes + 4, c, 2 * sizeof c[0]);
  return ci_shape_make(shape, source, COLLIDE_TRIANGLE_2D, sizes, 6);
}

collide_error collide_make_segment_2d(collide_shape *shape, collide_source *source,
                                      const double a[2], const double b[2]) {
  double sizes[4];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  return ci_shape_make(shape, source, COLLIDE_SEGMENT_2D, sizes, 4);
}

/* ---- Quick casts -----------------------------------------------------------------------------
 *
 * Hulls and capsules in two dimensions. Their corners are in world coordinates, so a start is
 * near if it is near to them, not to the origin. */

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

static QUICK_INLINE void measure_entry(quick *q, const collide_corner *c, const sides *r) {
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
static QUICK_INLINE int decide_sides(const quick *q, const collide_corner *c, int count) {
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
  return ci_outline_edge_number(&l, 0, i);
}

static QUICK_INLINE void name_edge(quick *q, const collide_corner *c, int i) {
  const collide_shape *s = q->shape;
  int number = c[i].edge;
  if (outline_following(s, number) != next_of(s, c, i)->edge) number = find_number(s, *q->cast, i);
  if (ci_kind_of(s)->outline->names_sides)
    q->face = ci_outline_face(number);
  else
    q->edge = number;
}

static QUICK_INLINE int decide_hull(const collide_shape *s, const quick_cast *c) {
  double size = s->of.outline.magnitude;
  int count = s->of.outline.count;
  quick q;
  if (count < 3) return QUICK_UNSURE;
  if (!quick_see(&q, COLLIDE_MOVED, s, c, NULL, NULL, size, DIAGONAL * size)) return QUICK_UNSURE;
  return decide_sides(&q, outline_stored(s), count);
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
  measure_entry(&q, corners, &r);
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

static int quick_segment_2d(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found = hit == NULL ? decide_segment(s, &c) : (int)QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  return measure_segment(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

/* ---- Quick casts at polygons with a radius ---------------------------------------------------
 *
 * Counterclockwise, the border is an edge moved outward by the radius, the arc about the edge's
 * last corner, the next edge, and so on. The line enters where the border passes from its left to
 * its right, and leaves where it passes back. */

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

/* t = (n . (p - f) + r) / (n . d). p - f is off by 1.5 e (F + M). With the error of n, the products
 * are off by 4.5 e (F + M) each, and the sums by 2 e (F + M + r): 11 e (F + M + r). n . d is off by
 * 9 e D, and at least 2^-10 D: so the quotient is off by 12 e (F + M + r + |t| D) / |n . d|. */
#ifndef QUICK_ROUND_EDGE
#define QUICK_ROUND_EDGE 12.0
#endif

static QUICK_INLINE int cross_moved_edge(quick *q, const collide_corner *c, int end) {
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
static QUICK_INLINE void measure_moved_edge(quick *q, const collide_corner *a,
                                            const collide_corner *b) {
  double turn = turn_of(q, a), here = side_of(q, a) + turn, there = side_of(q, b) + turn;
  double u = here / (here - there), r = q->shape->radius;
  int i;
  for (i = 0; i < 2; i++) {
    q->normal[i] = a->normal[i];
    q->point[i] = a->point[i] + u * (b->point[i] - a->point[i]) + r * a->normal[i];
  }
}

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

static QUICK_INLINE int cross_part(quick *q, const collide_corner *c, int part, int end,
                                   round_arc *arc) {
  const collide_corner *at = &c[part / 2];
  return part % 2 == 0 ? cross_moved_edge(q, at, end) : cross_arc(q, at->point, end, arc);
}

static QUICK_NOINLINE int quick_round_polygon(QUICK_PARAMETERS) {
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
    measure_moved_edge(&q, &c[parts.at[0] / 2], &c[(parts.at[0] / 2 + 1) % count]);
  return quick_write(&q, COLLIDE_MOVED, hit);
}

/* ---- The rows -------------------------------------------------------------------------------- */

static int quick_polygon(QUICK_PARAMETERS) {
  return (s->radius > 0 ? quick_round_polygon : ci_quick_polygon)(s, ax, ay, az, bx, by, bz, max,
                                                                  flags, hit);
}

static void polygon_point(const collide_source *source, int index, double p[2]) {
  memcpy(p, source->points + 2 * index, 2 * sizeof p[0]);
}

static const outline_kind polygon_outline = {0, POLYGON_RADIUS, polygon_point, 0, 0};
static const outline_kind triangle_outline = {3, -1, ci_outline_sizes, 0, 0};
static const outline_kind segment_outline = {2, -1, ci_outline_sizes, 0, 1};

const shape_kind ci_polygon = {
    "polygon",         /* name */
    2,                 /* dimensions */
    0,                 /* spread */
    NULL,              /* fold */
    ci_outline_fold,   /* fold_2d */
    &polygon_outline,  /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    quick_polygon,     /* quick */
    &ci_polygon_exact, /* exact */
    0                  /* points */
};

const shape_kind ci_triangle_2d = {
    "triangle",        /* name */
    2,                 /* dimensions */
    0,                 /* spread */
    NULL,              /* fold */
    ci_outline_fold,   /* fold_2d */
    &triangle_outline, /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    ci_quick_polygon,  /* quick */
    &ci_polygon_exact, /* exact */
    0                  /* points */
};

const shape_kind ci_segment_2d = {
    "segment",         /* name */
    2,                 /* dimensions */
    0,                 /* spread */
    NULL,              /* fold */
    ci_outline_fold,   /* fold_2d */
    &segment_outline,  /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    quick_segment_2d,  /* quick */
    &ci_polygon_exact, /* exact */
    0                  /* points */
};
