/* SPDX-License-Identifier: MIT
 *
 * Casts: the obstacles of a body, and the responses to them.
 */
#include "move.h"

#include <string.h>

#include "../query/group.h"
#include "../number/orient.h"
#include "../sweep/space.h"
#include "../query/sweep_target.h"

/* ---- Casts ----------------------------------------------------------------------------------- */

typedef struct cast_choice {
  sweep_choice base;
  move_state *m;
  const double *d;
  int ground_only; /* only walkable ground counts */
  int part;        /* the part of a moved group, from 1; 0 for a shape */
  move_contacts *met;
} cast_choice;

/* The product of two doubles is rounded by u = 2^-53 of itself. The sum of three adds 2 u of the
 * sum of their sizes. So the error is 3 u and terms of u^2. The computed size is less than the true
 * one by at most as much, so 4 u of it is enough. Underflow is below FILTER_TINY. */
#define DOT_ERROR 4.4408920985006262e-16

/* The exact sign of a . b. The degrees add up to 6 for the components, 2 for the sum, 2 for a
 * product and 2 for their new sum. */
static int sign_of_dot(int dimensions, const double a[3], const double b[3]) {
  static const double origin[2] = {0, 0};
  double size = fabs(a[0] * b[0]) + fabs(a[1] * b[1]) + fabs(a[2] * b[2]);
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact sum, x[3], y[3];
  int i, sign;
  if (dimensions == 2) return ci_dot2d(origin, a, origin, b);
  sign = filter_sign(vector_dot(a, b), DOT_ERROR * size + FILTER_TINY);
  if (sign != FILTER_UNSURE) return sign;
  for (i = 0; i < 3; i++) {
    ci_exact_set(pool, &x[i], a[i]);
    ci_exact_set(pool, &y[i], b[i]);
  }
  ci_exact_mul(&sum, &x[0], &y[0]);
  for (i = 1; i < 3; i++) ci_exact_add_product(&sum, &x[i], &y[i]);
  return exact_sign(&sum);
}

int ci_move_one_way_blocks(int dimensions, const double n[3], const double d[3],
                           const double normal[3]) {
  double across = move_length(n) *
                  9.0949470177292824e-13; /* 2^-40: the error of a cylinder's normal is larger */
  return sign_of_dot(dimensions, d, n) < 0 && vector_dot(normal, n) > across;
}

/* 1 - 2^-40 is the cosine of 1.3e-6. */
int ci_move_are_opposite(const double p[3], const double q[3]) {
  return vector_dot(p, q) < -1 + 9.0949470177292824e-13;
}

int ci_move_is_gap_wall(const move_state *m, const double n[3]) {
  double turned[3];
  move_negate(n, turned);
  return m->is_in_gap &&
         (ci_move_are_opposite(m->gap_normal, n) || ci_move_are_opposite(m->gap_normal, turned));
}

/* In a gap that is as wide as the body, every displacement enters one of the walls by rounding. A
 * wall does not block a displacement that enters it by at most the tolerance. The end of the leg is
 * checked for overlaps. */
static int is_free_in_gap(const move_state *m, const double d[3], const double normal[3]) {
  return ci_move_is_gap_wall(m, normal) && -vector_dot(d, normal) <= ci_move_get_tolerance(m);
}

static int blocks(const cast_choice *c, const collide_target_sweep *found) {
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  if (is_free_in_gap(c->m, c->d, found->hit.normal)) return 0;
  if (c->ground_only && !ci_move_is_walkable(c->m, found->hit.normal)) return 0;
  if (ci_move_ignores(c->m, &found->at)) return 0;
  if (o->one_way == NULL || !o->one_way(o->user, &found->at, n)) return 1;
  if (found->hit.inside || ci_move_overlapped_one_way(c->m, &found->at, n)) return 0;
  return ci_move_one_way_blocks(c->m->dimensions, n, c->d, found->hit.normal);
}

static int is_lower_place(const collide_place *p, const collide_place *q) {
  if (p->index != q->index) return p->index < q->index;
  if (p->part != q->part) return p->part < q->part;
  if (p->triangle != q->triangle) return p->triangle < q->triangle;
  return p->has_cell && ci_cells_before(p->cell, q->cell);
}

/* Keeps the hits at the least t. If normals are equal, it keeps the first place, and for one place
 * the lower part of a moved group. The order of hits of one part does not matter. */
static void record_contact(move_contacts *met, const collide_target_sweep *found, int part) {
  int i, k;
  if (met->count > 0 && found->hit.t > met->list[0].hit.t) return;
  if (met->count > 0 && found->hit.t < met->list[0].hit.t) met->count = 0;
  for (i = 0; i < met->count; i++) {
    if (!move_is_equal(met->list[i].hit.normal, found->hit.normal)) continue;
    if (!is_lower_place(&found->at, &met->list[i].at)) return;
    met->count--;
    for (k = i; k < met->count; k++) met->list[k] = met->list[k + 1];
  }
  for (i = 0; i < met->count && !is_lower_place(&found->at, &met->list[i].at);) i++;
  if (i == MOVE_TIES) return;
  if (met->count < MOVE_TIES) met->count++;
  for (k = met->count - 1; k > i; k--) met->list[k] = met->list[k - 1];
  met->list[i] = *found;
  met->list[i].mover_part = part;
}

static int takes_hit(sweep_choice *base, const collide_target_sweep *found) {
  cast_choice *c = (cast_choice *)(void *)base;
  c->m->found++;
  if (c->met->count > 0 && found->hit.t > c->met->list[0].hit.t) return 0;
  if (!blocks(c, found)) return 0;
  record_contact(c->met, found, c->part);
  return 1;
}

static int passes_cell(const void *choice, const collide_place *cell, double t) {
  const cast_choice *c = (const cast_choice *)choice;
  return ci_move_passes(c->m, c->part > 0 ? c->part - 1 : 0, c->d, t, cell);
}

/* Returns 1 if the caller can see the t_exit of a hit. */
static int needs_exit(const move_state *m) {
  const collide_move_options *o = m->options;
  if (o->skips_exit) return 0;
  return o->respond != NULL || m->room > 0 || o->grow != NULL || o->has_up;
}

/* Returns NULL for groups, since each part would need its own candidates, and in the plane, which
 * has no meshes. */
static mesh_candidates *begin_candidates(move_state *m, const double d[3]) {
  move_cast *c = &m->last_cast;
  int i;
  c->is_known = m->dimensions == 3 && m->self.group == NULL;
  if (!c->is_known) return NULL;
  memcpy(c->from, m->position, sizeof c->from);
  memcpy(c->d, d, sizeof c->d);
  c->candidates.size = 0;
  for (i = 0; i < 3; i++) c->candidates.size += fabs(m->position[i]) + fabs(d[i]);
  c->candidates.beside = MOVE_BESIDE * ci_move_find_clearance(m, ci_move_get_size(m, d), 1);
  return &c->candidates;
}

const mesh_candidates *ci_move_get_candidates(const move_state *m, const double d[3], double t) {
  const move_cast *c = &m->last_cast;
  int i;
  if (!c->is_known || !(t <= c->until)) return NULL;
  for (i = 0; i < 3; i++)
    if (c->from[i] != m->position[i] || c->d[i] != d[i]) return NULL;
  return &c->candidates;
}

static sweep_mover begin_part(const move_body *here, int i, const double d[3], int flags) {
  if (here->group != NULL) return ci_sweep_mover(move_part(here, i), d, flags);
  return ci_sweep_mover_within(here->shape, here->low, here->high, d, flags);
}

void ci_move_finish_hit(const move_state *m, const double d[3], collide_target_sweep *met) {
  int flags = (m->dimensions == 3 ? SPACE_EARLY : 0) | (needs_exit(m) ? 0 : COLLIDE_SKIP_EXIT);
  ci_sweep_finish(move_part_of(move_here(m), met), d, flags, met);
}

void ci_move_make_ground_hit(const move_state *m, const double d[3], collide_target_sweep *ground) {
  ground->hit.t = 0;
  ground->hit.t_exit = SPACE_NO_EXIT;
  ci_move_finish_hit(m, d, ground);
}

/* Returns 1 for shapes whose hit times are computed in plain doubles. */
static int is_curved(const collide_shape *s) {
  if (s->kind == COLLIDE_SPHERE || s->kind == COLLIDE_CAPSULE) return s->frame == COLLIDE_LINEAR;
  return s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE;
}

static int is_hit_curved(const move_body *here, const collide_target_sweep *found) {
  const collide_target *member = &found->at.member;
  const collide_shape *met = NULL;
  if (is_curved(move_part_of(here, found))) return 1;
  if (member->kind == COLLIDE_TARGET_SHAPE) met = member->of.shape;
  if (member->kind == COLLIDE_TARGET_GROUP && found->at.triangle == 0)
    met = ci_group_part(member->of.group, found->at.part - 1);
  return met != NULL && is_curved(met);
}

static int cast(move_state *m, const double d[3], int ground_only, move_contacts *met) {
  collide_target_sweep nearest;
  const move_body *here = move_here(m);
  int flags = COLLIDE_SKIP_TOUCHING | COLLIDE_SKIP_EXIT | (m->dimensions == 3 ? SPACE_EARLY : 0);
  cast_choice c;
  mesh_candidates *candidates = begin_candidates(m, d);
  int i, count = move_parts(here);
  c.base.takes = takes_hit;
  c.base.passes = ci_move_may_ignore(m) ? passes_cell : NULL;
  c.m = m;
  c.d = d;
  c.ground_only = ground_only;
  c.met = met;
  met->count = 0;
  m->first_cast = NULL;
  m->queries++;
  for (i = 0; i < count && !m->unsupported; i++) {
    sweep_mover mover = begin_part(here, i, d, flags);
    c.part = here->group == NULL ? 0 : i + 1;
    nearby *near = ci_move_find_nearby(m, mover.low, mover.high, d);
    if (ci_sweep_chosen(&mover, m->target, &c.base, candidates, near, &nearest) ==
        COLLIDE_UNSUPPORTED)
      m->unsupported = 1;
  }
  m->last_cast.until = met->count > 0 ? met->list[0].hit.t : 1;
  m->meets_curved = 0;
  for (i = 0; i < met->count; i++)
    m->meets_curved |= m->dimensions == 3 && is_hit_curved(here, &met->list[i]);
  m->has_met_curved |= m->meets_curved;
  return met->count > 0 && !m->unsupported;
}

int ci_move_cast(move_state *m, const double d[3], move_contacts *met) {
  const move_contacts *first = m->first_cast;
  if (first == NULL || ci_move_get_candidates(m, d, 0) == NULL) return cast(m, d, 0, met);
  m->first_cast = NULL;
  met->count = first->count;
  memcpy(met->list, first->list, (size_t)first->count * sizeof *met->list);
  return met->count > 0;
}

static int has_mesh(const collide_target *target) {
  int i, is_array = target->kind == COLLIDE_TARGET_ARRAY, count = is_array ? target->count : 1;
  const collide_target *members = is_array ? target->of.members : target;
  for (i = 0; i < count; i++) {
    if (members[i].kind == COLLIDE_TARGET_MESH) return 1;
    if (members[i].kind == COLLIDE_TARGET_GROUP && members[i].of.group->meshes > 0) return 1;
  }
  return 0;
}

void ci_move_cast_first(move_state *m, const double d[3], move_contacts *first) {
  if (m->dimensions == 2 || m->self.group != NULL || move_is_zero(d)) return;
  if (!has_mesh(m->target)) return;
  (void)cast(m, d, 0, first);
  m->first_cast = first;
}

/* ---- Responses --------------------------------------------------------------------------- */

/* Returns 0 if there is no room. */
static int record_hit(move_state *m, const collide_move_hit *hit) {
  const collide_move_options *o = m->options;
  int64_t count = m->result->count++, room = m->room;
  if (count >= room && o->grow != NULL) {
    collide_move_hit *more = o->grow(o->user, m->hits, &room);
    if (more != NULL) {
      m->hits = more;
      m->room = room;
    }
  }
  if (count >= m->room) return 0;
  m->hits[count] = *hit;
  return 1;
}

collide_response ci_move_get_response(move_state *m, const collide_target_sweep *met,
                                      const double *d, collide_move_hit *hit) {
  const collide_move_options *o = m->options;
  int i;
  hit->hit = met->hit;
  hit->at = met->at;
  hit->mover_part = met->mover_part;
  for (i = 0; i < 3; i++)
    hit->position[i] = m->position[i] + (d == NULL ? 0 : met->hit.t * d[i]) + 0.0;
  hit->response = o->response;
  if (o->respond != NULL) {
    hit->response = o->respond(o->user, hit);
    m->is_near_known = 0;
  }
  if (d != NULL && hit->response != COLLIDE_RESPOND_PASS) return hit->response;
  /* A passed place must be remembered. */
  if (!record_hit(m, hit) && hit->response == COLLIDE_RESPOND_PASS)
    hit->response = COLLIDE_RESPOND_STOP;
  return hit->response;
}

int ci_move_cast_through(move_state *m, const double d[3], int ground_only,
                         collide_target_sweep *found) {
  move_contacts met;
  collide_move_hit hit;
  while (cast(m, d, ground_only, &met)) {
    *found = met.list[0];
    if (m->finishes_hits || m->options->respond != NULL) ci_move_finish_hit(m, d, found);
    if (ci_move_get_response(m, found, d, &hit) != COLLIDE_RESPOND_PASS) return 1;
  }
  return 0;
}
