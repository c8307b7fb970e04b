/* SPDX-License-Identifier: MIT
 *
 * Casts: the functions of the kind's row decide exactly, then the hit is measured. A decision never
 * depends on a measured t. A measured t is moved to the side of 0 and max that was decided.
 */
#include "../number/vector.h"
#include "../shape/kind.h"
#include "../shape/shape.h"
#include "cast.h"
#include "cast_numbers.h"
#include "pairs.h"
#include "space/decide.h"
#include "space/solid.h"

#include <string.h>

/* The parts of a line to measure after a decision. */
enum { MISS = -1, ENTER_END = 0, EXIT_END = 1, INSIDE = 2 };

/* ---- Rounded boxes and hulls ----------------------------------------------------------------- */

/* Part of a line meets the shape exactly if the part, as a segment, meets it. So the exact
 * decisions of pairs of solids decide casts. The times come from a shapecast of a point, and their
 * last digits from the distance to the core, in twofolds. */

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
  memcpy(p->part.origin, from, sizeof p->part.origin);
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
  for (i = 0; i < 3; i++) point.origin[i] = start[i].hi;
  ci_rescale(d, 3, exponent + 1);
  if (collide_shapecast(&point, d, &l->shape, 0, &hit) == 1) {
    l->t[0] = first + ldexp(hit.t, exponent + 1);
    l->t[1] = first + ldexp(hit.t_exit, exponent + 1);
    return;
  }
  point.kind = COLLIDE_SEGMENT;
  memcpy(point.b, d, sizeof point.b);
  point.reach = ci_largest(d, 3, 0);
  ci_pair_distance(&point, &l->shape, on_line, on_shape);
  for (along = 0, i = 0; i < 3; i++) along += (on_line[i] - point.origin[i]) * l->d[i].hi;
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
    for (i = 0; i < 3; i++) at.origin[i] = point[i] = q[i].hi;
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
    near.f[i] = two_diff(l->from[i], near.shape.origin[i]);
    near.shape.origin[i] = 0;
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

static const exact_cast rounded_exact = {rounded_meets, rounded_side, rounded_locate,
                                         rounded_measure};

static const exact_cast *exact_of(const collide_shape *s) {
  return shape_is_rounded(s) ? &rounded_exact : ci_exact_of(s);
}

/* ---- Measuring a decided hit ----------------------------------------------------------------- */

/* ---- Into the world -------------------------------------------------------------------------- */

/* Transforms point and normal into the world, the normal by the inverse transpose. */
static void to_world(const collide_shape *s, const measured *m, collide_hit *hit) {
  double n[3];
  int i, j;
  for (i = 0; i < 3; i++) {
    if (s->frame == COLLIDE_MOVED) {
      hit->point[i] = s->origin[i] + m->point[i];
      n[i] = m->normal[i];
    } else {
      twofold p = tf(s->origin[i]);
      for (n[i] = 0, j = 0; j < 3; j++) {
        p = tf_add(p, two_product(shape_turned(s)->linear[3 * i + j], m->point[j]));
        n[i] += shape_turned(s)->inverse[3 * j + i] * m->normal[j];
      }
      hit->point[i] = p.hi;
    }
    hit->point[i] += 0.0; /* no -0.0 */
  }
  if (!ci_vector_unit(n, hit->normal)) memset(hit->normal, 0, sizeof hit->normal);
  for (i = 0; i < 3; i++) hit->normal[i] += 0.0;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

/* Returns the exponent that scales a size far from 1 to near 1, without rounding; else 0. Squared
 * twice, such a size would overflow or underflow. */
static int scale_of(double size) {
  int exponent = 0;
  if (size > 0 && (size < 1e-20 || size > 1e20)) (void)frexp(size, &exponent);
  return exponent;
}

/* Powers of two that bring the shape and the direction near 1. */
typedef struct line_scales {
  int length, rate; /* exponents; 0 if no scaling is needed */
  int is_ray;       /* measured as a ray: rays, and short segments */
  double d[3];      /* the direction */
} line_scales;

/* A segment is short if it is 2^64 times shorter than the shape: its squares may underflow. */
static line_scales find_scales(const line *l) {
  line_scales k;
  int i;
  k.length = scale_of(l->shape->reach);
  for (i = 0; i < 3; i++) k.d[i] = l->is_segment ? l->toward[i] - l->from[i] : l->toward[i];
  k.rate = scale_of(ci_largest(k.d, 3, 0));
  k.is_ray = !l->is_segment || k.rate < k.length - 64;
  if (!k.is_ray) k.rate = 0;
  return k;
}

/* Returns 0 and does nothing for shapes that need no scaling. */
static int measure_scaled(const line *l, int end, const line_scales *k, collide_hit *hit,
                          measured *m) {
  collide_shape shape;
  double from[3], toward[3];
  line scaled;
  int i;
  if (k->length == 0 && k->rate == 0) return 0;
  shape = *l->shape;
  if (!ci_shape_rescale(&shape, -k->length)) return 0;
  for (i = 0; i < 3; i++) {
    from[i] = ldexp(l->from[i], -k->length);
    toward[i] = k->is_ray ? ldexp(k->d[i], -k->rate) : ldexp(l->toward[i], -k->length);
  }
  ci_line_init(&scaled, &shape, from, toward, !k->is_ray, l->room);
  memcpy(scaled.faces, l->faces, sizeof scaled.faces);
  exact_of(&shape)->measure(&scaled, end, m);
  to_world(&shape, m, hit);
  for (i = 0; i < 3; i++) hit->point[i] = ldexp(hit->point[i], k->length);
  /* A segment's t is a ratio of lengths; a ray's length / rate. */
  if (k->is_ray)
    for (i = 0; i < 2; i++) m->t[i] = ldexp(m->t[i], k->length - k->rate);
  return 1;
}

static double number_or(double x, double otherwise) {
  return x == x ? x : otherwise;
}

static void measure_shape(const line *l, int end, collide_hit *hit) {
  measured m;
  int i;
  line_scales k = find_scales(l);
  memset(&m, 0, sizeof m); /* a scaled line may miss the shape by rounding, and measure nothing */
  if (!measure_scaled(l, end, &k, hit, &m)) {
    exact_of(l->shape)->measure(l, end, &m);
    to_world(l->shape, &m, hit);
  }
  /* Beyond the magnitudes in the header squares may overflow. Then the result is wrong, but not a
   * NaN. */
  hit->t = number_or(m.t[end], 0) + 0.0;
  hit->t_exit = number_or(m.t[1] > m.t[end] ? m.t[1] : m.t[end], hit->t) + 0.0;
  for (i = 0; i < 3; i++) hit->point[i] = number_or(hit->point[i], l->from[i]) + 0.0;
  if (hit->normal[0] == 0 && hit->normal[1] == 0 && hit->normal[2] == 0) {
    double along[3], sign = end == ENTER_END ? -1 : 1;
    for (i = 0; i < 3; i++)
      along[i] = sign * (l->is_segment ? l->toward[i] - l->from[i] : l->toward[i]);
    ci_vector_unit(along, hit->normal);
    for (i = 0; i < 3; i++) hit->normal[i] += 0.0;
  }
  hit->u = m.u + 0.0;
  hit->v = m.v + 0.0;
  hit->face = l->faces[end];
  hit->edge = l->ends[end].number;
  hit->inside = 0;
  hit->has_point = 1;
}

/* Is a unit vector between two normals, which turn to the left by less than half a turn? */
static int is_between(const double n[2], const double v[2], const double m[2]) {
  const double off = 1e-14;
  return n[0] * v[1] - n[1] * v[0] > -off && v[0] * m[1] - v[1] * m[0] > -off;
}

/* The polygon is the union of these capsules and of its inside, so a line enters it where it first
 * enters one of them. Times of neighbours may differ by less than rounding, while their normals
 * differ. The border has only those normals of capsule i that lie between the normals of edge i and
 * of the two next to it. */
static void measure_round_polygon(const line *l, int end, collide_hit *hit) {
  const collide_corner *c = outline_stored(l->shape);
  int i, count = polygon_round_edges(l->shape), has_hit = 0, on_border = 0;
  for (i = 0; i < count; i++) {
    const double *n = c[i].normal;
    collide_shape edge;
    collide_hit found;
    line at_edge = *l;
    double t_exit;
    int is_better, is_border;
    ci_polygon_round_edge(l->shape, i, &edge);
    at_edge.shape = &edge;
    if (!ci_capsule_exact.meets(&at_edge)) continue;
    measure_shape(&at_edge, end, &found);
    t_exit = has_hit && hit->t_exit > found.t_exit ? hit->t_exit : found.t_exit;
    is_border = is_between(n, found.normal, c[(i + 1) % count].normal) ||
                is_between(c[(i + count - 1) % count].normal, found.normal, n);
    is_better = !has_hit || (end == ENTER_END ? found.t < hit->t : found.t > hit->t);
    if (is_border > on_border || (is_border == on_border && is_better)) *hit = found;
    hit->t_exit = t_exit;
    on_border |= is_border;
    has_hit = 1;
  }
}

/* Measures where the line enters or leaves: ENTER_END or EXIT_END. */
static void cast_measure(const line *l, int end, collide_hit *hit) {
  (polygon_is_round(l->shape) ? measure_round_polygon : measure_shape)(l, end, hit);
}

/* For a start in the solid, measures where the line leaves it, and u and v of the start. */
static void cast_measure_inside(const line *l, collide_hit *hit) {
  memset(hit, 0, sizeof *hit);
  if (ci_line_is_point(l))
    hit->t_exit = HUGE_VAL;
  else
    cast_measure(l, EXIT_END, hit);
  if (l->shape->kind == COLLIDE_TRIANGLE) {
    measured m;
    ci_triangle_start_coordinates(l, &m);
    hit->u = m.u + 0.0;
    hit->v = m.v + 0.0;
  }
}

/* ---- Deciding -------------------------------------------------------------------------------- */

/* A segment of one point hits a solid that contains it, or a hollow shape whose surface does. */
static int decide_point(const line *l, int flags, const exact_cast *functions) {
  int where = functions->locate(l, 0);
  if (where > 0 || (flags & COLLIDE_SKIP_INSIDE)) return MISS;
  return l->shape->hollow && where < 0 ? MISS : INSIDE;
}

/* The decisions about a hit. The measured values are adjusted to agree with them. */
typedef struct decision {
  int end;           /* MISS, or what to measure */
  int starts_inside; /* t_enter < 0 <= t_exit */
  int at_start;      /* t is 0, exactly */
  int at_max;        /* t is max, exactly */
} decision;

/* Returns 1 if a line that starts inside leaves the shape. Only a plane may contain the rest of it.
 */
static int leaves_shape(const line *l) {
  return ci_kind_of(l->shape)->unbounded_extent == NULL ||
         exact_of(l->shape)->side_at(l, DBL_MAX).exit >= 0;
}

/* Decides a ray or segment. */
static decision decide(line *l, double max, int flags) {
  const exact_cast *functions = exact_of(l->shape);
  decision r = {MISS, 0, 0, 0};
  side start, last;
  int where;
  if (ci_line_is_point(l)) {
    r.starts_inside = 1;
    r.end = decide_point(l, flags, functions);
    return r;
  }
  if (!functions->meets(l)) return r;
  start = functions->side_at(l, 0);
  if (start.exit > 0) return r;
  if ((flags & COLLIDE_SKIP_INSIDE) && start.enter >= 0) return r;
  r.starts_inside = start.enter > 0;
  if (r.starts_inside && !l->shape->hollow) {
    r.end = INSIDE;
    return r;
  }
  r.at_start = (r.starts_inside ? start.exit : start.enter) == 0;
  if (max > DBL_MAX) {
    if (!r.starts_inside || leaves_shape(l)) r.end = r.starts_inside ? EXIT_END : ENTER_END;
    return r;
  }
  last = functions->side_at(l, max);
  where = r.starts_inside ? last.exit : last.enter;
  r.at_max = where == 0;
  if (where >= 0) r.end = r.starts_inside ? EXIT_END : ENTER_END;
  return r;
}

/* ---- Quick and exact ------------------------------------------------------------------------- */

static inline int cast_quickly(const collide_shape *shape, const shape_cast *c, collide_hit *hit) {
  const double *a = c->from, *b = c->toward;
  return ci_kind_of(shape)->quick(shape, a[0], a[1], a[2], b[0], b[1], b[2], c->max, c->flags, hit);
}

/* The second attempt of a quick cast costs more, and leaves fewer unsure results. */
static int cast_again(const collide_shape *shape, const shape_cast *c, int found,
                      collide_hit *hit) {
  shape_cast again = *c;
  if (found != QUICK_UNSURE) return found;
  again.flags = c->flags | QUICK_AGAIN;
  return cast_quickly(shape, &again, hit);
}

static void put_point(collide_hit *hit, const double point[3]) {
  int i;
  for (i = 0; i < 3; i++) hit->point[i] = point[i] + 0.0;
}

/* Makes a measured hit agree with the decision. */
static void adjust_hit(const shape_cast *c, const decision *r, collide_hit *hit) {
  int is_one = hit->t_exit == hit->t; /* a surface, which the line crosses at one t */
  hit->inside = r->starts_inside;
  if (r->end == INSIDE) {
    hit->t = 0;
    if (hit->t_exit < 0) hit->t_exit = 0;
    put_point(hit, c->from);
    memset(hit->normal, 0, sizeof hit->normal);
    hit->has_point = 1;
    hit->face = COLLIDE_FACE_NONE;
    hit->edge = 0;
    return;
  }
  if (hit->t < 0 || r->at_start) hit->t = 0;
  if (hit->t > c->max || r->at_max) hit->t = c->max;
  if (r->at_start) put_point(hit, c->from);
  if (r->at_max && c->flags & QUICK_SEGMENT) put_point(hit, c->toward);
  if (is_one || hit->t_exit < hit->t || r->end == EXIT_END) hit->t_exit = hit->t;
}

/* The measured values of a line do not depend on the range of the cast. */
static decision decide_on_line(const collide_shape *shape, const shape_cast *c, line_room *room,
                               collide_hit *hit) {
  int is_segment = (c->flags & QUICK_SEGMENT) != 0;
  line l;
  decision r;
  ci_line_init(&l, shape, c->from, c->toward, is_segment, room);
  r = decide(&l, c->max, c->flags & COLLIDE_SKIP_INSIDE);
  if (r.end == MISS || hit == NULL) return r;
  if (r.end == INSIDE)
    cast_measure_inside(&l, hit);
  else
    cast_measure(&l, r.end, hit);
  return r;
}

/* Not inlined: the exact numbers need a large stack frame, quick casts and rounded shapes do not.
 */
static QUICK_NOINLINE decision decide_in_room(const collide_shape *shape, const shape_cast *c,
                                              collide_hit *hit) {
  line_room room;
  return decide_on_line(shape, c, ci_line_room_open(&room), hit);
}

static decision decide_exactly(const collide_shape *shape, const shape_cast *c, collide_hit *hit) {
  if (shape_is_rounded(shape)) return decide_on_line(shape, c, NULL, hit);
  return decide_in_room(shape, c, hit);
}

static int cast_exactly(const collide_shape *shape, const shape_cast *c, collide_hit *hit) {
  decision r = decide_exactly(shape, c, hit);
  if (r.end != MISS && hit != NULL) adjust_hit(c, &r, hit);
  return r.end != MISS;
}

/* The line hits the solid; whether within [0, max] is open. Decides that exactly. The quick
 * function measures the hit if it is certain of the whole line. */
static int cast_in_range(const collide_shape *shape, const shape_cast *c, collide_hit *hit) {
  decision r = decide_exactly(shape, c, NULL);
  shape_cast whole = *c;
  int found;
  whole.max = HUGE_VAL;
  whole.flags = (c->flags & QUICK_SEGMENT) | QUICK_LINE;
  if (r.end == MISS || hit == NULL) return r.end != MISS;
  if (r.end == EXIT_END) return cast_exactly(shape, c, hit);
  found = cast_again(shape, &whole, cast_quickly(shape, &whole, hit), hit);
  if (found != QUICK_HIT) return cast_exactly(shape, c, hit);
  adjust_hit(c, &r, hit);
  return 1;
}

static int linecast_on_line(const collide_shape *shape, const shape_cast *c, line_room *room,
                            collide_hit *hit) {
  line l;
  ci_line_init(&l, shape, c->from, c->toward, 0, room);
  if (!exact_of(shape)->meets(&l)) return 0;
  if (!hit) return 1;
  cast_measure(&l, ENTER_END, hit);
  if (hit->t < -DBL_MAX) {
    memset(hit->point, 0, sizeof hit->point);
    memset(hit->normal, 0, sizeof hit->normal);
    hit->has_point = 0;
  }
  return 1;
}

static QUICK_NOINLINE int linecast_in_room(const collide_shape *shape, const shape_cast *c,
                                           collide_hit *hit) {
  line_room room;
  return linecast_on_line(shape, c, ci_line_room_open(&room), hit);
}

static int linecast_exactly(const collide_shape *shape, const shape_cast *c, collide_hit *hit) {
  if (shape_is_rounded(shape)) return linecast_on_line(shape, c, NULL, hit);
  return linecast_in_room(shape, c, hit);
}

/* Casts again after a quick function was unsure. */
static int cast_in_doubt(const collide_shape *shape, const shape_cast *c, int found,
                         collide_hit *hit) {
  found = cast_again(shape, c, found, hit);
  if (cast_is_certain(found, c->flags, hit)) return found;
  if (c->flags & QUICK_LINE) return linecast_exactly(shape, c, hit);
  return found == QUICK_MEETS ? cast_in_range(shape, c, hit) : cast_exactly(shape, c, hit);
}

int ci_cast_numbers_in_doubt(const collide_shape *s, double ax, double ay, double az, double bx,
                             double by, double bz, double max, int flags, int found,
                             collide_hit *hit) {
  double from[3], toward[3];
  shape_cast c;
  from[0] = ax + 0.0;
  from[1] = ay + 0.0;
  from[2] = az + 0.0;
  toward[0] = bx + 0.0;
  toward[1] = by + 0.0;
  toward[2] = bz + 0.0;
  c.from = from;
  c.toward = toward;
  c.max = max + 0.0;
  c.flags = flags;
  return cast_in_doubt(s, &c, found, hit);
}

static inline int cast_at_shape(const collide_shape *shape, const shape_cast *c, collide_hit *hit) {
  int found = cast_quickly(shape, c, hit);
  return cast_is_certain(found, c->flags, hit) ? found : cast_in_doubt(shape, c, found, hit);
}

static inline shape_cast make_cast(const double from[3], const double toward[3], double max,
                                   int flags) {
  shape_cast c;
  c.from = from;
  c.toward = toward;
  c.max = max;
  c.flags = flags;
  return c;
}

static shape_cast cast_of(const collide_cast *c) {
  int flags = c->flags & COLLIDE_SKIP_INSIDE;
  if (c->kind == COLLIDE_CAST_SEGMENT)
    return make_cast(c->start, c->toward, 1, flags | QUICK_SEGMENT);
  if (c->kind == COLLIDE_CAST_LINE) return make_cast(c->start, c->toward, HUGE_VAL, QUICK_LINE);
  return make_cast(c->start, c->toward, c->max, flags);
}

/* ---- Casts at one shape ---------------------------------------------------------------------- */

/* Decides exactly from which side of the plane the line comes. */
static int hits_front(const collide_cast *cast, const collide_shape *shape, collide_hit *hit) {
  collide_cast both = *cast;
  collide_hit found;
  both.flags &= ~COLLIDE_FRONT_FACES;
  if (!ci_cast_shape(&both, shape, &found) || found.face == COLLIDE_FACE_BACK) return 0;
  if (hit != NULL) *hit = found;
  return 1;
}

static int wants_front(const collide_cast *cast, const collide_shape *shape) {
  return (cast->flags & COLLIDE_FRONT_FACES) && shape->kind == COLLIDE_TRIANGLE;
}

int ci_cast_shape(const collide_cast *c, const collide_shape *shape, collide_hit *hit) {
  if (wants_front(c, shape)) return hits_front(c, shape, hit);
  if (c->kind == COLLIDE_CAST_RAY)
    return collide_raycast(shape, c->start, c->toward, c->max, c->flags, hit);
  if (c->kind == COLLIDE_CAST_SEGMENT)
    return collide_segmentcast(shape, c->start, c->toward, c->flags, hit);
  return collide_linecast(shape, c->start, c->toward, hit);
}

/* ---- Public functions ------------------------------------------------------------------------ */

static shape_cast range_of(const double from[3], const double toward[3], int is_segment, double max,
                           int flags) {
  flags &= COLLIDE_SKIP_INSIDE;
  return make_cast(from, toward, max, is_segment ? flags | QUICK_SEGMENT : flags);
}

int ci_cast_exactly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit) {
  shape_cast c = range_of(from, toward, is_segment, max, flags);
  return cast_exactly(shape, &c, hit);
}

int ci_cast_quickly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit) {
  shape_cast c = range_of(from, toward, is_segment, max, flags);
  int found = cast_again(shape, &c, cast_quickly(shape, &c, hit), hit);
  return found == QUICK_MEETS ? (int)QUICK_UNSURE : found;
}

int ci_cast_shortly(const collide_cast *cast, const collide_shape *shape, collide_hit *hit) {
  shape_cast c = cast_of(cast);
  int found = cast_again(shape, &c, cast_quickly(shape, &c, hit), hit);
  return cast_is_certain(found, c.flags, hit) ? found : (int)QUICK_UNSURE;
}

int collide_raycast(const collide_shape *shape, const double origin[3], const double direction[3],
                    double max, int flags, collide_hit *hit) {
  shape_cast c = make_cast(origin, direction, max, flags & COLLIDE_SKIP_INSIDE);
  return cast_at_shape(shape, &c, hit);
}

int collide_segmentcast(const collide_shape *shape, const double from[3], const double to[3],
                        int flags, collide_hit *hit) {
  shape_cast c = make_cast(from, to, 1, (flags & COLLIDE_SKIP_INSIDE) | QUICK_SEGMENT);
  return cast_at_shape(shape, &c, hit);
}

int collide_linecast(const collide_shape *shape, const double point[3], const double direction[3],
                     collide_hit *hit) {
  shape_cast c = make_cast(point, direction, HUGE_VAL, QUICK_LINE);
  return cast_at_shape(shape, &c, hit);
}

const char *collide_face_name(collide_face face) {
  static const char *const names[] = {NULL, "side", "top", "bottom", "base",  "-x",  "+x",
                                      "-y", "+y",   "-z",  "+z",     "front", "back"};
  return names[face];
}
