/* SPDX-License-Identifier: MIT
 *
 * Groups as targets of casts: a target of several shapes under one index, of which each hit tells
 * the part. Among equal t the lowest part is first, because parts are asked in their order.
 */
#include "cast.h"
#include "target.h"
#include "group.h"

static int group_dimensions(const collide_target *t) {
  return t->of.group->dimensions;
}

static int group_bounds(const collide_target *t, double min[3], double max[3]) {
  ci_group_bounds(t->of.group, min, max);
  return 1;
}

/* What a hit of a part becomes as one of the group. Of a mesh it tells the triangle already. */
static void write_part(const collide_target *t, int i, collide_target_hit *hit) {
  const group_part *part = &t->of.group->parts[i];
  hit->member = *t;
  hit->part = i + 1;
  if (part->mesh == NULL) hit->triangle = part->shape.kind == COLLIDE_TRIANGLE;
  hit->count = 0;
}

/* The first part from part i on that is not certain to be passed by; else the count. */
static int skip(const collide_cast *c, const cast_heading *heading,
                const collide_shape_group *group, int i) {
  return ci_cast_skip_balls(c, heading, group->balls, i, group->count);
}

static int passes_all(const collide_cast *c, const cast_heading *heading,
                      const collide_shape_group *group) {
  return heading->dd > 0 && ci_cast_passes_ball(c, heading, group->center, group->rr);
}

/* The same of a part that is a mesh. */
static int offer_mesh(nearest_hit *n, const collide_target *t, int index, int i) {
  collide_target mesh = collide_target_of_mesh(t->of.group->parts[i].mesh);
  if (!ci_mesh_target.offer(n, &mesh, index)) return 0;
  write_part(t, i, &n->best);
  n->found = 1;
  n->best.index = index;
  return 1;
}

/* Part i, which may be the nearest so far. */
static int offer_part(nearest_hit *n, const collide_target *t, int index, int i) {
  const collide_shape *shape = &t->of.group->parts[i].shape;
  collide_hit hit;
  if (!ci_cast_shape(n->cast, shape, &hit) || !ci_nearest_may_be(n, hit.t, index)) return 0;
  n->best.hit = hit;
  write_part(t, i, &n->best);
  n->found = 1; /* from here on an equal t of a later part is not nearer */
  n->best.index = index;
  return 1;
}

static int group_offer(nearest_hit *n, const collide_target *t, int index) {
  const collide_shape_group *group = t->of.group;
  int i, is_nearest = 0;
  if (passes_all(n->cast, &n->heading, group)) return 0;
  for (i = skip(n->cast, &n->heading, group, 0); i < group->count;
       i = skip(n->cast, &n->heading, group, i + 1))
    is_nearest |=
        group->parts[i].mesh != NULL ? offer_mesh(n, t, index, i) : offer_part(n, t, index, i);
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

static int group_nearest(const collide_cast *c, const collide_target *t, collide_target_hit *hit) {
  nearest_hit nearest;
  ci_nearest_begin(&nearest, c);
  nearest.found = group_offer(&nearest, t, 0);
  return ci_nearest_finish(&nearest, hit);
}

/* The next hit of the part that the hits have come to, a mesh. Then `is_open` says whether this
 * mesh has been hit, as ci_mesh_target has it. */
static int next_of_mesh(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  collide_target mesh = collide_target_of_mesh(t->of.group->parts[hits->part].mesh);
  int was_open = hits->is_open, found;
  hits->is_open = hits->is_in_part;
  found = ci_mesh_target.next(hits, &mesh, hit);
  hits->is_in_part = found;
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
    if (group->parts[i].mesh != NULL) {
      hits->part = i;
      if (next_of_mesh(hits, t, hit)) return 1;
      hits->part = i + 1;
      continue;
    }
    hits->part = i + 1;
    if (!ci_cast_shape(hits->cast, &group->parts[i].shape, &hit->hit)) continue;
    write_part(t, i, hit);
    hits->is_open = 1;
    return 1;
  }
  return 0;
}

const target_kind ci_group_target = {group_dimensions, group_bounds, group_any,
                                     group_nearest,    group_offer,  group_next};
