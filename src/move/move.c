/* SPDX-License-Identifier: MIT
 *
 * The start and the end of a move.
 */
#include "move.h"

#include <stddef.h>
#include <string.h>

#include "../target/group.h"
#include "../number/sincos.h"
#include "../shape/shape.h"

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
  const double *displacement; /* NULL for push_out */
  const collide_move_options *options;
  void *storage;
  move_reach *reach;
} move_call;

static int dimensions_of(const move_subject *s) {
  return s->group != NULL ? s->group->dimensions : collide_dimensions(s->shape);
}

/* d is the displacement, or NULL for push_out. */
static int begin(move_state *m, const move_subject *s, const move_call *call, const double *d,
                 collide_move_result *result) {
  static const double no_displacement[3] = {0, 0, 0};
  const collide_target *target = call->target;
  const collide_move_options *options = call->options;
  void *storage = call->storage;
  int dimensions = collide_target_dimensions(target);
  int own = dimensions_of(s);
  memset(m, 0, offsetof(move_state, blockers));
  m->last_cast.is_known = 0;
  m->near.tests = 0;
  if (dimensions != 0 && dimensions != own) return COLLIDE_UNSUPPORTED;
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
  copy(s, storage, 1, &m->place);
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
    ci_move_record_one_way(m);
    ci_move_pass_overlaps(m, d != NULL ? d : no_displacement);
    if (!m->exceeds_reach) ci_move_push_out(m, d == NULL ? 0 : m->rounding);
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

int ci_move_within(const collide_mover *mover, const collide_target *target,
                   const double *displacement, const collide_move_options *options, void *storage,
                   move_reach *reach, collide_move_result *result) {
  move_subject s;
  move_call c;
  s.shape = mover->shape;
  s.source = mover->source;
  s.group = mover->shape == NULL ? mover->group : NULL;
  s.position = s.group != NULL ? s.group->pose.position : s.source->pose.position;
  c.target = target;
  c.displacement = displacement;
  c.options = options;
  c.storage = storage;
  c.reach = reach;
  return displacement == NULL ? push_out(&s, &c, result) : move(&s, &c, result);
}

int collide_push_out(const collide_mover *mover, const collide_target *target,
                     const collide_move_options *options, void *storage,
                     collide_move_result *result) {
  return ci_move_within(mover, target, NULL, options, storage, NULL, result);
}

int collide_move(const collide_mover *mover, const collide_target *target,
                 const double displacement[3], const collide_move_options *options, void *storage,
                 collide_move_result *result) {
  return ci_move_within(mover, target, displacement, options, storage, NULL, result);
}
