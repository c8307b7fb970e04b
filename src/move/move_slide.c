/* SPDX-License-Identifier: MIT
 *
 * The plane solver and the slide. The solver finds the displacement that is nearest to the desired
 * one and that all contacts permit. The slide moves the body along such displacements, in legs.
 */
#include "../number/vector.h"
#include "move.h"
#include "move_contact.h"
#include "move_sole.h"

#include <string.h>

/* ---- The plane solver ------------------------------------------------------------------------ */

/* Each contact permits the displacements that do not enter one of its planes. The nearest permitted
 * displacement is one of these: the desired one, its projection onto a plane, in space its
 * projection onto the line of two planes, or 0. So each of them is tried, and the nearest that all
 * contacts permit is taken. Equally near ones are ordered by their components, so the order of the
 * members does not matter.
 *
 * A walking body keeps the level part of its displacement on walkable ground. So there the level
 * parts are compared first, and then the parts along `up`. The candidates include projections along
 * `up`. A rise that is steeper than walkable ground is not permitted. */

enum { MOST_PLANES = 64 };

/* spec/move breaks these. */
#ifndef MOVE_LINES
#define MOVE_LINES 1 /* in space the line of two planes is tried */
#endif
#ifndef MOVE_NEAREST
#define MOVE_NEAREST 1 /* the nearest displacement is taken, not the first */
#endif

/* Lengths that differ by less than this part of the desired displacement are equal. */
#define EQUAL 1e-9
/* A rise along a normal that is smaller than this is level. */
#define LEVEL 1e-9

typedef struct chooser {
  const move_rule *rule;
  const move_contacts *contacts;
  double desired[3], length; /* |desired| */
  double level[3], rise;     /* its parts across `up` and along it */
  double steepest;           /* the greatest rise of a unit of level displacement */
  int keeps_level;
  int count;
  double planes[MOST_PLANES][3]; /* in the order of their components */
  int is_found;
  double best[3], distance, rise_distance;
} chooser;

/* ---- What a contact permits ------------------------------------------------------------------ */

/* The level part of the normal of steep ground or a wall, with unit length. Returns 0 for other
 * normals. */
static int find_side(const move_rule *rule, const double n[3], double side[3]) {
  double facing = vector_dot(n, rule->up);
  if (!(facing > -LEVEL) || facing >= rule->walkable) return 0;
  memcpy(side, n, 3 * sizeof *side);
  vector_add(side, -facing, rule->up);
  return ci_vector_unit(side, side);
}

static int is_steep(const move_rule *rule, const double n[3]) {
  double facing = vector_dot(n, rule->up);
  return facing > LEVEL && facing < rule->walkable;
}

static int normal_permits(const move_rule *rule, const double n[3], const double d[3],
                          double slack) {
  double wall[3];
  if (vector_dot(n, d) < -slack) return 0;
  return !rule->walks || !is_steep(rule, n) || !find_side(rule, n, wall) ||
         vector_dot(wall, d) >= -slack;
}

/* At least the rounding of n . d for a projection d: 2^-50. */
#define LEAST_SLACK 8.8817841970012523e-16

static double get_slack(const move_rule *rule, const move_contact *c, const double d[3]) {
  double part = c->tolerance * rule->per_length;
  if (!(part > LEAST_SLACK)) part = LEAST_SLACK;
  return (part < MOVE_MOST_SLACK ? part : MOVE_MOST_SLACK) * vector_length(d);
}

int ci_move_normal_permits(const move_rule *rule, const move_contact *c, int i, const double d[3]) {
  return normal_permits(rule, c->normals[i], d, get_slack(rule, c, d));
}

int ci_move_permits(const move_rule *rule, const move_contact *c, const double d[3]) {
  double slack = get_slack(rule, c, d);
  int i;
  for (i = 0; i < c->count; i++)
    if (normal_permits(rule, c->normals[i], d, slack)) return 1;
  return 0;
}

static int all_permit(const chooser *s, const double d[3]) {
  int i;
  for (i = 0; i < s->contacts->count; i++)
    if (s->contacts->list[i].blocks && !ci_move_permits(s->rule, &s->contacts->list[i], d))
      return 0;
  return 1;
}

/* ---- Planes ---------------------------------------------------------------------------------- */

static int compare(const double p[3], const double q[3]) {
  int i;
  for (i = 0; i < 3; i++)
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  return 0;
}

/* Planes with equal bits count once. */
static void add_plane(chooser *s, const double n[3]) {
  int i, k;
  for (i = 0; i < s->count && compare(s->planes[i], n) < 0; i++) continue;
  if ((i < s->count && compare(s->planes[i], n) == 0) || s->count == MOST_PLANES) return;
  for (k = s->count++; k > i; k--) memcpy(s->planes[k], s->planes[k - 1], sizeof s->planes[k]);
  memcpy(s->planes[i], n, sizeof s->planes[i]);
}

static void collect_planes(chooser *s) {
  int i, k;
  s->count = 0;
  for (i = 0; i < s->contacts->count; i++) {
    const move_contact *c = &s->contacts->list[i];
    for (k = 0; c->blocks && k < c->count; k++) {
      double wall[3];
      add_plane(s, c->normals[k]);
      if (!s->rule->walks) continue;
      if (is_steep(s->rule, c->normals[k]) && find_side(s->rule, c->normals[k], wall))
        add_plane(s, wall);
      if (vector_dot(c->normals[k], s->rule->up) >= s->rule->walkable)
        s->keeps_level = s->rule->keeps_level;
    }
  }
}

/* ---- Candidates ------------------------------------------------------------------------------ */

static void split(const chooser *s, const double d[3], double level[3], double *rise) {
  *rise = vector_dot(d, s->rule->up);
  memcpy(level, d, 3 * sizeof *level);
  vector_add(level, -*rise, s->rule->up);
}

static void take(chooser *s, const double d[3], double distance, double rise_distance) {
  memcpy(s->best, d, sizeof s->best);
  s->distance = distance;
  s->rise_distance = rise_distance;
  s->is_found = 1;
}

/* On walkable ground: the nearest level part, then the nearest rise. Of equal ones the higher is
 * taken: it follows the face, and not the normal at an edge that differs by rounding. */
static int is_better_level(const chooser *s, double distance, double rise) {
  double near = EQUAL * s->length, rise_distance = fabs(rise - s->rise);
  if (!s->is_found || distance < s->distance - near) return 1;
  if (distance > s->distance + near || rise_distance > s->rise_distance + near) return 0;
  return rise_distance < s->rise_distance - near || rise > vector_dot(s->best, s->rule->up);
}

static void offer_level(chooser *s, const double d[3]) {
  double level[3], rise, distance, off[3];
  split(s, d, level, &rise);
  if (rise > s->steepest * vector_length(level) + (s->rise > 0 ? s->rise : 0) + EQUAL * s->length)
    return;
  vector_minus(level, s->level, off);
  distance = vector_length(off);
  if (is_better_level(s, distance, rise) && all_permit(s, d))
    take(s, d, distance, fabs(rise - s->rise));
}

static void offer(chooser *s, const double d[3]) {
  double off[3], distance;
  if (!MOVE_NEAREST && s->is_found && vector_dot(s->best, s->best) > 0) return;
  if (s->keeps_level) {
    offer_level(s, d);
    return;
  }
  vector_minus(d, s->desired, off);
  distance = vector_length(off);
  if (s->is_found && distance > s->distance) return;
  if (s->is_found && distance == s->distance && compare(d, s->best) >= 0) return;
  if (all_permit(s, d)) take(s, d, distance, 0);
}

/* Removes the part of d along n. The second time removes the rounding of the first. */
static void flatten(double d[3], const double n[3]) {
  vector_add(d, -vector_dot(d, n), n);
  vector_add(d, -vector_dot(d, n), n);
}

/* Moves d along `up` onto the plane with normal n. */
static void drop_along_up(const chooser *s, double d[3], const double n[3]) {
  double facing = vector_dot(n, s->rule->up);
  vector_add(d, -vector_dot(n, d) / facing, s->rule->up);
  vector_add(d, -vector_dot(n, d) / facing, s->rule->up);
}

static void offer_plane(chooser *s, const double n[3]) {
  double d[3], facing;
  memcpy(d, s->desired, sizeof d);
  flatten(d, n);
  offer(s, d);
  if (!s->keeps_level) return;
  facing = vector_dot(n, s->rule->up);
  if (facing < s->rule->walkable && !(facing < -LEVEL)) return;
  memcpy(d, s->desired, sizeof d);
  drop_along_up(s, d, n);
  offer(s, d);
  memcpy(d, s->level, sizeof d);
  drop_along_up(s, d, n);
  if (vector_dot(d, s->rule->up) > s->rise) offer(s, d);
}

static void offer_line(chooser *s, const double p[3], const double q[3]) {
  double u[3], d[3], level[3], rise, square;
  int i;
  vector_cross(p, q, u);
  if (vector_dot(u, u) < MOVE_PARALLEL * MOVE_PARALLEL || !ci_vector_unit(u, u)) return;
  for (i = 0; i < 2; i++) {
    vector_add(u, -vector_dot(u, p), p);
    vector_add(u, -vector_dot(u, q), q);
    if (!ci_vector_unit(u, u)) return;
  }
  vector_scale(vector_dot(u, s->desired), u, d);
  offer(s, d);
  if (!s->keeps_level) return;
  split(s, u, level, &rise);
  square = vector_dot(level, level);
  if (!(square > 1e-6)) return;
  vector_scale(vector_dot(level, s->level) / square, u, d);
  offer(s, d);
}

static void offer_all(chooser *s) {
  static const double none[3] = {0, 0, 0};
  int i, k;
  s->is_found = 0;
  offer(s, s->desired);
  offer(s, none);
  for (i = 0; i < s->count; i++) offer_plane(s, s->planes[i]);
  for (i = 0; MOVE_LINES && s->rule->dimensions == 3 && i < s->count; i++)
    for (k = i + 1; k < s->count; k++) offer_line(s, s->planes[i], s->planes[k]);
}

/* ---- The desired displacement ---------------------------------------------------------------- */

static void set_desired(chooser *s, const double desired[3]) {
  memcpy(s->desired, desired, sizeof s->desired);
  s->length = vector_length(desired);
  if (s->rule->walks) split(s, desired, s->level, &s->rise);
}

/* The sides of contacts that are steep ground or walls, whichever of their normals counts. */
typedef struct wall_list {
  int count;
  struct {
    const move_contact *of;
    double normal[3];
  } list[MOST_PLANES];
} wall_list;

/* Returns 0 if no steep ground opposes the level part. */
static int collect_walls(const chooser *s, wall_list *walls) {
  double side[3];
  int i, k, is_opposed = 0;
  walls->count = 0;
  for (i = 0; i < s->contacts->count; i++) {
    const move_contact *c = &s->contacts->list[i];
    double slack = get_slack(s->rule, c, s->level);
    int from = walls->count, opposes = 0, permits = 0;
    for (k = 0; c->blocks && k < c->count; k++) {
      if (!find_side(s->rule, c->normals[k], side)) break;
      if (vector_dot(side, s->level) >= -slack)
        permits = 1;
      else if (is_steep(s->rule, c->normals[k]))
        opposes = 1;
      if (walls->count == MOST_PLANES) continue;
      walls->list[walls->count].of = c;
      memcpy(walls->list[walls->count++].normal, side, sizeof side);
    }
    if (k < c->count)
      walls->count = from;
    else
      is_opposed |= opposes && !permits;
  }
  return is_opposed;
}

/* Returns 1 if one wall of each contact permits d. */
static int walls_permit(const chooser *s, const wall_list *walls, const double d[3]) {
  int i = 0;
  while (i < walls->count) {
    const move_contact *c = walls->list[i].of;
    int is_permitted = 0;
    for (; i < walls->count && walls->list[i].of == c; i++)
      is_permitted |= vector_dot(walls->list[i].normal, d) >= -EQUAL * s->length;
    if (!is_permitted) return 0;
  }
  return 1;
}

/* A body that is pushed against steep ground slides down along it, and not up. So first the level
 * part is clipped at the walls. */
static void clip_at_walls(chooser *s) {
  double best[3] = {0, 0, 0}, d[3], off[3], desired[3];
  double least = vector_dot(s->level, s->level), square;
  wall_list walls;
  int i;
  if (!collect_walls(s, &walls)) return;
  for (i = 0; i < walls.count; i++) {
    memcpy(d, s->level, sizeof d);
    flatten(d, walls.list[i].normal);
    vector_minus(d, s->level, off);
    square = vector_dot(off, off);
    if (!(square < least) || !walls_permit(s, &walls, d)) continue;
    least = square;
    memcpy(best, d, sizeof best);
  }
  memcpy(desired, best, sizeof desired);
  vector_add(desired, s->rise, s->rule->up);
  set_desired(s, desired);
}

void ci_move_choose(const move_rule *rule, const move_contacts *contacts, const double desired[3],
                    double d[3]) {
  chooser s;
  s.rule = rule;
  s.contacts = contacts;
  s.keeps_level = 0;
  set_desired(&s, desired);
  collect_planes(&s);
  if (rule->walks) {
    double square = 1 / (rule->walkable * rule->walkable) - 1;
    s.steepest = square > 0 ? sqrt(square) * (1 + 1e-6) : 0;
    if (!s.keeps_level) clip_at_walls(&s);
  }
  offer_all(&s);
  memcpy(d, s.best, sizeof s.best);
}

/* ---- The slide ------------------------------------------------------------------------------- */

/* Each leg follows the displacement that is nearest to the rest of the desired one and that all
 * contacts permit. A cast finds the first obstacle on the way. A contact that permits the leg is no
 * obstacle: one of its normals proves that the leg does not enter it (move_contact.c). A contact
 * that does not permit it limits the leg, and the leg is chosen again. Another obstacle ends the
 * leg, and is a contact of the next one.  So contacts are found only when a leg enters them. The
 * permitted displacements only become fewer with each contact. So the first displacement that
 * enters no contact is the nearest that all contacts permit. */

/* After FEW_LEGS legs, obstacles of earlier legs that are near count as contacts. Otherwise the
 * legs along a curved obstacle would become shorter and shorter. */
enum { FEW_LEGS = 8, MOST_LEGS = 32, MOST_HANDLED = 32 };
#define NEAR 9.5367431640625e-07 /* 2^-20 of the width */

/* A displacement shorter than this part of the desired one is rounding: 2^-44. */
#define SHORTEST 5.6843418860808015e-14

/* An obstacle that the body slides along. */
typedef struct handled_place {
  collide_place at;
  int mover_part;
  double normal[3];
} handled_place;

typedef struct slide {
  move_state *m;
  double desired[3];   /* the displacement of the call, or the rest of it after a bounce */
  double left;         /* the part of it that is left */
  double d[3];         /* the displacement of this leg */
  double fraction;     /* of what is left that it uses: below 1 if the leg ends early */
  int is_new;          /* the body has bounced just now */
  int has_tested_hold; /* at this position */
  int turns, legs, count;
  handled_place handled[MOST_HANDLED];
} slide;

/* OUTCOME_SLIDE: the next displacement is chosen. OUTCOME_PASS: it is known. */
typedef enum outcome { OUTCOME_SLIDE, OUTCOME_PASS, OUTCOME_END } outcome;

static void get_rest(const slide *s, double rest[3]) {
  vector_scale(s->left, s->desired, rest);
}

static void set_remainder(const slide *s) {
  get_rest(s, s->m->result->remainder);
}

static void start(slide *s, const double desired[3]) {
  memcpy(s->desired, desired, sizeof s->desired);
  memcpy(s->d, desired, sizeof s->d);
  s->left = s->fraction = 1;
  s->count = 0;
  s->is_new = 1;
}

/* ---- The displacement of a leg --------------------------------------------------------------- */

/* Ends the leg where the foot of the body is as high as the obstacle, if the body rolls over an
 * edge. The normal of such a contact turns on the way, so the plane of the contact leads too high.
 */
static void limit_rise(slide *s) {
  move_state *m = s->m;
  double rise = vector_dot(s->d, m->up), near = ci_move_get_tolerance(m, 1), foot, unused;
  int i;
  for (i = 0; rise > 0 && i < m->contacts.count; i++) {
    const move_contact *c = &m->contacts.list[i];
    double height;
    if (!c->blocks || c->shape < 0 || !ci_move_is_ground(m, c) || ci_move_is_on_face(m, c))
      continue;
    collide_project(move_part(move_here(m), c->mover_part > 0 ? c->mover_part - 1 : 0), m->up,
                    &foot, &unused);
    height = ci_move_find_top(&c->at, m->up) - foot;
    if (height > near && height < s->fraction * rise) s->fraction = height / rise;
  }
  vector_scale(s->fraction, s->d, s->d);
}

/* Returns 0 if no displacement is permitted. Lengths are multiplied by a power of two, so that
 * products neither overflow nor vanish. */
static int choose(slide *s) {
  double rest[3], most = 0;
  move_rule rule;
  int i, exponent;
  get_rest(s, rest);
  for (i = 0; i < 3; i++)
    if (fabs(rest[i]) > most) most = fabs(rest[i]);
  (void)frexp(most, &exponent);
  rule = ci_move_rule(s->m, rest);
  for (i = 0; i < 3; i++) rest[i] = ldexp(rest[i], -exponent);
  ci_move_choose(&rule, &s->m->contacts, rest, s->d);
  if (!(move_length(s->d) > SHORTEST * move_length(rest))) return 0;
  for (i = 0; i < 3; i++) s->d[i] = ldexp(s->d[i], exponent);
  ci_move_shorten(s->m, s->d);
  s->fraction = 1;
  if (rule.walks && rule.keeps_level) limit_rise(s);
  return 1;
}

/* ---- Responses ------------------------------------------------------------------------------- */

static int find_handled(const slide *s, const collide_place *at, int mover_part) {
  int i;
  for (i = 0; i < s->count; i++)
    if (s->handled[i].mover_part == mover_part && ci_move_is_same_place(&s->handled[i].at, at))
      break;
  return i;
}

/* The last entry is replaced if there is no room. */
static void record_handled(slide *s, const collide_target_sweep *met) {
  handled_place *to = &s->handled[s->count < MOST_HANDLED ? s->count++ : MOST_HANDLED - 1];
  to->at = met->at;
  to->mover_part = met->mover_part;
  memcpy(to->normal, met->hit.normal, sizeof to->normal);
}

/* Writes v with its component along n, if v is against n, multiplied by minus `bounciness`. */
static void reflect(const double v[3], const double n[3], double bounciness, double out[3]) {
  double into = vector_dot(n, v);
  int i;
  if (into < 0) into *= 1 + bounciness;
  for (i = 0; i < 3; i++) out[i] = into < 0 ? v[i] - into * n[i] : v[i];
}

/* Returns 1 if the body bounces. The rest of the desired displacement is reflected, or that of the
 * leg if only the leg enters the obstacle. Without bounciness the body slides. */
static int bounce(slide *s, const collide_move_hit *hit) {
  const collide_move_options *o = s->m->options;
  double bounciness = o->get_bounciness != NULL ? o->get_bounciness(o->user, hit) : o->bounciness;
  double *direction = s->m->result->direction, rest[3];
  reflect(direction, hit->hit.normal, bounciness, direction);
  s->m->result->bounces++;
  if (!(1 + bounciness > 1)) return 0;
  get_rest(s, rest);
  reflect(vector_dot(rest, hit->hit.normal) < 0 ? rest : s->d, hit->hit.normal, bounciness, rest);
  start(s, rest);
  s->m->contacts.count = 0;
  s->turns++;
  return 1;
}

/* Gets the response to an obstacle, once, and applies it. OUTCOME_SLIDE: the obstacle limits the
 * next displacement. */
static outcome apply_response(slide *s, const collide_target_sweep *met) {
  collide_move_hit hit;
  if (find_handled(s, &met->at, met->mover_part) < s->count) return OUTCOME_SLIDE;
  if (s->turns >= s->m->options->iterations) return OUTCOME_END;
  switch (ci_move_get_response(s->m, met, NULL, &hit)) {
  case COLLIDE_RESPOND_PASS:
    return OUTCOME_PASS;
  case COLLIDE_RESPOND_STOP:
    return OUTCOME_END;
  case COLLIDE_RESPOND_BOUNCE:
    if (bounce(s, &hit)) return OUTCOME_PASS;
    break;
  default:
    break;
  }
  record_handled(s, met);
  s->turns++;
  return OUTCOME_SLIDE;
}

/* ---- Legs ------------------------------------------------------------------------------------ */

static void block(move_contact *c) {
  if (c != NULL) c->blocks = 1;
}

/* After a leg: keeps the contacts that limited it, and that the body still touches. */
static void keep_contacts(move_state *m, const move_contacts *before) {
  int i;
  for (i = 0; i < before->count; i++) {
    const move_contact *old = &before->list[i];
    if (old->blocks && old->shape >= 0)
      block(ci_move_touch(m, &old->at, old->mover_part, old->shape, old->nearest, 0));
  }
}

/* Obstacles of earlier legs that are near count as contacts. */
static void add_near_places(slide *s) {
  const move_body *here = move_here(s->m);
  double width = ci_move_get_width(here);
  int i, k;
  if (s->legs < FEW_LEGS) return;
  for (i = 0; i < s->count; i++) {
    const handled_place *h = &s->handled[i];
    int shapes = ci_move_count_shapes(&h->at);
    for (k = 0; k < shapes; k++)
      block(ci_move_touch(s->m, &h->at, h->mover_part, k, h->normal, NEAR * width));
  }
}

/* The part of the leg that the body has moved since `from`, at most t. In space the body stops
 * short of the contact. */
static double find_part(const slide *s, const double from[3], double t) {
  double delta[3], part;
  if (s->m->dimensions == 2) return t;
  vector_minus(s->m->position, from, delta);
  part = vector_dot(delta, s->d) / vector_dot(s->d, s->d);
  return part > 0 ? (part < t ? part : t) : 0;
}

/* A body stops at most this far before an obstacle, as a multiple of the tolerance: a cast at a
 * curved shape may end early. */
#define MOST_EARLY 64

/* Moves to an obstacle, and touches it. Writes the normal of the hit. Returns 0 if a normal of the
 * contact permits the rest of the leg: then the body has met an edge in a plane along which it
 * slides, and that is no hit. */
static int advance_to(slide *s, collide_target_sweep *met) {
  move_state *m = s->m;
  double from[3], part, near = MOST_EARLY * ci_move_get_tolerance(m, 1);
  int i, is_hit = 0, shapes = ci_move_count_shapes(&met->at);
  move_rule rule;
  memcpy(from, m->position, sizeof from);
  ci_move_advance(m, s->d, met->hit.t, met);
  part = find_part(s, from, met->hit.t);
  s->left *= 1 - part * s->fraction;
  vector_scale(1 - part, s->d, s->d);
  rule = ci_move_rule(m, s->d);
  for (i = 0; i < shapes; i++) {
    move_contact *c = ci_move_touch(m, &met->at, met->mover_part, i, met->hit.normal, near);
    if (c == NULL || ci_move_permits(&rule, c, s->d)) continue;
    c->blocks = is_hit = 1;
    ci_move_show_face(m, c, met);
  }
  return is_hit;
}

/* Handles a contact that does not permit the leg. */
static outcome handle_contact(slide *s, move_met *met) {
  outcome then;
  ci_move_finish_hit(s->m, s->d, &met->found);
  met->found.hit.t = 0;
  ci_move_show_face(s->m, &s->m->contacts.list[met->contact], &met->found);
  then = apply_response(s, &met->found);
  if (then == OUTCOME_SLIDE) block(&s->m->contacts.list[met->contact]);
  return then;
}

/* Handles an obstacle that is farther away. The leg to a passed obstacle goes on. */
static outcome handle_obstacle(slide *s, move_met *met) {
  move_state *m = s->m;
  move_contacts before;
  double from[3], d[3], left = s->left;
  outcome then = OUTCOME_PASS;
  int is_hit;
  move_copy_contacts(&m->contacts, &before);
  memcpy(from, m->position, sizeof from);
  memcpy(d, s->d, sizeof d);
  ci_move_finish_hit(m, s->d, &met->found);
  is_hit = advance_to(s, &met->found);
  s->has_tested_hold = 0;
  if (is_hit) then = apply_response(s, &met->found);
  if (is_hit && then == OUTCOME_PASS && !s->is_new) {
    s->left = left;
    memcpy(s->d, d, sizeof d);
    ci_move_put(m, from);
    move_copy_contacts(&before, &m->contacts);
    return then;
  }
  if (then == OUTCOME_END || s->is_new) return then;
  keep_contacts(m, &before);
  s->legs++;
  add_near_places(s);
  return then;
}

/* ---- Walking --------------------------------------------------------------------------------- */

/* Returns the index of walkable ground that limits the displacement, or -1. */
static int find_ground(const move_state *m) {
  int i;
  for (i = 0; i < m->contacts.count; i++)
    if (m->contacts.list[i].blocks && ci_move_is_ground(m, &m->contacts.list[i])) return i;
  return -1;
}

static void note_ground(move_state *m) {
  int i = find_ground(m);
  if (i < 0) return;
  m->had_ground = m->has_last_ground = 1;
  m->last_ground = m->contacts.list[i].at;
  m->last_ground_part = m->contacts.list[i].mover_part;
}

/* Returns 1 if the leg follows ground, and does not sink below the walkable face that the body
 * touches. A chamfer permits that at the edge of the face. */
static int follows_ground(const slide *s) {
  const move_state *m = s->m;
  int i, ground = find_ground(m);
  const move_contact *c = &m->contacts.list[ground < 0 ? 0 : ground];
  double most = MOVE_MOST_SLACK * vector_length(s->d);
  if (ground < 0) return 0;
  for (i = 0; i < c->count; i++)
    if (vector_dot(c->normals[i], s->d) < -most && ci_move_is_walkable(m, c->normals[i]) &&
        ci_move_has_face(&c->at, c->normals[i]))
      return 0;
  return 1;
}

/* A body that would sink over the edge of a step is held. Adds the contact. */
static int is_held(slide *s, move_met *met) {
  move_state *m = s->m;
  move_contact *c = &m->contacts.list[m->contacts.count];
  if (!m->options->has_up || !m->keeps_level || s->has_tested_hold) return 0;
  if (!(vector_dot(s->d, m->up) < 0) || follows_ground(s)) return 0;
  s->has_tested_hold = 1;
  if (m->contacts.count == MOVE_CONTACTS || !ci_move_find_hold(m, &met->found)) return 0;
  c->at = met->found.at;
  c->mover_part = met->found.mover_part;
  c->shape = -1;
  c->blocks = 0;
  c->tolerance = MOVE_SLACK * ci_move_get_tolerance(m, 1);
  c->separation = 0;
  c->count = 1;
  memcpy(c->nearest, met->found.hit.normal, sizeof c->nearest);
  memcpy(c->normals[0], c->nearest, sizeof c->nearest);
  met->contact = m->contacts.count++;
  return 1;
}

/* Returns 1 if a contact opposes the level part of the displacement. */
static int is_opposed(const slide *s, const double rest[3]) {
  const move_state *m = s->m;
  double level[3];
  move_rule rule;
  int i;
  memcpy(level, rest, sizeof level);
  vector_add(level, -vector_dot(rest, m->up), m->up);
  rule = ci_move_rule(m, level);
  for (i = 0; i < m->contacts.count; i++)
    if (m->contacts.list[i].blocks && !ci_move_permits(&rule, &m->contacts.list[i], level))
      return 1;
  return 0;
}

/* Ends the part of the displacement that leads down: on a step, and over an edge, there is ground.
 */
static void end_fall(slide *s) {
  double rise = vector_dot(s->desired, s->m->up);
  if (rise < 0) vector_add(s->desired, -rise, s->m->up);
}

/* The next leg follows the rest of the displacement. */
static void begin_leg(slide *s) {
  get_rest(s, s->d);
  ci_move_shorten(s->m, s->d);
  s->fraction = 1;
  s->has_tested_hold = 0;
  s->legs++;
}

/* Climbs a step, if one is in the way. */
static int climbs(slide *s, int moves) {
  static const double none[3] = {0, 0, 0};
  move_state *m = s->m;
  double rest[3];
  if (!m->options->has_up || !(m->options->step > 0) || !m->keeps_level) return 0;
  get_rest(s, rest);
  if (!is_opposed(s, rest)) return 0;
  if (!ci_move_try_step(m, rest, moves ? s->d : none)) return 0;
  end_fall(s);
  begin_leg(s);
  return 1;
}

static int may_go_on(const slide *s) {
  s->m->ends_early |= s->legs >= MOST_LEGS || move_is_exhausted(s->m);
  return !s->m->ends_early;
}

/* Casts along the leg. Returns 0 if the move is done. */
static int make_leg(slide *s) {
  move_state *m = s->m;
  move_rule rule = ci_move_rule(m, s->d);
  move_met met;
  outcome then;
  int is_met = ci_move_cast(m, s->d, &rule, &met), moves;
  int is_ground =
      is_met && met.contact >= 0 && ci_move_is_ground(m, &m->contacts.list[met.contact]);
  if (m->ends_early) return 0;
  if (!is_ground) is_met |= is_held(s, &met);
  if (!is_met) {
    if (!m->unsupported) ci_move_advance(m, s->d, 1, NULL);
    s->left *= 1 - s->fraction;
    if (!(s->left > 0)) return 0;
    end_fall(s);
    begin_leg(s);
    return may_go_on(s);
  }
  s->is_new = 0;
  then = met.contact >= 0 ? handle_contact(s, &met) : handle_obstacle(s, &met);
  if (then == OUTCOME_END) return 0;
  if (then == OUTCOME_SLIDE) {
    note_ground(m);
    moves = choose(s);
    if (!climbs(s, moves) && !moves) return 0;
  }
  return may_go_on(s);
}

void ci_move_slide(move_state *m, const double displacement[3]) {
  slide s;
  s.m = m;
  s.turns = s.legs = s.has_tested_hold = 0;
  if (!m->has_first) m->ends_early = 0; /* a push that left the range of numbers came back */
  memcpy(m->result->direction, displacement, sizeof m->result->direction);
  start(&s, displacement);
  ci_move_shorten(m, s.d);
  while (!move_is_zero(displacement) && make_leg(&s)) continue;
  if (move_is_exhausted(m)) m->ends_early = 1;
  set_remainder(&s);
}
