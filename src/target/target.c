/* SPDX-License-Identifier: MIT
 *
 * Casts at targets: the nearest hit, any hit, and all hits. The functions of each kind of target
 * are in its row: see target_kinds.c.
 */
#include <stddef.h>
#include <string.h>

#include "../number/fp.h"
#include "../narrow/cast.h"
#include "../narrow/pairs.h"
#include "target.h"
#include "world.h"
#include "group.h"

/* ---- Making ------------------------------------------------------------------------ */

static collide_target target_of(collide_target_kind kind, int count) {
  collide_target t;
  t.kind = kind;
  t.count = count;
  return t;
}

collide_target collide_target_of_shape(const collide_shape *shape) {
  collide_target t = target_of(COLLIDE_TARGET_SHAPE, 1);
  t.of.shape = shape;
  return t;
}

collide_target collide_target_of_grid(const collide_grid *grid) {
  collide_target t = target_of(COLLIDE_TARGET_GRID, 1);
  t.of.grid = grid;
  return t;
}

collide_target collide_target_of_mesh(const collide_mesh *mesh) {
  collide_target t = target_of(COLLIDE_TARGET_MESH, 1);
  t.of.mesh = mesh;
  return t;
}

collide_target collide_target_of_group(const collide_shape_group *group) {
  collide_target t = target_of(COLLIDE_TARGET_GROUP, 1);
  t.of.group = group;
  return t;
}

collide_target collide_target_of_part(const collide_shape_group *group, int index) {
  const collide_mesh *mesh = ci_group_mesh(group, index);
  if (mesh != NULL) return collide_target_of_mesh(mesh);
  return collide_target_of_shape(ci_group_part(group, index));
}

collide_target collide_target_of_array(const collide_target *members, int count) {
  collide_target t = target_of(COLLIDE_TARGET_ARRAY, count);
  t.of.members = members;
  return t;
}

collide_target collide_target_of_world(collide_world *world) {
  collide_target t = target_of(COLLIDE_TARGET_WORLD, 1);
  t.of.world = world;
  return t;
}

/* ---- Members ------------------------------------------------------------------------- */

int ci_target_has_rows(const collide_target *target) {
  int i, count = target->kind == COLLIDE_TARGET_ARRAY ? target->count : 0;
  for (i = 0; i < count; i++)
    if (target_kind_of(&target->of.members[i]) == NULL) return 0;
  return 1;
}

int collide_target_dimensions(const collide_target *target) {
  int i, count;
  const collide_target *members = target_members(target, &count);
  if (target->kind == COLLIDE_TARGET_WORLD) return target->of.world->dimensions;
  for (i = 0; i < count; i++) {
    const target_kind *kind = target_kind_of(&members[i]);
    if (kind != NULL) return kind->dimensions(&members[i]);
  }
  return 0;
}

int collide_target_bounds(const collide_target *target, double min[3], double max[3]) {
  double low[3], high[3];
  int i, k, count, found = 0;
  const collide_target *members = target_members(target, &count);
  if (target->kind == COLLIDE_TARGET_WORLD) return ci_world_bounds(target->of.world, min, max);
  for (i = 0; i < count; i++) {
    const target_kind *kind = target_kind_of(&members[i]);
    if (kind == NULL || !kind->bounds(&members[i], low, high)) continue;
    for (k = 0; k < 3; k++) {
      if (!found || low[k] < min[k]) min[k] = low[k];
      if (!found || high[k] > max[k]) max[k] = high[k];
    }
    found = 1;
  }
  return found;
}

/* ---- The nearest of many --------------------------------------------------------------- */

void ci_nearest_begin(nearest_hit *nearest, const collide_cast *cast) {
  nearest->cast = cast;
  ci_cast_head(cast, &nearest->heading);
  nearest->found = 0;
}

int ci_nearest_may_be(const nearest_hit *n, double t, int index) {
  if (!n->found || t < n->best.hit.t) return 1;
  return t == n->best.hit.t && index < n->best.index;
}

static int consider(nearest_hit *nearest, const collide_target *member, int index) {
  const target_kind *kind = target_kind_of(member);
  double least = nearest->cast->kind == COLLIDE_CAST_LINE ? -HUGE_VAL : 0;
  if (!ci_nearest_may_be(nearest, least, index)) return 0;
  if (!kind->offer(nearest, member, index)) return 0;
  nearest->found = 1;
  nearest->best.index = index;
  return 1;
}

int ci_nearest_consider(nearest_hit *nearest, const collide_target *member, int index,
                        const world_selection *select) {
  nearest_hit trial;
  if (select == NULL || select->accepts == NULL) return consider(nearest, member, index);
  trial = *nearest;
  if (!consider(&trial, member, index) || !world_accepts(select, index)) return 0;
  *nearest = trial;
  return 1;
}

int ci_nearest_offer(nearest_hit *nearest, const collide_target *member, int index,
                     const world_selection *select) {
  if (ci_cast_skip(nearest->cast, &nearest->heading, member, 0, 1) == 1) return 0;
  return ci_nearest_consider(nearest, member, index, select);
}

/* Skips the last fields, which are large, unless the hit is of a grid. */
static void copy_hit(const collide_target_hit *from, collide_target_hit *to) {
  if (from->count > 0)
    *to = *from;
  else
    memcpy(to, from, offsetof(collide_target_hit, value));
}

int ci_nearest_finish(nearest_hit *nearest, collide_target_hit *hit) {
  if (!nearest->found) return 0;
  copy_hit(&nearest->best, hit);
  return 1;
}

/* ---- Casts ------------------------------------------------------------------------------- */

static collide_answer cast_at_array(const collide_cast *cast, const collide_target *array,
                                    collide_target_hit *hit) {
  const collide_target *members = array->of.members;
  nearest_hit nearest;
  int i;
  ci_nearest_begin(&nearest, cast);
  for (i = 0;; i++) {
    const target_kind *kind;
    i = ci_cast_skip(cast, &nearest.heading, members, i, array->count);
    if (i >= array->count) break;
    kind = target_kind_of(&members[i]);
    if (kind == NULL) return COLLIDE_UNSUPPORTED;
    if (hit != NULL)
      consider(&nearest, &members[i], i);
    else if (kind->any(cast, &members[i]))
      return COLLIDE_YES;
  }
  return answer_of(ci_nearest_finish(&nearest, hit));
}

collide_answer collide_cast_at(const collide_cast *cast, const collide_target *target,
                               collide_target_hit *hit) {
  nearest_hit nearest;
  if (target->kind == COLLIDE_TARGET_WORLD)
    return answer_of(ci_world_cast(target->of.world, cast, NULL, hit));
  if (target->kind == COLLIDE_TARGET_ARRAY) return cast_at_array(cast, target, hit);
  if (hit == NULL) return answer_of(target_kind_of(target)->any(cast, target));
  if (target->kind == COLLIDE_TARGET_SHAPE) {
    if (!ci_cast_at_member(cast, target, hit)) return COLLIDE_NO;
    hit->index = 0;
    return COLLIDE_YES;
  }
  ci_nearest_begin(&nearest, cast);
  consider(&nearest, target, 0);
  return answer_of(ci_nearest_finish(&nearest, hit));
}

/* Keeps the hit of a world if it is the nearest so far. `number` is that of its member. */
static int offer_world(nearest_hit *nearest, const given_member *given, int *number) {
  collide_target_hit hit;
  if (!ci_world_cast(given->target.of.world, nearest->cast, given->select, &hit) ||
      !ci_nearest_may_be(nearest, hit.hit.t, given->index))
    return 0;
  *number = hit.index;
  hit.index = given->index;
  copy_hit(&hit, &nearest->best);
  nearest->found = 1;
  return 1;
}

int ci_cast_given(const collide_cast *cast, const member_source *source, collide_target_hit *hit,
                  int *number) {
  nearest_hit nearest;
  given_member given;
  *number = 0;
  ci_nearest_begin(&nearest, cast);
  while (!(hit == NULL && nearest.found) && source->next(source->user, &given)) {
    if (given.target.kind == COLLIDE_TARGET_WORLD && hit == NULL)
      nearest.found = ci_world_cast(given.target.of.world, cast, given.select, NULL);
    else if (given.target.kind == COLLIDE_TARGET_WORLD)
      offer_world(&nearest, &given, number);
    else if (ci_nearest_offer(&nearest, &given.target, given.index, given.select))
      *number = 0;
  }
  return hit != NULL ? ci_nearest_finish(&nearest, hit) : nearest.found;
}

collide_cast collide_make_cast(collide_cast_kind kind, const double start[3],
                               const double toward[3], double max, int flags) {
  collide_cast cast;
  cast.kind = kind;
  cast.flags = flags;
  memcpy(cast.start, start, sizeof cast.start);
  memcpy(cast.toward, toward, sizeof cast.toward);
  cast.max = max;
  return cast;
}

/* ---- All hits ------------------------------------------------------------------------------ */

void ci_target_hits_begin(target_hits *hits, const collide_cast *cast,
                          const collide_target *target) {
  hits->cast = cast;
  ci_cast_head(cast, &hits->heading);
  hits->target = target;
  hits->next = 0;
  hits->is_open = hits->is_in_part = 0;
}

int ci_target_hits_next(target_hits *hits, collide_target_hit *hit) {
  int count;
  const collide_target *members = target_members(hits->target, &count);
  while (hits->next < count) {
    const collide_target *member = &members[hits->next];
    const target_kind *kind = target_kind_of(member);
    if (kind->next(hits, member, hit)) {
      hit->index = hits->next;
      if (!hits->is_open) hits->next++;
      return 1;
    }
    hits->is_open = 0;
    hits->next++;
  }
  return 0;
}

/* Passes on the hits of one member. */
typedef struct member_hits {
  const collide_cast *cast;
  int found;
  int (*take)(void *user, const collide_target_hit *hit);
  void *user;
} member_hits;

static int take_member(void *user, int number, const collide_target *member) {
  member_hits *m = (member_hits *)user;
  target_hits hits;
  collide_target_hit hit;
  ci_target_hits_begin(&hits, m->cast, member);
  while (ci_target_hits_next(&hits, &hit)) {
    m->found = 1;
    if (number != 0) hit.index = number;
    if (!m->take(m->user, &hit)) return 0;
  }
  return 1;
}

collide_answer collide_cast_all(const collide_cast *cast, const collide_target *target,
                                int (*take)(void *user, const collide_target_hit *hit),
                                void *user) {
  member_hits m;
  if (!ci_target_has_rows(target)) return COLLIDE_UNSUPPORTED;
  m.found = 0;
  m.cast = cast;
  m.take = take;
  m.user = user;
  if (target->kind == COLLIDE_TARGET_WORLD)
    ci_world_near_cast(target->of.world, cast, NULL, take_member, &m);
  else
    take_member(&m, 0, target);
  return answer_of(m.found);
}
