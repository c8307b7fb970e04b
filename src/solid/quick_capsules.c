/* SPDX-License-Identifier: MIT
 *
 * Quick answers for a sphere or capsule and a capsule. The method is that of quick_cores.c without
 * the tests of features, at two thirds of the time. quick_cores.c handles pairs that need more than
 * one step.
 */
#include "witness.h"
#include "../number/scalar.h"

/* The ends of a relative to b's position. */
typedef struct capsules {
  const collide_shape *a, *b;
  double p[2][3], size;
  int is_ball; /* a is a sphere */
} capsules;

/* The parameter of the segment's point nearest to the centre: 0 to 1, or NaN for a segment without
 * length. */
static void find_nearest(const double p[3], const double q0[3], const double q1[3],
                         nearest_on_lines *found) {
  double f[3], t;
  int k;
  for (k = 0; k < 3; k++) {
    found->d[k] = 0;
    found->e[k] = q1[k] - q0[k];
    f[k] = p[k] - q0[k];
  }
  found->ee = vector_dot(found->e, found->e);
  found->per_ee = 1 / found->ee;
  found->dd = found->de = found->per_det = found->s = 0;
  found->parallel = 0;
  t = vector_dot(f, found->e) * found->per_ee;
  found->t = t < 0 ? 0 : t > 1 ? 1 : t;
}

static inline void find_lines(const capsules *c, nearest_on_lines *lines) {
  if (c->is_ball)
    find_nearest(c->p[0], c->b->a, c->b->b, lines);
  else
    ci_find_nearest_on_segments(c->p[0], c->p[1], c->b->a, c->b->b, lines);
}

/* The separation of the cores along r, times |r|. */
static inline double extent_along(const capsules *c, const double r[3]) {
  double least = lesser(vector_dot(r, c->p[0]), vector_dot(r, c->p[1]));
  return least - greater(vector_dot(r, c->b->a), vector_dot(r, c->b->b));
}

/* For any s and t, r joins two points of the cores, except for rounding, and the separation along r
 * is one of the two. So the answers do not depend on the accuracy of s and t, and NaN makes them
 * unsure. A coordinate of r is off by 2 u M for the rounding of p, 5 u M for each of the two points
 * and 2 u M for their difference: 14 u M, within QUICK_MARGIN. */
static inline int decide(const capsules *c, const nearest_on_lines *l) {
  const double *p = c->p[0], *q = c->b->a;
  double r[3];
  int k;
  for (k = 0; k < 3; k++) r[k] = (p[k] + l->s * l->d[k]) - (q[k] + l->t * l->e[k]);
  return quick_decide(vector_dot(r, r), extent_along(c, r), c->a->radius + c->b->radius, c->size);
}

/* Returns 0 for other shapes and for linear frames. */
static inline int make_capsules(const collide_shape *a, const collide_shape *b, capsules *c) {
  double most = 0;
  int k;
  c->is_ball = a->kind == COLLIDE_SPHERE;
  if (b->kind != COLLIDE_CAPSULE || !(c->is_ball || a->kind == COLLIDE_CAPSULE)) return 0;
  if (a->frame != COLLIDE_MOVED || b->frame != COLLIDE_MOVED) return 0;
  c->a = a;
  c->b = b;
  for (k = 0; k < 3; k++) {
    double d = a->position[k] - b->position[k];
    most = greater(most, fabs(d));
    c->p[0][k] = c->is_ball ? d : d + a->a[k];
    c->p[1][k] = c->is_ball ? d : d + a->b[k];
  }
  c->size = most + (a->reach + b->reach);
  return 1;
}

int ci_capsules_decide(const collide_shape *a, const collide_shape *b) {
  nearest_on_lines lines;
  capsules c;
  if (!make_capsules(a, b, &c)) return PAIR_UNSURE;
  find_lines(&c, &lines);
  return decide(&c, &lines);
}

/* ---- Distance and depth ---------------------------------------------------------------------- */

/* A core's part in the vector: an end, and a weight times the edge. */
typedef struct arm {
  const double *from, *a, *b;
  int is_free; /* the point lies between the ends */
  lanes_factor weight;
} arm;

static inline void make_arm(const collide_shape *s, double weight, arm *x) {
  x->a = s->a;
  x->b = s->b;
  x->from = weight >= 1 ? s->b : s->a;
  x->is_free = weight > 0 && weight < 1;
  x->weight = lanes_split(lanes_same(weight));
}

/* The vector along the edge, and its rounding. */
static inline lanes_twofold edge_part(const arm *x, int half) {
  lanes_twofold edge = lanes_two_diff(lanes_of(x->b, half), lanes_of(x->a, half));
  lanes_twofold part = lanes_two_product(edge.hi, x->weight);
  part.lo = lanes_add(part.lo, lanes_mul(edge.lo, x->weight.whole));
  return part;
}

/* The vector between the two points with the digits of a twofold, as in quick_cores.c. */
static inline void precise_vector(const capsules *c, const arm *p, const arm *q, twofold r[3]) {
  int half;
  for (half = 0; half < 2; half++) {
    lanes_twofold w = lanes_two_diff(lanes_of(c->a->position, half),
                                     lanes_of(c->b->position, half)),
                  part;
    lanes low = w.lo;
    if (!c->is_ball) {
      w = lanes_two_sum(w.hi, lanes_of(p->from, half));
      low = lanes_add(low, w.lo);
    }
    w = lanes_two_diff(w.hi, lanes_of(q->from, half));
    low = lanes_add(low, w.lo);
    if (!c->is_ball && p->is_free) {
      part = edge_part(p, half);
      w = lanes_two_sum(w.hi, part.hi);
      low = lanes_add(low, lanes_add(w.lo, part.lo));
    }
    if (q->is_free) {
      part = edge_part(q, half);
      w = lanes_two_diff(w.hi, part.hi);
      low = lanes_add(low, lanes_sub(w.lo, part.lo));
    }
    lanes_put(lanes_two_sum_ordered(w.hi, low), half, r);
  }
}

/* Makes r perpendicular to the edges along which the points may move. Returns 0 if a weight would
 * change by more than NEAREST_STEP. */
static inline int mend(const nearest_on_lines *l, int moves_a, int moves_b, twofold r[3]) {
  double v[3], ds = 0, dt = 0, rd, re;
  int k;
  if (!moves_a && !moves_b) return 1;
  for (k = 0; k < 3; k++) v[k] = r[k].hi;
  rd = vector_dot(v, l->d);
  re = vector_dot(v, l->e);
  if (moves_a && moves_b) {
    ds = (l->de * re - l->ee * rd) * l->per_det;
    dt = (l->dd * re - l->de * rd) * l->per_det;
  } else if (moves_a) {
    ds = -rd / l->dd;
  } else {
    dt = re * l->per_ee;
  }
  if (!(fabs(ds) <= NEAREST_STEP && fabs(dt) <= NEAREST_STEP)) return 0;
  for (k = 0; k < 3; k++) r[k] = two_sum_ordered(r[k].hi, r[k].lo + (ds * l->d[k] - dt * l->e[k]));
  return 1;
}

static int measure(const capsules *c, const nearest_on_lines *l, int overlap, pair_gap *gap) {
  witness_pair span;
  double r[3];
  arm p, q;
  int k;
  if (!(l->s >= 0 && l->t >= 0)) return 0; /* segments without length */
  make_arm(c->a, l->s, &p);                /* a sphere has s = 0 and does not use it */
  make_arm(c->b, l->t, &q);
  precise_vector(c, &p, &q, span.r);
  /* If they are parallel, s is the middle of the part that faces b. */
  if (!mend(l, p.is_free && !l->parallel, q.is_free, span.r)) return 0;
  for (k = 0; k < 3; k++) {
    r[k] = span.r[k].hi;
    span.from_a[k] = c->a->position[k] + (c->is_ball ? 0 : c->a->a[k] + l->s * l->d[k]);
    span.from_b[k] = span.from_a[k] - r[k];
  }
  if (!quick_are_nearest(vector_dot(r, r), extent_along(c, r), c->size)) return 0;
  span.radius_a = c->a->radius;
  span.radius_b = c->b->radius;
  span.size = c->size;
  span.spread = WITNESS_SPREAD * c->size;
  return witness_measure(&span, overlap, gap);
}

int ci_capsules_gap(const collide_shape *a, const collide_shape *b, int apart, pair_gap *gap) {
  nearest_on_lines lines;
  capsules c;
  int found = PAIR_UNSURE;
  if (!make_capsules(a, b, &c)) return PAIR_UNSURE;
  find_lines(&c, &lines);
  if (!apart) {
    found = decide(&c, &lines);
    if (found != PAIR_MEET) return found == PAIR_PARTED ? 0 : PAIR_UNSURE;
  }
  if (!measure(&c, &lines, found, gap)) return PAIR_UNSURE;
  return gap->apart <= 0;
}
