/* SPDX-License-Identifier: MIT
 *
 * Moves in space and the legs of which they are made: that nothing is entered is judged here, that
 * nothing is passed through by legs.py, for which they are written.
 */
#ifndef SPEC_MOVE_SPACE_LEGS_H
#define SPEC_MOVE_SPACE_LEGS_H

#include "space.h"
#include "trace.h"
#include "../support/mutant.h"
#include "../support/cast.h"

enum { HITS_MOST = 64 };

static long failures, moves, legs, entered, stuck;
static FILE *out;

static void fail(const char *what, int number, double value) {
  if (add_failure(&failures) < 20) printf("%s: case %d, %.17g\n", what, number, value);
}

typedef struct moved {
  collide_move_result result;
  collide_move_hit hits[HITS_MOST];
} moved;

static void move_by(const scene *s, body *b, const collide_move_options *given, double dx,
                    double dy, double dz, moved *m) {
  collide_target target = collide_target_of_array(s->members, s->count);
  collide_move_options o = *given;
  double d[3];
  d[0] = dx;
  d[1] = dy;
  d[2] = dz;
  o.hits = m->hits;
  o.room = HITS_MOST;
  if (move_shape(&b->shape, &b->source, &target, d, &o, NULL, &m->result) != 1) abort();
  moves++;
}

/* ---- Legs ------------------------------------------------------------------------------------ */

static double largest(const collide_shape *shape) {
  double low[3], high[3], most = 0;
  int i;
  collide_bounds(shape, low, high);
  for (i = 0; i < 3; i++) most = fmax(most, fmax(fabs(low[i]), fabs(high[i])));
  return most;
}

typedef struct leg_visit {
  const char *may; /* be entered */
  int is_thin;
  double low[3], high[3];
} leg_visit;

static void write_numbers(const double *x, int count) {
  int i;
  for (i = 0; i < count; i++) fprintf(out, " %a", x[i]);
}

static void write_body(const body *b) {
  fprintf(out, " %a %d", b->radius, b->count);
  write_numbers(b->points[0], 3 * b->count);
  write_numbers(b->linear, 9);
}

/* Two segments are never in one another, so neither blocks the other. */
static int is_thin(const body *b) {
  return b->count <= 2 && b->radius == 0;
}

static void write_obstacle(void *user, const collide_shape *shape, const body *from, int number) {
  const leg_visit *v = (const leg_visit *)user;
  double low[3], high[3];
  body made;
  int i;
  if (v->may[number] || (from != NULL && from->count == 0)) return;
  if (v->is_thin && from != NULL && is_thin(from)) return;
  collide_bounds(shape, low, high);
  for (i = 0; i < 3; i++)
    if (low[i] > v->high[i] || high[i] < v->low[i]) return;
  if (from == NULL && shape->kind == COLLIDE_BOX) {
    double corners[8][3];
    int k;
    for (i = 0; i < 8; i++)
      for (k = 0; k < 3; k++) corners[i][k] = i >> k & 1 ? high[k] : low[k];
    set_points(&made, 8, corners[0], 0);
  } else if (from == NULL) {
    double corners[3][3];
    memcpy(corners[0], shape->a, sizeof corners[0]);
    memcpy(corners[1], shape->b, sizeof corners[1]);
    memcpy(corners[2], shape->of.facet.c, sizeof corners[2]);
    set_points(&made, 3, corners[0], 0);
  }
  fprintf(out, "O");
  write_body(from == NULL ? &made : from);
  if (from == NULL) {
    static const double nowhere[3] = {0, 0, 0};
    write_numbers(nowhere, 3);
  } else {
    write_numbers(from->source.pose.position, 3);
  }
  fprintf(out, "\n");
}

/* Writes one leg of b between two places. */
static void write_leg(const scene *s, body *b, const double from[3], const double to[3],
                      const char *may, int number) {
  double low[3], high[3], slack;
  leg_visit v;
  int i;
  if (out == NULL || b->count == 0 || memcmp(from, to, 3 * sizeof *from) == 0) return;
  v.may = may;
  v.is_thin = is_thin(b);
  must(collide_set_position(&b->shape, &b->source, from));
  collide_bounds(&b->shape, v.low, v.high);
  slack = largest(&b->shape);
  must(collide_set_position(&b->shape, &b->source, to));
  collide_bounds(&b->shape, low, high);
  slack = 5.6843418860808015e-14 * fmax(slack, largest(&b->shape)); /* 2^-44 */
  for (i = 0; i < 3; i++) {
    v.low[i] = fmin(v.low[i], low[i]);
    v.high[i] = fmax(v.high[i], high[i]);
  }
  fprintf(out, "L %d %a", number, slack);
  write_body(b);
  write_numbers(from, 3);
  write_numbers(to, 3);
  fprintf(out, "\n");
  each_obstacle(s, write_obstacle, &v);
  legs++;
}

/* Does a move and checks all that must hold. */
static void check_move(const scene *s, body *b, const collide_move_options *o, const double d[3],
                       int number, moved *m) {
  static char before[NUMBERS_MOST], after[NUMBERS_MOST], free_of[NUMBERS_MOST];
  double at[3], end[3];
  collide_move_options none = collide_default_move();
  int i, count, was_in = find_in(s, &b->shape, before);
  /* The legs of push_out are not known: it comes first, until it has nothing more to do. */
  for (i = 0; was_in > 0 && i < 50; i++) {
    move_by(s, b, &none, 0, 0, 0, m);
    if (m->result.displacement[0] == 0 && m->result.displacement[1] == 0 &&
        m->result.displacement[2] == 0)
      break;
  }
  find_in(s, &b->shape, free_of);
  memcpy(at, b->source.pose.position, sizeof at);
  trace_count = 0;
  move_by(s, b, o, d[0], d[1], d[2], m);
  memcpy(end, m->result.position, sizeof end);
  find_in(s, &b->shape, after);
  for (i = 0; i < NUMBERS_MOST; i++) {
    if (!after[i] || before[i]) continue;
    entered++;
    fail("is in what it was not in", number, i);
    break;
  }
  count = trace_count;
  for (i = 0; i < count; i++) write_leg(s, b, trace[i].from, trace[i].to, free_of, number);
  must(collide_set_position(&b->shape, &b->source, end));
  if (was_in == 0 && m->result.count == 0 &&
      !arrives(at, d, end, 3, 2, o->snap, 2 * DBL_EPSILON, 1)) {
    stuck++;
    fail("stops with nothing in its way", number, d[0]);
  }
}

static void add_random_mesh(scene *s) {
  double corners[SIDE * SIDE * 18], heights[SIDE + 1][SIDE + 1];
  int i, j, k, count = 0;
  for (i = 0; i <= SIDE; i++)
    for (j = 0; j <= SIDE; j++) heights[i][j] = uniform(-2, 0);
  for (i = 0; i < SIDE; i++)
    for (j = 0; j < SIDE; j++) {
      static const int at[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
      for (k = 0; k < 6; k++) {
        corners[count++] = i + at[k][0] - SIDE / 2;
        corners[count++] = j + at[k][1] - SIDE / 2;
        corners[count++] = heights[i + at[k][0]][j + at[k][1]];
      }
    }
  add_mesh(s, corners, count / 9);
}

static double fill_random(scene *s) {
  int i, count = 1 + below(20), kind = below(6);
  double far = kind == 3 ? 1e6 : 0;
  for (i = 0; i < count; i++) {
    body *b = add_body(s);
    make_body(b, below(below(3) ? CYLINDER : KINDS), uniform(0.2, 2));
    pose_body(b, far + uniform(-4, 4), uniform(-4, 4), uniform(-4, 4), below(2));
  }
  if (kind == 0) {
    add_grid(s, below(2) ? 1 : 0.7, below(2) ? 0 : 0.3);
    for (i = 0; i < 120; i++) set_cell(s, below(12) - 6, below(12) - 6, below(12) - 6);
  }
  if (kind == 1) add_random_mesh(s);
  if (kind == 2) {
    for (i = 0; i < 4; i++) {
      make_body(&s->parts[i], below(SEGMENT), 1.5);
      pose_body(&s->parts[i], uniform(-2, 2), uniform(-2, 2), uniform(-2, 2), below(2));
    }
    add_group(s, 4);
  }
  if (kind == 4) { /* a corridor that narrows in two directions */
    for (i = 0; i < 4; i++) {
      double v = i & 1 ? 1.1 : -1.1, lean = i & 1 ? -0.06 : 0.06, *m;
      body *b = i < 2 ? add_box(s, 0, v, 0, 8, 0.4, 8) : add_box(s, 0, 0, v, 8, 8, 0.4);
      collide_pose pose = b->source.pose;
      pose.has_linear = 1;
      m = pose.linear;
      m[0] = cos(lean);
      m[i < 2 ? 1 : 2] = -sin(lean);
      m[i < 2 ? 3 : 6] = sin(lean);
      m[i < 2 ? 4 : 8] = cos(lean);
      must(collide_set_pose(&b->shape, &b->source, &pose));
      memcpy(b->linear, m, sizeof b->linear);
    }
  }
  return far;
}

static void check_random(int cases) {
  static const double lengths[] = {1e-12, 1e-6, 0.01, 0.3, 3, 3, 30, 1e4};
  static scene s;
  static body b;
  moved m;
  int i, k;
  for (i = 0; i < cases; i++) {
    collide_move_options o = collide_default_move();
    double far = fill_random(&s);
    make_body(&b, below(below(4) ? SEGMENT : KINDS), uniform(0.1, 0.8));
    pose_body(&b, far + uniform(-4, 4), uniform(-4, 4), uniform(-4, 4), below(2));
    o.response = below(4) ? COLLIDE_RESPOND_SLIDE : (collide_response)below(3);
    if (below(3) == 0) {
      o.has_up = 1;
      o.up[1] = 0;
      o.up[2] = 1;
      o.max_slope = uniform(0, 1.5);
      o.snap = below(2) ? uniform(0, 0.5) : 0;
    }
    for (k = 0; k < 6; k++) {
      double length = lengths[below(8)] * uniform(0.5, 1), d[3];
      int axis = below(12);
      d[0] = uniform(-1, 1) * length;
      d[1] = uniform(-1, 1) * length;
      d[2] = uniform(-1, 1) * length;
      if (axis < 3) d[(axis + 1) % 3] = d[(axis + 2) % 3] = 0;
      check_move(&s, &b, &o, d, i, &m);
      if (fabs(m.result.position[1]) > 1e3 || fabs(m.result.position[2]) > 1e3) break;
    }
    free(b.hull);
    clear_scene(&s);
  }
}

#endif
