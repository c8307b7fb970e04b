/* SPDX-License-Identifier: MIT
 *
 * Questions to worlds. The tree names members that may count; each is asked as a member of an array
 * is, so the answers are those of an array. Nearest hits are compared by t and number, so it does
 * not matter in which order the tree names them.
 */
#include <stdlib.h>
#include <string.h>

#include "cast.h"
#include "target.h"
#include "../number/fp.h"
#include "../shape/shape.h"
#include "../world/world.h"

#define UNIT 1.1102230246251565e-16 /* u = 2^-53 */

/* ---- Casts ---------------------------------------------------------------------------------- */

typedef struct seek {
  collide_world *world;
  const world_selection *selection;
  const collide_cast *cast;
  nearest_hit nearest;
  double slack;
  int is_any, found;
  collide_world_take take;
  void *user;
  const double *latest;
} seek;

static double latest_of(const seek *s, double t) {
  return ci_cast_latest(t, s->slack);
}

static void begin_line(seek *s, collide_world *world, const collide_cast *cast, tree_line *line) {
  int k, is_segment = cast->kind == COLLIDE_CAST_SEGMENT;
  double most = 0, start = 0;
  memset(s, 0, sizeof *s);
  s->world = world;
  s->cast = cast;
  for (k = 0; k < 3; k++) {
    line->f[k] = cast->start[k];
    line->d[k] = is_segment ? cast->toward[k] - cast->start[k] : cast->toward[k];
    line->f_error[k] = 0;
    line->d_error[k] = is_segment ? 1.5 * UNIT * fabs(line->d[k]) : 0;
    if (world->dimensions == 2 && k == 2) line->f[k] = line->d[k] = line->d_error[k] = 0;
    if (fabs(line->d[k]) > most) most = fabs(line->d[k]);
    if (fabs(line->f[k]) > start) start = fabs(line->f[k]);
  }
  line->from = cast->kind == COLLIDE_CAST_LINE ? -HUGE_VAL : 0;
  line->to = is_segment ? 1 : cast->kind == COLLIDE_CAST_RAY ? cast->max : HUGE_VAL;
  s->slack = most > 0 ? (start + world->far) / most : HUGE_VAL;
}

/* Whether the cast passes by the member. That of its box is known: the tree has asked it. */
static int passes_by(const seek *s, const collide_target *member) {
  if (member->kind != COLLIDE_TARGET_SHAPE || ci_cast_prunes_by_box(member->of.shape)) return 0;
  return ci_cast_skip(s->cast, &s->nearest.heading, member, 0, 1) == 1;
}

/* Completes a hit that would be the best so far, and keeps it if the selection accepts its member,
 * which a script may move afterwards. */
static int offer_accepted(seek *s, const world_member *m) {
  nearest_hit trial = s->nearest;
  if (!ci_nearest_consider(&trial, &m->target, m->number)) return 0;
  ci_nearest_measure(&trial);
  if (!world_accepts(s->selection, m->number)) return 0;
  s->nearest = trial;
  return 1;
}

static int offer(void *user, int32_t item, double *latest) {
  seek *s = (seek *)user;
  const world_member *m = &s->world->members[item];
  int is_best;
  double bound;
  if (!world_selects(s->world, s->selection, item) || passes_by(s, &m->target)) return 0;
  if (s->is_any) {
    s->found = target_kind_of(&m->target)->any(s->cast, &m->target) &&
               world_accepts(s->selection, m->number);
    return s->found;
  }
  if (s->selection != NULL && s->selection->accepts != NULL)
    is_best = offer_accepted(s, m);
  else
    is_best = ci_nearest_consider(&s->nearest, &m->target, m->number);
  if (!is_best) return 0;
  bound = latest_of(s, s->nearest.best.hit.t);
  if (bound < *latest) *latest = bound;
  return 0;
}

/* So few are asked one by one. */
enum { FEW = 4 };

int ci_world_cast(collide_world *world, const collide_cast *cast, const world_selection *selection,
                  collide_target_hit *hit) {
  tree_line line;
  seek s;
  double latest = HUGE_VAL;
  int32_t i;
  ci_world_place(world);
  begin_line(&s, world, cast, &line);
  s.selection = selection;
  s.is_any = hit == NULL;
  ci_nearest_begin(&s.nearest, cast);
  if (!ci_world_few(world, selection, FEW, offer, &s)) {
    ci_world_mend(world);
    for (i = 0; i < world->beside_count; i++)
      if (offer(&s, world->beside[i], &latest)) return 1;
    if (ci_live_line(&world->tree, &line, latest, offer, &s)) return 1;
  }
  return hit != NULL ? ci_nearest_finish(&s.nearest, hit) : s.found;
}

/* ---- One by one -------------------------------------------------------------------------- */

static int name(void *user, int32_t item, double *latest) {
  seek *s = (seek *)user;
  const world_member *m = &s->world->members[item];
  if (!world_selects(s->world, s->selection, item)) return 0;
  if (!s->take(s->user, m->number, &m->target)) return 1;
  if (s->latest != NULL) {
    double bound = latest_of(s, *s->latest);
    if (bound < *latest) *latest = bound;
  }
  return 0;
}

void ci_world_near_cast(collide_world *world, const collide_cast *cast, const double *latest,
                        const world_selection *selection, collide_world_take take, void *user) {
  tree_line line;
  seek s;
  double ignored = HUGE_VAL;
  int32_t i;
  ci_world_place(world);
  begin_line(&s, world, cast, &line);
  s.selection = selection;
  s.take = take;
  s.user = user;
  if (ci_world_few(world, selection, FEW, name, &s)) return;
  ci_world_mend(world);
  for (i = 0; i < world->beside_count; i++)
    if (name(&s, world->beside[i], &ignored)) return;
  s.latest = latest;
  ignored = latest != NULL ? latest_of(&s, *latest) : HUGE_VAL;
  ci_live_line(&world->tree, &line, ignored, name, &s);
}

/* ---- Boxes --------------------------------------------------------------------------- */

/* The boxes in the tree may be a little larger than the bounds. */
static int meets_bounds(const collide_target *member, const tree_box *box) {
  double low[3], high[3];
  int k;
  if (member->kind != COLLIDE_TARGET_SHAPE || !ci_shape_bounds_quickly(member->of.shape, low, high))
    return 1;
  collide_bounds(member->of.shape, low, high);
  for (k = 0; k < 3; k++)
    if (low[k] > box->high[k] || high[k] < box->low[k]) return 0;
  return 1;
}

typedef struct box_seek {
  const collide_world *world;
  collide_world_take take;
  void *user;
  const tree_box *exactly; /* the bounds of what is named have to meet this; or NULL */
} box_seek;

static int name_in_box(void *user, int32_t item, double *latest) {
  const box_seek *s = (const box_seek *)user;
  const world_member *m = &s->world->members[item];
  (void)latest;
  if (s->exactly != NULL && !meets_bounds(&m->target, s->exactly)) return 0;
  return !s->take(s->user, m->number, &m->target);
}

void collide_world_near_box(collide_world *world, const double min[3], const double max[3],
                            collide_world_take take, void *user) {
  box_seek s;
  tree_box box;
  memcpy(box.low, min, sizeof box.low);
  memcpy(box.high, max, sizeof box.high);
  if (world->dimensions == 2) box.low[2] = box.high[2] = 0;
  s.world = world;
  s.take = take;
  s.user = user;
  s.exactly = world->dimensions == 3 ? &box : NULL;
  ci_world_items(world, &box, name_in_box, &s);
}

void ci_world_items(collide_world *world, const tree_box *box, live_take take, void *user) {
  double ignored = HUGE_VAL;
  int32_t i;
  if (world->touched >= 0 || world->is_unfit) ci_world_mend(world);
  for (i = 0; i < world->beside_count; i++)
    if (take(user, world->beside[i], &ignored)) return;
  ci_live_box(&world->tree, box->low, box->high, take, user);
}

/* ---- Boxes that move ------------------------------------------------------------------------ */

/* The line of the box's middle, as thick as the box. In space the pairs that collide/pair.h gives a
 * tolerance of 1e-10 of the size of the two may be told to meet although their bounds are apart by
 * that; 8e-10 is more, and more than what is rounded. */
static int begin_thick_line(seek *s, collide_world *world, const double min[3], const double max[3],
                            const double d[3], tree_line *line) {
  double most = 0, size = world->far;
  int k, count = world->dimensions;
  for (k = 0; k < count; k++) {
    if (!(min[k] > -HUGE_VAL && max[k] < HUGE_VAL)) return 0;
    size = fabs(min[k]) > size ? fabs(min[k]) : size;
    size = fabs(max[k]) > size ? fabs(max[k]) : size;
    most = fabs(d[k]) > most ? fabs(d[k]) : most;
  }
  line->from = 0;
  line->to = 1;
  for (k = 0; k < 3; k++) {
    double middle = k < count ? 0.5 * min[k] + 0.5 * max[k] : 0, half = 0;
    if (k < count) half = max[k] - middle > middle - min[k] ? max[k] - middle : middle - min[k];
    line->f[k] = middle;
    line->f_error[k] = half + 8e-10 * (size + most);
    line->d[k] = k < count ? d[k] : 0;
    line->d_error[k] = 0;
  }
  s->slack = most > 0 ? size / most : HUGE_VAL;
  return 1;
}

void ci_world_near_sweep(collide_world *world, const double min[3], const double max[3],
                         const double d[3], const double *latest, const world_selection *selection,
                         collide_world_take take, void *user) {
  static const double low[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  static const double high[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  tree_line line;
  double bound = HUGE_VAL;
  seek s;
  int32_t i;
  memset(&s, 0, sizeof s);
  s.world = world;
  s.selection = selection;
  s.take = take;
  s.user = user;
  if (ci_world_few(world, selection, FEW, name, &s)) return;
  ci_world_mend(world);
  if (!begin_thick_line(&s, world, min, max, d, &line)) {
    ci_world_near_reach(world, low, high, selection, take, user);
    return;
  }
  for (i = 0; i < world->beside_count; i++)
    if (name(&s, world->beside[i], &bound)) return;
  s.latest = latest;
  ci_live_line(&world->tree, &line, latest != NULL ? latest_of(&s, *latest) : HUGE_VAL, name, &s);
}

/* ---- Lists ------------------------------------------------------------------------------- */

typedef struct list {
  int *numbers;
  int count, room;
} list;

static int add_number(void *user, int number, const collide_target *member) {
  list *l = (list *)user;
  (void)member;
  if (l->count < l->room) l->numbers[l->count] = number;
  l->count++;
  return 1;
}

static int compare_numbers(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int ci_world_in_box(collide_world *world, const double min[3], const double max[3], int *numbers,
                    int room) {
  list l;
  l.numbers = numbers;
  l.count = 0;
  l.room = room;
  collide_world_near_box(world, min, max, add_number, &l);
  if (l.count <= room && l.count > 1)
    qsort(numbers, (size_t)l.count, sizeof numbers[0], compare_numbers);
  return l.count;
}
