/* SPDX-License-Identifier: MIT
 *
 * Pairs of two targets. The subject is a shape, a group or a mesh: each of its parts is tested
 * against the other target in turn. Two grids have functions of their own.
 */
#include <string.h>

#include "group.h"
#include "world.h"
#include "proximity.h"

/* Returns 1 if subject and target are exchanged. A grid or mesh with a shape or group is always
 * tested as the target. */
static int is_mirrored(const collide_target *subject, const collide_target *target) {
  int is_last = subject->kind == COLLIDE_TARGET_GRID || subject->kind == COLLIDE_TARGET_MESH;
  return is_last && (target->kind == COLLIDE_TARGET_SHAPE || target->kind == COLLIDE_TARGET_GROUP);
}

static int part_count(const collide_target *subject) {
  if (subject->kind == COLLIDE_TARGET_GROUP) return collide_group_count(subject->of.group);
  return 1;
}

/* Begins with part i of the subject, or with the subject itself. */
static meet begin_part(const collide_target *subject, int i, int flags) {
  int is_group = subject->kind == COLLIDE_TARGET_GROUP;
  collide_target part = is_group ? collide_target_of_part(subject->of.group, i) : *subject;
  int is_mesh = part.kind == COLLIDE_TARGET_MESH;
  meet m = is_mesh ? ci_meet_begin_mesh(part.of.mesh, flags) : ci_meet_begin(part.of.shape, flags);
  if (is_group) m.part = i + 1;
  return m;
}

int collide_target_overlap(const collide_target *subject, const collide_target *target, int flags) {
  int i, count, overlap = 0;
  if (subject->kind == COLLIDE_TARGET_SHAPE && target->kind == COLLIDE_TARGET_SHAPE &&
      !(flags & COLLIDE_SKIP_TOUCHING))
    return flags & COLLIDE_TARGET_FIRST ? collide_overlap(target->of.shape, subject->of.shape)
                                        : collide_overlap(subject->of.shape, target->of.shape);
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(subject, target->of.world, flags);
    return ci_many_overlap(&q, NULL);
  }
  count = part_count(subject);
  if (is_mirrored(subject, target))
    return collide_target_overlap(target, subject, flags ^ COLLIDE_TARGET_FIRST);
  if (subject->kind == COLLIDE_TARGET_GRID) {
    if (target->kind != COLLIDE_TARGET_GRID || flags & COLLIDE_SKIP_TOUCHING)
      return COLLIDE_UNSUPPORTED;
    return ci_grids_overlap(subject->of.grid, target->of.grid);
  }
  for (i = 0; i < count && overlap == 0; i++) {
    meet m = begin_part(subject, i, flags);
    overlap = ci_meet_overlap(&m, target);
  }
  return overlap;
}

/* Returns the number of contacts, or COLLIDE_UNSUPPORTED. */
static int64_t give_contacts(const collide_target *subject, const collide_target *target, int flags,
                             meet_sink *sink) {
  int i, count = part_count(subject), found = 0;
  if (subject->kind == COLLIDE_TARGET_GRID) return COLLIDE_UNSUPPORTED;
  for (i = 0; i < count && found == 0; i++) {
    meet m = begin_part(subject, i, flags);
    found = ci_meet_contacts(&m, target, sink);
  }
  if (found == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  return sink->kept.count;
}

int collide_target_contact(const collide_target *subject, const collide_target *target, int flags,
                           collide_meeting *deepest) {
  collide_meeting found;
  meet_sink sink = ci_meet_sink(&found, 1, 1);
  int64_t count;
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(subject, target->of.world, flags);
    return ci_many_contact(&q, deepest, NULL);
  }
  count = give_contacts(subject, target, flags, &sink);
  if (count <= 0) return (int)count;
  *deepest = found;
  return 1;
}

int64_t collide_target_contacts(const collide_target *subject, const collide_target *member,
                                int flags, collide_meeting *list, int64_t room, int64_t most) {
  meet_sink sink = ci_meet_sink(list, room, most);
  if (member->kind == COLLIDE_TARGET_ARRAY) return 0;
  return give_contacts(subject, member, flags, &sink);
}

/* The distance with shape and target exchanged. It names no cell. */
static collide_nearness mirror_nearness(const collide_nearness *from,
                                        const collide_target *target) {
  collide_nearness to;
  memset(&to, 0, sizeof to);
  to.distance = from->distance;
  memcpy(to.on_shape, from->on_target, sizeof to.on_shape);
  memcpy(to.on_target, from->on_shape, sizeof to.on_target);
  to.at.member = *target;
  return to;
}

int64_t collide_target_distances(const collide_target *subject, const collide_target *member,
                                 double max, int flags, collide_nearness *list, int64_t room,
                                 int64_t most) {
  near_sink sink = ci_meet_near_sink(list, room, most);
  collide_nearness last;
  int i, count = part_count(subject);
  if (member->kind == COLLIDE_TARGET_ARRAY) return 0;
  if (subject->kind == COLLIDE_TARGET_GRID) return COLLIDE_UNSUPPORTED;
  for (i = 0; i < count; i++) {
    meet m = begin_part(subject, i, flags);
    m.all = &sink;
    if (ci_meet_kind_of(member)->distance(&m, member, near_sink_most(&sink, max), &last) ==
        COLLIDE_UNSUPPORTED)
      return COLLIDE_UNSUPPORTED;
  }
  return sink.kept.count;
}

int collide_target_distance(const collide_target *subject, const collide_target *target, double max,
                            int flags, collide_nearness *nearest) {
  collide_nearness best;
  int i, count = part_count(subject), found = 0;
  if (target->kind == COLLIDE_TARGET_WORLD) {
    many_query q = ci_many_of_world(subject, target->of.world, flags);
    return ci_many_distance(&q, max, nearest, NULL);
  }
  if (subject->kind == COLLIDE_TARGET_GRID) {
    if (target->kind == COLLIDE_TARGET_GRID)
      return ci_grids_distance(subject, target, max, nearest);
    if (!is_mirrored(subject, target)) return COLLIDE_UNSUPPORTED;
    found = collide_target_distance(target, subject, max, flags ^ COLLIDE_TARGET_FIRST, &best);
    if (found == 1) *nearest = mirror_nearness(&best, target);
    return found;
  }
  for (i = 0; i < count; i++) {
    meet m = begin_part(subject, i, flags);
    found = ci_meet_nearest(&m, target, max, found, &best);
    if (found == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  }
  if (found) *nearest = best;
  return found;
}
