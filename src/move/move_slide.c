/* SPDX-License-Identifier: MIT
 *
 * Along what is in the way.
 *
 * The displacement that is nearest to the wish and enters none of several half-spaces is the wish
 * itself, its projection onto the border of one of them, in space also onto the line in which two
 * of the borders cross, or 0. So where a wish is blocked, its projections are tried, the nearest to
 * the wish first, each by a cast: that which nothing blocks is taken, and what blocks it is in turn
 * projected upon. What is met with a corner alone has many normals, of which a cast tells one: a
 * tile beside that over which a box slides, met at the same t, may tell a wall's. Its projection
 * is farther from the wish than that of the floor, or is blocked by the floor. So the order of
 * tiles does not matter.
 */
#include "move.h"

#include <string.h>

enum { MOST_SHIFTS = 4 };
enum { MOST_PROJECTIONS = MOVE_OBSTACLES * (MOVE_OBSTACLES + 1) / 2 };

typedef struct obstacle {
  collide_target_sweep met;
  int is_asked;    /* what to do about it */
  int is_unfolded; /* the other planes of the contact are known, too */
} obstacle;

/* Onto the plane of one obstacle, or onto the line in which those of two cross. */
typedef struct projection {
  int i, k; /* which obstacles; k is -1 for one */
  int is_tried;
  int again; /* how often one of them was met once more along the projection */
} projection;

typedef struct sliding {
  move_state *m;
  double wish[3]; /* what was left of the displacement when it came to this place */
  double d[3];    /* the projection of it that is tried now */
  obstacle list[MOVE_OBSTACLES];
  projection ways[MOST_PROJECTIONS];
  int count, way_count;
  int at;         /* which projection is tried; -1 for the wish itself */
  int parts;      /* of the wish that were tried: see try_part */
  int is_shifted; /* it has moved since, by no more than the noise */
  int shifts;     /* how often all ways were tried again for that */
  int has_passed; /* something that has the normal of what it slides along */
  int turns;
  int is_kept; /* to the ground, by `snap` */
} sliding;

static void start_here(sliding *s, double x, double y, double z) {
  s->wish[0] = s->d[0] = x;
  s->wish[1] = s->d[1] = y;
  s->wish[2] = s->d[2] = z;
  s->count = s->way_count = 0;
  s->parts = s->is_shifted = s->shifts = 0;
  s->at = -1;
}

static const double *normal_of(const sliding *s, int i) {
  return s->list[i].met.hit.normal;
}

/* The same obstacle: its normal is the same but for rounding. 1 - 2^-40 is the cosine of 1.3e-6. */
static int is_like(const collide_target_sweep *p, const collide_target_sweep *q) {
  return move_dot(p->hit.normal, q->hit.normal) > 1 - 9.0949470177292824e-13;
}

/* Its number; the count of obstacles where there is none. */
static int find_like(const sliding *s, const collide_target_sweep *met) {
  int i;
  for (i = 0; i < s->count && !is_like(&s->list[i].met, met);) i++;
  return i;
}

static void add_projection(sliding *s, int i, int k) {
  projection *way = &s->ways[s->way_count++];
  way->i = i;
  way->k = k;
  way->is_tried = way->again = 0;
}

static int are_parallel(const double p[3], const double q[3]) {
  double u[3];
  move_cross(p, q, u);
  return !(move_dot(u, u) >= MOVE_PARALLEL * MOVE_PARALLEL);
}

/* Something else, of which one may do something else. */
static int is_other(const collide_place *p, const collide_place *q) {
  return p->index != q->index || (p->has_cell && p->value != q->value);
}

/* Of two walls that face each other the shape slides along both: what was tried before is tried
 * again. */
static void note_between(sliding *s, const double normal[3]) {
  int i, k;
  if (s->m->is_between) return;
  for (i = 0; i < s->count && !ci_move_are_opposite(normal_of(s, i), normal);) i++;
  if (i == s->count) return;
  s->m->is_between = 1;
  memcpy(s->m->between, normal, sizeof s->m->between);
  for (k = 0; k < s->way_count; k++) s->ways[k].is_tried = 0;
}

/* Are these one pair of convex shapes? */
static int is_same_pair(const collide_target_sweep *p, const collide_target_sweep *q) {
  return p->mover_part == q->mover_part && ci_move_is_same(&p->at, &q->at);
}

/* A way along a contact plane of two convex shapes leads away from all others of the same two, so
 * that only rounding lets it meet one: it is tried again, led away from its own plane. */
static void try_again(sliding *s, const collide_target_sweep *met) {
  projection *way = s->at < 0 ? NULL : &s->ways[s->at];
  const collide_target_sweep *p, *q;
  if (way == NULL || way->again == MOVE_BIASES) return;
  p = &s->list[way->i].met;
  q = way->k < 0 ? p : &s->list[way->k].met;
  if (!is_like(p, met) && !is_like(q, met) && !is_same_pair(p, met) && !is_same_pair(q, met))
    return;
  way->again++;
  way->is_tried = 0;
}

static void add_obstacle(sliding *s, const collide_target_sweep *met) {
  int i = find_like(s, met), k;
  /* A coin flush with a wall is not that wall. */
  if (i < s->count && s->m->asks && is_other(&s->list[i].met.at, &met->at) &&
      ci_move_asks_pass(s->m, met, s->d)) {
    s->has_passed = 1;
    return;
  }
  try_again(s, met);
  if (i < s->count || s->count == MOVE_OBSTACLES) return;
  i = s->count++;
  s->list[i].met = *met;
  s->list[i].is_asked = s->list[i].is_unfolded = 0;
  add_projection(s, i, -1);
  for (k = 0; MOVE_LINES && s->m->dimensions == 3 && k < i; k++)
    if (!are_parallel(normal_of(s, i), normal_of(s, k))) add_projection(s, i, k);
}

/* How far from the wish a projection of it is. */
static double find_away(const sliding *s, const projection *way) {
  double u[3], along;
  int i;
  if (!MOVE_NEAREST) return 0;
  if (way->k < 0) return fabs(move_dot(s->wish, normal_of(s, way->i)));
  move_cross(normal_of(s, way->i), normal_of(s, way->k), u);
  along = move_dot(s->wish, u) / move_dot(u, u);
  for (i = 0; i < 3; i++) u[i] = s->wish[i] - along * u[i];
  return move_length(u);
}

/* The lower normal of the two first. */
static void sort_normals(const sliding *s, const projection *way, const double *n[2]) {
  const double *p = normal_of(s, way->i), *q = normal_of(s, way->k);
  int is_turned = move_is_lower(q, p);
  n[0] = is_turned ? q : p;
  n[1] = is_turned ? p : q;
}

/* Of projections that are equally far from the wish, those onto a plane come first, then the order
 * is that of their normals. */
static int comes_first(const sliding *s, const projection *p, const projection *q) {
  const double *a[2], *b[2];
  if ((p->k < 0) != (q->k < 0)) return p->k < 0;
  if (p->k < 0) return move_is_lower(normal_of(s, p->i), normal_of(s, q->i));
  sort_normals(s, p, a);
  sort_normals(s, q, b);
  if (move_is_lower(a[0], b[0]) != move_is_lower(b[0], a[0])) return move_is_lower(a[0], b[0]);
  return move_is_lower(a[1], b[1]);
}

/* The projection nearest to the wish, of those that have not been tried; one that just failed by
 * rounding before all. -1 when all were. */
static int choose(const sliding *s) {
  double least = HUGE_VAL;
  int i, best = -1;
  if (s->at >= 0 && !s->ways[s->at].is_tried) return s->at;
  for (i = 0; i < s->way_count; i++) {
    const projection *way = &s->ways[i];
    double away;
    if (way->is_tried) continue;
    away = find_away(s, way);
    if (away > least) continue;
    if (best >= 0 && away == least && (!MOVE_NEAREST || !comes_first(s, way, &s->ways[best])))
      continue;
    least = away;
    best = i;
  }
  return best;
}

/* Also its projections. */
static void remove_obstacle(sliding *s, int gone) {
  int i, kept = 0, at = -1;
  for (i = 0; i < s->way_count; i++) {
    projection way = s->ways[i];
    if (way.i == gone || way.k == gone) continue;
    if (way.i > gone) way.i--;
    if (way.k > gone) way.k--;
    if (i == s->at) at = kept;
    s->ways[kept++] = way;
  }
  s->at = at;
  s->way_count = kept;
  s->count--;
  for (i = gone; i < s->count; i++) s->list[i] = s->list[i + 1];
}

static void leave(sliding *s, const double rest[3]) {
  memcpy(s->m->result->remainder, rest, sizeof s->m->result->remainder);
}

typedef enum next_leg { LEG_GO, LEG_END } next_leg;

static void bounce(sliding *s, const double n[3]) {
  double into = 2 * move_dot(n, s->wish);
  const double *w = s->wish;
  start_here(s, w[0] - into * n[0], w[1] - into * n[1], w[2] - into * n[2]);
  s->turns++;
}

/* What climbs a stair goes on behind it. */
static int climb(sliding *s, const double wall[3]) {
  double part = ci_move_climb(s->m, s->wish, wall), rest[3];
  double up = move_dot(s->wish, s->m->up);
  int i;
  if (part == 0) return 0;
  for (i = 0; i < 3; i++) rest[i] = (s->wish[i] - up * s->m->up[i]) * (1 - part);
  start_here(s, rest[0], rest[1], rest[2]);
  return 1;
}

typedef enum asked { ASKED_GO, ASKED_END, ASKED_TURN } asked;

/* Asks what to do about an obstacle, and does it; ASKED_TURN to slide along it. */
static asked ask(sliding *s, int i) {
  collide_move_hit hit;
  s->list[i].is_asked = 1;
  switch (ci_move_respond(s->m, &s->list[i].met, NULL, &hit)) {
  case COLLIDE_RESPOND_PASS:
    remove_obstacle(s, i);
    return ASKED_GO;
  case COLLIDE_RESPOND_STOP:
    leave(s, s->wish);
    return ASKED_END;
  case COLLIDE_RESPOND_BOUNCE:
    bounce(s, hit.hit.normal);
    return ASKED_GO;
  default:
    s->turns++;
    return ASKED_TURN;
  }
}

/* The same of what it stands on: that ends its way down, as if it had been met. */
static asked ask_ground(sliding *s, collide_target_sweep *ground) {
  int i;
  ci_move_rest_on(s->m, s->wish, ground);
  i = find_like(s, ground);
  if (i == s->count) add_obstacle(s, ground);
  return i == s->count || s->list[i].is_asked ? ASKED_TURN : ask(s, i);
}

/* What comes to the foot of a slope with its corner goes on above it. */
static int lift(sliding *s, int i, asked *then) {
  collide_target_sweep ground;
  double level[3];
  if (!ci_move_lift(s->m, s->wish, normal_of(s, i), level, &ground)) return 0;
  *then = ci_move_rise(s->m, s->wish) < 0 ? ask_ground(s, &ground) : ASKED_TURN;
  if (*then != ASKED_TURN) return 1;
  *then = ASKED_GO;
  start_here(s, level[0], level[1], level[2]);
  s->turns++;
  return 1;
}

/* Does what is said of an obstacle that is met for the first time; ASKED_TURN to slide along it. */
static asked respond(sliding *s, int i) {
  int is_wall = s->m->options->has_up && !ci_move_is_walkable(s->m, normal_of(s, i));
  asked then;
  if (is_wall && lift(s, i, &then)) return then;
  then = ask(s, i);
  if (then == ASKED_TURN && is_wall && climb(s, normal_of(s, i))) return ASKED_GO;
  return then;
}

/* 2^-48 of the length is what the normal may be off by, twice that more for each time. */
static void project(sliding *s, const projection *way) {
  double bias = way->again > 0 ? ldexp(1, way->again - 49) : 0;
  const double *n = normal_of(s, way->i);
  if (way->k < 0)
    ci_move_along(s->m, s->wish, n, bias, s->d);
  else
    ci_move_along_both(s->m, s->wish, n, normal_of(s, way->k), bias, s->d);
}

/* Of what walks, the level part of the wish, and then that which leads down: a corner on the corner
 * of a slope tells the slope, which is the most against the way, and with a ceiling, or between two
 * such corners, that leaves no way, though the way over the corner, or between them, is free. Not
 * where it stands on something: then these are projections that were tried. Returns 0 when there is
 * none. */
static int try_part(sliding *s) {
  const move_state *m = s->m;
  double up = move_dot(s->wish, m->up);
  int i;
  if (!m->options->has_up || !(ci_move_rise(m, s->wish) < 0)) return 0;
  for (i = 0; i < s->count; i++)
    if (ci_move_is_level(m, normal_of(s, i))) return 0;
  s->at = -1;
  while (s->parts < 2) {
    int is_level = s->parts++ == 0;
    for (i = 0; i < 3; i++) s->d[i] = is_level ? s->wish[i] - up * m->up[i] : up * m->up[i];
    if (!move_is_zero(s->d)) return 1;
  }
  return 0;
}

/* Where the shape touches a corner or an edge, a cast reports one of several contact planes. When
 * no way along those is free, the others are added: each is tried in turn. Returns 0 when there are
 * none. */
static int unfold(sliding *s) {
  int i, k, count = s->count, before = s->way_count;
  for (i = 0; i < count; i++) {
    collide_target_sweep met = s->list[i].met;
    move_planes planes;
    if (s->list[i].is_unfolded) continue;
    s->list[i].is_unfolded = 1;
    ci_move_find_planes(s->m, &met, &planes);
    for (k = 0; k < planes.count; k++) {
      int at = s->count;
      memcpy(met.hit.normal, planes.normals[k], sizeof met.hit.normal);
      if (find_like(s, &met) < at) continue;
      s->at = -1;
      add_obstacle(s, &met);
      if (s->count > at) s->list[at].is_asked = s->list[at].is_unfolded = 1;
    }
  }
  return s->way_count > before;
}

/* At a corner a place beside the last one, however near, may leave another way free. */
static int try_all_again(sliding *s) {
  int i;
  if (!s->is_shifted || s->shifts == MOST_SHIFTS) return 0;
  s->shifts++;
  s->is_shifted = 0;
  for (i = 0; i < s->way_count; i++) s->ways[i].is_tried = 0;
  return 1;
}

/* What is tried when all ways are. */
static int find_more(sliding *s) {
  return unfold(s) || try_all_again(s);
}

/* Turns the shape along the best projection that has not been tried. When what it is along is to be
 * passed, what was tried last is tried again. */
static next_leg turn(sliding *s) {
  for (;;) {
    int best = choose(s);
    projection *way;
    if (best < 0 && find_more(s)) continue;
    if (best < 0 && try_part(s)) return LEG_GO;
    if (best < 0) {
      leave(s, s->wish);
      return LEG_END;
    }
    way = &s->ways[best];
    way->is_tried = 1;
    /* A line is farther from the wish than its planes: of these is asked first. */
    if (way->k < 0 && !s->list[way->i].is_asked) {
      asked now = respond(s, way->i);
      if (now != ASKED_TURN) return now == ASKED_GO ? LEG_GO : LEG_END;
    }
    s->at = best;
    project(s, way);
    if (!move_is_zero(s->d) || (way->k < 0 && !find_more(s))) return LEG_GO;
  }
}

/* Is it at the same place but for rounding? What it rests on may be off by the noise: where it
 * comes near such a wall at a flat angle, it goes farther than that before it meets it. 2^-16 is
 * the flattest angle for which that is heeded, for at a flatter one the leg would not be short. */
static int is_still_here(const sliding *s, const move_met *met, double went) {
  double noise = ci_move_noise(s->m), t = met->list[0].hit.t;
  int i;
  if (went <= noise) return 1;
  if (!MOVE_FLAT || went > noise * 65536) return 0;
  for (i = 0; i < met->count; i++)
    if (-t * move_dot(s->d, met->list[i].hit.normal) > noise) return 0;
  return 1;
}

/* Goes as far as there is nothing in the way. */
static void advance(sliding *s, const move_met *met) {
  double t = met->list[0].hit.t;
  double went = t > 0 ? ci_move_go(s->m, s->d, t, met->list[0].hit.normal) : 0;
  int i;
  for (i = 0; i < met->count; i++) note_between(s, met->list[i].hit.normal);
  if (!is_still_here(s, met, went)) {
    start_here(s, s->d[0] * (1 - t), s->d[1] * (1 - t), s->d[2] * (1 - t));
  } else if (went > 0) {
    for (i = 0; i < 3; i++) s->wish[i] *= 1 - t;
    s->is_shifted = 1;
  }
  for (i = 0; i < met->count; i++) {
    add_obstacle(s, &met->list[i]);
    note_between(s, met->list[i].hit.normal);
  }
}

/* What comes over the top of a slope goes on level: on the ground downward motion ends. */
static int crest(sliding *s, double t) {
  double part = s->is_kept ? ci_move_crest(s->m, s->d, t, s->wish) : 0, rest[3], up;
  int i;
  if (part == 0) return 0;
  up = move_dot(s->wish, s->m->up);
  for (i = 0; i < 3; i++) rest[i] = (s->wish[i] - up * s->m->up[i]) * (1 - part);
  start_here(s, rest[0], rest[1], rest[2]);
  s->turns++;
  return 1;
}

typedef enum went { WENT_ON, WENT_TO_SOMETHING, WENT_ALL } went;

/* Goes all the way, where it ends at a good place. Between two walls there may be none: then as
 * many quarters of the way as there is one for, and on from there. */
static went go_all(sliding *s) {
  double part = 1, left[3];
  int i;
  while (part > 0 && ci_move_go(s->m, s->d, part, NULL) < 0) part -= 0.25;
  for (i = 0; i < 3; i++) left[i] = s->d[i] * (1 - part);
  leave(s, left);
  if (!(part > 0) || !(part < 1)) return WENT_ALL;
  start_here(s, left[0], left[1], left[2]);
  s->turns++;
  return WENT_ON;
}

/* Casts along what is tried now, and goes there. */
static went go_on(sliding *s) {
  move_met met;
  int is_met;
  if (move_is_zero(s->d)) {
    leave(s, s->wish);
    return WENT_ALL;
  }
  is_met = ci_move_cast(s->m, s->d, &met);
  if (crest(s, is_met ? met.list[0].hit.t : 1)) return WENT_ON;
  if (!is_met) return go_all(s);
  advance(s, &met);
  return WENT_TO_SOMETHING;
}

void ci_move_slide(move_state *m, const double displacement[3]) {
  sliding s;
  went now;
  s.m = m;
  s.turns = s.has_passed = 0;
  s.is_kept = ci_move_is_kept(m, displacement);
  start_here(&s, displacement[0], displacement[1], displacement[2]);
  while ((now = go_on(&s)) != WENT_ALL && !m->unsupported) {
    if (s.turns >= m->options->iterations) {
      leave(&s, s.wish);
      return;
    }
    if (now == WENT_TO_SOMETHING && !s.has_passed && turn(&s) == LEG_END) return;
    s.has_passed = 0;
  }
}
