/* SPDX-License-Identifier: MIT
 *
 * Groups as targets, part by part. For groups as subjects see proximity.c.
 */
#include "proximity.h"
#include "group.h"
#include "../narrow/plane/plane.h"

/* Two shapes with separate bounds do not overlap. In space some pairs have a tolerance, which
 * ci_meet_bound includes. */
static int is_apart(const meet *m, const double low[3], const double high[3]) {
  int i;
  for (i = 0; i < m->dimensions; i++)
    if (low[i] > m->high[i] || high[i] < m->low[i])
      return m->dimensions == 2 || ci_meet_bound(m, low, high) > 0;
  return 0;
}

static int is_group_apart(const meet *m, const collide_shape_group *group) {
  double low[3], high[3];
  ci_group_bounds(group, low, high);
  return is_apart(m, low, high);
}

/* ---- Groups as targets ----------------------------------------------------------------- */

/* Makes part i a target of its own. Returns 0 if their bounds are apart. A mesh compares bounds
 * itself. */
static int take_part(const meet *m, const collide_shape_group *group, int i, collide_target *part) {
  double low[3], high[3];
  *part = collide_target_of_part(group, i);
  if (part->kind == COLLIDE_TARGET_MESH) return 1;
  collide_bounds(part->of.shape, low, high);
  return !is_apart(m, low, high);
}

static int group_overlap(const meet *m, const collide_target *t) {
  const collide_shape_group *group = t->of.group;
  int i, count = collide_group_count(group);
  if (m->dimensions != group->dimensions) return COLLIDE_UNSUPPORTED;
  if (is_group_apart(m, group)) return 0;
  for (i = 0; i < count; i++) {
    collide_target part;
    int overlap = take_part(m, group, i, &part) ? ci_meet_kind_of(&part)->overlap(m, &part) : 0;
    if (overlap != 0) return overlap;
  }
  return 0;
}

static int group_contacts(const meet *m, const collide_target *t, meet_sink *sink) {
  const collide_shape_group *group = t->of.group;
  int i, count = collide_group_count(group), found = 0;
  if (m->dimensions != group->dimensions) return COLLIDE_UNSUPPORTED;
  if (is_group_apart(m, group)) return 0;
  sink->group = t;
  for (i = 0; i < count && found == 0; i++) {
    collide_target part;
    sink->part = i + 1;
    if (take_part(m, group, i, &part)) found = ci_meet_kind_of(&part)->contacts(m, &part, sink);
  }
  sink->group = NULL;
  return found;
}

/* Gives the distance of each part to m->all. */
static int list_parts(const meet *m, const collide_target *t, double max) {
  const collide_shape_group *group = t->of.group;
  int i, count = collide_group_count(group), found = 0;
  m->all->group = t;
  for (i = 0; i < count && found != COLLIDE_UNSUPPORTED; i++) {
    collide_target part = collide_target_of_part(group, i);
    collide_nearness last;
    m->all->part = i + 1;
    found = ci_meet_kind_of(&part)->distance(m, &part, near_sink_most(m->all, max), &last);
  }
  m->all->group = NULL;
  return found == COLLIDE_UNSUPPORTED ? found : 0;
}

static int group_distance(const meet *m, const collide_target *t, double max,
                          collide_nearness *nearest) {
  const collide_shape_group *group = t->of.group;
  double low[3], high[3];
  int i, count = collide_group_count(group), found = 0;
  if (m->dimensions != group->dimensions) return COLLIDE_UNSUPPORTED;
  ci_group_bounds(group, low, high);
  if (max < HUGE_VAL && ci_meet_bound(m, low, high) > max) return 0;
  if (m->all != NULL) return list_parts(m, t, max);
  for (i = 0; i < count; i++) {
    collide_target part = collide_target_of_part(group, i);
    collide_nearness one;
    int is_near = ci_meet_kind_of(&part)->distance(m, &part, max, &one);
    if (is_near == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
    if (!is_near || (found && !(one.distance < nearest->distance))) continue;
    found = 1;
    *nearest = one;
    nearest->at.member = *t;
    nearest->at.part = i + 1;
    max = one.distance;
  }
  return found;
}

static int group_contains(const collide_target *t, const double point[3]) {
  return ci_group_contains(t->of.group, point) >= 0;
}

const meet_kind ci_meet_group = {group_overlap, group_contacts, group_distance, group_contains};
