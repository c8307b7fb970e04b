/* SPDX-License-Identifier: MIT
 *
 * Movement in the plane, in random worlds: nothing is passed through, nothing is entered, flat
 * floors hold nobody up, and the order of tiles does not matter. With an argument, that many times
 * as many cases.
 */
#include "legs.h"
#include "ways.h"
#include "../support/cast.h"

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

/* Deepest first, one push after the other, and then straight from where it was: the plainest
 * search. Returns 1 when that finds a place that is in nothing, and nothing is in the way. */
static int finds_plain_way(const scene *s, body *b, const char *before) {
  collide_target target = collide_target_of_array(s->members, s->count);
  double from[3], to[3];
  collide_meeting met;
  int i, k, found = 0;
  memcpy(from, b->source.pose.position, sizeof from);
  memcpy(to, from, sizeof to);
  for (i = 0; i < 30 && !found; i++) {
    found = contact_target(&b->shape, &target, COLLIDE_SKIP_TOUCHING, &met) != 1;
    if (found) break;
    for (k = 0; k < 2; k++) to[k] += met.push.normal[k] * met.push.depth * (1 + 1e-12);
    collide_set_position(&b->shape, &b->source, to);
  }
  if (found) found = ask_leg(s, b, from, to, before) == 0;
  collide_set_position(&b->shape, &b->source, from);
  return found;
}

static void check_push_out(int cases) {
  static scene s;
  static body b;
  static char before[4096], after[4096];
  moved m;
  int i, k, left = 0, asked = 0, missed = 0, plain;
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
    plain = finds_plain_way(&s, &b, before);
    if (push_shape_out(&b.shape, &b.source, &target, &o, storage, &m.result) != 1) abort();
    missed += plain && m.result.inside;
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
  if (missed * 1000 > asked) fail("is not pushed out the plain way", missed, asked);
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
  int times = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 1;
  check_floors(200 * times);
  check_slopes(100 * times);
  check_corners(2000 * times);
  check_order(1000 * times);
  check_push_out(10000 * times);
  check_one_way(100 * times);
  check_random(1500 * times);
  check_nearest_way(20000 * times);
  printf("%ld moves; %ld through, %ld entered, %ld stuck\n", moves, through, entered, stuck);
  return failures > 0;
}
