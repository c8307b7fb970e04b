/* SPDX-License-Identifier: MIT
 *
 * Shapecasts at meshes. The broad phase descends the mesh's BVH with a thick ray, the path of a box
 * around the shape. The narrow phase casts the shape at each triangle that the box meets. So the
 * hits are those of an array of triangles, except for normals at inner edges (hidden_edges.c).
 */
#include "../number/fp.h"

#include <string.h>

#include "hidden.h"
#include "../mesh/mesh.h"
#include "../narrow/space/separation.h"
#include "../narrow/space/space.h"
#include "sweep_target.h"

/* In the mesh's own frame. At t the shape lies within `wide` of line.f + t line.d. */
typedef struct mesh_sweep {
  const sweep_mover *m;
  const collide_mesh *mesh;
  const collide_target *member;
  int part;
  sweep_sink *sink;
  tree_line line;
  double wide[3];
  double far, low[3], high[3]; /* the box of its path up to `far` */
  double size;                 /* the sum of all lengths; rounding errors are in proportion to it */
  double slack;                /* of t */
  round_body body;
  int has_body;                /* a ball or capsule and a mesh, both not turned */
  mesh_candidates *candidates; /* NULL: not wanted */
  double margin;               /* the margin of the candidates, or 0 */
} mesh_sweep;

/* ---- The path of the box -----------------------------------------------------------------------
 *
 * Each sum or product here is off by less than 2^-48 of its largest terms, and each corner of the
 * mesh by `margin`. 2^-40 of the largest terms is added. So is the margin of the candidates,
 * because triangles that are skipped are not among them. */
#define LENGTH_SLACK 9.094947017729282e-13 /* 2^-40 */

static void keep_axis(mesh_sweep *s, int i, double low, double high, double d, double most,
                      double margin) {
  double middle = 0.5 * low + 0.5 * high, half = high - middle;
  double reach = s->mesh->data->reach[i];
  if (middle - low > half) half = middle - low;
  s->line.f[i] = middle;
  s->line.d[i] = d;
  s->line.f_error[i] = s->line.d_error[i] = 0;
  s->size += most + reach + fabs(d) + half;
  s->wide[i] =
      half + s->mesh->margin[i] + LENGTH_SLACK * (most + reach + fabs(d)) + 1e-280 + margin;
}

/* Returns 0 if a bound is infinite. */
static int place_box(mesh_sweep *s) {
  const collide_mesh *mesh = s->mesh;
  const sweep_mover *m = s->m;
  int i, j;
  s->size = 0;
  for (i = 0; i < 3; i++)
    if (!(m->low[i] > -HUGE_VAL && m->high[i] < HUGE_VAL)) return 0;
  for (i = 0; i < 3; i++) {
    const double *row = mesh->turned.inverse + 3 * i;
    double low, high, d = 0, at = 0, most = 0, margin = 0;
    if (mesh->frame == COLLIDE_MOVED) {
      most = fabs(m->low[i]) + fabs(m->high[i]) + fabs(mesh->position[i]);
      keep_axis(s, i, m->low[i] - mesh->position[i], m->high[i] - mesh->position[i], m->d[i], most,
                s->margin);
      continue;
    }
    collide_project(m->shape, row, &low, &high);
    for (j = 0; j < 3; j++) {
      double size = fabs(m->low[j]) + fabs(m->high[j]) + fabs(mesh->position[j]) + fabs(m->d[j]);
      d += row[j] * m->d[j];
      at += row[j] * mesh->position[j];
      most += fabs(row[j]) * size;
      margin += fabs(row[j]) * s->margin;
    }
    keep_axis(s, i, low - at, high - at, d, most, margin);
    if (!(s->wide[i] < HUGE_VAL)) return 0;
  }
  return 1;
}

/* ---- Triangles ------------------------------------------------------------------------------ */

/* Computes the box of all places of the shape's box up to `far`. */
static void place_passed(mesh_sweep *s, double far) {
  int i;
  for (i = 0; i < 3; i++) {
    double start = s->line.f[i], end = start + s->line.d[i] * far;
    s->low[i] = (start < end ? start : end) - s->wide[i];
    s->high[i] = (start < end ? end : start) + s->wide[i];
  }
  s->far = far;
}

/* Returns 1 if the box of the shape does not reach the triangle's box up to `far`. */
static int stays_beside_box(const mesh_sweep *s, const double *corners[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    double a = corners[0][i], b = corners[1][i], c = corners[2][i];
    double low = s->low[i], high = s->high[i];
    if ((a < low && b < low && c < low) || (a > high && b > high && c > high)) return 1;
  }
  return 0;
}

/* Returns 1 if the shape at its start crosses the triangle's plane by more than rounding, and the
 * boxes of both overlap. Otherwise the normal of the contact stays. The plane is tested first: it
 * decides most cases of a slide on a mesh, and the triangle's box takes longer. */
static int is_deep(const mesh_sweep *s, const collide_shape *triangle) {
  const double *unit = triangle->of.facet.unit;
  double low[3], high[3], level = 0, slack = LENGTH_SLACK * s->size;
  int i;
  for (i = 0; i < 3; i++) level += unit[i] * (triangle->origin[i] + triangle->a[i]);
  collide_project(s->m->shape, unit, &low[0], &high[0]);
  if (!(low[0] < level - slack && high[0] > level + slack)) return 0;
  collide_bounds(triangle, low, high);
  for (i = 0; i < 3; i++)
    if (s->m->low[i] >= high[i] || s->m->high[i] <= low[i]) return 0;
  return 1;
}

/* If the shape overlaps a triangle at the start, COLLIDE_SKIP_TOUCHING decides by the normal of the
 * contact whether the triangle counts. */
static int cast_triangle(const mesh_sweep *s, int32_t place, const collide_shape *triangle,
                         collide_sweep_hit *hit) {
  const sweep_mover *m = s->m;
  int flags = m->flags, found;
  collide_push push;
  meet start;
  if (flags & COLLIDE_SKIP_INSIDE || !is_deep(s, triangle))
    return ci_sweep_from(m->shape, m->d, triangle, flags, 1, s->sink->any ? NULL : hit);
  found = ci_sweep_from(m->shape, m->d, triangle, flags | SPACE_REPORT_INSIDE, 1, hit);
  if (found != 1 || !hit->inside) return found;
  start = ci_meet_begin(m->shape, 0);
  if (ci_meet_triangle(&start, s->mesh, place, triangle, &push) != 1) return 1;
  hit->depth = push.depth;
  memcpy(hit->normal, push.normal, sizeof push.normal);
  return !(flags & COLLIDE_SKIP_TOUCHING) ||
         ci_pair_leads_in(m->shape, triangle, push.normal, m->d);
}

/* A triangle that the shape passes from the start gives no hit. */
static int is_passed_at_once(const mesh_sweep *s, const collide_place *at) {
  const sweep_choice *choice = s->sink->choice;
  return choice != NULL && choice->passes != NULL && choice->passes(choice, at, 0);
}

/* Returns 1 if no more hits are wanted, 0, or COLLIDE_UNSUPPORTED. */
static int take_triangle(mesh_sweep *s, int32_t place) {
  collide_target_sweep found;
  collide_shape triangle;
  mesh_face room;
  int hit;
  found.at.member = *s->member;
  found.at.index = s->sink->index;
  found.at.part = s->part;
  found.at.triangle = ci_mesh_face(s->mesh->data, place, &room)->number + 1;
  found.at.has_cell = 0;
  if (is_passed_at_once(s, &found.at)) return 0;
  memset(&triangle, 0, sizeof triangle);
  ci_mesh_place(s->mesh, place, &triangle); /* only casts need the normal in twofolds */
  hit = cast_triangle(s, place, &triangle, &found.hit);
  if (hit != 1) return hit;
  if (s->sink->any) {
    s->sink->kept.count = 1;
    return 1;
  }
  if (found.hit.t > sweep_sink_latest(s->sink)) return 0;
  ci_sweep_triangle_normal(s->m, s->mesh, place, &triangle, &found.hit);
  ci_sweep_give(s->sink, &found);
  return 0;
}

/* ---- The nearest first -----------------------------------------------------------------------
 *
 * If only the first hits are wanted, triangles wait and are tested in the order of their bounds.
 * Most of them are skipped then: without the list, walks on meshes take 1.4 times as long. */
enum { MOST_WAITING = 8 };

typedef struct mesh_waiting {
  int32_t place;
  double t; /* they are certainly apart up to this t, or -1 */
} mesh_waiting;

typedef struct mesh_take {
  mesh_sweep *sweep;
  int ended, is_boxed;
  int count;
  mesh_waiting list[MOST_WAITING]; /* in the order of t */
} mesh_take;

static int sweep_triangle(mesh_take *take, int32_t place, double *latest) {
  mesh_sweep *s = take->sweep;
  take->ended = take_triangle(s, place);
  if (first_is_full(&s->sink->kept)) *latest = sweep_sink_latest(s->sink) + s->slack;
  return take->ended != 0;
}

static int sweep_waiting(mesh_take *take, double *latest) {
  int i, count = take->count;
  take->count = 0;
  for (i = 0; i < count && take->list[i].t <= *latest; i++)
    if (sweep_triangle(take, take->list[i].place, latest)) return 1;
  return 0;
}

static int wait_in_order(mesh_take *take, int32_t place, double t, double *latest) {
  int i;
  if (take->count == MOST_WAITING && sweep_waiting(take, latest)) return 1;
  for (i = take->count++; i > 0 && take->list[i - 1].t > t; i--) take->list[i] = take->list[i - 1];
  take->list[i].place = place;
  take->list[i].t = t;
  return 0;
}

static int take_face(mesh_take *take, int32_t place, double *latest) {
  mesh_sweep *s = take->sweep;
  const collide_mesh_data *t = s->mesh->data;
  mesh_face room;
  const mesh_face *face = ci_mesh_face(t, place, &room);
  const double *corners[3];
  double far = *latest < 1 ? *latest : 1, apart = -1;
  separating_plane parting = {-1, 0};
  int k;
  for (k = 0; k < 3; k++) corners[k] = ci_mesh_corner(t, face, k);
  if (take->is_boxed) {
    if (far != s->far) place_passed(s, far);
    if (stays_beside_box(s, corners)) return 0;
  }
  if (s->has_body)
    apart = ci_separate_until(&s->body, corners, ci_mesh_unit(t, face, &room), far, &parting);
  if (s->candidates != NULL) candidates_note(s->candidates, place, apart >= 0, &parting);
  if (apart > far || apart >= 1) return 0;
  if (apart >= 0 && sweep_sink_skips(s->sink)) return wait_in_order(take, place, apart, latest);
  return sweep_triangle(take, place, latest);
}

static int take_leaf(void *user, int32_t first, int32_t count, double *latest) {
  int32_t i;
  for (i = first; i < first + count; i++)
    if (take_face((mesh_take *)user, i, latest)) return 1;
  return 0;
}

/* Candidates are kept only for the first mesh of the cast. */
static mesh_candidates *choose_candidates(const sweep_sink *sink, const collide_mesh *mesh) {
  mesh_candidates *c = sink->candidates;
  if (c == NULL || (c->mesh != NULL && c->mesh != mesh)) return NULL;
  c->mesh = mesh;
  return c;
}

int ci_sweep_mesh(const sweep_mover *m, const collide_mesh *mesh, const collide_target *member,
                  int part, sweep_sink *sink) {
  double latest = HUGE_VAL;
  wide_view view;
  mesh_take take;
  mesh_sweep s;
  s.m = m;
  s.mesh = mesh;
  s.member = member;
  s.part = part;
  s.sink = sink;
  s.slack = m->slack;
  s.candidates = choose_candidates(sink, mesh);
  s.margin = s.candidates == NULL ? 0 : s.candidates->margin;
  take.sweep = &s;
  take.ended = take.count = 0;
  s.line.from = 0;
  s.line.to = 1;
  if (first_is_full(&sink->kept)) latest = sweep_sink_latest(sink) + s.slack;
  s.far = -1;
  take.is_boxed = place_box(&s);
  s.has_body =
      mesh->frame == COLLIDE_MOVED && ci_round_body_make(&s.body, m->shape, mesh->position, m->d);
  if (take.is_boxed)
    ci_wide_line(&mesh->data->tree, &s.line, s.wide, latest, take_leaf, &take, &view);
  else
    take_leaf(&take, 0, mesh->data->triangles, &latest);
  if (take.ended == 0) (void)sweep_waiting(&take, &latest);
  return take.ended;
}
