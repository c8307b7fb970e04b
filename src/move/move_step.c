/* SPDX-License-Identifier: MIT
 *
 * Steps: lifts a walking body onto a step in its way.
 *
 * The height of a step is what lifts the sole of the body out of the obstacle, a little farther on.
 * Stairs are climbed one after the other: each walkable face under the sole may be at most `step`
 * above the last. The body is lifted if the way up is free, if it gets farther along its level
 * displacement there, and if its sole then stands on a walkable face.
 */
#include "move.h"

#include <string.h>

#include "../number/vector.h"
#include "move_faces.h"
#include "move_sole.h"

/* The sole is tested this far ahead, as parts of the half width of the body. */
static const double ahead[] = {0.001, 0.02, 0.2};
enum { AHEAD = sizeof ahead / sizeof *ahead, MOST_TURNS = 8 };

/* Two level displacements that differ by less than this part are equal. */
#define EQUAL 1e-9

/* The most stairs that are climbed at once. */
#define MOST_STAIRS 4

typedef struct step_search {
  move_state *m;
  double level[3], length; /* the level part of the desired displacement */
  double reached[3];       /* that of the displacement without a step */
  double tolerance, step;
  move_contacts contacts; /* where the body is */
  move_sole here;         /* the sole of one part, lifted by the tolerance off the ground */
  move_sole sole;         /* the same, moved ahead */
  move_under under;       /* the places that it meets on the way */
  double high;            /* of the sole */
  int may_rise;           /* a contact opposes the body, and is at most MOST_STAIRS steps high */
  int rolls;              /* the body would roll over one of the obstacles */
  collide_place highest;  /* the highest of them */
} step_search;

/* ---- The places under a sole -------------------------------------------------------------------
 */

/* Returns 1 for a box with a level face and four vertical ones. A sheared box may have two. */
static int is_upright_box(const move_state *m, const collide_shape *shape) {
  double n[3];
  int i, vertical = 0;
  if (shape->kind != COLLIDE_BOX) return 0;
  if (shape->frame != COLLIDE_LINEAR) return 1; /* its faces lie along the axes */
  for (i = 0; ci_move_face_normal(shape, i, n); i++)
    vertical += fabs(vector_dot(n, m->up)) <= 1e-12;
  return vertical == 4;
}

/* The height that lifts the sole out of a place, or -1 if the two do not overlap. Shapes are
 * convex, so a cast down finds it. Heights above MOST_STAIRS steps may be HUGE_VAL. The sole leaves
 * an upright box only at its top. */
static double find_exit(const step_search *s, const collide_place *at) {
  collide_sweep_hit hit;
  move_sole lifted = s->sole;
  double d[3], height = -1, most = MOST_STAIRS * s->step + s->tolerance;
  double top = ci_move_find_top(at, s->m->up) - s->sole.foot;
  int i, shapes = ci_move_count_shapes(at), is_level = ci_move_has_level_face(s->m, at);
  ci_move_shift_sole(&lifted, most, s->m->up);
  vector_scale(-most, s->m->up, d);
  for (i = 0; i < shapes; i++) {
    cell_shape room;
    const collide_shape *shape = ci_move_get_shape(at, i, &room);
    double here;
    if (collide_overlap(&s->sole.shape, shape) != 1) continue;
    if (is_level && shapes == 1 && is_upright_box(s->m, shape)) return top;
    if (collide_shapecast(&lifted.shape, d, shape, COLLIDE_SKIP_EXIT, &hit) != 1) continue;
    if (hit.inside) return HUGE_VAL;
    here = most * (1 - hit.t) + s->tolerance;
    if (here > height) height = here;
  }
  if (height < 0 || !is_level) return height;
  return fabs(top - height) <= 1e-6 * s->high ? top : height; /* a level top is exact */
}

/* Returns 1 if the sole, lifted by the height, stands on the top or on a walkable face of the
 * place. The place must have a walkable face. */
static int stands_on_ground(const step_search *s, double height, const collide_place *at) {
  move_sole lifted = s->sole;
  double lift = height - s->tolerance, n[3];
  if (!ci_move_has_walkable_face(s->m, at)) return 0;
  if (fabs(ci_move_find_top(at, s->m->up) - s->sole.foot - lift) <= 2 * s->tolerance) return 1;
  ci_move_shift_sole(&lifted, lift, s->m->up);
  return ci_move_find_tread(s->m, &lifted, at, s->m->walkable, 2 * s->tolerance, n);
}

/* The lowest stair that is not below `most` is the best, or else the highest. The contacts may be
 * with one triangle of a riser, and it may be lower than the tread. */
static int is_better(const step_search *s, double height, double best, double most) {
  if (best + s->tolerance < most) return height > best;
  return height + s->tolerance >= most && height < best;
}

/* Climbs from stair to stair under the sole: each walkable top may be at most `step` above the
 * last. Returns the lowest that is not below `most`, or the highest that is reached. */
static double climb_stairs(const step_search *s, double most) {
  double heights[MOVE_UNDER], ground = 0;
  const move_under *under = &s->under;
  int i, has_risen;
  for (i = 0; i < under->count; i++) {
    const collide_place *at = &under->list[i].at;
    int is_stair = !under->list[i].is_one_way && ci_move_has_walkable_face(s->m, at);
    heights[i] = is_stair ? find_exit(s, at) : -1;
  }
  do {
    double next = ground;
    has_risen = 0;
    for (i = 0; i < under->count; i++) {
      if (!(heights[i] > ground) || !(heights[i] <= ground + s->step + s->tolerance)) continue;
      if (next > ground && !is_better(s, heights[i], next, most)) continue;
      if (!stands_on_ground(s, heights[i], &under->list[i].at)) continue;
      next = heights[i];
      has_risen = 1;
    }
    ground = next;
  } while (has_risen && ground + s->tolerance < most);
  return ground;
}

/* ---- The step -----------------------------------------------------------------------------------
 */

/* Does a contact oppose the level displacement? STEP_ROLLS: its normal is walkable, but that of an
 * edge. A round body would roll over this edge. It climbs the edge of a level face instead, because
 * there it is held at that height. */
typedef enum step_need { STEP_NOT_NEEDED, STEP_NEEDED, STEP_ROLLS } step_need;

static step_need needs_step(const step_search *s, const move_sole *sole, const move_contact *c) {
  move_rule rule = ci_move_rule(s->m, s->level);
  if (!c->blocks || ci_move_permits(&rule, c, s->level)) return STEP_NOT_NEEDED;
  if (!ci_move_is_ground(s->m, c)) return STEP_NEEDED;
  return sole->is_flat || ci_move_is_on_face(s->m, c) ? STEP_NOT_NEEDED : STEP_ROLLS;
}

/* The height that lifts the sole over a contact that opposes the body, or 0. */
static double find_need(step_search *s, const move_contact *c) {
  double height, edge[3];
  step_need need = needs_step(s, &s->sole, c);
  if (need == STEP_NOT_NEEDED) return 0;
  height = find_exit(s, &c->at);
  if (height > MOST_STAIRS * s->step + s->tolerance) return 0;
  s->may_rise = 1;
  if (!(height > s->tolerance)) return 0;
  if (need == STEP_NEEDED) return height;
  if (height > s->step + s->tolerance || !ci_move_has_level_face(s->m, &c->at)) return 0;
  if (!ci_move_is_step_edge(s->m, &c->at, &s->here, height, edge)) return 0;
  s->rolls = 1;
  return height;
}

/* The fraction of the level displacement that moves the sole by `distance` half widths, at most 1.
 */
static double find_fraction(const step_search *s, double distance) {
  double fraction = distance * s->here.width / s->length;
  return fraction < 1 ? fraction : 1;
}

/* Finds the places that the sole of a part of the body meets ahead. Returns 0 if none of them has a
 * walkable face: then there is no step. */
static int find_places(step_search *s, int part, double high) {
  double d[3];
  int i;
  if (!ci_move_make_sole(s->m, move_part(move_here(s->m), part), high, &s->here)) return 0;
  ci_move_shift_sole(&s->here, s->tolerance, s->m->up);
  vector_scale(find_fraction(s, ahead[AHEAD - 1]), s->level, d);
  ci_move_find_under(s->m, &s->here, d, s->tolerance, s->tolerance, HUGE_VAL, &s->under);
  for (i = 0; i < s->under.count; i++)
    if (ci_move_has_walkable_face(s->m, &s->under.list[i].at)) return 1;
  return s->under.count == MOVE_UNDER; /* a full list may lack a walkable place */
}

/* The height that lifts a part of the body over the contacts that oppose it, or 0. Contacts that
 * are too high stay in the way. */
static double find_height(step_search *s, int part, double distance) {
  double least = HUGE_VAL, most = 0, ground;
  int i;
  s->sole = s->here;
  ci_move_shift_sole(&s->sole, find_fraction(s, distance), s->level);
  s->rolls = s->may_rise = 0;
  for (i = 0; i < s->contacts.count; i++) {
    const move_contact *c = &s->contacts.list[i];
    double height;
    if (c->mover_part > 0 && c->mover_part != part + 1) continue;
    height = find_need(s, c);
    if (!(height > 0)) continue;
    if (height < least) least = height;
    if (height <= most) continue;
    most = height;
    s->highest = c->at;
  }
  if (!(most > 0)) return 0;
  if (most <= s->step + s->tolerance && stands_on_ground(s, most, &s->highest)) return most;
  if (most > s->step + s->tolerance) { /* several stairs at once: a higher sole meets them all */
    (void)find_places(s, part, MOST_STAIRS * s->high);
    s->sole = s->here;
    ci_move_shift_sole(&s->sole, find_fraction(s, distance), s->level);
  }
  ground = climb_stairs(s, most);
  return ground + s->tolerance >= least ? ground : 0;
}

/* ---- Trying a step ------------------------------------------------------------------------------
 */

/* Returns 1 if the body can rise by this height. */
static int can_rise(move_state *m, double height, double tolerance) {
  double d[3];
  move_rule rule;
  move_met met;
  vector_scale(height, m->up, d);
  m->is_probing = 1;
  rule = ci_move_rule(m, d);
  m->is_probing = 0;
  return !ci_move_cast_through(m, d, &rule, &met) || height * (1 - met.found.hit.t) <= tolerance;
}

/* Finds the displacement from here that no contact limits, and how far it is free. */
static double find_way(step_search *s, double d[3]) {
  move_state *m = s->m;
  move_met met;
  int i;
  memcpy(d, s->level, 3 * sizeof *d);
  for (i = 0; i < MOST_TURNS; i++) {
    move_rule rule = ci_move_rule(m, d);
    if (!ci_move_cast_through(m, d, &rule, &met)) return 1;
    if (met.contact < 0) return met.found.hit.t;
    m->contacts.list[met.contact].blocks = 1;
    ci_move_choose(&rule, &m->contacts, s->level, d);
    if (!(vector_length(d) > EQUAL * s->length)) return 0;
  }
  return 0;
}

static double distance_from_level(const step_search *s, const double d[3]) {
  double off[3];
  vector_minus(d, s->level, off);
  return vector_length(off);
}

/* Lifts the body, if it gets farther there. */
static int try_height(step_search *s, double height) {
  move_state *m = s->m;
  double to[3], d[3], t, forward;
  memcpy(to, m->position, sizeof to);
  vector_add(to, height, m->up);
  if (!can_rise(m, height, s->tolerance)) return 0;
  ci_move_put(m, to);
  t = find_way(s, d);
  vector_add(d, -vector_dot(d, m->up), m->up);
  forward = vector_dot(d, s->level) / s->length;
  if (!(forward > EQUAL * s->length) || !(t * vector_length(d) > 0)) return 0;
  if (t < 1 && t * forward <= s->tolerance) return 0;
  return s->rolls ||
         distance_from_level(s, d) < distance_from_level(s, s->reached) - EQUAL * s->length;
}

static int try_all(step_search *s) {
  move_state *m = s->m;
  int i, k, parts = move_parts(move_here(m));
  double from[3];
  memcpy(from, m->position, sizeof from);
  for (k = 0; k < parts; k++) {
    if (!find_places(s, k, s->high)) continue;
    for (i = 0; i < AHEAD; i++) {
      double height = find_height(s, k, ahead[i]);
      if (!s->may_rise) break; /* farther on, the sole still covers most of what it covers here */
      if (!(height > s->tolerance)) continue;
      if (try_height(s, height)) return 1;
      ci_move_put(m, from);
      move_copy_contacts(&s->contacts, &m->contacts);
    }
  }
  return 0;
}

int ci_move_try_step(move_state *m, const double rest[3], const double reached[3]) {
  int64_t before = move_probe_begin(m);
  int is_done;
  step_search s;
  s.m = m;
  s.tolerance = ci_move_get_tolerance(m, 1);
  s.step = m->options->step;
  s.high = s.step + 4 * s.tolerance;
  memcpy(s.level, rest, sizeof s.level);
  vector_add(s.level, -vector_dot(rest, m->up), m->up);
  s.length = vector_length(s.level);
  memcpy(s.reached, reached, sizeof s.reached);
  vector_add(s.reached, -vector_dot(reached, m->up), m->up);
  if (!(s.length > 0)) return 0;
  move_copy_contacts(&m->contacts, &s.contacts);
  is_done = ci_move_had_ground(m);
  move_copy_contacts(&s.contacts, &m->contacts);
  is_done = is_done && try_all(&s);
  if (is_done) {
    m->contacts.count = 0;
    m->has_step = 1;
    m->step = s.highest;
  }
  move_probe_end(m, before);
  return is_done;
}
