/* SPDX-License-Identifier: MIT
 *
 * Movement: beginning and end.
 */
#include "move.h"

#include <string.h>

#include "../number/sincos.h"

collide_move_options collide_default_move(void) {
  collide_move_options o;
  memset(&o, 0, sizeof o);
  o.response = COLLIDE_RESPOND_SLIDE;
  o.iterations = 16;
  o.up[1] = 1;
  o.max_slope = 0.78539816339744828; /* pi / 4 */
  return o;
}

/* Three copies, see move_state. Those of a hull share its corners with it. */
static size_t copy_bytes(const collide_shape *shape) {
  if (shape->kind == COLLIDE_HULL) return 0;
  return (collide_copy_storage(shape) + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

size_t collide_move_storage(const collide_shape *shape) {
  return 3 * copy_bytes(shape);
}

static void copy(const collide_shape *shape, const collide_source *source, void *storage, int which,
                 move_shape *to) {
  char *room = storage == NULL ? NULL : (char *)storage + (size_t)which * copy_bytes(shape);
  if (shape->kind == COLLIDE_HULL) {
    to->shape = *shape;
    to->source = *source;
    return;
  }
  (void)collide_copy_shape(shape, source, room, &to->shape, &to->source);
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

/* Is `here` in anything that counts? From now on it does not block. */
static int begin_phase(move_state *m, const collide_shape *here) {
  collide_meeting met;
  int found = collide_target_contact(here, m->target, COLLIDE_SKIP_TOUCHING, &met);
  if (found == COLLIDE_UNSUPPORTED) m->unsupported = 1;
  m->before = here;
  m->before_is_in = found == 1;
  return m->before_is_in;
}

static int begin(move_state *m, const collide_shape *shape, const collide_source *source,
                 const collide_target *target, const collide_move_options *options, void *storage,
                 collide_move_result *result) {
  int dimensions = collide_target_dimensions(target), own = collide_dimensions(shape);
  if (dimensions != 0 && dimensions != own) return COLLIDE_UNSUPPORTED;
  memset(m, 0, sizeof *m);
  m->dimensions = own;
  memset(result, 0, sizeof *result);
  m->options = options;
  m->target = target;
  m->self = shape;
  m->result = result;
  m->hits = options->hits;
  m->room = options->hits == NULL ? 0 : options->room;
  copy(shape, source, storage, 1, &m->places[0]);
  copy(shape, source, storage, 2, &m->places[1]);
  memcpy(m->position, source->pose.position, (size_t)own * sizeof *m->position);
  set_up(m);
  m->self_is_in = begin_phase(m, shape);
  if (m->self_is_in) ci_move_push_out(m);
  return m->unsupported ? COLLIDE_UNSUPPORTED : 1;
}

/* It was in nothing when it began, and has only gone to places that were asked for all that
 * push_out counts. What it passed since counts less. */
static int is_known_free(const move_state *m) {
  return MOVE_ASKS && !m->self_is_in && !m->before_is_in && m->options->one_way == NULL;
}

static int end(move_state *m, collide_shape *shape, collide_source *source) {
  collide_move_result *r = m->result;
  collide_meeting met;
  double to[3];
  int i, has_moved = 0;
  r->inside = !is_known_free(m) && ci_move_contact(m, MOVE_PUSH, move_here(m), &met);
  if (m->unsupported) return COLLIDE_UNSUPPORTED;
  to[2] = 0;
  for (i = 0; i < m->dimensions; i++) {
    to[i] = m->position[i];
    r->position[i] = to[i] + 0.0;
    r->displacement[i] = to[i] - source->pose.position[i] + 0.0;
    r->remainder[i] += 0.0;
    if (to[i] != source->pose.position[i]) has_moved = 1;
  }
  r->hits = m->hits;
  if (has_moved) (void)collide_set_position(shape, source, to);
  return 1;
}

int collide_push_out(collide_shape *shape, collide_source *source, const collide_target *target,
                     const collide_move_options *options, void *storage,
                     collide_move_result *result) {
  move_state m;
  int begun = begin(&m, shape, source, target, options, storage, result);
  return begun == 1 ? end(&m, shape, source) : begun;
}

int collide_move(collide_shape *shape, collide_source *source, const collide_target *target,
                 const double displacement[3], const collide_move_options *options, void *storage,
                 collide_move_result *result) {
  move_state m;
  int begun = begin(&m, shape, source, target, options, storage, result);
  double d[3];
  if (begun != 1) return begun;
  if (m.self_is_in) {
    copy(shape, source, storage, 0, &m.start);
    (void)collide_set_position(&m.start.shape, &m.start.source, m.position);
    (void)begin_phase(&m, &m.start.shape);
  }
  d[0] = displacement[0];
  d[1] = displacement[1];
  d[2] = m.dimensions == 3 ? displacement[2] : 0;
  ci_move_slide(&m, d);
  ci_move_settle(&m, d);
  return end(&m, shape, source);
}
