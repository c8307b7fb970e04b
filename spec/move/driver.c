/* SPDX-License-Identifier: MIT
 *
 * Movement in the plane, in random worlds: nothing is passed through, nothing is entered, flat
 * floors hold nobody up, and the order of tiles does not matter. With an argument, that many times
 * as many cases.
 */
#include "scene.h"

enum { HITS_MOST = 64 };

static long failures, moves, through, entered, stuck;

static void fail(const char *what, int number, double value) {
  failures++;
  if (failures <= 20) printf("%s: case %d, %.17g\n", what, number, value);
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
  if (collide_move_storage(&b->shape) > sizeof storage) abort();
  if (collide_move(&b->shape, &b->source, &target, d, &o, storage, &m->result) != 1) abort();
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

/* Does a move and checks all that must hold. */
static void check_move(const scene *s, body *b, const collide_move_options *o, double dx, double dy,
                       int number, moved *m) {
  static char before[4096], after[4096], free_of[4096];
  double at[3], worst = 0;
  collide_move_options none = collide_default_move();
  int i, count, was_in;
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
  memcpy(at, b->source.pose.position, sizeof at);
  move_by(s, b, o, dx, dy, m);
  find_in(s, &b->shape, after);
  for (i = 0; i < 4096 && was_in >= 0; i++) {
    if (!after[i]) continue;
    if (!before[i]) {
      entered++;
      fail("is in what it was not in", number, i);
      break;
    }
  }
  count = m->result.count < HITS_MOST ? (int)m->result.count : HITS_MOST;
  for (i = 0; i < count; i++) {
    worst = fmax(worst, ask_leg(s, b, at, m->hits[i].position, free_of));
    memcpy(at, m->hits[i].position, sizeof at);
  }
  /* The leg down to the ground that `snap` keeps it to begins where no hit tells. */
  if (!(o->has_up && o->snap > 0))
    worst = fmax(worst, ask_leg(s, b, at, m->result.position, free_of));
  if (worst > 0) {
    through++;
    fail("goes through something", number, worst);
  }
  if (m->result.displacement[0] == 0 && m->result.displacement[1] == 0 && m->result.count == 0 &&
      (dx != 0 || dy != 0))
    stuck++;
  memset(after, 0, sizeof after);
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

/* ---- Floors -----------------------------------------------------------------------------------
 */

static const double offsets[] = {0, 1e3, 1e6};

static void make_floor(scene *s, int kind, double x, double y) {
  int i;
  if (kind == 2) {
    add_grid(s, 1, x);
    for (i = 0; i < 60; i++) {
      set_cell(s, i, (int64_t)(y - x) - 1);
      set_cell(s, i, (int64_t)(y - x) - 2);
    }
    return;
  }
  for (i = 0; i < 60; i++) {
    int k = i;
    if (kind == 0) add_rect(s, x + k, y - 1, x + k + 1, y);
    if (kind == 1) add_triangle(s, x + k, y, x + k + 1, y, x + k + 0.5, y - 1);
    if (kind == 3) add_rect(s, x + 0.1 * k * 7, y - 1, x + 0.1 * (k + 1) * 7, y);
  }
}

static void shuffle(scene *s) {
  int i;
  for (i = s->count - 1; i > 0; i--) {
    int k = below(i + 1);
    collide_target t = s->members[i];
    s->members[i] = s->members[k];
    s->members[k] = t;
  }
}

static void make_walker(body *b, int kind) {
  double v[2], w[2];
  v[0] = v[1] = 0.5;
  w[0] = 0;
  w[1] = 1;
  if (kind == 0) collide_make_rect(&b->shape, &b->source, v);
  if (kind == 1) collide_make_circle(&b->shape, &b->source, 0.4);
  if (kind == 2) collide_make_capsule_2d(&b->shape, &b->source, v, w, 0.3);
  if (kind == 3 || kind == 4) make_polygon(b, 5, 0.6);
  if (kind == 5) collide_make_rect(&b->shape, &b->source, v);
}

/* Falls upon the floor, goes right and comes back: each step goes as far as it should. */
static void check_floors(int steps) {
  static scene s;
  static body b;
  moved m;
  int floor_kind, walker, where, i, k;
  for (floor_kind = 0; floor_kind < 4; floor_kind++)
    for (walker = 0; walker < 6; walker++)
      for (where = 0; where < 3; where++) {
        double x = offsets[where], sink = below(2) ? 0.125 : 0,
               v = below(2) ? 0.25 : uniform(0.1, 0.4);
        int id = floor_kind * 100 + walker * 10 + where;
        collide_move_options o = collide_default_move();
        o.has_up = below(2);
        make_floor(&s, floor_kind, x, x);
        shuffle(&s);
        make_walker(&b, walker);
        pose_body(&b, x + 5, x + 3, walker == 3 || walker == 5 ? 0.3 : 0);
        move_by(&s, &b, &o, 0, -10, &m);
        if (m.result.count == 0 || m.result.inside) fail("falls through the floor", id, 0);
        for (i = 0; i < steps; i++) {
          double before = b.source.pose.position[0], height = b.source.pose.position[1], went;
          double step = i % 100 < 50 ? v : -v;
          if (i % 3 == 0) sink = 0.125 - sink;
          move_by(&s, &b, &o, step, -sink, &m);
          went = b.source.pose.position[0] - before;
          if (fabs(went - step) > 1e-14 * (x + 100)) {
            stuck++;
            fail("is held up by a floor", id, went - step);
          }
          if (fabs(b.source.pose.position[1] - height) > 1e-14 * (x + 100))
            fail("leaves a flat floor", id, b.source.pose.position[1] - height);
          for (k = 0; k < m.result.count; k++)
            if (fabs(m.hits[k].hit.normal[0]) > 1e-9)
              fail("meets a seam", id, m.hits[k].hit.normal[0]);
          if (o.has_up && !m.result.has_ground) fail("is not on the ground", id, i);
        }
        clear_scene(&s);
      }
}

/* ---- Slopes and corners -------------------------------------------------------------------------
 */

/* One slope, a half-plane: the place is where the displacement leads, projected. */
static void check_slopes(int cases) {
  static scene s;
  static body b;
  moved m;
  int i, k;
  for (i = 0; i < cases; i++) {
    double normal[3], angle = uniform(0, 6), x, y, n[2], slack, scale = offsets[below(3)];
    collide_move_options o = collide_default_move();
    body *p = add_body(&s);
    n[0] = normal[0] = cos(angle);
    n[1] = normal[1] = sin(angle);
    normal[2] = 0;
    collide_make_plane_2d(&p->shape, &p->source, normal, scale);
    make_body(&b, below(5), 1);
    pose_body(&b, n[0] * (scale + 4), n[1] * (scale + 4), uniform(-3, 3));
    move_by(&s, &b, &o, -20 * n[0], -20 * n[1], &m);
    slack = 1e-14 * (scale + 100);
    for (k = 0; k < 20; k++) {
      double dx = uniform(-1, 1), dy = uniform(-1, 1), into;
      x = b.source.pose.position[0];
      y = b.source.pose.position[1];
      if (k % 4 == 0) { /* along it, but for rounding */
        double t = dx;
        dx = -n[1] * t;
        dy = n[0] * t;
      }
      into = dx * n[0] + dy * n[1];
      if (into > 0) {
        dx -= 2 * into * n[0];
        dy -= 2 * into * n[1];
        into = -into;
      }
      check_move(&s, &b, &o, dx, dy, i, &m);
      x += dx - into * n[0];
      y += dy - into * n[1];
      if (fabs(b.source.pose.position[0] - x) > slack ||
          fabs(b.source.pose.position[1] - y) > slack)
        fail("does not slide along a slope", i, b.source.pose.position[0] - x);
    }
    clear_scene(&s);
  }
}

/* A corner of a floor and a wall that leans at most 80 degrees either way: what goes into it ends
 * at the nearest place to where it would go. For a circle, whose centre keeps its radius from both.
 */
static void check_corners(int cases) {
  static scene s;
  static body b;
  moved m;
  int i, k;
  for (i = 0; i < cases; i++) {
    double lean = uniform(-1.4, 1.4), n[3], x, y, wx, wy, best = HUGE_VAL, bx = 0, by = 0;
    collide_move_options o = collide_default_move();
    body *floor_body = add_body(&s), *wall = add_body(&s);
    double up[3] = {0, 1, 0}, lines[2][3], tries[3][2];
    n[0] = -cos(lean);
    n[1] = sin(lean);
    n[2] = 0;
    collide_make_plane_2d(&floor_body->shape, &floor_body->source, up, 0);
    collide_make_plane_2d(&wall->shape, &wall->source, n, -3 * cos(lean));
    shuffle(&s);
    lines[0][0] = 0;
    lines[0][1] = 1;
    lines[0][2] = 0.5;
    lines[1][0] = n[0];
    lines[1][1] = n[1];
    lines[1][2] = -3 * cos(lean) + 0.5;
    collide_make_circle(&b.shape, &b.source, 0.5);
    /* where both meet, on the floor beside the wall */
    y = 0.5;
    x = (lines[1][2] - n[1] * y) / n[0];
    pose_body(&b, x - 2, 3, 0);
    if ((x - 2) * n[0] + 3 * n[1] < lines[1][2]) {
      clear_scene(&s);
      continue;
    }
    move_by(&s, &b, &o, 0, -5, &m);
    move_by(&s, &b, &o, 5, -5 * fabs(n[1]) - 0.1, &m);
    move_by(&s, &b, &o, 1e-3, -1e-3, &m);
    x = b.source.pose.position[0];
    y = b.source.pose.position[1];
    wx = x + uniform(-1, 1);
    wy = y + uniform(-1, 1);
    for (k = 0; k < 2; k++) {
      double off = lines[k][2] - (wx * lines[k][0] + wy * lines[k][1]);
      tries[k][0] = wx + off * lines[k][0];
      tries[k][1] = wy + off * lines[k][1];
    }
    tries[2][0] = (lines[1][2] - n[1] * 0.5) / n[0];
    tries[2][1] = 0.5;
    for (k = -1; k < 3; k++) {
      double px = k < 0 ? wx : tries[k][0], py = k < 0 ? wy : tries[k][1];
      if (py < 0.5 - 1e-12 || px * n[0] + py * n[1] < lines[1][2] - 1e-12) continue;
      if (hypot(px - wx, py - wy) >= best) continue;
      best = hypot(px - wx, py - wy);
      bx = px;
      by = py;
    }
    /* Only in the corner itself is there one nearest place for all of the way. */
    if (fabs(x - tries[2][0]) > 1e-12 || fabs(y - 0.5) > 1e-12) {
      clear_scene(&s);
      continue;
    }
    check_move(&s, &b, &o, wx - x, wy - y, i, &m);
    if (hypot(b.source.pose.position[0] - bx, b.source.pose.position[1] - by) > 1e-11)
      fail("does not take the nearest way in a corner", i,
           hypot(b.source.pose.position[0] - bx, b.source.pose.position[1] - by));
    clear_scene(&s);
  }
}

/* ---- Order --------------------------------------------------------------------------------------
 */

/* Tiles and a box on a lattice, where corners meet corners: the same place whatever the order. */
static void check_order(int cases) {
  static scene s;
  static body b;
  moved m;
  int i, k, turn;
  for (i = 0; i < cases; i++) {
    double first[3] = {0, 0, 0}, dx = below(9) - 4, dy = below(9) - 4, half[2];
    double hits = 0, x = below(8), y = below(8);
    collide_move_options o = collide_default_move();
    half[0] = half[1] = 0.5;
    for (k = 0; k < 40; k++) {
      double tx = below(10), ty = below(10);
      if (tx == x && ty == y) continue;
      add_rect(&s, tx - 0.5, ty - 0.5, tx + 0.5, ty + 0.5);
    }
    if (below(2)) dx /= 4;
    if (below(2)) dy /= 16;
    for (turn = 0; turn < 4; turn++) {
      double sum = 0;
      collide_make_rect(&b.shape, &b.source, half);
      pose_body(&b, x, y, 0);
      check_move(&s, &b, &o, dx, dy, i, &m);
      for (k = 0; k < m.result.count && k < HITS_MOST; k++)
        sum += (k + 1) * (m.hits[k].hit.normal[0] + 16 * m.hits[k].hit.normal[1]);
      if (turn == 0) {
        memcpy(first, m.result.position, sizeof first);
        hits = sum;
      }
      if (memcmp(first, m.result.position, sizeof first) != 0 || hits != sum)
        fail("depends on the order of tiles", i, hits - sum);
      shuffle(&s);
    }
    clear_scene(&s);
  }
}

/* ---- Out
 * ------------------------------------------------------------------------------------------ */

static void check_push_out(int cases) {
  static scene s;
  static body b;
  static char before[4096], after[4096];
  moved m;
  int i, k, left = 0, asked = 0;
  for (i = 0; i < cases; i++) {
    collide_move_options o = collide_default_move();
    double storage[1024];
    collide_target target;
    fill_random(&s);
    while (s.count > 4 + below(20) && s.grid == NULL) s.count--;
    make_body(&b, below(6), uniform(0.1, 0.8));
    pose_body(&b, s.members[0].of.shape->of.outline.low[0] > 1e5 ? 1e6 : uniform(-5, 5),
              uniform(-5, 5), uniform(-4, 4));
    target = collide_target_of_array(s.members, s.count);
    k = find_in(&s, &b.shape, before);
    if (collide_push_out(&b.shape, &b.source, &target, &o, storage, &m.result) != 1) abort();
    find_in(&s, &b.shape, after);
    asked += k > 0;
    left += m.result.inside;
    if (k == 0 && (m.result.displacement[0] != 0 || m.result.displacement[1] != 0))
      fail("is pushed out of nothing", i, 0);
    for (k = 0; k < 2000; k++)
      if (after[k] && !before[k]) fail("is pushed into something", i, k);
    for (k = 0; k < 2000; k++)
      if (after[k] && !m.result.inside) fail("is not told that it is in something", i, k);
    memset(after, 0, sizeof after);
    memset(before, 0, sizeof before);
    clear_scene(&s);
  }
  printf("push_out: of %d that were in something %d stayed in something\n", asked, left);
  if (left * 10 > asked * 4) fail("is seldom pushed out", left, asked);
}

/* ---- One way ----------------------------------------------------------------------------------
 */

static int from_above(void *user, const collide_place *at, double n[3]) {
  (void)user;
  (void)at;
  n[0] = 0;
  n[1] = 1;
  return 1;
}

/* Tiles that block from above alone: a jump leads through them, a fall ends on them, a walk along
 * them goes on for ever, and what is half in them at the call falls out of them. */
static void check_one_way(int steps) {
  static scene s;
  static body b;
  moved m;
  int walker, where, i;
  for (walker = 0; walker < 6; walker++)
    for (where = 0; where < 3; where++) {
      double x = offsets[where], top, slack = 1e-14 * (x + 100);
      int id = walker * 10 + where;
      collide_move_options o = collide_default_move();
      o.one_way = from_above;
      make_floor(&s, where == 1 ? 2 : 0, x, x);
      shuffle(&s);
      make_walker(&b, walker);
      pose_body(&b, x + 5, x - 5, walker == 3 || walker == 5 ? 0.3 : 0);
      move_by(&s, &b, &o, 0.5, 8, &m);
      if (m.result.count != 0 || m.result.inside || fabs(m.result.position[1] - x - 3) > slack)
        fail("is held up by what it jumps through", id, m.result.position[1]);
      move_by(&s, &b, &o, 0.25, -8, &m);
      if (m.result.count != 1) fail("falls through a platform", id, m.result.position[1]);
      top = m.result.position[1];
      for (i = 0; i < steps; i++) {
        move_by(&s, &b, &o, i % 100 < 50 ? 0.3 : -0.3, i % 3 ? -0.1 : 0, &m);
        if (fabs(m.result.position[1] - top) > slack) {
          fail("sinks into a platform", id, m.result.position[1] - top);
          break;
        }
      }
      /* Beside a slanted side there may be a tile that it was not in, and below another row. */
      if (walker > 1 || where == 1) {
        clear_scene(&s);
        continue;
      }
      pose_body(&b, x + 5, top - 0.2, walker == 3 || walker == 5 ? 0.3 : 0);
      move_by(&s, &b, &o, 0, -5, &m);
      if (fabs(m.result.position[1] - (top - 5.2)) > slack)
        fail("is held up by what it was in", id, m.result.position[1] - top);
      clear_scene(&s);
    }
}

int main(int argc, char **argv) {
  int times = argc > 1 ? atoi(argv[1]) : 1;
  check_floors(200 * times);
  check_slopes(100 * times);
  check_corners(2000 * times);
  check_order(1000 * times);
  check_push_out(1000 * times);
  check_one_way(100 * times);
  check_random(1500 * times);
  printf("%ld moves; %ld through, %ld entered, %ld stuck\n", moves, through, entered, stuck);
  return failures > 0;
}
