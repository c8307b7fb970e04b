/* SPDX-License-Identifier: MIT
 *
 * A move, from its start to its end; its one-way places, and its reach. Also `fits`.
 */
#include "../number/sincos.h"
#include "../narrow/pairs.h"
#include "../shape/shape.h"
#include "../target/group.h"
#include "move.h"

#include <string.h>
#include <stddef.h>

/* ---- One-way places -------------------------------------------------------------------------- */

/* The cells of a layer of a grid that the body spans at the call. Along the axes perpendicular to n
 * it is all of the body; along the others it is the layer of the cell. */
static int begin_layer(const move_state *m, const collide_place *at, const double n[3],
                       collide_grid_cells *cells) {
  const collide_grid_frame *frame = collide_grid_get_frame(at->member.of.grid);
  int64_t min[3], max[3];
  int i;
  if (!collide_cell_at(frame, m->self.low, min) || !collide_cell_at(frame, m->self.high, max))
    return 0;
  for (i = 0; i < 3; i++)
    if (i >= m->dimensions || n[i] != 0) min[i] = max[i] = at->cell[i];
  collide_grid_cells_begin(cells, min, max);
  return 1;
}

/* Adjacent cells with the same direction are one floor, as wide as the body. */
static int overlapped_layer(const move_state *m, const collide_place *at, const double n[3]) {
  const collide_move_options *o = m->options;
  const collide_grid *grid = at->member.of.grid;
  collide_place neighbour = *at;
  collide_grid_cells cells;
  if (!begin_layer(m, at, n, &cells)) return 0;
  while ((neighbour.value = collide_grid_cells_next(&cells, grid)) != 0) {
    double side[3] = {0, 0, 0};
    memcpy(neighbour.cell, cells.at, sizeof neighbour.cell);
    if (!o->one_way(o->user, &neighbour, side)) continue;
    if (side[0] != n[0] || side[1] != n[1] || side[2] != n[2]) continue;
    if (ci_move_overlaps_by(&m->self, &neighbour, m->rounding)) return 1;
  }
  return 0;
}

typedef struct one_way_choice {
  meet_choice base;
  move_state *m;
} one_way_choice;

static int takes_one_way(meet_choice *base, const collide_meeting *found) {
  move_state *m = ((one_way_choice *)(void *)base)->m;
  double n[3] = {0, 0, 0};
  if (m->one_way_count == MOVE_PLACES || !(found->push.depth > m->rounding)) return 0;
  if (!m->options->one_way(m->options->user, &found->at, n)) return 0;
  m->one_way[m->one_way_count++] = found->at;
  return 0;
}

/* Records the one-way places that the body overlaps at the call, by more than rounding. A lift and
 * its passenger may have coordinates that differ only by rounding. */
static void record_one_way(move_state *m) {
  one_way_choice c;
  if (m->options->one_way == NULL) return;
  c.base.takes = takes_one_way;
  c.base.passes = NULL;
  c.m = m;
  ci_move_collect(m, &m->self, &c.base, NULL);
}

/* Parts of a group, triangles of a mesh and members of a target that touch are one floor, too, if
 * they have the same direction. */
static int overlapped_neighbour(const move_state *m, const collide_place *at, const double n[3]) {
  const collide_move_options *o = m->options;
  int i;
  for (i = 0; i < m->one_way_count; i++) {
    double side[3] = {0, 0, 0};
    if (ci_move_is_same_place(&m->one_way[i], at)) return 1;
    if (!o->one_way(o->user, &m->one_way[i], side)) continue;
    if (side[0] != n[0] || side[1] != n[1] || side[2] != n[2]) continue;
    if (ci_move_are_within(&m->one_way[i], at, m->rounding)) return 1;
  }
  return 0;
}

/* Returns 1 if the body reached below the top of the place along n. Otherwise it stood on it or
 * came down on it, although it overlapped a neighbour, such as a stair. */
static int was_below(const move_state *m, const collide_place *at, const double n[3]) {
  double unit[3], length = move_length(n), least = HUGE_VAL, low, high, top;
  int i, count = move_parts(&m->self);
  for (i = 0; i < 3; i++) unit[i] = n[i] / length;
  top = ci_move_find_top(at, unit);
  for (i = 0; i < count; i++) {
    collide_project(move_part(&m->self, i), unit, &low, &high);
    if (low < least) least = low;
  }
  return least < top - m->rounding;
}

int ci_move_overlapped_one_way(const move_state *m, const collide_place *at, const double n[3]) {
  if (!m->call_overlaps) return 0;
  if (ci_move_overlaps_by(&m->self, at, m->rounding)) return 1;
  if (!was_below(m, at, n)) return 0;
  return at->has_cell ? overlapped_layer(m, at, n) : overlapped_neighbour(m, at, n);
}

/* ---- The reach ------------------------------------------------------------------------------- */

/* Only members near the body have to be known. The length of a push out of overlaps is not known
 * before. So the move starts with the nearby members, and starts again with more members if it
 * needs them. */

/* An upper bound on half the width along any direction. */
static double half_width(const move_body *body) {
  double width = 0;
  int i;
  for (i = 0; i < 3; i++) {
    double here = (body->high[i] - body->low[i]) * 0.5;
    if (here < HUGE_VAL) width += here;
  }
  return width;
}

/* The component along one axis of the unit vector up. */
static double up_share(const collide_move_options *o, int i) {
  double length = move_length(o->up);
  return length > 0 && length < HUGE_VAL ? o->up[i] / length : 1;
}

/* No leg is longer than the rest of the displacement. A climb lifts the body by `step`, and lowers
 * it by no more than that; there are at most `climbs` of them. Ground is searched `snap` below. The
 * search for ground beside an edge goes half a width farther. The margin of 2^-20 is far more than
 * the rounding. */
static move_reach reach_of(const move_body *body, const double d[3], const collide_move_options *o,
                           double climbs) {
  double distance = fabs(d[0]) + fabs(d[1]) + fabs(d[2]), up = 0, down = 0;
  move_reach r;
  int i;
  r.widened = 0;
  memcpy(r.low, body->low, sizeof r.low);
  memcpy(r.high, body->high, sizeof r.high);
  if (o->has_up) {
    if (o->snap > 0 || o->step > 0) distance += half_width(body);
    up = climbs * o->step + o->snap;
    down = o->snap + o->step;
  }
  for (i = 0; i < 3; i++) {
    double size = fabs(r.low[i]) > fabs(r.high[i]) ? fabs(r.low[i]) : fabs(r.high[i]);
    double more = distance + 9.5367431640625e-07 * (distance + up + size); /* 2^-20 */
    double share = up_share(o, i);
    r.low[i] -= more + (share > 0 ? down * share : -up * share);
    r.high[i] += more + (share > 0 ? up * share : -down * share);
  }
  return r;
}

/* The most climbs of a move. */
static double count_climbs(const collide_move_options *o) {
  return o->iterations + 1.0;
}

/* Some members in one place are mostly all that a move meets. */
enum { FIRST_CLIMBS = 1 };

nearby *ci_move_find_nearby(move_state *m, const double low[3], const double high[3],
                            const double d[3]) {
  double path_low[3], path_high[3];
  if (m->target->kind != COLLIDE_TARGET_ARRAY) return NULL;
  nearby_sweep(low, high, d, path_low, path_high);
  if (!m->is_near_known || !nearby_covers(&m->near, path_low, path_high)) {
    move_reach r = reach_of(move_here(m), d, m->options, FIRST_CLIMBS);
    int i;
    for (i = 0; i < 3; i++) {
      if (path_low[i] < r.low[i]) r.low[i] = path_low[i];
      if (path_high[i] > r.high[i]) r.high[i] = path_high[i];
    }
    ci_nearby_find(&m->near, m->target, r.low, r.high);
    m->is_near_known = 1;
  }
  return m->near.count <= NEARBY_MOST ? &m->near : NULL;
}

move_reach ci_move_first_reach(const collide_shape *shape, const collide_shape_group *group,
                               const double *displacement, const collide_move_options *options) {
  static const double no_displacement[3] = {0, 0, 0};
  const collide_move_options plain = collide_default_move();
  move_body body;
  body.shape = shape;
  body.group = group;
  ci_move_set_bounds(&body);
  return displacement == NULL ? reach_of(&body, no_displacement, &plain, 0)
                              : reach_of(&body, displacement, options, count_climbs(options));
}

/* Each widening repeats the whole move. So the first ones add half the missing distance again, and
 * the next one takes everything. Otherwise lengths that grow by many powers of ten would need
 * hundreds of repetitions. */
enum { MOST_WIDENED = 3 };

static void widen(const move_reach *reach, double *bound, double wanted) {
  double distance = wanted < *bound ? -HUGE_VAL : HUGE_VAL;
  *bound = reach->widened < MOST_WIDENED ? *bound + 1.5 * (wanted - *bound) : distance;
}

int ci_move_require_reach(move_state *m, const double d[3], const collide_move_options *options) {
  move_reach wanted, *reach = m->reach;
  int i, was_beyond = m->exceeds_reach;
  if (reach == NULL) return 1;
  wanted = reach_of(move_here(m), d, options, count_climbs(options));
  for (i = 0; i < m->dimensions; i++) {
    if (wanted.low[i] < reach->low[i]) {
      widen(reach, &reach->low[i], wanted.low[i]);
      m->exceeds_reach = 1;
    }
    if (wanted.high[i] > reach->high[i]) {
      widen(reach, &reach->high[i], wanted.high[i]);
      m->exceeds_reach = 1;
    }
  }
  if (m->exceeds_reach && !was_beyond) reach->widened++;
  return !m->exceeds_reach;
}

/* ---- A move ---------------------------------------------------------------------------------- */

collide_move_options collide_default_move(void) {
  collide_move_options o;
  memset(&o, 0, sizeof o);
  o.response = COLLIDE_RESPOND_SLIDE;
  o.iterations = 16;
  o.bounciness = 1;
  o.up[1] = 1;
  o.max_slope = 0.78539816339744828; /* pi / 4 */
  return o;
}

/* Bytes for one copy; a move needs two, see move_state. Copies of a hull share its corners. */
static size_t copy_bytes(const collide_shape *shape) {
  if (shape_core(shape) == COLLIDE_HULL) return 0;
  return (ci_copy_storage(shape) + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

size_t collide_move_storage(const collide_mover *mover) {
  if (mover->shape != NULL) return 2 * copy_bytes(mover->shape);
  return mover->group->meshes > 0 ? 0 : 2 * ci_group_copy_storage(mover->group);
}

/* The subject of a call: a shape with its source, or a group. */
typedef struct move_subject {
  collide_shape *shape;
  collide_source *source;
  collide_shape_group *group;
  const double *position;
} move_subject;

static void copy(const move_subject *s, void *storage, int which, move_shape *to) {
  size_t bytes = s->group != NULL ? ci_group_copy_storage(s->group) : copy_bytes(s->shape);
  char *room = storage == NULL ? NULL : (char *)storage + (size_t)which * bytes;
  to->group = s->group != NULL ? ci_group_copy(s->group, room) : NULL;
  to->body.group = to->group;
  to->body.shape = s->group != NULL ? NULL : &to->shape;
  if (s->group != NULL) return;
  if (shape_core(s->shape) == COLLIDE_HULL) {
    to->shape = *s->shape;
    to->source = *s->source;
    return;
  }
  (void)ci_copy_shape(s->shape, s->source, room, &to->shape, &to->source);
}

static void set_up(move_state *m) {
  const collide_move_options *o = m->options;
  double length, most = 0, sine, angle = o->max_slope + 1e-9;
  int i;
  if (!o->has_up) return;
  for (i = 0; i < m->dimensions; i++)
    if (fabs(o->up[i]) > most) most = fabs(o->up[i]);
  for (i = 0; i < m->dimensions; i++) m->up[i] = o->up[i] / most;
  length = move_length(m->up);
  for (i = 0; i < m->dimensions; i++) m->up[i] /= length;
  ci_sincos(angle < 3.1415926535897931 ? angle : 3.1415926535897931, &m->walkable, &sine);
}

/* Finds the initial overlaps of a body. From now on they do not block it. d is the displacement of
 * the last cast from here, or NULL. */
static int begin_from(move_state *m, const move_body *body, const double *d) {
  collide_meeting met;
  int i, count = move_parts(body);
  m->start_body = body;
  m->start_overlaps = m->start_count = 0;
  for (i = 0; i < count && !m->start_overlaps; i++) {
    meet query = ci_move_begin_query(m, body, i);
    int found;
    if (d != NULL) query.candidates = ci_move_get_candidates(m, d, 0);
    query.is_start = 1;
    found = ci_meet_overlap(&query, m->target);
    if (found == 1) found = ci_meet_chosen(&query, m->target, NULL, &met);
    if (found == COLLIDE_UNSUPPORTED) m->unsupported = 1;
    m->start_overlaps = found == 1;
  }
  return m->start_overlaps;
}

/* The other arguments of a call. */
typedef struct move_call {
  const collide_target *target;
  const double *displacement; /* NULL for push_out and fits */
  const collide_move_options *options;
  void *storage;
  move_reach *reach;
  int is_fit; /* the body stays where it is, and needs no copy */
} move_call;

static int dimensions_of(const move_subject *s) {
  return s->group != NULL ? s->group->dimensions : collide_dimensions(s->shape);
}

/* d is the displacement, or NULL for push_out and fits. */
static int begin(move_state *m, const move_subject *s, const move_call *call, const double *d,
                 collide_move_result *result) {
  static const double no_displacement[3] = {0, 0, 0};
  const collide_target *target = call->target;
  const collide_move_options *options = call->options;
  int dimensions = collide_target_dimensions(target);
  int own = dimensions_of(s);
  memset(m, 0, offsetof(move_state, blockers));
  m->last_cast.is_known = 0;
  m->near.tests = 0;
  if (dimensions != 0 && dimensions != own) return COLLIDE_UNSUPPORTED;
  if (target->kind == COLLIDE_TARGET_WORLD || ci_target_is_nested(target))
    return COLLIDE_UNSUPPORTED;
  if (s->group != NULL && s->group->meshes > 0) return COLLIDE_UNSUPPORTED;
  m->dimensions = own;
  memset(result, 0, sizeof *result);
  m->options = options;
  m->target = target;
  m->reach = call->reach;
  m->self.shape = s->shape;
  m->self.group = s->group;
  ci_move_set_bounds(&m->self);
  m->result = result;
  m->hits = options->hits;
  m->room = options->hits == NULL ? 0 : options->room;
  m->contacts.count = 0;
  if (!call->is_fit) copy(s, call->storage, 1, &m->place);
  if (call->is_fit) m->place.body = m->self;
  memcpy(m->place.body.low, m->self.low, sizeof m->self.low);
  memcpy(m->place.body.high, m->self.high, sizeof m->self.high);
  memcpy(m->position, s->position, (size_t)own * sizeof *m->position);
  memcpy(m->origin, m->position, sizeof m->origin);
  m->may_pass = options->respond != NULL || options->response == COLLIDE_RESPOND_PASS;
  m->rounding = ci_move_get_tolerance(m, 1);
  set_up(m);
  m->start_body = &m->self;
  if (d != NULL) ci_move_cast_first(m, d);
  m->call_overlaps = begin_from(m, &m->self, d);
  if (m->call_overlaps) {
    m->has_first = 0;
    m->contacts.count = 0;
    record_one_way(m);
    ci_move_pass_overlaps(m, d != NULL ? d : no_displacement);
    if (!m->exceeds_reach && !call->is_fit) ci_move_push_out(m, d == NULL ? 0 : m->rounding);
  }
  return m->unsupported ? COLLIDE_UNSUPPORTED : 1;
}

/* A body without initial overlaps moved only to positions that were checked for all contacts that
 * push_out counts. Places that it passed since count less. */
static int is_known_free(const move_state *m) {
  return !m->call_overlaps && !m->start_overlaps && m->options->one_way == NULL;
}

/* Overlaps up to `least` do not count. */
static int end(move_state *m, const move_subject *s, double least) {
  collide_move_result *r = m->result;
  collide_meeting met;
  double to[3];
  int i, has_moved = 0;
  r->inside = !is_known_free(m) && ci_move_find_contact(m, MOVE_FILTER_INSIDE, &met) &&
              met.push.depth > least;
  if (m->unsupported) return COLLIDE_UNSUPPORTED;
  to[2] = 0;
  for (i = 0; i < m->dimensions; i++) {
    to[i] = m->position[i];
    r->position[i] = to[i] + 0.0;
    r->displacement[i] = to[i] - s->position[i] + 0.0;
    r->remainder[i] += 0.0;
    r->direction[i] += 0.0;
    if (to[i] != s->position[i]) has_moved = 1;
  }
  r->hits = m->hits;
  r->exhausted = m->ends_early && !move_is_zero(r->remainder);
  if (!has_moved) return 1;
  if (s->group != NULL)
    (void)collide_group_set_position(s->group, to);
  else
    (void)collide_set_position(s->shape, s->source, to);
  return 1;
}

static int push_out(const move_subject *s, const move_call *call, collide_move_result *result) {
  move_state m;
  int begun = begin(&m, s, call, NULL, result);
  if (m.exceeds_reach) return MOVE_BEYOND;
  return begun == 1 ? end(&m, s, 0) : begun;
}

static int move(const move_subject *s, const move_call *call, collide_move_result *result) {
  move_state m;
  double d[3];
  int begun;
  d[0] = call->displacement[0];
  d[1] = call->displacement[1];
  d[2] = dimensions_of(s) == 3 ? call->displacement[2] : 0;
  begun = begin(&m, s, call, d, result);
  if (m.exceeds_reach) return MOVE_BEYOND;
  if (begun != 1) return begun;
  if (!ci_move_require_reach(&m, d, call->options)) return MOVE_BEYOND;
  memcpy(m.origin, m.position, sizeof m.origin);
  if (m.call_overlaps) {
    copy(s, call->storage, 0, &m.start);
    (void)ci_move_set_position(&m.start, m.position);
    (void)begin_from(&m, &m.start.body, NULL);
  }
  m.path = NULL;
  m.keeps_level = !(ci_move_get_rise(&m, d) > 0);
  ci_move_slide(&m, d);
  ci_move_settle(&m, MOVE_PUSHES);
  ci_move_finish_walk(&m);
  return end(&m, s, m.rounding);
}

static move_subject subject_of(const collide_mover *mover) {
  move_subject s;
  s.shape = mover->shape;
  s.source = mover->source;
  s.group = mover->shape == NULL ? mover->group : NULL;
  s.position = s.group != NULL ? s.group->pose.position : s.source->pose.position;
  return s;
}

int ci_move_within(const collide_mover *mover, const collide_target *target,
                   const double *displacement, const collide_move_options *options, void *storage,
                   move_reach *reach, collide_move_result *result) {
  move_subject s = subject_of(mover);
  move_call c;
  c.target = target;
  c.displacement = displacement;
  c.options = options;
  c.storage = storage;
  c.reach = reach;
  c.is_fit = 0;
  return displacement == NULL ? push_out(&s, &c, result) : move(&s, &c, result);
}

collide_answer collide_fits(const collide_mover *mover, const collide_target *target,
                            const collide_move_options *options) {
  move_subject s = subject_of(mover);
  collide_move_result result;
  collide_meeting met;
  move_call c;
  move_state m;
  int begun, has;
  memset(&c, 0, sizeof c);
  c.target = target;
  c.options = options;
  c.is_fit = 1;
  begun = begin(&m, &s, &c, NULL, &result);
  if (begun != 1) return answer_of(begun);
  has = m.call_overlaps && ci_move_find_contact(&m, MOVE_FILTER_FIT, &met);
  return m.unsupported ? COLLIDE_UNSUPPORTED : answer_of(!has);
}

collide_answer collide_push_out(const collide_mover *mover, const collide_target *target,
                                const collide_move_options *options, void *storage,
                                collide_move_result *result) {
  return answer_of(ci_move_within(mover, target, NULL, options, storage, NULL, result));
}

collide_answer collide_move(const collide_mover *mover, const collide_target *target,
                            const double displacement[3], const collide_move_options *options,
                            void *storage, collide_move_result *result) {
  return answer_of(ci_move_within(mover, target, displacement, options, storage, NULL, result));
}
