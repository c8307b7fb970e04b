/* SPDX-License-Identifier: MIT
 *
 * Meshes that are parts of a group that is asked about a target. The mesh takes the target's place:
 * each shape of the target is asked about the mesh, and what is found is mirrored.
 */
#include <string.h>

#include "meet.h"

/* One shape of the target: a member, or part `part` of a member. */
typedef struct asked {
  const collide_mesh *mesh;
  int flags;
  int own;          /* which part of the asking group the mesh is, from 1 */
  meet_sink *sink;  /* where contacts go, */
  double max;       /* or for the nearest */
  int found, index; /* whether there is one, and which member is asked */
  collide_nearness *nearest;
} asked;

typedef int (*query_one)(asked *a, const collide_target *one, const collide_target *member,
                         int part);

/* Asks about each shape or mesh of the target, until an answer is not 0. */
static int query_each(asked *a, const collide_target *target, query_one ask) {
  const collide_target *members = target;
  int i, k, count = 1, answer = 0;
  if (target->kind == COLLIDE_TARGET_ARRAY) {
    count = target->count;
    members = target->of.members;
  }
  for (i = 0; i < count && answer == 0; i++) {
    const collide_target *member = &members[i];
    a->index = i;
    if (member->kind == COLLIDE_TARGET_GRID) return COLLIDE_UNSUPPORTED;
    if (member->kind == COLLIDE_TARGET_SHAPE || member->kind == COLLIDE_TARGET_MESH)
      answer = ask(a, member, member, 0);
    if (member->kind != COLLIDE_TARGET_GROUP) continue;
    for (k = 0; k < collide_group_count(member->of.group) && answer == 0; k++) {
      collide_target part = collide_target_of_part(member->of.group, k);
      answer = ask(a, &part, member, k + 1);
    }
  }
  return answer;
}

static meet begin(const asked *a, const collide_target *one) {
  return ci_meet_begin(one->of.shape, a->flags ^ COLLIDE_TARGET_FIRST);
}

static asked asked_of(const collide_mesh *mesh, int own, int flags) {
  asked a;
  memset(&a, 0, sizeof a);
  a.mesh = mesh;
  a.flags = flags;
  a.own = own;
  return a;
}

/* ---- Overlap and contacts ---------------------------------------------------------------- */

static int overlap_one(asked *a, const collide_target *one, const collide_target *member,
                       int part) {
  collide_target mesh = collide_target_of_mesh(a->mesh);
  meet m;
  (void)member;
  (void)part;
  if (one->kind == COLLIDE_TARGET_MESH) return ci_meshes_overlap(a->mesh, one->of.mesh, a->flags);
  m = begin(a, one);
  return ci_meet_mesh.overlap(&m, &mesh);
}

int ci_meet_mesh_overlap(const collide_mesh *mesh, const collide_target *target, int flags) {
  asked a = asked_of(mesh, 0, flags);
  return query_each(&a, target, overlap_one);
}

static int contacts_one(asked *a, const collide_target *one, const collide_target *member,
                        int part) {
  collide_target mesh = collide_target_of_mesh(a->mesh);
  meet m;
  int found;
  if (one->kind == COLLIDE_TARGET_MESH) return COLLIDE_UNSUPPORTED;
  m = begin(a, one);
  a->sink->index = a->index;
  a->sink->group = member;
  a->sink->part = part > 0 ? part : a->own;
  found = ci_meet_mesh.contacts(&m, &mesh, a->sink);
  a->sink->group = NULL;
  return found;
}

int ci_meet_mesh_contacts(const collide_mesh *mesh, int part, const collide_target *target,
                          int flags, meet_sink *sink) {
  asked a = asked_of(mesh, part, flags);
  a.sink = sink;
  return query_each(&a, target, contacts_one);
}

/* ---- Distance ------------------------------------------------------------------------------ */

static int nearest_one(asked *a, const collide_target *one, const collide_target *member,
                       int part) {
  collide_target mesh = collide_target_of_mesh(a->mesh);
  collide_nearness found, mirrored;
  meet m;
  int is_near;
  if (one->kind == COLLIDE_TARGET_MESH) return COLLIDE_UNSUPPORTED;
  m = begin(a, one);
  is_near = ci_meet_mesh.distance(&m, &mesh, a->found ? a->nearest->distance : a->max, &found);
  if (is_near != 1) return is_near;
  mirrored = found;
  memcpy(mirrored.on_shape, found.on_target, sizeof found.on_target);
  memcpy(mirrored.on_target, found.on_shape, sizeof found.on_shape);
  mirrored.at.member = *member;
  mirrored.at.index = a->index;
  mirrored.at.part = part > 0 ? part : a->own;
  if (a->found && !ci_meet_is_nearer(&mirrored, a->nearest)) return 0;
  a->found = 1;
  *a->nearest = mirrored;
  return 0;
}

int ci_meet_mesh_nearest(const collide_mesh *mesh, int part, const collide_target *target,
                         double max, int flags, int found, collide_nearness *nearest) {
  asked a = asked_of(mesh, part, flags);
  a.max = max;
  a.found = found;
  a.nearest = nearest;
  if (query_each(&a, target, nearest_one) == COLLIDE_UNSUPPORTED) return COLLIDE_UNSUPPORTED;
  return a.found;
}
