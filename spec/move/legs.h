/* SPDX-License-Identifier: MIT
 *
 * Moves in the plane and the legs of which they are made: nothing is passed through, nothing is
 * entered.
 */
#ifndef SPEC_MOVE_LEGS_H
#define SPEC_MOVE_LEGS_H

#include "scene.h"
#include "trace.h"
#include "../support/mutant.h"
#include "../support/cast.h"

enum { HITS_MOST = 64 };

static long failures, moves, through, entered, stuck;

static void fail(const char *what, int number, double value) {
  if (add_failure(&failures) < 20) printf("%s: case %d, %.17g\n", what, number, value);
}

typedef struct moved {
  collide_move_result result;
  collide_move_hit hits[HITS_MOST];
} moved;

static void move_by(const scene *s, body *b, const collide_move_options *given, double dx,
                    double dy, moved *m) {
  collide_target target = collide_target_of_array(s->members, s->count);
  collide_move_options o = *given;
  double d[3], storage[1024];
  d[0] = dx;
  d[1] = dy;
  d[2] = 0;
  o.hits = m->hits;
  o.room = HITS_MOST;
  if (shape_move_storage(&b->shape) > sizeof storage) abort();
  if (move_shape(&b->shape, &b->source, &target, d, &o, storage, &m->result) != 1) abort();
  moves++;
}

/* ---- Nothing is passed through, nothing is entered ----------------------------------------------
 */

typedef struct leg_visit {
  passed_over leg;
  const char *may;
  double slack, worst;
} leg_visit;

static void visit_leg(void *user, const collide_shape *obstacle, int number) {
  leg_visit *v = (leg_visit *)user;
  double depth;
  if (v->may[number]) return;
  depth = depth_in(&v->leg, obstacle);
  if (depth - v->slack > v->worst) v->worst = depth - v->slack;
}

static double largest(const collide_shape *shape) {
  double low[3], high[3], most = 0;
  int i;
  collide_bounds(shape, low, high);
  for (i = 0; i < 2; i++) most = fmax(most, fmax(fabs(low[i]), fabs(high[i])));
  return most;
}

/* By how much more than rounding something that may not be entered is entered between two places.
 */
static double ask_leg(const scene *s, body *b, const double from[3], const double to[3],
                      const char *may) {
  static collide_shape start;
  static double kept[256];
  leg_visit v;
  collide_set_position(&b->shape, &b->source, from);
  start = b->shape;
  if (start.kind == COLLIDE_POLYGON) {
    memcpy(kept, b->storage, sizeof kept);
    start.of.outline.hull =
        (collide_corner *)(void *)((char *)kept +
                                   ((char *)b->shape.of.outline.hull - (char *)b->storage));
  }
  collide_set_position(&b->shape, &b->source, to);
  pass_over(&start, &b->shape, &v.leg);
  v.may = may;
  v.worst = 0;
  v.slack = 5.6843418860808015e-14 * fmax(largest(&start), largest(&b->shape)); /* 2^-44 */
  each_obstacle(s, visit_leg, &v);
  return v.worst;
}

/* What the same move says when nobody asks when it would have left what it hits: all but that. What
 * it met first is left when a cast at it alone says so. */
static void check_exits(const scene *s, body *b, const collide_move_options *given,
                        const double from[3], const double d[3], const moved *m, int number) {
  collide_move_options o = *given;
  const collide_target *first = &m->hits[0].at.member;
  int flags = COLLIDE_SKIP_TOUCHING | COLLIDE_SKIP_EXIT;
  collide_target_sweep told;
  collide_sweep_hit one;
  moved again;
  int64_t i;
  o.skips_exit = 1;
  collide_set_position(&b->shape, &b->source, from);
  /* A contact is a hit at t = 0, though its separation may be rounding. */
  if (m->result.count > 0 && first->kind == COLLIDE_TARGET_SHAPE &&
      (collide_shapecast(&b->shape, d, first->of.shape, COLLIDE_SKIP_TOUCHING, &one) != 1 ||
       (m->hits[0].hit.t != 0 && one.t != m->hits[0].hit.t) || one.t_exit != m->hits[0].hit.t_exit))
    fail("leaves at another time", number, m->hits[0].hit.t_exit);
  /* A half-plane, and what is touched at the start, tell it at once. */
  if (m->result.count > 0 && first->kind == COLLIDE_TARGET_SHAPE &&
      (sweep_target(&b->shape, d, first, flags, &told) != 1 || told.hit.t != one.t ||
       (one.t > 0 && first->of.shape->kind != COLLIDE_PLANE_2D ? told.hit.t_exit != -1
                                                               : told.hit.t_exit != one.t_exit)))
    fail("tells when it leaves, unasked", number, told.hit.t_exit);
  move_by(s, b, &o, d[0], d[1], &again);
  if (again.result.count != m->result.count) fail("meets something else without exits", number, 0);
  for (i = 0; i < 2; i++)
    if (again.result.position[i] != m->result.position[i])
      fail("goes elsewhere", number, (double)i);
  for (i = 0; i < m->result.count && i < HITS_MOST; i++) {
    const collide_sweep_hit *p = &m->hits[i].hit, *q = &again.hits[i].hit;
    if (!(p->t_exit >= p->t)) fail("leaves before it comes", number, p->t_exit - p->t);
    if (q->t != p->t || (q->t_exit != p->t_exit && q->t_exit != -1))
      fail("hits otherwise without exits", number, q->t_exit);
  }
}

/* Does a move and checks all that must hold. */
static void check_move(const scene *s, body *b, const collide_move_options *o, double dx, double dy,
                       int number, moved *m) {
  static char before[4096], after[4096], free_of[4096];
  double start[3], d[3], worst = 0;
  collide_move_options none = collide_default_move();
  int i, was_in;
  memset(before, 0, sizeof before);
  memset(after, 0, sizeof after);
  memset(free_of, 0, sizeof free_of);
  was_in = find_in(s, &b->shape, before);
  /* The legs of push_out are not known: it comes first, until it has nothing more to do. */
  for (i = 0; was_in > 0 && i < 50; i++) {
    move_by(s, b, &none, 0, 0, m);
    if (m->result.displacement[0] == 0 && m->result.displacement[1] == 0) break;
  }
  find_in(s, &b->shape, free_of);
  memcpy(start, b->source.pose.position, sizeof start);
  trace_count = 0;
  move_by(s, b, o, dx, dy, m);
  find_in(s, &b->shape, after);
  for (i = 0; i < 4096 && was_in >= 0; i++) {
    if (!after[i]) continue;
    /* A segment without area may lie in the seam of two cells: it penetrates neither. */
    if (b->shape.kind == COLLIDE_SEGMENT_2D && i >= s->count) continue;
    if (!before[i]) {
      entered++;
      fail("is in what it was not in", number, i);
      break;
    }
  }
  for (i = 0; i < trace_count; i++)
    worst = fmax(worst, ask_leg(s, b, trace[i].from, trace[i].to, free_of));
  collide_set_position(&b->shape, &b->source, m->result.position);
  if (worst > 0) {
    through++;
    fail("goes through something", number, worst);
  }
  memset(after, 0, sizeof after);
  d[0] = dx;
  d[1] = dy;
  d[2] = 0;
  if (was_in == 0 && m->result.count == 0 &&
      !arrives(start, d, m->result.position, 2, 1, o->snap, 2 * DBL_EPSILON, 1)) {
    stuck++;
    fail("stops with nothing in its way", number, hypot(dx, dy));
  }
  if (was_in == 0) check_exits(s, b, o, start, d, m, number);
}

static void fill_random(scene *s) {
  int i, count = 1 + below(30), kind = below(5);
  double far = kind == 3 ? 1e6 : 0, angle;
  for (i = 0; i < count; i++) {
    body *b = add_body(s);
    make_body(b, below(6), uniform(0.2, 2));
    pose_body(b, far + uniform(-6, 6), uniform(-6, 6), below(2) ? uniform(-4, 4) : 0);
  }
  if (kind == 0) { /* tiles */
    add_grid(s, below(2) ? 1 : 0.7, below(2) ? 0 : 0.3);
    for (i = 0; i < 40; i++) set_cell(s, below(14) - 7, below(14) - 7);
  }
  if (kind == 1) { /* a corridor that narrows */
    angle = uniform(0, 3);
    for (i = 0; i < 2; i++) {
      body *b = add_body(s);
      double half[2];
      half[0] = 8;
      half[1] = 0.5;
      collide_make_rect(&b->shape, &b->source, half);
      pose_body(b, -sin(angle) * (i ? 1.4 : -1.4), cos(angle) * (i ? 1.4 : -1.4),
                angle + (i ? 0.08 : -0.08));
    }
  }
}

static void check_random(int cases) {
  static const double lengths[] = {1e-12, 1e-6, 0.01, 0.3, 3, 30, 1e4, 1e9};
  static scene s;
  static body b;
  moved m;
  int i, k;
  for (i = 0; i < cases; i++) {
    collide_move_options o = collide_default_move();
    fill_random(&s);
    make_body(&b, below(6), uniform(0.1, 0.8));
    pose_body(&b, s.members[0].of.shape->of.outline.low[0] > 1e5 ? 1e6 : 0, uniform(-5, 5),
              below(2) ? uniform(-4, 4) : 0);
    o.response = (collide_response)below(3);
    if (below(4) > 0) o.response = COLLIDE_RESPOND_SLIDE;
    if (below(3) == 0) {
      o.has_up = 1;
      o.max_slope = uniform(0, 1.5);
      o.snap = below(2) ? uniform(0, 0.5) : 0;
    }
    for (k = 0; k < 8; k++) {
      double length = lengths[below(8)] * uniform(0.5, 1), angle = uniform(-4, 4);
      double axis = below(4) == 0;
      check_move(&s, &b, &o, axis ? length : length * cos(angle), axis ? 0 : length * sin(angle), i,
                 &m);
      if (fabs(m.result.position[1]) > 1e3) break;
    }
    clear_scene(&s);
  }
}

#endif
