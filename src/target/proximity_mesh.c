/* SPDX-License-Identifier: MIT
 *
 * Pairs with meshes. The mesh's BVH finds the triangles near the shape. The answers are those of an
 * array of the triangles, except for the normals at inner edges (hidden_edges.c).
 */
#include "../mesh/mesh.h"
#include "../narrow/space/separation.h"
#include "../number/vector.h"
#include "hidden.h"
#include "proximity.h"

#include <string.h>

/* ---- Two meshes ---------------------------------------------------------------------------
 *
 * The functions of the row for m->mesh, the first mesh. It answers like the group of its triangles:
 * each triangle near the second mesh is tested against that mesh. Unless the first mesh is a part
 * of a group itself, `part` is the triangle, from 1.
 */

typedef struct mesh_pair {
  const meet *m;            /* NULL for the overlap, which names no part */
  const collide_mesh *mesh; /* whose triangles are tested */
  const collide_target *target;
  int flags;
  meet_sink *sink;
  collide_nearness *nearest;
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

static void begin_pair(mesh_pair *p, const meet *m, const collide_mesh *mesh,
                       const collide_target *t, int flags) {
  p->m = m;
  p->mesh = mesh;
  p->target = t;
  p->flags = flags;
  p->found = 0;
}

/* ---- Overlap and contacts of two meshes --------------------------------------------------- */

/* Visits the triangles near the box of the target. */
static void visit(mesh_pair *p, int (*take)(void *user, int number)) {
  double low[3], high[3];
  if (ci_mesh_data_count(p->mesh->data) == 0) return;
  ci_mesh_box(p->target->of.mesh, low, high);
  ci_mesh_near_box(p->mesh, low, high, take, p);
}

static int overlap_triangle(void *user, int number) {
  mesh_pair *p = (mesh_pair *)user;
  collide_shape triangle;
  meet one = begin_triangle(p, number, &triangle);
  p->found = ci_meet_mesh.overlap(&one, p->target) == 1;
  return !p->found;
}

/* Returns 1 if any two triangles overlap. With COLLIDE_SKIP_TOUCHING, touching does not count. */
static int meshes_overlap(const collide_mesh *a, const collide_mesh *b, int flags) {
  int a_is_larger = ci_mesh_data_count(a->data) > ci_mesh_data_count(b->data);
  collide_target target = collide_target_of_mesh(a_is_larger ? a : b);
  mesh_pair p;
  begin_pair(&p, NULL, a_is_larger ? b : a, &target, flags & COLLIDE_SKIP_TOUCHING);
  visit(&p, overlap_triangle);
  return p.found;
}

static int take_contacts(void *user, int number) {
  mesh_pair *p = (mesh_pair *)user;
  collide_shape triangle;
  meet one = begin_triangle(p, number, &triangle);
  ci_meet_mesh.contacts(&one, p->target, p->sink);
  return 1;
}

/* Gives the contacts of each triangle of the first mesh to the sink. */
static int meshes_contacts(const meet *m, const collide_target *t, meet_sink *sink) {
  mesh_pair p;
  begin_pair(&p, m, m->mesh, t, m->flags);
  p.sink = sink;
  visit(&p, take_contacts);
  return 0;
}

/* ---- Distance of two meshes --------------------------------------------------------------- */

/* The axis leads from one middle to the other. If the meshes are far apart, most triangles of the
 * first one are so far behind along it that they cannot be the nearest. */
static void set_pair_axis(mesh_pair *p) {
  double between[3], greatest;
  int i;
  for (i = 0; i < 3; i++)
    between[i] = p->other.low[i] + p->other.high[i] - p->m->low[i] - p->m->high[i];
  (void)ci_vector_unit(between, p->axis);
  ci_mesh_project(p->target->of.mesh, p->axis, &p->least, &greatest);
}

/* A lower bound on the distance that a search from within a box may return: the gap to the bounds
 * of the other mesh, or along the axis. */
static double bound_other_box(const void *user, const double low[3], const double high[3]) {
  const mesh_pair *p = (const mesh_pair *)user;
  double bound = ci_meet_bound(&p->other, low, high), gap = p->least;
  int k;
  for (k = 0; k < 3; k++) gap -= p->axis[k] * (p->axis[k] > 0 ? high[k] : low[k]);
  gap = ci_meet_axis_bound(&p->other, low, high, gap);
  return gap > bound ? gap : bound;
}

/* The same for a triangle. */
static double bound_other(const mesh_pair *p, const meet *one) {
  double low, high;
  collide_project(one->shape, p->axis, &low, &high);
  return ci_meet_axis_bound(&p->other, one->low, one->high, p->least - high);
}

/* Keeps the distance of one triangle if it is the nearest. Of equal distances that of the lower
 * triangle counts. */
static int take_near_other(void *user, int number, double *latest) {
  mesh_pair *p = (mesh_pair *)user;
  collide_nearness near;
  collide_shape triangle;
  meet one;
  if (p->found && *latest == 0 && number >= p->number) return 1;
  one = begin_triangle(p, number, &triangle);
  if (bound_other(p, &one) > *latest) return 1;
  if (ci_meet_mesh.distance(&one, p->target, *latest, &near) != 1) return 1;
  if (p->found && near.distance == *latest && number > p->number) return 1;
  *p->nearest = near;
  *latest = near.distance;
  p->number = number;
  p->found = 1;
  return 1;
}

/* Lists a triangle of the target that is at most *latest away from the first mesh. Here p->mesh is
 * the target. */
static int list_near(void *user, int number, double *latest) {
  const mesh_pair *p = (const mesh_pair *)user;
  collide_target own = collide_target_of_mesh(p->m->mesh);
  collide_nearness near;
  collide_shape triangle;
  meet one = begin_triangle(p, number, &triangle);
  if (ci_meet_mesh.distance(&one, &own, *latest, &near) != 1) return 1;
  nearness_swap(&near);
  near.at.member = *p->target;
  near.at.part = p->m->part;
  near.at.triangle = number + 1;
  ci_meet_list_near(p->m, &near);
  *latest = near_sink_most(p->m->all, *latest);
  return 1;
}

/* The nearest distance needs each triangle of the first mesh, because `part` names it. With m->all
 * each triangle of the target gives a distance, so the triangles of the target are tested. */
static int meshes_distance(const meet *m, const collide_target *t, double max,
                           collide_nearness *nearest) {
  meet target = ci_meet_begin_mesh(t->of.mesh, m->flags);
  mesh_pair p;
  if (ci_mesh_data_count(m->mesh->data) == 0 || ci_mesh_data_count(t->of.mesh->data) == 0) return 0;
  if (ci_meet_bound(m, target.low, target.high) > max) return 0;
  if (m->all != NULL) {
    begin_pair(&p, m, t->of.mesh, t, m->flags ^ COLLIDE_TARGET_FIRST);
    p.other = *m;
  } else {
    begin_pair(&p, m, m->mesh, t, m->flags);
    p.other = target;
  }
  p.nearest = nearest;
  p.least = 0;
  memset(p.axis, 0, sizeof p.axis);
  if (m->all == NULL) set_pair_axis(&p);
  ci_mesh_near(p.mesh, bound_other_box, max, m->all != NULL ? list_near : take_near_other, &p);
  return p.found;
}

/* ---- A shape and a mesh ------------------------------------------------------------------- */

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
static void begin_visit(mesh_visit *v, const meet *m, const collide_target *t) {
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

/* ---- Overlap and contacts ----------------------------------------------------------------- */

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
  if (m->mesh != NULL) return meshes_overlap(m->mesh, t->of.mesh, m->flags);
  if (count_of(t) == 0) return 0;
  begin_visit(&v, m, t);
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
  if (m->mesh != NULL) return meshes_contacts(m, t, sink);
  begin_visit(&v, m, t);
  v.sink = sink;
  known = count_candidates(&v);
  if (known >= 0) {
    take_candidates(&v, known);
    return 0;
  }
  ci_mesh_near_box(t->of.mesh, m->low, m->high, take_contact, &v);
  return 0;
}

/* ---- Distance ----------------------------------------------------------------------------- */

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
  if (m->mesh != NULL) return meshes_distance(m, t, max, nearest);
  if (count_of(t) == 0) return 0;
  begin_visit(&v, m, t);
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
