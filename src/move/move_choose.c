/* SPDX-License-Identifier: MIT
 *
 * Plane solver: finds the displacement that is nearest to the desired one and that all contacts
 * permit.
 *
 * Each contact permits the displacements that do not enter one of its planes. The nearest permitted
 * displacement is one of these: the desired one, its projection onto a plane, in space its
 * projection onto the line of two planes, or 0. So each of them is tried, and the nearest that all
 * contacts permit is taken. Equally near ones are ordered by their components, so the order of the
 * members does not matter.
 *
 * A walking body keeps the level part of its displacement on walkable ground. So there the level
 * parts are compared first, and then the parts along `up`. The candidates include projections along
 * `up`. A rise that is steeper than walkable ground is not permitted.
 */
#include "move_contact.h"

#include <string.h>

#include "../number/vector.h"

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

/* ---- The desired displacement ------------------------------------------------------------------
 */

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
