/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two outlines in the plane: the order of the decisions.
 */
#include "sweep.h"

#include <string.h>

#include "../../shape/outline.h"
#include "pair_row.h"
#include "sweep_half_plane.h"

/* ---- At the start -------------------------------------------------------------------------- */

int ci_sweep_take_start(const sweep_query *w, int touches, collide_sweep_hit *hit) {
  collide_push push;
  if (ci_plane_contact(w->a, w->b, &push) != 1) return 0; /* they overlap, and this is exact, too */
  hit->t = 0;
  hit->inside = push.depth > 0;
  hit->depth = push.depth;
  if (hit->inside || !touches) {
    memcpy(hit->normal, push.normal, sizeof push.normal);
    memcpy(hit->point, push.point, sizeof push.point);
  }
  return !hit->inside || !(w->flags & COLLIDE_SKIP_TOUCHING) ||
         ci_pair_leads_in(w->a, w->b, push.normal, w->d);
}

/* ---- The decision about a line ------------------------------------------------------------- */

sweep_outcome ci_sweep_decide(int flags, sweep_found found, int start, int exit, int end) {
  int open = (flags & COLLIDE_SKIP_TOUCHING) != 0;
  if (found == SWEEP_MISS || (open && found != SWEEP_CROSS)) return SWEEP_NONE;
  if (start > 0) return (open ? end < 0 : end <= 0) ? SWEEP_LATER : SWEEP_NONE;
  if (start == 0 && open) return SWEEP_AT_START;
  if (exit < 0 || (open && exit == 0)) return SWEEP_NONE;
  if (flags & COLLIDE_SKIP_INSIDE) return SWEEP_NONE;
  return start == 0 ? SWEEP_TOUCHED : SWEEP_INSIDE;
}

/* Moves a rounded t to the side of 0 and 1 that was decided. */
double ci_sweep_put_time(double t, int end) {
  if (end == 0) return 1;
  if (end > 0) return t;
  if (!(t > 0)) return nextafter(0, 1);
  return t < 1 ? t : nextafter(1, 0);
}

/* ---- Where the line enters and leaves ------------------------------------------------------ */

static sweep_pair pair_of(const sweep_query *w, collide_corner rooms[2][4]) {
  sweep_pair s;
  s.moving = w->a;
  s.fixed = w->b;
  s.a = pair_outline(w->a, rooms[0]);
  s.b = pair_outline(w->b, rooms[1]);
  s.d[0] = w->d[0];
  s.d[1] = w->d[1];
  return s;
}

/* The line leaves where it enters in the opposite direction. */
static sweep_pair reversed(const sweep_pair *s) {
  sweep_pair r = *s;
  r.d[0] = -s->d[0];
  r.d[1] = -s->d[1];
  return r;
}

static int has_level_sides(const collide_shape *s) {
  return s->of.outline.aligned && s->of.outline.count == 4;
}

typedef struct sweep_quick {
  int are_rects, has_sides;
  sweep_sides sides;
} sweep_quick;

static void begin(const sweep_pair *s, sweep_quick *by) {
  by->are_rects = has_level_sides(s->moving) && has_level_sides(s->fixed);
  by->has_sides = 0;
}

static void find_sides(const sweep_pair *s, sweep_quick *by) {
  by->has_sides = !by->are_rects && ci_sweep_sides(s, &by->sides);
}

/* Finds the time of the entry, and its side of 0 and 1. */
static int find_time(const sweep_pair *s, sweep_entry *in) {
  if (!ci_sweep_quick(s, &in->feature, 1, &in->t, in->normal) || in->t == 1) return 0;
  in->has_time = 1;
  in->start = 1;
  in->end = in->t < 1 ? -1 : 1;
  return 1;
}

/* Finds the entry. `end` is meaningless if the line has entered at the start. */
static void find_entry(const sweep_pair *s, int open, sweep_quick *by, sweep_entry *in) {
  in->has_time = in->end = 0;
  if (by->are_rects && ci_sweep_rects(s, open, in)) {
    in->has_time = in->found == SWEEP_CROSS && in->has_time && in->start > 0;
    return;
  }
  find_sides(s, by);
  in->found = by->has_sides ? ci_sweep_polygons(s, &by->sides, 1, &in->feature) : SWEEP_UNSURE;
  if (in->found == SWEEP_UNSURE) in->found = ci_sweep_enter(s, &in->feature);
  if (in->found == SWEEP_MISS || find_time(s, in)) return;
  in->start = ci_sweep_compare(s, &in->feature, 0);
  if (in->start > 0) in->end = ci_sweep_compare(s, &in->feature, 1);
}

/* Finds the exit of a line that meets M. */
static void find_exit(const sweep_pair *s, const sweep_quick *by, sweep_entry *out) {
  sweep_pair back;
  out->has_time = 0;
  if (by->has_sides && ci_sweep_polygons(s, &by->sides, -1, &out->feature) == SWEEP_CROSS) return;
  back = reversed(s);
  if (by->are_rects && ci_sweep_rects(&back, 0, out)) return;
  (void)ci_sweep_enter(&back, &out->feature);
}

static double time_of_exit(const sweep_pair *s, const sweep_entry *out) {
  sweep_pair back;
  double t;
  if (out->has_time) return 0.0 - out->t;
  if (ci_sweep_quick(s, &out->feature, -1, &t, NULL)) return t;
  back = reversed(s);
  return 0.0 - ci_sweep_time(&back, &out->feature);
}

double ci_sweep_outlines_exit(const sweep_query *w) {
  collide_corner rooms[2][4];
  sweep_pair s = pair_of(w, rooms);
  sweep_entry out;
  sweep_quick by;
  begin(&s, &by);
  find_sides(&s, &by);
  find_exit(&s, &by, &out);
  return time_of_exit(&s, &out);
}

/* ---- Hits ---------------------------------------------------------------------------------- */

/* Writes the side of b that is met. */
static void take_face(const sweep_pair *s, const sweep_feature *f, collide_sweep_hit *hit) {
  const collide_shape *b = s->fixed;
  int number;
  if (f->owner != SWEEP_EDGE_OF_B || b->radius > 0) return;
  if (b->kind == COLLIDE_SEGMENT_2D || b->kind == COLLIDE_CAPSULE_2D) return;
  number = s->b.corners[f->j].edge;
  if (b->kind == COLLIDE_RECT)
    hit->face = ci_outline_face(number);
  else
    hit->edge = number;
}

/* Decides if the quick paths do not. */
static int decide_slowly(const sweep_query *w, const sweep_pair *s, const sweep_quick *by,
                         const sweep_entry *in, collide_sweep_hit *hit) {
  sweep_entry out;
  sweep_outcome outcome;
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0, exit = 0, tells_exit;
  collide_sweep_hit taken;
  if (in->start > 0 && in->end > 0) return 0;
  tells_exit = hit != NULL && !(in->start > 0 && w->flags & COLLIDE_SKIP_EXIT);
  if (in->start <= 0 || tells_exit) find_exit(s, by, &out);
  if (in->start <= 0) {
    sweep_pair back = reversed(s);
    exit = -ci_sweep_compare(&back, &out.feature, 0);
  }
  outcome = ci_sweep_decide(w->flags, in->found, in->start, exit, in->end);
  if (outcome == SWEEP_NONE) return 0;
  if (hit == NULL && (outcome != SWEEP_INSIDE || !open)) return 1;
  memset(&taken, 0, sizeof taken);
  if (hit == NULL) return ci_sweep_take_start(w, 0, &taken);
  taken.t_exit = tells_exit ? time_of_exit(s, &out) : SWEEP_NO_EXIT;
  if (outcome != SWEEP_INSIDE) {
    taken.t = ci_sweep_meet(s, in, outcome == SWEEP_LATER, taken.normal, taken.point);
    take_face(s, &in->feature, &taken);
  }
  if (exit == 0 && in->start <= 0 && outcome != SWEEP_AT_START) taken.t_exit = 0;
  if (outcome == SWEEP_INSIDE || outcome == SWEEP_TOUCHED)
    if (!ci_sweep_take_start(w, outcome == SWEEP_TOUCHED, &taken)) return 0;
  if (tells_exit && !(taken.t_exit >= taken.t)) taken.t_exit = taken.t;
  sweep_tidy(&taken);
  *hit = taken;
  return 1;
}

/* Writes a hit at t > 0 whose time a quick path has found. */
static void write_hit(double t, double t_exit, const double n[2], const double point[2],
                      collide_sweep_hit *hit) {
  hit->t = t;
  hit->t_exit = t_exit >= t || t_exit == SWEEP_NO_EXIT ? t_exit : t;
  hit->point[0] = point[0] + 0.0;
  hit->point[1] = point[1] + 0.0;
  hit->normal[0] = n[0] + 0.0;
  hit->normal[1] = n[1] + 0.0;
  hit->point[2] = hit->normal[2] = hit->depth = 0;
  hit->inside = hit->edge = 0;
  hit->face = COLLIDE_FACE_NONE;
}

static void take_hit(const sweep_query *w, const sweep_pair *s, const sweep_quick *by,
                     const sweep_entry *in, collide_sweep_hit *hit) {
  double point[2], t = in->t, t_exit = SWEEP_NO_EXIT;
  if (by->are_rects) {
    t = ci_sweep_put_time(t, in->end);
    ci_sweep_rects_touch(s, in, t, point);
  } else {
    ci_sweep_touch(s, &in->feature, t, in->normal, point);
  }
  if (!(w->flags & COLLIDE_SKIP_EXIT)) {
    sweep_entry out;
    find_exit(s, by, &out);
    t_exit = time_of_exit(s, &out);
  }
  write_hit(t, t_exit, in->normal, point, hit);
  take_face(s, &in->feature, hit);
}

int ci_sweep_outlines(const sweep_query *w, collide_sweep_hit *hit) {
  collide_corner rooms[2][4];
  sweep_pair s = pair_of(w, rooms);
  int open = (w->flags & COLLIDE_SKIP_TOUCHING) != 0;
  sweep_quick by;
  sweep_entry in;
  begin(&s, &by);
  find_entry(&s, open, &by, &in);
  if (in.found == SWEEP_MISS || (open && in.found == SWEEP_GRAZE)) return 0;
  if (!in.has_time) return decide_slowly(w, &s, &by, &in, hit);
  if (in.end > 0 || (open && in.end == 0)) return 0;
  if (hit != NULL) take_hit(w, &s, &by, &in, hit);
  return 1;
}
