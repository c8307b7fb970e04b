/* SPDX-License-Identifier: MIT
 *
 * Walking: the ground, the edges that hold a body, and snapping to the ground.
 */
#include "move.h"

#include <string.h>

#include "../number/vector.h"
#include "../target/proximity.h"
#include "../narrow/pairs.h"
#include "../narrow/space/space.h"
#include "move_sole.h"

int ci_move_is_walkable(const move_state *m, const double normal[3]) {
  return m->options->has_up && vector_dot(normal, m->up) >= m->walkable;
}

/* The normal that faces up most. */
static const double *find_upward(const move_state *m, const move_contact *c) {
  const double *best = c->nearest;
  int i;
  for (i = 0; i < c->count; i++)
    if (vector_dot(c->normals[i], m->up) > vector_dot(best, m->up)) best = c->normals[i];
  return best;
}

int ci_move_is_ground(const move_state *m, const move_contact *c) {
  return ci_move_is_walkable(m, find_upward(m, c));
}

int ci_move_is_on_face(const move_state *m, const move_contact *c) {
  int i;
  for (i = 0; i < c->count; i++)
    if (ci_move_is_walkable(m, c->normals[i]) && ci_move_has_face(&c->at, c->normals[i])) return 1;
  return 0;
}

double ci_move_get_rise(const move_state *m, const double d[3]) {
  double up = vector_dot(d, m->up);
  return fabs(up) > 9.0949470177292824e-13 * move_length(d) ? up : 0; /* 2^-40 */
}

/* The standing distance: the body stands on ground at most this far below. */
static double get_ground_reach(const move_state *m) {
  return 4 * ci_move_get_tolerance(m, 1);
}

/* Returns 1 if `snap` holds the body on the ground during this displacement. */
static int snaps(const move_state *m) {
  return m->options->snap > get_ground_reach(m) && m->keeps_level;
}

/* ---- Holds ----------------------------------------------------------------------------------- */

/* Returns 1 if a one-way place is open to a body that stands along n. */
static int is_open(const move_state *m, const collide_place *at, const double n[3]) {
  const collide_move_options *o = m->options;
  double side[3] = {0, 0, 0};
  if (o->one_way == NULL || !o->one_way(o->user, at, side)) return 0;
  return !(vector_dot(side, n) > 0) || ci_move_overlapped_one_way(m, at, side) ||
         ci_move_overlaps_by(move_here(m), at, 2 * ci_move_get_tolerance(m, 1));
}

static void write_ground(const collide_place *at, int part, const double n[3],
                         collide_target_sweep *to) {
  memset(to, 0, sizeof *to);
  to->at = *at;
  to->mover_part = part;
  to->hit.t_exit = SWEEP_NO_EXIT;
  to->hit.face = COLLIDE_FACE_NONE;
  memcpy(to->hit.normal, n, sizeof to->hit.normal);
}

/* Finds an edge of a step on which a sole stands: that of a level face, or of the face onto which
 * the last step led. */
static int find_hold_of(move_state *m, const move_sole *sole, collide_target_sweep *found) {
  static const double none[3] = {0, 0, 0};
  double near = ci_move_get_tolerance(m, 1), edge[3], n[3];
  move_under under;
  int i, is_found = 0;
  ci_move_find_under(m, sole, none, -near, near, near, &under);
  for (i = 0; i < under.count; i++) {
    const collide_place *at = &under.list[i].at;
    int is_step = m->has_step && ci_move_is_same_place(at, &m->step);
    if (is_found && ci_move_is_lower_place(&found->at, at)) continue;
    if (!ci_move_find_tread(m, sole, at, is_step ? m->walkable : MOVE_LEVEL, near, n) ||
        !ci_move_touches_sole(sole, at, near) || is_open(m, at, n) ||
        !ci_move_is_step_edge(m, at, sole, 0, edge))
      continue;
    write_ground(at, 0, n, found);
    memcpy(found->hit.point, edge, sizeof edge);
    is_found = 1;
  }
  return is_found;
}

/* The height of the lowest point of the body. */
static double find_foot(const move_state *m) {
  const move_body *here = move_here(m);
  double least = HUGE_VAL, low, high;
  int i, count = move_parts(here);
  for (i = 0; i < count; i++) {
    collide_project(move_part(here, i), m->up, &low, &high);
    if (low < least) least = low;
  }
  return least;
}

int ci_move_find_hold(move_state *m, collide_target_sweep *found) {
  const move_body *here = move_here(m);
  int i, count = move_parts(here);
  double foot = find_foot(m);
  for (i = 0; i < count; i++) {
    move_sole sole;
    if (!ci_move_make_sole(m, move_part(here, i), 0, &sole) || sole.is_flat ||
        sole.foot > foot + ci_move_get_tolerance(m, 1))
      continue;
    if (!find_hold_of(m, &sole, found)) continue;
    found->mover_part = here->group == NULL ? 0 : i + 1;
    return 1;
  }
  return 0;
}

/* ---- Ground ---------------------------------------------------------------------------------- */

/* A search for ground among the places within the standing distance. */
typedef struct ground_search {
  move_state *m;
  int part;                    /* from 1 in a group, else 0 */
  int has_ground;              /* `ground` is written */
  double facing;               /* its normal . up */
  collide_target_sweep ground; /* the walkable place that faces up most */
  move_contacts *sides;        /* NULL, or the other contacts */
  int has_edge;                /* one of them is with an edge of a level face; `edge` is written */
  collide_target_sweep edge;
} ground_search;

static void offer_ground(ground_search *s, const collide_place *at, const double n[3]) {
  double facing = vector_dot(n, s->m->up);
  if (s->has_ground && facing < s->facing) return;
  if (s->has_ground && facing == s->facing && !ci_move_is_lower_place(at, &s->ground.at)) return;
  write_ground(at, s->part, n, &s->ground);
  s->facing = facing;
  s->has_ground = 1;
}

/* Adds a contact that is not ground. Records its place if it is with an edge that faces up. */
static void add_side(ground_search *s, const collide_place *at, const move_contact *c) {
  move_contact *side;
  if (s->sides == NULL || s->sides->count == MOVE_CONTACTS || is_open(s->m, at, c->nearest)) return;
  side = &s->sides->list[s->sides->count++];
  *side = *c;
  side->at = *at;
  side->mover_part = s->part;
  side->shape = -1;
  side->blocks = 1;
  if (!(vector_dot(c->nearest, s->m->up) > 0) || !ci_move_has_level_face(s->m, at) ||
      ci_move_has_face(at, c->nearest))
    return;
  if (s->has_edge && !ci_move_is_lower_place(at, &s->edge.at)) return;
  write_ground(at, s->part, s->m->up, &s->edge);
  s->has_edge = 1;
}

static const collide_shape *get_part(const ground_search *s) {
  return move_part(move_here(s->m), s->part > 0 ? s->part - 1 : 0);
}

/* Offers a place if the body stands on a level face of it. */
static int take_level(void *user, const collide_place *at) {
  ground_search *s = (ground_search *)user;
  const move_state *m = s->m;
  double reach = get_ground_reach(m), least = -ci_move_get_tolerance(m, 1), p[3], q[3];
  int i, shapes = ci_move_count_shapes(at);
  for (i = 0; i < shapes; i++) {
    cell_shape room;
    const collide_shape *fixed = ci_move_get_shape(at, i, &room);
    double separation = ci_move_find_separation(get_part(s), fixed, m->up);
    if (separation >= least && separation <= reach && ci_move_has_level_face(m, at) &&
        !ci_move_ignores(s->m, at) && !is_open(m, at, m->up) &&
        ci_pair_distance(get_part(s), fixed, p, q) <= reach)
      offer_ground(s, at, m->up);
  }
  return 1;
}

/* Offers a place that the body touches as ground, or adds its contact to the sides. */
static int take_touched(void *user, const collide_place *at) {
  ground_search *s = (ground_search *)user;
  move_state *m = s->m;
  const collide_shape *part = get_part(s);
  int i, shapes = ci_move_count_shapes(at);
  if (ci_move_ignores(m, at)) return 1;
  for (i = 0; i < shapes; i++) {
    cell_shape room;
    const collide_shape *fixed = ci_move_get_shape(at, i, &room);
    const double *n;
    move_contact c;
    c.tolerance = ci_move_get_tolerance(m, 1);
    if (!ci_move_find_normals(part, fixed, m->up, get_ground_reach(m), &c)) continue;
    if (c.separation < -c.tolerance) continue;
    n = find_upward(m, &c);
    if (!ci_move_is_walkable(m, n))
      add_side(s, at, &c);
    else if (!is_open(m, at, n))
      offer_ground(s, at, n);
  }
  return 1;
}

static void visit_near(move_state *m, const collide_shape *part, double reach,
                       int (*take)(void *user, const collide_place *at), void *user) {
  double low[3], high[3];
  int i;
  collide_bounds(part, low, high);
  for (i = 0; i < 3; i++) {
    low[i] -= reach;
    high[i] += reach;
  }
  ci_move_visit(m, low, high, take, user);
}

/* Returns 1 if the body touches its last ground. */
static int touches_last_ground(move_state *m, ground_search *s) {
  s->m = m;
  s->has_ground = s->has_edge = 0;
  s->sides = NULL;
  s->part = m->last_ground_part;
  if (m->has_last_ground) (void)take_touched(s, &m->last_ground);
  return s->has_ground;
}

static void visit_all(ground_search *s, int (*take)(void *user, const collide_place *at)) {
  const move_body *here = move_here(s->m);
  int i, count = move_parts(here);
  for (i = 0; i < count; i++) {
    s->part = here->group == NULL ? 0 : i + 1;
    visit_near(s->m, move_part(here, i), get_ground_reach(s->m), take, s);
  }
}

/* Finds the ground that the body touches. If there is none, writes its other contacts to *sides.
 * Level faces are tested first: they are few, and no ground faces up more. */
static int find_touched_ground(move_state *m, move_contacts *sides, ground_search *s) {
  if (touches_last_ground(m, s)) return 1;
  visit_all(s, take_level);
  if (s->has_ground) return 1;
  s->sides = sides;
  if (sides != NULL) sides->count = 0;
  visit_all(s, take_touched);
  return s->has_ground;
}

/* Returns 1 if the body lies in a narrow gap, and cannot fall: between two edges, or between an
 * edge and a wall. */
static int is_in_gap(const move_state *m, const ground_search *s) {
  double down[3], d[3], width = ci_move_get_width(move_here(m));
  move_rule rule;
  if (!s->has_edge || s->sides->count < 2 || !(width < HUGE_VAL)) return 0;
  vector_scale(-width, m->up, down);
  rule = ci_move_rule(m, down);
  ci_move_choose(&rule, s->sides, down, d);
  return !(vector_length(d) > 1e-9 * width);
}

/* Where a body stands. */
typedef enum standing { STANDING_NOWHERE, STANDING_ON_GROUND, STANDING_ON_EDGE } standing;

/* Finds where the body stands. Clears m->contacts. */
static standing find_standing(move_state *m, collide_target_sweep *found) {
  ground_search s;
  standing where = STANDING_NOWHERE;
  if (find_touched_ground(m, &m->contacts, &s)) {
    *found = s.ground;
    where = STANDING_ON_GROUND;
  } else if (ci_move_find_hold(m, found)) {
    where = STANDING_ON_EDGE;
  } else if (is_in_gap(m, &s)) {
    *found = s.edge;
    where = STANDING_ON_GROUND;
  }
  m->contacts.count = 0;
  return where;
}

/* Finds walkable ground on which the body stands. */
static standing find_ground(move_state *m, collide_target_sweep *found) {
  int64_t before = move_probe_begin(m);
  collide_move_hit hit;
  standing is_found;
  while ((is_found = find_standing(m, found)) != STANDING_NOWHERE && m->may_pass &&
         !move_is_exhausted(m)) {
    double down[3];
    vector_negate(m->up, down);
    if (ci_move_get_response(m, found, down, &hit) != COLLIDE_RESPOND_PASS) break;
  }
  move_probe_end(m, before);
  return is_found;
}

/* Writes the point where the body touches its ground, and the t_exit of a fall by `distance`. */
static void finish_ground(const move_state *m, double distance, collide_target_sweep *ground) {
  const collide_shape *part = move_part_of(move_here(m), ground);
  cell_shape room;
  const collide_shape *fixed = ci_move_get_shape(&ground->at, 0, &room);
  int flags = COLLIDE_SKIP_TOUCHING | (m->dimensions == 3 ? SPACE_EARLY : 0);
  collide_sweep_hit hit;
  double down[3], on_part[3], n[3];
  memcpy(n, ground->hit.normal, sizeof n);
  vector_scale(-distance, m->up, down);
  if (m->options->skips_exit) flags |= COLLIDE_SKIP_EXIT;
  if (collide_shapecast(part, down, fixed, flags, &hit) == 1)
    ground->hit = hit;
  else
    ci_pair_distance(part, fixed, on_part, ground->hit.point);
  ground->hit.t = 0;
  memcpy(ground->hit.normal, n, sizeof n);
}

void ci_move_shorten(move_state *m, double d[3]) {
  ground_search s;
  double level[3], rise = vector_dot(d, m->up), length, facing;
  const double *n = s.ground.hit.normal;
  if (!m->options->along_slope || !m->keeps_level || !find_touched_ground(m, NULL, &s)) return;
  memcpy(level, d, sizeof level);
  vector_add(level, -rise, m->up);
  length = vector_length(level);
  facing = vector_dot(n, m->up);
  if (!(length > 0) || !(facing > 0)) return;
  rise = vector_dot(n, level) / facing; /* of the slope, along d */
  vector_scale(length / sqrt(length * length + rise * rise), d, d);
}

int ci_move_had_ground(move_state *m) {
  double here[3];
  collide_target_sweep found;
  int was_probing = m->is_probing;
  if (m->had_ground || m->has_tested_start) return m->had_ground;
  memcpy(here, m->position, sizeof here);
  m->has_tested_start = m->is_probing = 1;
  ci_move_put(m, m->origin);
  m->had_ground = find_ground(m, &found) != STANDING_NOWHERE;
  ci_move_put(m, here);
  m->is_probing = was_probing;
  return m->had_ground;
}

/* ---- Snapping -------------------------------------------------------------------------------- */

/* Makes this obstacle the first place that the search for ground tests. */
static void set_first_candidate(move_state *m, const collide_target_sweep *met) {
  m->has_last_ground = 1;
  m->last_ground = met->at;
  m->last_ground_part = met->mover_part;
}

/* Moves down by `down` to an obstacle, and finds the ground there. */
static standing move_down_to(move_state *m, const double down[3], const collide_target_sweep *met,
                             collide_target_sweep *found) {
  ci_move_advance(m, down, met->hit.t, met);
  set_first_candidate(m, met);
  return find_ground(m, found);
}

/* The distance from a sole down to a walkable face of a place, or -1. */
static double find_drop(const move_state *m, const move_sole *sole, double reach,
                        const collide_place *at) {
  double down[3], least = -1;
  int i, shapes = ci_move_count_shapes(at);
  vector_scale(-reach, m->up, down);
  for (i = 0; i < shapes; i++) {
    cell_shape room;
    const collide_shape *fixed = ci_move_get_shape(at, i, &room);
    collide_sweep_hit hit;
    if (collide_shapecast(&sole->shape, down, fixed, COLLIDE_SKIP_EXIT, &hit) != 1) continue;
    if (hit.inside || !ci_move_is_walkable(m, hit.normal)) continue;
    if (least < 0 || hit.t * reach < least) least = hit.t * reach;
  }
  if (least >= 0 && fabs(sole->foot - least - ci_move_find_top(at, m->up)) <= 1e-6 * sole->width &&
      ci_move_has_level_face(m, at))
    return sole->foot - ci_move_find_top(at, m->up);
  return least;
}

/* Moves a sole down to the first walkable face that ends at the edge of a step. Returns the
 * distance, or -1. */
static double find_step_below(move_state *m, double reach) {
  static const double none[3] = {0, 0, 0};
  const move_body *here = move_here(m);
  int i, k, count = move_parts(here);
  double foot = find_foot(m), near = ci_move_get_tolerance(m, 1), best = -1, edge[3];
  for (i = 0; i < count; i++) {
    move_sole sole;
    move_under under;
    if (!ci_move_make_sole(m, move_part(here, i), 0, &sole) || sole.is_flat ||
        sole.foot > foot + near)
      continue;
    ci_move_find_under(m, &sole, none, -reach, -near, -near, &under);
    for (k = 0; k < under.count; k++) {
      const collide_place *at = &under.list[k].at;
      double distance = find_drop(m, &sole, reach, at);
      if (!(distance > near) || (best >= 0 && distance >= best) || is_open(m, at, m->up)) continue;
      if (ci_move_is_step_edge(m, at, &sole, -distance, edge)) best = distance;
    }
  }
  return best;
}

/* Returns 1 if a part of the body has no flat bottom. */
static int has_round_bottom(const move_state *m) {
  const move_body *here = move_here(m);
  int i, count = move_parts(here);
  for (i = 0; i < count; i++) {
    move_sole sole;
    if (ci_move_make_sole(m, move_part(here, i), 0, &sole) && !sole.is_flat) return 1;
  }
  return 0;
}

/* Moves the body from `from` down to the edge of a step that its sole meets within `reach`. Without
 * such an edge the body stays where it is. */
static void snap_to_step(move_state *m, const double from[3], double reach, standing *where,
                         collide_target_sweep *found) {
  double to[3], step;
  memcpy(to, m->position, sizeof to);
  ci_move_put(m, from);
  step = find_step_below(m, reach);
  if (step >= 0 && !ci_move_had_ground(m)) step = -1;
  if (step >= 0) {
    memcpy(to, from, sizeof to);
    vector_add(to, -step, m->up);
  }
  ci_move_put(m, to);
  if (step >= 0) *where = find_ground(m, found);
}

/* Moves the body down to the obstacle *met, or to the edge of a step above it. met is NULL if the
 * cast found none. If there is no ground, the body returns. */
static standing snap(move_state *m, const double down[3], const collide_target_sweep *met,
                     collide_target_sweep *found) {
  double from[3], moved[3], reach = vector_length(down);
  standing where = STANDING_NOWHERE;
  memcpy(from, m->position, sizeof from);
  if (met != NULL) {
    where = move_down_to(m, down, met, found);
    vector_minus(from, m->position, moved);
    reach = vector_dot(moved, m->up);
  }
  if (reach > get_ground_reach(m) && has_round_bottom(m))
    snap_to_step(m, from, reach, &where, found);
  if (where == STANDING_NOWHERE)
    ci_move_put(m, from);
  else
    ci_move_settle(m, MOVE_PUSHES);
  return where;
}

/* Finds the ground on which the body stands, or snaps down to it. */
static standing find_or_snap_to_ground(move_state *m, collide_target_sweep *found) {
  int64_t before = move_probe_begin(m);
  standing where = find_ground(m, found);
  double down[3];
  move_rule rule;
  move_met met;
  int is_met;
  if (where != STANDING_NOWHERE || !snaps(m)) return where;
  vector_scale(-(get_ground_reach(m) + m->options->snap), m->up, down);
  rule = ci_move_rule(m, down);
  is_met = ci_move_cast_through(m, down, &rule, &met);
  if (!is_met || met.contact < 0) where = snap(m, down, is_met ? &met.found : NULL, found);
  if (where == STANDING_NOWHERE) move_probe_end(m, before);
  return where;
}

void ci_move_finish_walk(move_state *m) {
  collide_move_result *r = m->result;
  collide_target_sweep found;
  double width = ci_move_get_width(move_here(m));
  standing where;
  int i;
  if (!m->options->has_up) return;
  m->is_probing = 1;
  where = find_or_snap_to_ground(m, &found);
  if (where == STANDING_NOWHERE) return;
  if (where == STANDING_ON_GROUND) finish_ground(m, m->options->snap + width * 0.0625, &found);
  r->has_ground = 1;
  r->ground.hit = found.hit;
  r->ground.at = found.at;
  r->ground.mover_part = found.mover_part;
  for (i = 0; i < 3; i++) r->ground.position[i] = m->position[i] + 0.0;
  r->ground.response = COLLIDE_RESPOND_SLIDE;
}
