/* SPDX-License-Identifier: MIT
 *
 * Meshes as targets.
 */
#include "target.h"
#include "../mesh/mesh.h"

static int mesh_dimensions(const collide_target *t) {
  (void)t;
  return 3;
}

static int mesh_bounds(const collide_target *t, double min[3], double max[3]) {
  ci_mesh_bounds(t->of.mesh, min, max);
  return 1;
}

static int mesh_any(const collide_cast *c, const collide_target *t) {
  return ci_mesh_any(t->of.mesh, c);
}

static void write_triangle(const collide_target *t, const mesh_hit *from, collide_target_hit *hit) {
  hit->hit = from->hit;
  hit->member = *t;
  hit->triangle = from->number + 1;
  hit->part = 0;
  hit->count = 0;
}

static int mesh_offer(nearest_hit *n, const collide_target *t, int index) {
  mesh_hit found;
  if (!ci_mesh_nearest(t->of.mesh, n->cast, n->found ? n->best.hit.t : HUGE_VAL, NULL, &found))
    return 0;
  if (!ci_nearest_may_be(n, found.hit.t, index)) return 0;
  write_triangle(t, &found, &n->best);
  return 1;
}

static int mesh_next(target_hits *hits, const collide_target *t, collide_target_hit *hit) {
  mesh_hit found, last;
  last.hit.t = hits->t;
  last.number = hits->triangle;
  if (!ci_mesh_nearest(t->of.mesh, hits->cast, HUGE_VAL, hits->is_open ? &last : NULL, &found))
    return 0;
  write_triangle(t, &found, hit);
  hits->t = found.hit.t;
  hits->triangle = found.number;
  hits->is_open = 1;
  return 1;
}

const target_kind ci_mesh_target = {mesh_dimensions, mesh_bounds, mesh_any, mesh_offer, mesh_next};
