/* SPDX-License-Identifier: MIT
 *
 * Casts: the obstacles of a body, and the responses to them.
 */
#include "../narrow/space/space.h"
#include "../number/orient.h"
#include "../target/group.h"
#include "../target/sweep_target.h"
#include "move.h"
#include "move_faces.h"

#include <string.h>

/* ---- What blocks ----------------------------------------------------------------------------- */

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

/* 2^-40: normals whose dot product is smaller are perpendicular. The error of a cylinder's normal
 * is smaller. */
#define ALONG 9.0949470177292824e-13

/* Returns 1 if the displacement leads into a face of the place that faces along n, and the body is
 * on the outer side of this face, at the start and where it meets the place. */
static int enters_face(const move_state *m, const double n[3], const double d[3],
                       const collide_target_sweep *met) {
  double tolerance = 2 * ci_move_get_tolerance(m, 1), face[3], foot, unused, top;
  double across = ALONG * move_length(n);
  cell_shape room;
  int i, k, count = ci_move_count_shapes(&met->at);
  for (i = 0; i < count; i++) {
    const collide_shape *shape = ci_move_get_shape(&met->at, i, &room);
    for (k = 0; ci_move_face_normal(shape, k, face); k++) {
      double into = vector_dot(face, d);
      if (!(vector_dot(face, n) > across) || !(into < 0)) continue;
      collide_project(move_part_of(move_here(m), met), face, &foot, &unused);
      collide_project(shape, face, &unused, &top);
      if (foot - top >= -tolerance && foot + met->hit.t * into - top >= -tolerance) return 1;
    }
  }
  return 0;
}

/* Returns 1 if a one-way place with direction n blocks displacement d. Faces along n block what
 * enters them from outside. Edges and corners block only displacements against n. A normal that is
 * perpendicular to n, except for rounding, does not block. */
static int one_way_blocks(const move_state *m, const double n[3], const double d[3],
                          const collide_target_sweep *met) {
  if (vector_dot(met->hit.normal, n) > ALONG * move_length(n) &&
      sign_of_dot(m->dimensions, d, n) < 0)
    return 1;
  return enters_face(m, n, d, met);
}

static int blocks(move_state *m, const double d[3], const collide_target_sweep *found) {
  const collide_move_options *o = m->options;
  double n[3] = {0, 0, 0};
  if (ci_move_ignores(m, &found->at)) return 0;
  if (o->one_way == NULL || !o->one_way(o->user, &found->at, n)) return 1;
  if (ci_move_overlapped_one_way(m, &found->at, n)) return 0;
  if (found->hit.inside && !(found->hit.depth <= 2 * ci_move_get_tolerance(m, 1))) return 0;
  return one_way_blocks(m, n, d, found);
}

/* ---- Casts ----------------------------------------------------------------------------------- */

/* A cast takes the first hits that block, and that no contact proves harmless. */
typedef struct cast_choice {
  sweep_choice base;
  move_state *m;
  const double *d;
  int part;              /* the part of a moved group, from 1; 0 for a shape */
  int weight;            /* of a hit of this part, see ci_move_weigh */
  const move_rule *rule; /* NULL: contacts are not examined, and all hits at the least t are kept */
  move_hits *hits;       /* for no rule */
  move_met *met;         /* for a rule */
  int has_overlap;       /* `overlap` is the overlap of met->found */
  double overlap;
  int is_met;
} cast_choice;

/* Keeps the hits at the least t. If normals are equal, it keeps the first place, and for one place
 * the lower part of a moved group. The order of hits of one part does not matter. */
static void record_hit_of_all(move_hits *met, const collide_target_sweep *found, int part) {
  int i, k;
  if (met->count > 0 && found->hit.t > met->list[0].hit.t) return;
  if (met->count > 0 && found->hit.t < met->list[0].hit.t) met->count = 0;
  for (i = 0; i < met->count; i++) {
    if (!move_is_equal(met->list[i].hit.normal, found->hit.normal)) continue;
    if (!ci_move_is_lower_place(&found->at, &met->list[i].at)) return;
    met->count--;
    for (k = i; k < met->count; k++) met->list[k] = met->list[k + 1];
  }
  for (i = 0; i < met->count && !ci_move_is_lower_place(&found->at, &met->list[i].at);) i++;
  if (i == MOVE_TIES) return;
  if (met->count < MOVE_TIES) met->count++;
  for (k = met->count - 1; k > i; k--) met->list[k] = met->list[k - 1];
  met->list[i] = *found;
  met->list[i].mover_part = part;
}

static const collide_shape *part_of(const cast_choice *c) {
  return move_part(move_here(c->m), c->part > 0 ? c->part - 1 : 0);
}

/* Returns 1 if the body may touch the place at the start of d: then its separation along the normal
 * of the hit is small. */
static int may_touch(const cast_choice *c, const collide_target_sweep *found) {
  double distance = -found->hit.t * vector_dot(c->d, found->hit.normal);
  return found->hit.inside || distance <= ci_move_get_tolerance(c->m, 1);
}

/* `contact` is an index, or one of these. */
enum { CONTACT_NONE = -1, CONTACT_UNKNOWN = -2 };

/* How far the bounds of the body, at the hit, and of the place overlap across the normal. */
static double find_overlap(const cast_choice *c, const collide_target_sweep *found, int part) {
  const double *n = found->hit.normal;
  double low[3], high[3], own_low[3], own_high[3], least = HUGE_VAL;
  cell_shape room;
  int k;
  collide_bounds(ci_move_get_shape(&found->at, 0, &room), low, high);
  memcpy(own_low, move_here(c->m)->low, sizeof own_low);
  memcpy(own_high, move_here(c->m)->high, sizeof own_high);
  if (part > 0) collide_bounds(move_part(move_here(c->m), part - 1), own_low, own_high);
  for (k = 0; k < c->m->dimensions; k++) {
    double moved = found->hit.t * c->d[k];
    double overlap = fmin(high[k], own_high[k] + moved) - fmax(low[k], own_low[k] + moved);
    if (fabs(n[k]) < 0.5 && overlap < least) least = overlap;
  }
  return least;
}

/* Returns 1 if a hit at the same t precedes the best one. Hits that only graze a corner come last.
 * Then the normals decide; then, within a member, the places; between members, the larger overlap.
 */
static int is_before_best(const cast_choice *c, const collide_target_sweep *found, double overlap) {
  const collide_target_sweep *best = &c->met->found;
  double corner = ci_move_get_tolerance(c->m, 0);
  if ((overlap > corner) != (c->overlap > corner)) return overlap > corner;
  if (!move_is_equal(found->hit.normal, best->hit.normal))
    return move_is_lower(found->hit.normal, best->hit.normal);
  if (found->at.index != best->at.index && overlap != c->overlap) return overlap > c->overlap;
  return ci_move_is_lower_place(&found->at, &best->at);
}

static void record_met(cast_choice *c, const collide_target_sweep *found, int contact) {
  collide_target_sweep *best = &c->met->found;
  int is_tie = c->is_met && found->hit.t == best->hit.t;
  if (c->is_met && found->hit.t > best->hit.t) return;
  if (is_tie) {
    double overlap = find_overlap(c, found, c->part);
    if (!c->has_overlap) c->overlap = find_overlap(c, best, best->mover_part);
    c->has_overlap = 1;
    if (!is_before_best(c, found, overlap)) return;
    c->overlap = overlap;
  }
  c->has_overlap = is_tie;
  *best = *found;
  best->mover_part = c->part;
  c->met->contact = contact;
  c->is_met = 1;
}

/* Returns 1 if a known contact proves that d does not enter shape i of a place. */
static int is_proved(const cast_choice *c, const collide_target_sweep *found, int i) {
  const move_contact *known = ci_move_known_contact(c->m, &found->at, c->part, i);
  if (known != NULL) return ci_move_permits(c->rule, known, c->d);
  return ci_move_is_proved(c->m, &found->at, c->part, i, c->rule, c->d);
}

/* The contact of a hit, if the body touches that shape at the start of d. */
static int find_contact(const cast_choice *c, const collide_target_sweep *found, int i) {
  const move_contact *one = NULL;
  if (may_touch(c, found)) one = ci_move_touch(c->m, &found->at, c->part, i, found->hit.normal, 0);
  return one == NULL ? CONTACT_NONE : (int)(one - c->m->contacts.list);
}

/* The hit of a cell with several shapes does not name the shape. So each of them is examined, and
 * its t_exit is found here. */
static int take_shapes(cast_choice *c, const collide_target_sweep *found, int count) {
  int i, is_taken = 0;
  for (i = 0; i < count; i++) {
    collide_target_sweep one = *found;
    cell_shape room;
    int contact;
    if (is_proved(c, found, i)) continue;
    if (collide_shapecast(part_of(c), c->d, ci_move_get_shape(&found->at, i, &room),
                          COLLIDE_SKIP_TOUCHING, &one.hit) != 1)
      continue;
    contact = find_contact(c, &one, i);
    if (contact >= 0 && ci_move_permits(c->rule, &c->m->contacts.list[contact], c->d)) continue;
    record_met(c, &one, contact);
    is_taken = 1;
  }
  return is_taken;
}

static int skips_shape(sweep_choice *base, const collide_place *at) {
  const cast_choice *c = (const cast_choice *)(const void *)base;
  if (c->m->start_overlaps && ci_move_ignores(c->m, at)) return 1;
  return c->rule != NULL && c->m->contacts.count > 0 &&
         ci_move_is_proved(c->m, at, c->part, 0, c->rule, c->d);
}

static int takes_hit(sweep_choice *base, const collide_target_sweep *found) {
  cast_choice *c = (cast_choice *)(void *)base;
  int count;
  c->m->found += c->weight;
  if (c->rule != NULL && c->is_met && found->hit.t > c->met->found.hit.t) return 0;
  if (c->rule == NULL && c->hits->count > 0 && found->hit.t > c->hits->list[0].hit.t) return 0;
  if (!blocks(c->m, c->d, found)) return 0;
  if (c->rule == NULL) {
    if (found->hit.inside && vector_dot(found->hit.normal, c->d) >= 0) return 0;
    record_hit_of_all(c->hits, found, c->part);
    return 1;
  }
  count = ci_move_count_shapes(&found->at);
  if (count > 1) return take_shapes(c, found, count);
  if (is_proved(c, found, 0)) return 0;
  record_met(c, found, CONTACT_UNKNOWN);
  return 1;
}

/* A one-way cell covers no face of another one. At the start it gives a hit, unless the body is in
 * it. */
static int passes_cell(const void *choice, const collide_place *cell, double t) {
  move_state *m = ((const cast_choice *)choice)->m;
  const collide_move_options *o = m->options;
  double n[3] = {0, 0, 0};
  if (t > 0 || o->one_way == NULL || !o->one_way(o->user, cell, n)) return ci_move_passes(m, cell);
  return ci_move_overlapped_one_way(m, cell, n) ||
         ci_move_overlaps_by(move_here(m), cell, 2 * ci_move_get_tolerance(m, 1));
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

static void cast(cast_choice *c) {
  move_state *m = c->m;
  collide_target_sweep nearest;
  const move_body *here = move_here(m);
  int flags = COLLIDE_SKIP_TOUCHING | COLLIDE_SKIP_EXIT | (m->dimensions == 3 ? SPACE_EARLY : 0);
  mesh_candidates *candidates = begin_candidates(m, c->d);
  int i, count = move_parts(here);
  c->base.takes = takes_hit;
  c->base.passes = ci_move_may_ignore(m) ? passes_cell : NULL;
  c->base.skips = skips_shape;
  c->is_met = 0;
  m->has_first = 0;
  m->queries++;
  for (i = 0; i < count && !m->unsupported; i++) {
    sweep_mover mover = begin_part(here, i, c->d, flags);
    nearby *near = ci_move_find_nearby(m, mover.low, mover.high, c->d);
    c->part = here->group == NULL ? 0 : i + 1;
    c->weight = ci_move_weigh(move_part(here, i));
    if (ci_sweep_chosen(&mover, m->target, &c->base, candidates, near, &nearest) ==
        COLLIDE_UNSUPPORTED)
      m->unsupported = 1;
  }
}

static int meets_curved(const move_state *m, const collide_target_sweep *found) {
  const collide_shape *part = move_part_of(move_here(m), found);
  cell_shape room;
  return ci_move_is_curved(part,
                           found->at.triangle > 0 ? part : ci_move_get_shape(&found->at, 0, &room));
}

int ci_move_cast(move_state *m, const double d[3], const move_rule *rule, move_met *met) {
  cast_choice c;
  if (m->has_first && ci_move_get_candidates(m, d, 0) != NULL) {
    m->has_first = 0;
    *met = m->first;
    return m->first_is_met;
  }
  c.m = m;
  c.d = d;
  c.rule = rule;
  c.met = met;
  do {
    cast(&c);
    if (!c.is_met || met->contact != CONTACT_UNKNOWN) break;
    c.part = met->found.mover_part;
    met->contact = find_contact(&c, &met->found, 0);
    c.is_met = met->contact < 0 || !ci_move_permits(rule, &m->contacts.list[met->contact], d);
    if (!c.is_met && move_is_exhausted(m)) { /* further obstacles are unknown: the body stops */
      met->found.hit.t = 0;
      c.is_met = m->ends_early = 1;
    }
  } while (!c.is_met && !m->unsupported);
  m->last_cast.until = c.is_met ? met->found.hit.t : 1;
  m->meets_curved = c.is_met && meets_curved(m, &met->found);
  return c.is_met && !m->unsupported;
}

/* The same without contacts: finds all obstacles at the least t. */
static int cast_all(move_state *m, const double d[3], move_hits *hits) {
  cast_choice c;
  int i;
  c.m = m;
  c.d = d;
  c.rule = NULL;
  c.hits = hits;
  hits->count = 0;
  cast(&c);
  m->last_cast.until = hits->count > 0 ? hits->list[0].hit.t : 1;
  m->meets_curved = 0;
  for (i = 0; i < hits->count; i++) m->meets_curved |= meets_curved(m, &hits->list[i]);
  return hits->count > 0 && !m->unsupported;
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

void ci_move_cast_first(move_state *m, const double d[3]) {
  move_rule rule;
  if (m->dimensions == 2 || m->self.group != NULL || move_is_zero(d)) return;
  if (!has_mesh(m->target)) return;
  rule = ci_move_rule(m, d);
  m->first_is_met = ci_move_cast(m, d, &rule, &m->first);
  m->has_first = 1;
}

/* ---- Responses ------------------------------------------------------------------------------- */

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

int ci_move_cast_through(move_state *m, const double d[3], const move_rule *rule, move_met *met) {
  collide_move_hit hit;
  while (ci_move_cast(m, d, rule, met)) {
    if (move_is_exhausted(m)) return 1;
    if (m->finishes_hits || m->options->respond != NULL) ci_move_finish_hit(m, d, &met->found);
    if (ci_move_get_response(m, &met->found, d, &hit) != COLLIDE_RESPOND_PASS) return 1;
  }
  return 0;
}

/* ---- Passed overlaps ------------------------------------------------------------------------- */

/* A move starts with a push out of the body's overlaps. But a body that passes something overlaps
 * it between two moves, and must come out on the other side. So the response is found for initial
 * overlaps too: a passed one is a hit at t = 0, and pushes nothing out. The response is also found
 * for obstacles of a push, because a coin must not stop it. */

static int is_blocker(const move_state *m, const collide_place *at) {
  int i;
  for (i = 0; i < m->blocker_count; i++)
    if (ci_move_is_same_place(&m->blockers[i], at)) return 1;
  return 0;
}

/* Gets the response to an obstacle of a cast along d, once for each place. Returns 1 if it is
 * passed; then it is recorded. */
static int try_pass(move_state *m, const collide_target_sweep *met, const double d[3]) {
  collide_move_hit hit;
  if (m->blocker_count == MOVE_PLACES || is_blocker(m, &met->at)) return 0;
  if (ci_move_get_response(m, met, d, &hit) == COLLIDE_RESPOND_PASS) return 1;
  m->blockers[m->blocker_count++] = met->at;
  return 0;
}

/* The overlaps that one query collects. Each query visits all overlaps. If several parts of a group
 * overlap a place, the first part counts. */
enum { MOST_FOUND = 16 };

typedef struct inside_choice {
  meet_choice base;
  const move_state *m;
  int part; /* the part of a moved group, from 1; 0 for a shape */
  int count;
  collide_target_sweep list[MOST_FOUND];
} inside_choice;

static void write_hit(const collide_meeting *from, int mover_part, collide_target_sweep *to) {
  memset(to, 0, sizeof *to);
  to->at = from->at;
  to->mover_part = mover_part;
  to->hit.t_exit = SWEEP_NO_EXIT;
  to->hit.inside = 1;
  to->hit.depth = from->push.depth;
  to->hit.face = COLLIDE_FACE_NONE;
  memcpy(to->hit.normal, from->push.normal, sizeof to->hit.normal);
  memcpy(to->hit.point, from->push.point, sizeof to->hit.point);
}

/* A one-way place does not block a body that overlaps it. No response is requested here: it might
 * change the target during the query. */
static int takes_unresolved(meet_choice *base, const collide_meeting *found) {
  inside_choice *c = (inside_choice *)(void *)base;
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  int i;
  if (c->count == MOST_FOUND) return 0;
  for (i = 0; i < c->count; i++)
    if (ci_move_is_same_place(&c->list[i].at, &found->at)) return 0;
  if (is_blocker(c->m, &found->at) || ci_move_skips(c->m, &found->at)) return 0;
  if (o->one_way != NULL && o->one_way(o->user, &found->at, n)) return 0;
  write_hit(found, c->part, &c->list[c->count++]);
  return 0;
}

/* Returns the number of overlaps without a response. */
static int find_unresolved(move_state *m, inside_choice *c) {
  c->count = 0;
  ci_move_collect(m, move_here(m), &c->base, &c->part);
  return m->unsupported ? 0 : c->count;
}

/* Checks the reach before any response, so that none is requested twice. The reach must hold d, and
 * a push out of the overlaps. Twice the deepest contact is an estimate of the push, which is seldom
 * longer. */
static int has_reach(move_state *m, const double d[3], const inside_choice *c) {
  const collide_move_options plain = collide_default_move();
  const collide_sweep_hit *deepest = &c->list[0].hit;
  double push[3];
  int i;
  for (i = 1; i < c->count; i++)
    if (c->list[i].hit.depth > deepest->depth) deepest = &c->list[i].hit;
  for (i = 0; i < 3; i++) push[i] = 2 * deepest->depth * deepest->normal[i];
  return ci_move_require_reach(m, d, m->options) &&
         (!(deepest->depth < HUGE_VAL) || ci_move_require_reach(m, push, &plain));
}

static void find_exit(const move_state *m, const double d[3], collide_target_sweep *found) {
  if (!m->options->skips_exit)
    found->hit.t_exit = ci_move_find_exit(move_part_of(move_here(m), found), d, &found->at);
}

void ci_move_pass_overlaps(move_state *m, const double d[3]) {
  inside_choice c;
  int i;
  if (!m->may_pass) return;
  c.base.takes = takes_unresolved;
  c.base.passes = NULL;
  c.m = m;
  if (find_unresolved(m, &c) == 0 || !has_reach(m, d, &c)) return;
  do {
    for (i = 0; i < c.count; i++) {
      find_exit(m, d, &c.list[i]);
      (void)try_pass(m, &c.list[i], d);
    }
  } while (c.count == MOST_FOUND && m->blocker_count < MOVE_PLACES && find_unresolved(m, &c) > 0);
}

int ci_move_cast_push(move_state *m, const double v[3], move_hits *met) {
  while (cast_all(m, v, met)) {
    int i, has_passed = 0;
    for (i = 0; m->may_pass && i < met->count; i++) {
      ci_move_finish_hit(m, v, &met->list[i]);
      has_passed |= try_pass(m, &met->list[i], v);
    }
    if (!has_passed) return 1;
  }
  return 0;
}
