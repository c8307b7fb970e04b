/* SPDX-License-Identifier: MIT
 *
 * Groups as targets of casts, part by part. Each hit names its part. Among equal t the lowest part
 * comes first, because parts are tested in their order.
 */
#include "../narrow/cast.h"
#include "target.h"
#include "group.h"

static int group_dimensions(const collide_target *t) {
  return t->of.group->dimensions;
}

static int group_bounds(const collide_target *t, double min[3], double max[3]) {
  ci_group_bounds(t->of.group, min, max);
  return 1;
}

/* Makes the hit of a part a hit of the group. A hit of a mesh names its triangle already. */
static void write_part(const collide_target *t, int i, collide_target_hit *hit) {
  const group_part *part = &t->of.group->parts[i];
  hit->member = *t;
  hit->part = i + 1;
  if (part->mesh == NULL) hit->triangle = part->shape.kind == COLLIDE_TRIANGLE;
  hit->count = 0;
}

/* The first part, from i on, that the cast may hit; the count if there is none. */
static int skip(const collide_cast *c, const cast_heading *heading,
                const collide_shape_group *group, int i) {
  return ci_cast_skip_balls(c, heading, group->balls, i, group->count);
}

static int passes_all(const collide_cast *c, const cast_heading *heading,
                      const collide_shape_group *group) {
  return heading->dd > 0 && ci_cast_passes_ball(c, heading, group->center, group->rr);
}

static int offer_part(nearest_hit *n, const collide_target *t, int index, int i) {
  collide_target part = collide_target_of_part(t->of.group, i);
  if (!target_kind_of(&part)->offer(n, &part, index)) return 0;
  write_part(t, i, &n->best);
  n->found = 1; /* an equal t of a later part is no longer nearer */
  n->best.index = index;
  return 1;
}

static int group_offer(nearest_hit *n, const collide_target *t, int index) {
  const collide_shape_group *group = t->of.group;
  int i, is_nearest = 0;
  if (passes_all(n->cast, &n->heading, group)) return 0;
  for (i = skip(n->cast, &n->heading, group, 0); i < group->count;
       i = skip(n->cast, &n->heading, group, i + 1))
    is_nearest |= offer_part(n, t, index, i);
  return is_nearest;
}

static int group_any(const collide_cast *c, const collide_target *t) {
  const collide_shape_group *group = t->of.group;
  cast_heading heading;
  int i;
  ci_cast_head(c, &heading);
  if (passes_all(c, &heading, group)) return 0;
  for (i = skip(c, &heading, group, 0); i < group->count; i = skip(c, &heading, group, i + 1)) {
    collide_target part = collide_target_of_part(group, i);
    if (target_kind_of(&part)->any(c, &part)) return 1;
  }
  return 0;
}

/* The next hit of the current part. For the part's row, `is_open` says whether a mesh has been hit.
 */
static int next_of_part(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  collide_target part = collide_target_of_part(t->of.group, hits->part);
  int was_open = hits->is_open, found;
  hits->is_open = hits->is_in_part;
  found = target_kind_of(&part)->next(hits, &part, hit);
  hits->is_in_part = found && part.kind == COLLIDE_TARGET_MESH;
  hits->is_open = found || was_open;
  if (found) write_part(t, hits->part, hit);
  return found;
}

static int group_next(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  const collide_shape_group *group = t->of.group;
  int i;
  if (!hits->is_open) {
    hits->part = 0;
    if (passes_all(hits->cast, &hits->heading, group)) return 0;
  }
  while ((i = skip(hits->cast, &hits->heading, group, hits->part)) < group->count) {
    int found;
    hits->part = i;
    found = next_of_part(hits, t, hit);
    if (!hits->is_in_part) hits->part++;
    if (found) return 1;
  }
  return 0;
}

const target_kind ci_group_target = {group_dimensions, group_bounds, group_any, group_offer,
                                     group_next};
