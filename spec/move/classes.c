/* SPDX-License-Identifier: MIT
 *
 * Moves of each class of movers on hills, on blocks, among rotated bodies, and on levels of round
 * numbers (unit boxes, ramps, stairs, dips, a turned room), at five magnitudes. A move passes
 * through nothing, ends in nothing, and does not stop while a way is free. Where nothing is free,
 * it stops after few legs. apart.h judges each leg and each end.
 *
 * classes MOVES [CLASS [SEED]]: MOVES of each class, or of one, from 0.
 */
#include "classes.h"
#include "trace.h"
#include "../support/cast.h"
#include "../support/mutant.h"

#ifndef LEG_FACTOR
#define LEG_FACTOR 1.0 /* a mutant judges legs that are longer than those of the move */
#endif

enum { HITS_MOST = 32, SERIES = 40, SHOWN = 10, FEW_LEGS = 24 };

typedef struct mover_class {
  const char *name;
  int dimensions, kind;
} mover_class;

static const mover_class classes[] = {{"3D box", 3, BOX},
                                      {"3D sphere", 3, SPHERE},
                                      {"3D capsule", 3, CAPSULE},
                                      {"3D cylinder", 3, CYLINDER},
                                      {"3D cone", 3, CONE},
                                      {"3D hull", 3, HULL},
                                      {"2D rect", 2, RECT},
                                      {"2D circle", 2, CIRCLE},
                                      {"2D capsule", 2, CAPSULE_2D},
                                      {"2D polygon", 2, POLYGON},
                                      {"2D turned rect", 2, TURNED_RECT}};

enum { CLASSES = sizeof classes / sizeof *classes };

/* Powers of 2, with what is added to all coordinates. */
static const double places[][2] = {{1, 0}, {1, 1e3}, {1, 1e6}, {0x1p-30, 0}, {0x1p30, 0}};

typedef struct counts {
  long moves, legs, through, entered, near, stuck, backward;
  long winding;   /* moves of more than FEW_LEGS legs */
  long exhausted; /* moves that end early, because they have made too many queries */
} counts;

static counts count;
static long failures;
static const char *name;
static terrain land;
static body mover;
static collide_move_hit hits[HITS_MOST];
static uint64_t scene;

static void fail(long *counted, const char *what, double value) {
  (*counted)++;
  if (add_failure(&failures) < SHOWN)
    printf("%s %s: scene %llu, move %ld, %.17g\n", name, what, (unsigned long long)scene,
           count.moves, value);
}

/* ---- Separation ------------------------------------------------------------------------------ */

/* Normals that may separate the mover from an obstacle. */
static void propose_known(const collide_move_result *moved, const solid *b, proposals *p) {
  int64_t i;
  int j, k;
  p->count = 0;
  for (i = 0; i < moved->count && i < HITS_MOST; i++) {
    double n[3];
    for (k = 0; k < 3; k++) n[k] = -hits[i].hit.normal[k];
    propose(p, n);
  }
  for (k = 0; k < land.dimensions; k++) {
    double n[3] = {0, 0, 0};
    n[k] = 1;
    propose_both(p, n);
  }
  for (j = 0; j < 2; j++) {
    const solid *s = j == 0 ? b : &mover.is;
    if (s->is_level) continue;
    for (k = 0; k < 3; k++) {
      double n[3];
      for (i = 0; i < 3; i++) n[i] = s->linear[3 * i + k];
      propose_both(p, n);
    }
  }
}

/* Normals across a leg and an edge of a body with few corners. A leg may slide past an edge at a
 * distance that a search by points does not resolve. */
static void propose_across(const double way[3], const solid *s, proposals *p) {
  int i, j, k;
  if (land.dimensions == 2 || s->count > 8) return;
  for (i = 0; i < s->count; i++)
    for (j = 0; j < i; j++) {
      double own[3], edge[3], n[3];
      for (k = 0; k < 3; k++) own[k] = s->points[i][k] - s->points[j][k];
      for (k = 0; k < 3; k++) edge[k] = multiply(&s->linear[3 * k], own);
      cross(way, edge, n);
      propose_both(p, n);
    }
}

/* The clearance of the mover where it is, as documented. */
static double find_clearance(double largest, int is_round) {
  double low[3], high[3], width = 0;
  int k;
  find_box(&mover.is, low, high);
  for (k = 0; k < 3; k++) width = fmax(width, high[k] - low[k]);
  return 0x1p-40 * largest + (is_round ? 0x1p-30 * width : 0);
}

/* What a pair may penetrate, as documented: in space 8 clearances, on a leg and, in a gap as wide
 * as the mover, at the end. The rounding of positions is added. Few ends may need that: count.near.
 */
static double find_tolerance(const solid *a, int i, double largest) {
  const solid *b = &land.obstacles[i];
  if (land.dimensions == 2) return 0x1p-44 * largest;
  return 8 * find_clearance(largest, a->discs + b->discs > 0) + 0x1p-44 * largest;
}

/* The level beside the mover between two places; each pair is judged. Before the call the mover is
 * at `from`. */
static void check_leg(const collide_move_result *moved, const double from[3], const double to[3],
                      int is_end) {
  double low[3], high[3], largest, ends[2][3], size[2], way[3], n[3];
  solid there;
  proposals known;
  int i, k;
  must(collide_set_position(&mover.shape, &mover.source, to));
  follow(&mover, land.dimensions);
  there = mover.is;
  size[1] = find_box(&there, ends[0], ends[1]);
  must(collide_set_position(&mover.shape, &mover.source, from));
  follow(&mover, land.dimensions);
  size[0] = find_box(&mover.is, low, high);
  largest = fmax(size[0], size[1]);
  for (k = 0; k < 3; k++) {
    way[k] = to[k] - from[k];
    low[k] = fmin(low[k], ends[0][k]);
    high[k] = fmax(high[k], ends[1][k]);
  }
  for (i = 0; i < land.obstacle_count; i++) {
    const solid *b = &land.obstacles[i];
    double tolerance;
    int is_beside = 0;
    for (k = 0; k < land.dimensions; k++)
      if (land.low[i][k] > high[k] || land.high[i][k] < low[k]) is_beside = 1;
    if (is_beside) continue;
    propose_known(moved, b, &known);
    if (!is_end) {
      propose_across(way, b, &known);
      propose_across(way, &mover.is, &known);
    }
    if (is_end && find_separation(&mover.is, NULL, b, 0, land.size, &known, n)) continue;
    tolerance = find_tolerance(&mover.is, i, largest);
    if (find_separation(&mover.is, is_end ? NULL : there.position, b, tolerance, land.size, &known,
                        n)) {
      count.near += is_end;
      continue;
    }
    if (is_end)
      fail(&count.entered, "is in an obstacle", i);
    else
      fail(&count.through, "passes through an obstacle", i);
  }
  count.legs += !is_end;
}

/* ---- Free ways ------------------------------------------------------------------------------- */

static int is_free(const double way[3]) {
  collide_target_sweep hit;
  int flags = COLLIDE_SKIP_TOUCHING | COLLIDE_SKIP_EXIT;
  return sweep_target(&mover.shape, way, &land.target, flags, &hit) == 0;
}

/* Is a way of a thousandth of the size free, within 80 degrees of the remainder? A walker's ways
 * are level. */
static int has_free_way(const collide_move_result *moved, int is_walker) {
  double u[3], v[3], w[3], length, least[3] = {0, 0, 0};
  int k, angle, turn, turns = land.dimensions == 2 || is_walker ? 2 : 8;
  memcpy(u, moved->remainder, sizeof u);
  if (is_walker) u[1] = 0;
  if (land.dimensions == 2) u[2] = 0;
  length = sqrt(multiply(u, u));
  if (!(length > 0x1p-30 * land.size)) return 0;
  for (k = 0; k < 3; k++) u[k] /= length;
  if (land.dimensions == 2) {
    least[2] = 1;
  } else if (is_walker) {
    least[1] = 1;
  } else {
    for (k = 0; k < 3; k++)
      if (fabs(u[k]) <= fabs(u[0]) && fabs(u[k]) <= fabs(u[1]) && fabs(u[k]) <= fabs(u[2])) break;
    least[k] = 1;
  }
  cross(u, least, v);
  cross(u, v, w);
  for (angle = 0; angle <= 80; angle += 20)
    for (turn = 0; turn < turns; turn++) {
      double way[3], a = angle * 0.017453292519943295, b = turn * 6.283185307179586 / turns;
      if (is_walker && land.dimensions == 2 && angle > 0) return 0;
      for (k = 0; k < 3; k++)
        way[k] = land.size / 1000 * (cos(a) * u[k] + sin(a) * (cos(b) * v[k] + sin(b) * w[k]));
      if (is_walker) way[1] = 0;
      if (land.dimensions == 2) way[2] = 0;
      if (is_free(way)) return 1;
    }
  return 0;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static void move_by(const collide_move_options *o, const double d[3], collide_move_result *moved) {
  double storage[1024];
  if (shape_move_storage(&mover.shape) > sizeof storage) abort();
  if (move_shape(&mover.shape, &mover.source, &land.target, d, o, storage, moved) != 1) abort();
}

static int is_in(void) {
  collide_meeting met;
  return contact_target(&mover.shape, &land.target, COLLIDE_SKIP_TOUCHING, &met) == 1;
}

/* A free place of the mover above or among the obstacles; 0 if none is found. */
static int place_mover(int is_turned, int is_round) {
  static const double none[3] = {0, 0, 0};
  collide_move_options o = collide_default_move();
  collide_move_result moved;
  int attempt, k;
  for (attempt = 0; attempt < 20; attempt++) {
    double at[3] = {0, 0, 0};
    for (k = 0; k < land.dimensions; k++)
      at[k] = is_round ? (below(33) - (k == 1 ? 0 : 16)) * 0.125
                       : (k == 1 ? uniform(-1, 3) : uniform(-3, 3));
    if (land.dimensions == 3) turn_level(at);
    for (k = 0; k < land.dimensions; k++) at[k] = land.far + at[k] * land.size;
    pose_body(&mover, land.dimensions, at, is_turned);
    move_by(&o, none, &moved);
    if (!is_in()) return 1;
  }
  return 0;
}

/* Steps of round lengths along an axis or across it, pressed lightly into a wall or the floor. */
static void draw_round_displacement(double d[3]) {
  static const double steps[] = {1, 0.5, 0.25, 0.125, 0.1, 0.2};
  static const double presses[] = {0, 0, 0.125, 0.1, 0.01, 1e-6};
  int axis = below(2) * 2, k;
  d[axis] = steps[below(6)] * (below(2) ? 1 : -1);
  d[2 - axis] = presses[below(6)] * (below(2) ? 1 : -1);
  d[1] = below(5) == 0 ? 0.5 : -presses[below(6)];
  if (land.dimensions == 2) d[0] = steps[below(6)] * (below(2) ? 1 : -1);
  turn_level(d);
  for (k = 0; k < 3; k++) d[k] *= land.size;
  if (land.dimensions == 2) d[2] = 0;
}

static void draw_displacement(double d[3], int is_walker) {
  static const double lengths[] = {1e-12, 1e-6, 0.01, 0.3, 3, 30, 1e4};
  double length = lengths[below(7)] * land.size, angle = uniform(-3.2, 3.2);
  int k;
  if (is_walker || below(2)) {
    d[0] = 0.08 * land.size * cos(angle);
    d[1] = below(3) ? -0.05 * land.size : 0;
    d[2] = 0.08 * land.size * sin(angle);
  } else {
    for (k = 0; k < 3; k++) d[k] = uniform(-1, 1) * length;
    if (below(4) == 0) d[0] = d[2] = 0;
  }
  if (land.dimensions == 2) d[2] = 0;
}

/* Is a way free where the move stopped? A walker that snaps down afterwards stopped before that. */
static int stops_beside_way(const collide_move_result *moved, const collide_move_options *o) {
  const leg *last = &trace[trace_count - 1];
  int is_free_there;
  if (!has_free_way(moved, o->has_up)) return 0;
  if (!(o->snap > 0) || trace_count == 0 || trace_count == LEGS_MOST) return 1;
  if (last->to[0] != last->from[0] || last->to[2] != last->from[2] || last->to[1] > last->from[1])
    return 1;
  must(collide_set_position(&mover.shape, &mover.source, last->from));
  is_free_there = has_free_way(moved, 1);
  must(collide_set_position(&mover.shape, &mover.source, moved->position));
  return is_free_there;
}

/* Does the move go against its displacement? A walker may slide down steep ground. So its level
 * part is judged, and only if it has ground before and after the move. */
static void check_direction(const collide_move_options *o, const collide_move_result *moved,
                            const double d[3], int had_ground) {
  double part, length, slack = 0x1p-26 * land.size + 0x1p-36 * (land.far + land.size);
  double level[3];
  memcpy(level, d, sizeof level);
  if (o->has_up) level[1] = 0;
  length = sqrt(multiply(level, level));
  if (!(length > 0) || (o->has_up && (d[1] > 0 || !had_ground || !moved->has_ground))) return;
  part = multiply(moved->displacement, level) / length;
  if (part < -slack) fail(&count.backward, "moves backward", part / land.size);
}

static void check_move(const collide_move_options *o, int is_round, int *has_ground) {
  collide_move_result moved;
  double from[3], d[3], end[3];
  int i, legs;
  memcpy(from, mover.source.pose.position, sizeof from);
  if (is_round)
    draw_round_displacement(d);
  else
    draw_displacement(d, o->has_up);
  trace_count = 0;
  move_by(o, d, &moved);
  count.moves++;
  legs = trace_count;
  count.winding += legs > FEW_LEGS;
  memcpy(end, moved.position, sizeof end);
  for (i = 0; i < legs; i++) {
    const leg *one = &trace[i];
    double to[3];
    int k;
    for (k = 0; k < 3; k++) to[k] = one->from[k] + (one->to[k] - one->from[k]) * LEG_FACTOR;
    check_leg(&moved, one->from, LEG_FACTOR == 1.0 ? one->to : to, 0);
  }
  check_leg(&moved, end, end, 1);
  if (moved.count == 0 && !arrives(from, d, end, land.dimensions, 1, o->snap, 0x1p-28, land.size))
    fail(&count.stuck, "stops with nothing in its way", 0);
  else if (moved.exhausted)
    count.exhausted++;
  else if (stops_beside_way(&moved, o))
    fail(&count.stuck, "stops while a way is free", 0);
  check_direction(o, &moved, d, *has_ground);
  *has_ground = moved.has_ground;
}

/* A series of moves of one mover. */
static void check_series(int kind, int is_round, long most) {
  collide_move_options o = collide_default_move();
  int i, is_turned = below(2), has_ground = 0;
  if (land.dimensions == 3)
    make_body(&mover, kind, land.size);
  else
    make_body_2d(&mover, kind, land.size);
  if (land.dimensions == 2) is_turned = kind == TURNED_RECT || (kind == POLYGON && is_turned);
  o.hits = hits;
  o.room = HITS_MOST;
  if (below(2)) {
    o.has_up = 1;
    o.up[0] = o.up[2] = 0;
    o.up[1] = 1;
    o.step = below(2) ? 0.3 * land.size : 0;
    o.snap = below(2) ? 0.3 * land.size : 0;
  }
  if (place_mover(is_turned && !is_round, is_round))
    for (i = 0; i < SERIES && count.moves < most; i++) {
      check_move(&o, is_round, &has_ground);
      if (fabs(mover.source.pose.position[1] - land.far) > 6 * land.size) break;
    }
  free(mover.hull);
}

static int check_class(const mover_class *c, long most, uint64_t from) {
  uint64_t number;
  memset(&count, 0, sizeof count);
  name = c->name;
  for (number = from; count.moves < most; number++) {
    const double *place = places[number / LEVELS % (sizeof places / sizeof *places)];
    int kind = (int)(number % LEVELS), i;
    scene = number;
    seed = number * UINT64_C(0xd1342543de82ef95);
    make_level(&land, kind, c->dimensions, place[0], place[1]);
    for (i = 0; i < 8; i++) check_series(c->kind, is_round_level(kind), most);
    clear_level(&land, kind);
  }
  printf(
      "%-15s %8ld moves, %9ld legs: %ld through, %ld entered, %ld stuck, %ld backward; %ld of many "
      "legs; "
      "%ld exhausted; %ld ends within the tolerance\n",
      c->name, count.moves, count.legs, count.through, count.entered, count.stuck, count.backward,
      count.winding, count.exhausted, count.near);
  return count.through > 0 || count.entered > 0 || count.backward > 0 ||
         count.stuck * 20000 > count.moves || count.exhausted * 1000 > count.moves + 1000 ||
         count.near * 50 > count.moves + 1000 ||
         count.winding * (c->dimensions == 2 ? 1000 : 500) > count.moves + 1000;
}

int main(int argc, char **argv) {
  long most = argc > 1 ? atol(argv[1]) : 1000;
  int only = argc > 2 ? atoi(argv[2]) : -1, i, is_wrong = 0;
  uint64_t from = argc > 3 ? (uint64_t)atoll(argv[3]) : 0;
  for (i = 0; i < CLASSES; i++)
    if (only < 0 || only == i) is_wrong |= check_class(&classes[i], most, from);
  return is_wrong;
}
