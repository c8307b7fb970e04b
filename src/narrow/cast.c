/* SPDX-License-Identifier: MIT
 *
 * Casts: the functions of the kind's row decide exactly, then the hit is measured. A decision never
 * depends on a measured t. A measured t is moved to the side of 0 and max that was decided.
 */
#include <string.h>

#include "../shape/kind.h"
#include "../number/vector.h"
#include "cast.h"
#include "cast_numbers.h"
#include "measure.h"

/* ---- Deciding -------------------------------------------------------------------- */

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
         cast_exact_of(l->shape)->side_at(l, DBL_MAX).exit >= 0;
}

/* Decides a ray or segment. */
static decision decide(line *l, double max, int flags) {
  const exact_cast *functions = cast_exact_of(l->shape);
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

/* ---- Quick and exact ----------------------------------------------------------------- */

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
    ci_cast_measure_inside(&l, hit);
  else
    ci_cast_measure(&l, r.end, hit);
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
  if (!cast_exact_of(shape)->meets(&l)) return 0;
  if (!hit) return 1;
  ci_cast_measure(&l, ENTER_END, hit);
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

int ci_cast_in_doubt(const collide_shape *shape, const shape_cast *c, int found, collide_hit *hit) {
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
  return ci_cast_in_doubt(s, &c, found, hit);
}

static inline int cast_at_shape(const collide_shape *shape, const shape_cast *c, collide_hit *hit) {
  int found = cast_quickly(shape, c, hit);
  return cast_is_certain(found, c->flags, hit) ? found : ci_cast_in_doubt(shape, c, found, hit);
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

/* ---- Casts at one shape -------------------------------------------------------------- */

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

/* ---- Public functions --------------------------------------------------------------- */

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
