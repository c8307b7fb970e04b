/* SPDX-License-Identifier: MIT
 *
 * The exact cast at rounded boxes and hulls.
 *
 * Part of a line meets the shape exactly if the part, as a segment, meets it. So the exact
 * decisions of pairs of solids decide casts. The times come from a shapecast of a point, and their
 * last digits from the distance to the core, in twofolds.
 */
#include <string.h>

#include "../shape/shape.h"
#include "space/decide.h"
#include "space/solid.h"
#include "measure.h"

/* ---- Parts of the line ----------------------------------------------------------------------- */

/* A line. Its point at time t is exactly from + t d. Times are in units of a direction whose
 * largest component is near 1. */
typedef struct probe {
  const collide_shape *shape;
  collide_shape part; /* a segment: linear * own adds the displacement */
  int is_segment;
  int exponent; /* a time is t times 2^exponent */
  double most;  /* the line is outside before -most and after most */
  twofold d[3]; /* the direction in these units */
} probe;

/* The least difference of times; see SPACE_LEAST_TIME in narrow/space/space.h. */
#define LEAST 5.8e-70

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

/* A ray's displacement at time t is either column times t. A segment's is column 0, its start,
 * times -t and column 1, its end, times t: so no difference is rounded. */
static void begin(probe *p, const line *l, const double from[3], const double toward[3]) {
  collide_turned *turned = &p->part.of.turned;
  double most = 0;
  int i;
  memset(&p->part, 0, sizeof p->part);
  p->shape = l->shape;
  p->part.kind = COLLIDE_SEGMENT;
  p->part.frame = COLLIDE_LINEAR;
  memcpy(p->part.position, from, sizeof p->part.position);
  p->is_segment = l->is_segment;
  for (i = 0; i < 3; i++) {
    p->d[i] = p->is_segment ? two_diff(toward[i], from[i]) : tf(toward[i]);
    most = fmax(most, fabs(p->d[i].hi));
  }
  (void)frexp(most, &p->exponent);
  for (i = 0; i < 3; i++) {
    p->d[i] = tf_make(ldexp(p->d[i].hi, -p->exponent), ldexp(p->d[i].lo, -p->exponent));
    turned->linear[3 * i] = p->is_segment ? from[i] : p->d[i].hi;
    turned->linear[3 * i + 1] = p->is_segment ? toward[i] : p->d[i].hi;
  }
  p->most = most > 0 ? outside_from(p, from) : 0;
}

/* A time and an offset from it. A segment has only one of them. */
static void put_time(const probe *p, double t, double offset, double own[3]) {
  double length = ldexp(t + offset, -p->exponent);
  own[0] = p->is_segment ? 0 - length : t;
  own[1] = p->is_segment ? length : offset;
  own[2] = 0;
}

/* Decides the part of the line from t + after to `end` + before. */
static int level_of(probe *p, double t, double after, double end, double before) {
  put_time(p, t, after, p->part.a);
  put_time(p, end, before, p->part.b);
  p->part.reach = ci_largest(p->part.b, 3, ci_largest(p->part.a, 3, 0));
  return ci_solid_relation(&p->part, p->shape, NULL);
}

/* ---- Decisions ------------------------------------------------------------------------------- */

static int rounded_meets(line *l) {
  probe p;
  begin(&p, l, l->from, l->toward);
  return level_of(&p, -p.most, 0, p.most, 0) != SOLID_APART;
}

/* The point is on the surface. If the line is in the interior later, it was outside before, and the
 * reverse. Otherwise it only touches, at this time or over a range. */
static side side_of_touch(probe *p, double t, int later) {
  if (later == SOLID_IN) return side_make(0, -1);
  if (level_of(p, -p->most, 0, t, 0) == SOLID_IN) return side_make(1, 0);
  return side_make(level_of(p, -p->most, 0, t, -LEAST) != SOLID_APART,
                   -(level_of(p, t, LEAST, p->most, 0) != SOLID_APART));
}

static side side_at_time(probe *p, double t) {
  int level, later;
  if (t > p->most) return side_make(1, 1);
  level = level_of(p, t, 0, t, 0);
  if (level == SOLID_IN) return side_make(1, -1);
  later = level_of(p, t, 0, p->most, 0);
  if (level == SOLID_TOUCH) return side_of_touch(p, t, later);
  return later == SOLID_APART ? side_make(1, 1) : side_make(-1, -1);
}

/* The end of a segment is the start of the segment reversed. */
static side rounded_side(const line *l, double t) {
  int reverses = l->is_segment && t == 1;
  probe p;
  side s;
  begin(&p, l, reverses ? l->toward : l->from, reverses ? l->from : l->toward);
  s = side_at_time(&p, l->is_segment ? 0 : ldexp(t, p.exponent));
  return reverses ? side_make(-s.exit, -s.enter) : s;
}

static int rounded_locate(const line *l, double t) {
  probe p;
  (void)t; /* always 0: only a cast of a point calls it */
  begin(&p, l, l->from, l->from);
  return SOLID_TOUCH - level_of(&p, 0, 0, 0, 0);
}

/* ---- Measuring ------------------------------------------------------------------------------- */

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
  double low[3], high[3], d[3], along = 0, square = 0, half = 0, first;
  double on_line[3], on_shape[3];
  collide_shape point;
  collide_sweep_hit hit;
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
  point.kind = COLLIDE_SEGMENT;
  memcpy(point.b, d, sizeof point.b);
  point.reach = ci_largest(d, 3, 0);
  (void)collide_distance(&point, &l->shape, on_line, on_shape);
  for (along = 0, i = 0; i < 3; i++) along += (on_line[i] - point.position[i]) * l->d[i].hi;
  l->t[0] = l->t[1] = first + along / square;
}

/* Below this speed a line grazes, and steps do not improve its time. */
#define GRAZE 9.5367431640625e-07 /* 2^-20 */

/* Measures one end: a step of Newton's method makes the distance from the core equal to the radius.
 * Writes the point, and the normal, or 0 for no normal. */
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
    if (step == 1 || !(fabs(speed) > GRAZE)) return t.hi;
    t = tf_sub(t, tf(tf_minus(found.between, pair.radius).hi / pair.scale / speed));
  }
}

static void rounded_measure(const line *l, int end, measured *m) {
  double point[3], normal[3];
  near_line near;
  probe p;
  int i, k;
  begin(&p, l, l->from, l->toward);
  near.shape = *l->shape;
  for (i = 0; i < 3; i++) {
    near.f[i] = two_diff(l->from[i], near.shape.position[i]);
    near.shape.position[i] = 0;
  }
  near.d = p.d;
  find_times(&near);
  for (k = 0; k < 2; k++) {
    m->t[k] = ldexp(measure_end(&near, k, point, normal), -p.exponent);
    if (k != end) continue;
    shape_to_own(l->shape, point, m->point);
    shape_normal_to_own(l->shape, normal, m->normal);
  }
}

const exact_cast ci_rounded_exact = {rounded_meets, rounded_side, rounded_locate, rounded_measure};
