/* SPDX-License-Identifier: MIT
 *
 * Broad phase of worlds: calls `take` for the members that a line, a box, a moving box or a
 * distance may reach. Each of them is tested like a member of an array, so the answers are the
 * same. Equal answers are compared by number, so the order of the tree does not matter.
 */
#include <string.h>

#include "../number/fp.h"
#include "../shape/shape.h"
#include "world.h"
#include "../narrow/cast.h"
#include "proximity.h"
#include "target.h"

#define UNIT 1.1102230246251565e-16 /* u = 2^-53 */

typedef struct search {
  collide_world *world;
  const world_selection *selection;
  collide_world_take take;
  void *user;
  const double *latest; /* NULL, or the greatest t or distance that is wanted; `take` lowers it */
  double slack;         /* the slack of a t, see ci_cast_latest; below 0 for a distance */
  const meet *subject;  /* NULL, or members farther from these bounds than *latest are skipped */
  const tree_box *box;  /* NULL, or members whose bounds do not meet this box are skipped */
} search;

/* Writes in place: returning the struct by value stalls on store forwarding. */
static void begin(search *s, collide_world *world, const world_selection *selection,
                  collide_world_take take, void *user) {
  memset(s, 0, sizeof *s);
  s->world = world;
  s->selection = selection;
  s->take = take;
  s->user = user;
  s->slack = -1;
}

/* No member beyond this t or distance is wanted. The t of a plane may be -HUGE_VAL. */
static double find_latest(const search *s) {
  double latest;
  if (s->latest == NULL) return HUGE_VAL;
  latest = s->slack < 0 ? *s->latest : ci_cast_latest(*s->latest, s->slack);
  return latest == latest ? latest : HUGE_VAL;
}

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

/* Returns 1 if the member's box is farther from the subject's bounds than is wanted. */
static int is_too_far(const search *s, int32_t item) {
  const tree_box *box = &s->world->tree.boxes[item];
  return s->world->members[item].place == WORLD_IN_TREE &&
         ci_meet_bound(s->subject, box->low, box->high) > *s->latest;
}

/* Passes one member on. Returns 1 to end the search. */
static int take_item(void *user, int32_t item, double *latest) {
  search *s = (search *)user;
  const world_member *m = &s->world->members[item];
  if (!world_selects(s->world, s->selection, item)) return 0;
  if (s->subject != NULL && is_too_far(s, item)) return 0;
  if (s->box != NULL && !meets_bounds(&m->target, s->box)) return 0;
  if (!s->take(s->user, m->number, &m->target)) return 1;
  if (s->latest != NULL) {
    double bound = find_latest(s);
    if (bound < *latest) *latest = bound;
  }
  return 0;
}

/* Takes the members one by one if at most `few` are selected, otherwise only those outside of the
 * tree. Returns 1 if the search has ended. */
static int take_others(search *s, int32_t few, live_take take) {
  collide_world *world = s->world;
  double latest = HUGE_VAL;
  int32_t i;
  if (few > 0 && ci_world_few(world, s->selection, few, take, s)) return 1;
  ci_world_mend(world);
  for (i = 0; i < world->beside_count; i++)
    if (take(s, world->beside[i], &latest)) return 1;
  return 0;
}

/* Up to this number of selected members are taken without the tree, except for distances. */
enum { FEW = 4 };

/* ---- Lines ----------------------------------------------------------------------------------- */

static void begin_line(search *s, const collide_cast *cast, tree_line *line) {
  int k, is_segment = cast->kind == COLLIDE_CAST_SEGMENT;
  double most = 0, start = 0;
  for (k = 0; k < 3; k++) {
    line->f[k] = cast->start[k];
    line->d[k] = is_segment ? cast->toward[k] - cast->start[k] : cast->toward[k];
    line->f_error[k] = 0;
    line->d_error[k] = is_segment ? 1.5 * UNIT * fabs(line->d[k]) : 0;
    if (s->world->dimensions == 2 && k == 2) line->f[k] = line->d[k] = line->d_error[k] = 0;
    if (fabs(line->d[k]) > most) most = fabs(line->d[k]);
    if (fabs(line->f[k]) > start) start = fabs(line->f[k]);
  }
  line->from = cast->kind == COLLIDE_CAST_LINE ? -HUGE_VAL : 0;
  line->to = is_segment ? 1 : cast->kind == COLLIDE_CAST_RAY ? cast->max : HUGE_VAL;
  s->slack = most > 0 ? (start + s->world->far) / most : HUGE_VAL;
}

/* Searches along the line of a cast. */
static void search_line(search *s, const collide_cast *cast, live_take take) {
  tree_line line;
  ci_world_place(s->world);
  begin_line(s, cast, &line);
  if (take_others(s, FEW, take)) return;
  ci_live_line(&s->world->tree, &line, find_latest(s), take, s);
}

void ci_world_near_cast(collide_world *world, const collide_cast *cast,
                        const world_selection *selection, collide_world_take take, void *user) {
  search s;
  begin(&s, world, selection, take, user);
  search_line(&s, cast, take_item);
}

/* A search for the nearest hit. `base` must be the first field. */
typedef struct cast_search {
  search base;
  nearest_hit nearest;
} cast_search;

static int take_hit(void *user, int32_t item, double *latest) {
  cast_search *c = (cast_search *)user;
  const world_selection *selection = c->base.selection;
  const world_member *m = &c->base.world->members[item];
  if (!world_selects(c->base.world, selection, item)) return 0;
  if (!ci_nearest_offer(&c->nearest, &m->target, m->number, selection)) return 0;
  *latest = find_latest(&c->base);
  return c->nearest.is_any;
}

int ci_world_cast(collide_world *world, const collide_cast *cast, const world_selection *selection,
                  collide_target_hit *hit) {
  cast_search c;
  begin(&c.base, world, selection, NULL, NULL);
  ci_nearest_begin(&c.nearest, cast);
  c.nearest.is_any = hit == NULL;
  c.nearest.best.hit.t = HUGE_VAL;
  c.base.latest = &c.nearest.best.hit.t;
  search_line(&c.base, cast, take_hit);
  return ci_nearest_finish(&c.nearest, hit);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static void search_box(search *s, const tree_box *box) {
  if (!take_others(s, 0, take_item))
    ci_live_box(&s->world->tree, box->low, box->high, take_item, s);
}

void collide_world_near_box(collide_world *world, const double min[3], const double max[3],
                            collide_world_take take, void *user) {
  search s;
  tree_box box;
  begin(&s, world, NULL, take, user);
  memcpy(box.low, min, sizeof box.low);
  memcpy(box.high, max, sizeof box.high);
  if (world->dimensions == 2) box.low[2] = box.high[2] = 0;
  if (world->dimensions == 3) s.box = &box;
  search_box(&s, &box);
}

/* In space some pairs have a tolerance of 1e-10 of the size of the two (collide/pair.h): they may
 * count as overlapping although their bounds are apart by that. No size is above `far`. */
double ci_world_margin(collide_world *world) {
  if (world->dimensions == 2) return 0;
  ci_world_place(world);
  return 2e-10 * world->far;
}

/* The same for the size of the subject. */
#define MARGIN_OF_SIZE 8e-10

/* Finds a box that the box of each member meets that may overlap something with these bounds. */
static void find_reach(collide_world *world, const double low[3], const double high[3],
                       tree_box *box) {
  double margin = 0, most = 0;
  int k;
  if (world->dimensions == 2) {
    for (k = 0; k < 2; k++) {
      box->low[k] = low[k];
      box->high[k] = high[k];
    }
    box->low[2] = box->high[2] = 0;
    return;
  }
  for (k = 0; k < 3; k++) {
    if (fabs(low[k]) > most) most = fabs(low[k]);
    if (fabs(high[k]) > most) most = fabs(high[k]);
  }
  margin = ci_world_margin(world);
  if (most < HUGE_VAL) margin += MARGIN_OF_SIZE * most;
  for (k = 0; k < 3; k++) {
    box->low[k] = low[k] - margin;
    box->high[k] = high[k] + margin;
  }
}

void ci_world_near_reach(collide_world *world, const double low[3], const double high[3],
                         const world_selection *selection, collide_world_take take, void *user) {
  search s;
  tree_box box;
  begin(&s, world, selection, take, user);
  find_reach(world, low, high, &box);
  search_box(&s, &box);
}

/* ---- Moving boxes ---------------------------------------------------------------------------- */

/* Makes the path of the box's middle, as thick as the box. In space some pairs have a tolerance of
 * 1e-10 of the size of the two (collide/pair.h). 8e-10 is more than this and all rounding. Returns
 * 0 if a bound is infinite. */
static int begin_thick_line(search *s, const double min[3], const double max[3], const double d[3],
                            tree_line *line) {
  double most = 0, size = s->world->far;
  int k, count = s->world->dimensions;
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
  search s;
  tree_line line;
  begin(&s, world, selection, take, user);
  ci_world_place(world);
  if (!begin_thick_line(&s, min, max, d, &line)) {
    ci_world_near_reach(world, low, high, selection, take, user);
    return;
  }
  s.latest = latest;
  if (take_others(&s, FEW, take_item)) return;
  ci_live_line(&world->tree, &line, find_latest(&s), take_item, &s);
}

/* ---- Distances ------------------------------------------------------------------------------- */

static double bound(const void *subject, const double low[3], const double high[3]) {
  return ci_meet_bound((const meet *)subject, low, high);
}

/* Let k of n members be selected. The tree visits about n / k before it finds the nearest of them,
 * or all if they are far away. Testing the bounds of all selected members costs k. */
static int32_t few_of(const collide_world *world) {
  return (int32_t)(4 * sqrt((double)world->alive));
}

void ci_world_near_distance(collide_world *world, const double min[3], const double max[3],
                            const double *farthest, const world_selection *selection,
                            collide_world_take take, void *user) {
  search s;
  meet subject;
  begin(&s, world, selection, take, user);
  memset(&subject, 0, sizeof subject);
  subject.dimensions = world->dimensions;
  memcpy(subject.low, min, sizeof subject.low);
  memcpy(subject.high, max, sizeof subject.high);
  s.latest = farthest;
  s.subject = &subject;
  if (take_others(&s, few_of(world), take_item)) return;
  s.subject = NULL;
  ci_live_near(&world->tree, bound, &subject, *farthest, take_item, &s);
}
