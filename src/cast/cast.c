/* SPDX-License-Identifier: MIT
 *
 * Casts: decide first, exactly, by the kind's row of functions; then measure.
 * A decision never rests on a measured t, and a measured t is put on the side
 * of 0 and max that was decided.
 */
#include <string.h>

#include "../shape/direct.h"
#include "../shape/kind.h"
#include "../number/vector.h"
#include "cast.h"
#include "measure.h"

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

/* ---- The direct path -------------------------------------------------------------------- */

/* What a kind's `shoot` hands its question on to; a kind without one hands on all of them. */
static inline int shoot(const collide_shape *shape, const double from[3], const double d[3],
                        double max, int flags, collide_hit *hit, shoot_otherwise otherwise) {
  const shape_kind *kind = ci_kind_of(shape);
  if (kind->shoot == NULL) return otherwise(shape, from, d, max, flags, hit);
  return kind->shoot(shape, from, d, max, flags, hit, otherwise);
}

/* The direct path alone. */
static int shoot_or_unsure(const collide_shape *shape, const double from[3], const double toward[3],
                           int is_segment, double max, int flags, collide_hit *hit) {
  double d[3];
  if (!is_segment) return shoot(shape, from, toward, max, flags, hit, ci_shoot_unsure);
  d[0] = toward[0] - from[0];
  d[1] = toward[1] - from[1];
  d[2] = toward[2] - from[2];
  return shoot(shape, from, d, max, flags, hit, ci_shoot_unsure);
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
    ci_cast_measure_inside(l, hit);
  else
    ci_cast_measure(l, r->end, hit);
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

/* The same of a hit that the short way has decided, too: of the line only the ends
 * are looked at. */
static void write_quickly(const quick *q, const decision *r, double max, collide_hit *hit) {
  line l;
  l.from = q->from;
  l.toward = q->toward;
  l.is_segment = q->is_segment;
  write_hit(&l, q, r, max, hit);
}

static NOINLINE int cast_generally(const collide_shape *shape, const double from[3],
                                   const double toward[3], int is_segment, double max, int flags,
                                   collide_hit *hit) {
  quick q;
  decision r;
  int found = ci_quick_look(&q, shape, from, toward, is_segment,
                            hit != NULL ? QUICK_MEASURE : QUICK_DECIDE);
  if (found == QUICK_MISS) return 0;
  if (found == QUICK_UNSURE)
    return cast_exactly(shape, from, toward, is_segment, max, flags, NULL, hit);
  if (!decide_quickly(&q, max, flags, &r))
    return cast_exactly(shape, from, toward, is_segment, max, flags, &q, hit);
  if (r.end == MISS) return 0;
  if (hit == NULL) return 1;
  write_quickly(&q, &r, max, hit);
  return 1;
}

static int raycast_generally(const collide_shape *shape, const double origin[3],
                             const double direction[3], double max, int flags, collide_hit *hit) {
  return cast_generally(shape, origin, direction, 0, max, flags, hit);
}

static NOINLINE int linecast_exactly(const collide_shape *shape, const double point[3],
                                     const double direction[3], collide_hit *hit) {
  line_room room;
  line l;
  ci_line_init(&l, shape, point, direction, 0, ci_line_room_open(&room));
  if (!way_of(&l)->meets(&l)) return 0;
  if (!hit) return 1;
  ci_cast_measure(&l, ENTER_END, hit);
  if (hit->t < -DBL_MAX) {
    memset(hit->point, 0, sizeof hit->point);
    memset(hit->normal, 0, sizeof hit->normal);
    hit->has_point = 0;
  }
  return 1;
}

/* ---- Against the best so far --------------------------------------------------------- */

/* The same, but of a hit that the short way can answer only t. */
static cast_found time_of(const collide_cast *c, const collide_shape *shape, double latest,
                          collide_hit *hit) {
  int is_segment = c->kind == COLLIDE_CAST_SEGMENT, flags = c->flags & COLLIDE_SKIP_INSIDE;
  double max = is_segment ? 1 : c->max;
  quick q;
  decision r;
  int found = shoot_or_unsure(shape, c->start, c->toward, is_segment, max, flags | SHOOT_TIME, hit);
  if (found == QUICK_HIT) return CAST_TIMED;
  if (found == QUICK_MISS) return CAST_NONE;
  found = ci_quick_look(&q, shape, c->start, c->toward, is_segment, QUICK_TIME);
  if (found == QUICK_MISS) return CAST_NONE;
  if (found == QUICK_UNSURE)
    return cast_exactly(shape, c->start, c->toward, is_segment, max, flags, NULL, hit)
               ? CAST_MEASURED
               : CAST_NONE;
  /* The line certainly enters in front of the start. So if this is a hit then of t[0], or of max
   * where that is less, for write_hit changes no t in any other way. */
  if (q.t[0] > q.error && q.t[0] > latest && max > latest) return CAST_NONE;
  if (!decide_quickly(&q, max, flags, &r)) {
    ci_quick_look(&q, shape, c->start, c->toward, is_segment, QUICK_MEASURE);
    return cast_exactly(shape, c->start, c->toward, is_segment, max, flags, &q, hit) ? CAST_MEASURED
                                                                                     : CAST_NONE;
  }
  if (r.end == MISS) return CAST_NONE;
  hit->t = r.end == INSIDE ? 0 : q.t[0] + 0.0;
  return CAST_TIMED;
}

static cast_found time_of_line(const collide_cast *c, const collide_shape *shape,
                               collide_hit *hit) {
  quick q;
  int found =
      shoot(shape, c->start, c->toward, HUGE_VAL, SHOOT_LINE | SHOOT_TIME, hit, ci_shoot_unsure);
  if (found != QUICK_UNSURE) return found == QUICK_HIT ? CAST_TIMED : CAST_NONE;
  found = ci_quick_look(&q, shape, c->start, c->toward, 0, QUICK_TIME);
  if (found == QUICK_MISS) return CAST_NONE;
  if (found == QUICK_UNSURE || q.t[0] < -DBL_MAX)
    return linecast_exactly(shape, c->start, c->toward, hit) ? CAST_MEASURED : CAST_NONE;
  hit->t = q.t[0] + 0.0;
  return CAST_TIMED;
}

/* Which side of the plane a line comes from is decided exactly with the hit. */
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

cast_found ci_cast_time(const collide_cast *cast, const collide_shape *shape, double latest,
                        collide_hit *hit) {
  if (wants_front(cast, shape)) return hits_front(cast, shape, hit) ? CAST_MEASURED : CAST_NONE;
  if (cast->kind == COLLIDE_CAST_LINE) return time_of_line(cast, shape, hit);
  return time_of(cast, shape, latest, hit);
}

int ci_cast_shape(const collide_cast *c, const collide_shape *shape, collide_hit *hit) {
  if (wants_front(c, shape)) return hits_front(c, shape, hit);
  if (c->kind == COLLIDE_CAST_RAY)
    return collide_raycast(shape, c->start, c->toward, c->max, c->flags, hit);
  if (c->kind == COLLIDE_CAST_SEGMENT)
    return collide_segmentcast(shape, c->start, c->toward, c->flags, hit);
  return collide_linecast(shape, c->start, c->toward, hit);
}

/* ---- What the header shows ---------------------------------------------------------- */

int ci_cast_exactly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit) {
  return cast_exactly(shape, from, toward, is_segment, max, flags, NULL, hit);
}

int ci_cast_quickly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit) {
  quick_wanted wanted = hit != NULL ? QUICK_MEASURE : QUICK_DECIDE;
  quick q;
  decision r;
  int found = shoot_or_unsure(shape, from, toward, is_segment, max, flags, hit);
  if (found != QUICK_UNSURE) return found;
  found = ci_quick_look(&q, shape, from, toward, is_segment, wanted);
  if (found != QUICK_HIT) return found;
  if (!decide_quickly(&q, max, flags, &r)) return QUICK_UNSURE;
  if (r.end == MISS) return QUICK_MISS;
  if (hit != NULL) write_quickly(&q, &r, max, hit);
  return QUICK_HIT;
}

int ci_cast_shortly(const collide_cast *c, const collide_shape *shape, collide_hit *hit) {
  int is_segment = c->kind == COLLIDE_CAST_SEGMENT, found;
  quick q;
  if (c->kind != COLLIDE_CAST_LINE)
    return ci_cast_quickly(shape, c->start, c->toward, is_segment, is_segment ? 1 : c->max,
                           c->flags & COLLIDE_SKIP_INSIDE, hit);
  found = shoot(shape, c->start, c->toward, HUGE_VAL, SHOOT_LINE, hit, ci_shoot_unsure);
  if (found != QUICK_UNSURE) return found;
  found =
      ci_quick_look(&q, shape, c->start, c->toward, 0, hit != NULL ? QUICK_MEASURE : QUICK_DECIDE);
  if (found == QUICK_HIT && q.t[0] < -DBL_MAX) return QUICK_UNSURE;
  if (found == QUICK_HIT && hit != NULL) ci_quick_write(&q, hit);
  return found;
}

int collide_raycast(const collide_shape *shape, const double origin[3], const double direction[3],
                    double max, int flags, collide_hit *hit) {
  return shoot(shape, origin, direction, max, flags & COLLIDE_SKIP_INSIDE, hit, raycast_generally);
}

int collide_segmentcast(const collide_shape *shape, const double from[3], const double to[3],
                        int flags, collide_hit *hit) {
  int found = shoot_or_unsure(shape, from, to, 1, 1, flags & COLLIDE_SKIP_INSIDE, hit);
  if (found != QUICK_UNSURE) return found;
  return cast_generally(shape, from, to, 1, 1, flags, hit);
}

static NOINLINE int linecast_generally(const collide_shape *shape, const double point[3],
                                       const double direction[3], double max, int flags,
                                       collide_hit *hit) {
  quick q;
  int found =
      ci_quick_look(&q, shape, point, direction, 0, hit != NULL ? QUICK_MEASURE : QUICK_DECIDE);
  (void)max;
  (void)flags;
  /* A half-space that the line never enters has no point: left to the exact way. */
  if (found == QUICK_UNSURE || (found == QUICK_HIT && q.t[0] < -DBL_MAX))
    return linecast_exactly(shape, point, direction, hit);
  if (found == QUICK_HIT && hit != NULL) ci_quick_write(&q, hit);
  return found;
}

int collide_linecast(const collide_shape *shape, const double point[3], const double direction[3],
                     collide_hit *hit) {
  return shoot(shape, point, direction, HUGE_VAL, SHOOT_LINE, hit, linecast_generally);
}

const char *collide_face_name(collide_face face) {
  static const char *const names[] = {NULL, "side", "top", "bottom", "base",  "-x",  "+x",
                                      "-y", "+y",   "-z",  "+z",     "front", "back"};
  return names[face];
}
