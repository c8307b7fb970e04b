/* SPDX-License-Identifier: MIT
 *
 * The exact casts at rounded boxes and hulls.
 *
 * Part of a line meets the shape exactly if the part, as a segment, meets it. So the exact
 * decisions of pairs of solids decide casts. The times come from a shapecast of a point. The
 * corner, edge or face of the core that is nearest there then gives t, point and normal in
 * twofolds.
 */
#include "cast_rounded.h"

#include <string.h>

#include "../number/twofold.h"
#include "../solid/decide.h"
#include "../solid/solid.h"
#include "../shape/shape.h"

/* ---- Parts of the line ----------------------------------------------------------------------- */

/* A line whose point at time t is exactly `from` + t d. Times are in units of a direction whose
 * largest component is near 1. */
typedef struct probe {
  const collide_shape *shape;
  const shape_cast *cast;
  collide_shape part; /* a segment: linear * own adds the displacement */
  int is_segment;
  int exponent; /* a time is t times 2^exponent */
  double most;  /* the line is outside before -most and after most */
  twofold d[3]; /* the direction in these units */
} probe;

/* The least distance in time that is told from 0; see SPACE_LEAST_TIME in sweep/space.h. */
#define LEAST_TIME 5.8e-70

/* Finds a time after which the line is outside of the bounds, along its steepest axis. */
static double outside_from(const probe *p, const double from[3]) {
  double low[3], high[3], most;
  int k = 0, i;
  for (i = 1; i < 3; i++)
    if (fabs(p->d[i].hi) > fabs(p->d[k].hi)) k = i;
  collide_bounds(p->shape, low, high);
  most = 2 * fmax(fabs(low[k] - from[k]), fabs(high[k] - from[k])) / fabs(p->d[k].hi);
  return most <= DBL_MAX ? most : DBL_MAX;
}

/* A ray's displacement at time t is either column times t. A segment's is column 0, `from`, times
 * -t and column 1, the end, times t: so no difference is rounded. */
static void begin(probe *p, const collide_shape *shape, const shape_cast *c) {
  collide_turned *turned = &p->part.of.turned;
  double most = 0;
  int i;
  memset(&p->part, 0, sizeof p->part);
  p->shape = shape;
  p->cast = c;
  p->part.kind = COLLIDE_SEGMENT;
  p->part.frame = COLLIDE_LINEAR;
  memcpy(p->part.position, c->from, sizeof p->part.position);
  p->is_segment = (c->flags & QUICK_SEGMENT) != 0;
  for (i = 0; i < 3; i++) {
    p->d[i] = p->is_segment ? two_diff(c->toward[i], c->from[i]) : tf(c->toward[i]);
    most = fmax(most, fabs(p->d[i].hi));
  }
  (void)frexp(most, &p->exponent);
  for (i = 0; i < 3; i++) {
    p->d[i] = tf_make(ldexp(p->d[i].hi, -p->exponent), ldexp(p->d[i].lo, -p->exponent));
    turned->linear[3 * i] = p->is_segment ? c->from[i] : p->d[i].hi;
    turned->linear[3 * i + 1] = p->is_segment ? c->toward[i] : p->d[i].hi;
  }
  p->most = outside_from(p, c->from);
}

static void put_time(const probe *p, double t, double own[3]) {
  own[2] = 0;
  own[0] = p->is_segment ? 0 - ldexp(t, -p->exponent) : t;
  own[1] = p->is_segment ? ldexp(t, -p->exponent) : 0;
}

/* Decides the part of the line from one time to another. */
static int level_of(probe *p, double from, double to) {
  put_time(p, from, p->part.a);
  put_time(p, to, p->part.b);
  p->part.reach = ci_largest(p->part.b, 3, ci_largest(p->part.a, 3, 0));
  return ci_solid_level(&p->part, p->shape, NULL);
}

/* ---- Decisions ------------------------------------------------------------------------------- */

/* For a start on the surface: is the line in the shape before the start? If it goes into the
 * interior after the start, it is not. If it is in the interior before the start, it is. Else it
 * only touches. */
static int is_in_before(probe *p) {
  if (level_of(p, 0, p->most) == SOLID_IN) return 0;
  if (level_of(p, -p->most, 0) == SOLID_IN) return 1;
  return level_of(p, -p->most, -LEAST_TIME) != SOLID_APART;
}

/* Does the line meet the shape after `max`, the end of a segment or a time? */
static int meets_after(probe *p, double max) {
  probe back;
  if (p->is_segment) {
    shape_cast c = *p->cast;
    c.from = p->cast->toward;
    c.toward = p->cast->from;
    begin(&back, p->shape, &c);
    return level_of(&back, -back.most, -LEAST_TIME) != SOLID_APART;
  }
  put_time(p, max, p->part.a);
  put_time(p, p->most, p->part.b);
  p->part.a[1] = LEAST_TIME;
  return ci_solid_level(&p->part, p->shape, NULL) != SOLID_APART;
}

/* For a hollow shape and a line that leaves it at or after the start, and touches it there. */
static void leave_surface(probe *p, double max, cast_decision *r) {
  r->at_start = level_of(p, LEAST_TIME, p->most) == SOLID_APART;
  r->end = EXIT_END;
  r->at_max = max == 0;
  if (r->at_start || max >= p->most) return;
  if (meets_after(p, max))
    r->end = MISS;
  else
    r->at_max = level_of(p, max, max) != SOLID_APART;
}

static void decide_touching(probe *p, double max, cast_decision *r) {
  r->starts_inside = is_in_before(p);
  r->end = INSIDE;
  if (r->starts_inside && p->shape->hollow) leave_surface(p, max, r);
  if (r->starts_inside) return;
  r->end = ENTER_END;
  r->at_start = 1;
  r->at_max = max == 0;
}

static void decide_inside(probe *p, double max, cast_decision *r) {
  int level = max < p->most ? level_of(p, max, max) : SOLID_APART;
  r->starts_inside = 1;
  r->end = INSIDE;
  if (!p->shape->hollow) return;
  r->end = level == SOLID_IN ? MISS : EXIT_END;
  r->at_max = level == SOLID_TOUCH;
}

static cast_decision decide_point(probe *p, const shape_cast *c) {
  cast_decision r = {MISS, 1, 0, 0};
  int level = level_of(p, 0, 0);
  if (level == SOLID_APART || (c->flags & COLLIDE_SKIP_INSIDE)) return r;
  if (!(p->shape->hollow && level == SOLID_IN)) r.end = INSIDE;
  return r;
}

cast_decision ci_rounded_decide(const collide_shape *shape, const shape_cast *c) {
  cast_decision r = {MISS, 0, 0, 0};
  probe p;
  double max;
  int level, start;
  begin(&p, shape, c);
  if (p.is_segment && memcmp(c->from, c->toward, 3 * sizeof c->from[0]) == 0)
    return decide_point(&p, c);
  max = fmin(ldexp(c->max, p.exponent), p.most);
  level = level_of(&p, 0, max);
  if (level == SOLID_APART) return r;
  start = level_of(&p, 0, 0);
  if (start == SOLID_APART) {
    r.end = ENTER_END;
    r.at_max = level == SOLID_TOUCH && max < p.most && level_of(&p, max, max) != SOLID_APART &&
               level_of(&p, 0, nextafter(max, 0)) == SOLID_APART;
  } else if (!(c->flags & COLLIDE_SKIP_INSIDE)) {
    (start == SOLID_IN ? decide_inside : decide_touching)(&p, max, &r);
  }
  return r;
}

int ci_rounded_meets(const collide_shape *shape, const shape_cast *c) {
  probe p;
  begin(&p, shape, c);
  return level_of(&p, -p.most, p.most) != SOLID_APART;
}

/* ---- Times ----------------------------------------------------------------------------------- */

/* The line relative to the position of the shape. */
typedef struct near_line {
  collide_shape shape; /* a copy at the origin */
  twofold f[3];        /* the start */
  const twofold *d;
  double t[2]; /* the times where it enters and leaves */
} near_line;

static void point_at(const near_line *l, twofold t, twofold point[3]) {
  int i;
  for (i = 0; i < 3; i++) point[i] = tf_add(l->f[i], tf_mul(t, l->d[i]));
}

/* Finds both times by a shapecast of a point, from before the bounds to behind them. A line that
 * grazes the shape may miss it except for rounding: then it touches where it is nearest. */
static void find_times(near_line *l) {
  double low[3], high[3], d[3], along = 0, square = 0, half = 0;
  collide_shape point, part;
  collide_sweep_hit hit;
  double on_line[3], on_shape[3], first;
  twofold start[3];
  int i, exponent;
  collide_bounds(&l->shape, low, high);
  for (i = 0; i < 3; i++) {
    d[i] = l->d[i].hi;
    along += (0.5 * low[i] + 0.5 * high[i] - l->f[i].hi) * d[i];
    square += d[i] * d[i];
    half += high[i] - low[i];
  }
  (void)frexp(half / sqrt(square), &exponent);
  first = along / square - ldexp(1, exponent);
  point_at(l, tf(first), start);
  memset(&point, 0, sizeof point);
  point.kind = COLLIDE_SPHERE;
  for (i = 0; i < 3; i++) point.position[i] = start[i].hi;
  ci_rescale(d, 3, exponent + 1);
  if (collide_shapecast(&point, d, &l->shape, 0, &hit) == 1) {
    l->t[0] = first + ldexp(hit.t, exponent + 1);
    l->t[1] = first + ldexp(hit.t_exit, exponent + 1);
    return;
  }
  part = point;
  part.kind = COLLIDE_SEGMENT;
  memcpy(part.b, d, sizeof part.b);
  part.reach = ci_largest(d, 3, 0);
  (void)collide_distance(&part, &l->shape, on_line, on_shape);
  for (along = 0, i = 0; i < 3; i++) along += (on_line[i] - point.position[i]) * l->d[i].hi;
  l->t[0] = l->t[1] = first + along / square;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

/* Below this part of the speed along the line, a line grazes, and steps do not improve its time. */
#define GRAZE 9.5367431640625e-07 /* 2^-20 */

enum { STEPS = 2 };

/* Measures one end: steps of Newton's method make the distance from the core equal to the radius,
 * in twofolds. Writes the point, relative to the position, and the normal, or 0 for no normal. */
static double measure_end(const near_line *l, int end, double point[3], double normal[3]) {
  twofold q[3], t = tf(l->t[end]);
  collide_shape at;
  solid_pair pair;
  simplex nearest;
  finding found;
  int i, step;
  memset(&at, 0, sizeof at);
  memset(normal, 0, 3 * sizeof normal[0]);
  at.kind = COLLIDE_SPHERE;
  for (step = 0;; step++) {
    double speed = 0;
    point_at(l, t, q);
    for (i = 0; i < 3; i++) at.position[i] = point[i] = q[i].hi;
    ci_solid_pair_make(&pair, &at, &l->shape);
    for (i = 0; i < 3; i++) pair.a.at_low[i] = q[i].lo * pair.scale;
    (void)ci_gjk(&pair, GJK_PAST_APART | GJK_PAST_IN, &nearest);
    if (nearest.count > 3) return t.hi;
    ci_solid_measure_apart(&pair, &nearest, &found);
    memcpy(normal, found.normal, sizeof found.normal);
    for (i = 0; i < 3; i++) speed += normal[i] * l->d[i].hi;
    if (step == STEPS || !(fabs(speed) > GRAZE)) return t.hi;
    t = tf_sub(t, tf(tf_minus(found.between, pair.radius).hi / pair.scale / speed));
  }
}

/* Beyond the magnitudes of the header squares may overflow. Then the result is wrong, but finite.
 */
static double finite_or(double x, double otherwise) {
  return x - x == 0 ? x : otherwise;
}

void ci_rounded_measure(const collide_shape *shape, const shape_cast *c, int end,
                        collide_hit *hit) {
  int which = end == INSIDE ? (int)EXIT_END : end, i, k;
  double t[2], point[2][3], normal[2][3];
  near_line l;
  probe p;
  memset(hit, 0, sizeof *hit);
  hit->t_exit = HUGE_VAL;
  begin(&p, shape, c);
  if (p.d[0].hi == 0 && p.d[1].hi == 0 && p.d[2].hi == 0) return;
  ci_shape_take(shape, &l.shape);
  for (i = 0; i < 3; i++) {
    l.f[i] = two_diff(c->from[i], shape->position[i]);
    l.shape.position[i] = 0;
  }
  l.d = p.d;
  find_times(&l);
  for (k = 0; k < 2; k++) {
    t[k] = finite_or(ldexp(measure_end(&l, k, point[k], normal[k]), -p.exponent), 0);
    for (i = 0; i < 3; i++) {
      if (normal[k][0] == 0 && normal[k][1] == 0 && normal[k][2] == 0)
        normal[k][i] = (k == ENTER_END ? -1 : 1) * p.d[i].hi;
    }
  }
  hit->t = t[which] + 0.0;
  hit->t_exit = fmax(t[1], hit->t) + 0.0;
  (void)ci_vector_unit(normal[which], hit->normal);
  for (i = 0; i < 3; i++) {
    hit->point[i] = finite_or(shape->position[i] + point[which][i], c->from[i]) + 0.0;
    hit->normal[i] += 0.0;
  }
  hit->has_point = 1;
}
