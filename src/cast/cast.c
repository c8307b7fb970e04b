/* SPDX-License-Identifier: MIT
 *
 * Casts: decide first, exactly, by the kind's row of functions; then measure.
 * A decision never rests on a measured t, and a measured t is put on the side
 * of 0 and max that was decided.
 */
#include <string.h>

#include "../shape/kind.h"
#include "../number/vector.h"
#include "cast.h"

static const exact_way *way_of(const line *l) {
  return ci_kind_of(l->shape)->exact;
}

#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#elif defined(_MSC_VER)
#define NOINLINE __declspec(noinline)
#else
#define NOINLINE
#endif

/* What a decision says to measure. */
enum { MISS = -1, ENTER_END = 0, EXIT_END = 1, INSIDE = 2 };

/* ---- Deciding -------------------------------------------------------------------- */

/* from == to: is the point in the solid, or on the shell? */
static int decide_point(const line *l, int flags, const exact_way *way) {
  int where = way->locate(l, 0);
  if (where > 0 || (flags & COLLIDE_SKIP_INSIDE)) return MISS;
  return l->shape->hollow && where < 0 ? MISS : INSIDE;
}

/* What was decided about a hit, so that what is measured agrees with it. */
typedef struct decision {
  int end;           /* MISS, or what to measure */
  int starts_inside; /* t_enter < 0 <= t_exit */
  int at_start;      /* t is 0, exactly */
  int at_max;        /* t is max, exactly */
} decision;

/* What has no bounds need not end: then a shell has no second surface. */
static int ends_somewhere(const line *l) {
  const shape_kind *kind = ci_kind_of(l->shape);
  return kind->leaves == NULL || kind->leaves(l);
}

/* Of a ray or segment. */
static decision decide(line *l, double max, int flags) {
  const exact_way *way = way_of(l);
  decision r = {MISS, 0, 0, 0};
  side start, last;
  int where;
  if (ci_line_is_point(l)) {
    r.starts_inside = 1;
    r.end = decide_point(l, flags, way);
    return r;
  }
  if (!way->meets(l)) return r;
  start = way->side_at(l, 0);
  if (start.exit > 0) return r;
  if ((flags & COLLIDE_SKIP_INSIDE) && start.enter >= 0) return r;
  r.starts_inside = start.enter > 0;
  if (r.starts_inside && !l->shape->hollow) {
    r.end = INSIDE;
    return r;
  }
  r.at_start = (r.starts_inside ? start.exit : start.enter) == 0;
  if (max > DBL_MAX) {
    if (!r.starts_inside || ends_somewhere(l)) r.end = r.starts_inside ? EXIT_END : ENTER_END;
    return r;
  }
  last = way->side_at(l, max);
  where = r.starts_inside ? last.exit : last.enter;
  r.at_max = where == 0;
  if (where >= 0) r.end = r.starts_inside ? EXIT_END : ENTER_END;
  return r;
}

/* ---- Measuring ------------------------------------------------------------------- */

/* Out of the frame into the world; a normal goes by the inverse transpose. */
static void to_world(const collide_shape *s, const measured *m, collide_hit *hit) {
  double n[3];
  int i, j;
  for (i = 0; i < 3; i++) {
    if (s->frame == COLLIDE_MOVED) {
      hit->point[i] = s->position[i] + m->point[i];
      n[i] = m->normal[i];
    } else {
      twofold p = tf(s->position[i]);
      for (n[i] = 0, j = 0; j < 3; j++) {
        p = tf_add(p, two_product(s->of.turned.linear[3 * i + j], m->point[j]));
        n[i] += s->of.turned.inverse[3 * j + i] * m->normal[j];
      }
      hit->point[i] = p.hi;
    }
    hit->point[i] += 0.0; /* no -0.0 */
  }
  if (!ci_vector_unit(n, hit->normal)) memset(hit->normal, 0, sizeof hit->normal);
  for (i = 0; i < 3; i++) hit->normal[i] += 0.0;
}

/* Sizes far from 1 would over- or underflow when squared and squared again: a
 * power of two brings them near 1 without rounding. */
static int scale_of(double size) {
  int exponent = 0;
  if (size > 0 && (size < 1e-20 || size > 1e20)) (void)frexp(size, &exponent);
  return exponent;
}

static void measure_scaled(const line *l, int end, int length, int rate, collide_hit *hit,
                           measured *m) {
  collide_shape shape = *l->shape;
  double from[3], toward[3];
  line scaled;
  int i;
  for (i = 0; i < 3; i++) {
    from[i] = ldexp(l->from[i], -length);
    toward[i] = ldexp(l->toward[i], l->is_segment ? -length : -rate);
  }
  ci_kind_of(&shape)->rescale(&shape, -length);
  ci_line_init(&scaled, &shape, from, toward, l->is_segment, l->room);
  memcpy(scaled.faces, l->faces, sizeof scaled.faces);
  way_of(&scaled)->measure(&scaled, end, m);
  to_world(&shape, m, hit);
  for (i = 0; i < 3; i++) hit->point[i] = ldexp(hit->point[i], length);
  /* A segment's t is a ratio of lengths; a ray's length / rate. */
  if (!l->is_segment)
    for (i = 0; i < 2; i++) m->t[i] = ldexp(m->t[i], length - rate);
}

static double largest(const double v[3]) {
  double most = fabs(v[0]);
  if (fabs(v[1]) > most) most = fabs(v[1]);
  return fabs(v[2]) > most ? fabs(v[2]) : most;
}

static double number_or(double x, double otherwise) {
  return x == x ? x : otherwise;
}

static void measure(const line *l, int end, collide_hit *hit) {
  measured m;
  int i;
  int length = scale_of(l->shape->reach), rate = l->is_segment ? 0 : scale_of(largest(l->toward));
  m.u = m.v = 0;
  if ((length != 0 || rate != 0) && ci_kind_of(l->shape)->rescale != NULL) {
    measure_scaled(l, end, length, rate, hit, &m);
  } else {
    way_of(l)->measure(l, end, &m);
    to_world(l->shape, &m, hit);
  }
  /* Past the magnitudes that the header speaks of, squares may overflow after
   * all: then what is shown is wrong, but still a number. */
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

/* Of a start in the solid: where the line leaves it, and u and v there. */
static void measure_inside(const line *l, collide_hit *hit) {
  memset(hit, 0, sizeof *hit);
  if (ci_line_is_point(l))
    hit->t_exit = HUGE_VAL;
  else
    measure(l, EXIT_END, hit);
  if (ci_kind_of(l->shape)->start_coordinates != NULL) {
    measured m;
    ci_kind_of(l->shape)->start_coordinates(l, &m);
    hit->u = m.u;
    hit->v = m.v;
  }
}

/* ---- Both ways ------------------------------------------------------------------------ */

/* What the short way knows of a line that hits, about the range from 0 to max. 0
 * when it cannot tell. */
static int decide_quickly(const quick *q, double max, int flags, decision *r) {
  memset(r, 0, sizeof *r);
  r->end = MISS;
  if (q->t[1] < -q->error || q->t[0] > max + q->error) return 1;
  if (q->t[0] > q->error) { /* in front of the start */
    if (!(q->t[0] < max - q->error)) return 0;
    r->end = ENTER_END;
    return 1;
  }
  if (!(q->t[0] < -q->error && q->t[1] > q->error)) return 0;
  if (flags & COLLIDE_SKIP_INSIDE) return 1;
  r->starts_inside = 1;
  r->end = INSIDE;
  return !q->shape->hollow;
}

static void put_point(collide_hit *hit, const double point[3]) {
  int i;
  for (i = 0; i < 3; i++) hit->point[i] = point[i] + 0.0;
}

/* The start is in the solid: no surface, and t = 0. */
static void write_inside(const line *l, collide_hit *hit) {
  hit->t = 0;
  if (hit->t_exit < 0) hit->t_exit = 0;
  put_point(hit, l->from);
  memset(hit->normal, 0, sizeof hit->normal);
  hit->inside = 1;
  hit->has_point = 1;
  hit->face = COLLIDE_FACE_NONE;
  hit->edge = 0;
}

/* Measures what was decided; `q` is what the short way found, or NULL. What is
 * measured of a line is the same whatever the range that was asked for. */
static void write_hit(line *l, const quick *q, const decision *r, double max, collide_hit *hit) {
  int is_one;
  if (q != NULL && r->end != EXIT_END)
    ci_quick_write(q, hit);
  else if (r->end == INSIDE)
    measure_inside(l, hit);
  else
    measure(l, r->end, hit);
  if (r->end == INSIDE) {
    write_inside(l, hit);
    return;
  }
  hit->inside = r->starts_inside;
  is_one = hit->t_exit == hit->t; /* a surface that is crossed */
  if (hit->t < 0 || r->at_start) hit->t = 0;
  if (hit->t > max || r->at_max) hit->t = max;
  if (r->at_start) put_point(hit, l->from);
  if (r->at_max && l->is_segment) put_point(hit, l->toward);
  if (is_one || hit->t_exit < hit->t || r->end == EXIT_END) hit->t_exit = hit->t;
}

/* A frame of its own for the exact numbers, which what the short way answers does without. */
static NOINLINE int cast_exactly(const collide_shape *shape, const double from[3],
                                 const double toward[3], int is_segment, double max, int flags,
                                 const quick *q, collide_hit *hit) {
  line_room room;
  line l;
  decision r;
  ci_line_init(&l, shape, from, toward, is_segment, ci_line_room_open(&room));
  r = decide(&l, max, flags);
  if (r.end == MISS) return 0;
  if (hit != NULL) write_hit(&l, q, &r, max, hit);
  return 1;
}

static int cast(const collide_shape *shape, const double from[3], const double toward[3],
                int is_segment, double max, int flags, collide_hit *hit) {
  quick q;
  decision r;
  line l;
  int found = ci_quick_look(&q, shape, from, toward, is_segment, hit != NULL);
  if (found == QUICK_MISS) return 0;
  if (found == QUICK_UNSURE)
    return cast_exactly(shape, from, toward, is_segment, max, flags, NULL, hit);
  if (!decide_quickly(&q, max, flags, &r))
    return cast_exactly(shape, from, toward, is_segment, max, flags, &q, hit);
  if (r.end == MISS) return 0;
  if (hit == NULL) return 1;
  l.from = from; /* all that is looked at */
  l.toward = toward;
  l.is_segment = is_segment;
  write_hit(&l, &q, &r, max, hit);
  return 1;
}

/* ---- What the header shows ---------------------------------------------------------- */

int ci_cast_exactly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit) {
  return cast_exactly(shape, from, toward, is_segment, max, flags, NULL, hit);
}

int ci_cast_quickly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit) {
  quick q;
  decision r;
  line l;
  int found = ci_quick_look(&q, shape, from, toward, is_segment, hit != NULL);
  if (found != QUICK_HIT) return found;
  if (!decide_quickly(&q, max, flags, &r)) return QUICK_UNSURE;
  if (r.end == MISS) return QUICK_MISS;
  l.from = from;
  l.toward = toward;
  l.is_segment = is_segment;
  if (hit != NULL) write_hit(&l, &q, &r, max, hit);
  return QUICK_HIT;
}

int collide_raycast(const collide_shape *shape, const double origin[3], const double direction[3],
                    double max, int flags, collide_hit *hit) {
  return cast(shape, origin, direction, 0, max, flags, hit);
}

int collide_segmentcast(const collide_shape *shape, const double from[3], const double to[3],
                        int flags, collide_hit *hit) {
  return cast(shape, from, to, 1, 1, flags, hit);
}

static NOINLINE int linecast_exactly(const collide_shape *shape, const double point[3],
                                     const double direction[3], collide_hit *hit) {
  line_room room;
  line l;
  ci_line_init(&l, shape, point, direction, 0, ci_line_room_open(&room));
  if (!way_of(&l)->meets(&l)) return 0;
  if (!hit) return 1;
  measure(&l, ENTER_END, hit);
  if (hit->t < -DBL_MAX) {
    memset(hit->point, 0, sizeof hit->point);
    memset(hit->normal, 0, sizeof hit->normal);
    hit->has_point = 0;
  }
  return 1;
}

int collide_linecast(const collide_shape *shape, const double point[3], const double direction[3],
                     collide_hit *hit) {
  quick q;
  int found = ci_quick_look(&q, shape, point, direction, 0, hit != NULL);
  /* A half-space that the line never enters has no point: left to the exact way. */
  if (found == QUICK_UNSURE || (found == QUICK_HIT && q.t[0] < -DBL_MAX))
    return linecast_exactly(shape, point, direction, hit);
  if (found == QUICK_HIT && hit != NULL) ci_quick_write(&q, hit);
  return found;
}

const char *collide_face_name(collide_face face) {
  static const char *const names[] = {NULL, "side", "top", "bottom", "base",  "-x",  "+x",
                                      "-y", "+y",   "-z",  "+z",     "front", "back"};
  return names[face];
}
