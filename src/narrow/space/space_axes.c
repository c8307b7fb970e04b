/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of boxes, segments and points in any frames, by separating axes that move: the normals
 * of the faces, and the cross products of an edge of each (Gottschalk, Lin and Manocha, "OBBTree",
 * 1996). Along each axis the two overlap for an interval of t. They meet while t is in all
 * intervals, and enter through the face or the two edges of the one that begins last.
 */
#include "../../number/fp.h"

#include <string.h>

#include "space_search.h"

enum { AXES_MOST = 15 };

/* A box, or a segment or point as a box without some edges. Coordinates are those of the pair. */
typedef struct slab_body {
  const solid_proxy *solid;
  int edges;              /* 3, 1 or 0 */
  double edge[3][3];      /* their directions */
  double half[3];         /* half the sides, in units of these */
  double middle[3], most; /* the largest component of an edge */
} slab_body;

/* An axis, and the interval of t. */
typedef struct slab_axis {
  int a, b; /* the edges whose cross product it is; -1: face a of a, or face b of b */
  double normal[3];
  int flat;            /* the components that are surely 0 */
  double enter, leave; /* infinite if they hardly move along the axis */
  double off;          /* the largest error of both */
  double until;        /* surely not later than the end of the interval */
} slab_axis;

typedef struct slab_query {
  const space_sweep *w;
  solid_pair pair;
  slab_body a, b;
  double d[3], most_d; /* in the units of the pair */
  slab_axis axis[AXES_MOST];
  int count;
  double from, to; /* surely outside of these times they are apart */
} slab_query;

/* ---- Bodies ------------------------------------------------------------------------------- */

/* The edge comes from the own coordinates: those of the pair have the rounding of the place. It is
 * off by 6 u of the terms of its components, which `most` bounds. */
static void put_segment(const solid_proxy *s, slab_body *body) {
  const double *last = s->points[s->count - 1];
  int i, k;
  body->edges = s->count - 1;
  body->half[0] = 1;
  body->most = 0;
  for (k = 0; k < 3; k++) {
    double sum = 0, terms = 0;
    for (i = 0; i < 3; i++) {
      double m = s->turned ? s->linear[3 * k + i] : i == k;
      double half = 0.5 * s->own[s->count - 1][i] - 0.5 * s->own[0][i];
      sum += m * half;
      terms += fabs(m * half);
    }
    body->middle[k] = 0.5 * s->points[0][k] + 0.5 * last[k];
    body->edge[0][k] = sum;
    body->most = fmax(body->most, terms);
  }
}

static int put_body(const solid_proxy *s, slab_body *body) {
  double own[3];
  int i, k;
  body->solid = s;
  if (s->form == SOLID_POINTS && s->count <= 2) {
    put_segment(s, body);
    return 1;
  }
  if (s->form != SOLID_BOX) return 0;
  body->edges = 3;
  for (i = 0; i < 3; i++) {
    own[i] = 0.5 * s->own[1][i] + 0.5 * s->own[0][i];
    body->half[i] = 0.5 * s->own[1][i] - 0.5 * s->own[0][i];
    for (k = 0; k < 3; k++) body->edge[i][k] = s->turned ? s->linear[3 * k + i] : i == k;
  }
  solid_pose(s, own, body->middle);
  body->most = s->turned ? ci_largest(s->linear, 9, 0) : 1;
  return 1;
}

static double reach_along(const slab_body *body, const double n[3]) {
  double sum = 0;
  int i;
  for (i = 0; i < body->edges; i++) sum += fabs(vector_dot(n, body->edge[i])) * body->half[i];
  return sum;
}

/* ---- Axes ---------------------------------------------------------------------------------
 *
 * u = 2^-53. M bounds the coordinates of both bodies and their middles, and E and F those of the
 * two edges whose cross product is the axis. A component of it is at most 2 E F, and off by 6 u E
 * F.
 * - The distance of the middles: they are off by 8 u M each, so their difference by 17 u M: 3 (12 +
 *   34 + 8) u E F M = 162 u E F M.
 * - A reach: the products of the halves and the edges are at most M, and off by 2 u M for a box:
 * for each of three edges 3 (6 + 4 + 8) u E F M, for both bodies 324 u E F M.
 * - The speed, for displacements up to D: 3 (6 + 8) u E F D = 42 u E F D. */
#ifndef AXES_PLACE
#define AXES_PLACE (512 * SOLID_UNIT)
#endif
#ifndef AXES_SPEED
#define AXES_SPEED (96 * SOLID_UNIT)
#endif

static int is_product_zero(double x, double y) {
  return x == 0 || y == 0;
}

/* Sets the interval: SPACE_SURE. SPACE_NEVER: the two are surely apart at all times from 0 to 1.
 * SPACE_UNSURE: it is not certain whether the axis keeps them apart. */
static space_found put_interval(const slab_query *q, slab_axis *x) {
  double scale = (x->a < 0 ? q->b.most : q->a.most) * (x->b < 0 ? q->a.most : q->b.most);
  double to[3], place, speed, reach, off, slow;
  vector_minus(q->a.middle, q->b.middle, to);
  place = vector_dot(x->normal, to);
  speed = vector_dot(x->normal, q->d);
  reach = reach_along(&q->a, x->normal) + reach_along(&q->b, x->normal);
  off = AXES_PLACE * scale * q->pair.size;
  slow = AXES_SPEED * scale * q->most_d;
  x->enter = -HUGE_VAL;
  x->leave = HUGE_VAL;
  x->off = 0;
  if (fabs(speed) > 4 * slow) {
    double near = (-reach - place) / speed, far = (reach - place) / speed;
    x->enter = near < far ? near : far;
    x->leave = near < far ? far : near;
    x->off = 1.5 * (off + slow * fmax(fabs(near), fabs(far))) / fabs(speed);
    x->off += 8 * SOLID_UNIT * fmax(fabs(near), fabs(far));
    x->until = x->leave - x->off;
    return SPACE_SURE;
  }
  if (fabs(place) - reach > off + 8 * slow) return SPACE_NEVER;
  if (!(reach - fabs(place) > off + 8 * slow)) return SPACE_UNSURE;
  x->until = (reach - fabs(place) - off) / (8 * slow);
  return SPACE_SURE;
}

/* Is this axis surely parallel to an earlier one? Both have the same single component. */
static int is_repeated(const slab_query *q, const slab_axis *x) {
  int i;
  if (x->flat != 3 && x->flat != 5 && x->flat != 6) return 0;
  for (i = 0; i < q->count; i++)
    if (q->axis[i].flat == x->flat) return 1;
  return 0;
}

/* Adds the cross product of two edges. */
static space_found add_axis(slab_query *q, int a, int b, const double e[3], const double f[3]) {
  slab_axis *x = &q->axis[q->count];
  space_found found;
  int i;
  x->a = a;
  x->b = b;
  x->flat = 0;
  vector_cross(e, f, x->normal);
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    if (is_product_zero(e[j], f[k]) && is_product_zero(e[k], f[j])) x->flat |= 1 << i;
  }
  if (x->flat == 7 || is_repeated(q, x)) return SPACE_SURE;
  found = put_interval(q, x);
  if (found != SPACE_SURE) return found;
  q->count++;
  q->from = fmax(q->from, x->enter - x->off);
  q->to = fmin(q->to, x->leave + x->off);
  return q->from > q->to ? SPACE_NEVER : SPACE_SURE;
}

/* Adds the normals of three faces of one of them. */
static space_found add_faces(slab_query *q, int which) {
  const slab_body *body = which == 0 ? &q->a : &q->b;
  space_found found = SPACE_SURE;
  int i;
  for (i = 0; i < 3 && body->edges == 3 && found == SPACE_SURE; i++)
    found = add_axis(q, which == 0 ? i : -1, which == 0 ? -1 : i, body->edge[(i + 1) % 3],
                     body->edge[(i + 2) % 3]);
  return found;
}

/* Where two edges are parallel, their cross products with others are normals of faces. */
static space_found add_edges(slab_query *q) {
  space_found found = SPACE_SURE;
  int i, j, a_done = 0, b_done = 0;
  for (i = 0; i < q->a.edges; i++)
    for (j = 0; j < q->b.edges; j++) {
      if (!solid_are_parallel(q->a.edge[i], q->b.edge[j])) continue;
      if (q->b.edges == 3) a_done |= 1 << i;
      if (q->a.edges == 3) b_done |= 1 << j;
    }
  for (i = 0; i < q->a.edges; i++)
    for (j = 0; j < q->b.edges && found == SPACE_SURE; j++)
      if (!(a_done >> i & 1) && !(b_done >> j & 1))
        found = add_axis(q, i, j, q->a.edge[i], q->b.edge[j]);
  return found;
}

static space_found put_axes(slab_query *q) {
  space_found found;
  q->count = 0;
  q->from = 0;
  q->to = 1;
  found = add_faces(q, 0);
  if (found == SPACE_SURE) found = add_faces(q, 1);
  return found == SPACE_SURE ? add_edges(q) : found;
}

/* ---- The line -------------------------------------------------------------------------------- */

static const slab_axis *last_to_enter(const slab_query *q) {
  const slab_axis *last = &q->axis[0];
  int i;
  for (i = 1; i < q->count; i++)
    if (q->axis[i].enter > last->enter) last = &q->axis[i];
  return last;
}

static const slab_axis *first_to_leave(const slab_query *q) {
  const slab_axis *first = &q->axis[0];
  int i;
  for (i = 1; i < q->count; i++)
    if (q->axis[i].leave < first->leave) first = &q->axis[i];
  return first;
}

/* Surely later than all others, or surely earlier. */
static int is_alone(const slab_query *q, const slab_axis *x, int enters) {
  int i;
  for (i = 0; i < q->count; i++) {
    const slab_axis *y = &q->axis[i];
    int is_before = enters ? x->enter - y->enter > x->off + y->off : y->until > x->leave + x->off;
    if (y != x && !is_before) return 0;
  }
  return 1;
}

/* Do the two surely enter before they leave along each axis? */
static int enters_all(const slab_query *q, const slab_axis *last) {
  int i;
  for (i = 0; i < q->count; i++)
    if (!(q->axis[i].until > last->enter + last->off)) return 0;
  return 1;
}

/* ---- Features -------------------------------------------------------------------------------- */

/* The corner that is highest along n, but for the edges in `free`, where it is the first end. */
static int corner_of(const slab_body *body, const double n[3], int free) {
  int i, corner = 0;
  for (i = 0; i < body->edges; i++)
    if (!(free >> i & 1) && vector_dot(n, body->edge[i]) > 0) corner |= 1 << i;
  return corner;
}

/* The face or the edges with which they touch along the axis: a is lowest along n, b highest. */
static void put_feature(const slab_query *q, const slab_axis *x, const double n[3],
                        space_feature *f) {
  double down[3];
  int i, a, b, a_free = x->a < 0 ? 0 : x->b < 0 ? 7 & ~(1 << x->a) : 1 << x->a;
  int b_free = x->b < 0 ? 0 : x->a < 0 ? 7 & ~(1 << x->b) : 1 << x->b;
  vector_negate(n, down);
  a = corner_of(&q->a, down, a_free);
  b = corner_of(&q->b, n, b_free);
  f->count = 3;
  for (i = 0; i < 3; i++) {
    f->corner[i][0] = a;
    f->corner[i][1] = b;
  }
  if (x->b < 0) { /* two edges of a's face */
    f->corner[1][0] = a | 1 << ((x->a + 1) % 3);
    f->corner[2][0] = a | 1 << ((x->a + 2) % 3);
  } else if (x->a < 0) {
    f->corner[1][1] = b | 1 << ((x->b + 1) % 3);
    f->corner[2][1] = b | 1 << ((x->b + 2) % 3);
  } else {
    f->corner[1][0] = a | 1 << x->a;
    f->corner[2][1] = b | 1 << x->b;
  }
}

/* Finds the time of an axis, to the last digit, and the normal. */
static int find_time(const slab_query *q, const slab_axis *x, int enters, space_feature *f,
                     double *t) {
  double n[3], d[3];
  int i, sign = (vector_dot(x->normal, q->d) > 0) == enters ? -1 : 1;
  for (i = 0; i < 3; i++) {
    n[i] = sign * x->normal[i];
    d[i] = enters ? q->d[i] : 0 - q->d[i];
  }
  put_feature(q, x, n, f);
  f->any_sign = !enters;
  return ci_space_feature_time(&q->pair, d, f, t);
}

/* ---- All ------------------------------------------------------------------------------------ */

static int begin_query(const space_sweep *w, slab_query *q) {
  int i;
  q->w = w;
  ci_solid_pair_make(&q->pair, w->a, w->b);
  if (q->pair.radius > 0 || q->pair.scale != 1 || ci_space_has_plane(w)) return 0;
  if (!put_body(&q->pair.a, &q->a) || !put_body(&q->pair.b, &q->b)) return 0;
  for (i = 0; i < 3; i++) q->d[i] = w->d[i];
  q->most_d = ci_largest(q->d, 3, 0);
  return (q->a.edges == 3 || q->b.edges == 3) && q->most_d > 1e-70 && q->most_d < 1e70;
}

space_found ci_space_axes(const space_sweep *w, space_entry *entry) {
  const slab_axis *last, *first;
  space_found found;
  space_feature f;
  slab_query q;
  double leave;
  if (!begin_query(w, &q)) return SPACE_UNSURE;
  found = put_axes(&q);
  if (found != SPACE_SURE) return found;
  last = last_to_enter(&q);
  first = first_to_leave(&q);
  if (!is_alone(&q, last, 1) || !(last->enter > last->off) || !(last->enter + last->off < 1) ||
      !enters_all(&q, last) || !find_time(&q, last, 1, &f, &entry->t))
    return SPACE_UNSURE;
  memcpy(entry->normal, f.normal, sizeof f.normal);
  entry->has_normal = 1;
  entry->inside = 1; /* a flat difference is entered and left at one time, which is not sure */
  entry->leaving = SPACE_UNKNOWN;
  if (!(w->flags & COLLIDE_SKIP_EXIT) && is_alone(&q, first, 0) &&
      find_time(&q, first, 0, &f, &leave)) {
    entry->leaving = SPACE_SURE;
    entry->leave = entry->later = 0 - leave;
  }
  return SPACE_SURE;
}
