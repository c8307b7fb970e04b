/* SPDX-License-Identifier: MIT
 *
 * Shapecasts with one or two half-planes. Their Minkowski difference is a half-plane, too: a line
 * enters it or leaves it, once.
 */
#include "sweep_half_plane.h"

#include <string.h>

#include "../../number/orient.h"

static const double origin[2] = {0, 0};

/* A line: the arguments of ci_sweep_decide, and t at both ends. */
typedef struct plane_line {
  sweep_found found;
  int start, exit, end;
  double t, t_exit;
} plane_line;

/* Makes a line from the sign of its speed towards the inside, and the signs of t and t - 1. The
 * last two count for a line that enters. */
static plane_line line_of(int speed, int at_start, int at_end) {
  plane_line r;
  r.found = SWEEP_CROSS;
  r.start = speed > 0 ? at_start : -1;
  r.exit = 1;
  r.end = at_end;
  r.t = 0;
  r.t_exit = HUGE_VAL;
  return r;
}

/* ---- An outline and a half-plane ------------------------------------------------------------- */

/* Finds the corner that enters the half-plane first. */
static int find_lowest(const plane_outline *h, const collide_shape *plane) {
  int i, best = 0;
  for (i = 1; i < h->count; i++)
    if (ci_dot2d(origin, plane->a, h->corners[best].point, h->corners[i].point) < 0) best = i;
  return best;
}

static sweep_face face_of(const plane_outline *h, int i, const collide_shape *plane,
                          const double d[2]) {
  sweep_face face;
  face.p = h->corners[i].point;
  face.q = face.from = face.to = NULL;
  face.plane = plane;
  face.r1 = h->radius;
  face.r2 = 0;
  face.d[0] = d[0];
  face.d[1] = d[1];
  return face;
}

static plane_line meet_plane(const plane_outline *h, int lowest, const collide_shape *plane,
                             const double d[2], int wants_times) {
  sweep_face face = face_of(h, lowest, plane, d);
  int speed = -ci_dot2d(origin, plane->a, origin, d), side = ci_sweep_compare_face(&face, 0);
  plane_line r = line_of(speed, side, 0);
  if (speed > 0) {
    if (side > 0) r.end = ci_sweep_compare_face(&face, 1);
    if (side > 0 && wants_times) r.t = ci_sweep_face_time(&face);
  } else if (speed == 0) {
    r.found = side < 0 ? SWEEP_CROSS : side == 0 ? SWEEP_GRAZE : SWEEP_MISS;
  } else {
    sweep_face back = face;
    back.d[0] = -d[0];
    back.d[1] = -d[1];
    r.exit = -side;
    r.t_exit = 0.0;
    if (side != 0 && wants_times) r.t_exit = 0.0 - ci_sweep_face_time(&back);
  }
  return r;
}

/* The point where the outline, moved by t d, touches the half-plane. If an edge lies along it, its
 * middle. */
static void touch_plane(const plane_outline *h, int lowest, const collide_shape *plane, double t,
                        const double d[2], double point[2]) {
  const double *p = h->corners[lowest].point, *other = p;
  int i, k;
  for (k = 0; k < h->count; k++)
    if (k != lowest && ci_dot2d(origin, plane->a, p, h->corners[k].point) == 0)
      other = h->corners[k].point;
  for (i = 0; i < 2; i++) {
    twofold way = tf_add(two_product(t, d[i]), tf(p[i] * 0.5 + other[i] * 0.5));
    point[i] = tf_add(way, tf(-h->radius * plane->b[i])).hi;
  }
}

/* ---- Two half-planes --------------------------------------------------------------------- */

/* Two half-planes that face each other overlap by (h_a |m| + h_b |n|) / (|n| |m|) along their
 * normal. n and m are the components of the two normals along one axis. Moving adds (n . d) |m| to
 * the numerator. */
static plane_line meet_opposite(const collide_shape *a, const collide_shape *b, const double d[2]) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  int i = fabs(a->a[0]) < fabs(a->a[1]), speed, at_start;
  exact over, under, x;
  plane_line r;
  double low;
  ci_planes_overlap_exactly(pool, a, b, &over);
  ci_exact_set(pool, &under, a->a[0]);
  ci_exact_mul_double(&under, &under, d[0]);
  ci_exact_set(pool, &x, a->a[1]);
  ci_exact_mul_double(&x, &x, d[1]);
  ci_exact_add(&under, &under, &x);
  ci_exact_mul_double(&under, &under, fabs(b->a[i]));
  speed = exact_sign(&under);
  at_start = -exact_sign(&over);
  ci_exact_add(&x, &over, &under);
  r = line_of(speed, at_start, -exact_sign(&x));
  if (speed == 0) {
    r.found = at_start < 0 ? SWEEP_CROSS : at_start == 0 ? SWEEP_GRAZE : SWEEP_MISS;
    return r;
  }
  ci_exact_negate(&over);
  r.t = ci_exact_ratio(&over, &under, &low);
  r.t += low;
  if (speed < 0) {
    r.exit = -at_start;
    r.t_exit = r.t;
  }
  return r;
}

/* ---- All half-planes ------------------------------------------------------------------------ */

typedef struct plane_query {
  plane_outline outline;
  int lowest, is_swapped; /* the outline is fixed, and the half-plane moves */
  const collide_shape *plane;
  double d[2];            /* the displacement of the outline */
  collide_corner room[4]; /* of `outline` */
} plane_query;

static void begin_query(const sweep_query *w, plane_query *q) {
  q->is_swapped = w->b->kind != COLLIDE_PLANE_2D;
  q->plane = q->is_swapped ? w->a : w->b;
  q->outline = pair_outline(q->is_swapped ? w->b : w->a, q->room);
  q->lowest = find_lowest(&q->outline, q->plane);
  q->d[0] = q->is_swapped ? -w->d[0] : w->d[0];
  q->d[1] = q->is_swapped ? -w->d[1] : w->d[1];
}

/* A half-plane that moves by d against a fixed outline meets it like an outline that moves by -d.
 */
static void touch(const plane_query *q, collide_sweep_hit *hit) {
  double sign = q->is_swapped ? -1 : 1;
  static const double nowhere[2] = {0, 0};
  hit->normal[0] = sign * q->plane->b[0];
  hit->normal[1] = sign * q->plane->b[1];
  touch_plane(&q->outline, q->lowest, q->plane, q->is_swapped ? 0 : hit->t,
              q->is_swapped ? nowhere : q->d, hit->point);
}

static plane_line meet(const sweep_query *w, plane_query *q, int are_planes, int wants_times) {
  if (!are_planes) {
    begin_query(w, q);
    return meet_plane(&q->outline, q->lowest, q->plane, q->d, wants_times);
  }
  if (ci_are_opposite(w->a, w->b)) return meet_opposite(w->a, w->b, w->d);
  return line_of(0, 0, 0); /* they overlap everywhere along d */
}

static int sweep_plane(const sweep_query *w, collide_sweep_hit *hit) {
  int are_planes = w->a->kind == COLLIDE_PLANE_2D && w->b->kind == COLLIDE_PLANE_2D, i;
  plane_query q;
  plane_line line = meet(w, &q, are_planes, hit != NULL);
  sweep_outcome outcome = ci_sweep_decide(w->flags, line.found, line.start, line.exit, line.end);
  collide_sweep_hit unused;
  if (outcome == SWEEP_NONE) return 0;
  if (hit == NULL) return outcome == SWEEP_INSIDE ? ci_sweep_take_start(w, 0, &unused) : 1;
  hit->t_exit = line.t_exit;
  if (outcome != SWEEP_INSIDE) {
    hit->t = outcome == SWEEP_LATER ? ci_sweep_put_time(line.t, line.end) : 0;
    if (are_planes)
      for (i = 0; i < 2; i++) {
        hit->normal[i] = w->b->b[i];
        hit->point[i] = w->b->b[i] * w->b->radius;
      }
    else
      touch(&q, hit);
  }
  if (outcome == SWEEP_INSIDE || outcome == SWEEP_TOUCHED)
    return ci_sweep_take_start(w, outcome == SWEEP_TOUCHED, hit);
  return 1;
}

int ci_sweep_plane(const sweep_query *w, collide_sweep_hit *hit) {
  collide_sweep_hit taken;
  if (hit == NULL) return sweep_plane(w, NULL);
  memset(&taken, 0, sizeof taken);
  if (!sweep_plane(w, &taken)) return 0;
  sweep_tidy(&taken);
  *hit = taken;
  return 1;
}
