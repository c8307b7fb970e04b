/* SPDX-License-Identifier: MIT
 *
 * Pairs with meshes. The mesh's BVH finds the triangles near the shape. The answers are those of an
 * array of the triangles, except for the normals at inner edges (proximity_seam.c).
 */
#include <string.h>

#include "../shape/shape.h"
#include "../narrow/space/separation.h"
#include "proximity.h"
#include "../mesh/mesh.h"
#include "../number/vector.h"

typedef struct mesh_visit {
  const meet *m;
  const collide_target *target;
  meet_sink *sink;
  collide_nearness *nearest;
  int found;
  /* From the shape to the nearest triangle so far, and how far the shape reaches along it. */
  double axis[3], reach;
  axis_body floor;
  int has_floor; /* -1: not yet known */
} mesh_visit;

/* The caller sets the other fields that it needs. */
static void begin(mesh_visit *v, const meet *m, const collide_target *t) {
  v->m = m;
  v->target = t;
  v->found = 0;
  v->has_floor = -1;
}

static int count_of(const collide_target *t) {
  return ci_mesh_data_count(t->of.mesh->data);
}

/* Triangle `number`, without its normal in twofolds, which only casts read. */
static void place_triangle(const mesh_visit *v, int number, collide_shape *triangle) {
  const collide_mesh *mesh = v->target->of.mesh;
  memset(triangle, 0, sizeof *triangle);
  ci_mesh_place(mesh, ci_mesh_place_of(mesh->data, number), triangle);
}

/* ---- Overlap and contacts ---------------------------------------------------------------- */

static int take_overlap(void *user, int number) {
  mesh_visit *v = (mesh_visit *)user;
  (void)number;
  v->found = 1;
  return 0;
}

/* Returns 1 if the boxes are beside each other, except for rounding. */
static int seems_beside(const mesh_visit *v, const double *const corner[3]) {
  const double *at = v->target->of.mesh->position, *a = corner[0], *b = corner[1], *c = corner[2];
  int k;
  for (k = 0; k < 3; k++) {
    double low = v->m->low[k], high = v->m->high[k], slack = 1e-9 * (high - low);
    double above = low - at[k] + slack, below = high - at[k] - slack;
    if (a[k] <= above && b[k] <= above && c[k] <= above) return 1;
    if (a[k] >= below && b[k] >= below && c[k] >= below) return 1;
  }
  return 0;
}

/* Returns 1 if touching does not count, and the shape at most touches the triangle, which lies
 * beside it along an axis. */
static int keeps_out(mesh_visit *v, int32_t place) {
  const collide_mesh *mesh = v->target->of.mesh;
  mesh_face room;
  const mesh_face *face;
  const double *corner[3];
  double normal[3];
  int k;
  if (!(v->m->flags & COLLIDE_SKIP_TOUCHING)) return 0;
  face = ci_mesh_face(mesh->data, place, &room);
  for (k = 0; k < 3; k++) corner[k] = ci_mesh_corner(mesh->data, face, k);
  if (!seems_beside(v, corner)) return 0;
  if (v->has_floor < 0)
    v->has_floor =
        mesh->frame == COLLIDE_MOVED && ci_axis_body(&v->floor, v->m->shape, mesh->position, NULL);
  return v->has_floor && ci_axis_keeps_out(&v->floor, corner, normal);
}

static int is_in(const mesh_visit *v, int number) {
  collide_shape triangle;
  collide_push push;
  place_triangle(v, number, &triangle);
  return ci_meet_contact(v->m, &triangle, &push) == 1 && push.depth > 0;
}

static int take_in(void *user, int number) {
  mesh_visit *v = (mesh_visit *)user;
  int32_t place = ci_mesh_place_of(v->target->of.mesh->data, number);
  v->found = !keeps_out(v, place) && is_in(v, number);
  return !v->found;
}

/* The number of candidates; -1 if they are not known. */
static int count_candidates(const mesh_visit *v) {
  const mesh_candidates *c = v->m->candidates;
  return candidates_know(c, v->target->of.mesh) ? c->count : -1;
}

/* Returns the number of candidate i's triangle, or -1 if the shape is certainly apart from the
 * triangle, or only touches it and touching does not count. */
static int candidate(mesh_visit *v, int i) {
  const mesh_candidates *c = v->m->candidates;
  const mesh_candidate *one = &c->list[i];
  mesh_face room;
  if (v->m->is_start ? one->is_outside : !candidates_may_touch(c, i, v->m->t)) return -1;
  if (keeps_out(v, one->place)) return -1;
  return ci_mesh_face(c->mesh->data, one->place, &room)->number;
}

static int is_in_candidate(mesh_visit *v, int count) {
  int i, number;
  for (i = 0; i < count; i++)
    if ((number = candidate(v, i)) >= 0 && is_in(v, number)) return 1;
  return 0;
}

static int mesh_overlap(const meet *m, const collide_target *t) {
  mesh_visit v;
  if (m->dimensions != 3) return COLLIDE_UNSUPPORTED;
  if (m->mesh != NULL) return ci_meshes_overlap(m->mesh, t->of.mesh, m->flags);
  if (count_of(t) == 0) return 0;
  begin(&v, m, t);
  if (m->flags & COLLIDE_SKIP_TOUCHING) {
    int known = count_candidates(&v);
    if (known >= 0) return is_in_candidate(&v, known);
    ci_mesh_near_box(t->of.mesh, m->low, m->high, take_in, &v);
  } else {
    ci_mesh_triangles_in(t->of.mesh, m->shape, take_overlap, &v);
  }
  return v.found;
}

static void give_contact(const mesh_visit *v, int number) {
  const collide_mesh *mesh = v->target->of.mesh;
  collide_shape triangle;
  collide_meeting found;
  place_triangle(v, number, &triangle);
  if (ci_meet_triangle(v->m, mesh, ci_mesh_place_of(mesh->data, number), &triangle, &found.push) !=
      1)
    return;
  if (found.push.depth == 0 && v->m->flags & COLLIDE_SKIP_TOUCHING) return;
  found.at.member = *v->target;
  found.at.index = v->sink->index;
  found.at.part = v->m->part;
  found.at.triangle = number + 1;
  found.at.has_cell = 0;
  ci_meet_give(v->sink, &found);
}

static int take_contact(void *user, int number) {
  mesh_visit *v = (mesh_visit *)user;
  if (!keeps_out(v, ci_mesh_place_of(v->target->of.mesh->data, number))) give_contact(v, number);
  return 1;
}

static void take_candidates(mesh_visit *v, int count) {
  int i, number;
  for (i = 0; i < count; i++)
    if ((number = candidate(v, i)) >= 0) give_contact(v, number);
}

static int mesh_contacts(const meet *m, const collide_target *t, meet_sink *sink) {
  mesh_visit v;
  int known;
  if (m->dimensions != 3) return COLLIDE_UNSUPPORTED;
  if (m->mesh != NULL) return ci_meshes_contacts(m, t, sink);
  begin(&v, m, t);
  v.sink = sink;
  known = count_candidates(&v);
  if (known >= 0) {
    take_candidates(&v, known);
    return 0;
  }
  ci_mesh_near_box(t->of.mesh, m->low, m->high, take_contact, &v);
  return 0;
}

/* ---- Distance ------------------------------------------------------------------------------ */

static void set_axis(mesh_visit *v, const double from[3], const double to[3]) {
  double between[3], least;
  int i;
  for (i = 0; i < 3; i++) between[i] = to[i] - from[i];
  memset(v->axis, 0, sizeof v->axis);
  (void)ci_vector_unit(between, v->axis);
  collide_project(v->m->shape, v->axis, &least, &v->reach);
}

/* A lower bound on the distance of a triangle with these bounds. The axis separates distant
 * triangles better than their boxes do. */
static double bound_triangle(const mesh_visit *v, const collide_shape *triangle) {
  double low[3], high[3], bound, gap, highest;
  collide_bounds(triangle, low, high);
  bound = ci_meet_bound(v->m, low, high);
  if (!v->found) return bound;
  collide_project(triangle, v->axis, &gap, &highest);
  gap = ci_meet_axis_bound(v->m, low, high, gap - v->reach);
  return gap > bound ? gap : bound;
}

/* As the distance to a member of an array. For equal distances the lower number counts. */
static int take_near(void *user, int number, double *latest) {
  mesh_visit *v = (mesh_visit *)user;
  collide_shape triangle;
  double on_shape[3], on_target[3], distance;
  int *best = &v->nearest->at.triangle;
  place_triangle(v, number, &triangle);
  if (*latest < HUGE_VAL && bound_triangle(v, &triangle) > *latest) return 1;
  distance = ci_meet_distance(v->m, &triangle, on_shape, on_target);
  if (!(distance <= *latest)) return 1;
  if (v->found && distance == v->nearest->distance && number + 1 > *best) return 1;
  v->found = v->m->all == NULL;
  v->nearest->distance = distance;
  if (v->found) {
    *latest = distance;
    set_axis(v, on_shape, on_target);
  }
  memcpy(v->nearest->on_shape, on_shape, sizeof on_shape);
  memcpy(v->nearest->on_target, on_target, sizeof on_target);
  *best = number + 1;
  ci_meet_list_near(v->m, v->nearest);
  if (!v->found) *latest = near_sink_most(v->m->all, *latest);
  return 1;
}

static double bound_box(const void *user, const double low[3], const double high[3]) {
  return ci_meet_bound(((const mesh_visit *)user)->m, low, high);
}

static int mesh_distance(const meet *m, const collide_target *t, double max,
                         collide_nearness *nearest) {
  mesh_visit v;
  collide_nearness best;
  if (m->dimensions != 3) return COLLIDE_UNSUPPORTED;
  if (m->mesh != NULL) return ci_meshes_distance(m, t, max, nearest);
  if (count_of(t) == 0) return 0;
  begin(&v, m, t);
  memset(&best, 0, sizeof best);
  best.at.member = *t;
  best.at.part = m->part;
  v.nearest = &best;
  ci_mesh_near(t->of.mesh, bound_box, max, take_near, &v);
  if (v.found) *nearest = best;
  return v.found;
}

static int mesh_contains(const collide_target *t, const double point[3]) {
  return ci_mesh_contains(t->of.mesh, point);
}

const meet_kind ci_meet_mesh = {mesh_overlap, mesh_contacts, mesh_distance, mesh_contains};
