/* SPDX-License-Identifier: MIT
 *
 * Pairs with groups, part by part: groups as targets, and groups that are asked about a target.
 */
#include "meet.h"

/* Bounds hold all of a shape: what has bounds that do not meet does not meet either. In space some
 * pairs have a tolerance, for which ci_meet_bound allows. */
static int is_apart(const meet *m, const double low[3], const double high[3]) {
  int i;
  for (i = 0; i < m->dimensions; i++)
    if (low[i] > m->high[i] || high[i] < m->low[i])
      return m->dimensions == 2 || ci_meet_bound(m, low, high) > 0;
  return 0;
}

static int is_group_apart(const meet *m, const collide_shape_group *group) {
  double low[3], high[3];
  collide_group_bounds(group, low, high);
  return is_apart(m, low, high);
}

/* ---- Groups as targets ----------------------------------------------------------------- */

static int has_test(const meet *m, const collide_target *part) {
  if (part->kind == COLLIDE_TARGET_MESH) return ci_meet_has_mesh_test(m, part->of.mesh);
  return collide_has_pair(m->shape, part->of.shape);
}

/* Part i as a target of its own. Returns 0 when it certainly does not meet the shape; whether there
 * is a test for the two must not depend on that. A mesh finds that out itself. */
static int take_part(const meet *m, const collide_shape_group *group, int i, collide_target *part) {
  double low[3], high[3];
  *part = collide_target_of_part(group, i);
  if (part->kind == COLLIDE_TARGET_MESH || !has_test(m, part)) return 1;
  collide_bounds(part->of.shape, low, high);
  return !is_apart(m, low, high);
}

/* Is there a test for the shape and every part? */
static int has_tests(const meet *m, const collide_shape_group *group) {
  int i, count = collide_group_count(group);
  for (i = 0; i < count; i++) {
    collide_target part = collide_target_of_part(group, i);
    if (!has_test(m, &part)) return 0;
  }
  return 1;
}

static int group_overlap(const meet *m, const collide_target *t) {
  const collide_shape_group *group = t->of.group;
  int i, count = collide_group_count(group);
  if (is_group_apart(m, group) && has_tests(m, group)) return 0;
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
  if (is_group_apart(m, group) && has_tests(m, group)) return 0;
  sink->group = t;
  for (i = 0; i < count && found == 0; i++) {
    collide_target part;
    sink->part = i + 1;
    if (take_part(m, group, i, &part)) found = ci_meet_kind_of(&part)->contacts(m, &part, sink);
  }
  sink->group = NULL;
  return found;
}

static int group_distance(const meet *m, const collide_target *t, double max,
                          collide_nearness *nearest) {
  const collide_shape_group *group = t->of.group;
  double low[3], high[3];
  int i, count = collide_group_count(group), found = 0;
  collide_group_bounds(group, low, high);
  if (max < HUGE_VAL && ci_meet_bound(m, low, high) > max && has_tests(m, group)) return 0;
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
  return collide_group_contains(t->of.group, point) >= 0;
}

const meet_kind ci_meet_group = {group_overlap, group_contacts, group_distance, group_contains};

/* ---- Groups that are asked ------------------------------------------------------------- */

static meet begin_part(const collide_shape_group *group, int i, int flags) {
  meet m = ci_meet_begin(collide_group_part(group, i), flags);
  m.part = i + 1;
  return m;
}

int collide_group_overlap(const collide_shape_group *group, const collide_target *target,
                          int flags) {
  int i, count = collide_group_count(group), overlap = 0;
  for (i = 0; i < count && overlap == 0; i++) {
    const collide_mesh_shape *mesh = collide_group_mesh(group, i);
    if (mesh != NULL) {
      overlap = ci_meet_mesh_overlap(mesh, target, flags);
    } else {
      meet m = begin_part(group, i, flags);
      overlap = ci_meet_overlap(&m, target);
    }
  }
  return overlap;
}

static int64_t give_all(const collide_shape_group *group, const collide_target *target, int flags,
                        meet_sink *sink) {
  int i, count = collide_group_count(group), found = 0;
  for (i = 0; i < count && found == 0; i++) {
    const collide_mesh_shape *mesh = collide_group_mesh(group, i);
    if (mesh != NULL) {
      found = ci_meet_mesh_contacts(mesh, i + 1, target, flags, sink);
    } else {
      meet m = begin_part(group, i, flags);
      found = ci_meet_contacts(&m, target, sink);
    }
  }
  if (found == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  return sink->count;
}

int collide_group_contact(const collide_shape_group *group, const collide_target *target, int flags,
                          collide_meeting *deepest) {
  collide_meeting found;
  meet_sink sink = ci_meet_deepest(&found);
  int64_t count = give_all(group, target, flags, &sink);
  if (count == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  if (count == 0) return 0;
  *deepest = found;
  return 1;
}

int64_t collide_group_contacts(const collide_shape_group *group, const collide_target *member,
                               int flags, collide_meeting *list, int64_t room) {
  meet_sink sink = ci_meet_list(list, room);
  if (member->kind == COLLIDE_TARGET_ARRAY) return 0;
  return give_all(group, member, flags, &sink);
}

int collide_group_distance(const collide_shape_group *group, const collide_target *target,
                           double max, int flags, collide_nearness *nearest) {
  collide_nearness best;
  int i, count = collide_group_count(group), found = 0;
  for (i = 0; i < count; i++) {
    const collide_mesh_shape *mesh = collide_group_mesh(group, i);
    if (mesh != NULL) {
      found = ci_meet_mesh_nearest(mesh, i + 1, target, max, flags, found, &best);
    } else {
      meet m = begin_part(group, i, flags);
      found = ci_meet_nearest(&m, target, max, found, &best);
    }
    if (found == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  }
  if (found) *nearest = best;
  return found;
}
