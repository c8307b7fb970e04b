/* SPDX-License-Identifier: MIT
 *
 * Pairs of two meshes. The first mesh answers like the group of its triangles: each triangle near
 * the second mesh is tested against that mesh.
 */
#include <string.h>

#include "../mesh/mesh.h"
#include "../number/vector.h"
#include "proximity.h"

typedef struct mesh_pair {
  const meet *m;
  const collide_mesh *mesh; /* whose triangles are tested */
  const collide_target *target;
  int flags;
  meet_sink *sink;
  collide_nearness *nearest;
  double max;
  int found, number; /* the triangle of the nearest */
  /* For distances. `other` has the bounds of the other mesh. The target has no point below `least`
   * along a unit axis. */
  meet other;
  double axis[3], least;
} mesh_pair;

/* Begins with one triangle of p->mesh. */
static meet begin_triangle(const mesh_pair *p, int number, collide_shape *triangle) {
  meet one;
  collide_mesh_triangle(p->mesh, number, triangle);
  one = ci_meet_begin(triangle, p->flags);
  one.part = p->m != NULL && p->m->part != 0 ? p->m->part : number + 1;
  return one;
}

static void begin(mesh_pair *p, const meet *m, const collide_mesh *mesh, const collide_target *t,
                  int flags) {
  p->m = m;
  p->mesh = mesh;
  p->target = t;
  p->flags = flags;
  p->found = 0;
}

/* ---- Overlap and contacts ------------------------------------------------------------------ */

/* Visits the triangles near the box of the target. */
static void visit(mesh_pair *p, int (*take)(void *user, int number)) {
  double low[3], high[3];
  if (ci_mesh_data_count(p->mesh->data) == 0) return;
  ci_mesh_box(p->target->of.mesh, low, high);
  ci_mesh_near_box(p->mesh, low, high, take, p);
}

static int take_overlap(void *user, int number) {
  mesh_pair *p = (mesh_pair *)user;
  collide_shape triangle;
  meet one = begin_triangle(p, number, &triangle);
  p->found = ci_meet_mesh.overlap(&one, p->target) == 1;
  return !p->found;
}

int ci_meshes_overlap(const collide_mesh *a, const collide_mesh *b, int flags) {
  int a_is_larger = ci_mesh_data_count(a->data) > ci_mesh_data_count(b->data);
  collide_target target = collide_target_of_mesh(a_is_larger ? a : b);
  mesh_pair p;
  begin(&p, NULL, a_is_larger ? b : a, &target, flags & COLLIDE_SKIP_TOUCHING);
  visit(&p, take_overlap);
  return p.found;
}

static int take_contacts(void *user, int number) {
  mesh_pair *p = (mesh_pair *)user;
  collide_shape triangle;
  meet one = begin_triangle(p, number, &triangle);
  ci_meet_mesh.contacts(&one, p->target, p->sink);
  return 1;
}

int ci_meshes_contacts(const meet *m, const collide_target *t, meet_sink *sink) {
  mesh_pair p;
  begin(&p, m, m->mesh, t, m->flags);
  p.sink = sink;
  visit(&p, take_contacts);
  return 0;
}

/* ---- Distance ------------------------------------------------------------------------------ */

/* Takes the axis from the nearest pair so far. If the meshes are far apart, most triangles of the
 * first one are so far behind along the axis that they cannot be nearer. */
static void set_axis(mesh_pair *p) {
  double between[3] = {0, 0, 0}, greatest;
  int i;
  for (i = 0; i < 3 && p->found; i++)
    between[i] = p->nearest->on_target[i] - p->nearest->on_shape[i];
  (void)ci_vector_unit(between, p->axis);
  ci_mesh_project(p->target->of.mesh, p->axis, &p->least, &greatest);
}

/* A lower bound on the distance that a search from within a box may return: the gap to the bounds
 * of the other mesh, or along the axis. */
static double bound_box(const void *user, const double low[3], const double high[3]) {
  const mesh_pair *p = (const mesh_pair *)user;
  double bound = ci_meet_bound(&p->other, low, high), gap = p->least;
  int k;
  for (k = 0; k < 3; k++) gap -= p->axis[k] * (p->axis[k] > 0 ? high[k] : low[k]);
  gap = ci_meet_axis_bound(&p->other, low, high, gap);
  return gap > bound ? gap : bound;
}

/* The same for a triangle. */
static double bound_triangle(const mesh_pair *p, const meet *one) {
  double low, high;
  collide_project(one->shape, p->axis, &low, &high);
  return ci_meet_axis_bound(&p->other, one->low, one->high, p->least - high);
}

/* Keeps the distance of one triangle if it is the nearest. Of equal distance the lower one counts.
 */
static int take_near(void *user, int number, double *latest) {
  mesh_pair *p = (mesh_pair *)user;
  collide_nearness near;
  collide_shape triangle;
  meet one;
  if (p->found && *latest == 0 && number >= p->number) return 1;
  one = begin_triangle(p, number, &triangle);
  if (bound_triangle(p, &one) > *latest) return 1;
  if (ci_meet_mesh.distance(&one, p->target, *latest, &near) != 1) return 1;
  if (p->found && near.distance == *latest && number > p->number) return 1;
  *p->nearest = near;
  *latest = near.distance;
  p->number = number;
  p->found = 1;
  return 1;
}

/* Goes from one triangle to the nearest triangle of the other mesh, then back, as long as the
 * distance shrinks, and keeps the nearest pair. */
static void find_seed(mesh_pair *p) {
  collide_target own = collide_target_of_mesh(p->mesh);
  mesh_pair other = *p;
  int number = 0;
  other.mesh = p->target->of.mesh;
  for (;;) {
    collide_nearness near;
    collide_shape triangle;
    meet one = begin_triangle(p, number, &triangle);
    if (ci_meet_mesh.distance(&one, p->target, p->max, &near) != 1) return;
    if (p->found && !(near.distance < p->max)) return;
    *p->nearest = near;
    p->max = near.distance;
    p->number = number;
    p->found = 1;
    one = begin_triangle(&other, near.at.triangle - 1, &triangle);
    if (ci_meet_mesh.distance(&one, &own, p->max, &near) != 1) return;
    number = near.at.triangle - 1;
  }
}

/* Lists a triangle of the target that is at most *latest away from the first mesh. Here p->mesh is
 * the target. */
static int list_near(void *user, int number, double *latest) {
  const mesh_pair *p = (const mesh_pair *)user;
  collide_target own = collide_target_of_mesh(p->m->mesh);
  collide_nearness near;
  collide_shape triangle;
  meet one = begin_triangle(p, number, &triangle);
  double on_own[3];
  if (ci_meet_mesh.distance(&one, &own, *latest, &near) != 1) return 1;
  memcpy(on_own, near.on_target, sizeof on_own);
  memcpy(near.on_target, near.on_shape, sizeof on_own);
  memcpy(near.on_shape, on_own, sizeof on_own);
  near.at.member = *p->target;
  near.at.part = p->m->part;
  near.at.triangle = number + 1;
  ci_meet_list_near(p->m, &near);
  *latest = near_sink_most(p->m->all, *latest);
  return 1;
}

int ci_meshes_distance(const meet *m, const collide_target *t, double max,
                       collide_nearness *nearest) {
  meet target = ci_meet_begin_mesh(t->of.mesh, m->flags);
  mesh_pair p;
  if (ci_mesh_data_count(m->mesh->data) == 0 || ci_mesh_data_count(t->of.mesh->data) == 0) return 0;
  if (ci_meet_bound(m, target.low, target.high) > max) return 0;
  if (m->all != NULL) {
    begin(&p, m, t->of.mesh, t, m->flags ^ COLLIDE_TARGET_FIRST);
    p.other = *m;
  } else {
    begin(&p, m, m->mesh, t, m->flags);
    p.other = target;
  }
  p.nearest = nearest;
  p.max = max;
  p.least = 0;
  memset(p.axis, 0, sizeof p.axis);
  if (m->all == NULL) {
    find_seed(&p);
    set_axis(&p);
  }
  ci_mesh_near(p.mesh, bound_box, p.max, m->all != NULL ? list_near : take_near, &p);
  return p.found;
}
